// hooks.h: what the rooms above prof/ do for it. Each is defined in the file named.
#pragma once
#include "state/hecs.h"

// ---- sched/worker.c
GphWorker *gph_worker_self(void);  // the calling OS thread, or NULL
extern int gph_worker_count;       // ever created; atomic

// ---- sched/spark.c
W gph_spark_wake_c(GphReg *R);        // a spark was made: a sleeping HEC, if there is one, is woken
bool gph_spark_more_room(GphHec *h);  // h's pool is full; true: it holds more from now on

// ---- eval/stubs.S
extern const char gph_rtcall[], gph_rtcall_end[];  // the code that a runtime call goes through
// where these go on after theirs, and how far from a thread's saved sp the return address of compiled code is then:
// what that has in registers lies between
extern const char gph_gc_stub_called[], gph_poll_stub_called[];
enum { GPH_STUB_SAVED = 4 * 8 + 256 + 9 * 8 };

// ---- eval/stack_blocks.c
size_t gph_stack_in_use(void);  // bytes in stack segments; the most that there were
size_t gph_stack_most_in_use(void);

// ---- eval/blackhole.c
extern uint32_t gph_has_forked;  // atomic, relaxed, never unset: a thread has called fork#

// ---- eval/entry.c
extern const GphInfo gph_strand_info, gph_strand_made_info, gph_strand_over_info;

// ---- sched/loop_open.c
extern uint8_t gph_loops_made;  // atomic, relaxed: the program has had a loop; read at its end
