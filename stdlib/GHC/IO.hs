{-# LANGUAGE MagicHash #-}
-- | The IO monad's inside.
module GHC.IO
  ( IO(..), unIO, failIO, unsafePerformIO, unsafeInterleaveIO, unsafeDupablePerformIO, unsafeDupableInterleaveIO, stToIO, ioToST, unsafeIOToST
  , unsafeSTToIO, catch, catchException, catchAny, throwIO, mask, mask_, uninterruptibleMask, uninterruptibleMask_, MaskingState(..), getMaskingState
  , interruptible, onException, bracket, finally, evaluate, FilePath, unsafeUnmask
  ) where

import GPH.Base
import GPH.Exception
import GPH.IOBase
import GPH.Prim (RealWorld)
import GPH.ST
import GPH.Types


ioToST :: IO a -> ST RealWorld a
ioToST = unsafeIOToST

unsafeUnmask :: IO a -> IO a
unsafeUnmask = unblock
