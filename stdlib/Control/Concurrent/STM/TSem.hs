-- | Semaphores in transactions.
module Control.Concurrent.STM.TSem (TSem, newTSem, waitTSem, signalTSem, signalTSemN) where

import Control.Concurrent.STM.TVar
import Control.Monad (when)
import Control.Monad.STM
import Numeric.Natural (Natural)

newtype TSem = TSem (TVar Integer) deriving Eq

-- | The initial count may be negative.
newTSem :: Integer -> STM TSem
newTSem i = fmap TSem (newTVar $! i)

-- | Retries while there is nothing to take.
waitTSem :: TSem -> STM ()
waitTSem (TSem t) = do
  i <- readTVar t
  when (i <= 0) retry
  writeTVar t $! (i - 1)

signalTSem :: TSem -> STM ()
signalTSem (TSem t) = do
  i <- readTVar t
  writeTVar t $! i + 1

signalTSemN :: Natural -> TSem -> STM ()
signalTSemN 0 _ = return ()
signalTSemN n (TSem t) = do
  i <- readTVar t
  writeTVar t $! i + toInteger n
