// client_blackhole.c: several threads, each on a HEC of its own, evaluate the same thunks (runtime/eval/blackhole.c, entry.c): all come to the
// value, which was made before it was seen; whoever waits is woken; an exception reaches everybody.
#include "atomics.h"
#define CLIENT
#include "gph/codegen.h"
#include "base/flags.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "heap/closure.h"
#include "prim/prim.h"
#include "prof/eventlog.h"
#include "eval/stack.h"
#include "sched/hec.h"
#include "sched/schedule.h"

extern W gph_blackhole_c(GphReg *R, W self), gph_prim_Raise(GphReg *R, W exception);
extern bool gph_unblock(GphHec *h, GphThread *t, bool stopped);

// ---- the rest of the runtime
uint32_t gph_log_classes, gph_interrupt_wanted, gph_loops_open, gph_stw_wanted;
GphFlags gph_flags;
const GphProgram gph_program;
uintptr_t gph_old_base = ~(uintptr_t)0, gph_young_base = 0x10000000;
void gph_remember(GphHec *h, W *object) {}
W *gph_alloc_side(GphHec *h, size_t words) { return model_alloc(words * sizeof(W)); }
void gph_hec_kick(GphHec *h) {}                  // the HECs here look at their inboxes all the time; client_inbox.c is about waking them
void gph_refreeze(GphHec *h, GphThread *k) {}     // nothing is frozen here

enum { ANSWER = 42, EXCEPTION = 43 };
static GphHec *hecs[MODEL_THREADS + 1];
static GphThread *light[MODEL_THREADS + 1];
static bool raised[MODEL_THREADS + 1];
static uint32_t done;
static int evaluators;
static uint32_t evaluations[MODEL_THREADS + 1];     // of x, by thread
static bool once;                                // claims are atomic: x is evaluated by one thread
static W x, y;                                   // thunks

static GphReg *reg(void) { return model_current; }
static GphHec *mine(void) { return model_current; }

// What run_thread does around gph_enter, for a HEC that has one thread.
static void leave(void) {
  GphHec *h = mine();
  gph_thread_save(&h->reg);
  gph_pause_thread(h, h->current);
  h->current = NULL;
}
static void resume(GphThread *t) {
  GphHec *h = mine();
  h->current = t;
  t->blocked_on = 0;
  t->cancel = 0;
  gph_thread_load(&h->reg, t);
  h->reg.status = GPH_WHY_NONE;
}
W client_back(W result) {
  GphHec *h = mine();
  if (h->reg.status == GPH_WHY_NONE) return result;
  leave();
  GphThread *t;
  while (!(t = gph_run_pop(h)))
    if (!gph_handle_inbox(h)) model_pause();
  resume(t);
  return GPH_TOKEN;
}
// The thread stops for a moment: its thunks are claimed, messages are handled.
static void safe_point(void) {
  GphThread *t = mine()->current;
  leave();
  gph_handle_inbox(mine());
  resume(t);
}
static void perhaps_safe_point(void) { if (model_choose(2)) safe_point(); }

// ---- generated code
static const GphInfo con_info = { .whnf = gph_whnf_value, .kind = GphKind_Con, .tag = 1, .name = "Con" };
static W make(W payload) {
  W *p = model_alloc(2 * sizeof(W));
  p[0] = (W)&con_info;
  p[1] = payload;
  return (W)p | 1;
}
static const GphInfo number_info, quick_info, same_info, tail_info, failing_info, waits_info;
static W thunk(const GphInfo *info, W free_variable) {
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)info;
  p[2] = free_variable;
  return (W)p;
}
static W enter_number(W self) {                  // a thunk whose value is made of its free variable
  W n = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &number_info);
  evaluations[model_thread()]++;
  perhaps_safe_point();
  return GPH_UPDATE(NULL, make(n));
}
static W enter_quick(W self) {                   // the same without a safe point
  W n = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &quick_info);
  evaluations[model_thread()]++;
  return GPH_UPDATE(NULL, make(n));
}
static W enter_same(W self) {                    // a thunk that needs another one, and has its value
  W other = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &same_info);
  W v = gph_enter_object(other);
  return GPH_UPDATE(NULL, v);
}
static W enter_tail(W self) {                    // ... and becomes an indirection to it
  W other = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &tail_info);
  return gph_update_enter(other);
}
static W enter_failing(W self) {
  W n = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &failing_info);
  perhaps_safe_point();
  W exception = make(n), raise = gph_raise_object(mine(), exception);
  reg()->rs++;
  gph_update_raise(mine(), reg()->thread, (W *)self, raise);   // as raise_in does with each update entry
  return client_back(gph_prim_Raise(reg(), exception));
}
static const GphInfo number_info = { .whnf = enter_number, .kind = GphKind_Thunk, .name = "number" },
                     quick_info = { .whnf = enter_quick, .kind = GphKind_Thunk, .name = "quick" },
                     same_info = { .whnf = enter_same, .kind = GphKind_Thunk, .name = "same" },
                     tail_info = { .whnf = enter_tail, .kind = GphKind_Thunk, .name = "tail" },
                     failing_info = { .whnf = enter_failing, .kind = GphKind_Thunk, .name = "failing" };

