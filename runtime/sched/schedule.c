// schedule.c: the scheduler of a HEC: what to do next.
//
//   1. the world is to be stopped: stop      2. messages      3. a worker back from a foreign call wants the HEC: hand
//      over
//   4. a thread of the run queue (round robin)      5. a spark      6. idle
//
// A light thread runs between gph_enter and its leaving with R->status set (GphWhy). It leaves when it blocks, ends, or
// a check (gph_heap_check) finds that it should; the check itself deals with what needs no change of threads: an empty
// nursery, a stop of the world.
#include "sched/schedule.h"
#include "base/delay.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/stack.h"
#include "eval/stack_blocks.h"
#include "eval/stubs.h"
#include "gph/rts.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "prof/eventlog.h"
#include "prof/exception_trace.h"
#include "prof/heap_profile.h"
#include "prof/phases.h"
#include "prof/scaling.h"
#include "prof/spark_report.h"
#include "prof/stats.h"
#include "prof/strands.h"
#include "prof/time_profile.h"
#include "sched/deadlock.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/loop.h"
#include "sched/loop_open.h"
#include "sched/spark.h"
#include "sched/stw.h"
#include "sched/timer.h"
#include "sched/worker.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

GphThread *gph_main_thread;

// ---- attention
void gph_unzap(GphHec *h) {
  // relaxed, all three: the fence stands between them and the look at `interrupted`, as gph_hec_zap_limits has it first
  h->zapped_own = false;
  gph_store_relaxed(&h->interrupted, 0u);
  gph_store_relaxed(&h->reg.splim, h->reg.seg ? h->reg.seg->limit : h->limit);
  gph_store_relaxed(&h->reg.hplim, gph_flags.gc_stress ? (W *)0 : h->alloc_end);
  gph_fence_seq();
  if (gph_load_seq(&h->interrupted)) gph_hec_zap(h);
}

// The current thread goes on after others touched the heap: what it will write must be seen by the next collection.
void gph_thread_resumed(GphHec *h) {
  GphThread *t = h->current;
  if (!t) return;
  gph_thread_mark_dirty(h, t);
  t->seg->dirty = GPH_SEG_DIRTY;
  t->spark = 0;
}

static void stop_here(GphHec *h) {
  if (h->current) {
    if (GPH_SCALING) gph_strand_pause(h);
    gph_thread_save(&h->reg);
    gph_pause_thread(h, h->current);
    gph_log_stopped(h->current, GPH_STOP_YIELD);
  }
  GPH_DELAY();
  gph_hec_become_stopped(h);
  gph_hec_become_running(h);  // waits for the end
  if (h->current) {
    gph_log_running(h->current);
    if (GPH_SCALING) gph_strand_resume(h);
  }
  gph_thread_resumed(h);
}

// Somebody waits for itself (Note [A value that needs itself] in eval/blackhole.c). If many do, one after the other,
// collections take a tenth of the time at most, while there is something else to do.
static void look_for_lost(GphHec *h) {
  enum { SELDOM = 10 };
  static int64_t not_before;  // atomic, relaxed: whoever does not see it collects once more
  const int64_t began = gph_os_clock_ns();
  if (h->run_head && began < gph_load_relaxed(&not_before)) return;
  h->ask_lost = false;
  gph_collect(h, GPH_GC_MAJOR);
  const int64_t now = gph_os_clock_ns();
  gph_store_relaxed(&not_before, now + SELDOM * (now - began));
}

// A census, and threads' memory, are reason for a collection, too.
static void collect_for_others(GphHec *h) {
  if (GPH_EVENT_UNLIKELY(gph_load_relaxed(&gph_census_wanted) != 0) && gph_census_claim()) gph_collect(h, GPH_GC_MAJOR);
  if (__builtin_expect(h->ask_lost, 0)) look_for_lost(h);
  int due = gph_stack_collection_due();
  if (__builtin_expect(due != 0, 0)) gph_collect(h, due == 1 ? GPH_GC_YOUNG : GPH_GC_MAJOR);
}

// h's thread goes on. What was posted is going to be looked at: its poster has not asked for attention yet, or we have
// not looked since.
#if defined(GPH_DEBUG) && defined(GPH_THREADED)
static void check_attention(GphHec *h) {
  const uint64_t kicked = gph_load_seq(&h->kicked), posted = gph_load_seq(&h->posted);
  if (kicked != posted || (!gph_load_seq(&h->inbox) && !gph_load_seq(&h->inbox_msgs)) || gph_load_seq(&h->interrupted))
    return;
  // equal: whoever posted has done so by the first look, and we have set our limits back after that
  GPH_ASSERT(gph_load_seq(&h->posted) != posted);
}
#else
#define check_attention(h) ((void)0)
#endif

