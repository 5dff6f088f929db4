{-# LANGUAGE MagicHash #-}
-- | Pointers with finalisers.
module Foreign.ForeignPtr
  ( ForeignPtr, FinalizerPtr, FinalizerEnvPtr, newForeignPtr, newForeignPtr_, addForeignPtrFinalizer, newForeignPtrEnv, addForeignPtrFinalizerEnv
  , withForeignPtr, finalizeForeignPtr, touchForeignPtr, castForeignPtr, plusForeignPtr, mallocForeignPtr, mallocForeignPtrBytes, mallocForeignPtrArray
  , mallocForeignPtrArray0
  ) where

import GPH.Foreign
import GPH.Prim (nullAddr#)
import GPH.Ptr (FunPtr(..), Ptr(..))
import GPH.Storable

type FinalizerPtr a = FunPtr (Ptr a -> IO ())
type FinalizerEnvPtr env a = FunPtr (Ptr env -> Ptr a -> IO ())

newForeignPtr :: FinalizerPtr a -> Ptr a -> IO (ForeignPtr a)
newForeignPtr fin p = do
  fp <- newForeignPtr_ p
  addForeignPtrFinalizer fin fp
  return fp

addForeignPtrFinalizer :: FinalizerPtr a -> ForeignPtr a -> IO ()
addForeignPtrFinalizer (FunPtr fin) fp@(ForeignPtr p _) = addCFinalizer fin p 0# nullAddr# fp

newForeignPtrEnv :: FinalizerEnvPtr env a -> Ptr env -> Ptr a -> IO (ForeignPtr a)
newForeignPtrEnv fin env p = do
  fp <- newForeignPtr_ p
  addForeignPtrFinalizerEnv fin env fp
  return fp

addForeignPtrFinalizerEnv :: FinalizerEnvPtr env a -> Ptr env -> ForeignPtr a -> IO ()
addForeignPtrFinalizerEnv (FunPtr fin) (Ptr env) fp@(ForeignPtr p _) = addCFinalizer fin p 1# env fp

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
