-- | ErrorT, which ExceptT has replaced: a monad whose errors can be made of a message, so that its 'fail' is an error, too.
-- The instances of mtl's classes stand here: so programs without ErrorT need not compile them.
module Control.Monad.Trans.Error
  ( Error(..), ErrorList(..), ErrorT(..), mapErrorT, throwError, catchError, liftCallCC, liftListen, liftPass
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..), liftM)
import Control.Monad.Cont.Class (MonadCont(..))
import Control.Monad.Error.Class (Error(..), ErrorList(..), MonadError)
import qualified Control.Monad.Error.Class as Class
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Reader.Class (MonadReader(..))
import Control.Monad.RWS.Class (MonadRWS)
import Control.Monad.State.Class (MonadState(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Trans.Except (ExceptT(..))
import qualified Control.Monad.Trans.Except as Except
import Control.Monad.Writer.Class (MonadWriter(..))
import Data.Functor.Classes
import Data.Functor.Contravariant (Contravariant(..))

instance Error e => Alternative (Either e) where
  empty = Left noMsg
  Left _ <|> n = n
  m <|> _ = m
instance Error e => MonadPlus (Either e)

newtype ErrorT e m a = ErrorT { runErrorT :: m (Either e a) }

mapErrorT :: (m (Either e a) -> n (Either e' b)) -> ErrorT e m a -> ErrorT e' n b
mapErrorT f m = ErrorT (f (runErrorT m))

instance Functor m => Functor (ErrorT e m) where
  fmap f (ErrorT m) = ErrorT (fmap (fmap f) m)
instance (Functor m, Monad m) => Applicative (ErrorT e m) where
  pure a = ErrorT (return (Right a))
  f <*> v = ErrorT (runErrorT f >>= either (return . Left) (\k -> liftM (fmap k) (runErrorT v)))
instance (Monad m, Error e) => Monad (ErrorT e m) where
  m >>= k = ErrorT (runErrorT m >>= either (return . Left) (runErrorT . k))
instance (Monad m, Error e) => MonadFail (ErrorT e m) where
  fail msg = ErrorT (return (Left (strMsg msg)))
instance (Functor m, Monad m, Error e) => Alternative (ErrorT e m) where
  empty = ErrorT (return (Left noMsg))
  m <|> n = ErrorT (runErrorT m >>= either (const (runErrorT n)) (return . Right))
instance (Monad m, Error e) => MonadPlus (ErrorT e m)
instance (MonadFix m, Error e) => MonadFix (ErrorT e m) where
  mfix f = ErrorT (mfix (runErrorT . f . either (const (error "mfix ErrorT: the action's result is an error")) id))
instance MonadTrans (ErrorT e) where
  lift m = ErrorT (liftM Right m)
instance (Error e, PrimMonad m) => PrimMonad (ErrorT e m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance (Error e, MonadIO m) => MonadIO (ErrorT e m) where
  liftIO = lift . liftIO

throwError :: Monad m => e -> ErrorT e m a
throwError = ErrorT . return . Left

catchError :: Monad m => ErrorT e m a -> (e -> ErrorT e m a) -> ErrorT e m a
m `catchError` h = ErrorT (runErrorT m >>= either (runErrorT . h) (return . Right))

-- | Operations of the inner monad, lifted; they are ExceptT's.
liftCallCC :: (((Either e a -> m (Either e b)) -> m (Either e a)) -> m (Either e a)) -> ((a -> ErrorT e m b) -> ErrorT e m a) -> ErrorT e m a
liftCallCC callCC f = ErrorT (callCC (\c -> runErrorT (f (ErrorT . c . Right))))

liftListen :: Monad m => (m (Either e a) -> m (Either e a, w)) -> ErrorT e m a -> ErrorT e m (a, w)
liftListen listen = mapErrorT (Except.runExceptT . Except.liftListen listen . ExceptT)

liftPass :: Monad m => (m (Either e a, w -> w) -> m (Either e a)) -> ErrorT e m (a, w -> w) -> ErrorT e m a
liftPass pass = mapErrorT (Except.runExceptT . Except.liftPass pass . ExceptT)

instance (Eq e, Eq1 m) => Eq1 (ErrorT e m) where
  liftEq eq (ErrorT x) (ErrorT y) = liftEq (liftEq eq) x y
instance (Ord e, Ord1 m) => Ord1 (ErrorT e m) where
  liftCompare comp (ErrorT x) (ErrorT y) = liftCompare (liftCompare comp) x y
instance (Read e, Read1 m) => Read1 (ErrorT e m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec (liftReadPrec rp rl) (liftReadListPrec rp rl)) "ErrorT" ErrorT)
instance (Show e, Show1 m) => Show1 (ErrorT e m) where
  liftShowsPrec sp sl d (ErrorT m) = showsUnaryWith (liftShowsPrec (liftShowsPrec sp sl) (liftShowList sp sl)) "ErrorT" d m
instance (Eq e, Eq1 m, Eq a) => Eq (ErrorT e m a) where (==) = eq1
instance (Ord e, Ord1 m, Ord a) => Ord (ErrorT e m a) where compare = compare1
instance (Read e, Read1 m, Read a) => Read (ErrorT e m a) where readsPrec = readsPrec1
instance (Show e, Show1 m, Show a) => Show (ErrorT e m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (ErrorT e m) where foldMap f (ErrorT a) = foldMap (either (const mempty) f) a
instance Traversable m => Traversable (ErrorT e m) where
  traverse f (ErrorT a) = ErrorT <$> traverse (either (pure . Left) (fmap Right . f)) a
instance Contravariant m => Contravariant (ErrorT e m) where contramap f (ErrorT m) = ErrorT (contramap (fmap f) m)

instance (Monad m, Error e) => MonadError e (ErrorT e m) where
  throwError = throwError
  catchError = catchError
instance (MonadCont m, Error e) => MonadCont (ErrorT e m) where callCC = liftCallCC callCC
instance (MonadReader r m, Error e) => MonadReader r (ErrorT e m) where
  ask = lift ask
  local = mapErrorT . local
  reader f = lift (reader f)
instance (MonadState s m, Error e) => MonadState s (ErrorT e m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
instance (MonadWriter w m, Error e) => MonadWriter w (ErrorT e m) where
  writer p = lift (writer p)
  tell w = lift (tell w)
  listen = liftListen listen
  pass = liftPass pass
instance (MonadRWS r w s m, Error e) => MonadRWS r w s (ErrorT e m)
