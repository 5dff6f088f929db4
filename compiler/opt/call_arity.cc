// call_arity.cc: functions whose calls all have more arguments than they show lambdas take those arguments. (After Breitner, "Call Arity", TFP 2014.)
//
//   traverse f t = case t of { Leaf -> \r s. (Leaf, s, []) ;                traverse f t r s = case t of { Leaf -> (Leaf, s, []) ;
//                              Node l x -> let m = traverse f l                                            Node l x -> let m r s = traverse f l r s
//                                              k = f x                ==>                                     k r s = f x r s
//                                          in \r s. .. m r s .. k r s' ..                                 in .. m r s .. k r s' .. }
//
// The arity analysis of the simplifier (arity.cc) looks at the function alone: `f x` between the lambdas may be expensive, and a partial
// application that is called twice would do it twice. Here the callers are looked at, too: when each of them has all the arguments at hand,
// no partial application exists that anybody could share. Monads that are functions behind newtypes (State, RWS, parsers) live on this.
//
// The analysis of an expression that is called once with n arguments says of each variable that is bound to a function or a thunk: with how
// many arguments its uses call it, at least, and whether more than one call may happen.
//   - A function takes as many arguments as all its calls have. Its body is analysed as called with them.
//   - A thunk becomes a function only when it is called at most once: its work would be repeated otherwise. What follows from that one call
//     is analysed in its right-hand side. A thunk that stays one is evaluated at most once, whatever its value is called with.
//   - A lambda that is not called here may be called any number of times: so may what its body calls.
//   - A recursive group: a fixpoint, from what the scope of the group says downwards. The top level, last group first, is the scope of the first.
//
// Requires: join points are known. Before the demand analysis, which sees whole functions then; a simplifier step has to follow, which
// reduces what is made here. Preserves: lint, sharing, and strictness, as a partial application that nobody makes is not evaluated by anybody.
// Complexity: linear, times the rounds of nested fixpoints; inside four of them no further one is tried.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/simplify.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

struct Calls {
  int args = 0;          // the fewest of any use
  bool many = false;     // more than one call may happen
};

class Uses {
 public:
  void add(const Var *v, Calls c) {
    auto [it, fresh] = map_.try_emplace(v->uniq, c);
    if (!fresh) it->second = {std::min(it->second.args, c.args), true};
  }
  // What happens besides.
  void both(Uses &&o) { merge(std::move(o), true); }
  // What happens instead, on another path.
  void either(Uses &&o) { merge(std::move(o), false); }
  void many() { for (auto &e : map_) e.second.many = true; }
  // Takes v out; null when it is not used.
  bool take(const Var *v, Calls *c) {
    auto it = map_.find(v->uniq);
    if (it == map_.end()) return false;
    *c = it->second;
    map_.erase(it);
    return true;
  }
  size_t size() const { return map_.size(); }

 private:
  void merge(Uses &&o, bool both) {
    if (o.map_.size() > map_.size()) std::swap(map_, o.map_);
    for (auto &e : o.map_) {
      auto [it, fresh] = map_.try_emplace(e.first, e.second);
      if (!fresh) it->second = {std::min(it->second.args, e.second.args), both || it->second.many || e.second.many};
    }
  }
  std::unordered_map<uint32_t, Calls> map_;
};

