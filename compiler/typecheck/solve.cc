// solve.cc: class constraints to evidence.
//
// A wanted constraint is solved, in this order, by: the evidence of an equal constraint solved before in this scope or
// an enclosing one; a given (with its superclasses) of this scope or an enclosing one; the built-in rules of Typeable;
// an instance. An instance is used only when no other could match after more is known about the type (unless it is less
// specific), and no given could. The evidence of what an instance solves is entered before its context is solved, so
// that recursive dictionaries tie their knot.
//
// Functional dependencies unify: a wanted with givens, with instances and with other wanteds that agree on the
// determining arguments.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

// Note [Superclasses of instances]
// In `instance Ring a => Semigroup (Additive a)`, where Ring a has the superclass Semigroup (Additive a) and Semigroup
// the superclass B, the B (Additive a) of the instance could be selected from the given Ring a: from this very
// instance's dictionary, which would be its own superclass. So a superclass is solved by a superclass of a given only
// if all that it is selected from is smaller than the instance's head, as in GHC: then a dictionary holds nothing that
// is selected from itself. What an instance needs that a superclass is solved by, and methods, select what they like:
// the dictionary is there when they are.

constexpr uint32_t kMaxDepth = 200;  // of instance resolution

// ---- Matching instance heads ---------------------------------------------------------------------------------------
namespace {

enum class M : uint8_t { No, Maybe, Yes };

bool has_metas(const Type *t) {
  std::vector<MetaVar *> ms;
  collect_metas(t, 0, ms);
  return !ms.empty();
}

struct Matcher {
  const Vec<TyVar *> &vars;
  Vec<const Type *> bound{};

  explicit Matcher(const Vec<TyVar *> &vs) : vars(vs) { bound.resize(vs.size(), nullptr); }

  M match(const Type *pat, const Type *t) {
    t = repr(t);
    if (const TVar *v = dyn_cast<TVar>(pat)) {
      for (size_t i = 0; i < vars.size(); i++) {
        if (vars[i] != v->var) continue;
        if (!bound[i]) {
          bound[i] = t;
          return M::Yes;
        }
        if (same_type(bound[i], t)) return M::Yes;
        return has_metas(bound[i]) || has_metas(t) ? M::Maybe : M::No;
      }
      const TVar *w = dyn_cast<TVar>(t);
      return t->tag == TypeTag::Meta ? M::Maybe : w && w->var == v->var ? M::Yes : M::No;
    }
    if (t->tag == TypeTag::Meta) return M::Maybe;
    if (const TCon *c = dyn_cast<TCon>(pat)) {
      const TCon *d = dyn_cast<TCon>(t);
      return d && d->con == c->con ? M::Yes : M::No;
    }
    if (const TFun *f = dyn_cast<TFun>(pat)) {
      if (const TFun *g = dyn_cast<TFun>(t)) return both(f->arg, g->arg, f->res, g->res);
      if (const TApp *a = dyn_cast<TApp>(t)) {
        const TApp *b = dyn_cast<TApp>(repr(a->fn));
        if (b) return std::min(match_meta_head(b->fn), both(f->arg, b->arg, f->res, a->arg));
        return repr(a->fn)->tag == TypeTag::Meta ? std::min(M::Maybe, match(f->res, a->arg)) : M::No;
      }
      return M::No;
    }
    if (const TApp *a = dyn_cast<TApp>(pat)) {
      if (const TApp *b = dyn_cast<TApp>(t)) return both(a->fn, b->fn, a->arg, b->arg);
      if (const TFun *f = dyn_cast<TFun>(t))
        return both(a->fn, mk<TApp>(Type{TypeTag::App}, mk_tcon(g_builtin.fun), f->arg), a->arg, f->res);
      return M::No;
    }
    return same_type(pat, t) ? M::Yes : M::No;
  }
  M both(const Type *p1, const Type *t1, const Type *p2, const Type *t2) {
    M a = match(p1, t1);
    return a == M::No ? M::No : std::min(a, match(p2, t2));
  }
  static M match_meta_head(const Type *fn) {
    fn = repr(fn);
    if (fn->tag == TypeTag::Meta) return M::Maybe;
    return fn->tag == TypeTag::Con && cast<TCon>(fn).con == g_builtin.fun ? M::Yes : M::No;
  }
  M match_all(const Vec<const Type *> &pats, const Vec<const Type *> &ts) {
    M m = M::Yes;
    for (size_t i = 0; i < pats.size() && m != M::No; i++) m = std::min(m, match(pats[i], ts[i]));
    return m;
  }
};

// Could a and b become equal by solving unification variables?
bool may_equal(const Type *a, const Type *b) {
  a = repr(a);
  b = repr(b);
  // An outer scope's variable never stands for an inner scope's type variable.
  if (a->tag == TypeTag::Meta) return !mentions_skolem_above(b, cast<TMeta>(a).meta->level);
  if (b->tag == TypeTag::Meta) return !mentions_skolem_above(a, cast<TMeta>(b).meta->level);
  if (a->tag != b->tag) {
    // A function type may equal an application.
    return (a->tag == TypeTag::Fun && b->tag == TypeTag::App) || (a->tag == TypeTag::App && b->tag == TypeTag::Fun);
  }
  switch (a->tag) {
    case TypeTag::Var: return cast<TVar>(a).var == cast<TVar>(b).var;
    case TypeTag::Con: return cast<TCon>(a).con == cast<TCon>(b).con;
    case TypeTag::App:
      return may_equal(cast<TApp>(a).fn, cast<TApp>(b).fn) && may_equal(cast<TApp>(a).arg, cast<TApp>(b).arg);
    case TypeTag::Fun:
      return may_equal(cast<TFun>(a).arg, cast<TFun>(b).arg) && may_equal(cast<TFun>(a).res, cast<TFun>(b).res);
    default: return same_type(a, b);
  }
}

bool same_args(const Vec<const Type *> &a, const Vec<const Type *> &b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); i++)
    if (!same_type(a[i], b[i])) return false;
  return true;
}

