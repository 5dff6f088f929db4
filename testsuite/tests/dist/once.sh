# TEST: timeout=120
# What a process has begun to evaluate it gives to nobody, also when its thread went on after a time slice: each spark runs once.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
cat > fib.gph <<'E2'
import Control.Parallel
import Debug.Trace
nfib :: Int -> Int
nfib n = if n < 2 then 1 else nfib (n - 1) + nfib (n - 2) + 1
parfib :: Int -> Int
parfib n
  | n <= 20 = nfib n
  | n >= 38 = value `pseq` trace "once" value
  | otherwise = value
  where
    value = left `par` (right `pseq` (left + right + 1))
    left = parfib (n - 1)
    right = parfib (n - 2)
main :: IO ()
main = print (parfib 42)
E2
$GPHC -O1 -parallel -rtsopts fib.gph -o fib || exit 1
bad=0
for i in 1 2 3 ${THOROUGH:+4 5}; do  # 42, 41, 2 of 40, 3 of 39, 5 of 38
  timeout -s KILL 60 ./fib +RTS --pes=2 -N1 > out 2> err || { echo "exit code $?"; bad=1; }
  [ "$(cat out)" = 866988873 ] || { cat out; bad=1; }
  [ "$(grep -c once err)" = 12 ] || { echo "$(grep -c once err) of 12"; bad=1; }
done
exit $bad
