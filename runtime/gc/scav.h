// scav.h: scavenging, most of it in both variants. See scav.c.
#pragma once
#include "gc/collector.h"
#include "heap/remember.h"

GPH_GC_VARIANTS(void, gph_scan_thread, GphGcWorker *w, GphThread *t)
// all of a list of buffers, which are freed
GPH_GC_VARIANTS(void, gph_scavenge_remembered, GphGcWorker *w, struct GphRemBuffer *b)
GPH_GC_VARIANTS(void, gph_scavenge_large, GphGcWorker *w, GphBlock *b)
// the objects of a block that are marked and not yet scavenged
GPH_GC_VARIANTS(void, gph_scavenge_marked, GphGcWorker *w, GphBlock *b)
// the blocks on w's list of such: true if there were any
GPH_GC_VARIANTS(bool, gph_scavenge_queue, GphGcWorker *w)
bool gph_scavenge_last_par(GphGcWorker *w);  // to-space blocks being filled: true if anything was there
void gph_scavenge_block_par(GphGcWorker *w, GphBlock *b);
void gph_scavenge_range_par(GphGcWorker *w, W *from, W *to);  // of one block: whole objects
void gph_scavenge_seq(GphGcWorker *w);                        // until nothing is left to do; one worker
