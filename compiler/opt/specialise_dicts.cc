// specialise_dicts.cc: which dictionary an expression names, and what its fields are.
#include "opt/specialise.h"

namespace gphc::opt {

bool is_dict_con(const Expr *e) {
  while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
  const EConApp *c = dyn_cast<EConApp>(e);
  return c && c->con->dict_of;
}

// ---- Known dictionaries ---------------------------------------------------------------------------------------------
// The global dictionary (and its type arguments) that e names; null otherwise.
Fn *Specialiser::known_dict(const Expr *e) {
  const ETyApp *t = dyn_cast<ETyApp>(e);
  const EVar *v = dyn_cast<EVar>(t ? t->fn : e);
  if (!v) return nullptr;
  Fn *f = fn_of(v->var);
  if (!f || f->local || !is_dict_con(f->rhs)) return nullptr;
  const ETyLam *l = dyn_cast<ETyLam>(f->rhs);
  if ((l ? l->vars.size() : 0) != (t ? t->types.size() : 0)) return nullptr;
  return f;
}

// Its fields, trivial expressions under the dictionary's own type variables.
bool Specialiser::fields_of(Fn *f) {
  if (f->has_fields) return true;
  if (f->in_progress) return false;
  f->in_progress = true;
  Vec<TyVar *> tvs, outer;
  const Expr *e = f->rhs;
  if (const ETyLam *l = dyn_cast<ETyLam>(e)) {
    tvs = l->vars;
    e = l->body;
  }
  std::swap(outer, scope_);
  scope_ = tvs.clone();
  const EConApp &c = cast<EConApp>(e);
  Vec<const Type *> targs;
  for (TyVar *v : tvs) targs.push_back(mk_tvar(v));
  for (size_t i = 0; i < c.args.size(); i++) {
    const Expr *a = walk(c.args[i]);
    if (!is_trivial(a)) {
      // A global of its own, with type variables of its own.
      size_t supers = c.con->dict_of->supers.size();
      std::string name = i < supers ? "$p" : "$c" + c.con->dict_of->methods[i - supers].sel->occ.string();
      Vec<TyVar *> fresh;
      Vec<const Type *> fresh_types;
      for (TyVar *v : tvs) {
        fresh.push_back(mk_tyvar(v->occ, v->kind));
        fresh_types.push_back(mk_tvar(fresh.back()));
      }
      const Expr *rhs = tvs.empty() ? a : mk_ty_lam(fresh, clone_expr(a, tvs, fresh_types));
      Var *v = mk_global_like(f->var, expr_type(rhs), name);
      v->library = f->var->library;
      keep_template(v, a, tvs);
      Fn *h = add(v, rhs, false);
      h->walked = rhs;
      h->queued = true;
      made_.push_back(h);
      a = mk_ty_app(mk_var(v), targs);
    }
    f->fields.push_back(a);
  }
  f->has_fields = true;
  f->walked = mk_ty_lam(tvs, mk_con_app(c.con, c.types, f->fields));
  std::swap(outer, scope_);
  f->in_progress = false;
  return true;
}

// v is the method a = m @types dicts under tvs: what m's INLINE pragma says holds of v. Without it v would be
// eta-expanded like any partial application (\m k s -> ..), and a call with as many arguments as stand left of m's =
// sign, as in a do, not be inlined.
void Specialiser::keep_template(Var *v, const Expr *a, const Vec<TyVar *> &tvs) {
  const EApp *app = dyn_cast<EApp>(a);
  const Expr *fn = app ? app->fn : a;
  const ETyApp *t = dyn_cast<ETyApp>(fn);
  const EVar *m = dyn_cast<EVar>(t ? t->fn : fn);
  const IdInfo *mi = m ? m->var->info : nullptr;
  if (!app || !mi || mi->inline_spec != InlineSpec::Inline || !mi->unfolding) return;
  const Expr *u = mi->unfolding;
  Vec<TyVar *> utvs;
  if (const ETyLam *l = dyn_cast<ETyLam>(u)) {
    utvs = l->vars;
    u = l->body;
  }
  const ELam *l = dyn_cast<ELam>(u);
  if (!l || l->params.size() < app->args.size() || utvs.size() != (t ? t->types.size() : 0)) return;
  Vec<Var *> dicts, rest;
  for (size_t i = 0; i < l->params.size(); i++) (i < app->args.size() ? dicts : rest).push_back(l->params[i]);
  for (const Var *d : dicts)
    if (!is_dict_type(d->type)) return;
  u = clone_expr(mk_lam(rest, l->body), utvs, t ? t->types : Vec<const Type *>{}, dicts, app->args);
  if (!tvs.empty()) {
    Vec<TyVar *> fresh;
    Vec<const Type *> fresh_types;
    for (TyVar *x : tvs) {
      fresh.push_back(mk_tyvar(x->occ, x->kind));
      fresh_types.push_back(mk_tvar(fresh.back()));
    }
    u = mk_ty_lam(fresh, clone_expr(u, tvs, fresh_types));
  }
  IdInfo &i = info(v);
  i.inline_spec = mi->inline_spec;
  i.phase = mi->phase;
  i.phase_before = mi->phase_before;
  i.source_params = mi->source_params;
  i.unfolding = u;
}

const Expr *Specialiser::field(const Expr *dict, Fn *f, size_t i) {
  touch(f->var);
  if (!fields_of(f)) return nullptr;
  if (const ETyApp *t = dyn_cast<ETyApp>(dict)) return clone_expr(f->fields[i], cast<ETyLam>(f->rhs).vars, t->types);
  return f->fields[i];
}

// The field that a selector selects; -1 when v is none.
int Specialiser::selected_field(const Var *v) {
  if (!v->info || !v->info->is_selector) return -1;
  Fn *f = fn_of(v);
  if (!f) return -1;
  const Expr *e = f->rhs;
  while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
  const ELam *l = dyn_cast<ELam>(e);
  if (!l || l->params.size() != 1) return -1;
  const ECase *c = dyn_cast<ECase>(l->body);
  const EVar *s = c ? dyn_cast<EVar>(c->scrut) : nullptr;
  if (!s || s->var != l->params[0] || c->alts.size() != 1 || !c->alts[0].con || !c->alts[0].con->dict_of) return -1;
  const EVar *r = dyn_cast<EVar>(c->alts[0].body);
  if (!r) return -1;
  for (size_t i = 0; i < c->alts[0].fields.size(); i++)
    if (c->alts[0].fields[i] == r->var) return int(i);
  return -1;
}

// Note [Names of dictionaries]
// A global may name a dictionary without being one: d = $fMonadStateT @Identity $fMonadIdentity. Such names come from
// evidence at the top level and from fields of dictionaries that the simplifier gave a name (a superclass). Whoever
// mentions d means the dictionary that d's right-hand side becomes here, so that a tower of transformers is resolved in
// one run. e is v at those types.
const Expr *Specialiser::named_dict(const Var *v, const Expr *e, const Vec<const Type *> &types) {
  Fn *f = fn_of(v);
  if (!f || f->local || f->in_progress) return e;
  const Expr *body = f->rhs;
  const ETyLam *l = dyn_cast<ETyLam>(body);
  if ((l ? l->vars.size() : 0) != types.size()) return e;
  if (l) body = l->body;
  if (!(body->tag == Tag::App || is_trivial(body)) || !is_dict_type(expr_type(body))) return e;
  walk_fn(f);
  if (!f->walked) return e;
  const ETyLam *w = dyn_cast<ETyLam>(f->walked);
  if ((w ? w->vars.size() : 0) != types.size()) return e;
  const Expr *dict = w ? w->body : f->walked;
  if (!known_dict(dict)) return e;
  cx_.ticks++;
  return w ? clone_expr(dict, w->vars, types) : dict;
}

}  // namespace gphc::opt
