// time_profile.c: where the processors' time and the memory that is allocated go, by samples (+RTS -p): PROG.prof, in
// GHC's layout.
//
// TIME. The ticker sends a signal to the OS thread of each HEC that runs, every millisecond (-V). Its handler writes
// down where the thread is, and the return addresses on its control stack (Note [Reading a control stack] in
// prof/backtrace.c). A sample counts for the processor time that the OS thread has had since its last one: so the sum
// is the time that was used, whatever the machine did with the ticker, and whoever is not on a processor does not
// count.
//    wrong alternative: a timer for each thread's processor time, whose resolution is the system's clock tick, 4 ms as
//    a rule; perf_event, which containers forbid
// MEMORY. Who comes to the end of a chunk of the allocation area (256 KiB, but for -n) has allocated a chunk more: in
// proportion to what everybody allocates. Large objects are counted by themselves. A program that has allocated much is
// looked at less often, once a megabyte at last: reading a stack takes a microsecond, in which it may allocate 10 KB.
//
// Nothing is given a name while the program runs: a stack is counted by its addresses, in a table of its HEC, which
// the handler fills without allocating or locking. When the program ends, in whatever way (gph_at_death), addresses
// become functions, and stacks a tree.
//
// Note [The handler]
// ~~~~~~~~~~~~~~~~~~
// It runs on the OS thread that owns the HEC, at any instruction, on the signal stack. Where the stack pointer is in
// the current segment of the light stack, that is where the frames are. In a runtime call it is where gph_rtcall left
// it, R->sp; in an unsafe foreign call, rbx, or the first word below R->wsp that C has saved it to, and the return
// address at R->wsp - 8 is that of the caller. Otherwise (the scheduler; a few instructions where the thread changes
// segments) only the time is counted. The words of a segment from there to ctl_top are readable; earlier segments
// have prev_sp from when they were left. busy: the HEC's thread is in the table itself (gph_profile_allocated): such
// a sample waits for the next one.
#define _GNU_SOURCE
#include "prof/time_profile.h"
#include "base/die.h"
#include "base/os.h"
#include "prof/backtrace.h"
#include "prof/hooks.h"
#include "prof/symbols.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { DEPTH = 64, SLOTS = 1 << 14, ARENA = 16 << 20, SAVED_WORDS = 64 };
typedef struct {
  uint64_t hash, ns, ticks, bytes;
  // addresses; the next one of its slot: its place in the arena in words, and 1
  uint32_t used, next;
  uintptr_t at[];  // innermost first
} Stack;

// owner:HEC, and its handler on the same OS thread; at the end whoever writes the file
typedef struct GphProfile {
  uint64_t *arena;
  uint32_t arena_used;    // words
  uint32_t slots[SLOTS];  // as next
  volatile sig_atomic_t busy;
  uint64_t ticks, ns, collecting_ns, system_ns;
  uint64_t bytes, not_counted;  // allocated; of these, since a stack was last read
} Profile;

bool gph_profile_wanted;
// atomic, relaxed: the file has not been begun yet; a sample more or less
static bool on;
static bool collecting;  // atomic, relaxed: likewise
static int fd = -1;      // all of these const after gph_profile_start
static char *file_name, *command;
static char date[64];                // of the start: localtime takes memory and locks, which whoever dies may just hold
static __thread int64_t counted_to;  // processor time of this OS thread that has been counted

