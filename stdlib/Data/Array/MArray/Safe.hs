-- | The same as Data.Array.MArray.
module Data.Array.MArray.Safe (module Data.Array.MArray) where

import Data.Array.MArray
