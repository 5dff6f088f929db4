-- | Merging two maps by what happens to keys of one, the other, and both. O(m + n), values are evaluated to weak head normal form: the tactics of
-- Data.Map.Merge.Lazy, followed by that evaluation.
module Data.Map.Merge.Strict
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, zipWithMaybeMatched, zipWithMatched, zipWithAMatched, zipWithMaybeAMatched
  , dropMissing, preserveMissing, preserveMissing', mapMissing, mapMaybeMissing, filterMissing, traverseMissing, traverseMaybeMissing, filterAMissing
  , mapWhenMissing, mapWhenMatched, runWhenMatched, runWhenMissing
  ) where

import Data.Map.Merge.Lazy
  ( SimpleWhenMissing, SimpleWhenMatched, WhenMissing, WhenMatched, merge, mergeA, dropMissing, preserveMissing, filterMissing, filterAMissing, runWhenMatched
  , runWhenMissing )
import qualified Data.Map.Merge.Lazy as Lazy

missing :: Applicative f => (k -> x -> f (Maybe y)) -> WhenMissing f k x y
missing f = Lazy.traverseMaybeMissing (\k x -> fmap forced (f k x))

matched :: Applicative f => (k -> x -> y -> f (Maybe z)) -> WhenMatched f k x y z
matched f = Lazy.zipWithMaybeAMatched (\k x y -> fmap forced (f k x y))

-- The value is evaluated with the Maybe.
forced :: Maybe a -> Maybe a
forced m = case m of { Just x -> x `seq` m; Nothing -> m }

mapWhenMissing :: Applicative f => (a -> b) -> WhenMissing f k x a -> WhenMissing f k x b
mapWhenMissing f t = missing (\k x -> fmap (fmap f) (runWhenMissing t k x))

mapWhenMatched :: Applicative f => (a -> b) -> WhenMatched f k x y a -> WhenMatched f k x y b
mapWhenMatched f t = matched (\k x y -> fmap (fmap f) (runWhenMatched t k x y))

zipWithMaybeMatched :: Applicative f => (k -> x -> y -> Maybe z) -> WhenMatched f k x y z
zipWithMaybeMatched f = matched (\k x y -> pure (f k x y))

zipWithMatched :: Applicative f => (k -> x -> y -> z) -> WhenMatched f k x y z
zipWithMatched f = matched (\k x y -> pure (Just (f k x y)))

zipWithAMatched :: Applicative f => (k -> x -> y -> f z) -> WhenMatched f k x y z
zipWithAMatched f = matched (\k x y -> fmap Just (f k x y))

zipWithMaybeAMatched :: Applicative f => (k -> x -> y -> f (Maybe z)) -> WhenMatched f k x y z
zipWithMaybeAMatched = matched

mapMissing :: Applicative f => (k -> x -> y) -> WhenMissing f k x y
mapMissing f = missing (\k x -> pure (Just (f k x)))

mapMaybeMissing :: Applicative f => (k -> x -> Maybe y) -> WhenMissing f k x y
mapMaybeMissing f = missing (\k x -> pure (f k x))

traverseMissing :: Applicative f => (k -> x -> f y) -> WhenMissing f k x y
traverseMissing f = missing (\k x -> fmap Just (f k x))

traverseMaybeMissing :: Applicative f => (k -> x -> f (Maybe y)) -> WhenMissing f k x y
traverseMaybeMissing = missing

-- | Keeps the values, evaluated.
preserveMissing' :: Applicative f => WhenMissing f k x x
preserveMissing' = mapMissing (\_ x -> x)
