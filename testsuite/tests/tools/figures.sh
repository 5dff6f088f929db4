# testsuite/figures, a smoke run: a csv and a picture that are well-formed, and the same programs beside each other.
fail() { echo "$1"; exit 1; }
figures() { python3 "$ROOT/testsuite/figures" --gphc "$GPHC" --quick --out out "$@"; }
# In a small nursery: sparks that nobody took are found out by a collection.
figures --only 4,10,12 --programs ray --rts=-A64k > log 2> err || fail "$(cat log err)"
[ "$(ls out | tr '\n' ' ')" = 'figure04.csv figure04.svg figure10.csv figure10.svg figure12.csv figure12.svg ' ] || fail "$(ls out)"
cat > look.py <<'P'
import csv, xml.etree.ElementTree as tree
rows = {n: list(csv.DictReader(open(f'out/figure{n:02}.csv'))) for n in (4, 10, 12)}
for n, rs in rows.items():
    assert rs and all(list(r) == 'program series unit hecs ours low high paper paper_hecs'.split() and None not in r.values() for r in rs), rs
    assert {r['program'] for r in rs} == {'ray'}
    for r in rs:
        float(r['paper'])
        assert (r['ours'] == '') == (r['hecs'] == '')
        if r['ours']: assert float(r['low']) <= float(r['ours']) <= float(r['high']), r
    svg = tree.parse(f'out/figure{n:02}.svg').getroot()
    assert svg.tag == '{http://www.w3.org/2000/svg}svg'
    texts = [t.text for t in svg.iter('{http://www.w3.org/2000/svg}text')]
    assert any(t.startswith(f'Figure {n}. ') for t in texts) and any(t.startswith('gphc') for t in texts) and any(t.startswith('paper') for t in texts), texts
# The paper's table of Figure 4: 4 and 7 cores.
assert [(r['paper'], r['paper_hecs']) for r in rows[4]] == [('10', '4'), ('18.7', '7')], rows[4]
# Figure 10: as many sparks in both programs; those that share nothing never fizzle, nor does the collector take them.
by = {(r['series'], r['unit']): float(r['ours']) for r in rows[10]}
assert by['strategies of 2009', 'sparks'] == by['shared sparks', 'sparks'] == 24, by
assert by['strategies of 2009', 'fizzled sparks'] == 0 < by['shared sparks', 'fizzled sparks'], by
P
python3 look.py || fail "csv and svg"
# The figures of what GHC 6.10 did otherwise: our runtime's other way of it.
figures --only 3,7 --programs ray --oversubscribe > log 2> err || fail "$(cat log err)"
for n in 3 7; do [ "$(cut -d, -f5 out/figure0$n.csv | grep -c '[0-9]')" -ge 2 ] || fail "$(cat out/figure0$n.csv)"; done
[ "$(figures --list | grep -c '^Figure [0-9]')" = 13 ] || fail "--list"
figures --only 14 > log 2> err && fail "figure 14 is known"
grep -q 'no figure 14' err || fail "$(cat err)"
