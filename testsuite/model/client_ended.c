// client_ended.c: threads that have ended and are used again while there are several HECs (Note [Threads that have ended] in runtime/eval/stack.c): no HEC
// touches one that is used again, or was freed, by what it knows of the old one; no message for the old one reaches the new one; who waits for an answer gets it.
// HECs run, stop and stop the world by the real sched/stw.c; one that has nothing to do is stopped until something is in its inbox.
#include "light.h"
#define stop stop_hec
#define SPINS STW_SPINS
#include "sched/stw.c"
#undef SPINS
#undef stop
#define CLIENT
#include "gph/codegen.h"
extern W gph_blackhole_c(GphReg *R, W self), gph_prim_KillThread(GphReg *R, W id, W exception), gph_prim_ForkOn(GphReg *R, I n, W io);

enum { EXCEPTION = 43 << 3 | 7, ANSWER = 42 << 3 | 7 };

// ---- the rest of the runtime
bool gph_phases_wanted;
void gph_stats_stop(int64_t ns) {}
void gph_numa_enter(int hec) {}
int64_t gph_os_clock_ns(void) { return 0; }
int64_t gph_os_thread_cpu_ns(void) { return 0; }
void gph_log_gc_wait(GphHec *x, GphGcWait what) {}
bool gph_gc_help(GphHec *h) { return false; }
bool gph_delay_cancel(GphThread *t) { return false; }   // it was woken

// ---- the threads
static GphHec *list[MODEL_THREADS];              // gph_hecs
static GphThread *old;                           // it ends, and may be used again
static W victim;                                 // whom killers kill: a handle
static GphThread *killers[MODEL_THREADS + 1];    // by HEC
static GphThread *evaluator;                     // it needs x
static W x;
static char end[1], look_x[1], work[1];

static const GphInfo number_info = { .kind = GphKind_Thunk, .name = "number" };
static void step(GphReg *R, void *label) {
  GphThread *t = R->thread;
  if (label == gph_thread_start) {
    then(R, end);
    if (t == killers[gph_hec_of(R)->no]) gph_prim_KillThread(R, victim, EXCEPTION);
    else if (t == evaluator || (x && t == light[2])) then(R, look_x);
  } else if (label == look_x) {
    W info = gph_load_acquire((W *)x);
    if (info == (W)&number_info && gph_thunk_enter(x, &number_info)) {
      then(R, work);
      stop(R);
    } else if (info != (W)&gph_ind_info && (gph_load_acquire((W *)x + 1) & 7) == GPH_TAG_UPDATE) {
      then(R, look_x);
      gph_blackhole_c(R, x);
    }
  } else if (label == work) gph_update(ANSWER);
  else if (label == end) gph_thread_finish_c(R, GPH_TOKEN);
  else CHECK(false);
}

// ---- HECs
static void setup_hecs(int n) {
  start_hecs(n);
  threads_created = 0;
  collect_at = GPH_STACK_COLLECT_LEAST;
  gph_hecs = list;
  for (int i = 0; i < n; i++) list[i] = hecs[i + 1];
  gph_hecs_used = gph_hecs_enabled = n;
  gph_stw_wanted = gph_stw_asleep = waiting = event = 0;
  gph_hungry_hecs = 0;
  gph_flags.migrate_woken = gph_flags.migrate = false;
  hecs[1]->state = 1;                            // the others are stopped
  for (int i = 0; i <= MODEL_THREADS; i++) killers[i] = light[i] = NULL;
  evaluator = NULL;
  x = 0;
}
// Its HEC's limits are as it needs them: gph_thread_load makes no fence, which would do what that of gph_hec_become_running has to.
static GphThread *new_killer(GphHec *h) {
  GphThread *t = new_thread(h);
  h->reg.splim = t->seg->limit;
  return t;
}
static GphThread *spawn(GphHec *h) {
  GphThread *t = gph_spawn(&h->reg, GPH_UNIT);
  gph_run_push(h, t);
  return t;
}
// One that nobody kills.
static void run_unharmed(GphHec *h, GphThread *t) {
  while (!ended(t)) run_one(h);
  CHECK(t->state == GPH_T_FINISHED);
}
// Stopped, until there is something for it.
static void rest(GphHec *h) {
  gph_hec_become_stopped(h);
  while (!gph_load_seq(&h->inbox) && !gph_load_seq(&h->inbox_msgs)) model_pause();
  gph_hec_become_running(h);
}
// It runs what it has, and what comes, until its killer has ended, and stops.
static void kills(GphHec *h, GphThread *killer) {
  gph_hec_become_running(h);
  for (;;) {
    do run_one(h);
    while (h->run_head);
    if (ended(killer)) break;
    rest(h);
  }
  gph_add_seq(&done, 1u);
  gph_hec_become_stopped(h);
}
// What the others send, until so many of them have done what they do.
static void serve(GphHec *h, uint32_t others) {
  while (gph_load_acquire(&done) < others) {
    gph_hec_become_stopped(h);
    while (!gph_load_seq(&h->inbox) && !gph_load_seq(&h->inbox_msgs) && gph_load_acquire(&done) < others) model_pause();
    gph_hec_become_running(h);
    while (gph_handle_inbox(h) || h->run_head) run_one(h);
  }
  gph_hec_become_stopped(h);
}
// The old one ends, another one is made, which may be it again, and runs; then for messages, until so many have done what they do.
static void uses_again(GphHec *h, uint32_t others) {
  while (!ended(old) || h->run_head) run_one(h);   // one that died has a last turn
  run_unharmed(h, spawn(h));
  while (gph_load_acquire(&done) < others)
    if (!gph_handle_inbox(h)) model_pause();
}
static void all_end(void) {
  for (int i = 1; i <= starters; i++) {
    gph_handle_inbox(hecs[i]);
    CHECK(!hecs[i]->run_head && (!killers[i] || killers[i]->state == GPH_T_FINISHED));
  }
}

