{-# LANGUAGE NoImplicitPrelude, GeneralizedNewtypeDeriving #-}
-- | Identity, Const and the state functors behind mapAccumL and mapAccumR.
module GPH.Functor where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Semigroup
import GPH.Num
import GPH.Enum
import GPH.Real
import GPH.Bits (Bits, FiniteBits)
import GPH.Ix (Ix)
import GPH.Float
import GPH.Show
import GPH.Read

newtype Identity a = Identity { runIdentity :: a }
  deriving (Eq, Ord, Bounded, Enum, Num, Real, Integral, Fractional, Floating, RealFrac, RealFloat, Bits, FiniteBits, Ix)

instance Show a => Show (Identity a) where
  showsPrec d (Identity x) = showParen (d >= 11) (showString "Identity " . showsPrec 11 x)
instance Read a => Read (Identity a) where
  readsPrec d = readParen (d > 10) (\r -> [(Identity x, t) | ("Identity", s) <- lex r, (x, t) <- readsPrec 11 s])
instance Semigroup a => Semigroup (Identity a) where
  Identity a <> Identity b = Identity (a <> b)
  stimes n (Identity a) = Identity (stimes n a)
instance Monoid a => Monoid (Identity a) where
  mempty = Identity mempty
instance Functor Identity where
  fmap f (Identity a) = Identity (f a)
  {-# INLINE fmap #-}
instance Applicative Identity where
  pure = Identity
  Identity f <*> Identity a = Identity (f a)
  liftA2 f (Identity a) (Identity b) = Identity (f a b)
  {-# INLINE pure #-}
  {-# INLINE (<*>) #-}
instance Monad Identity where
  m >>= k = k (runIdentity m)
  {-# INLINE (>>=) #-}

newtype Const a b = Const { getConst :: a }
  deriving (Eq, Ord, Bounded, Enum, Num, Real, Integral, Fractional, Floating, RealFrac, RealFloat, Bits, FiniteBits, Ix)

instance Show a => Show (Const a b) where
  showsPrec d (Const x) = showParen (d >= 11) (showString "Const " . showsPrec 11 x)
instance Read a => Read (Const a b) where
  readsPrec d = readParen (d > 10) (\r -> [(Const x, t) | ("Const", s) <- lex r, (x, t) <- readsPrec 11 s])
instance Semigroup a => Semigroup (Const a b) where
  Const a <> Const b = Const (a <> b)
  stimes n (Const a) = Const (stimes n a)
instance Monoid a => Monoid (Const a b) where
  mempty = Const mempty
instance Functor (Const m) where
  fmap _ (Const v) = Const v
instance Monoid m => Applicative (Const m) where
  pure _ = Const mempty
  Const f <*> Const v = Const (f <> v)
  liftA2 _ (Const x) (Const y) = Const (x <> y)

-- State from left to right, and from right to left.
newtype StateL s a = StateL (s -> (s, a))

runStateL :: StateL s a -> s -> (s, a)
runStateL (StateL f) = f

instance Functor (StateL s) where
  fmap f (StateL k) = StateL (\s -> let (s', v) = k s in (s', f v))
instance Applicative (StateL s) where
  pure x = StateL (\s -> (s, x))
  StateL kf <*> StateL kv = StateL (\s -> let (s', f) = kf s
                                              (s'', v) = kv s'
                                          in (s'', f v))
  liftA2 f (StateL kx) (StateL ky) = StateL (\s -> let (s', x) = kx s
                                                       (s'', y) = ky s'
                                                   in (s'', f x y))

newtype StateR s a = StateR (s -> (s, a))

runStateR :: StateR s a -> s -> (s, a)
runStateR (StateR f) = f

instance Functor (StateR s) where
  fmap f (StateR k) = StateR (\s -> let (s', v) = k s in (s', f v))
instance Applicative (StateR s) where
  pure x = StateR (\s -> (s, x))
  StateR kf <*> StateR kv = StateR (\s -> let (s', v) = kv s
                                              (s'', f) = kf s'
                                          in (s'', f v))
  liftA2 f (StateR kx) (StateR ky) = StateR (\s -> let (s', y) = ky s
                                                       (s'', x) = kx s'
                                                   in (s'', f x y))
