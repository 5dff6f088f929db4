// pool.h: a HEC's spark pool: a deque of sparks, and, where these are counted by their places (prof/spark_sites.c), the
// number of its place beside each. See pool.c.
#pragma once
#include "state/deque.h"

struct GphSparkPool {
  GphDeque deque;
  uint32_t *notes;  // const after init: as many as there are items; NULL: none
  // const after init: who makes a spark asks gph_load_high first (--load-control)
  bool watched;
  // Note [Pools that grow] in sched/spark.c. Both the owner's, or the world is stopped
  uint32_t patience;  // so many sparks more are dropped before it may ask again for a higher limit
  int64_t old_until;  // what lies below this index refers to no young object
};

// sparks in one that grows; the debug runtime's is small, so that programs come to where it does
enum {
#ifdef GPH_DEBUG
  GPH_POOL_LEAST = 64,
#else
  GPH_POOL_LEAST = 4096,
#endif
  GPH_POOL_MOST = 1 << 18
};
void gph_pool_init(GphSparkPool *p, size_t capacity);           // 0: it grows
void gph_pool_note(GphSparkPool *p);                            // from here on with notes; it is empty
void gph_pool_watch(GphSparkPool *p);                           // from here on it is watched; it is empty
bool gph_pool_push_watched(GphSparkPool *p, W x);               // owner, of one without notes; false: full
bool gph_pool_push_noted(GphSparkPool *p, W x, uint32_t note);  // owner; false: full
// Owner of p, which has room: x, with its note, was taken from the pool of HEC number `from`, and is not evaluated yet.
// A note is the spark's place, and above, where it was moved, 1 + the HEC that made it.
enum { GPH_NOTE_PLACE = 20 };  // bits
void gph_pool_move(GphSparkPool *p, W x, uint32_t note, int from);
static inline uint32_t gph_note_place(uint32_t note) { return note & ((1u << GPH_NOTE_PLACE) - 1); }
static inline int gph_note_from(uint32_t note) { return (int)(note >> GPH_NOTE_PLACE) - 1; }  // -1: it was not moved
static inline int64_t gph_pool_size(GphSparkPool *p) { return gph_deque_size(&p->deque); }
// As of a deque. *note: the spark's, if there are any.
static inline W gph_pool_steal(GphSparkPool *p, uint32_t *note) {
  return gph_deque_steal_noted(&p->deque, p->notes, note);
}
static inline W gph_pool_pop(GphSparkPool *p, uint32_t *note) {
  const W x = gph_deque_pop_noted(&p->deque, p->notes, note);
  if (p->deque.bottom < p->old_until) p->old_until = p->deque.bottom;
  return x;
}
