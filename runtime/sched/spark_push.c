// spark_push.c: par. Generated-style code that preserves all registers: called from the middle of allocating blocks.
#ifdef GPH_TSAN_CODE  // in C, by way of stubs.S: Note [Instrumented generated code] in eval/tsan.S
#include "state/hecs.h"
extern W gph_spark_wake_c(GphReg *R), gph_spark_noted_c(GphReg *R, W x, W site), gph_spark_watched_c(GphReg *R, W x);
extern W gph_spark_full_c(GphReg *R);
#define GPH_UNLIKELY(c) __builtin_expect(!!(c), 0)
#define NOTED(x, site) gph_spark_noted_c(&h->reg, x, (W)(site))
#define WATCHED(x) gph_spark_watched_c(&h->reg, x)
#define WAKE() gph_spark_wake_c(&h->reg)
#define FULL() gph_spark_full_c(&h->reg)
#define COUNT(n) GPH_COUNT(n)
#else
#pragma GCC target("general-regs-only")
#include "gph/codegen.h"
#include "state/hecs.h"
extern void gph_spark_wake(void) __attribute__((no_caller_saved_registers));
extern void gph_spark_noted(W x, const GphSparkSite *site) __attribute__((no_caller_saved_registers));
extern void gph_spark_watched(W x) __attribute__((no_caller_saved_registers));
extern void gph_spark_full(void) __attribute__((no_caller_saved_registers));
#define NOTED(x, site) gph_spark_noted(x, site)
#define WATCHED(x) gph_spark_watched(x)
#define WAKE() gph_spark_wake()
#define FULL() gph_spark_full()
#define COUNT(n) ((n)++)
#endif

static inline __attribute__((always_inline)) void push(GphHec *h, W x, const GphSparkSite *site) {
  if (h->reg.zones) h->reg.update_span = 0;  // Note [Private zones] in eval/blackhole.c
  if (x & 7) {
    if (GPH_UNLIKELY(h->pool.notes != NULL)) NOTED(x, site);
    else COUNT(h->sparks.dud);
    return;
  }
  if (GPH_UNLIKELY(gph_deque_looks_full(&h->pool.deque))) {
    if (h->pool.notes != NULL) {  // sites are counted: prof/spark_sites.c
      NOTED(x, site);
      return;
    }
    if (h->pool.watched) {  // Note [Load control] in state/load.c
      WATCHED(x);
      return;
    }
    if (gph_deque_is_full(&h->pool.deque)) {
      if (h->pool.patience > 0) h->pool.patience--;  // as gph_spark_more_room does
      else FULL();
      if (gph_deque_looks_full(&h->pool.deque)) {
        COUNT(h->sparks.overflowed);
        return;
      }
    }
  }
  gph_deque_put(&h->pool.deque, x);
  COUNT(h->sparks.created);
  if (GPH_UNLIKELY(gph_load_relaxed(&gph_hungry_hecs) != 0)) WAKE();
}

#ifdef GPH_TSAN_CODE
void gph_spark_at_c(GphReg *R, W x, const GphSparkSite *site) { push(gph_hec_of(R), x, site); }
#else
__attribute__((no_caller_saved_registers)) void gph_spark_at(W x, const GphSparkSite *site) { push(R->hec, x, site); }
#endif
