{-# LANGUAGE AllowAmbiguousTypes, MagicHash, UnboxedTuples #-}
-- | Arrays of primitive values, all of one type: nothing is checked. Offsets and lengths count elements.
module Data.Primitive.PrimArray
  ( PrimArray(..), MutablePrimArray(..), newPrimArray, newPinnedPrimArray, newAlignedPinnedPrimArray
  , resizeMutablePrimArray, shrinkMutablePrimArray, readPrimArray, writePrimArray, indexPrimArray, freezePrimArray
  , thawPrimArray, runPrimArray, unsafeFreezePrimArray, unsafeThawPrimArray, copyPrimArray, copyMutablePrimArray
  , copyPrimArrayToPtr, copyMutablePrimArrayToPtr, clonePrimArray, cloneMutablePrimArray, setPrimArray
  , sameMutablePrimArray, getSizeofMutablePrimArray, sizeofMutablePrimArray, sizeofPrimArray, primArrayContents
  , mutablePrimArrayContents, isPrimArrayPinned, isMutablePrimArrayPinned, primArrayFromList, primArrayFromListN
  , primArrayToList, emptyPrimArray, foldrPrimArray, foldrPrimArray', foldlPrimArray, foldlPrimArray'
  , foldlPrimArrayM', traversePrimArray_, itraversePrimArray_, mapPrimArray, imapPrimArray, generatePrimArray
  , replicatePrimArray, filterPrimArray, mapMaybePrimArray, traversePrimArray, itraversePrimArray
  , generatePrimArrayA, replicatePrimArrayA, filterPrimArrayA, mapMaybePrimArrayA, traversePrimArrayP
  , itraversePrimArrayP, generatePrimArrayP, replicatePrimArrayP, filterPrimArrayP, mapMaybePrimArrayP
  ) where

import qualified GPH.IsList as Lists
import Control.DeepSeq (NFData(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Data.Maybe (catMaybes)
import Data.Primitive.Types.Class (Prim)
import qualified Data.Primitive.Types.Class as Class
import GPH.Base (build)
import GPH.Prim
import GPH.Ptr (Ptr(..))
import GPH.ST (ST, runST)
import GPH.Types (Int(..), isTrue#)

data PrimArray a = PrimArray ByteArray#
data MutablePrimArray s a = MutablePrimArray (MutableByteArray# s)

-- | Bytes of an element.
size :: forall a. Prim a => Int
size = I# (Class.sizeOf# (undefined :: a))
{-# INLINE size #-}

newPrimArray, newPinnedPrimArray, newAlignedPinnedPrimArray
  :: forall m a. (PrimMonad m, Prim a) => Int -> m (MutablePrimArray (PrimState m) a)
newPrimArray n = case n * size @a of
  I# b -> primitive (\s -> case newByteArray# b s of (# s1, m #) -> (# s1, MutablePrimArray m #))
newPinnedPrimArray n = case n * size @a of
  I# b -> primitive (\s -> case newPinnedByteArray# b s of (# s1, m #) -> (# s1, MutablePrimArray m #))
newAlignedPinnedPrimArray n = case n * size @a of
  I# b -> primitive (\s -> case newAlignedPinnedByteArray# b (Class.alignment# (undefined :: a)) s of
    (# s1, m #) -> (# s1, MutablePrimArray m #))
{-# INLINE newPrimArray #-}
{-# INLINE newPinnedPrimArray #-}
{-# INLINE newAlignedPinnedPrimArray #-}

resizeMutablePrimArray
  :: forall m a. (PrimMonad m, Prim a)
  => MutablePrimArray (PrimState m) a -> Int -> m (MutablePrimArray (PrimState m) a)
resizeMutablePrimArray (MutablePrimArray m) n = case n * size @a of
  I# b -> primitive (\s -> case resizeMutableByteArray# m b s of (# s1, m1 #) -> (# s1, MutablePrimArray m1 #))
{-# INLINE resizeMutablePrimArray #-}

shrinkMutablePrimArray :: forall m a. (PrimMonad m, Prim a) => MutablePrimArray (PrimState m) a -> Int -> m ()
shrinkMutablePrimArray (MutablePrimArray m) n = case n * size @a of
  I# b -> primitive (\s -> case shrinkMutableByteArray# m b s of s1 -> (# s1, () #))
{-# INLINE shrinkMutablePrimArray #-}

readPrimArray :: (Prim a, PrimMonad m) => MutablePrimArray (PrimState m) a -> Int -> m a
readPrimArray (MutablePrimArray m) (I# i) = primitive (Class.readByteArray# m i)
{-# INLINE readPrimArray #-}

writePrimArray :: (Prim a, PrimMonad m) => MutablePrimArray (PrimState m) a -> Int -> a -> m ()
writePrimArray (MutablePrimArray m) (I# i) x =
  primitive (\s -> case Class.writeByteArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writePrimArray #-}

indexPrimArray :: Prim a => PrimArray a -> Int -> a
indexPrimArray (PrimArray a) (I# i) = Class.indexByteArray# a i
{-# INLINE indexPrimArray #-}

freezePrimArray :: (PrimMonad m, Prim a) => MutablePrimArray (PrimState m) a -> Int -> Int -> m (PrimArray a)
freezePrimArray m i n = cloneMutablePrimArray m i n >>= unsafeFreezePrimArray
{-# INLINE freezePrimArray #-}

thawPrimArray :: (PrimMonad m, Prim a) => PrimArray a -> Int -> Int -> m (MutablePrimArray (PrimState m) a)
thawPrimArray a i n = newPrimArray n >>= \w -> copyPrimArray w 0 a i n >> return w
{-# INLINE thawPrimArray #-}

runPrimArray :: (forall s. ST s (MutablePrimArray s a)) -> PrimArray a
runPrimArray st = runST (st >>= unsafeFreezePrimArray)
{-# INLINE runPrimArray #-}

unsafeFreezePrimArray :: PrimMonad m => MutablePrimArray (PrimState m) a -> m (PrimArray a)
unsafeFreezePrimArray (MutablePrimArray m) =
  primitive (\s -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, PrimArray a #))
{-# INLINE unsafeFreezePrimArray #-}

unsafeThawPrimArray :: PrimMonad m => PrimArray a -> m (MutablePrimArray (PrimState m) a)
unsafeThawPrimArray (PrimArray a) =
  primitive (\s -> case unsafeThawByteArray# a s of (# s1, m #) -> (# s1, MutablePrimArray m #))
{-# INLINE unsafeThawPrimArray #-}

-- | To the first at an offset from the second at an offset so many. The mutable ones may overlap.
copyPrimArray
  :: forall m a. (PrimMonad m, Prim a) => MutablePrimArray (PrimState m) a -> Int -> PrimArray a -> Int -> Int -> m ()
copyPrimArray (MutablePrimArray m) j (PrimArray a) i n = case (j * size @a, i * size @a, n * size @a) of
  (I# j', I# i', I# n') -> primitive (\s -> case copyByteArray# a i' m j' n' s of s1 -> (# s1, () #))
{-# INLINE copyPrimArray #-}

copyMutablePrimArray
  :: forall m a. (PrimMonad m, Prim a)
  => MutablePrimArray (PrimState m) a -> Int -> MutablePrimArray (PrimState m) a -> Int -> Int -> m ()
copyMutablePrimArray (MutablePrimArray m) j (MutablePrimArray a) i n =
  case (j * size @a, i * size @a, n * size @a) of
    (I# j', I# i', I# n') -> primitive (\s -> case copyMutableByteArray# a i' m j' n' s of s1 -> (# s1, () #))
{-# INLINE copyMutablePrimArray #-}

copyPrimArrayToPtr :: forall m a. (PrimMonad m, Prim a) => Ptr a -> PrimArray a -> Int -> Int -> m ()
copyPrimArrayToPtr (Ptr p) (PrimArray a) i n = case (i * size @a, n * size @a) of
  (I# i', I# n') -> primitive (\s -> case copyByteArrayToAddr# a i' p n' s of s1 -> (# s1, () #))
{-# INLINE copyPrimArrayToPtr #-}

copyMutablePrimArrayToPtr
  :: forall m a. (PrimMonad m, Prim a) => Ptr a -> MutablePrimArray (PrimState m) a -> Int -> Int -> m ()
copyMutablePrimArrayToPtr (Ptr p) (MutablePrimArray a) i n = case (i * size @a, n * size @a) of
  (I# i', I# n') -> primitive (\s -> case copyMutableByteArrayToAddr# a i' p n' s of s1 -> (# s1, () #))
{-# INLINE copyMutablePrimArrayToPtr #-}

clonePrimArray :: Prim a => PrimArray a -> Int -> Int -> PrimArray a
clonePrimArray a i n = runPrimArray (thawPrimArray a i n)
{-# INLINE clonePrimArray #-}

cloneMutablePrimArray
  :: (PrimMonad m, Prim a)
  => MutablePrimArray (PrimState m) a -> Int -> Int -> m (MutablePrimArray (PrimState m) a)
cloneMutablePrimArray m i n = newPrimArray n >>= \w -> copyMutablePrimArray w 0 m i n >> return w
{-# INLINE cloneMutablePrimArray #-}

-- | From an offset on so many.
setPrimArray :: (Prim a, PrimMonad m) => MutablePrimArray (PrimState m) a -> Int -> Int -> a -> m ()
setPrimArray (MutablePrimArray m) (I# i) (I# n) x =
  primitive (\s -> case Class.setByteArray# m i n x s of s1 -> (# s1, () #))
{-# INLINE setPrimArray #-}

sameMutablePrimArray :: MutablePrimArray s a -> MutablePrimArray s a -> Bool
sameMutablePrimArray a b = a == b
{-# INLINE sameMutablePrimArray #-}

getSizeofMutablePrimArray :: forall m a. (PrimMonad m, Prim a) => MutablePrimArray (PrimState m) a -> m Int
getSizeofMutablePrimArray (MutablePrimArray m) =
  primitive (\s -> case getSizeofMutableByteArray# m s of (# s1, n #) -> (# s1, I# n `quot` size @a #))
{-# INLINE getSizeofMutablePrimArray #-}

sizeofMutablePrimArray :: forall s a. Prim a => MutablePrimArray s a -> Int
sizeofMutablePrimArray (MutablePrimArray m) = I# (sizeofMutableByteArray# m) `quot` size @a
{-# INLINE sizeofMutablePrimArray #-}

sizeofPrimArray :: forall a. Prim a => PrimArray a -> Int
sizeofPrimArray (PrimArray a) = I# (sizeofByteArray# a) `quot` size @a
{-# INLINE sizeofPrimArray #-}

-- | Of a pinned array.
primArrayContents :: PrimArray a -> Ptr a
primArrayContents (PrimArray a) = Ptr (byteArrayContents# a)
{-# INLINE primArrayContents #-}

mutablePrimArrayContents :: MutablePrimArray s a -> Ptr a
mutablePrimArrayContents (MutablePrimArray m) = Ptr (mutableByteArrayContents# m)
{-# INLINE mutablePrimArrayContents #-}

isPrimArrayPinned :: PrimArray a -> Bool
isPrimArrayPinned (PrimArray a) = isTrue# (isByteArrayPinned# a)

isMutablePrimArrayPinned :: MutablePrimArray s a -> Bool
isMutablePrimArrayPinned (MutablePrimArray m) = isTrue# (isMutableByteArrayPinned# m)

primArrayFromList :: Prim a => [a] -> PrimArray a
primArrayFromList xs = primArrayFromListN (length xs) xs

-- | The list must have that many elements.
primArrayFromListN :: Prim a => Int -> [a] -> PrimArray a
primArrayFromListN n list = runPrimArray (newPrimArray n >>= \m ->
  let go i [] | i == n = return m
              | otherwise = errorWithoutStackTrace "Data.Primitive.PrimArray.fromListN: list length less than specified size"
      go i (x : xs)
        | i < n = writePrimArray m i x >> go (i + 1) xs
        | otherwise = errorWithoutStackTrace "Data.Primitive.PrimArray.fromListN: list length greater than specified size"
  in go 0 list)

primArrayToList :: Prim a => PrimArray a -> [a]
primArrayToList a = build (\c n -> foldrPrimArray c n a)
{-# INLINE primArrayToList #-}

emptyPrimArray :: PrimArray a
emptyPrimArray = runST (stNew >>= unsafeFreezePrimArray)
  where stNew :: ST s (MutablePrimArray s a)
        stNew = primitive (\s -> case newByteArray# 0# s of (# s1, m #) -> (# s1, MutablePrimArray m #))
{-# NOINLINE emptyPrimArray #-}

-- ---- Folds ----------------------------------------------------------------------------------------------------------
foldrPrimArray, foldrPrimArray' :: Prim a => (a -> b -> b) -> b -> PrimArray a -> b
foldrPrimArray f z a = go 0
  where n = sizeofPrimArray a
        go i | i >= n = z
             | otherwise = f (indexPrimArray a i) (go (i + 1))
foldrPrimArray' f z0 a = go (sizeofPrimArray a - 1) z0
  where go i !z | i < 0 = z
                | otherwise = go (i - 1) (f (indexPrimArray a i) z)
{-# INLINE foldrPrimArray #-}
{-# INLINE foldrPrimArray' #-}

foldlPrimArray, foldlPrimArray' :: Prim a => (b -> a -> b) -> b -> PrimArray a -> b
foldlPrimArray f z a = go (sizeofPrimArray a - 1)
  where go i | i < 0 = z
             | otherwise = f (go (i - 1)) (indexPrimArray a i)
foldlPrimArray' f z0 a = go 0 z0
  where n = sizeofPrimArray a
        go i !z | i >= n = z
                | otherwise = go (i + 1) (f z (indexPrimArray a i))
{-# INLINE foldlPrimArray #-}
{-# INLINE foldlPrimArray' #-}

foldlPrimArrayM' :: (Prim a, Monad m) => (b -> a -> m b) -> b -> PrimArray a -> m b
foldlPrimArrayM' f z0 a = go 0 z0
  where n = sizeofPrimArray a
        go i !z | i >= n = return z
                | otherwise = f z (indexPrimArray a i) >>= go (i + 1)
{-# INLINE foldlPrimArrayM' #-}

traversePrimArray_ :: (Applicative f, Prim a) => (a -> f b) -> PrimArray a -> f ()
traversePrimArray_ f = itraversePrimArray_ (\_ x -> f x)
{-# INLINE traversePrimArray_ #-}

itraversePrimArray_ :: (Applicative f, Prim a) => (Int -> a -> f b) -> PrimArray a -> f ()
itraversePrimArray_ f a = go 0
  where n = sizeofPrimArray a
        go i | i >= n = pure ()
             | otherwise = f i (indexPrimArray a i) *> go (i + 1)
{-# INLINE itraversePrimArray_ #-}

-- ---- Arrays from arrays ---------------------------------------------------------------------------------------------
generatePrimArray :: Prim a => Int -> (Int -> a) -> PrimArray a
generatePrimArray n f = runPrimArray (newPrimArray n >>= \m ->
  let go i | i >= n = return m
           | otherwise = writePrimArray m i (f i) >> go (i + 1)
  in go 0)
{-# INLINE generatePrimArray #-}

replicatePrimArray :: Prim a => Int -> a -> PrimArray a
replicatePrimArray n x = runPrimArray (newPrimArray n >>= \m -> setPrimArray m 0 n x >> return m)
{-# INLINE replicatePrimArray #-}

mapPrimArray :: (Prim a, Prim b) => (a -> b) -> PrimArray a -> PrimArray b
mapPrimArray f a = generatePrimArray (sizeofPrimArray a) (\i -> f (indexPrimArray a i))
{-# INLINE mapPrimArray #-}

imapPrimArray :: (Prim a, Prim b) => (Int -> a -> b) -> PrimArray a -> PrimArray b
imapPrimArray f a = generatePrimArray (sizeofPrimArray a) (\i -> f i (indexPrimArray a i))
{-# INLINE imapPrimArray #-}

filterPrimArray :: Prim a => (a -> Bool) -> PrimArray a -> PrimArray a
filterPrimArray p = mapMaybePrimArray (\x -> if p x then Just x else Nothing)
{-# INLINE filterPrimArray #-}

mapMaybePrimArray :: (Prim a, Prim b) => (a -> Maybe b) -> PrimArray a -> PrimArray b
mapMaybePrimArray f a = runPrimArray (newPrimArray n >>= \m ->
  let go i k | i >= n = shrinkMutablePrimArray m k >> return m
             | otherwise = case f (indexPrimArray a i) of
                 Nothing -> go (i + 1) k
                 Just y -> writePrimArray m k y >> go (i + 1) (k + 1)
  in go 0 0)
  where n = sizeofPrimArray a
{-# INLINE mapMaybePrimArray #-}

traversePrimArray :: (Applicative f, Prim a, Prim b) => (a -> f b) -> PrimArray a -> f (PrimArray b)
traversePrimArray f = itraversePrimArray (\_ x -> f x)
{-# INLINE traversePrimArray #-}

itraversePrimArray :: (Applicative f, Prim a, Prim b) => (Int -> a -> f b) -> PrimArray a -> f (PrimArray b)
itraversePrimArray f a = generatePrimArrayA (sizeofPrimArray a) (\i -> f i (indexPrimArray a i))
{-# INLINE itraversePrimArray #-}

generatePrimArrayA :: (Applicative f, Prim a) => Int -> (Int -> f a) -> f (PrimArray a)
generatePrimArrayA n f = primArrayFromListN n <$> traverse f [0 .. n - 1]
{-# INLINE generatePrimArrayA #-}

replicatePrimArrayA :: (Applicative f, Prim a) => Int -> f a -> f (PrimArray a)
replicatePrimArrayA n act = generatePrimArrayA n (\_ -> act)
{-# INLINE replicatePrimArrayA #-}

filterPrimArrayA :: (Applicative f, Prim a) => (a -> f Bool) -> PrimArray a -> f (PrimArray a)
filterPrimArrayA p = mapMaybePrimArrayA (\x -> (\b -> if b then Just x else Nothing) <$> p x)
{-# INLINE filterPrimArrayA #-}

mapMaybePrimArrayA :: (Applicative f, Prim a, Prim b) => (a -> f (Maybe b)) -> PrimArray a -> f (PrimArray b)
mapMaybePrimArrayA f a = (primArrayFromList . catMaybes) <$> traverse f (primArrayToList a)
{-# INLINE mapMaybePrimArrayA #-}

-- ---- In a monad of a state thread: without a list -------------------------------------------------------------------
traversePrimArrayP :: (PrimMonad m, Prim a, Prim b) => (a -> m b) -> PrimArray a -> m (PrimArray b)
traversePrimArrayP f = itraversePrimArrayP (\_ x -> f x)
{-# INLINE traversePrimArrayP #-}

itraversePrimArrayP :: (Prim a, Prim b, PrimMonad m) => (Int -> a -> m b) -> PrimArray a -> m (PrimArray b)
itraversePrimArrayP f a = generatePrimArrayP (sizeofPrimArray a) (\i -> f i (indexPrimArray a i))
{-# INLINE itraversePrimArrayP #-}

generatePrimArrayP :: (PrimMonad m, Prim a) => Int -> (Int -> m a) -> m (PrimArray a)
generatePrimArrayP n f = newPrimArray n >>= \m ->
  let go i | i >= n = unsafeFreezePrimArray m
           | otherwise = f i >>= \x -> writePrimArray m i x >> go (i + 1)
  in go 0
{-# INLINE generatePrimArrayP #-}

replicatePrimArrayP :: (PrimMonad m, Prim a) => Int -> m a -> m (PrimArray a)
replicatePrimArrayP n act = generatePrimArrayP n (\_ -> act)
{-# INLINE replicatePrimArrayP #-}

filterPrimArrayP :: (PrimMonad m, Prim a) => (a -> m Bool) -> PrimArray a -> m (PrimArray a)
filterPrimArrayP p = mapMaybePrimArrayP (\x -> p x >>= \b -> return (if b then Just x else Nothing))
{-# INLINE filterPrimArrayP #-}

mapMaybePrimArrayP :: (PrimMonad m, Prim a, Prim b) => (a -> m (Maybe b)) -> PrimArray a -> m (PrimArray b)
mapMaybePrimArrayP f a = newPrimArray n >>= \m ->
  let go i k | i >= n = shrinkMutablePrimArray m k >> unsafeFreezePrimArray m
             | otherwise = f (indexPrimArray a i) >>= \r -> case r of
                 Nothing -> go (i + 1) k
                 Just y -> writePrimArray m k y >> go (i + 1) (k + 1)
  in go 0 0
  where n = sizeofPrimArray a
{-# INLINE mapMaybePrimArrayP #-}

instance Eq (MutablePrimArray s a) where
  MutablePrimArray a == MutablePrimArray b = isTrue# (sameMutableByteArray# a b)
instance (Eq a, Prim a) => Eq (PrimArray a) where
  a == b = n == sizeofPrimArray b && go (n - 1)
    where n = sizeofPrimArray a
          go i = i < 0 || (indexPrimArray a i == indexPrimArray b i && go (i - 1))
instance (Ord a, Prim a) => Ord (PrimArray a) where
  compare a b = go 0
    where n = min (sizeofPrimArray a) (sizeofPrimArray b)
          go i | i >= n = compare (sizeofPrimArray a) (sizeofPrimArray b)
               | otherwise = compare (indexPrimArray a i) (indexPrimArray b i) <> go (i + 1)
instance (Show a, Prim a) => Show (PrimArray a) where
  showsPrec p a = showParen (p > 10)
    (showString "fromListN " . shows (sizeofPrimArray a) . showString " " . shows (primArrayToList a))
instance Semigroup (PrimArray a) where
  PrimArray a <> PrimArray b = case sizeofByteArray# a of
    n -> case sizeofByteArray# b of
      k -> runST (primitive (\s -> case newByteArray# (n +# k) s of
        (# s1, m #) -> case copyByteArray# a 0# m 0# n s1 of
          s2 -> case copyByteArray# b 0# m n k s2 of
            s3 -> case unsafeFreezeByteArray# m s3 of (# s4, r #) -> (# s4, PrimArray r #)))
instance Monoid (PrimArray a) where
  mempty = emptyPrimArray
instance NFData (PrimArray a) where
  rnf a = a `seq` ()
instance NFData (MutablePrimArray s a) where
  rnf m = m `seq` ()

instance Prim a => Lists.IsList (PrimArray a) a where
  fromList = primArrayFromList
  fromListN = primArrayFromListN
  toList = primArrayToList
