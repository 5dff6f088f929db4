-- | Between lazy text and lazy bytes. All are lazy: a chunk of the input makes a chunk of the result. O(n).
module Data.Text.Lazy.Encoding
  ( encodeUtf8, encodeUtf8Builder, encodeUtf16LE, encodeUtf16BE, encodeUtf32LE, encodeUtf32BE, decodeUtf8, decodeUtf8', decodeUtf8With, decodeLatin1
  , decodeASCII, decodeUtf16LE, decodeUtf16BE, decodeUtf32LE, decodeUtf32BE, decodeUtf16LEWith, decodeUtf16BEWith, decodeUtf32LEWith, decodeUtf32BEWith
  ) where

import Control.Exception (evaluate, try)
import qualified Data.ByteString as Strict
import Data.ByteString.Builder (Builder, lazyByteString)
import qualified Data.ByteString.Lazy as B
import qualified Data.Text as Text
import qualified Data.Text.Encoding as S
import Data.Text.Encoding.Error (OnDecodeError, UnicodeException, strictDecode)
import Data.Text.Encoding.Units
import Data.Text.Lazy (Text, fromChunks, pack, toChunks)
import System.IO.Unsafe (unsafePerformIO)

encodeUtf8, encodeUtf16LE, encodeUtf16BE, encodeUtf32LE, encodeUtf32BE :: Text -> B.ByteString
encodeUtf8 = encodeWith S.encodeUtf8
encodeUtf16LE = encodeWith S.encodeUtf16LE
encodeUtf16BE = encodeWith S.encodeUtf16BE
encodeUtf32LE = encodeWith S.encodeUtf32LE
encodeUtf32BE = encodeWith S.encodeUtf32BE

encodeWith :: (Text.Text -> Strict.ByteString) -> Text -> B.ByteString
encodeWith f = B.fromChunks . map f . toChunks

encodeUtf8Builder :: Text -> Builder
encodeUtf8Builder = lazyByteString . encodeUtf8

decodeUtf8, decodeLatin1, decodeASCII :: B.ByteString -> Text
decodeUtf8 = decodeUtf8With strictDecode
decodeLatin1 = fromChunks . map S.decodeLatin1 . B.toChunks
decodeASCII = decodeUtf8

-- | Needs the whole input to answer.
decodeUtf8' :: B.ByteString -> Either UnicodeException Text
decodeUtf8' b = unsafePerformIO (try (evaluate (let t = decodeUtf8 b in foldr seq t (toChunks t))))

-- | The handler gets each byte that fits nowhere, and may replace it.
decodeUtf8With :: OnDecodeError -> B.ByteString -> Text
decodeUtf8With onErr = fromChunks . go Strict.empty (S.streamDecodeUtf8With onErr) . B.toChunks
  where go begun _ [] = [decodeUtf8Named "Data.Text.Lazy.Encoding.decodeUtf8With" onErr begun]
        go _ f (b : bs) = case f b of S.Some t begun f' -> t : go begun f' bs

decodeUtf16LE, decodeUtf16BE, decodeUtf32LE, decodeUtf32BE :: B.ByteString -> Text
decodeUtf16LE = decodeUtf16LEWith strictDecode
decodeUtf16BE = decodeUtf16BEWith strictDecode
decodeUtf32LE = decodeUtf32LEWith strictDecode
decodeUtf32BE = decodeUtf32BEWith strictDecode

-- | One byte is skipped each time.
decodeUtf16LEWith, decodeUtf16BEWith, decodeUtf32LEWith, decodeUtf32BEWith :: OnDecodeError -> B.ByteString -> Text
decodeUtf16LEWith onErr = pack . utf16LEChars LazyInput onErr . B.unpack
decodeUtf16BEWith onErr = pack . utf16BEChars LazyInput onErr . B.unpack
decodeUtf32LEWith onErr = pack . utf32LEChars LazyInput onErr . B.unpack
decodeUtf32BEWith onErr = pack . utf32BEChars LazyInput onErr . B.unpack
