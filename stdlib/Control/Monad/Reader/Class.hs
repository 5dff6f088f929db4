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
  {-# INLINE ask #-}
  local f m = m . f
  {-# INLINE local #-}
  reader = id
  {-# INLINE reader #-}
instance Monad m => MonadReader r (ReaderT r m) where
  ask = Reader.ask
  {-# INLINE ask #-}
  local = Reader.local
  {-# INLINE local #-}
  reader = Reader.reader
  {-# INLINE reader #-}
instance (Monad m, Monoid w) => MonadReader r (LazyRWS.RWST r w s m) where
  ask = LazyRWS.ask
  {-# INLINE ask #-}
  local = LazyRWS.local
  {-# INLINE local #-}
  reader = LazyRWS.reader
  {-# INLINE reader #-}
instance (Monad m, Monoid w) => MonadReader r (StrictRWS.RWST r w s m) where
  ask = StrictRWS.ask
  {-# INLINE ask #-}
  local = StrictRWS.local
  {-# INLINE local #-}
  reader = StrictRWS.reader
  {-# INLINE reader #-}
instance MonadReader r' m => MonadReader r' (ContT r m) where
  ask = lift ask
  {-# INLINE ask #-}
  local f m = ContT (\c -> do { r <- ask; local f (runContT m (local (const r) . c)) })
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance MonadReader r m => MonadReader r (ExceptT e m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = Except.mapExceptT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance MonadReader r m => MonadReader r (IdentityT m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = mapIdentityT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance MonadReader r m => MonadReader r (MaybeT m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = \f -> MaybeT . local f . runMaybeT
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance MonadReader r m => MonadReader r (LazyState.StateT s m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = LazyState.mapStateT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance MonadReader r m => MonadReader r (StrictState.StateT s m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = StrictState.mapStateT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance (Monoid w, MonadReader r m) => MonadReader r (LazyWriter.WriterT w m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = LazyWriter.mapWriterT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
instance (Monoid w, MonadReader r m) => MonadReader r (StrictWriter.WriterT w m) where
  ask = lift ask
  {-# INLINE ask #-}
  local = StrictWriter.mapWriterT . local
  {-# INLINE local #-}
  reader = \f -> lift (reader f)
  {-# INLINE reader #-}
