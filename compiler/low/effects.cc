// effects.cc: which functions can collect, and which need a stack check. Whole program.
//
// A function is simple when it does nothing but compute: no allocation, no evaluation, no loop, no unknown or runtime
// call, and calls of simple functions of a lower level only (at most kMaxLevel of them deep, so their stack is
// bounded). Calls of simple functions save no roots. Everything else may collect: the stack check itself can (a thread
// that is asked to yield does so there).
//
// A function checks the stack when something that is not simple is called from it and comes back: each cycle of calls
// that needs stack goes through such a function. Thunks and functions that only allocate, or only jump, run on the
// reserve. A check is a poll, too (Note [Polls] in low/heap_check.cc): a cycle of tail calls has one, and whoever jumps
// to an unknown function and does not allocate.
#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

constexpr int kMaxLevel = 3;

struct Facts {
  bool pure = true;         // nothing that rules out being simple
  bool calls_back = false;  // an evaluation, unknown or runtime call that returns here
  bool allocates = false;
  bool jumps_unknown = false;       // a tail call of an unknown function
  std::vector<Function *> callees;  // known, returning here
  std::vector<Function *> tails;
};

void scan(const Block &b, Facts *f) {
  for (Stmt *s : b) {
    const Callee *callee = nullptr;
    bool tail = false;
    switch (s->tag) {
      case Tag::Alloc: f->allocates = true; [[fallthrough]];
      case Tag::Enter:
      case Tag::Update:
      case Tag::ReturnEval: f->pure = false; break;
      case Tag::Eval:
      case Tag::UpdateEval:
        f->pure = false;
        f->calls_back = true;
        break;
      case Tag::Call: callee = &cast<SCall>(s).callee; break;
      case Tag::TailCall:
        callee = &cast<STailCall>(s).callee;
        tail = true;
        break;
      case Tag::Foreign:
        if (cast<SForeign>(s).call->safe) {
          f->pure = false;
          f->calls_back = true;
        }
        break;
      // else it polls: Note [Polls] in low/heap_check.cc
      case Tag::Loop: f->pure &= cast<SLoop>(s).label->is_short; break;
      case Tag::Join:
        for (const JoinBlock &j : cast<SJoin>(s).joins) f->pure &= !j.label->is_loop || j.label->is_short;
        break;
      default: break;
    }
    if (callee && tail && callee->kind == Callee::Kind::Unknown) f->jumps_unknown = true;
    if (callee && callee->kind == Callee::Kind::Known) (tail ? f->tails : f->callees).push_back(callee->fn);
    else if (callee) {
      f->pure = false;
      if (!tail) f->calls_back = true;
    }
    for_each_block(s, [&](Block &inner) { scan(inner, f); });
  }
}

// Note [Short loops]
// A loop needs no poll if it certainly ends after few rounds: each jump back divides a certain parameter by a constant,
// as in powers by squaring and in loops over digits, and where that parameter has come to 0 (or, shifted, to -1), as it
// does after at most 64 rounds, no jump back can be reached. The second is found by walking through the loop's body
// with that value for the parameter: constants are computed, and of tests on them the way that is taken is followed,
// else both. `go n = if n < 10 then .. else go (n `quot` 10)` is short, `go n = if even n then go (n `quot` 2) else ..`
// is not. A function that has no other loops can be simple. Loops in each other multiply their rounds, and so do simple
// functions that are called in them: what is without a poll is at most kMostUnpolled statements long, all rounds of all
// loops counted, or the loop polls after all. So does a short loop that evaluates something, or calls what is not
// simple: how long that takes is not known here, and to poll costs nothing beside it.
class FixedPoint {
 public:
  FixedPoint(const Label *head, const Local *param, int64_t value) : head_(head) {
    Env e;
    e[param] = value;
    body_start_ = std::move(e);
  }
  // Is a jump back to the head possible from a round that begins with that value?
  bool goes_back(const Block &body) {
    walk(body, body_start_);
    return back_ || steps_ > kMostSteps;
  }

 private:
  using Env = std::unordered_map<const Local *, int64_t>;  // what is known of raw words
  using Out = std::optional<Env>;                          // null: nothing falls through
  struct State {
    bool reached = false;
    Env env;
  };
  static constexpr size_t kMostSteps = 20000;

