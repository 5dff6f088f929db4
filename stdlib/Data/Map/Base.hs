-- | Finite maps as weight-balanced trees: the type and everything that does not depend on whether values are evaluated.
-- Data.Map and Data.Map.Strict add the rest. Keys are strict. See Data.Set.Base for the algorithms.
module Data.Map.Base where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import Control.DeepSeq (NFData(..))
import qualified Data.Foldable as Foldable
import Data.Bifoldable (Bifoldable(..))
import Data.Functor.Classes
import qualified Data.List as List
import Data.Set.Base (ptrEq)
import qualified Data.Set.Base as Set
import Data.Traversable (Traversable(..))
import GPH.Base (build)
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Semigroup (stimesIdempotentMonoid)
import GPH.Typeable (gcast2)
import Prelude hiding (drop, filter, foldl, foldr, lookup, map, null, splitAt, take)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrec, readListPrecDefault)

infixl 9 !, !?, \\

data Map k a = Bin !Int !k a !(Map k a) !(Map k a) | Tip

instance (Eq k, Eq a) => Eq (Map k a) where
  s == t = size s == size t && toAscList s == toAscList t
instance (Ord k, Ord a) => Ord (Map k a) where
  compare s t = compare (toAscList s) (toAscList t)
instance (Show k, Show a) => Show (Map k a) where
  showsPrec p m = showParen (p > 10) (showString "fromList " . shows (toAscList m))
instance (Ord k, Read k, Read a) => Read (Map k a) where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromListLazy xs) }))
  readListPrec = readListPrecDefault
instance Ord k => Semigroup (Map k a) where
  (<>) = union
  stimes = stimesIdempotentMonoid
instance Ord k => Monoid (Map k a) where mempty = Tip

mapType :: DataType
mapType = listLike "Data.Map.Internal.Map" "fromList"

instance (Data k, Data a, Ord k) => Data (Map k a) where
  gfoldl k z x = z fromListLazy `k` toAscList x
  toConstr _ = onlyConstr mapType
  gunfold k z c = if constrIndex c == 1 then k (z fromListLazy) else errorAt Containers "Data.Map.Internal" 518 10 "gunfold"
  dataTypeOf _ = mapType
  dataCast2 f = gcast2 f

instance (NFData k, NFData a) => NFData (Map k a) where
  rnf Tip = ()
  rnf (Bin _ k x l r) = rnf k `seq` rnf x `seq` rnf l `seq` rnf r
instance Functor (Map k) where
  fmap f = go
    where
      go Tip = Tip
      go (Bin n k x l r) = Bin n k (f x) (go l) (go r)
instance Foldable.Foldable (Map k) where
  foldr = foldr
  foldl = foldl
  foldr' = foldr'
  foldl' = foldl'
  foldMap f = foldMapWithKey (\_ x -> f x)
  toList = elems
  null = null
  length = size
  maximum = extreme "maximum" max
  minimum = extreme "minimum" min
  sum = foldl' (+) 0
  product = foldl' (*) 1
instance Traversable (Map k) where
  traverse f = traverseWithKey (\_ x -> f x)

instance Eq k => Eq1 (Map k) where
  liftEq = liftEq2 (==)
instance Eq2 Map where
  liftEq2 eqk eqv m n = size m == size n && liftEq (liftEq2 eqk eqv) (toAscList m) (toAscList n)
instance Ord k => Ord1 (Map k) where
  liftCompare = liftCompare2 compare
instance Ord2 Map where
  liftCompare2 cmpk cmpv m n = liftCompare (liftCompare2 cmpk cmpv) (toAscList m) (toAscList n)
instance Show k => Show1 (Map k) where
  liftShowsPrec = liftShowsPrec2 showsPrec showList
instance Show2 Map where
  liftShowsPrec2 spk slk spv slv d m = showsUnaryWith (liftShowsPrec sp sl) "fromList" d (toAscList m)
    where sp = liftShowsPrec2 spk slk spv slv
          sl = liftShowList2 spk slk spv slv
-- | Keys and values in the order of the keys.
instance Bifoldable Map where
  bifoldMap f g = foldMapWithKey (\k x -> f k <> g x)
  bifoldr f g = foldrWithKey (\k x r -> f k (g x r))
  bifoldl f g = foldlWithKey (\r k x -> g (f r k) x)
