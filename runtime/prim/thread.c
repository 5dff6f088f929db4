// thread.c: forkIO, throwTo, threadDelay and their relatives.
//
// throwTo. Everything about a target is decided by its HEC: the sender posts a GPH_MSG_KILL (or acts at once if the
// target is its own HEC's) and waits until it hears that the exception was received. A target that is unmasked, or
// masked but blocked interruptibly, receives at once: it is taken off what it waits for and gph_raise_async arranges
// its stack. Otherwise the exception stays in target->pending.
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/stack.h"
#include "prim/io_wait.h"
#include "prim/mvar.h"
#include "prim/foreign.h"
#include "prim/prim.h"
#include "prim/stm.h"
#include "prof/eventlog.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/timer.h"
#include <stdlib.h>
#include <string.h>

// acquire: pairs with gph_thread_ended. It is the handle's thread until the caller comes to a safe point.
static inline GphThread *thread_of(W handle) { return (GphThread *)gph_load_acquire(&gph_untag(handle)[1]); }

// ---- creation
enum { FORKS_IN_TURN = 64 };
static W fork_on(GphReg *R, GphHec *to, bool pin, W io) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = gph_spawn(R, io);
  if (!gph_load_relaxed(&gph_has_forked)) gph_store_relaxed(&gph_has_forked, 1u);
  t->inherited_pin = pin;
  const W handle = t->handle;  // afterwards t is its HEC's
  if (to == h) {
    // Soon (not at once: the parent may have done all that it is there for), when that costs the parent no more than
    // t's turn; else it would have a round of the whole queue for each of its children: it has one for many, lest there
    // be as many threads as it can make in a time slice. So does one that forks deep in a recursion (forM, replicateM):
    // whenever it stops, its innermost segment is looked through. If an idle HEC may take one of the queue, the parent
    // goes on right after that.
    const bool alone = !h->run_head && !(R->thread->stops & GPH_STOPPED_DEEP);
    gph_run_push(h, t);
    if (alone || ++h->forks_in_turn >= FORKS_IN_TURN) {
      h->forks_in_turn = 0;
      gph_store_relaxed(&h->context_switch, 1u);
    } else if (gph_flags.migrate && gph_load_relaxed(&gph_hungry_hecs) > 0 &&
               !(h->share_declined && h->forks_in_turn % GPH_SHARE_SELDOM))
      h->share_soon = true;
    else return handle;
    gph_hec_zap_own(h);
  } else {
    gph_log_migrated(t, to);
    t->known |= GPH_KNOWN_ELSEWHERE;
    gph_store_seq(&t->hec, to);
    gph_post_thread(to, t, GPH_MSG_WAKE);
  }
  return handle;
}
W gph_prim_Fork(GphReg *R, W io) { return fork_on(R, gph_hec_of(R), false, io); }
W gph_prim_ForkOn(GphReg *R, I n, W io) {
  GphHec *to = gph_hecs[(W)n % (W)gph_hecs_enabled];
  return fork_on(R, to, true, io);
}
W gph_prim_Yield(GphReg *R) {
  R->thread->yielded = 1;
  R->status = GPH_WHY_YIELD;
  return GPH_UNIT;
}
W gph_prim_MyThreadId(GphReg *R) {
  R->thread->known |= GPH_KNOWN_HANDLE;
  return R->thread->handle;
}
// Next to nothing to do: where there are several HECs every thunk that this thread evaluates was claimed on entry, by
// it alone, in a program that uses this (GphProgram.once; Note [Claiming thunks] in eval/blackhole.c).
W gph_prim_NoDuplicate(GphReg *R) {
  R->thread->spark = 0;  // what it evaluates may not be begun again: Note [Sparks that wait] in sched/spark.c
  return GPH_UNIT;
}
W gph_prim_LabelThread(GphReg *R, W id, W addr) {
  GphThread *t = thread_of(id);
  if (gph_thread_gone(t)) return GPH_UNIT;
  free(gph_exchange(&t->label, strdup((const char *)addr)));
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_label(t, (const char *)addr);
  return GPH_UNIT;
}
// No thread stays on one worker but those that C waits for: so this is no more than what the program is told.
W gph_prim_IsCurrentThreadBound(GphReg *R) {
  const GphThread *t = R->thread;
  return t->bound_as ? t->bound_as == 1 : t->is_main || t->bound_to;
}
W gph_prim_ThreadIdToWord(GphReg *R, W id) { return gph_untag(id)[2]; }
W gph_prim_CompareThreadIds(GphReg *R, W a, W b) {
  const W x = gph_untag(a)[2], y = gph_untag(b)[2];
  return (W)(I)(x < y ? -1 : x > y);
}
// As GHC's: (status, HEC, pinned); 0 running, 16 finished, 17 died, else the reason it is blocked for.
W gph_prim_ThreadStatus(GphReg *R, W id) {
  GphThread *t = thread_of(id);
  W s = 0;
  switch ((GphThreadState)t->state) {
    case GPH_T_READY:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN: s = 0; break;
    case GPH_T_FINISHED: s = 16; break;
    case GPH_T_DIED: s = 17; break;
    case GPH_T_BLOCKED_MVAR: s = 1; break;
    case GPH_T_BLOCKED_MVAR_READ: s = 14; break;
    case GPH_T_BLOCKED_BLACKHOLE: s = 2; break;
    case GPH_T_BLOCKED_READ: s = 3; break;
    case GPH_T_BLOCKED_WRITE: s = 4; break;
    case GPH_T_BLOCKED_DELAY: s = 5; break;
    case GPH_T_BLOCKED_STM: s = 6; break;
    case GPH_T_BLOCKED_FOREIGN: s = 10; break;
    case GPH_T_BLOCKED_THROWTO: s = 12; break;
  }
  GphHec *h = gph_load_relaxed(&t->hec);
  R->ret[1] = h ? (W)h->no : 0;
  R->ret[2] = t->inherited_pin;
  return s;
}