// ---- sampling. See Note [The handler]
static uint32_t read_interrupted(uintptr_t at[DEPTH], const GphHec *h, const gregset_t g) {
  const GphReg *R = &h->reg;
  GphSegment *seg = R->seg;
  const uintptr_t rsp = (uintptr_t)g[REG_RSP];
  if (!seg) return 0;
  if (rsp > (uintptr_t)seg && rsp < seg->ctl_top) {
    at[0] = (uintptr_t)g[REG_RIP] + 1;  // as a return address: behind an instruction
    return gph_return_addresses(at, 1, DEPTH, h->current, rsp, seg);
  }
  if (rsp >= R->wsp || R->wsp - rsp > (8 << 20)) return 0;
  const uintptr_t caller = ((const uintptr_t *)R->wsp)[-1];
  if (caller >= (uintptr_t)gph_rtcall && caller < (uintptr_t)gph_rtcall_end)
    return gph_return_addresses(at, 0, DEPTH, h->current, R->sp, seg);
  uintptr_t sp = (uintptr_t)g[REG_RBX];
  for (const uintptr_t *p = (const uintptr_t *)R->wsp - 2;
       (sp <= (uintptr_t)seg || sp >= seg->ctl_top) && p > (const uintptr_t *)rsp &&
       p > (const uintptr_t *)R->wsp - SAVED_WORDS;
       p--)
    sp = *p;
  at[0] = caller;
  return gph_return_addresses(at, 1, DEPTH, h->current, sp, seg);
}

static Stack *stack_at(const Profile *p, uint32_t place) { return (Stack *)(p->arena + place - 1); }
// NULL: there are too many.
static Stack *counted(Profile *p, const uintptr_t *at, uint32_t n) {
  uint64_t hash = n;
  for (uint32_t i = 0; i < n; i++) hash = (hash ^ at[i]) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  uint32_t *slot = &p->slots[hash % SLOTS];
  for (uint32_t k = *slot; k; k = stack_at(p, k)->next) {
    Stack *s = stack_at(p, k);
    if (s->hash == hash && s->used == n && memcmp(s->at, at, n * sizeof *at) == 0) return s;
  }
  const uint32_t words = (uint32_t)(sizeof(Stack) / sizeof(uint64_t)) + n;
  if (p->arena_used + words > ARENA / sizeof(uint64_t)) return NULL;
  Stack *s = stack_at(p, p->arena_used + 1);
  *s = (Stack){.hash = hash, .used = n, .next = *slot};
  memcpy(s->at, at, n * sizeof *at);
  *slot = p->arena_used + 1;
  gph_store_release(&p->arena_used, p->arena_used + words);  // with build: the stack is whole
  return s;
}

static void on_tick(int sig, siginfo_t *info, void *context) {
  const int saved = errno;
  const GphWorker *w = gph_worker_self();
  const GphHec *h = w ? w->hec : NULL;
  // relaxed: what this OS thread itself wrote, but for `on`
  if (h && gph_load_relaxed(&on) && gph_load_relaxed(&h->owner) == w && h->profile && !h->profile->busy) {
    Profile *p = h->profile;
    const int64_t now = gph_os_thread_cpu_ns();
    const uint64_t ns = (uint64_t)(now - counted_to);
    counted_to = now;
    p->ticks++;
    p->ns += ns;
    uintptr_t at[DEPTH];
    uint32_t n = 0;
    if (gph_load_relaxed(&collecting)) p->collecting_ns += ns;
    else if (h->current && (n = read_interrupted(at, h, ((const ucontext_t *)context)->uc_mcontext.gregs)) > 0) {
      Stack *s = counted(p, at, n);
      if (s) {
        gph_store_relaxed(&s->ns, s->ns + ns);  // relaxed, these: read at the end, when this one may count on
        GPH_COUNT(s->ticks);
      } else n = 0;
    }
    if (n == 0 && !gph_load_relaxed(&collecting)) p->system_ns += ns;
  }
  errno = saved;
}

void gph_profile_allocated(GphReg *R, size_t bytes) {
  Profile *p = gph_hec_of(R)->profile;
  if (!p || !gph_load_relaxed(&on)) return;  // relaxed: what comes later is not looked at
  enum { SELDOM = 1024, MOST = 1 << 20 };
  p->bytes += bytes;
  p->not_counted += bytes;
  if (p->not_counted < MOST && p->not_counted < p->bytes / SELDOM) return;
  uintptr_t at[DEPTH];
  p->busy = 1;
  const uint32_t n = gph_return_addresses(at, 0, DEPTH, R->thread, R->sp, R->seg);
  Stack *s = n ? counted(p, at, n) : NULL;
  if (s) gph_store_relaxed(&s->bytes, s->bytes + p->not_counted);
  p->not_counted = 0;
  p->busy = 0;
}

