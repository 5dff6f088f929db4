-- | Merging two maps by what happens to keys of one, the other, and both. O(m + n), lazy in the values.
module Data.Map.Merge.Lazy
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, zipWithMaybeMatched, zipWithMatched, zipWithAMatched, zipWithMaybeAMatched
  , dropMissing, preserveMissing, mapMissing, mapMaybeMissing, filterMissing, traverseMissing, traverseMaybeMissing, filterAMissing
  , mapWhenMissing, mapWhenMatched, lmapWhenMissing, contramapFirstWhenMatched, contramapSecondWhenMatched, runWhenMatched, runWhenMissing
  ) where

import Control.Category (Category)
import qualified Control.Category as Category
import Data.Functor.Identity (Identity(..))
import Data.Map.Lazy (Map)
import qualified Data.Map.Lazy as Map
import Data.Maybe (catMaybes)

-- | What happens to a key that only one of the maps has.
newtype WhenMissing f k x y = WhenMissing (k -> x -> f (Maybe y))
-- | What happens to a key that both have.
newtype WhenMatched f k x y z = WhenMatched (k -> x -> y -> f (Maybe z))
type SimpleWhenMissing = WhenMissing Identity
type SimpleWhenMatched = WhenMatched Identity

-- | What a tactic does with one key.
runWhenMissing :: WhenMissing f k x y -> k -> x -> f (Maybe y)
runWhenMissing (WhenMissing f) = f

runWhenMatched :: WhenMatched f k x y z -> k -> x -> y -> f (Maybe z)
runWhenMatched (WhenMatched f) = f

instance Monad f => Functor (WhenMissing f k x) where
  fmap = mapWhenMissing
instance Monad f => Applicative (WhenMissing f k x) where
  pure x = mapMissing (\_ _ -> x)
  f <*> g = f >>= \h -> fmap h g
instance Monad f => Monad (WhenMissing f k x) where
  WhenMissing f >>= g = WhenMissing (\k x -> f k x >>= maybe (return Nothing) (\y -> runWhenMissing (g y) k x))
instance Monad f => Category (WhenMissing f k) where
  id = preserveMissing
  WhenMissing f . WhenMissing g = WhenMissing (\k x -> g k x >>= maybe (return Nothing) (f k))

instance Functor f => Functor (WhenMatched f k x y) where
  fmap = mapWhenMatched
instance Monad f => Applicative (WhenMatched f k x y) where
  pure x = zipWithMatched (\_ _ _ -> x)
  f <*> g = f >>= \h -> fmap h g
instance Monad f => Monad (WhenMatched f k x y) where
  WhenMatched f >>= g = WhenMatched (\k x y -> f k x y >>= maybe (return Nothing) (\z -> runWhenMatched (g z) k x y))
instance Monad f => Category (WhenMatched f k x) where
  id = zipWithMatched (\_ _ y -> y)
  WhenMatched f . WhenMatched g = WhenMatched (\k x y -> g k x y >>= maybe (return Nothing) (f k x))

mapWhenMissing :: Functor f => (a -> b) -> WhenMissing f k x a -> WhenMissing f k x b
mapWhenMissing f (WhenMissing g) = WhenMissing (\k x -> fmap (fmap f) (g k x))

mapWhenMatched :: Functor f => (a -> b) -> WhenMatched f k x y a -> WhenMatched f k x y b
mapWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> fmap (fmap f) (g k x y))

lmapWhenMissing :: (b -> a) -> WhenMissing f k a x -> WhenMissing f k b x
lmapWhenMissing f (WhenMissing g) = WhenMissing (\k x -> g k (f x))

contramapFirstWhenMatched :: (b -> a) -> WhenMatched f k a y z -> WhenMatched f k b y z
contramapFirstWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> g k (f x) y)

contramapSecondWhenMatched :: (b -> a) -> WhenMatched f k x a z -> WhenMatched f k x b z
contramapSecondWhenMatched f (WhenMatched g) = WhenMatched (\k x y -> g k x (f y))

merge :: Ord k => SimpleWhenMissing k a c -> SimpleWhenMissing k b c -> SimpleWhenMatched k a b c -> Map k a -> Map k b -> Map k c
merge l r b m n = runIdentity (mergeA l r b m n)

-- | The actions run in the order of the keys.
mergeA :: (Applicative f, Ord k) => WhenMissing f k a c -> WhenMissing f k b c -> WhenMatched f k a b c -> Map k a -> Map k b -> f (Map k c)
mergeA (WhenMissing left) (WhenMissing right) (WhenMatched both) m n = fmap (Map.fromDistinctAscList . catMaybes) (sequenceA (go (Map.toAscList m) (Map.toAscList n)))
  where
    go [] ys = [fmap (fmap ((,) k)) (right k y) | (k, y) <- ys]
    go xs [] = [fmap (fmap ((,) k)) (left k x) | (k, x) <- xs]
    go xs@((k, x) : xs') ys@((j, y) : ys') = case compare k j of
      LT -> fmap (fmap ((,) k)) (left k x) : go xs' ys
      EQ -> fmap (fmap ((,) k)) (both k x y) : go xs' ys'
      GT -> fmap (fmap ((,) j)) (right j y) : go xs ys'

zipWithMaybeMatched :: Applicative f => (k -> x -> y -> Maybe z) -> WhenMatched f k x y z
zipWithMaybeMatched f = WhenMatched (\k x y -> pure (f k x y))

zipWithMatched :: Applicative f => (k -> x -> y -> z) -> WhenMatched f k x y z
zipWithMatched f = WhenMatched (\k x y -> pure (Just (f k x y)))

zipWithAMatched :: Applicative f => (k -> x -> y -> f z) -> WhenMatched f k x y z
zipWithAMatched f = WhenMatched (\k x y -> fmap Just (f k x y))

zipWithMaybeAMatched :: Applicative f => (k -> x -> y -> f (Maybe z)) -> WhenMatched f k x y z
zipWithMaybeAMatched = WhenMatched

dropMissing :: Applicative f => WhenMissing f k x y
dropMissing = WhenMissing (\_ _ -> pure Nothing)

preserveMissing :: Applicative f => WhenMissing f k x x
preserveMissing = WhenMissing (\_ x -> pure (Just x))

mapMissing :: Applicative f => (k -> x -> y) -> WhenMissing f k x y
mapMissing f = WhenMissing (\k x -> pure (Just (f k x)))

mapMaybeMissing :: Applicative f => (k -> x -> Maybe y) -> WhenMissing f k x y
mapMaybeMissing f = WhenMissing (\k x -> pure (f k x))

filterMissing :: Applicative f => (k -> x -> Bool) -> WhenMissing f k x x
filterMissing p = WhenMissing (\k x -> pure (if p k x then Just x else Nothing))

traverseMissing :: Applicative f => (k -> x -> f y) -> WhenMissing f k x y
traverseMissing f = WhenMissing (\k x -> fmap Just (f k x))

traverseMaybeMissing :: Applicative f => (k -> x -> f (Maybe y)) -> WhenMissing f k x y
traverseMaybeMissing = WhenMissing

filterAMissing :: Applicative f => (k -> x -> f Bool) -> WhenMissing f k x x
filterAMissing p = WhenMissing (\k x -> fmap (\keep -> if keep then Just x else Nothing) (p k x))
