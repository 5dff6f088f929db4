-- | Conversions that share memory: the argument must not be used any more.
module Data.Array.Unsafe (unsafeFreeze, unsafeThaw, castSTUArray, castIOUArray) where

import Control.Monad.ST (ST)
import Data.Array.Base (IOUArray(..), STUArray(..), unsafeFreeze, unsafeThaw)

-- | The same memory as elements of another type of the same size. The bounds stay.
castSTUArray :: STUArray s ix a -> ST s (STUArray s ix b)
castSTUArray (STUArray l u n marr) = return (STUArray l u n marr)

castIOUArray :: IOUArray ix a -> IO (IOUArray ix b)
castIOUArray (IOUArray (STUArray l u n marr)) = return (IOUArray (STUArray l u n marr))
