-- | Vectors that need not be made.
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
module Data.Vector.Internal.Pull where

import Data.Vector.Internal.Class
import GPH.ST (ST, runST)

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
