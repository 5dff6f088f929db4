{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Software transactional memory: the monad and its variables.
module GPH.STM
  ( STM(..), TVar(..), atomically, retry, orElse, throwSTM, catchSTM, unsafeIOToSTM, newTVar, newTVarIO, readTVar, readTVarIO, writeTVar
  ) where

import Control.Applicative (Alternative(..))
import Control.Exception (Exception(..), SomeException)
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import GPH.Prim
import GPH.ST (ST(..), fixST)
import GPH.Types (IO(..))

-- | A transaction: it happens at once, as a whole, or not at all.
newtype STM a = STM (State# RealWorld -> (# State# RealWorld, a #))

unSTM :: STM a -> State# RealWorld -> (# State# RealWorld, a #)
unSTM (STM m) = m

instance Functor STM where
  fmap f (STM m) = STM (\s -> case m s of (# s1, a #) -> (# s1, f a #))
  {-# INLINE fmap #-}
instance Applicative STM where
  pure x = STM (\s -> (# s, x #))
  {-# INLINE pure #-}
  STM mf <*> STM mx = STM (\s -> case mf s of (# s1, f #) -> case mx s1 of (# s2, x #) -> (# s2, f x #))
  {-# INLINE (<*>) #-}
  STM ma *> STM mb = STM (\s -> case ma s of (# s1, _ #) -> mb s1)
  {-# INLINE (*>) #-}
instance Monad STM where
  STM m >>= k = STM (\s -> case m s of (# s1, a #) -> unSTM (k a) s1)
  {-# INLINE (>>=) #-}
  (>>) = (*>)
  {-# INLINE (>>) #-}
instance Alternative STM where
  empty = retry
  (<|>) = orElse
instance MonadPlus STM

data TVar a = TVar (TVar# RealWorld a)

instance Eq (TVar a) where
  TVar a == TVar b = case sameTVar# a b of
    1# -> True
    _ -> False

atomically :: STM a -> IO a
atomically (STM m) = IO (\s -> atomically# m s)
{-# INLINE atomically #-}

-- | Abandons the transaction until a variable it has read changes.
retry :: STM a
retry = STM (\s -> retry# s)

-- | The first alternative, or the second when the first retries.
orElse :: STM a -> STM a -> STM a
orElse (STM a) (STM b) = STM (\s -> catchRetry# a b s)
{-# INLINE orElse #-}

throwSTM :: Exception e => e -> STM a
throwSTM e = STM (\s -> raiseIO# (toException e) s)

catchSTM :: Exception e => STM a -> (e -> STM a) -> STM a
catchSTM (STM m) handler = STM (\s -> catchSTM# m handle s)
  where
    handle e = case fromException e of
      Just e' -> unSTM (handler e')
      Nothing -> \s -> raiseIO# (e :: SomeException) s

unsafeIOToSTM :: IO a -> STM a
unsafeIOToSTM (IO m) = STM m

newTVar :: a -> STM (TVar a)
newTVar x = STM (\s -> case newTVar# x s of (# s1, v #) -> (# s1, TVar v #))
{-# INLINE newTVar #-}

newTVarIO :: a -> IO (TVar a)
newTVarIO x = IO (\s -> case newTVar# x s of (# s1, v #) -> (# s1, TVar v #))
{-# INLINE newTVarIO #-}

readTVar :: TVar a -> STM a
readTVar (TVar v) = STM (\s -> readTVar# v s)
{-# INLINE readTVar #-}

readTVarIO :: TVar a -> IO a
readTVarIO (TVar v) = IO (\s -> readTVarIO# v s)
{-# INLINE readTVarIO #-}

writeTVar :: TVar a -> a -> STM ()
writeTVar (TVar v) x = STM (\s -> case writeTVar# v x s of s1 -> (# s1, () #))
{-# INLINE writeTVar #-}

-- | The result's place is no part of the transaction: a retry begins with a new one.
instance MonadFix STM where
  mfix k = STM (case fixST (\a -> ST (unSTM (k a))) of ST m -> m)