// Does h not run t? See Note [Disabled HECs] in hec.c.
static bool leaves(const GphHec *h, const GphThread *t) { return h->disabled && !t->bound_to; }

// C's errno, for the thread that called C. Nothing else has it: the threads of the model checker (testsuite/model),
// which are one OS thread's, would seem to share it.
static _Thread_local int *errno_at;  // asked for once by each worker
#define ERRNO_HERE (*(errno_at ? errno_at : (errno_at = &errno)))
#ifdef __SANITIZE_THREAD__
#define OF_ITS_OWN __attribute__((noinline, no_sanitize("thread")))
#else
#define OF_ITS_OWN inline
#endif
OF_ITS_OWN static int c_errno(void) { return ERRNO_HERE; }
OF_ITS_OWN static void set_c_errno(int e) { ERRNO_HERE = e; }

static W heap_check(GphReg *R, W bytes) {
  GphHec *h = gph_hec_of(R);
  static uint64_t stress;
  for (;;) {
    // The flag and the limits are separate stores of the requester: any of them is reason to look and to set all back.
    if (gph_load_seq(&h->interrupted) || h->zapped_own || gph_load_seq(&R->splim) == ~(uintptr_t)0 ||
        (gph_load_seq(&R->hplim) == NULL && !gph_flags.gc_stress)) {
      gph_unzap(h);
      if (gph_load_seq(&gph_stw_wanted)) stop_here(h);
      if (gph_load_seq(&gph_interrupt_wanted)) gph_interrupt_main(h);
      if (GPH_MANY_PES && gph_is_gateway(h) && gph_dist_due()) {
        R->status = GPH_WHY_INTERRUPT;
        return 0;
      }
      // relaxed: one that is not seen yet is taken at the next look
      if (GPH_EVENT_UNLIKELY(gph_load_relaxed(&h->sample) != 0)) gph_phases_sample(R);
      collect_for_others(h);
      if (gph_load_seq(&h->inbox) || gph_load_seq(&h->inbox_msgs) || gph_load_seq(&h->returning) || h->share_soon ||
          leaves(h, R->thread)) {
        R->status = GPH_WHY_INTERRUPT;
        return 0;
      }
      // nobody wants more of it: see Note [Freezing] in eval/exception.c
      if (R->thread->frozen && !R->thread->waiters) {
        gph_thread_save(R);
        if (!gph_goes_on(R->thread)) {
          R->thread->state = GPH_T_FROZEN;
          R->status = GPH_WHY_BLOCKED;
          return 0;
        }
      }
      if (gph_load_relaxed(&h->context_switch)) {
        gph_store_relaxed(&h->context_switch, 0u);
        gph_log_sparks(h);
        if (gph_sparks_roused(h)) gph_sparks_refill(h);
        gph_spark_give(h);
        if (__builtin_expect(gph_load_relaxed(&gph_stm_unlooked) != 0, 0)) gph_stm_look();
        R->thread->spark = 0;
        if (R->thread->frozen && !R->thread->waiters)
          gph_store_relaxed(&R->thread->frozen, (uint8_t)(R->thread->frozen + 1));  // gph_goes_on
        // a stale transaction may loop for ever: gph_stm_resume begins it again
        const bool stale = R->thread->stm && gph_stm_stale(R);  // whoever else waits: it counts its looks
        if (h->run_head || stale) {
          R->status = GPH_WHY_YIELD;
          return 0;
        }
        gph_thread_save(R);
        gph_pause_thread(h, R->thread);
        gph_thread_resumed(h);  // else what it enters from here on would not be claimed the next time
      } else if (gph_flags.tick_ns == 0 && R->thread->stm && gph_stm_stale(R)) {
        // there are no time slices: a commit asked for this
        R->status = GPH_WHY_YIELD;
        return 0;
      }
    }
    if (R->thread->pending && R->masked == 0) {
      gph_deliver_pending(R);
      return 0;
    }
    if (gph_flags.gc_stress && ++stress % gph_flags.gc_stress == 0)
      gph_collect(h, stress / gph_flags.gc_stress % 8 ? GPH_GC_YOUNG : GPH_GC_MAJOR);
    if ((char *)R->hp + bytes <= (char *)h->alloc_end) {
      check_attention(h);
      if (gph_flags.gc_stress) gph_store_seq(&R->hplim, (W *)0);
      return 1;
    }
    if (!gph_nursery_next(h)) {
      gph_collect(h, GPH_GC_YOUNG);
      gph_spark_give(h);
    }
  }
}

