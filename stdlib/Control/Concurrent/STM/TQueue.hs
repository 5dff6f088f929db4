-- | Unbounded queues inside transactions, faster than TChan: two lists, amortised O(1).
module Control.Concurrent.STM.TQueue
  ( TQueue, newTQueue, newTQueueIO, readTQueue, tryReadTQueue, flushTQueue, peekTQueue, tryPeekTQueue, writeTQueue, unGetTQueue, isEmptyTQueue
  ) where

import GPH.STM

data TQueue a = TQueue (TVar [a]) (TVar [a])

instance Eq (TQueue a) where
  TQueue a _ == TQueue b _ = a == b

newTQueue :: STM (TQueue a)
newTQueue = do
  r <- newTVar []
  w <- newTVar []
  return (TQueue r w)

newTQueueIO :: IO (TQueue a)
newTQueueIO = atomically newTQueue

writeTQueue :: TQueue a -> a -> STM ()
writeTQueue (TQueue _ w) a = readTVar w >>= \l -> writeTVar w (a : l)

readTQueue, peekTQueue :: TQueue a -> STM a
readTQueue (TQueue r w) = do
  xs <- readTVar r
  case xs of
    (x : xs') -> writeTVar r xs' >> return x
    [] -> do
      ys <- readTVar w
      case reverse ys of
        [] -> retry
        (z : zs) -> writeTVar w [] >> writeTVar r zs >> return z
peekTQueue c = do
  x <- readTQueue c
  unGetTQueue c x
  return x

tryReadTQueue, tryPeekTQueue :: TQueue a -> STM (Maybe a)
tryReadTQueue c = fmap Just (readTQueue c) `orElse` return Nothing
tryPeekTQueue c = fmap Just (peekTQueue c) `orElse` return Nothing

flushTQueue :: TQueue a -> STM [a]
flushTQueue (TQueue r w) = do
  xs <- readTVar r
  ys <- readTVar w
  writeTVar r []
  writeTVar w []
  return (xs ++ reverse ys)

unGetTQueue :: TQueue a -> a -> STM ()
unGetTQueue (TQueue r _) a = readTVar r >>= \l -> writeTVar r (a : l)

isEmptyTQueue :: TQueue a -> STM Bool
isEmptyTQueue (TQueue r w) = do
  xs <- readTVar r
  ys <- readTVar w
  return (null xs && null ys)
