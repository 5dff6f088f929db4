-- | C strings: UTF-8, NUL-terminated (or with a length).
module Foreign.C.String
  ( CString, CStringLen, peekCString, peekCStringLen, newCString, newCStringLen, withCString, withCStringLen, charIsRepresentable
  , castCharToCChar, castCCharToChar, castCharToCUChar, castCUCharToChar, castCharToCSChar, castCSCharToChar
  , peekCAString, peekCAStringLen, newCAString, newCAStringLen, withCAString, withCAStringLen
  , CWString, CWStringLen, peekCWString, peekCWStringLen, newCWString, newCWStringLen, withCWString, withCWStringLen
  ) where

import Data.Bits
import Data.Char (chr, ord)
import Data.Word
import Foreign.C.Types
import Foreign.Marshal.Alloc
import Foreign.Marshal.Array
import Foreign.Ptr

type CString = Ptr CChar
type CStringLen = (Ptr CChar, Int)
type CWString = Ptr CWchar
type CWStringLen = (Ptr CWchar, Int)

-- What cannot be encoded is left out, as GHC's foreign encoding has it: surrogates.
encode :: String -> [Word8]
encode = concatMap (go . ord)
  where
    go n | n < 0x80 = [fromIntegral n]
         | n < 0x800 = [0xC0 .|. top 6, low 0]
         | n >= 0xD800 && n < 0xE000 = []
         | n < 0x10000 = [0xE0 .|. top 12, low 6, low 0]
         | otherwise = [0xF0 .|. top 18, low 12, low 6, low 0]
      where top k = fromIntegral (n `shiftR` k)
            low k = 0x80 .|. (fromIntegral (n `shiftR` k) .&. 0x3F)

-- Malformed bytes are left out.
decode :: [Word8] -> String
decode [] = []
decode (b : bs)
  | b < 0x80 = chr (fromIntegral b) : decode bs
  | b >= 0xC2 && b < 0xE0 = multi 1 (b .&. 0x1F) 0x80
  | b >= 0xE0 && b < 0xF0 = multi 2 (b .&. 0x0F) 0x800
  | b >= 0xF0 && b < 0xF5 = multi 3 (b .&. 0x07) 0x10000
  | otherwise = decode bs
  where
    multi n first least = case splitAt n bs of
      (cs, rest) | length cs == n, all (\c -> c .&. 0xC0 == 0x80) cs
                 , let v = foldl (\acc c -> acc * 64 + fromIntegral (c .&. 0x3F)) (fromIntegral first) cs
                 , v >= least, v <= 0x10FFFF, v < 0xD800 || v >= 0xE000 -> chr v : decode rest
      _ -> decode bs

bytesOf :: CString -> Ptr Word8
bytesOf = castPtr

peekCString :: CString -> IO String
peekCString p = fmap decode (peekArray0 0 (bytesOf p))

peekCStringLen :: CStringLen -> IO String
peekCStringLen (p, n) = fmap decode (peekArray n (bytesOf p))

newCString :: String -> IO CString
newCString s = fmap castPtr (newArray0 0 (encode s))

newCStringLen :: String -> IO CStringLen
newCStringLen s = let bs = encode s in newArray bs >>= \p -> return (castPtr p, length bs)

withCString :: String -> (CString -> IO a) -> IO a
withCString s f = withArray0 0 (encode s) (f . castPtr)

withCStringLen :: String -> (CStringLen -> IO a) -> IO a
withCStringLen s f = withArrayLen (encode s) (\n p -> f (castPtr p, n))

charIsRepresentable :: Char -> IO Bool
charIsRepresentable _ = return True

castCharToCChar :: Char -> CChar
castCharToCChar = fromIntegral . ord
castCCharToChar :: CChar -> Char
castCCharToChar c = chr (fromIntegral (fromIntegral c :: Word8))
castCharToCUChar :: Char -> CUChar
castCharToCUChar = fromIntegral . ord
castCUCharToChar :: CUChar -> Char
castCUCharToChar = chr . fromIntegral
castCharToCSChar :: Char -> CSChar
castCharToCSChar = fromIntegral . ord
castCSCharToChar :: CSChar -> Char
castCSCharToChar c = chr (fromIntegral (fromIntegral c :: Word8))

peekCAString :: CString -> IO String
peekCAString p = fmap (map (chr . fromIntegral)) (peekArray0 0 (bytesOf p))

peekCAStringLen :: CStringLen -> IO String
peekCAStringLen (p, n) = fmap (map (chr . fromIntegral)) (peekArray n (bytesOf p))

newCAString :: String -> IO CString
newCAString s = fmap castPtr (newArray0 (0 :: Word8) (map (fromIntegral . ord) s))

newCAStringLen :: String -> IO CStringLen
newCAStringLen s = newArray (map (fromIntegral . ord) s :: [Word8]) >>= \p -> return (castPtr p, length s)

withCAString :: String -> (CString -> IO a) -> IO a
withCAString s f = withArray0 (0 :: Word8) (map (fromIntegral . ord) s) (f . castPtr)

withCAStringLen :: String -> (CStringLen -> IO a) -> IO a
withCAStringLen s f = withArrayLen (map (fromIntegral . ord) s :: [Word8]) (\n p -> f (castPtr p, n))

peekCWString :: CWString -> IO String
peekCWString p = fmap (map (chr . fromIntegral)) (peekArray0 0 p)

peekCWStringLen :: CWStringLen -> IO String
peekCWStringLen (p, n) = fmap (map (chr . fromIntegral)) (peekArray n p)

newCWString :: String -> IO CWString
newCWString = newArray0 0 . map (fromIntegral . ord)

newCWStringLen :: String -> IO CWStringLen
newCWStringLen s = newArray (map (fromIntegral . ord) s) >>= \p -> return (p, length s)

withCWString :: String -> (CWString -> IO a) -> IO a
withCWString = withArray0 0 . map (fromIntegral . ord)

withCWStringLen :: String -> (CWStringLen -> IO a) -> IO a
withCWStringLen s f = withArrayLen (map (fromIntegral . ord) s) (\n p -> f (p, n))
