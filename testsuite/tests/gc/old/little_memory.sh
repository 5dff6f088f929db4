# A program with 23 MB of live data that is replaced bit by bit: --old-gc=copy, mark and auto print the same; marking needs less memory than copying, and
# -c -F1.3 (sliding compaction) not more than 1.3 times what is alive. -c alone collects no more than three times as often as copying does, this program and one
# that only grows. (-A1m, so that the nursery counts little; -c has a small one by itself.)
cat > a.gph <<'X'
import qualified Data.Map.Strict as M
import Data.List (foldl')

main :: IO ()
main = do
  let n = 500000 :: Int
      start = M.fromList [(k, k) | k <- [1 .. n]]
      step (m, s) i = let s' = (s * 16807) `mod` 2147483647; k = 1 + s' `mod` n in m `seq` (M.insert k i (M.delete (1 + i * 7 `mod` n) m), s')
      (m, _) = foldl' (\p i -> let q = step p i in fst q `seq` snd q `seq` q) (start, 20) [1 .. 120000 :: Int]
  print (M.size m, M.foldl' (+) 0 m)
X
cat > grows.gph <<'X'
import qualified Data.Map as M

main :: IO ()
main = do
  let m = M.fromList [(i, i * 3) | i <- [1 .. 600000 :: Int]]
  print (M.size m, M.foldl' (+) 0 m)
X
"$GPHC" -O2 -rtsopts a.gph -o a
"$GPHC" -O2 -rtsopts grows.gph -o grows
for f in "-A1m" -c; do
  ./grows +RTS -s $f > "outgrows $f" 2> "errgrows $f" || { cat "errgrows $f"; exit 1; }
done
cmp 'outgrows -A1m' 'outgrows -c' || exit 1
for f in "--old-gc=copy -A1m" "--old-gc=mark -A1m" "--old-gc=auto -A1m" -c "-c -F1.3" "-c -F1.5"; do
  ./a +RTS -s $f > "out$f" 2> "err$f" || { cat "err$f"; exit 1; }
  cmp 'out--old-gc=copy -A1m' "out$f" || exit 1
done
python3 - <<'P'
import re
def figures(f):
  t = open('err' + f).read()
  return int(re.search(r'([\d,]+) bytes maximum residency', t).group(1).replace(',', '')) / 2**20, int(re.search(r'(\d+) MiB total', t).group(1))
live, copy = figures('--old-gc=copy -A1m')
_, mark = figures('--old-gc=mark -A1m')
_, auto = figures('--old-gc=auto -A1m')
_, little = figures('-c')
_, least = figures('-c -F1.3')
print(live, copy, mark, auto, little, least)
assert mark < 0.9 * copy and auto < 1.1 * copy, (copy, mark, auto)
def majors(f): return int(re.search(r'Gen  1 +(\d+) colls', open('err' + f).read()).group(1))
for f in ['-c', '--old-gc=copy -A1m', 'grows -c', 'grows -A1m']: print(f, majors(f))
assert majors('-c') <= 3 * majors('--old-gc=copy -A1m') and majors('grows -c') <= 3 * majors('grows -A1m')
assert little < 0.75 * copy and figures('grows -c')[1] < figures('grows -A1m')[1], (copy, little)
assert least < 0.75 * copy and least < 1.3 * live + 3, (copy, live, least)   # the nursery and the last megablocks weigh more in a small heap
P
