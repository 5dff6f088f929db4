// occur_anal.cc: the occurrence analyser. One backward walk that prepares the program for a round of the simplifier:
//
//   - each binder learns how it occurs (VarFacts::occ): not at all, once (in the text, or once on each path), under a
//     lambda, called or not;
//   - dead bindings go; letrecs and the top level are split into strongly connected components, in dependency order;
//   - in each recursive component enough loop breakers are chosen that inlining everything else terminates;
//   - a let whose binder is only tail-called with a fixed number of arguments becomes a join point (contification).
//
// Requires: unique binders. Establishes: the above; IdInfo::join_arity, is_loop_breaker and VarFacts::occ are right for
// every binder. Complexity: usage maps (use_map.h) are merged small into large, n log n. This file walks one binding;
// occur_top.cc orders the top level, and binding_graph.cc chooses the loop breakers of both.
//
// Note [Exits of loops]: a recursive join point's body runs many times, but what stands on a way out of it (a tail
// position from which no jump leads back) runs once at most for each time that the loop is entered. An occurrence there
// is not under a lambda, as far as work is concerned:
//
//   let r = e in joinrec go x = case x of { [] -> x0 : r ; y : ys -> if p y then go ys else r } in go xs
//
// Here r occurs once in each of two branches.
//
// Whether a letrec is a loop turns out after its right-hand sides were walked; so an occurrence carries the set of
// loops that may repeat it (`repeated`, a bit for each loop that is being walked). Where branches meet, one that jumps
// and one that does not, the bit is cleared in the second; at the end of the loop what still has the bit is under a
// lambda. A tail call of anything bound by a let inside the loop counts as a jump: that may be a join point that goes
// on.
//
// Likewise a use in the right-hand side of a join point and one in its body are on different paths unless the second
// comes before a jump (`then_jumps`: it stands in a scrutinee or a let before a tail call).
//
// Two questions about an occurrence are relative to its binder: "is there a lambda in between?" and "is there a
// non-tail context in between?". Both are answered when the occurrence is met, by comparing depths recorded at the
// binder, so that nothing has to be marked when the walk leaves a lambda or an argument.
#include "opt/occur_anal.h"

#include <algorithm>

#include "core/fvs.h"
#include "opt/binding_graph.h"
#include "opt/expr_util.h"
#include "opt/occur_top.h"

namespace gphc::opt {

void store_occurrence(Var *v, const Use &use) {
  OccInfo o;
  o.kind = use.count == 0 ? Occ::Dead : use.many ? Occ::Many : Occ::Once;
  o.in_lambda = use.in_lam;
  o.one_branch = use.count == 1;
  o.branches = uint8_t(std::min<uint32_t>(use.count, 255));
  o.interesting = use.interesting;
  o.field = use.field;
  g_facts[v->uniq].occ = o;
}

namespace {

struct BinderPos {
  uint32_t lam = 0, barrier = 0, loops = 0, goes_on = 0;
  bool let = false;
};
UniqTable<BinderPos> pos_;

class OccurAnal {
 public:
  const Expr *expr(const Expr *e, UseMap &u) {
    switch (e->tag) {
      case Tag::Var: occurrence(cast<EVar>(e).var, 0, false, u); return e;
      case Tag::Lit:
        if (const DataLit *d = cast<ELit>(e).lit.data; d && d->unpack) occurrence(d->unpack, 0, false, u);
        return e;
      case Tag::App: return app(e, u);
      case Tag::TyApp: return children(e, u);
      case Tag::Lam: {
        const ELam &l = cast<ELam>(e);
        barrier_++;
        const Expr *r = lambda(
            l, is_one_shot(l) || std::find(called_once_.begin(), called_once_.end(), &l) != called_once_.end(), u, e);
        barrier_--;
        return r;
      }
      case Tag::TyLam:
      case Tag::Cast:
      case Tag::Tick: {
        barrier_++;
        const Expr *r = children(e, u);
        barrier_--;
        return r;
      }
      case Tag::Let: return let(cast<ELet>(e), e, u);
      case Tag::LetRec: return letrec(cast<ELetRec>(e), u);
      case Tag::Case: return case_of(cast<ECase>(e), e, u);
      case Tag::ConApp: {
        const EConApp &c = cast<EConApp>(e);
        Vec<const Expr *> args;
        bool changed = arguments(c.args, &args, u);
        for (const Expr *a : c.args)
          if (const Var *v = head_var(a); v && v->sort == VarSort::Global)
            if (Use *x = u.find(v)) x->field = true;
        return changed ? mk_con_app(c.con, c.types, args) : e;
      }
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        Vec<const Expr *> args;
        bool changed = runs_action_once(p.op) ? prim_args_with_actions(p, &args, u) : arguments(p.args, &args, u);
        return changed ? mk_prim_app(p.op, p.types, args) : e;
      }
      case Tag::CCall: {
        const ECCall &c = cast<ECCall>(e);
        Vec<const Expr *> args;
        return arguments(c.args, &args, u) ? mk_ccall(c.call, args, c.type) : e;
      }
    }
    return e;
  }

