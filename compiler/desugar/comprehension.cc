// comprehension.cc: list comprehensions by Wadler's translation ("The Implementation of Functional Programming
// Languages", 1987, chapter 7): [e | quals] ++ tail without building intermediate lists, one cons per element.
//
//   [e |] ++ t               e : t
//   [e | b, Q] ++ t          if b then [e | Q] ++ t else t
//   [e | p <- l, Q] ++ t     letrec go = \us -> case us of { [] -> t; u : us' -> case u of { p -> [e | Q] ++ go us'; _
//                            -> go us' } } in go l
//   [e | let ds, Q] ++ t     let ds in [e | Q] ++ t
//
// t is always [] or a call of an outer go, small enough to be copied. Parallel branches are zipped lists of tuples of
// their variables.
//
// Where the rules for build and foldr will run, a comprehension is a producer and its generators are consumers instead,
// so that neither its list nor theirs need exist (Gill, Launchbury, Peyton Jones, "A short cut to deforestation",
// 1993):
//
//   [e | Q]                  build (\c n -> Q c n)
//   [e |] c n                c e n
//   [e | b, Q] c n           if b then Q c n else n
//   [e | p <- l, Q] c n      foldr (\u r -> case u of { p -> Q c r; _ -> r }) n l
//   [e | let ds, Q] c n      let ds in Q c n
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

CExpr Desugarer::quals(const Vec<Stmt *> &stmts, size_t i, const Type *elem, const std::function<CExpr()> &result,
                       CExpr tail) {
  if (i == stmts.size()) return mk_cons(elem, result(), tail);
  const Stmt *s = stmts[i];
  switch (s->tag) {
    case StmtTag::Let: return local_binds(s->binds, [&] { return quals(stmts, i + 1, elem, result, tail); });
    case StmtTag::Bind: {
      const Type *in = type(s->pat->type), *out = list_of(elem);
      CExpr list = expr(s->expr);
      Var *go = mk_core_var("go", mk_tfun(list_of(in), out));
      Var *us = mk_core_var("us", list_of(in));
      const Pat *p = strict_pat(s->pat), *whole = p;
      while (p->wrap.empty() && (p->tag == PatTag::Paren || p->tag == PatTag::Sig)) p = p->sub;
      bool plain = p->tag == PatTag::Var && p->wrap.empty();
      Var *u = plain ? var(p->var) : mk_core_var("u", in), *rest = mk_core_var("us", list_of(in));
      CExpr more = mk_app(mk_var(go), {mk_var(rest)});
      CExpr body = quals(stmts, i + 1, elem, result, more);
      if (!plain) body = match_one(u, whole, body, out, more);
      Alt nil, cons;
      nil.con = g_builtin.nil;
      nil.body = tail;
      cons.con = g_builtin.cons;
      cons.fields = {u, rest};
      cons.body = body;
      CExpr f = mk_lam(Vec<Var *>{us}, mk_case(mk_var(us), mk_core_var("wild", us->type), out, {nil, cons}));
      return mk_letrec({{go, f}}, mk_app(mk_var(go), {list}));
    }
    default: return mk_if(expr(s->expr), quals(stmts, i + 1, elem, result, tail), tail);
  }
}

CExpr Desugarer::fusible_quals(const Vec<Stmt *> &stmts, size_t i, const std::function<CExpr()> &result, Var *c,
                               Var *n) {
  if (i == stmts.size()) return mk_app(mk_var(c), {result(), mk_var(n)});
  const Stmt *s = stmts[i];
  switch (s->tag) {
    case StmtTag::Let: return local_binds(s->binds, [&] { return fusible_quals(stmts, i + 1, result, c, n); });
    case StmtTag::Bind: {
      const Type *in = type(s->pat->type), *out = n->type;
      CExpr list = expr(s->expr);
      const Pat *p = strict_pat(s->pat), *whole = p;
      while (p->wrap.empty() && (p->tag == PatTag::Paren || p->tag == PatTag::Sig)) p = p->sub;
      bool plain = p->tag == PatTag::Var && p->wrap.empty();
      Var *u = plain ? var(p->var) : mk_core_var("u", in), *rest = mk_core_var("r", out);
      CExpr body = fusible_quals(stmts, i + 1, result, c, rest);
      if (!plain) body = match_one(u, whole, body, out, mk_var(rest));
      const Type *ts[] = {in, out};
      return mk_app(mk_ty_app(ref(known_var(KnownVar::foldr)), ts),
                    {mk_lam(Vec<Var *>{u, rest}, body), mk_var(n), list});
    }
    default: return mk_if(expr(s->expr), fusible_quals(stmts, i + 1, result, c, n), mk_var(n));
  }
}

