// waiters.h: the threads that wait for thunks of one owner. See waiters.c.
// All that is here belongs to the owner's HEC (thread.h: owner), or to a collection's leader with the world stopped.
#pragma once
#include "state/thread.h"

// w, which is in no list, waits for w->blocked_on
void gph_waiters_add(GphThread *owner, GphThread *w);
bool gph_waiters_remove(GphThread *owner, GphThread *w);  // false: it is not there
// Who waits for that thunk, or, if it is NULL, everybody; linked by `next`, the oldest first, and not among the owner's
// any more.
GphThread *gph_waiters_take(GphThread *owner, const W *thunk);
