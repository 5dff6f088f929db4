-- | Days and what their numbers are in the Gregorian calendar, carried on before its beginning.
module Data.Time.Calendar.Base where

import Control.DeepSeq (NFData(..))
import Data.Ix (Ix(..))

-- | The days since 1858-11-17.
newtype Day = ModifiedJulianDay { toModifiedJulianDay :: Integer } deriving (Eq, Ord)

instance NFData Day where rnf (ModifiedJulianDay n) = rnf n
instance Enum Day where
  succ (ModifiedJulianDay n) = ModifiedJulianDay (succ n)
  pred (ModifiedJulianDay n) = ModifiedJulianDay (pred n)
  toEnum = ModifiedJulianDay . toEnum
  fromEnum (ModifiedJulianDay n) = fromEnum n
  enumFrom (ModifiedJulianDay a) = map ModifiedJulianDay (enumFrom a)
  enumFromThen (ModifiedJulianDay a) (ModifiedJulianDay b) = map ModifiedJulianDay (enumFromThen a b)
  enumFromTo (ModifiedJulianDay a) (ModifiedJulianDay b) = map ModifiedJulianDay (enumFromTo a b)
  enumFromThenTo (ModifiedJulianDay a) (ModifiedJulianDay b) (ModifiedJulianDay c) =
    map ModifiedJulianDay (enumFromThenTo a b c)
instance Ix Day where
  range (ModifiedJulianDay a, ModifiedJulianDay b) = map ModifiedJulianDay (range (a, b))
  index (ModifiedJulianDay a, ModifiedJulianDay b) (ModifiedJulianDay c) = index (a, b) c
  inRange (ModifiedJulianDay a, ModifiedJulianDay b) (ModifiedJulianDay c) = inRange (a, b) c
  rangeSize (ModifiedJulianDay a, ModifiedJulianDay b) = rangeSize (a, b)
instance Show Day where show = showGregorian

addDays :: Integer -> Day -> Day
addDays n (ModifiedJulianDay a) = ModifiedJulianDay (a + n)

diffDays :: Day -> Day -> Integer
diffDays (ModifiedJulianDay a) (ModifiedJulianDay b) = a - b

isLeapYear :: Integer -> Bool
isLeapYear y = y `mod` 4 == 0 && (y `mod` 400 == 0 || y `mod` 100 /= 0)

-- | Of a leap year or another, and a month.
monthLength :: Bool -> Int -> Int
monthLength leap m = case clip 1 12 m of
  2 | leap -> 29
    | otherwise -> 28
  k | k `elem` [4, 6, 9, 11] -> 30
    | otherwise -> 31

clip :: Ord t => t -> t -> t -> t
clip low high = max low . min high

valid :: Ord t => t -> t -> t -> Maybe t
valid low high x = if x < low || x > high then Nothing else Just x

-- | What a calendar says of a day, some months later, with the day of the month as it is.
monthsLater :: (Day -> (Integer, Int, Int)) -> Integer -> Day -> (Integer, Int, Int)
monthsLater calendar n day = case calendar day of
  (y, m, d) -> case (y * 12 + toInteger (m - 1) + n) `divMod` 12 of (y', m') -> (y', fromInteger m' + 1, d)

-- | Whole months that must be added to the second day not to go beyond the first.
monthsBetween :: (Day -> (Integer, Int, Int)) -> Day -> Day -> Integer
monthsBetween calendar day2 day1
  | day2 >= day1 = if d2 >= d1 then apart else apart - 1
  | otherwise = if d2 <= d1 then apart else apart + 1
  where
    (y1, m1, d1) = calendar day1
    (y2, m2, d2) = calendar day2
    apart = (y2 - y1) * 12 + toInteger (m2 - m1)

-- Years begin in March, so that the day that may be missing is the last one; 400 of them are 146097 days (the
-- algorithm: Howard Hinnant, "chrono-compatible low-level date algorithms"). The first of March of the year 0 is 678881
-- days before the modified Julian day 0.
-- | Year, month and day.
toGregorian :: Day -> (Integer, Int, Int)
toGregorian (ModifiedJulianDay n) = (if month <= 2 then year + 1 else year, month, day)
  where
    day = fromInteger (dayOfYear - (153 * k + 2) `div` 5 + 1)
    (era, dayOfEra) = (n + 678881) `divMod` 146097
    yearOfEra = (dayOfEra - dayOfEra `div` 1460 + dayOfEra `div` 36524 - dayOfEra `div` 146096) `div` 365
    dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra `div` 4 - yearOfEra `div` 100)
    year = yearOfEra + era * 400
    k = (5 * dayOfYear + 2) `div` 153   -- months after March
    month = if k < 10 then fromInteger k + 3 else fromInteger k - 9

-- | Months and days out of range are taken to the nearest in range.
fromGregorian :: Integer -> Int -> Int -> Day
fromGregorian y m d = firstOfMonth y month (clip 1 (monthLength (isLeapYear y) month) d)
  where month = clip 1 12 m

fromGregorianValid :: Integer -> Int -> Int -> Maybe Day
fromGregorianValid y m d = do
  month <- valid 1 12 m
  day <- valid 1 (monthLength (isLeapYear y) month) d
  return (firstOfMonth y month day)

-- The day d of a month, where d may be any number.
firstOfMonth :: Integer -> Int -> Int -> Day
firstOfMonth y m d =
  ModifiedJulianDay (era * 146097 + yearOfEra * 365 + yearOfEra `div` 4 - yearOfEra `div` 100 + dayOfYear - 678881)
  where
    (era, yearOfEra) = (if m <= 2 then y - 1 else y) `divMod` 400
    dayOfYear = toInteger ((153 * (if m > 2 then m - 3 else m + 9) + 2) `div` 5 + d - 1)

gregorianMonthLength :: Integer -> Int -> Int
gregorianMonthLength = monthLength . isLeapYear

-- | ISO 8601: yyyy-mm-dd.
showGregorian :: Day -> String
showGregorian day = case toGregorian day of (y, m, d) -> padded '0' 4 y ++ '-' : padded '0' 2 m ++ '-' : padded '0' 2 d

-- A number of at least so many digits; the sign comes before what it is filled up with.
padded :: (Show t, Ord t, Num t) => Char -> Int -> t -> String
padded c n x
  | x < 0 = '-' : padded c n (negate x)
  | otherwise = replicate (n - length digits) c ++ digits
  where digits = show x

-- | Year and day of the year.
toOrdinalDate :: Day -> (Integer, Int)
toOrdinalDate day = case toGregorian day of (y, _, _) -> (y, fromInteger (diffDays day (firstOfMonth y 1 1)) + 1)

-- | A day out of range is taken to the nearest in range.
fromOrdinalDate :: Integer -> Int -> Day
fromOrdinalDate y d = firstOfMonth y 1 (clip 1 (if isLeapYear y then 366 else 365) d)

fromOrdinalDateValid :: Integer -> Int -> Maybe Day
fromOrdinalDateValid y d = fmap (firstOfMonth y 1) (valid 1 (if isLeapYear y then 366 else 365) d)
