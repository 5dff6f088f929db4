// call_arity.cc: functions whose calls all have more arguments than they show lambdas take those arguments. (After
// Breitner, "Call Arity", TFP 2014.)
//
//   traverse f t = case t of                              traverse f t r s = case t of
//     Leaf -> \r s. (Leaf, s, [])                           Leaf -> (Leaf, s, [])
//     Node l x -> let m = traverse f l            ==>       Node l x -> let m r s = traverse f l r s
//                     k = f x                                               k r s = f x r s
//                 in \r s. .. m r s .. k r s' ..                        in .. m r s .. k r s' ..
//
// The arity analysis of the simplifier (arity.cc) looks at the function alone: `f x` between the lambdas may be
// expensive, and a partial application that is called twice would do it twice. Here the callers are looked at, too:
// when each of them has all the arguments at hand, no partial application exists that anybody could share. Monads that
// are functions behind newtypes (State, RWS, parsers) live on this.
//
// The analysis of an expression that is called once with n arguments says of each variable that is bound to a function
// or a thunk: with how many arguments its uses call it, at least, and whether more than one call may happen.
//   - A function takes as many arguments as all its calls have. Its body is analysed as called with them.
//   - A thunk becomes a function only when it is called at most once: its work would be repeated otherwise. What
//     follows from that one call is analysed in its right-hand side. A thunk that stays one is evaluated at most once,
//     whatever its value is called with.
//   - A lambda that is not called here may be called any number of times: so may what its body calls.
//   - A parameter of a known function or a join point is its argument: when the call has all arguments that the
//     function shows, an argument is called as the parameter is.
//   - A recursive group: a fixpoint, from what the scope of the group says downwards. The top level, last group first,
//     is the scope of the first. What its functions call is called many times, but for recursion in one line:
//     Note [Recursion in one line].
//
// The second pass, single-entry, changes no function: it marks the thunks that are entered at most once by the same
// account, which need no update. The demand analysis marks most of them; it does not know recursion in one line. And it
// notes at functions which arguments they enter at most once.
//
// Requires: join points are known. Before the demand analysis, which sees whole functions then; a simplifier step has
// to follow, which reduces what is made here. Preserves: lint, sharing, and strictness, as a partial application that
// nobody makes is not evaluated by anybody. Complexity: linear, times the rounds of nested fixpoints; inside four of
// them no further one is tried.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <vector>

#include "core/fvs.h"
#include "opt/demand.h"
#include "opt/expr_util.h"
#include "opt/passes.h"
#include "opt/simplify.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

