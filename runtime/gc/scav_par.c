// scav_par.c: scavenging by several workers. See Note [Two variants] in collector.h.
#ifdef GPH_THREADED
#define GPH_GC_PAR
#include "gc/scav.c"
#endif
