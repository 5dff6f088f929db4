// scaling.c: what work and span (prof/strands.c) say of a program at its end: +RTS --scaling.
//
// Note [Predicted speed-ups]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// Against one HEC, which takes W + G: work, and collections. With P HECs
//   at most      min(P, W / S): nobody takes less than the span S, nor less than its part of the work (Brent, 1974)
//   estimate     (W + G) / (W' / P + (1 - 1/P) S' + G')     what greedy scheduling reaches (Graham, 1966; Blumofe &
//                Leiserson), burdened as Cilkview's estimate is: W' = W + a spark's cost for each strand; S' = S + what
//                it takes to find a spark for each strand that is begun on the span
// What these cost is measured: the time in which spark threads of this run came to a spark; that of taking sparks out
// of another processor's pool, measured at the end, if there were none or that is more; of making them, likewise. G' is
// what collections take, of which the world stands still: the part e of them that several workers share is divided
// among P. In a run with several HECs e follows from the words that they shared (Parallel GC work balance of -s). With
// one HEC nobody knows, and half is assumed. What is not in it: that processors share caches and memory, and run slower
// when all of them are busy.
#include "prof/scaling.h"
#include "base/die.h"
#include "heap/gc_stats.h"
#include "prof/eventlog.h"
#include "prof/strands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTS = 6, ROWS = 12, LOGGED = 100 };
static const int counts[COUNTS] = {2, 4, 8, 16, 32, 64};
#define SHARED_AT_ONE_HEC 0.5
#define GOOD 0.6  // of a HEC's time, to call it of use

typedef struct {
  double work, span, collections;  // seconds
  double shared;                   // the part of collections that several HECs can do
  int hecs;                        // that were used
  uint64_t strands, links;
  double make, take;  // seconds for a spark
  double piece;       // that a strand takes, but for the main thread's
  double unneeded;    // the part of the work that was sparks' whose values nobody needed
  double most[COUNTS], estimate[COUNTS];
} Scaling;

// ---- what sparks cost
#ifdef GPH_THREADED
enum { TRIAL = 2000, TRIALS = 4 };
typedef struct {
  GphDeque pool;
  uint64_t ticks;
} Trial;
static void *thief(void *arg) {
  Trial *t = arg;
  const uint64_t t0 = __builtin_ia32_rdtsc();
  while (gph_deque_steal(&t->pool)) {}
  t->ticks = __builtin_ia32_rdtsc() - t0;
  return NULL;
}

// Ticks for a spark, the least of some trials.
static void try_sparks(double *make, double *take) {
  Trial *t = aligned_alloc(64, (sizeof *t + 63) & ~(size_t)63);
  if (!t) return;
  gph_deque_init(&t->pool, TRIAL);
  *make = *take = 1e30;
  for (int i = 0; i < TRIALS; i++) {
    const uint64_t t0 = __builtin_ia32_rdtsc();
    for (W k = 0; k < TRIAL; k++) gph_deque_push(&t->pool, 8 * (k + 1));
    const double ticks = (double)(__builtin_ia32_rdtsc() - t0) / TRIAL;
    if (ticks < *make) *make = ticks;
    pthread_t other;
    if (pthread_create(&other, NULL, thief, t) != 0) break;
    pthread_join(other, NULL);
    if ((double)t->ticks / TRIAL < *take) *take = (double)t->ticks / TRIAL;
  }
  if (*take == 1e30) *take = *make;
  free(t->pool.items);
  free(t);
}
#else
static void try_sparks(double *make, double *take) { *make = *take = 0; }
#endif

static void spark_costs(Scaling *s, double second) {
  double make = 0, take = 0;
  uint64_t takes = 0, ticks = 0;
  try_sparks(&make, &take);
  for (int i = 0; i < s->hecs; i++) {
    takes += gph_load_relaxed(&gph_hecs[i]->strand_clock->takes);
    ticks += gph_load_relaxed(&gph_hecs[i]->strand_clock->take_ticks);
  }
  if (takes && (double)ticks / (double)takes > take) take = (double)ticks / (double)takes;
  s->make = make / second;
  s->take = take / second;
}

// ---- prediction
static double smaller(double a, double b) { return a < b ? a : b; }

static double time_with(const Scaling *s, double hecs) {
  const double used = s->hecs < gph_gc_stats.most_workers ? s->hecs
                      : gph_gc_stats.most_workers > 1     ? gph_gc_stats.most_workers
                                                          : 1;
  const double alone = s->collections / (1 - s->shared + s->shared / used);  // with one worker
  return (s->work + (double)s->strands * s->make) / hecs + (1 - 1 / hecs) * (s->span + (double)s->links * s->take) +
         alone * (1 - s->shared + s->shared / hecs);
}

