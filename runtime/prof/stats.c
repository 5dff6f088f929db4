// stats.c: what -s, -S and -t print, in GHC's layout (scripts that read GHC's output read ours).
#include "prof/stats.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/numa.h"
#include "base/os.h"
#include "heap/alloc.h"
#include "heap/gc_stats.h"
#include "prof/hooks.h"
#include "prof/phases.h"
#include <stdio.h>
#include <string.h>

static int64_t start_elapsed, init_elapsed, init_cpu;
static bool header_printed;

__attribute__((constructor)) static void note_start(void) { start_elapsed = gph_os_clock_ns(); }

void gph_stats_init_done(void) {
  init_cpu = gph_os_cpu_ns();
  init_elapsed = gph_os_clock_ns() - start_elapsed;
}

// 1234567 -> "1,234,567"
static const char *commas(uint64_t n) {
  static char bufs[8][32];
  static int next;
  char digits[32], *out = bufs[next++ & 7];
  int len = snprintf(digits, sizeof digits, "%lu", (unsigned long)n), k = 0;
  for (int i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0) out[k++] = ',';
    out[k++] = digits[i];
  }
  out[k] = 0;
  return out;
}
static double secs(int64_t ns) { return (double)ns / 1e9; }

void gph_stats_collection(bool major, uint64_t allocated, uint64_t copied, uint64_t live, int64_t cpu,
                          int64_t elapsed) {
  size_t mem = gph_block_mapped() + gph_stack_in_use();
  if (mem > gph_gc_stats.max_mem) gph_gc_stats.max_mem = mem;
  if (gph_flags.debug_gc)
    gph_log("collection %lu (%s): %lu copied, %lu live", (unsigned long)gph_gc_number, major ? "major" : "young",
            (unsigned long)copied, (unsigned long)live);
  if (gph_flags.stats != GPH_STATS_EACH) return;
  FILE *f = gph_flags.stats_file;
  if (!header_printed) {
    header_printed = true;
    fprintf(f,
            "    Alloc    Copied     Live     GC     GC      TOT      TOT  Page Flts\n    bytes     bytes     bytes   "
            "user   elap     user     elap\n");
  }
  fprintf(f, "%9lu %9lu %9lu  %5.3f  %5.3f  %7.3f  %7.3f %4d %4d  (Gen: %2d)\n", (unsigned long)allocated,
          (unsigned long)copied, (unsigned long)live, secs(cpu), secs(elapsed), secs(gph_os_cpu_ns()),
          secs(gph_os_clock_ns() - start_elapsed), 0, 0, (int)major);
}

// What the runtime chose, why, and the flags that would have it otherwise.
static void print_choices(FILE *f, const GphGcStats *g) {
  fprintf(f, "  Chosen (and the flags that override it):\n");
  fprintf(f, "    nursery (-A)               %.1f MiB for each HEC", (double)gph_nursery_size() / (1 << 20));
  if (gph_flags.nursery_given) fprintf(f, ", as -A says\n");
  else if (gph_flags.compact && gph_hecs_used > 1) fprintf(f, ": at most 1 MiB, with -c\n");
  else if (gph_hecs_used > 1) fprintf(f, ": the full size, for a collection stops all HECs\n");
  else
    fprintf(
        f,
        ": doubled %lu times, when young collections had much to do, halved %lu times, when they had next to nothing\n",
        (unsigned long)g->nursery_grown, (unsigned long)g->nursery_shrunk);
  fprintf(f, "    old generation (--old-gc)  %lu major collections copied it, %lu marked it in place",
          (unsigned long)(g->collections[1] - g->marked), (unsigned long)g->marked);
  if (gph_flags.old_gc != GPH_OLD_GC_AUTO) fprintf(f, ", as the flag says");
  else if (g->marked) fprintf(f, ", since it was large");
  if (g->compacted) fprintf(f, ", %lu slid together what was left", (unsigned long)g->compacted);
  fprintf(f, "\n");
  if (gph_block_large_pages_slow())
    fprintf(f, "    large pages                no more of them: the system was slow to find the first\n");
#ifdef GPH_THREADED
  if (gph_hecs_sharing() < gph_hecs_used)
    fprintf(f, "    sharing (--surplus-hecs)   %d of %d HECs take work of others: the processors allow no more\n",
            gph_hecs_sharing(), gph_hecs_used);
  if (gph_hecs_used > 1)
    for (int major = 0; major < 2; major++) {
      const uint64_t *one = g->one_worker[major];
      fprintf(f, "    %s (-qg, -qn)  %lu with several workers", major ? "major collections" : "young collections",
              (unsigned long)g->parallel[major]);
      if (one[GPH_ONE_LITTLE])
        fprintf(f, ", %lu with one since several take longer for so little", (unsigned long)one[GPH_ONE_LITTLE]);
      if (one[GPH_ONE_FASTER])
        fprintf(f, ", %lu with one since that took less time before", (unsigned long)one[GPH_ONE_FASTER]);
      if (one[GPH_ONE_ALONE])
        fprintf(f, ", %lu with one since the other HECs slept", (unsigned long)one[GPH_ONE_ALONE]);
      if (one[GPH_ONE_FLAG]) fprintf(f, ", %lu with one as -qg says", (unsigned long)one[GPH_ONE_FLAG]);
      if (one[GPH_ONE_FEW])
        fprintf(f, ", %lu with one since -qn or the processors allow no more", (unsigned long)one[GPH_ONE_FEW]);
      fprintf(f, "\n");
    }
  if (gph_nodes > 1) {
    size_t all = 0;
    for (int i = 0; i < gph_nodes; i++) all += gph_block_taken(i);
    fprintf(f, "    NUMA (--numa, --numa-place)  %s; of the blocks taken", gph_numa_kind());
    for (int i = 0; i < gph_nodes; i++)
      fprintf(f, "%s %.0f%% on node %d", i ? "," : "", 100.0 * (double)gph_block_taken(i) / (double)all, i);
    fprintf(f, "\n");
  } else if (gph_flags.numa || gph_flags.numa_debug) fprintf(f, "    NUMA (--numa)              one node\n");
  fprintf(f, "    idle collections (-I)      %lu\n", (unsigned long)g->idle);
#endif
  fprintf(f, "\n");
}

