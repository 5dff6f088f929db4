// mvar.c: MVar#: a value or empty, and a FIFO queue of blocked threads (all of one sort: takers and readers while it is
// empty, putters while it is full). A woken thread has had its operation done for it, so fairness is exact: single
// wake-up, first come first served.
//
// lock: the info pointer, swung to gph_mvar_locked_info, held for a few instructions and never across a collection. Who
// is alone takes none (one HEC: nobody else touches the heap, and another one begins while the world is stopped). A
// queued thread: state BLOCKED_MVAR or BLOCKED_MVAR_READ, blocked_on the MVar, block_value what a putter puts. m[1],
// the value, is written with the lock, by release: tryReadMVar and isEmptyMVar look at it without (acquire). The queue
// only with it.
#include "prim/mvar.h"
#include "base/delay.h"
#include "base/die.h"
#include "eval/exception.h"
#include "eval/hooks.h"
#include "eval/stack.h"
#include "prim/prim.h"
#include "prof/strands.h"
#include "state/hecs.h"

// gph_take_mvar and its like in eval/stubs.S are the short ways of the first three primitives here.
_Static_assert(GPH_MVAR_EMPTY == MVAR_EMPTY && GPH_REMEMBERED == OBJECT_REMEMBERED && MVAR_VALUE == sizeof(W) &&
                   MVAR_WAITING == 2 * sizeof(W),
               "what assembly knows of MVars");

static inline void lock(W *m) {
#ifdef GPH_THREADED
  if (gph_alone()) return;
  for (int i = 0;; i++) {
    if (gph_load_relaxed(&m[0]) == (W)&gph_mvar_info && gph_cas(&m[0], (W)&gph_mvar_info, (W)&gph_mvar_locked_info))
      break;
    if (i < 1000) gph_pause();
    else sched_yield();
  }
  GPH_DELAY();
#endif
}
static inline void unlock(W *m) {
#ifdef GPH_THREADED
  if (!gph_alone()) gph_store_release(&m[0], (W)&gph_mvar_info);
#endif
}

// ---- the queue: m[2] head (gph_waiting), m[3] tail
static void enqueue(W *m, GphThread *t) {
  t->queued = 1;
  GphThread *tail = (GphThread *)m[3];
  t->next = NULL;
  t->prev = tail;
  if (tail) tail->next = t;
  else gph_set_waiting(m, t);
  m[3] = (W)t;
}
static void enqueue_front(W *m, GphThread *t) {  // readers go first
  GphThread *head = gph_waiting(m);
  t->queued = 1;
  t->prev = NULL;
  t->next = head;
  if (head) head->prev = t;
  else m[3] = (W)t;
  gph_set_waiting(m, t);
}
static void unqueue(W *m, GphThread *t) {
  if (t->prev) t->prev->next = t->next;
  else gph_set_waiting(m, t->next);
  if (t->next) t->next->prev = t->prev;
  else m[3] = (W)t->prev;
  t->next = t->prev = NULL;
  t->queued = 0;
}

bool gph_mvar_unblock(GphThread *t) {
  GPH_ASSERT(t->state == GPH_T_BLOCKED_MVAR || t->state == GPH_T_BLOCKED_MVAR_READ);
  W *m = gph_untag(t->blocked_on);
  lock(m);
  bool there = t->queued;
  if (there) unqueue(m, t);
  unlock(m);
  return there;
}

// True: an asynchronous exception is due instead of blocking (the operation is interruptible).
static bool interrupted(GphReg *R) { return R->thread->pending && R->masked != 2; }

static W block(GphReg *R, W *m, GphThreadState state, W mvar, W value) {
  GphThread *t = R->thread;
  // The context is complete (gph_rtcall saved it) before anybody can find the thread in the queue; it is resumed
  // through its own HEC's inbox or run queue, that is, after this HEC left it.
  gph_block_current(R, state, mvar);
  t->block_value = value;
  gph_thread_mark_dirty(gph_hec_of(R), t);
  if (state == GPH_T_BLOCKED_MVAR_READ) enqueue_front(m, t);
  else enqueue(m, t);
  gph_dirty_object(R, m);
  unlock(m);
  return GPH_UNIT;
}

