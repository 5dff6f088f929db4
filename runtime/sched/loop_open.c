// loop_open.c: the loops that are open for helpers.
//
// Note [Joining a loop]
// ~~~~~~~~~~~~~~~~~~~~~
// The caller of a loop (stdlib/Data/Parallel.hs) makes a thunk for each helper that could come; to evaluate it is to
// take part. It puts the array of these thunks into the table here, wakes HECs that sleep, and works itself. An idle
// HEC finds the loop when it has no threads and no sparks, takes the next thunk, and a spark thread evaluates it
// (sched/spark.c). When there are no batches left the caller takes the loop out of the table and evaluates the thunks
// that were taken: those still under evaluation are black holes, so it waits without spinning, and an asynchronous
// exception cuts it off as it cuts off any evaluation: what it leaves can be resumed (Note [Freezing] in
// eval/exception.c). So progress needs no helper, and a loop is not finished before its helpers are. Two marks for each
// helper see to it that none works twice:
// Note [A helper works once] in stdlib/GPH/Loop.hs.
//
// An entry is weak, as a spark is: when nobody needs the loop's result any more the collector drops it, and no more
// helpers come.
//
// Levels: a loop that says there are k levels of loops inside has one worker on each HEC (k = 0), core (1) or socket (2
// and more), so the others stay free for the loops inside; a HEC that looks for a loop takes the one whose caller is
// nearest.
#include "sched/loop_open.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/closure.h"
#include "prof/hooks.h"
#include "prof/strands.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  GphLoop *loop;
  W thunks;
  int helpers;
} Open;                               // thunks: weak root, MutableArray#
static GphLock lock = GPH_LOCK_INIT;  // innermost: nothing is taken under it
static Open *table;                   // lock:lock, or the world stopped
static int used, room;                // lock:lock
uint32_t gph_loops_open;

// lock held
static bool may_join(const Open *o, int hec) {
  GphLoop *l = o->loop;
  if (l->joined >= o->helpers || !gph_loop_left(l)) return false;
  int group = gph_loop_group(l->level, hec);
  if (l->level > 0)
    for (int i = 0; i <= l->joined; i++)
      if (gph_loop_group(l->level, gph_loop_hec(l, i)) == group) return false;
  return true;
}

static int nearness(int a, int b) {
  return gph_loop_places.core[a] == gph_loop_places.core[b]       ? 0
         : gph_loop_places.socket[a] == gph_loop_places.socket[b] ? 1
                                                                  : 2;
}

// lock held. The nearest one; of these the one opened last.
static Open *find(int hec) {
  Open *best = NULL;
  for (int i = used - 1; i >= 0; i--)
    if (may_join(&table[i], hec) && (!best || nearness(hec, table[i].loop->hec) < nearness(hec, best->loop->hec)))
      best = &table[i];
  return best;
}

// Two HECs that sleep and may join; each that joins wakes others in turn. Chosen with the lock held, woken without it,
// since they want it at once.
typedef struct {
  GphHec *hec[2];
  int n;
} Sleepers;
static Sleepers sleepers(const Open *o) {
  Sleepers s = {.n = 0};
#ifdef GPH_THREADED
  if (gph_load_seq(&gph_hungry_hecs) == 0) return s;
  for (int i = 0; i < gph_hecs_used && s.n < 2; i++)
    if (!gph_hecs[i]->surplus && gph_load_seq(&gph_hecs[i]->sleeping) && may_join(o, i)) s.hec[s.n++] = gph_hecs[i];
#endif
  return s;
}
static void wake(Sleepers s) {
  for (int i = 0; i < s.n; i++) gph_hec_kick(s.hec[i]);
}

bool gph_loop_available(GphHec *h) {
  if (gph_load_seq(&gph_loops_open) == 0 || h->surplus) return false;
  gph_lock(&lock);
  bool any = find(h->no) != NULL;
  gph_unlock(&lock);
  return any;
}

W gph_loop_join(GphHec *h) {
  if (gph_load_seq(&gph_loops_open) == 0 || h->surplus) return 0;
  W thunk = 0;
  Sleepers s = {.n = 0};
  gph_lock(&lock);
  Open *o = find(h->no);
  if (o) {
    int no = ++o->loop->joined;
    gph_loop_start(o->loop, no, h->no);
    thunk = gph_untag(o->thunks)[3 + (no - 1)];
    s = sleepers(o);
  }
  gph_unlock(&lock);
  wake(s);
  return thunk;
}

