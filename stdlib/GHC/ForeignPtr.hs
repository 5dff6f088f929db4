-- | Foreign pointers.
module GHC.ForeignPtr
  ( ForeignPtr, FinalizerPtr, FinalizerEnvPtr, addForeignPtrFinalizer, addForeignPtrFinalizerEnv, mallocPlainForeignPtr
  , unsafeForeignPtrToPtr, castForeignPtr, plusForeignPtr, newForeignPtr_, mallocForeignPtr, mallocForeignPtrBytes
  , mallocPlainForeignPtrBytes, newConcForeignPtr, addForeignPtrConcFinalizer, touchForeignPtr, finalizeForeignPtr, withForeignPtr, unsafeWithForeignPtr
  ) where

import Foreign.ForeignPtr
import Foreign.Storable (Storable)
import GPH.Foreign
import GPH.Ptr (Ptr)

mallocPlainForeignPtr :: Storable a => IO (ForeignPtr a)
mallocPlainForeignPtr = mallocForeignPtr

mallocPlainForeignPtrBytes :: Int -> IO (ForeignPtr a)
mallocPlainForeignPtrBytes = mallocForeignPtrBytes

newConcForeignPtr :: Ptr a -> IO () -> IO (ForeignPtr a)
newConcForeignPtr p fin = newForeignPtr_ p >>= \fp -> addIOFinalizer fp fin >> return fp

addForeignPtrConcFinalizer :: ForeignPtr a -> IO () -> IO ()
addForeignPtrConcFinalizer = addIOFinalizer

unsafeWithForeignPtr :: ForeignPtr a -> (Ptr a -> IO b) -> IO b
unsafeWithForeignPtr = withForeignPtr
