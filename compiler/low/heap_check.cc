// heap_check.cc: one heap check for each straight stretch of allocations.
//
//   alloc t; prim; alloc c; return c     ==>     heapcheck 7; alloc t at hp[0]; prim; alloc c at hp[4]; hp += 7; return c
//
// A stretch begins at its first allocation (as late as possible: evaluations before it have been done) and ends before anything
// that may collect, leave the block, or enter another. Objects get their offset from hp; hp moves once, at the end.
// Boxing (Box) allocates elsewhere and may stand inside a stretch; see gph_box_slow in codegen.h.
#include "low/low.h"

namespace gphc::low {
namespace {

constexpr uint32_t kMaxWords = 400;   // a stretch must fit in what an allocation chunk always has

bool ends_stretch(Stmt *s) {
  switch (s->tag) {
    case Tag::Move: case Tag::Load: case Tag::Prim: case Tag::Unbox: case Tag::Box: case Tag::Alloc: case Tag::Keep: return false;
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

}  // namespace

void insert_heap_checks(Program *p) {
  for (Function *f : p->functions) run(&f->body);
}

}  // namespace gphc::low
