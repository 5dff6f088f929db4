{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | Eq and Ord with the instances of the basic types, the boolean connectives, and division of Int# that rounds down.
module GPH.Classes where

import GPH.Prim
import GPH.Types

infix 4 ==, /=, <, <=, >=, >
infixr 3 &&
infixr 3 `less`
infixr 2 ||

-- ---- Booleans ---------------------------------------------------------------------------------------------------
(&&) :: Bool -> Bool -> Bool
True && x = x
False && _ = False
{-# INLINE (&&) #-}

(||) :: Bool -> Bool -> Bool
True || _ = True
False || x = x
{-# INLINE (||) #-}

not :: Bool -> Bool
not True = False
not False = True
{-# INLINE not #-}

-- ---- Classes ----------------------------------------------------------------------------------------------------
class Eq a where
  (==), (/=) :: a -> a -> Bool
  x == y = not (x /= y)
  x /= y = not (x == y)
  {-# MINIMAL (==) | (/=) #-}

class Eq a => Ord a where
  compare :: a -> a -> Ordering
  (<), (<=), (>), (>=) :: a -> a -> Bool
  max, min :: a -> a -> a
  compare x y = if x == y then EQ else if x <= y then LT else GT
  x < y = case compare x y of { LT -> True; _ -> False }
  x <= y = case compare x y of { GT -> False; _ -> True }
  x > y = case compare x y of { GT -> True; _ -> False }
  x >= y = case compare x y of { LT -> False; _ -> True }
  max x y = if x <= y then y else x
  min x y = if x <= y then x else y
  {-# MINIMAL compare | (<=) #-}

-- ---- Basic types ------------------------------------------------------------------------------------------------
instance Eq () where
  () == () = True
  () /= () = False

instance Ord () where
  compare () () = EQ
  () < () = False
  () <= () = True
  () > () = False
  () >= () = True
  max () () = ()
  min () () = ()

instance Eq Bool where
  True == x = x
  False == x = not x
  True /= x = not x
  False /= x = x

instance Ord Bool where
  compare False True = LT
  compare True False = GT
  compare False False = EQ
  compare True True = EQ
  False < x = x
  True < x = case x of { True -> False; False -> False }
  False <= x = case x of { True -> True; False -> True }
  True <= x = x
  x > y = y < x
  x >= y = y <= x

instance Eq Ordering where
  LT == LT = True
  EQ == EQ = True
  GT == GT = True
  _ == _ = False

instance Ord Ordering where
  compare LT LT = EQ
  compare LT _ = LT
  compare EQ LT = GT
  compare EQ EQ = EQ
  compare EQ GT = LT
  compare GT GT = EQ
  compare GT _ = GT


instance Eq Int where
  I# a == I# b = isTrue# (a ==# b)
  I# a /= I# b = isTrue# (a /=# b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Int where
  compare (I# a) (I# b) = case a <# b of { 1# -> LT; _ -> case a ==# b of { 1# -> EQ; _ -> GT } }
  I# a < I# b = isTrue# (a <# b)
  I# a <= I# b = isTrue# (a <=# b)
  I# a > I# b = isTrue# (a ># b)
  I# a >= I# b = isTrue# (a >=# b)
  {-# INLINE compare #-}
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}
  max x@(I# a) y@(I# b) = case a <=# b of { 1# -> y; _ -> x }
  min x@(I# a) y@(I# b) = case a <=# b of { 1# -> x; _ -> y }
  {-# INLINE max #-}
  {-# INLINE min #-}

instance Eq Word where
  W# a == W# b = isTrue# (a `eqWord#` b)
  W# a /= W# b = isTrue# (a `neWord#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Word where
  compare (W# a) (W# b) = case a `ltWord#` b of { 1# -> LT; _ -> case a `eqWord#` b of { 1# -> EQ; _ -> GT } }
  W# a < W# b = isTrue# (a `ltWord#` b)
  W# a <= W# b = isTrue# (a `leWord#` b)
  W# a > W# b = isTrue# (a `gtWord#` b)
  W# a >= W# b = isTrue# (a `geWord#` b)
  {-# INLINE compare #-}
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}
  max x@(W# a) y@(W# b) = case a `leWord#` b of { 1# -> y; _ -> x }
  min x@(W# a) y@(W# b) = case a `leWord#` b of { 1# -> x; _ -> y }
  {-# INLINE max #-}
  {-# INLINE min #-}

instance Eq Char where
  C# a == C# b = isTrue# (a `eqChar#` b)
  C# a /= C# b = isTrue# (a `neChar#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Char where
  compare (C# a) (C# b) = case a `ltChar#` b of { 1# -> LT; _ -> case a `eqChar#` b of { 1# -> EQ; _ -> GT } }
  C# a < C# b = isTrue# (a `ltChar#` b)
  C# a <= C# b = isTrue# (a `leChar#` b)
  C# a > C# b = isTrue# (a `gtChar#` b)
  C# a >= C# b = isTrue# (a `geChar#` b)
  {-# INLINE compare #-}
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}
  max x@(C# a) y@(C# b) = case a `leChar#` b of { 1# -> y; _ -> x }
  min x@(C# a) y@(C# b) = case a `leChar#` b of { 1# -> x; _ -> y }
  {-# INLINE max #-}
  {-# INLINE min #-}

instance Eq Double where
  D# a == D# b = isTrue# (a ==## b)
  D# a /= D# b = isTrue# (a /=## b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Double where
  compare (D# a) (D# b) = case a <## b of { 1# -> LT; _ -> case a ==## b of { 1# -> EQ; _ -> GT } }
  D# a < D# b = isTrue# (a <## b)
  D# a <= D# b = isTrue# (a <=## b)
  D# a > D# b = isTrue# (a >## b)
  D# a >= D# b = isTrue# (a >=## b)
  {-# INLINE compare #-}
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}
  max x@(D# a) y@(D# b) = case a <=## b of { 1# -> y; _ -> x }
  min x@(D# a) y@(D# b) = case a <=## b of { 1# -> x; _ -> y }
  {-# INLINE max #-}
  {-# INLINE min #-}

instance Eq Float where
  F# a == F# b = isTrue# (a `eqFloat#` b)
  F# a /= F# b = isTrue# (a `neFloat#` b)
  {-# INLINE (==) #-}
  {-# INLINE (/=) #-}

instance Ord Float where
  compare (F# a) (F# b) = case a `ltFloat#` b of { 1# -> LT; _ -> case a `eqFloat#` b of { 1# -> EQ; _ -> GT } }
  F# a < F# b = isTrue# (a `ltFloat#` b)
  F# a <= F# b = isTrue# (a `leFloat#` b)
  F# a > F# b = isTrue# (a `gtFloat#` b)
  F# a >= F# b = isTrue# (a `geFloat#` b)
  {-# INLINE compare #-}
  {-# INLINE (<) #-}
  {-# INLINE (<=) #-}
  {-# INLINE (>) #-}
  {-# INLINE (>=) #-}
  max x@(F# a) y@(F# b) = case a `leFloat#` b of { 1# -> y; _ -> x }
  min x@(F# a) y@(F# b) = case a `leFloat#` b of { 1# -> x; _ -> y }
  {-# INLINE max #-}
  {-# INLINE min #-}

-- ---- Structures -------------------------------------------------------------------------------------------------
instance Eq a => Eq [a] where
  [] == [] = True
  (x : xs) == (y : ys) = x == y && xs == ys
  _ == _ = False

instance Ord a => Ord [a] where
  compare [] [] = EQ
  compare [] (_ : _) = LT
  compare (_ : _) [] = GT
  compare (x : xs) (y : ys) = case compare x y of { EQ -> compare xs ys; other -> other }

instance Eq a => Eq (Maybe a) where
  Nothing == Nothing = True
  Just x == Just y = x == y
  _ == _ = False

instance Ord a => Ord (Maybe a) where
  compare Nothing Nothing = EQ
  compare Nothing (Just _) = LT
  compare (Just _) Nothing = GT
  compare (Just x) (Just y) = compare x y
  Just x < Just y = x < y
  Nothing < Just _ = True
  _ < Nothing = False
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b) => Eq (Either a b) where
  Left x == Left y = x == y
  Right x == Right y = x == y
  _ == _ = False

instance (Ord a, Ord b) => Ord (Either a b) where
  compare (Left x) (Left y) = compare x y
  compare (Left _) (Right _) = LT
  compare (Right _) (Left _) = GT
  compare (Right x) (Right y) = compare x y
  Left x < Left y = x < y
  Left _ < Right _ = True
  Right _ < Left _ = False
  Right x < Right y = x < y
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance Eq a => Eq (NonEmpty a) where
  (x :| xs) == (y :| ys) = x == y && xs == ys

instance Ord a => Ord (NonEmpty a) where
  compare (x :| xs) (y :| ys) = case compare x y of { EQ -> compare xs ys; other -> other }
  (x :| xs) < (y :| ys) =
    compare x y `less` (xs < ys)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

-- | The first component says that it is so, or leaves it to the others: (<) of products, which is not what compare says where NaN is among them.
less :: Ordering -> Bool -> Bool
less o others = case o of { EQ -> others; LT -> True; GT -> False }
{-# INLINE less #-}

instance (Eq a, Eq b) => Eq (a, b) where
  (a1, b1) == (a2, b2) = a1 == a2 && b1 == b2

instance (Ord a, Ord b) => Ord (a, b) where
  compare (a1, b1) (a2, b2) =
    case compare a1 a2 of { EQ -> compare b1 b2; other -> other }
  (a1, b1) < (a2, b2) =
    compare a1 a2 `less` (b1 < b2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c) => Eq (a, b, c) where
  (a1, b1, c1) == (a2, b2, c2) = a1 == a2 && b1 == b2 && c1 == c2

instance (Ord a, Ord b, Ord c) => Ord (a, b, c) where
  compare (a1, b1, c1) (a2, b2, c2) =
    case compare a1 a2 of { EQ -> case compare b1 b2 of { EQ -> compare c1 c2; other -> other }; other -> other }
  (a1, b1, c1) < (a2, b2, c2) =
    compare a1 a2 `less` compare b1 b2 `less` (c1 < c2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d) => Eq (a, b, c, d) where
  (a1, b1, c1, d1) == (a2, b2, c2, d2) = a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2

instance (Ord a, Ord b, Ord c, Ord d) => Ord (a, b, c, d) where
  compare (a1, b1, c1, d1) (a2, b2, c2, d2) =
    case compare a1 a2 of { EQ -> case compare b1 b2 of { EQ -> case compare c1 c2 of { EQ -> compare d1 d2; other -> other }; other -> other }; other -> other }
  (a1, b1, c1, d1) < (a2, b2, c2, d2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` (d1 < d2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e) => Eq (a, b, c, d, e) where
  (a1, b1, c1, d1, e1) == (a2, b2, c2, d2, e2) = a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2

instance (Ord a, Ord b, Ord c, Ord d, Ord e) => Ord (a, b, c, d, e) where
  compare (a1, b1, c1, d1, e1) (a2, b2, c2, d2, e2) =
    case compare a1 a2 of { EQ -> case compare b1 b2 of { EQ -> case compare c1 c2 of { EQ -> case compare d1 d2 of { EQ -> compare e1 e2; other -> other }; other -> other }; other -> other }; other -> other }
  (a1, b1, c1, d1, e1) < (a2, b2, c2, d2, e2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` (e1 < e2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f) => Eq (a, b, c, d, e, f) where
  (a1, b1, c1, d1, e1, f1) == (a2, b2, c2, d2, e2, f2) = a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f) => Ord (a, b, c, d, e, f) where
  compare (a1, b1, c1, d1, e1, f1) (a2, b2, c2, d2, e2, f2) =
    case compare a1 a2 of { EQ -> case compare b1 b2 of { EQ -> case compare c1 c2 of { EQ -> case compare d1 d2 of { EQ -> case compare e1 e2 of { EQ -> compare f1 f2; other -> other }; other -> other }; other -> other }; other -> other }; other -> other }
  (a1, b1, c1, d1, e1, f1) < (a2, b2, c2, d2, e2, f2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` (f1 < f2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g) => Eq (a, b, c, d, e, f, g) where
  (a1, b1, c1, d1, e1, f1, g1) == (a2, b2, c2, d2, e2, f2, g2) = a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g) => Ord (a, b, c, d, e, f, g) where
  compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) =
    case compare a1 a2 of { EQ -> case compare b1 b2 of { EQ -> case compare c1 c2 of { EQ -> case compare d1 d2 of { EQ -> case compare e1 e2 of { EQ -> case compare f1 f2 of { EQ -> compare g1 g2; other -> other }; other -> other }; other -> other }; other -> other }; other -> other }; other -> other }
  (a1, b1, c1, d1, e1, f1, g1) < (a2, b2, c2, d2, e2, f2, g2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` (g1 < g2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h) => Eq (a, b, c, d, e, f, g, h) where
  (a1, b1, c1, d1, e1, f1, g1, h1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h) => Ord (a, b, c, d, e, f, g, h) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1)
          (a2, b2, c2, d2, e2, f2, g2, h2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare h1 h2; other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1) < (a2, b2, c2, d2, e2, f2, g2, h2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` (h1 < h2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i) => Eq (a, b, c, d, e, f, g, h, i) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i) => Ord (a, b, c, d, e, f, g, h, i) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1) (h2, i2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` (i1 < i2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j) => Eq (a, b, c, d, e, f, g, h, i, j) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j) => Ord (a, b, c, d, e, f, g, h, i, j) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1) (h2, i2, j2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` (j1 < j2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j, Eq k) => Eq (a, b, c, d, e, f, g, h, i, j, k) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2 && k1 == k2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j, Ord k) => Ord (a, b, c, d, e, f, g, h, i, j, k) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1, k1) (h2, i2, j2, k2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` compare j1 j2 `less` (k1 < k2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j, Eq k, Eq l) => Eq (a, b, c, d, e, f, g, h, i, j, k, l) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2 && k1 == k2 && l1 == l2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j, Ord k, Ord l) => Ord (a, b, c, d, e, f, g, h, i, j, k, l) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1, k1, l1) (h2, i2, j2, k2, l2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` compare j1 j2 `less` compare k1 k2 `less` (l1 < l2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j, Eq k, Eq l, Eq m) => Eq (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2 && k1 == k2 && l1 == l2 && m1 == m2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j, Ord k, Ord l, Ord m) => Ord (a, b, c, d, e, f, g, h, i, j, k, l, m) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1, k1, l1, m1) (h2, i2, j2, k2, l2, m2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` compare j1 j2 `less` compare k1 k2 `less` compare l1 l2 `less` (m1 < m2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j, Eq k, Eq l, Eq m, Eq n) => Eq (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2 && k1 == k2 && l1 == l2 && m1 == m2 && n1 == n2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j, Ord k, Ord l, Ord m, Ord n) => Ord (a, b, c, d, e, f, g, h, i, j, k, l, m, n) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1, k1, l1, m1, n1) (h2, i2, j2, k2, l2, m2, n2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` compare j1 j2 `less` compare k1 k2 `less` compare l1 l2 `less` compare m1 m2 `less` (n1 < n2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

instance (Eq a, Eq b, Eq c, Eq d, Eq e, Eq f, Eq g, Eq h, Eq i, Eq j, Eq k, Eq l, Eq m, Eq n, Eq o) => Eq (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1, o1) ==
    (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2, o2) =
    a1 == a2 && b1 == b2 && c1 == c2 && d1 == d2 && e1 == e2 && f1 == f2 && g1 == g2 && h1 == h2 && i1 == i2 && j1 == j2 && k1 == k2 && l1 == l2 && m1 == m2 && n1 == n2 && o1 == o2

instance (Ord a, Ord b, Ord c, Ord d, Ord e, Ord f, Ord g, Ord h, Ord i, Ord j, Ord k, Ord l, Ord m, Ord n, Ord o) => Ord (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) where
  compare (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1, o1)
          (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2, o2) =
    case compare (a1, b1, c1, d1, e1, f1, g1) (a2, b2, c2, d2, e2, f2, g2) of { EQ -> compare (h1, i1, j1, k1, l1, m1, n1, o1) (h2, i2, j2, k2, l2, m2, n2, o2); other -> other }
  (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, m1, n1, o1) < (a2, b2, c2, d2, e2, f2, g2, h2, i2, j2, k2, l2, m2, n2, o2) =
    compare a1 a2 `less` compare b1 b2 `less` compare c1 c2 `less` compare d1 d2 `less` compare e1 e2 `less` compare f1 f2 `less` compare g1 g2 `less` compare h1 h2 `less` compare i1 i2 `less` compare j1 j2 `less` compare k1 k2 `less` compare l1 l2 `less` compare m1 m2 `less` compare n1 n2 `less` (o1 < o2)
  x <= y = not (y < x)
  x > y = y < x
  x >= y = not (x < y)

-- ---- Division of Int# that rounds towards minus infinity ----------------------------------------------------------
-- The divisor is neither 0# nor is the quotient out of range. The optimiser knows both by name, for powers of two (opt/rules.cc).
{-# NOINLINE [0] divInt# #-}
{-# NOINLINE [0] modInt# #-}
divInt# :: Int# -> Int# -> Int#
divInt# x y = case quotInt# x y of
  q -> case (x >=# 0#) ==# (y >=# 0#) of
    1# -> q
    _ -> case (q *# y) ==# x of { 1# -> q; _ -> q -# 1# }

modInt# :: Int# -> Int# -> Int#
modInt# x y = case remInt# x y of
  r -> case (x >=# 0#) ==# (y >=# 0#) of
    1# -> r
    _ -> case r of { 0# -> 0#; _ -> r +# y }