void gph_profile_collects(bool begins) { gph_store_relaxed(&collecting, begins); }

void gph_profile_worker(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPROF);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  counted_to = gph_os_thread_cpu_ns();
}

void gph_profile_tick(void) {
  if (!gph_load_relaxed(&on)) return;
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphHec *h = gph_hecs[i];
    if (gph_load_relaxed(&h->sleeping) || !gph_try_lock(&h->lock)) continue;  // relaxed: a sample more or less
    const GphWorker *w = gph_load_relaxed(&h->owner);  // under the lock: it does not end meanwhile
    if (w) pthread_kill(w->os_thread, SIGPROF);
    gph_unlock(&h->lock);
  }
}

void gph_profile_add_hec(GphHec *h) {
  if (!gph_profile_wanted) return;
  Profile *p = gph_os_alloc(sizeof *p);
  p->arena = gph_os_alloc(ARENA);  // of which is in memory what has been used
  h->profile = p;
}

void gph_profile_start(int argc, char **argv) {
  if (!gph_flags.time_profile) return;
  const char *base = gph_flags.profile_name ? gph_flags.profile_name : gph_prog_name;
  file_name = gph_os_alloc(strlen(base) + 6);
  sprintf(file_name, "%s.prof", base);
  fd = open(file_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) gph_fail(1, "cannot write the profile %s: %s", file_name, strerror(errno));
  size_t n = 1;
  for (int i = 0; i < argc; i++) n += strlen(argv[i]) + 1;
  command = gph_os_alloc(n);
  for (int i = 0; i < argc; i++) {
    if (i) strcat(command, " ");
    strcat(command, i ? argv[i] : gph_prog_name);
  }
  const time_t now = time(NULL);
  struct tm parts;
  strftime(date, sizeof date, "%a %b %e %H:%M %Y", localtime_r(&now, &parts));
  gph_symbols_load();
  gph_profile_wanted = on = true;
  struct sigaction a = {.sa_sigaction = on_tick, .sa_flags = SA_ONSTACK | SA_RESTART | SA_SIGINFO};
  sigaction(SIGPROF, &a, NULL);
  gph_at_death(gph_profile_end);
}

// ---- the file. By whoever ends the program, perhaps in a signal's handler: no memory but that of `memory`, no stdio
// but snprintf.
typedef struct {
  char name[120];  // without its module
  char module[80], place[160];
  double ns, bytes;
} Function;
typedef struct {
  uint32_t function, parent, child, sibling;  // 0: none
  uint64_t ticks;
  double ns, bytes, all_ns, all_bytes;  // its own; with what it calls
} Node;
enum { ROOT = 1, MAIN = 1, GC = 2, SYSTEM = 3, FIRST_FUNCTION = 4 };
static char *memory, *memory_end;
static Function *functions;
static uint32_t functions_used;
static uint32_t *function_of;  // by symbol
static Node *nodes;
static uint32_t nodes_used;
static uint32_t *order;
static double total_ns, total_bytes;  // of what was sampled
static char out[1 << 16];
static size_t out_used;
static int failed;  // errno of a write

static void *take(size_t bytes) {
  char *p = memory;
  memory += (bytes + 15) & ~(size_t)15;
  return memory <= memory_end ? p : NULL;
}
static void flush_out(void) {
  for (size_t at = 0; at < out_used && !failed;) {
    ssize_t k = write(fd, out + at, out_used - at);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) failed = k < 0 ? errno : ENOSPC;
    else at += (size_t)k;
  }
  out_used = 0;
}
static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *fmt, ...) {
  if (out_used + 4096 > sizeof out) flush_out();
  va_list ap;
  va_start(ap, fmt);
  const int n = vsnprintf(out + out_used, 4096, fmt, ap);
  va_end(ap);
  out_used += n < 4096 ? (size_t)n : 4095;
}

