// specialise_call.cc: a call with known dictionaries becomes one of a copy made for them.
#include "opt/specialise.h"

namespace gphc::opt {

constexpr int kMaxDepth = 6;        // nesting of dictionary functions: dShow [[[[[[a]]]]]]
constexpr size_t kMaxCopies = 400;  // of one function
constexpr int kMaxTypeSize = 300;   // of the types that a copy is made for

// fn applied to walked arguments, fn = a variable under type arguments or anything else.
const Expr *Specialiser::apply(const Expr *fn, const Vec<const Expr *> &args) {
  if (args.empty()) return fn;
  const ETyApp *t = dyn_cast<ETyApp>(fn);
  const EVar *v = dyn_cast<EVar>(t ? t->fn : fn);
  if (v) {
    Vec<const Type *> types;
    if (t) types = t->types;
    int i = selected_field(v->var);
    if (i >= 0) {
      if (Fn *d = known_dict(args[0]))
        if (const Expr *f = field(args[0], d, size_t(i))) {
          cx_.ticks++;
          return apply_more(with_place(f, v->place), args, 1);
        }
    } else if (Fn *f = fn_of(v->var)) {
      if (const Expr *r = call(f, types, args)) return with_place(r, v->place);
    }
    if (Fn *f = fn_of(v->var)) reference(f);
  }
  return mk_app(fn, args);
}

const Expr *Specialiser::apply_more(const Expr *fn, const Vec<const Expr *> &args, size_t from) {
  Vec<const Expr *> rest;
  for (size_t i = from; i < args.size(); i++) rest.push_back(args[i]);
  // A field may be an application itself (a method over dictionaries).
  if (const EApp *a = dyn_cast<EApp>(fn)) {
    Vec<const Expr *> all = a->args.clone();
    all.append(rest);
    return apply(a->fn, all);
  }
  if (rest.empty()) {
    note(fn);
    return fn;
  }
  return apply(fn, rest);
}

bool Specialiser::may_copy(const Fn *f) const {
  const IdInfo *i = f->var->info;
  if (!i || f->local) return true;
  if (i->is_selector) return false;
  if (!late_ && (!i->rules.empty() || (i->inline_spec == InlineSpec::Inline && i->unfolding))) return false;
  return true;
}

// The copy is as general as its dictionaries. A dictionary g @ts is taken at fresh variables, g @qs; the parameters'
// types say which of f's type variables that fixes. Fills c's dicts, fixed and free; false: no copy.
bool Specialiser::generalise(SpecCall *c, const Vec<const Type *> &types, const Vec<const Expr *> &args,
                             DictTypes *dt) {
  const Fn *f = c->fn;
  const size_t n = c->known.size();
  c->fixed = Vec<const Type *>::of_size(c->tvs.size(), nullptr);
  c->dicts = Vec<const Expr *>::of_size(n, nullptr);
  for (size_t i = 0; i < n; i++) {
    if (!c->known[i]) continue;
    const ETyApp *t = dyn_cast<ETyApp>(args[i]);
    c->dicts[i] = args[i];
    const Type *type = c->known[i]->var->type;
    if (t && f->local) {
      // A local function's body shares type variables with what is around it: no generalisation there.
      type = subst_type(static_cast<const TForall *>(type)->body, static_cast<const TForall *>(type)->vars, t->types);
    } else if (t) {
      Vec<const Type *> at;
      for (const Type *x : t->types)
        at.push_back(mk_tvar(dt->fresh(x, static_cast<const TForall *>(type)->vars[at.size()]->kind)));
      c->dicts[i] = mk_ty_app(t->fn, at);
      type = subst_type(static_cast<const TForall *>(type)->body, static_cast<const TForall *>(type)->vars, at);
    }
    Vec<const Type *> from, to;
    if (split_tcon_app(c->lam->params[i]->type, &to) != split_tcon_app(type, &from) || to.size() != from.size())
      return false;
    for (size_t k = 0; k < to.size(); k++)
      if (!dt->fix(to[k], from[k], c->tvs, types, &c->fixed)) return false;
  }
  Vec<const Type *> all;
  int size = 0;
  for (const Type *&t : c->fixed)
    if (t) {
      t = dt->zonk(t);
      all.push_back(t);
      size += type_size(t);
    }
  for (const Expr *&d : c->dicts)
    if (const ETyApp *t = d ? dyn_cast<ETyApp>(d) : nullptr) {
      Vec<const Type *> ts;
      for (const Type *x : t->types) {
        ts.push_back(dt->zonk(x));
        size += type_size(ts.back());
      }
      all.append(ts);
      d = mk_ty_app(t->fn, ts);
    }
  if (size > kMaxTypeSize) return false;
  for (TyVar *v : tyvars_of(all)) {
    bool in_scope = false;
    for (size_t i = 0; f->local && i < f->scope.size(); i++) in_scope |= f->scope[i] == v;
    if (!in_scope) c->free.push_back(v);
  }
  return true;
}

// Calls with the same key share a copy.
static std::string copy_key(const SpecCall &c) {
  std::string key;
  key_ptr(c.fn, &key);
  for (const Type *t : c.fixed) {
    key += t ? 'T' : '_';
    if (t) key_type(t, c.free, &key);
  }
  for (size_t i = 0; i < c.known.size(); i++) {
    key += c.known[i] ? 'D' : '_';
    if (!c.known[i]) continue;
    key_ptr(c.known[i], &key);
    if (const ETyApp *t = dyn_cast<ETyApp>(c.dicts[i]))
      for (const Type *x : t->types) key_type(x, c.free, &key);
  }
  return key;
}

// f @types args, all walked. Null: nothing to do.
const Expr *Specialiser::call(Fn *f, const Vec<const Type *> &types, const Vec<const Expr *> &args) {
  SpecCall c;
  c.fn = f;
  const Expr *body = f->rhs;
  if (const ETyLam *t = dyn_cast<ETyLam>(body)) {
    c.tvs = t->vars;
    body = t->body;
  }
  c.lam = dyn_cast<ELam>(body);
  if (!c.lam || types.size() != c.tvs.size() || !may_copy(f)) return nullptr;
  // The parameters that go.
  const size_t n = std::min(args.size(), c.lam->params.size());
  c.known = Vec<Fn *>::of_size(n, nullptr);
  bool any = false;
  int depth = 0;
  for (size_t i = 0; i < n; i++) {
    if (!is_dict_type(c.lam->params[i]->type)) continue;
    c.known[i] = known_dict(args[i]);
    if (!c.known[i]) continue;
    any = true;
    depth = std::max(depth, c.known[i]->depth);
  }
  if (!any || f->copies >= kMaxCopies) return nullptr;
  c.is_dict = n == c.lam->params.size() && is_dict_con(c.lam->body);
  for (size_t i = 0; c.is_dict && i < n; i++) c.is_dict = c.known[i] != nullptr;
  if (c.is_dict) depth++;
  if (depth > kMaxDepth) return nullptr;
  DictTypes dt;
  if (!generalise(&c, types, args, &dt)) return nullptr;
  // The call: what the copy abstracts over, then the type arguments that stay, then the value arguments that stay.
  Vec<const Type *> call_types;
  for (TyVar *v : c.free) call_types.push_back(dt.actual(v));
  for (size_t i = 0; i < c.tvs.size(); i++)
    if (!c.fixed[i]) call_types.push_back(types[i]);
  Vec<const Expr *> call_args;
  for (size_t i = 0; i < args.size(); i++)
    if (i >= n || !c.known[i]) call_args.push_back(args[i]);
  Fn *&copy = copies_[copy_key(c)];
  if (!copy) {
    if (!cx_.tick()) return nullptr;
    copy = make_copy(c);
    copy->depth = depth;
    f->copies++;
  }
  if (!copy->local) touch(copy->var);
  return apply(mk_ty_app(mk_var(copy->var), call_types), call_args);
}

// fn's right-hand side (or its template), /\tvs. \l, with the fixed types and the dictionaries for their parameters,
// under the variables `outer`.
const Expr *Specialiser::copy_of(const SpecCall &c, const Vec<TyVar *> &tvs, const ELam &l, const Vec<TyVar *> &outer,
                                 const Vec<const Type *> &outer_types) {
  Vec<const Type *> to;
  Vec<TyVar *> quantified = outer.clone();
  for (size_t i = 0; i < tvs.size(); i++) {
    if (c.fixed[i]) {
      to.push_back(c.free.empty() ? c.fixed[i] : subst_type(c.fixed[i], c.free, outer_types));
    } else {
      TyVar *q = mk_tyvar(tvs[i]->occ, tvs[i]->kind);
      quantified.push_back(q);
      to.push_back(mk_tvar(q));
    }
  }
  Vec<Var *> dict_params, rest;
  Vec<const Expr *> dicts;
  for (size_t i = 0; i < l.params.size(); i++) {
    if (i < c.known.size() && c.known[i]) {
      dict_params.push_back(l.params[i]);
      dicts.push_back(c.free.empty() ? c.dicts[i] : clone_expr(c.dicts[i], c.free, outer_types));
    } else {
      rest.push_back(l.params[i]);
    }
  }
  // (quantified type variables are fresh already; the copy's other binders are made by clone_expr)
  return mk_ty_lam(quantified, clone_expr(mk_lam(rest, l.body), tvs, to, dict_params, dicts));
}

// v is the copy: what fn's pragmas say holds of it.
void Specialiser::copy_info(const SpecCall &c, Var *v, const Vec<TyVar *> &outer,
                            const Vec<const Type *> &outer_types) {
  const IdInfo *from = c.fn->var->info;
  v->info = mk<IdInfo>(*from);
  v->info->is_exported = false;
  v->info->rules = {};
  v->info->unfolding = nullptr;
  v->info->sig = nullptr;
  v->info->is_loop_breaker = false;
  if (from->join_arity >= 0)  // all its calls stay tail calls
    for (const Fn *d : c.known) v->info->join_arity -= d != nullptr;
  const Expr *u = from->unfolding;
  if (!u) return;
  Vec<TyVar *> utvs;
  if (const ETyLam *t = dyn_cast<ETyLam>(u)) {
    utvs = t->vars;
    u = t->body;
  }
  const ELam *l = dyn_cast<ELam>(u);
  size_t need = 0;
  for (size_t i = 0; i < c.known.size(); i++)
    if (c.known[i]) need = i + 1;
  if (l && utvs.size() == c.tvs.size() && l->params.size() >= need)
    v->info->unfolding = copy_of(c, utvs, *l, outer, outer_types);
  else v->info->inline_spec = InlineSpec::None;
}

static UniqTable<const Expr *> g_dicts;  // see specialised_dict
const Expr *specialised_dict(const Var *v) { return g_dicts.get(v->uniq); }

Fn *Specialiser::make_copy(const SpecCall &c) {
  const Fn *f = c.fn;
  Vec<TyVar *> outer;
  Vec<const Type *> outer_types;
  for (TyVar *v : c.free) {
    outer.push_back(mk_tyvar(v->occ, v->kind));
    outer_types.push_back(mk_tvar(outer.back()));
  }
  const Expr *rhs = copy_of(c, c.tvs, *c.lam, outer, outer_types);
  std::string name = f->var->occ.string();
  if (name.compare(0, 2, "$s") != 0) name = "$s" + name;
  Var *v = f->local ? mk_core_var(name, expr_type(rhs)) : mk_global_like(f->var, expr_type(rhs), name);
  v->library = !f->local && f->var->library;  // a copy of the stdlib's at dictionaries of the stdlib's
  for (const Fn *d : c.known) v->library &= !d || d->var->library;
  if (f->var->info) copy_info(c, v, outer, outer_types);
  if (c.is_dict && c.free.empty() && !f->local && std::ranges::find(c.fixed, nullptr) == c.fixed.end())
    g_dicts[v->uniq] = mk_app(mk_ty_app(mk_var(f->var), c.fixed), c.dicts);
  const Expr *r = rhs;
  while (r->tag == Tag::TyLam) r = cast<ETyLam>(r).body;
  info(v).arity = r->tag == Tag::Lam ? int(cast<ELam>(r).params.size()) : 0;
  Fn *copy = add(v, rhs, f->local);
  if (f->local) {
    copy->siblings = f->siblings;
    copy->scope = f->scope;
    f->siblings->push_back(copy);
  } else {
    made_.push_back(copy);
  }
  return copy;
}

}  // namespace gphc::opt
