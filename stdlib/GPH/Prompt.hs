{-# LANGUAGE MagicHash, ScopedTypeVariables #-}
-- | The evaluating half of gphc --interactive: the loop that runs statements, and what statements are made of (compiler/driver/prompt.cc).
module GPH.Prompt (serve, run, bind, action, evaluate, slot, Slot) where

import Control.Exception (SomeException, AsyncException(UserInterrupt), fromException, catch)
import Data.IORef
import qualified Data.IntMap as IntMap
import Foreign.Ptr (Ptr, nullPtr)
import Foreign.StablePtr (castPtrToStablePtr, deRefStablePtr, freeStablePtr)
import GPH.Eval (Evaluated)
import qualified GPH.Eval
import GPH.Exception (catchAny)
import System.IO
import System.IO.Unsafe (unsafePerformIO)
import Unsafe.Coerce (unsafeCoerce)

foreign import ccall safe "gph_loader_next" c_next :: Int -> IO (Ptr ())

-- | How the last statement ended, for whom it may concern: 0, or 1 for an exception.
{-# NOINLINE status #-}
status :: IORef Int
status = unsafePerformIO (newIORef 0)

-- | Runs statements until there are no more.
serve :: IO ()
serve = do
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
slots :: IORef (IntMap.IntMap ())
slots = unsafePerformIO (newIORef IntMap.empty)

-- | pattern <- action: the value is kept.
bind :: Slot -> IO a -> IO ()
bind n action = action >>= \x -> modifyIORef slots (IntMap.insert n (unsafeCoerce x))

-- | The value that was kept; the action tells its type, and is not run again.
{-# NOINLINE slot #-}
slot :: Slot -> IO a -> a
slot n _ = unsafePerformIO (fmap (\m -> unsafeCoerce (m IntMap.! n)) (readIORef slots))

-- | An action: its result is kept, and printed unless it is ().
action :: Evaluated (IO a) => Slot -> IO a -> IO ()
action n io = io >>= \x -> modifyIORef slots (IntMap.insert n (unsafeCoerce x)) >> GPH.Eval.print (return x `asTypeOf` io)

-- | An expression: printed, or run as -e does.
evaluate :: Evaluated a => a -> IO ()
evaluate = GPH.Eval.print
