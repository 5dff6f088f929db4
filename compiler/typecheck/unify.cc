// unify.cc: making kinds and types equal.
//
// A unification variable's solution is stored in it (MetaVar::ref) and looked through by repr. Solving one walks the
// solution once: it finds the variable itself (an infinite type), rigid variables of deeper scopes (an escape), and
// lowers the levels of the variables in it.
//
// Note [Impredicativity]
// ~~~~~~~~~~~~~~~~~~~~~~
// What a type variable of a polymorphic function stands for has no forall and no context, as in GHC without
// ImpredicativeTypes: neither has what is the element of a list or tuple, or the type of a variable that a lambda or an
// equation binds without a signature. Those unification variables are `mono`, and with them all that their solutions
// mention. The others hold the place of the type of an expression, which may be a function of a polymorphic argument:
// `let g = f in ..', `if b then f else g'. None is mono in the stdlib, as the elaboration is explicit, nor in a pattern
// binding of a variable with a polymorphic signature, `f :: a -> a; (f, x) = (id, 1)', whose types GHC instantiates.
//
// Kinds: * and # are different, and ordinary type variables have kind *, so a type variable never stands for an
// unlifted type. Variables that inference makes for binders and results have an "open" kind, which becomes * or #.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc {

// ---- What nothing determines ---------------------------------------------------------------------------------------
const Type *undetermined_type(Kind *kind) {
  kind = check::zonk_kind(kind);
  if (kind->tag == KindTag::Star || kind->tag == KindTag::Constraint) return mk_tcon(g_builtin.unit);
  if (kind->tag == KindTag::Hash) return mk_tcon(g_builtin.int_prim);
  if (kind->arg->tag == KindTag::Star && kind->res->tag == KindTag::Star) return mk_tcon(g_builtin.list);
  // Some type constructor of the kind: one for each.
  static std::unordered_map<std::string, TyCon *> made;
  TyCon *&tc = made[show_kind(kind)];
  if (!tc) {
    tc = mk<TyCon>();
    tc->tag = EntTag::TyCon;
    tc->occ = sym("Any");
    tc->module = prim_module_name();
    tc->uniq = fresh_uniq();
    tc->sort = TyConSort::Prim;
    tc->kind = kind;
    tc->is_abstract = true;
    for (Kind *k = kind; k->tag == KindTag::Arrow; k = repr_kind(k->res))
      tc->params.push_back(mk_tyvar(sym("a"), k->arg));
  }
  return mk_tcon(tc);
}

namespace check {

// ---- Kinds ---------------------------------------------------------------------------------------------------------
Kind *kind_any() {
  static Kind *k = mk<Kind>(KindTag::Star);
  return k;
}

// An open kind variable is marked by itself as its `arg`.
Kind *mk_open_kind() {
  Kind *k = mk_kind_meta();
  k->arg = k;
  return k;
}
static bool is_open(const Kind *k) { return k->arg == k; }

static bool kind_occurs(const Kind *meta, Kind *k) {
  k = repr_kind(k);
  if (k == meta) return true;
  return k->tag == KindTag::Arrow && (kind_occurs(meta, k->arg) || kind_occurs(meta, k->res));
}

bool unify_kind(Kind *a, Kind *b) {
  a = repr_kind(a);
  b = repr_kind(b);
  if (a == b || a == kind_any() || b == kind_any()) return true;
  if (a->tag != KindTag::Meta && b->tag != KindTag::Meta) {
    if (a->tag != b->tag) return false;
    return a->tag != KindTag::Arrow || (unify_kind(a->arg, b->arg) && unify_kind(a->res, b->res));
  }
  if (a->tag != KindTag::Meta || (b->tag == KindTag::Meta && is_open(a))) std::swap(a, b);
  // a is a variable; not the open one of two, so that the result stays open.
  if (b->tag != KindTag::Meta && is_open(a) && b->tag != KindTag::Star && b->tag != KindTag::Hash) return false;
  if (kind_occurs(a, b)) return false;
  a->res = b;
  return true;
}

Kind *zonk_kind(Kind *k) {
  if (!k) return kind_star();
  k = repr_kind(k);
  switch (k->tag) {
    case KindTag::Meta: k->res = kind_star(); return kind_star();
    case KindTag::Arrow: {
      Kind *a = zonk_kind(k->arg), *r = zonk_kind(k->res);
      return a == k->arg && r == k->res ? k : mk_kind_arrow(a, r);
    }
    default: return k;
  }
}

Kind *kind_of(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: return cast<TVar>(t).var->kind ? cast<TVar>(t).var->kind : kind_star();
    case TypeTag::Con: return cast<TCon>(t).con->kind ? cast<TCon>(t).con->kind : kind_star();
    case TypeTag::Fun: return kind_star();
    case TypeTag::Forall: return kind_of(cast<TForall>(t).body);
    case TypeTag::Qual: return kind_of(cast<TQual>(t).body);
    case TypeTag::Meta: return cast<TMeta>(t).meta->kind;
    case TypeTag::App: {
      Kind *k = repr_kind(kind_of(cast<TApp>(t).fn));
      if (k->tag == KindTag::Arrow) return k->res;
      if (k->tag == KindTag::Meta && !is_open(k)) {
        k->res = mk_kind_arrow(mk_kind_meta(), mk_kind_meta());
        return k->res->res;
      }
      return kind_star();
    }
  }
  return kind_star();
}

