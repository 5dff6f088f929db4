-- | Boxed vectors: arrays from 0 with lazy elements, and all the list functions on them.
-- O(1): length, null, (!), (!?), head, last, slice, take, drop, splitAt, init, tail, uncons, unsnoc. O(n), strict in the vector and lazy in the elements:
-- the functions that make a vector. From -O1 on, a vector of map, imap, zipWith.., reverse, cons, snoc, backpermute, generate, enumFromN or enumFromTo that a pure function consumes where it is
-- made (folds, maps, filters, scans, zips) is mostly not made at all (Note [Pull arrays] in Data.Vector.Internal); of what an action consumes (mapM_), only
-- ranges of Ints. (//), accum and their like copy the vector once: O(n + m). Folds and scans evaluate
-- the accumulator where their name ends in ' (sum, product, maximum do, too); foldr, find, any, toList are lazy in the rest.
-- An index or a slice out of range, and a fold without a start of an empty vector, are errors; unsafe names do not check, except for
-- unsafeUpd, unsafeAccum and unsafeBackpermute. PrimMonad: see Data.Vector.Mutable.
module Data.Vector
  ( Vector, MVector, empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN, unfoldrExactN, constructN, constructrN, enumFromN
  , enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++), concat, concatMap, force, fromList, fromListN, toList, create, replicateM
  , generateM, length, null, (!), (!?), unsafeIndex, head, last, unsafeHead, unsafeLast, indexM, headM, lastM, slice, take, drop, splitAt, init
  , tail, uncons, unsnoc, modify, (//), accum, update_, accumulate_, update, accumulate, reverse, backpermute, map, imap, indexed, mapM, imapM
  , mapM_, imapM_, zipWith, izipWith, izipWith3, zipWith3, zipWith4, zipWithM, zipWithM_, ifilter, filter, imapMaybe, mapMaybe, uniq, partition
  , takeWhile, dropWhile, span, break, elem, notElem, find, findIndex, findIndices, elemIndex, elemIndices, foldl, foldl', foldr, foldr', ifoldl
  , ifoldl', ifoldr, ifoldr', foldl1, foldl1', foldr1, foldr1', foldMap, foldMap', all, any, and, or, sum, product, maximum, minimum, maximumBy
  , minimumBy, maxIndex, minIndex, maxIndexBy, minIndexBy, foldM, foldM', ifoldM, ifoldM', foldM_, foldM'_, prescanl, prescanl', postscanl
  , postscanl', scanl, scanl', prescanr, prescanr', postscanr, postscanr', scanr, scanr', scanl1, scanl1', scanr1, scanr1', eqBy, cmpBy, freeze
  , unsafeFreeze, thaw, unsafeThaw, forM, forM_, iforM, iforM_, zip, zip3, unzip, unzip3, unsafeSlice, unsafeTake, unsafeDrop, unsafeInit
  , unsafeTail, unsafeUpd, unsafeAccum, unsafeBackpermute, unstablePartition, copy, unsafeCopy, partitionWith, sequence, sequence_, catMaybes
  , zipWith5, zipWith6, izipWith4, izipWith5, izipWith6, filterM, mapMaybeM, imapMaybeM, izipWithM, izipWithM_, fold1M, fold1M', fold1M_, fold1M'_
  , ifoldM_, ifoldM'_, iscanl, iscanl', iscanr, iscanr', iterateNM, unfoldrM, unfoldrNM, unfoldrExactNM, createT, zip4, unzip4, zip5, unzip5, zip6
  , unzip6, unsafeUpdate, unsafeAccumulate, unsafeUpdate_, unsafeAccumulate_, unsafeIndexM, unsafeHeadM, unsafeLastM, convert
  ) where

import qualified GPH.IsList as Lists
import Control.Applicative (Alternative)
import qualified Control.Applicative as Applicative
import Control.DeepSeq (NFData(..), NFData1(..))
import Control.Monad (MonadPlus)
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Zip (MonadZip(..))
import qualified Data.Foldable as Foldable
import Data.Functor.Classes (Eq1(..), Ord1(..), Read1(..), Show1(..))
import Data.Vector.Boxed (Vector, MVector)
import Control.Monad.Primitive.Class (PrimMonad)
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.ST (ST)
import GPH.Typeable (gcast1)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo, filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum, notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt, sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))
import qualified Prelude
import Text.Read (readListPrecDefault, readPrec, readListPrec)