instance (Ord k, Read k) => Read1 (Map k) where
  liftReadsPrec rp rl = readsData (readsUnaryWith (liftReadsPrec rp' rl') "fromList" fromListLazy)
    where rp' = liftReadsPrec rp rl
          rl' = liftReadList rp rl

-- The name for the message of an empty map.
extreme :: String -> (a -> a -> a) -> Map k a -> a
extreme fun f m = case elems m of
  [] -> errorWithoutStackTrace ("Data.Foldable." ++ fun ++ " (for Data.Map): empty map")
  x : xs -> List.foldl' f x xs

null :: Map k a -> Bool
null Tip = True
null _ = False

size :: Map k a -> Int
size Tip = 0
size (Bin n _ _ _ _) = n

empty :: Map k a
empty = Tip

single :: k -> a -> Map k a
single k x = Bin 1 k x Tip Tip

lookup :: Ord k => k -> Map k a -> Maybe a
lookup !k m = go m
  where
    go Tip = Nothing
    go (Bin _ kx x l r) = case compare k kx of
      LT -> go l
      GT -> go r
      EQ -> Just x

member, notMember :: Ord k => k -> Map k a -> Bool
member !k m = go m
  where
    go Tip = False
    go (Bin _ kx _ l r) = case compare k kx of
      LT -> go l
      GT -> go r
      EQ -> True
notMember k m = not (member k m)

(!) :: Ord k => Map k a -> k -> a
m ! k = case lookup k m of
  Just x -> x
  Nothing -> errorAt Containers "Data.Map.Internal" 633 17 "Map.!: given key is not an element in the map"

(!?) :: Ord k => Map k a -> k -> Maybe a
m !? k = lookup k m

(\\) :: Ord k => Map k a -> Map k b -> Map k a
m1 \\ m2 = difference m1 m2

findWithDefault :: Ord k => a -> k -> Map k a -> a
findWithDefault def k m = case lookup k m of
  Nothing -> def
  Just x -> x

lookupLT, lookupGT, lookupLE, lookupGE :: Ord k => k -> Map k v -> Maybe (k, v)
lookupLT !k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ kx x l r) | k <= kx = go best l
                             | otherwise = go (Just (kx, x)) r
lookupGT !k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ kx x l r) | k < kx = go (Just (kx, x)) l
                             | otherwise = go best r
lookupLE !k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ kx x l r) = case compare k kx of
      LT -> go best l
      EQ -> Just (kx, x)
      GT -> go (Just (kx, x)) r
lookupGE !k m = go Nothing m
  where
    go best Tip = best
    go best (Bin _ kx x l r) = case compare k kx of
      LT -> go (Just (kx, x)) l
      EQ -> Just (kx, x)
      GT -> go best r

insertLazy :: Ord k => k -> a -> Map k a -> Map k a
insertLazy !k x m = go m
  where
    go Tip = single k x
    go t@(Bin n ky y l r) = case compare k ky of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceL ky y l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceR ky y l r'
      EQ -> if ptrEq x y && ptrEq k ky then t else Bin n k x l r

-- Keeps key and value that are there.
insertKeep :: Ord k => k -> a -> Map k a -> Map k a
insertKeep !k x m = go m
  where
    go Tip = single k x
    go t@(Bin _ ky y l r) = case compare k ky of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceL ky y l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceR ky y l r'
      EQ -> t

delete :: Ord k => k -> Map k a -> Map k a
delete !k m = go m
  where
    go Tip = Tip
    go t@(Bin _ kx x l r) = case compare k kx of
      LT -> let !l' = go l in if ptrEq l' l then t else balanceR kx x l' r
      GT -> let !r' = go r in if ptrEq r' r then t else balanceL kx x l r'
      EQ -> glue l r

findMin, findMax :: Map k a -> (k, a)
findMin t = case lookupMin t of
  Just r -> r
  Nothing -> errorAt Containers "Data.Map.Internal" 1653 17 "Map.findMin: empty map has no minimal element"
findMax t = case lookupMax t of
  Just r -> r
  Nothing -> errorAt Containers "Data.Map.Internal" 1678 17 "Map.findMax: empty map has no maximal element"

lookupMin, lookupMax :: Map k a -> Maybe (k, a)
lookupMin Tip = Nothing
lookupMin (Bin _ k x Tip _) = Just (k, x)
lookupMin (Bin _ _ _ l _) = lookupMin l
lookupMax Tip = Nothing
lookupMax (Bin _ k x _ Tip) = Just (k, x)
lookupMax (Bin _ _ _ _ r) = lookupMax r

