# ghc-events, which ThreadScope reads logs with, accepts ours: it shows them and its state machines agree.
command -v ghc-events > /dev/null || { echo "ghc-events is not installed (Debian: libghc-ghc-events-dev)"; exit 77; }
fail() { echo "$1"; exit 1; }
cp "$SRC/program.inc" prog.gph
"$GPHC" -O prog.gph -rtsopts -o plain
"$GPHC" -O -threaded prog.gph -rtsopts -o thr
for way in plain "thr -N1" "thr -N2" "thr -N4 --surplus-hecs=share"; do
  set -- $way; exe=$1; shift
  for classes in -l -lf; do
    rm -f $exe.eventlog
    ./$exe +RTS "$@" $classes -A64k > /dev/null
    ghc-events show $exe.eventlog > shown 2>&1 || fail "$way $classes: show"
    grep -qi 'error\|fail' shown && fail "$way $classes: $(grep -i 'error\|fail' shown | head -1)"
    for what in threads threadpool threadrun tasks; do
      ghc-events validate $what $exe.eventlog > valid 2>&1 || fail "$way $classes: validate $what"
      grep -q '^Valid' valid || fail "$way $classes: validate $what: $(tail -3 valid)"
    done
    grep -q 'half: €xxx' shown && grep -q 'has label "helper' shown && grep -q 'GC stats for heap capset' shown || fail "$way $classes: shown"
  done
done
