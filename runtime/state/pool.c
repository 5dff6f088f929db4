// pool.c: see pool.h. A pool with notes, or one that is watched, looks full to its owner at all times, which is how
// gph_spark_at (sched/spark_push.c) finds out without another test.
#include "state/pool.h"
#include "base/die.h"
#include <stdlib.h>

void gph_pool_init(GphSparkPool *p, size_t capacity) {
  gph_deque_init(&p->deque, capacity ? capacity : GPH_POOL_MOST);
  if (!p->deque.items) gph_fail(251, "out of memory");
  if (!capacity) p->deque.limit = GPH_POOL_LEAST;
  p->patience = 0;
  p->old_until = 0;
  p->notes = NULL;
  p->watched = false;
}

static void look_full(GphSparkPool *p) { p->deque.cached_top = INT64_MIN / 2; }

void gph_pool_note(GphSparkPool *p) {
  p->notes = calloc((size_t)p->deque.mask + 1, sizeof *p->notes);
  look_full(p);
}

void gph_pool_watch(GphSparkPool *p) {
  p->watched = true;
  look_full(p);
}

bool gph_pool_push_watched(GphSparkPool *p, W x) {
  GphDeque *d = &p->deque;
  const bool full = gph_deque_is_full(d);
  look_full(p);
  if (!full) gph_deque_put(d, x);
  return !full;
}

bool gph_pool_push_noted(GphSparkPool *p, W x, uint32_t note) {
  GPH_ASSERT(p->notes);
  GphDeque *d = &p->deque;
  const bool full = gph_deque_is_full(d);
  look_full(p);
  if (full) return false;
  gph_store_relaxed(&p->notes[d->bottom & d->mask], note);
  gph_deque_put(d, x);
  return true;
}

void gph_pool_move(GphSparkPool *p, W x, uint32_t note, int from) {
  GphDeque *d = &p->deque;
  GPH_ASSERT(d->bottom - gph_load_acquire(&d->top) < d->limit);
  if (gph_note_from(note) < 0) note |= (uint32_t)(from + 1) << GPH_NOTE_PLACE;
  if (p->notes) gph_store_relaxed(&p->notes[d->bottom & d->mask], note);
  gph_deque_put(d, x);
}
