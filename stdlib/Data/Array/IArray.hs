-- | Immutable arrays of any kind.
module Data.Array.IArray
  ( IArray, module Data.Ix, Array, array, listArray, accumArray, genArray, (!), (!?), bounds, indices, elems, assocs, (//), accum, amap, ixmap
  ) where

import Data.Array.Base
import Data.Ix
import GPH.Arr (Array)
