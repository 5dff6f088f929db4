# TEST: timeout=240
# A kind of heap object is one row of closure_types.def and what -Wswitch-enum names: sizes, scavenging, marking, sliding, heap check and printer know it by its row.
set -eu
cp -R "$ROOT/runtime" runtime
row='KIND(Exercise, VALUE, 3, 1, WORD2, TWO, PLAIN, ONCE)'
echo "$row" >> runtime/include/gph/closure_types.def
mkdir gen
python3 "$ROOT/scripts/gen-unicode.py" > gen/unicode_tables.h
# dist/ needs MPI's header.
mpi=
command -v mpicc > /dev/null && mpi=$(mpicc --showme:compile 2> /dev/null) || :
(cd runtime && ls */*.c | grep -v '_par\.c$' | if [ -n "$mpi" ]; then cat; else grep -v '^dist/'; fi) > files
dist() { case $1 in dist/*) echo -DGPH_DIST "$mpi";; esac; }
pinned() { grep -q "^RTS_EXTRA_${1%.c} " runtime/module.mk && echo -DGPH_PINNED -O2 -fcall-used-r12 || :; }
for f in $(cat files); do
  gcc -std=gnu11 -Werror=switch-enum -Wswitch-enum -DGPH_THREADED -DGPH_DEBUG -fsyntax-only -Iruntime -Iruntime/include -Igen $(pinned "$f") $(dist "$f") "runtime/$f" 2> errors ||
    { grep -v 'error: enumeration value .GphKind_Exercise. not handled' errors | grep 'error:' && exit 1; echo "$f" >> named; }
done
cat > expected <<'END'
dist/pack.c
dist/unpack.c
gc/evac.c
gc/retainers.c
gc/weak.c
prof/spark_sites.c
prof/strands.c
sched/spark.c
END
[ -n "$mpi" ] || sed -i '/^dist/d' expected
sort named | diff expected -
cat > use.c <<'END'
#include "heap/closure.h"
#include <assert.h>
void gph_closure_bad(const W *p, const GphInfo *i) { __builtin_abort(); }
static W seen;
static void on_values(void *at, W *from, size_t n) { while (n--) seen = seen * 10 + *from++; }
static W on_function(void *at, W *fun) { return 0; }
int main(void) {
  const GphInfo info = { .kind = GphKind_Exercise };
  W object[] = { (W)&info, 1, 3, 4, 5, 6, 8, 9 };
  assert(gph_closure_words(object, &info) == 8);
  assert(gph_kind_walk(GphKind_Exercise, object, &info, NULL, on_values, on_function) == 8 && seen == 1456);
}
END
gcc -std=gnu11 -Iruntime -Iruntime/include use.c -o use && ./use
