// copy.h: to-space, and what both variants of evacuation and scavenging share. See copy.c.
#pragma once
#include "gc/collector.h"

W *gph_copy_alloc_slow(GphGcWorker *w, GphDest *d, size_t words);
W gph_collapse(W x);         // what the chain of indirections that begins at x leads to; 0: it is a cycle
bool gph_is_alive(W *slot);  // reached already? *slot becomes its new address. One worker
// on a stack that is being scanned. True: its object may be young afterwards
bool gph_walk_entry(GphGcWorker *w, W *entry);
void gph_walks_update(void);  // everything has been reached. One worker
static inline W *gph_copy_alloc(GphGcWorker *w, GphDest *d, size_t words) {
  W *p = d->free;
  if (__builtin_expect(p + words > d->limit, 0)) return gph_copy_alloc_slow(w, d, words);
  d->free = p + words;
  return p;
}

// A visitor (heap/visit.h) that copies or marks what is visited, for w.
typedef struct {
  GphVisitor v;
  GphGcWorker *w;
  bool young;  // a thread that was visited is still young
} GphCopying;
GphCopying gph_copying(GphGcWorker *w);