#ifdef GPH_THREADED
// How long it took to stop all HECs, world stopped: counts[4 e + q] of them took 2^e (1 + q / 4) ns or more, and less
// than the next; the sum; the longest.
enum { STOP_TIMES = 4 * 48 };
static struct {
  uint64_t counts[STOP_TIMES];
  int64_t sum, longest;
} stops;

void gph_stats_stop(int64_t ns) {
  uint64_t n = ns < 4 ? 4 : (uint64_t)ns;
  int e = 63 - __builtin_clzll(n), bucket = 4 * e + (int)((n >> (e - 2)) & 3);
  stops.counts[bucket < STOP_TIMES ? bucket : STOP_TIMES - 1]++;
  stops.sum += ns;
  if (ns > stops.longest) stops.longest = ns;
}

static void print_stops(FILE *f) {
  uint64_t all = 0, below = 0;
  for (int i = 0; i < STOP_TIMES; i++) all += stops.counts[i];
  if (all == 0) return;
  int i = 0;
  while (2 * (below += stops.counts[i]) < all) i++;
  double edge = (double)(1ull << ((i + 1) / 4)) * (1 + (i + 1) % 4 / 4.0);  // above the median
  fprintf(f, "  Stopping the world: %lu times, median under %.1f us, %.1f us on average, %.1f us at most\n",
          (unsigned long)all, edge / 1e3, (double)stops.sum / 1e3 / (double)all, (double)stops.longest / 1e3);
}

// How much of the time each HEC ran Haskell code.
static void print_hecs(FILE *f, const GphGcStats *g, int64_t elapsed) {
  print_stops(f);
  int64_t gc = g->elapsed_ns[0] + g->elapsed_ns[1];
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    int64_t since = gph_load_relaxed(&h->running_since),
            ran = gph_load_relaxed(&h->ran_ns) + (since ? gph_os_clock_ns() - since : 0);
    int64_t idle = elapsed - gc - ran;
    fprintf(f, "  HEC %2d: productivity %5.1f%% of elapsed (collections %.1f%%, without work or waiting %.1f%%)\n", i,
            100.0 * (double)ran / (double)elapsed, 100.0 * (double)gc / (double)elapsed,
            idle > 0 ? 100.0 * (double)idle / (double)elapsed : 0.0);
  }
  fprintf(f, "\n");
}
#endif

// What all HECs did together, and the run's times.
typedef struct {
  uint64_t allocated, duplicates, put_back, mem_mb;
  int64_t looked;
  GphSparkCounts sparks;
  int64_t total_cpu, total_elapsed, mut_cpu, mut_elapsed, gc_cpu, gc_elapsed;
  int64_t gen_cpu[2];  // of gc_cpu: young, major
} Totals;

