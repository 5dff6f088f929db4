// thread.c: forkIO, throwTo, threadDelay and their relatives.
//
// throwTo. Everything about a target is decided by its HEC: the sender posts a GPH_MSG_KILL (or acts at once if the target is its own HEC's)
// and waits until it hears that the exception was received. A target that is unmasked, or masked but blocked interruptibly, receives
// at once: it is taken off what it waits for and gph_raise_async arranges its stack. Otherwise the exception stays in target->pending.
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "prim/mvar.h"
#include "prim/prim.h"
#include "prim/stm.h"
#include "prof/eventlog.h"
#include "sched/deadlock.h"
#include "sched/schedule.h"
#include <stdlib.h>
#include <string.h>

static inline GphThread *thread_of(W handle) { return (GphThread *)gph_untag(handle)[1]; }

// ---- creation
static W fork_on(GphReg *R, GphHec *to, bool pin, W io) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = gph_spawn(R, io);
  t->inherited_pin = pin;
  if (to == h) {
    gph_run_push(h, t);
    gph_store_relaxed(&h->context_switch, 1u);         // soon
    gph_hec_zap(h);
  } else {
    gph_log_migrated(t, to);
    gph_store_seq(&t->hec, to);
    gph_post_thread(to, t, GPH_MSG_WAKE);
  }
  return t->handle;
}
W gph_prim_Fork(GphReg *R, W io) { return fork_on(R, gph_hec_of(R), false, io); }
W gph_prim_ForkOn(GphReg *R, I n, W io) {
  GphHec *to = gph_hecs[(W)n % (W)gph_hecs_used];
  return fork_on(R, to, true, io);
}
W gph_prim_Yield(GphReg *R) {
  R->thread->yielded = 1;
  R->status = GPH_WHY_YIELD;
  return GPH_UNIT;
}
W gph_prim_MyThreadId(GphReg *R) { return R->thread->handle; }
W gph_prim_LabelThread(GphReg *R, W id, W addr) {
  GphThread *t = thread_of(id);
  free(t->label);
  t->label = strdup((const char *)addr);
  if (GPH_LOGS(GPH_LOG_SCHED) && t->label) gph_log_label(t);
  return GPH_UNIT;
}
W gph_prim_IsCurrentThreadBound(GphReg *R) { return R->thread->is_main; }
W gph_prim_NoDuplicate(GphReg *R) {
  // Claim what this thread evaluates: afterwards nobody else starts on it.
  gph_thread_save(R);
  gph_pause_thread(gph_hec_of(R), R->thread);
  return GPH_UNIT;
}
W gph_prim_ThreadIdToWord(GphReg *R, W id) { return thread_of(id)->id; }
W gph_prim_CompareThreadIds(GphReg *R, W a, W b) {
  uint32_t x = thread_of(a)->id, y = thread_of(b)->id;
  return (W)(I)(x < y ? -1 : x > y);
}
// As GHC's: (status, HEC, pinned); 0 running, 16 finished, 17 died, else the reason it is blocked for.
W gph_prim_ThreadStatus(GphReg *R, W id) {
  GphThread *t = thread_of(id);
  W s = 0;
  switch ((GphThreadState)t->state) {
  case GPH_T_READY: case GPH_T_FROZEN: s = 0; break;
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
  if (R->thread->pending && R->masked != 2) { gph_deliver_pending(R); return 0; }
  gph_block_current(R, GPH_T_BLOCKED_DELAY, 0);
  if (microseconds < 0) microseconds = 0;
  if (microseconds > INT64_MAX / 2000) microseconds = INT64_MAX / 2000;
  gph_delay_thread(R->thread, gph_os_clock_ns() + microseconds * 1000);
  return GPH_UNIT;
}

// ---- asynchronous exceptions
bool gph_unblock(GphHec *h, GphThread *t, bool stopped) {
  switch ((GphThreadState)t->state) {
  case GPH_T_BLOCKED_MVAR: case GPH_T_BLOCKED_MVAR_READ: return gph_mvar_unblock(t);
  case GPH_T_BLOCKED_STM: return gph_stm_unblock(t);
  case GPH_T_BLOCKED_DELAY: return gph_delay_cancel(t);
  case GPH_T_BLOCKED_READ: case GPH_T_BLOCKED_WRITE: return gph_io_cancel(t);
  case GPH_T_BLOCKED_THROWTO:
    t->wait_ticket++;                                  // the notice that it was received is stale now
    return true;
  case GPH_T_BLOCKED_BLACKHOLE: {
    GphThread *owner = gph_load_seq(&t->msg_owner);
    if ((stopped || gph_load_seq(&owner->hec) == h) && gph_waiter_remove(owner, t)) return true;
    if (stopped) return true;
    gph_store_seq(&t->cancel, (uint8_t)1);             // on its way somewhere; See eval/blackhole.c
    owner = gph_load_seq(&t->msg_owner);
    GphMsg *m = malloc(sizeof *m);
    *m = (GphMsg){ .kind = GPH_MSG_CANCEL, .target = owner, .sender = t };
    gph_post(gph_load_seq(&owner->hec), m);
    return false;
  }
  default: return false;
  }
}

static bool interruptible(GphThread *t) {
  switch ((GphThreadState)t->state) {
  case GPH_T_BLOCKED_MVAR: case GPH_T_BLOCKED_MVAR_READ: case GPH_T_BLOCKED_STM: case GPH_T_BLOCKED_DELAY: case GPH_T_BLOCKED_READ: case GPH_T_BLOCKED_WRITE:
  case GPH_T_BLOCKED_THROWTO: return true;
  default: return false;
  }
}

void gph_throw_received(GphHec *h, GphThread *sender, uint32_t ticket) {
  if (sender->state == GPH_T_BLOCKED_THROWTO && sender->wait_ticket == ticket) gph_run_push(h, sender);
}

void gph_notify_sender(GphHec *h, GphPending *e) {
  if (!e->sender) return;
  GphHec *to = gph_load_seq(&e->sender->hec);
  if (to == h) {
    gph_throw_received(h, e->sender, e->ticket);
    return;
  }
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){ .kind = GPH_MSG_RECEIVED, .target = e->sender, .ticket = e->ticket };
  gph_post(to, m);
}

