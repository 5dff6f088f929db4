// parallel.c: several workers for one collection.
//
// The leader is the HEC that asked for the collection. It prepares from-space and the root units alone, then opens a
// PHASE: the owners of other HECs, which wait in sched/stw.c for the world to go on, come in as helpers, as many as
// there are tickets. Nobody waits for a helper to come: what it would have done the others do. A phase ends when
// nothing is left to scavenge; then all leave, and the leader goes on alone (weak pointers, threads that were not
// reached, ...), with another phase where that made more alive.
//
// Note [Root units]
// ~~~~~~~~~~~~~~~~~
// A HEC's remembered set, the old threads that ran on it, its run queue and inbox are one unit. A worker takes its own
// HEC's first, and all that is reachable from it, which it probably has in its cache (section 6.2 of the Multicore
// paper); then those that nobody took: of HECs that sleep, or whose workers the system has not let come yet.
//
// Note [Work items]
// ~~~~~~~~~~~~~~~~~
// What has been reached and not been scavenged is: the rest of the block that a worker fills (scavenged by that worker,
// d->scan says which block it is in); full blocks, blocks with marked objects, large objects and threads, which are
// work items: words in the worker's deque, or beside it when that is full or nothing is to be balanced (-qb). A block
// that fills up while its owner is scavenging it is no item: the owner goes on to its end. So every word is in one
// place.
//
// Note [Narrow work]
// ~~~~~~~~~~~~~~~~~~
// Of 64 long lists that are reached from one worker's roots (the lines of a picture) there are never more than 64 cells
// to be scavenged, far less than a block: that worker would copy them all. So it looks, from time to time, whether
// others have nothing to do, and gives the second half of what is to be scavenged in its block away: a range
// (GPH_ITEM_RANGE: the address of one of w->ranges), and goes on behind it. Who takes it copies what it refers to into
// blocks of its own, where it does the same. A single list has one cell to be scavenged, and nothing to give.
//
// Note [End of a phase]
// ~~~~~~~~~~~~~~~~~~~~~
// `active` counts the workers that may have or make work. A worker gives up its place when its own deque and stack are
// empty, no root unit is left, and it found nothing to steal; it takes it again before it steals. Only active workers
// put items into deques, their own, and these are empty when they give up. So when active is 0 there is nothing left,
// and nothing can come: the phase is done. Who takes its place again for an item that another was faster to take, or
// comes in late, finds nothing and is the last once more: `done` is set twice, which does no harm. The leader waits
// until all have left. Waiting spins for a bounded time, then sleeps on `event`: whoever adds an item, or sets done,
// looks for sleepers after that; a sleeper counts itself and then looks again, all in sequentially consistent order.
#include "gc/parallel.h"
#include "gc/gc.h"
#include "gc/scav.h"
#include "base/flags.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include "heap/gc_stats.h"
#include "sched/stw.h"
#include <sched.h>
#include <stdlib.h>

static GphGcWorker *worker_new(GphHec *h) {
  GphGcWorker *w = aligned_alloc(64, (sizeof *w + 63) & ~(size_t)63);
  if (!w) gph_fail(251, "out of memory");
  *w = (GphGcWorker){.hec = h};
  return w;
}
void gph_gc_worker_init(GphHec *h) { h->gc_worker = worker_new(h); }

#ifdef GPH_THREADED
enum { DEQUE_ITEMS = 1024, RANGES = 1024, SPINS = 1000 };
static bool balance;  // of this collection; written by the leader, no phase open
static int most_workers;
static int hecs;  // how many there are in this collection
static bool with_roots;
static struct {
  uint32_t open __attribute__((aligned(64)));    // atomic: helpers may come in
  int32_t tickets;                               // atomic: how many more
  uint32_t done __attribute__((aligned(64)));    // atomic: nothing is left
  int32_t active __attribute__((aligned(64)));   // atomic: Note [End of a phase]
  uint32_t inside __attribute__((aligned(64)));  // atomic: helpers that have not left; the leader may sleep on it
  uint32_t leader_sleeps;                        // atomic
  uint32_t event __attribute__((aligned(64)));   // atomic, futex: bumped for sleepers
  int32_t sleepers;                              // atomic
} phase;
static uint8_t unit_taken[GPH_MAX_HECS];  // atomic, by HEC

