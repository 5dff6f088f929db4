-- | Floating-point numbers.
module GHC.Float
  ( module GPH.Float, truncateDouble, castWord64ToDouble, castDoubleToWord64, sqrtDouble, powerDouble
  ) where

import GPH.Float

truncateDouble :: Integral b => Double -> b
truncateDouble = truncate

sqrtDouble :: Double -> Double
sqrtDouble = sqrt

powerDouble :: Double -> Double -> Double
powerDouble = (**)
