// client_freeze.c: an asynchronous exception freezes the evaluation of a thunk while a thread of another HEC waits for it, or is about to (Note [Freezing] in
// runtime/eval/exception.c, eval/blackhole.c, prim/thread.c): who waits comes to the value, which is computed once; nobody waits for ever.
#include "light.h"
#define CLIENT
#include "gph/codegen.h"
extern W gph_blackhole_c(GphReg *R, W self);

enum { ANSWER = 42, EXCEPTION = 43 << 3 | 7 };
static W x, y;                                   // thunks; x is evaluated by way of y if there is one
static char look_x[1], look_y[1], by_y[1], has_y[1], work[1], work_y[1], caught[1], end[1];   // labels
static int evaluations, handled, got;
static bool waits;                               // x is not done before this is released
static uint32_t released;
static bool begun;

// ---- generated code
static const GphInfo con_info = { .whnf = gph_whnf_value, .kind = GphKind_Con, .tag = 1, .name = "Con" };
static const GphInfo number_info = { .kind = GphKind_Thunk, .name = "number" };
static W thunk(void) {
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)&number_info;
  return (W)p;
}
static W make(void) {
  W *p = model_alloc(2 * sizeof(W));
  p[0] = (W)&con_info;
  p[1] = ANSWER;
  return (W)p | 1;
}
static void value(W v) {
  CHECK((v & 7) == 1);
  CHECK(GPH_PTR(v)[1] == ANSWER);
}
// Enters a thunk: comes back when it has its value.
static void look(GphReg *R, W thunk, void *again, void *body) {
  W *p = (W *)thunk, info = gph_load_acquire(&p[0]);
  if (info == (W)&number_info) {
    if (gph_thunk_enter(thunk, &number_info)) {
      then(R, body);
      stop(R);
    } else
      then(R, again);
    return;
  }
  if (info == (W)&gph_whitehole_info) {
    model_pause();
    then(R, again);
    return;
  }
  W v = gph_load_acquire(&p[1]);
  if (info == (W)&gph_ind_info || (v & 7) != GPH_TAG_UPDATE) {
    value(v);
    if (thunk == x) got++;
    return;
  }
  then(R, again);
  gph_blackhole_c(R, thunk);
}
static void step(GphReg *R, void *label) {
  GphThread *t = R->thread;
  if (label == gph_thread_start) {
    then(R, end);
    if (t == light[1]) {
      then(R, end);
      gph_prim_Catch(R, GPH_UNIT, GPH_UNIT);
    } else {
      then(R, look_x);
      if (y) then(R, look_y);
    }
  } else if (label == gph_catch_body) {
    R->rs++;
    then(R, caught);
    then(R, look_x);
  } else if (label == gph_handler_body) {
    CHECK(R->rs[0] == EXCEPTION);
    handled++;
    R->masked = 0;
    leave_record(R);
  } else if (label == caught) leave_record(R);
  else if (label == look_x) look(R, x, look_x, y ? by_y : work);
  else if (label == look_y) look(R, y, look_y, work_y);
  else if (label == by_y) {
    then(R, has_y);
    then(R, look_y);
  } else if (label == has_y) {
    then(R, work);
    if (!gph_load_relaxed(&R->hplim)) gph_heap_check(R, 0);
  } else if (label == work_y) {
    evaluations++;
    value(gph_update(make()));
  }
  else if (label == work) {
    CHECK(!t->frozen || t->waiters);             // it works for somebody
    if (waits && !gph_load_acquire(&released)) {
      model_pause();
      then(R, work);
      R->status = GPH_WHY_YIELD;
      return;
    }
    evaluations++;
    value(gph_update(make()));
  } else if (label == end) gph_thread_finish_c(R, GPH_TOKEN);
  else CHECK(false);
}

// ---- the clients
static void setup_hecs(int n) {
  start_hecs(n);
  for (int i = 1; i <= 2; i++) light[i] = new_thread(hecs[i]);
  x = thunk();
  y = 0;
  evaluations = handled = got = 0;
  waits = begun = false;
  released = 0;
}
static void setup(void) { setup_hecs(2); }
// Thread 1 has claimed x, and stands at a safe point.
static void setup_begun(void) {
  setup();
  begun = true;
  model_current = hecs[1];
  run_thread(hecs[1], gph_run_pop(hecs[1]));
}
// As a message of a third HEC. It may come before messages that arrived earlier.
static void throw_at(GphThread *t) {
  gph_throw_to(t->hec, t, EXCEPTION, NULL, 0);
}
static void cut(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    if (!begun) run_thread(h, gph_run_pop(h));
    if (model_choose(2)) gph_handle_inbox(h);
    throw_at(light[1]);
  }
  run_all(h, light[i]);
}
// Nobody waits; who was cut off has ended, or is frozen.
static void nobody_waits(void) {
  for (int i = 1; i <= starters; i++) {
    GphHec *h = hecs[i];
    gph_handle_inbox(h);
    CHECK(!h->run_head);
    CHECK(i > 2 || (ended(light[i]) && !light[i]->waiters && !light[i]->pending));
    for (GphThread *k = h->new_threads; k; k = k->all_next) CHECK(k->frozen && !k->waiters && (k->state == GPH_T_FROZEN || k->state == GPH_T_FINISHED));
  }
}
static void cut_end(void) {
  nobody_waits();
  CHECK(((W *)x)[0] == (W)&gph_ind_info);
  value(((W *)x)[1]);
  CHECK(evaluations == 1);
  CHECK(begun ? handled == 1 && got == 1 : handled + got >= 1);
}