  static void meet(Env *a, const Env &b) {
    std::erase_if(*a, [&](const auto &x) {
      auto it = b.find(x.first);
      return it == b.end() || it->second != x.second;
    });
  }
  static void join(Out *a, const Out &b) {
    if (!b) return;
    if (!*a) *a = b;
    else meet(&**a, *b);
  }
  static std::optional<int64_t> value(const Operand &o, const Env &e) {
    if (o.kind == Operand::Kind::Int) return o.i;
    if (o.kind != Operand::Kind::Local) return std::nullopt;
    auto it = e.find(o.local);
    return it == e.end() ? std::nullopt : std::optional(it->second);
  }
  static void set(Env *e, const Local *l, std::optional<int64_t> v) {
    if (v && (l->ty == Ty::Int || l->ty == Ty::Word)) (*e)[l] = *v;
    else e->erase(l);
  }
  static std::optional<int64_t> compute(const SPrim &p, const Env &e) {
    if (p.dsts.size() != 1 || p.args.empty() || p.args.size() > 2) return std::nullopt;
    auto x = value(p.args[0], e), y = p.args.size() == 2 ? value(p.args[1], e) : std::optional<int64_t>(0);
    using P = core::PrimId;
    const P op = P(p.op->index);
    // What is 0 whatever the other is: a test of one bit of 0.
    if ((op == P::IntAnd || op == P::WordAnd) && ((x && *x == 0) || (y && *y == 0))) return 0;
    if (!x || !y) return std::nullopt;
    const uint64_t u = uint64_t(*x), v = uint64_t(*y);
    const bool shift = v < 64, divides = *y > 0;
    switch (op) {
      case P::IntAdd:
      case P::WordAdd: return int64_t(u + v);
      case P::IntSub:
      case P::WordSub: return int64_t(u - v);
      case P::IntMul:
      case P::WordMul: return int64_t(u * v);
      case P::IntQuot: return divides ? std::optional(*x / *y) : std::nullopt;
      case P::IntRem: return divides ? std::optional(*x % *y) : std::nullopt;
      case P::WordQuot: return v ? std::optional(int64_t(u / v)) : std::nullopt;
      case P::WordRem: return v ? std::optional(int64_t(u % v)) : std::nullopt;
      case P::IntAnd:
      case P::WordAnd: return *x & *y;
      case P::IntOr:
      case P::WordOr: return *x | *y;
      case P::IntXor:
      case P::WordXor: return *x ^ *y;
      case P::IntNot:
      case P::WordNot: return ~*x;
      case P::IntNegate: return int64_t(0 - u);
      case P::IntShl:
      case P::WordShl: return shift ? std::optional(int64_t(u << v)) : std::nullopt;
      case P::IntSra: return shift ? std::optional(*x >> v) : std::nullopt;
      case P::IntSrl:
      case P::WordShr: return shift ? std::optional(int64_t(u >> v)) : std::nullopt;
      case P::IntToWord:
      case P::WordToInt:
      case P::IntChr:
      case P::CharOrd: return *x;
      case P::IntGt: return *x > *y;
      case P::IntGe: return *x >= *y;
      case P::IntEq:
      case P::WordEq:
      case P::CharEq: return *x == *y;
      case P::IntNe:
      case P::WordNe:
      case P::CharNe: return *x != *y;
      case P::IntLt: return *x < *y;
      case P::IntLe: return *x <= *y;
      case P::WordGt:
      case P::CharGt: return u > v;
      case P::WordGe:
      case P::CharGe: return u >= v;
      case P::WordLt:
      case P::CharLt: return u < v;
      case P::WordLe:
      case P::CharLe: return u <= v;
      default: return std::nullopt;
    }
  }

  // What is known at a label is what all jumps there have in common. It only ever shrinks, also when a loop around is
  // walked again.
  void arrive(State *at, const Env &e) {
    const size_t before = at->env.size();
    if (at->reached) meet(&at->env, e);
    else at->env = e;
    changed_ |= !at->reached || at->env.size() != before;
    at->reached = true;
  }
  template <class F>
  void settle(F round) {
    const bool around = changed_;
    bool any = false;
    do {
      changed_ = false;
      round();
      any |= changed_;
    } while (changed_ && steps_ <= kMostSteps);
    changed_ = around || any;
  }

