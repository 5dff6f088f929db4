{-# LANGUAGE MagicHash #-}
-- | Maps from Int as big-endian Patricia trees (Okasaki and Gill, Fast Mergeable Integer Maps, 1998): the type, its instances,
-- and everything that does not depend on whether values are evaluated. Data.IntMap.Lazy and Data.IntMap.Strict add the rest.
--
-- A Bin's mask has the one bit in which its two subtrees differ first; its prefix is what their keys have in common above that bit, with
-- zeros from the mask's bit on. The left subtree has the keys with a zero there. Only the topmost Bin can have the sign bit as its mask, and
-- then its left subtree has the larger keys: the functions that care about order look at that once, at the top. Neither
-- subtree of a Bin is Nil. The shape depends on the keys only. Prefix, mask and key are unboxed in the nodes.
--
-- Looking up, inserting, deleting cost O(min(n, 64)); union, difference and intersection O(n + m), and much less where the trees
-- do not interleave; size is O(n).
module Data.IntMap.Base where

import qualified GPH.IsList as Lists
import GPH.Exception (Library(Containers), errorAt)
import Control.DeepSeq (NFData(..))
import qualified Data.Foldable as Foldable
import qualified Data.List as List
import Data.Traversable (Traversable(..))
import GPH.Prim
import GPH.Types (Int(..))
import Data.Functor.Classes (Eq1(..), Ord1(..), Read1(..), Show1(..), readsData, readsUnaryWith, showsUnaryWith)
import GPH.Base (build)
import GPH.Data (Data(..), DataType, constrIndex, listLike, onlyConstr)
import GPH.Semigroup (stimesIdempotentMonoid)
import GPH.Typeable (gcast1)
import Prelude hiding (filter, foldl, foldr, lookup, map, null)
import Text.Read (Read(..), Lexeme(..), parens, prec, lexP, readListPrecDefault)

infixl 9 !, !?, \\

type Key = Int

-- | Bin prefix mask left right | Tip key value | Nil
data IntMap a = Bin Int# Int# !(IntMap a) !(IntMap a) | Tip Int# a | Nil

-- ---- Bits -------------------------------------------------------------------------------------------------------------
-- Whether the key has a zero in the mask's bit.
zero :: Int# -> Int# -> Bool
zero k m = case andI# k m of { 0# -> True; _ -> False }
{-# INLINE zero #-}

-- The key's bits above the mask's.
maskOf :: Int# -> Int# -> Int#
maskOf k m = andI# k (xorI# (negateInt# m) m)
{-# INLINE maskOf #-}

-- Whether the key does not belong below this prefix.
nomatch :: Int# -> Int# -> Int# -> Bool
nomatch k p m = case maskOf k m ==# p of { 1# -> False; _ -> True }
{-# INLINE nomatch #-}

-- Whether the first mask is further up.
shorter :: Int# -> Int# -> Bool
shorter m n = case gtWord# (int2Word# m) (int2Word# n) of { 1# -> True; _ -> False }
{-# INLINE shorter #-}

-- The first bit in which two different prefixes differ.
branchMask :: Int# -> Int# -> Int#
branchMask p q = word2Int# (uncheckedShiftRL# (int2Word# -9223372036854775808#) (word2Int# (clz# (int2Word# (xorI# p q)))))
{-# INLINE branchMask #-}

same :: Int# -> Int# -> Bool
same a b = case a ==# b of { 1# -> True; _ -> False }
{-# INLINE same #-}

negative :: Int# -> Bool
negative m = case m <# 0# of { 1# -> True; _ -> False }
{-# INLINE negative #-}

-- Two trees with different prefixes, neither empty.
link :: Int# -> IntMap a -> Int# -> IntMap a -> IntMap a
link p1 t1 p2 t2 = case branchMask p1 p2 of
  m -> case zero p1 m of
    True -> Bin (maskOf p1 m) m t1 t2
    False -> Bin (maskOf p1 m) m t2 t1

-- Bin of subtrees that may be empty.
bin :: Int# -> Int# -> IntMap a -> IntMap a -> IntMap a
bin _ _ l Nil = l
bin _ _ Nil r = r
bin p m l r = Bin p m l r

-- ---- Instances ------------------------------------------------------------------------------------------------------------
instance Eq a => Eq (IntMap a) where
  Bin p m l r == Bin q n l' r' = same p q && same m n && l == l' && r == r'
  Tip k x == Tip j y = same k j && x == y
  Nil == Nil = True
  _ == _ = False
instance Ord a => Ord (IntMap a) where
  compare s t = compare (toAscList s) (toAscList t)
instance Show a => Show (IntMap a) where
  showsPrec p m = showParen (p > 10) (showString "fromList " . shows (toAscList m))
instance Read a => Read (IntMap a) where
  readPrec = parens (prec 10 (do { Ident "fromList" <- lexP; xs <- readPrec; return (fromListLazy xs) }))
  readListPrec = readListPrecDefault
instance Eq1 IntMap where liftEq eq m n = size m == size n && liftEq (liftEq eq) (toList m) (toList n)
instance Ord1 IntMap where liftCompare comp m n = liftCompare (liftCompare comp) (toList m) (toList n)
instance Read1 IntMap where
  liftReadsPrec rp rl = readsData (readsUnaryWith (liftReadsPrec (liftReadsPrec rp rl) (liftReadList rp rl)) "fromList" fromListLazy)
instance Show1 IntMap where
  liftShowsPrec sp sl d m = showsUnaryWith (liftShowsPrec (liftShowsPrec sp sl) (liftShowList sp sl)) "fromList" d (toList m)
instance Semigroup (IntMap a) where
  (<>) = union
  stimes = stimesIdempotentMonoid
instance Monoid (IntMap a) where
  mempty = Nil
  mconcat = unions

intMapType :: DataType
intMapType = listLike "Data.IntMap.Internal.IntMap" "fromList"

instance Data a => Data (IntMap a) where
  gfoldl k z x = z fromListLazy `k` toList x
  toConstr _ = onlyConstr intMapType
  gunfold k z c = if constrIndex c == 1 then k (z fromListLazy) else errorAt Containers "Data.IntMap.Internal" 534 10 "gunfold"
  dataTypeOf _ = intMapType
  dataCast1 f = gcast1 f

instance NFData a => NFData (IntMap a) where
  rnf Nil = ()
  rnf (Tip _ x) = rnf x
  rnf (Bin _ _ l r) = rnf l `seq` rnf r
instance Functor IntMap where
  fmap f = go
    where
      go (Bin p m l r) = Bin p m (go l) (go r)
      go (Tip k x) = Tip k (f x)
      go Nil = Nil
instance Foldable.Foldable IntMap where
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
instance Traversable IntMap where
  traverse f = traverseWithKey (\_ x -> f x)

-- The name for the message of an empty map.
extreme :: String -> (a -> a -> a) -> IntMap a -> a
extreme fun f m = case elems m of
  [] -> errorWithoutStackTrace ("Data.Foldable." ++ fun ++ " (for Data.IntMap): empty map")
  x : xs -> List.foldl' f x xs

-- ---- Queries -----------------------------------------------------------------------------------------------------------------
null :: IntMap a -> Bool
null Nil = True
null _ = False

size :: IntMap a -> Int
size = go 0
  where
    go !n (Bin _ _ l r) = go (go n l) r
    go n (Tip _ _) = n + 1
    go n Nil = n

empty :: IntMap a
empty = Nil

single :: Key -> a -> IntMap a
single (I# k) x = Tip k x
{-# INLINE single #-}

-- Is the key not one that the whole tree could have? A lookup asks that once: most absent keys are answered there. Asked again at each Bin it would make
-- finding a key that is there take up to 1.8 times as long.
outside :: Int# -> IntMap a -> Bool
outside k (Bin p m _ _) = nomatch k p m
outside _ _ = False
{-# INLINE outside #-}

lookup :: Key -> IntMap a -> Maybe a
lookup (I# k) t = if outside k t then Nothing else go t
  where
    go (Bin _ m l r) = case zero k m of { True -> go l; False -> go r }
    go (Tip j x) = if same k j then Just x else Nothing
    go Nil = Nothing

member, notMember :: Key -> IntMap a -> Bool
member (I# k) t = not (outside k t) && go t
  where
    go (Bin _ m l r) = case zero k m of { True -> go l; False -> go r }
    go (Tip j _) = same k j
    go Nil = False
notMember k m = not (member k m)

(!) :: IntMap a -> Key -> a
t ! key@(I# k) = if outside k t then missing key else go t
  where
    go (Bin _ m l r) = case zero k m of { True -> go l; False -> go r }
    go (Tip j x) = if same k j then x else missing key
    go Nil = missing key

missing :: Key -> a
missing k = errorAt Containers "Data.IntMap.Internal" 619 17 ("IntMap.!: key " ++ show k ++ " is not an element of the map")
{-# NOINLINE missing #-}

(!?) :: IntMap a -> Key -> Maybe a
m !? k = lookup k m

(\\) :: IntMap a -> IntMap b -> IntMap a
m1 \\ m2 = difference m1 m2

findWithDefault :: a -> Key -> IntMap a -> a
findWithDefault def (I# k) t = if outside k t then def else go t
  where
    go (Bin _ m l r) = case zero k m of { True -> go l; False -> go r }
    go (Tip j x) = if same k j then x else def
    go Nil = def

-- The tree's parts in the order of keys: of a Bin at the top with the sign bit, the right one first.
ordered :: (IntMap a -> IntMap a -> b) -> (IntMap a -> b) -> IntMap a -> b
ordered two one t = case t of
  Bin _ m l r | negative m -> two r l
  _ -> one t
{-# INLINE ordered #-}

lookupLT, lookupGT, lookupLE, lookupGE :: Key -> IntMap a -> Maybe (Key, a)
lookupLT (I# k) t = case t of
  Bin _ m l r | negative m -> case k >=# 0# of { 1# -> go r l; _ -> go Nil r }
  _ -> go Nil t
  where
    -- the largest of the tree that was passed on the left is next when there is nothing smaller below
    go best u = case u of
      Bin p m l r | nomatch k p m -> case k <# p of { 1# -> rightmost best; _ -> rightmost u }
                  | zero k m -> go best l
                  | otherwise -> go l r
      Tip j x -> case j <# k of { 1# -> Just (I# j, x); _ -> rightmost best }
      Nil -> rightmost best
lookupGT (I# k) t = case t of
  Bin _ m l r | negative m -> case k >=# 0# of { 1# -> go Nil l; _ -> go l r }
  _ -> go Nil t
  where
    go best u = case u of
      Bin p m l r | nomatch k p m -> case k <# p of { 1# -> leftmost u; _ -> leftmost best }
                  | zero k m -> go r l
                  | otherwise -> go best r
      Tip j x -> case j ># k of { 1# -> Just (I# j, x); _ -> leftmost best }
      Nil -> leftmost best
lookupLE k t = case lookup k t of
  Just x -> Just (k, x)
  Nothing -> lookupLT k t
lookupGE k t = case lookup k t of
  Just x -> Just (k, x)
  Nothing -> lookupGT k t

lookupMin, lookupMax :: IntMap a -> Maybe (Key, a)
lookupMin = ordered (\neg _ -> leftmost neg) leftmost
lookupMax = ordered (\_ pos -> rightmost pos) rightmost

-- Without a look at the sign.
leftmost, rightmost :: IntMap a -> Maybe (Key, a)
leftmost (Bin _ _ l _) = leftmost l
leftmost (Tip k x) = Just (I# k, x)
leftmost Nil = Nothing
rightmost (Bin _ _ _ r) = rightmost r
rightmost (Tip k x) = Just (I# k, x)
rightmost Nil = Nothing

findMin, findMax :: IntMap a -> (Key, a)
findMin t = case lookupMin t of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntMap.Internal" 2313 17 "findMin: empty map has no minimal element"
findMax t = case lookupMax t of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntMap.Internal" 2331 17 "findMax: empty map has no maximal element"

-- ---- Insertion and deletion ------------------------------------------------------------------------------------------------------
insertLazy :: Key -> a -> IntMap a -> IntMap a
insertLazy (I# k) x = go
  where
    go t = case t of
      Bin p m l r
        | nomatch k p m -> link k (Tip k x) p t
        | zero k m -> Bin p m (go l) r
        | otherwise -> Bin p m l (go r)
      Tip j _
        | same k j -> Tip k x
        | otherwise -> link k (Tip k x) j t
      Nil -> Tip k x

delete :: Key -> IntMap a -> IntMap a
delete (I# k) = go
  where
    go t = case t of
      Bin p m l r
        | nomatch k p m -> t
        | zero k m -> bin p m (go l) r
        | otherwise -> bin p m l (go r)
      Tip j _ | same k j -> Nil
      _ -> t

fromListLazy :: [(Key, a)] -> IntMap a
fromListLazy = fromListReady (\_ -> ())

-- The right edge of a tree that grows by ascending keys: subtrees that wait for their sibling, innermost first, with the bit that tells them apart.
data Edge a = Edge Int# !(IntMap a) !(Edge a) | Top

-- | Ascending keys cost O(1) each. From the first one on that is not above its predecessor, keys are inserted. `ready` is what is done to a value when its
-- pair is met.
fromListReady :: (a -> ()) -> [(Key, a)] -> IntMap a
fromListReady ready list = case list of
  [] -> Nil
  (I# k, x) : rest -> case ready x of () -> go Top k x rest
  where
    go above k x pairs = case pairs of
      [] -> closeAll k (Tip k x) above
      (key@(I# j), y) : rest -> case ready y of
        () -> case j ># k of
          1# -> go (close (branchMask k j) k (Tip k x) above) j y rest
          _ -> List.foldl' (\t (i, z) -> case ready z of () -> insertLazy i z t) (insertLazy key y (closeAll k (Tip k x) above)) rest
{-# INLINE fromListReady #-}

-- The next key differs from k, a key of the tree, first in the bit m: what branches below is whole.
close :: Int# -> Int# -> IntMap a -> Edge a -> Edge a
close m k t above = case above of
  Edge n left up | shorter m n -> close m k (sibling k n left t) up
  _ -> Edge m t above

closeAll :: Int# -> IntMap a -> Edge a -> IntMap a
closeAll k t above = case above of
  Edge n left up -> closeAll k (sibling k n left t) up
  Top -> t

sibling :: Int# -> Int# -> IntMap a -> IntMap a -> IntMap a
sibling k n smaller larger = if negative n then Bin (maskOf k n) n larger smaller else Bin (maskOf k n) n smaller larger
{-# INLINE sibling #-}

-- ---- Combination --------------------------------------------------------------------------------------------------------------------
-- The general walk over two trees. both: for two Tips of one key; left, right: for a subtree that the other map has nothing of.
-- left and right must keep prefixes (they may drop keys).
merge :: (Int# -> a -> b -> IntMap c) -> (IntMap a -> IntMap c) -> (IntMap b -> IntMap c) -> IntMap a -> IntMap b -> IntMap c
merge both left right = go
  where
    go t1 t2 = case t1 of
      Nil -> right t2
      Tip k x -> tipL k x t1 t2
      Bin p1 m1 l1 r1 -> case t2 of
        Nil -> left t1
        Tip k y -> tipR k y t2 t1
        Bin p2 m2 l2 r2
          | shorter m1 m2 -> if nomatch p2 p1 m1 then disjoint' p1 p2 t1 t2
                             else if zero p2 m1 then bin p1 m1 (go l1 t2) (left r1) else bin p1 m1 (left l1) (go r1 t2)
          | shorter m2 m1 -> if nomatch p1 p2 m2 then disjoint' p1 p2 t1 t2
                             else if zero p1 m2 then bin p2 m2 (go t1 l2) (right r2) else bin p2 m2 (right l2) (go t1 r2)
          | same p1 p2 -> bin p1 m1 (go l1 l2) (go r1 r2)
          | otherwise -> disjoint' p1 p2 t1 t2
    disjoint' p1 p2 t1 t2 = maybeLink p1 (left t1) p2 (right t2)
    tipL k x t1 t2 = case t2 of
      Nil -> left t1
      Tip j y | same k j -> both k x y
              | otherwise -> maybeLink k (left t1) j (right t2)
      Bin p m l r | nomatch k p m -> maybeLink k (left t1) p (right t2)
                  | zero k m -> bin p m (tipL k x t1 l) (right r)
                  | otherwise -> bin p m (right l) (tipL k x t1 r)
    tipR k y t2 t1 = case t1 of
      Nil -> right t2
      Tip j x | same k j -> both k x y
              | otherwise -> maybeLink j (left t1) k (right t2)
      Bin p m l r | nomatch k p m -> maybeLink p (left t1) k (right t2)
                  | zero k m -> bin p m (tipR k y t2 l) (left r)
                  | otherwise -> bin p m (left l) (tipR k y t2 r)
{-# INLINE merge #-}

maybeLink :: Int# -> IntMap a -> Int# -> IntMap a -> IntMap a
maybeLink _ Nil _ t = t
maybeLink _ t _ Nil = t
maybeLink p t q u = link p t q u

nilOf :: IntMap a -> IntMap b
nilOf _ = Nil
{-# INLINE nilOf #-}

union :: IntMap a -> IntMap a -> IntMap a
union = merge (\k x _ -> Tip k x) id id

unions :: Foldable.Foldable f => f (IntMap a) -> IntMap a
unions = Foldable.foldl' union Nil

difference :: IntMap a -> IntMap b -> IntMap a
difference = merge (\_ _ _ -> Nil) id nilOf

intersection :: IntMap a -> IntMap b -> IntMap a
intersection = merge (\k x _ -> Tip k x) nilOf nilOf

disjoint :: IntMap a -> IntMap b -> Bool
disjoint a b = null (intersection a b)

-- | The maps of keys in the first set-like map (any values): kept, or left out.
restrictTo, without :: IntMap a -> IntMap b -> IntMap a
restrictTo = intersection
without = difference

-- ---- Traversal ------------------------------------------------------------------------------------------------------------------------
foldrWithKey :: (Key -> a -> b -> b) -> b -> IntMap a -> b
foldrWithKey f z = ordered (\neg pos -> go (go z pos) neg) (go z)
  where
    go acc (Bin _ _ l r) = go (go acc r) l
    go acc (Tip k x) = f (I# k) x acc
    go acc Nil = acc
{-# INLINE foldrWithKey #-}

foldlWithKey :: (b -> Key -> a -> b) -> b -> IntMap a -> b
foldlWithKey f z = ordered (\neg pos -> go (go z neg) pos) (go z)
  where
    go acc (Bin _ _ l r) = go (go acc l) r
    go acc (Tip k x) = f acc (I# k) x
    go acc Nil = acc
{-# INLINE foldlWithKey #-}

foldrWithKey' :: (Key -> a -> b -> b) -> b -> IntMap a -> b
foldrWithKey' f z = ordered (\neg pos -> go (go z pos) neg) (go z)
  where
    go !acc (Bin _ _ l r) = go (go acc r) l
    go acc (Tip k x) = f (I# k) x acc
    go acc Nil = acc
{-# INLINE foldrWithKey' #-}

foldlWithKey' :: (b -> Key -> a -> b) -> b -> IntMap a -> b
foldlWithKey' f z = ordered (\neg pos -> go (go z neg) pos) (go z)
  where
    go !acc (Bin _ _ l r) = go (go acc l) r
    go acc (Tip k x) = f acc (I# k) x
    go acc Nil = acc
{-# INLINE foldlWithKey' #-}

foldr, foldr' :: (a -> b -> b) -> b -> IntMap a -> b
foldr f = foldrWithKey (\_ x acc -> f x acc)
foldr' f = foldrWithKey' (\_ x acc -> f x acc)
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

foldl, foldl' :: (b -> a -> b) -> b -> IntMap a -> b
foldl f = foldlWithKey (\acc _ x -> f acc x)
foldl' f = foldlWithKey' (\acc _ x -> f acc x)
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldMapWithKey :: Monoid m => (Key -> a -> m) -> IntMap a -> m
foldMapWithKey f = ordered (\neg pos -> go neg <> go pos) go
  where
    go (Bin _ _ l r) = go l <> go r
    go (Tip k x) = f (I# k) x
    go Nil = mempty

traverseWithKey :: Applicative t => (Key -> a -> t b) -> IntMap a -> t (IntMap b)
traverseWithKey f t = case t of
  Bin p m l r | negative m -> liftA2' (\r' l' -> Bin p m l' r') (go r) (go l)
  _ -> go t
  where
    go (Bin p m l r) = liftA2' (Bin p m) (go l) (go r)
    go (Tip k x) = fmap (\y -> Tip k y) (f (I# k) x)
    go Nil = pure Nil
    liftA2' g a b = fmap g a <*> b

elems :: IntMap a -> [a]
elems m = foldr (:) [] m
{-# NOINLINE [1] elems #-}

keys :: IntMap a -> [Key]
keys m = foldrWithKey (\k _ ks -> k : ks) [] m
{-# NOINLINE [1] keys #-}

toAscList, toList, assocs, toDescList :: IntMap a -> [(Key, a)]
toAscList m = foldrWithKey (\k x xs -> (k, x) : xs) [] m
{-# NOINLINE [1] toAscList #-}
toList = toAscList
assocs = toAscList
toDescList = foldlWithKey (\xs k x -> (k, x) : xs) []

-- What a fold of each needs, with c for (:), to fuse: see Note [List fusion] in GPH.Base.
foldrFB :: (Key -> a -> b -> b) -> b -> IntMap a -> b
foldrFB f z m = foldrWithKey f z m
{-# INLINE [0] foldrFB #-}

elemFB :: (a -> b -> b) -> Key -> a -> b -> b
elemFB c = \_ x r -> x `c` r
keyFB :: (Key -> b -> b) -> Key -> a -> b -> b
keyFB c = \k _ r -> k `c` r
pairFB :: ((Key, a) -> b -> b) -> Key -> a -> b -> b
pairFB c = \k x r -> (k, x) `c` r
{-# INLINE [0] elemFB #-}
{-# INLINE [0] keyFB #-}
{-# INLINE [0] pairFB #-}

{-# RULES
"IntMap.elems"         [~1] forall m. elems m = build (\c n -> foldrFB (elemFB c) n m)
"IntMap.elemsList"     [1] foldrFB (elemFB (:)) [] = elems
"IntMap.keys"          [~1] forall m. keys m = build (\c n -> foldrFB (keyFB c) n m)
"IntMap.keysList"      [1] foldrFB (keyFB (:)) [] = keys
"IntMap.toAscList"     [~1] forall m. toAscList m = build (\c n -> foldrFB (pairFB c) n m)
"IntMap.toAscListList" [1] foldrFB (pairFB (:)) [] = toAscList
  #-}

-- ---- Filters --------------------------------------------------------------------------------------------------------------------------
filterWithKey :: (Key -> a -> Bool) -> IntMap a -> IntMap a
filterWithKey p = go
  where
    go t = case t of
      Bin q m l r -> bin q m (go l) (go r)
      Tip k x | p (I# k) x -> t
      _ -> Nil

filter :: (a -> Bool) -> IntMap a -> IntMap a
filter p = filterWithKey (\_ x -> p x)

partitionWithKey :: (Key -> a -> Bool) -> IntMap a -> (IntMap a, IntMap a)
partitionWithKey p = go
  where
    go t = case t of
      Bin q m l r -> case go l of (l1, l2) -> case go r of (r1, r2) -> (bin q m l1 r1, bin q m l2 r2)
      Tip k x | p (I# k) x -> (t, Nil)
              | otherwise -> (Nil, t)
      Nil -> (Nil, Nil)

partition :: (a -> Bool) -> IntMap a -> (IntMap a, IntMap a)
partition p = partitionWithKey (\_ x -> p x)

-- | The predicate holds for the smaller keys and not for the larger ones.
takeWhileAntitone, dropWhileAntitone :: (Key -> Bool) -> IntMap a -> IntMap a
takeWhileAntitone p = filterWithKey (\k _ -> p k)
dropWhileAntitone p = filterWithKey (\k _ -> not (p k))

spanAntitone :: (Key -> Bool) -> IntMap a -> (IntMap a, IntMap a)
spanAntitone p = partitionWithKey (\k _ -> p k)

-- Smaller keys, the key's value, larger keys.
splitTree :: Key -> IntMap a -> (IntMap a, Maybe a, IntMap a)
splitTree (I# k) t = case t of
  Bin _ m l r
    | negative m -> case k >=# 0# of
        1# -> case go l of (lt, x, gt) -> (union r lt, x, gt)
        _ -> case go r of (lt, x, gt) -> (lt, x, union gt l)
  _ -> go t
  where
    go u = case u of
      Bin p m l r
        | nomatch k p m -> case k ># p of { 1# -> (u, Nothing, Nil); _ -> (Nil, Nothing, u) }
        | zero k m -> case go l of (lt, x, gt) -> (lt, x, bin p m gt r)
        | otherwise -> case go r of (lt, x, gt) -> (bin p m l lt, x, gt)
      Tip j y
        | same k j -> (Nil, Just y, Nil)
        | otherwise -> case k ># j of { 1# -> (u, Nothing, Nil); _ -> (Nil, Nothing, u) }
      Nil -> (Nil, Nothing, Nil)

split :: Key -> IntMap a -> (IntMap a, IntMap a)
split _ Nil = (Nil, Nil)
split k t = case splitTree k t of (lt, _, gt) -> (lt, gt)

splitLookup :: Key -> IntMap a -> (IntMap a, Maybe a, IntMap a)
splitLookup _ Nil = (Nil, Nothing, Nil)
splitLookup k t = splitTree k t

-- | The parts that the tree has, in the order of keys.
splitRoot :: IntMap a -> [IntMap a]
splitRoot t = case t of
  Nil -> []
  Tip _ _ -> [t]
  Bin _ m l r | negative m -> [r, l]
              | otherwise -> [l, r]

-- ---- Submaps ------------------------------------------------------------------------------------------------------------------------
isSubmapOfBy, isProperSubmapOfBy :: (a -> b -> Bool) -> IntMap a -> IntMap b -> Bool
isSubmapOfBy le s t = go s t
  where
    go (Bin p1 m1 l1 r1) u = case u of
      Bin p2 m2 l2 r2
        | shorter m1 m2 -> False
        | shorter m2 m1 -> not (nomatch p1 p2 m2) && (if zero p1 m2 then go (Bin p1 m1 l1 r1) l2 else go (Bin p1 m1 l1 r1) r2)
        | otherwise -> same p1 p2 && go l1 l2 && go r1 r2
      _ -> False
    go (Tip k x) u = case lookup (I# k) u of
      Just y -> le x y
      Nothing -> False
    go Nil _ = True
isProperSubmapOfBy le s t = size s < size t && isSubmapOfBy le s t

isSubmapOf, isProperSubmapOf :: Eq a => IntMap a -> IntMap a -> Bool
isSubmapOf = isSubmapOfBy (==)
isProperSubmapOf = isProperSubmapOfBy (==)

-- ---- Ends -----------------------------------------------------------------------------------------------------------------------------
minViewWithKey, maxViewWithKey :: IntMap a -> Maybe ((Key, a), IntMap a)
minViewWithKey t = case lookupMin t of
  Nothing -> Nothing
  Just (k, x) -> Just ((k, x), deleteMin t)
maxViewWithKey t = case lookupMax t of
  Nothing -> Nothing
  Just (k, x) -> Just ((k, x), deleteMax t)

minView, maxView :: IntMap a -> Maybe (a, IntMap a)
minView t = fmap (\((_, x), r) -> (x, r)) (minViewWithKey t)
maxView t = fmap (\((_, x), r) -> (x, r)) (maxViewWithKey t)

deleteMin, deleteMax :: IntMap a -> IntMap a
deleteMin t = case t of
  Bin p m l r | negative m -> bin p m l (go r)
  _ -> go t
  where
    go (Bin p m l r) = bin p m (go l) r
    go _ = Nil
deleteMax t = case t of
  Bin p m l r | negative m -> bin p m (go l) r
  _ -> go t
  where
    go (Bin p m l r) = bin p m l (go r)
    go _ = Nil

deleteFindMin, deleteFindMax :: IntMap a -> ((Key, a), IntMap a)
deleteFindMin t = case minViewWithKey t of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntMap.Internal" 2295 28 "deleteFindMin: empty map has no minimal element"
deleteFindMax t = case maxViewWithKey t of
  Just r -> r
  Nothing -> errorAt Containers "Data.IntMap.Internal" 2289 28 "deleteFindMax: empty map has no maximal element"

instance Lists.IsList (IntMap a) (Key, a) where
  fromList = List.foldl' (\m (k, x) -> union (case k of I# k# -> Tip k# x) m) Nil
  toList = toList
