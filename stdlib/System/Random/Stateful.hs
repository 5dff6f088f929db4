-- | Generators that actions draw from: in references of IO and ST, in transactions, as the state of a monad. The numbers are those of the pure
-- generator that they hold. There are no frozen generators.
module System.Random.Stateful
  ( module System.Random, StatefulGen(uniformWord32R, uniformWord64R, uniformWord8, uniformWord16, uniformWord32, uniformWord64, uniformShortByteString)
  , RandomGenM(..), splitGenM, randomM, randomRM, Uniform(..), UniformRange(..), uniformListM, uniformByteStringM, uniformEnumM, uniformEnumRM
  , uniformDouble01M, uniformDoublePositive01M, uniformFloat01M, uniformFloatPositive01M
  , StateGen(..), StateGenM(..), runStateGen, runStateGen_, runStateGenT, runStateGenT_, runStateGenST, runStateGenST_
  , AtomicGen(..), AtomicGenM(..), newAtomicGenM, applyAtomicGen, globalStdGen, IOGen(..), IOGenM(..), newIOGenM, applyIOGen
  , STGen(..), STGenM(..), newSTGenM, applySTGen, runSTGen, runSTGen_, TGen(..), TGenM(..), newTGenM, newTGenMIO, applyTGen
  ) where

import Control.Monad (replicateM)
import Control.Monad.IO.Class (MonadIO(..))
import Control.Monad.ST (ST, runST)
import Control.Monad.STM (STM)
import Control.Concurrent.STM.TVar
import Control.Monad.State.Class (MonadState(..))
import Control.Monad.Trans.State.Strict (State, StateT, runState, runStateT)
import Data.ByteString (ByteString)
import Data.ByteString.Short (fromShort)
import Data.IORef
import Data.STRef
import Data.Word
import System.Random
import System.Random.Internal

-- | Those that hold the pure generator r.
class (RandomGen r, StatefulGen g m) => RandomGenM g r m | g -> r where
  applyRandomGenM :: (r -> (a, r)) -> g -> m a

splitGenM :: RandomGenM g r m => g -> m r
splitGenM = applyRandomGenM split

randomM :: (RandomGenM g r m, Random a) => g -> m a
randomM = applyRandomGenM random

randomRM :: (RandomGenM g r m, Random a) => (a, a) -> g -> m a
randomRM r = applyRandomGenM (randomR r)

uniformListM :: (StatefulGen g m, Uniform a) => Int -> g -> m [a]
uniformListM n g = replicateM n (uniformM g)

uniformByteStringM :: StatefulGen g m => Int -> g -> m ByteString
uniformByteStringM n g = fmap fromShort (uniformShortByteString n g)

uniformEnumM :: forall a g m. (Enum a, Bounded a, StatefulGen g m) => g -> m a
uniformEnumM g = fmap toEnum (uniformRM (fromEnum (minBound :: a), fromEnum (maxBound :: a)) g)

uniformEnumRM :: (Enum a, StatefulGen g m) => (a, a) -> g -> m a
uniformEnumRM (l, h) g = fmap toEnum (uniformRM (fromEnum l, fromEnum h) g)

-- | From 0 to 1, both included; the positive ones from the least that is drawn.
uniformDouble01M, uniformDoublePositive01M :: StatefulGen g m => g -> m Double
uniformDouble01M g = fmap (\w -> fromIntegral w / fromIntegral (maxBound :: Word64)) (uniformWord64 g)
uniformDoublePositive01M g = fmap (+ 2.710505431213761e-20) (uniformDouble01M g)

uniformFloat01M, uniformFloatPositive01M :: StatefulGen g m => g -> m Float
uniformFloat01M g = fmap (\w -> fromIntegral w / fromIntegral (maxBound :: Word32)) (uniformWord32 g)
uniformFloatPositive01M g = fmap (+ 1.1641532182693481e-10) (uniformFloat01M g)

-- ---- The state of a monad -------------------------------------------------------------------------------------------
newtype StateGen g = StateGen { unStateGen :: g } deriving (Eq, Ord, Show)
data StateGenM g = StateGenM

