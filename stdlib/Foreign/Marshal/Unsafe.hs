-- | Marshalling in pure code.
module Foreign.Marshal.Unsafe (unsafeLocalState) where

import GPH.IOBase (unsafePerformIO)

unsafeLocalState :: IO a -> a
unsafeLocalState = unsafePerformIO
