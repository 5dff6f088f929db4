// spark_sites.c: sparks by the place in the program that made them.
//
// A SITE is a place where par or rpar stands and the code of the thunk that was sparked there: strategies of the
// library spark whatever they are given, at one place. The compiler says where the place is (GphSparkSite), the thunk's
// info table what its code belongs to. Sites are numbered as they turn up, from 1. The number goes with the spark, as
// its note in the pool (state/deque.h): the thunk itself does not tell any more once it has been evaluated.
//
// All this is done only with --spark-report or -lf: a pool with notes looks full to gph_spark_at, which takes the long
// way here. Else a spark costs what it cost without. Counts belong to the HEC that counts (no atomics) and are added up
// at the end (spark_report.c); what a collection drops is counted by the pool's HEC, which is stopped.
#include "prof/spark_sites.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/block.h"
#include "heap/closure.h"
#include "heap/gc_stats.h"
#include "prof/advice.h"
#include "prof/eventlog.h"
#include "prof/hooks.h"
#include "prof/phases.h"
#include "prof/strands.h"
#include "prof/symbols.h"
#include "state/load.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = GPH_SPARK_SITES, CLASSES = GPH_SITE_CLASSES, LEFT = GPH_SITE_LEFT };
typedef GphSiteCounts Counts;
typedef GphSiteRow Row;

// ---- numbering
GphSite gph_sites[SITES];
uint32_t gph_sites_used = 1;
static uint32_t index_[4 * SITES];  // atomic: hash table of numbers, open addressing
static GphLock sites_lock = GPH_LOCK_INIT;

static uint32_t site_number(const GphSparkSite *place, const GphInfo *thunk) {
  size_t at = ((uintptr_t)place * 0x9e3779b97f4a7c15u ^ (uintptr_t)thunk * 0xc2b2ae3d27d4eb4fu) >> 40;
  for (;; at++) {
    uint32_t *slot = &index_[at % (4 * SITES)], n = gph_load_acquire(slot);
    if (n && gph_sites[n].place == place && gph_sites[n].thunk == thunk) return n;
    if (n) continue;
    gph_lock(&sites_lock);
    n = gph_load_relaxed(slot);
    if (n == 0) {
      n = gph_sites_used;
      if (n < SITES - 1) {
        gph_sites_used++;
        gph_sites[n] = (GphSite){place, thunk};
        gph_store_release(slot, n);
      } else n = SITES - 1;
      gph_unlock(&sites_lock);
      return n;
    }
    gph_unlock(&sites_lock);
    if (gph_sites[n].place == place && gph_sites[n].thunk == thunk) return n;
  }
}

// What its code belongs to: the function for `f x`. NULL: evaluated, or being evaluated.
static const GphInfo *code_of(W x) {
  if (x & 7) return NULL;
  if (GPH_SCALING) {
    if (gph_strand_over(x)) return NULL;
    x = gph_strand_body(x);
    if (x & 7) return NULL;
  }
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
  switch ((GphKind)i->kind) {
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkStatic: return i;
    case GphKind_ThunkAp: {
      W f = gph_load_relaxed((W *)x + 2);
      if ((f & 7) == 0 || (f & 7) == 7) return i;
      const GphInfo *fun = (const GphInfo *)gph_untag(f)[0];
      return fun->kind == GphKind_Fun ? fun : i;
    }
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_ThunkSel:
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
    default: return NULL;
  }
}

uint32_t gph_site_of_code(W f) {
  const GphInfo *i = (f & 7) == 7 ? NULL : (const GphInfo *)gph_untag(f)[0];
  if (i && i->kind == GphKind_Pap) i = (const GphInfo *)gph_untag(gph_untag(f)[1])[0];
  return site_number(NULL, i && i->kind == GphKind_Fun ? i : NULL);
}

