{-# LANGUAGE NoImplicitPrelude, GeneralizedNewtypeDeriving #-}
-- | The newtypes that choose a monoid for a type.
module GPH.Monoid where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Semigroup
import GPH.Num
import GPH.Enum
import GPH.Real
import GPH.Show
import GPH.Read

newtype Dual a = Dual { getDual :: a } deriving (Eq, Ord, Read, Show, Bounded)

instance Semigroup a => Semigroup (Dual a) where
  Dual a <> Dual b = Dual (b <> a)
  stimes n (Dual a) = Dual (stimes n a)
instance Monoid a => Monoid (Dual a) where
  mempty = Dual mempty
instance Functor Dual where
  fmap f (Dual a) = Dual (f a)
instance Applicative Dual where
  pure = Dual
  Dual f <*> Dual a = Dual (f a)
instance Monad Dual where
  Dual a >>= k = k a

newtype Endo a = Endo { appEndo :: a -> a }

instance Semigroup (Endo a) where
  Endo f <> Endo g = Endo (\x -> f (g x))
  {-# INLINE (<>) #-}
  stimes = stimesMonoid
instance Monoid (Endo a) where
  mempty = Endo (\x -> x)
  {-# INLINE mempty #-}

newtype All = All { getAll :: Bool } deriving (Eq, Ord, Read, Show, Bounded)

instance Semigroup All where
  All a <> All b = All (a && b)
  stimes = stimesIdempotentMonoid
instance Monoid All where
  mempty = All True

newtype Any = Any { getAny :: Bool } deriving (Eq, Ord, Read, Show, Bounded)

instance Semigroup Any where
  Any a <> Any b = Any (a || b)
  stimes = stimesIdempotentMonoid
instance Monoid Any where
  mempty = Any False

newtype Sum a = Sum { getSum :: a } deriving (Eq, Ord, Read, Show, Bounded, Num)

instance Num a => Semigroup (Sum a) where
  Sum a <> Sum b = Sum (a + b)
  stimes n (Sum a) = Sum (fromIntegral n * a)
instance Num a => Monoid (Sum a) where
  mempty = Sum 0
instance Functor Sum where
  fmap f (Sum a) = Sum (f a)
instance Applicative Sum where
  pure = Sum
  Sum f <*> Sum a = Sum (f a)
instance Monad Sum where
  Sum a >>= k = k a

newtype Product a = Product { getProduct :: a } deriving (Eq, Ord, Read, Show, Bounded, Num)

instance Num a => Semigroup (Product a) where
  Product a <> Product b = Product (a * b)
  stimes n (Product a) = Product (a ^ n)
instance Num a => Monoid (Product a) where
  mempty = Product 1
instance Functor Product where
  fmap f (Product a) = Product (f a)
instance Applicative Product where
  pure = Product
  Product f <*> Product a = Product (f a)
instance Monad Product where
  Product a >>= k = k a

-- | The leftmost Just.
newtype First a = First { getFirst :: Maybe a } deriving (Eq, Ord, Read, Show)

instance Semigroup (First a) where
  First Nothing <> b = b
  a <> _ = a
  stimes = stimesIdempotentMonoid
instance Monoid (First a) where
  mempty = First Nothing
instance Functor First where
  fmap f (First a) = First (fmap f a)
instance Applicative First where
  pure x = First (Just x)
  First f <*> First a = First (f <*> a)
instance Monad First where
  First m >>= k = First (m >>= \a -> getFirst (k a))

-- | The rightmost Just.
newtype Last a = Last { getLast :: Maybe a } deriving (Eq, Ord, Read, Show)

instance Semigroup (Last a) where
  a <> Last Nothing = a
  _ <> b = b
  stimes = stimesIdempotentMonoid
instance Monoid (Last a) where
  mempty = Last Nothing
instance Functor Last where
  fmap f (Last a) = Last (fmap f a)
instance Applicative Last where
  pure x = Last (Just x)
  Last f <*> Last a = Last (f <*> a)
instance Monad Last where
  Last m >>= k = Last (m >>= \a -> getLast (k a))

-- | Lifts alternatives.
newtype Alt f a = Alt { getAlt :: f a } deriving (Eq, Ord, Show, Read, Num, Enum)

instance Alternative f => Semigroup (Alt f a) where
  Alt a <> Alt b = Alt (a <|> b)
  stimes = stimesMonoid
instance Alternative f => Monoid (Alt f a) where
  mempty = Alt empty
instance Functor f => Functor (Alt f) where
  fmap f (Alt a) = Alt (fmap f a)
instance Applicative f => Applicative (Alt f) where
  pure a = Alt (pure a)
  Alt f <*> Alt a = Alt (f <*> a)
instance Alternative f => Alternative (Alt f) where
  empty = Alt empty
  Alt a <|> Alt b = Alt (a <|> b)
instance Monad f => Monad (Alt f) where
  Alt m >>= k = Alt (m >>= \a -> getAlt (k a))
instance MonadPlus f => MonadPlus (Alt f)

-- | Lifts a monoid through an applicative functor.
newtype Ap f a = Ap { getAp :: f a } deriving (Eq, Ord, Show, Read, Enum)

instance (Applicative f, Semigroup a) => Semigroup (Ap f a) where
  Ap x <> Ap y = Ap (liftA2 (<>) x y)
instance (Applicative f, Monoid a) => Monoid (Ap f a) where
  mempty = Ap (pure mempty)
instance Functor f => Functor (Ap f) where
  fmap f (Ap a) = Ap (fmap f a)
instance Applicative f => Applicative (Ap f) where
  pure a = Ap (pure a)
  Ap f <*> Ap a = Ap (f <*> a)
instance Alternative f => Alternative (Ap f) where
  empty = Ap empty
  Ap a <|> Ap b = Ap (a <|> b)
instance Monad f => Monad (Ap f) where
  Ap m >>= k = Ap (m >>= \a -> getAp (k a))
instance MonadPlus f => MonadPlus (Ap f)
instance MonadFail f => MonadFail (Ap f) where
  fail s = Ap (fail s)
instance (Applicative f, Bounded a) => Bounded (Ap f a) where
  minBound = pure minBound
  maxBound = pure maxBound
instance (Applicative f, Num a) => Num (Ap f a) where
  (+) = liftA2 (+)
  (-) = liftA2 (-)
  (*) = liftA2 (*)
  negate = fmap negate
  abs = fmap abs
  signum = fmap signum
  fromInteger n = pure (fromInteger n)
