-- | Builders of lazy strings of bytes: (<>) costs O(1), toLazyByteString O(n) in the bytes and lazily, in chunks of about 4 KiB.
module Data.ByteString.Builder
  ( Builder, toLazyByteString, hPutBuilder, byteString, lazyByteString, shortByteString, int8, word8, int16BE, int32BE, int64BE, word16BE, word32BE, word64BE
  , int16LE, int32LE, int64LE, word16LE, word32LE, word64LE, floatBE, floatLE, doubleBE, doubleLE, char7, string7, char8, string8, charUtf8, stringUtf8
  , int8Dec, int16Dec, int32Dec, int64Dec, intDec, integerDec, word8Dec, word16Dec, word32Dec, word64Dec, wordDec, floatDec, doubleDec
  , word8Hex, word16Hex, word32Hex, word64Hex, wordHex, int8HexFixed, int16HexFixed, int32HexFixed, int64HexFixed
  , word8HexFixed, word16HexFixed, word32HexFixed, word64HexFixed, floatHexFixed, doubleHexFixed, byteStringHex, lazyByteStringHex
  ) where

import Data.Bits (shiftR, (.&.))
import qualified Data.ByteString as S
import qualified Data.ByteString.Char8 as C
import qualified Data.ByteString.Lazy as L
import Data.Char (chr, intToDigit, ord)
import Data.Int (Int16, Int32, Int64, Int8)
import Data.String (IsString(..))
import qualified Data.Text.Internal as Text
import Data.Word (Word16, Word32, Word64, Word8)
import GHC.Float (castDoubleToWord64, castFloatToWord32)
import Numeric (showHex)
import System.IO (Handle)

newtype Builder = Builder ([S.ByteString] -> [S.ByteString])

instance Semigroup Builder where
  Builder f <> Builder g = Builder (f . g)
instance Monoid Builder where
  mempty = Builder id
instance IsString Builder where
  fromString = stringUtf8
instance Show Builder where
  showsPrec d = showsPrec d . toLazyByteString

toLazyByteString :: Builder -> L.ByteString
toLazyByteString (Builder f) = L.fromChunks (join [] 0 (f []))
  where
    -- Small pieces are collected, big ones go through as they are.
    join :: [S.ByteString] -> Int -> [S.ByteString] -> [S.ByteString]
    join acc n [] = [S.concat (reverse acc) | n > 0]
    join acc n (p : ps)
      | S.length p >= 4096 = [S.concat (reverse acc) | n > 0] ++ p : join [] 0 ps
      | n + S.length p > 4096 = S.concat (reverse acc) : join [p] (S.length p) ps
      | otherwise = join (p : acc) (n + S.length p) ps

hPutBuilder :: Handle -> Builder -> IO ()
hPutBuilder h = L.hPut h . toLazyByteString

byteString, shortByteString :: S.ByteString -> Builder
byteString b = Builder (b :)
shortByteString = byteString

lazyByteString :: L.ByteString -> Builder
lazyByteString t = Builder (L.toChunks t ++)

int8 :: Int8 -> Builder
int8 = word8 . fromIntegral
word8 :: Word8 -> Builder
word8 = byteString . S.singleton

bigEndian, littleEndian :: Integral a => Int -> a -> Builder
bigEndian n x = byteString (S.pack (reverse (octets n x)))
littleEndian n x = byteString (S.pack (octets n x))

octets :: Integral a => Int -> a -> [Word8]
octets n x = [fromIntegral ((w `shiftR` (8 * i)) .&. 255) | i <- [0 .. n - 1]]
  where w = fromIntegral x :: Word64

int16BE, int16LE :: Int16 -> Builder
int16BE = bigEndian 2
int16LE = littleEndian 2
int32BE, int32LE :: Int32 -> Builder
int32BE = bigEndian 4
int32LE = littleEndian 4
int64BE, int64LE :: Int64 -> Builder
int64BE = bigEndian 8
int64LE = littleEndian 8
word16BE, word16LE :: Word16 -> Builder
word16BE = bigEndian 2
word16LE = littleEndian 2
word32BE, word32LE :: Word32 -> Builder
word32BE = bigEndian 4
word32LE = littleEndian 4
word64BE, word64LE :: Word64 -> Builder
word64BE = bigEndian 8
word64LE = littleEndian 8

