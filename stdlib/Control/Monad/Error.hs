-- | Error monads with ErrorT, as before "Control.Monad.Except".
module Control.Monad.Error
  ( MonadError(..), Error(..), ErrorT(ErrorT), runErrorT, mapErrorT
  , module Control.Monad, module Control.Monad.Fix, module Control.Monad.Trans
  ) where

import Control.Monad
import Control.Monad.Error.Class
import Control.Monad.Fix
import Control.Monad.Trans
import Control.Monad.Trans.Error (ErrorT(ErrorT), mapErrorT, runErrorT)
