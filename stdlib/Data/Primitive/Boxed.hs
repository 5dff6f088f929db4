{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | What Data.Primitive.Array and .SmallArray share: the functions and instances that need no primitive operation of their own.
module Data.Primitive.Boxed where

import Control.Applicative (Alternative(..), liftA2)
import Control.DeepSeq (NFData(..), NFData1(..))
import Control.Monad (MonadPlus)
import Control.Monad.Fix (MonadFix(..), fix)
import Control.Monad.Zip (MonadZip(..))
import qualified Data.Foldable as Foldable
import Data.Functor.Classes (Eq1(..), Ord1(..), Show1(..))
import GPH.Base (build)
import GPH.ST (ST)
import Text.Read (readPrec, readListPrec, readListPrecDefault, parens, prec, expectP, step)
import qualified Text.Read.Lex as Lex

-- | A kind of boxed arrays, and its mutable kind. Nothing is checked.
class Boxed arr marr | arr -> marr, marr -> arr where
  createBoxed :: Int -> a -> (forall s. marr s a -> ST s ()) -> arr a
  writeBoxed :: marr s a -> Int -> a -> ST s ()
  indexBoxed :: arr a -> Int -> (# a #)
  sizeofBoxed :: arr a -> Int
  -- | To the first at an offset from the beginning of the second so many.
  copyBoxed :: marr s a -> Int -> arr a -> Int -> ST s ()
  emptyBoxed :: arr a
  -- | What its errors call it: its module, with a point; its fromListN; what is empty.
  names :: arr a -> (String, String, String)

-- | An array of the kind arr. The instances of Array and SmallArray are derived by way of it.
newtype Boxes arr a = Boxes (arr a)

create :: Boxed arr marr => Int -> a -> (forall s. marr s a -> ST s ()) -> Boxes arr a
create n x f = Boxes (createBoxed n x f)
{-# INLINE create #-}

at :: Boxed arr marr => Boxes arr a -> Int -> (# a #)
at (Boxes a) i = indexBoxed a i
{-# INLINE at #-}

element :: Boxed arr marr => Boxes arr a -> Int -> a
element (Boxes a) i = case indexBoxed a i of (# x #) -> x
{-# INLINE element #-}

size :: Boxed arr marr => Boxes arr a -> Int
size (Boxes a) = sizeofBoxed a
{-# INLINE size #-}

copyTo :: Boxed arr marr => marr s a -> Int -> Boxes arr a -> Int -> ST s ()
copyTo m i (Boxes a) n = copyBoxed m i a n
{-# INLINE copyTo #-}

none :: Boxed arr marr => Boxes arr a
none = Boxes emptyBoxed
{-# INLINE none #-}

uninitialised :: a
uninitialised = error "Data.Primitive: uninitialised element"
{-# NOINLINE uninitialised #-}

emptyStructure :: Boxed arr marr => Boxes arr b -> String -> a
emptyStructure (Boxes a) fun = case names a of
  (home, _, what) -> errorWithoutStackTrace (home ++ fun ++ ": " ++ what)
{-# NOINLINE emptyStructure #-}

wrongLength :: Boxed arr marr => Boxes arr b -> String -> a
wrongLength (Boxes a) how = case names a of
  (home, fun, _) -> errorWithoutStackTrace (home ++ fun ++ ": list length " ++ how ++ " than specified size")
{-# NOINLINE wrongLength #-}

fromAll :: Boxed arr marr => [a] -> Boxes arr a
fromAll xs = fromListB (length xs) xs

-- | The list must have that many elements.
fromListB :: forall arr marr a. Boxed arr marr => Int -> [a] -> Boxes arr a
fromListB n list = create n uninitialised (\m ->
  let go i [] | i == n = return ()
              | otherwise = wrongLength (none :: Boxes arr a) "less"
      go i (x : xs) | i < n = writeBoxed m i x >> go (i + 1) xs
                    | otherwise = wrongLength (none :: Boxes arr a) "greater"
  in go 0 list)

-- Of n elements, each with a name of its own: a thunk holds what it needs, not the array.
generated :: Boxed arr marr => Int -> (Int -> (# a #)) -> Boxes arr a
generated n f = create n uninitialised (\m ->
  let go i | i >= n = return ()
           | otherwise = case f i of (# x #) -> writeBoxed m i x >> go (i + 1)
  in go 0)
{-# INLINE generated #-}

-- | Each element is evaluated.
map' :: Boxed arr marr => (a -> b) -> arr a -> arr b
map' f a = createBoxed n uninitialised (\m ->
  let go i | i >= n = return ()
           | otherwise = case indexBoxed a i of (# x #) -> let !y = f x in writeBoxed m i y >> go (i + 1)
  in go 0)
  where n = sizeofBoxed a
{-# INLINE map' #-}

instance (Eq a, Boxed arr marr) => Eq (Boxes arr a) where
  a == b = liftEq (==) a b
instance Boxed arr marr => Eq1 (Boxes arr) where
  liftEq eq a b = size a == size b && go (size a - 1)
    where go i = i < 0 || (eq (element a i) (element b i) && go (i - 1))
instance (Ord a, Boxed arr marr) => Ord (Boxes arr a) where
  compare a b = liftCompare compare a b
instance Boxed arr marr => Ord1 (Boxes arr) where
  liftCompare cmp a b = go 0
    where n = min (size a) (size b)
          go i | i >= n = compare (size a) (size b)
               | otherwise = cmp (element a i) (element b i) <> go (i + 1)
instance (Show a, Boxed arr marr) => Show (Boxes arr a) where
  showsPrec p a = showParen (p > 10)
    (showString "fromListN " . shows (size a) . showString " " . shows (Foldable.toList a))
instance Boxed arr marr => Show1 (Boxes arr) where
  liftShowsPrec _ sl p a = showParen (p > 10)
    (showString "fromListN " . shows (size a) . showString " " . sl (Foldable.toList a))
instance (Read a, Boxed arr marr) => Read (Boxes arr a) where
  readPrec = parens (prec 10 (do
    expectP (Lex.Ident "fromListN")
    n <- step readPrec
    fromListB n <$> step readPrec))
  readListPrec = readListPrecDefault

instance Boxed arr marr => Functor (Boxes arr) where
  fmap f a = generated (size a) (\i -> case at a i of (# x #) -> (# f x #))
  x <$ a = create (size a) x (\_ -> return ())
instance Boxed arr marr => Foldable.Foldable (Boxes arr) where
  foldr f z a = go 0
    where n = size a
          go i | i >= n = z
               | otherwise = case at a i of (# x #) -> f x (go (i + 1))
  {-# INLINE foldr #-}
  foldl f z a = go (size a - 1)
    where go i | i < 0 = z
               | otherwise = case at a i of (# x #) -> f (go (i - 1)) x
  {-# INLINE foldl #-}
  foldl' f z0 a = go 0 z0
    where n = size a
          go i !z | i >= n = z
                  | otherwise = case at a i of (# x #) -> go (i + 1) (f z x)
  {-# INLINE foldl' #-}
  foldr' f z0 a = go (size a - 1) z0
    where go i !z | i < 0 = z
                  | otherwise = case at a i of (# x #) -> go (i - 1) (f x z)
  {-# INLINE foldr' #-}
  toList a = build (\c n -> Foldable.foldr c n a)
  {-# INLINE toList #-}
  foldr1 f a
    | size a == 0 = emptyStructure a "foldr1"
    | otherwise = go 0
    where n = size a - 1
          go i = case at a i of (# x #) -> if i == n then x else f x (go (i + 1))
  foldl1 f a
    | size a == 0 = emptyStructure a "foldl1"
    | otherwise = go (size a - 1)
    where go i = case at a i of (# x #) -> if i == 0 then x else f (go (i - 1)) x
  maximum a
    | size a == 0 = emptyStructure a "maximum"
    | otherwise = Foldable.foldl' max (element a 0) a
  minimum a
    | size a == 0 = emptyStructure a "minimum"
    | otherwise = Foldable.foldl' min (element a 0) a
  length = size
  null a = size a == 0

instance Boxed arr marr => Applicative (Boxes arr) where
  pure x = create 1 x (\_ -> return ())
  fs <*> xs = fromAll (Foldable.toList fs <*> Foldable.toList xs)
  liftA2 f a b = fromAll (liftA2 f (Foldable.toList a) (Foldable.toList b))
  a *> b = fromAll (Foldable.toList a *> Foldable.toList b)
  a <* b = fromAll (Foldable.toList a <* Foldable.toList b)
instance Boxed arr marr => Monad (Boxes arr) where
  a >>= f = fromAll (Foldable.toList a >>= \x -> Foldable.toList (f x))
instance Boxed arr marr => Alternative (Boxes arr) where
  empty = none
  a <|> b = create (n + size b) uninitialised (\m -> copyTo m 0 a n >> copyTo m n b (size b))
    where n = size a
  some a | size a == 0 = none
         | otherwise = error "some: infinite arrays are not well defined"
  many a | size a == 0 = pure []
         | otherwise = error "many: infinite arrays are not well defined"
instance Boxed arr marr => MonadPlus (Boxes arr)
instance Boxed arr marr => MonadFail (Boxes arr) where
  fail _ = none
instance Boxed arr marr => MonadZip (Boxes arr) where
  mzipWith f a b = generated (min (size a) (size b)) (\i ->
    case at a i of (# x #) -> case at b i of (# y #) -> (# f x y #))
  munzip ps = (fmap fst ps, fmap snd ps)
instance Boxed arr marr => MonadFix (Boxes arr) where
  mfix f = fromListB (size first)
    [fix (\x -> element (f x) i) | i <- [0 .. size first - 1]]
    where first = f (error "mfix for Data.Primitive.Array applied to strict function.")
instance Boxed arr marr => Semigroup (Boxes arr a) where
  (<>) = (<|>)
instance Boxed arr marr => Monoid (Boxes arr a) where
  mempty = none
  mconcat as = fromAll (concatMap Foldable.toList as)
instance (NFData a, Boxed arr marr) => NFData (Boxes arr a) where
  rnf a = Foldable.foldr (\x r -> rnf x `seq` r) () a
instance Boxed arr marr => NFData1 (Boxes arr) where
  liftRnf f a = Foldable.foldr (\x r -> f x `seq` r) () a
