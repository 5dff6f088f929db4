-- | Unsigned integers.
module Data.Word (Word, Word8, Word16, Word32, Word64, byteSwap16, byteSwap32, byteSwap64, bitReverse8, bitReverse16, bitReverse32, bitReverse64) where

import GPH.Bits (Bits(..))
import GPH.Word

-- | The bits in the opposite order.
bitReverse8 :: Word8 -> Word8
bitReverse8 = fromIntegral . reverseBits 8 . fromIntegral

bitReverse16 :: Word16 -> Word16
bitReverse16 = fromIntegral . reverseBits 16 . fromIntegral

bitReverse32 :: Word32 -> Word32
bitReverse32 = fromIntegral . reverseBits 32 . fromIntegral

bitReverse64 :: Word64 -> Word64
bitReverse64 = reverseBits 64

reverseBits :: Int -> Word64 -> Word64
reverseBits n w0 = go n w0 0
  where
    go :: Int -> Word64 -> Word64 -> Word64
    go 0 _ acc = acc
    go k w acc = go (k - 1) (w `shiftR` 1) (acc `shiftL` 1 .|. w .&. 1)