  void top_binding(Binding *b, TopOccurrences *t);

 private:
  const Expr *children(const Expr *e, UseMap &u) {
    return map_children(e, [&](const Expr *x) { return expr(x, u); });
  }
  void bind_here(const Var *v, bool let = false) { pos_[v->uniq] = {lam_, barrier_, loops_, loops_, let}; }

  // ---- Note [Exits of loops] ----------------------------------------------------------------------------------------
  static constexpr uint32_t kMaxLoops = 64;  // in one another; what is deeper counts as under a lambda
  static uint64_t below(uint32_t n) { return n >= kMaxLoops ? ~uint64_t(0) : (uint64_t(1) << n) - 1; }
  // Those of the loops being walked in whose tail position we are.
  uint64_t loops_here() const {
    size_t n = loop_barriers_.size();
    while (n > 0 && loop_barriers_[n - 1] == barrier_) n--;
    return below(uint32_t(loop_barriers_.size())) & ~below(uint32_t(n));
  }
  // The loops that a tail call in u may go on with.
  uint64_t goes_on(UseMap &u) {
    if (!u.has_tail_call()) return 0;
    uint64_t r = 0;
    for (const Use &x : u.all())
      if (x.count && x.tail >= 0)
        if (BinderPos p = pos_.get(x.var->uniq); p.let) r |= below(p.goes_on);
    return r;
  }
  static void leaves(UseMap &u, uint64_t loops) {
    if (!loops) return;
    for (Use &x : u.all()) x.repeated &= ~loops;
  }
  // Branches of one tail expression: from those that do not go on with a loop, when another does, that loop has been
  // left.
  void meet(std::vector<UseMap> &branches) {
    uint64_t here = branches.size() < 2 ? 0 : loops_here(), any = 0;
    if (!here) return;
    std::vector<uint64_t> on(branches.size());
    for (size_t i = 0; i < branches.size(); i++) any |= on[i] = goes_on(branches[i]);
    for (size_t i = 0; i < branches.size(); i++) leaves(branches[i], here & any & ~on[i]);
  }
  // What happens before `rest`, on the way there.
  static void before(UseMap &first, UseMap &rest) {
    if (rest.has_tail_call())
      for (Use &x : first.all()) x.then_jumps = true;
  }
  // The right-hand side of a letrec's function, walked as a loop, has been walked.
  static void end_of_loop(UseMap &u, uint32_t loop, bool is_loop) {
    uint64_t bit = loop < kMaxLoops ? uint64_t(1) << loop : 0;
    for (Use &x : u.all()) {
      if (!is_loop || !bit || (x.repeated & bit)) x.in_lam = true;
      x.repeated &= ~bit;
    }
  }

  void occurrence(Var *v, int args, bool interesting, UseMap &u) {
    BinderPos p = pos_.get(v->uniq);
    Use use;
    use.var = v;
    use.count = 1;
    use.in_lam = lam_ > p.lam;
    use.repeated = below(loops_) & ~below(p.loops);
    use.interesting = interesting || args > 0;
    use.tail = p.barrier == barrier_ ? int16_t(args) : int16_t(-1);
    u.add_seq(use);
  }

  static bool is_one_shot(const ELam &l) {
    for (const Var *p : l.params)
      if (!(p->info && p->info->one_shot)) return false;
    return true;
  }

  // The caller has dealt with the tail context.
  const Expr *lambda(const ELam &l, bool one_shot, UseMap &u, const Expr *self) {
    if (!one_shot) lam_++;
    for (Var *p : l.params) bind_here(p);
    const Expr *b = expr(l.body, u);
    for (Var *p : l.params) record(p, u);
    if (!one_shot) lam_--;
    return b == l.body ? self : mk_lam(l.params, b);
  }

