-- | Functors that turn arrows round.
module Data.Functor.Contravariant
  ( Contravariant(..), phantom, (>$<), (>$$<), ($<), Predicate(..), Comparison(..), Equivalence(..), defaultComparison, defaultEquivalence
  , comparisonEquivalence, Op(..)
  ) where

import Control.Category (Category)
import qualified Control.Category as Category
import Data.Functor.Compose (Compose(..))
import Data.Functor.Const (Const(..))
import Data.Functor.Product (Product(..))
import Data.Functor.Sum (Sum(..))
import Data.Monoid (Alt(..))
import Data.Proxy (Proxy(..))

infixl 4 >$, >$<, >$$<, $<

class Contravariant f where
  contramap :: (a' -> a) -> f a -> f a'
  (>$) :: b -> f b -> f a
  (>$) = contramap . const

phantom :: (Functor f, Contravariant f) => f a -> f b
phantom x = () <$ x $< ()

(>$<) :: Contravariant f => (a -> b) -> f b -> f a
(>$<) = contramap

(>$$<) :: Contravariant f => f b -> (a -> b) -> f a
(>$$<) = flip contramap

($<) :: Contravariant f => f b -> b -> f a
($<) = flip (>$)

newtype Predicate a = Predicate { getPredicate :: a -> Bool }
instance Contravariant Predicate where contramap f (Predicate p) = Predicate (p . f)
instance Semigroup (Predicate a) where Predicate p <> Predicate q = Predicate (\a -> p a && q a)
instance Monoid (Predicate a) where mempty = Predicate (const True)

newtype Comparison a = Comparison { getComparison :: a -> a -> Ordering }
instance Contravariant Comparison where contramap f (Comparison c) = Comparison (\a b -> c (f a) (f b))
instance Semigroup (Comparison a) where Comparison p <> Comparison q = Comparison (\a b -> p a b <> q a b)
instance Monoid (Comparison a) where mempty = Comparison (\_ _ -> EQ)

newtype Equivalence a = Equivalence { getEquivalence :: a -> a -> Bool }
instance Contravariant Equivalence where contramap f (Equivalence e) = Equivalence (\a b -> e (f a) (f b))
instance Semigroup (Equivalence a) where Equivalence p <> Equivalence q = Equivalence (\a b -> p a b && q a b)
instance Monoid (Equivalence a) where mempty = Equivalence (\_ _ -> True)

defaultComparison :: Ord a => Comparison a
defaultComparison = Comparison compare

defaultEquivalence :: Eq a => Equivalence a
defaultEquivalence = Equivalence (==)

comparisonEquivalence :: Comparison a -> Equivalence a
comparisonEquivalence (Comparison p) = Equivalence (\a b -> p a b == EQ)

newtype Op a b = Op { getOp :: b -> a }
instance Contravariant (Op a) where contramap f (Op g) = Op (g . f)
instance Semigroup a => Semigroup (Op a b) where Op p <> Op q = Op (\a -> p a <> q a)
instance Monoid a => Monoid (Op a b) where mempty = Op (const mempty)

instance Contravariant Proxy where contramap _ _ = Proxy
instance Contravariant (Const a) where contramap _ (Const a) = Const a
instance Category Op where
  id = Op (\x -> x)
  Op f . Op g = Op (\x -> g (f x))
instance Num a => Num (Op a b) where
  Op f + Op g = Op (\a -> f a + g a)
  Op f - Op g = Op (\a -> f a - g a)
  Op f * Op g = Op (\a -> f a * g a)
  negate (Op f) = Op (\a -> negate (f a))
  abs (Op f) = Op (\a -> abs (f a))
  signum (Op f) = Op (\a -> signum (f a))
  fromInteger n = Op (\_ -> fromInteger n)
instance Fractional a => Fractional (Op a b) where
  Op f / Op g = Op (\a -> f a / g a)
  recip (Op f) = Op (\a -> recip (f a))
  fromRational r = Op (\_ -> fromRational r)
instance Floating a => Floating (Op a b) where
  pi = Op (\_ -> pi)
  exp (Op f) = Op (\a -> exp (f a))
  sqrt (Op f) = Op (\a -> sqrt (f a))
  log (Op f) = Op (\a -> log (f a))
  sin (Op f) = Op (\a -> sin (f a))
  tan (Op f) = Op (\a -> tan (f a))
  cos (Op f) = Op (\a -> cos (f a))
  asin (Op f) = Op (\a -> asin (f a))
  atan (Op f) = Op (\a -> atan (f a))
  acos (Op f) = Op (\a -> acos (f a))
  sinh (Op f) = Op (\a -> sinh (f a))
  tanh (Op f) = Op (\a -> tanh (f a))
  cosh (Op f) = Op (\a -> cosh (f a))
  asinh (Op f) = Op (\a -> asinh (f a))
  atanh (Op f) = Op (\a -> atanh (f a))
  acosh (Op f) = Op (\a -> acosh (f a))
  Op f ** Op g = Op (\a -> f a ** g a)
  logBase (Op f) (Op g) = Op (\a -> logBase (f a) (g a))

instance Contravariant f => Contravariant (Alt f) where contramap f (Alt a) = Alt (contramap f a)
instance (Functor f, Contravariant g) => Contravariant (Compose f g) where contramap f (Compose x) = Compose (fmap (contramap f) x)
instance (Contravariant f, Contravariant g) => Contravariant (Product f g) where contramap f (Pair a b) = Pair (contramap f a) (contramap f b)
instance (Contravariant f, Contravariant g) => Contravariant (Sum f g) where
  contramap f (InL a) = InL (contramap f a)
  contramap f (InR b) = InR (contramap f b)
