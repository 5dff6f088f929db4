// effects.cc: which functions can collect, and which need a stack check. Whole program.
//
// A function is simple when it does nothing but compute: no allocation, no evaluation, no loop, no unknown or runtime call, and calls of simple
// functions of a lower level only (at most kMaxLevel of them deep, so their stack is bounded). Calls of simple functions save no roots.
// Everything else may collect: the stack check itself can (a thread that is asked to yield does so there).
//
// A function checks the stack when something that is not simple is called from it and comes back: each cycle of calls that needs
// stack goes through such a function. Thunks and functions that only allocate, or only jump, run on the reserve. A check is a poll, too
// (Note [Polls] in low/heap_check.cc): a cycle of tail calls has one, and whoever jumps to an unknown function and does not allocate.
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

constexpr int kMaxLevel = 3;

struct Facts {
  bool pure = true;                  // nothing that rules out being simple
  bool calls_back = false;           // an evaluation, unknown or runtime call that returns here
  bool allocates = false;
  bool jumps_unknown = false;        // a tail call of an unknown function
  std::vector<Function *> callees;   // known, returning here
  std::vector<Function *> tails;
};

void scan(const Block &b, Facts *f) {
  for (Stmt *s : b) {
    const Callee *callee = nullptr;
    bool tail = false;
    switch (s->tag) {
      case Tag::Alloc: f->allocates = true; [[fallthrough]];
      case Tag::Enter: case Tag::Update: case Tag::ReturnEval: f->pure = false; break;
      case Tag::Eval: case Tag::UpdateEval: f->pure = false; f->calls_back = true; break;
      case Tag::Call: callee = &cast<SCall>(s).callee; break;
      case Tag::TailCall: callee = &cast<STailCall>(s).callee; tail = true; break;
      case Tag::Foreign:
        if (cast<SForeign>(s).call->safe) {
          f->pure = false;
          f->calls_back = true;
        }
        break;
      case Tag::Loop: f->pure &= cast<SLoop>(s).label->is_short; break;   // else it polls: Note [Polls] in low/heap_check.cc
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

// Finds the short loops: each jump back divides a certain parameter by a constant, as in powers by squaring and in loops over digits. They take at
// most 64 rounds if they end at all, so they need no poll, and functions that have no others can be simple.
class ShortLoops {
 public:
  explicit ShortLoops(Function *f) {
    walk(f->body);
    for (auto &[label, jumps] : back_) {
      for (size_t k = 0; k < label->params.size() && !label->is_short; k++) {
        bool all = true;
        for (const SGoto *g : jumps) all &= divides(g->args[k], label->params[k]);
        label->is_short = all;
      }
    }
  }

 private:
  void walk(const Block &b) {
    for (Stmt *s : b) {
      if (SPrim *p = dyn_cast<SPrim>(s))
        for (Local *d : p->dsts) defs_[d].push_back(p);
      if (SMove *m = dyn_cast<SMove>(s)) defs_[m->dst].push_back(nullptr);
      if (SGoto *g = dyn_cast<SGoto>(s)) {
        for (Local *l : g->label->params) if (!inside_.count(g->label) && !g->label->is_loop) defs_[l].push_back(nullptr);
        if (inside_.count(g->label)) back_[g->label].push_back(g);
      }
      if (SLoop *l = dyn_cast<SLoop>(s)) inside_.insert(l->label);
      if (SJoin *j = dyn_cast<SJoin>(s)) {
        walk(j->body);
        for (JoinBlock &x : j->joins) if (x.label->is_loop) inside_.insert(x.label);
        for (JoinBlock &x : j->joins) walk(x.body);
        continue;
      }
      for_each_block(s, [&](const Block &inner) { walk(inner); });
    }
  }
  bool divides(const Operand &o, const Local *param) {
    if (o.kind != Operand::Kind::Local) return false;
    auto it = defs_.find(o.local);
    if (it == defs_.end() || it->second.size() != 1 || !it->second[0]) return false;
    const SPrim *p = it->second[0];
    if (p->args.size() != 2 || p->args[0].kind != Operand::Kind::Local || p->args[0].local != param || p->args[1].kind != Operand::Kind::Int) return false;
    using P = core::PrimId;
    switch (P(p->op->index)) {
      case P::IntQuot: case P::WordQuot: return p->args[1].i >= 2;
      case P::IntSra: case P::IntSrl: case P::WordShr: return p->args[1].i >= 1;
      default: return false;
    }
  }

  std::unordered_map<const Local *, std::vector<const SPrim *>> defs_;   // null: something else
  std::unordered_map<Label *, std::vector<const SGoto *>> back_;
  std::unordered_set<const Label *> inside_;
};

}  // namespace

void analyse_effects(Program *p) {
  std::unordered_map<Function *, Facts> facts;
  std::unordered_map<Function *, int> level;   // of simple functions
  for (Function *f : p->functions) {
    ShortLoops loops(f);
    scan(f->body, &facts[f]);
    if (f->locals.size() > kManyLocals) facts[f].pure = false;   // checks the stack
  }
  for (int l = 0; l <= kMaxLevel; l++)
    for (Function *f : p->functions) {
      Facts &x = facts[f];
      if (!x.pure || f->kind != FnKind::Fun || level.count(f)) continue;
      bool ok = true;
      for (std::vector<Function *> *v : {&x.callees, &x.tails})
        for (Function *g : *v) ok &= level.count(g) && level[g] < l;
      if (ok) level[f] = l;
    }
  for (Function *f : p->functions) {
    f->is_leaf = level.count(f) != 0;
    f->may_gc = !f->is_leaf;
    f->needs_check = facts[f].calls_back || (facts[f].jumps_unknown && !facts[f].allocates);
    for (Function *g : facts[f].callees) f->needs_check |= !level.count(g);
    if (f->is_leaf) f->needs_check = false;
  }
  // Each cycle of tail calls looks at a limit: the function that closes it does. (Depth first; a call of a function that is being visited.)
  std::unordered_map<Function *, int> state;   // 1: being visited, 2: done
  std::vector<std::pair<Function *, size_t>> path;
  for (Function *root : p->functions) {
    if (state[root]) continue;
    state[root] = 1;
    path.push_back({root, 0});
    while (!path.empty()) {
      auto &[f, next] = path.back();
      if (f->needs_check || next == facts[f].tails.size()) {   // checks: no cycle through it is without
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