// 1: `bytes` are free at R->hp. Anything else: the thread was out; gph_gc_stub asks again. C's errno stays: the thread
// may be about to look at it.
W gph_heap_check(GphReg *R, W bytes) {
  const int error = c_errno();
  const W free = heap_check(R, bytes);
  set_c_errno(error);
  return free;
}

void gph_block_current(GphReg *R, GphThreadState state, W on) {
  GphThread *t = R->thread;
  GPH_ASSERT(state >= GPH_T_BLOCKED_BLACKHOLE && state <= GPH_T_BLOCKED_WRITE);
  t->state = (uint8_t)state;
  t->blocked_on = on;
  t->result = GPH_TOKEN;
  t->masked = R->masked;
  R->status = GPH_WHY_BLOCKED;
}

// ---- threads
GphThread *gph_spawn_entry(GphHec *h, W closure, W frame) {
  GphThread *t = h->spark_threads;
  const bool again = t && !GPH_SCALING;  // its strand would be a spark's
  if (again) {
    h->spark_threads = t->next;
    gph_thread_again(h, t, gph_thread_start_entry);
    t->is_spark = 0;
    gph_log_created(t);
  } else if (GPH_SCALING) {
    t = gph_thread_new_parked(h, gph_thread_start_entry);
  } else {
    t = gph_thread_new_apart(h, gph_thread_start_entry);
  }
  gph_thread_push_root(t, frame);
  gph_thread_push_root(t, closure);
  if (!again) gph_thread_adopt(h, t);
  gph_thread_mark_dirty(h, t);
  return t;
}

W gph_thread_finish_c(GphReg *R, W result) {
  GphThread *t = R->thread;
  t->state = GPH_T_FINISHED;
  t->result = GPH_TOKEN;
  R->status = GPH_WHY_FINISHED;
  if (t->is_main) gph_exit(0);
  return 0;
}

void gph_thread_died(GphHec *h, GphThread *t, W exception) {
  if (GPH_MANY_PES && t->demand) gph_demand_ended(t, gph_raise_object(h, exception));
  if (t->frozen || t->is_spark) return;
  if (t->is_main) {
    // The stdlib's top handler catches everything; this is a program without one.
    const char *what = exception == gph_program.stack_overflow    ? "stack overflow"
                       : exception == gph_program.heap_overflow   ? "heap overflow"
                       : exception == gph_program.non_termination ? "<<loop>>"
                                                                  : "uncaught exception";
    fprintf(stderr, "%s: %s\n", gph_prog_name, what);
    gph_exit(exception == gph_program.stack_overflow ? 2 : exception == gph_program.heap_overflow ? 251 : 1);
  }
}

static void finish(GphHec *h, GphThread *t) {
  // throwTo's waiting for it have nothing to wait for.
  while (t->pending) {
    GphPending *e = t->pending;
    t->pending = e->next;
    if (gph_pending_claim(e)) gph_notify_sender(h, e);
    free(e);
  }
  if (t->waiters) gph_recheck_waiters(h, t);
  if (GPH_SCALING) gph_strands_ended(h, t);
  if (t->trace) gph_trace_free(t);
  // the next spark thread: gph_spark_thread; one that C waits for: call_in in prim/foreign.c
  if (t->large && !(t->known & GPH_KNOWN_HANDLE) && !t->bound_to) {
    gph_stack_drop(h, t);
    t->next = h->spark_threads;
    h->spark_threads = t;
  } else gph_thread_ended(h, t);
}

// t's turn is over: whoever was woken meanwhile, by a timer that ended it, say, comes first. An exception for t that is
// among the messages finds it ready, as if it were in the queue.
static void end_turn(GphHec *h, GphThread *t) {
  gph_handle_inbox(h);
  gph_run_push(h, t);
}