// Note [Choosing the number of workers]
// Without -qg a collection may have several workers when somebody is there to help (a HEC that sleeps stays asleep in a
// young collection). Whether that is faster nobody can know: a long list has no two ends to begin at; to claim each
// object costs as much again as to copy it; two processors may be two threads of one. A young collection of little
// takes some 20 us: two HECs that each copy their own need two thirds of the time of one that copies all, and what they
// copied is in the right cache; but when the system puts one of them aside, all wait for it. So collections of each
// kind, young ones of little, other young ones, major ones that copy and those that mark, are made in the way that took
// less time of late, for what there was to do, and now and then in the other one: the less often the worse that was.
// Times are compared by their medians: where the system puts somebody aside a collection takes a hundred times as long,
// either way, and the first ones take memory that the system has yet to clear.
//    example:  a list of three million numbers: major collections of 31 ms with one worker and of 65 with two, which
//              shared the work evenly
// One worker is not tried where others than the one who did most have done most of the work, and it is much: with many
// HECs it would take several times as long.
enum { ONE, SEVERAL, SMALL_WORDS = 1024, MOST_LATELY = 15, OTHERS_PERCENT = 60 };
typedef enum { LITTLE, YOUNG, MAJOR, MARKING, NO_CHOICE } Kind;
static Kind kind;  // of this collection
static const struct {
  uint32_t first_tries, lately, least_between, most_between;
} kinds[] = {
    [LITTLE] = {8, MOST_LATELY, 16, 256}, [YOUNG] = {2, 7, 8, 128}, [MAJOR] = {1, 3, 4, 64}, [MARKING] = {1, 3, 4, 64}};
static struct {
  // ns for each word, and for each collection as many as for SMALL_WORDS; the median
  float costs[2][MOST_LATELY], cost[2];
  uint32_t tried[2], left;  // collections until the other way is tried
  bool by_others;           // most of the work
} ways[] = {[LITTLE] = {.left = 16}, [YOUNG] = {.left = 8}, [MAJOR] = {.left = 4}, [MARKING] = {.left = 4}};

static bool choose_several(int n) {
  __typeof__(*ways) *w = &ways[kind];
  if (w->by_others && kind != LITTLE) return true;
  if (w->tried[ONE] < kinds[kind].first_tries || w->tried[SEVERAL] < kinds[kind].first_tries)
    // marking, which does next to nothing with an object but claim it, takes two workers about as long as one
    return w->tried[SEVERAL] < w->tried[ONE] + (kind != MARKING || n > 2);
  const bool several = w->cost[SEVERAL] <= w->cost[ONE];
  if (w->left > 0) {
    w->left--;
    return several;
  }
  const float r = w->cost[several ? ONE : SEVERAL] / w->cost[several ? SEVERAL : ONE];
  const float between = (float)kinds[kind].least_between * r * r;
  w->left = between < (float)kinds[kind].most_between ? (uint32_t)between : kinds[kind].most_between;
  return !several;
}

int gph_gc_choose(bool major, size_t expected_words) {
  static int cpus;
  if (cpus == 0) cpus = gph_os_cpus();
  hecs = gph_hecs_used;
  int n = gph_flags.gc_workers > 0 ? gph_flags.gc_workers : cpus;
  if (n > hecs) n = hecs;
  kind = NO_CHOICE;
  GphOneWorker why = n == 1 && hecs > 1 ? GPH_ONE_FEW : GPH_ONE_count;
  if (gph_flags.par_gc_gen >= 0) {
    if (hecs > 1 && major < gph_flags.par_gc_gen) n = 1, why = GPH_ONE_FLAG;
  } else if (n > 1) {
    if (!major && n > 1 + gph_stw_others) n = 1 + gph_stw_others, why = GPH_ONE_ALONE;
    const bool little = expected_words < GPH_GC_PAR_WORDS;
    if (little && major) n = 1, why = GPH_ONE_LITTLE;
    else if (n > 1) {
      kind = gc.marking ? MARKING : major ? MAJOR : little ? LITTLE : YOUNG;
      if (!choose_several(n)) n = 1, why = little ? GPH_ONE_LITTLE : GPH_ONE_FASTER;
    }
  }
  if (n == 1 && why != GPH_ONE_count) gph_gc_stats.one_worker[major][why]++;
  balance = major >= gph_flags.balance_gen;
  most_workers = n;
  return n;
}