// The owner, or who has stopped the world. The smaller table is kept: another HEC may be reading it, for the report at
// the end of the program (collect_rows).
static Counts *counts(GphHec *h, uint32_t site) {
  if (site >= h->sites_room) {
    uint32_t room = h->sites_room ? h->sites_room : 16;
    while (room <= site) room *= 2;
    Counts *bigger = calloc(room, sizeof *bigger);
    if (!bigger) gph_fail(251, "out of memory");
    if (h->sites) memcpy(bigger, h->sites, h->sites_room * sizeof *bigger);
    gph_store_release(&h->sites, bigger);
    gph_store_release(&h->sites_room, room);  // after its table
  }
  return &h->sites[site];
}

void gph_sites_start(GphHec *h) {
#ifdef GPH_THREADED
  if (GPH_LOGS(GPH_LOG_SITES)) gph_pool_note(&h->pool);
#endif
}

// ---- what happens to a spark
static void event(GphHec *h, GphEventType e) {
  if (GPH_LOGS(GPH_LOG_SPARKS_FULL)) gph_log_spark(h, e);
}

// How long a spark runs is processor time where it is more than some milliseconds: other programs may have had the
// processor in between. To read that clock takes a system call, so short sparks do without: it was read at most READ ns
// before a spark began, and is read again at the end of one that seems to have taken LONG.
static _Thread_local struct {
  int64_t at, cpu;
} processor_time;
enum { READ = 1000000, LONG = 2000000 };
void gph_site_runs(GphThread *t) {
  t->spark_since = gph_os_clock_ns();
  if (t->spark_since - processor_time.at > READ) {
    processor_time.cpu = gph_os_thread_cpu_ns();
    processor_time.at = t->spark_since;
  }
}
void gph_site_pauses(GphThread *t) {
  const int64_t now = gph_os_clock_ns();
  int64_t ns = now - t->spark_since;
  if (ns > LONG) {
    const int64_t cpu = gph_os_thread_cpu_ns();
    if (cpu - processor_time.cpu < ns) ns = cpu - processor_time.cpu;
    processor_time.cpu = cpu;
    processor_time.at = now;
  }
  t->spark_ns += ns;
}

// par, in the middle of allocating code: never collects.
W gph_spark_noted_c(GphReg *R, W x, W place) {
  GphHec *h = gph_hec_of(R);
  uint32_t site = site_number((const GphSparkSite *)place, code_of(x));
  Counts *c = counts(h, site);
  c->last = (GphPhaseClock){gph_load_relaxed(&gph_phase_clock.elapsed), gph_load_relaxed(&gph_phase_clock.alone)};
  if (c->created + c->overflowed == 0) c->first = c->last;
  if (x & 7) {
    GPH_COUNT(h->sparks.dud);
    c->dud++;
    event(h, GphEv_SparkDud);
    return 0;
  }
  const bool lonely = gph_pool_size(&h->pool) == 0;
  if (GPH_SCALING) x = gph_strand_spark(h, x, site);
  if (gph_load_high() || (!gph_pool_push_noted(&h->pool, x, site) &&
                          !(gph_spark_more_room(h) && gph_pool_push_noted(&h->pool, x, site)))) {
    GPH_COUNT(h->sparks.overflowed);
    c->overflowed++;
    event(h, GphEv_SparkOverflow);
    return 0;
  }
  GPH_COUNT(h->sparks.created);
  c->created++;
  c->lonely += lonely;
  event(h, GphEv_SparkCreate);
  if (gph_load_relaxed(&gph_hungry_hecs)) gph_spark_wake_c(R);
  return 0;
}

