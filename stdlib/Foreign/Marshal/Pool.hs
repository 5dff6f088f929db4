-- | Memory that is freed together.
module Foreign.Marshal.Pool
  ( Pool, newPool, freePool, withPool, pooledMalloc, pooledMallocBytes, pooledRealloc, pooledReallocBytes, pooledMallocArray, pooledMallocArray0
  , pooledReallocArray, pooledReallocArray0, pooledNew, pooledNewArray, pooledNewArray0
  ) where

import Control.Exception (bracket)
import Data.IORef
import Foreign.Marshal.Alloc
import Foreign.Marshal.Array
import Foreign.Ptr
import Foreign.Storable

newtype Pool = Pool (IORef [Ptr ()])

newPool :: IO Pool
newPool = fmap Pool (newIORef [])

freePool :: Pool -> IO ()
freePool (Pool r) = readIORef r >>= mapM_ free

withPool :: (Pool -> IO b) -> IO b
withPool = bracket newPool freePool

pooledMalloc :: Storable a => Pool -> IO (Ptr a)
pooledMalloc pool = go undefined
  where go :: Storable b => b -> IO (Ptr b)
        go dummy = pooledMallocBytes pool (sizeOf dummy)

pooledMallocBytes :: Pool -> Int -> IO (Ptr a)
pooledMallocBytes (Pool r) n = do
  p <- mallocBytes n
  modifyIORef r (castPtr p :)
  return p

pooledRealloc :: Storable a => Pool -> Ptr a -> IO (Ptr a)
pooledRealloc pool p0 = go undefined p0
  where go :: Storable b => b -> Ptr b -> IO (Ptr b)
        go dummy p = pooledReallocBytes pool p (sizeOf dummy)

-- | The pointer must be of this pool.
pooledReallocBytes :: Pool -> Ptr a -> Int -> IO (Ptr a)
pooledReallocBytes (Pool r) p n = do
  let old = castPtr p
  ps <- readIORef r
  if old `elem` ps then return () else ioError (userError "pointer not in pool")
  new <- reallocBytes old n
  writeIORef r (new : filter (/= old) ps)
  return (castPtr new)

pooledMallocArray, pooledMallocArray0 :: Storable a => Pool -> Int -> IO (Ptr a)
pooledMallocArray pool n = go undefined
  where go :: Storable b => b -> IO (Ptr b)
        go dummy = pooledMallocBytes pool (n * sizeOf dummy)
pooledMallocArray0 pool n = pooledMallocArray pool (n + 1)

pooledReallocArray, pooledReallocArray0 :: Storable a => Pool -> Ptr a -> Int -> IO (Ptr a)
pooledReallocArray pool p0 n = go undefined p0
  where go :: Storable b => b -> Ptr b -> IO (Ptr b)
        go dummy p = pooledReallocBytes pool p (n * sizeOf dummy)
pooledReallocArray0 pool p n = pooledReallocArray pool p (n + 1)

pooledNew :: Storable a => Pool -> a -> IO (Ptr a)
pooledNew pool x = do
  p <- pooledMalloc pool
  poke p x
  return p

pooledNewArray :: Storable a => Pool -> [a] -> IO (Ptr a)
pooledNewArray pool xs = do
  p <- pooledMallocArray pool (length xs)
  pokeArray p xs
  return p

pooledNewArray0 :: Storable a => Pool -> a -> [a] -> IO (Ptr a)
pooledNewArray0 pool end xs = do
  p <- pooledMallocArray0 pool (length xs)
  pokeArray0 end p xs
  return p