// world stopped
void gph_loops_prune(GphIsAlive is_alive) {
  GPH_ASSERT(gph_stw_is_wanted());
  int kept = 0;
  for (int i = 0; i < used; i++) {
    if (is_alive(&table[i].thunks)) table[kept++] = table[i];
  }
  used = kept;
  gph_store_seq(&gph_loops_open, (uint32_t)used);
}

void gph_loops_roots(GphVisitor *v) {
  for (int i = 0; i < used; i++) gph_visit(v, &table[i].thunks);
}

// ---- for the library: plain calls, the HEC keeps running, so the loop's memory (pinned) stays where it is
static void places(void) {
  static bool known;
  static GphLock once = GPH_LOCK_INIT;
  if (gph_load_acquire(&known)) return;
  gph_lock(&once);
  if (!known) {
    int core[GPH_MAX_HECS], package[GPH_MAX_HECS];
    if (gph_flags.loop_sockets > 0)
      gph_loop_places_simulate(gph_flags.loop_sockets, gph_flags.loop_cores, gph_flags.loop_threads);
    else gph_loop_places_init(core, package, gph_os_topology(core, package, GPH_MAX_HECS));
    gph_store_release(&known, true);
  }
  gph_unlock(&once);
}

I gph_loop_bytes(void) {
  places();
  return (I)gph_loop_size(gph_hecs_now(), (GphLoopSched)gph_flags.loop_sched);
}
uint8_t gph_loops_made;
// The memory is for so many HECs; returns how many helpers could come.
I gph_loop_init(GphLoop *l, I bytes, I batches, I level, I hec) {
  gph_store_relaxed(&gph_loops_made, (uint8_t)1);
  int hecs = gph_hecs_now();
  while ((I)gph_loop_size(hecs, (GphLoopSched)gph_flags.loop_sched) > bytes) hecs--;  // a HEC came in between
  gph_loop_setup(l, batches, (int)level, (int)hec < hecs ? (int)hec : 0, hecs, (GphLoopSched)gph_flags.loop_sched);
  if (GPH_SCALING) gph_strand_loop(gph_worker_self()->hec, &l->paths);
  I helpers = hecs - 1;
  if (level > 0) {
    helpers = 0;
    for (int i = 0; i < hecs; i++)
      if (gph_loop_group((int)level, i) > helpers) helpers = gph_loop_group((int)level, i);
  }
  return helpers < batches - 1 ? helpers : batches - 1;
}

// The worker's next batch, as gph_loop_claim.
I gph_loop_next(GphLoop *l, I worker) {
  if (GPH_SCALING) gph_strand_batch_ends(gph_worker_self()->hec, &l->paths);
  const I b = gph_loop_claim(l, worker);
  if (GPH_SCALING && b >= 0) gph_strand_batch_begins(gph_worker_self()->hec, &l->paths);
  return b;
}
// The caller has waited for whom it had to wait.
void gph_loop_over(GphLoop *l) {
  if (GPH_SCALING) gph_strand_loop_over(gph_worker_self()->hec, &l->paths);
}

void gph_loop_close(GphLoop *l) {
  gph_lock(&lock);
  for (int i = used - 1; i >= 0; i--) {
    if (table[i].loop != l) continue;
    memmove(&table[i], &table[i + 1], (size_t)(used - 1 - i) * sizeof *table);
    gph_store_seq(&gph_loops_open, (uint32_t)--used);
    break;
  }
  gph_unlock(&lock);
}
// After gph_loop_close: how many helpers began.
I gph_loop_joined(GphLoop *l) {
  gph_lock(&lock);
  I n = l->joined;
  gph_unlock(&lock);
  return n;
}

// ---- primitive operations
void gph_prim_LoopCode(W loop, W code) {
  GphLoop *l = (GphLoop *)(gph_untag(loop) + 2);
  if (GPH_SCALING) gph_strand_loop_code(&l->paths, code);
}
void gph_prim_OpenLoop(W loop, W thunks, I helpers) {
  gph_lock(&lock);
  if (used == room) {
    room = room ? room * 2 : 16;
    table = realloc(table, (size_t)room * sizeof *table);
    if (!table) gph_fail(251, "out of memory");
  }
  table[used] = (Open){(GphLoop *)(gph_untag(loop) + 2), thunks, (int)helpers};
  // partner: gph_hec_idle, which publishes `sleeping` and then looks here
  gph_store_seq(&gph_loops_open, (uint32_t)++used);
  Sleepers s = sleepers(&table[used - 1]);
  gph_unlock(&lock);
  wake(s);
}
