-- | A functor with pure values added to it; above the constant functor, errors that are collected.
module Control.Applicative.Lift (Lift(..), unLift, mapLift, elimLift, Errors, runErrors, failure, eitherToErrors) where

import Control.Applicative (Alternative(..))
import Data.Functor.Classes
import Data.Functor.Constant (Constant(..))

data Lift f a = Pure a | Other (f a)

instance Eq1 f => Eq1 (Lift f) where
  liftEq eq (Pure x) (Pure y) = eq x y
  liftEq eq (Other x) (Other y) = liftEq eq x y
  liftEq _ _ _ = False
instance Ord1 f => Ord1 (Lift f) where
  liftCompare comp (Pure x) (Pure y) = comp x y
  liftCompare _ (Pure _) (Other _) = LT
  liftCompare _ (Other _) (Pure _) = GT
  liftCompare comp (Other x) (Other y) = liftCompare comp x y
instance Read1 f => Read1 (Lift f) where
  liftReadsPrec rp rl = readsData (readsUnaryWith rp "Pure" Pure `mappend` readsUnaryWith (liftReadsPrec rp rl) "Other" Other)
instance Show1 f => Show1 (Lift f) where
  liftShowsPrec sp _ d (Pure x) = showsUnaryWith sp "Pure" d x
  liftShowsPrec sp sl d (Other x) = showsUnaryWith (liftShowsPrec sp sl) "Other" d x
instance (Eq1 f, Eq a) => Eq (Lift f a) where (==) = eq1
instance (Ord1 f, Ord a) => Ord (Lift f a) where compare = compare1
instance (Read1 f, Read a) => Read (Lift f a) where readsPrec = readsPrec1
instance (Show1 f, Show a) => Show (Lift f a) where showsPrec = showsPrec1
instance Functor f => Functor (Lift f) where
  fmap f (Pure x) = Pure (f x)
  fmap f (Other x) = Other (fmap f x)
instance Foldable f => Foldable (Lift f) where
  foldMap f (Pure x) = f x
  foldMap f (Other x) = foldMap f x
instance Traversable f => Traversable (Lift f) where
  traverse f (Pure x) = Pure <$> f x
  traverse f (Other x) = Other <$> traverse f x
instance Applicative f => Applicative (Lift f) where
  pure = Pure
  Pure f <*> ax = f <$> ax
  Other f <*> ax = Other (f <*> unLift ax)
-- | A pure value is preferred to the right operand.
instance Alternative f => Alternative (Lift f) where
  empty = Other empty
  Pure x <|> _ = Pure x
  Other _ <|> Pure y = Pure y
  Other x <|> Other y = Other (x <|> y)

unLift :: Applicative f => Lift f a -> f a
unLift = elimLift pure id

mapLift :: (f a -> g a) -> Lift f a -> Lift g a
mapLift f = elimLift Pure (Other . f)

elimLift :: (a -> r) -> (f a -> r) -> Lift f a -> r
elimLift f _ (Pure x) = f x
elimLift _ g (Other y) = g y

-- | Errors of a monoid: those of all parts of an applicative expression are collected.
type Errors e = Lift (Constant e)

runErrors :: Errors e a -> Either e a
runErrors = elimLift Right (Left . getConstant)

failure :: e -> Errors e a
failure = Other . Constant

eitherToErrors :: Either e a -> Errors e a
eitherToErrors = either failure Pure
