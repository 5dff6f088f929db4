-- | Non-negative integers of any size. Subtraction below zero raises Underflow.
module Numeric.Natural (Natural, minusNaturalMaybe) where

import GPH.Bits ()
import GPH.Natural
