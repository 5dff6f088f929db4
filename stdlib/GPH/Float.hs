{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Double and Float: the floating classes and their instances, conversions, shortest decimal digits and formatting.
-- Digits of Double and Float come from runtime/prim/ffi_float.c (the digits that GHC's show has: the shortest that
-- identify the number, its neighbours' midpoints excluded); 'floatToDigits' does any base and any RealFloat.
module GPH.Float where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.List
import GPH.Enum
import GPH.Real
import GPH.Show
import GPH.Exception

infixr 8 **

foreign import ccall unsafe "gph_double_digits" c_double_digits :: MutableByteArray# RealWorld -> Double# -> IO Int
foreign import ccall unsafe "gph_float_digits" c_float_digits :: MutableByteArray# RealWorld -> Float# -> IO Int
foreign import ccall unsafe "gph_double_show" c_double_show :: MutableByteArray# RealWorld -> Double# -> IO Int
foreign import ccall unsafe "gph_float_show" c_float_show :: MutableByteArray# RealWorld -> Float# -> IO Int
foreign import ccall unsafe "rint" c_rint :: Double# -> Double#
foreign import ccall unsafe "rintf" c_rintf :: Float# -> Float#
foreign import ccall unsafe "floor" c_floor :: Double# -> Double#

class Fractional a => Floating a where
  pi :: a
  exp, log, sqrt :: a -> a
  (**), logBase :: a -> a -> a
  sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh :: a -> a
  log1p, expm1, log1pexp, log1mexp :: a -> a
  x ** y = exp (log x * y)
  logBase x y = log y / log x
  sqrt x = x ** fromRational (1 :% 2)
  tan x = sin x / cos x
  tanh x = sinh x / cosh x
  log1p x = log (1 + x)
  expm1 x = exp x - 1
  log1pexp x = log1p (exp x)
  log1mexp x = log1p (negate (exp x))
  {-# MINIMAL pi, exp, log, sin, cos, asin, acos, atan, sinh, cosh, asinh, acosh, atanh #-}

class (RealFrac a, Floating a) => RealFloat a where
  floatRadix :: a -> Integer
  floatDigits :: a -> Int
  floatRange :: a -> (Int, Int)
  decodeFloat :: a -> (Integer, Int)
  encodeFloat :: Integer -> Int -> a
  exponent :: a -> Int
  significand :: a -> a
  scaleFloat :: Int -> a -> a
  isNaN, isInfinite, isDenormalized, isNegativeZero, isIEEE :: a -> Bool
  atan2 :: a -> a -> a
  exponent x = case decodeFloat x of (m, n) -> if m == 0 then 0 else n + floatDigits x
  significand x = case decodeFloat x of (m, _) -> encodeFloat m (negate (floatDigits x))
  scaleFloat 0 x = x
  scaleFloat k x
    | x == 0 || isNaN x || isInfinite x = x
    | otherwise = case decodeFloat x of
        (m, n) -> case floatRange x of
          (l, h) -> let d = floatDigits x
                        b = h - l + 4 * d
                    in encodeFloat m (n + max (negate b) (min b k))
  atan2 y x
    | x > 0 = atan (y / x)
    | x == 0 && y > 0 = pi / 2
    | x < 0 && y > 0 = pi + atan (y / x)
    | (x <= 0 && y < 0) || (x < 0 && isNegativeZero y) || (isNegativeZero x && isNegativeZero y) = negate (atan2 (negate y) x)
    | y == 0 && (x < 0 || isNegativeZero x) = pi
    | x == 0 && y == 0 = y
    | otherwise = x + y
  {-# MINIMAL floatRadix, floatDigits, floatRange, decodeFloat, encodeFloat, isNaN, isInfinite, isDenormalized, isNegativeZero, isIEEE #-}

-- Converts a number whose magnitude may be large. An infinity and a NaN are what their mantissa and exponent say, for each type its own.
doubleToInteger# :: Double# -> Integer
doubleToInteger# d = case decodeDouble_Int64# d of (# m, e #) -> truncateScaled m e
{-# NOINLINE doubleToInteger# #-}

floatToInteger# :: Float# -> Integer
floatToInteger# d = case decodeFloat_Int# d of (# m, e #) -> truncateScaled m e
{-# NOINLINE floatToInteger# #-}

-- m * 2^e, cut towards 0.
truncateScaled :: Int# -> Int# -> Integer
truncateScaled m e = case e >=# 0# of
  1# -> integerShiftL# (IS m) e
  _ -> IS (case m >=# 0# of
    1# -> iShiftRA# m (negateInt# e)
    _ -> negateInt# (iShiftRA# (negateInt# m) (negateInt# e)))


-- ---- Double ----------------------------------------------------------------------------------------------------------
instance Fractional Double where
  D# a / D# b = D# ((/##) a b)
  recip (D# a) = D# ((/##) 1.0## a)
  fromRational (n :% d) = rationalToDouble n d
  {-# INLINE (/) #-}
  {-# INLINE recip #-}

instance Floating Double where
  pi = 3.141592653589793
  exp (D# x) = D# (expDouble# x)
  log (D# x) = D# (logDouble# x)
  sqrt (D# x) = D# (sqrtDouble# x)
  sin (D# x) = D# (sinDouble# x)
  cos (D# x) = D# (cosDouble# x)
  tan (D# x) = D# (tanDouble# x)
  asin (D# x) = D# (asinDouble# x)
  acos (D# x) = D# (acosDouble# x)
  atan (D# x) = D# (atanDouble# x)
  sinh (D# x) = D# (sinhDouble# x)
  cosh (D# x) = D# (coshDouble# x)
  tanh (D# x) = D# (tanhDouble# x)
  asinh (D# x) = D# (asinhDouble# x)
  acosh (D# x) = D# (acoshDouble# x)
  atanh (D# x) = D# (atanhDouble# x)
  D# x ** D# y = D# ((**##) x y)
  logBase x y = log y / log x
  log1p (D# x) = D# (log1pDouble# x)
  expm1 (D# x) = D# (expm1Double# x)
  log1mexp x | x > negate (log 2) = log (negate (expm1 x))
             | otherwise = log1p (negate (exp x))
  log1pexp a | a <= 18 = log1p (exp a)
             | a <= 100 = a + exp (negate a)
             | otherwise = a
  {-# INLINE sqrt #-}
  {-# INLINE exp #-}
  {-# INLINE log #-}
  {-# INLINE sin #-}
  {-# INLINE cos #-}
  {-# INLINE (**) #-}

instance Real Double where
  toRational x = case decodeFloat x of
    (m, I# e) -> case e >=# 0# of
      1# -> integerShiftL# m e :% IS 1#
      _ -> dyadic m (negateInt# e)

instance RealFrac Double where
  properFraction x@(D# d)
    | smallDouble x = case double2Int# d of n -> (fromInteger (IS n), D# ((+##) ((-##) d (int2Double# n)) 0.0##))   -- + 0: of -0.0, too, 0.0 is left
    | otherwise = (fromInteger (doubleToInteger# d), D# 0.0##)
  truncate x@(D# d)
    | smallDouble x = fromInteger (IS (double2Int# d))
    | otherwise = fromInteger (doubleToInteger# d)
  floor x@(D# d)
    | smallDouble x = case double2Int# d of
        n -> case (>##) (int2Double# n) d of { 1# -> fromInteger (IS (n -# 1#)); _ -> fromInteger (IS n) }
    | otherwise = fromInteger (doubleToInteger# d)
  ceiling x@(D# d)
    | smallDouble x = case double2Int# d of
        n -> case (>##) d (int2Double# n) of { 1# -> fromInteger (IS (n +# 1#)); _ -> fromInteger (IS n) }
    | otherwise = fromInteger (doubleToInteger# d)
  round x@(D# d)
    | smallDouble x = fromInteger (IS (double2Int# (c_rint d)))
    | otherwise = fromInteger (doubleToInteger# d)
  {-# INLINE truncate #-}
  {-# INLINE floor #-}
  {-# INLINE ceiling #-}
  {-# INLINE round #-}
  {-# INLINE properFraction #-}

-- Fits an Int# for sure (and is not a NaN).
smallDouble :: Double -> Bool
smallDouble (D# d) = isTrue# ((<##) (fabsDouble# d) 4611686018427387904.0##)
{-# INLINE smallDouble #-}

instance Enum Double where
  succ x = x + 1
  pred x = x - 1
  toEnum (I# n) = D# (int2Double# n)
  fromEnum x = truncate x
  enumFrom = numericEnumFrom
  enumFromTo = numericEnumFromTo
  enumFromThen = numericEnumFromThen
  enumFromThenTo = numericEnumFromThenTo

instance RealFloat Double where
  floatRadix _ = IS 2#
  floatDigits _ = 53
  floatRange _ = (-1021, 1024)
  decodeFloat (D# d) = case decodeDouble_Int64# d of (# m, e #) -> (IS m, I# e)
  encodeFloat m (I# e) = D# (integerEncodeDouble# m e)
  isNaN (D# d) = isTrue# (d /=## d)
  isInfinite (D# d) = isTrue# (fabsDouble# d >## 1.7976931348623157e308##)
  isDenormalized (D# d) = isTrue# (fabsDouble# d <## 2.2250738585072014e-308##) && isTrue# (d /=## 0.0##)
  isNegativeZero (D# d) = isTrue# (castDoubleToWord64# d `eqWord#` 0x8000000000000000##)
  isIEEE _ = True
  scaleFloat (I# k) x@(D# d)
    | isTrue# (d ==## 0.0##) || isNaN x || isInfinite x = x
    | otherwise = case decodeDouble_Int64# d of
        (# m, e #) -> case clampInt# 2257# k of k' -> D# (c_int_encode_double m (e +# k'))

clampInt# :: Int# -> Int# -> Int#
clampInt# b k = case k ># b of
  1# -> b
  _ -> case k <# negateInt# b of { 1# -> negateInt# b; _ -> k }


-- ---- Float -----------------------------------------------------------------------------------------------------------
instance Fractional Float where
  F# a / F# b = F# (divideFloat# a b)
  recip (F# a) = F# (divideFloat# 1.0# a)
  fromRational (n :% d) = rationalToFloat n d
  {-# INLINE (/) #-}
  {-# INLINE recip #-}

instance Floating Float where
  pi = 3.1415927
  exp (F# x) = F# (expFloat# x)
  log (F# x) = F# (logFloat# x)
  sqrt (F# x) = F# (sqrtFloat# x)
  sin (F# x) = F# (sinFloat# x)
  cos (F# x) = F# (cosFloat# x)
  tan (F# x) = F# (tanFloat# x)
  asin (F# x) = F# (asinFloat# x)
  acos (F# x) = F# (acosFloat# x)
  atan (F# x) = F# (atanFloat# x)
  sinh (F# x) = F# (sinhFloat# x)
  cosh (F# x) = F# (coshFloat# x)
  tanh (F# x) = F# (tanhFloat# x)
  asinh (F# x) = F# (asinhFloat# x)
  acosh (F# x) = F# (acoshFloat# x)
  atanh (F# x) = F# (atanhFloat# x)
  F# x ** F# y = F# (powerFloat# x y)
  logBase x y = log y / log x
  log1p (F# x) = F# (log1pFloat# x)
  expm1 (F# x) = F# (expm1Float# x)
  log1mexp x | x > negate (log 2) = log (negate (expm1 x))
             | otherwise = log1p (negate (exp x))
  log1pexp a | a <= 18 = log1p (exp a)
             | a <= 100 = a + exp (negate a)
             | otherwise = a
  {-# INLINE sqrt #-}
  {-# INLINE exp #-}
  {-# INLINE log #-}
  {-# INLINE sin #-}
  {-# INLINE cos #-}
  {-# INLINE (**) #-}

instance Real Float where
  toRational x = case decodeFloat x of
    (m, I# e) -> case e >=# 0# of
      1# -> integerShiftL# m e :% IS 1#
      _ -> dyadic m (negateInt# e)

instance RealFrac Float where
  properFraction x@(F# d)
    | smallFloat x = case float2Int# d of n -> (fromInteger (IS n), F# (plusFloat# (minusFloat# d (int2Float# n)) 0.0#))
    | otherwise = (fromInteger (floatToInteger# d), F# 0.0#)
  truncate x@(F# d)
    | smallFloat x = fromInteger (IS (float2Int# d))
    | otherwise = fromInteger (floatToInteger# d)
  floor x@(F# d)
    | smallFloat x = case float2Int# d of
        n -> case gtFloat# (int2Float# n) d of { 1# -> fromInteger (IS (n -# 1#)); _ -> fromInteger (IS n) }
    | otherwise = fromInteger (floatToInteger# d)
  ceiling x@(F# d)
    | smallFloat x = case float2Int# d of
        n -> case gtFloat# d (int2Float# n) of { 1# -> fromInteger (IS (n +# 1#)); _ -> fromInteger (IS n) }
    | otherwise = fromInteger (floatToInteger# d)
  round x@(F# d)
    | smallFloat x = fromInteger (IS (float2Int# (c_rintf d)))
    | otherwise = fromInteger (floatToInteger# d)
  {-# INLINE truncate #-}
  {-# INLINE floor #-}
  {-# INLINE ceiling #-}
  {-# INLINE round #-}
  {-# INLINE properFraction #-}

-- Fits an Int# for sure (and is not a NaN).
smallFloat :: Float -> Bool
smallFloat (F# d) = isTrue# (ltFloat# (fabsFloat# d) 4611686018427387904.0#)
{-# INLINE smallFloat #-}

instance Enum Float where
  succ x = x + 1
  pred x = x - 1
  toEnum (I# n) = F# (int2Float# n)
  fromEnum x = truncate x
  enumFrom = numericEnumFrom
  enumFromTo = numericEnumFromTo
  enumFromThen = numericEnumFromThen
  enumFromThenTo = numericEnumFromThenTo

instance RealFloat Float where
  floatRadix _ = IS 2#
  floatDigits _ = 24
  floatRange _ = (-125, 128)
  decodeFloat (F# d) = case decodeFloat_Int# d of (# m, e #) -> (IS m, I# e)
  encodeFloat m (I# e) = F# (integerEncodeFloat# m e)
  isNaN (F# d) = isTrue# (neFloat# d d)
  isInfinite (F# d) = isTrue# (gtFloat# (fabsFloat# d) 3.4028235e38#)
  isDenormalized (F# d) = isTrue# (ltFloat# (fabsFloat# d) 1.17549435e-38#) && isTrue# (neFloat# d 0.0#)
  isNegativeZero (F# d) = isTrue# (castFloatToWord32# d `eqWord#` 0x80000000##)
  isIEEE _ = True
  scaleFloat (I# k) x@(F# d)
    | isTrue# (eqFloat# d 0.0#) || isNaN x || isInfinite x = x
    | otherwise = case decodeFloat_Int# d of
        (# m, e #) -> case clampInt# 349# k of k' -> F# (c_int_encode_float m (e +# k'))

-- ---- Conversions ------------------------------------------------------------------------------------------------------
-- m / 2^k in lowest terms.
dyadic :: Integer -> Int# -> Rational
dyadic (IS 0#) _ = IS 0# :% IS 1#
dyadic (IS m) k = case word2Int# (ctz# (int2Word# m)) of
  z -> case z >=# k of
    1# -> IS (uncheckedIShiftRA# m k) :% IS 1#
    _ -> IS (uncheckedIShiftRA# m z) :% integerShiftL# (IS 1#) (k -# z)
dyadic m k = m % integerShiftL# (IS 1#) k

-- The optimiser knows these two by name, for literals (opt/rules.cc).
{-# NOINLINE [0] rationalToDouble #-}
{-# NOINLINE [0] rationalToFloat #-}
rationalToDouble :: Integer -> Integer -> Double
rationalToDouble n d = case rationalScaled n d 55# of
  (# 0#, m, e #) -> D# (c_int_round_double m e)
  (# 1#, _, _ #) -> D# (0.0## /## 0.0##)
  (# 2#, _, _ #) -> D# (-1.0## /## 0.0##)
  (# _, _, _ #) -> D# (1.0## /## 0.0##)

rationalToFloat :: Integer -> Integer -> Float
rationalToFloat n d = case rationalScaled n d 26# of
  (# 0#, m, e #) -> F# (c_int_round_float m e)
  (# 1#, _, _ #) -> F# (divideFloat# 0.0# 0.0#)
  (# 2#, _, _ #) -> F# (divideFloat# -1.0# 0.0#)
  (# _, _, _ #) -> F# (divideFloat# 1.0# 0.0#)

-- n/d as a mantissa of `bits` + 1 or `bits` + 2 bits and an exponent. The lowest bit is set when the quotient is not exact: so
-- rounding it once is correct. The tag tells NaN (1#), -Infinity (2#) and Infinity (3#) for a zero denominator.
rationalScaled :: Integer -> Integer -> Int# -> (# Int#, Int#, Int# #)
rationalScaled n (IS 0#) _ = case n of
  IS 0# -> (# 1#, 0#, 0# #)
  _ | integerIsNegative n -> (# 2#, 0#, 0# #)
    | otherwise -> (# 3#, 0#, 0# #)
rationalScaled (IS n) (IS 1#) _ = (# 0#, n, 0# #)
rationalScaled n d bits = case integerAbs n of
  a -> case bits -# (integerBits# a -# integerBits# d) of
    s -> case (case s >=# 0# of
                 1# -> integerQuotRem# (integerShiftL# a s) d
                 _ -> integerQuotRem# a (integerShiftL# d (negateInt# s))) of
      (# q, r #) -> case uncheckedIShiftL# (integerToInt# q) 1# of
        q2 -> case (case r of { IS 0# -> q2; _ -> orI# q2 1# }) of
          m -> (# 0#, (case integerIsNegative n of { True -> negateInt# m; False -> m }), negateInt# (s +# 1#) #)

float2Double :: Float -> Double
float2Double (F# x) = D# (float2Double# x)
{-# INLINE float2Double #-}

double2Float :: Double -> Float
double2Float (D# x) = F# (double2Float# x)
{-# INLINE double2Float #-}

int2Double :: Int -> Double
int2Double (I# x) = D# (int2Double# x)
{-# INLINE int2Double #-}

double2Int :: Double -> Int
double2Int (D# x) = I# (double2Int# x)
{-# INLINE double2Int #-}

int2Float :: Int -> Float
int2Float (I# x) = F# (int2Float# x)
{-# INLINE int2Float #-}

float2Int :: Float -> Int
float2Int (F# x) = I# (float2Int# x)
{-# INLINE float2Int #-}

-- realToFrac without the Rational between, with the same results: that has no negative zero, no infinity and no NaN. -0.0 + 0.0 is 0.0.
realDoubleToDouble :: Double -> Double
realDoubleToDouble x@(D# d)
  | isFiniteDouble x = D# ((+##) d 0.0##)
  | otherwise = fromRational (toRational x)
{-# INLINE realDoubleToDouble #-}

realDoubleToFloat :: Double -> Float
realDoubleToFloat x@(D# d)
  | isFiniteDouble x = F# (double2Float# ((+##) d 0.0##))
  | otherwise = fromRational (toRational x)
{-# INLINE realDoubleToFloat #-}

realFloatToDouble :: Float -> Double
realFloatToDouble x@(F# f)
  | isFiniteFloat x = D# (float2Double# (plusFloat# f 0.0#))
  | otherwise = fromRational (toRational x)
{-# INLINE realFloatToDouble #-}

realFloatToFloat :: Float -> Float
realFloatToFloat x@(F# f)
  | isFiniteFloat x = F# (plusFloat# f 0.0#)
  | otherwise = fromRational (toRational x)
{-# INLINE realFloatToFloat #-}

isFiniteDouble :: Double -> Bool
isFiniteDouble (D# d) = isTrue# (fabsDouble# d <=## 1.7976931348623157e308##)
{-# INLINE isFiniteDouble #-}

isFiniteFloat :: Float -> Bool
isFiniteFloat (F# f) = isTrue# (leFloat# (fabsFloat# f) 3.4028235e38#)
{-# INLINE isFiniteFloat #-}

{-# RULES
"realToFrac/Float->Float"   realToFrac = realFloatToFloat
"realToFrac/Float->Double"  realToFrac = realFloatToDouble
"realToFrac/Double->Float"  realToFrac = realDoubleToFloat
"realToFrac/Double->Double" realToFrac = realDoubleToDouble
"realToFrac/Int->Double"    realToFrac = int2Double
"realToFrac/Int->Float"     realToFrac = int2Float
  #-}

-- ---- Show -------------------------------------------------------------------------------------------------------------
instance Show Double where
  showsPrec (I# p) x@(D# d) s
    | isTrue# (p ># 6#) && (x < 0 || isNegativeZero x) = '(' : showDouble# d (')' : s)
    | otherwise = showDouble# d s

instance Show Float where
  showsPrec (I# p) x@(F# d) s
    | isTrue# (p ># 6#) && (x < 0 || isNegativeZero x) = '(' : showFloat# d (')' : s)
    | otherwise = showFloat# d s

showDouble# :: Double# -> ShowS
showDouble# d rest = showBytes (\mba -> c_double_show mba d) rest

showFloat# :: Float# -> ShowS
showFloat# d rest = showBytes (\mba -> c_float_show mba d) rest

showBytes :: (MutableByteArray# RealWorld -> IO Int) -> ShowS
showBytes fill rest = runRW# (\s -> case newByteArray# 40# s of
  (# s1, mba #) -> case unIO (fill mba) s1 of
    (# s2, I# n #) -> case unsafeFreezeByteArray# mba s2 of
      (# s3, ba #) -> (# s3, unpackBytes ba 0# n rest #))

-- | Shows with the shower for non-negative numbers.
showSignedFloat :: RealFloat a => (a -> ShowS) -> Int -> a -> ShowS
showSignedFloat showPos p x
  | x < 0 || isNegativeZero x = showParen (p > 6) (showChar '-' . showPos (negate x))
  | otherwise = showPos x

-- ---- Digits -------------------------------------------------------------------------------------------------------------
-- Digits in base 10, by C.
doubleDigits10 :: Double -> ([Int], Int)
doubleDigits10 (D# d) = unpackDigits (\mba -> c_double_digits mba d)

floatDigits10 :: Float -> ([Int], Int)
floatDigits10 (F# d) = unpackDigits (\mba -> c_float_digits mba d)

-- The C function returns count + 64 * (exponent + 4096).
unpackDigits :: (MutableByteArray# RealWorld -> IO Int) -> ([Int], Int)
unpackDigits fill = runRW# (\s -> case newByteArray# 40# s of
  (# s1, mba #) -> case unIO (fill mba) s1 of
    (# s2, I# n #) -> case unsafeFreezeByteArray# mba s2 of
      (# s3, ba #) -> (# s3, (go ba 0# (andI# n 63#), I# (uncheckedIShiftRA# n 6# -# 4096#)) #))
  where
    go :: ByteArray# -> Int# -> Int# -> [Int]
    go ba i n = case i >=# n of
      1# -> []
      _ -> I# (ord# (indexCharArray# ba i) -# 48#) : go ba (i +# 1#) n

-- | The shortest digits that identify a non-negative number, and the exponent: [d1,d2,..] e means 0.d1d2.. * base^e.
-- (Steele and White; Burger and Dybvig.)
floatToDigits :: RealFloat a => Integer -> a -> ([Int], Int)
floatToDigits base x
  | x == 0 = ([0], 0)
  | otherwise =
      let
        (f0, e0) = decodeFloat x
        (minExp0, _) = floatRange x
        p = floatDigits x
        b = floatRadix x
        minExp = minExp0 - p
        -- denormals: the exponent is not below the least one
        (f, e) = let n = minExp - e0
                 in if n > 0 then (f0 `quot` (b ^ n), e0 + n) else (f0, e0)
        (r, s, mUp, mDn)
          | e >= 0 = let be = b ^ e
                     in if f == b ^ (p - 1)
                          then (f * be * b * 2, 2 * b, be * b, be)
                          else (f * be * 2, 2, be, be)
          | e > minExp && f == b ^ (p - 1) = (f * b * 2, b ^ (negate e + 1) * 2, b, 1)
          | otherwise = (f * 2, b ^ negate e * 2, 1, 1)
        -- An estimate from below, which fixup corrects: in base 10 by the bits, times log10 2. In other bases of Floats, as the
        -- Report has it: a first digit 0 comes of its rounding up.
        k0 | b == 2 && base == 10 = let bits = p - 1 + e0
                                        k1 = bits * 30103 `quot` 100000
                                    in if bits >= 0 then k1 + 1 else k1
           | otherwise = ceiling ((log (fromInteger (f + 1)) + fromIntegral e * log (fromInteger b)) / log (fromInteger base) :: Float)
        fixup n
          | n >= 0 = if r + mUp <= base ^ n * s then n else fixup (n + 1)
          | otherwise = if base ^ negate n * (r + mUp) <= s then n else fixup (n + 1)
        k = fixup k0 :: Int
        gen ds rn sN mUpN mDnN =
          let (dn, rn') = (rn * base) `quotRem` sN
              mUpN' = mUpN * base
              mDnN' = mDnN * base
          in case (rn' < mDnN', rn' + mUpN' > sN) of
               (True, False) -> dn : ds
               (False, True) -> dn + 1 : ds
               (True, True) -> if rn' * 2 < sN then dn : ds else dn + 1 : ds
               (False, False) -> gen (dn : ds) rn' sN mUpN' mDnN'
        rds | k >= 0 = gen [] r (s * base ^ k) mUp mDn
            | otherwise = let bk = base ^ negate k in gen [] (r * bk) s (mUp * bk) (mDn * bk)
      in (map fromIntegral (reverse rds), k)
{-# NOINLINE [1] floatToDigits #-}

floatToDigits10 :: RealFloat a => a -> ([Int], Int)
floatToDigits10 x
  | floatDigits x == 53 = case decodeFloat x of (m, I# e) -> doubleDigits10 (D# (integerEncodeDouble# m e))
  | floatDigits x == 24 = case decodeFloat x of (m, I# e) -> floatDigits10 (F# (integerEncodeFloat# m e))
  | otherwise = floatToDigits 10 x

-- ---- Formatting ---------------------------------------------------------------------------------------------------------
data FFFormat = FFExponent | FFFixed | FFGeneric

showFloat :: RealFloat a => a -> ShowS
showFloat x = showString (formatRealFloat FFGeneric Nothing x)

formatRealFloat :: RealFloat a => FFFormat -> Maybe Int -> a -> [Char]
formatRealFloat fmt decs x = formatRealFloatAlt fmt decs False x

-- | `alt`: a decimal point even when no digit follows it.
formatRealFloatAlt :: RealFloat a => FFFormat -> Maybe Int -> Bool -> a -> [Char]
formatRealFloatAlt fmt decs alt x
  | isNaN x = "NaN"
  | isInfinite x = if x < 0 then "-Infinity" else "Infinity"
  | x < 0 || isNegativeZero x = '-' : formatDigits fmt decs alt (floatToDigits10 (negate x))
  | otherwise = formatDigits fmt decs alt (floatToDigits10 x)

formatDigits :: FFFormat -> Maybe Int -> Bool -> ([Int], Int) -> [Char]
formatDigits fmt decs alt (is, e) = case fmt of
  FFGeneric | e < 0 || e > 7 -> formatDigits FFExponent decs alt (is, e)
            | otherwise -> formatDigits FFFixed decs alt (is, e)
  FFExponent -> case decs of
    Nothing -> case map digit is of
      "0" -> "0.0e0"
      [d] -> d : ".0e" ++ show (e - 1)
      d : ds -> d : '.' : ds ++ ('e' : show (e - 1))
      [] -> "0.0e0"
    Just d | d <= 0 -> case is of
      [0] -> "0e0"
      _ -> case roundTo 10 1 is of
        (ei, is') -> case map digit (if ei > 0 then init is' else is') of
          n : _ -> n : 'e' : show (e - 1 + ei)
          [] -> "0e0"
    Just dec -> case is of
      [0] -> '0' : '.' : take (max dec 1) (repeat '0') ++ "e0"
      _ -> case roundTo 10 (max dec 1 + 1) is of
        (ei, is') -> case map digit (if ei > 0 then init is' else is') of
          d : ds -> d : '.' : ds ++ ('e' : show (e - 1 + ei))
          [] -> "0e0"
  FFFixed -> case decs of
    Nothing
      | e <= 0 -> "0." ++ (replicate (negate e) '0' ++ map digit is)
      | otherwise -> intAndFraction e [] (map digit is)
    Just dec ->
      let dec' = max dec 0
      in if e >= 0
           then case roundTo 10 (dec' + e) is of
             (ei, is') -> case splitAt (e + ei) (map digit is') of
               (ls, rs) -> orZero ls ++ (if null rs && not alt then "" else '.' : rs)
           else case roundTo 10 dec' (replicate (negate e) 0 ++ is) of
             (ei, is') -> case map digit (if ei > 0 then is' else 0 : is') of
               d : ds -> d : (if null ds && not alt then "" else '.' : ds)
               [] -> "0"
  where
    digit (I# i) = unsafeIntToDigit# i
    orZero "" = "0"
    orZero ls = ls
    intAndFraction 0 s rs = orZero (reverse s) ++ ('.' : orZero rs)
    intAndFraction n s "" = intAndFraction (n - 1) ('0' : s) ""
    intAndFraction n s (r : rs) = intAndFraction (n - 1) (r : s) rs

-- | Rounds digits to a number of places, half to even; the first component is 1 when a digit was added in front.
roundTo :: Int -> Int -> [Int] -> (Int, [Int])
roundTo base d is = case f d True is of
  x@(0, _) -> x
  (1, xs) -> (1, 1 : xs)
  _ -> errorWithoutStackTrace "roundTo: bad Value"
  where
    b2 = base `quot` 2
    f n _ [] = (0, replicate n 0)
    f 0 e (x : xs) | x == b2 && e && all (== 0) xs = (0, [])
                   | otherwise = (if x >= b2 then 1 else 0, [])
    f n _ (i : xs) = case f (n - 1) (even i) xs of
      (c, ds) -> let i' = c + i in if i' == base then (1, 0 : ds) else (0, i' : ds)