bool may_equal_args(const Vec<const Type *> &a, const Vec<const Type *> &b) {
  for (size_t i = 0; i < a.size(); i++)
    if (!may_equal(a[i], b[i])) return false;
  return true;
}

// Instances of a class by the type constructor at the head of the first argument.
struct ClassIndex {
  size_t seen = 0;
  std::unordered_map<TyCon *, std::vector<Instance *>> by_head;
  std::vector<Instance *> other;  // a variable there
};
std::unordered_map<Class *, ClassIndex> g_index;

ClassIndex &index_of(Class *c) {
  ClassIndex &ix = g_index[c];
  for (; ix.seen < c->instances.size(); ix.seen++) {
    Instance *i = c->instances[ix.seen];
    TyCon *head = i->args.empty() ? nullptr : head_tycon(i->args[0]);
    if (head) ix.by_head[head].push_back(i);
    else ix.other.push_back(i);
  }
  return ix;
}

bool is_meta_headed(const Type *t) {
  for (t = repr(t); t->tag == TypeTag::App; t = repr(cast<TApp>(t).fn)) {}
  return t->tag == TypeTag::Meta;
}

// Is a's head an instance of b's?
bool more_specific(const Instance *a, const Instance *b) {
  Matcher m(b->vars);
  return m.match_all(b->args, a->args) == M::Yes;
}

EvTerm *ev_term(EvTag tag) {
  EvTerm *t = mk<EvTerm>();
  t->tag = tag;
  return t;
}

EvTerm *ev_var(Var *v) {
  EvTerm *t = ev_term(EvTag::Var);
  t->var = v;
  return t;
}

Vec<Pred> subst_preds(const Vec<Pred> &ps, const Vec<TyVar *> &vars, const Vec<const Type *> &types) {
  Vec<Pred> out;
  for (const Pred &p : ps) {
    Pred q{p.cls, {}};
    for (const Type *a : p.args) q.args.push_back(subst_type(a, vars, types));
    out.push_back(q);
  }
  return out;
}

}  // namespace

