# TEST: timeout=1800
# The tests of stacks, heap and input and output with generated code and runtime under ThreadSanitizer (docs/runtime.md, Sanitizers): what they print is right, no report.
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" thread-code "$PWD/tree" || exit $?
for w in runtime/stack runtime/space runtime/heap runtime/io runtime/ffi; do
  "$ROOT/testsuite/run" --gphc "$GPHC" --tsan "$PWD/tree" --jobs 2 --only "$w" > out 2>&1 || { cat out; exit 1; }
done
