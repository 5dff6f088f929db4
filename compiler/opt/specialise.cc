// specialise.cc: no dictionary is passed where it is known. Whole program: every call `f @types dicts` whose dictionaries are
// known (a global instance, or a dictionary function applied to known ones) becomes a call of a copy of f made for them,
// transitively, starting from the roots.
//
//   sum = /\a. \d xs. .. + @a d ..                  $ssum = \xs. .. $c+ ..
//   main = sum @Int dNumInt ys               ==>    main = $ssum ys
//
//   - A dictionary function applied to known dictionaries becomes a global of its own ($dShowList_Int), a constructor whose
//     fields are global; so dictionaries are allocated once, statically.
//   - Selecting a method or superclass from a known dictionary is done here, so that one pass reaches the end of a chain.
//   - A copy is as general as its dictionaries: type variables that no known dictionary fixes stay parameters (`mapM_` at IO is
//     one copy for all element types), and a dictionary's own type arguments do too (Monoid (Endo b) is one for all b).
//     That also makes recursion at growing types come back to the same copy.
//   - Local overloaded functions get local copies, beside the original.
//   - Polymorphic recursion (dictionaries or types that grow at each call) stops at kMaxDepth or kMaxTypeDepth and keeps its
//     dictionaries.
// Functions with RULES or an INLINE template are left to the simplifier in the first run: they will be inlined or rewritten
// by name; the second run, after the rules are dropped, takes what is left.
//
// Requires: dictionary functions in the shape that the desugarer gives (/\vars. \dicts. D:C ..). Preserves: lint.
#include <string>
#include <unordered_map>

#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr int kMaxDepth = 6;        // nesting of dictionary functions: dShow [[[[[[a]]]]]]
constexpr int kMaxTypeDepth = 6;    // nesting of types: Node (Node (Node a)), whose dictionary may be the same at each level
constexpr size_t kMaxCopies = 400;  // of one function
constexpr int kMaxTypeSize = 300;   // of the types that a copy is made for

int type_depth(const Type *t) {
  switch (t->tag) {
    case TypeTag::App: return std::max(type_depth(static_cast<const TApp *>(t)->fn), 1 + type_depth(static_cast<const TApp *>(t)->arg));
    case TypeTag::Fun: return 1 + std::max(type_depth(static_cast<const TFun *>(t)->arg), type_depth(static_cast<const TFun *>(t)->res));
    case TypeTag::Forall: return type_depth(static_cast<const TForall *>(t)->body);
    default: return 0;
  }
}

struct Fn {
  Var *var = nullptr;
  const Expr *rhs = nullptr;       // as it came; walked when reached
  const Expr *walked = nullptr;
  bool local = false;
  bool queued = false;
  bool in_progress = false;
  int depth = 0;                   // dictionaries: nesting
  size_t copies = 0;
  bool has_fields = false;
  Vec<const Expr *> fields;        // dictionaries: trivial expressions under the type variables of rhs
  std::vector<Fn *> *siblings = nullptr;  // local: where copies are collected
  Vec<TyVar *> scope;              // local: type variables in scope where it is bound
};

class Specialiser {
 public:
  Specialiser(Program &p, PassContext &cx, bool late) : p_(p), cx_(cx), late_(late) {}

  void run() {
    for (Vec<Binding> &g : p_.groups)
      for (Binding &b : g) {
        Fn *f = add(b.var, b.rhs, false);
        originals_.push_back(f);
      }
    for (Var *v : p_.roots) touch(v);
    for (Var *v : p_.known) if (v) touch(v);
    if (p_.main) touch(p_.main);
    for (Program::Export &x : p_.exports) touch(x.var);
    for (Fn *f : originals_)
      if (f->var->info && f->var->info->is_exported) touch(f->var);
    while (!work_.empty()) {
      Fn *f = work_.back();
      work_.pop_back();
      walk_fn(f);
      if (work_.empty()) walk_templates();
    }
    Vec<Vec<Binding>> groups;
    for (Vec<Binding> &g : p_.groups) {
      Vec<Binding> n;
      for (Binding &b : g) {
        Fn *f = fn_of(b.var);
        n.push_back({b.var, f->walked ? f->walked : f->rhs});
      }
      groups.push_back(n);
    }
    for (Fn *f : made_) groups.push_back({{f->var, f->walked ? f->walked : f->rhs}});
    p_.groups = groups;
  }

