-- | IO inside pure code, at one's own risk.
module System.IO.Unsafe (unsafePerformIO, unsafeDupablePerformIO, unsafeInterleaveIO, unsafeFixIO) where

import GPH.IOBase

unsafeFixIO :: (a -> IO a) -> IO a
unsafeFixIO = fixIO
