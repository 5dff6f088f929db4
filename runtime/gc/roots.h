// roots.h: the table of roots, for visitors. See roots.def.
#pragma once
#include "base/flags.h"
#include "gc/hooks.h"
#include "gc/weak.h"
#include "heap/pin.h"
#include "heap/remember.h"
#include "prim/foreign.h"
#include "prim/io_wait.h"
#include "prim/misc.h"
#include "prim/stable.h"
#include "sched/hec.h"
#include "sched/loop_open.h"
#include "sched/spark.h"
#include "sched/timer.h"

typedef enum { GPH_ROOTS_STRONG, GPH_ROOTS_EVERY } GphWhichRoots;
// Those that belong to no HEC; ... to h.
static inline void gph_roots_common(GphVisitor *v, GphWhichRoots which) {
#define ROOTS_ALL(name, strong) \
  if (which == GPH_ROOTS_EVERY || (strong)) gph_##name##_roots(v);
#define ROOTS_HEC(name, strong)
#define ROOTS(name, each, strong) ROOTS_##each(name, strong)
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC
}
static inline void gph_roots_of(GphVisitor *v, GphHec *h, GphWhichRoots which) {
#define ROOTS_ALL(name, strong)
#define ROOTS_HEC(name, strong) \
  if (which == GPH_ROOTS_EVERY || (strong)) gph_##name##_roots(v, h);
#define ROOTS(name, each, strong) ROOTS_##each(name, strong)
#include "gc/roots.def"
#undef ROOTS
#undef ROOTS_ALL
#undef ROOTS_HEC
}
