{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Monads in which actions of a state thread run: ST, IO and what transformers make of them.
module Control.Monad.Primitive
  ( PrimMonad(..), RealWorld, primitive_, PrimBase(..), MonadPrim, MonadPrimBase, liftPrim, primToPrim, primToIO, primToST
  , ioToPrim, stToPrim, unsafePrimToPrim, unsafePrimToIO, unsafePrimToST, unsafeIOToPrim, unsafeSTToPrim
  , unsafeInlinePrim, unsafeInlineIO, unsafeInlineST, touch, evalPrim, unsafeInterleave, unsafeDupableInterleave
  , noDuplicate
  ) where

import Control.Monad.Primitive.Class
import GPH.Prim
import GPH.ST (ST(..), unsafeInterleaveST, unsafeDupableInterleaveST)
import GPH.Types (IO(..), runRW#)

type MonadPrim s m = PrimMonad m s
type MonadPrimBase s m = PrimBase m s

primitive_ :: PrimMonad m => (State# (PrimState m) -> State# (PrimState m)) -> m ()
primitive_ f = primitive (\s -> case f s of s1 -> (# s1, () #))
{-# INLINE primitive_ #-}

-- | Runs the one in the other. They share the state.
liftPrim, primToPrim :: (PrimBase m s, PrimMonad n s) => m a -> n a
liftPrim = primToPrim
primToPrim m = primitive (internal m)
{-# INLINE liftPrim #-}
{-# INLINE primToPrim #-}

primToIO :: PrimBase m RealWorld => m a -> IO a
primToIO = primToPrim
{-# INLINE primToIO #-}

primToST :: PrimBase m => m a -> ST (PrimState m) a
primToST = primToPrim
{-# INLINE primToST #-}

ioToPrim :: PrimMonad m RealWorld => IO a -> m a
ioToPrim = primToPrim
{-# INLINE ioToPrim #-}

-- | Whatever the state.
unsafePrimToPrim :: (PrimBase m, PrimMonad n) => m a -> n a
unsafePrimToPrim m = primitive (\s -> case internal m (unsafeCoerce# s) of (# s1, x #) -> (# unsafeCoerce# s1, x #))
{-# INLINE unsafePrimToPrim #-}

unsafePrimToIO :: PrimBase m => m a -> IO a
unsafePrimToIO = unsafePrimToPrim
{-# INLINE unsafePrimToIO #-}

unsafePrimToST :: PrimBase m => m a -> ST s a
unsafePrimToST = unsafePrimToPrim
{-# INLINE unsafePrimToST #-}

unsafeIOToPrim :: PrimMonad m => IO a -> m a
unsafeIOToPrim = unsafePrimToPrim
{-# INLINE unsafeIOToPrim #-}

unsafeSTToPrim :: PrimMonad m => ST s a -> m a
unsafeSTToPrim = unsafePrimToPrim
{-# INLINE unsafeSTToPrim #-}

unsafeInlinePrim :: PrimBase m => m a -> a
unsafeInlinePrim m = unsafeInlineIO (unsafePrimToIO m)
{-# INLINE unsafeInlinePrim #-}

unsafeInlineIO :: IO a -> a
unsafeInlineIO (IO m) = case runRW# m of x -> x
{-# INLINE unsafeInlineIO #-}

unsafeInlineST :: ST s a -> a
unsafeInlineST m = unsafeInlinePrim m
{-# INLINE unsafeInlineST #-}

-- | Keeps the value alive up to here.
touch :: PrimMonad m => a -> m ()
touch x = unsafeIOToPrim (IO (\s -> case touch# x s of s1 -> (# s1, () #)))
{-# INLINE touch #-}

evalPrim :: PrimMonad m => a -> m a
evalPrim x = primitive (\s -> seq# x s)
{-# INLINE evalPrim #-}

unsafeInterleave, unsafeDupableInterleave :: PrimBase m => m a -> m a
unsafeInterleave m = unsafeSTToPrim (unsafeInterleaveST (primToST m))
unsafeDupableInterleave m = unsafeSTToPrim (unsafeDupableInterleaveST (primToST m))
{-# INLINE unsafeInterleave #-}
{-# INLINE unsafeDupableInterleave #-}

noDuplicate :: PrimMonad m => m ()
noDuplicate = unsafeIOToPrim (IO (\s -> case noDuplicate# s of s1 -> (# s1, () #)))
{-# INLINE noDuplicate #-}
