// spark_push.c: par. Generated-style code that preserves all registers: called from the middle of allocating blocks.
#pragma GCC target("general-regs-only")
#define GPH_NO_DOUBLES
#include "gph/codegen.h"
#include "sched/hec.h"

extern void gph_spark_wake(void) __attribute__((no_caller_saved_registers));
extern void gph_spark_noted(W x, const GphSparkSite *site) __attribute__((no_caller_saved_registers));

static inline __attribute__((always_inline)) void push(W x, const GphSparkSite *site) {
  GphHec *h = R->hec;
  if (x & 7) {
    if (GPH_UNLIKELY(h->pool.notes != NULL)) gph_spark_noted(x, site);
    else h->sparks.dud++;
    return;
  }
  if (GPH_UNLIKELY(gph_deque_looks_full(&h->pool))) {
    if (h->pool.notes != NULL) {                       // sites are counted: prof/spark_sites.c
      gph_spark_noted(x, site);
      return;
    }
    if (gph_deque_is_full(&h->pool)) { h->sparks.overflowed++; return; }
  }
  gph_deque_put(&h->pool, x);
  h->sparks.created++;
  if (GPH_UNLIKELY(gph_load_relaxed(&gph_hungry_hecs) != 0)) gph_spark_wake();
}

__attribute__((no_caller_saved_registers)) void gph_spark(W x) { push(x, NULL); }
__attribute__((no_caller_saved_registers)) void gph_spark_at(W x, const GphSparkSite *site) { push(x, site); }
