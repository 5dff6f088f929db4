// spark.c: sparks. `par` pushes a thunk on its HEC's pool (gph_spark_at in spark_push.c, generated-style); a HEC
// without threads to run makes a SPARK THREAD, which evaluates sparks one after another: its own oldest first, then
// stolen ones, until there are none or other work turns up. If a spark blocks, so does its thread, like any other, and
// the scheduler makes a new one; unless it can be put back.
//
// Note [Sparks that wait]
// ~~~~~~~~~~~~~~~~~~~~~~~
// Many sparks may need one thunk that somebody is evaluating, and each comes to it as soon as it is begun. The first
// one's thread waits, as any thread does; it is the LEADER. The next ones of its HEC, if they have done next to
// nothing, do not need a thread to wait with: the spark's thunk becomes what it was before (gph_unclaim), the stack is
// forgotten, the spark is one of the leader's FOLLOWERS, and the thread goes on with the next spark. When the leader is
// woken its followers are sparks that may go on (roused): they go into the pool, some at a time. So a spark that waits
// costs 8 bytes.
//    example:  a million sparks f t x: one thread waits for t, and an array of a million sparks is behind it; else a
//              million threads, 1.1 GB
//    wrong alternative: put it back into the pool: it would be taken again at once, and again until t has its value
// A spark is put back only if (gph_spark_wait)
//   - its thunk alone is under evaluation on its stack, and no handler: what else has been claimed would have to be
//     unclaimed, too
//   - no collection has been since it began: the collector does not keep the free variables of a black hole. Nor has
//     its thread stopped for another reason
//   - nothing has been done that must be done once: noDuplicate# says so (unsafePerformIO, lazy state threads)
//   - it began less than WORTH cycles ago: that much will be done again
//   - nobody counts sparks by their places: then each is taken once
// It is counted as converted when it is taken for the last time. Followers and roused sparks are like those of a pool
// to the collector: weak, or roots under --spark-gc=root. If the leader is woken by an exception (a deadlock, say), its
// followers are dropped: they would meet the same, one after the other. A leader is looked for in a small table by the
// thunk's address, which is emptied by each collection (addresses change, threads are freed).
//
// Note [Pools that grow]
// ~~~~~~~~~~~~~~~~~~~~~~
// parList over 100,000 elements makes 100,000 sparks before the first is needed. A pool that drops those beyond the
// first 4,096 leaves the rest of the list to one HEC; one that holds them all makes the others take sparks, element by
// element, also where each is so small that this costs more than the element (a million elements of 100 ns: 10 % slower
// than with 4,096), and each young collection would walk it. So a pool is as large as GPH_POOL_MOST, but has a limit,
// first GPH_POOL_LEAST, which its owner raises where a spark finds it full (gph_spark_full_c), if
//   - the sparks in it wait: of some, most have not been evaluated. Divide and conquer's have, by their parents
//   - sparks are long: of those that HECs have run lately more took longer than LONG than did not; or one is under way
//     that does. As long as nobody has run one the limit rises once: they are made before they are run
// and takes back to where it was where they have turned out to be short. Nobody but the owner reads the limit, and only
// pages of the pool that were used take memory.
//    collections: what lies below old_until refers to nothing young, and if there are many such sparks a young
//              collection does not look at them, but for those at the front that have been evaluated, which go.
//
// Counting (-s): created (pushed), dud (evaluated already at par), overflowed (pool full), converted (run), fizzled
// (evaluated by the time somebody looked, be it the collector), collected (GC'd: nobody else needs it, and nobody has
// evaluated it; --spark-gc=weak).
#include "sched/spark.h"
#include "base/die.h"
#include "base/flags.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/stack.h"
#include "eval/stubs.h"
#include "heap/block.h"
#include "heap/closure.h"
#include "heap/visit.h"
#include "prof/eventlog.h"
#include "prof/hooks.h"
#include "prof/spark_sites.h"
#include "prof/strands.h"
#include "sched/loop_open.h"
#include "sched/hooks.h"
#include "sched/sharing.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include "state/load.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>

