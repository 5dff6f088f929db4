-- | ISO 8601's texts of dates, times and durations: the extended format. Of time-1.9.3's module what programs use most: there is no type Format
-- that others could be made of.
module Data.Time.Format.ISO8601 (ISO8601, iso8601Show, iso8601ParseM) where

import Control.Monad (guard)
import Data.Char (isDigit)
import Data.Fixed (Fixed(..), Pico)
import Data.Time.Calendar
import Data.Time.Clock
import Data.Time.LocalTime
import Text.ParserCombinators.ReadP

-- | Nothing: it has no text.
class ISO8601 t where
  shown :: t -> Maybe String
  parsed :: ReadP t

iso8601Show :: ISO8601 t => t -> String
iso8601Show t = maybe (error "formatShow: bad value") id (shown t)

-- | The whole text must be one.
iso8601ParseM :: (MonadFail m, ISO8601 t) => String -> m t
iso8601ParseM s = case [t | (t, "") <- readP_to_S parsed s] of
  [t] -> return t
  [] -> fail ("no parse of " ++ show s)
  _ -> fail ("multiple parses of " ++ show s)

-- ---- Numbers --------------------------------------------------------------------------------------------------------
-- With as many digits at least; negative ones have a sign, where it is allowed.
padded :: Int -> Integer -> Maybe String
padded n i | i < 0 = Nothing
           | otherwise = Just (pad n (show i))

pad :: Int -> String -> String
pad n s = replicate (n - length s) '0' ++ s

-- Seconds and their fraction, without zeros at its end.
seconds :: Int -> Pico -> Maybe String
seconds n (MkFixed p)
  | p < 0 = Nothing
  | otherwise = Just (pad n (show whole) ++ (if null fraction then "" else '.' : fraction))
  where (whole, part) = p `quotRem` 1000000000000
        fraction = reverse (dropWhile (== '0') (reverse (pad 12 (show part))))

digits :: Int -> ReadP Integer
digits n = read <$> count n (satisfy isDigit)

integer :: ReadP Integer
integer = read <$> munch1 isDigit

-- The digits before the point; a fraction beyond picoseconds is cut.
fractional :: ReadP Integer -> ReadP Pico
fractional whole = do
  i <- whole
  part <- option "" (satisfy (`elem` ".,") *> munch1 isDigit)
  return (MkFixed (i * 1000000000000 + read (take 12 (part ++ replicate 12 '0'))))

instance ISO8601 Day where
  shown d = case toGregorian d of
    (y, m, k) -> Just ((if y < 0 then "-" else "") ++ pad 4 (show (abs y)) ++ "-" ++ two m ++ "-" ++ two k)
    where two = pad 2 . show
  parsed = do
    sign <- option 1 (char '-' *> return (-1))
    y <- digits 4
    m <- char '-' *> digits 2
    d <- char '-' *> digits 2
    maybe pfail return (fromGregorianValid (sign * y) (fromInteger m) (fromInteger d))

instance ISO8601 TimeOfDay where
  shown (TimeOfDay h m s) = do
    a <- padded 2 (toInteger h)
    b <- padded 2 (toInteger m)
    c <- seconds 2 s
    return (a ++ ":" ++ b ++ ":" ++ c)
  parsed = do
    h <- digits 2
    m <- char ':' *> digits 2
    s <- char ':' *> fractional (digits 2)
    maybe pfail return (makeTimeOfDayValid (fromInteger h) (fromInteger m) s)

instance ISO8601 LocalTime where
  shown (LocalTime d t) = (\a b -> a ++ "T" ++ b) <$> shown d <*> shown t
  parsed = LocalTime <$> parsed <* char 'T' <*> parsed

instance ISO8601 UTCTime where
  shown t = (++ "Z") <$> shown (utcToLocalTime utc t)
  parsed = localTimeToUTC utc <$> parsed <* char 'Z'

instance ISO8601 TimeZone where
  shown (TimeZone k _ _) = Just ((if k < 0 then '-' else '+') : two h ++ ":" ++ two m)
    where (h, m) = abs k `quotRem` 60
          two = pad 2 . show
  parsed = do
    sign <- (char '+' *> return 1) +++ (char '-' *> return (-1))
    h <- digits 2
    m <- char ':' *> digits 2
    return (minutesToTimeZone (fromInteger (sign * (h * 60 + m))))

instance ISO8601 ZonedTime where
  shown (ZonedTime t z) = (++) <$> shown t <*> shown z
  parsed = ZonedTime <$> parsed <*> parsed

-- ---- Durations ------------------------------------------------------------------------------------------------------
-- What is not zero, with its letter.
parts :: [(Maybe String, Char)] -> Maybe String
parts ps = concat <$> traverse (\(s, c) -> fmap (\t -> if t == "0" then "" else t ++ [c]) s) ps

part :: ReadP a -> Char -> ReadP (Maybe a)
part p c = option Nothing (Just <$> p <* char c)

months :: Integer -> Integer -> Maybe String
months m d = guard (m >= 0) *> parts [(padded 1 (m `quot` 12), 'Y'), (padded 1 (m `rem` 12), 'M'), (padded 1 d, 'D')]

-- Months, days.
dated :: ReadP (Integer, Integer)
dated = do
  y <- part integer 'Y'
  m <- part integer 'M'
  w <- part integer 'W'
  d <- part integer 'D'
  return (12 * orNone y + orNone m, 7 * orNone w + orNone d)
  where orNone = maybe 0 id

instance ISO8601 CalendarDiffDays where
  shown (CalendarDiffDays m d) = (\s -> if null s then "P0D" else 'P' : s) <$> months m d
  parsed = char 'P' *> (uncurry CalendarDiffDays <$> dated)

instance ISO8601 CalendarDiffTime where
  shown (CalendarDiffTime m t) = do
    guard (t >= 0)
    a <- months m d
    b <- parts [(padded 1 h, 'H'), (padded 1 k, 'M'), (seconds 1 s, 'S')]
    return (if null a && null b then "P0D" else 'P' : a ++ (if null b then "" else 'T' : b))
    where MkFixed p = realToFrac t :: Pico
          (d, p1) = p `quotRem` (86400 * 1000000000000)
          (h, p2) = p1 `quotRem` (3600 * 1000000000000)
          (k, p3) = p2 `quotRem` (60 * 1000000000000)
          s = MkFixed p3
  parsed = do
    (m, d) <- char 'P' *> dated
    t <- option 0 (char 'T' *> do
      h <- part integer 'H'
      k <- part integer 'M'
      s <- part (fractional integer) 'S'
      return (fromInteger (3600 * maybe 0 id h + 60 * maybe 0 id k) + maybe 0 id s))
    return (CalendarDiffTime m (fromInteger (d * 86400) + realToFrac (t :: Pico)))
