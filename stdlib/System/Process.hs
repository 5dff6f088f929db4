-- | Programs as children of this one, and pipes to them: the interface of process-1.6.13.
--
-- Who waits for a child waits with its light thread: others run on, and an exception (timeout, killThread) ends the wait. Text goes through
-- pipes as UTF-8; writing to one waits in the same way while it is full (Note [Pipes to children] in runtime/prim/ffi_io.c).
module System.Process
  ( createProcess, createProcess_, shell, proc, CreateProcess(..), CmdSpec(..), StdStream(..), ProcessHandle
  , callProcess, callCommand, spawnProcess, spawnCommand, readCreateProcess, readProcess, readCreateProcessWithExitCode, readProcessWithExitCode
  , withCreateProcess, cleanupProcess, showCommandForUser, Pid, getPid, getCurrentPid
  , waitForProcess, getProcessExitCode, terminateProcess, interruptProcessGroupOf
  , createPipe, createPipeFd, runProcess, runCommand, runInteractiveProcess, runInteractiveCommand, system, rawSystem
  ) where

import Control.Concurrent
import Control.Exception
import Control.Monad (forM_, unless, void, when)
import Data.Char (isAlphaNum)
import Data.String (IsString(..))
import Foreign.C.Types (CInt)
import GPH.Exception (IOException(..), IOErrorType(..))
import GPH.Handle (errnoError, forceList)
import GPH.Process
import System.Exit (ExitCode(..))
import System.IO
import System.IO.Error (mkIOError)
import System.Posix.Types (CPid, GroupID, UserID)

type Pid = CPid

-- | What to start, and how; 'proc' and 'shell' make one.
data CreateProcess = CreateProcess
  { cmdspec :: CmdSpec
  , cwd :: Maybe FilePath                    -- ^ its folder, else ours
  , env :: Maybe [(String, String)]          -- ^ its environment, else ours
  , std_in, std_out, std_err :: StdStream
  , close_fds :: Bool                        -- ^ it gets no other descriptors of ours
  , create_group :: Bool                     -- ^ it leads a new group of processes
  , delegate_ctlc :: Bool                    -- ^ Ctrl-C is its business until somebody has waited for it
  , detach_console, create_new_console :: Bool  -- ^ of Windows
  , new_session :: Bool
  , child_group :: Maybe GroupID
  , child_user :: Maybe UserID
  , use_process_jobs :: Bool                 -- ^ of Windows
  } deriving (Show, Eq)

data CmdSpec
  = ShellCommand String             -- ^ a line for \/bin\/sh
  | RawCommand FilePath [String]    -- ^ a program, found by PATH, and its arguments
  deriving (Show, Eq)

instance IsString CmdSpec where
  fromString = ShellCommand

data StdStream = Inherit | UseHandle Handle | CreatePipe | NoStream
  deriving (Eq, Show)

-- | Of a child that runs: its number, and whether we have delegated Ctrl-C to it.
data State = Running Int Bool | Ended ExitCode

newtype ProcessHandle = ProcessHandle (MVar State)

proc :: FilePath -> [String] -> CreateProcess
proc name args = command (RawCommand name args)

shell :: String -> CreateProcess
shell = command . ShellCommand

command :: CmdSpec -> CreateProcess
command spec = CreateProcess
  { cmdspec = spec, cwd = Nothing, env = Nothing, std_in = Inherit, std_out = Inherit, std_err = Inherit, close_fds = False, create_group = False
  , delegate_ctlc = False, detach_console = False, create_new_console = False, new_session = False, child_group = Nothing, child_user = Nothing
  , use_process_jobs = False }

-- ---- Starting -----------------------------------------------------------------------------------------------------------------
type Started = (Maybe Handle, Maybe Handle, Maybe Handle, ProcessHandle)

-- | Our ends of the pipes that were asked for. Handles that the child got are closed here.
createProcess :: CreateProcess -> IO Started
createProcess cp = createProcess_ "createProcess" cp <* mapM_ closeGiven [std_in cp, std_out cp, std_err cp]

closeGiven :: StdStream -> IO ()
closeGiven (UseHandle h) | h `notElem` [stdin, stdout, stderr] = hClose h
closeGiven _ = return ()