infixl 9 !, !?
infixr 5 ++

instance Eq a => Eq (Vector a) where
  a == b = G.eqBy (==) a b
instance Ord a => Ord (Vector a) where
  compare a b = G.cmpBy compare a b
instance Show a => Show (Vector a) where
  showsPrec p v = showsPrec p (G.toList v)
instance Read a => Read (Vector a) where
  readPrec = fmap G.fromList readPrec
  readListPrec = readListPrecDefault
instance Eq1 Vector where liftEq = G.eqBy
instance Ord1 Vector where liftCompare = G.cmpBy
instance Show1 Vector where liftShowsPrec _ sl _ v = sl (G.toList v)
instance Read1 Vector where liftReadsPrec _ rl _ s = [(G.fromList xs, r) | (xs, r) <- rl s]

vectorType :: DataType
vectorType = listLike "Data.Vector.Vector" "fromList"

instance Data a => Data (Vector a) where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr vectorType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorWithoutStackTrace "gunfold"
  dataTypeOf _ = vectorType
  dataCast1 f = gcast1 f

instance NFData1 Vector where liftRnf r v = G.foldl' (\_ x -> r x) () v
-- | As for lists: an element is the fixed point of what the function puts in its place.
instance MonadFix Vector where
  mfix f = G.generate (G.vLength (fix (f . G.head))) (\i -> fix (\x -> f x G.! i))
instance Semigroup (Vector a) where
  (<>) = (G.++)
instance Monoid (Vector a) where
  mempty = G.empty
  mconcat = G.concat
instance NFData a => NFData (Vector a) where
  rnf v = G.foldl' (\_ x -> rnf x) () v
instance Functor Vector where
  fmap f v = G.map f v
  x <$ v = G.replicate (G.vLength v) x
instance Foldable.Foldable Vector where
  foldr f z v = G.foldr f z v
  foldr' f z v = G.foldr' f z v
  foldl f z v = G.foldl f z v
  foldl' f z v = G.foldl' f z v
  foldr1 f v = G.foldr1 f v
  foldl1 f v = G.foldl1 f v
  foldMap f v = G.foldMap f v
  length v = G.length v
  null v = G.null v
  elem x v = G.elem x v
  sum v = G.sum v
  product v = G.product v
  maximum v = G.maximum v
  minimum v = G.minimum v
  toList v = G.toList v
instance Traversable Vector where
  traverse f v = fmap (G.fromListN (G.vLength v)) (traverse f (G.toList v))
instance Applicative Vector where
  pure x = G.singleton x
  fs <*> v = G.concatMap (\f -> G.map f v) fs
instance Monad Vector where
  v >>= f = G.concatMap f v
instance MonadFail Vector where
  fail _ = G.empty
instance Alternative Vector where
  empty = G.empty
  (<|>) = (G.++)
instance MonadPlus Vector
instance MonadZip Vector where
  mzipWith f a b = G.zipWith f a b

