{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Arithmetic of Integer. Small values stay in one word (constructor IS); the others go through GMP's mpn layer in
-- runtime/prim/ffi_integer.c. Divisors are not zero here: GPH.Real checks.
--
-- The C functions take a number as limbs and a signed limb count (the sign is the number's). The result is written to a
-- buffer that is big enough and its signed limb count returned; 'fromBuffer' then shrinks the buffer and normalises.
module GPH.Integer where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base

foreign import ccall unsafe "gph_integer_add" c_add
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_add_small" c_add_small
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_sub" c_sub
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_small_sub" c_small_sub
  :: MutableByteArray# RealWorld -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_mul" c_mul
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_mul_small" c_mul_small
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_quotrem" c_quotrem
  :: MutableByteArray# RealWorld -> MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_quot" c_quot
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_rem" c_rem
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_rem_small" c_rem_small :: ByteArray# -> Int# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_integer_quot_small" c_quot_small
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_cmp" c_cmp :: ByteArray# -> Int# -> ByteArray# -> Int# -> Int#
foreign import ccall unsafe "gph_integer_gcd" c_gcd
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_gcd_small" c_gcd_small :: ByteArray# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_gcd_word" c_gcd_word :: Word# -> Word# -> Word#
foreign import ccall unsafe "gph_integer_logic" c_logic
  :: Int# -> MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_shiftl" c_shiftl
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_shiftr" c_shiftr
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_testbit" c_testbit :: ByteArray# -> Int# -> Int# -> Int#
foreign import ccall unsafe "gph_integer_popcount" c_popcount :: ByteArray# -> Int# -> Int#
foreign import ccall unsafe "gph_integer_bits" c_bits :: ByteArray# -> Int# -> Int#
foreign import ccall unsafe "gph_integer_encode_double" c_encode_double :: ByteArray# -> Int# -> Int# -> Double#
foreign import ccall unsafe "gph_integer_encode_float" c_encode_float :: ByteArray# -> Int# -> Int# -> Float#
foreign import ccall unsafe "gph_int_encode_double" c_int_encode_double :: Int# -> Int# -> Double#
foreign import ccall unsafe "gph_int_encode_float" c_int_encode_float :: Int# -> Int# -> Float#
foreign import ccall unsafe "gph_int_round_double" c_int_round_double :: Int# -> Int# -> Double#
foreign import ccall unsafe "gph_int_round_float" c_int_round_float :: Int# -> Int# -> Float#
foreign import ccall unsafe "gph_integer_powmod" c_powmod
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> ByteArray# -> Int# -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_sqrt" c_sqrt :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_to_decimal" c_to_decimal
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> IO Int
foreign import ccall unsafe "gph_integer_from_decimal" c_from_decimal
  :: MutableByteArray# RealWorld -> ByteArray# -> Int# -> IO Int

-- ---- Helpers ------------------------------------------------------------------------------------------------------
-- Number of limbs, with the sign of the number.
limbs# :: Integer -> Int#
limbs# (IP b) = uncheckedIShiftRL# (sizeofByteArray# b) 3#
limbs# (IN b) = negateInt# (uncheckedIShiftRL# (sizeofByteArray# b) 3#)
limbs# (IS n) = case n <# 0# of { 1# -> -1#; _ -> n ># 0# }

-- The magnitude as limbs; allocates one limb for a small number.
magnitude# :: Integer -> ByteArray#
magnitude# (IP b) = b
magnitude# (IN b) = b
magnitude# (IS n) = case positiveLimb# (int2Word# (abs# n)) of { IP b -> b; IN b -> b; IS _ -> magnitude# (IS n) }

-- A magnitude of one limb, with either sign.
positiveLimb#, negativeLimb# :: Word# -> Integer
positiveLimb# w = runRW# (\s -> case newByteArray# 8# s of
  (# s1, mba #) -> case writeWordArray# mba 0# w s1 of
    s2 -> case unsafeFreezeByteArray# mba s2 of (# s3, ba #) -> (# s3, IP ba #))
{-# NOINLINE positiveLimb# #-}
negativeLimb# w = case positiveLimb# w of { IP ba -> IN ba; n -> n }

-- Of two limbs, or of one if the high one is 0 (then the low one has its highest bit).
positiveLimbs# :: Word# -> Word# -> Integer
positiveLimbs# 0## low = positiveLimb# low
positiveLimbs# high low = runRW# (\s -> case newByteArray# 16# s of
  (# s1, mba #) -> case writeWordArray# mba 0# low s1 of
    s2 -> case writeWordArray# mba 1# high s2 of
      s3 -> case unsafeFreezeByteArray# mba s3 of (# s4, ba #) -> (# s4, IP ba #))
{-# NOINLINE positiveLimbs# #-}

abs# :: Int# -> Int#
abs# n = case n <# 0# of { 1# -> negateInt# n; _ -> n }
{-# INLINE abs# #-}

-- | Runs an operation on a fresh buffer of the given number of limbs and makes the Integer of what it wrote.
withBuffer :: Int# -> (MutableByteArray# RealWorld -> IO Int) -> Integer
withBuffer size fill = runRW# (\s -> case newByteArray# (uncheckedIShiftL# size 3#) s of
  (# s1, mba #) -> case unIO (fill mba) s1 of (# s2, I# n #) -> fromBuffer# mba n s2)
{-# INLINE withBuffer #-}

fromBuffer# :: MutableByteArray# RealWorld -> Int# -> State# RealWorld -> (# State# RealWorld, Integer #)
fromBuffer# mba n s = case n of
  0# -> (# s, IS 0# #)
  1# -> case readWordArray# mba 0# s of
    (# s1, w #) -> case word2Int# w of
      i -> case i >=# 0# of { 1# -> (# s1, IS i #); _ -> freeze 1# s1 }
  -1# -> case readWordArray# mba 0# s of
    (# s1, w #) -> case negateInt# (word2Int# w) of
      i -> case i <# 0# of { 1# -> (# s1, IS i #); _ -> freeze -1# s1 }
  _ -> freeze n s
  where
    freeze k s1 = case shrinkMutableByteArray# mba (uncheckedIShiftL# (abs# k) 3#) s1 of
      s2 -> case unsafeFreezeByteArray# mba s2 of
        (# s3, ba #) -> case k ># 0# of { 1# -> (# s3, IP ba #); _ -> (# s3, IN ba #) }
{-# NOINLINE fromBuffer# #-}

-- ---- Conversions --------------------------------------------------------------------------------------------------
integerFromInt :: Int -> Integer
integerFromInt (I# i) = IS i
{-# INLINE integerFromInt #-}

integerFromWord# :: Word# -> Integer
integerFromWord# w = case word2Int# w of
  i -> case i >=# 0# of { 1# -> IS i; _ -> positiveLimb# w }
{-# NOINLINE [1] integerFromWord# #-}

-- | The low 64 bits.
integerToWord# :: Integer -> Word#
{-# INLINE [0] integerToWord# #-}
{-# RULES
"integerToWord/integerFromWord" forall w. integerToWord# (integerFromWord# w) = w
"integerToInt/integerFromWord"  forall w. integerToInt# (integerFromWord# w) = word2Int# w
  #-}
integerToWord# (IS i) = int2Word# i
integerToWord# (IP b) = indexWordArray# b 0#
integerToWord# (IN b) = int2Word# (negateInt# (word2Int# (indexWordArray# b 0#)))

integerToInt# :: Integer -> Int#
integerToInt# (IS i) = i
integerToInt# n = word2Int# (integerToWord# n)
{-# INLINE [1] integerToInt# #-}

integerToInt :: Integer -> Int
integerToInt n = I# (integerToInt# n)

-- ---- Comparison ---------------------------------------------------------------------------------------------------
-- Less than, equal or greater than zero as the first is less than, equal to or greater than the second.
integerCompare# :: Integer -> Integer -> Int#
integerCompare# (IS a) (IS b) = (a ># b) -# (a <# b)
integerCompare# (IS _) (IP _) = -1#
integerCompare# (IS _) (IN _) = 1#
integerCompare# (IP _) (IS _) = 1#
integerCompare# (IN _) (IS _) = -1#
integerCompare# a b = c_cmp (magnitude# a) (limbs# a) (magnitude# b) (limbs# b)

instance Eq Integer where
  a == b = integerEq a b
  {-# INLINE (==) #-}
  a /= b = not (integerEq a b)
  {-# INLINE (/=) #-}

instance Ord Integer where
  compare a b = case integerCompare# a b of
    c -> case c <# 0# of { 1# -> LT; _ -> case c of { 0# -> EQ; _ -> GT } }
  a < b = integerLt a b
  a > b = integerLt b a
  a <= b = integerLe a b
  a >= b = integerLe b a
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}

integerEq, integerLt, integerLe :: Integer -> Integer -> Bool
integerEq (IS a) (IS b) = isTrue# (a ==# b)
integerEq a b = isTrue# (integerCompare# a b ==# 0#)
integerLt (IS a) (IS b) = isTrue# (a <# b)
integerLt a b = isTrue# (integerCompare# a b <# 0#)
integerLe (IS a) (IS b) = isTrue# (a <=# b)
integerLe a b = isTrue# (integerCompare# a b <=# 0#)

-- ---- Ring operations ----------------------------------------------------------------------------------------------
integerAdd :: Integer -> Integer -> Integer
integerAdd (IS a) (IS b) = case addIntC# a b of
  (# r, 0# #) -> IS r
  (# 0#, _ #) -> integerAddBig (IS a) (IS b)
  (# r, _ #) -> case r ># 0# of   -- overflow: the true sum is r -+ 2^64
    1# -> negativeLimb# (int2Word# (negateInt# r))
    _ -> positiveLimb# (int2Word# r)
integerAdd a b = integerAddBig a b

integerAddBig :: Integer -> Integer -> Integer
integerAddBig (IS 0#) b = b
integerAddBig a (IS 0#) = a
integerAddBig (IS _) b@(IS _) = integerAddBig (negativeLimb# 0x8000000000000000##) b  -- only minBound + minBound comes here
integerAddBig (IS a) b = integerAddBig b (IS a)
integerAddBig a (IS b) = case limbs# a of
  an -> case magnitude# a of
    av -> withBuffer (abs# an +# 1#) (\r -> c_add_small r av an b)
integerAddBig a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (maxInt# (abs# an) (abs# bn) +# 1#) (\r -> c_add r av an bv bn)
{-# NOINLINE integerAddBig #-}

maxInt# :: Int# -> Int# -> Int#
maxInt# a b = case a ># b of { 1# -> a; _ -> b }

integerSub :: Integer -> Integer -> Integer
integerSub (IS a) (IS b) = case subIntC# a b of
  (# r, 0# #) -> IS r
  (# r, _ #) -> case r ># 0# of
    1# -> negativeLimb# (int2Word# (negateInt# r))
    _ -> positiveLimb# (int2Word# r)
integerSub a b = integerSubBig a b

integerSubBig :: Integer -> Integer -> Integer
integerSubBig a (IS 0#) = a
integerSubBig (IS a) b = case limbs# b of
  bn -> case magnitude# b of
    bv -> withBuffer (abs# bn +# 1#) (\r -> c_small_sub r a bv bn)
integerSubBig a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (maxInt# (abs# an) (abs# bn) +# 1#) (\r -> c_sub r av an bv bn)
{-# NOINLINE integerSubBig #-}

integerMul :: Integer -> Integer -> Integer
integerMul (IS a) (IS b) = case mulIntMayOflo# a b of
  0# -> IS (a *# b)
  _ -> integerMulWide a b
integerMul a b = integerMulBig a b

-- The product is no Int.
integerMulWide :: Int# -> Int# -> Integer
integerMulWide a b = case timesWord2# (int2Word# (abs# a)) (int2Word# (abs# b)) of
  (# high, low #) -> case (a <# 0#) ==# (b <# 0#) of
    1# -> positiveLimbs# high low
    _ -> case positiveLimbs# high low of { IP ba -> IN ba; n -> n }
{-# NOINLINE integerMulWide #-}

integerMulBig :: Integer -> Integer -> Integer
integerMulBig (IS a) (IS b) = integerMul (IS a) (IS b)
integerMulBig (IS a) b = integerMulBig b (IS a)
integerMulBig _ (IS 0#) = IS 0#
integerMulBig a (IS 1#) = a
integerMulBig a (IS b) = case limbs# a of
  an -> case magnitude# a of
    av -> withBuffer (abs# an +# 1#) (\r -> c_mul_small r av an b)
integerMulBig a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (abs# an +# abs# bn) (\r -> c_mul r av an bv bn)
{-# NOINLINE integerMulBig #-}

integerNegate :: Integer -> Integer
integerNegate (IS -0x8000000000000000#) = positiveLimb# 0x8000000000000000##
integerNegate (IS n) = IS (negateInt# n)
integerNegate (IP b) = case sizeofByteArray# b of
  8# -> case indexWordArray# b 0# of { 0x8000000000000000## -> IS -0x8000000000000000#; _ -> IN b }
  _ -> IN b
integerNegate (IN b) = IP b

integerAbs :: Integer -> Integer
integerAbs n@(IS i) = case i <# 0# of { 1# -> integerNegate n; _ -> n }
integerAbs n@(IP _) = n
integerAbs (IN b) = IP b

integerSignum :: Integer -> Integer
integerSignum (IS n) = IS ((n ># 0#) -# (n <# 0#))
integerSignum (IP _) = IS 1#
integerSignum (IN _) = IS -1#

integerIsNegative :: Integer -> Bool
integerIsNegative (IS n) = isTrue# (n <# 0#)
integerIsNegative (IP _) = False
integerIsNegative (IN _) = True

-- ---- Division -----------------------------------------------------------------------------------------------------
integerQuot, integerRem, integerDiv, integerMod :: Integer -> Integer -> Integer
integerQuot (IS -0x8000000000000000#) (IS -1#) = positiveLimb# 0x8000000000000000##
integerQuot (IS a) (IS b) = IS (quotInt# a b)
integerQuot a (IS b) = quotSmall 0# a b
integerQuot a b = quotBig 0# a b

integerRem (IS _) (IS -1#) = IS 0#
integerRem (IS a) (IS b) = IS (remInt# a b)
integerRem (IP a) (IS b) = IS (c_rem_small a (uncheckedIShiftRL# (sizeofByteArray# a) 3#) b 0#)
integerRem (IN a) (IS b) = IS (c_rem_small a (negateInt# (uncheckedIShiftRL# (sizeofByteArray# a) 3#)) b 0#)
integerRem a b = remBig 0# a b

integerDiv (IS -0x8000000000000000#) (IS -1#) = positiveLimb# 0x8000000000000000##
integerDiv (IS a) (IS b) = IS (divInt# a b)
integerDiv a (IS b) = quotSmall 1# a b
integerDiv a b = quotBig 1# a b

integerMod (IS _) (IS -1#) = IS 0#
integerMod (IS a) (IS b) = IS (modInt# a b)
integerMod (IP a) (IS b) = IS (c_rem_small a (uncheckedIShiftRL# (sizeofByteArray# a) 3#) b 1#)
integerMod (IN a) (IS b) = IS (c_rem_small a (negateInt# (uncheckedIShiftRL# (sizeofByteArray# a) 3#)) b 1#)
integerMod a b = remBig 1# a b

-- The first number is big.
quotSmall :: Int# -> Integer -> Int# -> Integer
quotSmall floored a b = case limbs# a of
  an -> case magnitude# a of
    av -> withBuffer (abs# an +# 1#) (\r -> c_quot_small r av an b floored)
{-# NOINLINE quotSmall #-}

integerQuotRem#, integerDivMod# :: Integer -> Integer -> (# Integer, Integer #)
integerQuotRem# (IS a) (IS b) = case b of
  -1# -> (# integerNegate (IS a), IS 0# #)
  _ -> case quotRemInt# a b of (# q, r #) -> (# IS q, IS r #)
integerQuotRem# a b = quotRemBig 0# a b
integerDivMod# (IS a) (IS b) = case b of
  -1# -> (# integerNegate (IS a), IS 0# #)
  _ -> (# IS (divInt# a b), IS (modInt# a b) #)
integerDivMod# a b = quotRemBig 1# a b

-- The first argument: 0# to truncate the quotient, 1# to round it down. At least one operand is big. The C function writes
-- the remainder's signed size into the limb after the remainder's room.
quotRemBig :: Int# -> Integer -> Integer -> (# Integer, Integer #)
quotRemBig floored a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> case runRW# (\s -> case newByteArray# (uncheckedIShiftL# (quotientRoom an bn bv) 3#) s of
          (# s1, q #) -> case newByteArray# (uncheckedIShiftL# (abs# bn +# 2#) 3#) s1 of
            (# s2, r #) -> case unIO (c_quotrem q r av an bv bn floored) s2 of
              (# s3, I# qn #) -> case readIntArray# r (abs# bn +# 1#) s3 of
                (# s4, rn #) -> case fromBuffer# q qn s4 of
                  (# s5, qi #) -> case fromBuffer# r rn s5 of
                    (# s6, ri #) -> (# s6, (qi, ri) #)) of
          (qi, ri) -> (# qi, ri #)
{-# NOINLINE quotRemBig #-}

-- The same of one of the results.
quotBig, remBig :: Int# -> Integer -> Integer -> Integer
quotBig floored a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (quotientRoom an bn bv) (\q -> c_quot q av an bv bn floored)
remBig floored a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (abs# bn +# 2#) (\r -> c_rem r av an bv bn floored)
{-# NOINLINE quotBig #-}
{-# NOINLINE remBig #-}

-- Limbs for the quotient, and one for rounding down. A divisor with leading zeros has fewer limbs than it shows.
quotientRoom :: Int# -> Int# -> ByteArray# -> Int#
quotientRoom an bn bv = case indexWordArray# bv (abs# bn -# 1#) of
  0## -> abs# an +# 2#
  _ -> maxInt# (abs# an -# abs# bn) 0# +# 2#

integerGcd :: Integer -> Integer -> Integer
integerGcd (IS a) (IS b) = integerFromWord# (c_gcd_word (int2Word# (abs# a)) (int2Word# (abs# b)))
integerGcd (IS 0#) b = integerAbs b
integerGcd a (IS 0#) = integerAbs a
integerGcd (IS a) b = integerGcd b (IS a)
integerGcd a (IS b) = integerFromWord# (int2Word# (c_gcd_small (magnitude# a) (limbs# a) b))
integerGcd a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (maxInt# (abs# an) (abs# bn)) (\r -> c_gcd r av an bv bn)
{-# NOINLINE integerGcd #-}

integerLcm :: Integer -> Integer -> Integer
integerLcm (IS 0#) _ = IS 0#
integerLcm _ (IS 0#) = IS 0#
integerLcm a b = case integerAbs a of
  a' -> case integerAbs b of
    b' -> integerMul (integerQuot a' (integerGcd a' b')) b'

-- | base ^ exponent mod modulus, for a non-negative exponent and a positive modulus.
integerPowMod :: Integer -> Integer -> Integer -> Integer
integerPowMod b e m = case integerMod b m of
  b' -> case magnitude# b' of
    bv -> case magnitude# e of
      ev -> case magnitude# m of
        mv -> withBuffer (limbs# m +# 1#) (\r -> c_powmod r bv (limbs# b') ev (limbs# e) mv (limbs# m))

-- | The integer part of the square root of a non-negative number.
integerSqrt :: Integer -> Integer
integerSqrt n = case magnitude# n of
  v -> withBuffer (limbs# n +# 1#) (\r -> c_sqrt r v (limbs# n))

-- ---- Bits: an Integer is an infinite two's complement ---------------------------------------------------------------
integerAnd, integerOr, integerXor :: Integer -> Integer -> Integer
integerAnd (IS a) (IS b) = IS (andI# a b)
integerAnd a b = logicBig 0# a b
integerOr (IS a) (IS b) = IS (orI# a b)
integerOr a b = logicBig 1# a b
integerXor (IS a) (IS b) = IS (xorI# a b)
integerXor a b = logicBig 2# a b

logicBig :: Int# -> Integer -> Integer -> Integer
logicBig op a b = case limbs# a of
  an -> case limbs# b of
    bn -> case magnitude# a of
      av -> case magnitude# b of
        bv -> withBuffer (maxInt# (abs# an) (abs# bn) +# 1#) (\r -> c_logic op r av an bv bn)
{-# NOINLINE logicBig #-}

integerComplement :: Integer -> Integer
integerComplement (IS n) = IS (notI# n)
integerComplement n = integerSub (IS -1#) n

-- The count is not negative.
integerShiftL#, integerShiftR# :: Integer -> Int# -> Integer
integerShiftL# n 0# = n
integerShiftL# (IS 0#) _ = IS 0#
integerShiftL# (IS n) k
  | isTrue# (k <# 62#), isTrue# (uncheckedIShiftRA# (uncheckedIShiftL# n k) k ==# n) = IS (uncheckedIShiftL# n k)
integerShiftL# a k = case limbs# a of
  an -> case magnitude# a of
    av -> withBuffer (abs# an +# uncheckedIShiftRL# k 6# +# 1#) (\r -> c_shiftl r av an k)
integerShiftR# n 0# = n
integerShiftR# (IS n) k = IS (iShiftRA# n k)
integerShiftR# a k = case limbs# a of
  an -> case magnitude# a of
    av -> withBuffer (abs# an +# 1#) (\r -> c_shiftr r av an k)

integerTestBit# :: Integer -> Int# -> Int#
integerTestBit# (IS n) k = case k >=# 64# of
  1# -> n <# 0#
  _ -> andI# (uncheckedIShiftRA# n k) 1#
integerTestBit# a k = c_testbit (magnitude# a) (limbs# a) k

-- | Bits set; of a negative number, minus the bits set in its absolute value.
integerPopCount# :: Integer -> Int#
integerPopCount# (IS n) = case n >=# 0# of
  1# -> word2Int# (popCnt# (int2Word# n))
  _ -> negateInt# (word2Int# (popCnt# (int2Word# (negateInt# n))))
integerPopCount# a = c_popcount (magnitude# a) (limbs# a)

-- | Number of bits of the magnitude: 0 for 0, 1 for 1, 2 for 2 and 3.
integerBits# :: Integer -> Int#
integerBits# a = c_bits (magnitude# a) (limbs# a)

-- | Greatest e with base^e <= n, for n > 0 and base > 1.
integerLogBase# :: Integer -> Integer -> Int#
integerLogBase# base n = case go base of (# _, e #) -> e
  where
    go pw = case integerLt n pw of
      True -> (# n, 0# #)
      False -> case go (integerMul pw pw) of
        (# q, e #) -> case integerLt q pw of
          True -> (# q, 2# *# e #)
          False -> (# integerQuot q pw, 2# *# e +# 1# #)

-- ---- Floating point -------------------------------------------------------------------------------------------------
-- | n * 2^e, as GHC: big mantissas are truncated.
integerEncodeDouble# :: Integer -> Int# -> Double#
integerEncodeDouble# (IS n) e = c_int_encode_double n e
integerEncodeDouble# a e = c_encode_double (magnitude# a) (limbs# a) e

integerEncodeFloat# :: Integer -> Int# -> Float#
integerEncodeFloat# (IS n) e = c_int_encode_float n e
integerEncodeFloat# a e = c_encode_float (magnitude# a) (limbs# a) e

{-# INLINE integerToDouble# #-}
{-# INLINE integerToFloat# #-}
integerToDouble# :: Integer -> Double#
integerToDouble# (IS n) = int2Double# n
integerToDouble# a = c_encode_double (magnitude# a) (limbs# a) 0#

integerToFloat# :: Integer -> Float#
integerToFloat# (IS n) = int2Float# n
integerToFloat# a = c_encode_float (magnitude# a) (limbs# a) 0#

-- ---- Decimal text ---------------------------------------------------------------------------------------------------
-- | The decimal digits in front of a string, with '-' for a negative number.
integerToString :: Integer -> [Char] -> [Char]
integerToString (IS n) rest = intToString# n rest
integerToString a rest = runRW# (\s -> case newByteArray# (abs# (limbs# a) *# 20# +# 2#) s of
    (# s1, mba #) -> case unIO (c_to_decimal mba (magnitude# a) (limbs# a)) s1 of
      (# s2, I# n #) -> case unsafeFreezeByteArray# mba s2 of
        (# s3, ba #) -> (# s3, unpackBytes ba 0# n rest #))

-- Lazily, 64 at a time: a number of a million digits should not become a million cells at once, nor each digit a thunk.
unpackBytes :: ByteArray# -> Int# -> Int# -> [Char] -> [Char]
unpackBytes ba i n rest = case n -# i <=# 64# of
  1# -> unpackStretch ba i (n -# 1#) rest
  _ -> unpackStretch ba i (i +# 63#) (unpackBytes ba (i +# 64#) n rest)

-- From the last to the first, both included.
unpackStretch :: ByteArray# -> Int# -> Int# -> [Char] -> [Char]
unpackStretch ba first last rest = case last <# first of
  1# -> rest
  _ -> unpackStretch ba first (last -# 1#) (C# (indexCharArray# ba last) : rest)

intToString# :: Int# -> [Char] -> [Char]
intToString# n rest = case n >=# 0# of
  1# -> digits# n rest
  _ -> case n of
    -0x8000000000000000# -> '-' : '9' : digits# 223372036854775808# rest
    _ -> '-' : digits# (negateInt# n) rest

-- The digits of a non-negative number in front of a list.
digits# :: Int# -> [Char] -> [Char]
digits# n rest = case n <# 10# of
  1# -> C# (chr# (n +# 48#)) : rest
  _ -> case quotRemInt# n 10# of (# q, r #) -> digits# q (C# (chr# (r +# 48#)) : rest)

-- | The number that a string of decimal digits (nothing else) denotes.
integerFromDigits :: [Char] -> Integer
integerFromDigits str = small str 0# 0#
  where
    small :: [Char] -> Int# -> Int# -> Integer
    small [] acc _ = IS acc
    small (C# c : cs) acc k = case k <# 18# of
      1# -> small cs (acc *# 10# +# (ord# c -# 48#)) (k +# 1#)
      _ -> big
    big = case lengthDigits str 0# of
      n -> runRW# (\s -> case newByteArray# n s of
        (# s1, src #) -> case unsafeFreezeByteArray# src (fill src str 0# s1) of
          (# s2, frozen #) -> case quotInt# n 19# +# 1# of
            size -> case newByteArray# (uncheckedIShiftL# (size +# 1#) 3#) s2 of
              (# s3, dst #) -> case unIO (c_from_decimal dst frozen n) s3 of
                (# s4, I# rn #) -> fromBuffer# dst rn s4)
    fill :: MutableByteArray# RealWorld -> [Char] -> Int# -> State# RealWorld -> State# RealWorld
    fill _ [] _ s = s
    fill mba (C# c : cs) i s = fill mba cs (i +# 1#) (writeWord8Array# mba i (int2Word# (ord# c -# 48#)) s)
    lengthDigits :: [Char] -> Int# -> Int#
    lengthDigits [] n = n
    lengthDigits (_ : cs) n = lengthDigits cs (n +# 1#)
