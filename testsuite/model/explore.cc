// explore.cc: a stateless model checker for programs with C11 atomics, small enough to be read.
//
// A client (model.h) is a few threads. The checker runs it again and again, each time along another EXECUTION: which store every load reads from, where
// every store stands in the modification order of its location. Every execution that the memory model allows is run, once.
//
// The memory model is RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing sequential consistency in C/C++11, PLDI 2017), with the release
// sequences of C++20: happens-before by vector clocks, coherence by modification orders, the axiom of sequential consistency (psc is acyclic) by
// itself (`consistent`). No thin air: program order and reads-from together are acyclic. That excludes load buffering, which hardware may show.
//
// Note [Exploring]
// ~~~~~~~~~~~~~~~~
// A load can only read from a store that was executed before, and whether an execution is consistent does not depend on the order in which we
// run its events. So:
//   - Stores and fences run as soon as their thread comes to them. A store may be put anywhere into the modification order that coherence
//     and atomicity allow: a choice, so its place is not bound to when it ran.
//   - When every thread has come to a load (or exchange, or CAS), or waits, one of them reads from one of the stores there are: a choice of
//     both. Threads of a lower number than the chosen one are then asleep: they shall read only from stores that come later, because
//     reading from one of these was, or will be, explored by choosing them now.
// In an execution, the load chosen at a point is the one with the lowest thread number that reads from a store that is already there: so each
// execution is reached on exactly one path. Paths in which a sleeping thread never gets its new store are given up (counted as `cut`); inconsistent choices
// are cut at once.
// A load from a location that no other thread, of those not done, stores to is run at once. Which threads store to a location is noted while
// exploring; when a note is added the client is explored again from the beginning, so that the last time was done with all notes there.
//   example: x = 1 || r = x: path 1: r reads 1, path 2: r reads 0. No path in which the store comes after the load.
//
// A loop that waits calls model_pause (the runtime's gph_pause): the thread goes on when one of the locations that it read since the last time
// has a newer store, and a round that reads exactly what the round before did is cut. A client whose threads all wait for ever is a deadlock.
//
// Data races: plain accesses (calls that -fsanitize=thread puts there) must be ordered by happens-before with every conflicting access, plain or
// atomic. Their values are those in memory, which in the absence of races is right. Memory of free() must not be touched.
//
// Bounds: the client's own size; 320 events in an execution. A weak CAS does not fail without reason; a futex's waiters are all woken by a wake, and
// its timeouts never pass. Everything else in the model is complete. testsuite/model/litmus.c tests the checker itself.
#include "model.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <sys/mman.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>

void *model_local[MODEL_THREADS + 1], *model_current;

