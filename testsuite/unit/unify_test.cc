// unify_test.cc: the unifier on its own: levels, escapes, infinite types, kinds, functions as applications.
#include <gtest/gtest.h>

#include "typecheck/infer.h"

using namespace gphc;
using namespace gphc::check;

namespace {

struct Unify : testing::Test {
  static void SetUpTestSuite() { init_builtin(); }
  const Type *list(const Type *t) { return list_of(t); }
  const Type *unit = mk_tcon(g_builtin.unit);
  const Type *meta(uint32_t level, Kind *k = kind_star()) { return mk_meta(level, k); }
  const Type *skolem(uint32_t level) {
    TyVar *v = mk_tyvar(sym("s"), kind_star());
    v->skolem = true;
    v->level = level;
    return mk_tvar(v);
  }
  Clash clash(const Type *a, const Type *b) {
    UnifyFailure f;
    return unify_types(a, b, 1, &f) ? Clash::None : f.clash;
  }
};

TEST_F(Unify, SolvesBothSides) {
  const Type *a = meta(1), *b = meta(1);
  EXPECT_EQ(clash(mk_tfun(a, unit), mk_tfun(list(unit), b)), Clash::None);
  EXPECT_TRUE(same_type(a, list(unit)));
  EXPECT_TRUE(same_type(b, unit));
}

TEST_F(Unify, DifferentConstructors) {
  EXPECT_EQ(clash(list(unit), unit), Clash::Mismatch);
  EXPECT_EQ(clash(mk_tfun(unit, unit), list(unit)), Clash::Mismatch);
}

TEST_F(Unify, InfiniteType) {
  const Type *a = meta(1);
  EXPECT_EQ(clash(a, list(a)), Clash::Occurs);
  EXPECT_EQ(clash(mk_tfun(a, unit), a), Clash::Occurs);
}

TEST_F(Unify, SkolemEscape) {
  EXPECT_EQ(clash(meta(1), skolem(2)), Clash::Escape);
  EXPECT_EQ(clash(meta(2), list(skolem(2))), Clash::None);
}

TEST_F(Unify, LevelsAreLowered) {
  const Type *outer = meta(1), *inner = meta(5);
  EXPECT_EQ(clash(outer, list(inner)), Clash::None);
  std::vector<MetaVar *> ms;
  collect_metas(inner, 1, ms);
  EXPECT_TRUE(ms.empty());
  EXPECT_EQ(clash(inner, skolem(3)), Clash::Escape);
}

TEST_F(Unify, LiftedVariablesAreNotUnlifted) {
  EXPECT_EQ(clash(meta(1), mk_tcon(g_builtin.int_prim)), Clash::Kind);
  const Type *open = meta(1, mk_open_kind());
  EXPECT_EQ(clash(open, mk_tcon(g_builtin.int_prim)), Clash::None);
}

TEST_F(Unify, FunctionIsAnApplication) {
  const Type *m = meta(1, mk_kind_arrow(kind_star(), kind_star())), *x = meta(1);
  EXPECT_EQ(clash(mk_tapp(m, x), mk_tfun(unit, list(unit))), Clash::None);
  EXPECT_TRUE(same_type(x, list(unit)));
  EXPECT_TRUE(same_type(zonk(mk_tapp(m, unit)), mk_tfun(unit, unit)));
}

TEST_F(Unify, ForallUpToNames) {
  TyVar *a = mk_tyvar(sym("a"), kind_star()), *b = mk_tyvar(sym("b"), kind_star());
  const Type *fa = mk_forall({a}, mk_tfun(mk_tvar(a), mk_tvar(a))), *fb = mk_forall({b}, mk_tfun(mk_tvar(b), mk_tvar(b)));
  EXPECT_EQ(clash(fa, fb), Clash::None);
  const Type *m = meta(1);
  EXPECT_EQ(clash(mk_forall({a}, mk_tfun(mk_tvar(a), m)), fb), Clash::Escape);
}

TEST_F(Unify, UndeterminedTypesBecomeUnit) {
  EXPECT_TRUE(same_type(zonk(meta(1)), unit));
  EXPECT_TRUE(same_type(zonk(meta(1, mk_kind_arrow(kind_star(), kind_star()))), mk_tcon(g_builtin.list)));
}

}  // namespace
