// spark.c: sparks. `par` pushes a thunk on its HEC's pool (gph_spark in spark_push.c, generated-style); a HEC without threads to run
// makes a SPARK THREAD, which evaluates sparks one after another: its own oldest first, then stolen ones, until there are none or
// other work turns up. If a spark blocks, so does its thread, like any other, and the scheduler makes a new one.
//
// Counting (-s): created (pushed), dud (evaluated already at par), overflowed (pool full), converted (run), fizzled (evaluated by the
// time somebody looked), collected (GC'd: nobody else needs it, --spark-gc=weak).
#include "sched/spark.h"
#include "base/flags.h"
#include "eval/exception.h"
#include "gc/collector.h"
#include "gc/compact.h"
#include "heap/closure.h"
#include "prof/eventlog.h"
#include "prof/spark_sites.h"
#include "sched/loop.h"
#include "sched/schedule.h"
#include "sched/worker.h"

// Note [Giving sparks away]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// --spark-share=push is how GHC 6.10 shared sparks (the paper, section 5.1): an idle HEC takes none; a HEC that comes by between running threads, at
// the end of a time slice or after a collection, and has more than one spark, gives some to those that are idle. Here a gift is a number of sparks
// that stay in the giver's pool (`gift`, `giver`), from which the other one takes them; so nothing has to be moved, and what it does not come to take,
// the giver may.
bool gph_spark_available(GphHec *h) {
  if (gph_deque_size(&h->pool) > 0) return true;
  if (h->surplus) return false;
  if (gph_flags.spark_push)
    return gph_load_seq(&h->gift) > 0 && gph_deque_size(&gph_hecs[gph_load_relaxed(&h->giver)]->pool) > 0;
  for (int i = 0; i < gph_hecs_used; i++)
    if (gph_deque_size(&gph_hecs[i]->pool) > 0) return true;
  return false;
}

// Has its value (or is being evaluated: then it is not ours to run).
static bool fizzled(W x) {
  if (x & 7) return true;
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
  switch ((GphKind)i->kind) {
  case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkAp: case GphKind_ThunkSel: case GphKind_ThunkStatic: return false;
  default: return true;
  }
}

// h takes x, a spark of v's pool with that note: true when there is something to evaluate.
static bool take(GphHec *h, GphHec *v, W x, uint32_t note) {
  bool run = !fizzled(x);
  if (run) GPH_COUNT(h->sparks.converted);
  else GPH_COUNT(h->sparks.fizzled);
  if (GPH_LOGS(GPH_LOG_SITES)) gph_site_taken(h, v, note, run);
  return run;
}

static W find_spark(GphHec *h) {
  W x;
  uint32_t note = 0;
  while (gph_deque_size(&h->pool) > 0) {
    x = gph_flags.spark_lifo ? gph_deque_pop_noted(&h->pool, &note) : gph_deque_steal_noted(&h->pool, &note);
    if (x && take(h, h, x, note)) return x;
  }
  if (h->surplus) return 0;
  if (gph_flags.spark_push) {
    for (uint32_t n; (n = gph_load_seq(&h->gift)) > 0; ) {
      GphHec *v = gph_hecs[gph_load_relaxed(&h->giver)];
      bool empty = v == h || gph_deque_size(&v->pool) == 0;
      gph_store_seq(&h->gift, empty ? 0 : n - 1);
      x = empty ? 0 : gph_deque_steal_noted(&v->pool, &note);
      if (x && take(h, v, x, note)) return x;
    }
    return 0;
  }
  bool retry;
  do {
    retry = false;
    h->steal_seed = h->steal_seed * 1664525 + 1013904223;
    unsigned start = (h->steal_seed >> 8) % (unsigned)gph_hecs_used;
    for (int k = 0; k < gph_hecs_used; k++) {
      GphHec *v = gph_hecs[(start + (unsigned)k) % (unsigned)gph_hecs_used];
      if (v == h || gph_deque_size(&v->pool) == 0) continue;
      x = gph_deque_steal_noted(&v->pool, &note);
      if (x && take(h, v, x, note)) return x;
      retry = true;
    }
  } while (retry);
  return 0;
}

