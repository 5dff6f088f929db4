# -feager-blackholing sets the program's default; -with-rtsopts and the command line win over it.
fail() { echo "FAIL: $*"; exit 1; }
echo 'main = print 1' > a.hs
flags() { "$GPHC" "$@" -C a.hs -o p && grep -h -o '"--blackhole[^"]*"\|"-A1m"' p.*.c || echo none; }
[ "$(flags)" = none ] || fail default
[ "$(flags -feager-blackholing)" = '"--blackhole=both"' ] || fail eager
[ "$(flags -feager-blackholing -fno-eager-blackholing)" = '"--blackhole=lazy"' ] || fail "the last one wins"
[ "$(flags -feager-blackholing -with-rtsopts=-A1m)" = '"--blackhole=both -A1m"' ] || fail "with -with-rtsopts"
[ "$(flags -with-rtsopts=-A1m)" = '"-A1m"' ] || fail "-with-rtsopts alone"
"$GPHC" -feager-blackholing -rtsopts a.hs -o a && [ "$(./a)" = 1 ] && [ "$(./a +RTS --blackhole=lazy)" = 1 ] || fail run
printf '{-# OPTIONS_GHC -feager-blackholing #-}\nmain = print 2\n' > b.hs
"$GPHC" -C b.hs -o q && grep -q -- '--blackhole=both' q.*.c || fail pragma
