# TEST: timeout=300
# C finalizers of foreign pointers that are alive when the program ends run then, once each, whatever ends it; Foreign.Concurrent's do not. What GHC prints, but for the order of different pointers, which
# nobody promises.
cat > finalizers.c <<'END'
#include <stdio.h>
#include <stdlib.h>
void done(int *p) { printf("done %d\n", *p); fflush(stdout); }
void second(int *p) { printf("second %d\n", *p); fflush(stdout); }
void counted(int *env, int *p) { printf("env %d of %d\n", ++*env, *p); fflush(stdout); }
END
cat > finalizers.gph <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
module Main (main) where
import Control.Exception
import Foreign
import qualified Foreign.Concurrent as C
import System.Environment
import System.Exit
import System.IO
import System.Mem (performGC)
import Data.IORef
foreign import ccall "&done" p_done :: FinalizerPtr Int32
foreign import ccall "&second" p_second :: FinalizerPtr Int32
foreign import ccall "&counted" p_counted :: FinalizerEnvPtr Int32 Int32

cell :: Int32 -> IO (Ptr Int32)
cell n = do { p <- malloc; poke p n; return p }

main :: IO ()
main = do
  args <- getArgs
  keep <- newIORef []
  a <- cell 1 >>= newForeignPtr p_done
  addForeignPtrFinalizer p_second a
  env <- cell 40
  b <- cell 2 >>= newForeignPtrEnv p_counted env
  addForeignPtrFinalizerEnv p_counted env b
  m <- mallocForeignPtr :: IO (ForeignPtr Int32)
  withForeignPtr m (`poke` 3)
  addForeignPtrFinalizer p_done m
  h <- cell 4 >>= \p -> C.newForeignPtr p (putStrLn "haskell 4")
  f <- cell 5 >>= newForeignPtr p_done
  finalizeForeignPtr f
  finalizeForeignPtr f
  r <- try (C.addForeignPtrFinalizer a (putStrLn "mixed")) :: IO (Either SomeException ())
  print r
  s <- try (addForeignPtrFinalizer p_done h) :: IO (Either SomeException ())
  print s
  writeIORef keep [a, b, m, h, f]
  performGC
  hFlush stdout
  case args of
    ["exit"] -> exitWith (ExitFailure 3)
    ["error"] -> error "boom"
    _ -> return ()
  readIORef keep >>= mapM_ (\p -> withForeignPtr p peek >>= print . abs . min 9)
END
cat > busy_cells.c <<'END'
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, attached, finished; } Cell;
static int owed;  // cells whose finaliser is known to be attached, and has not run
Cell *make(int n) { Cell *p = calloc(1, sizeof *p); p->n = n; return p; }
void attached(Cell *p) { p->attached = 1; __atomic_add_fetch(&owed, 1, __ATOMIC_SEQ_CST); }
void finish(Cell *p) {
  if (p->finished) { fprintf(stderr, "finished twice\n"); abort(); }
  p->finished = 1;
  if (p->attached) __atomic_sub_fetch(&owed, 1, __ATOMIC_SEQ_CST);
}
int look(const Cell *p) {
  if (p->finished) { fprintf(stderr, "used when finished\n"); abort(); }
  return p->n;
}
static void report(void) { printf("owed: %d\n", owed); }
void at_end(void) { atexit(report); }
END
# Other threads, on other HECs, use and finalize pointers while the program ends: none is used when it is finished, finished twice, or left.
cat > busy.gph <<'END'
module Main (main) where
import Control.Concurrent
import Control.Exception
import Control.Monad
import Foreign
import System.Environment
import System.Exit
import System.IO
foreign import ccall unsafe "make" c_make :: Int32 -> IO (Ptr Int32)
foreign import ccall unsafe "attached" c_attached :: Ptr Int32 -> IO ()
foreign import ccall unsafe "look" c_look :: Ptr Int32 -> IO Int32
foreign import ccall unsafe "at_end" c_at_end :: IO ()
foreign import ccall "&finish" p_finish :: FinalizerPtr Int32

