// spark_report.c: the report on sparks by the place that made them (+RTS --spark-report).
//
// At the end of the program: what all HECs counted of the sparks of each place (spark_sites.c), in rows, which are
// printed with what to do about them (advice.c), and written into the event log.
#include "prof/spark_report.h"
#include "base/flags.h"
#include "base/os.h"
#include "prof/advice.h"
#include "prof/eventlog.h"
#include "prof/hooks.h"
#include "prof/phases.h"
#include "prof/spark_sites.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef GphSiteCounts Counts;
typedef GphSiteRow Row;
enum { MOST_ROWS = 40 };

// Counts of another HEC, or of another number of the same row.
static void add_counts(Counts *to, const Counts *c) {
  const uint64_t longest = c->longest_ns > to->longest_ns ? c->longest_ns : to->longest_ns;
  if (c->created + c->overflowed > 0) {
    const bool first = to->created + to->overflowed == 0;
    if (first || c->first.elapsed < to->first.elapsed) to->first = c->first;
    if (first || c->last.elapsed > to->last.elapsed) to->last = c->last;
  }
  for (size_t k = 0; k < offsetof(Counts, by_time) / sizeof(uint64_t); k++)
    ((uint64_t *)to)[k] += ((const uint64_t *)c)[k];
  to->longest_ns = longest;
  if (!to->constant) to->constant = c->constant;
  for (int k = 0; k < GPH_SITE_CLASSES; k++) to->by_time[k] += c->by_time[k];
  for (int k = 0; k < GPH_SITE_LEFT; k++) gph_site_add_left(to->left, c->left[k]);
}

// How long the sparks of this site have run that are under evaluation now, or whose HEC has not come to say that they
// are over: the longest. No thread is freed while this HEC runs.
static uint64_t under_way(uint32_t site) {
  const GphWorker *w = gph_worker_self();
  const int64_t most = gph_os_cpu_ns();  // other programs may have had the processor
  uint64_t longest = 0;
  if (!w || !w->hec || !gph_load_seq(&w->hec->state)) return 0;
  for (int i = 0; i < gph_hecs_now(); i++) {
    const GphThread *t = gph_load_relaxed(&gph_hecs[i]->current);
    if (!t || !t->is_spark || gph_load_relaxed(&t->spark_site) != site) continue;
    const int64_t ns = t->spark_ns + gph_os_clock_ns() - t->spark_since;
    if (ns > (int64_t)longest) longest = (uint64_t)(ns < most ? ns : most);
  }
  return longest;
}

static const void *code_of(const GphInfo *i) {
  return i->kind == GphKind_Fun ? (const void *)i->call : (const void *)i->whnf;
}

// Of one place, or of two copies of it; and of one piece of code, of which there may be copies, too.
static bool same_row(const Row *r, uint32_t n) {
  const GphInfo *thunk = gph_sites[n].thunk;
  if (r->site == gph_sites[n].place) return !thunk || !r->thunk || code_of(r->thunk) == code_of(thunk);
  return thunk && r->thunk && code_of(r->thunk) == code_of(thunk) && strcmp(r->place, gph_site_place(n)) == 0;
}

// What a place sparked that was evaluated already is counted with what else it sparks.
static int collect_rows(Row *rows, int room) {
  int used = 0;
  for (uint32_t n = 1; n < GPH_SPARK_SITES; n++) {
    if (n >= gph_sites_used && n != GPH_SPARK_SITES - 1) continue;
    Counts sum = {0};
    for (int i = 0; i < gph_hecs_used; i++) {
      GphHec *h = gph_hecs[i];
      // While its owner counts on: what it counts now is seen or not. The table has the room that was read before it.
      if (n < gph_load_acquire(&h->sites_room)) add_counts(&sum, &gph_load_acquire(&h->sites)[n]);
    }
    if (sum.created + sum.dud + sum.overflowed == 0) continue;
    const char *f = gph_site_function(n), *p = gph_site_place(n);
    Row *row = NULL;
    for (int i = 0; i < used && !row; i++)
      if (same_row(&rows[i], n)) row = &rows[i];
    if (row && !row->thunk) row->thunk = gph_sites[n].thunk, row->function = f;
    if (!row) {
      if (used == room) row = &rows[room - 1];
      else {
        row = &rows[used++];
        *row = (Row){.function = f, .place = p, .site = gph_sites[n].place, .thunk = gph_sites[n].thunk};
      }
    }
    const uint64_t longest = under_way(n);
    if (longest > sum.longest_ns) sum.longest_ns = longest;
    add_counts(&row->c, &sum);
    row->alone_ns += gph_phases_alone_in(n);
  }
  return used;
}

