-- | Error monads.
module Control.Monad.Except
  ( MonadError(..), liftEither, tryError, withError, handleError, mapError, modifyError, ExceptT(ExceptT), Except
  , runExceptT, mapExceptT, withExceptT, runExcept, mapExcept, withExcept
  , module Control.Monad, module Control.Monad.Fix, module Control.Monad.Trans
  ) where

import Control.Monad
import Control.Monad.Fix
import Control.Monad.Trans
import Control.Monad.Error.Class
import Control.Monad.Trans.Except (Except, ExceptT(ExceptT), mapExcept, mapExceptT, runExcept, runExceptT, withExcept, withExceptT)
