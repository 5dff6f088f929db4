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

import Data.Vector.Internal
import Prelude ()

type Vector v a = Vec v (Mutable v) a
