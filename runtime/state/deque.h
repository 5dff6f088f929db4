// deque.h: a bounded work-stealing deque (Chase & Lev 2005; Le et al. 2013 for the orders). Sparks lie in one
// (state/pool.h), and the work items of a worker of the collector. Its owner uses
//
//   push   at the bottom: two loads, a store, a release store: no fence
//   steal  the oldest, like a thief (sparks: --spark-order=fifo, the default): one CAS
//   pop    the youngest: a fence, as every Chase-Lev pop
//
// and thieves `steal` the oldest. A thief validates by the CAS on top, so an element it read may be stale but is then
// dropped; likewise a note, a number that stands beside the item in an array of the caller's, as large as the deque. Of
// sparks, the collector walks and rewrites it with the world stopped. Stress test: testsuite/unit/deque_test.cc.
#pragma once
#include "gph/abi.h"
#include "base/atomic.h"

typedef struct {
  int64_t bottom __attribute__((aligned(64)));  // atomic: written by the owner
  int64_t cached_top;                           // owner: top >= cached_top
  W *items;                                     // const after init
  int64_t mask;                                 // capacity - 1
  int64_t limit;                                // owner: it is full with so many, at most the capacity
  int64_t top __attribute__((aligned(64)));     // atomic: CAS by everybody
} GphDeque;

// rounded up to a power of two; items are NULL when there is no memory
void gph_deque_init(GphDeque *d, size_t capacity);

static inline int64_t gph_deque_size(GphDeque *d) {
  int64_t n = gph_load_relaxed(&d->bottom) - gph_load_relaxed(&d->top);
  return n < 0 ? 0 : n;
}
// Owner: the parts of a push.
static inline bool gph_deque_looks_full(GphDeque *d) { return d->bottom - d->cached_top >= d->limit; }
static inline bool gph_deque_is_full(GphDeque *d) {
  int64_t top = gph_load_acquire(&d->top);
  d->cached_top = top;
  return d->bottom - top >= d->limit;
}
static inline void gph_deque_put(GphDeque *d, W x) {
  int64_t b = d->bottom;
  gph_store_relaxed(&d->items[b & d->mask], x);
  gph_store_release(&d->bottom, b + 1);
}
// Owner. False: full.
static inline bool gph_deque_push(GphDeque *d, W x) {
  if (__builtin_expect(gph_deque_looks_full(d), 0) && gph_deque_is_full(d)) return false;
  gph_deque_put(d, x);
  return true;
}
// Anybody: the oldest, or 0 (empty, or lost the race). *note: what stands beside it in notes; notes may be NULL.
W gph_deque_steal_noted(GphDeque *d, const uint32_t *notes, uint32_t *note);
W gph_deque_pop_noted(GphDeque *d, const uint32_t *notes, uint32_t *note);  // owner: the youngest, or 0
static inline W gph_deque_steal(GphDeque *d) { return gph_deque_steal_noted(d, NULL, NULL); }
static inline W gph_deque_pop(GphDeque *d) { return gph_deque_pop_noted(d, NULL, NULL); }
