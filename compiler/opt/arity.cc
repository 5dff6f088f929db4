// arity.cc: how many arguments an expression can take before it does work that a caller could have shared. The answer
// may be more than the lambdas that it shows: then the simplifier eta-expands.
//
//   f = \x. case x of { A -> \y. e; B -> g }       2, if g's arity is at least 1: evaluating x again is cheap
//                                                  (Note [Divergence])
//   f = \x. let t = expensive x in \s. ...         2 if s is a State# token (one-shot), else 1
//
// Dividing by a known number, a multiplication, is cheap here: even, or mod 7, before a continuation is taken. The
// closure that would share it takes longer to make.
//
// Note [State hack]: a lambda over a State# token is taken to be entered once for each time the lambdas before it are
// applied, so that \x. let t = .. in \s. .. may become \x s. ... A program that runs `f x` twice through one shared
// partial application repeats t; GHC takes the same risk. A thunk (no lambda before the token) is never expanded that
// way: there sharing is the point.
//
// Note [Divergence]: with -fpedantic-bottoms a case that may diverge (its scrutinee is a thunk, or an alternative
// raises) counts as no lambda, since else f e `seq` () would not raise what it raises at -O0. That is not the default,
// as in GHC: State monads whose actions look at something first (modify in a branch, say) would make a chain of
// functions where there is a loop (tests/runtime/space/monads and lazy_counters), though the programs of testsuite/perf
// hardly change (ten of 58 allocate more, 0.7 % in the mean). For State# tokens it makes no difference, as in GHC: a
// loop of IO that looks at its argument first would make a closure at each step.
#include <utility>
#include <vector>

#include "opt/expr_util.h"
#include "opt/simplify.h"

namespace gphc::opt {

namespace {

struct Arity {
  int n = 0;            // lambdas
  int one_shot = 0;     // how many of the first are one-shot (State# tokens after the state hack)
  bool bottom = false;  // diverges: any number will do
  bool jump = false;    // bottom, but only since it jumps to a join point, which counts for itself
  bool name = false;    // a variable: nobody knows how many it takes, but nothing is done before it gets them
};
constexpr int kMany = 100;

bool is_one_shot_param(const Var *v) { return is_state_token_type(v->type) || (v->info && v->info->one_shot); }

// The number of leading State# arguments that a type shows.
int leading_tokens(const Type *t, int n) {
  int k = 0;
  while (k < n) {
    if (t->tag == TypeTag::Forall) {
      t = static_cast<const TForall *>(t)->body;
      continue;
    }
    if (t->tag != TypeTag::Fun) {
      const Type *u = unwrap_newtypes(t);
      if (u == t) break;
      t = u;
      if (t->tag != TypeTag::Fun && t->tag != TypeTag::Forall) break;
      continue;
    }
    if (!is_state_token_type(static_cast<const TFun *>(t)->arg)) break;
    k++;
    t = static_cast<const TFun *>(t)->res;
  }
  return k;
}

struct ArityAnal {
  bool hack;
  bool pedantic = false;
  const Var *self = nullptr;
  int self_arity = 0;

  Arity cheap_or_one_shot(Arity a, bool cheap) const {
    if (cheap || a.bottom) return a;
    if (!hack) return {0, 0, false};
    a.n = std::min(a.n, a.one_shot);
    return a;
  }

  // Its evaluation ends with a value. Dictionaries always do.
  static bool is_total(const Expr *e) {
    const Var *v = head_var(e);
    return (v && is_dict_type(v->type)) || is_speculable(e);
  }
  // Note [Divergence]
  Arity may_diverge(Arity a, bool diverges) const {
    if (a.bottom) a.jump = !diverges;
    else if (diverges && pedantic) a.n = std::min(a.n, a.one_shot);
    return a;
  }

  // Of one of two branches.
  static Arity meet(Arity a, Arity b) {
    if (a.bottom) return b;
    if (b.bottom) return a;
    // Where one branch is called once, all are: \acc -> .. beside the rest of a fold, which is a parameter.
    if (a.name != b.name) return {(a.name ? b : a).one_shot, (a.name ? b : a).one_shot, false};
    return {std::min(a.n, b.n), std::min(std::min(a.n, b.n), std::max(a.one_shot, b.one_shot)), false, false,
            a.name && b.name};
  }
  // What a jump returns.
  Arity join_result(const Expr *rhs, int params, int depth) const {
    while (rhs->tag == Tag::TyLam) rhs = cast<ETyLam>(rhs).body;
    if (const ELam *l = dyn_cast<ELam>(rhs); params > 0 && l && int(l->params.size()) == params)
      return expr(l->body, depth + 1);
    Arity j = expr(rhs, depth + 1);
    return params == 0 ? j : Arity{std::max(0, j.n - params), 0, false};
  }

