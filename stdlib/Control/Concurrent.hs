-- | Light threads and what they synchronise with.
module Control.Concurrent
  ( ThreadId, myThreadId, forkIO, forkFinally, forkIOWithUnmask, killThread, throwTo, forkOn, forkOnWithUnmask, forkOS, forkOSWithUnmask
  , getNumCapabilities, setNumCapabilities, threadCapability, yield, threadDelay, mkWeakThreadId
  , rtsSupportsBoundThreads, isCurrentThreadBound, runInBoundThread, runInUnboundThread
  , module Control.Concurrent.MVar, module Control.Concurrent.Chan, module Control.Concurrent.QSem, module Control.Concurrent.QSemN
  ) where

import Control.Concurrent.Chan
import Control.Concurrent.MVar
import Control.Concurrent.QSem
import Control.Concurrent.QSemN
import GPH.Conc
