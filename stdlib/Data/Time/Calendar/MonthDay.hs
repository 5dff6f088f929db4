-- | Days of a year and of its months, for a leap year (True) or another. What is out of range is taken to the nearest
-- in range.
module Data.Time.Calendar.MonthDay
  ( monthAndDayToDayOfYear, monthAndDayToDayOfYearValid, dayOfYearToMonthAndDay, monthLength
  ) where

import Data.Time.Calendar.Base (clip, monthLength, valid)

monthAndDayToDayOfYear :: Bool -> Int -> Int -> Int
monthAndDayToDayOfYear leap m d = before leap month + clip 1 (monthLength leap month) d
  where month = clip 1 12 m

monthAndDayToDayOfYearValid :: Bool -> Int -> Int -> Maybe Int
monthAndDayToDayOfYearValid leap m d = do
  month <- valid 1 12 m
  day <- valid 1 (monthLength leap month) d
  return (before leap month + day)

before :: Bool -> Int -> Int
before leap month = sum (map (monthLength leap) [1 .. month - 1])

dayOfYearToMonthAndDay :: Bool -> Int -> (Int, Int)
dayOfYearToMonthAndDay leap = go 1 . clip 1 (if leap then 366 else 365)
  where go m d = case monthLength leap m of n -> if d > n then go (m + 1) (d - n) else (m, d)
