{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Sized signed integers, each held in a machine word that is narrowed after every operation that may leave its range.
module GPH.Int (module GPH.Int, Int32(..)) where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Enum
import GPH.Real
import GPH.Show
import GPH.Read
import GPH.Ix
import GPH.Bits
import GPH.Exception


-- ---- Int8 ----
data Int8 = I8# Int#

instance Eq Int8 where
  I8# a == I8# b = isTrue# (a ==# b)
  I8# a /= I8# b = isTrue# (a /=# b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Int8 where
  compare (I8# a) (I8# b) = case a <# b of { 1# -> LT; _ -> case a ==# b of { 1# -> EQ; _ -> GT } }
  I8# a < I8# b = isTrue# (a <# b)
  I8# a <= I8# b = isTrue# (a <=# b)
  I8# a > I8# b = isTrue# (a ># b)
  I8# a >= I8# b = isTrue# (a >=# b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Int8 where
  minBound = I8# -128#
  maxBound = I8# 127#

instance Num Int8 where
  I8# a + I8# b = I8# (narrow8Int# (a +# b))
  I8# a - I8# b = I8# (narrow8Int# (a -# b))
  I8# a * I8# b = I8# (narrow8Int# (a *# b))
  negate (I8# a) = I8# (narrow8Int# (negateInt# a))
  abs x | x >= 0 = x
        | otherwise = negate x
  signum (I8# a) = I8# ((a ># 0#) -# (a <# 0#))
  fromInteger n = I8# (narrow8Int# (integerToInt# n))
  fromWord# w = I8# (narrow8Int# (word2Int# w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Int8 where
  showsPrec p (I8# a) = showsPrec p (I# a)

instance Read Int8 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Int8 where
  toRational x = toInteger x :% IS 1#

instance Enum Int8 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Int8"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Int8"
  toEnum i@(I# i#)
    | i >= (-128) && i <= 127 = I8# i#
    | otherwise = toEnumError "Int8" i (minBound :: Int8, maxBound :: Int8)
  fromEnum (I8# a) = I# a
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (I8# x) (I8# y) = map (\(I# i) -> I8# i) (enumFromTo (I# x) (I# y))
  {-# INLINE enumFromTo #-}

instance Integral Int8 where
  toInteger (I8# a) = IS a
  fromIntegral_ (I8# a) = fromInteger (IS a)
  quot x@(I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I8# (narrow8Int# (quotInt# a b))
  rem (I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I8# (narrow8Int# (remInt# a b))
  div x@(I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I8# (narrow8Int# (divInt# a b))
  mod (I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I8# (narrow8Int# (modInt# a b))
  quotRem x@(I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = case quotRemInt# a b of (# q, r #) -> (I8# q, I8# r)
  divMod x@(I8# a) y@(I8# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = (I8# (divInt# a b), I8# (modInt# a b))
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Int8 where
  I8# a .&. I8# b = I8# (andI# a b)
  I8# a .|. I8# b = I8# (orI# a b)
  xor (I8# a) (I8# b) = I8# (xorI# a b)
  complement (I8# a) = I8# (notI# a)
  shift (I8# a) (I# i) = case i >=# 0# of
    1# -> I8# (narrow8Int# (iShiftL# a i))
    _ -> I8# (iShiftRA# a (negateInt# i))
  shiftL (I8# a) (I# i) = case i >=# 0# of { 1# -> I8# (narrow8Int# (iShiftL# a i)); _ -> overflowError }
  unsafeShiftL (I8# a) (I# i) = I8# (narrow8Int# (uncheckedIShiftL# a i))
  shiftR (I8# a) (I# i) = case i >=# 0# of { 1# -> I8# (iShiftRA# a i); _ -> overflowError }
  unsafeShiftR (I8# a) (I# i) = I8# (uncheckedIShiftRA# a i)
  rotate (I8# a) (I# i) = case andI# i 7# of
    0# -> I8# a
    k -> I8# (narrow8Int# (word2Int# (or# (uncheckedShiftL# (narrow8Word# (int2Word# a)) k) (uncheckedShiftRL# (narrow8Word# (int2Word# a)) (8# -# k)))))
  bitSizeMaybe _ = Just 8
  bitSize _ = 8
  isSigned _ = True
  popCount (I8# a) = I# (word2Int# (popCnt8# (int2Word# a)))
  zeroBits = I8# 0#
  bit (I# i) = I8# (narrow8Int# (bit# i))
  testBit (I8# a) (I# i) = isTrue# (i <# 8#) && isTrue# (andI# a (bit# i) /=# 0#)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Int8 where
  finiteBitSize _ = 8
  countLeadingZeros (I8# a) = I# (word2Int# (clz8# (int2Word# a)))
  countTrailingZeros (I8# a) = I# (word2Int# (ctz8# (int2Word# a)))

instance Ix Int8 where
  range (m, n) = enumFromTo m n
  unsafeIndex (I8# m, _) (I8# i) = I# (i -# m)
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Int16 ----
data Int16 = I16# Int#

instance Eq Int16 where
  I16# a == I16# b = isTrue# (a ==# b)
  I16# a /= I16# b = isTrue# (a /=# b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Int16 where
  compare (I16# a) (I16# b) = case a <# b of { 1# -> LT; _ -> case a ==# b of { 1# -> EQ; _ -> GT } }
  I16# a < I16# b = isTrue# (a <# b)
  I16# a <= I16# b = isTrue# (a <=# b)
  I16# a > I16# b = isTrue# (a ># b)
  I16# a >= I16# b = isTrue# (a >=# b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Int16 where
  minBound = I16# -32768#
  maxBound = I16# 32767#

instance Num Int16 where
  I16# a + I16# b = I16# (narrow16Int# (a +# b))
  I16# a - I16# b = I16# (narrow16Int# (a -# b))
  I16# a * I16# b = I16# (narrow16Int# (a *# b))
  negate (I16# a) = I16# (narrow16Int# (negateInt# a))
  abs x | x >= 0 = x
        | otherwise = negate x
  signum (I16# a) = I16# ((a ># 0#) -# (a <# 0#))
  fromInteger n = I16# (narrow16Int# (integerToInt# n))
  fromWord# w = I16# (narrow16Int# (word2Int# w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Int16 where
  showsPrec p (I16# a) = showsPrec p (I# a)

instance Read Int16 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Int16 where
  toRational x = toInteger x :% IS 1#

instance Enum Int16 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Int16"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Int16"
  toEnum i@(I# i#)
    | i >= (-32768) && i <= 32767 = I16# i#
    | otherwise = toEnumError "Int16" i (minBound :: Int16, maxBound :: Int16)
  fromEnum (I16# a) = I# a
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (I16# x) (I16# y) = map (\(I# i) -> I16# i) (enumFromTo (I# x) (I# y))
  {-# INLINE enumFromTo #-}

instance Integral Int16 where
  toInteger (I16# a) = IS a
  fromIntegral_ (I16# a) = fromInteger (IS a)
  quot x@(I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I16# (narrow16Int# (quotInt# a b))
  rem (I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I16# (narrow16Int# (remInt# a b))
  div x@(I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I16# (narrow16Int# (divInt# a b))
  mod (I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I16# (narrow16Int# (modInt# a b))
  quotRem x@(I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = case quotRemInt# a b of (# q, r #) -> (I16# q, I16# r)
  divMod x@(I16# a) y@(I16# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = (I16# (divInt# a b), I16# (modInt# a b))
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Int16 where
  I16# a .&. I16# b = I16# (andI# a b)
  I16# a .|. I16# b = I16# (orI# a b)
  xor (I16# a) (I16# b) = I16# (xorI# a b)
  complement (I16# a) = I16# (notI# a)
  shift (I16# a) (I# i) = case i >=# 0# of
    1# -> I16# (narrow16Int# (iShiftL# a i))
    _ -> I16# (iShiftRA# a (negateInt# i))
  shiftL (I16# a) (I# i) = case i >=# 0# of { 1# -> I16# (narrow16Int# (iShiftL# a i)); _ -> overflowError }
  unsafeShiftL (I16# a) (I# i) = I16# (narrow16Int# (uncheckedIShiftL# a i))
  shiftR (I16# a) (I# i) = case i >=# 0# of { 1# -> I16# (iShiftRA# a i); _ -> overflowError }
  unsafeShiftR (I16# a) (I# i) = I16# (uncheckedIShiftRA# a i)
  rotate (I16# a) (I# i) = case andI# i 15# of
    0# -> I16# a
    k -> I16# (narrow16Int# (word2Int# (or# (uncheckedShiftL# (narrow16Word# (int2Word# a)) k) (uncheckedShiftRL# (narrow16Word# (int2Word# a)) (16# -# k)))))
  bitSizeMaybe _ = Just 16
  bitSize _ = 16
  isSigned _ = True
  popCount (I16# a) = I# (word2Int# (popCnt16# (int2Word# a)))
  zeroBits = I16# 0#
  bit (I# i) = I16# (narrow16Int# (bit# i))
  testBit (I16# a) (I# i) = isTrue# (i <# 16#) && isTrue# (andI# a (bit# i) /=# 0#)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Int16 where
  finiteBitSize _ = 16
  countLeadingZeros (I16# a) = I# (word2Int# (clz16# (int2Word# a)))
  countTrailingZeros (I16# a) = I# (word2Int# (ctz16# (int2Word# a)))

instance Ix Int16 where
  range (m, n) = enumFromTo m n
  unsafeIndex (I16# m, _) (I16# i) = I# (i -# m)
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Int32 ----
instance Eq Int32 where
  I32# a == I32# b = isTrue# (a ==# b)
  I32# a /= I32# b = isTrue# (a /=# b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Int32 where
  compare (I32# a) (I32# b) = case a <# b of { 1# -> LT; _ -> case a ==# b of { 1# -> EQ; _ -> GT } }
  I32# a < I32# b = isTrue# (a <# b)
  I32# a <= I32# b = isTrue# (a <=# b)
  I32# a > I32# b = isTrue# (a ># b)
  I32# a >= I32# b = isTrue# (a >=# b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Int32 where
  minBound = I32# -2147483648#
  maxBound = I32# 2147483647#

instance Num Int32 where
  I32# a + I32# b = I32# (narrow32Int# (a +# b))
  I32# a - I32# b = I32# (narrow32Int# (a -# b))
  I32# a * I32# b = I32# (narrow32Int# (a *# b))
  negate (I32# a) = I32# (narrow32Int# (negateInt# a))
  abs x | x >= 0 = x
        | otherwise = negate x
  signum (I32# a) = I32# ((a ># 0#) -# (a <# 0#))
  fromInteger n = I32# (narrow32Int# (integerToInt# n))
  fromWord# w = I32# (narrow32Int# (word2Int# w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Int32 where
  showsPrec p (I32# a) = showsPrec p (I# a)

instance Read Int32 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Int32 where
  toRational x = toInteger x :% IS 1#

instance Enum Int32 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Int32"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Int32"
  toEnum i@(I# i#)
    | i >= (-2147483648) && i <= 2147483647 = I32# i#
    | otherwise = toEnumError "Int32" i (minBound :: Int32, maxBound :: Int32)
  fromEnum (I32# a) = I# a
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (I32# x) (I32# y) = map (\(I# i) -> I32# i) (enumFromTo (I# x) (I# y))
  {-# INLINE enumFromTo #-}

instance Integral Int32 where
  toInteger (I32# a) = IS a
  fromIntegral_ (I32# a) = fromInteger (IS a)
  quot x@(I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I32# (narrow32Int# (quotInt# a b))
  rem (I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I32# (narrow32Int# (remInt# a b))
  div x@(I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I32# (narrow32Int# (divInt# a b))
  mod (I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I32# (narrow32Int# (modInt# a b))
  quotRem x@(I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = case quotRemInt# a b of (# q, r #) -> (I32# q, I32# r)
  divMod x@(I32# a) y@(I32# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = (I32# (divInt# a b), I32# (modInt# a b))
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Int32 where
  I32# a .&. I32# b = I32# (andI# a b)
  I32# a .|. I32# b = I32# (orI# a b)
  xor (I32# a) (I32# b) = I32# (xorI# a b)
  complement (I32# a) = I32# (notI# a)
  shift (I32# a) (I# i) = case i >=# 0# of
    1# -> I32# (narrow32Int# (iShiftL# a i))
    _ -> I32# (iShiftRA# a (negateInt# i))
  shiftL (I32# a) (I# i) = case i >=# 0# of { 1# -> I32# (narrow32Int# (iShiftL# a i)); _ -> overflowError }
  unsafeShiftL (I32# a) (I# i) = I32# (narrow32Int# (uncheckedIShiftL# a i))
  shiftR (I32# a) (I# i) = case i >=# 0# of { 1# -> I32# (iShiftRA# a i); _ -> overflowError }
  unsafeShiftR (I32# a) (I# i) = I32# (uncheckedIShiftRA# a i)
  rotate (I32# a) (I# i) = case andI# i 31# of
    0# -> I32# a
    k -> I32# (narrow32Int# (word2Int# (or# (uncheckedShiftL# (narrow32Word# (int2Word# a)) k) (uncheckedShiftRL# (narrow32Word# (int2Word# a)) (32# -# k)))))
  bitSizeMaybe _ = Just 32
  bitSize _ = 32
  isSigned _ = True
  popCount (I32# a) = I# (word2Int# (popCnt32# (int2Word# a)))
  zeroBits = I32# 0#
  bit (I# i) = I32# (narrow32Int# (bit# i))
  testBit (I32# a) (I# i) = isTrue# (i <# 32#) && isTrue# (andI# a (bit# i) /=# 0#)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Int32 where
  finiteBitSize _ = 32
  countLeadingZeros (I32# a) = I# (word2Int# (clz32# (int2Word# a)))
  countTrailingZeros (I32# a) = I# (word2Int# (ctz32# (int2Word# a)))

instance Ix Int32 where
  range (m, n) = enumFromTo m n
  unsafeIndex (I32# m, _) (I32# i) = I# (i -# m)
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Int64 ----
data Int64 = I64# Int#

instance Eq Int64 where
  I64# a == I64# b = isTrue# (a ==# b)
  I64# a /= I64# b = isTrue# (a /=# b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Int64 where
  compare (I64# a) (I64# b) = case a <# b of { 1# -> LT; _ -> case a ==# b of { 1# -> EQ; _ -> GT } }
  I64# a < I64# b = isTrue# (a <# b)
  I64# a <= I64# b = isTrue# (a <=# b)
  I64# a > I64# b = isTrue# (a ># b)
  I64# a >= I64# b = isTrue# (a >=# b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Int64 where
  minBound = I64# -9223372036854775808#
  maxBound = I64# 9223372036854775807#

instance Num Int64 where
  I64# a + I64# b = I64# (a +# b)
  I64# a - I64# b = I64# (a -# b)
  I64# a * I64# b = I64# (a *# b)
  negate (I64# a) = I64# (negateInt# a)
  abs x | x >= 0 = x
        | otherwise = negate x
  signum (I64# a) = I64# ((a ># 0#) -# (a <# 0#))
  fromInteger n = I64# (integerToInt# n)
  fromWord# w = I64# (word2Int# w)
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Int64 where
  showsPrec p (I64# a) = showsPrec p (I# a)

instance Read Int64 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Int64 where
  toRational x = toInteger x :% IS 1#

instance Enum Int64 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Int64"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Int64"
  toEnum (I# i) = I64# i
  fromEnum (I64# a) = I# a
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (I64# x) (I64# y) = map (\(I# i) -> I64# i) (enumFromTo (I# x) (I# y))
  {-# INLINE enumFromTo #-}

instance Integral Int64 where
  toInteger (I64# a) = IS a
  fromIntegral_ (I64# a) = fromInteger (IS a)
  quot x@(I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I64# (quotInt# a b)
  rem (I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I64# (remInt# a b)
  div x@(I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = overflowError
    | otherwise = I64# (divInt# a b)
  mod (I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) = 0
    | otherwise = I64# (modInt# a b)
  quotRem x@(I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = case quotRemInt# a b of (# q, r #) -> (I64# q, I64# r)
  divMod x@(I64# a) y@(I64# b)
    | y == 0 = divZeroError
    | y == (-1) && x == minBound = (overflowError, 0)
    | otherwise = (I64# (divInt# a b), I64# (modInt# a b))
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Int64 where
  I64# a .&. I64# b = I64# (andI# a b)
  I64# a .|. I64# b = I64# (orI# a b)
  xor (I64# a) (I64# b) = I64# (xorI# a b)
  complement (I64# a) = I64# (notI# a)
  shift (I64# a) (I# i) = case i >=# 0# of
    1# -> I64# (iShiftL# a i)
    _ -> I64# (iShiftRA# a (negateInt# i))
  shiftL (I64# a) (I# i) = case i >=# 0# of { 1# -> I64# (iShiftL# a i); _ -> overflowError }
  unsafeShiftL (I64# a) (I# i) = I64# (uncheckedIShiftL# a i)
  shiftR (I64# a) (I# i) = case i >=# 0# of { 1# -> I64# (iShiftRA# a i); _ -> overflowError }
  unsafeShiftR (I64# a) (I# i) = I64# (uncheckedIShiftRA# a i)
  rotate (I64# a) (I# i) = case andI# i 63# of
    0# -> I64# a
    k -> I64# (word2Int# (or# (uncheckedShiftL# (int2Word# a) k) (uncheckedShiftRL# (int2Word# a) (64# -# k))))
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = True
  popCount (I64# a) = I# (word2Int# (popCnt# (int2Word# a)))
  zeroBits = I64# 0#
  bit (I# i) = I64# (bit# i)
  testBit (I64# a) (I# i) = isTrue# (andI# a (bit# i) /=# 0#)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Int64 where
  finiteBitSize _ = 64
  countLeadingZeros (I64# a) = I# (word2Int# (clz# (int2Word# a)))
  countTrailingZeros (I64# a) = I# (word2Int# (ctz# (int2Word# a)))

instance Ix Int64 where
  range (m, n) = enumFromTo m n
  unsafeIndex (I64# m, _) (I64# i) = I# (i -# m)
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}
