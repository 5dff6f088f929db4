-- | Unboxed vectors: of numbers, characters, booleans and tuples of them, in byte arrays; a vector of tuples is a tuple of arrays.
-- Every element is evaluated when the vector is; otherwise costs, errors and fusion are those of Data.Vector (slices and zip-free access O(1), zip and
-- unzip copy). The class Unbox is ordinary: newtypes derive it (GeneralizedNewtypeDeriving).
module Data.Vector.Unboxed
  ( Vector, MVector, Unbox, empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN, unfoldrExactN, constructN, constructrN, enumFromN
  , enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++), concat, concatMap, force, fromList, fromListN, toList, create, replicateM
  , generateM, length, null, (!), (!?), unsafeIndex, head, last, unsafeHead, unsafeLast, indexM, headM, lastM, slice, take, drop, splitAt, init
  , tail, uncons, unsnoc, modify, (//), accum, update_, accumulate_, update, accumulate, reverse, backpermute, map, imap, indexed, mapM, imapM
  , mapM_, imapM_, zipWith, izipWith, izipWith3, zipWith3, zipWith4, zipWithM, zipWithM_, ifilter, filter, imapMaybe, mapMaybe, uniq, partition
  , takeWhile, dropWhile, span, break, elem, notElem, find, findIndex, findIndices, elemIndex, elemIndices, foldl, foldl', foldr, foldr', ifoldl
  , ifoldl', ifoldr, ifoldr', foldl1, foldl1', foldr1, foldr1', foldMap, foldMap', all, any, and, or, sum, product, maximum, minimum, maximumBy
  , minimumBy, maxIndex, minIndex, maxIndexBy, minIndexBy, foldM, foldM', ifoldM, ifoldM', foldM_, foldM'_, prescanl, prescanl', postscanl
  , postscanl', scanl, scanl', prescanr, prescanr', postscanr, postscanr', scanr, scanr', scanl1, scanl1', scanr1, scanr1', eqBy, cmpBy, freeze
  , unsafeFreeze, thaw, unsafeThaw, forM, forM_, iforM, iforM_, zip, zip3, unzip, unzip3, unsafeSlice, unsafeTake, unsafeDrop, unsafeInit
  , unsafeTail, unsafeUpd, unsafeAccum, unsafeBackpermute, unstablePartition, copy, unsafeCopy, partitionWith
  , zipWith5, zipWith6, izipWith4, izipWith5, izipWith6, filterM, mapMaybeM, imapMaybeM, izipWithM, izipWithM_, fold1M, fold1M', fold1M_, fold1M'_
  , ifoldM_, ifoldM'_, iscanl, iscanl', iscanr, iscanr', iterateNM, unfoldrM, unfoldrNM, unfoldrExactNM, createT, zip4, unzip4, zip5, unzip5, zip6
  , unzip6, unsafeUpdate, unsafeAccumulate, unsafeUpdate_, unsafeAccumulate_, unsafeIndexM, unsafeHeadM, unsafeLastM, convert
  ) where

import qualified GPH.IsList as Lists
import Control.DeepSeq (NFData(..), NFData1(..))
import Control.Monad.Primitive.Class (PrimMonad)
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import Data.Vector.Unboxed.Base (Vector, MVector, Unbox)
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.ST (ST)
import GPH.Typeable (gcast1)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo, filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum, notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt, sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))
import Text.Read (readListPrecDefault, readPrec, readListPrec)

infixl 9 !, !?
infixr 5 ++

instance (Unbox a, Eq a) => Eq (Vector a) where
  a == b = G.eqBy (==) a b
instance (Unbox a, Ord a) => Ord (Vector a) where
  compare a b = G.cmpBy compare a b
instance (Unbox a, Show a) => Show (Vector a) where
  showsPrec p v = showsPrec p (G.toList v)
instance (Unbox a, Read a) => Read (Vector a) where
  readPrec = fmap G.fromList readPrec
  readListPrec = readListPrecDefault
instance Unbox a => Semigroup (Vector a) where
  (<>) = (G.++)
instance Unbox a => Monoid (Vector a) where
  mempty = G.empty
  mconcat = G.concat

