// heap_profile.h: what the heap consists of, from time to time: +RTS -h. See heap_profile.c.
#pragma once
#include "base/atomic.h"
#include "gph/abi.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A census is made at the end of a major collection (gc/census.c). Who wants one, and none is to be expected soon,
// asks for it here; a HEC that comes by claims the request and collects.
enum { GPH_CENSUS_SAMPLE = 1, GPH_CENSUS_REPORT = 2 /* in words: gc/retainers.c */, GPH_CENSUS_CLAIMED = 4 };
extern uint32_t gph_census_wanted;  // atomic: bits of these; 0: nobody wants one
bool gph_census_claim(void);        // the caller is to make a major collection
// by the leader of a major collection, at its end: what is to be made. The request is answered with that
uint32_t gph_census_due(void);

void gph_heap_profile_start(int argc, char **argv);  // flags have been read, the event log is open
void gph_heap_profile_tick(int64_t now);             // from the ticker
// A sample: by the leader of a collection, the world stopped. `since`: when the work for it began.
void gph_heap_profile_begin(int64_t since);
void gph_heap_profile_add(const GphInfo *i, size_t words);
void gph_heap_profile_add_stacks(size_t bytes);
void gph_heap_profile_end(void);

// The name of what an info table's objects are: of a constructor, "thunk Main.f.x", "function Main.f", or a kind of
// the runtime's own. In `text`.
enum { GPH_NAME_ROOM = 400 };
void gph_object_name(char text[GPH_NAME_ROOM], const GphInfo *i);
