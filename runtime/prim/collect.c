// collect.c: performGC#.
#include "gc/gc.h"
#include "prim/prim.h"

W gph_prim_PerformGC(GphReg *R, I major) {
  gph_collect(R->hec, major ? GPH_GC_MAJOR : GPH_GC_YOUNG);
  return GPH_UNIT;
}