static void set_function(Function *f, const char *name, const char *module, const char *place) {
  snprintf(f->name, sizeof f->name, "%s", name);
  snprintf(f->module, sizeof f->module, "%s", module);
  snprintf(f->place, sizeof f->place, "%s", place);
  for (char *p = f->place; *p; p++)
    if (*p == ' ') *p = '_';
}
// Symbols of one name and place are one function.
static uint32_t function_called(uint32_t symbol) {
  if (function_of[symbol]) return function_of[symbol];
  char whole[200];
  gph_symbol_whole_name(whole, sizeof whole, symbol);
  const char *place = gph_symbol_place(symbol);
  const size_t m = gph_module_length(whole);
  Function f;
  char module[80];
  snprintf(module, sizeof module, "%.*s", (int)m, whole);
  set_function(&f, m ? whole + m + 1 : whole, m ? module : "-", *place ? place : "<library>");
  uint32_t k = FIRST_FUNCTION;
  while (k < functions_used && (strcmp(functions[k].name, f.name) != 0 || strcmp(functions[k].module, f.module) != 0 ||
                                strcmp(functions[k].place, f.place) != 0))
    k++;
  if (k == functions_used) {
    f.ns = f.bytes = 0;
    functions[functions_used++] = f;
  }
  return function_of[symbol] = k;
}

static uint32_t child_of(uint32_t node, uint32_t function) {
  for (uint32_t k = nodes[node].child; k; k = nodes[k].sibling)
    if (nodes[k].function == function) return k;
  const uint32_t k = nodes_used++;
  nodes[k] = (Node){.function = function, .parent = node, .sibling = nodes[node].child};
  nodes[node].child = k;
  return k;
}
// From the outermost function inwards. One that is there already is where the path goes on: a recursion is as deep as
// it has functions.
static uint32_t node_of(const Stack *s) {
  uint32_t at = ROOT;
  for (uint32_t i = s->used; i-- > 0;) {
    const uint32_t symbol = gph_symbol_at(s->at[i]);
    if (symbol == 0) continue;
    const uint32_t f = function_called(symbol);
    uint32_t up = at;
    while (up != ROOT && nodes[up].function != f) up = nodes[up].parent;
    at = up != ROOT ? up : child_of(at, f);
  }
  return at;
}
static void count_at(uint32_t node, double ns, double bytes, uint64_t ticks) {
  nodes[node].ns += ns;
  nodes[node].bytes += bytes;
  nodes[node].ticks += ticks;
  functions[nodes[node].function].ns += ns;
  functions[nodes[node].function].bytes += bytes;
  for (uint32_t k = node; k; k = nodes[k].parent) {
    nodes[k].all_ns += ns;
    nodes[k].all_bytes += bytes;
  }
  total_ns += ns;
  total_bytes += bytes;
}

