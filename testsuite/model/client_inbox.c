// client_inbox.c: the inboxes of HECs (runtime/sched/hec.c), who is woken (worker.c, schedule.c), and stopping the world (stw.c): no message is
// lost or handled twice, each sender's come in order, nobody sleeps with one in his inbox, and a stopped world is stopped.
#include "atomics.h"
#include "sched/schedule.h"
#include "base/flags.h"
#include "base/os.h"
#include "prof/eventlog.h"
#include "sched/loop.h"

// worker.c, with its thread-local variable for the checker's threads: `self` is declared as a function's result.
static GphWorker *selves[MODEL_THREADS + 1];
#define __thread
#define self (*model_self())
#include "sched/worker.c"
#undef self
#undef __thread
static GphWorker **model_self(void) { return &selves[model_thread()]; }
#include "sched/stw.c"
extern W gph_heap_check(GphReg *R, W bytes);

// ---- the rest of the runtime
uint32_t gph_log_classes, gph_interrupt_wanted, gph_loops_open, gph_census_wanted;
int gph_delayed_count, gph_foreign_count;
W gph_callbacks;
GphFlags gph_flags;
const GphProgram gph_program;
uintptr_t gph_old_base = ~(uintptr_t)0, gph_young_base;
bool gph_spark_available(GphHec *h) { return false; }
void gph_spark_give(GphHec *h) {}
bool gph_loop_available(GphHec *h) { return false; }
bool gph_io_waiting(void) { return false; }
void gph_io_rouse(GphHec *h) {}
int64_t gph_timers_run(GphHec *h) { return -1; }
bool gph_gc_help(GphHec *h) { return false; }
bool gph_phases_wanted;
void gph_stats_stop(int64_t ns) {}
void gph_numa_enter(int hec) {}
int64_t gph_os_clock_ns(void) { return 0; }
int64_t gph_os_thread_cpu_ns(void) { return 0; }
void gph_log_gc_wait(GphHec *x, GphGcWait what) {}
void gph_pause_thread(GphHec *x, GphThread *t) {}
static int thrown[3], woken;
void gph_throw_received(GphHec *h, GphThread *t, uint32_t ticket) {   // a message was handled: its number, and its sender
  W sender = (W)t->label;
  CHECK(ticket == (uint32_t)thrown[sender]);
  thrown[sender]++;
}

// ---- one HEC, thread 1's
static GphHec *h, *other;
static GphThread *t1;
static GphThread *targets[3];

static GphHec *new_hec(int no) {
  GphHec *x = model_alloc(sizeof *x);
  x->no = no;
  x->reg.hec = x;
  x->alloc_end = x->reg.hplim = (W *)~(W)7;
  x->owner = model_alloc(sizeof *x->owner);
  x->owner->hec = x;
  return x;
}
static void setup(void) {
  static GphHec *hecs[8];
  gph_hecs = hecs;
  gph_hecs_enabled = gph_hecs_used = 3;                // so nobody is the last to idle
  gph_idle_hecs = gph_hungry_hecs = gph_stw_wanted = gph_stw_asleep = waiting = event = 0;
  h = hecs[0] = new_hec(0);
  other = hecs[1] = new_hec(1);
  hecs[2] = new_hec(2);
  h->state = 1;
  selves[1] = h->owner;
  t1 = model_alloc(sizeof *t1);
  t1->hec = h;
  h->reg.thread = h->current = t1;
  h->reg.seg = &t1->first;
  for (W i = 0; i < 3; i++) {
    targets[i] = model_alloc(sizeof *targets[i]);
    targets[i]->hec = h;
    targets[i]->label = (char *)i;
    thrown[i] = 0;
  }
  woken = 0;
}
static void send(int sender, int n) {
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){ .kind = GPH_MSG_RECEIVED, .target = targets[sender], .ticket = (uint32_t)n };
  gph_post(h, m);
}
static int all_thrown(void) { return thrown[0] + thrown[1] + thrown[2]; }
static void run_woken(void) { for (GphThread *t; (t = gph_run_pop(h));) woken++; }

