{-# LANGUAGE MagicHash #-}
-- | Sets as weight-balanced trees (Adams 1993; Hirai and Yamamoto 2011 for the balance parameters 3 and 2). Strict in the elements.
-- Lookup, insertion and deletion cost O(log n); union, intersection and difference O(m log (n/m + 1)).
--
-- Note [Unchanged subtrees]
-- What leaves a subtree as it is gives back that subtree, not a copy: when both subtrees came back as they were (ptrEq), so does the tree. So
-- versions of a set share what they have in common, as in containers, and inserting what is there or filtering with what holds everywhere allocates nothing
-- that stays. ptrEq may say no of one tree, never yes of two, so results do not depend on it. The functions that do so are those of containers 0.6.5.
module Data.Set.Base where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import Control.DeepSeq (NFData(..))
import Data.Functor.Classes
import qualified Data.Foldable as Foldable
import qualified Data.List as List
import qualified GPH.Base
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Semigroup (stimesIdempotentMonoid)
import GPH.Prim (reallyUnsafePtrEquality#)
import GPH.Typeable (gcast1)
import GPH.Types (isTrue#)
import Prelude hiding (drop, filter, foldl, foldr, map, null, splitAt, take)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrec, readListPrecDefault)

infixl 9 \\

data Set a = Bin !Int !a !(Set a) !(Set a) | Tip

instance Eq a => Eq (Set a) where
  s == t = size s == size t && toAscList s == toAscList t
instance Ord a => Ord (Set a) where
  compare s t = compare (toAscList s) (toAscList t)
instance Show a => Show (Set a) where
  showsPrec p xs = showParen (p > 10) (showString "fromList " . shows (toList xs))
instance (Read a, Ord a) => Read (Set a) where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromList xs) }))
  readListPrec = readListPrecDefault
instance Ord a => Semigroup (Set a) where
  (<>) = union
  stimes = stimesIdempotentMonoid
instance Ord a => Monoid (Set a) where mempty = empty

setType :: DataType
setType = listLike "Data.Set.Internal.Set" "fromList"

instance (Data a, Ord a) => Data (Set a) where
  gfoldl k z x = z fromList `k` toList x
  toConstr _ = onlyConstr setType
  gunfold k z c = if constrIndex c == 1 then k (z fromList) else errorAt Containers "Data.Set.Internal" 372 10 "gunfold"
  dataTypeOf _ = setType
  dataCast1 f = gcast1 f

instance NFData a => NFData (Set a) where
  rnf Tip = ()
  rnf (Bin _ x l r) = rnf x `seq` rnf l `seq` rnf r
instance Foldable.Foldable Set where
  foldr = foldr
  foldl = foldl
  foldr' = foldr'
  foldl' = foldl'
  foldMap f = go
    where
      go Tip = mempty
      go (Bin 1 x _ _) = f x
      go (Bin _ x l r) = go l `mappend` (f x `mappend` go r)
  toList = toList
  null = null
  length = size
  elem x = List.elem x . toList
  minimum = findMin
  maximum = findMax
  sum = foldl' (+) 0
  product = foldl' (*) 1

-- Are they one object? Evaluates neither. See Note [Unchanged subtrees].
ptrEq :: a -> a -> Bool
ptrEq a b = isTrue# (reallyUnsafePtrEquality# a b)
{-# INLINE ptrEq #-}

empty :: Set a
empty = Tip

singleton :: a -> Set a
singleton x = Bin 1 x Tip Tip

null :: Set a -> Bool
null Tip = True
null _ = False

size :: Set a -> Int
size Tip = 0
size (Bin n _ _ _) = n

member :: Ord a => a -> Set a -> Bool
member !x s = go s
  where
    go Tip = False
    go (Bin _ y l r) = case compare x y of
      LT -> go l
      GT -> go r
      EQ -> True

notMember :: Ord a => a -> Set a -> Bool
notMember x s = not (member x s)

lookupLT, lookupGT, lookupLE, lookupGE :: Ord a => a -> Set a -> Maybe a
lookupLT !x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) | x <= y = go best l
                          | otherwise = go (Just y) r
lookupGT !x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) | x < y = go (Just y) l
                          | otherwise = go best r
lookupLE !x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case compare x y of
      LT -> go best l
      EQ -> Just y
      GT -> go (Just y) r
