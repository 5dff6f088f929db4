// type.cc: building, substituting and comparing types.
//
// Types are immutable and shared. A solved unification variable is looked through everywhere (repr), so a type need not
// be zonked before it is compared, substituted in or turned into a core type.
#include "types/type.h"
#include "support/diag.h"

#include <unordered_set>
#include <vector>

#include "support/check.h"

namespace gphc {

// ---- Kinds ---------------------------------------------------------------------------------------------------------
Kind *kind_star() {
  static Kind *k = mk<Kind>(KindTag::Star);
  return k;
}
Kind *kind_hash() {
  static Kind *k = mk<Kind>(KindTag::Hash);
  return k;
}
Kind *kind_constraint() {
  static Kind *k = mk<Kind>(KindTag::Constraint);
  return k;
}
Kind *mk_kind_arrow(Kind *arg, Kind *res) { return mk<Kind>(KindTag::Arrow, arg, res); }
Kind *mk_kind_meta() { return mk<Kind>(KindTag::Meta); }

Kind *repr_kind(Kind *k) {
  while (k && k->tag == KindTag::Meta && k->res) k = k->res;
  return k;
}

// ---- Building ------------------------------------------------------------------------------------------------------
// Chains of solved variables grow with the program's nesting; each is shortened when it is walked. Nothing undoes a
// solution.
const Type *repr(const Type *t) {
  if (t->tag != TypeTag::Meta || !cast<TMeta>(t).meta->ref) return t;
  const Type *end = t;
  while (end->tag == TypeTag::Meta && cast<TMeta>(end).meta->ref) end = cast<TMeta>(end).meta->ref;
  while (t != end) {
    MetaVar *m = cast<TMeta>(t).meta;
    t = m->ref;
    m->ref = end;
  }
  return end;
}

// Inferred types share their parts; written out in full they can be exponentially larger (let x1 = (x0, x0); x2 = (x1,
// x1) ...).
constexpr size_t kMaxTypeNodes = 30'000'000;  // 1 GB; a module of 20,000 lines needs some 100,000
void count_type_node() {
  static size_t made = 0;
  check_type_nodes(++made);
}
void check_type_nodes(size_t n) {
  if (n > kMaxTypeNodes)
    fatal(
        "the program's types are too large: more than 30 million parts when written out in full (tuples, synonyms or "
        "functions nested so that each level doubles the type?)");
}

const Type *mk_tvar(TyVar *v) { return mk<TVar>(Type{TypeTag::Var}, v); }

const Type *mk_tcon(TyCon *c) {
  if (!c->type_node) c->type_node = mk<TCon>(Type{TypeTag::Con}, c);
  return c->type_node;
}

// `(->) a b` becomes the function type: substitution can put (->) at the head of an application.
const Type *mk_tapp(const Type *f, const Type *a) {
  f = repr(f);
  if (const TApp *inner = dyn_cast<TApp>(f)) {
    const TCon *head = dyn_cast<TCon>(repr(inner->fn));
    if (head && head->con == g_builtin.fun) return mk_tfun(inner->arg, a);
  }
  return mk<TApp>(Type{TypeTag::App}, f, a);
}

const Type *mk_tapps(const Type *f, std::span<const Type *const> args) {
  for (const Type *a : args) f = mk_tapp(f, a);
  return f;
}

const Type *mk_tcon_app(TyCon *c, std::span<const Type *const> args) {
  if (c == g_builtin.fun && args.size() == 2) return mk_tfun(args[0], args[1]);
  return mk_tapps(mk_tcon(c), args);
}

const Type *mk_tfun(const Type *a, const Type *r) { return mk<TFun>(Type{TypeTag::Fun}, a, r); }

const Type *mk_tfuns(std::span<const Type *const> args, const Type *r) {
  for (size_t i = args.size(); i-- > 0;) r = mk_tfun(args[i], r);
  return r;
}

const Type *mk_forall(const Vec<TyVar *> &vars, const Type *body) {
  return vars.empty() ? body : mk<TForall>(Type{TypeTag::Forall}, vars, body);
}

const Type *mk_qual(const Vec<Pred> &preds, const Type *body) {
  return preds.empty() ? body : mk<TQual>(Type{TypeTag::Qual}, preds, body);
}

bool as_type_app(const Type *t, const Type **fn, const Type **arg) {
  if (const TApp *a = dyn_cast<TApp>(t)) {
    *fn = a->fn;
    *arg = a->arg;
    return true;
  }
  if (const TFun *f = dyn_cast<TFun>(t)) {
    *fn = mk<TApp>(Type{TypeTag::App}, mk_tcon(g_builtin.fun), f->arg);
    *arg = f->res;
    return true;
  }
  return false;
}

TyCon *split_tcon_app(const Type *t, Vec<const Type *> *args) {
  t = repr(t);
  if (const TFun *f = dyn_cast<TFun>(t)) {
    if (args) {
      args->clear();
      args->push_back(f->arg);
      args->push_back(f->res);
    }
    return g_builtin.fun;
  }
  size_t n = 0;
  const Type *fn = t;
  for (; const TApp *app = dyn_cast<TApp>(fn); fn = repr(app->fn)) n++;
  const TCon *head = dyn_cast<TCon>(fn);
  if (!head) return nullptr;
  if (args) {
    *args = Vec<const Type *>::of_size(n);
    for (; const TApp *app = dyn_cast<TApp>(t); t = repr(app->fn)) (*args)[--n] = app->arg;
  }
  return head->con;
}

// ---- Synonyms as written -------------------------------------------------------------------------------------------
// Substitution in a type that was written as a synonym leaves one: `Eval a` becomes `Eval Int`. Hardly any of them is
// ever shown, so the substitution is kept and done then.
namespace {
struct Spelling {
  const Type *written = nullptr;  // null: still to be made, from number `from` by a substitution
  uint32_t from = 0;
  const Vec<TyVar *> *vars = nullptr;
  const Vec<const Type *> *types = nullptr;
};
std::vector<Spelling> g_spellings(1);

const Type *with_spelling(const Type *t, uint32_t n) {
  switch (t->tag) {
    case TypeTag::Con: return mk<TCon>(Type{TypeTag::Con, n}, cast<TCon>(t).con);
    case TypeTag::App: return mk<TApp>(Type{TypeTag::App, n}, cast<TApp>(t).fn, cast<TApp>(t).arg);
    case TypeTag::Fun: return mk<TFun>(Type{TypeTag::Fun, n}, cast<TFun>(t).arg, cast<TFun>(t).res);
    default: return t;
  }
}

const Type *spelling(uint32_t n) {
  if (!g_spellings[n].written) {
    const Spelling s = g_spellings[n];
    const Type *t = subst_type(spelling(s.from), *s.vars, *s.types);
    g_spellings[n].written = t;
  }
  return g_spellings[n].written;
}
}  // namespace

const Type *mk_spelled(const Type *t, const Type *written) {
  g_spellings.push_back({written});
  return with_spelling(repr(t), uint32_t(g_spellings.size() - 1));
}

const Type *spelling(const Type *t) {
  t = repr(t);
  return t->spelled ? spelling(t->spelled) : nullptr;
}

const Type *respelled(const Type *from, const Type *made) {
  return from->spelled ? with_spelling(made, from->spelled) : made;
}

// ---- Substitution --------------------------------------------------------------------------------------------------
namespace {

void collect_tyvars(const Type *t, std::unordered_set<const TyVar *> *out) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: out->insert(cast<TVar>(t).var); break;
    case TypeTag::Con:
    case TypeTag::Meta: break;
    case TypeTag::App:
      collect_tyvars(cast<TApp>(t).fn, out);
      collect_tyvars(cast<TApp>(t).arg, out);
      break;
    case TypeTag::Fun:
      collect_tyvars(cast<TFun>(t).arg, out);
      collect_tyvars(cast<TFun>(t).res, out);
      break;
    case TypeTag::Forall: collect_tyvars(cast<TForall>(t).body, out); break;
    case TypeTag::Qual:
      for (const Pred &p : cast<TQual>(t).preds)
        for (const Type *a : p.args) collect_tyvars(a, out);
      collect_tyvars(cast<TQual>(t).body, out);
      break;
  }
}