// ---- waiting for time and files
W gph_prim_Delay(GphReg *R, I microseconds) {
  if (microseconds < 0) microseconds = 0;
  if (microseconds > INT64_MAX / 2000) microseconds = INT64_MAX / 2000;
  if (R->thread->pending && R->masked != 2) {
    gph_deliver_before(R, gph_redo_delay, GPH_NUMBER(microseconds), GPH_UNIT);
    return 0;
  }
  gph_block_current(R, GPH_T_BLOCKED_DELAY, 0);
  gph_delay_thread(R->thread, gph_os_clock_ns() + microseconds * 1000);
  return GPH_UNIT;
}
W gph_redo_delay(GphReg *R, W microseconds) { return gph_prim_Delay(R, GPH_NUMBER_OF(microseconds)); }

// ---- asynchronous exceptions
// w waits, or is on its way to wait, for a thread of another HEC, or is woken already (then nothing is to be done). A
// thread that it waits for is alive.
static void post_cancel(GphThread *w) {
  GphThread *owner = gph_load_seq(&w->msg_owner);  // after `cancel` was stored: pairs with gph_handle_blackhole
  if (!owner) return;
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){.kind = GPH_MSG_CANCEL, .target = owner, .sender = w};
  gph_post(gph_load_seq(&owner->hec), m);
}

// Meanwhile the thunk may belong to another thread (Note [Freezing] in eval/exception.c), and w be among its waiters: w
// knows.
void gph_cancel_wait(GphHec *h, GphThread *w) {
  GphThread *owner = gph_load_seq(&w->msg_owner);
  if (!owner || !gph_load_seq(&w->cancel)) return;
  if (gph_load_seq(&owner->hec) != h) {
    post_cancel(w);
    return;
  }
  if (!gph_waiter_remove(owner, w)) return;  // not there yet: gph_handle_blackhole will see `cancel`
  gph_wake(h, w);
  gph_refreeze(h, owner);
}

bool gph_unblock(GphHec *h, GphThread *t, bool stopped) {
  switch ((GphThreadState)t->state) {
    case GPH_T_BLOCKED_MVAR:
    case GPH_T_BLOCKED_MVAR_READ: return gph_mvar_unblock(t);
    case GPH_T_BLOCKED_STM: return gph_stm_unblock(t);
    case GPH_T_BLOCKED_DELAY: return gph_delay_cancel(t);
    case GPH_T_BLOCKED_READ:
    case GPH_T_BLOCKED_WRITE: return gph_io_cancel(t);
    case GPH_T_BLOCKED_THROWTO: {
      uint32_t ticket = gph_load_seq(&t->wait_ticket);  // received already: the notice is on its way
      return !(ticket & GPH_TICKET_RECEIVED) && gph_cas(&t->wait_ticket, ticket, ticket + GPH_TICKET_NEXT);
    }
    case GPH_T_BLOCKED_BLACKHOLE: {
      GphThread *owner = gph_load_seq(&t->msg_owner);
      if (owner == t) {  // Note [A value that needs itself] in eval/blackhole.c
        gph_store_relaxed(&t->msg_owner, (GphThread *)NULL);
        return true;
      }
      if (owner && (stopped || gph_load_seq(&owner->hec) == h) && gph_waiter_remove(owner, t)) {
        if (!stopped) gph_refreeze(h, owner);
        return true;
      }
      if (stopped) return true;
      t->known |= GPH_KNOWN_ELSEWHERE;
      gph_store_seq(&t->cancel, (uint8_t)1);  // on its way somewhere; See eval/blackhole.c
      post_cancel(t);
      return false;
    }
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return false;
  }
}

static bool interruptible(GphThread *t) {
  switch ((GphThreadState)t->state) {
    case GPH_T_BLOCKED_MVAR:
    case GPH_T_BLOCKED_MVAR_READ:
    case GPH_T_BLOCKED_STM:
    case GPH_T_BLOCKED_DELAY:
    case GPH_T_BLOCKED_READ:
    case GPH_T_BLOCKED_WRITE:
    case GPH_T_BLOCKED_THROWTO: return true;
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_BLACKHOLE:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return false;
  }
}

