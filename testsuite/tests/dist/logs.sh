# Each process writes its own event log; gph-scope shows several on one page, with a bar for each process.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then
  echo "no -parallel: gphc was built without MPI, or there is no mpirun (Debian: libopenmpi-dev, openmpi-bin)"
  exit 77
fi
SCOPE=$(dirname "$GPHC")/gph-scope
$GPHC -O1 -parallel -rtsopts "$SRC/sumeuler.gph" -o s || exit 1
timeout -s KILL 60 ./s +RTS --pes=2 -N2 -l -ols.eventlog > out || exit 1
[ "$(cat out)" = 437785 ] && [ -s s.eventlog ] && [ -s s.eventlog.1.eventlog ] || { ls; exit 1; }
"$SCOPE" s.eventlog s.eventlog.1.eventlog -o page.html 2> err || { cat err; exit 1; }
cat > check.py <<'E2'
import json, re
data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', open('page.html').read(), re.S).group(1))
hecs = [(h['process'], h['number']) for h in data['hecs']]
assert data['processes'] == 2, data['processes']
assert hecs == [(0, 0), (0, 1), (1, 0), (1, 1)], hecs
assert all(sum(h['runNs'] for h in data['hecs'] if h['process'] == p) > 0 for p in (0, 1))
assert {t['process'] for t in data['threads']} == {0, 1}
assert max(h['runNs'] for h in data['hecs']) <= data['duration']
E2
python3 check.py || exit 1
if "$SCOPE" --json s.eventlog s.eventlog.1.eventlog -o x.json 2> err; then echo "--json takes two logs"; exit 1; fi
grep -q 'takes one log' err