deleteMin, deleteMax :: Map k a -> Map k a
deleteMin (Bin _ _ _ Tip r) = r
deleteMin (Bin _ k x l r) = balanceR k x (deleteMin l) r
deleteMin Tip = Tip
deleteMax (Bin _ _ _ l Tip) = l
deleteMax (Bin _ k x l r) = balanceL k x l (deleteMax r)
deleteMax Tip = Tip

deleteFindMin, deleteFindMax :: Map k a -> ((k, a), Map k a)
deleteFindMin t = case minViewWithKey t of
  Just r -> r
  Nothing -> (errorAt Containers "Data.Map.Internal" 3987 15 "Map.deleteFindMin: can not return the minimal element of an empty map", Tip)
deleteFindMax t = case maxViewWithKey t of
  Just r -> r
  Nothing -> (errorAt Containers "Data.Map.Internal" 3997 15 "Map.deleteFindMax: can not return the maximal element of an empty map", Tip)

data View k a = View !k a !(Map k a)

minViewSure, maxViewSure :: k -> a -> Map k a -> Map k a -> View k a
minViewSure k x Tip r = View k x r
minViewSure k x (Bin _ kl xl ll lr) r = case minViewSure kl xl ll lr of View km xm l' -> View km xm (balanceR k x l' r)
maxViewSure k x l Tip = View k x l
maxViewSure k x l (Bin _ kr xr rl rr) = case maxViewSure kr xr rl rr of View km xm r' -> View km xm (balanceL k x l r')

minViewWithKey, maxViewWithKey :: Map k a -> Maybe ((k, a), Map k a)
minViewWithKey Tip = Nothing
minViewWithKey (Bin _ k x l r) = Just (case minViewSure k x l r of View km xm t -> ((km, xm), t))
maxViewWithKey Tip = Nothing
maxViewWithKey (Bin _ k x l r) = Just (case maxViewSure k x l r of View km xm t -> ((km, xm), t))

minView, maxView :: Map k a -> Maybe (a, Map k a)
minView t = case minViewWithKey t of
  Nothing -> Nothing
  Just ((_, x), t') -> Just (x, t')
maxView t = case maxViewWithKey t of
  Nothing -> Nothing
  Just ((_, x), t') -> Just (x, t')

union :: Ord k => Map k a -> Map k a -> Map k a
union t1 Tip = t1
union t1 (Bin 1 k x _ _) = insertKeep k x t1
union (Bin 1 k x _ _) t2 = insertLazy k x t2
union Tip t2 = t2
union t1@(Bin _ k x l1 r1) t2 = case split k t2 of
  (l2, r2) -> let { !l = union l1 l2; !r = union r1 r2 } in if ptrEq l l1 && ptrEq r r1 then t1 else link k x l r

unions :: (Foldable.Foldable f, Ord k) => f (Map k a) -> Map k a
unions = Foldable.foldl' union Tip

difference :: Ord k => Map k a -> Map k b -> Map k a
difference Tip _ = Tip
difference t1 Tip = t1
difference t1 (Bin _ k _ l2 r2) = case split k t1 of
  (l1, r1) -> let { !l = difference l1 l2; !r = difference r1 r2 } in if size l + size r == size t1 then t1 else link2 l r

intersection :: Ord k => Map k a -> Map k b -> Map k a
intersection Tip _ = Tip
intersection _ Tip = Tip
intersection t1@(Bin _ k x l1 r1) t2 = case splitMember k t2 of
  (l2, found, r2) -> let { !l = intersection l1 l2; !r = intersection r1 r2 } in
    if not found then link2 l r else if ptrEq l l1 && ptrEq r r1 then t1 else link k x l r

disjoint :: Ord k => Map k a -> Map k b -> Bool
disjoint Tip _ = True
disjoint _ Tip = True
disjoint (Bin 1 k _ _ _) t = notMember k t
disjoint (Bin _ k _ l r) t = case splitMember k t of (lt, found, gt) -> not found && disjoint l lt && disjoint r gt

withoutKeys, restrictKeys :: Ord k => Map k a -> Set.Set k -> Map k a
withoutKeys Tip _ = Tip
withoutKeys m (Set.Tip) = m
withoutKeys m (Set.Bin _ k ls rs) = case splitMember k m of
  (lm, found, rm) -> let { !l = withoutKeys lm ls; !r = withoutKeys rm rs } in
    if not found && size l + size r == size m then m else link2 l r
