-- | Numbers.
module GHC.Num (Num(..), subtract, Integer, Natural) where

import GPH.Natural (Natural)
