// loop.h: parallel loops: how the batches of one loop are handed out (loop.c), and which loops idle HECs may join
// (loop_open.c). The library is stdlib/Data/Parallel.hs; after Harris and Kaestle, Callisto-RTS: fine-grain parallel
// loops (USENIX ATC 2015).
//
// A loop is a number of batches. A WORKER takes one batch after the other until there are none. Worker 0 is the caller;
// the others are helpers, which may or may not come. What a worker runs and how big a batch is the library knows; here
// a batch is a number.
//
// GphLoop lies in a pinned, 64-byte aligned byte array of the Haskell heap, so the collector frees it. Every field that
// several workers write has a cache line of its own.
#pragma once
#include "base/atomic.h"
#include "base/flags.h"
#include <stddef.h>
#include <stdint.h>

#define GPH_LINE __attribute__((aligned(64)))

typedef struct {  // a part of the iteration space
  // atomic: fetch-add by every worker; partners: itself only (a claim needs no order)
  GPH_LINE int64_t next;
  int64_t end;  // const after init
} GphLoopStripe;

typedef struct {         // where a worker, or a combiner, takes from
  int home, stripe;      // its own stripe; the present one
  int distance, offset;  // of the present one from home: see next_stripe
} GphLoopCursor;

typedef struct {           // requests of the workers of one core, taken together
  GPH_LINE uint32_t lock;  // atomic: 1: somebody collects. Exchange to take it, release to let go
  GphLoopCursor cursor;    // lock:lock
} GphLoopCombiner;

typedef struct {
  // atomic: the batch it runs, or GphLoopRun. Written by the worker; a killer CASes a batch to KILLED
  GPH_LINE int64_t run;
  // atomic: combining: a request, or its answer. REQUEST is the worker's store, the answer the collector's
  int64_t slot;
  int64_t last;          // owner: the batch claimed last
  GphLoopCursor cursor;  // owner
  int hec;               // owner, written before the worker starts: the HEC it began on
  int combiner;          // const once the worker started
} GphLoopWorker;
// GphLoopRun and answers of a claim
enum { GPH_LOOP_NONE = -1, GPH_LOOP_REQUEST = -2, GPH_LOOP_KILLED = -3, GPH_LOOP_BETWEEN = -4 };

typedef struct {
  int64_t batches;  // const after init, as all up to `failed`
  int sched, stripes, workers, combiners;
  int level, hec;  // nesting levels inside; HEC of the caller
  // +RTS --scaling (prof/strands.c), else NULL. lock: `loops` there, after init: NULL when the loop is over, while a
  // helper may still be about to begin a batch that it claimed
  struct GphLoopPaths *paths;
  // atomic: the lowest batch that raised (INT64_MAX: none, -1: cancelled). Only ever lowered
  GPH_LINE int64_t failed;
  GPH_LINE int joined;  // lock: that of loop_open.c: helpers that began
  int open;             // lock: likewise: it stands in the table
} GphLoop;
// In memory: GphLoop, GphLoopStripe[stripes], GphLoopCombiner[combiners], GphLoopWorker[workers].

// ---- where HECs are: HEC i is taken to run on the i-th processor that we may use (only with -qa are workers pinned to
// theirs: this is a guess)
typedef struct {
  int core[GPH_MAX_HECS], socket[GPH_MAX_HECS];  // of a HEC; each numbered by first appearance
  int socket_of[GPH_MAX_HECS];                   // of a core
} GphLoopPlaces;
extern GphLoopPlaces gph_loop_places;  // const after the first loop's gph_loop_places_init
// of n processors; core and package as the system numbers them
void gph_loop_places_init(const int *core, const int *package, int n);
// HECs fill the threads of a core first, then the cores of a socket
void gph_loop_places_simulate(int sockets, int cores, int threads);

// ---- one loop
size_t gph_loop_size(int hecs, GphLoopSched sched);
void gph_loop_setup(GphLoop *l, int64_t batches, int level, int hec, int hecs, GphLoopSched sched);
void gph_loop_start(GphLoop *l, int worker, int hec);  // before the worker's first claim
// a batch; NONE: no more; KILLED: it is being interrupted, see gph_loop_kill
int64_t gph_loop_claim(GphLoop *l, int64_t worker);
// the batch claimed last; from now on the worker cannot be killed
int64_t gph_loop_current(GphLoop *l, int64_t worker);
void gph_loop_fail(GphLoop *l, int64_t batch);  // batches above it need not run any more (-1: none need)
// 1: the worker runs a batch above the failed one and is marked KILLED: interrupt it
int64_t gph_loop_kill(GphLoop *l, int64_t worker);
int64_t gph_loop_wanted(GphLoop *l, int64_t worker);  // 0: what the worker still does is above the failed batch
bool gph_loop_left(GphLoop *l);                       // are there batches to claim?
int gph_loop_hec(GphLoop *l, int worker);             // where the worker began; lock of loop_open.c
int gph_loop_group(int level, int hec);               // HECs of one group have one worker in a loop of that level
