// compact.h: sliding compaction of the old generation. See compact.c.
#pragma once
#include "gc/collector.h"

// Has a collection that marked the old generation left so many gaps between `live` words that -c wants them closed?
bool gph_compact_wanted(size_t live);
// After a collection that marked the old generation: what it left alive slides together, the groups that become empty
// are freed. `gph_mark_sweep` is not needed then.
void gph_compact(void);
