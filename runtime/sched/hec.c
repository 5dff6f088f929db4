// hec.c: creating HECs, run queues, inboxes.
#include "sched/hec.h"
#include "base/delay.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/stack.h"
#include "heap/alloc.h"
#include "heap/remember.h"
#include "heap/visit.h"
#include "prof/eventlog.h"
#include "prof/time_profile.h"
#include "prof/spark_sites.h"
#include "prof/strands.h"
#include "sched/hooks.h"
#include "sched/spark.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include <stdlib.h>
#include <string.h>

// Note [Disabled HECs]
// ~~~~~~~~~~~~~~~~~~~~
// setNumCapabilities to a lower number disables HECs: they stay, since their workers, and what was put off until they
// look (inboxes, waiters of their threads), are theirs, but they are surplus, begin no spark, and give each thread that
// would run to one of those that are left, forkOn's too (gph_schedule_until); so does a thread that is running at its
// next safe point (gph_heap_check). Only a thread that C waits for in a worker of this HEC still runs here. Thieves
// empty a disabled HEC's pool.

static GphHec *hec_new(int no) {
  GphHec *h = aligned_alloc(64, (sizeof(GphHec) + 63) & ~(size_t)63);
  if (!h) gph_fail(251, "out of memory");
  memset(h, 0, sizeof *h);
  h->no = no;
  h->busy_ns = h->run_ns = GPH_BRIEF_MOST_NS;
  h->reg.hec = h;
  h->reg.old_base = gph_old_base;
  h->steal_seed = (uint32_t)(gph_flags.steal_seed + (uint64_t)no * 7919);
#ifdef GPH_THREADED
  gph_pool_init(&h->pool, gph_flags.spark_pool);
  if (gph_flags.load_seq > 0) gph_pool_watch(&h->pool);
  gph_sites_start(h);
  gph_strands_start(h);
  h->reg.sparks = &h->pool;
#endif
  gph_lock_init(&h->lock);
  gph_nursery_init(h);
  gph_remember_init(h);
  gph_gc_worker_init(h);
  gph_eventlog_add_hec(h);
  gph_profile_add_hec(h);
  return h;
}

// How thunks are claimed where there are n HECs (with several processes, too, exactly: what is sent away must be
// nobody's): Note [Claiming thunks] in eval/blackhole.c. The world is stopped, or has not begun.
static uint8_t claims = GPH_CLAIM_LAZY;
enum { SOMEWHERE = 8 };  // below all thunks, and not 0
static void set_claims(int n) {
  // With --scaling a thunk that is sparked, or seen, changes its third word under who comes by its old info: whose
  // claim must fail (prof/strands.c).
  bool lazy = gph_flags.blackhole == GPH_BH_LAZY && !GPH_MANY_PES && !gph_flags.scaling, exact = n > 1;
  uint8_t how = exact && !(lazy && !gph_program.once) ? GPH_CLAIM_ATOMIC
                : gph_flags.blackhole == GPH_BH_EAGER ? GPH_CLAIM_PLAIN
                                                      : GPH_CLAIM_LAZY;
  claims = how;
  const bool long_way = (exact && how == GPH_CLAIM_LAZY) || gph_flags.delay;  // --delay: all updates by gph_update_c
#ifdef GPH_TSAN_CODE
  const bool zones = false;
#else
  const bool zones = how == GPH_CLAIM_ATOMIC && gph_flags.zones && !long_way;
#endif
  for (int i = 0; i < n; i++) {
    GphReg *R = &gph_hecs[i]->reg;
    R->eager_blackhole = how;
    R->zones = zones;
    R->update_base = long_way ? 0 : SOMEWHERE;
    R->update_span = long_way || zones ? 0 : gph_old_base - SOMEWHERE;  // zones: until it runs
  }
}

// The world is stopped, so all threads are paused: what each evaluates is claimed, which gph_pause_thread relies on in
// a HEC that claims lazily.
void gph_claim_again(void) {
  for (int i = 0; i < gph_hecs_enabled; i++) gph_hecs[i]->reg.eager_blackhole = claims;
}

// The first n HECs run threads. The world is stopped, or has not begun.
static void enable(int n) {
  for (int i = 0; i < gph_hecs_used; i++) {
    gph_hecs[i]->disabled = i >= n;
    gph_hecs[i]->surplus = i >= n || gph_hec_is_surplus(i);
  }
  gph_store_seq(&gph_hecs_enabled, n);
}

