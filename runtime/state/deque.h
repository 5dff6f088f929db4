// deque.h: the spark pool: a bounded work-stealing deque (Chase & Lev 2005; Le et al. 2013 for the orders), of which the owner uses
//
//   push   at the bottom: two loads, a store, a release store: no fence
//   take   the oldest, like a thief (FIFO, the default): one CAS
//   pop    the youngest (--spark-order=lifo): a fence, as every Chase-Lev pop
//
// and thieves `steal` the oldest. A thief validates by the CAS on top, so an element it read may be stale but is then dropped.
// The collector walks and rewrites it with the world stopped. Stress test: testsuite/unit/deque_test.cc.
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"

struct GphSparkPool {
  int64_t bottom __attribute__((aligned(64)));   // atomic: written by the owner
  int64_t cached_top;                            // owner: top >= cached_top
  W *items;                                      // const after init
  int64_t mask;                                  // capacity - 1
  uint32_t *notes;                               // const after init: beside each item a number of its maker's; NULL: none. Only for spark pools
  int64_t top __attribute__((aligned(64)));      // atomic: CAS by everybody
};

void gph_deque_init(GphSparkPool *d, size_t capacity);   // rounded up to a power of two

static inline int64_t gph_deque_size(GphSparkPool *d) {
  int64_t n = gph_load_relaxed(&d->bottom) - gph_load_relaxed(&d->top);
  return n < 0 ? 0 : n;
}
// Owner: the parts of a push. A pool with notes looks full at all times, which is how gph_spark finds out without another test.
static inline bool gph_deque_looks_full(GphSparkPool *d) { return d->bottom - d->cached_top > d->mask; }
static inline bool gph_deque_is_full(GphSparkPool *d) {
  int64_t top = gph_load_acquire(&d->top);
  if (!d->notes) d->cached_top = top;
  return d->bottom - top > d->mask;
}
static inline void gph_deque_put(GphSparkPool *d, W x) {
  int64_t b = d->bottom;
  gph_store_relaxed(&d->items[b & d->mask], x);
  gph_store_release(&d->bottom, b + 1);
}
// Owner. False: full.
static inline bool gph_deque_push(GphSparkPool *d, W x) {
  if (__builtin_expect(gph_deque_looks_full(d), 0) && gph_deque_is_full(d)) return false;
  gph_deque_put(d, x);
  return true;
}
void gph_deque_note(GphSparkPool *d);              // from here on with notes; it is empty
bool gph_deque_push_noted(GphSparkPool *d, W x, uint32_t note);
// Anybody: the oldest, or 0 (empty, or lost the race). *note (if note is not NULL and d has notes): its note.
W gph_deque_steal_noted(GphSparkPool *d, uint32_t *note);
W gph_deque_pop_noted(GphSparkPool *d, uint32_t *note);       // owner: the youngest, or 0
static inline W gph_deque_steal(GphSparkPool *d) { return gph_deque_steal_noted(d, NULL); }
static inline W gph_deque_pop(GphSparkPool *d) { return gph_deque_pop_noted(d, NULL); }
