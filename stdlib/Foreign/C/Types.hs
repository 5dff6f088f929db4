{-# LANGUAGE GeneralizedNewtypeDeriving #-}
-- | The types of C, each a newtype of the Haskell type of its size.
module Foreign.C.Types
  ( CChar(..), CSChar(..), CUChar(..), CShort(..), CUShort(..), CInt(..), CUInt(..), CLong(..), CULong(..), CLLong(..)
  , CULLong(..), CPtrdiff(..), CSize(..), CWchar(..), CSigAtomic(..), CBool(..), CIntPtr(..), CUIntPtr(..), CIntMax(..), CUIntMax(..)
  , CClock(..), CTime(..), CUSeconds(..), CSUSeconds(..), CFloat(..), CDouble(..), CFile, CFpos, CJmpBuf
  ) where

import GPH.Bits
import GPH.Int
import GPH.Ix (Ix)
import GPH.Storable
import GPH.Types (CInt(..))
import GPH.Word

newtype CChar = CChar Int8 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CChar where showsPrec p (CChar x) = showsPrec p x
instance Read CChar where readsPrec p s = [(CChar x, r) | (x, r) <- readsPrec p s]
newtype CSChar = CSChar Int8 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CSChar where showsPrec p (CSChar x) = showsPrec p x
instance Read CSChar where readsPrec p s = [(CSChar x, r) | (x, r) <- readsPrec p s]
newtype CUChar = CUChar Word8 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUChar where showsPrec p (CUChar x) = showsPrec p x
instance Read CUChar where readsPrec p s = [(CUChar x, r) | (x, r) <- readsPrec p s]
newtype CShort = CShort Int16 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CShort where showsPrec p (CShort x) = showsPrec p x
instance Read CShort where readsPrec p s = [(CShort x, r) | (x, r) <- readsPrec p s]
newtype CUShort = CUShort Word16 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUShort where showsPrec p (CUShort x) = showsPrec p x
instance Read CUShort where readsPrec p s = [(CUShort x, r) | (x, r) <- readsPrec p s]
deriving instance Eq CInt
deriving instance Ord CInt
deriving instance Num CInt
deriving instance Enum CInt
deriving instance Bounded CInt
deriving instance Real CInt
deriving instance Integral CInt
deriving instance Bits CInt
deriving instance FiniteBits CInt
deriving instance Ix CInt
deriving instance Storable CInt
instance Show CInt where showsPrec p (CInt x) = showsPrec p x
instance Read CInt where readsPrec p s = [(CInt x, r) | (x, r) <- readsPrec p s]
newtype CUInt = CUInt Word32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUInt where showsPrec p (CUInt x) = showsPrec p x
instance Read CUInt where readsPrec p s = [(CUInt x, r) | (x, r) <- readsPrec p s]
newtype CLong = CLong Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CLong where showsPrec p (CLong x) = showsPrec p x
instance Read CLong where readsPrec p s = [(CLong x, r) | (x, r) <- readsPrec p s]
newtype CULong = CULong Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CULong where showsPrec p (CULong x) = showsPrec p x
instance Read CULong where readsPrec p s = [(CULong x, r) | (x, r) <- readsPrec p s]
newtype CLLong = CLLong Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CLLong where showsPrec p (CLLong x) = showsPrec p x
instance Read CLLong where readsPrec p s = [(CLLong x, r) | (x, r) <- readsPrec p s]
newtype CULLong = CULLong Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CULLong where showsPrec p (CULLong x) = showsPrec p x
instance Read CULLong where readsPrec p s = [(CULLong x, r) | (x, r) <- readsPrec p s]
newtype CPtrdiff = CPtrdiff Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CPtrdiff where showsPrec p (CPtrdiff x) = showsPrec p x
instance Read CPtrdiff where readsPrec p s = [(CPtrdiff x, r) | (x, r) <- readsPrec p s]
newtype CSize = CSize Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CSize where showsPrec p (CSize x) = showsPrec p x
instance Read CSize where readsPrec p s = [(CSize x, r) | (x, r) <- readsPrec p s]
newtype CWchar = CWchar Int32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CWchar where showsPrec p (CWchar x) = showsPrec p x
instance Read CWchar where readsPrec p s = [(CWchar x, r) | (x, r) <- readsPrec p s]
newtype CSigAtomic = CSigAtomic Int32 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CSigAtomic where showsPrec p (CSigAtomic x) = showsPrec p x
instance Read CSigAtomic where readsPrec p s = [(CSigAtomic x, r) | (x, r) <- readsPrec p s]
newtype CBool = CBool Word8 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CBool where showsPrec p (CBool x) = showsPrec p x
instance Read CBool where readsPrec p s = [(CBool x, r) | (x, r) <- readsPrec p s]
newtype CIntPtr = CIntPtr Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CIntPtr where showsPrec p (CIntPtr x) = showsPrec p x
instance Read CIntPtr where readsPrec p s = [(CIntPtr x, r) | (x, r) <- readsPrec p s]
newtype CUIntPtr = CUIntPtr Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUIntPtr where showsPrec p (CUIntPtr x) = showsPrec p x
instance Read CUIntPtr where readsPrec p s = [(CUIntPtr x, r) | (x, r) <- readsPrec p s]
newtype CIntMax = CIntMax Int64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CIntMax where showsPrec p (CIntMax x) = showsPrec p x
instance Read CIntMax where readsPrec p s = [(CIntMax x, r) | (x, r) <- readsPrec p s]
newtype CUIntMax = CUIntMax Word64 deriving (Eq, Ord, Num, Enum, Bounded, Real, Integral, Bits, FiniteBits, Ix, Storable)
instance Show CUIntMax where showsPrec p (CUIntMax x) = showsPrec p x
instance Read CUIntMax where readsPrec p s = [(CUIntMax x, r) | (x, r) <- readsPrec p s]
newtype CClock = CClock Int64 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CClock where showsPrec p (CClock x) = showsPrec p x
instance Read CClock where readsPrec p s = [(CClock x, r) | (x, r) <- readsPrec p s]
newtype CTime = CTime Int64 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CTime where showsPrec p (CTime x) = showsPrec p x
instance Read CTime where readsPrec p s = [(CTime x, r) | (x, r) <- readsPrec p s]
newtype CUSeconds = CUSeconds Word32 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CUSeconds where showsPrec p (CUSeconds x) = showsPrec p x
instance Read CUSeconds where readsPrec p s = [(CUSeconds x, r) | (x, r) <- readsPrec p s]
newtype CSUSeconds = CSUSeconds Int64 deriving (Eq, Ord, Num, Enum, Real, Storable)
instance Show CSUSeconds where showsPrec p (CSUSeconds x) = showsPrec p x
instance Read CSUSeconds where readsPrec p s = [(CSUSeconds x, r) | (x, r) <- readsPrec p s]
newtype CFloat = CFloat Float deriving (Eq, Ord, Num, Enum, Real, Fractional, Floating, RealFrac, RealFloat, Storable)
instance Show CFloat where showsPrec p (CFloat x) = showsPrec p x
instance Read CFloat where readsPrec p s = [(CFloat x, r) | (x, r) <- readsPrec p s]
newtype CDouble = CDouble Double deriving (Eq, Ord, Num, Enum, Real, Fractional, Floating, RealFrac, RealFloat, Storable)
instance Show CDouble where showsPrec p (CDouble x) = showsPrec p x
instance Read CDouble where readsPrec p s = [(CDouble x, r) | (x, r) <- readsPrec p s]

-- | Types of C that have no values in Haskell: only pointers to them.
data CFile = CFile
data CFpos = CFpos
data CJmpBuf = CJmpBuf
