-- | Bit operations.
module Data.Bits
  ( Bits((.&.), (.|.), xor, complement, shift, rotate, zeroBits, bit, setBit, clearBit, complementBit, testBit, bitSizeMaybe, bitSize, isSigned
        , shiftL, unsafeShiftL, shiftR, unsafeShiftR, rotateL, rotateR, popCount)
  , FiniteBits(finiteBitSize, countLeadingZeros, countTrailingZeros), bitDefault, testBitDefault, popCountDefault, toIntegralSized
  , (.^.), (.>>.), (.<<.), (!>>.), (!<<.), oneBits
  ) where

import GPH.Bits
import GPH.Int ()
import GPH.Word ()

infixl 8 .>>., .<<., !>>., !<<.
infixl 6 .^.

(.^.) :: Bits a => a -> a -> a
(.^.) = xor

(.>>.), (.<<.), (!>>.), (!<<.) :: Bits a => a -> Int -> a
(.>>.) = shiftR
(.<<.) = shiftL
(!>>.) = unsafeShiftR
(!<<.) = unsafeShiftL

oneBits :: FiniteBits a => a
oneBits = complement zeroBits