  // Takes the binder's use out of u and stores what the simplifier wants to know.
  Use record(Var *v, UseMap &u) {
    phased_local_ |= v->info && v->info->phase >= 0;
    Use use = u.take(v);
    store_occurrence(v, use);
    return use;
  }

  // A function with this demand on it is called once at most, with n arguments.
  static bool is_called_once(const Demand &d, size_t n) {
    const Demand *c = &d;
    for (size_t i = 0; i < n; i++) {
      if (c->kind != DmdKind::Call || !c->call_once || c->fields.empty()) return false;
      c = &c->fields[0];
    }
    return d.usage != Usage::Many;
  }
  // `sig`: of the function that they are passed to, or null. build's argument, for example, is called once, so what it
  // mentions is not shared.
  bool arguments(const Vec<const Expr *> &in, Vec<const Expr *> *out, UseMap &u, const StrSig *sig = nullptr) {
    bool changed = false;
    *out = in;
    barrier_++;
    if (sig && sig->args.size() > in.size()) sig = nullptr;
    for (size_t i = 0; i < in.size(); i++) {
      const Expr *a = in[i], *b;
      const ETyLam *t = dyn_cast<ETyLam>(a);
      const ELam *l = dyn_cast<ELam>(t ? t->body : a);
      if (l && sig && i < sig->args.size() && is_called_once(sig->args[i], l->params.size())) {
        b = lambda(*l, true, u, l);
        b = b == l ? a : t ? mk_ty_lam(t->vars, b) : b;
      } else {
        size_t before = called_once_.size();
        if (sig && i < sig->args.size()) result_lambdas(a, sig->args[i]);  // let x = .. in \s -> ..
        b = expr(a, u);
        called_once_.resize(before);
      }
      if (a != b) out->replace(i, b, &changed);
    }
    barrier_--;
    return changed;
  }
  // The lambdas, one of which e's value is, that the demand d on e calls once.
  void result_lambdas(const Expr *e, const Demand &d) {
    for (;;) switch (e->tag) {
        case Tag::Let: e = cast<ELet>(e).body; break;
        case Tag::LetRec: e = cast<ELetRec>(e).body; break;
        case Tag::Cast: e = cast<ECast>(e).body; break;
        case Tag::Case:
          for (const Alt &a : cast<ECase>(e).alts) result_lambdas(a.body, d);
          return;
        case Tag::Lam:
          if (is_called_once(d, cast<ELam>(e).params.size())) called_once_.push_back(&cast<ELam>(e));
          return;
        default: return;
      }
  }
  static bool runs_action_once(const PrimOp *op) {
    PrimId id = PrimId(op->index);
    return id == PrimId::Catch || id == PrimId::CatchSync;
  }
  bool prim_args_with_actions(const EPrimApp &p, Vec<const Expr *> *out, UseMap &u) {
    bool changed = false;
    *out = p.args;
    barrier_++;
    for (size_t i = 0; i < p.args.size(); i++) {
      const Expr *a = p.args[i], *b;
      const ELam *l = dyn_cast<ELam>(a);
      b = l && i == 0 && l->params.size() == 1 ? lambda(*l, true, u, a) : expr(a, u);
      if (a != b) out->replace(i, b, &changed);
    }
    barrier_--;
    return changed;
  }

  const Expr *app(const Expr *e, UseMap &u) {
    const EApp &a = cast<EApp>(e);
    Vec<const Expr *> args;
    const Expr *f = a.fn;
    const Expr *h = f;
    while (h->tag == Tag::TyApp) h = cast<ETyApp>(h).fn;
    const EVar *callee = dyn_cast<EVar>(h);
    bool changed = arguments(a.args, &args, u, callee ? sig_of(callee->var) : nullptr);
    if (const EVar *v = callee) {
      // The arguments of a jump come before what the join point does.
      if (BinderPos p = pos_.get(v->var->uniq); p.let && p.barrier == barrier_)
        for (Use &x : u.all()) x.then_jumps = true;
      occurrence(v->var, int(a.args.size()), true, u);
    } else {
      barrier_++;
      // A lambda that is applied at once runs once.
      const ELam *l = dyn_cast<ELam>(f);
      const Expr *g = l && l->params.size() <= a.args.size() ? lambda(*l, true, u, f) : expr(f, u);
      barrier_--;
      changed |= g != f;
      f = g;
    }
    return changed ? mk_app(f, args) : e;
  }

