{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | Semigroups and monoids, with the instances of the types known so far. Above the numeric classes, because 'stimes' counts with any Integral.
module GPH.Semigroup where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Real
import GPH.Exception

infixr 6 <>

class Semigroup a where
  (<>) :: a -> a -> a
  sconcat :: NonEmpty a -> a
  -- | The value repeated so many times, in O(log n) uses of (<>); the count must be positive unless the instance says otherwise.
  stimes :: Integral b => b -> a -> a
  sconcat (a :| as) = go a as
    where go b (c : cs) = b <> go c cs
          go b [] = b
  stimes = stimesDefault
  {-# MINIMAL (<>) #-}

stimesDefault :: (Integral b, Semigroup a) => b -> a -> a
stimesDefault n x = if n <= 0 then errorWithoutStackTrace "stimes: positive multiplier expected" else repeated x n

-- x repeated n times, n positive: squaring, then multiplying what the binary digits of n choose.
repeated :: (Integral b, Semigroup a) => a -> b -> a
repeated x n = if even n then repeated (x <> x) (n `quot` 2) else if n == 1 then x else collect (x <> x) (n `quot` 2) x

collect :: (Integral b, Semigroup a) => a -> b -> a -> a
collect x n z = if even n then collect (x <> x) (n `quot` 2) z else if n == 1 then x <> z else collect (x <> x) (n `quot` 2) (x <> z)

-- | 'stimes' for a semigroup with a unit: the count may be 0.
stimesMonoid :: (Integral b, Monoid a) => b -> a -> a
stimesMonoid n x = case compare n 0 of
  LT -> errorWithoutStackTrace "stimesMonoid: negative multiplier"
  EQ -> mempty
  GT -> repeated x n

-- | 'stimes' where x <> x = x. O(1).
stimesIdempotent :: Integral b => b -> a -> a
stimesIdempotent n x = if n <= 0 then errorWithoutStackTrace "stimesIdempotent: positive multiplier expected" else x

-- | 'stimes' where x <> x = x and there is a unit: the count may be 0. O(1).
stimesIdempotentMonoid :: (Integral b, Monoid a) => b -> a -> a
stimesIdempotentMonoid n x = case compare n 0 of
  LT -> errorWithoutStackTrace "stimesIdempotentMonoid: negative multiplier"
  EQ -> mempty
  GT -> x

class Semigroup a => Monoid a where
  mempty :: a
  mappend :: a -> a -> a
  mconcat :: [a] -> a
  mappend = (<>)
  {-# INLINE mappend #-}
  mconcat = foldr mappend mempty
  {-# MINIMAL mempty #-}

instance Semigroup [a] where
  (<>) = (++)
  stimes n x = if n < 0 then errorWithoutStackTrace "stimes: [], negative multiplier" else go n
    where go i = if i == 0 then [] else x ++ go (i - 1)

instance Monoid [a] where
  mempty = []
  mconcat xss = build (\c n -> foldr (\xs r -> foldr c r xs) n xss)

instance Semigroup (NonEmpty a) where
  (a :| as) <> ~(b :| bs) = a :| (as ++ b : bs)

instance Semigroup b => Semigroup (a -> b) where
  f <> g = \x -> f x <> g x
  stimes n f x = stimes n (f x)

instance Monoid b => Monoid (a -> b) where
  mempty _ = mempty
  mconcat fs x = mconcat (map (\f -> f x) fs)

instance Semigroup () where
  _ <> _ = ()
  sconcat _ = ()
  stimes _ _ = ()

instance Monoid () where
  mempty = ()
  mconcat _ = ()

instance (Semigroup a, Semigroup b) => Semigroup (a, b) where
  (a, b) <> (a', b') = (a <> a', b <> b')
  stimes n (a, b) = (stimes n a, stimes n b)

instance (Monoid a, Monoid b) => Monoid (a, b) where
  mempty = (mempty, mempty)

instance (Semigroup a, Semigroup b, Semigroup c) => Semigroup (a, b, c) where
  (a, b, c) <> (a', b', c') = (a <> a', b <> b', c <> c')
  stimes n (a, b, c) = (stimes n a, stimes n b, stimes n c)

instance (Monoid a, Monoid b, Monoid c) => Monoid (a, b, c) where
  mempty = (mempty, mempty, mempty)

instance (Semigroup a, Semigroup b, Semigroup c, Semigroup d) => Semigroup (a, b, c, d) where
  (a, b, c, d) <> (a', b', c', d') = (a <> a', b <> b', c <> c', d <> d')
  stimes n (a, b, c, d) = (stimes n a, stimes n b, stimes n c, stimes n d)

instance (Monoid a, Monoid b, Monoid c, Monoid d) => Monoid (a, b, c, d) where
  mempty = (mempty, mempty, mempty, mempty)

instance (Semigroup a, Semigroup b, Semigroup c, Semigroup d, Semigroup e) => Semigroup (a, b, c, d, e) where
  (a, b, c, d, e) <> (a', b', c', d', e') = (a <> a', b <> b', c <> c', d <> d', e <> e')
  stimes n (a, b, c, d, e) = (stimes n a, stimes n b, stimes n c, stimes n d, stimes n e)

instance (Monoid a, Monoid b, Monoid c, Monoid d, Monoid e) => Monoid (a, b, c, d, e) where
  mempty = (mempty, mempty, mempty, mempty, mempty)

instance Semigroup Ordering where
  LT <> _ = LT
  EQ <> y = y
  GT <> _ = GT
  stimes = stimesIdempotentMonoid

instance Monoid Ordering where
  mempty = EQ

instance Semigroup a => Semigroup (Maybe a) where
  Nothing <> b = b
  a <> Nothing = a
  Just a <> Just b = Just (a <> b)
  stimes _ Nothing = Nothing
  stimes n (Just a) = case compare n 0 of
    LT -> errorWithoutStackTrace "stimes: Maybe, negative multiplier"
    EQ -> Nothing
    GT -> Just (stimes n a)

instance Semigroup a => Monoid (Maybe a) where
  mempty = Nothing

instance Semigroup (Either a b) where
  Left _ <> b = b
  a <> _ = a
  stimes n x = if n <= 0 then errorWithoutStackTrace "stimes: positive multiplier expected" else x

instance Semigroup a => Semigroup (IO a) where
  (<>) = liftA2 (<>)

instance Monoid a => Monoid (IO a) where
  mempty = pure mempty

-- ---- What pairs do with a monoid ----------------------------------------------------------------------------------
instance Monoid a => Applicative ((,) a) where
  pure x = (mempty, x)
  (u, f) <*> (v, x) = (u <> v, f x)
  liftA2 f (u, x) (v, y) = (u <> v, f x y)

instance Monoid a => Monad ((,) a) where
  (u, a) >>= k = case k a of (v, b) -> (u <> v, b)

instance (Monoid a, Monoid b) => Applicative ((,,) a b) where
  pure x = (mempty, mempty, x)
  (a, b, f) <*> (a', b', x) = (a <> a', b <> b', f x)

instance (Monoid a, Monoid b) => Monad ((,,) a b) where
  (u, v, a) >>= k = case k a of (u', v', b) -> (u <> u', v <> v', b)

instance (Monoid a, Monoid b, Monoid c) => Applicative ((,,,) a b c) where
  pure x = (mempty, mempty, mempty, x)
  (a, b, c, f) <*> (a', b', c', x) = (a <> a', b <> b', c <> c', f x)

instance (Monoid a, Monoid b, Monoid c) => Monad ((,,,) a b c) where
  (u, v, w, a) >>= k = case k a of (u', v', w', b) -> (u <> u', v <> v', w <> w', b)
