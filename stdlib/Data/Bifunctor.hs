-- | Functors of two arguments.
module Data.Bifunctor (Bifunctor(..)) where

import GPH.Functor (Const(..))

class Bifunctor p where
  bimap :: (a -> b) -> (c -> d) -> p a c -> p b d
  first :: (a -> b) -> p a c -> p b c
  second :: (b -> c) -> p a b -> p a c
  bimap f g = first f . second g
  first f = bimap f id
  second = bimap id
  {-# MINIMAL bimap | first, second #-}

instance Bifunctor (,) where bimap f g ~(a, b) = (f a, g b)
instance Bifunctor ((,,) x) where bimap f g ~(x, a, b) = (x, f a, g b)
instance Bifunctor Either where
  bimap f _ (Left a) = Left (f a)
  bimap _ g (Right b) = Right (g b)
instance Bifunctor Const where bimap f _ (Const a) = Const (f a)
instance Bifunctor ((,,,) x1 x2) where
  bimap f g ~(x1, x2, a, b) = (x1, x2, f a, g b)
instance Bifunctor ((,,,,) x1 x2 x3) where
  bimap f g ~(x1, x2, x3, a, b) = (x1, x2, x3, f a, g b)
instance Bifunctor ((,,,,,) x1 x2 x3 x4) where
  bimap f g ~(x1, x2, x3, x4, a, b) = (x1, x2, x3, x4, f a, g b)
instance Bifunctor ((,,,,,,) x1 x2 x3 x4 x5) where
  bimap f g ~(x1, x2, x3, x4, x5, a, b) = (x1, x2, x3, x4, x5, f a, g b)