static float median_of(const float *x, uint32_t count) {
  float sorted[MOST_LATELY];
  uint32_t n = 0;
  for (; n < count; n++) {
    uint32_t k = n;
    for (; k > 0 && sorted[k - 1] > x[n]; k--) sorted[k] = sorted[k - 1];
    sorted[k] = x[n];
  }
  return sorted[n / 2];
}

void gph_gc_learn(size_t words, int64_t ns, double others_percent) {
  if (kind == NO_CHOICE) return;
  __typeof__(*ways) *w = &ways[kind];
  const uint32_t lately = kinds[kind].lately;
  const int way = most_workers > 1 ? SEVERAL : ONE;
  w->costs[way][w->tried[way]++ % lately] = (float)ns / (float)(words + SMALL_WORDS);
  w->cost[way] = median_of(w->costs[way], w->tried[way] < lately ? w->tried[way] : lately);
  if (way == SEVERAL) w->by_others = others_percent >= OTHERS_PERCENT;
}

static void wake(int count) {
  gph_fence_seq();  // after what they are woken for
  if (gph_load_relaxed(&phase.sleepers) > 0) {
    gph_add_seq(&phase.event, 1u);
    gph_os_futex_wake(&phase.event, count);
  }
}

static void push_item(GphGcWorker *w, W item) {
  if (w->items_used == w->items_room) {
    w->items_room = w->items_room ? 2 * w->items_room : 256;
    w->items = realloc(w->items, w->items_room * sizeof(W));
    if (!w->items) gph_fail(251, "out of memory");
  }
  w->items[w->items_used++] = item;
}

void gph_gc_offer(GphGcWorker *w, W item) {
  if (!balance || !gph_deque_push(&w->deque, item)) {
    push_item(w, item);
    return;
  }
  wake(1);
  if (gph_load_relaxed(&phase.tickets) > 0 && gph_load_relaxed(&gph_stw_asleep) > 0) gph_stw_rouse(1);
}

// Blocks with marked objects are many, and a list of its own costs a worker less: only so many are offered as thieves
// may want soon.
enum { FOR_THIEVES = 4 };
bool gph_gc_wanted(GphGcWorker *w) { return balance && most_workers > 1 && gph_deque_size(&w->deque) < FOR_THIEVES; }

bool gph_gc_hungry(GphGcWorker *w) {
  return balance && gph_load_relaxed(&phase.active) < most_workers && w->ranges_used < RANGES && w->items_used == 0 &&
         gph_deque_size(&w->deque) == 0;
}
void gph_gc_offer_range(GphGcWorker *w, W *from, W *to) {
  w->ranges[w->ranges_used].from = from;
  w->ranges[w->ranges_used].to = to;
  gph_gc_offer(w, (W)&w->ranges[w->ranges_used++] | GPH_ITEM_RANGE);
}

static W own_item(GphGcWorker *w) {
  W x = balance ? gph_deque_pop(&w->deque) : 0;
  if (x || w->items_used == 0) return x;
  x = w->items[--w->items_used];
  if (balance && w->items_used > 0) {
    while (w->items_used > 0 && gph_deque_push(&w->deque, w->items[w->items_used - 1])) w->items_used--;
    wake(1 << 30);
  }
  return x;
}

static W steal(GphGcWorker *w) {
  int n = hecs, start = w->hec->no + 1;
  for (bool again = true; again;) {
    again = false;
    for (int k = 0; k < n - 1; k++) {
      GphGcWorker *v = gph_hecs[(start + k) % n]->gc_worker;
      if (gph_deque_size(&v->deque) == 0) continue;
      W x = gph_deque_steal(&v->deque);
      if (x) return x;
      again = true;  // somebody was faster; there may be more
    }
  }
  return 0;
}
static bool anything_to_steal(GphGcWorker *w) {
  if (balance)
    for (int i = 0; i < hecs; i++)
      if (gph_hecs[i]->gc_worker != w && gph_deque_size(&gph_hecs[i]->gc_worker->deque) > 0) return true;
  return false;
}

