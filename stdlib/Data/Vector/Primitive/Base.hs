{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Vectors of primitive values: the types, and what 'Vec' wants of them. A byte array holds the elements; a slice costs O(1).
module Data.Vector.Primitive.Base where

import Control.DeepSeq (NFData(..), NFData1(..))
import Data.Primitive.Types.Class (Prim(..))
import Data.Vector.Internal (Pull, Vec(..), allPull, evaluated, fromCheckedPull, fromPull)
import GPH.Prim hiding (indexByteArray#, readByteArray#, writeByteArray#)
import qualified GPH.Prim as Prim
import GPH.ST (ST(..))
import GPH.Types (Int(..), isTrue#)

-- | The array, the first index, the length.
data Vector a = Vector ByteArray# Int# Int#
data MVector s a = MVector (MutableByteArray# s) Int# Int#

sizeOfElement :: forall a v. Prim a => v a -> Int
sizeOfElement _ = I# (sizeOf# (errorWithoutStackTrace "Data.Vector.Primitive: element type" :: a))
{-# INLINE sizeOfElement #-}

newElements :: forall a s. Prim a => Int -> State# s -> (# State# s, MVector s a #)
newElements n@(I# k) s
  | n > maxBound `quot` size = errorWithoutStackTrace ("Primitive.basicUnsafeNew: length too large: " ++ show n)
  | otherwise = case n * size of
      I# bytes -> case newByteArray# bytes s of
        (# s1, m #) -> case Prim.setByteArray# m 0# bytes 0# s1 of s2 -> (# s2, MVector m 0# k #)
  where size = I# (sizeOf# (errorWithoutStackTrace "Data.Vector.Primitive: element type" :: a))
{-# INLINE newElements #-}

-- Note [Pull arrays] in Data.Vector.Internal.Pull
{-# RULES
"allPull/fromPull, primitive" forall (p :: Pull a). allPull (fromPull p :: Vector a) = evaluated p
"allPull/fromCheckedPull, primitive" forall (p :: Pull a). allPull (fromCheckedPull p :: Vector a) = evaluated p
  #-}

instance Prim a => Vec Vector MVector a where
  vLength (Vector _ _ n) = I# n
  {-# INLINE vLength #-}
  vSlice (I# i) (I# k) (Vector a o _) = Vector a (o +# i) k
  {-# INLINE vSlice #-}
  vIndex (Vector a o _) (I# i) k = case indexByteArray# a (o +# i) of !x -> k x
  {-# INLINE vIndex #-}
  vCopy to v = vThaw v >>= \from -> mMove to from
  {-# INLINE vCopy #-}
  vThaw (Vector a o n) = ST (\s -> case unsafeThawByteArray# a s of (# s1, m #) -> (# s1, MVector m o n #))
  {-# INLINE vThaw #-}
  mLength (MVector _ _ n) = I# n
  {-# INLINE mLength #-}
  mSlice (I# i) (I# k) (MVector m o _) = MVector m (o +# i) k
  {-# INLINE mSlice #-}
  mNew n = ST (newElements n)
  {-# INLINE mNew #-}
  mRead (MVector m o _) (I# i) = ST (readByteArray# m (o +# i))
  {-# INLINE mRead #-}
  mWrite (MVector m o _) (I# i) !x = ST (\s -> case writeByteArray# m (o +# i) x s of s1 -> (# s1, () #))
  {-# INLINE mWrite #-}
  mMove to@(MVector m o n) (MVector m' o' _) = case sizeOfElement to of
    I# size -> ST (\s -> case copyMutableByteArray# m' (o' *# size) m (o *# size) (n *# size) s of s1 -> (# s1, () #))
  {-# INLINE mMove #-}
  mFreeze (MVector m o n) = ST (\s -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, Vector a o n #))
  {-# INLINE mFreeze #-}
  mOverlaps (MVector a i n) (MVector b j m) =
    isTrue# (sameMutableByteArray# a b) && I# i < I# (j +# m) && I# j < I# (i +# n)

instance NFData (Vector a) where
  rnf v = v `seq` ()
instance NFData1 Vector where
  liftRnf _ v = v `seq` ()
instance NFData (MVector s a) where
  rnf v = v `seq` ()
instance NFData1 (MVector s) where
  liftRnf _ v = v `seq` ()
