# gph-sim: the same seed gives the same run; a low watermark and asking who gave last help as they should; what it does not understand it says.
sim=$(dirname "$GPHC")/gph-sim
fail() { echo "FAIL: $*"; exit 1; }
speed() { "$sim" "$@" | sed 's/.*speed-up \([0-9]*\)\..*/\1/'; }
[ "$("$sim" --seed=7)" = "$("$sim" --seed=7)" ] || fail "another run of the same seed differs"
[ "$("$sim" --seed=7)" != "$("$sim" --seed=8)" ] || fail "the seed is not heeded"
[ "$(speed --pes=1 --hecs=1 --flat=50)" = 1 ] || fail "one HEC"
[ "$(speed --tree=12 --victim=random --low-watermark=5)" -gt "$(speed --tree=12 --victim=random --low-watermark=0)" ] || fail "low watermark"
[ "$(speed --victim=last)" -gt "$((2 * $(speed --victim=random)))" ] || fail "victim"
for bad in --pes=0 --pes=x --what --nested=5 --victim=me; do
  "$sim" $bad > out 2> err && fail "$bad: accepted"
  grep -q '^gph-sim: ' err || fail "$bad: $(cat err)"
done
