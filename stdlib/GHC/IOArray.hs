-- | Mutable arrays in IO.
module GHC.IOArray (IOArray, newIOArray, readIOArray, writeIOArray, unsafeReadIOArray, unsafeWriteIOArray, boundsIOArray) where

import Data.Array.Base (unsafeRead, unsafeWrite)
import Data.Array.IO (IOArray, getBounds, newArray, readArray, writeArray)
import GPH.IOBase (unsafePerformIO)
import GPH.Ix (Ix)

newIOArray :: Ix i => (i, i) -> e -> IO (IOArray i e)
newIOArray = newArray

readIOArray :: Ix i => IOArray i e -> i -> IO e
readIOArray = readArray

writeIOArray :: Ix i => IOArray i e -> i -> e -> IO ()
writeIOArray = writeArray

unsafeReadIOArray :: Ix i => IOArray i e -> Int -> IO e
unsafeReadIOArray = unsafeRead

unsafeWriteIOArray :: Ix i => IOArray i e -> Int -> e -> IO ()
unsafeWriteIOArray = unsafeWrite

boundsIOArray :: Ix i => IOArray i e -> (i, i)
boundsIOArray arr = unsafePerformIO (getBounds arr)
