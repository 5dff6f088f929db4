// tree_recursion.cc: functions whose recursion branches and is shallow, as nfib's and that of insertion into a map.
//
// Compiled code returns by jumps (Note [Returns by jumps] in backend/llvm/returns.cc), which deep chains of evaluations
// want. Where recursion is shallow, and which of its calls returns next depends on data, the processor's own stack of
// calls predicts it best, and a predictor of jumps badly (nfib takes 1.3 times as long, insertion into maps 1.1). Such
// functions keep `call` and `ret`. Taken to be shallow are:
//   - what calls itself more than once on a way through it, and not with fields of objects: recursion over numbers
//     (nfib, tak), and over what it makes (the search for places of queens);
//   - what goes into one of several fields of an object, depending on something (insertion, deletion: search trees);
//   - what goes into several fields of an object, where that is the only object whose fields it goes into (maps and
//     folds of such trees; not evaluators of terms, which go into other objects, too, and are as deep as the term).
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
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"
#include "support/scc.h"

namespace gphc::low {
namespace {

struct Ends {
  bool known = true;              // values and tail calls of known functions only
  std::vector<Function *> tails;  // known
  std::vector<Function *> calls;  // known
};

void scan(const Block &b, Ends *e) {
  for (Stmt *s : b) {
    switch (s->tag) {
      case Tag::Call:
        if (const Callee &c = cast<SCall>(s).callee; c.kind == Callee::Kind::Known) e->calls.push_back(c.fn);
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
    for_each_block(s, [&](Block &inner) { scan(inner, e); });
  }
}

// The objects into whose fields a cycle's functions call it: a field of an object as the argument. What is taken apart
// in one place is an object here; the fields that are the same argument of calls go together.
class Descent {
 public:
  explicit Descent(const std::unordered_set<const Function *> &cycle) : cycle_(cycle) {}
  void walk(const Block &b) {
    for (Stmt *s : b) {
      if (s->tag == Tag::Load) {
        const SLoad &l = cast<SLoad>(s);
        if (l.base.kind == Operand::Kind::Local && l.dst->ty == Ty::Ptr) from_[l.dst] = {&b, l.base.local, l.index};
      } else if (s->tag == Tag::Call) {
        const SCall &c = cast<SCall>(s);
        if (c.callee.kind == Callee::Kind::Known && cycle_.count(c.callee.fn)) add(c.args);
      }
      for_each_block(s, [&](Block &inner) { walk(inner); });
    }
  }
  bool several_fields() const {
    return std::any_of(into_.begin(), into_.end(), [](const auto &x) { return x.second.size() > 1; });
  }
  bool none() const { return into_.empty(); }
  // Is there one object, and does each call go into it?
  bool one_object() const { return into_.size() == 1 && !elsewhere_; }

 private:
  struct Field {
    const Block *taken_apart;
    const Local *object;
    uint32_t index;
  };
  void add(const Vec<Operand> &args) {
    bool some = false;
    for (uint32_t i = 0; i < args.size(); i++)
      if (args[i].kind == Operand::Kind::Local)
        if (auto f = from_.find(args[i].local); f != from_.end()) {
          into_[{f->second.taken_apart, f->second.object, i}].insert(f->second.index);
          some = true;
        }
    elsewhere_ |= !some;
  }
  const std::unordered_set<const Function *> &cycle_;
  std::unordered_map<const Local *, Field> from_;
  std::map<std::tuple<const Block *, const Local *, uint32_t>, std::set<uint32_t>> into_;  // the argument -> fields
  bool elsewhere_ = false;
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
    if (f->kind == FnKind::Fun) scan(f->body, &ends[f]);
  // What comes to an end by itself: the least set that holds what only returns values, and what ends in members of it.
  std::unordered_set<const Function *> ending;
  for (bool more = true; more;) {
    more = false;
    for (const auto &[f, e] : ends)
      if (e.known && !ending.count(f) &&
          std::all_of(e.tails.begin(), e.tails.end(), [&](Function *g) { return ending.count(g); }))
        more |= ending.insert(f).second;
  }
  std::vector<Function *> functions;
  std::unordered_map<const Function *, uint32_t> number;
  for (Function *f : p->functions)
    if (f->kind == FnKind::Fun) {
      number[f] = uint32_t(functions.size());
      functions.push_back(f);
    }
  std::vector<std::vector<uint32_t>> edges(functions.size());
  for (uint32_t i = 0; i < functions.size(); i++)
    for (const std::vector<Function *> *v : {&ends[functions[i]].calls, &ends[functions[i]].tails})
      for (Function *g : *v)
        if (auto n = number.find(g); n != number.end()) edges[i].push_back(n->second);
  for (const std::vector<uint32_t> &component : sccs(edges)) {
    std::vector<Function *> members;
    for (uint32_t i : component) members.push_back(functions[i]);
    const std::unordered_set<const Function *> cycle(members.begin(), members.end());
    bool twice = false, pairs = true;
    Descent down(cycle);
    for (const Function *f : members) {
      const Ends &e = ends.at(const_cast<Function *>(f));
      pairs &= e.known;
      for (const Function *g : e.tails) pairs &= cycle.count(g) || ending.count(g);
      twice |= MostCalls(cycle).of(f->body) >= 2;
      down.walk(f->body);
    }
    const bool shallow = twice ? down.none() || (down.one_object() && down.several_fields()) : down.several_fields();
    if (!pairs || !shallow) continue;
    for (Function *f : members) f->tree_recursive = true;
  }
}

}  // namespace gphc::low
