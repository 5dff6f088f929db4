// exception.h: raising, catching, masking. See exception.c.
#pragma once
#include "sched/thread.h"

void gph_raise(GphReg *R, W exception);              // from a runtime call: the current thread goes on in its handler
void gph_stack_overflow(GphReg *R);
// Asynchronous: t does not run and belongs to h. Freezes what is cut off.
void gph_raise_async(GphHec *h, GphThread *t, W exception);
void gph_raise_async_self(GphReg *R, W exception);   // to the current thread, from a runtime call
bool gph_deliver_pending(GphReg *R);                 // current thread, unmasked (or blocking interruptibly): true if one was raised
void gph_reload(GphReg *R, GphThread *t);            // the thread's context, changed in the GphThread, back into R
void gph_cut(GphHec *h, GphThread *t, GphRec *rec);
GphRec *gph_push_rec(GphReg *R, GphRecKind kind, void *body);   // a record under the current frame; the thread goes on at `body`
void gph_goto(GphReg *R, uintptr_t below, void *label);         // resume frame just below an address of the control stack
extern char gph_thread_start[], gph_thread_start_entry[], gph_spark_start[], gph_catch_body[], gph_handler_body[], gph_mask_body[], gph_stm_body[];