Tc::Lookup Tc::lookup_instance(const Pred &p, Instance **inst, Vec<const Type *> *types) {
  ClassIndex &ix = index_of(p.cls);
  std::vector<Instance *> yes;
  std::vector<Vec<const Type *>> yes_types;
  bool maybe = false;
  std::vector<Instance *> maybes;
  auto consider = [&](const std::vector<Instance *> &list) {
    for (Instance *i : list) {
      if (i->args.size() != p.args.size()) continue;
      Matcher m(i->vars);
      M r = m.match_all(i->args, p.args);
      if (r == M::Yes) {
        yes.push_back(i);
        yes_types.push_back(m.bound);
      } else if (r == M::Maybe) {
        maybe = true;
        maybes.push_back(i);
        if (yes.empty()) return;
      }
    }
  };
  if (!p.args.empty()) {
    if (TyCon *head = head_tycon(p.args[0])) {
      auto it = ix.by_head.find(head);
      if (it != ix.by_head.end()) consider(it->second);
    } else if (is_meta_headed(p.args[0])) {
      if (!ix.by_head.empty() && ix.other.empty()) return Lookup::Stuck;
      for (auto &entry : ix.by_head) consider(entry.second);
    }
  }
  consider(ix.other);
  if (yes.empty()) return maybe ? Lookup::Stuck : Lookup::None;
  size_t best = 0;
  for (size_t k = 1; k < yes.size(); k++)
    if (more_specific(yes[k], yes[best])) best = k;
  for (size_t k = 0; k < yes.size(); k++)
    if (k != best && !more_specific(yes[best], yes[k])) return Lookup::Stuck;
  for (Instance *m : maybes)
    if (more_specific(m, yes[best])) return Lookup::Stuck;
  *inst = yes[best];
  *types = yes_types[best];
  // A variable of the instance that its head does not mention.
  for (size_t k = 0; k < types->size(); k++)
    if (!(*types)[k]) (*types)[k] = fresh_for(yes[best]->vars[k], {});
  return Lookup::One;
}

bool Tc::entailed(const Pred &p, int depth) {
  if (depth > 50) return false;
  if (p.cls == find_known_class(KnownClass::Typeable) || p.cls == find_known_class(KnownClass::HasCallStack))
    return true;
  Instance *inst;
  Vec<const Type *> types;
  if (lookup_instance(p, &inst, &types) != Lookup::One) return false;
  for (const Pred &q : subst_preds(inst->context, inst->vars, types))
    if (!entailed(q, depth + 1)) return false;
  return true;
}

bool Tc::fits(const Type *sigma, const Type *t, Implic *i) {
  Vec<TyVar *> vars;
  Vec<Pred> preds;
  const Type *body = repr(sigma);
  for (;;) {
    if (const TForall *f = dyn_cast<TForall>(body)) {
      vars.append(f->vars);
      body = repr(f->body);
    } else if (const TQual *q = dyn_cast<TQual>(body)) {
      preds.append(q->preds);
      body = repr(q->body);
    } else break;
  }
  // undefined fits everywhere
  if (const TVar *v = dyn_cast<TVar>(body); v && std::find(vars.begin(), vars.end(), v->var) != vars.end())
    return false;
  Matcher m(vars);
  if (m.match(body, t) != M::Yes) return false;
  if (!preds.empty())
    for (const Type *b : m.bound)
      if (!b) return false;
  for (const Pred &p : subst_preds(preds, vars, m.bound)) {
    bool given = false;
    for (Implic *s = i; s; s = s->parent)
      for (Given *g : s->givens) given = given || (g->pred.cls == p.cls && same_args(g->pred.args, p.args));
    if (!given && !entailed(p, 0)) return false;
  }
  return true;
}

