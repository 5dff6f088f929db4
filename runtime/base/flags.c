// flags.c: +RTS flags: from the command line (+RTS ... -RTS, --RTS ends all), the environment (GPHRTS) and -with-rtsopts. Table: flags.def.
#include "base/delay.h"
#include "base/flags.h"
#include "base/die.h"
#include "base/numa.h"
#include "base/os.h"
#include "gph/abi.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

GphFlags gph_flags;

typedef enum { SOME, ALL } Level;
typedef enum {
  A_help, A_hecs, A_nursery, A_chunk, A_max_heap, A_max_stack, A_summary, A_each, A_oneline, A_machine, A_generations, A_factor, A_heap, A_slice, A_tick, A_idle,
  A_no_migrate, A_migrate_woken, A_blackhole, A_spark_pool, A_spark_order, A_spark_gc, A_spark_batch, A_spark_share, A_surplus,
  A_bh_wait, A_post_check, A_preempt, A_steal_seed, A_loop_sched, A_loop_topology, A_signals, A_delay, A_gc_stress, A_sanity,
  A_log_sched, A_log_gc, A_par_gc, A_balance, A_gc_workers, A_gc_lock, A_old_gc, A_compact, A_spark_report, A_scaling, A_log, A_log_file,
  A_log_flush, A_pin, A_numa, A_numa_place, A_numa_debug, A_later
} Action;
static const struct Flag { const char *name, *arg; Level level; Action action; const char *help; } table[] = {
#define FLAG(name, arg, level, action, help) { name, arg, level, A_##action, help },
#include "base/flags.def"
#undef FLAG
};
enum { FLAGS = sizeof table / sizeof table[0] };

enum { COMPACT_NURSERY = 1 << 20, REPORT_TICK_NS = 1000000 };   // the largest under -c; the ticker, which takes samples, with --spark-report
static bool tick_given;

static void defaults(void) {
  size_t l2 = gph_os_cache_size(2);
  size_t nursery = 4 << 20;
  if (l2 > nursery) nursery = l2 > ((size_t)16 << 20) ? (size_t)16 << 20 : l2;
  gph_flags = (GphFlags){
    .hecs = 1, .nursery = nursery, .generations = 2, .max_stack = (size_t)(gph_os_memory() / 10 * 8),
    .tick_ns = 10000000, .slice_ns = 20000000, .idle_gc_ns = 300000000, .spark_batch = true, .spark_pool = 4096, .loop_sched = GPH_LOOP_HEC, .migrate = true,
    .log_flush_ns = 1000000000, .handle_signals = true, .par_gc_gen = -1,
#ifdef GPH_THREADED
    .blackhole = GPH_BH_BOTH,
#endif
  };
}

_Noreturn static void bad(const char *flag, const char *why) { gph_fail(1, "bad +RTS flag %s: %s (+RTS -? lists all)", flag, why); }

static size_t size_arg(const char *flag, const char *s) {
  char *end;
  errno = 0;
  double n = strtod(s, &end);
  if (end == s || !(n >= 0)) bad(flag, "a size is wanted, such as 64m");
  switch (tolower((unsigned char)*end)) {
  case 't': n *= 1024.0 * 1024 * 1024 * 1024; end++; break;
  case 'g': n *= 1024.0 * 1024 * 1024; end++; break;
  case 'm': n *= 1024.0 * 1024; end++; break;
  case 'k': n *= 1024.0; end++; break;
  case 'b': end++; break;
  }
  if (tolower((unsigned char)*end) == 'b') end++;
  if (*end || n > 1e18) bad(flag, "a size is wanted, such as 64m");
  return (size_t)n;
}
static size_t positive_size_arg(const char *flag, const char *s) {
  size_t n = size_arg(flag, s);
  if (n == 0) bad(flag, "a size greater than 0 is wanted");
  return n;
}
static long number_arg(const char *flag, const char *s, long least, long most) {
  char *end;
  errno = 0;
  long n = strtol(s, &end, 10);
  if (end == s || *end || errno) bad(flag, "a number is wanted");
  if (n < least || n > most) bad(flag, "the number is out of range");
  return n;
}
static int64_t seconds_arg(const char *flag, const char *s) {
  char *end;
  double n = strtod(s, &end);
  if (end == s || *end || !(n >= 0) || n > 1e6) bad(flag, "a time in seconds is wanted");
  return (int64_t)(n * 1e9);
}
static bool choice(const char *flag, const char *s, const char *yes, const char *no) {
  if (strcmp(s, yes) == 0) return true;
  if (strcmp(s, no) == 0) return false;
  bad(flag, "not one of its values");
}

