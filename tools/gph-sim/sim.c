// sim.c: gph-sim: what the load distribution of runtime/dist does with more processes than there are here.
//
// A discrete simulation of PEs with HECs each, a tree of sparks, and messages that take a given time. What is decided
// is decided by the runtime's own source, dist/policy.c; around it stands what dist/fish.c, dist/fetch.c and the
// scheduler do with it. A thread makes its sparks, does work of its own, and then needs their values, one after the
// other: one that nobody has begun it evaluates itself, for one that is under way it waits, and its HEC does something
// else meanwhile; one that is elsewhere is fetched. Messages are dealt with one after the other by the PE's gateway,
// who looks at them at once when it has nothing to do, and else every now and then.
//
// Left out: the heap (collections, what a packet holds beyond a fixed time for it), pools of sparks for each HEC (here
// all HECs of a PE share one), fizzled sparks that lie in a pool until a collection, the time a HEC loses to being the
// gateway, values that more than one spark needs, and that processors of one machine share memory.
#include "dist/policy.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "gph-sim: spreads sparks over processes by the runtime's policies, and says how long that takes\n"
    "\n"
    "  gph-sim [--pes=20] [--hecs=5] WORK [POLICIES] [MACHINE]\n"
    "\n"
    "  WORK      --flat=N        N sparks of process 0 (default 2000)\n"
    "            --tree=D        divide and conquer: one task of depth D, 2^D leaves\n"
    "            --nested=N,D    N tasks of depth D\n"
    "            --leaf=S        seconds for each spark or leaf, half to one and a half of it (default 0.01)\n"
    "            --sparks=FILE   a tree of sparks, a line each: PARENT SECONDS [old|young [WINDOW]]: the number of "
    "the\n"
    "                            line, from 0, of who makes it (-1: the first line, which is main); its own work; "
    "which\n"
    "                            of its sparks' values it needs first; how many sparks it is ahead of that (0: all)\n"
    "            --slower=X      all of that takes X times as long (default 1)\n"
    "  POLICIES  --low-watermark= --high-watermark= --fish-delay= --fish-age= --fishes= --victim= --inter-first= "
    "--gateway=hec|thread, as of +RTS\n"
    "            --results=send|fetch  values of sparks from elsewhere go there unasked, or when they are asked for\n"
    "            --hungry=any|gateway  whose idleness makes a process ask: any HEC's, or only the gateway's, as in the "
    "paper\n"
    "  MACHINE   --latency=S     a message's way (default 0.0001); --handling=S: dealing with one (0.000005); "
    "--packing=S:\n"
    "                            a spark or value into or out of a packet (0); --poll=S: how often a busy gateway "
    "looks "
    "(0.001)\n"
    "            --seed=N\n";

typedef enum { UNMADE, WAITS, MOVES, RUNS, OVER } State;
typedef struct {
  int64_t work;       // ns, its own
  int parent;         // -1: main's
  int kids_at, kids;  // [kids_at, kids_at + kids) of kids
  int made, next;     // how many of them are sparked; are looked at
  int window;         // at most so many are sparked ahead of next
  int pe;             // where it is, or goes
  int waiter;         // the thread of this PE, or of another one, that needs it; -1: none
  State state;
  bool young, asked, here;  // order of kids; a FETCH waits for it; its value is at its parent's
  bool owed;                // as a RESULT, to whom it came from as a spark
} Task;
// Evaluates base, and whatever it comes to need that nobody else has begun: task is where it stands.
typedef struct {
  int task, base, pe;
  int next;  // in a queue; -1: the last
} Thread;
typedef struct {
  int *pool;                // tasks that were sparked, the oldest at first; some of them are begun meanwhile
  size_t first, end, room;  // [first, end) of room
  uint32_t waiting;         // of these, those that are not
  int runnable, last;       // threads
  int running;              // HECs
  uint32_t reserved;        // --inter-first
  bool trying;              // a TRY is under way
  int64_t gateway_free;     // until then it deals with what came before
  GphPolicy policy;
} Pe;
typedef enum { WORKED, ARRIVES, FISH, SPARK, FETCH, RESUME, TRY } What;
typedef struct {
  int64_t at;
  uint64_t number;  // of those at one time the first that was made
  What what, message;
  int pe, from, origin, task, hec;
  uint32_t hops, load;
  GphWant want;
  bool pushed;
} Event;

