-- | Easter by both reckonings: the Sunday after the Paschal full moon.
module Data.Time.Calendar.Easter (sundayAfter, orthodoxPaschalMoon, orthodoxEaster, gregorianPaschalMoon, gregorianEaster) where

import Data.Time.Calendar
import Data.Time.Calendar.Julian (fromJulian)

-- | The first Sunday strictly after a day.
sundayAfter :: Day -> Day
sundayAfter day = addDays (7 - (toModifiedJulianDay day + 3) `mod` 7) day

-- The epact moves by 11 days a year, 19 years being 235 months (E. M. Reingold, N. Dershowitz, "Calendrical Calculations").
-- | The full moon: days before the 19th of April of the calendar in question.
orthodoxPaschalMoon, gregorianPaschalMoon :: Integer -> Day
orthodoxPaschalMoon year = addDays (negate shiftedEpact) (fromJulian year' 4 19)
  where
    shiftedEpact = (14 + 11 * (year `mod` 19)) `mod` 30
    year' = if year > 0 then year else year - 1
gregorianPaschalMoon year = addDays (negate adjusted) (fromGregorian year 4 19)
  where
    century = year `div` 100 + 1
    shiftedEpact = (14 + 11 * (year `mod` 19) - (3 * century) `div` 4 + (5 + 8 * century) `div` 25) `mod` 30
    adjusted = if shiftedEpact == 0 || shiftedEpact == 1 && year `mod` 19 < 10 then shiftedEpact + 1 else shiftedEpact

orthodoxEaster, gregorianEaster :: Integer -> Day
orthodoxEaster = sundayAfter . orthodoxPaschalMoon
gregorianEaster = sundayAfter . gregorianPaschalMoon