  const Expr *case_of(const ECase &c, const Expr *self, UseMap &u) {
    bool changed = false;
    std::vector<UseMap> branches(c.alts.size());
    Vec<Alt> alts = c.alts;
    bind_here(c.binder);
    for (size_t i = 0; i < c.alts.size(); i++) {
      const Alt &a = c.alts[i];
      for (Var *f : a.fields) bind_here(f);
      Alt b = a;
      b.body = expr(a.body, branches[i]);
      for (Var *f : a.fields) record(f, branches[i]);
      if (b.body != a.body) alts.replace(i, b, &changed);
    }
    meet(branches);
    UseMap alts_use, scrut_use;
    for (size_t i = 0; i < branches.size(); i++)
      if (i == 0) alts_use.merge_seq(branches[i]);
      else alts_use.merge_par(branches[i]);
    record(c.binder, alts_use);
    barrier_++;
    const Expr *s;
    if (const EVar *v = dyn_cast<EVar>(c.scrut)) {
      occurrence(v->var, 0, true, scrut_use);
      s = c.scrut;
    } else s = expr(c.scrut, scrut_use);
    barrier_--;
    before(scrut_use, alts_use);
    u.merge_seq(alts_use);
    u.merge_seq(scrut_use);
    if (!changed && s == c.scrut) return self;
    return mk_case(s, c.binder, c.type, changed ? alts : alts.clone());
  }

  // Whether v, whose occurrences are all tail calls with n value arguments, may be a join point with this right-hand
  // side.
  static bool join_shape(const Var *v, const Expr *rhs, int n) {
    Vec<TyVar *> tvs;
    const Type *t = v->type;
    if (rhs->tag == Tag::TyLam) {
      if (n == 0) return false;
      tvs = cast<ETyLam>(rhs).vars;
      rhs = cast<ETyLam>(rhs).body;
      if (t->tag != TypeTag::Forall || static_cast<const TForall *>(t)->vars.size() != tvs.size()) return false;
      tvs = static_cast<const TForall *>(t)->vars;
      t = static_cast<const TForall *>(t)->body;
    }
    const ELam *l = dyn_cast<ELam>(rhs);
    if (n > 0 && (!l || int(l->params.size()) < n)) return false;
    if (tvs.empty()) return true;
    for (int i = 0; i < n; i++) {
      if (t->tag != TypeTag::Fun) return false;
      t = static_cast<const TFun *>(t)->res;
    }
    for (TyVar *tv : tvs)
      if (occurs_in(tv, t)) return false;
    return true;
  }
  static void set_join(Var *v, int arity) {
    if (arity >= 0) info(v).join_arity = arity;
    else if (v->info) v->info->join_arity = -1;
  }

  // The right-hand side of a join point with n value parameters, or of any binding (n < 0).
  const Expr *rhs_of(const Expr *rhs, int n, UseMap &u) {
    if (n < 0) {
      barrier_++;
      const Expr *r = expr(rhs, u);
      barrier_--;
      return r;
    }
    if (const ETyLam *t = dyn_cast<ETyLam>(rhs)) {
      const Expr *b = rhs_of(t->body, n, u);
      return b == t->body ? rhs : mk_ty_lam(t->vars, b);
    }
    if (n == 0) return expr(rhs, u);
    const ELam &l = cast<ELam>(rhs);
    if (int(l.params.size()) == n) return lambda(l, true, u, rhs);  // a loop is accounted for by end_of_loop
    // More lambdas than the calls have arguments: the rest is an ordinary lambda, returned.
    Vec<Var *> first, rest;
    for (size_t i = 0; i < l.params.size(); i++) (int(i) < n ? first : rest).push_back(l.params[i]);
    const Expr *inner = mk_lam(rest, l.body);
    for (Var *p : first) bind_here(p);
    const Expr *b = expr(inner, u);
    for (Var *p : first) record(p, u);
    return b == inner ? rhs : mk_lam(first, b);
  }

  // Note [What a local wrapper mentions]
  // A local INLINE function has no template: what is inlined is its right-hand side as it is then. What that mentions
  // occurs as often as the wrapper is called. Otherwise a worker that only its wrapper mentions would be inlined into
  // it for good, and the whole function would be copied to each call, doubling at each level of a nest. An INLINE
  // function that is passed to another one (the step of a fold) may be called there at several places once that is
  // inlined.
  static bool will_be_copied(const Var *v, const Use &use) {
    return (use.count > 1 || !use.interesting) && v->info && v->info->inline_spec == InlineSpec::Inline &&
           !v->info->unfolding;
  }