// What several processes add: sparks that other HECs may not have yet (--inter-first), and a pool of those that came
// from elsewhere (--import-pool=own).
#ifdef GPH_DIST
static uint32_t reserved;      // atomic: so many are still to be sent away
static GphSparkPool imported;  // pushed to with gph_dist_lock; empty unless --import-pool=own
uint64_t gph_sparks_from_pool;
// relaxed: who sees it late looks again when it is woken
static inline bool closed(void) { return gph_load_relaxed(&reserved) > 0; }
static inline int64_t imported_size(void) {
  return gph_flags.import_pool_own && GPH_MANY_PES ? gph_pool_size(&imported) : 0;
}
static W take_imported(GphHec *h) {
  uint32_t note = 0;
  while (imported_size() > 0) {
    const W x = gph_pool_steal(&imported, &note);
    if (!x) continue;
    gph_add_relaxed(&gph_sparks_from_pool, 1u);
    if (gph_spark_take(h, h, x, 0)) return x;
  }
  return 0;
}
#else
static inline bool closed(void) { return false; }
static inline int64_t imported_size(void) { return 0; }
static inline W take_imported(GphHec *h) { return 0; }
#endif

static inline const GphSharing *sharing(void) { return gph_flags.spark_push ? &gph_sharing_push : &gph_sharing_steal; }

bool gph_spark_available(GphHec *h) {
  if (h->disabled) return false;
  if (gph_pool_size(&h->pool) > 0 || gph_sparks_roused(h)) return true;
  if (h->surplus) return false;
  return (!closed() && sharing()->have(h)) || imported_size() > 0;
}

// Has its value (or is being evaluated: then it is not ours to run).
static bool fizzled(W x) {
  if (x & 7) return true;
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
  switch ((GphKind)i->kind) {
    case GphKind_Thunk: return GPH_SCALING && gph_strand_over(x);
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic: return false;
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Raise:
    case GphKind_Bytes:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count:
    default: return true;
  }
}

bool gph_spark_take(GphHec *h, GphHec *v, W x, uint32_t note) {
  GPH_ASSERT(x != 0);
  bool run = !fizzled(x);
  if (run) GPH_COUNT(h->sparks.converted);
  else GPH_COUNT(h->sparks.fizzled);
  if (GPH_LOGS(GPH_LOG_SITES)) {
    const int from = gph_note_from(note);
    gph_site_taken(h, from < 0 ? v : gph_hecs[from], gph_note_place(note), run ? x : 0);
  }
  return run;
}

// Other work than sparks; or the world is to be stopped, and neither the sparks nor what they enter need come by a
// check.
static bool other_work(GphHec *h) {
  return h->run_head || gph_load_relaxed(&h->inbox) || gph_load_relaxed(&h->returning) ||
         gph_load_relaxed(&h->interrupted) || h->zapped_own ||
         (GPH_MANY_PES && gph_is_gateway(h) && gph_dist_overdue());
}

// Note [Sparks that are not worth taking]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// To take another HEC's spark costs both of them: the thunk comes into one cache, its value into the other. Where a
// million elements of 50 ns are sparked, as parMap over a list does, each that is taken makes the program slower. So a
// HEC whose last sparks all took less than SHORT, finding them included, lets some time go by before it takes some
// more, and sees whether they are longer by now.
//    wrong alternative: until it is woken. Nobody knows when they will be longer.
enum { SHORT = 700, SHORT_SPARKS = 16, AT_A_TIME = 4, LET_GO_BY = 5000 };  // cycles, sparks
static bool worth_taking(GphHec *h) {
  if (h->short_sparks < SHORT_SPARKS) return true;
  for (const uint64_t t0 = __builtin_ia32_rdtsc(); __builtin_ia32_rdtsc() - t0 < LET_GO_BY; __builtin_ia32_pause())
    if (other_work(h)) return false;
  h->short_sparks -= AT_A_TIME;
  return true;
}