// ---- Unification variables -----------------------------------------------------------------------------------------
const Type *mk_meta(uint32_t level, Kind *kind, Span origin) {
  MetaVar *m = mk<MetaVar>();
  m->uniq = fresh_uniq();
  m->level = level;
  m->kind = kind;
  m->origin = origin;
  return mk<TMeta>(Type{TypeTag::Meta}, m);
}

template <class F>
static void each_part(const Type *t, F f) {
  switch (t->tag) {
    case TypeTag::App:
      f(cast<TApp>(t).fn);
      f(cast<TApp>(t).arg);
      break;
    case TypeTag::Fun:
      f(cast<TFun>(t).arg);
      f(cast<TFun>(t).res);
      break;
    case TypeTag::Forall: f(cast<TForall>(t).body); break;
    case TypeTag::Qual:
      for (const Pred &p : cast<TQual>(t).preds)
        for (const Type *a : p.args) f(a);
      f(cast<TQual>(t).body);
      break;
    default: break;
  }
}

void lower_levels(const Type *t, uint32_t level) {
  t = repr(t);
  if (const TMeta *m = dyn_cast<TMeta>(t)) {
    m->meta->level = std::min(m->meta->level, level);
    return;
  }
  each_part(t, [&](const Type *p) { lower_levels(p, level); });
}

// Counts what one walk over a type visits (its recursion included): shared parts are visited each time.
class TypeWalk {
 public:
  TypeWalk() {
    if (depth_++ == 0) nodes_ = 0;
    check_type_nodes(++nodes_);
  }
  ~TypeWalk() { depth_--; }

 private:
  static inline size_t depth_ = 0, nodes_ = 0;
};

void collect_metas(const Type *t, uint32_t above, std::vector<MetaVar *> &out) {
  TypeWalk walk;
  t = repr(t);
  if (const TMeta *m = dyn_cast<TMeta>(t)) {
    if (m->meta->level > above && std::find(out.begin(), out.end(), m->meta) == out.end()) out.push_back(m->meta);
    return;
  }
  each_part(t, [&](const Type *p) { collect_metas(p, above, out); });
}

static bool mentions_skolem(const Type *t, uint32_t level, std::vector<const TyVar *> &bound) {
  t = repr(t);
  if (const TVar *v = dyn_cast<TVar>(t))
    return v->var->level > level && std::find(bound.begin(), bound.end(), v->var) == bound.end();
  size_t mark = bound.size();
  if (const TForall *f = dyn_cast<TForall>(t))
    for (TyVar *v : f->vars) bound.push_back(v);
  bool found = false;
  each_part(t, [&](const Type *p) { found = found || mentions_skolem(p, level, bound); });
  bound.resize(mark);
  return found;
}

bool mentions_skolem_above(const Type *t, uint32_t level) {
  std::vector<const TyVar *> bound;
  return mentions_skolem(t, level, bound);
}

// ---- Types ---------------------------------------------------------------------------------------------------------
namespace {

struct Unifier {
  uint32_t level;
  UnifyFailure *failure;
  std::vector<const TyVar *> bound{};  // by foralls around the type being walked

  bool fail(Clash c, const Type *a, const Type *b) {
    if (failure && failure->clash == Clash::None) *failure = {c, a, b};
    return false;
  }

