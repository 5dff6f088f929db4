-- | Arrays in raw memory.
module Foreign.Marshal.Array
  ( mallocArray, mallocArray0, callocArray, callocArray0, allocaArray, allocaArray0, reallocArray, reallocArray0, peekArray, peekArray0, pokeArray, pokeArray0
  , newArray, newArray0, withArray, withArray0, withArrayLen, withArrayLen0, copyArray, moveArray, lengthArray0, advancePtr
  ) where

import Foreign.Marshal.Alloc
import Foreign.Marshal.Utils (copyBytes, moveBytes)
import Foreign.Ptr
import GPH.Storable

sizeOfTarget :: Storable a => Ptr a -> Int
sizeOfTarget p = sizeOf (target p)
  where target :: Ptr b -> b
        target _ = undefined

mallocArray, mallocArray0, callocArray :: Storable a => Int -> IO (Ptr a)
mallocArray = go undefined
  where go :: Storable b => b -> Int -> IO (Ptr b)
        go dummy size = mallocBytes (size * sizeOf dummy)
mallocArray0 size = mallocArray (size + 1)
callocArray = go undefined
  where go :: Storable b => b -> Int -> IO (Ptr b)
        go dummy size = callocBytes (size * sizeOf dummy)

allocaArray, allocaArray0 :: Storable a => Int -> (Ptr a -> IO b) -> IO b
allocaArray = go undefined
  where go :: Storable c => c -> Int -> (Ptr c -> IO d) -> IO d
        go dummy size = allocaBytesAligned (size * sizeOf dummy) (alignment dummy)
allocaArray0 size = allocaArray (size + 1)

reallocArray, reallocArray0 :: Storable a => Ptr a -> Int -> IO (Ptr a)
reallocArray p size = reallocBytes p (size * sizeOfTarget p)
reallocArray0 p size = reallocArray p (size + 1)

peekArray :: Storable a => Int -> Ptr a -> IO [a]
peekArray size ptr
  | size <= 0 = return []
  | otherwise = f (size - 1) []
  where f 0 acc = peekElemOff ptr 0 >>= \e -> return (e : acc)
        f n acc = peekElemOff ptr n >>= \e -> f (n - 1) (e : acc)

peekArray0 :: (Storable a, Eq a) => a -> Ptr a -> IO [a]
peekArray0 marker ptr = lengthArray0 marker ptr >>= \size -> peekArray size ptr

pokeArray :: Storable a => Ptr a -> [a] -> IO ()
pokeArray ptr vals0 = go vals0 0
  where go [] !_ = return ()
        go (val : vals) n = pokeElemOff ptr n val >> go vals (n + 1)

pokeArray0 :: Storable a => a -> Ptr a -> [a] -> IO ()
pokeArray0 marker ptr vals0 = go vals0 0
  where go [] !n = pokeElemOff ptr n marker
        go (val : vals) n = pokeElemOff ptr n val >> go vals (n + 1)

newArray :: Storable a => [a] -> IO (Ptr a)
newArray vals = mallocArray (length vals) >>= \ptr -> pokeArray ptr vals >> return ptr

newArray0 :: Storable a => a -> [a] -> IO (Ptr a)
newArray0 marker vals = mallocArray0 (length vals) >>= \ptr -> pokeArray0 marker ptr vals >> return ptr

withArray :: Storable a => [a] -> (Ptr a -> IO b) -> IO b
withArray vals = withArrayLen vals . const

withArray0 :: Storable a => a -> [a] -> (Ptr a -> IO b) -> IO b
withArray0 marker vals = withArrayLen0 marker vals . const

withArrayLen :: Storable a => [a] -> (Int -> Ptr a -> IO b) -> IO b
withArrayLen vals f = allocaArray len (\ptr -> pokeArray ptr vals >> f len ptr)
  where len = length vals

withArrayLen0 :: Storable a => a -> [a] -> (Int -> Ptr a -> IO b) -> IO b
withArrayLen0 marker vals f = allocaArray0 len (\ptr -> pokeArray0 marker ptr vals >> f len ptr)
  where len = length vals

copyArray, moveArray :: Storable a => Ptr a -> Ptr a -> Int -> IO ()
copyArray dest src size = copyBytes dest src (size * sizeOfTarget dest)
moveArray dest src size = moveBytes dest src (size * sizeOfTarget dest)

lengthArray0 :: (Storable a, Eq a) => a -> Ptr a -> IO Int
lengthArray0 marker ptr = loop 0
  where loop i = peekElemOff ptr i >>= \val -> if val == marker then return i else loop (i + 1)

advancePtr :: Storable a => Ptr a -> Int -> Ptr a
advancePtr ptr count = ptr `plusPtr` (count * sizeOfTarget ptr)

callocArray0 :: Storable a => Int -> IO (Ptr a)
callocArray0 size = callocArray (size + 1)
