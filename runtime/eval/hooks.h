// hooks.h: what the rooms above eval/ do for it. Each is defined in the file named.
#pragma once
#include "state/hecs.h"

// ---- sched/hec.c
void gph_run_push(GphHec *h, GphThread *t);  // h's owner: to the end of its run queue
// make a thread that was blocked (and has been taken off its queue) runnable on its own HEC; from any HEC
void gph_wake(GphHec *from, GphThread *t);
// as a message of that kind, into the inbox of the HEC it (or, for BLACKHOLE, msg_owner) belongs to
void gph_post_thread(GphHec *to, GphThread *t, GphMsgKind kind);

// ---- sched/schedule.c
void gph_block_current(GphReg *R, GphThreadState state, W on);  // to be followed by return to gph_rtcall
void gph_thread_died(GphHec *h, GphThread *t, W exception);     // nothing caught it

// ---- sched/spark.c
// the running spark thread needs the black hole `self`: true: its spark was put back, and it goes on with others
bool gph_spark_wait(GphReg *R, W self);
// it is freed, since nothing that it waited for can come: nor for its followers
void gph_sparks_forget(GphThread *leader);

// ---- prim/thread.c
// take a blocked thread off whatever it waits for; false: it is on its way to a run queue, or will be. stopped: the
// world is
bool gph_unblock(GphHec *h, GphThread *t, bool stopped);
// e is delivered now (or its target is gone): no going back for its sender; false: revoked
bool gph_pending_claim(GphPending *e);
void gph_notify_sender(GphHec *h, GphPending *e);  // and tell the sender

// ---- prim/stm.c
void gph_stm_abandon(GphThread *t);         // forget the whole transaction
void gph_stm_abandon_nested(GphThread *t);  // forget the innermost nested one
bool gph_stm_valid(GphThread *t);
// the running thread, which has a log, begins its transaction again when it is switched out and in: it may have seen an
// impossible state; false also while the commit that makes it so is half-way
bool gph_stm_stale(GphReg *R);
void gph_stm_waits(GphThread *t);  // t, which has a log, is about to wait for a thunk; before its HEC lets go of it
void gph_stm_hand_over(GphThread *from, GphThread *to);  // the whole transaction
void gph_stm_restart(GphThread *t, GphRec *rec);         // run the atomically block again

// ---- what blocks, for Note [Doing it again] in exception.c: (R, value word, value word). Numbers are immediates.
// prim/mvar.c, prim/thread.c, prim/io_wait.c
W gph_prim_TakeMVar(GphReg *R, W v);
W gph_prim_ReadMVar(GphReg *R, W v);
W gph_prim_PutMVar(GphReg *R, W v, W x);
W gph_prim_KillThread(GphReg *R, W id, W exception);
W gph_redo_delay(GphReg *R, W microseconds);
W gph_redo_read(GphReg *R, W fd);
W gph_redo_write(GphReg *R, W fd);
#define GPH_NUMBER(n) ((W)(n) << 3 | 7)
#define GPH_NUMBER_OF(x) ((I)(x) >> 3)
