-- | Arrays.
module GHC.Arr (module GPH.Arr, Ix(..)) where

import GPH.Arr
import GPH.Ix (Ix(..))
