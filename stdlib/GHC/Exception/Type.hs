-- | The class of exceptions, and those of arithmetic.
module GHC.Exception.Type
  ( Exception(..), SomeException(..), ArithException(..)
  , divZeroException, overflowException, ratioZeroDenomException, underflowException
  ) where

import GPH.Exception
