// fetch.c: values that are elsewhere, and values that others want of us: FETCH and RESUME.
//
// Note [Fetching]
// ~~~~~~~~~~~~~~~
// A FetchMe stands for an object of another PE. Who enters it makes of it a black hole, whose owner is a thread that
// never runs (state REMOTE, of the gateway): from then on it is what every thunk under evaluation is, so waiting, being
// woken, exceptions for who waits, and collections need no case of their own. The gateway sends FETCH. The value comes
// with RESUME, and is written like any update; those who wait are woken. Nobody makes a black hole of a FetchMe but
// with gph_dist_lock held, and nobody but the gateway undoes it.
//
// A FETCH that finds a value is answered at once. Else a DEMAND is made: a light thread that evaluates the object here
// (or waits for who does), and the answer is sent when that thread has ended. The object itself is not sent
// unevaluated: two PEs that wait for one thunk would send it to and fro. If evaluating raises, the answer is a Raise
// with the exception. Termination of a FETCH: a reference leads to where its object was when it was made, and each
// thunk that moved leaves a reference to where it went; in time these point forwards only, so a chain of them ends at
// an object, whose owner evaluates it: it does not move on while there is a demand for it (Note [What moves] in
// dist/pack.c). Each station waits with a demand of its own. If that evaluation needs what waits for it, all PEs come
// to rest: dist/rest.c.
//
// Note [Results go home]
// ~~~~~~~~~~~~~~~~~~~~~~
// Who sent a spark away will need its value, as a rule, and when he asks for it he waits for a message's way and back,
// and for both gateways, while he could go on: main, say, that needs one spark after the other. So a PE that has
// evaluated a spark which came from elsewhere sends the value to where it came from, unasked (RESULT; --results=fetch:
// it does not). To find these the gateway looks at the sparks that it OWES (addresses.c); that costs nothing where
// sparks run.
//   - The value may be needed by nobody: then the sender's import has died, and the spark, which nothing else keeps
//     here, often has, too. RESULT finds no import; what is in the packet is garbage of the next collection.
//   - RESULT and FETCH may meet on their way. FETCH is answered all the same: who sent it knows by then that it needs
//     no answer (ANSWERED), but could not know it of an import that is a new one, for the same slot. So each FETCH has
//     its answer, and nobody else has to remember anything.
//   - FETCH that comes first is answered, and there is no RESULT.
//
// Note [Values sent ahead]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// Thunks move along with what refers to them: those of a list's elements, say, with the spark for a part of the list.
// When their values are needed where they came from, too, they were fetched one by one, a message's way and back for
// each. So who is asked for the value of one, and then of the one that came behind it in the same packet, sends
// before the answer the values of those that come next, as RESULTs: one more, then twice as many each time, up to
// --fetch-ahead. It stops at one that has no value yet, or one that is more than a few plain words: a list would take
// the rest of itself along, and whoever needs it gets many of its elements by one FETCH anyway. What is sent is what
// the receiver has a FetchMe for, since it came from there (Export.from); if that has died meanwhile the RESULT finds
// nothing. A RESULT that meets a FETCH on its way: as above.
#include "dist/fetch.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "dist/addresses.h"
#include "dist/gateway.h"
#include "dist/pack.h"
#include "dist/transport.h"
#include "dist/unpack.h"
#include "eval/blackhole.h"
#include "eval/stack.h"
#include "eval/stubs.h"
#include "gc/hooks.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "heap/remember.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/worker.h"
#include <stdlib.h>
#include <string.h>

GphFetchCounts gph_fetch_counts;
static uint32_t *wants;                  // imports to be fetched. lock:gph_dist_lock
static uint32_t wants_used, wants_room;  // used: atomic, anybody looks at it

typedef struct {
  GphThread *thread;  // NULL: it has ended
  W value;            // root: then
  uint32_t pe, slot, import;
  bool used;
} Demand;
static Demand *demands;                                     // lock:gph_dist_lock
static uint32_t demands_used, demands_room, demands_ended;  // ended: atomic, likewise
static uint32_t demands_live;                               // atomic: that have a thread

static void put_want(uint32_t n) {
  if (wants_used == wants_room) {
    wants_room = wants_room ? 2 * wants_room : 64;
    wants = realloc(wants, wants_room * sizeof *wants);
    if (!wants) gph_fail(251, "out of memory");
  }
  wants[wants_used] = n;
  gph_store_seq(&wants_used, wants_used + 1);
}

