-- | State transformers, strict in the pair of result and state (the state itself is not evaluated).
module Control.Monad.Trans.State.Strict
  ( State, StateT(..), runState, evalState, execState, mapState, withState, state, evalStateT, execStateT, mapStateT, withStateT
  , get, put, modify, modify', gets, liftCallCC, liftCallCC', liftCatch, liftListen, liftPass
  ) where

import Control.Applicative (Alternative(..), Applicative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Identity (Identity(..))

newtype StateT s m a = StateT { runStateT :: s -> m (a, s) }

type State s = StateT s Identity

instance Functor m => Functor (StateT s m) where
  fmap f m = StateT (\s -> fmap (\(a, s') -> (f a, s')) (runStateT m s))
  {-# INLINE fmap #-}
instance Monad m => Applicative (StateT s m) where
  pure a = StateT (\s -> return (a, s))
  {-# INLINE pure #-}
  StateT mf <*> StateT mx = StateT (\s -> mf s >>= \(f, s') -> mx s' >>= \(x, s'') -> return (f x, s''))
  {-# INLINE (<*>) #-}
  liftA2 f (StateT ma) (StateT mb) = StateT (\s -> ma s >>= \(a, s') -> mb s' >>= \(b, s'') -> return (f a b, s''))
  {-# INLINE liftA2 #-}
  m *> k = m >>= \_ -> k
  {-# INLINE (*>) #-}
instance Monad m => Monad (StateT s m) where
  return = pure
  {-# INLINE return #-}
  m >>= k = StateT (\s -> runStateT m s >>= \(a, s') -> runStateT (k a) s')
  {-# INLINE (>>=) #-}
instance MonadFail m => MonadFail (StateT s m) where
  fail str = StateT (\_ -> fail str)
instance (Monad m, Alternative m) => Alternative (StateT s m) where
  empty = StateT (\_ -> empty)
  {-# INLINE empty #-}
  StateT m <|> StateT n = StateT (\s -> m s <|> n s)
  {-# INLINE (<|>) #-}
instance (Monad m, Alternative m) => MonadPlus (StateT s m)
instance MonadFix m => MonadFix (StateT s m) where
  mfix f = StateT (\s -> mfix (\ ~(a, _) -> runStateT (f a) s))
instance MonadTrans (StateT s) where
  lift m = StateT (\s -> m >>= \a -> return (a, s))
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (StateT s m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (StateT s m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

state :: Monad m => (s -> (a, s)) -> StateT s m a
state f = StateT (\s -> return (f s))
{-# INLINE state #-}

runState :: State s a -> s -> (a, s)
runState m s = runIdentity (runStateT m s)
{-# INLINE runState #-}

evalState :: State s a -> s -> a
evalState m s = fst (runState m s)
{-# INLINE evalState #-}

execState :: State s a -> s -> s
execState m s = snd (runState m s)
{-# INLINE execState #-}

mapState :: ((a, s) -> (b, s)) -> State s a -> State s b
mapState f = mapStateT (Identity . f . runIdentity)

withState :: (s -> s) -> State s a -> State s a
withState = withStateT

evalStateT :: Monad m => StateT s m a -> s -> m a
evalStateT m s = runStateT m s >>= \(a, _) -> return a
{-# INLINE evalStateT #-}

execStateT :: Monad m => StateT s m a -> s -> m s
execStateT m s = runStateT m s >>= \(_, s') -> return s'
{-# INLINE execStateT #-}

mapStateT :: (m (a, s) -> n (b, s)) -> StateT s m a -> StateT s n b
mapStateT f m = StateT (\s -> f (runStateT m s))

withStateT :: (s -> s) -> StateT s m a -> StateT s m a
withStateT f m = StateT (\s -> runStateT m (f s))

get :: Monad m => StateT s m s
get = StateT (\s -> return (s, s))
{-# INLINE get #-}

put :: Monad m => s -> StateT s m ()
put s = StateT (\_ -> return ((), s))
{-# INLINE put #-}

modify, modify' :: Monad m => (s -> s) -> StateT s m ()
modify f = StateT (\s -> return ((), f s))
{-# INLINE modify #-}
modify' f = StateT (\s -> let s' = f s in s' `seq` return ((), s'))
{-# INLINE modify' #-}

gets :: Monad m => (s -> a) -> StateT s m a
gets f = StateT (\s -> return (f s, s))
{-# INLINE gets #-}

-- | Operations of the inner monad, lifted. 'liftCallCC' restores the state on a jump, liftCallCC' keeps the current one.
liftCallCC, liftCallCC' :: ((((a, s) -> m (b, s)) -> m (a, s)) -> m (a, s)) -> ((a -> StateT s m b) -> StateT s m a) -> StateT s m a
liftCallCC callCC f = StateT (\s -> callCC (\c -> runStateT (f (\a -> StateT (\_ -> c (a, s)))) s))
liftCallCC' callCC f = StateT (\s -> callCC (\c -> runStateT (f (\a -> StateT (\s' -> c (a, s')))) s))

liftCatch :: (m (a, s) -> (e -> m (a, s)) -> m (a, s)) -> StateT s m a -> (e -> StateT s m a) -> StateT s m a
liftCatch catchE m h = StateT (\s -> runStateT m s `catchE` \e -> runStateT (h e) s)

liftListen :: Monad m => (m (a, s) -> m ((a, s), w)) -> StateT s m a -> StateT s m (a, w)
liftListen listen m = StateT (\s -> listen (runStateT m s) >>= \((a, s'), w) -> return ((a, w), s'))

liftPass :: Monad m => (m ((a, s), w -> w) -> m (a, s)) -> StateT s m (a, w -> w) -> StateT s m a
liftPass pass m = StateT (\s -> pass (runStateT m s >>= \((a, f), s') -> return ((a, s'), f)))

instance Contravariant m => Contravariant (StateT s m) where
  contramap f (StateT m) = StateT (\s -> contramap (\ (a, s') -> (f a, s')) (m s))
