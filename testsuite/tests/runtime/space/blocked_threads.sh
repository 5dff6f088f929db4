# A thread that waits has a block of 1 KiB, not a stack, nor a segment of 64 KiB if it waits in a function of a large frame; one that a busy parent forked runs before there are thousands; calls from C use one thread again and again.
fail() { echo "FAIL: $*"; exit 1; }
cat > ring.hs <<'END'
import Control.Concurrent
go :: Int -> MVar Int -> IO (MVar Int)
go 0 v = return v
go k v = do { w <- newEmptyMVar; _ <- forkIO (takeMVar v >>= \x -> putMVar w $! x + 1); go (k - 1) w }
main :: IO ()
main = do
  first <- newEmptyMVar
  end <- go 50000 first
  putMVar first 0
  takeMVar end >>= print
END
cat > short.hs <<'END'
import Control.Concurrent
import Control.Monad
main :: IO ()
main = do
  count <- newMVar (0 :: Int)
  done <- newEmptyMVar
  let n = 200000
  _ <- forkIO (forever yield)              -- there is always one that waits for its turn
  forM_ [1 .. n] $ \_ -> forkIO (do { x <- takeMVar count; putMVar count $! x + 1; when (x + 1 == n) (putMVar done ()) })
  takeMVar done
  takeMVar count >>= print
END
cat > calls.hs <<'END'
import Foreign.C
import Foreign.Ptr
foreign import ccall "wrapper" mk :: (CInt -> IO CInt) -> IO (FunPtr (CInt -> IO CInt))
foreign import ccall "call_it" callIt :: FunPtr (CInt -> IO CInt) -> CInt -> IO CInt
main :: IO ()
main = mk (\x -> return $! x + 1) >>= \f -> callIt f 100000 >>= print
END
cat > wave.hs <<'END'
-- Each element waits for its neighbours, in a function of many variables, and the last one is asked for first.
import Control.Monad.Par
import Control.Monad
import Data.Array
main :: IO ()
main = print (runPar (wave 100))
wave :: Int -> Par Int
wave n = do
  vs <- replicateM ((n + 1) * (n + 1)) new
  let arr = listArray ((0, 0), (n, n)) vs
  forM_ (range ((0, 0), (n, n))) $ \(i, j) -> fork $
    if i == 0 || j == 0 then put (arr ! (i, j)) 1 else do
      a <- get (arr ! (i - 1, j))
      b <- get (arr ! (i, j - 1))
      c <- get (arr ! (i - 1, j - 1))
      put (arr ! (i, j)) ((a + b + c) `mod` 1000003)
  get (arr ! (n, n))
END
echo 'int call_it(int (*f)(int), int n) { int s = 0; for (int i = 0; i < n; i++) s = f(s); return s; }' > call.c
peak() { sed -n 's/.*("peak_megabytes_allocated", "\([0-9]*\)").*/\1/p' "$1"; }
stacks() { "./$1" +RTS $2 -tstat --machine-readable > out || fail "$1 $2"; [ "$(cat out)" = "$3" ] || fail "$1 $2: $(cat out)"; p=$(peak stat); [ "$p" -lt "$4" ] || fail "$1 $2: $p MB"; }
"$GPHC" -O1 -threaded -rtsopts ring.hs -o ring
"$GPHC" -O1 -threaded -rtsopts short.hs -o short
"$GPHC" -O1 -threaded -rtsopts wave.hs -o wave
"$GPHC" -O1 -threaded -rtsopts calls.hs call.c -o calls
for n in -N1 -N2; do
  stacks ring $n 50000 110                 # 50 MB of blocks, and what they refer to; stacks of 4 KiB each took 200
  # Two HECs that hand an MVar on to each other may come to a convoy: from then on each thread waits for it until there are no more of them to fork, in 2 of 5 runs
  # on an idle machine. Fairness asks for it (GHC -N2 always has it, and 375 MB); what has to hold is that each has 1 KiB.
  if [ $n = -N1 ]; then stacks short $n 200000 40; else stacks short $n 200000 260; fi
  stacks calls $n 100000 20
  stacks wave $n 903990 120                # 700 MB with a segment for each
done
