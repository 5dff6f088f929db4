// weak.h: weak pointers, as a collection sees them. See weak.c.
#pragma once
#include "gc/collector.h"

// atomic: there are weak keys that are no mutable objects: their identity matters
extern bool gph_weak_values;
void gph_weak_begin(bool major);
bool gph_weak_step(GphGcWorker *w);    // keys that turned out alive: true if that made more alive
void gph_weak_finish(GphGcWorker *w);  // the others are dead; their finalisers are kept alive
void gph_weaks_roots(GphVisitor *v);
void gph_finalisers_roots(GphVisitor *v);
void gph_weak_run(GphHec *h);  // ... and started, when the heap is whole again
