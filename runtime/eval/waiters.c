// waiters.c: the threads that wait for thunks of one owner.
//
// Note [Waiters by thunk]
// ~~~~~~~~~~~~~~~~~~~~~~~
// An update of a thread that others wait for wakes those who wait for that thunk. A thread may have a hundred thousand
// waiters, each for a thunk of its own (a lazy list whose elements are forced by a thread each, from the far end), and
// to look through all of them at every update is quadratic: 16,000 took 24 s, where GHC, whose black hole refers to the
// queue of its waiters, takes 0.03 s. Our black hole has one word, which says who the owner is, and must go on saying
// so to those who read it without a lock. So the owner has a table of its waiters by the thunk's address.
//   - Few waiters are looked through: there is no table.
//   - A collection moves thunks: a table of before is made anew when it is next asked. That is no more than the
//     collection did, which looked at all waiters, too.
//   - Who stops waiting is taken out at once, whatever it waited for moved to: both lists are linked both ways.
// `next` and `prev` link all waiters, the youngest first; `same` and `same_at` those of a bucket, likewise.
#include "eval/waiters.h"
#include "base/die.h"
#include "heap/gc_stats.h"
#include <stdlib.h>

typedef struct GphWaitersTable {
  uint64_t made;  // gph_gc_number when it was made
  uint32_t bits;  // 2^bits buckets
  GphThread *bucket[];
} Table;
enum {
#ifdef GPH_DEBUG
  FEW = 2,
#else
  FEW = 16,
#endif
  LEAST_BITS = 6
};

static GphThread **bucket_of(Table *t, W thunk) {
  // multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4): the upper bits
  return &t->bucket[(uint64_t)(thunk >> 3) * UINT64_C(0x9E3779B97F4A7C15) >> (64 - t->bits)];
}

static void push(Table *t, GphThread *w) {
  GphThread **b = bucket_of(t, w->blocked_on);
  w->same = *b;
  if (*b) (*b)->same_at = &w->same;
  w->same_at = b;
  *b = w;
}

static bool valid(const Table *t, uint32_t waiters) {
  return t && t->made == gph_gc_number && waiters <= UINT32_C(2) << t->bits;
}

static void drop(GphThread *owner) {
  free(owner->waiters_table);
  owner->waiters_table = NULL;
}

// The table of all waiters, as they are now.
static Table *make(GphThread *owner) {
  drop(owner);
  uint32_t bits = LEAST_BITS;
  while (UINT32_C(1) << bits < owner->waiters_count && bits < 30) bits++;
  Table *t = calloc(1, sizeof *t + (sizeof t->bucket[0] << bits));
  if (!t) gph_fail(251, "out of memory (for threads that wait)");
  t->made = gph_gc_number;
  t->bits = bits;
  GphThread *oldest = owner->waiters;
  while (oldest->next) oldest = oldest->next;
  for (GphThread *w = oldest; w; w = w->prev) push(t, w);
  return owner->waiters_table = t;
}

void gph_waiters_add(GphThread *owner, GphThread *w) {
  GPH_ASSERT(!gph_load_relaxed(&w->waits_for));
  gph_store_relaxed(&w->waits_for, owner);
  w->prev = NULL;
  w->next = owner->waiters;
  if (w->next) w->next->prev = w;
  owner->waiters = w;
  owner->waiters_count++;
  w->same_at = NULL;
  if (valid(owner->waiters_table, owner->waiters_count)) push(owner->waiters_table, w);
  else if (owner->waiters_table) drop(owner);
}

bool gph_waiters_remove(GphThread *owner, GphThread *w) {
  if (gph_load_relaxed(&w->waits_for) != owner) return false;
  gph_store_relaxed(&w->waits_for, (GphThread *)NULL);
  if (w->prev) w->prev->next = w->next;
  else owner->waiters = w->next;
  if (w->next) w->next->prev = w->prev;
  if (owner->waiters_table) {
    *w->same_at = w->same;
    if (w->same) w->same->same_at = w->same_at;
  }
  w->next = w->prev = NULL;
  if (--owner->waiters_count == 0) drop(owner);
  return true;
}

GphThread *gph_waiters_take(GphThread *owner, const W *thunk) {
  GphThread *taken = NULL;
  if (!thunk) {
    drop(owner);
    for (GphThread *w = owner->waiters, *next; w; w = next) {
      next = w->next;
      w->next = taken;
      w->prev = NULL;
      gph_store_relaxed(&w->waits_for, (GphThread *)NULL);
      taken = w;
    }
    owner->waiters = NULL;
    owner->waiters_count = 0;
    return taken;
  }
  const bool few = owner->waiters_count <= FEW;
  GphThread *w = owner->waiters;
  if (!few) {
    Table *t = owner->waiters_table;
    if (!valid(t, owner->waiters_count)) t = make(owner);
    w = *bucket_of(t, (W)thunk);
  }
  for (GphThread *next; w; w = next) {
    next = few ? w->next : w->same;
    if (w->blocked_on != (W)thunk) continue;
    gph_waiters_remove(owner, w);
    w->next = taken;
    taken = w;
  }
  return taken;
}
