// alloc.h: allocation by the runtime's C code, and the allocation area (nursery) of a HEC.
//
// A nursery is a list of chunks (at most a megablock each) that the HEC fills one after another by bumping R->hp; when
// the last is full a collection is due. Large objects get block groups of their own; small pinned byte arrays share
// blocks. Functions that may collect need the caller's values on R->rs (they move).
#pragma once
#include "heap/block.h"
#include "heap/hooks.h"

void gph_nursery_init(GphHec *h);
void gph_nursery_reset(GphHec *h);  // after a collection: empty again
size_t gph_nursery_size(void);      // of each HEC, bytes: what was chosen
// Decides the size. Bytes since the last collection, bytes this one dealt with, bytes of the old generation.
void gph_nursery_adapt(uint64_t allocated, uint64_t work, uint64_t old);
// ... with one generation: bytes alive; the next major collection marks them in place
void gph_nursery_for_live(uint64_t live, bool marks);
size_t gph_nursery_used(GphHec *h);  // bytes allocated in it so far
bool gph_nursery_next(GphHec *h);    // go on in the next chunk; false: all full

// words of raw memory, uninitialised. May collect.
W *gph_alloc(GphReg *R, size_t words);
// The same for any size; big ones are large objects. NULL where there is no room for a large object, in the address
// space, for the system or under -M. Never moves if `pinned`. align: power of two, of the address `offset` bytes in.
W *gph_alloc_any(GphReg *R, size_t words);
W *gph_alloc_pinned(GphReg *R, size_t bytes, size_t align, size_t offset);
// Two words elsewhere (side block): never collects, leaves R->hp alone.
W *gph_alloc_side(GphHec *h, size_t words);
// likewise, of any size; at most by the owner of h, whose thread does not run
W *gph_alloc_aside(GphHec *h, size_t words);
