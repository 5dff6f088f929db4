# +RTS -h: the file that hp2ps reads, the same samples in the event log, in every way of running; what a band holds, and what bad input does.
fail() { echo "$1"; exit 1; }
cp "$SRC/program.inc" prog.gph
"$GPHC" -O prog.gph -rtsopts -o plain
"$GPHC" -O -g prog.gph -rtsopts -o debug
"$GPHC" -O -threaded prog.gph -rtsopts -o thr
./plain > want
cat > check.py <<'P'
import re, sys
name, least, log = sys.argv[1], int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None
lines = open(name).read().split('\n')
assert re.match(r'JOB "\S.*"$', lines[0]) and re.match(r'DATE "[^"]+"$', lines[1]) and lines[2] == 'SAMPLE_UNIT "seconds"' and lines[3] == 'VALUE_UNIT "bytes"' and lines[-1] == '', lines[:5]
samples, open_at, last = [], None, -1.0
for l in lines[4:-1]:
    if m := re.match(r'BEGIN_SAMPLE (\d+\.\d{6})$', l):
        assert open_at is None and float(m[1]) >= last, l
        open_at, last = m[1], float(m[1])
        samples.append({})
    elif m := re.match(r'END_SAMPLE (\d+\.\d{6})$', l):
        assert open_at == m[1], l
        open_at = None
    else:
        m = re.match(r'([^\s"0-9]\S*)\t(\d+)$', l)
        assert m and open_at is not None and m[1] not in samples[-1], l
        samples[-1][m[1]] = int(m[2])
assert open_at is None and samples[0] == {} and len(samples) > least, (open_at, len(samples))
if log:
    bands, logged = {}, []
    for l in open(log):
        a = l.rstrip('\n').split(' ', 3)
        if a[2] == 'heap-prof-sample-begin': bands = {}
        if a[2] == 'heap-prof-sample-string':
            _, n, label = a[3].split(' ', 2)
            bands[label] = int(n)
        if a[2] == 'heap-prof-sample-end': logged.append(bands)
    assert logged == samples[1:], (len(logged), len(samples))
# The most that each band had: the last sample may fall into the program's last millisecond, when the map is not needed any more.
most = {}
for s in samples:
    for label in s: most[label] = max(most.get(label, 0), s[label])
for label in sorted(most, key=lambda l: -most[l]): print(label, most[label])
P
of() { awk -v b="$1" '$1 == b { s = $2 } END { print s + 0 }' bands; }
for way in plain debug "plain -c" "thr -N2 -qg0 --old-gc=mark" ${THOROUGH:+"thr -N2" "thr -N1" "thr -N3 --surplus-hecs=share" "plain --old-gc=mark" "plain -G1"}; do
  set -- $way; exe=$1; shift
  rm -f $exe.hp $exe.eventlog
  ./$exe +RTS "$@" -h -i0.01 -l -A128k > out || fail "$way: exit $?"
  cmp -s out want || fail "$way: output"
  python3 "$ROOT/testsuite/eventlog.py" --dump $exe.eventlog > dump || fail "$way: log"
  python3 check.py $exe.hp 5 dump > bands || fail "$way: file"
  # 200,000 cells of three words; the map's nodes have five fields and a word for what they are.
  [ "$(of :)" -ge 4800000 ] && [ "$(of :)" -lt 9600000 ] || fail "$way: (:) has $(of :) bytes"
  [ "$(of Bin)" -ge 1200000 ] && [ "$(of Bin)" -lt 2000000 ] || fail "$way: Bin has $(of Bin) bytes"
done
# By name, module and place: the same bytes in other bands.
./debug +RTS -hd -i0.01 > /dev/null && python3 check.py debug.hp 3 > bands || fail "-hd"
[ "$(of Bin)" -ge 1200000 ] || fail "-hd: $(cat bands)"
./debug +RTS -hm -i0.01 > /dev/null && python3 check.py debug.hp 3 > bands || fail "-hm"
awk '$1 == "Main" && $2 >= 6000000 { ok = 1 } END { exit !ok }' bands && grep -q '^GPH\.' bands || fail "-hm: $(cat bands)"
./debug +RTS -hi -i0.01 -pomine > /dev/null && python3 check.py mine.hp 3 > bands || fail "-hi"
grep -q '^Bin@[A-Za-z._]*(.*:[0-9]*:[0-9]*) ' bands && grep -q '^:@Main.table[_a-z]*(prog.gph:8:[0-9]*) ' bands || fail "-hi: $(cat bands)"
# Bad input: a disk that is full ends the profile, not the program; what is not understood is said.
ln -s /dev/full full.hp
./plain +RTS -h -i0.01 -pofull > out 2> err || fail "full disk: exit $?"
cmp -s out want || fail "full disk: output"
grep -q '^gph: the heap profile ends here: cannot write full.hp: No space left on device$' err && [ "$(wc -l < err)" = 1 ] || fail "full disk: $(cat err)"
./plain +RTS -h -po/nowhere/x > out 2> err && fail "no such folder"
grep -q 'cannot write the heap profile /nowhere/x.hp: ' err || fail "no such folder: $(cat err)"
for flag in -hx -hTd -i -ix; do
  ./plain +RTS $flag > out 2> err && fail "$flag is accepted"
  grep -q "bad +RTS flag $flag: " err || fail "$flag: $(cat err)"
done
hp2ps="$(command -v hp2ps)" || { echo "hp2ps is not installed"; exit 77; }
for way in plain debug thr mine; do "$hp2ps" -c $way.hp && [ -s $way.ps ] || fail "hp2ps $way.hp"; done