restrictKeys Tip _ = Tip
restrictKeys _ (Set.Tip) = Tip
restrictKeys m@(Bin _ k x l1 r1) s = case Set.splitMember k s of
  (l2, found, r2) -> let { !l = restrictKeys l1 l2; !r = restrictKeys r1 r2 } in
    if not found then link2 l r else if ptrEq l l1 && ptrEq r r1 then m else link k x l r

filter :: (a -> Bool) -> Map k a -> Map k a
filter p = filterWithKey (\_ x -> p x)

filterWithKey :: (k -> a -> Bool) -> Map k a -> Map k a
filterWithKey p = go
  where
    go Tip = Tip
    go t@(Bin _ k x l r) = let { !l' = go l; !r' = go r } in
      if not (p k x) then link2 l' r' else if ptrEq l' l && ptrEq r' r then t else link k x l' r'

partition :: (a -> Bool) -> Map k a -> (Map k a, Map k a)
partition p = partitionWithKey (\_ x -> p x)

partitionWithKey :: (k -> a -> Bool) -> Map k a -> (Map k a, Map k a)
partitionWithKey p = go
  where
    go Tip = (Tip, Tip)
    go t@(Bin _ k x l r) = case go l of
      (l1, l2) -> case go r of
        (r1, r2)
          | p k x -> let { !a = if ptrEq l1 l && ptrEq r1 r then t else link k x l1 r1; !b = link2 l2 r2 } in (a, b)
          | otherwise -> let { !a = link2 l1 r1; !b = if ptrEq l2 l && ptrEq r2 r then t else link k x l2 r2 } in (a, b)

takeWhileAntitone, dropWhileAntitone :: (k -> Bool) -> Map k a -> Map k a
takeWhileAntitone _ Tip = Tip
takeWhileAntitone p (Bin _ k x l r)
  | p k = link k x l (takeWhileAntitone p r)
  | otherwise = takeWhileAntitone p l
dropWhileAntitone _ Tip = Tip
dropWhileAntitone p (Bin _ k x l r)
  | p k = dropWhileAntitone p r
  | otherwise = link k x (dropWhileAntitone p l) r

spanAntitone :: (k -> Bool) -> Map k a -> (Map k a, Map k a)
spanAntitone p m = let { !a = takeWhileAntitone p m; !b = dropWhileAntitone p m } in (a, b)

split :: Ord k => k -> Map k a -> (Map k a, Map k a)
split !k m = go m
  where
    go Tip = (Tip, Tip)
    go (Bin _ kx x l r) = case compare k kx of
      LT -> case go l of (lt, gt) -> let !gt' = link kx x gt r in (lt, gt')
      GT -> case go r of (lt, gt) -> let !lt' = link kx x l lt in (lt', gt)
      EQ -> (l, r)

splitMember :: Ord k => k -> Map k a -> (Map k a, Bool, Map k a)
splitMember !k m = go m
  where
    go Tip = (Tip, False, Tip)
    go (Bin _ kx x l r) = case compare k kx of
      LT -> case go l of (lt, found, gt) -> let !gt' = link kx x gt r in (lt, found, gt')
      GT -> case go r of (lt, found, gt) -> let !lt' = link kx x l lt in (lt', found, gt)
      EQ -> (l, True, r)

splitLookup :: Ord k => k -> Map k a -> (Map k a, Maybe a, Map k a)
splitLookup !k m = go m
  where
    go Tip = (Tip, Nothing, Tip)
    go (Bin _ kx x l r) = case compare k kx of
      LT -> case go l of (lt, z, gt) -> let !gt' = link kx x gt r in (lt, z, gt')
      GT -> case go r of (lt, z, gt) -> let !lt' = link kx x l lt in (lt', z, gt)
      EQ -> (l, Just x, r)

splitRoot :: Map k a -> [Map k a]
splitRoot Tip = []
splitRoot (Bin _ k x l r) = [l, single k x, r]

isSubmapOf :: (Ord k, Eq a) => Map k a -> Map k a -> Bool
isSubmapOf = isSubmapOfBy (==)

isSubmapOfBy :: Ord k => (a -> b -> Bool) -> Map k a -> Map k b -> Bool
isSubmapOfBy f t1 t2 = size t1 <= size t2 && go t1 t2
  where
    go Tip _ = True
    go _ Tip = False
    go (Bin _ k x l r) t = case splitLookup k t of
      (lt, found, gt) -> case found of
        Nothing -> False
        Just y -> f x y && go l lt && go r gt