void gph_throw_received(GphHec *h, GphThread *sender, uint32_t ticket) {
  sender->block_value = 0;
  // To the front: to wait for the answer was no end of its turn. Who kills many threads would have a round of the whole
  // queue for each.
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_woken(sender, h);
  sender->state = GPH_T_READY;
  gph_store_release(&sender->hec, h);  // as gph_run_push does
  gph_run_push_front(h, sender);
}

// Before anything is done about it: a sender that was interrupted has taken its exception back.
bool gph_pending_claim(GphPending *e) {
  return !e->sender || gph_cas(&e->sender->wait_ticket, e->ticket, e->ticket + GPH_TICKET_RECEIVED);
}
static bool revoked(const GphPending *e) { return e->sender && gph_load_seq(&e->sender->wait_ticket) != e->ticket; }

void gph_notify_sender(GphHec *h, GphPending *e) {
  if (!e->sender) return;
  GphHec *to = gph_load_seq(&e->sender->hec);
  if (to == h) {
    gph_throw_received(h, e->sender, e->ticket);
    return;
  }
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){.kind = GPH_MSG_RECEIVED, .target = e->sender, .ticket = e->ticket};
  gph_post(to, m);
}

static void add_pending(GphHec *h, GphThread *t, W exception, GphThread *sender, uint32_t ticket) {
  GphPending *e = malloc(sizeof *e);
  *e = (GphPending){.exception = exception, .sender = sender, .ticket = ticket};
  if (t->pending) t->last_pending->next = e;
  else t->pending = e;
  t->last_pending = e;
  gph_thread_mark_dirty(h, t);
#ifdef GPH_THREADED
  if (t->state == GPH_T_BLOCKED_FOREIGN && t->masked != 2) gph_foreign_interrupt(t);
#endif
}

// Arranges t's stack at once if t may be interrupted where it is. LATER: it gets the exception when it runs, or
// unmasks. REVOKED: e's sender has taken it back.
typedef enum { RECEIVED, LATER, REVOKED } Thrown;
static Thrown throw_now(GphHec *h, GphThread *t, GphPending *e) {
  // frozen: nobody needs it, so nobody is interrupted
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED || t->state == GPH_T_FROZEN)
    return gph_pending_claim(e) ? RECEIVED : REVOKED;
  bool may = t->masked == 0 || (t->masked == 1 && interruptible(t));
  if (t->state == GPH_T_BLOCKED_FOREIGN || !may) return LATER;
  bool ready = t->state == GPH_T_READY;
  if (!ready && !gph_unblock(h, t, false)) return LATER;  // on its way to its run queue: run_thread
  if (!gph_pending_claim(e)) {                            // revoked meanwhile: t goes on waiting
    if (!ready) {
      gph_redo(h, t);
      gph_run_push(h, t);
    }
    return REVOKED;
  }
  gph_raise_async(h, t, e->exception);
  if (t->state == GPH_T_DIED) gph_thread_died(h, t, e->exception);
  if (!ready) gph_run_push(h, t);
  return RECEIVED;
}

void gph_throw_to(GphHec *h, GphThread *t, W exception, GphThread *sender, uint32_t ticket) {
  GphPending e = {.exception = exception, .sender = sender, .ticket = ticket};
  if (revoked(&e)) return;
  switch (throw_now(h, t, &e)) {
    case RECEIVED: gph_notify_sender(h, &e); break;
    case LATER: add_pending(h, t, exception, sender, ticket); break;
    case REVOKED: break;
  }
}

W gph_prim_KillThread(GphReg *R, W id, W exception) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = thread_of(id), *me = R->thread;
  GPH_DELAY();
  if (gph_thread_gone(t)) return GPH_UNIT;  // as throw_now does for one that has ended
  if (t == me) {
    gph_raise_async_self(R, exception);
    return GPH_UNIT;
  }
  GphHec *to = gph_load_seq(&t->hec);
  GphPending e = {.exception = exception};
  if (to == h && throw_now(h, t, &e) == RECEIVED) return GPH_UNIT;  // we go on, as in GHC
  if (me->pending && R->masked != 2) {
    gph_deliver_before(R, gph_prim_KillThread, id, exception);
    return 0;
  }
  const uint32_t ticket = (gph_load_seq(&me->wait_ticket) | GPH_TICKET_RECEIVED) + 1;
  gph_store_seq(&me->wait_ticket, ticket);
  gph_block_current(R, GPH_T_BLOCKED_THROWTO, id);
  me->block_value = exception;  // for Note [Doing it again] in eval/exception.c
  if (to == h) {
    add_pending(h, t, exception, me, ticket);
    return GPH_UNIT;
  }
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){.kind = GPH_MSG_KILL, .target = t, .exception = exception, .sender = me, .ticket = ticket};
  gph_post(to, m);
  return GPH_UNIT;
}
