-- | Monadic zipping.
module Control.Monad.Zip (MonadZip(..)) where

import Control.Monad (liftM, liftM2)
import Data.Monoid
import Data.Ord (Down(..))
import Data.Proxy (Proxy(..))
import GPH.Functor (Identity(..))
import GPH.Types (NonEmpty(..))
import qualified Data.List.NonEmpty as NE

class Monad m => MonadZip m where
  mzip :: m a -> m b -> m (a, b)
  mzipWith :: (a -> b -> c) -> m a -> m b -> m c
  munzip :: m (a, b) -> (m a, m b)
  mzip = mzipWith (,)
  mzipWith f ma mb = liftM (uncurry f) (mzip ma mb)
  munzip mab = (liftM fst mab, liftM snd mab)
  {-# MINIMAL mzip | mzipWith #-}

instance MonadZip [] where
  mzip = zip
  mzipWith = zipWith
  munzip = unzip
instance MonadZip NonEmpty where
  mzip = NE.zip
  mzipWith = NE.zipWith
instance MonadZip Maybe where
  mzipWith = liftM2
instance MonadZip Identity where
  mzipWith = liftM2
instance MonadZip Dual where
  mzipWith = liftM2
instance MonadZip Sum where
  mzipWith = liftM2
instance MonadZip Product where
  mzipWith = liftM2
instance MonadZip First where
  mzipWith = liftM2
instance MonadZip Last where
  mzipWith = liftM2
instance MonadZip Down where
  mzipWith = liftM2
instance MonadZip Proxy where
  mzipWith _ _ _ = Proxy
instance MonadZip f => MonadZip (Alt f) where
  mzipWith f (Alt a) (Alt b) = Alt (mzipWith f a b)
