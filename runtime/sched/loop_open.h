// loop_open.h: loops that idle HECs may join. See loop_open.c.
#pragma once
#include "heap/visit.h"
#include "sched/loop.h"
#include "state/hecs.h"

extern uint32_t gph_loops_open;      // atomic: entries of the table; 0: nothing to look for
bool gph_loop_available(GphHec *h);  // is there one that h may join?
uintptr_t gph_loop_join(GphHec *h);  // the thunk that is a helper's work, or 0
void gph_loops_roots(GphVisitor *v);
void gph_loops_prune(GphIsAlive is_alive);  // collector, world stopped: forget those whose caller is gone