static W find_spark(GphHec *h) {
  if (h->disabled) return 0;
  W x;
  uint32_t note = 0;
  while (gph_pool_size(&h->pool) > 0) {
    x = gph_flags.spark_lifo ? gph_pool_pop(&h->pool, &note) : gph_pool_steal(&h->pool, &note);
    if (x && gph_spark_take(h, h, x, note)) return x;
  }
  if (h->surplus || !worth_taking(h)) return 0;
  x = closed() ? 0 : sharing()->find(h);
  if (x) GPH_COUNT(h->stolen);
  return x ? x : take_imported(h);
}

void gph_spark_give(GphHec *h) {
#ifdef GPH_THREADED
  sharing()->give(h);
#endif
}

// ---- See Note [Sparks that wait]
enum { WORTH = 20000 };
typedef struct GphFollowers {
  struct GphFollowers *next;  // of the HEC
  GphThread *leader;          // NULL: roused, or dropped; to be freed
  W *items;
  size_t used, room;
} GphFollowers;

static void grow_items(W **items, size_t *room) {
  *room = *room ? 2 * *room : 16;
  *items = realloc(*items, *room * sizeof(W));
  if (!*items) gph_fail(251, "out of memory");
}

static void follow(GphHec *h, GphThread *leader, W spark) {
  GphFollowers *f = leader->followers;
  if (!f) {
    f = calloc(1, sizeof *f);
    if (!f) gph_fail(251, "out of memory");
    f->leader = leader;
    f->next = h->followers;
    h->followers = leader->followers = f;
  }
  if (f->used == f->room) grow_items(&f->items, &f->room);
  f->items[f->used++] = spark;
}

// Has t's stack nothing but the evaluation of its spark, and that evaluation of no other thunk? Then where its stack
// begins.
static GphRec *only_spark(GphReg *R, W spark) {
  GphRec *rec = (GphRec *)R->catch_top;
  if (rec->kind != GPH_REC_STOP || rec->seg != R->seg) return NULL;
  W *base = rec->rs - 1;
  if (R->rs > base || base - R->rs > 64 || *base != (spark | GPH_TAG_UPDATE)) return NULL;
  for (W *p = R->rs; p < base; p++)
    if ((*p & 7) == GPH_TAG_UPDATE) return NULL;
  return rec;
}

bool gph_spark_wait(GphReg *R, W self) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread, **slot = &h->spark_leaders[(self >> 4) % GPH_SPARK_LEADERS], *l = *slot;
  const W spark = t->spark;
  t->spark = 0;
  // While it waits it is this HEC's, and its state is what this HEC made it last.
  if (!l || l == t || gph_load_seq(&l->hec) != h || l->state != GPH_T_BLOCKED_BLACKHOLE ||
      gph_load_relaxed(&l->blocked_on) != self) {
    *slot = t;
    return false;
  }
  // --delay: it is delayed
  if ((__builtin_ia32_rdtsc() - t->spark_began > WORTH && !gph_flags.delay) || t->pending || t->stm || R->masked)
    return false;
  GphRec *rec = only_spark(R, spark);
  if (!rec || !gph_unclaim(h, t, (W *)spark, t->spark_info)) return false;
  t->spark_began = 0;
  follow(h, l, spark);
  gph_store_relaxed(&h->sparks.converted, h->sparks.converted - 1);
  GPH_COUNT(h->put_back);
  R->rs = rec->rs;
  gph_goto(R, (uintptr_t)rec, gph_spark_start);
  return true;
}

void gph_sparks_refill(GphHec *h) {
  GphDeque *d = &h->pool.deque;
  size_t before = h->roused_first;
  // half of it is for new ones
  while (h->roused_first < h->roused_end && gph_deque_size(d) < (d->limit + 1) / 2)
    gph_deque_put(d, h->roused[h->roused_first++]);
  if (h->roused_first == h->roused_end) {
    free(h->roused);
    h->roused = NULL;
    h->roused_first = h->roused_end = h->roused_room = 0;
  }
  if (h->roused_first > before && gph_load_relaxed(&gph_hungry_hecs) > 0) sharing()->wake(true);
}

