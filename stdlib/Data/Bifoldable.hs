-- | Structures with two kinds of elements, folded.
module Data.Bifoldable
  ( Bifoldable(..), bifoldr', bifoldrM, bifoldl', bifoldlM, bitraverse_, bifor_, bimapM_, biforM_, bisequence_, bisequenceA_, biList, binull, bilength
  , bielem, bisum, biproduct, biconcat, biconcatMap, biand, bior, biany, biall, bifind, bifoldr1, bifoldl1, bimaximum, biminimum, bimaximumBy, biminimumBy, binotElem, biasum, bimsum
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus)
import Data.Functor.Const (Const(..))
import Data.Monoid
import GPH.Exception (Library(Base), errorAt)

class Bifoldable p where
  bifold :: Monoid m => p m m -> m
  bifoldMap :: Monoid m => (a -> m) -> (b -> m) -> p a b -> m
  bifoldr :: (a -> c -> c) -> (b -> c -> c) -> c -> p a b -> c
  bifoldl :: (c -> a -> c) -> (c -> b -> c) -> c -> p a b -> c
  bifold = bifoldMap id id
  bifoldMap f g = bifoldr (mappend . f) (mappend . g) mempty
  bifoldr f g z t = appEndo (bifoldMap (Endo . f) (Endo . g) t) z
  bifoldl f g z t = appEndo (getDual (bifoldMap (Dual . Endo . flip f) (Dual . Endo . flip g) t)) z
  {-# MINIMAL bifoldr | bifoldMap #-}

instance Bifoldable (,) where bifoldMap f g ~(a, b) = f a `mappend` g b
instance Bifoldable ((,,) x) where bifoldMap f g ~(_, a, b) = f a `mappend` g b
instance Bifoldable ((,,,) x y) where bifoldMap f g ~(_, _, a, b) = f a `mappend` g b
instance Bifoldable ((,,,,) x1 x2 x3) where bifoldMap f g ~(_, _, _, a, b) = f a `mappend` g b
instance Bifoldable ((,,,,,) x1 x2 x3 x4) where bifoldMap f g ~(_, _, _, _, a, b) = f a `mappend` g b
instance Bifoldable ((,,,,,,) x1 x2 x3 x4 x5) where bifoldMap f g ~(_, _, _, _, _, a, b) = f a `mappend` g b
instance Bifoldable Const where bifoldMap f _ (Const a) = f a
instance Bifoldable Either where
  bifoldMap f _ (Left a) = f a
  bifoldMap _ g (Right b) = g b

bifoldr' :: Bifoldable t => (a -> c -> c) -> (b -> c -> c) -> c -> t a b -> c
bifoldr' f g z0 xs = bifoldl (\k x z -> k $! f x z) (\k x z -> k $! g x z) id xs z0

bifoldl' :: Bifoldable t => (a -> b -> a) -> (a -> c -> a) -> a -> t b c -> a
bifoldl' f g z0 xs = bifoldr (\x k z -> k $! f z x) (\x k z -> k $! g z x) id xs z0

bifoldrM :: (Bifoldable t, Monad m) => (a -> c -> m c) -> (b -> c -> m c) -> c -> t a b -> m c
bifoldrM f g z0 xs = bifoldl (\k x z -> f x z >>= k) (\k x z -> g x z >>= k) return xs z0

bifoldlM :: (Bifoldable t, Monad m) => (a -> b -> m a) -> (a -> c -> m a) -> a -> t b c -> m a
bifoldlM f g z0 xs = bifoldr (\x k z -> f z x >>= k) (\x k z -> g z x >>= k) return xs z0

bitraverse_, bimapM_ :: (Bifoldable t, Applicative f) => (a -> f c) -> (b -> f d) -> t a b -> f ()
bitraverse_ f g = bifoldr ((*>) . f) ((*>) . g) (pure ())
bimapM_ = bitraverse_

bifor_, biforM_ :: (Bifoldable t, Applicative f) => t a b -> (a -> f c) -> (b -> f d) -> f ()
bifor_ t f g = bitraverse_ f g t
biforM_ = bifor_

bisequence_, bisequenceA_ :: (Bifoldable t, Applicative f) => t (f a) (f b) -> f ()
bisequence_ = bitraverse_ id id
bisequenceA_ = bisequence_

biList :: Bifoldable t => t a a -> [a]
biList = bifoldr (:) (:) []

binull :: Bifoldable t => t a b -> Bool
binull = bifoldr (\_ _ -> False) (\_ _ -> False) True

bilength :: Bifoldable t => t a b -> Int
bilength = bifoldl' (\c _ -> c + 1) (\c _ -> c + 1) 0

bielem :: (Bifoldable t, Eq a) => a -> t a a -> Bool
bielem x = biany (== x) (== x)

bisum, biproduct :: (Bifoldable t, Num a) => t a a -> a
bisum = bifoldl' (+) (+) 0
biproduct = bifoldl' (*) (*) 1

biconcat :: Bifoldable t => t [a] [a] -> [a]
biconcat = bifold

biconcatMap :: Bifoldable t => (a -> [c]) -> (b -> [c]) -> t a b -> [c]
biconcatMap = bifoldMap

biand, bior :: Bifoldable t => t Bool Bool -> Bool
biand = biall id id
bior = biany id id

biany, biall :: Bifoldable t => (a -> Bool) -> (b -> Bool) -> t a b -> Bool
biany p q = getAny . bifoldMap (Any . p) (Any . q)
biall p q = getAll . bifoldMap (All . p) (All . q)

bifind :: Bifoldable t => (a -> Bool) -> t a a -> Maybe a
bifind p = getFirst . bifoldMap pick pick
  where pick x = First (if p x then Just x else Nothing)

bifoldr1, bifoldl1 :: Bifoldable t => (a -> a -> a) -> t a a -> a
bifoldr1 f = foldr1 f . nonEmpty "bifoldr1" 301 28
bifoldl1 f = foldl1 f . nonEmpty "bifoldl1" 362 28

bimaximum, biminimum :: (Bifoldable t, Ord a) => t a a -> a
bimaximum = maximum . nonEmpty "bimaximum" 646 24
biminimum = minimum . nonEmpty "biminimum" 675 24

-- | Of equal elements the last is the maximum and the first the minimum.
bimaximumBy, biminimumBy :: Bifoldable t => (a -> a -> Ordering) -> t a a -> a
bimaximumBy cmp = foldr1 (\x y -> case cmp x y of { GT -> x; _ -> y }) . nonEmpty "bifoldr1" 301 28
biminimumBy cmp = foldr1 (\x y -> case cmp x y of { GT -> y; _ -> x }) . nonEmpty "bifoldr1" 301 28

nonEmpty :: Bifoldable t => String -> Int -> Int -> t a a -> [a]
nonEmpty name line col t = case biList t of
  [] -> errorAt Base "Data.Bifoldable" line col (name ++ ": empty structure")
  xs -> xs

binotElem :: (Bifoldable t, Eq a) => a -> t a a -> Bool
binotElem x = not . bielem x

biasum :: (Bifoldable t, Alternative f) => t (f a) (f a) -> f a
biasum = bifoldr (<|>) (<|>) empty

bimsum :: (Bifoldable t, MonadPlus m) => t (m a) (m a) -> m a
bimsum = biasum
