-- | Pointers with finalisers.
module Foreign.ForeignPtr
  ( ForeignPtr, FinalizerPtr, FinalizerEnvPtr, newForeignPtr, newForeignPtr_, addForeignPtrFinalizer, newForeignPtrEnv, addForeignPtrFinalizerEnv
  , withForeignPtr, finalizeForeignPtr, touchForeignPtr, castForeignPtr, plusForeignPtr, mallocForeignPtr, mallocForeignPtrBytes, mallocForeignPtrArray
  , mallocForeignPtrArray0
  ) where

import Foreign.Ptr
import GPH.Foreign
import GPH.Storable

type FinalizerPtr a = FunPtr (Ptr a -> IO ())
type FinalizerEnvPtr env a = FunPtr (Ptr env -> Ptr a -> IO ())

newForeignPtr :: FinalizerPtr a -> Ptr a -> IO (ForeignPtr a)
newForeignPtr fin p = do
  fp <- newForeignPtr_ p
  addForeignPtrFinalizer fin fp
  return fp

addForeignPtrFinalizer :: FinalizerPtr a -> ForeignPtr a -> IO ()
addForeignPtrFinalizer fin fp = let p = unsafeForeignPtrToPtr fp in addIOFinalizer fp (callFinalizer fin p)

newForeignPtrEnv :: FinalizerEnvPtr env a -> Ptr env -> Ptr a -> IO (ForeignPtr a)
newForeignPtrEnv fin env p = do
  fp <- newForeignPtr_ p
  addForeignPtrFinalizerEnv fin env fp
  return fp

addForeignPtrFinalizerEnv :: FinalizerEnvPtr env a -> Ptr env -> ForeignPtr a -> IO ()
addForeignPtrFinalizerEnv fin env fp = let p = unsafeForeignPtrToPtr fp in addIOFinalizer fp (callFinalizerEnv fin env p)

castForeignPtr :: ForeignPtr a -> ForeignPtr b
castForeignPtr (ForeignPtr a c) = ForeignPtr a c

mallocForeignPtr :: Storable a => IO (ForeignPtr a)
mallocForeignPtr = doMalloc undefined
  where doMalloc :: Storable b => b -> IO (ForeignPtr b)
        doMalloc a = mallocForeignPtrBytes (sizeOf a)

mallocForeignPtrArray, mallocForeignPtrArray0 :: Storable a => Int -> IO (ForeignPtr a)
mallocForeignPtrArray = doMalloc undefined
  where doMalloc :: Storable b => b -> Int -> IO (ForeignPtr b)
        doMalloc a size = mallocForeignPtrBytes (size * sizeOf a)
mallocForeignPtrArray0 size = mallocForeignPtrArray (size + 1)
