// compact.h: sliding compaction of the old generation. See compact.c.
#pragma once
#include "gc/collector.h"

// Has a collection that marked the old generation left so many gaps between `live` words that -c wants them closed?
bool gph_compact_wanted(size_t live);
// After a collection that marked the old generation: what it left alive slides together, the groups that become empty are freed. `gph_mark_sweep` is not
// needed then.
void gph_compact(void);
// A reference held by the runtime: *slot gets the new address of the object that it refers to. To be called once for each slot.
void gph_compact_slot(W *slot);

// ---- references kept elsewhere
void gph_remember_compact(GphHec *h);
void gph_messages_compact(GphHec *h);
void gph_sparks_compact(GphHec *h);
void gph_loops_compact(void);
void gph_stable_compact(void);           // stable pointers and names
void gph_weak_compact(void);
void gph_stm_compact(GphStmRec *r);
