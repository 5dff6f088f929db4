-- | The weeks of ISO 8601: they begin with Monday, and belong to the year that has their Thursday.
module Data.Time.Calendar.WeekDate (toWeekDate, fromWeekDate, fromWeekDateValid, showWeekDate) where

import Data.Time.Calendar.Base

-- | Year, week and day, from 1, Monday, to 7.
toWeekDate :: Day -> (Integer, Int, Int)
toWeekDate day@(ModifiedJulianDay n) = (y, (d - 1) `div` 7 + 1, weekday)
  where
    weekday = fromInteger ((n + 2) `mod` 7) + 1
    (y, d) = toOrdinalDate (addDays (toInteger (4 - weekday)) day)

-- | Weeks and days out of range are taken to the nearest in range.
fromWeekDate :: Integer -> Int -> Int -> Day
fromWeekDate y w d = dayOf y (clip 1 (weeks y) w) (clip 1 7 d)

fromWeekDateValid :: Integer -> Int -> Int -> Maybe Day
fromWeekDateValid y w d = do
  week <- valid 1 (weeks y) w
  day <- valid 1 7 d
  return (dayOf y week day)

-- The fourth of January is in week 1.
dayOf :: Integer -> Int -> Int -> Day
dayOf y w d = addDays (toInteger (7 * (w - 1) + d - weekday)) fourth
  where
    fourth = fromGregorian y 1 4
    (_, _, weekday) = toWeekDate fourth

-- The 28th of December is in the last week.
weeks :: Integer -> Int
weeks y = case toWeekDate (fromGregorian y 12 28) of (_, w, _) -> w

showWeekDate :: Day -> String
showWeekDate day = case toWeekDate day of (y, w, d) -> padded '0' 4 y ++ "-W" ++ padded '0' 2 w ++ '-' : show d
