// deque.c: see deque.h.
#include "sched/deque.h"
#include <stdlib.h>

void gph_deque_init(GphSparkPool *d, size_t capacity) {
  size_t n = 1;
  while (n < capacity) n *= 2;
  d->top = d->bottom = d->cached_top = 0;
  d->items = calloc(n, sizeof(W));
  d->mask = (int64_t)n - 1;
}

W gph_deque_steal(GphSparkPool *d) {
  int64_t t = gph_load_acquire(&d->top);
  gph_fence_seq();                                     // pairs with the fence in gph_deque_pop
  int64_t b = gph_load_acquire(&d->bottom);
  if (t >= b) return 0;
  W x = gph_load_relaxed(&d->items[t & d->mask]);
  return gph_cas(&d->top, t, t + 1) ? x : 0;
}

W gph_deque_pop(GphSparkPool *d) {
  int64_t b = d->bottom - 1;
  gph_store_relaxed(&d->bottom, b);
  gph_fence_seq();                                     // the store is seen before top is read
  int64_t t = gph_load_relaxed(&d->top);
  if (t > b) {                                         // empty
    gph_store_relaxed(&d->bottom, b + 1);
    return 0;
  }
  W x = gph_load_relaxed(&d->items[b & d->mask]);
  if (t == b) {                                        // the last one: thieves may want it too
    if (!gph_cas(&d->top, t, t + 1)) x = 0;
    gph_store_relaxed(&d->bottom, b + 1);
  }
  return x;
}
