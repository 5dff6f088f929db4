-- | Indices.
module GHC.Ix (Ix(range, index, unsafeIndex, inRange, rangeSize, unsafeRangeSize)) where

import GPH.Ix (Ix(..))
