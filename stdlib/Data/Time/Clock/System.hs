-- | The system's clock as it is read.
module Data.Time.Clock.System
  ( systemEpochDay, SystemTime(..), truncateSystemTimeLeapSecond, getSystemTime, systemToUTCTime, utcToSystemTime
  , systemToPOSIXTime
  ) where

import Control.DeepSeq (NFData(..))
import Data.Fixed (Fixed(..))
import Data.Int (Int64)
import Data.Time.Calendar.Base
import Data.Time.Clock.Base
import Data.Word (Word32)
import GPH.System (clockRealtime)

-- | Since 1970-01-01; of 10^9 nanoseconds and more in a leap second.
data SystemTime = MkSystemTime
  { systemSeconds :: {-# UNPACK #-} !Int64
  , systemNanoseconds :: {-# UNPACK #-} !Word32
  } deriving (Eq, Ord, Show)

instance NFData SystemTime where rnf t = t `seq` ()

getSystemTime :: IO SystemTime
getSystemTime = do
  ns <- clockRealtime
  case ns `divMod` 1000000000 of (s, rest) -> return $! MkSystemTime (fromIntegral s) (fromIntegral rest)

systemEpochDay :: Day
systemEpochDay = epoch

-- | A leap second becomes the second after it.
truncateSystemTimeLeapSecond :: SystemTime -> SystemTime
truncateSystemTimeLeapSecond t@(MkSystemTime s ns) = if ns >= 1000000000 then MkSystemTime (s + 1) 0 else t

systemToUTCTime :: SystemTime -> UTCTime
systemToUTCTime (MkSystemTime s ns) = case toInteger s `divMod` 86400 of
  (day, inDay) -> UTCTime (addDays day epoch) (MkDiffTime (MkFixed (inDay * 1000000000000 + toInteger ns * 1000)))

utcToSystemTime :: UTCTime -> SystemTime
utcToSystemTime (UTCTime day (MkDiffTime (MkFixed t))) =
  MkSystemTime (fromInteger (diffDays day epoch * 86400 + s)) (fromInteger ns)
  where
    (s, ns) | whole >= 86400 * 1000000000 = (86399, whole - 86399 * 1000000000)
            | otherwise = whole `divMod` 1000000000
    whole = t `div` 1000

systemToPOSIXTime :: SystemTime -> POSIXTime
systemToPOSIXTime (MkSystemTime s ns) = MkNominalDiffTime (MkFixed (toInteger s * 1000000000000 + toInteger ns * 1000))
