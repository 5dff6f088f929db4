-- | Exceptions in monads above IO: raising (MonadThrow), catching (MonadCatch), releasing whatever happens (MonadMask).
module Control.Monad.Catch
  ( MonadThrow(..), MonadCatch(..), MonadMask(..), ExitCase(..), mask_, uninterruptibleMask_
  , catchAll, catchIOError, catchIf, catchJust, handle, handleAll, handleIOError, handleIf, handleJust, try, tryJust, onException, onError
  , bracket, bracket_, finally, bracketOnError, catches, Handler(..), Exception(..), SomeException(..)
  ) where

import Control.Exception (Exception(..), SomeException(..))
import qualified Control.Exception as E
import Control.Monad.ST (ST)
import Control.Monad.ST.Unsafe (unsafeIOToST)
import Control.Monad.STM (STM, catchSTM, throwSTM)
import Control.Monad.Trans.Class (lift)
import Control.Monad.Trans.Cont (ContT)
import Control.Monad.Trans.Error (Error, ErrorT(..))
import Control.Monad.Trans.Except (ExceptT(..), runExceptT)
import Control.Monad.Trans.Identity (IdentityT(..))
import Control.Monad.Trans.List (ListT(..))
import Control.Monad.Trans.Maybe (MaybeT(..))
import Control.Monad.Trans.Reader (ReaderT(..))
import qualified Control.Monad.Trans.RWS.Lazy as LazyRWS
import qualified Control.Monad.Trans.RWS.Strict as RWS
import qualified Control.Monad.Trans.State.Lazy as LazyState
import qualified Control.Monad.Trans.State.Strict as State
import qualified Control.Monad.Trans.Writer.Lazy as LazyWriter
import qualified Control.Monad.Trans.Writer.Strict as Writer

-- | @throwM e >> x = throwM e@.
class Monad m => MonadThrow m where
  throwM :: Exception e => e -> m a

-- | @catch (throwM e) f = f e@.
class MonadThrow m => MonadCatch m where
  catch :: Exception e => m a -> (e -> m a) -> m a

