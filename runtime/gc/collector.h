// collector.h: the collector's own state, shared by the files of gc/: GphCollector is what all workers of a collection share, GphGcWorker what
// each has for itself. A HEC has one GphGcWorker (h->gc_worker), used by whoever collects on its behalf: in a collection by one worker, that of
// the HEC that asked for it.
//
// Note [Two variants]: evacuation and scavenging are compiled twice, for one worker (names ending in _seq: plain loads and stores) and, in the
// threaded runtime, for several (_par), from one source: gc/evac_par.c and gc/scav_par.c include evac.c and scav.c with PAR = 1. What is called
// seldom chooses by gc.parallel.
#pragma once
#include "gc/gc.h"
#include "heap/closure.h"
#include "heap/visit.h"
#include "state/deque.h"

enum { GPH_RING = 64 };                  // a power of two
enum { GPH_DEST_AGED, GPH_DEST_OLD };
enum { GPH_COPY_BLOCKS = 8 };            // to-space grows by groups of this many blocks

typedef struct {
  GphBlock *first, *last;                // to-space blocks; `last` is being filled
  GphBlock *scan;                        // one worker: the block being scavenged, those after it are to be; several: see Note [Work items] in parallel.c
  W *free, *limit;                       // of `last`
  size_t full_words;                     // in the blocks before `last`
} GphDest;

struct GphGcWorker {                     // owner: the worker that uses it; between collections nobody
  bool promote;                          // the object being scavenged is old and immutable: what it refers to goes to the old generation
  bool failed;                           // ... but something had been copied to the aged space already
  GphDest dest[2];                       // aged: kept until the next collection, which empties it
  GphBlock *old_groups;                  // of the old generation, linked through link: kept between collections
  GphBlock *regions;                     // descriptors for holes, not in use
  GphBlock *mark_first, *mark_last;      // blocks with marked objects to be scavenged, linked by mark_next; see Note [Marks] in mark.c
  size_t marked_words;                   // in this collection
  W *ring[GPH_RING];                     // marked objects to be scavenged, before those of the blocks; ring[i % GPH_RING] for ring_first <= i < ring_end
  unsigned ring_first, ring_end;
  GphBlock *large_todo;                  // large objects reached, not scavenged
  GphBlock *large_done[2];               // ... scavenged: aged, old
  GphThread *thread_todo;                // threads reached, stacks not scanned; linked by gc_next
  GphHec *hec;                           // const: whose remembered set gets what must be remembered
  size_t looked_at_words;                // of arrays and stacks, which are looked at and not copied: work that a larger nursery makes rarer
  // What the collector starts from, set up before it starts: any worker may take it (Note [Root units] in parallel.c)
  struct GphRemBuffer *remembered;
  GphThread *dirty;                      // old threads to be scanned, linked by dirty_next
  W **walks;                             // walk entries (Note [Walk entries] in abi.h) of objects that may move or die in this collection
  size_t walks_used, walks_room;
  // several workers only: see parallel.c
  W *items;                              // work items that the deque had no room for
  size_t items_used, items_room;
  struct { W *from, *to; } *ranges;      // parts of blocks that were given away in this phase: Note [Narrow work]
  unsigned ranges_used;
  bool in_phase;                         // took part in this collection
  GphSparkPool deque;                    // work items that others may steal
};
typedef struct GphGcWorker GphGcWorker;

typedef struct {                         // written by the leader while no other worker is at work
  bool major;
  W reach;                               // what may move or must be marked lies below gph_young_base + reach
  bool marking;                          // major, and the old generation is marked in place: mark.c
  bool parallel;                         // several workers are (or may be) at work
  bool lock_all;                         // claim immutable objects too: Note [Claiming] in evac.c
  GphLock large_lock;                    // several workers: large_from and the state of large blocks
  GphBlock large_from;                   // sentinel: large objects not yet reached
  size_t large_old_blocks;               // in gph_large_old; kept between collections
} GphCollector;
extern GphCollector gph_collector;
#define gc gph_collector

extern GphBlock *gph_large_aged, *gph_large_old;      // between collections
extern GphThread *gph_threads_young, *gph_threads_old;
extern bool gph_weak_values;             // atomic: there are weak keys that are no mutable objects: their identity matters

