{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Arithmetic of Integer as functions of one type.
module GHC.Integer
  ( Integer, smallInteger, wordToInteger, integerToInt, integerToWord, hashInteger, plusInteger, minusInteger, timesInteger, negateInteger, absInteger
  , signumInteger, divInteger, modInteger, quotInteger, remInteger, divModInteger, quotRemInteger, eqInteger, neqInteger, leInteger, ltInteger, geInteger
  , gtInteger, eqInteger#, neqInteger#, leInteger#, ltInteger#, geInteger#, gtInteger#, compareInteger, andInteger, orInteger, xorInteger, complementInteger
  , shiftLInteger, shiftRInteger, testBitInteger, popCountInteger, bitInteger, doubleFromInteger, floatFromInteger, encodeDoubleInteger
  , encodeFloatInteger, decodeDoubleInteger
  ) where

import Data.Bits
import GPH.Integer (integerFromWord#, integerToInt#, integerToWord#)
import GPH.Prim
import GPH.Types

smallInteger :: Int# -> Integer
smallInteger = IS

wordToInteger :: Word# -> Integer
wordToInteger = integerFromWord#

integerToInt, hashInteger, popCountInteger :: Integer -> Int#
integerToInt = integerToInt#
hashInteger = integerToInt#
popCountInteger n = case popCount n of I# i -> i

integerToWord :: Integer -> Word#
integerToWord = integerToWord#

plusInteger, minusInteger, timesInteger, divInteger, modInteger, quotInteger, remInteger :: Integer -> Integer -> Integer
plusInteger = (+)
minusInteger = (-)
timesInteger = (*)
divInteger = div
modInteger = mod
quotInteger = quot
remInteger = rem

negateInteger, absInteger, signumInteger, complementInteger :: Integer -> Integer
negateInteger = negate
absInteger = abs
signumInteger = signum
complementInteger = complement

divModInteger, quotRemInteger :: Integer -> Integer -> (# Integer, Integer #)
divModInteger a b = case divMod a b of (q, r) -> (# q, r #)
quotRemInteger a b = case quotRem a b of (q, r) -> (# q, r #)

eqInteger, neqInteger, leInteger, ltInteger, geInteger, gtInteger :: Integer -> Integer -> Bool
eqInteger = (==)
neqInteger = (/=)
leInteger = (<=)
ltInteger = (<)
geInteger = (>=)
gtInteger = (>)

eqInteger#, neqInteger#, leInteger#, ltInteger#, geInteger#, gtInteger# :: Integer -> Integer -> Int#
eqInteger# a b = truth (a == b)
neqInteger# a b = truth (a /= b)
leInteger# a b = truth (a <= b)
ltInteger# a b = truth (a < b)
geInteger# a b = truth (a >= b)
gtInteger# a b = truth (a > b)

truth :: Bool -> Int#
truth False = 0#
truth True = 1#

compareInteger :: Integer -> Integer -> Ordering
compareInteger = compare

andInteger, orInteger, xorInteger :: Integer -> Integer -> Integer
andInteger = (.&.)
orInteger = (.|.)
xorInteger = xor

shiftLInteger, shiftRInteger :: Integer -> Int# -> Integer
shiftLInteger n i = shiftL n (I# i)
shiftRInteger n i = shiftR n (I# i)

testBitInteger :: Integer -> Int# -> Bool
testBitInteger n i = testBit n (I# i)

bitInteger :: Int# -> Integer
bitInteger i = bit (I# i)

doubleFromInteger :: Integer -> Double#
doubleFromInteger n = encodeDoubleInteger n 0#

floatFromInteger :: Integer -> Float#
floatFromInteger n = encodeFloatInteger n 0#

encodeDoubleInteger :: Integer -> Int# -> Double#
encodeDoubleInteger n e = case encodeFloat n (I# e) of D# d -> d

encodeFloatInteger :: Integer -> Int# -> Float#
encodeFloatInteger n e = case encodeFloat n (I# e) of F# f -> f

decodeDoubleInteger :: Double# -> (# Integer, Int# #)
decodeDoubleInteger d = case decodeFloat (D# d) of (m, I# e) -> (# m, e #)
