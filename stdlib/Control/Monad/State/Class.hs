-- | Monads with a state.
module Control.Monad.State.Class (MonadState(..), modify, modify', gets) where

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

class Monad m => MonadState s m | m -> s where
  get :: m s
  get = state (\s -> (s, s))
  put :: s -> m ()
  put s = state (\_ -> ((), s))
  state :: (s -> (a, s)) -> m a
  state f = do
    s <- get
    let ~(a, s') = f s
    put s'
    return a
  {-# MINIMAL state | get, put #-}

modify, modify' :: MonadState s m => (s -> s) -> m ()
modify f = state (\s -> ((), f s))
{-# INLINE modify #-}
modify' f = do
  s <- get
  put $! f s
{-# INLINE modify' #-}

gets :: MonadState s m => (s -> a) -> m a
gets f = do
  s <- get
  return (f s)
{-# INLINE gets #-}

instance Monad m => MonadState s (LazyState.StateT s m) where
  get = LazyState.get
  put = LazyState.put
  state = LazyState.state
instance Monad m => MonadState s (StrictState.StateT s m) where
  get = StrictState.get
  put = StrictState.put
  state = StrictState.state
instance (Monad m, Monoid w) => MonadState s (LazyRWS.RWST r w s m) where
  get = LazyRWS.get
  put = LazyRWS.put
  state = LazyRWS.state
instance (Monad m, Monoid w) => MonadState s (StrictRWS.RWST r w s m) where
  get = StrictRWS.get
  put = StrictRWS.put
  state = StrictRWS.state
instance MonadState s m => MonadState s (ContT r m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance MonadState s m => MonadState s (ExceptT e m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance MonadState s m => MonadState s (IdentityT m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance MonadState s m => MonadState s (MaybeT m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance MonadState s m => MonadState s (ReaderT r m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance (Monoid w, MonadState s m) => MonadState s (LazyWriter.WriterT w m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
instance (Monoid w, MonadState s m) => MonadState s (StrictWriter.WriterT w m) where
  get = lift get
  put = \s -> lift (put s)
  state = \f -> lift (state f)
