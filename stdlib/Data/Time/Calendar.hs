-- | Days, by the Gregorian calendar.
module Data.Time.Calendar
  ( Day(..), addDays, diffDays, CalendarDiffDays(..), calendarDay, calendarWeek, calendarMonth, calendarYear
  , scaleCalendarDiffDays
  , toGregorian, fromGregorian, fromGregorianValid, showGregorian, gregorianMonthLength, isLeapYear
  , addGregorianMonthsClip, addGregorianMonthsRollOver, addGregorianYearsClip, addGregorianYearsRollOver
  , addGregorianDurationClip, addGregorianDurationRollOver, diffGregorianDurationClip, diffGregorianDurationRollOver
  , DayOfWeek(..), dayOfWeek
  ) where

import Control.DeepSeq (NFData(..))
import Data.Time.Calendar.Base

-- | Months and days.
data CalendarDiffDays = CalendarDiffDays { cdMonths :: Integer, cdDays :: Integer } deriving Eq

instance Semigroup CalendarDiffDays where
  CalendarDiffDays m d <> CalendarDiffDays m' d' = CalendarDiffDays (m + m') (d + d')
instance Monoid CalendarDiffDays where mempty = CalendarDiffDays 0 0
instance Show CalendarDiffDays where
  show (CalendarDiffDays m d) = 'P' : show m ++ 'M' : show d ++ "D"
instance NFData CalendarDiffDays where
  rnf (CalendarDiffDays m d) = rnf m `seq` rnf d

calendarDay, calendarWeek, calendarMonth, calendarYear :: CalendarDiffDays
calendarDay = CalendarDiffDays 0 1
calendarWeek = CalendarDiffDays 0 7
calendarMonth = CalendarDiffDays 1 0
calendarYear = CalendarDiffDays 12 0

scaleCalendarDiffDays :: Integer -> CalendarDiffDays -> CalendarDiffDays
scaleCalendarDiffDays k (CalendarDiffDays m d) = CalendarDiffDays (k * m) (k * d)

-- | What is beyond the end of the month is its last day (Clip) or days of the next month (RollOver).
addGregorianMonthsClip, addGregorianMonthsRollOver, addGregorianYearsClip, addGregorianYearsRollOver
  :: Integer -> Day -> Day
addGregorianMonthsClip n day = case monthsLater toGregorian n day of (y, m, d) -> fromGregorian y m d
addGregorianMonthsRollOver n day = case monthsLater toGregorian n day of (y, m, d) -> addDays (toInteger d - 1) (fromGregorian y m 1)
addGregorianYearsClip n = addGregorianMonthsClip (n * 12)
addGregorianYearsRollOver n = addGregorianMonthsRollOver (n * 12)

-- | The months first, then the days.
addGregorianDurationClip, addGregorianDurationRollOver :: CalendarDiffDays -> Day -> Day
addGregorianDurationClip (CalendarDiffDays m d) = addDays d . addGregorianMonthsClip m
addGregorianDurationRollOver (CalendarDiffDays m d) = addDays d . addGregorianMonthsRollOver m

-- | What must be added to the second day to get the first.
diffGregorianDurationClip, diffGregorianDurationRollOver :: Day -> Day -> CalendarDiffDays
diffGregorianDurationClip = diffBy addGregorianMonthsClip
diffGregorianDurationRollOver = diffBy addGregorianMonthsRollOver

diffBy :: (Integer -> Day -> Day) -> Day -> Day -> CalendarDiffDays
diffBy add day2 day1 = CalendarDiffDays months (diffDays day2 (add months day1))
  where months = monthsBetween toGregorian day2 day1

-- | Numbered from 1, Monday; beyond Sunday they go round.
data DayOfWeek = Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday deriving (Eq, Show, Read)

instance NFData DayOfWeek where rnf d = d `seq` ()
instance Enum DayOfWeek where
  toEnum n = case n `mod` 7 of
    0 -> Sunday
    1 -> Monday
    2 -> Tuesday
    3 -> Wednesday
    4 -> Thursday
    5 -> Friday
    _ -> Saturday
  fromEnum d = case d of
    Monday -> 1
    Tuesday -> 2
    Wednesday -> 3
    Thursday -> 4
    Friday -> 5
    Saturday -> 6
    Sunday -> 7
  enumFromTo a b
    | a == b = [a]
    | otherwise = a : enumFromTo (succ a) b
  enumFromThenTo a b c
    | b == c = [a, b]
    | otherwise = a : enumFromThenTo b (toEnum (2 * fromEnum b - fromEnum a)) c

dayOfWeek :: Day -> DayOfWeek
dayOfWeek (ModifiedJulianDay n) = toEnum (fromInteger (n + 3))
