{-# LANGUAGE MagicHash #-}
-- | Logarithms, rounded down.
module GHC.Integer.Logarithms (integerLog2#, integerLogBase#, wordLog2#) where

import qualified GPH.Integer as I
import GPH.Prim
import GPH.Types (Integer)

-- | -1 of 0.
wordLog2# :: Word# -> Int#
wordLog2# w = 63# -# word2Int# (clz# w)

-- | Of a positive number.
integerLog2# :: Integer -> Int#
integerLog2# n = I.integerLogBase# 2 n

-- | The base, which is greater than 1, and a positive number.
integerLogBase# :: Integer -> Integer -> Int#
integerLogBase# base n = I.integerLogBase# base n
