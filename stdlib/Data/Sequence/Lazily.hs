-- | Sequences that are made as they are needed, or share their parts.
module Data.Sequence.Lazily where

import qualified Control.Applicative as A
import Data.Sequence.Split
import Data.Sequence.Tree
import GPH.Exception (Library(Containers), errorAt)
import qualified Data.List as L
import Prelude hiding (drop, length, lookup, null, replicate, splitAt, take)

-- Note [Trees that are made as they are needed]
-- A sequence of n items has a shape that n alone determines: digits of two or three, so that a multiple of three is left for the middle, and all nodes of
-- three. So what stands at an index needs only the nodes above it, and a result whose elements can be found by index has a suspended middle and suspended
-- nodes: O(log n) to the first element. The nodes of the three lowest levels, 27 elements, are made at once: that takes few thunks, and it lets one
-- list give 27 elements, so that finding an index costs nothing to speak of where all elements are wanted. As long as something is suspended it keeps what it is made of.
shape :: Int -> (Int -> Int -> Int -> b) -> b
shape n k = case n `rem` 3 of
  0 -> k 3 ((n - 6) `quot` 3) 3
  1 -> k 2 ((n - 4) `quot` 3) 2
  _ -> k 3 ((n - 5) `quot` 3) 2
{-# INLINE shape #-}

-- n items of size s, of which the first stands at i; what makes the middle is given.
treeOf :: Int -> (Int -> a) -> (Int -> Int -> FingerTree (Node a)) -> Int -> Int -> FingerTree a
treeOf s item middle i n
  | n >= 4 = shape n (\p q r -> Deep (n * s) (digit p i) (middle (i + p * s) q) (digit r (i + (n - r) * s)))
  | otherwise = case n of
      0 -> EmptyT
      1 -> Single (item i)
      2 -> Deep (2 * s) (One (item i)) EmptyT (One (item (i + s)))
      _ -> Deep (3 * s) (Two (item i) (item (i + s))) EmptyT (One (item (i + 2 * s)))
  where
    digit 2 j = Two (item j) (item (j + s))
    digit _ j = Three (item j) (item (j + s)) (item (j + 2 * s))

upper :: Int -> (Int -> a) -> Int -> Int -> FingerTree a
upper s item = treeOf s item (upper (3 * s) (\j -> Node3 (3 * s) (item j) (item (j + s)) (item (j + 2 * s))))

-- The first n elements, from is the list of the elements from an index on.
lazily :: Int -> (Int -> [a]) -> Seq a
lazily n from
  | n < 40 = exactly n (from 0)
  | otherwise = Seq (treeOf 1 (\i -> Elem (L.head (from i))) (treeOf 3 one (treeOf 9 two (upper 27 three))) 0 n)
  where
    one i = three1 (from i) (\x _ -> x)
    two i = three2 (from i) (\x _ -> x)
    three i = three2 (from i) (\x r -> three2 r (\y r' -> three2 r' (\z _ -> Node3 27 x y z)))

-- The same tree at once, from a list that has n elements at least.
exactly :: Int -> [a] -> Seq a
exactly n0 l0 = case atOnce 1 one n0 l0 of Taken t _ -> Seq t
  where one (x : r) = Taken (Elem x) r
        one [] = error "Data.Sequence: internal error"

data Taken x a = Taken a [x]

atOnce :: Int -> ([x] -> Taken x a) -> Int -> [x] -> Taken x (FingerTree a)
atOnce s next n l
  | n >= 4 = shape n (\p q r -> case digit p l of
      Taken pr l1 -> case atOnce (3 * s) item q l1 of
        Taken m l2 -> case digit r l2 of
          Taken sf l3 -> Taken (Deep (n * s) pr m sf) l3)
  | otherwise = case n of
      0 -> Taken EmptyT l
      1 -> case next l of Taken a r -> Taken (Single a) r
      2 -> case digit 2 l of
        Taken (Two a b) r -> Taken (Deep (2 * s) (One a) EmptyT (One b)) r
        Taken _ r -> Taken EmptyT r
      _ -> case digit 3 l of
        Taken (Three a b c) r -> Taken (Deep (3 * s) (Two a b) EmptyT (One c)) r
        Taken _ r -> Taken EmptyT r
  where
    digit 2 r = case next r of Taken a r1 -> case next r1 of Taken b r2 -> Taken (Two a b) r2
    digit _ r = case next r of Taken a r1 -> case next r1 of Taken b r2 -> case next r2 of Taken c r3 -> Taken (Three a b c) r3
    item r = case next r of
      Taken a r1 -> case next r1 of
        Taken b r2 -> case next r2 of
          Taken c r3 -> Taken (Node3 (3 * s) a b c) r3

three1 :: [a] -> (Node (Elem a) -> [a] -> r) -> r
three1 (a : b : c : r) k = k (Node3 3 (Elem a) (Elem b) (Elem c)) r
three1 _ _ = error "Data.Sequence: internal error"
{-# INLINE three1 #-}

three2 :: [a] -> (Node (Node (Elem a)) -> [a] -> r) -> r
three2 l k = three1 l (\x r -> three1 r (\y r' -> three1 r' (\z r'' -> k (Node3 9 x y z) r'')))
{-# INLINE three2 #-}

fromFunction :: Int -> (Int -> a) -> Seq a
fromFunction n f
  | n < 0 = errorAt Containers "Data.Sequence.Internal" 3321 32 "Data.Sequence.fromFunction called with negative len"
  | otherwise = Seq (treeOf 1 zero (treeOf 3 one (treeOf 9 two (upper 27 three))) 0 n)
  where
    zero i = Elem (f i)
    one i = Node3 3 (zero i) (zero (i + 1)) (zero (i + 2))
    two i = three' 9 (one i) (one (i + 3)) (one (i + 6))
    three i = three' 27 (two i) (two (i + 9)) (two (i + 18))
    three' n' a b c = a `seq` b `seq` c `seq` Node3 n' a b c

-- | O(log n), in time and space: equal parts are shared.
replicate :: Int -> a -> Seq a
replicate n x
  | n < 0 = errorAt Containers "Data.Sequence.Internal" 1697 19 "replicate takes a nonnegative integer argument"
  | otherwise = Seq (equal 1 n (Elem x))

equal :: Int -> Int -> a -> FingerTree a
equal s n x
  | n >= 4 = shape n (\p q r -> Deep (n * s) (digit p) (equal (3 * s) q (Node3 (3 * s) x x x)) (digit r))
  | otherwise = case n of
      0 -> EmptyT
      1 -> Single x
      2 -> Deep (2 * s) (One x) EmptyT (One x)
      _ -> Deep (3 * s) (Two x x) EmptyT (One x)
  where
    digit 2 = Two x x
    digit _ = Three x x x

-- | The actions that make equal parts are shared, too.
replicateA, replicateM :: Applicative f => Int -> f a -> f (Seq a)
replicateA n x
  | n < 0 = errorAt Containers "Data.Sequence.Internal" 1706 19 "replicateA takes a nonnegative integer argument"
  | otherwise = Seq <$> equalA 1 n (Elem <$> x)
replicateM = replicateA

equalA :: Applicative f => Int -> Int -> f a -> f (FingerTree a)
equalA s n x
  | n >= 4 = shape n (\p q r -> A.liftA3 (Deep (n * s)) (digit p) (equalA (3 * s) q (A.liftA3 (Node3 (3 * s)) x x x)) (digit r))
  | otherwise = case n of
      0 -> pure EmptyT
      1 -> Single <$> x
      2 -> A.liftA2 (\a b -> Deep (2 * s) (One a) EmptyT (One b)) x x
      _ -> A.liftA3 (\a b c -> Deep (3 * s) (Two a b) EmptyT (One c)) x x x
  where
    digit 2 = A.liftA2 Two x x
    digit _ = A.liftA3 Three x x x

-- So many copies, one after the other; none for what is negative. The ends are those of the first and the last, the middle waits.
times :: Int -> Seq a -> Seq a
times n xs
  | n <= 0 = empty
  | n == 1 = xs
times n (Seq (Deep s pr m sf)) = Seq (Deep (n * s) pr middle sf)
  where middle = case copies n (Seq (Deep s pr m sf)) of
          Seq (Deep _ _ m' _) -> m'
          _ -> EmptyT
times n (Seq (Single x)) = Seq (equal 1 n x)
times _ xs = xs

copies :: Int -> Seq a -> Seq a
copies n xs
  | n == 1 = xs
  | even n = half >< half
  | otherwise = xs >< (half >< half)
  where half = copies (n `div` 2) xs

-- | As replicate, times the cost of a copy's ends.
cycleTaking :: Int -> Seq a -> Seq a
cycleTaking n xs
  | n <= 0 = empty
  | null xs = errorAt Containers "Data.Sequence.Internal" 1738 32 "cycleTaking cannot take a positive number of elements from an empty cycle."
  | otherwise = case n `quotRem` length xs of (q, r) -> times q xs >< take r xs
