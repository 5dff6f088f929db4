// sizes.h: when the next major collection is due, and how much memory the heap keeps until then. See sizes.c.
#pragma once
#include "gc/collection.h"

bool gph_sizes_exceed_caches(bool major);  // a collection of that kind goes through more than they hold
bool gph_sizes_major_due(void);            // of the collection that begins: is it to be a major one?
// in small objects of the old generation: what was alive there, and what came since
size_t gph_sizes_old_words(void);
size_t gph_sizes_old_blocks(void);  // of the old generation: what cannot be filled any more
// After a collection, in this order:
// what became of the old generation, and how much is alive: c->live, c->slop
void gph_sizes_add_up(GphCollection *c);
void gph_sizes_decide(bool major, size_t live_words);  // when the next major one is
void gph_sizes_give_back(GphCollection *c);            // memory to the system
void gph_sizes_look_at_limit(GphCollection *c);        // -M
