{-# LANGUAGE MagicHash #-}
-- | Sets of Int as big-endian Patricia trees whose leaves are bit maps of 64 neighbouring numbers. See Data.IntMap.Base for the trees.
-- O(min(n, 64)): member, insert, delete, the ends. O(n + m) at most: union, difference, intersection, isSubsetOf. O(n): size, folds, filter, lists.
-- Strict in everything; folds and lists go upwards, and foldr and the lists are lazy in the rest.
module Data.IntSet.Base where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import Control.DeepSeq (NFData(..))
import qualified Data.Foldable as Foldable
import Data.IntMap.Base (Key, zero, maskOf, nomatch, shorter, branchMask, same, negative)
import qualified Data.List as List
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Prim
import GPH.Types (Int(..))
import GPH.Semigroup (stimesIdempotentMonoid)
import Prelude hiding (filter, foldl, foldr, map, null)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrecDefault)

infixl 9 \\

-- | Bin prefix mask left right | Tip prefix bits | Nil. A Tip's prefix is a multiple of 64 and its bits are not all zero; masks are 64 or more.
data IntSet = Bin Int# Int# !IntSet !IntSet | Tip Int# Word# | Nil

prefixOf :: Int# -> Int#
prefixOf k = andI# k -64#
{-# INLINE prefixOf #-}

bitOf :: Int# -> Word#
bitOf k = uncheckedShiftL# 1## (andI# k 63#)
{-# INLINE bitOf #-}

link :: Int# -> IntSet -> Int# -> IntSet -> IntSet
link p1 t1 p2 t2 = case branchMask p1 p2 of
  m -> case zero p1 m of
    True -> Bin (maskOf p1 m) m t1 t2
    False -> Bin (maskOf p1 m) m t2 t1

bin :: Int# -> Int# -> IntSet -> IntSet -> IntSet
bin _ _ l Nil = l
bin _ _ Nil r = r
bin p m l r = Bin p m l r

tip :: Int# -> Word# -> IntSet
tip p b = case b of { 0## -> Nil; _ -> Tip p b }

maybeLink :: Int# -> IntSet -> Int# -> IntSet -> IntSet
maybeLink _ Nil _ t = t
maybeLink _ t _ Nil = t
maybeLink p t q u = link p t q u

isZero :: Word# -> Bool
isZero 0## = True
isZero _ = False
{-# INLINE isZero #-}

sameBits :: Word# -> Word# -> Bool
sameBits a b = case eqWord# a b of { 1# -> True; _ -> False }
{-# INLINE sameBits #-}

instance Eq IntSet where
  Bin p m l r == Bin q n l' r' = same p q && same m n && l == l' && r == r'
  Tip p a == Tip q b = same p q && sameBits a b
  Nil == Nil = True
  _ == _ = False
instance Ord IntSet where
  compare s t = compare (toAscList s) (toAscList t)
instance Show IntSet where
  showsPrec p s = showParen (p > 10) (showString "fromList " . shows (toAscList s))
instance Read IntSet where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromList xs) }))
  readListPrec = readListPrecDefault
instance Semigroup IntSet where
  (<>) = union
  stimes = stimesIdempotentMonoid
instance Monoid IntSet where
  mempty = Nil
  mconcat = unions

intSetType :: DataType
intSetType = listLike "Data.IntSet.Internal.IntSet" "fromList"

instance Data IntSet where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr intSetType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorAt Containers "Data.IntSet.Internal" 312 10 "gunfold"
  dataTypeOf _ = intSetType

instance NFData IntSet where
  rnf s = s `seq` ()

empty :: IntSet
empty = Nil

singleton :: Key -> IntSet
singleton (I# k) = Tip (prefixOf k) (bitOf k)

null :: IntSet -> Bool
null Nil = True
null _ = False

size :: IntSet -> Int
size = go 0
  where
    go !n (Bin _ _ l r) = go (go n l) r
    go n (Tip _ b) = n + I# (word2Int# (popCnt# b))
    go n Nil = n

member, notMember :: Key -> IntSet -> Bool
member (I# k) t = case t of    -- once, as outside in Data.IntMap.Base
  Bin p m _ _ | nomatch k p m -> False
  _ -> go t
  where
    go (Bin _ m l r) = case zero k m of { True -> go l; False -> go r }
    go (Tip p b) = same (prefixOf k) p && not (isZero (and# (bitOf k) b))
    go Nil = False
notMember k s = not (member k s)

insert :: Key -> IntSet -> IntSet
insert (I# k) = insertBits (prefixOf k) (bitOf k)

insertBits :: Int# -> Word# -> IntSet -> IntSet
insertBits k b t = case t of
  Bin p m l r
    | nomatch k p m -> link k (Tip k b) p t
    | zero k m -> Bin p m (insertBits k b l) r
    | otherwise -> Bin p m l (insertBits k b r)
  Tip p c
    | same p k -> Tip p (or# b c)
    | otherwise -> link k (Tip k b) p t
  Nil -> Tip k b

delete :: Key -> IntSet -> IntSet
delete (I# k) = deleteBits (prefixOf k) (bitOf k)

deleteBits :: Int# -> Word# -> IntSet -> IntSet
deleteBits k b t = case t of
  Bin p m l r
    | nomatch k p m -> t
    | zero k m -> bin p m (deleteBits k b l) r
    | otherwise -> bin p m l (deleteBits k b r)
  Tip p c | same p k -> tip p (and# c (not# b))
  _ -> t

alterF :: Functor f => (Bool -> f Bool) -> Key -> IntSet -> f IntSet
alterF f k s = fmap (\b -> if b then insert k s else delete k s) (f (member k s))

-- As in Data.IntMap.Base: both for two bit maps of one prefix; left, right for a subtree that the other set has nothing of.
merge :: (Word# -> Word# -> Word#) -> (IntSet -> IntSet) -> (IntSet -> IntSet) -> IntSet -> IntSet -> IntSet
merge both left right = go
  where
    go t1 t2 = case t1 of
      Nil -> right t2
      Tip k b -> tipL k b t1 t2
      Bin p1 m1 l1 r1 -> case t2 of
        Nil -> left t1
        Tip k c -> tipR k c t2 t1
        Bin p2 m2 l2 r2
          | shorter m1 m2 -> if nomatch p2 p1 m1 then maybeLink p1 (left t1) p2 (right t2)
                             else if zero p2 m1 then bin p1 m1 (go l1 t2) (left r1) else bin p1 m1 (left l1) (go r1 t2)
          | shorter m2 m1 -> if nomatch p1 p2 m2 then maybeLink p1 (left t1) p2 (right t2)
                             else if zero p1 m2 then bin p2 m2 (go t1 l2) (right r2) else bin p2 m2 (right l2) (go t1 r2)
          | same p1 p2 -> bin p1 m1 (go l1 l2) (go r1 r2)
          | otherwise -> maybeLink p1 (left t1) p2 (right t2)
    tipL k b t1 t2 = case t2 of
      Nil -> left t1
      Tip j c | same k j -> tip k (both b c)
              | otherwise -> maybeLink k (left t1) j (right t2)
      Bin p m l r | nomatch k p m -> maybeLink k (left t1) p (right t2)
                  | zero k m -> bin p m (tipL k b t1 l) (right r)
                  | otherwise -> bin p m (right l) (tipL k b t1 r)
    tipR k c t2 t1 = case t1 of
      Nil -> right t2
      Tip j b | same k j -> tip k (both b c)
              | otherwise -> maybeLink j (left t1) k (right t2)
      Bin p m l r | nomatch k p m -> maybeLink p (left t1) k (right t2)
                  | zero k m -> bin p m (tipR k c t2 l) (left r)
                  | otherwise -> bin p m (left l) (tipR k c t2 r)
{-# INLINE merge #-}

nothing :: IntSet -> IntSet
nothing _ = Nil

union, difference, intersection, (\\) :: IntSet -> IntSet -> IntSet
union = merge or# id id
difference = merge (\a b -> and# a (not# b)) id nothing
intersection = merge and# nothing nothing
s \\ t = difference s t

unions :: Foldable.Foldable f => f IntSet -> IntSet
unions = Foldable.foldl' union Nil

disjoint, isSubsetOf, isProperSubsetOf :: IntSet -> IntSet -> Bool
disjoint s t = null (intersection s t)
isSubsetOf s t = null (difference s t)
isProperSubsetOf s t = isSubsetOf s t && s /= t

-- ---- Folds ------------------------------------------------------------------------------------------------------------
-- The numbers of a bit map, upwards or downwards.
foldrBits, foldlBits :: Int# -> (Key -> b -> b) -> b -> Word# -> b
foldrBits p f z = up
  where up b = case b of
          0## -> z
          _ -> f (I# (p +# word2Int# (ctz# b))) (up (and# b (minusWord# b 1##)))
foldlBits p f z = down
  where down b = case b of
          0## -> z
          _ -> case 63# -# word2Int# (clz# b) of i -> f (I# (p +# i)) (down (and# b (not# (bitOf i))))
{-# INLINE foldrBits #-}
{-# INLINE foldlBits #-}

foldrBits', foldlBits' :: Int# -> (Key -> b -> b) -> b -> Word# -> b
foldrBits' p f = down
  where down !acc b = case b of
          0## -> acc
          _ -> case 63# -# word2Int# (clz# b) of i -> down (f (I# (p +# i)) acc) (and# b (not# (bitOf i)))
foldlBits' p f = up
  where up !acc b = case b of
          0## -> acc
          _ -> up (f (I# (p +# word2Int# (ctz# b))) acc) (and# b (minusWord# b 1##))
{-# INLINE foldrBits' #-}
{-# INLINE foldlBits' #-}

foldr, foldr' :: (Key -> b -> b) -> b -> IntSet -> b
foldr f z t = case t of
  Bin _ m l r | negative m -> go (go z l) r
  _ -> go z t
  where
    go acc (Bin _ _ l r) = go (go acc r) l
    go acc (Tip p b) = foldrBits p f acc b
    go acc Nil = acc
foldr' f z t = case t of
  Bin _ m l r | negative m -> go (go z l) r
  _ -> go z t
  where
    go !acc (Bin _ _ l r) = go (go acc r) l
    go acc (Tip p b) = foldrBits' p f acc b
    go acc Nil = acc
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

foldl, foldl' :: (b -> Key -> b) -> b -> IntSet -> b
foldl f z t = case t of
  Bin _ m l r | negative m -> go (go z r) l
  _ -> go z t
  where
    go acc (Bin _ _ l r) = go (go acc l) r
    go acc (Tip p b) = foldlBits p (\k a -> f a k) acc b
    go acc Nil = acc
foldl' f z t = case t of
  Bin _ m l r | negative m -> go (go z r) l
  _ -> go z t
  where
    go !acc (Bin _ _ l r) = go (go acc l) r
    go acc (Tip p b) = foldlBits' p (\k a -> f a k) acc b
    go acc Nil = acc
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

fold :: (Key -> b -> b) -> b -> IntSet -> b
fold = foldr
{-# INLINE fold #-}

elems, toList, toAscList, toDescList :: IntSet -> [Key]
elems = foldr (:) []
toList = elems
toAscList = elems
toDescList = foldl (\ks k -> k : ks) []

fromList, fromAscList, fromDistinctAscList :: [Key] -> IntSet
fromList list = case list of
  [] -> Nil
  I# k : rest -> go Top (prefixOf k) (bitOf k) rest
  where
    go above p b keys = case keys of
      [] -> closeAll p (Tip p b) above
      key@(I# k) : rest -> case prefixOf k of
        q | same p q -> go above p (or# b (bitOf k)) rest
          | otherwise -> case k ># p of
              1# -> go (close (branchMask p q) p (Tip p b) above) q (bitOf k) rest
              _ -> List.foldl' (\s i -> insert i s) (insert key (closeAll p (Tip p b) above)) rest
fromAscList = fromList
fromDistinctAscList = fromList

-- As in Data.IntMap.Base: ascending numbers are gathered into bit maps, and these into the tree, at O(1) each; the others are inserted.
data Edge = Edge Int# !IntSet !Edge | Top

close :: Int# -> Int# -> IntSet -> Edge -> Edge
close m p t above = case above of
  Edge n left up | shorter m n -> close m p (sibling p n left t) up
  _ -> Edge m t above

closeAll :: Int# -> IntSet -> Edge -> IntSet
closeAll p t above = case above of
  Edge n left up -> closeAll p (sibling p n left t) up
  Top -> t

sibling :: Int# -> Int# -> IntSet -> IntSet -> IntSet
sibling p n smaller larger = if negative n then Bin (maskOf p n) n larger smaller else Bin (maskOf p n) n smaller larger
{-# INLINE sibling #-}

map, mapMonotonic :: (Key -> Key) -> IntSet -> IntSet
map f s = foldl' (\t k -> insert (f k) t) Nil s
mapMonotonic = map

-- ---- Parts ------------------------------------------------------------------------------------------------------------
filter :: (Key -> Bool) -> IntSet -> IntSet
filter q = go
  where
    go t = case t of
      Bin p m l r -> bin p m (go l) (go r)
      Tip p b -> keep p b b
      Nil -> Nil
    -- what is left to look at, and what is kept
    keep p rest b = case rest of
      0## -> tip p b
      _ -> case word2Int# (ctz# rest) of
        i | q (I# (p +# i)) -> keep p (and# rest (minusWord# rest 1##)) b
          | otherwise -> keep p (and# rest (minusWord# rest 1##)) (and# b (not# (bitOf i)))

partition :: (Key -> Bool) -> IntSet -> (IntSet, IntSet)
partition q s = let { !a = filter q s; !b = difference s a } in (a, b)

-- | The predicate holds for the smaller numbers and not for the larger ones.
takeWhileAntitone, dropWhileAntitone :: (Key -> Bool) -> IntSet -> IntSet
takeWhileAntitone = filter
dropWhileAntitone q = filter (\k -> not (q k))

spanAntitone :: (Key -> Bool) -> IntSet -> (IntSet, IntSet)
spanAntitone = partition

splitMember :: Key -> IntSet -> (IntSet, Bool, IntSet)
splitMember _ Nil = (Nil, False, Nil)
splitMember (I# k) t = case t of
  Bin _ m l r
    | negative m -> case k >=# 0# of
        1# -> case go l of (lt, x, gt) -> (union r lt, x, gt)
        _ -> case go r of (lt, x, gt) -> (lt, x, union gt l)
  _ -> go t
  where
    go u = case u of
      Bin p m l r
        | nomatch k p m -> case k ># p of { 1# -> (u, False, Nil); _ -> (Nil, False, u) }
        | zero k m -> case go l of (lt, x, gt) -> (lt, x, bin p m gt r)
        | otherwise -> case go r of (lt, x, gt) -> (bin p m l lt, x, gt)
      Tip p b
        | same p (prefixOf k) -> case minusWord# (bitOf k) 1## of
            below -> (tip p (and# b below), not (isZero (and# b (bitOf k))), tip p (and# b (not# (or# below (bitOf k)))))
        | otherwise -> case k ># p of { 1# -> (u, False, Nil); _ -> (Nil, False, u) }
      Nil -> (Nil, False, Nil)

split :: Key -> IntSet -> (IntSet, IntSet)
split !k s = case splitMember k s of (lt, _, gt) -> (lt, gt)

-- | The parts that the tree has, upwards.
splitRoot :: IntSet -> [IntSet]
splitRoot t = case t of
  Nil -> []
  Tip _ _ -> [t]
  Bin _ m l r | negative m -> [r, l]
              | otherwise -> [l, r]

lookupLT, lookupGT, lookupLE, lookupGE :: Key -> IntSet -> Maybe Key
lookupLT k s = case split k s of (lt, _) -> lookupMax lt
lookupGT k s = case split k s of (_, gt) -> lookupMin gt
lookupLE k s | member k s = Just k
             | otherwise = lookupLT k s
lookupGE k s | member k s = Just k
             | otherwise = lookupGT k s

lookupMin, lookupMax :: IntSet -> Maybe Key
lookupMin t = case t of
  Bin _ m _ r | negative m -> go r
  _ -> go t
  where
    go (Bin _ _ l _) = go l
    go (Tip p b) = Just (I# (p +# word2Int# (ctz# b)))
    go Nil = Nothing
lookupMax t = case t of
  Bin _ m l _ | negative m -> go l
  _ -> go t
  where
    go (Bin _ _ _ r) = go r
    go (Tip p b) = Just (I# (p +# (63# -# word2Int# (clz# b))))
    go Nil = Nothing

findMin, findMax :: IntSet -> Key
findMin s = case lookupMin s of
  Just k -> k
  Nothing -> errorAt Containers "Data.IntSet.Internal" 905 15 "findMin: empty set has no minimal element"
findMax s = case lookupMax s of
  Just k -> k
  Nothing -> errorAt Containers "Data.IntSet.Internal" 916 15 "findMax: empty set has no maximal element"

minView, maxView :: IntSet -> Maybe (Key, IntSet)
minView s = fmap (\k -> (k, delete k s)) (lookupMin s)
maxView s = fmap (\k -> (k, delete k s)) (lookupMax s)

deleteMin, deleteMax :: IntSet -> IntSet
deleteMin s = maybe Nil snd (minView s)
deleteMax s = maybe Nil snd (maxView s)

deleteFindMin, deleteFindMax :: IntSet -> (Key, IntSet)
deleteFindMin s = case minView s of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntSet.Internal" 894 28 "deleteFindMin: empty set has no minimal element"
deleteFindMax s = case maxView s of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntSet.Internal" 900 28 "deleteFindMax: empty set has no maximal element"

instance Lists.IsList IntSet Int where
  fromList = fromList
  toList = toList
