{-# LANGUAGE MagicHash #-}
-- | Floating-point numbers.
module GHC.Float
  ( module GPH.Float, Float(..), Double(..), truncateDouble, sqrtDouble, powerDouble, castWord64ToDouble, castDoubleToWord64, castWord32ToFloat, castFloatToWord32
  ) where

import GPH.Float
import GPH.Prim
import GPH.Types
import GPH.Word

truncateDouble :: Integral b => Double -> b
truncateDouble = truncate

sqrtDouble :: Double -> Double
sqrtDouble = sqrt

powerDouble :: Double -> Double -> Double
powerDouble = (**)

-- | Reinterpretation of bits.
castWord64ToDouble :: Word64 -> Double
castWord64ToDouble (W64# w) = D# (castWord64ToDouble# w)

castDoubleToWord64 :: Double -> Word64
castDoubleToWord64 (D# d) = W64# (castDoubleToWord64# d)

castWord32ToFloat :: Word32 -> Float
castWord32ToFloat (W32# w) = F# (castWord32ToFloat# w)

castFloatToWord32 :: Float -> Word32
castFloatToWord32 (F# f) = W32# (castFloatToWord32# f)