// ---- Scopes --------------------------------------------------------------------------------------------------------
Implic *Tc::push_implic(Span s) {
  Implic *i = mk<Implic>();
  i->parent = cur;
  i->level = cur->level + 1;
  i->binds = mk<EvBinds>();
  i->span = s;
  cur = i;
  level = i->level;
  return i;
}

void Tc::pop_implic() {
  Implic *i = cur;
  solve(i);
  cur = i->parent;
  level = cur->level;
  leave_unsolved(i);
}

Var *Tc::mk_ev(const Pred &p) {
  static std::unordered_map<Class *, Symbol> names;
  Symbol &name = names[p.cls];
  if (!name) name = sym("$d" + p.cls->occ.string());
  Var *v = mk_local_var(name, dict_type(p));
  v->sort = VarSort::Dict;
  return v;
}

Var *Tc::emit(const Pred &p, Span s, Origin o) {
  Wanted *w = mk<Wanted>();
  w->pred = p;
  w->ev = mk_ev(p);
  w->span = s;
  w->origin = o;
  cur->wanteds.push_back(w);
  return w->ev;
}

static size_t type_size(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::App: return type_size(cast<TApp>(t).fn) + type_size(cast<TApp>(t).arg);
    case TypeTag::Fun: return type_size(cast<TFun>(t).arg) + type_size(cast<TFun>(t).res) + 1;
    case TypeTag::Forall: return type_size(cast<TForall>(t).body) + 1;
    case TypeTag::Qual: return type_size(cast<TQual>(t).body);
    default: return 1;
  }
}

size_t args_size(const Vec<const Type *> &args) {
  size_t n = 0;
  for (const Type *t : args) n += type_size(t);
  return n;
}

void Tc::add_given(Implic *i, const Pred &p, Var *ev) {
  Given *g = mk<Given>();
  g->pred = p;
  g->ev = ev;
  // Breadth first, so that a constraint is found by the shortest way.
  for (Given *other : i->givens)
    if (other->pred.cls == p.cls && other->ev && !other->parent && same_args(other->pred.args, p.args)) return;
  size_t next = i->givens.size();
  i->givens.push_back(g);
  for (; next < i->givens.size() && i->givens.size() < 500; next++) {
    Given *from = i->givens[next];
    Class *c = from->pred.cls;
    Vec<Pred> supers = subst_preds(c->supers, c->params, from->pred.args);
    size_t size = i->head_size ? std::max(from->size, args_size(from->pred.args)) : 0;
    for (size_t k = 0; k < supers.size(); k++) {
      bool known = false;
      for (Given *other : i->givens)
        known = known || (other->pred.cls == supers[k].cls && other->size <= size &&
                          same_args(other->pred.args, supers[k].args));
      if (known) continue;
      Given *s = mk<Given>();
      s->pred = supers[k];
      s->parent = from;
      s->size = size;
      s->index = uint32_t(k);
      i->givens.push_back(s);
    }
  }
}

// `super`: a superclass of the instance whose scope i is.
Given *Tc::find_given(const Pred &p, Implic *i, bool *maybe, bool super) {
  size_t limit = super ? i->head_size : 0;
  for (; i; i = i->parent) {
    for (Given *g : i->givens) {
      if (g->pred.cls != p.cls) continue;
      if (same_args(g->pred.args, p.args)) {
        if (limit && g->size >= limit) continue;
        given_ev(g, i);
        return g;
      }
      if (maybe && !*maybe) *maybe = may_equal_args(g->pred.args, p.args);
    }
  }
  return nullptr;
}

Var *Tc::given_ev(Given *g, Implic *home) {
  if (g->ev) return g->ev;
  Var *from = given_ev(g->parent, home);
  g->ev = mk_ev(g->pred);
  EvTerm *t = ev_term(EvTag::Super);
  t->dict = ev_var(from);
  t->cls = g->parent->pred.cls;
  t->index = g->index;
  home->binds->binds.push_back({g->ev, t});
  return g->ev;
}