lookupGE !x s = go Nothing s
  where
    go best Tip = best
    go best (Bin _ y l r) = case compare x y of
      LT -> go (Just y) l
      EQ -> Just y
      GT -> go best r

insert :: Ord a => a -> Set a -> Set a
insert !x s = go s
  where
    go Tip = singleton x
    go t@(Bin n y l r) = case compare x y of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceL y l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceR y l r'
      EQ -> if ptrEq x y then t else Bin n x l r

-- Keeps the element that is there.
insertR :: Ord a => a -> Set a -> Set a
insertR !x s = go s
  where
    go Tip = singleton x
    go t@(Bin _ y l r) = case compare x y of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceL y l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceR y l r'
      EQ -> t

delete :: Ord a => a -> Set a -> Set a
delete !x s = go s
  where
    go Tip = Tip
    go t@(Bin _ y l r) = case compare x y of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceR y l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceL y l r'
      EQ -> glue l r

alterF :: (Ord a, Functor f) => (Bool -> f Bool) -> a -> Set a -> f (Set a)
alterF f x s = fmap choose (f present)
  where
    present = member x s
    choose True = if present then s else insert x s
    choose False = if present then delete x s else s

isSubsetOf, isProperSubsetOf, disjoint :: Ord a => Set a -> Set a -> Bool
isSubsetOf s t = size s <= size t && go s t
  where
    go Tip _ = True
    go _ Tip = False
    go (Bin _ x l r) u = case splitMember x u of (lt, found, gt) -> found && go l lt && go r gt
isProperSubsetOf s t = size s < size t && isSubsetOf s t
disjoint Tip _ = True
disjoint _ Tip = True
disjoint (Bin 1 x _ _) t = notMember x t
disjoint (Bin _ x l r) t = case splitMember x t of (lt, found, gt) -> not found && disjoint l lt && disjoint r gt

findMin, findMax :: Set a -> a
findMin t = case lookupMin t of
  Just x -> x
  Nothing -> errorAt Containers "Data.Set.Internal" 790 17 "Set.findMin: empty set has no minimal element"
findMax t = case lookupMax t of
  Just x -> x
  Nothing -> errorAt Containers "Data.Set.Internal" 808 17 "Set.findMax: empty set has no maximal element"

lookupMin, lookupMax :: Set a -> Maybe a
lookupMin Tip = Nothing
lookupMin (Bin _ x Tip _) = Just x
lookupMin (Bin _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ x _ Tip) = Just x
lookupMax (Bin _ _ _ r) = lookupMax r

deleteMin, deleteMax :: Set a -> Set a
deleteMin (Bin _ _ Tip r) = r
deleteMin (Bin _ x l r) = balanceR x (deleteMin l) r
deleteMin Tip = Tip
deleteMax (Bin _ _ l Tip) = l
deleteMax (Bin _ x l r) = balanceL x l (deleteMax r)
deleteMax Tip = Tip

deleteFindMin, deleteFindMax :: Set a -> (a, Set a)
deleteFindMin t = case minView t of
  Just r -> r
  Nothing -> (errorAt Containers "Data.Set.Internal" 1610 18 "Set.deleteFindMin: can not return the minimal element of an empty set", Tip)
deleteFindMax t = case maxView t of
  Just r -> r
  Nothing -> (errorAt Containers "Data.Set.Internal" 1618 18 "Set.deleteFindMax: can not return the maximal element of an empty set", Tip)

minView, maxView :: Set a -> Maybe (a, Set a)
minView Tip = Nothing
minView (Bin _ x l r) = Just $! minViewSure x l r
maxView Tip = Nothing
maxView (Bin _ x l r) = Just $! maxViewSure x l r