// ---- evac.c, scav.c, in both variants
#define GPH_GC_VARIANTS(result, name, ...) result name##_seq(__VA_ARGS__); result name##_par(__VA_ARGS__);
GPH_GC_VARIANTS(void, gph_evac, GphGcWorker *w, W *slot, W x)        // x, a heap pointer, was read from *slot: once, see case 2 of Note [Races of a collection]
GPH_GC_VARIANTS(void, gph_evac_update, GphGcWorker *w, W *slot)      // *slot is an update entry
GPH_GC_VARIANTS(void, gph_scan_thread, GphGcWorker *w, GphThread *t)
GPH_GC_VARIANTS(void, gph_scavenge_remembered, GphGcWorker *w, struct GphRemBuffer *b)   // all of a list of buffers, which are freed
GPH_GC_VARIANTS(void, gph_scavenge_large, GphGcWorker *w, GphBlock *b)
GPH_GC_VARIANTS(void, gph_scavenge_marked, GphGcWorker *w, GphBlock *b)                  // the objects of a block that are marked and not yet scavenged
GPH_GC_VARIANTS(bool, gph_scavenge_queue, GphGcWorker *w)                                 // the blocks on w's list of such: true if there were any
bool gph_scavenge_last_par(GphGcWorker *w);             // to-space blocks being filled: true if anything was there
void gph_scavenge_block_par(GphGcWorker *w, GphBlock *b);
void gph_scavenge_range_par(GphGcWorker *w, W *from, W *to);   // of one block: whole objects
void gph_scavenge_seq(GphGcWorker *w);   // until nothing is left to do; one worker
#ifdef GPH_THREADED
#define GPH_GC_CALL(name, ...) (gc.parallel ? name##_par(__VA_ARGS__) : name##_seq(__VA_ARGS__))
#else
#define GPH_GC_CALL(name, ...) name##_seq(__VA_ARGS__)
#endif

#ifdef GPH_DEBUG
#define GPH_IS_DEBUG true
#define GPH_STRESS (gph_flags.gc_stress > 0)
#else
#define GPH_IS_DEBUG false
#define GPH_STRESS false
#endif

// ---- copy.c
W *gph_copy_alloc_slow(GphGcWorker *w, GphDest *d, size_t words);
W gph_collapse(W x);                     // what the chain of indirections that begins at x leads to; 0: it is a cycle
bool gph_is_alive(W *slot);              // reached already? *slot becomes its new address. One worker
bool gph_walk_entry(GphGcWorker *w, W *entry);         // on a stack that is being scanned. True: its object may be young afterwards
void gph_walks_update(void);             // everything has been reached. One worker

static inline bool gph_in_heap(W x) { return x - gph_young_base < gph_heap_end - gph_young_base; }
// A root, or a field that is looked at seldom.
static inline void gph_evac_root(GphGcWorker *w, W *slot) {
  W x = gph_load_acquire(slot);
  if ((x & 7) == 7 || !gph_in_heap(x)) return;
  GPH_GC_CALL(gph_evac, w, slot, x);
}
static inline W *gph_copy_alloc(GphGcWorker *w, GphDest *d, size_t words) {
  W *p = d->free;
  if (__builtin_expect(p + words > d->limit, 0)) return gph_copy_alloc_slow(w, d, words);
  d->free = p + words;
  return p;
}
// After evacuation: is what x refers to in the young generation still? Flags of a large object are published by its state (evac_large).
static inline bool gph_still_young(W x) {
  if ((x & 7) == 7 || x - gph_young_base >= gph_old_base - gph_young_base) return false;
  if (gph_block_state(x) & GPH_BS_LARGE) return !(gph_load_relaxed(&gph_block_of(x)->flags) & GPH_BF_OLD);
  return true;
}

// ---- Forwarding: the word that replaces a copied object's info pointer. Bit 0 says so (info tables are aligned); bits 56 to 58 are the tag that
// pointers to the object get, so that nobody has to look at the copy for it.
static inline W gph_forward(const W *to, W tag) { return (W)to | 1 | tag << 56; }
static inline bool gph_is_forward(W h) { return h & 1; }
static inline W gph_forward_to(W h) { return (h & 0xffffffffffffffu) & ~(W)1; }
static inline W gph_forward_tag(W h) { return h >> 56; }

// A visitor (heap/visit.h) that copies or marks what is visited, for w.
typedef struct {
  GphVisitor v;
  GphGcWorker *w;
  bool young;                            // a thread that was visited is still young
} GphCopying;
GphCopying gph_copying(GphGcWorker *w);

// ---- weak.c
void gph_weak_begin(bool major);
bool gph_weak_step(GphGcWorker *w);      // keys that turned out alive: true if that made more alive
void gph_weak_finish(GphGcWorker *w);    // the others are dead; their finalisers are kept alive
void gph_weak_run(GphHec *h);            // ... and started, when the heap is whole again
