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

indexError :: Show a => (a, a) -> a -> [Char] -> b
indexError rng i tp = errorWithoutStackTrace
  (showString "Ix{" . showString tp . showString "}.index: Index " . showParen True (showsPrec 0 i)
    . showString " out of range " $ showParen True (showsPrec 0 rng) "")
{-# NOINLINE indexError #-}

instance Ix Int where
  range (m, n) = enumFromTo m n
  unsafeIndex (I# m, _) (I# i) = I# (i -# m)
  index b@(m, n) i | m <= i && i <= n = i - m
                   | otherwise = indexError b i "Int"
  inRange (I# m, I# n) (I# i) = isTrue# (m <=# i) && isTrue# (i <=# n)
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
  {-# INLINE inRange #-}

instance (Ix a, Ix b, Ix c) => Ix (a, b, c) where
  range ((l1, l2, l3), (u1, u2, u3)) =
    [(i1, i2, i3) | i1 <- range (l1, u1), i2 <- range (l2, u2), i3 <- range (l3, u3)]
  unsafeIndex ((l1, l2, l3), (u1, u2, u3)) (i1, i2, i3) =
    unsafeIndex (l3, u3) i3 + unsafeRangeSize (l3, u3) * (
    unsafeIndex (l2, u2) i2 + unsafeRangeSize (l2, u2) * unsafeIndex (l1, u1) i1)
  inRange ((l1, l2, l3), (u1, u2, u3)) (i1, i2, i3) = inRange (l1, u1) i1 && inRange (l2, u2) i2 && inRange (l3, u3) i3

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
