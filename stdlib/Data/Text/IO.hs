{-# LANGUAGE MagicHash #-}
-- | Input and output of Data.Text. Reading is strict and decodes as the handle's encoding says; malformed
-- UTF-8 is an IOError "invalid byte sequence", as on reading Strings. Newlines are not translated on input of UTF-8. Writing passes the UTF-8 on: O(n).
module Data.Text.IO
  ( readFile, writeFile, appendFile, hGetContents, hGetChunk, hGetLine, hPutStr, hPutStrLn, interact, getContents
  , getLine, putStr, putStrLn
  ) where

import qualified GPH.ByteString as B
import GPH.ByteString (ByteString(..))
import Data.Text.Internal (Text(..), fromLatin1, pack, unpack, utf8Error)
import GPH.Exception (Handle(..))
import GPH.Handle (c_encoding, errnoError, c_writing, isBytes, settle, wantWritable)
import GPH.Prim
import GPH.Types (Int(..), isTrue#)
import Prelude hiding (appendFile, getContents, getLine, interact, putStr, putStrLn, readFile, writeFile)
import System.IO (IOMode(..), stdin, stdout, withFile)
import qualified System.IO as IO
import System.IO.Error (catchIOError)

foreign import ccall unsafe "gph_handle_write_text_at" c_write_text_at :: Addr# -> ByteArray# -> Int# -> Int# -> IO Int

decode :: String -> Handle -> Int -> ByteString -> IO Text
decode loc h enc b
  | isBytes enc = return $! fromLatin1 b
  | utf8Error b >= 0 = errnoError loc 10002 (Just h) Nothing
  | otherwise = return (Text b)

hGetContents, hGetLine :: Handle -> IO Text
hGetContents h@(Handle a) = c_encoding a >>= \enc ->
  if enc == 0 || isBytes enc then B.hGetContents h >>= decode "hGetContents" h enc else IO.hGetContents' h >>= \s -> return $! pack s
hGetLine h@(Handle a) = c_encoding a >>= \enc ->
  if enc == 0 || isBytes enc then B.hGetLine h >>= decode "hGetLine" h enc else IO.hGetLine h >>= \s -> return $! pack s

-- | What can be read without waiting, at least a character unless the input has ended.
hGetChunk :: Handle -> IO Text
hGetChunk h@(Handle a) = c_encoding a >>= \enc ->
  if isBytes enc then B.hGetSome h size >>= decode "hGetChunk" h enc
  else if enc == 0 then do
    b <- B.hGetSome h size
    rest <- B.hGet h (lacking b)
    decode "hGetChunk" h enc (B.append b rest)
  else IO.hIsEOF h >>= \end -> if end then return (pack "") else IO.hGetChar h >>= \c -> more size [c]
  where
    size = 8192 :: Int
    more n cs = (if n == 0 then return False else catchIOError (IO.hReady h) (\_ -> return False)) >>= \ready ->
      if ready then IO.hGetChar h >>= \c -> more (n - 1) (c : cs) else return $! pack (reverse cs)

-- How many bytes the last character of UTF-8 still needs.
lacking :: ByteString -> Int
lacking b = case B.unsnoc (B.dropEnd n b) of
  Just (_, lead) | lead >= 0xC0 -> max 0 ((if lead >= 0xF0 then 3 else if lead >= 0xE0 then 2 else 1) - n)
  _ -> 0
  where n = B.length (B.takeWhileEnd (\w -> w >= 0x80 && w < 0xC0) (B.takeEnd 3 b))

hPutStr, hPutStrLn :: Handle -> Text -> IO ()
hPutStr h@(Handle f) t@(Text (BS a o n)) = c_writing f >>= \(I# how) -> case n of
  0# -> wantWritable "hPutStr" h
  _ | isTrue# (andI# how 12# /=# 0#) || isTrue# (how <# 0#) -> IO.hPutStr h (unpack t)   -- bytes; readable, too; an error
    | otherwise -> c_write_text_at f a o n >>= \r -> settle (if r == -10003 then "commitBuffer" else "hPutStr") h r
hPutStrLn h (Text b)
  | B.length b < 1024 = hPutStr h (Text (B.snoc b 10))
  | otherwise = hPutStr h (Text b) >> IO.hPutStr h "\n"

readFile :: FilePath -> IO Text
readFile name = IO.openFile name ReadMode >>= hGetContents

writeFile, appendFile :: FilePath -> Text -> IO ()
writeFile name t = withFile name WriteMode (\h -> hPutStr h t)
appendFile name t = withFile name AppendMode (\h -> hPutStr h t)

getContents, getLine :: IO Text
getContents = hGetContents stdin
getLine = hGetLine stdin

putStr, putStrLn :: Text -> IO ()
putStr = hPutStr stdout
putStrLn = hPutStrLn stdout

interact :: (Text -> Text) -> IO ()
interact f = getContents >>= \t -> putStr (f t)
