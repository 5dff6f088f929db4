-- | Between Text and bytes. encodeUtf8 costs O(1); the decoders O(n), and where nothing has to be replaced decodeUtf8 shares the bytes.
-- Malformed input: decodeUtf8 raises a UnicodeException, decodeUtf8' returns it, decodeUtf8With asks.
module Data.Text.Encoding
  ( encodeUtf8, decodeUtf8, decodeUtf8', decodeUtf8With, decodeLatin1, decodeASCII, encodeUtf16LE, encodeUtf16BE, encodeUtf32LE, encodeUtf32BE
  , decodeUtf16LE, decodeUtf16BE, decodeUtf32LE, decodeUtf32BE, decodeUtf16LEWith, decodeUtf16BEWith, decodeUtf32LEWith, decodeUtf32BEWith
  , streamDecodeUtf8, streamDecodeUtf8With, Decoding(..), encodeUtf8Builder
  ) where

import Control.Exception (evaluate, try)
import Data.Bits (shiftR)
import Data.ByteString.Builder (Builder, byteString)
import qualified GPH.ByteString as B
import GPH.ByteString (ByteString)
import Data.Char (ord)
import Data.Text.Encoding.Error (OnDecodeError, UnicodeException, strictDecode)
import Data.Text.Encoding.Units
import Data.Text.Internal (Text(..), fromLatin1, pack, unpack)
import Data.Word (Word8)
import System.IO.Unsafe (unsafePerformIO)

encodeUtf8 :: Text -> ByteString
encodeUtf8 (Text b) = b

decodeUtf8 :: ByteString -> Text
decodeUtf8 = decodeUtf8With strictDecode

decodeUtf8' :: ByteString -> Either UnicodeException Text
decodeUtf8' b = unsafePerformIO (try (evaluate (decodeUtf8 b)))

-- | The handler gets each byte that fits nowhere, and may replace it.
decodeUtf8With :: OnDecodeError -> ByteString -> Text
decodeUtf8With = decodeUtf8Named "Data.Text.Internal.Encoding.decodeUtf8"

decodeLatin1 :: ByteString -> Text
decodeLatin1 = fromLatin1

decodeASCII :: ByteString -> Text
decodeASCII = decodeUtf8

encodeUtf16LE, encodeUtf16BE, encodeUtf32LE, encodeUtf32BE :: Text -> ByteString
encodeUtf16LE t = B.packBytes (concatMap (\w -> [byte 0 w, byte 8 w]) (utf16 t))
encodeUtf16BE t = B.packBytes (concatMap (\w -> [byte 8 w, byte 0 w]) (utf16 t))
encodeUtf32LE t = B.packBytes (concatMap (\c -> [byte k (ord c) | k <- [0, 8, 16, 24]]) (unpack t))
encodeUtf32BE t = B.packBytes (concatMap (\c -> [byte k (ord c) | k <- [24, 16, 8, 0]]) (unpack t))

byte :: Int -> Int -> Word8
byte k w = fromIntegral (w `shiftR` k)

utf16 :: Text -> [Int]
utf16 t = concatMap units (unpack t)
  where units c | ord c < 0x10000 = [ord c]
                | otherwise = let n = ord c - 0x10000 in [0xD800 + n `shiftR` 10, 0xDC00 + n `mod` 1024]

decodeUtf16LE, decodeUtf16BE, decodeUtf32LE, decodeUtf32BE :: ByteString -> Text
decodeUtf16LE = decodeUtf16LEWith strictDecode
decodeUtf16BE = decodeUtf16BEWith strictDecode
decodeUtf32LE = decodeUtf32LEWith strictDecode
decodeUtf32BE = decodeUtf32BEWith strictDecode

-- | The handler gets no byte; one is skipped each time.
decodeUtf16LEWith, decodeUtf16BEWith, decodeUtf32LEWith, decodeUtf32BEWith :: OnDecodeError -> ByteString -> Text
decodeUtf16LEWith onErr = pack . utf16LEChars StrictInput onErr . B.unpackBytes
decodeUtf16BEWith onErr = pack . utf16BEChars StrictInput onErr . B.unpackBytes
decodeUtf32LEWith onErr = pack . utf32LEChars StrictInput onErr . B.unpackBytes
decodeUtf32BEWith onErr = pack . utf32BEChars StrictInput onErr . B.unpackBytes

encodeUtf8Builder :: Text -> Builder
encodeUtf8Builder = byteString . encodeUtf8
{-# INLINE encodeUtf8Builder #-}

-- | What the input so far says: its text, the bytes of a character that is not complete, and what to do with the input that follows.
data Decoding = Some Text ByteString (ByteString -> Decoding)

instance Show Decoding where
  showsPrec d (Some t rest _) = showParen (d > 10) (showString "Some " . showsPrec 11 t . showChar ' ' . showsPrec 11 rest . showString " _")

streamDecodeUtf8 :: ByteString -> Decoding
streamDecodeUtf8 = streamDecodeUtf8With strictDecode

streamDecodeUtf8With :: OnDecodeError -> ByteString -> Decoding
streamDecodeUtf8With onErr = go B.empty
  where go begun b = let whole = if B.null begun then b else B.concatBytes [begun, b]
                         n = B.length whole - incompleteAtEnd (lastBytes whole)
                         rest = B.unsafeDrop n whole
                     in Some (decodeUtf8Named "Data.Text.Internal.Encoding.streamDecodeUtf8With" onErr (B.unsafeTake n whole)) rest (go rest)
        lastBytes b = [B.unsafeIndex b i | let n = B.length b, i <- [n - 1, n - 2 .. max 0 (n - 3)]]
