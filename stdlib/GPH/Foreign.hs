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
-- Finalisers run once, the newest first, when nothing refers to the pointer or at finalizeForeignPtr; those in C also when the program ends. They belong to a weak pointer
-- whose key is the variable, which all who have the foreign pointer have.
data ForeignPtr a = ForeignPtr Addr# ForeignPtrContents

data ForeignPtrContents
  = MallocPtr (MutableByteArray# RealWorld) (IORef Finalizers)   -- memory of the heap, pinned
  | PlainPtr (IORef Finalizers)

data Finalizers
  = NoFinalizers
  | CFinalizers (Weak# ())          -- the runtime has them
  | HaskellFinalizers [IO ()]

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
  r <- newIORef NoFinalizers
  return (ForeignPtr a (PlainPtr r))

finalizersOf :: ForeignPtrContents -> IORef Finalizers
finalizersOf (PlainPtr r) = r
finalizersOf (MallocPtr _ r) = r

noMixing :: IO a
noMixing = throwIO (ErrorCall "GHC.ForeignPtr: attempt to mix Haskell and C finalizers in the same ForeignPtr")

-- In Haskell.
addIOFinalizer :: ForeignPtr a -> IO () -> IO ()
addIOFinalizer (ForeignPtr _ c) fin = do
  let r@(IORef (STRef var)) = finalizersOf c
      add NoFinalizers = (HaskellFinalizers [fin], NoFinalizers)
      add old@(HaskellFinalizers fs) = (HaskellFinalizers (fin : fs), old)
      add old = (old, old)
  old <- atomicModifyIORef r add
  case old of
    NoFinalizers -> IO (\s -> case mkWeak# var c (unIO (runFinalizers r)) s of (# s1, _ #) -> (# s1, () #))
    HaskellFinalizers _ -> return ()
    CFinalizers _ -> noMixing

-- In C: function, its argument, 1# and the one before that if there is one.
addCFinalizer :: Addr# -> Addr# -> Int# -> Addr# -> ForeignPtr a -> IO ()
addCFinalizer fn ptr has_env env (ForeignPtr _ c) = again
 where
  r@(IORef (STRef var)) = finalizersOf c
  again = do
    fs <- readIORef r
    case fs of
      CFinalizers w -> put w
      HaskellFinalizers _ -> noMixing
      NoFinalizers -> do
        made <- IO (\s -> case mkWeakNoFinalizer# var (unsafeCoerce# c) s of (# s1, w #) -> (# s1, CFinalizers w #))
        atomicModifyIORef r (\now -> case now of { NoFinalizers -> (made, ()); _ -> (now, ()) })
        again
  -- not if they have run meanwhile: then there are none
  put w = do
    added <- IO (\s -> case addCFinalizerToWeak# fn ptr has_env env w s of (# s1, ok #) -> (# s1, isTrue# ok #))
    if added then IO (\s -> case touch# c s of s1 -> (# s1, () #)) else again

runFinalizers :: IORef Finalizers -> IO ()
runFinalizers r = do
  old <- atomicModifyIORef r (\fs -> (NoFinalizers, fs))
  case old of
    NoFinalizers -> return ()
    HaskellFinalizers fs -> sequence_ fs
    CFinalizers w -> IO (\s -> case finalizeWeak# w s of (# s1, _, _ #) -> (# s1, () #))

mallocForeignPtrBytes :: Int -> IO (ForeignPtr a)
mallocForeignPtrBytes (I# n) = do
  r <- newIORef NoFinalizers
  IO (\s -> case newPinnedByteArray# n s of (# s1, mba #) -> (# s1, ForeignPtr (mutableByteArrayContents# mba) (MallocPtr mba r) #))

touchForeignPtr :: ForeignPtr a -> IO ()
touchForeignPtr (ForeignPtr _ c) = IO (\s -> case touch# c s of s1 -> (# s1, () #))

withForeignPtr :: ForeignPtr a -> (Ptr a -> IO b) -> IO b
withForeignPtr fp@(ForeignPtr a _) action = do
  r <- action (Ptr a)
  touchForeignPtr fp
  return r

finalizeForeignPtr :: ForeignPtr a -> IO ()
finalizeForeignPtr (ForeignPtr _ c) = runFinalizers (finalizersOf c) >> IO (\s -> case touch# c s of s1 -> (# s1, () #))

plusForeignPtr :: ForeignPtr a -> Int -> ForeignPtr b
plusForeignPtr (ForeignPtr a c) (I# n) = ForeignPtr (plusAddr# a n) c
