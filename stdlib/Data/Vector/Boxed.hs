{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed vectors: the types, and what 'Vec' wants of them. Elements are lazy; a slice costs O(1) and keeps the whole array.
module Data.Vector.Boxed where

import Control.Monad.Primitive.Class (PrimMonad, stToPrim)
import Data.Primitive.Array.Type (Array(..), MutableArray(..))
import Data.Vector.Internal (Pull, Vec(..), allPull, fromPull, toPull)
import GPH.Prim
import GPH.ST (ST(..))
import GPH.Types (Int(..), isTrue#)

-- | The array, the first index, the length.
data Vector a = Vector (Array# a) Int# Int#

data MVector s a = MVector (MutableArray# s a) Int# Int#

-- Note [Pull arrays] in Data.Vector.Internal.Pull
{-# RULES
"toPull/fromPull, boxed" forall (p :: Pull a). toPull (fromPull p :: Vector a) = p
"allPull/fromPull, boxed" forall (p :: Pull a). allPull (fromPull p :: Vector a) = p
  #-}

instance Vec Vector MVector a where
  vLength (Vector _ _ n) = I# n
  {-# INLINE vLength #-}
  vSlice (I# i) (I# k) (Vector a o _) = Vector a (o +# i) k
  {-# INLINE vSlice #-}
  vIndex (Vector a o _) (I# i) k = case indexArray# a (o +# i) of (# x #) -> k x
  {-# INLINE vIndex #-}
  vCopy (MVector m j _) (Vector a o n) = ST (\s -> case copyArray# a o m j n s of s1 -> (# s1, () #))
  {-# INLINE vCopy #-}
  vThaw (Vector a o n) = ST (\s -> case unsafeThawArray# a s of (# s1, m #) -> (# s1, MVector m o n #))
  {-# INLINE vThaw #-}
  mLength (MVector _ _ n) = I# n
  {-# INLINE mLength #-}
  mSlice (I# i) (I# k) (MVector m o _) = MVector m (o +# i) k
  {-# INLINE mSlice #-}
  mNew (I# n) = ST (\s -> case newArray# n uninitialised s of (# s1, m #) -> (# s1, MVector m 0# n #))
  {-# INLINE mNew #-}
  mRead (MVector m o _) (I# i) = ST (\s -> readArray# m (o +# i) s)
  {-# INLINE mRead #-}
  mWrite (MVector m o _) (I# i) x = ST (\s -> case writeArray# m (o +# i) x s of s1 -> (# s1, () #))
  {-# INLINE mWrite #-}
  mMove (MVector m o n) (MVector m' o' _) = ST (\s -> case copyMutableArray# m' o' m o n s of s1 -> (# s1, () #))
  {-# INLINE mMove #-}
  mFreeze (MVector m o n) = ST (\s -> case unsafeFreezeArray# m s of (# s1, a #) -> (# s1, Vector a o n #))
  {-# INLINE mFreeze #-}
  mClear v@(MVector _ _ n) = mNew (I# n) >>= mMove v
  mOverlaps (MVector a i n) (MVector b j m) =
    isTrue# (sameMutableArray# a b) && I# i < I# (j +# m) && I# j < I# (i +# n)

uninitialised :: a
uninitialised = error "Data.Vector.Mutable: uninitialised element. If you are trying to compact a vector, use the 'Data.Vector.force' function to remove uninitialised elements from the underlying array."
{-# NOINLINE uninitialised #-}

-- ---- Data.Primitive's arrays ------------------------------------------------------------------------------------------
-- | O(1).
fromArray :: Array a -> Vector a
fromArray (Array a) = Vector a 0# (sizeofArray# a)
{-# INLINE fromArray #-}

-- | O(1) of a whole array, O(n) of a slice.
toArray :: Vector a -> Array a
toArray (Vector a o n)
  | I# o == 0 && I# n == I# (sizeofArray# a) = Array a
  | otherwise = Array (cloneArray# a o n)
{-# INLINE toArray #-}

-- | A copy.
fromMutableArray :: PrimMonad m s => MutableArray s a -> m (MVector s a)
fromMutableArray (MutableArray m) = stToPrim (ST (\s -> case sizeofMutableArray# m of
  n -> case cloneMutableArray# m 0# n s of (# s1, c #) -> (# s1, MVector c 0# n #)))
{-# INLINE fromMutableArray #-}

-- | A copy.
toMutableArray :: PrimMonad m s => MVector s a -> m (MutableArray s a)
toMutableArray (MVector m o n) = stToPrim (ST (\s -> case cloneMutableArray# m o n s of (# s1, c #) -> (# s1, MutableArray c #)))
{-# INLINE toMutableArray #-}