-- | How an action ended: with a value, an exception, or otherwise (as ExceptT's throwE).
data ExitCase a = ExitCaseSuccess a | ExitCaseException SomeException | ExitCaseAbort deriving Show

-- | For monads whose actions end in one way and once.
class MonadCatch m => MonadMask m where
  mask, uninterruptibleMask :: ((forall a. m a -> m a) -> m b) -> m b
  -- | Acquire, release by how the use ended, use; the results of use and release.
  generalBracket :: m a -> (a -> ExitCase b -> m c) -> (a -> m b) -> m (b, c)

instance MonadThrow [] where throwM _ = []
instance MonadThrow Maybe where throwM _ = Nothing
-- | Of SomeException alone.
instance MonadThrow (Either SomeException) where throwM = Left . toException
instance MonadThrow IO where throwM = E.throwIO
instance MonadThrow (ST s) where throwM = unsafeIOToST . E.throwIO
instance MonadThrow STM where throwM = throwSTM
instance MonadThrow m => MonadThrow (IdentityT m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (MaybeT m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (ExceptT e m) where throwM = lift . throwM
instance (Error e, MonadThrow m) => MonadThrow (ErrorT e m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (ListT m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (ReaderT r m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (LazyState.StateT s m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (State.StateT s m) where throwM = lift . throwM
instance (Monoid w, MonadThrow m) => MonadThrow (LazyWriter.WriterT w m) where throwM = lift . throwM
instance (Monoid w, MonadThrow m) => MonadThrow (Writer.WriterT w m) where throwM = lift . throwM
instance (Monoid w, MonadThrow m) => MonadThrow (LazyRWS.RWST r w s m) where throwM = lift . throwM
instance (Monoid w, MonadThrow m) => MonadThrow (RWS.RWST r w s m) where throwM = lift . throwM
instance MonadThrow m => MonadThrow (ContT r m) where throwM = lift . throwM

instance MonadCatch IO where catch = E.catch
instance MonadCatch STM where catch = catchSTM
instance MonadCatch (Either SomeException) where
  catch (Left e) f = maybe (Left e) f (fromException e)
  catch r _ = r
instance MonadCatch m => MonadCatch (IdentityT m) where
  catch (IdentityT m) f = IdentityT (catch m (runIdentityT . f))
instance MonadCatch m => MonadCatch (MaybeT m) where
  catch (MaybeT m) f = MaybeT (catch m (runMaybeT . f))
instance MonadCatch m => MonadCatch (ExceptT e m) where
  catch (ExceptT m) f = ExceptT (catch m (runExceptT . f))
instance (Error e, MonadCatch m) => MonadCatch (ErrorT e m) where
  catch (ErrorT m) f = ErrorT (catch m (runErrorT . f))
instance MonadCatch m => MonadCatch (ListT m) where
  catch (ListT m) f = ListT (catch m (runListT . f))
instance MonadCatch m => MonadCatch (ReaderT r m) where
  catch (ReaderT m) f = ReaderT (\r -> catch (m r) (\e -> runReaderT (f e) r))
instance MonadCatch m => MonadCatch (LazyState.StateT s m) where
  catch m f = LazyState.StateT (\s -> catch (LazyState.runStateT m s) (\e -> LazyState.runStateT (f e) s))
instance MonadCatch m => MonadCatch (State.StateT s m) where
  catch m f = State.StateT (\s -> catch (State.runStateT m s) (\e -> State.runStateT (f e) s))
instance (Monoid w, MonadCatch m) => MonadCatch (LazyWriter.WriterT w m) where
  catch m f = LazyWriter.WriterT (catch (LazyWriter.runWriterT m) (\e -> LazyWriter.runWriterT (f e)))
instance (Monoid w, MonadCatch m) => MonadCatch (Writer.WriterT w m) where
  catch m f = Writer.WriterT (catch (Writer.runWriterT m) (\e -> Writer.runWriterT (f e)))
instance (Monoid w, MonadCatch m) => MonadCatch (LazyRWS.RWST r w s m) where
  catch m f = LazyRWS.RWST (\r s -> catch (LazyRWS.runRWST m r s) (\e -> LazyRWS.runRWST (f e) r s))
instance (Monoid w, MonadCatch m) => MonadCatch (RWS.RWST r w s m) where
  catch m f = RWS.RWST (\r s -> catch (RWS.runRWST m r s) (\e -> RWS.runRWST (f e) r s))

instance MonadMask IO where
  mask = E.mask
  uninterruptibleMask = E.uninterruptibleMask
  generalBracket acquire release use = E.mask (\restore -> do
    a <- acquire
    b <- restore (use a) `E.catch` \e -> release a (ExitCaseException e) >> E.throwIO e
    c <- release a (ExitCaseSuccess b)
    return (b, c))
instance MonadMask (Either SomeException) where
  mask f = f id
  uninterruptibleMask f = f id
  generalBracket acquire release use = acquire >>= \a -> case use a of
    Left e -> release a (ExitCaseException e) >> Left e
    Right b -> release a (ExitCaseSuccess b) >>= \c -> Right (b, c)
instance MonadMask m => MonadMask (IdentityT m) where
  mask f = IdentityT (mask (\u -> runIdentityT (f (\(IdentityT m) -> IdentityT (u m)))))
  uninterruptibleMask f = IdentityT (uninterruptibleMask (\u -> runIdentityT (f (\(IdentityT m) -> IdentityT (u m)))))
  generalBracket acquire release use = IdentityT (generalBracket (runIdentityT acquire) (\a ec -> runIdentityT (release a ec)) (runIdentityT . use))
instance MonadMask m => MonadMask (ReaderT r m) where
  mask f = ReaderT (\r -> mask (\u -> runReaderT (f (\(ReaderT m) -> ReaderT (u . m))) r))
  uninterruptibleMask f = ReaderT (\r -> uninterruptibleMask (\u -> runReaderT (f (\(ReaderT m) -> ReaderT (u . m))) r))
  generalBracket acquire release use = ReaderT (\r -> generalBracket (runReaderT acquire r) (\a ec -> runReaderT (release a ec) r) (\a -> runReaderT (use a) r))
-- Nothing is acquired: nothing is released.
instance MonadMask m => MonadMask (MaybeT m) where
  mask f = MaybeT (mask (\u -> runMaybeT (f (\(MaybeT m) -> MaybeT (u m)))))
  uninterruptibleMask f = MaybeT (uninterruptibleMask (\u -> runMaybeT (f (\(MaybeT m) -> MaybeT (u m)))))
  generalBracket acquire release use = MaybeT (do
    (mb, mc) <- generalBracket (runMaybeT acquire)
      (\ma ec -> case ma of
        Nothing -> return Nothing
        Just a -> runMaybeT (release a (case ec of
          ExitCaseSuccess (Just b) -> ExitCaseSuccess b
          ExitCaseException e -> ExitCaseException e
          _ -> ExitCaseAbort)))
      (maybe (return Nothing) (runMaybeT . use))
    return ((,) <$> mb <*> mc))
-- An error of the release is preferred to one of the use.
instance MonadMask m => MonadMask (ExceptT e m) where
  mask f = ExceptT (mask (\u -> runExceptT (f (\(ExceptT m) -> ExceptT (u m)))))
  uninterruptibleMask f = ExceptT (uninterruptibleMask (\u -> runExceptT (f (\(ExceptT m) -> ExceptT (u m)))))
  generalBracket acquire release use = ExceptT (do
    (eb, ec) <- generalBracket (runExceptT acquire)
      (\ea end -> case ea of
        Left e -> return (Left e)
        Right a -> runExceptT (release a (case end of
          ExitCaseSuccess (Right b) -> ExitCaseSuccess b
          ExitCaseException e -> ExitCaseException e
          _ -> ExitCaseAbort)))
      (either (return . Left) (runExceptT . use))
    return (ec >>= \c -> eb >>= \b -> Right (b, c)))
-- ErrorT is ExceptT with another fail, which nothing here uses.
instance (Error e, MonadMask m) => MonadMask (ErrorT e m) where
  mask f = ErrorT (mask (\u -> runErrorT (f (\(ErrorT m) -> ErrorT (u m)))))
  uninterruptibleMask f = ErrorT (uninterruptibleMask (\u -> runErrorT (f (\(ErrorT m) -> ErrorT (u m)))))
  generalBracket acquire release use = ErrorT (runExceptT (generalBracket (ExceptT (runErrorT acquire))
    (\a end -> ExceptT (runErrorT (release a end))) (ExceptT . runErrorT . use)))
-- The release begins with the state that the use left, or where that raised, with the one it began with.
instance MonadMask m => MonadMask (LazyState.StateT s m) where
  mask f = LazyState.StateT (\s -> mask (\u -> LazyState.runStateT (f (\m -> LazyState.StateT (u . LazyState.runStateT m))) s))
  uninterruptibleMask f = LazyState.StateT (\s -> uninterruptibleMask (\u -> LazyState.runStateT (f (\m -> LazyState.StateT (u . LazyState.runStateT m))) s))
  generalBracket acquire release use = LazyState.StateT (\s0 -> do
    ((b, _), (c, s3)) <- generalBracket (LazyState.runStateT acquire s0)
      (\(a, s1) end -> case end of
        ExitCaseSuccess (b, s2) -> LazyState.runStateT (release a (ExitCaseSuccess b)) s2
        ExitCaseException e -> LazyState.runStateT (release a (ExitCaseException e)) s1
        ExitCaseAbort -> LazyState.runStateT (release a ExitCaseAbort) s1)
      (\(a, s1) -> LazyState.runStateT (use a) s1)
    return ((b, c), s3))
-- The release begins with the state that the use left, or where that raised, with the one it began with.
instance MonadMask m => MonadMask (State.StateT s m) where
  mask f = State.StateT (\s -> mask (\u -> State.runStateT (f (\m -> State.StateT (u . State.runStateT m))) s))
  uninterruptibleMask f = State.StateT (\s -> uninterruptibleMask (\u -> State.runStateT (f (\m -> State.StateT (u . State.runStateT m))) s))
  generalBracket acquire release use = State.StateT (\s0 -> do
    ((b, _), (c, s3)) <- generalBracket (State.runStateT acquire s0)
      (\(a, s1) end -> case end of
        ExitCaseSuccess (b, s2) -> State.runStateT (release a (ExitCaseSuccess b)) s2
        ExitCaseException e -> State.runStateT (release a (ExitCaseException e)) s1
        ExitCaseAbort -> State.runStateT (release a ExitCaseAbort) s1)
      (\(a, s1) -> State.runStateT (use a) s1)
    return ((b, c), s3))
instance (Monoid w, MonadMask m) => MonadMask (LazyWriter.WriterT w m) where
  mask f = LazyWriter.WriterT (mask (\u -> LazyWriter.runWriterT (f (\m -> LazyWriter.WriterT (u (LazyWriter.runWriterT m))))))
  uninterruptibleMask f = LazyWriter.WriterT (uninterruptibleMask (\u -> LazyWriter.runWriterT (f (\m -> LazyWriter.WriterT (u (LazyWriter.runWriterT m))))))
  generalBracket acquire release use = LazyWriter.WriterT (do
    ((b, _), (c, w)) <- generalBracket (LazyWriter.runWriterT acquire)
      (\(a, w1) end -> case end of
        ExitCaseSuccess (b, w12) -> after w12 (release a (ExitCaseSuccess b))
        ExitCaseException e -> after w1 (release a (ExitCaseException e))
        ExitCaseAbort -> after w1 (release a ExitCaseAbort))
      (\(a, w1) -> after w1 (use a))
    return ((b, c), w))
    where after w m = fmap (\(x, w') -> (x, w `mappend` w')) (LazyWriter.runWriterT m)
instance (Monoid w, MonadMask m) => MonadMask (Writer.WriterT w m) where
  mask f = Writer.WriterT (mask (\u -> Writer.runWriterT (f (\m -> Writer.WriterT (u (Writer.runWriterT m))))))
  uninterruptibleMask f = Writer.WriterT (uninterruptibleMask (\u -> Writer.runWriterT (f (\m -> Writer.WriterT (u (Writer.runWriterT m))))))
  generalBracket acquire release use = Writer.WriterT (do
    ((b, _), (c, w)) <- generalBracket (Writer.runWriterT acquire)
      (\(a, w1) end -> case end of
        ExitCaseSuccess (b, w12) -> after w12 (release a (ExitCaseSuccess b))
        ExitCaseException e -> after w1 (release a (ExitCaseException e))
        ExitCaseAbort -> after w1 (release a ExitCaseAbort))
      (\(a, w1) -> after w1 (use a))
    return ((b, c), w))
    where after w m = fmap (\(x, w') -> (x, w `mappend` w')) (Writer.runWriterT m)
instance (Monoid w, MonadMask m) => MonadMask (LazyRWS.RWST r w s m) where
  mask f = LazyRWS.RWST (\r s -> mask (\u -> LazyRWS.runRWST (f (\m -> LazyRWS.RWST (\r' s' -> u (LazyRWS.runRWST m r' s')))) r s))
  uninterruptibleMask f = LazyRWS.RWST (\r s -> uninterruptibleMask (\u -> LazyRWS.runRWST (f (\m -> LazyRWS.RWST (\r' s' -> u (LazyRWS.runRWST m r' s')))) r s))
  generalBracket acquire release use = LazyRWS.RWST (\r s0 -> do
    let after s w m = fmap (\(x, s', w') -> (x, s', w `mappend` w')) (LazyRWS.runRWST m r s)
    ((b, _, _), (c, s3, w)) <- generalBracket (LazyRWS.runRWST acquire r s0)
      (\(a, s1, w1) end -> case end of
        ExitCaseSuccess (b, s2, w12) -> after s2 w12 (release a (ExitCaseSuccess b))
        ExitCaseException e -> after s1 w1 (release a (ExitCaseException e))
        ExitCaseAbort -> after s1 w1 (release a ExitCaseAbort))
      (\(a, s1, w1) -> after s1 w1 (use a))
    return ((b, c), s3, w))
instance (Monoid w, MonadMask m) => MonadMask (RWS.RWST r w s m) where
  mask f = RWS.RWST (\r s -> mask (\u -> RWS.runRWST (f (\m -> RWS.RWST (\r' s' -> u (RWS.runRWST m r' s')))) r s))
  uninterruptibleMask f = RWS.RWST (\r s -> uninterruptibleMask (\u -> RWS.runRWST (f (\m -> RWS.RWST (\r' s' -> u (RWS.runRWST m r' s')))) r s))
  generalBracket acquire release use = RWS.RWST (\r s0 -> do
    let after s w m = fmap (\(x, s', w') -> (x, s', w `mappend` w')) (RWS.runRWST m r s)
    ((b, _, _), (c, s3, w)) <- generalBracket (RWS.runRWST acquire r s0)
      (\(a, s1, w1) end -> case end of
        ExitCaseSuccess (b, s2, w12) -> after s2 w12 (release a (ExitCaseSuccess b))
        ExitCaseException e -> after s1 w1 (release a (ExitCaseException e))
        ExitCaseAbort -> after s1 w1 (release a ExitCaseAbort))
      (\(a, s1, w1) -> after s1 w1 (use a))
    return ((b, c), s3, w))

mask_, uninterruptibleMask_ :: MonadMask m => m a -> m a
mask_ io = mask (\_ -> io)
uninterruptibleMask_ io = uninterruptibleMask (\_ -> io)

catchAll :: MonadCatch m => m a -> (SomeException -> m a) -> m a
catchAll = catch

catchIOError :: MonadCatch m => m a -> (IOError -> m a) -> m a
catchIOError = catch

catchIf :: (MonadCatch m, Exception e) => (e -> Bool) -> m a -> (e -> m a) -> m a
catchIf p a f = a `catch` \e -> if p e then f e else throwM e

catchJust :: (MonadCatch m, Exception e) => (e -> Maybe b) -> m a -> (b -> m a) -> m a
catchJust p a f = a `catch` \e -> maybe (throwM e) f (p e)

handle :: (MonadCatch m, Exception e) => (e -> m a) -> m a -> m a
handle = flip catch

handleAll :: MonadCatch m => (SomeException -> m a) -> m a -> m a
handleAll = handle

handleIOError :: MonadCatch m => (IOError -> m a) -> m a -> m a
handleIOError = handle

handleIf :: (MonadCatch m, Exception e) => (e -> Bool) -> (e -> m a) -> m a -> m a
handleIf p = flip (catchIf p)

handleJust :: (MonadCatch m, Exception e) => (e -> Maybe b) -> (b -> m a) -> m a -> m a
handleJust p = flip (catchJust p)

try :: (MonadCatch m, Exception e) => m a -> m (Either e a)
try a = catch (fmap Right a) (return . Left)

tryJust :: (MonadCatch m, Exception e) => (e -> Maybe b) -> m a -> m (Either b a)
tryJust p a = catch (fmap Right a) (\e -> maybe (throwM e) (return . Left) (p e))

data Handler m a = forall e. Exception e => Handler (e -> m a)

instance Monad m => Functor (Handler m) where
  fmap f (Handler h) = Handler (fmap f . h)

-- | The first handler that fits.
catches :: (Foldable f, MonadCatch m) => m a -> f (Handler m a) -> m a
catches a hs = a `catch` \e -> foldr (\(Handler h) next -> maybe next h (fromException e)) (throwM e) hs

-- | After an exception, not after ExceptT's throwE and its like; 'onError' after these, too.
onException :: MonadCatch m => m a -> m b -> m a
onException a after = a `catchAll` \e -> after >> throwM e

onError :: MonadMask m => m a -> m b -> m a
onError action after = bracketOnError (return ()) (const after) (const action)

bracket :: MonadMask m => m a -> (a -> m c) -> (a -> m b) -> m b
bracket acquire release use = fmap fst (generalBracket acquire (\a _ -> release a) use)

bracket_ :: MonadMask m => m a -> m c -> m b -> m b
bracket_ before after action = bracket before (const after) (const action)

finally :: MonadMask m => m a -> m b -> m a
finally action after = bracket_ (return ()) after action

bracketOnError :: MonadMask m => m a -> (a -> m c) -> (a -> m b) -> m b
bracketOnError acquire release use = fmap fst (generalBracket acquire (\a end -> case end of
  ExitCaseSuccess _ -> return ()
  _ -> release a >> return ()) use)