  Clash may_solve(MetaVar *m, const Type *t) {
    TypeWalk walk;
    t = repr(t);
    switch (t->tag) {
      case TypeTag::Forall:
      case TypeTag::Qual:
        if (m->mono) return Clash::Poly;
        break;
      case TypeTag::Con: return Clash::None;
      case TypeTag::Var: {
        const TyVar *v = cast<TVar>(t).var;
        return v->level > m->level && std::find(bound.begin(), bound.end(), v) == bound.end() ? Clash::Escape
                                                                                              : Clash::None;
      }
      case TypeTag::Meta: {
        MetaVar *n = cast<TMeta>(t).meta;
        if (n == m) return Clash::Occurs;
        n->level = std::min(n->level, m->level);
        n->mono = n->mono || m->mono;
        return Clash::None;
      }
      default: break;
    }
    size_t mark = bound.size();
    if (const TForall *f = dyn_cast<TForall>(t))
      for (TyVar *v : f->vars) bound.push_back(v);
    Clash c = Clash::None;
    each_part(t, [&](const Type *p) {
      if (c == Clash::None) c = may_solve(m, p);
    });
    bound.resize(mark);
    return c;
  }

  bool solve_meta(const Type *mt, const Type *t, bool swapped) {
    MetaVar *m = cast<TMeta>(mt).meta;
    if (const TMeta *o = dyn_cast<TMeta>(t)) {
      // The variable of the outer scope stays.
      if (o->meta->level > m->level) {
        std::swap(mt, t);
        m = o->meta;
      }
    }
    Kind *k = kind_of(t);
    if (k != m->kind && !unify_kind(m->kind, k)) return swapped ? fail(Clash::Kind, t, mt) : fail(Clash::Kind, mt, t);
    if (Clash c = may_solve(m, t); c != Clash::None) return swapped ? fail(c, t, mt) : fail(c, mt, t);
    m->ref = t;
    return true;
  }

  bool forall(const Type *a, const Type *b) {
    Vec<TyVar *> va, vb;
    const Type *a0 = a, *b0 = b;
    while (const TForall *f = dyn_cast<TForall>(a)) {
      va.append(f->vars);
      a = repr(f->body);
    }
    while (const TForall *f = dyn_cast<TForall>(b)) {
      vb.append(f->vars);
      b = repr(f->body);
    }
    if (va.size() != vb.size()) return fail(Clash::Mismatch, a0, b0);
    Vec<const Type *> fresh;
    for (TyVar *v : va) {
      TyVar *s = mk_tyvar(v->occ, v->kind);
      s->skolem = true;
      s->level = level + 1;
      fresh.push_back(mk_tvar(s));
    }
    level++;
    bool ok = unify(subst_type(a, va, fresh), subst_type(b, vb, fresh));
    level--;
    return ok;
  }

  bool unify(const Type *a, const Type *b) {
    a = repr(a);
    b = repr(b);
    if (a == b) return true;
    if (a->tag == TypeTag::Meta) {
      if (b->tag == TypeTag::Meta && cast<TMeta>(a).meta == cast<TMeta>(b).meta) return true;
      return solve_meta(a, b, false);
    }
    if (b->tag == TypeTag::Meta) return solve_meta(b, a, true);
    if (a->tag == b->tag) {
      switch (a->tag) {
        case TypeTag::Var: return cast<TVar>(a).var == cast<TVar>(b).var || fail(Clash::Mismatch, a, b);
        case TypeTag::Con: return cast<TCon>(a).con == cast<TCon>(b).con || fail(Clash::Mismatch, a, b);
        case TypeTag::Fun:
          return unify(cast<TFun>(a).arg, cast<TFun>(b).arg) && unify(cast<TFun>(a).res, cast<TFun>(b).res);
        case TypeTag::App: {
          // Two types with different constructors at the head are told apart as wholes.
          TyCon *ca = head_tycon(a), *cb = head_tycon(b);
          if (ca && cb && ca != cb) return fail(Clash::Mismatch, a, b);
          return unify(cast<TApp>(a).fn, cast<TApp>(b).fn) && unify(cast<TApp>(a).arg, cast<TApp>(b).arg);
        }
        case TypeTag::Forall: return forall(a, b);
        case TypeTag::Qual: {
          const TQual &qa = cast<TQual>(a), &qb = cast<TQual>(b);
          if (qa.preds.size() != qb.preds.size()) return fail(Clash::Mismatch, a, b);
          for (size_t i = 0; i < qa.preds.size(); i++) {
            if (qa.preds[i].cls != qb.preds[i].cls || qa.preds[i].args.size() != qb.preds[i].args.size())
              return fail(Clash::Mismatch, a, b);
            for (size_t j = 0; j < qa.preds[i].args.size(); j++)
              if (!unify(qa.preds[i].args[j], qb.preds[i].args[j])) return false;
          }
          return unify(qa.body, qb.body);
        }
        case TypeTag::Meta: break;
      }
    }
    const Type *fa, *xa, *fb, *xb;
    if (as_type_app(a, &fa, &xa) && as_type_app(b, &fb, &xb)) {
      TyCon *ca = head_tycon(a), *cb = head_tycon(b);
      if (ca && cb && ca != cb) return fail(Clash::Mismatch, a, b);
      return unify(fa, fb) && unify(xa, xb);
    }
    return fail(Clash::Mismatch, a, b);
  }
};

}  // namespace

