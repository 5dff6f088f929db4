{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Builders of lazy strings of bytes: (<>) costs O(1), toLazyByteString O(n) in the bytes and lazily, in chunks of 4 KiB first, then of
-- 32 KiB. Strings are copied into the chunks up to 8 KiB, longer ones become chunks as they are (Data.ByteString.Builder.Extra has a choice).
module Data.ByteString.Builder
  ( Builder, toLazyByteString, hPutBuilder, byteString, lazyByteString, shortByteString, int8, word8, int16BE, int32BE, int64BE, word16BE, word32BE, word64BE
  , int16LE, int32LE, int64LE, word16LE, word32LE, word64LE, floatBE, floatLE, doubleBE, doubleLE, char7, string7, char8, string8, charUtf8, stringUtf8
  , int8Dec, int16Dec, int32Dec, int64Dec, intDec, integerDec, word8Dec, word16Dec, word32Dec, word64Dec, wordDec, floatDec, doubleDec
  , word8Hex, word16Hex, word32Hex, word64Hex, wordHex, int8HexFixed, int16HexFixed, int32HexFixed, int64HexFixed
  , word8HexFixed, word16HexFixed, word32HexFixed, word64HexFixed, floatHexFixed, doubleHexFixed, byteStringHex, lazyByteStringHex
  ) where

import Data.ByteString.Builder.Internal
import qualified Data.ByteString as S
import qualified Data.ByteString.Lazy as L
import Data.ByteString.Short (ShortByteString, fromShort)
import Data.Int (Int16, Int32, Int64, Int8)
import Data.String (IsString(..))
import Data.Word (Word16, Word32, Word64, Word8)
import GHC.Float (castDoubleToWord64, castFloatToWord32)
import GPH.Prim
import GPH.Types (Char(..), Word(..))
import System.IO (Handle)

instance IsString Builder where
  fromString = stringUtf8
instance Show Builder where
  showsPrec d = showsPrec d . toLazyByteString

toLazyByteString :: Builder -> L.ByteString
toLazyByteString b = L.fromChunks (buildChunks (safeStrategy smallChunkSize defaultChunkSize) b)

hPutBuilder :: Handle -> Builder -> IO ()
hPutBuilder h = L.hPut h . toLazyByteString

byteString :: S.ByteString -> Builder
byteString = thresholded (2 * smallChunkSize)
{-# INLINE byteString #-}

shortByteString :: ShortByteString -> Builder
shortByteString = copied . fromShort

lazyByteString :: L.ByteString -> Builder
lazyByteString = L.foldrChunks (\c b -> byteString c <> b) mempty

word8 :: Word8 -> Builder
word8 x = bounded 1# (\m i s -> case fromIntegral x of W# w -> writeByte m i w s)
{-# INLINE word8 #-}
int8 :: Int8 -> Builder
int8 = word8 . fromIntegral

int16BE, int16LE :: Int16 -> Builder
int16BE = bigEndian 2 . fromIntegral
int16LE = littleEndian 2 . fromIntegral
int32BE, int32LE :: Int32 -> Builder
int32BE = bigEndian 4 . fromIntegral
int32LE = littleEndian 4 . fromIntegral
int64BE, int64LE :: Int64 -> Builder
int64BE = bigEndian 8 . fromIntegral
int64LE = littleEndian 8 . fromIntegral
word16BE, word16LE :: Word16 -> Builder
word16BE = bigEndian 2 . fromIntegral
word16LE = littleEndian 2 . fromIntegral
word32BE, word32LE :: Word32 -> Builder
word32BE = bigEndian 4 . fromIntegral
word32LE = littleEndian 4 . fromIntegral
word64BE, word64LE :: Word64 -> Builder
word64BE = bigEndian 8 . fromIntegral
word64LE = littleEndian 8 . fromIntegral

-- | The bits of the IEEE 754 number.
floatBE, floatLE :: Float -> Builder
floatBE = word32BE . castFloatToWord32
floatLE = word32LE . castFloatToWord32
doubleBE, doubleLE :: Double -> Builder
doubleBE = word64BE . castDoubleToWord64
doubleLE = word64LE . castDoubleToWord64

-- | The low seven, the low eight bits, UTF-8.
char7, char8, charUtf8 :: Char -> Builder
char7 ch = bounded 1# (\m i s -> case ch of C# c -> writeLow 127## m i c s)
{-# INLINE char7 #-}
char8 ch = bounded 1# (\m i s -> case ch of C# c -> writeLow 255## m i c s)
{-# INLINE char8 #-}
charUtf8 ch = bounded 4# (\m i s -> case ch of C# c -> writeUtf8 m i c s)
{-# INLINE charUtf8 #-}

-- | Lazy in the string.
string7, string8, stringUtf8 :: String -> Builder
string7 = characters 1# (writeLow 127##)
string8 = characters 1# (writeLow 255##)
stringUtf8 = characters 4# writeUtf8

writeLow :: Word# -> MutableByteArray# RealWorld -> Int# -> Char# -> State# RealWorld -> (# State# RealWorld, Int# #)
writeLow mask m i c s = writeByte m i (and# mask (int2Word# (ord# c))) s
{-# INLINE writeLow #-}

int8Dec :: Int8 -> Builder
int8Dec = intDigits . fromIntegral
int16Dec :: Int16 -> Builder
int16Dec = intDigits . fromIntegral
int32Dec :: Int32 -> Builder
int32Dec = intDigits . fromIntegral
int64Dec :: Int64 -> Builder
int64Dec = intDigits . fromIntegral
intDec :: Int -> Builder
intDec = intDigits
integerDec :: Integer -> Builder
integerDec !n = string7 (show n)
word8Dec :: Word8 -> Builder
word8Dec = wordDigits . fromIntegral
word16Dec :: Word16 -> Builder
word16Dec = wordDigits . fromIntegral
word32Dec :: Word32 -> Builder
word32Dec = wordDigits . fromIntegral
word64Dec :: Word64 -> Builder
word64Dec = wordDigits . fromIntegral
wordDec :: Word -> Builder
wordDec = wordDigits
floatDec :: Float -> Builder
floatDec = string7 . show
doubleDec :: Double -> Builder
doubleDec = string7 . show

word8Hex :: Word8 -> Builder
word8Hex = hexDigits . fromIntegral
word16Hex :: Word16 -> Builder
word16Hex = hexDigits . fromIntegral
word32Hex :: Word32 -> Builder
word32Hex = hexDigits . fromIntegral
word64Hex :: Word64 -> Builder
word64Hex = hexDigits . fromIntegral
wordHex :: Word -> Builder
wordHex = hexDigits

int8HexFixed :: Int8 -> Builder
int8HexFixed = nibbles 2 . fromIntegral
int16HexFixed :: Int16 -> Builder
int16HexFixed = nibbles 4 . fromIntegral
int32HexFixed :: Int32 -> Builder
int32HexFixed = nibbles 8 . fromIntegral
int64HexFixed :: Int64 -> Builder
int64HexFixed = nibbles 16 . fromIntegral
word8HexFixed :: Word8 -> Builder
word8HexFixed = nibbles 2 . fromIntegral
word16HexFixed :: Word16 -> Builder
word16HexFixed = nibbles 4 . fromIntegral
word32HexFixed :: Word32 -> Builder
word32HexFixed = nibbles 8 . fromIntegral
word64HexFixed :: Word64 -> Builder
word64HexFixed = nibbles 16 . fromIntegral
floatHexFixed :: Float -> Builder
floatHexFixed = word32HexFixed . castFloatToWord32
doubleHexFixed :: Double -> Builder
doubleHexFixed = word64HexFixed . castDoubleToWord64

byteStringHex :: S.ByteString -> Builder
byteStringHex = hexBytes
lazyByteStringHex :: L.ByteString -> Builder
lazyByteStringHex = L.foldrChunks (\c b -> hexBytes c <> b) mempty