// Sums over the HECs; how much of the processors' time they spent while others collected.
static int64_t sum_hecs(Totals *t) {
  int64_t others_cpu = 0;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    t->allocated += h->allocated + gph_nursery_used(h) + h->large_bytes;
    t->duplicates += gph_load_relaxed(&h->duplicates);
    t->put_back += gph_load_relaxed(&h->put_back);
    t->looked += gph_load_relaxed(&h->hole_wait.ns);
    others_cpu += gph_load_relaxed(&h->gc_cpu_ns);
    t->sparks.created += gph_load_relaxed(&h->sparks.created);
    t->sparks.dud += gph_load_relaxed(&h->sparks.dud);
    t->sparks.overflowed += gph_load_relaxed(&h->sparks.overflowed);
    t->sparks.converted += gph_load_relaxed(&h->sparks.converted);
    t->sparks.fizzled += gph_load_relaxed(&h->sparks.fizzled);
    t->sparks.collected += gph_load_relaxed(&h->sparks.collected);
  }
  return others_cpu;
}

// The process's clock is not used for collections: what it says of threads on other processors may be milliseconds
// old.
static Totals totals(GphGcStats *g) {
  Totals t = {0};
  const int64_t others_cpu = sum_hecs(&t);
  t.total_cpu = gph_os_cpu_ns();
  t.total_elapsed = gph_os_clock_ns() - start_elapsed;
  t.gc_elapsed = g->elapsed_ns[0] + g->elapsed_ns[1];
  for (int i = 0; i < 2; i++)
    t.gen_cpu[i] = g->cpu_ns[i] +
                   (t.gc_elapsed ? (int64_t)((double)others_cpu * (double)g->elapsed_ns[i] / (double)t.gc_elapsed) : 0);
  t.gc_cpu = t.gen_cpu[0] + t.gen_cpu[1];
  t.mut_cpu = t.total_cpu - t.gc_cpu - init_cpu;
  t.mut_elapsed = t.total_elapsed - t.gc_elapsed - init_elapsed;
  if (t.mut_cpu < 0) t.mut_cpu = 0;
  size_t mem = gph_block_mapped_peak() + gph_stack_most_in_use();
  if (mem > g->max_mem) g->max_mem = mem;
  t.mem_mb = (g->max_mem + (1 << 20) - 1) >> 20;
  return t;
}

// -t
static void print_oneline(FILE *f, const GphGcStats *g, const Totals *t) {
  fprintf(f,
          gph_flags.machine_readable
              ? " [(\"bytes allocated\", \"%lu\")\n ,(\"num_GCs\", \"%lu\")\n ,(\"average_bytes_used\", \"%lu\")\n "
                ",(\"max_bytes_used\", \"%lu\")\n"
                " ,(\"num_byte_usage_samples\", \"%lu\")\n ,(\"peak_megabytes_allocated\", \"%lu\")\n "
                ",(\"init_cpu_seconds\", \"%.6f\")\n"
                " ,(\"init_wall_seconds\", \"%.6f\")\n ,(\"mut_cpu_seconds\", \"%.6f\")\n ,(\"mut_wall_seconds\", "
                "\"%.6f\")\n ,(\"GC_cpu_seconds\", \"%.6f\")\n"
                " ,(\"GC_wall_seconds\", \"%.6f\")\n ]\n"
              : "<<ghc: %lu bytes, %lu GCs, %lu/%lu avg/max bytes residency (%lu samples), %luM in use, %.3f INIT "
                "(%.3f elapsed), %.3f MUT (%.3f elapsed), "
                "%.3f GC (%.3f elapsed) :ghc>>\n",
          (unsigned long)t->allocated, (unsigned long)(g->collections[0] + g->collections[1]), (unsigned long)g->live,
          (unsigned long)g->max_live, (unsigned long)g->major_samples, (unsigned long)t->mem_mb, secs(init_cpu),
          secs(init_elapsed), secs(t->mut_cpu), secs(t->mut_elapsed), secs(t->gc_cpu), secs(t->gc_elapsed));
}

