{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed arrays as the primitive operations have them: nothing is checked. Elements are lazy.
module Data.Primitive.Array
  ( Array(..), MutableArray(..), newArray, readArray, writeArray, indexArray, indexArrayM, indexArray##, freezeArray, thawArray, runArray
  , createArray, emptyArray
  , unsafeFreezeArray, unsafeThawArray, sameMutableArray, copyArray, copyMutableArray, cloneArray, cloneMutableArray
  , sizeofArray, sizeofMutableArray, arrayFromList, arrayFromListN, mapArray', traverseArrayP
  ) where

import qualified GPH.IsList as Lists
import Control.Applicative (Alternative(..), liftA2)
import Control.DeepSeq (NFData(..), NFData1(..))
import Control.Monad (MonadPlus)
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Zip (MonadZip(..))
import qualified Data.Foldable as Foldable
import Data.Functor.Classes (Eq1(..), Ord1(..), Show1(..))
import GPH.Prim
import GPH.ST (ST(..), runST)
import GPH.Types (Int(..), isTrue#)
import Text.Read (readPrec, readListPrec, readListPrecDefault, parens, prec, expectP, step)
import qualified Text.Read.Lex as Lex

data Array a = Array { array# :: Array# a }
data MutableArray s a = MutableArray { marray# :: MutableArray# s a }

newArray :: PrimMonad m => Int -> a -> m (MutableArray (PrimState m) a)
newArray (I# n) x = primitive (\s -> case newArray# n x s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE newArray #-}

readArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> m a
readArray (MutableArray m) (I# i) = primitive (\s -> readArray# m i s)
{-# INLINE readArray #-}

writeArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> a -> m ()
writeArray (MutableArray m) (I# i) x = primitive (\s -> case writeArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writeArray #-}

indexArray :: Array a -> Int -> a
indexArray (Array a) (I# i) = case indexArray# a i of (# x #) -> x
{-# INLINE indexArray #-}

indexArrayM :: Monad m => Array a -> Int -> m a
indexArrayM (Array a) (I# i) = case indexArray# a i of (# x #) -> return x
{-# INLINE indexArrayM #-}

indexArray## :: Array a -> Int -> (# a #)
indexArray## (Array a) (I# i) = indexArray# a i
{-# INLINE indexArray## #-}

-- | From an offset so many elements, copied.
freezeArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Int -> m (Array a)
freezeArray (MutableArray m) (I# i) (I# n) =
  primitive (\s -> case freezeArray# m i n s of (# s1, a #) -> (# s1, Array a #))
{-# INLINE freezeArray #-}

thawArray :: PrimMonad m => Array a -> Int -> Int -> m (MutableArray (PrimState m) a)
thawArray (Array a) (I# i) (I# n) =
  primitive (\s -> case thawArray# a i n s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE thawArray #-}

unsafeFreezeArray :: PrimMonad m => MutableArray (PrimState m) a -> m (Array a)
unsafeFreezeArray (MutableArray m) = primitive (\s -> case unsafeFreezeArray# m s of (# s1, a #) -> (# s1, Array a #))
{-# INLINE unsafeFreezeArray #-}

unsafeThawArray :: PrimMonad m => Array a -> m (MutableArray (PrimState m) a)
unsafeThawArray (Array a) = primitive (\s -> case unsafeThawArray# a s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE unsafeThawArray #-}

runArray :: (forall s. ST s (MutableArray s a)) -> Array a
runArray st = runST (st >>= unsafeFreezeArray)
{-# INLINE runArray #-}

createArray :: Int -> a -> (forall s. MutableArray s a -> ST s ()) -> Array a
createArray n x f = runST (newArray n x >>= \m -> f m >> unsafeFreezeArray m)
{-# INLINE createArray #-}

emptyArray :: Array a
emptyArray = createArray 0 (error "Data.Primitive.Array: empty") (\_ -> return ())
{-# NOINLINE emptyArray #-}

sameMutableArray :: MutableArray s a -> MutableArray s a -> Bool
sameMutableArray a b = a == b
{-# INLINE sameMutableArray #-}

-- | To the first at an offset from the second at an offset so many. The mutable ones may overlap.
copyArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Array a -> Int -> Int -> m ()
copyArray (MutableArray m) (I# j) (Array a) (I# i) (I# n) =
  primitive (\s -> case copyArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copyArray #-}

copyMutableArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> MutableArray (PrimState m) a -> Int -> Int -> m ()
copyMutableArray (MutableArray m) (I# j) (MutableArray a) (I# i) (I# n) =
  primitive (\s -> case copyMutableArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copyMutableArray #-}

cloneArray :: Array a -> Int -> Int -> Array a
cloneArray (Array a) (I# i) (I# n) = Array (cloneArray# a i n)
{-# INLINE cloneArray #-}

cloneMutableArray :: PrimMonad m => MutableArray (PrimState m) a -> Int -> Int -> m (MutableArray (PrimState m) a)
cloneMutableArray (MutableArray a) (I# i) (I# n) = primitive (\s -> case cloneMutableArray# a i n s of (# s1, m #) -> (# s1, MutableArray m #))
{-# INLINE cloneMutableArray #-}

sizeofArray :: Array a -> Int
sizeofArray (Array a) = I# (sizeofArray# a)
{-# INLINE sizeofArray #-}

sizeofMutableArray :: MutableArray s a -> Int
sizeofMutableArray (MutableArray m) = I# (sizeofMutableArray# m)
{-# INLINE sizeofMutableArray #-}

arrayFromList :: [a] -> Array a
arrayFromList xs = arrayFromListN (length xs) xs

-- | The list must have that many elements.
arrayFromListN :: Int -> [a] -> Array a
arrayFromListN n list = createArray n (error "Data.Primitive.Array: uninitialised") (\m ->
  let go i [] | i == n = return ()
              | otherwise = errorWithoutStackTrace "Data.Primitive.Array.fromListN: list length less than specified size"
      go i (x : xs) | i < n = writeArray m i x >> go (i + 1) xs
                    | otherwise = errorWithoutStackTrace "Data.Primitive.Array.fromListN: list length greater than specified size"
  in go 0 list)

-- Of n elements, each with a name of its own: a thunk holds what it needs, not the array.
generated :: Int -> (Int -> (# a #)) -> Array a
generated n f = createArray n (error "Data.Primitive.Array: uninitialised") (\m ->
  let go i | i >= n = return ()
           | otherwise = case f i of (# x #) -> writeArray m i x >> go (i + 1)
  in go 0)
{-# INLINE generated #-}

-- | Each element is evaluated.
mapArray' :: (a -> b) -> Array a -> Array b
mapArray' f a = createArray n (error "Data.Primitive.Array: uninitialised") (\m ->
  let go i | i >= n = return ()
           | otherwise = case indexArray## a i of (# x #) -> let !y = f x in writeArray m i y >> go (i + 1)
  in go 0)
  where n = sizeofArray a
{-# INLINE mapArray' #-}

traverseArrayP :: PrimMonad m => (a -> m b) -> Array a -> m (Array b)
traverseArrayP f a = newArray n (error "Data.Primitive.Array: uninitialised") >>= \m ->
  let go i | i >= n = unsafeFreezeArray m
           | otherwise = case indexArray## a i of (# x #) -> f x >>= \y -> writeArray m i y >> go (i + 1)
  in go 0
  where n = sizeofArray a
{-# INLINE traverseArrayP #-}

instance Eq a => Eq (Array a) where
  a == b = liftEq (==) a b
instance Eq1 Array where
  liftEq eq a b = sizeofArray a == sizeofArray b && go (sizeofArray a - 1)
    where go i = i < 0 || (eq (indexArray a i) (indexArray b i) && go (i - 1))
instance Ord a => Ord (Array a) where
  compare a b = liftCompare compare a b
instance Ord1 Array where
  liftCompare cmp a b = go 0
    where n = min (sizeofArray a) (sizeofArray b)
          go i | i >= n = compare (sizeofArray a) (sizeofArray b)
               | otherwise = cmp (indexArray a i) (indexArray b i) <> go (i + 1)
instance Show a => Show (Array a) where
  showsPrec p a = showParen (p > 10)
    (showString "fromListN " . shows (sizeofArray a) . showString " " . shows (Foldable.toList a))
instance Show1 Array where
  liftShowsPrec _ sl p a = showParen (p > 10)
    (showString "fromListN " . shows (sizeofArray a) . showString " " . sl (Foldable.toList a))
instance Read a => Read (Array a) where
  readPrec = parens (prec 10 (do
    expectP (Lex.Ident "fromListN")
    n <- step readPrec
    arrayFromListN n <$> step readPrec))
  readListPrec = readListPrecDefault

instance Functor Array where
  fmap f a = generated (sizeofArray a) (\i -> case indexArray## a i of (# x #) -> (# f x #))
  x <$ a = createArray (sizeofArray a) x (\_ -> return ())
instance Foldable.Foldable Array where
  foldr f z a = go 0
    where n = sizeofArray a
          go i | i >= n = z
               | otherwise = case indexArray## a i of (# x #) -> f x (go (i + 1))
  {-# INLINE foldr #-}
  foldl f z a = go (sizeofArray a - 1)
    where go i | i < 0 = z
               | otherwise = case indexArray## a i of (# x #) -> f (go (i - 1)) x
  {-# INLINE foldl #-}
  foldl' f z0 a = go 0 z0
    where n = sizeofArray a
          go i !z | i >= n = z
                  | otherwise = case indexArray## a i of (# x #) -> go (i + 1) (f z x)
  {-# INLINE foldl' #-}
  foldr' f z0 a = go (sizeofArray a - 1) z0
    where go i !z | i < 0 = z
                  | otherwise = case indexArray## a i of (# x #) -> go (i - 1) (f x z)
  {-# INLINE foldr' #-}
  foldr1 f a
    | sizeofArray a == 0 = emptyStructure "foldr1"
    | otherwise = go 0
    where n = sizeofArray a - 1
          go i = case indexArray## a i of (# x #) -> if i == n then x else f x (go (i + 1))
  foldl1 f a
    | sizeofArray a == 0 = emptyStructure "foldl1"
    | otherwise = go (sizeofArray a - 1)
    where go i = case indexArray## a i of (# x #) -> if i == 0 then x else f (go (i - 1)) x
  maximum a
    | sizeofArray a == 0 = emptyStructure "maximum"
    | otherwise = Foldable.foldl' max (indexArray a 0) a
  minimum a
    | sizeofArray a == 0 = emptyStructure "minimum"
    | otherwise = Foldable.foldl' min (indexArray a 0) a
  length = sizeofArray
  null a = sizeofArray a == 0

emptyStructure :: String -> a
emptyStructure fun = errorWithoutStackTrace ("Data.Primitive.Array." ++ fun ++ ": empty array")
{-# NOINLINE emptyStructure #-}

instance Traversable Array where
  traverse f a = arrayFromListN (sizeofArray a) <$> traverse f (Foldable.toList a)
instance Applicative Array where
  pure x = createArray 1 x (\_ -> return ())
  fs <*> xs = arrayFromList (Foldable.toList fs <*> Foldable.toList xs)
  liftA2 f a b = arrayFromList (liftA2 f (Foldable.toList a) (Foldable.toList b))
  a *> b = arrayFromList (Foldable.toList a *> Foldable.toList b)
  a <* b = arrayFromList (Foldable.toList a <* Foldable.toList b)
instance Monad Array where
  a >>= f = arrayFromList (Foldable.toList a >>= \x -> Foldable.toList (f x))
instance Alternative Array where
  empty = emptyArray
  a <|> b = createArray (n + sizeofArray b) (error "Data.Primitive.Array: uninitialised") (\m ->
    copyArray m 0 a 0 n >> copyArray m n b 0 (sizeofArray b))
    where n = sizeofArray a
  some a | sizeofArray a == 0 = emptyArray
         | otherwise = error "some: infinite arrays are not well defined"
  many a | sizeofArray a == 0 = pure []
         | otherwise = error "many: infinite arrays are not well defined"
instance MonadPlus Array
instance MonadFail Array where
  fail _ = emptyArray
instance MonadZip Array where
  mzipWith f a b = generated (min (sizeofArray a) (sizeofArray b)) (\i ->
    case indexArray## a i of (# x #) -> case indexArray## b i of (# y #) -> (# f x y #))
  munzip ps = (fmap fst ps, fmap snd ps)
instance MonadFix Array where
  mfix f = arrayFromListN (sizeofArray first)
    [fix (\x -> indexArray (f x) i) | i <- [0 .. sizeofArray first - 1]]
    where first = f (error "mfix for Data.Primitive.Array applied to strict function.")
instance Semigroup (Array a) where
  (<>) = (<|>)
instance Monoid (Array a) where
  mempty = emptyArray
  mconcat as = arrayFromList (concatMap Foldable.toList as)
instance NFData a => NFData (Array a) where
  rnf a = Foldable.foldr (\x r -> rnf x `seq` r) () a
instance NFData1 Array where
  liftRnf f a = Foldable.foldr (\x r -> f x `seq` r) () a
instance Eq (MutableArray s a) where
  MutableArray a == MutableArray b = isTrue# (sameMutableArray# a b)

instance Lists.IsList (Array a) a where
  fromList = arrayFromList
  fromListN = arrayFromListN
  toList = Foldable.toList