 private:
  Fn *fn_of(const Var *v) { return fns_.get(v->uniq); }
  Fn *add(Var *v, const Expr *rhs, bool local) {
    Fn *f = mk<Fn>();
    f->var = v;
    f->rhs = rhs;
    f->local = local;
    fns_[v->uniq] = f;
    return f;
  }
  void touch(Var *v) {
    Fn *f = fn_of(v);
    if (!f || f->local || f->queued) return;
    f->queued = true;
    work_.push_back(f);
  }

  // Templates of what was made here speak of copies as well: the simplifier, which only selects, need not find them again.
  void walk_templates() {
    for (; templates_done_ < made_.size(); templates_done_++) {
      Var *v = made_[templates_done_]->var;
      if (!v->info || v->info->inline_spec != InlineSpec::Inline || !v->info->unfolding) continue;
      Vec<TyVar *> outer;
      std::swap(outer, scope_);
      v->info->unfolding = walk(v->info->unfolding);
      std::swap(outer, scope_);
    }
  }

  static bool is_dict_con(const Expr *e) {
    while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
    const EConApp *c = dyn_cast<EConApp>(e);
    return c && c->con->dict_of;
  }

  void walk_fn(Fn *f) {
    if (f->walked || f->in_progress) return;
    if (is_dict_con(f->rhs)) { fields_of(f); return; }
    f->in_progress = true;
    Vec<TyVar *> outer;
    std::swap(outer, scope_);
    f->walked = walk(f->rhs);
    std::swap(outer, scope_);
    f->in_progress = false;
  }
  const Expr *walk_under(const Vec<TyVar *> &tvs, const Expr *e) {
    size_t n = scope_.size();
    for (TyVar *v : tvs) scope_.push_back(v);
    const Expr *r = walk(e);
    scope_.resize(n);
    return r;
  }

