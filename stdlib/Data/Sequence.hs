{-# LANGUAGE PatternSynonyms, BangPatterns #-}
-- | Finite sequences as 2-3 finger trees (Hinze and Paterson 2006): both ends in O(1) amortised, indexing, splitting and concatenation in
-- O(log n). Strict in the spine, lazy in the elements.
module Data.Sequence
  ( Seq(Empty, (:<|), (:|>)), ViewL(..), ViewR(..), empty, singleton, (<|), (|>), (><), fromList, fromFunction, replicate, replicateA, replicateM, cycleTaking
  , iterateN, unfoldr, null, length, viewl, viewr, lookup, (!?), index, adjust, adjust', update, take, drop, splitAt, insertAt, deleteAt
  , takeWhileL, takeWhileR, dropWhileL, dropWhileR, spanl, spanr, breakl, breakr, partition, filter, reverse, intersperse
  , sort, sortBy, sortOn, unstableSort, unstableSortBy, unstableSortOn, elemIndexL, elemIndicesL, findIndexL, findIndicesL, elemIndexR, elemIndicesR, findIndexR, findIndicesR
  , foldlWithIndex, foldrWithIndex, foldMapWithIndex, mapWithIndex, traverseWithIndex, scanl, scanl1, scanr, scanr1, tails, inits, chunksOf
  , zip, zipWith, zip3, zipWith3, zip4, zipWith4, unzip, unzipWith, fromArray, unfoldl
  ) where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import qualified Control.Applicative as A
import Control.DeepSeq (NFData(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Zip (MonadZip(..))
import Data.Array (Array, Ix)
import qualified Data.Array as Array
import qualified Data.Foldable as F
import Data.Functor.Classes (Eq1(..), Ord1(..), Read1(..), Show1(..), readsData, readsUnaryWith, showsUnaryWith)
import qualified Data.List as L
import Data.String (IsString(..))
import GPH.Data (Data(..), DataType, Fixity(..), constrIndex, constrNumber, mkConstr, mkDataType)
import GPH.Typeable (gcast1)
import Prelude hiding (drop, filter, length, lookup, null, replicate, reverse, scanl, scanl1, scanr, scanr1, splitAt, take, unzip, zip, zip3, zipWith, zipWith3)
import Unsafe.Coerce (unsafeCoerce)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrec, readListPrecDefault)

infixr 5 <|, :<, ><, :<|
infixl 5 |>, :>, :|>

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

data ViewL a = EmptyL | a :< Seq a deriving (Eq, Ord, Show, Read, Data)
data ViewR a = EmptyR | Seq a :> a deriving (Eq, Ord, Show, Read, Data)

-- | The empty sequence, as a pattern. O(1).
pattern Empty :: Seq a
pattern Empty <- (null -> True) where Empty = empty

-- | The first element and the others, as a pattern and an expression. O(1) amortised; forces the spine, not the element.
pattern (:<|) :: a -> Seq a -> Seq a
pattern x :<| xs <- (viewl -> x :< xs) where x :<| xs = x <| xs

-- | The others and the last element. O(1) amortised; forces the spine, not the element.
pattern (:|>) :: Seq a -> a -> Seq a
pattern xs :|> x <- (viewr -> xs :> x) where xs :|> x = xs |> x

{-# COMPLETE (:<|), Empty #-}
{-# COMPLETE (:|>), Empty #-}

instance Eq1 Seq where liftEq eq xs ys = length xs == length ys && liftEq eq (F.toList xs) (F.toList ys)
instance Ord1 Seq where liftCompare comp xs ys = liftCompare comp (F.toList xs) (F.toList ys)
instance Show1 Seq where liftShowsPrec sp sl d xs = showsUnaryWith (liftShowsPrec sp sl) "fromList" d (F.toList xs)
instance MonadZip Seq where mzipWith = zipWith

instance Functor ViewL where
  fmap _ EmptyL = EmptyL
  fmap f (x :< xs) = f x :< fmap f xs
instance Functor ViewR where
  fmap _ EmptyR = EmptyR
  fmap f (xs :> x) = fmap f xs :> f x

-- Folding and mapping the tree at any level.
mapDigit :: (a -> b) -> Digit a -> Digit b
mapDigit f (One a) = One (f a)
mapDigit f (Two a b) = Two (f a) (f b)
mapDigit f (Three a b c) = Three (f a) (f b) (f c)
mapDigit f (Four a b c d) = Four (f a) (f b) (f c) (f d)

mapNode :: (a -> b) -> Node a -> Node b
mapNode f (Node2 n a b) = Node2 n (f a) (f b)
mapNode f (Node3 n a b c) = Node3 n (f a) (f b) (f c)

mapTree :: (a -> b) -> FingerTree a -> FingerTree b
mapTree _ EmptyT = EmptyT
mapTree f (Single a) = Single (f a)
mapTree f (Deep n pr m sf) = Deep n (mapDigit f pr) (mapTree (mapNode f) m) (mapDigit f sf)

foldrDigit :: (a -> b -> b) -> b -> Digit a -> b
foldrDigit f z (One a) = f a z
foldrDigit f z (Two a b) = f a (f b z)
foldrDigit f z (Three a b c) = f a (f b (f c z))
foldrDigit f z (Four a b c d) = f a (f b (f c (f d z)))

-- Note [Folds by depth]
-- A fold that took for each level its own function, made of that for the level above, would call what it does not know, and so make a thunk of each
-- accumulator. Here the level is a number, d, and what stands at a level is Some, an element if d is 0, else a Node of Some. So each fold is one group
-- of local functions in which the function for elements is known where the fold is specialised or inlined, and strictness analysis sees through it.
data Some

bottom :: Some -> a
bottom = unsafeCoerce
{-# INLINE bottom #-}

node :: Some -> Node Some
node = unsafeCoerce
{-# INLINE node #-}

top :: FingerTree (Elem a) -> FingerTree Some
top = unsafeCoerce
{-# INLINE top #-}

deeper :: FingerTree (Node Some) -> FingerTree Some
deeper = unsafeCoerce
{-# INLINE deeper #-}

width :: Int -> Some -> Int
width 0 _ = 1
width _ x = size (node x)

widthDigit :: Int -> Digit Some -> Int
widthDigit d (One a) = width d a
widthDigit d (Two a b) = width d a + width d b
widthDigit d (Three a b c) = width d a + width d b + width d c
widthDigit d (Four a b c e) = width d a + width d b + width d c + width d e

widthTree :: Int -> FingerTree Some -> Int
widthTree _ EmptyT = 0
widthTree d (Single a) = width d a
widthTree _ (Deep n _ _ _) = n

foldrSeq, foldrSeq' :: (a -> b -> b) -> b -> Seq a -> b
foldrSeq f z0 (Seq t0) = tree 0 (top t0) z0
  where
    tree d t z = case t of
      EmptyT -> z
      Single a -> item d a z
      Deep _ pr m sf -> digit d pr (tree (d + 1) (deeper m) (digit d sf z))
    digit d g z = case g of
      One a -> item d a z
      Two a b -> item d a (item d b z)
      Three a b c -> item d a (item d b (item d c z))
      Four a b c e -> item d a (item d b (item d c (item d e z)))
    item 0 x z = f (bottom x) z
    item 1 x z = case node x of
      Node2 _ a b -> f (bottom a) (f (bottom b) z)
      Node3 _ a b c -> f (bottom a) (f (bottom b) (f (bottom c) z))
    item d x z = case node x of
      Node2 _ a b -> item (d - 1) a (item (d - 1) b z)
      Node3 _ a b c -> item (d - 1) a (item (d - 1) b (item (d - 1) c z))
foldrSeq' f z0 (Seq t0) = tree 0 (top t0) z0
  where
    tree d t z = case t of
      EmptyT -> z
      Single a -> item d a z
      Deep _ pr m sf -> digit d sf z `andThen` \z1 -> tree (d + 1) (deeper m) z1 `andThen` digit d pr
    digit d g z = case g of
      One a -> item d a z
      Two a b -> item d b z `andThen` item d a
      Three a b c -> item d c z `andThen` \z1 -> item d b z1 `andThen` item d a
      Four a b c e -> item d e z `andThen` \z1 -> item d c z1 `andThen` \z2 -> item d b z2 `andThen` item d a
    item 0 x z = f (bottom x) z
    item d x z = case node x of
      Node2 _ a b -> item (d - 1) b z `andThen` item (d - 1) a
      Node3 _ a b c -> item (d - 1) c z `andThen` \z1 -> item (d - 1) b z1 `andThen` item (d - 1) a

andThen :: b -> (b -> c) -> c
andThen z k = z `seq` k z
{-# INLINE andThen #-}

foldlSeq, foldlSeq' :: (b -> a -> b) -> b -> Seq a -> b
foldlSeq f z0 (Seq t0) = tree 0 z0 (top t0)
  where
    tree d z t = case t of
      EmptyT -> z
      Single a -> item d z a
      Deep _ pr m sf -> digit d (tree (d + 1) (digit d z pr) (deeper m)) sf
    digit d z g = case g of
      One a -> item d z a
      Two a b -> item d (item d z a) b
      Three a b c -> item d (item d (item d z a) b) c
      Four a b c e -> item d (item d (item d (item d z a) b) c) e
    item 0 z x = f z (bottom x)
    item d z x = case node x of
      Node2 _ a b -> item (d - 1) (item (d - 1) z a) b
      Node3 _ a b c -> item (d - 1) (item (d - 1) (item (d - 1) z a) b) c
foldlSeq' f z0 (Seq t0) = tree 0 z0 (top t0)
  where
    tree d z t = case t of
      EmptyT -> z
      Single a -> item d z a
      Deep _ pr m sf -> digit d z pr `andThen` \z1 -> tree (d + 1) z1 (deeper m) `andThen` \z2 -> digit d z2 sf
    digit d z g = case g of
      One a -> item d z a
      Two a b -> item d z a `andThen` \z1 -> item d z1 b
      Three a b c -> item d z a `andThen` \z1 -> item d z1 b `andThen` \z2 -> item d z2 c
      Four a b c e -> item d z a `andThen` \z1 -> item d z1 b `andThen` \z2 -> item d z2 c `andThen` \z3 -> item d z3 e
    item 0 z x = f z (bottom x)
    item 1 z x = case node x of
      Node2 _ a b -> f z (bottom a) `andThen` \z1 -> f z1 (bottom b)
      Node3 _ a b c -> f z (bottom a) `andThen` \z1 -> f z1 (bottom b) `andThen` \z2 -> f z2 (bottom c)
    item d z x = case node x of
      Node2 _ a b -> item (d - 1) z a `andThen` \z1 -> item (d - 1) z1 b
      Node3 _ a b c -> item (d - 1) z a `andThen` \z1 -> item (d - 1) z1 b `andThen` \z2 -> item (d - 1) z2 c

traverseDigit :: Applicative f => (a -> f b) -> Digit a -> f (Digit b)
traverseDigit f (One a) = One <$> f a
traverseDigit f (Two a b) = Two <$> f a <*> f b
traverseDigit f (Three a b c) = Three <$> f a <*> f b <*> f c
traverseDigit f (Four a b c d) = Four <$> f a <*> f b <*> f c <*> f d

traverseNode :: Applicative f => (a -> f b) -> Node a -> f (Node b)
traverseNode f (Node2 n a b) = Node2 n <$> f a <*> f b
traverseNode f (Node3 n a b c) = Node3 n <$> f a <*> f b <*> f c

traverseTree :: Applicative f => (a -> f b) -> FingerTree a -> f (FingerTree b)
traverseTree _ EmptyT = pure EmptyT
traverseTree f (Single a) = Single <$> f a
traverseTree f (Deep n pr m sf) = Deep n <$> traverseDigit f pr <*> traverseTree (traverseNode f) m <*> traverseDigit f sf

instance Functor Seq where
  fmap f (Seq t) = Seq (mapTree (\(Elem a) -> Elem (f a)) t)
instance F.Foldable Seq where
  foldr = foldrSeq
  foldl = foldlSeq
  foldr' = foldrSeq'
  foldl' = foldlSeq'
  foldMap f s = F.foldr (\a r -> f a <> r) mempty s
  foldr1 f s = if null s then errorWithoutStackTrace "foldr1: empty sequence" else L.foldr1 f (F.toList s)
  foldl1 f s = if null s then errorWithoutStackTrace "foldl1: empty sequence" else L.foldl1 f (F.toList s)
  length = length
  null = null
  sum = foldlSeq' (+) 0
  product = foldlSeq' (*) 1
instance Traversable Seq where
  traverse f (Seq t) = Seq <$> traverseTree (\(Elem a) -> Elem <$> f a) t
instance Eq a => Eq (Seq a) where
  xs == ys = length xs == length ys && F.toList xs == F.toList ys
instance Ord a => Ord (Seq a) where
  compare xs ys = compare (F.toList xs) (F.toList ys)
instance Show a => Show (Seq a) where
  showsPrec p xs = showParen (p > 10) (showString "fromList " . shows (F.toList xs))
instance Read a => Read (Seq a) where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromList xs) }))
  readListPrec = readListPrecDefault
instance Semigroup (Seq a) where
  (<>) = (><)
  stimes n xs = times (fromIntegral n) xs
instance Monoid (Seq a) where mempty = empty
instance IsString [a] => IsString (Seq a) where fromString s = fromList (fromString s)
instance Applicative Seq where
  pure = singleton
  fs <*> xs = A.liftA2 id fs xs
  -- The q-th function has the elements from q * k on.
  liftA2 f xs ys
    | null xs || k == 0 = empty
    | otherwise = lazily (length xs * k) from
    where
      k = length ys
      from i = case listFrom (i `quot` k) xs of
        x : rest -> foldrSeqFrom (i `rem` k) (\y l -> f x y : l) (L.foldr (\x' l -> F.foldr (\y l' -> f x' y : l') l ys) [] rest) ys
        [] -> []
  xs *> ys = times (length xs) ys
instance Monad Seq where
  xs >>= f = F.foldl' (\acc x -> acc >< f x) empty xs
instance MonadFail Seq where
  fail _ = empty
instance A.Alternative Seq where
  empty = Data.Sequence.empty
  (<|>) = (><)
instance MonadPlus Seq

seqType :: DataType
seqType = mkDataType "Data.Sequence.Seq" [mkConstr seqType "empty" [] Prefix, mkConstr seqType "<|" [] Infix]

instance Data a => Data (Seq a) where
  gfoldl k z s = case viewl s of
    EmptyL -> z empty
    x :< rest -> (z (<|) `k` x) `k` rest
  toConstr s = constrNumber seqType (if null s then 1 else 2)
  gunfold k z c = case constrIndex c of
    1 -> z empty
    2 -> k (k (z (<|)))
    _ -> errorAt Containers "Data.Sequence.Internal" 976 14 "gunfold"
  dataTypeOf _ = seqType
  dataCast1 f = gcast1 f

instance NFData a => NFData (Seq a) where
  rnf = F.foldr (\a r -> rnf a `seq` r) ()

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

viewl :: Seq a -> ViewL a
viewl (Seq t) = case viewLTree t of
  NoL -> EmptyL
  ConsL (Elem x) t' -> x :< Seq t'

viewr :: Seq a -> ViewR a
viewr (Seq t) = case viewRTree t of
  NoR -> EmptyR
  SnocR t' (Elem x) -> Seq t' :> x

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

-- As toList and foldr after drop, without a tree between.
listFrom :: Int -> Seq a -> [a]
listFrom i = foldrSeqFrom i (:) []

foldrSeqFrom :: Int -> (a -> b -> b) -> b -> Seq a -> b
foldrSeqFrom i0 f z0 (Seq t0) = tree 0 i0 (top t0) z0
  where
    -- i is how many are left out; if 0, nothing has to be looked at for it.
    tree d i t z = case t of
      EmptyT -> z
      Single a -> item d i a z
      Deep _ pr m sf ->
        let { spr = widthDigit d pr; spm = spr + widthTree (d + 1) (deeper m) }
        in if i == 0 then digit d 0 pr (tree (d + 1) 0 (deeper m) (digit d 0 sf z))
           else if i < spr then digit d i pr (tree (d + 1) 0 (deeper m) (digit d 0 sf z))
           else if i < spm then tree (d + 1) (i - spr) (deeper m) (digit d 0 sf z)
           else digit d (i - spm) sf z
    digit d i g z = case g of
      One a -> item d i a z
      Two a b -> two d i a b z
      Three a b c -> three d i a b c z
      Four a b c e -> let w = width d a in if i < w then item d i a (three d 0 b c e z) else three d (i - w) b c e z
    two d i a b z = let w = width d a in if i < w then item d i a (item d 0 b z) else item d (i - w) b z
    three d i a b c z = let w = width d a in if i < w then item d i a (two d 0 b c z) else two d (i - w) b c z
    item 0 i x z = if i == 0 then f (bottom x) z else z
    item d i x z = case node x of
      Node2 _ a b -> two (d - 1) i a b z
      Node3 _ a b c -> three (d - 1) i a b c z

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

iterateN :: Int -> (a -> a) -> a -> Seq a
iterateN n f x
  | n < 0 = errorAt Containers "Data.Sequence.Internal" 2150 19 "iterateN takes a nonnegative integer argument"
  | otherwise = fromList (L.take n (iterate f x))

-- | The last element first.
unfoldl :: (b -> Maybe (b, a)) -> b -> Seq a
unfoldl f b0 = go b0 empty
  where go b acc = case f b of
          Nothing -> acc
          Just (b', a) -> go b' (a <| acc)

-- | The elements in the order of the indices. O(n).
fromArray :: Ix i => Array i a -> Seq a
fromArray a = fromList (Array.elems a)

unfoldr :: (b -> Maybe (a, b)) -> b -> Seq a
unfoldr f = fromList . L.unfoldr f

takeWhileL, takeWhileR, dropWhileL, dropWhileR, filter :: (a -> Bool) -> Seq a -> Seq a
takeWhileL p = fst . spanl p
takeWhileR p = fst . spanr p
dropWhileL p = snd . spanl p
dropWhileR p = snd . spanr p
filter p = F.foldl' (\xs x -> if p x then xs |> x else xs) empty

spanl, spanr, breakl, breakr, partition :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanl p xs = case findIndexL (not . p) xs of
  Nothing -> (xs, empty)
  Just i -> splitAt i xs
spanr p xs = case findIndexR (not . p) xs of
  Nothing -> (xs, empty)
  Just i -> case splitAt (i + 1) xs of (a, b) -> (b, a)
breakl p = spanl (not . p)
breakr p = spanr (not . p)
partition p xs = let { !a = filter p xs; !b = filter (not . p) xs } in (a, b)

-- | The elements in the reverse order. O(1) to the ends, what is between waits.
reverse :: Seq a -> Seq a
reverse (Seq t) = Seq (reverseTree (\x -> x) t)

reverseTree :: (a -> b) -> FingerTree a -> FingerTree b
reverseTree _ EmptyT = EmptyT
reverseTree f (Single a) = Single (f a)
reverseTree f (Deep n pr m sf) = Deep n (reverseDigit f sf) (reverseTree (reverseNode f) m) (reverseDigit f pr)

reverseDigit :: (a -> b) -> Digit a -> Digit b
reverseDigit f (One a) = One (f a)
reverseDigit f (Two a b) = Two (f b) (f a)
reverseDigit f (Three a b c) = Three (f c) (f b) (f a)
reverseDigit f (Four a b c d) = Four (f d) (f c) (f b) (f a)

reverseNode :: (a -> b) -> Node a -> Node b
reverseNode f (Node2 n a b) = Node2 n (f b) (f a)
reverseNode f (Node3 n a b c) = Node3 n (f c) (f b) (f a)

intersperse :: a -> Seq a -> Seq a
intersperse y xs
  | length xs < 2 = xs
  | otherwise = lazily (2 * length xs - 1) from
  where from i = foldrSeqFrom (i `quot` 2) (\x l -> x : y : l) [] xs `without` (i `rem` 2)
        without l 0 = l
        without l _ = L.tail l

sort, unstableSort :: Ord a => Seq a -> Seq a
sort = sortBy compare
unstableSort = sort

sortBy, unstableSortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
sortBy cmp = fromList . L.sortBy cmp . F.toList
unstableSortBy = sortBy

unstableSortOn :: Ord b => (a -> b) -> Seq a -> Seq a
unstableSortOn = sortOn

sortOn :: Ord b => (a -> b) -> Seq a -> Seq a
sortOn f = fromList . L.sortOn f . F.toList

findIndexL, findIndexR :: (a -> Bool) -> Seq a -> Maybe Int
findIndexL p = L.findIndex p . F.toList
findIndexR p xs = fmap (\i -> length xs - 1 - i) (L.findIndex p (F.foldl (flip (:)) [] xs))

-- | From the right: indices descend.
findIndicesR :: (a -> Bool) -> Seq a -> [Int]
findIndicesR p xs = foldlWithIndex (\g i x is -> if p x then i : g is else g is) id xs []

elemIndicesR :: Eq a => a -> Seq a -> [Int]
elemIndicesR x = findIndicesR (x ==)

findIndicesL :: (a -> Bool) -> Seq a -> [Int]
findIndicesL p = L.findIndices p . F.toList

elemIndexL, elemIndexR :: Eq a => a -> Seq a -> Maybe Int
elemIndexL x = findIndexL (x ==)
elemIndexR x = findIndexR (x ==)

elemIndicesL :: Eq a => a -> Seq a -> [Int]
elemIndicesL x = findIndicesL (x ==)

-- See Note [Folds by depth]; i is the index of the first element of what is folded.
foldlWithIndex :: (b -> Int -> a -> b) -> b -> Seq a -> b
foldlWithIndex f z0 (Seq t0) = tree 0 0 z0 (top t0)
  where
    tree d i z t = case t of
      EmptyT -> z
      Single a -> item d i z a
      Deep n pr m sf ->
        let j = i + widthDigit d pr
        in j `seq` digit d (i + n - widthDigit d sf) (tree (d + 1) j (digit d i z pr) (deeper m)) sf
    digit d i z g = i `seq` case g of
      One a -> item d i z a
      Two a b -> item d (i + width d a) (item d i z a) b
      Three a b c -> three d i z a b c
      Four a b c e -> let j = i + width d a in j `seq` three d j (item d i z a) b c e
    three d i z a b c =
      let { j = i + width d a; k = j + width d b } in j `seq` k `seq` item d k (item d j (item d i z a) b) c
    item 0 i z x = f z i (bottom x)
    item d i z x = case node x of
      Node2 _ a b -> let j = i + width (d - 1) a in j `seq` item (d - 1) j (item (d - 1) i z a) b
      Node3 _ a b c -> three (d - 1) i z a b c

foldrWithIndex :: (Int -> a -> b -> b) -> b -> Seq a -> b
foldrWithIndex f z0 (Seq t0) = tree 0 0 (top t0) z0
  where
    tree d i t z = case t of
      EmptyT -> z
      Single a -> item d i a z
      Deep n pr m sf ->
        let j = i + widthDigit d pr
        in j `seq` digit d i pr (tree (d + 1) j (deeper m) (digit d (i + n - widthDigit d sf) sf z))
    digit d i g z = i `seq` case g of
      One a -> item d i a z
      Two a b -> let j = i + width d a in j `seq` item d i a (item d j b z)
      Three a b c -> three d i a b c z
      Four a b c e -> let j = i + width d a in j `seq` item d i a (three d j b c e z)
    three d i a b c z =
      let { j = i + width d a; k = j + width d b } in j `seq` k `seq` item d i a (item d j b (item d k c z))
    item 0 i x z = f i (bottom x) z
    item d i x z = case node x of
      Node2 _ a b -> let j = i + width (d - 1) a in j `seq` item (d - 1) i a (item (d - 1) j b z)
      Node3 _ a b c -> three (d - 1) i a b c z

foldMapWithIndex :: Monoid m => (Int -> a -> m) -> Seq a -> m
foldMapWithIndex f = foldrWithIndex (\i x r -> f i x <> r) mempty

mapWithIndex :: (Int -> a -> b) -> Seq a -> Seq b
mapWithIndex f (Seq t) = Seq (mapTreeFrom (\i (Elem a) -> Elem (f i a)) 0 t)

-- As mapTree; the function has the index of the first element of an item.
mapTreeFrom :: Sized a => (Int -> a -> b) -> Int -> FingerTree a -> FingerTree b
mapTreeFrom _ i EmptyT = i `seq` EmptyT
mapTreeFrom f i (Single a) = i `seq` Single (f i a)
mapTreeFrom f i (Deep n pr m sf) =
  Deep n (mapDigitFrom f i pr) (mapTreeFrom (mapNodeFrom f) (i + size pr) m) (mapDigitFrom f (i + n - size sf) sf)

mapDigitFrom :: Sized a => (Int -> a -> b) -> Int -> Digit a -> Digit b
mapDigitFrom f i (One a) = i `seq` One (f i a)
mapDigitFrom f i (Two a b) = let j = i + size a in j `seq` Two (f i a) (f j b)
mapDigitFrom f i (Three a b c) = let { j = i + size a; k = j + size b } in k `seq` Three (f i a) (f j b) (f k c)
mapDigitFrom f i (Four a b c d) =
  let { j = i + size a; k = j + size b; l = k + size c } in l `seq` Four (f i a) (f j b) (f k c) (f l d)

mapNodeFrom :: Sized a => (Int -> a -> b) -> Int -> Node a -> Node b
mapNodeFrom f i (Node2 n a b) = let j = i + size a in j `seq` Node2 n (f i a) (f j b)
mapNodeFrom f i (Node3 n a b c) = let { j = i + size a; k = j + size b } in k `seq` Node3 n (f i a) (f j b) (f k c)

traverseWithIndex :: Applicative f => (Int -> a -> f b) -> Seq a -> f (Seq b)
traverseWithIndex f xs = sequenceA (mapWithIndex f xs)

scanl :: (b -> a -> b) -> b -> Seq a -> Seq b
scanl f z xs = ofLength (length xs + 1) (L.scanl f z (F.toList xs))

-- The first n of a list, of which every 27th place is kept, so that no more of it is evaluated than up to what is asked for.
ofLength :: Int -> [a] -> Seq a
ofLength n l
  | n < 40 = exactly n l
  | otherwise = lazily n (\i -> L.drop (i `rem` 27) (places Array.! (i `quot` 27)))
  where places = Array.listArray (0, (n - 1) `quot` 27) (L.iterate (L.drop 27) l)

scanl1, scanr1 :: (a -> a -> a) -> Seq a -> Seq a
scanl1 f xs = if null xs then errorAt Containers "Data.Sequence.Internal" 2326 24 "scanl1 takes a nonempty sequence as an argument" else fromList (L.scanl1 f (F.toList xs))
scanr1 f xs = if null xs then errorAt Containers "Data.Sequence.Internal" 2336 24 "scanr1 takes a nonempty sequence as an argument" else fromList (L.scanr1 f (F.toList xs))

scanr :: (a -> b -> b) -> b -> Seq a -> Seq b
scanr f z xs = ofLength (length xs + 1) (L.scanr f z (F.toList xs))

-- | Each is found when it is asked for.
tails, inits :: Seq a -> Seq (Seq a)
tails xs = lazily (length xs + 1) (\i -> L.iterate rest (drop i xs))
  where rest s = case viewl s of { _ :< s' -> s'; EmptyL -> empty }
inits xs = lazily (length xs + 1) (\i -> L.scanl (|>) (take i xs) (listFrom i xs))

chunksOf :: Int -> Seq a -> Seq (Seq a)
chunksOf n xs
  | null xs = empty
  | n <= 0 = errorAt Containers "Data.Sequence.Internal" 3902 10 "chunksOf: A non-empty sequence can only be broken up into positively-sized chunks."
  | otherwise = lazily ((length xs - 1) `quot` n + 1) (\i -> chunks (drop (i * n) xs))
  where chunks s = let (a, b) = splitAt n s in a : chunks b

zip :: Seq a -> Seq b -> Seq (a, b)
zip = zipWith (,)

zipWith :: (a -> b -> c) -> Seq a -> Seq b -> Seq c
zipWith f xs ys = lazily (length xs `min` length ys) (\i -> L.zipWith f (listFrom i xs) (listFrom i ys))

zip3 :: Seq a -> Seq b -> Seq c -> Seq (a, b, c)
zip3 = zipWith3 (,,)

zipWith3 :: (a -> b -> c -> d) -> Seq a -> Seq b -> Seq c -> Seq d
zipWith3 f xs ys zs =
  lazily (length xs `min` length ys `min` length zs) (\i -> L.zipWith3 f (listFrom i xs) (listFrom i ys) (listFrom i zs))

zip4 :: Seq a -> Seq b -> Seq c -> Seq d -> Seq (a, b, c, d)
zip4 = zipWith4 (,,,)

zipWith4 :: (a -> b -> c -> d -> e) -> Seq a -> Seq b -> Seq c -> Seq d -> Seq e
zipWith4 f ws xs ys zs = lazily (length ws `min` length xs `min` length ys `min` length zs)
  (\i -> L.zipWith4 f (listFrom i ws) (listFrom i xs) (listFrom i ys) (listFrom i zs))

unzip :: Seq (a, b) -> (Seq a, Seq b)
unzip = unzipWith id

unzipWith :: (a -> (b, c)) -> Seq a -> (Seq b, Seq c)
unzipWith f !xs = let ps = fmap f xs in (fmap fst ps, fmap snd ps)

instance F.Foldable ViewL where
  foldr _ z EmptyL = z
  foldr f z (x :< xs) = f x (F.foldr f z xs)
instance Traversable ViewL where
  traverse _ EmptyL = pure EmptyL
  traverse f (x :< xs) = A.liftA2 (:<) (f x) (traverse f xs)
instance F.Foldable ViewR where
  foldr _ z EmptyR = z
  foldr f z (xs :> x) = F.foldr f (f x z) xs
instance Traversable ViewR where
  traverse _ EmptyR = pure EmptyR
  traverse f (xs :> x) = A.liftA2 (:>) (traverse f xs) (f x)

-- | The length is that of the function's result for no element.
instance MonadFix Seq where
  mfix f = fromFunction (length (f (errorWithoutStackTrace "mfix for Data.Sequence.Seq applied to strict function"))) (\k -> fix (\x -> index (f x) k))
instance Read1 Seq where
  liftReadsPrec rp rl = readsData (readsUnaryWith (liftReadsPrec rp rl) "fromList" fromList)

instance Lists.IsList (Seq a) a where
  fromList = fromList
  toList = F.toList