static void wake(GphReg *R, GphThread *t, W result) {
  GphHec *h = gph_hec_of(R);
  t->result = result;
  t->block_value = 0;
  gph_thread_mark_dirty(h, t);
  if (GPH_SCALING) gph_strand_wakes(h, t);
  gph_wake(h, t);
}

// Locked and full: take the value; a waiting putter's comes in its place. Unlocks.
static W take_locked(GphReg *R, W *m) {
  W x = m[1];
  GphThread *t = gph_waiting(m);
  if (t) {
    unqueue(m, t);
    gph_store_release(&m[1], t->block_value);
    gph_dirty_object(R, m);
    unlock(m);
    wake(R, t, GPH_TOKEN);
  } else {
    gph_store_release(&m[1], GPH_MVAR_EMPTY);
    unlock(m);
  }
  return x;
}

// Locked and empty: serve the readers, then the first taker, or store. Unlocks.
static void put_locked(GphReg *R, W *m, W x) {
  GphThread *woken = NULL, **last = &woken, *t;
  bool taken = false;
  while (!taken && (t = gph_waiting(m))) {
    unqueue(m, t);
    taken = t->state == GPH_T_BLOCKED_MVAR;
    *last = t;
    last = &t->next;
  }
  if (!taken) {
    gph_store_release(&m[1], x);
    gph_dirty_object(R, m);
  }
  unlock(m);
  while ((t = woken)) {
    woken = t->next;
    t->next = NULL;
    wake(R, t, x);
  }
}

W gph_prim_TakeMVar(GphReg *R, W v) {
  W *m = gph_untag(v);
  lock(m);
  if (m[1] != GPH_MVAR_EMPTY) return take_locked(R, m);
  if (interrupted(R)) {
    unlock(m);
    gph_deliver_before(R, gph_prim_TakeMVar, v, GPH_UNIT);
    return 0;
  }
  return block(R, m, GPH_T_BLOCKED_MVAR, v, 0);
}
W gph_prim_ReadMVar(GphReg *R, W v) {
  W *m = gph_untag(v);
  lock(m);
  if (m[1] != GPH_MVAR_EMPTY) {
    W x = m[1];
    unlock(m);
    return x;
  }
  if (interrupted(R)) {
    unlock(m);
    gph_deliver_before(R, gph_prim_ReadMVar, v, GPH_UNIT);
    return 0;
  }
  return block(R, m, GPH_T_BLOCKED_MVAR_READ, v, 0);
}
W gph_prim_PutMVar(GphReg *R, W v, W x) {
  W *m = gph_untag(v);
  lock(m);
  if (m[1] == GPH_MVAR_EMPTY) {
    put_locked(R, m, x);
    return GPH_UNIT;
  }
  if (interrupted(R)) {
    unlock(m);
    gph_deliver_before(R, gph_prim_PutMVar, v, x);
    return 0;
  }
  return block(R, m, GPH_T_BLOCKED_MVAR, v, x);
}
W gph_prim_TryTakeMVar(GphReg *R, W v) {
  W *m = gph_untag(v);
  lock(m);
  if (m[1] == GPH_MVAR_EMPTY) {
    unlock(m);
    R->ret[1] = GPH_UNIT;
    return 0;
  }
  R->ret[1] = take_locked(R, m);
  return 1;
}
W gph_prim_TryPutMVar(GphReg *R, W v, W x) {
  W *m = gph_untag(v);
  lock(m);
  if (m[1] != GPH_MVAR_EMPTY) {
    unlock(m);
    return 0;
  }
  put_locked(R, m, x);
  return 1;
}
W gph_prim_TryReadMVar(GphReg *R, W v) {
  W x = gph_load_acquire(&gph_untag(v)[1]);
  R->ret[1] = x == GPH_MVAR_EMPTY ? GPH_UNIT : x;
  return x != GPH_MVAR_EMPTY;
}
W gph_prim_IsEmptyMVar(GphReg *R, W v) { return gph_load_acquire(&gph_untag(v)[1]) == GPH_MVAR_EMPTY; }
