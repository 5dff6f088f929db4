{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | What all kinds of vectors share: the class 'Vec' of what a kind of vector can do, and every function in terms of it.
-- Data.Vector and Data.Vector.Unboxed show them with their own types.
--
-- Note [Pull arrays]
-- ~~~~~~~~~~~~~~~~~~
-- A function whose result's length is known beforehand (map, zipWith, generate, reverse ...) describes the result as a 'Pull': the
-- length, and how to get the element at an index. 'fromPull' makes a vector of it; consumers (folds, filter, scans, other such
-- functions) look at their argument through 'toPull'. The functions are INLINE; toPull and fromPull wait for phase 1.
-- Where a consumer meets what makes its vector, rules take the vector away; with the same results at every -O:
--   - the elements of an unboxed vector are evaluated when it is made, and a consumer need not ask for all (length, zipWith with a shorter one,
--     any): length (map f v) fails where f does. So it is taken away only from those that visit all elements once (allPull), and they evaluate
--     each. A boxed vector's elements are lazy: there it is taken away from those that visit each element at most once (toPull), too;
--   - an action may run several times: what is taken away there (actPull) must be as cheap to compute as to fetch, and must not fail
--     (fromCheapPull).
-- An element is handed to a continuation, so that an element of a boxed vector is fetched without being evaluated and a
-- thunk made from it holds the element, not the vector.
module Data.Vector.Internal where

import qualified Control.Monad as Monad
import Control.Monad.Primitive.Class (PrimMonad, stToPrim)
import qualified Data.List as List
import GPH.Base (build)
import GPH.Prim
import GPH.ST (ST, runST)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo, filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum, notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, span, splitAt, sum, tail, take, takeWhile, zipWith, zipWith3, (++))

infixl 9 !, !?
infixr 5 ++

-- | v is a kind of vector, mv the mutable kind, for elements a. Indices are not checked.
class Vec v mv a | v -> mv, mv -> v where
  vLength :: v a -> Int
  vSlice :: Int -> Int -> v a -> v a
  vIndex :: v a -> Int -> (a -> r) -> r
  -- | The whole vector to the beginning of the other.
  vCopy :: mv s a -> v a -> ST s ()
  vThaw :: v a -> ST s (mv s a)
  mLength :: mv s a -> Int
  mSlice :: Int -> Int -> mv s a -> mv s a
  -- | Boxed: of errors; unboxed: of zeros.
  mNew :: Int -> ST s (mv s a)
  mRead :: mv s a -> Int -> ST s a
  mWrite :: mv s a -> Int -> a -> ST s ()
  -- | Between vectors of the same length, which may overlap.
  mMove :: mv s a -> mv s a -> ST s ()
  mFreeze :: mv s a -> ST s (v a)
  mClear :: mv s a -> ST s ()
  mClear _ = return ()
  mOverlaps :: mv s a -> mv s a -> Bool

-- | The kinds of vectors come in pairs: Note [Determined types] in the compiler's rename/determined.cc.
type Mutable v = Determined Vec mv
type Immutable mv = Determined Vec v