// Note [Capture]
// ~~~~~~~~~~~~~~
// Entities are compared by address, so a bound variable captures only if that very TyVar occurs in a type being put
// below its binder, as when a polymorphic type is put inside a copy of itself. The free variables of the range are
// collected only when the first Forall is met; a binder found among them is replaced by a fresh one.
struct Subst {
  std::span<TyVar *const> vars;
  std::span<const Type *const> types;
  bool have_range = false;
  std::unordered_set<const TyVar *> range{};
  const Vec<TyVar *> *kept_vars = nullptr;  // copies, for spellings
  const Vec<const Type *> *kept_types = nullptr;

  const Type *respell(const Type *from, const Type *made) {
    if (!from->spelled) return made;
    if (!kept_vars) {
      kept_vars = mk<Vec<TyVar *>>(vars);
      kept_types = mk<Vec<const Type *>>(types);
    }
    g_spellings.push_back({nullptr, from->spelled, kept_vars, kept_types});
    return with_spelling(made, uint32_t(g_spellings.size() - 1));
  }

  bool may_capture(TyVar *v) {
    if (!have_range) {
      for (const Type *t : types) collect_tyvars(t, &range);
      have_range = true;
    }
    return range.count(v) != 0;
  }

  const Type *apply(const Type *t) {
    t = repr(t);
    switch (t->tag) {
      case TypeTag::Var: {
        TyVar *v = cast<TVar>(t).var;
        for (size_t i = vars.size(); i-- > 0;)
          if (vars[i] == v) return types[i];
        return t;
      }
      case TypeTag::Con:
      case TypeTag::Meta: return t;
      case TypeTag::App: {
        const TApp &app = cast<TApp>(t);
        const Type *f = apply(app.fn), *a = apply(app.arg);
        return f == app.fn && a == app.arg ? t : respell(t, mk_tapp(f, a));
      }
      case TypeTag::Fun: {
        const TFun &fun = cast<TFun>(t);
        const Type *a = apply(fun.arg), *r = apply(fun.res);
        return a == fun.arg && r == fun.res ? t : respell(t, mk_tfun(a, r));
      }
      case TypeTag::Qual: {
        const TQual &q = cast<TQual>(t);
        Vec<Pred> preds;
        for (const Pred &p : q.preds) preds.push_back(apply_pred(p));
        return mk_qual(preds, apply(q.body));
      }
      case TypeTag::Forall: return apply_forall(cast<TForall>(t));
    }
    GPHC_BUG("subst_type: unknown type");
  }

