{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed arrays for few elements: nothing is checked. Elements are lazy.
module Data.Primitive.SmallArray
  ( SmallArray(..), SmallMutableArray(..), newSmallArray, readSmallArray, writeSmallArray, indexSmallArray, indexSmallArrayM, indexSmallArray##, freezeSmallArray, thawSmallArray, runSmallArray
  , createSmallArray, emptySmallArray
  , unsafeFreezeSmallArray, unsafeThawSmallArray, copySmallArray, copySmallMutableArray, cloneSmallArray, cloneSmallMutableArray
  , sizeofSmallArray, sizeofSmallMutableArray, smallArrayFromList, smallArrayFromListN, mapSmallArray', traverseSmallArrayP, shrinkSmallMutableArray
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
import Data.Primitive.Boxed (Boxed(..), Boxes(..), fromAll, fromListB, map', uninitialised)
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Types (Int(..), isTrue#)

data SmallArray a = SmallArray (SmallArray# a)
data SmallMutableArray s a = SmallMutableArray (SmallMutableArray# s a)

newSmallArray :: PrimMonad m => Int -> a -> m (SmallMutableArray (PrimState m) a)
newSmallArray (I# n) x = primitive (\s -> case newSmallArray# n x s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE newSmallArray #-}

readSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> m a
readSmallArray (SmallMutableArray m) (I# i) = primitive (\s -> readSmallArray# m i s)
{-# INLINE readSmallArray #-}

writeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> a -> m ()
writeSmallArray (SmallMutableArray m) (I# i) x = primitive (\s -> case writeSmallArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writeSmallArray #-}

indexSmallArray :: SmallArray a -> Int -> a
indexSmallArray (SmallArray a) (I# i) = case indexSmallArray# a i of (# x #) -> x
{-# INLINE indexSmallArray #-}

indexSmallArrayM :: Monad m => SmallArray a -> Int -> m a
indexSmallArrayM (SmallArray a) (I# i) = case indexSmallArray# a i of (# x #) -> return x
{-# INLINE indexSmallArrayM #-}

indexSmallArray## :: SmallArray a -> Int -> (# a #)
indexSmallArray## (SmallArray a) (I# i) = indexSmallArray# a i
{-# INLINE indexSmallArray## #-}

-- | From an offset so many elements, copied.
freezeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> Int -> m (SmallArray a)
freezeSmallArray (SmallMutableArray m) (I# i) (I# n) =
  primitive (\s -> case freezeSmallArray# m i n s of (# s1, a #) -> (# s1, SmallArray a #))
{-# INLINE freezeSmallArray #-}

thawSmallArray :: PrimMonad m => SmallArray a -> Int -> Int -> m (SmallMutableArray (PrimState m) a)
thawSmallArray (SmallArray a) (I# i) (I# n) =
  primitive (\s -> case thawSmallArray# a i n s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE thawSmallArray #-}

unsafeFreezeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> m (SmallArray a)
unsafeFreezeSmallArray (SmallMutableArray m) = primitive (\s -> case unsafeFreezeSmallArray# m s of (# s1, a #) -> (# s1, SmallArray a #))
{-# INLINE unsafeFreezeSmallArray #-}

unsafeThawSmallArray :: PrimMonad m => SmallArray a -> m (SmallMutableArray (PrimState m) a)
unsafeThawSmallArray (SmallArray a) = primitive (\s -> case unsafeThawSmallArray# a s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE unsafeThawSmallArray #-}

runSmallArray :: (forall s. ST s (SmallMutableArray s a)) -> SmallArray a
runSmallArray st = runST (st >>= unsafeFreezeSmallArray)
{-# INLINE runSmallArray #-}

createSmallArray :: Int -> a -> (forall s. SmallMutableArray s a -> ST s ()) -> SmallArray a
createSmallArray n x f = runST (newSmallArray n x >>= \m -> f m >> unsafeFreezeSmallArray m)
{-# INLINE createSmallArray #-}

emptySmallArray :: SmallArray a
emptySmallArray = createSmallArray 0 (error "Data.Primitive.SmallArray: empty") (\_ -> return ())
{-# NOINLINE emptySmallArray #-}

-- | To the first at an offset from the second at an offset so many. The mutable ones may overlap.
copySmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> SmallArray a -> Int -> Int -> m ()
copySmallArray (SmallMutableArray m) (I# j) (SmallArray a) (I# i) (I# n) =
  primitive (\s -> case copySmallArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copySmallArray #-}

copySmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> SmallMutableArray (PrimState m) a -> Int -> Int -> m ()
copySmallMutableArray (SmallMutableArray m) (I# j) (SmallMutableArray a) (I# i) (I# n) =
  primitive (\s -> case copySmallMutableArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copySmallMutableArray #-}

cloneSmallArray :: SmallArray a -> Int -> Int -> SmallArray a
cloneSmallArray (SmallArray a) (I# i) (I# n) = SmallArray (cloneSmallArray# a i n)
{-# INLINE cloneSmallArray #-}

cloneSmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> Int -> m (SmallMutableArray (PrimState m) a)
cloneSmallMutableArray (SmallMutableArray a) (I# i) (I# n) = primitive (\s -> case cloneSmallMutableArray# a i n s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE cloneSmallMutableArray #-}

sizeofSmallArray :: SmallArray a -> Int
sizeofSmallArray (SmallArray a) = I# (sizeofSmallArray# a)
{-# INLINE sizeofSmallArray #-}

sizeofSmallMutableArray :: SmallMutableArray s a -> Int
sizeofSmallMutableArray (SmallMutableArray m) = I# (sizeofSmallMutableArray# m)
{-# INLINE sizeofSmallMutableArray #-}

shrinkSmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> m ()
shrinkSmallMutableArray (SmallMutableArray m) (I# n) =
  primitive (\s -> case shrinkSmallMutableArray# m n s of s1 -> (# s1, () #))
{-# INLINE shrinkSmallMutableArray #-}

smallArrayFromList :: [a] -> SmallArray a
smallArrayFromList xs = case fromAll xs of Boxes a -> a

-- | The list must have that many elements.
smallArrayFromListN :: Int -> [a] -> SmallArray a
smallArrayFromListN n xs = case fromListB n xs of Boxes a -> a

-- | Each element is evaluated.
mapSmallArray' :: (a -> b) -> SmallArray a -> SmallArray b
mapSmallArray' f a = map' f a
{-# INLINE mapSmallArray' #-}

traverseSmallArrayP :: PrimMonad m => (a -> m b) -> SmallArray a -> m (SmallArray b)
traverseSmallArrayP f a = newSmallArray n uninitialised >>= \m ->
  let go i | i >= n = unsafeFreezeSmallArray m
           | otherwise = case indexSmallArray## a i of (# x #) -> f x >>= \y -> writeSmallArray m i y >> go (i + 1)
  in go 0
  where n = sizeofSmallArray a
{-# INLINE traverseSmallArrayP #-}

instance Boxed SmallArray SmallMutableArray where
  createBoxed = createSmallArray
  {-# INLINE createBoxed #-}
  writeBoxed = writeSmallArray
  {-# INLINE writeBoxed #-}
  indexBoxed = indexSmallArray##
  {-# INLINE indexBoxed #-}
  sizeofBoxed = sizeofSmallArray
  {-# INLINE sizeofBoxed #-}
  copyBoxed m i a n = copySmallArray m i a 0 n
  {-# INLINE copyBoxed #-}
  emptyBoxed = emptySmallArray
  {-# INLINE emptyBoxed #-}
  names _ = ("Data.Primitive.SmallArray.", "smallArrayFromListN", "Empty SmallArray")

deriving via (Boxes SmallArray a) instance Eq a => Eq (SmallArray a)
deriving via (Boxes SmallArray a) instance Ord a => Ord (SmallArray a)
deriving via (Boxes SmallArray a) instance Show a => Show (SmallArray a)
deriving via (Boxes SmallArray a) instance Read a => Read (SmallArray a)
deriving via (Boxes SmallArray a) instance NFData a => NFData (SmallArray a)
deriving via (Boxes SmallArray a) instance Semigroup (SmallArray a)
deriving via (Boxes SmallArray a) instance Monoid (SmallArray a)
deriving via (Boxes SmallArray) instance Eq1 SmallArray
deriving via (Boxes SmallArray) instance Ord1 SmallArray
deriving via (Boxes SmallArray) instance Show1 SmallArray
deriving via (Boxes SmallArray) instance NFData1 SmallArray
deriving via (Boxes SmallArray) instance Functor SmallArray
deriving via (Boxes SmallArray) instance Foldable.Foldable SmallArray
deriving via (Boxes SmallArray) instance Applicative SmallArray
deriving via (Boxes SmallArray) instance Monad SmallArray
deriving via (Boxes SmallArray) instance Alternative SmallArray
deriving via (Boxes SmallArray) instance MonadPlus SmallArray
deriving via (Boxes SmallArray) instance MonadFail SmallArray
deriving via (Boxes SmallArray) instance MonadZip SmallArray
deriving via (Boxes SmallArray) instance MonadFix SmallArray
instance Traversable SmallArray where
  traverse f a = smallArrayFromListN (sizeofSmallArray a) <$> traverse f (Foldable.toList a)
instance Eq (SmallMutableArray s a) where
  SmallMutableArray a == SmallMutableArray b = isTrue# (sameSmallMutableArray# a b)

instance Lists.IsList (SmallArray a) a where
  fromList = smallArrayFromList
  fromListN = smallArrayFromListN
  toList = Foldable.toList