namespace {

constexpr int kThreads = MODEL_THREADS + 1, kEvents = 320;
constexpr size_t kStack = 64 << 10, kPart = 128 << 10, kArena = kPart * kThreads;

struct Clock {
  uint16_t at[kThreads] = {};
  void join(const Clock &o) {
    for (int i = 0; i < kThreads; i++)
      if (o.at[i] > at[i]) at[i] = o.at[i];
  }
};

enum Kind : uint8_t { kInit, kRead, kWrite, kUpdate, kFence };
struct Event {
  Kind kind;
  uint8_t thread;
  bool sc;
  uint16_t index;       // in its thread
  int loc, rf, by;      // location; what it read from; the update that read from it, or -1
  uint64_t value;       // of the store; of a read: what it read
  Clock clock;          // what happens before it, itself included
  Clock released;       // store: what an acquire of it gets
  const ModelSite *site;
};
bool reads(const Event &e) { return e.kind == kRead || e.kind == kUpdate; }
bool writes(const Event &e) { return e.kind == kInit || e.kind == kWrite || e.kind == kUpdate; }

struct Loc {
  uintptr_t addr;
  int size;
  bool stale;                       // written plainly since: its history begins again
  std::vector<int> order, accesses; // modification order; all events
};

struct Byte {                       // for data races: times of the last accesses, by thread; 0: none
  uint16_t plain_write, plain_writer, plain_read[kThreads], atomic_write[kThreads], atomic_read[kThreads];
};
struct Word {
  uintptr_t key;
  unsigned stamp;
  bool freed, parts;                // parts: bytes have been accessed singly; else byte[0] stands for all
  int loc[8];                       // 1 + index of the location that begins at this byte
  Byte byte[8];
};

struct Read {                       // what a thread wants to do next
  enum What { kLoad, kRmw, kCas, kAwait } what;
  int loc, order, failed;
  ModelOp op;
  uint64_t operand, expected;
  bool (*ready)(uint64_t value, uint64_t arg);   // kAwait; then it is an update to `operand` if `update`
  bool update;
  ModelSite *site;
};

enum Where { kRuns, kAtRead, kPaused, kDone };
struct Thread {
  void *sp;
  char *stack;
  Where where;
  Clock clock, fence_release, fence_acquire;
  Read want;
  int asleep;                       // may read from events from this number on
  uint64_t got;
  bool succeeded;
  std::vector<std::pair<int, int>> round, round_before;   // location, store read: since the last pause, and in the round before that
};

const ModelClient *client;
Event ev[kEvents + 1];
int events;
std::vector<Loc> locs;
int locs_used;
constexpr unsigned kWords = 1 << 14;
Word *words;
unsigned stamp;
Thread threads[kThreads];
int current;                        // 0: setup or finish
void *main_sp;
char *arena, *stacks;
size_t arena_used[kThreads];         // each thread has a part of its own, so that addresses do not depend on the order of allocations
struct Choice { int n, at; };
std::vector<Choice> path;
size_t depth, known;                // choices made in this execution; those of them that have been made before
enum Verdict { kComplete, kCut, kInconsistent, kFailed } verdict;
bool stopped, on_main;              // on_main: on behalf of thread `current`, but on the checker's own stack
std::string failure;
std::set<std::string> outcomes;
std::map<uint32_t *, uint64_t *> futexes;
long executions, cut;
long limit = 0;
// Which threads store to an address, in any execution seen so far of this client: see Note [Exploring]. renew: this was found wanting.
std::unordered_map<uintptr_t, unsigned> storers;
bool renew;
// Weakened: a site, and the order it gets; see `order_of`.
int weakened, weakened_order;
std::map<std::string, int> site_ids;
struct SiteUse { std::string key; int order; std::set<const ModelClient *> clients; };
std::vector<SiteUse> sites(1);

// ---- coroutines
extern "C" void model_switch(void **save, void *to);
__asm__(".text\n.globl model_switch\nmodel_switch:\n"
        "\tpushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n"
        "\tmovq %rsp, (%rdi)\n\tmovq %rsi, %rsp\n"
        "\tpopq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\tret\n");

void to_main() { model_switch(&threads[current].sp, main_sp); }
[[noreturn]] void stop(Verdict v) {       // this execution ends here
  verdict = v;
  stopped = true;
  if (current) to_main();
  abort();
}
void begin_thread() {
  client->run(current);
  threads[current].where = kDone;
  to_main();
  abort();
}
void run_on(int t) {
  current = t;
  threads[t].where = kRuns;
  model_current = model_local[t];
  model_switch(&main_sp, threads[t].sp);
  current = 0;
}

[[noreturn]] void fail(const std::string &why) {
  failure = why;
  if (!current || on_main) {
    current = 0;
    on_main = false;
    verdict = kFailed;
    stopped = true;
    throw 0;
  }
  stop(kFailed);
}

// ---- choices
int choose(int n, bool *fresh = nullptr) {
  if (fresh) *fresh = depth >= known;
  if (n == 1) return 0;
  if (depth == path.size()) path.push_back({n, 0});
  if (path[depth].n != n) { fprintf(stderr, "the client is not deterministic\n"); abort(); }
  return path[depth++].at;
}

// ---- memory
bool on_a_stack(uintptr_t a) { return a - reinterpret_cast<uintptr_t>(stacks) < kStack * kThreads; }
uint64_t peek(uintptr_t a, int size) {
  uint64_t v = 0;
  memcpy(&v, reinterpret_cast<void *>(a), static_cast<size_t>(size));
  return v;
}
void poke(uintptr_t a, int size, uint64_t v) { memcpy(reinterpret_cast<void *>(a), &v, static_cast<size_t>(size)); }

Word &word_at(uintptr_t a) {
  uintptr_t key = a >> 3;
  for (unsigned i = static_cast<unsigned>(key * 0x9E3779B97F4A7C15u >> 50);; i++) {
    Word &w = words[i % kWords];
    if (w.stamp == stamp && w.key == key) return w;
    if (w.stamp != stamp) {
      memset(&w, 0, sizeof w);
      w.stamp = stamp;
      w.key = key;
      return w;
    }
  }
}

std::string where_is(uintptr_t a) {
  char b[64];
  uintptr_t base = reinterpret_cast<uintptr_t>(arena);
  if (a - base < kArena) snprintf(b, sizeof b, "heap+%#lx", static_cast<unsigned long>(a - base));
  else snprintf(b, sizeof b, "%#lx", static_cast<unsigned long>(a));
  return b;
}

bool before(int t, uint16_t time, const Clock &c) { return time <= c.at[t]; }   // time 0: never happened
void race(uintptr_t a, const char *what, const char *with, int t) {
  fail(std::string("data race: ") + what + " of " + where_is(a) + " by thread " + std::to_string(current) + ", " + with + " by thread " + std::to_string(t));
}
void touch(uintptr_t a, int size, bool write, bool atomic) {
  const Clock &c = threads[current].clock;
  uint16_t now = static_cast<uint16_t>(c.at[current] + 1);
  Word *word = nullptr;
  for (int i = 0; i < size; i++) {
    int k = static_cast<int>((a + static_cast<uintptr_t>(i)) & 7);
    if (!word || k == 0) {
      word = &word_at(a + static_cast<uintptr_t>(i));
      if (!word->parts && (k != 0 || size - i < 8)) {
        word->parts = true;
        for (int n = 1; n < 8; n++) word->byte[n] = word->byte[0];
      }
    }
    Word &w = *word;
    if (!w.parts && k != 0) continue;
    if (w.freed) fail("use of memory after free: " + where_is(a) + " by thread " + std::to_string(current));
    Byte &b = w.byte[k];
    const char *what = atomic ? write ? "atomic store" : "atomic load" : write ? "plain store" : "plain load";
    if (b.plain_writer != current && !before(b.plain_writer, b.plain_write, c)) race(a, what, "plain store", b.plain_writer);
    for (int t = 1; t < kThreads; t++) {
      if (t == current) continue;
      if (write && !before(t, b.plain_read[t], c)) race(a, what, "plain load", t);
      if (!atomic && !before(t, b.atomic_write[t], c)) race(a, what, "atomic store", t);
      if (!atomic && write && !before(t, b.atomic_read[t], c)) race(a, what, "atomic load", t);
    }
    if (atomic) (write ? b.atomic_write : b.atomic_read)[current] = now;
    else if (write) {
      b.plain_write = now;
      b.plain_writer = static_cast<uint16_t>(current);
      for (int n = k; n < (w.parts ? k + 1 : 8); n++)
        if (w.loc[n]) locs[static_cast<size_t>(w.loc[n] - 1)].stale = true;
    } else b.plain_read[current] = now;
  }
}
void plain(const void *p, int size, bool write) {
  uintptr_t a = reinterpret_cast<uintptr_t>(p);
  if (!current || on_a_stack(a)) return;
  touch(a, size, write, false);
}

// ---- the graph
int new_event(Kind kind, int loc, int order, const ModelSite *site) {
  if (events == kEvents) fail("too many events: a loop without a bound?");
  Thread &t = threads[current];
  Event &e = ev[events];
  e = Event{kind, static_cast<uint8_t>(current), order == __ATOMIC_SEQ_CST, 0, loc, -1, -1, 0, {}, {}, site};
  if (kind != kInit) {
    e.index = ++t.clock.at[current];
    e.clock = t.clock;
  } else e.thread = 0;
  return events++;
}
bool happens_before(const Event &a, const Event &b) {
  if (a.kind == kInit) return b.kind != kInit;
  return b.kind != kInit && &a != &b && a.index <= b.clock.at[a.thread];
}

Loc &loc_of(int id) { return locs[static_cast<size_t>(id)]; }
int find_loc(const void *p, int size) {
  uintptr_t a = reinterpret_cast<uintptr_t>(p);
  Word &w = word_at(a);
  int &id = w.loc[a & 7];
  if (!id) {
    if (locs_used == static_cast<int>(locs.size())) locs.emplace_back();
    id = ++locs_used;
    loc_of(id - 1).addr = a;
    loc_of(id - 1).size = size;
    loc_of(id - 1).stale = true;
  }
  Loc &l = loc_of(id - 1);
  if (l.size != size) fail("atomic accesses of different sizes: " + where_is(a));
  if (l.stale) {
    l.stale = false;
    l.order.clear();
    l.accesses.clear();
    int e = new_event(kInit, id - 1, __ATOMIC_RELAXED, nullptr);
    ev[e].value = peek(a, size);
    l.order.push_back(e);
  }
  return id - 1;
}
int place(const Loc &l, int e) {          // in the modification order
  for (size_t i = l.order.size(); i-- > 0;)
    if (l.order[i] == e) return static_cast<int>(i);
  abort();
}
// The last store in modification order that the current thread cannot go behind.
int floor_of(const Loc &l, const Clock &c) {
  int at = 0;
  for (int e : l.accesses) {
    if (ev[e].index > c.at[ev[e].thread]) continue;
    int k = place(l, ev[e].kind == kRead ? ev[e].rf : e);
    if (k > at) at = k;
  }
  return at;
}

// ---- the axiom of sequential consistency
struct Bits {
  static constexpr int kPieces = (kEvents + 63) / 64;
  uint64_t w[kPieces] = {};
  void set(int i) { w[i >> 6] |= 1ull << (i & 63); }
  bool get(int i) const { return w[i >> 6] >> (i & 63) & 1; }
  void add(const Bits &o) { for (int i = 0; i < kPieces; i++) w[i] |= o.w[i]; }
  bool meets(const Bits &o) const {
    uint64_t m = 0;
    for (int i = 0; i < kPieces; i++) m |= w[i] & o.w[i];
    return m;
  }
  template <typename F> void each(F f) const {
    for (int i = 0; i < kPieces; i++)
      for (uint64_t x = w[i]; x; x &= x - 1) f(i * 64 + __builtin_ctzll(x));
  }
};
Bits hb[kEvents], eco[kEvents], scb[kEvents], hb_to[kEvents], psc[kEvents];

// After event e was added, the last in its thread, with a way on to events that were there before (reads from an older store, or stands before one).
bool consistent(int e) {
  // A new edge of psc leads from e, or from a fence before it.
  bool may = ev[e].sc;
  for (int i = 0; i < events && !may; i++) may = ev[i].kind == kFence && ev[i].sc && happens_before(ev[i], ev[e]);
  if (!may) return true;
  std::vector<int> sc;
  for (int i = 0; i < events; i++)
    if (ev[i].sc && ev[i].kind != kInit) sc.push_back(i);
  if (sc.size() < 2) return true;
  for (int i = 0; i < events; i++) hb[i] = eco[i] = scb[i] = hb_to[i] = psc[i] = Bits{};
  for (int i = 0; i < events; i++)
    for (int j = 0; j < events; j++)
      if (i != j && happens_before(ev[i], ev[j])) {
        hb[i].set(j);
        hb_to[j].set(i);
      }
  // scb: program order; hb between events with other locations in program order at both ends; hb at one location; mo; fr
  auto po = [](int i, int j) { return ev[i].thread == ev[j].thread && ev[i].kind != kInit && ev[i].index < ev[j].index; };
  auto other = [](int i, int j) { return ev[i].kind == kFence || ev[j].kind == kFence || ev[i].loc != ev[j].loc; };
  for (int i = 0; i < events; i++) {
    Bits middle, last;                                // po to another location; then hb
    for (int j = 0; j < events; j++) {
      if (po(i, j)) {
        scb[i].set(j);
        if (other(i, j)) middle.set(j);
      }
      if (hb[i].get(j) && ev[i].kind != kFence && ev[j].kind != kFence && ev[i].loc == ev[j].loc) scb[i].set(j);
    }
    middle.each([&](int m) { last.add(hb[m]); });
    last.each([&](int m) {
      for (int j = 0; j < events; j++)
        if (po(m, j) && other(m, j)) scb[i].set(j);
    });
  }
  for (int k = 0; k < locs_used; k++) {
    const Loc &l = locs[static_cast<size_t>(k)];
    if (l.stale) continue;
    size_t n = l.order.size();
    std::vector<Bits> after(n + 1), readers(n + 1);   // stores from here on; their readers
    for (size_t i = n; i-- > 0;) {
      after[i] = after[i + 1];
      readers[i] = readers[i + 1];
      after[i].set(l.order[i]);
      for (int e : l.accesses)
        if (reads(ev[e]) && ev[e].rf == l.order[i]) readers[i].set(e);
    }
    for (size_t i = 0; i < n; i++) {
      int w = l.order[i];
      eco[w].add(after[i + 1]);
      eco[w].add(readers[i]);
      scb[w].add(after[i + 1]);
    }
    for (int e : l.accesses) {
      if (!reads(ev[e])) continue;
      size_t i = static_cast<size_t>(place(l, ev[e].rf)) + 1;
      Bits from = after[i], then = readers[i];
      if (ev[e].kind == kUpdate) {                    // it is the first of `after`
        from = after[i + 1];
        then = readers[i];
      }
      eco[e].add(from);
      eco[e].add(then);
      scb[e].add(from);
    }
  }
  for (int a : sc) {
    bool fence = ev[a].kind == kFence;
    Bits to = scb[a], far;
    if (fence) hb[a].each([&](int m) { to.add(scb[m]); });
    if (fence) hb[a].each([&](int m) { far.add(eco[m]); });
    for (int b : sc) {
      if (to.get(b)) psc[a].set(b);
      if (ev[b].kind != kFence) continue;
      if (to.meets(hb_to[b])) psc[a].set(b);
      if (fence && (hb[a].get(b) || far.meets(hb_to[b]))) psc[a].set(b);
    }
  }
  for (int m : sc)
    for (int a : sc)
      if (psc[a].get(m)) psc[a].add(psc[m]);
  for (int a : sc)
    if (psc[a].get(a)) return false;
  return true;
}

void note_storer(int t, const Loc &l) {
  unsigned &s = storers[l.addr], me = 1u << t;
  if (!(s & me)) {
    s |= me;
    renew = true;
  }
}
// May another thread that is not done store there?
bool others_store(int t, const Loc &l) {
  unsigned s = storers[l.addr] & ~(1u << t);
  for (int i = 1; i <= client->threads; i++)
    if (threads[i].where == kDone) s &= ~(1u << i);
  return s;
}

// ---- stores
void insert(int e, int at) {
  Loc &l = loc_of(ev[e].loc);
  note_storer(ev[e].thread, l);
  l.order.insert(l.order.begin() + at, e);
  l.accesses.push_back(e);
  poke(l.addr, l.size, ev[l.order.back()].value);
}
bool acquires(int o) { return o == __ATOMIC_ACQUIRE || o == __ATOMIC_CONSUME || o == __ATOMIC_ACQ_REL || o == __ATOMIC_SEQ_CST; }
bool releases(int o) { return o == __ATOMIC_RELEASE || o == __ATOMIC_ACQ_REL || o == __ATOMIC_SEQ_CST; }

uint64_t masked(uint64_t v, int size) { return size == 8 ? v : v & ((1ull << size * 8) - 1); }

void do_store(ModelSite *site, int id, uint64_t v, int order) {
  Loc &l = loc_of(id);
  Thread &t = threads[current];
  int lowest = floor_of(l, t.clock) + 1, places[kEvents], n = 0;
  for (int at = static_cast<int>(l.order.size()); at >= lowest; at--) {
    bool end = at == static_cast<int>(l.order.size());
    if (end || !(ev[l.order[static_cast<size_t>(at)]].kind == kUpdate)) places[n++] = at;   // an update stands right behind what it read
  }
  bool fresh;
  int at = places[choose(n, &fresh)];
  bool last = at == static_cast<int>(l.order.size());
  touch(l.addr, l.size, true, true);
  int e = new_event(kWrite, id, order, site);
  ev[e].value = masked(v, l.size);
  ev[e].released = releases(order) ? t.clock : t.fence_release;
  insert(e, at);
  if (!last && fresh && !consistent(e)) stop(kInconsistent);
}

// ---- loads and updates
uint64_t updated(ModelOp op, uint64_t old, uint64_t v) {
  switch (op) {
  case MODEL_EXCHANGE: return v;
  case MODEL_ADD: return old + v;
  case MODEL_SUB: return old - v;
  case MODEL_OR: return old | v;
  case MODEL_AND: return old & v;
  case MODEL_RELEASE_SLEEPERS: return (old & ~0xffffffffull) | old >> 32;
  }
  return 0;
}
bool is_update(const Read &r, uint64_t value) {
  switch (r.what) {
  case Read::kLoad: return false;
  case Read::kRmw: return true;
  case Read::kCas: return value == r.expected;
  case Read::kAwait: return r.update;
  }
  return false;
}
// Stores that thread t may read from now; asleep: heed its sleep.
int readable(int t, bool asleep, int *from) {
  const Read &r = threads[t].want;
  const Loc &l = loc_of(r.loc);
  int lowest = floor_of(l, threads[t].clock), n = 0;
  for (int k = static_cast<int>(l.order.size()) - 1; k >= lowest; k--) {
    int w = l.order[static_cast<size_t>(k)];
    if (asleep && w < threads[t].asleep) continue;
    if (r.what == Read::kAwait && !r.ready(ev[w].value, r.expected)) continue;
    if (is_update(r, ev[w].value) && ev[w].by >= 0) continue;
    from[n++] = w;
  }
  return n;
}
void perform(int t, int w, bool fresh) {
  current = t;
  on_main = true;
  Thread &th = threads[t];
  const Read &r = th.want;
  uint64_t old = ev[w].value;
  bool update = is_update(r, old);
  int order = r.what == Read::kCas && !update ? r.failed : r.order;
  int at = place(loc_of(r.loc), w);
  bool last = at + 1 == static_cast<int>(loc_of(r.loc).order.size());
  touch(loc_of(r.loc).addr, loc_of(r.loc).size, update, true);
  if (update) touch(loc_of(r.loc).addr, loc_of(r.loc).size, false, true);
  int e = new_event(update ? kUpdate : kRead, r.loc, order, r.site);
  ev[e].rf = w;
  ev[e].value = old;
  if (acquires(order)) th.clock.join(ev[w].released);
  else th.fence_acquire.join(ev[w].released);
  ev[e].clock = th.clock;
  th.got = old;
  th.succeeded = update;
  if (update) {
    ev[w].by = e;
    ev[e].value = masked(r.what == Read::kRmw ? updated(r.op, old, r.operand) : r.operand, loc_of(r.loc).size);
    ev[e].released = releases(order) ? th.clock : th.fence_release;
    ev[e].released.join(ev[w].released);
    insert(e, at + 1);
  } else {
    loc_of(r.loc).accesses.push_back(e);
    th.round.push_back({r.loc, w});
  }
  current = 0;
  on_main = false;
  if (!last && fresh && !consistent(e)) {
    verdict = kInconsistent;
    stopped = true;
  }
}
uint64_t wait_for_read(const Read &r) {
  Thread &t = threads[current];
  t.want = r;
  if (r.what == Read::kRmw || r.what == Read::kCas || r.update) note_storer(current, loc_of(r.loc));   // even if it fails: it might not have
  t.asleep = 0;
  t.where = kAtRead;
  to_main();
  return t.got;
}

bool newer(const Thread &t) {              // something that the last round read has changed
  for (auto [l, w] : t.round_before) {
    const Loc &loc = loc_of(l);
    if (loc.stale || loc.order.back() != w) return true;
  }
  return false;
}

// ---- one execution
void reset() {
  events = 0;
  locs_used = 0;
  stamp++;
  for (int t = 0; t < kThreads; t++) {
    memset(arena + kPart * static_cast<size_t>(t), 0, arena_used[t]);
    arena_used[t] = 0;
  }
  futexes.clear();
  depth = 0;
  stopped = false;
  verdict = kComplete;
  for (int t = 0; t < kThreads; t++) {
    Thread &th = threads[t];
    th.clock = th.fence_release = th.fence_acquire = Clock{};
    th.where = kDone;
    th.round.clear();
    th.round_before.clear();
    th.asleep = 0;
  }
}

Verdict execute() {
  reset();
  try {
    client->setup();
    for (int t = 1; t <= client->threads && !stopped; t++) {
      void **sp = reinterpret_cast<void **>(threads[t].stack + kStack - 64);
      memset(threads[t].stack + kStack - 4096, 0, 4096);
      *--sp = nullptr;
      *--sp = reinterpret_cast<void *>(&begin_thread);
      sp -= 6;
      threads[t].sp = sp;
      run_on(t);
    }
    while (!stopped) {
      bool moved = false;
      for (int t = 1; t <= client->threads && !stopped; t++)
        if (threads[t].where == kPaused && newer(threads[t])) {
          run_on(t);
          moved = true;
        }
      if (moved || stopped) continue;
      // Nobody else stores there any more: no need to look at who goes first.
      int alone = 0, from[kEvents];
      for (int t = 1; t <= client->threads && !alone; t++)
        if (threads[t].where == kAtRead && !others_store(t, loc_of(threads[t].want.loc))) alone = t;
      if (alone) {
        int k = readable(alone, true, from);
        if (!k && threads[alone].asleep && readable(alone, false, from)) return kCut;
        if (k) {
          bool fresh;
          int w = from[choose(k, &fresh)];
          perform(alone, w, fresh);
          if (!stopped) run_on(alone);
          continue;
        }
      }
      struct { int thread, store; } ways[kEvents];
      int n = 0;
      bool all = true, sleeping = false;
      for (int t = 1; t <= client->threads; t++) {
        if (threads[t].where == kDone) continue;
        if (t <= client->threads - client->daemons) all = false;
        if (threads[t].where != kAtRead) continue;
        int k = readable(t, true, from);
        if (!k && threads[t].asleep && readable(t, false, from)) sleeping = true;
        for (int i = 0; i < k && n < kEvents; i++) ways[n++] = {t, from[i]};
      }
      if (!n && sleeping) return kCut;
      if (all && !n) break;
      if (!n) {
        std::string who;
        for (int t = 1; t <= client->threads; t++)
          if (threads[t].where != kDone) who += " " + std::to_string(t);
        fail("deadlock: these threads wait for ever:" + who);
      }
      bool fresh;
      auto way = ways[choose(n, &fresh)];
      for (int t = 1; t < way.thread; t++)
        if (threads[t].where == kAtRead) threads[t].asleep = events;
      perform(way.thread, way.store, fresh);
      if (!stopped) run_on(way.thread);
    }
    if (!stopped && client->finish) client->finish();
  } catch (int) {
  }
  return verdict;
}

void print_failure() {
  printf("%s: %s\n", client->name, failure.c_str());
  for (int i = 0; i < events; i++) {
    const Event &e = ev[i];
    if (e.kind == kInit) continue;
    printf("  %3d thread %d  %s", i, e.thread, e.site ? (std::string(e.site->function) + ": " + e.site->what + " " + e.site->expr).c_str() : "");
    if (e.kind != kFence) printf("  at %s", where_is(loc_of(e.loc).addr).c_str());
    if (writes(e)) printf("  = %#lx", static_cast<unsigned long>(e.value));
    if (reads(e)) printf("  read %#lx of %s", static_cast<unsigned long>(ev[e.rf].value), ev[e.rf].kind == kInit ? "the beginning" : std::to_string(e.rf).c_str());
    printf("\n");
  }
}

std::string joined(const std::set<std::string> &s) {
  std::string r;
  for (const std::string &x : s) r += (r.empty() ? "" : ";") + x;
  return r;
}

// All executions of a client. False: one of them is wrong.
bool explore_once(const ModelClient *c, bool quiet) {
  client = c;
  path.clear();
  known = 0;
  executions = cut = 0;
  outcomes.clear();
  for (;;) {
    Verdict v = execute();
    if (renew && v != kFailed) return true;
    if (v == kComplete) executions++;
    else if (v == kFailed) {
      if (c->outcomes && *c->outcomes == '!' && failure.find(c->outcomes + 1) != std::string::npos) return true;
      if (!quiet) print_failure();
      return false;
    } else cut++;
    while (!path.empty() && path.back().at + 1 == path.back().n) path.pop_back();
    if (path.empty()) break;
    path.back().at++;
    known = path.size() - 1;
    if (limit && executions + cut >= limit) {
      if (!quiet) printf("%s: given up after %ld executions\n", c->name, executions + cut);
      return true;
    }
  }
  if (c->outcomes && joined(outcomes) != c->outcomes) {
    if (!quiet) printf("%s: outcomes %s, not %s\n", c->name, joined(outcomes).c_str(), c->outcomes);
    return false;
  }
  return true;
}

bool explore(const ModelClient *c, bool quiet) {
  storers.clear();
  do {
    renew = false;
    if (!explore_once(c, quiet)) return false;
  } while (renew);
  return true;
}

// ---- mutations
const char *order_name(int o) {
  switch (o) {
  case __ATOMIC_RELAXED: return "relaxed";
  case __ATOMIC_CONSUME: case __ATOMIC_ACQUIRE: return "acquire";
  case __ATOMIC_RELEASE: return "release";
  case __ATOMIC_ACQ_REL: return "acq_rel";
  default: return "seq_cst";
  }
}
// The order that an operation has in this run; notes the site.
int order_of(ModelSite *s, int order) {
  if (!s) return order;
  if (!s->id) {
    const char *file = strrchr(s->file, '/');
    std::string key = std::string(file ? file + 1 : s->file) + " " + s->function + ": " + s->what + (*s->expr ? " " : "") + s->expr;
    int &id = site_ids[key];
    if (!id) {
      id = static_cast<int>(sites.size());
      sites.push_back({key, order, {}});
    }
    s->id = id;
  }
  if (!weakened) sites[static_cast<size_t>(s->id)].clients.insert(client);
  return s->id == weakened ? weakened_order : order;
}
std::vector<int> weaker(const std::string &key, int order) {
  bool load = key.find(": load") != std::string::npos, store = key.find(": store") != std::string::npos;
  switch (order) {
  case __ATOMIC_SEQ_CST:
    if (load) return {__ATOMIC_ACQUIRE, __ATOMIC_RELAXED};
    if (store) return {__ATOMIC_RELEASE, __ATOMIC_RELAXED};
    return {__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_RELAXED};
  case __ATOMIC_ACQ_REL: return {__ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_RELAXED};
  case __ATOMIC_RELAXED: return {};
  default: return {__ATOMIC_RELAXED};
  }
}
// Every operation in these files, or functions of them (FILE:FUNCTION), with every weaker order, each in a process of its own: prints which are found out by some client.
void mutate(const std::vector<const ModelClient *> &all, const char *files) {
  int found = 0, harmless = 0;
  for (size_t id = 1; id < sites.size(); id++) {
    const std::string &key = sites[id].key, file = key.substr(0, key.find(' ')), in = key.substr(file.size() + 1, key.find(':') - file.size() - 1),
                      all_of = std::string(",") + files + ",";
    if (all_of.find("," + file + ",") == std::string::npos && all_of.find("," + file + ":" + in + ",") == std::string::npos) continue;
    for (int o : weaker(sites[id].key, sites[id].order)) {
      fflush(stdout);
      pid_t child = fork();
      if (child == 0) {
        alarm(300);
        weakened = static_cast<int>(id);
        weakened_order = o;
        for (const ModelClient *c : all)
          if (sites[id].clients.count(c) && !explore(c, true)) {
            std::string why = failure.empty() ? "wrong outcomes" : failure.substr(0, failure.find(" of heap"));
            printf("found     %s: %s -> %s: %s: %s\n", sites[id].key.c_str(), order_name(sites[id].order), order_name(o), c->name, why.c_str());
            fflush(stdout);
            _exit(1);
          }
        _exit(0);
      }
      int status;
      waitpid(child, &status, 0);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        printf("harmless  %s: %s -> %s\n", sites[id].key.c_str(), order_name(sites[id].order), order_name(o));
        harmless++;
      } else {
        if (!WIFEXITED(status)) printf("found     %s: %s -> %s: signal %d\n", sites[id].key.c_str(), order_name(sites[id].order), order_name(o), WTERMSIG(status));
        found++;
      }
    }
  }
  printf("%d weaker orders found, %d not\n", found, harmless);
}

}  // namespace

