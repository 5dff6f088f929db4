// heap_check.cc: one heap check for each straight stretch of allocations.
//
//   alloc t; prim; alloc c; return c   ==>   heapcheck 7; alloc t at hp[0]; prim; alloc c at hp[4]; hp += 7; return c
//
// A stretch begins at its first allocation (as late as possible: evaluations before it have been done) and ends before
// anything that may collect, leave the block, or enter another. Objects get their offset from hp; hp moves once, at the
// end. Boxing (Box) allocates elsewhere and may stand inside a stretch; see gph_box_slow in codegen.h.
//
// Note [Polls]
// Where a program can go on for ever it must look at the limits again and again, or a thread could not be switched out
// and the world not be stopped. A heap check does, and so does the stack check of a called function. A jump back to the
// head of a loop from where neither is certain since the head gets a heap check of no words, unless the loop certainly
// ends soon (Note [Short loops] in effects.cc); for cycles of tail calls between functions effects.cc asks for a stack
// check.
#include <unordered_map>
#include <unordered_set>

#include "low/low.h"

namespace gphc::low {
namespace {

constexpr uint32_t kMaxWords = 400;  // a stretch must fit in what an allocation chunk always has

bool ends_stretch(Stmt *s) {
  switch (s->tag) {
    case Tag::Move:
    case Tag::Load:
    case Tag::Prim:
    case Tag::Unbox:
    case Tag::Box:
    case Tag::ConIndex:
    case Tag::Spark:
    case Tag::Alloc:
    case Tag::Keep: return false;
    case Tag::Foreign: return cast<SForeign>(s).call->safe;
    case Tag::Call: {
      const Callee &c = cast<SCall>(s).callee;
      return c.kind != Callee::Kind::Known || c.fn->may_gc;
    }
    default: return true;
  }
}

void run(Block *b) {
  Block out;
  SHeapCheck *check = nullptr;
  auto close = [&] {
    if (!check) return;
    SHeapBump *h = mk<SHeapBump>();
    h->tag = Tag::HeapBump;
    h->words = check->words;
    out.push_back(h);
    check = nullptr;
  };
  for (Stmt *s : *b) {
    for_each_block(s, [](Block &inner) { run(&inner); });
    if (ends_stretch(s)) close();
    if (SAlloc *a = dyn_cast<SAlloc>(s)) {
      uint32_t words = 0;
      for (const Object &o : a->objects) words += 1 + uint32_t(o.payload.size());
      if (check && check->words + words > kMaxWords) close();
      if (!check) {
        check = mk<SHeapCheck>();
        check->tag = Tag::HeapCheck;
        check->words = 0;
        out.push_back(check);
      }
      for (Object &o : a->objects) {
        o.offset = check->words;
        check->words += 1 + uint32_t(o.payload.size());
      }
    }
    out.push_back(s);
  }
  close();
  *b = out;
}

// Finds the jumps that need a poll: walks the tree with the fact that since the head of the innermost loop a limit was
// certainly looked at. A loop with several such jumps polls at its head instead, so that its branches stay as small as
// they are.
class Polls {
 public:
  explicit Polls(Function *f) {
    walk(f->body, false);
    if (!jumps_.empty()) insert(&f->body);
  }

 private:
  // Both return the fact at the end.
  bool walk(Block &b, bool polled) {
    for (Stmt *s : b) polled = statement(s, polled);
    return polled;
  }
  bool branch(Block &b, bool polled) { return walk(b, polled) || !falls_through(b); }
  bool statement(Stmt *s, bool polled) {
    switch (s->tag) {
      case Tag::HeapCheck: return true;
      case Tag::Call: {
        const Callee &c = cast<SCall>(s).callee;
        return polled || (c.kind == Callee::Kind::Known && c.fn->needs_check);
      }
      case Tag::If: {
        bool t = branch(cast<SIf>(s).then, polled), o = branch(cast<SIf>(s).otherwise, polled);
        return t && o;
      }
      case Tag::Switch: {
        SSwitch &w = cast<SSwitch>(s);
        bool all = true;
        for (SwitchCase &c : w.cases) all &= branch(c.body, polled);
        if (w.has_default) all &= branch(w.otherwise, polled);
        return all;
      }
      case Tag::Join: {
        SJoin &j = cast<SJoin>(s);
        bool one = j.joins.size() == 1;  // of several one may be jumped to from the next
        for (JoinBlock &l : j.joins) at_[l.label] = one && !l.label->is_loop;
        bool all = branch(j.body, polled);
        for (JoinBlock &l : j.joins)
          if (l.label->is_loop) inside_.insert(l.label);
        for (JoinBlock &l : j.joins) all &= branch(l.body, at_[l.label]);
        return all;
      }
      case Tag::Loop: inside_.insert(cast<SLoop>(s).label); return walk(cast<SLoop>(s).body, false);
      case Tag::Goto: {
        Label *l = cast<SGoto>(s).label;
        if (inside_.count(l)) {  // back; a jump from outside only begins the loop
          if (!polled && !l->is_short) jumps_[l].push_back(s);
        } else if (!polled) {
          at_[l] = false;
        }
        return polled;
      }
      default: return polled;
    }
  }

  static Stmt *poll() {
    SHeapCheck *c = mk<SHeapCheck>();
    c->tag = Tag::HeapCheck;
    c->words = 0;
    return c;
  }
  void insert_at_head(const Label *l, Block *body) {
    auto it = jumps_.find(l);
    if (it == jumps_.end() || it->second.size() < 2) return;
    Block out;
    out.push_back(poll());
    for (Stmt *s : *body) out.push_back(s);
    *body = out;
  }
  void insert(Block *b) {
    Block out;
    for (Stmt *s : *b) {
      for_each_block(s, [&](Block &inner) { insert(&inner); });
      if (SLoop *l = dyn_cast<SLoop>(s)) insert_at_head(l->label, &l->body);
      if (SJoin *j = dyn_cast<SJoin>(s))
        for (JoinBlock &l : j->joins) insert_at_head(l.label, &l.body);
      if (SGoto *g = dyn_cast<SGoto>(s))
        if (auto it = jumps_.find(g->label); it != jumps_.end() && it->second.size() == 1 && it->second[0] == s)
          out.push_back(poll());
      out.push_back(s);
    }
    *b = out;
  }

  std::unordered_map<const Label *, bool> at_;                    // the fact at a label: so at all jumps to it
  std::unordered_set<const Label *> inside_;                      // the loops whose code this is
  std::unordered_map<const Label *, std::vector<Stmt *>> jumps_;  // back, without a look at a limit since the head
};

}  // namespace

void insert_heap_checks(Program *p) {
  for (Function *f : p->functions) {
    run(&f->body);
    if (f->may_gc) Polls p(f);
  }
}

}  // namespace gphc::low
