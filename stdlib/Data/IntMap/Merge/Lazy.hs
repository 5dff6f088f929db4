-- | Merging two maps by what happens to keys of one, the other, and both. O(m + n), lazy in the values.
module Data.IntMap.Merge.Lazy
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, zipWithMaybeMatched, zipWithMatched, zipWithAMatched, zipWithMaybeAMatched
  , dropMissing, preserveMissing, mapMissing, mapMaybeMissing, filterMissing, traverseMissing, traverseMaybeMissing, filterAMissing
  , mapWhenMissing, mapWhenMatched, lmapWhenMissing, contramapFirstWhenMatched, contramapSecondWhenMatched, runWhenMatched, runWhenMissing
  ) where

import Control.Category (Category)
import qualified Control.Category as Category
import Data.Functor.Identity (Identity(..))
import Data.IntMap.Lazy (IntMap)
import qualified Data.IntMap.Lazy as Map
import Data.Maybe (catMaybes)

-- | What happens to a key that only one of the maps has.
newtype WhenMissing f x y = WhenMissing (Int -> x -> f (Maybe y))
-- | What happens to a key that both have.
newtype WhenMatched f x y z = WhenMatched (Int -> x -> y -> f (Maybe z))
type SimpleWhenMissing = WhenMissing Identity
type SimpleWhenMatched = WhenMatched Identity

-- | What a tactic does with one key.
runWhenMissing :: WhenMissing f x y -> Int -> x -> f (Maybe y)
runWhenMissing (WhenMissing f) = f

runWhenMatched :: WhenMatched f x y z -> Int -> x -> y -> f (Maybe z)
runWhenMatched (WhenMatched f) = f

instance Monad f => Functor (WhenMissing f x) where
  fmap = mapWhenMissing
instance Monad f => Applicative (WhenMissing f x) where
  pure x = mapMissing (\_ _ -> x)
  f <*> g = f >>= \h -> fmap h g
instance Monad f => Monad (WhenMissing f x) where
  WhenMissing f >>= g = WhenMissing (\k x -> f k x >>= maybe (return Nothing) (\y -> runWhenMissing (g y) k x))
instance Monad f => Category (WhenMissing f) where
  id = preserveMissing
  WhenMissing f . WhenMissing g = WhenMissing (\k x -> g k x >>= maybe (return Nothing) (f k))

instance Functor f => Functor (WhenMatched f x y) where
  fmap = mapWhenMatched
instance Monad f => Applicative (WhenMatched f x y) where
  pure x = zipWithMatched (\_ _ _ -> x)
  f <*> g = f >>= \h -> fmap h g
instance Monad f => Monad (WhenMatched f x y) where
  WhenMatched f >>= g = WhenMatched (\k x y -> f k x y >>= maybe (return Nothing) (\z -> runWhenMatched (g z) k x y))
instance Monad f => Category (WhenMatched f x) where
  id = zipWithMatched (\_ _ y -> y)
  WhenMatched f . WhenMatched g = WhenMatched (\k x y -> g k x y >>= maybe (return Nothing) (f k x))

mapWhenMissing :: Functor f => (a -> b) -> WhenMissing f x a -> WhenMissing f x b
mapWhenMissing f (WhenMissing g) = WhenMissing (\k x -> fmap (fmap f) (g k x))

mapWhenMatched :: Functor f => (a -> b) -> WhenMatched f x y a -> WhenMatched f x y b
mapWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> fmap (fmap f) (g k x y))

lmapWhenMissing :: (b -> a) -> WhenMissing f a x -> WhenMissing f b x
lmapWhenMissing f (WhenMissing g) = WhenMissing (\k x -> g k (f x))

contramapFirstWhenMatched :: (b -> a) -> WhenMatched f a y z -> WhenMatched f b y z
contramapFirstWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> g k (f x) y)

contramapSecondWhenMatched :: (b -> a) -> WhenMatched f x a z -> WhenMatched f x b z
contramapSecondWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> g k x (f y))

merge :: SimpleWhenMissing a c -> SimpleWhenMissing b c -> SimpleWhenMatched a b c -> IntMap a -> IntMap b -> IntMap c
merge l r b m n = runIdentity (mergeA l r b m n)

-- | The actions run in the order of the keys.
mergeA :: Applicative f => WhenMissing f a c -> WhenMissing f b c -> WhenMatched f a b c -> IntMap a -> IntMap b -> f (IntMap c)
mergeA (WhenMissing left) (WhenMissing right) (WhenMatched both) m n = fmap (Map.fromDistinctAscList . catMaybes) (sequenceA (go (Map.toAscList m) (Map.toAscList n)))
  where
    go [] ys = [fmap (fmap ((,) k)) (right k y) | (k, y) <- ys]
    go xs [] = [fmap (fmap ((,) k)) (left k x) | (k, x) <- xs]
    go xs@((k, x) : xs') ys@((j, y) : ys') = case compare k j of
      LT -> fmap (fmap ((,) k)) (left k x) : go xs' ys
      EQ -> fmap (fmap ((,) k)) (both k x y) : go xs' ys'
      GT -> fmap (fmap ((,) j)) (right j y) : go xs ys'

zipWithMaybeMatched :: Applicative f => (Int -> x -> y -> Maybe z) -> WhenMatched f x y z
zipWithMaybeMatched f = WhenMatched (\k x y -> pure (f k x y))

zipWithMatched :: Applicative f => (Int -> x -> y -> z) -> WhenMatched f x y z
zipWithMatched f = WhenMatched (\k x y -> pure (Just (f k x y)))

zipWithAMatched :: Applicative f => (Int -> x -> y -> f z) -> WhenMatched f x y z
zipWithAMatched f = WhenMatched (\k x y -> fmap Just (f k x y))

zipWithMaybeAMatched :: Applicative f => (Int -> x -> y -> f (Maybe z)) -> WhenMatched f x y z
zipWithMaybeAMatched = WhenMatched

dropMissing :: Applicative f => WhenMissing f x y
dropMissing = WhenMissing (\_ _ -> pure Nothing)

preserveMissing :: Applicative f => WhenMissing f x x
preserveMissing = WhenMissing (\_ x -> pure (Just x))

mapMissing :: Applicative f => (Int -> x -> y) -> WhenMissing f x y
mapMissing f = WhenMissing (\k x -> pure (Just (f k x)))

mapMaybeMissing :: Applicative f => (Int -> x -> Maybe y) -> WhenMissing f x y
mapMaybeMissing f = WhenMissing (\k x -> pure (f k x))

filterMissing :: Applicative f => (Int -> x -> Bool) -> WhenMissing f x x
filterMissing p = WhenMissing (\k x -> pure (if p k x then Just x else Nothing))

traverseMissing :: Applicative f => (Int -> x -> f y) -> WhenMissing f x y
traverseMissing f = WhenMissing (\k x -> fmap Just (f k x))

traverseMaybeMissing :: Applicative f => (Int -> x -> f (Maybe y)) -> WhenMissing f x y
traverseMaybeMissing = WhenMissing

filterAMissing :: Applicative f => (Int -> x -> f Bool) -> WhenMissing f x x
filterAMissing p = WhenMissing (\k x -> fmap (\keep -> if keep then Just x else Nothing) (p k x))
