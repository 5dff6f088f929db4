// spark.h: sparks: creation, finding one to run, pruning. See spark.c.
#pragma once
#include "eval/hooks.h"
#include "heap/visit.h"
// for h: some pool is not empty (--spark-share=push: its own, or one of which it was given)
bool gph_spark_available(GphHec *h);
// --spark-share=push: some of h's sparks to idle HECs; between threads
void gph_spark_give(GphHec *h);
// h takes x, a spark of v's pool with that note: true when there is something to evaluate
bool gph_spark_take(GphHec *h, GphHec *v, W x, uint32_t note);
GphThread *gph_spark_thread(GphHec *h);               // a thread that runs sparks
W gph_spark_next_c(GphReg *R, W value);               // for it: the next spark, or 0: exit; the value of the one before
void gph_sparks_rouse(GphHec *h, GphThread *leader);  // what it waited for is over: so is it for its followers
void gph_sparks_roots(GphVisitor *v, GphHec *h);
// collector, world stopped, everything has been reached: what nobody needs, or has its value, goes
void gph_sparks_prune(GphIsAlive is_alive, bool major);
#ifdef GPH_DIST
int64_t gph_sparks_waiting(void);  // in all pools: as many as anybody can say
// dist/fish.c, on HEC 0: a spark to be sent to another process, taken; 0: none
W gph_spark_export(GphHec *h);
void gph_spark_keep(GphHec *h, W x);     // it cannot be sent: it is a spark again
void gph_spark_import(GphHec *h, W x);   // one that came from another process
void gph_imported_roots(GphVisitor *v);  // of --import-pool=own
// --inter-first: until n have gone, no HEC takes sparks of another one
void gph_sparks_reserve(uint32_t n);
bool gph_sparks_reserved(void);        // some are still to go
void gph_sparks_given(GphHec *h);      // one has
extern uint64_t gph_sparks_from_pool;  // atomic: taken out of --import-pool=own
#endif
void gph_sparks_refill(GphHec *h);  // sparks that may go on into the pool
static inline bool gph_sparks_roused(const GphHec *h) { return h->roused_first < h->roused_end; }
