// gc_stats.c: see gc_stats.h.
#include "heap/gc_stats.h"

uint64_t gph_gc_number;
GphGcStats gph_gc_stats;