// True: t has ended, or waits, and h may go on with the next thread at once (see go_on).
static bool run_thread(GphHec *h, GphThread *t) {
  GphReg *R = &h->reg;
  // Before it can block again: gph_cancel_wait. Relaxed: only t's HEC sets it.
  if (gph_load_relaxed(&t->cancel)) gph_store_seq(&t->cancel, (uint8_t)0);
  // it waited for a frozen thread: See Note [Freezing] in eval/exception.c
  if (t->raise && t->state == GPH_T_READY) {
    W exception = t->raise;
    t->raise = 0;
    gph_raise_async(h, t, exception);
    if (t->state == GPH_T_DIED) gph_thread_died(h, t, exception);
  }
  while (t->pending && t->masked == 0 && t->state == GPH_T_READY) {
    GphPending *e = t->pending;  // came while it waited for a black hole, or for its turn
    t->pending = e->next;
    if (gph_pending_claim(e)) {
      gph_raise_async(h, t, e->exception);
      if (t->state == GPH_T_DIED) gph_thread_died(h, t, e->exception);
      gph_notify_sender(h, e);
    }
    free(e);
  }
  if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED) {
    gph_log_running(t);
    gph_log_stopped(t, GPH_STOP_FINISHED);
    finish(h, t);
    return false;
  }
  if (t->frozen && !gph_goes_on(t)) {  // needed no more: See Note [Freezing]
    t->state = GPH_T_FROZEN;
    t->blocked_on = 0;
    return false;
  }
  gph_stack_unpark(h, t);
  if (t->stm) gph_stm_resume(h, t);
  gph_store_relaxed(&h->runs, h->runs + 1);
  h->current = t;
  t->blocked_on = 0;
  t->yielded = 0;
  gph_thread_load(R, t);
  if (gph_flags.gc_stress) gph_store_seq(&R->hplim, (W *)0);
  R->ret[0] = t->result;
  t->result = GPH_TOKEN;
  R->status = GPH_WHY_NONE;
  gph_log_running(t);
  // Its slice begins here: writing the event log may have taken one. Relaxed: a request that is lost comes again with
  // the next slice.
  gph_store_relaxed(&h->context_switch, 0u);
  if (GPH_SCALING) gph_strand_enter(h);
  set_c_errno(t->c_errno);
  gph_enter(R);
  h->current->c_errno = c_errno();
  if (GPH_SCALING) gph_strand_pause(h);
  t = h->current;
  // One that has ended has nothing on its stack, but a frozen one, which stops in the middle.
  const bool ended = R->status == GPH_WHY_FINISHED && !t->frozen;
  if (!ended) {
    gph_thread_save(R);
    gph_pause_thread(h, t);
  }
  h->current = NULL;
  // as gph_hec_pass_on has seen: so this worker may run the next one that is not bound, too
  const bool at_once = !t->bound_to;
  switch ((GphWhy)R->status) {
    case GPH_WHY_YIELD:
      gph_log_stopped(t, GPH_STOP_YIELD);
      end_turn(h, t);
      break;
    case GPH_WHY_INTERRUPT:
      t->spark = 0;  // the scheduler may collect before it goes on
      gph_log_stopped(t, GPH_STOP_YIELD);
      // Its slice may have ended meanwhile. What interrupts it may come so often that it never sees that itself (a
      // gateway with a short --fish-delay), and all others would wait for ever. Relaxed: seen late, it has one turn
      // more.
      if (gph_load_relaxed(&h->context_switch)) end_turn(h, t);
      else gph_run_push_front(h, t);
      break;
    case GPH_WHY_BLOCKED:
      gph_log_blocked(t);
      // it may be woken by now, but is this HEC's until it looks into its inbox
      gph_stack_wait(h, t);
      return at_once;
    case GPH_WHY_FINISHED:
      gph_log_stopped(t, GPH_STOP_FINISHED);
      finish(h, t);
      return at_once;
    case GPH_WHY_NONE: gph_die("a thread left without a reason");
  }
  return false;
}