// The receiver looks again and again.
static void receive(int messages) {
  while (all_thrown() < messages)
    if (!gph_handle_inbox(h)) model_pause();
}
static void order(int t) {
  if (t == 1) receive(2);
  else { send(0, 0); send(0, 1); }
}
static void two_senders(int t) {
  if (t == 1) receive(2);
  else send(t - 2, 0);
}
static void order_two_senders(int t) {
  if (t == 1) receive(3);
  else {
    send(t - 2, 0);
    if (t == 2) send(0, 1);
  }
}
// Threads and messages; a thread posted by one HEC.
static void wakes(int t) {
  if (t == 1) {
    while (all_thrown() + woken < 3) {
      if (!gph_handle_inbox(h)) model_pause();
      run_woken();
    }
  } else if (t == 2) {
    gph_wake(other, targets[1]);
    send(0, 0);
  } else gph_wake(other, targets[2]);
}
static void wakes_end(void) { CHECK(woken == 2 && thrown[0] == 1 && !h->run_head && h->run_length == 0); }

// A message for a thread that has gone to another HEC is posted on.
static void moved(int t) {
  if (t == 1) {                                        // the target's old HEC
    while (!gph_handle_inbox(h)) model_pause();
  } else if (t == 2) send(0, 0);
  else {
    while (!gph_handle_inbox(other)) model_pause();
  }
}
static void setup_moved(void) {
  setup();
  selves[3] = other->owner;
  targets[0]->hec = other;
}
static void moved_end(void) { CHECK(thrown[0] == 1); }

// The receiver runs a thread, which looks at its limits only: gph_hec_zap against gph_unzap, in the real gph_heap_check.
static void attention(int messages) {
  GphReg *R = &h->reg;
  while (all_thrown() < messages) {
    while (gph_load_relaxed(&R->hplim) && gph_load_relaxed(&R->splim) != ~(uintptr_t)0) model_pause();
    R->status = GPH_WHY_NONE;
    gph_heap_check(R, 0);
    if (R->status == GPH_WHY_INTERRUPT) gph_handle_inbox(h);
  }
}
static void zap(int t) {
  if (t == 1) attention(1);
  else send(0, 0);
}
static void zap_two(int t) {
  if (t == 1) attention(2);
  else send(t - 2, 0);
}
static void zap_again(int t) {
  if (t == 1) attention(2);
  else { send(0, 0); send(0, 1); }
}

// The whole scheduler. Its thread runs (gph_enter) until all messages were handled, and looks at its limits meanwhile.
static int awaited;
void gph_enter(GphReg *R) {
  for (;;) {
    if (all_thrown() == awaited) {
      R->thread->state = GPH_T_FINISHED;
      R->status = GPH_WHY_FINISHED;
      return;
    }
    while (gph_load_relaxed(&R->hplim) && gph_load_relaxed(&R->splim) != ~(uintptr_t)0) model_pause();
    gph_heap_check(R, 0);
    if (R->status != GPH_WHY_NONE) return;
  }
}
static void setup_scheduler(void) {
  setup();
  h->current = NULL;
  t1->seg = &t1->first;
  t1->is_spark = 1;
  gph_run_push(h, t1);
}
static void schedules(int t) {
  if (t == 1) {
    awaited = 1;
    gph_schedule_until(h, t1);
  } else send(0, 0);
}
static void schedules_two(int t) {
  if (t == 1) {
    awaited = 2;
    gph_schedule_until(h, t1);
  } else { send(0, 0); send(0, 1); }
}

// The receiver has nothing to do and goes to sleep.
static void idle(int messages) {
  h->current = NULL;
  while (all_thrown() < messages) {
    gph_handle_inbox(h);
    if (all_thrown() < messages) gph_hec_idle(h);
  }
}
static void sleep_one(int t) {
  if (t == 1) idle(1);
  else send(0, 0);
}
static void sleep_two(int t) {
  if (t == 1) idle(2);
  else send(t - 2, 0);
}
static void sleep_woken(int t) {
  if (t == 1) {
    h->current = NULL;
    while (!woken) {
      gph_handle_inbox(h);
      run_woken();
      if (!woken) gph_hec_idle(h);
    }
  } else gph_wake(other, targets[1]);
}

