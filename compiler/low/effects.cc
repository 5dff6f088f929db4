// effects.cc: which functions can collect, and which need a stack check. Whole program.
//
// A function is simple when it does nothing but compute: no allocation, no evaluation, no unknown or runtime call, and calls of simple
// functions of a lower level only (at most kMaxLevel of them deep, so their stack is bounded). Calls of simple functions save no roots.
// Everything else may collect: the stack check itself can (a thread that is asked to yield does so there).
//
// A function checks the stack when something that is not simple is called from it and comes back: each cycle of calls that needs
// stack goes through such a function. Thunks and functions that only allocate, or only jump, run on the reserve.
#include <unordered_map>

#include "low/low.h"

namespace gphc::low {
namespace {

constexpr int kMaxLevel = 3;

struct Facts {
  bool pure = true;                  // nothing that rules out being simple
  bool calls_back = false;           // an evaluation, unknown or runtime call that returns here
  std::vector<Function *> callees;   // known, returning here
  std::vector<Function *> tails;
};

void scan(const Block &b, Facts *f) {
  for (Stmt *s : b) {
    const Callee *callee = nullptr;
    bool tail = false;
    switch (s->tag) {
      case Tag::Alloc: case Tag::Enter: case Tag::Update: case Tag::ReturnEval: f->pure = false; break;
      case Tag::Eval: f->pure = false; f->calls_back = true; break;
      case Tag::Call: callee = &cast<SCall>(s).callee; break;
      case Tag::TailCall: callee = &cast<STailCall>(s).callee; tail = true; break;
      case Tag::Foreign:
        if (cast<SForeign>(s).call->safe) {
          f->pure = false;
          f->calls_back = true;
        }
        break;
      default: break;
    }
    if (callee && callee->kind == Callee::Kind::Known) (tail ? f->tails : f->callees).push_back(callee->fn);
    else if (callee) {
      f->pure = false;
      if (!tail) f->calls_back = true;
    }
    for_each_block(s, [&](Block &inner) { scan(inner, f); });
  }
}

}  // namespace

void analyse_effects(Program *p) {
  std::unordered_map<Function *, Facts> facts;
  std::unordered_map<Function *, int> level;   // of simple functions
  for (Function *f : p->functions) {
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
    f->needs_check = facts[f].calls_back;
    for (Function *g : facts[f].callees) f->needs_check |= !level.count(g);
    if (f->is_leaf) f->needs_check = false;
  }
}

}  // namespace gphc::low
