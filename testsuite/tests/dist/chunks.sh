# TEST: timeout=120
# A spark for a part of a list takes along that part, not what else the pair refers to that the part is to be selected from (all the rest of
# the list, each element of which was then fetched).
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > chunks.gph <<'E2'
import Control.Parallel.Strategies
f :: Int -> Int
f n = length [i | i <- [1 .. n], gcd n i == 1]
main :: IO ()
main = print (sum (map f [2000, 1999 .. 1] `using` parListChunk 40 rseq))
E2
$GPHC -O1 -parallel -rtsopts chunks.gph -o chunks || exit 1
bad=0
# At most so many values are fetched, in one of a few runs: a spark may be given away before main has split the list behind it.
fetches() {                    # PROGRAM OUTPUT MOST
  for i in 1 2 3 4; do
    timeout -s KILL 60 ./$1 +RTS --pes=2 -N2 -s > out 2> err || { echo "exit code $?"; head -c 600 err; bad=1; }
    [ "$(cat out)" = "$2" ] || { cat out; bad=1; }
    n=$(awk '$1 == "Values" { on = 1; next } $1 != "PE" { on = 0 } on { n += $3 } END { print n + 0 }' err)
    echo "$1: $n values fetched"
    [ "$n" -gt "$3" ] || return 0
  done
  bad=1
}
fetches chunks 1216588 100
# What a spark needs, and is beyond the limits of its packet, comes by packets, too, not thunk by thunk. Nor do thunks that hold Ints stay at home, though there
# are addresses that look like these: all are below brk's memory, which begins up to a gigabyte behind the program.
cat > words.gph <<'E2'
import Control.Parallel.Strategies
import Data.Char (chr)
import qualified Data.Map.Strict as M
word :: Int -> String
word x = [letter 7, letter 30011, letter 90001]
  where letter k = chr (97 + (x `div` k) `mod` 9)
count :: [String] -> M.Map String Int
count = foldr (\w -> M.insertWith (+) w 1) M.empty
chunks :: Int -> [a] -> [[a]]
chunks _ [] = []
chunks n xs = let (as, bs) = splitAt n xs in as : chunks n bs
main :: IO ()
main = do
  let m = M.unionsWith (+) (parMap rdeepseq count (chunks 4000 (map word [4000000, 4005003 .. 204000000])))
  print (M.size m, sum (M.elems m), fst <$> M.lookupMin m)
E2
$GPHC -O1 -parallel -rtsopts words.gph -o words || exit 1
fetches words '(486,39977,Just "aaa")' 3000
exit $bad
