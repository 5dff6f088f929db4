// light.h: light threads as they are, for clients: their stacks (runtime/eval/stack.c), a scheduler that runs them (run_thread in sched/schedule.c), and in the
// place of generated code `step`, a function of the client. What a thread does next stands in the resume frame on its stack (Note [The resume frame]
// in runtime/eval/stubs.S), so it can be stopped, woken, cut off and frozen like any.
#pragma once
#include "atomics.h"
#include "base/flags.h"
#include "eval/blackhole.h"
#include "eval/exception.h"
#include "heap/closure.h"
#include "prim/prim.h"
#include "prim/stm.h"
#include "prof/eventlog.h"
#include "sched/schedule.h"
#include "eval/stack_blocks.c"
#include "eval/stack.c"
#include "sched/schedule.c"

// ---- the rest of the runtime
uint32_t gph_log_classes, gph_interrupt_wanted, gph_loops_open, gph_stw_wanted;
GphFlags gph_flags;
const GphProgram gph_program;
uintptr_t gph_old_base = ~(uintptr_t)0, gph_young_base = 0x10000000;
void gph_remember(GphHec *h, W *object) {}
W *gph_alloc_side(GphHec *h, size_t words) { return model_alloc(words * sizeof(W)); }
void gph_hec_kick(GphHec *h) {}                  // the HECs here look at their inboxes all the time; client_inbox.c is about waking them
char gph_thread_start[1], gph_catch_body[1], gph_handler_body[1], gph_redo_body[1], gph_stm_body[1], gph_second_body[1];   // labels of stubs.S

// ---- generated code
static void step(GphReg *R, void *label);        // the thread goes on at `label`, below which its caller's frame stands
void gph_enter(GphReg *R) {
  while (R->status == GPH_WHY_NONE) {
    uintptr_t *frame = (uintptr_t *)R->sp;
    R->sp = (uintptr_t)(frame + 4);
    step(R, (void *)frame[3]);
  }
}
static void then(GphReg *R, void *label) { gph_goto(R, R->sp, label); }   // goes on there when what is called now is back
static void stop(GphReg *R) { R->status = GPH_WHY_INTERRUPT; }            // a safe point at which there is a message
static void leave_record(GphReg *R) {            // as gph_catch_body does: what its primitive returns to is above the record
  GphRec *rec = (GphRec *)R->sp;
  R->catch_top = (uintptr_t)rec->prev;
  R->rs = rec->rs + 1;
  R->sp = (uintptr_t)rec->saved;
}
W client_back(W result) { return result; }

// ---- HECs, each with one model thread, which runs what is in its run queue until all threads have ended
static GphHec *hecs[MODEL_THREADS + 1];
static uint32_t done;
static int starters;
static void start_hecs(int n) {
  memset(&pool_lock, 0, sizeof pool_lock);
  memset(pool, 0, sizeof pool);
  slab = model_alloc(64 << 10);
  slab_end = slab + (64 << 10);
  in_use = shallow = 0;
  done = 0;
  starters = n;
  for (int i = 1; i <= n; i++) {
    GphHec *h = hecs[i] = model_alloc(sizeof *h);
    h->no = i;
    h->reg.hec = h;
    model_local[i] = h;
    h->alloc_end = h->reg.hplim = (W *)~(W)7;
    h->reg.eager_blackhole = GPH_CLAIM_ATOMIC;
    h->reg.old_base = gph_old_base;
    h->reg.update_base = 8;  // as set_claims has it in sched/hec.c
    h->reg.update_span = gph_old_base - 8;
  }
}
static GphThread *new_thread(GphHec *h) {
  GphThread *t = gph_thread_new(h, gph_thread_start, GPH_STACK_FIRST);
  gph_run_push(h, t);
  return t;
}
static GphThread *light[MODEL_THREADS + 1];      // the one that each HEC begins with
static bool ended(const GphThread *t) { return t->state == GPH_T_FINISHED || t->state == GPH_T_DIED; }
static void run_one(GphHec *h) {
  bool handled = gph_handle_inbox(h);
  GphThread *t = gph_run_pop(h);
  CHECK(!t || (t->state != GPH_T_FINISHED && (t->state != GPH_T_DIED || t->fd++ == 0)));   // nobody is woken who has ended
  if (t) run_thread(h, t);
  else if (!handled) model_pause();
}
// Until h's own thread has ended, and then with what others ask of h until theirs have, too.
static void run_all(GphHec *h, GphThread *own) {
  while (own && !ended(own)) run_one(h);
  gph_add_seq(&done, 1u);
  while (gph_load_acquire(&done) < (uint32_t)starters || h->run_head) run_one(h);
}
