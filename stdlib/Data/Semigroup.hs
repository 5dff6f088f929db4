-- | Semigroups, and the newtypes that choose one.
module Data.Semigroup
  ( Semigroup(..), stimesMonoid, stimesIdempotent, stimesIdempotentMonoid, mtimesDefault, Min(..), Max(..), First(..), Last(..), WrappedMonoid(..)
  , Dual(..), Endo(..), All(..), Any(..), Sum(..), Product(..), diff, cycle1, Option(..), option, Arg(..), ArgMin, ArgMax
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus)
import Control.Monad.Fix (MonadFix(..), fix)
import Data.Bifoldable (Bifoldable(..))
import Data.Bifunctor (Bifunctor(..))
import Data.Bitraversable (Bitraversable(..))
import GPH.Semigroup (Semigroup(..), stimesMonoid, stimesIdempotent, stimesIdempotentMonoid)
import GPH.Monoid hiding (First(..), Last(..))

mtimesDefault :: (Integral b, Monoid a) => b -> a -> a
mtimesDefault n x | n == 0 = mempty
                  | otherwise = stimes n x

cycle1 :: Semigroup m => m -> m
cycle1 xs = xs' where xs' = xs <> xs'

diff :: Semigroup m => m -> Endo m
diff = Endo . (<>)

newtype Min a = Min { getMin :: a } deriving (Bounded, Eq, Ord, Show, Read)
instance Ord a => Semigroup (Min a) where
  Min a <> Min b = Min (a `min` b)
  stimes = stimesIdempotent
instance (Ord a, Bounded a) => Monoid (Min a) where mempty = maxBound
instance Functor Min where fmap f (Min a) = Min (f a)
instance Foldable Min where foldr f z (Min a) = f a z
instance Traversable Min where traverse f (Min a) = fmap Min (f a)
instance Applicative Min where
  pure = Min
  Min f <*> Min a = Min (f a)
instance Monad Min where Min a >>= f = f a
instance Num a => Num (Min a) where
  Min a + Min b = Min (a + b)
  Min a - Min b = Min (a - b)
  Min a * Min b = Min (a * b)
  negate (Min a) = Min (negate a)
  abs (Min a) = Min (abs a)
  signum (Min a) = Min (signum a)
  fromInteger n = Min (fromInteger n)
instance Enum a => Enum (Min a) where
  succ (Min a) = Min (succ a)
  pred (Min a) = Min (pred a)
  toEnum = Min . toEnum
  fromEnum (Min a) = fromEnum a
  enumFrom (Min a) = map Min (enumFrom a)
  enumFromThen (Min a) (Min b) = map Min (enumFromThen a b)
  enumFromTo (Min a) (Min b) = map Min (enumFromTo a b)
  enumFromThenTo (Min a) (Min b) (Min c) = map Min (enumFromThenTo a b c)

newtype Max a = Max { getMax :: a } deriving (Bounded, Eq, Ord, Show, Read)
instance Ord a => Semigroup (Max a) where
  Max a <> Max b = Max (a `max` b)
  stimes = stimesIdempotent
instance (Ord a, Bounded a) => Monoid (Max a) where mempty = minBound
instance Functor Max where fmap f (Max a) = Max (f a)
instance Foldable Max where foldr f z (Max a) = f a z
instance Traversable Max where traverse f (Max a) = fmap Max (f a)
instance Applicative Max where
  pure = Max
  Max f <*> Max a = Max (f a)
instance Monad Max where Max a >>= f = f a
instance Num a => Num (Max a) where
  Max a + Max b = Max (a + b)
  Max a - Max b = Max (a - b)
  Max a * Max b = Max (a * b)
  negate (Max a) = Max (negate a)
  abs (Max a) = Max (abs a)
  signum (Max a) = Max (signum a)
  fromInteger n = Max (fromInteger n)
instance Enum a => Enum (Max a) where
  succ (Max a) = Max (succ a)
  pred (Max a) = Max (pred a)
  toEnum = Max . toEnum
  fromEnum (Max a) = fromEnum a
  enumFrom (Max a) = map Max (enumFrom a)
  enumFromThen (Max a) (Max b) = map Max (enumFromThen a b)
  enumFromTo (Max a) (Max b) = map Max (enumFromTo a b)
  enumFromThenTo (Max a) (Max b) (Max c) = map Max (enumFromThenTo a b c)

newtype First a = First { getFirst :: a } deriving (Bounded, Eq, Ord, Show, Read)
instance Semigroup (First a) where
  a <> _ = a
  stimes = stimesIdempotent
instance Functor First where fmap f (First a) = First (f a)
instance Foldable First where foldr f z (First a) = f a z
instance Traversable First where traverse f (First a) = fmap First (f a)
instance Applicative First where
  pure = First
  First f <*> First a = First (f a)
instance Monad First where First a >>= f = f a
instance Enum a => Enum (First a) where
  succ (First a) = First (succ a)
  pred (First a) = First (pred a)
  toEnum = First . toEnum
  fromEnum (First a) = fromEnum a
  enumFrom (First a) = map First (enumFrom a)
  enumFromThen (First a) (First b) = map First (enumFromThen a b)
  enumFromTo (First a) (First b) = map First (enumFromTo a b)
  enumFromThenTo (First a) (First b) (First c) = map First (enumFromThenTo a b c)