namespace {

// Note [Recursion in one line]
//
//   go i = let next = case i == y of { True -> done; _ -> go (i + 1) }
//          in case .. of { True -> next; _ -> \acc. next (acc + 1) }
//   in go 1 0
//
// A list comprehension with several generators whose consumer is a left fold: go and next take acc, too, when no work
// is done twice for it. That is so when done is called once at most, though it stands in a recursive function.
//
// A group of recursive functions is called in one line when its scope calls it at most once, each of its calls at most
// once more, and nobody passes a member on as a value. A variable that no run calls beside the group (it calls the one
// or the other) is called at most once then: by the last of the line. Breitner keeps a graph of what is called with
// what; here a variable knows which of the enclosing groups may be called beside it, and a set of uses which groups are
// called beside each other. A let's variable is a group of one. A recursive join point is always in one line.
using Groups = uint16_t;
constexpr int kMaxGroups = 16;

struct Calls {
  int args = 0;       // the fewest of any use
  bool many = false;  // more than one call may happen
  Groups beside = 0;  // a run that calls it may call these groups, too
};

class Uses {
 public:
  void add(const Var *v, Calls c) {
    auto [it, fresh] = map_.try_emplace(v->uniq, c);
    if (!fresh) it->second = {std::min(it->second.args, c.args), true, Groups(it->second.beside | c.beside)};
  }
  // A call of group g, or any number of them.
  void add_group(int g, bool many) {
    if (many) beside_[g] |= Groups(1 << g);
    groups_ |= Groups(1 << g);
  }
  // What happens besides.
  void both(Uses &&o) {
    Groups mine = groups_, theirs = o.groups_;
    join_all(theirs, ~Groups(0));
    o.join_all(mine, ~Groups(0));
    merge(std::move(o), [](const Calls &, const Calls &) { return true; });
  }
  // What happens instead, on another path.
  void either(Uses &&o) {
    merge(std::move(o), [](const Calls &, const Calls &) { return false; });
  }
  void many() {
    for (auto &e : map_) e.second.many = true;
    join_all(groups_, ~Groups(0));
  }
  // o is what happens when group g is called; out of g's scope.
  void at(int g, Uses &&o) {
    Groups bit = Groups(1 << g), beside = beside_[g], theirs = o.groups_;
    join_all(theirs, bit);
    o.join_all(beside, ~Groups(0));
    merge(std::move(o), [bit](const Calls &mine, const Calls &) { return (mine.beside & bit) != 0; });
    for (auto &e : map_) e.second.beside &= Groups(~bit);
    groups_ &= Groups(~bit);
    for (Groups &b : beside_) b &= Groups(~bit);
    beside_[g] = 0;
  }
  bool calls_twice(int g) const { return beside_[g] >> g & 1; }
  // These are the uses of one call of group g: now those of a line of them.
  void line(int g) {
    Groups bit = Groups(1 << g), before = Groups(beside_[g] & ~bit);
    for (auto &e : map_)
      if (e.second.beside & bit) e.second.many = true;
    join_all(groups_, bit);
    join_all(before, ~Groups(0));
    groups_ &= Groups(~bit);
  }
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
  // What is called beside one of the groups `which` (all: no matter beside what) may be called beside `more`.
  void join_all(Groups more, Groups which) {
    if (!more) return;
    bool all = which == Groups(~0);
    for (auto &e : map_)
      if (all || e.second.beside & which) e.second.beside |= more;
    for (int h = 0; h < kMaxGroups; h++)
      if (groups_ >> h & 1 && (all || beside_[h] & which)) beside_[h] |= more;
  }
  // many(mine, theirs): a variable of both may be called twice.
  template <class F>
  void merge(Uses &&o, F many) {
    groups_ |= o.groups_;
    for (int h = 0; h < kMaxGroups; h++) beside_[h] |= o.beside_[h];
    bool swapped = o.map_.size() > map_.size();
    if (swapped) std::swap(map_, o.map_);
    for (auto &e : o.map_) {
      auto [it, fresh] = map_.try_emplace(e.first, e.second);
      Calls &c = it->second;
      const Calls &d = e.second;
      if (!fresh)
        c = {std::min(c.args, d.args), c.many || d.many || many(swapped ? d : c, swapped ? c : d),
             Groups(c.beside | d.beside)};
    }
  }
  std::unordered_map<uint32_t, Calls> map_;
  Groups groups_ = 0;  // that may be called
  // of each that may be called: what else a run may call that calls it; itself: again
  Groups beside_[kMaxGroups] = {};
};

class CallArity {
 public:
  CallArity(PassContext &cx, bool mark) : cx_(cx), mark_(mark) {}
  void program(Program &p) {
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) {
        if (!(b.var->info && b.var->info->is_exported) && type_arity(b.var->type, kMost) > manifest_arity(b.rhs))
          watch(b);
        if (is_watched(b.var)) top_[b.var->uniq] = {shown(b.var) > 0 ? kMost : 0, true};
        if (!mark_) function(b);
      }
    for (Var *v : p.roots) unwatch(v);
    for (Var *v : p.known)
      if (v) unwatch(v);
    for (const Program::Export &e : p.exports) unwatch(e.var);
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) elsewhere(b.var);
    for (size_t i = p.groups.size(); i-- > 0;) top_group(p.groups[i]);
    if (mark_) {
      for (Vec<Binding> &g : p.groups)
        for (Binding &b : g) mark_arguments(b.var);
      for (Var *v : thunks_)
        if (once_.get(v->uniq) && !info(v).single_entry && cx_.tick()) info(v).single_entry = true;
      return;
    }
    for (Vec<Binding> &g : p.groups)
      for (Binding &b : g) b.rhs = expanded(b.var, rebuild(b.rhs));
  }

 private:
  static constexpr int kMost = 12;          // arguments
  static constexpr int kMaxFixpoints = 4;   // in one another
  static constexpr size_t kMaxCopied = 64;  // uses of a join point's right-hand side, to be repeated at each jump

  // ---- What is analysed ---------------------------------------------------------------------------------------------
  struct Watched {
    int8_t shown = 0;
    bool yes = false;
  };
  // A function, or something that may become one.
  void watch(const Binding &b) {
    int n = manifest_arity(b.rhs);
    const IdInfo *i = b.var->info;
    if (n >= kMost || is_join_var(b.var) || is_trivial(b.rhs) || (i && (!i->rules.empty() || i->unfolding))) return;
    watched_[b.var->uniq] = {int8_t(n), n > 0 || mark_ || type_arity(b.var->type, 1) > 0};
  }
  // Calls of it may be looked into.
  void function(const Binding &b) {
    const IdInfo *i = b.var->info;
    if (manifest_arity(b.rhs) > 0 && !(i && (!i->rules.empty() || i->unfolding))) functions_[b.var->uniq] = b.rhs;
  }
  // By the signature that the demand analysis found.
  void mark_arguments(Var *v) {
    const StrSig *sig = sig_of(v);
    if (v->info) v->info->single_entry_args = 0;
    if (!sig || sig->args.size() > 64) return;
    for (size_t i = 0; i < sig->args.size(); i++)
      if (sig->args[i].usage == Usage::Once && cx_.tick()) v->info->single_entry_args |= uint64_t(1) << i;
    v->info->single_entry_arity = uint8_t(sig->args.size());
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
    // a function that is a value may be called by anybody
    if (int g = group_.get(v->uniq)) u->add_group(g - 1, n < shown(v));
    if (!is_watched(v)) return;
    Calls &top = top_[v->uniq];
    if (top.many) top.args = silent_ ? top.args : std::min(top.args, n);
    else u->add(v, {n, false});
  }

  void call(const Expr *f, const Vec<const Expr *> &args, int n, Uses *u) {
    const Var *v = head_var(f);
    const std::vector<Calls> *params = v ? params_of(v, int(args.size()) + n) : nullptr;
    for (size_t i = 0; i < args.size(); i++)
      if (params && i < params->size() && !(*params)[i].many) u->both(expr(args[i], (*params)[i].args));
      else argument(args[i], u);
    u->both(expr(f, n + int(args.size())));
  }
  // How one call of v with n arguments calls its parameters; null if that is not known. The demand analysis says
  // which thunks functions enter once, so single-entry asks for join points alone.
  const std::vector<Calls> *params_of(const Var *v, int n) {
    if (auto it = params_.find({v->uniq, is_join_var(v) ? 0 : n}); it != params_.end()) return &it->second;
    const Expr *e = functions_.get(v->uniq);
    const int shown = e ? manifest_arity(e) : 0;
    if (shown == 0 || n < shown) return nullptr;
    functions_[v->uniq] = nullptr;  // recursion is of unknown depth
    silent_++;
    std::vector<Calls> calls;
    params(e, shown, n - shown, &calls);
    silent_--;
    functions_[v->uniq] = e;
    return &(params_[{v->uniq, n}] = std::move(calls));
  }
  // The uses of e, which shows `count` lambdas, called once with `more` arguments beyond these; its parameters' apart.
  Uses params(const Expr *e, int count, int more, std::vector<Calls> *calls) {
    const Expr *l = e;
    while (l->tag == Tag::TyLam) l = cast<ETyLam>(l).body;
    std::span<Var *const> ps;
    if (l->tag == Tag::Lam) ps = {cast<ELam>(l).params.begin(), std::min(size_t(count), cast<ELam>(l).params.size())};
    for (const Var *p : ps)
      if (mark_ || type_arity(p->type, 1) > 0) watched_[p->uniq] = {0, true};
    Uses u = expr(e, count + more);
    for (const Var *p : ps) {
      Calls c{0, !is_watched(p)};
      u.take(p, &c);
      calls->push_back(c);
    }
    return u;
  }
  // A variable: called any number of times, with no argument known. Something larger becomes a thunk.
  void argument(const Expr *a, Uses *u) {
    Uses x = expr(a, 0);
    if (is_trivial(a)) x.many();
    u->both(std::move(x));
  }

  // e is called once with n arguments.
  Uses expr(const Expr *e, int n) {
    Uses u;
    switch (e->tag) {
      case Tag::Var: {
        const Var *v = cast<EVar>(e).var;
        if (const Uses *j = join_uses(v)) {
          u = *j;
          return u;
        }
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
        bool once = n >= params || std::all_of(l.params.begin() + n, l.params.end(),
                                               [](const Var *p) { return p->info && p->info->one_shot; });
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
      case Tag::ConApp:
        for (const Expr *a : cast<EConApp>(e).args) argument(a, &u);
        return u;
      case Tag::PrimApp:
        for (const Expr *a : cast<EPrimApp>(e).args) argument(a, &u);
        return u;
      case Tag::CCall:
        for (const Expr *a : cast<ECCall>(e).args) argument(a, &u);
        return u;
    }
    return u;
  }

  UniqTable<int> &arities() { return silent_ ? silent_arity_ : arity_; }
  const Uses *join_uses(const Var *v) const {
    auto it = joins_.find(v->uniq);
    return it == joins_.end() ? nullptr : &it->second;
  }

  // The right-hand side of a binding that is used so. That a recursive function is called many times is its caller's
  // concern.
  Uses rhs(const Binding &b, bool used, Calls c, bool recursive = false) {
    int have = is_watched(b.var) ? shown(b.var) : manifest_arity(b.rhs), want = have;
    if (is_watched(b.var) && used)
      want = have > 0 || !c.many ? std::clamp(c.args, have, std::max(have, type_arity(b.var->type, kMost))) : 0;
    if (is_watched(b.var)) arities()[b.var->uniq] = mark_ ? have : want;
    Uses u = expr(b.rhs, want);
    // A function that is passed on as a value is called by anybody.
    if (want > 0 && !recursive && (c.many || (used && c.args < have))) u.many();
    return u;
  }

  // The number of a group while it is in scope, -1 when there are too many.
  int enter(const Binding *b, size_t n) {
    int g = 0;
    while (g < kMaxGroups && in_scope_ >> g & 1) g++;
    if (g == kMaxGroups) return -1;
    in_scope_ |= Groups(1 << g);
    for (size_t i = 0; i < n; i++) group_[b[i].var->uniq] = int8_t(g + 1);
    return g;
  }
  // The group's right-hand sides have the uses rs, in u.
  void leave(int g, Uses *u, Uses &&rs) {
    if (g < 0) return u->both(std::move(rs));
    u->at(g, std::move(rs));
    in_scope_ &= Groups(~(1 << g));
  }

  Uses let(const ELet &l, int n) {
    const Binding &b = l.bind;
    if (is_join_var(b.var)) {
      std::vector<Calls> calls;
      Uses j = params(b.rhs, b.var->info->join_arity, n, &calls);
      params_[{b.var->uniq, 0}] = std::move(calls);
      bool copied = j.size() <= kMaxCopied;
      if (copied) joins_[b.var->uniq] = j;
      Uses u = expr(l.body, n);
      if (copied) joins_.erase(b.var->uniq);
      else u.both(std::move(j));
      return u;
    }
    watch(b);
    elsewhere(b.var);
    if (mark_) mark_arguments(b.var);
    else function(b);
    int g = is_watched(b.var) ? enter(&b, 1) : -1;
    Uses u = expr(l.body, n);
    Calls c;
    bool used = u.take(b.var, &c);
    if (!is_watched(b.var)) c.many = true;  // how often is not known
    leave(g, &u, rhs(b, used, c));
    if (mark_ && g >= 0 && shown(b.var) == 0 && !is_value(b.rhs)) {
      if (!visited_.get(b.var->uniq)) thunks_.push_back(b.var);
      visited_[b.var->uniq] = true;
      once_[b.var->uniq] = used && !c.many;  // the last round of a fixpoint is right
    }
    return u;
  }

  Uses letrec(const ELetRec &l, int n) {
    int g = enter(l.binds.begin(), l.binds.size());
    if (is_join_var(l.binds[0].var)) {
      Uses rs;
      for (const Binding &b : l.binds) rs.either(expr(b.rhs, b.var->info->join_arity + n));
      if (g >= 0) rs.line(g);
      else rs.many();
      Uses u = expr(l.body, n);
      leave(g, &u, std::move(rs));
      return u;
    }
    for (const Binding &b : l.binds) {
      watch(b);
      elsewhere(b.var);
      if (mark_) mark_arguments(b.var);
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
      // One of them is called at a time.
      Uses rs;
      for (size_t i = 0; i < l.binds.size(); i++) rs.either(rhs(l.binds[i], true, calls[i], true));
      for (size_t i = 0; i < l.binds.size(); i++) {
        Calls c;
        if (!rs.take(l.binds[i].var, &c) || c.args >= calls[i].args) continue;
        int before = arities().get(l.binds[i].var->uniq);
        calls[i].args = c.args;
        stable = stable && (!is_watched(l.binds[i].var) || before <= std::max(c.args, shown(l.binds[i].var)));
      }
      if (!stable && !last) continue;
      if (g >= 0 && !u.calls_twice(g) && !rs.calls_twice(g) &&
          std::all_of(l.binds.begin(), l.binds.end(), [this](const Binding &b) { return shown(b.var) > 0; }))
        rs.line(g);
      else rs.many();
      leave(g, &u, std::move(rs));
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

  // ---- Expanding ----------------------------------------------------------------------------------------------------
  const Expr *expanded(Var *v, const Expr *e) {
    if (!is_watched(v) || arity_.get(v->uniq) <= shown(v)) return e;
    const Expr *r = eta_expand_to(e, v->type, arity_.get(v->uniq));
    if (!r || !cx_.tick()) return e;
    if (v->info) v->info->sig = nullptr;
    return r;
  }
  const Expr *rebuild(const Expr *e) {
    return map_children(
        e, [this](const Binding &b) { return Binding{b.var, expanded(b.var, rebuild(b.rhs))}; },
        [this](const Expr *x) { return rebuild(x); });
  }

  PassContext &cx_;
  const bool mark_;
  UniqTable<Watched> watched_;
  UniqTable<Calls> top_;                                           // of the top level: `many` is set
  UniqTable<int> arity_, silent_arity_;                            // what was found
  std::unordered_map<uint32_t, Uses> joins_;                       // what a jump brings about, of join points in scope
  UniqTable<const Expr *> functions_;                              // what may be asked for its parameters
  std::map<std::pair<uint32_t, int>, std::vector<Calls>> params_;  // of a function and a number of arguments
  int silent_ = 0;                  // this is not the program's own path: the top level learns nothing
  std::vector<Var *> thunks_;       // that were looked at
  UniqTable<bool> visited_, once_;  // of a thunk: it is one of these; it is entered at most once
  UniqTable<int8_t> group_;         // of the variables of groups in scope: its number plus 1
  Groups in_scope_ = 0;
  int fixpoints_ = 0;
};

}  // namespace

void call_arity(Program &p, PassContext &cx) { CallArity(cx, false).program(p); }
void single_entry(Program &p, PassContext &cx) { CallArity(cx, true).program(p); }

}  // namespace gphc::opt
