# Programs that are large in one way compile within seconds and run, or name the limit.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
try() {   # KIND N OUTPUT
  python3 "$SRC/generate.py" $1 $2 > Main.hs
  timeout 60 "$GPHC" Main.hs -o p > out 2> err || fail "$1"
  [ "$(./p)" = "$3" ] || fail "$1: wrong output"
}
try string 1000000 1000000
try constructors 5000 False
try identifier 1000000 1
python3 "$SRC/generate.py" tuple 300 > Main.hs
if "$GPHC" Main.hs -o q > out 2> err; then fail "a tuple of 300"; fi
grep -q '^Main.hs:2:18: error: .*the most is 62' err || fail "a tuple of 300"