// Equal constraints that come soon after each other share their evidence; all others are found equal when they are
// solved.
static void keep_stuck(Wanted *w, Implic *i) {
  size_t n = i->wanteds.size();
  for (size_t k = n; k > 0 && n - k < 12; k--) {
    Wanted *o = i->wanteds[k - 1];
    if (o == w) return;
    if (o->pred.cls == w->pred.cls && same_args(o->pred.args, w->pred.args)) {
      i->binds->binds.push_back({w->ev, ev_var(o->ev)});
      return;
    }
  }
  i->wanteds.push_back(w);
}

// Makes equal constraints of a scope one.
void Tc::merge_wanteds(Implic *i) {
  Vec<Wanted *> keep;
  for (Wanted *w : i->wanteds) {
    bool merged = false;
    for (Wanted *o : keep)
      if (o->pred.cls == w->pred.cls && same_args(o->pred.args, w->pred.args)) {
        i->binds->binds.push_back({w->ev, ev_var(o->ev)});
        merged = true;
        break;
      }
    if (!merged) keep.push_back(w);
  }
  i->wanteds = keep;
}

bool Tc::floatable(Wanted *w, Implic *i) {
  if (i->parent == root) return false;
  for (const Type *a : w->pred.args)
    if (mentions_skolem_above(a, i->parent->level)) return false;
  for (Given *g : i->givens)
    if (g->pred.cls == w->pred.cls && may_equal_args(g->pred.args, w->pred.args)) return false;
  return true;
}

void Tc::leave_unsolved(Implic *i) {
  if (i->wanteds.empty() && i->children.empty()) return;
  Vec<Wanted *> keep;
  for (Wanted *w : i->wanteds) {
    if (!floatable(w, i)) {
      keep.push_back(w);
      continue;
    }
    for (const Type *a : w->pred.args) lower_levels(a, i->parent->level);
    keep_stuck(w, i->parent);
  }
  i->wanteds = keep;
  if (keep.empty() && i->children.empty()) return;
  for (Implic *c : i->parent->children)
    if (c == i) return;
  i->parent->children.push_back(i);
}

// ---- Solving -------------------------------------------------------------------------------------------------------
void Tc::solve(Implic *i) {
  // What an improvement determines, also one of a context or of an inner scope, may be what an earlier constraint waits
  // for.
  for (int round = 0; round < 1000; round++) {
    size_t before = improvements;
    Vec<Wanted *> todo = i->wanteds;
    i->wanteds = {};
    for (Wanted *w : todo) {
      Solved r = solve_one(w, i);
      for (int k = 0; r == Solved::Stuck && k < 100 && improve(w, i); k++) r = solve_one(w, i);
      if (r == Solved::Stuck) keep_stuck(w, i);
      if (r == Solved::No) report_unsolved(w);
    }
    improve_pairs(i);
    if (improvements != before) continue;
    Vec<Implic *> children = i->children;
    i->children = {};
    for (Implic *c : children) {
      solve(c);
      leave_unsolved(c);
    }
    if (improvements == before || i->wanteds.empty()) break;
  }
}

// Solved constraints by class and the type constructor at the head of the first argument.
static uint64_t solved_key(const Pred &p) {
  TyCon *head = p.args.empty() ? nullptr : head_tycon(p.args[0]);
  return uint64_t(p.cls->uniq) << 32 | (head ? head->uniq : 0);
}

static void remember(Implic *i, Wanted *w) {
  if (!i->solved) i->solved = new std::unordered_map<uint64_t, Vec<Wanted *>>;
  (*i->solved)[solved_key(w->pred)].push_back(w);
}

// ---- Coercible -----------------------------------------------------------------------------------------------------
// Data.Coerce has one instance for everything; whether it may be used is decided here: both types must come down to one
// by unfolding newtypes, at the top or below type constructors. Type variables' arguments must be equal.
static bool is_coercible(const Class *c) {
  static const Symbol name = sym("Coercible"), module = sym("Data.Coerce");
  return c->occ == name && c->module == module;
}

