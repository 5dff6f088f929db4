-- | Finite maps, lazy in the values: a value is stored as it is given, evaluated or not. Lookup, insertion and deletion cost O(log n).
module Data.Map.Lazy
  ( Map, empty, singleton, fromSet, fromList, fromListWith, fromListWithKey, fromAscList, fromAscListWith, fromAscListWithKey, fromDistinctAscList
  , fromDescList, fromDescListWith, fromDescListWithKey, fromDistinctDescList
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
  , lookupIndex, findIndex, elemAt, updateAt, deleteAt, take, drop, splitAt
  , lookupMin, lookupMax, findMin, findMax, deleteMin, deleteMax, deleteFindMin, deleteFindMax, updateMin, updateMax, updateMinWithKey, updateMaxWithKey
  , minView, maxView, minViewWithKey, maxViewWithKey, valid
  ) where

import GPH.Exception (Library(Containers), errorAt)
import qualified Data.Foldable as Foldable
import qualified Data.List as List
import Data.Map.Base
import qualified Data.Set.Base as Set
import Prelude hiding (drop, filter, foldl, foldr, lookup, map, null, splitAt, take)

singleton :: k -> a -> Map k a
singleton k x = single k x

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k x m = insertLazy k x m

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f = insertWithKey (\_ x y -> f x y)

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey f !k x m = go m
  where
    go Tip = singleton k x
    go (Bin n ky y l r) = case compare k ky of
      LT -> balanceL ky y (go l) r
      GT -> balanceR ky y l (go r)
      EQ -> Bin n k (f k x y) l r

insertLookupWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> (Maybe a, Map k a)
insertLookupWithKey f k x m = found `seq` m' `seq` (found, m')
  where
    found = lookup k m
    m' = insertWithKey f k x m

adjust :: Ord k => (a -> a) -> k -> Map k a -> Map k a
adjust f = adjustWithKey (\_ x -> f x)

adjustWithKey :: Ord k => (k -> a -> a) -> k -> Map k a -> Map k a
adjustWithKey f !k m = go m
  where
    go Tip = Tip
    go (Bin n kx x l r) = case compare k kx of
      LT -> Bin n kx x (go l) r
      GT -> Bin n kx x l (go r)
      EQ -> Bin n kx (f kx x) l r

update :: Ord k => (a -> Maybe a) -> k -> Map k a -> Map k a
update f = updateWithKey (\_ x -> f x)

updateWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> Map k a
updateWithKey f !k m = go m
  where
    go Tip = Tip
    go (Bin n kx x l r) = case compare k kx of
      LT -> balanceR kx x (go l) r
      GT -> balanceL kx x l (go r)
      EQ -> case f kx x of
        Just v -> Bin n kx v l r
        Nothing -> glue l r

