// collector.h: the collector's own state, shared by the files of gc/. One collector for now; everything that a parallel collection will
// need one of per worker is in GphCollector.
#pragma once
#include "gc/gc.h"
#include "heap/closure.h"

enum { GPH_DEST_AGED, GPH_DEST_OLD };
enum { GPH_MOST_HOPS = 1 << 20 };        // from one indirection to the next; a cycle is possible, see Note [Indirections to thunks] in eval/stubs.S
enum { GPH_COPY_BLOCKS = 8 };            // to-space grows by groups of this many blocks

typedef struct {
  GphBlock *first, *last, *scan;         // to-space blocks; `last` is being filled, `scan` scavenged
  W *free, *limit;                       // of `last`
  size_t full_words;                     // in the blocks before `last`
} GphDest;

typedef struct {
  bool major;
  bool promote;                          // the object being scavenged is old and immutable: what it refers to goes to the old generation
  bool failed;                           // ... but something had been copied to the aged space already
  GphDest dest[2];
  GphBlock large_from;                   // sentinel: large objects not yet reached
  GphBlock *large_todo;                  // reached, not scavenged
  GphThread *thread_todo;                // threads reached, stacks not scanned; linked by gc_next
  size_t large_old_blocks;               // in gph_large_old; kept between collections
  GphHec *hec;                           // whose remembered set gets what must be remembered
  size_t looked_at_words;                // of arrays and stacks, which are looked at and not copied: work that a larger nursery makes rarer
} GphCollector;
extern GphCollector gph_collector;
#define gc gph_collector

extern GphBlock *gph_large_aged, *gph_large_old;      // between collections
extern GphThread *gph_threads_young, *gph_threads_old;

void gph_evac(W *slot);                  // *slot is a heap pointer
void gph_evac_update(W *slot);           // *slot is an update entry
W *gph_copy_alloc_slow(GphDest *d, size_t words);
void gph_scavenge(void);                 // until nothing is left to do
void gph_scan_thread(GphThread *t);
void gph_scavenge_remembered(W *object);
bool gph_is_alive(W *slot);              // reached already? *slot becomes its new address
bool gph_still_young(W x);

static inline bool gph_in_heap(W x) { return x - gph_young_base < gph_heap_end - gph_young_base; }
static inline void gph_evac_slot(W *slot) {
  W x = *slot;
  if ((x & 7) == 7 || !gph_in_heap(x)) return;
  gph_evac(slot);
}
static inline W *gph_copy_alloc(GphDest *d, size_t words) {
  W *p = d->free;
  if (__builtin_expect(p + words > d->limit, 0)) return gph_copy_alloc_slow(d, words);
  d->free = p + words;
  return p;
}

// ---- Forwarding: the word that replaces a copied object's info pointer. Bit 0 says so (info tables are aligned); bits 56 to 58 are the tag that
// pointers to the object get, so that nobody has to look at the copy for it.
static inline W gph_forward(const W *to, W tag) { return (W)to | 1 | tag << 56; }
static inline bool gph_is_forward(W h) { return h & 1; }
static inline W gph_forward_to(W h) { return (h & 0xffffffffffffffu) & ~(W)1; }
static inline W gph_forward_tag(W h) { return h >> 56; }

// ---- roots kept elsewhere
void gph_stable_scan(void);              // stable pointers (prim/stable.c)
void gph_stable_names_prune(void);
void gph_weak_begin(bool major);         // weak.c
bool gph_weak_step(void);                // keys that turned out alive: true if that made more alive
void gph_weak_finish(void);              // the others are dead; their finalisers are kept alive
void gph_weak_run(GphHec *h);            // ... and started, when the heap is whole again
void gph_sparks_scan(void);              // --spark-gc=root
void gph_sparks_prune(void);
void gph_loops_prune(void);
void gph_stm_scan(GphStmRec *r);
void gph_scan_messages(GphHec *h);
void gph_timers_scan(void);
void gph_foreign_scan(void);
void gph_io_scan(void);
