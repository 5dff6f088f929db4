{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed arrays as the primitive operations have them: nothing is checked. Elements are lazy.
module Data.Primitive.Array
  ( Array(..), MutableArray(..), newArray, readArray, writeArray, indexArray, indexArrayM, indexArray##, freezeArray, thawArray, runArray
  , createArray, emptyArray
  , unsafeFreezeArray, unsafeThawArray, sameMutableArray, copyArray, copyMutableArray, cloneArray, cloneMutableArray
  , sizeofArray, sizeofMutableArray, arrayFromList, arrayFromListN, mapArray', traverseArrayP
  ) where

import qualified GPH.IsList as Lists
import Control.Applicative (Alternative)
import Control.DeepSeq (NFData, NFData1)
import Control.Monad (MonadPlus)
import Control.Monad.Fix (MonadFix)
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Zip (MonadZip)
import qualified Data.Foldable as Foldable
import Data.Functor.Classes (Eq1, Ord1, Show1)
import Data.Primitive.Array.Type
import Data.Primitive.Boxed (Boxed(..), Boxes(..), fromAll, fromListB, map', uninitialised)
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Types (Int(..), isTrue#)

newArray :: PrimMonad m => Int -> a -> m (MutableArray (PrimState m) a)
newArray (I# n) x = primitive (\s -> case newArray# n x s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE newArray #-}

readArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> m a
readArray (MutableArray m) (I# i) = primitive (\s -> readArray# m i s)
{-# INLINE readArray #-}

writeArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> a -> m ()
writeArray (MutableArray m) (I# i) x = primitive (\s -> case writeArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writeArray #-}

indexArray :: Array a -> Int -> a
indexArray (Array a) (I# i) = case indexArray# a i of (# x #) -> x
{-# INLINE indexArray #-}

indexArrayM :: Monad m => Array a -> Int -> m a
indexArrayM (Array a) (I# i) = case indexArray# a i of (# x #) -> return x
{-# INLINE indexArrayM #-}

indexArray## :: Array a -> Int -> (# a #)
indexArray## (Array a) (I# i) = indexArray# a i
{-# INLINE indexArray## #-}

-- | From an offset so many elements, copied.
freezeArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Int -> m (Array a)
freezeArray (MutableArray m) (I# i) (I# n) =
  primitive (\s -> case freezeArray# m i n s of (# s1, a #) -> (# s1, Array a #))
{-# INLINE freezeArray #-}

thawArray :: PrimMonad m => Array a -> Int -> Int -> m (MutableArray (PrimState m) a)
thawArray (Array a) (I# i) (I# n) =
  primitive (\s -> case thawArray# a i n s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE thawArray #-}

unsafeFreezeArray :: PrimMonad m => MutableArray (PrimState m) a -> m (Array a)
unsafeFreezeArray (MutableArray m) = primitive (\s -> case unsafeFreezeArray# m s of (# s1, a #) -> (# s1, Array a #))
{-# INLINE unsafeFreezeArray #-}

unsafeThawArray :: PrimMonad m => Array a -> m (MutableArray (PrimState m) a)
unsafeThawArray (Array a) = primitive (\s -> case unsafeThawArray# a s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE unsafeThawArray #-}

runArray :: (forall s. ST s (MutableArray s a)) -> Array a
runArray st = runST (st >>= unsafeFreezeArray)
{-# INLINE runArray #-}

createArray :: Int -> a -> (forall s. MutableArray s a -> ST s ()) -> Array a
createArray n x f = runST (newArray n x >>= \m -> f m >> unsafeFreezeArray m)
{-# INLINE createArray #-}

emptyArray :: Array a
emptyArray = createArray 0 (error "Data.Primitive.Array: empty") (\_ -> return ())
{-# NOINLINE emptyArray #-}

sameMutableArray :: MutableArray s a -> MutableArray s a -> Bool
sameMutableArray a b = a == b
{-# INLINE sameMutableArray #-}

-- | To the first at an offset from the second at an offset so many. The mutable ones may overlap.
copyArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Array a -> Int -> Int -> m ()
copyArray (MutableArray m) (I# j) (Array a) (I# i) (I# n) =
  primitive (\s -> case copyArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copyArray #-}

copyMutableArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> MutableArray (PrimState m) a -> Int -> Int -> m ()
copyMutableArray (MutableArray m) (I# j) (MutableArray a) (I# i) (I# n) =
  primitive (\s -> case copyMutableArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copyMutableArray #-}

cloneArray :: Array a -> Int -> Int -> Array a
cloneArray (Array a) (I# i) (I# n) = Array (cloneArray# a i n)
{-# INLINE cloneArray #-}

cloneMutableArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Int -> m (MutableArray (PrimState m) a)
cloneMutableArray (MutableArray a) (I# i) (I# n) = primitive (\s -> case cloneMutableArray# a i n s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE cloneMutableArray #-}

sizeofArray :: Array a -> Int
sizeofArray (Array a) = I# (sizeofArray# a)
{-# INLINE sizeofArray #-}

sizeofMutableArray :: MutableArray s a -> Int
sizeofMutableArray (MutableArray m) = I# (sizeofMutableArray# m)
{-# INLINE sizeofMutableArray #-}

arrayFromList :: [a] -> Array a
arrayFromList xs = case fromAll xs of Boxes a -> a

-- | The list must have that many elements.
arrayFromListN :: Int -> [a] -> Array a
arrayFromListN n xs = case fromListB n xs of Boxes a -> a

-- | Each element is evaluated.
mapArray' :: (a -> b) -> Array a -> Array b
mapArray' f a = map' f a
{-# INLINE mapArray' #-}

traverseArrayP :: PrimMonad m => (a -> m b) -> Array a -> m (Array b)
traverseArrayP f a = newArray n uninitialised >>= \m ->
  let go i | i >= n = unsafeFreezeArray m
           | otherwise = case indexArray## a i of (# x #) -> f x >>= \y -> writeArray m i y >> go (i + 1)
  in go 0
  where n = sizeofArray a
{-# INLINE traverseArrayP #-}

instance Boxed Array MutableArray where
  createBoxed = createArray
  {-# INLINE createBoxed #-}
  writeBoxed = writeArray
  {-# INLINE writeBoxed #-}
  indexBoxed = indexArray##
  {-# INLINE indexBoxed #-}
  sizeofBoxed = sizeofArray
  {-# INLINE sizeofBoxed #-}
  copyBoxed m i a n = copyArray m i a 0 n
  {-# INLINE copyBoxed #-}
  emptyBoxed = emptyArray
  {-# INLINE emptyBoxed #-}
  names _ = ("Data.Primitive.Array.", "fromListN", "empty array")

deriving via (Boxes Array a) instance Eq a => Eq (Array a)
deriving via (Boxes Array a) instance Ord a => Ord (Array a)
deriving via (Boxes Array a) instance Show a => Show (Array a)
deriving via (Boxes Array a) instance Read a => Read (Array a)
deriving via (Boxes Array a) instance NFData a => NFData (Array a)
deriving via (Boxes Array a) instance Semigroup (Array a)
deriving via (Boxes Array a) instance Monoid (Array a)
deriving via (Boxes Array) instance Eq1 Array
deriving via (Boxes Array) instance Ord1 Array
deriving via (Boxes Array) instance Show1 Array
deriving via (Boxes Array) instance NFData1 Array
deriving via (Boxes Array) instance Functor Array
deriving via (Boxes Array) instance Foldable.Foldable Array
deriving via (Boxes Array) instance Applicative Array
deriving via (Boxes Array) instance Monad Array
deriving via (Boxes Array) instance Alternative Array
deriving via (Boxes Array) instance MonadPlus Array
deriving via (Boxes Array) instance MonadFail Array
deriving via (Boxes Array) instance MonadZip Array
deriving via (Boxes Array) instance MonadFix Array
instance Traversable Array where
  traverse f a = arrayFromListN (sizeofArray a) <$> traverse f (Foldable.toList a)
instance Eq (MutableArray s a) where
  MutableArray a == MutableArray b = isTrue# (sameMutableArray# a b)

instance Lists.IsList (Array a) a where
  fromList = arrayFromList
  fromListN = arrayFromListN
  toList = Foldable.toList
