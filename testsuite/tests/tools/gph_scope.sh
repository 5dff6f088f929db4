# gph-scope without a browser: what it makes of good logs and of bad ones.
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
cat > prog.gph <<'X'
import Control.Parallel.Strategies
import Debug.Trace
fib :: Int -> Integer
fib n = if n < 2 then 1 else fib (n - 1) + fib (n - 2)
main :: IO ()
main = do
  traceMarkerIO "</script> \"quoted\" \955"
  print (sum (map fib (replicate 40 17) `using` parList rseq))
  print (length (show (product [1 .. 2000 :: Integer])))
X
"$GPHC" -O prog.gph -threaded -rtsopts -o prog
./prog +RTS -N2 -lf -A64k > /dev/null
"$scope" prog.eventlog -o page.html 2> err || fail "$(cat err)"
grep -q 'wrote page.html' err || fail "$(cat err)"
# The data in the page: what the second reader says, too.
python3 "$ROOT/testsuite/eventlog.py" --dump prog.eventlog > dump
cat > data.py <<'P'
import base64, json, re, sys
page = open('page.html').read()
assert not re.search(r'(src|href)=|url\(|https?://', page), 'the page refers to something outside'
d = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
assert d['warnings'] == [], d['warnings']
assert len(d['hecs']) == 2 and d['rts'].startswith('gphc') and d['args'].startswith('./prog '), d['args']
assert [m['text'] for m in d['messages']] == ['</script> "quoted" λ'] and d['messages'][0]['marker']
runs, gcs, since = [0, 0], [0, 0], {}
gens, last = 0, 0
for line in open('dump'):
    t, hec, name, *rest = line.split()
    t = int(t); last = max(last, t)
    if name == 'run-thread': since[hec] = t
    elif name == 'stop-thread': runs[int(hec)] += t - since[hec]
    elif name == 'gc-start': since['gc' + hec] = t
    elif name == 'gc-end': gcs[int(hec)] += t - since['gc' + hec]
    elif name == 'gc-stats': gens += 1
assert d['duration'] == last, (d['duration'], last)
for i, h in enumerate(d['hecs']):
    assert h['runNs'] == runs[i], (h['runNs'], runs)
    assert h['gcNs'] + h['waitNs'] == gcs[i], (h['gcNs'], h['waitNs'], gcs)
    # The bins say the same, but for rounding.
    for k, total in (('run', h['runNs']), ('gc', h['gcNs'])):
        b = base64.b64decode(h[k])
        assert abs(sum(b) / 255 * h['width'] - total) <= 0.02 * d['duration'] + len(b) * h['width'] / 255, (k, sum(b) / 255 * h['width'], total)
assert sum(g['count'] for g in d['generations']) == gens > 0
assert sum(h['sparkTotals'][0] for h in d['hecs']) == sum(s['c'][0] for s in d['sites']) == 40, d['sites']
assert any(s['place'].startswith('prog.gph:') for s in d['sites']), d['sites']
P
python3 data.py || fail "the page's data"
# It never writes over what it reads, by whatever name.
ln -s prog.eventlog symbolic; ln prog.eventlog hard; cp prog.eventlog whole
for out in prog.eventlog ./symbolic hard; do
  for in in prog.eventlog 'whole prog.eventlog' -; do
    "$scope" $in -o $out < prog.eventlog 2> err && fail "-o $out of $in: accepted"
    grep -q "^gph-scope: the output $out would overwrite the input [^ ]* (" err || fail "-o $out of $in: $(cat err)"
    cmp -s whole prog.eventlog || fail "-o $out of $in: the log is gone"
  done
