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
for i in 1 2 3; do
  timeout -s KILL 60 ./chunks +RTS --pes=2 -N2 -s > out 2> err || { echo "exit code $?"; head -c 600 err; bad=1; }
  [ "$(cat out)" = 1216588 ] || { cat out; bad=1; }
  awk '$1 == "Values" { on = 1; next } $1 != "PE" { on = 0 } on { n += $3 } END { if (n > 100) { print n " values fetched for 50 sparks"; exit 1 } }' err || bad=1
done
exit $bad