W gph_fetch_me_c(GphReg *R, W self) {
  GphHec *h = gph_hec_of(R), *gateway = gph_hecs[gph_gateway];
  W *p = gph_untag(self);
  gph_lock(&gph_dist_lock);
  const bool first = gph_load_relaxed(&p[0]) == (W)&gph_fetch_me_info;  // who changes it has the lock
  if (first) {
    const uint32_t n = (uint32_t)(p[1] >> 3);
    GphThread *t = gph_thread_new_parked(h, gph_thread_start);
    gph_thread_adopt(h, t);
    t->state = GPH_T_REMOTE;
    t->demand = n + 1;
    gph_store_release(&t->hec, gateway);
    GphImport *e = gph_import(n);
    e->fetching = t;
    e->since = gph_os_clock_ns();
    e->wanted = true;
    gph_store_release(&p[1], (W)t | GPH_TAG_UPDATE);
    gph_store_release(&p[0], (W)&gph_blackhole_info);
    if ((W)p >= gph_old_base) gph_remember(h, p);  // it keeps t, which is young
    put_want(n);
  }
  gph_unlock(&gph_dist_lock);
  // also h: its spark thread may go on with another spark (gph_spark_wait)
  if (first) gph_hec_kick(gph_is_gateway(h) ? h : gateway);
  return 0;
}

uint32_t gph_dist_demands(void) { return gph_load_relaxed(&demands_live); }

bool gph_fetch_waiting(void) { return gph_load_seq(&wants_used) > 0 || gph_load_seq(&demands_ended) > 0; }

// How long values were waited for: four classes to each power of two.
enum { CLASSES = 4 * 64 };
static uint32_t waits_of[CLASSES];
static void count_wait(int64_t ns) {
  gph_fetch_counts.fetched++;
  gph_fetch_counts.waited_ns += ns;
  if (ns > gph_fetch_counts.longest_ns) gph_fetch_counts.longest_ns = ns;
  const unsigned power = 63 - (unsigned)__builtin_clzll((uint64_t)ns | 4);
  waits_of[4 * power + (((uint64_t)ns >> (power - 2)) & 3)]++;
}
int64_t gph_fetch_median_ns(void) {
  uint64_t below = 0;
  for (unsigned k = 0; k < CLASSES; k++)
    if ((below += waits_of[k]) > gph_fetch_counts.fetched / 2) return (int64_t)(9 + 2 * (k & 3)) << (k / 4) >> 3;
  return 0;
}

static void update(GphHec *h, GphThread *t, W *p, W x) {
  if (gph_update_remote(h, t, p, x)) return;
  GphMsg *m = malloc(sizeof *m);
  if (!m) gph_fail(251, "out of memory");
  *m = (GphMsg){.kind = GPH_MSG_UPDATED, .target = t};
  gph_post(gph_load_acquire(&t->hec), m);
}

