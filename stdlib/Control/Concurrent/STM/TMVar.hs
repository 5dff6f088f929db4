{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | MVars inside transactions.
module Control.Concurrent.STM.TMVar
  ( TMVar, newTMVar, newEmptyTMVar, newTMVarIO, newEmptyTMVarIO, takeTMVar, putTMVar, readTMVar, writeTMVar, tryReadTMVar, swapTMVar, tryTakeTMVar, tryPutTMVar, isEmptyTMVar, mkWeakTMVar
  ) where

import GPH.STM
import GPH.Prim (mkWeak#)
import GPH.Types (IO(..))
import GPH.Weak (Weak(..))

newtype TMVar a = TMVar (TVar (Maybe a))

instance Eq (TMVar a) where
  TMVar a == TMVar b = a == b

newTMVar :: a -> STM (TMVar a)
newTMVar a = fmap TMVar (newTVar (Just a))

newEmptyTMVar :: STM (TMVar a)
newEmptyTMVar = fmap TMVar (newTVar Nothing)

newTMVarIO :: a -> IO (TMVar a)
newTMVarIO a = fmap TMVar (newTVarIO (Just a))

newEmptyTMVarIO :: IO (TMVar a)
newEmptyTMVarIO = fmap TMVar (newTVarIO Nothing)

takeTMVar, readTMVar :: TMVar a -> STM a
takeTMVar (TMVar t) = readTVar t >>= maybe retry (\a -> writeTVar t Nothing >> return a)
readTMVar (TMVar t) = readTVar t >>= maybe retry return

putTMVar, writeTMVar :: TMVar a -> a -> STM ()
putTMVar (TMVar t) a = readTVar t >>= maybe (writeTVar t (Just a)) (const retry)
writeTMVar (TMVar t) a = writeTVar t $! Just a

tryTakeTMVar, tryReadTMVar :: TMVar a -> STM (Maybe a)
tryTakeTMVar (TMVar t) = readTVar t >>= maybe (return Nothing) (\a -> writeTVar t Nothing >> return (Just a))
tryReadTMVar (TMVar t) = readTVar t

tryPutTMVar :: TMVar a -> a -> STM Bool
tryPutTMVar (TMVar t) a = readTVar t >>= maybe (writeTVar t (Just a) >> return True) (const (return False))

swapTMVar :: TMVar a -> a -> STM a
swapTMVar (TMVar t) new = readTVar t >>= maybe retry (\old -> writeTVar t (Just new) >> return old)

isEmptyTMVar :: TMVar a -> STM Bool
isEmptyTMVar (TMVar t) = fmap (maybe True (const False)) (readTVar t)

mkWeakTMVar :: TMVar a -> IO () -> IO (Weak (TMVar a))
mkWeakTMVar tm@(TMVar (TVar v#)) (IO fin) = IO (\s -> case mkWeak# v# tm fin s of (# s1, w #) -> (# s1, Weak w #))
