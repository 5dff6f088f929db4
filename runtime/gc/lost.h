// lost.h: threads that a collection does not reach. See lost.c.
#pragma once
#include "gc/collection.h"

void gph_lost_take_new_threads(void);  // those made since the last collection are in the list, too
void gph_lost_find(GphCollection *c);  // everything was traced: who waits, and nobody can wake: c->lost
// What keeps the lost ones alive was traced, too: who was not reached is c->dead, the others are in the list of their
// handle's generation.
void gph_lost_reap(GphCollection *c);
void gph_lost_done(GphCollection *c);  // c->lost is no longer needed
