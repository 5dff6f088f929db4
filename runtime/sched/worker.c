// worker.c: OS workers and who animates which HEC.
//
// A HEC has an owner, spare workers, and workers that came back from a foreign call and want it (`returning`); all
// under hec->lock. A worker about to make a safe foreign call releases the HEC: to a returning worker, else, when there
// is work, to a spare one (made if need be), else to nobody. Coming back it takes an ownerless HEC at once; else it
// queues itself and the owner hands over between threads. Signals go to the very worker (its own futex), so nobody is
// woken in vain.
//
// A call from C into Haskell is a thread bound to the worker that C called from: it runs there alone, and the worker
// runs nothing else meanwhile. (What the callback calls is called on the OS thread that expects it; and a foreign call
// of some other thread does not keep the worker from going back to C.) A worker that comes upon a thread that is not
// for it gives the HEC to the one it is for, and is parked, or spare.
//
// An OS thread that C made becomes a worker when it first calls Haskell, and stays one until it ends: to its HEC it is
// a worker that comes back from a foreign call, and goes out again with the result. That leaves the HEC without an
// owner where it had an idle one; the ticker gives it one.
//
// Lost wake-ups: a poster pushes into the inbox and then reads h->owner; release stores NULL there and then reads the
// inbox.
#include "sched/worker.h"
#include "base/die.h"
#include "base/numa.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include "prof/time_profile.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include <stdlib.h>
#include <string.h>
#include <signal.h>

int gph_worker_count;
uint32_t gph_worker_attached;
static __thread GphWorker *self;

GphWorker *gph_worker_self(void) { return self; }

void gph_worker_main(GphHec *h) {
  GphWorker *w = calloc(1, sizeof *w);
  w->hec = h;
  w->os_thread = pthread_self();
  self = w;
  if (gph_profile_wanted) gph_profile_worker();
  gph_store_seq(&h->owner, w);  // the ticker looks at it already
  gph_add_relaxed(&gph_worker_count, 1);
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_task(GphEv_TaskCreate, h->no);
}

#ifdef GPH_THREADED
static void grant(GphWorker *w) {
  gph_store_release(&w->granted, 1u);
  gph_os_futex_wake(&w->granted, 1);
}

static void wait_for_grant(GphWorker *w) {
  while (!gph_load_acquire(&w->granted)) gph_os_futex_wait(&w->granted, 0, -1);
  gph_store_relaxed(&w->granted, 0u);
}

static void *worker_start(void *arg) {
  GphWorker *w = arg;
  self = w;
  gph_signal_stack();
  if (gph_profile_wanted) gph_profile_worker();
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_task(GphEv_TaskCreate, w->hec->no);
  wait_for_grant(w);
  gph_hec_become_running(w->hec);
  gph_schedule(w->hec);
  return NULL;
}

// lock:h->lock. A worker that waits for a grant.
static GphWorker *spare(GphHec *h) {
  GphWorker *w = h->spare;
  if (w) {
    h->spare = w->next;
    return w;
  }
  w = calloc(1, sizeof *w);
  w->hec = h;
  gph_add_relaxed(&gph_worker_count, 1);
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);  // signals are the main OS thread's business
  int e = pthread_create(&w->os_thread, NULL, worker_start, w);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (e) gph_fail(1, "cannot create an OS thread: %s", strerror(e));
  pthread_detach(w->os_thread);
  return w;
}

// The OS thread ends. It is outside of Haskell, so on no list.
static void detach(void *arg) {
  GphWorker *w = arg;
  if (w->signal_stack.ss_sp) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    gph_os_free(w->signal_stack.ss_sp, w->signal_stack.ss_size);
  }
  self = NULL;
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_task(GphEv_TaskDelete, w->hec->no);
  free(w);
}
static pthread_key_t attached;
static void make_key(void) {
  if (pthread_key_create(&attached, detach)) gph_fail(1, "cannot make a thread-specific key");
}

GphWorker *gph_worker_attach(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static uint32_t turn;
  pthread_once(&once, make_key);
  GphWorker *w = calloc(1, sizeof *w);
  if (!w) gph_fail(251, "out of memory");
  int n = gph_load_relaxed(&gph_hecs_enabled);
  w->hec = gph_hecs[gph_add_relaxed(&turn, 1u) % (uint32_t)n];
  for (int i = 0; i < n; i++)
    if (gph_load_seq(&gph_hecs[i]->sleeping)) {
      w->hec = gph_hecs[i];
      break;
    }
  w->os_thread = pthread_self();
  gph_numa_foreign();
  w->tidy = 1;
  stack_t old;
  // light stacks are too small for handlers
  if (sigaltstack(NULL, &old) == 0 && old.ss_flags & SS_DISABLE) w->signal_stack = gph_signal_stack();
  gph_add_relaxed(&gph_worker_count, 1);
  gph_store_relaxed(&gph_worker_attached, 1u);
  pthread_setspecific(attached, w);
  self = w;
  if (GPH_LOGS(GPH_LOG_SCHED)) gph_log_task(GphEv_TaskCreate, w->hec->no);
  return w;
}

