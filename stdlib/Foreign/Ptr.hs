{-# LANGUAGE MagicHash #-}
-- | Machine addresses.
module Foreign.Ptr
  ( Ptr, nullPtr, castPtr, plusPtr, alignPtr, minusPtr, FunPtr, nullFunPtr, castFunPtr, castFunPtrToPtr, castPtrToFunPtr, freeHaskellFunPtr
  , IntPtr(..), ptrToIntPtr, intPtrToPtr, WordPtr(..), ptrToWordPtr, wordPtrToPtr
  ) where

import GPH.Prim
import GPH.Types
import GPH.Ptr

newtype IntPtr = IntPtr Int deriving (Eq, Ord, Num, Enum, Real, Integral)
newtype WordPtr = WordPtr Word deriving (Eq, Ord, Num, Enum, Real, Integral)
instance Show IntPtr where showsPrec d (IntPtr n) = showParen (d > 10) (showString "IntPtr " . showsPrec 11 n)
instance Show WordPtr where showsPrec d (WordPtr n) = showParen (d > 10) (showString "WordPtr " . showsPrec 11 n)

ptrToIntPtr :: Ptr a -> IntPtr
ptrToIntPtr (Ptr a) = IntPtr (I# (addr2Int# a))

intPtrToPtr :: IntPtr -> Ptr a
intPtrToPtr (IntPtr (I# i)) = Ptr (int2Addr# i)

ptrToWordPtr :: Ptr a -> WordPtr
ptrToWordPtr (Ptr a) = WordPtr (W# (int2Word# (addr2Int# a)))

wordPtrToPtr :: WordPtr -> Ptr a
wordPtrToPtr (WordPtr (W# w)) = Ptr (int2Addr# (word2Int# w))

-- | Function pointers made by "wrapper" imports live as long as the program.
freeHaskellFunPtr :: FunPtr a -> IO ()
freeHaskellFunPtr _ = return ()
