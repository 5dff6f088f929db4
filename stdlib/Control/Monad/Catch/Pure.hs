-- | CatchT: exceptions that can be raised and caught without IO.
module Control.Monad.Catch.Pure (CatchT(..), Catch, runCatch, mapCatchT, module Control.Monad.Catch) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..), ap, liftM)
import Control.Monad.Catch
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Reader.Class (MonadReader(..))
import Control.Monad.RWS.Class (MonadRWS)
import Control.Monad.State.Class (MonadState(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Writer.Class (MonadWriter(..))
import Data.Functor.Identity (Identity(..))

newtype CatchT m a = CatchT { runCatchT :: m (Either SomeException a) }

type Catch = CatchT Identity

runCatch :: Catch a -> Either SomeException a
runCatch = runIdentity . runCatchT

mapCatchT :: (m (Either SomeException a) -> n (Either SomeException b)) -> CatchT m a -> CatchT n b
mapCatchT f m = CatchT (f (runCatchT m))

instance Monad m => Functor (CatchT m) where
  fmap = liftM
instance Monad m => Applicative (CatchT m) where
  pure a = CatchT (return (Right a))
  (<*>) = ap
instance Monad m => Monad (CatchT m) where
  CatchT m >>= k = CatchT (m >>= either (return . Left) (runCatchT . k))
instance Monad m => MonadFail (CatchT m) where
  fail s = CatchT (return (Left (toException (userError s))))
instance MonadFix m => MonadFix (CatchT m) where
  mfix f = CatchT (mfix (runCatchT . f . either (const (error "mfix CatchT: Left")) id))
instance Foldable m => Foldable (CatchT m) where
  foldMap f (CatchT m) = foldMap (either mempty f) m
instance (Monad m, Traversable m) => Traversable (CatchT m) where
  traverse f (CatchT m) = CatchT <$> traverse (either (pure . Left) (fmap Right . f)) m
-- The first that raises nothing.
instance Monad m => Alternative (CatchT m) where
  empty = mzero
  (<|>) = mplus
instance Monad m => MonadPlus (CatchT m) where
  mzero = CatchT (return (Left (toException (userError ""))))
  CatchT m `mplus` CatchT n = CatchT (m >>= either (const n) (return . Right))
instance MonadTrans CatchT where
  lift m = CatchT (liftM Right m)
instance MonadIO m => MonadIO (CatchT m) where
  liftIO m = lift (liftIO m)

instance Monad m => MonadThrow (CatchT m) where
  throwM e = CatchT (return (Left (toException e)))
instance Monad m => MonadCatch (CatchT m) where
  catch (CatchT m) h = CatchT (m >>= \r -> case r of
    Left e | Just e' <- fromException e -> runCatchT (h e')
    _ -> return r)
-- Nothing comes from outside: there is nothing to mask.
instance Monad m => MonadMask (CatchT m) where
  mask f = f id
  uninterruptibleMask f = f id
  generalBracket acquire release use = CatchT (runCatchT acquire >>= \a -> case a of
    Left e -> return (Left e)
    Right x -> runCatchT (use x) >>= \b -> case b of
      Left e -> runCatchT (release x (ExitCaseException e) >> throwM e)
      Right y -> runCatchT (release x (ExitCaseSuccess y) >>= \c -> return (y, c)))

instance MonadState s m => MonadState s (CatchT m) where
  get = lift get
  put = lift . put
  state = lift . state
instance MonadReader r m => MonadReader r (CatchT m) where
  ask = lift ask
  local f (CatchT m) = CatchT (local f m)
instance MonadWriter w m => MonadWriter w (CatchT m) where
  tell = lift . tell
  listen = mapCatchT (\m -> listen m >>= \(r, w) -> return (fmap (\a -> (a, w)) r))
  pass = mapCatchT (\m -> pass (m >>= \r -> return (either (\e -> (Left e, id)) (\(a, f) -> (Right a, f)) r)))
instance MonadRWS r w s m => MonadRWS r w s (CatchT m)