  const Expr *let(const ELet &l, const Expr *self, UseMap &u) {
    Var *v = l.bind.var;
    bind_here(v, true);
    UseMap bu;
    const Expr *body = expr(l.body, bu);
    Use use = record(v, bu);
    if (use.count == 0) {
      u.merge_seq(bu);
      return body;
    }
    int join = use.tail >= 0 && join_shape(v, l.bind.rhs, use.tail) ? use.tail : -1;
    set_join(v, join);
    UseMap ru;
    const Expr *rhs = rhs_of(l.bind.rhs, join, ru);
    if (will_be_copied(v, use)) ru.mark_copied();
    if (join >= 0) {
      if (uint64_t here = loops_here()) leaves(ru, here & goes_on(bu) & ~goes_on(ru));
      bu.merge_jump(ru);
    } else {
      before(ru, bu);
      bu.merge_seq(ru);
    }
    u.merge_seq(bu);
    return body == l.body && rhs == l.bind.rhs ? self : mk_let(v, rhs, body);
  }

  const Expr *letrec(const ELetRec &l, UseMap &u) {
    std::vector<Node> nodes(l.binds.size());
    uint32_t group = ++g_last_group;
    for (size_t i = 0; i < nodes.size(); i++) {
      nodes[i].bind = l.binds[i];
      bind_here(l.binds[i].var, true);
      g_group_pos[l.binds[i].var->uniq] = {group, uint32_t(i)};
    }
    UseMap total;
    const Expr *body = expr(l.body, total);
    // Right-hand sides as if they were tail contexts; undone below where the binding turns out to be no join point.
    for (Node &n : nodes) {
      bool lam = manifest_arity(n.bind.rhs) > 0;
      if (lam) {
        int k = head_lambdas(n.bind.rhs);
        n.loop = loops_++;
        loop_barriers_.push_back(barrier_);
        for (Node &m : nodes) pos_[m.bind.var->uniq].goes_on = loops_;
        n.bind.rhs = rhs_of(n.bind.rhs, k, n.uses);
        loops_--;
        loop_barriers_.pop_back();
      } else {
        // spec-constr makes join points without parameters
        n.bind.rhs = rhs_of(n.bind.rhs, is_join_var(n.bind.var) ? 0 : -1, n.uses);
      }
    }
    for (Node &n : nodes)
      for (Use &x : n.uses.all())
        if (GroupPos g = g_group_pos.get(x.var->uniq); x.count && g.group == group) n.succ.push_back(g.index);
    std::vector<std::vector<uint32_t>> comps;
    std::function<void(std::vector<uint32_t> &)> collect = [&](std::vector<uint32_t> &c) { comps.push_back(c); };
    Scc scc(nodes, collect);
    for (uint32_t i = 0; i < nodes.size(); i++) scc.visit(i);
    const Expr *result = body;
    for (size_t ci = comps.size(); ci-- > 0;) result = component(nodes, comps[ci], total, result);
    u.merge_seq(total);
    return same_letrec(l, body, result) ? &l : result;
  }

  // The simplifier passes over what did not change, and sees it by the address.
  static bool same_letrec(const ELetRec &l, const Expr *body, const Expr *result) {
    const ELetRec *r = dyn_cast<ELetRec>(result);
    if (!r || r->binds.size() != l.binds.size() || r->body != body || l.body != body) return false;
    for (size_t i = 0; i < l.binds.size(); i++)
      if (l.binds[i].var != r->binds[i].var || l.binds[i].rhs != r->binds[i].rhs) return false;
    return true;
  }

  static int head_lambdas(const Expr *rhs) {
    if (const ETyLam *t = dyn_cast<ETyLam>(rhs)) rhs = t->body;
    const ELam *l = dyn_cast<ELam>(rhs);
    return l ? int(l->params.size()) : 0;
  }

