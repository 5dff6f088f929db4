-- | Bounded queues inside transactions: writing to a full one retries.
module Control.Concurrent.STM.TBQueue
  ( TBQueue, newTBQueue, newTBQueueIO, readTBQueue, tryReadTBQueue, flushTBQueue, peekTBQueue, tryPeekTBQueue, writeTBQueue, unGetTBQueue, lengthTBQueue, isEmptyTBQueue, isFullTBQueue
  ) where

import Control.Concurrent.STM.TQueue
import GPH.STM
import Numeric.Natural (Natural)

data TBQueue a = TBQueue (TQueue a) (TVar Int) Int

-- | Equal queues are the same queue.
instance Eq (TBQueue a) where TBQueue q _ _ == TBQueue q' _ _ = q == q'

-- | With the greatest number of elements; what no Int can count is no bound.
newTBQueue :: Natural -> STM (TBQueue a)
newTBQueue n = do
  q <- newTQueue
  count <- newTVar 0
  return (TBQueue q count (fromIntegral (min n (fromIntegral (maxBound :: Int)))))

newTBQueueIO :: Natural -> IO (TBQueue a)
newTBQueueIO = atomically . newTBQueue

writeTBQueue, unGetTBQueue :: TBQueue a -> a -> STM ()
writeTBQueue (TBQueue q count cap) a = do
  n <- readTVar count
  if n >= cap then retry else writeTVar count $! n + 1
  writeTQueue q a
unGetTBQueue (TBQueue q count cap) a = do
  n <- readTVar count
  if n >= cap then retry else writeTVar count $! n + 1
  unGetTQueue q a

readTBQueue, peekTBQueue :: TBQueue a -> STM a
readTBQueue (TBQueue q count _) = do
  x <- readTQueue q
  n <- readTVar count
  writeTVar count $! n - 1
  return x
peekTBQueue (TBQueue q _ _) = peekTQueue q

tryReadTBQueue, tryPeekTBQueue :: TBQueue a -> STM (Maybe a)
tryReadTBQueue c = fmap Just (readTBQueue c) `orElse` return Nothing
tryPeekTBQueue (TBQueue q _ _) = tryPeekTQueue q

flushTBQueue :: TBQueue a -> STM [a]
flushTBQueue (TBQueue q count _) = writeTVar count 0 >> flushTQueue q

lengthTBQueue :: TBQueue a -> STM Natural
lengthTBQueue (TBQueue _ count _) = fmap fromIntegral (readTVar count)

isEmptyTBQueue, isFullTBQueue :: TBQueue a -> STM Bool
isEmptyTBQueue (TBQueue q _ _) = isEmptyTQueue q
isFullTBQueue (TBQueue _ count cap) = fmap (>= cap) (readTVar count)
