-- | Writer transformers that hand the output on, in constant space where its (<>) needs no more: each action appends to what was written
-- before, and the appended output is evaluated when an action writes.
module Control.Monad.Trans.Writer.CPS
  ( Writer, writer, runWriter, execWriter, mapWriter, WriterT, writerT, runWriterT, execWriterT, mapWriterT
  , tell, listen, listens, pass, censor, liftCallCC, liftCatch
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Signatures
import Control.Monad.Trans.Class (MonadTrans(..))
import Data.Functor.Identity (Identity(..))

newtype WriterT w m a = WriterT { unWriterT :: w -> m (a, w) }

type Writer w = WriterT w Identity

instance Functor m => Functor (WriterT w m) where
  fmap f m = WriterT (\w -> fmap (\(a, w') -> (f a, w')) (unWriterT m w))
  {-# INLINE fmap #-}
instance Monad m => Applicative (WriterT w m) where
  pure a = WriterT (\w -> return (a, w))
  {-# INLINE pure #-}
  WriterT mf <*> WriterT mx = WriterT (\w -> mf w >>= \(f, w') -> mx w' >>= \(x, w'') -> return (f x, w''))
  {-# INLINE (<*>) #-}
instance Monad m => Monad (WriterT w m) where
  m >>= k = WriterT (\w -> unWriterT m w >>= \(a, w') -> unWriterT (k a) w')
  {-# INLINE (>>=) #-}
instance MonadFail m => MonadFail (WriterT w m) where
  fail msg = WriterT (\_ -> fail msg)
instance MonadPlus m => Alternative (WriterT w m) where
  empty = WriterT (\_ -> mzero)
  {-# INLINE empty #-}
  WriterT m <|> WriterT n = WriterT (\w -> m w `mplus` n w)
  {-# INLINE (<|>) #-}
instance MonadPlus m => MonadPlus (WriterT w m)
instance MonadFix m => MonadFix (WriterT w m) where
  mfix f = WriterT (\w -> mfix (\ ~(a, _) -> unWriterT (f a) w))
instance MonadTrans (WriterT w) where
  lift m = WriterT (\w -> m >>= \a -> return (a, w))
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (WriterT w m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (WriterT w m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

-- What was written so far, with more.
appended :: (Monoid w, Monad m) => a -> w -> w -> m (a, w)
appended a w w' = let both = w `mappend` w' in both `seq` return (a, both)
{-# INLINE appended #-}

writer :: (Monoid w, Monad m) => (a, w) -> WriterT w m a
writer (a, w') = WriterT (\w -> appended a w w')

runWriter :: Monoid w => Writer w a -> (a, w)
runWriter m = runIdentity (runWriterT m)

execWriter :: Monoid w => Writer w a -> w
execWriter m = snd (runWriter m)

mapWriter :: (Monoid w, Monoid w') => ((a, w) -> (b, w')) -> Writer w a -> Writer w' b
mapWriter f = mapWriterT (Identity . f . runIdentity)

writerT :: (Functor m, Monoid w) => m (a, w) -> WriterT w m a
writerT m = WriterT (\w -> fmap (\(a, w') -> let both = w `mappend` w' in both `seq` (a, both)) m)

runWriterT :: Monoid w => WriterT w m a -> m (a, w)
runWriterT m = unWriterT m mempty

execWriterT :: (Monad m, Monoid w) => WriterT w m a -> m w
execWriterT m = runWriterT m >>= \(_, w) -> return w

mapWriterT :: (Monad n, Monoid w, Monoid w') => (m (a, w) -> n (b, w')) -> WriterT w m a -> WriterT w' n b
mapWriterT f m = WriterT (\w -> f (runWriterT m) >>= \(b, w') -> appended b w w')

tell :: (Monoid w, Monad m) => w -> WriterT w m ()
tell w = writer ((), w)

listen :: (Monoid w, Monad m) => WriterT w m a -> WriterT w m (a, w)
listen = listens id

listens :: (Monoid w, Monad m) => (w -> b) -> WriterT w m a -> WriterT w m (a, b)
listens f m = WriterT (\w -> runWriterT m >>= \(a, w') -> appended (a, f w') w w')

pass :: (Monoid w, Monoid w', Monad m) => WriterT w m (a, w -> w') -> WriterT w' m a
pass m = WriterT (\w -> runWriterT m >>= \((a, f), w') -> appended a w (f w'))

censor :: (Monoid w, Monad m) => (w -> w) -> WriterT w m a -> WriterT w m a
censor f m = WriterT (\w -> runWriterT m >>= \(a, w') -> appended a w (f w'))

-- | Operations of the inner monad, lifted. A jump takes back what was written since callCC.
liftCallCC :: CallCC m (a, w) (b, w) -> CallCC (WriterT w m) a b
liftCallCC callCC f = WriterT (\w -> callCC (\c -> unWriterT (f (\a -> WriterT (\_ -> c (a, w)))) w))

liftCatch :: Catch e m (a, w) -> Catch e (WriterT w m) a
liftCatch catchE m h = WriterT (\w -> unWriterT m w `catchE` \e -> unWriterT (h e) w)
