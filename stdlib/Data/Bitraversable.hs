-- | Structures with two kinds of elements, traversed.
module Data.Bitraversable
  ( Bitraversable(..), bisequenceA, bisequence, bimapM, bifor, biforM, bimapDefault, bifoldMapDefault, bimapAccumL, bimapAccumR, Bifunctor(..), Bifoldable(..)
  ) where

import Data.Bifoldable
import Data.Bifunctor
import Data.Functor.Const (Const(..))
import Data.Functor.Identity (Identity(..))
import GPH.Functor (StateL(..), StateR(..), runStateL, runStateR)

class (Bifunctor t, Bifoldable t) => Bitraversable t where
  bitraverse :: Applicative f => (a -> f c) -> (b -> f d) -> t a b -> f (t c d)

instance Bitraversable (,) where bitraverse f g ~(a, b) = (,) <$> f a <*> g b
instance Bitraversable ((,,) x) where bitraverse f g ~(x, a, b) = (,,) x <$> f a <*> g b
instance Bitraversable ((,,,) x y) where bitraverse f g ~(x, y, a, b) = (,,,) x y <$> f a <*> g b
instance Bitraversable ((,,,,) x1 x2 x3) where bitraverse f g ~(x1, x2, x3, a, b) = (,,,,) x1 x2 x3 <$> f a <*> g b
instance Bitraversable ((,,,,,) x1 x2 x3 x4) where bitraverse f g ~(x1, x2, x3, x4, a, b) = (,,,,,) x1 x2 x3 x4 <$> f a <*> g b
instance Bitraversable ((,,,,,,) x1 x2 x3 x4 x5) where bitraverse f g ~(x1, x2, x3, x4, x5, a, b) = (,,,,,,) x1 x2 x3 x4 x5 <$> f a <*> g b
instance Bitraversable Either where
  bitraverse f _ (Left a) = Left <$> f a
  bitraverse _ g (Right b) = Right <$> g b
instance Bitraversable Const where bitraverse f _ (Const a) = Const <$> f a

bisequenceA, bisequence :: (Bitraversable t, Applicative f) => t (f a) (f b) -> f (t a b)
bisequenceA = bitraverse id id
bisequence = bisequenceA

bimapM :: (Bitraversable t, Applicative f) => (a -> f c) -> (b -> f d) -> t a b -> f (t c d)
bimapM = bitraverse

bifor, biforM :: (Bitraversable t, Applicative f) => t a b -> (a -> f c) -> (b -> f d) -> f (t c d)
bifor t f g = bitraverse f g t
biforM = bifor

bimapDefault :: Bitraversable t => (a -> b) -> (c -> d) -> t a c -> t b d
bimapDefault f g = runIdentity . bitraverse (Identity . f) (Identity . g)

bifoldMapDefault :: (Bitraversable t, Monoid m) => (a -> m) -> (b -> m) -> t a b -> m
bifoldMapDefault f g = getConst . bitraverse (Const . f) (Const . g)

-- | bitraverse with a state that goes from left to right, and from right to left.
bimapAccumL, bimapAccumR :: Bitraversable t => (a -> b -> (a, c)) -> (a -> d -> (a, e)) -> a -> t b d -> (a, t c e)
bimapAccumL f g s t = runStateL (bitraverse (\b -> StateL (\a -> f a b)) (\d -> StateL (\a -> g a d)) t) s
bimapAccumR f g s t = runStateR (bitraverse (\b -> StateR (\a -> f a b)) (\d -> StateR (\a -> g a d)) t) s
