// build.cc: small pieces of Core that all parts of the desugarer are built with.
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

const Type *list_of(const Type *t) { return mk_tapp(mk_tcon(g_builtin.list), t); }

CExpr mk_nil(const Type *elem) {
  const Type *ts[] = {elem};
  return mk_con_app(g_builtin.nil, ts, {});
}
CExpr mk_cons(const Type *elem, CExpr head, CExpr tail) {
  const Type *ts[] = {elem};
  CExpr es[] = {head, tail};
  return mk_con_app(g_builtin.cons, ts, es);
}
const Type *mk_tuple_type(const CTypes &types) {
  if (types.empty()) return mk_tcon(g_builtin.unit);
  return types.size() == 1 ? types[0] : mk_tcon_app(tuple_tycon(types.size()), types);
}
CExpr mk_tuple(const Vec<CExpr> &elems, const CTypes &types) {
  if (elems.empty()) return mk_con_app(g_builtin.unit_con, {}, {});
  return elems.size() == 1 ? elems[0] : mk_con_app(tuple_con(elems.size()), types, elems);
}

static Var *wild(const Type *t) { return mk_core_var("wild", t); }

CExpr mk_if(CExpr c, CExpr yes, CExpr no) {
  Alt f, t;
  f.con = known_con(KnownCon::False);
  f.body = no;
  t.con = known_con(KnownCon::True);
  t.body = yes;
  return mk_case(c, wild(mk_tcon(f.con->tycon)), expr_type(yes), {f, t});
}

CExpr mk_case_one(CExpr scrut, DataCon *con, const CTypes &con_types, const Vec<Var *> &fields, CExpr body) {
  Alt a;
  a.con = con;
  a.fields = fields;
  a.body = body;
  return mk_case(scrut, wild(mk_tcon_app(con->tycon, con_types)), expr_type(body), {a});
}

// A body that scrutinises the new variable at once is joined with the evaluation: its own case binder is never used.
CExpr mk_eval(Var *v, CExpr rhs, CExpr body) {
  if (const ECase *c = dyn_cast<ECase>(body))
    if (const EVar *s = dyn_cast<EVar>(c->scrut); s && s->var == v) return mk_case(rhs, v, c->type, c->alts);
  return mk_strict_let(v, rhs, body);
}

CExpr mk_box(KnownCon con, CExpr prim) {
  CExpr args[] = {prim};
  return mk_con_app(known_con(con), {}, args);
}

bool is_small(CExpr e) {
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit: return true;
    case Tag::TyApp: return is_small(cast<ETyApp>(e).fn);
    case Tag::Cast: return is_small(cast<ECast>(e).body);
    case Tag::ConApp: return cast<EConApp>(e).args.empty();
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      if (a.args.size() > 2 || !is_small(a.fn)) return false;
      for (CExpr x : a.args)
        if (!is<EVar>(x) && !is<ELit>(x)) return false;
      return true;
    }
    default: return false;
  }
}

CExpr bind_unlifted(CExpr e, const std::function<CExpr(CExpr)> &k) {
  if (ok_for_speculation(e) || is<ELam>(e) || is<ETyLam>(e)) return k(e);
  const Type *t = expr_type(e);
  if (!is_unlifted(t)) return k(e);
  Var *v = mk_core_var("u", t);
  return mk_eval(v, e, k(mk_var(v)));
}
static CExpr bind_all_from(const Vec<CExpr> &es, size_t i, Vec<CExpr> done,
                           const std::function<CExpr(const Vec<CExpr> &)> &k) {
  if (i == es.size()) return k(done);
  return bind_unlifted(es[i], [&](CExpr a) {
    Vec<CExpr> next = done.clone();
    next.push_back(a);
    return bind_all_from(es, i + 1, next, k);
  });
}
CExpr bind_all_unlifted(const Vec<CExpr> &es, const std::function<CExpr(const Vec<CExpr> &)> &k) {
  bool plain = true;
  for (CExpr e : es)
    plain = plain && (is<EVar>(e) || is<ELit>(e) || is<ELam>(e) || !is_unlifted(expr_type(e)) || ok_for_speculation(e));
  return plain ? k(es) : bind_all_from(es, 0, {}, k);
}

CExpr share_tail(CExpr e, const std::function<CExpr(CExpr)> &k) {
  if (!e || is_small(e)) return k(e);
  Var *j = mk_core_var("fail", expr_type(e));
  info(j).join_arity = 0;
  return mk_let(j, e, k(mk_var(j)));
}

static bool is_evaluated(CExpr e) {
  switch (e->tag) {
    case Tag::Lit:
    case Tag::ConApp:
    case Tag::Lam: return true;
    case Tag::Cast: return is_evaluated(cast<ECast>(e).body);
    case Tag::TyLam: return is_evaluated(cast<ETyLam>(e).body);
    default: return false;
  }
}

static CExpr build_con_from(DataCon *con, const CTypes &types, const Vec<CExpr> &args, size_t i, Vec<CExpr> done) {
  size_t dicts = con->theta.size();
  for (; i < args.size(); i++) {
    bool strict = i >= dicts && con->fields[i - dicts].strict;
    CExpr a = args[i];
    if (strict ? !is_evaluated(a)
               : !(is<EVar>(a) || ok_for_speculation(a) || is<ELam>(a)) && is_unlifted(expr_type(a))) {
      Var *v = mk_core_var("s", expr_type(a));
      done.push_back(mk_var(v));
      return mk_eval(v, a, build_con_from(con, types, args, i + 1, done));
    }
    done.push_back(a);
  }
  return mk_con_app(con, types, done);
}
CExpr build_con(DataCon *con, const CTypes &types, const Vec<CExpr> &args) {
  if (con->tycon->sort == TyConSort::Newtype) return mk_cast(args[0], mk_tcon_app(con->tycon, types));
  return build_con_from(con, types, args, 0, {});
}

}  // namespace gphc::desugar
