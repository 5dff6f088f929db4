-- | Time as Unix counts it.
module Data.Time.Clock.POSIX
  ( posixDayLength, POSIXTime, posixSecondsToUTCTime, utcTimeToPOSIXSeconds, getPOSIXTime, getCurrentTime
  , systemToPOSIXTime
  ) where

import Data.Time.Clock (getCurrentTime)
import Data.Time.Clock.Base
import Data.Time.Clock.System (systemToPOSIXTime)

posixDayLength :: NominalDiffTime
posixDayLength = nominalDay
