// con_view.cc: which constructor an expression is known to evaluate to, and its fields: through unfoldings, casts and
// dictionary functions.
#include "opt/simplify.h"

namespace gphc::opt {

Vec<const Type *> instantiated_fields(const DataCon *con, const Vec<const Type *> &types) {
  Vec<const Type *> generic = core::con_field_types(con), r;
  Vec<TyVar *> from = con->univ.clone();
  from.append(con->exist);
  r.reserve(generic.size());
  for (const Type *t : generic) r.push_back(from.empty() ? t : subst_type(t, from, {types.begin(), from.size()}));
  return r;
}

ConView Simplifier::con_view(const Expr *e, int depth) {
  if (depth > 20) return {};
  switch (e->tag) {
    case Tag::ConApp: return {cast<EConApp>(e).con, cast<EConApp>(e).types, cast<EConApp>(e).args};
    case Tag::Var: {
      Var *v = cast<EVar>(e).var;
      Unfolding *u = unfolding_of(v);
      if (!u || !u->expr || u->stable) return {};
      const Expr *x = u->expr;
      if (x->tag == Tag::ConApp || x->tag == Tag::Cast || x->tag == Tag::Var || x->tag == Tag::TyApp) {
        ConView r = con_view(x, depth + 1);
        Vec<const Expr *> args;
        for (const Expr *a : r.args) {
          if (!is_trivial(a) && !is_speculable(a)) return {};
          args.push_back(is_trivial(a) ? a : clone_expr(a));
        }
        r.args = args;
        return r;
      }
      return {};
    }
    case Tag::TyApp: {
      // x = /\a. K @a ..
      const ETyApp &t = cast<ETyApp>(e);
      const EVar *v = dyn_cast<EVar>(t.fn);
      Unfolding *u = v ? unfolding_of(v->var) : nullptr;
      const ETyLam *l = u && u->expr && !u->breaker ? dyn_cast<ETyLam>(u->expr) : nullptr;
      if (!l || l->vars.size() != t.types.size() || l->body->tag != Tag::ConApp) return {};
      for (const Expr *a : cast<EConApp>(l->body).args)
        if (!is_trivial(a)) return {};
      return con_view(clone_expr(l->body, l->vars, t.types), depth + 1);
    }
    case Tag::Cast: {
      const ECast &c = cast<ECast>(e);
      ConView v = con_view(c.body, depth + 1);
      Vec<const Type *> targs;
      if (!v || !v.con->exist.empty() || split_tcon_app(c.type, &targs) != v.con->tycon ||
          targs.size() != v.con->univ.size())
        return {};
      Vec<const Type *> fields = instantiated_fields(v.con, targs);
      Vec<const Expr *> args;
      for (size_t i = 0; i < v.args.size(); i++) args.push_back(mk_cast(v.args[i], fields[i]));
      return {v.con, targs, args};
    }
    case Tag::App: {
      // A dictionary function's result: its fields over the arguments.
      const EApp &a = cast<EApp>(e);
      const Expr *f = a.fn;
      Vec<const Type *> types;
      if (const ETyApp *t = dyn_cast<ETyApp>(f)) {
        types = t->types;
        f = t->fn;
      }
      const EVar *v = dyn_cast<EVar>(f);
      if (!v || !v->var->info || !v->var->info->is_dfun) return {};
      Unfolding *u = unfolding_of(v->var);
      const Expr *b = u && !u->breaker ? u->expr : nullptr;
      if (!b) return {};
      Vec<TyVar *> tvs;
      if (const ETyLam *t = dyn_cast<ETyLam>(b)) {
        tvs = t->vars;
        b = t->body;
      }
      const ELam *l = dyn_cast<ELam>(b);
      if (!l || l->params.size() != a.args.size() || l->body->tag != Tag::ConApp || tvs.size() != types.size())
        return {};
      for (const Expr *x : a.args)
        if (!is_trivial(x)) return {};
      for (const Expr *x : cast<EConApp>(l->body).args) {
        int n;
        const Expr *h = app_head(x, &n);
        if (h->tag != Tag::Var && !is_trivial(x)) return {};
      }
      const Expr *body = clone_expr(l->body, tvs, types, l->params, a.args);
      return {cast<EConApp>(body).con, cast<EConApp>(body).types, cast<EConApp>(body).args};
    }
    case Tag::Lit: {
      const Literal &l = cast<ELit>(e).lit;
      if (l.tag != LitTag::Integer || !l.text.empty() || !g_integer_tycon) return {};
      for (DataCon *c : g_integer_tycon->cons)
        if (c->occ.str() == "IS") return {c, {}, {mk_int_lit(l.i)}};
      return {};
    }
    default: return {};
  }
}

// A case that takes methods out of f d, where the dictionary function f breaks a loop (default methods make it one that
// contains f alone): seen through if what is taken is a function that breaks a loop itself, and so is not inlined here
// to take the same again; or a dictionary. In instance Ord a => Ord [a] where compare (x : xs) (y : ys) = .. compare xs
// ys the dictionary would be made anew for each element, wherever a is not known.
ConView Simplifier::known_methods(const Expr *scrut, const ECase &c) {
  if (cx_.phase != kLastPhase) return {};  // the specialiser, before, knows better
  if (c.alts.size() != 1 || !c.alts[0].con || !c.alts[0].con->dict_of || occ_of(c.binder).kind != Occ::Dead) return {};
  const Expr *f = scrut;
  Vec<const Expr *> dicts;
  Vec<const Type *> types;
  if (const EApp *a = dyn_cast<EApp>(f)) {
    dicts = a->args;
    f = a->fn;
  }
  if (const ETyApp *t = dyn_cast<ETyApp>(f)) {
    types = t->types;
    f = t->fn;
  }
  const EVar *v = dyn_cast<EVar>(f);
  Unfolding *u = v ? unfolding_of(v->var) : nullptr;
  if (!u || !u->breaker) return {};
  for (const Expr *d : dicts)
    if (!is_trivial(d)) return {};
  const Expr *b = u->expr;
  Vec<TyVar *> tvs;
  Vec<Var *> params;
  if (const ETyLam *t = dyn_cast<ETyLam>(b)) {
    tvs = t->vars;
    b = t->body;
  }
  if (const ELam *l = dyn_cast<ELam>(b)) {
    params = l->params;
    b = l->body;
  }
  const EConApp *con = dyn_cast<EConApp>(b);
  if (!con || con->con != c.alts[0].con || tvs.size() != types.size() || params.size() != dicts.size()) return {};
  for (size_t i = 0; i < con->args.size(); i++) {
    if (occ_of(c.alts[0].fields[i]).kind == Occ::Dead) continue;
    int n;
    const EVar *h = dyn_cast<EVar>(app_head(con->args[i], &n));
    if (!h || !h->var->info || !(h->var->info->is_loop_breaker || h->var->info->is_dfun)) return {};
  }
  const EConApp &made = cast<EConApp>(clone_expr(b, tvs, types, params, dicts));
  return {made.con, made.types, made.args};
}

}  // namespace gphc::opt
