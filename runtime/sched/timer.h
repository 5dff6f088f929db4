// timer.h: the ticker, and threads that wait for a time. See timer.c.
#pragma once
#include "heap/visit.h"
#include "state/hecs.h"

void gph_ticker_start(void);
void gph_ticker_stop(void);
extern int gph_delayed_count;  // atomic
void gph_delay_thread(GphThread *t, int64_t until_ns);
bool gph_delay_cancel(GphThread *t);
int64_t gph_timers_run(GphHec *h);  // wakes who is due; ns until the next one, or -1
void gph_timers_watch(void);        // the caller's HEC goes on to run a thread: Note [Who looks at the clock]
void gph_timers_roots(GphVisitor *v);
