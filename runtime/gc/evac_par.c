// evac_par.c: evacuation by several workers. See Note [Two variants] in collector.h.
#ifdef GPH_THREADED
#define GPH_GC_PAR
#include "gc/evac.c"
#endif
