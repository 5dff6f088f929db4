-- | Vectors of primitive values in byte arrays. Every element is evaluated when the vector is; otherwise costs, errors and fusion are those of
-- Data.Vector.
module Data.Vector.Primitive
  ( Vector, MVector, Prim(..), empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN
  , unfoldrExactN, constructN, constructrN, enumFromN, enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++)
  , concat, concatMap, force, fromList, fromListN, toList, create, replicateM, generateM, length, null, (!), (!?)
  , unsafeIndex, head, last, unsafeHead, unsafeLast, indexM, headM, lastM, slice, take, drop, splitAt, init, tail
  , uncons, unsnoc, modify, (//), accum, update_, accumulate_, reverse, backpermute, map, imap, mapM, imapM, mapM_
  , imapM_, zipWith, izipWith, izipWith3, zipWith3, zipWith4, zipWithM, zipWithM_, ifilter, filter, imapMaybe
  , mapMaybe, uniq, partition, takeWhile, dropWhile, span, break, elem, notElem, find, findIndex, findIndices
  , elemIndex, elemIndices, foldl, foldl', foldr, foldr', ifoldl, ifoldl', ifoldr, ifoldr', foldl1, foldl1', foldr1
  , foldr1', foldMap, foldMap', all, any, sum, product, maximum, minimum, maximumBy, minimumBy, maxIndex, minIndex
  , maxIndexBy, minIndexBy, foldM, foldM', ifoldM, ifoldM', foldM_, foldM'_, prescanl, prescanl', postscanl
  , postscanl', scanl, scanl', prescanr, prescanr', postscanr, postscanr', scanr, scanr', scanl1, scanl1', scanr1
  , scanr1', eqBy, cmpBy, freeze, unsafeFreeze, thaw, unsafeThaw, forM, forM_, iforM, iforM_, unsafeSlice
  , unsafeTake, unsafeDrop, unsafeInit, unsafeTail, unsafeUpd, unsafeAccum, unsafeBackpermute, unstablePartition
  , copy, unsafeCopy, partitionWith, zipWith5, zipWith6, izipWith4, izipWith5, izipWith6, filterM, mapMaybeM
  , imapMaybeM, izipWithM, izipWithM_, fold1M, fold1M', fold1M_, fold1M'_, ifoldM_, ifoldM'_, iscanl, iscanl'
  , iscanr, iscanr', iterateNM, unfoldrM, unfoldrNM, unfoldrExactNM, createT, unsafeUpdate_, unsafeAccumulate_
  , unsafeIndexM, unsafeHeadM, unsafeLastM, convert
  ) where

import qualified GPH.IsList as Lists
import Control.Monad.Primitive.Class (PrimMonad)
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import Data.Vector.Primitive.Base
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.ST (ST)
import GPH.Typeable (gcast1)
import Data.Primitive.Types.Class (Prim(..))
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))
import Text.Read (readListPrecDefault, readPrec, readListPrec)

infixl 9 !, !?
infixr 5 ++

instance (Prim a, Eq a) => Eq (Vector a) where
  a == b = G.eqBy (==) a b
instance (Prim a, Ord a) => Ord (Vector a) where
  compare a b = G.cmpBy compare a b
instance (Prim a, Show a) => Show (Vector a) where
  showsPrec p v = showsPrec p (G.toList v)
instance (Prim a, Read a) => Read (Vector a) where
  readPrec = fmap G.fromList readPrec
  readListPrec = readListPrecDefault
instance Prim a => Semigroup (Vector a) where
  (<>) = (G.++)
instance Prim a => Monoid (Vector a) where
  mempty = G.empty
  mconcat = G.concat

vectorType :: DataType
vectorType = listLike "Data.Vector.Primitive.Vector" "fromList"

instance (Data a, Prim a) => Data (Vector a) where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr vectorType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorWithoutStackTrace "gunfold"
  dataTypeOf _ = vectorType
  dataCast1 f = gcast1 f

