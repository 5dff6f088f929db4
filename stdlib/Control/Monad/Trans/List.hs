-- | ListT as transformers had it: a monad only over commutative monads. The instances of mtl's classes stand here: so
-- programs without ListT need not compile them.
module Control.Monad.Trans.List (ListT(..), mapListT, liftCallCC, liftCatch) where

import Control.Applicative (Alternative(..), liftA2)
import Control.Monad (MonadPlus(..), liftM)
import Control.Monad.Cont.Class (MonadCont(..))
import Control.Monad.Error.Class (MonadError(..))
import Control.Monad.Fix (MonadFix(..))
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.Primitive.Class (PrimMonad(..))
import Control.Monad.Reader.Class (MonadReader(..))
import Control.Monad.State.Class (MonadState(..))
import Control.Monad.Trans.Class (MonadTrans(..))
import Control.Monad.Zip (MonadZip(..))
import Data.Functor.Classes
import Data.Functor.Contravariant (Contravariant(..))

newtype ListT m a = ListT { runListT :: m [a] }

mapListT :: (m [a] -> n [b]) -> ListT m a -> ListT n b
mapListT f m = ListT (f (runListT m))

instance Functor m => Functor (ListT m) where
  fmap f = mapListT (fmap (map f))
instance Applicative m => Applicative (ListT m) where
  pure a = ListT (pure [a])
  f <*> v = ListT (liftA2 (<*>) (runListT f) (runListT v))
instance Applicative m => Alternative (ListT m) where
  empty = ListT (pure [])
  m <|> n = ListT (liftA2 (++) (runListT m) (runListT n))
instance Monad m => Monad (ListT m) where
  m >>= k = ListT (runListT m >>= \xs -> liftM concat (mapM (runListT . k) xs))
instance Monad m => MonadFail (ListT m) where
  fail _ = ListT (return [])
instance Monad m => MonadPlus (ListT m)
instance MonadFix m => MonadFix (ListT m) where
  mfix f = ListT (mfix (runListT . f . head) >>= \xs -> case xs of
    [] -> return []
    x : _ -> liftM (x :) (runListT (mfix (mapListT (liftM tail) . f))))
instance MonadTrans ListT where
  lift m = ListT (liftM (: []) m)
instance PrimMonad m => PrimMonad (ListT m) (PrimState m) where
  primitive f = lift (primitive f)
  {-# INLINE primitive #-}

instance MonadIO m => MonadIO (ListT m) where
  liftIO = lift . liftIO
instance MonadZip m => MonadZip (ListT m) where
  mzipWith f (ListT a) (ListT b) = ListT (mzipWith (zipWith f) a b)

-- | Operations of the inner monad, lifted.
liftCallCC :: ((([a] -> m [b]) -> m [a]) -> m [a]) -> ((a -> ListT m b) -> ListT m a) -> ListT m a
liftCallCC callCC f = ListT (callCC (\c -> runListT (f (ListT . c . (: [])))))

liftCatch :: (m [a] -> (e -> m [a]) -> m [a]) -> ListT m a -> (e -> ListT m a) -> ListT m a
liftCatch catchE m h = ListT (catchE (runListT m) (runListT . h))

instance Eq1 m => Eq1 (ListT m) where
  liftEq eq (ListT x) (ListT y) = liftEq (liftEq eq) x y
instance Ord1 m => Ord1 (ListT m) where
  liftCompare comp (ListT x) (ListT y) = liftCompare (liftCompare comp) x y
instance Read1 m => Read1 (ListT m) where
  liftReadPrec rp rl = readData (readUnaryWith (liftReadPrec (liftReadPrec rp rl) (liftReadListPrec rp rl)) "ListT" ListT)
instance Show1 m => Show1 (ListT m) where
  liftShowsPrec sp sl d (ListT m) = showsUnaryWith (liftShowsPrec (liftShowsPrec sp sl) (liftShowList sp sl)) "ListT" d m
instance (Eq1 m, Eq a) => Eq (ListT m a) where (==) = eq1
instance (Ord1 m, Ord a) => Ord (ListT m a) where compare = compare1
instance (Read1 m, Read a) => Read (ListT m a) where readsPrec = readsPrec1
instance (Show1 m, Show a) => Show (ListT m a) where showsPrec = showsPrec1
instance Foldable m => Foldable (ListT m) where foldMap f (ListT a) = foldMap (foldMap f) a
instance Traversable m => Traversable (ListT m) where traverse f (ListT a) = ListT <$> traverse (traverse f) a
instance Contravariant m => Contravariant (ListT m) where contramap f (ListT m) = ListT (contramap (fmap f) m)

instance MonadCont m => MonadCont (ListT m) where callCC = liftCallCC callCC
instance MonadError e m => MonadError e (ListT m) where
  throwError e = lift (throwError e)
  catchError = liftCatch catchError
instance MonadReader r m => MonadReader r (ListT m) where
  ask = lift ask
  local = mapListT . local
  reader f = lift (reader f)
instance MonadState s m => MonadState s (ListT m) where
  get = lift get
  put s = lift (put s)
  state f = lift (state f)
