# No C compiler on the PATH: one line that names it, exit 1, no output.
fail() { echo "FAIL: $*"; cat err; exit 1; }
echo 'main = print 1' > a.hs
if PATH=/nonexistent "$GPHC" -fno-object-cache a.hs -o a > out 2> err; then fail accepted; else rc=$?; fi
[ $rc = 1 ] && [ "$(wc -l < err)" = 1 ] || fail "exit $rc"
grep -q "cannot find the C compiler .gcc'" err || fail "what is missing?"
[ ! -e a ] || fail "left a file"