void gph_sparks_rouse(GphHec *h, GphThread *leader) {
  GphFollowers *f = leader->followers;
  GPH_ASSERT(f && f->leader == leader);
  leader->followers = NULL;
  f->leader = NULL;
  if (leader->raise || leader->blocked_on == 0) {  // an exception: they were begun, and that was it
    gph_store_relaxed(&h->sparks.converted, h->sparks.converted + f->used);
    f->used = 0;
    return;
  }
  if (!gph_sparks_roused(h)) {
    free(h->roused);
    h->roused = f->items;
    h->roused_first = 0;
    h->roused_end = f->used;
    h->roused_room = f->room;
    f->items = NULL;
    f->used = f->room = 0;
  } else {
    for (size_t i = 0; i < f->used; i++) {
      if (h->roused_end == h->roused_room) grow_items(&h->roused, &h->roused_room);
      h->roused[h->roused_end++] = f->items[i];
    }
    f->used = 0;
  }
}

void gph_sparks_forget(GphThread *leader) {  // world stopped
  leader->hec->sparks.collected += leader->followers->used;
  leader->followers->leader = NULL;
  leader->followers->used = 0;
}

GphThread *gph_spark_thread(GphHec *h) {
  GphThread *t = h->spark_threads;
  if (t) {
    h->spark_threads = t->next;
    gph_thread_again(h, t, gph_spark_start);
    gph_log_created(t);
  } else {
    t = gph_thread_new_apart(h, gph_spark_start);
    gph_thread_adopt(h, t);
  }
  t->is_spark = 1;
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_thread(GphEv_CreateSparkThread, t->id);
  return t;
}

// See Note [Pools that grow]. Cycles: finding it included.
enum { LONG = 2000, LONG_SPARKS = 16 };
static void count_within(int32_t *n, bool up, int32_t most) {
  if (up ? *n < most : *n > -most) gph_store_relaxed(n, *n + (up ? 1 : -1));
}
static void spark_took(GphHec *h, uint64_t cycles) {
  count_within(&h->long_sparks, cycles > LONG, LONG_SPARKS);
  if (cycles < SHORT) h->short_sparks += h->short_sparks < SHORT_SPARKS;
  else h->short_sparks = 0;
}

W gph_spark_next_c(GphReg *R, W value) {
  GphHec *h = gph_hec_of(R);
  const uint64_t t0 = __builtin_ia32_rdtsc();
  if (R->thread->spark_began) spark_took(h, t0 - R->thread->spark_began);
  R->thread->spark_began = 0;
  gph_store_relaxed(&h->spark_since, 0u);
  if (GPH_LOGS(GPH_LOG_SITES)) gph_site_ran(h, R->thread, value);
  gph_log_sparks(h);
  gph_spark_give(h);
  if (other_work(h)) return 0;
  GphThread *t = R->thread;
  t->spark = 0;
  if (!gph_flags.spark_batch) {
    if (t->is_spark == 2) return 0;
    t->is_spark = 2;
  }
  if (GPH_LOGS(GPH_LOG_SITES)) gph_site_next(R);
  if (gph_sparks_roused(h)) gph_sparks_refill(h);
  W x = find_spark(h);
  if (GPH_SCALING && x) gph_strand_taken(h, __builtin_ia32_rdtsc() - t0);
  if (!x) return other_work(h) ? 0 : gph_loop_join(h);  // See Note [Joining a loop] in sched/loop_open.c
  t->spark_began = __builtin_ia32_rdtsc();
  gph_store_relaxed(&h->spark_since, t->spark_began);
  if (R->eager_blackhole == GPH_CLAIM_ATOMIC && !h->pool.notes && x >= gph_young_base) {
    const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
    if (i->kind == GphKind_Thunk || i->kind == GphKind_ThunkAp || i->kind == GphKind_ThunkSel) {
      t->spark = x;
      t->spark_info = (W)i;
    }
  }
  return x;
}

