-- | Computations that may end early without a result.
module Control.Monad.Trans.Maybe (MaybeT(..), mapMaybeT, hoistMaybe, maybeToExceptT, exceptToMaybeT, liftCallCC, liftCatch, liftListen, liftPass) where

import Control.Applicative (Alternative(..), Applicative(..))
import Control.Monad (MonadPlus(..), liftM2)
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Classes
import Control.Monad.Trans.Except (ExceptT(..))

newtype MaybeT m a = MaybeT { runMaybeT :: m (Maybe a) }

instance Functor m => Functor (MaybeT m) where
  fmap f (MaybeT m) = MaybeT (fmap (fmap f) m)
  {-# INLINE fmap #-}
instance Monad m => Applicative (MaybeT m) where
  pure a = MaybeT (return (Just a))
  {-# INLINE pure #-}
  mf <*> mx = MaybeT (runMaybeT mf >>= \mb -> case mb of
    Nothing -> return Nothing
    Just f -> runMaybeT mx >>= \mv -> case mv of
      Nothing -> return Nothing
      Just x -> return (Just (f x)))
  {-# INLINE (<*>) #-}
  liftA2 f ma mb = MaybeT (runMaybeT ma >>= \ja -> case ja of
    Nothing -> return Nothing
    Just a -> runMaybeT mb >>= \jb -> case jb of
      Nothing -> return Nothing
      Just b -> return (Just (f a b)))
  {-# INLINE liftA2 #-}
  m *> k = m >>= \_ -> k
  {-# INLINE (*>) #-}
instance Monad m => Monad (MaybeT m) where
  x >>= f = MaybeT (runMaybeT x >>= \v -> case v of
    Nothing -> return Nothing
    Just y -> runMaybeT (f y))
  {-# INLINE (>>=) #-}
instance Monad m => MonadFail (MaybeT m) where
  fail _ = MaybeT (return Nothing)
instance Monad m => Alternative (MaybeT m) where
  empty = MaybeT (return Nothing)
  {-# INLINE empty #-}
  x <|> y = MaybeT (runMaybeT x >>= \v -> case v of
    Nothing -> runMaybeT y
    Just _ -> return v)
  {-# INLINE (<|>) #-}
instance Monad m => MonadPlus (MaybeT m)
instance MonadFix m => MonadFix (MaybeT m) where
  mfix f = MaybeT (mfix (runMaybeT . f . maybe bomb id))
    where bomb = error "mfix (MaybeT): inner computation returned Nothing"
instance MonadTrans MaybeT where
  lift m = MaybeT (m >>= \a -> return (Just a))
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (MaybeT m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (MaybeT m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

mapMaybeT :: (m (Maybe a) -> n (Maybe b)) -> MaybeT m a -> MaybeT n b
mapMaybeT f = MaybeT . f . runMaybeT

hoistMaybe :: Applicative m => Maybe b -> MaybeT m b
hoistMaybe = MaybeT . pure

maybeToExceptT :: Functor m => e -> MaybeT m a -> ExceptT e m a
maybeToExceptT e (MaybeT m) = ExceptT (fmap (maybe (Left e) Right) m)

exceptToMaybeT :: Functor m => ExceptT e m a -> MaybeT m a
exceptToMaybeT (ExceptT m) = MaybeT (fmap (either (const Nothing) Just) m)

-- | Operations of the inner monad, lifted.
liftCallCC :: (((Maybe a -> m (Maybe b)) -> m (Maybe a)) -> m (Maybe a)) -> ((a -> MaybeT m b) -> MaybeT m a) -> MaybeT m a
liftCallCC callCC f = MaybeT (callCC (\c -> runMaybeT (f (MaybeT . c . Just))))

liftCatch :: (m (Maybe a) -> (e -> m (Maybe a)) -> m (Maybe a)) -> MaybeT m a -> (e -> MaybeT m a) -> MaybeT m a
liftCatch f m h = MaybeT (f (runMaybeT m) (runMaybeT . h))

liftListen :: Monad m => (m (Maybe a) -> m (Maybe a, w)) -> MaybeT m a -> MaybeT m (a, w)
liftListen listen = mapMaybeT (\m -> listen m >>= \(a, w) -> return (fmap (\r -> (r, w)) a))

liftPass :: Monad m => (m (Maybe a, w -> w) -> m (Maybe a)) -> MaybeT m (a, w -> w) -> MaybeT m a
liftPass pass = mapMaybeT (\m -> pass (m >>= \a -> return (case a of
  Nothing -> (Nothing, id)
  Just (v, f) -> (Just v, f))))

instance (Eq1 m) => Eq1 (MaybeT m) where
  liftEq eq (MaybeT x) (MaybeT y) = liftEq (liftEq eq) x y
instance (Ord1 m) => Ord1 (MaybeT m) where
  liftCompare comp (MaybeT x) (MaybeT y) = liftCompare (liftCompare comp) x y
instance (Read1 m) => Read1 (MaybeT m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec (liftReadPrec rp rl) (liftReadListPrec rp rl)) "MaybeT" MaybeT)
instance (Show1 m) => Show1 (MaybeT m) where
  liftShowsPrec sp sl d (MaybeT m) = showsUnaryWith (liftShowsPrec (liftShowsPrec sp sl) (liftShowList sp sl)) "MaybeT" d m
instance (Eq1 m, Eq a) => Eq (MaybeT m a) where (==) = eq1
instance (Ord1 m, Ord a) => Ord (MaybeT m a) where compare = compare1
instance (Read1 m, Read a) => Read (MaybeT m a) where readsPrec = readsPrec1
instance (Show1 m, Show a) => Show (MaybeT m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (MaybeT m) where foldMap f (MaybeT a) = foldMap (foldMap f) a
instance Traversable m => Traversable (MaybeT m) where traverse f (MaybeT a) = MaybeT <$> traverse (traverse f) a

instance MonadZip m => MonadZip (MaybeT m) where mzipWith f (MaybeT a) (MaybeT b) = MaybeT (mzipWith (liftM2 f) a b)
instance Contravariant m => Contravariant (MaybeT m) where contramap f (MaybeT m) = MaybeT (contramap (fmap f) m)
