{-# LANGUAGE MagicHash #-}
-- | Machine addresses with their constructors.
module GHC.Ptr (Ptr(..), FunPtr(..), nullPtr, castPtr, plusPtr, minusPtr, alignPtr, nullFunPtr, castFunPtr, castFunPtrToPtr, castPtrToFunPtr) where

import GPH.Ptr
