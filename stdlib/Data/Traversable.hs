{-# LANGUAGE NoImplicitPrelude #-}
-- | Structures that can be traversed from left to right, an action at each element.
module Data.Traversable (Traversable(..), for, forM, mapAccumL, mapAccumR, fmapDefault, foldMapDefault) where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base hiding (foldr)
import GPH.Semigroup
import qualified GPH.Base as Base
import qualified GPH.List as List
import GPH.Monoid
import GPH.Functor
import Data.Foldable

class (Functor t, Foldable t) => Traversable t where
  traverse :: Applicative f => (a -> f b) -> t a -> f (t b)
  sequenceA :: Applicative f => t (f a) -> f (t a)
  mapM :: Monad m => (a -> m b) -> t a -> m (t b)
  sequence :: Monad m => t (m a) -> m (t a)
  traverse f t = sequenceA (fmap f t)
  sequenceA = traverse id
  mapM = traverse
  sequence = sequenceA
  {-# MINIMAL traverse | sequenceA #-}

instance Traversable [] where
  traverse f = Base.foldr (\x ys -> liftA2 (:) (f x) ys) (pure [])
  {-# INLINE traverse #-}

instance Traversable Maybe where
  traverse _ Nothing = pure Nothing
  traverse f (Just x) = fmap Just (f x)

instance Traversable (Either a) where
  traverse _ (Left x) = pure (Left x)
  traverse f (Right y) = fmap Right (f y)

instance Traversable ((,) a) where
  traverse f (x, y) = fmap ((,) x) (f y)

instance Traversable NonEmpty where
  traverse f ~(a :| as) = liftA2 (:|) (f a) (traverse f as)

instance Traversable Proxy where
  traverse _ _ = pure Proxy

instance Foldable Identity where
  foldMap f (Identity a) = f a
  foldr f z (Identity a) = f a z
instance Traversable Identity where
  traverse f (Identity a) = fmap Identity (f a)

instance Foldable (Const m) where
  foldr _ z _ = z
instance Traversable (Const m) where
  traverse _ (Const m) = pure (Const m)

instance Traversable Dual where traverse f (Dual a) = fmap Dual (f a)
instance Traversable Sum where traverse f (Sum a) = fmap Sum (f a)
instance Traversable Product where traverse f (Product a) = fmap Product (f a)
instance Traversable First where traverse f (First a) = fmap First (traverse f a)
instance Traversable Last where traverse f (Last a) = fmap Last (traverse f a)

for :: (Traversable t, Applicative f) => t a -> (a -> f b) -> f (t b)
for t f = traverse f t
{-# INLINE for #-}

forM :: (Traversable t, Monad m) => t a -> (a -> m b) -> m (t b)
forM t f = mapM f t
{-# INLINE forM #-}

-- | Map with an accumulator, from the left or from the right.
mapAccumL, mapAccumR :: Traversable t => (s -> a -> (s, b)) -> s -> t a -> (s, t b)
mapAccumL f s t = runStateL (traverse (\a -> StateL (\acc -> f acc a)) t) s
mapAccumR f s t = runStateR (traverse (\a -> StateR (\acc -> f acc a)) t) s

fmapDefault :: Traversable t => (a -> b) -> t a -> t b
fmapDefault f t = runIdentity (traverse (\a -> Identity (f a)) t)

foldMapDefault :: (Traversable t, Monoid m) => (a -> m) -> t a -> m
foldMapDefault f t = getConst (traverse (\a -> Const (f a)) t)

instance Foldable f => Foldable (Alt f) where foldr g z (Alt a) = foldr g z a
instance Traversable f => Traversable (Alt f) where traverse g (Alt a) = fmap Alt (traverse g a)
instance Foldable f => Foldable (Ap f) where foldr g z (Ap a) = foldr g z a
instance Traversable f => Traversable (Ap f) where traverse g (Ap a) = fmap Ap (traverse g a)