  // ---- Known dictionaries ---------------------------------------------------------------------------------------------
  // The global dictionary (and its type arguments) that e names; null otherwise.
  Fn *known_dict(const Expr *e) {
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
  bool fields_of(Fn *f) {
    if (f->has_fields) return true;
    if (f->in_progress) return false;
    f->in_progress = true;
    Vec<TyVar *> tvs, outer;
    const Expr *e = f->rhs;
    if (const ETyLam *l = dyn_cast<ETyLam>(e)) { tvs = l->vars; e = l->body; }
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

  // v is the method a = m @types dicts under tvs: what m's INLINE pragma says holds of v. Without it v would be eta-expanded like any
  // partial application (\m k s -> ..), and a call with as many arguments as stand left of m's = sign, as in a do, not be inlined.
  void keep_template(Var *v, const Expr *a, const Vec<TyVar *> &tvs) {
    const EApp *app = dyn_cast<EApp>(a);
    const Expr *fn = app ? app->fn : a;
    const ETyApp *t = dyn_cast<ETyApp>(fn);
    const EVar *m = dyn_cast<EVar>(t ? t->fn : fn);
    const IdInfo *mi = m ? m->var->info : nullptr;
    if (!app || !mi || mi->inline_spec != InlineSpec::Inline || !mi->unfolding) return;
    const Expr *u = mi->unfolding;
    Vec<TyVar *> utvs;
    if (const ETyLam *l = dyn_cast<ETyLam>(u)) { utvs = l->vars; u = l->body; }
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

  const Expr *field(const Expr *dict, Fn *f, size_t i) {
    touch(f->var);
    if (!fields_of(f)) return nullptr;
    if (const ETyApp *t = dyn_cast<ETyApp>(dict)) return clone_expr(f->fields[i], cast<ETyLam>(f->rhs).vars, t->types);
    return f->fields[i];
  }

  // The field that a selector selects; -1 when v is none.
  int selected_field(const Var *v) {
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

  // ---- Calls ------------------------------------------------------------------------------------------------------------
  static void collect_tyvars(const Type *t, Vec<TyVar *> *out, std::vector<const TyVar *> *bound) {
    switch (t->tag) {
      case TypeTag::Var: {
        TyVar *v = static_cast<const TVar *>(t)->var;
        for (const TyVar *b : *bound)
          if (b == v) return;
        for (TyVar *o : *out)
          if (o == v) return;
        out->push_back(v);
        return;
      }
      case TypeTag::App: collect_tyvars(static_cast<const TApp *>(t)->fn, out, bound); return collect_tyvars(static_cast<const TApp *>(t)->arg, out, bound);
      case TypeTag::Fun: collect_tyvars(static_cast<const TFun *>(t)->arg, out, bound); return collect_tyvars(static_cast<const TFun *>(t)->res, out, bound);
      case TypeTag::Forall: {
        size_t n = bound->size();
        for (TyVar *v : static_cast<const TForall *>(t)->vars) bound->push_back(v);
        collect_tyvars(static_cast<const TForall *>(t)->body, out, bound);
        bound->resize(n);
        return;
      }
      default: return;
    }
  }
  static Vec<TyVar *> tyvars_of(const Vec<const Type *> &ts) {
    Vec<TyVar *> r;
    std::vector<const TyVar *> bound;
    for (const Type *t : ts) collect_tyvars(t, &r, &bound);
    return r;
  }

  static void key_ptr(const void *p, std::string *k) { k->append(reinterpret_cast<const char *>(&p), sizeof p); }
  static void key_type(const Type *t, const Vec<TyVar *> &free, std::vector<const TyVar *> *bound, std::string *k) {
    switch (t->tag) {
      case TypeTag::Var: {
        const TyVar *v = static_cast<const TVar *>(t)->var;
        for (size_t i = bound->size(); i-- > 0;)
          if ((*bound)[i] == v) { *k += "b" + std::to_string(i) + ";"; return; }
        for (size_t i = 0; i < free.size(); i++)
          if (free[i] == v) { *k += "f" + std::to_string(i) + ";"; return; }
        *k += "?";
        key_ptr(v, k);
        return;
      }
      case TypeTag::Con: *k += 'C'; return key_ptr(static_cast<const TCon *>(t)->con, k);
      case TypeTag::App: *k += '@'; key_type(static_cast<const TApp *>(t)->fn, free, bound, k); return key_type(static_cast<const TApp *>(t)->arg, free, bound, k);
      case TypeTag::Fun: *k += '>'; key_type(static_cast<const TFun *>(t)->arg, free, bound, k); return key_type(static_cast<const TFun *>(t)->res, free, bound, k);
      case TypeTag::Forall: {
        size_t n = bound->size();
        *k += 'A';
        for (const TyVar *v : static_cast<const TForall *>(t)->vars) bound->push_back(v);
        key_type(static_cast<const TForall *>(t)->body, free, bound, k);
        bound->resize(n);
        return;
      }
      default: return;
    }
  }

  bool may_copy(const Fn *f) const {
    const IdInfo *i = f->var->info;
    if (!i || f->local) return true;
    if (i->is_selector) return false;
    if (!late_ && (!i->rules.empty() || (i->inline_spec == InlineSpec::Inline && i->unfolding))) return false;
    return true;
  }

  // f @types args, all walked. Null: nothing to do.
  const Expr *call(Fn *f, const Vec<const Type *> &types, const Vec<const Expr *> &args) {
    const Expr *body = f->rhs;
    Vec<TyVar *> tvs;
    if (const ETyLam *t = dyn_cast<ETyLam>(body)) { tvs = t->vars; body = t->body; }
    const ELam *l = dyn_cast<ELam>(body);
    if (!l || types.size() != tvs.size() || !may_copy(f)) return nullptr;
    // The parameters that go.
    size_t n = std::min(args.size(), l->params.size());
    Vec<Fn *> known = Vec<Fn *>::of_size(n, nullptr);
    bool any = false;
    int depth = 0;
    for (size_t i = 0; i < n; i++) {
      if (!is_dict_type(l->params[i]->type)) continue;
      known[i] = known_dict(args[i]);
      if (!known[i]) continue;
      any = true;
      depth = std::max(depth, known[i]->depth);
    }
    if (!any || f->copies >= kMaxCopies) return nullptr;
    bool is_dict = n == l->params.size() && is_dict_con(l->body);
    for (size_t i = 0; is_dict && i < n; i++) is_dict = known[i] != nullptr;
    if (depth > kMaxDepth || (is_dict && depth + 1 > kMaxDepth)) return nullptr;
    // The copy is as general as its dictionaries. A dictionary g @ts is taken at fresh variables, g @qs; the parameters' types
    // say which of f's type variables that fixes.
    Vec<const Type *> fixed = Vec<const Type *>::of_size(tvs.size(), nullptr);
    Vec<const Expr *> dicts = Vec<const Expr *>::of_size(n, nullptr);
    qs_.clear();
    for (size_t i = 0; i < n; i++) {
      if (!known[i]) continue;
      const ETyApp *t = dyn_cast<ETyApp>(args[i]);
      dicts[i] = args[i];
      const Type *type = known[i]->var->type;
      if (t && f->local) {
        // A local function's body shares type variables with what is around it: no generalisation there.
        type = subst_type(static_cast<const TForall *>(type)->body, static_cast<const TForall *>(type)->vars, t->types);
      } else if (t) {
        Vec<const Type *> at;
        for (const Type *x : t->types) {
          TyVar *q = mk_tyvar(sym("q"), static_cast<const TForall *>(type)->vars[at.size()]->kind);
          qs_.push_back({q, x, nullptr});
          at.push_back(mk_tvar(q));
        }
        dicts[i] = mk_ty_app(t->fn, at);
        type = subst_type(static_cast<const TForall *>(type)->body, static_cast<const TForall *>(type)->vars, at);
      }
      Vec<const Type *> from, to;
      if (split_tcon_app(l->params[i]->type, &to) != split_tcon_app(type, &from) || to.size() != from.size()) return nullptr;
      for (size_t k = 0; k < to.size(); k++)
        if (!fix(to[k], from[k], tvs, types, &fixed)) return nullptr;
    }
    if (is_dict)
      for (size_t i = 0; i < tvs.size(); i++)
        if (!fixed[i]) fixed[i] = types[i];
    Vec<const Type *> all;
    int size = 0;
    for (const Type *&t : fixed)
      if (t) { t = zonk(t); all.push_back(t); size += type_size(t); }
    for (const Expr *&d : dicts)
      if (const ETyApp *t = d ? dyn_cast<ETyApp>(d) : nullptr) {
        Vec<const Type *> ts;
        for (const Type *x : t->types) { ts.push_back(zonk(x)); size += type_size(ts.back()); }
        all.append(ts);
        d = mk_ty_app(t->fn, ts);
      }
    if (size > kMaxTypeSize) return nullptr;
    Vec<TyVar *> free;
    for (TyVar *v : tyvars_of(all)) {
      bool in_scope = false;
      for (size_t i = 0; f->local && i < f->scope.size(); i++) in_scope |= f->scope[i] == v;
      if (!in_scope) free.push_back(v);
    }
    std::string key;
    key_ptr(f, &key);
    std::vector<const TyVar *> bound;
    for (const Type *t : fixed) {
      key += t ? 'T' : '_';
      if (t) key_type(t, free, &bound, &key);
    }
    for (size_t i = 0; i < n; i++) {
      key += known[i] ? 'D' : '_';
      if (!known[i]) continue;
      key_ptr(known[i], &key);
      if (const ETyApp *t = dyn_cast<ETyApp>(dicts[i]))
        for (const Type *x : t->types) key_type(x, free, &bound, &key);
    }
    // The call: what the copy abstracts over, then the type arguments that stay, then the value arguments that stay.
    Vec<const Type *> call_types;
    for (TyVar *v : free) call_types.push_back(actual(v));
    for (size_t i = 0; i < tvs.size(); i++)
      if (!fixed[i]) call_types.push_back(types[i]);
    Vec<const Expr *> call_args;
    for (size_t i = 0; i < args.size(); i++)
      if (i >= n || !known[i]) call_args.push_back(args[i]);
    Fn *copy = copies_[key];
    if (!copy) {
      if (!cx_.tick()) return nullptr;
      copy = copies_[key] = make_copy(f, tvs, fixed, l, known, dicts, free);
      copy->depth = is_dict ? depth + 1 : depth;
      f->copies++;
    }
    if (!copy->local) touch(copy->var);
    return apply(mk_ty_app(mk_var(copy->var), call_types), call_args);
  }

  // ---- Unification of the variables that stand for dictionaries' type arguments ---------------------------------------
  struct Q { TyVar *var; const Type *actual; const Type *solution; };
  Q *q_of(const TyVar *v) {
    for (Q &q : qs_)
      if (q.var == v) return &q;
    return nullptr;
  }
  const Type *actual(TyVar *v) {
    Q *q = q_of(v);
    return q ? q->actual : mk_tvar(v);
  }
  // The parameter's type argument p (over f's type variables) is d (over the qs).
  bool fix(const Type *p, const Type *d, const Vec<TyVar *> &tvs, const Vec<const Type *> &types, Vec<const Type *> *fixed) {
    if (p->tag == TypeTag::Var)
      for (size_t i = 0; i < tvs.size(); i++)
        if (tvs[i] == static_cast<const TVar *>(p)->var) {
          if ((*fixed)[i]) return unify((*fixed)[i], d);
          (*fixed)[i] = d;
          return true;
        }
    // Something bigger: its variables are what they are in this call.
    Vec<TyVar *> vs = tyvars_of({p});
    for (size_t i = 0; i < tvs.size(); i++)
      for (TyVar *v : vs) {
        if (v != tvs[i]) continue;
        if (!(*fixed)[i]) (*fixed)[i] = types[i];
        else if (!unify((*fixed)[i], types[i])) return false;
      }
    return unify(tvs.empty() ? p : subst_type(p, tvs, types), d);
  }
  bool unify(const Type *a, const Type *b) {
    if (a->tag == TypeTag::Var)
      if (Q *q = q_of(static_cast<const TVar *>(a)->var)) return solve(q, b);
    if (b->tag == TypeTag::Var)
      if (Q *q = q_of(static_cast<const TVar *>(b)->var)) return solve(q, a);
    if (a->tag != b->tag) return false;
    switch (a->tag) {
      case TypeTag::App:
        return unify(static_cast<const TApp *>(a)->fn, static_cast<const TApp *>(b)->fn) && unify(static_cast<const TApp *>(a)->arg, static_cast<const TApp *>(b)->arg);
      case TypeTag::Fun:
        return unify(static_cast<const TFun *>(a)->arg, static_cast<const TFun *>(b)->arg) && unify(static_cast<const TFun *>(a)->res, static_cast<const TFun *>(b)->res);
      default: return same_type(a, b);
    }
  }
  bool solve(Q *q, const Type *t) {
    if (q->solution) return unify(q->solution, t);
    if (t->tag == TypeTag::Var && static_cast<const TVar *>(t)->var == q->var) return true;
    if (t->tag == TypeTag::Var)
      if (Q *r = q_of(static_cast<const TVar *>(t)->var); r && r->solution) return solve(q, r->solution);
    q->solution = t;
    return true;
  }
  const Type *zonk(const Type *t) {
    for (int i = 0; i < 8; i++) {
      Vec<TyVar *> from;
      Vec<const Type *> to;
      for (TyVar *v : tyvars_of({t}))
        if (Q *q = q_of(v); q && q->solution) { from.push_back(v); to.push_back(q->solution); }
      if (from.empty()) return t;
      t = subst_type(t, from, to);
    }
    return t;
  }
  static int type_size(const Type *t) {
    switch (t->tag) {
      case TypeTag::App: return 1 + type_size(static_cast<const TApp *>(t)->fn) + type_size(static_cast<const TApp *>(t)->arg);
      case TypeTag::Fun: return 1 + type_size(static_cast<const TFun *>(t)->arg) + type_size(static_cast<const TFun *>(t)->res);
      case TypeTag::Forall: return 1 + type_size(static_cast<const TForall *>(t)->body);
      default: return 1;
    }
  }

  Fn *make_copy(Fn *f, const Vec<TyVar *> &tvs, const Vec<const Type *> &fixed, const ELam *l, const Vec<Fn *> &known, const Vec<const Expr *> &dict_args,
                const Vec<TyVar *> &free) {
    Vec<TyVar *> outer;
    Vec<const Type *> outer_types;
    for (TyVar *v : free) {
      outer.push_back(mk_tyvar(v->occ, v->kind));
      outer_types.push_back(mk_tvar(outer.back()));
    }
    auto build = [&](const Vec<TyVar *> &from_tvs, const ELam *lam) {
      Vec<TyVar *> from;
      Vec<const Type *> to;
      Vec<TyVar *> quantified = outer.clone();
      for (size_t i = 0; i < from_tvs.size(); i++) {
        from.push_back(from_tvs[i]);
        if (fixed[i]) {
          to.push_back(free.empty() ? fixed[i] : subst_type(fixed[i], free, outer_types));
        } else {
          TyVar *c = mk_tyvar(from_tvs[i]->occ, from_tvs[i]->kind);
          quantified.push_back(c);
          to.push_back(mk_tvar(c));
        }
      }
      Vec<Var *> dict_params, rest;
      Vec<const Expr *> dicts;
      for (size_t i = 0; i < lam->params.size(); i++) {
        if (i < known.size() && known[i]) {
          dict_params.push_back(lam->params[i]);
          dicts.push_back(free.empty() ? dict_args[i] : clone_expr(dict_args[i], free, outer_types));
        } else {
          rest.push_back(lam->params[i]);
        }
      }
      // (quantified type variables are fresh already; the copy's other binders are made by clone_expr)
      const Expr *e = clone_expr(mk_lam(rest, lam->body), from, to, dict_params, dicts);
      return mk_ty_lam(quantified, e);
    };
    const Expr *rhs = build(tvs, l);
    std::string name = f->var->occ.string();
    if (name.compare(0, 2, "$s") != 0) name = "$s" + name;
    Var *v = f->local ? mk_core_var(name, expr_type(rhs)) : mk_global_like(f->var, expr_type(rhs), name);
    v->library = !f->local && f->var->library;   // a copy of the stdlib's at dictionaries of the stdlib's
    for (const Fn *d : known) v->library &= !d || d->var->library;
    if (f->var->info) {
      v->info = mk<IdInfo>(*f->var->info);
      v->info->is_exported = false;
      v->info->rules = {};
      v->info->unfolding = nullptr;
      v->info->sig = nullptr;
      v->info->is_loop_breaker = false;
      v->info->join_arity = -1;
      if (const Expr *u = f->var->info->unfolding) {
        Vec<TyVar *> utvs;
        if (const ETyLam *t = dyn_cast<ETyLam>(u)) { utvs = t->vars; u = t->body; }
        const ELam *ul = dyn_cast<ELam>(u);
        size_t need = 0;
        for (size_t i = 0; i < known.size(); i++)
          if (known[i]) need = i + 1;
        if (ul && utvs.size() == tvs.size() && ul->params.size() >= need) v->info->unfolding = build(utvs, ul);
        else v->info->inline_spec = InlineSpec::None;
      }
    }
    const Expr *r = rhs;
    while (r->tag == Tag::TyLam) r = cast<ETyLam>(r).body;
    info(v).arity = r->tag == Tag::Lam ? int(cast<ELam>(r).params.size()) : 0;
    Fn *c = add(v, rhs, f->local);
    if (f->local) {
      c->siblings = f->siblings;
      c->scope = f->scope;
      f->siblings->push_back(c);
    } else {
      made_.push_back(c);
    }
    return c;
  }

  // fn applied to walked arguments, fn = a variable under type arguments or anything else.
  const Expr *apply(const Expr *fn, const Vec<const Expr *> &args) {
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
            return apply_more(f, args, 1);
          }
      } else if (Fn *f = fn_of(v->var)) {
        if (const Expr *r = call(f, types, args)) return r;
      }
      if (Fn *f = fn_of(v->var)) reference(f);
    }
    return mk_app(fn, args);
  }
  const Expr *apply_more(const Expr *fn, const Vec<const Expr *> &args, size_t from) {
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
  void note(const Expr *e) {
    if (const Var *v = head_var(e))
      if (Fn *f = fn_of(v)) reference(f);
  }
  void reference(Fn *f) {
    if (f->local) f->queued = true;
    else touch(f->var);
  }

  // ---- The walk ---------------------------------------------------------------------------------------------------------
  Vec<const Expr *> walk_all(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(walk(e));
    return r;
  }

  // The function part: a variable is not noted as used yet, the call may go elsewhere.
  const Expr *walk_head(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) {
      const Expr *s = subst_.get(v->var->uniq);
      return s ? s : named_dict(v->var, e, {});
    }
    if (const ETyApp *t = dyn_cast<ETyApp>(e)) {
      const Expr *fn = walk_head(t->fn);
      if (const EVar *v = dyn_cast<EVar>(fn)) return named_dict(v->var, mk_ty_app(fn, t->types), t->types);
      return mk_ty_app(fn, t->types);
    }
    return walk(e);
  }

  // Note [Names of dictionaries]
  // A global may name a dictionary without being one: d = $fMonadStateT @Identity $fMonadIdentity. Such names come from evidence
  // at the top level and from fields of dictionaries that the simplifier gave a name (a superclass). Whoever mentions d means the
  // dictionary that d's right-hand side becomes here, so that a tower of transformers is resolved in one run.
  // e is v at those types.
  const Expr *named_dict(const Var *v, const Expr *e, const Vec<const Type *> &types) {
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

  const Expr *walk(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: case Tag::TyApp: {
        const Expr *r = walk_head(e);
        note(r);
        return r;
      }
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const Expr *f = walk_head(a.fn);
        Vec<const Expr *> args = walk_all(a.args);
        if (const EApp *inner = dyn_cast<EApp>(f)) {
          Vec<const Expr *> all = inner->args.clone();
          all.append(args);
          return apply(inner->fn, all);
        }
        return apply(f, args);
      }
      case Tag::TyLam: return mk_ty_lam(cast<ETyLam>(e).vars, walk_under(cast<ETyLam>(e).vars, cast<ETyLam>(e).body));
      case Tag::Let: return walk_let(cast<ELet>(e));
      case Tag::LetRec: return walk_letrec(cast<ELetRec>(e).binds, cast<ELetRec>(e).body);
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Expr *s = walk(c.scrut);
        if (Fn *d = known_dict(s))
          if (c.alts.size() == 1 && c.alts[0].con && c.alts[0].con->dict_of && fields_of(d)) {
            cx_.ticks++;
            subst_[c.binder->uniq] = s;
            for (size_t i = 0; i < c.alts[0].fields.size(); i++) subst_[c.alts[0].fields[i]->uniq] = field(s, d, i);
            return walk(c.alts[0].body);
          }
        Vec<Alt> alts;
        for (Alt a : c.alts) {
          a.body = walk_under(a.ex_tvs, a.body);
          alts.push_back(a);
        }
        return mk_case(s, c.binder, c.type, alts);
      }
      default: return map_children(e, [this](const Expr *x) { return walk(x); });
    }
  }

  static bool is_overloaded(const Binding &b) {
    if (b.var->info && b.var->info->join_arity >= 0) return false;
    const Expr *e = b.rhs;
    while (e->tag == Tag::TyLam) e = cast<ETyLam>(e).body;
    const ELam *l = dyn_cast<ELam>(e);
    if (!l) return false;
    for (const Var *p : l->params)
      if (is_dict_type(p->type)) return true;
    return false;
  }

  const Expr *walk_let(const ELet &l) {
    if (is_dict_type(l.bind.var->type)) {
      const Expr *rhs = walk(l.bind.rhs);
      if (known_dict(rhs)) {
        subst_[l.bind.var->uniq] = rhs;
        return walk(l.body);
      }
      return mk_let(l.bind.var, rhs, walk(l.body));
    }
    if (is_overloaded(l.bind)) return walk_letrec({l.bind}, l.body);
    const Expr *rhs = walk(l.bind.rhs);
    return mk_let(l.bind.var, rhs, walk(l.body));
  }

  const Expr *walk_letrec(const Vec<Binding> &binds, const Expr *body) {
    std::vector<Fn *> group;
    bool any = false;
    for (const Binding &b : binds) any |= is_overloaded(b);
    if (!any) {
      Vec<Binding> out;
      for (const Binding &b : binds) out.push_back({b.var, walk(b.rhs)});
      return mk_letrec(out, walk(body));
    }
    for (const Binding &b : binds) {
      if (!is_overloaded(b)) continue;
      Fn *f = add(b.var, b.rhs, true);
      f->siblings = &group;
      f->scope = scope_.clone();
    }
    const Expr *r = walk(body);
    Vec<Binding> out;
    for (const Binding &b : binds)
      if (!is_overloaded(b)) out.push_back({b.var, walk(b.rhs)});
    // Originals that are still used as they are, and copies; each may ask for more.
    std::vector<Fn *> done_originals;
    for (bool again = true; again;) {
      again = false;
      for (size_t i = 0; i < group.size(); i++) {
        if (group[i]->walked) continue;
        group[i]->walked = walk(group[i]->rhs);
        out.push_back({group[i]->var, group[i]->walked});
        again = true;
      }
      for (const Binding &b : binds) {
        Fn *f = fn_of(b.var);
        if (!f || !f->local || !f->queued || f->walked) continue;
        f->walked = walk(f->rhs);
        out.push_back({f->var, f->walked});
        again = true;
      }
    }
    return mk_letrec(out, r);
  }

  Program &p_;
  PassContext &cx_;
  bool late_;
  UniqTable<Fn *> fns_;
  UniqTable<const Expr *> subst_;
  std::unordered_map<std::string, Fn *> copies_;
  std::vector<Fn *> work_, made_, originals_;
  size_t templates_done_ = 0;        // how many of made_
  Vec<TyVar *> scope_;               // type variables in scope of the walk
  std::vector<Q> qs_;                // of the call at hand
};

}  // namespace

void specialise(Program &p, PassContext &cx) { Specialiser(p, cx, cx.phase <= 0).run(); }

}  // namespace gphc::opt
