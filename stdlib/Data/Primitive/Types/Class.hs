{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Types whose values lie unboxed in byte arrays and in raw memory. Offsets count elements.
module Data.Primitive.Types.Class where

import Data.Functor.Const (Const(..))
import Data.Functor.Identity (Identity(..))
import qualified Data.Monoid as Mon
import Data.Ord (Down(..))
import qualified Data.Semigroup as Semi
import GPH.Int (Int8(..), Int16(..), Int32(..), Int64(..))
import GPH.Prim hiding (setByteArray#)
import GPH.Ptr (FunPtr(..), Ptr(..))
import GPH.Types (Char(..), Double(..), Float(..), Int(..), Word(..))
import GPH.Word (Word8(..), Word16(..), Word32(..), Word64(..))

class Prim a where
  -- | The argument is not looked at.
  sizeOf#, alignment# :: a -> Int#
  indexByteArray# :: ByteArray# -> Int# -> a
  readByteArray# :: MutableByteArray# s -> Int# -> State# s -> (# State# s, a #)
  writeByteArray# :: MutableByteArray# s -> Int# -> a -> State# s -> State# s
  -- | From an offset on so many.
  setByteArray# :: MutableByteArray# s -> Int# -> Int# -> a -> State# s -> State# s
  setByteArray# m i n x s = case n ># 0# of
    0# -> s
    _ -> case writeByteArray# m i x s of s1 -> setByteArray# m (i +# 1#) (n -# 1#) x s1
  indexOffAddr# :: Addr# -> Int# -> a
  readOffAddr# :: Addr# -> Int# -> State# s -> (# State# s, a #)
  writeOffAddr# :: Addr# -> Int# -> a -> State# s -> State# s
  setOffAddr# :: Addr# -> Int# -> Int# -> a -> State# s -> State# s
  setOffAddr# p i n x s = case n ># 0# of
    0# -> s
    _ -> case writeOffAddr# p i x s of s1 -> setOffAddr# p (i +# 1#) (n -# 1#) x s1
instance Prim Char where
  sizeOf# _ = 4#
  alignment# _ = 4#
  indexByteArray# a i = C# (indexWideCharArray# a i)
  readByteArray# m i s = case readWideCharArray# m i s of (# s1, x #) -> (# s1, C# x #)
  writeByteArray# m i (C# x) s = writeWideCharArray# m i x s
  indexOffAddr# p i = C# (indexWideCharOffAddr# p i)
  readOffAddr# p i s = case readWideCharOffAddr# p i s of (# s1, x #) -> (# s1, C# x #)
  writeOffAddr# p i (C# x) s = writeWideCharOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Double where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = D# (indexDoubleArray# a i)
  readByteArray# m i s = case readDoubleArray# m i s of (# s1, x #) -> (# s1, D# x #)
  writeByteArray# m i (D# x) s = writeDoubleArray# m i x s
  indexOffAddr# p i = D# (indexDoubleOffAddr# p i)
  readOffAddr# p i s = case readDoubleOffAddr# p i s of (# s1, x #) -> (# s1, D# x #)
  writeOffAddr# p i (D# x) s = writeDoubleOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Float where
  sizeOf# _ = 4#
  alignment# _ = 4#
  indexByteArray# a i = F# (indexFloatArray# a i)
  readByteArray# m i s = case readFloatArray# m i s of (# s1, x #) -> (# s1, F# x #)
  writeByteArray# m i (F# x) s = writeFloatArray# m i x s
  indexOffAddr# p i = F# (indexFloatOffAddr# p i)
  readOffAddr# p i s = case readFloatOffAddr# p i s of (# s1, x #) -> (# s1, F# x #)
  writeOffAddr# p i (F# x) s = writeFloatOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Int where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = I# (indexIntArray# a i)
  readByteArray# m i s = case readIntArray# m i s of (# s1, x #) -> (# s1, I# x #)
  writeByteArray# m i (I# x) s = writeIntArray# m i x s
  indexOffAddr# p i = I# (indexIntOffAddr# p i)
  readOffAddr# p i s = case readIntOffAddr# p i s of (# s1, x #) -> (# s1, I# x #)
  writeOffAddr# p i (I# x) s = writeIntOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Word where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = W# (indexWordArray# a i)
  readByteArray# m i s = case readWordArray# m i s of (# s1, x #) -> (# s1, W# x #)
  writeByteArray# m i (W# x) s = writeWordArray# m i x s
  indexOffAddr# p i = W# (indexWordOffAddr# p i)
  readOffAddr# p i s = case readWordOffAddr# p i s of (# s1, x #) -> (# s1, W# x #)
  writeOffAddr# p i (W# x) s = writeWordOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Int8 where
  sizeOf# _ = 1#
  alignment# _ = 1#
  indexByteArray# a i = I8# (indexInt8Array# a i)
  readByteArray# m i s = case readInt8Array# m i s of (# s1, x #) -> (# s1, I8# x #)
  writeByteArray# m i (I8# x) s = writeInt8Array# m i x s
  indexOffAddr# p i = I8# (indexInt8OffAddr# p i)
  readOffAddr# p i s = case readInt8OffAddr# p i s of (# s1, x #) -> (# s1, I8# x #)
  writeOffAddr# p i (I8# x) s = writeInt8OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Word8 where
  sizeOf# _ = 1#
  alignment# _ = 1#
  indexByteArray# a i = W8# (indexWord8Array# a i)
  readByteArray# m i s = case readWord8Array# m i s of (# s1, x #) -> (# s1, W8# x #)
  writeByteArray# m i (W8# x) s = writeWord8Array# m i x s
  indexOffAddr# p i = W8# (indexWord8OffAddr# p i)
  readOffAddr# p i s = case readWord8OffAddr# p i s of (# s1, x #) -> (# s1, W8# x #)
  writeOffAddr# p i (W8# x) s = writeWord8OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Int16 where
  sizeOf# _ = 2#
  alignment# _ = 2#
  indexByteArray# a i = I16# (indexInt16Array# a i)
  readByteArray# m i s = case readInt16Array# m i s of (# s1, x #) -> (# s1, I16# x #)
  writeByteArray# m i (I16# x) s = writeInt16Array# m i x s
  indexOffAddr# p i = I16# (indexInt16OffAddr# p i)
  readOffAddr# p i s = case readInt16OffAddr# p i s of (# s1, x #) -> (# s1, I16# x #)
  writeOffAddr# p i (I16# x) s = writeInt16OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Word16 where
  sizeOf# _ = 2#
  alignment# _ = 2#
  indexByteArray# a i = W16# (indexWord16Array# a i)
  readByteArray# m i s = case readWord16Array# m i s of (# s1, x #) -> (# s1, W16# x #)
  writeByteArray# m i (W16# x) s = writeWord16Array# m i x s
  indexOffAddr# p i = W16# (indexWord16OffAddr# p i)
  readOffAddr# p i s = case readWord16OffAddr# p i s of (# s1, x #) -> (# s1, W16# x #)
  writeOffAddr# p i (W16# x) s = writeWord16OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Int32 where
  sizeOf# _ = 4#
  alignment# _ = 4#
  indexByteArray# a i = I32# (indexInt32Array# a i)
  readByteArray# m i s = case readInt32Array# m i s of (# s1, x #) -> (# s1, I32# x #)
  writeByteArray# m i (I32# x) s = writeInt32Array# m i x s
  indexOffAddr# p i = I32# (indexInt32OffAddr# p i)
  readOffAddr# p i s = case readInt32OffAddr# p i s of (# s1, x #) -> (# s1, I32# x #)
  writeOffAddr# p i (I32# x) s = writeInt32OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Word32 where
  sizeOf# _ = 4#
  alignment# _ = 4#
  indexByteArray# a i = W32# (indexWord32Array# a i)
  readByteArray# m i s = case readWord32Array# m i s of (# s1, x #) -> (# s1, W32# x #)
  writeByteArray# m i (W32# x) s = writeWord32Array# m i x s
  indexOffAddr# p i = W32# (indexWord32OffAddr# p i)
  readOffAddr# p i s = case readWord32OffAddr# p i s of (# s1, x #) -> (# s1, W32# x #)
  writeOffAddr# p i (W32# x) s = writeWord32OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Int64 where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = I64# (indexInt64Array# a i)
  readByteArray# m i s = case readInt64Array# m i s of (# s1, x #) -> (# s1, I64# x #)
  writeByteArray# m i (I64# x) s = writeInt64Array# m i x s
  indexOffAddr# p i = I64# (indexInt64OffAddr# p i)
  readOffAddr# p i s = case readInt64OffAddr# p i s of (# s1, x #) -> (# s1, I64# x #)
  writeOffAddr# p i (I64# x) s = writeInt64OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim Word64 where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = W64# (indexWord64Array# a i)
  readByteArray# m i s = case readWord64Array# m i s of (# s1, x #) -> (# s1, W64# x #)
  writeByteArray# m i (W64# x) s = writeWord64Array# m i x s
  indexOffAddr# p i = W64# (indexWord64OffAddr# p i)
  readOffAddr# p i s = case readWord64OffAddr# p i s of (# s1, x #) -> (# s1, W64# x #)
  writeOffAddr# p i (W64# x) s = writeWord64OffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim (Ptr a) where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = Ptr (indexAddrArray# a i)
  readByteArray# m i s = case readAddrArray# m i s of (# s1, x #) -> (# s1, Ptr x #)
  writeByteArray# m i (Ptr x) s = writeAddrArray# m i x s
  indexOffAddr# p i = Ptr (indexAddrOffAddr# p i)
  readOffAddr# p i s = case readAddrOffAddr# p i s of (# s1, x #) -> (# s1, Ptr x #)
  writeOffAddr# p i (Ptr x) s = writeAddrOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}
instance Prim (FunPtr a) where
  sizeOf# _ = 8#
  alignment# _ = 8#
  indexByteArray# a i = FunPtr (indexAddrArray# a i)
  readByteArray# m i s = case readAddrArray# m i s of (# s1, x #) -> (# s1, FunPtr x #)
  writeByteArray# m i (FunPtr x) s = writeAddrArray# m i x s
  indexOffAddr# p i = FunPtr (indexAddrOffAddr# p i)
  readOffAddr# p i s = case readAddrOffAddr# p i s of (# s1, x #) -> (# s1, FunPtr x #)
  writeOffAddr# p i (FunPtr x) s = writeAddrOffAddr# p i x s
  {-# INLINE sizeOf# #-}
  {-# INLINE alignment# #-}

-- Newtypes are stored as what they hold.
deriving newtype instance Prim a => Prim (Identity a)
deriving newtype instance Prim a => Prim (Const a b)
deriving newtype instance Prim a => Prim (Down a)
deriving newtype instance Prim a => Prim (Mon.Dual a)
deriving newtype instance Prim a => Prim (Mon.Sum a)
deriving newtype instance Prim a => Prim (Mon.Product a)
deriving newtype instance Prim a => Prim (Semi.First a)
deriving newtype instance Prim a => Prim (Semi.Last a)
deriving newtype instance Prim a => Prim (Semi.Min a)
deriving newtype instance Prim a => Prim (Semi.Max a)
