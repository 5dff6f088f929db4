# Types that double at every level: a limit is named within seconds, before memory runs out.
fail() { echo "FAIL: $*"; head -c 500 err; exit 1; }
ulimit -v 14000000
for k in "synonyms 30" "pairs_type 60" "arguments 500"; do
  python3 "$SRC/generate.py" $k > Main.hs
  if timeout 30 "$GPHC" Main.hs -o p > out 2> err; then fail "$k: accepted"; else rc=$?; fi
  [ $rc = 1 ] && [ "$(wc -l < err)" = 1 ] || fail "$k: exit $rc"
  grep -q 'types are too large: more than 30 million' err || fail "$k"
  [ ! -e p ] || fail "$k: left a file"
done
