# What is wrong with the command line of a program on several processes, and where there is no MPI.
cat > t.gph <<'E2'
main :: IO ()
main = print (6 * 7 :: Int)
E2
refuses() {                    # TEXT COMMAND ...
  text=$1; shift
  if "$@" > out 2> err; then echo "accepted: $*"; exit 1; fi
  grep -q -- "$text" err || { echo "$*:"; cat err; exit 1; }
}
$GPHC -threaded t.gph -o t || exit 1
refuses 'must be linked with -parallel' ./t +RTS --pes=2
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ]; then
  refuses 'built without MPI' $GPHC -parallel t.gph -o t
  exit 0
fi
$GPHC -parallel t.gph -o t || exit 1
refuses 'pes' ./t +RTS --pes=0
refuses 'pes' ./t +RTS --pes=x
[ "$(./t)" = 42 ] || exit 1
[ "$(env PATH=/nowhere ./t +RTS --pes=1)" = 42 ] || exit 1
refuses 'mpirun cannot be started' env PATH=/nowhere ./t +RTS --pes=2
if command -v mpirun > /dev/null; then           # -s has a line for each process
  ./t +RTS --pes=2 -s > out 2> err
  [ "$(cat out)" = 42 ] && grep -q '^  PE   0: ' err && grep -q '^  PE   1: ' err || { cat out err; exit 1; }
fi
