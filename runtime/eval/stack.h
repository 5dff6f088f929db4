// stack.h: threads and their stacks, as they are made, kept in order and given back. See stack.c; the records are in
// state/thread.h.
#pragma once
#include "state/hecs.h"

// its first segment; ready to run `start` (a label in stubs.S); to be adopted
GphThread *gph_thread_new(GphHec *h, void *start, size_t size);
GphThread *gph_thread_new_apart(GphHec *h, void *start);  // likewise; its stack is large, and may be parked
// likewise; it has no stack before it runs, and then a small one
GphThread *gph_thread_new_parked(GphHec *h, void *start);
// a new thread that runs `closure`, an IO action, and is adopted; not on a queue yet. Never collects
GphThread *gph_spawn(GphReg *R, W closure);
// gph_thread_new_apart of t, which has ended, and its handle
GphThread *gph_thread_again(GphHec *h, GphThread *t, void *start);
void gph_stack_wait(GphHec *h, GphThread *t);    // t, of h, waits: See Note [Parked stacks] in eval/stack.c
void gph_stack_leave(GphThread *t);              // before t, which waits or is ready, is given to another HEC
void gph_stack_unpark(GphHec *h, GphThread *t);  // before t runs, or its stack is changed: undone, if it was parked
void gph_thread_free(GphThread *t);
void gph_thread_push_root(GphThread *t, W x);         // on the root stack of a thread that does not run
void gph_thread_mark_dirty(GphHec *h, GphThread *t);  // it will have to be scanned by the next collection
void gph_thread_save(GphReg *R);                      // R's thread state into the GphThread, and back
void gph_thread_load(GphReg *R, GphThread *t);
void gph_stack_drop(GphHec *h, GphThread *t);    // the thread has ended: only its first segment is left
void gph_thread_ended(GphHec *h, GphThread *t);  // the same; and it may be used again
void gph_threads_ended_settle(void);             // a collection begins: those that have ended are not used again
// after t->first: room for so many bytes of each
GphSegment *gph_stack_segment_for(GphThread *t, size_t control, size_t roots);
// give a new thread its handle (never collects) and put it on the list of threads
void gph_thread_adopt(GphHec *h, GphThread *t);

// ---- for stubs.S
W gph_stack_grow_c(GphReg *R);
W gph_stack_grow_big_c(GphReg *R);
W gph_stack_grow_huge_c(GphReg *R);
W gph_stack_overflow_c(GphReg *R);
