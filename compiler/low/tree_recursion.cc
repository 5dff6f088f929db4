// tree_recursion.cc: functions that call themselves more than once on a way through them, as nfib does, and return.
//
// Compiled code returns by jumps (Note [Returns by jumps] in backend/llvm/returns.cc), which deep chains of evaluations
// want. Recursion over numbers that branches is shallow, and which of its calls returns next is what the processor's
// own stack of calls predicts best, and a predictor of jumps badly (nfib takes 1.3 times as long, tak 1.25). Such
// functions keep `call` and `ret`. Not those over data: lists and terms are trees, too, and as deep as they are long.
// It only pays if the two always come in pairs, so:
//   - whatever such a function ends in returns: values, or a tail call of such a function. A tail call of another
//     function becomes a call and a return. So that loops of tail calls run in constant stack, this is for functions
//     that by themselves come to an end: whose ways out are values or tail calls of functions of the same kind, and
//     none of which is in the cycle.
//   - who calls it in a tail call and is no such function calls and returns, too; at most one frame is there for that
//     at a time, since it is no tail call that could come back.
//   - unknown calls reach it through a wrapper (ModuleEmitter::call_wrapper).
// All of it is known from the function's own code and from what that calls: the object cache holds each unit's code.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

struct Ends {
  bool known = true;              // values and tail calls of known functions only
  std::vector<Function *> tails;  // known
  std::vector<Function *> calls;  // known, of the same unit
};

void scan(const Function *f, const Block &b, Ends *e) {
  for (Stmt *s : b) {
    switch (s->tag) {
      case Tag::Call:
        if (const Callee &c = cast<SCall>(s).callee; c.kind == Callee::Kind::Known && c.fn->unit == f->unit)
          e->calls.push_back(c.fn);
        break;
      case Tag::TailCall:
        if (const Callee &c = cast<STailCall>(s).callee; c.kind == Callee::Kind::Known) e->tails.push_back(c.fn);
        else e->known = false;
        break;
      case Tag::ReturnEval:
      case Tag::Update:
      case Tag::UpdateEval: e->known = false; break;
      default: break;
    }
    for_each_block(s, [&](Block &inner) { scan(f, inner, e); });
  }
}

// Tarjan's strongly connected components, over calls and tail calls within a unit. Recursion goes as deep as a chain of
// calls in one top-level binding is long.
class Cycles {
 public:
  explicit Cycles(const std::unordered_map<Function *, Ends> &ends) : ends_(ends) {}
  void visit(Function *f) {
    if (number_.count(f)) return;
    uint32_t n = number_[f] = low_[f] = ++count_;
    stack_.push_back(f);
    open_.insert(f);
    const Ends &e = ends_.at(f);
    for (const std::vector<Function *> *v : {&e.calls, &e.tails})
      for (Function *g : *v) {
        if (g->unit != f->unit || !ends_.count(g)) continue;
        visit(g);
        if (open_.count(g)) low_[f] = std::min(low_[f], low_[g]);
      }
    if (low_[f] != n) return;
    found.emplace_back();
    for (Function *g = nullptr; g != f;) {
      g = stack_.back();
      stack_.pop_back();
      open_.erase(g);
      found.back().push_back(g);
    }
  }
  std::vector<std::vector<Function *>> found;

 private:
  const std::unordered_map<Function *, Ends> &ends_;
  std::unordered_map<Function *, uint32_t> number_, low_;
  std::vector<Function *> stack_;
  std::unordered_set<Function *> open_;
  uint32_t count_ = 0;
};

// The most calls into the cycle on one way through a function's code; 2 stands for more.
class MostCalls {
 public:
  explicit MostCalls(const std::unordered_set<const Function *> &cycle) : cycle_(cycle) {}
  int of(const Block &b) {
    walk(b, 0);
    return most_;
  }

 private:
  // Calls before -> calls behind it, on the way that has most; -1: it is not reached.
  int walk(const Block &b, int n) {
    for (Stmt *s : b) {
      if (n < 0) break;
      switch (s->tag) {
        case Tag::Call: {
          const Callee &c = cast<SCall>(s).callee;
          if (c.kind == Callee::Kind::Known && cycle_.count(c.fn)) n = std::min(n + 1, 2);
          most_ = std::max(most_, n);
          break;
        }
        case Tag::Goto: {
          int &at = arrive_.try_emplace(cast<SGoto>(s).label, -1).first->second;
          at = std::max(at, n);
          n = -1;
          break;
        }
        case Tag::If:
        case Tag::Switch: {
          int out = s->tag == Tag::Switch && !cast<SSwitch>(s).has_default ? -1 : -2;
          for_each_block(s, [&](Block &inner) { out = std::max(out, walk(inner, n)); });
          n = std::max(out, -1);
          break;
        }
        case Tag::Join: {
          int out = walk(cast<SJoin>(s).body, n);
          std::unordered_map<const Label *, int> walked;  // each from the most calls that were made before it
          for (bool more = true; more;) {
            more = false;
            for (const JoinBlock &j : cast<SJoin>(s).joins) {
              auto at = arrive_.find(j.label);
              if (at == arrive_.end() || walked.try_emplace(j.label, -1).first->second == at->second) continue;
              walked[j.label] = at->second;
              out = std::max(out, walk(j.body, at->second));
              more = true;
            }
          }
          n = out;
          break;
        }
        case Tag::Loop: {
          const SLoop &l = cast<SLoop>(s);
          int out = walk(l.body, n);
          for (auto at = arrive_.find(l.label); at != arrive_.end() && at->second > n; at = arrive_.find(l.label)) {
            n = at->second;
            out = std::max(out, walk(l.body, n));
          }
          n = out;
          break;
        }
        case Tag::TailCall:
        case Tag::Return:
        case Tag::ReturnEval:
        case Tag::Update:
        case Tag::UpdateEval:
        case Tag::Stop: n = -1; break;
        default: break;
      }
    }
    return n;
  }
  const std::unordered_set<const Function *> &cycle_;
  std::unordered_map<const Label *, int> arrive_;
  int most_ = 0;
};

}  // namespace

void find_tree_recursion(Program *p) {
  std::unordered_map<Function *, Ends> ends;
  for (Function *f : p->functions)
    if (f->kind == FnKind::Fun) scan(f, f->body, &ends[f]);
  // What comes to an end by itself: the least set that holds what only returns values, and what ends in members of it.
  std::unordered_set<const Function *> ending;
  for (bool more = true; more;) {
    more = false;
    for (const auto &[f, e] : ends)
      if (e.known && !ending.count(f) &&
          std::all_of(e.tails.begin(), e.tails.end(), [&](Function *g) { return ending.count(g); }))
        more |= ending.insert(f).second;
  }
  Cycles cycles(ends);
  for (Function *f : p->functions)
    if (f->kind == FnKind::Fun) cycles.visit(f);
  for (const std::vector<Function *> &members : cycles.found) {
    const std::unordered_set<const Function *> cycle(members.begin(), members.end());
    bool tree = false, pairs = true;
    for (const Function *f : members) {
      const Ends &e = ends.at(const_cast<Function *>(f));
      pairs &= e.known;
      for (const Function *g : e.tails) pairs &= cycle.count(g) || ending.count(g);
      for (const Local *x : f->params) pairs &= x->ty != Ty::Ptr;
      tree |= MostCalls(cycle).of(f->body) >= 2;
    }
    if (tree && pairs)
      for (Function *f : members) f->tree_recursive = true;
  }
}

}  // namespace gphc::low