void gph_fetch_answered(GphHec *h, int from, uint32_t n, const W *packet, size_t words) {
  GphMoved *moved;
  size_t moved_used;
  const W x = gph_unpack(h, from, packet, words, &moved, &moved_used);
  GphImport *e = gph_import(n);
  GphThread *t = e->fetching;
  if (e->state == GPH_IMPORT_ANSWERED) {
    if (e->pe != (uint32_t)from) gph_die("process %d sent a value that nobody has asked for", from);
    gph_import_forget(n);
    gph_acknowledge(from, moved, moved_used);
    return;
  }
  W *p = gph_untag(e->object);
  if (!e->asked || !t || p[1] != ((W)t | GPH_TAG_UPDATE))
    gph_die("process %d sent a value that nobody has asked for", from);
  count_wait(gph_os_clock_ns() - e->since);
  update(h, t, p, x);
  gph_import_done(n);
  gph_acknowledge(from, moved, moved_used);
}
void gph_result_came(GphHec *h, int from, uint32_t slot, const W *packet, size_t words) {
  GphMoved *moved;
  size_t moved_used;
  const W x = gph_unpack(h, from, packet, words, &moved, &moved_used);
  const uint32_t n = gph_import_find((uint32_t)from, slot);
  if (n == GPH_NO_IMPORT) gph_fetch_counts.needless++;
  else {
    const GphImport *e = gph_import(n);
    W *p = gph_untag(e->object);
    gph_fetch_counts.results++;
    if (e->fetching && p[1] == ((W)e->fetching | GPH_TAG_UPDATE)) update(h, e->fetching, p, x);
    else if (!e->fetching && p[0] == (W)&gph_fetch_me_info) gph_update_fetch_me(h, p, x);
    else gph_die("process %d sent the value of what is no reference to it", from);
    if (e->asked) gph_import_answered(n);
    else gph_import_done(n);
  }
  gph_acknowledge(from, moved, moved_used);
}
void gph_fetch_refused(GphHec *h, int from, uint32_t n) {
  const GphImport *e = gph_import(n);
  if (e->state == GPH_IMPORT_ANSWERED && e->pe == (uint32_t)from) {
    gph_import_forget(n);
    return;
  }
  gph_fail(1,
           "a spark needs a value of process %d that cannot travel: an MVar, an IORef, a mutable array, a Ptr, or what "
           "contains one",
           from);
}
void gph_fetch_moved(int from, uint32_t n, uint32_t slot, uint64_t weight) {
  GphImport *e = gph_import(n);
  if (e->state != GPH_IMPORT_IN_TRANSIT || e->pe != (uint32_t)from)
    gph_die("process %d acknowledges what it was not sent", from);
  gph_import_known(n, (GphAddress){(uint32_t)from, slot, weight});
  e = gph_import(n);
  if (e->object == 0) gph_import_done(n);  // nobody here needs it any more
  else if (e->wanted) put_want(n);
}

void gph_acknowledge(int to, const void *items, size_t n) {
  const GphMoved *moved = items;
  if (n == 0) return;
  W *m = gph_message(GPH_DIST_ACK, 3 * n);
  for (size_t i = 0; i < n; i++) {
    m[1 + 3 * i] = moved[i].ticket;
    m[2 + 3 * i] = moved[i].slot;
    m[3 + 3 * i] = moved[i].weight;
  }
  gph_message_send(to, m, 1 + 3 * n);
}

static void answer(int to, uint32_t import, W x) {
  size_t n;
  W *m = gph_pack(to, x, true, GPH_RESUME_HEAD, &n);
  if (!m) {
    m = gph_message(GPH_DIST_CANNOT, 1);
    m[1] = import;
    n = 2;
  } else {
    m[0] = GPH_DIST_RESUME;
    m[1] = import;
  }
  gph_message_send(to, m, n);
}

void gph_results_send(void) {
  uint32_t slot;
  int pe;
  for (W x; gph_result_next(&slot, &pe, &x);) {
    size_t n;
    W *m = gph_pack(pe, x, false, GPH_RESUME_HEAD, &n);
    if (!m) continue;  // it may have to stay: who needs it asks
    m[0] = GPH_DIST_RESULT;
    m[1] = slot;
    gph_message_send(pe, m, n);
  }
}

// A value of a few words, that refers to nothing.
static bool is_flat(W x) {
  enum { MOST_WORDS = 8 };
  if ((x & 7) == GPH_TAG_IMM) return true;
  const W *p = gph_untag(x);
  const GphInfo *i = gph_info(x);
  if ((GphKind)i->kind != GphKind_Con || i->ptrs + i->nptrs > MOST_WORDS) return false;
  for (size_t k = 0; k < i->ptrs; k++) {
    const W y = gph_load_relaxed(&p[1 + k]);
    if ((y & 7) != GPH_TAG_IMM && y >= gph_young_base) return false;
  }
  return true;
}
static void send_ahead(int to, uint32_t slot, uint32_t most) {
  uint32_t sent = 0;
  while (gph_export_behind(slot, to, &slot)) {
    W x;
    size_t n;
    W *m = sent < most && gph_export_has_value(slot, &x) && is_flat(x) ? gph_pack(to, x, false, GPH_RESUME_HEAD, &n)
                                                                       : NULL;
    if (!m) {
      gph_export_turn(slot, sent);
      return;
    }
    m[0] = GPH_DIST_RESULT;
    m[1] = slot;
    gph_message_send(to, m, n);
    gph_fetch_counts.ahead++;
    sent++;
  }
}

