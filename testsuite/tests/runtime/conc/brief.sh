# A value passed along a chain of threads, each of which has it for a moment: two HECs do not wake each other for every step
# (Note [Brief work] in sched/schedule.c). Counted, not timed: how often an OS thread of the program went to sleep.
cat > p.gph <<'E'
import Control.Concurrent
import Control.Monad

main :: IO ()
main = do
  s <- newEmptyMVar
  e <- foldM (\cur _ -> do { next <- newEmptyMVar; _ <- forkIO (pass cur next); return next }) s [1 .. 300 :: Int]
  f <- newEmptyMVar
  _ <- forkIO (replicateM 3000 (takeMVar e) >>= putMVar f . sum)
  replicateM_ 3000 (forkIO (putMVar s 0))
  takeMVar f >>= print
  where
    pass :: MVar Int -> MVar Int -> IO ()
    pass inp out = do { x <- takeMVar inp; putMVar out $! x + 1; pass inp out }
E
"$GPHC" -O2 -threaded -rtsopts p.gph -o p
python3 - <<'E'
import resource, subprocess, sys
before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_nvcsw
out = subprocess.run(['./p', '+RTS', '-N2'], stdout=subprocess.PIPE, check=True).stdout
sleeps = resource.getrusage(resource.RUSAGE_CHILDREN).ru_nvcsw - before
if out != b'900000\n': sys.exit('printed %r' % out)
if sleeps > 4000: sys.exit('%d sleeps' % sleeps)  # without: 7,000 to 8,000
E