_Noreturn static void help(void) {
  printf("Flags of the gph runtime: %s [arguments] +RTS <flags> [-RTS] [arguments]\n\n", gph_prog_name);
  for (int pass = 0; pass < 2; pass++) {
    if (pass) printf("\nNot available yet:\n");
    for (int i = 0; i < FLAGS; i++) {
      if ((table[i].action == A_later) != pass) continue;
      char left[64];
      snprintf(left, sizeof left, "%s%s", table[i].name, table[i].arg);
      printf("  %-34s %s\n", left, table[i].help);
    }
  }
  exit(0);
}

static void stats_to(GphStatsFlag how, const char *file) {
  gph_flags.stats = how;
  gph_flags.stats_file = stderr;
  if (*file == 0 || strcmp(file, "stderr") == 0) return;
  gph_flags.stats_file = fopen(file, "w");
  if (!gph_flags.stats_file) gph_fail(1, "cannot write %s: %s", file, strerror(errno));
}

// GHC's syntax: the default classes, then one letter after the other adds, or behind a - takes away.
static uint32_t log_classes(const char *flag, const char *s) {
  uint32_t classes = GPH_LOG_DEFAULT;
  for (; *s; s++) {
    bool off = *s == '-';
    if (off) s++;
    uint32_t c = 0;
    switch (*s) {
    case 's': c = GPH_LOG_SCHED; break;
    case 'g': c = GPH_LOG_GC; break;
    case 'p': c = GPH_LOG_SPARKS; break;
    case 'f': c = GPH_LOG_SPARKS_FULL; break;
    case 'u': c = GPH_LOG_USER; break;
    case 'a': c = GPH_LOG_ALL; break;
    default: bad(flag, "a class of events is one of s, g, p, f, u, a");
    }
    classes = off ? classes & ~c : classes | c;
  }
  return classes;
}