W gph_spark_watched_c(GphReg *R, W x) {
  GphHec *h = gph_hec_of(R);
  if (gph_load_high() || !gph_pool_push_watched(&h->pool, x)) {
    GPH_COUNT(h->sparks.overflowed);
    return 0;
  }
  GPH_COUNT(h->sparks.created);
  if (gph_load_relaxed(&gph_hungry_hecs) > 0) sharing()->wake(false);
  return 0;
}

// See Note [Pools that grow]. They may be taken, and evaluated, meanwhile.
static bool most_wait(GphDeque *d) {
  enum { LOOKS = 16 };
  const int64_t t = gph_load_relaxed(&d->top), n = d->bottom - t;
  if (n <= 0) return false;  // it was full, and thieves have emptied it since: at `bottom` stands nothing, or old waste
  int wait = 0;
  for (int i = 0; i < LOOKS; i++) wait += !fizzled(gph_load_relaxed(&d->items[(t + n * i / LOOKS) & d->mask]));
  return wait * 4 >= LOOKS * 3;
}
bool gph_spark_more_room(GphHec *h) {
  enum { PATIENCE = 512 };
  GphDeque *d = &h->pool.deque;
  if (h->pool.patience > 0) {
    h->pool.patience--;
    return false;
  }
  h->pool.patience = PATIENCE;
  if (gph_flags.spark_pool || (gph_hecs_sharing() < 2 && !GPH_MANY_PES && !gph_flags.scaling)) return false;
  int64_t limit = d->limit;
  int32_t balance = gph_flags.scaling;  // what it says is about more HECs than may be here to run any
  const uint64_t now = __builtin_ia32_rdtsc();
  for (int i = 0; i < gph_hecs_used; i++) {
    balance += gph_load_relaxed(&gph_hecs[i]->long_sparks);
    const uint64_t since = gph_load_relaxed(&gph_hecs[i]->spark_since);
    if (since && now - since > LONG) balance++;
  }
  if (balance < 0) limit = GPH_POOL_LEAST;
  else if ((balance > 0 || limit == GPH_POOL_LEAST) && limit < GPH_POOL_MOST && most_wait(d)) limit *= 4;
  d->limit = limit;
  if (d->bottom - gph_load_acquire(&d->top) >= limit) return false;
  h->pool.patience = 0;
  return true;
}
W gph_spark_full_c(GphReg *R) { return gph_spark_more_room(gph_hec_of(R)); }

W gph_spark_wake_c(GphReg *R) {
  sharing()->wake(false);
  return 0;
}

// evaluationState#. Another HEC may begin or finish it at any time: 0 may be 1 or 2 by now, and 1 may be 2. But 1 is
// never 0 again, unless an exception cuts the evaluation off: a whitehole may be one that makes a strand of the thunk
// or packs it, so what it becomes is waited for.
I gph_prim_EvaluationState(W x) {
  if (x & 7) return 2;
  W *p = (W *)x;
  const GphInfo *i = (const GphInfo *)gph_load_acquire(&p[0]);
  for (unsigned k = 1; i == &gph_whitehole_info; k++) {
    if (k % 1024) __builtin_ia32_pause();
    else sched_yield();
    i = (const GphInfo *)gph_load_acquire(&p[0]);
  }
  switch ((GphKind)i->kind) {
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic: return 0;
    case GphKind_BlackHole: return gph_value_seen(p, i) ? 2 : 1;
    case GphKind_FetchMe: return 1;
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Ind:
    case GphKind_Raise:
    case GphKind_Bytes:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_count:
    default: return 2;
  }
}

I gph_prim_NumSparks(void) {
  I n = 0;
  for (int i = 0; i < gph_hecs_used; i++) n += gph_pool_size(&gph_hecs[i]->pool);
  return n;
}

