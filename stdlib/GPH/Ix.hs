{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Index types of arrays.
module GPH.Ix where

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

class Ord a => Ix a where
  range :: (a, a) -> [a]
  index :: (a, a) -> a -> Int
  unsafeIndex :: (a, a) -> a -> Int
  inRange :: (a, a) -> a -> Bool
  rangeSize :: (a, a) -> Int
  unsafeRangeSize :: (a, a) -> Int
  -- | index, checked against the size of the array, too: an instance may say what it likes, and sizes overflow. Not exported by Data.Ix.
  safeIndex :: (a, a) -> Int -> a -> Int
  safeIndex b n i = checkedOffset n (index b i)
  index b i | inRange b i = unsafeIndex b i
            | otherwise = hopelessIndexError
  unsafeIndex b i = index b i
  rangeSize b@(_, h) | inRange b h = unsafeIndex b h + 1
                     | otherwise = 0
  unsafeRangeSize b@(_, h) = unsafeIndex b h + 1
  {-# MINIMAL range, (index | unsafeIndex), inRange #-}

hopelessIndexError :: Int
hopelessIndexError = errorWithoutStackTrace "Error in array index"
{-# NOINLINE hopelessIndexError #-}

checkedOffset :: Int -> Int -> Int
checkedOffset n@(I# n#) k@(I# k#) = if isTrue# (int2Word# k# `ltWord#` int2Word# n#) then k else badSafeIndex k n
{-# INLINE checkedOffset #-}

badSafeIndex :: Int -> Int -> Int
badSafeIndex k n = errorWithoutStackTrace ("Error in array index; " ++ show k ++ " not in range [0.." ++ show n ++ ")")
{-# NOINLINE badSafeIndex #-}

indexError :: Show a => (a, a) -> a -> [Char] -> b
indexError rng i tp = errorWithoutStackTrace
  (showString "Ix{" . showString tp . showString "}.index: Index " . showParen True (showsPrec 0 i)
    . showString " out of range " $ showParen True (showsPrec 0 rng) "")
{-# NOINLINE indexError #-}

-- The index is not in the array: not between the bounds, or their distance is no Int.
badIntIndex :: (Int, Int) -> Int -> Int
badIntIndex b@(m, n) i | m <= i && i <= n = hopelessIndexError
                       | otherwise = indexError b i "Int"
{-# NOINLINE badIntIndex #-}

instance Ix Int where
  range (m, n) = enumFromTo m n
  unsafeIndex (I# m, _) (I# i) = I# (i -# m)
  index b@(m, n) i | m <= i && i <= n = i - m
                   | otherwise = indexError b i "Int"
  inRange (I# m, I# n) (I# i) = isTrue# (m <=# i) && isTrue# (i <=# n)
  -- One comparison: what is below m is very large without its sign.
  safeIndex b@(I# m, _) (I# n) i@(I# j) = let k = j -# m in if isTrue# (int2Word# k `ltWord#` int2Word# n) then I# k else badIntIndex b i
  {-# INLINE safeIndex #-}
  {-# INLINE range #-}
  {-# INLINE unsafeIndex #-}
  {-# INLINE index #-}
  {-# INLINE inRange #-}

instance Ix Char where
  range (m, n) = enumFromTo m n
  unsafeIndex (m, _) i = ord i - ord m
  index b i | inRange b i = unsafeIndex b i
            | otherwise = indexError b i "Char"
  inRange (m, n) i = m <= i && i <= n
  {-# INLINE range #-}
  {-# INLINE unsafeIndex #-}
  {-# INLINE index #-}
  {-# INLINE inRange #-}

instance Ix Word where
  range (m, n) = enumFromTo m n
  unsafeIndex (W# m, _) (W# i) = I# (word2Int# (minusWord# i m))
  inRange (m, n) i = m <= i && i <= n

instance Ix Integer where
  range (m, n) = enumFromTo m n
  unsafeIndex (m, _) i = integerToInt (i - m)
  index b i | inRange b i = unsafeIndex b i
            | otherwise = indexError b i "Integer"
  inRange (m, n) i = m <= i && i <= n

instance Ix Bool where
  range (m, n) = enumFromTo m n
  unsafeIndex (l, _) i = fromEnum i - fromEnum l
  index b i | inRange b i = unsafeIndex b i
            | otherwise = indexError b i "Bool"
  inRange (l, u) i = fromEnum i >= fromEnum l && fromEnum i <= fromEnum u

instance Ix Ordering where
  range (m, n) = enumFromTo m n
  unsafeIndex (l, _) i = fromEnum i - fromEnum l
  index b i | inRange b i = unsafeIndex b i
            | otherwise = indexError b i "Ordering"
  inRange (l, u) i = fromEnum i >= fromEnum l && fromEnum i <= fromEnum u

instance Ix () where
  range ((), ()) = [()]
  unsafeIndex ((), ()) () = 0
  inRange ((), ()) () = True
  index b i = unsafeIndex b i

instance (Ix a, Ix b) => Ix (a, b) where
  range ((l1, l2), (u1, u2)) = concatMap (\i1 -> map (\i2 -> (i1, i2)) (range (l2, u2))) (range (l1, u1))
  unsafeIndex ((l1, l2), (u1, u2)) (i1, i2) = unsafeIndex (l1, u1) i1 * unsafeRangeSize (l2, u2) + unsafeIndex (l2, u2) i2
  inRange ((l1, l2), (u1, u2)) (i1, i2) = inRange (l1, u1) i1 && inRange (l2, u2) i2
  {-# INLINE unsafeIndex #-}
  -- Without methods of this instance, which would make it recursive, and not inlined.
  safeIndex ((l1, l2), (u1, u2)) n (i1, i2)
    | inRange (l1, u1) i1 && inRange (l2, u2) i2 = checkedOffset n (unsafeIndex (l1, u1) i1 * unsafeRangeSize (l2, u2) + unsafeIndex (l2, u2) i2)
    | otherwise = hopelessIndexError
  {-# INLINE safeIndex #-}
  {-# INLINE inRange #-}

instance (Ix a, Ix b, Ix c) => Ix (a, b, c) where
  range ((l1, l2, l3), (u1, u2, u3)) =
    [(i1, i2, i3) | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3)]
  unsafeIndex ((l1, l2, l3), (u1, u2, u3)) (i1, i2, i3) =
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * unsafeIndex (l1, u1) i1)
  inRange ((l1, l2, l3), (u1, u2, u3)) (i1, i2, i3) = inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3
  safeIndex ((l1, l2, l3), (u1, u2, u3)) n (i1, i2, i3)
    | inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 =
        checkedOffset n (unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
          unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * unsafeIndex (l1, u1) i1))
    | otherwise = hopelessIndexError
  {-# INLINE safeIndex #-}

instance (Ix a, Ix b, Ix c, Ix d) => Ix (a, b, c, d) where
  range ((l1, l2, l3, l4), (u1, u2, u3, u4)) =
    [(i1, i2, i3, i4) | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4)]
  unsafeIndex ((l1, l2, l3, l4), (u1, u2, u3, u4)) (i1, i2, i3, i4) =
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * unsafeIndex (l1, u1) i1))
  inRange ((l1, l2, l3, l4), (u1, u2, u3, u4)) (i1, i2, i3, i4) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4

instance (Ix a, Ix b, Ix c, Ix d, Ix e) => Ix (a, b, c, d, e) where
  range ((l1, l2, l3, l4, l5), (u1, u2, u3, u4, u5)) =
    [(i1, i2, i3, i4, i5) | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5)]
  unsafeIndex ((l1, l2, l3, l4, l5), (u1, u2, u3, u4, u5)) (i1, i2, i3, i4, i5) =
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * unsafeIndex (l1, u1) i1)))
  inRange ((l1, l2, l3, l4, l5), (u1, u2, u3, u4, u5)) (i1, i2, i3, i4, i5) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f) => Ix (a, b, c, d, e, f) where
  range ((l1, l2, l3, l4, l5, l6), (u1, u2, u3, u4, u5, u6)) =
    [(i1, i2, i3, i4, i5, i6)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6), (u1, u2, u3, u4, u5, u6)) (i1, i2, i3, i4, i5, i6) =
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1)))))
  inRange ((l1, l2, l3, l4, l5, l6), (u1, u2, u3, u4, u5, u6)) (i1, i2, i3, i4, i5, i6) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5 && inRange (l6, u6) i6

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g) => Ix (a, b, c, d, e, f, g) where
  range ((l1, l2, l3, l4, l5, l6, l7), (u1, u2, u3, u4, u5, u6, u7)) =
    [(i1, i2, i3, i4, i5, i6, i7)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7), (u1, u2, u3, u4, u5, u6, u7)) (i1, i2, i3, i4, i5, i6, i7) =
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7), (u1, u2, u3, u4, u5, u6, u7)) (i1, i2, i3, i4, i5, i6, i7) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h) => Ix (a, b, c, d, e, f, g, h) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8), (u1, u2, u3, u4, u5, u6, u7, u8)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8), (u1, u2, u3, u4, u5, u6, u7, u8)) (i1, i2, i3, i4, i5, i6, i7, i8) =
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1)))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8), (u1, u2, u3, u4, u5, u6, u7, u8)) (i1, i2, i3, i4, i5, i6, i7, i8) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i) => Ix (a, b, c, d, e, f, g, h, i) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9), (u1, u2, u3, u4, u5, u6, u7, u8, u9)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9), (u1, u2, u3, u4, u5, u6, u7, u8, u9)) (i1, i2, i3, i4, i5, i6, i7, i8, i9) =
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9), (u1, u2, u3, u4, u5, u6, u7, u8, u9)) (i1, i2, i3, i4, i5, i6, i7, i8, i9) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j) => Ix (a, b, c, d, e, f, g, h, i, j) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10) =
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1)))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j, Ix k) => Ix (a, b, c, d, e, f, g, h, i, j, k) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10),
      i11 <- range (l11, u11)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11) =
    unsafeIndex (l11, u11) i11 + unsafeRangeSize (l11, u11) * (
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1))))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10
    && inRange (l11, u11) i11

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j, Ix k, Ix l) => Ix (a, b, c, d, e, f, g, h, i, j, k, l) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10),
      i11 <- range (l11, u11), i12 <- range (l12, u12)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12) =
    unsafeIndex (l12, u12) i12 + unsafeRangeSize (l12, u12) * (
    unsafeIndex (l11, u11) i11 + unsafeRangeSize (l11, u11) * (
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1)))))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10
    && inRange (l11, u11) i11 && inRange (l12, u12) i12

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j, Ix k, Ix l, Ix m) => Ix (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10),
      i11 <- range (l11, u11), i12 <- range (l12, u12), i13 <- range (l13, u13)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13) =
    unsafeIndex (l13, u13) i13 + unsafeRangeSize (l13, u13) * (
    unsafeIndex (l12, u12) i12 + unsafeRangeSize (l12, u12) * (
    unsafeIndex (l11, u11) i11 + unsafeRangeSize (l11, u11) * (
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1))))))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10
    && inRange (l11, u11) i11 && inRange (l12, u12) i12 && inRange (l13, u13) i13

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j, Ix k, Ix l, Ix m, Ix n) => Ix (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10),
      i11 <- range (l11, u11), i12 <- range (l12, u12), i13 <- range (l13, u13), i14 <- range (l14, u14)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14) =
    unsafeIndex (l14, u14) i14 + unsafeRangeSize (l14, u14) * (
    unsafeIndex (l13, u13) i13 + unsafeRangeSize (l13, u13) * (
    unsafeIndex (l12, u12) i12 + unsafeRangeSize (l12, u12) * (
    unsafeIndex (l11, u11) i11 + unsafeRangeSize (l11, u11) * (
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1)))))))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10
    && inRange (l11, u11) i11 && inRange (l12, u12) i12 && inRange (l13, u13) i13 && inRange (l14, u14) i14

