# gph-sim: the same seed gives the same run; trees of sparks do what they say; a low watermark and asking who gave last help as they should; what it does not understand it says.
sim=$(dirname "$GPHC")/gph-sim
fail() { echo "FAIL: $*"; exit 1; }
speed() { "$sim" "$@" | sed 's/.*speed-up \([0-9]*\)\..*/\1/'; }
says() { text=$1; shift; "$sim" "$@" > out 2> err; grep -q "$text" out || fail "$*: wanted $text, got $(cat out err)"; }
[ "$("$sim" --seed=7)" = "$("$sim" --seed=7)" ] || fail "another run of the same seed differs"
[ "$("$sim" --seed=7)" != "$("$sim" --seed=8)" ] || fail "the seed is not heeded"
[ "$(speed --pes=1 --hecs=1 --flat=50)" = 1 ] || fail "one HEC"
flat='--flat=2000 --leaf=0.1'
[ "$(speed $flat --victim=random --hungry=gateway --low-watermark=5)" -gt "$(speed $flat --victim=random --hungry=gateway --low-watermark=0)" ] || fail "low watermark"
[ "$(speed $flat --victim=random --low-watermark=0)" -gt "$(speed $flat --victim=random --low-watermark=0 --hungry=gateway)" ] || fail "hungry"
[ "$(speed --victim=last)" -gt "$((2 * $(speed --victim=random)))" ] || fail "victim"
# Four sparks of a second; two HECs; main is one, two or any number of sparks ahead of what it needs, or needs the last one first.
four() { printf -- '-1 0 %s\n0 1\n0 1\n0 1\n0 1\n' "$1" > four; }
one='--pes=1 --hecs=2 --sparks=four'
four old; says 'HECs: 2.0000 s, speed-up 2.00' $one
four young; says 'HECs: 2.0000 s, speed-up 2.00' $one
four 'old 1'; says 'HECs: 4.0000 s, speed-up 1.00' $one
four 'old 2'; says 'HECs: 2.0000 s, speed-up 2.00' $one
says 'HECs: 3.0000 s' $one --slower=1.5
# A spark inside of a spark, and work before values are needed: 1 + 2 beside each other, then nothing.
printf -- '-1 1\n0 0\n1 2\n' > inner; says 'HECs: 2.0000 s, speed-up 1.50' --pes=1 --hecs=2 --sparks=inner
# Two PEs: one of the sparks goes to the other one, and its value comes back. A message takes 0.1 s, a packet 0.2 s on each side.
printf -- '-1 0\n0 1\n0 1\n' > two
two='--pes=2 --hecs=1 --sparks=two --poll=0 --handling=0 --results=fetch'
says '; 1 sparks sent, .* 1 FETCHes' $two --latency=0.1
seconds() { "$sim" $two "$@" | sed 's/.*HECs: \([0-9.]*\) s.*/\1/'; }
python3 -c 'import sys
a, b, c = map(float, sys.argv[1:])
# FISH, SPARK, 1 s; the FETCH is on its way meanwhile; RESUME: three messages, two of them packets
assert abs(a - 1) < 0.001 and abs(b - 1.3) < 0.001 and abs(c - 2.1) < 0.001, (a, b, c)' $(seconds --latency=0) $(seconds --latency=0.1) $(seconds --latency=0.1 --packing=0.2) || fail "times of messages"
# Main works for 2 s before it needs the value, which is there when it comes unasked; else it is asked for then: two messages more.
printf -- '-1 2\n0 1\n' > busy
busy() { "$sim" --pes=2 --hecs=1 --sparks=busy --poll=0 --handling=0 --latency=0.1 "$1" | sed 's/.*HECs: \([0-9.]*\) s.* \([0-9]*\) FETCHes/\1 \2/'; }
[ "$(busy --results=send)" = '2.0000 0' ] || fail "results that come unasked: $(busy --results=send)"
[ "$(busy --results=fetch)" = '2.2000 1' ] || fail "results that are fetched: $(busy --results=fetch)"
for bad in --results=me --pes=0 --pes=x --what --nested=5 --victim=me --hungry=me --slower=0 --packing=x --sparks=none --leaf=1e9 --slower=1e12; do
  "$sim" $bad > out 2> err && fail "$bad: accepted"
  grep -q '^gph-sim: ' err || fail "$bad: $(cat err)"
done
for bad in '' 'x' '0 1' '-1' '-1 -1' '-1 1 middle' '-1 1 old x' '-1 1 old 1 1' '-1 1 young 2' '-1 1\n1 1' '-1 1\n-1 1' '-1 nan'; do
  printf -- "$bad\n" > bad
  "$sim" --sparks=bad > out 2> err && fail "$bad: accepted"
  grep -q '^gph-sim: bad:[12]: not a spark' err || fail "$bad: $(cat err)"
done
"$sim" --nope 2> err && fail "--nope: accepted"
grep -qx 'gph-sim: unknown flag --nope (--help says more)' err || fail "$(cat err)"
