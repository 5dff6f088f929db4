-- | Weak pointers.
module System.Mem.Weak (Weak, mkWeak, deRefWeak, finalize, mkWeakPtr, addFinalizer) where

import GPH.Weak
