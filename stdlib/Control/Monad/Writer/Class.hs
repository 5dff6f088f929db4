-- | Monads with an output that is collected.
module Control.Monad.Writer.Class (MonadWriter(..), listens, censor) where

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

class (Monoid w, Monad m) => MonadWriter w m | m -> w where
  writer :: (a, w) -> m a
  writer ~(a, w) = do
    tell w
    return a
  tell :: w -> m ()
  tell w = writer ((), w)
  listen :: m a -> m (a, w)
  pass :: m (a, w -> w) -> m a
  {-# MINIMAL (writer | tell), listen, pass #-}

listens :: MonadWriter w m => (w -> b) -> m a -> m (a, b)
listens f m = do
  ~(a, w) <- listen m
  return (a, f w)
{-# INLINE listens #-}

censor :: MonadWriter w m => (w -> w) -> m a -> m a
censor f m = pass (do { a <- m; return (a, f) })
{-# INLINE censor #-}

instance Monoid w => MonadWriter w ((,) w) where
  writer ~(a, w) = (w, a)
  {-# INLINE writer #-}
  tell w = (w, ())
  {-# INLINE tell #-}
  listen ~(w, a) = (w, (a, w))
  {-# INLINE listen #-}
  pass ~(w, (a, f)) = (f w, a)
  {-# INLINE pass #-}
instance (Monoid w, Monad m) => MonadWriter w (LazyWriter.WriterT w m) where
  writer = LazyWriter.writer
  {-# INLINE writer #-}
  tell = LazyWriter.tell
  {-# INLINE tell #-}
  listen = LazyWriter.listen
  {-# INLINE listen #-}
  pass = LazyWriter.pass
  {-# INLINE pass #-}
instance (Monoid w, Monad m) => MonadWriter w (StrictWriter.WriterT w m) where
  writer = StrictWriter.writer
  {-# INLINE writer #-}
  tell = StrictWriter.tell
  {-# INLINE tell #-}
  listen = StrictWriter.listen
  {-# INLINE listen #-}
  pass = StrictWriter.pass
  {-# INLINE pass #-}
instance (Monoid w, Monad m) => MonadWriter w (LazyRWS.RWST r w s m) where
  writer = LazyRWS.writer
  {-# INLINE writer #-}
  tell = LazyRWS.tell
  {-# INLINE tell #-}
  listen = LazyRWS.listen
  {-# INLINE listen #-}
  pass = LazyRWS.pass
  {-# INLINE pass #-}
instance (Monoid w, Monad m) => MonadWriter w (StrictRWS.RWST r w s m) where
  writer = StrictRWS.writer
  {-# INLINE writer #-}
  tell = StrictRWS.tell
  {-# INLINE tell #-}
  listen = StrictRWS.listen
  {-# INLINE listen #-}
  pass = StrictRWS.pass
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (ExceptT e m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen = Except.mapExceptT (\m -> do { (a, w) <- listen m; return (fmap (\r -> (r, w)) a) })
  {-# INLINE listen #-}
  pass = Except.mapExceptT (\m -> pass (do { a <- m; return (case a of { Left l -> (Left l, id); Right (r, f) -> (Right r, f) }) }))
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (IdentityT m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen = mapIdentityT listen
  {-# INLINE listen #-}
  pass = mapIdentityT pass
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (MaybeT m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen m = MaybeT (do { (a, w) <- listen (runMaybeT m); return (fmap (\r -> (r, w)) a) })
  {-# INLINE listen #-}
  pass m = MaybeT (pass (do { a <- runMaybeT m; return (case a of { Nothing -> (Nothing, id); Just (r, f) -> (Just r, f) }) }))
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (ReaderT r m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen = Reader.mapReaderT listen
  {-# INLINE listen #-}
  pass = Reader.mapReaderT pass
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (LazyState.StateT s m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen m = LazyState.StateT (\s -> do { (~(a, s'), w) <- listen (LazyState.runStateT m s); return ((a, w), s') })
  {-# INLINE listen #-}
  pass m = LazyState.StateT (\s -> pass (do { ~((a, f), s') <- LazyState.runStateT m s; return ((a, s'), f) }))
  {-# INLINE pass #-}
instance MonadWriter w m => MonadWriter w (StrictState.StateT s m) where
  writer = \p -> lift (writer p)
  {-# INLINE writer #-}
  tell = \w -> lift (tell w)
  {-# INLINE tell #-}
  listen m = StrictState.StateT (\s -> do { ((a, s'), w) <- listen (StrictState.runStateT m s); return ((a, w), s') })
  {-# INLINE listen #-}
  pass m = StrictState.StateT (\s -> pass (do { ((a, f), s') <- StrictState.runStateT m s; return ((a, s'), f) }))
  {-# INLINE pass #-}