// Note [Values that nobody looks at]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// `let x = f n in f n `par` g x` sparks one value and uses another. To tell such a spark from a good one: when it has
// been evaluated its thunk, an indirection by now, gets the info pointer gph_ind_unseen_info. Whoever enters it changes
// that into gph_ind_info. So does the collector when it comes by a reference to it, as it takes indirections out: who
// has the reference may look at the value later, and would not come here. The HEC has a list of these thunks, which is
// no root. What still is unseen when its memory is given back, or when the program ends, nobody has looked at, and
// nobody could. That says nothing of sparks that are evaluated for what they evaluate besides: `rnf x `par` g x` drops
// a () and is right. So before a spark is begun we look at what its free variables lead to. If there is much, or
// something mutable, or a CAF (whose info pointer others compare), it is not judged. Thunks there, as parList's spark
// leads to the element, are SHARED: each must have become something flat, say an Int, and nobody must have looked at it
// either. (Of a list others may have had the first cell long before the spark was at its end.) Who waits for a thunk
// may have its value before the info pointer is changed: a spark that was waited for is not judged; nor one in whose
// time there was a collection, if it shares something, since thunks are elsewhere then. Only where thunks are claimed
// by a CAS (decisions/014) has the thread that evaluated it the thunk to itself.
enum { UNSEEN = 1024, SHARED = GPH_SPARK_SHARED };
typedef struct GphUnseen {
  W thunk[1 + SHARED];
  uint32_t site;
  uint64_t ns;
} GphUnseen;  // thunk: 0: none

// world stopped; const while a HEC runs
static uint64_t collections(void) { return gph_gc_stats.collections[0] + gph_gc_stats.collections[1]; }

// May the spark x be judged? What it may evaluate besides, into t.
static bool may_judge(GphThread *t, W x) {
  enum { MOST = 32 };
  W todo[MOST];
  int used = 0;
  bool all = true;
#define REACH(y) \
  do { \
    if (used < MOST) todo[used++] = (y); \
    else all = false; \
  } while (0)
  REACH(x);
  t->spark_shares = 0;
  t->spark_collections = collections();
  for (int at = 0; at < used && all; at++) {
    const W y = todo[at];
    if ((y & 7) == 7) continue;
    const W *q = gph_untag(y);
    const GphInfo *i = (const GphInfo *)gph_load_acquire(q);
    const bool in_heap = gph_in_heap((W)q);  // else static: what is constant
    switch ((GphKind)i->kind) {
      case GphKind_Con:
        for (unsigned k = 0; k < i->ptrs && in_heap; k++)
          if (i->nf >> (k < 63 ? k : 63) & 1) REACH(q[1 + k]);
        continue;
      case GphKind_Fun:
        for (unsigned k = 0; k < i->ptrs && in_heap; k++) REACH(q[1 + k]);
        continue;
      case GphKind_Pap:
        REACH(q[1]);
        for (W k = 0; k < q[2] && in_heap; k++) REACH(q[3 + k]);
        continue;
      case GphKind_Bytes: continue;
      case GphKind_Ind: {
        const W v = gph_load_acquire(&q[1]);
        REACH(v);
        continue;
      }
      case GphKind_Thunk:
        for (unsigned k = 0; k < i->ptrs; k++) REACH(q[2 + k]);
        break;
      case GphKind_ThunkAp:
        REACH(q[2]);
        for (W k = 0; k < q[3]; k++) REACH(q[4 + k]);
        break;
      case GphKind_ThunkOnce:
      case GphKind_ThunkSel:
      case GphKind_ThunkStatic:
      case GphKind_BlackHole:
      case GphKind_Raise:
      case GphKind_Array:
      case GphKind_MutVar:
      case GphKind_MVar:
      case GphKind_TVar:
      case GphKind_Weak:
      case GphKind_StableName:
      case GphKind_Thread:
      case GphKind_FetchMe:
      case GphKind_count: return false;
    }
    if (at == 0) continue;
    if (t->spark_shares == SHARED || (W)q < gph_young_base) return false;
    t->spark_shared[t->spark_shares++] = (W)q;
  }
#undef REACH
  return all;
}

void gph_site_next(GphReg *R) { ((GphRec *)R->catch_top)->rs[-1] = 0; }  // where the spark's update entry will be

