-- | Foreign pointers with Haskell finalisers.
module Foreign.Concurrent (newForeignPtr, addForeignPtrFinalizer) where

import Foreign.Ptr (Ptr)
import GPH.Foreign

newForeignPtr :: Ptr a -> IO () -> IO (ForeignPtr a)
newForeignPtr p fin = newForeignPtr_ p >>= \fp -> addIOFinalizer fp fin >> return fp

addForeignPtrFinalizer :: ForeignPtr a -> IO () -> IO ()
addForeignPtrFinalizer = addIOFinalizer