W gph_prim_Raise(GphReg *R, W exception) {       // whoever comes here sees the exception
  CHECK((exception & 7) == 1);
  CHECK(GPH_PTR(exception)[1] == EXCEPTION);
  raised[model_thread()] = true;
  return GPH_UNIT;
}

// ---- the clients
static void start(int threads, int blackhole) {
  evaluators = threads;
  done = 0;
  gph_flags.blackhole = blackhole;
  once = blackhole != GPH_BH_LAZY;
  for (int i = 1; i <= threads; i++) {
    GphHec *h = hecs[i] = model_alloc(sizeof *h);
    h->no = i;
    h->reg.hec = h;
    model_local[i] = h;                          // its first member is the R of generated code
    h->reg.eager_blackhole = once ? GPH_CLAIM_ATOMIC : GPH_CLAIM_LAZY;
    h->reg.update_base = once ? 8 : 0;
    h->reg.update_span = once ? gph_old_base - 8 : 0;
    evaluations[i] = 0;
    GphThread *t = light[i] = model_alloc(sizeof *t);
    t->hec = h;
    t->seg = &t->first;
    t->first.dirty = GPH_SEG_DIRTY;
    W *roots = model_alloc(16 * sizeof(W));
    t->rs = t->first.rs_top = roots + 16;
    raised[i] = false;
  }
}
// Evaluates a thunk, and handles messages until all have done.
static W evaluate(W thunk) {
  resume(light[model_thread()]);
  return gph_enter_object(thunk);
}
static void finished(void) {
  GphHec *h = mine();
  GphThread *t = h->current;
  leave();
  t->state = GPH_T_FINISHED;
  if (t->waiters) gph_recheck_waiters(h, t);
  gph_add_seq(&done, 1u);
  while (gph_load_acquire(&done) < (uint32_t)evaluators)
    if (!gph_handle_inbox(h)) model_pause();
}
static void value(W v) {
  CHECK((v & 7) == 1);
  CHECK(GPH_PTR(v)[1] == ANSWER);
}
// Nobody waits for a thunk that has its value; and the word decides.
static void nobody_waits(void) {
  for (int i = 1; i <= evaluators; i++) {
    CHECK(!light[i]->waiters);
    CHECK(!hecs[i]->run_head);
  }
}
static void updated_end(void) {
  nobody_waits();
  const GphInfo *i = (const GphInfo *)((W *)x)[0];
  CHECK(i == &gph_ind_info);
  value(((W *)x)[1]);
  uint32_t n = 0;
  for (int k = 1; k <= evaluators; k++) n += evaluations[k];
  CHECK(n >= 1 && (n == 1 || !once));
}

static W found[MODEL_THREADS + 1];               // what they go on with: one and the same structure
static void same_value(void) {
  updated_end();
  for (int i = 1; i <= evaluators; i++) CHECK(found[i] == ((W *)x)[1]);
}
static void eval_x(int t) {
  found[t] = evaluate(x);
  value(found[t]);
  finished();
}
static void setup_lazy(void) { start(2, GPH_BH_LAZY); x = thunk(&number_info, ANSWER); }
static void setup_eager(void) { start(2, GPH_BH_EAGER); x = thunk(&quick_info, ANSWER); }
static void setup_both(void) { start(2, GPH_BH_BOTH); x = thunk(&number_info, ANSWER); }
static void setup_eager_3(void) { start(3, GPH_BH_EAGER); x = thunk(&quick_info, ANSWER); }

