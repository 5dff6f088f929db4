-- | Mutable arrays of any kind.
module Data.Array.MArray
  ( MArray(getBounds, newArray, newArray_), module Data.Ix, newListArray, newGenArray, readArray, writeArray, modifyArray, modifyArray'
  , mapArray, mapIndices, getElems, getAssocs, freeze, thaw
  ) where

import Data.Array.Base
import Data.Ix
