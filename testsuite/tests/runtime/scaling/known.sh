# +RTS --scaling: programs whose work and span are known by construction say so, with any number of HECs, and print what they print without it.
fail() { echo "$1"; cat err; exit 1; }
here=$(dirname "$0")
cp "$here/program.inc" a.gph
# Not shared: what each piece computes must be done for each.
"$GPHC" -O -fno-full-laziness -threaded -rtsopts a.gph -o a || fail "does not compile"
cat > check.py <<'P'
import subprocess, sys
sys.path.insert(0, sys.argv[1])
from report import Report

def run(*args, rts=()):
    p = subprocess.run(['./a', *args, '+RTS', *rts], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert p.returncode == 0, (args, rts, p.returncode, p.stderr)
    return p.stdout, p.stderr

# What a run says holds but for what the machine does meanwhile: where other programs share its caches and cores one of many equal pieces takes longer, and is the
# span. That is not the same each time; a figure that is wrong is. So one run of TRIES will do, and on a machine that is idle it is the first or the second.
TRIES = 12
def one_of(what, runs, holds):
    """The report of a run of which holds(report) is true; runs() gives a report."""
    for tries in range(TRIES):
        r = runs()
        if holds(r): return r
    assert False, f'{what}: in none of {TRIES} runs\n{r.text}'
def report(*args, rts): return Report(run(*args, rts=[*rts, '--scaling'])[1])

# name, k, n, parallelism, and how many strands there are, the main thread's not counted.
known = [('equal', 16, 27, 16, 16), ('ahead', 20, 27, 5, 20), ('chain', 8, 27, 1, None), ('pairs', 8, 27, 2, 8), ('tree', 4, 29, 16, 15),
         ('tree', 5, 30, 32, 31), ('merge', 4, 26, 80 / 31, 15), ('serial', 10, 27, 4, 10), ('threads', 8, 28, 8, 8), ('relay', 6, 27, 1, 6), ('constants', 0, 0, 3, 2), ('closed', 0, 0, 1.618, 1), ('iterated', 8, 27, 1, 8), ('scanned', 8, 27, 1, None), ('cells', 4, 27, 1, 2),
         ('raising', 12, 29, 12, 12), ('loop', 16, 28, 16, 16), ('nested', 4, 28, 16, 20), ('uneven', 8, 28, 2, 8), ('actions', 16, 28, 8, 8), ('failing', 8, 28, 8, 8), ('future', 16, 29, 16, None),
         ('futures', 6, 28, 1, None), ('diamond', 0, 28, 4 / 3, None)]
for name, k, n, parallelism, strands in known:
    plain, err = run(name, str(k), str(n), rts=['-N1'])
    assert err == '', err
    for rts in (['-N1'], ['-N2'], ['-N3', '--surplus-hecs=share', '-A64k'], ['-N2', '--blackhole=lazy'], ['-N1', '--blackhole=eager', '--spark-pool=4']):
        # The machine may be busy, and processors that share a core or caches slow each other down: then the slowest of many equal pieces is the span.
        least = 0.75 if rts[0] == '-N1' else 0.5 + 0.4 / parallelism
        def once():
            out, err = run(name, str(k), str(n), rts=[*rts, '--scaling'])
            assert out == plain, (name, rts, out)
            return Report(err)
        r = one_of(f'{name} {k} {n} {rts}: parallelism {parallelism} expected', once, lambda r: least * parallelism <= r.parallelism <= 1.1 * parallelism + 0.1)
        if strands is not None and rts == ['-N1']: assert strands <= r.strands - 1 <= strands + 2, f'{name}: {strands} strands expected\n{r.text}'

# What nobody needs counts, if somebody evaluates it: with one HEC nobody does.
for rts, parallelism in (['-N1'], 1), (['-N2', '--surplus-hecs=share'], 1.62):
    r = one_of(f'speculative {rts}: parallelism {parallelism} expected', lambda: report('speculative', '0', '32', rts=rts), lambda r: abs(r.parallelism - parallelism) < 0.3)
    if rts == ['-N1']: assert r.verdict.startswith('More HECs are of little use.'), r.text

# Where the span is, and what it would gain. The main thread merges 16 of 31 at least, and 31 at most; were it alone twice as fast, the other half's path of 15 and
# the last merge's 8 would remain.
MAIN = 'the main thread, outside of sparks'
for rts in (['-N1'], ['-N2']):
    r = one_of(f'merge {rts}: the main thread on the span', lambda: report('merge', '4', '25', rts=rts), lambda r: r.sites[MAIN][0] > 45 and -33 < r.sites[MAIN][3] < -18)
    assert r.verdict.startswith('Up to 2 HECs are of use') and 'the span is the limit' in r.verdict, r.text
r = one_of('equal 64: the estimate', lambda: report('equal', '64', '24', rts=['-N1']), lambda r: r.estimate[8] > 6)
assert len(r.sites) == 2, r.text
r = report('loop', '32', '24', rts=['-N1'])
assert any(s.startswith('a.gph:') and 'batches of a loop in Main.' in s and x[2] == 32 for s, x in r.sites.items()), r.text
# Two HECs do what nobody looks at, and say so; where all is needed they do not.
r = one_of('unneeded: half of the work', lambda: report('unneeded', '8', '28', rts=['-N2', '--surplus-hecs=share']), lambda r: 'of the work was for values that nobody has looked at' in r.verdict)
for rts in (['-N1'], ['-N2', '--surplus-hecs=share']):
    for what in ('equal', '8', '27'), ('iterated', '8', '27'), ('raising', '8', '27'):
        one_of(f'{what} {rts}: nothing is unneeded', lambda: report(*what, rts=rts), lambda r: 'nobody has looked at' not in r.verdict)
r = report('equal', '4000', '3', rts=['-N1'])
assert 'make fewer and larger ones' in r.verdict, r.text
P
python3 check.py "$here" 2> err || fail "see above"
# Without -threaded there is nothing to measure.
"$GPHC" -O a.gph -o plain && ./plain equal 2 3 +RTS --scaling > out 2> err && fail "accepted by the plain runtime"
grep -q "must be linked with -threaded" err || fail "refused without a reason"
exit 0
