// worker.h: OS workers and the ownership of HECs. See worker.c.
#pragma once
#include "state/hecs.h"
#include <signal.h>

struct GphWorker {
  pthread_t os_thread;
  GphHec *hec;                 // const: a worker belongs to one HEC
  GphWorker *next;             // lock:hec->lock: spare, parked or returning list
  GphThread *only;             // its own: it is in a call from C, and runs this thread alone (threaded)
  uint32_t granted;            // futex: it owns the HEC now
  stack_t signal_stack;        // its own, of a thread that C made: what it is given while it is a worker
  int tidy;                    // its own: innermost foreign call left R in order (a shim call), so C may call into Haskell
};
extern int gph_worker_count;   // ever created; atomic

void gph_worker_main(GphHec *h);                      // makes the calling OS thread the owner of h
void gph_hec_release(GphHec *h);                      // the calling worker gives h away (state stopped)
void gph_hec_acquire(GphHec *h);                      // ... and wants it back; returns as its owner, running
void gph_hand_over(GphHec *h);                        // owner: to a worker that came back, if there is one
// Owner, about to run t (or nothing): false when it may. Else some other worker had the HEC meanwhile, and t is back on the run queue.
bool gph_hec_pass_on(GphHec *h, GphThread *t);
extern uint32_t gph_worker_attached;                  // atomic: C made threads that are workers
GphWorker *gph_worker_self(void);
GphWorker *gph_worker_attach(void);                   // makes the calling OS thread, which C made, a worker; it owns no HEC
