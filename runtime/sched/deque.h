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
  int64_t top __attribute__((aligned(64)));      // atomic: CAS by everybody
};

void gph_deque_init(GphSparkPool *d, size_t capacity);   // rounded up to a power of two

static inline int64_t gph_deque_size(GphSparkPool *d) {
  int64_t n = gph_load_relaxed(&d->bottom) - gph_load_relaxed(&d->top);
  return n < 0 ? 0 : n;
}
// Owner. False: full.
static inline bool gph_deque_push(GphSparkPool *d, W x) {
  int64_t b = d->bottom;
  if (__builtin_expect(b - d->cached_top > d->mask, 0)) {
    d->cached_top = gph_load_acquire(&d->top);
    if (b - d->cached_top > d->mask) return false;
  }
  gph_store_relaxed(&d->items[b & d->mask], x);
  gph_store_release(&d->bottom, b + 1);
  return true;
}
W gph_deque_steal(GphSparkPool *d);   // anybody: the oldest, or 0 (empty, or lost the race)
W gph_deque_pop(GphSparkPool *d);     // owner: the youngest, or 0
