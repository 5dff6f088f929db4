{-# LANGUAGE NoImplicitPrelude, MagicHash #-}
-- | The primitive types and operations.
module GHC.Prim (module GPH.Prim, maskAsyncExceptions#, unmaskAsyncExceptions#, maskUninterruptible#, getMaskingState#) where

import GPH.Exception (maskAsyncExceptions#, unmaskAsyncExceptions#, maskUninterruptible#, getMaskingState#)
import GPH.Prim
