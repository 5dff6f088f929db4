# TEST: timeout=1800
# The conformance programs about sparks, threads, laziness and arrays with generated code and runtime under ThreadSanitizer (docs/runtime.md, Sanitizers): what they print is right, no report.
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" thread-code "$PWD/tree" || exit $?
for w in run/par run/conc run/lazy run/array; do
  "$ROOT/testsuite/run" --gphc "$GPHC" --tsan "$PWD/tree" --jobs 2 --only "$w" > out 2>&1 || { cat out; exit 1; }
done