void gph_hec_init(int n) {
  gph_hecs = calloc(GPH_MAX_HECS, sizeof *gph_hecs);
  for (int i = 0; i < n; i++) gph_hecs[i] = hec_new(i);
  set_claims(n);
  gph_hecs_used = n;
  enable(n);
}

#ifdef GPH_DIST
// One more, which runs no threads: Note [Disabled HECs]. Before there are any.
int gph_hec_add_gateway(void) {
  const int n = gph_hecs_used;
  if (n == GPH_MAX_HECS) gph_fail(1, "--gateway=thread takes a HEC, and there may be no more than %d", GPH_MAX_HECS);
  gph_hecs[n] = hec_new(n);
  set_claims(n + 1);
  gph_hecs_used = n + 1;
  enable(n);
  return n;
}
#endif

// n HECs from now on. Called by the owner of h, whose thread is out in a foreign call: what all threads evaluate is
// claimed before another HEC can see it.
void gph_hec_set(GphHec *h, int n) {
  gph_stw_begin(h);
  if (gph_hecs_used < n) {
    for (int i = gph_hecs_used; i < n; i++) gph_hecs[i] = hec_new(i);  // the array has room
    set_claims(n);
    gph_store_seq(&gph_hecs_used, n);
  }
  enable(n);
  gph_stw_end(h);
  gph_sched_start_workers();
}

// ---- run queue
void gph_run_push(GphHec *h, GphThread *t) {
  GPH_ASSERT((h->run_head == NULL) == (h->run_tail == NULL));
  if (GPH_EVENT_UNLIKELY(t->state >= GPH_T_BLOCKED_BLACKHOLE)) gph_log_woken(t, h);
  if (GPH_EVENT_UNLIKELY(t->followers != NULL)) gph_sparks_rouse(h, t);
  // an exception may end it on its way here; run_thread does the rest
  if (t->state != GPH_T_DIED) t->state = GPH_T_READY;
  GPH_ASSERT(!t->standing || t->hec == h);
  // others look at it at any time, to post to its HEC: gph_wake, gph_blackhole_c; h may be new
  gph_store_release(&t->hec, h);
  t->next = NULL;
  if (h->run_tail) h->run_tail->next = t;
  else h->run_head = t;
  h->run_tail = t;
  gph_store_relaxed(&h->run_length, h->run_length + 1);
}
void gph_run_push_front(GphHec *h, GphThread *t) {
  GPH_ASSERT((h->run_head == NULL) == (h->run_tail == NULL) && h->run_head != t);
  t->next = h->run_head;
  h->run_head = t;
  if (!h->run_tail) h->run_tail = t;
  gph_store_relaxed(&h->run_length, h->run_length + 1);
}
GphThread *gph_run_pop(GphHec *h) {
  GphThread *t = h->run_head;
  GPH_ASSERT((t == NULL) == (h->run_tail == NULL));
  if (!t) return NULL;
  h->run_head = t->next;
  if (!h->run_head) h->run_tail = NULL;
  t->next = NULL;
  gph_store_relaxed(&h->run_length, h->run_length - 1);
  return t;
}

// The first two change places.
void gph_run_swap(GphHec *h) {
  GPH_ASSERT(h->run_head != h->run_tail);  // there are two
  GphThread *a = gph_run_pop(h), *b = gph_run_pop(h);
  gph_run_push_front(h, a);
  gph_run_push_front(h, b);
}

