// phases.c: where the time of a parallel program went (+RTS -s, --spark-report).
//
// HECs say when they begin and cease to run (sched/stw.c), so the times are exact. When one HEC runs alone, of several
// that could, the ticker (sched/timer.c) asks that one at each tick what it does: at its next safe point the thread
// writes down which functions its stack goes back to. A program without these flags pays a test where a HEC begins or
// ceases to run, and one in the ticker.
//    wrong alternative: the ticker counts the HECs that run. It gets a processor when one is free, so it finds that
//    fewer HECs run than do
// A HEC that runs may have no processor, if other programs want them, too. What the system gave to others is left out
// (lost): else the sparks would seem to have been slow on a busy machine, and who ran alone to have done so for long.
#include "prof/phases.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/closure.h"
#include "prof/backtrace.h"
#include "prof/eventlog.h"
#include "prof/symbols.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 24, STACKS = 4096 };  // functions of a stack, innermost first; different stacks
typedef struct {
  uint64_t ns;
  // of the spark under evaluation; 0: none, or sites are not counted
  uint32_t site;
  uint8_t is_spark, used;
  uint32_t code[DEPTH];  // each function once
} Stack;

bool gph_phases_wanted;
GphPhaseClock gph_phase_clock;
static GphLock phases_lock = GPH_LOCK_INIT;
// All of these: lock:phases_lock until `ended`; const afterwards.
static bool ended;
static GphPhases times;
static Stack *stacks;  // hash table, ns == 0: free
static uint32_t stacks_used;
static int64_t last_change;
static int running, collecting;  // HECs that run; the world is stopped
static int64_t last_tick;        // the ticker's
// The processor time that the program had when it was last looked at, and what its HECs could have had since then.
static int64_t cpu, could;
enum { LONG = 1000000 };  // ns: a stretch after which it is looked at

void gph_phases_start(void) {
  last_change = last_tick = gph_os_clock_ns();
  cpu = gph_os_cpu_ns();
  gph_phases_wanted =
      gph_flags.stats == GPH_STATS_SUMMARY || gph_flags.stats == GPH_STATS_EACH || gph_flags.spark_report;
}

// Of ns, the time since the last change, what those who ran had no processor for, each as much as the others. A
// collection has one worker at least; what its others take, and the runtime itself, makes that too little rather than
// too much.
static int64_t lost(int64_t ns) {
  const int workers = collecting ? 1 : running;
  could += workers * ns;
  if (ns < LONG) return 0;
  const int64_t had = gph_os_cpu_ns() - cpu, less = could - had;
  cpu += had;
  could = 0;
  return workers == 0 || less <= 0 ? 0 : less < workers * ns ? less / workers : ns;
}

static void account(void) {  // lock held
  const int64_t now = gph_os_clock_ns(), all = now - last_change;
  const uint64_t ns = (uint64_t)(all - lost(all));
  last_change = now;
  times.elapsed += ns;
  if (collecting) times.collecting += ns;
  else if (running == 0) times.nobody += ns;
  else if (running >= gph_hecs_sharing()) times.all += ns;
  else if (running > 1) times.several += ns;
  else times.alone += ns;
}

void gph_phases_change(int more_running, int more_collecting) {
  gph_lock(&phases_lock);
  if (!ended) {
    account();
    running += more_running;
    collecting += more_collecting;
  }
  gph_unlock(&phases_lock);
}

static void tick(int64_t now) {  // lock held
  const uint64_t ns = (uint64_t)(now - last_tick);
  last_tick = now;
  account();
  gph_store_relaxed(&gph_phase_clock.elapsed, times.elapsed);
  gph_store_relaxed(&gph_phase_clock.alone, times.alone);
  if (collecting || running != 1 || gph_hecs_sharing() < 2) return;
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphHec *h = gph_hecs[i];
    if (!gph_load_seq(&h->state) || gph_load_seq(&h->sleeping)) continue;
    gph_symbols_load();
    gph_store_seq(&h->sample, ns);  // publishes the symbols
    gph_hec_zap(h);
    return;
  }
}
void gph_phases_tick(int64_t now) {
  if (!gph_phases_wanted) return;
  gph_lock(&phases_lock);
  if (!ended) tick(now);
  gph_unlock(&phases_lock);
}

