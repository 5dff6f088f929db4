-- | Input and output of lazy text. Reading is lazy.
module Data.Text.Lazy.IO
  ( readFile, writeFile, appendFile, hGetContents, hGetLine, hPutStr, hPutStrLn, interact, getContents, getLine, putStr, putStrLn
  ) where

import qualified Data.Text.IO as S
import Data.Text.Lazy (Text, fromStrict, pack, toChunks)
import GPH.Handle (isCRLF, loneReturns, wantText)
import Prelude hiding (appendFile, getContents, getLine, interact, putStr, putStrLn, readFile, writeFile)
import System.IO (Handle, IOMode(..), stdin, stdout, withFile)
import qualified System.IO as IO

hGetContents, hGetLine :: Handle -> IO Text
hGetContents h = do
  wantText h
  crlf <- isCRLF h
  fmap (pack . loneReturns crlf) (IO.hGetContents h)
hGetLine h = fmap fromStrict (S.hGetLine h)

hPutStr, hPutStrLn :: Handle -> Text -> IO ()
hPutStr h t = mapM_ (S.hPutStr h) (toChunks t)
hPutStrLn h t = hPutStr h t >> IO.hPutStr h "\n"

readFile :: FilePath -> IO Text
readFile f = fmap pack (IO.readFile f)

writeFile, appendFile :: FilePath -> Text -> IO ()
writeFile f t = withFile f WriteMode (\h -> hPutStr h t)
appendFile f t = withFile f AppendMode (\h -> hPutStr h t)

getContents, getLine :: IO Text
getContents = hGetContents stdin
getLine = hGetLine stdin

putStr, putStrLn :: Text -> IO ()
putStr = hPutStr stdout
putStrLn = hPutStrLn stdout

interact :: (Text -> Text) -> IO ()
interact f = getContents >>= \t -> putStr (f t)