bool unify_types(const Type *a, const Type *b, uint32_t level, UnifyFailure *failure) {
  return Unifier{level, failure}.unify(a, b);
}

TyCon *head_tycon(const Type *t) {
  for (t = repr(t); t->tag == TypeTag::App; t = repr(cast<TApp>(t).fn)) {}
  if (t->tag == TypeTag::Con) return cast<TCon>(t).con;
  return t->tag == TypeTag::Fun ? g_builtin.fun : nullptr;
}

// ---- Zonking -------------------------------------------------------------------------------------------------------
const Type *zonk(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var:
    case TypeTag::Con: return t;
    case TypeTag::Meta: {
      MetaVar *m = cast<TMeta>(t).meta;
      m->ref = undetermined_type(m->kind);
      return m->ref;
    }
    case TypeTag::App: {
      const TApp &app = cast<TApp>(t);
      count_type_node();
      const Type *f = zonk(app.fn), *a = zonk(app.arg);
      return f == app.fn && a == app.arg ? t : respelled(t, mk_tapp(f, a));
    }
    case TypeTag::Fun: {
      const TFun &fun = cast<TFun>(t);
      count_type_node();
      const Type *a = zonk(fun.arg), *r = zonk(fun.res);
      return a == fun.arg && r == fun.res ? t : respelled(t, mk_tfun(a, r));
    }
    case TypeTag::Forall: {
      const TForall &fa = cast<TForall>(t);
      for (TyVar *v : fa.vars) v->kind = zonk_kind(v->kind);
      const Type *body = zonk(fa.body);
      return body == fa.body ? t : mk_forall(fa.vars, body);
    }
    case TypeTag::Qual: {
      const TQual &q = cast<TQual>(t);
      bool same = true;
      Vec<Pred> preds;
      for (const Pred &p : q.preds) {
        Pred r{p.cls, {}};
        for (const Type *a : p.args) {
          r.args.push_back(zonk(a));
          same = same && r.args.back() == a;
        }
        preds.push_back(r);
      }
      const Type *body = zonk(q.body);
      return same && body == q.body ? t : mk_qual(preds, body);
    }
  }
  return t;
}

// ---- Using a polymorphic type --------------------------------------------------------------------------------------
const Type *Tc::fresh_for(TyVar *v, Span s, bool open) {
  Kind *k = v->kind ? v->kind : kind_star();
  if (k == kind_any()) k = mk_kind_meta();
  else if (open && repr_kind(k)->tag == KindTag::Star) k = mk_open_kind();
  return mono(mk_meta(level, k, s));
}

const Type *Tc::instantiate(const Type *t, Wrapper &w, Span s, Origin o, bool open, TypeArgs *given) {
  for (;;) {
    t = repr(t);
    if (const TForall *f = dyn_cast<TForall>(t)) {
      Vec<const Type *> types;
      for (TyVar *v : f->vars) {
        types.push_back(given ? type_for(v, *given, s, open) : fresh_for(v, s, open));
        WrapStep step{WrapTag::TyApp};
        step.type = types.back();
        w.push_back(step);
      }
      t = subst_type(f->body, f->vars, types);
    } else if (const TQual *q = dyn_cast<TQual>(t)) {
      for (const Pred &p : q->preds) {
        WrapStep step{WrapTag::EvApp};
        step.ev = emit(p, s, o);
        w.push_back(step);
      }
      t = q->body;
    } else {
      return t;
    }
  }
}

