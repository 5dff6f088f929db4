-- | Between lazy text and lazy bytes. encodeUtf8 is lazy; the decoders need the whole input. O(n).
module Data.Text.Lazy.Encoding (encodeUtf8, decodeUtf8, decodeUtf8', decodeUtf8With, decodeLatin1, decodeASCII) where

import qualified Data.ByteString.Lazy as B
import qualified Data.Text.Encoding as S
import Data.Text.Encoding.Error (OnDecodeError, UnicodeException)
import Data.Text.Lazy (Text, fromChunks, fromStrict, toChunks)

encodeUtf8 :: Text -> B.ByteString
encodeUtf8 = B.fromChunks . map S.encodeUtf8 . toChunks

decodeUtf8, decodeLatin1, decodeASCII :: B.ByteString -> Text
decodeUtf8 = fromStrict . S.decodeUtf8 . B.toStrict
decodeLatin1 = fromChunks . map S.decodeLatin1 . B.toChunks
decodeASCII = fromStrict . S.decodeASCII . B.toStrict

decodeUtf8' :: B.ByteString -> Either UnicodeException Text
decodeUtf8' = fmap fromStrict . S.decodeUtf8' . B.toStrict

decodeUtf8With :: OnDecodeError -> B.ByteString -> Text
decodeUtf8With onErr = fromStrict . S.decodeUtf8With onErr . B.toStrict