minViewSure, maxViewSure :: a -> Set a -> Set a -> (a, Set a)
minViewSure x Tip r = (x, r)
minViewSure x (Bin _ xl ll lr) r = case minViewSure xl ll lr of (m, l') -> let !t = balanceR x l' r in (m, t)
maxViewSure x l Tip = (x, l)
maxViewSure x l (Bin _ xr rl rr) = case maxViewSure xr rl rr of (m, r') -> let !t = balanceL x l r' in (m, t)

union :: Ord a => Set a -> Set a -> Set a
union t1 Tip = t1
union t1 (Bin 1 x _ _) = insertR x t1
union (Bin 1 x _ _) t2 = insert x t2
union Tip t2 = t2
union t1@(Bin _ x l1 r1) t2 = case split x t2 of
  (l2, r2) -> let { !l = union l1 l2; !r = union r1 r2 } in if ptrEq l l1 && ptrEq r r1 then t1 else link x l r

unions :: (Foldable.Foldable f, Ord a) => f (Set a) -> Set a
unions = Foldable.foldl' union empty

difference, (\\), intersection :: Ord a => Set a -> Set a -> Set a
difference Tip _ = Tip
difference t1 Tip = t1
difference t1 (Bin _ x l2 r2) = case split x t1 of
  (l1, r1) -> let { !l = difference l1 l2; !r = difference r1 r2 } in if size l + size r == size t1 then t1 else merge l r
s \\ t = difference s t
intersection Tip _ = Tip
intersection _ Tip = Tip
intersection t1@(Bin _ x l1 r1) t2 = case splitMember x t2 of
  (l2, found, r2) -> let { !l = intersection l1 l2; !r = intersection r1 r2 } in
    if not found then merge l r else if ptrEq l l1 && ptrEq r r1 then t1 else link x l r

cartesianProduct :: Set a -> Set b -> Set (a, b)
cartesianProduct as bs = fromDistinctAscList [(a, b) | a <- toAscList as, b <- toAscList bs]

disjointUnion :: Set a -> Set b -> Set (Either a b)
disjointUnion as bs = merge (mapMonotonic Left as) (mapMonotonic Right bs)

powerSet :: Set a -> Set (Set a)
powerSet xs = insertMin empty (foldr' step Tip xs)
  where step x pxs = glue (insertMin (singleton x) (mapMonotonic (insertMin x) pxs)) pxs

filter :: (a -> Bool) -> Set a -> Set a
filter p = go
  where
    go Tip = Tip
    go t@(Bin _ x l r) = let { !l' = go l; !r' = go r } in
      if not (p x) then merge l' r' else if ptrEq l' l && ptrEq r' r then t else link x l' r'

partition :: (a -> Bool) -> Set a -> (Set a, Set a)
partition p = go
  where
    go Tip = (Tip, Tip)
    go t@(Bin _ x l r) = case go l of
      (l1, l2) -> case go r of
        (r1, r2)
          | p x -> let { !a = if ptrEq l1 l && ptrEq r1 r then t else link x l1 r1; !b = merge l2 r2 } in (a, b)
          | otherwise -> let { !a = merge l1 r1; !b = if ptrEq l2 l && ptrEq r2 r then t else link x l2 r2 } in (a, b)

takeWhileAntitone, dropWhileAntitone :: (a -> Bool) -> Set a -> Set a
takeWhileAntitone _ Tip = Tip
takeWhileAntitone p (Bin _ x l r)
  | p x = link x l (takeWhileAntitone p r)
  | otherwise = takeWhileAntitone p l
dropWhileAntitone _ Tip = Tip
dropWhileAntitone p (Bin _ x l r)
  | p x = dropWhileAntitone p r
  | otherwise = link x (dropWhileAntitone p l) r

spanAntitone :: (a -> Bool) -> Set a -> (Set a, Set a)
spanAntitone p s = let { !a = takeWhileAntitone p s; !b = dropWhileAntitone p s } in (a, b)

split :: Ord a => a -> Set a -> (Set a, Set a)
split _ Tip = (Tip, Tip)
split x (Bin _ y l r) = case compare x y of
  LT -> case split x l of (lt, gt) -> let !gt' = link y gt r in (lt, gt')
  GT -> case split x r of (lt, gt) -> let !lt' = link y l lt in (lt', gt)
  EQ -> (l, r)

splitMember :: Ord a => a -> Set a -> (Set a, Bool, Set a)
splitMember _ Tip = (Tip, False, Tip)
splitMember x (Bin _ y l r) = case compare x y of
  LT -> case splitMember x l of (lt, found, gt) -> let !gt' = link y gt r in (lt, found, gt')
  GT -> case splitMember x r of (lt, found, gt) -> let !lt' = link y l lt in (lt', found, gt)
  EQ -> (l, True, r)

splitRoot :: Set a -> [Set a]
splitRoot Tip = []
splitRoot (Bin _ x l r) = [l, singleton x, r]

lookupIndex :: Ord a => a -> Set a -> Maybe Int
lookupIndex !x s = go 0 s
  where
    go !_ Tip = Nothing
    go i (Bin _ y l r) = case compare x y of
      LT -> go i l
      GT -> go (i + size l + 1) r
      EQ -> Just $! i + size l

