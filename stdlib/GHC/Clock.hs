-- | The clock that is never set: seconds or nanoseconds since some time before the program began.
module GHC.Clock (getMonotonicTime, getMonotonicTimeNSec) where

import Data.Word (Word64)
import GPH.System (clockMonotonic)

getMonotonicTime :: IO Double
getMonotonicTime = (\ns -> fromIntegral ns / 1.0e9) <$> getMonotonicTimeNSec

getMonotonicTimeNSec :: IO Word64
getMonotonicTimeNSec = fromIntegral <$> clockMonotonic
