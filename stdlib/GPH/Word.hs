{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Sized unsigned integers, each held in a machine word that is narrowed after every operation that may leave its range.
module GPH.Word where

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


-- ---- Word8 ----
data Word8 = W8# Word#

instance Eq Word8 where
  W8# a == W8# b = isTrue# (a `eqWord#` b)
  W8# a /= W8# b = isTrue# (a `neWord#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Word8 where
  compare (W8# a) (W8# b) = case a `ltWord#` b of { 1# -> LT; _ -> case a `eqWord#` b of { 1# -> EQ; _ -> GT } }
  W8# a < W8# b = isTrue# (a `ltWord#` b)
  W8# a <= W8# b = isTrue# (a `leWord#` b)
  W8# a > W8# b = isTrue# (a `gtWord#` b)
  W8# a >= W8# b = isTrue# (a `geWord#` b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Word8 where
  minBound = W8# 0##
  maxBound = W8# 255##

instance Num Word8 where
  W8# a + W8# b = W8# (narrow8Word# (a `plusWord#` b))
  W8# a - W8# b = W8# (narrow8Word# (a `minusWord#` b))
  W8# a * W8# b = W8# (narrow8Word# (a `timesWord#` b))
  negate (W8# a) = W8# (narrow8Word# (int2Word# (negateInt# (word2Int# a))))
  abs x = x
  signum (W8# 0##) = W8# 0##
  signum _ = W8# 1##
  fromInteger n = W8# (narrow8Word# (integerToWord# n))
  fromWord# w = W8# (narrow8Word# (w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Word8 where
  showsPrec _ (W8# a) = wordToString# a

instance Read Word8 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Word8 where
  toRational x = toInteger x :% IS 1#

instance Enum Word8 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Word8"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Word8"
  toEnum i@(I# i#)
    | i >= 0 && i <= 255 = W8# (int2Word# i#)
    | otherwise = toEnumError "Word8" i (minBound :: Word8, maxBound :: Word8)
  fromEnum (W8# a) = I# (word2Int# a)
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (W8# x) (W8# y) = map (\(I# i) -> W8# (int2Word# i)) (enumFromTo (I# (word2Int# x)) (I# (word2Int# y)))
  {-# INLINE enumFromTo #-}

instance Integral Word8 where
  toInteger (W8# a) = IS (word2Int# a)
  fromIntegral_ (W8# a) = fromInteger (IS (word2Int# a))
  quot (W8# a) (W8# b) = case b of { 0## -> divZeroError; _ -> W8# (quotWord# a b) }
  rem (W8# a) (W8# b) = case b of { 0## -> divZeroError; _ -> W8# (remWord# a b) }
  div (W8# a) (W8# b) = case b of { 0## -> divZeroError; _ -> W8# (quotWord# a b) }
  mod (W8# a) (W8# b) = case b of { 0## -> divZeroError; _ -> W8# (remWord# a b) }
  quotRem (W8# a) (W8# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W8# q, W8# r)
  divMod (W8# a) (W8# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W8# q, W8# r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Word8 where
  W8# a .&. W8# b = W8# (and# a b)
  W8# a .|. W8# b = W8# (or# a b)
  xor (W8# a) (W8# b) = W8# (xor# a b)
  complement (W8# a) = W8# (narrow8Word# (not# a))
  shift (W8# a) (I# i) = case i >=# 0# of
    1# -> W8# (narrow8Word# (shiftL# a i))
    _ -> W8# (shiftRL# a (negateInt# i))
  shiftL (W8# a) (I# i) = case i >=# 0# of { 1# -> W8# (narrow8Word# (shiftL# a i)); _ -> overflowError }
  unsafeShiftL (W8# a) (I# i) = W8# (narrow8Word# (uncheckedShiftL# a i))
  shiftR (W8# a) (I# i) = case i >=# 0# of { 1# -> W8# (shiftRL# a i); _ -> overflowError }
  unsafeShiftR (W8# a) (I# i) = W8# (uncheckedShiftRL# a i)
  rotate (W8# a) (I# i) = case andI# i 7# of
    0# -> W8# a
    k -> W8# (narrow8Word# (or# (uncheckedShiftL# (narrow8Word# a) k) (uncheckedShiftRL# (narrow8Word# a) (8# -# k))))
  bitSizeMaybe _ = Just 8
  bitSize _ = 8
  isSigned _ = False
  popCount (W8# a) = I# (word2Int# (popCnt8# a))
  zeroBits = W8# 0##
  bit (I# i) = W8# (narrow8Word# (int2Word# (bit# i)))
  testBit (W8# a) (I# i) = isTrue# (neWord# (and# a (int2Word# (bit# i))) 0##)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Word8 where
  finiteBitSize _ = 8
  countLeadingZeros (W8# a) = I# (word2Int# (clz8# a))
  countTrailingZeros (W8# a) = I# (word2Int# (ctz8# a))

instance Ix Word8 where
  range (m, n) = enumFromTo m n
  unsafeIndex (W8# m, _) (W8# i) = I# (word2Int# (i `minusWord#` m))
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Word16 ----
data Word16 = W16# Word#

instance Eq Word16 where
  W16# a == W16# b = isTrue# (a `eqWord#` b)
  W16# a /= W16# b = isTrue# (a `neWord#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Word16 where
  compare (W16# a) (W16# b) = case a `ltWord#` b of { 1# -> LT; _ -> case a `eqWord#` b of { 1# -> EQ; _ -> GT } }
  W16# a < W16# b = isTrue# (a `ltWord#` b)
  W16# a <= W16# b = isTrue# (a `leWord#` b)
  W16# a > W16# b = isTrue# (a `gtWord#` b)
  W16# a >= W16# b = isTrue# (a `geWord#` b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Word16 where
  minBound = W16# 0##
  maxBound = W16# 65535##

instance Num Word16 where
  W16# a + W16# b = W16# (narrow16Word# (a `plusWord#` b))
  W16# a - W16# b = W16# (narrow16Word# (a `minusWord#` b))
  W16# a * W16# b = W16# (narrow16Word# (a `timesWord#` b))
  negate (W16# a) = W16# (narrow16Word# (int2Word# (negateInt# (word2Int# a))))
  abs x = x
  signum (W16# 0##) = W16# 0##
  signum _ = W16# 1##
  fromInteger n = W16# (narrow16Word# (integerToWord# n))
  fromWord# w = W16# (narrow16Word# (w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Word16 where
  showsPrec _ (W16# a) = wordToString# a

instance Read Word16 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Word16 where
  toRational x = toInteger x :% IS 1#

instance Enum Word16 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Word16"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Word16"
  toEnum i@(I# i#)
    | i >= 0 && i <= 65535 = W16# (int2Word# i#)
    | otherwise = toEnumError "Word16" i (minBound :: Word16, maxBound :: Word16)
  fromEnum (W16# a) = I# (word2Int# a)
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (W16# x) (W16# y) = map (\(I# i) -> W16# (int2Word# i)) (enumFromTo (I# (word2Int# x)) (I# (word2Int# y)))
  {-# INLINE enumFromTo #-}

instance Integral Word16 where
  toInteger (W16# a) = IS (word2Int# a)
  fromIntegral_ (W16# a) = fromInteger (IS (word2Int# a))
  quot (W16# a) (W16# b) = case b of { 0## -> divZeroError; _ -> W16# (quotWord# a b) }
  rem (W16# a) (W16# b) = case b of { 0## -> divZeroError; _ -> W16# (remWord# a b) }
  div (W16# a) (W16# b) = case b of { 0## -> divZeroError; _ -> W16# (quotWord# a b) }
  mod (W16# a) (W16# b) = case b of { 0## -> divZeroError; _ -> W16# (remWord# a b) }
  quotRem (W16# a) (W16# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W16# q, W16# r)
  divMod (W16# a) (W16# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W16# q, W16# r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Word16 where
  W16# a .&. W16# b = W16# (and# a b)
  W16# a .|. W16# b = W16# (or# a b)
  xor (W16# a) (W16# b) = W16# (xor# a b)
  complement (W16# a) = W16# (narrow16Word# (not# a))
  shift (W16# a) (I# i) = case i >=# 0# of
    1# -> W16# (narrow16Word# (shiftL# a i))
    _ -> W16# (shiftRL# a (negateInt# i))
  shiftL (W16# a) (I# i) = case i >=# 0# of { 1# -> W16# (narrow16Word# (shiftL# a i)); _ -> overflowError }
  unsafeShiftL (W16# a) (I# i) = W16# (narrow16Word# (uncheckedShiftL# a i))
  shiftR (W16# a) (I# i) = case i >=# 0# of { 1# -> W16# (shiftRL# a i); _ -> overflowError }
  unsafeShiftR (W16# a) (I# i) = W16# (uncheckedShiftRL# a i)
  rotate (W16# a) (I# i) = case andI# i 15# of
    0# -> W16# a
    k -> W16# (narrow16Word# (or# (uncheckedShiftL# (narrow16Word# a) k) (uncheckedShiftRL# (narrow16Word# a) (16# -# k))))
  bitSizeMaybe _ = Just 16
  bitSize _ = 16
  isSigned _ = False
  popCount (W16# a) = I# (word2Int# (popCnt16# a))
  zeroBits = W16# 0##
  bit (I# i) = W16# (narrow16Word# (int2Word# (bit# i)))
  testBit (W16# a) (I# i) = isTrue# (neWord# (and# a (int2Word# (bit# i))) 0##)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Word16 where
  finiteBitSize _ = 16
  countLeadingZeros (W16# a) = I# (word2Int# (clz16# a))
  countTrailingZeros (W16# a) = I# (word2Int# (ctz16# a))

instance Ix Word16 where
  range (m, n) = enumFromTo m n
  unsafeIndex (W16# m, _) (W16# i) = I# (word2Int# (i `minusWord#` m))
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Word32 ----
data Word32 = W32# Word#

instance Eq Word32 where
  W32# a == W32# b = isTrue# (a `eqWord#` b)
  W32# a /= W32# b = isTrue# (a `neWord#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Word32 where
  compare (W32# a) (W32# b) = case a `ltWord#` b of { 1# -> LT; _ -> case a `eqWord#` b of { 1# -> EQ; _ -> GT } }
  W32# a < W32# b = isTrue# (a `ltWord#` b)
  W32# a <= W32# b = isTrue# (a `leWord#` b)
  W32# a > W32# b = isTrue# (a `gtWord#` b)
  W32# a >= W32# b = isTrue# (a `geWord#` b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Word32 where
  minBound = W32# 0##
  maxBound = W32# 4294967295##

instance Num Word32 where
  W32# a + W32# b = W32# (narrow32Word# (a `plusWord#` b))
  W32# a - W32# b = W32# (narrow32Word# (a `minusWord#` b))
  W32# a * W32# b = W32# (narrow32Word# (a `timesWord#` b))
  negate (W32# a) = W32# (narrow32Word# (int2Word# (negateInt# (word2Int# a))))
  abs x = x
  signum (W32# 0##) = W32# 0##
  signum _ = W32# 1##
  fromInteger n = W32# (narrow32Word# (integerToWord# n))
  fromWord# w = W32# (narrow32Word# (w))
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Word32 where
  showsPrec _ (W32# a) = wordToString# a

instance Read Word32 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Word32 where
  toRational x = toInteger x :% IS 1#

instance Enum Word32 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Word32"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Word32"
  toEnum i@(I# i#)
    | i >= 0 && i <= 4294967295 = W32# (int2Word# i#)
    | otherwise = toEnumError "Word32" i (minBound :: Word32, maxBound :: Word32)
  fromEnum (W32# a) = I# (word2Int# a)
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen
  enumFromTo (W32# x) (W32# y) = map (\(I# i) -> W32# (int2Word# i)) (enumFromTo (I# (word2Int# x)) (I# (word2Int# y)))
  {-# INLINE enumFromTo #-}

instance Integral Word32 where
  toInteger (W32# a) = IS (word2Int# a)
  fromIntegral_ (W32# a) = fromInteger (IS (word2Int# a))
  quot (W32# a) (W32# b) = case b of { 0## -> divZeroError; _ -> W32# (quotWord# a b) }
  rem (W32# a) (W32# b) = case b of { 0## -> divZeroError; _ -> W32# (remWord# a b) }
  div (W32# a) (W32# b) = case b of { 0## -> divZeroError; _ -> W32# (quotWord# a b) }
  mod (W32# a) (W32# b) = case b of { 0## -> divZeroError; _ -> W32# (remWord# a b) }
  quotRem (W32# a) (W32# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W32# q, W32# r)
  divMod (W32# a) (W32# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W32# q, W32# r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Word32 where
  W32# a .&. W32# b = W32# (and# a b)
  W32# a .|. W32# b = W32# (or# a b)
  xor (W32# a) (W32# b) = W32# (xor# a b)
  complement (W32# a) = W32# (narrow32Word# (not# a))
  shift (W32# a) (I# i) = case i >=# 0# of
    1# -> W32# (narrow32Word# (shiftL# a i))
    _ -> W32# (shiftRL# a (negateInt# i))
  shiftL (W32# a) (I# i) = case i >=# 0# of { 1# -> W32# (narrow32Word# (shiftL# a i)); _ -> overflowError }
  unsafeShiftL (W32# a) (I# i) = W32# (narrow32Word# (uncheckedShiftL# a i))
  shiftR (W32# a) (I# i) = case i >=# 0# of { 1# -> W32# (shiftRL# a i); _ -> overflowError }
  unsafeShiftR (W32# a) (I# i) = W32# (uncheckedShiftRL# a i)
  rotate (W32# a) (I# i) = case andI# i 31# of
    0# -> W32# a
    k -> W32# (narrow32Word# (or# (uncheckedShiftL# (narrow32Word# a) k) (uncheckedShiftRL# (narrow32Word# a) (32# -# k))))
  bitSizeMaybe _ = Just 32
  bitSize _ = 32
  isSigned _ = False
  popCount (W32# a) = I# (word2Int# (popCnt32# a))
  zeroBits = W32# 0##
  bit (I# i) = W32# (narrow32Word# (int2Word# (bit# i)))
  testBit (W32# a) (I# i) = isTrue# (neWord# (and# a (int2Word# (bit# i))) 0##)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Word32 where
  finiteBitSize _ = 32
  countLeadingZeros (W32# a) = I# (word2Int# (clz32# a))
  countTrailingZeros (W32# a) = I# (word2Int# (ctz32# a))

instance Ix Word32 where
  range (m, n) = enumFromTo m n
  unsafeIndex (W32# m, _) (W32# i) = I# (word2Int# (i `minusWord#` m))
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

-- ---- Word64 ----
data Word64 = W64# Word#

instance Eq Word64 where
  W64# a == W64# b = isTrue# (a `eqWord#` b)
  W64# a /= W64# b = isTrue# (a `neWord#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Word64 where
  compare (W64# a) (W64# b) = case a `ltWord#` b of { 1# -> LT; _ -> case a `eqWord#` b of { 1# -> EQ; _ -> GT } }
  W64# a < W64# b = isTrue# (a `ltWord#` b)
  W64# a <= W64# b = isTrue# (a `leWord#` b)
  W64# a > W64# b = isTrue# (a `gtWord#` b)
  W64# a >= W64# b = isTrue# (a `geWord#` b)
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

instance Bounded Word64 where
  minBound = W64# 0##
  maxBound = W64# 18446744073709551615##

instance Num Word64 where
  W64# a + W64# b = W64# (a `plusWord#` b)
  W64# a - W64# b = W64# (a `minusWord#` b)
  W64# a * W64# b = W64# (a `timesWord#` b)
  negate (W64# a) = W64# (int2Word# (negateInt# (word2Int# a)))
  abs x = x
  signum (W64# 0##) = W64# 0##
  signum _ = W64# 1##
  fromInteger n = W64# (integerToWord# n)
  fromWord# w = W64# (w)
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}
  {-# INLINE fromInteger #-}

instance Show Word64 where
  showsPrec _ (W64# a) = wordToString# a

instance Read Word64 where
  readPrec = readNumber convertInt
  readListPrec = readListPrecDefault
  readList = readListDefault

instance Real Word64 where
  toRational x = toInteger x :% IS 1#

instance Enum Word64 where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Word64"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Word64"
  toEnum i@(I# i#) | i >= 0 = W64# (int2Word# i#)
                   | otherwise = toEnumError "Word64" i (minBound :: Word64, maxBound :: Word64)
  fromEnum x@(W64# a) | isTrue# (word2Int# a >=# 0#) = I# (word2Int# a)
                     | otherwise = fromEnumError "Word64" x
  enumFrom (W64# x) = map ordinalToW64 (enumFrom (ordinal x))
  enumFromTo (W64# x) (W64# y) = map ordinalToW64 (enumFromTo (ordinal x) (ordinal y))
  enumFromThen (W64# x) (W64# y) = map ordinalToW64 (enumFromThen (ordinal x) (ordinal y))
  enumFromThenTo (W64# x) (W64# y) (W64# z) = map ordinalToW64 (enumFromThenTo (ordinal x) (ordinal y) (ordinal z))
  {-# INLINE enumFrom #-}
  {-# INLINE enumFromTo #-}
  {-# INLINE enumFromThen #-}
  {-# INLINE enumFromThenTo #-}

ordinalToW64 :: Int -> Word64
ordinalToW64 (I# i) = W64# (fromOrdinal# i)
{-# INLINE ordinalToW64 #-}

instance Integral Word64 where
  toInteger (W64# a) = integerFromWord# a
  fromIntegral_ (W64# a) = fromWord# a
  quot (W64# a) (W64# b) = case b of { 0## -> divZeroError; _ -> W64# (quotWord# a b) }
  rem (W64# a) (W64# b) = case b of { 0## -> divZeroError; _ -> W64# (remWord# a b) }
  div (W64# a) (W64# b) = case b of { 0## -> divZeroError; _ -> W64# (quotWord# a b) }
  mod (W64# a) (W64# b) = case b of { 0## -> divZeroError; _ -> W64# (remWord# a b) }
  quotRem (W64# a) (W64# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W64# q, W64# r)
  divMod (W64# a) (W64# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W64# q, W64# r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}

instance Bits Word64 where
  W64# a .&. W64# b = W64# (and# a b)
  W64# a .|. W64# b = W64# (or# a b)
  xor (W64# a) (W64# b) = W64# (xor# a b)
  complement (W64# a) = W64# (not# a)
  shift (W64# a) (I# i) = case i >=# 0# of
    1# -> W64# (shiftL# a i)
    _ -> W64# (shiftRL# a (negateInt# i))
  shiftL (W64# a) (I# i) = case i >=# 0# of { 1# -> W64# (shiftL# a i); _ -> overflowError }
  unsafeShiftL (W64# a) (I# i) = W64# (uncheckedShiftL# a i)
  shiftR (W64# a) (I# i) = case i >=# 0# of { 1# -> W64# (shiftRL# a i); _ -> overflowError }
  unsafeShiftR (W64# a) (I# i) = W64# (uncheckedShiftRL# a i)
  rotate (W64# a) (I# i) = case andI# i 63# of
    0# -> W64# a
    k -> W64# (or# (uncheckedShiftL# a k) (uncheckedShiftRL# a (64# -# k)))
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = False
  popCount (W64# a) = I# (word2Int# (popCnt# a))
  zeroBits = W64# 0##
  bit (I# i) = W64# (int2Word# (bit# i))
  testBit (W64# a) (I# i) = isTrue# (neWord# (and# a (int2Word# (bit# i))) 0##)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}

instance FiniteBits Word64 where
  finiteBitSize _ = 64
  countLeadingZeros (W64# a) = I# (word2Int# (clz# a))
  countTrailingZeros (W64# a) = I# (word2Int# (ctz# a))

instance Ix Word64 where
  range (m, n) = enumFromTo m n
  unsafeIndex (W64# m, _) (W64# i) = I# (word2Int# (i `minusWord#` m))
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}

byteSwap16 :: Word16 -> Word16
byteSwap16 (W16# w) = W16# (narrow16Word# (byteSwap16# w))

byteSwap32 :: Word32 -> Word32
byteSwap32 (W32# w) = W32# (narrow32Word# (byteSwap32# w))

byteSwap64 :: Word64 -> Word64
byteSwap64 (W64# w) = W64# (byteSwap64# w)
