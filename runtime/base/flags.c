// flags.c: +RTS flags: from the command line (+RTS ... -RTS, --RTS ends all), the environment (GPHRTS) and
// -with-rtsopts. Table: flags.def.
#include "base/delay.h"
#include "base/flags.h"
#include "base/die.h"
#include "base/numa.h"
#include "base/os.h"
#include "base/spelling.h"
#include "gph/abi.h"
#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

GphFlags gph_flags;

typedef enum { SOME, ALL } Level;
// THREADED | DEBUG
typedef enum { ANY, THREADED, DEBUG, THREADED_DEBUG, PARALLEL, PARALLEL_DEBUG = PARALLEL | DEBUG } Where;
typedef enum { ON, OFF, NUMBER, BYTES, SECONDS, CHOICE, CHOICE_DOWN, GENERATION, CALL } Parser;
typedef enum { NONE, BOOL, INT, SIZE, U32, U64, NS, REAL, TEXT } Type;
typedef struct Flag Flag;
struct Flag {
  const char *name, *arg;
  Level level;
  Where where;
  Parser parser;
  Type type;
  size_t at;  // where its field is
  int64_t least, most;
  const char *help;
  void (*call)(const Flag *f, const char *flag, const char *arg);  // CALL
};
// Of the parsers, CALL alone has a function; of the types, NONE alone no field.
#define CALL_ON(field) NULL
#define CALL_OFF(field) NULL
#define CALL_NUMBER(field) NULL
#define CALL_BYTES(field) NULL
#define CALL_SECONDS(field) NULL
#define CALL_CHOICE(field) NULL
#define CALL_CHOICE_DOWN(field) NULL
#define CALL_GENERATION(field) NULL
#define CALL_CALL(field) flag_##field
#define AT_BOOL(field) offsetof(GphFlags, field)
#define AT_INT AT_BOOL
#define AT_SIZE AT_BOOL
#define AT_U32 AT_BOOL
#define AT_U64 AT_BOOL
#define AT_NS AT_BOOL
#define AT_REAL AT_BOOL
#define AT_TEXT AT_BOOL
#define AT_NONE(field) 0
#define DECLARE_CALL(field) static void flag_##field(const Flag *f, const char *flag, const char *arg);
#define DECLARE_ON(field)
#define DECLARE_OFF(field)
#define DECLARE_NUMBER(field)
#define DECLARE_BYTES(field)
#define DECLARE_SECONDS(field)
#define DECLARE_CHOICE(field)
#define DECLARE_CHOICE_DOWN(field)
#define DECLARE_GENERATION(field)
#define FIELD(type, field, default)
#define FLAG(spelling, argument, level, where, parser, type, field, default, least, most, help) DECLARE_##parser(field)
#include "base/flags.def"
#undef FLAG
static const Flag table[] = {
#define FLAG(spelling, argument, level, where, parser, type, field, default, least, most, help) \
  {spelling, argument, level, where, parser, type, AT_##type(field), least, most, help, CALL_##parser(field)},
#include "base/flags.def"
#undef FLAG
#undef FIELD
};
enum { FLAGS = sizeof table / sizeof table[0] };

#ifdef GPH_THREADED
#define GPH_BH_DEFAULT GPH_BH_BOTH
enum { IS_THREADED = THREADED };
#else
#define GPH_BH_DEFAULT GPH_BH_LAZY
enum { IS_THREADED = 0 };
#endif
#ifdef GPH_DIST
enum { IS_PARALLEL = PARALLEL };
#else
enum { IS_PARALLEL = 0 };
#endif
#ifdef GPH_DEBUG
enum { IS_DEBUG = DEBUG };
#else
enum { IS_DEBUG = 0 };
#endif

// the largest under -c; the ticker, which takes samples, with --spark-report and -p; the chunks with -p
enum {
  COMPACT_NURSERY = 1 << 20,
  REPORT_TICK_NS = 1000000,
  LEAST_CHUNK = 16384 /* any heap check fits */,
  PROFILE_CHUNK = 256 << 10
};
static bool tick_given;

static void defaults(void) {
  size_t l2 = gph_os_cache_size(2);
  size_t nursery = 4 << 20;
  if (l2 > nursery) nursery = l2 > ((size_t)16 << 20) ? (size_t)16 << 20 : l2;
  gph_flags = (GphFlags){
#define DEFAULT_NONE(field, value)
#define DEFAULT_BOOL(field, value) .field = value,
#define DEFAULT_INT DEFAULT_BOOL
#define DEFAULT_SIZE DEFAULT_BOOL
#define DEFAULT_U32 DEFAULT_BOOL
#define DEFAULT_U64 DEFAULT_BOOL
#define DEFAULT_NS DEFAULT_BOOL
#define DEFAULT_REAL DEFAULT_BOOL
#define DEFAULT_TEXT DEFAULT_BOOL
#define DEFAULT_FILE DEFAULT_BOOL
#define FIELD(type, field, default) DEFAULT_##type(field, default)
#define FLAG(spelling, argument, level, where, parser, type, field, default, least, most, help) \
  FIELD(type, field, default)
#include "base/flags.def"
#undef FLAG
#undef FIELD
  };
  gph_flags.nursery = nursery;
  gph_flags.max_stack = (size_t)(gph_os_memory() / 10 * 8);
}

_Noreturn static void bad(const char *flag, const char *why) {
  gph_fail(1, "bad +RTS flag %s: %s (+RTS -? lists all)", flag, why);
}

static _Noreturn void out_of_range(const char *flag, const char *what, double least, double most, const char *unit) {
  char why[128];
  snprintf(why, sizeof why, "the %s is out of range: from %.15g%s to %.15g%s", what, least, least > 0 ? unit : "", most,
           unit);
  bad(flag, why);
}

static size_t size_arg(const char *flag, const char *s) {
  char *end;
  errno = 0;
  double n = strtod(s, &end);
  if (end == s || !(n >= 0)) bad(flag, "a size is wanted, such as 64m");
  switch (tolower((unsigned char)*end)) {
    case 't':
      n *= 1024.0 * 1024 * 1024 * 1024;
      end++;
      break;
    case 'g':
      n *= 1024.0 * 1024 * 1024;
      end++;
      break;
    case 'm':
      n *= 1024.0 * 1024;
      end++;
      break;
    case 'k':
      n *= 1024.0;
      end++;
      break;
    case 'b': end++; break;
  }
  if (tolower((unsigned char)*end) == 'b') end++;
  if (*end) bad(flag, "a size is wanted, such as 64m");
  enum { MOST = 1 << 19 };  // TiB
  if (n > (double)MOST * (1ul << 40)) out_of_range(flag, "size", 0, MOST, "t");
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
  if (end == s || *end) bad(flag, "a number is wanted");
  if (errno || n < least || n > most) out_of_range(flag, "number", (double)least, (double)most, "");
  return n;
}
static int64_t seconds_arg(const char *flag, const char *s) {
  char *end;
  double n = strtod(s, &end);
  enum { MOST = 1000000 };
  if (end == s || *end || !(n >= 0)) bad(flag, "a time in seconds is wanted");
  if (n > MOST) out_of_range(flag, "time", 0, MOST, " s");
  return (int64_t)(n * 1e9);
}
// The values stand in the table's argument: a|b|c.
static int choice(const Flag *f, const char *flag, const char *arg) {
  int found = -1, n = 0;
  for (const char *s = f->arg;; n++) {
    size_t length = strcspn(s, "|");
    if (strlen(arg) == length && strncmp(arg, s, length) == 0) found = n;
    if (s[length] == 0) break;
    s += length + 1;
  }
  if (found < 0) {
    char why[128];
    snprintf(why, sizeof why, "not one of its values, %s", f->arg);
    bad(flag, why);
  }
  return f->parser == CHOICE ? found : n - found;
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

static void flag_help(const Flag *f, const char *flag, const char *arg) {
  printf("Flags of the gph runtime: %s [arguments] +RTS <flags> [-RTS] [arguments]\n\n", gph_prog_name);
  for (int pass = 0; pass < 2; pass++) {
    if (pass) printf("\nNot available yet:\n");
    for (int i = 0; i < FLAGS; i++) {
      if ((table[i].call == flag_later) != pass) continue;
      char left[64];
      snprintf(left, sizeof left, "%s%s", table[i].name, table[i].arg);
      printf("  %-34s %s\n", left, table[i].help);
    }
  }
  exit(0);
}
static void flag_later(const Flag *f, const char *flag, const char *arg) { bad(flag, "not available yet"); }

static void flag_hecs(const Flag *f, const char *flag, const char *arg) {
  long n = *arg ? number_arg(flag, arg, f->least, f->most) : IS_THREADED ? gph_os_cpus() : 0;
  if (!IS_THREADED && n != 1) bad(flag, "the program must be linked with -threaded");
  gph_flags.hecs = (int)n;
  gph_flags.hecs_given = IS_THREADED;
}
static void flag_nursery(const Flag *f, const char *flag, const char *arg) {
  gph_flags.nursery = positive_size_arg(flag, arg);
  if (gph_flags.nursery > gph_os_memory()) bad(flag, "this machine has less memory");
  gph_flags.nursery_given = true;
  if (gph_flags.nursery < LEAST_CHUNK) gph_flags.nursery = LEAST_CHUNK;
}
static void flag_nursery_chunk(const Flag *f, const char *flag, const char *arg) {
  gph_flags.nursery_chunk = size_arg(flag, arg);
  if (gph_flags.nursery_chunk > 0 && gph_flags.nursery_chunk < LEAST_CHUNK) gph_flags.nursery_chunk = LEAST_CHUNK;
}
static void flag_summary(const Flag *f, const char *flag, const char *arg) { stats_to(GPH_STATS_SUMMARY, arg); }
static void flag_each(const Flag *f, const char *flag, const char *arg) { stats_to(GPH_STATS_EACH, arg); }
static void flag_oneline(const Flag *f, const char *flag, const char *arg) { stats_to(GPH_STATS_ONELINE, arg); }
static void flag_log_classes(const Flag *f, const char *flag, const char *arg) {
  gph_flags.log_classes = log_classes(flag, arg);
}
static void flag_log_file(const Flag *f, const char *flag, const char *arg) {
  gph_flags.log_file = strdup(arg);  // of GPHRTS: its copy goes
  if (gph_flags.log_classes == 0) gph_flags.log_classes = GPH_LOG_DEFAULT;
}
static void flag_heap_profile(const Flag *f, const char *flag, const char *arg) {
  static const char letters[] = "Tdmi";
  const char *which = *arg ? strchr(letters, *arg) : letters;
  if (!which || (*arg && arg[1]))
    bad(flag, "a heap profile is by T (constructor and kind), d (function and constructor), m (module) or i (place)");
  gph_flags.heap_profile = GPH_HEAP_TYPE + (int)(which - letters);
}
static void flag_census_ns(const Flag *f, const char *flag, const char *arg) {
  gph_flags.census_ns = seconds_arg(flag, arg);
  gph_flags.census_given = true;
}
// of GPHRTS: its copy goes
static void flag_profile_name(const Flag *f, const char *flag, const char *arg) {
  gph_flags.profile_name = strdup(arg);
}
static void flag_old_factor(const Flag *f, const char *flag, const char *arg) {
  char *end;
  gph_flags.old_factor = strtod(arg, &end);
  if (end == arg || *end || !(gph_flags.old_factor > 1)) bad(flag, "a factor greater than 1 is wanted");
}
static void flag_suggested_heap(const Flag *f, const char *flag, const char *arg) {
  gph_flags.suggested_heap = *arg ? size_arg(flag, arg) : (size_t)64 << 20;
}
static void flag_slice_ns(const Flag *f, const char *flag, const char *arg) {
  gph_flags.slice_ns = seconds_arg(flag, arg);
  if (gph_flags.slice_ns == 0) gph_flags.slice_ns = 1;
}
static void flag_tick_ns(const Flag *f, const char *flag, const char *arg) {
  gph_flags.tick_ns = seconds_arg(flag, arg);
  tick_given = true;
}
static void flag_load_seq(const Flag *f, const char *flag, const char *arg) {
  int end = 0;
  bool good = sscanf(arg, "%d,%d%n", &gph_flags.load_seq, &gph_flags.load_par, &end) == 2 && arg[end] == 0;
  if (!good || gph_flags.load_par < f->least || gph_flags.load_seq < gph_flags.load_par)
    bad(flag, "two numbers of sparks are wanted, the first one not smaller than the second, which is at least 1: 20,1");
}
static void flag_loop_topology(const Flag *f, const char *flag, const char *arg) {
  int end = 0, *n[] = {&gph_flags.loop_sockets, &gph_flags.loop_cores, &gph_flags.loop_threads};
  bool good = sscanf(arg, "%dx%dx%d%n", n[0], n[1], n[2], &end) == 3 && arg[end] == 0;
  for (int i = 0; i < 3; i++) good = good && *n[i] >= f->least && *n[i] <= f->most;
  if (!good) bad(flag, "sockets, cores of each and threads of each are wanted, such as 2x4x2");
}
static void flag_numa(const Flag *f, const char *flag, const char *arg) {
  char *end = NULL;
  gph_flags.numa = true;
  gph_flags.numa_mask = ~(uint64_t)0;
  if (*arg == 0) return;
  errno = 0;
  gph_flags.numa_mask = *arg == '=' ? strtoull(arg + 1, &end, 0) : 0;
  if (!end || end == arg + 1 || *end || errno || gph_flags.numa_mask == 0 || strchr(arg, '-'))
    bad(flag, "a mask of nodes is wanted, such as 3 or 0x5");
}
static void flag_delay(const Flag *f, const char *flag, const char *arg) {
#if defined(GPH_DEBUG) && defined(GPH_THREADED)
  gph_flags.delay = true;
  gph_delay_init((unsigned long)number_arg(flag, arg, f->least, f->most));
#endif
}

static void store(const Flag *f, int64_t n) {
  void *at = (char *)&gph_flags + f->at;
  switch (f->type) {
    case BOOL: *(bool *)at = n != 0; break;
    case INT: *(int *)at = (int)n; break;
    case SIZE: *(size_t *)at = (size_t)n; break;
    case U32: *(uint32_t *)at = (uint32_t)n; break;
    case U64: *(uint64_t *)at = (uint64_t)n; break;
    case NS: *(int64_t *)at = n; break;
    case NONE:
    case REAL:
    case TEXT: gph_die("flags.def: %s", f->name);
  }
}

static void apply(const Flag *f, const char *flag, const char *arg) {
  if (f->where & ~(IS_THREADED | IS_DEBUG | IS_PARALLEL))
    bad(flag, f->where == PARALLEL_DEBUG   ? "the program must be linked with -parallel -debug"
              : f->where == PARALLEL       ? "the program must be linked with -parallel"
              : f->where == THREADED_DEBUG ? "the program must be linked with -threaded -debug"
              : f->where == DEBUG          ? "the program must be linked with -debug"
                                           : "the program must be linked with -threaded");
  switch (f->parser) {
    case ON: store(f, 1); break;
    case OFF: store(f, 0); break;
    case NUMBER: store(f, number_arg(flag, arg, f->least, f->most)); break;
    case BYTES: store(f, (int64_t)(f->least > 0 ? positive_size_arg(flag, arg) : size_arg(flag, arg))); break;
    case SECONDS: store(f, seconds_arg(flag, arg)); break;
    case CHOICE:
    case CHOICE_DOWN: store(f, choice(f, flag, arg)); break;
    case GENERATION: store(f, *arg ? number_arg(flag, arg, f->least, f->most) : f->most + 1); break;
    case CALL: f->call(f, flag, arg); break;
  }
}

// Of one letter and another one nothing can be guessed: only long spellings are compared, without their values.
_Noreturn static void unknown(const char *flag) {
  char word[64], why[128];
  const size_t n = strcspn(flag, "=") + (strchr(flag, '=') != NULL);
  snprintf(word, sizeof word, "%.*s", (int)n, flag);
  int best = n > 10 ? 4 : 3;  // more than a distance that is near
  const char *near = NULL;
  for (int i = 0; i < FLAGS; i++) {
    int d =
        strlen(table[i].name) > 4 && table[i].call != flag_later ? gph_spelling_distance(word, table[i].name) : best;
    if (d < best) {
      best = d;
      near = table[i].name;
    }
  }
  if (!near) bad(flag, "unknown");
  snprintf(why, sizeof why, "unknown; did you mean %s?", near);
  bad(flag, why);
}

// -spark-report would be -s with a file's name.
static void one_dash(const char *flag) {
  char word[64], why[128];
  const size_t n = strcspn(flag, "=") + (strchr(flag, '=') != NULL);
  if (flag[0] != '-' || flag[1] == '-') return;
  snprintf(word, sizeof word, "-%.*s", (int)n, flag);
  for (int i = 0; i < FLAGS; i++) {
    if (strlen(table[i].name) < 6 || gph_spelling_distance(word, table[i].name) > (n > 8)) continue;
    snprintf(why, sizeof why, "did you mean %s?", table[i].name);
    bad(flag, why);
  }
}

// The longest spelling that fits wins (-DS before -D, -qm before -q).
static void parse_one(const char *flag, bool all_allowed) {
  const Flag *best = NULL;
  for (int i = 0; i < FLAGS; i++) {
    size_t n = strlen(table[i].name);
    if (strncmp(flag, table[i].name, n) != 0) continue;
    if (table[i].arg[0] == 0 && flag[n] != 0) continue;
    if (!best || n > strlen(best->name)) best = &table[i];
  }
  if (!best) unknown(flag);
  one_dash(flag);
  const char *arg = flag + strlen(best->name);
  if (best->arg[0] && best->arg[0] != '[' && *arg == 0) bad(flag, "its value is missing");
  if (best->level == ALL && !all_allowed) bad(flag, "this program was linked without -rtsopts");
  if (!all_allowed && (best->call == flag_summary || best->call == flag_each) && *arg)
    bad(flag, "writing a file needs a program linked with -rtsopts");
  apply(best, flag, arg);
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
  bool none = strcmp(opts, "none") == 0, ignore = strcmp(opts, "ignore") == 0 || strcmp(opts, "ignoreAll") == 0,
       all = strcmp(opts, "all") == 0;
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
    if (i == 0 || ignore) {
      out[n++] = a;
      continue;
    }
    if (strcmp(a, "--RTS") == 0) {
      while (++i < *argc) out[n++] = (*argv)[i];
      break;
    }
    if (strcmp(a, "--") == 0) {  // among the flags, too, as in GHC: the program has it
      while (i < *argc) out[n++] = (*argv)[i++];
      break;
    }
    if (strcmp(a, "+RTS") == 0) {
      if (none) gph_fail(1, "run-time flags are disabled: this program was linked with -rtsopts=none");
      in = true;
    } else if (in && strcmp(a, "-RTS") == 0) in = false;
    else if (in) parse_one(a, all);
    else out[n++] = a;
  }
  out[n] = NULL;
  *argc = n;
  *argv = out;
  // it takes the ticker to stop a loop that does not allocate
  if (gph_flags.tick_ns == 0) gph_flags.preempt_flag = false;
  if (gph_flags.time_profile && gph_flags.nursery_chunk == 0) gph_flags.nursery_chunk = PROFILE_CHUNK;
  if ((gph_flags.spark_report || gph_flags.time_profile) && !tick_given && !gph_flags.preempt_flag)
    gph_flags.tick_ns = REPORT_TICK_NS;
  if (gph_flags.preempt_flag && gph_flags.nursery_chunk == 0) gph_flags.nursery_chunk = LEAST_CHUNK;
  if (gph_flags.compact) {
    gph_flags.old_gc = GPH_OLD_GC_MARK;  // whatever --old-gc= says: what slides is marked first
    if (!gph_flags.nursery_given && gph_flags.nursery > COMPACT_NURSERY) gph_flags.nursery = COMPACT_NURSERY;
  }
  // Each HEC lays its nursery out when the program begins.
  const uint64_t memory = gph_os_memory(), hecs = (uint64_t)gph_flags.hecs;
  if (gph_flags.nursery_given && gph_flags.nursery > memory / hecs)
    gph_fail(1,
             "bad +RTS flags: %d HECs with an allocation area of %zu MiB each (-N, -A) take more than this machine's "
             "memory of %zu MiB",
             gph_flags.hecs, gph_flags.nursery >> 20, (size_t)(memory >> 20));
  // All of them together: an eighth of the memory, and a quarter of what -M allows.
  uint64_t most = memory / 8;
  if (gph_flags.max_heap && gph_flags.max_heap / 4 < most) most = gph_flags.max_heap / 4;
  while (!gph_flags.nursery_given && gph_flags.nursery > 65536 && gph_flags.nursery > most / hecs)
    gph_flags.nursery /= 2;
  if (gph_flags.tick_ns > gph_flags.slice_ns && gph_flags.tick_ns > 0 && gph_flags.slice_ns > 1)
    gph_flags.tick_ns = gph_flags.slice_ns;
}
