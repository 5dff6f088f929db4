# +RTS -l: the log is one in every way of running, says what happened, and its sums are those of -s.
fail() { echo "$1"; exit 1; }
check="python3 $ROOT/testsuite/eventlog.py"
cp "$SRC/program.inc" prog.gph
"$GPHC" -O prog.gph -rtsopts -o plain
"$GPHC" -O -threaded prog.gph -rtsopts -o thr
./plain > want
n_of() { awk -v n="$1" '$2 == n { s = $3 } END { print s + 0 }' counts; }
for way in plain "thr -N1" "thr -N2" "thr -N4 --surplus-hecs=share"; do
  set -- $way; exe=$1; shift
  for classes in -l -lf -l-g -l-s-p -l-au; do
    rm -f $exe.eventlog
    ./$exe +RTS "$@" $classes -A64k -sstats > out || fail "$way $classes: exit $?"
    cmp -s out want || fail "$way $classes: output"
    $check $exe.eventlog > counts || fail "$way $classes"
    [ "$(n_of user-marker)" = 2 ] && [ "$(n_of user-msg)" = 1 ] || fail "$way $classes: messages"
    case $classes in
      -l|-lf)
        [ "$(n_of create-thread)" -ge 2 ] && [ "$(n_of gc-start)" -ge 1 ] && [ "$(n_of gc-start)" = "$(n_of gc-end)" ] && [ "$(n_of thread-label)" = 1 ] || fail "$way $classes: $(cat counts)"
        [ "$(n_of run-thread)" = "$(n_of stop-thread)" ] || fail "$way $classes: runs"
        colls=$(awk '/ colls,/ { s += $3 } END { print s }' stats)
        [ "$(n_of gc-stats)" = "$colls" ] || fail "$way $classes: $colls collections by -s, $(n_of gc-stats) logged" ;;
      -l-g) [ "$(n_of gc-start)" = 0 ] && [ "$(n_of run-thread)" -gt 0 ] || fail "$way $classes" ;;
      -l-s-p) [ "$(n_of run-thread)" = 0 ] && [ "$(n_of spark-counters)" = 0 ] && [ "$(n_of gc-start)" -gt 0 ] || fail "$way $classes" ;;
      -l-au) [ "$(n_of gc-start)" = 0 ] && [ "$(n_of run-thread)" = 0 ] || fail "$way $classes" ;;
    esac
    if [ $exe = thr ] && [ $classes = -lf ]; then
      # Each spark once: created ones, and what became of them.
      set -- $(sed -n "s/.*SPARKS: \([0-9]*\) (\([0-9]*\) converted, \([0-9]*\) overflowed, \([0-9]*\) dud, \([0-9]*\) GC'd, \([0-9]*\) fizzled).*/\1 \2 \3 \4 \5 \6/p" stats) "$@"
      [ "$(n_of spark-create)" = $(($1 - $3 - $4)) ] || fail "$way: $1 sparks by -s, $(n_of spark-create) logged"
      [ $(($(n_of spark-run) + $(n_of spark-steal))) = "$2" ] && [ "$(n_of spark-overflow)" = "$3" ] && [ "$(n_of spark-dud)" = "$4" ] && [ "$(n_of spark-gc)" = "$5" ] && [ "$(n_of spark-fizzle)" = "$6" ] || fail "$way: sparks: $* $(cat counts)"
      shift 6
    fi
  done
done
# Text, labels, reasons, program identity.
./thr +RTS -N2 -olmine.log -A64k > /dev/null
$check --dump mine.log > dump
grep -q ' user-msg half: €xxx$' dump && grep -q ' thread-label [0-9]* helper λ$' dump || fail "text"
grep -q ' program-args 0 ./thr|+RTS|-N2|-olmine.log|-A64k$' dump && grep -q ' rts-identifier 0 gphc' dump && grep -q ' capset-assign-cap 0 1$' dump || fail "identity"
grep -q ' stop-thread [0-9]* 11 0$' dump || fail "nobody stopped for a delay"
grep -q ' stop-thread [0-9]* 5 0$' dump || fail "nobody finished"
# HECs that are made while it runs.
sed 's/^main = do$/main = do\n  setNumCapabilities 3/' prog.gph > more.gph
"$GPHC" -O -threaded more.gph -rtsopts -o more
./more +RTS -N1 -lf -A64k > out && cmp -s out want || fail "setNumCapabilities: output"
$check more.eventlog > counts && [ "$(n_of cap-create)" = 3 ] || fail "setNumCapabilities: $(cat counts)"
# A pipe; no room; a folder that is not there; a class that is none.
./thr +RTS -N2 -ol/dev/fd/3 3>&1 > /dev/null | cat > piped
$check piped > /dev/null
if [ -w /dev/full ]; then
  ./thr +RTS -N2 -ol/dev/full > out 2> err || fail "full disk: exit $?"
  cmp -s out want && grep -q 'event log ends here: cannot write /dev/full' err || fail "full disk: $(cat err)"
fi
./thr +RTS -olnowhere/x > out 2> err && fail "no folder: exit 0"
grep -q 'cannot write the event log nowhere/x' err || fail "$(cat err)"
./thr +RTS -lq > out 2> err && fail "-lq: exit 0"
grep -q 'a class of events' err || fail "$(cat err)"
# Not without -rtsopts: it writes a file.
"$GPHC" prog.gph -o closed
./closed +RTS -l > out 2> err && fail "without -rtsopts: exit 0"
grep -q rtsopts err
