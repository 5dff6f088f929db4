-- | Vectors from numbers, functions, lists and other vectors; their elements and parts.
module Data.Vector.Internal.Make where

import Control.Monad.Primitive.Class (PrimMonad, stToPrim)
import qualified Data.List as List
import Data.Vector.Internal.Class
import Data.Vector.Internal.Pull
import GPH.Base (build)
import GPH.ST (ST, runST)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))

infixl 9 !, !?
infixr 5 ++

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

replicateM :: (Monad m, Vec v mv a) => Int -> m a -> m (v a)
replicateM n m = generateM n (\_ -> m)
{-# INLINE replicateM #-}

generateM :: (Monad m, Vec v mv a) => Int -> (Int -> m a) -> m (v a)
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

indexM :: (Monad m, Vec v mv a) => v a -> Int -> m a
indexM v i = checkIndex "indexM" i (vLength v) (vIndex v i return)
{-# INLINE indexM #-}

headM, lastM :: (Monad m, Vec v mv a) => v a -> m a
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

-- ---- To and from mutable vectors --------------------------------------------------------------------------------------------------------
freeze, unsafeFreeze :: (PrimMonad m s, Vec v mv a) => mv s a -> m (v a)
freeze m = stToPrim (cloneST m >>= mFreeze)
unsafeFreeze m = stToPrim (mFreeze m)
{-# INLINE freeze #-}
{-# INLINE unsafeFreeze #-}

thaw, unsafeThaw :: (PrimMonad m s, Vec v mv a) => v a -> m (mv s a)
thaw v = stToPrim (thawST v)
unsafeThaw v = stToPrim (vThaw v)
{-# INLINE thaw #-}
{-# INLINE unsafeThaw #-}

-- | Into a mutable vector of the same length.
copy, unsafeCopy :: (PrimMonad m s, Vec v mv a) => mv s a -> v a -> m ()
copy m v | mLength m == vLength v = stToPrim (vCopy m v)
         | otherwise = error "Data.Vector.copy: length mismatch"
unsafeCopy m v = stToPrim (vCopy m v)
{-# INLINE copy #-}
{-# INLINE unsafeCopy #-}

cloneST :: Vec v mv a => mv s a -> ST s (mv s a)
cloneST m = mNew (mLength m) >>= \new' -> mMove new' m >> return new'
{-# INLINE cloneST #-}
