{-# LANGUAGE MagicHash #-}
-- | Control.Exception without catches and interruptible, and with what compiled code raises.
module Control.Exception.Base
  ( module Control.Exception, FixIOException(..), nonTermination, nestedAtomically
  , patError, nonExhaustiveGuardsError, recConError, recSelError, noMethodBindingError, typeError, runtimeError
  , absentError
  ) where

import Control.Exception hiding (Handler(..), allowInterrupt, catches, interruptible)
import GPH.Exception
import GPH.IOBase (FixIOException(..))
import GPH.Base (unpackCString#)
import GPH.Prim (Addr#)

nonTermination, nestedAtomically :: SomeException
nonTermination = nonTerminationException
nestedAtomically = nestedAtomicallyException

typeError, runtimeError, absentError :: Addr# -> a
typeError s = throw (TypeError (unpackCString# s))
runtimeError s = errorWithoutStackTrace (unpackCString# s)
absentError s = errorWithoutStackTrace ("Oops!  Entered absent arg " ++ unpackCString# s)
