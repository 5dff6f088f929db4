{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The classes of immutable and mutable arrays, and the unboxed arrays. Data.Array.IArray, .MArray, .ST, .IO, .Unboxed show parts of it.
module Data.Array.Base (module Data.Array.Base, safeRangeSize) where

import qualified Control.Monad.ST.Lazy as Lazy
import Data.Int
import Data.Ix
import Data.Word
import qualified GPH.Arr as Arr
import GPH.Arr (Array, STArray, safeRangeSize)
import GPH.Base (build)
import GPH.Ix (Ix(safeIndex))
import GPH.Int (Int8(..), Int16(..), Int32(..), Int64(..))
import GPH.Prim
import GPH.Ptr (FunPtr(..), Ptr(..), StablePtr(..))
import GPH.ST (ST(..), runST, stToIO)
import GPH.Types (Char(..), Double(..), Float(..), Int(..), Word(..))
import GPH.Word (Word8(..), Word16(..), Word32(..), Word64(..))
import Text.Read (Lexeme(..), Read(..), expectP, parens, prec, step)

infixl 9 !, //

-- | Immutable arrays of elements e.
class IArray a e where
  bounds :: Ix i => a i e -> (i, i)
  numElements :: Ix i => a i e -> Int
  unsafeArray :: Ix i => (i, i) -> [(Int, e)] -> a i e
  unsafeAt :: Ix i => a i e -> Int -> e
  unsafeReplace :: Ix i => a i e -> [(Int, e)] -> a i e
  unsafeReplace arr ies = runST (do
    marr <- thawGeneric arr
    sequence_ [Arr.unsafeWriteSTArray marr i e | (i, e) <- ies]
    unfreezeGeneric marr)
  unsafeAccum :: Ix i => (e -> e' -> e) -> a i e -> [(Int, e')] -> a i e
  unsafeAccum f arr ies = runST (do
    marr <- thawGeneric arr
    accumInto f marr ies
    unfreezeGeneric marr)
  unsafeAccumArray :: Ix i => (e -> e' -> e) -> e -> (i, i) -> [(Int, e')] -> a i e
  unsafeAccumArray f z b ies = runST (do
    marr <- Arr.newSTArray b z
    accumInto f marr ies
    unfreezeGeneric marr)

