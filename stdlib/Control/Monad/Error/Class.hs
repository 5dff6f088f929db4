-- | Monads with an error value that can be thrown and caught.
module Control.Monad.Error.Class (Error(..), ErrorList(..), MonadError(..), liftEither, tryError, withError, handleError, mapError, modifyError) where

import Control.Exception (IOException, catch, ioError)
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

-- | Errors that can be made of a message.
class Error a where
  noMsg :: a
  noMsg = strMsg ""
  strMsg :: String -> a
  strMsg _ = noMsg
  {-# MINIMAL noMsg | strMsg #-}
instance Error IOException where strMsg = userError
-- | Strings, and no other lists.
instance ErrorList a => Error [a] where strMsg = listMsg

class ErrorList a where
  listMsg :: String -> [a]
instance ErrorList Char where listMsg = id

class Monad m => MonadError e m | m -> e where
  throwError :: e -> m a
  catchError :: m a -> (e -> m a) -> m a

liftEither :: MonadError e m => Either e a -> m a
liftEither = either throwError return

tryError :: MonadError e m => m a -> m (Either e a)
tryError act = fmap Right act `catchError` (return . Left)

withError :: MonadError e m => (e -> e) -> m a -> m a
withError f act = tryError act >>= either (throwError . f) return

handleError :: MonadError e m => (e -> m a) -> m a -> m a
handleError = flip catchError

mapError :: (MonadError e m, MonadError e' n) => (m (Either e a) -> n (Either e' b)) -> m a -> n b
mapError f act = f (tryError act) >>= liftEither

modifyError :: MonadError e' m => (e -> e') -> ExceptT e m a -> m a
modifyError f m = runExceptT m >>= either (throwError . f) return

instance MonadError IOException IO where
  throwError = ioError
  {-# INLINE throwError #-}
  catchError = catch
  {-# INLINE catchError #-}
instance MonadError () Maybe where
  throwError () = Nothing
  {-# INLINE throwError #-}
  catchError Nothing f = f ()
  catchError x _ = x
  {-# INLINE catchError #-}
instance MonadError e (Either e) where
  throwError = Left
  {-# INLINE throwError #-}
  Left l `catchError` h = h l
  Right r `catchError` _ = Right r
  {-# INLINE catchError #-}
instance Monad m => MonadError e (ExceptT e m) where
  throwError = Except.throwE
  {-# INLINE throwError #-}
  catchError = Except.catchE
  {-# INLINE catchError #-}
instance MonadError e m => MonadError e (IdentityT m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = IdentityT (catchError (runIdentityT m) (runIdentityT . h))
  {-# INLINE catchError #-}
instance MonadError e m => MonadError e (MaybeT m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = MaybeT (catchError (runMaybeT m) (runMaybeT . h))
  {-# INLINE catchError #-}
instance MonadError e m => MonadError e (ReaderT r m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = ReaderT (\r -> catchError (runReaderT m r) (\e -> runReaderT (h e) r))
  {-# INLINE catchError #-}
instance MonadError e m => MonadError e (LazyState.StateT s m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = LazyState.StateT (\s -> catchError (LazyState.runStateT m s) (\e -> LazyState.runStateT (h e) s))
  {-# INLINE catchError #-}
instance (Monoid w, MonadError e m) => MonadError e (LazyWriter.WriterT w m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = LazyWriter.WriterT (catchError (LazyWriter.runWriterT m) (LazyWriter.runWriterT . h))
  {-# INLINE catchError #-}
instance (Monoid w, MonadError e m) => MonadError e (LazyRWS.RWST r w s m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = LazyRWS.RWST (\r s -> catchError (LazyRWS.runRWST m r s) (\e -> LazyRWS.runRWST (h e) r s))
  {-# INLINE catchError #-}
instance MonadError e m => MonadError e (StrictState.StateT s m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = StrictState.StateT (\s -> catchError (StrictState.runStateT m s) (\e -> StrictState.runStateT (h e) s))
  {-# INLINE catchError #-}
instance (Monoid w, MonadError e m) => MonadError e (StrictWriter.WriterT w m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = StrictWriter.WriterT (catchError (StrictWriter.runWriterT m) (StrictWriter.runWriterT . h))
  {-# INLINE catchError #-}
instance (Monoid w, MonadError e m) => MonadError e (StrictRWS.RWST r w s m) where
  throwError e = lift (throwError e)
  {-# INLINE throwError #-}
  catchError m h = StrictRWS.RWST (\r s -> catchError (StrictRWS.runRWST m r s) (\e -> StrictRWS.runRWST (h e) r s))
  {-# INLINE catchError #-}
