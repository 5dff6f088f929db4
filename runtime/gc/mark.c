// mark.c: major collections that mark the old generation where it is, instead of copying it.
//
// Copying needs room for what is alive once more, just when the heap is largest. So a major collection copies the old
// generation while that is small, and afterwards marks it in place: nothing in it moves, and the gaps between the
// objects that are alive become holes, where the survivors of later collections are copied to. (The idea is that of
// mark-region collectors: Blackburn & McKinley, "Immix", PLDI 2008. There are no lines here: the bitmap and the sizes
// of objects tell where gaps are, to the word.) The young generation is copied as always.
//
// Note [Marks]
// ~~~~~~~~~~~~
// A megablock has two bitmaps, a bit for each word: objects reached (marked), and objects scavenged. Evacuating a
// pointer into a block with GPH_BS_MARK sets the first bit. If no one did before, the object goes into the worker's
// ring: it is prefetched, and scavenged when those before it in the ring are. When the ring is full, its block (4 KiB,
// with its own descriptor, whatever group it belongs to) is put at the end of a list of blocks to be scavenged;
// GPH_BS_QUEUED says that it is on one. A block is scavenged in the order of its addresses, again and again until no
// object in it has the first bit without the second (those in rings have both). So there is no mark stack that could
// overflow; and while a block waits, more of its objects are marked, so that neighbours are visited together. Black
// holes and indirections are two words long whatever they were before: the rest is a gap.
//
// Several workers: bits are set by an atomic or; who changes a bit has claimed the object (to be put on the list, to be
// scavenged). Some blocks are offered as work items. GPH_BS_QUEUED keeps a block from being on lists twice: marking
// sets the bit, then reads the state; scavenging clears QUEUED, then reads the bits; all sequentially consistent
// (read-modify-writes), so one of the two sees the other, and no object is forgotten. That a block may be scavenged by
// two workers at once does no harm: each object is claimed by its second bit.
//
// Note [Holes]
// ~~~~~~~~~~~~
// A hole holds the address of the next one and its own end in its first two words. Holes are used in the order of their
// addresses, under a lock. Each is a REGION while it is filled: a block descriptor that lies elsewhere, so that
// Cheney's scan goes through holes as through groups. A region is filled in one collection only: what is left of it at
// the end, or when an object does not fit, is a hole again. In a collection that marks, nothing is copied into holes:
// what is promoted then goes to new groups, which have no marks and are not swept.
//
// Note [When to mark]
// ~~~~~~~~~~~~~~~~~~~
// --old-gc=auto. What is copied lies close together again, in the order in which it is reached, and the program
// notices: a parser that walks 30 MB of linked closures ran twice as long where they had been marked instead, programs
// with a Map of 20 MB 1.1 to 1.5 times as long. But copying needs room. So the old generation is marked when it is
// large: from MARK_FROM blocks (64 MiB) on (not with -G1), or when its copy would not fit into -M. In a collection that
// marks, groups are evacuated all the same which the last sweep found to be nearly empty, or a good part of whose words
// are in gaps that are too small for holes; but not more than half of what is alive. Until then nothing is copied into
// their holes. With -c no group is evacuated: that takes room, and sliding (gc/compact.c) closes the gaps anyway.
#include "gc/mark.h"
#include "base/flags.h"
#include <stdlib.h>
#include <string.h>

enum { MARK_FROM = 16384, WASTE = 4, EMPTY = 4, REGIONS = 63 };

typedef struct Hole {
  struct Hole *next;
  W *end;
} Hole;

static GphLock hole_lock = GPH_LOCK_INIT;
static Hole *holes, **last_hole = &holes;  // lock:hole_lock (and hole_words)
static size_t hole_words;

bool gph_mark_choose(size_t blocks) {
  switch (gph_flags.old_gc) {
    case GPH_OLD_GC_COPY: return false;
    case GPH_OLD_GC_MARK: return true;
    case GPH_OLD_GC_AUTO:
      return (gph_flags.generations > 1 && blocks >= MARK_FROM) ||
             (gph_flags.max_heap > 0 && 2 * blocks > gph_blocks_for(gph_flags.max_heap));
  }
  return false;
}

void gph_mark_prepare(GphGcWorker *w, GphBlock **old_from) {
  GPH_ASSERT(gc.marking && !gc.parallel);
  for (GphBlock **list = &w->old_groups, *b; (b = *list);) {
    if (b->flags & GPH_BF_SPARSE) {
      gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
      *list = b->link;
      b->link = *old_from;
      *old_from = b;
      continue;
    }
    list = &b->link;
    gph_block_set_state(b, GPH_BS_MARK);
    for (uint32_t i = 0; i < b->blocks; i++) b[i].marked_words = 0;
    memset(gph_mark_pair((W)b->start), 0,
           (size_t)b->blocks * (GPH_BLOCK_SIZE / (GPH_MARK_SPAN * sizeof(W))) * 2 * sizeof(W));
  }
}