vectorType :: DataType
vectorType = listLike "Data.Vector.Unboxed.Vector" "fromList"

instance (Data a, Unbox a) => Data (Vector a) where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr vectorType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorWithoutStackTrace "gunfold"
  dataTypeOf _ = vectorType
  dataCast1 f = gcast1 f

instance NFData (Vector a) where
  rnf v = v `seq` ()
instance NFData1 Vector where
  liftRnf _ v = v `seq` ()

empty :: Unbox a => Vector a
empty = G.empty
{-# INLINE empty #-}

singleton :: Unbox a => a -> Vector a
singleton = G.singleton
{-# INLINE singleton #-}

replicate :: Unbox a => Int -> a -> Vector a
replicate = G.replicate
{-# INLINE replicate #-}

generate :: Unbox a => Int -> (Int -> a) -> Vector a
generate = G.generate
{-# INLINE generate #-}

iterateN :: Unbox a => Int -> (a -> a) -> a -> Vector a
iterateN = G.iterateN
{-# INLINE iterateN #-}

unfoldr :: Unbox a => (b -> Maybe (a, b)) -> b -> Vector a
unfoldr = G.unfoldr
{-# INLINE unfoldr #-}

unfoldrN :: Unbox a => Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN = G.unfoldrN
{-# INLINE unfoldrN #-}

unfoldrExactN :: Unbox a => Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN = G.unfoldrExactN
{-# INLINE unfoldrExactN #-}

constructN :: Unbox a => Int -> (Vector a -> a) -> Vector a
constructN = G.constructN
{-# INLINE constructN #-}

constructrN :: Unbox a => Int -> (Vector a -> a) -> Vector a
constructrN = G.constructrN
{-# INLINE constructrN #-}

enumFromN :: (Unbox a, Num a) => a -> Int -> Vector a
enumFromN = G.enumFromN
{-# INLINE enumFromN #-}

enumFromStepN :: (Unbox a, Num a) => a -> a -> Int -> Vector a
enumFromStepN = G.enumFromStepN
{-# INLINE enumFromStepN #-}

enumFromTo :: (Unbox a, Enum a) => a -> a -> Vector a
enumFromTo = G.enumFromTo
{-# INLINE enumFromTo #-}

enumFromThenTo :: (Unbox a, Enum a) => a -> a -> a -> Vector a
enumFromThenTo = G.enumFromThenTo
{-# INLINE enumFromThenTo #-}

cons :: Unbox a => a -> Vector a -> Vector a
cons = G.cons
{-# INLINE cons #-}

snoc :: Unbox a => Vector a -> a -> Vector a
snoc = G.snoc
{-# INLINE snoc #-}

(++) :: Unbox a => Vector a -> Vector a -> Vector a
(++) = (G.++)
{-# INLINE (++) #-}

concat :: Unbox a => [Vector a] -> Vector a
concat = G.concat
{-# INLINE concat #-}

concatMap :: (Unbox a, Unbox b) => (a -> Vector b) -> Vector a -> Vector b
concatMap = G.concatMap
{-# INLINE concatMap #-}

force :: Unbox a => Vector a -> Vector a
force = G.force
{-# INLINE force #-}

fromList :: Unbox a => [a] -> Vector a
fromList = G.fromList
{-# INLINE fromList #-}

fromListN :: Unbox a => Int -> [a] -> Vector a
fromListN = G.fromListN
{-# INLINE fromListN #-}

toList :: Unbox a => Vector a -> [a]
toList = G.toList
{-# INLINE toList #-}

create :: Unbox a => (forall s. ST s (MVector s a)) -> Vector a
create f = G.create f
{-# INLINE create #-}

replicateM :: (Unbox a, Monad m) => Int -> m a -> m (Vector a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generateM :: (Unbox a, Monad m) => Int -> (Int -> m a) -> m (Vector a)
generateM = G.generateM
{-# INLINE generateM #-}

length :: Unbox a => Vector a -> Int
length = G.length
{-# INLINE length #-}

null :: Unbox a => Vector a -> Bool
null = G.null
{-# INLINE null #-}

(!) :: Unbox a => Vector a -> Int -> a
(!) = (G.!)
{-# INLINE (!) #-}

(!?) :: Unbox a => Vector a -> Int -> Maybe a
(!?) = (G.!?)
{-# INLINE (!?) #-}

unsafeIndex :: Unbox a => Vector a -> Int -> a
unsafeIndex = G.unsafeIndex
{-# INLINE unsafeIndex #-}

head :: Unbox a => Vector a -> a
head = G.head
{-# INLINE head #-}

last :: Unbox a => Vector a -> a
last = G.last
{-# INLINE last #-}

unsafeHead :: Unbox a => Vector a -> a
unsafeHead = G.unsafeHead
{-# INLINE unsafeHead #-}

unsafeLast :: Unbox a => Vector a -> a
unsafeLast = G.unsafeLast
{-# INLINE unsafeLast #-}

indexM :: (Unbox a, Monad m) => Vector a -> Int -> m a
indexM = G.indexM
{-# INLINE indexM #-}

headM :: (Unbox a, Monad m) => Vector a -> m a
headM = G.headM
{-# INLINE headM #-}

lastM :: (Unbox a, Monad m) => Vector a -> m a
lastM = G.lastM
{-# INLINE lastM #-}

slice :: Unbox a => Int -> Int -> Vector a -> Vector a
slice = G.slice
{-# INLINE slice #-}

take :: Unbox a => Int -> Vector a -> Vector a
take = G.take
{-# INLINE take #-}

drop :: Unbox a => Int -> Vector a -> Vector a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Unbox a => Int -> Vector a -> (Vector a, Vector a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Unbox a => Vector a -> Vector a
init = G.init
{-# INLINE init #-}

tail :: Unbox a => Vector a -> Vector a
tail = G.tail
{-# INLINE tail #-}

uncons :: Unbox a => Vector a -> Maybe (a, Vector a)
uncons = G.uncons
{-# INLINE uncons #-}

unsnoc :: Unbox a => Vector a -> Maybe (Vector a, a)
unsnoc = G.unsnoc
{-# INLINE unsnoc #-}

modify :: Unbox a => (forall s. MVector s a -> ST s ()) -> Vector a -> Vector a
modify f = G.modify f
{-# INLINE modify #-}

(//) :: Unbox a => Vector a -> [(Int, a)] -> Vector a
(//) = (G.//)
{-# INLINE (//) #-}

accum :: Unbox a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum = G.accum
{-# INLINE accum #-}

update_ :: Unbox a => Vector a -> Vector Int -> Vector a -> Vector a
update_ = G.update_
{-# INLINE update_ #-}

accumulate_ :: (Unbox a, Unbox b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
accumulate_ = G.accumulate_
{-# INLINE accumulate_ #-}

update :: Unbox a => Vector a -> Vector (Int, a) -> Vector a
update = G.update
{-# INLINE update #-}

accumulate :: (Unbox a, Unbox b) => (a -> b -> a) -> Vector a -> Vector (Int, b) -> Vector a
accumulate = G.accumulate
{-# INLINE accumulate #-}

reverse :: Unbox a => Vector a -> Vector a
reverse = G.reverse
{-# INLINE reverse #-}

backpermute :: Unbox a => Vector a -> Vector Int -> Vector a
backpermute = G.backpermute
{-# INLINE backpermute #-}

map :: (Unbox a, Unbox b) => (a -> b) -> Vector a -> Vector b
map = G.map
{-# INLINE map #-}

imap :: (Unbox a, Unbox b) => (Int -> a -> b) -> Vector a -> Vector b
imap = G.imap
{-# INLINE imap #-}

indexed :: Unbox a => Vector a -> Vector (Int, a)
indexed = G.indexed
{-# INLINE indexed #-}

mapM :: (Unbox a, Unbox b, Monad m) => (a -> m b) -> Vector a -> m (Vector b)
mapM = G.mapM
{-# INLINE mapM #-}

imapM :: (Unbox a, Unbox b, Monad m) => (Int -> a -> m b) -> Vector a -> m (Vector b)
imapM = G.imapM
{-# INLINE imapM #-}

mapM_ :: (Unbox a, Monad m) => (a -> m b) -> Vector a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

imapM_ :: (Unbox a, Monad m) => (Int -> a -> m b) -> Vector a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

zipWith :: (Unbox a, Unbox b, Unbox c) => (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith = G.zipWith
{-# INLINE zipWith #-}

izipWith :: (Unbox a, Unbox b, Unbox c) => (Int -> a -> b -> c) -> Vector a -> Vector b -> Vector c
izipWith = G.izipWith
{-# INLINE izipWith #-}

izipWith3 :: (Unbox a, Unbox b, Unbox c, Unbox d) => (Int -> a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
izipWith3 = G.izipWith3
{-# INLINE izipWith3 #-}

zipWith3 :: (Unbox a, Unbox b, Unbox c, Unbox d) => (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 = G.zipWith3
{-# INLINE zipWith3 #-}

zipWith4 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e) => (a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
zipWith4 = G.zipWith4
{-# INLINE zipWith4 #-}

zipWithM :: (Unbox a, Unbox b, Unbox c, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
zipWithM = G.zipWithM
{-# INLINE zipWithM #-}

zipWithM_ :: (Unbox a, Unbox b, Monad m) => (a -> b -> m c) -> Vector a -> Vector b -> m ()
zipWithM_ = G.zipWithM_
{-# INLINE zipWithM_ #-}

ifilter :: Unbox a => (Int -> a -> Bool) -> Vector a -> Vector a
ifilter = G.ifilter
{-# INLINE ifilter #-}

filter :: Unbox a => (a -> Bool) -> Vector a -> Vector a
filter = G.filter
{-# INLINE filter #-}

imapMaybe :: (Unbox a, Unbox b) => (Int -> a -> Maybe b) -> Vector a -> Vector b
imapMaybe = G.imapMaybe
{-# INLINE imapMaybe #-}

mapMaybe :: (Unbox a, Unbox b) => (a -> Maybe b) -> Vector a -> Vector b
mapMaybe = G.mapMaybe
{-# INLINE mapMaybe #-}

uniq :: (Unbox a, Eq a) => Vector a -> Vector a
uniq = G.uniq
{-# INLINE uniq #-}

partition :: Unbox a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition = G.partition
{-# INLINE partition #-}

takeWhile :: Unbox a => (a -> Bool) -> Vector a -> Vector a
takeWhile = G.takeWhile
{-# INLINE takeWhile #-}

dropWhile :: Unbox a => (a -> Bool) -> Vector a -> Vector a
dropWhile = G.dropWhile
{-# INLINE dropWhile #-}

span :: Unbox a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
span = G.span
{-# INLINE span #-}

break :: Unbox a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
break = G.break
{-# INLINE break #-}

elem :: (Unbox a, Eq a) => a -> Vector a -> Bool
elem = G.elem
{-# INLINE elem #-}

notElem :: (Unbox a, Eq a) => a -> Vector a -> Bool
notElem = G.notElem
{-# INLINE notElem #-}

find :: Unbox a => (a -> Bool) -> Vector a -> Maybe a
find = G.find
{-# INLINE find #-}

findIndex :: Unbox a => (a -> Bool) -> Vector a -> Maybe Int
findIndex = G.findIndex
{-# INLINE findIndex #-}

findIndices :: Unbox a => (a -> Bool) -> Vector a -> Vector Int
findIndices = G.findIndices
{-# INLINE findIndices #-}

elemIndex :: (Unbox a, Eq a) => a -> Vector a -> Maybe Int
elemIndex = G.elemIndex
{-# INLINE elemIndex #-}

elemIndices :: (Unbox a, Eq a) => a -> Vector a -> Vector Int
elemIndices = G.elemIndices
{-# INLINE elemIndices #-}

foldl :: Unbox a => (b -> a -> b) -> b -> Vector a -> b
foldl = G.foldl
{-# INLINE foldl #-}

foldl' :: Unbox a => (b -> a -> b) -> b -> Vector a -> b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr :: Unbox a => (a -> b -> b) -> b -> Vector a -> b
foldr = G.foldr
{-# INLINE foldr #-}

foldr' :: Unbox a => (a -> b -> b) -> b -> Vector a -> b
foldr' = G.foldr'
{-# INLINE foldr' #-}

ifoldl :: Unbox a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldl' :: Unbox a => (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr :: Unbox a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldr' :: Unbox a => (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

foldl1 :: Unbox a => (a -> a -> a) -> Vector a -> a
foldl1 = G.foldl1
{-# INLINE foldl1 #-}

foldl1' :: Unbox a => (a -> a -> a) -> Vector a -> a
foldl1' = G.foldl1'
{-# INLINE foldl1' #-}

foldr1 :: Unbox a => (a -> a -> a) -> Vector a -> a
foldr1 = G.foldr1
{-# INLINE foldr1 #-}

foldr1' :: Unbox a => (a -> a -> a) -> Vector a -> a
foldr1' = G.foldr1'
{-# INLINE foldr1' #-}

foldMap :: (Unbox a, Monoid m) => (a -> m) -> Vector a -> m
foldMap = G.foldMap
{-# INLINE foldMap #-}

foldMap' :: (Unbox a, Monoid m) => (a -> m) -> Vector a -> m
foldMap' = G.foldMap'
{-# INLINE foldMap' #-}

all :: Unbox a => (a -> Bool) -> Vector a -> Bool
all = G.all
{-# INLINE all #-}

any :: Unbox a => (a -> Bool) -> Vector a -> Bool
any = G.any
{-# INLINE any #-}

and :: Vector Bool -> Bool
and = G.and
{-# INLINE and #-}

or :: Vector Bool -> Bool
or = G.or
{-# INLINE or #-}

sum :: (Unbox a, Num a) => Vector a -> a
sum = G.sum
{-# INLINE sum #-}

product :: (Unbox a, Num a) => Vector a -> a
product = G.product
{-# INLINE product #-}

maximum :: (Unbox a, Ord a) => Vector a -> a
maximum = G.maximum
{-# INLINE maximum #-}

minimum :: (Unbox a, Ord a) => Vector a -> a
minimum = G.minimum
{-# INLINE minimum #-}

maximumBy :: Unbox a => (a -> a -> Ordering) -> Vector a -> a
maximumBy = G.maximumBy
{-# INLINE maximumBy #-}

minimumBy :: Unbox a => (a -> a -> Ordering) -> Vector a -> a
minimumBy = G.minimumBy
{-# INLINE minimumBy #-}

maxIndex :: (Unbox a, Ord a) => Vector a -> Int
maxIndex = G.maxIndex
{-# INLINE maxIndex #-}

minIndex :: (Unbox a, Ord a) => Vector a -> Int
minIndex = G.minIndex
{-# INLINE minIndex #-}

maxIndexBy :: Unbox a => (a -> a -> Ordering) -> Vector a -> Int
maxIndexBy = G.maxIndexBy
{-# INLINE maxIndexBy #-}

minIndexBy :: Unbox a => (a -> a -> Ordering) -> Vector a -> Int
minIndexBy = G.minIndexBy
{-# INLINE minIndexBy #-}

foldM :: (Unbox a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldM' :: (Unbox a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

ifoldM :: (Unbox a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldM' :: (Unbox a, Monad m) => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

foldM_ :: (Unbox a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ = G.foldM_
{-# INLINE foldM_ #-}

foldM'_ :: (Unbox a, Monad m) => (b -> a -> m b) -> b -> Vector a -> m ()
foldM'_ = G.foldM'_
{-# INLINE foldM'_ #-}

prescanl :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl = G.prescanl
{-# INLINE prescanl #-}

prescanl' :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
prescanl' = G.prescanl'
{-# INLINE prescanl' #-}

postscanl :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl = G.postscanl
{-# INLINE postscanl #-}

postscanl' :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
postscanl' = G.postscanl'
{-# INLINE postscanl' #-}

scanl :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl = G.scanl
{-# INLINE scanl #-}

scanl' :: (Unbox a, Unbox b) => (b -> a -> b) -> b -> Vector a -> Vector b
scanl' = G.scanl'
{-# INLINE scanl' #-}

prescanr :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr = G.prescanr
{-# INLINE prescanr #-}

prescanr' :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
prescanr' = G.prescanr'
{-# INLINE prescanr' #-}

postscanr :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr = G.postscanr
{-# INLINE postscanr #-}

postscanr' :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
postscanr' = G.postscanr'
{-# INLINE postscanr' #-}

scanr :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr = G.scanr
{-# INLINE scanr #-}

scanr' :: (Unbox a, Unbox b) => (a -> b -> b) -> b -> Vector a -> Vector b
scanr' = G.scanr'
{-# INLINE scanr' #-}

scanl1 :: Unbox a => (a -> a -> a) -> Vector a -> Vector a
scanl1 = G.scanl1
{-# INLINE scanl1 #-}

scanl1' :: Unbox a => (a -> a -> a) -> Vector a -> Vector a
scanl1' = G.scanl1'
{-# INLINE scanl1' #-}

scanr1 :: Unbox a => (a -> a -> a) -> Vector a -> Vector a
scanr1 = G.scanr1
{-# INLINE scanr1 #-}

scanr1' :: Unbox a => (a -> a -> a) -> Vector a -> Vector a
scanr1' = G.scanr1'
{-# INLINE scanr1' #-}

eqBy :: (Unbox a, Unbox b) => (a -> b -> Bool) -> Vector a -> Vector b -> Bool
eqBy = G.eqBy
{-# INLINE eqBy #-}

cmpBy :: (Unbox a, Unbox b) => (a -> b -> Ordering) -> Vector a -> Vector b -> Ordering
cmpBy = G.cmpBy
{-# INLINE cmpBy #-}

freeze :: (Unbox a, PrimMonad m s) => MVector s a -> m (Vector a)
freeze = G.freeze
{-# INLINE freeze #-}

unsafeFreeze :: (Unbox a, PrimMonad m s) => MVector s a -> m (Vector a)
unsafeFreeze = G.unsafeFreeze
{-# INLINE unsafeFreeze #-}

thaw :: (Unbox a, PrimMonad m s) => Vector a -> m (MVector s a)
thaw = G.thaw
{-# INLINE thaw #-}

unsafeThaw :: (Unbox a, PrimMonad m s) => Vector a -> m (MVector s a)
unsafeThaw = G.unsafeThaw
{-# INLINE unsafeThaw #-}

forM :: (Unbox a, Unbox b, Monad m) => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: (Unbox a, Monad m) => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: (Unbox a, Unbox b, Monad m) => Vector a -> (Int -> a -> m b) -> m (Vector b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: (Unbox a, Monad m) => Vector a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

zip :: (Unbox a, Unbox b) => Vector a -> Vector b -> Vector (a, b)
zip = zipWith (,)
{-# INLINE zip #-}

zip3 :: (Unbox a, Unbox b, Unbox c) => Vector a -> Vector b -> Vector c -> Vector (a, b, c)
zip3 = zipWith3 (,,)
{-# INLINE zip3 #-}

unzip :: (Unbox a, Unbox b) => Vector (a, b) -> (Vector a, Vector b)
unzip !v = (map (\(a, _) -> a) v, map (\(_, b) -> b) v)
{-# INLINE unzip #-}

unzip3 :: (Unbox a, Unbox b, Unbox c) => Vector (a, b, c) -> (Vector a, Vector b, Vector c)
unzip3 !v = (map (\(a, _, _) -> a) v, map (\(_, b, _) -> b) v, map (\(_, _, c) -> c) v)
{-# INLINE unzip3 #-}

unsafeSlice :: Unbox a => Int -> Int -> Vector a -> Vector a
unsafeSlice = G.vSlice
{-# INLINE unsafeSlice #-}

unsafeTake :: Unbox a => Int -> Vector a -> Vector a
unsafeTake k v = G.vSlice 0 k v
{-# INLINE unsafeTake #-}

unsafeDrop :: Unbox a => Int -> Vector a -> Vector a
unsafeDrop k v = G.vSlice k (G.vLength v - k) v
{-# INLINE unsafeDrop #-}

unsafeInit :: Unbox a => Vector a -> Vector a
unsafeInit v = G.vSlice 0 (G.vLength v - 1) v
{-# INLINE unsafeInit #-}

unsafeTail :: Unbox a => Vector a -> Vector a
unsafeTail v = G.vSlice 1 (G.vLength v - 1) v
{-# INLINE unsafeTail #-}

unsafeUpd :: Unbox a => Vector a -> [(Int, a)] -> Vector a
unsafeUpd = (G.//)
{-# INLINE unsafeUpd #-}

unsafeAccum :: Unbox a => (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
unsafeAccum = G.accum
{-# INLINE unsafeAccum #-}

unsafeBackpermute :: Unbox a => Vector a -> Vector Int -> Vector a
unsafeBackpermute = G.backpermute
{-# INLINE unsafeBackpermute #-}

unstablePartition :: Unbox a => (a -> Bool) -> Vector a -> (Vector a, Vector a)
unstablePartition p v = case G.partition p v of (a, b) -> (a, G.reverse b)   -- the order of vector
{-# INLINE unstablePartition #-}

copy :: (Unbox a, PrimMonad m s) => MVector s a -> Vector a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: (Unbox a, PrimMonad m s) => MVector s a -> Vector a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

partitionWith :: (Unbox a, Unbox b, Unbox c) => (a -> Either b c) -> Vector a -> (Vector b, Vector c)
partitionWith f v = let { !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v; !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v } in (a, b)
{-# INLINE partitionWith #-}

zipWith5 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f) => (a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
zipWith5 = G.zipWith5
{-# INLINE zipWith5 #-}

zipWith6 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f, Unbox g) => (a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
zipWith6 = G.zipWith6
{-# INLINE zipWith6 #-}

izipWith4 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e) => (Int -> a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
izipWith4 = G.izipWith4
{-# INLINE izipWith4 #-}

izipWith5 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f) => (Int -> a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
izipWith5 = G.izipWith5
{-# INLINE izipWith5 #-}

izipWith6 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f, Unbox g) => (Int -> a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
izipWith6 = G.izipWith6
{-# INLINE izipWith6 #-}

filterM :: (Unbox a, Monad m) => (a -> m Bool) -> Vector a -> m (Vector a)
filterM = G.filterM
{-# INLINE filterM #-}

mapMaybeM :: (Unbox a, Unbox b, Monad m) => (a -> m (Maybe b)) -> Vector a -> m (Vector b)
mapMaybeM = G.mapMaybeM
{-# INLINE mapMaybeM #-}

imapMaybeM :: (Unbox a, Unbox b, Monad m) => (Int -> a -> m (Maybe b)) -> Vector a -> m (Vector b)
imapMaybeM = G.imapMaybeM
{-# INLINE imapMaybeM #-}

izipWithM :: (Unbox a, Unbox b, Unbox c, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
izipWithM = G.izipWithM
{-# INLINE izipWithM #-}

izipWithM_ :: (Unbox a, Unbox b, Monad m) => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m ()
izipWithM_ = G.izipWithM_
{-# INLINE izipWithM_ #-}

fold1M :: (Unbox a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M = G.fold1M
{-# INLINE fold1M #-}

fold1M' :: (Unbox a, Monad m) => (a -> a -> m a) -> Vector a -> m a
fold1M' = G.fold1M'
{-# INLINE fold1M' #-}

fold1M_ :: (Unbox a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M_ = G.fold1M_
{-# INLINE fold1M_ #-}

fold1M'_ :: (Unbox a, Monad m) => (a -> a -> m a) -> Vector a -> m ()
fold1M'_ = G.fold1M'_
{-# INLINE fold1M'_ #-}

ifoldM_ :: (Unbox b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM_ = G.ifoldM_
{-# INLINE ifoldM_ #-}

ifoldM'_ :: (Unbox b, Monad m) => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM'_ = G.ifoldM'_
{-# INLINE ifoldM'_ #-}

iscanl :: (Unbox a, Unbox b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl = G.iscanl
{-# INLINE iscanl #-}

iscanl' :: (Unbox a, Unbox b) => (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl' = G.iscanl'
{-# INLINE iscanl' #-}

iscanr :: (Unbox a, Unbox b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr = G.iscanr
{-# INLINE iscanr #-}

iscanr' :: (Unbox a, Unbox b) => (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr' = G.iscanr'
{-# INLINE iscanr' #-}

iterateNM :: (Unbox a, Monad m) => Int -> (a -> m a) -> a -> m (Vector a)
iterateNM = G.iterateNM
{-# INLINE iterateNM #-}

unfoldrM :: (Unbox a, Monad m) => (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrM = G.unfoldrM
{-# INLINE unfoldrM #-}

unfoldrNM :: (Unbox a, Monad m) => Int -> (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrNM = G.unfoldrNM
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: (Unbox a, Monad m) => Int -> (b -> m (a, b)) -> b -> m (Vector a)
unfoldrExactNM = G.unfoldrExactNM
{-# INLINE unfoldrExactNM #-}

createT :: (Unbox a, Traversable f) => (forall s. ST s (f (MVector s a))) -> f (Vector a)
createT st = G.createT st
{-# INLINE createT #-}

zip4 :: (Unbox a, Unbox b, Unbox c, Unbox d) => Vector a -> Vector b -> Vector c -> Vector d -> Vector (a, b, c, d)
zip4 = zipWith4 (,,,)
{-# INLINE zip4 #-}

unzip4 :: (Unbox a, Unbox b, Unbox c, Unbox d) => Vector (a, b, c, d) -> (Vector a, Vector b, Vector c, Vector d)
unzip4 !v = (map (\(a, _, _, _) -> a) v, map (\(_, b, _, _) -> b) v, map (\(_, _, c, _) -> c) v, map (\(_, _, _, d) -> d) v)
{-# INLINE unzip4 #-}

zip5 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e) => Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector (a, b, c, d, e)
zip5 = zipWith5 (,,,,)
{-# INLINE zip5 #-}

unzip5 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e) => Vector (a, b, c, d, e) -> (Vector a, Vector b, Vector c, Vector d, Vector e)
unzip5 !v = (map (\(a, _, _, _, _) -> a) v, map (\(_, b, _, _, _) -> b) v, map (\(_, _, c, _, _) -> c) v, map (\(_, _, _, d, _) -> d) v, map (\(_, _, _, _, e) -> e) v)
{-# INLINE unzip5 #-}

zip6 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f) => Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector (a, b, c, d, e, f)
zip6 = zipWith6 (,,,,,)
{-# INLINE zip6 #-}

unzip6 :: (Unbox a, Unbox b, Unbox c, Unbox d, Unbox e, Unbox f) => Vector (a, b, c, d, e, f) -> (Vector a, Vector b, Vector c, Vector d, Vector e, Vector f)
unzip6 !v = (map (\(a, _, _, _, _, _) -> a) v, map (\(_, b, _, _, _, _) -> b) v, map (\(_, _, c, _, _, _) -> c) v, map (\(_, _, _, d, _, _) -> d) v, map (\(_, _, _, _, e, _) -> e) v, map (\(_, _, _, _, _, f) -> f) v)
{-# INLINE unzip6 #-}

unsafeUpdate :: Unbox a => Vector a -> Vector (Int, a) -> Vector a
unsafeUpdate = update
{-# INLINE unsafeUpdate #-}

unsafeAccumulate :: (Unbox a, Unbox b) => (a -> b -> a) -> Vector a -> Vector (Int, b) -> Vector a
unsafeAccumulate = accumulate
{-# INLINE unsafeAccumulate #-}

unsafeUpdate_ :: Unbox a => Vector a -> Vector Int -> Vector a -> Vector a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccumulate_ :: (Unbox a, Unbox b) => (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeIndexM :: (Unbox a, Monad m) => Vector a -> Int -> m a
unsafeIndexM = indexM
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: (Unbox a, Monad m) => Vector a -> m a
unsafeHeadM = headM
unsafeLastM = lastM
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

instance Unbox a => Lists.IsList (Vector a) a where
  fromList = fromList
  fromListN = fromListN
  toList = toList