-- | The same with the name that errors have, and without closing.
createProcess_ :: String -> CreateProcess -> IO Started
createProcess_ fun cp = mask_ (
  withEnd False (std_in cp) (\i -> withEnd True (std_out cp) (\o -> withEnd True (std_err cp) (\e -> do
    pid <- delegating (startChild fun start { startDescriptors = (theirs i, theirs o, theirs e) })
    mapM_ closeTheirs [i, o, e]
    hi <- handleOf i
    ho <- handleOf o
    he <- handleOf e
    state <- newMVar (Running pid (delegate_ctlc cp))
    return (hi, ho, he, ProcessHandle state)))))
  where
    name : _ = startWords start
    start = Start
      { startWords = case cmdspec cp of
          ShellCommand line -> ["/bin/sh", "-c", line]
          RawCommand program args -> program : args
      , startFolder = cwd cp, startEnvironment = env cp
      , startUser = fmap fromIntegral (child_user cp), startGroup = fmap fromIntegral (child_group cp)
      , startDescriptors = (-1, -1, -1)
      , startClosing = close_fds cp, startNewGroup = create_group cp, startNewSession = new_session cp, startDelegating = delegate_ctlc cp }
    delegating act
      | delegate_ctlc cp = delegate >> (act `onException` delegated)
      | otherwise = act
    withEnd :: Bool -> StdStream -> (End -> IO a) -> IO a
    withEnd _ Inherit use = use (Theirs (-1))
    withEnd _ NoStream use = use (Theirs (-2))
    withEnd _ (UseHandle h) use = do
      fd <- shareHandle h
      if fd < 0 then errnoError fun (negate fd) Nothing (Just name) else use (Theirs fd)
    withEnd out CreatePipe use = do
      (r, w) <- openPipe fun False
      use (if out then Pipe w r False else Pipe r w True) `onException` (closeDescriptor r >> closeDescriptor w)

-- A standard stream of a child: its descriptor; of a pipe also ours, and whether we write to it.
data End = Theirs Int | Pipe Int Int Bool

theirs :: End -> Int
theirs (Theirs fd) = fd
theirs (Pipe fd _ _) = fd

closeTheirs :: End -> IO ()
closeTheirs (Theirs _) = return ()
closeTheirs (Pipe fd _ _) = closeDescriptor fd

handleOf :: End -> IO (Maybe Handle)
handleOf (Theirs _) = return Nothing
handleOf (Pipe _ fd writes) = Just <$> pipeHandle ("fd:" ++ show fd) fd writes

-- | At the end of the action, however it comes, the child is terminated and the pipes are closed.
withCreateProcess :: CreateProcess -> (Maybe Handle -> Maybe Handle -> Maybe Handle -> ProcessHandle -> IO a) -> IO a
withCreateProcess cp action = bracket (createProcess cp) cleanupProcess (\(i, o, e, ph) -> action i o e ph)

-- The same for an action that ends with the child.
withChild :: String -> CreateProcess -> (Started -> IO a) -> IO a
withChild fun cp = bracketOnError (createProcess_ fun cp) cleanupProcess

-- | Terminates it, closes the pipes, and lets somebody wait for it, without waiting here.
cleanupProcess :: Started -> IO ()
cleanupProcess (i, o, e, ph@(ProcessHandle var)) = do
  terminateProcess ph
  mapM_ (ignoringBroken . hClose) i
  mapM_ hClose o
  mapM_ hClose e
  runs <- modifyMVar var (\st -> case st of
    Running pid True -> delegated >> return (Running pid False, True)
    Running _ False -> return (st, True)
    Ended _ -> return (st, False))
  when runs (void (forkIO (void (try (waitForProcess ph) :: IO (Either IOException ExitCode)))))

spawnProcess :: FilePath -> [String] -> IO ProcessHandle
spawnProcess name args = justProcess <$> createProcess_ "spawnProcess" (proc name args)

spawnCommand :: String -> IO ProcessHandle
spawnCommand line = justProcess <$> createProcess_ "spawnCommand" (shell line)

justProcess :: Started -> ProcessHandle
justProcess (_, _, _, ph) = ph

-- ---- Waiting ------------------------------------------------------------------------------------------------------------------
-- | A child that a signal has ended has its negative number as exit code.
waitForProcess :: ProcessHandle -> IO ExitCode
waitForProcess ph@(ProcessHandle var) = go 1000
  where
    go pause = ended "waitForProcess" ph >>= \r -> case r of
      Just code -> return code
      Nothing -> wait pause >> go (min 50000 (2 * pause))
    -- For a descriptor of the child; where the system has none, some microseconds.
    wait pause = mask_ (do
      fd <- withMVar var (\st -> case st of
        Running pid _ -> childDescriptor pid
        Ended _ -> return (-1))
      if fd >= 0 then waitReadable fd `finally` closeDescriptor fd else threadDelay pause)

