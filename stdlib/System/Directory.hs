-- | Files and folders by name: the everyday part.
module System.Directory
  ( doesFileExist, doesDirectoryExist, doesPathExist, removeFile, renameFile, renameDirectory, renamePath, copyFile, getFileSize
  , createDirectory, createDirectoryIfMissing, removeDirectory, removeDirectoryRecursive, removePathForcibly, listDirectory, getDirectoryContents
  , getCurrentDirectory, setCurrentDirectory, withCurrentDirectory, getHomeDirectory, getTemporaryDirectory
  , canonicalizePath, makeAbsolute, makeRelativeToCurrentDirectory, pathIsSymbolicLink, findExecutable, exeExtension
  ) where

import Control.Exception (bracket, catch, throwIO, try)
import Control.Monad (filterM, unless, when)
import Data.List (inits, intercalate)
import Data.Maybe (fromMaybe, listToMaybe)
import Foreign.Marshal.Alloc (allocaBytes)
import GPH.System
import System.Environment (getEnv, lookupEnv)
import System.FilePath
import System.IO (IOMode(..), hGetBuf, hPutBuf, withBinaryFile)
import System.IO.Error (annotateIOError, catchIOError, isAlreadyExistsError, isDoesNotExistError, ioeGetFileName, ioeSetLocation, modifyIOError)

doesPathExist :: FilePath -> IO Bool
doesPathExist path = do
  file <- doesFileExist path
  if file then return True else doesDirectoryExist path

renameFile, renameDirectory, renamePath :: FilePath -> FilePath -> IO ()
renameFile = renameAs "renameFile"
renameDirectory = renameAs "renameDirectory"
renamePath = renameAs "renamePath"

-- | Contents and permissions.
copyFile :: FilePath -> FilePath -> IO ()
copyFile from to = (withBinaryFile from ReadMode (\i -> withBinaryFile to WriteMode (\o -> allocaBytes size (copy i o))) >> copyMode from to)
    `catchIOError` \e -> ioError (annotateIOError e "copyFile" Nothing (ioeGetFileName e))
  where
    size = 65536
    copy i o buf = do
      n <- hGetBuf i buf size
      when (n > 0) (hPutBuf o buf n >> copy i o buf)

-- | Without "." and "..".
listDirectory :: FilePath -> IO [FilePath]
listDirectory path = filter (`notElem` [".", ".."]) <$> getDirectoryContents path

-- | With all that is in it; links are removed, not followed.
removeDirectoryRecursive :: FilePath -> IO ()
removeDirectoryRecursive path = do
  _ <- modifyIOError (`ioeSetLocation` "removeDirectoryRecursive:getSymbolicLinkStatus") (pathIsSymbolicLink path)
  names <- listDirectory path
  mapM_ (removeTree . (path </>)) names
  removeDirectory path

removeTree :: FilePath -> IO ()
removeTree path = do
  link <- pathIsSymbolicLink path
  folder <- doesDirectoryExist path
  if folder && not link then removeDirectoryRecursive path else removeFile path

-- | A file or a folder with all that is in it; nothing where there is none.
removePathForcibly :: FilePath -> IO ()
removePathForcibly path = removeTree path `catchIOError` \e -> unless (isDoesNotExistError e) (ioError e)

withCurrentDirectory :: FilePath -> IO a -> IO a
withCurrentDirectory path action = bracket getCurrentDirectory setCurrentDirectory (\_ -> setCurrentDirectory path >> action)

-- | Where HOME says.
getHomeDirectory :: IO FilePath
getHomeDirectory = getEnv "HOME"

-- | Where TMPDIR says, or \/tmp.
getTemporaryDirectory :: IO FilePath
getTemporaryDirectory = fromMaybe "/tmp" <$> lookupEnv "TMPDIR"

-- | From the root, normalised.
makeAbsolute :: FilePath -> IO FilePath
makeAbsolute path
  | isAbsolute path = return (normalise path)
  | otherwise = do
      here <- getCurrentDirectory
      let whole = normalise (here </> path)
      return (if hasTrailingPathSeparator path then whole else dropTrailingPathSeparator whole)

makeRelativeToCurrentDirectory :: FilePath -> IO FilePath
makeRelativeToCurrentDirectory path = (`makeRelative` path) <$> getCurrentDirectory

-- | From the root, without links and dots as far as the path exists.
canonicalizePath :: FilePath -> IO FilePath
canonicalizePath path = makeAbsolute path >>= go . dropTrailingPathSeparator
  where
    go p = try (realPath p) >>= \r -> case r of
      Right q -> return q
      Left e | isDoesNotExistError e && takeDirectory p /= p -> (</> takeFileName p) <$> go (takeDirectory p)
             | otherwise -> return p

-- | The first program of that name where PATH says; a path with a folder is looked at itself.
findExecutable :: String -> IO (Maybe FilePath)
findExecutable name
  | '/' `elem` name = listToMaybe <$> filterM isExecutableFile [name]
  | otherwise = getSearchPath >>= \dirs -> listToMaybe <$> filterM isExecutableFile [dir </> name | dir <- dirs]

exeExtension :: String
exeExtension = ""

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
