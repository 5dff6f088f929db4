-- | Mutable arrays, boxed and unboxed, in ST.
module Data.Array.ST (STArray, STUArray, runSTArray, runSTUArray, module Data.Array.MArray) where

import Data.Array.Base (STUArray, runSTArray, runSTUArray)
import Data.Array.MArray
import GPH.Arr (STArray)
