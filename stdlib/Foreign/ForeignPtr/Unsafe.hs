-- | The address of a foreign pointer.
module Foreign.ForeignPtr.Unsafe (unsafeForeignPtrToPtr) where

import GPH.Foreign
