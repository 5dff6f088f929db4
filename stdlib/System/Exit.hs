-- | Ending the program. Exits are exceptions: they end the program only in its main thread, uncaught.
module System.Exit (ExitCode(..), exitWith, exitFailure, exitSuccess, die) where

import GPH.Exception
import GPH.Handle (hPutStrLn, stderr)

exitWith :: ExitCode -> IO a
exitWith (ExitFailure 0) = ioError (IOError Nothing InvalidArgument "exitWith" "ExitFailure 0" Nothing Nothing)
exitWith code = throwIO code

exitFailure, exitSuccess :: IO a
exitFailure = exitWith (ExitFailure 1)
exitSuccess = exitWith ExitSuccess

-- | Writes the message to stderr and fails.
die :: String -> IO a
die err = hPutStrLn stderr err >> exitFailure
