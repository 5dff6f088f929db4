-- | Mutable references.
module GHC.IORef (IORef(..), newIORef, readIORef, writeIORef, atomicModifyIORef, atomicModifyIORef', atomicWriteIORef) where

import GPH.IOBase