// Does somebody who has the value of this indirection have nothing but it?
static bool is_flat(const W *p) {
  const W v = p[1];
  if ((v & 7) == 7) return true;
  if ((v & 7) == 0 || (v & 7) == GPH_TAG_UPDATE) return false;
  const GphInfo *i = (const GphInfo *)gph_untag(v)[0];
  return i->kind == GphKind_Con && (i->ptrs == 0 || !gph_in_heap(v & ~(W)7));
}

// The spark that t has evaluated to value, and what it shared, if that is to be judged.
static bool judged(GphReg *R, const GphThread *t, W value, GphUnseen *u) {
  if (!t->spark_judged || gph_load_relaxed(&t->spark_awaited) || GPH_SCALING || R->eager_blackhole != GPH_CLAIM_ATOMIC)
    return false;
  const GphRec *rec = (const GphRec *)R->catch_top;
  if (rec->kind != GPH_REC_STOP || rec->seg != R->seg || R->rs != rec->rs) return false;
  const W entry = rec->rs[-1];  // popped just now
  if (!gph_is_update_entry(entry)) return false;
  const W *p = gph_untag(entry);
  if ((W)p < gph_young_base || gph_load_acquire(&p[0]) != (W)&gph_ind_info || p[1] != value) return false;
  int n = 0;
  u->thunk[n++] = (W)p;
  if (t->spark_shares && t->spark_collections != collections()) return false;
  for (int k = 0; k < t->spark_shares; k++) {
    const W *q = (const W *)t->spark_shared[k];
    const GphInfo *i = (const GphInfo *)gph_load_acquire(q);
    if (i->kind == GphKind_Thunk || i->kind == GphKind_ThunkAp) continue;  // was not needed
    if (i != &gph_ind_info || !is_flat(q)) return false;
    u->thunk[n++] = (W)q;
  }
  while (n < 1 + SHARED) u->thunk[n++] = 0;
  return true;
}

static bool is_unseen(const GphUnseen *u) {
  bool unseen = true;
  for (int i = 0; i < 1 + SHARED && unseen; i++)
    unseen = u->thunk[i] == 0 || gph_load_relaxed((W *)u->thunk[i]) == (W)&gph_ind_unseen_info;
  return unseen;
}
static void count_unseen(GphHec *h, const GphUnseen *u) {
  Counts *c = counts(h, u->site);
  c->unseen++;
  c->unseen_ns += u->ns;
}

// Keeps in the list what nobody has looked at yet. dying: the world is stopped, and the memory of what is young, or of
// all, is about to be given back: what of that is unseen will not be seen.
static void look_again(GphHec *h, bool dying, bool major) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < h->unseen_used; k++) {
    GphUnseen u = h->unseen[k];
    if (!is_unseen(&u)) continue;
    bool waits = false;
    for (int i = 0; i < 1 + SHARED; i++) {
      if (dying && (u.thunk[i] < gph_old_base || major)) u.thunk[i] = 0;
      waits = waits || u.thunk[i];
    }
    if (waits) h->unseen[kept++] = u;
    else count_unseen(h, &u);
  }
  gph_store_release(&h->unseen_used, kept);
}
void gph_sites_prune(GphHec *h, bool major) { look_again(h, true, major); }

static void watch(GphHec *h, GphUnseen *u, Counts *c) {
  if (!h->unseen && !(h->unseen = calloc(UNSEEN, sizeof *h->unseen))) gph_fail(251, "out of memory");
  if (h->unseen_used == UNSEEN) look_again(h, false, false);
  if (h->unseen_used == UNSEEN) return;
  c->judged++;
  for (int i = 0; i < 1 + SHARED; i++)
    if (u->thunk[i]) gph_cas((W *)u->thunk[i], (W)&gph_ind_info, (W)&gph_ind_unseen_info);
  h->unseen[h->unseen_used] = *u;
  gph_store_release(&h->unseen_used, h->unseen_used + 1);
}