empty :: Vector a
empty = G.empty
{-# INLINE empty #-}

singleton :: a -> Vector a
singleton = G.singleton
{-# INLINE singleton #-}

replicate :: Int -> a -> Vector a
replicate = G.replicate
{-# INLINE replicate #-}

generate :: Int -> (Int -> a) -> Vector a
generate = G.generate
{-# INLINE generate #-}

iterateN :: Int -> (a -> a) -> a -> Vector a
iterateN = G.iterateN
{-# INLINE iterateN #-}

unfoldr :: (b -> Maybe (a, b)) -> b -> Vector a
unfoldr = G.unfoldr
{-# INLINE unfoldr #-}

unfoldrN :: Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN = G.unfoldrN
{-# INLINE unfoldrN #-}

unfoldrExactN :: Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN = G.unfoldrExactN
{-# INLINE unfoldrExactN #-}

constructN :: Int -> (Vector a -> a) -> Vector a
constructN = G.constructN
{-# INLINE constructN #-}

constructrN :: Int -> (Vector a -> a) -> Vector a
constructrN = G.constructrN
{-# INLINE constructrN #-}

enumFromN :: Num a => a -> Int -> Vector a
enumFromN = G.enumFromN
{-# INLINE enumFromN #-}

enumFromStepN :: Num a => a -> a -> Int -> Vector a
enumFromStepN = G.enumFromStepN
{-# INLINE enumFromStepN #-}

enumFromTo :: Enum a => a -> a -> Vector a
enumFromTo = G.enumFromTo
{-# INLINE enumFromTo #-}

enumFromThenTo :: Enum a => a -> a -> a -> Vector a
enumFromThenTo = G.enumFromThenTo
{-# INLINE enumFromThenTo #-}

cons :: a -> Vector a -> Vector a
cons = G.cons
{-# INLINE cons #-}

snoc :: Vector a -> a -> Vector a
snoc = G.snoc
{-# INLINE snoc #-}

(++) :: Vector a -> Vector a -> Vector a
(++) = (G.++)
{-# INLINE (++) #-}

concat :: [Vector a] -> Vector a
concat = G.concat
{-# INLINE concat #-}

concatMap :: (a -> Vector b) -> Vector a -> Vector b
concatMap = G.concatMap
{-# INLINE concatMap #-}

force :: Vector a -> Vector a
force = G.force
{-# INLINE force #-}

fromList :: [a] -> Vector a
fromList = G.fromList
{-# INLINE fromList #-}

fromListN :: Int -> [a] -> Vector a
fromListN = G.fromListN
{-# INLINE fromListN #-}

toList :: Vector a -> [a]
toList = G.toList
{-# INLINE toList #-}

create :: (forall s. ST s (MVector s a)) -> Vector a
create f = G.create f
{-# INLINE create #-}

replicateM :: Monad m => Int -> m a -> m (Vector a)
replicateM = G.replicateM
{-# INLINE replicateM #-}

generateM :: Monad m => Int -> (Int -> m a) -> m (Vector a)
generateM = G.generateM
{-# INLINE generateM #-}

length :: Vector a -> Int
length = G.length
{-# INLINE length #-}

null :: Vector a -> Bool
null = G.null
{-# INLINE null #-}

(!) :: Vector a -> Int -> a
(!) = (G.!)
{-# INLINE (!) #-}

(!?) :: Vector a -> Int -> Maybe a
(!?) = (G.!?)
{-# INLINE (!?) #-}

unsafeIndex :: Vector a -> Int -> a
unsafeIndex = G.unsafeIndex
{-# INLINE unsafeIndex #-}

head :: Vector a -> a
head = G.head
{-# INLINE head #-}

last :: Vector a -> a
last = G.last
{-# INLINE last #-}

unsafeHead :: Vector a -> a
unsafeHead = G.unsafeHead
{-# INLINE unsafeHead #-}

unsafeLast :: Vector a -> a
unsafeLast = G.unsafeLast
{-# INLINE unsafeLast #-}

indexM :: Monad m => Vector a -> Int -> m a
indexM = G.indexM
{-# INLINE indexM #-}

headM :: Monad m => Vector a -> m a
headM = G.headM
{-# INLINE headM #-}

lastM :: Monad m => Vector a -> m a
lastM = G.lastM
{-# INLINE lastM #-}

slice :: Int -> Int -> Vector a -> Vector a
slice = G.slice
{-# INLINE slice #-}

take :: Int -> Vector a -> Vector a
take = G.take
{-# INLINE take #-}

drop :: Int -> Vector a -> Vector a
drop = G.drop
{-# INLINE drop #-}

splitAt :: Int -> Vector a -> (Vector a, Vector a)
splitAt = G.splitAt
{-# INLINE splitAt #-}

init :: Vector a -> Vector a
init = G.init
{-# INLINE init #-}

tail :: Vector a -> Vector a
tail = G.tail
{-# INLINE tail #-}

uncons :: Vector a -> Maybe (a, Vector a)
uncons = G.uncons
{-# INLINE uncons #-}

unsnoc :: Vector a -> Maybe (Vector a, a)
unsnoc = G.unsnoc
{-# INLINE unsnoc #-}

modify :: (forall s. MVector s a -> ST s ()) -> Vector a -> Vector a
modify f = G.modify f
{-# INLINE modify #-}

(//) :: Vector a -> [(Int, a)] -> Vector a
(//) = (G.//)
{-# INLINE (//) #-}

accum :: (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum = G.accum
{-# INLINE accum #-}

update_ :: Vector a -> Vector Int -> Vector a -> Vector a
update_ = G.update_
{-# INLINE update_ #-}

accumulate_ :: (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
accumulate_ = G.accumulate_
{-# INLINE accumulate_ #-}

update :: Vector a -> Vector (Int, a) -> Vector a
update = G.update
{-# INLINE update #-}

accumulate :: (a -> b -> a) -> Vector a -> Vector (Int, b) -> Vector a
accumulate = G.accumulate
{-# INLINE accumulate #-}

reverse :: Vector a -> Vector a
reverse = G.reverse
{-# INLINE reverse #-}

backpermute :: Vector a -> Vector Int -> Vector a
backpermute = G.backpermute
{-# INLINE backpermute #-}

map :: (a -> b) -> Vector a -> Vector b
map = G.map
{-# INLINE map #-}

imap :: (Int -> a -> b) -> Vector a -> Vector b
imap = G.imap
{-# INLINE imap #-}

indexed :: Vector a -> Vector (Int, a)
indexed = G.indexed
{-# INLINE indexed #-}

mapM :: Monad m => (a -> m b) -> Vector a -> m (Vector b)
mapM = G.mapM
{-# INLINE mapM #-}

imapM :: Monad m => (Int -> a -> m b) -> Vector a -> m (Vector b)
imapM = G.imapM
{-# INLINE imapM #-}

mapM_ :: Monad m => (a -> m b) -> Vector a -> m ()
mapM_ = G.mapM_
{-# INLINE mapM_ #-}

imapM_ :: Monad m => (Int -> a -> m b) -> Vector a -> m ()
imapM_ = G.imapM_
{-# INLINE imapM_ #-}

zipWith :: (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith = G.zipWith
{-# INLINE zipWith #-}

izipWith :: (Int -> a -> b -> c) -> Vector a -> Vector b -> Vector c
izipWith = G.izipWith
{-# INLINE izipWith #-}

izipWith3 :: (Int -> a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
izipWith3 = G.izipWith3
{-# INLINE izipWith3 #-}

zipWith3 :: (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 = G.zipWith3
{-# INLINE zipWith3 #-}

zipWith4 :: (a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
zipWith4 = G.zipWith4
{-# INLINE zipWith4 #-}

zipWithM :: Monad m => (a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
zipWithM = G.zipWithM
{-# INLINE zipWithM #-}

zipWithM_ :: Monad m => (a -> b -> m c) -> Vector a -> Vector b -> m ()
zipWithM_ = G.zipWithM_
{-# INLINE zipWithM_ #-}

ifilter :: (Int -> a -> Bool) -> Vector a -> Vector a
ifilter = G.ifilter
{-# INLINE ifilter #-}

filter :: (a -> Bool) -> Vector a -> Vector a
filter = G.filter
{-# INLINE filter #-}

imapMaybe :: (Int -> a -> Maybe b) -> Vector a -> Vector b
imapMaybe = G.imapMaybe
{-# INLINE imapMaybe #-}

mapMaybe :: (a -> Maybe b) -> Vector a -> Vector b
mapMaybe = G.mapMaybe
{-# INLINE mapMaybe #-}

uniq :: Eq a => Vector a -> Vector a
uniq = G.uniq
{-# INLINE uniq #-}

partition :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition = G.partition
{-# INLINE partition #-}

takeWhile :: (a -> Bool) -> Vector a -> Vector a
takeWhile = G.takeWhile
{-# INLINE takeWhile #-}

dropWhile :: (a -> Bool) -> Vector a -> Vector a
dropWhile = G.dropWhile
{-# INLINE dropWhile #-}

span :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
span = G.span
{-# INLINE span #-}

break :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
break = G.break
{-# INLINE break #-}

elem :: Eq a => a -> Vector a -> Bool
elem = G.elem
{-# INLINE elem #-}

notElem :: Eq a => a -> Vector a -> Bool
notElem = G.notElem
{-# INLINE notElem #-}

find :: (a -> Bool) -> Vector a -> Maybe a
find = G.find
{-# INLINE find #-}

findIndex :: (a -> Bool) -> Vector a -> Maybe Int
findIndex = G.findIndex
{-# INLINE findIndex #-}

findIndices :: (a -> Bool) -> Vector a -> Vector Int
findIndices = G.findIndices
{-# INLINE findIndices #-}

elemIndex :: Eq a => a -> Vector a -> Maybe Int
elemIndex = G.elemIndex
{-# INLINE elemIndex #-}

elemIndices :: Eq a => a -> Vector a -> Vector Int
elemIndices = G.elemIndices
{-# INLINE elemIndices #-}

foldl :: (b -> a -> b) -> b -> Vector a -> b
foldl = G.foldl
{-# INLINE foldl #-}

foldl' :: (b -> a -> b) -> b -> Vector a -> b
foldl' = G.foldl'
{-# INLINE foldl' #-}

foldr :: (a -> b -> b) -> b -> Vector a -> b
foldr = G.foldr
{-# INLINE foldr #-}

foldr' :: (a -> b -> b) -> b -> Vector a -> b
foldr' = G.foldr'
{-# INLINE foldr' #-}

ifoldl :: (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl = G.ifoldl
{-# INLINE ifoldl #-}

ifoldl' :: (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl' = G.ifoldl'
{-# INLINE ifoldl' #-}

ifoldr :: (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr = G.ifoldr
{-# INLINE ifoldr #-}

ifoldr' :: (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr' = G.ifoldr'
{-# INLINE ifoldr' #-}

foldl1 :: (a -> a -> a) -> Vector a -> a
foldl1 = G.foldl1
{-# INLINE foldl1 #-}

foldl1' :: (a -> a -> a) -> Vector a -> a
foldl1' = G.foldl1'
{-# INLINE foldl1' #-}

foldr1 :: (a -> a -> a) -> Vector a -> a
foldr1 = G.foldr1
{-# INLINE foldr1 #-}

foldr1' :: (a -> a -> a) -> Vector a -> a
foldr1' = G.foldr1'
{-# INLINE foldr1' #-}

foldMap :: Monoid m => (a -> m) -> Vector a -> m
foldMap = G.foldMap
{-# INLINE foldMap #-}

foldMap' :: Monoid m => (a -> m) -> Vector a -> m
foldMap' = G.foldMap'
{-# INLINE foldMap' #-}

all :: (a -> Bool) -> Vector a -> Bool
all = G.all
{-# INLINE all #-}

any :: (a -> Bool) -> Vector a -> Bool
any = G.any
{-# INLINE any #-}

and :: Vector Bool -> Bool
and = G.and
{-# INLINE and #-}

or :: Vector Bool -> Bool
or = G.or
{-# INLINE or #-}

sum :: Num a => Vector a -> a
sum = G.sum
{-# INLINE sum #-}

product :: Num a => Vector a -> a
product = G.product
{-# INLINE product #-}

maximum :: Ord a => Vector a -> a
maximum = G.maximum
{-# INLINE maximum #-}

minimum :: Ord a => Vector a -> a
minimum = G.minimum
{-# INLINE minimum #-}

maximumBy :: (a -> a -> Ordering) -> Vector a -> a
maximumBy = G.maximumBy
{-# INLINE maximumBy #-}

minimumBy :: (a -> a -> Ordering) -> Vector a -> a
minimumBy = G.minimumBy
{-# INLINE minimumBy #-}

maxIndex :: Ord a => Vector a -> Int
maxIndex = G.maxIndex
{-# INLINE maxIndex #-}

minIndex :: Ord a => Vector a -> Int
minIndex = G.minIndex
{-# INLINE minIndex #-}

maxIndexBy :: (a -> a -> Ordering) -> Vector a -> Int
maxIndexBy = G.maxIndexBy
{-# INLINE maxIndexBy #-}

minIndexBy :: (a -> a -> Ordering) -> Vector a -> Int
minIndexBy = G.minIndexBy
{-# INLINE minIndexBy #-}

foldM :: Monad m => (b -> a -> m b) -> b -> Vector a -> m b
foldM = G.foldM
{-# INLINE foldM #-}

foldM' :: Monad m => (b -> a -> m b) -> b -> Vector a -> m b
foldM' = G.foldM'
{-# INLINE foldM' #-}

ifoldM :: Monad m => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM = G.ifoldM
{-# INLINE ifoldM #-}

ifoldM' :: Monad m => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM' = G.ifoldM'
{-# INLINE ifoldM' #-}

foldM_ :: Monad m => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ = G.foldM_
{-# INLINE foldM_ #-}

foldM'_ :: Monad m => (b -> a -> m b) -> b -> Vector a -> m ()
foldM'_ = G.foldM'_
{-# INLINE foldM'_ #-}

prescanl :: (b -> a -> b) -> b -> Vector a -> Vector b
prescanl = G.prescanl
{-# INLINE prescanl #-}

prescanl' :: (b -> a -> b) -> b -> Vector a -> Vector b
prescanl' = G.prescanl'
{-# INLINE prescanl' #-}

postscanl :: (b -> a -> b) -> b -> Vector a -> Vector b
postscanl = G.postscanl
{-# INLINE postscanl #-}

postscanl' :: (b -> a -> b) -> b -> Vector a -> Vector b
postscanl' = G.postscanl'
{-# INLINE postscanl' #-}

scanl :: (b -> a -> b) -> b -> Vector a -> Vector b
scanl = G.scanl
{-# INLINE scanl #-}

scanl' :: (b -> a -> b) -> b -> Vector a -> Vector b
scanl' = G.scanl'
{-# INLINE scanl' #-}

prescanr :: (a -> b -> b) -> b -> Vector a -> Vector b
prescanr = G.prescanr
{-# INLINE prescanr #-}

prescanr' :: (a -> b -> b) -> b -> Vector a -> Vector b
prescanr' = G.prescanr'
{-# INLINE prescanr' #-}

postscanr :: (a -> b -> b) -> b -> Vector a -> Vector b
postscanr = G.postscanr
{-# INLINE postscanr #-}

postscanr' :: (a -> b -> b) -> b -> Vector a -> Vector b
postscanr' = G.postscanr'
{-# INLINE postscanr' #-}

scanr :: (a -> b -> b) -> b -> Vector a -> Vector b
scanr = G.scanr
{-# INLINE scanr #-}

scanr' :: (a -> b -> b) -> b -> Vector a -> Vector b
scanr' = G.scanr'
{-# INLINE scanr' #-}

scanl1 :: (a -> a -> a) -> Vector a -> Vector a
scanl1 = G.scanl1
{-# INLINE scanl1 #-}

scanl1' :: (a -> a -> a) -> Vector a -> Vector a
scanl1' = G.scanl1'
{-# INLINE scanl1' #-}

scanr1 :: (a -> a -> a) -> Vector a -> Vector a
scanr1 = G.scanr1
{-# INLINE scanr1 #-}

scanr1' :: (a -> a -> a) -> Vector a -> Vector a
scanr1' = G.scanr1'
{-# INLINE scanr1' #-}

eqBy :: (a -> b -> Bool) -> Vector a -> Vector b -> Bool
eqBy = G.eqBy
{-# INLINE eqBy #-}

cmpBy :: (a -> b -> Ordering) -> Vector a -> Vector b -> Ordering
cmpBy = G.cmpBy
{-# INLINE cmpBy #-}

freeze :: PrimMonad m s => MVector s a -> m (Vector a)
freeze = G.freeze
{-# INLINE freeze #-}

unsafeFreeze :: PrimMonad m s => MVector s a -> m (Vector a)
unsafeFreeze = G.unsafeFreeze
{-# INLINE unsafeFreeze #-}

thaw :: PrimMonad m s => Vector a -> m (MVector s a)
thaw = G.thaw
{-# INLINE thaw #-}

unsafeThaw :: PrimMonad m s => Vector a -> m (MVector s a)
unsafeThaw = G.unsafeThaw
{-# INLINE unsafeThaw #-}

forM :: Monad m => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: Monad m => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: Monad m => Vector a -> (Int -> a -> m b) -> m (Vector b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: Monad m => Vector a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

zip :: Vector a -> Vector b -> Vector (a, b)
zip = zipWith (,)
{-# INLINE zip #-}

zip3 :: Vector a -> Vector b -> Vector c -> Vector (a, b, c)
zip3 = zipWith3 (,,)
{-# INLINE zip3 #-}

unzip :: Vector (a, b) -> (Vector a, Vector b)
unzip v = (map (\(a, _) -> a) v, map (\(_, b) -> b) v)
{-# INLINE unzip #-}

unzip3 :: Vector (a, b, c) -> (Vector a, Vector b, Vector c)
unzip3 v = (map (\(a, _, _) -> a) v, map (\(_, b, _) -> b) v, map (\(_, _, c) -> c) v)
{-# INLINE unzip3 #-}

unsafeSlice :: Int -> Int -> Vector a -> Vector a
unsafeSlice = G.vSlice
{-# INLINE unsafeSlice #-}

unsafeTake :: Int -> Vector a -> Vector a
unsafeTake k v = G.vSlice 0 k v
{-# INLINE unsafeTake #-}

unsafeDrop :: Int -> Vector a -> Vector a
unsafeDrop k v = G.vSlice k (G.vLength v - k) v
{-# INLINE unsafeDrop #-}

unsafeInit :: Vector a -> Vector a
unsafeInit v = G.vSlice 0 (G.vLength v - 1) v
{-# INLINE unsafeInit #-}

unsafeTail :: Vector a -> Vector a
unsafeTail v = G.vSlice 1 (G.vLength v - 1) v
{-# INLINE unsafeTail #-}

unsafeUpd :: Vector a -> [(Int, a)] -> Vector a
unsafeUpd = (G.//)
{-# INLINE unsafeUpd #-}

unsafeAccum :: (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
unsafeAccum = G.accum
{-# INLINE unsafeAccum #-}

unsafeBackpermute :: Vector a -> Vector Int -> Vector a
unsafeBackpermute = G.backpermute
{-# INLINE unsafeBackpermute #-}

unstablePartition :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
unstablePartition p v = case G.partition p v of (a, b) -> (a, G.reverse b)   -- the order of vector
{-# INLINE unstablePartition #-}

copy :: PrimMonad m s => MVector s a -> Vector a -> m ()
copy = G.copy
{-# INLINE copy #-}

unsafeCopy :: PrimMonad m s => MVector s a -> Vector a -> m ()
unsafeCopy = G.unsafeCopy
{-# INLINE unsafeCopy #-}

partitionWith :: (a -> Either b c) -> Vector a -> (Vector b, Vector c)
partitionWith f v = let { !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v; !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v } in (a, b)
{-# INLINE partitionWith #-}

sequence :: Monad m => Vector (m a) -> m (Vector a)
sequence v = mapM id v
{-# INLINE sequence #-}

sequence_ :: Monad m => Vector (m a) -> m ()
sequence_ v = mapM_ id v
{-# INLINE sequence_ #-}

catMaybes :: Vector (Maybe a) -> Vector a
catMaybes v = mapMaybe id v
{-# INLINE catMaybes #-}

zipWith5 :: (a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
zipWith5 = G.zipWith5
{-# INLINE zipWith5 #-}

zipWith6 :: (a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
zipWith6 = G.zipWith6
{-# INLINE zipWith6 #-}

izipWith4 :: (Int -> a -> b -> c -> d -> e) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e
izipWith4 = G.izipWith4
{-# INLINE izipWith4 #-}

izipWith5 :: (Int -> a -> b -> c -> d -> e -> f) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f
izipWith5 = G.izipWith5
{-# INLINE izipWith5 #-}

izipWith6 :: (Int -> a -> b -> c -> d -> e -> f -> g) -> Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector g
izipWith6 = G.izipWith6
{-# INLINE izipWith6 #-}

filterM :: Monad m => (a -> m Bool) -> Vector a -> m (Vector a)
filterM = G.filterM
{-# INLINE filterM #-}

mapMaybeM :: Monad m => (a -> m (Maybe b)) -> Vector a -> m (Vector b)
mapMaybeM = G.mapMaybeM
{-# INLINE mapMaybeM #-}

imapMaybeM :: Monad m => (Int -> a -> m (Maybe b)) -> Vector a -> m (Vector b)
imapMaybeM = G.imapMaybeM
{-# INLINE imapMaybeM #-}

izipWithM :: Monad m => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
izipWithM = G.izipWithM
{-# INLINE izipWithM #-}

izipWithM_ :: Monad m => (Int -> a -> b -> m c) -> Vector a -> Vector b -> m ()
izipWithM_ = G.izipWithM_
{-# INLINE izipWithM_ #-}

fold1M :: Monad m => (a -> a -> m a) -> Vector a -> m a
fold1M = G.fold1M
{-# INLINE fold1M #-}

fold1M' :: Monad m => (a -> a -> m a) -> Vector a -> m a
fold1M' = G.fold1M'
{-# INLINE fold1M' #-}

fold1M_ :: Monad m => (a -> a -> m a) -> Vector a -> m ()
fold1M_ = G.fold1M_
{-# INLINE fold1M_ #-}

fold1M'_ :: Monad m => (a -> a -> m a) -> Vector a -> m ()
fold1M'_ = G.fold1M'_
{-# INLINE fold1M'_ #-}

ifoldM_ :: Monad m => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM_ = G.ifoldM_
{-# INLINE ifoldM_ #-}

ifoldM'_ :: Monad m => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM'_ = G.ifoldM'_
{-# INLINE ifoldM'_ #-}

iscanl :: (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl = G.iscanl
{-# INLINE iscanl #-}

iscanl' :: (Int -> a -> b -> a) -> a -> Vector b -> Vector a
iscanl' = G.iscanl'
{-# INLINE iscanl' #-}

iscanr :: (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr = G.iscanr
{-# INLINE iscanr #-}

iscanr' :: (Int -> a -> b -> b) -> b -> Vector a -> Vector b
iscanr' = G.iscanr'
{-# INLINE iscanr' #-}

iterateNM :: Monad m => Int -> (a -> m a) -> a -> m (Vector a)
iterateNM = G.iterateNM
{-# INLINE iterateNM #-}

unfoldrM :: Monad m => (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrM = G.unfoldrM
{-# INLINE unfoldrM #-}

unfoldrNM :: Monad m => Int -> (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrNM = G.unfoldrNM
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: Monad m => Int -> (b -> m (a, b)) -> b -> m (Vector a)
unfoldrExactNM = G.unfoldrExactNM
{-# INLINE unfoldrExactNM #-}

createT :: Traversable f => (forall s. ST s (f (MVector s a))) -> f (Vector a)
createT st = G.createT st
{-# INLINE createT #-}

zip4 :: Vector a -> Vector b -> Vector c -> Vector d -> Vector (a, b, c, d)
zip4 = zipWith4 (,,,)
{-# INLINE zip4 #-}

unzip4 :: Vector (a, b, c, d) -> (Vector a, Vector b, Vector c, Vector d)
unzip4 v = (map (\(a, _, _, _) -> a) v, map (\(_, b, _, _) -> b) v, map (\(_, _, c, _) -> c) v, map (\(_, _, _, d) -> d) v)
{-# INLINE unzip4 #-}

zip5 :: Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector (a, b, c, d, e)
zip5 = zipWith5 (,,,,)
{-# INLINE zip5 #-}

unzip5 :: Vector (a, b, c, d, e) -> (Vector a, Vector b, Vector c, Vector d, Vector e)
unzip5 v = (map (\(a, _, _, _, _) -> a) v, map (\(_, b, _, _, _) -> b) v, map (\(_, _, c, _, _) -> c) v, map (\(_, _, _, d, _) -> d) v, map (\(_, _, _, _, e) -> e) v)
{-# INLINE unzip5 #-}

zip6 :: Vector a -> Vector b -> Vector c -> Vector d -> Vector e -> Vector f -> Vector (a, b, c, d, e, f)
zip6 = zipWith6 (,,,,,)
{-# INLINE zip6 #-}

unzip6 :: Vector (a, b, c, d, e, f) -> (Vector a, Vector b, Vector c, Vector d, Vector e, Vector f)
unzip6 v = (map (\(a, _, _, _, _, _) -> a) v, map (\(_, b, _, _, _, _) -> b) v, map (\(_, _, c, _, _, _) -> c) v, map (\(_, _, _, d, _, _) -> d) v, map (\(_, _, _, _, e, _) -> e) v, map (\(_, _, _, _, _, f) -> f) v)
{-# INLINE unzip6 #-}

unsafeUpdate :: Vector a -> Vector (Int, a) -> Vector a
unsafeUpdate = update
{-# INLINE unsafeUpdate #-}

unsafeAccumulate :: (a -> b -> a) -> Vector a -> Vector (Int, b) -> Vector a
unsafeAccumulate = accumulate
{-# INLINE unsafeAccumulate #-}

unsafeUpdate_ :: Vector a -> Vector Int -> Vector a -> Vector a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccumulate_ :: (a -> b -> a) -> Vector a -> Vector Int -> Vector b -> Vector a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeIndexM :: Monad m => Vector a -> Int -> m a
unsafeIndexM = indexM
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: Monad m => Vector a -> m a
unsafeHeadM = headM
unsafeLastM = lastM
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

instance Lists.IsList (Vector a) a where
  fromList = fromList
  fromListN = fromListN
  toList = toList