-- ---- Errors -----------------------------------------------------------------------------------------------------------
outOfBounds :: String -> Int -> Int -> a
outOfBounds fun i n = error ("Data.Vector." List.++ fun List.++ (": index out of bounds " List.++ show (i, n)))
{-# NOINLINE outOfBounds #-}

emptyVector :: String -> a
emptyVector fun = error ("Data.Vector." List.++ fun List.++ ": empty vector")
{-# NOINLINE emptyVector #-}

badSlice :: String -> Int -> Int -> Int -> a
badSlice fun i k n = error ("Data.Vector." List.++ fun List.++ (": invalid slice " List.++ show (i, k, n)))
{-# NOINLINE badSlice #-}

negativeLength :: String -> Int -> a
negativeLength fun n = error ("Data.Vector." List.++ fun List.++ (": negative length " List.++ show n))
{-# NOINLINE negativeLength #-}

checkIndex :: String -> Int -> Int -> b -> b
checkIndex fun i n r | i >= 0 && i < n = r
                     | otherwise = outOfBounds fun i n
{-# INLINE checkIndex #-}

-- ---- Pull arrays: see Note [Pull arrays] -----------------------------------------------------------------------------
-- The length is lazy, so that a rule sees the Pull that fromPull is given, not an evaluation around it.
data Pull a = Pull Int (forall r. Int -> (a -> r) -> r)

toPull, allPull, actPull :: Vec v mv a => v a -> Pull a
toPull v = Pull (vLength v) (\i k -> vIndex v i k)
allPull v = Pull (vLength v) (\i k -> vIndex v i k)
actPull v = Pull (vLength v) (\i k -> vIndex v i k)
{-# INLINE [1] toPull #-}
{-# INLINE [1] allPull #-}
{-# INLINE [1] actPull #-}

fromPull :: Vec v mv a => Pull a -> v a
fromPull (Pull !n ix) = runST (mNew n >>= \m ->
  let go i | i >= n = mFreeze m
           | otherwise = ix i (\x -> mWrite m i x) >> go (i + 1)
  in go 0)
{-# INLINE [1] fromPull #-}

fromCheapPull :: Vec v mv a => Pull a -> v a
fromCheapPull p = fromPull p
{-# INLINE [1] fromCheapPull #-}

-- | Of elements that say when the vector is made that there are none (an index out of bounds): a boxed one is always made.
fromCheckedPull :: Vec v mv a => Pull a -> v a
fromCheckedPull p = fromPull p
{-# INLINE [1] fromCheckedPull #-}

-- | What a vector of evaluated elements would hand on.
evaluated :: Pull a -> Pull a
evaluated (Pull n ix) = Pull n (\i k -> ix i (\x -> x `seq` k x))
{-# INLINE [1] evaluated #-}

mapPull :: (Int -> a -> b) -> Pull a -> Pull b
mapPull f (Pull n ix) = Pull n (\i k -> ix i (\x -> k (f i x)))
{-# INLINE [1] mapPull #-}

-- All these wait, too: a rule sees through no let or case that they would leave around fromPull.
consPull :: a -> Pull a -> Pull a
consPull x (Pull n ix) = Pull (n + 1) (\i k -> if i == 0 then k x else ix (i - 1) k)
{-# INLINE [1] consPull #-}

snocPull :: Pull a -> a -> Pull a
snocPull (Pull n ix) x = Pull (n + 1) (\i k -> if i == n then k x else ix i k)
{-# INLINE [1] snocPull #-}

reversePull :: Pull a -> Pull a
reversePull (Pull n ix) = Pull n (\i k -> ix (n - 1 - i) k)
{-# INLINE [1] reversePull #-}

bindPull :: (forall r. a -> (b -> r) -> r) -> Pull a -> Pull b
bindPull f (Pull n ix) = Pull n (\i k -> ix i (\x -> f x k))
{-# INLINE [1] bindPull #-}

zipPull :: (Int -> a -> b -> c) -> Pull a -> Pull b -> Pull c
zipPull f (Pull n ix) (Pull m iy) = Pull (min n m) (\i k -> ix i (\x -> iy i (\y -> k (f i x y))))
{-# INLINE [1] zipPull #-}

lengthPull :: Pull a -> Int
lengthPull (Pull n _) = n
{-# INLINE lengthPull #-}

foldlPull' :: (b -> a -> b) -> b -> Pull a -> b
foldlPull' f = ifoldlPull' (\acc _ x -> f acc x)
{-# INLINE foldlPull' #-}

ifoldlPull' :: (b -> Int -> a -> b) -> b -> Pull a -> b
ifoldlPull' f z (Pull !n ix) = go z 0
  where go !acc i | i >= n = acc
                  | otherwise = ix i (\x -> go (f acc i x) (i + 1))
{-# INLINE ifoldlPull' #-}

ifoldrPull :: (Int -> a -> b -> b) -> b -> Pull a -> b
ifoldrPull f z (Pull !n ix) = go 0
  where go i | i >= n = z
             | otherwise = ix i (\x -> f i x (go (i + 1)))
{-# INLINE ifoldrPull #-}

ifoldrPull' :: (Int -> a -> b -> b) -> b -> Pull a -> b
ifoldrPull' f z (Pull !n ix) = go z (n - 1)
  where go !acc i | i < 0 = acc
                  | otherwise = ix i (\x -> go (f i x acc) (i - 1))
{-# INLINE ifoldrPull' #-}

-- | A vector of at most n elements from an action that writes them from the front and says how many.
createUpTo :: Vec v mv a => Int -> (forall s. mv s a -> ST s Int) -> v a
createUpTo n fill = runST (mNew n >>= \m -> fill m >>= \k -> if k == n then mFreeze m else
  mNew k >>= \m' -> mMove m' (mSlice 0 k m) >> mFreeze m')
{-# INLINE createUpTo #-}

-- ---- Construction ------------------------------------------------------------------------------------------------------
empty :: Vec v mv a => v a
empty = fromPull (Pull 0 (\_ _ -> emptyVector "empty"))
{-# INLINE empty #-}

singleton :: Vec v mv a => a -> v a
singleton x = fromPull (Pull 1 (\_ k -> k x))
{-# INLINE singleton #-}

replicate :: Vec v mv a => Int -> a -> v a
replicate n x = fromPull (Pull (max 0 n) (\_ k -> k x))
{-# INLINE replicate #-}

generate :: Vec v mv a => Int -> (Int -> a) -> v a
generate n f = fromPull (Pull (max 0 n) (\i k -> k (f i)))
{-# INLINE generate #-}

iterateN :: Vec v mv a => Int -> (a -> a) -> a -> v a
iterateN n f x0 = fromListN n (List.iterate f x0)
{-# INLINE iterateN #-}

unfoldr :: Vec v mv a => (b -> Maybe (a, b)) -> b -> v a
unfoldr f b = fromList (List.unfoldr f b)
{-# INLINE unfoldr #-}

unfoldrN :: Vec v mv a => Int -> (b -> Maybe (a, b)) -> b -> v a
unfoldrN n f b0 = createUpTo (max 0 n) (\m ->
  let go i b | i >= n = return (max 0 n)
             | otherwise = case f b of
                 Nothing -> return i
                 Just (x, b') -> mWrite m i x >> go (i + 1) b'
  in go 0 b0)
{-# INLINE unfoldrN #-}

unfoldrExactN :: Vec v mv a => Int -> (b -> (a, b)) -> b -> v a
unfoldrExactN n f = unfoldrN n (\b -> Just (f b))
{-# INLINE unfoldrExactN #-}

newST :: Vec v mv a => Int -> ST s (mv s a)
newST n | n < 0 = negativeLength "Mutable.new" n
        | otherwise = mNew n
{-# INLINE newST #-}

-- | Each element from those before it.
constructN, constructrN :: Vec v mv a => Int -> (v a -> a) -> v a
constructN n f = runST (newST n >>= \m ->
  let go i | i >= n = mFreeze m
           | otherwise = mFreeze (mSlice 0 i m) >>= \v -> mWrite m i (f v) >> go (i + 1)
  in go 0)
constructrN n f = runST (newST n >>= \m ->
  let go i | i >= n = mFreeze m
           | otherwise = mFreeze (mSlice (n - i) i m) >>= \v -> mWrite m (n - i - 1) (f v) >> go (i + 1)
  in go 0)
{-# INLINE constructN #-}
{-# INLINE constructrN #-}

enumFromN :: (Vec v mv a, Num a) => a -> Int -> v a
enumFromN x n = fromPull (Pull (max 0 n) (\i k -> k (x + fromIntegral i)))
{-# INLINE [2] enumFromN #-}

enumFromNInt :: Vec v mv Int => Int -> Int -> v Int
enumFromNInt !x n = fromCheapPull (Pull (max 0 n) (\i k -> k (x + i)))
{-# INLINE enumFromNInt #-}

enumFromStepN :: (Vec v mv a, Num a) => a -> a -> Int -> v a
enumFromStepN x y n = fromPull (Pull (max 0 n) (\i k -> k (x + fromIntegral i * y)))
{-# INLINE enumFromStepN #-}

enumFromTo :: (Vec v mv a, Enum a) => a -> a -> v a
enumFromTo x y = fromList [x .. y]
{-# INLINE [2] enumFromTo #-}

enumFromToInt :: Vec v mv Int => Int -> Int -> v Int
enumFromToInt x y = fromCheapPull (rangePull x y)
{-# INLINE enumFromToInt #-}

rangePull :: Int -> Int -> Pull Int
rangePull x y = Pull size (\i k -> k (x + i))
  where size | y < x = 0
             | y - x < 0 || y - x == maxBound = maxBound   -- more than an Int says: no memory is as large
             | otherwise = y - x + 1
{-# INLINE [1] rangePull #-}

{-# RULES
"vector enumFromTo/Int" enumFromTo = enumFromToInt
"vector enumFromN/Int" enumFromN = enumFromNInt
"toPull/fromCheapPull" forall p. toPull (fromCheapPull p) = p
"allPull/fromCheapPull" forall p. allPull (fromCheapPull p) = p
"actPull/fromCheapPull" forall p. actPull (fromCheapPull p) = p
  #-}

enumFromThenTo :: (Vec v mv a, Enum a) => a -> a -> a -> v a
enumFromThenTo x y z = fromList [x, y .. z]
{-# INLINE enumFromThenTo #-}

cons :: Vec v mv a => a -> v a -> v a
cons x v = fromPull (consPull x (allPull v))
{-# INLINE cons #-}

snoc :: Vec v mv a => v a -> a -> v a
snoc v x = fromPull (snocPull (allPull v) x)
{-# INLINE snoc #-}

(++) :: Vec v mv a => v a -> v a -> v a
a ++ b = runST (mNew (vLength a + vLength b) >>= \m -> copyAt m 0 a >> copyAt m (vLength a) b >> mFreeze m)

copyAt :: Vec v mv a => mv s a -> Int -> v a -> ST s ()
copyAt m i v = vCopy (mSlice i (vLength v) m) v
{-# INLINE copyAt #-}

concat :: Vec v mv a => [v a] -> v a
concat vs = runST (mNew (List.sum (List.map vLength vs)) >>= \m ->
  let go _ [] = mFreeze m
      go i (w : ws) = copyAt m i w >> go (i + vLength w) ws
  in go 0 vs)

concatMap :: (Vec v mv a, Vec v mv b) => (a -> v b) -> v a -> v b
concatMap f v = concat (List.map f (toList v))
{-# INLINE concatMap #-}

force :: Vec v mv a => v a -> v a
force v = runST (mNew (vLength v) >>= \m -> vCopy m v >> mFreeze m)

-- | Copies into another kind of vector.
convert :: (Vec v mv a, Vec w mw a) => v a -> w a
convert v = case allPull v of Pull n ix -> fromPull (Pull n ix)
{-# INLINE convert #-}

-- | One pass; the list is not held.
fromList :: Vec v mv a => [a] -> v a
fromList list = runST (mNew 16 >>= \m -> go m 0 list)
  where
    go m i [] = if i == mLength m then mFreeze m else mNew i >>= \m' -> mMove m' (mSlice 0 i m) >> mFreeze m'
    go m i (x : xs)
      | i < mLength m = mWrite m i x >> go m (i + 1) xs
      | otherwise = mNew (2 * i) >>= \m' -> mMove (mSlice 0 i m') m >> go m' i (x : xs)
{-# INLINE fromList #-}

-- | The first n elements.
fromListN :: Vec v mv a => Int -> [a] -> v a
fromListN n list = createUpTo (max 0 n) (\m ->
  let go i (x : xs) | i < n = mWrite m i x >> go (i + 1) xs
      go i _ = return i
  in go 0 list)
{-# INLINE fromListN #-}

-- | Lazy; fuses with what consumes the list.
toList :: Vec v mv a => v a -> [a]
toList v = build (\c n -> ifoldrPull (\_ x r -> c x r) n (toPull v))
{-# INLINE toList #-}

create :: Vec v mv a => (forall s. ST s (mv s a)) -> v a
create m = runST (m >>= mFreeze)
{-# INLINE create #-}

replicateM :: (Vec v mv a, Monad m) => Int -> m a -> m (v a)
replicateM n m = generateM n (\_ -> m)
{-# INLINE replicateM #-}

generateM :: (Vec v mv a, Monad m) => Int -> (Int -> m a) -> m (v a)
generateM n f = go 0 []
  where go i acc | i >= n = return (fromListRev i acc)
                 | otherwise = f i >>= \x -> go (i + 1) (x : acc)
{-# INLINE generateM #-}

-- n elements, the last first.
fromListRev :: Vec v mv a => Int -> [a] -> v a
fromListRev n list = runST (mNew (max 0 n) >>= \m ->
  let go _ [] = mFreeze m
      go i (x : xs) = mWrite m i x >> go (i - 1) xs
  in go (n - 1) list)
{-# INLINE fromListRev #-}

-- ---- Access --------------------------------------------------------------------------------------------------------------
length :: Vec v mv a => v a -> Int
length v = lengthPull (toPull v)
{-# INLINE length #-}

null :: Vec v mv a => v a -> Bool
null v = length v == 0
{-# INLINE null #-}

(!) :: Vec v mv a => v a -> Int -> a
v ! i = checkIndex "(!)" i (vLength v) (vIndex v i (\x -> x))
{-# INLINE (!) #-}

(!?) :: Vec v mv a => v a -> Int -> Maybe a
v !? i | i >= 0 && i < vLength v = vIndex v i Just
       | otherwise = Nothing
{-# INLINE (!?) #-}

unsafeIndex :: Vec v mv a => v a -> Int -> a
unsafeIndex v i = vIndex v i (\x -> x)
{-# INLINE unsafeIndex #-}

head, last :: Vec v mv a => v a -> a
head v | vLength v == 0 = emptyVector "head"
       | otherwise = unsafeIndex v 0
last v | vLength v == 0 = emptyVector "last"
       | otherwise = unsafeIndex v (vLength v - 1)
{-# INLINE head #-}
{-# INLINE last #-}

unsafeHead, unsafeLast :: Vec v mv a => v a -> a
unsafeHead v = unsafeIndex v 0
unsafeLast v = unsafeIndex v (vLength v - 1)
{-# INLINE unsafeHead #-}
{-# INLINE unsafeLast #-}

indexM :: (Vec v mv a, Monad m) => v a -> Int -> m a
indexM v i = checkIndex "indexM" i (vLength v) (vIndex v i return)
{-# INLINE indexM #-}

headM, lastM :: (Vec v mv a, Monad m) => v a -> m a
headM v = indexM v 0
lastM v = indexM v (vLength v - 1)
{-# INLINE headM #-}
{-# INLINE lastM #-}

-- ---- Parts: O(1) -----------------------------------------------------------------------------------------------------------
slice :: Vec v mv a => Int -> Int -> v a -> v a
slice i k v | i < 0 || k < 0 || k > vLength v - i = badSlice "slice" i k (vLength v)
            | otherwise = vSlice i k v
{-# INLINE slice #-}

take, drop :: Vec v mv a => Int -> v a -> v a
take k v = vSlice 0 (max 0 (min k (vLength v))) v
drop k v = let d = max 0 (min k (vLength v)) in vSlice d (vLength v - d) v
{-# INLINE take #-}
{-# INLINE drop #-}

splitAt :: Vec v mv a => Int -> v a -> (v a, v a)
splitAt k v = (take k v, drop k v)
{-# INLINE splitAt #-}

init, tail :: Vec v mv a => v a -> v a
init v | vLength v == 0 = emptyVector "init"
       | otherwise = vSlice 0 (vLength v - 1) v
tail v | vLength v == 0 = emptyVector "tail"
       | otherwise = vSlice 1 (vLength v - 1) v
{-# INLINE init #-}
{-# INLINE tail #-}

uncons :: Vec v mv a => v a -> Maybe (a, v a)
uncons v | vLength v == 0 = Nothing
         | otherwise = vIndex v 0 (\x -> Just (x, vSlice 1 (vLength v - 1) v))
{-# INLINE uncons #-}

unsnoc :: Vec v mv a => v a -> Maybe (v a, a)
unsnoc v | vLength v == 0 = Nothing
         | otherwise = vIndex v (vLength v - 1) (\x -> Just (vSlice 0 (vLength v - 1) v, x))
{-# INLINE unsnoc #-}

-- ---- Updates: O(n + m) ---------------------------------------------------------------------------------------------------------
modify :: Vec v mv a => (forall s. mv s a -> ST s ()) -> v a -> v a
modify f v = runST (thawST v >>= \m -> f m >> mFreeze m)
{-# INLINE modify #-}

thawST :: Vec v mv a => v a -> ST s (mv s a)
thawST v = mNew (vLength v) >>= \m -> vCopy m v >> return m
{-# INLINE thawST #-}

(//) :: Vec v mv a => v a -> [(Int, a)] -> v a
v // ps = accumWith "(//)" (\_ y -> y) v ps
{-# INLINE (//) #-}

accum :: Vec v mv a => (a -> b -> a) -> v a -> [(Int, b)] -> v a
accum f v ps = accumWith "accum" f v ps
{-# INLINE accum #-}

accumWith :: Vec v mv a => String -> (a -> b -> a) -> v a -> [(Int, b)] -> v a
accumWith fun f v ps = runST (thawST v >>= \m ->
  let go [] = mFreeze m
      go ((i, y) : rest) = checkIndex fun i (vLength v) (mRead m i >>= \x -> mWrite m i (f x y) >> go rest)
  in go ps)
{-# INLINE accumWith #-}

update_ :: (Vec v mv a, Vec v mv Int) => v a -> v Int -> v a -> v a
update_ v is xs = accumWith "update_" (\_ y -> y) v (List.zip (toList is) (toList xs))
{-# INLINE update_ #-}

accumulate_ :: (Vec v mv a, Vec v mv b, Vec v mv Int) => (a -> b -> a) -> v a -> v Int -> v b -> v a
accumulate_ f v is xs = accumWith "accumulate_" f v (List.zip (toList is) (toList xs))
{-# INLINE accumulate_ #-}

update :: (Vec v mv a, Vec v mv (Int, a)) => v a -> v (Int, a) -> v a
update v ps = accumWith "update" (\_ y -> y) v (toList ps)
{-# INLINE update #-}

accumulate :: (Vec v mv a, Vec v mv (Int, b)) => (a -> b -> a) -> v a -> v (Int, b) -> v a
accumulate f v ps = accumWith "accumulate" f v (toList ps)
{-# INLINE accumulate #-}

reverse :: Vec v mv a => v a -> v a
reverse v = fromPull (reversePull (allPull v))
{-# INLINE reverse #-}

backpermute :: (Vec v mv a, Vec v mv Int) => v a -> v Int -> v a
backpermute !v is = fromCheckedPull (bindPull (\j k -> checkIndex "backpermute" j (vLength v) (vIndex v j k)) (allPull is))
{-# INLINE backpermute #-}

-- ---- Maps and zips -----------------------------------------------------------------------------------------------------------------
map :: (Vec v mv a, Vec v mv b) => (a -> b) -> v a -> v b
map f v = fromPull (mapPull (\_ x -> f x) (allPull v))
{-# INLINE map #-}

imap :: (Vec v mv a, Vec v mv b) => (Int -> a -> b) -> v a -> v b
imap f v = fromPull (mapPull f (allPull v))
{-# INLINE imap #-}

indexed :: (Vec v mv a, Vec v mv (Int, a)) => v a -> v (Int, a)
indexed v = fromPull (mapPull (\i x -> (i, x)) (allPull v))
{-# INLINE indexed #-}

mapM :: (Vec v mv a, Vec v mv b, Monad m) => (a -> m b) -> v a -> m (v b)
mapM f v = imapM (\_ x -> f x) v
{-# INLINE mapM #-}

imapM :: (Vec v mv a, Vec v mv b, Monad m) => (Int -> a -> m b) -> v a -> m (v b)
imapM f v = case actPull v of
  Pull !n ix -> let go i acc | i >= n = return (fromListRev n acc)
                             | otherwise = ix i (\x -> f i x >>= \y -> go (i + 1) (y : acc))
                in go 0 []
{-# INLINE imapM #-}

mapM_ :: (Vec v mv a, Monad m) => (a -> m b) -> v a -> m ()
mapM_ f v = ifoldrPull (\_ x r -> f x >> r) (return ()) (actPull v)
{-# INLINE mapM_ #-}

imapM_ :: (Vec v mv a, Monad m) => (Int -> a -> m b) -> v a -> m ()
imapM_ f v = ifoldrPull (\i x r -> f i x >> r) (return ()) (actPull v)
{-# INLINE imapM_ #-}

zipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (a -> b -> c) -> v a -> v b -> v c
zipWith f a b = fromPull (zipPull (\_ x y -> f x y) (toPull a) (toPull b))
{-# INLINE zipWith #-}

izipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (Int -> a -> b -> c) -> v a -> v b -> v c
izipWith f a b = fromPull (zipPull f (toPull a) (toPull b))
{-# INLINE izipWith #-}

izipWith3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d) => (Int -> a -> b -> c -> d) -> v a -> v b -> v c -> v d
izipWith3 f a b c = fromPull (zipPull (\_ g z -> g z) (zipPull f (toPull a) (toPull b)) (toPull c))
{-# INLINE izipWith3 #-}

zipWith3 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d) => (a -> b -> c -> d) -> v a -> v b -> v c -> v d
zipWith3 f = izipWith3 (\_ x y z -> f x y z)
{-# INLINE zipWith3 #-}

zipWith4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e) => (a -> b -> c -> d -> e) -> v a -> v b -> v c -> v d -> v e
zipWith4 f a b c d = fromPull (zipPull (\_ g y -> g y) (zipPull (\_ g z -> g z) (zipPull (\_ x y -> f x y) (toPull a) (toPull b)) (toPull c)) (toPull d))
{-# INLINE zipWith4 #-}

zipWithM :: (Vec v mv a, Vec v mv b, Vec v mv c, Monad m) => (a -> b -> m c) -> v a -> v b -> m (v c)
zipWithM f a b = case zipPull (\_ x y -> f x y) (actPull a) (actPull b) of
  Pull !n ix -> generateM n (\i -> ix i (\m -> m))
{-# INLINE zipWithM #-}

zipWithM_ :: (Vec v mv a, Vec v mv b, Monad m) => (a -> b -> m c) -> v a -> v b -> m ()
zipWithM_ f a b = ifoldrPull (\_ m r -> m >> r) (return ()) (zipPull (\_ x y -> f x y) (actPull a) (actPull b))
{-# INLINE zipWithM_ #-}

unzipWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (a -> (b, c)) -> v a -> (v b, v c)
unzipWith f v = (map (\x -> fst (f x)) v, map (\x -> snd (f x)) v)
{-# INLINE unzipWith #-}

-- ---- Filters --------------------------------------------------------------------------------------------------------------------------
ifilter :: Vec v mv a => (Int -> a -> Bool) -> v a -> v a
ifilter p v = imapMaybe (\i x -> if p i x then Just x else Nothing) v
{-# INLINE ifilter #-}

filter :: Vec v mv a => (a -> Bool) -> v a -> v a
filter p = ifilter (\_ x -> p x)
{-# INLINE filter #-}

imapMaybe :: (Vec v mv a, Vec v mv b) => (Int -> a -> Maybe b) -> v a -> v b
imapMaybe f v = case allPull v of
  Pull !n ix -> createUpTo n (\m ->
    let go i k | i >= n = return k
               | otherwise = ix i (\x -> case f i x of
                   Nothing -> go (i + 1) k
                   Just y -> mWrite m k y >> go (i + 1) (k + 1))
    in go 0 0)
{-# INLINE imapMaybe #-}

mapMaybe :: (Vec v mv a, Vec v mv b) => (a -> Maybe b) -> v a -> v b
mapMaybe f = imapMaybe (\_ x -> f x)
{-# INLINE mapMaybe #-}

-- | Without repetitions of neighbours.
uniq :: (Vec v mv a, Eq a) => v a -> v a
uniq v = ifilter (\i x -> i == 0 || x /= unsafeIndex v (i - 1)) v
{-# INLINE uniq #-}

partition :: Vec v mv a => (a -> Bool) -> v a -> (v a, v a)
partition p v = let { !a = filter p v; !b = filter (\x -> not (p x)) v } in (a, b)
{-# INLINE partition #-}

findFrom :: Vec v mv a => (a -> Bool) -> v a -> Int
findFrom p v = case toPull v of
  Pull !n ix -> let go i | i >= n = n
                         | otherwise = ix i (\x -> if p x then i else go (i + 1))
                in go 0
{-# INLINE findFrom #-}

takeWhile, dropWhile :: Vec v mv a => (a -> Bool) -> v a -> v a
takeWhile p v = vSlice 0 (findFrom (\x -> not (p x)) v) v
dropWhile p v = let k = findFrom (\x -> not (p x)) v in vSlice k (vLength v - k) v
{-# INLINE takeWhile #-}
{-# INLINE dropWhile #-}

span, break :: Vec v mv a => (a -> Bool) -> v a -> (v a, v a)
span p v = break (\x -> not (p x)) v
break p v = let !k = findFrom p v in (vSlice 0 k v, vSlice k (vLength v - k) v)
{-# INLINE span #-}
{-# INLINE break #-}

-- ---- Searches ---------------------------------------------------------------------------------------------------------------------------
elem, notElem :: (Vec v mv a, Eq a) => a -> v a -> Bool
elem x v = any (== x) v
notElem x v = not (elem x v)
{-# INLINE elem #-}
{-# INLINE notElem #-}

find :: Vec v mv a => (a -> Bool) -> v a -> Maybe a
find p v = ifoldrPull (\_ x r -> if p x then Just x else r) Nothing (toPull v)
{-# INLINE find #-}

findIndex :: Vec v mv a => (a -> Bool) -> v a -> Maybe Int
findIndex p v = ifoldrPull (\i x r -> if p x then Just i else r) Nothing (toPull v)
{-# INLINE findIndex #-}

findIndices :: (Vec v mv a, Vec v mv Int) => (a -> Bool) -> v a -> v Int
findIndices p v = imapMaybe (\i x -> if p x then Just i else Nothing) v
{-# INLINE findIndices #-}

elemIndex :: (Vec v mv a, Eq a) => a -> v a -> Maybe Int
elemIndex x v = findIndex (== x) v
{-# INLINE elemIndex #-}

elemIndices :: (Vec v mv a, Vec v mv Int, Eq a) => a -> v a -> v Int
elemIndices x v = findIndices (== x) v
{-# INLINE elemIndices #-}

-- ---- Folds --------------------------------------------------------------------------------------------------------------------------------
foldl, foldl' :: Vec v mv a => (b -> a -> b) -> b -> v a -> b
foldl f = ifoldl (\z _ x -> f z x)
foldl' f z v = foldlPull' f z (allPull v)
{-# INLINE foldl #-}
{-# INLINE foldl' #-}

foldr, foldr' :: Vec v mv a => (a -> b -> b) -> b -> v a -> b
foldr f z v = ifoldrPull (\_ x r -> f x r) z (toPull v)
foldr' f z v = ifoldrPull' (\_ x r -> f x r) z (allPull v)
{-# INLINE foldr #-}
{-# INLINE foldr' #-}

ifoldl, ifoldl' :: Vec v mv a => (b -> Int -> a -> b) -> b -> v a -> b
ifoldl f z v = case toPull v of
  Pull !n ix -> let go i | i < 0 = z
                         | otherwise = ix i (\x -> f (go (i - 1)) i x)
                in go (n - 1)
ifoldl' f z v = ifoldlPull' f z (allPull v)
{-# INLINE ifoldl #-}
{-# INLINE ifoldl' #-}

ifoldr, ifoldr' :: Vec v mv a => (Int -> a -> b -> b) -> b -> v a -> b
ifoldr f z v = ifoldrPull f z (toPull v)
ifoldr' f z v = ifoldrPull' f z (allPull v)
{-# INLINE ifoldr #-}
{-# INLINE ifoldr' #-}

foldl1, foldl1', foldr1, foldr1' :: Vec v mv a => (a -> a -> a) -> v a -> a
foldl1 f v | vLength v == 0 = emptyVector "foldl1"
           | otherwise = vIndex v 0 (\x -> foldl f x (vSlice 1 (vLength v - 1) v))
foldl1' f v = case allPull v of
  Pull n ix | n == 0 -> emptyVector "foldl1'"
            | otherwise -> ix 0 (\x -> foldlPull' f x (Pull (n - 1) (\i k -> ix (i + 1) k)))
foldr1 f v | vLength v == 0 = emptyVector "foldr1"
           | otherwise = vIndex v (vLength v - 1) (\x -> foldr f x (vSlice 0 (vLength v - 1) v))
foldr1' f v | vLength v == 0 = emptyVector "foldr1'"
            | otherwise = vIndex v (vLength v - 1) (\x -> foldr' f x (vSlice 0 (vLength v - 1) v))
{-# INLINE foldl1 #-}
{-# INLINE foldl1' #-}
{-# INLINE foldr1 #-}
{-# INLINE foldr1' #-}

foldMap, foldMap' :: (Vec v mv a, Monoid m) => (a -> m) -> v a -> m
foldMap f v = foldr (\x r -> f x <> r) mempty v
foldMap' f v = foldl' (\acc x -> acc <> f x) mempty v
{-# INLINE foldMap #-}
{-# INLINE foldMap' #-}

all, any :: Vec v mv a => (a -> Bool) -> v a -> Bool
all p v = foldr (\x r -> p x && r) True v
any p v = foldr (\x r -> p x || r) False v
{-# INLINE all #-}
{-# INLINE any #-}

and, or :: Vec v mv Bool => v Bool -> Bool
and v = all id v
or v = any id v
{-# INLINE and #-}
{-# INLINE or #-}

sum, product :: (Vec v mv a, Num a) => v a -> a
sum v = foldl' (+) 0 v
product v = foldl' (*) 1 v
{-# INLINE sum #-}
{-# INLINE product #-}

maximum, minimum :: (Vec v mv a, Ord a) => v a -> a
maximum v = foldl1' max v
minimum v = foldl1' min v
{-# INLINE maximum #-}
{-# INLINE minimum #-}

-- The first of equals, also of maxima (unlike Data.List's).
maximumBy, minimumBy :: Vec v mv a => (a -> a -> Ordering) -> v a -> a
maximumBy cmp v = foldl1' (\x y -> case cmp x y of { LT -> y; _ -> x }) v
minimumBy cmp v = foldl1' (\x y -> case cmp x y of { GT -> y; _ -> x }) v
{-# INLINE maximumBy #-}
{-# INLINE minimumBy #-}

maxIndex, minIndex :: (Vec v mv a, Ord a) => v a -> Int
maxIndex v = maxIndexBy compare v
minIndex v = minIndexBy compare v
{-# INLINE maxIndex #-}
{-# INLINE minIndex #-}

-- The first of equals; what is compared is the best so far with the next, as in GHC (NaN).
maxIndexBy, minIndexBy :: Vec v mv a => (a -> a -> Ordering) -> v a -> Int
maxIndexBy cmp v = bestIndex "maxIndexBy" (\old new -> case cmp old new of { LT -> True; _ -> False }) v
minIndexBy cmp v = bestIndex "minIndexBy" (\old new -> case cmp old new of { GT -> True; _ -> False }) v
{-# INLINE maxIndexBy #-}
{-# INLINE minIndexBy #-}

bestIndex :: Vec v mv a => String -> (a -> a -> Bool) -> v a -> Int
bestIndex fun better v
  | vLength v == 0 = emptyVector fun
  | otherwise = ifoldl' (\best i x -> if i > 0 && better (unsafeIndex v best) x then i else best) 0 v
{-# INLINE bestIndex #-}

foldM, foldM' :: (Vec v mv a, Monad m) => (b -> a -> m b) -> b -> v a -> m b
foldM f = ifoldM (\z _ x -> f z x)
foldM' f = ifoldM' (\z _ x -> f z x)
{-# INLINE foldM #-}
{-# INLINE foldM' #-}

ifoldM, ifoldM' :: (Vec v mv a, Monad m) => (b -> Int -> a -> m b) -> b -> v a -> m b
ifoldM f z0 v = case actPull v of
  Pull !n ix -> let go z i | i >= n = return z
                           | otherwise = ix i (\x -> f z i x >>= \z' -> go z' (i + 1))
                in go z0 0
ifoldM' f z0 v = case actPull v of
  Pull !n ix -> let go !z i | i >= n = return z
                            | otherwise = ix i (\x -> f z i x >>= \z' -> go z' (i + 1))
                in go z0 0
{-# INLINE ifoldM #-}
{-# INLINE ifoldM' #-}

foldM_, foldM'_ :: (Vec v mv a, Monad m) => (b -> a -> m b) -> b -> v a -> m ()
foldM_ f z v = foldM f z v >> return ()
foldM'_ f z v = foldM' f z v >> return ()
{-# INLINE foldM_ #-}
{-# INLINE foldM'_ #-}

-- ---- Scans: strict in the accumulator where the name ends in ' ---------------------------------------------------------------------------
-- n + extra elements: the accumulator before each element, or after it; forwards, or backwards.
scanFwd :: (Vec v mv a, Vec v mv b) => Bool -> Bool -> Bool -> (b -> a -> b) -> b -> v a -> v b
scanFwd strict pre post f z0 v = case allPull v of
  Pull !n ix -> runST (mNew (if pre && post then n + 1 else n) >>= \m ->
    let go z i
          | i >= n = (if pre && post then put z i else return ()) >> mFreeze m
          | otherwise = (if pre then put z i else return ()) >> ix i (\x ->
              let z' = f z x in if strict then z' `seq` next z' i else next z' i)
        next z' i = (if pre then return () else put z' i) >> go z' (i + 1)
        put z i = mWrite m i z
    in if strict then z0 `seq` go z0 0 else go z0 0)
{-# INLINE scanFwd #-}

scanBwd :: (Vec v mv a, Vec v mv b) => Bool -> Bool -> Bool -> (a -> b -> b) -> b -> v a -> v b
scanBwd strict pre post f z0 v = case allPull v of
  Pull !n ix -> runST (mNew (if pre && post then n + 1 else n) >>= \m ->
    let off = if pre && post then 1 else 0
        go z i
          | i < 0 = (if pre && post then mWrite m 0 z else return ()) >> mFreeze m
          | otherwise = (if pre then mWrite m (i + off) z else return ()) >> ix i (\x ->
              let z' = f x z in if strict then z' `seq` next z' i else next z' i)
        next z' i = (if pre then return () else mWrite m i z') >> go z' (i - 1)
    in if strict then z0 `seq` go z0 (n - 1) else go z0 (n - 1))
{-# INLINE scanBwd #-}

prescanl, prescanl', postscanl, postscanl', scanl, scanl' :: (Vec v mv a, Vec v mv b) => (b -> a -> b) -> b -> v a -> v b
prescanl f z v = scanFwd False True False f z v
prescanl' f z v = scanFwd True True False f z v
postscanl f z v = scanFwd False False True f z v
postscanl' f z v = scanFwd True False True f z v
scanl f z v = scanFwd False True True f z v
scanl' f z v = scanFwd True True True f z v
{-# INLINE prescanl #-}
{-# INLINE prescanl' #-}
{-# INLINE postscanl #-}
{-# INLINE postscanl' #-}
{-# INLINE scanl #-}
{-# INLINE scanl' #-}

prescanr, prescanr', postscanr, postscanr', scanr, scanr' :: (Vec v mv a, Vec v mv b) => (a -> b -> b) -> b -> v a -> v b
prescanr f z v = scanBwd False True False f z v
prescanr' f z v = scanBwd True True False f z v
postscanr f z v = scanBwd False False True f z v
postscanr' f z v = scanBwd True False True f z v
scanr f z v = scanBwd False True True f z v
scanr' f z v = scanBwd True True True f z v
{-# INLINE prescanr #-}
{-# INLINE prescanr' #-}
{-# INLINE postscanr #-}
{-# INLINE postscanr' #-}
{-# INLINE scanr #-}
{-# INLINE scanr' #-}

scanl1, scanl1', scanr1, scanr1' :: Vec v mv a => (a -> a -> a) -> v a -> v a
scanl1 f v | vLength v == 0 = emptyVector "scanl1"
           | otherwise = vIndex v 0 (\x -> scanl f x (vSlice 1 (vLength v - 1) v))
scanl1' f v | vLength v == 0 = emptyVector "scanl1'"
            | otherwise = vIndex v 0 (\x -> scanl' f x (vSlice 1 (vLength v - 1) v))
scanr1 f v | vLength v == 0 = emptyVector "scanr1"
           | otherwise = vIndex v (vLength v - 1) (\x -> scanr f x (vSlice 0 (vLength v - 1) v))
scanr1' f v | vLength v == 0 = emptyVector "scanr1'"
            | otherwise = vIndex v (vLength v - 1) (\x -> scanr' f x (vSlice 0 (vLength v - 1) v))
{-# INLINE scanl1 #-}
{-# INLINE scanl1' #-}
{-# INLINE scanr1 #-}
{-# INLINE scanr1' #-}

-- ---- Comparisons ---------------------------------------------------------------------------------------------------------------------------
eqBy :: (Vec v mv a, Vec v mv b) => (a -> b -> Bool) -> v a -> v b -> Bool
eqBy eq a b = vLength a == vLength b && go 0
  where n = vLength a
        go i | i >= n = True
             | otherwise = vIndex a i (\x -> vIndex b i (\y -> eq x y)) && go (i + 1)
{-# INLINE eqBy #-}

cmpBy :: (Vec v mv a, Vec v mv b) => (a -> b -> Ordering) -> v a -> v b -> Ordering
cmpBy cmp a b = go 0
  where n = min (vLength a) (vLength b)
        go i | i >= n = compare (vLength a) (vLength b)
             | otherwise = case vIndex a i (\x -> vIndex b i (\y -> cmp x y)) of
                 EQ -> go (i + 1)
                 r -> r
{-# INLINE cmpBy #-}

-- ---- To and from mutable vectors --------------------------------------------------------------------------------------------------------
freeze, unsafeFreeze :: (Vec v mv a, PrimMonad m s) => mv s a -> m (v a)
freeze m = stToPrim (cloneST m >>= mFreeze)
unsafeFreeze m = stToPrim (mFreeze m)
{-# INLINE freeze #-}
{-# INLINE unsafeFreeze #-}

thaw, unsafeThaw :: (Vec v mv a, PrimMonad m s) => v a -> m (mv s a)
thaw v = stToPrim (thawST v)
unsafeThaw v = stToPrim (vThaw v)
{-# INLINE thaw #-}
{-# INLINE unsafeThaw #-}

-- | Into a mutable vector of the same length.
copy, unsafeCopy :: (Vec v mv a, PrimMonad m s) => mv s a -> v a -> m ()
copy m v | mLength m == vLength v = stToPrim (vCopy m v)
         | otherwise = error "Data.Vector.copy: length mismatch"
unsafeCopy m v = stToPrim (vCopy m v)
{-# INLINE copy #-}
{-# INLINE unsafeCopy #-}

cloneST :: Vec v mv a => mv s a -> ST s (mv s a)
cloneST m = mNew (mLength m) >>= \new' -> mMove new' m >> return new'
{-# INLINE cloneST #-}

-- ---- Monadic functions; zips of many; scans with the index -----------------------------------------------------------------------
zipWith5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f) => (a -> b -> c -> d -> e -> f) -> v a -> v b -> v c -> v d -> v e -> v f
zipWith5 f va vb vc vd ve = izipWith5 (\_ -> f) va vb vc vd ve
{-# INLINE zipWith5 #-}

zipWith6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv g) => (a -> b -> c -> d -> e -> f -> g) -> v a -> v b -> v c -> v d -> v e -> v f -> v g
zipWith6 f va vb vc vd ve vf = izipWith6 (\_ -> f) va vb vc vd ve vf
{-# INLINE zipWith6 #-}

izipWith4 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e) => (Int -> a -> b -> c -> d -> e) -> v a -> v b -> v c -> v d -> v e
izipWith4 f va vb vc vd = generate (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> f i a b c d)))))
{-# INLINE izipWith4 #-}

izipWith5 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f) => (Int -> a -> b -> c -> d -> e -> f) -> v a -> v b -> v c -> v d -> v e -> v f
izipWith5 f va vb vc vd ve = generate (min (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (vLength ve)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> vIndex ve i (\e -> f i a b c d e))))))
{-# INLINE izipWith5 #-}

izipWith6 :: (Vec v mv a, Vec v mv b, Vec v mv c, Vec v mv d, Vec v mv e, Vec v mv f, Vec v mv g) => (Int -> a -> b -> c -> d -> e -> f -> g) -> v a -> v b -> v c -> v d -> v e -> v f -> v g
izipWith6 g va vb vc vd ve vf = generate (min (min (min (min (min (vLength va) (vLength vb)) (vLength vc)) (vLength vd)) (vLength ve)) (vLength vf)) (\i ->
  vIndex va i (\a -> vIndex vb i (\b -> vIndex vc i (\c -> vIndex vd i (\d -> vIndex ve i (\e -> vIndex vf i (\f -> g i a b c d e f)))))))
{-# INLINE izipWith6 #-}

filterM :: (Vec v mv a, Monad m) => (a -> m Bool) -> v a -> m (v a)
filterM p v = fmap fromList (Monad.filterM p (toList v))
{-# INLINE filterM #-}

mapMaybeM :: (Vec v mv a, Vec v mv b, Monad m) => (a -> m (Maybe b)) -> v a -> m (v b)
mapMaybeM f = imapMaybeM (\_ -> f)
{-# INLINE mapMaybeM #-}

imapMaybeM :: (Vec v mv a, Vec v mv b, Monad m) => (Int -> a -> m (Maybe b)) -> v a -> m (v b)
imapMaybeM f v = fmap (\xs -> fromList [x | Just x <- xs]) (Monad.zipWithM f [0 ..] (toList v))
{-# INLINE imapMaybeM #-}

izipWithM :: (Vec v mv a, Vec v mv b, Vec v mv c, Monad m) => (Int -> a -> b -> m c) -> v a -> v b -> m (v c)
izipWithM f a b = fmap fromList (Monad.sequence (List.zipWith3 f [0 ..] (toList a) (toList b)))
{-# INLINE izipWithM #-}

izipWithM_ :: (Vec v mv a, Vec v mv b, Monad m) => (Int -> a -> b -> m c) -> v a -> v b -> m ()
izipWithM_ f a b = Monad.sequence_ (List.zipWith3 f [0 ..] (toList a) (toList b))
{-# INLINE izipWithM_ #-}

fold1M :: (Vec v mv a, Monad m) => (a -> a -> m a) -> v a -> m a
fold1M f v | vLength v == 0 = emptyVector "fold1M"
           | otherwise = foldM f (head v) (tail v)
{-# INLINE fold1M #-}

fold1M' :: (Vec v mv a, Monad m) => (a -> a -> m a) -> v a -> m a
fold1M' f v | vLength v == 0 = emptyVector "fold1M'"
            | otherwise = foldM' f (head v) (tail v)
{-# INLINE fold1M' #-}

fold1M_ :: (Vec v mv a, Monad m) => (a -> a -> m a) -> v a -> m ()
fold1M_ f v = fold1M f v >> return ()
{-# INLINE fold1M_ #-}

fold1M'_ :: (Vec v mv a, Monad m) => (a -> a -> m a) -> v a -> m ()
fold1M'_ f v = fold1M' f v >> return ()
{-# INLINE fold1M'_ #-}

ifoldM_ :: (Vec v mv b, Monad m) => (a -> Int -> b -> m a) -> a -> v b -> m ()
ifoldM_ f z v = ifoldM f z v >> return ()
{-# INLINE ifoldM_ #-}

ifoldM'_ :: (Vec v mv b, Monad m) => (a -> Int -> b -> m a) -> a -> v b -> m ()
ifoldM'_ f z v = ifoldM' f z v >> return ()
{-# INLINE ifoldM'_ #-}

iscanl :: (Vec v mv a, Vec v mv b) => (Int -> a -> b -> a) -> a -> v b -> v a
iscanl f z v = fromListN (vLength v + 1) (List.scanl (\a (i, b) -> f i a b) z (List.zip [0 ..] (toList v)))
{-# INLINE iscanl #-}

iscanl' :: (Vec v mv a, Vec v mv b) => (Int -> a -> b -> a) -> a -> v b -> v a
iscanl' f z v = let w = iscanl f z v in foldl' (\_ x -> x `seq` ()) () w `seq` w
{-# INLINE iscanl' #-}

iscanr :: (Vec v mv a, Vec v mv b) => (Int -> a -> b -> b) -> b -> v a -> v b
iscanr f z v = fromListN (vLength v + 1) (List.scanr (\(i, a) b -> f i a b) z (List.zip [0 ..] (toList v)))
{-# INLINE iscanr #-}

iscanr' :: (Vec v mv a, Vec v mv b) => (Int -> a -> b -> b) -> b -> v a -> v b
iscanr' f z v = let w = iscanr f z v in foldr' (\x _ -> x `seq` ()) () w `seq` w
{-# INLINE iscanr' #-}

iterateNM :: (Vec v mv a, Monad m) => Int -> (a -> m a) -> a -> m (v a)
iterateNM n f z = fmap fromList (go n z)
  where go k x | k <= 0 = return []
               | k == 1 = return [x]
               | otherwise = f x >>= \y -> fmap (x :) (go (k - 1) y)
{-# INLINE iterateNM #-}

unfoldrM :: (Vec v mv a, Monad m) => (b -> m (Maybe (a, b))) -> b -> m (v a)
unfoldrM f s0 = fmap fromList (go s0)
  where go s = f s >>= maybe (return []) (\(x, s') -> fmap (x :) (go s'))
{-# INLINE unfoldrM #-}

unfoldrNM :: (Vec v mv a, Monad m) => Int -> (b -> m (Maybe (a, b))) -> b -> m (v a)
unfoldrNM n f s0 = fmap fromList (go n s0)
  where go k s | k <= 0 = return []
               | otherwise = f s >>= maybe (return []) (\(x, s') -> fmap (x :) (go (k - 1) s'))
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: (Vec v mv a, Monad m) => Int -> (b -> m (a, b)) -> b -> m (v a)
unfoldrExactNM n f s0 = fmap fromList (go n s0)
  where go k s | k <= 0 = return []
               | otherwise = f s >>= \(x, s') -> fmap (x :) (go (k - 1) s')
{-# INLINE unfoldrExactNM #-}

createT :: (Vec v mv a, Traversable f) => (forall s. ST s (f (mv s a))) -> f (v a)
createT st = runST (st >>= traverse mFreeze)
{-# INLINE createT #-}
