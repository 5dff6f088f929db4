// client_stm.c: transactions of several threads, each on a HEC of its own (runtime/prim/stm.c): what is committed saw one state; no update is lost; who retries
// is woken once by a commit, or taken off by an exception, never both and never neither.
#include "light.h"
#include "prim/stm.c"

enum { SUM = 10, EXCEPTION = 43 << 3 | 7 };
#define NUMBER(n) ((W)(n) << 3 | 7)
static W x, y;                                   // TVars
static W (*transactions[MODEL_THREADS + 1])(GphReg *R);   // their results; 0: it retries
static W results[MODEL_THREADS + 1];
static char end[1];
static const GphInfo tvar_info;

static W new_tvar(W value, W number) {
  W *p = model_alloc(4 * sizeof(W));
  p[0] = (W)&tvar_info;
  p[1] = value;
  p[3] = number;
  return (W)p | 1;
}
static W value_of(W tvar) { return gph_untag(tvar)[1]; }

// ---- generated code
static void step(GphReg *R, void *label) {
  int me = gph_hec_of(R)->no;
  if (label == gph_thread_start) {
    then(R, end);
    gph_prim_Atomically(R, GPH_UNIT);
  } else if (label == gph_stm_body) {
    R->rs++;
    W r = transactions[me](R);
    if (!r) {
      gph_prim_Retry(R);
      return;
    }
    uintptr_t record = R->sp;
    gph_stm_done_c(R, r);
    if (R->sp != record) return;                 // again
    R->sp += 32;
    results[me] = r;
  } else if (label == end) {
    CHECK(!R->thread->stm);
    gph_thread_finish_c(R, GPH_TOKEN);
  } else CHECK(false);
}

// ---- the clients
static void start(int n) {
  memset(&stm_lock, 0, sizeof stm_lock);
  start_hecs(n);
  x = new_tvar(NUMBER(0), 1);
  y = new_tvar(NUMBER(0), 2);
  for (int i = 1; i <= n; i++) {
    light[i] = new_thread(hecs[i]);
    results[i] = 0;
  }
}
static void run(int i) { run_all(hecs[i], light[i]); }
static void nobody_watches(void) {
  CHECK(!gph_untag(x)[2] && !gph_untag(y)[2]);
  for (int i = 1; i <= starters; i++) {
    gph_handle_inbox(hecs[i]);
    CHECK(!hecs[i]->run_head && ended(light[i]) && !light[i]->stm && !light[i]->pending);
  }
}

static W add_one(GphReg *R) {
  W n = gph_prim_ReadTVar(R, x) + NUMBER(1) - NUMBER(0);
  gph_prim_WriteTVar(R, x, n);
  return n;
}
static void setup_add(void) {
  start(2);
  transactions[1] = transactions[2] = add_one;
}
static void add_end(void) {
  nobody_watches();
  CHECK(value_of(x) == NUMBER(2) && results[1] != results[2]);
}

static W move_one(GphReg *R) {
  W a = gph_prim_ReadTVar(R, x), b = gph_prim_ReadTVar(R, y);
  gph_prim_WriteTVar(R, x, a - 8);
  gph_prim_WriteTVar(R, y, b + 8);
  return GPH_UNIT;
}
static W sum(GphReg *R) {
  W a = gph_prim_ReadTVar(R, x), b = gph_prim_ReadTVar(R, y);
  return (a >> 3) + (b >> 3);
}
static void setup_move(void) {
  start(2);
  gph_untag(x)[1] = NUMBER(SUM);
  transactions[1] = move_one;
  transactions[2] = sum;
}
static void move_end(void) {
  nobody_watches();
  CHECK(value_of(x) == NUMBER(SUM - 1) && value_of(y) == NUMBER(1) && results[2] == SUM);
}

// Retries until x is set.
static W wait_x(GphReg *R) { return gph_prim_ReadTVar(R, x) == NUMBER(0) ? 0 : GPH_UNIT; }
static W set_x(GphReg *R) { return gph_prim_WriteTVar(R, x, NUMBER(1)); }
static void setup_wait(void) {
  start(2);
  transactions[1] = wait_x;
  transactions[2] = set_x;
}
static void wait_end(void) {
  nobody_watches();
  CHECK(results[1] && results[2]);
}

// Watches two variables; both are set, by one transaction or by two of two threads.
static W wait_both(GphReg *R) {
  W a = gph_prim_ReadTVar(R, x), b = gph_prim_ReadTVar(R, y);
  return a == NUMBER(0) || b == NUMBER(0) ? 0 : GPH_UNIT;
}
static W set_y(GphReg *R) { return gph_prim_WriteTVar(R, y, NUMBER(1)); }
static W set_both(GphReg *R) { set_x(R); return set_y(R); }
static void setup_wait_both(void) {
  start(2);
  transactions[1] = wait_both;
  transactions[2] = set_both;
}
static void setup_wait_two(void) {
  start(3);
  transactions[1] = wait_both;
  transactions[2] = set_x;
  transactions[3] = set_y;
}
// Two wait for the same.
static void setup_two_wait(void) {
  start(3);
  transactions[1] = transactions[2] = wait_x;
  transactions[3] = set_x;
}
static void two_wait_end(void) {
  wait_end();
  CHECK(results[3]);
}

// Who waits gets an exception: it comes first, and takes it off; or the commit does, and the exception comes while it is on its way.
static void killed(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    run_thread(h, gph_run_pop(h));
    gph_throw_to(h, light[1], EXCEPTION, NULL, 0);
  }
  run_all(h, light[i]);
}
static void killed_end(void) {
  nobody_watches();
  CHECK(results[2] && light[1]->state == (results[1] ? GPH_T_FINISHED : GPH_T_DIED));
}

const ModelClient model_clients[] = {
  { "transactions", 2, setup_add, run, add_end, NULL, false, 0 },
  { "transactions, moved", 2, setup_move, run, move_end, NULL, false, 0 },
  { "retry", 2, setup_wait, run, wait_end, NULL, false, 0 },
  { "retry, two variables", 2, setup_wait_both, run, wait_end, NULL, false, 0 },
  { "retry, killed", 2, setup_wait, killed, killed_end, NULL, false, 0 },
  { "retry, two commits", 3, setup_wait_two, run, two_wait_end, NULL, true, 0 },
  { "retry, two wait", 3, setup_two_wait, run, two_wait_end, NULL, true, 0 },
  { 0 },
};
