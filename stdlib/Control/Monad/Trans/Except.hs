-- | Computations that may end early with an error value.
module Control.Monad.Trans.Except
  ( Except, ExceptT(..), except, runExcept, mapExcept, withExcept, runExceptT, mapExceptT, withExceptT, throwE, catchE, handleE, tryE, finallyE, liftCallCC, liftListen, liftPass
  ) where

import Control.Applicative (Alternative(..), Applicative(..))
import Control.Monad (MonadPlus(..), liftM2)
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Contravariant (Contravariant(..))
import Data.Functor.Classes
import Data.Functor.Identity (Identity(..))

newtype ExceptT e m a = ExceptT (m (Either e a))

type Except e = ExceptT e Identity

runExceptT :: ExceptT e m a -> m (Either e a)
runExceptT (ExceptT m) = m

instance Functor m => Functor (ExceptT e m) where
  fmap f (ExceptT m) = ExceptT (fmap (fmap f) m)
  {-# INLINE fmap #-}
instance Monad m => Applicative (ExceptT e m) where
  pure a = ExceptT (return (Right a))
  {-# INLINE pure #-}
  ExceptT f <*> ExceptT v = ExceptT (f >>= \mf -> case mf of
    Left e -> return (Left e)
    Right k -> v >>= \mv -> case mv of
      Left e -> return (Left e)
      Right x -> return (Right (k x)))
  {-# INLINE (<*>) #-}
  liftA2 f (ExceptT ma) (ExceptT mb) = ExceptT (ma >>= \ea -> case ea of
    Left e -> return (Left e)
    Right a -> mb >>= \eb -> case eb of
      Left e -> return (Left e)
      Right b -> return (Right (f a b)))
  {-# INLINE liftA2 #-}
  m *> k = m >>= \_ -> k
  {-# INLINE (*>) #-}
instance Monad m => Monad (ExceptT e m) where
  m >>= k = ExceptT (runExceptT m >>= \a -> case a of
    Left e -> return (Left e)
    Right x -> runExceptT (k x))
  {-# INLINE (>>=) #-}
instance MonadFail m => MonadFail (ExceptT e m) where
  fail msg = ExceptT (fail msg)
instance (Monad m, Monoid e) => Alternative (ExceptT e m) where
  empty = ExceptT (return (Left mempty))
  {-# INLINE empty #-}
  ExceptT mx <|> ExceptT my = ExceptT (mx >>= \ex -> case ex of
    Left e -> fmap (either (Left . mappend e) Right) my
    Right x -> return (Right x))
  {-# INLINE (<|>) #-}
instance (Monad m, Monoid e) => MonadPlus (ExceptT e m)
instance MonadFix m => MonadFix (ExceptT e m) where
  mfix f = ExceptT (mfix (runExceptT . f . either (const bomb) id))
    where bomb = error "mfix (ExceptT): inner computation returned Left value"
instance MonadTrans (ExceptT e) where
  lift m = ExceptT (m >>= \a -> return (Right a))
  {-# INLINE lift #-}
instance PrimMonad m => PrimMonad (ExceptT e m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (ExceptT e m) where
  liftIO m = lift (liftIO m)
  {-# INLINE liftIO #-}

except :: Monad m => Either e a -> ExceptT e m a
except m = ExceptT (return m)

runExcept :: Except e a -> Either e a
runExcept (ExceptT m) = runIdentity m

mapExcept :: (Either e a -> Either e' b) -> Except e a -> Except e' b
mapExcept f = mapExceptT (Identity . f . runIdentity)

withExcept :: (e -> e') -> Except e a -> Except e' a
withExcept = withExceptT

mapExceptT :: (m (Either e a) -> n (Either e' b)) -> ExceptT e m a -> ExceptT e' n b
mapExceptT f m = ExceptT (f (runExceptT m))

withExceptT :: Functor m => (e -> e') -> ExceptT e m a -> ExceptT e' m a
withExceptT f = mapExceptT (fmap (either (Left . f) Right))

throwE :: Monad m => e -> ExceptT e m a
throwE e = ExceptT (return (Left e))
{-# INLINE throwE #-}

catchE :: Monad m => ExceptT e m a -> (e -> ExceptT e' m a) -> ExceptT e' m a
m `catchE` h = ExceptT (runExceptT m >>= \a -> case a of
  Left l -> runExceptT (h l)
  Right r -> return (Right r))
{-# INLINE catchE #-}

handleE :: Monad m => (e -> ExceptT e' m a) -> ExceptT e m a -> ExceptT e' m a
handleE = flip catchE

tryE :: Monad m => ExceptT e m a -> ExceptT e m (Either e a)
tryE m = catchE (fmap Right m) (return . Left)

finallyE :: Monad m => ExceptT e m a -> ExceptT e m () -> ExceptT e m a
finallyE m closer = do
  res <- tryE m
  closer
  either throwE return res

-- | Operations of the inner monad, lifted.
liftCallCC :: (((Either e a -> m (Either e b)) -> m (Either e a)) -> m (Either e a)) -> ((a -> ExceptT e m b) -> ExceptT e m a) -> ExceptT e m a
liftCallCC callCC f = ExceptT (callCC (\c -> runExceptT (f (ExceptT . c . Right))))

liftListen :: Monad m => (m (Either e a) -> m (Either e a, w)) -> ExceptT e m a -> ExceptT e m (a, w)
liftListen listen = mapExceptT (\m -> listen m >>= \(a, w) -> return (fmap (\r -> (r, w)) a))

liftPass :: Monad m => (m (Either e a, w -> w) -> m (Either e a)) -> ExceptT e m (a, w -> w) -> ExceptT e m a
liftPass pass = mapExceptT (\m -> pass (m >>= \a -> return (case a of
  Left l -> (Left l, id)
  Right (r, f) -> (Right r, f))))

instance (Eq1 m, Eq e) => Eq1 (ExceptT e m) where
  liftEq eq (ExceptT x) (ExceptT y) = liftEq (liftEq eq) x y
instance (Ord1 m, Ord e) => Ord1 (ExceptT e m) where
  liftCompare comp (ExceptT x) (ExceptT y) = liftCompare (liftCompare comp) x y
instance (Read1 m, Read e) => Read1 (ExceptT e m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec (liftReadPrec rp rl) (liftReadListPrec rp rl)) "ExceptT" ExceptT)
instance (Show1 m, Show e) => Show1 (ExceptT e m) where
  liftShowsPrec sp sl d (ExceptT m) = showsUnaryWith (liftShowsPrec (liftShowsPrec sp sl) (liftShowList sp sl)) "ExceptT" d m
instance (Eq1 m, Eq a, Eq e) => Eq (ExceptT e m a) where (==) = eq1
instance (Ord1 m, Ord a, Ord e) => Ord (ExceptT e m a) where compare = compare1
instance (Read1 m, Read a, Read e) => Read (ExceptT e m a) where readsPrec = readsPrec1
instance (Show1 m, Show a, Show e) => Show (ExceptT e m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (ExceptT e m) where foldMap f (ExceptT a) = foldMap (either (const mempty) f) a
instance Traversable m => Traversable (ExceptT e m) where traverse f (ExceptT a) = ExceptT <$> traverse (either (pure . Left) (fmap Right . f)) a

instance MonadZip m => MonadZip (ExceptT e m) where mzipWith f (ExceptT a) (ExceptT b) = ExceptT (mzipWith (liftM2 f) a b)
instance Contravariant m => Contravariant (ExceptT e m) where contramap f (ExceptT m) = ExceptT (contramap (fmap f) m)
