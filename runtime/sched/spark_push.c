// spark_push.c: par. Generated-style code that preserves all registers: called from the middle of allocating blocks.
#pragma GCC target("general-regs-only")
#define GPH_NO_DOUBLES
#include "gph/codegen.h"
#include "sched/hec.h"

extern void gph_spark_wake(void) __attribute__((no_caller_saved_registers));

static inline __attribute__((always_inline)) void push(W x) {
  GphHec *h = R->hec;
  if (x & 7) { h->sparks.dud++; return; }
  if (GPH_UNLIKELY(!gph_deque_push(&h->pool, x))) { h->sparks.overflowed++; return; }
  h->sparks.created++;
  if (GPH_UNLIKELY(gph_load_relaxed(&gph_idle_hecs) != 0)) gph_spark_wake();
}

__attribute__((no_caller_saved_registers)) void gph_spark(W x) { push(x); }

__attribute__((no_caller_saved_registers)) void gph_spark_at(W x, GphSparkSite *site) {
  site->counters[0]++;
  push(x);
}
