{-# LANGUAGE DerivingStrategies #-}
-- | Moments and their differences, to the picosecond.
module Data.Time.Clock.Base where

import Control.DeepSeq (NFData(..))
import Data.Fixed (Fixed(..), Pico, divMod', showFixed)
import Data.Time.Calendar.Base
import GPH.System (clockRealtime)

-- | A time that passed, with leap seconds.
newtype DiffTime = MkDiffTime Pico
  deriving newtype (Eq, Ord, Enum, Num, Fractional, Real, RealFrac)

-- | A difference of clocks, which do not count leap seconds. As a number, seconds.
newtype NominalDiffTime = MkNominalDiffTime Pico
  deriving newtype (Eq, Ord, Enum, Num, Fractional, Real, RealFrac)

instance Show DiffTime where show (MkDiffTime t) = showFixed True t ++ "s"
instance NFData DiffTime where rnf (MkDiffTime (MkFixed t)) = rnf t
instance Show NominalDiffTime where show (MkNominalDiffTime t) = showFixed True t ++ "s"
instance NFData NominalDiffTime where rnf (MkNominalDiffTime (MkFixed t)) = rnf t

-- | A day of Greenwich and the time since its midnight: less than 86401 s, where it ends with a leap second.
data UTCTime = UTCTime { utctDay :: Day, utctDayTime :: DiffTime } deriving (Eq, Ord)

instance NFData UTCTime where rnf (UTCTime d t) = rnf d `seq` rnf t
instance Show UTCTime where
  -- before the day begins it is the hours of days before
  show (UTCTime d (MkDiffTime t)) = case hoursOf t of
    (h, m, s) -> case h `divMod` 24 of
      (days, hour) -> showGregorian (addDays (toInteger days) d) ++ ' ' : showTime (hour, m, s) ++ " UTC"

-- | UT1, in days since 1858-11-17.
newtype UniversalTime = ModJulianDate { getModJulianDate :: Rational } deriving (Eq, Ord)

instance NFData UniversalTime where rnf (ModJulianDate r) = rnf r

-- Hours, minutes and seconds of a time of the day; what is beyond the day is the second 60 and more.
hoursOf :: Pico -> (Int, Int, Pico)
hoursOf t
  | t >= 86400 = (23, 59, 60 + (t - 86400))
  | otherwise = case t `divMod'` 60 of (minutes, s) -> case minutes `divMod` 60 of (h, m) -> (h, m, s)

showTime :: (Int, Int, Pico) -> String
showTime (h, m, s) = padded '0' 2 h ++ ':' : padded '0' 2 m ++ ':' : showSeconds s

showSeconds :: Pico -> String
showSeconds s = (if s < 10 then ('0' :) else id) (showFixed True s)

-- | The seconds since 1970-01-01 began in Greenwich, without leap seconds.
type POSIXTime = NominalDiffTime

nominalDay :: NominalDiffTime
nominalDay = 86400

epoch :: Day
epoch = ModifiedJulianDay 40587

posixSecondsToUTCTime :: POSIXTime -> UTCTime
posixSecondsToUTCTime (MkNominalDiffTime (MkFixed t)) = case t `divMod` 86400000000000000 of
  (day, inDay) -> day `seq` inDay `seq` UTCTime (addDays day epoch) (MkDiffTime (MkFixed inDay))

-- | A leap second is the first second of the day after it.
utcTimeToPOSIXSeconds :: UTCTime -> POSIXTime
utcTimeToPOSIXSeconds (UTCTime day (MkDiffTime t)) =
  fromInteger (diffDays day epoch * 86400) + MkNominalDiffTime (min 86400 t)

getPOSIXTime :: IO POSIXTime
getPOSIXTime = do
  ns <- clockRealtime
  return $! MkNominalDiffTime (MkFixed (toInteger ns * 1000))
