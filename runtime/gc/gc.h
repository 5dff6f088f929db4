// gc.h: a collection, and the root unit of a HEC. See gc.c; gph_collect is heap's hook.
#pragma once
#include "gc/collector.h"

void gph_gc_run(GphHec *h, GphGcKind kind);        // the collection itself, world stopped
void gph_gc_scan_unit(GphGcWorker *w, GphHec *h);  // the root unit of h