static Event *heap;
static size_t heap_used, heap_room;
static uint64_t made, random_state = 1;
static int64_t now, latency = 100000, handling = 5000, packing, poll_ns = 1000000, slice = 20000000;
static double leaf = 0.01, slower = 1;
static int pes_count = 20, hecs = 5, inter_first;
static bool gateway_thread, gateway_asks, send_results = true;
static Pe *pes;
static Task *tasks;
static size_t tasks_used, tasks_room;
static int *kids;
static Thread *threads;
static size_t threads_used, threads_room;
static int threads_free = -1;
static int *of_hec;   // the thread that it runs; -1: none
static int64_t work;  // the sum of all tasks'
static uint64_t fishes, sparks_sent, fetches;

static double uniform(void) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(random_state >> 11) / 9007199254740992.0;
}
static void fail(const char *what) {
  fprintf(stderr, "gph-sim: %s (--help says more)\n", what);
  exit(2);
}
static void fail_of(const char *what, const char *flag) {
  char text[200];
  snprintf(text, sizeof text, "%s %s", what, flag);
  fail(text);
}
static void *grow(void *p, size_t *room, size_t size) {
  *room = *room ? 2 * *room : 64;
  p = realloc(p, *room * size);
  if (!p) fail("out of memory");
  return p;
}

