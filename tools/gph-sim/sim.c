// sim.c: gph-sim: what the load distribution of runtime/dist does with more processes than there are here.
//
// A discrete simulation of PEs with HECs each, sparks of a given length, and messages that take a given time. What is
// decided is decided by the runtime's own source, dist/policy.c; around it stands what dist/fish.c and the scheduler do
// with it. Left out: the heap (fetching, packets, collections), and waiting for the values of sparks. So the figures
// say how work spreads, and no more than that.
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
    "  POLICIES  --low-watermark= --high-watermark= --fish-delay= --fish-age= --fishes= --victim= --inter-first= "
    "--gateway=hec|thread, as of +RTS\n"
    "  MACHINE   --latency=S     a message's way (default 0.0001); --handling=S: dealing with one (0.000005); "
    "--poll=S: how often a busy gateway looks (0.001)\n"
    "            --seed=N\n";

typedef struct {
  int *depths;  // of sparks; [first, end) of room
  size_t first, end, room;
  int running;
  uint32_t reserved;  // --inter-first
  bool trying;        // a TRY is under way
  GphPolicy policy;
} Pe;
typedef enum { DONE, ARRIVES, FISH, SPARK, TRY } What;
typedef struct {
  int64_t at;
  uint64_t number;  // of those at one time the first that was made
  What what, message;
  int pe, from, origin, depth;
  uint32_t hops, load;
  GphWant want;
  bool pushed;
} Event;

static Event *heap;
static size_t heap_used, heap_room;
static uint64_t made, random_state = 1;
static int64_t now, latency = 100000, handling = 5000, poll_ns = 1000000, leaf = 10000000;
static int pes_count = 20, hecs = 5, inter_first;
static bool gateway_thread;
static Pe *pes;
static int64_t left, work;  // leaves; the sum of what they take
static uint64_t fishes, sparks_sent;

