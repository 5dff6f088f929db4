// share_push.c: --spark-share=push: nobody steals; who has sparks gives some to those who have nothing to do.
//
// Note [Giving sparks away]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// --spark-share=push is how GHC 6.10 shared sparks (the paper, section 5.1): an idle HEC takes none; a HEC that comes
// by between running threads, at the end of a time slice or after a collection, and has more than one spark, gives some
// to those that are idle. Here a gift is a number of sparks that stay in the giver's pool (`gift`, `giver`), from which
// the other one takes them; so nothing has to be moved, and what it does not come to take, the giver may.
#include "sched/sharing.h"
#include "base/die.h"
#include "sched/spark.h"
#include "sched/worker.h"

static bool have(GphHec *h) {
  return gph_load_seq(&h->gift) > 0 && gph_pool_size(&gph_hecs[gph_load_relaxed(&h->giver)]->pool) > 0;
}

static W find(GphHec *h) {
  GPH_ASSERT(!h->surplus);
  uint32_t note = 0;
  for (uint32_t n; (n = gph_load_seq(&h->gift)) > 0;) {
    GphHec *v = gph_hecs[gph_load_relaxed(&h->giver)];
    bool empty = v == h || gph_pool_size(&v->pool) == 0;
    gph_store_seq(&h->gift, empty ? 0 : n - 1);
    W x = empty ? 0 : gph_pool_steal(&v->pool, &note);
    if (x && gph_spark_take(h, v, x, note)) return x;
  }
  return 0;
}

static void give(GphHec *h) {
  if (gph_load_relaxed(&gph_hungry_hecs) == 0) return;
  int64_t n = gph_pool_size(&h->pool), idle = 0;
  for (int i = 0; i < gph_hecs_used; i++)
    idle += gph_hecs[i] != h && !gph_hecs[i]->surplus && gph_load_seq(&gph_hecs[i]->sleeping) &&
            gph_load_seq(&gph_hecs[i]->gift) == 0;
  if (n < 2 || idle == 0) return;
  const int64_t each = n / (idle + 1) > 0 ? n / (idle + 1) : 1;
  for (int i = 0; i < gph_hecs_used && n > 1; i++) {
    GphHec *to = gph_hecs[i];
    if (to == h || to->surplus || !gph_load_seq(&to->sleeping) || gph_load_seq(&to->gift) > 0) continue;
    gph_store_relaxed(&to->giver, (uint32_t)h->no);  // published by the next store; another giver's number is as good
    gph_store_seq(&to->gift, (uint32_t)each);
    gph_hec_kick(to);
    n -= each;
  }
}

// Who gives wakes. par and gph_sparks_refill look at gph_hungry_hecs before they come here, for nothing: one relaxed
// load, of a word that changes when a HEC goes to sleep or wakes, costs less than to ask first how sparks are shared;
// and give looks again, at a time of its own.
static void wake(bool all) {}

const GphSharing gph_sharing_push = {have, find, give, wake};
