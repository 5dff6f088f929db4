# What ran while one HEC was alone: before the parallel part, after it, and in a library's function; with its place, and with a share of the time that fits.
fail() { echo "$1"; cat err; exit 1; }
run() { "$GPHC" $o -threaded -rtsopts $1.gph -o $1 || fail "$1 does not compile"; ./$1 +RTS -N2 --surplus-hecs=share --spark-report > out 2> err || fail "$1: exit $?"; }
# alone PROGRAM NAME LEAST: the function ran alone for so many per cent of the time, and its place is where it is defined
alone() { python3 - "$@" <<'P' || fail "$1 $o: $2"; }
import re, sys
program, name, least = sys.argv[1], sys.argv[2], float(sys.argv[3])
err = open('err').read()
shares = [float(x) for x in re.search(r"both ran ([\d.]+)%, one alone ([\d.]+)%, collections ([\d.]+)%, nobody \(waiting, foreign calls\) ([\d.]+)%", err).groups()]
assert abs(sum(shares) - 100) < 0.3, shares
line = 1 + [l.startswith(name + ' ') and not l.startswith(name + ' ::') for l in open(program + '.gph').read().split('\n')].index(True)
found = re.findall(r"([\d.]+)%% Main\.(\S+) \(%s.gph:(\d+):\d+\)" % program, err)
share = sum(float(s) for s, n, l in found if n.split('.')[0].split('_')[0] == name and line <= int(l) < line + 8)
# Not of the time in which nobody ran: on a busy machine who is woken waits for a processor.
assert share >= least * (1 - shares[3] / 100), (share, found)
P
# (Modulo a power of two LLVM does many rounds as one.)
cat > before.gph <<'X'
import Control.Parallel.Strategies

work :: Int -> Int
work n = go (200000 :: Int) n
  where go 0 acc = acc
        go i acc = go (i - 1) ((acc * 1103515245 + 12345) `mod` 2147483647)
{-# NOINLINE work #-}

setUp :: Int -> Int
setUp n = go (60000000 :: Int) n
  where go 0 acc = acc
        go i acc = go (i - 1) ((acc * 1103515245 + 12345) `mod` 2147483647)
{-# NOINLINE setUp #-}

main :: IO ()
main = do
  let s = setUp 7
  s `seq` print (sum (map work [s .. s + 99] `using` parList rseq))
X
cat > after.gph <<'X'
import Control.Parallel.Strategies

work :: Int -> [Int]
work n = [n * i + j `mod` (i + 1) | i <- [1 .. 100], j <- [1 .. 40]]

merge :: [[Int]] -> Int
merge = go 0
  where go acc [] = acc
        go acc (xs : rest) = go (foldl (\a x -> spin 400 (a + x)) acc xs) rest
        spin :: Int -> Int -> Int
        spin 0 a = a
        spin i a = spin (i - 1) ((a * 1103515245 + 12345) `mod` 2147483648)
{-# NOINLINE merge #-}

main :: IO ()
main = print (merge (map work [1 .. 150] `using` parList rdeepseq))
X
# Nothing is wrong with the sparks.
cat > tail.gph <<'X'
import Control.Parallel.Strategies
import Data.List (foldl')

step :: Int -> Int
step n = foldl' (\h i -> (h * 33 + i) `mod` 65521) n [1 .. 20000]

main :: IO ()
main = do
  let s = foldl' (\h x -> (h * 31 + x) `mod` 1000003) 7 (parMap rseq step [1 .. 200])
  s `seq` print (foldl' (\h i -> (h * 31 + i * s) `mod` 1000003) s [1 .. 8000000 :: Int])
X
cat > library.gph <<'X'
import Control.Parallel.Strategies
import qualified Data.Map as M

index :: Int -> M.Map Int Int
index n = M.fromList [(i * 7919 `mod` 300007, i) | i <- [1 .. n]]
{-# NOINLINE index #-}

look :: M.Map Int Int -> Int -> Int
look m k = sum [M.findWithDefault 0 i m | i <- [k .. k + 2000]]
{-# NOINLINE look #-}

main :: IO ()
main = do
  let m = index 250000
  print (M.size m)
  print (sum (map (look m) [1 .. 50] `using` parList rseq))
X
for o in ${THOROUGH:+-O1} -O2; do
  run before; alone before setUp 25
  run after; alone after merge 25
  run library; alone library index 25
  said=
  for attempt in 1 2 3; do
    run tail; grep -q "After the last of them was made one HEC ran alone for .* that part of the program is sequential" err && said=yes && break
  done
  [ -n "$said" ] || fail "tail $o: a sequential end"
done
o=-fvia-C; run before; alone before setUp 25
# -s has them, too; one HEC alone does not.
./before +RTS -N2 --surplus-hecs=share -s > out 2> err
grep -q '^  one alone: .*Main.setUp' err || fail "-s"
./before +RTS -s --spark-report > out 2> err
! grep -q 'Where the time went' err || fail "one HEC"
# Without names it says so.
strip before
./before +RTS -N2 --surplus-hecs=share --spark-report > out 2> err
grep -q 'one alone: in functions without names' err || fail "stripped"