isProperSubmapOf :: (Ord k, Eq a) => Map k a -> Map k a -> Bool
isProperSubmapOf m1 m2 = size m1 < size m2 && isSubmapOf m1 m2

isProperSubmapOfBy :: Ord k => (a -> b -> Bool) -> Map k a -> Map k b -> Bool
isProperSubmapOfBy f m1 m2 = size m1 < size m2 && isSubmapOfBy f m1 m2

lookupIndex :: Ord k => k -> Map k a -> Maybe Int
lookupIndex !k m = go 0 m
  where
    go i Tip = i `seq` Nothing
    go i (Bin _ kx _ l r) = case compare k kx of
      LT -> go i l
      GT -> go (i + size l + 1) r
      EQ -> Just $! (i + size l)

findIndex :: Ord k => k -> Map k a -> Int
findIndex k m = case lookupIndex k m of
  Just i -> i
  Nothing -> errorAt Containers "Data.Map.Internal" 1463 23 "Map.findIndex: element is not in the map"

elemAt :: Int -> Map k a -> (k, a)
elemAt _ Tip = errorAt Containers "Data.Map.Internal" 1504 17 "Map.elemAt: index out of range"
elemAt i (Bin _ k x l r) = case compare i (size l) of
  LT -> elemAt i l
  GT -> elemAt (i - size l - 1) r
  EQ -> (k, x)

deleteAt :: Int -> Map k a -> Map k a
deleteAt _ Tip = errorAt Containers "Data.Map.Internal" 1617 12 "Map.deleteAt: index out of range"
deleteAt i (Bin _ k x l r) = case compare i (size l) of
  LT -> balanceR k x (deleteAt i l) r
  GT -> balanceL k x l (deleteAt (i - size l - 1) r)
  EQ -> glue l r

take, drop :: Int -> Map k a -> Map k a
take i m | i >= size m = m
         | otherwise = go i m
  where
    go n _ | n <= 0 = Tip
    go _ Tip = Tip
    go n (Bin _ k x l r) = case compare n (size l) of
      LT -> go n l
      GT -> link k x l (go (n - size l - 1) r)
      EQ -> l
drop i m | i >= size m = Tip
         | otherwise = go i m
  where
    go n t | n <= 0 = t
    go _ Tip = Tip
    go n (Bin _ k x l r) = case compare n (size l) of
      LT -> link k x (go n l) r
      GT -> go (n - size l - 1) r
      EQ -> insertMin k x r

splitAt :: Int -> Map k a -> (Map k a, Map k a)
splitAt i m = let { !a = take i m; !b = drop i m } in (a, b)

-- Folds.
foldr, foldr' :: (a -> b -> b) -> b -> Map k a -> b
foldr f = foldrWithKey (\_ x z -> f x z)
foldr' f = foldrWithKey' (\_ x z -> f x z)

foldl, foldl' :: (b -> a -> b) -> b -> Map k a -> b
foldl f = foldlWithKey (\z _ x -> f z x)
foldl' f = foldlWithKey' (\z _ x -> f z x)

foldrWithKey, foldrWithKey' :: (k -> a -> b -> b) -> b -> Map k a -> b
foldrWithKey f = go
  where
    go z Tip = z
    go z (Bin _ k x l r) = go (f k x (go z r)) l
foldrWithKey' f = go
  where
    go z Tip = z
    go z (Bin _ k x l r) = let z1 = go z r in z1 `seq` (let z2 = f k x z1 in z2 `seq` go z2 l)

foldlWithKey, foldlWithKey' :: (b -> k -> a -> b) -> b -> Map k a -> b
foldlWithKey f = go
  where
    go z Tip = z
    go z (Bin _ k x l r) = go (f (go z l) k x) r
foldlWithKey' f = go
  where
    go z Tip = z
    go z (Bin _ k x l r) = let z1 = go z l in z1 `seq` (let z2 = f z1 k x in z2 `seq` go z2 r)

foldMapWithKey :: Monoid m => (k -> a -> m) -> Map k a -> m
foldMapWithKey f = go
  where
    go Tip = mempty
    go (Bin 1 k x _ _) = f k x
    go (Bin _ k x l r) = go l `mappend` (f k x `mappend` go r)

