{-# LANGUAGE NoImplicitPrelude, MagicHash, UnboxedTuples #-}
-- | What surrounds main: uncaught exceptions are reported as "program: message" and turned into an exit status, and the
-- buffers are flushed on every way out.
module GPH.TopHandler (runMainIO, topHandler, shutdown, callIn, newCallback) where

import GPH.Prim
import GPH.Types
import GPH.Classes
import GPH.Base
import GPH.Num
import GPH.Exception
import GPH.IOBase
import GPH.Handle
import GPH.Ptr

foreign import ccall unsafe "gph_io_flush_all" c_flush_all :: IO ()

-- | The compiler wraps main in it. What the prompt runs is the main of a program, too, but its process goes on.
runMainIO :: IO a -> IO ()
runMainIO main = catchAny (main >> ended) topHandler

ended :: IO ()
ended = c_goes_on >>= \goesOn -> case goesOn of
  0 -> shutdown 0
  _ -> flushStd

foreign import ccall unsafe "gph_process_goes_on" c_goes_on :: IO Int

-- | The compiler wraps functions that C calls in it; the frame holds the arguments. What leaves such a function ends the program.
callIn :: (Int -> IO ()) -> Int -> IO ()
callIn entry frame = catchAny (entry frame) topHandler

foreign import ccall unsafe "gph_callback_new" c_callback_new :: StablePtr (Int -> IO ()) -> IO (FunPtr a)

-- | What a "wrapper" import does with the entry of the function.
newCallback :: (Int -> IO ()) -> IO (FunPtr a)
newCallback entry = newStablePtr (callIn entry) >>= c_callback_new

-- | Ends the program as an uncaught exception does.
topHandler :: SomeException -> IO ()
topHandler e = catchAny (exitFor e) topHandler

exitFor :: SomeException -> IO ()
exitFor e = flushStd >> case fromException e of
  Just ExitSuccess -> shutdown 0
  Just (ExitFailure n) -> shutdown n
  Nothing -> case fromException e of
    Just UserInterrupt -> exitNow (-2)  -- at once; dies of SIGINT: a shell whose loop ran the program stops, too
    Just StackOverflow -> reportException e >> exitNow 2
    Just HeapOverflow -> reportException e >> exitNow 251
    _ -> case fromException e of
      Just err | isBrokenStdout err -> shutdown 1
      _ -> reportUncaught e >> flushStd >> shutdown 1

-- The reader of our output has gone: nothing to report to.
isBrokenStdout :: IOException -> Bool
isBrokenStdout (IOError (Just h) ResourceVanished _ _ _ _) = h == stdout
isBrokenStdout _ = False

flushStd :: IO ()
flushStd = catchAny (hFlush stdout) (\_ -> returnIO ()) >> catchAny (hFlush stderr) (\_ -> returnIO ()) >> c_flush_all

-- | Does not return: the runtime stops all threads and exits. As GHC: -127 to -1 are signals of which the process dies, what no exit status can be is 255.
-- Threads that could run have one more turn, also as with GHC (whose buffers are flushed by a thread of its own, the last in the queue), so that
-- `main = forkIO (putStrLn "x") >> return ()` prints x; not with +RTS -V0, where a turn need not end. From here on nobody reaches the one who ends
-- the program.
shutdown :: Int -> IO ()
shutdown code = blockUninterruptible (c_turns_end >>= \end -> (case end of { 0 -> returnIO (); _ -> yield }) >> flushStd >> exitNow code)

foreign import ccall unsafe "gph_turns_end" c_turns_end :: IO Int

exitNow :: Int -> IO ()
exitNow (I# code) = c_flush_all >> IO (\s -> case shutdown# code s of s1 -> (# s1, () #))