  Out walk(const Block &b, Env e) {
    for (Stmt *s : b) {
      if (++steps_ > kMostSteps) return std::nullopt;
      switch (s->tag) {
        case Tag::Move: set(&e, cast<SMove>(s).dst, value(cast<SMove>(s).src, e)); break;
        case Tag::Prim: {
          const SPrim &p = cast<SPrim>(s);
          auto v = compute(p, e);
          for (Local *d : p.dsts) set(&e, d, v);
          break;
        }
        case Tag::Load: e.erase(cast<SLoad>(s).dst); break;
        case Tag::Unbox: e.erase(cast<SUnbox>(s).dst); break;
        case Tag::ConIndex: e.erase(cast<SConIndex>(s).dst); break;
        case Tag::Call:
          for (Local *d : cast<SCall>(s).dsts) e.erase(d);
          break;
        case Tag::Foreign:
          for (Local *d : cast<SForeign>(s).dsts) e.erase(d);
          break;
        // assign value words only
        case Tag::Box:
        case Tag::Spark:
        case Tag::Alloc:
        case Tag::Eval:
        case Tag::HeapCheck:
        case Tag::HeapBump:
        case Tag::Keep:
        case Tag::Enter: break;
        case Tag::If: {
          const SIf &i = cast<SIf>(s);
          auto x = value(i.x, e), y = value(i.value, e);
          const bool known = x && y && (i.test == Test::Equal || i.test == Test::Bit);
          const bool holds = known && (i.test == Test::Equal ? *x == *y : (*x & *y) != 0);
          Out out;
          if (!known || holds) join(&out, walk(i.then, e));
          if (!known || !holds) join(&out, walk(i.otherwise, e));
          if (!out) return out;
          e = std::move(*out);
          break;
        }
        case Tag::Switch: {
          const SSwitch &w = cast<SSwitch>(s);
          auto x = w.on == SwitchOn::Raw ? value(w.x, e) : std::nullopt;
          Out out;
          bool taken = false;
          for (const SwitchCase &c : w.cases) {
            const bool here = x && std::find(c.values.begin(), c.values.end(), *x) != c.values.end();
            if (!x || here) join(&out, walk(c.body, e));
            taken |= here;
          }
          if (w.has_default && !taken) join(&out, walk(w.otherwise, e));
          if (!out) return out;
          e = std::move(*out);
          break;
        }
        case Tag::Loop: {
          const SLoop &l = cast<SLoop>(s);
          arrive(&states_[l.label], e);
          Out out;
          settle([&] { out = walk(l.body, states_[l.label].env); });
          if (!out) return out;
          e = std::move(*out);
          break;
        }
        case Tag::Join: {
          const SJoin &j = cast<SJoin>(s);
          for (const JoinBlock &k : j.joins) states_[k.label];
          Out out;
          settle([&] {
            out = walk(j.body, e);
            for (const JoinBlock &k : j.joins)
              if (states_[k.label].reached) join(&out, walk(k.body, states_[k.label].env));
          });
          if (!out) return out;
          e = std::move(*out);
          break;
        }
        case Tag::Goto: {
          const SGoto &g = cast<SGoto>(s);
          if (g.label == head_) {
            back_ = true;
            return std::nullopt;
          }
          auto it = states_.find(g.label);
          if (it == states_.end()) return std::nullopt;  // leaves the loop
          Env to = e;
          for (size_t i = 0; i < g.args.size(); i++) set(&to, g.label->params[i], value(g.args[i], e));
          arrive(&it->second, to);
          return std::nullopt;
        }
        default: return std::nullopt;  // leaves the function
      }
    }
    return e;
  }

  const Label *head_;
  Env body_start_;
  std::unordered_map<const Label *, State> states_;  // of labels within the body
  bool back_ = false, changed_ = false;
  size_t steps_ = 0;
};

