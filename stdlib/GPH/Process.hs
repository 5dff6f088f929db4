{-# LANGUAGE MagicHash, UnboxedTuples #-}
-- | Children of the program, by number: System.Process is made of them. The C side is runtime/prim/ffi_process.c.
module GPH.Process
  ( Start(..), startChild, askChild, childDescriptor, signalChild, signalGroup, delegate, delegated, ownPid, waitReadable
  , openPipe, closeDescriptor, pipeHandle, shareHandle
  ) where

import GPH.Prim
import GPH.Types
import GPH.Base
import GPH.Exception
import GPH.IOBase
import GPH.Handle
import GPH.Ptr
import GPH.System

foreign import ccall unsafe "gph_child_new" c_new :: IO (Ptr ())
foreign import ccall unsafe "gph_child_arg" c_arg :: Ptr () -> ByteArray# -> IO ()
foreign import ccall unsafe "gph_child_cwd" c_cwd :: Ptr () -> ByteArray# -> IO ()
foreign import ccall unsafe "gph_child_own_env" c_own_env :: Ptr () -> IO ()
foreign import ccall unsafe "gph_child_env" c_env :: Ptr () -> ByteArray# -> IO ()
foreign import ccall unsafe "gph_child_user" c_user :: Ptr () -> Int -> IO ()
foreign import ccall unsafe "gph_child_group" c_group :: Ptr () -> Int -> IO ()
foreign import ccall safe "gph_child_start" c_start :: Ptr () -> Int -> Int -> Int -> Int -> IO Int
foreign import ccall unsafe "gph_child_failed_step" c_failed_step :: Ptr () -> IO (Ptr ())
foreign import ccall unsafe "gph_child_failed_error" c_failed_error :: Ptr () -> IO Int
foreign import ccall unsafe "gph_child_free" c_free :: Ptr () -> IO ()
foreign import ccall unsafe "gph_child_ask" c_ask :: Int -> IO Int
foreign import ccall unsafe "gph_child_descriptor" childDescriptor :: Int -> IO Int
foreign import ccall unsafe "gph_child_signal" c_signal :: Int -> Int -> IO Int
foreign import ccall unsafe "gph_child_signal_group" c_signal_group :: Int -> Int -> IO Int
foreign import ccall unsafe "gph_child_delegate" delegate :: IO ()
foreign import ccall unsafe "gph_child_delegated" delegated :: IO ()
foreign import ccall unsafe "gph_own_pid" ownPid :: IO Int
foreign import ccall unsafe "gph_pipe" c_pipe :: Int -> IO Int
foreign import ccall unsafe "gph_close_fd" closeDescriptor :: Int -> IO ()
foreign import ccall unsafe "gph_handle_of_pipe" c_of_pipe :: Int -> Int -> ByteArray# -> IO (Ptr ())
foreign import ccall unsafe "gph_handle_share" c_share :: Addr# -> IO Int

-- | A child before it runs. Its standard descriptors: ours by number, -1 for the ones that we have, -2 for none.
data Start = Start
  { startWords :: [[Char]]
  , startFolder :: Maybe FilePath
  , startEnvironment :: Maybe [([Char], [Char])]
  , startUser, startGroup :: Maybe Int
  , startDescriptors :: (Int, Int, Int)
  , startClosing, startNewGroup, startNewSession, startDelegating :: Bool
  }

-- | Its number. The second argument is where an error occurred.
startChild :: [Char] -> Start -> IO Int
startChild loc st = bracket c_new c_free (\c ->
  mapM_ (\w -> withUtf8 w (\t -> c_arg c (nameArg t))) (startWords st) >>
  given (startFolder st) (\path -> withUtf8 path (\t -> c_cwd c (nameArg t))) >>
  given (startEnvironment st) (\env ->
    c_own_env c >> mapM_ (\(n, v) -> withUtf8 (n ++ '=' : v) (\t -> c_env c (nameArg t))) env) >>
  given (startUser st) (c_user c) >>
  given (startGroup st) (c_group c) >>
  (case startDescriptors st of (i, o, e) -> c_start c i o e flags) >>= \pid ->
    if pid > 0 then return pid
    else c_failed_step c >>= peekUtf8 >>= \step -> c_failed_error c >>= \e ->
           errnoError (loc ++ ": " ++ maybe "" named step) e Nothing (Just (program (startWords st))))
  where
    given m use = case m of { Just x -> use x; Nothing -> return () }
    program ws = case ws of { w : _ -> w; [] -> "" }
    -- GHC's library has two ways to start a child, and shows in two things which one it took: this name, and that only one of them gives a
    -- script without #! to a shell.
    named step = if plain && step == "exec" then "posix_spawnp" else step
    plain = not (startClosing st || startNewGroup st || startNewSession st) && absent (startFolder st) && absent (startUser st) && absent (startGroup st)
    absent m = maybe True (\_ -> False) m
    flags = (if startClosing st then 1 else 0) + (if startNewGroup st then 2 else 0) + (if startNewSession st then 4 else 0)
          + (if startDelegating st then 8 else 0) + (if plain then 0 else 16)

-- | Nothing while it runs; then an error's number, or the exit code, which is negative for a signal. The system forgets the child then.
askChild :: Int -> IO (Maybe (Either Int Int))
askChild pid = c_ask pid >>= \r -> return (case r `mod` 4 of
  0 -> Nothing
  1 -> Just (Right (r `div` 4))
  _ -> Just (Left (r `div` 4)))

signalChild, signalGroup :: [Char] -> Int -> Int -> IO ()
signalChild loc pid sig = c_signal pid sig >>= failsAs loc Nothing
signalGroup loc pid sig = c_signal_group pid sig >>= failsAs loc Nothing

-- | The thread waits, not its HEC.
waitReadable :: Int -> IO ()
waitReadable (I# fd) = IO (\s -> case waitRead# fd s of s1 -> (# s1, () #))

-- | The reading and the writing end. With True children inherit them.
openPipe :: [Char] -> Bool -> IO (Int, Int)
openPipe loc inherited = c_pipe (if inherited then 1 else 0) >>= \r ->
  failsAs loc Nothing r >> return (r `mod` 4294967296, r `div` 4294967296)

-- | A handle of an end of a pipe, which is the writing end or not.
pipeHandle :: [Char] -> Int -> Bool -> IO Handle
pipeHandle name fd writes = withUtf8 name (\t -> c_of_pipe fd (if writes then 1 else 0) (nameArg t)) >>= \(Ptr a) -> return (Handle a)

-- | The descriptor of a handle that a child gets, or a negative error number.
shareHandle :: Handle -> IO Int
shareHandle (Handle a) = c_share a