static const Type *unfold_newtype(const Type *t) {
  Vec<const Type *> args;
  TyCon *c = split_tcon_app(t, &args);
  if (!c || c->sort != TyConSort::Newtype || c->cons.size() != 1 || c->cons[0]->fields.size() != 1 ||
      args.size() < c->params.size())
    return nullptr;
  std::span<const Type *const> all(args);
  return mk_tapps(subst_type(c->cons[0]->fields[0].type, c->params, all.subspan(0, c->params.size())),
                  all.subspan(c->params.size()));
}

Tc::Solved Tc::coercible(const Type *a, const Type *b, Class *cls, Implic *i, int depth) {
  a = repr(a);
  b = repr(b);
  if (same_type(a, b)) return Solved::Yes;
  if (depth > 100) return Solved::No;
  if (find_given(Pred{cls, {a, b}}, i, nullptr) || find_given(Pred{cls, {b, a}}, i, nullptr)) return Solved::Yes;
  Vec<const Type *> xs, ys;
  TyCon *c = split_tcon_app(a, &xs), *d = split_tcon_app(b, &ys);
  Solved r = Solved::No;
  if (c && c == d && xs.size() == ys.size()) {
    r = Solved::Yes;
    for (size_t k = 0; k < xs.size() && r != Solved::No; k++) {
      Solved one = coercible(xs[k], ys[k], cls, i, depth + 1);
      if (one != Solved::Yes) r = one;
    }
    if (r != Solved::No) return r;
  }
  if (is_meta_headed(a) || is_meta_headed(b)) return Solved::Stuck;
  if (const Type *u = unfold_newtype(a)) return coercible(u, b, cls, i, depth + 1);
  if (const Type *u = unfold_newtype(b)) return coercible(a, u, cls, i, depth + 1);
  if (a->tag == TypeTag::Forall && b->tag == TypeTag::Forall) {
    const TForall &f = cast<TForall>(a), &g = cast<TForall>(b);
    if (f.vars.size() != g.vars.size()) return Solved::No;
    Vec<const Type *> vs;
    for (TyVar *v : f.vars) vs.push_back(mk_tvar(v));
    return coercible(f.body, subst_type(g.body, g.vars, vs), cls, i, depth + 1);
  }
  return r;
}