void gph_fetch_requested(GphHec *h, int from, uint32_t slot, uint32_t import) {
  gph_result_settled(slot, from);
  uint32_t ahead, most = 0;
  if (gph_export_in_turn(slot, from, &ahead)) {
    most = 2 * ahead + 1;
    if (most > gph_flags.fetch_ahead) most = gph_flags.fetch_ahead;
  }
  W x = gph_exported(slot);
  if (gph_is_value(&x)) {
    send_ahead(from, slot, most);  // first: who waits for x goes on when it comes, and would ask for these
    answer(from, import, x);
    return;
  }
  send_ahead(from, slot, 0);
  uint32_t k = 0;
  while (k < demands_used && demands[k].used) k++;
  if (k == demands_used) {
    if (demands_used == demands_room) {
      demands_room = demands_room ? 2 * demands_room : 64;
      demands = realloc(demands, demands_room * sizeof *demands);
      if (!demands) gph_fail(251, "out of memory");
    }
    demands_used++;
  }
  W *closure = gph_alloc_side(h, 2);
  closure[0] = (W)&gph_demand_info;
  closure[1] = x;
  GphThread *t = gph_spawn(&h->reg, (W)closure | gph_demand_info.tag);
  t->masked = 0;
  t->demand = k + 1;
  gph_export_demanded(slot, true);
  demands[k] =
      (Demand){.thread = t, .value = GPH_UNIT, .pe = (uint32_t)from, .slot = slot, .import = import, .used = true};
  gph_add_relaxed(&demands_live, 1u);
  gph_run_push_front(h, t);
}

// On the stack of the demand's thread.
W gph_demand_c(GphReg *R, W closure, W value) {
  gph_demand_ended(R->thread, value);
  return GPH_UNIT;
}
// t ends: with its value, or (gph_thread_died) with a Raise. It may belong to any HEC.
void gph_demand_ended(GphThread *t, W value) {
  gph_lock(&gph_dist_lock);
  Demand *d = &demands[t->demand - 1];
  GPH_ASSERT(d->used && d->thread == t);
  d->thread = NULL;
  d->value = value;
  t->demand = 0;
  gph_add_relaxed(&demands_live, ~0u);
  gph_add_seq(&demands_ended, 1u);
  gph_unlock(&gph_dist_lock);
  if (gph_flags.gateway != GPH_GATEWAY_ANY) gph_hec_kick(gph_hecs[gph_gateway]);  // else t's HEC comes by there now
}

void gph_fetch_send(GphHec *h) {
  for (uint32_t i = 0; i < wants_used; i++) {
    // gph_fetch_moved puts it here again, perhaps before it has gone; or RESULT has come
    if (!gph_import_wanted(wants[i])) continue;
    GphImport *e = gph_import(wants[i]);
    e->asked = true;
    W *m = gph_message(GPH_DIST_FETCH, 2);
    m[1] = e->slot;
    m[2] = wants[i];
    gph_message_send((int)e->pe, m, 3);
  }
  gph_store_seq(&wants_used, 0u);
  if (demands_ended == 0) return;
  for (uint32_t k = 0; k < demands_used; k++) {
    Demand *d = &demands[k];
    if (!d->used || d->thread) continue;
    W x = gph_exported(d->slot);
    if (!gph_is_value(&x)) {
      x = d->value;
      gph_export_set(d->slot, x);  // a thunk that is entered once keeps no value
    }
    gph_export_demanded(d->slot, false);
    answer((int)d->pe, d->import, x);
    *d = (Demand){.value = GPH_UNIT};
    gph_sub_seq(&demands_ended, 1u);
  }
}

static bool waits(const GphThread *t) {
  return t->state == GPH_T_BLOCKED_BLACKHOLE || t->state == GPH_T_BLOCKED_MVAR || t->state == GPH_T_BLOCKED_MVAR_READ ||
         t->state == GPH_T_BLOCKED_STM;
}
void gph_demands_roots(GphVisitor *v) {
  for (uint32_t k = 0; k < demands_used; k++) {
    Demand *d = &demands[k];
    if (!d->used) continue;
    gph_visit(v, &d->value);
    if (d->thread && !(v->only_wakeable && waits(d->thread))) gph_visit_thread(v, d->thread);
  }
}
