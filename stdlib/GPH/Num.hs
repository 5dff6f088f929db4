{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The class Num and its instances for the basic types.
module GPH.Num where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer

infixl 7 *
infixl 6 +, -

class Num a where
  (+), (-), (*) :: a -> a -> a
  negate, abs, signum :: a -> a
  fromInteger :: Integer -> a
  -- Not exported by the Prelude: fromIntegral of words. To Double and Float it rounds, which fromInteger does not (as in GHC).
  fromWord# :: Word# -> a
  fromWord# w = fromInteger (integerFromWord# w)
  x - y = x + negate y
  negate x = fromInteger (IS 0#) - x
  {-# MINIMAL (+), (*), abs, signum, fromInteger, (negate | (-)) #-}

subtract :: Num a => a -> a -> a
subtract x y = y - x
{-# INLINE subtract #-}

instance Num Int where
  I# a + I# b = I# (a +# b)
  I# a - I# b = I# (a -# b)
  I# a * I# b = I# (a *# b)
  negate (I# a) = I# (negateInt# a)
  abs n@(I# a) = case a <# 0# of { 1# -> I# (negateInt# a); _ -> n }
  signum (I# a) = I# ((a ># 0#) -# (a <# 0#))
  fromInteger n = I# (integerToInt# n)
  fromWord# w = I# (word2Int# w)
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE negate #-}
  {-# INLINE abs #-}
  {-# INLINE signum #-}
  {-# INLINE fromInteger #-}
  {-# INLINE fromWord# #-}

instance Num Word where
  W# a + W# b = W# (plusWord# a b)
  W# a - W# b = W# (minusWord# a b)
  W# a * W# b = W# (timesWord# a b)
  negate (W# a) = W# (int2Word# (negateInt# (word2Int# a)))
  abs x = x
  signum (W# 0##) = W# 0##
  signum _ = W# 1##
  fromInteger n = W# (integerToWord# n)
  fromWord# w = W# w
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromWord# #-}

instance Num Integer where
  (+) = integerAdd
  (-) = integerSub
  (*) = integerMul
  negate = integerNegate
  abs = integerAbs
  signum = integerSignum
  fromInteger n = n
  fromWord# w = integerFromWord# w
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE fromInteger #-}
  {-# INLINE fromWord# #-}

instance Num Double where
  D# a + D# b = D# (a +## b)
  D# a - D# b = D# (a -## b)
  D# a * D# b = D# (a *## b)
  negate (D# a) = D# (negateDouble# a)
  abs (D# a) = D# (fabsDouble# a)
  signum x@(D# a) = case a >## 0.0## of { 1# -> D# 1.0##; _ -> case a <## 0.0## of { 1# -> D# -1.0##; _ -> x } }
  fromInteger n = D# (integerToDouble# n)
  fromWord# w = D# (word2Double# w)
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE negate #-}
  {-# INLINE abs #-}
  {-# INLINE fromInteger #-}
  {-# INLINE fromWord# #-}

instance Num Float where
  F# a + F# b = F# (plusFloat# a b)
  F# a - F# b = F# (minusFloat# a b)
  F# a * F# b = F# (timesFloat# a b)
  negate (F# a) = F# (negateFloat# a)
  abs (F# a) = F# (fabsFloat# a)
  signum x@(F# a) = case gtFloat# a 0.0# of { 1# -> F# 1.0#; _ -> case ltFloat# a 0.0# of { 1# -> F# -1.0#; _ -> x } }
  fromInteger n = F# (integerToFloat# n)
  fromWord# w = F# (word2Float# w)
  {-# INLINE (+) #-}
  {-# INLINE (-) #-}
  {-# INLINE (*) #-}
  {-# INLINE negate #-}
  {-# INLINE abs #-}
  {-# INLINE fromInteger #-}
  {-# INLINE fromWord# #-}

