# gph-scope makes a page with a flame graph of a profile (+RTS -p), and of one of GHC's; what is none is refused.
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
cp "$SRC/../runtime/profile/time.inc" prog.gph
"$GPHC" -O prog.gph -rtsopts -o prog || fail "does not compile"
./prog 20 return +RTS -p > /dev/null || fail "does not run"
"$scope" prog.prof 2> log || fail "$(cat log)"
cat > data.py <<'P'
import json, re
page = open('prog.prof.html').read()
assert not re.search(r'(src|href)=|url\(|https?://', page), 'the page refers to something outside'
d = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
lines = open('prog.prof').read().split('\n')
start = [i for i, l in enumerate(lines) if l.startswith('COST CENTRE')][1]
end = [i for i, l in enumerate(lines) if l.startswith('HEC ')][0]
tree = [l for l in lines[start + 1:end] if l.strip()]
assert d['exact'] and len(d['tree']) == len(tree) and d['more'] == 0 and d['command'].startswith('prog 20 return')
for (depth, name, module, src, time, alloc), l in zip(d['tree'], tree):
    w = l.split()
    assert depth == len(l) - len(l.lstrip()) and [name, module, src] == w[:3] and time == float(w[-2]) and alloc == float(w[-1]), l
P
python3 data.py || fail "the page's data"
cat > ghc.prof <<'P'
	Mon Jan  1 10:00 2024 Time and Allocation Profiling Report  (Final)

	   prog +RTS -p -RTS

	total time  =        0.10 secs   (100 ticks @ 1000 us, 1 processor)
	total alloc =  12,345 bytes  (excludes profiling overheads)

COST CENTRE MODULE    SRC               %time %alloc

f           Main      t.hs:3:1-20        90.0   80.0


                                                                individual      inherited
COST CENTRE  MODULE   SRC                    no.     entries  %time %alloc   %time %alloc

MAIN         MAIN     <built-in>             100          0    2.0    0.0   100.0  100.0
 CAF         Main     <entire-module>        101          0    0.0    0.0    98.0  100.0
  main       Main     t.hs:5:1-9             102          1    8.0   20.0    98.0  100.0
   f         Main     <no location info>     103         12   90.0   80.0    90.0   80.0
P
"$scope" ghc.prof -o ghc.html 2> log || fail "$(cat log)"
grep -q '"exact":false' ghc.html && grep -q '\[3,"f","Main","\\u003cno location info\\u003e",90,80\]' ghc.html || fail "GHC's"
head -5 ghc.prof > none.prof
"$scope" none.prof -o none.html 2> log && fail "a profile without a tree"
grep -q 'none.prof: there is no tree of cost centres in it' log || fail "$(cat log)"
"$scope" --json prog.prof 2> log && fail "--json of a profile"
exit 0