  // cheap local functions that do not show their lambdas yet
  mutable std::vector<std::pair<const Var *, Arity>> lets{};

  Arity expr(const Expr *e, int depth) const {
    if (depth > 40) return {};
    switch (e->tag) {
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        for (const std::pair<const Var *, Arity> &l : lets)
          if (l.first == v) return l.second;
        int n = v == self ? self_arity : v->info && v->info->join_arity < 0 ? v->info->arity : 0;
        if (diverges_after(v) == 0) return {kMany, 0, true};
        return {n, n ? leading_tokens(v->type, n) : 0, false, false, n == 0 && !is_join_var(v)};
      }
      case Tag::Lam: {
        const ELam &l = cast<ELam>(e);
        Arity b = expr(l.body, depth + 1);
        if (b.bottom) b = {0, 0, false};
        int shots = 0;
        while (shots < int(l.params.size()) && is_one_shot_param(l.params[shots])) shots++;
        return {b.n + int(l.params.size()), shots == int(l.params.size()) ? shots + b.one_shot : shots, false};
      }
      case Tag::TyLam: return expr(cast<ETyLam>(e).body, depth);
      case Tag::TyApp: return expr(cast<ETyApp>(e).fn, depth);
      case Tag::Cast: return expr(cast<ECast>(e).body, depth);
      case Tag::Tick: return {};
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        Arity f = expr(a.fn, depth + 1);
        int n = int(a.args.size());
        if (is_bottoming(e) || f.bottom) return {kMany, 0, true, f.jump && !is_bottoming(e)};
        if (f.n <= n) return {};
        Arity r{f.n - n, 0, false};
        int k = 0;
        const Expr *h = app_head(e, &k);
        if (const EVar *v = dyn_cast<EVar>(h)) {
          const Type *t = v->var->type;
          int skip = k;
          while (skip > 0 && t) {
            if (t->tag == TypeTag::Forall) t = static_cast<const TForall *>(t)->body;
            else if (t->tag == TypeTag::Fun) {
              t = static_cast<const TFun *>(t)->res;
              skip--;
            } else {
              const Type *u = unwrap_newtypes(t);
              t = u == t ? nullptr : u;
            }
          }
          if (t) r.one_shot = leading_tokens(t, r.n);
        }
        bool cheap = true;
        for (const Expr *x : a.args) cheap = cheap && is_cheap(x, true);
        return cheap_or_one_shot(r, cheap);
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        if (is_bottoming(c.scrut)) return {kMany, 0, true};
        Arity r{kMany, kMany, true};
        bool diverges = !is_total(c.scrut);
        for (const Alt &a : c.alts) {
          const Arity b = expr(a.body, depth + 2);
          diverges = diverges || (b.bottom && !b.jump);
          r = meet(r, b);
        }
        return cheap_or_one_shot(may_diverge(r, diverges), is_cheap(c.scrut, true));
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        if (is_join_var(l.bind.var)) {
          Arity j = join_result(l.bind.rhs, l.bind.var->info->join_arity, depth);
          size_t mark = lets.size();
          lets.push_back({l.bind.var, {kMany, kMany, true, true}});  // where it is jumped to, what it returns counts
          const Arity body = expr(l.body, depth + 1);
          lets.resize(mark);
          return may_diverge(meet(j, body), (j.bottom && !j.jump) || (body.bottom && !body.jump));
        }
        bool cheap = is_cheap(l.bind.rhs, true);
        size_t mark = lets.size();
        if (cheap) {
          Arity a = expr(l.bind.rhs, depth + 1);
          if (a.n > 0 && !a.bottom) lets.push_back({l.bind.var, a});
        }
        Arity r = cheap_or_one_shot(expr(l.body, depth + 1), cheap);
        lets.resize(mark);
        return r;
      }
      case Tag::LetRec: {
        const ELetRec &l = cast<ELetRec>(e);
        bool cheap = true;
        for (const Binding &b : l.binds) {
          if (b.var->info && b.var->info->join_arity >= 0) return {};
          cheap = cheap && is_value(b.rhs);
        }
        return cheap_or_one_shot(expr(l.body, depth + 1), cheap);
      }
      case Tag::PrimApp: return is_bottoming(e) ? Arity{kMany, 0, true} : Arity{};
      default: return {};
    }
  }
};

}  // namespace