// One looks again, when another may have updated in the meantime.
static void eval_x_again(int t) {
  value(evaluate(x));
  if (t == 1) value(gph_enter_object(x));
  finished();
}

// y needs x.
static void eval_y_or_x(int t) { value(evaluate(t == 1 ? y : x)); finished(); }
static void setup_needs(void) { setup_lazy(); y = thunk(&same_info, x); }
static void setup_needs_both(void) { setup_both(); y = thunk(&same_info, x); }
static void setup_tail(void) { setup_lazy(); y = thunk(&tail_info, x); }
static void setup_tail_both(void) { setup_both(); y = thunk(&tail_info, x); }

// A selector thunk y of a pair that holds x: two enter it, the entry code of eval/entry.c.
static const GphInfo pair_info = { .whnf = gph_whnf_value, .kind = GphKind_Con, .tag = 1, .ptrs = 2, .name = "Pair" };
static W pair_of(W a, W b) {
  W *p = model_alloc(3 * sizeof(W));
  p[0] = (W)&pair_info;
  p[1] = a;
  p[2] = b;
  return (W)p | 1;
}
static void eval_y(int t) { value(evaluate(y)); finished(); }
static void setup_selector(void) { setup_eager(); y = thunk(&gph_thunk_sel_info[1], pair_of(GPH_UNIT, make(ANSWER))); }
static void setup_selector_lazy(void) { setup_lazy(); y = thunk(&gph_thunk_sel_info[1], pair_of(GPH_UNIT, make(ANSWER))); }
static void setup_selector_thunk(void) { setup_eager(); y = thunk(&gph_thunk_sel_info[1], pair_of(GPH_UNIT, x)); }

// A chain of indirections, w to y to x, which is halved while the other walks it.
static W chain;
static W indirection(W to) {
  W *p = model_alloc(2 * sizeof(W));
  p[0] = (W)&gph_ind_info;
  p[1] = to;
  return (W)p;
}
static void setup_chain(void) {
  setup_eager();
  y = indirection(x);
  chain = indirection(indirection(y));
}
static void eval_chain(int t) { value(evaluate(t == 1 ? chain : y)); value(gph_enter_object(chain)); finished(); }

// The thunk raises.
static void eval_failing(int t) {
  evaluate(x);
  CHECK(raised[t]);
  finished();
}
static void setup_failing(void) { start(2, GPH_BH_LAZY); x = thunk(&failing_info, EXCEPTION); }
static void setup_failing_both(void) { start(2, GPH_BH_BOTH); x = thunk(&failing_info, EXCEPTION); }

// The owner does not stop after its update: who waits is woken by the update itself.
static uint32_t released;
static void run_until_released(void) {
  while (!gph_load_acquire(&released))
    if (!gph_handle_inbox(mine())) model_pause();
}
static void owner_runs_on(int t) {
  value(evaluate(x));
  if (t == 1) run_until_released();
  else gph_store_release(&released, 1u);
  finished();
}
static void setup_runs_on(void) { setup_lazy(); released = 0; }

// A thread that waits for x gets an asynchronous exception (gph_unblock in prim/thread.c), while x's owner goes on only when the other does.
static W enter_waits(W self) {
  W n = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &waits_info);
  safe_point();
  while (!gph_load_acquire(&released))
    if (!gph_handle_inbox(mine())) model_pause();
  return GPH_UPDATE(NULL, make(n));
}
static const GphInfo waits_info = { .whnf = enter_waits, .kind = GphKind_Thunk, .name = "waits" };
static void setup_cancel(void) {
  start(2, GPH_BH_LAZY);
  released = 0;
  x = thunk(&waits_info, ANSWER);
}
static void cancel(int t) {
  if (t == 1) {
    value(evaluate(x));
    finished();
    return;
  }
  GphHec *h = mine();
  GphThread *me = light[2];
  resume(me);
  if (gph_load_acquire((W *)x) == (W)&gph_blackhole_info) {
    reg()->rs--;                          // as enter_blackhole
    gph_blackhole_c(reg(), x);
    reg()->rs++;
    if (reg()->status == GPH_WHY_BLOCKED) {
      leave();
      if (model_choose(2)) gph_handle_inbox(h);
      // GPH_MSG_KILL has arrived.
      if (me->state == GPH_T_BLOCKED_BLACKHOLE && gph_unblock(h, me, false)) gph_run_push(h, me);   // else it is on its way back
      while (!gph_run_pop(h))
        if (!gph_handle_inbox(h)) model_pause();
      resume(me);
    }
  }
  gph_store_release(&released, 1u);
  finished();
}

