// copy.c: to-space, and what both variants of evacuation and scavenging share.
#include "gc/copy.h"
#include "heap/pin.h"
#include "gc/evac.h"
#include "gc/mark.h"
#include "base/flags.h"
#include "gc/parallel.h"
#include <stdlib.h>

static void visit_slot(GphVisitor *v, W *slot) { gph_evac_root(((GphCopying *)v)->w, slot); }
// Young or not is known as soon as the handle was evacuated, whatever is copied later: an object is copied at most once
// in a collection, so its address is final.
static void visit_thread(GphVisitor *v, GphThread *t) {
  GphCopying *c = (GphCopying *)v;
  gph_evac_root(c->w, &t->handle);
  c->young |= gph_still_young(gph_load_acquire(&t->handle));
}
GphCopying gph_copying(GphGcWorker *w) { return (GphCopying){.v = {visit_slot, visit_thread, gc.major}, .w = w}; }

W *gph_copy_alloc_slow(GphGcWorker *w, GphDest *d, size_t words) {
  size_t blocks = gph_blocks_for(words * sizeof(W));
  // A stress test wants many work items, soon: small blocks, of which a quarter is used.
  bool small = GPH_STRESS && gc.parallel && blocks == 1;
  if (blocks < GPH_COPY_BLOCKS && !small) blocks = GPH_COPY_BLOCKS;
  bool old = d == &w->dest[GPH_DEST_OLD];
  if (old) gph_hole_give(d->free, d->limit);  // too small for this object, perhaps not for others
  GphBlock *b = old ? gph_hole_take(w, words) : NULL, *full = d->last;
  if (!b) {
    b = gph_block_alloc(old ? GPH_SPACE_OLD : GPH_SPACE_YOUNG, blocks);
    b->limit = gph_block_end(b);
  }
  if (full) {
    full->free = d->free;
    d->full_words += (size_t)(d->free - full->start);
    full->link = b;
  } else d->first = b;
  d->last = b;
  d->free = b->start + words;
  d->limit = small && words < 128 && b->start + 128 < b->limit ? b->start + 128 : b->limit;
#ifdef GPH_THREADED
  if (gc.parallel) {
    if (full && full != d->scan && full->scan < full->free) gph_gc_offer(w, (W)full | GPH_ITEM_BLOCK);
    return b->start;
  }
#endif
  if (!d->scan) d->scan = b;
  return b->start;
}

// Note [Chains of indirections]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// An indirection may refer to another one (Note [Indirections to thunks] in eval/stubs.S): a loop of n steps in a lazy
// monad left a chain of n, each of which something else referred to as well, and following each of these references to
// the end took n * n / 2 steps in one collection. So who follows a chain makes all of it refer to its end: each
// indirection is passed once by the first who comes, and then those before it lead past it. Only indirections in
// from-space, or in blocks that are marked in place. With several workers:
// - A link changes from one indirection on the chain to one further on, or what the last one refers to: whoever reads
//   it reads the same value. It is changed by a CAS from what was read, as another worker may have shortened the chain
//   in the meantime; what the chain led to then is behind all of `path` still. (Walking it a second time instead might
//   come to what is behind the end by now, a selector thunk that was reduced, and would make a cycle.)
// - An indirection that is marked in place may be scavenged meanwhile (an update entry refers to it): its link is then
//   its final value, and that is no other indirection to be followed. So here its CAS fails, or was before, and the
//   scavenger, which read the old or the new link, finds the value of either.
// - One that is copied as it is (of a cycle, or an update entry's): the copy has the old or the new link.
// Cycles: Brent's algorithm, as in enter_ind_chain.
static W link_of(W x) {  // what x refers to, if it is such an indirection
  if ((x & 7) != 0 || !gph_in_heap(x) || (x >= gph_old_base && !gc.major)) return 0;
  uint8_t state = gph_block_state(x);
  if (!(state & (GPH_BS_FROM | GPH_BS_MARK)) || (state & GPH_BS_LARGE)) return 0;
  W *p = (W *)x, h = gph_load_acquire(&p[0]);
  if (gph_is_forward(h)) return 0;
  GphKind kind = ((const GphInfo *)h)->kind;
  if (kind != GphKind_Ind && kind != GphKind_BlackHole) return 0;
  // it is referred to: Note [Values that nobody looks at] in prof/spark_sites.c
  if (h == (W)&gph_ind_unseen_info) gph_store_relaxed(&p[0], (W)&gph_ind_info);
  W v = gph_load_acquire(&p[1]);
  return (v & 7) == GPH_TAG_UPDATE ? 0 : v;
}

static void shorten(W **path, unsigned n, W end) {
  for (unsigned i = 0; i + 1 < n; i++)
    if (!gc.parallel) path[i][1] = end;
    else gph_cas(&path[i][1], (W)path[i + 1], end);
}

W gph_collapse(W x) {
  enum { PART = 256 };
  W *path[PART], mark = x;
  unsigned n = 0;
  for (unsigned long steps = 0, next_mark = 64;;) {
    W v = link_of(x);
    if (v == 0) {
      shorten(path, n, x);
      return x;
    }
    if (v == mark) return 0;
    if (++steps == next_mark) {
      mark = v;
      next_mark *= 2;
    }
    path[n++] = (W *)x;
    if (n == PART) {
      shorten(path, n, v);
      n = 0;
    }
    x = v;
  }
}

bool gph_is_alive(W *slot) {
  GPH_ASSERT(!gc.parallel);
  for (;;) {
    W x = *slot;
    if ((x & 7) == 7 || !gph_in_heap(x) || (x >= gph_old_base && !gc.major)) return true;
    W *p = gph_untag(x);
    uint8_t state = gph_block_state((uintptr_t)p);
    if (!(state & (GPH_BS_FROM | GPH_BS_MARK))) return true;
    if (state & GPH_BS_LARGE) return false;
    if (gc.pins && gph_pinned(p)) return true;
    W h = p[0];
    if (gph_is_forward(h)) {
      *slot = gph_forward_to(h) | gph_forward_tag(h);
      return true;
    }
    if (!gph_has_value(p, (const GphInfo *)h)) return !gph_not_reached((W)p, state);
    if ((x = gph_collapse((W)p)) == 0) return !gph_not_reached((W)p, state);
    *slot = x;
  }
}

// See Note [Walk entries] in abi.h. A stack is scanned by one worker, so an entry is on one list. Whether its object
// will be reached, and where it goes, is not known yet: a young one's segment counts as dirty, and is looked at in the
// next collection, too.
bool gph_walk_entry(GphGcWorker *w, W *entry) {
  W x = *entry & ~GPH_WALK;
  if (!gph_in_heap(x) || (x >= gph_old_base && !gc.major)) return false;
  if (w->walks_used == w->walks_room) {
    w->walks_room = w->walks_room ? 2 * w->walks_room : 64;
    w->walks = realloc(w->walks, w->walks_room * sizeof *w->walks);
    if (!w->walks) gph_fail(251, "out of memory");
  }
  w->walks[w->walks_used++] = entry;
  return x < gph_old_base;
}

void gph_walks_update(void) {
  GPH_ASSERT(!gc.parallel);
  for (int i = 0; i < gph_hecs_used; i++) {
    GphGcWorker *w = gph_hecs[i]->gc_worker;
    for (size_t k = 0; k < w->walks_used; k++) {
      W x = *w->walks[k] & ~GPH_WALK;
      *w->walks[k] = (x != 0 && gph_is_alive(&x) ? x & ~(W)7 : 0) | GPH_WALK;
    }
    w->walks_used = 0;
  }
}
