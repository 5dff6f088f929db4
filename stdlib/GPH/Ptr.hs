{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Machine addresses.
module GPH.Ptr where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Show
import GPH.List
import GPH.Exception

data Ptr a = Ptr Addr#

data FunPtr a = FunPtr Addr#

data StablePtr a = StablePtr (StablePtr# a)

instance Eq (Ptr a) where
  Ptr a == Ptr b = isTrue# (eqAddr# a b)
instance Ord (Ptr a) where
  compare (Ptr a) (Ptr b) = case ltAddr# a b of { 1# -> LT; _ -> case eqAddr# a b of { 1# -> EQ; _ -> GT } }
instance Show (Ptr a) where
  showsPrec _ (Ptr a) rs = '0' : 'x' : hexAddr# a rs

instance Eq (FunPtr a) where
  FunPtr a == FunPtr b = isTrue# (eqAddr# a b)
instance Ord (FunPtr a) where
  compare (FunPtr a) (FunPtr b) = compare (Ptr a) (Ptr b)
instance Show (FunPtr a) where
  showsPrec p (FunPtr a) = showsPrec p (Ptr a)

-- Sixteen hexadecimal digits.
hexAddr# :: Addr# -> ShowS
hexAddr# a rs = go 60#
  where go k = case k <# 0# of
          1# -> rs
          _ -> unsafeIntToDigit# (andI# (uncheckedIShiftRL# (addr2Int# a) k) 15#) : go (k -# 4#)

nullPtr :: Ptr a
nullPtr = Ptr nullAddr#

castPtr :: Ptr a -> Ptr b
castPtr (Ptr a) = Ptr a
{-# INLINE castPtr #-}

plusPtr :: Ptr a -> Int -> Ptr b
plusPtr (Ptr a) (I# n) = Ptr (plusAddr# a n)
{-# INLINE plusPtr #-}

minusPtr :: Ptr a -> Ptr b -> Int
minusPtr (Ptr a) (Ptr b) = I# (minusAddr# a b)

alignPtr :: Ptr a -> Int -> Ptr a
alignPtr p@(Ptr a) (I# i) = case remAddr# a i of
  0# -> p
  n -> Ptr (plusAddr# a (i -# n))

nullFunPtr :: FunPtr a
nullFunPtr = FunPtr nullAddr#

castFunPtr :: FunPtr a -> FunPtr b
castFunPtr (FunPtr a) = FunPtr a

castFunPtrToPtr :: FunPtr a -> Ptr b
castFunPtrToPtr (FunPtr a) = Ptr a

castPtrToFunPtr :: Ptr a -> FunPtr b
castPtrToFunPtr (Ptr a) = FunPtr a

newStablePtr :: a -> IO (StablePtr a)
newStablePtr a = IO (\s -> case makeStablePtr# a s of (# s1, p #) -> (# s1, StablePtr p #))

deRefStablePtr :: StablePtr a -> IO a
deRefStablePtr (StablePtr p) = IO (\s -> deRefStablePtr# p s)

freeStablePtr :: StablePtr a -> IO ()
freeStablePtr (StablePtr p) = IO (\s -> case freeStablePtr# p s of s1 -> (# s1, () #))

castStablePtrToPtr :: StablePtr a -> Ptr ()
castStablePtrToPtr (StablePtr p) = Ptr (unsafeCoerce# p)

castPtrToStablePtr :: Ptr () -> StablePtr a
castPtrToStablePtr (Ptr a) = StablePtr (unsafeCoerce# a)

instance Eq (StablePtr a) where
  StablePtr a == StablePtr b = isTrue# (eqStablePtr# a b)