// Finds the short loops of a function, but for those that are too deep in each other.
class ShortLoops {
 public:
  explicit ShortLoops(Function *f) {
    walk(f->body);
    for (auto &[label, jumps] : back_)
      for (size_t k = 0; k < label->params.size() && !label->is_short; k++) {
        const Local *param = label->params[k];
        bool all = bodies_.count(label) && !defs_.count(param), shifted = false;
        for (const SGoto *g : jumps) all = all && divides(g->args[k], param, &shifted);
        label->is_short = all && !FixedPoint(label, param, 0).goes_back(*bodies_[label]) &&
                          !(shifted && FixedPoint(label, param, -1).goes_back(*bodies_[label]));
      }
  }

 private:
  void walk(const Block &b) {
    for (Stmt *s : b) {
      if (SPrim *p = dyn_cast<SPrim>(s))
        for (Local *d : p->dsts) defs_[d].push_back(p);
      if (SMove *m = dyn_cast<SMove>(s)) defs_[m->dst].push_back(nullptr);
      if (SConIndex *c = dyn_cast<SConIndex>(s)) defs_[c->dst].push_back(nullptr);
      if (SGoto *g = dyn_cast<SGoto>(s)) {
        for (Local *l : g->label->params)
          if (!inside_.count(g->label) && !g->label->is_loop) defs_[l].push_back(nullptr);
        if (inside_.count(g->label)) back_[g->label].push_back(g);
      }
      if (SLoop *l = dyn_cast<SLoop>(s)) {
        inside_.insert(l->label);
        bodies_[l->label] = &l->body;
      }
      if (SJoin *j = dyn_cast<SJoin>(s)) {
        walk(j->body);
        for (JoinBlock &x : j->joins)
          if (x.label->is_loop) inside_.insert(x.label);
        // several jump to each other: no body holds the loop
        if (j->joins.size() == 1) bodies_[j->joins[0].label] = &j->joins[0].body;
        for (JoinBlock &x : j->joins) walk(x.body);
        continue;
      }
      for_each_block(s, [&](const Block &inner) { walk(inner); });
    }
  }
  bool divides(const Operand &o, const Local *param, bool *shifted) {
    if (o.kind != Operand::Kind::Local) return false;
    auto it = defs_.find(o.local);
    if (it == defs_.end() || it->second.size() != 1 || !it->second[0]) return false;
    const SPrim *p = it->second[0];
    if (p->args.size() != 2 || p->args[0].kind != Operand::Kind::Local || p->args[0].local != param ||
        p->args[1].kind != Operand::Kind::Int)
      return false;
    const int64_t by = p->args[1].i;
    using P = core::PrimId;
    switch (P(p->op->index)) {
      case P::IntQuot:
      case P::WordQuot: return by >= 2;
      case P::IntSra: *shifted = true; [[fallthrough]];
      case P::IntSrl:
      case P::WordShr: return by >= 1 && by < 64;
      default: return false;
    }
  }

  std::unordered_map<const Local *, std::vector<const SPrim *>> defs_;  // null: something else
  std::unordered_map<Label *, std::vector<const SGoto *>> back_;
  std::unordered_map<const Label *, const Block *> bodies_;
  std::unordered_set<const Label *> inside_;
};

constexpr uint64_t kMostRounds = 64;         // of a short loop
constexpr uint64_t kMostUnpolled = 1 << 19;  // statements: about a millisecond, of divisions a few

bool has_long_loop(const Block &b) {
  bool found = false;
  for (Stmt *s : b) {
    if (SLoop *l = dyn_cast<SLoop>(s)) found |= !l->label->is_short;
    if (SJoin *j = dyn_cast<SJoin>(s))
      for (JoinBlock &k : j->joins) found |= k.label->is_loop && !k.label->is_short;
    for_each_block(s, [&](const Block &inner) { found = found || has_long_loop(inner); });
  }
  return found;
}