// Other HECs may run on, and be in the middle of a sample: so all is made of the stacks that were there when it began.
static bool build(void) {
  static uint32_t there[GPH_MAX_HECS];
  const int hecs = gph_hecs_now();
  size_t addresses = 0;
  for (int i = 0; i < hecs; i++) {
    const Profile *p = gph_hecs[i]->profile;
    there[i] = p ? gph_load_acquire(&p->arena_used) : 0;  // pairs with counted
    for (uint32_t k = 0; k < there[i]; k += (uint32_t)(sizeof(Stack) / 8) + stack_at(p, k + 1)->used)
      addresses += stack_at(p, k + 1)->used;
  }
  const size_t symbols = gph_symbols_count(), most = addresses < symbols ? addresses : symbols;
  const size_t bytes = (symbols + 1) * sizeof *function_of + (most + FIRST_FUNCTION) * sizeof *functions +
                       (addresses + 8) * (sizeof *nodes + sizeof *order) + 4096;
  memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  memory_end = memory + bytes;
  function_of = take((symbols + 1) * sizeof *function_of);
  functions = take((most + FIRST_FUNCTION) * sizeof *functions);
  nodes = take((addresses + 8) * sizeof *nodes);
  order = take((addresses + 8) * sizeof *order);
  if (!order) return false;
  set_function(&functions[MAIN], "MAIN", "MAIN", "<built-in>");
  set_function(&functions[GC], "GC", "GC", "<built-in>");
  set_function(&functions[SYSTEM], "SYSTEM", "SYSTEM", "<built-in>");
  functions_used = FIRST_FUNCTION;
  nodes[ROOT] = (Node){.function = MAIN};
  nodes_used = ROOT + 1;
  for (int i = 0; i < hecs; i++) {
    const Profile *p = gph_hecs[i]->profile;
    if (!p) continue;
    if (p->collecting_ns) count_at(child_of(ROOT, GC), (double)p->collecting_ns, 0, 0);
    if (p->system_ns) count_at(child_of(ROOT, SYSTEM), (double)p->system_ns, 0, 0);
    for (uint32_t k = 0; k < there[i]; k += (uint32_t)(sizeof(Stack) / 8) + stack_at(p, k + 1)->used) {
      const Stack *s = stack_at(p, k + 1);
      count_at(node_of(s), (double)gph_load_relaxed(&s->ns), (double)gph_load_relaxed(&s->bytes),
               gph_load_relaxed(&s->ticks));
    }
  }
  return true;
}

static double percent(double x, double of) { return of > 0 ? 100 * x / of : 0; }
static int wider(int width, const char *s) { return (int)strlen(s) > width ? (int)strlen(s) : width; }

static bool comes_before(const Function *x, const Function *y) {
  if (x->ns != y->ns) return x->ns > y->ns;
  if (x->bytes != y->bytes) return x->bytes > y->bytes;
  return strcmp(x->name, y->name) < 0;
}
static void write_functions(void) {
  uint32_t n = 0;
  int name = 11, module = 6, place = 3;
  for (uint32_t k = MAIN; k < functions_used; k++)
    if (percent(functions[k].ns, total_ns) >= 1 || percent(functions[k].bytes, total_bytes) >= 1) {
      uint32_t at = n++;  // two hundred at most; qsort may take memory
      for (; at > 0 && comes_before(&functions[k], &functions[order[at - 1]]); at--) order[at] = order[at - 1];
      order[at] = k;
      name = wider(name, functions[k].name);
      module = wider(module, functions[k].module);
      place = wider(place, functions[k].place);
    }
  say("%-*s %-*s %-*s %%time %%alloc\n\n", name, "COST CENTRE", module, "MODULE", place, "SRC");
  for (uint32_t k = 0; k < n; k++) {
    const Function *f = &functions[order[k]];
    say("%-*s %-*s %-*s %5.1f %6.1f\n", name, f->name, module, f->module, place, f->place, percent(f->ns, total_ns),
        percent(f->bytes, total_bytes));
  }
}

