-- | Merging two maps by what happens to keys of one, the other, and both. O(m + n), lazy in the values.
module Data.Map.Merge.Lazy
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, zipWithMaybeMatched, zipWithMatched, zipWithAMatched, zipWithMaybeAMatched
  , dropMissing, preserveMissing, mapMissing, mapMaybeMissing, filterMissing, traverseMissing, traverseMaybeMissing, filterAMissing
  ) where

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
zipWithMaybeMatched f = WhenMatched (\k x y -> pure ((f k x y)))

zipWithMatched :: Applicative f => (k -> x -> y -> z) -> WhenMatched f k x y z
zipWithMatched f = WhenMatched (\k x y -> pure (Just (f k x y)))

zipWithAMatched :: Applicative f => (k -> x -> y -> f z) -> WhenMatched f k x y z
zipWithAMatched f = WhenMatched (\k x y -> fmap (\z -> Just (z)) (f k x y))

zipWithMaybeAMatched :: Applicative f => (k -> x -> y -> f (Maybe z)) -> WhenMatched f k x y z
zipWithMaybeAMatched f = WhenMatched (\k x y -> fmap (\z -> (z)) (f k x y))

dropMissing :: Applicative f => WhenMissing f k x y
dropMissing = WhenMissing (\_ _ -> pure Nothing)

preserveMissing :: Applicative f => WhenMissing f k x x
preserveMissing = WhenMissing (\_ x -> pure (Just x))

mapMissing :: Applicative f => (k -> x -> y) -> WhenMissing f k x y
mapMissing f = WhenMissing (\k x -> pure (Just (f k x)))

mapMaybeMissing :: Applicative f => (k -> x -> Maybe y) -> WhenMissing f k x y
mapMaybeMissing f = WhenMissing (\k x -> pure ((f k x)))

filterMissing :: Applicative f => (k -> x -> Bool) -> WhenMissing f k x x
filterMissing p = WhenMissing (\k x -> pure (if p k x then Just x else Nothing))

traverseMissing :: Applicative f => (k -> x -> f y) -> WhenMissing f k x y
traverseMissing f = WhenMissing (\k x -> fmap (\y -> Just (y)) (f k x))

traverseMaybeMissing :: Applicative f => (k -> x -> f (Maybe y)) -> WhenMissing f k x y
traverseMaybeMissing f = WhenMissing (\k x -> fmap (\y -> (y)) (f k x))

filterAMissing :: Applicative f => (k -> x -> f Bool) -> WhenMissing f k x x
filterAMissing p = WhenMissing (\k x -> fmap (\keep -> if keep then Just x else Nothing) (p k x))