  // One component of a letrec around `body`, users before used. `total`: uses in body and in the components done.
  const Expr *component(std::vector<Node> &nodes, std::vector<uint32_t> &comp, UseMap &total, const Expr *body) {
    bool live = false;
    for (uint32_t i : comp) {
      Use *x = total.find(nodes[i].bind.var);
      live |= x && x->count;
    }
    if (!live) return body;
    bool rec = comp.size() > 1;
    for (uint32_t s : nodes[comp[0]].succ) rec |= s == comp[0];
    UseMap own;
    for (uint32_t i : comp) {
      UseMap copy = nodes[i].uses;
      own.merge_seq(copy);
    }
    bool join = true;
    std::vector<int> arity;
    for (uint32_t i : comp) {
      Var *v = nodes[i].bind.var;
      Use *a = total.find(v), *b = own.find(v);
      int t = -1;
      bool in_total = a && a->count, in_own = b && b->count;
      if (in_total && in_own) t = a->tail == b->tail ? a->tail : -1;
      else if (in_total) t = a->tail;
      else if (in_own) t = b->tail;
      // The analysis above took the whole lambda as the join point's parameters.
      if (t < 0 || t != head_lambdas(nodes[i].bind.rhs) || (rec && t == 0) || !join_shape(v, nodes[i].bind.rhs, t))
        join = false;
      arity.push_back(t);
    }
    UseMap finished;
    for (uint32_t i : comp) {
      UseMap copy = nodes[i].uses;
      if (const Use *x = total.find(nodes[i].bind.var); x && will_be_copied(nodes[i].bind.var, *x)) copy.mark_copied();
      if (nodes[i].loop != UINT32_MAX) end_of_loop(copy, nodes[i].loop, join);
      finished.merge_seq(copy);
    }
    if (join) {
      total.merge_jump(finished);
    } else {
      finished.mark_non_tail();
      before(finished, total);
      total.merge_seq(finished);
    }
    for (size_t k = 0; k < comp.size(); k++) {
      Var *v = nodes[comp[k]].bind.var;
      record(v, total);
      set_join(v, join ? arity[k] : -1);
      if (rec) g_facts[v->uniq].occ.kind = Occ::Many;
    }
    if (!rec) {
      const Binding &b = nodes[comp[0]].bind;
      if (b.var->info) b.var->info->is_loop_breaker = false;
      return mk_let(b.var, b.rhs, body);
    }
    break_loops(nodes, comp, &Node::succ);
    Vec<Binding> binds;
    for (uint32_t i : comp) {
      binds.push_back(nodes[i].bind);
      if (nodes[i].breaker || (nodes[i].bind.var->info && nodes[i].bind.var->info->is_loop_breaker))
        info(nodes[i].bind.var).is_loop_breaker = nodes[i].breaker;
    }
    return mk_letrec(binds, body);
  }


  uint32_t lam_ = 1, barrier_ = 1;         // 0 is the top level
  std::vector<const ELam *> called_once_;  // of the arguments around here
  uint32_t loops_ = 0;                     // functions of letrecs that are being walked
  std::vector<uint32_t> loop_barriers_;    // where they began
  bool phased_local_ = false;
};

// A right-hand side, with its templates and rules as further uses that must not be the only one.
void OccurAnal::top_binding(Binding *b, TopOccurrences *t) {
  auto vars = [](UseMap &uses, std::vector<Var *> *out) {
    for (Use &x : uses.all())
      if (x.count) out->push_back(x.var);
  };
  Var *v = b->var;
  lam_ = 0;  // a use in a top-level thunk is not under a lambda
  barrier_ = 1;
  *t = {};
  b->rhs = expr(b->rhs, t->uses);
  UseMap extra;
  bool stable = v->info && v->info->unfolding && v->info->inline_spec == InlineSpec::Inline;
  if (stable) v->info->unfolding = expr(v->info->unfolding, extra);
  vars(stable ? extra : t->uses, &t->inlined);
  if (v->info)
    for (Rule *r : v->info->rules) {
      for (Var *x : r->vars) bind_here(x);
      for (const Expr *a : r->lhs_args) expr(a, extra);
      UseMap right;
      r->rhs = expr(r->rhs, right);
      vars(right, &t->ruled);
      extra.merge_seq(right);
      for (Var *x : r->vars) record(x, extra);
    }
  extra.mark_many();
  t->uses.merge_seq(extra);
  vars(t->uses, &t->refs);
  t->rhs = b->rhs;
  t->unfolding = v->info ? v->info->unfolding : nullptr;
  t->phased_local = phased_local_;
}

}  // namespace

void occur_top_level(const Var *v) { pos_[v->uniq] = {}; }
void occur_top_binding(Binding *b, TopOccurrences *t) { OccurAnal().top_binding(b, t); }

const Expr *occur_anal_expr(const Expr *e) {
  UseMap u;
  return OccurAnal().expr(e, u);
}

}  // namespace gphc::opt
