# A spark counts as GC'd only if nobody has evaluated its thunk: one that its parent evaluated and then dropped has fizzled, however the collection comes by it.
fail() { echo "$1"; cat err; exit 1; }
# counts FILE: fizzled and GC'd of all places together
counts() { python3 -c '
import re, sys
rows = re.findall(r"(\d+) fizzled, (\d+) GC.d, (\d+) left", open("err").read())
print(sum(int(f) for f, g, l in rows), sum(int(g) for f, g, l in rows), sum(int(l) for f, g, l in rows))'; }

# Its parent evaluates each spark at once, and nothing refers to it afterwards.
cat > parent.gph <<'X'
import Control.Parallel
import System.Mem

nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1
{-# NOINLINE nf #-}

go :: Int -> Integer
go 0 = 0
go i = let x = toInteger (nf (i `mod` 9)) ^ (20 :: Int) in x `par` (x `seq` (x + go (i - 1)))
{-# NOINLINE go #-}

main :: IO ()
main = do
  print (go 1000)
  performGC
X
# Of a list that is consumed as it is made.
cat > consumed.gph <<'X'
import Control.Parallel.Strategies
import System.Mem

f :: Int -> [Int]
f n = reverse [n .. n + 20]
{-# NOINLINE f #-}

main :: IO ()
main = do
  print (sum (map sum (map f [1 .. 1500] `using` parBuffer 50 rseq)))
  performGC
X
# Half of them are dropped as they are, the others evaluated and dropped.
cat > half.gph <<'X'
import Control.Parallel
import System.Mem

f :: Int -> Integer
f n = product [1 .. toInteger (5 + n `mod` 7)]
{-# NOINLINE f #-}

go :: Int -> Integer
go 0 = 0
go i = let x = f i; y = f (i + 1) in x `par` y `par` (x `seq` (x + go (i - 1)))
{-# NOINLINE go #-}

main :: IO ()
main = do
  print (go 1000)
  performGC
X
for o in -O0 -O1 -O2; do
  for p in parent consumed half; do "$GPHC" $o -threaded -fno-spark-clones -rtsopts $p.gph -o $p || fail "$p does not compile"; done
  for gc in "" -A64k --old-gc=mark -c; do
    ./parent +RTS $gc --spark-report > out 2> err || fail "parent: exit $?"
    [ "$(counts)" = "1000 0 0" ] || fail "parent $o $gc: $(counts)"
    ! grep -q "never needed" err || fail "parent $o $gc: never needed"
    ./consumed +RTS $gc --spark-report > out 2> err || fail "consumed: exit $?"
    [ "$(counts)" = "1500 0 0" ] || fail "consumed $o $gc: $(counts)"
    ./half +RTS $gc --spark-report > out 2> err || fail "half: exit $?"
    [ "$(counts)" = "1000 1000 0" ] || fail "half $o $gc: $(counts)"
  done
done
# On two HECs, too.
./parent +RTS -N2 --spark-report > out 2> err || fail "parent -N2: exit $?"
! grep -q "never needed" err || fail "parent -N2: never needed"
