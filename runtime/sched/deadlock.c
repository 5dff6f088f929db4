// deadlock.c: see deadlock.h. A collection finds the threads that nobody can wake: they are unreachable (their MVar,
// transaction variable or black hole is known only to themselves). Each gets the exception that says what it waited
// for, all at once, as GHC does; but not who waits for the thunk of another one of them that gets such an exception
// itself (owner_is_told). Those who need themselves are told first, and alone: what they do about it may be what the
// others wait for. So are frozen threads that nobody waits for, but which have handlers.
#include "sched/deadlock.h"
#include "base/die.h"
#include "base/flags.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/hooks.h"
#include "eval/stack.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include "sched/timer.h"
#include "sched/worker.h"
#include <stdlib.h>

static W reason(GphThread *t) {
  switch ((GphThreadState)t->state) {
    case GPH_T_BLOCKED_BLACKHOLE: return gph_program.non_termination;
    case GPH_T_BLOCKED_STM: return gph_program.blocked_on_stm;
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_MVAR:
    case GPH_T_BLOCKED_MVAR_READ:
    case GPH_T_BLOCKED_THROWTO:
    case GPH_T_BLOCKED_DELAY:
    case GPH_T_BLOCKED_READ:
    case GPH_T_BLOCKED_WRITE:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return gph_program.blocked_on_mvar;
  }
}

static const char *reason_text(GphThread *t) {
  switch ((GphThreadState)t->state) {
    case GPH_T_BLOCKED_BLACKHOLE: return "<<loop>>";
    case GPH_T_BLOCKED_STM: return "thread blocked indefinitely in an STM transaction";
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_MVAR:
    case GPH_T_BLOCKED_MVAR_READ:
    case GPH_T_BLOCKED_THROWTO:
    case GPH_T_BLOCKED_DELAY:
    case GPH_T_BLOCKED_READ:
    case GPH_T_BLOCKED_WRITE:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return "thread blocked indefinitely in an MVar operation";
  }
}

static bool blocked(GphThread *t) {
  switch ((GphThreadState)t->state) {
    case GPH_T_BLOCKED_BLACKHOLE:
    case GPH_T_BLOCKED_MVAR:
    case GPH_T_BLOCKED_MVAR_READ:
    case GPH_T_BLOCKED_STM: return true;
    case GPH_T_READY:
    case GPH_T_FINISHED:
    case GPH_T_DIED:
    case GPH_T_BLOCKED_THROWTO:
    case GPH_T_BLOCKED_DELAY:
    case GPH_T_BLOCKED_READ:
    case GPH_T_BLOCKED_WRITE:
    case GPH_T_BLOCKED_FOREIGN:
    case GPH_T_REMOTE:
    case GPH_T_FROZEN:
    default: return false;  // throwTo: its target wakes first
  }
}

// What t waits for in the end: who waits for a frozen thread waits for what that one waits for.
static GphThread *waits_for(GphThread *t) {
  GphThread *s = t, *mark = t;  // Brent's: a circle comes back to it
  for (size_t steps = 1, next_mark = 2;; steps++) {
    GphThread *owner = s->state == GPH_T_BLOCKED_BLACKHOLE ? gph_load_seq(&s->msg_owner) : NULL;
    if (!owner || !owner->frozen || !blocked(owner)) return s;
    s = owner;
    if (s == mark) return t;
    if (steps == next_mark) {
      mark = s;
      next_mark *= 2;
    }
  }
}

// What t waits for in the end, if that is no thunk: t waits for a black hole, its owner perhaps for another one's, and
// so on to a thread that waits for something else. Then that one alone is told: what it does about it (a handler, or an
// exception out of its thunk) decides what t sees, as if t had evaluated the thunk itself. Whether a spark was taken by
// another HEC must not decide between <<loop>> and the true reason. NULL: a circle, or a frozen thread.
// Who waits for itself is the end.
static GphThread *end_of_chain(GphThread *t) {
  GphThread *s = t, *mark = t;  // Brent's, as above
  for (size_t steps = 1, next_mark = 2;; steps++) {
    if (s->state != GPH_T_BLOCKED_BLACKHOLE || gph_waits_for_itself(s)) return s;
    GphThread *owner = gph_load_seq(&s->msg_owner);
    if (!owner || owner->frozen || !blocked(owner) || owner == mark) return NULL;
    s = owner;
    if (steps == next_mark) {
      mark = s;
      next_mark *= 2;
    }
  }
}
static bool owner_is_told(GphThread *t) {
  GphThread *s = end_of_chain(t);
  return s && s->raise != 0;
}

// A frozen thread that nobody waits for, but which may have something to give back: Note [Freezing] in
// eval/exception.c.
static bool has_own_handler(const GphThread *t) { return t->frozen && !t->waiters && gph_frozen_handler(t); }