static void give_to(GphHec *h, GphWorker *w) {
  gph_store_seq(&h->owner, w);
  if (w) grant(w);
}

// lock:h->lock. The calling worker, who was the owner, waits.
static void park(GphHec *h, GphWorker *w) {
  GphWorker **list = w->only ? &h->parked : &h->spare;
  w->next = *list;
  *list = w;
}
// lock:h->lock. Who may run t, or idle: the worker that t is bound to (which is parked: t is on the run queue), or a
// spare one.
static GphWorker *runner(GphHec *h, GphThread *t) {
  if (!t || !t->bound_to) return spare(h);
  for (GphWorker **p = &h->parked; *p; p = &(*p)->next)
    if (*p == t->bound_to) {
      GphWorker *w = *p;
      *p = w->next;
      return w;
    }
  gph_die("the worker of a bound thread does not wait");
}

bool gph_hec_pass_on(GphHec *h, GphThread *t) {
  GphWorker *w = self;
  if (t ? t->bound_to ? t->bound_to == w : !w->only : !w->only) return false;
  if (t) gph_run_push_front(h, t);
  gph_hec_become_stopped(h);
  gph_lock(&h->lock);
  GphWorker *to = runner(h, t);
  park(h, w);
  give_to(h, to);
  gph_unlock(&h->lock);
  wait_for_grant(w);
  gph_hec_become_running(h);
  return true;
}

void gph_hec_release(GphHec *h) {
  GPH_ASSERT(gph_load_relaxed(&h->owner) == self);  // relaxed: nobody else takes it from us
  gph_hec_become_stopped(h);
  gph_lock(&h->lock);
  if (h->returning) {
    GphWorker *w = h->returning;
    gph_store_release(&h->returning, w->next);
    give_to(h, w);
  } else if (h->run_head) {
    give_to(h, runner(h, h->run_head));
  } else {
    give_to(h, NULL);
    if (gph_load_seq(&h->inbox) || gph_load_seq(&h->inbox_msgs)) give_to(h, spare(h));
  }
  gph_unlock(&h->lock);
}

void gph_hec_acquire(GphHec *h) {
  GphWorker *w = self;
  GPH_ASSERT(w->hec == h);
  gph_lock(&h->lock);
  if (h->owner == NULL) {
    gph_store_seq(&h->owner, w);
    gph_unlock(&h->lock);
  } else {
    GphWorker **p = &h->returning;
    while (*p) p = &(*p)->next;
    w->next = NULL;
    gph_store_seq(p, w);  // before the kick looks whether the owner sleeps
    gph_unlock(&h->lock);
    gph_hec_kick(h);
    wait_for_grant(w);
  }
  if (gph_profile_wanted) gph_profile_worker();
  gph_hec_become_running(h);
}

void gph_hand_over(GphHec *h) {
  if (!gph_load_seq(&h->returning)) return;  // seq: as in gph_handle_inbox
  GphWorker *w = self;
  gph_hec_become_stopped(h);
  gph_lock(&h->lock);
  GphWorker *r = h->returning;
  if (!r) {
    gph_unlock(&h->lock);
    gph_hec_become_running(h);
    return;
  }
  gph_store_release(&h->returning, r->next);
  park(h, w);
  give_to(h, r);
  gph_unlock(&h->lock);
  wait_for_grant(w);
  gph_hec_become_running(h);
}

void gph_hec_kick(GphHec *h) {
  gph_hec_zap(h);
  if (gph_load_seq(&h->sleeping)) {
    gph_add_seq(&h->wake, 1u);
    gph_os_futex_wake(&h->wake, 1);
    gph_io_rouse(h);
  }
  if (gph_load_seq(&h->owner) == NULL) {
    gph_lock(&h->lock);
    if (h->owner == NULL) {
      if (h->returning) {
        GphWorker *w = h->returning;
        gph_store_release(&h->returning, w->next);
        give_to(h, w);
      } else give_to(h, spare(h));
    }
    gph_unlock(&h->lock);
  }
}

void gph_sched_start_workers(void) {
  for (int i = 1; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    gph_lock(&h->lock);
    if (h->owner == NULL) give_to(h, spare(h));
    gph_unlock(&h->lock);
  }
}
#else
void gph_hec_kick(GphHec *h) {
  gph_hec_zap(h);
  if (gph_load_seq(&h->sleeping)) {
    gph_add_seq(&h->wake, 1u);
    gph_os_futex_wake(&h->wake, 1);
    gph_io_rouse(h);
  }
}
void gph_hec_release(GphHec *h) {}
void gph_hec_acquire(GphHec *h) {}
void gph_hand_over(GphHec *h) {}
bool gph_hec_pass_on(GphHec *h, GphThread *t) { return false; }
void gph_sched_start_workers(void) {}
#endif
