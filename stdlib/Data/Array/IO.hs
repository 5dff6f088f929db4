-- | Mutable arrays, boxed and unboxed, in IO.
module Data.Array.IO (IOArray, IOUArray, hGetArray, hPutArray, module Data.Array.MArray) where

import Data.Array.Base (IOArray, IOUArray, getNumElements, unsafeRead, unsafeWrite)
import Data.Array.MArray
import Data.Word (Word8)
import Foreign.Marshal.Array (allocaArray)
import Foreign.Storable (peekElemOff, pokeElemOff)
import System.IO (Handle, hGetBuf, hPutBuf)


-- | Reads up to so many bytes into the beginning of the array; the number of bytes read is the result.
hGetArray :: Handle -> IOUArray Int Word8 -> Int -> IO Int
hGetArray h arr n = checked "hGetArray" arr n (allocaArray n (\p -> do
  got <- hGetBuf h p n
  mapM_ (\i -> peekElemOff p i >>= unsafeWrite arr i) [0 .. got - 1]
  return got))

-- | Writes so many bytes from the beginning of the array.
hPutArray :: Handle -> IOUArray Int Word8 -> Int -> IO ()
hPutArray h arr n = checked "hPutArray" arr n (allocaArray n (\p -> do
  mapM_ (\i -> unsafeRead arr i >>= pokeElemOff p i) [0 .. n - 1]
  hPutBuf h p n))

checked :: String -> IOUArray Int Word8 -> Int -> IO a -> IO a
checked name arr n io = do
  size <- getNumElements arr
  if n < 0 || n > size
    then ioError (userError (name ++ ": illegal buffer size " ++ show n))
    else io
