# TEST: timeout=1800
# The parallel examples on three HECs with a runtime under ThreadSanitizer: right output, no report. Suppressions: testsuite/tsan-suppressions.
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" thread "$PWD/tree" || exit $?
export TSAN_OPTIONS="suppressions=$ROOT/testsuite/tsan-suppressions exitcode=66"
for e in "$ROOT"/examples/*; do
  n=$(basename "$e")
  tree/bin/gphc -O2 -threaded -rtsopts -optl-fsanitize=thread "$e/Main.gph" -o program
  in=/dev/null
  if [ -f "$e/test.stdin" ]; then in=$e/test.stdin; fi
  for flags in "-N3 --surplus-hecs=share -s" "-N3 --surplus-hecs=share -A64k -qn3 -s" \
    "-N3 --surplus-hecs=share -A64k -qn3 -c --spark-share=push --blackhole-wait=poll --post-check --preempt=flag -s"; do
    setarch -R ./program $(grep -v '^+' "$e/test.args") +RTS $flags > out 2> err < "$in" || { echo "$n $flags"; grep -A30 'WARNING: Thr' err | head -60; exit 1; }
    cmp out "$e/test.stdout"
  done
done
