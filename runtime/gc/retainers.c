// retainers.c: what fills the memory, and what holds it, in words (SIGUSR2, and when -M is not enough): at the end of
// a major collection, world stopped.
//
//     12,000,000 cells of (:), 274.7 MiB, held by the top-level value Main.table (t.gph:12:1)
//
// Everything is traced from its HOLDERS, one after the other: top-level values first, then the tables of the runtime
// (gc/roots.def), then the threads. What several hold counts for the first of them. So a list that the main thread
// walks, and a top-level value names, is that value's: it would stay without the thread.
//
// Objects are counted by their holder and their info table. The visited ones have a bit for each word of the heap, 16
// KiB for a megablock, outside of the heap; the objects to be visited wait as ranges of fields on a stack, which is
// as deep as the structure is in its first fields: a list's is not. Where the system gives no memory for that, the
// report says so, and the program goes on.
#include "gc/retainers.h"
#include "gc/collector.h"
#include "gc/roots.h"
#include "base/die.h"
#include "heap/closure.h"
#include "prim/stm.h"
#include "prof/backtrace.h"
#include "prof/heap_profile.h"
#include "prof/symbols.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 10, DEPTH = 64 };
typedef enum { HOLDER_CAF, HOLDER_TABLE, HOLDER_MAIN, HOLDER_THREADS } HolderKind;
typedef struct {
  HolderKind kind;
  const GphInfo *caf;
  const char *table;
  uint32_t code;  // of threads: the function that they are in (prof/symbols.h)
  uint32_t threads;
} Holder;
// info NULL: stacks. objects 0: free
typedef struct {
  uint32_t holder;
  const GphInfo *info;
  uint64_t objects, words;
} Held;
typedef struct {
  W *from;
  size_t n;
} Range;

// The leader's, while it reports; memory of malloc.
static uint64_t **bits;  // of each megablock of the heap, or NULL
static Range *todo;
static size_t todo_used, todo_room;
static Holder *holders;
static uint32_t holders_used, holders_room, holder;  // holder: who is being traced
static Held *held;                                   // hash table
static size_t held_used, held_room;                  // a power of two
static bool failed;                                  // no memory for it

static void *more(void *p, size_t bytes) {
  void *q = realloc(p, bytes);
  if (!q) failed = true;
  return q ? q : p;
}

// ---- counting
static Held *held_slot(uint32_t who, const GphInfo *i) {
  size_t h = (((uintptr_t)i >> 3) * 31 + who) * 0x9e3779b97f4a7c15u >> 32;
  Held *k;
  while ((k = &held[h & (held_room - 1)])->objects && (k->holder != who || k->info != i)) h++;
  return k;
}
static void count(const GphInfo *i, uint64_t words) {
  if (2 * held_used >= held_room) {
    Held *old = held;
    const size_t n = held_room;
    Held *bigger = calloc(n ? 2 * n : 4096, sizeof *held);
    if (!bigger) {
      failed = true;
      return;
    }
    held = bigger;
    held_room = n ? 2 * n : 4096;
    for (size_t k = 0; k < n; k++)
      if (old[k].objects) *held_slot(old[k].holder, old[k].info) = old[k];
    free(old);
  }
  Held *k = held_slot(holder, i);
  if (k->objects == 0) {
    *k = (Held){.holder = holder, .info = i};
    held_used++;
  }
  k->objects++;
  k->words += words;
}

static void new_holder(Holder x) {
  if (holders_used == holders_room) {
    holders = more(holders, (size_t)(holders_room ? 2 * holders_room : 64) * sizeof *holders);
    if (failed) return;
    holders_room = holders_room ? 2 * holders_room : 64;
  }
  holders[holders_used] = x;
  holder = holders_used++;
}

// ---- tracing
static bool visited(const W *p) {  // and from now on it is
  const size_t mb = ((uintptr_t)p - gph_young_base) >> GPH_MB_SHIFT,
               word = ((uintptr_t)p & (GPH_MB_SIZE - 1)) / sizeof(W);
  if (!bits[mb]) bits[mb] = calloc(GPH_MB_SIZE / sizeof(W) / 64, sizeof(uint64_t));
  if (!bits[mb]) {
    failed = true;
    return true;
  }
  const uint64_t bit = (uint64_t)1 << (word & 63);
  if (bits[mb][word / 64] & bit) return true;
  bits[mb][word / 64] |= bit;
  return false;
}
static void on_values(void *at, W *from, size_t n) {
  if (n == 0 || failed) return;
  if (todo_used == todo_room) {
    const size_t room = todo_room ? 2 * todo_room : 1024;
    todo = more(todo, room * sizeof *todo);
    if (failed) return;
    todo_room = room;
  }
  todo[todo_used++] = (Range){from, n};
}
static W on_function(void *at, W *fun) {
  on_values(at, fun, 1);
  return gph_info(*fun)->arg_mask;
}
static void look_at(W x) {
  if ((x & 7) == GPH_TAG_IMM || x == 0) return;
  W *p = gph_untag(x);
  if (!gph_in_heap((W)p) || visited(p)) return;
  const GphInfo *i = (const GphInfo *)p[0];
  count(i, gph_kind_walk((GphKind)i->kind, p, i, NULL, on_values, on_function));
}
static void trace(W x) {
  look_at(x);
  while (todo_used > 0 && !failed) {
    Range *r = &todo[todo_used - 1];
    const W next = *r->from++;
    if (--r->n == 0) todo_used--;
    look_at(next);
  }
}