-- | Nothing while it runs.
getProcessExitCode :: ProcessHandle -> IO (Maybe ExitCode)
getProcessExitCode = ended "getProcessExitCode"

ended :: String -> ProcessHandle -> IO (Maybe ExitCode)
ended fun (ProcessHandle var) = mask_ (modifyMVar var ask >>= \(r, interrupted) -> if interrupted then throwIO UserInterrupt else return r)
  where
    ask st@(Ended code) = return (st, (Just code, False))
    ask st@(Running pid delegating) = askChild pid >>= \r -> case r of
      Nothing -> return (st, (Nothing, False))
      Just (Left e) -> errnoError fun e Nothing Nothing
      Just (Right n) -> do
        when delegating delegated
        let code = if n == 0 then ExitSuccess else ExitFailure n
        -- Who has left Ctrl-C to the child ends as it would have without it.
        return (Ended code, (Just code, delegating && n `elem` [-2, -3]))

-- | Nothing when its end has been seen.
getPid :: ProcessHandle -> IO (Maybe Pid)
getPid (ProcessHandle var) = withMVar var (\st -> return (case st of
  Running pid _ -> Just (fromIntegral pid)
  Ended _ -> Nothing))

getCurrentPid :: IO Pid
getCurrentPid = fromIntegral <$> ownPid

-- | SIGTERM.
terminateProcess :: ProcessHandle -> IO ()
terminateProcess = signalling (\pid -> signalChild "terminateProcess" pid 15)

-- | SIGINT for all in its group.
interruptProcessGroupOf :: ProcessHandle -> IO ()
interruptProcessGroupOf = signalling (\pid -> signalGroup "interruptProcessGroupOf" pid 2)

-- As long as the number is the child's.
signalling :: (Int -> IO ()) -> ProcessHandle -> IO ()
signalling send (ProcessHandle var) = withMVar var (\st -> case st of
  Running pid _ -> send pid
  Ended _ -> return ())

-- ---- To the end ---------------------------------------------------------------------------------------------------------------
-- | An error unless it succeeds.
callProcess :: FilePath -> [String] -> IO ()
callProcess name args = called "callProcess" (proc name args)

callCommand :: String -> IO ()
callCommand line = called "callCommand" (shell line)

called :: String -> CreateProcess -> IO ()
called fun cp = withChild fun cp { delegate_ctlc = True } (waitForProcess . justProcess) >>= mustSucceed fun (cmdspec cp)

mustSucceed :: String -> CmdSpec -> ExitCode -> IO ()
mustSucceed _ _ ExitSuccess = return ()
mustSucceed fun spec (ExitFailure n) = ioError (mkIOError OtherError (fun ++ ": " ++ text ++ " (exit " ++ show n ++ ")") Nothing Nothing)
  where
    text = case spec of
      ShellCommand line -> line
      RawCommand name args -> unwords (name : map show args)

-- | Output of a program that is given some input; an error unless it succeeds.
readProcess :: FilePath -> [String] -> String -> IO String
readProcess name args = readCreateProcess (proc name args)

readCreateProcess :: CreateProcess -> String -> IO String
readCreateProcess cp input = do
  (code, outs) <- feeding fun cp { std_in = CreatePipe, std_out = CreatePipe } input (\(_, o, _, _) -> [o])
  mustSucceed fun (cmdspec cp) code
  return (concat outs)
  where fun = "readCreateProcess"

-- | Exit code, output, and what it wrote to its standard error.
readProcessWithExitCode :: FilePath -> [String] -> String -> IO (ExitCode, String, String)
readProcessWithExitCode name args = readCreateProcessWithExitCode (proc name args)

readCreateProcessWithExitCode :: CreateProcess -> String -> IO (ExitCode, String, String)
readCreateProcessWithExitCode cp input = do
  (code, outs) <- feeding "readCreateProcessWithExitCode" cp { std_in = CreatePipe, std_out = CreatePipe, std_err = CreatePipe } input
                    (\(_, o, e, _) -> [o, e])
  case outs of
    [out, err] -> return (code, out, err)
    _ -> return (code, "", "")

