// spark_sites.h: what became of the sparks of each place in the program (+RTS --spark-report, and -lf). See
// spark_sites.c.
#pragma once
#include "state/hecs.h"

// sites have numbers from 1 to one less; the last stands for all that do not fit
enum { GPH_SPARK_SITES = 4096 };

void gph_sites_start(GphHec *h);  // a new HEC: its pool gets notes if sites are wanted
// h took a spark of pool, and evaluates x, or found it fizzled: 0
void gph_site_taken(GphHec *h, GphHec *pool, uint32_t site, W x);
// the running spark thread is about to look for a spark: nothing is on its stack
void gph_site_next(GphReg *R);
// a spark thread runs from now on; ... no longer. Both by the OS thread that runs it
void gph_site_runs(GphThread *t);
void gph_site_pauses(GphThread *t);
void gph_site_ran(GphHec *h, GphThread *t, W value);  // t, a spark thread, has evaluated the spark that it took last
// h's thread, whose context is in R, waits for p, a thunk that t evaluates: t may be any HEC's
void gph_site_awaited(GphHec *h, const GphThread *t, const W *p);
// likewise a spark of that site, which was put back
void gph_site_put_back(GphHec *h, uint32_t site, const GphThread *t, const W *p);
// collector, world stopped; else nobody needs its thunk
void gph_site_pruned(GphHec *pool, uint32_t site, bool fizzled);
void gph_sites_prune(GphHec *h, bool major);  // collector, world stopped, before from-space is given back
uint32_t gph_site_of_code(W function);        // not of sparks: the batches of a parallel loop, by what they do
const char *gph_site_name(uint32_t site, char *room, size_t size);  // "place: function", as the report has it, in room

// For the report (spark_report.c).
typedef struct {
  const GphSparkSite *place;
  const GphInfo *thunk;
} GphSite;
extern GphSite gph_sites[GPH_SPARK_SITES];  // by number; written once, under a lock, before it is in the index
extern uint32_t gph_sites_used;             // under that lock
const char *gph_site_place(uint32_t n);     // "" when it is not known
const char *gph_site_function(uint32_t n);  // the code of the thunk, or else the function that the place is in
// code to those whose work is left, if it is not among them and there is room
void gph_site_add_left(const GphInfo **left, const GphInfo *code);
void gph_sites_count_rest(void);  // what nobody has looked at when the program ends, into this HEC's counts
