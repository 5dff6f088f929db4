// schedule.h: the scheduler's entry points. See schedule.c.
#pragma once
#include "state/hecs.h"
#include <signal.h>

void gph_sched_init(void);
void gph_sched_start_workers(void);                   // one OS worker for each HEC but the first
void gph_sched_run_main(GphHec *h, W closure);        // runs the program's main thread to its end
GphThread *gph_spawn_entry(GphHec *h, W closure, W frame);   // a new thread that applies `closure` to `frame` and runs that; not on a queue yet
GphThread *gph_spawn(GphReg *R, W closure);           // a new ready thread on this HEC's queue; `closure` is an IO action. May collect
void gph_exit(int code);                              // from a foreign call of the top handler
W gph_thread_finish_c(GphReg *R, W result);
void gph_block_current(GphReg *R, GphThreadState state, W on);   // to be followed by return to gph_rtcall
void gph_thread_died(GphHec *h, GphThread *t, W exception);   // nothing caught it
void gph_thread_resumed(GphHec *h);                   // the current thread goes on after others touched the heap
void gph_unzap(GphHec *h);                            // limits back to what they are, unless asked again
bool gph_handle_inbox(GphHec *h);
void gph_pause_thread(GphHec *h, GphThread *t);       // lazy black-holing etc., whenever a thread stops running (context saved)

// ---- stopping the world (stw.c)
extern uint32_t gph_stw_wanted;                       // atomic
void gph_stw_begin(GphHec *h);                        // returns when every other HEC has stopped
void gph_stw_end(GphHec *h);
extern int gph_stw_others;                            // how many other HECs ran or waited when the world was stopped; of whoever stopped it
extern uint32_t gph_stw_asleep;                       // atomic: stopped HECs whose workers have stopped spinning
void gph_stw_rouse(int count);                        // so many of them look again whether they can help to collect
bool gph_stw_try_begin(GphHec *h);                    // false: another one did and is done
void gph_hec_become_running(GphHec *h);               // waits while the world is stopped
void gph_hec_become_stopped(GphHec *h);
void gph_hec_idle(GphHec *h);

// ---- ticker, timers
void gph_ticker_start(void);
void gph_ticker_stop(void);
void gph_delay_thread(GphThread *t, int64_t until_ns);
int64_t gph_timers_run(GphHec *h);                    // wakes who is due; ns until the next one, or -1
extern int gph_delayed_count;
void gph_schedule_until(GphHec *h, GphThread *until); // until that thread has ended
_Noreturn void gph_schedule(GphHec *h);               // the calling worker animates h for ever (the program ends in gph_exit)
stack_t gph_signal_stack(void);                                     // an alternative signal stack for this OS thread
void gph_signals_init(void);
bool gph_delay_cancel(GphThread *t);
// target belongs to h and does not run. The sender, if any, is told when it was received.
void gph_throw_to(GphHec *h, GphThread *target, W exception, GphThread *sender, uint32_t ticket);
void gph_throw_received(GphHec *h, GphThread *sender, uint32_t ticket);
bool gph_pending_claim(GphPending *e);                // e is delivered now (or its target is gone): no going back for its sender; false: revoked
void gph_notify_sender(GphHec *h, GphPending *e);     // and tell the sender
bool gph_io_cancel(GphThread *t);
bool gph_io_waiting(void);                            // threads wait for file descriptors
void gph_io_poll(GphHec *h);                          // wakes those that can go on; h: the caller's, or NULL
void gph_io_sleep(int64_t timeout_ns, const uint32_t *wake, uint32_t ticket);   // likewise, without a HEC; waits at most so long (< 0: for ever), while *wake == ticket
void gph_io_rouse(void);                              // the `wake` of a HEC was changed
extern uint32_t gph_interrupt_wanted;                 // atomic: SIGINT came
void gph_interrupt_main(GphHec *h);
extern GphThread *gph_main_thread;
extern W gph_callbacks;                               // atomic: function pointers made for C (prim/callback.c)
extern int gph_foreign_count;                         // atomic: threads out in safe foreign calls
