-- | Maps and zips.
module Data.Vector.Internal.Map where

import Data.Vector.Internal.Class
import Data.Vector.Internal.Make
import Data.Vector.Internal.Pull
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))

-- ---- Maps and zips -----------------------------------------------------------------------------------------------------------------
map :: (Vec v mv a, Vec v mv b) => (a -> b) -> v a -> v b
map f v = fromPull (mapPull (\_ x -> f x) (allPull v))
{-# INLINE map #-}

imap :: (Vec v mv a, Vec v mv b) => (Int -> a -> b) -> v a -> v b
imap f v = fromPull (mapPull f (allPull v))
{-# INLINE imap #-}

indexed :: (Vec v mv a, Vec v mv (Int, a)) => v a -> v (Int, a)
indexed v = fromPull (mapPull (\i x -> (i, x)) (allPull v))
{-# INLINE indexed #-}

mapM :: (Monad m, Vec v mv a, Vec v mv b) => (a -> m b) -> v a -> m (v b)
mapM f v = imapM (\_ x -> f x) v
{-# INLINE mapM #-}

imapM :: (Monad m, Vec v mv a, Vec v mv b) => (Int -> a -> m b) -> v a -> m (v b)
imapM f v = case actPull v of
  Pull !n ix -> let go i acc | i >= n = return (fromListRev n acc)
                             | otherwise = ix i (\x -> f i x >>= \y -> go (i + 1) (y : acc))
                in go 0 []
{-# INLINE imapM #-}

mapM_ :: (Monad m, Vec v mv a) => (a -> m b) -> v a -> m ()
mapM_ f v = ifoldrPull (\_ x r -> f x >> r) (return ()) (actPull v)
{-# INLINE mapM_ #-}

imapM_ :: (Monad m, Vec v mv a) => (Int -> a -> m b) -> v a -> m ()
imapM_ f v = ifoldrPull (\i x r -> f i x >> r) (return ()) (actPull v)
{-# INLINE imapM_ #-}

zipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (a -> b -> c) -> v a -> v b -> v c
zipWith f a b = fromPull (zipPull (\_ x y -> f x y) (toPull a) (toPull b))
{-# INLINE zipWith #-}

izipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (Int -> a -> b -> c) -> v a -> v b -> v c
izipWith f a b = fromPull (zipPull f (toPull a) (toPull b))
{-# INLINE izipWith #-}

izipWith3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d) => (Int -> a -> b -> c -> d) -> v a -> v b -> v c -> v d
izipWith3 f a b c = fromPull (zipPull (\_ g z -> g z) (zipPull f (toPull a) (toPull b)) (toPull c))
{-# INLINE izipWith3 #-}

zipWith3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d) => (a -> b -> c -> d) -> v a -> v b -> v c -> v d
zipWith3 f = izipWith3 (\_ x y z -> f x y z)
{-# INLINE zipWith3 #-}

zipWith4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e) => (a -> b -> c -> d -> e) -> v a -> v b -> v c -> v d -> v e
zipWith4 f a b c d = fromPull (zipPull (\_ g y -> g y) (zipPull (\_ g z -> g z) (zipPull (\_ x y -> f x y) (toPull a) (toPull b)) (toPull c)) (toPull d))
{-# INLINE zipWith4 #-}

zipWithM :: (Monad m, Vec v mv a, Vec v mv b, Vec v mv c) => (a -> b -> m c) -> v a -> v b -> m (v c)
zipWithM f a b = case zipPull (\_ x y -> f x y) (actPull a) (actPull b) of
  Pull !n ix -> generateM n (\i -> ix i (\m -> m))
{-# INLINE zipWithM #-}

zipWithM_ :: (Monad m, Vec v mv a, Vec v mv b) => (a -> b -> m c) -> v a -> v b -> m ()
zipWithM_ f a b = ifoldrPull (\_ m r -> m >> r) (return ()) (zipPull (\_ x y -> f x y) (actPull a) (actPull b))
{-# INLINE zipWithM_ #-}

unzipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (a -> (b, c)) -> v a -> (v b, v c)
unzipWith f v = (map (\x -> fst (f x)) v, map (\x -> snd (f x)) v)
{-# INLINE unzipWith #-}

-- ---- Zips of many --------------------------------------------------------------------------------------------------
zipWith5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f) => (a -> b -> c -> d -> e -> f) -> v a -> v b -> v c -> v d -> v e -> v f
zipWith5 f va vb vc vd ve = izipWith5 (\_ -> f) va vb vc vd ve
{-# INLINE zipWith5 #-}

zipWith6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv g) => (a -> b -> c -> d -> e -> f -> g) -> v a -> v b -> v c -> v d -> v e -> v f -> v g
zipWith6 f va vb vc vd ve vf = izipWith6 (\_ -> f) va vb vc vd ve vf
{-# INLINE zipWith6 #-}

izipWith4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e) => (Int -> a -> b -> c -> d -> e) -> v a -> v b -> v c -> v d -> v e
izipWith4 f va vb vc vd = generate (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> f i a b c d)))))
{-# INLINE izipWith4 #-}

izipWith5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f) => (Int -> a -> b -> c -> d -> e -> f) -> v a -> v b -> v c -> v d -> v e -> v f
izipWith5 f va vb vc vd ve = generate (min (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (vLength ve)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> vIndex ve i (\e -> f i a b c d e))))))
{-# INLINE izipWith5 #-}

izipWith6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv g) => (Int -> a -> b -> c -> d -> e -> f -> g) -> v a -> v b -> v c -> v d -> v e -> v f -> v g
izipWith6 g va vb vc vd ve vf = generate (min (min (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (vLength ve)) (vLength vf)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> vIndex ve i (\e -> vIndex vf i (\f -> g i a b c d e f)))))))
{-# INLINE izipWith6 #-}

zip :: (Vec v mv a, Vec v mv b, Vec v mv (a, b)) => v a -> v b -> v (a, b)
zip = zipWith (,)
{-# INLINE zip #-}

zip3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv (a, b, c)) => v a -> v b -> v c -> v (a, b, c)
zip3 = zipWith3 (,,)
{-# INLINE zip3 #-}

zip4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv (a, b, c, d)) => v a -> v b -> v c -> v d -> v (a, b, c, d)
zip4 = zipWith4 (,,,)
{-# INLINE zip4 #-}

zip5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv (a, b, c, d, e)) => v a -> v b -> v c -> v d -> v e -> v (a, b, c, d, e)
zip5 = zipWith5 (,,,,)
{-# INLINE zip5 #-}

zip6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv (a, b, c, d, e, f)) => v a -> v b -> v c -> v d -> v e -> v f -> v (a, b, c, d, e, f)
zip6 = zipWith6 (,,,,,)
{-# INLINE zip6 #-}

unzip :: (Vec v mv a, Vec v mv b, Vec v mv (a, b)) => v (a, b) -> (v a, v b)
unzip v =
  ( map (\(a, _) -> a) v
  , map (\(_, b) -> b) v )
{-# INLINE unzip #-}

unzip3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv (a, b, c)) => v (a, b, c) -> (v a, v b, v c)
unzip3 v =
  ( map (\(a, _, _) -> a) v
  , map (\(_, b, _) -> b) v
  , map (\(_, _, c) -> c) v )
{-# INLINE unzip3 #-}

unzip4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv (a, b, c, d)) => v (a, b, c, d) -> (v a, v b, v c, v d)
unzip4 v =
  ( map (\(a, _, _, _) -> a) v
  , map (\(_, b, _, _) -> b) v
  , map (\(_, _, c, _) -> c) v
  , map (\(_, _, _, d) -> d) v )
{-# INLINE unzip4 #-}

unzip5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv (a, b, c, d, e)) => v (a, b, c, d, e) -> (v a, v b, v c, v d, v e)
unzip5 v =
  ( map (\(a, _, _, _, _) -> a) v
  , map (\(_, b, _, _, _) -> b) v
  , map (\(_, _, c, _, _) -> c) v
  , map (\(_, _, _, d, _) -> d) v
  , map (\(_, _, _, _, e) -> e) v )
{-# INLINE unzip5 #-}

unzip6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv (a, b, c, d, e, f)) => v (a, b, c, d, e, f) -> (v a, v b, v c, v d, v e, v f)
unzip6 v =
  ( map (\(a, _, _, _, _, _) -> a) v
  , map (\(_, b, _, _, _, _) -> b) v
  , map (\(_, _, c, _, _, _) -> c) v
  , map (\(_, _, _, d, _, _) -> d) v
  , map (\(_, _, _, _, e, _) -> e) v
  , map (\(_, _, _, _, _, f) -> f) v )
{-# INLINE unzip6 #-}
