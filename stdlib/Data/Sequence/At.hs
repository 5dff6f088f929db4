-- | The element at an index: what it is, another one, one more, one less.
module Data.Sequence.At where

import Data.Sequence.Tree
import GPH.Exception (Library(Containers), errorAt)
import Prelude hiding (drop, length, lookup, null, replicate, splitAt, take)

lookup :: Int -> Seq a -> Maybe a
lookup i (Seq !t)
  | 0 <= i && i < size t = case lookupTree i t of Found _ (Elem x) -> Just x
  | otherwise = Nothing

(!?) :: Seq a -> Int -> Maybe a
(!?) = flip lookup

index :: Seq a -> Int -> a
index s i = case lookup i s of
  Just x -> x
  Nothing -> errorAt Containers "Data.Sequence.Internal" 2358 7 ("index out of bounds in call to: Data.Sequence.index " ++ show i)

data Found a = Found !Int a

lookupTree :: Sized a => Int -> FingerTree a -> Found a
lookupTree _ EmptyT = error "Data.Sequence: internal error"
lookupTree i (Single x) = Found i x
lookupTree i (Deep _ pr m sf)
  | i < spr = lookupDigit i pr
  | i < spm = case lookupTree (i - spr) m of Found i' xs -> lookupDigit i' (nodeToDigit xs)
  | otherwise = lookupDigit (i - spm) sf
  where
    spr = size pr
    spm = spr + size m

lookupDigit :: Sized a => Int -> Digit a -> Found a
lookupDigit i (One a) = Found i a
lookupDigit i (Two a b)
  | i < sa = Found i a
  | otherwise = Found (i - sa) b
  where sa = size a
lookupDigit i (Three a b c)
  | i < sa = Found i a
  | otherwise = lookupDigit (i - sa) (Two b c)
  where sa = size a
lookupDigit i (Four a b c d)
  | i < sa = Found i a
  | otherwise = lookupDigit (i - sa) (Three b c d)
  where sa = size a

adjust, adjust' :: (a -> a) -> Int -> Seq a -> Seq a
adjust f i xs@(Seq t)
  | 0 <= i && i < length xs = Seq (adjustTree (\_ (Elem x) -> Elem (f x)) i t)
  | otherwise = xs
adjust' f i xs
  | 0 <= i && i < length xs = let x' = f (index xs i) in x' `seq` update i x' xs
  | otherwise = xs

-- The spine is rebuilt at once: an update that waited would keep the old tree.
adjustTree :: Sized a => (Int -> a -> a) -> Int -> FingerTree a -> FingerTree a
adjustTree _ _ EmptyT = EmptyT
adjustTree f i (Single x) = let x' = f i x in x' `forced` Single x'
adjustTree f i (Deep n pr m sf)
  | i < spr = Deep n (adjustDigit f i pr) m sf
  | i < spm = let m' = adjustTree (adjustNode f) (i - spr) m in m' `seq` Deep n pr m' sf
  | otherwise = Deep n pr m (adjustDigit f (i - spm) sf)
  where
    spr = size pr
    spm = spr + size m

adjustNode :: Sized a => (Int -> a -> a) -> Int -> Node a -> Node a
adjustNode f i (Node2 n a b)
  | i < sa = let a' = f i a in a' `forced` Node2 n a' b
  | otherwise = let b' = f (i - sa) b in b' `forced` Node2 n a b'
  where sa = size a
adjustNode f i (Node3 n a b c)
  | i < sa = let a' = f i a in a' `forced` Node3 n a' b c
  | i < sab = let b' = f (i - sa) b in b' `forced` Node3 n a b' c
  | otherwise = let c' = f (i - sab) c in c' `forced` Node3 n a b c'
  where
    sa = size a
    sab = sa + size b

adjustDigit :: Sized a => (Int -> a -> a) -> Int -> Digit a -> Digit a
adjustDigit f i (One a) = let a' = f i a in a' `forced` One a'
adjustDigit f i (Two a b)
  | i < sa = let a' = f i a in a' `forced` Two a' b
  | otherwise = let b' = f (i - sa) b in b' `forced` Two a b'
  where sa = size a
adjustDigit f i (Three a b c)
  | i < sa = let a' = f i a in a' `forced` Three a' b c
  | i < sab = let b' = f (i - sa) b in b' `forced` Three a b' c
  | otherwise = let c' = f (i - sab) c in c' `forced` Three a b c'
  where
    sa = size a
    sab = sa + size b
