{-# LANGUAGE AllowAmbiguousTypes, MagicHash, UnboxedTuples #-}
-- | Elements of primitive types in raw memory. Offsets and lengths count elements.
module Data.Primitive.Ptr
  ( Ptr(..), nullPtr, advancePtr, subtractPtr, indexOffPtr, readOffPtr, writeOffPtr, copyPtr, movePtr, setPtr
  , copyPtrToMutablePrimArray, copyPtrToMutableByteArray
  ) where

import Control.Monad.Primitive (unsafeIOToPrim)
import Control.Monad.Primitive.Class (PrimMonad(..))
import Data.Primitive.ByteArray (MutableByteArray(..))
import Data.Primitive.PrimArray (MutablePrimArray(..))
import Data.Primitive.Types.Class (Prim(indexOffAddr#, readOffAddr#, setOffAddr#, sizeOf#, writeOffAddr#))
import Foreign.Marshal.Utils (copyBytes, moveBytes)
import GPH.Prim
import GPH.Ptr (Ptr(..), minusPtr, nullPtr, plusPtr)
import GPH.Types (Int(..))

size :: forall a. Prim a => Int
size = I# (sizeOf# (undefined :: a))
{-# INLINE size #-}

advancePtr :: forall a. Prim a => Ptr a -> Int -> Ptr a
advancePtr p i = p `plusPtr` (i * size @a)
{-# INLINE advancePtr #-}

subtractPtr :: forall a. Prim a => Ptr a -> Ptr a -> Int
subtractPtr p q = (p `minusPtr` q) `quot` size @a
{-# INLINE subtractPtr #-}

indexOffPtr :: Prim a => Ptr a -> Int -> a
indexOffPtr (Ptr p) (I# i) = indexOffAddr# p i
{-# INLINE indexOffPtr #-}

readOffPtr :: (Prim a, PrimMonad m) => Ptr a -> Int -> m a
readOffPtr (Ptr p) (I# i) = primitive (\s -> readOffAddr# p i s)
{-# INLINE readOffPtr #-}

writeOffPtr :: (Prim a, PrimMonad m) => Ptr a -> Int -> a -> m ()
writeOffPtr (Ptr p) (I# i) x = primitive (\s -> case writeOffAddr# p i x s of s1 -> (# s1, () #))
{-# INLINE writeOffPtr #-}

-- | To the first from the second. With 'movePtr' they may overlap.
copyPtr, movePtr :: forall m a. (PrimMonad m, Prim a) => Ptr a -> Ptr a -> Int -> m ()
copyPtr to from n = unsafeIOToPrim (copyBytes to from (n * size @a))
movePtr to from n = unsafeIOToPrim (moveBytes to from (n * size @a))
{-# INLINE copyPtr #-}
{-# INLINE movePtr #-}

setPtr :: (Prim a, PrimMonad m) => Ptr a -> Int -> a -> m ()
setPtr (Ptr p) (I# n) x = primitive (\s -> case setOffAddr# p 0# n x s of s1 -> (# s1, () #))
{-# INLINE setPtr #-}

copyPtrToMutablePrimArray
  :: forall m a. (PrimMonad m, Prim a) => MutablePrimArray (PrimState m) a -> Int -> Ptr a -> Int -> m ()
copyPtrToMutablePrimArray (MutablePrimArray m) i p n = copyPtrToMutableByteArray (MutableByteArray m) i p n
{-# INLINE copyPtrToMutablePrimArray #-}

copyPtrToMutableByteArray
  :: forall m a. (PrimMonad m, Prim a) => MutableByteArray (PrimState m) -> Int -> Ptr a -> Int -> m ()
copyPtrToMutableByteArray (MutableByteArray m) i (Ptr p) n = case (i * size @a, n * size @a) of
  (I# i', I# n') -> primitive (\s -> case copyAddrToByteArray# p m i' n' s of s1 -> (# s1, () #))
{-# INLINE copyPtrToMutableByteArray #-}
