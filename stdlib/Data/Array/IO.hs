-- | Mutable arrays, boxed and unboxed, in IO.
module Data.Array.IO (IOArray, IOUArray, module Data.Array.MArray) where

import Data.Array.Base (IOArray, IOUArray)
import Data.Array.MArray
