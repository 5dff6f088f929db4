# TEST: timeout=900
# The programs beside this one on one, two and four processes (-parallel), with nurseries and packets of several sizes: each time they print what GHC does (without THOROUGH: every other
# of them, on four and in turn on one or on two). With the checking runtime: processes_slow.sh.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
bad=0 turn=0
try() {                        # PROGRAM PROCESSES FLAG ...
  name=$1; pes=$2; shift 2
  code=0
  timeout -s KILL 120 ./$name +RTS --pes=$pes "$@" > out 2> err || code=$?
  if [ $code != 0 ] || ! cmp -s out wanted; then
    echo "$name +RTS --pes=$pes $*: exit code $code"; head -c 600 err; diff out wanted | head -5 || true
    bad=1
  fi
}
some=$(($$ % 2)) at=0
for source in "$SRC"/*.gph; do
  at=$((at + 1))
  if ! [ "$THOROUGH" ] && [ $((at % 2)) != $some ]; then continue; fi
  name=$(basename "$source" .gph)
  if [ -f "$SRC/$name.stdout" ]; then cp "$SRC/$name.stdout" wanted; else sed -n 's/^-- expect: //p' "$source" > wanted; fi
  if [ "${CHECKED-}" ]; then
    $GPHC -O1 -parallel -debug -rtsopts "$source" -o $name || exit 1
    try $name 2 -N2 -A64k -DS --surplus-hecs=share
    try $name 3 -N1 -A256k --packet=512 --thunks=0 --gc-stress=300
    try $name 3 -N2 -A64k -DS --surplus-hecs=share --gateway=any --import-pool=own --low-watermark=5 --fishes=3
    try $name 2 -N2 -A64k -DS --gateway=thread --high-watermark=2 --victim=load
  else
    $GPHC -O1 -parallel -rtsopts "$source" -o $name || exit 1
    turn=$((1 - turn))
    if [ "$THOROUGH" ] || [ $turn = 1 ]; then try $name 2 -N1; fi
    if [ "$THOROUGH" ] || [ $turn = 0 ]; then try $name 1; fi
    try $name 4 -N2 -A64k --packet=2k --thunks=3 --gateway=any
  fi
done
for seed in ${CHECKED:+1 2 3 4 5 6 7 8}; do
  code=0
  timeout -s KILL 60 ./quicksort +RTS --pes=3 -N1 --damage=$seed > out 2> err || code=$?
  [ $code = 1 ] && grep -q 'a message from process [012] is damaged' err || { echo "--damage=$seed: exit code $code"; head -c 600 err; bad=1; }
done
exit $bad
