-- | The Julian calendar (every fourth year is a leap year), proleptic: also before it was introduced. Out of range months and days are
-- taken to the nearest in range.
module Data.Time.Calendar.Julian
  ( toJulianYearAndDay, fromJulianYearAndDay, fromJulianYearAndDayValid, showJulianYearAndDay, isJulianLeapYear
  , toJulian, fromJulian, fromJulianValid, showJulian, julianMonthLength
  , addJulianMonthsClip, addJulianMonthsRollOver, addJulianYearsClip, addJulianYearsRollOver
  , addJulianDurationClip, addJulianDurationRollOver, diffJulianDurationClip, diffJulianDurationRollOver
  ) where

import Data.Time.Calendar
import Data.Time.Calendar.Base
import Data.Time.Calendar.MonthDay

isJulianLeapYear :: Integer -> Bool
isJulianLeapYear y = y `mod` 4 == 0

-- | Year and day of the year.
toJulianYearAndDay :: Day -> (Integer, Int)
toJulianYearAndDay (ModifiedJulianDay n) = (4 * cycles + year + 1, fromInteger (rest - 365 * year) + 1)
  where
    (cycles, rest) = (n - firstDay) `divMod` 1461   -- four years, the last of them the leap year
    year = min 3 (rest `div` 365)

-- The first day of the year 1 as a modified Julian day.
firstDay :: Integer
firstDay = -678577

-- The day d of a year, where d may be any number.
dayOfYear :: Integer -> Int -> Day
dayOfYear year d = ModifiedJulianDay (firstDay + 365 * y + y `div` 4 + toInteger d - 1)
  where y = year - 1

daysOfYear :: Integer -> Int
daysOfYear y = if isJulianLeapYear y then 366 else 365

fromJulianYearAndDay :: Integer -> Int -> Day
fromJulianYearAndDay y d = dayOfYear y (clip 1 (daysOfYear y) d)

fromJulianYearAndDayValid :: Integer -> Int -> Maybe Day
fromJulianYearAndDayValid y d = fmap (dayOfYear y) (valid 1 (daysOfYear y) d)

showJulianYearAndDay :: Day -> String
showJulianYearAndDay day = case toJulianYearAndDay day of (y, d) -> padded '0' 4 y ++ '-' : padded '0' 3 d

-- | Year, month and day.
toJulian :: Day -> (Integer, Int, Int)
toJulian day = case toJulianYearAndDay day of
  (y, d) -> case dayOfYearToMonthAndDay (isJulianLeapYear y) d of (month, d') -> (y, month, d')

fromJulian :: Integer -> Int -> Int -> Day
fromJulian y m d = dayOfYear y (monthAndDayToDayOfYear (isJulianLeapYear y) m d)

fromJulianValid :: Integer -> Int -> Int -> Maybe Day
fromJulianValid y m d = fmap (dayOfYear y) (monthAndDayToDayOfYearValid (isJulianLeapYear y) m d)

showJulian :: Day -> String
showJulian day = case toJulian day of (y, m, d) -> padded '0' 4 y ++ '-' : padded '0' 2 m ++ '-' : padded '0' 2 d

julianMonthLength :: Integer -> Int -> Int
julianMonthLength = monthLength . isJulianLeapYear

-- | What is beyond the end of the month is its last day (Clip) or days of the next month (RollOver).
addJulianMonthsClip, addJulianMonthsRollOver, addJulianYearsClip, addJulianYearsRollOver :: Integer -> Day -> Day
addJulianMonthsClip n day = case monthsLater toJulian n day of (y, m, d) -> fromJulian y m d
addJulianMonthsRollOver n day = case monthsLater toJulian n day of (y, m, d) -> addDays (toInteger d - 1) (fromJulian y m 1)
addJulianYearsClip n = addJulianMonthsClip (n * 12)
addJulianYearsRollOver n = addJulianMonthsRollOver (n * 12)

-- | The months first, then the days.
addJulianDurationClip, addJulianDurationRollOver :: CalendarDiffDays -> Day -> Day
addJulianDurationClip (CalendarDiffDays m d) = addDays d . addJulianMonthsClip m
addJulianDurationRollOver (CalendarDiffDays m d) = addDays d . addJulianMonthsRollOver m

-- | What must be added to the second day to get the first.
diffJulianDurationClip, diffJulianDurationRollOver :: Day -> Day -> CalendarDiffDays
diffJulianDurationClip = diffBy addJulianMonthsClip
diffJulianDurationRollOver = diffBy addJulianMonthsRollOver

diffBy :: (Integer -> Day -> Day) -> Day -> Day -> CalendarDiffDays
diffBy add day2 day1 = CalendarDiffDays months (diffDays day2 (add months day1))
  where months = monthsBetween toJulian day2 day1