#ifdef GPH_DIST
// ---- other processes: dist/fish.c, by the gateway, with gph_dist_lock
static W export_of(GphHec *h, GphHec *v) {  // the oldest of v's
  W x;
  uint32_t note = 0;
  while (gph_pool_size(&v->pool) > 0)
    if ((x = gph_pool_steal(&v->pool, &note)) != 0 && gph_spark_take(h, v, x, note)) {
      v->exported++;
      return x;
    }
  return 0;
}
W gph_spark_export(GphHec *h) {
  W x = 0;
  switch ((GphSparkExport)gph_flags.spark_export) {
    case GPH_EXPORT_OLDEST:
      for (int i = 0; i < gph_hecs_used && !x; i++) x = export_of(h, gph_hecs[i]);
      break;
    case GPH_EXPORT_LARGEST:
      for (GphHec *most = h; !x && most;) {
        most = NULL;
        for (int i = 0; i < gph_hecs_used; i++)
          if (gph_pool_size(&gph_hecs[i]->pool) > (most ? gph_pool_size(&most->pool) : 0)) most = gph_hecs[i];
        if (most) x = export_of(h, most);
      }
      break;
    case GPH_EXPORT_LOCAL: x = export_of(h, h); break;
  }
  return x ? x : take_imported(h);
}
void gph_sparks_reserve(uint32_t n) {
  gph_store_seq(&reserved, n);
  if (gph_flags.import_pool_own) gph_pool_init(&imported, gph_flags.spark_pool);
}
void gph_sparks_given(GphHec *h) {
  const uint32_t n = gph_load_relaxed(&reserved);
  if (n == 0) return;
  gph_store_seq(&reserved, n - 1);
  if (n == 1) sharing()->wake(true);
}
bool gph_sparks_reserved(void) { return closed(); }
int64_t gph_sparks_waiting(void) {
  int64_t n = imported_size();
  for (int i = 0, hecs = gph_hecs_now(); i < hecs; i++) n += gph_pool_size(&gph_hecs[i]->pool);
  return n;
}
static void put(GphHec *h, W x) {
  GphSparkPool *p = &h->pool;
  // whoever needs it evaluates it
  if (p->notes     ? !gph_pool_push_noted(p, x, 0)
      : p->watched ? !gph_pool_push_watched(p, x)
                   : !gph_deque_push(&p->deque, x))
    return;
  GPH_COUNT(h->sparks.created);
}
void gph_spark_keep(GphHec *h, W x) {
  put(h, x);
  gph_store_relaxed(&h->sparks.created, h->sparks.created - 1);
  gph_store_relaxed(&h->sparks.converted, h->sparks.converted - 1);
}
void gph_spark_import(GphHec *h, W x) {
  if (!gph_flags.import_pool_own) put(h, x);
  else if (gph_deque_push(&imported.deque, x)) GPH_COUNT(h->sparks.created);
  if (gph_load_relaxed(&gph_hungry_hecs) > 0) sharing()->wake(false);
}
#endif

#ifdef GPH_THREADED
enum { SCALING_HECS = 64 };  // the most that --scaling speaks of
// How many sparks that nobody has begun should wait in a pool: enough for others to take theirs at one time, and no
// call may run without sparks for long compared with its HEC's share of the work (each further one halves it, or more).
// None on one HEC.
static int64_t sparks_wanted(void) {
  int n = gph_flags.scaling ? SCALING_HECS : gph_hecs_sharing();  // whatever -N is, what it says is about more
  if (GPH_MANY_PES) n *= gph_pes < 8 ? gph_pes : 8;               // other processes take some, too
  return n == 1 ? 0 : 6 + 2 * (32 - __builtin_clz((unsigned)n - 1));
}
// With several processes the youngest spark may be one that came from elsewhere, or of a computation for another
// process (a demand), which has its turns between those of a thread of ours; and what lies beneath has been evaluated
// by that one. So those that wait are counted; and each computation has its own number of them: else the one for others
// finds ours there when it begins, makes none, and they wait for all of it.
static bool room_among_many(GphDeque *d, int64_t wanted) {
  enum { MOST_DEMANDS = 7, MOST_LOOKS = 200 };
  const uint32_t demands = gph_dist_demands();
  wanted *= 1 + (demands < MOST_DEMANDS ? demands : MOST_DEMANDS);
  int64_t wait = 0;
  int64_t b = d->bottom, t = gph_load_relaxed(&d->top);
  if (t < b - MOST_LOOKS) t = b - MOST_LOOKS;
  for (; b > t && wait < wanted; b--) wait += !fizzled(gph_load_relaxed(&d->items[(b - 1) & d->mask]));
  return wait < wanted;
}
#endif

