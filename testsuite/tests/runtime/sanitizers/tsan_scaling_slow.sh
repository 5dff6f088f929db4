# TEST: timeout=1800
# The programs of runtime/scaling with --scaling, generated code and runtime under ThreadSanitizer: they print what they print without, no report.
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" thread-code "$PWD/tree" || exit $?
export TSAN_OPTIONS="suppressions=$ROOT/testsuite/tsan-suppressions exitcode=66"
cp "$ROOT/testsuite/tests/runtime/scaling/program.inc" a.gph
tree/gphc -O2 -threaded -rtsopts a.gph -o a || exit 1
for what in "equal 16 14" "ahead 20 14" "chain 6 14" "pairs 6 14" "tree 6 10" "merge 4 12" "serial 8 14" "threads 8 14" "relay 6 14" "constants 0 0" "raising 12 14" "loop 40 10" \
  "nested 6 10" "uneven 8 12" "actions 16 12" "failing 8 12" "future 40 10" "futures 12 12" "diamond 0 14"; do
  setarch -R ./a $what +RTS -N1 > want || { echo "$what"; exit 1; }
  for flags in "-N3 --surplus-hecs=share -A64k -qn3" "-N2" "-N3 --surplus-hecs=share --blackhole=lazy"; do
    setarch -R ./a $what +RTS $flags --scaling > out 2> err || { echo "$what $flags"; grep -A30 'WARNING: Thr' err | head -60; exit 1; }
    cmp out want || { echo "$what $flags"; exit 1; }
  done
done
exit 0