adjustDigit f i (Four a b c d)
  | i < sa = let a' = f i a in a' `forced` Four a' b c d
  | i < sab = let b' = f (i - sa) b in b' `forced` Four a b' c d
  | i < sabc = let c' = f (i - sab) c in c' `forced` Four a b c' d
  | otherwise = let d' = f (i - sabc) d in d' `forced` Four a b c d'
  where
    sa = size a
    sab = sa + size b
    sabc = sab + size c

update :: Int -> a -> Seq a -> Seq a
update i x = adjust (const x) i

insertAt :: Int -> a -> Seq a -> Seq a
insertAt i x xs@(Seq t)
  | i <= 0 = x <| xs
  | i >= length xs = xs |> x
  | otherwise = Seq (insertTree (\_ y -> Both (Elem x) y) i t)

-- What stands for one item after a change: one or two.
data OneOrTwo a = Only a | Both a a

-- f makes one or two of the item that holds position i, and one element more: a node of four falls into two, a digit of five gives a node to the middle.
insertTree :: Sized a => (Int -> a -> OneOrTwo a) -> Int -> FingerTree a -> FingerTree a
insertTree _ _ EmptyT = error "Data.Sequence: internal error"
insertTree f i (Single a) = case f i a of
  Only x -> Single x
  Both x y -> deep (One x) EmptyT (One y)
insertTree f i (Deep n pr m sf)
  | i < spr = case insertDigit f i pr of
      Fits pr' -> Deep (n + 1) pr' m sf
      Five a b c d e -> m `seq` Deep (n + 1) (Two a b) (consTree (node3 c d e) m) sf
  | i < spm = let m' = insertTree (insertNode f) (i - spr) m in m' `seq` Deep (n + 1) pr m' sf
  | otherwise = case insertDigit f (i - spm) sf of
      Fits sf' -> Deep (n + 1) pr m sf'
      Five a b c d e -> m `seq` Deep (n + 1) pr (snocTree m (node3 a b c)) (Two d e)
  where
    spr = size pr
    spm = spr + size m

insertNode :: Sized a => (Int -> a -> OneOrTwo a) -> Int -> Node a -> OneOrTwo (Node a)
insertNode f i (Node2 n a b)
  | i < sa = case f i a of
      Only x -> Only (Node2 (n + 1) x b)
      Both x y -> Only (Node3 (n + 1) x y b)
  | otherwise = case f (i - sa) b of
      Only x -> Only (Node2 (n + 1) a x)
      Both x y -> Only (Node3 (n + 1) a x y)
  where sa = size a
insertNode f i (Node3 n a b c)
  | i < sa = case f i a of
      Only x -> Only (Node3 (n + 1) x b c)
      Both x y -> Both (node2 x y) (node2 b c)
  | i < sab = case f (i - sa) b of
      Only x -> Only (Node3 (n + 1) a x c)
      Both x y -> Both (node2 a x) (node2 y c)
  | otherwise = case f (i - sab) c of
      Only x -> Only (Node3 (n + 1) a b x)
      Both x y -> Both (node2 a b) (node2 x y)
  where
    sa = size a
    sab = sa + size b

data Fitted a = Fits !(Digit a) | Five a a a a a

insertDigit :: Sized a => (Int -> a -> OneOrTwo a) -> Int -> Digit a -> Fitted a
insertDigit f i (One a) = case f i a of
  Only x -> Fits (One x)
  Both x y -> Fits (Two x y)
insertDigit f i (Two a b)
  | i < sa = case f i a of
      Only x -> Fits (Two x b)
      Both x y -> Fits (Three x y b)
  | otherwise = case f (i - sa) b of
      Only x -> Fits (Two a x)
      Both x y -> Fits (Three a x y)
  where sa = size a
insertDigit f i (Three a b c)
  | i < sa = case f i a of
      Only x -> Fits (Three x b c)
      Both x y -> Fits (Four x y b c)
  | i < sab = case f (i - sa) b of
      Only x -> Fits (Three a x c)
      Both x y -> Fits (Four a x y c)
  | otherwise = case f (i - sab) c of
      Only x -> Fits (Three a b x)
      Both x y -> Fits (Four a b x y)
  where
    sa = size a
    sab = sa + size b
