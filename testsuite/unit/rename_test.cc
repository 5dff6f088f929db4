// rename_test.cc: the renamer on small modules without a stdlib, dependency analysis, and types.
#include <gtest/gtest.h>

#include "core/core.h"
#include "support/scc.h"
#include "rename/rename.h"
#include "rename/scope.h"
#include "support/diag.h"

using namespace gphc;

namespace {

void init_once() {
  static bool done = false;
  if (done) return;
  done = true;
  init_builtin();
  core::init_primops();
}

// Parses and renames a module that imports nothing but what it says.
Module *renamed(const std::string &text) {
  init_once();
  SourceFile *file = new SourceFile;
  file->path = "Test.gph";
  file->text = text;
  file->line_start.push_back(0);
  for (size_t i = 0; i < text.size(); i++)
    if (text[i] == '\n') file->line_start.push_back(uint32_t(i + 1));
  std::vector<Symbol> extensions{sym("MagicHash"), sym("NoImplicitPrelude")};
  Module *m = parse_module(file, extensions);
  EXPECT_NE(m, nullptr);
  m->is_stdlib = true;  // no warnings
  register_module(m);
  rename_module(m);
  return m;
}

// The tree of an expression with every operator application in parentheses.
std::string shape(const Expr *e) {
  switch (e->tag) {
    case ExprTag::Op: return "(" + shape(e->a) + e->op->name.occ.string() + shape(e->b) + ")";
    case ExprTag::Neg: return "(-" + shape(e->a) + ")";
    case ExprTag::Var:
    case ExprTag::Con: return e->name.occ.string();
    case ExprTag::Paren: return shape(e->a);
    default: return "?";
  }
}

const Expr *body_of(Module *m, const char *name) {
  for (Bind *b : m->values->binds)
    if (b->name.occ.str() == name) return b->matches[0]->rhs->alts[0].body;
  return nullptr;
}

size_t new_errors(const std::string &text) {
  size_t before = diags().error_count();
  renamed(text);
  return diags().error_count() - before;
}

}  // namespace

TEST(Rename, FixitiesMakeTheTree) {
  Module *m = renamed(
      "module T1 where\n"
      "infixl 6 +\ninfixl 7 *\ninfixr 5 ++\ninfix 4 ==\n"
      "(+) x y = x\n(*) x y = x\n(++) x y = x\n(==) x y = x\n"
      "a = a\nb = b\nc = c\n"
      "e1 = a + b * c + a\n"
      "e2 = a ++ b ++ c\n"
      "e3 = - a * b + c\n"
      "e4 = a + b == c * a\n"
      "e5 = a : b : c\n"
      "e6 = let infixr 9 +; (+) x y = y in a * b + c\n");
  EXPECT_EQ(shape(body_of(m, "e1")), "((a+(b*c))+a)");
  EXPECT_EQ(shape(body_of(m, "e2")), "(a++(b++c))");
  EXPECT_EQ(shape(body_of(m, "e3")), "((-(a*b))+c)");
  EXPECT_EQ(shape(body_of(m, "e4")), "((a+b)==(c*a))");
  EXPECT_EQ(shape(body_of(m, "e5")), "(a:(b:c))");
  EXPECT_EQ(shape(body_of(m, "e6")->a), "(a*(b+c))");
}

TEST(Rename, Errors) {
  EXPECT_EQ(new_errors("module T2 where\nf x = y\n"), 1u);
  EXPECT_EQ(new_errors("module T3 where\nf x x = x\n"), 1u);
  EXPECT_EQ(new_errors("module T4 where\nf = f\ng = g\nf = g\n"), 1u);
  EXPECT_EQ(new_errors("module T5 where\nf :: a\n"), 1u);
  EXPECT_EQ(new_errors("module T6 where\nf a = a\nf a b = a\n"), 1u);
  EXPECT_EQ(new_errors("module T7 where\ninfix 4 <\na < b = a\nf a b c = a < b < c\n"), 1u);
  EXPECT_EQ(new_errors("module T8 (f, T(..), g) where\ndata T = C\nf = C\n"), 1u);
  EXPECT_EQ(new_errors("module T9 where\ndata T = C { x :: T }\nf C { x } = x\ng c = c { f = c }\n"), 1u);
}

