# Collections by several workers, without a report of ThreadSanitizer: the runtime and testsuite/unit/parallel_gc_test.cc built with it. Not instrumented:
# the assembly, and the files that are compiled with pinned registers as generated code is. Without gcc's libtsan or googletest: nothing is tested.
# Fences (state/deque.c) are not modelled by it; what they order there are atomics.
echo 'int main() { return 0; }' > probe.cc
g++ -fsanitize=thread probe.cc -lgtest -o probe 2> /dev/null && setarch -R ./probe || exit 0
flags="-g -O1 -fno-pie -fno-strict-aliasing -fno-stack-protector -fcf-protection=none -I$ROOT/runtime -I$ROOT/runtime/include -DGPH_THREADED -DGPH_DEBUG"
mkdir -p objects gen
python3 "$ROOT/scripts/gen-unicode.py" > gen/unicode_tables.h
(cd "$ROOT/runtime" && find . -name '*.c' ! -name main.c ! -path './dist/*' | sed 's|^\./||') | while read -r f; do
  o=objects/$(echo "${f%.c}" | tr / _).o
  if grep -q "^RTS_EXTRA_${f%.c} = " "$ROOT/runtime/module.mk"; then x="-mno-red-zone -fcall-used-r12 -fno-tree-slp-vectorize -fno-ipa-icf"; else x="-fsanitize=thread -Wno-tsan"; fi
  echo "gcc -std=gnu11 $flags -Igen $x -c $ROOT/runtime/$f -o $o"
done | xargs -P 2 -I{} sh -c "{}"
for f in "$ROOT"/runtime/*/*.S; do gcc $flags -c "$f" -o objects/$(basename "$f" .S)_S.o; done
g++ -std=c++20 $flags -fsanitize=thread -I"$ROOT/testsuite/unit" -no-pie "$ROOT/testsuite/unit/parallel_gc_test.cc" -lgtest -lgtest_main objects/*.o -lgmp -lm -lpthread -o parallel_gc_test
timeout 900 setarch -R ./parallel_gc_test > out 2>&1 || { tail -60 out; exit 1; }
if grep -q 'WARNING: ThreadSanitizer' out; then head -60 out; exit 1; fi