static void do_item(GphGcWorker *w, W item) {
  W p = item & ~(W)GPH_ITEM_MASK;
  switch (item & GPH_ITEM_MASK) {
    case GPH_ITEM_BLOCK: gph_scavenge_block_par(w, (GphBlock *)p); break;
    case GPH_ITEM_LARGE: gph_scavenge_large_par(w, (GphBlock *)p); break;
    case GPH_ITEM_THREAD: gph_scan_thread_par(w, (GphThread *)p); break;
    case GPH_ITEM_RANGE: {
      __typeof__(*w->ranges) *r = (void *)p;
      gph_scavenge_range_par(w, r->from, r->to);
      break;
    }
    case GPH_ITEM_MARKED: gph_scavenge_marked_par(w, (GphBlock *)p); break;
  }
}

// The block being filled first: it is in the cache.
static void local_work(GphGcWorker *w) {
  for (;;) {
    while (gph_scavenge_last_par(w) || gph_scavenge_queue_par(w)) {}
    W x = own_item(w);
    if (!x) return;
    do_item(w, x);
  }
}

static bool take_unit(int i) {
  return !gph_load_relaxed(&unit_taken[i]) && gph_cas(&unit_taken[i], (uint8_t)0, (uint8_t)1);
}

static bool give_up(void) {  // true: that was the last one
  if (gph_sub_seq(&phase.active, 1) != 1) return false;
  gph_store_seq(&phase.done, 1u);
  wake(1 << 30);
  return true;
}

// Nothing of its own: true when it has stolen something (and done it), false when the phase is done.
static bool others_work(GphGcWorker *w) {
  W x = balance ? steal(w) : 0;
  if (x) {
    do_item(w, x);
    return true;
  }
  if (give_up()) return false;
  for (int i = 0;; i++) {
    uint32_t e = gph_load_seq(&phase.event);
    if (gph_load_seq(&phase.done)) return false;
    if (anything_to_steal(w)) {
      gph_add_seq(&phase.active, 1);
      if ((x = steal(w))) {
        do_item(w, x);
        return true;
      }
      if (give_up()) return false;
      continue;
    }
    if (i < SPINS) {
      gph_pause();
      continue;
    }
    gph_add_seq(&phase.sleepers, 1);
    if (!gph_load_seq(&phase.done) && !anything_to_steal(w)) gph_os_futex_wait(&phase.event, e, 10000000);
    gph_sub_seq(&phase.sleepers, 1);
  }
}

static void work(GphGcWorker *w) {  // counted in phase.active already
  w->in_phase = true;
  if (with_roots && take_unit(w->hec->no)) gph_gc_scan_unit(w, w->hec);
  do {
  more:
    local_work(w);
    if (with_roots)
      for (int i = 0; i < hecs; i++)
        if (take_unit(i)) {
          gph_gc_scan_unit(w, gph_hecs[i]);
          goto more;
        }
  } while (others_work(w));
}

bool gph_gc_help(GphHec *h) {
  if (!gph_load_acquire(&phase.open) || gph_load_relaxed(&phase.tickets) <= 0) return false;
  bool came = false;
  gph_add_seq(&phase.inside, 1u);  // before looking again: the leader closes first and counts then
  if (gph_load_seq(&phase.open)) {
    if (gph_sub_seq(&phase.tickets, 1) > 0) {
      gph_add_seq(&phase.active, 1);
      gph_log_gc_wait(h, GPH_WAIT_HELPS);
      work(h->gc_worker);
      gph_log_gc_wait(h, GPH_WAIT_GOES_ON);
      came = true;
    } else gph_add_seq(&phase.tickets, 1);
  }
  gph_sub_seq(&phase.inside, 1u);
  if (gph_load_seq(&phase.leader_sleeps)) gph_os_futex_wake(&phase.inside, 1);
  return came;
}

