-- | The monad of transactions.
module Control.Monad.STM (STM, atomically, retry, orElse, check, throwSTM, catchSTM) where

import GPH.STM

-- | Retries unless the condition holds.
check :: Bool -> STM ()
check b = if b then return () else retry
