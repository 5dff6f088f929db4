-- | Folds, searches, filters and scans.
module Data.Vector.Internal.Consume where

import Data.Vector.Internal.Class
import Data.Vector.Internal.Make
import Data.Vector.Internal.Pull
import GPH.ST (runST)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))

-- ---- Filters --------------------------------------------------------------------------------------------------------------------------
ifilter :: Vec v mv a => (Int -> a -> Bool) -> v a -> v a
ifilter p v = imapMaybe (\i x -> if p i x then Just x else Nothing) v
{-# INLINE ifilter #-}

filter :: Vec v mv a => (a -> Bool) -> v a -> v a
filter p = ifilter (\_ x -> p x)
{-# INLINE filter #-}

imapMaybe :: (Vec v mv a, Vec v mv b) => (Int -> a -> Maybe b) -> v a -> v b
imapMaybe f v = case allPull v of
  Pull !n ix -> createUpTo n (\m ->
    let go i k | i >= n = return k
               | otherwise = ix i (\x -> case f i x of
                   Nothing -> go (i + 1) k
                   Just y -> mWrite m k y >> go (i + 1) (k + 1))
    in go 0 0)
{-# INLINE imapMaybe #-}

mapMaybe :: (Vec v mv a, Vec v mv b) => (a -> Maybe b) -> v a -> v b
mapMaybe f = imapMaybe (\_ x -> f x)
{-# INLINE mapMaybe #-}

-- | Without repetitions of neighbours.
uniq :: (Vec v mv a, Eq a) => v a -> v a
uniq v = ifilter (\i x -> i == 0 || x /= unsafeIndex v (i - 1)) v
{-# INLINE uniq #-}

partition :: Vec v mv a => (a -> Bool) -> v a -> (v a, v a)
partition p v = let { !a = filter p v; !b = filter (\x -> not (p x)) v } in (a, b)
{-# INLINE partition #-}

findFrom :: Vec v mv a => (a -> Bool) -> v a -> Int
findFrom p v = case toPull v of
  Pull !n ix -> let go i | i >= n = n
                         | otherwise = ix i (\x -> if p x then i else go (i + 1))
                in go 0
{-# INLINE findFrom #-}

takeWhile, dropWhile :: Vec v mv a => (a -> Bool) -> v a -> v a
takeWhile p v = vSlice 0 (findFrom (\x -> not (p x)) v) v
dropWhile p v = let k = findFrom (\x -> not (p x)) v in vSlice k (vLength v - k) v
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}

span, break :: Vec v mv a => (a -> Bool) -> v a -> (v a, v a)
span p v = break (\x -> not (p x)) v
break p v = let !k = findFrom p v in (vSlice 0 k v, vSlice k (vLength v - k) v)
{-# INLINE span #-}
{-# INLINE break #-}

catMaybes :: (Vec v mv a, Vec v mv (Maybe a)) => v (Maybe a) -> v a
catMaybes v = mapMaybe id v
{-# INLINE catMaybes #-}

-- ---- Searches ---------------------------------------------------------------------------------------------------------------------------
elem, notElem :: (Vec v mv a, Eq a) => a -> v a -> Bool
elem x v = any (== x) v
notElem x v = not (elem x v)
{-# INLINE elem #-}
{-# INLINE notElem #-}

find :: Vec v mv a => (a -> Bool) -> v a -> Maybe a
find p v = ifoldrPull (\_ x r -> if p x then Just x else r) Nothing (toPull v)
{-# INLINE find #-}

findIndex :: Vec v mv a => (a -> Bool) -> v a -> Maybe Int
findIndex p v = ifoldrPull (\i x r -> if p x then Just i else r) Nothing (toPull v)
{-# INLINE findIndex #-}

findIndices :: (Vec v mv a, Vec v mv Int) => (a -> Bool) -> v a -> v Int
findIndices p v = imapMaybe (\i x -> if p x then Just i else Nothing) v
{-# INLINE findIndices #-}

elemIndex :: (Vec v mv a, Eq a) => a -> v a -> Maybe Int
elemIndex x v = findIndex (== x) v
{-# INLINE elemIndex #-}

elemIndices :: (Vec v mv a, Vec v mv Int, Eq a) => a -> v a -> v Int
elemIndices x v = findIndices (== x) v
{-# INLINE elemIndices #-}

-- ---- Folds --------------------------------------------------------------------------------------------------------------------------------
foldl, foldl' :: Vec v mv a => (b -> a -> b) -> b -> v a -> b
foldl f = ifoldl (\z _ x -> f z x)
foldl' f z v = foldlPull' f z (allPull v)
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldr, foldr' :: Vec v mv a => (a -> b -> b) -> b -> v a -> b
foldr f z v = ifoldrPull (\_ x r -> f x r) z (toPull v)
foldr' f z v = ifoldrPull' (\_ x r -> f x r) z (allPull v)
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

ifoldl, ifoldl' :: Vec v mv a => (b -> Int -> a -> b) -> b -> v a -> b
ifoldl f z v = case toPull v of
  Pull !n ix -> let go i | i < 0 = z
                         | otherwise = ix i (\x -> f (go (i - 1)) i x)
                in go (n - 1)
ifoldl' f z v = ifoldlPull' f z (allPull v)
{-# INLINE ifoldl #-}
{-# INLINE ifoldl' #-}

ifoldr, ifoldr' :: Vec v mv a => (Int -> a -> b -> b) -> b -> v a -> b
ifoldr f z v = ifoldrPull f z (toPull v)
ifoldr' f z v = ifoldrPull' f z (allPull v)
{-# INLINE ifoldr #-}
{-# INLINE ifoldr' #-}

foldl1, foldl1', foldr1, foldr1' :: Vec v mv a => (a -> a -> a) -> v a -> a
foldl1 f v | vLength v == 0 = emptyVector "foldl1"
           | otherwise = vIndex v 0 (\x -> foldl f x (vSlice 1 (vLength v - 1) v))
foldl1' f v = case allPull v of
  Pull n ix | n == 0 -> emptyVector "foldl1'"
            | otherwise -> ix 0 (\x -> foldlPull' f x (Pull (n - 1) (\i k -> ix (i + 1) k)))
foldr1 f v | vLength v == 0 = emptyVector "foldr1"
           | otherwise = vIndex v (vLength v - 1) (\x -> foldr f x (vSlice 0 (vLength v - 1) v))
foldr1' f v | vLength v == 0 = emptyVector "foldr1'"
            | otherwise = vIndex v (vLength v - 1) (\x -> foldr' f x (vSlice 0 (vLength v - 1) v))
{-# INLINE foldl1 #-}
{-# INLINE foldl1' #-}
{-# INLINE foldr1 #-}
{-# INLINE foldr1' #-}

foldMap, foldMap' :: (Monoid m, Vec v mv a) => (a -> m) -> v a -> m
foldMap f v = foldr (\x r -> f x <> r) mempty v
foldMap' f v = foldl' (\acc x -> acc <> f x) mempty v
{-# INLINE foldMap #-}
{-# INLINE foldMap' #-}

all, any :: Vec v mv a => (a -> Bool) -> v a -> Bool
all p v = foldr (\x r -> p x && r) True v
any p v = foldr (\x r -> p x || r) False v
{-# INLINE all #-}
{-# INLINE any #-}

and, or :: Vec v mv Bool => v Bool -> Bool
and v = all id v
or v = any id v
{-# INLINE and #-}
{-# INLINE or #-}

sum, product :: (Vec v mv a, Num a) => v a -> a
sum v = foldl' (+) 0 v
product v = foldl' (*) 1 v
{-# INLINE sum #-}
{-# INLINE product #-}

maximum, minimum :: (Vec v mv a, Ord a) => v a -> a
maximum v = foldl1' max v
minimum v = foldl1' min v
{-# INLINE maximum #-}
{-# INLINE minimum #-}

-- The first of equals, also of maxima (unlike Data.List's).
maximumBy, minimumBy :: Vec v mv a => (a -> a -> Ordering) -> v a -> a
maximumBy cmp v = foldl1' (\x y -> case cmp x y of { LT -> y; _ -> x }) v
minimumBy cmp v = foldl1' (\x y -> case cmp x y of { GT -> y; _ -> x }) v
{-# INLINE maximumBy #-}
{-# INLINE minimumBy #-}

maxIndex, minIndex :: (Vec v mv a, Ord a) => v a -> Int
maxIndex v = maxIndexBy compare v
minIndex v = minIndexBy compare v
{-# INLINE maxIndex #-}
{-# INLINE minIndex #-}

-- The first of equals; what is compared is the best so far with the next, as in GHC (NaN).
maxIndexBy, minIndexBy :: Vec v mv a => (a -> a -> Ordering) -> v a -> Int
maxIndexBy cmp v = bestIndex "maxIndexBy" (\old new -> case cmp old new of { LT -> True; _ -> False }) v
minIndexBy cmp v = bestIndex "minIndexBy" (\old new -> case cmp old new of { GT -> True; _ -> False }) v
{-# INLINE maxIndexBy #-}
{-# INLINE minIndexBy #-}

bestIndex :: Vec v mv a => String -> (a -> a -> Bool) -> v a -> Int
bestIndex fun better v
  | vLength v == 0 = emptyVector fun
  | otherwise = ifoldl' (\best i x -> if i > 0 && better (unsafeIndex v best) x then i else best) 0 v
{-# INLINE bestIndex #-}

foldM, foldM' :: (Monad m, Vec v mv a) => (b -> a -> m b) -> b -> v a -> m b
foldM f = ifoldM (\z _ x -> f z x)
foldM' f = ifoldM' (\z _ x -> f z x)
{-# INLINE foldM #-}
{-# INLINE foldM' #-}

ifoldM, ifoldM' :: (Monad m, Vec v mv a) => (b -> Int -> a -> m b) -> b -> v a -> m b
ifoldM f z0 v = case actPull v of
  Pull !n ix -> let go z i | i >= n = return z
                           | otherwise = ix i (\x -> f z i x >>= \z' -> go z' (i + 1))
                in go z0 0
ifoldM' f z0 v = case actPull v of
  Pull !n ix -> let go !z i | i >= n = return z
                            | otherwise = ix i (\x -> f z i x >>= \z' -> go z' (i + 1))
                in go z0 0
{-# INLINE ifoldM #-}
{-# INLINE ifoldM' #-}

foldM_, foldM'_ :: (Monad m, Vec v mv a) => (b -> a -> m b) -> b -> v a -> m ()
foldM_ f z v = foldM f z v >> return ()
foldM'_ f z v = foldM' f z v >> return ()
{-# INLINE foldM_ #-}
{-# INLINE foldM'_ #-}

-- ---- Scans: strict in the accumulator where the name ends in ' ---------------------------------------------------------------------------
-- n + extra elements: the accumulator before each element, or after it; forwards, or backwards.
scanFwd :: (Vec v mv a, Vec v mv b) => Bool -> Bool -> Bool -> (b -> a -> b) -> b -> v a -> v b
scanFwd strict pre post f z0 v = case allPull v of
  Pull !n ix -> runST (mNew (if pre && post then n + 1 else n) >>= \m ->
    let go z i
          | i >= n = (if pre && post then put z i else return ()) >> mFreeze m
          | otherwise = (if pre then put z i else return ()) >> ix i (\x ->
              let z' = f z x in if strict then z' `seq` next z' i else next z' i)
        next z' i = (if pre then return () else put z' i) >> go z' (i + 1)
        put z i = mWrite m i z
    in if strict then z0 `seq` go z0 0 else go z0 0)
{-# INLINE scanFwd #-}

scanBwd :: (Vec v mv a, Vec v mv b) => Bool -> Bool -> Bool -> (a -> b -> b) -> b -> v a -> v b
scanBwd strict pre post f z0 v = case allPull v of
  Pull !n ix -> runST (mNew (if pre && post then n + 1 else n) >>= \m ->
    let off = if pre && post then 1 else 0
        go z i
          | i < 0 = (if pre && post then mWrite m 0 z else return ()) >> mFreeze m
          | otherwise = (if pre then mWrite m (i + off) z else return ()) >> ix i (\x ->
              let z' = f x z in if strict then z' `seq` next z' i else next z' i)
        next z' i = (if pre then return () else mWrite m i z') >> go z' (i - 1)
    in if strict then z0 `seq` go z0 (n - 1) else go z0 (n - 1))
{-# INLINE scanBwd #-}

prescanl, prescanl', postscanl, postscanl', scanl, scanl' :: (Vec v mv a, Vec v mv b) => (b -> a -> b) -> b -> v a -> v b
prescanl f z v = scanFwd False True False f z v
prescanl' f z v = scanFwd True True False f z v
postscanl f z v = scanFwd False False True f z v
postscanl' f z v = scanFwd True False True f z v
scanl f z v = scanFwd False True True f z v
scanl' f z v = scanFwd True True True f z v
{-# INLINE prescanl #-}
{-# INLINE prescanl' #-}
{-# INLINE postscanl #-}
{-# INLINE postscanl' #-}
{-# INLINE scanl #-}
{-# INLINE scanl' #-}

prescanr, prescanr', postscanr, postscanr', scanr, scanr' :: (Vec v mv a, Vec v mv b) => (a -> b -> b) -> b -> v a -> v b
prescanr f z v = scanBwd False True False f z v
prescanr' f z v = scanBwd True True False f z v
postscanr f z v = scanBwd False False True f z v
postscanr' f z v = scanBwd True False True f z v
scanr f z v = scanBwd False True True f z v
scanr' f z v = scanBwd True True True f z v
{-# INLINE prescanr #-}
{-# INLINE prescanr' #-}
{-# INLINE postscanr #-}
{-# INLINE postscanr' #-}
{-# INLINE scanr #-}
{-# INLINE scanr' #-}

scanl1, scanl1', scanr1, scanr1' :: Vec v mv a => (a -> a -> a) -> v a -> v a
scanl1 f v | vLength v == 0 = emptyVector "scanl1"
           | otherwise = vIndex v 0 (\x -> scanl f x (vSlice 1 (vLength v - 1) v))
scanl1' f v | vLength v == 0 = emptyVector "scanl1'"
            | otherwise = vIndex v 0 (\x -> scanl' f x (vSlice 1 (vLength v - 1) v))
scanr1 f v | vLength v == 0 = emptyVector "scanr1"
           | otherwise = vIndex v (vLength v - 1) (\x -> scanr f x (vSlice 0 (vLength v - 1) v))
scanr1' f v | vLength v == 0 = emptyVector "scanr1'"
            | otherwise = vIndex v (vLength v - 1) (\x -> scanr' f x (vSlice 0 (vLength v - 1) v))
{-# INLINE scanl1 #-}
{-# INLINE scanl1' #-}
{-# INLINE scanr1 #-}
{-# INLINE scanr1' #-}

-- ---- Comparisons ---------------------------------------------------------------------------------------------------------------------------
eqBy :: (Vec v mv a, Vec v mv b) => (a -> b -> Bool) -> v a -> v b -> Bool
eqBy eq a b = vLength a == vLength b && go 0
  where n = vLength a
        go i | i >= n = True
             | otherwise = vIndex a i (\x -> vIndex b i (\y -> eq x y)) && go (i + 1)
{-# INLINE eqBy #-}

cmpBy :: (Vec v mv a, Vec v mv b) => (a -> b -> Ordering) -> v a -> v b -> Ordering
cmpBy cmp a b = go 0
  where n = min (vLength a) (vLength b)
        go i | i >= n = compare (vLength a) (vLength b)
             | otherwise = case vIndex a i (\x -> vIndex b i (\y -> cmp x y)) of
                 EQ -> go (i + 1)
                 r -> r
{-# INLINE cmpBy #-}