Tc::Solved Tc::solve_one(Wanted *w, Implic *i) {
  const Pred &p = w->pred;
  if (p.cls == find_known_class(KnownClass::HasCallStack)) return call_stack(w, i);
  uint64_t key = solved_key(p);
  for (Implic *s = i; s; s = s->parent) {
    if (!s->solved) continue;
    auto it = s->solved->find(key);
    if (it == s->solved->end()) continue;
    // The latest ones: enough for recursive dictionaries, and nearly all the sharing there is.
    size_t n = it->second.size();
    for (size_t k = n; k > 0 && n - k < 48; k--) {
      Wanted *o = it->second[k - 1];
      if (o->pred.cls == p.cls && o != w && same_args(o->pred.args, p.args)) {
        i->binds->binds.push_back({w->ev, ev_var(o->ev)});
        return Solved::Yes;
      }
    }
  }
  bool maybe = false;
  if (Given *g = find_given(p, i, &maybe, w->super)) {
    i->binds->binds.push_back({w->ev, ev_var(g->ev)});
    return Solved::Yes;
  }
  if (w->depth > kMaxDepth) {
    error(w->span, diag::NoInstance,
          "resolving the constraint `" + shortened(show_pred(w->root ? w->root->pred : p)) +
              "' needs too many instances within each other")
        .hint("the instances involved probably go round in circles");
    return Solved::Yes;
  }
  auto sub_goal = [&](const Pred &q) {
    Wanted *sub = mk<Wanted>();
    sub->pred = q;
    sub->ev = mk_ev(q);
    sub->span = w->span;
    sub->origin = w->origin;
    sub->depth = w->depth + 1;
    sub->root = w->root ? w->root : w;
    Solved r = solve_one(sub, i);
    for (int k = 0; r == Solved::Stuck && k < 100 && improve(sub, i); k++) r = solve_one(sub, i);
    if (r == Solved::Stuck) keep_stuck(sub, i);
    if (r == Solved::No) report_unsolved(sub);
    return ev_var(sub->ev);
  };
  if (p.cls == find_known_class(KnownClass::Typeable)) {
    const Type *t = repr(p.args[0]);
    if (t->tag == TypeTag::Meta || maybe) return Solved::Stuck;
    if (const TCon *c = dyn_cast<TCon>(t)) {
      EvTerm *term = ev_term(EvTag::TypeableCon);
      term->tycon = c->con;
      term->cls = p.cls;
      term->types.push_back(t);
      remember(i, w);
      i->binds->binds.push_back({w->ev, term});
      return Solved::Yes;
    }
    const Type *f, *a;
    if (t->tag != TypeTag::App && t->tag != TypeTag::Fun) return Solved::No;
    split_app(w->span, t, &f, &a);
    EvTerm *term = ev_term(EvTag::TypeableApp);
    term->cls = p.cls;
    term->types.push_back(f);
    term->types.push_back(a);
    remember(i, w);
    i->binds->binds.push_back({w->ev, term});
    term->args.push_back(sub_goal(Pred{p.cls, {f}}));
    term->args.push_back(sub_goal(Pred{p.cls, {a}}));
    return Solved::Yes;
  }
  if (is_coercible(p.cls)) {
    Solved r = coercible(p.args[0], p.args[1], p.cls, i, 0);
    if (r != Solved::Yes || p.cls->instances.empty()) return r;
    EvTerm *term = ev_term(EvTag::Inst);
    term->inst = p.cls->instances[0];
    term->types = p.args;
    remember(i, w);
    i->binds->binds.push_back({w->ev, term});
    return Solved::Yes;
  }
  Instance *inst;
  Vec<const Type *> types;
  switch (lookup_instance(p, &inst, &types)) {
    case Lookup::None: return maybe ? Solved::Stuck : Solved::No;
    case Lookup::Stuck: return Solved::Stuck;
    case Lookup::One: break;
  }
  if (maybe) return Solved::Stuck;
  EvTerm *term = ev_term(EvTag::Inst);
  term->inst = inst;
  term->types = types;
  remember(i, w);
  i->binds->binds.push_back({w->ev, term});
  for (const Pred &q : subst_preds(inst->context, inst->vars, types)) term->args.push_back(sub_goal(q));
  return Solved::Yes;
}

// ---- Functional dependencies ---------------------------------------------------------------------------------------
bool Tc::improve(Wanted *w, Implic *i) {
  const Pred &p = w->pred;
  bool progress = false;
  for (const FunDep &fd : p.cls->fundeps) {
    auto unify_to = [&](size_t k, const Type *t) {
      if (same_type(p.args[k], t)) return;
      UnifyFailure f;
      if (unify_types(p.args[k], t, i->level, &f)) {
        progress = true;
        improvements++;
        return;
      }
      if (f.clash != Clash::None) report_clash(w->span, p.args[k], t, f);
    };
    bool found = false;
    for (Implic *s = i; s && !found; s = s->parent)
      for (Given *g : s->givens) {
        if (g->pred.cls != p.cls) continue;
        bool same = true;
        for (uint32_t k : fd.from) same = same && same_type(g->pred.args[k], p.args[k]);
        if (!same) continue;
        for (uint32_t k : fd.to) unify_to(k, g->pred.args[k]);
        found = true;
        break;
      }
    if (found) continue;
    for (Instance *inst : p.cls->instances) {
      if (inst->args.size() != p.args.size()) continue;
      Matcher m(inst->vars);
      M r = M::Yes;
      for (uint32_t k : fd.from)
        if (r == M::Yes) r = std::min(r, m.match(inst->args[k], p.args[k]));
      if (r != M::Yes) continue;
      // Nothing to learn when the determined arguments have the instance's form already.
      Matcher m2 = m;
      m2.bound = m.bound.clone();
      M done = M::Yes;
      for (uint32_t k : fd.to) done = std::min(done, m2.match(inst->args[k], p.args[k]));
      if (done == M::Yes) break;
      Vec<const Type *> types = m.bound;
      uint32_t saved = level;
      level = i->level;
      for (size_t k = 0; k < types.size(); k++)
        if (!types[k]) types[k] = fresh_for(inst->vars[k], w->span);
      level = saved;
      for (uint32_t k : fd.to) unify_to(k, subst_type(inst->args[k], inst->vars, types));
      break;
    }
  }
  return progress;
}

