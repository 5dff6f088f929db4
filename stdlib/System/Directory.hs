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

import Control.Exception (bracket, bracketOnError, try)
import Control.Monad (filterM, unless, when)
import Data.Bits (complement, (.&.))
import Data.Fixed (Fixed(..))
import Data.List (intercalate)
import Data.Maybe (fromMaybe)
import Data.Time.Clock.Base (NominalDiffTime(..), UTCTime, posixSecondsToUTCTime, utcTimeToPOSIXSeconds)
import Foreign.Marshal.Alloc (allocaBytes)
import GPH.System
import System.Environment (getEnv, lookupEnv)
import System.FilePath
import GPH.Exception (IOErrorType(..))
import System.IO (Handle, IOMode(..), hClose, hGetBuf, hPutBuf, withBinaryFile)
import System.IO.Error

doesPathExist :: FilePath -> IO Bool
doesPathExist path = do
  file <- doesFileExist path
  if file then return True else doesDirectoryExist path

-- The functions that an error came through, outermost first, as GHC's say it.
inside :: String -> IO a -> IO a
inside place = modifyIOError (\e -> ioeSetLocation e (intercalate ":" (place : filter (not . null) [ioeGetLocation e])))

wrongType :: String -> FilePath -> IO a
wrongType what path = ioError (ioeSetErrorString (mkIOError InappropriateType "" Nothing (Just path)) what)

-- | Names a file or a folder otherwise, replacing what has the new name; renameFile refuses folders (not links to them),
-- renameDirectory what is none.
renameFile, renameDirectory, renamePath :: FilePath -> FilePath -> IO ()
renameFile from to = inside "renameFile" (notFolder from >> renamePath from to `catchIOError` \e -> notFolder to >> ioError e)
  where
    notFolder path = do
      folder <- isRealFolder path `catchIOError` \_ -> return False
      when folder (wrongType "is a directory" path)
renameDirectory from to = inside "renameDirectory" (do
  folder <- isFolder <$> fileStatus "pathIsDirectory" from
  unless folder (inside "renameDirectory" (wrongType "not a directory" from))
  renamePath from to)
renamePath from to = inside "renamePath" (rename from to)

-- Links are none, whatever they lead to.
isRealFolder :: FilePath -> IO Bool
isRealFolder path = isLink path >>= \link -> if link then return False else doesDirectoryExist path

-- | Contents and permissions, by a new file that replaces the old one when all is there.
copyFile :: FilePath -> FilePath -> IO ()
copyFile from to = inside "copyFile" (inside "atomicCopyFileContents" (inside "withReplacementFile" (
  bracketOnError (modifyIOError (`ioeSetLocation` "openBinaryTempFile") (openBinaryTempFile (takeDirectory to) ".copyFile.tmp"))
    (\(temp, h) -> quietly (hClose h) >> quietly (removeFile temp))
    (\(temp, h) -> copyTo from h >> hClose h >> quietly (copyMode from temp) >> renameFile temp to))))

quietly :: IO () -> IO ()
quietly act = act `catchIOError` \_ -> return ()

copyTo :: FilePath -> Handle -> IO ()
copyTo from to = inside "copyFileToHandle" (withBinaryFile from ReadMode (\h -> allocaBytes size (copy h)))
  where
    size = 65536
    copy h buf = do
      n <- hGetBuf h buf size
      when (n > 0) (hPutBuf to buf n >> copy h buf)

-- | Without "." and "..".
listDirectory :: FilePath -> IO [FilePath]
listDirectory path = filter (`notElem` [".", ".."]) <$> getDirectoryContents path

-- | With all that is in it; links are removed, not followed.
removeDirectoryRecursive :: FilePath -> IO ()
removeDirectoryRecursive path = do
  folder <- inside "removeDirectoryRecursive" (isRealFolder path)
  if folder then removeFolder path else inside "removeDirectoryRecursive" (wrongType "not a directory" path)

removeFolder :: FilePath -> IO ()
removeFolder = removeTree (\_ -> return ())

-- The action is for each folder, before what is in it.
removeTree :: (FilePath -> IO ()) -> FilePath -> IO ()
removeTree prepare path = isRealFolder path >>= \folder ->
  if folder then do
    prepare path
    names <- listDirectory path
    mapM_ (removeTree prepare . (path </>)) names
    removeDirectory path
  else removeFile path