class CallArity {
 public:
  explicit CallArity(PassContext &cx) : cx_(cx) {}
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) {
        if (!(b.var->info && b.var->info->is_exported) && type_arity(b.var->type, kMost) > manifest_arity(b.rhs)) watch(b);
        if (is_watched(b.var)) top_[b.var->uniq] = {shown(b.var) > 0 ? kMost : 0, true};
      }
    for (Var *v : p.roots) unwatch(v);
    for (Var *v : p.known)
      if (v) unwatch(v);
    for (const Program::Export &e : p.exports) unwatch(e.var);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) elsewhere(b.var);
    for (size_t i = p.groups.size(); i-- > 0;) top_group(p.groups[i]);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) b.rhs = expanded(b.var, rebuild(b.rhs));
  }

 private:
  static constexpr int kMost = 12;             // arguments
  static constexpr int kMaxFixpoints = 4;      // in one another
  static constexpr size_t kMaxCopied = 64;     // uses of a join point's right-hand side, to be repeated at each jump

  // ---- What is analysed -------------------------------------------------------------------------------------------------
  struct Watched { int8_t shown = 0; bool yes = false; };
  // A function, or something that may become one.
  void watch(const Binding &b) {
    int n = manifest_arity(b.rhs);
    const IdInfo *i = b.var->info;
    if (n >= kMost || is_join_var(b.var) || is_trivial(b.rhs) || (i && (!i->rules.empty() || i->unfolding))) return;
    watched_[b.var->uniq] = {int8_t(n), n > 0 || type_arity(b.var->type, 1) > 0};
  }
  // What rules and templates mention.
  void elsewhere(const Var *v) {
    if (!v->info) return;
    if (v->info->unfolding) expr(v->info->unfolding, 0);
    for (const Rule *r : v->info->rules) expr(r->rhs, 0);
  }
  void unwatch(const Var *v) { watched_[v->uniq].yes = false; }
  bool is_watched(const Var *v) const { return watched_.get(v->uniq).yes; }
  int shown(const Var *v) const { return watched_.get(v->uniq).shown; }

  void use(const Var *v, int n, Uses *u) {
    if (!is_watched(v)) return;
    Calls &top = top_[v->uniq];
    if (top.many) top.args = std::min(top.args, n);
    else u->add(v, {n, false});
  }

  void call(const Expr *f, const Vec<const Expr *> &args, int n, Uses *u) {
    for (const Expr *a : args) argument(a, u);
    u->both(expr(f, n + int(args.size())));
  }
  // A variable: called any number of times, with no argument known. Something larger becomes a thunk.
  void argument(const Expr *a, Uses *u) {
    u->both(expr(a, 0));
  }

  // e is called once with n arguments.
  Uses expr(const Expr *e, int n) {
    Uses u;
    switch (e->tag) {
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        if (const Uses *j = join_uses(v)) { u = *j; return u; }
        use(v, n, &u);
        return u;
      }
      case Tag::Lit: return u;
      case Tag::App: call(cast<EApp>(e).fn, cast<EApp>(e).args, n, &u); return u;
      case Tag::TyApp: return expr(cast<ETyApp>(e).fn, n);
      case Tag::TyLam: return expr(cast<ETyLam>(e).body, n);
      case Tag::Cast: return expr(cast<ECast>(e).body, n);
      case Tag::Tick: return expr(cast<ETick>(e).body, n);
      case Tag::Lam: {
        const ELam &l = cast<ELam>(e);
        int params = int(l.params.size());
        u = expr(l.body, std::max(0, n - params));
        bool once = n >= params || std::all_of(l.params.begin() + n, l.params.end(), [](const Var *p) { return p->info && p->info->one_shot; });
        if (!once) u.many();
        return u;
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        for (size_t i = 0; i < c.alts.size(); i++) {
          Uses a = expr(c.alts[i].body, n);
          if (i == 0) u = std::move(a);
          else u.either(std::move(a));
        }
        u.both(expr(c.scrut, 0));
        return u;
      }
      case Tag::Let: return let(cast<ELet>(e), n);
      case Tag::LetRec: return letrec(cast<ELetRec>(e), n);
      case Tag::ConApp: for (const Expr *a : cast<EConApp>(e).args) argument(a, &u); return u;
      case Tag::PrimApp: for (const Expr *a : cast<EPrimApp>(e).args) argument(a, &u); return u;
      case Tag::CCall: for (const Expr *a : cast<ECCall>(e).args) argument(a, &u); return u;
    }
    return u;
  }

  const Uses *join_uses(const Var *v) const {
    auto it = joins_.find(v->uniq);
    return it == joins_.end() ? nullptr : &it->second;
  }

  // The right-hand side of a binding that is used so.
  Uses rhs(const Binding &b, bool used, Calls c) {
    int have = is_watched(b.var) ? shown(b.var) : manifest_arity(b.rhs), want = have;
    if (is_watched(b.var) && used) want = have > 0 || !c.many ? std::clamp(c.args, have, std::max(have, type_arity(b.var->type, kMost))) : 0;
    if (is_watched(b.var)) arity_[b.var->uniq] = want;
    Uses u = expr(b.rhs, want);
    if (want > 0 && c.many) u.many();
    return u;
  }

  Uses let(const ELet &l, int n) {
    const Binding &b = l.bind;
    if (is_join_var(b.var)) {
      Uses j = expr(b.rhs, b.var->info->join_arity + n);
      bool copied = j.size() <= kMaxCopied;
      if (copied) joins_[b.var->uniq] = j;
      Uses u = expr(l.body, n);
      if (copied) joins_.erase(b.var->uniq);
      else u.both(std::move(j));
      return u;
    }
    watch(b);
    elsewhere(b.var);
    Uses u = expr(l.body, n);
    Calls c;
    bool used = u.take(b.var, &c);
    if (!is_watched(b.var)) c.many = true;   // how often is not known
    u.both(rhs(b, used, c));
    return u;
  }

  Uses letrec(const ELetRec &l, int n) {
    if (is_join_var(l.binds[0].var)) {
      Uses u = expr(l.body, n);
      for (const Binding &b : l.binds) {
        Uses r = expr(b.rhs, b.var->info->join_arity + n);
        r.many();
        u.both(std::move(r));
      }
      return u;
    }
    for (const Binding &b : l.binds) {
      watch(b);
      elsewhere(b.var);
    }
    Uses u = expr(l.body, n);
    std::vector<Calls> calls(l.binds.size());
    for (size_t i = 0; i < l.binds.size(); i++) {
      Calls c;
      bool used = u.take(l.binds[i].var, &c);
      calls[i] = {used ? c.args : kMost, true};
    }
    fixpoints_++;
    for (int round = 0;; round++) {
      bool last = fixpoints_ > kMaxFixpoints || round >= 3, stable = true;
      if (last)
        for (Calls &c : calls) c.args = 0;
      Uses rs;
      for (size_t i = 0; i < l.binds.size(); i++) rs.both(rhs(l.binds[i], true, calls[i]));
      for (size_t i = 0; i < l.binds.size(); i++) {
        Calls c;
        if (!rs.take(l.binds[i].var, &c) || c.args >= calls[i].args) continue;
        int before = arity_.get(l.binds[i].var->uniq);
        calls[i].args = c.args;
        stable = stable && (!is_watched(l.binds[i].var) || before <= std::max(c.args, shown(l.binds[i].var)));
      }
      if (!stable && !last) continue;
      rs.many();
      u.both(std::move(rs));
      break;
    }
    fixpoints_--;
    return u;
  }

  void top_group(Vec<Binding> &g) {
    for (int round = 0;; round++) {
      bool stable = true;
      std::vector<int> before;
      for (Binding &b : g) {
        if (round >= 4 && is_watched(b.var)) top_[b.var->uniq].args = 0;
        before.push_back(top_[b.var->uniq].args);
      }
      for (size_t i = 0; i < g.size(); i++) {
        if (g[i].rhs->tag == Tag::Lit) continue;
        Uses none = rhs(g[i], true, {shown(g[i].var) ? before[i] : 0, true});
      }
      for (size_t i = 0; i < g.size(); i++) {
        Calls c = top_[g[i].var->uniq];
        stable = stable && (!is_watched(g[i].var) || arity_.get(g[i].var->uniq) <= std::max(c.args, shown(g[i].var)));
      }
      if (stable || round > 4) return;
    }
  }

  // ---- Expanding --------------------------------------------------------------------------------------------------------
  const Expr *expanded(Var *v, const Expr *e) {
    if (!is_watched(v) || arity_.get(v->uniq) <= shown(v)) return e;
    const Expr *r = eta_expand_to(e, v->type, arity_.get(v->uniq));
    if (!r || !cx_.tick()) return e;
    if (v->info) v->info->sig = v->info->demand = nullptr;
    return r;
  }
  const Expr *rebuild(const Expr *e) {
    return map_children(
        e, [this](const Binding &b) { return Binding{b.var, expanded(b.var, rebuild(b.rhs))}; }, [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  UniqTable<Watched> watched_;
  UniqTable<Calls> top_;                             // of the top level: `many` is set
  UniqTable<int> arity_;                             // what was found
  std::unordered_map<uint32_t, Uses> joins_;         // what a jump brings about, of join points in scope
  int fixpoints_ = 0;
};

}  // namespace

void call_arity(Program &p, PassContext &cx) { CallArity(cx).program(p); }

}  // namespace gphc::opt
