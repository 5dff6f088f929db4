# TEST: timeout=300
# testsuite/figures-gumsmp, a smoke run: csv files and pictures that are well-formed, flags that do what they say, and the trees of sparks that are simulated: as many units as the programs have calls.
fail() { echo "$1"; exit 1; }
figures() { python3 "$ROOT/testsuite/figures-gumsmp" --gphc "$GPHC" --build "$(dirname "$GPHC")/.." --out out "$@"; }
figures --quick --only 5,6,11,12,scale > log 2> err || fail "$(cat log err)"
[ "$(ls out | tr '\n' ' ')" = 'gumsmp-figure05.csv gumsmp-figure05.svg gumsmp-figure06.csv gumsmp-figure06.svg gumsmp-figure11.csv gumsmp-figure11.svg gumsmp-figure12.csv gumsmp-figure12.svg gumsmp-scale.csv gumsmp-scale.svg ' ] || fail "$(ls out)"
cat > look.py <<'P'
import csv, sys, xml.etree.ElementTree as tree
names = sys.argv[1:]
for n in names:
    rows = list(csv.DictReader(open(f'out/gumsmp-{n}.csv')))
    assert rows and all(list(r) == 'program series unit hecs ours low high paper paper_hecs'.split() and None not in r.values() for r in rows), rows
    for r in rows:
        if r['low']: assert float(r['low']) <= float(r['ours']) <= float(r['high']), r
        if r['unit'] == 'speed-up': assert 0 < float(r['ours']) and (n in ('measured', 'predicted') or float(r['ours']) <= int(r['hecs'])), r
    svg = tree.parse(f'out/gumsmp-{n}.svg').getroot()
    texts = [t.text for t in svg.iter('{http://www.w3.org/2000/svg}text')]
    assert texts[0].startswith('Figure' if n.startswith('figure') else 'Speed-up') and (n in ('measured', 'predicted') or 'imulated' in texts[0]), texts
    if n == 'figure05':     # what the paper's text says of 100 cores
        assert {r['program']: r['paper'] for r in rows if r['paper']} == {'parfib': '81', 'coins': '68', 'sumeuler': '67', 'parmapfib': '88'}, rows
P
python3 look.py figure05 figure06 figure11 figure12 scale || fail "csv and svg"
# The paper's finding, with its input: who asks only when his gateway is idle needs the watermark where one process has all sparks. --programs, --rounds.
figures --only 11 --programs sumeuler --rounds 2 > log 2> err || fail "$(cat log err)"
[ "$(cut -d, -f1 out/gumsmp-figure11.csv | sort -u | tr '\n' ' ')" = 'program sumeuler ' ] || fail "--programs: $(cat out/gumsmp-figure11.csv)"
python3 -c 'import csv
saved = [float(r["ours"]) for r in csv.DictReader(open("out/gumsmp-figure11.csv")) if r["unit"] == "time saved, %" and "paper" in r["series"]]
assert len(saved) == 1 and saved[0] > 10, saved' || fail "the watermark saves nothing"
grep -q 'medians of 2 seeds' out/gumsmp-figure11.svg || fail "--rounds"
# --sim: slower messages, slower programs; --seconds: more to do for each message, so faster ones
speed() { figures --only 5 --programs sumeuler --rounds 1 "$@" > log 2> err || fail "$(cat log err)"; grep '^sumeuler,our rules,speed-up,100,' out/gumsmp-figure05.csv | cut -d, -f5 | cut -d. -f1; }
usual=$(speed); slow=$(speed --sim=--latency=0.2); short=$(speed --seconds 5)
[ "$slow" -lt "$usual" ] && [ "$short" -lt "$usual" ] || fail "usual $usual, slow messages $slow, 5 seconds $short"
figures --list > list || fail "--list"
[ "$(grep -c '^[a-z0-9]*: ' list)" = 8 ] || fail "$(cat list)"
for bad in --only=7 --programs=ray --rounds=0 --seconds=0 --seconds=x --what --sim=--pes=0; do
  figures --only 5 --programs parfib --quick "$bad" > log 2> err && fail "$bad: accepted"
  [ -s err ] && ! grep -q Traceback err || fail "$bad: $(cat err)"
done
# The trees: the same numbers of calls as the programs make.
cat > trees.py <<'P'
import sys
sys.path.insert(0, sys.argv[1])
import spark_trees as t
def ways(amount, i, n):
    if amount == 0 or i == len(t.COINS): return 1
    rest = ways(amount, i + 1, (t.NUMBERS + [0])[i + 1])
    return 1 + rest if t.COINS[i] > amount or n == 0 else 1 + rest + ways(amount - t.COINS[i], i, n - 1)
def eulerian(n, k): return 1 if k <= 0 or k >= n else 1 + eulerian(n - 1, k - 1) + eulerian(n - 1, k)
units = lambda tree: sum(x[1] for x in tree)
for amount in (7, 50, 120, 150):
    for depth in (0, 3): assert units(t.coins(amount, depth)) == ways(amount, 0, t.NUMBERS[0]), (amount, depth)
assert units(t.worpitzky(4, 12, 8)) == sum(eulerian(12, k) for k in range(13))
assert len(t.parfib(20, 10)) == 144 and units(t.parfib(20, 20)) == t.nfib(20)
for tree in (t.parfib(20, 10), t.coins(150, 3), t.worpitzky(4, 12, 8), t.mandel(64, 20), t.sumeuler(100, 30), t.parmapfib(3, 14, 8)):
    assert tree[0][0] == -1 and all(0 <= x[0] < i for i, x in enumerate(tree) if i), tree
P
PYTHONDONTWRITEBYTECODE=1 python3 trees.py "$ROOT/testsuite" || fail "trees"
# What is measured needs -parallel.
if ! [ -f "$(dirname "$GPHC")/../lib/gphc/libgph-par.a" ] || ! command -v mpirun > /dev/null; then exit 0; fi
figures --quick --only measured,predicted --programs coins,maze > log 2> err || fail "$(cat log err)"
python3 look.py measured predicted || fail "csv and svg of measured runs"
grep -q 'a FETCH: [1-9]' log || fail "$(cat log)"
figures --quick --only measured --programs coins --rts=--what > log 2> err && fail "--rts is not passed on"
grep -q -- '--what' err || fail "$(cat err)"
