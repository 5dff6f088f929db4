-- | Conversions that share memory: the argument must not be used any more.
module Data.Array.Unsafe (unsafeFreeze, unsafeThaw, castSTUArray, castIOUArray) where

import Data.Array.Base (IOUArray(..), STUArray(..), castSTUArray, unsafeFreeze, unsafeThaw)

castIOUArray :: IOUArray ix a -> IO (IOUArray ix b)
castIOUArray (IOUArray (STUArray l u n marr)) = return (IOUArray (STUArray l u n marr))