int expr_arity(const Expr *e, bool state_hack, bool pedantic) {
  Arity a = ArityAnal{state_hack, pedantic}.expr(e, 0);
  return a.bottom ? 0 : a.n;
}

// For a recursive binding: suppose the best, and lower it until it holds.
int rec_arity(Var *x, const Expr *rhs, bool state_hack, bool pedantic) {
  int have = manifest_arity(rhs);
  int guess = std::max(have, type_arity(x->type, have + 4));
  for (int round = 0; round < 8; round++) {
    ArityAnal an{state_hack, pedantic, x, guess};
    int before = info(x).arity;
    info(x).arity = guess;  // for is_cheap: a call with fewer arguments is a partial application
    Arity a = an.expr(rhs, 0);
    info(x).arity = before;
    int n = a.bottom ? have : a.n;
    if (n >= guess) return guess;
    guess = std::max(n, have);
    if (guess == have) return have;
  }
  return have;
}

// Peels lambdas off rhs and applies it to fresh variables; everything as input for the simplifier, which beta-reduces
// it.
const Expr *eta_expand_to(const Expr *rhs, const Type *type, int arity) {
  struct Layer {
    Vec<TyVar *> tvs;
    Var *param = nullptr;
    const Type *from = nullptr;
  };
  std::vector<Layer> layers;
  const Type *t = type;
  Vec<TyVar *> from;
  Vec<const Type *> to;
  for (int n = 0; n < arity;) {
    if (t->tag == TypeTag::Forall) {
      const TForall *f = static_cast<const TForall *>(t);
      Layer l;
      Vec<const Type *> fresh;
      for (TyVar *v : f->vars) {
        TyVar *c = mk_tyvar(v->occ, v->kind);
        l.tvs.push_back(c);
        fresh.push_back(mk_tvar(c));
      }
      t = subst_type(f->body, f->vars, fresh);
      layers.push_back(l);
    } else if (t->tag == TypeTag::Fun) {
      Layer l;
      l.param = mk_core_var(is_state_token_type(static_cast<const TFun *>(t)->arg) ? "s" : "eta",
                            static_cast<const TFun *>(t)->arg);
      t = static_cast<const TFun *>(t)->res;
      layers.push_back(l);
      n++;
    } else {
      const Type *u = unwrap_newtypes(t);
      if (u == t || (u->tag != TypeTag::Fun && u->tag != TypeTag::Forall)) return nullptr;
      Layer l;
      l.from = t;
      layers.push_back(l);
      t = u;
    }
  }
  // Parameters in a row are added at once: one by one, each call would copy those before it.
  const Expr *e = rhs;
  for (size_t i = 0; i < layers.size();) {
    Layer &l = layers[i];
    if (l.param) {
      Vec<const Expr *> args;
      for (; i < layers.size() && layers[i].param; i++) args.push_back(mk_var(layers[i].param));
      e = mk_app(e, args);
      continue;
    }
    if (!l.tvs.empty()) {
      Vec<const Type *> ts;
      for (TyVar *v : l.tvs) ts.push_back(mk_tvar(v));
      e = mk_ty_app(e, ts);
    } else {
      e = mk_cast(e, unwrap_newtypes(l.from));
    }
    i++;
  }
  for (size_t i = layers.size(); i > 0;) {
    if (layers[i - 1].param) {
      size_t first = i;
      while (first > 0 && layers[first - 1].param) first--;
      Vec<Var *> params;
      for (size_t k = first; k < i; k++) params.push_back(layers[k].param);
      e = mk_lam(params, e);
      i = first;
      continue;
    }
    Layer &l = layers[--i];
    if (!l.tvs.empty()) e = mk_ty_lam(l.tvs, e);
    else e = mk_cast(e, l.from);
  }
  return e;
}

}  // namespace gphc::opt
