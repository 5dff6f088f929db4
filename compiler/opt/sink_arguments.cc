// sink_arguments.cc: what a join point may need, and each of its jumps would make a thunk or a function of, is computed
// in the join point, which is told where it was jumped from.
//
//   join c ys = case p x of { True -> ys (acc + 1); False -> acc }
//   in case n of { 1 -> c id; _ -> c (go (f x) (n - 1)) }
//   ==>
//   join c from = let ys = case from of { 0# -> id; _ -> go (f x) (n - 1) } in case p x of { True -> ys (acc + 1); .. }
//   in case n of { 1 -> c 0#; _ -> c 1# }
//
// float-in takes ys to where it is used, and a call of it meets the function there: a thunk or a partial application
// for each turn of the loop becomes the loop's next turn. Fusion makes these join points: take shares what is done with
// an element between the last one and the others, and what follows is an argument. Small ones are inlined instead.
//
// So it is done where all uses of the parameter evaluate or call it, at most one on a path, and one of the jumps would
// allocate for it more than a constructor. A value that is surely evaluated is evaluated before the jump as it is, so
// only a function may be that. What the arguments mention is in scope at the join point, or at all jumps: then it is
// passed.
//
// Requires: unique binders; join points are marked. Establishes: the same. Preserves: lint, sharing (the let is entered
// once for each jump), and the size of the program. Complexity: linear, and the free variables of the arguments.
#include <algorithm>
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

constexpr size_t kMostJumps = 4, kMostPassed = 4;

class SinkArguments {
 public:
  explicit SinkArguments(PassContext &cx) : cx_(cx) {}
  const Expr *top_level(const Expr *e) {
    joins_.clear();
    const Expr *body = e;
    while (body->tag == Tag::TyLam) body = cast<ETyLam>(body).body;
    look(body);
    bool any = false;
    for (Join &j : joins_) any |= decide(j);
    const Expr *r = any ? rebuild(e) : e;
    for (const Join &j : joins_) index_[j.var->uniq] = 0;
    return r;
  }

 private:
  struct Jump {
    const EApp *app;
    std::vector<Var *> scope;  // what has been bound between the join point and here
  };
  struct Join {
    Var *var;
    const ELam *lambda;
    size_t depth;       // of scope_
    bool plain = true;  // it is only jumped to, with all arguments
    std::vector<Jump> jumps{};
    std::vector<bool> sunk{};     // which parameters
    std::vector<Var *> passed{};  // what their arguments mention
    Var *now = nullptr;           // with `passed` and `from` in their place
  };
  Join *join(const Var *v) {
    const uint32_t i = index_.get(v->uniq);
    return i ? &joins_[i - 1] : nullptr;
  }

