-- | Times from text, by the formats of "Data.Time.Format.Show"; of the flags, - _ and 0 say how numbers are filled up.
module Data.Time.Format.Parse
  ( ParseTime, parseTimeM, parseTimeOrError, readSTime, readPTime, parseTime, readTime, readsTime
  ) where

import Control.Monad (foldM)
import Data.Char (isAlpha, isDigit, isSpace, toLower, toUpper)
import Data.Fixed (Fixed(..), Pico, mod')
import Data.List (find)
import Data.Time.Calendar
import Data.Time.Calendar.Base (valid)
import Data.Time.Calendar.OrdinalDate (fromMondayStartWeekValid, fromOrdinalDateValid, fromSundayStartWeekValid)
import Data.Time.Calendar.WeekDate (fromWeekDateValid)
import Data.Time.Clock
import Data.Time.Clock.Base
import Data.Time.Format.Locale
import Data.Time.LocalTime
import Text.ParserCombinators.ReadP hiding (many)
import Text.Read (readMaybe)

-- | What has been read: letters and their texts, from which a value is made.
class ParseTime t where
  build :: TimeLocale -> [(Char, String)] -> Maybe t

-- | Whether space around the text may be; a format; the text.
parseTimeM :: (MonadFail m, ParseTime t) => Bool -> TimeLocale -> String -> String -> m t
parseTimeM spaces l format text = case parses spaces l format text of
  [t] -> return t
  [] -> fail ("parseTimeM: no parse of " ++ show text)
  _ -> fail ("parseTimeM: multiple parses of " ++ show text)

parseTimeOrError :: ParseTime t => Bool -> TimeLocale -> String -> String -> t
parseTimeOrError spaces l format text = case parses spaces l format text of
  [t] -> t
  [] -> error ("parseTimeOrError: no parse of " ++ show text)
  _ -> error ("parseTimeOrError: multiple parses of " ++ show text)

parses :: ParseTime t => Bool -> TimeLocale -> String -> String -> [t]
parses spaces l format text =
  [t | (t, rest) <- readSTime spaces l format text, null (if spaces then dropWhile isSpace rest else rest)]

readSTime :: ParseTime t => Bool -> TimeLocale -> String -> ReadS t
readSTime spaces l format = readP_to_S (readPTime spaces l format)

-- A format that begins with a space reads it itself.
readPTime :: ParseTime t => Bool -> TimeLocale -> String -> ReadP t
readPTime spaces l format = if spaces then given <++ (skipSpaces >> given) else given
  where given = directives l format >>= maybe pfail return . build l

parseTime :: ParseTime t => TimeLocale -> String -> String -> Maybe t
parseTime = parseTimeM True
{-# DEPRECATED parseTime "Use 'parseTimeM True'." #-}

readTime :: ParseTime t => TimeLocale -> String -> String -> t
readTime = parseTimeOrError True
{-# DEPRECATED readTime "Use 'parseTimeOrError True'." #-}

readsTime :: ParseTime t => TimeLocale -> String -> ReadS t
readsTime = readSTime True
{-# DEPRECATED readsTime "Use 'readSTime True'." #-}

data Padding = Unpadded | Spaces | Zeros

-- Any letter may stand in a format of any type: what does not matter for it is only read.
directives :: TimeLocale -> String -> ReadP [(Char, String)]
directives l = go
  where
    go format = case format of
      [] -> return []
      '%' : rest -> flagged rest
      c : rest
        | isSpace c -> do
            _ <- satisfy isSpace
            case rest of
              d : _ | isSpace d -> return ()
              _ -> skipSpaces
            go rest
        | otherwise -> charOf c >> go rest
    flagged format = case format of
      '-' : rest -> letter (Just Unpadded) rest
      '_' : rest -> letter (Just Spaces) rest
      '0' : rest -> letter (Just Zeros) rest
      _ -> letter Nothing format
    letter pad format = case format of
      [] -> pfail
      'E' : rest -> letter pad rest
      '%' : rest -> char '%' >> go rest
      c : rest
        | Just format' <- substitute l c -> (++) <$> go format' <*> go rest
        | otherwise -> do
            text <- specifier l pad c
            fmap ((c, text) :) (go rest)

substitute :: TimeLocale -> Char -> Maybe String
substitute l c = case c of
  'c' -> Just (dateTimeFmt l)
  'R' -> Just "%H:%M"
  'T' -> Just "%H:%M:%S"
  'X' -> Just (timeFmt l)
  'r' -> Just (time12Fmt l)
  'D' -> Just "%m/%d/%y"
  'F' -> Just "%Y-%m-%d"
  'x' -> Just (dateFmt l)
  'h' -> Just "%b"
  _ -> Nothing

specifier :: TimeLocale -> Maybe Padding -> Char -> ReadP String
specifier l pad c = case c of
  'Y' -> digits Spaces 4
  'G' -> digits Spaces 4
  'C' -> digits Spaces 2
  'f' -> digits Spaces 2
  'B' -> oneOf (map fst (months l))
  'b' -> oneOf (map snd (months l))
  'A' -> oneOf (map fst (wDays l))
  'a' -> oneOf (map snd (wDays l))
  'P' -> oneOf [fst (amPm l), snd (amPm l)]
  'p' -> oneOf [fst (amPm l), snd (amPm l)]
  'u' -> oneOf (map (: []) ['1' .. '7'])
  'w' -> oneOf (map (: []) ['0' .. '6'])
  'e' -> digits Spaces 2
  'k' -> digits Spaces 2
  'l' -> digits Spaces 2
  'j' -> digits Zeros 3
  'q' -> digits Zeros 12
  'Q' -> (char '.' >> munch isDigit) <++ return ""
  's' -> (char '-' >> fmap ('-' :) (munch1 isDigit)) <++ munch1 isDigit
  'z' -> offsetOf
  'Z' -> munch1 isAlpha <++ offsetOf
  _ | c `elem` "ygmdVUWHIMS" -> digits Zeros 2
    | otherwise -> pfail
  where
    digits standard n = case maybe standard id pad of
      Zeros -> count n (satisfy isDigit)
      Spaces -> skipSpaces >> many1 (satisfy isDigit)
      Unpadded -> many1 (satisfy isDigit)

-- +HHMM or +HH:MM
offsetOf :: ReadP String
offsetOf = do
  sign <- satisfy (`elem` "+-")
  hours <- count 2 (satisfy isDigit)
  _ <- option ':' (char ':')
  minutes <- count 2 (satisfy isDigit)
  return (sign : hours ++ minutes)

charOf :: Char -> ReadP Char
charOf c = satisfy (\d -> toLower d == toLower c)

oneOf :: [String] -> ReadP String
oneOf = choice . map (\s -> mapM charOf s)

same :: String -> String -> Bool
same a b = map toLower a == map toLower b

-- The number of the text in a list, from 0.
place :: String -> [String] -> Maybe Int
place s names = lookup True (zip (map (same s) names) [0 ..])

data Part = Century Integer | YearOfCentury Integer | Month Int | DayOfMonth Int | DayOfYear Int | DayOfTheWeek Int
  | Week Kind Int
data Kind = Iso | FromSunday | FromMonday

instance ParseTime Day where
  build l pairs = concat <$> mapM part pairs >>= ofParts
    where
      part (c, s) = case c of
        'C' -> fmap (\n -> [Century n]) (readMaybe s)
        'f' -> part ('C', s)
        'Y' -> fmap (\n -> [Century (n `div` 100), YearOfCentury (n `mod` 100)]) (readMaybe s)
        'G' -> part ('Y', s)
        'y' -> fmap (\n -> [YearOfCentury n]) (readMaybe s)
        'g' -> part ('y', s)
        'B' -> fmap (\n -> [Month (n + 1)]) (place s (map fst (months l)))
        'b' -> fmap (\n -> [Month (n + 1)]) (place s (map snd (months l)))
        'm' -> ranged 1 12 Month
        'd' -> ranged 1 31 DayOfMonth
        'e' -> ranged 1 31 DayOfMonth
        'V' -> ranged 1 53 (Week Iso)
        'U' -> ranged 0 53 (Week FromSunday)
        'W' -> ranged 0 53 (Week FromMonday)
        'j' -> ranged 1 366 DayOfYear
        'u' -> ranged 1 7 DayOfTheWeek
        'w' -> ranged 0 6 (DayOfTheWeek . sunday)
        'a' -> fmap (\n -> [DayOfTheWeek (sunday n)]) (place s (map snd (wDays l)))
        'A' -> fmap (\n -> [DayOfTheWeek (sunday n)]) (place s (map fst (wDays l)))
        _ -> Just []
        where ranged low high f = readMaybe s >>= valid low high >>= \n -> Just [f n]
      sunday n = if n == 0 then 7 else n

-- The first of month, day of the year and week says how the day is given; of the others the last ones count.
ofParts :: [Part] -> Maybe Day
ofParts parts = go parts
  where
    year = 100 * final (if yearOfCentury >= 69 then 19 else 20) [n | Century n <- parts] + yearOfCentury
    yearOfCentury = final 70 [n | YearOfCentury n <- parts]
    go rest = case rest of
      Month m : _ -> fromGregorianValid year m (final 1 [n | DayOfMonth n <- parts])
      DayOfYear d : _ -> fromOrdinalDateValid year d
      Week kind w : _ -> let d = final 4 [n | DayOfTheWeek n <- parts] in case kind of
        Iso -> fromWeekDateValid year w d
        FromSunday -> fromSundayStartWeekValid year w (d `mod` 7)
        FromMonday -> fromMondayStartWeekValid year w d
      _ : more -> go more
      [] -> go [Month 1]

final :: a -> [a] -> a
final x xs = if null xs then x else last xs

instance ParseTime TimeOfDay where
  build l = foldM part midnight
    where
      part t@(TimeOfDay h m s) (c, text) = case c of
        'P' -> half
        'p' -> half
        'H' -> hour 0 23
        'I' -> hour 1 12
        'k' -> hour 0 23
        'l' -> hour 1 12
        'M' -> ranged 0 59 >>= \n -> Just (TimeOfDay h n s)
        'S' -> ranged 0 60 >>= \n -> Just (TimeOfDay h m (fromIntegral n))
        'q' -> fmap (\n -> TimeOfDay h m (fromInteger (floor s) + MkFixed n)) (readMaybe text)
        'Q' -> Just (TimeOfDay h m (if null text then s else fromInteger (floor s) + picoseconds text))
        _ -> Just t
        where
          half = fmap (\k -> TimeOfDay (h `mod` 12 + 12 * k) m s) (place text [fst (amPm l), snd (amPm l)])
          hour low high = ranged low high >>= \n -> Just (TimeOfDay n m s)
          ranged low high = readMaybe text >>= valid low high :: Maybe Int

-- Of the digits after the point.
picoseconds :: String -> Pico
picoseconds s = MkFixed (read ('0' : take 12 (s ++ repeat '0')))

instance ParseTime LocalTime where
  build l pairs = LocalTime <$> build l pairs <*> build l pairs

instance ParseTime TimeZone where
  build l = foldM part (minutesToTimeZone 0)
    where
      part zone (c, s) = case c of
        'z' -> Just zone { timeZoneMinutes = minutesOf s }
        'Z' | [] <- s -> Just zone
            | sign : _ <- s, not (isAlpha sign) -> Just zone { timeZoneMinutes = minutesOf s }
            | Just z <- find (same s . timeZoneName) (utc : knownTimeZones l) -> Just z
            | [letter] <- map toUpper s, Just h <- military letter -> Just (TimeZone (60 * h) False [letter])
            | otherwise -> Nothing
        _ -> Just zone

minutesOf :: String -> Int
minutesOf s = case s of
  '-' : digits -> negate (minutes (read digits))
  _ : digits -> minutes (read digits)
  [] -> 0
  where minutes n = n `div` 100 * 60 + n `mod` 100 :: Int

-- The zones by letters: A is UTC+1, M UTC+12, N UTC-1, Y UTC-12; there is no J.
military :: Char -> Maybe Int
military c = lookup c (('Z', 0) : zip "ABCDEFGHIKLM" [1 ..] ++ zip "NOPQRSTUVWXY" [-1, -2 ..])

instance ParseTime ZonedTime where
  build l pairs = do
    t <- build l pairs
    zone <- build l pairs
    foldM part (ZonedTime t zone) pairs
    where
      part zoned (c, s) = case c of
        's' -> fmap (utcToZonedTime (zonedTimeZone zoned) . at (fractionOf zoned)) (readMaybe s)
        _ -> Just zoned
      -- What Q or q gave.
      fractionOf = (`mod'` 1) . todSec . localTimeOfDay . zonedTimeToLocalTime
      at fraction n = posixSecondsToUTCTime (fromInteger n + MkNominalDiffTime fraction)

instance ParseTime UTCTime where
  build l = fmap zonedTimeToUTC . build l
instance ParseTime UniversalTime where
  build l = fmap (localTimeToUT1 0) . build l

-- As they are shown.
readOf :: ParseTime t => String -> Int -> ReadS t
readOf format _ = readParen False (readSTime True defaultTimeLocale format)

instance Read Day where readsPrec = readOf "%Y-%m-%d"
instance Read TimeOfDay where readsPrec = readOf "%H:%M:%S%Q"
instance Read LocalTime where readsPrec = readOf "%Y-%m-%d %H:%M:%S%Q"
instance Read TimeZone where readsPrec = readOf "%Z"
instance Read ZonedTime where readsPrec = readOf "%Y-%m-%d %H:%M:%S%Q %Z"
instance Read UTCTime where readsPrec = readOf "%Y-%m-%d %H:%M:%S%Q %Z"
instance Read UniversalTime where readsPrec = readOf "%Y-%m-%d %H:%M:%S%Q"
