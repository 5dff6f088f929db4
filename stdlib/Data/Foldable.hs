{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | Structures whose elements can be folded from either end. For lists every method is the list function of GPH.List, so
-- that it fuses.
module Data.Foldable
  ( Foldable(..), foldrM, foldlM, traverse_, for_, sequenceA_, asum, mapM_, forM_, sequence_, msum, concat, concatMap, and, or, any, all
  , maximumBy, minimumBy, notElem, find
  ) where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base hiding (foldr)
import GPH.Semigroup
import qualified GPH.Base
import GPH.Num
import GPH.Exception
import qualified GPH.List as List
import GPH.Monoid

infix 4 `elem`, `notElem`

class Foldable t where
  fold :: Monoid m => t m -> m
  foldMap, foldMap' :: Monoid m => (a -> m) -> t a -> m
  foldr, foldr' :: (a -> b -> b) -> b -> t a -> b
  foldl, foldl' :: (b -> a -> b) -> b -> t a -> b
  foldr1, foldl1 :: (a -> a -> a) -> t a -> a
  toList :: t a -> [a]
  null :: t a -> Bool
  length :: t a -> Int
  elem :: Eq a => a -> t a -> Bool
  maximum, minimum :: Ord a => t a -> a
  sum, product :: Num a => t a -> a
  fold = foldMap id
  foldMap f = foldr (\x r -> f x <> r) mempty
  foldMap' f = foldl' (\acc a -> acc <> f a) mempty
  foldr f z t = appEndo (foldMap (\x -> Endo (f x)) t) z
  foldr' f z0 xs = foldl (\k x z -> case f x z of !z' -> k z') id xs z0
  foldl f z t = appEndo (getDual (foldMap (\x -> Dual (Endo (\acc -> f acc x))) t)) z
  foldl' f z0 xs = foldr (\x k z -> case f z x of !z' -> k z') id xs z0
  foldr1 f xs = case foldr mf Nothing xs of
    Just r -> r
    Nothing -> errorWithoutStackTrace "foldr1: empty structure"
    where mf x m = Just (case m of { Nothing -> x; Just y -> f x y })
  foldl1 f xs = case foldl mf Nothing xs of
    Just r -> r
    Nothing -> errorWithoutStackTrace "foldl1: empty structure"
    where mf m y = Just (case m of { Nothing -> y; Just x -> f x y })
  toList t = build (\c n -> foldr c n t)
  null = foldr (\_ _ -> False) True
  length = foldl' (\c _ -> c + 1) 0
  elem x = any (== x)
  maximum t = case foldl' larger Nothing t of
    Just r -> r
    Nothing -> errorWithoutStackTrace "maximum: empty structure"
    where larger Nothing y = Just y
          larger (Just x) y = Just $! (if x >= y then x else y)   -- the first of equals, unlike that of lists
  minimum t = case foldl' smaller Nothing t of
    Just r -> r
    Nothing -> errorWithoutStackTrace "minimum: empty structure"
    where smaller Nothing y = Just y
          smaller (Just x) y = Just $! (if x <= y then x else y)
  sum = foldl' (+) (fromInteger (IS 0#))
  product = foldl' (*) (fromInteger (IS 1#))
  {-# MINIMAL foldMap | foldr #-}

instance Foldable [] where
  fold = mconcat
  foldMap f xs = GPH.Base.foldr (\x r -> f x <> r) mempty xs
  foldr = GPH.Base.foldr
  foldr' = List.foldr'
  foldl = List.foldl
  foldl' = List.foldl'
  foldr1 = List.foldr1
  foldl1 = List.foldl1
  toList xs = xs
  null = List.null
  length = List.length
  elem = List.elem
  maximum = List.maximum
  minimum = List.minimum
  sum = List.sum
  product = List.product
  {-# INLINE foldMap #-}
  {-# INLINE foldr #-}
  {-# INLINE foldl #-}
  {-# INLINE foldl' #-}
  {-# INLINE toList #-}
  {-# INLINE null #-}
  {-# INLINE length #-}
  {-# INLINE elem #-}
  {-# INLINE maximum #-}
  {-# INLINE minimum #-}
  {-# INLINE sum #-}
  {-# INLINE product #-}

instance Foldable Maybe where
  foldMap _ Nothing = mempty
  foldMap f (Just x) = f x
  foldr _ z Nothing = z
  foldr f z (Just x) = f x z
  foldl _ z Nothing = z
  foldl f z (Just x) = f z x
  null Nothing = True
  null _ = False
  length Nothing = 0
  length _ = 1

instance Foldable (Either a) where
  foldMap _ (Left _) = mempty
  foldMap f (Right y) = f y
  foldr _ z (Left _) = z
  foldr f z (Right y) = f y z
  length (Left _) = 0
  length (Right _) = 1
  null (Left _) = True
  null _ = False

instance Foldable ((,) a) where
  foldMap f (_, y) = f y
  foldr f z (_, y) = f y z
  length _ = 1
  null _ = False

instance Foldable NonEmpty where
  foldr f z ~(a :| as) = f a (GPH.Base.foldr f z as)
  foldl f z (a :| as) = List.foldl f (f z a) as
  foldl1 f (a :| as) = List.foldl f a as
  foldMap f ~(a :| as) = f a <> foldMap f as
  length (_ :| as) = 1 + List.length as
  toList ~(a :| as) = a : as
  null _ = False

instance Foldable Proxy where
  foldMap _ _ = mempty
  foldr _ z _ = z
  length _ = 0
  null _ = True

instance Foldable Dual where
  foldMap f (Dual a) = f a
  foldr f z (Dual a) = f a z
instance Foldable Sum where
  foldMap f (Sum a) = f a
  foldr f z (Sum a) = f a z
instance Foldable Product where
  foldMap f (Product a) = f a
  foldr f z (Product a) = f a z
instance Foldable First where
  foldMap f (First a) = foldMap f a
  foldr f z (First a) = foldr f z a
instance Foldable Last where
  foldMap f (Last a) = foldMap f a
  foldr f z (Last a) = foldr f z a

-- ---- Functions ----------------------------------------------------------------------------------------------------
-- Note [The step of a monadic fold]
-- The step c is INLINE, and by that a function of its own beside f: a fold that mentions c at several places (that of [a, b .. z] does four times)
-- gets a copy of c at each, where k is known, and the calls share f, which may be big. Otherwise f would be inlined into c, its only user, and c,
-- big now, stay a function that is given each k as a closure.

-- | Monadic folds, from the right and from the left.
foldrM :: (Foldable t, Monad m) => (a -> b -> m b) -> b -> t a -> m b
foldrM f z0 xs = foldl c return xs z0
  where c k x z = f x z >>= k
        {-# INLINE c #-}
{-# INLINE foldrM #-}

foldlM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldlM f z0 xs = foldr c return xs z0
  where c x k z = f z x >>= k
        {-# INLINE c #-}
{-# INLINE foldlM #-}

traverse_ :: (Foldable t, Applicative f) => (a -> f b) -> t a -> f ()
traverse_ f = foldr c (pure ())
  where c x k = f x *> k
        {-# INLINE c #-}
{-# INLINE traverse_ #-}

for_ :: (Foldable t, Applicative f) => t a -> (a -> f b) -> f ()
for_ t f = traverse_ f t
{-# INLINE for_ #-}

mapM_ :: (Foldable t, Monad m) => (a -> m b) -> t a -> m ()
mapM_ f = foldr c (return ())
  where c x k = f x >> k
        {-# INLINE c #-}
{-# INLINE mapM_ #-}

forM_ :: (Foldable t, Monad m) => t a -> (a -> m b) -> m ()
forM_ t f = mapM_ f t
{-# INLINE forM_ #-}

sequenceA_ :: (Foldable t, Applicative f) => t (f a) -> f ()
sequenceA_ = foldr c (pure ())
  where c m k = m *> k
        {-# INLINE c #-}

sequence_ :: (Foldable t, Monad m) => t (m a) -> m ()
sequence_ = foldr c (return ())
  where c m k = m >> k
        {-# INLINE c #-}
{-# INLINE sequence_ #-}

asum :: (Foldable t, Alternative f) => t (f a) -> f a
asum = foldr (<|>) empty

msum :: (Foldable t, MonadPlus m) => t (m a) -> m a
msum = asum

concat :: Foldable t => t [a] -> [a]
concat xs = build (\c n -> foldr (\x y -> GPH.Base.foldr c y x) n xs)
{-# INLINE concat #-}

concatMap :: Foldable t => (a -> [b]) -> t a -> [b]
concatMap f xs = build (\c n -> foldr (\x b -> GPH.Base.foldr c b (f x)) n xs)
{-# INLINE concatMap #-}

and, or :: Foldable t => t Bool -> Bool
and = foldr (&&) True
or = foldr (||) False
{-# INLINE and #-}
{-# INLINE or #-}

any, all :: Foldable t => (a -> Bool) -> t a -> Bool
any p = foldr (\x r -> p x || r) False
all p = foldr (\x r -> p x && r) True
{-# INLINE any #-}
{-# INLINE all #-}

maximumBy, minimumBy :: Foldable t => (a -> a -> Ordering) -> t a -> a
maximumBy cmp t = case foldl' larger Nothing t of
  Just r -> r
  Nothing -> errorWithoutStackTrace "maximumBy: empty structure"
  where larger Nothing y = Just y
        larger (Just x) y = Just $! (case cmp x y of { GT -> x; _ -> y })
minimumBy cmp t = case foldl' smaller Nothing t of
  Just r -> r
  Nothing -> errorWithoutStackTrace "minimumBy: empty structure"
  where smaller Nothing y = Just y
        smaller (Just x) y = Just $! (case cmp x y of { GT -> y; _ -> x })

notElem :: (Foldable t, Eq a) => a -> t a -> Bool
notElem x t = not (elem x t)
{-# INLINE notElem #-}

find :: Foldable t => (a -> Bool) -> t a -> Maybe a
find p = foldr (\x r -> if p x then Just x else r) Nothing
{-# INLINE find #-}