static void add_pending(GphHec *h, GphThread *t, W exception, GphThread *sender, uint32_t ticket) {
  GphPending *e = malloc(sizeof *e);
  *e = (GphPending){ .exception = exception, .sender = sender, .ticket = ticket };
  GphPending **p = &t->pending;
  while (*p) p = &(*p)->next;
  *p = e;
  gph_thread_mark_dirty(h, t);
}

void gph_throw_to(GphHec *h, GphThread *t, W exception, GphThread *sender, uint32_t ticket) {
  GphPending e = { .exception = exception, .sender = sender, .ticket = ticket };
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) {
    gph_notify_sender(h, &e);
    return;
  }
  bool may = t->masked == 0 || (t->masked == 1 && interruptible(t));
  if (t->state == GPH_T_BLOCKED_FOREIGN || !may) {
    add_pending(h, t, exception, sender, ticket);
    return;
  }
  bool ready = t->state == GPH_T_READY;
  if (!ready && !gph_unblock(h, t, false)) {
    add_pending(h, t, exception, sender, ticket);      // delivered when it runs (run_thread)
    return;
  }
  gph_raise_async(h, t, exception);
  if (t->state == GPH_T_DIED) gph_thread_died(h, t, exception);
  if (!ready) {
    uint8_t state = t->state;
    gph_run_push(h, t);
    if (state == GPH_T_DIED) t->state = GPH_T_DIED;    // run_thread finishes it
  }
  gph_notify_sender(h, &e);
}

W gph_prim_KillThread(GphReg *R, W id, W exception) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = thread_of(id), *me = R->thread;
  if (t == me) {
    gph_raise_async_self(R, exception);
    return GPH_UNIT;
  }
  if (me->pending && R->masked != 2) { gph_deliver_pending(R); return 0; }
  uint32_t ticket = ++me->wait_ticket;
  GphHec *to = gph_load_seq(&t->hec);
  if (to == h) {
    if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) return GPH_UNIT;
    gph_block_current(R, GPH_T_BLOCKED_THROWTO, id);
    gph_thread_save(R);
    gph_throw_to(h, t, exception, me, ticket);
    if (me->state == GPH_T_READY) {                    // received at once: the scheduler has us in the run queue
      return GPH_UNIT;
    }
    return GPH_UNIT;
  }
  gph_block_current(R, GPH_T_BLOCKED_THROWTO, id);
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){ .kind = GPH_MSG_KILL, .target = t, .exception = exception, .sender = me, .ticket = ticket };
  gph_post(to, m);
  return GPH_UNIT;
}
