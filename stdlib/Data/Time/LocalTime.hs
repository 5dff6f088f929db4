-- | Times as clocks on walls show them.
module Data.Time.LocalTime
  ( CalendarDiffTime(..), calendarTimeDays, calendarTimeTime, scaleCalendarDiffTime
  , TimeZone(..), timeZoneOffsetString, timeZoneOffsetString', minutesToTimeZone, hoursToTimeZone, utc, getTimeZone
  , getCurrentTimeZone
  , TimeOfDay(..), midnight, midday, makeTimeOfDayValid, timeToDaysAndTimeOfDay, daysAndTimeOfDayToTime
  , utcToLocalTimeOfDay, localToUTCTimeOfDay
  , timeToTimeOfDay, timeOfDayToTime, dayFractionToTimeOfDay, timeOfDayToDayFraction
  , LocalTime(..), addLocalTime, diffLocalTime, utcToLocalTime, localTimeToUTC, ut1ToLocalTime, localTimeToUT1
  , ZonedTime(..), utcToZonedTime, zonedTimeToUTC, getZonedTime, utcToLocalZonedTime
  ) where

import Control.DeepSeq (NFData(..))
import Data.Fixed (Pico, divMod', showFixed)
import Data.Time.Calendar
import Data.Time.Calendar.Base (padded, valid)
import Data.Time.Clock
import Data.Time.Clock.Base
import Foreign.C.String (CString, peekCString)
import Foreign.C.Types (CInt, CLong)
import Foreign.Marshal.Alloc (allocaBytes)
import Foreign.Marshal.Utils (with)
import Foreign.Ptr (Ptr)
import Foreign.Storable (peekByteOff)

-- | Months and a time.
data CalendarDiffTime = CalendarDiffTime { ctMonths :: Integer, ctTime :: NominalDiffTime } deriving Eq

instance Semigroup CalendarDiffTime where
  CalendarDiffTime m t <> CalendarDiffTime m' t' = CalendarDiffTime (m + m') (t + t')
instance Monoid CalendarDiffTime where mempty = CalendarDiffTime 0 0
instance Show CalendarDiffTime where
  show (CalendarDiffTime m (MkNominalDiffTime t)) = 'P' : show m ++ "MT" ++ showFixed True t ++ "S"
instance NFData CalendarDiffTime where rnf (CalendarDiffTime m t) = rnf m `seq` rnf t

calendarTimeDays :: CalendarDiffDays -> CalendarDiffTime
calendarTimeDays (CalendarDiffDays m d) = CalendarDiffTime m (fromInteger d * nominalDay)

calendarTimeTime :: NominalDiffTime -> CalendarDiffTime
calendarTimeTime = CalendarDiffTime 0

scaleCalendarDiffTime :: Integer -> CalendarDiffTime -> CalendarDiffTime
scaleCalendarDiffTime k (CalendarDiffTime m t) = CalendarDiffTime (k * m) (fromInteger k * t)

-- | Minutes ahead of Greenwich; whether that is so in summer only; a name, which may be empty.
data TimeZone = TimeZone { timeZoneMinutes :: Int, timeZoneSummerOnly :: Bool, timeZoneName :: String }
  deriving (Eq, Ord)

instance NFData TimeZone where rnf (TimeZone m s n) = rnf m `seq` rnf s `seq` rnf n
instance Show TimeZone where
  show zone = if null (timeZoneName zone) then timeZoneOffsetString zone else timeZoneName zone

minutesToTimeZone, hoursToTimeZone :: Int -> TimeZone
minutesToTimeZone m = TimeZone m False ""
hoursToTimeZone h = minutesToTimeZone (60 * h)

utc :: TimeZone
utc = TimeZone 0 False "UTC"

-- | As +HHMM.
timeZoneOffsetString :: TimeZone -> String
timeZoneOffsetString = timeZoneOffsetString' (Just '0')

-- | What it is filled up with.
timeZoneOffsetString' :: Maybe Char -> TimeZone -> String
timeZoneOffsetString' pad (TimeZone m _ _) =
  (if m < 0 then '-' else '+') : maybe (padded '0' 0) (`padded` 4) pad (hours * 100 + minutes)
  where (hours, minutes) = abs m `divMod` 60

foreign import ccall unsafe "tzset" c_tzset :: IO ()
foreign import ccall unsafe "localtime_r" c_localtime :: Ptr CLong -> Ptr () -> IO (Ptr ())

-- | Of this machine, or as the variable TZ says, at that time.
getTimeZone :: UTCTime -> IO TimeZone
getTimeZone t = with (floor (utcTimeToPOSIXSeconds t)) (\seconds -> allocaBytes 56 (\tm -> do
  c_tzset
  _ <- c_localtime seconds tm
  -- struct tm of x86-64 Linux: tm_isdst, tm_gmtoff, tm_zone.
  summer <- peekByteOff tm 32 :: IO CInt
  offset <- peekByteOff tm 40 :: IO CLong
  name <- peekByteOff tm 48 :: IO CString
  TimeZone (fromIntegral offset `div` 60) (summer > 0) <$> peekCString name))

getCurrentTimeZone :: IO TimeZone
getCurrentTimeZone = getCurrentTime >>= getTimeZone

-- | The second may be 60 and more, a leap second.
data TimeOfDay = TimeOfDay { todHour :: Int, todMin :: Int, todSec :: Pico } deriving (Eq, Ord)

instance NFData TimeOfDay where rnf (TimeOfDay h m s) = rnf h `seq` rnf m `seq` s `seq` ()
instance Show TimeOfDay where show (TimeOfDay h m s) = showTime (h, m, s)

midnight, midday :: TimeOfDay
midnight = TimeOfDay 0 0 0
midday = TimeOfDay 12 0 0

makeTimeOfDayValid :: Int -> Int -> Pico -> Maybe TimeOfDay
makeTimeOfDayValid h m s = do
  _ <- valid 0 23 h
  _ <- valid 0 59 m
  if s < 0 || s >= 61 then Nothing else Just (TimeOfDay h m s)

-- | Days, by which the day is another one there, and the time of the day.
utcToLocalTimeOfDay, localToUTCTimeOfDay :: TimeZone -> TimeOfDay -> (Integer, TimeOfDay)
utcToLocalTimeOfDay zone = minutesLater (timeZoneMinutes zone)
localToUTCTimeOfDay zone = minutesLater (negate (timeZoneMinutes zone))

minutesLater :: Int -> TimeOfDay -> (Integer, TimeOfDay)
minutesLater k (TimeOfDay h m s) = (toInteger days, TimeOfDay h' m' s)
  where
    (hours, m') = (m + k) `divMod` 60
    (days, h') = (h + hours) `divMod` 24

timeToDaysAndTimeOfDay :: NominalDiffTime -> (Integer, TimeOfDay)
timeToDaysAndTimeOfDay (MkNominalDiffTime t) = (days, TimeOfDay h m s)
  where
    (minutes, s) = t `divMod'` 60
    (hours, m) = fmap fromInteger (minutes `divMod` 60)
    (days, h) = fmap fromInteger (hours `divMod` (24 :: Integer))

daysAndTimeOfDayToTime :: Integer -> TimeOfDay -> NominalDiffTime
daysAndTimeOfDayToTime days (TimeOfDay h m s) =
  fromInteger ((days * 24 + toInteger h) * 3600 + toInteger m * 60) + MkNominalDiffTime s

timeToTimeOfDay :: DiffTime -> TimeOfDay
timeToTimeOfDay (MkDiffTime t) = case hoursOf t of (h, m, s) -> TimeOfDay h m s

timeOfDayToTime :: TimeOfDay -> DiffTime
timeOfDayToTime (TimeOfDay h m s) = fromIntegral (h * 3600 + m * 60) + MkDiffTime s

dayFractionToTimeOfDay :: Rational -> TimeOfDay
dayFractionToTimeOfDay r = timeToTimeOfDay (fromRational (r * 86400))

timeOfDayToDayFraction :: TimeOfDay -> Rational
timeOfDayToDayFraction t = toRational (timeOfDayToTime t) / 86400

data LocalTime = LocalTime { localDay :: Day, localTimeOfDay :: TimeOfDay } deriving (Eq, Ord)

instance NFData LocalTime where rnf (LocalTime d t) = rnf d `seq` rnf t
instance Show LocalTime where show (LocalTime d t) = showGregorian d ++ ' ' : show t

addLocalTime :: NominalDiffTime -> LocalTime -> LocalTime
addLocalTime d = utcToLocalTime utc . addUTCTime d . localTimeToUTC utc

diffLocalTime :: LocalTime -> LocalTime -> NominalDiffTime
diffLocalTime a b = diffUTCTime (localTimeToUTC utc a) (localTimeToUTC utc b)

utcToLocalTime :: TimeZone -> UTCTime -> LocalTime
utcToLocalTime zone (UTCTime day t) = case utcToLocalTimeOfDay zone (timeToTimeOfDay t) of
  (days, time) -> LocalTime (addDays days day) time

localTimeToUTC :: TimeZone -> LocalTime -> UTCTime
localTimeToUTC zone (LocalTime day t) = case localToUTCTimeOfDay zone t of
  (days, time) -> UTCTime (addDays days day) (timeOfDayToTime time)

-- | Of a longitude in degrees, positive in the east.
ut1ToLocalTime :: Rational -> UniversalTime -> LocalTime
ut1ToLocalTime longitude (ModJulianDate t) = case properFraction' (t + longitude / 360) of
  (day, r) -> LocalTime (ModifiedJulianDay day) (dayFractionToTimeOfDay r)
  where properFraction' x = let n = floor x in (n, x - fromInteger n)

localTimeToUT1 :: Rational -> LocalTime -> UniversalTime
localTimeToUT1 longitude (LocalTime (ModifiedJulianDay day) t) =
  ModJulianDate (fromInteger day + timeOfDayToDayFraction t - longitude / 360)

instance Show UniversalTime where show t = show (ut1ToLocalTime 0 t)

data ZonedTime = ZonedTime { zonedTimeToLocalTime :: LocalTime, zonedTimeZone :: TimeZone }

instance NFData ZonedTime where rnf (ZonedTime t z) = rnf t `seq` rnf z
instance Show ZonedTime where show (ZonedTime t z) = show t ++ ' ' : show z

utcToZonedTime :: TimeZone -> UTCTime -> ZonedTime
utcToZonedTime zone t = ZonedTime (utcToLocalTime zone t) zone

zonedTimeToUTC :: ZonedTime -> UTCTime
zonedTimeToUTC (ZonedTime t zone) = localTimeToUTC zone t

getZonedTime :: IO ZonedTime
getZonedTime = getCurrentTime >>= utcToLocalZonedTime

utcToLocalZonedTime :: UTCTime -> IO ZonedTime
utcToLocalZonedTime t = (`utcToZonedTime` t) <$> getTimeZone t
