-- | Year and day of the year; year, week and day of the week, where the first Monday or Sunday begins week 1.
module Data.Time.Calendar.OrdinalDate
  ( toOrdinalDate, fromOrdinalDate, fromOrdinalDateValid, showOrdinalDate, isLeapYear
  , mondayStartWeek, sundayStartWeek, fromMondayStartWeek, fromMondayStartWeekValid, fromSundayStartWeek
  , fromSundayStartWeekValid
  ) where

import Data.Time.Calendar.Base

showOrdinalDate :: Day -> String
showOrdinalDate day = case toOrdinalDate day of (y, d) -> padded '0' 4 y ++ '-' : padded '0' 3 d

-- | Week and day: Monday is 1, Sunday 7.
mondayStartWeek :: Day -> (Int, Int)
mondayStartWeek day = ((snd (toOrdinalDate day) - 1 + 7 - weekday) `div` 7, weekday + 1)
  where weekday = afterMonday day

-- | Week and day: Sunday is 0, Saturday 6.
sundayStartWeek :: Day -> (Int, Int)
sundayStartWeek day = ((snd (toOrdinalDate day) - 1 + 7 - weekday) `div` 7, weekday)
  where weekday = (afterMonday day + 1) `mod` 7

-- The days since the last Monday.
afterMonday :: Day -> Int
afterMonday (ModifiedJulianDay n) = fromInteger ((n + 2) `mod` 7)

fromMondayStartWeek, fromSundayStartWeek :: Integer -> Int -> Int -> Day
fromMondayStartWeek y w d = addDays (toInteger (negate (afterMonday first) `mod` 7 + 7 * (w - 1) + d - 1)) first
  where first = fromOrdinalDate y 1
fromSundayStartWeek y w d = addDays (toInteger ((negate (afterMonday first) - 1) `mod` 7 + 7 * (w - 1) + d)) first
  where first = fromOrdinalDate y 1

-- | Nothing where the day is not of that year.
fromMondayStartWeekValid, fromSundayStartWeekValid :: Integer -> Int -> Int -> Maybe Day
fromMondayStartWeekValid y w d = valid 1 7 d >>= ofYear y . fromMondayStartWeek y w
fromSundayStartWeekValid y w d = valid 0 6 d >>= ofYear y . fromSundayStartWeek y w

ofYear :: Integer -> Day -> Maybe Day
ofYear y day = if fst (toOrdinalDate day) == y then Just day else Nothing
