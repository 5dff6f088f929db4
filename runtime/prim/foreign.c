// foreign.c: foreign calls through a shim (arguments in R->args, result in R->ret[0]). An unsafe call just runs on the
// worker's stack; its caller has not saved its roots, so that C may not call Haskell from it. A safe one in the
// threaded runtime gives the HEC away meanwhile: the thread is put into a tidy state (its collector roots are in its
// GphThread), listed as being out, and goes on when its worker has the HEC again. The plain runtime has one HEC and one
// worker: there a safe call keeps the HEC. And calls from C into Haskell.
#include "prim/foreign.h"
#include "base/die.h"
#include "base/os.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "eval/stack.h"
#include "prim/prim.h"
#include "prim/stable.h"
#include "prof/eventlog.h"
#include "prof/strands.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

typedef void (*Shim)(W *args, W *ret);
int gph_foreign_count;
static GphLock out_lock = GPH_LOCK_INIT;
static GphThread *out;  // lock:out_lock, doubly linked

W gph_unsafe_ccall_c(GphReg *R, Shim shim) {
  W args[GPH_MAX_ARGS];
  memcpy(args, R->args, sizeof args);
  shim(args, R->ret);
  return R->ret[0];
}

// The current thread leaves its HEC's care (R stays intact until somebody else runs).
static void go_out(GphHec *h, GphThread *t) {
  if (GPH_SCALING) gph_strand_pause(h);
  gph_thread_save(&h->reg);
  gph_pause_thread(h, t);
  gph_log_stopped(t, GPH_STOP_FOREIGN);
  t->state = GPH_T_BLOCKED_FOREIGN;
  gph_lock(&out_lock);
  t->prev = NULL;
  t->next = out;
  if (out) out->prev = t;
  out = t;
  gph_unlock(&out_lock);
  gph_add_seq(&gph_foreign_count, 1);
  h->current = NULL;
}
static void come_back(GphHec *h, GphThread *t, uintptr_t wsp) {
  gph_lock(&out_lock);
  if (t->prev) t->prev->next = t->next;
  else out = t->next;
  if (t->next) t->next->prev = t->prev;
  t->next = t->prev = NULL;
  gph_unlock(&out_lock);
  gph_sub_seq(&gph_foreign_count, 1);
  h->current = t;
  t->state = GPH_T_READY;
  gph_thread_load(&h->reg, t);
  gph_log_running(t);
  if (GPH_SCALING) gph_strand_resume(h);
  h->reg.wsp = wsp;
  h->reg.status = GPH_WHY_NONE;
}

// ---- interruptible calls
// Note [Interruptible calls]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// Who throws an exception to a thread that is out in a foreign call waits until it comes back. An import that is
// declared interruptible promises that C returns when one of its system calls is interrupted: the worker gets a signal,
// SIGVTALRM as with GHC, whose handler does nothing. One that comes just before the system call is lost, so the ticker
// sends it again until C has come back. Only while C runs: `interruptible` is NULL before the HEC is asked for again. A
// thread that masks uninterruptibly is left alone; one that just masks gets the signal, and its exception when it
// unmasks. The plain runtime has nobody who could throw.
#ifdef GPH_THREADED
// lock:out_lock for stores; the ticker reads it relaxed: a stale value costs a tick
static uint32_t interrupts_wanted;

static void on_wake(int sig) { (void)sig; }
static void interruptible_begins(GphThread *t, GphWorker *w, sigset_t *before) {
  static uint32_t prepared;  // atomic
  if (!gph_load_acquire(&prepared)) {
    struct sigaction a = {.sa_handler = on_wake, .sa_flags = SA_ONSTACK};
    sigaction(SIGVTALRM, &a, NULL);
    gph_store_release(&prepared, 1u);  // by several: all store the same
  }
  sigset_t wake;
  sigemptyset(&wake);
  sigaddset(&wake, SIGVTALRM);
  pthread_sigmask(SIG_UNBLOCK, &wake, before);  // workers block all signals
  gph_lock(&out_lock);
  t->interruptible = w;
  gph_unlock(&out_lock);
}
static void interruptible_ends(GphThread *t, const sigset_t *before) {
  gph_lock(&out_lock);
  if (t->interrupt_wanted) gph_store_relaxed(&interrupts_wanted, interrupts_wanted - 1);
  t->interruptible = NULL;
  t->interrupt_wanted = false;
  gph_unlock(&out_lock);
  pthread_sigmask(SIG_SETMASK, before, NULL);
}
void gph_foreign_interrupt(GphThread *t) {
  gph_lock(&out_lock);
  if (t->interruptible) {
    if (!t->interrupt_wanted) gph_store_relaxed(&interrupts_wanted, interrupts_wanted + 1);
    t->interrupt_wanted = true;
    pthread_kill(t->interruptible->os_thread, SIGVTALRM);
  }
  gph_unlock(&out_lock);
}
void gph_foreign_tick(void) {
  if (gph_load_relaxed(&interrupts_wanted) == 0) return;
  gph_lock(&out_lock);
  for (GphThread *t = out; t; t = t->next)
    if (t->interruptible && t->interrupt_wanted) pthread_kill(t->interruptible->os_thread, SIGVTALRM);
  gph_unlock(&out_lock);
}
#endif

// What C has answered, in two halves, for who goes on after an exception that came meanwhile: no word of the root stack
// or of a resume frame holds any number.
static W redo_result(GphReg *R, W high, W low) {
  return R->ret[0] = (W)GPH_NUMBER_OF(high) << 32 | (W)GPH_NUMBER_OF(low);
}

