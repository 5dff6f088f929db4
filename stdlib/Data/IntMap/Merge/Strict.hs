-- | Merging two maps by what happens to keys of one, the other, and both. O(m + n), values are evaluated to weak head normal form: the tactics of
-- Data.IntMap.Merge.Lazy, followed by that evaluation.
module Data.IntMap.Merge.Strict
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, zipWithMaybeMatched, zipWithMatched, zipWithAMatched, zipWithMaybeAMatched
  , dropMissing, preserveMissing, mapMissing, mapMaybeMissing, filterMissing, traverseMissing, traverseMaybeMissing, filterAMissing
  , mapWhenMissing, mapWhenMatched, runWhenMatched, runWhenMissing
  ) where

import Data.IntMap.Merge.Lazy
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, dropMissing, preserveMissing, filterMissing, filterAMissing, runWhenMatched
  , runWhenMissing )
import qualified Data.IntMap.Merge.Lazy as Lazy

missing :: Applicative f => (Int -> x -> f (Maybe y)) -> WhenMissing f x y
missing f = Lazy.traverseMaybeMissing (\k x -> fmap forced (f k x))

matched :: Applicative f => (Int -> x -> y -> f (Maybe z)) -> WhenMatched f x y z
matched f = Lazy.zipWithMaybeAMatched (\k x y -> fmap forced (f k x y))

-- The value is evaluated with the Maybe.
forced :: Maybe a -> Maybe a
forced m = case m of { Just x -> x `seq` m; Nothing -> m }

mapWhenMissing :: Applicative f => (a -> b) -> WhenMissing f x a -> WhenMissing f x b
mapWhenMissing f t = missing (\k x -> fmap (fmap f) (runWhenMissing t k x))

mapWhenMatched :: Applicative f => (a -> b) -> WhenMatched f x y a -> WhenMatched f x y b
mapWhenMatched f t = matched (\k x y -> fmap (fmap f) (runWhenMatched t k x y))

zipWithMaybeMatched :: Applicative f => (Int -> x -> y -> Maybe z) -> WhenMatched f x y z
zipWithMaybeMatched f = matched (\k x y -> pure (f k x y))

zipWithMatched :: Applicative f => (Int -> x -> y -> z) -> WhenMatched f x y z
zipWithMatched f = matched (\k x y -> pure (Just (f k x y)))

zipWithAMatched :: Applicative f => (Int -> x -> y -> f z) -> WhenMatched f x y z
zipWithAMatched f = matched (\k x y -> fmap Just (f k x y))

zipWithMaybeAMatched :: Applicative f => (Int -> x -> y -> f (Maybe z)) -> WhenMatched f x y z
zipWithMaybeAMatched = matched

mapMissing :: Applicative f => (Int -> x -> y) -> WhenMissing f x y
mapMissing f = missing (\k x -> pure (Just (f k x)))

mapMaybeMissing :: Applicative f => (Int -> x -> Maybe y) -> WhenMissing f x y
mapMaybeMissing f = missing (\k x -> pure (f k x))

traverseMissing :: Applicative f => (Int -> x -> f y) -> WhenMissing f x y
traverseMissing f = missing (\k x -> fmap Just (f k x))

traverseMaybeMissing :: Applicative f => (Int -> x -> f (Maybe y)) -> WhenMissing f x y
traverseMaybeMissing = missing
