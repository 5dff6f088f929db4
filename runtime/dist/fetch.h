// fetch.h: values that are elsewhere, and values that others want of us. See fetch.c.
#pragma once
#include "heap/visit.h"
#include "state/hecs.h"

// values that came, and how long after somebody had wanted them
typedef struct {
  uint64_t fetched, results, needless;  // results: that came unasked; needless: for nobody
  uint64_t ahead;                       // sent: Note [Values sent ahead]
  int64_t waited_ns, longest_ns;
} GphFetchCounts;
extern GphFetchCounts gph_fetch_counts;  // lock:gph_dist_lock
int64_t gph_fetch_median_ns(void);       // of how long they were waited for, within an eighth

// The gateway, with gph_dist_lock; what it is told in a message.
void gph_fetch_requested(GphHec *h, int from, uint32_t slot, uint32_t import);             // FETCH
void gph_fetch_answered(GphHec *h, int from, uint32_t import, const W *packet, size_t n);  // RESUME
void gph_results_send(void);                                                               // what is owed and has come
void gph_result_came(GphHec *h, int from, uint32_t slot, const W *packet, size_t words);   // RESULT
void gph_fetch_refused(GphHec *h, int from, uint32_t import);                              // CANNOT: it cannot travel
void gph_fetch_moved(int from, uint32_t import, uint32_t slot, uint64_t weight);           // an item of ACK
// are there FETCHes to be sent, or values that have been computed? Without the lock
bool gph_fetch_waiting(void);
void gph_fetch_send(GphHec *h);                             // sends them
void gph_acknowledge(int to, const void *moved, size_t n);  // ACK: GphMoved[n], if there are any

W gph_fetch_me_c(GphReg *R, W self);            // from eval/entry.c: the running thread enters a FetchMe
W gph_demand_c(GphReg *R, W closure, W value);  // likewise: the value that another PE wants is there
