-- | What the decoders of strict and lazy texts share.
module Data.Text.Encoding.Units (Input(..), decodeUtf8Named, utf16LEChars, utf16BEChars, utf32LEChars, utf32BEChars, incompleteAtEnd) where

import Data.Bits (shiftL, (.|.))
import qualified GPH.ByteString as B
import Data.Char (chr)
import Data.Text.Encoding.Error (OnDecodeError)
import Data.Text.Internal (Text(..), pack, utf8Error)
import Data.Word (Word8)

-- | UTF-8, with the name of the function that errors carry.
decodeUtf8Named :: String -> OnDecodeError -> B.ByteString -> Text
decodeUtf8Named name onErr b0
  | utf8Error b0 < 0 = Text b0
  | otherwise = Text (B.concatBytes (go b0))
  where
    go b = case utf8Error b of
      i | i < 0 -> [b]
        | otherwise -> B.unsafeTake i b : (case onErr (name ++ ": Invalid UTF-8 stream") (Just (B.unsafeIndex b i)) of
            Nothing -> id
            Just c -> case pack [c] of Text r -> (r :)) (go (B.unsafeDrop (i + 1) b))

-- | What is decoded: GHC's two decoders have names of their own in messages, and that of lazy input knows the byte at fault, unless the input ends
-- in the next three.
data Input = StrictInput | LazyInput

utf16LEChars, utf16BEChars, utf32LEChars, utf32BEChars :: Input -> OnDecodeError -> [Word8] -> [Char]
utf16LEChars = utf16 "streamUtf16LE" "UTF-16LE" (\a b -> unit b a)
utf16BEChars = utf16 "streamUtf16BE" "UTF-16BE" unit
utf32LEChars = utf32 "streamUtf32LE" "UTF-32LE" (\a b c d -> unit d c `shiftL` 16 .|. unit b a)
utf32BEChars = utf32 "streamUtf32BE" "UTF-32BE" (\a b c d -> unit a b `shiftL` 16 .|. unit c d)

unit :: Word8 -> Word8 -> Int
unit high low = fromIntegral high `shiftL` 8 .|. fromIntegral low

utf16 :: String -> String -> (Word8 -> Word8 -> Int) -> Input -> OnDecodeError -> [Word8] -> [Char]
utf16 name kind two input onErr = go
  where
    go [] = []
    go (a : b : rest) | u < 0xD800 || u > 0xDFFF = chr u : go rest
                      | u < 0xDC00, c : d : rest' <- rest, let v = two c d, v >= 0xDC00 && v <= 0xDFFF =
                          chr (0x10000 + (u - 0xD800) `shiftL` 10 + (v - 0xDC00)) : go rest'
      where u = two a b
    go bytes@(_ : rest) = malformed name kind input onErr bytes (go rest)

utf32 :: String -> String -> (Word8 -> Word8 -> Word8 -> Word8 -> Int) -> Input -> OnDecodeError -> [Word8] -> [Char]
utf32 name kind four input onErr = go
  where
    go [] = []
    go (a : b : c : d : rest) | u < 0xD800 || (u > 0xDFFF && u <= 0x10FFFF) = chr u : go rest
      where u = four a b c d
    go bytes@(_ : rest) = malformed name kind input onErr bytes (go rest)

malformed :: String -> String -> Input -> OnDecodeError -> [Word8] -> [Char] -> [Char]
malformed name kind input onErr bytes = maybe id (:) (onErr (place ++ ".Encoding.Fusion." ++ name ++ ": Invalid " ++ kind ++ " stream") byte)
  where
    (place, byte) = case input of
      StrictInput -> ("Data.Text.Internal", Nothing)
      LazyInput -> ("Data.Text.Lazy", case bytes of { a : _ : _ : _ : _ : _ -> Just a; _ -> Nothing })

-- | How many bytes at the end of UTF-8 begin a character without ending it, from the last three bytes, the last one first.
incompleteAtEnd :: [Word8] -> Int
incompleteAtEnd bytes = case bytes of
  a : _ | a >= 0xC2 && a <= 0xF4 -> 1
  b : a : _ | a >= 0xE0 && second a b -> 2
  c : b : a : _ | a >= 0xF0 && second a b && continues c -> 3
  _ -> 0
  where
    continues x = x >= 0x80 && x <= 0xBF
    -- No overlong forms, no surrogates, nothing above 0x10FFFF.
    second a b = a <= 0xF4 && b >= lo && b <= hi
      where lo | a == 0xE0 = 0xA0
               | a == 0xF0 = 0x90
               | otherwise = 0x80
            hi | a == 0xED = 0x9F
               | a == 0xF4 = 0x8F
               | otherwise = 0xBF
