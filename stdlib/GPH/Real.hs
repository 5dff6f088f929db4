{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Real, Integral, Fractional, RealFrac; Ratio; the functions over them.
module GPH.Real where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.List
import GPH.Enum
import GPH.Show
import GPH.Exception

infixr 8 ^, ^^
infixl 7 /, `quot`, `rem`, `div`, `mod`
infixl 7 %

-- | In lowest terms, the denominator positive.
data Ratio a = !a :% !a

type Rational = Ratio Integer

class (Num a, Ord a) => Real a where
  toRational :: a -> Rational

class (Real a, Enum a) => Integral a where
  quot, rem, div, mod :: a -> a -> a
  quotRem, divMod :: a -> a -> (a, a)
  toInteger :: a -> Integer
  fromIntegral_ :: Num b => a -> b                       -- not exported by the Prelude; words do it by fromWord#
  fromIntegral_ x = fromInteger (toInteger x)
  gcd_ :: a -> a -> a                                    -- a method, no rule: the sign of minBound's would depend on -O
  gcd_ x y = euclid (abs x) (abs y)
  n `quot` d = case quotRem n d of (q, _) -> q
  n `rem` d = case quotRem n d of (_, r) -> r
  n `div` d = case divMod n d of (q, _) -> q
  n `mod` d = case divMod n d of (_, r) -> r
  divMod n d = case quotRem n d of
    qr@(q, r) -> if signum r == negate (signum d) then (q - fromInteger (IS 1#), r + d) else qr
  {-# MINIMAL quotRem, toInteger #-}

class Num a => Fractional a where
  (/) :: a -> a -> a
  recip :: a -> a
  fromRational :: Rational -> a
  recip x = fromInteger (IS 1#) / x
  x / y = x * recip y
  {-# MINIMAL fromRational, (recip | (/)) #-}

class (Real a, Fractional a) => RealFrac a where
  properFraction :: Integral b => a -> (b, a)
  truncate, round, ceiling, floor :: Integral b => a -> b
  truncate x = case properFraction x of (m, _) -> m
  round x = case properFraction x of
    (n, r) ->
      let m = if r < 0 then n - 1 else n + 1
      in case compare (abs r) (fromRational (1 :% 2)) of
           LT -> n
           EQ -> if even n then n else m
           GT -> m
  ceiling x = case properFraction x of (n, r) -> if r > 0 then n + 1 else n
  floor x = case properFraction x of (n, r) -> if r < 0 then n - 1 else n
  {-# MINIMAL properFraction #-}

-- ---- Int, Word, Integer ---------------------------------------------------------------------------------------------
instance Real Int where
  toRational (I# n) = IS n :% IS 1#

instance Integral Int where
  toInteger (I# n) = IS n
  fromIntegral_ (I# n) = fromInteger (IS n)
  gcd_ = gcdInt
  I# a `quot` I# b = case b of
    0# -> divZeroError
    -1# -> negateChecked# a
    _ -> I# (quotInt# a b)
  I# a `rem` I# b = case b of
    0# -> divZeroError
    -1# -> I# 0#
    _ -> I# (remInt# a b)
  I# a `div` I# b = case b of
    0# -> divZeroError
    -1# -> negateChecked# a
    _ -> I# (divInt# a b)
  I# a `mod` I# b = case b of
    0# -> divZeroError
    -1# -> I# 0#
    _ -> I# (modInt# a b)
  quotRem (I# a) (I# b) = case b of
    0# -> divZeroError
    -1# -> (negateChecked# a, I# 0#)
    _ -> case quotRemInt# a b of (# q, r #) -> (I# q, I# r)
  divMod (I# a) (I# b) = case b of
    0# -> divZeroError
    -1# -> (negateChecked# a, I# 0#)
    _ -> (I# (divInt# a b), I# (modInt# a b))
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}
  {-# INLINE quot #-}
  {-# INLINE rem #-}
  {-# INLINE div #-}
  {-# INLINE mod #-}
  {-# INLINE quotRem #-}
  {-# INLINE divMod #-}

-- The quotient by -1: minBound overflows.
negateChecked# :: Int# -> Int
negateChecked# a = case a of
  -0x8000000000000000# -> overflowError
  _ -> I# (negateInt# a)

instance Real Word where
  toRational (W# w) = integerFromWord# w :% IS 1#

instance Integral Word where
  toInteger (W# w) = integerFromWord# w
  fromIntegral_ (W# w) = fromWord# w
  W# a `quot` W# b = case b of { 0## -> divZeroError; _ -> W# (quotWord# a b) }
  W# a `rem` W# b = case b of { 0## -> divZeroError; _ -> W# (remWord# a b) }
  W# a `div` W# b = case b of { 0## -> divZeroError; _ -> W# (quotWord# a b) }
  W# a `mod` W# b = case b of { 0## -> divZeroError; _ -> W# (remWord# a b) }
  quotRem (W# a) (W# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W# q, W# r)
  divMod (W# a) (W# b) = case b of
    0## -> divZeroError
    _ -> case quotRemWord# a b of (# q, r #) -> (W# q, W# r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}
  {-# INLINE quot #-}
  {-# INLINE rem #-}
  {-# INLINE div #-}
  {-# INLINE mod #-}

instance Real Integer where
  toRational n = n :% IS 1#

instance Integral Integer where
  toInteger n = n
  fromIntegral_ n = fromInteger n
  gcd_ = integerGcd
  n `quot` d = case d of { IS 0# -> divZeroError; _ -> integerQuot n d }
  n `rem` d = case d of { IS 0# -> divZeroError; _ -> integerRem n d }
  n `div` d = case d of { IS 0# -> divZeroError; _ -> integerDiv n d }
  n `mod` d = case d of { IS 0# -> divZeroError; _ -> integerMod n d }
  quotRem n d = case d of
    IS 0# -> divZeroError
    _ -> case integerQuotRem# n d of (# q, r #) -> (q, r)
  divMod n d = case d of
    IS 0# -> divZeroError
    _ -> case integerDivMod# n d of (# q, r #) -> (q, r)
  {-# INLINE fromIntegral_ #-}
  {-# INLINE toInteger #-}
  {-# INLINE quot #-}
  {-# INLINE rem #-}
  {-# INLINE div #-}
  {-# INLINE mod #-}

-- ---- Ratio ------------------------------------------------------------------------------------------------------------
ratioPrec, ratioPrec1 :: Int
ratioPrec = 7
ratioPrec1 = 8

(%) :: Integral a => a -> a -> Ratio a
x % y = reduce (x * signum y) (abs y)

reduce :: Integral a => a -> a -> Ratio a
reduce x y
  | y == 0 = ratioZeroDenominatorError
  | otherwise = (x `quot` d) :% (y `quot` d)
  where d = gcd x y

numerator, denominator :: Ratio a -> a
numerator (x :% _) = x
denominator (_ :% y) = y

instance Eq a => Eq (Ratio a) where
  (x :% y) == (x' :% y') = x == x' && y == y'

instance Integral a => Ord (Ratio a) where
  (x :% y) <= (x' :% y') = x * y' <= x' * y
  (x :% y) < (x' :% y') = x * y' < x' * y
  compare (x :% y) (x' :% y') = compare (x * y') (x' * y)

instance Integral a => Num (Ratio a) where
  (x :% y) + (x' :% y') = reduce (x * y' + x' * y) (y * y')
  (x :% y) - (x' :% y') = reduce (x * y' - x' * y) (y * y')
  (x :% y) * (x' :% y') = reduce (x * x') (y * y')
  negate (x :% y) = negate x :% y
  abs (x :% y) = abs x :% y
  signum (x :% _) = signum x :% 1
  fromInteger x = fromInteger x :% 1

instance Integral a => Fractional (Ratio a) where
  (x :% y) / (x' :% y') = (x * y') % (y * x')
  recip (x :% y)
    | x == 0 = ratioZeroDenominatorError
    | x < 0 = negate y :% negate x
    | otherwise = y :% x
  fromRational (n :% d) = fromInteger n % fromInteger d

instance Integral a => Real (Ratio a) where
  toRational (x :% y) = toInteger x :% toInteger y

instance Integral a => RealFrac (Ratio a) where
  properFraction (x :% y) = let (q, r) = quotRem x y in (fromInteger (toInteger q), r :% y)
  round r =
    let (n, f) = properFraction r
        x = if r < 0 then -1 else 1
    in case (compare (abs f) (1 :% 2), odd n) of
         (LT, _) -> n
         (EQ, False) -> n
         (EQ, True) -> n + x
         (GT, _) -> n + x

instance Show a => Show (Ratio a) where
  showsPrec p (x :% y) = showParen (p > ratioPrec) (showsPrec ratioPrec1 x . showString " % " . showsPrec ratioPrec1 y)

instance Integral a => Enum (Ratio a) where
  succ x = x + 1
  pred x = x - 1
  toEnum n = fromIntegral n :% 1
  fromEnum = fromInteger . truncate
  enumFrom = numericEnumFrom
  enumFromThen = numericEnumFromThen
  enumFromTo = numericEnumFromTo
  enumFromThenTo = numericEnumFromThenTo

-- ---- Enumerations of fractional types -----------------------------------------------------------------------------------
numericEnumFrom :: Fractional a => a -> [a]
numericEnumFrom n = go 0
  where go !k = let !n' = n + k in n' : go (k + 1)

numericEnumFromThen :: Fractional a => a -> a -> [a]
numericEnumFromThen n m = go 0
  where step = m - n
        go !k = let !n' = n + k * step in n' : go (k + 1)

numericEnumFromTo :: (Ord a, Fractional a) => a -> a -> [a]
numericEnumFromTo n m = takeWhile (<= m + fromRational (1 :% 2)) (numericEnumFrom n)

numericEnumFromThenTo :: (Ord a, Fractional a) => a -> a -> a -> [a]
numericEnumFromThenTo e1 e2 e3 = takeWhile predicate (numericEnumFromThen e1 e2)
  where mid = (e2 - e1) / 2
        predicate | e2 >= e1 = (<= e3 + mid)
                  | otherwise = (>= e3 + mid)

-- ---- Functions ------------------------------------------------------------------------------------------------------------
fromIntegral :: (Integral a, Num b) => a -> b
fromIntegral x = fromIntegral_ x
{-# INLINE fromIntegral #-}

realToFrac :: (Real a, Fractional b) => a -> b
realToFrac x = fromRational (toRational x)
{-# INLINE [1] realToFrac #-}

even, odd :: Integral a => a -> Bool
even n = n `rem` 2 == 0
odd n = n `rem` 2 /= 0
{-# INLINE even #-}
{-# INLINE odd #-}

(^) :: (Num a, Integral b) => a -> b -> a
x0 ^ y0
  | y0 < 0 = errorWithoutStackTrace "Negative exponent"
  | y0 == 0 = 1
  | otherwise = powImpl x0 y0
{-# INLINABLE (^) #-}
-- What the loops below multiply, in their order: the same roundings.
{-# RULES
"^2/Integer"  forall x. x ^ (2 :: Integer) = x * x
"^3/Integer"  forall x. x ^ (3 :: Integer) = (x * x) * x
"^4/Integer"  forall x. x ^ (4 :: Integer) = let y = x * x in y * y
"^5/Integer"  forall x. x ^ (5 :: Integer) = let y = x * x in (y * y) * x
"^6/Integer"  forall x. x ^ (6 :: Integer) = let y = x * x in (y * y) * y
"^7/Integer"  forall x. x ^ (7 :: Integer) = let y = x * x in (y * y) * (y * x)
"^8/Integer"  forall x. x ^ (8 :: Integer) = let { y = x * x; z = y * y } in z * z
"^9/Integer"  forall x. x ^ (9 :: Integer) = let { y = x * x; z = y * y } in (z * z) * x
"^10/Integer" forall x. x ^ (10 :: Integer) = let { y = x * x; z = y * y } in (z * z) * y
"^2/Int"      forall x. x ^ (2 :: Int) = x * x
"^3/Int"      forall x. x ^ (3 :: Int) = (x * x) * x
"^4/Int"      forall x. x ^ (4 :: Int) = let y = x * x in y * y
"^5/Int"      forall x. x ^ (5 :: Int) = let y = x * x in (y * y) * x
"^6/Int"      forall x. x ^ (6 :: Int) = let y = x * x in (y * y) * y
"^7/Int"      forall x. x ^ (7 :: Int) = let y = x * x in (y * y) * (y * x)
"^8/Int"      forall x. x ^ (8 :: Int) = let { y = x * x; z = y * y } in z * z
"^9/Int"      forall x. x ^ (9 :: Int) = let { y = x * x; z = y * y } in (z * z) * x
"^10/Int"     forall x. x ^ (10 :: Int) = let { y = x * x; z = y * y } in (z * z) * y
  #-}

-- The exponent is positive. It is compared with `<=`, and in each round, so that the compiler sees that the loops end (Note [Short loops] in
-- compiler/low/effects.cc).
powImpl :: (Num a, Integral b) => a -> b -> a
powImpl x y
  | y <= 1 = x
  | even y = powImpl (x * x) (y `quot` 2)
  | otherwise = powImplAcc (x * x) (y `quot` 2) x
{-# INLINABLE powImpl #-}

powImplAcc :: (Num a, Integral b) => a -> b -> a -> a
powImplAcc x y z
  | y <= 1 = x * z
  | even y = powImplAcc (x * x) (y `quot` 2) z
  | otherwise = powImplAcc (x * x) (y `quot` 2) (x * z)
{-# INLINABLE powImplAcc #-}

(^^) :: (Fractional a, Integral b) => a -> b -> a
x ^^ n = if n >= 0 then x ^ n else recip (x ^ negate n)
{-# INLINE (^^) #-}

gcd :: Integral a => a -> a -> a
gcd x y = gcd_ x y
{-# INLINE gcd #-}

euclid :: Integral a => a -> a -> a
euclid a b = if b == 0 then a else euclid b (a `rem` b)
{-# INLINABLE euclid #-}

-- | Euclid's gcd, not Int's own: where x is minBound and that one is 1, this is -1, and the product overflows, as in GHC.
lcm :: Integral a => a -> a -> a
lcm x y
  | x == 0 = 0
  | y == 0 = 0
  | otherwise = abs ((x `quot` euclid (abs x) (abs y)) * y)
{-# NOINLINE [1] lcm #-}

{-# RULES
"lcm/Integer" lcm = integerLcm
  #-}

gcdInt :: Int -> Int -> Int
gcdInt (I# a) (I# b) = I# (word2Int# (c_gcd_word (int2Word# (abs# a)) (int2Word# (abs# b))))

-- | Shows a number with the shower for non-negative ones.
showSigned :: Real a => (a -> ShowS) -> Int -> a -> ShowS
showSigned showPos p x
  | x < 0 = showParen (p > 6) (showChar '-' . showPos (negate x))
  | otherwise = showPos x

integralEnumFrom :: (Integral a, Bounded a) => a -> [a]
integralEnumFrom n = map fromInteger (enumFromTo (toInteger n) (toInteger (maxBound `asTypeOf` n)))

integralEnumFromThen :: (Integral a, Bounded a) => a -> a -> [a]
integralEnumFromThen n1 n2
  | i2 >= i1 = map fromInteger (enumFromThenTo i1 i2 (toInteger (maxBound `asTypeOf` n1)))
  | otherwise = map fromInteger (enumFromThenTo i1 i2 (toInteger (minBound `asTypeOf` n1)))
  where i1 = toInteger n1
        i2 = toInteger n2

integralEnumFromTo :: Integral a => a -> a -> [a]
integralEnumFromTo n m = map fromInteger (enumFromTo (toInteger n) (toInteger m))

integralEnumFromThenTo :: Integral a => a -> a -> a -> [a]
integralEnumFromThenTo n1 n2 m = map fromInteger (enumFromThenTo (toInteger n1) (toInteger n2) (toInteger m))
