{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Boxed arrays for few elements: nothing is checked. Elements are lazy.
module Data.Primitive.SmallArray
  ( SmallArray(..), SmallMutableArray(..), newSmallArray, readSmallArray, writeSmallArray, indexSmallArray, indexSmallArrayM, indexSmallArray##, freezeSmallArray, thawSmallArray, runSmallArray
  , createSmallArray, emptySmallArray
  , unsafeFreezeSmallArray, unsafeThawSmallArray, copySmallArray, copySmallMutableArray, cloneSmallArray, cloneSmallMutableArray
  , sizeofSmallArray, sizeofSmallMutableArray, smallArrayFromList, smallArrayFromListN, mapSmallArray', traverseSmallArrayP, shrinkSmallMutableArray
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

data SmallArray a = SmallArray (SmallArray# a)
data SmallMutableArray s a = SmallMutableArray (SmallMutableArray# s a)

newSmallArray :: PrimMonad m => Int -> a -> m (SmallMutableArray (PrimState m) a)
newSmallArray (I# n) x = primitive (\s -> case newSmallArray# n x s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE newSmallArray #-}

readSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> m a
readSmallArray (SmallMutableArray m) (I# i) = primitive (\s -> readSmallArray# m i s)
{-# INLINE readSmallArray #-}

writeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> a -> m ()
writeSmallArray (SmallMutableArray m) (I# i) x = primitive (\s -> case writeSmallArray# m i x s of s1 -> (# s1, () #))
{-# INLINE writeSmallArray #-}

indexSmallArray :: SmallArray a -> Int -> a
indexSmallArray (SmallArray a) (I# i) = case indexSmallArray# a i of (# x #) -> x
{-# INLINE indexSmallArray #-}

indexSmallArrayM :: Monad m => SmallArray a -> Int -> m a
indexSmallArrayM (SmallArray a) (I# i) = case indexSmallArray# a i of (# x #) -> return x
{-# INLINE indexSmallArrayM #-}

indexSmallArray## :: SmallArray a -> Int -> (# a #)
indexSmallArray## (SmallArray a) (I# i) = indexSmallArray# a i
{-# INLINE indexSmallArray## #-}

-- | From an offset so many elements, copied.
freezeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> Int -> m (SmallArray a)
freezeSmallArray (SmallMutableArray m) (I# i) (I# n) =
  primitive (\s -> case freezeSmallArray# m i n s of (# s1, a #) -> (# s1, SmallArray a #))
{-# INLINE freezeSmallArray #-}

thawSmallArray :: PrimMonad m => SmallArray a -> Int -> Int -> m (SmallMutableArray (PrimState m) a)
thawSmallArray (SmallArray a) (I# i) (I# n) =
  primitive (\s -> case thawSmallArray# a i n s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE thawSmallArray #-}

unsafeFreezeSmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> m (SmallArray a)
unsafeFreezeSmallArray (SmallMutableArray m) = primitive (\s -> case unsafeFreezeSmallArray# m s of (# s1, a #) -> (# s1, SmallArray a #))
{-# INLINE unsafeFreezeSmallArray #-}

unsafeThawSmallArray :: PrimMonad m => SmallArray a -> m (SmallMutableArray (PrimState m) a)
unsafeThawSmallArray (SmallArray a) = primitive (\s -> case unsafeThawSmallArray# a s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE unsafeThawSmallArray #-}

runSmallArray :: (forall s. ST s (SmallMutableArray s a)) -> SmallArray a
runSmallArray st = runST (st >>= unsafeFreezeSmallArray)
{-# INLINE runSmallArray #-}

createSmallArray :: Int -> a -> (forall s. SmallMutableArray s a -> ST s ()) -> SmallArray a
createSmallArray n x f = runST (newSmallArray n x >>= \m -> f m >> unsafeFreezeSmallArray m)
{-# INLINE createSmallArray #-}

emptySmallArray :: SmallArray a
emptySmallArray = createSmallArray 0 (error "Data.Primitive.SmallArray: empty") (\_ -> return ())
{-# NOINLINE emptySmallArray #-}

-- | To the first at an offset from the second at an offset so many. The mutable ones may overlap.
copySmallArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> SmallArray a -> Int -> Int -> m ()
copySmallArray (SmallMutableArray m) (I# j) (SmallArray a) (I# i) (I# n) =
  primitive (\s -> case copySmallArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copySmallArray #-}

copySmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> SmallMutableArray (PrimState m) a -> Int -> Int -> m ()
copySmallMutableArray (SmallMutableArray m) (I# j) (SmallMutableArray a) (I# i) (I# n) =
  primitive (\s -> case copySmallMutableArray# a i m j n s of s1 -> (# s1, () #))
{-# INLINE copySmallMutableArray #-}

cloneSmallArray :: SmallArray a -> Int -> Int -> SmallArray a
cloneSmallArray (SmallArray a) (I# i) (I# n) = SmallArray (cloneSmallArray# a i n)
{-# INLINE cloneSmallArray #-}

cloneSmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> Int -> m (SmallMutableArray (PrimState m) a)
cloneSmallMutableArray (SmallMutableArray a) (I# i) (I# n) = primitive (\s -> case cloneSmallMutableArray# a i n s of (# s1, m #) -> (# s1, SmallMutableArray m #))
{-# INLINE cloneSmallMutableArray #-}

sizeofSmallArray :: SmallArray a -> Int
sizeofSmallArray (SmallArray a) = I# (sizeofSmallArray# a)
{-# INLINE sizeofSmallArray #-}

sizeofSmallMutableArray :: SmallMutableArray s a -> Int
sizeofSmallMutableArray (SmallMutableArray m) = I# (sizeofSmallMutableArray# m)
{-# INLINE sizeofSmallMutableArray #-}

shrinkSmallMutableArray :: PrimMonad m => SmallMutableArray (PrimState m) a -> Int -> m ()
shrinkSmallMutableArray (SmallMutableArray m) (I# n) =
  primitive (\s -> case shrinkSmallMutableArray# m n s of s1 -> (# s1, () #))
{-# INLINE shrinkSmallMutableArray #-}

smallArrayFromList :: [a] -> SmallArray a
smallArrayFromList xs = smallArrayFromListN (length xs) xs

-- | The list must have that many elements.
smallArrayFromListN :: Int -> [a] -> SmallArray a
smallArrayFromListN n list = createSmallArray n (error "Data.Primitive.SmallArray: uninitialised") (\m ->
  let go i [] | i == n = return ()
              | otherwise = errorWithoutStackTrace "Data.Primitive.SmallArray.smallArrayFromListN: list length less than specified size"
      go i (x : xs) | i < n = writeSmallArray m i x >> go (i + 1) xs
                    | otherwise = errorWithoutStackTrace "Data.Primitive.SmallArray.smallArrayFromListN: list length greater than specified size"
  in go 0 list)

-- Of n elements, each with a name of its own: a thunk holds what it needs, not the array.
generated :: Int -> (Int -> (# a #)) -> SmallArray a
generated n f = createSmallArray n (error "Data.Primitive.SmallArray: uninitialised") (\m ->
  let go i | i >= n = return ()
           | otherwise = case f i of (# x #) -> writeSmallArray m i x >> go (i + 1)
  in go 0)
{-# INLINE generated #-}

-- | Each element is evaluated.
mapSmallArray' :: (a -> b) -> SmallArray a -> SmallArray b
mapSmallArray' f a = createSmallArray n (error "Data.Primitive.SmallArray: uninitialised") (\m ->
  let go i | i >= n = return ()
           | otherwise = case indexSmallArray## a i of (# x #) -> let !y = f x in writeSmallArray m i y >> go (i + 1)
  in go 0)
  where n = sizeofSmallArray a
{-# INLINE mapSmallArray' #-}

traverseSmallArrayP :: PrimMonad m => (a -> m b) -> SmallArray a -> m (SmallArray b)
traverseSmallArrayP f a = newSmallArray n (error "Data.Primitive.SmallArray: uninitialised") >>= \m ->
  let go i | i >= n = unsafeFreezeSmallArray m
           | otherwise = case indexSmallArray## a i of (# x #) -> f x >>= \y -> writeSmallArray m i y >> go (i + 1)
  in go 0
  where n = sizeofSmallArray a
{-# INLINE traverseSmallArrayP #-}

instance Eq a => Eq (SmallArray a) where
  a == b = liftEq (==) a b
instance Eq1 SmallArray where
  liftEq eq a b = sizeofSmallArray a == sizeofSmallArray b && go (sizeofSmallArray a - 1)
    where go i = i < 0 || (eq (indexSmallArray a i) (indexSmallArray b i) && go (i - 1))
instance Ord a => Ord (SmallArray a) where
  compare a b = liftCompare compare a b
instance Ord1 SmallArray where
  liftCompare cmp a b = go 0
    where n = min (sizeofSmallArray a) (sizeofSmallArray b)
          go i | i >= n = compare (sizeofSmallArray a) (sizeofSmallArray b)
               | otherwise = cmp (indexSmallArray a i) (indexSmallArray b i) <> go (i + 1)
instance Show a => Show (SmallArray a) where
  showsPrec p a = showParen (p > 10)
    (showString "fromListN " . shows (sizeofSmallArray a) . showString " " . shows (Foldable.toList a))
instance Show1 SmallArray where
  liftShowsPrec _ sl p a = showParen (p > 10)
    (showString "fromListN " . shows (sizeofSmallArray a) . showString " " . sl (Foldable.toList a))
instance Read a => Read (SmallArray a) where
  readPrec = parens (prec 10 (do
    expectP (Lex.Ident "fromListN")
    n <- step readPrec
    smallArrayFromListN n <$> step readPrec))
  readListPrec = readListPrecDefault

instance Functor SmallArray where
  fmap f a = generated (sizeofSmallArray a) (\i -> case indexSmallArray## a i of (# x #) -> (# f x #))
  x <$ a = createSmallArray (sizeofSmallArray a) x (\_ -> return ())
instance Foldable.Foldable SmallArray where
  foldr f z a = go 0
    where n = sizeofSmallArray a
          go i | i >= n = z
               | otherwise = case indexSmallArray## a i of (# x #) -> f x (go (i + 1))
  {-# INLINE foldr #-}
  foldl f z a = go (sizeofSmallArray a - 1)
    where go i | i < 0 = z
               | otherwise = case indexSmallArray## a i of (# x #) -> f (go (i - 1)) x
  {-# INLINE foldl #-}
  foldl' f z0 a = go 0 z0
    where n = sizeofSmallArray a
          go i !z | i >= n = z
                  | otherwise = case indexSmallArray## a i of (# x #) -> go (i + 1) (f z x)
  {-# INLINE foldl' #-}
  foldr' f z0 a = go (sizeofSmallArray a - 1) z0
    where go i !z | i < 0 = z
                  | otherwise = case indexSmallArray## a i of (# x #) -> go (i - 1) (f x z)
  {-# INLINE foldr' #-}
  foldr1 f a
    | sizeofSmallArray a == 0 = emptyStructure "foldr1"
    | otherwise = go 0
    where n = sizeofSmallArray a - 1
          go i = case indexSmallArray## a i of (# x #) -> if i == n then x else f x (go (i + 1))
  foldl1 f a
    | sizeofSmallArray a == 0 = emptyStructure "foldl1"
    | otherwise = go (sizeofSmallArray a - 1)
    where go i = case indexSmallArray## a i of (# x #) -> if i == 0 then x else f (go (i - 1)) x
  maximum a
    | sizeofSmallArray a == 0 = emptyStructure "maximum"
    | otherwise = Foldable.foldl' max (indexSmallArray a 0) a
  minimum a
    | sizeofSmallArray a == 0 = emptyStructure "minimum"
    | otherwise = Foldable.foldl' min (indexSmallArray a 0) a
  length = sizeofSmallArray
  null a = sizeofSmallArray a == 0

emptyStructure :: String -> a
emptyStructure fun = errorWithoutStackTrace ("Data.Primitive.SmallArray." ++ fun ++ ": Empty SmallArray")
{-# NOINLINE emptyStructure #-}

instance Traversable SmallArray where
  traverse f a = smallArrayFromListN (sizeofSmallArray a) <$> traverse f (Foldable.toList a)
instance Applicative SmallArray where
  pure x = createSmallArray 1 x (\_ -> return ())
  fs <*> xs = smallArrayFromList (Foldable.toList fs <*> Foldable.toList xs)
  liftA2 f a b = smallArrayFromList (liftA2 f (Foldable.toList a) (Foldable.toList b))
  a *> b = smallArrayFromList (Foldable.toList a *> Foldable.toList b)
  a <* b = smallArrayFromList (Foldable.toList a <* Foldable.toList b)
instance Monad SmallArray where
  a >>= f = smallArrayFromList (Foldable.toList a >>= \x -> Foldable.toList (f x))
instance Alternative SmallArray where
  empty = emptySmallArray
  a <|> b = createSmallArray (n + sizeofSmallArray b) (error "Data.Primitive.SmallArray: uninitialised") (\m ->
    copySmallArray m 0 a 0 n >> copySmallArray m n b 0 (sizeofSmallArray b))
    where n = sizeofSmallArray a
  some a | sizeofSmallArray a == 0 = emptySmallArray
         | otherwise = error "some: infinite arrays are not well defined"
  many a | sizeofSmallArray a == 0 = pure []
         | otherwise = error "many: infinite arrays are not well defined"
instance MonadPlus SmallArray
instance MonadFail SmallArray where
  fail _ = emptySmallArray
instance MonadZip SmallArray where
  mzipWith f a b = generated (min (sizeofSmallArray a) (sizeofSmallArray b)) (\i ->
    case indexSmallArray## a i of (# x #) -> case indexSmallArray## b i of (# y #) -> (# f x y #))
  munzip ps = (fmap fst ps, fmap snd ps)
instance MonadFix SmallArray where
  mfix f = smallArrayFromListN (sizeofSmallArray first)
    [fix (\x -> indexSmallArray (f x) i) | i <- [0 .. sizeofSmallArray first - 1]]
    where first = f (error "mfix for Data.Primitive.SmallArray applied to strict function.")
instance Semigroup (SmallArray a) where
  (<>) = (<|>)
instance Monoid (SmallArray a) where
  mempty = emptySmallArray
  mconcat as = smallArrayFromList (concatMap Foldable.toList as)
instance NFData a => NFData (SmallArray a) where
  rnf a = Foldable.foldr (\x r -> rnf x `seq` r) () a
instance NFData1 SmallArray where
  liftRnf f a = Foldable.foldr (\x r -> f x `seq` r) () a
instance Eq (SmallMutableArray s a) where
  SmallMutableArray a == SmallMutableArray b = isTrue# (sameSmallMutableArray# a b)

instance Lists.IsList (SmallArray a) a where
  fromList = smallArrayFromList
  fromListN = smallArrayFromListN
  toList = Foldable.toList
