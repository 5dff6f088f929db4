{-# LANGUAGE MagicHash #-}
-- | Input and output of Data.Text. Reading is strict and decodes as the handle's encoding says; malformed
-- UTF-8 is an IOError "invalid byte sequence", as on reading Strings. Writing passes the UTF-8 on: O(n).
module Data.Text.IO
  ( readFile, writeFile, appendFile, hGetContents, hGetChunk, hGetLine, hPutStr, hPutStrLn, interact, getContents
  , getLine, putStr, putStrLn
  ) where

import qualified GPH.ByteString as B
import GPH.ByteString (ByteString(..))
import Data.Text.Internal (Text(..), fromLatin1, pack, unpack, utf8Error)
import GPH.Exception (Handle(..))
import GPH.Handle
  ( Chunk(..), c_available, c_encoding, c_take, c_writing, eofError, errnoError, fillHandle, hGetContentsAs, isBytes
  , isCRLF, loneReturns, nextChar, reading, settle, takeChunk, wantReadable, wantText, wantWritable )
import GPH.Prim
import GPH.Types (Int(..), isTrue#)
import Prelude hiding (appendFile, getContents, getLine, interact, putStr, putStrLn, readFile, writeFile)
import System.IO (IOMode(..), stdin, stdout, withFile)
import qualified System.IO as IO

foreign import ccall unsafe "gph_handle_write_text_at" c_write_text_at :: Addr# -> ByteArray# -> Int# -> Int# -> IO Int

-- Note [Newlines of texts]
-- ~~~~~~~~~~~~~~~~~~~~~~~~
-- Where the handle's newlines are CRLF, a text's \r\n is read as \n, as a String's is, and, other than a String's, a \r
-- before anything else is, too; that at the end of the input stays. So GHC has it.
decode :: String -> Handle -> Int -> Bool -> ByteString -> IO Text
decode loc h enc crlf b0
  | isBytes enc = return $! fromLatin1 b
  | utf8Error b >= 0 = errnoError loc 10002 (Just h) Nothing
  | otherwise = return (Text b)
  where b | crlf && B.elem 13 b0 = B.packBytes (newlines (B.unpackWith id b0))
          | otherwise = b0
        newlines (13 : cs) = case cs of
          [] -> [13]
          10 : rest -> 10 : newlines rest
          _ -> 10 : newlines cs
        newlines (c : cs) = c : newlines cs
        newlines [] = []

hGetContents, hGetLine :: Handle -> IO Text
hGetContents h@(Handle a) = do
  wantText h
  crlf <- isCRLF h
  enc <- c_encoding a
  if enc == 0 || isBytes enc then B.hGetContentsAs "hGetContents" h >>= decode "hGetContents" h enc crlf
    else hGetContentsAs "hGetContents" h >>= \s -> return $! pack (loneReturns crlf s)
hGetLine h@(Handle a) = do
  crlf <- isCRLF h
  enc <- c_encoding a
  if enc == 0 || isBytes enc
    then if crlf then dropNewline <$> (B.hGetLineAs "hGetLine" withNewline h >>= decode "hGetLine" h enc True)
         else B.hGetLineAs "hGetLine" (\_ b -> b) h >>= decode "hGetLine" h enc False
    else if crlf then next >>= charByChar [] else IO.hGetLine h >>= \s -> return $! pack s
  where
    withNewline newline b = if newline then B.snoc b 10 else b
    dropNewline t@(Text b) = case B.unsnoc b of
      Just (front, 10) -> Text front
      _ -> t
    charByChar cs '\n' = return $! pack (map (\c -> if c == '\r' then '\n' else c) (reverse cs))
    charByChar cs c = IO.hIsEOF h >>= \end ->
      if end then return $! pack (loneReturns True (reverse (c : cs))) else next >>= charByChar (c : cs)
    next = nextChar "hGetLine" 0 h >>= \n -> if n < 0 then eofError "hGetLine" h else return (toEnum n)

-- | What can be read without waiting, at least a character unless the input has ended.
hGetChunk :: Handle -> IO Text
hGetChunk h@(Handle a) = isCRLF h >>= \crlf -> c_encoding a >>= \enc ->
  reading h (wantReadable "hGetChunk" h >> takeChunk c_take fillHandle "hGetChunk" h) >>= \chunk -> case chunk of
    NoChunk -> return (Text B.empty)
    Chunk ba n -> let b = BS ba 0# n
                      t = if isBytes enc then fromLatin1 b else Text b
                  in if not (crlf && B.elem 13 b) then return t
                     else c_available a >>= \rest -> return $! pack (returns (rest > 0) (unpack t))
  where returns followed s = if followed then map (\c -> if c == '\r' then '\n' else c) s else loneReturns True s

hPutStr, hPutStrLn :: Handle -> Text -> IO ()
hPutStr h@(Handle f) t@(Text (BS a o n)) = c_writing f >>= \(I# how) -> case n of
  0# | isTrue# (andI# how 16# ==# 0#) -> wantWritable "hPutStr" h
     | otherwise -> IO.hPutStr h ""   -- a byte order mark
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
