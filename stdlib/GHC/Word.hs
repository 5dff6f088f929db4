{-# LANGUAGE MagicHash #-}
-- | Sized words with their constructors.
module GHC.Word
  ( Word(..), Word8(..), Word16(..), Word32(..), Word64(..), byteSwap16, byteSwap32, byteSwap64
  , bitReverse8, bitReverse16, bitReverse32, bitReverse64
  ) where

import Data.Word (bitReverse8, bitReverse16, bitReverse32, bitReverse64)
import GPH.Types
import GPH.Word