insertDigit f i (Four a b c d)
  | i < sa = case f i a of
      Only x -> Fits (Four x b c d)
      Both x y -> Five x y b c d
  | i < sab = case f (i - sa) b of
      Only x -> Fits (Four a x c d)
      Both x y -> Five a x y c d
  | i < sabc = case f (i - sab) c of
      Only x -> Fits (Four a b x d)
      Both x y -> Five a b x y d
  | otherwise = case f (i - sabc) d of
      Only x -> Fits (Four a b c x)
      Both x y -> Five a b c x y
  where
    sa = size a
    sab = sa + size b
    sabc = sab + size c

deleteAt :: Int -> Seq a -> Seq a
deleteAt i xs@(Seq t)
  | 0 <= i && i < length xs = case deleteTree (Joins (\_ a -> Only a) (\a _ -> Only a)) (\_ _ -> Lost ()) i t of
      Kept t' -> Seq t'
      Lost () -> empty
  | otherwise = xs

-- What an item is without one of its elements: an item, or what is too little for one. An element loses (), a node its only child that is left.
data Removed l a = Kept !a | Lost l

-- How what is too little joins the item after it or before it.
data Joins l a = Joins (l -> a -> OneOrTwo a) (a -> l -> OneOrTwo a)

nodeJoins :: Sized a => Joins a (Node a)
nodeJoins = Joins after before
  where
    after x (Node2 n a b) = Only (Node3 (n + size x) x a b)
    after x (Node3 _ a b c) = Both (node2 x a) (node2 b c)
    before (Node2 n a b) x = Only (Node3 (n + size x) a b x)
    before (Node3 _ a b c) x = Both (node2 a b) (node2 c x)

deleteTree :: Sized a => Joins l a -> (Int -> a -> Removed l a) -> Int -> FingerTree a -> Removed l (FingerTree a)
deleteTree _ _ _ EmptyT = error "Data.Sequence: internal error"
deleteTree _ f i (Single a) = case f i a of
  Kept x -> Kept (Single x)
  Lost l -> Lost l
