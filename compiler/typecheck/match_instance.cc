// match_instance.cc: instance heads against types: which instance a constraint matches, and what an instance with
// functional dependencies determines.
//
// Functional dependencies unify: a wanted with givens, with instances and with other wanteds that agree on the
// determining arguments.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

// ---- Matching instance heads ---------------------------------------------------------------------------------------
namespace {

// See Note [Which instance]
enum class M : uint8_t { No, Rigid, Maybe, Yes };

// Could a and b become equal by solving unification variables and by what rigid variables will stand for?
bool may_become_equal(const Type *a, const Type *b) {
  a = repr(a);
  b = repr(b);
  for (const Type *t : {a, b})
    if (t->tag == TypeTag::Meta || (t->tag == TypeTag::Var && !cast<TVar>(t).var->settled)) return true;
  const Type *fa, *xa, *fb, *xb;
  if (as_type_app(a, &fa, &xa) && as_type_app(b, &fb, &xb)) return may_become_equal(fa, fb) && may_become_equal(xa, xb);
  return same_type(a, b);
}

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
        if (has_metas(bound[i]) || has_metas(t)) return M::Maybe;
        return may_become_equal(bound[i], t) ? M::Rigid : M::No;
      }
      const TVar *w = dyn_cast<TVar>(t);
      return t->tag == TypeTag::Meta ? M::Maybe : w && w->var == v->var ? M::Yes : M::No;
    }
    if (t->tag == TypeTag::Meta) return M::Maybe;
    if (const TVar *w = dyn_cast<TVar>(t)) return w->var->settled ? M::No : M::Rigid;
    if (const TCon *c = dyn_cast<TCon>(pat)) {
      const TCon *d = dyn_cast<TCon>(t);
      return d && d->con == c->con ? M::Yes : M::No;
    }
    if (const TFun *f = dyn_cast<TFun>(pat)) {
      if (const TFun *g = dyn_cast<TFun>(t)) return both(f->arg, g->arg, f->res, g->res);
      if (const TApp *a = dyn_cast<TApp>(t)) {
        const TApp *b = dyn_cast<TApp>(repr(a->fn));
        if (b) return std::min(match_meta_head(b->fn), both(f->arg, b->arg, f->res, a->arg));
        const TVar *w = dyn_cast<TVar>(repr(a->fn));
        if (w) return w->var->settled ? M::No : std::min(M::Rigid, match(f->res, a->arg));
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

// Is a's head an instance of b's?
bool more_specific(const Instance *a, const Instance *b) {
  Matcher m(b->vars);
  return m.match_all(b->args, a->args) == M::Yes;
}

}  // namespace

bool same_args(const Vec<const Type *> &a, const Vec<const Type *> &b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); i++)
    if (!same_type(a[i], b[i])) return false;
  return true;
}

bool is_meta_headed(const Type *t) {
  for (t = repr(t); t->tag == TypeTag::App; t = repr(cast<TApp>(t).fn)) {}
  return t->tag == TypeTag::Meta;
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

// Note [Which instance]
// ~~~~~~~~~~~~~~~~~~~~~
// Of the instances that match a constraint, one is passed over for a strictly more specific one if it says that it is
// overlappable or the other says that it is overlapping; where none is the better one, an incoherent one is passed
// over. One must be left. What does not match, but would if more were known about the types (a unification variable
// were solved, or a rigid variable stood for a certain type), must not exist, unless it is incoherent or the one found
// is. A rigid variable of the declaration of a class or an instance, or an existential one, counts as a type of its
// own: there what it stands for never comes to be known.
Tc::Lookup Tc::lookup_instance(const Pred &p, Instance **inst, Vec<const Type *> *types) {
  struct Match {
    Instance *inst;
    Vec<const Type *> types;
  };
  ClassIndex &ix = index_of(p.cls);
  std::vector<Match> found;
  bool maybe = false, later = false;  // by a unification variable; that counts against the one found
  auto overlapping = [](const Match &m) { return m.inst->overlap >= Overlap::Overlapping; };
  auto overlappable = [](const Match &m) {
    return m.inst->overlap != Overlap::None && m.inst->overlap != Overlap::Overlapping;
  };
  auto incoherent = [](const Match &m) { return m.inst->overlap == Overlap::Incoherent; };
  auto insert = [&](Match m) {
    for (size_t k = 0; k < found.size();) {
      Match &o = found[k];
      bool beats = more_specific(m.inst, o.inst), beaten = more_specific(o.inst, m.inst);
      if (beats && !beaten && (overlapping(m) || overlappable(o))) {
        found.erase(found.begin() + std::ptrdiff_t(k));
        continue;
      }
      if ((beaten && !beats && (overlapping(o) || overlappable(m))) || incoherent(m)) return;
      if (incoherent(o)) {
        o = m;
        return;
      }
      k++;
    }
    found.push_back(m);
  };
  auto consider = [&](const std::vector<Instance *> &list) {
    for (Instance *i : list) {
      if (i->args.size() != p.args.size()) continue;
      Matcher m(i->vars);
      M r = m.match_all(i->args, p.args);
      if (r == M::Yes) insert({i, m.bound});
      if (r == M::Maybe) maybe = true;
      if ((r == M::Maybe || r == M::Rigid) && i->overlap != Overlap::Incoherent) later = true;
    }
  };
  if (!p.args.empty()) {
    if (TyCon *head = head_tycon(p.args[0])) {
      auto it = ix.by_head.find(head);
      if (it != ix.by_head.end()) consider(it->second);
    } else if (!ix.other.empty()) {  // else there is none for a variable, and nothing that could count against it
      for (auto &entry : ix.by_head) consider(entry.second);
    }
  }
  consider(ix.other);
  // A class without instances, or none for what is known, is no reason to give up: a binding without a signature
  // abstracts over the constraint.
  for (const Type *a : p.args) maybe = maybe || is_meta_headed(a);
  if (found.empty()) return maybe ? Lookup::Stuck : Lookup::None;
  if (found.size() > 1 || (later && !incoherent(found[0]))) return Lookup::Stuck;
  *inst = found[0].inst;
  *types = found[0].types;
  // A variable of the instance that its head does not mention.
  for (size_t k = 0; k < types->size(); k++)
    if (!(*types)[k]) (*types)[k] = fresh_for(found[0].inst->vars[k], {});
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

// ---- Functional dependencies ---------------------------------------------------------------------------------------
bool Tc::improve(Wanted *w, Implic *i) {
  bool progress = false;
  // A class has the dependencies of its superclasses, too.
  Vec<Pred> preds{w->pred};
  for (size_t k = 0; k < preds.size() && k < 200; k++) {
    const Class *c = preds[k].cls;
    preds.append(subst_preds(c->supers, c->params, preds[k].args));
    progress = improve_by(preds[k], w, i) || progress;
  }
  return progress;
}

bool Tc::improve_by(const Pred &p, Wanted *w, Implic *i) {
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

}  // namespace gphc::check
