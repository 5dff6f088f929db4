{-# LANGUAGE MagicHash, ScopedTypeVariables #-}
-- | The evaluating half of gphc --interactive: the loop that runs statements, and what statements are made of (compiler/driver/prompt.cc).
-- Each session reads this module before its first answer: it imports little that the Prelude does not.
module GPH.Prompt (serve, run, bind, action, print, slot, forget, Slot) where

import Prelude hiding (print)

import GPH.Eval (Evaluated)
import qualified GPH.Eval
import GPH.Exception (SomeException, AsyncException(UserInterrupt), catchAny, fromException)
import GPH.Handle (hFlush, hPutStrLn, stderr, stdout)
import GPH.IOBase (IORef, newIORef, readIORef, unsafePerformIO, writeIORef)
import GPH.Prim (unsafeCoerce#)
import GPH.Ptr (Ptr, castPtrToStablePtr, deRefStablePtr, freeStablePtr, nullPtr)

foreign import ccall safe "gph_loader_next" c_next :: Int -> IO (Ptr ())
foreign import ccall unsafe "gph_loader_full" c_full :: IO Int
foreign import ccall safe "gph_perform_major_gc" c_collect :: IO ()

-- | How the last statement ended, for whom it may concern: 0, or 1 for an exception.
{-# NOINLINE status #-}
status :: IORef Int
status = unsafePerformIO (newIORef 0)

-- | Runs statements until there are no more.
serve :: IO ()
serve = do
  full <- c_full
  if full /= 0 then c_collect else return ()
  how <- readIORef status
  p <- c_next how
  if p == nullPtr then return () else do
    let stable = castPtrToStablePtr p
    statement <- deRefStablePtr stable :: IO (IO ())
    freeStablePtr stable
    statement
    serve

-- | A statement, whatever it raises.
run :: IO () -> IO ()
run io = do
  writeIORef status 0
  (io >> hFlush stdout) `catchAny` failed
  hFlush stdout `catchAny` \_ -> return ()

failed :: SomeException -> IO ()
failed e = do
  writeIORef status 1
  hFlush stdout `catchAny` \_ -> return ()
  (case fromException e of
     Just UserInterrupt -> hPutStrLn stderr "Interrupted."
     _ -> hPutStrLn stderr ("*** Exception: " ++ show e)) `catchAny` failed

type Slot = Int

-- | The values that actions gave, by the number of the statement.
{-# NOINLINE slots #-}
slots :: IORef [(Slot, ())]
slots = unsafePerformIO (newIORef [])

keep :: Slot -> a -> IO ()
keep n x = readIORef slots >>= \kept -> writeIORef slots ((n, unsafeCoerce# x) : kept)

-- | Values that no code refers to.
forget :: [Slot] -> IO ()
forget ns = readIORef slots >>= \kept -> let some = filter ((`notElem` ns) . fst) kept in foldr seq () some `seq` writeIORef slots some

-- | pattern <- action: the value is kept.
bind :: Slot -> IO a -> IO ()
bind n action = action >>= keep n

-- | The value that was kept; the action tells its type, and is not run again.
{-# NOINLINE slot #-}
slot :: Slot -> IO a -> a
slot n _ = unsafePerformIO (readIORef slots >>= \kept -> case lookup n kept of
  Just x -> return (unsafeCoerce# x)
  Nothing -> error "GPH.Prompt.slot")

-- | An action: its result is kept, and printed unless it is ().
action :: Evaluated (IO a) => Slot -> IO a -> IO ()
action n io = io >>= \x -> keep n x >> GPH.Eval.print (return x `asTypeOf` io)

-- | An expression: printed, or run as -e does. Messages name it: the name is that of what the user has in mind.
print :: Evaluated a => a -> IO ()
print = GPH.Eval.print
