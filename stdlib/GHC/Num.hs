-- | Numbers.
module GHC.Num (Num((+), (-), (*), negate, abs, signum, fromInteger), subtract, Integer, Natural) where

import GPH.Natural (Natural)