TEST(Rename, SignaturesSplitInference) {
  Module *m = renamed("module T10 where\nf :: a -> a\nf x = g (h x)\ng x = f x\nh x = g x\nk = f\n");
  ASSERT_EQ(m->values->groups.size(), 2u);
  BindGroup *group = m->values->groups[0];
  EXPECT_TRUE(group->rec);
  EXPECT_EQ(group->binds.size(), 3u);
  ASSERT_EQ(group->inference.size(), 3u);  // g needs f's signature only; h needs g; f needs both
  EXPECT_EQ(group->inference[0][0]->name.occ.str(), "g");
  EXPECT_EQ(group->inference[1][0]->name.occ.str(), "h");
  EXPECT_EQ(group->inference[2][0]->name.occ.str(), "f");
}

TEST(Rename, ScopedTypeVariables) {
  Module *m = renamed(
      "module T11 where\nf :: forall a. a -> a\nf x = let g :: a -> a\n          g y = y in g x\nh :: a -> a\nh x = "
      "x\n");
  SigDecl *outer = m->values->sigs[0];
  EXPECT_FALSE(outer->type->implicit_forall);
  LocalBinds *local = m->values->binds[0]->matches[0]->rhs->alts[0].body->binds;
  EXPECT_EQ(local->sigs[0]->type->tag, HsTypeTag::Fun);
  EXPECT_EQ(local->sigs[0]->type->a->name.ent, outer->type->vars[0].name.ent);
  EXPECT_TRUE(m->values->sigs[1]->type->implicit_forall);
  EXPECT_EQ(m->values->sigs[1]->type->vars.size(), 1u);
}

TEST(Depend, ComponentsInOrder) {
  std::vector<std::vector<uint32_t>> parts = sccs({{1}, {2}, {1, 3}, {}, {0}});
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(parts[0], std::vector<uint32_t>{3});
  EXPECT_EQ(parts[1], (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(parts[2], std::vector<uint32_t>{0});
  EXPECT_EQ(parts[3], std::vector<uint32_t>{4});
}

TEST(Depend, LongChainsAndCyclesNeedNoStack) {
  const uint32_t n = 2000000;
  std::vector<std::vector<uint32_t>> edges(n);
  for (uint32_t i = 0; i + 1 < n; i++) edges[i] = {i + 1};
  std::vector<std::vector<uint32_t>> parts = sccs(edges);
  ASSERT_EQ(parts.size(), n);
  EXPECT_EQ(parts[0], std::vector<uint32_t>{n - 1});
  edges[n - 1] = {0};
  EXPECT_EQ(sccs(edges).size(), 1u);
}

TEST(Types, SubstitutionAvoidsCapture) {
  init_once();
  TyVar *a = mk_tyvar(sym("a"), kind_star()), *b = mk_tyvar(sym("b"), kind_star());
  const Type *poly = mk_forall({b}, mk_tfun(mk_tvar(a), mk_tvar(b)));  // forall b. a -> b
  TyVar *from[] = {a};
  const Type *to[] = {mk_tvar(b)};
  const Type *result = subst_type(poly, from, to);  // forall b'. b -> b'
  ASSERT_EQ(result->tag, TypeTag::Forall);
  EXPECT_NE(cast<TForall>(result).vars[0], b);
  EXPECT_FALSE(same_type(result, mk_forall({b}, mk_tfun(mk_tvar(b), mk_tvar(b)))));
  const Type *shadowed = mk_forall({a}, mk_tvar(a));
  EXPECT_EQ(subst_type(shadowed, from, to), shadowed);
}

TEST(Types, SameTypeAndPrinting) {
  init_once();
  TyVar *a = mk_tyvar(sym("a"), kind_star()), *b = mk_tyvar(sym("b"), kind_star());
  const Type *list_a = mk_tapp(mk_tcon(g_builtin.list), mk_tvar(a)),
             *list_b = mk_tapp(mk_tcon(g_builtin.list), mk_tvar(b));
  EXPECT_TRUE(same_type(mk_forall({a}, list_a), mk_forall({b}, list_b)));
  EXPECT_FALSE(same_type(list_a, list_b));
  const Type *fun = mk_tfun(mk_tfun(mk_tvar(a), mk_tvar(b)), list_a);
  const Type *applied = mk_tapp(mk_tapp(mk_tcon(g_builtin.fun), mk_tfun(mk_tvar(a), mk_tvar(b))), list_a);
  EXPECT_TRUE(same_type(fun, applied));
  EXPECT_EQ(show_type(mk_forall({a, b}, fun)), "forall a b. (a -> b) -> [a]");
  const Type *pair[] = {mk_tcon(g_builtin.unit), list_a};
  EXPECT_EQ(show_type(mk_tcon_app(tuple_tycon(2), pair)), "((), [a])");
  EXPECT_EQ(find_prim_tycon(sym("(,,)")), tuple_tycon(3));
  EXPECT_EQ(find_prim_tycon(sym("(#,#)")), unboxed_tuple_tycon(2));
}
