# The tests beside this one under every way to hand out batches (without THOROUGH, under half of them), on a machine that is not ours, with many HECs, short slices and frequent collections.
here=$SRC
for t in nested exceptions floating; do
  sed -n 's/^-- expect: //p' "$here/$t.gph" > $t.want
  "$GPHC" -threaded -rtsopts "$here/$t.gph" -o $t
  "$GPHC" -threaded -debug -rtsopts "$here/$t.gph" -o $t.debug
done
same() { "$@" > got || { echo "exit $?: $*"; exit 1; }; cmp got $t.want || { echo "output differs: $*"; exit 1; }; }
[ "$THOROUGH" ] && some="shared socket core hec combine async" || { [ $(($$ % 2)) = 0 ] && some="shared core combine" || some="socket hec async"; }
for sched in $some; do
  for t in nested exceptions floating; do
    same ./$t +RTS -N4 --surplus-hecs=share --loop-sched=$sched --loop-topology=2x2x2 -C0
  done
  t=nested; same ./$t.debug +RTS -N3 --loop-sched=$sched --loop-topology=1x2x2 --gc-stress=200 -DS
  t=exceptions; same ./$t.debug +RTS -N2 --loop-sched=$sched --gc-stress=2000 -DS
done
# Other values are refused.
for bad in --loop-sched=numa --loop-sched= --loop-topology=2x2 --loop-topology=0x1x1 --loop-topology=2x2x2x; do
  if ./nested +RTS $bad > /dev/null 2> err; then echo "$bad was accepted"; exit 1; fi
  grep -q 'bad +RTS flag' err
done
# So many HECs that what a loop shares is a large object.
t=nested; same ./$t +RTS -N40 --surplus-hecs=share -A64k
t=nested; same ./$t.debug +RTS -N40 --surplus-hecs=share -A64k -DS
