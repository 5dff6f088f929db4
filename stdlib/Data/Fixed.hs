-- | Fixed-precision decimals, and division with a remainder for any real number.
module Data.Fixed
  ( div', mod', divMod', Fixed(..), HasResolution(..), showFixed, E0, Uni, E1, Deci, E2, Centi, E3, Milli, E6, Micro, E9, Nano, E12, Pico
  ) where

import GPH.Lex (numberToFixed)
import GPH.Read (readNumber)
import Text.Read

div' :: (Real a, Integral b) => a -> a -> b
div' n d = floor (toRational n / toRational d)

mod' :: Real a => a -> a -> a
mod' n d = n - fromInteger (div' n d) * d

divMod' :: (Real a, Integral b) => a -> a -> (b, a)
divMod' n d = (f, n - fromIntegral f * d) where f = div' n d

-- | The value times the resolution, as a whole number. Multiplication and division round down.
newtype Fixed a = MkFixed Integer deriving (Eq, Ord)

class HasResolution a where
  resolution :: p a -> Integer

data E0
data E1
data E2
data E3
data E6
data E9
data E12
type Uni = Fixed E0
type Deci = Fixed E1
type Centi = Fixed E2
type Milli = Fixed E3
type Micro = Fixed E6
type Nano = Fixed E9
type Pico = Fixed E12
instance HasResolution E0 where resolution _ = 1
instance HasResolution E1 where resolution _ = 10
instance HasResolution E2 where resolution _ = 100
instance HasResolution E3 where resolution _ = 1000
instance HasResolution E6 where resolution _ = 1000000
instance HasResolution E9 where resolution _ = 1000000000
instance HasResolution E12 where resolution _ = 1000000000000

instance Enum (Fixed a) where
  succ (MkFixed a) = MkFixed (succ a)
  pred (MkFixed a) = MkFixed (pred a)
  toEnum = MkFixed . toEnum
  fromEnum (MkFixed a) = fromEnum a
  enumFrom (MkFixed a) = map MkFixed (enumFrom a)
  enumFromThen (MkFixed a) (MkFixed b) = map MkFixed (enumFromThen a b)
  enumFromTo (MkFixed a) (MkFixed b) = map MkFixed (enumFromTo a b)
  enumFromThenTo (MkFixed a) (MkFixed b) (MkFixed c) = map MkFixed (enumFromThenTo a b c)

instance HasResolution a => Num (Fixed a) where
  MkFixed a + MkFixed b = MkFixed (a + b)
  MkFixed a - MkFixed b = MkFixed (a - b)
  fa@(MkFixed a) * MkFixed b = MkFixed (div (a * b) (resolution fa))
  negate (MkFixed a) = MkFixed (negate a)
  abs (MkFixed a) = MkFixed (abs a)
  signum (MkFixed a) = fromInteger (signum a)
  fromInteger i = let r = MkFixed (i * resolution r) in r

instance HasResolution a => Real (Fixed a) where
  toRational fa@(MkFixed a) = toRational a / toRational (resolution fa)

instance HasResolution a => Fractional (Fixed a) where
  fa@(MkFixed a) / MkFixed b = MkFixed (div (a * resolution fa) b)
  recip fa@(MkFixed a) = MkFixed (div (res * res) a) where res = resolution fa
  fromRational r = let f = MkFixed (floor (r * toRational (resolution f))) in f

instance HasResolution a => RealFrac (Fixed a) where
  properFraction a = (i, a - fromIntegral i) where i = truncate (toRational a)
  truncate f = truncate (toRational f)
  round f = round (toRational f)
  ceiling f = ceiling (toRational f)
  floor f = floor (toRational f)

-- | As 'show'; with True without the zeros at the end.
showFixed :: HasResolution a => Bool -> Fixed a -> String
showFixed chop fa@(MkFixed a)
  | a < 0 = '-' : showFixed chop (asTypeOf (MkFixed (negate a)) fa)
  | otherwise = show i ++ (if chop then dotted (dropZeros digits) else dotted digits)
  where
    res = resolution fa
    (i, d) = divMod a res
    width = length (takeWhile (< res) (iterate (* 10) 1))
    top = 10 ^ width
    -- Rounded up, so that reading the text gives the number again.
    frac = negate (div (negate (d * top)) res)
    digits = let s = show frac in replicate (width - length s) '0' ++ s
    dropZeros = reverse . dropWhile (== '0') . reverse
    dotted "" = ""
    dotted s = '.' : s

instance HasResolution a => Show (Fixed a) where
  showsPrec p n = showParen (p > 6 && n < 0) (showString (showFixed False n))

-- | As many places as the resolution (the first argument's) has digits, the rest is dropped. As in GHC, no exponents.
fixedOf :: HasResolution a => Fixed a -> Lexeme -> ReadPrec (Fixed a)
fixedOf zero (Number n) | Just (i, f) <- numberToFixed places n = return (fromInteger i + fromInteger f / 10 ^ places)
  where places = ceiling (logBase 10 (fromInteger (resolution zero)) :: Double)
fixedOf _ _ = pfail

instance HasResolution a => Read (Fixed a) where
  readPrec = readNumber (fixedOf (MkFixed 0))
  readListPrec = readListPrecDefault