// What the leader evacuated alone becomes work items.
static bool take_over(GphGcWorker *w) {
  bool any = false;
  for (int i = GPH_DEST_AGED; i <= GPH_DEST_OLD; i++) {
    GphDest *d = &w->dest[i];
    for (GphBlock *b = d->scan; b && b != d->last; b = b->link)
      if (b->scan < b->free) {
        push_item(w, (W)b | GPH_ITEM_BLOCK);
        any = true;
      }
    if (d->last && d->last->scan < d->free) any = true;
  }
  for (GphBlock *b = w->large_todo, *next; b; b = next) {
    next = b->link;
    push_item(w, (W)b | GPH_ITEM_LARGE);
    any = true;
  }
  w->large_todo = NULL;
  any |= w->mark_first != NULL || w->ring_first != w->ring_end;  // these stay where they are
  for (GphThread *t = w->thread_todo; t; t = t->gc_next) {
    push_item(w, (W)t | GPH_ITEM_THREAD);
    any = true;
  }
  w->thread_todo = NULL;
  return any;
}

// A major collection is worth waking HECs that sleep for want of work.
static void rouse_idle(int count) {
  for (int i = 0; i < hecs && count > 0; i++)
    if (gph_load_seq(&gph_hecs[i]->sleeping)) {
      gph_add_seq(&gph_hecs[i]->wake, 1u);
      gph_os_futex_wake(&gph_hecs[i]->wake, 1);
      count--;
    }
}

void gph_gc_phase(GphGcWorker *leader, bool roots) {
  GPH_ASSERT(gph_stw_is_wanted());
  bool any = take_over(leader);
  if (!any && !roots) return;
  for (int i = 0; i < hecs; i++) {
    GphGcWorker *w = gph_hecs[i]->gc_worker;
    if (!w->deque.items) {
      gph_deque_init(&w->deque, DEQUE_ITEMS);
      w->ranges = calloc(RANGES, sizeof *w->ranges);
      if (!w->deque.items || !w->ranges) gph_fail(251, "out of memory");
    }
    w->ranges_used = 0;
    w->dest[GPH_DEST_AGED].scan = w->dest[GPH_DEST_OLD].scan = NULL;
    unit_taken[i] = 0;
  }
  with_roots = roots;
  gc.parallel = true;
  gph_store_relaxed(&phase.done, 0u);
  gph_store_relaxed(&phase.active, 1);  // the leader
  gph_store_relaxed(&phase.tickets, most_workers - 1);
  gph_store_seq(&phase.open, 1u);
  if (roots && gc.major) rouse_idle(most_workers - 1);
  // later phases are short, as a rule: who is wanted is woken by gph_gc_offer
  if (roots) gph_stw_rouse(most_workers - 1);
  if (GPH_STRESS && roots)  // a stress test wants helpers, however little there is to do
    for (int64_t t = gph_os_clock_ns() + 100000; gph_load_relaxed(&phase.tickets) > 0 && gph_os_clock_ns() < t;)
      sched_yield();
  work(leader);
  gph_store_seq(&phase.open, 0u);
  for (int i = 0;; i++) {
    uint32_t n = gph_load_seq(&phase.inside);
    if (n == 0) break;
    if (i < SPINS) {
      gph_pause();
      continue;
    }
    gph_store_seq(&phase.leader_sleeps, 1u);
    if (gph_load_seq(&phase.inside) == n) gph_os_futex_wait(&phase.inside, n, 10000000);
    gph_store_seq(&phase.leader_sleeps, 0u);
  }
  gc.parallel = false;
  for (int i = 0; i < hecs; i++) {
    GphGcWorker *w = gph_hecs[i]->gc_worker;
    for (int k = GPH_DEST_AGED; k <= GPH_DEST_OLD; k++) w->dest[k].scan = w->dest[k].last;
  }
}
#else
int gph_gc_choose(bool major, size_t expected_words) { return 1; }
void gph_gc_learn(size_t words, int64_t ns, double others_percent) {}
#endif
