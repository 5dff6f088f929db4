// foreign.c: foreign calls through a shim (arguments in R->args, result in R->ret[0]). An unsafe call just runs on the worker's stack.
// A safe one in the threaded runtime gives the HEC away meanwhile: the thread is put into a tidy state (its collector roots are in its
// GphThread), listed as being out, and goes on when its worker has the HEC again. The plain runtime has one HEC and one
// worker: there a safe call keeps the HEC.
#include "eval/exception.h"
#include "gc/collector.h"
#include "prim/prim.h"
#include "sched/schedule.h"
#include "sched/worker.h"
#include <string.h>

typedef void (*Shim)(W *args, W *ret);
int gph_foreign_count;
static GphLock out_lock = GPH_LOCK_INIT;
static GphThread *out;                                  // lock:out_lock, doubly linked

W gph_unsafe_ccall_c(GphReg *R, Shim shim) {
  W args[GPH_MAX_ARGS];
  memcpy(args, R->args, sizeof args);
  shim(args, R->ret);
  return R->ret[0];
}

W gph_safe_ccall_c(GphReg *R, Shim shim) {
  W args[GPH_MAX_ARGS], ret[4] = { 0 };
  memcpy(args, R->args, sizeof args);
#ifdef GPH_THREADED
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread;
  uintptr_t wsp = R->wsp;
  gph_thread_save(R);
  gph_pause_thread(h, t);
  t->state = GPH_T_BLOCKED_FOREIGN;
  gph_lock(&out_lock);
  t->prev = NULL;
  t->next = out;
  if (out) out->prev = t;
  out = t;
  gph_unlock(&out_lock);
  gph_add_seq(&gph_foreign_count, 1);
  h->current = NULL;
  gph_hec_release(h);
  shim(args, ret);
  gph_hec_acquire(h);
  gph_lock(&out_lock);
  if (t->prev) t->prev->next = t->next;
  else out = t->next;
  if (t->next) t->next->prev = t->prev;
  t->next = t->prev = NULL;
  gph_unlock(&out_lock);
  gph_sub_seq(&gph_foreign_count, 1);
  h->current = t;
  t->state = GPH_T_READY;
  gph_thread_load(R, t);
  R->wsp = wsp;
  R->status = 0;
#else
  shim(args, ret);
#endif
  memcpy(R->ret, ret, sizeof ret);
  if (R->thread->pending && R->masked == 0) gph_deliver_pending(R);
  return R->ret[0];
}

void gph_foreign_scan(void) {
  gph_lock(&out_lock);
  for (GphThread *t = out; t; t = t->next) gph_evac_slot(&t->handle);
  gph_unlock(&out_lock);
}