// ---- sharing threads with idle HECs
// Note [Brief work]
// ~~~~~~~~~~~~~~~~~
// To wake a HEC costs as much as some microseconds of work, and a message when what was given to it wakes a thread
// here. Threads that pass values to each other run for less at a time; spread over HECs they take several times what
// they take on one. So a HEC notes for how long it has work when it has some, on the average (gph_hec_idle, busy_ns),
// and the ticker for how long threads run there at a time (run_ns). While both are less than GPH_BRIEF_NS, the one of a
// HEC that idles and the other of the one that has threads for it,
//   - it is given threads seldom (share); one that computes gets there all the same, and changes the average at once;
//   - threads of it that are woken come to the HEC of who wakes them (gph_wake): the way of -qw.
// And a thread that was given away stays where it came for the length of a time slice (STAYS_NS). Else one that forks
// many short ones goes back and forth: its children are all that its HEC has besides, so it is what that gives, and
// where it comes there is work for longer than GPH_BRIEF_NS each time. share that gives nothing is asked seldom
// (share_declined): whoever forks would be interrupted for it at each fork.
// The test: testsuite/tests/runtime/conc/brief.sh.
//    example:  main that forks a thousand short threads, a thousand times: moved 2,000 times, and each time the threads
//              of where it was could not be used again (Note [Threads that have ended] in eval/stack.c), since the
//              other HEC ran: twice the time of one HEC
//    example:  a value that goes through a chain of 500 threads, each of which takes, adds one and puts: two HECs took
//              thirteen times as long as one
//    wrong alternative: to look at the one that idles only: a thread that waits for what sparks compute, for a moment
//              each time, would come to the HEC of who has computed it, and wait there for the end of the next spark
#ifdef GPH_THREADED
enum { GIVEN_AGAIN_NS = 2000000, STAYS_NS = 10000000 };
static bool worth_waking(const GphHec *to, const GphHec *h) {
  return gph_load_relaxed(&h->run_ns) >= GPH_BRIEF_NS || gph_load_relaxed(&to->busy_ns) >= GPH_BRIEF_NS ||
         gph_os_clock_ns() - gph_load_relaxed(&to->idle_since) > GIVEN_AGAIN_NS;
}

// Not t: who yields wants the others to run before it goes on; who was given to h just now, and is the one to go again,
// has made those that h has besides.
static bool stays(const GphThread *t, int64_t now) {
  return t->inherited_pin || t->yielded || (t->given_ns && now - t->given_ns < STAYS_NS);
}
#endif

static void share(GphHec *h) {
#ifdef GPH_THREADED
  h->share_soon = h->share_declined = false;
  if (h->run_length < 2 || !gph_flags.migrate || gph_load_relaxed(&gph_hungry_hecs) == 0) return;
  for (int i = 0; i < gph_hecs_used && h->run_length > 1; i++) {
    GphHec *to = gph_hecs[i];
    if (to == h || to->surplus || !gph_load_relaxed(&to->sleeping) || gph_load_relaxed(&to->run_length) > 0) continue;
    h->share_declined = true;
    if (!worth_waking(to, h)) continue;
    GphThread *keep = gph_run_pop(h), *t = gph_run_pop(h);
    const int64_t now = gph_os_clock_ns();
    gph_run_push_front(h, keep);
    if (stays(t, now)) {
      gph_run_push_front(h, t);
      gph_run_swap(h);
      break;
    }
    t->given_ns = now;
    h->share_declined = false;
    gph_log_migrated(t, to);
    gph_stack_leave(t);
    t->known |= GPH_KNOWN_ELSEWHERE;
    gph_store_seq(&t->hec, to);
    gph_post_thread(to, t, GPH_MSG_WAKE);
  }
#endif
}

#ifdef GPH_THREADED
// h, which is disabled, gives t to a HEC that is not.
static void give_away(GphHec *h, GphThread *t) {
  GphHec *to = gph_hecs[h->no % gph_hecs_enabled];
  gph_log_migrated(t, to);
  gph_stack_leave(t);
  t->known |= GPH_KNOWN_ELSEWHERE;
  gph_store_seq(&t->hec, to);
  gph_post_thread(to, t, GPH_MSG_WAKE);
}
#endif

// A thread of h has ended, or waits: the next one, if nothing but it is to be looked at. Whoever wants h's attention,
// to stop the world, for a message, a signal, or a worker that comes back, sets `interrupted` afterwards, as for a
// thread that runs on; what h itself wants is looked at here. Threads that end soon, or wait for each other, do little
// else than to switch. The first one of its queue is run, as the loop below would.
static GphThread *go_on(GphHec *h) {
  GphThread *t = h->run_head;
  if (!t || gph_load_relaxed(&h->interrupted) || t->bound_to || h->ask_lost || gph_sparks_roused(h) || h->disabled ||
      gph_load_relaxed(&gph_delayed_count) || gph_stack_collection_due() || gph_flags.tick_ns == 0 ||
      gph_flags.spark_push || GPH_MANY_PES || GPH_LOGS(GPH_LOG_SPARKS))
    return NULL;
#ifdef GPH_THREADED
  if (h->share_soon || (h->run_length > 1 && gph_load_relaxed(&gph_hungry_hecs) > 0 &&
                        !(h->share_declined && h->runs % GPH_SHARE_SELDOM)))
    return NULL;
#endif
  h->zapped_own = false;  // its turn is over
  return gph_run_pop(h);
}

