// rts.h: the runtime's headers (C11) for googletests (C++20), and what a compiled program would define.
#pragma once
#define _Static_assert static_assert
#define _Noreturn [[noreturn]]
extern "C" {
#include "base/atomic.h"
#include "base/flags.h"
#include "base/numa.h"
#include "base/os.h"
#include "eval/stack.h"
#include "gc/gc.h"
#include "heap/remember.h"
#include "heap/alloc.h"
#include "heap/block.h"
#include "heap/gc_stats.h"
#include "heap/print.h"
#include "heap/closure.h"
#include "gc/sanity.h"
#include "prim/prim.h"
#include "state/deque.h"
#include "state/pool.h"
#include "state/hecs.h"
#include "sched/hec.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include "sched/worker.h"
#include "sched/spark.h"
W gph_prim_MakeStablePtr(GphReg *R, W x), gph_prim_DeRefStablePtr(GphReg *R, W p), gph_prim_FreeStablePtr(GphReg *R, W p);
W gph_whnf_value(W self);
extern const GphProgram gph_program;
const GphProgram gph_program = {};
}

// One HEC (or more), heap and flags, as gph_main sets them up. Idempotent: the runtime is set up once a process.
inline GphHec *rts_start(int hecs = 1, int nodes = 0) {   // nodes: as --numa-debug
  static bool started = false;
  if (!started) {
    started = true;
    static char name[] = "unit-test";
    static char *argv0[] = {name, nullptr};
    int argc = 1;
    char **argv = argv0;
    gph_flags_parse(&argc, &argv);
    gph_flags.numa_debug = nodes;
    gph_numa_init();
    gph_block_init();
    gph_hec_init(hecs);
    for (int i = 0; i < hecs; i++) gph_hecs[i]->reg.hec = gph_hecs[i];
  }
  return gph_hecs[0];
}
