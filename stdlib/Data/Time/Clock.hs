-- | Moments and their differences, and the clock.
module Data.Time.Clock
  ( UniversalTime(..), DiffTime, secondsToDiffTime, picosecondsToDiffTime, diffTimeToPicoseconds, UTCTime(..)
  , NominalDiffTime, secondsToNominalDiffTime, nominalDiffTimeToSeconds, nominalDay, addUTCTime, diffUTCTime
  , getCurrentTime, getTime_resolution
  ) where

import Data.Fixed (Fixed(..), Pico)
import Data.Time.Clock.Base

secondsToDiffTime, picosecondsToDiffTime :: Integer -> DiffTime
secondsToDiffTime = fromInteger
picosecondsToDiffTime = MkDiffTime . MkFixed

diffTimeToPicoseconds :: DiffTime -> Integer
diffTimeToPicoseconds (MkDiffTime (MkFixed t)) = t

secondsToNominalDiffTime :: Pico -> NominalDiffTime
secondsToNominalDiffTime = MkNominalDiffTime

nominalDiffTimeToSeconds :: NominalDiffTime -> Pico
nominalDiffTimeToSeconds (MkNominalDiffTime t) = t

addUTCTime :: NominalDiffTime -> UTCTime -> UTCTime
addUTCTime d t = posixSecondsToUTCTime (d + utcTimeToPOSIXSeconds t)

diffUTCTime :: UTCTime -> UTCTime -> NominalDiffTime
diffUTCTime a b = utcTimeToPOSIXSeconds a - utcTimeToPOSIXSeconds b

getCurrentTime :: IO UTCTime
getCurrentTime = do
  t <- getPOSIXTime
  return $! posixSecondsToUTCTime t

-- | The clock counts nanoseconds.
getTime_resolution :: DiffTime
getTime_resolution = 1e-9