static bool is_shown(const Node *x) {
  return percent(x->all_ns, total_ns) >= 0.05 || percent(x->all_bytes, total_bytes) >= 0.05;
}
// The nodes in the order of the tree, and how wide the columns are. The callee that took most comes first.
typedef struct {
  int name, module, place;
  uint32_t no;
} Columns;
static uint32_t largest_child(uint32_t node, uint32_t after) {
  // Ties by number: each is met once.
  uint32_t best = 0;
  for (uint32_t k = nodes[node].child; k; k = nodes[k].sibling) {
    if (after && !(nodes[k].all_ns < nodes[after].all_ns || (nodes[k].all_ns == nodes[after].all_ns && k > after)))
      continue;
    if (!best || nodes[k].all_ns > nodes[best].all_ns || (nodes[k].all_ns == nodes[best].all_ns && k < best)) best = k;
  }
  return best;
}
static uint32_t next_in_tree(uint32_t node, int *depth) {
  uint32_t k = largest_child(node, 0);
  if (k) {
    ++*depth;
    return k;
  }
  for (; node != ROOT; node = nodes[node].parent, --*depth)
    if ((k = largest_child(nodes[node].parent, node)) != 0) return k;
  return 0;
}
static void write_tree(void) {
  Columns c = {11, 6, 3, 0};
  int depth = 0;
  for (uint32_t k = ROOT; k; k = next_in_tree(k, &depth)) {
    if (!is_shown(&nodes[k])) continue;
    const Function *f = &functions[nodes[k].function];
    if (depth + (int)strlen(f->name) > c.name) c.name = depth + (int)strlen(f->name);
    c.module = wider(c.module, f->module);
    c.place = wider(c.place, f->place);
  }
  say("\n\n%*s  individual      inherited\n", c.name + c.module + c.place + 3 + 7 + 9, "");
  say("%-*s %-*s %-*s %6s %8s  %%time %%alloc   %%time %%alloc  %7s %12s\n\n", c.name, "COST CENTRE", c.module,
      "MODULE", c.place, "SRC", "no.", "samples", "ticks", "bytes");
  depth = 0;
  for (uint32_t k = ROOT; k; k = next_in_tree(k, &depth)) {
    const Node *x = &nodes[k];
    if (!is_shown(x)) continue;
    const Function *f = &functions[x->function];
    say("%*s%-*s %-*s %-*s %6u %8lu  %5.1f %6.1f   %5.1f %6.1f  %7.0f %12.0f\n", depth, "", c.name - depth, f->name,
        c.module, f->module, c.place, f->place, c.no + 100, (unsigned long)x->ticks, percent(x->ns, total_ns),
        percent(x->bytes, total_bytes), percent(x->all_ns, total_ns), percent(x->all_bytes, total_bytes),
        x->ns / (double)gph_flags.tick_ns, x->bytes);
    c.no++;
  }
}

static void write_hecs(void) {
  say("\n\n%-6s %12s %9s %12s %12s %15s\n\n", "HEC", "seconds", "samples", "collections", "scheduler", "bytes");
  for (int i = 0; i < gph_hecs_now(); i++) {
    const Profile *p = gph_hecs[i]->profile;
    if (p)
      say("%-6d %12.3f %9lu %12.3f %12.3f %15lu\n", i, (double)p->ns / 1e9, (unsigned long)p->ticks,
          (double)p->collecting_ns / 1e9, (double)p->system_ns / 1e9, (unsigned long)p->bytes);
  }
}

void gph_profile_end(void) {
  if (!gph_profile_wanted || !gph_exchange(&on, false)) return;
  uint64_t ticks = 0;
  int hecs = 0;
  if (!build()) failed = ENOMEM;
  for (int i = 0; i < gph_hecs_now(); i++)
    if (gph_hecs[i]->profile) {
      ticks += gph_hecs[i]->profile->ticks;
      hecs++;
    }
  if (!failed) {
    say("\t%s Time and Allocation Profiling Report  (Final)\n\n\t   %.3000s\n\n", date, command);
    say("\ttotal time  = %11.2f secs   (%lu samples @ %ld us, %d processor%s)\n", total_ns / 1e9, (unsigned long)ticks,
        (long)(gph_flags.tick_ns / 1000), hecs, hecs == 1 ? "" : "s");
    say("\ttotal alloc = %11.0f bytes  (sampled)\n\n", total_bytes);
    if (!gph_symbols_there()) say("(no names: the program has no symbol table)\n\n");
    write_functions();
    write_tree();
    write_hecs();
    flush_out();
  }
  if (failed) gph_log("the profile is not complete: cannot write %s: %s", file_name, strerror(failed));
  close(fd);
}
