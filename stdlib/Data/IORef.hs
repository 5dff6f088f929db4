-- | Mutable references in IO.
module Data.IORef
  ( IORef, newIORef, readIORef, writeIORef, modifyIORef, modifyIORef', atomicModifyIORef, atomicModifyIORef', atomicWriteIORef, mkWeakIORef
  ) where

import GPH.IOBase
import GPH.Weak (mkWeakIORef)