findIndex :: Ord a => a -> Set a -> Int
findIndex x s = case lookupIndex x s of
  Just i -> i
  Nothing -> errorAt Containers "Data.Set.Internal" 1335 21 "Set.findIndex: element is not in the set"

elemAt :: Int -> Set a -> a
elemAt _ Tip = errorAt Containers "Data.Set.Internal" 1380 17 "Set.elemAt: index out of range"
elemAt i (Bin _ x l r) = case compare i (size l) of
  LT -> elemAt i l
  GT -> elemAt (i - size l - 1) r
  EQ -> x

deleteAt :: Int -> Set a -> Set a
deleteAt _ Tip = errorAt Containers "Data.Set.Internal" 1403 12 "Set.deleteAt: index out of range"
deleteAt i (Bin _ x l r) = case compare i (size l) of
  LT -> balanceR x (deleteAt i l) r
  GT -> balanceL x l (deleteAt (i - size l - 1) r)
  EQ -> glue l r

take, drop :: Int -> Set a -> Set a
take i m | i >= size m = m
take i0 m0 = go i0 m0
  where
    go i _ | i <= 0 = Tip
    go _ Tip = Tip
    go i (Bin _ x l r) = case compare i (size l) of
      LT -> go i l
      GT -> link x l (go (i - size l - 1) r)
      EQ -> l
drop i m | i >= size m = Tip
drop i0 m0 = go i0 m0
  where
    go i m | i <= 0 = m
    go _ Tip = Tip
    go i (Bin _ x l r) = case compare i (size l) of
      LT -> link x (go i l) r
      GT -> go (i - size l - 1) r
      EQ -> insertMin x r

splitAt :: Int -> Set a -> (Set a, Set a)
splitAt i m = let { !a = take i m; !b = drop i m } in (a, b)

map :: Ord b => (a -> b) -> Set a -> Set b
map f = fromList . List.map f . toList

mapMonotonic :: (a -> b) -> Set a -> Set b
mapMonotonic _ Tip = Tip
mapMonotonic f (Bin n x l r) = Bin n (f x) (mapMonotonic f l) (mapMonotonic f r)

foldr, foldr', fold :: (a -> b -> b) -> b -> Set a -> b
foldr f = go
  where
    go z Tip = z
    go z (Bin _ x l r) = go (f x (go z r)) l