// ---- holes
void gph_hole_give(W *from, W *to) {
  if (to < from + GPH_HOLE_LEAST) return;
  Hole *h = (Hole *)from;
  h->end = to;
  if (gc.parallel) gph_lock(&hole_lock);
  h->next = holes;
  if (!holes) last_hole = &h->next;
  holes = h;
  hole_words += (size_t)(to - from);
  if (gc.parallel) gph_unlock(&hole_lock);
}

static void append_hole(W *from, W *to) {
  Hole *h = (Hole *)from;
  h->end = to;
  h->next = NULL;
  *last_hole = h;
  last_hole = &h->next;
  hole_words += (size_t)(to - from);
}

void gph_holes_forget(void) {
  holes = NULL;
  last_hole = &holes;
  hole_words = 0;
}

size_t gph_hole_blocks(void) { return hole_words / (GPH_BLOCK_SIZE / sizeof(W)); }

static GphBlock *new_region(GphGcWorker *w) {
  if (!w->regions) {
    GphBlock *b = aligned_alloc(64, REGIONS * sizeof *b);  // never freed: as many as were ever needed in one collection
    if (!b) gph_fail(251, "out of memory");
    for (int i = 0; i < REGIONS; i++) {
      b[i].flags = GPH_BF_REGION;
      b[i].link = w->regions;
      w->regions = &b[i];
    }
  }
  GphBlock *b = w->regions;
  w->regions = b->link;
  return b;
}

GphBlock *gph_hole_take(GphGcWorker *w, size_t words) {
  // a larger object might not fit the next hole: it begins a new group
  if (gc.marking || words > GPH_HOLE_LEAST) return NULL;
  Hole *h = NULL;
  if (gc.parallel) gph_lock(&hole_lock);
  if ((h = holes)) {
    holes = h->next;
    if (!holes) last_hole = &holes;
    hole_words -= (size_t)(h->end - (W *)h);
  }
  if (gc.parallel) gph_unlock(&hole_lock);
  if (!h) return NULL;
  GphBlock *b = new_region(w);
  b->start = b->free = b->scan = (W *)h;
  b->limit = h->end;
  b->link = NULL;
  return b;
}

void gph_regions_done(GphGcWorker *w) {
  GPH_ASSERT(!gc.parallel);
  GphDest *d = &w->dest[GPH_DEST_OLD];
  if (d->last) {
    d->last->free = d->free;
    gph_hole_give(d->free, d->limit);
  }
  for (GphBlock *b = d->first, *next; b; b = next) {
    next = b->link;
    GphBlock **list = b->flags & GPH_BF_REGION ? &w->regions : &w->old_groups;
    b->link = *list;
    *list = b;
  }
  *d = (GphDest){0};
}

// ---- sweep
void gph_gap(W *from, W *to) {
  GPH_ASSERT(!gc.parallel);
  if (to <= from) return;
#ifdef GPH_DEBUG
  memset(from, 0xd5, (size_t)(to - from) * sizeof(W));
#endif
  if (to >= from + GPH_HOLE_LEAST) append_hole(from, to);
}

static size_t live_words(const GphBlock *b) {
  size_t n = 0;
  for (uint32_t i = 0; i < b->blocks; i++) n += b[i].marked_words;
  return n;
}

// `*to_move`: words in groups that the next marking collection is to evacuate; `most`: more than these should not be.
static void sweep_group(GphBlock *b, size_t live, size_t *to_move, size_t most) {
  const bool all = GPH_IS_DEBUG;  // small gaps too: their memory is overwritten
  Hole **before = last_hole;
  size_t words_before = hole_words, words = (size_t)b->blocks * (GPH_BLOCK_SIZE / sizeof(W));
  W *pair = gph_mark_pair((W)b->start), *last = NULL, *p = NULL, *end = gph_block_end(b);
  for (W *span = b->start; span < end; span += GPH_MARK_SPAN, pair += 2)
    for (W bits = *pair; bits; bits &= bits - 1) {
      p = span + __builtin_ctzll(bits);
      if (!last) gph_gap(b->start, p);
      else if (all || p >= last + GPH_HOLE_LEAST) gph_gap(last + gph_closure_words(last, (const GphInfo *)last[0]), p);
      last = p;
    }
  gph_gap(last + gph_closure_words(last, (const GphInfo *)last[0]), end);
  b->free = end;
  size_t waste = words - live - (hole_words - words_before);
  if ((waste * WASTE > words || live * EMPTY < words) && *to_move + live <= most) {
    *to_move += live;
    b->flags |= GPH_BF_SPARSE;
    *before = NULL;  // nothing is to be copied into it meanwhile
    last_hole = before;
    hole_words = words_before;
  }
}

void gph_mark_sweep(size_t live) {
  GPH_ASSERT(gc.marking && !gc.parallel);
  size_t blocks = 0, to_move = 0;
  for (int i = 0; i < gph_hecs_used; i++)
    for (GphBlock **list = &gph_hecs[i]->gc_worker->old_groups, *b; (b = *list);) {
      size_t n = live_words(b);
      if (n > 0) {
        sweep_group(b, n, &to_move, gph_flags.compact ? 0 : live / 2);
        blocks += b->blocks;
        list = &b->link;
      } else {
        *list = b->link;
        gph_block_free(b);
      }
    }
}