static bool before(const Event *a, const Event *b) { return a->at != b->at ? a->at < b->at : a->number < b->number; }
static void put(Event e) {
  e.number = made++;
  if (heap_used == heap_room) heap = grow(heap, &heap_room, sizeof *heap);
  size_t i = heap_used++;
  for (; i > 0 && before(&e, &heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
  heap[i] = e;
}
static Event take(void) {
  const Event first = heap[0], last = heap[--heap_used];
  size_t i = 0;
  for (size_t c; (c = 2 * i + 1) < heap_used; i = c) {
    if (c + 1 < heap_used && before(&heap[c + 1], &heap[c])) c++;
    if (!before(&heap[c], &last)) break;
    heap[i] = heap[c];
  }
  heap[i] = last;
  return first;
}

static uint32_t sparks(const Pe *p) { return p->waiting; }
static void push_spark(int pe, int task) {
  Pe *p = &pes[pe];
  if (p->end == p->room) {
    if (p->first > 0) memmove(p->pool, p->pool + p->first, (p->end - p->first) * sizeof *p->pool);
    p->end -= p->first;
    p->first = 0;
    if (2 * p->end >= p->room) p->pool = grow(p->pool, &p->room, sizeof *p->pool);
  }
  p->pool[p->end++] = task;
  p->waiting++;
  tasks[task].state = WAITS;
  tasks[task].pe = pe;
}
static int oldest_spark(int pe) {  // there is one
  Pe *p = &pes[pe];
  int task;
  do task = p->pool[p->first++];
  while (tasks[task].state != WAITS || tasks[task].pe != pe);
  p->waiting--;
  return task;
}
static bool gateway_idle(int pe) { return of_hec[pe * hecs] < 0; }
static uint32_t idle(int pe) { return gateway_asks ? gateway_idle(pe) : (uint32_t)(hecs - pes[pe].running); }
// Until a gateway comes by: at once, where its HEC has nothing to do.
static int64_t gateway_delay(int pe) {
  return gateway_thread || gateway_idle(pe) ? 0 : (int64_t)(uniform() * (double)poll_ns);
}
static void send(Event message, int from, int to) {
  message.what = ARRIVES;
  message.at = now + latency;
  message.pe = to;
  message.from = from;
  message.load = sparks(&pes[from]);
  if (message.message == SPARK || message.message == RESUME) {
    message.at += packing;
    if (pes[from].gateway_free < now) pes[from].gateway_free = now;
    pes[from].gateway_free += packing;
  }
  put(message);
}

// ---- threads
static int new_thread(int base, int pe) {
  int t = threads_free;
  if (t >= 0) threads_free = threads[t].next;
  else {
    if (threads_used == threads_room) threads = grow(threads, &threads_room, sizeof *threads);
    t = (int)threads_used++;
  }
  threads[t] = (Thread){.task = base, .base = base, .pe = pe, .next = -1};
  return t;
}
static void wake(int t) {
  Pe *p = &pes[threads[t].pe];
  threads[t].next = -1;
  if (p->runnable < 0) p->runnable = t;
  else threads[p->last].next = t;
  p->last = t;
}
static void wake_waiter(Task *t) {
  if (t->waiter >= 0) wake(t->waiter);
  t->waiter = -1;
}
static int kid(const Task *t, int i) { return kids[t->kids_at + (t->young ? t->made - 1 - i : i)]; }
static void make_sparks(int task, int pe) {
  Task *t = &tasks[task];
  for (; t->made < t->kids && (t->window == 0 || t->made < t->next + t->window); t->made++)
    push_spark(pe, kids[t->kids_at + t->made]);
}
// A thread works until its slice is over, if it has that much to do.
static void go_on_working(int t, int hec) {
  Task *task = &tasks[threads[t].task];
  const int64_t ns = task->work < slice ? task->work : slice;
  task->work -= ns;
  put((Event){.at = now + ns, .what = WORKED, .pe = threads[t].pe, .hec = hec});
}
static void begin(int t, int hec) {
  const int pe = threads[t].pe;
  tasks[threads[t].task].state = RUNS;
  tasks[threads[t].task].pe = pe;
  make_sparks(threads[t].task, pe);
  go_on_working(t, hec);
}
static void ended(int task, int pe) {
  Task *t = &tasks[task];
  t->state = OVER;
  if (t->asked || (t->owed && tasks[t->parent].pe != pe))
    send((Event){.message = RESUME, .task = task}, pe, tasks[t->parent].pe);
  else wake_waiter(t);
}
// The thread goes on where it needs values. False: it waits, or has ended.
static bool go_on(int t, int hec) {
  const int pe = threads[t].pe;
  for (;;) {
    const int task = threads[t].task;
    while (tasks[task].next < tasks[task].kids) {
      make_sparks(task, pe);
      const int k = kid(&tasks[task], tasks[task].next);
      Task *c = &tasks[k];
      if (c->state == OVER && (c->here || c->pe == pe)) {
        tasks[task].next++;
        continue;
      }
      if (c->state == WAITS && c->pe == pe) {
        pes[pe].waiting--;
        threads[t].task = k;
        begin(t, hec);
        return true;
      }
      c->waiter = t;
      if (c->pe != pe) {
        fetches++;
        send((Event){.message = FETCH, .task = k}, pe, c->pe);
      }
      return false;
    }
    ended(task, pe);
    if (task == threads[t].base) {
      threads[t].next = threads_free;
      threads_free = t;
      return false;
    }
    threads[t].task = tasks[task].parent;
  }
}
// HECs that have nothing to do go on with threads that can, else they take sparks, the oldest first.
static void run(int pe) {
  Pe *p = &pes[pe];
  for (int h = 0; h < hecs && (p->runnable >= 0 || sparks(p) > 0); h++) {
    while (of_hec[pe * hecs + h] < 0) {
      int t = p->runnable;
      if (t >= 0) {
        p->runnable = threads[t].next;
        of_hec[pe * hecs + h] = t;
        p->running++;
        const Task *task = &tasks[threads[t].task];
        if (task->state != RUNS) begin(t, h);
        else if (task->work > 0) go_on_working(t, h);
        else if (!go_on(t, h)) {
          of_hec[pe * hecs + h] = -1;
          p->running--;
        }
      } else if (sparks(p) > 0 && (p->reserved == 0 || h == 0)) {
        const int task = oldest_spark(pe);
        of_hec[pe * hecs + h] = new_thread(task, pe);
        p->running++;
        begin(of_hec[pe * hecs + h], h);
      } else break;
    }
  }
}

// ---- messages
static void give(int pe, int to, bool pushed) {
  Pe *p = &pes[pe];
  sparks_sent++;
  const int task = oldest_spark(pe);
  tasks[task].state = MOVES;
  tasks[task].pe = to;
  if (p->reserved > 0) p->reserved--;
  send((Event){.message = SPARK, .task = task, .pushed = pushed}, pe, to);
}
// As gph_dist_poll, after messages: what is due.
static void look(int pe) {
  Pe *p = &pes[pe];
  for (;;) {
    const GphWant want = gph_policy_want(&p->policy, sparks(p), idle(pe));
    if (want == GPH_WANT_NOTHING) break;
    const int64_t due = gph_policy_due(&p->policy, now);
    if (due > 0 && !p->trying) {
      p->trying = true;
      put((Event){.at = now + due + gateway_delay(pe), .what = TRY, .pe = pe});
    }
    if (due != 0) break;
    fishes++;
    send((Event){.message = FISH, .origin = pe, .want = want}, pe, gph_policy_ask(&p->policy));
  }
  const int to = sparks(p) > 0 ? gph_policy_push(&p->policy, sparks(p), now) : -1;
  if (to >= 0) give(pe, to, true);
}
static void try_later(int pe) {
  Pe *p = &pes[pe];
  if (p->trying || pes_count == 1) return;
  p->trying = true;
  put((Event){.at = now + gateway_delay(pe), .what = TRY, .pe = pe});
}
// A FETCH asks for a task's value: who has it sends it, who is at it will, who has not begun it does now.
static void asked_for(int task, int pe) {
  Task *t = &tasks[task];
  if (t->pe != pe) send((Event){.message = FETCH, .task = task}, pe, t->pe);  // it has moved on
  else if (t->state == OVER) send((Event){.message = RESUME, .task = task}, pe, tasks[t->parent].pe);
  else {
    t->asked = true;
    if (t->state != WAITS) return;
    pes[pe].waiting--;
    t->state = MOVES;  // from the pool to a thread
    wake(new_thread(task, pe));
  }
}

static void happens(Event e) {
  Pe *p = &pes[e.pe];
  switch (e.what) {
    case WORKED: {
      int *hec = &of_hec[e.pe * hecs + e.hec];
      if (tasks[threads[*hec].task].work == 0) {
        if (go_on(*hec, e.hec)) break;
      } else if (p->runnable >= 0) wake(*hec);
      else {
        go_on_working(*hec, e.hec);
        break;
      }
      *hec = -1;
      p->running--;
      break;
    }
    case ARRIVES: {
      const bool packet = e.message == SPARK || e.message == RESUME;
      int64_t from = now + gateway_delay(e.pe);
      if (from < p->gateway_free) from = p->gateway_free;
      e.what = e.message;
      e.at = p->gateway_free = from + handling + (packet ? packing : 0);
      put(e);
      return;
    }
    case TRY: p->trying = false; break;
    case FISH:
      gph_policy_heard(&p->policy, e.from, e.load);
      if (e.origin == e.pe) gph_policy_missed(&p->policy, now);
      else if (gph_policy_gives(&p->policy, e.want, sparks(p), idle(e.pe)) && sparks(p) > 0)
        give(e.pe, e.origin, false);
      else {
        fishes++;
        const int to = gph_policy_onward(&p->policy, e.origin, e.hops);
        send((Event){.message = FISH, .origin = e.origin, .hops = e.hops + 1, .want = e.want}, e.pe, to);
      }
      break;
    case SPARK:
      gph_policy_heard(&p->policy, e.from, e.load);
      gph_policy_caught(&p->policy, e.from, e.pushed);
      tasks[e.task].owed = send_results;
      push_spark(e.pe, e.task);
      if (tasks[e.task].asked) asked_for(e.task, e.pe);
      else wake_waiter(&tasks[e.task]);  // it is back home, where somebody needs it
      break;
    case FETCH: asked_for(e.task, e.pe); break;
    case RESUME:
      tasks[e.task].here = true;
      wake_waiter(&tasks[e.task]);
      break;
  }
  run(e.pe);
  if (e.what == WORKED) try_later(e.pe);
  else look(e.pe);
}

// ---- what there is to do
static const char *value(const char *arg, const char *name) {
  const size_t n = strlen(name);
  return strncmp(arg, name, n) == 0 ? arg + n : NULL;
}
static double number(const char *s, const char *name) {
  char *end;
  const double x = strtod(s, &end);
  if (end == s || (*end && *end != ',') || !(x >= 0) || x > 1e12) fail(name);
  return x;
}
static int new_task(int parent, double seconds, bool young, int window) {
  enum { MOST = 1 << 25 };
  if (tasks_used == MOST) fail("too many sparks");
  const double ns = 1e9 * slower * seconds;
  if (!(ns < 4e18 - (double)work)) fail("too much work");
  if (tasks_used == tasks_room) tasks = grow(tasks, &tasks_room, sizeof *tasks);
  tasks[tasks_used] =
      (Task){.work = (int64_t)ns, .parent = parent, .waiter = -1, .young = young, .window = window, .state = UNMADE};
  if (parent >= 0) tasks[parent].kids++;
  work += tasks[tasks_used].work;
  return (int)tasks_used++;
}
static void grow_tree(int parent, int depth) {
  const int t = new_task(parent, (0.5 + uniform()) * leaf, true, 0);
  while (depth > 0) grow_tree(t, --depth);
}
static void read_sparks(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) fail(path);
  char line[200];
  for (int n = 0; fgets(line, sizeof line, f); n++) {
    int parent;
    double seconds;
    char order[8] = "old", ahead[12] = "0", rest[2], *end;
    const int got = sscanf(line, "%d %lf %7s %11s %1s", &parent, &seconds, order, ahead, rest);
    const bool young = strcmp(order, "young") == 0;
    const long window = strtol(ahead, &end, 10);
    if (got < 2 || got > 4 || (n == 0 ? parent != -1 : parent < 0 || parent >= n) || !(seconds >= 0 && seconds < 1e9) ||
        (!young && strcmp(order, "old") != 0) || *end || window < 0 || window > 1000000000 || (young && window > 0)) {
      fprintf(stderr, "gph-sim: %s:%d: not a spark\n", path, n + 1);
      exit(2);
    }
    new_task(parent, seconds, young, (int)window);
  }
  if (ferror(f) || tasks_used == 0) fail(path);
  fclose(f);
}
// Each task's sparks beside each other, in the order in which it makes them.
static void order_kids(void) {
  kids = malloc(tasks_used * sizeof *kids);
  int *used = calloc(tasks_used, sizeof *used);
  if (!kids || !used) fail("out of memory");
  int at = 0;
  for (size_t i = 0; i < tasks_used; i++) {
    tasks[i].kids_at = at;
    at += tasks[i].kids;
  }
  for (size_t i = 1; i < tasks_used; i++) kids[tasks[tasks[i].parent].kids_at + used[tasks[i].parent]++] = (int)i;
  free(used);
}

int main(int argc, char **argv) {
  GphPolicy policy = {
      .delay_ns = 500000, .age = 8, .fishes = 1, .low = UINT32_MAX, .victim = GPH_VICTIM_LAST, .last = -1, .asked = -1};
  int flat = 2000, tree = -1, nested_depth = -1;
  const char *file = NULL;
  uint64_t seed = 1;
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i], *v;
    if (strcmp(a, "--help") == 0) {
      fputs(help, stdout);
      return 0;
    }
    if ((v = value(a, "--pes="))) pes_count = (int)number(v, a);
    else if ((v = value(a, "--hecs="))) hecs = (int)number(v, a);
    else if ((v = value(a, "--flat="))) flat = (int)number(v, a);
    else if ((v = value(a, "--tree="))) tree = (int)number(v, a);
    else if ((v = value(a, "--nested="))) {
      flat = (int)number(v, a);
      if (!strchr(v, ',')) fail_of("not one of its values:", a);
      nested_depth = (int)number(strchr(v, ',') + 1, a);
    } else if ((v = value(a, "--leaf="))) leaf = number(v, a);
    else if ((v = value(a, "--latency="))) latency = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--handling="))) handling = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--packing="))) packing = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--sparks="))) file = v;
    else if ((v = value(a, "--slower="))) slower = number(v, a);
    else if ((v = value(a, "--poll="))) poll_ns = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--seed="))) seed = (uint64_t)number(v, a);
    else if ((v = value(a, "--low-watermark="))) policy.low = (uint32_t)number(v, a);
    else if ((v = value(a, "--high-watermark="))) policy.high = (uint32_t)number(v, a);
    else if ((v = value(a, "--fish-delay="))) policy.delay_ns = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--fish-age="))) policy.age = (uint32_t)number(v, a);
    else if ((v = value(a, "--fishes="))) policy.fishes = (uint32_t)number(v, a);
    else if ((v = value(a, "--inter-first="))) inter_first = (int)number(v, a);
    else if ((v = value(a, "--victim="))) {
      if (strcmp(v, "random") != 0 && strcmp(v, "last") != 0 && strcmp(v, "load") != 0)
        fail_of("not one of its values:", a);
      policy.victim = *v == 'r' ? GPH_VICTIM_RANDOM : v[1] == 'a' ? GPH_VICTIM_LAST : GPH_VICTIM_LOAD;
    } else if ((v = value(a, "--gateway="))) {
      if (strcmp(v, "hec") != 0 && strcmp(v, "thread") != 0) fail_of("not one of its values:", a);
      gateway_thread = *v == 't';
    } else if ((v = value(a, "--results="))) {
      if (strcmp(v, "send") != 0 && strcmp(v, "fetch") != 0) fail_of("not one of its values:", a);
      send_results = *v == 's';
    } else if ((v = value(a, "--hungry="))) {
      if (strcmp(v, "any") != 0 && strcmp(v, "gateway") != 0) fail_of("not one of its values:", a);
      gateway_asks = *v == 'g';
    } else fail_of("unknown flag", a);
  }
  if (pes_count < 1 || pes_count > 100000 || hecs < 1 || hecs > 10000 || flat < 1 || tree > 24 || nested_depth > 24 ||
      !(slower > 0))
    fail("a number is out of range");
  if (policy.low == UINT32_MAX) policy.low = (uint32_t)hecs;
  random_state = seed * 0x9e3779b97f4a7c15ull | 1;
  pes = calloc((size_t)pes_count, sizeof *pes);
  of_hec = malloc((size_t)pes_count * (size_t)hecs * sizeof *of_hec);
  if (!pes || !of_hec) fail("out of memory");
  for (int i = 0; i < pes_count; i++) {
    pes[i].runnable = pes[i].last = -1;
    pes[i].policy = policy;
    pes[i].policy.pe = i;
    pes[i].policy.pes = pes_count;
    pes[i].policy.random = (uint64_t)i * 0x9e3779b97f4a7c15ull + seed;
    pes[i].policy.loads = calloc((size_t)pes_count, sizeof(uint32_t));
    if (!pes[i].policy.loads) fail("out of memory");
  }
  for (int i = 0; i < pes_count * hecs; i++) of_hec[i] = -1;
  if (file) read_sparks(file);
  else if (tree >= 0) grow_tree(-1, tree);
  else {
    new_task(-1, 0, false, 0);
    for (int i = 0; i < flat; i++) grow_tree(0, nested_depth > 0 ? nested_depth : 0);
  }
  order_kids();
  pes[0].reserved = pes_count > 1 ? (uint32_t)inter_first : 0;
  of_hec[0] = new_thread(0, 0);
  pes[0].running = 1;
  begin(of_hec[0], 0);
  run(0);
  for (int i = 0; i < pes_count; i++) try_later(i);
  while (tasks[0].state != OVER) {
    if (heap_used == 0) fail("nothing happens any more");
    const Event e = take();
    now = e.at;
    happens(e);
  }
  const double s = (double)(now > 0 ? now : 1);
  printf("%d x %d HECs: %.4f s, speed-up %.2f, %.0f%% busy; %llu sparks sent, %llu FISHes, %llu FETCHes\n", pes_count,
         hecs, (double)now / 1e9, (double)work / s, 100.0 * (double)work / s / pes_count / hecs,
         (unsigned long long)sparks_sent, (unsigned long long)fishes, (unsigned long long)fetches);
  return 0;
}
