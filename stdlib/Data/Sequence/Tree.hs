-- | The finger trees of Data.Sequence: both ends, and concatenation.
module Data.Sequence.Tree where

import Prelude hiding (length, null)

infixr 5 <|, ><
infixl 5 |>

class Sized a where
  size :: a -> Int
  forced :: a -> b -> b             -- evaluates what is part of the spine: a node, not an element

newtype Elem a = Elem a
instance Sized (Elem a) where
  size _ = 1
  forced _ b = b

data Digit a = One a | Two a a | Three a a a | Four a a a a
data Node a = Node2 !Int a a | Node3 !Int a a a
data FingerTree a = EmptyT | Single a | Deep !Int !(Digit a) (FingerTree (Node a)) !(Digit a)

instance Sized a => Sized (Digit a) where
  size (One a) = size a
  size (Two a b) = size a + size b
  size (Three a b c) = size a + size b + size c
  size (Four a b c d) = size a + size b + size c + size d
  forced = seq
instance Sized (Node a) where
  size (Node2 n _ _) = n
  size (Node3 n _ _ _) = n
  forced = seq
instance Sized a => Sized (FingerTree a) where
  size EmptyT = 0
  size (Single a) = size a
  size (Deep n _ _ _) = n
  forced = seq

newtype Seq a = Seq (FingerTree (Elem a))

empty :: Seq a
empty = Seq EmptyT

singleton :: a -> Seq a
singleton x = Seq (Single (Elem x))

null :: Seq a -> Bool
null (Seq EmptyT) = True
null _ = False

length :: Seq a -> Int
length (Seq t) = size t

deep :: Sized a => Digit a -> FingerTree (Node a) -> Digit a -> FingerTree a
deep pr m sf = Deep (size pr + size m + size sf) pr m sf

node2 :: Sized a => a -> a -> Node a
node2 a b = Node2 (size a + size b) a b

node3 :: Sized a => a -> a -> a -> Node a
node3 a b c = Node3 (size a + size b + size c) a b c

consTree :: Sized a => a -> FingerTree a -> FingerTree a
consTree a EmptyT = Single a
consTree a (Single b) = deep (One a) EmptyT (One b)
consTree a (Deep n (Four b c d e) m sf) = m `seq` Deep (size a + n) (Two a b) (consTree (node3 c d e) m) sf
consTree a (Deep n (Three b c d) m sf) = Deep (size a + n) (Four a b c d) m sf
consTree a (Deep n (Two b c) m sf) = Deep (size a + n) (Three a b c) m sf
consTree a (Deep n (One b) m sf) = Deep (size a + n) (Two a b) m sf

snocTree :: Sized a => FingerTree a -> a -> FingerTree a
snocTree EmptyT a = Single a
snocTree (Single a) b = deep (One a) EmptyT (One b)
snocTree (Deep n pr m (Four a b c d)) e = m `seq` Deep (n + size e) pr (snocTree m (node3 a b c)) (Two d e)
snocTree (Deep n pr m (Three a b c)) d = Deep (n + size d) pr m (Four a b c d)
snocTree (Deep n pr m (Two a b)) c = Deep (n + size c) pr m (Three a b c)
snocTree (Deep n pr m (One a)) b = Deep (n + size b) pr m (Two a b)

(<|) :: a -> Seq a -> Seq a
x <| Seq t = Seq (consTree (Elem x) t)

(|>) :: Seq a -> a -> Seq a
Seq t |> x = Seq (snocTree t (Elem x))

-- | The elements go into the middle by threes, so that the digits at the ends are not made anew for each.
fromList :: [a] -> Seq a
fromList list = case list of
  a : b : c : rest -> Seq (grow (Three (Elem a) (Elem b) (Elem c)) EmptyT 3 rest)   -- three in all: digitToTree
  [a, b] -> Seq (Deep 2 (One (Elem a)) EmptyT (One (Elem b)))
  [a] -> Seq (Single (Elem a))
  _ -> empty
  where
    grow !pr !m !n xs = case xs of
      [] -> digitToTree pr
      [x] -> Deep (n + 1) pr m (One (Elem x))
      [x, y] -> Deep (n + 2) pr m (Two (Elem x) (Elem y))
      [x, y, z] -> Deep (n + 3) pr m (Three (Elem x) (Elem y) (Elem z))
      x : y : z : rest -> grow pr (snocTree m (Node3 3 (Elem x) (Elem y) (Elem z))) (n + 3) rest

