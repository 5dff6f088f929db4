{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Transactional variables.
module Control.Concurrent.STM.TVar
  ( TVar, newTVar, newTVarIO, readTVar, readTVarIO, writeTVar, modifyTVar, modifyTVar', stateTVar, swapTVar, registerDelay, mkWeakTVar
  ) where

import GPH.Conc (forkIO, threadDelay)
import GPH.STM
import GPH.Prim (mkWeak#)
import GPH.Types (IO(..))
import GPH.Weak (Weak(..))

modifyTVar, modifyTVar' :: TVar a -> (a -> a) -> STM ()
modifyTVar v f = readTVar v >>= writeTVar v . f
modifyTVar' v f = do
  x <- readTVar v
  writeTVar v $! f x

stateTVar :: TVar s -> (s -> (a, s)) -> STM a
stateTVar v f = do
  s <- readTVar v
  let (a, s') = f s
  writeTVar v s'
  return a

swapTVar :: TVar a -> a -> STM a
swapTVar v new = do
  old <- readTVar v
  writeTVar v new
  return old

-- | True after so many microseconds.
registerDelay :: Int -> IO (TVar Bool)
registerDelay us = do
  v <- newTVarIO False
  _ <- forkIO (threadDelay us >> atomically (writeTVar v True))
  return v

mkWeakTVar :: TVar a -> IO () -> IO (Weak (TVar a))
mkWeakTVar v@(TVar v#) (IO fin) = IO (\s -> case mkWeak# v# v fin s of (# s1, w #) -> (# s1, Weak w #))
