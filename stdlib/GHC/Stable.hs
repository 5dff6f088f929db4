-- | Pointers to heap objects that foreign code may hold.
module GHC.Stable (module Foreign.StablePtr) where

import Foreign.StablePtr
