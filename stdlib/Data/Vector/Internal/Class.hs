-- | The class of what a kind of vector can do, and its errors.
module Data.Vector.Internal.Class where

import qualified Data.List as List
import GPH.ST (ST)

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
