-- | Conversions that share memory: the argument must not be used any more.
module Data.Array.Unsafe (unsafeFreeze, unsafeThaw) where

import Data.Array.Base (unsafeFreeze, unsafeThaw)
