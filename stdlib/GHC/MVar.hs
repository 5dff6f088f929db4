-- | Synchronising variables.
module GHC.MVar (MVar(..), newMVar, newEmptyMVar, readMVar, takeMVar, putMVar, tryTakeMVar, tryPutMVar, tryReadMVar, isEmptyMVar) where

import GPH.IOBase
