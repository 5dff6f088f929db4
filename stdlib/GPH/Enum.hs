{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | The classes Enum and Bounded, with instances for the basic types. Enumerations of Int, Char, Word and Integer fuse
-- (Note [List fusion] in GPH.Base).
module GPH.Enum where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Integer
import GPH.Num
import GPH.Show
import GPH.Exception

class Bounded a where
  minBound, maxBound :: a

class Enum a where
  succ, pred :: a -> a
  toEnum :: Int -> a
  fromEnum :: a -> Int
  enumFrom :: a -> [a]
  enumFromThen :: a -> a -> [a]
  enumFromTo :: a -> a -> [a]
  enumFromThenTo :: a -> a -> a -> [a]
  succ x = toEnum (fromEnum x + 1)
  pred x = toEnum (fromEnum x - 1)
  enumFrom x = map toEnum (enumFrom (fromEnum x))
  enumFromThen x y = map toEnum (enumFromThen (fromEnum x) (fromEnum y))
  enumFromTo x y = map toEnum (enumFromTo (fromEnum x) (fromEnum y))
  enumFromThenTo x1 x2 y = map toEnum (enumFromThenTo (fromEnum x1) (fromEnum x2) (fromEnum y))
  {-# MINIMAL toEnum, fromEnum #-}

-- | For bounded types: the enumeration stops at the last (or first) value.
boundedEnumFrom :: (Enum a, Bounded a) => a -> [a]
boundedEnumFrom n = map toEnum (enumFromTo (fromEnum n) (fromEnum (maxBound `asTypeOf` n)))

boundedEnumFromThen :: (Enum a, Bounded a) => a -> a -> [a]
boundedEnumFromThen n1 n2
  | i2 >= i1 = map toEnum (enumFromThenTo i1 i2 (fromEnum (maxBound `asTypeOf` n1)))
  | otherwise = map toEnum (enumFromThenTo i1 i2 (fromEnum (minBound `asTypeOf` n1)))
  where i1 = fromEnum n1
        i2 = fromEnum n2

-- ---- Errors -------------------------------------------------------------------------------------------------------
-- Of derived instances, which call 'error' themselves: the place is that of the deriving. The first argument is the
-- type's name.
succMessage, predMessage :: [Char] -> [Char]
succMessage ty = "succ{" ++ ty ++ "}: tried to take `succ' of last tag in enumeration"
predMessage ty = "pred{" ++ ty ++ "}: tried to take `pred' of first tag in enumeration"
{-# NOINLINE succMessage #-}
{-# NOINLINE predMessage #-}

toEnumMessage :: [Char] -> Int -> Int -> [Char]
toEnumMessage ty i lastTag =
  "toEnum{" ++ ty ++ "}: tag (" ++ shows i (") is outside of enumeration's range (0," ++ shows lastTag ")")
{-# NOINLINE toEnumMessage #-}

badArgument :: [Char] -> a
badArgument what = errorWithoutStackTrace ("Prelude." ++ what ++ ": bad argument")
{-# NOINLINE badArgument #-}

-- Of the numeric types.
toEnumError :: Show a => [Char] -> Int -> (a, a) -> b
toEnumError ty i bnds = errorWithoutStackTrace
  ("Enum.toEnum{" ++ ty ++ "}: tag (" ++ show i ++ ") is outside of bounds " ++ show bnds)
{-# NOINLINE toEnumError #-}

fromEnumError :: Show a => [Char] -> a -> b
fromEnumError ty x = errorWithoutStackTrace
  ("Enum.fromEnum{" ++ ty ++ "}: value (" ++ show x ++ ") is outside of Int's bounds " ++ show (minBound :: Int, maxBound :: Int))
{-# NOINLINE fromEnumError #-}

succBoundError, predBoundError :: [Char] -> a
succBoundError ty = errorWithoutStackTrace ("Enum.succ{" ++ ty ++ "}: tried to take `succ' of maxBound")
predBoundError ty = errorWithoutStackTrace ("Enum.pred{" ++ ty ++ "}: tried to take `pred' of minBound")
{-# NOINLINE succBoundError #-}
{-# NOINLINE predBoundError #-}

-- ---- Small types --------------------------------------------------------------------------------------------------
instance Bounded () where
  minBound = ()
  maxBound = ()

instance Enum () where
  succ _ = badArgument "Enum.().succ"
  pred _ = badArgument "Enum.().pred"
  toEnum x | x == 0 = ()
           | otherwise = badArgument "Enum.().toEnum"
  fromEnum () = 0
  enumFrom () = [()]
  enumFromThen () () = let many = () : many in many
  enumFromTo () () = [()]
  enumFromThenTo () () () = let many = () : many in many

instance Bounded Bool where
  minBound = False
  maxBound = True

instance Enum Bool where
  succ False = True
  succ True = badArgument "Enum.Bool.succ"
  pred True = False
  pred False = badArgument "Enum.Bool.pred"
  toEnum n | n == 0 = False
           | n == 1 = True
           | otherwise = badArgument "Enum.Bool.toEnum"
  fromEnum False = 0
  fromEnum True = 1
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen

instance Bounded Ordering where
  minBound = LT
  maxBound = GT

instance Enum Ordering where
  succ LT = EQ
  succ EQ = GT
  succ GT = badArgument "Enum.Ordering.succ"
  pred GT = EQ
  pred EQ = LT
  pred LT = badArgument "Enum.Ordering.pred"
  toEnum n | n == 0 = LT
           | n == 1 = EQ
           | n == 2 = GT
  toEnum _ = badArgument "Enum.Ordering.toEnum"
  fromEnum LT = 0
  fromEnum EQ = 1
  fromEnum GT = 2
  enumFrom = boundedEnumFrom
  enumFromThen = boundedEnumFromThen

instance (Bounded a, Bounded b) => Bounded (a, b) where
  minBound = (minBound, minBound)
  maxBound = (maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c) => Bounded (a, b, c) where
  minBound = (minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c, Bounded d) => Bounded (a, b, c, d) where
  minBound = (minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e) => Bounded (a, b, c, d, e) where
  minBound = (minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f) => Bounded (a, b, c, d, e, f) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g) => Bounded (a, b, c, d, e, f, g) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)

instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h) => Bounded (a, b, c, d, e, f, g, h) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i) => Bounded (a, b, c, d, e, f, g, h, i) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j) => Bounded (a, b, c, d, e, f, g, h, i, j) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j, Bounded k) => Bounded (a, b, c, d, e, f, g, h, i, j, k) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j, Bounded k, Bounded l) => Bounded (a, b, c, d, e, f, g, h, i, j, k, l) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j, Bounded k, Bounded l, Bounded m) => Bounded (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j, Bounded k, Bounded l, Bounded m, Bounded n) => Bounded (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
instance (Bounded a, Bounded b, Bounded c, Bounded d, Bounded e, Bounded f, Bounded g, Bounded h, Bounded i, Bounded j, Bounded k, Bounded l, Bounded m, Bounded n, Bounded o) => Bounded (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  minBound = (minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound, minBound)
  maxBound = (maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound, maxBound)
-- ---- Int ----------------------------------------------------------------------------------------------------------
instance Bounded Int where
  minBound = I# -0x8000000000000000#
  maxBound = I# 0x7fffffffffffffff#

instance Enum Int where
  succ x | x == maxBound = errorWithoutStackTrace "Prelude.Enum.succ{Int}: tried to take `succ' of maxBound"
         | otherwise = x + 1
  pred x | x == minBound = errorWithoutStackTrace "Prelude.Enum.pred{Int}: tried to take `pred' of minBound"
         | otherwise = x - 1
  toEnum x = x
  fromEnum x = x
  enumFrom (I# x) = eftInt x 0x7fffffffffffffff#
  enumFromTo (I# x) (I# y) = eftInt x y
  enumFromThen (I# x1) (I# x2) = case x2 >=# x1 of
    1# -> efdtInt x1 x2 0x7fffffffffffffff#
    _ -> efdtInt x1 x2 -0x8000000000000000#
  enumFromThenTo (I# x1) (I# x2) (I# y) = efdtInt x1 x2 y
  {-# INLINE toEnum #-}
  {-# INLINE fromEnum #-}
  {-# INLINE enumFrom #-}
  {-# INLINE enumFromTo #-}
  {-# INLINE enumFromThen #-}
  {-# INLINE enumFromThenTo #-}

eftInt :: Int# -> Int# -> [Int]
eftInt x y = case x ># y of
  1# -> []
  _ -> go x
  where go i = I# i : (case i ==# y of { 1# -> []; _ -> go (i +# 1#) })
{-# NOINLINE [1] eftInt #-}

eftIntFB :: (Int -> r -> r) -> r -> Int# -> Int# -> r
eftIntFB c n x y = case x ># y of
  1# -> n
  _ -> go x
  where go i = I# i `c` (case i ==# y of { 1# -> n; _ -> go (i +# 1#) })
{-# INLINE [0] eftIntFB #-}

{-# RULES
"eftInt"      [~1] forall x y. eftInt x y = build (\c n -> eftIntFB c n x y)
"eftIntList"  [1] eftIntFB (:) [] = eftInt
"efdtInt"     [~1] forall x1 x2 y. efdtInt x1 x2 y = build (\c n -> efdtIntFB c n x1 x2 y)
"efdtIntList" [1] efdtIntFB (:) [] = efdtInt
  #-}

efdtInt :: Int# -> Int# -> Int# -> [Int]
efdtInt x1 x2 y = efdtIntLoop (:) [] x1 x2 y
{-# NOINLINE [1] efdtInt #-}

efdtIntFB :: (Int -> r -> r) -> r -> Int# -> Int# -> Int# -> r
efdtIntFB c n x1 x2 y = efdtIntLoop c n x1 x2 y
{-# INLINE [0] efdtIntFB #-}

-- One loop for both directions, so that there is one place for what the consumer does with an element: `rest` is how far y is from x, `step` how far
-- the next element is, both without a sign; so nothing overflows.
efdtIntLoop :: (Int -> r -> r) -> r -> Int# -> Int# -> Int# -> r
efdtIntLoop c n x1 x2 y =
  let up = x2 >=# x1
  in case (case up of { 1# -> y <# x1; _ -> y ># x1 }) of
       1# -> n
       _ -> let !delta = x2 -# x1
                !step = case up of { 1# -> int2Word# delta; _ -> int2Word# (x1 -# x2) }
                go x rest = I# x `c` (case rest `ltWord#` step of { 1# -> n; _ -> go (x +# delta) (rest `minusWord#` step) })
            in go x1 (case up of { 1# -> int2Word# (y -# x1); _ -> int2Word# (x1 -# y) })
{-# INLINE [0] efdtIntLoop #-}

-- ---- Char ---------------------------------------------------------------------------------------------------------
instance Bounded Char where
  minBound = '\0'
  maxBound = '\x10FFFF'

chr :: Int -> Char
chr i@(I# i#)
  | isTrue# (int2Word# i# `leWord#` 0x10FFFF##) = C# (chr# i#)
  | otherwise = errorWithoutStackTrace ("Prelude.chr: bad argument: " ++ showSignedInt 9 i "")

instance Enum Char where
  succ (C# c) | isTrue# (ord# c /=# 0x10FFFF#) = C# (chr# (ord# c +# 1#))
              | otherwise = badArgument "Enum.Char.succ"
  pred (C# c) | isTrue# (ord# c /=# 0#) = C# (chr# (ord# c -# 1#))
              | otherwise = badArgument "Enum.Char.pred"
  toEnum = chr
  fromEnum = ord
  enumFrom (C# x) = map unsafeChr (eftInt (ord# x) 0x10FFFF#)
  enumFromTo (C# x) (C# y) = map unsafeChr (eftInt (ord# x) (ord# y))
  enumFromThen (C# x1) (C# x2) = case ord# x2 >=# ord# x1 of
    1# -> map unsafeChr (efdtInt (ord# x1) (ord# x2) 0x10FFFF#)
    _ -> map unsafeChr (efdtInt (ord# x1) (ord# x2) 0#)
  enumFromThenTo (C# x1) (C# x2) (C# y) = map unsafeChr (efdtInt (ord# x1) (ord# x2) (ord# y))
  {-# INLINE enumFrom #-}
  {-# INLINE enumFromTo #-}
  {-# INLINE enumFromThen #-}
  {-# INLINE enumFromThenTo #-}

-- ---- Word ---------------------------------------------------------------------------------------------------------
instance Bounded Word where
  minBound = W# 0##
  maxBound = W# 0xffffffffffffffff##

instance Enum Word where
  succ x | x /= maxBound = x + 1
         | otherwise = succBoundError "Word"
  pred x | x /= minBound = x - 1
         | otherwise = predBoundError "Word"
  toEnum i@(I# i#) | i >= 0 = W# (int2Word# i#)
                   | otherwise = toEnumError "Word" i (minBound :: Word, maxBound :: Word)
  fromEnum x@(W# w) | isTrue# (word2Int# w >=# 0#) = I# (word2Int# w)
                    | otherwise = fromEnumError "Word" x
  enumFrom (W# x) = map ordinalToW (enumFrom (ordinal x))
  enumFromTo (W# x) (W# y) = map ordinalToW (enumFromTo (ordinal x) (ordinal y))
  enumFromThen (W# x) (W# y) = map ordinalToW (enumFromThen (ordinal x) (ordinal y))
  enumFromThenTo (W# x) (W# y) (W# z) = map ordinalToW (enumFromThenTo (ordinal x) (ordinal y) (ordinal z))
  {-# INLINE enumFrom #-}
  {-# INLINE enumFromTo #-}
  {-# INLINE enumFromThen #-}
  {-# INLINE enumFromThenTo #-}

-- The number of a Word among all of them, from minBound :: Int on: in the same order. So enumerations of Words are those of Ints.
ordinal :: Word# -> Int
ordinal w = I# (xorI# (word2Int# w) -0x8000000000000000#)
{-# INLINE ordinal #-}

fromOrdinal# :: Int# -> Word#
fromOrdinal# i = int2Word# (xorI# i -0x8000000000000000#)
{-# INLINE fromOrdinal# #-}

ordinalToW :: Int -> Word
ordinalToW (I# i) = W# (fromOrdinal# i)
{-# INLINE ordinalToW #-}

-- ---- Integer ------------------------------------------------------------------------------------------------------
instance Enum Integer where
  succ x = integerAdd x (IS 1#)
  pred x = integerSub x (IS 1#)
  toEnum (I# n) = IS n
  fromEnum n = I# (integerToInt# n)
  enumFrom x = enumDeltaInteger x (IS 1#)
  enumFromThen x y = enumDeltaInteger x (integerSub y x)
  enumFromTo x lim = enumDeltaToInteger1 x lim
  enumFromThenTo x y lim = enumDeltaToInteger x (integerSub y x) lim
  {-# INLINE enumFrom #-}
  {-# INLINE enumFromThen #-}
  {-# INLINE enumFromTo #-}
  {-# INLINE enumFromThenTo #-}

{-# RULES
"enumDeltaInteger"    [~1] forall x d. enumDeltaInteger x d = build (\c _ -> enumDeltaIntegerFB c x d)
"enumDeltaIntegerL"   [1] enumDeltaIntegerFB (:) = enumDeltaInteger
"enumDeltaToInteger"  [~1] forall x d l. enumDeltaToInteger x d l = build (\c n -> enumDeltaToIntegerFB c n x d l)
"enumDeltaToInteger1" [~1] forall x l. enumDeltaToInteger1 x l = build (\c n -> enumDeltaToInteger1FB c n x l)
"enumDeltaToIntL"     [1] enumDeltaToIntegerFB (:) [] = enumDeltaToInteger
"enumDeltaToInt1L"    [1] enumDeltaToInteger1FB (:) [] = enumDeltaToInteger1
  #-}

enumDeltaInteger :: Integer -> Integer -> [Integer]
enumDeltaInteger x d = case x of !x' -> x' : enumDeltaInteger (integerAdd x' d) d
{-# NOINLINE [1] enumDeltaInteger #-}

enumDeltaIntegerFB :: (Integer -> b -> b) -> Integer -> Integer -> b
enumDeltaIntegerFB c x0 d = go x0
  where go x = case x of !x' -> x' `c` go (integerAdd x' d)
{-# INLINE [0] enumDeltaIntegerFB #-}

enumDeltaToInteger1 :: Integer -> Integer -> [Integer]
enumDeltaToInteger1 x0 lim = go x0
  where go x | integerLt lim x = []
             | otherwise = x : go (integerAdd x (IS 1#))
{-# NOINLINE [1] enumDeltaToInteger1 #-}

enumDeltaToInteger1FB :: (Integer -> b -> b) -> b -> Integer -> Integer -> b
enumDeltaToInteger1FB c n x0 lim = go x0
  where go x | integerLt lim x = n
             | otherwise = x `c` go (integerAdd x (IS 1#))
{-# INLINE [0] enumDeltaToInteger1FB #-}

enumDeltaToInteger :: Integer -> Integer -> Integer -> [Integer]
enumDeltaToInteger x0 d lim   -- not by way of enumDeltaToIntegerFB: the rule enumDeltaToIntL would turn that into a call of itself
  | integerIsNegative d = let down x | integerLt x lim = []
                                     | otherwise = x : down (integerAdd x d)
                          in down x0
  | otherwise = let up x | integerLt lim x = []
                         | otherwise = x : up (integerAdd x d)
                in up x0
{-# NOINLINE [1] enumDeltaToInteger #-}

enumDeltaToIntegerFB :: (Integer -> b -> b) -> b -> Integer -> Integer -> Integer -> b
enumDeltaToIntegerFB c n x0 d lim
  | integerIsNegative d = let down x | integerLt x lim = n
                                     | otherwise = x `c` down (integerAdd x d)
                          in down x0
  | otherwise = let up x | integerLt lim x = n
                         | otherwise = x `c` up (integerAdd x d)
                in up x0
{-# INLINE [0] enumDeltaToIntegerFB #-}