// ---- inbox: two Treiber stacks, taken whole; nothing is ever popped singly, so there is no ABA
#ifdef GPH_DEBUG
#define BEGIN_POST(to) gph_add_seq(&(to)->posted, 1u)
#define END_POST(to) gph_add_seq(&(to)->kicked, 1u)
#else
#define BEGIN_POST(to) ((void)0)
#define END_POST(to) ((void)0)
#endif
void gph_post_thread(GphHec *to, GphThread *t, GphMsgKind kind) {
  BEGIN_POST(to);
  t->msg_kind = (uint8_t)kind;
  GphThread *head = gph_load_relaxed(&to->inbox);
  do t->next = head;
  while (!__atomic_compare_exchange_n(&to->inbox, &head, t, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  gph_hec_kick(to);
  END_POST(to);
}
void gph_post(GphHec *to, GphMsg *m) {
#ifdef GPH_DEBUG
  static __thread uint64_t posted;
  m->poster = &posted;
  m->number = ++posted;
#endif
  BEGIN_POST(to);
  GphMsg *head = gph_load_relaxed(&to->inbox_msgs);
  do m->next = head;
  while (!__atomic_compare_exchange_n(&to->inbox_msgs, &head, m, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  gph_hec_kick(to);
  END_POST(to);
}

// -qw: it moves to `from`, but by way of its own HEC, which may have an exception for it just now: only the owner gives
// a thread away.
void gph_wake(GphHec *from, GphThread *t) {
  GphHec *to = gph_load_acquire(&t->hec);
  // Note [Brief work] in schedule.c
  const bool idle = gph_load_relaxed(&to->idle_since) > gph_load_relaxed(&to->busy_since);
  const bool moves =
      gph_flags.migrate_woken || (gph_flags.migrate && idle && gph_load_relaxed(&to->busy_ns) < GPH_BRIEF_NS &&
                                  gph_load_relaxed(&from->run_ns) < GPH_BRIEF_NS);
  t->wake_to = moves && !t->inherited_pin ? from : NULL;
  GPH_DELAY();
  if (to == from) gph_run_push(from, t);
  else gph_post_thread(to, t, GPH_MSG_WAKE);
}

#ifdef GPH_DEBUG
static void check_order(const GphMsg *m) {
  for (; m; m = m->next)
    for (const GphMsg *n = m->next; n; n = n->next)
      if (n->poster == m->poster) {
        GPH_ASSERT(n->number > m->number);
        break;
      }
}
#else
#define check_order(m) ((void)0)
#endif

bool gph_handle_inbox(GphHec *h) {
  // seq: after gph_unzap, either this sees the message or its poster's zap comes after ours
  if (!gph_load_seq(&h->inbox) && !gph_load_seq(&h->inbox_msgs)) return false;
  GphThread *t = gph_exchange(&h->inbox, (GphThread *)NULL), *list = NULL;
  while (t) {  // oldest first
    GphThread *next = t->next;
    t->next = list;
    list = t;
    t = next;
  }
  while (list) {
    t = list;
    list = t->next;
    t->next = NULL;
    GPH_DELAY();
    GphMsgKind kind = (GphMsgKind)t->msg_kind;
    t->msg_kind = GPH_MSG_NONE;
    switch (kind) {
      case GPH_MSG_WAKE: {
        GphHec *to = t->wake_to;
        t->wake_to = NULL;
        if (!to || to == h) {
          gph_run_push(h, t);
          break;
        }
        if (t->followers) gph_sparks_rouse(h, t);  // they stay
        gph_stack_leave(t);
        t->known |= GPH_KNOWN_ELSEWHERE;
        gph_store_release(&t->hec, to);
        gph_post_thread(to, t, GPH_MSG_WAKE);
        break;
      }
      case GPH_MSG_BLACKHOLE: gph_handle_blackhole(h, t); break;
      case GPH_MSG_NONE: gph_die("a thread in the inbox without a message");
    }
  }
  GphMsg *m = gph_exchange(&h->inbox_msgs, (GphMsg *)NULL), *msgs = NULL;
  while (m) {
    GphMsg *next = m->next;
    m->next = msgs;
    msgs = m;
    m = next;
  }
  check_order(msgs);
  while (msgs) {
    m = msgs;
    msgs = m->next;
    GPH_DELAY();
    GphHec *to = gph_load_relaxed(&m->target->hec);
    if (to != h) {
      gph_post(to, m);
      continue;
    }
    switch (m->kind) {
      case GPH_MSG_KILL: gph_throw_to(h, m->target, m->exception, m->sender, m->ticket); break;
      case GPH_MSG_RECEIVED: gph_throw_received(h, m->target, m->ticket); break;
      case GPH_MSG_CANCEL: gph_cancel_wait(h, m->sender); break;
      case GPH_MSG_STALE: gph_stm_stale_wait(h, m->target); break;
      case GPH_MSG_UPDATED: gph_recheck_waiters(h, m->target); break;
    }
    free(m);
  }
  return true;
}

void gph_runnable_roots(GphVisitor *v, GphHec *h) {
  if (h->current) gph_visit_thread(v, h->current);
  for (GphThread *t = h->run_head; t; t = t->next) gph_visit_thread(v, t);
}
void gph_messages_roots(GphVisitor *v, GphHec *h) {
  for (GphThread *t = gph_load_acquire(&h->inbox); t; t = t->next) gph_visit_thread(v, t);
  for (GphMsg *m = gph_load_acquire(&h->inbox_msgs); m; m = m->next) {
    gph_visit(v, &m->exception);
    gph_visit_thread(v, m->target);
    if (m->sender) gph_visit_thread(v, m->sender);
  }
}
