// timer.c: the ticker (an OS thread that asks HECs to switch threads and wakes sleepers) and threadDelay.
//
// Delayed threads are in a binary heap by wake-up time, lock:timer_lock. Whoever finds one due takes it out and posts
// it to its HEC, under the lock: so a collection that looks here first and into the inboxes afterwards sees each of
// them.
//
// Note [Who looks at the clock]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A HEC that idles sleeps until the first thread is due. While all run, the ticker looks at each tick, that is, every
// 10 ms; and earlier if it is asked: a HEC that goes on to run a thread while another is due before the next tick
// rouses the ticker once (gph_timers_watch), which then sleeps until that time. So `timeout 1000` of a computation ends
// it after 1 ms and not after 20, and who waits for hours costs nothing. Who is due takes its turn from the thread that
// runs on its HEC, as at the end of a time slice: nobody starves.
#include "sched/timer.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/visit.h"
#include "prof/eventlog.h"
#include "prof/heap_profile.h"
#include "prof/phases.h"
#include "prof/time_profile.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t timer_lock = PTHREAD_MUTEX_INITIALIZER;  // the ticker takes it in the plain runtime too
static GphThread **heap;
static int used, room;
int gph_delayed_count;  // atomic copy of `used`
// atomic, written under timer_lock, read as hints: when the first thread is due, and when the ticker looks next
// (monotonic ns; never, if there is no ticker)
static int64_t first_due = INT64_MAX, planned = INT64_MIN;
static uint32_t stop;    // atomic: the ticker is to end
static uint32_t roused;  // atomic, futex: the ticker is to look at `planned` again

static void place(int i, GphThread *t) {
  heap[i] = t;
  t->fd = i;
}  // fd: index while delayed
static void up(int i) {
  GphThread *t = heap[i];
  while (i > 0 && heap[(i - 1) / 2]->wake_time > t->wake_time) {
    place(i, heap[(i - 1) / 2]);
    i = (i - 1) / 2;
  }
  place(i, t);
}
static void down(int i) {
  GphThread *t = heap[i];
  for (;;) {
    int c = 2 * i + 1;
    if (c >= used) break;
    if (c + 1 < used && heap[c + 1]->wake_time < heap[c]->wake_time) c++;
    if (heap[c]->wake_time >= t->wake_time) break;
    place(i, heap[c]);
    i = c;
  }
  place(i, t);
}
static void note_first(void) { gph_store_relaxed(&first_due, used ? heap[0]->wake_time : INT64_MAX); }
static GphThread *take(int i) {
  GphThread *t = heap[i];
  used--;
  gph_store_seq(&gph_delayed_count, used);
  if (i < used) {
    place(i, heap[used]);
    down(i);
    up(i);
  }
  note_first();
  return t;
}

void gph_delay_thread(GphThread *t, int64_t until_ns) {
  GPH_ASSERT(t->state == GPH_T_BLOCKED_DELAY);
  pthread_mutex_lock(&timer_lock);
  t->wake_time = until_ns;
  if (used == room) {
    room = room ? 2 * room : 64;
    heap = realloc(heap, (size_t)room * sizeof *heap);
    if (!heap) gph_fail(251, "out of memory");
  }
  heap[used++] = t;
  gph_store_seq(&gph_delayed_count, used);
  up(used - 1);
  note_first();
  pthread_mutex_unlock(&timer_lock);
}

bool gph_delay_cancel(GphThread *t) {
  pthread_mutex_lock(&timer_lock);
  bool there = t->fd < used && heap[t->fd] == t;
  if (there) take(t->fd);
  pthread_mutex_unlock(&timer_lock);
  return there;
}

int64_t gph_timers_run(GphHec *h) {
  if (gph_load_relaxed(&gph_delayed_count) == 0) return -1;
  pthread_mutex_lock(&timer_lock);
  int64_t now = gph_os_clock_ns(), next = -1;
  while (used > 0) {
    if (heap[0]->wake_time > now) {
      next = heap[0]->wake_time - now;
      break;
    }
    GphThread *t = take(0);
    if (h && t->hec == h) gph_wake(h, t);
    else {
      // its turn: the message, which comes after, asks for attention
      gph_store_seq(&t->hec->context_switch, 1u);
      gph_post_thread(t->hec, t, GPH_MSG_WAKE);
    }
  }
  pthread_mutex_unlock(&timer_lock);
  return next;
}

