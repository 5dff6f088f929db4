# The heap profile of a log (+RTS -h -l) is on gph-scope's page: as bands over the time, the same as in the .hp file. Logs without one have no such part.
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
cp "$SRC/../runtime/profile/program.inc" prog.gph
"$GPHC" -O -g prog.gph -threaded -rtsopts -o prog || fail "does not compile"
./prog +RTS -N2 -l -h -i0.01 > /dev/null || fail "does not run"
"$scope" prog.eventlog -o page.html 2> log || fail "$(cat log)"
cat > data.py <<'P'
import json, re
page = open('page.html').read()
assert not re.search(r'(src|href)=|url\(|https?://', page), 'the page refers to something outside'
d = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
b = d['bands']
samples = []
for l in open('prog.hp'):
    if l.startswith('BEGIN_SAMPLE'): samples.append({})
    elif '\t' in l: samples[-1][l.split('\t')[0]] = int(l.split('\t')[1])
samples = samples[1:]
assert b['by'] == 7 and len(b['times']) == len(samples) and b['times'] == sorted(b['times']) and b['times'][-1] <= d['duration'], (b['by'], len(b['times']), len(samples))
assert b['all'] == len({k for s in samples for k in s})
near = lambda x, y: abs(x - y) <= 1 + y / 1000          # four figures
for band in b['bands']:
    assert len(band['values']) == len(samples)
    if band['name'] != '(others)':
        for v, s in zip(band['values'], samples): assert near(v, s.get(band['name'], 0)), (band['name'], v, s)
for i, s in enumerate(samples): assert near(sum(band['values'][i] for band in b['bands']), sum(s.values())), i
sums = [sum(band['values']) for band in b['bands'] if band['name'] != '(others)']
assert sums == sorted(sums, reverse=True) and b['bands'][0]['name'] == ':', 'order'
P
python3 data.py || fail "the page's data"
./prog +RTS -N2 -l > /dev/null && "$scope" prog.eventlog -o without.html 2> log || fail "without"
grep -q '"bands":null' without.html || fail "a part for a run without -h"
exit 0