// So many per cent of the sparks that ran took no longer than this.
static uint64_t quantile(const Counts *c, int percent) {
  uint64_t want = (c->runs * (uint64_t)percent + 99) / 100, seen = 0;
  for (unsigned k = 0; k < GPH_SITE_CLASSES; k++) {
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
    gph_log_site_counts((uint32_t)i + 1,
                        (uint64_t[11]){c->created, c->dud, c->overflowed, c->converted, c->collected, c->fizzled,
                                       c->run_ns, quantile(c, 10), quantile(c, 50), quantile(c, 90), c->longest_ns});
  }
}

void gph_spark_report(void) {
  // --scaling numbers sites, and no more
  if (!gph_flags.spark_report && !(gph_load_relaxed(&gph_log_classes) & GPH_LOG_SPARKS_FULL)) return;
  Row *rows = calloc(MOST_ROWS, sizeof *rows);
  if (!rows) return;
  gph_sites_count_rest();
  int n = collect_rows(rows, MOST_ROWS), hecs = gph_hecs_used;
  qsort(rows, (size_t)n, sizeof *rows, by_sparks);
  if (gph_load_relaxed(&gph_log_classes) & GPH_LOG_ALL) log_rows(rows, n);
  if (gph_flags.spark_report) {
    FILE *f = stderr;
    gph_phases_report(f);
    gph_advise_run(f);
    if (n == 0) {
      fprintf(f, "Sparks: none%s.\n",
              hecs == 1 ? " (a program makes them with par or a strategy, and is linked with -threaded)" : "");
      gph_advise_no_sparks(f);
    } else fprintf(f, "Sparks by the place that made them (%d HEC%s)\n", hecs, hecs == 1 ? "" : "s");
    uint64_t sparks = 0;
    for (int i = 0; i < n; i++) sparks += rows[i].c.created + rows[i].c.dud + rows[i].c.overflowed;
    for (int i = 0; i < n; i++) {
      const Counts *c = &rows[i].c;
      uint64_t waiting = c->created - c->converted - c->fizzled - c->collected;
      int copy = 1, copies = 0;  // several of one name and line: strategies in one function
      for (int k = 0; k < n; k++)
        if (strcmp(rows[k].function, rows[i].function) == 0 && strcmp(rows[k].place, rows[i].place) == 0)
          copies++, copy += k < i;
      fprintf(f, "\n  %s%s%s", *rows[i].place ? rows[i].place : "", *rows[i].place ? ": " : "", rows[i].function);
      if (copies > 1) fprintf(f, " (%d of %d there)", copy, copies);
      fprintf(f, "\n");
      fprintf(f,
              "    %lu created: %lu converted (%lu by another HEC), %lu fizzled, %lu GC'd, %lu left; %lu dud, %lu "
              "overflowed\n",
              (unsigned long)c->created, (unsigned long)c->converted, (unsigned long)c->stolen,
              (unsigned long)c->fizzled, (unsigned long)c->collected,
              (unsigned long)(waiting > c->created ? 0 : waiting), (unsigned long)c->dud, (unsigned long)c->overflowed);
      if (c->runs)
        fprintf(f, "    run time: mean %s, 10%% up to %s, half up to %s, 90%% up to %s, longest %s\n",
                gph_time_text(c->run_ns / c->runs), gph_time_text(quantile(c, 10)), gph_time_text(quantile(c, 50)),
                gph_time_text(quantile(c, 90)), gph_time_text(c->longest_ns));
      gph_advise_site(f, &rows[i], sparks);
    }
  }
  free(rows);
}
