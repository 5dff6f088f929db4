# +RTS --spark-report: each place's counts, which add up to those of -s, where it is, and what to do in plain words.
fail() { echo "$1"; cat err; exit 1; }
cat > a.gph <<'X'
import Control.Concurrent
import Control.Parallel
import Control.Parallel.Strategies
import System.Mem

nf :: Int -> Int
nf n = if n < 2 then 1 else nf (n - 1) + nf (n - 2) + 1

-- Tiny sparks, and far too many.
fine :: Int -> Int
fine k = sum (map (* 3) [1 .. k] `using` parList rseq)

-- The parent evaluates it at once.
parent :: Int -> Int
parent k = go k
  where go 0 = 0
        go i = let x = nf (5 + i `mod` 3) in x `par` (x + go (i - 1))
{-# NOINLINE parent #-}

-- Nobody ever wants it.
never :: Int -> Int
never k = let x = nf (28 + k) in x `par` k
{-# NOINLINE never #-}

-- Sparked when it is a value.
known :: Int -> [Int] -> Int
known k xs = foldr (\x r -> x `seq` (x `par` (x + r))) k xs
{-# NOINLINE known #-}

good :: [Int] -> Int
good xs = sum (map nf xs `using` parList rseq)

main :: IO ()
main = do
  print (fine 30000)
  performGC   -- a pool that is still full of these would take none of the next
  print (parent 500)
  print (sum (map never [1 .. 40]))
  performGC
  print (known 0 [1 .. 300])
  print (good (replicate 60 20))
  performGC   -- nothing is left in pools, so that -s and the report, one after the other, count the same
X
"$GPHC" -O -threaded -fno-spark-clones -rtsopts a.gph -o a
for n in 1 2 4; do
  ./a +RTS -N$n -sstats --spark-report > out 2> err || fail "N$n: exit $?"
  python3 - $n <<'P' || fail "N$n"
import re, sys
text = open('err').read()
total = [int(x) for x in re.search(r"SPARKS: (\d+) \((\d+) converted, (\d+) overflowed, (\d+) dud, (\d+) GC'd, (\d+) fizzled", open('stats').read()).groups()]
rows = re.findall(r"\n  (\S.*)\n    (\d+) created: (\d+) converted \((\d+) by another HEC\), (\d+) fizzled, (\d+) GC'd, (\d+) left; (\d+) dud, (\d+) overflowed\n((?:    .*\n)*)", text)
assert rows, text
s = [0] * 6
for name, created, converted, stolen, fizzled, gced, left, dud, overflowed, advice in rows:
    assert int(stolen) <= int(converted) <= int(created), name
    for i, x in enumerate((int(created) + int(dud) + int(overflowed), converted, overflowed, dud, gced, fizzled)): s[i] += int(x)
    assert re.match(r'a\.gph:\d+:\d+: Main\.', name), name
    assert advice.strip() or int(converted) == 0, name
slack = 0 if int(sys.argv[1]) == 1 else 10   # other HECs still take sparks between the two counts
assert all(abs(a - b) <= slack for a, b in zip(s, total)), (s, total)
lines = {int(re.match(r'a\.gph:(\d+)', r[0]).group(1)): r for r in rows}
# Each of the five places is there (by the line of its function), with as many sparks as it makes.
source = open('a.gph').read().split('\n')
line = lambda f: 1 + next(i for i, l in enumerate(source) if l.startswith(f + ' ') and '::' not in l)
all_of = lambda r: int(r[1]) + int(r[7]) + int(r[8])
want = {'fine': 30000, 'never': 40, 'good': 60}
by_line = {}
for r in rows: by_line.setdefault(int(re.match(r'a\.gph:(\d+)', r[0]).group(1)), []).append(r)
for f, k in want.items():
    rs = by_line.get(line(f), []) or by_line.get(line('main'), [])
    assert any(all_of(r) == k for r in rs), (f, rs, sorted(by_line))
if int(sys.argv[1]) == 1: assert 'There is one HEC' in text
else:
    assert "were never needed" in text, 'never'
    assert 'fine-grained' in text or 'came to a full pool' in text, 'fine'
P
done
# Without -threaded there are none; a program that makes none says so. It needs no -rtsopts.
"$GPHC" -O a.gph -o plain
./plain +RTS --spark-report > out 2> err || fail "plain"
grep -q '^Sparks: none' err || fail "plain says something else"
# Also in the log, where gph-scope finds it.
./a +RTS -N2 -l --spark-report > /dev/null 2> err
python3 "$ROOT/testsuite/eventlog.py" a.eventlog > counts
grep -q 'spark-site-counts [1-9]' counts || fail "the log has no sites"
