# testsuite/scaling, a smoke run: each figure is there, beside its bar; what the processors at hand do not allow is said to be not measured.
fail() { echo "$1"; exit 1; }
scaling() { python3 "$ROOT/testsuite/scaling" --gphc "$GPHC" --quick "$@"; }
scaling --programs parfib,partree --hecs 1,3 --table table > log 2> err || fail "$(cat log err)"
[ "$(grep -c '^| par[a-z]* ' table)" = 2 ] || fail "$(cat table)"
[ "$(grep '^|' table | sed 's/[^|]//g' | sort -u | wc -l)" = 1 ] || fail "$(cat table)"
for line in 'Speed-up at 7 HECs, .*not measured' 'Speed-up at 16 HECs, .*not measured' 'Never slower .* with 3 HECs, m' 'Eager black-holing, .*, m' 'parfib 25 at 3 HECs .*, [0-9.]*, m.*; with the threshold 1 [0-9.]* s'; do
  grep -q "^- $line" table || fail "no $line: $(cat table)"
done
# Built on one machine, run on another one, which has no compiler.
scaling --programs parfib --built exes --build-only > log 2> err || fail "$(cat log err)"
python3 "$ROOT/testsuite/scaling" --gphc /nowhere/gphc --quick --programs parfib --hecs 1,2 --built exes > log 2> err || fail "$(cat log err)"
grep -q '^| parfib ' log || fail "$(cat log)"
scaling --hecs 1,x > log 2> err && fail "HECs x"
grep -q 'numbers, separated by commas' err || fail "$(cat err)"
scaling --programs nought > log 2> err && fail "program nought"
grep -q 'no program nought' err || fail "$(cat err)"