void gph_phases_sample(GphReg *R) {
  GphHec *h = gph_hec_of(R);
  const GphThread *t = R->thread;
  Stack s = {.ns = gph_exchange(&h->sample, (uint64_t)0),
             .site = t->is_spark ? t->spark_site : 0,
             .is_spark = t->is_spark != 0};
  if (s.ns == 0) return;
  s.used = (uint8_t)gph_backtrace(t, R->sp, R->seg, s.code, DEPTH);
  uint64_t hash = s.site * 2 + s.is_spark;
  for (int i = 0; i < s.used; i++) hash = (hash ^ s.code[i]) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  gph_lock(&phases_lock);
  if (!stacks && !ended) stacks = calloc(STACKS, sizeof *stacks);
  if (stacks && !ended)
    for (uint32_t at = (uint32_t)hash;; at++) {
      Stack *k = &stacks[at % STACKS];
      if (k->ns == 0) {
        if (stacks_used == STACKS - 1) break;  // this many different ones: the shares of the others are as good
        stacks_used++;
        *k = s;
        break;
      }
      if (k->site == s.site && k->is_spark == s.is_spark && k->used == s.used &&
          memcmp(k->code, s.code, s.used * sizeof *s.code) == 0) {
        k->ns += s.ns;
        break;
      }
    }
  gph_unlock(&phases_lock);
}

void gph_phases_end(void) {
  gph_lock(&phases_lock);
  if (gph_phases_wanted && !ended) account();
  ended = true;
  gph_unlock(&phases_lock);
}

const GphPhases *gph_phases(void) {
  return gph_phases_wanted && gph_hecs_sharing() > 1 && times.elapsed > 0 ? &times : NULL;
}

// ---- what was seen, after gph_phases_end
#define EACH_STACK(s) \
  for (const Stack *s = stacks, *end_ = stacks ? stacks + STACKS : NULL; s < end_; s++) \
    if (s->ns)

// What no sample was taken of is like the rest.
static double scale(void) {
  uint64_t seen = 0;
  EACH_STACK(s) seen += s->ns;
  return seen ? (double)times.alone / (double)seen : 0;
}

uint64_t gph_phases_alone_in(uint32_t site) {
  uint64_t ns = 0;
  EACH_STACK(s) if (s->is_spark && s->site == site) ns += s->ns;
  return (uint64_t)((double)ns * scale());
}

// A function as reports name it, and how long it ran.
typedef struct {
  const char *name, *place, *caller;
  uint64_t ns;
} Ran;
enum { MOST_RAN = 128 };
static void add(Ran *rans, int *used, const char *name, const char *place, const char *caller, uint64_t ns) {
  for (int i = 0; i < *used; i++)
    if (strcmp(rans[i].name, name) == 0 && strcmp(rans[i].place, place) == 0 && strcmp(rans[i].caller, caller) == 0) {
      rans[i].ns += ns;
      return;
    }
  if (*used < MOST_RAN) rans[(*used)++] = (Ran){name, place, caller, ns};
}
static int longest_first(const void *a, const void *b) {
  const Ran *x = a, *y = b;
  return x->ns < y->ns ? 1 : x->ns > y->ns ? -1 : strcmp(x->name, y->name);
}

// The first own function from the at-th of s outwards that has another name; 0: none.
static uint32_t caller_of(const Stack *s, int at) {
  const char *name = gph_symbol_name(s->code[at]);
  for (at++; at < s->used; at++)
    if (gph_symbol_is_own(s->code[at]) && strcmp(gph_symbol_name(s->code[at]), name) != 0) return s->code[at];
  return 0;
}