CExpr Desugarer::list_quals(const Vec<Stmt *> &stmts, const Type *elem, const std::function<CExpr()> &result) {
  // Fusing a tower of comprehensions copies its inside at every level; nobody writes one of more levels.
  constexpr int kMaxFusedDepth = 20;
  if (!fuse_ || comprehension_depth_ > kMaxFusedDepth) return quals(stmts, 0, elem, result, mk_nil(elem));
  TyVar *b = mk_tyvar(sym("b"), kind_star());
  const Type *out = mk_tvar(b);
  Var *c = mk_core_var("c", mk_tfuns(CTypes{elem, out}, out)), *n = mk_core_var("n", out);
  CExpr g = mk_ty_lam(Vec<TyVar *>{b}, mk_lam(Vec<Var *>{c, n}, fusible_quals(stmts, 0, result, c, n)));
  const Type *ts[] = {elem};
  return mk_app(mk_ty_app(ref(known_var(KnownVar::build)), ts), {g});
}

static void stmt_vars(Desugarer &d, const Vec<Stmt *> &stmts, Vec<Var *> *out) {
  for (const Stmt *s : stmts) {
    if (s->tag == StmtTag::Bind) d.pat_vars(s->pat, out);
    if (s->tag == StmtTag::Let)
      for (const BindGroup *g : s->binds->groups)
        for (const AbsBinds *a : g->abs)
          for (const AbsExport &x : a->exports) out->push_back(x.poly);
  }
}

CExpr Desugarer::list_comp(const Expr *e) {
  CTypes args;
  split_tcon_app(type(e->type), &args);
  const Type *elem = args[0];
  struct Depth {
    int &n;
    explicit Depth(int &depth) : n(depth) { n++; }
    ~Depth() { n--; }
  } depth(comprehension_depth_);
  auto result = [&] { return expr(e->a); };
  if (e->tag == ExprTag::ListComp) return list_quals(e->stmts, elem, result);

  // Parallel: zip b1 (zip b2 (.. bn)), then one traversal that takes the tuples apart.
  Vec<Vec<Var *>> vars;
  Vec<CExpr> lists;
  CTypes types;
  for (const Vec<Stmt *> &b : e->branches) {
    Vec<Var *> vs;
    stmt_vars(*this, b, &vs);
    Vec<CExpr> es;
    CTypes ts;
    for (Var *v : vs) {
      es.push_back(ref(v));
      ts.push_back(v->type);
    }
    const Type *t = mk_tuple_type(ts);
    lists.push_back(list_quals(b, t, [&] { return mk_tuple(es, ts); }));
    vars.push_back(vs);
    types.push_back(t);
  }
  CExpr zipped = lists.back();
  const Type *zipped_type = types.back();
  for (size_t i = lists.size() - 1; i-- > 0;) {
    const Type *ts[] = {types[i], zipped_type};
    zipped = mk_app(mk_ty_app(ref(known_var(KnownVar::zip)), ts), {lists[i], zipped});
    zipped_type = mk_tuple_type({types[i], zipped_type});
  }
  const Type *out = list_of(elem);
  Var *go = mk_core_var("go", mk_tfun(list_of(zipped_type), out));
  Var *us = mk_core_var("us", list_of(zipped_type)), *u = mk_core_var("u", zipped_type),
      *rest = mk_core_var("us", list_of(zipped_type));
  CExpr body = mk_cons(elem, result(), mk_app(mk_var(go), {mk_var(rest)}));
  // Innermost first: the last pair's parts.
  std::function<CExpr(Var *, size_t)> open = [&](Var *v, size_t i) -> CExpr {
    auto bind_vars = [&](Var *x, CExpr in) -> CExpr {
      const Vec<Var *> &vs = vars[i];
      if (vs.empty()) return in;
      if (vs.size() == 1) return mk_let(vs[0], mk_var(x), in);
      CTypes ts;
      for (Var *y : vs) ts.push_back(y->type);
      return mk_case_one(mk_var(x), tuple_con(vs.size()), ts, vs, in);
    };
    if (i + 1 == vars.size()) return bind_vars(v, body);
    const Type *rest_type = types.back();
    for (size_t k = vars.size() - 1; k-- > i + 1;) rest_type = mk_tuple_type({types[k], rest_type});
    Var *a = mk_core_var("a", types[i]), *b = mk_core_var("b", rest_type);
    return mk_case_one(mk_var(v), tuple_con(2), {types[i], rest_type}, {a, b}, bind_vars(a, open(b, i + 1)));
  };
  Alt nil, cons;
  nil.con = g_builtin.nil;
  nil.body = mk_nil(elem);
  cons.con = g_builtin.cons;
  cons.fields = {u, rest};
  cons.body = open(u, 0);
  CExpr f = mk_lam(Vec<Var *>{us}, mk_case(mk_var(us), mk_core_var("wild", us->type), out, {nil, cons}));
  return mk_letrec({{go, f}}, mk_app(mk_var(go), {zipped}));
}

}  // namespace gphc::desugar
