-- | Parts of byte strings without checks of bounds; all cost O(1).
module Data.ByteString.Unsafe (unsafeHead, unsafeTail, unsafeInit, unsafeLast, unsafeIndex, unsafeTake, unsafeDrop) where

import Data.ByteString.Internal
import Data.Word (Word8)
import Prelude (Int, (-))

unsafeHead, unsafeLast :: ByteString -> Word8
unsafeHead b = unsafeIndex b 0
unsafeLast b = unsafeIndex b (length b - 1)
{-# INLINE unsafeHead #-}
{-# INLINE unsafeLast #-}

unsafeTail, unsafeInit :: ByteString -> ByteString
unsafeTail b = unsafeDrop 1 b
unsafeInit b = unsafeTake (length b - 1) b
{-# INLINE unsafeTail #-}
{-# INLINE unsafeInit #-}