data ViewLTree a = NoL | ConsL a (FingerTree a)
data ViewRTree a = NoR | SnocR (FingerTree a) a

digitToTree :: Sized a => Digit a -> FingerTree a
digitToTree (One a) = Single a
digitToTree (Two a b) = deep (One a) EmptyT (One b)
digitToTree (Three a b c) = deep (Two a b) EmptyT (One c)
digitToTree (Four a b c d) = deep (Two a b) EmptyT (Two c d)

nodeToDigit :: Node a -> Digit a
nodeToDigit (Node2 _ a b) = Two a b
nodeToDigit (Node3 _ a b c) = Three a b c

viewLTree :: Sized a => FingerTree a -> ViewLTree a
viewLTree EmptyT = NoL
viewLTree (Single a) = ConsL a EmptyT
viewLTree (Deep n (One a) m sf) = ConsL a (pullL (n - size a) m sf)
viewLTree (Deep n (Two a b) m sf) = ConsL a (Deep (n - size a) (One b) m sf)
viewLTree (Deep n (Three a b c) m sf) = ConsL a (Deep (n - size a) (Two b c) m sf)
viewLTree (Deep n (Four a b c d) m sf) = ConsL a (Deep (n - size a) (Three b c d) m sf)

viewRTree :: Sized a => FingerTree a -> ViewRTree a
viewRTree EmptyT = NoR
viewRTree (Single z) = SnocR EmptyT z
viewRTree (Deep n pr m (One z)) = SnocR (pullR (n - size z) pr m) z
viewRTree (Deep n pr m (Two y z)) = SnocR (Deep (n - size z) pr m (One y)) z
viewRTree (Deep n pr m (Three x y z)) = SnocR (Deep (n - size z) pr m (Two x y)) z
viewRTree (Deep n pr m (Four w x y z)) = SnocR (Deep (n - size z) pr m (Three w x y)) z

pullL :: Sized a => Int -> FingerTree (Node a) -> Digit a -> FingerTree a
pullL n m sf = case viewLTree m of
  NoL -> digitToTree sf
  ConsL pr m' -> Deep n (nodeToDigit pr) m' sf

pullR :: Sized a => Int -> Digit a -> FingerTree (Node a) -> FingerTree a
pullR n pr m = case viewRTree m of
  NoR -> digitToTree pr
  SnocR m' sf -> Deep n pr m' (nodeToDigit sf)

-- Concatenation: the digits between the two trees go down as nodes, of three where more than four elements are left.
(><) :: Seq a -> Seq a -> Seq a
Seq xs >< Seq ys = Seq (appendTree xs ys)

appendTree :: Sized a => FingerTree a -> FingerTree a -> FingerTree a
appendTree EmptyT ys = ys
appendTree xs EmptyT = xs
appendTree (Single x) ys = consTree x ys
appendTree xs (Single y) = snocTree xs y
appendTree (Deep n1 pr1 m1 sf1) (Deep n2 pr2 m2 sf2) = let m = joinTrees m1 (between sf1 pr2) m2 in m `seq` Deep (n1 + n2) pr1 m sf2

joinTrees :: Sized a => FingerTree a -> Digit a -> FingerTree a -> FingerTree a
joinTrees EmptyT d ys = consDigit d ys
joinTrees xs d EmptyT = snocDigit xs d
joinTrees (Single x) d ys = consTree x (consDigit d ys)
joinTrees xs d (Single y) = snocTree (snocDigit xs d) y
joinTrees (Deep n1 pr1 m1 sf1) d (Deep n2 pr2 m2 sf2) =
  let m = joinTrees m1 (between3 sf1 d pr2) m2 in m `seq` Deep (n1 + size d + n2) pr1 m sf2

