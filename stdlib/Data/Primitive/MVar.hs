{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Synchronising variables in every monad of a state thread.
module Data.Primitive.MVar
  ( MVar(..), newMVar, newEmptyMVar, isEmptyMVar, takeMVar, putMVar, readMVar, tryTakeMVar, tryPutMVar, tryReadMVar
  ) where

import Control.Monad.Primitive.Class (PrimMonad(..))
import GPH.Prim
import GPH.Types (isTrue#)

data MVar s a = MVar (MVar# s a)

instance Eq (MVar s a) where
  MVar a == MVar b = isTrue# (sameMVar# a b)

newMVar :: PrimMonad m => a -> m (MVar (PrimState m) a)
newMVar x = newEmptyMVar >>= \v -> putMVar v x >> return v
{-# INLINE newMVar #-}

newEmptyMVar :: PrimMonad m => m (MVar (PrimState m) a)
newEmptyMVar = primitive (\s -> case newMVar# s of (# s1, v #) -> (# s1, MVar v #))
{-# INLINE newEmptyMVar #-}

takeMVar :: PrimMonad m => MVar (PrimState m) a -> m a
takeMVar (MVar v) = primitive (\s -> takeMVar# v s)
{-# INLINE takeMVar #-}

readMVar :: PrimMonad m => MVar (PrimState m) a -> m a
readMVar (MVar v) = primitive (\s -> readMVar# v s)
{-# INLINE readMVar #-}

putMVar :: PrimMonad m => MVar (PrimState m) a -> a -> m ()
putMVar (MVar v) x = primitive (\s -> case putMVar# v x s of s1 -> (# s1, () #))
{-# INLINE putMVar #-}

tryTakeMVar :: PrimMonad m => MVar (PrimState m) a -> m (Maybe a)
tryTakeMVar (MVar v) = primitive (\s ->
  case tryTakeMVar# v s of { (# s1, 0#, _ #) -> (# s1, Nothing #);
    (# s1, _, x #) -> (# s1, Just x #) })
{-# INLINE tryTakeMVar #-}

tryReadMVar :: PrimMonad m => MVar (PrimState m) a -> m (Maybe a)
tryReadMVar (MVar v) = primitive (\s ->
  case tryReadMVar# v s of { (# s1, 0#, _ #) -> (# s1, Nothing #);
    (# s1, _, x #) -> (# s1, Just x #) })
{-# INLINE tryReadMVar #-}

tryPutMVar :: PrimMonad m => MVar (PrimState m) a -> a -> m Bool
tryPutMVar (MVar v) x = primitive (\s -> case tryPutMVar# v x s of (# s1, b #) -> (# s1, isTrue# b #))
{-# INLINE tryPutMVar #-}

isEmptyMVar :: PrimMonad m => MVar (PrimState m) a -> m Bool
isEmptyMVar (MVar v) = primitive (\s -> case isEmptyMVar# v s of (# s1, b #) -> (# s1, isTrue# b #))
{-# INLINE isEmptyMVar #-}