// sparkRoom#: should the running HEC make sparks? Its youngest ones are dropped when they were evaluated, which their
// maker does itself when nobody has taken them: what remains waits. Called by the owner of the pool, at a safe point
// for no one: it looks at a spark that may be updated meanwhile, and either answer is right.
I gph_spark_room(void) {
#ifdef GPH_THREADED
  int64_t wanted = sparks_wanted();
  if (wanted == 0) return 0;
  GphHec *h = gph_worker_self()->hec;
  GphDeque *d = &h->pool.deque;
  // else with one HEC, where nobody takes the old ones, they would pile up between those that wait
  const int64_t least = gph_flags.scaling || h->pool.watched ? 1 : wanted;
  while (gph_deque_size(d) >= least) {
    int64_t b = d->bottom;
    if (!fizzled(gph_load_relaxed(&d->items[(b - 1) & d->mask])))
      return h->pool.watched ? !gph_load_high()
                             : gph_deque_size(d) < wanted || (GPH_MANY_PES && room_among_many(d, wanted));
    uint32_t note = 0;
    W x = gph_pool_pop(&h->pool, &note);
    if (x) gph_spark_take(h, h, x, note);
  }
  return !gph_load_high();
#else
  return 0;
#endif
}

// ---- collector, world stopped
void gph_sparks_roots(GphVisitor *v, GphHec *h) {
  GphDeque *d = &h->pool.deque;
  for (int64_t k = d->top; k < d->bottom; k++) gph_visit(v, &d->items[k & d->mask]);
  for (size_t k = h->roused_first; k < h->roused_end; k++) gph_visit(v, &h->roused[k]);
  for (GphFollowers *f = h->followers; f; f = f->next)
    for (size_t k = 0; k < f->used; k++) gph_visit(v, &f->items[k]);
}

#ifdef GPH_DIST
void gph_imported_roots(GphVisitor *v) {
  GphDeque *d = &imported.deque;
  for (int64_t k = d->top; k < d->bottom; k++) gph_visit(v, &d->items[k & d->mask]);
}
#endif

// What a collection does with the spark at *slot of h, which is the same spark at its new place when it is kept. A
// thunk that nobody refers to any more has not been needless for that: if it was evaluated before it was dropped, the
// spark has fizzled. What is dead still stands in from-space as it was, and one that was evaluated tells so.
typedef enum { KEPT, FIZZLED, COLLECTED } Fate;
static Fate fate(GphHec *h, W *slot, GphIsAlive is_alive) {
  W x = *slot;
  bool alive = is_alive(&x);
  if (alive && !fizzled(x)) {
    *slot = x;
    return KEPT;
  }
  if (alive || fizzled(*slot)) {
    GPH_COUNT(h->sparks.fizzled);
    return FIZZLED;
  }
  GPH_COUNT(h->sparks.collected);
  return COLLECTED;
}
// Of the sparks at items[from .. end) those that are worth keeping, from `from` on; the end.
static size_t prune(GphHec *h, W *items, size_t from, size_t end, GphIsAlive is_alive) {
  size_t kept = from;
  for (size_t k = from; k < end; k++) {
    W x = items[k];
    if (fate(h, &x, is_alive) == KEPT) items[kept++] = x;
  }
  return kept;
}
static void prune_waiting(GphHec *h, GphIsAlive is_alive) {
  h->roused_end = prune(h, h->roused, h->roused_first, h->roused_end, is_alive);
  memset(h->spark_leaders, 0, sizeof h->spark_leaders);
  for (GphFollowers **p = &h->followers, *f; (f = *p);) {
    if (!f->leader) {
      *p = f->next;
      free(f->items);
      free(f);
      continue;
    }
    f->used = prune(h, f->items, 0, f->used, is_alive);
    p = &f->next;
  }
}

