{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Types whose values lie unboxed in byte arrays and in raw memory.
module Data.Primitive.Types
  ( Prim(..), sizeOf, alignment, defaultSetByteArray#, defaultSetOffAddr#, PrimStorable(..), Ptr(..)
  ) where

import Data.Primitive.Types.Class
import Foreign.C.Types
import GPH.Prim hiding (indexByteArray#, readByteArray#, setByteArray#, writeByteArray#)
import GPH.Ptr (Ptr(..))
import GPH.Storable (Storable(peekElemOff, pokeElemOff))
import qualified GPH.Storable as Raw (Storable(..))
import GPH.Types (IO(..), Int(..))

-- | Neither looks at the argument.
sizeOf, alignment :: Prim a => a -> Int
sizeOf x = I# (sizeOf# x)
alignment x = I# (alignment# x)
{-# INLINE sizeOf #-}
{-# INLINE alignment #-}

-- | One element after the other.
defaultSetByteArray# :: Prim a => MutableByteArray# s -> Int# -> Int# -> a -> State# s -> State# s
defaultSetByteArray# m i n x s = case n ># 0# of
  0# -> s
  _ -> case writeByteArray# m i x s of s1 -> defaultSetByteArray# m (i +# 1#) (n -# 1#) x s1

defaultSetOffAddr# :: Prim a => Addr# -> Int# -> Int# -> a -> State# s -> State# s
defaultSetOffAddr# p i n x s = case n ># 0# of
  0# -> s
  _ -> case writeOffAddr# p i x s of s1 -> defaultSetOffAddr# p (i +# 1#) (n -# 1#) x s1

-- | Storable by means of Prim.
newtype PrimStorable a = PrimStorable { getPrimStorable :: a }

instance Prim a => Storable (PrimStorable a) where
  sizeOf (PrimStorable x) = sizeOf x
  alignment (PrimStorable x) = alignment x
  peekElemOff (Ptr p) (I# i) = IO (\s -> case readOffAddr# p i s of (# s1, x #) -> (# s1, PrimStorable x #))
  pokeElemOff (Ptr p) (I# i) (PrimStorable x) = IO (\s -> case writeOffAddr# p i x s of s1 -> (# s1, () #))

deriving newtype instance Prim CChar
deriving newtype instance Prim CSChar
deriving newtype instance Prim CUChar
deriving newtype instance Prim CShort
deriving newtype instance Prim CUShort
deriving newtype instance Prim CInt
deriving newtype instance Prim CUInt
deriving newtype instance Prim CLong
deriving newtype instance Prim CULong
deriving newtype instance Prim CPtrdiff
deriving newtype instance Prim CSize
deriving newtype instance Prim CWchar
deriving newtype instance Prim CSigAtomic
deriving newtype instance Prim CLLong
deriving newtype instance Prim CULLong
deriving newtype instance Prim CBool
deriving newtype instance Prim CIntPtr
deriving newtype instance Prim CUIntPtr
deriving newtype instance Prim CIntMax
deriving newtype instance Prim CUIntMax
deriving newtype instance Prim CClock
deriving newtype instance Prim CTime
deriving newtype instance Prim CUSeconds
deriving newtype instance Prim CSUSeconds
deriving newtype instance Prim CFloat
deriving newtype instance Prim CDouble