// The owner goes out to a foreign call. The last thread is a spare worker of the HEC. The call ends when the message was handled, or at once.
static uint32_t handled;
static uint64_t owned;  // what the HEC holds, for its owner alone: no atomic of its own orders it
static void setup_foreign(void) {
  setup();
  handled = 0;
  owned = 0;
  h->current = NULL;
  GphWorker *w = model_alloc(sizeof *w);
  w->hec = h;
  h->spare = w;
  selves[3] = w;
}
static void look(void) {
  owned++;
  gph_handle_inbox(h);
  if (all_thrown()) gph_store_release(&handled, 1u);
}
static void spare_worker(void) {
  wait_for_grant(selves[model_thread()]);
  gph_hec_become_running(h);
  for (;;) {
    look();
    gph_hand_over(h);
    gph_hec_idle(h);
  }
}
static void foreign_waits(int t) {
  if (t == 1) {
    owned++;
    gph_hec_release(h);
    while (!gph_load_acquire(&handled)) model_pause();
  } else if (t == 2) send(0, 0);
  else spare_worker();
}
static void foreign_returns(int t) {
  if (t == 1) {
    owned++;
    gph_hec_release(h);
    gph_hec_acquire(h);
    look();
    gph_hec_release(h);
    while (!gph_load_acquire(&handled)) model_pause();
  } else if (t == 2) send(0, 0);
  else spare_worker();
}

// ---- stopping the world: the heap may be touched by a HEC that runs, and by who stopped the world
static uint64_t heap;
static GphHec *mine(int t) { return gph_hecs[t - 1]; }
static void setup_world(void) {
  setup();
  for (int i = 0; i < 4; i++) {
    gph_hecs[i] = new_hec(i);
    gph_hecs[i]->no = i;
  }
  gph_hecs_enabled = gph_hecs_used = 3;
  heap = 0;
}
static void setup_world_two(void) { setup_world(); gph_hecs_enabled = gph_hecs_used = 2; }
static void mutate(int t) {
  GphHec *m = mine(t);
  gph_hec_become_running(m);
  heap++;
  gph_hec_become_stopped(m);
}
static void collect(int t) {
  GphHec *m = mine(t);
  gph_hec_become_running(m);
  gph_stw_begin(m);
  heap++;
  gph_stw_end(m);
  gph_hec_become_stopped(m);
}
static void world(int t) { if (t == 1) collect(t); else mutate(t); }
static void world_twice(int t) { if (t == 1) collect(t); else { mutate(t); mutate(t); } }
static void world_two(int t) { collect(t); }
static void world_end(void) { CHECK(heap == (uint64_t)2); }
static void world_end_3(void) { CHECK(heap == (uint64_t)3); }

const ModelClient model_clients[] = {
  { "inbox order", 2, setup, order, NULL, NULL, false, 0 },
  { "inbox, two senders", 3, setup, two_senders, NULL, NULL, false, 0 },
  { "inbox order, two senders", 3, setup, order_two_senders, NULL, NULL, true, 0 },
  { "inbox, woken threads", 3, setup, wakes, wakes_end, NULL, true, 0 },
  { "inbox posted on", 3, setup_moved, moved, moved_end, NULL, false, 0 },
  { "attention", 2, setup, zap, NULL, NULL, false, 0 },
  { "attention, one after another", 2, setup, zap_again, NULL, NULL, false, 0 },
  { "attention, two senders", 3, setup, zap_two, NULL, NULL, true, 0 },
  { "scheduler", 2, setup_scheduler, schedules, NULL, NULL, false, 0 },
  { "scheduler, one after another", 2, setup_scheduler, schedules_two, NULL, NULL, true, 0 },
  { "sleep", 2, setup, sleep_one, NULL, NULL, false, 0 },
  { "sleep, woken thread", 2, setup, sleep_woken, NULL, NULL, false, 0 },
  { "sleep, two senders", 3, setup, sleep_two, NULL, NULL, true, 0 },
  { "foreign call", 3, setup_foreign, foreign_waits, NULL, NULL, false, 1 },
  { "foreign call returns", 3, setup_foreign, foreign_returns, NULL, NULL, 2, 1 },
  { "world", 2, setup_world_two, world, world_end, NULL, false, 0 },
  { "world, twice", 2, setup_world_two, world_twice, world_end_3, NULL, false, 0 },
  { "world, two collect", 2, setup_world_two, world_two, world_end, NULL, false, 0 },
  { 0 },
};
