// deque.c: see deque.h.
#include "state/deque.h"
#include "base/delay.h"
#include "base/die.h"
#include <stdlib.h>

void gph_deque_init(GphSparkPool *d, size_t capacity) {
  size_t n = 1;
  while (n < capacity) n *= 2;
  d->top = d->bottom = d->cached_top = 0;
  d->items = calloc(n, sizeof(W));
  d->mask = (int64_t)n - 1;
  d->notes = NULL;
}

void gph_deque_note(GphSparkPool *d) {
  d->notes = calloc((size_t)d->mask + 1, sizeof *d->notes);
  d->cached_top = INT64_MIN / 2;
}

bool gph_deque_push_noted(GphSparkPool *d, W x, uint32_t note) {
  if (gph_deque_is_full(d)) return false;
  gph_store_relaxed(&d->notes[d->bottom & d->mask], note);
  gph_deque_put(d, x);
  return true;
}

// As the item, a note that was read is believed only if the CAS on top says that it was still there.
static void read_note(GphSparkPool *d, int64_t at, uint32_t *note) {
  if (note && d->notes) *note = gph_load_relaxed(&d->notes[at & d->mask]);
}

W gph_deque_steal_noted(GphSparkPool *d, uint32_t *note) {
  int64_t t = gph_load_acquire(&d->top);
  gph_fence_seq();                                     // pairs with the fence in gph_deque_pop
  int64_t b = gph_load_acquire(&d->bottom);
  if (t >= b) return 0;
  GPH_DELAY();
  W x = gph_load_relaxed(&d->items[t & d->mask]);
  read_note(d, t, note);
  if (!gph_cas(&d->top, t, t + 1)) return 0;
  GPH_ASSERT(b - t <= d->mask + 1);                    // top was t all the time
  return x;
}

W gph_deque_pop_noted(GphSparkPool *d, uint32_t *note) {
  int64_t b = d->bottom - 1;
  gph_store_release(&d->bottom, b);                    // release: a thief may learn from it that there are elements below b, and take one
  gph_fence_seq();                                     // the store is seen before top is read
  int64_t t = gph_load_relaxed(&d->top);
  if (t > b) {                                         // empty
    gph_store_relaxed(&d->bottom, b + 1);
    return 0;
  }
  W x = gph_load_relaxed(&d->items[b & d->mask]);
  GPH_DELAY();
  read_note(d, b, note);
  if (t == b) {                                        // the last one: thieves may want it too
    if (!gph_cas(&d->top, t, t + 1)) x = 0;
    gph_store_relaxed(&d->bottom, b + 1);
  }
  return x;
}
