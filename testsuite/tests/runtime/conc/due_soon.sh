# Note [Who looks at the clock] (sched/timer.c): while a thread computes, others are woken when they are due, and have the
# next turn. 300 time limits of 1 ms, then 300 delays of 1 ms beside a computation; each took 20 ms, two ticks: 12 s. The
# time is the processor's: a loaded machine gives less of it until something is due.
cat > p.gph <<'E'
import Control.Concurrent
import Control.Exception
import Control.Monad
import System.Timeout

spin :: Int -> Int
spin n = go n 0
  where
    go :: Int -> Int -> Int
    go 0 a = a
    go k a = go (k - 1) (a * 3 + k `mod` 7)

main :: IO ()
main = do
  rs <- forM [1 .. 300] $ \i -> timeout 1000 (evaluate (spin (10 ^ (15 :: Int) + i)))
  print (length [() | Nothing <- rs])
  t <- forkIO (void (evaluate (spin (10 ^ (15 :: Int)))))
  d <- newEmptyMVar
  _ <- forkIO (replicateM_ 300 (threadDelay 1000) >> putMVar d ())
  takeMVar d
  killThread t
  putStrLn "done"
E
"$GPHC" -O2 -rtsopts p.gph -o p1
"$GPHC" -O2 -threaded -rtsopts p.gph -o p
python3 - <<'E'
import resource, subprocess, sys
for how in './p1', './p +RTS -N1', './p +RTS -N2':
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run(how.split(), stdout=subprocess.PIPE, check=True).stdout
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if out != b'300\ndone\n': sys.exit('%s printed %r' % (how, out))
    if took > 6: sys.exit('%s took %.1f s' % (how, took))
E
