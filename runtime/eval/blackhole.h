// blackhole.h: thunks under evaluation. See blackhole.c.
#pragma once
#include "state/hecs.h"

W gph_raise_object(GphHec *h, W exception);  // what raises it when it is entered
// a thunk that t evaluates raised: gph_raise_object's result is its value
void gph_update_raise(GphHec *h, GphThread *t, W *thunk, W raise);
// message: waiter->blocked_on is evaluated by waiter->msg_owner
void gph_handle_blackhole(GphHec *h, GphThread *waiter);
void gph_recheck_waiters(GphHec *h, GphThread *owner);        // wake those whose thunk has a value
void gph_wake_waiter(GphHec *h, GphThread *w);                // w is in no list of waiters any more
bool gph_waiter_remove(GphThread *owner, GphThread *waiter);  // false: not there
extern uint32_t gph_has_forked, gph_has_needed_itself;        // Note [A value that needs itself]
// t, the running thread, evaluates it no more: Note [Unclaiming]. False: it does not anyway
bool gph_unclaim(GphHec *h, GphThread *t, W *thunk, W info);
// the value of a black hole of t, which is REMOTE, has come from another process; false: t's HEC is another one, and
// has to be told
bool gph_update_remote(GphHec *h, GphThread *t, W *thunk, W value);
// of a FetchMe that nobody has entered
void gph_update_fetch_me(GphHec *h, W *p, W value);
// lazy black-holing etc., whenever a thread stops running (context saved)
void gph_pause_thread(GphHec *h, GphThread *t);
void gph_thaw(GphHec *h, GphThread *frozen);  // somebody waits for it: run it
