{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Mutable variables in every monad of a state thread.
module Data.Primitive.MutVar
  ( MutVar(..), newMutVar, readMutVar, writeMutVar, atomicModifyMutVar, atomicModifyMutVar', modifyMutVar, modifyMutVar'
  ) where

import Control.Monad.Primitive.Class (PrimMonad(..))
import GPH.Prim
import GPH.Types (isTrue#)

data MutVar s a = MutVar (MutVar# s a)

instance Eq (MutVar s a) where
  MutVar a == MutVar b = isTrue# (sameMutVar# a b)

newMutVar :: PrimMonad m => a -> m (MutVar (PrimState m) a)
newMutVar x = primitive (\s -> case newMutVar# x s of (# s1, v #) -> (# s1, MutVar v #))
{-# INLINE newMutVar #-}

readMutVar :: PrimMonad m => MutVar (PrimState m) a -> m a
readMutVar (MutVar v) = primitive (\s -> readMutVar# v s)
{-# INLINE readMutVar #-}

writeMutVar :: PrimMonad m => MutVar (PrimState m) a -> a -> m ()
writeMutVar (MutVar v) x = primitive (\s -> case writeMutVar# v x s of s1 -> (# s1, () #))
{-# INLINE writeMutVar #-}

-- | 'atomicModifyMutVar' is lazy; 'atomicModifyMutVar'' evaluates the new value and the result.
atomicModifyMutVar, atomicModifyMutVar' :: PrimMonad m => MutVar (PrimState m) a -> (a -> (a, b)) -> m b
atomicModifyMutVar (MutVar v) f = primitive (\s -> case atomicModifyMutVar2# v f s of (# s1, _, r #) -> (# s1, snd r #))
atomicModifyMutVar' v f = atomicModifyMutVar v force >>= \b -> b `seq` return b
  where force x = case f x of r@(a, b) -> a `seq` b `seq` r
{-# INLINE atomicModifyMutVar #-}
{-# INLINE atomicModifyMutVar' #-}

modifyMutVar, modifyMutVar' :: PrimMonad m => MutVar (PrimState m) a -> (a -> a) -> m ()
modifyMutVar v f = readMutVar v >>= \x -> writeMutVar v (f x)
modifyMutVar' v f = readMutVar v >>= \x -> let !y = f x in writeMutVar v y
{-# INLINE modifyMutVar #-}
{-# INLINE modifyMutVar' #-}