main :: IO ()
main = do
  args <- getArgs
  c_at_end
  kept <- newMVar []
  started <- newEmptyMVar
  forM_ [1 .. 6 :: Int] (\k -> forkIO (do
    putMVar started ()
    forM_ (cycle [1 .. 1000]) (\n -> do
      ps <- forM [1 .. 20] (\i -> c_make (n + i) >>= newForeignPtr p_finish >>= \p -> withForeignPtr p c_attached >> return p)
      when (even k) (modifyMVar_ kept (\ks -> length ks `seq` return (take 200 (ps ++ ks))))
      s <- sum <$> mapM (\p -> withForeignPtr p c_look) ps
      when (odd k && n `mod` 3 == 0) (mapM_ finalizeForeignPtr (take 2 (drop 5 ps)))
      evaluate s)))
  replicateM_ 6 (takeMVar started)
  threadDelay 20000
  hFlush stdout
  case args of
    ["exit"] -> exitWith (ExitFailure 3)
    ["error"] -> error "boom"
    _ -> putStrLn "end"
END
cat > back.gph <<'END'
module Main (main) where
import Foreign
import System.IO
foreign import ccall "wrapper" callback :: (Ptr Int32 -> IO ()) -> IO (FinalizerPtr Int32)
main :: IO ()
main = do
  f <- callback (\_ -> putStrLn "called back")
  p <- malloc >>= newForeignPtr f
  withForeignPtr p (`poke` 7)
  withForeignPtr p peek >>= print
  hFlush stdout
  touchForeignPtr p
END
cat > back_gc.gph <<'END'
module Main (main) where
import Foreign
import System.IO
import System.Mem
foreign import ccall "wrapper" callback :: (Ptr Int32 -> IO ()) -> IO (FinalizerPtr Int32)
main :: IO ()
main = do
  f <- callback (\_ -> putStrLn "called back")
  _ <- malloc >>= newForeignPtr f
  print (7 :: Int) >> hFlush stdout
  performGC
  putStrLn "collected"
END
code() { case "$1" in exit) echo 3 ;; error) echo 1 ;; *) echo 0 ;; esac; }
for o in -O0 -O2 '-O1 -fvia-C' '-O1 -threaded' '-O1 -debug'; do
  "$GPHC" $o finalizers.gph finalizers.c -o finalizers || exit 1
  for how in '' exit error; do
    rc=0; ./finalizers $how > out 2> err || rc=$?
    [ $rc = "$(code "$how")" ] || { echo "$o $how: exit code"; cat err; exit 1; }
    [ "$(sed -n '1p' out)" = "done 5" ] || { echo "$o $how: finalizeForeignPtr"; cat out; exit 1; }
    [ "$(grep -c '^Left GHC.ForeignPtr: attempt to mix Haskell and C finalizers in the same ForeignPtr$' out)" = 2 ] || { echo "$o $how: mixed"; cat out; exit 1; }
    [ "$(grep -E '(done|second) 1$' out | tr '\n' ,)" = "second 1,done 1," ] || { echo "$o $how: the newest first"; cat out; exit 1; }
    [ "$(grep '^env' out | tr '\n' ,)" = "env 41 of 2,env 42 of 2," ] || { echo "$o $how: with an environment"; cat out; exit 1; }
    [ "$(grep -c '^done 3$' out)" = 1 ] && [ "$(grep -c '^done 5$' out)" = 1 ] && ! grep -q haskell out || { echo "$o $how: not once each"; cat out; exit 1; }
  done
done
for o in '-O1 -threaded' '-O1 -threaded -debug' '-O1 -fvia-C -threaded' -O2; do
  "$GPHC" $o -rtsopts busy.gph busy_cells.c -o busy || exit 1
  "$GPHC" $o back.gph -o back || exit 1
  "$GPHC" $o back_gc.gph -o back_gc || exit 1
  for flags in '' '-A64k'; do
    case "$o" in *threaded*) flags="$flags -N3" ;; esac
    case "$o" in *debug*) flags="$flags -DS" ;; esac
    for how in '' exit error; do
      rc=0; timeout -s KILL 60 ./busy $how +RTS $flags > out 2> err || rc=$?
      [ $rc = "$(code "$how")" ] && [ "$(tail -1 out)" = "owed: 0" ] || { echo "$o $flags $how:"; tail -2 out; cat err; exit 1; }
    done
  done
  for p in ./back ./back_gc; do  # at the end; from a collection that is a safe call
    rc=0; timeout -s KILL 20 $p > out 2> err || rc=$?
    [ $rc = 1 ] && [ "$(cat out)" = 7 ] && grep -q "C called back into Haskell from a finaliser" err || { echo "$o: a callback of $p"; cat out err; exit 1; }
  done
done
