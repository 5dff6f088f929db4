# Threads that C made call Haskell, while Haskell threads run, block and call C.
export LANG=C.UTF-8
cat > a.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
import Foreign
import Control.Monad
import Control.Concurrent
import Data.IORef
type F = Int32 -> IO Int32
foreign import ccall "wrapper" mk :: F -> IO (FunPtr F)
foreign import ccall "start" start :: Int32 -> FunPtr F -> Int32 -> IO ()
foreign import ccall "finish" finish :: Int32 -> IO Int32
foreign import ccall unsafe "start" startU :: Int32 -> FunPtr F -> Int32 -> IO ()
foreign import ccall "dynamic" call :: FunPtr F -> F
main :: IO ()
main = do
  total <- newMVar (0 :: Int)
  f <- mk (\i -> do { modifyMVar_ total (return . (+ fromIntegral i)); return (fromIntegral (length (show (product [1 .. toInteger (i `mod` 50)])))) })
  forM_ [0 .. 7] $ \k -> start k f 1000
  rs <- mapM finish [0 .. 7]
  print rs
  readMVar total >>= print
  -- Haskell threads work meanwhile
  done <- newEmptyMVar
  forM_ [1 .. 4 :: Int] $ \k -> forkIO $ do { x <- return $! sum (map fromIntegral [1 .. 200000 :: Int] :: [Integer]); putMVar done (x + fromIntegral k) }
  forM_ [0 .. 3] $ \k -> start k f 2000
  ws <- replicateM 4 (takeMVar done)
  print (sum ws)
  mapM finish [0 .. 3] >>= print . sum
  readMVar total >>= print
  -- main waits for a C thread's callback, nobody is out
  box <- newEmptyMVar
  g <- mk (\i -> putMVar box i >> threadDelay 1000 >> return 1)
  startU 0 g 3
  xs <- replicateM 3 (takeMVar box)
  print xs
  finish 0 >>= print
  -- a callback that forks, and that calls C again
  h <- mk (\i -> do { v <- newEmptyMVar; _ <- forkIO (call f i >>= putMVar v); takeMVar v })
  start 0 h 100
  finish 0 >>= print
END
cat > b.c <<'END'
#include <stdint.h>
#include <pthread.h>
typedef int32_t (*cb)(int32_t);
static pthread_t threads[64];
struct job { cb f; int32_t n, sum; };
static struct job jobs[64];
static void *run(void *arg) { struct job *j = arg; for (int i = 0; i < j->n; i++) j->sum += j->f(i); return 0; }
void start(int k, cb f, int32_t n) { jobs[k] = (struct job){ f, n, 0 }; pthread_create(&threads[k], 0, run, &jobs[k]); }
int32_t finish(int k) { pthread_join(threads[k], 0); return jobs[k].sum; }
END
cat > want <<'END'
[27100,27100,27100,27100,27100,27100,27100,27100]
3996000
80000400010
216800
11992000
[0,1,2]
3
2710
END
# Many at once: contention, exceptions caught inside, recursion through C, a thread that outlives the callback that forked it.
cat > many.hs <<'END'
{-# LANGUAGE ForeignFunctionInterface #-}
import Foreign
import Control.Monad
import Control.Exception
import Control.Concurrent
import Data.IORef
type F = Int32 -> IO Int32
foreign import ccall "wrapper" mk :: F -> IO (FunPtr F)
foreign import ccall "start" start :: Int32 -> FunPtr F -> Int32 -> IO ()
foreign import ccall "finish" finish :: Int32 -> IO Int32
foreign import ccall "dynamic" call :: FunPtr F -> F
main :: IO ()
main = do
  total <- newMVar (0 :: Int)
  ref <- newIORef nullFunPtr
  f <- mk (\i -> do
    modifyMVar_ total (return . (+ 1))
    r <- if i `mod` 7 == 0 then try (evaluate (100 `div` (i - i))) else return (Right 1)
    let k = either (\e -> const 2 (e :: ArithException)) id r
    p <- readIORef ref
    if i > 0 && i `mod` 3 == 0 then fmap (+ k) (call p (i - 1)) else return k)
  writeIORef ref f
  dones <- forM [1 .. 8 :: Int] $ \t -> do
    v <- newEmptyMVar
    _ <- forkIO ((do { rs <- forM [1 .. 500] (call f); yield; return (sum rs) }) >>= putMVar v)
    return v
  forM_ [0 .. 3] $ \k -> start k f 500
  busy <- newEmptyMVar
  _ <- forkIO (evaluate (length (show (product [1 .. 3000 :: Integer]))) >>= putMVar busy)
  -- a child of a callback outlives it
  late <- newEmptyMVar
  g <- mk (\i -> forkIO (threadDelay 2000 >> call f i >>= putMVar late) >> return i)
  call g 21 >>= print
  mapM takeMVar dones >>= print
  mapM finish [0 .. 3] >>= print
  takeMVar busy >>= print
  takeMVar late >>= print
  readMVar total >>= print
END
cat > want-many <<'END'
21
[761,761,761,761,761,761,761,761]
[762,762,762,762]
9131
3
7994
END
. "$SRC/ways.inc"
run want a.hs b.c -threaded "-O2 -threaded -debug" "-O0 -threaded -fvia-C"
run want-many many.hs b.c -threaded "-O2 -threaded -debug"
