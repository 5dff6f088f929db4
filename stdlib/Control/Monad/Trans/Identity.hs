-- | The transformer that changes nothing.
module Control.Monad.Trans.Identity (IdentityT(..), mapIdentityT, liftCallCC, liftCatch) where

import Control.Applicative (Alternative(..))
import Control.Monad (MonadPlus(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Data.Functor.Classes
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Contravariant (Contravariant(..))

newtype IdentityT m a = IdentityT { runIdentityT :: m a }

instance Functor m => Functor (IdentityT m) where
  fmap f (IdentityT m) = IdentityT (fmap f m)
  {-# INLINE fmap #-}
instance Applicative m => Applicative (IdentityT m) where
  pure = IdentityT . pure
  {-# INLINE pure #-}
  IdentityT f <*> IdentityT x = IdentityT (f <*> x)
  {-# INLINE (<*>) #-}
  IdentityT a *> IdentityT b = IdentityT (a *> b)
  {-# INLINE (*>) #-}
  IdentityT a <* IdentityT b = IdentityT (a <* b)
  {-# INLINE (<*) #-}
instance Monad m => Monad (IdentityT m) where
  m >>= k = IdentityT (runIdentityT m >>= runIdentityT . k)
  {-# INLINE (>>=) #-}
instance Alternative m => Alternative (IdentityT m) where
  empty = IdentityT empty
  {-# INLINE empty #-}
  IdentityT a <|> IdentityT b = IdentityT (a <|> b)
  {-# INLINE (<|>) #-}
instance MonadPlus m => MonadPlus (IdentityT m)
instance MonadFail m => MonadFail (IdentityT m) where fail = IdentityT . fail
instance MonadTrans IdentityT where
  lift = IdentityT
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (IdentityT m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (IdentityT m) where
  liftIO = IdentityT . liftIO
  {-# INLINE liftIO #-}

mapIdentityT :: (m a -> n b) -> IdentityT m a -> IdentityT n b
mapIdentityT f = IdentityT . f . runIdentityT

-- | Operations of the inner monad, lifted.
liftCallCC :: (((a -> m b) -> m a) -> m a) -> ((a -> IdentityT m b) -> IdentityT m a) -> IdentityT m a
liftCallCC callCC f = IdentityT (callCC (\c -> runIdentityT (f (IdentityT . c))))

liftCatch :: (m a -> (e -> m a) -> m a) -> IdentityT m a -> (e -> IdentityT m a) -> IdentityT m a
liftCatch f m h = IdentityT (f (runIdentityT m) (runIdentityT . h))

instance (Eq1 m) => Eq1 (IdentityT m) where
  liftEq eq (IdentityT x) (IdentityT y) = liftEq eq x y
instance (Ord1 m) => Ord1 (IdentityT m) where
  liftCompare comp (IdentityT x) (IdentityT y) = liftCompare comp x y
instance (Read1 m) => Read1 (IdentityT m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec rp rl) "IdentityT" IdentityT)
instance (Show1 m) => Show1 (IdentityT m) where
  liftShowsPrec sp sl d (IdentityT m) = showsUnaryWith (liftShowsPrec sp sl) "IdentityT" d m
instance (Eq1 m, Eq a) => Eq (IdentityT m a) where (==) = eq1
instance (Ord1 m, Ord a) => Ord (IdentityT m a) where compare = compare1
instance (Read1 m, Read a) => Read (IdentityT m a) where readsPrec = readsPrec1
instance (Show1 m, Show a) => Show (IdentityT m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (IdentityT m) where foldMap f (IdentityT a) = foldMap f a
instance Traversable m => Traversable (IdentityT m) where traverse f (IdentityT a) = IdentityT <$> traverse f a
instance MonadFix m => MonadFix (IdentityT m) where mfix f = IdentityT (mfix (runIdentityT . f))

instance MonadZip m => MonadZip (IdentityT m) where mzipWith f (IdentityT a) (IdentityT b) = IdentityT (mzipWith f a b)
instance Contravariant m => Contravariant (IdentityT m) where contramap f (IdentityT m) = IdentityT (contramap f m)
