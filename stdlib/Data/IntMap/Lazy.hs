{-# LANGUAGE MagicHash #-}
-- | Maps from Int, lazy in the values: a value is stored as it is given, evaluated or not. See Data.IntMap.Base for the representation.
-- O(min(n, 64)): lookup, insert, delete, alter, the ends and what is made of these. O(n + m) at most: union, difference, intersection and their kin.
-- O(n): size, maps, folds, filters, conversions. Strict in the map and in keys. Folds and lists go from the smallest key to the largest;
-- foldr and the lists are lazy in the rest, names with ' evaluate the accumulator.
module Data.IntMap.Lazy
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
import Data.IntMap.Base
import Data.IntMap.Sets
import qualified Data.List as List
import GPH.Prim
import GPH.Types (Int(..))
import Prelude hiding (filter, foldl, foldr, lookup, map, null)

singleton :: Key -> a -> IntMap a
singleton k x = single k x

insert :: Key -> a -> IntMap a -> IntMap a
insert k x t = insertLazy k x t

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
        | same k j -> let v = f key x y in Tip k v
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
      Tip j y | same k j -> let v = f key y in Tip k v
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
        Just v -> Tip k v
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
unionWithKey f = merge (\k x y -> let v = f (I# k) x y in Tip k v) id id

unionsWith :: Foldable.Foldable f => (a -> a -> a) -> f (IntMap a) -> IntMap a
unionsWith f = Foldable.foldl' (unionWith f) Nil

differenceWith :: (a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWith f = mergeWithKey (\_ x y -> f x y) id (const Nil)

differenceWithKey :: (Key -> a -> b -> Maybe a) -> IntMap a -> IntMap b -> IntMap a
differenceWithKey f = mergeWithKey f id (const Nil)

intersectionWith :: (a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWith f = intersectionWithKey (\_ x y -> f x y)

intersectionWithKey :: (Key -> a -> b -> c) -> IntMap a -> IntMap b -> IntMap c
intersectionWithKey f = merge (\k x y -> let v = f (I# k) x y in Tip k v) nilOf nilOf

-- | @compose bc ab@ maps each key of @ab@ through both maps.
compose :: IntMap c -> IntMap Int -> IntMap c
compose bc ab
  | null bc = empty
  | otherwise = mapMaybe (bc !?) ab

-- | The general way to combine two maps: what to do with keys in both, and with what is in one of them only.
mergeWithKey :: (Key -> a -> b -> Maybe c) -> (IntMap a -> IntMap c) -> (IntMap b -> IntMap c) -> IntMap a -> IntMap b -> IntMap c
mergeWithKey f = merge (\k x y -> case f (I# k) x y of
  Nothing -> Nil
  Just v -> Tip k v)

map :: (a -> b) -> IntMap a -> IntMap b
map f = mapWithKey (\_ x -> f x)

mapWithKey :: (Key -> a -> b) -> IntMap a -> IntMap b
mapWithKey f = go
  where
    go (Bin p m l r) = Bin p m (go l) (go r)
    go (Tip k x) = let v = f (I# k) x in Tip k v
    go Nil = Nil

traverseMaybeWithKey :: Applicative f => (Key -> a -> f (Maybe b)) -> IntMap a -> f (IntMap b)
traverseMaybeWithKey f t = fmap (mapMaybe id) (traverseWithKey f t)

-- Left to right, or right to left, in the order of keys.
mapAccumWithKey, mapAccumRWithKey :: (a -> Key -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccumWithKey f a0 t = case t of
  Bin p m l r | negative m -> let { (a1, r') = go a0 r; (a2, l') = go a1 l } in (a2, Bin p m l' r')
  _ -> go a0 t
  where
    go a (Bin p m l r) = let { (a1, l') = go a l; (a2, r') = go a1 r } in (a2, Bin p m l' r')
    go a (Tip k x) = let (a', v) = f a (I# k) x in (a', Tip k v)
    go a Nil = (a, Nil)
mapAccumRWithKey f a0 t = case t of
  Bin p m l r | negative m -> let { (a1, l') = go a0 l; (a2, r') = go a1 r } in (a2, Bin p m l' r')
  _ -> go a0 t
  where
    go a (Bin p m l r) = let { (a1, r') = go a r; (a2, l') = go a1 l } in (a2, Bin p m l' r')
    go a (Tip k x) = let (a', v) = f a (I# k) x in (a', Tip k v)
    go a Nil = (a, Nil)

mapAccum :: (a -> b -> (a, c)) -> a -> IntMap b -> (a, IntMap c)
mapAccum f = mapAccumWithKey (\a _ x -> f a x)

mapKeys, mapKeysMonotonic :: (Key -> Key) -> IntMap a -> IntMap a
mapKeys f t = fromList (List.map (\(k, x) -> (f k, x)) (toAscList t))
mapKeysMonotonic = mapKeys

mapKeysWith :: (a -> a -> a) -> (Key -> Key) -> IntMap a -> IntMap a
mapKeysWith c f t = fromListWith c (List.map (\(k, x) -> (f k, x)) (toAscList t))

mapMaybe :: (a -> Maybe b) -> IntMap a -> IntMap b
mapMaybe f = mapMaybeWithKey (\_ x -> f x)

mapMaybeWithKey :: (Key -> a -> Maybe b) -> IntMap a -> IntMap b
mapMaybeWithKey f = go
  where
    go (Bin p m l r) = bin p m (go l) (go r)
    go (Tip k x) = case f (I# k) x of
      Just v -> Tip k v
      Nothing -> Nil
    go Nil = Nil

mapEither :: (a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEither f = mapEitherWithKey (\_ x -> f x)

mapEitherWithKey :: (Key -> a -> Either b c) -> IntMap a -> (IntMap b, IntMap c)
mapEitherWithKey f = go
  where
    go (Bin p m l r) = case go l of (l1, l2) -> case go r of (r1, r2) -> (bin p m l1 r1, bin p m l2 r2)
    go (Tip k x) = case f (I# k) x of
      Left v -> (Tip k v, Nil)
      Right v -> (Nil, Tip k v)
    go Nil = (Nil, Nil)

fromSet :: (Key -> a) -> IntSet.IntSet -> IntMap a
fromSet f = fromSetWith (\k -> Tip k (f (I# k)))

fromList :: [(Key, a)] -> IntMap a
fromList = fromListLazy

fromListWith :: (a -> a -> a) -> [(Key, a)] -> IntMap a
fromListWith f = fromListWithKey (\_ x y -> f x y)

fromListWithKey :: (Key -> a -> a -> a) -> [(Key, a)] -> IntMap a
fromListWithKey f = List.foldl' (\t (k, x) -> insertWithKey f k x t) Nil

fromAscList, fromDistinctAscList :: [(Key, a)] -> IntMap a
fromAscList = fromList
fromDistinctAscList = fromList

fromAscListWith :: (a -> a -> a) -> [(Key, a)] -> IntMap a
fromAscListWith = fromListWith

fromAscListWithKey :: (Key -> a -> a -> a) -> [(Key, a)] -> IntMap a
fromAscListWithKey = fromListWithKey

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
