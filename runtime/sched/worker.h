// worker.h: OS workers and the ownership of HECs. See worker.c.
#pragma once
#include "prof/hooks.h"

void gph_sched_start_workers(void);  // one OS worker for each HEC but the first
void gph_hec_kick(GphHec *h);        // see that somebody looks at its inbox soon
void gph_worker_main(GphHec *h);     // makes the calling OS thread the owner of h
void gph_hec_release(GphHec *h);     // the calling worker gives h away (state stopped)
void gph_hec_acquire(GphHec *h);     // ... and wants it back; returns as its owner, running
void gph_hand_over(GphHec *h);       // owner: to a worker that came back, if there is one
// Owner, about to run t (or nothing): false when it may. Else some other worker had the HEC meanwhile, and t is back on
// the run queue.
bool gph_hec_pass_on(GphHec *h, GphThread *t);
extern uint32_t gph_worker_attached;  // atomic: C made threads that are workers
// makes the calling OS thread, which C made, a worker; it owns no HEC
GphWorker *gph_worker_attach(void);
