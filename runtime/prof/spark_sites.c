// spark_sites.c: sparks by the place in the program that made them.
//
// A SITE is a place where par or rpar stands and the code of the thunk that was sparked there: strategies of the library spark whatever they are given, at
// one place. The compiler says where the place is (GphSparkSite), the thunk's info table what its code belongs to. Sites are numbered as they turn up,
// from 1. The number goes with the spark, as its note in the pool (state/deque.h): the thunk itself does not tell any more once it has been evaluated.
//
// All this is done only with --spark-report or -lf: a pool with notes looks full to gph_spark, which takes the long way here. Else a spark costs what it
// cost without. Counts belong to the HEC that counts (no atomics) and are added up at the end; what a collection drops is counted by the
// pool's HEC, which is stopped.
#include "prof/spark_sites.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/closure.h"
#include "prof/advice.h"
#include "prof/eventlog.h"
#include "prof/hooks.h"
#include "prof/phases.h"
#include "prof/strands.h"
#include "prof/symbols.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = GPH_SPARK_SITES, CLASSES = GPH_SITE_CLASSES, LEFT = GPH_SITE_LEFT };
typedef GphSiteCounts Counts;
typedef GphSiteRow Row;

// ---- numbering
typedef struct { const GphSparkSite *place; const GphInfo *thunk; } Site;
static Site sites[SITES];              // by number; written once, under sites_lock, before it is in the index
static uint32_t sites_used = 1;        // lock:sites_lock; SITES - 1 stands for all that do not fit
static uint32_t index_[4 * SITES];     // atomic: hash table of numbers, open addressing
static GphLock sites_lock = GPH_LOCK_INIT;

static uint32_t site_number(const GphSparkSite *place, const GphInfo *thunk) {
  size_t at = ((uintptr_t)place * 0x9e3779b97f4a7c15u ^ (uintptr_t)thunk * 0xc2b2ae3d27d4eb4fu) >> 40;
  for (;; at++) {
    uint32_t *slot = &index_[at % (4 * SITES)], n = gph_load_acquire(slot);
    if (n && sites[n].place == place && sites[n].thunk == thunk) return n;
    if (n) continue;
    gph_lock(&sites_lock);
    n = gph_load_relaxed(slot);
    if (n == 0) {
      n = sites_used;
      if (n < SITES - 1) {
        sites_used++;
        sites[n] = (Site){ place, thunk };
        gph_store_release(slot, n);
      } else
        n = SITES - 1;
      gph_unlock(&sites_lock);
      return n;
    }
    gph_unlock(&sites_lock);
    if (sites[n].place == place && sites[n].thunk == thunk) return n;
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
  case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkStatic: return i;
  case GphKind_ThunkAp: {
    W f = gph_load_relaxed((W *)x + 2);
    if ((f & 7) == 0 || (f & 7) == 7) return i;
    const GphInfo *fun = (const GphInfo *)gph_untag(f)[0];
    return fun->kind == GphKind_Fun ? fun : i;
  }
  case GphKind_Con: case GphKind_Fun: case GphKind_Pap: case GphKind_ThunkSel: case GphKind_Ind: case GphKind_BlackHole: case GphKind_Raise:
  case GphKind_Bytes: case GphKind_Array: case GphKind_MutVar: case GphKind_MVar: case GphKind_TVar: case GphKind_Weak: case GphKind_StableName:
  case GphKind_Thread: case GphKind_count: default: return NULL;
  }
}

uint32_t gph_site_of_code(W f) {
  const GphInfo *i = (f & 7) == 7 ? NULL : (const GphInfo *)gph_untag(f)[0];
  if (i && i->kind == GphKind_Pap) i = (const GphInfo *)gph_untag(gph_untag(f)[1])[0];
  return site_number(NULL, i && i->kind == GphKind_Fun ? i : NULL);
}

