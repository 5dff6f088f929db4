-- | The functions on mutable vectors of every kind, in terms of 'Vec'. Data.Vector.Mutable and Data.Vector.Unboxed.Mutable show them.
module Data.Vector.Internal.Mutable where

import Control.Monad.Primitive.Class (PrimMonad, stToPrim)
import Data.Vector.Internal (Vec(..), checkIndex, badSlice, negativeLength, cloneST, emptyVector, newST)
import Prelude hiding (drop, foldl, foldr, init, length, mapM_, null, read, replicate, reverse, splitAt, tail, take)

length :: Vec v mv a => mv s a -> Int
length m = mLength m
{-# INLINE length #-}

null :: Vec v mv a => mv s a -> Bool
null m = mLength m == 0
{-# INLINE null #-}

slice :: Vec v mv a => Int -> Int -> mv s a -> mv s a
slice i k m | i < 0 || k < 0 || k > mLength m - i = badSlice "Mutable.slice" i k (mLength m)
            | otherwise = mSlice i k m
{-# INLINE slice #-}

unsafeSlice :: Vec v mv a => Int -> Int -> mv s a -> mv s a
unsafeSlice i k m = mSlice i k m
{-# INLINE unsafeSlice #-}

take, drop :: Vec v mv a => Int -> mv s a -> mv s a
take k m = mSlice 0 (max 0 (min k (mLength m))) m
drop k m = let d = max 0 (min k (mLength m)) in mSlice d (mLength m - d) m
{-# INLINE take #-}
{-# INLINE drop #-}

splitAt :: Vec v mv a => Int -> mv s a -> (mv s a, mv s a)
splitAt k m = (take k m, drop k m)
{-# INLINE splitAt #-}

init, tail :: Vec v mv a => mv s a -> mv s a
init m | mLength m == 0 = emptyVector "Mutable.init"
       | otherwise = mSlice 0 (mLength m - 1) m
tail m | mLength m == 0 = emptyVector "Mutable.tail"
       | otherwise = mSlice 1 (mLength m - 1) m
{-# INLINE init #-}
{-# INLINE tail #-}

new, unsafeNew :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => Int -> m (mv s a)
new n = stToPrim (newST n)
unsafeNew n = new n
{-# INLINE new #-}
{-# INLINE unsafeNew #-}

replicate :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => Int -> a -> m (mv s a)
replicate n x = generate n (\_ -> x)
{-# INLINE replicate #-}

replicateM :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => Int -> m a -> m (mv s a)
replicateM n act = generateM n (\_ -> act)
{-# INLINE replicateM #-}

generate :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => Int -> (Int -> a) -> m (mv s a)
generate n f = stToPrim (mNew (max 0 n) >>= \v -> let go i | i >= n = return v
                                                           | otherwise = mWrite v i (f i) >> go (i + 1) in go 0)
{-# INLINE generate #-}

generateM :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => Int -> (Int -> m a) -> m (mv s a)
generateM n f = stToPrim (mNew (max 0 n)) >>= \v -> let go i | i >= n = return v
                                                             | otherwise = f i >>= \x -> stToPrim (mWrite v i x) >> go (i + 1) in go 0
{-# INLINE generateM #-}

clone :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> m (mv s a)
clone v = stToPrim (cloneST v)
{-# INLINE clone #-}

-- | A longer vector with the same beginning; the rest is as 'new' makes it.
grow, unsafeGrow :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> m (mv s a)
grow v k | k < 0 = negativeLength "Mutable.grow" k
         | otherwise = stToPrim (mNew (mLength v + k) >>= \w -> mMove (mSlice 0 (mLength v) w) v >> return w)
unsafeGrow v k = grow v k
{-# INLINE grow #-}
{-# INLINE unsafeGrow #-}

read, unsafeRead :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> m a
read v i = checkIndex "Mutable.read" i (mLength v) (stToPrim (mRead v i))
unsafeRead v i = stToPrim (mRead v i)
{-# INLINE read #-}
{-# INLINE unsafeRead #-}

write, unsafeWrite :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> a -> m ()
write v i x = checkIndex "Mutable.write" i (mLength v) (stToPrim (mWrite v i x))
unsafeWrite v i x = stToPrim (mWrite v i x)
{-# INLINE write #-}
{-# INLINE unsafeWrite #-}

-- | 'modify' stores the application, 'modify'' its value.
modify, modify', unsafeModify, unsafeModify' :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> (a -> a) -> Int -> m ()
modify v f i = checkIndex "Mutable.modify" i (mLength v) (unsafeModify v f i)
modify' v f i = checkIndex "Mutable.modify'" i (mLength v) (unsafeModify' v f i)
unsafeModify v f i = stToPrim (mRead v i >>= \x -> mWrite v i (f x))
unsafeModify' v f i = stToPrim (mRead v i >>= \x -> let y = f x in y `seq` mWrite v i y)
{-# INLINE modify #-}
{-# INLINE modify' #-}
{-# INLINE unsafeModify #-}
{-# INLINE unsafeModify' #-}

swap, unsafeSwap :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> Int -> m ()
swap v i j = checkIndex "Mutable.swap" i (mLength v) (checkIndex "Mutable.swap" j (mLength v) (unsafeSwap v i j))
unsafeSwap v i j = stToPrim (mRead v i >>= \x -> mRead v j >>= \y -> mWrite v i y >> mWrite v j x)
{-# INLINE swap #-}
{-# INLINE unsafeSwap #-}

-- | Writes, and gives what was there.
exchange, unsafeExchange :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> a -> m a
exchange v i x = checkIndex "Mutable.exchange" i (mLength v) (unsafeExchange v i x)
unsafeExchange v i x = stToPrim (mRead v i >>= \y -> mWrite v i x >> return y)
{-# INLINE exchange #-}
{-# INLINE unsafeExchange #-}

set :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> a -> m ()
set v x = stToPrim (let go i | i >= mLength v = return ()
                             | otherwise = mWrite v i x >> go (i + 1) in go 0)
{-# INLINE set #-}

-- | To the first from the second, of the same length; they may overlap.
copy, unsafeCopy, move, unsafeMove :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> mv s a -> m ()
copy to from | mLength to == mLength from = stToPrim (mMove to from)
             | otherwise = error "Data.Vector.Mutable.copy: length mismatch"
unsafeCopy to from = stToPrim (mMove to from)
move to from | mLength to == mLength from = stToPrim (mMove to from)
             | otherwise = error "Data.Vector.Mutable.move: length mismatch"
unsafeMove to from = stToPrim (mMove to from)
{-# INLINE copy #-}
{-# INLINE unsafeCopy #-}
{-# INLINE move #-}
{-# INLINE unsafeMove #-}

imapM_ :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (Int -> a -> m b) -> mv s a -> m ()
imapM_ f v = go 0
  where go i | i >= mLength v = return ()
             | otherwise = stToPrim (mRead v i) >>= \x -> f i x >> go (i + 1)
{-# INLINE imapM_ #-}

mapM_ :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (a -> m b) -> mv s a -> m ()
mapM_ f = imapM_ (\_ x -> f x)
{-# INLINE mapM_ #-}

forM_ :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => mv s a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM_ :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => mv s a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

-- | The lexicographically next permutation, in place; False when this is the last.
nextPermutation :: forall v mv m s a. (Vec v mv a, PrimMonad m s, Ord a) => mv s a -> m Bool
nextPermutation v = stToPrim (descent (n - 2) >>= \k -> if k < 0 then return False else
    mRead v k >>= \x -> above x (n - 1) >>= \l -> swapST k l >> reverseST (k + 1) (n - 1) >> return True)
  where
    n = mLength v
    descent k | k < 0 = return k
              | otherwise = mRead v k >>= \x -> mRead v (k + 1) >>= \y -> if x < y then return k else descent (k - 1)
    above x l = mRead v l >>= \y -> if x < y then return l else above x (l - 1)
    swapST i j = mRead v i >>= \x -> mRead v j >>= \y -> mWrite v i y >> mWrite v j x
    reverseST i j | i >= j = return ()
                  | otherwise = swapST i j >> reverseST (i + 1) (j - 1)
{-# INLINE nextPermutation #-}

-- ---- Folds; parts without checks ---------------------------------------------------------------------------------------------------
foldl :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> a -> b) -> b -> mv s a -> m b
foldl f z0 v = foldM (\z x -> return (f z x)) z0 v
{-# INLINE foldl #-}

foldr :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (a -> b -> b) -> b -> mv s a -> m b
foldr f z0 v = foldrM (\x z -> return (f x z)) z0 v
{-# INLINE foldr #-}

foldM :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> a -> m b) -> b -> mv s a -> m b
foldM f = ifoldM (\z _ x -> f z x)
{-# INLINE foldM #-}

foldrM :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (a -> b -> m b) -> b -> mv s a -> m b
foldrM f = ifoldrM (\_ -> f)
{-# INLINE foldrM #-}

foldl' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> a -> b) -> b -> mv s a -> m b
foldl' f z0 v = foldM' (\z x -> return (f z x)) z0 v
{-# INLINE foldl' #-}

foldr' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (a -> b -> b) -> b -> mv s a -> m b
foldr' f z0 v = foldrM' (\x z -> return (f x z)) z0 v
{-# INLINE foldr' #-}

foldM' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> a -> m b) -> b -> mv s a -> m b
foldM' f = ifoldM' (\z _ x -> f z x)
{-# INLINE foldM' #-}

foldrM' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (a -> b -> m b) -> b -> mv s a -> m b
foldrM' f = ifoldrM' (\_ -> f)
{-# INLINE foldrM' #-}

ifoldl :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> mv s a -> m b
ifoldl f z0 v = ifoldM (\z i x -> return (f z i x)) z0 v
{-# INLINE ifoldl #-}

ifoldr :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> mv s a -> m b
ifoldr f z0 v = ifoldrM (\ i x z -> return (f i x z)) z0 v
{-# INLINE ifoldr #-}

ifoldM :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> mv s a -> m b
ifoldM f z0 v = go 0 z0
  where go i z | i >= mLength v = return z
               | otherwise = stToPrim (mRead v i) >>= f z i >>= go (i + 1)
{-# INLINE ifoldM #-}

ifoldrM :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> mv s a -> m b
ifoldrM f z0 v = go (mLength v - 1) z0
  where go i z | i < 0 = return z
               | otherwise = stToPrim (mRead v i) >>= \x -> f i x z >>= go (i - 1)
{-# INLINE ifoldrM #-}

ifoldl' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> Int -> a -> b) -> b -> mv s a -> m b
ifoldl' f z0 v = ifoldM' (\z i x -> return (f z i x)) z0 v
{-# INLINE ifoldl' #-}

ifoldr' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (Int -> a -> b -> b) -> b -> mv s a -> m b
ifoldr' f z0 v = ifoldrM' (\ i x z -> return (f i x z)) z0 v
{-# INLINE ifoldr' #-}

ifoldM' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (b -> Int -> a -> m b) -> b -> mv s a -> m b
ifoldM' f z0 v = go 0 z0
  where go i !z | i >= mLength v = return z
               | otherwise = stToPrim (mRead v i) >>= f z i >>= go (i + 1)
{-# INLINE ifoldM' #-}

ifoldrM' :: forall v mv m s a b. (Vec v mv a, PrimMonad m s) => (Int -> a -> b -> m b) -> b -> mv s a -> m b
ifoldrM' f z0 v = go (mLength v - 1) z0
  where go i !z | i < 0 = return z
               | otherwise = stToPrim (mRead v i) >>= \x -> f i x z >>= go (i - 1)
{-# INLINE ifoldrM' #-}

modifyM :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> (a -> m a) -> Int -> m ()
modifyM v f i = checkIndex "modifyM" i (mLength v) (unsafeModifyM v f i)
{-# INLINE modifyM #-}

unsafeModifyM :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> (a -> m a) -> Int -> m ()
unsafeModifyM v f i = stToPrim (mRead v i) >>= f >>= \x -> stToPrim (mWrite v i x)
{-# INLINE unsafeModifyM #-}

unsafeTake :: Vec v mv a => Int -> mv s a -> mv s a
unsafeTake k v = mSlice 0 k v
{-# INLINE unsafeTake #-}

unsafeDrop :: Vec v mv a => Int -> mv s a -> mv s a
unsafeDrop k v = mSlice k (mLength v - k) v
{-# INLINE unsafeDrop #-}

unsafeInit :: Vec v mv a => mv s a -> mv s a
unsafeInit v = mSlice 0 (mLength v - 1) v
{-# INLINE unsafeInit #-}

unsafeTail :: Vec v mv a => mv s a -> mv s a
unsafeTail v = mSlice 1 (mLength v - 1) v
{-# INLINE unsafeTail #-}

growFront, unsafeGrowFront :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> Int -> m (mv s a)
growFront v k | k < 0 = negativeLength "Mutable.growFront" k
              | otherwise = stToPrim (mNew (mLength v + k) >>= \w -> mMove (mSlice k (mLength v) w) v >> return w)
unsafeGrowFront v k = growFront v k
{-# INLINE growFront #-}
{-# INLINE unsafeGrowFront #-}

-- | Lets go of the elements that a boxed vector holds.
clear :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> m ()
clear v = stToPrim (mClear v)
{-# INLINE clear #-}

-- | Have they memory in common?
overlaps :: Vec v mv a => mv s a -> mv s a -> Bool
overlaps v w = mOverlaps v w
{-# INLINE overlaps #-}

reverse :: forall v mv m s a. (Vec v mv a, PrimMonad m s) => mv s a -> m ()
reverse v = stToPrim (go 0 (mLength v - 1))
  where go i j | i >= j = return ()
               | otherwise = mRead v i >>= \x -> mRead v j >>= \y -> mWrite v i y >> mWrite v j x >> go (i + 1) (j - 1)
{-# INLINE reverse #-}
