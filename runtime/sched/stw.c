// stw.c: stopping the world.
//
// h->state is 1 while HEC h may touch the heap and 0 otherwise (idle, no worker, or stopped). To run, a HEC sets it to
// 1 and then looks at gph_stw_wanted; whoever wants the world stopped sets that first and then looks at the states: one
// of the two sees the other. Waiting spins for a bounded time, then sleeps on a futex. A HEC that sleeps stays asleep:
// the collection does not need it.
#include "sched/stw.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/numa.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include "prof/phases.h"
#include "prof/stats.h"
#include "sched/hooks.h"

uint32_t gph_stw_wanted;
enum { SPINS = GPH_SPINS(4000) };

#ifdef GPH_THREADED
// For +RTS -s and --spark-report. The owner, as long as it is one.
static void start_clock(GphHec *h) {
  if (!gph_phases_wanted) return;
  if (!h->running_since) gph_phases_change(1, 0);
  gph_store_relaxed(&h->running_since, gph_os_clock_ns());
}
static void stop_clock(GphHec *h) {
  if (!h->running_since) return;
  gph_phases_change(-1, 0);
  gph_store_relaxed(&h->ran_ns, h->ran_ns + gph_os_clock_ns() - h->running_since);
  gph_store_relaxed(&h->running_since, 0);
}

static void stop(GphHec *h) {
  stop_clock(h);
  gph_store_seq(&h->state, 0u);
  gph_os_futex_wake(&h->state, 1);
}

// Waiters look at everything they wait for after they have read `event`; whoever changes something bumps it after that:
// nobody sleeps past a change.
static uint32_t event;    // atomic, futex
uint32_t gph_stw_asleep;  // atomic: those that sleep on it
static uint32_t waiting;  // atomic: HECs that wait for the world to go on
int gph_stw_others;

void gph_stw_rouse(int count) {
  gph_add_seq(&event, 1u);
  if (gph_load_seq(&gph_stw_asleep) > 0) gph_os_futex_wake(&event, count);
}

// h's owner, h stopped: until the world goes on. Meanwhile it may help to collect.
static void wait_for_end(GphHec *h) {
  const int64_t c0 = gph_stats_cpu_ns();
  gph_add_seq(&waiting, 1u);
  gph_log_gc_wait(h, GPH_WAIT_BEGINS);
  for (int i = 0;;) {
    uint32_t e = gph_load_seq(&event);
    if (!gph_load_seq(&gph_stw_wanted)) break;
    if (gph_gc_help(h)) {
      i = 0;
      continue;
    }
    if (i++ < SPINS) {
      gph_pause();
      continue;
    }
    gph_add_seq(&gph_stw_asleep, 1u);
    gph_os_futex_wait(&event, e, -1);
    gph_sub_seq(&gph_stw_asleep, 1u);
  }
  gph_sub_seq(&waiting, 1u);
  gph_log_gc_wait(h, GPH_WAIT_ENDS);
  gph_store_relaxed(&h->gc_cpu_ns, h->gc_cpu_ns + gph_stats_cpu_ns() - c0);
}

void gph_hec_become_running(GphHec *h) {
  GPH_ASSERT(gph_load_relaxed(&h->state) == 0);
  for (;;) {
    gph_store_seq(&h->state, 1u);
    if (!gph_load_seq(&gph_stw_wanted)) {
      gph_fence_seq();  // pairs with look_at_ended in eval/stack.c
      gph_numa_enter(h->no);
      start_clock(h);
      return;
    }
    stop(h);
    wait_for_end(h);
  }
}

void gph_hec_become_stopped(GphHec *h) {
  GPH_ASSERT(gph_load_relaxed(&h->state) == 1);
  stop_clock(h);
  gph_store_seq(&h->state, 0u);
  if (gph_load_seq(&gph_stw_wanted)) gph_os_futex_wake(&h->state, 1);
}

void gph_stw_begin(GphHec *h) {
  GPH_ASSERT(gph_load_relaxed(&h->state) == 1);  // h runs
  while (!gph_cas(&gph_stw_wanted, 0u, 1u)) {    // somebody else was first
    stop(h);
    wait_for_end(h);
    gph_hec_become_running(h);
  }
  const int64_t t0 = gph_os_clock_ns();
  gph_stw_others = (int)gph_load_relaxed(&waiting);  // relaxed: no more than a guess
  for (int i = 0; i < gph_hecs_used; i++)
    if (gph_hecs[i] != h && gph_load_seq(&gph_hecs[i]->state)) {
      gph_hec_zap(gph_hecs[i]);
      gph_stw_others++;
    }
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    if (e == h) continue;
    for (int k = 1; gph_load_seq(&e->state); k++) {
      if (k < SPINS) {
        gph_pause();
        continue;
      }
      gph_hec_zap(e);  // a request can be lost where a thread changes segments: repeat
      gph_os_futex_wait(&e->state, 1, 1000000);
    }
  }
  stop_clock(h);
  gph_stats_stop(gph_os_clock_ns() - t0);
  if (gph_phases_wanted) gph_phases_change(0, 1);
}

void gph_stw_end(GphHec *h) {
  GPH_ASSERT(gph_load_relaxed(&gph_stw_wanted) == 1);  // h stopped the world
  if (gph_phases_wanted) gph_phases_change(0, -1);
  start_clock(h);
  gph_store_seq(&gph_stw_wanted, 0u);
  gph_stw_rouse(1 << 30);
}
#else
void gph_hec_become_running(GphHec *h) {
  gph_numa_enter(h->no);
  h->state = 1;
}
void gph_hec_become_stopped(GphHec *h) { h->state = 0; }
int gph_stw_others;
void gph_stw_begin(GphHec *h) {}
void gph_stw_end(GphHec *h) {}
#endif
