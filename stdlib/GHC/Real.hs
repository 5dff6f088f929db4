-- | Integral and fractional numbers.
module GHC.Real (module GPH.Real, divZeroError, overflowError, ratioZeroDenominatorError, underflowError) where

import GPH.Exception (divZeroError, overflowError, ratioZeroDenominatorError, underflowError)
import GPH.Real