instance (Ix a, Ix b, Ix c, Ix d, Ix e, Ix f, Ix g, Ix h, Ix i, Ix j, Ix k, Ix l, Ix m, Ix n, Ix o) => Ix (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  range ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14, u15)) =
    [(i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15)
    | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3), i4 <- range (l4, u4), i5 <- range (l5, u5),
      i6 <- range (l6, u6), i7 <- range (l7, u7), i8 <- range (l8, u8), i9 <- range (l9, u9), i10 <- range (l10, u10),
      i11 <- range (l11, u11), i12 <- range (l12, u12), i13 <- range (l13, u13), i14 <- range (l14, u14), i15 <- range (l15, u15)]
  unsafeIndex ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14, u15)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15) =
    unsafeIndex (l15, u15) i15 + unsafeRangeSize (l15, u15) * (
    unsafeIndex (l14, u14) i14 + unsafeRangeSize (l14, u14) * (
    unsafeIndex (l13, u13) i13 + unsafeRangeSize (l13, u13) * (
    unsafeIndex (l12, u12) i12 + unsafeRangeSize (l12, u12) * (
    unsafeIndex (l11, u11) i11 + unsafeRangeSize (l11, u11) * (
    unsafeIndex (l10, u10) i10 + unsafeRangeSize (l10, u10) * (
    unsafeIndex (l9, u9) i9 + unsafeRangeSize (l9, u9) * (
    unsafeIndex (l8, u8) i8 + unsafeRangeSize (l8, u8) * (
    unsafeIndex (l7, u7) i7 + unsafeRangeSize (l7, u7) * (
    unsafeIndex (l6, u6) i6 + unsafeRangeSize (l6, u6) * (
    unsafeIndex (l5, u5) i5 + unsafeRangeSize (l5, u5) * (
    unsafeIndex (l4, u4) i4 + unsafeRangeSize (l4, u4) * (
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * (
    unsafeIndex (l1, u1) i1))))))))))))))
  inRange ((l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15), (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u13, u14, u15)) (i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15) =
    inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3 && inRange (l4, u4) i4 && inRange (l5, u5) i5
    && inRange (l6, u6) i6 && inRange (l7, u7) i7 && inRange (l8, u8) i8 && inRange (l9, u9) i9 && inRange (l10, u10) i10
    && inRange (l11, u11) i11 && inRange (l12, u12) i12 && inRange (l13, u13) i13 && inRange (l14, u14) i14 && inRange (l15, u15) i15
