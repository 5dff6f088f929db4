{-# LANGUAGE TypeApplications, NoMonomorphismRestriction #-}
-- | Boxed vectors: arrays from 0 with lazy elements, and all the list functions on them.
-- O(1): length, null, (!), (!?), head, last, slice, take, drop, splitAt, init, tail, uncons, unsnoc. O(n), strict in the vector and lazy in the elements:
-- the functions that make a vector. From -O1 on, a vector of map, imap, zipWith.., reverse, cons, snoc, backpermute, generate, enumFromN or enumFromTo that a pure function consumes where it is
-- made (folds, maps, filters, scans, zips) is mostly not made at all (Note [Pull arrays] in Data.Vector.Internal.Pull); of what an action consumes (mapM_), only
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
  , fromArray, toArray
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
import Data.Vector.Boxed (Vector, MVector, fromArray, toArray)
import qualified Data.Vector.Internal as G
import Data.Vector.Internal (convert)
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
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

-- The functions of Data.Vector.Internal, which has their signatures, at this kind of vector. See Note [Synonyms at a type] in the
-- compiler's typecheck/infer_bind.cc.
empty = G.empty @Vector
{-# INLINE empty #-}
singleton = G.singleton @Vector
replicate = G.replicate @Vector
generate = G.generate @Vector
iterateN = G.iterateN @Vector
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
update = G.update @Vector
accumulate = G.accumulate @Vector
reverse = G.reverse @Vector
backpermute = G.backpermute @Vector
map = G.map @Vector
imap = G.imap @Vector
indexed = G.indexed @Vector
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
foldr = G.foldr @Vector
foldr' = G.foldr' @Vector
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
zip = G.zip @Vector
zip3 = G.zip3 @Vector
unzip = G.unzip @Vector
unzip3 = G.unzip3 @Vector
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
sequence = G.sequence @_ @Vector
sequence_ = G.sequence_ @_ @Vector
catMaybes = G.catMaybes @Vector
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
iscanl = G.iscanl @Vector
iscanl' = G.iscanl' @Vector
iscanr = G.iscanr @Vector
iscanr' = G.iscanr' @Vector
iterateNM = G.iterateNM @_ @Vector
createT = G.createT @_ @Vector
zip4 = G.zip4 @Vector
unzip4 = G.unzip4 @Vector
zip5 = G.zip5 @Vector
unzip5 = G.unzip5 @Vector
zip6 = G.zip6 @Vector
unzip6 = G.unzip6 @Vector
unsafeUpdate = G.unsafeUpdate @Vector
unsafeAccumulate = G.unsafeAccumulate @Vector
unsafeUpdate_ = G.unsafeUpdate_ @Vector
unsafeAccumulate_ = G.unsafeAccumulate_ @Vector
unsafeIndexM = G.unsafeIndexM @_ @Vector
unsafeHeadM = G.unsafeHeadM @_ @Vector
unsafeLastM = G.unsafeLastM @_ @Vector

-- The element is not the first type variable here, as in GHC (which matters to `@`).
unfoldr :: (b -> Maybe (a, b)) -> b -> Vector a
unfoldr = G.unfoldr

unfoldrN :: Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN = G.unfoldrN

unfoldrExactN :: Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN = G.unfoldrExactN

foldl, foldl' :: (b -> a -> b) -> b -> Vector a -> b
foldl = G.foldl
foldl' = G.foldl'

ifoldl, ifoldl' :: (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl = G.ifoldl
ifoldl' = G.ifoldl'

foldM, foldM' :: Monad m => (b -> a -> m b) -> b -> Vector a -> m b
foldM = G.foldM
foldM' = G.foldM'

ifoldM, ifoldM' :: Monad m => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM = G.ifoldM
ifoldM' = G.ifoldM'

foldM_, foldM'_ :: Monad m => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ = G.foldM_
foldM'_ = G.foldM'_

prescanl, prescanl', postscanl, postscanl', scanl, scanl' :: (b -> a -> b) -> b -> Vector a -> Vector b
prescanl = G.prescanl
prescanl' = G.prescanl'
postscanl = G.postscanl
postscanl' = G.postscanl'
scanl = G.scanl
scanl' = G.scanl'

ifoldM_, ifoldM'_ :: Monad m => (a -> Int -> b -> m a) -> a -> Vector b -> m ()
ifoldM_ = G.ifoldM_
ifoldM'_ = G.ifoldM'_

unfoldrM :: Monad m => (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrM = G.unfoldrM

unfoldrNM :: Monad m => Int -> (b -> m (Maybe (a, b))) -> b -> m (Vector a)
unfoldrNM = G.unfoldrNM

unfoldrExactNM :: Monad m => Int -> (b -> m (a, b)) -> b -> m (Vector a)
unfoldrExactNM = G.unfoldrExactNM

instance Lists.IsList (Vector a) a where
  fromList = fromList
  fromListN = fromListN
  toList = toList