uint64_t gph_phases_alone_code(const GphInfo *const *infos, int n, const char **by) {
  static char text[512];
  Ran callers[MOST_RAN];
  int used = 0;
  uint64_t ns = 0;
  EACH_STACK(s) {
    if (s->is_spark) continue;
    int at = -1;  // the outermost of them
    for (int i = 0; i < n; i++) {
      const uint32_t want = infos[i] ? gph_symbol_of(infos[i]) : 0;
      for (int k = at + 1; k < s->used && want; k++)
        if (s->code[k] == want) at = k;
    }
    if (at < 0) continue;
    ns += s->ns;
    const uint32_t caller = caller_of(s, at);
    if (caller) add(callers, &used, gph_symbol_name(caller), gph_symbol_place(caller), "", s->ns);
  }
  *by = "";
  if (used > 0) {
    qsort(callers, (size_t)used, sizeof *callers, longest_first);
    snprintf(text, sizeof text, *callers->place ? "%s (%s)" : "%s", callers->name, callers->place);
    *by = text;
  }
  return (uint64_t)((double)ns * scale());
}

// What one HEC ran alone: in sparks, outside of them, or both; the longest first.
static int collect(Ran *rans, bool in_sparks, bool outside) {
  int used = 0;
  EACH_STACK(s) {
    if (!(s->is_spark ? in_sparks : outside)) continue;
    int at = 0;  // a library's function when none of the program's own is there
    for (int i = s->used; i-- > 0;)
      if (gph_symbol_is_own(s->code[i])) at = i;
    const uint32_t code = s->used ? s->code[at] : 0, caller = code ? caller_of(s, at) : 0;
    add(rans, &used, code ? gph_symbol_name(code) : "", code ? gph_symbol_place(code) : "",
        caller ? gph_symbol_name(caller) : "", s->ns);
  }
  qsort(rans, (size_t)used, sizeof *rans, longest_first);
  return used;
}

const char *gph_phases_alone_most(void) {
  static char text[512];
  Ran rans[MOST_RAN];
  const int used = collect(rans, false, true);
  *text = 0;
  if (used > 0 && *rans[0].name)
    snprintf(text, sizeof text, *rans[0].place ? "%s (%s)" : "%s", rans[0].name, rans[0].place);
  return text;
}

static double percent(uint64_t ns) { return 100.0 * (double)ns / (double)times.elapsed; }

void gph_phases_report(FILE *f) {
  const GphPhases *p = gph_phases();
  if (!p || p->elapsed < 20000000) return;  // nothing to speak of, and a few samples at most
  const int hecs = gph_hecs_sharing();
  fprintf(f, "Where the time went (%d HECs, %.3g s)\n", hecs, (double)p->elapsed / 1e9);
  fprintf(f, "  %s ran %.1f%%", hecs == 2 ? "both" : "all", percent(p->all));
  if (hecs > 2) fprintf(f, ", several %.1f%%", percent(p->several));
  fprintf(f, ", one alone %.1f%%, collections %.1f%%, nobody (waiting, foreign calls) %.1f%%\n", percent(p->alone),
          percent(p->collecting), percent(p->nobody));
  if (percent(p->alone) < 5) return;
  Ran rans[MOST_RAN];
  const int used = collect(rans, true, true);
  uint64_t in_sparks = 0;
  EACH_STACK(s) if (s->is_spark) in_sparks += s->ns;
  if (used == 0) return;
  const double by = scale();
  fprintf(f, "  one alone:");
  int said = 0;
  for (int i = 0; i < used && said < 4; i++) {
    const double share = percent(rans[i].ns) * by;
    if (said > 0 && share < 2) break;
    if (!*rans[i].name) continue;  // just before or after a Haskell function
    fprintf(f, "%s %.1f%% %s", said ? "," : "", share, rans[i].name);
    if (*rans[i].place) fprintf(f, " (%s)", rans[i].place);
    if (*rans[i].caller) fprintf(f, " for %s", rans[i].caller);
    said++;
  }
  if (!said)
    fprintf(f, gph_symbols_there() ? " in nothing that has a name"
                                   : " in functions without names, since the program has no symbol table");
  if (percent(in_sparks) * by >= 2) fprintf(f, "%s %.1f%% of it in sparks", said ? ";" : "", percent(in_sparks) * by);
  fprintf(f, "\n");
}
