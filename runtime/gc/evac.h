// evac.h: evacuation, in both variants. See evac.c.
#pragma once
#include "gc/collector.h"

// x, a heap pointer, was read from *slot: once, see case 2 of Note [Races of a collection]
GPH_GC_VARIANTS(void, gph_evac, GphGcWorker *w, W *slot, W x)
GPH_GC_VARIANTS(void, gph_evac_update, GphGcWorker *w, W *slot)  // *slot is an update entry

// A root, or a field that is looked at seldom.
static inline void gph_evac_root(GphGcWorker *w, W *slot) {
  W x = gph_load_acquire(slot);
  if ((x & 7) == 7 || !gph_in_heap(x)) return;
  GPH_GC_CALL(gph_evac, w, slot, x);
}
