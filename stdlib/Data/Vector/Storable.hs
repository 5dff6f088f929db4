{-# LANGUAGE MagicHash, TypeApplications, NoMonomorphismRestriction #-}
-- | Storable vectors: in memory that does not move, which C can use. Every element is evaluated when the vector is; otherwise costs, errors
-- and fusion are those of Data.Vector.
module Data.Vector.Storable
  ( Vector, MVector, Storable(..), empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN
  , unfoldrExactN, constructN, constructrN, enumFromN, enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++)
  , concat, concatMap, force, fromList, fromListN, toList, create, replicateM, generateM, length, null, (!), (!?)
  , unsafeIndex, head, last, unsafeHead, unsafeLast, indexM, headM, lastM, slice, take, drop, splitAt, init, tail
  , uncons, unsnoc, modify, (//), accum, update_, accumulate_, reverse, backpermute, map, imap, mapM, imapM, mapM_
  , imapM_, zipWith, izipWith, izipWith3, zipWith3, zipWith4, zipWithM, zipWithM_, ifilter, filter, imapMaybe
  , mapMaybe, uniq, partition, takeWhile, dropWhile, span, break, elem, notElem, find, findIndex, findIndices
  , elemIndex, elemIndices, foldl, foldl', foldr, foldr', ifoldl, ifoldl', ifoldr, ifoldr', foldl1, foldl1', foldr1
  , foldr1', foldMap, foldMap', all, any, and, or, sum, product, maximum, minimum, maximumBy, minimumBy, maxIndex
  , minIndex, maxIndexBy, minIndexBy, foldM, foldM', ifoldM, ifoldM', foldM_, foldM'_, prescanl, prescanl'
  , postscanl, postscanl', scanl, scanl', prescanr, prescanr', postscanr, postscanr', scanr, scanr', scanl1
  , scanl1', scanr1, scanr1', eqBy, cmpBy, freeze, unsafeFreeze, thaw, unsafeThaw, forM, forM_, iforM, iforM_
  , unsafeSlice, unsafeTake, unsafeDrop, unsafeInit, unsafeTail, unsafeUpd, unsafeAccum, unsafeBackpermute
  , unstablePartition, copy, unsafeCopy, partitionWith, zipWith5, zipWith6, izipWith4, izipWith5, izipWith6
  , filterM, mapMaybeM, imapMaybeM, izipWithM, izipWithM_, fold1M, fold1M', fold1M_, fold1M'_, ifoldM_, ifoldM'_
  , iscanl, iscanl', iscanr, iscanr', iterateNM, unfoldrM, unfoldrNM, unfoldrExactNM, createT, unsafeUpdate_
  , unsafeAccumulate_, unsafeIndexM, unsafeHeadM, unsafeLastM, convert, isSameVector, unsafeCast
  , unsafeFromForeignPtr, unsafeFromForeignPtr0, unsafeToForeignPtr, unsafeToForeignPtr0, unsafeWith
  ) where

import qualified GPH.IsList as Lists
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import Data.Vector.Storable.Base
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Typeable (gcast1)
import GPH.Foreign (ForeignPtr(..))
import GPH.Ptr (Ptr(..))
import GPH.Storable (Storable(..))
import GPH.Types (Int(..))
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))
import Text.Read (readListPrecDefault, readPrec, readListPrec)

infixl 9 !, !?
infixr 5 ++

instance (Storable a, Eq a) => Eq (Vector a) where
  a == b = G.eqBy (==) a b
instance (Storable a, Ord a) => Ord (Vector a) where
  compare a b = G.cmpBy compare a b
instance (Storable a, Show a) => Show (Vector a) where
  showsPrec p v = showsPrec p (G.toList v)
instance (Storable a, Read a) => Read (Vector a) where
  readPrec = fmap G.fromList readPrec
  readListPrec = readListPrecDefault
instance Storable a => Semigroup (Vector a) where
  (<>) = (G.++)
instance Storable a => Monoid (Vector a) where
  mempty = G.empty
  mconcat = G.concat

vectorType :: DataType
vectorType = listLike "Data.Vector.Storable.Vector" "fromList"

instance (Data a, Storable a) => Data (Vector a) where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr vectorType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorWithoutStackTrace "gunfold"
  dataTypeOf _ = vectorType
  dataCast1 f = gcast1 f