deleteTree js@(Joins after before) f i (Deep n pr m sf)
  | i < spr = case deleteDigit js f i pr of
      Kept pr' -> Kept (Deep (n - 1) pr' m sf)
      Lost l -> Kept (case viewLTree m of
        ConsL p m' -> case joinFirst after l (nodeToDigit p) of
          Fits pr' -> Deep (n - 1) pr' m' sf
          Five a b c d e -> Deep (n - 1) (Two a b) (consTree (node3 c d e) m') sf
        NoL -> fitted (joinFirst after l sf))
  | i < spm = case deleteTree nodeJoins (deleteNode js f) (i - spr) m of
      Kept m' -> Kept (Deep (n - 1) pr m' sf)
      Lost a -> Kept (lone (n - 1) pr a sf)
  | otherwise = case deleteDigit js f (i - spm) sf of
      Kept sf' -> Kept (Deep (n - 1) pr m sf')
      Lost l -> Kept (case viewRTree m of
        SnocR m' p -> case joinLast before (nodeToDigit p) l of
          Fits sf' -> Deep (n - 1) pr m' sf'
          Five a b c d e -> Deep (n - 1) pr (snocTree m' (node3 a b c)) (Two d e)
        NoR -> fitted (joinLast before pr l))
  where
    spr = size pr
    spm = spr + size m

fitted :: Sized a => Fitted a -> FingerTree a
fitted (Fits g) = digitToTree g
fitted (Five a b c d e) = deep (Three a b c) EmptyT (Two d e)

-- One item between two digits.
lone :: Sized a => Int -> Digit a -> a -> Digit a -> FingerTree a
lone n (One a) x sf = Deep n (Two a x) EmptyT sf
lone n (Two a b) x sf = Deep n (Three a b x) EmptyT sf
lone n (Three a b c) x sf = Deep n (Four a b c x) EmptyT sf
lone n pr x (One a) = Deep n pr EmptyT (Two x a)
lone n pr x (Two a b) = Deep n pr EmptyT (Three x a b)
lone n pr x (Three a b c) = Deep n pr EmptyT (Four x a b c)
lone n (Four a b c d) x (Four e f g h) = Deep n (Three a b c) (Single (node3 d x e)) (Three f g h)

joinFirst :: (l -> a -> OneOrTwo a) -> l -> Digit a -> Fitted a
joinFirst after l g = case g of
  One a -> case after l a of { Only x -> Fits (One x); Both x y -> Fits (Two x y) }
  Two a b -> case after l a of { Only x -> Fits (Two x b); Both x y -> Fits (Three x y b) }
  Three a b c -> case after l a of { Only x -> Fits (Three x b c); Both x y -> Fits (Four x y b c) }
  Four a b c d -> case after l a of { Only x -> Fits (Four x b c d); Both x y -> Five x y b c d }

joinLast :: (a -> l -> OneOrTwo a) -> Digit a -> l -> Fitted a
joinLast before g l = case g of
  One a -> case before a l of { Only x -> Fits (One x); Both x y -> Fits (Two x y) }
  Two a b -> case before b l of { Only x -> Fits (Two a x); Both x y -> Fits (Three a x y) }
  Three a b c -> case before c l of { Only x -> Fits (Three a b x); Both x y -> Fits (Four a b x y) }
  Four a b c d -> case before d l of { Only x -> Fits (Four a b c x); Both x y -> Five a b c x y }

deleteNode :: Sized a => Joins l a -> (Int -> a -> Removed l a) -> Int -> Node a -> Removed a (Node a)
deleteNode (Joins after before) f i (Node2 n a b)
  | i < sa = case f i a of
      Kept x -> Kept (Node2 (n - 1) x b)
      Lost l -> two (after l b)
  | otherwise = case f (i - sa) b of
      Kept x -> Kept (Node2 (n - 1) a x)
      Lost l -> two (before a l)
  where
    sa = size a
    two (Only x) = Lost x
    two (Both x y) = Kept (Node2 (n - 1) x y)
deleteNode (Joins after before) f i (Node3 n a b c)
  | i < sa = case f i a of
      Kept x -> Kept (Node3 (n - 1) x b c)
      Lost l -> first (after l b)
  | i < sab = case f (i - sa) b of
      Kept x -> Kept (Node3 (n - 1) a x c)
      Lost l -> first (before a l)
  | otherwise = case f (i - sab) c of
      Kept x -> Kept (Node3 (n - 1) a b x)
      Lost l -> case before b l of
        Only x -> Kept (Node2 (n - 1) a x)
        Both x y -> Kept (Node3 (n - 1) a x y)
  where
    sa = size a
    sab = sa + size b
    first (Only x) = Kept (Node2 (n - 1) x c)
    first (Both x y) = Kept (Node3 (n - 1) x y c)

-- What is too little joins a neighbour, so that only a digit of one is lost.
deleteDigit :: Sized a => Joins l a -> (Int -> a -> Removed l a) -> Int -> Digit a -> Removed l (Digit a)
deleteDigit _ f i (One a) = case f i a of
  Kept x -> Kept (One x)
  Lost l -> Lost l
deleteDigit (Joins after before) f i (Two a b)
  | i < sa = case f i a of
      Kept x -> Kept (Two x b)
      Lost l -> Kept (one (after l b))
  | otherwise = case f (i - sa) b of
      Kept x -> Kept (Two a x)
      Lost l -> Kept (one (before a l))
  where
    sa = size a
    one (Only x) = One x
    one (Both x y) = Two x y
deleteDigit (Joins after before) f i (Three a b c)
  | i < sa = case f i a of
      Kept x -> Kept (Three x b c)
      Lost l -> Kept (first (after l b))
  | i < sab = case f (i - sa) b of
      Kept x -> Kept (Three a x c)
      Lost l -> Kept (first (before a l))
  | otherwise = case f (i - sab) c of
      Kept x -> Kept (Three a b x)
      Lost l -> Kept (case before b l of { Only x -> Two a x; Both x y -> Three a x y })
  where
    sa = size a
    sab = sa + size b
    first (Only x) = Two x c
    first (Both x y) = Three x y c
deleteDigit (Joins after before) f i (Four a b c d)
  | i < sa = case f i a of
      Kept x -> Kept (Four x b c d)
      Lost l -> Kept (first (after l b))
  | i < sab = case f (i - sa) b of
      Kept x -> Kept (Four a x c d)
      Lost l -> Kept (first (before a l))
  | i < sabc = case f (i - sab) c of
      Kept x -> Kept (Four a b x d)
      Lost l -> Kept (case before b l of { Only x -> Three a x d; Both x y -> Four a x y d })
  | otherwise = case f (i - sabc) d of
      Kept x -> Kept (Four a b c x)
      Lost l -> Kept (case before c l of { Only x -> Three a b x; Both x y -> Four a b x y })
  where
    sa = size a
    sab = sa + size b
    sabc = sab + size c
    first (Only x) = Three x c d
    first (Both x y) = Four x y c d
