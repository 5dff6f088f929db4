-- | Times as a format says: after %, a flag (_ - 0 ^ #), a width, E, and a letter.
module Data.Time.Format.Show (FormatTime, formatTime) where

import Control.Applicative ((<|>))
import Data.Char (isDigit, toLower, toUpper)
import Data.Fixed (Fixed(..), Pico)
import Data.List (dropWhileEnd)
import Data.Maybe (fromMaybe, isJust)
import Data.Time.Calendar
import Data.Time.Calendar.Base (padded, toOrdinalDate)
import Data.Time.Calendar.OrdinalDate (mondayStartWeek, sundayStartWeek)
import Data.Time.Calendar.WeekDate (toWeekDate)
import Data.Time.Clock
import Data.Time.Clock.Base
import Data.Time.Format.Locale
import Data.Time.LocalTime

data Options = Options { locale :: TimeLocale, flag :: Maybe Char, width :: Maybe Int, alternative :: Bool }

-- | What the letters say of a type.
class FormatTime t where
  formatter :: Char -> Maybe (Options -> t -> String)

formatTime :: FormatTime t => TimeLocale -> String -> t -> String
formatTime l format t = case format of
  [] -> []
  '%' : rest | Just (out, rest') <- directive l rest t -> out ++ formatTime l rest' t
  c : rest -> c : formatTime l rest t

-- What a letter means, and the rest; nothing where the format ends before the letter. Letters that say nothing of the
-- type are left out.
directive :: FormatTime t => TimeLocale -> String -> t -> Maybe (String, String)
directive l text t = case afterE of
  [] -> Nothing
  c : rest -> Just (maybe "" (\f -> cased (f options t)) (literal c <|> formatter c), rest)
  where
    (flags, afterFlag) = case text of
      c : rest | c `elem` "_-0^#" -> (Just c, rest)
      _ -> (Nothing, text)
    (digits, afterWidth) = span isDigit afterFlag
    (alt, afterE) = case afterWidth of
      'E' : rest -> (True, rest)
      _ -> (False, afterWidth)
    options = Options l flags (if null digits then Nothing else Just (read digits)) alt
    cased = case flags of
      Just '^' -> map toUpper
      Just '#' -> map toLower
      _ -> id

literal :: Char -> Maybe (Options -> t -> String)
literal c = case c of
  '%' -> Just (\o _ -> string o "%")
  't' -> Just (\o _ -> string o "\t")
  'n' -> Just (\o _ -> string o "\n")
  _ -> Nothing

string :: Options -> String -> String
string o s = replicate (fromMaybe 0 (width o) - length s) (if flag o == Just '0' then '0' else ' ') ++ s

-- What a number is filled up with: by the flag, or where there is a width.
filler :: Maybe Char -> Options -> Maybe Char
filler standard o = case flag o of
  Just '_' -> Just ' '
  Just '0' -> Just '0'
  Just '-' -> if isJust (width o) then Just ' ' else Nothing
  _ -> standard <|> (if isJust (width o) then Just '0' else Nothing)

-- Filled up with that, where nothing else is said, to that width.
number :: (Show n, Ord n, Num n) => Maybe Char -> Int -> Options -> n -> String
number standard w o n = maybe (padded '0' 0) (`padded` fromMaybe w (width o)) (filler standard o) n

plain, zeros, blanks :: (Show n, Ord n, Num n) => Int -> Options -> n -> String
plain = number Nothing
zeros = number (Just '0')
blanks = number (Just ' ')

-- The digits of a fraction, in picoseconds: without the last zeros, or filled up with something.
fraction :: Maybe Char -> Options -> Integer -> String
fraction pad o ps = case pad of
  Nothing -> maybe id take (width o) digits
  Just c -> take (fromMaybe 12 (width o)) (digits ++ repeat c)
  where digits = dropWhileEnd (== '0') (padded '0' 12 ps)

point :: String -> String
point s = if null s then s else '.' : s

by :: (Options -> a -> String) -> (t -> a) -> Maybe (Options -> t -> String)
by f g = Just (\o -> f o . g)

-- A format of the locale.
whole :: FormatTime t => (TimeLocale -> String) -> Maybe (Options -> t -> String)
whole f = Just (\o t -> string o (formatTime (locale o) (f (locale o)) t))

mapped :: FormatTime a => (t -> a) -> Char -> Maybe (Options -> t -> String)
mapped g c = fmap (\f o -> f o . g) (formatter c)

instance FormatTime Day where
  formatter c = case c of
    'D' -> whole (const "%m/%d/%y")
    'F' -> whole (const "%Y-%m-%d")
    'x' -> whole dateFmt
    'Y' -> by (plain 4) year
    'y' -> by (zeros 2) ((`mod` 100) . year)
    'C' -> by (plain 2) ((`div` 100) . year)
    'B' -> by (\o m -> string o (fst (months (locale o) !! (m - 1)))) month
    'b' -> by (\o m -> string o (snd (months (locale o) !! (m - 1)))) month
    'h' -> formatter 'b'
    'm' -> by (zeros 2) month
    'd' -> by (zeros 2) day
    'e' -> by (blanks 2) day
    'j' -> by (zeros 3) (snd . toOrdinalDate)
    'G' -> by (plain 4) weekYear
    'g' -> by (zeros 2) ((`mod` 100) . weekYear)
    'f' -> by (plain 2) ((`div` 100) . weekYear)
    'V' -> by (zeros 2) (\d -> case toWeekDate d of (_, w, _) -> w)
    'U' -> by (zeros 2) (fst . sundayStartWeek)
    'W' -> by (zeros 2) (fst . mondayStartWeek)
    _ -> mapped dayOfWeek c
    where
      year d = case toGregorian d of (y, _, _) -> y
      month d = case toGregorian d of (_, m, _) -> m
      day d = case toGregorian d of (_, _, n) -> n
      weekYear d = case toWeekDate d of (y, _, _) -> y

instance FormatTime DayOfWeek where
  formatter c = case c of
    'u' -> by (plain 1) fromEnum
    'w' -> by (plain 1) ((`mod` 7) . fromEnum)
    'a' -> by (\o d -> string o (snd (wDays (locale o) !! (fromEnum d `mod` 7)))) id
    'A' -> by (\o d -> string o (fst (wDays (locale o) !! (fromEnum d `mod` 7)))) id
    _ -> Nothing

instance FormatTime TimeOfDay where
  formatter c = case c of
    'R' -> whole (const "%H:%M")
    'T' -> whole (const "%H:%M:%S")
    'X' -> whole timeFmt
    'r' -> whole time12Fmt
    'P' -> by (\o -> string o . map toLower . half o) todHour
    'p' -> by (\o -> string o . half o) todHour
    'H' -> by (zeros 2) todHour
    'I' -> by (zeros 2) (hour12 . todHour)
    'k' -> by (blanks 2) todHour
    'l' -> by (blanks 2) (hour12 . todHour)
    'M' -> by (zeros 2) todMin
    'S' -> by (zeros 2) (fst . seconds . todSec)
    'q' -> by (\o -> fraction (filler (Just '0') o) o) (snd . seconds . todSec)
    'Q' -> by (\o -> point . fraction (filler Nothing o) o) (snd . seconds . todSec)
    _ -> Nothing
    where
      half o h = (if h < 12 then fst else snd) (amPm (locale o))
      hour12 h = (h - 1) `mod` 12 + 1

-- Seconds and picoseconds, of one sign.
seconds :: Pico -> (Integer, Integer)
seconds (MkFixed t) = t `quotRem` 1000000000000

instance FormatTime LocalTime where
  formatter c = case c of
    'c' -> Just (\o -> formatTime (locale o) (dateTimeFmt (locale o)))
    _ -> mapped localDay c <|> mapped localTimeOfDay c

instance FormatTime TimeZone where
  formatter c = case c of
    'z' -> Just (\o -> offset o . timeZoneMinutes)
    'Z' -> Just (\o z -> if null (timeZoneName z) then offset o (timeZoneMinutes z) else string o (timeZoneName z))
    _ -> Nothing

offset :: Options -> Int -> String
offset o m = (if m < 0 then '-' else '+') : digits
  where
    (hours, minutes) = abs m `divMod` 60
    pad = filler (Just '0') o
    -- All four digits, but where "-" says otherwise.
    least n taken = (if flag o == Just '-' then id else max n) (fromMaybe 0 (width o) - taken)
    digits | alternative o = maybe (show hours) (\c -> padded c (least 2 3) hours) pad ++ ':' : padded '0' 2 minutes
           | otherwise = maybe show (\c -> padded c (least 4 0)) pad (hours * 100 + minutes)

instance FormatTime ZonedTime where
  formatter c = case c of
    'c' -> Just (\o -> formatTime (locale o) (dateTimeFmt (locale o)))
    's' -> by (plain 1) (floor' . utcTimeToPOSIXSeconds . zonedTimeToUTC)
    _ -> mapped zonedTimeToLocalTime c <|> mapped zonedTimeZone c
    where floor' t = floor t :: Integer

instance FormatTime UTCTime where formatter = mapped (utcToZonedTime utc)
instance FormatTime UniversalTime where formatter = mapped (ut1ToLocalTime 0)

instance FormatTime NominalDiffTime where
  formatter c = case c of
    'w' -> total 1 604800
    'd' -> total 1 86400
    'D' -> part 1 86400 7
    'h' -> total 1 3600
    'H' -> part 2 3600 24
    'm' -> total 1 60
    'M' -> part 2 60 60
    's' -> Just (\o (MkNominalDiffTime t) -> decimal 1 o t)
    'S' -> Just (\o (MkNominalDiffTime (MkFixed t)) -> decimal 2 o (MkFixed (t `rem` 60000000000000)))
    _ -> Nothing
    where
      total w n = by (plain w) (\(MkNominalDiffTime t) -> fst (seconds t) `quot` n)
      part w n m = by (plain w) (\(MkNominalDiffTime t) -> fst (seconds t) `quot` n `rem` m)
      decimal w o t
        | not (alternative o) = plain w o (fst (seconds t))
        | otherwise = (if t < 0 then "-" else "") ++ maybe (padded '0' 0) (`padded` w) pad s
            ++ point (fraction pad o { width = places } ps)
        where
          (s, ps) = seconds (abs t)
          pad = filler Nothing o
          -- Other widths say no more than that there is something to fill up.
          places = if flag o == Just '-' then width o else Nothing

instance FormatTime DiffTime where formatter = mapped (\(MkDiffTime t) -> MkNominalDiffTime t)

instance FormatTime CalendarDiffDays where
  formatter c = case c of
    'y' -> by (plain 1) ((`quot` 12) . cdMonths)
    'b' -> by (plain 1) cdMonths
    'B' -> by (plain 2) ((`rem` 12) . cdMonths)
    'w' -> by (plain 1) ((`quot` 7) . cdDays)
    'd' -> by (plain 1) cdDays
    'D' -> by (plain 1) ((`rem` 7) . cdDays)
    _ -> Nothing

instance FormatTime CalendarDiffTime where
  formatter c = if c `elem` "ybB" then mapped (\t -> CalendarDiffDays (ctMonths t) 0) c else mapped ctTime c
