{-# LANGUAGE NoImplicitPrelude #-}
-- | Reading values from text in IO.
module GPH.ReadIO where

import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Exception
import GPH.Read
import GPH.Handle

readLn :: Read a => IO a
readLn = getLine >>= readIO

-- | Like read, but a failure is an IOError.
readIO :: Read a => [Char] -> IO a
readIO s = case readEither s of
  Right x -> return x
  Left "Prelude.read: ambiguous parse" -> ioError (userError "Prelude.readIO: ambiguous parse")
  Left _ -> ioError (userError "Prelude.readIO: no parse")

-- | Of types of GPH.Exception and GPH.Handle.
deriving instance Read ExitCode
deriving instance Read IOMode
deriving instance Read BufferMode
deriving instance Read SeekMode
deriving instance Read Newline
deriving instance Read NewlineMode
