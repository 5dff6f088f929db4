-- | Raw memory.
module Foreign.Marshal.Alloc
  ( alloca, allocaBytes, allocaBytesAligned, malloc, mallocBytes, calloc, callocBytes, realloc, reallocBytes, free, finalizerFree
  ) where

import Foreign.Ptr
import GPH.Foreign
import GPH.Storable

alloca :: Storable a => (Ptr a -> IO b) -> IO b
alloca = doAlloca undefined
  where doAlloca :: Storable c => c -> (Ptr c -> IO d) -> IO d
        doAlloca dummy = allocaBytesAligned (sizeOf dummy) (alignment dummy)

malloc, calloc :: Storable a => IO (Ptr a)
malloc = doMalloc undefined
  where doMalloc :: Storable b => b -> IO (Ptr b)
        doMalloc dummy = mallocBytes (sizeOf dummy)
calloc = doCalloc undefined
  where doCalloc :: Storable b => b -> IO (Ptr b)
        doCalloc dummy = callocBytes (sizeOf dummy)

realloc :: Storable b => Ptr a -> IO (Ptr b)
realloc = doRealloc undefined
  where doRealloc :: Storable c => c -> Ptr d -> IO (Ptr c)
        doRealloc dummy p = reallocBytes (castPtr p) (sizeOf dummy)

free :: Ptr a -> IO ()
free = c_free