-- | The bits of the IEEE 754 number.
floatBE, floatLE :: Float -> Builder
floatBE = word32BE . castFloatToWord32
floatLE = word32LE . castFloatToWord32
doubleBE, doubleLE :: Double -> Builder
doubleBE = word64BE . castDoubleToWord64
doubleLE = word64LE . castDoubleToWord64

char7, char8, charUtf8 :: Char -> Builder
char7 c = byteString (C.singleton (chr (ord c .&. 127)))
char8 = byteString . C.singleton
charUtf8 c = stringUtf8 [c]

string7, string8, stringUtf8 :: String -> Builder
string7 = byteString . C.pack . map (chr . (.&. 127) . ord)
string8 = byteString . C.pack
stringUtf8 s = case Text.pack s of Text.Text bytes -> byteString bytes

decimal :: Show a => a -> Builder
decimal = byteString . C.pack . show

int8Dec :: Int8 -> Builder
int8Dec = decimal
int16Dec :: Int16 -> Builder
int16Dec = decimal
int32Dec :: Int32 -> Builder
int32Dec = decimal
int64Dec :: Int64 -> Builder
int64Dec = decimal
intDec :: Int -> Builder
intDec = decimal
integerDec :: Integer -> Builder
integerDec = decimal
word8Dec :: Word8 -> Builder
word8Dec = decimal
word16Dec :: Word16 -> Builder
word16Dec = decimal
word32Dec :: Word32 -> Builder
word32Dec = decimal
word64Dec :: Word64 -> Builder
word64Dec = decimal
wordDec :: Word -> Builder
wordDec = decimal
floatDec :: Float -> Builder
floatDec = decimal
doubleDec :: Double -> Builder
doubleDec = decimal

hexadecimal :: (Integral a, Show a) => a -> Builder
hexadecimal x = byteString (C.pack (showHex x ""))

word8Hex :: Word8 -> Builder
word8Hex = hexadecimal
word16Hex :: Word16 -> Builder
word16Hex = hexadecimal
word32Hex :: Word32 -> Builder
word32Hex = hexadecimal
word64Hex :: Word64 -> Builder
word64Hex = hexadecimal
wordHex :: Word -> Builder
wordHex = hexadecimal

fixedHex :: Integral a => Int -> a -> Builder
fixedHex n x = byteString (C.pack (concatMap digits (reverse (octets n x))))

digits :: Word8 -> String
digits w = [intToDigit (fromIntegral (w `shiftR` 4)), intToDigit (fromIntegral (w .&. 15))]

int8HexFixed :: Int8 -> Builder
int8HexFixed = fixedHex 1
int16HexFixed :: Int16 -> Builder
int16HexFixed = fixedHex 2
int32HexFixed :: Int32 -> Builder
int32HexFixed = fixedHex 4
int64HexFixed :: Int64 -> Builder
int64HexFixed = fixedHex 8
word8HexFixed :: Word8 -> Builder
word8HexFixed = fixedHex 1
word16HexFixed :: Word16 -> Builder
word16HexFixed = fixedHex 2
word32HexFixed :: Word32 -> Builder
word32HexFixed = fixedHex 4
word64HexFixed :: Word64 -> Builder
word64HexFixed = fixedHex 8
floatHexFixed :: Float -> Builder
floatHexFixed = word32HexFixed . castFloatToWord32
doubleHexFixed :: Double -> Builder
doubleHexFixed = word64HexFixed . castDoubleToWord64

byteStringHex :: S.ByteString -> Builder
byteStringHex = byteString . C.pack . concatMap digits . S.unpack
lazyByteStringHex :: L.ByteString -> Builder
lazyByteStringHex = foldMap byteStringHex . L.toChunks