// ---- the holders
static void caf_slot(GphVisitor *v, W *slot) {
  const W *caf = slot - 1;  // gph_cafs_roots: a CAF's value
  new_holder((Holder){.kind = HOLDER_CAF, .caf = (const GphInfo *)caf[3]});
  trace(*slot);
}
static void table_slot(GphVisitor *v, W *slot) { trace(*slot); }
static void no_thread(GphVisitor *v, GphThread *t) {}  // each has its turn

static const char *table_words(const char *name) {
  static const char *const words[][2] = {{"stable_ptrs", "stable pointers"},
                                         {"weaks", "weak pointers"},
                                         {"sparks", "sparks"},
                                         {"loops", "parallel loops"},
                                         {"messages", "exceptions on their way"},
                                         {"exports", "other processes"},
                                         {"fetched", "other processes"},
                                         {"demands", "other processes"},
                                         {"imports", "other processes"}};
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
    if (strcmp(words[k][0], name) == 0) return words[k][1];
  return "the runtime";
}

static void trace_tables(void) {
  GphVisitor v = {table_slot, no_thread, false};
#define ROOTS_ALL(name) gph_##name##_roots(&v)
#define ROOTS_HEC(name) \
  for (int i = 0; i < gph_hecs_used; i++) gph_##name##_roots(&v, gph_hecs[i])
  // Remembered are objects that are alive for another reason, and so it is with names.
#define ROOTS(name, each, strong) \
  if (strcmp(#name, "remembered") != 0 && strcmp(#name, "stable_names") != 0) { \
    new_holder((Holder){.kind = HOLDER_TABLE, .table = table_words(#name)}); \
    ROOTS_##each(name); \
  }
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC
}

static void trace_thread(GphThread *t) {
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return;
  uint32_t codes[DEPTH];
  const uint32_t code = gph_backtrace_own(codes, gph_backtrace(t, t->sp, t->seg, codes, DEPTH));
  uint32_t k = 0;  // threads in the same function are one holder
  while (k < holders_used && (t->is_main || holders[k].kind != HOLDER_THREADS || holders[k].code != code)) k++;
  if (k < holders_used) holder = k;
  else new_holder((Holder){.kind = t->is_main ? HOLDER_MAIN : HOLDER_THREADS, .code = code});
  if (failed) return;
  holders[holder].threads++;
  count(NULL, t->stack_bytes / sizeof(W));
  trace(t->handle);
#define SLOT(name) trace(t->name);
  GPH_THREAD_SLOTS(SLOT)
#undef SLOT
  GphVisitor v = {table_slot, no_thread, false};
  if (t->stm) gph_stm_roots(&v, t->stm);
  W *lo = t->rs;
  for (GphSegment *s = t->seg; s; s = s->prev) {
    for (W *p = lo; p < s->rs_top; p++)
      if (gph_is_update_entry(*p)) trace(*p & ~(W)7);
      else if (!gph_is_walk_entry(*p)) trace(*p);
    lo = s->prev_rs;
  }
}

// ---- in words
static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vfprintf(stderr, fmt, ap);
  va_end(ap);
}
static void say_count(uint64_t n) {
  char digits[32];
  const int length = snprintf(digits, sizeof digits, "%lu", (unsigned long)n);
  for (int i = 0; i < length; i++) say(i > 0 && (length - i) % 3 == 0 ? ",%c" : "%c", digits[i]);
}
static void say_bytes(uint64_t bytes) {
  if (bytes >= (uint64_t)1 << 30) say("%.2f GiB", (double)bytes / (1 << 30));
  else if (bytes >= 1 << 20) say("%.1f MiB", (double)bytes / (1 << 20));
  else say("%.1f KiB", (double)bytes / 1024);
}
// "Main.f (t.gph:1:2)" of code. The table of the program's functions has a place, where the info table has one only
// with -g.
static void say_code(const GphInfo *i) {
  const uint32_t code = gph_symbol_of(i);
  const char *place = i->source && *i->source ? i->source : code ? gph_symbol_place(code) : "";
  say("%s", gph_source_name(i->name));
  if (*place) say(" (%s)", place);
}
static void say_objects(const Held *k) {
  const GphInfo *i = k->info;
  if (!i) {
    say(k->objects == 1 ? "of a stack" : "of stacks");
    return;
  }
  const bool one = k->objects == 1;
  const char *s = one ? "" : "s";
  switch ((GphKind)i->kind) {
    case GphKind_Con: {
      const char c = *i->name;
      const bool is_operator = !((c >= 'A' && c <= 'Z') || c == '(' || c == '[' || (c & 0x80));
      say(is_operator ? "%s%s of (%s)" : "%s%s of %s", i->arity == 1 ? "cell" : "object", s, i->name);
      const char *space = i->source ? strrchr(i->source, ' ') : NULL;
      if (space) say(" made by %s (%.*s)", gph_source_name(space + 1), (int)(space - i->source), i->source);
      return;
    }
    case GphKind_Fun:
      say("function%s ", s);
      say_code(i);
      return;
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
      say("thunk%s of ", s);
      say_code(i);
      return;
    case GphKind_Bytes: say("byte array%s", s); return;
    case GphKind_Array: say("array%s", s); return;
    case GphKind_MutVar: say("mutable variable%s", s); return;
    case GphKind_MVar: say("MVar%s", s); return;
    case GphKind_TVar: say("TVar%s", s); return;
    case GphKind_Pap:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_Raise:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count: break;
    case GphKind_BlackHole: say("thunk%s under evaluation", s); return;
  }
  char name[GPH_NAME_ROOM];
  gph_object_name(name, i);
  say("%s%s", name, s);
}
static void say_in(uint32_t code) {
  if (!code) return;
  const char *place = gph_symbol_place(code);
  say(*place ? ", in %s (%s)" : ", in %s", gph_symbol_name(code), place);
}
static void say_holder(const Holder *x) {
  switch (x->kind) {
    case HOLDER_CAF:
      say("the top-level value ");
      say_code(x->caf);
      return;
    case HOLDER_TABLE: say("%s", x->table); return;
    case HOLDER_MAIN: say("the main thread"); break;
    case HOLDER_THREADS:
      if (x->threads == 1) say("a thread");
      else say("%u threads", x->threads);
      break;
  }
  say_in(x->code);
}

static int largest_first(const void *a, const void *b) {
  const Held *x = a, *y = b;
  return x->words < y->words ? 1 : x->words > y->words ? -1 : x->holder < y->holder ? -1 : x->holder > y->holder;
}
static void print(const char *why) {
  size_t n = 0;
  uint64_t words = 0, rest = 0;
  for (size_t k = 0; k < held_room; k++)
    if (held[k].objects) {
      words += held[k].words;
      held[n++] = held[k];
    }
  qsort(held, n, sizeof *held, largest_first);
  say("%s: what fills the memory (%s): ", gph_prog_name, why);
  say_bytes(words * sizeof(W));
  say("\n");
  for (size_t k = 0; k < n; k++) {
    if (k >= MOST) {
      rest += held[k].words;
      continue;
    }
    say("  ");
    if (held[k].info) {
      say_count(held[k].objects);
      say(" ");
      say_objects(&held[k]);
      say(", ");
      say_bytes(held[k].words * sizeof(W));
      say(", held by ");
    } else {
      say_bytes(held[k].words * sizeof(W));
      say(" ");
      say_objects(&held[k]);
      say(": ");
    }
    say_holder(&holders[held[k].holder]);
    say("\n");
  }
  if (n > MOST) {
    say("  and ");
    say_bytes(rest * sizeof(W));
    say(" of %lu other kinds\n", (unsigned long)(n - MOST));
  }
  fflush(stderr);
}

static void forget(size_t megablocks) {
  for (size_t k = 0; bits && k < megablocks; k++) free(bits[k]);
  free(bits);
  free(todo);
  free(holders);
  free(held);
  bits = NULL;
  todo = NULL;
  holders = NULL;
  held = NULL;
  todo_used = todo_room = held_used = held_room = 0;
  holders_used = holders_room = 0;
}

void gph_retainers_report(const char *why) {
  const size_t megablocks = (gph_heap_end - gph_young_base) >> GPH_MB_SHIFT;
  failed = false;
  gph_symbols_load();
  bits = calloc(megablocks, sizeof *bits);
  if (!bits) failed = true;
  if (!failed) {
    GphVisitor v = {caf_slot, no_thread, false};
    gph_cafs_roots(&v);
    trace_tables();
    for (GphThread *t = gph_threads_young; t && !failed; t = t->all_next) trace_thread(t);
    for (GphThread *t = gph_threads_old; t && !failed; t = t->all_next) trace_thread(t);
  }
  if (failed) gph_log("what fills the memory (%s): there is too little of it to find out", why);
  else print(why);
  forget(megablocks);
}