// How many statements may b run without a poll, at most? From a poll in it, or to one, where there are some. Loops that
// would be too long, or that call what is not simple, are made to poll.
class Unpolled {
 public:
  explicit Unpolled(const std::unordered_map<const Function *, uint64_t> &simple) : simple_(simple) {}
  uint64_t count(const Block &b) {
    uint64_t n = 0;
    for (Stmt *s : b) {
      n++;
      switch (s->tag) {
        case Tag::Call: n += called(cast<SCall>(s).callee); break;
        case Tag::TailCall: n += called(cast<STailCall>(s).callee); break;
        case Tag::Eval:
        case Tag::UpdateEval: others_++; break;
        case Tag::Foreign: others_ += cast<SForeign>(s).call->safe; break;
        case Tag::Loop: n += inside(cast<SLoop>(s).body, cast<SLoop>(s).label); break;
        case Tag::Join:
          n += count(cast<SJoin>(s).body);
          for (JoinBlock &k : cast<SJoin>(s).joins) n += inside(k.body, k.label);
          break;
        default: {  // branches: the longest
          uint64_t most = 0;
          for_each_block(s, [&](const Block &inner) { most = std::max(most, count(inner)); });
          n += most;
          break;
        }
      }
      n = std::min(n, kMostUnpolled + 1);
    }
    return n;
  }

 private:
  uint64_t called(const Callee &c) {
    auto it = c.kind == Callee::Kind::Known ? simple_.find(c.fn) : simple_.end();
    if (it == simple_.end()) others_++;
    return it == simple_.end() ? 0 : it->second;
  }
  uint64_t inside(const Block &body, Label *l) {
    const int before = others_;
    const uint64_t n = count(body);
    if (l->is_short && (others_ > before || n * kMostRounds > kMostUnpolled)) l->is_short = false;
    return l->is_short ? n * kMostRounds : n;
  }

  const std::unordered_map<const Function *, uint64_t> &simple_;  // what these run
  int others_ = 0;                                                // evaluations, and calls of what is not simple
};

}  // namespace

void analyse_effects(Program *p) {
  std::unordered_map<Function *, Facts> facts;
  std::unordered_map<Function *, int> level;                // of simple functions
  std::unordered_map<const Function *, uint64_t> unpolled;  // statements of simple functions
  for (Function *f : p->functions) {
    ShortLoops short_loops(f);
    scan(f->body, &facts[f]);
    if (f->locals.size() > kManyLocals) facts[f].pure = false;  // checks the stack
  }
  for (int l = 0; l <= kMaxLevel; l++)
    for (Function *f : p->functions) {
      Facts &x = facts[f];
      if (!x.pure || f->kind != FnKind::Fun || level.count(f)) continue;
      bool ok = true;
      for (std::vector<Function *> *v : {&x.callees, &x.tails})
        for (Function *g : *v) ok &= level.count(g) && level[g] < l;
      if (!ok) continue;
      const uint64_t n = Unpolled(unpolled).count(f->body);
      x.pure = n <= kMostUnpolled && !has_long_loop(f->body);
      if (!x.pure) continue;
      level[f] = l;
      unpolled[f] = n;
    }
  for (Function *f : p->functions)
    if (!level.count(f)) Unpolled(unpolled).count(f->body);
  for (Function *f : p->functions) {
    f->is_leaf = level.count(f) != 0;
    f->may_gc = !f->is_leaf;
    f->needs_check = facts[f].calls_back || (facts[f].jumps_unknown && !facts[f].allocates);
    for (Function *g : facts[f].callees) f->needs_check |= !level.count(g);
    if (f->is_leaf) f->needs_check = false;
  }
  // Each cycle of tail calls looks at a limit: the function that closes it does. (Depth first; a call of a function
  // that is being visited.)
  std::unordered_map<Function *, int> state;  // 1: being visited, 2: done
  std::vector<std::pair<Function *, size_t>> path;
  for (Function *root : p->functions) {
    if (state[root]) continue;
    state[root] = 1;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto &[f, next] = path.back();
      if (f->needs_check || next == facts[f].tails.size()) {  // checks: no cycle through it is without
        state[f] = 2;
        path.pop_back();
        continue;
      }
      Function *g = facts[f].tails[next++];
      int s = state[g];
      if (s == 1) g->needs_check = true;
      else if (s == 0) {
        state[g] = 1;
        path.push_back({g, 0});
      }
    }
  }
}

}  // namespace gphc::low
