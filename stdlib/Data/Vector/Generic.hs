-- | Functions on vectors of every kind: boxed, unboxed, storable, primitive. Costs, laziness and fusion are those of the kind at hand.
-- Vector v a says that v is a kind of vector for elements a, Mutable v is its mutable kind: Note [Determined types] in the compiler's
-- rename/determined.cc. New kinds of vectors are instances of Vec, with fewer methods than GHC's class.
module Data.Vector.Generic
  ( Vector, Mutable, empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN, unfoldrExactN, constructN
  , constructrN, enumFromN, enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++), concat, concatMap, force
  , fromList, fromListN, toList, create, replicateM, generateM, length, null, (!), (!?), unsafeIndex, head, last
  , unsafeHead, unsafeLast, indexM, headM, lastM, slice, take, drop, splitAt, init, tail, uncons, unsnoc, modify
  , (//), accum, update_, accumulate_, update, accumulate, reverse, backpermute, map, imap, indexed, mapM, imapM
  , mapM_, imapM_, zipWith, izipWith, izipWith3, zipWith3, zipWith4, zipWithM, zipWithM_, ifilter, filter
  , imapMaybe, mapMaybe, uniq, partition, takeWhile, dropWhile, span, break, elem, notElem, find, findIndex
  , findIndices, elemIndex, elemIndices, foldl, foldl', foldr, foldr', ifoldl, ifoldl', ifoldr, ifoldr', foldl1
  , foldl1', foldr1, foldr1', foldMap, foldMap', all, any, and, or, sum, product, maximum, minimum, maximumBy
  , minimumBy, maxIndex, minIndex, maxIndexBy, minIndexBy, foldM, foldM', ifoldM, ifoldM', foldM_, foldM'_
  , prescanl, prescanl', postscanl, postscanl', scanl, scanl', prescanr, prescanr', postscanr, postscanr', scanr
  , scanr', scanl1, scanl1', scanr1, scanr1', eqBy, cmpBy, freeze, unsafeFreeze, thaw, unsafeThaw, forM, forM_
  , iforM, iforM_, zip, zip3, unzip, unzip3, unsafeSlice, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, unsafeUpd
  , unsafeAccum, unsafeBackpermute, unstablePartition, copy, unsafeCopy, partitionWith, zipWith5, zipWith6
  , izipWith4, izipWith5, izipWith6, filterM, mapMaybeM, imapMaybeM, izipWithM, izipWithM_, fold1M, fold1M'
  , fold1M_, fold1M'_, ifoldM_, ifoldM'_, iscanl, iscanl', iscanr, iscanr', iterateNM, unfoldrM, unfoldrNM
  , unfoldrExactNM, createT, zip4, unzip4, zip5, unzip5, zip6, unzip6, unsafeUpdate, unsafeAccumulate
  , unsafeUpdate_, unsafeAccumulate_, unsafeIndexM, unsafeHeadM, unsafeLastM, sequence, sequence_, convert
  , concatNE, findIndexR, eq, cmp
  ) where

import qualified Data.List.NonEmpty as NonEmpty
import Data.Vector.Internal
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))

type Vector v a = Vec v (Mutable v) a

concatNE :: Vector v a => NonEmpty.NonEmpty (v a) -> v a
concatNE vs = concat (NonEmpty.toList vs)