void Tc::improve_pairs(Implic *i) {
  for (size_t a = 0; a < i->wanteds.size(); a++) {
    const Pred &p = i->wanteds[a]->pred;
    if (p.cls->fundeps.empty()) continue;
    for (Implic *s = i; s; s = s->parent)
      for (size_t b = s == i ? a + 1 : 0; b < s->wanteds.size(); b++) {
        const Pred &q = s->wanteds[b]->pred;
        if (q.cls != p.cls) continue;
        for (const FunDep &fd : p.cls->fundeps) {
          bool same = true;
          for (uint32_t k : fd.from) same = same && same_type(p.args[k], q.args[k]);
          if (!same) continue;
          for (uint32_t k : fd.to) {
            if (same_type(p.args[k], q.args[k])) continue;
            UnifyFailure f;
            if (unify_types(p.args[k], q.args[k], i->level, &f)) improvements++;
            else if (f.clash != Clash::None) report_clash(i->wanteds[a]->span, p.args[k], q.args[k], f);
          }
        }
      }
  }
}

// ---- Top-level scopes ----------------------------------------------------------------------------------------------
static void collect_stuck(Implic *i, std::vector<std::pair<Wanted *, Implic *>> &out) {
  for (Wanted *w : i->wanteds) out.push_back({w, i});
  for (Implic *c : i->children) collect_stuck(c, out);
}

// Defaults and reports what is left in the scope, but for constraints on variables of the module's level (of bindings
// under the monomorphism restriction), which later bindings may still determine: those wait for the root to be
// finished.
void Tc::finish_toplevel(Implic *i) {
  uint32_t above = i == root ? 0 : root->level;
  std::vector<std::pair<Wanted *, Implic *>> stuck;
  auto solve_again = [&] {
    if (i != root) {
      solve(i);
      return;
    }
    Vec<Implic *> cs = i->children;
    i->children = {};
    for (Implic *c : cs) {
      solve(c);
      leave_unsolved(c);
    }
  };
  if (i == root) solve_again();  // what waited may have been determined since
  for (int round = 0; round < 100; round++) {
    stuck.clear();
    if (i == root) {
      for (Implic *c : i->children) collect_stuck(c, stuck);
    } else collect_stuck(i, stuck);
    if (stuck.empty() || !default_metas(stuck, above)) break;
    solve_again();
  }
  std::vector<MetaVar *> reported;
  std::unordered_map<Implic *, std::unordered_set<Wanted *>> drop;
  for (auto [w, home] : stuck) {
    std::vector<MetaVar *> all, mine;
    for (const Type *a : w->pred.args) {
      collect_metas(a, 0, all);
      collect_metas(a, above, mine);
    }
    if (!all.empty() && mine.size() < all.size()) continue;  // waits
    bool seen = false;
    for (MetaVar *m : mine) seen = seen || std::find(reported.begin(), reported.end(), m) != reported.end();
    drop[home].insert(w);
    if (seen) continue;
    reported.insert(reported.end(), mine.begin(), mine.end());
    report_unsolved(w, !mine.empty());
  }
  for (auto &[home, ws] : drop) {
    Vec<Wanted *> keep;
    for (Wanted *w : home->wanteds)
      if (!ws.count(w)) keep.push_back(w);
    home->wanteds = keep;
  }
}

}  // namespace gphc::check
