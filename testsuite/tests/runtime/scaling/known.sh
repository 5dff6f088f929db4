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
        for tries in 1, 2, 3, 4, 5:
            out, err = run(name, str(k), str(n), rts=[*rts, '--scaling'])
            assert out == plain, (name, rts, out)
            r = Report(err)
            ok = least * parallelism <= r.parallelism <= 1.1 * parallelism + 0.1
            if ok: break
        assert ok, f'{name} {k} {n} {rts}: parallelism {parallelism} expected\n{err}'
        if strands is not None and rts == ['-N1']: assert strands <= r.strands - 1 <= strands + 2, f'{name}: {strands} strands expected\n{err}'

# What nobody needs counts, if somebody evaluates it: with one HEC nobody does.
for rts, parallelism in (['-N1'], 1), (['-N2', '--surplus-hecs=share'], 1.62):
    for tries in 1, 2, 3, 4, 5:
        r = Report(run('speculative', '0', '32', rts=[*rts, '--scaling'])[1])
        if abs(r.parallelism - parallelism) < 0.3: break
    assert abs(r.parallelism - parallelism) < 0.3, r.text
    if rts == ['-N1']: assert r.verdict.startswith('More HECs are of little use.'), r.text

# Where the span is, and what it would gain.
for rts in (['-N1'], ['-N2']):
    for tries in 1, 2, 3:
        r = Report(run('merge', '4', '25', rts=[*rts, '--scaling'])[1])
        at_most = sum(s[0] for s in r.sites.values())
        main = r.sites['the main thread, outside of sparks']
        # The main thread merges 16 of 31 at least, and 31 at most; were it alone twice as fast, the other half's path of 15 and the last merge's 8 would remain.
        if main[0] > 45 and -33 < main[3] < -18: break
    assert main[0] > 45 and -33 < main[3] < -18, r.text
    assert r.verdict.startswith('Up to 2 HECs are of use') and 'the span is the limit' in r.verdict, r.text
r = Report(run('equal', '64', '24', rts=['-N1', '--scaling'])[1])
assert r.estimate[8] > 6 and len(r.sites) == 2, r.text
r = Report(run('loop', '32', '24', rts=['-N1', '--scaling'])[1])
assert any(s.startswith('a.gph:') and 'batches of a loop in Main.' in s and x[2] == 32 for s, x in r.sites.items()), r.text
P
python3 check.py "$here" 2> err || fail "see above"
# Without -threaded there is nothing to measure.
"$GPHC" -O a.gph -o plain && ./plain equal 2 3 +RTS --scaling > out 2> err && fail "accepted by the plain runtime"
grep -q "must be linked with -threaded" err || fail "refused without a reason"
exit 0
