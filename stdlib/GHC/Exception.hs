-- | Raising exceptions in pure code.
module GHC.Exception
  ( module GHC.Exception.Type, throw, ErrorCall(.., ErrorCall), errorCallException
  , CallStack, fromCallSiteList, getCallStack, prettyCallStack, prettySrcLoc, SrcLoc(..)
  ) where

import Control.Exception (ErrorCall(..), SomeException, throw, toException)
import GHC.Exception.Type
import GHC.Stack

errorCallException :: String -> SomeException
errorCallException s = toException (ErrorCall s)
