-- | Integral and fractional numbers.
module GHC.Real
  ( module GPH.Real, infinity, notANumber, divZeroError, overflowError, ratioZeroDenominatorError, underflowError
  ) where

import GPH.Exception (divZeroError, overflowError, ratioZeroDenominatorError, underflowError)
import GPH.Real

-- | No numbers, but what fromRational makes the Double of that name from.
infinity, notANumber :: Rational
infinity = 1 :% 0
notANumber = 0 :% 0
