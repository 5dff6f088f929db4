-- | Par with actions in IO, which are done once each. Its operations are those of Control.Monad.Par.Class.
module Control.Monad.Par.IO (ParIO, IVar, runParIO) where

import Control.Monad.Fix (MonadFix)
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Par.Class (ParFuture, ParIVar)
import Control.Monad.Par.Internal (IVar, Par, io)
import qualified Control.Monad.Par.Internal as P

newtype ParIO a = ParIO (Par a)
  deriving (Functor, Applicative, Monad, MonadFix, ParFuture IVar, ParIVar IVar)

instance MonadIO ParIO where
  liftIO m = ParIO (io m)

runParIO :: ParIO a -> IO a
runParIO (ParIO p) = P.runParIO p