static void apply(Action a, const char *flag, const char *arg) {
  switch (a) {
  case A_help: help();
  case A_hecs:
#ifdef GPH_THREADED
    gph_flags.hecs = *arg ? (int)number_arg(flag, arg, 1, 256) : gph_os_cpus();
    gph_flags.hecs_given = true;
#else
    if (*arg == 0 || number_arg(flag, arg, 1, 256) != 1) bad(flag, "the program must be linked with -threaded");
#endif
    break;
  case A_nursery:
    gph_flags.nursery = positive_size_arg(flag, arg);
    if (gph_flags.nursery > gph_os_memory()) bad(flag, "this machine has less memory");
    gph_flags.nursery_given = true;
    if (gph_flags.nursery < 16384) gph_flags.nursery = 16384;
    break;
  case A_chunk:
    gph_flags.nursery_chunk = size_arg(flag, arg);
    if (gph_flags.nursery_chunk > 0 && gph_flags.nursery_chunk < 16384) gph_flags.nursery_chunk = 16384;   // a heap check must fit
    break;
  case A_max_heap: gph_flags.max_heap = size_arg(flag, arg); break;
  case A_max_stack: gph_flags.max_stack = positive_size_arg(flag, arg); break;
  case A_summary: stats_to(GPH_STATS_SUMMARY, arg); break;
  case A_each: stats_to(GPH_STATS_EACH, arg); break;
  case A_oneline: stats_to(GPH_STATS_ONELINE, arg); break;
  case A_spark_report: gph_flags.spark_report = true; break;
  case A_scaling:
#ifdef GPH_THREADED
    gph_flags.scaling = true;
    break;
#else
    bad(flag, "the program must be linked with -threaded");
#endif
  case A_log: gph_flags.log_classes = log_classes(flag, arg); break;
  case A_log_file:
    gph_flags.log_file = strdup(arg);                    // of GPHRTS: its copy goes
    if (gph_flags.log_classes == 0) gph_flags.log_classes = GPH_LOG_DEFAULT;
    break;
  case A_log_flush: gph_flags.log_flush_ns = seconds_arg(flag, arg); break;
  case A_machine: gph_flags.machine_readable = true; break;
  case A_generations: gph_flags.generations = (int)number_arg(flag, arg, 1, 2); break;
  case A_factor: {
    char *end;
    gph_flags.old_factor = strtod(arg, &end);
    if (end == arg || *end || !(gph_flags.old_factor > 1)) bad(flag, "a factor greater than 1 is wanted");
    break;
  }
  case A_heap: gph_flags.suggested_heap = *arg ? size_arg(flag, arg) : (size_t)64 << 20; break;
  case A_slice: gph_flags.slice_ns = seconds_arg(flag, arg); if (gph_flags.slice_ns == 0) gph_flags.slice_ns = 1; break;
  case A_tick: gph_flags.tick_ns = seconds_arg(flag, arg); tick_given = true; break;
  case A_idle: gph_flags.idle_gc_ns = seconds_arg(flag, arg); break;
  case A_no_migrate: gph_flags.migrate = false; break;
  case A_migrate_woken: gph_flags.migrate_woken = true; break;
  case A_par_gc: gph_flags.par_gc_gen = *arg ? (int)number_arg(flag, arg, 0, 1) : 2; break;
  case A_balance: gph_flags.balance_gen = *arg ? (int)number_arg(flag, arg, 0, 1) : 2; break;
  case A_gc_workers: gph_flags.gc_workers = (int)number_arg(flag, arg, 1, 256); break;
  case A_old_gc:
    if (strcmp(arg, "mark") == 0) gph_flags.old_gc = GPH_OLD_GC_MARK;
    else gph_flags.old_gc = choice(flag, arg, "copy", "auto") ? GPH_OLD_GC_COPY : GPH_OLD_GC_AUTO;
    break;
  case A_compact: gph_flags.compact = true; break;
  case A_gc_lock: gph_flags.gc_lock_all = choice(flag, arg, "all", "mutable"); break;
  case A_blackhole:
    if (strcmp(arg, "lazy") == 0) gph_flags.blackhole = GPH_BH_LAZY;
    else gph_flags.blackhole = choice(flag, arg, "eager", "both") ? GPH_BH_EAGER : GPH_BH_BOTH;
    break;
  case A_spark_pool: gph_flags.spark_pool = (size_t)number_arg(flag, arg, 1, 1 << 24); break;
  case A_spark_order: gph_flags.spark_lifo = choice(flag, arg, "lifo", "fifo"); break;
  case A_spark_gc: gph_flags.spark_root = choice(flag, arg, "root", "weak"); break;
  case A_spark_batch: gph_flags.spark_batch = choice(flag, arg, "on", "off"); break;
  case A_surplus: gph_flags.surplus_share = choice(flag, arg, "share", "idle"); break;
  case A_spark_share: gph_flags.spark_push = choice(flag, arg, "push", "steal"); break;
  case A_bh_wait: gph_flags.bh_poll = choice(flag, arg, "poll", "queue"); break;
  case A_post_check: break;                            // always so: Note [Claiming thunks] in eval/blackhole.c
  case A_preempt: gph_flags.preempt_flag = choice(flag, arg, "flag", "limit"); break;
  case A_steal_seed: gph_flags.steal_seed = (uint64_t)number_arg(flag, arg, 0, INT32_MAX); break;
  case A_loop_sched: {
    static const char *const names[] = { "shared", "socket", "core", "hec", "combine", "async" };   // GphLoopSched
    int i = 0;
    while (i < 6 && strcmp(arg, names[i]) != 0) i++;
    if (i == 6) bad(flag, "not one of its values");
    gph_flags.loop_sched = i;
    break;
  }
  case A_loop_topology: {
    int end = 0;
    if (sscanf(arg, "%dx%dx%d%n", &gph_flags.loop_sockets, &gph_flags.loop_cores, &gph_flags.loop_threads, &end) != 3 || arg[end] != 0
        || gph_flags.loop_sockets < 1 || gph_flags.loop_cores < 1 || gph_flags.loop_threads < 1
        || gph_flags.loop_sockets > 256 || gph_flags.loop_cores > 256 || gph_flags.loop_threads > 256)
      bad(flag, "sockets, cores of each and threads of each are wanted, such as 2x4x2");
    break;
  }
  case A_pin: gph_flags.pin = true; break;
  case A_numa: {
    char *end = NULL;
    gph_flags.numa = true;
    gph_flags.numa_mask = ~(uint64_t)0;
    if (*arg == 0) break;
    errno = 0;
    gph_flags.numa_mask = *arg == '=' ? strtoull(arg + 1, &end, 0) : 0;
    if (!end || end == arg + 1 || *end || errno || gph_flags.numa_mask == 0 || strchr(arg, '-')) bad(flag, "a mask of nodes is wanted, such as 3 or 0x5");
    break;
  }
  case A_numa_place:
    if (strcmp(arg, "local") == 0) gph_flags.numa_place = GPH_PLACE_LOCAL;
    else gph_flags.numa_place = choice(flag, arg, "interleave", "one") ? GPH_PLACE_INTERLEAVE : GPH_PLACE_ONE;
    break;
  case A_numa_debug: gph_flags.numa_debug = (int)number_arg(flag, arg, 1, GPH_MAX_NODES); break;
  case A_signals: gph_flags.handle_signals = choice(flag, arg, "yes", "no"); break;
  case A_gc_stress: case A_sanity: case A_log_sched: case A_log_gc:
#ifdef GPH_DEBUG
    if (a == A_gc_stress) gph_flags.gc_stress = (uint64_t)number_arg(flag, arg, 1, INT32_MAX);
    else *(a == A_sanity ? &gph_flags.sanity : a == A_log_sched ? &gph_flags.debug_sched : &gph_flags.debug_gc) = true;
    break;
#else
    bad(flag, "the program must be linked with -debug");
#endif
  case A_delay:
#if defined(GPH_DEBUG) && defined(GPH_THREADED)
    gph_flags.delay = true;
    gph_delay_init((unsigned long)number_arg(flag, arg, 0, INT64_MAX));
    break;
#else
    bad(flag, "the program must be linked with -threaded -debug");
#endif
  case A_later: bad(flag, "not available yet");
  }
}

