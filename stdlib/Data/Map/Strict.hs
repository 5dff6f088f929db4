-- | Finite maps, strict in the values: every value is evaluated to weak head normal form before it is stored. Costs as Data.Map.
module Data.Map.Strict
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
import Data.Map.Base hiding (traverseMaybeWithKey, traverseWithKey)
import Data.Map.Lazy (compose, mapKeys, mergeWithKey)   -- as in containers: the values are stored as they come
import qualified Data.Set.Base as Set
import Prelude hiding (drop, filter, foldl, foldr, lookup, map, null, splitAt, take)

singleton :: k -> a -> Map k a
singleton k x = x `seq` single k x

insert :: Ord k => k -> a -> Map k a -> Map k a
insert k x m = x `seq` insertLazy k x m

insertWith :: Ord k => (a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWith f = insertWithKey (\_ x y -> f x y)

insertWithKey :: Ord k => (k -> a -> a -> a) -> k -> a -> Map k a -> Map k a
insertWithKey f !k x m = go m
  where
    go Tip = singleton k x
    go (Bin n ky y l r) = case compare k ky of
      LT -> balanceL ky y (go l) r
      GT -> balanceR ky y l (go r)
      EQ -> let v = f k x y in v `seq` Bin n k v l r

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
      EQ -> let v = f kx x in v `seq` Bin n kx v l r

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
        Just v -> v `seq` Bin n kx v l r
        Nothing -> glue l r

-- | The value that was updated, or the one that was deleted, with the new map.
updateLookupWithKey :: Ord k => (k -> a -> Maybe a) -> k -> Map k a -> (Maybe a, Map k a)
updateLookupWithKey f k m = case lookupKey k m of
  Nothing -> (Nothing, m)
  Just (kx, x) -> case f kx x of
    Just v -> v `seq` let m' = replace k v m in m' `seq` (Just v, m')
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
        Just v -> v `seq` Bin n kx v l r
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
      Just _ -> v `seq` replace k v m

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
        Just y -> let v = f k x y in v `seq` link k v l r
        where
          l = go l1 l2
          r = go r1 r2

unionsWith :: (Foldable.Foldable f, Ord k) => (a -> a -> a) -> f (Map k a) -> Map k a
unionsWith f = Foldable.foldl' (unionWith f) Tip

differenceWith :: Ord k => (a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWith f = mergeWithKey (\_ x y -> case f x y of { Nothing -> Nothing; r@(Just v) -> v `seq` r }) id (const Tip)

differenceWithKey :: Ord k => (k -> a -> b -> Maybe a) -> Map k a -> Map k b -> Map k a
differenceWithKey f = mergeWithKey (\k x y -> case f k x y of { Nothing -> Nothing; r@(Just v) -> v `seq` r }) id (const Tip)

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
        Just y -> let v = f k x y in v `seq` link k v l r
        where
          l = go l1 l2
          r = go r1 r2

map :: (a -> b) -> Map k a -> Map k b
map f = go
  where
    go Tip = Tip
    go (Bin n k x l r) = let v = f x in v `seq` Bin n k v (go l) (go r)

mapWithKey :: (k -> a -> b) -> Map k a -> Map k b
mapWithKey f = go
  where
    go Tip = Tip
    go (Bin n k x l r) = let v = f k x in v `seq` Bin n k v (go l) (go r)

mapAccum :: (a -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccum f = mapAccumWithKey (\a _ x -> f a x)

mapAccumWithKey, mapAccumRWithKey :: (a -> k -> b -> (a, c)) -> a -> Map k b -> (a, Map k c)
mapAccumWithKey _ a Tip = (a, Tip)
mapAccumWithKey f a (Bin n k x l r) =
  let (a1, l') = mapAccumWithKey f a l
      (a2, v) = f a1 k x
      (a3, r') = mapAccumWithKey f a2 r
   in v `seq` (a3, Bin n k v l' r')
mapAccumRWithKey _ a Tip = (a, Tip)
mapAccumRWithKey f a (Bin n k x l r) =
  let (a1, r') = mapAccumRWithKey f a r
      (a2, v) = f a1 k x
      (a3, l') = mapAccumRWithKey f a2 l
   in v `seq` (a3, Bin n k v l' r')

mapKeysWith :: Ord k2 => (a -> a -> a) -> (k1 -> k2) -> Map k1 a -> Map k2 a
mapKeysWith c f m = fromListWith c (List.map (\(k, x) -> (f k, x)) (toAscList m))

mapMaybe :: (a -> Maybe b) -> Map k a -> Map k b
mapMaybe f = mapMaybeWithKey (\_ x -> f x)

mapMaybeWithKey :: (k -> a -> Maybe b) -> Map k a -> Map k b
mapMaybeWithKey f = go
  where
    go Tip = Tip
    go (Bin _ k x l r) = case f k x of
      Just v -> v `seq` link k v (go l) (go r)
      Nothing -> link2 (go l) (go r)

mapEither :: (a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEither f = mapEitherWithKey (\_ x -> f x)

mapEitherWithKey :: (k -> a -> Either b c) -> Map k a -> (Map k b, Map k c)
mapEitherWithKey _ Tip = (Tip, Tip)
mapEitherWithKey f (Bin _ k x l r) = case (mapEitherWithKey f l, mapEitherWithKey f r) of
  ((l1, l2), (r1, r2)) -> case f k x of
    Left v -> v `seq` (link k v l1 r1, link2 l2 r2)
    Right v -> v `seq` (link2 l1 r1, link k v l2 r2)

updateAt :: (k -> a -> Maybe a) -> Int -> Map k a -> Map k a
updateAt _ _ Tip = errorAt Containers "Data.Map.Strict.Internal" 906 12 "Map.updateAt: index out of range"
updateAt f i (Bin n k x l r) = case compare i (size l) of
  LT -> balanceR k x (updateAt f i l) r
  GT -> balanceL k x l (updateAt f (i - size l - 1) r)
  EQ -> case f k x of
    Just v -> v `seq` Bin n k v l r
    Nothing -> glue l r

updateMin, updateMax :: (a -> Maybe a) -> Map k a -> Map k a
updateMin f = updateMinWithKey (\_ x -> f x)
updateMax f = updateMaxWithKey (\_ x -> f x)

updateMinWithKey, updateMaxWithKey :: (k -> a -> Maybe a) -> Map k a -> Map k a
updateMinWithKey _ Tip = Tip
updateMinWithKey f (Bin n k x Tip r) = case f k x of
  Nothing -> r
  Just v -> v `seq` Bin n k v Tip r
updateMinWithKey f (Bin _ k x l r) = balanceR k x (updateMinWithKey f l) r
updateMaxWithKey _ Tip = Tip
updateMaxWithKey f (Bin n k x l Tip) = case f k x of
  Nothing -> l
  Just v -> v `seq` Bin n k v l Tip
updateMaxWithKey f (Bin _ k x l r) = balanceL k x l (updateMaxWithKey f r)

fromSet :: (k -> a) -> Set.Set k -> Map k a
fromSet f = go
  where
    go Set.Tip = Tip
    go (Set.Bin n k l r) = let v = f k in v `seq` Bin n k v (go l) (go r)

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
  | k1 == k2 = let v = f k2 y x in v `seq` combineEq f ((k2, v) : rest)
  | otherwise = (k1, x) : combineEq f ((k2, y) : rest)
combineEq _ xs = xs

fromDistinctAscList, fromDistinctDescList :: [(k, a)] -> Map k a
fromDistinctAscList xs = List.foldr (\(_, x) m -> x `seq` m) (fromDistinctAscListLazy xs) xs
fromDistinctDescList xs = fromDistinctAscList (List.reverse xs)

traverseWithKey :: Applicative t => (k -> a -> t b) -> Map k a -> t (Map k b)
traverseWithKey f = go
  where
    go Tip = pure Tip
    go (Bin 1 k x _ _) = (\x' -> x' `seq` Bin 1 k x' Tip Tip) <$> f k x
    go (Bin n k x l r) = (\l' x' r' -> x' `seq` Bin n k x' l' r') <$> go l <*> f k x <*> go r

traverseMaybeWithKey :: Applicative f => (k -> a -> f (Maybe b)) -> Map k a -> f (Map k b)
traverseMaybeWithKey f = go
  where
    go Tip = pure Tip
    go (Bin _ k x l r) = combine <$> go l <*> f k x <*> go r
      where
        combine l' mx r' = case mx of
          Nothing -> link2 l' r'
          Just x' -> x' `seq` link k x' l' r'
