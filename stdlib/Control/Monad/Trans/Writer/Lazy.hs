-- | Writer transformers, lazy in the pair of result and output.
module Control.Monad.Trans.Writer.Lazy
  ( Writer, WriterT(..), writer, runWriter, execWriter, mapWriter, execWriterT, mapWriterT, tell, listen, listens, pass, censor, liftCallCC, liftCatch
  ) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Classes
import Text.Read (readListPrec, readPrec)
import Data.Functor.Identity (Identity(..))

newtype WriterT w m a = WriterT { runWriterT :: m (a, w) }

type Writer w = WriterT w Identity

instance Functor m => Functor (WriterT w m) where
  fmap f (WriterT m) = WriterT (fmap (\ ~(a, w) -> (f a, w)) m)
  {-# INLINE fmap #-}
instance (Monoid w, Applicative m) => Applicative (WriterT w m) where
  pure a = WriterT (pure (a, mempty))
  {-# INLINE pure #-}
  WriterT mf <*> WriterT mx = WriterT ((\ ~(f, w) ~(x, w') -> (f x, w `mappend` w')) <$> mf <*> mx)
  {-# INLINE (<*>) #-}
instance (Monoid w, Monad m) => Monad (WriterT w m) where
  m >>= k = WriterT (runWriterT m >>= \ ~(a, w) -> runWriterT (k a) >>= \ ~(b, w') -> return (b, w `mappend` w'))
  {-# INLINE (>>=) #-}
  m >> k = m >>= \_ -> k
  {-# INLINE (>>) #-}
instance (Monoid w, MonadFail m) => MonadFail (WriterT w m) where
  fail msg = WriterT (fail msg)
instance (Monoid w, Alternative m) => Alternative (WriterT w m) where
  empty = WriterT empty
  {-# INLINE empty #-}
  WriterT m <|> WriterT n = WriterT (m <|> n)
  {-# INLINE (<|>) #-}
instance (Monoid w, MonadPlus m) => MonadPlus (WriterT w m)
instance (Monoid w, MonadFix m) => MonadFix (WriterT w m) where
  mfix f = WriterT (mfix (\ ~(a, _) -> runWriterT (f a)))
instance Monoid w => MonadTrans (WriterT w) where
  lift m = WriterT (m >>= \a -> return (a, mempty))
  {-# INLINE lift #-}
instance (Monoid w, PrimMonad m) => PrimMonad (WriterT w m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance (Monoid w, MonadIO m) => MonadIO (WriterT w m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

writer :: Monad m => (a, w) -> WriterT w m a
writer p = WriterT (return p)

runWriter :: Writer w a -> (a, w)
runWriter m = runIdentity (runWriterT m)

execWriter :: Writer w a -> w
execWriter m = snd (runWriter m)

mapWriter :: ((a, w) -> (b, w')) -> Writer w a -> Writer w' b
mapWriter f = mapWriterT (Identity . f . runIdentity)

execWriterT :: Monad m => WriterT w m a -> m w
execWriterT m = runWriterT m >>= \ ~(_, w) -> return w

mapWriterT :: (m (a, w) -> n (b, w')) -> WriterT w m a -> WriterT w' n b
mapWriterT f m = WriterT (f (runWriterT m))

tell :: Monad m => w -> WriterT w m ()
tell w = writer ((), w)

listen :: Monad m => WriterT w m a -> WriterT w m (a, w)
{-# INLINE listen #-}
listen m = WriterT (runWriterT m >>= \ ~(a, w) -> return ((a, w), w))

listens :: Monad m => (w -> b) -> WriterT w m a -> WriterT w m (a, b)
{-# INLINE listens #-}
listens f m = WriterT (runWriterT m >>= \ ~(a, w) -> return ((a, f w), w))

pass :: Monad m => WriterT w m (a, w -> w) -> WriterT w m a
{-# INLINE pass #-}
pass m = WriterT (runWriterT m >>= \ ~((a, f), w) -> return (a, f w))

censor :: Monad m => (w -> w) -> WriterT w m a -> WriterT w m a
{-# INLINE censor #-}
censor f m = WriterT (runWriterT m >>= \ ~(a, w) -> return (a, f w))

-- | Operations of the inner monad, lifted.
liftCallCC :: Monoid w => ((((a, w) -> m (b, w)) -> m (a, w)) -> m (a, w)) -> ((a -> WriterT w m b) -> WriterT w m a) -> WriterT w m a
liftCallCC callCC f = WriterT (callCC (\c -> runWriterT (f (\a -> WriterT (c (a, mempty))))))

liftCatch :: (m (a, w) -> (e -> m (a, w)) -> m (a, w)) -> WriterT w m a -> (e -> WriterT w m a) -> WriterT w m a
liftCatch catchE m h = WriterT (runWriterT m `catchE` \e -> runWriterT (h e))

instance (Eq1 m, Eq w) => Eq1 (WriterT w m) where
  liftEq eq (WriterT x) (WriterT y) = liftEq (liftEq2 eq (==)) x y
instance (Ord1 m, Ord w) => Ord1 (WriterT w m) where
  liftCompare comp (WriterT x) (WriterT y) = liftCompare (liftCompare2 comp compare) x y
instance (Read1 m, Read w) => Read1 (WriterT w m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec (liftReadPrec2 rp rl readPrec readListPrec) (liftReadListPrec2 rp rl readPrec readListPrec)) "WriterT" WriterT)
instance (Show1 m, Show w) => Show1 (WriterT w m) where
  liftShowsPrec sp sl d (WriterT m) = showsUnaryWith (liftShowsPrec (liftShowsPrec2 sp sl showsPrec showList) (liftShowList2 sp sl showsPrec showList)) "WriterT" d m
instance (Eq1 m, Eq a, Eq w) => Eq (WriterT w m a) where (==) = eq1
instance (Ord1 m, Ord a, Ord w) => Ord (WriterT w m a) where compare = compare1
instance (Read1 m, Read a, Read w) => Read (WriterT w m a) where readsPrec = readsPrec1
instance (Show1 m, Show a, Show w) => Show (WriterT w m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (WriterT w m) where foldMap f (WriterT a) = foldMap (f . fst) a
instance Traversable m => Traversable (WriterT w m) where traverse f (WriterT a) = WriterT <$> traverse (\(x, w) -> fmap (\y -> (y, w)) (f x)) a

instance (Monoid w, MonadZip m) => MonadZip (WriterT w m) where
  mzipWith f (WriterT x) (WriterT y) = WriterT (mzipWith (\ ~(a, w) ~(b, w') -> (f a b, w `mappend` w')) x y)
instance Contravariant m => Contravariant (WriterT w m) where
  contramap f (WriterT m) = WriterT (contramap (\ ~(a, w) -> (f a, w)) m)
