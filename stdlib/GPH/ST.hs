{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples, RankNTypes #-}
-- | Strict state threads and their references.
module GPH.ST where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Semigroup
import GPH.Show
import GPH.Exception

newtype ST s a = ST (State# s -> (# State# s, a #))

instance Functor (ST s) where
  fmap f (ST m) = ST (\s -> case m s of (# s1, r #) -> (# s1, f r #))
  {-# INLINE fmap #-}

instance Applicative (ST s) where
  pure x = ST (\s -> (# s, x #))
  {-# INLINE pure #-}
  ST mf <*> ST mx = ST (\s -> case mf s of (# s1, f #) -> case mx s1 of (# s2, x #) -> (# s2, f x #))
  {-# INLINE (<*>) #-}
  liftA2 f (ST ma) (ST mb) = ST (\s -> case ma s of (# s1, a #) -> case mb s1 of (# s2, b #) -> (# s2, f a b #))
  ST m *> ST k = ST (\s -> case m s of (# s1, _ #) -> k s1)
  {-# INLINE (*>) #-}

instance Monad (ST s) where
  ST m >>= k = ST (\s -> case m s of (# s1, r #) -> unST (k r) s1)
  {-# INLINE (>>=) #-}
  (>>) = (*>)
  {-# INLINE (>>) #-}

instance Semigroup a => Semigroup (ST s a) where
  (<>) = liftA2 (<>)

instance Monoid a => Monoid (ST s a) where
  mempty = pure mempty

instance Show (ST s a) where
  showsPrec _ _ = showString "<<ST action>>"

unST :: ST s a -> State# s -> (# State# s, a #)
unST (ST m) = m
{-# INLINE unST #-}

-- | Runs a state thread. The type keeps its state from escaping.
runST :: (forall s. ST s a) -> a
runST st = case st of ST m -> runRW# m
{-# INLINE runST #-}

-- | Runs when the result is wanted, out of order with the rest of the thread.
unsafeInterleaveST, unsafeDupableInterleaveST :: ST s a -> ST s a
-- What is put off refers to a mutable variable: so it never moves to another process, where the thread's variables are not (docs/distributed.md).
unsafeInterleaveST (ST m) = ST (\s -> case newMutVar# () s of
  (# s1, home #) -> case unsafeDupableInterleaveST (ST (\t -> case noDuplicate# t of
    t1 -> case m t1 of (# t2, x #) -> case touch# (STRef home) (unsafeCoerce# t2) of t3 -> (# unsafeCoerce# t3, x #))) of ST n -> n s1)
unsafeDupableInterleaveST (ST m) = ST (\s -> let r = case m s of (# _, res #) -> res in (# s, r #))
{-# NOINLINE unsafeInterleaveST #-}

-- | The result may be used lazily inside.
fixST :: (a -> ST s a) -> ST s a
fixST k =
  newSTRef (raise# nonTerminationException) >>= \ref ->
  unsafeInterleaveST (readSTRef ref) >>= \ans ->
  k ans >>= \result -> writeSTRef ref result >> return result

stToIO :: ST RealWorld a -> IO a
stToIO (ST m) = IO m

unsafeSTToIO :: ST s a -> IO a
unsafeSTToIO (ST m) = IO (unsafeCoerce# m)

unsafeIOToST :: IO a -> ST s a
unsafeIOToST (IO m) = ST (unsafeCoerce# m)

-- ---- References ---------------------------------------------------------------------------------------------------
data STRef s a = STRef (MutVar# s a)

instance Eq (STRef s a) where
  STRef a == STRef b = isTrue# (sameMutVar# a b)

newSTRef :: a -> ST s (STRef s a)
newSTRef x = ST (\s -> case newMutVar# x s of (# s1, v #) -> (# s1, STRef v #))
{-# INLINE newSTRef #-}

readSTRef :: STRef s a -> ST s a
readSTRef (STRef v) = ST (\s -> readMutVar# v s)
{-# INLINE readSTRef #-}

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef (STRef v) x = ST (\s -> case writeMutVar# v x s of s1 -> (# s1, () #))
{-# INLINE writeSTRef #-}

modifySTRef, modifySTRef' :: STRef s a -> (a -> a) -> ST s ()
modifySTRef ref f = readSTRef ref >>= \x -> writeSTRef ref (f x)
modifySTRef' ref f = readSTRef ref >>= \x -> let x' = f x in x' `seq` writeSTRef ref x'
{-# INLINE modifySTRef #-}
{-# INLINE modifySTRef' #-}

instance MonadFail (ST s) where
  fail = errorWithoutStackTrace
