-- | Natural numbers, with their functions of one type.
module GHC.Natural
  ( Natural, mkNatural, isValidNatural, naturalToInteger, naturalFromInteger, intToNatural, naturalToInt, naturalToWord, naturalToWordMaybe, wordToNatural
  , plusNatural, minusNatural, minusNaturalMaybe, timesNatural, negateNatural, signumNatural, quotNatural, remNatural, quotRemNatural, gcdNatural, lcmNatural
  , andNatural, orNatural, xorNatural, shiftLNatural, shiftRNatural, testBitNatural, popCountNatural, powModNatural
  ) where

import Data.Bits
import GPH.Integer (integerPowMod)
import GPH.Natural

-- | The number with these digits of 64 bits, the highest one first.
mkNatural :: [Word] -> Natural
mkNatural = foldl (\n w -> shiftL n 64 .|. fromIntegral w) 0

isValidNatural :: Natural -> Bool
isValidNatural n = n `seq` True

intToNatural :: Int -> Natural
intToNatural = fromIntegral

naturalToInt :: Natural -> Int
naturalToInt = fromIntegral

naturalToWord :: Natural -> Word
naturalToWord = fromIntegral

naturalToWordMaybe :: Natural -> Maybe Word
naturalToWordMaybe n
  | n <= fromIntegral (maxBound :: Word) = Just (fromIntegral n)
  | otherwise = Nothing

wordToNatural :: Word -> Natural
wordToNatural = fromIntegral

plusNatural, minusNatural, timesNatural, quotNatural, remNatural, gcdNatural, lcmNatural, andNatural, orNatural, xorNatural :: Natural -> Natural -> Natural
plusNatural = (+)
minusNatural = (-)
timesNatural = (*)
quotNatural = quot
remNatural = rem
gcdNatural = gcd
lcmNatural = lcm
andNatural = (.&.)
orNatural = (.|.)
xorNatural = xor

negateNatural, signumNatural :: Natural -> Natural
negateNatural = negate
signumNatural = signum

quotRemNatural :: Natural -> Natural -> (Natural, Natural)
quotRemNatural = quotRem

shiftLNatural, shiftRNatural :: Natural -> Int -> Natural
shiftLNatural = shiftL
shiftRNatural = shiftR

testBitNatural :: Natural -> Int -> Bool
testBitNatural = testBit

popCountNatural :: Natural -> Int
popCountNatural = popCount

-- | The power of the first number, modulo the last one.
powModNatural :: Natural -> Natural -> Natural -> Natural
powModNatural b e m = naturalFromInteger (integerPowMod (naturalToInteger b) (naturalToInteger e) (naturalToInteger m))