static void predict(Scaling *s) {
  const GphGcStats *g = &gph_gc_stats;
  s->shared = SHARED_AT_ONE_HEC;
  if (s->hecs > 1)
    s->shared = g->traced_words ? smaller(1, (double)g->par_balanced_words / (double)g->traced_words) : 0;
  const double one = time_with(s, 1);
  for (int i = 0; i < COUNTS; i++) {
    s->most[i] = smaller(counts[i], s->span > 0 ? s->work / s->span : counts[i]);
    s->estimate[i] = smaller(s->most[i], one / time_with(s, counts[i]));
  }
}

// ---- the report
typedef struct {
  const GphShare *share;
  double part;
  char name[1000];
} Row;  // part: of the span, %

static void name_row(Row *r) {
  switch (r->share->site) {
    case GPH_SITE_MAIN: strcpy(r->name, "the main thread, outside of sparks"); break;
    case GPH_SITE_THREADS: strcpy(r->name, "other threads, outside of sparks"); break;
    default: gph_site_name(r->share->site, r->name, sizeof r->name); break;
  }
}
static int by_share(const void *a, const void *b) {
  const GphShare *x = ((const Row *)a)->share, *y = ((const Row *)b)->share;
  return x->on_path < y->on_path ? 1 : x->on_path > y->on_path ? -1 : x->site < y->site ? -1 : x->site > y->site;
}

static const char *time_text(double seconds, char *room, size_t size) {
  if (seconds < 1e-6) snprintf(room, size, "%.0f ns", seconds * 1e9);
  else if (seconds < 1e-3) snprintf(room, size, "%.3g us", seconds * 1e6);
  else if (seconds < 1) snprintf(room, size, "%.3g ms", seconds * 1e3);
  else snprintf(room, size, "%.3g s", seconds);
  return room;
}

// In words: up to how many HECs each is used for a good part, and what keeps more from being of use.
static void verdict(const Scaling *s, const Row *rows, uint32_t n, char *text, size_t size) {
  int good = 1;
  for (int i = 0; i < COUNTS; i++)
    if (s->estimate[i] >= GOOD * counts[i]) good = counts[i];
  size_t at = (size_t)(good == 1    ? snprintf(text, size, "More HECs are of little use.")
                       : good == 64 ? snprintf(text, size, "64 HECs are of use.")
                                    : snprintf(text, size,
                                               "Up to %d HECs are of use: each works for more than %.0f%% of the time.",
                                               good, 100 * GOOD));
  if (s->unneeded > 0.05 && at < size)
    at += (size_t)snprintf(text + at, size - at,
                           " But %.0f%% of the work was for values that nobody has looked at: without it the program "
                           "might be as fast (--spark-report says whose).",
                           100 * s->unneeded);
  if (s->strands > 1000 && s->piece < 2e-6 && at < size) {
    char t[32];
    at +=
        (size_t)snprintf(text + at, size - at,
                         " A piece takes %s, hardly more than a spark costs, and what was measured is uncertain: make "
                         "fewer and larger ones.",
                         time_text(s->piece, t, sizeof t));
  }
  if (good == 64 || at >= size) return;
  const double collections = time_with(s, 64) - s->work / 64 - s->span * 63 / 64;
  if (s->span >= collections && n > 0)
    snprintf(text + at, size - at, " Then the span is the limit, above all %s (%.0f%% of it).", rows[0].name,
             rows[0].part);
  else
    snprintf(text + at, size - at, " Then collections are the limit%s: make less garbage, or try a larger -A.",
             s->hecs == 1 ? " (of which one HEC knows little: measure with -N)" : "");
}

static void print_line(FILE *f, const char *what, const double *x) {
  fprintf(f, "  %-12s", what);
  for (int i = 0; i < COUNTS; i++) fprintf(f, "  %6.2f", x[i]);
  fprintf(f, "\n");
}

static int digits(double seconds) { return seconds < 0.1 ? 6 : 3; }
static void log_all(const Scaling *s, const Row *rows, uint32_t n, const uint64_t *work, const uint64_t *strands,
                    double second, const char *words) {
  const double ns = 1e9 / second;
  uint64_t x[5 + 2 * COUNTS] = {(uint64_t)s->hecs, (uint64_t)(s->work * 1e9), (uint64_t)(s->span * 1e9),
                                (uint64_t)(s->collections * 1e9), s->strands};
  for (int i = 0; i < COUNTS; i++) {
    x[5 + 2 * i] = (uint64_t)(s->most[i] * 1000 + 0.5);
    x[6 + 2 * i] = (uint64_t)(s->estimate[i] * 1000 + 0.5);
  }
  gph_log_figures(GphEv_GphScaling, x, 5 + 2 * COUNTS, words);
  for (uint32_t k = 0; k < n && k < LOGGED; k++) {
    const GphShare *h = rows[k].share;
    gph_log_figures(GphEv_GphScalingSite,
                    (uint64_t[4]){(uint64_t)((double)h->on_path * ns), (uint64_t)((double)work[h->site] * ns),
                                  (uint64_t)((double)h->saved * ns / 2), strands[h->site]},
                    4, rows[k].name);
  }
}