void gph_schedule_until(GphHec *h, GphThread *until) {
  while (!until || (until->state != GPH_T_FINISHED && until->state != GPH_T_DIED)) {
    h->zapped_own = false;  // the limits are set back when a thread runs
    if (gph_load_seq(&h->interrupted)) {
      h->reg.seg = NULL;
      gph_unzap(h);
    }
    if (gph_load_seq(&gph_stw_wanted)) stop_here(h);
    if (gph_load_seq(&gph_interrupt_wanted)) gph_interrupt_main(h);
    gph_handle_inbox(h);
    gph_hand_over(h);
    if (GPH_MANY_PES && gph_is_gateway(h)) gph_dist_poll(h);
    if (gph_load_relaxed(&gph_delayed_count) && (!h->run_head || (gph_flags.tick_ns == 0 && h->runs % 64 == 0)))
      gph_timers_run(h);
    if (gph_flags.tick_ns == 0 && gph_io_waiting() && h->runs % 64 == 0) gph_io_poll(h);
    collect_for_others(h);
    share(h);
    if (gph_sparks_roused(h)) gph_sparks_refill(h);
    gph_spark_give(h);
    gph_log_sparks(h);
    GphThread *t = gph_run_pop(h);
#ifdef GPH_THREADED
    if (t && leaves(h, t)) {
      give_away(h, t);
      continue;
    }
    if (gph_hec_pass_on(h, t)) continue;
    if (!t && (gph_spark_available(h) || gph_loop_available(h))) t = gph_spark_thread(h);
#endif
    if (t) {
      if (gph_load_relaxed(&gph_delayed_count)) gph_timers_watch();
      while (run_thread(h, t) && !until && (t = go_on(h))) {}
    } else gph_hec_idle(h);
  }
}

_Noreturn void gph_schedule(GphHec *h) {
  for (;;) gph_schedule_until(h, NULL);
}

void gph_sched_run_main(GphHec *h, W closure) {
  gph_worker_main(h);
  gph_hec_become_running(h);
  gph_sched_start_workers();
  if (!closure) gph_schedule(h);
  GphThread *t = gph_thread_new(h, gph_thread_start, GPH_STACK_FIRST_LARGE);
  gph_thread_push_root(t, closure);
  t->masked = h->reg.masked;
  gph_thread_adopt(h, t);
  gph_thread_mark_dirty(h, t);
  t->is_main = 1;
  if (GPH_SCALING) gph_strands_new(h, t, GPH_SITE_MAIN);
  gph_main_thread = t;
  gph_run_push(h, t);
  gph_schedule(h);
}

// C finalisers of what is still alive run before the program ends, while nobody uses that: no HEC goes on afterwards.
// Threads in foreign calls stay there. Not from a thread that is no HEC's worker (dist/gateway.c: its HEC is in a call
// that lasts).
static void run_c_finalisers(GphHec *h) {
  if (!h || !gph_c_finalisers_left()) return;
  if (!gph_load_relaxed(&h->state)) gph_hec_become_running(h);
  gph_stw_begin(h);
  gph_c_finalisers_end();
}

void gph_exit(int code) {
  static uint32_t done;
  GphWorker *w = gph_worker_self();
  GphHec *h = w && gph_load_seq(&w->hec->owner) == w ? w->hec : NULL;
  if (gph_exchange(&done, 1u)) {  // two threads end the program: the first wins, and may stop the world
    if (h && gph_load_relaxed(&h->state)) gph_hec_become_stopped(h);
    for (;;) pause();
  }
  if (GPH_SCALING) gph_strands_stop(w ? w->hec : NULL);
  run_c_finalisers(h);
  gph_ticker_stop();
  fflush(stdout);
  gph_profile_end();
  gph_phases_end();
  gph_stats_exit();
  gph_scaling_report();
  gph_spark_report();
  gph_eventlog_end();
  fflush(stderr);
  if (GPH_MANY_PES) code = gph_dist_end(code < 0 ? 128 - code : code);
  if (code < 0) {
    gph_os_die_of_signal(-code);
    code = 255;
  }
  exit(code);
}

// ---- idle
uint64_t gph_sched_activity(void) {
  uint64_t n = 0;
  for (int i = 0; i < gph_hecs_used; i++) n += gph_load_seq(&gph_hecs[i]->runs);
  return n;
}

