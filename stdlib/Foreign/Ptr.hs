{-# LANGUAGE MagicHash #-}
-- | Machine addresses.
module Foreign.Ptr
  ( Ptr, nullPtr, castPtr, plusPtr, alignPtr, minusPtr, FunPtr, nullFunPtr, castFunPtr, castFunPtrToPtr, castPtrToFunPtr, freeHaskellFunPtr
  , IntPtr(..), ptrToIntPtr, intPtrToPtr, WordPtr(..), ptrToWordPtr, wordPtrToPtr
  ) where

import GPH.Bits
import GPH.Prim
import GPH.Ptr
import GPH.Storable
import GPH.Types

newtype IntPtr = IntPtr Int deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Storable)
newtype WordPtr = WordPtr Word deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Storable)
deriving newtype instance Show IntPtr
deriving newtype instance Read IntPtr
deriving newtype instance Show WordPtr
deriving newtype instance Read WordPtr

ptrToIntPtr :: Ptr a -> IntPtr
ptrToIntPtr (Ptr a) = IntPtr (I# (addr2Int# a))

intPtrToPtr :: IntPtr -> Ptr a
intPtrToPtr (IntPtr (I# i)) = Ptr (int2Addr# i)

ptrToWordPtr :: Ptr a -> WordPtr
ptrToWordPtr (Ptr a) = WordPtr (W# (int2Word# (addr2Int# a)))

wordPtrToPtr :: WordPtr -> Ptr a
wordPtrToPtr (WordPtr (W# w)) = Ptr (int2Addr# (word2Int# w))

-- | Frees a function pointer that a "wrapper" import made, and lets go of its Haskell function. C must not call it any more. Other
-- pointers, and those freed before, are left alone.
foreign import ccall unsafe "hs_free_fun_ptr" freeHaskellFunPtr :: FunPtr a -> IO ()
