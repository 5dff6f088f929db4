# +RTS --scaling: programs whose work and span are known by construction say so, with any number of HECs, and print what they print without it.
fail() { echo "$1"; cat err; exit 1; }
here=$(dirname "$0")
cat > a.gph <<'X'
import Control.Concurrent
import Control.DeepSeq
import Control.Exception
import qualified Control.Monad.Par as P
import Control.Monad (foldM)
import Control.Parallel
import Control.Parallel.Strategies
import Data.IORef
import Data.Parallel
import System.Environment

-- The unit of work is `nf n`.
nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1
{-# NOINLINE nf #-}

-- Independent: parallelism k.
equal, ahead, chain, speculative :: Int -> Int -> Int
equal k n = sum (map nf (replicate k n) `using` parList rseq)

-- Likewise, but 4 sparks are made ahead of what is used: 5 are under way at a time, and k is divisible by 5.
ahead k n = sum (map nf (replicate k n) `using` parBuffer 4 rseq)

-- Each needs the one before: parallelism 1.
chain k n = last (scanl1 (\a i -> if a < 0 then 0 else i) (map (\i -> nf (n + i - i)) [1 .. k]) `using` parList rseq)
{-# NOINLINE chain #-}

-- k pairs one after the other: 2.

pairs :: Int -> Int -> Int
pairs 0 _ = 0
pairs k n = let x = nf n; y = nf (n + k - k) in x `par` (y `pseq` (x `pseq` (x + y + pairs (k - 1) n)))
{-# NOINLINE pairs #-}

-- A value that nobody needs.
-- (The main thread takes a little longer, so that it is evaluated before the program ends.)
speculative k n = let x = nf (n - 1 + k) in x `par` nf n
{-# NOINLINE speculative #-}

-- A balanced tree: 2^d leaves side by side.
tree :: Int -> Int -> Int
tree 0 n = nf n
tree d n = l `par` (r `pseq` (l + r))
  where l = tree (d - 1) n
        r = tree (d - 1) n

-- Divide and conquer with a sequential merge: of depth d with 2^d leaves; a merge of 2^k leaves takes 2^k. Work 2^d (d + 1), span 1 + 2 + 4 + ... + 2^d.
merge :: Int -> Int -> Int
merge 0 n = nf n
merge d n = l `par` (r `pseq` (l `pseq` (l + r + work (2 ^ d))))
  where l = merge (d - 1) n
        r = merge (d - 1) n
        work k = sum (map nf (replicate k n))

-- 1 before, k side by side, 1 after: (k + 2) / 3.
serial :: Int -> Int -> Int
serial k n = before + sum xs + nf (n + 0 * sum xs)
  where before = nf n
        xs = before `pseq` (map (\i -> nf (n + i - i)) [1 .. k] `using` parList rseq)
{-# NOINLINE serial #-}

threads :: Int -> Int -> IO Int
threads k n = do
  vs <- mapM (\i -> do { v <- newEmptyMVar; _ <- forkIO (putMVar v $! nf (n + i - i)); return v }) [1 .. k]
  sum <$> mapM takeMVar vs

-- A thread hands over to the next: 1.
relay :: Int -> Int -> IO Int
relay k n = do
  first <- newEmptyMVar
  end <- go k first
  putMVar first 0
  takeMVar end
  where
    go 0 v = return v
    go i v = do
      w <- newEmptyMVar
      _ <- forkIO (do { x <- takeMVar v; putMVar w $! x + nf (n + 0 * x) })
      go (i - 1) w

-- Constants: three equal ones, one of which is the main thread's.
a, b, c :: Int
a = nf 27
b = nf (28 - 1)
c = nf (29 - 2)
{-# NOINLINE a #-}
{-# NOINLINE b #-}
{-# NOINLINE c #-}

-- Half of the sparks raise an exception, which is caught: as if they returned.
raising :: Int -> Int -> IO Int
raising k n = sum <$> mapM one (map f [1 .. k] `using` parList rseq)
  where
    f i = if even i then nf (n + i - i) else if nf (n + i - i) > 0 then throw (ErrorCall "odd") else 0
    one x = evaluate x `catch` \(ErrorCall e) -> return (length e)

-- Loops: as many pieces as batches; one in the other; the last batch takes as long as the others together; the lowest batch that raises decides.
loop, nested, uneven :: Int -> Int -> Int
loop k n = parFold (batch 1) (1, k) (\i -> nf (n + i - i)) (+) 0
nested k n = parFold (batch 1) (1, k) (\i -> parFold (batch 1) (1, k) (\j -> nf (n + i - i + j - j)) (+) 0) (+) 0
uneven k n = parFold (batch 1) (1, k) (\i -> if i == k then sum [nf (n + j - j) | j <- [2 .. k]] else nf (n + i - i)) (+) 0

actions, failing :: Int -> Int -> IO Int
actions k n = do
  r <- newIORef 0
  parFor (batch 2) (1, k) (\i -> let x = nf (n + i - i) in x `seq` atomicModifyIORef' r (\s -> (s + x, ())))
  readIORef r
failing k n = evaluate (parFold (batch 1) (1, k) (\i -> if nf (n + i - i) > 0 && i == k then throw (ErrorCall (show i)) else 1) (+) 0) `catch` \(ErrorCall e) -> return (length e)

-- Control.Monad.Par: k pieces side by side; each waits for the one before; a piece, two that wait for it, and one that waits for both.
future, futures, diamond :: Int -> Int -> Int
future k n = sum (P.runPar (P.parMap (\i -> nf (n + i - i)) [1 .. k]))
futures k n = P.runPar (do { v0 <- P.newFull 0; vs <- foldM (\v i -> P.spawn (do { x <- P.get v; return $! x + nf (n + i - i) })) v0 [1 .. k]; P.get vs })
diamond k n = P.runPar (do
  a' <- P.spawn (return $! nf (n + k - k))
  let next i = do { x <- P.get a'; return $! x + nf (n + i + 0 * x) }
  b' <- P.spawn (next 0)
  c' <- P.spawn (next (k - k))
  x <- P.get b'
  y <- P.get c'
  return $! x + y + nf (n + 0 * (x + y)))

main :: IO ()
main = do
  [what, k, n] <- getArgs
  let go f = print (f (read k) (read n))
      run f = f (read k) (read n) >>= print
  case what of
    "equal" -> go equal
    "ahead" -> go ahead
    "chain" -> go chain
    "pairs" -> go pairs
    "speculative" -> go speculative
    "tree" -> go tree
    "merge" -> go merge
    "serial" -> go serial
    "threads" -> run threads
    "relay" -> run relay
    "constants" -> print (a `par` (b `par` (c `pseq` (b `pseq` (a + b + c)))))
    "raising" -> run raising
    "loop" -> go loop
    "nested" -> go nested
    "uneven" -> go uneven
    "actions" -> run actions
    "failing" -> run failing
    "future" -> go future
    "futures" -> go futures
    "diamond" -> go diamond
    _ -> return ()
X
"$GPHC" -O -threaded -rtsopts a.gph -o a || fail "does not compile"
cat > check.py <<'P'
import subprocess, sys
sys.path.insert(0, sys.argv[1])
from report import Report

def run(*args, rts=()):
    p = subprocess.run(['./a', *args, '+RTS', *rts], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert p.returncode == 0, (args, rts, p.returncode, p.stderr)
    return p.stdout, p.stderr

# name, k, n, parallelism, and how many strands there are, the main thread's not counted.
known = [('equal', 16, 27, 16, 16), ('ahead', 20, 27, 5, 20), ('chain', 8, 27, 1, None), ('pairs', 8, 27, 2, 8), ('tree', 4, 29, 16, 15),
         ('tree', 5, 30, 32, 31), ('merge', 4, 26, 80 / 31, 15), ('serial', 10, 27, 4, 10), ('threads', 8, 28, 8, 8), ('relay', 6, 27, 1, 6), ('constants', 0, 0, 3, 2),
         ('raising', 12, 27, 12, 12), ('loop', 16, 28, 16, 16), ('nested', 4, 28, 16, 20), ('uneven', 8, 28, 2, 8), ('actions', 16, 28, 8, 8), ('failing', 8, 28, 8, 8), ('future', 16, 29, 16, None),
         ('futures', 6, 28, 1, None), ('diamond', 0, 28, 4 / 3, None)]
for name, k, n, parallelism, strands in known:
    plain, err = run(name, str(k), str(n), rts=['-N1'])
    assert err == '', err
    for rts in (['-N1'], ['-N2'], ['-N3', '--surplus-hecs=share', '-A64k'], ['-N2', '--blackhole=lazy'], ['-N1', '--blackhole=eager', '--spark-pool=4']):
        # The machine may be busy, and processors that share a core or caches slow each other down: then the slowest of many equal pieces is the span.
        least = 0.75 if rts[0] == '-N1' else 0.5 + 0.4 / parallelism
        for tries in 1, 2, 3, 4, 5:
            out, err = run(name, str(k), str(n), rts=[*rts, '--scaling'])
            assert out == plain, (name, rts, out)
            r = Report(err)
            ok = least * parallelism <= r.parallelism <= 1.1 * parallelism + 0.1
            if ok: break
        assert ok, f'{name} {k} {n} {rts}: parallelism {parallelism} expected\n{err}'
        if strands is not None and rts == ['-N1']: assert strands <= r.strands - 1 <= strands + 2, f'{name}: {strands} strands expected\n{err}'

# What nobody needs counts, if somebody evaluates it: with one HEC nobody does.
for rts, parallelism in (['-N1'], 1), (['-N2', '--surplus-hecs=share'], 1.62):
    for tries in 1, 2, 3, 4, 5:
        r = Report(run('speculative', '0', '32', rts=[*rts, '--scaling'])[1])
        if abs(r.parallelism - parallelism) < 0.3: break
    assert abs(r.parallelism - parallelism) < 0.3, r.text
    if rts == ['-N1']: assert r.verdict.startswith('More HECs are of little use.'), r.text

# Where the span is, and what it would gain.
for rts in (['-N1'], ['-N2']):
    for tries in 1, 2, 3:
        r = Report(run('merge', '4', '25', rts=[*rts, '--scaling'])[1])
        at_most = sum(s[0] for s in r.sites.values())
        main = r.sites['the main thread, outside of sparks']
        # The main thread merges 16 of 31 at least, and 31 at most; were it alone twice as fast, the other half's path of 15 and the last merge's 8 would remain.
        if main[0] > 45 and -33 < main[3] < -18: break
    assert main[0] > 45 and -33 < main[3] < -18, r.text
    assert r.verdict.startswith('Up to 2 HECs are of use') and 'the span is the limit' in r.verdict, r.text
r = Report(run('equal', '64', '24', rts=['-N1', '--scaling'])[1])
assert r.estimate[8] > 6 and len(r.sites) == 2, r.text
r = Report(run('loop', '32', '24', rts=['-N1', '--scaling'])[1])
assert any(s.startswith('a.gph:') and 'batches of a loop in Main.' in s and x[2] == 32 for s, x in r.sites.items()), r.text
P
python3 check.py "$here" 2> err || fail "see above"
# Without -threaded there is nothing to measure.
"$GPHC" -O a.gph -o plain && ./plain equal 2 3 +RTS --scaling > out 2> err && fail "accepted by the plain runtime"
grep -q "must be linked with -threaded" err || fail "refused without a reason"
exit 0