-- | A file or a folder with all that is in it, also where the permissions do not let; nothing where there is none.
removePathForcibly :: FilePath -> IO ()
removePathForcibly path = inside "removePathForcibly" (removeTree allow path) `catchIOError` \e -> unless (isDoesNotExistError e) (ioError e)
  where allow folder = quietly (setPermissions folder (Permissions True True True True))

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
canonicalizePath path = makeAbsolute path >>= go (40 :: Int) . dropTrailingPathSeparator
  where
    -- what does not exist, by the folder that it would be in; links that lead nowhere as often as the system follows them
    go links p = try (realPath p) >>= \r -> case r of
      Right q -> return q
      Left e | takeDirectory p == p -> return p
             | otherwise -> (if links > 0 then getSymbolicLinkTarget p else ioError e) `tryOr` (\target ->
                 case target of
                   Just t -> go (links - 1) (normalise (takeDirectory p </> t))
                   Nothing -> (</> takeFileName p) <$> go links (takeDirectory p))
    tryOr act k = (Just <$> act) `catchIOError` (\_ -> return Nothing) >>= k

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

pathIsSymbolicLink :: FilePath -> IO Bool
pathIsSymbolicLink path = inside "pathIsSymbolicLink" (isLink path)

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

-- Some functions take no name for the current folder.
orHere :: FilePath -> FilePath
orHere path = if null path then "." else path

getPermissions :: FilePath -> IO Permissions
getPermissions path = do
  FileStatus _ rights folder _ _ <- fileStatus "getPermissions" (orHere path)
  let may bit = rights .&. bit /= 0
  return (Permissions (may 4) (may 2) (may 1 && not folder) (may 1 && folder))

-- | Of the owner; those of others remain.
setPermissions :: FilePath -> Permissions -> IO ()
setPermissions path (Permissions r w x s) = do
  FileStatus mode _ _ _ _ <- fileStatus "setPermissions" (orHere path)
  setFileMode "setPermissions" (orHere path)
    (mode .&. complement 0o700 + (if r then 0o400 else 0) + (if w then 0o200 else 0) + (if x || s then 0o100 else 0))

copyPermissions :: FilePath -> FilePath -> IO ()
copyPermissions from to = do
  FileStatus mode _ _ _ _ <- fileStatus "copyPermissions" from
  setFileMode "copyPermissions" to mode

-- | Contents, permissions, and the times of access and change.
copyFileWithMetadata :: FilePath -> FilePath -> IO ()
copyFileWithMetadata from to = do
  FileStatus mode _ _ atime mtime <- fileStatus "copyFileWithMetadata" from
  inside "copyFileWithMetadata" (inside "copyFileContents" (withBinaryFile to WriteMode (copyTo from)))
  setFileMode "copyFileWithMetadata" to mode
  setFileTimes "copyFileWithMetadata" to 3 atime mtime

getModificationTime, getAccessTime :: FilePath -> IO UTCTime
getModificationTime path = (\(FileStatus _ _ _ _ t) -> fromNanoseconds t) <$> fileStatus "getModificationTime" (orHere path)
getAccessTime path = (\(FileStatus _ _ _ t _) -> fromNanoseconds t) <$> fileStatus "getAccessTime" (orHere path)

setModificationTime, setAccessTime :: FilePath -> UTCTime -> IO ()
setModificationTime path t = setFileTimes "setModificationTime" (orHere path) 2 0 (toNanoseconds t)
setAccessTime path t = setFileTimes "setAccessTime" (orHere path) 1 (toNanoseconds t) 0

isFolder :: FileStatus -> Bool
isFolder (FileStatus _ _ folder _ _) = folder

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
createDirectoryIfMissing parents path = case reverse (scanl1 (</>) (splitDirectories (simple path))) of
  [] -> return ()
  folder : above -> make folder (if parents then above else [])
  where
    simple p = if null p then p else normalise p
    -- a folder and, where they are missing, those above it
    make folder above = createDirectory folder `catchIOError` \e -> case above of
      parent : higher | isDoesNotExistError e -> make parent higher >> make folder []
      _ | isAlreadyExistsError e || isPermissionError e -> do
            there <- (isFolder <$> fileStatus "" folder) `catchIOError` \_ -> return (isAlreadyExistsError e)
            unless there (ioError e)
        | otherwise -> ioError e