done
rm symbolic hard whole
# A part of the run; the trace; standard input and output.
last=$(tail -1 dump | cut -d' ' -f1)
"$scope" --from $(printf '0.%09d' $((last / 4))) --to $(printf '0.%09d' $((last / 2))) prog.eventlog -o part.html 2> err || fail "$(cat err)"
part=$(sed -n 's/.*"duration":\([0-9]*\),.*/\1/p' part.html)
[ $((part - (last / 2 - last / 4))) -ge -2 ] && [ $((part - (last / 2 - last / 4))) -le 2 ] || fail "--from --to: $part of $last"
"$scope" --json prog.eventlog 2> err || fail "$(cat err)"
python3 - <<'P' || fail "the trace"
import json
e = json.load(open('prog.json'))['traceEvents']
assert {x['ph'] for x in e} >= {'M', 'X', 'C', 'i'}
assert all(x['dur'] >= 0 and x['ts'] >= 0 for x in e if x['ph'] == 'X')
assert {x['args']['name'] for x in e if x.get('name') == 'thread_name'} == {'HEC 0', 'HEC 1'}
assert sum(x['ph'] == 'X' and x['cat'] == 'run' for x in e) > 2 and any(x.get('name') == 'GC' for x in e)
P
"$scope" - -o - < prog.eventlog > piped.html || fail "standard input"
sed 's/"file":"[^"]*"//' page.html > a; sed 's/"file":"[^"]*"//' piped.html > b; cmp a b || fail "standard input makes another page"
# Bad input: the message says what and where, and nothing crashes.
bad() { # NAME EXIT TEXT
  rc=0; "$scope" $1 -o bad.html > out 2> err || rc=$?
  [ $rc = $2 ] || fail "$1: exit $rc, wanted $2: $(cat err)"
  grep -q -e "$3" err || fail "$1: $(cat err)"
}
: > empty; bad empty 1 'empty: the file is empty'
echo hello > text; bad text 1 'text: byte 0: not an event log'
head -c 50 prog.eventlog > header; bad header 1 'header: byte 50: the file ends in the header'
bad missing 1 'missing: No such file'
size=$(wc -c < prog.eventlog)
head -c $((size - 2)) prog.eventlog > unmarked; bad unmarked 0 "unmarked: warning: byte $((size - 2)): the log ends without its end mark.*shown as far as it goes"
head -c $((size - 700)) prog.eventlog > cut; bad cut 0 'cut: warning: byte [0-9]*: the log ends'
grep -q 'warnings":\["byte' bad.html || fail "the page does not say that the log was cut off"
bad '' 2 'which event log'
bad 'prog.eventlog --what' 2 'unknown flag --what'
bad 'prog.eventlog --from x' 2 'wants a time in seconds'
"$scope" prog.eventlog -o nowhere/x 2> err && fail "nowhere: exit 0"
grep -q 'nowhere/x: cannot write' err || fail "$(cat err)"
# Damage: bytes changed, cut and doubled at random: an answer each time, never a crash, never long.
python3 - "$scope" <<'P' || fail "damaged logs"
import random, subprocess, sys
good = open('prog.eventlog', 'rb').read()
r = random.Random(1)
for i in range(150):
    b = bytearray(good)
    for _ in range(r.choice((1, 2, 10, 100))):
        k = r.randrange(len(b)) if r.random() < 0.7 else r.randrange(min(4000, len(b)))
        how = r.random()
        if how < 0.6: b[k] = r.randrange(256)
        elif how < 0.8: del b[k:k + r.randrange(1, 30)]
        else: b[k:k] = b[k:k + r.randrange(1, 200)]
    open('damaged', 'wb').write(b)
    for flags in ([], ['--json']):
        p = subprocess.run([sys.argv[1], *flags, 'damaged', '-o', 'damaged.out'], capture_output=True, timeout=20)
        if p.returncode not in (0, 1) or (p.returncode == 1 and b'damaged: ' not in p.stderr): sys.exit(f'round {i}: exit {p.returncode}: {p.stderr[:300]}')
P
# An event that nobody knows is skipped by its size, and counted.
python3 - <<'P'
b = open('prog.eventlog', 'rb').read()
kind = b'etb\0' + (999).to_bytes(2, 'big') + (8).to_bytes(2, 'big') + (4).to_bytes(4, 'big') + b'Odd!' + bytes(4) + b'ete\0'
at = b.index(b'hete')
block = (18).to_bytes(2, 'big') + bytes(8) + (42).to_bytes(4, 'big') + (9).to_bytes(8, 'big') + bytes(2)
open('odd', 'wb').write(b[:at] + kind + b[at:-2] + block + (999).to_bytes(2, 'big') + bytes(8) + bytes(8) + b[-2:])
P
bad odd 0 'warning: 1 events of a kind that gph-scope does not know were skipped: 999 (Odd!)'
