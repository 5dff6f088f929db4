-- | Selection: how to choose a value when it is known what each of them would be worth (Escardo and Oliva).
module Control.Monad.Trans.Select
  ( Select, select, runSelect, mapSelect, SelectT(SelectT), runSelectT, mapSelectT, selectToCont, selectToContT
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Trans.Cont (Cont, ContT(..))
import Data.Functor.Identity (Identity(..))

newtype SelectT r m a = SelectT ((a -> m r) -> m a)

type Select r = SelectT r Identity

instance Functor m => Functor (SelectT r m) where
  fmap f (SelectT g) = SelectT (\k -> fmap f (g (k . f)))
instance Monad m => Applicative (SelectT r m) where
  pure a = SelectT (\_ -> return a)
  -- The argument is chosen for each function, to value it, and for the chosen one again.
  SelectT gf <*> SelectT gx = SelectT (\k -> do
    let h f = fmap f (gx (k . f))
    f <- gf ((>>= k) . h)
    h f)
  m *> k = m >>= \_ -> k
instance Monad m => Monad (SelectT r m) where
  SelectT g >>= f = SelectT (\k -> do
    let h x = runSelectT (f x) k
    y <- g (\x -> h x >>= k)
    h y)
instance MonadFail m => MonadFail (SelectT r m) where
  fail msg = lift (fail msg)
instance MonadPlus m => Alternative (SelectT r m) where
  empty = mzero
  (<|>) = mplus
instance MonadPlus m => MonadPlus (SelectT r m) where
  mzero = SelectT (\_ -> mzero)
  SelectT f `mplus` SelectT g = SelectT (\k -> f k `mplus` g k)
instance MonadTrans (SelectT r) where
  lift m = SelectT (\_ -> m)
instance PrimMonad m => PrimMonad (SelectT r m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (SelectT r m) where
  liftIO m = lift (liftIO m)

select :: ((a -> r) -> a) -> Select r a
select f = SelectT (\k -> Identity (f (runIdentity . k)))

runSelect :: Select r a -> (a -> r) -> a
runSelect m k = runIdentity (runSelectT m (Identity . k))

mapSelect :: (a -> a) -> Select r a -> Select r a
mapSelect f = mapSelectT (Identity . f . runIdentity)

runSelectT :: SelectT r m a -> (a -> m r) -> m a
runSelectT (SelectT g) = g

mapSelectT :: (m a -> m a) -> SelectT r m a -> SelectT r m a
mapSelectT f m = SelectT (f . runSelectT m)

-- | The worth of what is chosen.
selectToCont :: Monad m => SelectT r m a -> ContT r m a
selectToCont = selectToContT

selectToContT :: Monad m => SelectT r m a -> ContT r m a
selectToContT (SelectT g) = ContT (\k -> g k >>= k)