-- | The value that was updated, or the one that was deleted, with the new map.
updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = case lookupKey k m of
  Nothing -> (Nothing, m)
  Just (kx, x) -> case f kx x of
    Just v -> let m' = replace k v m in m' `seq` (Just v, m')
    Nothing -> let m' = delete k m in m' `seq` (Just x, m')

alter :: Ord k => (Maybe a -> Maybe a) -> k -> Map k a -> Map k a
alter f !k m = go m
  where
    go Tip = case f Nothing of
      Nothing -> Tip
      Just v -> singleton k v
    go (Bin n kx x l r) = case compare k kx of
      LT -> balance kx x (go l) r
      GT -> balance kx x l (go r)
      EQ -> case f (Just x) of
        Just v -> Bin n kx v l r
        Nothing -> glue l r
    balance kx x l r
      | size l > size r = balanceL kx x l r
      | otherwise = balanceR kx x l r

alterF :: (Ord k, Functor f) => (Maybe a -> f (Maybe a)) -> k -> Map k a -> f (Map k a)
alterF f !k m = fmap put (f found)
  where
    found = lookup k m
    put Nothing = case found of
      Nothing -> m
      Just _ -> delete k m
    put (Just v) = case found of
      Nothing -> insert k v m
      Just _ -> replace k v m

unionWith :: Ord k => (a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWith f = unionWithKey (\_ x y -> f x y)

unionWithKey :: Ord k => (k -> a -> a -> a) -> Map k a -> Map k a -> Map k a
unionWithKey f = go
  where
    go t1 Tip = t1
    go Tip t2 = t2
    go (Bin _ k x l1 r1) t2 = case splitLookup k t2 of
      (l2, found, r2) -> case found of
        Nothing -> link k x l r
        Just y -> let v = f k x y in link k v l r
        where
          l = go l1 l2
          r = go r1 r2

unionsWith :: (Foldable.Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f = Foldable.foldl' (unionWith f) Tip

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f = mergeWithKey (\_ x y -> f x y) id (const Tip)

differenceWithKey :: Ord k => (k -> a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWithKey f = mergeWithKey f id (const Tip)

intersectionWith :: Ord k => (a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWith f = intersectionWithKey (\_ x y -> f x y)

intersectionWithKey :: Ord k => (k -> a -> b -> c) -> Map k a -> Map k b -> Map k c
intersectionWithKey f = go
  where
    go Tip _ = Tip
    go _ Tip = Tip
    go (Bin _ k x l1 r1) t2 = case splitLookup k t2 of
      (l2, found, r2) -> case found of
        Nothing -> link2 l r
        Just y -> let v = f k x y in link k v l r
        where
          l = go l1 l2
          r = go r1 r2

-- | @compose bc ab@ maps each key of @ab@ through both maps.
compose :: Ord b => Map b c -> Map a b -> Map a c
compose bc ab
  | null bc = empty
  | otherwise = mapMaybe (bc !?) ab

-- | The general way to combine two maps: what to do with keys in both, and with what is in one of them only.
mergeWithKey :: Ord k => (k -> a -> b -> Maybe c) -> (Map k a -> Map k c) -> (Map k b -> Map k c) -> Map k a -> Map k b -> Map k c
mergeWithKey f g1 g2 = go
  where
    go Tip t2 = g2 t2
    go t1 Tip = g1 t1
    go (Bin _ k x l1 r1) t2 = case splitLookup k t2 of
      (l2, found, r2) -> case found of
        Nothing -> case g1 (single k x) of
          Tip -> link2 l r
          Bin _ _ v Tip Tip -> link k v l r
          _ -> error "mergeWithKey: Given function only1 does not fulfill required conditions (see documentation)"
        Just y -> case f k x y of
          Nothing -> link2 l r
          Just v -> link k v l r
        where
          l = go l1 l2
          r = go r1 r2

map :: (a -> b) -> Map k a -> Map k b
map = fmap

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey f = go
  where
    go Tip = Tip
    go (Bin n k x l r) = Bin n k (f k x) (go l) (go r)

mapAccum :: (a -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccum f = mapAccumWithKey (\a _ x -> f a x)

mapAccumWithKey, mapAccumRWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccumWithKey _ a Tip = (a, Tip)
mapAccumWithKey f a (Bin n k x l r) =
  let (a1, l') = mapAccumWithKey f a l
      (a2, v) = f a1 k x
      (a3, r') = mapAccumWithKey f a2 r
   in (a3, Bin n k v l' r')
mapAccumRWithKey _ a Tip = (a, Tip)
mapAccumRWithKey f a (Bin n k x l r) =
  let (a1, r') = mapAccumRWithKey f a r
      (a2, v) = f a1 k x
      (a3, l') = mapAccumRWithKey f a2 l
   in (a3, Bin n k v l' r')

mapKeys :: Ord k2 => (k1 -> k2) -> Map k1 a -> Map k2 a
mapKeys f m = fromList (List.map (\(k, x) -> (f k, x)) (toAscList m))

mapKeysWith :: Ord k2 => (a -> a -> a) -> (k1 -> k2) -> Map k1 a -> Map k2 a
mapKeysWith c f m = fromListWith c (List.map (\(k, x) -> (f k, x)) (toAscList m))

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f = mapMaybeWithKey (\_ x -> f x)

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey f = go
  where
    go Tip = Tip
    go (Bin _ k x l r) = case f k x of
      Just v -> link k v (go l) (go r)
      Nothing -> link2 (go l) (go r)

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f = mapEitherWithKey (\_ x -> f x)

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey _ Tip = (Tip, Tip)
mapEitherWithKey f (Bin _ k x l r) = case (mapEitherWithKey f l, mapEitherWithKey f r) of
  ((l1, l2), (r1, r2)) -> case f k x of
    Left v -> (link k v l1 r1, link2 l2 r2)
    Right v -> (link2 l1 r1, link k v l2 r2)

updateAt :: (k -> a -> Maybe a) -> Int -> Map k a -> Map k a
updateAt _ _ Tip = errorAt Containers "Data.Map.Internal" 1595 12 "Map.updateAt: index out of range"
updateAt f i (Bin n k x l r) = case compare i (size l) of
  LT -> balanceR k x (updateAt f i l) r
  GT -> balanceL k x l (updateAt f (i - size l - 1) r)
  EQ -> case f k x of
    Just v -> Bin n k v l r
    Nothing -> glue l r

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f = updateMinWithKey (\_ x -> f x)
updateMax f = updateMaxWithKey (\_ x -> f x)

updateMinWithKey, updateMaxWithKey :: (k -> a -> Maybe a) -> Map k a -> Map k a
updateMinWithKey _ Tip = Tip
updateMinWithKey f (Bin n k x Tip r) = case f k x of
  Nothing -> r
  Just v -> Bin n k v Tip r
updateMinWithKey f (Bin _ k x l r) = balanceR k x (updateMinWithKey f l) r
updateMaxWithKey _ Tip = Tip
updateMaxWithKey f (Bin n k x l Tip) = case f k x of
  Nothing -> l
  Just v -> Bin n k v l Tip
updateMaxWithKey f (Bin _ k x l r) = balanceL k x l (updateMaxWithKey f r)

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet f = go
  where
    go Set.Tip = Tip
    go (Set.Bin n k l r) = Bin n k (f k) (go l) (go r)

fromList :: Ord k => [(k, a)] -> Map k a
fromList xs
  | ascending xs = fromDistinctAscList xs
  | otherwise = List.foldl' (\m (k, x) -> insert k x m) Tip xs

fromListWith :: Ord k => (a -> a -> a) -> [(k, a)] -> Map k a
fromListWith f = fromListWithKey (\_ x y -> f x y)

fromListWithKey :: Ord k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromListWithKey f = List.foldl' (\m (k, x) -> insertWithKey f k x m) Tip

fromAscList, fromDescList :: Eq k => [(k, a)] -> Map k a
fromAscList = fromAscListWithKey (\_ x _ -> x)
fromDescList = fromDescListWithKey (\_ x _ -> x)

fromAscListWith, fromDescListWith :: Eq k => (a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWith f = fromAscListWithKey (\_ x y -> f x y)
fromDescListWith f = fromDescListWithKey (\_ x y -> f x y)

fromAscListWithKey, fromDescListWithKey :: Eq k => (k -> a -> a -> a) -> [(k, a)] -> Map k a
fromAscListWithKey f xs = fromDistinctAscList (combineEq f xs)
fromDescListWithKey f xs = fromDistinctDescList (combineEq f xs)

combineEq :: Eq k => (k -> a -> a -> a) -> [(k, a)] -> [(k, a)]
combineEq f ((k1, x) : (k2, y) : rest)
  | k1 == k2 = let v = f k2 y x in combineEq f ((k2, v) : rest)
  | otherwise = (k1, x) : combineEq f ((k2, y) : rest)
combineEq _ xs = xs

fromDistinctAscList, fromDistinctDescList :: [(k, a)] -> Map k a
fromDistinctAscList xs = fromDistinctAscListLazy xs
fromDistinctDescList xs = fromDistinctAscList (List.reverse xs)
