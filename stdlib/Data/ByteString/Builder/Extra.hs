-- | Control over the chunks that builders make, and numbers in the machine's byte order (little-endian).
module Data.ByteString.Builder.Extra
  ( toLazyByteStringWith, AllocationStrategy, safeStrategy, untrimmedStrategy, smallChunkSize, defaultChunkSize
  , byteStringCopy, byteStringInsert, byteStringThreshold, lazyByteStringCopy, lazyByteStringInsert, lazyByteStringThreshold, flush
  , intHost, int16Host, int32Host, int64Host, wordHost, word16Host, word32Host, word64Host, floatHost, doubleHost
  ) where

import Data.ByteString.Builder
import Data.ByteString.Builder.Internal
import qualified Data.ByteString as S
import qualified Data.ByteString.Lazy as L
import Data.Int (Int16, Int32, Int64)
import Data.Word (Word16, Word32, Word64)

-- | The builder's chunks, then those of the string.
toLazyByteStringWith :: AllocationStrategy -> L.ByteString -> Builder -> L.ByteString
toLazyByteStringWith strategy end b = foldr (\c t -> L.append (L.fromStrict c) t) end (buildChunks strategy b)

byteStringCopy, byteStringInsert :: S.ByteString -> Builder
byteStringCopy = copied
byteStringInsert = inserted

-- | Copied up to so many bytes.
byteStringThreshold :: Int -> S.ByteString -> Builder
byteStringThreshold = thresholded

lazyByteStringCopy, lazyByteStringInsert :: L.ByteString -> Builder
lazyByteStringCopy = chunkwise copied
lazyByteStringInsert = chunkwise inserted

lazyByteStringThreshold :: Int -> L.ByteString -> Builder
lazyByteStringThreshold most = chunkwise (thresholded most)

chunkwise :: (S.ByteString -> Builder) -> L.ByteString -> Builder
chunkwise f = L.foldrChunks (\c b -> f c <> b) mempty

intHost :: Int -> Builder
intHost = littleEndian 8 . fromIntegral
wordHost :: Word -> Builder
wordHost = littleEndian 8
int16Host :: Int16 -> Builder
int16Host = int16LE
word16Host :: Word16 -> Builder
word16Host = word16LE
int32Host :: Int32 -> Builder
int32Host = int32LE
word32Host :: Word32 -> Builder
word32Host = word32LE
int64Host :: Int64 -> Builder
int64Host = int64LE
word64Host :: Word64 -> Builder
word64Host = word64LE
floatHost :: Float -> Builder
floatHost = floatLE
doubleHost :: Double -> Builder
doubleHost = doubleLE
