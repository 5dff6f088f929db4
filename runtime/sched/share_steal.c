// share_steal.c: --spark-share=steal, the default: who has nothing to do steals from victims in random order.
#include "sched/sharing.h"
#include "base/die.h"
#include "sched/spark.h"
#include "sched/worker.h"

static bool have(GphHec *h) {
  for (int i = 0; i < gph_hecs_used; i++)
    if (gph_pool_size(&gph_hecs[i]->pool) > 0) return true;
  return false;
}

// Note [Stealing ahead]
// ~~~~~~~~~~~~~~~~~~~~~
// A thief takes the oldest spark, which in a divide and conquer program is the largest, and the one that its parent
// needs last. Where the parent is a consumer of a list (parBuffer, parList) it is the one that it needs next: it meets
// the thief's black hole, waits, goes on to the next element, on which the thief is by now, and so all the way: two
// HECs are as slow as one. So a HEC that meets others' black holes while it has sparks, twice within a short time, says
// so (`met`), and a thief then takes many of its sparks at once, and evaluates the youngest of these first: consumer
// and thief work towards each other, and meet once for all of them. The others are in the thief's pool, for whoever
// wants one.
//    wrong alternative: always. Of a tree it would take what its parent needs soon.
enum { MOST_AHEAD = 32 };
static W find_ahead(GphHec *h, GphHec *v) {
  GPH_ASSERT(gph_pool_size(&h->pool) == 0);
  W x[MOST_AHEAD], found = 0;
  uint32_t notes[MOST_AHEAD] = {0};
  int64_t most = gph_pool_size(&v->pool) / 2, n = 0;
  if (most > MOST_AHEAD) most = MOST_AHEAD;
  if (most >= h->pool.deque.limit) most = h->pool.deque.limit - 1;
  while (n < most && (x[n] = gph_pool_steal(&v->pool, &notes[n])) != 0) n++;
  while (n > 0 && !found)
    if (n--, gph_spark_take(h, v, x[n], notes[n])) found = x[n];
  while (n-- > 0) {
    gph_pool_move(&h->pool, x[n], notes[n], v->no);
    GPH_COUNT(h->stolen);
  }
  return found;
}

static W find(GphHec *h) {
  GPH_ASSERT(!h->surplus);
  uint32_t note = 0;
  bool retry;
  do {
    retry = false;
    h->steal_seed = h->steal_seed * 1664525 + 1013904223;
    unsigned start = (h->steal_seed >> 8) % (unsigned)gph_hecs_used;
    for (int k = 0; k < gph_hecs_used; k++) {
      GphHec *v = gph_hecs[(start + (unsigned)k) % (unsigned)gph_hecs_used];
      if (v == h || gph_pool_size(&v->pool) == 0) continue;
      const uint32_t met = gph_load_relaxed(&v->met);
      if (met > 0) {
        gph_store_relaxed(&v->met, met - 1);  // a hint: it does not matter who else writes
        const W y = find_ahead(h, v);
        if (y) return y;
      }
      W x = gph_pool_steal(&v->pool, &note);
      if (x && gph_spark_take(h, v, x, note)) return x;
      retry = true;
    }
  } while (retry);
  return 0;
}

static void give(GphHec *h) {}  // they come and take

// The caller's HEC is among those that are asked, and never kicked: it is awake, so its own `sleeping` is 0
// (uncount_idle in schedule.c).
static void wake(bool all) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    if (h->surplus || !gph_load_seq(&h->sleeping)) continue;
    gph_hec_kick(h);
    if (!all) return;
  }
}

const GphSharing gph_sharing_steal = {have, find, give, wake};
