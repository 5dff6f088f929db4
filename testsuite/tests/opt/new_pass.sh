# TEST: timeout=900
# An optimiser pass is three places: its file, a prototype in opt/passes.h, rows in opt/pipeline.cc. Dump, switch and -dpasses follow from them. Here they
# are added to copies; only these files are compiled again, and linked with the objects of the build.
build=$(dirname "$(dirname "$GPHC")")
[ -f "$build/obj/opt/pipeline.o" ] && [ -f "$build/libgphc.a" ] || { echo "gphc's own objects are not beside it"; exit 77; }
CXX=${CXX:-g++}
mkdir -p over/opt bin
ln -s "$build/lib" lib
cat > over/opt/drop_zeros.cc <<'END'
// drop_zeros.cc: e +# 0 is e.
#include "core/fvs.h"
#include "opt/passes.h"
namespace gphc::opt {
static const Expr *rewrite(const Expr *e, PassContext &cx) {
  e = map_children(e, [&](const Expr *x) { return rewrite(x, cx); });
  const EPrimApp *p = dyn_cast<EPrimApp>(e);
  if (!p || PrimId(p->op->index) != PrimId::IntAdd) return e;
  const ELit *zero = dyn_cast<ELit>(p->args[1]);
  return zero && zero->lit.i == 0 && cx.tick() ? p->args[0] : e;
}
void drop_zeros(Program &p, PassContext &cx) {
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = rewrite(b.rhs, cx);
}
}  // namespace gphc::opt
END
sed 's|^void cse(|void drop_zeros(Program \&, PassContext \&);\n&|' "$ROOT/compiler/opt/passes.h" > over/opt/passes.h
sed -e 's|^    {"cse", cse,|    {"drop-zeros", drop_zeros, "e + 0 is e"},\n&|' -e 's|^    {"cse", 2,|    {"drop-zeros", 1, 0, 0, "an exercise"},\n&|' "$ROOT/compiler/opt/pipeline.cc" > over/opt/pipeline.cc
flags="-std=c++20 -fno-rtti -fno-exceptions -O0 -Iover -I$ROOT/compiler -I$ROOT/runtime/include -I$build/gen"
$CXX $flags -c over/opt/pipeline.cc -o pipeline.o
$CXX $flags -c over/opt/drop_zeros.cc -o drop_zeros.o
$CXX -rdynamic "$build/obj/main.o" pipeline.o drop_zeros.o "$build/libgphc.a" -lpthread -o bin/gphc
cat > t.core <<'END'
Main.f_1 :: Int# -> Int# = \ (n_1 :: Int#) -> +# (+# n_1 0#) 1#;
roots Main.f_1;
END
./bin/gphc -dpasses=drop-zeros -dsuppress-uniques t.core > out
grep -q '+# n 1#' out || { cat out; exit 1; }
./bin/gphc -O1 -ddump-drop-zeros t.core > out
grep -q '^-- drop-zeros' out || { echo "no dump"; cat out; exit 1; }
./bin/gphc -O1 -fno-drop-zeros -ddump-drop-zeros t.core > out
if grep -q '^-- drop-zeros' out; then echo "not switched off"; exit 1; fi