foldr' f = go
  where
    go z Tip = z
    go z (Bin _ x l r) = let z' = go z r in z' `seq` (let z2 = f x z' in z2 `seq` go z2 l)
fold = foldr

foldl, foldl' :: (b -> a -> b) -> b -> Set a -> b
foldl f = go
  where
    go z Tip = z
    go z (Bin _ x l r) = go (f (go z l) x) r
foldl' f = go
  where
    go z Tip = z
    go z (Bin _ x l r) = let z' = go z l in z' `seq` (let z2 = f z' x in z2 `seq` go z2 r)

elems, toList, toAscList, toDescList :: Set a -> [a]
elems = toAscList
toList = toAscList
toAscList s = foldr (:) [] s
toDescList = foldl (flip (:)) []
{-# NOINLINE [1] toAscList #-}

foldrFB :: (a -> b -> b) -> b -> Set a -> b
foldrFB f z s = foldr f z s
{-# INLINE [0] foldrFB #-}

{-# RULES
"Set.toAscList"     [~1] forall s. toAscList s = GPH.Base.build (\c n -> foldrFB c n s)
"Set.toAscListList" [1] foldrFB (:) [] = toAscList
  #-}

fromList :: Ord a => [a] -> Set a
fromList xs
  | ascending xs = fromDistinctAscList xs
  | otherwise = List.foldl' (flip insert) Tip xs
  where
    ascending (a : rest@(b : _)) = not (a >= b) && ascending rest   -- so that a NaN is where GHC has it
    ascending _ = True

fromAscList, fromDescList :: Eq a => [a] -> Set a
fromAscList = fromDistinctAscList . combine
fromDescList = fromDistinctDescList . combine

-- The first of equal elements stays.
combine :: Eq a => [a] -> [a]
combine (a : b : rest) | a == b = combine (a : rest)
                       | otherwise = a : combine (b : rest)
combine xs = xs

fromDistinctAscList, fromDistinctDescList :: [a] -> Set a
fromDistinctAscList xs = fst (build (List.length xs) xs)
  where
    build :: Int -> [a] -> (Set a, [a])
    build 0 ys = (Tip, ys)
    build n ys = case build nl ys of
      (l, y : ys') -> case build (n - nl - 1) ys' of (r, rest) -> let !t = bin y l r in (t, rest)
      (l, []) -> (l, [])
      where nl = n `div` 2
fromDistinctDescList = fromDistinctAscList . List.reverse

-- Balancing.
delta, ratio :: Int
delta = 3
ratio = 2

bin :: a -> Set a -> Set a -> Set a
bin x l r = Bin (size l + size r + 1) x l r

-- The left tree may be too heavy (it grew, or the right one shrank) by one.
balanceL, balanceR :: a -> Set a -> Set a -> Set a
balanceL x l r
  | size l + size r <= 1 = bin x l r
  | size l > delta * size r = rotateR x l r
  | otherwise = bin x l r
balanceR x l r
  | size l + size r <= 1 = bin x l r
  | size r > delta * size l = rotateL x l r
  | otherwise = bin x l r

rotateL, rotateR :: a -> Set a -> Set a -> Set a
rotateL x l r@(Bin _ y ly ry)
  | size ly < ratio * size ry = bin y (bin x l ly) ry
  | Bin _ z t2 t3 <- ly = bin z (bin x l t2) (bin y t3 ry)
  | otherwise = bin x l r
rotateL x l Tip = bin x l Tip
rotateR x l@(Bin _ y ly ry) r
  | size ry < ratio * size ly = bin y ly (bin x ry r)
  | Bin _ z t2 t3 <- ry = bin z (bin y ly t2) (bin x t3 r)
  | otherwise = bin x l r
rotateR x Tip r = bin x Tip r

-- Joins two trees of any sizes around an element.
link :: a -> Set a -> Set a -> Set a
link x Tip r = insertMin x r
link x l Tip = insertMax x l
link x l@(Bin sl y ly ry) r@(Bin sr z lz rz)
  | delta * sl < sr = balanceL z (link x l lz) rz
  | delta * sr < sl = balanceR y ly (link x ry r)
  | otherwise = bin x l r

insertMin, insertMax :: a -> Set a -> Set a
insertMin x Tip = singleton x
insertMin x (Bin _ y l r) = balanceL y (insertMin x l) r
insertMax x Tip = singleton x
insertMax x (Bin _ y l r) = balanceR y l (insertMax x r)

-- Joins two trees of any sizes, all of the first below all of the second.
merge :: Set a -> Set a -> Set a
merge Tip r = r
merge l Tip = l
merge l@(Bin sl x lx rx) r@(Bin sr y ly ry)
  | delta * sl < sr = balanceL y (merge l ly) ry
  | delta * sr < sl = balanceR x lx (merge rx r)
  | otherwise = glue l r

-- Joins two trees that are balanced with respect to each other.
glue :: Set a -> Set a -> Set a
glue Tip r = r
glue l Tip = l
glue l@(Bin sl xl ll lr) r@(Bin sr xr rl rr)
  | sl > sr = case maxViewSure xl ll lr of (m, l') -> balanceR m l' r
  | otherwise = case minViewSure xr rl rr of (m, r') -> balanceL m l r'

-- | Is the tree ordered, balanced and are its sizes right? For tests.
valid :: Ord a => Set a -> Bool
valid t = ordered (toAscList t) && balanced t && sized t
  where
    ordered (a : rest@(b : _)) = a < b && ordered rest
    ordered _ = True
    balanced Tip = True
    balanced (Bin _ _ l r) = (size l + size r <= 1 || (size l <= delta * size r && size r <= delta * size l)) && balanced l && balanced r
    sized Tip = True
    sized (Bin n _ l r) = n == size l + size r + 1 && sized l && sized r

instance Eq1 Set where
  liftEq eq m n = size m == size n && liftEq eq (toAscList m) (toAscList n)
instance Ord1 Set where
  liftCompare cmp m n = liftCompare cmp (toAscList m) (toAscList n)
instance Show1 Set where
  liftShowsPrec sp sl d m = showsUnaryWith (liftShowsPrec sp sl) "fromList" d (toAscList m)

instance Ord a => Lists.IsList (Set a) a where
  fromList = fromList
  toList = toList
