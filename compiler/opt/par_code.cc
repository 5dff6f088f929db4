// par_code.cc: see par_code.h. Nothing here decides what is evaluated in parallel.
#include "opt/par_code.h"

#include "core/fvs.h"
#include "opt/clone.h"

namespace gphc::opt {

const Expr *token() { return mk_prim_app(primop(PrimId::RealWorldToken), Vec<const Type *>{}, Vec<const Expr *>{}); }
Alt default_alt(const Expr *body) {
  Alt a;
  a.body = body;
  return a;
}
Alt literal_alt(int64_t n, const Expr *body) {
  Alt a;
  a.is_lit = true;
  a.lit = cast<ELit>(mk_int_lit(n)).lit;
  a.body = body;
  return a;
}
const Expr *after(const Expr *op, const Type *type, const std::function<const Expr *(Var *)> &body) {
  Vec<const Type *> parts;
  TyCon *pair = split_tcon_app(expr_type(op), &parts);
  Alt a;
  a.con = pair->cons[0];
  Var *x = mk_core_var("x", parts[1]);
  a.fields = {mk_core_var("s", parts[0]), x};
  a.body = body(x);
  return mk_case(op, mk_core_var("wild", expr_type(op)), type, Vec<Alt>{a});
}

const Expr *rename_case(const ECase &c, const Expr *scrut, const std::function<const Expr *()> &body, Renamed *to) {
  Var *binder = clone_var(c.binder);
  Alt a = c.alts[0];
  Vec<Var *> fields;
  for (Var *f : a.fields) {
    fields.push_back(clone_var(f));
    (*to)[f] = mk_var(fields.back());
  }
  (*to)[c.binder] = mk_var(binder);
  a.fields = fields;
  a.body = body();
  return mk_case(scrut, binder, expr_type(a.body), Vec<Alt>{a});
}

Var *join_point(const char *name, const Vec<Var *> &params, const Expr *body) {
  const Type *t = expr_type(body);
  for (size_t i = params.size(); i-- > 0;) t = mk_tfun(params[i]->type, t);
  Var *j = mk_core_var(name, t);
  info(j).join_arity = info(j).arity = int32_t(params.size());
  return j;
}

// ---- Boxes ----------------------------------------------------------------------------------------------------------
void Boxes::find(const Expr *e) {
  if (const EConApp *c = dyn_cast<EConApp>(e)) see(c->con);
  if (const ECase *c = dyn_cast<ECase>(e))
    for (const Alt &a : c->alts)
      if (a.con) see(a.con);
  for_each_child(e, [this](const Expr *x) { find(x); });
}

void Boxes::see(DataCon *c) {
  if (c->tycon->is_unboxed_tuple || c->tycon->cons.size() != 1 || !c->univ.empty() || !c->exist.empty() ||
      c->core_arity() != 1 || c->dict_of)
    return;
  Rep r = type_rep(con_field_types(c)[0]);
  if (numeric(r)) cons.emplace(int(r), c);
}

Vec<const Type *> Boxes::parts(const Type *t) {
  Vec<const Type *> r;
  TyCon *tc = split_tcon_app(t, &r);
  if (tc && tc->is_unboxed_tuple) return r;
  return {t};
}

bool Boxes::has(const Type *t) const {
  TyCon *tc = split_tcon_app(t, nullptr);
  if (!is_unlifted(t)) return true;
  Vec<const Type *> ps = parts(t);
  if (tc && tc->is_unboxed_tuple && ps.size() < 2) return false;
  for (const Type *p : ps)
    if (is_unlifted(p) && !box(p)) return false;
  return true;
}

const Expr *Boxes::boxed(const Expr *e) const {
  const Type *t = expr_type(e);
  if (!is_unlifted(t)) return e;
  Vec<const Type *> types;
  TyCon *tc = split_tcon_app(t, &types);
  if (!tc->is_unboxed_tuple) {
    Var *x = mk_core_var("x", t);
    const Expr *r = mk_con_app(box(t), Vec<const Type *>{}, Vec<const Expr *>{mk_var(x)});
    return mk_strict_let(x, e, r);
  }
  Alt a;
  a.con = tc->cons[0];
  Vec<const Expr *> args;
  Vec<const Type *> lifted;
  for (const Type *p : types) {
    Var *x = mk_core_var("x", p);
    a.fields.push_back(x);
    DataCon *own = is_unlifted(p) ? box(p) : nullptr;
    args.push_back(own ? mk_con_app(own, Vec<const Type *>{}, Vec<const Expr *>{mk_var(x)}) : mk_var(x));
    lifted.push_back(expr_type(args.back()));
  }
  a.body = mk_con_app(tuple_con(types.size()), lifted, args);
  return mk_case(e, mk_core_var("wild", t), expr_type(a.body), Vec<Alt>{a});
}

const Expr *Boxes::unboxed(const ECase &c, Var *v, const std::function<const Expr *()> &body, Renamed *to) const {
  const Type *t = expr_type(c.scrut);
  if (!is_unlifted(t)) return rename_case(c, mk_var(v), body, to);
  Vec<const Type *> types;
  TyCon *tc = split_tcon_app(t, &types);
  if (!tc->is_unboxed_tuple) {
    Alt a;
    a.con = box(t);
    Var *x = clone_var(c.binder);
    a.fields = {x};
    (*to)[c.binder] = mk_var(x);
    a.body = body();
    return mk_case(mk_var(v), mk_core_var("wild", v->type), expr_type(a.body), Vec<Alt>{a});
  }
  Alt a;
  a.con = tuple_con(types.size());
  std::vector<std::pair<Var *, Var *>> opened;  // a box, and what is in it
  for (size_t i = 0; i < types.size(); i++) {
    Var *f = c.alts[0].fields[i], *x = clone_var(f);
    (*to)[f] = mk_var(x);
    DataCon *own = is_unlifted(types[i]) ? box(types[i]) : nullptr;
    if (!own) {
      a.fields.push_back(x);
      continue;
    }
    Var *b = mk_core_var("box", mk_tcon(own->tycon));
    a.fields.push_back(b);
    opened.push_back({b, x});
  }
  const Expr *r = body();
  for (size_t i = opened.size(); i-- > 0;) {
    Alt o;
    o.con = box(opened[i].second->type);
    o.fields = {opened[i].second};
    o.body = r;
    r = mk_case(mk_var(opened[i].first), mk_core_var("wild", opened[i].first->type), expr_type(r), Vec<Alt>{o});
  }
  a.body = r;
  return mk_case(mk_var(v), mk_core_var("wild", v->type), expr_type(r), Vec<Alt>{a});
}

// ---- Base cases -----------------------------------------------------------------------------------------------------
namespace {

constexpr int kMaxTest = 40;  // of the test for a base case

int constant(const Expr *e) {  // -1: none
  const ELit *l = dyn_cast<ELit>(e);
  return l ? int(l->lit.i) : -1;
}
// 1 where e, the body of a function, does not come to a loop, as an expression that looks at numbers alone.
const Expr *base_of(const CostAnal &cost, const Expr *e, int depth) {
  const ECase *c = dyn_cast<ECase>(e);
  bool plain =
      c && depth < 6 && is_speculable(c->scrut) && expr_size(c->scrut, 13) < 13 && is_unlifted(c->binder->type);
  if (plain)
    for (const Var *v : free_vars(c->scrut)) plain = plain && Boxes::numeric(type_rep(v->type));
  if (plain)
    for (const Alt &a : c->alts) plain = plain && !a.con;
  if (!plain) return mk_int_lit(cost.loops(e) ? 0 : 1);
  Vec<Alt> alts;
  bool same = true;
  for (const Alt &a : c->alts) {
    Alt b = a;
    b.body = base_of(cost, a.body, depth + 1);
    same = same && constant(b.body) >= 0 && (alts.empty() || constant(b.body) == constant(alts[0].body));
    alts.push_back(b);
  }
  return same ? alts[0].body : mk_case(c->scrut, c->binder, int_type(), alts);
}

}  // namespace

const Expr *base_case(const CostAnal &cost, const Expr *e) {
  const EApp *a = dyn_cast<EApp>(e);
  const Var *f = a ? called_var(*a) : nullptr;
  const Expr *rhs = f ? cost.rhs_of(f) : nullptr;
  if (!rhs) return nullptr;
  const ETyLam *t = dyn_cast<ETyLam>(rhs);
  const ELam *l = dyn_cast<ELam>(t ? t->body : rhs);
  const ETyApp *ta = dyn_cast<ETyApp>(a->fn);
  if (!l || l->params.size() != a->args.size() || (t != nullptr) != (ta != nullptr) ||
      (t && t->vars.size() != ta->types.size()))
    return nullptr;
  const Expr *test = base_of(cost, l->body, 0);
  if (test->tag != Tag::Case || expr_size(test, kMaxTest + 1) > kMaxTest) return nullptr;
  VarSet fvs = free_vars(test);
  Vec<Var *> from;
  Vec<const Expr *> by;
  for (size_t i = 0; i < l->params.size(); i++) {
    if (!fvs.count(l->params[i])) continue;
    if (!is_speculable(a->args[i])) return nullptr;
    from.push_back(l->params[i]);
    by.push_back(a->args[i]);
  }
  Vec<TyVar *> tvs;
  Vec<const Type *> types;
  if (t) {
    tvs = t->vars;
    types = ta->types;
  }
  return clone_expr(test, tvs, types, from, by);
}

}  // namespace gphc::opt
