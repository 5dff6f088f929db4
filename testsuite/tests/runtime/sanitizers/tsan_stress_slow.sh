# TEST: timeout=1800
# The stress tests of the spark pool, the inboxes and the loops with a runtime under ThreadSanitizer, without a report.
# (It does not model fences: what those of state/deque.c order are atomics. The orders are for testsuite/model.)
echo 'int main() { return 0; }' > probe.cc
g++ probe.cc -lgtest -o probe 2> /dev/null || { echo 'no googletest here'; exit 77; }
mkdir tree
"$ROOT/testsuite/sanitized" "$GPHC" thread "$PWD/tree" || exit $?
for t in deque inbox loop; do
  g++ -std=c++20 -g -O1 -fno-pie -no-pie -DGPH_THREADED -fsanitize=thread -I"$ROOT/runtime" -I"$ROOT/runtime/include" -I"$ROOT/testsuite/unit" \
    "$ROOT/testsuite/unit/${t}_test.cc" -lgtest -lgtest_main tree/lib/gphc/libgph-thr.a -lgmp -lm -lpthread -o ${t}_test
  timeout 200 setarch -R ./${t}_test > out 2>&1 || { tail -60 out; exit 1; }
  if grep -q 'WARNING: ThreadSanitizer' out; then head -60 out; exit 1; fi
done
