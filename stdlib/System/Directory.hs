-- | Files and folders by name.
module System.Directory
  ( doesFileExist, doesDirectoryExist, doesPathExist, removeFile, renameFile, renameDirectory, renamePath, copyFile, getFileSize
  , createDirectory, createDirectoryIfMissing, removeDirectory, removeDirectoryRecursive, removePathForcibly, listDirectory, getDirectoryContents
  , getCurrentDirectory, setCurrentDirectory, withCurrentDirectory, getHomeDirectory, getTemporaryDirectory
  , canonicalizePath, makeAbsolute, makeRelativeToCurrentDirectory, exeExtension
  , findExecutable, findExecutables, findExecutablesInDirectories, findFile, findFiles, findFileWith, findFilesWith
  , pathIsSymbolicLink, isSymbolicLink, createFileLink, createDirectoryLink, removeDirectoryLink, getSymbolicLinkTarget
  , Permissions(readable, writable, executable, searchable), emptyPermissions, setOwnerReadable, setOwnerWritable
  , setOwnerExecutable, setOwnerSearchable, getPermissions, setPermissions, copyPermissions, copyFileWithMetadata
  , getModificationTime, setModificationTime, getAccessTime, setAccessTime
  , getAppUserDataDirectory, getUserDocumentsDirectory
  , XdgDirectory(..), getXdgDirectory, XdgDirectoryList(..), getXdgDirectoryList
  ) where

import Control.Exception (bracket, catch, throwIO, try)
import Control.Monad (filterM, unless, when)
import Data.Bits (complement, (.&.))
import Data.Fixed (Fixed(..))
import Data.List (inits, intercalate)
import Data.Maybe (fromMaybe)
import Data.Time.Clock.Base (NominalDiffTime(..), UTCTime, posixSecondsToUTCTime, utcTimeToPOSIXSeconds)
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

-- | The first program of that name where PATH says.
findExecutable :: String -> IO (Maybe FilePath)
findExecutable name = getSearchPath >>= \dirs -> findFileWith isExecutableFile dirs name

-- | All of them.
findExecutables :: String -> IO [FilePath]
findExecutables name = getSearchPath >>= \dirs -> findExecutablesInDirectories dirs name

findExecutablesInDirectories :: [FilePath] -> String -> IO [FilePath]
findExecutablesInDirectories = findFilesWith isExecutableFile

-- | Files of a name in folders: the first, all, those that fulfil a condition. An absolute path is looked at itself.
findFile :: [FilePath] -> String -> IO (Maybe FilePath)
findFile = findFileWith (\_ -> return True)

findFiles :: [FilePath] -> String -> IO [FilePath]
findFiles = findFilesWith (\_ -> return True)

findFileWith :: (FilePath -> IO Bool) -> [FilePath] -> String -> IO (Maybe FilePath)
findFileWith good dirs name = go (candidates dirs name)
  where
    go paths = case paths of
      [] -> return Nothing
      p : rest -> goodFile good p >>= \found -> if found then return (Just p) else go rest

findFilesWith :: (FilePath -> IO Bool) -> [FilePath] -> String -> IO [FilePath]
findFilesWith good dirs = filterM (goodFile good) . candidates dirs

candidates :: [FilePath] -> String -> [FilePath]
candidates dirs name = if isAbsolute name then [name] else map (</> name) dirs

goodFile :: (FilePath -> IO Bool) -> FilePath -> IO Bool
goodFile good p = doesFileExist p >>= \file -> if file then good p else return False