extern "C" {

void model_check(bool ok, const char *claim) {
  if (!ok) fail(std::string("does not hold: ") + claim);
}
int model_thread(void) { return current; }
int model_choose(int n) { return choose(n); }
void model_outcome(const char *format, ...) {
  char b[256];
  va_list ap;
  va_start(ap, format);
  vsnprintf(b, sizeof b, format, ap);
  va_end(ap);
  outcomes.insert(b);
}
void *model_alloc(size_t size) {
  size_t &used = arena_used[current], n = (size + 31) & ~static_cast<size_t>(15), at = (used + 63) & ~static_cast<size_t>(63);
  if (at + 16 + n > kPart) fail("out of memory");
  char *p = arena + kPart * static_cast<size_t>(current) + at;
  memcpy(p, &size, sizeof size);          // 16 bytes before the object
  used = at + 16 + n;
  return p + 16;
}

uint64_t model_load(ModelSite *site, const void *p, int size, int order) {
  if (!current) return peek(reinterpret_cast<uintptr_t>(p), size);
  order = order_of(site, order);
  return wait_for_read(Read{Read::kLoad, find_loc(p, size), order, order, MODEL_EXCHANGE, 0, 0, nullptr, false, site});
}
void model_store(ModelSite *site, void *p, int size, uint64_t v, int order) {
  if (!current) return poke(reinterpret_cast<uintptr_t>(p), size, v);
  do_store(site, find_loc(p, size), v, order_of(site, order));
}
uint64_t model_rmw(ModelSite *site, ModelOp op, void *p, int size, uint64_t v, int order) {
  if (!current) {
    uint64_t old = peek(reinterpret_cast<uintptr_t>(p), size);
    poke(reinterpret_cast<uintptr_t>(p), size, updated(op, old, v));
    return old;
  }
  order = order_of(site, order);
  return wait_for_read(Read{Read::kRmw, find_loc(p, size), order, order, op, v, 0, nullptr, false, site});
}
bool model_cas(ModelSite *site, void *p, int size, void *expected, uint64_t v, int order, int failed) {
  uint64_t e = peek(reinterpret_cast<uintptr_t>(expected), size);
  if (!current) {
    uint64_t old = peek(reinterpret_cast<uintptr_t>(p), size);
    if (old == e) poke(reinterpret_cast<uintptr_t>(p), size, v);
    else poke(reinterpret_cast<uintptr_t>(expected), size, old);
    return old == e;
  }
  int weak = order_of(site, order);
  if (weak != order) failed = acquires(weak) && acquires(failed) ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED;
  uint64_t old = wait_for_read(Read{Read::kCas, find_loc(p, size), weak, failed, MODEL_EXCHANGE, masked(v, size), e, nullptr, false, site});
  if (threads[current].succeeded) return true;
  poke(reinterpret_cast<uintptr_t>(expected), size, old);
  return false;
}
void model_fence(ModelSite *site, int order) {
  if (!current) return;
  order = order_of(site, order);
  if (order == __ATOMIC_RELAXED) return;
  Thread &t = threads[current];
  if (acquires(order)) t.clock.join(t.fence_acquire);
  new_event(kFence, -1, order, site);
  if (releases(order)) t.fence_release = t.clock;
}
void model_pause(void) {
  if (!current) return;
  Thread &t = threads[current];
  if (!t.round.empty() && t.round == t.round_before) stop(kCut);
  t.round_before = t.round;
  t.round.clear();
  t.where = kPaused;
  to_main();
}

// ---- locks and futexes: of the clients' world
static bool is(uint64_t v, uint64_t arg) { return v == arg; }
void model_lock(void *lock) {
  if (!current) return;
  wait_for_read(Read{Read::kAwait, find_loc(lock, 4), __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE, MODEL_EXCHANGE, 1, 0, is, true, nullptr});
}
void model_unlock(void *lock) {
  if (!current) return;
  do_store(nullptr, find_loc(lock, 4), 0, __ATOMIC_RELEASE);
}
// The kernel's queue of a futex: (sleepers so far) << 32 | (those of them that were woken). Its lock orders who looks at the word and who
// wakes; either side has a full barrier first (kernel/futex/waitwake.c).
static uint64_t *queue_of(uint32_t *p) {
  uint64_t *&q = futexes[p];
  if (!q) q = static_cast<uint64_t *>(model_alloc(sizeof *q));
  return q;
}
static bool is_woken(uint64_t v, uint64_t ticket) { return (v & 0xffffffff) > ticket; }
void gph_os_futex_wait(uint32_t *p, uint32_t expected, int64_t timeout) {
  uint64_t *q = queue_of(p), ticket = model_rmw(nullptr, MODEL_ADD, q, 8, 1ull << 32, __ATOMIC_SEQ_CST) >> 32;
  model_fence(nullptr, __ATOMIC_SEQ_CST);
  if (model_load(nullptr, p, 4, __ATOMIC_RELAXED) != expected) return;
  wait_for_read(Read{Read::kAwait, find_loc(q, 8), __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE, MODEL_EXCHANGE, 0, ticket, is_woken, false, nullptr});
}
void gph_os_futex_wake(uint32_t *p, int count) {
  model_fence(nullptr, __ATOMIC_SEQ_CST);
  model_rmw(nullptr, MODEL_RELEASE_SLEEPERS, queue_of(p), 8, 0, __ATOMIC_SEQ_CST);
}

// ---- malloc
void *__real_malloc(size_t), *__real_calloc(size_t, size_t), *__real_aligned_alloc(size_t, size_t);
void __real_free(void *);
static bool ours(void *p) { return reinterpret_cast<uintptr_t>(p) - reinterpret_cast<uintptr_t>(arena) < kArena; }
void *__wrap_malloc(size_t n) { return model_alloc(n); }
void *__wrap_calloc(size_t n, size_t m) { return model_alloc(n * m); }
static size_t size_of(void *p) {
  size_t n;
  memcpy(&n, static_cast<char *>(p) - 16, sizeof n);
  return n;
}
void __wrap_free(void *p);
void *__wrap_realloc(void *p, size_t n) {
  void *q = model_alloc(n);
  if (p) memcpy(q, p, size_of(p) < n ? size_of(p) : n);
  __wrap_free(p);
  return q;
}
void model_freed(void *p, size_t n) {
  if (!current) return;
  uintptr_t a = reinterpret_cast<uintptr_t>(p);
  for (size_t i = 0; i < n; i += 8) touch(a + i, 8, true, false);
  for (size_t i = 0; i < n; i += 8) word_at(a + i).freed = true;
}
void __wrap_free(void *p) {
  if (!p) return;
  if (!ours(p)) return __real_free(p);
  model_freed(p, size_of(p));
}

// ---- what -fsanitize=thread calls
void __tsan_init(void) {}
void __tsan_acquire(void *) {}
void __tsan_release(void *) {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit(void) {}
void __tsan_read1(void *p) { plain(p, 1, false); }
void __tsan_read2(void *p) { plain(p, 2, false); }
void __tsan_read4(void *p) { plain(p, 4, false); }
void __tsan_read8(void *p) { plain(p, 8, false); }
void __tsan_read16(void *p) { plain(p, 16, false); }
void __tsan_write1(void *p) { plain(p, 1, true); }
void __tsan_write2(void *p) { plain(p, 2, true); }
void __tsan_write4(void *p) { plain(p, 4, true); }
void __tsan_write8(void *p) { plain(p, 8, true); }
void __tsan_write16(void *p) { plain(p, 16, true); }
void __tsan_unaligned_read16(void *p) { plain(p, 16, false); }
void __tsan_unaligned_write16(void *p) { plain(p, 16, true); }
void __tsan_read_range(void *p, size_t n) { plain(p, static_cast<int>(n), false); }
void __tsan_write_range(void *p, size_t n) { plain(p, static_cast<int>(n), true); }
}

int main(int argc, char **argv) {
  bool all = false;
  const char *only = nullptr, *mutations = nullptr;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--all")) all = true;
    else if (!strcmp(argv[i], "--mutate") && i + 1 < argc) mutations = argv[++i];
    else if (!strcmp(argv[i], "--only") && i + 1 < argc) only = argv[++i];
    else if (!strcmp(argv[i], "--limit") && i + 1 < argc) limit = atol(argv[++i]);
    else {
      fprintf(stderr, "usage: %s [--all] [--only CLIENT] [--limit EXECUTIONS] [--mutate FILE[:FUNCTION],..]\n", argv[0]);
      return 2;
    }
  }
  arena = static_cast<char *>(mmap(reinterpret_cast<void *>(0x10000000), kArena, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
  stacks = static_cast<char *>(mmap(reinterpret_cast<void *>(0x11000000), kStack * kThreads, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
  if (arena == MAP_FAILED || stacks == MAP_FAILED) {   // the system put the program's break there: it draws again for a new process
    const char *tries = getenv("MODEL_TRIES");
    const int n = tries ? atoi(tries) : 0;
    if (n < 50) {
      setenv("MODEL_TRIES", std::to_string(n + 1).c_str(), 1);
      execv("/proc/self/exe", argv);
    }
    perror("mmap");
    return 2;
  }
  for (int t = 0; t < kThreads; t++) threads[t].stack = stacks + static_cast<size_t>(t) * kStack;
  words = static_cast<Word *>(__real_calloc(kWords, sizeof(Word)));
  std::vector<const ModelClient *> clients;
  for (const ModelClient *c = model_clients; c->name; c++)
    if (only ? !strcmp(c->name, only) : c->large <= all) clients.push_back(c);
  bool ok = true;
  for (const ModelClient *c : clients) {
    clock_t began = clock();
    if (!explore(c, false)) ok = false;
    else printf("%-28s %8ld executions (%ld cut, %.1f s)%s%s\n", c->name, executions, cut, static_cast<double>(clock() - began) / CLOCKS_PER_SEC, c->outcomes ? "  " : "", c->outcomes ? c->outcomes : "");
    fflush(stdout);
  }
  if (ok && mutations) mutate(clients, mutations);
  return ok ? 0 : 1;
}