const Type *Tc::skolemise(const Type *t, bool reuse, bool all, Wrapper &steps, Vec<TyVar *> *tvs, Vec<Var *> *evs) {
  Vec<WrapStep> outer;  // outermost first
  bool had_forall = false, had_qual = false;
  for (;;) {
    t = repr(t);
    if (const TForall *f = dyn_cast<TForall>(t)) {
      if (!all && (had_forall || had_qual)) break;
      had_forall = true;
      Vec<TyVar *> vars = f->vars;
      const Type *body = f->body;
      if (!reuse) {
        vars = {};
        Vec<const Type *> types;
        for (TyVar *v : f->vars) {
          vars.push_back(mk_tyvar(v->occ, v->kind == kind_any() ? mk_kind_meta() : v->kind));
          vars.back()->def = v->def;
          types.push_back(mk_tvar(vars.back()));
        }
        body = subst_type(body, f->vars, types);
      }
      for (TyVar *v : vars) {
        v->skolem = true;
        v->level = level;
        if (tvs) tvs->push_back(v);
        WrapStep step{WrapTag::TyLam};
        step.tv = v;
        outer.push_back(step);
      }
      t = body;
    } else if (const TQual *q = dyn_cast<TQual>(t)) {
      if (!all && had_qual) break;
      had_qual = true;
      for (const Pred &p : q->preds) {
        Var *ev = mk_ev(p);
        add_given(cur, p, ev);
        if (evs) evs->push_back(ev);
        WrapStep step{WrapTag::EvLam};
        step.ev = ev;
        outer.push_back(step);
      }
      t = q->body;
    } else {
      break;
    }
  }
  WrapStep let{WrapTag::EvLet};
  let.binds = cur->binds;
  steps.push_back(let);
  for (size_t i = outer.size(); i-- > 0;) steps.push_back(outer[i]);
  return t;
}

// ---- Shapes --------------------------------------------------------------------------------------------------------
bool Tc::unify(Span s, const Type *actual, const Type *expected) {
  UnifyFailure f;
  if (actual == expected || unify_types(actual, expected, level, &f)) return true;
  report_clash(s, actual, expected, f);
  return false;
}

bool Tc::match_fun(const Type *t, const Type **arg, const Type **res) {
  t = repr(t);
  if (const TApp *a = dyn_cast<TApp>(t)) {  // ((->) a) b, with (->) found by unification
    const Type *n = mk_tapp(a->fn, a->arg);
    t = n->tag == TypeTag::Fun ? n : t;
  }
  const TFun *f = dyn_cast<TFun>(t);
  if (!f) return false;
  *arg = f->arg;
  *res = f->res;
  return true;
}

// The caller reports when it is no function.
bool Tc::split_fun(Span s, const Type *t, const Type **arg, const Type **res) {
  if (match_fun(t, arg, res)) return true;
  t = repr(t);
  if (t->tag == TypeTag::Forall || t->tag == TypeTag::Qual || t->tag == TypeTag::Con || t->tag == TypeTag::Var)
    return false;
  *arg = fresh_open(s);
  *res = fresh_open(s);
  return unify_types(t, mk_tfun(*arg, *res), level, nullptr);
}

bool Tc::match_con_app(const Type *t, TyCon *con, Vec<const Type *> &args) {
  t = repr(t);
  if (t->tag != TypeTag::App && t->tag != TypeTag::Con) return false;
  return head_tycon(t) == con && split_tcon_app(t, &args) == con && args.size() == con->params.size();
}

void Tc::expect_con_app(Span s, const Type *t, TyCon *con, Vec<const Type *> &args, bool open) {
  if (match_con_app(t, con, args)) return;
  args = {};
  for (TyVar *v : con->params) args.push_back(fresh_for(v, s, open));
  unify(s, mk_tcon_app(con, args), t);
}

bool Tc::split_app(Span s, const Type *t, const Type **fn, const Type **arg) {
  t = repr(t);
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
  *fn = fresh_of(mk_kind_arrow(kind_star(), kind_star()), s);
  *arg = fresh(s);
  return unify(s, mk_tapp(*fn, *arg), t);
}

}  // namespace check
}  // namespace gphc