// The longest spelling that fits wins (-DS before -D, -qm before -q).
static void parse_one(const char *flag, bool all_allowed) {
  const struct Flag *best = NULL;
  for (int i = 0; i < FLAGS; i++) {
    size_t n = strlen(table[i].name);
    if (strncmp(flag, table[i].name, n) != 0) continue;
    if (table[i].arg[0] == 0 && flag[n] != 0) continue;
    if (!best || n > strlen(best->name)) best = &table[i];
  }
  if (!best) bad(flag, "unknown");
  const char *arg = flag + strlen(best->name);
  if (best->arg[0] && best->arg[0] != '[' && *arg == 0) bad(flag, "its value is missing");
  if (best->level == ALL && !all_allowed) bad(flag, "this program was linked without -rtsopts");
  if (!all_allowed && (best->action == A_summary || best->action == A_each) && *arg) bad(flag, "writing a file needs a program linked with -rtsopts");
  apply(best->action, flag, arg);
}

static void parse_words(const char *s, bool all_allowed) {
  char *copy = strdup(s), *save = NULL;
  for (char *w = strtok_r(copy, " \t\n", &save); w; w = strtok_r(NULL, " \t\n", &save))
    if (strcmp(w, "+RTS") != 0 && strcmp(w, "-RTS") != 0) parse_one(w, all_allowed);
  free(copy);
}

