# +RTS flags that make no sense: one line that names the flag, exit 1, and the program has not begun.
fail() { echo "FAIL: $*"; cat err; exit 1; }
echo 'main = putStrLn "began"' > a.hs
"$GPHC" a.hs -rtsopts -o plain && "$GPHC" a.hs -threaded -rtsopts -o thr && "$GPHC" a.hs -threaded -o some && "$GPHC" a.hs -rtsopts=none -o none
reject() {   # PROGRAM FLAG PATTERN
  if timeout 10 ./$1 +RTS $2 > out 2> err; then fail "$1 $2: accepted"; else rc=$?; fi
  [ $rc = 1 ] && [ "$(wc -l < err)" = 1 ] || fail "$1 $2: exit $rc"
  [ ! -s out ] || fail "$1 $2: the program ran"
  grep -q -e "$3" err || fail "$1 $2: no '$3'"
}
for p in plain thr; do
  reject $p -Zoo 'bad +RTS flag -Zoo: unknown'
  reject $p -A100000g 'bad +RTS flag -A100000g: this machine has less memory'
  reject $p -N0 'bad +RTS flag -N0: .*out of range'
  reject $p -N99999 'bad +RTS flag -N99999: .*out of range'
  reject $p -Nx 'a number is wanted'
  reject $p -N-1 'out of range'
  reject $p -A 'its value is missing'
  reject $p -Ax 'a size is wanted'
  reject $p -A0 'bad +RTS flag -A0: '
  reject $p -A-1 'a size is wanted'
  reject $p -M 'its value is missing'
  reject $p -M12q 'a size is wanted'
  reject $p -K0 'bad +RTS flag -K0: '
  reject $p -Knan 'a size is wanted'
  reject $p -F0.5 'a factor greater than 1'
  reject $p -G9 'out of range'
  reject $p -M999999999g 'the size is out of range: from 0 to 524288t (+RTS'
  reject $p -C1e9 'the time is out of range: from 0 to 1000000 s (+RTS'
  reject $p -G99999999999999999999 'the number is out of range: from 1 to 2 (+RTS'
  reject $p -C-1 'a time in seconds'
  reject $p --blackhole=never 'not one of its values'
  reject $p -DS 'must be linked with -debug'
  reject $p -s/no/such/file 'cannot write /no/such/file'
done
reject plain -N2 'must be linked with -threaded'
reject thr '-N200 -A1000g' 'this machine has less memory'
reject some "-N256 -A$(($(getconf _PHYS_PAGES) * $(getconf PAGESIZE) / 255))" 'bad +RTS flags: 256 HECs with an allocation area'
reject some -S 'linked without -rtsopts'
reject some -sfile 'linked with -rtsopts'
reject none -N1 'run-time flags are disabled'
if GPHRTS=-Zoo ./plain > out 2> err; then fail "GPHRTS: accepted"; fi
grep -q 'bad +RTS flag -Zoo: unknown' err || fail "GPHRTS"
# Values that are large but sensible are taken.
./thr +RTS -A1k -M1t -K1t -N2 | grep -q began || fail "large values"
# What was meant, where a long spelling is near.
reject thr --spark-reprot 'bad +RTS flag --spark-reprot: unknown; did you mean --spark-report?'
reject thr -spark-report 'did you mean --spark-report?'
reject thr -scaling 'did you mean --scaling?'
reject thr -spark-pool=7 'did you mean --spark-pool=?'
[ ! -e park-report ] || fail "-spark-report wrote a file"
reject thr --blakhole=lazy 'did you mean --blackhole=?'
reject thr --blackhole=lasy 'not one of its values, .*lazy'
reject thr --nothing-like-it 'nothing-like-it: unknown (+RTS'