static void resurrect(GphHec *h, GphThread *t, W e) {
  gph_unblock(h, t, true);
  if (t->frozen && !(e && has_own_handler(t))) {  // those who wait for it get the exception
    gph_freeze_blocked(t->hec, t);
    return;
  }
  gph_raise_async(t->hec, t, e);
  if (t->state == GPH_T_DIED) {
    gph_stack_drop(t->hec, t);  // now, not when it has its turn: there may be many
    gph_thread_died(h, t, e);
  }
  gph_run_push(t->hec, t);
  if (t->hec != h) gph_hec_kick(t->hec);
}

// It goes on, to raise the exception where it needs itself: see Note [A value that needs itself] in eval/blackhole.c.
static void tell_loop(GphHec *h, GphThread *t) {
  if (gph_flags.debug_sched) gph_log("thread %u needs itself", t->id);
  gph_unblock(h, t, true);
  t->told = 1;
  gph_run_push(t->hec, t);
  if (t->hec != h) gph_hec_kick(t->hec);
}

// World stopped: no thread's HEC is running, whichever it is; the threads go to its run queue.
void gph_resurrect(GphHec *h, GphThread **lost, size_t n) {
  GPH_ASSERT(gph_stw_is_wanted());
#ifdef GPH_DEBUG
  if (gph_flags.debug_sched && n > 0)
    for (int g = 0; g < 2; g++)
      for (GphThread *u = g ? gph_threads_old : gph_threads_young; u; u = u->all_next)
        gph_log("  thread %u: state %d, HEC %d, masked %d, pending %p, blocked on %#lx%s", u->id, u->state, u->hec->no,
                u->masked, (void *)u->pending, (unsigned long)u->blocked_on,
                u->frozen     ? ", frozen"
                : u->is_spark ? ", spark"
                              : "");
#endif
  bool loops = false, tell = false;
  for (size_t i = 0; i < n; i++) {
    GphThread *t = lost[i];
    if (!gph_waits_for_itself(t) || (t->frozen && !t->waiters)) continue;
    // Nobody has asked for a spark's value yet. Who does finds it frozen, and may be one that a timeout stops.
    if (t->is_spark && !t->waiters) resurrect(h, t, gph_program.non_termination);
    else tell_loop(h, t);
    loops = true;
  }
  for (size_t i = 0; i < n && !loops; i++) tell |= blocked(lost[i]) && has_own_handler(lost[i]);
  for (size_t i = 0; i < n && tell; i++)
    if (blocked(lost[i]) && has_own_handler(lost[i])) {
      lost[i]->frozen++;
      resurrect(h, lost[i], reason(waits_for(lost[i])));
    }
  if (loops || tell) return;
  for (size_t i = 0; i < n; i++) {  // before anybody is unblocked
    GphThread *t = lost[i], *s = waits_for(t);
    if (!blocked(t) || t->frozen) continue;
    if (gph_flags.debug_sched) gph_log("thread %u (state %d) can never run again", t->id, t->state);
    t->raise = reason(s);
    if (t->raise == 0) gph_fail(1, "%s", reason_text(s));
  }
  for (size_t i = 0; i < n; i++)
    if (lost[i]->state == GPH_T_BLOCKED_BLACKHOLE && lost[i]->raise && owner_is_told(lost[i])) lost[i]->raise = 0;
  for (size_t i = 0; i < n; i++) {
    GphThread *t = lost[i];
    if (!blocked(t) || (t->raise == 0 && !t->frozen)) continue;
    W e = t->raise;
    t->raise = 0;
    resurrect(h, t, e);
  }
}

// Nothing can run, nothing will come, and yet the main thread is reachable (through a stable pointer, a CAF, a ThreadId
// somebody holds). What ran since the collection, those that it woke above all, may have come to a deadlock of its own
// before the world has been stopped again: that is for another collection to look at, which tells everybody who is
// lost, not main alone.
void gph_break_deadlock(GphHec *h, uint64_t ran) {
  GphThread *t = gph_main_thread;
  gph_stw_begin(h);
  bool any = gph_sched_activity() != ran;
  for (int i = 0; i < gph_hecs_used; i++)
    any |= gph_hecs[i]->current != NULL || gph_hecs[i]->run_head != NULL || gph_load_seq(&gph_hecs[i]->inbox) != NULL ||
           gph_load_seq(&gph_hecs[i]->inbox_msgs) != NULL;
  if (!any && gph_load_seq(&gph_delayed_count) == 0 && gph_load_seq(&gph_foreign_count) == 0 && !gph_io_waiting()) {
    if (!blocked(t)) gph_fail(1, "deadlock: nothing can run (main thread in state %d)", t->state);
    GphThread *s = end_of_chain(t);
    gph_resurrect(h, s ? &s : &t, 1);
  }
  gph_stw_end(h);
}

void gph_heap_overflow(GphHec *h, bool again) {
  GphThread *t = gph_main_thread;
  if (again || gph_program.heap_overflow == 0 || t == NULL || t->state == GPH_T_FINISHED || t->state == GPH_T_DIED)
    gph_fail(251, "heap exhausted: the limit of %zu MiB (-M) is not enough", gph_flags.max_heap >> 20);
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){.kind = GPH_MSG_KILL, .target = t, .exception = gph_program.heap_overflow};
  gph_post(t->hec, m);
}
