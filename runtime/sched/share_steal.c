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