static void print_memory(FILE *f, const GphGcStats *g, const Totals *t) {
  fprintf(f, "%16s bytes allocated in the heap\n", commas(t->allocated));
  fprintf(f, "%16s bytes copied during GC\n", commas(g->copied_bytes));
  fprintf(f, "%16s bytes maximum residency (%lu sample(s))\n", commas(g->max_live), (unsigned long)g->major_samples);
  fprintf(f, "%16s bytes maximum slop\n", commas(g->max_slop));
  fprintf(f, "%16lu MiB total memory in use (0 MB lost due to fragmentation)\n\n", (unsigned long)t->mem_mb);
  fprintf(f, "                                     Tot time (elapsed)  Avg pause  Max pause\n");
  for (int i = 0; i < 2; i++) {
    uint64_t n = g->collections[i];
    fprintf(f, "  Gen %2d     %5lu colls, %5d par   %6.3fs  %6.3fs     %.4fs    %.4fs\n", i, (unsigned long)n,
            (int)g->parallel[i], secs(t->gen_cpu[i]), secs(g->elapsed_ns[i]),
            n ? secs(g->elapsed_ns[i]) / (double)n : 0.0, secs(g->max_pause_ns[i]));
  }
  fprintf(f, "\n");
}

#ifdef GPH_THREADED
static void print_parallel(FILE *f, const GphGcStats *g, const GphSparkCounts *s) {
  if (g->parallel[0] + g->parallel[1]) {
    fprintf(f, "  Parallel GC work balance: %.2f%% (serial 0%%, perfect 100%%)\n",
            g->par_words ? 100.0 * (double)g->par_balanced_words / (double)g->par_words : 100.0);
    fprintf(f, "  Parallel GC workers: at most %d of %d HECs\n\n", g->most_workers, gph_hecs_used);
  }
  int workers = gph_load_relaxed(&gph_worker_count);
  fprintf(f, "  TASKS: %d (1 bound, %d peak workers (%d total), using -N%d)\n\n", workers, workers - 1, workers - 1,
          gph_hecs_used);
  fprintf(f, "  SPARKS: %lu (%lu converted, %lu overflowed, %lu dud, %lu GC'd, %lu fizzled)\n\n",
          (unsigned long)(s->created + s->overflowed + s->dud), (unsigned long)s->converted,
          (unsigned long)s->overflowed, (unsigned long)s->dud, (unsigned long)s->collected, (unsigned long)s->fizzled);
}

static void print_waits(FILE *f, const Totals *t) {
  if (t->put_back)
    fprintf(f, "  Sparks that were put back until what they waited for was there: %lu\n\n", (unsigned long)t->put_back);
  if (t->looked >= 500000)
    fprintf(f, "  Looking at values that another HEC was evaluating: %.3fs of all HECs' time\n\n", secs(t->looked));
  if (t->duplicates) fprintf(f, "  Duplicate evaluations found: %lu\n\n", (unsigned long)t->duplicates);
}
#endif

static void print_times(FILE *f, const Totals *t) {
  fprintf(f, "  INIT    time  %7.3fs  (%7.3fs elapsed)\n", secs(init_cpu), secs(init_elapsed));
  fprintf(f, "  MUT     time  %7.3fs  (%7.3fs elapsed)\n", secs(t->mut_cpu), secs(t->mut_elapsed));
  fprintf(f, "  GC      time  %7.3fs  (%7.3fs elapsed)\n", secs(t->gc_cpu), secs(t->gc_elapsed));
  fprintf(f, "  EXIT    time  %7.3fs  (%7.3fs elapsed)\n", 0.0, 0.0);
  fprintf(f, "  Total   time  %7.3fs  (%7.3fs elapsed)\n\n", secs(t->total_cpu), secs(t->total_elapsed));
  fprintf(f, "  Alloc rate    %s bytes per MUT second\n\n",
          commas(t->mut_cpu > 0 ? (uint64_t)((double)t->allocated / secs(t->mut_cpu)) : 0));
  fprintf(f, "  Productivity %5.1f%% of total user, %.1f%% of total elapsed\n\n",
          t->total_cpu > 0 ? 100.0 * (double)t->mut_cpu / (double)t->total_cpu : 0.0,
          t->total_elapsed > 0 ? 100.0 * (double)t->mut_elapsed / (double)t->total_elapsed : 0.0);
}

void gph_stats_exit(void) {
  if (gph_flags.stats == GPH_STATS_NONE) return;
  FILE *f = gph_flags.stats_file;
  GphGcStats *g = &gph_gc_stats;
  const Totals t = totals(g);
  if (gph_flags.stats == GPH_STATS_ONELINE) {
    print_oneline(f, g, &t);
    fflush(f);
    return;
  }
  print_memory(f, g, &t);
#ifdef GPH_THREADED
  print_parallel(f, g, &t.sparks);
#endif
  print_times(f, &t);
#ifdef GPH_THREADED
  if (t.total_elapsed > 0) print_hecs(f, g, t.total_elapsed);
  print_waits(f, &t);
#endif
  if (!gph_flags.spark_report) gph_phases_report(f);
  print_choices(f, g);
  fflush(f);
}