void gph_spark_give(GphHec *h) {
#ifdef GPH_THREADED
  if (!gph_flags.spark_push || gph_load_relaxed(&gph_hungry_hecs) == 0) return;
  int64_t n = gph_deque_size(&h->pool), idle = 0;
  for (int i = 0; i < gph_hecs_used; i++) idle += gph_hecs[i] != h && !gph_hecs[i]->surplus && gph_load_seq(&gph_hecs[i]->sleeping) && gph_load_seq(&gph_hecs[i]->gift) == 0;
  if (n < 2 || idle == 0) return;
  const int64_t each = n / (idle + 1) > 0 ? n / (idle + 1) : 1;
  for (int i = 0; i < gph_hecs_used && n > 1; i++) {
    GphHec *to = gph_hecs[i];
    if (to == h || to->surplus || !gph_load_seq(&to->sleeping) || gph_load_seq(&to->gift) > 0) continue;
    gph_store_relaxed(&to->giver, (uint32_t)h->no);    // published by the next store; another giver's number is as good
    gph_store_seq(&to->gift, (uint32_t)each);
    gph_hec_kick(to);
    n -= each;
  }
#endif
}

GphThread *gph_spark_thread(GphHec *h) {
  GphThread *t = gph_thread_new(h, gph_spark_start, GPH_STACK_FIRST_LARGE);
  gph_thread_adopt(h, t);
  t->is_spark = 1;
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_thread(GphEv_CreateSparkThread, t->id);
  return t;
}

W gph_spark_next_c(GphReg *R) {
  GphHec *h = gph_hec_of(R);
  if (GPH_LOGS(GPH_LOG_SITES)) gph_site_ran(h, R->thread);
  gph_log_sparks(h);
  gph_spark_give(h);
  if (h->run_head || gph_load_relaxed(&h->inbox) || gph_load_relaxed(&h->returning)) return 0;   // other work
  GphThread *t = R->thread;
  if (!gph_flags.spark_batch) {
    if (t->is_spark == 2) return 0;
    t->is_spark = 2;
  }
  W x = find_spark(h);
  return x ? x : gph_loop_join(h);                     // See Note [Joining a loop] in sched/loop_open.c
}

W gph_spark_wake_c(GphReg *R) {
  if (gph_flags.spark_push) return 0;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    if (!h->surplus && gph_load_seq(&h->sleeping)) {
      gph_hec_kick(h);
      return 0;
    }
  }
  return 0;
}

I gph_prim_NumSparks(void) {
  I n = 0;
  for (int i = 0; i < gph_hecs_used; i++) n += gph_deque_size(&gph_hecs[i]->pool);
  return n;
}

#ifdef GPH_THREADED
// How many sparks that nobody has begun should wait in a pool: enough for others to take theirs at one time, and no call may run without
// sparks for long compared with its HEC's share of the work (each further one halves it, or more). None on one HEC.
static int64_t sparks_wanted(void) {
  int n = gph_hecs_sharing();
  return n == 1 ? 0 : 6 + 2 * (32 - __builtin_clz((unsigned)n - 1));
}
#endif

// sparkRoom#: should the running HEC make sparks? Its youngest ones are dropped when they were evaluated, which their maker does itself
// when nobody has taken them: what remains waits. Called by the owner of the pool, at a safe point for no one: it looks at a spark that may be
// updated meanwhile, and either answer is right.
I gph_spark_room(void) {
#ifdef GPH_THREADED
  int64_t wanted = sparks_wanted();
  if (wanted == 0) return 0;
  GphHec *h = gph_worker_self()->hec;
  GphSparkPool *d = &h->pool;
  while (gph_deque_size(d) >= wanted) {
    int64_t b = d->bottom;
    if (!fizzled(gph_load_relaxed(&d->items[(b - 1) & d->mask]))) return 0;
    uint32_t note = 0;
    W x = gph_deque_pop_noted(d, &note);
    if (x) take(h, h, x, note);
  }
  return 1;
#else
  return 0;
#endif
}

// ---- collector, world stopped
void gph_sparks_scan(GphGcWorker *w, GphHec *h) {
  GphSparkPool *d = &h->pool;
  for (int64_t k = d->top; k < d->bottom; k++) gph_evac_root(w, &d->items[k & d->mask]);
}

void gph_sparks_compact(GphHec *h) {
  GphSparkPool *d = &h->pool;
  for (int64_t k = d->top; k < d->bottom; k++) gph_compact_slot(&d->items[k & d->mask]);
}

void gph_sparks_prune(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    GphSparkPool *d = &h->pool;
    int64_t kept = d->top;
    for (int64_t k = d->top; k < d->bottom; k++) {
      W x = d->items[k & d->mask];
      bool alive = gph_is_alive(&x);
      if (!alive || fizzled(x)) {
        if (alive) GPH_COUNT(h->sparks.fizzled);
        else GPH_COUNT(h->sparks.collected);
        if (d->notes) gph_site_pruned(h, d->notes[k & d->mask], alive);
        continue;
      }
      if (d->notes) d->notes[kept & d->mask] = d->notes[k & d->mask];
      d->items[kept++ & d->mask] = x;
    }
    d->bottom = kept;
    if (!d->notes) d->cached_top = d->top;
  }
}
