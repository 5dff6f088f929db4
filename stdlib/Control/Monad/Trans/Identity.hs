-- | The transformer that changes nothing.
module Control.Monad.Trans.Identity (IdentityT(..), mapIdentityT, liftCallCC, liftCatch) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Trans.Class (MonadTrans(..))

newtype IdentityT m a = IdentityT { runIdentityT :: m a }

instance Functor m => Functor (IdentityT m) where fmap f (IdentityT m) = IdentityT (fmap f m)
instance Applicative m => Applicative (IdentityT m) where
  pure = IdentityT . pure
  IdentityT f <*> IdentityT x = IdentityT (f <*> x)
instance Monad m => Monad (IdentityT m) where m >>= k = IdentityT (runIdentityT m >>= runIdentityT . k)
instance Alternative m => Alternative (IdentityT m) where
  empty = IdentityT empty
  IdentityT a <|> IdentityT b = IdentityT (a <|> b)
instance MonadPlus m => MonadPlus (IdentityT m)
instance MonadFail m => MonadFail (IdentityT m) where fail = IdentityT . fail
instance MonadTrans IdentityT where lift = IdentityT
instance MonadIO m => MonadIO (IdentityT m) where liftIO = IdentityT . liftIO

mapIdentityT :: (m a -> n b) -> IdentityT m a -> IdentityT n b
mapIdentityT f = IdentityT . f . runIdentityT

-- | Operations of the inner monad, lifted.
liftCallCC :: (((a -> m b) -> m a) -> m a) -> ((a -> IdentityT m b) -> IdentityT m a) -> IdentityT m a
liftCallCC callCC f = IdentityT (callCC (\c -> runIdentityT (f (IdentityT . c))))

liftCatch :: (m a -> (e -> m a) -> m a) -> IdentityT m a -> (e -> IdentityT m a) -> IdentityT m a
liftCatch f m h = IdentityT (f (runIdentityT m) (runIdentityT . h))
