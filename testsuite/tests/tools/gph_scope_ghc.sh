# gph-scope reads logs that GHC's programs write.
command -v ghc > /dev/null || { echo "ghc is not installed"; exit 77; }
fail() { echo "$1"; exit 1; }
scope="$(dirname "$GPHC")/gph-scope"
cat > t.hs <<'X'
import Control.Concurrent
import Debug.Trace
import GHC.Conc (par, pseq)
fib :: Int -> Integer
fib n | n < 2 = 1
      | n > 14 = let a = fib (n - 1); b = fib (n - 2) in a `par` (b `pseq` a + b)
      | otherwise = fib (n - 1) + fib (n - 2)
main :: IO ()
main = do
  traceMarkerIO "begin"
  m <- newEmptyMVar
  _ <- forkIO (putMVar m (length (show (product [1 .. 3000 :: Integer]))))
  print (fib 24)
  takeMVar m >>= print
X
for way in "" -threaded; do
  ghc -v0 -O $way -eventlog -rtsopts t.hs -o t > /dev/null 2>&1 || { echo "this ghc does not compile the program"; exit 77; }
  n=1; [ -z "$way" ] || n=2
  ./t +RTS $([ -z "$way" ] || echo -N2) -l -A128k > /dev/null
  "$scope" t.eventlog -o t.html 2> err || fail "$(cat err)"
  grep -q warning err && fail "$(cat err)"
  python3 - $n <<'P' || fail "$way: the page's data"
import json, re, sys
d = json.loads(re.search(r'application/json">(.*?)</script>', open('t.html').read(), re.S).group(1))
assert len(d['hecs']) == int(sys.argv[1]) and d['rts'].startswith('GHC') and d['messages'][0]['text'] == 'begin'
assert sum(h['runNs'] for h in d['hecs']) > 0 and sum(g['count'] for g in d['generations']) > 0 and sum(h['gcNs'] for h in d['hecs']) > 0
P
  python3 "$ROOT/testsuite/eventlog.py" t.eventlog > /dev/null
done
