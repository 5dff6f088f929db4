-- | The handles that every program has.
module GHC.IO.StdHandles (stdin, stdout, stderr, openFile, openBinaryFile) where

import System.IO
