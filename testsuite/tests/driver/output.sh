# Outputs that cannot be written: one line, exit 1. A device is written to, never replaced; an input is never overwritten.
fail() { echo "FAIL: $*"; cat err; exit 1; }
echo 'main = print 1' > a.hs
reject() {   # PATTERN OUTPUT
  if timeout 20 "$GPHC" a.hs -o "$2" > out 2> err; then fail "$2: accepted"; else rc=$?; fi
  [ $rc = 1 ] || fail "$2: exit $rc"
  grep -q "$1" err && [ "$(wc -l < err)" = 1 ] || fail "$2: not the one line '$1'"
}
mkdir folder
reject 'cannot write folder: it is a folder' folder
reject 'cannot write no/p: No such file or directory' no/p
reject 'a.hs would overwrite the input a.hs' a.hs
reject 'wants an argument' ''
cat a.hs | grep -q 'main = print 1' || fail "the source is gone"
# A link, so that a mistake cannot harm the device.
ln -s /dev/full full
reject 'cannot write full: No space left on device' full
[ -L full ] || fail "the link was replaced"
ln -s /dev/null null
"$GPHC" a.hs -o null 2> err || fail "-o /dev/null"
[ -L null ] || fail "the link to /dev/null was replaced"
# No file may grow beyond 16 KB: as on a full disk, the program cannot be written. The old one stays.
echo good > p
if (ulimit -f 32; "$GPHC" -fno-object-cache a.hs -o p > out) 2> err; then fail "written in spite of the limit"; fi
grep -q "^gphc: " err || fail "no message"
[ "$(cat p)" = good ] || fail "the old output is gone"
if ls p.* 2> /dev/null | grep .; then fail "left a file"; fi
# Interrupted: neither the temporary folder nor a part of the output stays.
mkdir t
TMPDIR=$PWD/t "$GPHC" -fno-object-cache a.hs -o q 2> err & pid=$!
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -n "$(ls t)" ] && break; sleep 0.1; done
kill -TERM $pid
wait $pid || true
[ -z "$(ls t | grep gphc-)" ] || fail "the temporary folder stays after a signal"
if ls q* 2> /dev/null | grep .; then fail "left a file"; fi
