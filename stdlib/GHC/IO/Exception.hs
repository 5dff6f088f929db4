-- | Exceptions of input and output, with their representation.
module GHC.IO.Exception
  ( BlockedIndefinitelyOnMVar(..), blockedIndefinitelyOnMVar, BlockedIndefinitelyOnSTM(..), blockedIndefinitelyOnSTM, Deadlock(..)
  , AllocationLimitExceeded(..), allocationLimitExceeded, AssertionFailed(..), CompactionFailed(..)
  , SomeAsyncException(..), asyncExceptionToException, asyncExceptionFromException, AsyncException(..), stackOverflow, heapOverflow
  , ArrayException(..), FixIOException(..), ExitCode(..), ioException, ioError, IOError, IOException(..), IOErrorType(..), userError, unsupportedOperation
  ) where

import Foreign.C.Types ()   -- instances of CInt
import GPH.Exception
import GPH.IOBase (FixIOException(..))
import System.Exit (ExitCode(..))

blockedIndefinitelyOnMVar, blockedIndefinitelyOnSTM, allocationLimitExceeded, stackOverflow, heapOverflow :: SomeException
blockedIndefinitelyOnMVar = toException BlockedIndefinitelyOnMVar
blockedIndefinitelyOnSTM = toException BlockedIndefinitelyOnSTM
allocationLimitExceeded = toException AllocationLimitExceeded
stackOverflow = toException StackOverflow
heapOverflow = toException HeapOverflow

unsupportedOperation :: IOError
unsupportedOperation = IOError Nothing UnsupportedOperation "" "Operation is not supported" Nothing Nothing