void gph_site_taken(GphHec *h, GphHec *pool, uint32_t site, W x) {
  Counts *c = counts(h, site);
  if (x == 0) {
    c->fizzled++;
    event(h, GphEv_SparkFizzle);
    return;
  }
  c->converted++;
  c->stolen += pool != h;
  if (GPH_LOGS(GPH_LOG_SPARKS_FULL)) {
    if (pool == h) event(h, GphEv_SparkRun);
    else gph_log_steal(pool->no);
  }
  GphThread *t = h->current;
  if (t && t->is_spark) {
    gph_store_relaxed(&t->spark_site, site);
    t->spark_ns = 0;
    gph_site_runs(t);
    gph_store_relaxed(&t->spark_first, t->spark_since);
    t->spark_judged = may_judge(t, x);
    gph_store_relaxed(&t->spark_awaited, (uint8_t)0);
  }
}

// ---- what a spark left to do
// Adds the code to the list, which ends with NULL unless it is full.
void gph_site_add_left(const GphInfo **left, const GphInfo *code) {
  for (int i = 0; i < LEFT && code; i++) {
    if (!left[i]) left[i] = code;
    if (left[i] == code) return;
  }
}
// Is something in the value not evaluated, as far as a look at its first constructors tells? Functions and mutable
// objects count as they are. Other HECs may evaluate it meanwhile: either answer is right. The thunks' code into left.
static bool look_for_left(W value, const GphInfo *left[LEFT]) {
  enum { MOST = 24 };
  W todo[MOST] = {value};
  int used = 1;
  bool found = false;
  for (int at = 0; at < used; at++) {
    W x = todo[at];
    if ((x & 7) == 7) continue;
    const W *p = gph_untag(x);
    const GphInfo *i = (const GphInfo *)gph_load_acquire(p);
    switch ((GphKind)i->kind) {
      case GphKind_Con:
        for (unsigned k = 0; k < i->ptrs && used < MOST; k++)
          if (i->nf >> (k < 63 ? k : 63) & 1) todo[used++] = p[1 + k];
        break;
      case GphKind_Array:
        for (W k = 0; k < p[1] && used < MOST; k++) todo[used++] = gph_load_acquire(&p[3 + k]);
        break;
      case GphKind_Ind: {
        W v = gph_load_acquire(&p[1]);
        if (used < MOST) todo[used++] = v;
        break;
      }
      case GphKind_ThunkSel:  // of what is not evaluated; else the collector will reduce it
        if (used < MOST) todo[used++] = gph_load_acquire(&p[2]);
        break;
      case GphKind_Thunk:
      case GphKind_ThunkOnce:
      case GphKind_ThunkStatic:
      case GphKind_ThunkAp:
        found = true;
        gph_site_add_left(left, code_of(x));
        break;
      case GphKind_Fun:
      case GphKind_Pap:
      case GphKind_BlackHole:
      case GphKind_Raise:
      case GphKind_Bytes:
      case GphKind_MutVar:
      case GphKind_MVar:
      case GphKind_TVar:
      case GphKind_Weak:
      case GphKind_StableName:
      case GphKind_Thread:
      case GphKind_FetchMe:
      case GphKind_count:
      default: break;
    }
  }
  return found;
}

void gph_site_ran(GphHec *h, GphThread *t, W value) {
  if (t->spark_site == 0) return;
  gph_site_pauses(t);
  const uint64_t ns = (uint64_t)t->spark_ns;
  const uint32_t site = t->spark_site;
  Counts *c = counts(h, site);
  gph_store_relaxed(&t->spark_site, 0u);
  c->runs++;
  c->unfinished += look_for_left(value, c->left);
  GphUnseen u = {.site = site, .ns = ns};
  if (judged(&h->reg, t, value, &u)) watch(h, &u, c);
  else if (t->spark_judged && gph_load_relaxed(&t->spark_awaited)) c->judged++;  // who waited looked at it
  c->run_ns += ns;
  if (ns > c->longest_ns) c->longest_ns = ns;
  unsigned k = 0;
  if (ns >= 4) {
    unsigned b = 63 - (unsigned)__builtin_clzll(ns);
    k = 4 * b + (unsigned)(ns >> (b - 2) & 3);
  }
  c->by_time[k < CLASSES ? k : CLASSES - 1]++;
}

