// lost.h: threads that a collection does not reach. See lost.c.
#pragma once
#include "gc/collection.h"

void gph_lost_take_new_threads(void);  // those made since the last collection are in the list, too
// everything was traced: evacuates the handles of threads that wait for themselves, and are not reached but by the
// thunks they evaluate, if somebody who was reached waits for them; true: there is something to trace
bool gph_lost_awaited(GphGcWorker *w, bool major);
void gph_lost_find(GphCollection *c);  // everything was traced: who waits, and nobody can wake: c->lost
// What keeps the lost ones alive was traced, too: who was not reached is c->dead, the others are in the list of their
// handle's generation.
void gph_lost_reap(GphCollection *c);
void gph_lost_done(GphCollection *c);  // c->lost is no longer needed