static Counts *counts(GphHec *h, uint32_t site) {      // owner, or world stopped
  if (site >= h->sites_room) {
    uint32_t room = h->sites_room ? h->sites_room : 16;
    while (room <= site) room *= 2;
    Counts *bigger = calloc(room, sizeof *bigger);
    if (!bigger) gph_fail(251, "out of memory");
    if (h->sites) memcpy(bigger, h->sites, h->sites_room * sizeof *bigger);
    free(h->sites);
    h->sites = bigger;
    h->sites_room = room;
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

W gph_spark_wake_c(GphReg *R);
// par, in the middle of allocating code: never collects.
W gph_spark_noted_c(GphReg *R, W x, W place) {
  GphHec *h = gph_hec_of(R);
  uint32_t site = site_number((const GphSparkSite *)place, code_of(x));
  Counts *c = counts(h, site);
  c->last = (GphPhaseClock){ gph_load_relaxed(&gph_phase_clock.elapsed), gph_load_relaxed(&gph_phase_clock.alone) };
  if (c->created + c->overflowed == 0) c->first = c->last;
  if (x & 7) {
    GPH_COUNT(h->sparks.dud);
    c->dud++;
    event(h, GphEv_SparkDud);
    return 0;
  }
  const bool lonely = gph_pool_size(&h->pool) == 0;
  if (GPH_SCALING) gph_strand_spark(h, x, site);
  if (!gph_pool_push_noted(&h->pool, x, site)) {
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

void gph_site_taken(GphHec *h, GphHec *pool, uint32_t site, bool run) {
  Counts *c = counts(h, site);
  if (!run) {
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
    t->spark_since = gph_os_clock_ns();
  }
}

// ---- what a spark left to do
// Adds the code to the list, which ends with NULL unless it is full.
static void add_left(const GphInfo *left[LEFT], const GphInfo *code) {
  for (int i = 0; i < LEFT && code; i++) {
    if (!left[i]) left[i] = code;
    if (left[i] == code) return;
  }
}
// Is something in the value not evaluated, as far as a look at its first constructors tells? Functions and mutable objects count as they are. Other HECs may evaluate it meanwhile: either answer is
// right. The thunks' code into left.
static bool look_for_left(W value, const GphInfo *left[LEFT]) {
  enum { MOST = 24 };
  W todo[MOST] = { value };
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
    case GphKind_ThunkSel:                             // of what is not evaluated; else the collector will reduce it
      if (used < MOST) todo[used++] = gph_load_acquire(&p[2]);
      break;
    case GphKind_Thunk: case GphKind_ThunkOnce: case GphKind_ThunkStatic: case GphKind_ThunkAp:
      found = true;
      add_left(left, code_of(x));
      break;
    case GphKind_Fun: case GphKind_Pap: case GphKind_BlackHole: case GphKind_Raise: case GphKind_Bytes: case GphKind_MutVar: case GphKind_MVar:
    case GphKind_TVar: case GphKind_Weak: case GphKind_StableName: case GphKind_Thread: case GphKind_count: default: break;
    }
  }
  return found;
}

void gph_site_ran(GphHec *h, GphThread *t, W value) {
  if (t->spark_site == 0) return;
  uint64_t ns = (uint64_t)(t->spark_ns + gph_os_clock_ns() - t->spark_since);
  Counts *c = counts(h, t->spark_site);
  gph_store_relaxed(&t->spark_site, 0u);
  c->runs++;
  c->unfinished += look_for_left(value, c->left);
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
void gph_site_awaited(GphHec *h, const GphThread *t) {
  const uint32_t of_t = gph_load_relaxed(&t->spark_site), mine = h->current->spark_site;
  if (of_t) counts(h, of_t)->awaited++;
  else if (mine && waits_for_spark(&h->reg)) counts(h, mine)->awaited++;   // its parent was faster after all
}

void gph_site_pruned(GphHec *pool, uint32_t site, bool fizzled) {
  Counts *c = counts(pool, site);
  if (fizzled) c->fizzled++;
  else c->collected++;
  event(pool, fizzled ? GphEv_SparkFizzle : GphEv_SparkGc);
}

// ---- the report
enum { MOST_ROWS = 40 };

static const char *place_of(uint32_t n) {
  const Site *s = &sites[n];
  if (!s->place) return "";
  const char *library = strstr(s->place->where, "/stdlib/");
  return library ? library + 1 : s->place->where;
}
// The code of the thunk, or else the function that the place is in.
static const char *function_of(uint32_t n) {
  const Site *s = &sites[n];
  return gph_source_name(s->thunk && s->thunk->kind != GphKind_ThunkAp && s->thunk->name ? s->thunk->name : s->place ? s->place->function : "(other places)");
}

// Counts of another HEC, or of another number of the same row.
static void add_counts(Counts *to, const Counts *c) {
  const uint64_t longest = c->longest_ns > to->longest_ns ? c->longest_ns : to->longest_ns;
  if (c->created + c->overflowed > 0) {
    const bool first = to->created + to->overflowed == 0;
    if (first || c->first.elapsed < to->first.elapsed) to->first = c->first;
    if (first || c->last.elapsed > to->last.elapsed) to->last = c->last;
  }
  for (size_t k = 0; k < offsetof(Counts, by_time) / sizeof(uint64_t); k++) ((uint64_t *)to)[k] += ((const uint64_t *)c)[k];
  to->longest_ns = longest;
  for (int k = 0; k < CLASSES; k++) to->by_time[k] += c->by_time[k];
  for (int k = 0; k < LEFT; k++) add_left(to->left, c->left[k]);
}

const char *gph_site_name(uint32_t site, char *room, size_t size) {
  const char *place = place_of(site);
  if (sites[site].thunk && sites[site].thunk->kind == GphKind_Fun && !sites[site].place) {
    const char *source = sites[site].thunk->source;
    snprintf(room, size, "%s%sbatches of a loop in %s", source ? source : "", source ? ": " : "", function_of(site));
  } else
    snprintf(room, size, "%s%s%s", place, *place ? ": " : "", function_of(site));
  return room;
}

// What a place sparked that was evaluated already is counted with what else it sparks.
static int collect_rows(Row *rows, int room) {
  int used = 0;
  for (uint32_t n = 1; n < SITES; n++) {
    if (n >= sites_used && n != SITES - 1) continue;
    Counts sum = { 0 };
    for (int i = 0; i < gph_hecs_used; i++) {
      GphHec *h = gph_hecs[i];
      if (n < h->sites_room) add_counts(&sum, &h->sites[n]);
    }
    if (sum.created + sum.dud + sum.overflowed == 0) continue;
    const char *f = function_of(n), *p = place_of(n);
    Row *row = NULL;
    for (int i = 0; i < used && !row; i++)
      if (rows[i].site == sites[n].place && (!sites[n].thunk || !rows[i].thunk || rows[i].thunk == sites[n].thunk)) row = &rows[i];
    if (row && !row->thunk) row->thunk = sites[n].thunk, row->function = f;
    if (!row) {
      if (used == room) row = &rows[room - 1];
      else {
        row = &rows[used++];
        *row = (Row){ .function = f, .place = p, .site = sites[n].place, .thunk = sites[n].thunk };
      }
    }
    add_counts(&row->c, &sum);
    row->alone_ns += gph_phases_alone_in(n);
  }
  return used;
}

// So many per cent of the sparks that ran took no longer than this.
static uint64_t quantile(const Counts *c, int percent) {
  uint64_t want = (c->runs * (uint64_t)percent + 99) / 100, seen = 0;
  for (unsigned k = 0; k < CLASSES; k++) {
    seen += c->by_time[k];
    if (seen < want || seen == 0) continue;
    if (k < 8) return k < 4 ? 4 : 8;
    unsigned b = k / 4;
    uint64_t upper = (uint64_t)(5 + k % 4) << (b - 2);
    return upper < c->longest_ns ? upper : c->longest_ns;
  }
  return c->longest_ns;
}

static int by_sparks(const void *a, const void *b) {
  const Counts *x = &((const Row *)a)->c, *y = &((const Row *)b)->c;
  uint64_t m = x->created + x->dud + x->overflowed, n = y->created + y->dud + y->overflowed;
  return m < n ? 1 : m > n ? -1 : 0;
}

static void log_rows(const Row *rows, int n) {
  for (int i = 0; i < n; i++) {
    const Counts *c = &rows[i].c;
    gph_log_site((uint32_t)i + 1, rows[i].function, rows[i].place);
    gph_log_site_counts((uint32_t)i + 1, (uint64_t[11]){ c->created, c->dud, c->overflowed, c->converted, c->collected, c->fizzled, c->run_ns, quantile(c, 10), quantile(c, 50),
                                                          quantile(c, 90), c->longest_ns });
  }
}

void gph_spark_report(void) {
  if (!gph_flags.spark_report && !(gph_load_relaxed(&gph_log_classes) & GPH_LOG_SPARKS_FULL)) return;   // --scaling numbers sites, and no more
  Row *rows = calloc(MOST_ROWS, sizeof *rows);
  if (!rows) return;
  int n = collect_rows(rows, MOST_ROWS), hecs = gph_hecs_used;
  qsort(rows, (size_t)n, sizeof *rows, by_sparks);
  if (gph_load_relaxed(&gph_log_classes) & GPH_LOG_ALL) log_rows(rows, n);
  if (gph_flags.spark_report) {
    FILE *f = stderr;
    gph_phases_report(f);
    gph_advise_run(f);
    if (n == 0) {
      fprintf(f, "Sparks: none%s.\n", hecs == 1 ? " (a program makes them with par or a strategy, and is linked with -threaded)" : "");
      gph_advise_no_sparks(f);
    }
    else fprintf(f, "Sparks by the place that made them (%d HEC%s)\n", hecs, hecs == 1 ? "" : "s");
    uint64_t sparks = 0;
    for (int i = 0; i < n; i++) sparks += rows[i].c.created + rows[i].c.dud + rows[i].c.overflowed;
    for (int i = 0; i < n; i++) {
      const Counts *c = &rows[i].c;
      uint64_t waiting = c->created - c->converted - c->fizzled - c->collected;
      int copy = 1, copies = 0;                         // several of one name and line: strategies in one function
      for (int k = 0; k < n; k++)
        if (strcmp(rows[k].function, rows[i].function) == 0 && strcmp(rows[k].place, rows[i].place) == 0) copies++, copy += k < i;
      fprintf(f, "\n  %s%s%s", *rows[i].place ? rows[i].place : "", *rows[i].place ? ": " : "", rows[i].function);
      if (copies > 1) fprintf(f, " (%d of %d there)", copy, copies);
      fprintf(f, "\n");
      fprintf(f, "    %lu created: %lu converted (%lu by another HEC), %lu fizzled, %lu GC'd, %lu left; %lu dud, %lu overflowed\n", (unsigned long)c->created,
              (unsigned long)c->converted, (unsigned long)c->stolen, (unsigned long)c->fizzled, (unsigned long)c->collected,
              (unsigned long)(waiting > c->created ? 0 : waiting), (unsigned long)c->dud, (unsigned long)c->overflowed);
      if (c->runs)
        fprintf(f, "    run time: mean %s, 10%% up to %s, half up to %s, 90%% up to %s, longest %s\n", gph_time_text(c->run_ns / c->runs), gph_time_text(quantile(c, 10)),
                gph_time_text(quantile(c, 50)), gph_time_text(quantile(c, 90)), gph_time_text(c->longest_ns));
      gph_advise_site(f, &rows[i], sparks);
    }
  }
  free(rows);
}
