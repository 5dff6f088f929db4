-- | Variables that are full or empty: the basic way for threads to synchronise. Blocked threads are served in order of arrival.
module Control.Concurrent.MVar
  ( MVar, newEmptyMVar, newMVar, takeMVar, putMVar, readMVar, swapMVar, tryTakeMVar, tryPutMVar, isEmptyMVar, withMVar, withMVarMasked
  , modifyMVar_, modifyMVar, modifyMVarMasked_, modifyMVarMasked, tryReadMVar, mkWeakMVar, addMVarFinalizer
  ) where

import Control.Exception (mask, mask_, onException)
import GPH.Weak (Weak, mkWeakMVar)
import GPH.IOBase (MVar, isEmptyMVar, modifyMVar_, newEmptyMVar, newMVar, putMVar, readMVar, takeMVar, tryPutMVar, tryReadMVar, tryTakeMVar, withMVar)

swapMVar :: MVar a -> a -> IO a
swapMVar v new = mask_ (do { old <- takeMVar v; putMVar v new; return old })

withMVarMasked :: MVar a -> (a -> IO b) -> IO b
withMVarMasked m io = mask_ (do
  a <- takeMVar m
  b <- io a `onException` putMVar m a
  putMVar m a
  return b)

modifyMVar :: MVar a -> (a -> IO (a, b)) -> IO b
modifyMVar m io = mask (\restore -> do
  a <- takeMVar m
  (a', b) <- restore (io a >>= \r -> r `seq` return r) `onException` putMVar m a
  putMVar m a'
  return b)

modifyMVarMasked_ :: MVar a -> (a -> IO a) -> IO ()
modifyMVarMasked_ m io = mask_ (do
  a <- takeMVar m
  a' <- io a `onException` putMVar m a
  putMVar m a')

modifyMVarMasked :: MVar a -> (a -> IO (a, b)) -> IO b
modifyMVarMasked m io = mask_ (do
  a <- takeMVar m
  (a', b) <- (io a >>= \r -> r `seq` return r) `onException` putMVar m a
  putMVar m a'
  return b)

addMVarFinalizer :: MVar a -> IO () -> IO ()
addMVarFinalizer m fin = mkWeakMVar m fin >> return ()