-- | The last that satisfies.
findIndexR :: Vector v a => (a -> Bool) -> v a -> Maybe Int
findIndexR p v = go (vLength v - 1)
  where go i | i < 0 = Nothing
             | vIndex v i p = Just i
             | otherwise = go (i - 1)
{-# INLINE findIndexR #-}

eq :: (Vector v a, Eq a) => v a -> v a -> Bool
eq = eqBy (==)
{-# INLINE eq #-}

cmp :: (Vector v a, Ord a) => v a -> v a -> Ordering
cmp = cmpBy compare
{-# INLINE cmp #-}

sequence :: (Monad m, Vector v a, Vector v (m a)) => v (m a) -> m (v a)
sequence v = mapM id v
{-# INLINE sequence #-}

sequence_ :: (Monad m, Vector v (m a)) => v (m a) -> m ()
sequence_ v = mapM_ id v
{-# INLINE sequence_ #-}

forM :: (Monad m, Vector v a, Vector v b) => v a -> (a -> m b) -> m (v b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: (Monad m, Vector v a) => v a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: (Monad m, Vector v a, Vector v b) => v a -> (Int -> a -> m b) -> m (v b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: (Monad m, Vector v a) => v a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

-- ---- Without checks -------------------------------------------------------------------------------------------------
unsafeSlice :: Vector v a => Int -> Int -> v a -> v a
unsafeSlice = vSlice
{-# INLINE unsafeSlice #-}

unsafeTake, unsafeDrop :: Vector v a => Int -> v a -> v a
unsafeTake k v = vSlice 0 k v
unsafeDrop k v = vSlice k (vLength v - k) v
{-# INLINE unsafeTake #-}
{-# INLINE unsafeDrop #-}

unsafeInit, unsafeTail :: Vector v a => v a -> v a
unsafeInit v = vSlice 0 (vLength v - 1) v
unsafeTail v = vSlice 1 (vLength v - 1) v
{-# INLINE unsafeInit #-}
{-# INLINE unsafeTail #-}

unsafeIndexM :: (Vector v a, Monad m) => v a -> Int -> m a
unsafeIndexM v i = vIndex v i return
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: (Vector v a, Monad m) => v a -> m a
unsafeHeadM v = vIndex v 0 return
unsafeLastM v = vIndex v (vLength v - 1) return
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

unsafeUpd :: Vector v a => v a -> [(Int, a)] -> v a
unsafeUpd = (//)
{-# INLINE unsafeUpd #-}

unsafeUpdate :: (Vector v a, Vector v (Int, a)) => v a -> v (Int, a) -> v a
unsafeUpdate = update
{-# INLINE unsafeUpdate #-}

unsafeUpdate_ :: (Vector v a, Vector v Int) => v a -> v Int -> v a -> v a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccum :: Vector v a => (a -> b -> a) -> v a -> [(Int, b)] -> v a
unsafeAccum = accum
{-# INLINE unsafeAccum #-}

unsafeAccumulate :: (Vector v a, Vector v (Int, b)) => (a -> b -> a) -> v a -> v (Int, b) -> v a
unsafeAccumulate = accumulate
{-# INLINE unsafeAccumulate #-}

unsafeAccumulate_ :: (Vector v a, Vector v Int, Vector v b) => (a -> b -> a) -> v a -> v Int -> v b -> v a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeBackpermute :: (Vector v a, Vector v Int) => v a -> v Int -> v a
unsafeBackpermute = backpermute
{-# INLINE unsafeBackpermute #-}

-- The second part is in reverse order, as in GHC.
unstablePartition :: Vector v a => (a -> Bool) -> v a -> (v a, v a)
unstablePartition p v = case partition p v of (a, b) -> (a, reverse b)
{-# INLINE unstablePartition #-}

partitionWith :: (Vector v a, Vector v b, Vector v c) => (a -> Either b c) -> v a -> (v b, v c)
partitionWith f v =
  let !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v
      !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v
  in (a, b)
{-# INLINE partitionWith #-}

-- ---- Zips -----------------------------------------------------------------------------------------------------------
zip :: (Vector v a, Vector v b, Vector v (a, b)) => v a -> v b -> v (a, b)
zip = zipWith (,)
{-# INLINE zip #-}

zip3 :: (Vector v a, Vector v b, Vector v c, Vector v (a, b, c)) => v a -> v b -> v c -> v (a, b, c)
zip3 = zipWith3 (,,)
{-# INLINE zip3 #-}

zip4 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v (a, b, c, d)) => v a -> v b -> v c -> v d -> v (a, b, c, d)
zip4 = zipWith4 (,,,)
{-# INLINE zip4 #-}

zip5 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v e, Vector v (a, b, c, d, e)) => v a -> v b -> v c -> v d -> v e -> v (a, b, c, d, e)
zip5 = zipWith5 (,,,,)
{-# INLINE zip5 #-}

zip6 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v e, Vector v f, Vector v (a, b, c, d, e, f)) => v a -> v b -> v c -> v d -> v e -> v f -> v (a, b, c, d, e, f)
zip6 = zipWith6 (,,,,,)
{-# INLINE zip6 #-}

unzip :: (Vector v a, Vector v b, Vector v (a, b)) => v (a, b) -> (v a, v b)
unzip v =
  ( map (\(a, _) -> a) v
  , map (\(_, b) -> b) v )
{-# INLINE unzip #-}

unzip3 :: (Vector v a, Vector v b, Vector v c, Vector v (a, b, c)) => v (a, b, c) -> (v a, v b, v c)
unzip3 v =
  ( map (\(a, _, _) -> a) v
  , map (\(_, b, _) -> b) v
  , map (\(_, _, c) -> c) v )
{-# INLINE unzip3 #-}

unzip4 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v (a, b, c, d)) => v (a, b, c, d) -> (v a, v b, v c, v d)
unzip4 v =
  ( map (\(a, _, _, _) -> a) v
  , map (\(_, b, _, _) -> b) v
  , map (\(_, _, c, _) -> c) v
  , map (\(_, _, _, d) -> d) v )
{-# INLINE unzip4 #-}

unzip5 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v e, Vector v (a, b, c, d, e)) => v (a, b, c, d, e) -> (v a, v b, v c, v d, v e)
unzip5 v =
  ( map (\(a, _, _, _, _) -> a) v
  , map (\(_, b, _, _, _) -> b) v
  , map (\(_, _, c, _, _) -> c) v
  , map (\(_, _, _, d, _) -> d) v
  , map (\(_, _, _, _, e) -> e) v )
{-# INLINE unzip5 #-}

unzip6 :: (Vector v a, Vector v b, Vector v c, Vector v d, Vector v e, Vector v f, Vector v (a, b, c, d, e, f)) => v (a, b, c, d, e, f) -> (v a, v b, v c, v d, v e, v f)
unzip6 v =
  ( map (\(a, _, _, _, _, _) -> a) v
  , map (\(_, b, _, _, _, _) -> b) v
  , map (\(_, _, c, _, _, _) -> c) v
  , map (\(_, _, _, d, _, _) -> d) v
  , map (\(_, _, _, _, e, _) -> e) v
  , map (\(_, _, _, _, _, f) -> f) v )
{-# INLINE unzip6 #-}
