-- | What a decoder of Data.Text.Encoding does with bytes that fit nowhere.
module Data.Text.Encoding.Error
  ( UnicodeException(..), OnError, OnDecodeError, OnEncodeError, strictEncode, lenientDecode, strictDecode, ignore, replace
  ) where

import Control.DeepSeq (NFData(..))
import Control.Exception (Exception, throw)
import Data.Word (Word8)
import Numeric (showHex)

data UnicodeException = DecodeError String (Maybe Word8) | EncodeError String (Maybe Char)
  deriving Eq

instance Show UnicodeException where
  show (DecodeError desc (Just w)) = "Cannot decode byte '\\x" ++ showHex w ("': " ++ desc)
  show (DecodeError desc Nothing) = "Cannot decode input: " ++ desc
  show (EncodeError desc (Just c)) = "Cannot encode character '\\x" ++ showHex (fromEnum c) ("': " ++ desc)
  show (EncodeError desc Nothing) = "Cannot encode input: " ++ desc

instance NFData UnicodeException where
  rnf (DecodeError d w) = rnf d `seq` rnf w
  rnf (EncodeError d c) = rnf d `seq` rnf c
instance Exception UnicodeException

type OnError a b = String -> Maybe a -> Maybe b
type OnDecodeError = OnError Word8 Char
type OnEncodeError = OnError Char Word8

strictDecode, lenientDecode, ignore :: OnDecodeError
strictDecode desc w = throw (DecodeError desc w)
lenientDecode _ _ = Just '\xfffd'
ignore _ _ = Nothing

strictEncode :: OnEncodeError
strictEncode desc c = throw (EncodeError desc c)

replace :: b -> OnError a b
replace c _ _ = Just c