void gph_scaling_report(void) {
  if (!gph_flags.scaling) return;
  static uint64_t work[GPH_SITES], strands[GPH_SITES];
  const GphGcStats *g = &gph_gc_stats;
  const double second = gph_strand_ticks_per_ns() * 1e9;
  GphPath path;
  gph_strands_total(work, strands, &path);
  Scaling s = {.span = (double)path.span / second, .links = path.links, .hecs = gph_hecs_now()};
  uint64_t ticks = 0;
  for (int i = 0; i < GPH_SITES; i++) {
    ticks += work[i];
    s.strands += strands[i];
  }
  s.work = (double)(ticks > path.span ? ticks : path.span) / second;
  s.collections = (double)(g->elapsed_ns[0] + g->elapsed_ns[1]) / 1e9;
  // of who led them: without the time that the system gave to others
  s.collections = smaller(s.collections, (double)(g->cpu_ns[0] + g->cpu_ns[1]) / 1e9);
  s.unneeded = s.work > 0 ? (double)gph_strands_unneeded() / second / s.work : 0;
  s.piece = s.strands > 1 ? (double)(ticks - work[GPH_SITE_MAIN]) / second / (double)(s.strands - 1) : s.work;
  spark_costs(&s, second);
  predict(&s);

  Row *rows = calloc(path.used ? path.used : 1, sizeof *rows);
  if (!rows) return;
  for (uint32_t k = 0; k < path.used; k++) {
    rows[k].share = &path.shares[k];
    rows[k].part = 100.0 * (double)path.shares[k].on_path / (double)path.span;
    name_row(&rows[k]);
  }
  qsort(rows, path.used, sizeof *rows, by_share);

  FILE *f = stderr;
  char t[4][32], words[1400];
  fprintf(f, "Scaling: how parallel the program is (measured with %d HEC%s)\n\n", s.hecs, s.hecs == 1 ? "" : "s");
  fprintf(f, "  Work         %8.*fs   of %lu strand%s (sparks, threads and batches), %s each\n", digits(s.work), s.work,
          (unsigned long)s.strands, s.strands == 1 ? "" : "s",
          time_text(s.strands ? s.work / (double)s.strands : 0, t[0], sizeof t[0]));
  fprintf(f, "  Span         %8.*fs   the longest chain of it: no number of HECs takes less\n", digits(s.span), s.span);
  fprintf(f, "  Parallelism  %8.2f    work / span\n", s.span > 0 ? s.work / s.span : 1);
  fprintf(f, "  Collections  %8.3fs   beside the work; %.0f%% of them %s shared by several HECs\n", s.collections,
          100 * s.shared, s.hecs == 1 ? "is assumed to be" : "was");
  fprintf(f, "  A spark      %s to make, %s to take\n\n", time_text(s.make, t[1], sizeof t[1]),
          time_text(s.take, t[2], sizeof t[2]));
  fprintf(f, "  HECs        ");
  for (int i = 0; i < COUNTS; i++) fprintf(f, "  %6d", counts[i]);
  fprintf(f, "\n");
  print_line(f, "at most", s.most);
  print_line(f, "estimate", s.estimate);
  fprintf(f, "\n  On the span    of the work    strands    twice as fast: the span\n");
  for (uint32_t k = 0; k < path.used && k < ROWS; k++) {
    const GphShare *x = rows[k].share;
    int copy = 1, copies = 0;  // strategies of one function
    for (uint32_t i = 0; i < path.used; i++)
      if (strcmp(rows[i].name, rows[k].name) == 0) copies++, copy += i < k;
    fprintf(f, "  %9.1f%%  %11.1f%%  %9lu    %12.1f%%  %s", rows[k].part,
            100.0 * (double)work[x->site] / (double)(ticks ? ticks : 1), (unsigned long)strands[x->site],
            -50.0 * (double)x->saved / (double)path.span, rows[k].name);
    if (copies > 1) fprintf(f, " (%d of %d there)", copy, copies);
    fprintf(f, "\n");
  }
  if (path.used > ROWS) fprintf(f, "  and %u more\n", path.used - ROWS);
  verdict(&s, rows, path.used, words, sizeof words);
  fprintf(f, "\n  %s\n", words);
  if (gph_load_relaxed(&gph_log_classes) & GPH_LOG_ALL) log_all(&s, rows, path.used, work, strands, second, words);
  free(rows);
  free(path.shares);
}
