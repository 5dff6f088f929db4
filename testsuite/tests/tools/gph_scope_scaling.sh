# What +RTS --scaling finds out is in the event log, and gph-scope's page has it: figures, curve, sites, verdict. Logs without it have no such part.
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
here=$(cd "$(dirname "$0")" && pwd)
cat > prog.gph <<'X'
import Control.Parallel.Strategies
nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1
{-# NOINLINE nf #-}
main :: IO ()
main = print (sum (map nf (replicate 12 22) `using` parList rseq))
X
"$GPHC" -O prog.gph -threaded -rtsopts -o prog || fail "does not compile"
./prog +RTS -N2 -l -A64k --scaling > /dev/null 2> err || fail "$(cat err)"
"$scope" prog.eventlog -o page.html 2> log || fail "$(cat log)"
python3 "$ROOT/testsuite/eventlog.py" prog.eventlog > /dev/null || fail "the log"
cat > data.py <<'P'
import json, re, sys
sys.path.insert(0, sys.argv[1] + '/../runtime/scaling')
from report import Report
page = open('page.html').read()
assert not re.search(r'(src|href)=|url\(|https?://', page), 'the page refers to something outside'
d = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))['scaling']
r = Report(open('err').read())
hecs, work, span, collections, strands = d['figures']
assert (hecs, strands) == (r.hecs, r.strands) and abs(work / 1e9 - r.work) < 0.001 and abs(span / 1e9 - r.span) < 0.001 and abs(collections / 1e9 - r.collections) < 0.001, d
assert d['verdict'] == r.verdict, d['verdict']
for i, n in enumerate((2, 4, 8, 16, 32, 64)):
    assert abs(d['curve'][2 * i] / 1000 - r.most[n]) < 0.006 and abs(d['curve'][2 * i + 1] / 1000 - r.estimate[n]) < 0.006, d['curve']
names = {s['name']: s['c'] for s in d['sites']}
assert set(names) == set(r.sites), (names, r.sites)
for name, (share, part, count, gain) in r.sites.items():
    c = names[name]
    assert abs(100 * c[0] / span - share) < 0.2 and abs(100 * c[1] / work - part) < 0.2 and c[3] == count and abs(-100 * c[2] / span - gain) < 0.2, (name, c, r.sites[name])
P
python3 data.py "$here" || fail "the page's data"
./prog +RTS -N2 -l > /dev/null && "$scope" prog.eventlog -o without.html 2> log || fail "without"
grep -q '"scaling":null' without.html || fail "a part for a run without --scaling"
exit 0
