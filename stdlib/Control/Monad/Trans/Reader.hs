-- | Reader transformers: a value that computations share and can change locally.
module Control.Monad.Trans.Reader
  ( Reader, ReaderT(..), reader, runReader, mapReader, withReader, mapReaderT, withReaderT, ask, local, asks, liftCallCC, liftCatch
  ) where

import Control.Applicative (Alternative(..), Applicative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Identity (Identity(..))

newtype ReaderT r m a = ReaderT { runReaderT :: r -> m a }

type Reader r = ReaderT r Identity

instance Functor m => Functor (ReaderT r m) where
  fmap f m = ReaderT (\r -> fmap f (runReaderT m r))
  {-# INLINE fmap #-}
  x <$ m = ReaderT (\r -> x <$ runReaderT m r)
  {-# INLINE (<$) #-}
instance Applicative m => Applicative (ReaderT r m) where
  pure a = ReaderT (\_ -> pure a)
  {-# INLINE pure #-}
  f <*> v = ReaderT (\r -> runReaderT f r <*> runReaderT v r)
  {-# INLINE (<*>) #-}
  liftA2 f a b = ReaderT (\r -> liftA2 f (runReaderT a r) (runReaderT b r))
  {-# INLINE liftA2 #-}
  u *> v = ReaderT (\r -> runReaderT u r *> runReaderT v r)
  {-# INLINE (*>) #-}
  u <* v = ReaderT (\r -> runReaderT u r <* runReaderT v r)
  {-# INLINE (<*) #-}
instance Monad m => Monad (ReaderT r m) where
  m >>= k = ReaderT (\r -> runReaderT m r >>= \a -> runReaderT (k a) r)
  {-# INLINE (>>=) #-}
instance MonadFail m => MonadFail (ReaderT r m) where
  fail msg = ReaderT (\_ -> fail msg)
instance Alternative m => Alternative (ReaderT r m) where
  empty = ReaderT (\_ -> empty)
  {-# INLINE empty #-}
  m <|> n = ReaderT (\r -> runReaderT m r <|> runReaderT n r)
  {-# INLINE (<|>) #-}
instance MonadPlus m => MonadPlus (ReaderT r m)
instance MonadFix m => MonadFix (ReaderT r m) where
  mfix f = ReaderT (\r -> mfix (\a -> runReaderT (f a) r))
instance MonadTrans (ReaderT r) where
  lift m = ReaderT (\_ -> m)
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (ReaderT r m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (ReaderT r m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

reader :: Monad m => (r -> a) -> ReaderT r m a
reader f = ReaderT (\r -> return (f r))

runReader :: Reader r a -> r -> a
runReader m r = runIdentity (runReaderT m r)

mapReader :: (a -> b) -> Reader r a -> Reader r b
mapReader f = mapReaderT (Identity . f . runIdentity)

withReader :: (r' -> r) -> Reader r a -> Reader r' a
withReader = withReaderT

mapReaderT :: (m a -> n b) -> ReaderT r m a -> ReaderT r n b
mapReaderT f m = ReaderT (\r -> f (runReaderT m r))

withReaderT :: (r' -> r) -> ReaderT r m a -> ReaderT r' m a
withReaderT f m = ReaderT (\r -> runReaderT m (f r))

ask :: Monad m => ReaderT r m r
ask = ReaderT return

local :: (r -> r) -> ReaderT r m a -> ReaderT r m a
local = withReaderT

asks :: Monad m => (r -> a) -> ReaderT r m a
asks f = ReaderT (\r -> return (f r))

-- | Operations of the inner monad, lifted.
liftCallCC :: (((a -> m b) -> m a) -> m a) -> ((a -> ReaderT r m b) -> ReaderT r m a) -> ReaderT r m a
liftCallCC callCC f = ReaderT (\r -> callCC (\c -> runReaderT (f (ReaderT . const . c)) r))

liftCatch :: (m a -> (e -> m a) -> m a) -> ReaderT r m a -> (e -> ReaderT r m a) -> ReaderT r m a
liftCatch f m h = ReaderT (\r -> f (runReaderT m r) (\e -> runReaderT (h e) r))

instance MonadZip m => MonadZip (ReaderT r m) where mzipWith f (ReaderT a) (ReaderT b) = ReaderT (\r -> mzipWith f (a r) (b r))
instance Contravariant m => Contravariant (ReaderT r m) where contramap f (ReaderT m) = ReaderT (contramap f . m)
