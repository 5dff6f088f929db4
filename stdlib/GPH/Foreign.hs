{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Raw memory: allocation, arrays, foreign pointers.
module GPH.Foreign where

import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Exception
import GPH.IOBase
import GPH.Ptr
import GPH.Storable
import GPH.ST (STRef(..))

foreign import ccall unsafe "malloc" c_malloc :: Word -> IO (Ptr a)
foreign import ccall unsafe "calloc" c_calloc :: Word -> Word -> IO (Ptr a)
foreign import ccall unsafe "realloc" c_realloc :: Ptr a -> Word -> IO (Ptr b)
foreign import ccall unsafe "free" c_free :: Ptr a -> IO ()
foreign import ccall unsafe "&free" finalizerFree :: FunPtr (Ptr a -> IO ())
foreign import ccall unsafe "memcpy" c_memcpy :: Ptr a -> Ptr b -> Word -> IO (Ptr ())
foreign import ccall unsafe "memmove" c_memmove :: Ptr a -> Ptr b -> Word -> IO (Ptr ())
foreign import ccall unsafe "memset" c_memset :: Ptr a -> Int -> Word -> IO (Ptr ())
foreign import ccall "dynamic" callFinalizer :: FunPtr (Ptr a -> IO ()) -> Ptr a -> IO ()
foreign import ccall "dynamic" callFinalizerEnv :: FunPtr (Ptr env -> Ptr a -> IO ()) -> Ptr env -> Ptr a -> IO ()

outOfMemory :: String -> Ptr a -> IO (Ptr a)
outOfMemory loc p
  | p == nullPtr = ioError (IOError Nothing ResourceExhausted loc "out of memory" Nothing Nothing)
  | otherwise = return p

mallocBytes, callocBytes :: Int -> IO (Ptr a)
mallocBytes n = c_malloc (fromIntegral (max 1 n)) >>= outOfMemory "malloc"
callocBytes n = c_calloc 1 (fromIntegral (max 1 n)) >>= outOfMemory "calloc"

reallocBytes :: Ptr a -> Int -> IO (Ptr a)
reallocBytes p 0 = c_free p >> return nullPtr
reallocBytes p n = c_realloc p (fromIntegral n) >>= outOfMemory "realloc"

-- | Memory for the time of the action: a pinned array of the heap.
allocaBytesAligned :: Int -> Int -> (Ptr a -> IO b) -> IO b
allocaBytesAligned n align action
  | align > 4096 = pinnedBytes (n + align) 16 (\p -> action (alignPtr p align))     -- a block of the heap is aligned to 4096 bytes
  | otherwise = pinnedBytes n align action

pinnedBytes :: Int -> Int -> (Ptr a -> IO b) -> IO b
pinnedBytes (I# n) (I# align) action = IO (\s -> case newAlignedPinnedByteArray# n align s of
  (# s1, mba #) -> case unIO (action (Ptr (mutableByteArrayContents# mba))) s1 of
    (# s2, r #) -> case touch# (Keep mba) s2 of s3 -> (# s3, r #))

data Keep = Keep (MutableByteArray# RealWorld)

allocaBytes :: Int -> (Ptr a -> IO b) -> IO b
allocaBytes n = pinnedBytes n 16

-- ---- Foreign pointers ---------------------------------------------------------------------------------------------------
-- The list of finalisers runs once, newest first, when nothing refers to the pointer or at finalizeForeignPtr.
data ForeignPtr a = ForeignPtr Addr# ForeignPtrContents

data ForeignPtrContents
  = MallocPtr (MutableByteArray# RealWorld)   -- memory of the heap, pinned
  | PlainPtr (IORef [IO ()])

instance Eq (ForeignPtr a) where
  p == q = unsafeForeignPtrToPtr p == unsafeForeignPtrToPtr q
instance Ord (ForeignPtr a) where
  compare p q = compare (unsafeForeignPtrToPtr p) (unsafeForeignPtrToPtr q)
instance Show (ForeignPtr a) where
  showsPrec p f = showsPrec p (unsafeForeignPtrToPtr f)

unsafeForeignPtrToPtr :: ForeignPtr a -> Ptr a
unsafeForeignPtrToPtr (ForeignPtr a _) = Ptr a

newForeignPtr_ :: Ptr a -> IO (ForeignPtr a)
newForeignPtr_ (Ptr a) = do
  r <- newIORef []
  return (ForeignPtr a (PlainPtr r))

addIOFinalizer :: ForeignPtr a -> IO () -> IO ()
addIOFinalizer (ForeignPtr _ (PlainPtr r)) fin = do
  old <- atomicModifyIORef r (\fs -> (fin : fs, fs))
  case old of
    [] -> attach r
    _ -> return ()
addIOFinalizer (ForeignPtr _ (MallocPtr mba)) fin = IO (\s -> case mkWeak# mba () (unIO fin) s of (# s1, _ #) -> (# s1, () #))

attach :: IORef [IO ()] -> IO ()
attach r@(IORef (STRef var)) = IO (\s -> case mkWeak# var () (unIO (runFinalizers r)) s of (# s1, _ #) -> (# s1, () #))

runFinalizers :: IORef [IO ()] -> IO ()
runFinalizers r = do
  fs <- atomicModifyIORef r (\fs -> ([], fs))
  sequence_ fs

mallocForeignPtrBytes :: Int -> IO (ForeignPtr a)
mallocForeignPtrBytes (I# n) = IO (\s -> case newPinnedByteArray# n s of
  (# s1, mba #) -> (# s1, ForeignPtr (mutableByteArrayContents# mba) (MallocPtr mba) #))

touchForeignPtr :: ForeignPtr a -> IO ()
touchForeignPtr (ForeignPtr _ c) = IO (\s -> case touch# c s of s1 -> (# s1, () #))

withForeignPtr :: ForeignPtr a -> (Ptr a -> IO b) -> IO b
withForeignPtr fp@(ForeignPtr a _) action = do
  r <- action (Ptr a)
  touchForeignPtr fp
  return r

finalizeForeignPtr :: ForeignPtr a -> IO ()
finalizeForeignPtr (ForeignPtr _ (PlainPtr r)) = runFinalizers r
finalizeForeignPtr _ = return ()

plusForeignPtr :: ForeignPtr a -> Int -> ForeignPtr b
plusForeignPtr (ForeignPtr a c) (I# n) = ForeignPtr (plusAddr# a n) c