traverseWithKey :: Applicative t => (k -> a -> t b) -> Map k a -> t (Map k b)
traverseWithKey f = go
  where
    go Tip = pure Tip
    go (Bin 1 k x _ _) = (\x' -> Bin 1 k x' Tip Tip) <$> f k x
    go (Bin n k x l r) = (\l' x' r' -> Bin n k x' l' r') <$> go l <*> f k x <*> go r

-- | Gives the key that is in the map.
lookupKey :: Ord k => k -> Map k a -> Maybe (k, a)
lookupKey !k m = go m
  where
    go Tip = Nothing
    go (Bin _ kx x l r) = case compare k kx of
      LT -> go l
      GT -> go r
      EQ -> Just (kx, x)

-- | Another value for a key that is there; the key that is in the map stays.
replace :: Ord k => k -> a -> Map k a -> Map k a
replace !k x m = go m
  where
    go Tip = Tip
    go (Bin n ky y l r) = case compare k ky of
      LT -> Bin n ky y (go l) r
      GT -> Bin n ky y l (go r)
      EQ -> Bin n ky x l r

traverseMaybeWithKey :: Applicative f => (k -> a -> f (Maybe b)) -> Map k a -> f (Map k b)
traverseMaybeWithKey f = go
  where
    go Tip = pure Tip
    go (Bin _ k x l r) = combine <$> go l <*> f k x <*> go r
      where
        combine l' mx r' = case mx of
          Nothing -> link2 l' r'
          Just x' -> link k x' l' r'

