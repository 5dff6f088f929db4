// collector.c: see collector.h.
#include "gc/collector.h"

GphCollector gph_collector = {.large_lock = GPH_LOCK_INIT};
GphBlock *gph_large_aged, *gph_large_old;