  Pred apply_pred(const Pred &p) {
    Pred out{p.cls, {}};
    for (const Type *a : p.args) out.args.push_back(apply(a));
    return out;
  }

  // See Note [Capture]
  const Type *apply_forall(const TForall &fa) {
    bool shadows = false, captures = false;
    for (TyVar *b : fa.vars) {
      for (TyVar *v : vars) shadows |= v == b;
      captures |= may_capture(b);
    }
    if (!shadows && !captures) {
      const Type *body = apply(fa.body);
      return body == fa.body ? &fa : mk_forall(fa.vars, body);
    }
    Vec<TyVar *> bound, inner_vars;
    Vec<const Type *> inner_types;
    for (size_t i = 0; i < vars.size(); i++) {
      bool shadowed = false;
      for (TyVar *b : fa.vars) shadowed |= vars[i] == b;
      if (!shadowed) {
        inner_vars.push_back(vars[i]);
        inner_types.push_back(types[i]);
      }
    }
    for (TyVar *b : fa.vars) {
      if (!may_capture(b)) {
        bound.push_back(b);
        continue;
      }
      TyVar *fresh = mk_tyvar(b->occ, b->kind);
      bound.push_back(fresh);
      inner_vars.push_back(b);
      inner_types.push_back(mk_tvar(fresh));
    }
    const Type *body = subst_type(fa.body, inner_vars, inner_types);
    return !captures && body == fa.body ? &fa : mk_forall(bound, body);
  }
};

}  // namespace

const Type *subst_type(const Type *t, std::span<TyVar *const> vars, std::span<const Type *const> types) {
  GPHC_CHECK(vars.size() == types.size(),
             "subst_type: " + std::to_string(vars.size()) + " variables, " + std::to_string(types.size()) + " types");
  if (vars.empty()) return t;
  Subst s{vars, types};
  return s.apply(t);
}

// ---- Comparison ----------------------------------------------------------------------------------------------------
namespace {

struct Same {
  std::vector<std::pair<const TyVar *, const TyVar *>> bound;

  bool vars(const TyVar *a, const TyVar *b) const {
    for (size_t i = bound.size(); i-- > 0;)
      if (bound[i].first == a || bound[i].second == b) return bound[i].first == a && bound[i].second == b;
    return a == b;
  }

  bool preds(const Vec<Pred> &a, const Vec<Pred> &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) {
      if (a[i].cls != b[i].cls || a[i].args.size() != b[i].args.size()) return false;
      for (size_t j = 0; j < a[i].args.size(); j++)
        if (!same(a[i].args[j], b[i].args[j])) return false;
    }
    return true;
  }

