-- | Between Text and bytes. encodeUtf8 costs O(1); the decoders O(n), and where nothing has to be replaced decodeUtf8 shares the bytes.
-- Malformed input: decodeUtf8 raises a UnicodeException, decodeUtf8' returns it, decodeUtf8With asks.
module Data.Text.Encoding
  ( encodeUtf8, decodeUtf8, decodeUtf8', decodeUtf8With, decodeLatin1, decodeASCII, encodeUtf16LE, encodeUtf16BE, encodeUtf32LE, encodeUtf32BE
  ) where

import Control.Exception (evaluate, try)
import Data.Bits (shiftR)
import qualified Data.ByteString.Internal as B
import Data.ByteString.Internal (ByteString)
import Data.Char (ord)
import Data.Text.Encoding.Error (OnDecodeError, UnicodeException, strictDecode)
import Data.Text.Internal (Text(..), fromLatin1, pack, unpack, utf8Error)
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
decodeUtf8With onErr b0
  | utf8Error b0 < 0 = Text b0
  | otherwise = Text (B.concatBytes (go b0))
  where
    go b = case utf8Error b of
      i | i < 0 -> [b]
        | otherwise -> B.unsafeTake i b : (case onErr description (Just (B.unsafeIndex b i)) of
            Nothing -> id
            Just c -> case pack [c] of Text r -> (r :)) (go (B.unsafeDrop (i + 1) b))
    description = "Data.Text.Internal.Encoding: Invalid UTF-8 stream"

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
