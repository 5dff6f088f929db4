-- | Escapes of state threads.
module Control.Monad.ST.Unsafe (unsafeInterleaveST, unsafeDupableInterleaveST, unsafeIOToST, unsafeSTToIO) where

import GPH.ST