// The second thread gets an exception, too: it waits for the first one, for the frozen one, or is on its way. x is done only afterwards.
static void setup_cancelled(void) {
  setup_begun();
  waits = true;
}
static void cancelled(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    throw_at(light[1]);
    run_all(h, light[1]);
    return;
  }
  if (light[2]->state == GPH_T_READY) run_thread(h, gph_run_pop(h));
  throw_at(light[2]);
  while (!ended(light[2])) run_one(h);
  gph_store_release(&released, 1u);
  run_all(h, light[2]);
}
static void cancelled_end(void) {
  nobody_waits();
  CHECK(light[2]->state == GPH_T_DIED && handled == 1);
}

static void setup_frozen(void) {
  setup_cancelled();
  throw_at(light[1]);
}
static void frozen_cancelled(int i) {
  if (i == 1) run_all(hecs[1], light[1]);
  else cancelled(i);
}

// The other needs y, then x: the frozen thread may stop in between, when nobody waits for it.
static void setup_two(void) {
  setup();
  begun = true;
  y = thunk();
  model_current = hecs[1];
  run_thread(hecs[1], gph_run_pop(hecs[1]));
  run_thread(hecs[1], gph_run_pop(hecs[1]));
}
static void two_end(void) {
  nobody_waits();
  value(((W *)x)[1]);
  value(((W *)y)[1]);
  CHECK(evaluations == 2 && handled == 1 && got == 1);
}

// Instead of an exception: the owner goes to the other HEC, as share in sched/schedule.c sends it.
static void moves(int i) {
  GphHec *h = hecs[i];
  if (i == 1) {
    GphThread *t = gph_run_pop(h);
    gph_store_seq(&t->hec, hecs[2]);
    gph_post_thread(hecs[2], t, GPH_MSG_WAKE);
    run_all(h, NULL);
    return;
  }
  while (!ended(light[1]) || !ended(light[2])) run_one(h);
  run_all(h, light[2]);
}
static void moves_end(void) {
  nobody_waits();
  CHECK(evaluations == 1 && handled == 0 && got == 1);
}

// Likewise, to a third HEC; who waits, or is on his way, gets an exception. x is done only afterwards.
static void setup_moves_cancelled(void) {
  setup_hecs(3);
  waits = begun = true;
  model_current = hecs[1];
  run_thread(hecs[1], gph_run_pop(hecs[1]));
}
static void setup_moves_posted(void) {           // he has posted himself
  setup_moves_cancelled();
  model_current = hecs[2];
  run_thread(hecs[2], gph_run_pop(hecs[2]));
}
static void setup_moves_waiting(void) {          // he is among the waiters
  setup_moves_posted();
  model_current = hecs[1];
  gph_handle_inbox(hecs[1]);
}
static void moves_cancelled(int i) {
  GphHec *h = hecs[i];
  if (i == 2) {
    cancelled(i);
    return;
  }
  if (i == 1) {
    GphThread *t = gph_run_pop(h);
    gph_store_seq(&t->hec, hecs[3]);
    gph_post_thread(hecs[3], t, GPH_MSG_WAKE);
  }
  run_all(h, i == 3 ? light[1] : NULL);
}
static void moves_cancelled_end(void) {
  nobody_waits();
  CHECK(light[2]->state == GPH_T_DIED && evaluations == 1);
}

const ModelClient model_clients[] = {
  { "freeze", 2, setup_begun, cut, cut_end, NULL, false, 0 },
  { "freeze, two thunks", 2, setup_two, cut, two_end, NULL, true, 0 },
  { "frozen, waiter cancelled", 2, setup_frozen, frozen_cancelled, cancelled_end, NULL, false, 0 },
  { "freeze, waiter cancelled", 2, setup_cancelled, cancelled, cancelled_end, NULL, true, 0 },
  { "freeze, owner moves", 2, setup_begun, moves, moves_end, NULL, false, 0 },
  { "owner moves, waiter cancelled", 3, setup_moves_cancelled, moves_cancelled, moves_cancelled_end, NULL, 2, 0 },
  { "owner moves, posted, cancelled", 3, setup_moves_posted, moves_cancelled, moves_cancelled_end, NULL, 2, 0 },
  { "owner moves, waits, cancelled", 3, setup_moves_waiting, moves_cancelled, moves_cancelled_end, NULL, true, 0 },
  { "freeze, who comes first", 2, setup, cut, cut_end, NULL, 2, 0 },
  { 0 },
};