void gph_timers_watch(void) {
  if (gph_load_relaxed(&first_due) >= gph_load_relaxed(&planned)) return;
  pthread_mutex_lock(&timer_lock);
  const bool early = used > 0 && heap[0]->wake_time < planned;
  if (early) gph_store_relaxed(&planned, heap[0]->wake_time);
  pthread_mutex_unlock(&timer_lock);
  if (!early) return;
  gph_store_seq(&roused, 1u);
  gph_os_futex_wake(&roused, 1);
}

// The ticker: until `tick`; but who is due before that is woken in time, from the moment on that a HEC asks for it.
static void sleep_until(int64_t tick) {
  for (;;) {
    gph_store_seq(&roused, 0u);  // before `planned` is looked at: pairs with gph_timers_watch
    pthread_mutex_lock(&timer_lock);
    const int64_t now = gph_os_clock_ns();
    if (planned <= now) gph_store_relaxed(&planned, first_due < tick ? first_due : tick);
    const int64_t until = planned < tick ? planned : tick;
    pthread_mutex_unlock(&timer_lock);
    if (until > now) gph_os_futex_wait(&roused, 0, until - now);
    const bool due = gph_os_clock_ns() >= gph_load_relaxed(&first_due);
    if (due) gph_timers_run(NULL);
    if (gph_load_acquire(&stop) || gph_os_clock_ns() >= tick) return;
  }
}

void gph_timers_roots(GphVisitor *v) {
  GPH_ASSERT(gph_stw_is_wanted());
  pthread_mutex_lock(&timer_lock);
  for (int i = 0; i < used; i++) gph_visit_thread(v, heap[i]);
  pthread_mutex_unlock(&timer_lock);
}

// ---- ticker
#ifdef GPH_THREADED
// Note [Brief work] in schedule.c. `ns` have gone by since the last time.
static void count_runs(int64_t ns) {
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphHec *h = gph_hecs[i];
    const uint64_t runs = gph_load_relaxed(&h->runs), more = runs - h->runs_counted;
    h->runs_counted = runs;
    gph_store_relaxed(&h->run_ns, ns / (int64_t)(more + 1));
  }
}
#endif

static void *ticker(void *arg) {
  int64_t since_switch = 0, last = gph_os_clock_ns();
#ifdef GPH_THREADED
  enum { COUNT_NS = 5000000 };
  int64_t counted = last;
#endif
  while (!gph_load_acquire(&stop)) {
    int64_t pause = gph_flags.tick_ns;
    if (GPH_MANY_PES && gph_dist_tick_ns() < pause) pause = gph_dist_tick_ns();
    sleep_until(last + pause);
    int64_t now = gph_os_clock_ns();
    since_switch += now - last;
    last = now;
    if (GPH_MANY_PES) gph_dist_tick();
    if (gph_io_waiting()) gph_io_poll(NULL);
#ifdef GPH_THREADED
    gph_foreign_tick();
    if (now - counted >= COUNT_NS) {
      count_runs(now - counted);
      counted = now;
    }
#endif
    gph_eventlog_tick();
    gph_phases_tick(now);
    gph_heap_profile_tick(now);
    if (gph_profile_wanted) gph_profile_tick();
    if (gph_flags.preempt_flag)
      for (int i = 0; i < gph_hecs_now(); i++) {
        GphHec *h = gph_hecs[i];
        bool asked = gph_load_seq(&h->interrupted);
        if (asked && h->unheeded) gph_hec_zap_limits(h);
        h->unheeded = asked;
      }
    if (gph_flags.slice_ns == 0 || since_switch + gph_flags.tick_ns / 2 < gph_flags.slice_ns) continue;
    since_switch = 0;
    for (int i = 0; i < gph_hecs_now(); i++) {
      GphHec *h = gph_hecs[i];
      // Also when nothing else waits: the thread claims what it evaluates then (a loop through itself is found).
      if (gph_load_relaxed(&h->state) || gph_load_relaxed(&h->inbox)) {
        gph_store_seq(&h->context_switch, 1u);
        gph_hec_zap(h);
      }
#ifdef GPH_THREADED
      // Somebody is to idle there: to wait for files, to look for deadlocks.
      if (gph_load_seq(&h->owner) == NULL && (gph_load_relaxed(&gph_worker_attached) || gph_io_waiting()))
        gph_hec_kick(h);
#endif
    }
  }
  return NULL;
}

void gph_ticker_start(void) {
  if (gph_flags.tick_ns == 0) return;
  pthread_t t;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, 256 << 10);
  int e = pthread_create(&t, &attr, ticker, NULL);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (e) gph_fail(1, "cannot create the ticker thread: %s", strerror(e));
  pthread_detach(t);
}

void gph_ticker_stop(void) { gph_store_release(&stop, 1u); }
