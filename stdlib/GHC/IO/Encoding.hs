-- | Text encodings.
module GHC.IO.Encoding
  ( TextEncoding, utf8, utf8_bom, utf16, utf16le, utf16be, utf32, utf32le, utf32be, latin1, char8, mkTextEncoding
  , getLocaleEncoding, setLocaleEncoding, getFileSystemEncoding, setFileSystemEncoding, getForeignEncoding
  , setForeignEncoding, argvEncoding, initLocaleEncoding
  ) where

import System.IO

-- | The locale's encoding, that of names of files and that of strings of C are always UTF-8: accepted without effect.
setLocaleEncoding, setFileSystemEncoding, setForeignEncoding :: TextEncoding -> IO ()
setLocaleEncoding _ = return ()
setFileSystemEncoding _ = return ()
setForeignEncoding _ = return ()

getLocaleEncoding, getFileSystemEncoding, getForeignEncoding, argvEncoding :: IO TextEncoding
getLocaleEncoding = return utf8
getFileSystemEncoding = return utf8
getForeignEncoding = return utf8
argvEncoding = return utf8

initLocaleEncoding :: TextEncoding
initLocaleEncoding = utf8