empty :: Prim a => Vector a
empty = G.empty
{-# INLINE empty #-}

singleton :: Prim a => a -> Vector a
singleton = G.singleton
{-# INLINE singleton #-}

replicate :: Prim a => Int -> a -> Vector a
replicate = G.replicate
{-# INLINE replicate #-}

generate :: Prim a => Int -> (Int -> a) -> Vector a
generate = G.generate
{-# INLINE generate #-}

iterateN :: Prim a => Int -> (a -> a) -> a -> Vector a
iterateN = G.iterateN
{-# INLINE iterateN #-}

unfoldr :: Prim a => (b -> Maybe (a, b)) -> b -> Vector a
unfoldr = G.unfoldr
{-# INLINE unfoldr #-}

unfoldrN :: Prim a => Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN = G.unfoldrN
{-# INLINE unfoldrN #-}

unfoldrExactN :: Prim a => Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN = G.unfoldrExactN
{-# INLINE unfoldrExactN #-}

constructN :: Prim a => Int -> (Vector a -> a) -> Vector a
constructN = G.constructN
{-# INLINE constructN #-}

constructrN :: Prim a => Int -> (Vector a -> a) -> Vector a
constructrN = G.constructrN
{-# INLINE constructrN #-}

enumFromN :: (Prim a, Num a) => a -> Int -> Vector a
enumFromN = G.enumFromN
{-# INLINE enumFromN #-}

enumFromStepN :: (Prim a, Num a) => a -> a -> Int -> Vector a
enumFromStepN = G.enumFromStepN
{-# INLINE enumFromStepN #-}

enumFromTo :: (Prim a, Enum a) => a -> a -> Vector a
enumFromTo = G.enumFromTo
{-# INLINE enumFromTo #-}

enumFromThenTo :: (Prim a, Enum a) => a -> a -> a -> Vector a
enumFromThenTo = G.enumFromThenTo
{-# INLINE enumFromThenTo #-}

cons :: Prim a => a -> Vector a -> Vector a
cons = G.cons
{-# INLINE cons #-}

snoc :: Prim a => Vector a -> a -> Vector a
snoc = G.snoc
{-# INLINE snoc #-}

(++) :: Prim a => Vector a -> Vector a -> Vector a
(++) = (G.++)
{-# INLINE (++) #-}

concat :: Prim a => [Vector a] -> Vector a
concat = G.concat
{-# INLINE concat #-}

concatMap :: (Prim a, Prim b) => (a -> Vector b) -> Vector a -> Vector b
concatMap = G.concatMap
{-# INLINE concatMap #-}

force :: Prim a => Vector a -> Vector a
force = G.force
{-# INLINE force #-}

fromList :: Prim a => [a] -> Vector a
fromList = G.fromList
{-# INLINE fromList #-}

fromListN :: Prim a => Int -> [a] -> Vector a
fromListN = G.fromListN
{-# INLINE fromListN #-}

toList :: Prim a => Vector a -> [a]
toList = G.toList
{-# INLINE toList #-}

create :: Prim a => (forall s. ST s (MVector s a)) -> Vector a
create f = G.create f
{-# INLINE create #-}

replicateM :: (Prim a, Monad m) => Int -> m a -> m (Vector a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generateM :: (Prim a, Monad m) => Int -> (Int -> m a) -> m (Vector a)
generateM = G.generateM
{-# INLINE generateM #-}

length :: Prim a => Vector a -> Int
length = G.length
{-# INLINE length #-}

null :: Prim a => Vector a -> Bool
null = G.null
{-# INLINE null #-}

(!) :: Prim a => Vector a -> Int -> a
(!) = (G.!)
{-# INLINE (!) #-}

(!?) :: Prim a => Vector a -> Int -> Maybe a
(!?) = (G.!?)
{-# INLINE (!?) #-}

unsafeIndex :: Prim a => Vector a -> Int -> a
unsafeIndex = G.unsafeIndex
{-# INLINE unsafeIndex #-}

head :: Prim a => Vector a -> a
head = G.head
{-# INLINE head #-}

last :: Prim a => Vector a -> a
last = G.last
{-# INLINE last #-}

unsafeHead :: Prim a => Vector a -> a
unsafeHead = G.unsafeHead
{-# INLINE unsafeHead #-}

unsafeLast :: Prim a => Vector a -> a
unsafeLast = G.unsafeLast
{-# INLINE unsafeLast #-}

indexM :: (Prim a, Monad m) => Vector a -> Int -> m a
indexM = G.indexM
{-# INLINE indexM #-}

headM :: (Prim a, Monad m) => Vector a -> m a
headM = G.headM
{-# INLINE headM #-}

lastM :: (Prim a, Monad m) => Vector a -> m a
lastM = G.lastM
{-# INLINE lastM #-}

slice :: Prim a => Int -> Int -> Vector a -> Vector a
slice = G.slice
{-# INLINE slice #-}

take :: Prim a => Int -> Vector a -> Vector a
take = G.take
{-# INLINE take #-}

drop :: Prim a => Int -> Vector a -> Vector a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Prim a => Int -> Vector a -> (Vector a, Vector a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Prim a => Vector a -> Vector a
init = G.init
{-# INLINE init #-}

tail :: Prim a => Vector a -> Vector a
tail = G.tail
{-# INLINE tail #-}

uncons :: Prim a => Vector a -> Maybe (a, Vector a)
uncons = G.uncons
{-# INLINE uncons #-}

unsnoc :: Prim a => Vector a -> Maybe (Vector a, a)
unsnoc = G.unsnoc
{-# INLINE unsnoc #-}

modify :: Prim a => (forall s. MVector s a -> ST s ()) -> Vector a -> Vector a
modify f = G.modify f
{-# INLINE modify #-}

(//) :: Prim a => Vector a -> [(Int, a)] -> Vector a
(//) = (G.//)
{-# INLINE (//) #-}

accum :: Prim a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum = G.accum
{-# INLINE accum #-}

update_ :: Prim a => Vector a -> Vector Int -> Vector a -> Vector a
update_ = G.update_
{-# INLINE update_ #-}

accumulate_ :: (Prim a, Prim b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
accumulate_ = G.accumulate_
{-# INLINE accumulate_ #-}

reverse :: Prim a => Vector a -> Vector a
reverse = G.reverse
{-# INLINE reverse #-}

backpermute :: Prim a => Vector a -> Vector Int -> Vector a
backpermute = G.backpermute
{-# INLINE backpermute #-}

map :: (Prim a, Prim b) => (a -> b) -> Vector a -> Vector b
map = G.map
{-# INLINE map #-}

imap :: (Prim a, Prim b) => (Int -> a -> b) -> Vector a -> Vector b
imap = G.imap
{-# INLINE imap #-}

mapM :: (Prim a, Prim b, Monad m) => (a -> m b) -> Vector a -> m (Vector b)
mapM = G.mapM
{-# INLINE mapM #-}

imapM :: (Prim a, Prim b, Monad m) => (Int -> a -> m b) -> Vector a -> m (Vector b)
imapM = G.imapM
{-# INLINE imapM #-}

mapM_ :: (Prim a, Monad m) => (a -> m b) -> Vector a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

imapM_ :: (Prim a, Monad m) => (Int -> a -> m b) -> Vector a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

zipWith :: (Prim a, Prim b, Prim c) => (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith = G.zipWith
{-# INLINE zipWith #-}

izipWith :: (Prim a, Prim b, Prim c) => (Int -> a -> b -> c) -> Vector a -> Vector b -> Vector c
izipWith = G.izipWith
{-# INLINE izipWith #-}

izipWith3 :: (Prim a, Prim b, Prim c, Prim d) => (Int -> a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
izipWith3 = G.izipWith3
{-# INLINE izipWith3 #-}

zipWith3 :: (Prim a, Prim b, Prim c, Prim d) => (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 = G.zipWith3
{-# INLINE zipWith3 #-}

zipWith4 :: (Prim a, Prim b, Prim c, Prim d, Prim e) => (a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
zipWith4 = G.zipWith4
{-# INLINE zipWith4 #-}

zipWithM :: (Prim a, Prim b, Prim c, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
zipWithM = G.zipWithM
{-# INLINE zipWithM #-}

zipWithM_ :: (Prim a, Prim b, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m ()
zipWithM_ = G.zipWithM_
{-# INLINE zipWithM_ #-}

ifilter :: Prim a => (Int -> a -> Bool) -> Vector a -> Vector a
ifilter = G.ifilter
{-# INLINE ifilter #-}

filter :: Prim a => (a -> Bool) -> Vector a -> Vector a
filter = G.filter
{-# INLINE filter #-}

imapMaybe :: (Prim a, Prim b) => (Int -> a -> Maybe b) -> Vector a -> Vector b
imapMaybe = G.imapMaybe
{-# INLINE imapMaybe #-}

mapMaybe :: (Prim a, Prim b) => (a -> Maybe b) -> Vector a -> Vector b
mapMaybe = G.mapMaybe
{-# INLINE mapMaybe #-}

uniq :: (Prim a, Eq a) => Vector a -> Vector a
uniq = G.uniq
{-# INLINE uniq #-}

partition :: Prim a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition = G.partition
{-# INLINE partition #-}

takeWhile :: Prim a => (a -> Bool) -> Vector a -> Vector a
takeWhile = G.takeWhile
{-# INLINE takeWhile #-}

dropWhile :: Prim a => (a -> Bool) -> Vector a -> Vector a
dropWhile = G.dropWhile
{-# INLINE dropWhile #-}

span :: Prim a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
span = G.span
{-# INLINE span #-}

break :: Prim a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
break = G.break
{-# INLINE break #-}

elem :: (Prim a, Eq a) => a -> Vector a -> Bool
elem = G.elem
{-# INLINE elem #-}

notElem :: (Prim a, Eq a) => a -> Vector a -> Bool
notElem = G.notElem
{-# INLINE notElem #-}

find :: Prim a => (a -> Bool) -> Vector a -> Maybe a
find = G.find
{-# INLINE find #-}

findIndex :: Prim a => (a -> Bool) -> Vector a -> Maybe Int
findIndex = G.findIndex
{-# INLINE findIndex #-}

findIndices :: Prim a => (a -> Bool) -> Vector a -> Vector Int
findIndices = G.findIndices
{-# INLINE findIndices #-}

elemIndex :: (Prim a, Eq a) => a -> Vector a -> Maybe Int
elemIndex = G.elemIndex
{-# INLINE elemIndex #-}

elemIndices :: (Prim a, Eq a) => a -> Vector a -> Vector Int
elemIndices = G.elemIndices
{-# INLINE elemIndices #-}

foldl :: Prim a => (b -> a -> b) -> b -> Vector a -> b
foldl = G.foldl
{-# INLINE foldl #-}

foldl' :: Prim a => (b -> a -> b) -> b -> Vector a -> b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr :: Prim a => (a -> b -> b) -> b -> Vector a -> b
foldr = G.foldr
{-# INLINE foldr #-}

foldr' :: Prim a => (a -> b -> b) -> b -> Vector a -> b
foldr' = G.foldr'
{-# INLINE foldr' #-}

ifoldl :: Prim a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldl' :: Prim a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr :: Prim a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldr' :: Prim a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

foldl1 :: Prim a => (a -> a -> a) -> Vector a -> a
foldl1 = G.foldl1
{-# INLINE foldl1 #-}

foldl1' :: Prim a => (a -> a -> a) -> Vector a -> a
foldl1' = G.foldl1'
{-# INLINE foldl1' #-}

foldr1 :: Prim a => (a -> a -> a) -> Vector a -> a
foldr1 = G.foldr1
{-# INLINE foldr1 #-}

foldr1' :: Prim a => (a -> a -> a) -> Vector a -> a
foldr1' = G.foldr1'
{-# INLINE foldr1' #-}

foldMap :: (Prim a, Monoid m) => (a -> m) -> Vector a -> m
foldMap = G.foldMap
{-# INLINE foldMap #-}

foldMap' :: (Prim a, Monoid m) => (a -> m) -> Vector a -> m
foldMap' = G.foldMap'
{-# INLINE foldMap' #-}

all :: Prim a => (a -> Bool) -> Vector a -> Bool
all = G.all
{-# INLINE all #-}

any :: Prim a => (a -> Bool) -> Vector a -> Bool
any = G.any
{-# INLINE any #-}

sum :: (Prim a, Num a) => Vector a -> a
sum = G.sum
{-# INLINE sum #-}

product :: (Prim a, Num a) => Vector a -> a
product = G.product
{-# INLINE product #-}

maximum :: (Prim a, Ord a) => Vector a -> a
maximum = G.maximum
{-# INLINE maximum #-}

minimum :: (Prim a, Ord a) => Vector a -> a
minimum = G.minimum
{-# INLINE minimum #-}

maximumBy :: Prim a => (a -> a -> Ordering) -> Vector a -> a
maximumBy = G.maximumBy
{-# INLINE maximumBy #-}

minimumBy :: Prim a => (a -> a -> Ordering) -> Vector a -> a
minimumBy = G.minimumBy
{-# INLINE minimumBy #-}

maxIndex :: (Prim a, Ord a) => Vector a -> Int
maxIndex = G.maxIndex
{-# INLINE maxIndex #-}

minIndex :: (Prim a, Ord a) => Vector a -> Int
minIndex = G.minIndex
{-# INLINE minIndex #-}

maxIndexBy :: Prim a => (a -> a -> Ordering) -> Vector a -> Int
maxIndexBy = G.maxIndexBy
{-# INLINE maxIndexBy #-}

minIndexBy :: Prim a => (a -> a -> Ordering) -> Vector a -> Int
minIndexBy = G.minIndexBy
{-# INLINE minIndexBy #-}

foldM :: (Prim a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldM' :: (Prim a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

ifoldM :: (Prim a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldM' :: (Prim a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

foldM_ :: (Prim a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ = G.foldM_
{-# INLINE foldM_ #-}

foldM'_ :: (Prim a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM'_ = G.foldM'_
{-# INLINE foldM'_ #-}

prescanl :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl = G.prescanl
{-# INLINE prescanl #-}

prescanl' :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl' = G.prescanl'
{-# INLINE prescanl' #-}

postscanl :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl = G.postscanl
{-# INLINE postscanl #-}

postscanl' :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl' = G.postscanl'
{-# INLINE postscanl' #-}

scanl :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl = G.scanl
{-# INLINE scanl #-}

scanl' :: (Prim a, Prim b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl' = G.scanl'
{-# INLINE scanl' #-}

prescanr :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr = G.prescanr
{-# INLINE prescanr #-}

prescanr' :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr' = G.prescanr'
{-# INLINE prescanr' #-}

postscanr :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr = G.postscanr
{-# INLINE postscanr #-}

postscanr' :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr' = G.postscanr'
{-# INLINE postscanr' #-}

scanr :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr = G.scanr
{-# INLINE scanr #-}

scanr' :: (Prim a, Prim b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr' = G.scanr'
{-# INLINE scanr' #-}

scanl1 :: Prim a => (a -> a -> a) -> Vector a -> Vector a
scanl1 = G.scanl1
{-# INLINE scanl1 #-}

scanl1' :: Prim a => (a -> a -> a) -> Vector a -> Vector a
scanl1' = G.scanl1'
{-# INLINE scanl1' #-}

scanr1 :: Prim a => (a -> a -> a) -> Vector a -> Vector a
scanr1 = G.scanr1
{-# INLINE scanr1 #-}

scanr1' :: Prim a => (a -> a -> a) -> Vector a -> Vector a
scanr1' = G.scanr1'
{-# INLINE scanr1' #-}

eqBy :: (Prim a, Prim b) => (a -> b -> Bool) -> Vector a -> Vector b -> Bool
eqBy = G.eqBy
{-# INLINE eqBy #-}

cmpBy :: (Prim a, Prim b) => (a -> b -> Ordering) -> Vector a -> Vector b -> Ordering
cmpBy = G.cmpBy
{-# INLINE cmpBy #-}

freeze :: (Prim a, PrimMonad m s) => MVector s a -> m (Vector a)
freeze = G.freeze
{-# INLINE freeze #-}

unsafeFreeze :: (Prim a, PrimMonad m s) => MVector s a -> m (Vector a)
unsafeFreeze = G.unsafeFreeze
{-# INLINE unsafeFreeze #-}

thaw :: (Prim a, PrimMonad m s) => Vector a -> m (MVector s a)
thaw = G.thaw
{-# INLINE thaw #-}

unsafeThaw :: (Prim a, PrimMonad m s) => Vector a -> m (MVector s a)
unsafeThaw = G.unsafeThaw
{-# INLINE unsafeThaw #-}

forM :: (Prim a, Prim b, Monad m) => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: (Prim a, Monad m) => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: (Prim a, Prim b, Monad m) => Vector a -> (Int -> a -> m b) -> m (Vector b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: (Prim a, Monad m) => Vector a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

unsafeSlice :: Prim a => Int -> Int -> Vector a -> Vector a
unsafeSlice = G.vSlice
{-# INLINE unsafeSlice #-}

unsafeTake :: Prim a => Int -> Vector a -> Vector a
unsafeTake k v = G.vSlice 0 k v
{-# INLINE unsafeTake #-}

unsafeDrop :: Prim a => Int -> Vector a -> Vector a
unsafeDrop k v = G.vSlice k (G.vLength v - k) v
{-# INLINE unsafeDrop #-}

unsafeInit :: Prim a => Vector a -> Vector a
unsafeInit v = G.vSlice 0 (G.vLength v - 1) v
{-# INLINE unsafeInit #-}

unsafeTail :: Prim a => Vector a -> Vector a
unsafeTail v = G.vSlice 1 (G.vLength v - 1) v
{-# INLINE unsafeTail #-}

unsafeUpd :: Prim a => Vector a -> [(Int, a)] -> Vector a
unsafeUpd = (G.//)
{-# INLINE unsafeUpd #-}

unsafeAccum :: Prim a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
unsafeAccum = G.accum
{-# INLINE unsafeAccum #-}

unsafeBackpermute :: Prim a => Vector a -> Vector Int -> Vector a
unsafeBackpermute = G.backpermute
{-# INLINE unsafeBackpermute #-}

unstablePartition :: Prim a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
unstablePartition p v = case G.partition p v of (a, b) -> (a, G.reverse b)   -- the order of vector
{-# INLINE unstablePartition #-}

copy :: (Prim a, PrimMonad m s) => MVector s a -> Vector a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Prim a, PrimMonad m s) => MVector s a -> Vector a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

partitionWith :: (Prim a, Prim b, Prim c) => (a -> Either b c) -> Vector a -> (Vector b, Vector c)
partitionWith f v = let { !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v; !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v } in (a, b)
{-# INLINE partitionWith #-}

zipWith5 :: (Prim a, Prim b, Prim c, Prim d, Prim e, Prim f) => (a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
zipWith5 = G.zipWith5
{-# INLINE zipWith5 #-}

zipWith6 :: (Prim a, Prim b, Prim c, Prim d, Prim e, Prim f, Prim g) => (a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
zipWith6 = G.zipWith6
{-# INLINE zipWith6 #-}

izipWith4 :: (Prim a, Prim b, Prim c, Prim d, Prim e) => (Int -> a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
izipWith4 = G.izipWith4
{-# INLINE izipWith4 #-}

izipWith5 :: (Prim a, Prim b, Prim c, Prim d, Prim e, Prim f) => (Int -> a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
izipWith5 = G.izipWith5
{-# INLINE izipWith5 #-}

izipWith6 :: (Prim a, Prim b, Prim c, Prim d, Prim e, Prim f, Prim g) => (Int -> a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
izipWith6 = G.izipWith6
{-# INLINE izipWith6 #-}

filterM :: (Prim a, Monad m) => (a -> m Bool) -> Vector a -> m (Vector a)
filterM = G.filterM
{-# INLINE filterM #-}

mapMaybeM :: (Prim a, Prim b, Monad m) => (a -> m (Maybe b)) -> Vector a -> m (Vector b)
mapMaybeM = G.mapMaybeM
{-# INLINE mapMaybeM #-}

imapMaybeM :: (Prim a, Prim b, Monad m) => (Int -> a -> m (Maybe b)) -> Vector a -> m (Vector b)
imapMaybeM = G.imapMaybeM
{-# INLINE imapMaybeM #-}

izipWithM :: (Prim a, Prim b, Prim c, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
izipWithM = G.izipWithM
{-# INLINE izipWithM #-}

izipWithM_ :: (Prim a, Prim b, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m ()
izipWithM_ = G.izipWithM_
{-# INLINE izipWithM_ #-}

fold1M :: (Prim a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M = G.fold1M
{-# INLINE fold1M #-}

fold1M' :: (Prim a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M' = G.fold1M'
{-# INLINE fold1M' #-}

fold1M_ :: (Prim a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M_ = G.fold1M_
{-# INLINE fold1M_ #-}

fold1M'_ :: (Prim a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M'_ = G.fold1M'_
{-# INLINE fold1M'_ #-}

ifoldM_ :: (Prim b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM_ = G.ifoldM_
{-# INLINE ifoldM_ #-}

ifoldM'_ :: (Prim b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM'_ = G.ifoldM'_
{-# INLINE ifoldM'_ #-}

iscanl :: (Prim a, Prim b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl = G.iscanl
{-# INLINE iscanl #-}

iscanl' :: (Prim a, Prim b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl' = G.iscanl'
{-# INLINE iscanl' #-}

iscanr :: (Prim a, Prim b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr = G.iscanr
{-# INLINE iscanr #-}

iscanr' :: (Prim a, Prim b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr' = G.iscanr'
{-# INLINE iscanr' #-}

iterateNM :: (Prim a, Monad m) => Int -> (a -> m a) -> a -> m (Vector a)
iterateNM = G.iterateNM
{-# INLINE iterateNM #-}

unfoldrM :: (Prim a, Monad m) => (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrM = G.unfoldrM
{-# INLINE unfoldrM #-}

unfoldrNM :: (Prim a, Monad m) => Int -> (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrNM = G.unfoldrNM
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: (Prim a, Monad m) => Int -> (b -> m (a, b)) -> b -> m (Vector a)
unfoldrExactNM = G.unfoldrExactNM
{-# INLINE unfoldrExactNM #-}

createT :: (Prim a, Traversable f) => (forall s. ST s (f (MVector s a))) -> f (Vector a)
createT st = G.createT st
{-# INLINE createT #-}

unsafeUpdate_ :: Prim a => Vector a -> Vector Int -> Vector a -> Vector a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccumulate_ :: (Prim a, Prim b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeIndexM :: (Prim a, Monad m) => Vector a -> Int -> m a
unsafeIndexM = indexM
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: (Prim a, Monad m) => Vector a -> m a
unsafeHeadM = headM
unsafeLastM = lastM
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

instance Prim a => Lists.IsList (Vector a) a where
  fromList = fromList
  fromListN = fromListN
  toList = toList
