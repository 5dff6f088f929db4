// exception.h: raising, catching, masking. See exception.c.
#pragma once
#include "state/hecs.h"

void gph_raise(GphReg *R, W exception);  // from a runtime call: the current thread goes on in its handler
void gph_stack_overflow(GphReg *R);
// Asynchronous: t does not run and belongs to h. Freezes what is cut off.
void gph_raise_async(GphHec *h, GphThread *t, W exception);
void gph_raise_async_self(GphReg *R, W exception);  // to the current thread, from a runtime call
// current thread, unmasked (or blocking interruptibly): true if one was raised
bool gph_deliver_pending(GphReg *R);
// likewise, where f(R, a, b) would block: what is cut off goes on with that
void gph_deliver_before(GphReg *R, void *f, W a, W b);
// k has no waiters any more: if it is frozen and blocked, it stops waiting
void gph_refreeze(GphHec *h, GphThread *k);
// a frozen thread that does not run: somebody waits for it, or it has to leave its handlers first; it has one
bool gph_goes_on(const GphThread *k);
bool gph_frozen_handler(const GphThread *k);
// t was blocked and taken off what it waited for: when it runs it does the operation again
void gph_redo(GphHec *h, GphThread *t);
void gph_freeze_blocked(GphHec *h, GphThread *k);  // k, frozen, was blocked and taken off what it waited for
void gph_reload(GphReg *R, GphThread *t);          // the thread's context, changed in the GphThread, back into R
void gph_cut(GphHec *h, GphThread *t, GphRec *rec);
// t, whose context is in the GphThread, goes on at `label` in rec's place, or just above it
void gph_stand_at(GphThread *t, GphRec *rec, void *label);
void gph_unwind_past(GphThread *t, GphRec *rec);  // t stands where the caller of rec's primitive goes on
// a record under the current frame; the thread goes on at `body`
GphRec *gph_push_rec(GphReg *R, GphRecKind kind, void *body);
// resume frame just below an address of the control stack
void gph_goto(GphReg *R, uintptr_t below, void *label);