// Does a spark thread wait for the very spark that it has begun? Then nothing is under evaluation on its stack.
static bool waits_for_spark(const GphReg *R) {
  const GphRec *rec = (const GphRec *)R->catch_top;
  if (rec->kind != GPH_REC_STOP || rec->seg != R->seg) return false;
  for (const W *p = R->rs; p < rec->rs; p++)
    if (gph_is_update_entry(*p)) return false;
  return true;
}
static void behind(Counts *c, const W *p) {
  c->behind++;
  if (!gph_in_heap((W)p)) c->constant = (const GphInfo *)p[3];  // const since it was claimed (gph_caf_claim_c)
}
void gph_site_put_back(GphHec *h, uint32_t site, const GphThread *t, const W *p) {
  if (site && gph_load_relaxed(&t->spark_site) == 0) behind(counts(h, site), p);
}
void gph_site_awaited(GphHec *h, const GphThread *t, const W *p) {
  const uint32_t of_t = gph_load_relaxed(&t->spark_site), mine = h->current->spark_site;
  if (of_t) gph_store_relaxed(&((GphThread *)t)->spark_awaited, (uint8_t)1);
  // Who waits for a part of its own, as divide and conquer does, began before that.
  if (of_t && mine && h->current->is_spark &&
      gph_load_relaxed(&t->spark_first) < gph_load_relaxed(&h->current->spark_first))
    counts(h, mine)->chained++;
  if (of_t) counts(h, of_t)->awaited++;
  else if (mine && waits_for_spark(&h->reg)) counts(h, mine)->awaited++;  // its parent was faster after all
  else if (mine && h->current->is_spark) behind(counts(h, mine), p);
}

void gph_site_pruned(GphHec *pool, uint32_t site, bool fizzled) {
  Counts *c = counts(pool, site);
  if (fizzled) c->fizzled++;
  else c->collected++;
  event(pool, fizzled ? GphEv_SparkFizzle : GphEv_SparkGc);
}

// While this HEC runs there is no collection; what other HECs do meanwhile is seen or not.
void gph_sites_count_rest(void) {
  const GphWorker *w = gph_worker_self();
  if (!w || !w->hec || !gph_load_seq(&w->hec->state)) return;
  for (int i = 0; i < gph_hecs_now(); i++)
    for (uint32_t k = 0, n = gph_load_acquire(&gph_hecs[i]->unseen_used); k < n; k++)
      if (is_unseen(&gph_hecs[i]->unseen[k])) count_unseen(w->hec, &gph_hecs[i]->unseen[k]);
}

// ---- names
const char *gph_site_place(uint32_t n) {
  const GphSite *s = &gph_sites[n];
  if (!s->place) return "";
  const char *library = strstr(s->place->where, "/stdlib/");
  return library ? library + 1 : s->place->where;
}
const char *gph_site_function(uint32_t n) {
  const GphSite *s = &gph_sites[n];
  if (s->thunk && s->thunk->kind != GphKind_ThunkAp && s->thunk->name) return gph_code_name(s->thunk);
  return gph_source_name(s->place ? s->place->function : "(other places)");
}

const char *gph_site_name(uint32_t site, char *room, size_t size) {
  const char *place = gph_site_place(site);
  if (gph_sites[site].thunk && gph_sites[site].thunk->kind == GphKind_Fun && !gph_sites[site].place) {
    const char *source = gph_sites[site].thunk->source;
    snprintf(room, size, "%s%sbatches of a loop in %s", source ? source : "", source ? ": " : "",
             gph_site_function(site));
  } else snprintf(room, size, "%s%s%s", place, *place ? ": " : "", gph_site_function(site));
  return room;
}
