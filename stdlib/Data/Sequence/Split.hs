-- | Splitting sequences.
module Data.Sequence.Split where

import Data.Sequence.Tree
import Prelude hiding (drop, length, lookup, null, replicate, splitAt, take)

-- Splitting. A digit without one of its elements falls into two sides.
data Split t a = Split !t a !t
data Side a = None | Side1 a | Side2 a a | Side3 a a a

splitDigit :: Sized a => Int -> Digit a -> Split (Side a) a
splitDigit _ (One a) = Split None a None
splitDigit i (Two a b)
  | i < size a = Split None a (Side1 b)
  | otherwise = Split (Side1 a) b None
splitDigit i (Three a b c)
  | i < sa = Split None a (Side2 b c)
  | i < sa + size b = Split (Side1 a) b (Side1 c)
  | otherwise = Split (Side2 a b) c None
  where sa = size a
splitDigit i (Four a b c d)
  | i < sa = Split None a (Side3 b c d)
  | i < sab = Split (Side1 a) b (Side2 c d)
  | i < sab + size c = Split (Side2 a b) c (Side1 d)
  | otherwise = Split (Side3 a b c) d None
  where
    sa = size a
    sab = sa + size b

splitNode :: Sized a => Int -> Node a -> Split (Side a) a
splitNode i (Node2 _ a b)
  | i < size a = Split None a (Side1 b)
  | otherwise = Split (Side1 a) b None
splitNode i (Node3 _ a b c)
  | i < sa = Split None a (Side2 b c)
  | i < sa + size b = Split (Side1 a) b (Side1 c)
  | otherwise = Split (Side2 a b) c None
  where sa = size a

sideToTree :: Sized a => Side a -> FingerTree a
sideToTree None = EmptyT
sideToTree (Side1 a) = Single a
sideToTree (Side2 a b) = deep (One a) EmptyT (One b)
sideToTree (Side3 a b c) = deep (Two a b) EmptyT (One c)

-- Trees of n elements without a digit's other side.
deepL :: Sized a => Int -> Side a -> FingerTree (Node a) -> Digit a -> FingerTree a
deepL n None m sf = pullL n m sf
deepL n (Side1 a) m sf = Deep n (One a) m sf
deepL n (Side2 a b) m sf = Deep n (Two a b) m sf
deepL n (Side3 a b c) m sf = Deep n (Three a b c) m sf

deepR :: Sized a => Int -> Digit a -> FingerTree (Node a) -> Side a -> FingerTree a
deepR n pr m None = pullR n pr m
deepR n pr m (Side1 a) = Deep n pr m (One a)
deepR n pr m (Side2 a b) = Deep n pr m (Two a b)
deepR n pr m (Side3 a b c) = Deep n pr m (Three a b c)

sizeSide :: Sized a => Side a -> Int
sizeSide None = 0
sizeSide (Side1 a) = size a
sizeSide (Side2 a b) = size a + size b
sizeSide (Side3 a b c) = size a + size b + size c

-- The element that holds position i, with what is before and after it. The tree is not empty. What is not near the element is not looked at for its size.
splitTree :: Sized a => Int -> FingerTree a -> Split (FingerTree a) a
splitTree _ EmptyT = error "Data.Sequence: internal error"
splitTree _ (Single x) = Split EmptyT x EmptyT
splitTree i (Deep n pr m sf)
  | i < spr = case splitDigit i pr of Split l x r -> Split (sideToTree l) x (deepL (n - sizeSide l - size x) r m sf)
  | i < spm = case splitTree im m of
      Split ml xs mr -> case splitNode (im - size ml) xs of
        Split l x r -> let before = spr + size ml + sizeSide l in Split (deepR before pr ml l) x (deepL (n - before - size x) r mr sf)
  | otherwise = case splitDigit (i - spm) sf of
      Split l x r -> Split (deepR (spm + sizeSide l) pr m l) x (sideToTree r)
  where
    spr = size pr
    spm = spr + size m
    im = i - spr

-- One half of that only: the element, and how far into it position i is.
data Before a = Before !(FingerTree a) !Int a
data After a = After !Int a !(FingerTree a)

beforeTree :: Sized a => Int -> FingerTree a -> Before a
beforeTree _ EmptyT = error "Data.Sequence: internal error"
beforeTree i (Single x) = Before EmptyT i x
beforeTree i (Deep _ pr m sf)
  | i < spr = case splitDigit i pr of Split l x _ -> Before (sideToTree l) (i - sizeSide l) x
  | i < spm = case beforeTree (i - spr) m of
      Before ml k xs -> case splitNode k xs of
        Split l x _ -> let k' = k - sizeSide l in Before (deepR (i - k') pr ml l) k' x
  | otherwise = case splitDigit (i - spm) sf of
      Split l x _ -> let before = spm + sizeSide l in Before (deepR before pr m l) (i - before) x
  where
    spr = size pr
    spm = spr + size m

afterTree :: Sized a => Int -> FingerTree a -> After a
afterTree _ EmptyT = error "Data.Sequence: internal error"
afterTree i (Single x) = After i x EmptyT
afterTree i (Deep n pr m sf)
  | i < spr = case splitDigit i pr of Split l x r -> let before = sizeSide l in After (i - before) x (deepL (n - before - size x) r m sf)
  | i < spm = case afterTree (i - spr) m of
      After k xs mr -> case splitNode k xs of
        Split l x r -> let k' = k - sizeSide l in After k' x (deepL (n - (i - k') - size x) r mr sf)
  | otherwise = case splitDigit (i - spm) sf of
      Split l x r -> After (i - spm - sizeSide l) x (sideToTree r)
  where
    spr = size pr
    spm = spr + size m

-- Of a sequence itself the element at position i begins the second half, whose first digit then has one at least.
from :: Elem a -> Side (Elem a) -> Digit (Elem a)
from x None = One x
from x (Side1 a) = Two x a
from x (Side2 a b) = Three x a b
from x (Side3 a b c) = Four x a b c

splitAt :: Int -> Seq a -> (Seq a, Seq a)
splitAt i xs@(Seq t)
  | i <= 0 = (empty, xs)
  | i >= length xs = (xs, empty)
  | Deep n pr m sf <- t = let { spr = size pr; spm = spr + size m } in
      if i < spr then case splitDigit i pr of Split l x r -> (Seq (sideToTree l), Seq (Deep (n - i) (from x r) m sf))
      else if i < spm then case splitTree (i - spr) m of
        Split ml e mr -> case splitNode (i - spr - size ml) e of
          Split l x r -> (Seq (deepR i pr ml l), Seq (Deep (n - i) (from x r) mr sf))
      else case splitDigit (i - spm) sf of Split l x r -> (Seq (deepR i pr m l), Seq (consTree x (sideToTree r)))
  | otherwise = error "Data.Sequence: internal error"

take, drop :: Int -> Seq a -> Seq a
take i xs@(Seq t)
  | i <= 0 = empty
  | i >= length xs = xs
  | otherwise = case beforeTree i t of Before l _ _ -> Seq l
drop i xs@(Seq t)
  | i <= 0 = xs
  | i >= length xs = empty
  | Deep n pr m sf <- t = let { spr = size pr; spm = spr + size m } in
      if i < spr then case splitDigit i pr of Split _ x r -> Seq (Deep (n - i) (from x r) m sf)
      else if i < spm then case afterTree (i - spr) m of
        After k e mr -> case splitNode k e of Split _ x r -> Seq (Deep (n - i) (from x r) mr sf)
      else case splitDigit (i - spm) sf of Split _ x r -> Seq (consTree x (sideToTree r))
  | otherwise = error "Data.Sequence: internal error"