-- The functions of Data.Vector.Internal, which has their signatures, at this kind of vector. See Note [Synonyms at a type] in the
-- compiler's typecheck/infer_bind.cc.
empty = G.empty @Vector
singleton = G.singleton @Vector
replicate = G.replicate @Vector
generate = G.generate @Vector
iterateN = G.iterateN @Vector
unfoldr = G.unfoldr @Vector
unfoldrN = G.unfoldrN @Vector
unfoldrExactN = G.unfoldrExactN @Vector
constructN = G.constructN @Vector
constructrN = G.constructrN @Vector
enumFromN = G.enumFromN @Vector
enumFromStepN = G.enumFromStepN @Vector
enumFromTo = G.enumFromTo @Vector
enumFromThenTo = G.enumFromThenTo @Vector
cons = G.cons @Vector
snoc = G.snoc @Vector
(++) = (G.++) @Vector
concat = G.concat @Vector
concatMap = G.concatMap @Vector
force = G.force @Vector
fromList = G.fromList @Vector
fromListN = G.fromListN @Vector
toList = G.toList @Vector
create = G.create @Vector
replicateM = G.replicateM @_ @Vector
generateM = G.generateM @_ @Vector
length = G.length @Vector
null = G.null @Vector
(!) = (G.!) @Vector
(!?) = (G.!?) @Vector
unsafeIndex = G.unsafeIndex @Vector
head = G.head @Vector
last = G.last @Vector
unsafeHead = G.unsafeHead @Vector
unsafeLast = G.unsafeLast @Vector
indexM = G.indexM @_ @Vector
headM = G.headM @_ @Vector
lastM = G.lastM @_ @Vector
slice = G.slice @Vector
take = G.take @Vector
drop = G.drop @Vector
splitAt = G.splitAt @Vector
init = G.init @Vector
tail = G.tail @Vector
uncons = G.uncons @Vector
unsnoc = G.unsnoc @Vector
modify = G.modify @Vector
(//) = (G.//) @Vector
accum = G.accum @Vector
update_ = G.update_ @Vector
accumulate_ = G.accumulate_ @Vector
reverse = G.reverse @Vector
backpermute = G.backpermute @Vector
map = G.map @Vector
imap = G.imap @Vector
mapM = G.mapM @_ @Vector
imapM = G.imapM @_ @Vector
mapM_ = G.mapM_ @_ @Vector
imapM_ = G.imapM_ @_ @Vector
zipWith = G.zipWith @Vector
izipWith = G.izipWith @Vector
izipWith3 = G.izipWith3 @Vector
zipWith3 = G.zipWith3 @Vector
zipWith4 = G.zipWith4 @Vector
zipWithM = G.zipWithM @_ @Vector
zipWithM_ = G.zipWithM_ @_ @Vector
ifilter = G.ifilter @Vector
filter = G.filter @Vector
imapMaybe = G.imapMaybe @Vector
mapMaybe = G.mapMaybe @Vector
uniq = G.uniq @Vector
partition = G.partition @Vector
takeWhile = G.takeWhile @Vector
dropWhile = G.dropWhile @Vector
span = G.span @Vector
break = G.break @Vector
elem = G.elem @Vector
notElem = G.notElem @Vector
find = G.find @Vector
findIndex = G.findIndex @Vector
findIndices = G.findIndices @Vector
elemIndex = G.elemIndex @Vector
elemIndices = G.elemIndices @Vector
foldl = G.foldl @Vector
foldl' = G.foldl' @Vector
foldr = G.foldr @Vector
foldr' = G.foldr' @Vector
ifoldl = G.ifoldl @Vector
ifoldl' = G.ifoldl' @Vector
ifoldr = G.ifoldr @Vector
ifoldr' = G.ifoldr' @Vector
foldl1 = G.foldl1 @Vector
foldl1' = G.foldl1' @Vector
foldr1 = G.foldr1 @Vector
foldr1' = G.foldr1' @Vector
foldMap = G.foldMap @_ @Vector
foldMap' = G.foldMap' @_ @Vector
all = G.all @Vector
any = G.any @Vector
and = G.and @Vector
or = G.or @Vector
sum = G.sum @Vector
product = G.product @Vector
maximum = G.maximum @Vector
minimum = G.minimum @Vector
maximumBy = G.maximumBy @Vector
minimumBy = G.minimumBy @Vector
maxIndex = G.maxIndex @Vector
minIndex = G.minIndex @Vector
maxIndexBy = G.maxIndexBy @Vector
minIndexBy = G.minIndexBy @Vector
foldM = G.foldM @_ @Vector
foldM' = G.foldM' @_ @Vector
ifoldM = G.ifoldM @_ @Vector
ifoldM' = G.ifoldM' @_ @Vector
foldM_ = G.foldM_ @_ @Vector
foldM'_ = G.foldM'_ @_ @Vector
prescanl = G.prescanl @Vector
prescanl' = G.prescanl' @Vector
postscanl = G.postscanl @Vector
postscanl' = G.postscanl' @Vector
scanl = G.scanl @Vector
scanl' = G.scanl' @Vector
prescanr = G.prescanr @Vector
prescanr' = G.prescanr' @Vector
postscanr = G.postscanr @Vector
postscanr' = G.postscanr' @Vector
scanr = G.scanr @Vector
scanr' = G.scanr' @Vector
scanl1 = G.scanl1 @Vector
scanl1' = G.scanl1' @Vector
scanr1 = G.scanr1 @Vector
scanr1' = G.scanr1' @Vector
eqBy = G.eqBy @Vector
cmpBy = G.cmpBy @Vector
freeze = G.freeze @_ @_ @Vector
unsafeFreeze = G.unsafeFreeze @_ @_ @Vector
thaw = G.thaw @_ @_ @Vector
unsafeThaw = G.unsafeThaw @_ @_ @Vector
forM = G.forM @_ @Vector
forM_ = G.forM_ @_ @Vector
iforM = G.iforM @_ @Vector
iforM_ = G.iforM_ @_ @Vector
unsafeSlice = G.unsafeSlice @Vector
unsafeTake = G.unsafeTake @Vector
unsafeDrop = G.unsafeDrop @Vector
unsafeInit = G.unsafeInit @Vector
unsafeTail = G.unsafeTail @Vector
unsafeUpd = G.unsafeUpd @Vector
unsafeAccum = G.unsafeAccum @Vector
unsafeBackpermute = G.unsafeBackpermute @Vector
unstablePartition = G.unstablePartition @Vector
copy = G.copy @_ @_ @Vector
unsafeCopy = G.unsafeCopy @_ @_ @Vector
partitionWith = G.partitionWith @Vector
zipWith5 = G.zipWith5 @Vector
zipWith6 = G.zipWith6 @Vector
izipWith4 = G.izipWith4 @Vector
izipWith5 = G.izipWith5 @Vector
izipWith6 = G.izipWith6 @Vector
filterM = G.filterM @_ @Vector
mapMaybeM = G.mapMaybeM @_ @Vector
imapMaybeM = G.imapMaybeM @_ @Vector
izipWithM = G.izipWithM @_ @Vector
izipWithM_ = G.izipWithM_ @_ @Vector
fold1M = G.fold1M @_ @Vector
fold1M' = G.fold1M' @_ @Vector
fold1M_ = G.fold1M_ @_ @Vector
fold1M'_ = G.fold1M'_ @_ @Vector
ifoldM_ = G.ifoldM_ @_ @Vector
ifoldM'_ = G.ifoldM'_ @_ @Vector
iscanl = G.iscanl @Vector
iscanl' = G.iscanl' @Vector
iscanr = G.iscanr @Vector
iscanr' = G.iscanr' @Vector
iterateNM = G.iterateNM @_ @Vector
unfoldrM = G.unfoldrM @_ @Vector
unfoldrNM = G.unfoldrNM @_ @Vector
unfoldrExactNM = G.unfoldrExactNM @_ @Vector
createT = G.createT @_ @Vector
unsafeUpdate_ = G.unsafeUpdate_ @Vector
unsafeAccumulate_ = G.unsafeAccumulate_ @Vector
unsafeIndexM = G.unsafeIndexM @_ @Vector
unsafeHeadM = G.unsafeHeadM @_ @Vector
unsafeLastM = G.unsafeLastM @_ @Vector

-- ---- Raw memory ---------------------------------------------------------------------------------------------------------
-- | The same memory; the length in elements of the other type.
unsafeCast :: forall a b. (Storable a, Storable b) => Vector a -> Vector b
unsafeCast v@(Vector p c _) = w
  where w = case (G.vLength v * sizeOfElement v) `div` sizeOfElement (elementsOf (ForeignPtr p c) :: Vector b) of
          I# k -> Vector p c k
{-# INLINE unsafeCast #-}

-- | Are they the same piece of memory?
isSameVector :: Storable a => Vector a -> Vector a -> Bool
isSameVector (Vector p _ n) (Vector q _ m) = Ptr p == Ptr q && I# n == I# m
{-# INLINE isSameVector #-}

-- | From an offset in elements on, so many. The memory must not change any more.
unsafeFromForeignPtr :: Storable a => ForeignPtr a -> Int -> Int -> Vector a
unsafeFromForeignPtr fp i n = G.vSlice i n (elementsOf fp)
{-# INLINE unsafeFromForeignPtr #-}

unsafeFromForeignPtr0 :: ForeignPtr a -> Int -> Vector a
unsafeFromForeignPtr0 (ForeignPtr p c) (I# n) = Vector p c n
{-# INLINE unsafeFromForeignPtr0 #-}

unsafeToForeignPtr :: Vector a -> (ForeignPtr a, Int, Int)
unsafeToForeignPtr (Vector p c n) = (ForeignPtr p c, 0, I# n)
{-# INLINE unsafeToForeignPtr #-}

unsafeToForeignPtr0 :: Vector a -> (ForeignPtr a, Int)
unsafeToForeignPtr0 (Vector p c n) = (ForeignPtr p c, I# n)
{-# INLINE unsafeToForeignPtr0 #-}

-- | The address is good while the action runs.
unsafeWith :: Storable a => Vector a -> (Ptr a -> IO b) -> IO b
unsafeWith (Vector p c _) f = f (Ptr p) >>= \r -> keep c >> return r
{-# INLINE unsafeWith #-}

instance Storable a => Lists.IsList (Vector a) a where
  fromList = fromList
  fromListN = fromListN
  toList = toList