// The first thread, if it has x, gives it up again (a spark that would have to wait), perhaps after a safe point; whoever waits for it evaluates it, or who comes next.
static bool given_up, stops;                      // the first thread's
static W enter_gives_up(W self);
static const GphInfo gives_up_info = { .whnf = enter_gives_up, .kind = GphKind_Thunk, .name = "gives up" };
static W enter_gives_up(W self) {
  W n = ((W *)self)[2];
  GPH_THUNK_ENTER(self, &gives_up_info);
  if (model_thread() == 1 && !given_up) {
    if (stops) safe_point();
    reg()->rs++;                                  // its update entry: gph_spark_wait forgets the stack
    bool had = gph_unclaim(mine(), reg()->thread, (W *)self, (W)&gives_up_info);
    CHECK(had);
    given_up = true;
    return 0;
  }
  evaluations[model_thread()]++;
  return GPH_UPDATE(NULL, make(n));
}
static void setup_gives_up(void) { start(2, GPH_BH_EAGER); given_up = stops = false; x = thunk(&gives_up_info, ANSWER); }
static void setup_gives_up_later(void) { setup_gives_up(); stops = true; }
static void gives_up(int t) {                     // it goes on with another spark
  W v = evaluate(x);
  if (v != 0) value(v);
  finished();
}
static void gives_up_again(int t) {               // it comes back
  W v = evaluate(x);
  if (v == 0) v = gph_enter_object(x);
  value(v);
  finished();
}

const ModelClient model_clients[] = {
  { "black hole, lazy", 2, setup_lazy, eval_x, same_value, NULL, false, 0 },
  { "black hole, eager", 2, setup_eager, eval_x, same_value, NULL, false, 0 },
  { "black hole, looked at again", 2, setup_eager, eval_x_again, updated_end, NULL, false, 0 },
  { "black hole, both", 2, setup_both, eval_x, same_value, NULL, true, 0 },
  { "black hole, raise", 2, setup_failing, eval_failing, nobody_waits, NULL, false, 0 },
  { "black hole, raise, both", 2, setup_failing_both, eval_failing, nobody_waits, NULL, true, 0 },
  { "black hole, one needs the other", 2, setup_needs, eval_y_or_x, updated_end, NULL, false, 0 },
  { "black hole, needs, both", 2, setup_needs_both, eval_y_or_x, updated_end, NULL, true, 0 },
  { "indirection, lazy", 2, setup_tail, eval_y_or_x, updated_end, NULL, false, 0 },
  { "indirection, both", 2, setup_tail_both, eval_y_or_x, updated_end, NULL, false, 0 },
  { "selector thunk", 2, setup_selector, eval_y, nobody_waits, NULL, false, 0 },
  { "selector thunk, lazy", 2, setup_selector_lazy, eval_y, nobody_waits, NULL, false, 0 },
  { "selector thunk of a thunk", 2, setup_selector_thunk, eval_y, updated_end, NULL, true, 0 },
  { "chain of indirections", 2, setup_chain, eval_chain, updated_end, NULL, false, 0 },
  { "black hole, owner runs on", 2, setup_runs_on, owner_runs_on, updated_end, NULL, true, 0 },
  { "black hole, unclaimed", 2, setup_gives_up, gives_up, updated_end, NULL, false, 0 },
  { "black hole, unclaimed later", 2, setup_gives_up_later, gives_up, updated_end, NULL, true, 0 },
  { "black hole, unclaimed, again", 2, setup_gives_up, gives_up_again, updated_end, NULL, 2, 0 },
  { "black hole, cancelled", 2, setup_cancel, cancel, nobody_waits, NULL, false, 0 },
  { "black hole, eager, three", 3, setup_eager_3, eval_x, same_value, NULL, 2, 0 },
  { 0 },
};