isSymbolicLink :: FilePath -> IO Bool
isSymbolicLink = pathIsSymbolicLink
{-# DEPRECATED isSymbolicLink "Use 'pathIsSymbolicLink'." #-}

-- | What it leads to; its name.
createFileLink, createDirectoryLink :: FilePath -> FilePath -> IO ()
createFileLink = createLink "createFileLink"
createDirectoryLink = createLink "createDirectoryLink"

removeDirectoryLink :: FilePath -> IO ()
removeDirectoryLink path = modifyIOError (`ioeSetLocation` "removeDirectoryLink:removeLink") (removeFile path)

-- | What this process may do: read, write, run a file, search a folder.
data Permissions = Permissions { readable, writable, executable, searchable :: Bool } deriving (Eq, Ord, Read, Show)

emptyPermissions :: Permissions
emptyPermissions = Permissions False False False False

setOwnerReadable, setOwnerWritable, setOwnerExecutable, setOwnerSearchable :: Bool -> Permissions -> Permissions
setOwnerReadable b p = p { readable = b }
setOwnerWritable b p = p { writable = b }
setOwnerExecutable b p = p { executable = b }
setOwnerSearchable b p = p { searchable = b }

getPermissions :: FilePath -> IO Permissions
getPermissions path = do
  FileStatus _ rights folder _ _ <- fileStatus "getPermissions" path
  let may bit = rights .&. bit /= 0
  return (Permissions (may 4) (may 2) (may 1 && not folder) (may 1 && folder))

-- | Of the owner; those of others remain.
setPermissions :: FilePath -> Permissions -> IO ()
setPermissions path (Permissions r w x s) = do
  FileStatus mode _ _ _ _ <- fileStatus "setPermissions" path
  setFileMode "setPermissions" path
    (mode .&. complement 0o700 + (if r then 0o400 else 0) + (if w then 0o200 else 0) + (if x || s then 0o100 else 0))

copyPermissions :: FilePath -> FilePath -> IO ()
copyPermissions from to = do
  FileStatus mode _ _ _ _ <- fileStatus "copyPermissions" from
  setFileMode "copyPermissions" to mode

-- | Contents, permissions, and the times of access and change.
copyFileWithMetadata :: FilePath -> FilePath -> IO ()
copyFileWithMetadata from to = do
  FileStatus _ _ _ atime mtime <- fileStatus "copyFileWithMetadata" from
  copyFile from to
  setFileTimes "copyFileWithMetadata" to 3 atime mtime

getModificationTime, getAccessTime :: FilePath -> IO UTCTime
getModificationTime path = (\(FileStatus _ _ _ _ t) -> fromNanoseconds t) <$> fileStatus "getModificationTime" path
getAccessTime path = (\(FileStatus _ _ _ t _) -> fromNanoseconds t) <$> fileStatus "getAccessTime" path

setModificationTime, setAccessTime :: FilePath -> UTCTime -> IO ()
setModificationTime path t = setFileTimes "setModificationTime" path 2 0 (toNanoseconds t)
setAccessTime path t = setFileTimes "setAccessTime" path 1 (toNanoseconds t) 0

fromNanoseconds :: Int -> UTCTime
fromNanoseconds ns = posixSecondsToUTCTime (MkNominalDiffTime (MkFixed (toInteger ns * 1000)))

toNanoseconds :: UTCTime -> Int
toNanoseconds t = floor (utcTimeToPOSIXSeconds t * 1000000000)

-- | ~\/.NAME
getAppUserDataDirectory :: FilePath -> IO FilePath
getAppUserDataDirectory app = (\home -> home ++ "/." ++ app) <$> getHomeDirectory

getUserDocumentsDirectory :: IO FilePath
getUserDocumentsDirectory = getHomeDirectory

-- | Folders for what programs keep of a user, as the XDG specification has them.
data XdgDirectory = XdgData | XdgConfig | XdgCache deriving (Bounded, Enum, Eq, Ord, Read, Show)

-- | The folder, and a path below it. Variables that hold no absolute path do not count.
getXdgDirectory :: XdgDirectory -> FilePath -> IO FilePath
getXdgDirectory kind path = below <$> (lookupEnv variable >>= \value -> case value of
  Just dir | isAbsolute dir -> return dir
  _ -> (</> standard) <$> getHomeDirectory)
  where
    below dir = if null path then dir else dir </> path
    (variable, standard) = case kind of
      XdgData -> ("XDG_DATA_HOME", ".local/share")
      XdgConfig -> ("XDG_CONFIG_HOME", ".config")
      XdgCache -> ("XDG_CACHE_HOME", ".cache")

-- | Folders that all users share.
data XdgDirectoryList = XdgDataDirs | XdgConfigDirs deriving (Bounded, Enum, Eq, Ord, Read, Show)

getXdgDirectoryList :: XdgDirectoryList -> IO [FilePath]
getXdgDirectoryList kind =
  maybe standard (\value -> if null value then standard else splitSearchPath value) <$> lookupEnv variable
  where
    (variable, standard) = case kind of
      XdgDataDirs -> ("XDG_DATA_DIRS", ["/usr/local/share/", "/usr/share/"])
      XdgConfigDirs -> ("XDG_CONFIG_DIRS", ["/etc/xdg"])

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
