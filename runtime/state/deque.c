// deque.c: see deque.h.
#include "state/deque.h"
#include "base/delay.h"
#include "base/die.h"
#include <stdlib.h>

void gph_deque_init(GphDeque *d, size_t capacity) {
  size_t n = 1;
  while (n < capacity) n *= 2;
  d->top = d->bottom = d->cached_top = 0;
  d->items = calloc(n, sizeof(W));
  d->mask = (int64_t)n - 1;
  d->limit = (int64_t)n;
}

// As the item, a note that was read is believed only if the CAS on top says that it was still there.
static void read_note(GphDeque *d, int64_t at, const uint32_t *notes, uint32_t *note) {
  if (notes) *note = gph_load_relaxed(&notes[at & d->mask]);
}

W gph_deque_steal_noted(GphDeque *d, const uint32_t *notes, uint32_t *note) {
  int64_t t = gph_load_acquire(&d->top);
  gph_fence_seq();  // pairs with the fence in gph_deque_pop
  int64_t b = gph_load_acquire(&d->bottom);
  if (t >= b) return 0;
  GPH_DELAY();
  W x = gph_load_relaxed(&d->items[t & d->mask]);
  read_note(d, t, notes, note);
  if (!gph_cas(&d->top, t, t + 1)) return 0;
  GPH_ASSERT(b - t <= d->mask + 1);  // top was t all the time
  return x;
}

W gph_deque_pop_noted(GphDeque *d, const uint32_t *notes, uint32_t *note) {
  int64_t b = d->bottom - 1;
  // release: a thief may learn from it that there are elements below b, and take one
  gph_store_release(&d->bottom, b);
  gph_fence_seq();  // the store is seen before top is read
  int64_t t = gph_load_relaxed(&d->top);
  if (t > b) {  // empty
    gph_store_relaxed(&d->bottom, b + 1);
    return 0;
  }
  W x = gph_load_relaxed(&d->items[b & d->mask]);
  GPH_DELAY();
  read_note(d, b, notes, note);
  if (t == b) {  // the last one: thieves may want it too
    if (!gph_cas(&d->top, t, t + 1)) x = 0;
    gph_store_relaxed(&d->bottom, b + 1);
  }
  return x;
}
