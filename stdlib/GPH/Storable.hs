{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Values in raw memory.
module GPH.Storable where

import Data.Ord (Down(..))
import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Functor (Const(..), Identity(..))
import GPH.Int
import GPH.Word
import GPH.Ptr
import GPH.Real (Ratio(..))

class Storable a where
  sizeOf, alignment :: a -> Int
  peekElemOff :: Ptr a -> Int -> IO a
  pokeElemOff :: Ptr a -> Int -> a -> IO ()
  peekByteOff :: Ptr b -> Int -> IO a
  pokeByteOff :: Ptr b -> Int -> a -> IO ()
  peek :: Ptr a -> IO a
  poke :: Ptr a -> a -> IO ()
  peekElemOff addr idx = peekElemOff_ addr idx undefined
    where peekElemOff_ :: Storable b => Ptr b -> Int -> b -> IO b
          peekElemOff_ p i u = peek (p `plusPtr` (i * sizeOf u))
  pokeElemOff addr idx x = poke (addr `plusPtr` (idx * sizeOf x)) x
  peekByteOff ptr off = peek (ptr `plusPtr` off)
  pokeByteOff ptr off x = poke (ptr `plusPtr` off) x
  peek ptr = peekElemOff ptr 0
  poke ptr x = pokeElemOff ptr 0 x
  {-# MINIMAL sizeOf, alignment, (peek | peekElemOff | peekByteOff), (poke | pokeElemOff | pokeByteOff) #-}

instance Storable () where
  sizeOf _ = 0
  alignment _ = 1
  peek _ = return ()
  poke _ _ = return ()

instance Storable Bool where
  sizeOf _ = 4
  alignment _ = 4
  peekElemOff p i = fmap (/= (0 :: Int32)) (peekElemOff (castPtr p) i)
  pokeElemOff p i x = pokeElemOff (castPtr p) i (if x then 1 else 0 :: Int32)

instance Storable a => Storable (Ratio a) where
  sizeOf ~(n :% _) = 2 * sizeOf n
  alignment ~(n :% _) = alignment n
  peek p = do
    let q = castPtr p
    r <- peek q
    i <- peekElemOff q 1
    return (r :% i)
  poke p (r :% i) = do
    let q = castPtr p
    poke q r
    pokeElemOff q 1 i

instance Storable Char where
  sizeOf _ = 4
  alignment _ = 4
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWideCharOffAddr# a i s of (# s1, x #) -> (# s1, C# x #))
  pokeElemOff (Ptr a) (I# i) (C# x) = IO (\s -> case writeWideCharOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Int where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readIntOffAddr# a i s of (# s1, x #) -> (# s1, I# x #))
  pokeElemOff (Ptr a) (I# i) (I# x) = IO (\s -> case writeIntOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Word where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWordOffAddr# a i s of (# s1, x #) -> (# s1, W# x #))
  pokeElemOff (Ptr a) (I# i) (W# x) = IO (\s -> case writeWordOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Double where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readDoubleOffAddr# a i s of (# s1, x #) -> (# s1, D# x #))
  pokeElemOff (Ptr a) (I# i) (D# x) = IO (\s -> case writeDoubleOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Float where
  sizeOf _ = 4
  alignment _ = 4
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readFloatOffAddr# a i s of (# s1, x #) -> (# s1, F# x #))
  pokeElemOff (Ptr a) (I# i) (F# x) = IO (\s -> case writeFloatOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable (Ptr b) where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readAddrOffAddr# a i s of (# s1, x #) -> (# s1, Ptr x #))
  pokeElemOff (Ptr a) (I# i) (Ptr x) = IO (\s -> case writeAddrOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable (FunPtr b) where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readAddrOffAddr# a i s of (# s1, x #) -> (# s1, FunPtr x #))
  pokeElemOff (Ptr a) (I# i) (FunPtr x) = IO (\s -> case writeAddrOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable (StablePtr b) where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readStablePtrOffAddr# a i s of (# s1, x #) -> (# s1, StablePtr x #))
  pokeElemOff (Ptr a) (I# i) (StablePtr x) = IO (\s -> case writeStablePtrOffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Int8 where
  sizeOf _ = 1
  alignment _ = 1
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readInt8OffAddr# a i s of (# s1, x #) -> (# s1, I8# x #))
  pokeElemOff (Ptr a) (I# i) (I8# x) = IO (\s -> case writeInt8OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Word8 where
  sizeOf _ = 1
  alignment _ = 1
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWord8OffAddr# a i s of (# s1, x #) -> (# s1, W8# x #))
  pokeElemOff (Ptr a) (I# i) (W8# x) = IO (\s -> case writeWord8OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Int16 where
  sizeOf _ = 2
  alignment _ = 2
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readInt16OffAddr# a i s of (# s1, x #) -> (# s1, I16# x #))
  pokeElemOff (Ptr a) (I# i) (I16# x) = IO (\s -> case writeInt16OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Word16 where
  sizeOf _ = 2
  alignment _ = 2
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWord16OffAddr# a i s of (# s1, x #) -> (# s1, W16# x #))
  pokeElemOff (Ptr a) (I# i) (W16# x) = IO (\s -> case writeWord16OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Int32 where
  sizeOf _ = 4
  alignment _ = 4
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readInt32OffAddr# a i s of (# s1, x #) -> (# s1, I32# x #))
  pokeElemOff (Ptr a) (I# i) (I32# x) = IO (\s -> case writeInt32OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Word32 where
  sizeOf _ = 4
  alignment _ = 4
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWord32OffAddr# a i s of (# s1, x #) -> (# s1, W32# x #))
  pokeElemOff (Ptr a) (I# i) (W32# x) = IO (\s -> case writeWord32OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Int64 where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readInt64OffAddr# a i s of (# s1, x #) -> (# s1, I64# x #))
  pokeElemOff (Ptr a) (I# i) (I64# x) = IO (\s -> case writeInt64OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

instance Storable Word64 where
  sizeOf _ = 8
  alignment _ = 8
  peekElemOff (Ptr a) (I# i) = IO (\s -> case readWord64OffAddr# a i s of (# s1, x #) -> (# s1, W64# x #))
  pokeElemOff (Ptr a) (I# i) (W64# x) = IO (\s -> case writeWord64OffAddr# a i x s of s1 -> (# s1, () #))
  {-# INLINE peekElemOff #-}
  {-# INLINE pokeElemOff #-}

deriving newtype instance Storable a => Storable (Identity a)
deriving newtype instance Storable a => Storable (Const a b)
deriving newtype instance Storable a => Storable (Down a)
