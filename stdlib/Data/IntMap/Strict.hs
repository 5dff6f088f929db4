{-# LANGUAGE MagicHash #-}
-- | Maps from Int, strict in the values: every value is evaluated to weak head normal form before it is stored. Costs as Data.IntMap.Lazy.
module Data.IntMap.Strict
  ( IntMap, Key, empty, singleton, fromSet, fromList, fromListWith, fromListWithKey, fromAscList, fromAscListWith, fromAscListWithKey, fromDistinctAscList
  , insert, insertWith, insertWithKey, insertLookupWithKey, delete, adjust, adjustWithKey, update, updateWithKey, updateLookupWithKey, alter, alterF
  , lookup, (!?), (!), findWithDefault, member, notMember, lookupLT, lookupGT, lookupLE, lookupGE, null, size
  , union, unionWith, unionWithKey, unions, unionsWith, difference, (\\), differenceWith, differenceWithKey
  , intersection, intersectionWith, intersectionWithKey, disjoint, compose
  , mergeWithKey, map, mapWithKey, traverseWithKey, traverseMaybeWithKey, mapAccum, mapAccumWithKey, mapAccumRWithKey, mapKeys, mapKeysWith, mapKeysMonotonic
  , foldr, foldl, foldrWithKey, foldlWithKey, foldMapWithKey, foldr', foldl', foldrWithKey', foldlWithKey'
  , elems, keys, assocs, keysSet, toList, toAscList, toDescList
  , filter, filterWithKey, restrictKeys, withoutKeys, partition, partitionWithKey, takeWhileAntitone, dropWhileAntitone, spanAntitone
  , mapMaybe, mapMaybeWithKey, mapEither, mapEitherWithKey, split, splitLookup, splitRoot
  , isSubmapOf, isSubmapOfBy, isProperSubmapOf, isProperSubmapOfBy
  , lookupMin, lookupMax, findMin, findMax, deleteMin, deleteMax, deleteFindMin, deleteFindMax, updateMin, updateMax, updateMinWithKey, updateMaxWithKey
  , minView, maxView, minViewWithKey, maxViewWithKey
  ) where

import qualified Data.Foldable as Foldable
import qualified Data.IntSet.Base as IntSet
import Data.IntMap.Base hiding (traverseWithKey)
import Data.IntMap.Sets
import Data.IntMap.Lazy (compose, mapKeys, mapKeysMonotonic)   -- as in containers: the values are stored as they come
import qualified Data.List as List
import GPH.Types (Int(..))
import Prelude hiding (filter, foldl, foldr, lookup, map, null)

singleton :: Key -> a -> IntMap a
singleton k x = x `seq` single k x

insert :: Key -> a -> IntMap a -> IntMap a
insert k x t = x `seq` insertLazy k x t

insertWith :: (a -> a -> a) -> Key -> a -> IntMap a -> IntMap a
insertWith f = insertWithKey (\_ x y -> f x y)

insertWithKey :: (Key -> a -> a -> a) -> Key -> a -> IntMap a -> IntMap a
insertWithKey f key@(I# k) x = go
  where
    go t = case t of
      Bin p m l r
        | nomatch k p m -> link k (singleton key x) p t
        | zero k m -> Bin p m (go l) r
        | otherwise -> Bin p m l (go r)
      Tip j y
        | same k j -> let v = f key x y in v `seq` Tip k v
        | otherwise -> link k (singleton key x) j t
      Nil -> singleton key x

insertLookupWithKey :: (Key -> a -> a -> a) -> Key -> a -> IntMap a -> (Maybe a, IntMap a)
insertLookupWithKey f k x t = let { !old = lookup k t; !new = insertWithKey f k x t } in (old, new)

adjust :: (a -> a) -> Key -> IntMap a -> IntMap a
adjust f = adjustWithKey (\_ x -> f x)

adjustWithKey :: (Key -> a -> a) -> Key -> IntMap a -> IntMap a
adjustWithKey f key@(I# k) = go
  where
    go t = case t of
      Bin p m l r
        | nomatch k p m -> t
        | zero k m -> Bin p m (go l) r
        | otherwise -> Bin p m l (go r)
      Tip j y | same k j -> let v = f key y in v `seq` Tip k v
      _ -> t

update :: (a -> Maybe a) -> Key -> IntMap a -> IntMap a
update f = updateWithKey (\_ x -> f x)

updateWithKey :: (Key -> a -> Maybe a) -> Key -> IntMap a -> IntMap a
updateWithKey f key@(I# k) = go
  where
    go t = case t of
      Bin p m l r
        | nomatch k p m -> t
        | zero k m -> bin p m (go l) r
        | otherwise -> bin p m l (go r)
      Tip j y | same k j -> case f key y of
        Just v -> v `seq` Tip k v
        Nothing -> Nil
      _ -> t

-- | The value that was there (not the new one: unlike Data.Map's), with the new map.
updateLookupWithKey :: (Key -> a -> Maybe a) -> Key -> IntMap a -> (Maybe a, IntMap a)
updateLookupWithKey f k t = let { !old = lookup k t; !new = updateWithKey f k t } in (old, new)

alter :: (Maybe a -> Maybe a) -> Key -> IntMap a -> IntMap a
alter f k t = case lookup k t of
  Nothing -> case f Nothing of
    Nothing -> t
    Just v -> insert k v t
  Just x -> case f (Just x) of
    Nothing -> delete k t
    Just v -> insert k v t

alterF :: Functor f => (Maybe a -> f (Maybe a)) -> Key -> IntMap a -> f (IntMap a)
alterF f k t = fmap put (f found)
  where
    found = lookup k t
    put Nothing = case found of
      Nothing -> t
      Just _ -> delete k t
    put (Just v) = insert k v t

unionWith :: (a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWith f = unionWithKey (\_ x y -> f x y)

unionWithKey :: (Key -> a -> a -> a) -> IntMap a -> IntMap a -> IntMap a
unionWithKey f = merge (\k x y -> let v = f (I# k) x y in v `seq` Tip k v) id id

unionsWith :: Foldable.Foldable f => (a -> a -> a) -> f (IntMap a) -> IntMap a
unionsWith f = Foldable.foldl' (unionWith f) Nil

differenceWith :: (a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWith f = mergeWithKey (\_ x y -> f x y) id (const Nil)

differenceWithKey :: (Key -> a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWithKey f = mergeWithKey f id (const Nil)

intersectionWith :: (a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWith f = intersectionWithKey (\_ x y -> f x y)

intersectionWithKey :: (Key -> a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWithKey f = merge (\k x y -> let v = f (I# k) x y in v `seq` Tip k v) nilOf nilOf

-- | The general way to combine two maps: what to do with keys in both, and with what is in one of them only.
mergeWithKey :: (Key -> a -> b -> Maybe c) -> (IntMap a -> IntMap c) -> (IntMap b -> IntMap c) -> IntMap a -> IntMap b -> IntMap c
mergeWithKey f = merge (\k x y -> case f (I# k) x y of
  Nothing -> Nil
  Just v -> v `seq` Tip k v)

map :: (a -> b) -> IntMap a -> IntMap b
map f = mapWithKey (\_ x -> f x)

mapWithKey :: (Key -> a -> b) -> IntMap a -> IntMap b
mapWithKey f = go
  where
    go (Bin p m l r) = Bin p m (go l) (go r)
    go (Tip k x) = let v = f (I# k) x in v `seq` Tip k v
    go Nil = Nil

traverseWithKey :: Applicative t => (Key -> a -> t b) -> IntMap a -> t (IntMap b)
traverseWithKey f t = case t of
  Bin p m l r | negative m -> fmap (\r' l' -> Bin p m l' r') (go r) <*> go l
  _ -> go t
  where
    go (Bin p m l r) = fmap (\l' r' -> Bin p m l' r') (go l) <*> go r
    go (Tip k x) = fmap (\v -> v `seq` Tip k v) (f (I# k) x)
    go Nil = pure Nil

traverseMaybeWithKey :: Applicative f => (Key -> a -> f (Maybe b)) -> IntMap a -> f (IntMap b)
traverseMaybeWithKey f t = fmap (mapMaybe id) (traverseWithKey f t)

-- Left to right, or right to left, in the order of keys.
mapAccumWithKey, mapAccumRWithKey :: (a -> Key -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccumWithKey f a0 t = case t of
  Bin p m l r | negative m -> case go a0 r of (a1, r') -> case go a1 l of (a2, l') -> (a2, Bin p m l' r')
  _ -> go a0 t
  where
    go a (Bin p m l r) = case go a l of (a1, l') -> case go a1 r of (a2, r') -> (a2, Bin p m l' r')
    go a (Tip k x) = let (a', v) = f a (I# k) x in v `seq` (a', Tip k v)
    go a Nil = (a, Nil)
mapAccumRWithKey f a0 t = case t of
  Bin p m l r | negative m -> case go a0 l of (a1, l') -> case go a1 r of (a2, r') -> (a2, Bin p m l' r')
  _ -> go a0 t
  where
    go a (Bin p m l r) = case go a r of (a1, r') -> case go a1 l of (a2, l') -> (a2, Bin p m l' r')
    go a (Tip k x) = let (a', v) = f a (I# k) x in v `seq` (a', Tip k v)
    go a Nil = (a, Nil)

mapAccum :: (a -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccum f = mapAccumWithKey (\a _ x -> f a x)

mapKeysWith :: (a -> a -> a) -> (Key -> Key) -> IntMap a -> IntMap a
mapKeysWith c f t = fromListWith c (List.map (\(k, x) -> (f k, x)) (toAscList t))

mapMaybe :: (a -> Maybe b) -> IntMap a -> IntMap b
mapMaybe f = mapMaybeWithKey (\_ x -> f x)

mapMaybeWithKey :: (Key -> a -> Maybe b) -> IntMap a -> IntMap b
mapMaybeWithKey f = go
  where
    go (Bin p m l r) = bin p m (go l) (go r)
    go (Tip k x) = case f (I# k) x of
      Just v -> v `seq` Tip k v
      Nothing -> Nil
    go Nil = Nil

mapEither :: (a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEither f = mapEitherWithKey (\_ x -> f x)

mapEitherWithKey :: (Key -> a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEitherWithKey f = go
  where
    go (Bin p m l r) = case go l of (l1, l2) -> case go r of (r1, r2) -> (bin p m l1 r1, bin p m l2 r2)
    go (Tip k x) = case f (I# k) x of
      Left v -> v `seq` (Tip k v, Nil)
      Right v -> v `seq` (Nil, Tip k v)
    go Nil = (Nil, Nil)

fromSet :: (Key -> a) -> IntSet.IntSet -> IntMap a
fromSet f = fromSetWith (\k -> let v = f (I# k) in v `seq` Tip k v)

fromList :: [(Key, a)] -> IntMap a
fromList = fromListReady (\x -> x `seq` ())

fromListWith :: (a -> a -> a) -> [(Key, a)] -> IntMap a
fromListWith f = fromListWithKey (\_ x y -> f x y)

fromListWithKey :: (Key -> a -> a -> a) -> [(Key, a)] -> IntMap a
fromListWithKey f = List.foldl' (\t (k, x) -> insertWithKey f k x t) Nil

fromAscList, fromDistinctAscList :: [(Key, a)] -> IntMap a
fromAscList = fromAscListWithKey (\_ x _ -> x)
fromDistinctAscList = fromList

fromAscListWith :: (a -> a -> a) -> [(Key, a)] -> IntMap a
fromAscListWith f = fromAscListWithKey (\_ x y -> f x y)

-- | A value that the function replaces is not evaluated.
fromAscListWithKey :: (Key -> a -> a -> a) -> [(Key, a)] -> IntMap a
fromAscListWithKey f xs = fromList (combineEq xs)
  where
    combineEq ((k1, x) : (k2, y) : rest)
      | k1 == k2 = let v = f k2 y x in v `seq` combineEq ((k2, v) : rest)
      | otherwise = (k1, x) : combineEq ((k2, y) : rest)
    combineEq ys = ys

updateMin, updateMax :: (a -> Maybe a) -> IntMap a -> IntMap a
updateMin f = updateMinWithKey (\_ x -> f x)
updateMax f = updateMaxWithKey (\_ x -> f x)

updateMinWithKey, updateMaxWithKey :: (Key -> a -> Maybe a) -> IntMap a -> IntMap a
updateMinWithKey f t = case lookupMin t of
  Nothing -> Nil
  Just (k, _) -> updateWithKey f k t
updateMaxWithKey f t = case lookupMax t of
  Nothing -> Nil
  Just (k, _) -> updateWithKey f k t
