{-# LANGUAGE MagicHash #-}
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
import Control.Monad.Primitive.Class (PrimMonad)
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import Data.Vector.Storable.Base
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.ST (ST)
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

empty :: Storable a => Vector a
empty = G.empty
{-# INLINE empty #-}

singleton :: Storable a => a -> Vector a
singleton = G.singleton
{-# INLINE singleton #-}

replicate :: Storable a => Int -> a -> Vector a
replicate = G.replicate
{-# INLINE replicate #-}

generate :: Storable a => Int -> (Int -> a) -> Vector a
generate = G.generate
{-# INLINE generate #-}

iterateN :: Storable a => Int -> (a -> a) -> a -> Vector a
iterateN = G.iterateN
{-# INLINE iterateN #-}

unfoldr :: Storable a => (b -> Maybe (a, b)) -> b -> Vector a
unfoldr = G.unfoldr
{-# INLINE unfoldr #-}

unfoldrN :: Storable a => Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN = G.unfoldrN
{-# INLINE unfoldrN #-}

unfoldrExactN :: Storable a => Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN = G.unfoldrExactN
{-# INLINE unfoldrExactN #-}

constructN :: Storable a => Int -> (Vector a -> a) -> Vector a
constructN = G.constructN
{-# INLINE constructN #-}

constructrN :: Storable a => Int -> (Vector a -> a) -> Vector a
constructrN = G.constructrN
{-# INLINE constructrN #-}

enumFromN :: (Storable a, Num a) => a -> Int -> Vector a
enumFromN = G.enumFromN
{-# INLINE enumFromN #-}

enumFromStepN :: (Storable a, Num a) => a -> a -> Int -> Vector a
enumFromStepN = G.enumFromStepN
{-# INLINE enumFromStepN #-}

enumFromTo :: (Storable a, Enum a) => a -> a -> Vector a
enumFromTo = G.enumFromTo
{-# INLINE enumFromTo #-}

enumFromThenTo :: (Storable a, Enum a) => a -> a -> a -> Vector a
enumFromThenTo = G.enumFromThenTo
{-# INLINE enumFromThenTo #-}

cons :: Storable a => a -> Vector a -> Vector a
cons = G.cons
{-# INLINE cons #-}

snoc :: Storable a => Vector a -> a -> Vector a
snoc = G.snoc
{-# INLINE snoc #-}

(++) :: Storable a => Vector a -> Vector a -> Vector a
(++) = (G.++)
{-# INLINE (++) #-}

concat :: Storable a => [Vector a] -> Vector a
concat = G.concat
{-# INLINE concat #-}

concatMap :: (Storable a, Storable b) => (a -> Vector b) -> Vector a -> Vector b
concatMap = G.concatMap
{-# INLINE concatMap #-}

force :: Storable a => Vector a -> Vector a
force = G.force
{-# INLINE force #-}

fromList :: Storable a => [a] -> Vector a
fromList = G.fromList
{-# INLINE fromList #-}

fromListN :: Storable a => Int -> [a] -> Vector a
fromListN = G.fromListN
{-# INLINE fromListN #-}

toList :: Storable a => Vector a -> [a]
toList = G.toList
{-# INLINE toList #-}

create :: Storable a => (forall s. ST s (MVector s a)) -> Vector a
create f = G.create f
{-# INLINE create #-}

replicateM :: (Storable a, Monad m) => Int -> m a -> m (Vector a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generateM :: (Storable a, Monad m) => Int -> (Int -> m a) -> m (Vector a)
generateM = G.generateM
{-# INLINE generateM #-}

length :: Storable a => Vector a -> Int
length = G.length
{-# INLINE length #-}

null :: Storable a => Vector a -> Bool
null = G.null
{-# INLINE null #-}

(!) :: Storable a => Vector a -> Int -> a
(!) = (G.!)
{-# INLINE (!) #-}

(!?) :: Storable a => Vector a -> Int -> Maybe a
(!?) = (G.!?)
{-# INLINE (!?) #-}

unsafeIndex :: Storable a => Vector a -> Int -> a
unsafeIndex = G.unsafeIndex
{-# INLINE unsafeIndex #-}

head :: Storable a => Vector a -> a
head = G.head
{-# INLINE head #-}

last :: Storable a => Vector a -> a
last = G.last
{-# INLINE last #-}

unsafeHead :: Storable a => Vector a -> a
unsafeHead = G.unsafeHead
{-# INLINE unsafeHead #-}

unsafeLast :: Storable a => Vector a -> a
unsafeLast = G.unsafeLast
{-# INLINE unsafeLast #-}

indexM :: (Storable a, Monad m) => Vector a -> Int -> m a
indexM = G.indexM
{-# INLINE indexM #-}

headM :: (Storable a, Monad m) => Vector a -> m a
headM = G.headM
{-# INLINE headM #-}

lastM :: (Storable a, Monad m) => Vector a -> m a
lastM = G.lastM
{-# INLINE lastM #-}

slice :: Storable a => Int -> Int -> Vector a -> Vector a
slice = G.slice
{-# INLINE slice #-}

take :: Storable a => Int -> Vector a -> Vector a
take = G.take
{-# INLINE take #-}

drop :: Storable a => Int -> Vector a -> Vector a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Storable a => Int -> Vector a -> (Vector a, Vector a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Storable a => Vector a -> Vector a
init = G.init
{-# INLINE init #-}

tail :: Storable a => Vector a -> Vector a
tail = G.tail
{-# INLINE tail #-}

uncons :: Storable a => Vector a -> Maybe (a, Vector a)
uncons = G.uncons
{-# INLINE uncons #-}

unsnoc :: Storable a => Vector a -> Maybe (Vector a, a)
unsnoc = G.unsnoc
{-# INLINE unsnoc #-}

modify :: Storable a => (forall s. MVector s a -> ST s ()) -> Vector a -> Vector a
modify f = G.modify f
{-# INLINE modify #-}

(//) :: Storable a => Vector a -> [(Int, a)] -> Vector a
(//) = (G.//)
{-# INLINE (//) #-}

accum :: Storable a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum = G.accum
{-# INLINE accum #-}

update_ :: Storable a => Vector a -> Vector Int -> Vector a -> Vector a
update_ = G.update_
{-# INLINE update_ #-}

accumulate_ :: (Storable a, Storable b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
accumulate_ = G.accumulate_
{-# INLINE accumulate_ #-}

reverse :: Storable a => Vector a -> Vector a
reverse = G.reverse
{-# INLINE reverse #-}

backpermute :: Storable a => Vector a -> Vector Int -> Vector a
backpermute = G.backpermute
{-# INLINE backpermute #-}

map :: (Storable a, Storable b) => (a -> b) -> Vector a -> Vector b
map = G.map
{-# INLINE map #-}

imap :: (Storable a, Storable b) => (Int -> a -> b) -> Vector a -> Vector b
imap = G.imap
{-# INLINE imap #-}

mapM :: (Storable a, Storable b, Monad m) => (a -> m b) -> Vector a -> m (Vector b)
mapM = G.mapM
{-# INLINE mapM #-}

imapM :: (Storable a, Storable b, Monad m) => (Int -> a -> m b) -> Vector a -> m (Vector b)
imapM = G.imapM
{-# INLINE imapM #-}

mapM_ :: (Storable a, Monad m) => (a -> m b) -> Vector a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

imapM_ :: (Storable a, Monad m) => (Int -> a -> m b) -> Vector a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

zipWith :: (Storable a, Storable b, Storable c) => (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith = G.zipWith
{-# INLINE zipWith #-}

izipWith :: (Storable a, Storable b, Storable c) => (Int -> a -> b -> c) -> Vector a -> Vector b -> Vector c
izipWith = G.izipWith
{-# INLINE izipWith #-}

izipWith3 :: (Storable a, Storable b, Storable c, Storable d) => (Int -> a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
izipWith3 = G.izipWith3
{-# INLINE izipWith3 #-}

zipWith3 :: (Storable a, Storable b, Storable c, Storable d) => (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 = G.zipWith3
{-# INLINE zipWith3 #-}

zipWith4 :: (Storable a, Storable b, Storable c, Storable d, Storable e) => (a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
zipWith4 = G.zipWith4
{-# INLINE zipWith4 #-}

zipWithM :: (Storable a, Storable b, Storable c, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
zipWithM = G.zipWithM
{-# INLINE zipWithM #-}

zipWithM_ :: (Storable a, Storable b, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m ()
zipWithM_ = G.zipWithM_
{-# INLINE zipWithM_ #-}

ifilter :: Storable a => (Int -> a -> Bool) -> Vector a -> Vector a
ifilter = G.ifilter
{-# INLINE ifilter #-}

filter :: Storable a => (a -> Bool) -> Vector a -> Vector a
filter = G.filter
{-# INLINE filter #-}

imapMaybe :: (Storable a, Storable b) => (Int -> a -> Maybe b) -> Vector a -> Vector b
imapMaybe = G.imapMaybe
{-# INLINE imapMaybe #-}

mapMaybe :: (Storable a, Storable b) => (a -> Maybe b) -> Vector a -> Vector b
mapMaybe = G.mapMaybe
{-# INLINE mapMaybe #-}

uniq :: (Storable a, Eq a) => Vector a -> Vector a
uniq = G.uniq
{-# INLINE uniq #-}

partition :: Storable a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition = G.partition
{-# INLINE partition #-}

takeWhile :: Storable a => (a -> Bool) -> Vector a -> Vector a
takeWhile = G.takeWhile
{-# INLINE takeWhile #-}

dropWhile :: Storable a => (a -> Bool) -> Vector a -> Vector a
dropWhile = G.dropWhile
{-# INLINE dropWhile #-}

span :: Storable a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
span = G.span
{-# INLINE span #-}

break :: Storable a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
break = G.break
{-# INLINE break #-}

elem :: (Storable a, Eq a) => a -> Vector a -> Bool
elem = G.elem
{-# INLINE elem #-}

notElem :: (Storable a, Eq a) => a -> Vector a -> Bool
notElem = G.notElem
{-# INLINE notElem #-}

find :: Storable a => (a -> Bool) -> Vector a -> Maybe a
find = G.find
{-# INLINE find #-}

findIndex :: Storable a => (a -> Bool) -> Vector a -> Maybe Int
findIndex = G.findIndex
{-# INLINE findIndex #-}

findIndices :: Storable a => (a -> Bool) -> Vector a -> Vector Int
findIndices = G.findIndices
{-# INLINE findIndices #-}

elemIndex :: (Storable a, Eq a) => a -> Vector a -> Maybe Int
elemIndex = G.elemIndex
{-# INLINE elemIndex #-}

elemIndices :: (Storable a, Eq a) => a -> Vector a -> Vector Int
elemIndices = G.elemIndices
{-# INLINE elemIndices #-}

foldl :: Storable a => (b -> a -> b) -> b -> Vector a -> b
foldl = G.foldl
{-# INLINE foldl #-}

foldl' :: Storable a => (b -> a -> b) -> b -> Vector a -> b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr :: Storable a => (a -> b -> b) -> b -> Vector a -> b
foldr = G.foldr
{-# INLINE foldr #-}

foldr' :: Storable a => (a -> b -> b) -> b -> Vector a -> b
foldr' = G.foldr'
{-# INLINE foldr' #-}

ifoldl :: Storable a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldl' :: Storable a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr :: Storable a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldr' :: Storable a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

foldl1 :: Storable a => (a -> a -> a) -> Vector a -> a
foldl1 = G.foldl1
{-# INLINE foldl1 #-}

foldl1' :: Storable a => (a -> a -> a) -> Vector a -> a
foldl1' = G.foldl1'
{-# INLINE foldl1' #-}

foldr1 :: Storable a => (a -> a -> a) -> Vector a -> a
foldr1 = G.foldr1
{-# INLINE foldr1 #-}

foldr1' :: Storable a => (a -> a -> a) -> Vector a -> a
foldr1' = G.foldr1'
{-# INLINE foldr1' #-}

foldMap :: (Storable a, Monoid m) => (a -> m) -> Vector a -> m
foldMap = G.foldMap
{-# INLINE foldMap #-}

foldMap' :: (Storable a, Monoid m) => (a -> m) -> Vector a -> m
foldMap' = G.foldMap'
{-# INLINE foldMap' #-}

all :: Storable a => (a -> Bool) -> Vector a -> Bool
all = G.all
{-# INLINE all #-}

any :: Storable a => (a -> Bool) -> Vector a -> Bool
any = G.any
{-# INLINE any #-}

and :: Vector Bool -> Bool
and = G.and
{-# INLINE and #-}

or :: Vector Bool -> Bool
or = G.or
{-# INLINE or #-}

sum :: (Storable a, Num a) => Vector a -> a
sum = G.sum
{-# INLINE sum #-}

product :: (Storable a, Num a) => Vector a -> a
product = G.product
{-# INLINE product #-}

maximum :: (Storable a, Ord a) => Vector a -> a
maximum = G.maximum
{-# INLINE maximum #-}

minimum :: (Storable a, Ord a) => Vector a -> a
minimum = G.minimum
{-# INLINE minimum #-}

maximumBy :: Storable a => (a -> a -> Ordering) -> Vector a -> a
maximumBy = G.maximumBy
{-# INLINE maximumBy #-}

minimumBy :: Storable a => (a -> a -> Ordering) -> Vector a -> a
minimumBy = G.minimumBy
{-# INLINE minimumBy #-}

maxIndex :: (Storable a, Ord a) => Vector a -> Int
maxIndex = G.maxIndex
{-# INLINE maxIndex #-}

minIndex :: (Storable a, Ord a) => Vector a -> Int
minIndex = G.minIndex
{-# INLINE minIndex #-}

maxIndexBy :: Storable a => (a -> a -> Ordering) -> Vector a -> Int
maxIndexBy = G.maxIndexBy
{-# INLINE maxIndexBy #-}

minIndexBy :: Storable a => (a -> a -> Ordering) -> Vector a -> Int
minIndexBy = G.minIndexBy
{-# INLINE minIndexBy #-}

foldM :: (Storable a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldM' :: (Storable a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

ifoldM :: (Storable a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldM' :: (Storable a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

foldM_ :: (Storable a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ = G.foldM_
{-# INLINE foldM_ #-}

foldM'_ :: (Storable a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM'_ = G.foldM'_
{-# INLINE foldM'_ #-}

prescanl :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl = G.prescanl
{-# INLINE prescanl #-}

prescanl' :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl' = G.prescanl'
{-# INLINE prescanl' #-}

postscanl :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl = G.postscanl
{-# INLINE postscanl #-}

postscanl' :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl' = G.postscanl'
{-# INLINE postscanl' #-}

scanl :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl = G.scanl
{-# INLINE scanl #-}

scanl' :: (Storable a, Storable b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl' = G.scanl'
{-# INLINE scanl' #-}

prescanr :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr = G.prescanr
{-# INLINE prescanr #-}

prescanr' :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr' = G.prescanr'
{-# INLINE prescanr' #-}

postscanr :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr = G.postscanr
{-# INLINE postscanr #-}

postscanr' :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr' = G.postscanr'
{-# INLINE postscanr' #-}

scanr :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr = G.scanr
{-# INLINE scanr #-}

scanr' :: (Storable a, Storable b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr' = G.scanr'
{-# INLINE scanr' #-}

scanl1 :: Storable a => (a -> a -> a) -> Vector a -> Vector a
scanl1 = G.scanl1
{-# INLINE scanl1 #-}

scanl1' :: Storable a => (a -> a -> a) -> Vector a -> Vector a
scanl1' = G.scanl1'
{-# INLINE scanl1' #-}

scanr1 :: Storable a => (a -> a -> a) -> Vector a -> Vector a
scanr1 = G.scanr1
{-# INLINE scanr1 #-}

scanr1' :: Storable a => (a -> a -> a) -> Vector a -> Vector a
scanr1' = G.scanr1'
{-# INLINE scanr1' #-}

eqBy :: (Storable a, Storable b) => (a -> b -> Bool) -> Vector a -> Vector b -> Bool
eqBy = G.eqBy
{-# INLINE eqBy #-}

cmpBy :: (Storable a, Storable b) => (a -> b -> Ordering) -> Vector a -> Vector b -> Ordering
cmpBy = G.cmpBy
{-# INLINE cmpBy #-}

freeze :: (Storable a, PrimMonad m s) => MVector s a -> m (Vector a)
freeze = G.freeze
{-# INLINE freeze #-}

unsafeFreeze :: (Storable a, PrimMonad m s) => MVector s a -> m (Vector a)
unsafeFreeze = G.unsafeFreeze
{-# INLINE unsafeFreeze #-}

thaw :: (Storable a, PrimMonad m s) => Vector a -> m (MVector s a)
thaw = G.thaw
{-# INLINE thaw #-}

unsafeThaw :: (Storable a, PrimMonad m s) => Vector a -> m (MVector s a)
unsafeThaw = G.unsafeThaw
{-# INLINE unsafeThaw #-}

forM :: (Storable a, Storable b, Monad m) => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: (Storable a, Monad m) => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: (Storable a, Storable b, Monad m) => Vector a -> (Int -> a -> m b) -> m (Vector b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: (Storable a, Monad m) => Vector a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

unsafeSlice :: Storable a => Int -> Int -> Vector a -> Vector a
unsafeSlice = G.vSlice
{-# INLINE unsafeSlice #-}

unsafeTake :: Storable a => Int -> Vector a -> Vector a
unsafeTake k v = G.vSlice 0 k v
{-# INLINE unsafeTake #-}

unsafeDrop :: Storable a => Int -> Vector a -> Vector a
unsafeDrop k v = G.vSlice k (G.vLength v - k) v
{-# INLINE unsafeDrop #-}

unsafeInit :: Storable a => Vector a -> Vector a
unsafeInit v = G.vSlice 0 (G.vLength v - 1) v
{-# INLINE unsafeInit #-}

unsafeTail :: Storable a => Vector a -> Vector a
unsafeTail v = G.vSlice 1 (G.vLength v - 1) v
{-# INLINE unsafeTail #-}

unsafeUpd :: Storable a => Vector a -> [(Int, a)] -> Vector a
unsafeUpd = (G.//)
{-# INLINE unsafeUpd #-}

unsafeAccum :: Storable a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
unsafeAccum = G.accum
{-# INLINE unsafeAccum #-}

unsafeBackpermute :: Storable a => Vector a -> Vector Int -> Vector a
unsafeBackpermute = G.backpermute
{-# INLINE unsafeBackpermute #-}

unstablePartition :: Storable a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
unstablePartition p v = case G.partition p v of (a, b) -> (a, G.reverse b)   -- the order of vector
{-# INLINE unstablePartition #-}

copy :: (Storable a, PrimMonad m s) => MVector s a -> Vector a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Storable a, PrimMonad m s) => MVector s a -> Vector a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

partitionWith :: (Storable a, Storable b, Storable c) => (a -> Either b c) -> Vector a -> (Vector b, Vector c)
partitionWith f v = let { !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v; !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v } in (a, b)
{-# INLINE partitionWith #-}

zipWith5 :: (Storable a, Storable b, Storable c, Storable d, Storable e, Storable f) => (a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
zipWith5 = G.zipWith5
{-# INLINE zipWith5 #-}

zipWith6 :: (Storable a, Storable b, Storable c, Storable d, Storable e, Storable f, Storable g) => (a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
zipWith6 = G.zipWith6
{-# INLINE zipWith6 #-}

izipWith4 :: (Storable a, Storable b, Storable c, Storable d, Storable e) => (Int -> a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
izipWith4 = G.izipWith4
{-# INLINE izipWith4 #-}

izipWith5 :: (Storable a, Storable b, Storable c, Storable d, Storable e, Storable f) => (Int -> a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
izipWith5 = G.izipWith5
{-# INLINE izipWith5 #-}

izipWith6 :: (Storable a, Storable b, Storable c, Storable d, Storable e, Storable f, Storable g) => (Int -> a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
izipWith6 = G.izipWith6
{-# INLINE izipWith6 #-}

filterM :: (Storable a, Monad m) => (a -> m Bool) -> Vector a -> m (Vector a)
filterM = G.filterM
{-# INLINE filterM #-}

mapMaybeM :: (Storable a, Storable b, Monad m) => (a -> m (Maybe b)) -> Vector a -> m (Vector b)
mapMaybeM = G.mapMaybeM
{-# INLINE mapMaybeM #-}

imapMaybeM :: (Storable a, Storable b, Monad m) => (Int -> a -> m (Maybe b)) -> Vector a -> m (Vector b)
imapMaybeM = G.imapMaybeM
{-# INLINE imapMaybeM #-}

izipWithM :: (Storable a, Storable b, Storable c, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
izipWithM = G.izipWithM
{-# INLINE izipWithM #-}

izipWithM_ :: (Storable a, Storable b, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m ()
izipWithM_ = G.izipWithM_
{-# INLINE izipWithM_ #-}

fold1M :: (Storable a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M = G.fold1M
{-# INLINE fold1M #-}

fold1M' :: (Storable a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M' = G.fold1M'
{-# INLINE fold1M' #-}

fold1M_ :: (Storable a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M_ = G.fold1M_
{-# INLINE fold1M_ #-}

fold1M'_ :: (Storable a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M'_ = G.fold1M'_
{-# INLINE fold1M'_ #-}

ifoldM_ :: (Storable b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM_ = G.ifoldM_
{-# INLINE ifoldM_ #-}

ifoldM'_ :: (Storable b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM'_ = G.ifoldM'_
{-# INLINE ifoldM'_ #-}

iscanl :: (Storable a, Storable b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl = G.iscanl
{-# INLINE iscanl #-}

iscanl' :: (Storable a, Storable b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl' = G.iscanl'
{-# INLINE iscanl' #-}

iscanr :: (Storable a, Storable b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr = G.iscanr
{-# INLINE iscanr #-}

iscanr' :: (Storable a, Storable b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr' = G.iscanr'
{-# INLINE iscanr' #-}

iterateNM :: (Storable a, Monad m) => Int -> (a -> m a) -> a -> m (Vector a)
iterateNM = G.iterateNM
{-# INLINE iterateNM #-}

unfoldrM :: (Storable a, Monad m) => (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrM = G.unfoldrM
{-# INLINE unfoldrM #-}

unfoldrNM :: (Storable a, Monad m) => Int -> (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrNM = G.unfoldrNM
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: (Storable a, Monad m) => Int -> (b -> m (a, b)) -> b -> m (Vector a)
unfoldrExactNM = G.unfoldrExactNM
{-# INLINE unfoldrExactNM #-}

createT :: (Storable a, Traversable f) => (forall s. ST s (f (MVector s a))) -> f (Vector a)
createT st = G.createT st
{-# INLINE createT #-}

unsafeUpdate_ :: Storable a => Vector a -> Vector Int -> Vector a -> Vector a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccumulate_ :: (Storable a, Storable b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeIndexM :: (Storable a, Monad m) => Vector a -> Int -> m a
unsafeIndexM = indexM
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: (Storable a, Monad m) => Vector a -> m a
unsafeHeadM = headM
unsafeLastM = lastM
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

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
