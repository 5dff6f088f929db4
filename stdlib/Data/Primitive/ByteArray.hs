{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Arrays of bytes as the primitive operations have them: nothing is checked. Offsets of elements count elements, lengths and offsets of
-- copies bytes.
module Data.Primitive.ByteArray
  ( ByteArray(..), MutableByteArray(..), ByteArray#, MutableByteArray#, newByteArray, newPinnedByteArray
  , newAlignedPinnedByteArray, resizeMutableByteArray, shrinkMutableByteArray, readByteArray, writeByteArray
  , indexByteArray, byteArrayFromList, byteArrayFromListN, foldrByteArray, compareByteArrays, freezeByteArray
  , thawByteArray, runByteArray, unsafeFreezeByteArray, unsafeThawByteArray, copyByteArray, copyMutableByteArray
  , copyByteArrayToPtr, copyMutableByteArrayToPtr, copyByteArrayToAddr, copyMutableByteArrayToAddr, moveByteArray
  , setByteArray, fillByteArray, cloneByteArray, cloneMutableByteArray, sizeofByteArray, sizeofMutableByteArray
  , getSizeofMutableByteArray, sameMutableByteArray, isByteArrayPinned, isMutableByteArrayPinned, byteArrayContents
  , mutableByteArrayContents, emptyByteArray
  ) where

import qualified GPH.IsList as Lists
import Control.DeepSeq (NFData(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Data.Primitive.Types.Class (Prim)
import qualified Data.Primitive.Types.Class as Class
import GPH.Prim
import GPH.Ptr (Ptr(..))
import GPH.ST (ST, runST)
import GPH.Types (Int(..), isTrue#)
import GPH.Word (Word8)
import Numeric (showHex)

data ByteArray = ByteArray ByteArray#
data MutableByteArray s = MutableByteArray (MutableByteArray# s)

elementSize :: Prim a => a -> Int
elementSize x = I# (Class.sizeOf# x)
{-# INLINE elementSize #-}

newByteArray, newPinnedByteArray :: PrimMonad m => Int -> m (MutableByteArray (PrimState m))
newByteArray (I# n) = primitive (\s -> case newByteArray# n s of (# s1, m #) -> (# s1, MutableByteArray m #))
newPinnedByteArray (I# n) =
  primitive (\s -> case newPinnedByteArray# n s of (# s1, m #) -> (# s1, MutableByteArray m #))
{-# INLINE newByteArray #-}
{-# INLINE newPinnedByteArray #-}

-- | The size, the alignment.
newAlignedPinnedByteArray :: PrimMonad m => Int -> Int -> m (MutableByteArray (PrimState m))
newAlignedPinnedByteArray (I# n) (I# k) =
  primitive (\s -> case newAlignedPinnedByteArray# n k s of (# s1, m #) -> (# s1, MutableByteArray m #))
{-# INLINE newAlignedPinnedByteArray #-}

resizeMutableByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> m (MutableByteArray (PrimState m))
resizeMutableByteArray (MutableByteArray m) (I# n) =
  primitive (\s -> case resizeMutableByteArray# m n s of (# s1, m1 #) -> (# s1, MutableByteArray m1 #))
{-# INLINE resizeMutableByteArray #-}

shrinkMutableByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> m ()
shrinkMutableByteArray (MutableByteArray m) (I# n) =
  primitive (\s -> case shrinkMutableByteArray# m n s of s1 -> (# s1, () #))
{-# INLINE shrinkMutableByteArray #-}

readByteArray :: (Prim a, PrimMonad m) => MutableByteArray (PrimState m) -> Int -> m a
readByteArray (MutableByteArray m) (I# i) = primitive (Class.readByteArray# m i)
{-# INLINE readByteArray #-}

writeByteArray :: (Prim a, PrimMonad m) => MutableByteArray (PrimState m) -> Int -> a -> m ()
writeByteArray (MutableByteArray m) (I# i) x =
  primitive (\s -> case Class.writeByteArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writeByteArray #-}

indexByteArray :: Prim a => ByteArray -> Int -> a
indexByteArray (ByteArray a) (I# i) = Class.indexByteArray# a i
{-# INLINE indexByteArray #-}

byteArrayFromList :: Prim a => [a] -> ByteArray
byteArrayFromList xs = byteArrayFromListN (length xs) xs

-- | The list must have that many elements.
byteArrayFromListN :: forall a. Prim a => Int -> [a] -> ByteArray
byteArrayFromListN n list = runByteArray (newByteArray (n * elementSize (undefined :: a)) >>= \m ->
  let go i [] | i == n = return m
              | otherwise = errorWithoutStackTrace "Data.Primitive.ByteArray.byteArrayFromListN: list length less than specified size"
      go i (x : xs)
        | i < n = writeByteArray m i x >> go (i + 1) xs
        | otherwise = errorWithoutStackTrace "Data.Primitive.ByteArray.byteArrayFromListN: list length greater than specified size"
  in go 0 list)

foldrByteArray :: forall a b. Prim a => (a -> b -> b) -> b -> ByteArray -> b
foldrByteArray f z a = go 0
  where n = sizeofByteArray a `quot` elementSize (undefined :: a)
        go i | i >= n = z
             | otherwise = f (indexByteArray a i) (go (i + 1))
{-# INLINE foldrByteArray #-}

-- | Two arrays from their offsets on, so many bytes.
compareByteArrays :: ByteArray -> Int -> ByteArray -> Int -> Int -> Ordering
compareByteArrays (ByteArray a) (I# i) (ByteArray b) (I# j) (I# n) = compare (I# (compareByteArrays# a i b j n)) 0
{-# INLINE compareByteArrays #-}

freezeByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> Int -> m ByteArray
freezeByteArray m i n = newByteArray n >>= \w -> copyMutableByteArray w 0 m i n >> unsafeFreezeByteArray w
{-# INLINE freezeByteArray #-}

thawByteArray :: PrimMonad m => ByteArray -> Int -> Int -> m (MutableByteArray (PrimState m))
thawByteArray a i n = newByteArray n >>= \w -> copyByteArray w 0 a i n >> return w
{-# INLINE thawByteArray #-}

runByteArray :: (forall s. ST s (MutableByteArray s)) -> ByteArray
runByteArray st = runST (st >>= unsafeFreezeByteArray)
{-# INLINE runByteArray #-}

unsafeFreezeByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> m ByteArray
unsafeFreezeByteArray (MutableByteArray m) =
  primitive (\s -> case unsafeFreezeByteArray# m s of (# s1, a #) -> (# s1, ByteArray a #))
{-# INLINE unsafeFreezeByteArray #-}

unsafeThawByteArray :: PrimMonad m => ByteArray -> m (MutableByteArray (PrimState m))
unsafeThawByteArray (ByteArray a) =
  primitive (\s -> case unsafeThawByteArray# a s of (# s1, m #) -> (# s1, MutableByteArray m #))
{-# INLINE unsafeThawByteArray #-}

-- | To the first at an offset from the second at an offset so many bytes. The mutable ones may overlap.
copyByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> ByteArray -> Int -> Int -> m ()
copyByteArray (MutableByteArray m) (I# j) (ByteArray a) (I# i) (I# n) =
  primitive (\s -> case copyByteArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copyByteArray #-}

copyMutableByteArray, moveByteArray
  :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> MutableByteArray (PrimState m) -> Int -> Int -> m ()
copyMutableByteArray (MutableByteArray m) (I# j) (MutableByteArray a) (I# i) (I# n) =
  primitive (\s -> case copyMutableByteArray# a i m j n s of s1 -> (# s1, () #))
moveByteArray = copyMutableByteArray
{-# INLINE copyMutableByteArray #-}
{-# INLINE moveByteArray #-}

-- | Offset and number of elements.
copyByteArrayToPtr :: forall m a. (PrimMonad m, Prim a) => Ptr a -> ByteArray -> Int -> Int -> m ()
copyByteArrayToPtr (Ptr p) a i n = copyByteArrayToAddr (Ptr p) a (i * size) (n * size)
  where size = elementSize (undefined :: a)
{-# INLINE copyByteArrayToPtr #-}

copyMutableByteArrayToPtr
  :: forall m a. (PrimMonad m, Prim a) => Ptr a -> MutableByteArray (PrimState m) -> Int -> Int -> m ()
copyMutableByteArrayToPtr (Ptr p) a i n = copyMutableByteArrayToAddr (Ptr p) a (i * size) (n * size)
  where size = elementSize (undefined :: a)
{-# INLINE copyMutableByteArrayToPtr #-}

copyByteArrayToAddr :: PrimMonad m => Ptr Word8 -> ByteArray -> Int -> Int -> m ()
copyByteArrayToAddr (Ptr p) (ByteArray a) (I# i) (I# n) =
  primitive (\s -> case copyByteArrayToAddr# a i p n s of s1 -> (# s1, () #))
{-# INLINE copyByteArrayToAddr #-}

copyMutableByteArrayToAddr :: PrimMonad m => Ptr Word8 -> MutableByteArray (PrimState m) -> Int -> Int -> m ()
copyMutableByteArrayToAddr (Ptr p) (MutableByteArray a) (I# i) (I# n) =
  primitive (\s -> case copyMutableByteArrayToAddr# a i p n s of s1 -> (# s1, () #))
{-# INLINE copyMutableByteArrayToAddr #-}

-- | From an offset on so many elements.
setByteArray :: (Prim a, PrimMonad m) => MutableByteArray (PrimState m) -> Int -> Int -> a -> m ()
setByteArray (MutableByteArray m) (I# i) (I# n) x =
  primitive (\s -> case Class.setByteArray# m i n x s of s1 -> (# s1, () #))
{-# INLINE setByteArray #-}

fillByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> Int -> Word8 -> m ()
fillByteArray (MutableByteArray m) (I# i) (I# n) x = case fromIntegral x of
  I# b -> primitive (\s -> case setByteArray# m i n b s of s1 -> (# s1, () #))
{-# INLINE fillByteArray #-}

cloneByteArray :: ByteArray -> Int -> Int -> ByteArray
cloneByteArray a i n = runByteArray (thawByteArray a i n)
{-# INLINE cloneByteArray #-}

cloneMutableByteArray
  :: PrimMonad m => MutableByteArray (PrimState m) -> Int -> Int -> m (MutableByteArray (PrimState m))
cloneMutableByteArray m i n = newByteArray n >>= \w -> copyMutableByteArray w 0 m i n >> return w
{-# INLINE cloneMutableByteArray #-}

sizeofByteArray :: ByteArray -> Int
sizeofByteArray (ByteArray a) = I# (sizeofByteArray# a)
{-# INLINE sizeofByteArray #-}

-- | As it was made: 'getSizeofMutableByteArray' knows of 'shrinkMutableByteArray', too.
sizeofMutableByteArray :: MutableByteArray s -> Int
sizeofMutableByteArray (MutableByteArray m) = I# (sizeofMutableByteArray# m)
{-# INLINE sizeofMutableByteArray #-}

getSizeofMutableByteArray :: PrimMonad m => MutableByteArray (PrimState m) -> m Int
getSizeofMutableByteArray (MutableByteArray m) =
  primitive (\s -> case getSizeofMutableByteArray# m s of (# s1, n #) -> (# s1, I# n #))
{-# INLINE getSizeofMutableByteArray #-}

sameMutableByteArray :: MutableByteArray s -> MutableByteArray s -> Bool
sameMutableByteArray a b = a == b
{-# INLINE sameMutableByteArray #-}

isByteArrayPinned :: ByteArray -> Bool
isByteArrayPinned (ByteArray a) = isTrue# (isByteArrayPinned# a)

isMutableByteArrayPinned :: MutableByteArray s -> Bool
isMutableByteArrayPinned (MutableByteArray m) = isTrue# (isMutableByteArrayPinned# m)

-- | Of a pinned array.
byteArrayContents :: ByteArray -> Ptr Word8
byteArrayContents (ByteArray a) = Ptr (byteArrayContents# a)
{-# INLINE byteArrayContents #-}

mutableByteArrayContents :: MutableByteArray s -> Ptr Word8
mutableByteArrayContents (MutableByteArray m) = Ptr (mutableByteArrayContents# m)
{-# INLINE mutableByteArrayContents #-}

emptyByteArray :: ByteArray
emptyByteArray = runByteArray (newByteArray 0)
{-# NOINLINE emptyByteArray #-}

instance Eq (MutableByteArray s) where
  MutableByteArray a == MutableByteArray b = isTrue# (GPH.Prim.sameMutableByteArray# a b)
instance Eq ByteArray where
  a == b = sizeofByteArray a == sizeofByteArray b && compareByteArrays a 0 b 0 (sizeofByteArray a) == EQ
-- | Shorter ones first.
instance Ord ByteArray where
  compare a b = compare n (sizeofByteArray b) <> compareByteArrays a 0 b 0 n
    where n = sizeofByteArray a
instance Show ByteArray where
  showsPrec _ a = showString "[" . go 0
    where n = sizeofByteArray a
          go i | i >= n = showString "]"
               | otherwise = (if i == 0 then id else showString ", ") . showString "0x" .
                   (if w < 16 then showString "0" else id) . showHex w . go (i + 1)
            where w = indexByteArray a i :: Word8
instance Semigroup ByteArray where
  a <> b = runByteArray (newByteArray (n + sizeofByteArray b) >>= \m ->
    copyByteArray m 0 a 0 n >> copyByteArray m n b 0 (sizeofByteArray b) >> return m)
    where n = sizeofByteArray a
instance Monoid ByteArray where
  mempty = emptyByteArray
  mconcat as = runByteArray (newByteArray (sum (map sizeofByteArray as)) >>= \m ->
    let go _ [] = return m
        go i (b : bs) = copyByteArray m i b 0 (sizeofByteArray b) >> go (i + sizeofByteArray b) bs
    in go 0 as)
instance NFData ByteArray where
  rnf a = a `seq` ()
instance NFData (MutableByteArray s) where
  rnf m = m `seq` ()

instance Lists.IsList ByteArray Word8 where
  fromList = byteArrayFromList
  fromListN = byteArrayFromListN
  toList = foldrByteArray (:) []
