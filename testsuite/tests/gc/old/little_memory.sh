# A program with 23 MB of live data that is replaced bit by bit: --old-gc=copy, mark and auto print the same; marking needs less memory than copying, -c
# much less. (-A1m, so that the nursery counts little.)
cat > a.gph <<'X'
import qualified Data.Map.Strict as M
import Data.List (foldl')

main :: IO ()
main = do
  let n = 500000 :: Int
      start = M.fromList [(k, k) | k <- [1 .. n]]
      step (m, s) i = let s' = (s * 16807) `mod` 2147483647; k = 1 + s' `mod` n in m `seq` (M.insert k i (M.delete (1 + i * 7 `mod` n) m), s')
      (m, _) = foldl' (\p i -> let q = step p i in fst q `seq` snd q `seq` q) (start, 20) [1 .. 500000 :: Int]
  print (M.size m, M.foldl' (+) 0 m)
X
"$GPHC" -O2 -rtsopts a.gph -o a
for f in --old-gc=copy --old-gc=mark --old-gc=auto -c "-c -F1.2"; do
  ./a +RTS -A1m -s $f > "out$f" 2> "err$f" || { cat "err$f"; exit 1; }
  cmp out--old-gc=copy "out$f" || exit 1
done
python3 - <<'P'
import re
def figures(f):
  t = open('err' + f).read()
  return int(re.search(r'([\d,]+) bytes maximum residency', t).group(1).replace(',', '')) / 2**20, int(re.search(r'(\d+) MiB total', t).group(1))
live, copy = figures('--old-gc=copy')
_, mark = figures('--old-gc=mark')
_, auto = figures('--old-gc=auto')
_, least = figures('-c')
print(live, copy, mark, auto, least)
assert mark < 0.9 * copy and auto < 1.1 * copy, (copy, mark, auto)
assert least < 0.75 * copy and least < 2.2 * live + 3, (copy, live, least)
P