accumInto :: (e -> e' -> e) -> STArray s i e -> [(Int, e')] -> ST s ()
accumInto f marr ies = sequence_ [Arr.unsafeReadSTArray marr i >>= \old -> let new' = f old new in new' `seq` Arr.unsafeWriteSTArray marr i new' | (i, new) <- ies]

thawGeneric :: (IArray a e, Ix i) => a i e -> ST s (STArray s i e)
thawGeneric arr = Arr.thawSTArray (Arr.listArray (bounds arr) [unsafeAt arr k | k <- [0 .. numElements arr - 1]])

unfreezeGeneric :: (IArray a e, Ix i) => STArray s i e -> ST s (a i e)
unfreezeGeneric marr = do
  arr <- Arr.unsafeFreezeSTArray marr
  return (unsafeArray (Arr.bounds arr) [(k, Arr.unsafeAt arr k) | k <- [0 .. Arr.numElements arr - 1]])

array :: (IArray a e, Ix i) => (i, i) -> [(i, e)] -> a i e
array (l, u) ies = let n = safeRangeSize (l, u) in unsafeArray (l, u) [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE array #-}

listArray :: (IArray a e, Ix i) => (i, i) -> [e] -> a i e
listArray (l, u) es = unsafeArray (l, u) (numbered (safeRangeSize (l, u)) es)
{-# INLINE listArray #-}

-- The first n elements with their numbers. Of surplus ones not even the list's cells are looked at.
numbered :: Int -> [e] -> [(Int, e)]
numbered n es = build (\c nil -> if n == 0 then nil else foldr (\e rest i -> c (i, e) (if i == n - 1 then nil else rest (i + 1))) (\_ -> nil) es 0)
{-# INLINE numbered #-}

genArray :: (IArray a e, Ix i) => (i, i) -> (i -> e) -> a i e
genArray (l, u) f = unsafeArray (l, u) (zip [0 ..] [f i | i <- range (l, u)])

(!) :: (IArray a e, Ix i) => a i e -> i -> e
arr ! i = case bounds arr of (l, u) -> unsafeAt arr (safeIndex (l, u) (numElements arr) i)
{-# INLINE (!) #-}

(!?) :: (IArray a e, Ix i) => a i e -> i -> Maybe e
arr !? i
  | inRange (bounds arr) i = Just (arr ! i)
  | otherwise = Nothing

indices :: (IArray a e, Ix i) => a i e -> [i]
indices arr = range (bounds arr)
{-# INLINE indices #-}

elems :: (IArray a e, Ix i) => a i e -> [e]
elems arr = [unsafeAt arr i | i <- [0 .. numElements arr - 1]]
{-# INLINE elems #-}

assocs :: (IArray a e, Ix i) => a i e -> [(i, e)]
assocs arr = [(i, arr ! i) | i <- range (bounds arr)]
{-# INLINE assocs #-}

accumArray :: (IArray a e, Ix i) => (e -> e' -> e) -> e -> (i, i) -> [(i, e')] -> a i e
accumArray f z (l, u) ies = let n = safeRangeSize (l, u) in unsafeAccumArray f z (l, u) [(safeIndex (l, u) n i, e) | (i, e) <- ies]
{-# INLINE accumArray #-}

(//) :: (IArray a e, Ix i) => a i e -> [(i, e)] -> a i e
arr // ies = case bounds arr of (l, u) -> unsafeReplace arr [(safeIndex (l, u) (numElements arr) i, e) | (i, e) <- ies]
{-# INLINE (//) #-}

accum :: (IArray a e, Ix i) => (e -> e' -> e) -> a i e -> [(i, e')] -> a i e
accum f arr ies = case bounds arr of (l, u) -> unsafeAccum f arr [(safeIndex (l, u) (numElements arr) i, e) | (i, e) <- ies]
{-# INLINE accum #-}

amap :: (IArray a e', IArray a e, Ix i) => (e' -> e) -> a i e' -> a i e
amap f arr = unsafeArray (bounds arr) [(i, f (unsafeAt arr i)) | i <- [0 .. numElements arr - 1]]
{-# INLINE amap #-}

ixmap :: (IArray a e, Ix i, Ix j) => (i, i) -> (i -> j) -> a j e -> a i e
ixmap (l, u) f arr = array (l, u) [(i, arr ! f i) | i <- range (l, u)]
{-# INLINE ixmap #-}

instance IArray Array e where
  bounds = Arr.bounds
  {-# INLINE bounds #-}
  numElements = Arr.numElements
  {-# INLINE numElements #-}
  unsafeArray b ies = Arr.unsafeArray b (safeRangeSize b) ies
  {-# INLINE unsafeArray #-}
  unsafeAt = Arr.unsafeAt
  {-# INLINE unsafeAt #-}
  unsafeReplace = Arr.unsafeReplace
  {-# INLINE unsafeReplace #-}
  unsafeAccum = Arr.unsafeAccum
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = Arr.unsafeAccumArray f z b (safeRangeSize b) ies
  {-# INLINE unsafeAccumArray #-}

-- | Unboxed immutable arrays: strict in their elements.
data UArray i e = UArray !i !i !Int ByteArray#

-- | Unboxed mutable arrays.
data STUArray s i e = STUArray !i !i !Int (MutableByteArray# s)

instance Eq (STUArray s i e) where
  STUArray _ _ _ a == STUArray _ _ _ b = case sameMutableByteArray# a b of
    1# -> True
    _ -> False

boundsU :: UArray i e -> (i, i)
boundsU (UArray l u _ _) = (l, u)
{-# INLINE boundsU #-}

numElementsU :: UArray i e -> Int
numElementsU (UArray _ _ n _) = n
{-# INLINE numElementsU #-}

freezeU :: STUArray s i e -> ST s (UArray i e)
freezeU (STUArray l u n marr) = ST (\s -> case unsafeFreezeByteArray# marr s of (# s1, arr #) -> (# s1, UArray l u n arr #))
{-# INLINE freezeU #-}

copyU :: UArray i e -> ST s (STUArray s i e)
copyU (UArray l u n arr) = ST (\s -> let size = sizeofByteArray# arr in case newByteArray# size s of
  (# s1, marr #) -> case copyByteArray# arr 0# marr 0# size s1 of s2 -> (# s2, STUArray l u n marr #))

-- | Conversions between the unboxed arrays. unsafeFreeze shares memory. Nothing thaws in place: what may be evaluated by two threads at once would
-- write into one array twice.
freezeSTUArray, unsafeFreezeSTUArray :: STUArray s i e -> ST s (UArray i e)
freezeSTUArray marr = freezeU marr >>= copyU >>= freezeU
unsafeFreezeSTUArray = freezeU
{-# INLINE unsafeFreezeSTUArray #-}

thawSTUArray, unsafeThawSTUArray :: UArray i e -> ST s (STUArray s i e)
thawSTUArray = copyU
unsafeThawSTUArray = copyU

-- | The same memory as elements of another type of the same size. The bounds stay.
castSTUArray :: STUArray s ix a -> ST s (STUArray s ix b)
castSTUArray (STUArray l u n marr) = return (STUArray l u n marr)

buildU :: (MArray (STUArray s) e (ST s), Ix i) => (i, i) -> [(Int, e)] -> ST s (UArray i e)
buildU b ies = do
  marr <- newArray_ b
  foldr (\(i, e) rest -> unsafeWrite marr i e >> rest) (freezeU marr) ies
{-# INLINE buildU #-}

replaceU :: (MArray (STUArray s) e (ST s), Ix i) => UArray i e -> [(Int, e)] -> ST s (UArray i e)
replaceU arr ies = do
  marr <- copyU arr
  foldr (\(i, e) rest -> unsafeWrite marr i e >> rest) (freezeU marr) ies
{-# INLINE replaceU #-}

accumU :: (MArray (STUArray s) e (ST s), Ix i) => (e -> e' -> e) -> STUArray s i e -> [(Int, e')] -> ST s (UArray i e)
accumU f marr ies = foldr (\(i, new) rest -> unsafeRead marr i >>= \old -> unsafeWrite marr i (f old new) >> rest) (freezeU marr) ies
{-# INLINE accumU #-}

instance (Ix i, Eq e, IArray UArray e) => Eq (UArray i e) where
  a == b
    | numElements a == 0 = numElements b == 0
    | otherwise = bounds a == bounds b && go (numElements a - 1)
    where go i = i < 0 || (unsafeAt a i == unsafeAt b i && go (i - 1))
instance (Ix i, Ord e, IArray UArray e) => Ord (UArray i e) where
  compare a b = compare (assocs a) (assocs b)
instance (Ix i, Read i, Read e, IArray UArray e) => Read (UArray i e) where
  readPrec = parens (prec 10 (expectP (Ident "array") >> (array <$> step readPrec <*> step readPrec)))
instance (Ix i, Show i, Show e, IArray UArray e) => Show (UArray i e) where
  showsPrec p a = showParen (p > 10) (showString "array " . showsPrec 11 (bounds a) . showChar ' ' . showsPrec 11 (assocs a))

-- | Mutable arrays of elements e in the monad m.
class Monad m => MArray a e m where
  getBounds :: Ix i => a i e -> m (i, i)
  getNumElements :: Ix i => a i e -> m Int
  newArray :: Ix i => (i, i) -> e -> m (a i e)
  newArray (l, u) initial = do
    let n = safeRangeSize (l, u)
    marr <- unsafeNewArray_ (l, u)
    let fill i | i == n = return marr
               | otherwise = unsafeWrite marr i initial >> fill (i + 1)
    fill 0
  newArray_ :: Ix i => (i, i) -> m (a i e)
  newArray_ b = newArray b (errorWithoutStackTrace "MArray: undefined array element")
  unsafeNewArray_ :: Ix i => (i, i) -> m (a i e)
  unsafeNewArray_ b = newArray b (errorWithoutStackTrace "MArray: undefined array element")
  unsafeRead :: Ix i => a i e -> Int -> m e
  unsafeWrite :: Ix i => a i e -> Int -> e -> m ()

newListArray :: (MArray a e m, Ix i) => (i, i) -> [e] -> m (a i e)
newListArray (l, u) es = do
  marr <- newArray_ (l, u)
  let n = safeRangeSize (l, u)
      fill i _ | i == n = return marr
      fill _ [] = return marr
      fill i (x : xs) = unsafeWrite marr i x >> fill (i + 1) xs
  fill 0 es
{-# INLINE newListArray #-}

newGenArray :: (MArray a e m, Ix i) => (i, i) -> (i -> m e) -> m (a i e)
newGenArray (l, u) f = do
  marr <- newArray_ (l, u)
  let fill _ [] = return marr
      fill k (i : is) = f i >>= unsafeWrite marr k >> fill (k + 1) is
  fill 0 (range (l, u))

readArray :: (MArray a e m, Ix i) => a i e -> i -> m e
readArray marr i = do
  (l, u) <- getBounds marr
  n <- getNumElements marr
  unsafeRead marr (safeIndex (l, u) n i)
{-# INLINE readArray #-}

writeArray :: (MArray a e m, Ix i) => a i e -> i -> e -> m ()
writeArray marr i e = do
  (l, u) <- getBounds marr
  n <- getNumElements marr
  unsafeWrite marr (safeIndex (l, u) n i) e
{-# INLINE writeArray #-}

modifyArray, modifyArray' :: (MArray a e m, Ix i) => a i e -> i -> (e -> e) -> m ()
modifyArray marr i f = do
  x <- readArray marr i
  writeArray marr i (f x)
modifyArray' marr i f = do
  x <- readArray marr i
  let x' = f x
  x' `seq` writeArray marr i x'

getElems :: (MArray a e m, Ix i) => a i e -> m [e]
getElems marr = do
  n <- getNumElements marr
  let go i acc | i < 0 = return acc
               | otherwise = unsafeRead marr i >>= \x -> go (i - 1) (x : acc)
  go (n - 1) []

getAssocs :: (MArray a e m, Ix i) => a i e -> m [(i, e)]
getAssocs marr = do
  (l, u) <- getBounds marr
  es <- getElems marr
  return (zip (range (l, u)) es)

mapArray :: (MArray a e' m, MArray a e m, Ix i) => (e' -> e) -> a i e' -> m (a i e)
mapArray f marr = do
  b <- getBounds marr
  n <- getNumElements marr
  new <- newArray_ b
  let go i | i == n = return new
           | otherwise = unsafeRead marr i >>= \x -> unsafeWrite new i (f x) >> go (i + 1)
  go 0

mapIndices :: (MArray a e m, Ix i, Ix j) => (i, i) -> (i -> j) -> a j e -> m (a i e)
mapIndices b f marr = do
  new <- newArray_ b
  sequence_ [readArray marr (f i) >>= writeArray new i | i <- range b]
  return new

-- | Copies in general element by element; the arrays in ST and IO, boxed and unboxed, as a whole; of these
-- unsafeFreeze gives the same memory.
freeze, unsafeFreeze :: (Ix i, MArray a e m, IArray b e) => a i e -> m (b i e)
freeze marr = do
  b <- getBounds marr
  es <- getElems marr
  let arr = listArray b es
  arr `seq` return arr
unsafeFreeze = freeze
{-# NOINLINE [1] freeze #-}
{-# NOINLINE [1] unsafeFreeze #-}

thaw, unsafeThaw :: (Ix i, IArray a e, MArray b e m) => a i e -> m (b i e)
thaw arr = newListArray (bounds arr) (elems arr)
unsafeThaw = thaw
{-# NOINLINE [1] thaw #-}
{-# NOINLINE [1] unsafeThaw #-}

{-# RULES
"freeze/STArray" freeze = Arr.freezeSTArray
"freeze/STUArray" freeze = freezeSTUArray
"freeze/IOArray" freeze = inIO Arr.freezeSTArray
"freeze/IOUArray" freeze = inIOU freezeSTUArray
"unsafeFreeze/STArray" unsafeFreeze = Arr.unsafeFreezeSTArray
"unsafeFreeze/STUArray" unsafeFreeze = freezeU
"unsafeFreeze/IOArray" unsafeFreeze = inIO Arr.unsafeFreezeSTArray
"unsafeFreeze/IOUArray" unsafeFreeze = inIOU freezeU
"thaw/STArray" thaw = Arr.thawSTArray
"thaw/STUArray" thaw = thawSTUArray
"thaw/IOArray" thaw = toIO Arr.thawSTArray
"thaw/IOUArray" thaw = toIOU thawSTUArray
"unsafeThaw/STArray" unsafeThaw = Arr.thawSTArray
"unsafeThaw/STUArray" unsafeThaw = thawSTUArray
"unsafeThaw/IOArray" unsafeThaw = toIO Arr.thawSTArray
"unsafeThaw/IOUArray" unsafeThaw = toIOU thawSTUArray
  #-}

inIO :: (STArray RealWorld i e -> ST RealWorld (Array i e)) -> IOArray i e -> IO (Array i e)
inIO f (IOArray marr) = stToIO (f marr)
{-# INLINE inIO #-}

inIOU :: (STUArray RealWorld i e -> ST RealWorld (UArray i e)) -> IOUArray i e -> IO (UArray i e)
inIOU f (IOUArray marr) = stToIO (f marr)
{-# INLINE inIOU #-}

toIO :: (Array i e -> ST RealWorld (STArray RealWorld i e)) -> Array i e -> IO (IOArray i e)
toIO f arr = stToIO (fmap IOArray (f arr))
{-# INLINE toIO #-}

toIOU :: (UArray i e -> ST RealWorld (STUArray RealWorld i e)) -> UArray i e -> IO (IOUArray i e)
toIOU f arr = stToIO (fmap IOUArray (f arr))
{-# INLINE toIOU #-}

runSTArray :: (forall s. ST s (STArray s i e)) -> Array i e
runSTArray st = runST (st >>= Arr.unsafeFreezeSTArray)
{-# INLINE runSTArray #-}

runSTUArray :: (forall s. ST s (STUArray s i e)) -> UArray i e
runSTUArray st = runST (st >>= freezeU)
{-# INLINE runSTUArray #-}

instance MArray (STArray s) e (ST s) where
  getBounds marr = return (Arr.boundsSTArray marr)
  {-# INLINE getBounds #-}
  getNumElements marr = return (Arr.numElementsSTArray marr)
  {-# INLINE getNumElements #-}
  newArray = Arr.newSTArray
  {-# INLINE newArray #-}
  unsafeRead = Arr.unsafeReadSTArray
  {-# INLINE unsafeRead #-}
  unsafeWrite = Arr.unsafeWriteSTArray
  {-# INLINE unsafeWrite #-}

instance MArray (STArray s) e (Lazy.ST s) where
  getBounds = Lazy.strictToLazyST . getBounds
  getNumElements = Lazy.strictToLazyST . getNumElements
  newArray b e = Lazy.strictToLazyST (newArray b e)
  unsafeRead arr i = Lazy.strictToLazyST (unsafeRead arr i)
  unsafeWrite arr i e = Lazy.strictToLazyST (unsafeWrite arr i e)

newtype IOArray i e = IOArray (STArray RealWorld i e)
newtype IOUArray i e = IOUArray (STUArray RealWorld i e)

instance Eq (IOArray i e) where IOArray a == IOArray b = a == b
instance Eq (IOUArray i e) where IOUArray a == IOUArray b = a == b

instance MArray IOArray e IO where
  getBounds (IOArray marr) = return (Arr.boundsSTArray marr)
  {-# INLINE getBounds #-}
  getNumElements (IOArray marr) = return (Arr.numElementsSTArray marr)
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOArray (Arr.newSTArray b e))
  {-# INLINE newArray #-}
  unsafeRead (IOArray marr) i = stToIO (Arr.unsafeReadSTArray marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOArray marr) i e = stToIO (Arr.unsafeWriteSTArray marr i e)
  {-# INLINE unsafeWrite #-}

-- The bytes of so many elements of a size.
scaled :: Int -> Int -> Int
scaled n scale
  | n > maxBound `quot` scale = errorWithoutStackTrace ("Data.Array.Base.safe_scale: Overflow; scale: " ++ show scale ++ ", n: " ++ show n)
  | otherwise = n * scale
{-# INLINE scaled #-}

-- New unboxed memory is zero.
newBytes :: (i, i) -> Int -> Int -> ST s (STUArray s i e)
newBytes (l, u) n (I# size) = ST (\s -> case newByteArray# size s of
  (# s1, marr #) -> case setByteArray# marr 0# size 0# s1 of s2 -> (# s2, STUArray l u n marr #))
{-# INLINE newBytes #-}

instance IArray UArray Char where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = C# (indexWideCharArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Char (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWideCharArray# marr i s of (# s1, x #) -> (# s1, C# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (C# x) = ST (\s -> case writeWideCharArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Char IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Int where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = I# (indexIntArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Int (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readIntArray# marr i s of (# s1, x #) -> (# s1, I# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (I# x) = ST (\s -> case writeIntArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Int IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Word where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = W# (indexWordArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Word (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWordArray# marr i s of (# s1, x #) -> (# s1, W# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (W# x) = ST (\s -> case writeWordArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Word IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Double where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = D# (indexDoubleArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Double (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readDoubleArray# marr i s of (# s1, x #) -> (# s1, D# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (D# x) = ST (\s -> case writeDoubleArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Double IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Float where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = F# (indexFloatArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Float (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readFloatArray# marr i s of (# s1, x #) -> (# s1, F# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (F# x) = ST (\s -> case writeFloatArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Float IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Int8 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = I8# (indexInt8Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Int8 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n n
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n n
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readInt8Array# marr i s of (# s1, x #) -> (# s1, I8# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (I8# x) = ST (\s -> case writeInt8Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Int8 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Int16 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = I16# (indexInt16Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Int16 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 2)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 2)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readInt16Array# marr i s of (# s1, x #) -> (# s1, I16# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (I16# x) = ST (\s -> case writeInt16Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Int16 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Int32 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = I32# (indexInt32Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Int32 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readInt32Array# marr i s of (# s1, x #) -> (# s1, I32# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (I32# x) = ST (\s -> case writeInt32Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Int32 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Int64 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = I64# (indexInt64Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Int64 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readInt64Array# marr i s of (# s1, x #) -> (# s1, I64# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (I64# x) = ST (\s -> case writeInt64Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Int64 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Word8 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = W8# (indexWord8Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Word8 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n n
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n n
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWord8Array# marr i s of (# s1, x #) -> (# s1, W8# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (W8# x) = ST (\s -> case writeWord8Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Word8 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Word16 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = W16# (indexWord16Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Word16 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 2)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 2)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWord16Array# marr i s of (# s1, x #) -> (# s1, W16# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (W16# x) = ST (\s -> case writeWord16Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Word16 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Word32 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = W32# (indexWord32Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Word32 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 4)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWord32Array# marr i s of (# s1, x #) -> (# s1, W32# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (W32# x) = ST (\s -> case writeWord32Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Word32 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Word64 where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = W64# (indexWord64Array# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Word64 (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readWord64Array# marr i s of (# s1, x #) -> (# s1, W64# x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (W64# x) = ST (\s -> case writeWord64Array# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Word64 IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray Bool where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = case indexInt8Array# arr i of { 0# -> False; _ -> True }
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) Bool (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (n)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (n)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readInt8Array# marr i s of (# s1, x #) -> (# s1, (case x of { 0# -> False; _ -> True }) #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) b = ST (\s -> case writeInt8Array# marr i (case b of { False -> 0#; True -> 1# }) s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray Bool IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray (Ptr a) where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = Ptr (indexAddrArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) (Ptr a) (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readAddrArray# marr i s of (# s1, x #) -> (# s1, Ptr x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (Ptr x) = ST (\s -> case writeAddrArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray (Ptr a) IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray (FunPtr a) where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = FunPtr (indexAddrArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) (FunPtr a) (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readAddrArray# marr i s of (# s1, x #) -> (# s1, FunPtr x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (FunPtr x) = ST (\s -> case writeAddrArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray (FunPtr a) IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}

instance IArray UArray (StablePtr a) where
  bounds = boundsU
  {-# INLINE bounds #-}
  numElements = numElementsU
  {-# INLINE numElements #-}
  unsafeArray b ies = runST (buildU b ies)
  {-# INLINE unsafeArray #-}
  unsafeAt (UArray _ _ _ arr) (I# i) = StablePtr (indexStablePtrArray# arr i)
  {-# INLINE unsafeAt #-}
  unsafeReplace arr ies = runST (replaceU arr ies)
  {-# INLINE unsafeReplace #-}
  unsafeAccum f arr ies = runST (copyU arr >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccum #-}
  unsafeAccumArray f z b ies = runST (newArray b z >>= \marr -> accumU f marr ies)
  {-# INLINE unsafeAccumArray #-}
instance MArray (STUArray s) (StablePtr a) (ST s) where
  getBounds (STUArray l u _ _) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (STUArray _ _ n _) = return n
  {-# INLINE getNumElements #-}
  newArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeNewArray_ (l, u) = let n = safeRangeSize (l, u) in newBytes (l, u) n (scaled n 8)
  unsafeRead (STUArray _ _ _ marr) (I# i) = ST (\s -> case readStablePtrArray# marr i s of (# s1, x #) -> (# s1, StablePtr x #))
  {-# INLINE unsafeRead #-}
  unsafeWrite (STUArray _ _ _ marr) (I# i) (StablePtr x) = ST (\s -> case writeStablePtrArray# marr i x s of s1 -> (# s1, () #))
  {-# INLINE unsafeWrite #-}
instance MArray IOUArray (StablePtr a) IO where
  getBounds (IOUArray (STUArray l u _ _)) = return (l, u)
  {-# INLINE getBounds #-}
  getNumElements (IOUArray (STUArray _ _ n _)) = return n
  {-# INLINE getNumElements #-}
  newArray b e = stToIO (fmap IOUArray (newArray b e))
  newArray_ b = stToIO (fmap IOUArray (newArray_ b))
  unsafeNewArray_ b = stToIO (fmap IOUArray (unsafeNewArray_ b))
  unsafeRead (IOUArray marr) i = stToIO (unsafeRead marr i)
  {-# INLINE unsafeRead #-}
  unsafeWrite (IOUArray marr) i e = stToIO (unsafeWrite marr i e)
  {-# INLINE unsafeWrite #-}
