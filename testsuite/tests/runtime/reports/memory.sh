# Programs that wait for memory: pages that the system gives for the first time, an allocation area that is not in the caches. Not those that leave its size to the runtime.
. "$ROOT/testsuite/tests/runtime/reports/work.inc"
cat > lists.gph <<'X'
import Control.Parallel.Strategies

numbers :: Int -> [Int]
numbers n = [(i * n) `mod` 1000 | i <- [1 .. 4000], even (i + n)]
{-# NOINLINE numbers #-}

main :: IO ()
main = print (sum (map (\n -> sum (reverse (map (+ 1) (reverse (numbers n))))) [1 .. 6000] `using` parListChunk 20 rseq))
X
cat > words.gph <<'X'
import Control.Monad.Par
import qualified Data.Map as M

shown :: Int -> [String]
shown n = [show (i * 7919 `mod` 3001) | i <- [n .. n + 3000]]
{-# NOINLINE shown #-}

main :: IO ()
main = print (sum (runPar (parMap (\n -> M.size (M.fromListWith (+) (zip (shown n) [1 :: Int ..]))) [1 .. 200])))
X
cat > sorts.gph <<'X'
import Control.Parallel
import Data.List

total :: Int -> Int -> Int
total a b
  | b - a < 2000 = last (sort [i * 7919 `mod` 10007 | i <- [a .. b]])
  | otherwise = let m = (a + b) `div` 2; l = total a m; r = total (m + 1) b in l `par` (r `pseq` (l + r))

main :: IO ()
main = print (total 1 3000000)
X
# Data that is large, and written once.
cat > arrays.gph <<'X'
import Control.Parallel.Strategies
import Data.Array.ST
import Data.Array.Unboxed

table :: Int -> UArray Int Int
table n = runSTUArray (newArray (0, 3000000) n)
{-# NOINLINE table #-}

main :: IO ()
main = do
  let ts = map table [1 .. 24] `using` parList rseq
  print (sum (map (! 0) ts), sum (map (! 3000000) ts))
X
cat > none.gph <<'X'
import Control.Parallel.Strategies
import Work

main :: IO ()
main = print (sum (map (\n -> length (show (work 300 n))) [1 .. 200] `using` parList rseq))
X
# How much of it depends on the machine: so it is measured here, too. costs FLAGS WORD SHARE: the report says WORD if SHARE in a hundred of the program's time with FLAGS is not there without (ms of the processors' time, the
# least of three runs each, by turns: the machine's speed changes).
cpu() { bash -c 'TIMEFORMAT="%3U %3S"; time ./$0 +RTS -N2 --surplus-hecs=share $1 > /dev/null' $p "$1" 2>&1 | awk '{ printf "%d", 1000 * ($1 + $2) }'; }
costs() {
  compile
  few=100000 many=100000
  for i in 1 2 3; do
    x=$(cpu ""); [ $x -ge $few ] || few=$x
    x=$(cpu "$1"); [ $x -ge $many ] || many=$x
  done
  share=$((100 * (many - few) / many))
  if [ $share -ge $3 ]; then check "$1" "+$2" "-Too fine" "-pieces are uneven"
  else check "$1" "-Too fine" "-pieces are uneven"; fi
}
for o in -O1 ${THOROUGH:+-O2}; do
  case $(($$ % 3)) in 0) some=lists ;; 1) some=words ;; *) some=sorts ;; esac      # without THOROUGH one of them
  [ -z "$THOROUGH" ] || some="lists words sorts"
  for p in $some; do
    costs -A64m "Memory took .* Leave its size to the runtime" 50
    check "" "-Memory took"
  done
  p=words; costs -A256m "Memory took .* Leave its size to the runtime" 35   # nearly all of it pages, which are counted
  p=arrays; check "" "+Memory took .* Less data that is alive"
  p=none; check "" "-Memory took"; check -A16m "-Memory took"
done
