-- | Threads, transactions and sparks, under the name that parallel programs import.
module GHC.Conc
  ( ThreadId(..), ThreadStatus(..), BlockReason(..), forkIO, forkIOWithUnmask, forkOn, forkOnWithUnmask, myThreadId, killThread, throwTo, yield, threadDelay
  , numCapabilities, getNumCapabilities, setNumCapabilities, getNumProcessors, threadCapability, threadStatus, labelThread, mkWeakThreadId, numSparks
  , setUncaughtExceptionHandler, getUncaughtExceptionHandler
  , par, pseq, registerDelay
  , STM(..), TVar(..), atomically, retry, orElse, throwSTM, catchSTM, unsafeIOToSTM, newTVar, newTVarIO, readTVar, readTVarIO, writeTVar
  ) where

import Control.Concurrent.STM.TVar (registerDelay)
import Control.Parallel (par, pseq)
import GPH.Conc
import GPH.IOBase (ThreadId(..), getUncaughtExceptionHandler, setUncaughtExceptionHandler)
import GPH.STM