-- Lists.
elems :: Map k a -> [a]
elems m = foldr (:) [] m
{-# NOINLINE [1] elems #-}

keys :: Map k a -> [k]
keys m = foldrWithKey (\k _ ks -> k : ks) [] m
{-# NOINLINE [1] keys #-}

assocs, toList, toAscList, toDescList :: Map k a -> [(k, a)]
assocs = toAscList
toList = toAscList
toAscList m = foldrWithKey (\k x xs -> (k, x) : xs) [] m
toDescList = foldlWithKey (\xs k x -> (k, x) : xs) []
{-# NOINLINE [1] toAscList #-}

-- What a fold of each needs, with c for (:), to fuse: see Note [List fusion] in GPH.Base.
foldrFB :: (k -> a -> b -> b) -> b -> Map k a -> b
foldrFB f z m = foldrWithKey f z m
{-# INLINE [0] foldrFB #-}

elemFB :: (a -> b -> b) -> k -> a -> b -> b
elemFB c = \_ x r -> x `c` r
keyFB :: (k -> b -> b) -> k -> a -> b -> b
keyFB c = \k _ r -> k `c` r
pairFB :: ((k, a) -> b -> b) -> k -> a -> b -> b
pairFB c = \k x r -> (k, x) `c` r
{-# INLINE [0] elemFB #-}
{-# INLINE [0] keyFB #-}
{-# INLINE [0] pairFB #-}

{-# RULES
"Map.elems"         [~1] forall m. elems m = build (\c n -> foldrFB (elemFB c) n m)
"Map.elemsList"     [1] foldrFB (elemFB (:)) [] = elems
"Map.keys"          [~1] forall m. keys m = build (\c n -> foldrFB (keyFB c) n m)
"Map.keysList"      [1] foldrFB (keyFB (:)) [] = keys
"Map.toAscList"     [~1] forall m. toAscList m = build (\c n -> foldrFB (pairFB c) n m)
"Map.toAscListList" [1] foldrFB (pairFB (:)) [] = toAscList
  #-}

keysSet :: Map k a -> Set.Set k
keysSet Tip = Set.Tip
keysSet (Bin n k _ l r) = Set.Bin n k (keysSet l) (keysSet r)

fromListLazy :: Ord k => [(k, a)] -> Map k a
fromListLazy xs
  | ascending xs = fromDistinctAscListLazy xs
  | otherwise = List.foldl' (\m (k, x) -> insertLazy k x m) Tip xs

ascending :: Ord k => [(k, a)] -> Bool
ascending ((a, _) : rest@((b, _) : _)) = not (a >= b) && ascending rest   -- so that a NaN is where GHC has it
ascending _ = True

fromDistinctAscListLazy :: [(k, a)] -> Map k a
fromDistinctAscListLazy xs = fst (build (List.length xs) xs)
  where
    build :: Int -> [(k, a)] -> (Map k a, [(k, a)])
    build 0 ys = (Tip, ys)
    build n ys = case build nl ys of
      (l, (k, x) : ys') -> case build (n - nl - 1) ys' of (r, rest) -> let !t = bin k x l r in (t, rest)
      (l, []) -> (l, [])
      where nl = n `div` 2

mapKeysMonotonic :: (k1 -> k2) -> Map k1 a -> Map k2 a
mapKeysMonotonic _ Tip = Tip
mapKeysMonotonic f (Bin n k x l r) = Bin n (f k) x (mapKeysMonotonic f l) (mapKeysMonotonic f r)

-- Balancing; see Data.Set.Base.
delta, ratio :: Int
delta = 3
ratio = 2

bin :: k -> a -> Map k a -> Map k a -> Map k a
bin k x l r = Bin (size l + size r + 1) k x l r

balanceL, balanceR :: k -> a -> Map k a -> Map k a -> Map k a
balanceL k x l r
  | sl + sr <= 1 = Bin (sl + sr + 1) k x l r
  | sl > delta * sr = rotateR k x l r
  | otherwise = Bin (sl + sr + 1) k x l r
  where
    sl = size l
    sr = size r
balanceR k x l r
  | sl + sr <= 1 = Bin (sl + sr + 1) k x l r
  | sr > delta * sl = rotateL k x l r
  | otherwise = Bin (sl + sr + 1) k x l r
  where
    sl = size l
    sr = size r

rotateL, rotateR :: k -> a -> Map k a -> Map k a -> Map k a
rotateL k x l r@(Bin _ ky y ly ry)
  | size ly < ratio * size ry = bin ky y (bin k x l ly) ry
  | Bin _ kz z t2 t3 <- ly = bin kz z (bin k x l t2) (bin ky y t3 ry)
  | otherwise = bin k x l r
rotateL k x l Tip = bin k x l Tip
rotateR k x l@(Bin _ ky y ly ry) r
  | size ry < ratio * size ly = bin ky y ly (bin k x ry r)
  | Bin _ kz z t2 t3 <- ry = bin kz z (bin ky y ly t2) (bin k x t3 r)
  | otherwise = bin k x l r
rotateR k x Tip r = bin k x Tip r

link :: k -> a -> Map k a -> Map k a -> Map k a
link k x Tip r = insertMin k x r
link k x l Tip = insertMax k x l
link k x l@(Bin sl ky y ly ry) r@(Bin sr kz z lz rz)
  | delta * sl < sr = balanceL kz z (link k x l lz) rz
  | delta * sr < sl = balanceR ky y ly (link k x ry r)
  | otherwise = bin k x l r

insertMin, insertMax :: k -> a -> Map k a -> Map k a
insertMin k x Tip = single k x
insertMin k x (Bin _ ky y l r) = balanceL ky y (insertMin k x l) r
insertMax k x Tip = single k x
insertMax k x (Bin _ ky y l r) = balanceR ky y l (insertMax k x r)

link2 :: Map k a -> Map k a -> Map k a
link2 Tip r = r
link2 l Tip = l
link2 l@(Bin sl kx x lx rx) r@(Bin sr ky y ly ry)
  | delta * sl < sr = balanceL ky y (link2 l ly) ry
  | delta * sr < sl = balanceR kx x lx (link2 rx r)
  | otherwise = glue l r

glue :: Map k a -> Map k a -> Map k a
glue Tip r = r
glue l Tip = l
glue l@(Bin sl kl xl ll lr) r@(Bin sr kr xr rl rr)
  | sl > sr = case maxViewSure kl xl ll lr of View k x l' -> balanceR k x l' r
  | otherwise = case minViewSure kr xr rl rr of View k x r' -> balanceL k x l r'

-- | Is the tree ordered, balanced and are its sizes right? For tests.
valid :: Ord k => Map k a -> Bool
valid t = ordered (keys t) && balanced t && sized t
  where
    ordered (a : rest@(b : _)) = a < b && ordered rest
    ordered _ = True
    balanced Tip = True
    balanced (Bin _ _ _ l r) = (size l + size r <= 1 || (size l <= delta * size r && size r <= delta * size l)) && balanced l && balanced r
    sized Tip = True
    sized (Bin n _ _ l r) = n == size l + size r + 1 && sized l && sized r

instance Ord k => Lists.IsList (Map k a) (k, a) where
  fromList = List.foldl' (\m (k, x) -> case split k m of (l, r) -> link k x l r) Tip
  toList = toList
