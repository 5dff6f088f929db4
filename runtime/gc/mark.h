// mark.h: the old generation marked where it is. See mark.c.
#pragma once
#include "gc/collector.h"

enum { GPH_MARK_SPAN = 64 };  // words that one pair of words of the bitmap is for

// The pair for p: [0] has the bit of each object reached, [1] of each that is scavenged (or that somebody is about to
// scavenge). Atomic: claimed by an or.
static inline W *gph_mark_pair(W p) {
  return (W *)((p & ~(W)(GPH_MB_SIZE - 1)) + GPH_MB_BITS) +
         2 * (p >> 9 & (GPH_MB_SIZE / (GPH_MARK_SPAN * sizeof(W)) - 1));
}
static inline W gph_mark_bit(W p) { return (W)1 << (p >> 3 & (GPH_MARK_SPAN - 1)); }
static inline bool gph_is_marked(W p) { return gph_load_relaxed(gph_mark_pair(p)) & gph_mark_bit(p); }

// Is an object of this block reached by the collection that is running? Not for large ones, nor for what was evacuated.
static inline bool gph_not_reached(W p, uint8_t state) {
  return (state & GPH_BS_FROM) || ((state & GPH_BS_MARK) && !gph_is_marked(p));
}

// Shall a major collection of so many blocks mark in place? Then, before it: prepares w's groups.
bool gph_mark_choose(size_t blocks);
// groups that are to be evacuated after all go to old_from
void gph_mark_prepare(GphGcWorker *w, GphBlock **old_from);
// After it: groups without a marked object are freed, the gaps of the others become holes. `live`: words marked by all
// workers.
void gph_mark_sweep(size_t live);

// ---- Holes: memory of the old generation between objects, of at least GPH_HOLE_LEAST words, where survivors may be
// copied to.
enum { GPH_HOLE_LEAST = 32 };
// as a region to be filled: [start, limit); NULL: none that is large enough
GphBlock *gph_hole_take(GphGcWorker *w, size_t words);
void gph_hole_give(W *from, W *to);  // nothing happens if it is too small
// the words between two objects, in order of addresses: a hole if they are many; one worker
void gph_gap(W *from, W *to);
void gph_holes_forget(void);
// The regions that w filled with old objects in this collection: groups go to w->old_groups; what is left of the last
// one becomes a hole.
void gph_regions_done(GphGcWorker *w);
size_t gph_hole_blocks(void);  // all holes together, in blocks
