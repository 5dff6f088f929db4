{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Non-negative integers: an Integer that is checked.
module GPH.Natural where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Enum
import GPH.Real
import GPH.Show
import GPH.Read
import GPH.Ix
import GPH.Exception

newtype Natural = MkNatural Integer

naturalToInteger :: Natural -> Integer
naturalToInteger (MkNatural n) = n

-- | Negative numbers raise Underflow.
naturalFromInteger :: Integer -> Natural
naturalFromInteger n | integerIsNegative n = underflowError
                     | otherwise = MkNatural n

instance Eq Natural where
  MkNatural a == MkNatural b = a == b
  MkNatural a /= MkNatural b = a /= b

instance Ord Natural where
  compare (MkNatural a) (MkNatural b) = compare a b
  MkNatural a < MkNatural b = a < b
  MkNatural a <= MkNatural b = a <= b
  MkNatural a > MkNatural b = a > b
  MkNatural a >= MkNatural b = a >= b

instance Num Natural where
  MkNatural a + MkNatural b = MkNatural (a + b)
  MkNatural a - MkNatural b = naturalFromInteger (a - b)
  MkNatural a * MkNatural b = MkNatural (a * b)
  negate (MkNatural (IS 0#)) = MkNatural (IS 0#)
  negate _ = underflowError
  abs n = n
  signum (MkNatural a) = MkNatural (signum a)
  fromInteger = naturalFromInteger

instance Real Natural where
  toRational (MkNatural a) = a :% IS 1#

instance Enum Natural where
  succ (MkNatural a) = MkNatural (a + IS 1#)
  pred (MkNatural (IS 0#)) = underflowError
  pred (MkNatural a) = MkNatural (a - IS 1#)
  toEnum n | n < 0 = errorWithoutStackTrace "toEnum: unexpected negative Int"
           | otherwise = MkNatural (integerFromInt n)
  -- A number of one word that is no Int is an error, a larger one its lowest word (as GHC's).
  fromEnum (MkNatural a)
    | a > IS 0x7fffffffffffffff# && a <= integerFromWord# (int2Word# (-1#)) = errorWithoutStackTrace "fromEnum: out of Int range"
    | otherwise = fromEnum a
  enumFrom (MkNatural a) = map MkNatural (enumFrom a)
  enumFromTo (MkNatural a) (MkNatural b) = map MkNatural (enumFromTo a b)
  enumFromThen (MkNatural a) (MkNatural b)
    | a <= b = map MkNatural (enumFromThen a b)
    | otherwise = map MkNatural (enumFromThenTo a b (IS 0#))
  enumFromThenTo (MkNatural a) (MkNatural b) (MkNatural c) = map MkNatural (enumFromThenTo a b c)

instance Integral Natural where
  toInteger (MkNatural a) = a
  quot (MkNatural a) (MkNatural b) = MkNatural (quot a b)
  rem (MkNatural a) (MkNatural b) = MkNatural (rem a b)
  div (MkNatural a) (MkNatural b) = MkNatural (quot a b)
  mod (MkNatural a) (MkNatural b) = MkNatural (rem a b)
  quotRem (MkNatural a) (MkNatural b) = case quotRem a b of (q, r) -> (MkNatural q, MkNatural r)
  divMod (MkNatural a) (MkNatural b) = case quotRem a b of (q, r) -> (MkNatural q, MkNatural r)

instance Show Natural where
  showsPrec p (MkNatural a) = showsPrec p a

instance Read Natural where
  readsPrec d s = [(MkNatural n, r) | (n, r) <- readsPrec d s, not (integerIsNegative n)]

instance Ix Natural where
  range (m, n) = enumFromTo m n
  unsafeIndex (MkNatural m, _) (MkNatural i) = integerToInt (i - m)
  index b i | inRange b i = unsafeIndex b i
            | otherwise = indexError b i "Natural"
  inRange (m, n) i = m <= i && i <= n

-- | Subtraction that may fail.
minusNaturalMaybe :: Natural -> Natural -> Maybe Natural
minusNaturalMaybe (MkNatural a) (MkNatural b) | a >= b = Just (MkNatural (a - b))
                                              | otherwise = Nothing
