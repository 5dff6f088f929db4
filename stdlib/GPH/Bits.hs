{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Bit operations.
module GPH.Bits where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Enum
import GPH.Real
import GPH.Natural
import GPH.Exception

infixl 8 `shift`, `rotate`, `shiftL`, `shiftR`, `rotateL`, `rotateR`, `unsafeShiftL`, `unsafeShiftR`
infixl 7 .&.
infixl 6 `xor`
infixl 5 .|.

class Eq a => Bits a where
  (.&.), (.|.), xor :: a -> a -> a
  complement :: a -> a
  shift, rotate :: a -> Int -> a
  zeroBits :: a
  bit :: Int -> a
  setBit, clearBit, complementBit :: a -> Int -> a
  testBit :: a -> Int -> Bool
  bitSizeMaybe :: a -> Maybe Int
  bitSize :: a -> Int
  isSigned :: a -> Bool
  shiftL, unsafeShiftL, shiftR, unsafeShiftR, rotateL, rotateR :: a -> Int -> a
  popCount :: a -> Int
  x `shift` i | i < 0 = x `shiftR` negate i
              | i > 0 = x `shiftL` i
              | otherwise = x
  x `rotate` i | i < 0 = x `rotateR` negate i
               | i > 0 = x `rotateL` i
               | otherwise = x
  zeroBits = clearBit (bit 0) 0
  bitSize b = case bitSizeMaybe b of
    Just n -> n
    Nothing -> errorWithoutStackTrace "bitSize is undefined"
  x `setBit` i = x .|. bit i
  x `clearBit` i = x .&. complement (bit i)
  x `complementBit` i = x `xor` bit i
  x `shiftL` i = x `shift` i
  x `unsafeShiftL` i = x `shiftL` i
  x `shiftR` i = x `shift` negate i
  x `unsafeShiftR` i = x `shiftR` i
  x `rotateL` i = x `rotate` i
  x `rotateR` i = x `rotate` negate i
  {-# MINIMAL (.&.), (.|.), xor, complement, (shift | (shiftL, shiftR)), (rotate | (rotateL, rotateR)), bitSizeMaybe, isSigned, testBit, bit, popCount #-}

class Bits b => FiniteBits b where
  finiteBitSize :: b -> Int
  countLeadingZeros, countTrailingZeros :: b -> Int
  countLeadingZeros x = (w - 1) - go (w - 1)
    where go i | i < 0 = i
               | testBit x i = i
               | otherwise = go (i - 1)
          w = finiteBitSize x
  countTrailingZeros x = go 0
    where go i | i >= w = i
               | testBit x i = i
               | otherwise = go (i + 1)
          w = finiteBitSize x
  {-# MINIMAL finiteBitSize #-}

bitDefault :: (Bits a, Num a) => Int -> a
bitDefault i = 1 `shiftL` i

testBitDefault :: (Bits a, Num a) => a -> Int -> Bool
testBitDefault x i = (x .&. bit i) /= 0

popCountDefault :: (Bits a, Num a) => a -> Int
popCountDefault = go 0
  where go !c w = if w == 0 then c else go (c + 1) (w .&. (w - 1))

-- | The same value in another type, if it fits.
toIntegralSized :: (Integral a, Integral b, Bits a, Bits b) => a -> Maybe b
toIntegralSized x
  | toInteger y == toInteger x = Just y
  | otherwise = Nothing
  where y = fromIntegral x

instance Bits Bool where
  (.&.) = (&&)
  (.|.) = (||)
  xor = (/=)
  complement = not
  shift x i | i == 0 = x
            | otherwise = False
  rotate x _ = x
  bit i = i == 0
  testBit x i = x && i == 0
  bitSizeMaybe _ = Just 1
  bitSize _ = 1
  isSigned _ = False
  popCount x = if x then 1 else 0
  zeroBits = False

instance FiniteBits Bool where
  finiteBitSize _ = 1
  countTrailingZeros x = if x then 0 else 1
  countLeadingZeros x = if x then 0 else 1

-- | 1 at a place from 0 on: an error below, nothing above 63.
bit# :: Int# -> Int#
bit# i = case i >=# 0# of
  1# -> iShiftL# 1# i
  _ -> case overflowError of I# e -> e
{-# INLINE bit# #-}

instance Bits Int where
  I# a .&. I# b = I# (andI# a b)
  I# a .|. I# b = I# (orI# a b)
  xor (I# a) (I# b) = I# (xorI# a b)
  complement (I# a) = I# (notI# a)
  shift (I# a) (I# i) = case i >=# 0# of
    1# -> I# (iShiftL# a i)
    _ -> I# (iShiftRA# a (negateInt# i))
  shiftL (I# a) (I# i) = case i >=# 0# of { 1# -> I# (iShiftL# a i); _ -> overflowError }
  unsafeShiftL (I# a) (I# i) = I# (uncheckedIShiftL# a i)
  shiftR (I# a) (I# i) = case i >=# 0# of { 1# -> I# (iShiftRA# a i); _ -> overflowError }
  unsafeShiftR (I# a) (I# i) = I# (uncheckedIShiftRA# a i)
  rotate (I# a) (I# i) = case andI# i 63# of
    0# -> I# a
    k -> I# (orI# (uncheckedIShiftL# a k) (uncheckedIShiftRL# a (64# -# k)))
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = True
  popCount (I# a) = I# (word2Int# (popCnt# (int2Word# a)))
  zeroBits = I# 0#
  bit (I# i) = I# (bit# i)
  testBit (I# a) (I# i) = isTrue# (andI# a (bit# i) /=# 0#)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}
  {-# INLINE testBit #-}

instance FiniteBits Int where
  finiteBitSize _ = 64
  countLeadingZeros (I# a) = I# (word2Int# (clz# (int2Word# a)))
  countTrailingZeros (I# a) = I# (word2Int# (ctz# (int2Word# a)))

instance Bits Word where
  W# a .&. W# b = W# (and# a b)
  W# a .|. W# b = W# (or# a b)
  xor (W# a) (W# b) = W# (xor# a b)
  complement (W# a) = W# (not# a)
  shift (W# a) (I# i) = case i >=# 0# of
    1# -> W# (shiftL# a i)
    _ -> W# (shiftRL# a (negateInt# i))
  shiftL (W# a) (I# i) = case i >=# 0# of { 1# -> W# (shiftL# a i); _ -> overflowError }
  unsafeShiftL (W# a) (I# i) = W# (uncheckedShiftL# a i)
  shiftR (W# a) (I# i) = case i >=# 0# of { 1# -> W# (shiftRL# a i); _ -> overflowError }
  unsafeShiftR (W# a) (I# i) = W# (uncheckedShiftRL# a i)
  rotate (W# a) (I# i) = case andI# i 63# of
    0# -> W# a
    k -> W# (or# (uncheckedShiftL# a k) (uncheckedShiftRL# a (64# -# k)))
  bitSizeMaybe _ = Just 64
  bitSize _ = 64
  isSigned _ = False
  popCount (W# a) = I# (word2Int# (popCnt# a))
  zeroBits = W# 0##
  bit (I# i) = W# (int2Word# (bit# i))
  testBit (W# a) (I# i) = isTrue# (neWord# (and# a (int2Word# (bit# i))) 0##)
  {-# INLINE (.&.) #-}
  {-# INLINE (.|.) #-}
  {-# INLINE xor #-}
  {-# INLINE shift #-}
  {-# INLINE shiftL #-}
  {-# INLINE shiftR #-}
  {-# INLINE testBit #-}

instance FiniteBits Word where
  finiteBitSize _ = 64
  countLeadingZeros (W# a) = I# (word2Int# (clz# a))
  countTrailingZeros (W# a) = I# (word2Int# (ctz# a))

instance Bits Integer where
  (.&.) = integerAnd
  (.|.) = integerOr
  xor = integerXor
  complement = integerComplement
  shift n (I# i) = case i >=# 0# of
    1# -> integerShiftL# n i
    _ -> integerShiftR# n (negateInt# i)
  shiftL n (I# i) = case i >=# 0# of { 1# -> integerShiftL# n i; _ -> overflowError }
  shiftR n (I# i) = case i >=# 0# of { 1# -> integerShiftR# n i; _ -> overflowError }
  unsafeShiftL n (I# i) = integerShiftL# n i
  unsafeShiftR n (I# i) = integerShiftR# n i
  rotate x i = shift x i
  testBit n (I# i) = case i >=# 0# of { 1# -> isTrue# (integerTestBit# n i); _ -> n < IS 0# }   -- GHC's i is a Word
  bitSizeMaybe _ = Nothing
  bitSize _ = errorWithoutStackTrace "Data.Bits.bitSize(Integer)"
  isSigned _ = True
  popCount n = I# (integerPopCount# n)
  zeroBits = IS 0#
  bit (I# i) = case i >=# 0# of { 1# -> integerShiftL# (IS 1#) i; _ -> overflowError }

instance Bits Natural where
  MkNatural a .&. MkNatural b = MkNatural (integerAnd a b)
  MkNatural a .|. MkNatural b = MkNatural (integerOr a b)
  xor (MkNatural a) (MkNatural b) = MkNatural (integerXor a b)
  complement _ = errorWithoutStackTrace "Bits.complement: Natural complement undefined"
  shift (MkNatural a) i = MkNatural (shift a i)
  shiftL (MkNatural a) i = MkNatural (shiftL a i)
  shiftR (MkNatural a) i = MkNatural (shiftR a i)
  rotate (MkNatural a) i = MkNatural (shift a i)
  testBit (MkNatural a) i = testBit a i
  clearBit x i = if testBit x i then complementBit x i else x
  bitSizeMaybe _ = Nothing
  bitSize _ = errorWithoutStackTrace "Data.Bits.bitSize(Natural)"
  isSigned _ = False
  popCount (MkNatural a) = popCount a
  zeroBits = MkNatural (IS 0#)
  bit i = MkNatural (bit i)
