-- | Accumulation: an action sees all that was added before it, and adds more; the lazy pair of result and what was added.
module Control.Monad.Trans.Accum
  ( Accum, accum, runAccum, execAccum, evalAccum, mapAccum, AccumT(AccumT), runAccumT, execAccumT, evalAccumT, mapAccumT
  , look, looks, add, liftCallCC, liftCallCC', liftCatch, liftListen, liftPass, readerToAccumT, writerToAccumT, accumToStateT
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Signatures
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Trans.Reader (ReaderT(..))
import Control.Monad.Trans.State (StateT(..))
import Control.Monad.Trans.Writer (WriterT(..))
import Data.Functor.Identity (Identity(..))

-- | From what was added before to the result and what is added.
newtype AccumT w m a = AccumT (w -> m (a, w))

type Accum w = AccumT w Identity

instance Functor m => Functor (AccumT w m) where
  fmap f m = AccumT (\w -> fmap (\ ~(a, w') -> (f a, w')) (runAccumT m w))
instance (Monoid w, Monad m) => Applicative (AccumT w m) where
  pure a = AccumT (\_ -> return (a, mempty))
  mf <*> mx = AccumT (\w -> do
    ~(f, w') <- runAccumT mf w
    ~(x, w'') <- runAccumT mx (w `mappend` w')
    return (f x, w' `mappend` w''))
instance (Monoid w, Monad m) => Monad (AccumT w m) where
  m >>= k = AccumT (\w -> do
    ~(a, w') <- runAccumT m w
    ~(b, w'') <- runAccumT (k a) (w `mappend` w')
    return (b, w' `mappend` w''))
instance (Monoid w, MonadFail m) => MonadFail (AccumT w m) where
  fail msg = AccumT (\_ -> fail msg)
instance (Monoid w, MonadPlus m) => Alternative (AccumT w m) where
  empty = AccumT (\_ -> mzero)
  m <|> n = AccumT (\w -> runAccumT m w `mplus` runAccumT n w)
instance (Monoid w, MonadPlus m) => MonadPlus (AccumT w m)
instance (Monoid w, MonadFix m) => MonadFix (AccumT w m) where
  mfix f = AccumT (\w -> mfix (\ ~(a, _) -> runAccumT (f a) w))
instance Monoid w => MonadTrans (AccumT w) where
  lift m = AccumT (\_ -> m >>= \a -> return (a, mempty))
instance (Monoid w, PrimMonad m) => PrimMonad (AccumT w m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance (Monoid w, MonadIO m) => MonadIO (AccumT w m) where
  liftIO m = lift (liftIO m)

accum :: Monad m => (w -> (a, w)) -> AccumT w m a
accum f = AccumT (\w -> return (f w))

runAccum :: Accum w a -> w -> (a, w)
runAccum m = runIdentity . runAccumT m

execAccum :: Accum w a -> w -> w
execAccum m w = snd (runAccum m w)

evalAccum :: Monoid w => Accum w a -> w -> a
evalAccum m w = fst (runAccum m w)

mapAccum :: ((a, w) -> (b, w)) -> Accum w a -> Accum w b
mapAccum f = mapAccumT (Identity . f . runIdentity)

runAccumT :: AccumT w m a -> w -> m (a, w)
runAccumT (AccumT f) = f

execAccumT :: Monad m => AccumT w m a -> w -> m w
execAccumT m w = runAccumT m w >>= \ ~(_, w') -> return w'

evalAccumT :: (Monad m, Monoid w) => AccumT w m a -> w -> m a
evalAccumT m w = runAccumT m w >>= \ ~(a, _) -> return a

mapAccumT :: (m (a, w) -> n (b, w)) -> AccumT w m a -> AccumT w n b
mapAccumT f m = AccumT (f . runAccumT m)

-- | What was added before; a function of it.
look :: (Monoid w, Monad m) => AccumT w m w
look = looks id
looks :: (Monoid w, Monad m) => (w -> a) -> AccumT w m a
looks f = AccumT (\w -> return (f w, mempty))

add :: Monad m => w -> AccumT w m ()
add w = accum (\_ -> ((), w))

-- | Operations of the inner monad, lifted. liftCallCC forgets on a jump what was added since, liftCallCC' keeps it.
liftCallCC, liftCallCC' :: CallCC m (a, w) (b, w) -> CallCC (AccumT w m) a b
liftCallCC callCC f = AccumT (\w -> callCC (\c -> runAccumT (f (\a -> AccumT (\_ -> c (a, w)))) w))
liftCallCC' callCC f = AccumT (\w -> callCC (\c -> runAccumT (f (\a -> AccumT (\w' -> c (a, w')))) w))

liftCatch :: Catch e m (a, w) -> Catch e (AccumT w m) a
liftCatch catchE m h = AccumT (\w -> runAccumT m w `catchE` \e -> runAccumT (h e) w)

liftListen :: Monad m => Listen w m (a, s) -> Listen w (AccumT s m) a
liftListen listen m = AccumT (\s -> listen (runAccumT m s) >>= \ ~((a, s'), w) -> return ((a, w), s'))

liftPass :: Monad m => Pass w m (a, s) -> Pass w (AccumT s m) a
liftPass pass m = AccumT (\s -> pass (runAccumT m s >>= \ ~((a, f), s') -> return ((a, s'), f)))

readerToAccumT :: (Functor m, Monoid w) => ReaderT w m a -> AccumT w m a
readerToAccumT (ReaderT f) = AccumT (\w -> fmap (\a -> (a, mempty)) (f w))

writerToAccumT :: WriterT w m a -> AccumT w m a
writerToAccumT (WriterT m) = AccumT (\_ -> m)

accumToStateT :: (Functor m, Monoid s) => AccumT s m a -> StateT s m a
accumToStateT (AccumT f) = StateT (\w -> fmap (\ ~(a, w') -> (a, w `mappend` w')) (f w))
