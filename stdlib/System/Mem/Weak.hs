-- | Weak pointers.
module System.Mem.Weak (Weak, mkWeak, deRefWeak, finalize, mkWeakPtr, addFinalizer, mkWeakPair) where

import GPH.Weak

-- | Key and value together are the value.
mkWeakPair :: k -> v -> Maybe (IO ()) -> IO (Weak (k, v))
mkWeakPair key v fin = mkWeak key (key, v) fin
