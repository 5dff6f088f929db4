// schedule.h: the scheduler's entry points. See schedule.c.
#pragma once
#include "eval/hooks.h"

extern GphThread *gph_main_thread;
// runs the program's main thread to its end; closure 0: there is none here (-parallel), h's owner waits for work
void gph_sched_run_main(GphHec *h, W closure);
// atomic: a HEC that has nothing to do looks for messages of other processes
extern uint32_t gph_gateway_idles;
// the gateway, between threads: has no HEC anything to do, and is nothing awaited but messages of other processes?
bool gph_sched_at_rest(GphHec *h);
uint64_t gph_sched_activity(void);                     // changes whenever a thread begins to run
void gph_schedule_until(GphHec *h, GphThread *until);  // until that thread has ended
// the calling worker animates h for ever (the program ends in gph_exit)
_Noreturn void gph_schedule(GphHec *h);
// a new thread that applies `closure` to `frame` and runs that; not on a queue yet
GphThread *gph_spawn_entry(GphHec *h, W closure, W frame);
void gph_thread_resumed(GphHec *h);  // the current thread goes on after others touched the heap
void gph_unzap(GphHec *h);           // limits back to what they are, unless asked again
void gph_hec_idle(GphHec *h);

// ---- for stubs.S
// hp check failed or attention asked for (from gph_gc_stub): collects, yields, ...; afterwards `bytes` are free at
// R->hp.
W gph_heap_check(GphReg *R, W bytes);
W gph_thread_finish_c(GphReg *R, W result);
