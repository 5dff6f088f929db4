-- | Environment variables that may be set to the empty string.
module System.Environment.Blank
  ( getArgs, getProgName, getExecutablePath, getEnvironment, withArgs, withProgName, getEnv, getEnvDefault, setEnv, unsetEnv
  ) where

import Data.Maybe (fromMaybe)
import Foreign.C
import System.Environment
  (getArgs, getEnvironment, getExecutablePath, getProgName, lookupEnv, withArgs, withProgName)
import System.IO.Error (ioeSetErrorString)

foreign import ccall unsafe "setenv" c_setenv :: CString -> CString -> CInt -> IO CInt
foreign import ccall unsafe "unsetenv" c_unsetenv :: CString -> IO CInt

getEnv :: String -> IO (Maybe String)
getEnv = lookupEnv

getEnvDefault :: String -> String -> IO String
getEnvDefault name def = fmap (fromMaybe def) (getEnv name)

-- | The name, the value, whether to change one that is set.
setEnv :: String -> String -> Bool -> IO ()
setEnv name value overwrite
  | null name || '=' `elem` name = ioError (ioeSetErrorString (errnoToIOError "setEnv" eINVAL Nothing Nothing) "")
  | otherwise = withCString name (\n -> withCString value (\v ->
      throwErrnoIfMinus1_ "setenv" (c_setenv n v (if overwrite then 1 else 0))))

unsetEnv :: String -> IO ()
unsetEnv name = withCString name (\n -> throwErrnoIfMinus1_ "unsetenv" (c_unsetenv n))
