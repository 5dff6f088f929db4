# -fdiagnostics-format=json: a line for each message, each a JSON object with the place, the code and the text.
printf 'main :: IO ()\nmain = putStrLn ("a\\t\\"b\\\\" ++ length "\303\251")\n' > Wrong.hs
printf 'f :: Maybe Int -> Int\nf (Just x) = x\n\nmain :: IO ()\nmain = print (f (Just 1))\n' > Warn.hs
if timeout 20 "$GPHC" -fdiagnostics-format=json Wrong.hs -o p 2> error.json; then echo accepted; exit 1; fi
timeout 60 "$GPHC" -O0 -Wincomplete-patterns -fdiagnostics-format=json Warn.hs -o p 2> warning.json
if timeout 20 "$GPHC" -fdiagnostics-format=json None.hs -o p 2> nofile.json; then echo accepted; exit 1; fi
for f in error warning nofile; do
  [ "$(wc -l < $f.json)" -eq 1 ] || { echo "$f: $(cat $f.json)"; exit 1; }
  python3 -m json.tool $f.json > /dev/null
done
python3 - <<'END'
import json
def check(name, **want):
    got = json.load(open(name))
    for k, v in want.items(): assert got.get(k) == v, f'{name}: {k} is {got.get(k)!r}, wanted {v!r}'
    assert isinstance(got['message'], str) and got['message'], name
    return got
e = check('error.json', severity='error', code='GPH-4001', file='Wrong.hs', line=2, column=32, endLine=2, endColumn=42)
assert 'Int' in e['message'] and any('show' in n for n in e['notes']), e
check('warning.json', severity='warning', code='GPH-5001', file='Warn.hs', line=2, column=1)
n = check('nofile.json', severity='error', code='GPH-6002')
assert 'None.hs' in n['message'] and 'line' not in n
END