  bool same(const Type *a, const Type *b) {
    a = repr(a);
    b = repr(b);
    if (a == b && bound.empty()) return true;
    if (a->tag == TypeTag::Forall && b->tag == TypeTag::Forall) {
      // forall a. forall b. t is the same as forall a b. t
      Vec<TyVar *> va, vb;
      while (const TForall *f = dyn_cast<TForall>(a)) {
        va.append(f->vars);
        a = repr(f->body);
      }
      while (const TForall *f = dyn_cast<TForall>(b)) {
        vb.append(f->vars);
        b = repr(f->body);
      }
      if (va.size() != vb.size()) return false;
      size_t depth = bound.size();
      for (size_t i = 0; i < va.size(); i++) bound.push_back({va[i], vb[i]});
      bool ok = same(a, b);
      bound.resize(depth);
      return ok;
    }
    if (a->tag == b->tag) {
      switch (a->tag) {
        case TypeTag::Var: return vars(cast<TVar>(a).var, cast<TVar>(b).var);
        case TypeTag::Con: return cast<TCon>(a).con == cast<TCon>(b).con;
        case TypeTag::Meta: return cast<TMeta>(a).meta == cast<TMeta>(b).meta;
        case TypeTag::App:
          return same(cast<TApp>(a).fn, cast<TApp>(b).fn) && same(cast<TApp>(a).arg, cast<TApp>(b).arg);
        case TypeTag::Fun:
          return same(cast<TFun>(a).arg, cast<TFun>(b).arg) && same(cast<TFun>(a).res, cast<TFun>(b).res);
        case TypeTag::Qual:
          return preds(cast<TQual>(a).preds, cast<TQual>(b).preds) && same(cast<TQual>(a).body, cast<TQual>(b).body);
        case TypeTag::Forall: break;
      }
      return false;
    }
    const Type *fa, *xa, *fb, *xb;
    return as_type_app(a, &fa, &xa) && as_type_app(b, &fb, &xb) && same(fa, fb) && same(xa, xb);
  }
};

}  // namespace

bool same_type(const Type *a, const Type *b) { return Same{}.same(a, b); }

// ---- Core types ----------------------------------------------------------------------------------------------------
const Type *dict_type(const Pred &p) {
  GPHC_CHECK(p.cls && p.cls->dict,
             "dict_type: no dictionary type" + (p.cls ? " for " + p.cls->occ.string() : std::string()));
  return mk_tcon_app(p.cls->dict, p.args);
}

// A type variable that inference left free matters to nobody: it becomes ().
const Type *core_type(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var:
    case TypeTag::Con: return t;
    case TypeTag::Meta: return mk_tcon(g_builtin.unit);
    case TypeTag::App: {
      const TApp &app = cast<TApp>(t);
      count_type_node();
      const Type *f = core_type(app.fn), *a = core_type(app.arg);
      return f == app.fn && a == app.arg ? t : mk_tapp(f, a);
    }
    case TypeTag::Fun: {
      const TFun &fun = cast<TFun>(t);
      count_type_node();
      const Type *a = core_type(fun.arg), *r = core_type(fun.res);
      return a == fun.arg && r == fun.res ? t : mk_tfun(a, r);
    }
    case TypeTag::Forall: {
      const TForall &fa = cast<TForall>(t);
      const Type *body = core_type(fa.body);
      return body == fa.body ? t : mk_forall(fa.vars, body);
    }
    case TypeTag::Qual: {
      const TQual &q = cast<TQual>(t);
      const Type *r = core_type(q.body);
      for (size_t i = q.preds.size(); i-- > 0;) r = mk_tfun(core_type(dict_type(q.preds[i])), r);
      return r;
    }
  }
  GPHC_BUG("core_type: unknown type");
}

// ---- Entities ------------------------------------------------------------------------------------------------------
TyVar *mk_tyvar(Symbol name, Kind *kind) {
  TyVar *v = mk<TyVar>();
  v->tag = EntTag::TyVar;
  v->occ = name;
  v->uniq = fresh_uniq();
  v->kind = kind;
  return v;
}

Var *mk_local_var(Symbol occ, const Type *type, Span def) {
  Var *v = mk<Var>();
  v->tag = EntTag::Var;
  v->occ = occ;
  v->uniq = fresh_uniq();
  v->def = def;
  v->type = type;
  return v;
}

}  // namespace gphc
