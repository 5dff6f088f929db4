-- | Immutable boxed arrays, lazy in their elements (Haskell 2010 Report, chapter 14).
module Data.Array
  ( module Data.Ix, Array, array, listArray, accumArray, (!), bounds, indices, elems, assocs, (//), accum, ixmap
  ) where

import Data.Ix
import GPH.Arr
