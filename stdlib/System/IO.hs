-- | Handles and files.
module System.IO
  ( IO, fixIO, FilePath, Handle, stdin, stdout, stderr, withFile, openFile, IOMode(..), hClose, readFile, readFile', writeFile, appendFile, hFileSize
  , hSetFileSize, hIsEOF, isEOF, BufferMode(..), hSetBuffering, hGetBuffering, hFlush, hGetPosn, hSetPosn, HandlePosn, hSeek, SeekMode(..), hTell
  , hIsOpen, hIsClosed, hIsReadable, hIsWritable, hIsSeekable, hIsTerminalDevice, hSetEcho, hGetEcho, hShow, hWaitForInput, hReady, hGetChar
  , hGetLine, hLookAhead, hGetContents, hGetContents', hPutChar, hPutStr, hPutStrLn, hPrint, interact, putChar, putStr, putStrLn, print, getChar
  , getLine, getContents, getContents', readIO, readLn, withBinaryFile, openBinaryFile, hSetBinaryMode, hPutBuf, hGetBuf, hGetBufSome
  , hPutBufNonBlocking, hGetBufNonBlocking, openTempFile, openBinaryTempFile, openTempFileWithDefaultPermissions, openBinaryTempFileWithDefaultPermissions, hSetEncoding, hGetEncoding, TextEncoding, latin1, utf8, utf8_bom
  , utf16, utf16le, utf16be, utf32, utf32le, utf32be, localeEncoding, char8, mkTextEncoding, hSetNewlineMode, Newline(..), nativeNewline
  , NewlineMode(..), noNewlineTranslation, universalNewlineMode, nativeNewlineMode
  ) where

import GPH.Exception (Handle)
import GPH.Handle
import GPH.IOBase (fixIO)
import GPH.System (openTempFile, openBinaryTempFile)

-- | As 'openTempFile'; the mode of the new file is 0600 either way.
openTempFileWithDefaultPermissions, openBinaryTempFileWithDefaultPermissions :: FilePath -> String -> IO (FilePath, Handle)
openTempFileWithDefaultPermissions = openTempFile
openBinaryTempFileWithDefaultPermissions = openBinaryTempFile
