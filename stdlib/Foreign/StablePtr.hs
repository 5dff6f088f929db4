-- | Pointers to heap objects that foreign code may hold.
module Foreign.StablePtr (StablePtr, newStablePtr, deRefStablePtr, freeStablePtr, castStablePtrToPtr, castPtrToStablePtr) where

import GPH.Ptr