-- All of it at once, so that no pipe that is full keeps the child from emptying another one.
feeding :: String -> CreateProcess -> String -> (Started -> [Maybe Handle]) -> IO (ExitCode, [String])
feeding fun cp input outputs = withChild fun cp (\child@(i, _, _, ph) -> do
  let handles = [h | Just h <- outputs child]
  outs <- meanwhile [hGetContents h >>= \s -> evaluate (forceList s) >> return s | h <- handles]
            (forM_ i (\h -> do
              unless (null input) (ignoringBroken (hPutStr h input))
              ignoringBroken (hClose h)))
  mapM_ hClose handles
  code <- waitForProcess ph
  return (code, outs))

-- The results of some threads that run while an action does; when one fails, or the action, the others end, too.
meanwhile :: [IO a] -> IO () -> IO [a]
meanwhile [] act = act >> return []
meanwhile (job : jobs) act = do
  result <- newEmptyMVar
  mask (\restore -> do
    thread <- forkIO (try (restore job) >>= putMVar result)
    let wait = takeMVar result >>= either raise return
    restore (do { rest <- meanwhile jobs act; x <- wait; return (x : rest) }) `onException` killThread thread)
  where
    raise :: SomeException -> IO a
    raise = throwIO

-- The reader may have gone before it has read all.
ignoringBroken :: IO () -> IO ()
ignoringBroken act = act `catch` \e -> case ioe_type e of
  ResourceVanished -> return ()
  _ -> throwIO e

-- ---- Pipes --------------------------------------------------------------------------------------------------------------------
-- | The reading and the writing end. A child gets an end by 'UseHandle' only.
createPipe :: IO (Handle, Handle)
createPipe = mask_ (do
  (r, w) <- openPipe "createPipe" False
  reading <- pipeHandle (name r) r False
  writing <- pipeHandle (name w) w True
  return (reading, writing))
  where name fd = "<file descriptor: " ++ show fd ++ ">"

-- | Descriptors, which children inherit.
createPipeFd :: IO (CInt, CInt)
createPipeFd = openPipe "createPipeFd" True >>= \(r, w) -> return (fromIntegral r, fromIntegral w)

-- ---- Older names --------------------------------------------------------------------------------------------------------------
-- | The handles given are closed here.
runProcess :: FilePath -> [String] -> Maybe FilePath -> Maybe [(String, String)] -> Maybe Handle -> Maybe Handle -> Maybe Handle -> IO ProcessHandle
runProcess name args folder environment i o e = do
  ph <- justProcess <$> createProcess_ "runProcess" cp
  mapM_ closeGiven [std_in cp, std_out cp, std_err cp]
  return ph
  where
    cp = (proc name args) { cwd = folder, env = environment, std_in = given i, std_out = given o, std_err = given e }
    given = maybe Inherit UseHandle

runCommand :: String -> IO ProcessHandle
runCommand line = justProcess <$> createProcess_ "runCommand" (shell line)

runInteractiveProcess :: FilePath -> [String] -> Maybe FilePath -> Maybe [(String, String)] -> IO (Handle, Handle, Handle, ProcessHandle)
runInteractiveProcess name args folder environment = interactive "runInteractiveProcess" (proc name args) { cwd = folder, env = environment }

runInteractiveCommand :: String -> IO (Handle, Handle, Handle, ProcessHandle)
runInteractiveCommand line = interactive "runInteractiveCommand" (shell line)

interactive :: String -> CreateProcess -> IO (Handle, Handle, Handle, ProcessHandle)
interactive fun cp = createProcess_ fun cp { std_in = CreatePipe, std_out = CreatePipe, std_err = CreatePipe } >>= \child -> case child of
  (Just i, Just o, Just e, ph) -> return (i, o, e, ph)
  _ -> ioError (userError fun)

system :: String -> IO ExitCode
system "" = ioError (IOError Nothing InvalidArgument "system" "null command" Nothing Nothing)
system line = createProcess_ "system" (shell line) { delegate_ctlc = True } >>= waitForProcess . justProcess

rawSystem :: String -> [String] -> IO ExitCode
rawSystem name args = createProcess_ "rawSystem" (proc name args) { delegate_ctlc = True } >>= waitForProcess . justProcess

-- | As one would write it for a shell.
showCommandForUser :: FilePath -> [String] -> String
showCommandForUser name args = unwords (map quoted (name : args))
  where
    quoted word
      | not (null word) && all plain word = word
      | otherwise = '\'' : concatMap inside word ++ "'"
    inside c = if c == '\'' then "'\\''" else [c]
    plain c = isAlphaNum c || c `elem` ("-_.,/" :: String)
