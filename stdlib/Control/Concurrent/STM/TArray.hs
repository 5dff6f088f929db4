-- | Arrays of transactional variables.
module Control.Concurrent.STM.TArray (TArray) where

import Control.Concurrent.STM.TVar
import Control.Monad.STM
import Data.Array (Array, bounds, listArray)
import Data.Array.Base (MArray(..))
import qualified GPH.Arr as Arr

newtype TArray i e = TArray (Array i (TVar e)) deriving Eq

instance MArray TArray e STM where
  getBounds (TArray a) = return (bounds a)
  getNumElements (TArray a) = return (Arr.numElements a)
  newArray b e = do
    vars <- sequence (replicate (Arr.safeRangeSize b) (newTVar e))
    return (TArray (listArray b vars))
  unsafeRead (TArray a) i = readTVar (Arr.unsafeAt a i)
  unsafeWrite (TArray a) i e = writeTVar (Arr.unsafeAt a i) e

instance MArray TArray e IO where
  getBounds (TArray a) = return (bounds a)
  getNumElements (TArray a) = return (Arr.numElements a)
  newArray b e = do
    vars <- sequence (replicate (Arr.safeRangeSize b) (newTVarIO e))
    return (TArray (listArray b vars))
  unsafeRead (TArray a) i = readTVarIO (Arr.unsafeAt a i)
  unsafeWrite (TArray a) i e = atomically (writeTVar (Arr.unsafeAt a i) e)