#ifdef GPH_THREADED
static bool work_for(GphHec *h) {
  return h->run_head || gph_load_seq(&h->inbox) || gph_load_seq(&h->inbox_msgs) || gph_load_seq(&h->returning) ||
         gph_spark_available(h) || gph_loop_available(h) || gph_load_seq(&gph_interrupt_wanted) ||
         (gph_load_seq(&gph_census_wanted) & GPH_CENSUS_REPORT) ||
         (GPH_MANY_PES && gph_is_gateway(h) && gph_dist_work());
}

// Has anybody something to do that it has not come to yet? A HEC that was kicked counts as idle until its worker is
// awake.
static bool work_for_anybody(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    if (gph_load_relaxed(&e->run_length) > 0 || gph_load_seq(&e->inbox) || gph_load_seq(&e->inbox_msgs) ||
        gph_load_seq(&e->returning))
      return true;
  }
  return false;
}

// C may call Haskell from a thread of its own, and so wake whom no Haskell thread can.
static bool foreign_callers(void) { return gph_program.exports > 0 || gph_load_relaxed(&gph_callbacks) > 0; }

// h's owner, about to sleep: how many HECs sleep now. Partners, where work is made that h may take: loop_open.c's
// sleepers, share and, where it does not matter if a HEC sleeps on, spark_push.c.
static uint32_t count_idle(GphHec *h) {
  h->hungry = !h->surplus;
  if (h->hungry) gph_add_seq(&gph_hungry_hecs, 1u);
  return gph_add_seq(&gph_idle_hecs, 1u) + 1;
}
static void uncount_idle(GphHec *h) {
  gph_store_seq(&h->sleeping, 0u);
  if (h->hungry) gph_sub_seq(&gph_hungry_hecs, 1u);
  gph_sub_seq(&gph_idle_hecs, 1u);
}

bool gph_sched_at_rest(GphHec *h) {
  return gph_load_seq(&gph_idle_hecs) + 1 == (uint32_t)gph_hecs_used && !work_for(h) && !work_for_anybody() &&
         gph_load_seq(&gph_delayed_count) == 0 && gph_load_seq(&gph_foreign_count) == 0 && !gph_io_waiting();
}

// The gateway: Note [The gateway] in dist/gateway.c. When there has been nothing to do for -I seconds, it looks for
// threads that nobody here can wake, and asks whether that is so everywhere. With --gateway=any one HEC that idles is
// here at a time.
uint32_t gph_gateway_idles;
static void gateway_idle(GphHec *h) {
  static uint64_t looked_at;
  static int64_t idle_since;  // since when nothing ran
  static uint64_t ran;
  const uint32_t ticket = gph_load_seq(&h->wake);
  gph_store_seq(&h->sleeping, 1u);
  count_idle(h);
  if (!work_for(h)) {
    int64_t timeout = gph_timers_run(h);
    const int64_t most = gph_io_waiting() ? 1000000 : 10000000;
    if (timeout < 0 || timeout > most) timeout = most;
    gph_hec_become_stopped(h);
    gph_dist_wait(h, &h->wake, ticket, timeout);
    gph_hec_become_running(h);
  }
  uncount_idle(h);
  if (gph_io_waiting()) gph_io_poll(h);
  const uint64_t now_ran = gph_sched_activity();
  const int64_t now = gph_os_clock_ns();
  if (now_ran != ran || !gph_sched_at_rest(h)) {
    ran = now_ran;
    idle_since = now;
    return;
  }
  if (gph_flags.idle_gc_ns == 0 || now - idle_since < gph_flags.idle_gc_ns) return;
  idle_since = now;
  if (looked_at != now_ran + 1) {
    looked_at = now_ran + 1;
    gph_collect(h, GPH_GC_DEADLOCK);
    gph_handle_inbox(h);
  } else gph_dist_idle(h);
}