consDigit :: Sized a => Digit a -> FingerTree a -> FingerTree a
consDigit (One a) t = consTree a t
consDigit (Two a b) t = consTree a (consTree b t)
consDigit (Three a b c) t = consTree a (consTree b (consTree c t))
consDigit (Four a b c d) t = consTree a (consTree b (consTree c (consTree d t)))

snocDigit :: Sized a => FingerTree a -> Digit a -> FingerTree a
snocDigit t (One a) = snocTree t a
snocDigit t (Two a b) = snocTree (snocTree t a) b
snocDigit t (Three a b c) = snocTree (snocTree (snocTree t a) b) c
snocDigit t (Four a b c d) = snocTree (snocTree (snocTree (snocTree t a) b) c) d

-- Two digits one after the other: at most two nodes, and one to four elements that are left.
data Joined a = Left0 !(Digit a) | Left1 !(Node a) !(Digit a) | Left2 !(Node a) !(Node a) !(Digit a)

joined :: Sized a => Digit a -> Digit a -> Joined a
joined (One a) (One b) = Left0 (Two a b)
joined (One a) (Two b c) = Left0 (Three a b c)
joined (One a) (Three b c d) = Left0 (Four a b c d)
joined (One a) (Four b c d e) = Left1 (node3 a b c) (Two d e)
joined (Two a b) (One c) = Left0 (Three a b c)
joined (Two a b) (Two c d) = Left0 (Four a b c d)
joined (Two a b) (Three c d e) = Left1 (node3 a b c) (Two d e)
joined (Two a b) (Four c d e f) = Left1 (node3 a b c) (Three d e f)
joined (Three a b c) (One d) = Left0 (Four a b c d)
joined (Three a b c) (Two d e) = Left1 (node3 a b c) (Two d e)
joined (Three a b c) (Three d e f) = Left1 (node3 a b c) (Three d e f)
joined (Three a b c) (Four d e f g) = Left1 (node3 a b c) (Four d e f g)
joined (Four a b c d) (One e) = Left1 (node3 a b c) (Two d e)
joined (Four a b c d) (Two e f) = Left1 (node3 a b c) (Three d e f)
joined (Four a b c d) (Three e f g) = Left1 (node3 a b c) (Four d e f g)
joined (Four a b c d) (Four e f g h) = Left2 (node3 a b c) (node3 d e f) (Two g h)

-- Of two digits, or three, all as nodes.
between :: Sized a => Digit a -> Digit a -> Digit (Node a)
between (One a) (One b) = One (node2 a b)
between (One a) (Two b c) = One (node3 a b c)
between (One a) (Three b c d) = Two (node2 a b) (node2 c d)
between (One a) (Four b c d e) = Two (node3 a b c) (node2 d e)
between (Two a b) (One c) = One (node3 a b c)
between (Two a b) (Two c d) = Two (node2 a b) (node2 c d)
between (Two a b) (Three c d e) = Two (node3 a b c) (node2 d e)
between (Two a b) (Four c d e f) = Two (node3 a b c) (node3 d e f)
between (Three a b c) (One d) = Two (node2 a b) (node2 c d)
between (Three a b c) (Two d e) = Two (node3 a b c) (node2 d e)
between (Three a b c) (Three d e f) = Two (node3 a b c) (node3 d e f)
between (Three a b c) (Four d e f g) = Three (node3 a b c) (node2 d e) (node2 f g)
between (Four a b c d) (One e) = Two (node3 a b c) (node2 d e)
between (Four a b c d) (Two e f) = Two (node3 a b c) (node3 d e f)
between (Four a b c d) (Three e f g) = Three (node3 a b c) (node2 d e) (node2 f g)
between (Four a b c d) (Four e f g h) = Three (node3 a b c) (node3 d e f) (node2 g h)

between3 :: Sized a => Digit a -> Digit a -> Digit a -> Digit (Node a)
between3 a b c = case joined a b of
  Left0 d -> between d c
  Left1 x d -> oneMore x (between d c)
  Left2 x y d -> oneMore x (oneMore y (between d c))

oneMore :: a -> Digit a -> Digit a
oneMore a (One b) = Two a b
oneMore a (Two b c) = Three a b c
oneMore a (Three b c d) = Four a b c d
oneMore _ (Four _ _ _ _) = error "Data.Sequence: internal error"
