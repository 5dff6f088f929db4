# gphc new: the program runs, the test passes, the checks are clean; nothing that is there is changed.
fail() { echo "FAIL: $*"; cat out err; exit 1; }
unset MAKEFLAGS MFLAGS MAKELEVEL                         # this may be a test of make check
"$GPHC" new primes > out 2> err || fail new
grep -q 'make run' out || fail "what next?"
cd primes
make GPHC="$GPHC" N=2 run > ../out 2> ../err || fail "make run"
tail -n 1 ../out | grep -q '^[0-9]*$' || fail "make run: output"
[ "$(./primes 100 +RTS -N1)" = "$(./primes 100 +RTS -N2)" ] || fail "N1, N2"
make GPHC="$GPHC" test > ../out 2> ../err || fail "make test"
[ "$(grep -c '^passed' ../out)" = 4 ] && [ ! -s ../err ] || fail "make test: output"
make clean > /dev/null
[ "$(ls)" = "Main.gph
Makefile
Test.gph
Work.gph" ] || fail "what is there"
cd ..
reject() {   # PATTERN NAME
  if "$GPHC" new "$2" > out 2> err; then fail "$2: accepted"; fi
  grep -q -e "$1" err || fail "$2: no '$1'"
}
reject 'primes exists already' primes
reject 'a name of letters' 'two words'
reject 'a name of letters' ../x.y
reject 'own modules' Main
reject 'cannot make the folder' no/such/thing
if "$GPHC" new > out 2> err; then fail "no name"; fi
grep -q 'new wants an argument: NAME' err || fail "no name: message"
[ "$(ls primes)" = "Main.gph
Makefile
Test.gph
Work.gph" ] || fail "changed"