void gph_flags_parse(int *argc, char ***argv) {
  defaults();
  const char *opts = gph_program.rtsopts ? gph_program.rtsopts : "some";
  bool none = strcmp(opts, "none") == 0, ignore = strcmp(opts, "ignore") == 0 || strcmp(opts, "ignoreAll") == 0, all = strcmp(opts, "all") == 0;
  if (gph_program.with_rtsopts && *gph_program.with_rtsopts) parse_words(gph_program.with_rtsopts, true);
  const char *env = getenv("GPHRTS");
  if (env && *env && !ignore) {
    if (none) gph_fail(1, "GPHRTS is set, but this program was linked with -rtsopts=none");
    parse_words(env, all);
  }
  char **out = malloc(((size_t)*argc + 1) * sizeof(char *));
  int n = 0;
  bool in = false;
  for (int i = 0; i < *argc; i++) {
    char *a = (*argv)[i];
    if (i == 0 || ignore) { out[n++] = a; continue; }
    if (!in && strcmp(a, "--RTS") == 0) {
      while (++i < *argc) out[n++] = (*argv)[i];
      break;
    }
    if (!in && strcmp(a, "--") == 0) {
      while (i < *argc) out[n++] = (*argv)[i++];
      break;
    }
    if (strcmp(a, "+RTS") == 0) {
      if (none) gph_fail(1, "run-time flags are disabled: this program was linked with -rtsopts=none");
      in = true;
    } else if (in && strcmp(a, "-RTS") == 0) in = false;
    else if (in && strcmp(a, "--RTS") == 0) {
      while (++i < *argc) out[n++] = (*argv)[i];
      break;
    } else if (in) parse_one(a, all);
    else out[n++] = a;
  }
  out[n] = NULL;
  *argc = n;
  *argv = out;
  if (gph_flags.tick_ns == 0) gph_flags.preempt_flag = false;   // it takes the ticker to stop a loop that does not allocate
  if (gph_flags.spark_report && !tick_given && !gph_flags.preempt_flag) gph_flags.tick_ns = REPORT_TICK_NS;
  if (gph_flags.preempt_flag && gph_flags.nursery_chunk == 0) gph_flags.nursery_chunk = 16384;
  if (gph_flags.compact) {
    gph_flags.old_gc = GPH_OLD_GC_MARK;            // whatever --old-gc= says: what slides is marked first
    if (!gph_flags.nursery_given && gph_flags.nursery > COMPACT_NURSERY) gph_flags.nursery = COMPACT_NURSERY;
  }
  // Each HEC lays its nursery out when the program begins.
  const uint64_t memory = gph_os_memory(), hecs = (uint64_t)gph_flags.hecs;
  if (gph_flags.nursery_given && gph_flags.nursery > memory / hecs)
    gph_fail(1, "bad +RTS flags: %d HECs with an allocation area of %zu MiB each (-N, -A) take more than this machine's memory of %zu MiB", gph_flags.hecs,
             gph_flags.nursery >> 20, (size_t)(memory >> 20));
  while (!gph_flags.nursery_given && gph_flags.nursery > 65536 && gph_flags.nursery > memory / 8 / hecs) gph_flags.nursery /= 2;
  if (gph_flags.tick_ns > gph_flags.slice_ns && gph_flags.tick_ns > 0 && gph_flags.slice_ns > 1) gph_flags.tick_ns = gph_flags.slice_ns;
}
