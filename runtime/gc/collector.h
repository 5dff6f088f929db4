// collector.h: the collector's own state, shared by the files of gc/: GphCollector is what all workers of a collection
// share, GphGcWorker what each has for itself. A HEC has one GphGcWorker (h->gc_worker), used by whoever collects on
// its behalf: in a collection by one worker, that of the HEC that asked for it.
//
// Note [Two variants]: evacuation and scavenging are compiled twice, for one worker (names ending in _seq: plain loads
// and stores) and, in the threaded runtime, for several (_par), from one source: gc/evac_par.c and gc/scav_par.c
// include evac.c and scav.c with PAR = 1. What is called seldom chooses by gc.parallel.
#pragma once
#include "heap/block.h"
#include "heap/closure.h"
#include "heap/visit.h"
#include "state/deque.h"

enum { GPH_RING = 64 };  // a power of two
enum { GPH_DEST_AGED, GPH_DEST_OLD };
enum { GPH_COPY_BLOCKS = 8 };  // to-space grows by groups of this many blocks

typedef struct {
  GphBlock *first, *last;  // to-space blocks; `last` is being filled
  // one worker: the block being scavenged, those after it are to be; several: see Note [Work items] in parallel.c
  GphBlock *scan;
  W *free, *limit;    // of `last`
  size_t full_words;  // in the blocks before `last`
} GphDest;

struct GphGcWorker {  // owner: the worker that uses it; between collections nobody
  // the object being scavenged is old and immutable: what it refers to goes to the old generation
  bool promote;
  bool failed;           // ... but something had been copied to the aged space already
  GphDest dest[2];       // aged: kept until the next collection, which empties it
  GphBlock *old_groups;  // of the old generation, linked through link: kept between collections
  GphBlock *regions;     // descriptors for holes, not in use
  // blocks with marked objects to be scavenged, linked by mark_next; see Note [Marks] in mark.c
  GphBlock *mark_first, *mark_last;
  size_t marked_words;  // in this collection
  // marked objects to be scavenged, before those of the blocks; ring[i % GPH_RING] for ring_first <= i < ring_end
  W *ring[GPH_RING];
  unsigned ring_first, ring_end;
  GphBlock *large_todo;     // large objects reached, not scavenged
  GphBlock *large_done[2];  // ... scavenged: aged, old
  GphThread *thread_todo;   // threads reached, stacks not scanned; linked by gc_next
  GphHec *hec;              // const: whose remembered set gets what must be remembered
  // of arrays and stacks, which are looked at and not copied: work that a larger nursery makes rarer
  size_t looked_at_words;
  // What the collector starts from, set up before it starts: any worker may take it (Note [Root units] in parallel.c)
  struct GphRemBuffer *remembered;
  GphThread *dirty;  // old threads to be scanned, linked by dirty_next
  // walk entries (Note [Walk entries] in abi.h) of objects that may move or die in this collection
  W **walks;
  size_t walks_used, walks_room;
  // several workers only: see parallel.c
  W *items;  // work items that the deque had no room for
  size_t items_used, items_room;
  struct {
    W *from, *to;
  } *ranges;  // parts of blocks that were given away in this phase: Note [Narrow work]
  unsigned ranges_used;
  bool in_phase;   // took part in this collection
  GphDeque deque;  // work items that others may steal
};
typedef struct GphGcWorker GphGcWorker;

typedef struct {  // written by the leader while no other worker is at work
  bool major;
  W reach;                  // what may move or must be marked lies below gph_young_base + reach
  W marked_from;            // gph_old_base if marking, else above every address
  bool marking;             // major, and the old generation is marked in place: mark.c
  bool parallel;            // several workers are (or may be) at work
  bool pins;                // byte arrays must not move: heap/pin.h
  bool prefetch;            // much of it is not in the caches: Note [Prefetching] in scav.c
  bool lock_all;            // claim immutable objects too: Note [Claiming] in evac.c
  GphLock large_lock;       // several workers: large_from and the state of large blocks
  GphBlock large_from;      // sentinel: large objects not yet reached
  size_t large_old_blocks;  // in gph_large_old; kept between collections
} GphCollector;
extern GphCollector gph_collector;
#define gc gph_collector

extern GphBlock *gph_large_aged, *gph_large_old;  // between collections

// What is compiled in both variants: Note [Two variants].
#define GPH_GC_VARIANTS(result, name, ...) \
  result name##_seq(__VA_ARGS__); \
  result name##_par(__VA_ARGS__);
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

// After evacuation: is what x refers to in the young generation still? Flags of a large object are published by its
// state (evac_large).
static inline bool gph_still_young(W x) {
  if ((x & 7) == 7 || x - gph_young_base >= gph_old_base - gph_young_base) return false;
  if (gph_block_state(x) & GPH_BS_LARGE) return !(gph_load_relaxed(&gph_block_of(x)->flags) & GPH_BF_OLD);
  return true;
}

// ---- Forwarding: the word that replaces a copied object's info pointer. Bit 0 says so (info tables are aligned); bits
// 56 to 58 are the tag that pointers to the object get, so that nobody has to look at the copy for it.
static inline W gph_forward(const W *to, W tag) { return (W)to | 1 | tag << 56; }
static inline bool gph_is_forward(W h) { return h & 1; }
static inline W gph_forward_to(W h) { return (h & 0xffffffffffffffu) & ~(W)1; }
static inline W gph_forward_tag(W h) { return h >> 56; }
