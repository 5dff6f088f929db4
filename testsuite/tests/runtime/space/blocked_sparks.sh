# TEST: timeout=200
# Sparks that block, and threads that have ended, take little: Note [Parked stacks] in runtime/eval/stack.c, gph_stack_collection_due.
# a: 4,000 sparks wait for one thunk (each with a stack of 64 KiB: 260 MiB). b: the same, deep inside, and some in handlers.
# And a million, which wait as sparks (Note [Sparks that wait] in runtime/sched/spark.c; each with a thread of its own: 1.1 GiB).
# c: a spark thread ends as soon as its HEC has other work, and there is another one soon (30,000 of them between two collections: 1.5 GiB).
# d: 200,000 threads end that are known to nobody (until the nursery was full: 800 MiB).
cat > a.gph <<'E'
import Control.Parallel
import System.Environment
slow :: Int -> Int
slow n = go n 0 where
  go :: Int -> Int -> Int
  go 0 a = a
  go k a = go (k - 1) (a * 3 + k `mod` 7)
{-# NOINLINE slow #-}
main :: IO ()
main = do
  [n] <- map read <$> getArgs
  let t = slow (max 100000000 (n * 1000))
      xs = [t + i | i <- [1 .. n :: Int]]
  foldl (\_ x -> x `par` ()) () xs `pseq` print (sum (map (subtract t) xs))
E
cat > b.gph <<'E'
import Control.Exception
import Control.Parallel
import System.IO.Unsafe
slow :: Int -> Int
slow n = go n 0 where
  go :: Int -> Int -> Int
  go 0 a = a
  go k a = go (k - 1) (a * 3 + k `mod` 7)
{-# NOINLINE slow #-}
deep :: Int -> Int -> Int
deep 0 t = t
deep n t = 1 + deep (n - 1) t
{-# NOINLINE deep #-}
caught :: Int -> Int -> Int
caught i t = unsafePerformIO (evaluate (if i `mod` 7 == 0 then throw Overflow - t else deep i t - t) `catch` \e -> return (if e == Overflow then t - t else 1))
{-# NOINLINE caught #-}
main :: IO ()
main = do
  let t = slow 100000000
      xs = [(if i `mod` 3 == 0 then caught else \k u -> deep k u - u) (i `mod` 40) t | i <- [1 .. 4000 :: Int]]
  foldr par () xs `pseq` print (sum xs)
E
cat > c.gph <<'E'
import Control.Concurrent
import Control.Parallel
f :: Int -> Int
f n = length (show n) `mod` 3
{-# NOINLINE f #-}
main :: IO ()
main = do
  a <- newEmptyMVar
  b <- newEmptyMVar
  _ <- forkOn 1 (let echo = takeMVar a >>= putMVar b >> echo in echo)
  let loop :: Int -> Int -> IO Int
      loop 0 s = return s
      loop n s = do
        let x = f n
        x `par` putMVar a n
        m <- takeMVar b
        loop (n - 1) $! s + m + x
  loop 30000 0 >>= print
E
cat > d.gph <<'E'
import Control.Concurrent
import Control.Monad
main :: IO ()
main = do
  forM_ [1 .. 200000 :: Int] $ \i -> do
    _ <- forkIO (return ())
    when (i `mod` 100 == 0) yield
  print 1
E
check() { # program, answer, megabytes, flags
  p=$1 want=$2 most=$3; shift 3
  out=$(./$p ${args-} +RTS "$@" -t --machine-readable 2> stats) || { echo "$p $*: $(tail -1 stats)"; exit 1; }
  [ "$out" = "$want" ] || { echo "$p $*: $out"; exit 1; }
  mem=$(sed -n 's/.*"peak_megabytes_allocated", "\([0-9]*\)".*/\1/p' stats)
  [ "$mem" -le "$most" ] || { echo "$p $*: $mem MiB"; exit 1; }
}
for p in a b c d; do "$GPHC" -O2 -threaded -rtsopts $p.gph -o $p || exit 1; done
for flags in "-N2" "-N4 --surplus-hecs=share -A1m" "-N2 --blackhole=lazy" "-N2 --blackhole-wait=poll --spark-gc=root"; do
  args=4000 check a 8002000 30 $flags
  check b 74514 40 $flags
done
args=1000000 check a 500000500000 300 -N2 --spark-pool=1048576
check c 450064191 20 -N2
check d 1 90 -N1 -A32m
