// copy.c: to-space, and what both variants of evacuation and scavenging share.
#include "gc/mark.h"
#include "base/flags.h"
#include "gc/parallel.h"

GphCollector gph_collector = { .large_lock = GPH_LOCK_INIT };
W gph_dummy_updatee[2];                                // what update entries of thunks that have their value refer to

W *gph_copy_alloc_slow(GphGcWorker *w, GphDest *d, size_t words) {
  size_t blocks = gph_blocks_for(words * sizeof(W));
  // A stress test wants many work items, soon: small blocks, of which a quarter is used.
  bool small = GPH_STRESS && gc.parallel && blocks == 1;
  if (blocks < GPH_COPY_BLOCKS && !small) blocks = GPH_COPY_BLOCKS;
  bool old = d == &w->dest[GPH_DEST_OLD];
  if (old) gph_hole_give(d->free, d->limit);           // too small for this object, perhaps not for others
  GphBlock *b = old ? gph_hole_take(w, words) : NULL, *full = d->last;
  if (!b) {
    b = gph_block_alloc(old ? GPH_SPACE_OLD : GPH_SPACE_YOUNG, blocks);
    b->limit = gph_block_end(b);
  }
  if (full) {
    full->free = d->free;
    d->full_words += (size_t)(d->free - full->start);
    full->link = b;
  } else
    d->first = b;
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

bool gph_is_alive(W *slot) {
  for (unsigned hops = 0; hops < GPH_MOST_HOPS; hops++) {
    W x = *slot;
    if ((x & 7) == 7 || !gph_in_heap(x) || (x >= gph_old_base && !gc.major)) return true;
    W *p = gph_untag(x);
    uint8_t state = gph_block_state((uintptr_t)p);
    if (!(state & (GPH_BS_FROM | GPH_BS_MARK))) return true;
    if (state & GPH_BS_LARGE) return false;
    W h = p[0];
    if (gph_is_forward(h)) {
      *slot = gph_forward_to(h) | gph_forward_tag(h);
      return true;
    }
    if (!gph_has_value(p, (const GphInfo *)h)) return !gph_not_reached((W)p, state);
    *slot = p[1];
  }
  return false;
}
