{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | The program's surroundings: arguments, environment, clocks, files by name.
module GPH.System where

import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Exception
import GPH.IOBase
import GPH.Handle
import GPH.Ptr

foreign import ccall unsafe "gph_args_count" c_args_count :: IO Int
foreign import ccall unsafe "gph_args_get" c_args_get :: Int -> IO (Ptr ())
foreign import ccall unsafe "gph_executable_path" c_executable_path :: IO (Ptr ())
foreign import ccall unsafe "gph_getenv" c_getenv :: ByteArray# -> IO (Ptr ())
foreign import ccall unsafe "gph_setenv" c_setenv :: ByteArray# -> ByteArray# -> IO Int
foreign import ccall unsafe "gph_unsetenv" c_unsetenv :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_environ" c_environ :: Int -> IO (Ptr ())
foreign import ccall unsafe "gph_clock_realtime" clockRealtime :: IO Int
foreign import ccall unsafe "gph_clock_monotonic" clockMonotonic :: IO Int
foreign import ccall unsafe "gph_clock_cpu" clockCPU :: IO Int
foreign import ccall unsafe "gph_mkstemps" c_mkstemps :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_file_exists" c_file_exists :: ByteArray# -> Int -> IO Int
foreign import ccall unsafe "gph_file_remove" c_file_remove :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_file_rename" c_file_rename :: ByteArray# -> ByteArray# -> IO Int
foreign import ccall unsafe "gph_mkdir" c_mkdir :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_rmdir" c_rmdir :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_getcwd" c_getcwd :: MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_dir_open" c_dir_open :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_dir_next" c_dir_next :: Int -> IO (Ptr ())
foreign import ccall unsafe "gph_dir_close" c_dir_close :: Int -> IO ()
foreign import ccall unsafe "gph_realpath" c_realpath :: ByteArray# -> MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_file_size" c_file_size :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_file_is_link" c_file_is_link :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_file_copy_mode" c_file_copy_mode :: ByteArray# -> ByteArray# -> IO Int
foreign import ccall unsafe "gph_file_status" c_file_status :: ByteArray# -> MutableByteArray# RealWorld -> IO Int
foreign import ccall unsafe "gph_file_set_mode" c_file_set_mode :: ByteArray# -> Int -> IO Int
foreign import ccall unsafe "gph_file_set_times" c_file_set_times :: ByteArray# -> Int -> Int -> Int -> IO Int
foreign import ccall unsafe "gph_symlink" c_symlink :: ByteArray# -> ByteArray# -> IO Int
foreign import ccall unsafe "gph_readlink" c_readlink :: ByteArray# -> MutableByteArray# RealWorld -> Int -> IO Int
foreign import ccall unsafe "gph_file_executable" c_file_executable :: ByteArray# -> IO Int
foreign import ccall unsafe "gph_chdir" c_chdir :: ByteArray# -> IO Int

-- | Decodes a C string at once; null gives Nothing.
peekUtf8 :: Ptr () -> IO (Maybe [Char])
peekUtf8 (Ptr a) = case eqAddr# a nullAddr# of
  1# -> return Nothing
  _ -> let s = unpackCString# a in forceList s `seq` return (Just s)

-- | A C string for the time of a call.
withUtf8 :: [Char] -> (EncodedText -> IO a) -> IO a
withUtf8 str use = IO (\s -> case encodeAll str s of (# s1, t #) -> unIO (use t) s1)

nameArg :: EncodedText -> ByteArray#
nameArg (EncodedText ba _) = ba

getArgs :: IO [[Char]]
getArgs = overriddenArgs >>= \o -> case o of
  Just args -> return args
  Nothing -> c_args_count >>= go 0
  where
    go i n | i >= n = return []
           | otherwise = do
               p <- c_args_get i
               Just s <- peekUtf8 p
               rest <- go (i + 1) n
               return (s : rest)

-- withArgs and withProgName put a value here.
argsOverride, progOverride :: IORef (Maybe [[Char]])
argsOverride = topLevelIO (newIORef Nothing)
{-# NOINLINE argsOverride #-}
progOverride = topLevelIO (newIORef Nothing)
{-# NOINLINE progOverride #-}

overriddenArgs :: IO (Maybe [[Char]])
overriddenArgs = readIORef argsOverride

getProgName :: IO [Char]
getProgName = readIORef progOverride >>= \o -> case o of
  Just (name : _) -> return name
  _ -> return programName

getExecutablePath :: IO [Char]
getExecutablePath = c_executable_path >>= \p -> fmap (maybe "" id) (peekUtf8 p)

withArgs :: [[Char]] -> IO a -> IO a
withArgs args act = do
  old <- readIORef argsOverride
  writeIORef argsOverride (Just args)
  act `finally` writeIORef argsOverride old

withProgName :: [Char] -> IO a -> IO a
withProgName name act = do
  old <- readIORef progOverride
  writeIORef progOverride (Just [name])
  act `finally` writeIORef progOverride old

lookupEnv :: [Char] -> IO (Maybe [Char])
lookupEnv name = withUtf8 name (\t -> c_getenv (nameArg t)) >>= peekUtf8

getEnv :: [Char] -> IO [Char]
getEnv name = lookupEnv name >>= \r -> case r of
  Just v -> return v
  Nothing -> ioException (IOError Nothing NoSuchThing "getEnv" "no environment variable" Nothing (Just name))

setEnv :: [Char] -> [Char] -> IO ()
setEnv name value
  | null name || any (== '=') name = ioException (IOError Nothing InvalidArgument "setEnv" "" Nothing Nothing)
  | null value = unsetEnv name
  | otherwise = withUtf8 name (\n -> withUtf8 value (\v -> c_setenv (nameArg n) (nameArg v))) >>= failsAs "setEnv" Nothing

unsetEnv :: [Char] -> IO ()
unsetEnv name = withUtf8 name (\n -> c_unsetenv (nameArg n)) >>= failsAs "unsetEnv" Nothing

getEnvironment :: IO [([Char], [Char])]
getEnvironment = go 0
  where
    go i = c_environ i >>= peekUtf8 >>= \r -> case r of
      Nothing -> return []
      Just s -> fmap (divide s :) (go (i + 1))
    divide s = case break (== '=') s of
      (n, '=' : v) -> (n, v)
      (n, v) -> (n, v)

failsAs :: [Char] -> Maybe FilePath -> Int -> IO ()
failsAs loc path r = if r < 0 then errnoError loc (negate r) Nothing path else return ()

-- ---- Files by name ----------------------------------------------------------------------------------------------------
doesFileExist, doesDirectoryExist :: FilePath -> IO Bool
doesFileExist path = withUtf8 path (\t -> c_file_exists (nameArg t) 0) >>= \n -> return (n /= 0)
doesDirectoryExist path = withUtf8 path (\t -> c_file_exists (nameArg t) 1) >>= \n -> return (n /= 0)

removeFile, createDirectory, removeDirectory, setCurrentDirectory :: FilePath -> IO ()
removeFile path = withUtf8 path (\t -> c_file_remove (nameArg t)) >>= failsAs "removeLink" (Just path)
createDirectory path = withUtf8 path (\t -> c_mkdir (nameArg t)) >>= failsAs "createDirectory" (Just path)
removeDirectory path = withUtf8 path (\t -> c_rmdir (nameArg t)) >>= failsAs "removeDirectory" (Just path)
setCurrentDirectory path = withUtf8 path (\t -> c_chdir (nameArg t)) >>= failsAs "changeWorkingDirectory" (Just path)

getCurrentDirectory :: IO FilePath
getCurrentDirectory = pathFrom "getCurrentDirectory" Nothing c_getcwd

-- | The absolute path without links and dots; of a path that exists.
realPath :: FilePath -> IO FilePath
realPath path = withUtf8 path (\t -> pathFrom "canonicalizePath" (Just path) (c_realpath (nameArg t)))

-- A path that a C function writes into a buffer of a size; its length or a negative errno.
pathFrom :: [Char] -> Maybe FilePath -> (MutableByteArray# RealWorld -> Int -> IO Int) -> IO FilePath
pathFrom loc path fill = IO (\s -> case newByteArray# 4096# s of
  (# s1, mba #) -> case unIO (fill mba 4096) s1 of
    (# s2, n@(I# n#) #) -> case unsafeFreezeByteArray# mba s2 of
      (# s3, ba #) -> if n < 0 then unIO (errnoError loc (negate n) Nothing path) s3
                      else (# s3, unpackChunk 0# ba n# [] #))

-- | All names in a folder, also "." and "..", in the system's order.
getDirectoryContents :: FilePath -> IO [FilePath]
getDirectoryContents path = mask_ (withUtf8 path (\t -> c_dir_open (nameArg t)) >>= \dir ->
  failsAs "getDirectoryContents:openDirStream" (Just path) dir >> names dir [])
  where
    names dir acc = c_dir_next dir >>= peekUtf8 >>= \r -> case r of
      Nothing -> c_dir_close dir >> return (reverse acc)
      Just name -> names dir (name : acc)

-- | Bytes.
getFileSize :: FilePath -> IO Integer
getFileSize path = withUtf8 path (\t -> c_file_size (nameArg t)) >>= \n -> failsAs "getFileSize:getFileStatus" (Just path) n >> return (toInteger n)

isLink :: FilePath -> IO Bool
isLink path = withUtf8 path (\t -> c_file_is_link (nameArg t)) >>= \n -> failsAs "getSymbolicLinkStatus" (Just path) n >> return (n /= 0)

copyMode :: FilePath -> FilePath -> IO ()
copyMode from to = withUtf8 from (\a -> withUtf8 to (\b -> c_file_copy_mode (nameArg a) (nameArg b))) >>= failsAs "copyPermissions" (Just from)

-- | Mode, rights of this process (4 read, 2 write, 1 execute), whether it is a folder, and when it was read and changed
-- last, in nanoseconds since 1970.
data FileStatus = FileStatus Int Int Bool Int Int

-- | Of what a link leads to. The name of the function is for errors.
fileStatus :: [Char] -> FilePath -> IO FileStatus
fileStatus loc path = withUtf8 path (\t -> IO (\s -> case newByteArray# 40# s of
  (# s1, mba #) -> case unIO (c_file_status (nameArg t) mba >>= failsAs (loc ++ ":getFileStatus") (Just path)) s1 of
    (# s2, _ #) -> case unsafeFreezeByteArray# mba s2 of
      (# s3, ba #) -> let at i = I# (indexIntArray# ba i) in (# s3, FileStatus (at 0#) (at 1#) (at 2# /= 0) (at 3#) (at 4#) #)))

setFileMode :: [Char] -> FilePath -> Int -> IO ()
setFileMode loc path mode = withUtf8 path (\t -> c_file_set_mode (nameArg t) mode) >>= failsAs (loc ++ ":setFileMode") (Just path)

-- | Which of the two (1 read, 2 changed), and both, in nanoseconds since 1970.
setFileTimes :: [Char] -> FilePath -> Int -> Int -> Int -> IO ()
setFileTimes loc path which read changed =
  withUtf8 path (\t -> c_file_set_times (nameArg t) which read changed) >>= failsAs (loc ++ ":setFileTimes") (Just path)

-- | What it leads to; its name.
createLink :: [Char] -> FilePath -> FilePath -> IO ()
createLink loc target path =
  withUtf8 target (\a -> withUtf8 path (\b -> c_symlink (nameArg a) (nameArg b))) >>= failsAs (loc ++ ":createSymbolicLink") (Just path)

getSymbolicLinkTarget :: FilePath -> IO FilePath
getSymbolicLinkTarget path =
  withUtf8 path (\t -> pathFrom "getSymbolicLinkTarget:readSymbolicLink" (Just path) (c_readlink (nameArg t)))

isExecutableFile :: FilePath -> IO Bool
isExecutableFile path = withUtf8 path (\t -> c_file_executable (nameArg t)) >>= \n -> return (n /= 0)

rename :: FilePath -> FilePath -> IO ()
rename from to = withUtf8 from (\a -> withUtf8 to (\b -> c_file_rename (nameArg a) (nameArg b))) >>= failsAs "rename" (Just from)

-- | A fresh file in a folder, from a template name like "foo.ext".
openTempFile, openBinaryTempFile :: FilePath -> [Char] -> IO (FilePath, Handle)
openTempFile dir template = makeTemp dir template >>= \p -> openFile p ReadWriteMode >>= \h -> return (p, h)
openBinaryTempFile = openTempFile   -- GHC's, too, has the locale's encoding

makeTemp :: FilePath -> [Char] -> IO FilePath
makeTemp dir template
 | any (== '/') template = ioError (userError ("openTempFile': Template string must not contain path separator characters: " ++ template))
 | otherwise = withUtf8 full (\(EncodedText ba n) -> IO (\s -> case newByteArray# (n +# 1#) s of
    (# s1, mba #) -> case copyByteArray# ba 0# mba 0# (n +# 1#) s1 of
      s2 -> case unIO (c_mkstemps mba (length suffix)) s2 of
        (# s3, r #) -> case unsafeFreezeByteArray# mba s3 of
          (# s4, out #) -> if r < 0 then unIO (errnoError "openTempFile" (negate r) Nothing (Just dir)) s4
                           else (# s4, unpackChunk 0# out n [] #)))
  where
    (base, suffix) = case break (== '.') (reverse template) of
      (rsuf, '.' : rbase) -> (reverse rbase, '.' : reverse rsuf)
      (rname, _) -> (reverse rname, "")
    full = (if null dir then "" else dir ++ "/") ++ base ++ "XXXXXX" ++ suffix