newtype Last a = Last { getLast :: a } deriving (Bounded, Eq, Ord, Show, Read)
instance Semigroup (Last a) where
  _ <> b = b
  stimes = stimesIdempotent
instance Functor Last where fmap f (Last a) = Last (f a)
instance Foldable Last where foldr f z (Last a) = f a z
instance Traversable Last where traverse f (Last a) = fmap Last (f a)
instance Applicative Last where
  pure = Last
  Last f <*> Last a = Last (f a)
instance Monad Last where Last a >>= f = f a
instance Enum a => Enum (Last a) where
  succ (Last a) = Last (succ a)
  pred (Last a) = Last (pred a)
  toEnum = Last . toEnum
  fromEnum (Last a) = fromEnum a
  enumFrom (Last a) = map Last (enumFrom a)
  enumFromThen (Last a) (Last b) = map Last (enumFromThen a b)
  enumFromTo (Last a) (Last b) = map Last (enumFromTo a b)
  enumFromThenTo (Last a) (Last b) (Last c) = map Last (enumFromThenTo a b c)

newtype WrappedMonoid m = WrapMonoid { unwrapMonoid :: m } deriving (Bounded, Eq, Ord, Show, Read)
instance Monoid m => Semigroup (WrappedMonoid m) where WrapMonoid a <> WrapMonoid b = WrapMonoid (a `mappend` b)
instance Monoid m => Monoid (WrappedMonoid m) where mempty = WrapMonoid mempty

-- | A value that is compared by its first component only.
data Arg a b = Arg a b deriving (Show, Read)
type ArgMin a b = Min (Arg a b)
type ArgMax a b = Max (Arg a b)
instance Functor (Arg a) where fmap f (Arg x a) = Arg x (f a)
instance Foldable (Arg a) where foldr f z (Arg _ a) = f a z
instance Traversable (Arg a) where traverse f (Arg x a) = fmap (Arg x) (f a)
instance Bifunctor Arg where bimap f g (Arg a b) = Arg (f a) (g b)
instance Eq a => Eq (Arg a b) where Arg a _ == Arg b _ = a == b
instance Ord a => Ord (Arg a b) where
  Arg a _ `compare` Arg b _ = compare a b
  min x@(Arg a _) y@(Arg b _) | a <= b = x
                              | otherwise = y
  max x@(Arg a _) y@(Arg b _) | a >= b = x
                              | otherwise = y

-- | A semigroup with a unit added, which Maybe is by now, too.
newtype Option a = Option { getOption :: Maybe a } deriving (Eq, Ord, Show, Read)
option :: b -> (a -> b) -> Option a -> b
option n j (Option m) = maybe n j m
instance Semigroup a => Semigroup (Option a) where
  Option a <> Option b = Option (a <> b)
  stimes _ (Option Nothing) = Option Nothing
  stimes n (Option (Just a)) = case compare n 0 of
    LT -> errorWithoutStackTrace "stimes: Option, negative multiplier"
    EQ -> Option Nothing
    GT -> Option (Just (stimes n a))
instance Semigroup a => Monoid (Option a) where mempty = Option Nothing
instance Functor Option where fmap f (Option a) = Option (fmap f a)
instance Foldable Option where
  foldMap f (Option m) = foldMap f m
  foldr f z (Option m) = foldr f z m
instance Traversable Option where traverse f (Option m) = fmap Option (traverse f m)
instance Applicative Option where
  pure = Option . Just
  Option f <*> Option a = Option (f <*> a)
  Option Nothing *> _ = Option Nothing
  _ *> b = b
instance Monad Option where Option m >>= k = Option (m >>= getOption . k)
instance Alternative Option where
  empty = Option Nothing
  Option Nothing <|> b = b
  a <|> _ = a
instance MonadPlus Option
instance MonadFix Option where mfix f = Option (mfix (getOption . f))
instance MonadFix Min where mfix f = fix (f . getMin)
instance MonadFix Max where mfix f = fix (f . getMax)
instance MonadFix First where mfix f = fix (f . getFirst)
instance MonadFix Last where mfix f = fix (f . getLast)
instance Enum a => Enum (WrappedMonoid a) where
  succ (WrapMonoid a) = WrapMonoid (succ a)
  pred (WrapMonoid a) = WrapMonoid (pred a)
  toEnum = WrapMonoid . toEnum
  fromEnum (WrapMonoid a) = fromEnum a
  enumFrom (WrapMonoid a) = map WrapMonoid (enumFrom a)
  enumFromThen (WrapMonoid a) (WrapMonoid b) = map WrapMonoid (enumFromThen a b)
  enumFromTo (WrapMonoid a) (WrapMonoid b) = map WrapMonoid (enumFromTo a b)
  enumFromThenTo (WrapMonoid a) (WrapMonoid b) (WrapMonoid c) = map WrapMonoid (enumFromThenTo a b c)
instance Bifoldable Arg where bifoldMap f g (Arg a b) = f a <> g b
instance Bitraversable Arg where bitraverse f g (Arg a b) = Arg <$> f a <*> g b