static W ccall_tidy(GphReg *R, Shim shim, bool interruptible) {
  W args[GPH_MAX_ARGS], ret[4] = {0};
  GphWorker *w = gph_worker_self();
  memcpy(args, R->args, sizeof args);
  w->tidy++;
#ifdef GPH_THREADED
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread;
  uintptr_t wsp = R->wsp;
  go_out(h, t);
  gph_hec_release(h);
  const int64_t c0 = GPH_SCALING ? gph_os_thread_cpu_ns() : 0;
  sigset_t before;
  int error;  // C's errno, which Haskell may look at next
  if (interruptible) interruptible_begins(t, w, &before);
  shim(args, ret);
  error = errno;
  if (interruptible) interruptible_ends(t, &before);
  const int64_t c1 = GPH_SCALING ? gph_os_thread_cpu_ns() : 0;  // its processor time is work; that it slept is not
  gph_hec_acquire(h);
  come_back(h, t, wsp);
  if (GPH_SCALING) gph_strand_add_ns(h, c1 - c0);
  errno = error;
#else
  (void)interruptible;
  shim(args, ret);
#endif
  w->tidy--;
  memcpy(R->ret, ret, sizeof ret);
  if (R->thread->pending && R->masked == 0) {
    R->thread->c_errno = errno;
    gph_deliver_before(R, redo_result, GPH_NUMBER(ret[0] >> 32), GPH_NUMBER(ret[0] & UINT32_MAX));
  }
  return R->ret[0];
}
W gph_safe_ccall_c(GphReg *R, Shim shim) { return ccall_tidy(R, shim, false); }
W gph_interruptible_ccall_c(GphReg *R, Shim shim) { return ccall_tidy(R, shim, true); }

// ---- from C into Haskell: foreign exports, and what "wrapper" imports made. See Note [Calls from C] in eval/stubs.S.
typedef struct CallIn {
  struct CallIn *next;
  GphThread *thread;
} CallIn;
static CallIn *calls;  // lock:out_lock: keeps the threads alive

static void call_in(W closure, W stable, W *frame) {
  GphWorker *w = gph_worker_self();
  if (!w) {
#ifdef GPH_THREADED
    w = gph_worker_attach();
#else
    gph_fail(1, "a C thread that Haskell did not make called into Haskell: that needs -threaded");
#endif
  }
  if (!w->tidy)
    gph_fail(1,
             "C called back into Haskell from a finaliser or from a foreign import declared unsafe: declare it safe");
  GphHec *h = w->hec;
  GphReg *R = &h->reg;
#ifdef GPH_THREADED
  // the HEC is given away during a call that C may call Haskell from
  bool inside = false;
  gph_hec_acquire(h);
#else
  bool inside = h->current != NULL;
#endif
  GphThread *outer = h->current;
  int tidy = w->tidy;
  w->tidy = 0;
  uintptr_t wsp = R->wsp;
  if (inside) go_out(h, outer);
  R->masked = 0;
  if (stable) closure = gph_prim_DeRefStablePtr(R, stable);
  GphThread *t = gph_spawn_entry(h, closure, (W)frame << 3 | 7);
  t->inherited_pin = 1;
  t->bound_to = w;
  CallIn c = {NULL, t};
  gph_lock(&out_lock);
  c.next = calls;
  calls = &c;
  gph_unlock(&out_lock);
  // At once; but after a time slice the others have their turn, so that C that calls all the time does not keep them
  // waiting.
  if (gph_load_relaxed(&h->context_switch) && h->run_head) {
    gph_store_relaxed(&h->context_switch, 0u);
    gph_run_push(h, t);
  } else {
    gph_run_push_front(h, t);
  }
  GphThread *old_only = w->only;
  w->only = t;
  gph_schedule_until(h, t);
  w->only = old_only;
  gph_lock(&out_lock);
  for (CallIn **q = &calls; *q; q = &(*q)->next)
    if (*q == &c) {
      *q = c.next;
      break;
    }
  gph_unlock(&out_lock);
  w->tidy = tidy;
  bool died = t->state == GPH_T_DIED;
  // nobody looks at it any more: the next one's
  if (t->large && !(t->known & GPH_KNOWN_HANDLE) && t->hec == h && !died) {
    t->bound_to = NULL;
    t->inherited_pin = 0;
    t->next = h->spark_threads;
    h->spark_threads = t;
  }
  // its R->args and R->ret are gone: gph_safe_ccall_c, which it is in, has what it needs of them
  if (inside) come_back(h, outer, wsp);
#ifdef GPH_THREADED
  else gph_hec_release(h);
#endif
  // the entry's handler ends the program before
  if (died) gph_fail(1, "uncaught exception in a function that C called");
}

void gph_export_run(W closure, W *frame) { call_in(closure, 0, frame); }
void gph_callback_run(W stable, W *frame) {
  if (!stable) gph_fail(1, "C called a function pointer that freeHaskellFunPtr has freed");
  call_in(0, stable, frame);
}

void gph_foreign_roots(GphVisitor *v) {
  GPH_ASSERT(gph_stw_is_wanted());
  gph_lock(&out_lock);
  for (GphThread *t = out; t; t = t->next) gph_visit_thread(v, t);
  for (CallIn *c = calls; c; c = c->next) {
    GphThreadState s = (GphThreadState)c->thread->state;
    bool waits = s == GPH_T_BLOCKED_MVAR || s == GPH_T_BLOCKED_MVAR_READ || s == GPH_T_BLOCKED_STM ||
                 s == GPH_T_BLOCKED_BLACKHOLE;
    // One that waits and is not reached can never be woken: it gets its exception (sched/deadlock.c), as any other.
    if (!(v->only_wakeable && waits)) gph_visit_thread(v, c->thread);
  }
  gph_unlock(&out_lock);
}
