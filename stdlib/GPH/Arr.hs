{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed arrays over any index type: immutable 'Array' and mutable 'STArray'. An array keeps its bounds, its size and a
-- primitive array of that size. Indexing costs O(1) and checks the bounds; construction is strict in bounds and indices, lazy in elements.
module GPH.Arr
  ( Array(..), STArray(..), array, listArray, (!), bounds, numElements, indices, elems, assocs, accumArray, (//), accum, ixmap, amap
  , unsafeArray, unsafeReplace, unsafeAccum, unsafeAccumArray, unsafeAt, safeRangeSize, foldrElems, foldlElems, foldrElems', foldlElems'
  , newSTArray, boundsSTArray, numElementsSTArray, readSTArray, writeSTArray, unsafeReadSTArray, unsafeWriteSTArray
  , freezeSTArray, thawSTArray, unsafeFreezeSTArray, unsafeThawSTArray
  ) where

import GPH.Ix (Ix(..))
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Types (Int(..))
import Prelude

infixl 9 !, //

data Array i e = Array !i !i !Int (Array# e)

data STArray s i e = STArray !i !i !Int (MutableArray# s e)

instance Eq (STArray s i e) where
  STArray _ _ _ a == STArray _ _ _ b = case sameMutableArray# a b of
    1# -> True
    _ -> False

arrEleBottom :: a
arrEleBottom = errorWithoutStackTrace "(Array.!): undefined array element"

-- | The number of indices between the bounds; negative sizes are errors.
safeRangeSize :: Ix i => (i, i) -> Int
safeRangeSize b = let r = rangeSize b in if r < 0 then errorWithoutStackTrace "Negative range size" else r
{-# INLINE safeRangeSize #-}

array :: Ix i => (i, i) -> [(i, e)] -> Array i e
array (l, u) ies = let n = safeRangeSize (l, u) in unsafeArray (l, u) n [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE array #-}

-- | Those that begin with unsafe take the number of indices and places that were checked, from 0, in place of indices.
unsafeArray :: (i, i) -> Int -> [(Int, e)] -> Array i e
unsafeArray (l, u) n ies = runST (ST (\s -> case newFilled n arrEleBottom s of
  (# s1, marr #) -> case foldr (put marr) (\st -> st) ies s1 of s2 -> freeze l u n marr s2))
{-# INLINE unsafeArray #-}

-- Lists of elements are consumed by foldr, so that they need not be made; a step passes the state on to the rest.
put :: MutableArray# s e -> (Int, e) -> (State# s -> State# s) -> State# s -> State# s
put marr = \ie rest st -> case ie of (I# i, e) -> case writeArray# marr i e st of st1 -> rest st1
{-# INLINE put #-}

newFilled :: Int -> e -> State# s -> (# State# s, MutableArray# s e #)
newFilled (I# n) x s = newArray# n x s
{-# INLINE newFilled #-}

freeze :: i -> i -> Int -> MutableArray# s e -> State# s -> (# State# s, Array i e #)
freeze l u n marr s = case unsafeFreezeArray# marr s of (# s1, arr #) -> (# s1, Array l u n arr #)
{-# INLINE freeze #-}

-- | Elements in index order; missing ones are undefined. Of surplus ones not even the list's cells are looked at.
listArray :: Ix i => (i, i) -> [e] -> Array i e
listArray (l, u) es = let n = safeRangeSize (l, u) in runST (ST (\s -> case newFilled n arrEleBottom s of
  (# s1, marr #) -> case n of
    0 -> freeze l u n marr s1
    I# n# -> case foldr (putNext marr (n# -# 1#)) (\_ st -> st) es 0# s1 of s2 -> freeze l u n marr s2))
{-# INLINE listArray #-}

-- At index i, of which `last` is the last.
putNext :: MutableArray# s e -> Int# -> e -> (Int# -> State# s -> State# s) -> Int# -> State# s -> State# s
putNext marr lastIndex = \e rest i st -> case writeArray# marr i e st of
  st1 -> case i ==# lastIndex of { 1# -> st1; _ -> rest (i +# 1#) st1 }
{-# INLINE putNext #-}

(!) :: Ix i => Array i e -> i -> e
Array l u n arr ! i = case safeIndex (l, u) n i of I# k -> case indexArray# arr k of (# e #) -> e
{-# INLINE (!) #-}

unsafeAt :: Array i e -> Int -> e
unsafeAt (Array _ _ _ arr) (I# k) = case indexArray# arr k of (# e #) -> e
{-# INLINE unsafeAt #-}

bounds :: Array i e -> (i, i)
bounds (Array l u _ _) = (l, u)
{-# INLINE bounds #-}

numElements :: Array i e -> Int
numElements (Array _ _ n _) = n
{-# INLINE numElements #-}

indices :: Ix i => Array i e -> [i]
indices (Array l u _ _) = range (l, u)
{-# INLINE indices #-}

elems :: Array i e -> [e]
elems arr = [unsafeAt arr k | k <- [0 .. numElements arr - 1]]
{-# INLINE elems #-}

assocs :: Ix i => Array i e -> [(i, e)]
assocs arr = [(i, arr ! i) | i <- range (bounds arr)]
{-# INLINE assocs #-}

foldrElems, foldrElems' :: (a -> b -> b) -> b -> Array i a -> b
foldrElems f b0 arr = go 0
  where
    n = numElements arr
    go i | i == n = b0
         | otherwise = f (unsafeAt arr i) (go (i + 1))
foldrElems' f b0 arr = go (numElements arr - 1) b0
  where
    go i acc | i < 0 = acc
             | otherwise = acc `seq` go (i - 1) (f (unsafeAt arr i) acc)

foldlElems, foldlElems' :: (b -> a -> b) -> b -> Array i a -> b
foldlElems f b0 arr = go (numElements arr - 1)
  where
    go i | i < 0 = b0
         | otherwise = f (go (i - 1)) (unsafeAt arr i)
foldlElems' f b0 arr = go 0 b0
  where
    n = numElements arr
    go i acc | i == n = acc
             | otherwise = acc `seq` go (i + 1) (f acc (unsafeAt arr i))

-- | Strict in the accumulated values since base 4.9.
accumArray :: Ix i => (e -> a -> e) -> e -> (i, i) -> [(i, a)] -> Array i e
accumArray f initial (l, u) ies = let n = safeRangeSize (l, u) in unsafeAccumArray f initial (l, u) n [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE accumArray #-}

unsafeAccumArray :: (e -> a -> e) -> e -> (i, i) -> Int -> [(Int, a)] -> Array i e
unsafeAccumArray f initial (l, u) n ies = runST (ST (\s -> case newFilled n initial s of
  (# s1, marr #) -> case foldr (combine f marr) (\st -> st) ies s1 of s2 -> freeze l u n marr s2))
{-# INLINE unsafeAccumArray #-}

combine :: (e -> a -> e) -> MutableArray# s e -> (Int, a) -> (State# s -> State# s) -> State# s -> State# s
combine f marr = \ie rest st -> case ie of
  (I# i, new) -> case readArray# marr i st of
    (# st1, old #) -> let both = f old new in both `seq` (case writeArray# marr i both st1 of st2 -> rest st2)
{-# INLINE combine #-}

(//) :: Ix i => Array i e -> [(i, e)] -> Array i e
arr@(Array l u n _) // ies = unsafeReplace arr [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE (//) #-}

unsafeReplace :: Array i e -> [(Int, e)] -> Array i e
unsafeReplace arr@(Array l u n _) ies = runST (ST (\s -> case copy arr s of
  (# s1, marr #) -> case foldr (put marr) (\st -> st) ies s1 of s2 -> freeze l u n marr s2))
{-# INLINE unsafeReplace #-}

copy :: Array i e -> State# s -> (# State# s, MutableArray# s e #)
copy (Array _ _ (I# n) arr) s = thawArray# arr 0# n s

accum :: Ix i => (e -> a -> e) -> Array i e -> [(i, a)] -> Array i e
accum f arr@(Array l u n _) ies = unsafeAccum f arr [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE accum #-}

unsafeAccum :: (e -> a -> e) -> Array i e -> [(Int, a)] -> Array i e
unsafeAccum f arr@(Array l u n _) ies = runST (ST (\s -> case copy arr s of
  (# s1, marr #) -> case foldr (combine f marr) (\st -> st) ies s1 of s2 -> freeze l u n marr s2))
{-# INLINE unsafeAccum #-}

amap :: (a -> b) -> Array i a -> Array i b
amap f arr@(Array l u n _) = runST (ST (\s -> case newFilled n arrEleBottom s of
  (# s1, marr #) -> case go marr 0 s1 of s2 -> freeze l u n marr s2))
  where
    go marr i@(I# i#) st
      | i == n = st
      | otherwise = case writeArray# marr i# (f (unsafeAt arr i)) st of st1 -> go marr (i + 1) st1

ixmap :: (Ix i, Ix j) => (i, i) -> (i -> j) -> Array j e -> Array i e
ixmap (l, u) f arr = array (l, u) [(i, arr ! f i) | i <- range (l, u)]

instance Functor (Array i) where
  fmap = amap
instance (Ix i, Eq e) => Eq (Array i e) where
  a == b
    | numElements a == 0 = numElements b == 0
    | otherwise = bounds a == bounds b && go (numElements a - 1)
    where go i = i < 0 || (unsafeAt a i == unsafeAt b i && go (i - 1))
instance (Ix i, Ord e) => Ord (Array i e) where
  compare a b = compare (assocs a) (assocs b)
instance (Ix i, Show i, Show e) => Show (Array i e) where
  showsPrec p a = showParen (p > 10) (showString "array " . showsPrec 11 (bounds a) . showChar ' ' . showsPrec 11 (assocs a))
instance (Ix i, Read i, Read e) => Read (Array i e) where
  readsPrec d = readParen (d > 10) (\r -> [(array b as, u) | ("array", s) <- lex r, (b, t) <- readsPrec 11 s, (as, u) <- readsPrec 11 t])
instance Foldable (Array i) where
  foldr = foldrElems
  foldl = foldlElems
  foldMap f = foldrElems (\x r -> f x <> r) mempty
  length = numElements
  null a = numElements a == 0
instance Ix i => Traversable (Array i) where
  traverse f arr = listArray (bounds arr) `fmap` foldrElems (\x r -> (:) <$> f x <*> r) (pure []) arr

newSTArray :: Ix i => (i, i) -> e -> ST s (STArray s i e)
newSTArray (l, u) initial = ST (\s -> let n = safeRangeSize (l, u) in case newFilled n initial s of (# s1, marr #) -> (# s1, STArray l u n marr #))
{-# INLINE newSTArray #-}

boundsSTArray :: STArray s i e -> (i, i)
boundsSTArray (STArray l u _ _) = (l, u)
{-# INLINE boundsSTArray #-}

numElementsSTArray :: STArray s i e -> Int
numElementsSTArray (STArray _ _ n _) = n
{-# INLINE numElementsSTArray #-}

readSTArray :: Ix i => STArray s i e -> i -> ST s e
readSTArray marr@(STArray l u n _) i = unsafeReadSTArray marr (safeIndex (l, u) n i)
{-# INLINE readSTArray #-}

writeSTArray :: Ix i => STArray s i e -> i -> e -> ST s ()
writeSTArray marr@(STArray l u n _) i e = unsafeWriteSTArray marr (safeIndex (l, u) n i) e
{-# INLINE writeSTArray #-}

unsafeReadSTArray :: STArray s i e -> Int -> ST s e
unsafeReadSTArray (STArray _ _ _ marr) (I# i) = ST (\s -> readArray# marr i s)
{-# INLINE unsafeReadSTArray #-}

unsafeWriteSTArray :: STArray s i e -> Int -> e -> ST s ()
unsafeWriteSTArray (STArray _ _ _ marr) (I# i) e = ST (\s -> case writeArray# marr i e s of s1 -> (# s1, () #))
{-# INLINE unsafeWriteSTArray #-}

freezeSTArray :: STArray s i e -> ST s (Array i e)
freezeSTArray (STArray l u n@(I# n#) marr) = ST (\s -> case freezeArray# marr 0# n# s of (# s1, arr #) -> (# s1, Array l u n arr #))

thawSTArray :: Array i e -> ST s (STArray s i e)
thawSTArray (Array l u n@(I# n#) arr) = ST (\s -> case thawArray# arr 0# n# s of (# s1, marr #) -> (# s1, STArray l u n marr #))

unsafeFreezeSTArray :: STArray s i e -> ST s (Array i e)
unsafeFreezeSTArray (STArray l u n marr) = ST (\s -> case unsafeFreezeArray# marr s of (# s1, arr #) -> (# s1, Array l u n arr #))
{-# INLINE unsafeFreezeSTArray #-}

unsafeThawSTArray :: Array i e -> ST s (STArray s i e)
unsafeThawSTArray (Array l u n arr) = ST (\s -> case unsafeThawArray# arr s of (# s1, marr #) -> (# s1, STArray l u n marr #))
{-# INLINE unsafeThawSTArray #-}
