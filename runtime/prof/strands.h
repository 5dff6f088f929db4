// strands.h: work and span of a running program (+RTS --scaling): what is measured. See strands.c; what it comes to is
// told by prof/scaling.c.
#pragma once
#include "base/flags.h"
#include "prof/spark_sites.h"

// Sites beside those of sparks (prof/spark_sites.h), whose numbers are from 1 to GPH_SPARK_SITES - 1. NONE: a spark
// thread between sparks, whose time is not the program's.
enum { GPH_SITE_NONE = 0, GPH_SITE_MAIN = GPH_SPARK_SITES, GPH_SITE_THREADS, GPH_SITES };

typedef struct {  // what one site has to do with a path
  uint32_t site;
  uint64_t on_path;  // ticks of this site on the path
  // the path would be shorter by half of this if the site took half of its time, everywhere
  uint64_t saved;
} GphShare;
// the longest chain of work up to some point, each piece of which needs the one before
typedef struct {
  uint64_t span;     // ticks
  uint64_t links;    // strands that were begun on it
  GphShare *shares;  // of the sites on it, by number
  uint32_t used, room;
} GphPath;
typedef struct {  // a strand under way: its path ends where it stands
  GphPath path;
  uint32_t site;
  uint64_t own;               // ticks that it took so far, in this thread
  uint64_t kept;              // of these: when it kept its path last
  uint64_t leans;             // how often it did that, or needed what had one
  uint64_t joined;            // the span of the path that was joined last; 0: none
  W caf;                      // the CAF whose evaluation it is, or 0
  struct GphLoopPaths *loop;  // the loop a batch of which it is, or NULL
} GphStrand;
typedef struct GphStrands {  // owner: as GphThread's
  GphStrand *stack;          // the thread's own, and those that it began in the midst of another
  uint32_t depth, room;      // stack[depth] is under way
  // who woke it, holding it alone: what it waited for ends there; span 0: nothing. Its owner takes that when it runs
  // again
  GphPath from;
} GphStrands;

typedef struct GphStrandClock {  // of a HEC
  // owner: count of time up to which the running strand is up to date; 0: none runs
  uint64_t since;
  int64_t cpu_ns;                                // owner: the processor time of its worker, when it was last looked at
  uint64_t cpu_ticks;                            // owner: ticks that were counted since then
  uint64_t work[GPH_SITES], strands[GPH_SITES];  // owner writes, anybody reads: ticks, and strands begun, by site
  // owner writes, anybody reads: sparks that were taken and begun, and how long that took
  uint64_t takes, take_ticks;
  // owner: the path that was stored last (Note [Strands]): its object, in the heap, if there was no collection since;
  // its span, links and site
  W moment;
  uint64_t moment_collections, moment_span, moment_links;
  uint32_t moment_site;
  // owner writes, anybody reads: ticks of sparks that were evaluated, and of those whose values somebody needed
  uint64_t taken, needed;
  // owner: ticks of strands, and those that seeing values took: Note [Values that others need]
  uint64_t ran, seeing;
  GphLock lock;
  GphPath longest;  // lock:lock: of strands and threads that have ended
} GphStrandClock;

extern bool gph_strands_on;                                 // the flag --scaling, for eval/stubs.S
#define GPH_SCALING __builtin_expect(gph_flags.scaling, 0)  // nothing below is called without it

void gph_strands_start(GphHec *h);  // a new HEC
// a new thread: what the running one has done is before it, unless it evaluates sparks (GPH_SITE_NONE)
void gph_strands_new(GphHec *h, GphThread *t, uint32_t site);
void gph_strands_free(GphThread *t);
void gph_strands_ended(GphHec *h, GphThread *t);  // it has
// h's current thread, which may have been woken, runs from here on
void gph_strand_enter(GphHec *h);
void gph_strand_resume(GphHec *h);              // likewise, after a pause
void gph_strand_pause(GphHec *h);               // and up to here
void gph_strand_add_ns(GphHec *h, int64_t ns);  // processor time that it took elsewhere, in a foreign call
// the running thread sparks the thunk x: what is to be evaluated as that. Never collects
W gph_strand_spark(GphHec *h, W x, uint32_t site);
static inline void gph_strand_taken(GphHec *h, uint64_t ticks) {  // a spark thread found a spark
  GphStrandClock *c = h->strand_clock;
  gph_store_relaxed(&c->takes, c->takes + 1);
  gph_store_relaxed(&c->take_ticks, c->take_ticks + ticks);
}
// what w waited for, h's running thread has done; w is about to be woken
void gph_strand_wakes(GphHec *h, GphThread *w);
// likewise, owner, which runs or belongs to h: the thunk
void gph_strand_woken(GphHec *h, GphThread *owner, GphThread *w, const W *thunk);
void gph_strands_unwind(GphThread *t, uint32_t depth);    // an exception: the strands above that depth are cut off
void gph_strands_copy(GphThread *k, const GphThread *t);  // k takes over a part of t's stack
void gph_strand_caf_claimed(GphHec *h, W caf);            // the running thread evaluates it from here on
W gph_strand_caf_updated(GphHec *h, W caf, W value);      // its value is there: what is to be stored as that
// ---- loops: paths is GphLoop.paths, where it stands; nobody else writes it
void gph_strand_loop(GphHec *h, struct GphLoopPaths **paths);  // the running thread begins a parallel loop
// what its batches do, a function: their site; before the first one
void gph_strand_loop_code(struct GphLoopPaths **paths, W code);
// it runs a batch from here on, of a loop that may be over
void gph_strand_batch_begins(GphHec *h, struct GphLoopPaths **paths);
void gph_strand_batch_ends(GphHec *h, struct GphLoopPaths **paths);  // and up to here, if it does
// all batches have been run: so has the loop, which the running thread began
void gph_strand_loop_over(GphHec *h, struct GphLoopPaths **paths);
// x is what stands for the value of a strand: evaluated, though it looks like a thunk
bool gph_strand_over(W x);
// what the evaluation of x, a thunk that was sparked, begins with, as a rule a thunk (a collection may have reduced a
// selector); x itself if it was not
W gph_strand_body(W x);
static inline uint32_t gph_strand_depth(const GphThread *t) { return t->strands ? t->strands->depth : 0; }

// ---- for the report, at the end
// h, or NULL: the HEC of the thread that ends the program: what it measured is complete
void gph_strands_stop(GphHec *h);
// by site, each GPH_SITES numbers; what longest->shares holds is the caller's
void gph_strands_total(uint64_t *work, uint64_t *strands, GphPath *longest);
uint64_t gph_strands_unneeded(void);  // ticks of sparks whose values nobody needed
double gph_strand_ticks_per_ns(void);