static void setup_old(int n) {
  setup_hecs(n);
  old = spawn(hecs[1]);
  victim = old->handle;
}
static void setup_killed(void) {
  setup_old(2);
  killers[2] = new_killer(hecs[2]);
}
static void killed(int i) {
  if (i == 1) uses_again(hecs[1], starters - 1);
  else kills(hecs[i], killers[i]);
}
static void setup_killed_by_two(void) {
  setup_old(3);
  killers[2] = new_killer(hecs[2]);
  killers[3] = new_killer(hecs[3]);
}

// The second wakes a thread of the third, which kills the old one.
static void setup_woken(void) {
  setup_old(3);
  killers[3] = new_killer(hecs[3]);
  gph_run_pop(hecs[3]);
}
static void woken(int i) {
  GphHec *h = hecs[i];
  if (i == 1) uses_again(h, 1);
  else if (i == 2) {
    gph_hec_become_running(h);
    gph_wake(h, killers[3]);
    gph_hec_become_stopped(h);
  } else {
    while (!gph_load_seq(&h->inbox)) model_pause();
    kills(h, killers[3]);
  }
}

// The killer does not wait here for its answer: it gets that in the end.
static void kills_once(GphHec *h) {
  gph_hec_become_running(h);
  run_one(h);
  gph_hec_become_stopped(h);
}
static void answered_end(void) {
  for (int k = 0; k < 2; k++)
    for (int i = 1; i <= starters; i++) {
      model_current = hecs[i];
      do run_one(hecs[i]);
      while (hecs[i]->run_head);
    }
  all_end();
}

// The third stops the world, for a collection, and frees those whose handles it need not keep.
static void setup_collected(void) {
  setup_old(3);
  killers[2] = new_killer(hecs[2]);
}
static void collected(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    while (!ended(old)) run_one(h);
    gph_hec_become_stopped(h);
    gph_hec_become_running(h);
    gph_handle_inbox(h);
    gph_hec_become_stopped(h);
  } else if (i == 2) kills_once(h);
  else {
    gph_hec_become_running(h);
    gph_stw_begin(h);
    gph_threads_ended_settle();
    if (ended(old) && !old->handle) model_freed(old, GPH_STACK_APART);
    gph_stw_end(h);
    gph_hec_become_stopped(h);
  }
}

