// solve.cc: class constraints to evidence.
//
// A wanted constraint is solved, in this order, by: the evidence of an equal constraint solved before in this scope or
// an enclosing one; a given (with its superclasses) of this scope or an enclosing one; the built-in rules of Typeable;
// an instance. An instance is used only when no other could match after more is known about the type (unless it is less
// specific), and no given could. The evidence of what an instance solves is entered before its context is solved, so
// that recursive dictionaries tie their knot.
// Which instance that is, and what functional dependencies determine: match_instance.cc.
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

namespace {

// Could a and b become equal by solving unification variables?
bool may_equal(const Type *a, const Type *b) {
  a = repr(a);
  b = repr(b);
  // An outer scope's variable never stands for an inner scope's type variable.
  if (a->tag == TypeTag::Meta) return !mentions_skolem_above(b, cast<TMeta>(a).meta->level);
  if (b->tag == TypeTag::Meta) return !mentions_skolem_above(a, cast<TMeta>(b).meta->level);
  if (a->tag == TypeTag::Fun && b->tag == TypeTag::App) std::swap(a, b);
  if (a->tag == TypeTag::App && b->tag == TypeTag::Fun) {  // a function type is an application, too
    const TApp &app = cast<TApp>(a);
    const TFun &fun = cast<TFun>(b);
    return may_equal(app.fn, mk<TApp>(Type{TypeTag::App}, mk_tcon(g_builtin.fun), fun.arg)) &&
           may_equal(app.arg, fun.res);
  }
  if (a->tag != b->tag) return false;
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

bool may_equal_args(const Vec<const Type *> &a, const Vec<const Type *> &b) {
  for (size_t i = 0; i < a.size(); i++)
    if (!may_equal(a[i], b[i])) return false;
  return true;
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

}  // namespace

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
  if (a->tag == TypeTag::Qual && b->tag == TypeTag::Qual) {  // a dictionary says what type it is of
    const TQual &f = cast<TQual>(a), &g = cast<TQual>(b);
    bool same = f.preds.size() == g.preds.size();
    for (size_t k = 0; same && k < f.preds.size(); k++)
      same = f.preds[k].cls == g.preds[k].cls && same_args(f.preds[k].args, g.preds[k].args);
    return same ? coercible(f.body, g.body, cls, i, depth + 1) : Solved::No;
  }
  return r;
}

// A dictionary for one type serves for another if each method's types at both come down to one.
void Tc::check_same_representation(const Decl *d) {
  const Class *c = d->inst->cls;
  if (mod.is_stdlib) return;
  Vec<const Type *> args = d->inst->args.clone();
  args.back() = d->newtype_rep;
  for (const Method &m : c->methods) {
    if (!m.type) continue;
    const Type *here = subst_type(m.type, c->params, d->inst->args), *there = subst_type(m.type, c->params, args);
    if (coercible(here, there, nullptr, cur, 0) == Solved::Yes) continue;
    error(d->span, diag::CannotDerive,
          "cannot derive the instance `" + show_pred(Pred{d->inst->cls, d->inst->args}) + "' from that of `" +
              show_tidy(d->newtype_rep) + "'")
        .note("the method " + quote(m.sel->occ) + " has the type `" + show_tidy(here) + "', there `" +
              show_tidy(there) + "': neither can stand for the other");
    return;
  }
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
