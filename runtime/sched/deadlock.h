// deadlock.h: threads that can never run again, and memory that ran out: both end as exceptions.
#pragma once
#include "state/hecs.h"
void gph_resurrect(GphHec *h, GphThread **lost, size_t n);   // found unreachable: throw each the exception that says why (world stopped)
void gph_break_deadlock(GphHec *h);                   // a last resort when nothing can run: the exception goes to the main thread
void gph_heap_overflow(GphHec *h, bool again);        // -M exceeded: HeapOverflow to the main thread; the second time: the end
bool gph_unblock(GphHec *h, GphThread *t, bool stopped);   // take a blocked thread off whatever it waits for (prim/thread.c);
                                                      // false: it is on its way to a run queue, or will be. stopped: the world is
void gph_cancel_wait(GphHec *h, GphThread *w);        // message: an exception waits for w, which waits for a black hole of one of h's threads