// It comes from the second HEC, in one of three ways, and ends on the first. A thread of the third kills it: what that posts may be at the second by then.
static void (*gives)(GphHec *h);
static void gives_one(GphHec *h) { give_away(h, gph_run_pop(h)); }
static void gives_woken(GphHec *h) { gph_handle_inbox(h); }
static void setup_moves(void) {
  setup_hecs(3);
  GphHec *from = hecs[2];
  from->state = 1;
  from->run_ns = GPH_BRIEF_MOST_NS;
  if (gives == share) spawn(from);               // that one stays
  old = spawn(from);
  victim = old->handle;
  killers[3] = new_killer(hecs[3]);
}
static void setup_shared(void) {
  gives = share;
  setup_moves();
  gph_flags.migrate = true;
  gph_hungry_hecs = hecs[1]->sleeping = 1;
}
static void setup_given(void) {
  gives = gives_one;
  setup_moves();
  gph_hecs_enabled = 2;
}
static void setup_woken_here(void) {
  gives = gives_woken;
  setup_moves();
  gph_run_pop(hecs[2]);
  old->state = GPH_T_BLOCKED_DELAY;
  gph_flags.migrate_woken = true;
  gph_wake(hecs[1], old);
}
static void moves(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    while (!h->run_head)
      if (!gph_handle_inbox(h)) model_pause();
    uses_again(h, 0);
    gph_add_seq(&done, 1u);
  } else if (i == 2) {
    gives(h);
    while (h->run_head) run_one(h);
    serve(h, 1);
  } else kills_once(h);
}
// The first makes it on the second, which it ends on, and another one here.
static void setup_made(void) { setup_hecs(2); }
static void made(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    gph_prim_ForkOn(&h->reg, 1, GPH_UNIT);
    gph_hec_become_stopped(h);
    gph_hec_become_running(h);
    run_unharmed(h, spawn(h));
    return;
  }
  gph_hec_become_running(h);
  while (!h->run_head)
    if (!gph_handle_inbox(h)) model_pause();
  run_unharmed(h, h->run_head);
  run_unharmed(h, spawn(h));
}

// It waits for a thunk of the second HEC's thread, and is killed.
static void setup_waits(void) {
  setup_hecs(2);
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)&number_info;
  x = (W)p;
  evaluator = old = spawn(hecs[1]);
  light[2] = new_thread(hecs[2]);
  model_current = hecs[2];
  run_thread(hecs[2], gph_run_pop(hecs[2]));
}
static void killed_here(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    run_one(h);
    if (!ended(old)) gph_throw_to(h, old, EXCEPTION, NULL, 0);
    uses_again(h, 0);
    gph_add_seq(&done, 1u);
  } else {
    gph_hec_become_running(h);
    while (h->run_head) run_one(h);
    serve(h, 1);
  }
}
// The other way round: a thread of the second HEC waits for its thunk, and is killed there.
static void setup_waited_for(void) {
  setup_hecs(2);
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)&number_info;
  x = (W)p;
  evaluator = old = spawn(hecs[1]);
  light[2] = new_thread(hecs[2]);
  model_current = hecs[1];
  run_thread(hecs[1], gph_run_pop(hecs[1]));
}
static void waiter_killed(int i) {
  GphHec *h = hecs[i];
  if (i == 1) uses_again(h, 1);
  else {
    gph_hec_become_running(h);
    run_one(h);
    gph_hec_become_stopped(h);
    gph_hec_become_running(h);
    if (light[2]->state == GPH_T_BLOCKED_BLACKHOLE) gph_throw_to(h, light[2], EXCEPTION, NULL, 0);
    while (!ended(light[2])) run_one(h);
    gph_add_seq(&done, 1u);
    gph_hec_become_stopped(h);
  }
}
// It waits until its exception was received by the second HEC's thread, and is killed.
static void setup_throws(void) {
  setup_hecs(2);
  killers[1] = old = spawn(hecs[1]);
  light[2] = new_thread(hecs[2]);
  W *p = model_alloc(3 * sizeof(W));
  p[1] = (W)light[2];
  victim = (W)p | 1;
}

const ModelClient model_clients[] = {
  { "ended, killed", 2, setup_killed, killed, all_end, NULL, false, 0 },
  { "ended, woken", 3, setup_woken, woken, all_end, NULL, false, 0 },
  { "ended, killed by two", 3, setup_killed_by_two, killed, all_end, NULL, true, 0 },
  { "ended, collected", 3, setup_collected, collected, answered_end, NULL, true, 0 },
  { "ended, shared before", 3, setup_shared, moves, answered_end, NULL, true, 0 },
  { "ended, given away before", 3, setup_given, moves, answered_end, NULL, false, 0 },
  { "ended, moved when woken", 3, setup_woken_here, moves, answered_end, NULL, false, 0 },
  { "ended, made elsewhere", 2, setup_made, made, NULL, NULL, false, 0 },
  { "ended, waited for a thunk", 2, setup_waits, killed_here, NULL, NULL, true, 0 },
  { "ended, was waited for", 2, setup_waited_for, waiter_killed, NULL, NULL, false, 0 },
  { "ended, waited for an answer", 2, setup_throws, killed_here, NULL, NULL, false, 0 },
  { 0 },
};
