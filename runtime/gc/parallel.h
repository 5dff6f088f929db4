// parallel.h: several workers for one collection. See parallel.c.
#pragma once
#include "gc/collector.h"

// The low bits of a work item: a full to-space block, a large object, a thread, a block with marked objects, a part of
// a to-space block.
enum { GPH_ITEM_BLOCK, GPH_ITEM_LARGE, GPH_ITEM_THREAD, GPH_ITEM_MARKED, GPH_ITEM_RANGE, GPH_ITEM_MASK = 7 };
// Below this many words expected, what the last ones took decides: Note [Choosing the number of workers]
enum { GPH_GC_PAR_WORDS = 32 << 10 };

// How many workers the collection that begins should have at most: 1 is a sequential one.
int gph_gc_choose(bool major, size_t expected_words);
// What came of it: words dealt with, how long that took, and how much of the work others did than the one who did most.
void gph_gc_learn(size_t words, int64_t ns, double others_percent);
void gph_gc_offer(GphGcWorker *w, W item);  // something to scavenge: for w, or whoever steals it
bool gph_gc_wanted(GphGcWorker *w);         // should it offer work that it could put on its own list?
// has another worker nothing to do, and w nothing on offer? Note [Narrow work]
bool gph_gc_hungry(GphGcWorker *w);
// part of a to-space block, not scavenged yet; after gph_gc_hungry
void gph_gc_offer_range(GphGcWorker *w, W *from, W *to);
// Everything that is reachable from what was evacuated so far (and with `roots` from the root units) is copied and
// scavenged; other workers help if gph_gc_choose said so. By the leader.
void gph_gc_phase(GphGcWorker *leader, bool roots);