static double uniform(void) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(random_state >> 11) / 9007199254740992.0;
}
static void fail(const char *what) {
  fprintf(stderr, "gph-sim: %s (--help says more)\n", what);
  exit(2);
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

static uint32_t sparks(const Pe *p) { return (uint32_t)(p->end - p->first); }
static void push_spark(Pe *p, int depth) {
  if (p->end == p->room) {
    memmove(p->depths, p->depths + p->first, sparks(p) * sizeof *p->depths);
    p->end -= p->first;
    p->first = 0;
    if (2 * p->end >= p->room) p->depths = grow(p->depths, &p->room, sizeof *p->depths);
  }
  p->depths[p->end++] = depth;
}
// Until a gateway comes by: at once, where its HEC has nothing to do.
static int64_t gateway_delay(const Pe *p) {
  if (gateway_thread || uniform() * hecs >= p->running) return 0;
  return (int64_t)(uniform() * (double)poll_ns);
}

// HECs that have nothing to do take sparks, the oldest first. A task of depth d makes a spark of each smaller one, and
// is left with a leaf.
static void run(int pe) {
  Pe *p = &pes[pe];
  while (p->running < (p->reserved > 0 ? 1 : hecs) && sparks(p) > 0) {
    int depth = p->depths[p->first++];
    while (depth > 0) push_spark(p, --depth);
    const int64_t t = (int64_t)((0.5 + uniform()) * (double)leaf);
    work += t;
    p->running++;
    put((Event){.at = now + t, .what = DONE, .pe = pe});
  }
}
static void send(Event message, int from, int to) {
  message.what = ARRIVES;
  message.at = now + latency;
  message.pe = to;
  message.from = from;
  message.load = sparks(&pes[from]);
  put(message);
}
static void give(int pe, int to, bool pushed) {
  Pe *p = &pes[pe];
  sparks_sent++;
  const int depth = p->depths[p->first++];
  if (p->reserved > 0 && --p->reserved == 0) run(pe);
  send((Event){.message = SPARK, .depth = depth, .pushed = pushed}, pe, to);
}
// As gph_dist_poll, after messages: what is due.
static void look(int pe) {
  Pe *p = &pes[pe];
  for (;;) {
    const GphWant want = gph_policy_want(&p->policy, sparks(p), (uint32_t)(hecs - p->running));
    if (want == GPH_WANT_NOTHING) break;
    const int64_t due = gph_policy_due(&p->policy, now);
    if (due > 0 && !p->trying) {
      p->trying = true;
      put((Event){.at = now + due + gateway_delay(p), .what = TRY, .pe = pe});
    }
    if (due != 0) break;
    fishes++;
    send((Event){.message = FISH, .origin = pe, .want = want}, pe, gph_policy_ask(&p->policy));
  }
  const int to = gph_policy_push(&p->policy, sparks(p), now);
  if (to >= 0) give(pe, to, true);
}
static void try_later(int pe) {
  Pe *p = &pes[pe];
  if (p->trying || pes_count == 1) return;
  p->trying = true;
  put((Event){.at = now + gateway_delay(p), .what = TRY, .pe = pe});
}

static void happens(Event e) {
  Pe *p = &pes[e.pe];
  switch (e.what) {
    case DONE:
      p->running--;
      left--;
      run(e.pe);
      try_later(e.pe);
      break;
    case ARRIVES:
      e.what = e.message;
      e.at = now + gateway_delay(p) + handling;
      put(e);
      break;
    case TRY:
      p->trying = false;
      look(e.pe);
      break;
    case FISH:
      gph_policy_heard(&p->policy, e.from, e.load);
      if (e.origin == e.pe) gph_policy_missed(&p->policy, now);
      else if (gph_policy_gives(&p->policy, e.want, sparks(p)) && sparks(p) > 0) give(e.pe, e.origin, false);
      else {
        fishes++;
        const int to = gph_policy_onward(&p->policy, e.origin, e.hops);
        send((Event){.message = FISH, .origin = e.origin, .hops = e.hops + 1, .want = e.want}, e.pe, to);
      }
      look(e.pe);
      break;
    case SPARK:
      gph_policy_heard(&p->policy, e.from, e.load);
      gph_policy_caught(&p->policy, e.from, e.pushed);
      push_spark(p, e.depth);
      run(e.pe);
      look(e.pe);
      break;
  }
}

// ---- the command line
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

int main(int argc, char **argv) {
  GphPolicy policy = {
      .delay_ns = 500000, .age = 8, .fishes = 1, .low = UINT32_MAX, .victim = GPH_VICTIM_LAST, .last = -1, .asked = -1};
  int flat = 2000, tree = -1, nested_depth = -1;
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
      if (!strchr(v, ',')) fail(a);
      nested_depth = (int)number(strchr(v, ',') + 1, a);
    } else if ((v = value(a, "--leaf="))) leaf = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--latency="))) latency = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--handling="))) handling = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--poll="))) poll_ns = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--seed="))) seed = (uint64_t)number(v, a);
    else if ((v = value(a, "--low-watermark="))) policy.low = (uint32_t)number(v, a);
    else if ((v = value(a, "--high-watermark="))) policy.high = (uint32_t)number(v, a);
    else if ((v = value(a, "--fish-delay="))) policy.delay_ns = (int64_t)(1e9 * number(v, a));
    else if ((v = value(a, "--fish-age="))) policy.age = (uint32_t)number(v, a);
    else if ((v = value(a, "--fishes="))) policy.fishes = (uint32_t)number(v, a);
    else if ((v = value(a, "--inter-first="))) inter_first = (int)number(v, a);
    else if ((v = value(a, "--victim="))) {
      if (strcmp(v, "random") != 0 && strcmp(v, "last") != 0 && strcmp(v, "load") != 0) fail(a);
      policy.victim = *v == 'r' ? GPH_VICTIM_RANDOM : v[1] == 'a' ? GPH_VICTIM_LAST : GPH_VICTIM_LOAD;
    } else if ((v = value(a, "--gateway="))) {
      if (strcmp(v, "hec") != 0 && strcmp(v, "thread") != 0) fail(a);
      gateway_thread = *v == 't';
    } else fail(a);
  }
  if (pes_count < 1 || pes_count > 100000 || hecs < 1 || flat < 1 || tree > 24 || nested_depth > 24)
    fail("a number is out of range");
  if (policy.low == UINT32_MAX) policy.low = (uint32_t)hecs;
  random_state = seed * 0x9e3779b97f4a7c15ull | 1;
  pes = calloc((size_t)pes_count, sizeof *pes);
  if (!pes) fail("out of memory");
  for (int i = 0; i < pes_count; i++) {
    pes[i].policy = policy;
    pes[i].policy.pe = i;
    pes[i].policy.pes = pes_count;
    pes[i].policy.random = (uint64_t)i * 0x9e3779b97f4a7c15ull + seed;
    pes[i].policy.loads = calloc((size_t)pes_count, sizeof(uint32_t));
    if (!pes[i].policy.loads) fail("out of memory");
  }
  const int tasks = tree >= 0 ? 1 : flat, depth = tree >= 0 ? tree : nested_depth >= 0 ? nested_depth : 0;
  for (int i = 0; i < tasks; i++) push_spark(&pes[0], depth);
  left = (int64_t)tasks << depth;
  pes[0].reserved = pes_count > 1 ? (uint32_t)inter_first : 0;
  run(0);
  for (int i = 0; i < pes_count; i++) try_later(i);
  while (left > 0) {
    const Event e = take();
    now = e.at;
    happens(e);
  }
  printf("%d x %d HECs: %.4f s, speed-up %.2f, %.0f%% busy; %llu sparks sent, %llu FISHes\n", pes_count, hecs,
         (double)now / 1e9, (double)work / (double)now, 100.0 * (double)work / (double)now / pes_count / hecs,
         (unsigned long long)sparks_sent, (unsigned long long)fishes);
  return 0;
}