instance (RandomGen g, MonadState g m) => StatefulGen (StateGenM g) m where
  uniformWord32R m g = (\f _ -> state f) (genWord32R m) g
  uniformWord64R m g = (\f _ -> state f) (genWord64R m) g
  uniformWord8 g = (\f _ -> state f) genWord8 g
  uniformWord16 g = (\f _ -> state f) genWord16 g
  uniformWord32 g = (\f _ -> state f) genWord32 g
  uniformWord64 g = (\f _ -> state f) genWord64 g
  uniformShortByteString n g = (\f _ -> state f) (genShortByteString n) g
  applyGen f g = (\f _ -> state f) f g
  {-# INLINE uniformWord32R #-}
  {-# INLINE uniformWord64R #-}
  {-# INLINE uniformWord8 #-}
  {-# INLINE uniformWord16 #-}
  {-# INLINE uniformWord32 #-}
  {-# INLINE uniformWord64 #-}
  {-# INLINE applyGen #-}
instance (RandomGen g, MonadState g m) => RandomGenM (StateGenM g) g m where
  applyRandomGenM f g = (\f _ -> state f) f g

runStateGen :: RandomGen g => g -> (StateGenM g -> State g a) -> (a, g)
runStateGen g f = runState (f StateGenM) g

runStateGen_ :: RandomGen g => g -> (StateGenM g -> State g a) -> a
runStateGen_ g f = fst (runStateGen g f)

runStateGenT :: RandomGen g => g -> (StateGenM g -> StateT g m a) -> m (a, g)
runStateGenT g f = runStateT (f StateGenM) g

runStateGenT_ :: (RandomGen g, Functor f) => g -> (StateGenM g -> StateT g f a) -> f a
runStateGenT_ g f = fmap fst (runStateGenT g f)

runStateGenST :: RandomGen g => g -> (forall s. StateGenM g -> StateT g (ST s) a) -> (a, g)
runStateGenST g f = runST (runStateGenT g f)

runStateGenST_ :: RandomGen g => g -> (forall s. StateGenM g -> StateT g (ST s) a) -> a
runStateGenST_ g f = runST (runStateGenT_ g f)

-- ---- References -----------------------------------------------------------------------------------------------------
newtype AtomicGen g = AtomicGen { unAtomicGen :: g } deriving (Eq, Ord, Show)
newtype AtomicGenM g = AtomicGenM { unAtomicGenM :: IORef g }

newAtomicGenM :: MonadIO m => g -> m (AtomicGenM g)
newAtomicGenM g = liftIO (fmap AtomicGenM (newIORef g))

applyAtomicGen :: MonadIO m => (g -> (a, g)) -> AtomicGenM g -> m a
applyAtomicGen f (AtomicGenM r) = liftIO (atomicModifyIORef' r (\g -> case f g of (a, g') -> (g', a)))
{-# INLINE applyAtomicGen #-}

globalStdGen :: AtomicGenM StdGen
globalStdGen = AtomicGenM theStdGen

instance (RandomGen g, MonadIO m) => StatefulGen (AtomicGenM g) m where
  uniformWord32R m g = applyAtomicGen (genWord32R m) g
  uniformWord64R m g = applyAtomicGen (genWord64R m) g
  uniformWord8 g = applyAtomicGen genWord8 g
  uniformWord16 g = applyAtomicGen genWord16 g
  uniformWord32 g = applyAtomicGen genWord32 g
  uniformWord64 g = applyAtomicGen genWord64 g
  uniformShortByteString n g = applyAtomicGen (genShortByteString n) g
  applyGen f g = applyAtomicGen f g
  {-# INLINE uniformWord32R #-}
  {-# INLINE uniformWord64R #-}
  {-# INLINE uniformWord8 #-}
  {-# INLINE uniformWord16 #-}
  {-# INLINE uniformWord32 #-}
  {-# INLINE uniformWord64 #-}
  {-# INLINE applyGen #-}
instance (RandomGen g, MonadIO m) => RandomGenM (AtomicGenM g) g m where
  applyRandomGenM f g = applyAtomicGen f g

newtype IOGen g = IOGen { unIOGen :: g } deriving (Eq, Ord, Show)
newtype IOGenM g = IOGenM { unIOGenM :: IORef g }

newIOGenM :: MonadIO m => g -> m (IOGenM g)
newIOGenM g = liftIO (fmap IOGenM (newIORef g))

applyIOGen :: MonadIO m => (g -> (a, g)) -> IOGenM g -> m a
applyIOGen f (IOGenM r) = liftIO (readIORef r >>= \g -> case f g of (a, !g') -> writeIORef r g' >> return a)
{-# INLINE applyIOGen #-}

instance (RandomGen g, MonadIO m) => StatefulGen (IOGenM g) m where
  uniformWord32R m g = applyIOGen (genWord32R m) g
  uniformWord64R m g = applyIOGen (genWord64R m) g
  uniformWord8 g = applyIOGen genWord8 g
  uniformWord16 g = applyIOGen genWord16 g
  uniformWord32 g = applyIOGen genWord32 g
  uniformWord64 g = applyIOGen genWord64 g
  uniformShortByteString n g = applyIOGen (genShortByteString n) g
  applyGen f g = applyIOGen f g
  {-# INLINE uniformWord32R #-}
  {-# INLINE uniformWord64R #-}
  {-# INLINE uniformWord8 #-}
  {-# INLINE uniformWord16 #-}
  {-# INLINE uniformWord32 #-}
  {-# INLINE uniformWord64 #-}
  {-# INLINE applyGen #-}
instance (RandomGen g, MonadIO m) => RandomGenM (IOGenM g) g m where
  applyRandomGenM f g = applyIOGen f g

newtype STGen g = STGen { unSTGen :: g } deriving (Eq, Ord, Show)
newtype STGenM g s = STGenM { unSTGenM :: STRef s g }

newSTGenM :: g -> ST s (STGenM g s)
newSTGenM g = fmap STGenM (newSTRef g)

applySTGen :: (g -> (a, g)) -> STGenM g s -> ST s a
applySTGen f (STGenM r) = readSTRef r >>= \g -> case f g of (a, !g') -> writeSTRef r g' >> return a
{-# INLINE applySTGen #-}

instance RandomGen g => StatefulGen (STGenM g s) (ST s) where
  uniformWord32R m g = applySTGen (genWord32R m) g
  uniformWord64R m g = applySTGen (genWord64R m) g
  uniformWord8 g = applySTGen genWord8 g
  uniformWord16 g = applySTGen genWord16 g
  uniformWord32 g = applySTGen genWord32 g
  uniformWord64 g = applySTGen genWord64 g
  uniformShortByteString n g = applySTGen (genShortByteString n) g
  applyGen f g = applySTGen f g
  {-# INLINE uniformWord32R #-}
  {-# INLINE uniformWord64R #-}
  {-# INLINE uniformWord8 #-}
  {-# INLINE uniformWord16 #-}
  {-# INLINE uniformWord32 #-}
  {-# INLINE uniformWord64 #-}
  {-# INLINE applyGen #-}
instance RandomGen g => RandomGenM (STGenM g s) g (ST s) where
  applyRandomGenM f g = applySTGen f g

runSTGen :: RandomGen g => g -> (forall s. STGenM g s -> ST s a) -> (a, g)
runSTGen g f = runST (do
  m <- newSTGenM g
  a <- f m
  g' <- readSTRef (unSTGenM m)
  return (a, g'))

runSTGen_ :: RandomGen g => g -> (forall s. STGenM g s -> ST s a) -> a
runSTGen_ g f = fst (runSTGen g f)

newtype TGen g = TGen { unTGen :: g } deriving (Eq, Ord, Show)
newtype TGenM g = TGenM { unTGenM :: TVar g }

newTGenM :: g -> STM (TGenM g)
newTGenM g = fmap TGenM (newTVar g)

newTGenMIO :: MonadIO m => g -> m (TGenM g)
newTGenMIO g = liftIO (fmap TGenM (newTVarIO g))

applyTGen :: (g -> (a, g)) -> TGenM g -> STM a
applyTGen f (TGenM r) = readTVar r >>= \g -> case f g of (a, !g') -> writeTVar r g' >> return a
{-# INLINE applyTGen #-}

instance RandomGen g => StatefulGen (TGenM g) STM where
  uniformWord32R m g = applyTGen (genWord32R m) g
  uniformWord64R m g = applyTGen (genWord64R m) g
  uniformWord8 g = applyTGen genWord8 g
  uniformWord16 g = applyTGen genWord16 g
  uniformWord32 g = applyTGen genWord32 g
  uniformWord64 g = applyTGen genWord64 g
  uniformShortByteString n g = applyTGen (genShortByteString n) g
  applyGen f g = applyTGen f g
  {-# INLINE uniformWord32R #-}
  {-# INLINE uniformWord64R #-}
  {-# INLINE uniformWord8 #-}
  {-# INLINE uniformWord16 #-}
  {-# INLINE uniformWord32 #-}
  {-# INLINE uniformWord64 #-}
  {-# INLINE applyGen #-}
instance RandomGen g => RandomGenM (TGenM g) g STM where
  applyRandomGenM f g = applyTGen f g