static void idle_once(GphHec *h) {
  if (GPH_MANY_PES && gph_is_gateway(h) && !gph_exchange(&gph_gateway_idles, 1u)) {
    gateway_idle(h);
    gph_store_seq(&gph_gateway_idles, 0u);
    return;
  }
  // gph_sched_activity() + 1 when a collection was last made for want of work
  static uint64_t looked_at;
  for (int i = 0; i < GPH_SPINS(1000); i++) {  // a spark may come any moment
    if (work_for(h) || gph_load_relaxed(&gph_stw_wanted)) return;
    gph_pause();
  }
  uint32_t ticket = gph_load_seq(&h->wake);
  gph_store_seq(&h->sleeping, 1u);
  uint32_t idle = count_idle(h);
  GPH_DELAY();
  if (!work_for(h)) {
    bool waiting = gph_load_seq(&gph_delayed_count) > 0 || gph_load_seq(&gph_foreign_count) > 0 || gph_io_waiting();
    int64_t timeout = gph_timers_run(h);
    if (work_for(h)) goto out;
    // what runs from here on, while the collection wakes it or afterwards, is reason to look again
    uint64_t before = gph_sched_activity();
    // All idle after `before` was read: so no thread that was counted in it runs on.
    if (!GPH_MANY_PES && idle == (uint32_t)gph_hecs_used && gph_load_seq(&gph_idle_hecs) == (uint32_t)gph_hecs_used &&
        before + 1 != gph_load_seq(&looked_at) && !work_for_anybody()) {
      // Nobody has anything to do. Is there a thread that nobody can ever wake?
      if (!waiting) {
        uncount_idle(h);
        gph_collect(h, GPH_GC_DEADLOCK);
        gph_handle_inbox(h);
        gph_store_seq(&looked_at, before + 1);
        GPH_DELAY();
        if (!foreign_callers()) gph_break_deadlock(h, before);  // if it helped nobody
        return;
      }
      if (gph_flags.idle_gc_ns > 0 && (timeout < 0 || timeout > gph_flags.idle_gc_ns)) {
        int64_t t0 = gph_os_clock_ns();
        gph_hec_become_stopped(h);
        if (gph_io_waiting()) gph_io_sleep(h, gph_flags.idle_gc_ns, ticket);
        else gph_os_futex_wait(&h->wake, ticket, gph_flags.idle_gc_ns);
        gph_hec_become_running(h);
        if (gph_os_clock_ns() - t0 >= gph_flags.idle_gc_ns * 9 / 10 &&
            gph_load_seq(&gph_idle_hecs) == (uint32_t)gph_hecs_now() && !work_for(h) && !work_for_anybody()) {
          uncount_idle(h);
          gph_collect(h, GPH_GC_IDLE);
          gph_store_seq(&looked_at, before + 1);
          return;
        }
        goto out;
      }
    }
    gph_hec_become_stopped(h);
    if (idle == (uint32_t)gph_hecs_now() && gph_io_waiting()) gph_io_sleep(h, timeout, ticket);
    else gph_os_futex_wait(&h->wake, ticket, timeout >= 0 ? timeout : gph_io_waiting() ? 20000000 : -1);
    gph_hec_become_running(h);
  }
out:
  uncount_idle(h);
  if (gph_io_waiting()) gph_io_poll(h);
}

void gph_hec_idle(GphHec *h) {
  enum { WEIGHT = 8 };
  const int64_t now = gph_os_clock_ns(), was = gph_load_relaxed(&h->busy_ns);
  int64_t busy = now - gph_load_relaxed(&h->busy_since);
  if (busy > GPH_BRIEF_MOST_NS) busy = GPH_BRIEF_MOST_NS;
  gph_store_relaxed(&h->busy_ns, was + (busy - was) / WEIGHT);
  gph_store_relaxed(&h->idle_since, now);
  idle_once(h);
  gph_store_relaxed(&h->busy_since, gph_os_clock_ns());
}
#else
void gph_hec_idle(GphHec *h) {
  int64_t timeout = gph_timers_run(h);
  if (h->run_head || gph_load_seq(&h->inbox)) return;
  if (gph_io_waiting() || timeout >= 0 || gph_load_seq(&gph_delayed_count)) {
    uint32_t ticket = gph_load_seq(&h->wake);
    gph_store_seq(&h->sleeping, 1u);
    if (timeout < 0 && gph_load_seq(&gph_delayed_count)) timeout = 1000000;
    if (gph_load_seq(&h->inbox) || gph_load_seq(&gph_interrupt_wanted) || gph_load_seq(&gph_census_wanted)) {
    } else if (gph_io_waiting()) gph_io_sleep(h, timeout, ticket);
    else gph_os_futex_wait(&h->wake, ticket, timeout);
    gph_store_seq(&h->sleeping, 0u);
    return;
  }
  const uint64_t before = gph_sched_activity();
  gph_collect(h, GPH_GC_DEADLOCK);
  if (!h->run_head && !gph_load_seq(&h->inbox)) gph_break_deadlock(h, before);
}
#endif
