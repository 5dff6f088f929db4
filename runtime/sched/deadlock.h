// deadlock.h: threads that can never run again, and memory that ran out: both end as exceptions.
#pragma once
#include "state/hecs.h"

// found unreachable: throw each the exception that says why (world stopped)
void gph_resurrect(GphHec *h, GphThread **lost, size_t n);
// a last resort when nothing can run: the exception goes to the main thread. Not if a thread ran since there had been
// `ran` runs (gph_sched_activity), before the collection that found nobody who is lost.
void gph_break_deadlock(GphHec *h, uint64_t ran);
// -M exceeded: HeapOverflow to the main thread; the second time: the end
void gph_heap_overflow(GphHec *h, bool again);
