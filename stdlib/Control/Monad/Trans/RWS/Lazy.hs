-- | Reader, writer and state in one transformer, lazy in the triple of result, state and output.
module Control.Monad.Trans.RWS.Lazy
  ( RWS, RWST(..), rws, runRWS, evalRWS, execRWS, mapRWS, withRWS, evalRWST, execRWST, mapRWST, withRWST
  , reader, ask, local, asks, writer, tell, listen, listens, pass, censor, state, get, put, modify, modify', gets, liftCallCC, liftCallCC', liftCatch
  ) where

import Control.Applicative (Alternative(..), Applicative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Identity (Identity(..))

newtype RWST r w s m a = RWST { runRWST :: r -> s -> m (a, s, w) }

type RWS r w s = RWST r w s Identity

instance Functor m => Functor (RWST r w s m) where
  fmap f m = RWST (\r s -> fmap (\ ~(a, s', w) -> (f a, s', w)) (runRWST m r s))
  {-# INLINE fmap #-}
instance (Monoid w, Monad m) => Applicative (RWST r w s m) where
  pure a = RWST (\_ s -> return (a, s, mempty))
  {-# INLINE pure #-}
  RWST mf <*> RWST mx = RWST (\r s -> mf r s >>= \ ~(f, s', w) -> mx r s' >>= \ ~(x, s'', w') -> return (f x, s'', w `mappend` w'))
  {-# INLINE (<*>) #-}
  liftA2 f (RWST ma) (RWST mb) = RWST (\r s -> ma r s >>= \ ~(a, s', w) -> mb r s' >>= \ ~(b, s'', w') -> return (f a b, s'', w `mappend` w'))
  {-# INLINE liftA2 #-}
  m *> k = m >>= \_ -> k
  {-# INLINE (*>) #-}
instance (Monoid w, Monad m) => Monad (RWST r w s m) where
  m >>= k = RWST (\r s -> runRWST m r s >>= \ ~(a, s', w) -> runRWST (k a) r s' >>= \ ~(b, s'', w') -> return (b, s'', w `mappend` w'))
  {-# INLINE (>>=) #-}
instance (Monoid w, MonadFail m) => MonadFail (RWST r w s m) where
  fail msg = RWST (\_ _ -> fail msg)
instance (Monoid w, MonadPlus m) => Alternative (RWST r w s m) where
  empty = RWST (\_ _ -> mzero)
  {-# INLINE empty #-}
  RWST m <|> RWST n = RWST (\r s -> m r s `mplus` n r s)
  {-# INLINE (<|>) #-}
instance (Monoid w, MonadPlus m) => MonadPlus (RWST r w s m)
instance (Monoid w, MonadFix m) => MonadFix (RWST r w s m) where
  mfix f = RWST (\r s -> mfix (\ ~(a, _, _) -> runRWST (f a) r s))
instance Monoid w => MonadTrans (RWST r w s) where
  lift m = RWST (\_ s -> m >>= \a -> return (a, s, mempty))
  {-# INLINE lift #-}
instance (Monoid w, PrimMonad m) => PrimMonad (RWST r w s m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance (Monoid w, MonadIO m) => MonadIO (RWST r w s m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

rws :: (r -> s -> (a, s, w)) -> RWS r w s a
rws f = RWST (\r s -> Identity (f r s))

runRWS :: RWS r w s a -> r -> s -> (a, s, w)
runRWS m r s = runIdentity (runRWST m r s)

evalRWS :: RWS r w s a -> r -> s -> (a, w)
evalRWS m r s = let (a, _, w) = runRWS m r s in (a, w)

execRWS :: RWS r w s a -> r -> s -> (s, w)
execRWS m r s = let (_, s', w) = runRWS m r s in (s', w)

evalRWST :: Monad m => RWST r w s m a -> r -> s -> m (a, w)
evalRWST m r s = runRWST m r s >>= \ ~(a, _, w) -> return (a, w)

execRWST :: Monad m => RWST r w s m a -> r -> s -> m (s, w)
execRWST m r s = runRWST m r s >>= \ ~(_, s', w) -> return (s', w)

mapRWST :: (m (a, s, w) -> n (b, s, w')) -> RWST r w s m a -> RWST r w' s n b
mapRWST f m = RWST (\r s -> f (runRWST m r s))

withRWST :: (r' -> s -> (r, s)) -> RWST r w s m a -> RWST r' w s m a
withRWST f m = RWST (\r s -> uncurry (runRWST m) (f r s))

reader :: (Monoid w, Monad m) => (r -> a) -> RWST r w s m a
reader = asks

ask :: (Monoid w, Monad m) => RWST r w s m r
ask = RWST (\r s -> return (r, s, mempty))

local :: (r -> r) -> RWST r w s m a -> RWST r w s m a
local f m = RWST (\r s -> runRWST m (f r) s)

asks :: (Monoid w, Monad m) => (r -> a) -> RWST r w s m a
asks f = RWST (\r s -> return (f r, s, mempty))

writer :: Monad m => (a, w) -> RWST r w s m a
writer (a, w) = RWST (\_ s -> return (a, s, w))

tell :: Monad m => w -> RWST r w s m ()
tell w = RWST (\_ s -> return ((), s, w))

listen :: Monad m => RWST r w s m a -> RWST r w s m (a, w)
listen m = RWST (\r s -> runRWST m r s >>= \ ~(a, s', w) -> return ((a, w), s', w))

listens :: Monad m => (w -> b) -> RWST r w s m a -> RWST r w s m (a, b)
listens f m = RWST (\r s -> runRWST m r s >>= \ ~(a, s', w) -> return ((a, f w), s', w))

pass :: Monad m => RWST r w s m (a, w -> w) -> RWST r w s m a
pass m = RWST (\r s -> runRWST m r s >>= \ ~((a, f), s', w) -> return (a, s', f w))

censor :: Monad m => (w -> w) -> RWST r w s m a -> RWST r w s m a
censor f m = RWST (\r s -> runRWST m r s >>= \ ~(a, s', w) -> return (a, s', f w))

state :: (Monoid w, Monad m) => (s -> (a, s)) -> RWST r w s m a
state f = RWST (\_ s -> let (a, s') = f s in return (a, s', mempty))

get :: (Monoid w, Monad m) => RWST r w s m s
get = RWST (\_ s -> return (s, s, mempty))

put :: (Monoid w, Monad m) => s -> RWST r w s m ()
put s = RWST (\_ _ -> return ((), s, mempty))

modify, modify' :: (Monoid w, Monad m) => (s -> s) -> RWST r w s m ()
modify f = RWST (\_ s -> return ((), f s, mempty))
modify' f = RWST (\_ s -> let s' = f s in s' `seq` return ((), s', mempty))

gets :: (Monoid w, Monad m) => (s -> a) -> RWST r w s m a
gets f = RWST (\_ s -> return (f s, s, mempty))

mapRWS :: ((a, s, w) -> (b, s, w')) -> RWS r w s a -> RWS r w' s b
mapRWS f = mapRWST (Identity . f . runIdentity)

withRWS :: (r' -> s -> (r, s)) -> RWS r w s a -> RWS r' w s a
withRWS = withRWST

-- | Operations of the inner monad, lifted. 'liftCallCC' restores the state on a jump, liftCallCC' keeps the current one.
liftCallCC, liftCallCC' :: Monoid w => ((((a, s, w) -> m (b, s, w)) -> m (a, s, w)) -> m (a, s, w))
  -> ((a -> RWST r w s m b) -> RWST r w s m a) -> RWST r w s m a
liftCallCC callCC f = RWST (\r s -> callCC (\c -> runRWST (f (\a -> RWST (\_ _ -> c (a, s, mempty)))) r s))
liftCallCC' callCC f = RWST (\r s -> callCC (\c -> runRWST (f (\a -> RWST (\_ s' -> c (a, s', mempty)))) r s))

liftCatch :: (m (a, s, w) -> (e -> m (a, s, w)) -> m (a, s, w)) -> RWST r w s m a -> (e -> RWST r w s m a) -> RWST r w s m a
liftCatch catchE m h = RWST (\r s -> runRWST m r s `catchE` \e -> runRWST (h e) r s)

instance Contravariant m => Contravariant (RWST r w s m) where
  contramap f (RWST m) = RWST (\r s -> contramap (\ ~(a, s', w) -> (f a, s', w)) (m r s))
