-- | Monads with a shared environment.
module Control.Monad.Reader.Class (MonadReader(..), asks) where

import Control.Monad.Trans.Class (lift)
import Control.Monad.Trans.Cont (ContT(..))
import qualified Control.Monad.Trans.Cont as Cont
import Control.Monad.Trans.Except (ExceptT(..), runExceptT)
import qualified Control.Monad.Trans.Except as Except
import Control.Monad.Trans.Identity (IdentityT(..), mapIdentityT)
import Control.Monad.Trans.Maybe (MaybeT(..))
import Control.Monad.Trans.Reader (ReaderT(..))
import qualified Control.Monad.Trans.Reader as Reader
import qualified Control.Monad.Trans.RWS.Lazy as LazyRWS
import qualified Control.Monad.Trans.RWS.Strict as StrictRWS
import qualified Control.Monad.Trans.State.Lazy as LazyState
import qualified Control.Monad.Trans.State.Strict as StrictState
import qualified Control.Monad.Trans.Writer.Lazy as LazyWriter
import qualified Control.Monad.Trans.Writer.Strict as StrictWriter

class Monad m => MonadReader r m | m -> r where
  ask :: m r
  ask = reader id
  local :: (r -> r) -> m a -> m a
  reader :: (r -> a) -> m a
  reader f = do
    r <- ask
    return (f r)
  {-# MINIMAL (ask | reader), local #-}

asks :: MonadReader r m => (r -> a) -> m a
asks = reader

instance MonadReader r ((->) r) where
  ask = id
  local f m = m . f
  reader = id
instance Monad m => MonadReader r (ReaderT r m) where
  ask = Reader.ask
  local = Reader.local
  reader = Reader.reader
instance (Monad m, Monoid w) => MonadReader r (LazyRWS.RWST r w s m) where
  ask = LazyRWS.ask
  local = LazyRWS.local
  reader = LazyRWS.reader
instance (Monad m, Monoid w) => MonadReader r (StrictRWS.RWST r w s m) where
  ask = StrictRWS.ask
  local = StrictRWS.local
  reader = StrictRWS.reader
instance MonadReader r' m => MonadReader r' (ContT r m) where
  ask = lift ask
  local f m = ContT (\c -> do { r <- ask; local f (runContT m (local (const r) . c)) })
  reader = \f -> lift (reader f)
instance MonadReader r m => MonadReader r (ExceptT e m) where
  ask = lift ask
  local = Except.mapExceptT . local
  reader = \f -> lift (reader f)
instance MonadReader r m => MonadReader r (IdentityT m) where
  ask = lift ask
  local = mapIdentityT . local
  reader = \f -> lift (reader f)
instance MonadReader r m => MonadReader r (MaybeT m) where
  ask = lift ask
  local = \f -> MaybeT . local f . runMaybeT
  reader = \f -> lift (reader f)
instance MonadReader r m => MonadReader r (LazyState.StateT s m) where
  ask = lift ask
  local = LazyState.mapStateT . local
  reader = \f -> lift (reader f)
instance MonadReader r m => MonadReader r (StrictState.StateT s m) where
  ask = lift ask
  local = StrictState.mapStateT . local
  reader = \f -> lift (reader f)
instance (Monoid w, MonadReader r m) => MonadReader r (LazyWriter.WriterT w m) where
  ask = lift ask
  local = LazyWriter.mapWriterT . local
  reader = \f -> lift (reader f)
instance (Monoid w, MonadReader r m) => MonadReader r (StrictWriter.WriterT w m) where
  ask = lift ask
  local = StrictWriter.mapWriterT . local
  reader = \f -> lift (reader f)
