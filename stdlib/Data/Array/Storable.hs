-- | Arrays of Storable elements in memory of C.
module Data.Array.Storable
  ( StorableArray, withStorableArray, touchStorableArray
  , MArray(getBounds, newArray, newArray_), Ix(..), newListArray, readArray, writeArray, mapArray, mapIndices
  , getElems, getAssocs
  , freeze, thaw
  ) where

import Data.Array.Base
import Data.Ix (Ix(..))
import Foreign.ForeignPtr (ForeignPtr, mallocForeignPtrArray, touchForeignPtr, withForeignPtr)
import Foreign.Ptr (Ptr)
import Foreign.Storable (Storable(..))

-- | Bounds, number of elements, memory.
data StorableArray i e = StorableArray !i !i !Int !(ForeignPtr e)

instance Storable e => MArray StorableArray e IO where
  getBounds (StorableArray l u _ _) = return (l, u)
  getNumElements (StorableArray _ _ n _) = return n
  newArray b x = do
    arr@(StorableArray _ _ n _) <- newArray_ b
    mapM_ (\i -> unsafeWrite arr i x) [0 .. n - 1]
    return arr
  newArray_ (l, u) = let n = safeRangeSize (l, u) in StorableArray l u n <$> mallocForeignPtrArray n
  unsafeNewArray_ = newArray_
  unsafeRead (StorableArray _ _ _ p) i = withForeignPtr p (`peekElemOff` i)
  unsafeWrite (StorableArray _ _ _ p) i x = withForeignPtr p (\a -> pokeElemOff a i x)

-- | The memory, which stays until the action ends.
withStorableArray :: StorableArray i e -> (Ptr e -> IO a) -> IO a
withStorableArray (StorableArray _ _ _ p) = withForeignPtr p

touchStorableArray :: StorableArray i e -> IO ()
touchStorableArray (StorableArray _ _ _ p) = touchForeignPtr p
