// control.c: what the stdlib asks of the runtime through foreign imports: HECs and collections. Plain C functions
// (more of them in ffi_system.c).
#include "base/flags.h"
#include "base/os.h"
#include "gph/rts.h"
#include "heap/hooks.h"
#include "sched/hec.h"
#include "sched/worker.h"

// From a safe foreign call.
void gph_hec_set_count(int64_t n) {
#ifdef GPH_THREADED
  if (n > GPH_MAX_HECS) n = GPH_MAX_HECS;
  GphHec *h = gph_worker_self()->hec;
  gph_hec_acquire(h);
  gph_hec_set(h, (int)n);
  gph_hec_release(h);
#endif
}

// Has the calling HEC no other thread to run? From an unsafe foreign call.
int64_t gph_hec_alone(void) {
  GphHec *h = gph_worker_self()->hec;
  return h->run_head == NULL && gph_load_relaxed(&h->inbox) == NULL;
}

// How the running thread counts to isCurrentThreadBound from now on, and how it did. From an unsafe foreign call.
int64_t gph_thread_bound_as(int64_t how) {
  GphThread *t = gph_worker_self()->hec->current;
  const int64_t was = t->bound_as;
  t->bound_as = (uint8_t)how;
  return was;
}

// From a safe foreign call: the HEC has been given away (threaded), or the thread's context is in R (plain).
static void collect(GphGcKind kind) {
  GphHec *h = gph_worker_self()->hec;
  gph_hec_acquire(h);
  gph_collect(h, kind);
  gph_hec_release(h);
}
void gph_perform_major_gc(void) { collect(GPH_GC_MAJOR); }
// HsFFI.h's, for C sources of the program. C's threads that called Haskell need no farewell.
void hs_perform_gc(void) { gph_perform_major_gc(); }
void hs_init(int *argc, char **argv[]) {
  (void)argc;
  (void)argv;
}
void hs_exit(void) {}
void hs_thread_done(void) {}
void gph_perform_minor_gc(void) { collect(GPH_GC_YOUNG); }

// Does who yields run again, whatever the others do?
I gph_turns_end(void) { return gph_flags.tick_ns != 0; }

// No foreign call: who ends the program stops the world, and what this thread has on its stack must be in R then.
W gph_prim_Shutdown(GphReg *R, I code) {
  gph_exit(code < -127 || code > 255 ? 255 : (int)code);
  return GPH_UNIT;
}
