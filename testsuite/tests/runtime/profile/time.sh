# +RTS -p: who takes the time and who allocates, in every way of running; the file of a program that dies; bad input; as perf says it.
fail() { echo "$1"; [ -f prog.prof ] && head -30 prog.prof; exit 1; }
cp "$SRC/time.inc" prog.gph
cat > check.py <<'P'
import re, sys
name, samples, hecs = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
lines = open(name).read().split('\n')
assert 'Time and Allocation Profiling Report' in lines[0]
m = re.search(r'total time +=+ +([\d.]+) secs +\((\d+) samples @ 1000 us, (\d+) processors?\)', '\n'.join(lines))
assert m and int(m[2]) >= samples and int(m[3]) == hecs, m and m[0]
heads = [i for i, l in enumerate(lines) if l.startswith('COST CENTRE')]
assert len(heads) == 2, heads
top = {}
for l in lines[heads[0] + 2:heads[1] - 2]:
    w = l.split()
    if w: top[w[1] + '.' + w[0].split('.')[0]] = (top.get(w[1] + '.' + w[0].split('.')[0], (0, 0, ''))[0] + float(w[-2]), top.get(w[1] + '.' + w[0].split('.')[0], (0, 0, ''))[1] + float(w[-1]), w[2])
tree, path, own = [], [], [0.0, 0.0]
for l in lines[heads[1] + 2:]:
    if l.startswith('HEC '): break
    w = l.split()
    if not w: continue
    depth, numbers = len(l) - len(l.lstrip()), [float(x) for x in w[-8:]]
    assert depth <= len(path), l
    path = path[:depth] + [w[1] + '.' + w[0].split('.')[0]]
    assert numbers[4] + 0.11 >= numbers[2] and numbers[5] + 0.11 >= numbers[3], l
    own[0] += numbers[2]; own[1] += numbers[3]
    tree.append((list(path), numbers))
assert tree[0][0] == ['MAIN.MAIN'] and abs(tree[0][1][4] - 100) < 0.1 and abs(own[0] - 100) < 5, (tree[0], own)
assert [n[0] for _, n in tree] == [100.0 + i for i in range(len(tree))]
half, quarter, cells = (top.get('Main.' + f, (0, 0, '')) for f in ('half', 'quarter', 'cells'))
assert half[2] == 'prog.gph:12:1' and quarter[2] == 'prog.gph:16:1', (half, quarter)
assert 30 < half[0] < 75 and 12 < quarter[0] < 40 and 1.4 < half[0] / quarter[0] < 2.7, (half, quarter, cells)
assert cells[1] > 80 and half[1] < 5, (cells, half)
at_half = [p for p, n in tree if p[-1] == 'Main.half']
assert any('Main.one' in p and 'Main.rounds' in p for p in at_half), at_half
heads = [i for i, l in enumerate(lines) if l.startswith('HEC ')]
rows = [l.split() for l in lines[heads[0] + 2:] if l]
assert len(rows) == hecs and abs(sum(float(r[1]) for r in rows) - float(m[1])) < 0.02 + 0.02 * float(m[1]), (rows, m[1])
print(half[0], quarter[0])
P
"$GPHC" -O prog.gph -rtsopts -o plain
"$GPHC" -O -g -fvia-C prog.gph -rtsopts -o viac
"$GPHC" -O -threaded prog.gph -rtsopts -o thr
./plain 20 return > want
./plain 5 return > want.short
for way in plain viac "thr -N1" "thr -N2" "plain -A64k" "thr -N2 -qg0 -A128k"; do
  set -- $way; exe=$1; shift
  hecs=1; case $way in *-N2*) hecs=2 ;; esac
  ./$exe 20 return +RTS -p "$@" > out || fail "$way: exit $?"
  cmp -s out want || fail "$way: output"
  python3 check.py $exe.prof 60 $hecs > shares || { mv $exe.prof prog.prof; fail "$way"; }
done
# However it ends, what was sampled is in the file.
for exe in plain "thr -N2"; do
  set -- $exe; name=$1; shift
  for how in exception exit fault; do
    case $how in exception) want=1 ;; exit) want=3 ;; fault) want=139 ;; esac
    rm -f $name.prof
    rc=0; (./$name 5 $how +RTS -p "$@") > /dev/null 2>&1 || rc=$?
    [ $rc = $want ] || fail "$exe $how: exit $rc"
    grep -q '^half ' $name.prof && grep -q '^HEC ' $name.prof || fail "$exe $how: the file"
  done
  rm -f err  # the last one's, which the loop below would take for this one's: it is opened after the pipe
  mkfifo in
  ./$name 5 wait +RTS -p "$@" < in > /dev/null 2> err & pid=$!
  exec 3> in
  until grep -qs waits err; do sleep 0.05; done
  kill -TERM $pid
  rc=0; wait $pid 2> /dev/null || rc=$?
  exec 3>&-; rm in
  [ $rc = 143 ] && grep -q '^half ' $name.prof || fail "$exe TERM: exit $rc"
done
# Bad input.
ln -s /dev/full full.prof
./plain 5 return +RTS -p -pofull > out 2> err || fail "full disk: exit $?"
cmp -s out want.short || fail "full disk: output"
grep -q '^gph: the profile is not complete: cannot write full.prof: No space left on device$' err || fail "full disk: $(cat err)"
./plain 5 return +RTS -p -po/nowhere/x > out 2> err && fail "no such folder"
grep -q 'cannot write the profile /nowhere/x.prof: ' err || fail "no such folder: $(cat err)"
./plain 5 return +RTS -pq > out 2> err && fail "-pq is accepted"
# As perf says it, where it may look.
perf record -q -o perf.data ./plain 20 return > /dev/null 2>&1 && perf report -i perf.data --stdio -q -F overhead,symbol > report 2> /dev/null || { echo "perf does not work here"; exit 77; }
./plain 20 return +RTS -p > /dev/null
python3 check.py plain.prof 60 1 > shares
python3 - <<'P'
import re
half = sum(float(m[1]) for m in re.finditer(r'([\d.]+)% +\[\.\] Main_(?:zdw)?half_', open('report').read()))
quarter = sum(float(m[1]) for m in re.finditer(r'([\d.]+)% +\[\.\] Main_(?:zdw)?quarter_', open('report').read()))
a, b = map(float, open('shares').read().split())
assert abs(half - a) < 10 and abs(quarter - b) < 8, (half, a, quarter, b)
P
exit 0
