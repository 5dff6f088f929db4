// hooks.h: what the rooms above sched/ do for it. Each is defined in the file named.
#pragma once
#include "eval/hooks.h"
#include <signal.h>

// ---- gc/parallel.c
void gph_gc_worker_init(GphHec *h);  // h->gc_worker
// a stopped HEC's owner asks whether to help to collect; true: it did
bool gph_gc_help(GphHec *h);

// ---- gc/weak.c
bool gph_c_finalisers_left(void);
void gph_c_finalisers_end(void);  // runs them; the world is stopped, and stays so

// ---- prim/thread.c
// target belongs to h and does not run. The sender, if any, is told when it was received
void gph_throw_to(GphHec *h, GphThread *target, W exception, GphThread *sender, uint32_t ticket);
void gph_throw_received(GphHec *h, GphThread *sender, uint32_t ticket);
// message: an exception waits for w, which waits for a black hole of one of h's threads
void gph_cancel_wait(GphHec *h, GphThread *w);

// ---- prim/stm.c
void gph_stm_resume(GphHec *h, GphThread *t);  // before a thread with a log runs again
// atomic, relaxed: transactions wait for thunks, and may have gone stale since the last look. Seen late, the look comes
// at the end of the next time slice
extern uint32_t gph_stm_unlooked;
void gph_stm_look(void);
void gph_stm_stale_wait(GphHec *h, GphThread *t);  // message: t was found so

// ---- prim/io_wait.c
bool gph_io_waiting(void);    // threads wait for file descriptors
void gph_io_poll(GphHec *h);  // wakes those that can go on; h: the caller's, or NULL
// likewise, without the HEC, whose owner waits at most so long (< 0: for ever), while its `wake` is ticket
void gph_io_sleep(GphHec *sleeper, int64_t timeout_ns, uint32_t ticket);
void gph_io_rouse(GphHec *h);  // its `wake` was changed

// ---- prim/callback.c, prim/foreign.c
extern W gph_callbacks;        // atomic: function pointers made for C
extern int gph_foreign_count;  // atomic: threads out in safe foreign calls
void gph_foreign_tick(void);   // from the ticker, threaded: Note [Interruptible calls]

// ---- dist/transport.c, gateway.c, fetch.c: the other processes, with -parallel
#ifdef GPH_DIST
#define GPH_MANY_PES (gph_pes > 1)
extern int gph_pe, gph_pes;  // const after init: which one this is, and of how many
// const after init: the HEC that is the gateway; with --gateway=any, the one that the threads of state REMOTE are of
extern int gph_gateway;
static inline bool gph_is_gateway(const GphHec *h) {
  return h->no == gph_gateway || gph_flags.gateway == GPH_GATEWAY_ANY;
}
void gph_dist_poll(GphHec *h);    // the gateway, between threads: messages. May collect
bool gph_dist_due(void);          // the gateway, whose thread runs: should it come by there?
bool gph_dist_overdue(void);      // likewise, between sparks: has it not been there for long?
uint32_t gph_dist_demands(void);  // computations under way for others
bool gph_dist_work(void);         // has a HEC left something for the gateway?
// the gateway, which does not run: sleeps till something comes; true: nothing has
bool gph_dist_wait(GphHec *h, const uint32_t *wake, uint32_t ticket, int64_t timeout_ns);
void gph_dist_idle(GphHec *h);   // it has been idle for long
void gph_dist_tick(void);        // the ticker
int64_t gph_dist_tick_ns(void);  // and how soon again
int gph_dist_end(int code);      // the program ends: what to exit with
// t, which computed for another process, has its value, or a Raise
void gph_demand_ended(GphThread *t, W value);
#else
#define GPH_MANY_PES 0
enum { gph_pe = 0, gph_pes = 1 };
static inline bool gph_is_gateway(const GphHec *h) { return false; }
static inline void gph_dist_poll(GphHec *h) {}
static inline bool gph_dist_due(void) { return false; }
static inline bool gph_dist_overdue(void) { return false; }
static inline uint32_t gph_dist_demands(void) { return 0; }
static inline bool gph_dist_work(void) { return false; }
static inline bool gph_dist_wait(GphHec *h, const uint32_t *wake, uint32_t ticket, int64_t timeout_ns) { return true; }
static inline void gph_dist_idle(GphHec *h) {}
static inline void gph_dist_tick(void) {}
static inline int64_t gph_dist_tick_ns(void) { return 0; }
static inline int gph_dist_end(int code) { return code; }
static inline void gph_demand_ended(GphThread *t, W value) {}
#endif

// ---- init.c
extern uint32_t gph_interrupt_wanted;  // atomic: SIGINT came
void gph_interrupt_main(GphHec *h);
stack_t gph_signal_stack(void);  // an alternative signal stack for this OS thread
