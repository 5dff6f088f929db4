-- | What remains: vectors in a monad, scans with the index, functions without checks.
module Data.Vector.Internal.Monadic where

import qualified Control.Monad as Monad
import qualified Data.List as List
import qualified Data.List.NonEmpty as NonEmpty
import Data.Vector.Internal.Class
import Data.Vector.Internal.Consume
import Data.Vector.Internal.Make
import Data.Vector.Internal.Map
import GPH.ST (ST, runST)
import Prelude hiding (all, and, any, break, concat, concatMap, drop, dropWhile, elem, enumFromThenTo, enumFromTo,
  filter, foldMap, foldl, foldl1, foldr, foldr1, head, init, last, length, map, mapM, mapM_, maximum, minimum,
  notElem, null, or, product, replicate, reverse, scanl, scanl1, scanr, scanr1, sequence, sequence_, span, splitAt,
  sum, tail, take, takeWhile, unzip, unzip3, zip, zip3, zipWith, zipWith3, (++))

filterM :: (Monad m, Vec v mv a) => (a -> m Bool) -> v a -> m (v a)
filterM p v = fmap fromList (Monad.filterM p (toList v))
{-# INLINE filterM #-}

mapMaybeM :: (Monad m, Vec v mv a, Vec v mv b) => (a -> m (Maybe b)) -> v a -> m (v b)
mapMaybeM f = imapMaybeM (\_ -> f)
{-# INLINE mapMaybeM #-}

imapMaybeM :: (Monad m, Vec v mv a, Vec v mv b) => (Int -> a -> m (Maybe b)) -> v a -> m (v b)
imapMaybeM f v = fmap (\xs -> fromList [x | Just x <- xs]) (Monad.zipWithM f [0 ..] (toList v))
{-# INLINE imapMaybeM #-}

izipWithM :: (Monad m, Vec v mv a, Vec v mv b, Vec v mv c) => (Int -> a -> b -> m c) -> v a -> v b -> m (v c)
izipWithM f a b = fmap fromList (Monad.sequence (List.zipWith3 f [0 ..] (toList a) (toList b)))
{-# INLINE izipWithM #-}

izipWithM_ :: (Monad m, Vec v mv a, Vec v mv b) => (Int -> a -> b -> m c) -> v a -> v b -> m ()
izipWithM_ f a b = Monad.sequence_ (List.zipWith3 f [0 ..] (toList a) (toList b))
{-# INLINE izipWithM_ #-}

fold1M :: (Monad m, Vec v mv a) => (a -> a -> m a) -> v a -> m a
fold1M f v | vLength v == 0 = emptyVector "fold1M"
           | otherwise = foldM f (head v) (tail v)
{-# INLINE fold1M #-}

fold1M' :: (Monad m, Vec v mv a) => (a -> a -> m a) -> v a -> m a
fold1M' f v | vLength v == 0 = emptyVector "fold1M'"
            | otherwise = foldM' f (head v) (tail v)
{-# INLINE fold1M' #-}

fold1M_ :: (Monad m, Vec v mv a) => (a -> a -> m a) -> v a -> m ()
fold1M_ f v = fold1M f v >> return ()
{-# INLINE fold1M_ #-}

fold1M'_ :: (Monad m, Vec v mv a) => (a -> a -> m a) -> v a -> m ()
fold1M'_ f v = fold1M' f v >> return ()
{-# INLINE fold1M'_ #-}

ifoldM_ :: (Monad m, Vec v mv b) => (a -> Int -> b -> m a) -> a -> v b -> m ()
ifoldM_ f z v = ifoldM f z v >> return ()
{-# INLINE ifoldM_ #-}

ifoldM'_ :: (Monad m, Vec v mv b) => (a -> Int -> b -> m a) -> a -> v b -> m ()
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

iterateNM :: (Monad m, Vec v mv a) => Int -> (a -> m a) -> a -> m (v a)
iterateNM n f z = fmap fromList (go n z)
  where go k x | k <= 0 = return []
               | k == 1 = return [x]
               | otherwise = f x >>= \y -> fmap (x :) (go (k - 1) y)
{-# INLINE iterateNM #-}

unfoldrM :: (Monad m, Vec v mv a) => (b -> m (Maybe (a, b))) -> b -> m (v a)
unfoldrM f s0 = fmap fromList (go s0)
  where go s = f s >>= maybe (return []) (\(x, s') -> fmap (x :) (go s'))
{-# INLINE unfoldrM #-}

unfoldrNM :: (Monad m, Vec v mv a) => Int -> (b -> m (Maybe (a, b))) -> b -> m (v a)
unfoldrNM n f s0 = fmap fromList (go n s0)
  where go k s | k <= 0 = return []
               | otherwise = f s >>= maybe (return []) (\(x, s') -> fmap (x :) (go (k - 1) s'))
{-# INLINE unfoldrNM #-}

unfoldrExactNM :: (Monad m, Vec v mv a) => Int -> (b -> m (a, b)) -> b -> m (v a)
unfoldrExactNM n f s0 = fmap fromList (go n s0)
  where go k s | k <= 0 = return []
               | otherwise = f s >>= \(x, s') -> fmap (x :) (go (k - 1) s')
{-# INLINE unfoldrExactNM #-}

createT :: (Traversable f, Vec v mv a) => (forall s. ST s (f (mv s a))) -> f (v a)
createT st = runST (st >>= traverse mFreeze)
{-# INLINE createT #-}

concatNE :: Vec v mv a => NonEmpty.NonEmpty (v a) -> v a
concatNE vs = concat (NonEmpty.toList vs)

-- | The last that satisfies.
findIndexR :: Vec v mv a => (a -> Bool) -> v a -> Maybe Int
findIndexR p v = go (vLength v - 1)
  where go i | i < 0 = Nothing
             | vIndex v i p = Just i
             | otherwise = go (i - 1)
{-# INLINE findIndexR #-}

eq :: (Vec v mv a, Eq a) => v a -> v a -> Bool
eq = eqBy (==)
{-# INLINE eq #-}

cmp :: (Vec v mv a, Ord a) => v a -> v a -> Ordering
cmp = cmpBy compare
{-# INLINE cmp #-}

sequence :: (Monad m, Vec v mv a, Vec v mv (m a)) => v (m a) -> m (v a)
sequence v = mapM id v
{-# INLINE sequence #-}

sequence_ :: (Monad m, Vec v mv (m a)) => v (m a) -> m ()
sequence_ v = mapM_ id v
{-# INLINE sequence_ #-}

forM :: (Monad m, Vec v mv a, Vec v mv b) => v a -> (a -> m b) -> m (v b)
forM v f = mapM f v
{-# INLINE forM #-}

forM_ :: (Monad m, Vec v mv a) => v a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v
{-# INLINE forM_ #-}

iforM :: (Monad m, Vec v mv a, Vec v mv b) => v a -> (Int -> a -> m b) -> m (v b)
iforM v f = imapM f v
{-# INLINE iforM #-}

iforM_ :: (Monad m, Vec v mv a) => v a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v
{-# INLINE iforM_ #-}

-- ---- Without checks -------------------------------------------------------------------------------------------------
unsafeSlice :: Vec v mv a => Int -> Int -> v a -> v a
unsafeSlice = vSlice
{-# INLINE unsafeSlice #-}

unsafeTake, unsafeDrop :: Vec v mv a => Int -> v a -> v a
unsafeTake k v = vSlice 0 k v
unsafeDrop k v = vSlice k (vLength v - k) v
{-# INLINE unsafeTake #-}
{-# INLINE unsafeDrop #-}

unsafeInit, unsafeTail :: Vec v mv a => v a -> v a
unsafeInit v = vSlice 0 (vLength v - 1) v
unsafeTail v = vSlice 1 (vLength v - 1) v
{-# INLINE unsafeInit #-}
{-# INLINE unsafeTail #-}

unsafeIndexM :: (Monad m, Vec v mv a) => v a -> Int -> m a
unsafeIndexM v i = vIndex v i return
{-# INLINE unsafeIndexM #-}

unsafeHeadM, unsafeLastM :: (Monad m, Vec v mv a) => v a -> m a
unsafeHeadM v = vIndex v 0 return
unsafeLastM v = vIndex v (vLength v - 1) return
{-# INLINE unsafeHeadM #-}
{-# INLINE unsafeLastM #-}

unsafeUpd :: Vec v mv a => v a -> [(Int, a)] -> v a
unsafeUpd = (//)
{-# INLINE unsafeUpd #-}

unsafeUpdate :: (Vec v mv a, Vec v mv (Int, a)) => v a -> v (Int, a) -> v a
unsafeUpdate = update
{-# INLINE unsafeUpdate #-}

unsafeUpdate_ :: (Vec v mv a, Vec v mv Int) => v a -> v Int -> v a -> v a
unsafeUpdate_ = update_
{-# INLINE unsafeUpdate_ #-}

unsafeAccum :: Vec v mv a => (a -> b -> a) -> v a -> [(Int, b)] -> v a
unsafeAccum = accum
{-# INLINE unsafeAccum #-}

unsafeAccumulate :: (Vec v mv a, Vec v mv (Int, b)) => (a -> b -> a) -> v a -> v (Int, b) -> v a
unsafeAccumulate = accumulate
{-# INLINE unsafeAccumulate #-}

unsafeAccumulate_ :: (Vec v mv a, Vec v mv Int, Vec v mv b) => (a -> b -> a) -> v a -> v Int -> v b -> v a
unsafeAccumulate_ = accumulate_
{-# INLINE unsafeAccumulate_ #-}

unsafeBackpermute :: (Vec v mv a, Vec v mv Int) => v a -> v Int -> v a
unsafeBackpermute = backpermute
{-# INLINE unsafeBackpermute #-}

-- The second part is in reverse order, as in GHC.
unstablePartition :: Vec v mv a => (a -> Bool) -> v a -> (v a, v a)
unstablePartition p v = case partition p v of (a, b) -> (a, reverse b)
{-# INLINE unstablePartition #-}

partitionWith :: (Vec v mv a, Vec v mv b, Vec v mv c) => (a -> Either b c) -> v a -> (v b, v c)
partitionWith f v =
  let !a = mapMaybe (\x -> case f x of { Left y -> Just y; _ -> Nothing }) v
      !b = mapMaybe (\x -> case f x of { Right y -> Just y; _ -> Nothing }) v
  in (a, b)
{-# INLINE partitionWith #-}