// One of the pool's, at its index; true: *x, its new place, stays.
static bool stays(GphHec *h, GphSparkPool *p, int64_t at, W *x, GphIsAlive is_alive) {
  at &= p->deque.mask;
  *x = p->deque.items[at];
  const Fate f = fate(h, x, is_alive);
  if (f != KEPT && p->notes) gph_site_pruned(h, gph_note_place(p->notes[at]), f == FIZZLED);
  return f == KEPT;
}

// A gateway that waits, and does not count as running, may ask how many there are: gph_sparks_waiting.
static void prune_pool(GphHec *h, GphSparkPool *p, GphIsAlive is_alive, bool major) {
  GphDeque *d = &p->deque;
  uint32_t *notes = p->notes;
  int64_t first = d->top;
  W x;
  if (!major && p->old_until - first > GPH_POOL_LEAST) {  // Note [Pools that grow]
    while (first < p->old_until && !stays(h, p, first, &x, is_alive)) first++;
    gph_store_relaxed(&d->top, first);
    first = p->old_until;
  }
  GPH_ASSERT(first <= d->bottom);
  int64_t kept = first;
  p->old_until = INT64_MAX;
  for (int64_t k = first; k < d->bottom; k++) {
    if (!stays(h, p, k, &x, is_alive)) continue;
    if (p->old_until > kept && x - gph_young_base < gph_old_base - gph_young_base) p->old_until = kept;
    if (notes) notes[kept & d->mask] = notes[k & d->mask];
    d->items[kept++ & d->mask] = x;
  }
  if (p->old_until > kept) p->old_until = kept;
  if (gph_flags.spark_root) p->old_until = d->top;  // roots are moved on to the values of what has been evaluated
  gph_store_relaxed(&d->bottom, kept);
  if (!notes && !p->watched) d->cached_top = d->top;  // else it looks full: state/pool.c
}

#ifdef GPH_DEBUG
// Each spark that was made is in a pool, or waits, or has been taken out of a pool, once.
static void check_counts(void) {
  uint64_t made = 0, gone = 0, there = 0;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    made += h->sparks.created;
    gone += h->sparks.converted + h->sparks.fizzled + h->sparks.collected;
    there += (uint64_t)gph_pool_size(&h->pool) + (h->roused_end - h->roused_first);
    for (GphFollowers *f = h->followers; f; f = f->next) there += f->used;
    GPH_ASSERT(gph_pool_size(&h->pool) <= h->pool.deque.mask + 1);
    const GphDeque *d = &h->pool.deque;
    for (int64_t k = d->top; k < h->pool.old_until; k++)
      GPH_ASSERT(d->items[k & d->mask] - gph_young_base >= gph_old_base - gph_young_base);
  }
  there += (uint64_t)imported_size();
  GPH_ASSERT(made == gone + there);
}
#endif

void gph_sparks_prune(GphIsAlive is_alive, bool major) {
  GPH_ASSERT(gph_stw_is_wanted());
#ifdef GPH_DEBUG
  check_counts();
#endif
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    prune_waiting(h, is_alive);
    // nobody knows them: they are freed, those of an old handle by a major collection
    h->spark_threads = NULL;
    prune_pool(h, &h->pool, is_alive, major);
  }
#ifdef GPH_DIST
  if (imported_size() > 0) prune_pool(gph_hecs[0], &imported, is_alive, major);
#endif
}
