-- | Wall-clock time: enough to measure with.
module Data.Time.Clock (UTCTime, NominalDiffTime, DiffTime, getCurrentTime, diffUTCTime, addUTCTime, nominalDiffTimeToSeconds, nominalDay) where

import GPH.System (clockRealtime)

-- | Nanoseconds since 1970-01-01.
newtype UTCTime = UTCTime Integer deriving (Eq, Ord)

-- | Nanoseconds; as a number, seconds.
newtype NominalDiffTime = NominalDiffTime Integer deriving (Eq, Ord)
type DiffTime = NominalDiffTime

instance Num NominalDiffTime where
  NominalDiffTime a + NominalDiffTime b = NominalDiffTime (a + b)
  NominalDiffTime a - NominalDiffTime b = NominalDiffTime (a - b)
  NominalDiffTime a * NominalDiffTime b = NominalDiffTime (a * b `div` 1000000000)
  negate (NominalDiffTime a) = NominalDiffTime (negate a)
  abs (NominalDiffTime a) = NominalDiffTime (abs a)
  signum (NominalDiffTime a) = NominalDiffTime (signum a * 1000000000)
  fromInteger n = NominalDiffTime (n * 1000000000)

instance Fractional NominalDiffTime where
  NominalDiffTime a / NominalDiffTime b = NominalDiffTime (a * 1000000000 `div` b)
  fromRational r = NominalDiffTime (floor (r * 1000000000))

instance Real NominalDiffTime where
  toRational (NominalDiffTime a) = toRational a / 1000000000

instance RealFrac NominalDiffTime where
  properFraction (NominalDiffTime a) = let (q, r) = a `quotRem` 1000000000 in (fromInteger q, NominalDiffTime r)

instance Enum NominalDiffTime where
  toEnum n = NominalDiffTime (toInteger n)
  fromEnum (NominalDiffTime a) = fromInteger a

instance Show NominalDiffTime where
  showsPrec d (NominalDiffTime a) = showParen (d > 6 && a < 0) (showString (sign ++ show q ++ frac ++ "s"))
    where sign = if a < 0 then "-" else ""
          (q, r) = abs a `quotRem` 1000000000
          frac = if r == 0 then "" else '.' : trim (drop 1 (show (r + 1000000000)))
          trim = reverse . dropWhile (== '0') . reverse

instance Show UTCTime where
  show (UTCTime ns) = show y ++ "-" ++ two m ++ "-" ++ two d ++ " " ++ two hh ++ ":" ++ two mm ++ ":" ++ two ss ++ frac ++ " UTC"
    where
      (days, inDay) = (ns `div` 1000000000) `divMod` 86400
      (hh, rest) = inDay `divMod` 3600
      (mm, ss) = rest `divMod` 60
      (y, m, d) = civil days
      two n = drop 1 (show (100 + n))
      r = ns `mod` 1000000000
      frac = if r == 0 then "" else '.' : reverse (dropWhile (== '0') (reverse (drop 1 (show (r + 1000000000)))))

-- Year, month and day of a day number, in the Gregorian calendar (algorithm: Howard Hinnant, "chrono-compatible low-level date algorithms").
civil :: Integer -> (Integer, Integer, Integer)
civil z0 = (if m <= 2 then y + 1 else y, m, d)
  where
    z = z0 + 719468
    era = z `div` 146097
    doe = z - era * 146097
    yoe = (doe - doe `div` 1460 + doe `div` 36524 - doe `div` 146096) `div` 365
    y = yoe + era * 400
    doy = doe - (365 * yoe + yoe `div` 4 - yoe `div` 100)
    mp = (5 * doy + 2) `div` 153
    d = doy - (153 * mp + 2) `div` 5 + 1
    m = if mp < 10 then mp + 3 else mp - 9

getCurrentTime :: IO UTCTime
getCurrentTime = fmap (UTCTime . toInteger) clockRealtime

diffUTCTime :: UTCTime -> UTCTime -> NominalDiffTime
diffUTCTime (UTCTime a) (UTCTime b) = NominalDiffTime (a - b)

addUTCTime :: NominalDiffTime -> UTCTime -> UTCTime
addUTCTime (NominalDiffTime a) (UTCTime b) = UTCTime (a + b)

nominalDiffTimeToSeconds :: NominalDiffTime -> Double
nominalDiffTimeToSeconds (NominalDiffTime a) = fromInteger a / 1000000000

nominalDay :: NominalDiffTime
nominalDay = 86400
