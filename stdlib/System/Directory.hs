-- | Files and folders by name: the everyday part.
module System.Directory
  ( doesFileExist, doesDirectoryExist, doesPathExist, removeFile, renameFile, createDirectory, createDirectoryIfMissing, removeDirectory
  , getCurrentDirectory, setCurrentDirectory, getTemporaryDirectory
  ) where

import Control.Exception (catch, throwIO)
import Control.Monad (unless)
import Data.List (inits, intercalate)
import Data.Maybe (fromMaybe)
import GPH.System
import System.Environment (lookupEnv)
import System.IO.Error (isAlreadyExistsError)

doesPathExist :: FilePath -> IO Bool
doesPathExist path = do
  file <- doesFileExist path
  if file then return True else doesDirectoryExist path

-- | Where TMPDIR says, or \/tmp.
getTemporaryDirectory :: IO FilePath
getTemporaryDirectory = fromMaybe "/tmp" <$> lookupEnv "TMPDIR"

-- | With True also the folders above it.
createDirectoryIfMissing :: Bool -> FilePath -> IO ()
createDirectoryIfMissing parents path = mapM_ make (if parents then above ++ [path] else [path])
  where
    above = [intercalate "/" names | names <- drop 1 (inits (init (split path))), not (null (last names))]
    make folder = createDirectory folder `catch` \e ->
      if isAlreadyExistsError e then doesDirectoryExist folder >>= \there -> unless there (throwIO e) else throwIO e

split :: FilePath -> [String]
split path = case break (== '/') path of
  (name, _ : rest) -> name : split rest
  (name, []) -> [name]