  // ---- Which there are, and how they are jumped to ------------------------------------------------------------------
  void look(const Expr *e) {
    const size_t depth = scope_.size();
    switch (e->tag) {
      case Tag::Var:
        if (Join *j = join(cast<EVar>(e).var)) j->plain = false;
        return;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const EVar *v = dyn_cast<EVar>(a.fn);
        Join *j = v ? join(v->var) : nullptr;
        if (!j) break;
        if (a.args.size() != j->lambda->params.size()) j->plain = false;
        else if (jump_of(*j, &a) == j->jumps.size())
          j->jumps.push_back({&a, {scope_.begin() + ptrdiff_t(j->depth), scope_.end()}});
        for (const Expr *x : a.args) look(x);
        return;
      }
      case Tag::Lam: scope_.insert(scope_.end(), cast<ELam>(e).params.begin(), cast<ELam>(e).params.end()); break;
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        look(l.bind.rhs);
        scope_.push_back(l.bind.var);
        const ELam *f = dyn_cast<ELam>(l.bind.rhs);
        if (f && is_join_var(l.bind.var) && size_t(l.bind.var->info->join_arity) == f->params.size()) {
          joins_.push_back({.var = l.bind.var, .lambda = f, .depth = scope_.size()});
          index_[l.bind.var->uniq] = uint32_t(joins_.size());
        }
        look(l.body);
        scope_.resize(depth);
        return;
      }
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) scope_.push_back(b.var);
        break;
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        look(c.scrut);
        for (const Alt &a : c.alts) {
          scope_.push_back(c.binder);
          scope_.insert(scope_.end(), a.fields.begin(), a.fields.end());
          for (const TyVar *t : a.ex_tvs) opened_[t->uniq] = true;
          look(a.body);
          scope_.resize(depth);
        }
        return;
      }
      case Tag::TyLam:
        for (const TyVar *t : cast<ETyLam>(e).vars) opened_[t->uniq] = true;
        break;
      default: break;
    }
    for_each_child(e, [this](const Expr *x) { look(x); });
    scope_.resize(depth);
  }
  static size_t jump_of(const Join &j, const EApp *a) {
    size_t k = 0;
    while (k < j.jumps.size() && j.jumps[k].app != a) k++;
    return k;
  }

  // How an expression that is evaluated uses a variable.
  struct Use {
    bool lazily = false;  // not by evaluating or calling it, or perhaps more than once
    bool surely = false;  // on each path
    bool at_all = false;
  };
  static Use use(const Var *v, const Expr *e) {
    const auto elsewhere = [v](const Expr *x) { return occurs_in(v, x); };
    switch (e->tag) {
      case Tag::Var: return cast<EVar>(e).var == v ? Use{false, true, true} : Use{};
      case Tag::Cast: return use(v, cast<ECast>(e).body);
      case Tag::Tick: return use(v, cast<ETick>(e).body);
      case Tag::TyApp: return use(v, cast<ETyApp>(e).fn);
      case Tag::App: {
        Use u = use(v, cast<EApp>(e).fn);
        for (const Expr *a : cast<EApp>(e).args)
          if (elsewhere(a)) u.lazily = u.at_all = true;
        return u;
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Use s = use(v, c.scrut);
        Use u{s.lazily, !c.alts.empty(), s.at_all};
        for (const Alt &a : c.alts) {
          const Use x = use(v, a.body);
          u.lazily |= x.lazily || (s.at_all && x.at_all);
          u.surely &= x.surely;
          u.at_all |= x.at_all;
        }
        u.surely |= s.surely;
        return u;
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        Use u = use(v, l.body);
        if (!elsewhere(l.bind.rhs)) return u;
        if (!is_join_var(l.bind.var)) return {true, false, true};
        const ELam *f = dyn_cast<ELam>(l.bind.rhs);
        const Use j = use(v, f ? f->body : l.bind.rhs);
        return {u.lazily || j.lazily || u.at_all, false, true};
      }
      default: {
        Use u;
        u.lazily = u.at_all = elsewhere(e);
        return u;
      }
    }
  }
  // Is a thunk or a function made for it?
  static bool is_made(const Expr *e) { return !is_trivial(e) && e->tag != Tag::ConApp && e->tag != Tag::Lit; }
  // May e, the argument of a jump, be in the join point? What has to be passed for it, in *passed.
  bool may_move(const Join &j, const Jump &jump, const Expr *e, std::vector<Var *> *passed) const {
    for (const Var *v : free_vars(e)) {
      if (is_state_token_type(v->type)) return false;
      const auto in = [v](const std::vector<Var *> &s) { return std::find(s.begin(), s.end(), v) != s.end(); };
      if (!in(jump.scope) || in(*passed)) continue;
      if (!std::all_of(j.jumps.begin(), j.jumps.end(), [&](const Jump &k) { return in(k.scope); })) return false;
      if (v->info && v->info->arity > 0) return false;  // a function that is known there would be one that is passed
      passed->push_back(const_cast<Var *>(v));
    }
    TyVarSet types;
    free_ty_vars(e, &types);
    return std::none_of(types.begin(), types.end(), [this](const TyVar *t) { return opened_.get(t->uniq); });
  }
  bool decide(Join &j) {
    if (!j.plain || j.jumps.size() < 2 || j.jumps.size() > kMostJumps) return false;
    bool any = false;
    for (size_t i = 0; i < j.lambda->params.size(); i++) {
      const Var *p = j.lambda->params[i];
      const auto all = [&](auto f) { return std::all_of(j.jumps.begin(), j.jumps.end(), f); };
      bool sink = !is_unlifted(p->type) && !all([i](const Jump &k) { return !is_made(k.app->args[i]); });
      if (sink) {
        const Use u = use(p, j.lambda->body);
        std::vector<Var *> passed = j.passed;
        sink = u.at_all && !u.lazily && (!u.surely || type_arity(p->type, 1) > 0) &&
               all([&](const Jump &k) { return may_move(j, k, k.app->args[i], &passed); }) &&
               passed.size() <= kMostPassed && cx_.tick();
        if (sink) j.passed = passed;
      }
      j.sunk.push_back(sink);
      any |= sink;
    }
    if (!any) return false;
    Vec<const Type *> types;
    for (size_t i = 0; i < j.sunk.size(); i++)
      if (!j.sunk[i]) types.push_back(j.lambda->params[i]->type);
    for (const Var *v : j.passed) types.push_back(v->type);
    types.push_back(expr_type(mk_int_lit(0)));
    j.now = fresh_like(j.var, mk_tfuns(types, expr_type(j.lambda->body)));
    info(j.now).join_arity = info(j.now).arity = int32_t(types.size());
    return true;
  }

  // ---- Rewriting ----------------------------------------------------------------------------------------------------
  const Expr *sink(Join &j, const Expr *rest) {
    Var *from = mk_core_var("from", expr_type(mk_int_lit(0)));
    Vec<Var *> params;
    std::vector<Binding> lets;
    std::vector<Var *> given;
    for (const Var *v : j.passed) renaming_[v->uniq] = given.emplace_back(fresh_like(v, v->type));
    for (size_t i = 0; i < j.sunk.size(); i++) {
      Var *p = j.lambda->params[i];
      if (!j.sunk[i]) {
        params.push_back(p);
        continue;
      }
      Vec<Alt> alts;
      for (size_t k = 0; k < j.jumps.size(); k++) {
        Alt a;
        if (k + 1 < j.jumps.size()) {
          a.is_lit = true;
          a.lit = cast<ELit>(mk_int_lit(int64_t(k))).lit;
        }
        a.body = rebuild(j.jumps[k].app->args[i]);
        alts.push_back(a);
      }
      Var *binder = fresh_like(from, from->type);
      lets.push_back({p, mk_case(mk_var(from), binder, p->type, alts)});
    }
    for (const Var *v : j.passed) renaming_[v->uniq] = nullptr;
    for (Var *v : given) params.push_back(v);
    params.push_back(from);
    const Expr *body = rebuild(j.lambda->body);
    for (size_t i = lets.size(); i-- > 0;) body = mk_let(lets[i].var, lets[i].rhs, body);
    return mk_let(j.now, mk_lam(params, body), rebuild(rest));
  }
  const Expr *rebuild(const Expr *e) {
    if (const EVar *v = dyn_cast<EVar>(e)) {
      Var *n = renaming_.get(v->var->uniq);
      return n ? mk_var(n) : e;
    }
    if (const ELet *l = dyn_cast<ELet>(e)) {
      Join *j = join(l->bind.var);
      if (j && j->now) return sink(*j, l->body);
    } else if (const EApp *a = dyn_cast<EApp>(e)) {
      const EVar *v = dyn_cast<EVar>(a->fn);
      const Join *j = v ? join(v->var) : nullptr;
      if (j && j->now) {
        Vec<const Expr *> args;
        for (size_t i = 0; i < a->args.size(); i++)
          if (!j->sunk[i]) args.push_back(rebuild(a->args[i]));
        for (Var *v : j->passed) args.push_back(rebuild(mk_var(v)));
        args.push_back(mk_int_lit(int64_t(jump_of(*j, a))));
        return mk_app(mk_var(j->now), args);
      }
    }
    return map_children(e, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  std::vector<Join> joins_;
  UniqTable<uint32_t> index_;  // of a join point, + 1
  std::vector<Var *> scope_;   // bound around here
  UniqTable<bool> opened_;     // type variables that are bound inside the definition
  UniqTable<Var *> renaming_;  // of what is passed, in the join point
};

}  // namespace

void sink_arguments(Program &p, PassContext &cx) {
  SinkArguments s(cx);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = s.top_level(b.rhs);
}

}  // namespace gphc::opt
