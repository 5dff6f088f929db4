// strands.c: work and span of a program while it runs (+RTS --scaling).
//
// Note [Strands]
// ~~~~~~~~~~~~~~
// A STRAND is a piece of the program that could run beside others: the evaluation of a sparked thunk, whoever does it;
// a light thread; a batch of a parallel loop. (What goes from one to another by a library's own variables, it says
// itself: GPH.Strand in the stdlib.) WORK is the time of all of them. SPAN is the time of the longest chain of pieces
// that wait for each other, which is how long the program would take on any number of processors. (Blumofe & Leiserson,
// 1993; measured as Cilkview does: He, Leiserson & Leiserson, The Cilkview scalability analyzer, 2010. What a site is
// worth: Schardl et al., The Cilkprof scalability profiler, 2015.) Each strand carries the span from the program's
// beginning to where it stands, its PATH:
//   - a spark begins where its maker stood when it made it, be it evaluated now or later, by another HEC or by its
//     maker in the midst of something else
//   - so does each batch of a parallel loop begin where the loop does, and the loop is over when the last one is
//   - who needs a spark's value goes on at the later one of where he stands and where the spark ended
//   - so does who was blocked on a thunk, an MVar or a transaction, with the one who wakes him; a new thread begins
//     where its maker stands
// So the figures are those of the program, not of its schedule: a run with one HEC, where nobody takes a spark, says
// what a run with 64 could give.
//
// How that is found out. par makes of the thunk x (gph_strand_spark)
//
//     x:    [ gph_strand_info | - | made ]
//     made: [ gph_strand_made_info | body | path | site ]
//     body: [ x's info | - | x's free variables ]
//
// Whoever enters x, a HEC that took the spark or somebody who needs it, runs enter_strand (eval/entry.c): it claims x
// by a CAS, begins a strand, evaluates the body, ends the strand, and updates x, not with the value, but with an object
// that stands for it:
//
//     x: [ gph_ind_info | over ]             over: [ gph_strand_over_info | - | value | path | joins | took ]
//
// Who enters that learns where the strand ended (gph_strand_join_c), and has the value. To all others it is a thunk, so
// that the collector leaves it in place where it would remove an indirection. Each entry takes some 20 ns, and an
// element of an array may be looked at a million times; so when it has been entered FRUITLESS times by threads that
// were later anyway it becomes an indirection. The next who comes might have had to wait for it; what he misses is in
// the chain of whoever made him, as a rule. A CAF that is sparked has no room for that; it stands in a table (cafs),
// and its claim and its update, which take the long way always, begin and end the strand. Nothing of this is in
// generated code: the thunk's info pointer is what tells, and without the flag there is no such thunk.
//    wrong alternative: look at updates: each thunk's end would be known, and those who share thunks that nobody
//    sparked would wait for each other in the figures, too. But that costs 20 ns for each thunk, not for each spark
// The program's span is the longest path of any strand that has ended, not only that of the main thread, whether or not
// its value was needed.
//
// Note [Values that others need]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Sparks need each other by what is no spark itself: with `iterate f x `using` parList rseq` each evaluates its
// element, for which it needs the one before, that the spark before evaluated. On several HECs it waits for that; on
// one it finds the value, and would seem to need nobody. So the thunks that a spark leads to when it is made (OF_SPARK
// objects are looked at), and those that the values of such thunks lead to, are SEEN: they are like sparked ones, but
// for the site, which is none. No strand begins where one is evaluated, and its value gets the path of the strand that
// did it, for those who come later.
//    wrong alternative: each value gets one. A matrix whose elements were seen took 50 times as long to multiply
// So a value gets it only if its evaluation needed what has a path, or the strand has taken a sixteenth of its time
// (part_of) since it kept one; by so much an element in a long list may seem earlier than it was. CAFs get it always.
// What is made later, and does not hang on a value that was seen, is not; nor what stands further off than OF_SPARK.
//    wrong alternative: all of those thunks are seen. A matrix product took five times as long
// So a HEC sees no more (can_see) than what takes 1/SEEING of the time of its strands; each thunk is charged with what
// its claim, its update and the looks at its value will take. Where pieces are large, which are those that a span can
// consist of, that is all of them; of a list whose elements take some ten nanoseconds each it is the beginning.
//
// Paths, and what they say of each site: prof/path.c.
//
// Time is the processor's count, without collections, and without what the system gave to others: when a stretch was
// long the worker's processor time says how much of it was ours (ran). So a run on a machine that is busy says the
// same. What runs in the runtime on behalf of the program counts; the measurement itself does not.
//
// Strands are on a stack of the thread; enter_strand's frame knows its depth there. An exception cuts off what is above
// its record (GphRec.strands), and a frozen part of a computation has a copy. All of it belongs to the thread's owner,
// but for `from`: a thread may be in a queue, and be woken, while its HEC is still leaving it; so where its waker
// stands is kept beside, until it runs again.
#include "prof/strands.h"
#include "prof/path.h"
#include "base/die.h"
#include "base/os.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "heap/gc_stats.h"
#include "heap/remember.h"
#include "prof/hooks.h"
#include <stdlib.h>
#include <string.h>

enum { FRUITLESS = 16, LONG = 100000 };  // ticks: a stretch after which processor time is looked at
// Note [Values that others need]: the part of the time; ticks that are free, for a program's beginning; that a thunk
// takes later for being seen, and its value if it keeps a path, which is entered SEEN_JOINS times in vain at most.
enum { SEEING = 64, SEEING_FREE = 500000, SEEING_MOST = 10000, SEEN_COST = 300, KEPT_COST = 400, SEEN_JOINS = 8 };

// ---- time
static uint64_t first_tick;  // const after init, as the next
static int64_t first_ns;

double gph_strand_ticks_per_ns(void) {
  int64_t ns = gph_os_clock_ns() - first_ns;
  return ns > 0 ? (double)(__builtin_ia32_rdtsc() - first_tick) / (double)ns : 1;
}

// Of d ticks, those since the last look included, what the system did not give to others.
static uint64_t ran(GphStrandClock *c, uint64_t d) {
  c->cpu_ticks += d;
  if (d < LONG) return d;
  int64_t now = gph_os_thread_cpu_ns();
  // the clocks are not read at one time
  uint64_t most = (uint64_t)((double)(now - c->cpu_ns) * gph_strand_ticks_per_ns()) + LONG / 10;
  uint64_t lost = c->cpu_ticks > most ? c->cpu_ticks - most : 0;
  c->cpu_ns = now;
  c->cpu_ticks = 0;
  return lost < d ? d - lost : 0;
}

// ---- HECs
bool gph_strands_on;
void gph_strands_start(GphHec *h) {
  if (!gph_flags.scaling) return;
  if (first_ns == 0) {
    gph_strands_on = true;
    first_ns = gph_os_clock_ns();
    first_tick = __builtin_ia32_rdtsc();
  }
  h->strand_clock = gph_path_need(calloc(1, sizeof *h->strand_clock));
  gph_lock_init(&h->strand_clock->lock);
}

// The running strand of h's thread is up to date afterwards.
static void look(GphHec *h) {
  GphStrandClock *c = h->strand_clock;
  if (c->since == 0) return;
  // another processor's count may lag a little
  const uint64_t now = __builtin_ia32_rdtsc(), d = now > c->since ? ran(c, now - c->since) : 0;
  c->since = now;
  GphStrand *s = &h->current->strands->stack[h->current->strands->depth];
  if (s->site == GPH_SITE_NONE) return;
  gph_path_add(&s->path, s->site, d);
  s->own += d;
  c->ran += d;
  gph_store_relaxed(&c->work[s->site], c->work[s->site] + d);
}
static void go_on(GphHec *h) {  // what the measurement took does not count
  GphStrandClock *c = h->strand_clock;
  if (c->since) c->since = __builtin_ia32_rdtsc();
}
static bool can_see(const GphStrandClock *c) { return c->seeing <= c->ran / SEEING + SEEING_FREE; }
// Likewise, and was for what is seen; what took longer than that can was the system's.
static void go_on_seen(GphHec *h) {
  GphStrandClock *c = h->strand_clock;
  if (!c->since) return;
  const uint64_t now = __builtin_ia32_rdtsc();
  const uint64_t d = now > c->since ? now - c->since : 0;
  c->seeing += d < SEEING_MOST ? d : SEEING_MOST;
  c->since = now;
}

void gph_strand_resume(GphHec *h) {
  GphStrandClock *c = h->strand_clock;
  c->cpu_ns = gph_os_thread_cpu_ns();
  c->cpu_ticks = 0;
  c->since = __builtin_ia32_rdtsc();
}
void gph_strand_enter(GphHec *h) {
  GphStrands *s = h->current->strands;
  if (s->from.span > 0) {
    if (s->stack[s->depth].site != GPH_SITE_NONE) gph_path_join(&s->stack[s->depth].path, &s->from);
    s->from.span = s->from.used = 0;
  }
  gph_strand_resume(h);
}
void gph_strand_pause(GphHec *h) {
  look(h);
  h->strand_clock->since = 0;
}
void gph_strand_add_ns(GphHec *h, int64_t ns) {
  GphStrandClock *c = h->strand_clock;
  GphStrand *s = &h->current->strands->stack[h->current->strands->depth];
  const uint64_t d = ns > 0 ? (uint64_t)((double)ns * gph_strand_ticks_per_ns()) : 0;
  if (s->site == GPH_SITE_NONE) return;
  gph_path_add(&s->path, s->site, d);
  gph_store_relaxed(&c->work[s->site], c->work[s->site] + d);
}

static void ended(GphHec *h, const GphPath *p) {
  GphStrandClock *c = h->strand_clock;
  gph_lock(&c->lock);
  gph_path_join(&c->longest, p);
  gph_unlock(&c->lock);
}

// ---- threads
static GphStrand *push(GphStrands *s) {
  if (s->depth + 1 == s->room) {
    s->stack = gph_path_need(realloc(s->stack, 2 * s->room * sizeof *s->stack));
    memset(&s->stack[s->room], 0, s->room * sizeof *s->stack);
    s->room *= 2;
  }
  GphStrand *n = &s->stack[++s->depth];
  n->caf = 0;
  n->loop = NULL;
  n->own = n->kept = n->leans = n->joined = 0;
  return n;
}

// ---- loops: Note [Loop scheduling] in sched/loop.c. A thread may be at a batch that nobody waits for any more, since
// a lower one raised; or have claimed one, and begin it when the loop is over, which only GphLoop.paths tells.
static GphLock loops = GPH_LOCK_INIT;  // of each loop's `paths` after gph_strand_loop
struct GphLoopPaths {
  struct GphLoopPaths **of;  // const after init: whose, to be compared
  GphLock lock;
  // lock:lock: the caller, and strands that are batches; the last one frees it. Not if the caller is cut off and never
  // goes on
  int users;
  uint32_t site;  // const after init
  GphPath begin;  // const after init
  GphPath end;    // lock:lock: of the batches that were run
};
static void loop_add(struct GphLoopPaths *l) {
  gph_lock(&l->lock);
  l->users++;
  gph_unlock(&l->lock);
}
static void loop_drop(struct GphLoopPaths *l) {
  gph_lock(&l->lock);
  const bool last = --l->users == 0;
  gph_unlock(&l->lock);
  if (!last) return;
  free(l->begin.shares);
  free(l->end.shares);
  free(l);
}

// The strand that is under way is over, and the one below it is under way again.
static GphStrand *pop(GphStrands *s) {
  GphStrand *n = &s->stack[s->depth--];
  if (n->loop) loop_drop(n->loop);
  n->loop = NULL;
  return n;
}

static GphStrands *strands_new(void) {
  GphStrands *s = gph_path_need(calloc(1, sizeof *s));
  s->room = 2;
  s->stack = gph_path_need(calloc(s->room, sizeof *s->stack));
  return s;
}

// The running strand of h, up to date, or NULL.
static GphStrand *running(GphHec *h) {
  GphThread *t = h->current;
  if (!t || !t->strands || t->strands->stack[t->strands->depth].site == GPH_SITE_NONE) return NULL;
  look(h);
  return &t->strands->stack[t->strands->depth];
}

void gph_strands_new(GphHec *h, GphThread *t, uint32_t site) {
  if (!t->strands) t->strands = strands_new();
  while (t->strands->depth > 0) pop(t->strands);
  t->strands->from.span = t->strands->from.used = 0;
  GphStrand *s = &t->strands->stack[0], *maker = site == GPH_SITE_NONE ? NULL : running(h);
  s->site = site;
  gph_path_set(&s->path, maker ? &maker->path : &(GphPath){.span = 0});
  s->own = s->kept = s->leans = s->joined = 0;
  if (maker) s->path.links++;
  if (site != GPH_SITE_NONE) gph_store_relaxed(&h->strand_clock->strands[site], h->strand_clock->strands[site] + 1);
  go_on(h);
}

void gph_strands_free(GphThread *t) {
  GphStrands *s = t->strands;
  if (!s) return;
  while (s->depth > 0) pop(s);
  for (uint32_t k = 0; k < s->room; k++) free(s->stack[k].path.shares);
  free(s->from.shares);
  free(s->stack);
  free(s);
  t->strands = NULL;
}

// t, which the caller owns, may be running: its strand is up to date afterwards.
static void look_at(const GphThread *t) {
  GphHec *h = gph_load_relaxed(&t->hec);
  if (h && h->current == t) look(h);
}

void gph_strands_unwind(GphThread *t, uint32_t depth) {
  GphStrands *s = t->strands;
  if (!s || s->depth <= depth) return;
  look_at(t);
  while (s->depth > depth) {
    gph_path_join(&s->stack[s->depth - 1].path, &s->stack[s->depth].path);
    pop(s);
  }
}

void gph_strands_ended(GphHec *h, GphThread *t) {
  if (!t->strands) return;
  gph_strands_unwind(t, 0);
  if (t->strands->stack[0].site != GPH_SITE_NONE) ended(h, &t->strands->stack[0].path);
}

void gph_strands_copy(GphThread *k, const GphThread *t) {
  look_at(t);
  if (!k->strands) k->strands = strands_new();
  while (k->strands->depth > 0) pop(k->strands);
  for (uint32_t i = 0; i <= t->strands->depth; i++) {
    const GphStrand *from = &t->strands->stack[i];
    GphStrand *to = i ? push(k->strands) : &k->strands->stack[0];
    to->site = from->site;
    to->caf = from->caf;
    if ((to->loop = from->loop)) loop_add(to->loop);
    gph_path_set(&to->path, &from->path);
  }
}

void gph_strand_wakes(GphHec *h, GphThread *w) {
  GphStrand *s = running(h);
  if (s && w->strands) gph_path_join(&w->strands->from, &s->path);
  go_on(h);
}

bool gph_strand_over(W x) { return (x & 7) == 0 && gph_load_acquire((W *)x) == (W)&gph_strand_over_info; }

// A strand's value says itself where the strand ended.
void gph_strand_woken(GphHec *h, GphThread *owner, GphThread *w, const W *thunk) {
  if (!owner->strands || !w->strands || gph_strand_over(gph_load_acquire(&thunk[1]))) return;
  if (owner == h->current) look(h);
  GphStrand *s = &owner->strands->stack[owner->strands->depth];
  if (s->site != GPH_SITE_NONE) gph_path_join(&w->strands->from, &s->path);
  go_on(h);
}

// Stored paths fit into a block: what they have of more sites than that is forgotten.
static W store(GphHec *h, const GphPath *p) {
  GphPath most = *p;
  if (most.used > GPH_MOST_SHARES) most.used = GPH_MOST_SHARES;
  return gph_path_store(h, &most);
}

// What a thunk refers to whose evaluation is seen: its strand, if it is one, begins where p ends. See Note [Strands].
static W made_of(GphHec *h, W body, const GphPath *p, uint32_t site) {
  W *made = gph_alloc_side(h, 4);
  made[0] = (W)&gph_strand_made_info;
  made[1] = body;
  made[2] = p ? store(h, p) : GPH_UNIT;
  made[3] = site;
  gph_tsan_release(made);
  return (W)made | 1;
}

// A part of the time of s, the running strand, that is let go: Note [Values that others need].
static uint64_t part_of(const GphStrand *s) {
  enum { PART = 16, LEAST = 2000, MOST = 1000000 };
  return s->own / PART < LEAST ? LEAST : s->own / PART < MOST ? s->own / PART : MOST;
}

// Where s, the running strand, stands, stored: or stood a little before.
static W stands_at(GphHec *h, GphStrand *s) {
  GphStrandClock *c = h->strand_clock;
  const uint64_t collections = gph_gc_stats.collections[0] + gph_gc_stats.collections[1];  // const while a HEC runs
  s->leans++;
  if (c->moment && c->moment_collections == collections && c->moment_site == s->site &&
      c->moment_links == s->path.links && s->own - s->kept < part_of(s) && s->path.span - c->moment_span < part_of(s))
    return c->moment;
  s->kept = s->own;
  c->moment = store(h, &s->path);
  c->moment_collections = collections;
  c->moment_span = s->path.span;
  c->moment_links = s->path.links;
  c->moment_site = s->site;
  return c->moment;
}

// What stands for a value that was there when path, which is stored, had been gone.
// `took` says how long the strand took, until somebody needs the value: 0.
static W over(GphHec *h, W path, W value, W joins, W took) {
  W *j = gph_alloc_side(h, 6);
  j[0] = (W)&gph_strand_over_info;
  j[1] = 0;
  j[2] = value;
  j[3] = path;
  j[4] = joins;
  j[5] = took;
  gph_tsan_release(j);  // generated code publishes it
  return (W)j;
}

// ---- CAFs that were sparked
typedef struct {
  W caf;
  uint32_t site;
  GphPath path;
} Caf;
static GphLock cafs_lock = GPH_LOCK_INIT;
static Caf *cafs;                    // lock:cafs_lock
static size_t cafs_used, cafs_room;  // lock:cafs_lock

static void spark_caf(GphStrand *s, W caf, uint32_t site) {
  gph_lock(&cafs_lock);
  size_t k = 0;
  while (k < cafs_used && cafs[k].caf != caf) k++;
  if (k == cafs_used) {
    if (cafs_used == cafs_room) {
      cafs_room = cafs_room ? 2 * cafs_room : 16;
      cafs = gph_path_need(realloc(cafs, cafs_room * sizeof *cafs));
    }
    Caf *c = &cafs[cafs_used++];
    *c = (Caf){.caf = caf, .site = site};
    if (s) gph_path_set(&c->path, &s->path);
  }
  gph_unlock(&cafs_lock);
}

static void begin(GphHec *h, GphStrand *n, uint32_t site, const GphPath *p) {
  GphStrandClock *c = h->strand_clock;
  n->site = site;
  gph_path_set(&n->path, p);
  n->path.links++;
  gph_store_relaxed(&c->strands[site], c->strands[site] + 1);
}

void gph_strand_caf_claimed(GphHec *h, W caf) {
  look(h);
  gph_lock(&cafs_lock);
  for (size_t k = 0; k < cafs_used; k++)
    if (cafs[k].caf == caf) {
      GphStrand *n = push(h->current->strands);
      n->caf = caf;
      begin(h, n, cafs[k].site, &cafs[k].path);
      break;
    }
  gph_unlock(&cafs_lock);
  go_on(h);
}

W gph_strand_caf_updated(GphHec *h, W caf, W value) {
  GphStrands *s = h->current->strands;
  look(h);
  if (s->stack[s->depth].caf != caf || s->depth == 0) {  // was not sparked
    if ((value & 7) != 0 && s->stack[s->depth].site != GPH_SITE_NONE)
      value = over(h, stands_at(h, &s->stack[s->depth]), value, FRUITLESS - SEEN_JOINS, 0);
    go_on(h);
    return value;
  }
  GphStrand *n = pop(s);
  ended(h, &n->path);
  if ((value & 7) != 0) {
    value = over(h, store(h, &n->path), value, 0, 0);
    // who updates goes on with the value itself
    if (s->stack[s->depth].site != GPH_SITE_NONE) gph_path_join(&s->stack[s->depth].path, &n->path);
  } else {
    // it is that of another thunk, whose evaluation is the rest of the strand
    W *z = gph_alloc_side(h, 3);
    z[0] = (W)&gph_strand_info;
    z[1] = 0;
    z[2] = made_of(h, value, &n->path, n->site);
    value = (W)z;
  }
  go_on(h);
  return value;
}

void gph_strand_loop(GphHec *h, struct GphLoopPaths **paths) {
  struct GphLoopPaths *l = gph_path_need(calloc(1, sizeof *l));
  GphStrand *s = running(h);
  gph_lock_init(&l->lock);
  l->users = 1;
  l->of = paths;
  if (s) gph_path_set(&l->begin, &s->path);
  *paths = l;
  go_on(h);
}

void gph_strand_loop_code(struct GphLoopPaths **paths, W code) { (*paths)->site = gph_site_of_code(code); }

void gph_strand_batch_begins(GphHec *h, struct GphLoopPaths **paths) {
  look(h);
  gph_lock(&loops);
  struct GphLoopPaths *l = *paths;
  if (l) loop_add(l);
  gph_unlock(&loops);
  if (l) {
    GphStrand *n = push(h->current->strands);
    n->loop = l;
    begin(h, n, l->site, &l->begin);
  }
  go_on(h);
}

// The strand is on top: a batch's own strands have ended, or been cut off.
void gph_strand_batch_ends(GphHec *h, struct GphLoopPaths **paths) {
  GphStrands *s = h->current->strands;
  GphStrand *n = &s->stack[s->depth];
  struct GphLoopPaths *l = n->loop;
  if (!l || l->of != paths) return;
  look(h);
  gph_lock(&l->lock);
  gph_path_join(&l->end, &n->path);
  gph_unlock(&l->lock);
  pop(s);
  go_on(h);
}

void gph_strand_loop_over(GphHec *h, struct GphLoopPaths **paths) {
  GphStrand *s = running(h);
  gph_lock(&loops);
  struct GphLoopPaths *l = *paths;
  *paths = NULL;
  gph_unlock(&loops);
  gph_lock(&l->lock);
  if (s) gph_path_join(&s->path, &l->end);
  gph_unlock(&l->lock);
  loop_drop(l);
  go_on(h);
}

// ---- pieces of work that a library has its threads run: GPH.Strand in the stdlib. A moment is a path in a byte array
// of n bytes. The HEC keeps running.
static GphHec *self(void) { return gph_worker_self()->hec; }
I gph_strands_watched(void) { return gph_flags.scaling; }
I gph_moment_size(void) {
  if (!GPH_SCALING) return 0;
  GphStrand *s = running(self());
  go_on(self());
  // one more: a site that time passed at since
  return s ? (I)(2 * sizeof(W) + (s->path.used + 1) * sizeof(GphShare)) : 0;
}
void gph_moment_here(W *to, I n) {
  GphStrand *s = running(self());
  const uint32_t room = (uint32_t)(((size_t)n - 2 * sizeof(W)) / sizeof(GphShare)),
                 used = s->path.used < room ? s->path.used : room;
  to[0] = s->path.span;
  to[1] = s->path.links;
  memcpy(&to[2], s->path.shares, used * sizeof(GphShare));
  memset((GphShare *)&to[2] + used, 0xff, (room - used) * sizeof(GphShare));  // no sites
  go_on(self());
}
static GphPath moment(W *b, I n) {
  GphPath p = {.span = b[0], .links = b[1], .shares = (GphShare *)&b[2]};
  const uint32_t room = (uint32_t)(((size_t)n - 2 * sizeof(W)) / sizeof(GphShare));
  while (p.used < room && p.shares[p.used].site < GPH_SITES) p.used++;
  return p;
}
void gph_moment_after(W *b, I n) {
  GphStrand *s = running(self());
  const GphPath p = moment(b, n);
  if (s) gph_path_join(&s->path, &p);
  go_on(self());
}

// ---- sparks
W gph_strand_body(W x) {
  if ((x & 7) != 0 || gph_load_acquire((W *)x) != (W)&gph_strand_info) return x;
  return gph_untag(gph_load_relaxed((W *)x + 2))[1];
}

// x, a thunk by its info pointer i, which the caller has read, becomes one whose evaluation is seen: a strand that
// begins where p ends or, if the site is none, a part of whatever strand comes to it. What it then is, or 0 if somebody
// evaluates it by now. (Not read again: another HEC may have made a black hole of it, to be taken away from it here.)
static W see(GphHec *h, W x, const GphInfo *i, const GphPath *p, uint32_t site) {
  W *t = (W *)x;
  const W info = (W)i;
  const size_t words = gph_closure_words(t, i);
  if (info == (W)&gph_strand_over_info || words > 256) return 0;
  const bool seen = info == (W)&gph_strand_info;
  if (seen && (site == GPH_SITE_NONE || gph_untag(gph_load_relaxed(&t[2]))[3] != GPH_SITE_NONE)) return x;
  if (!gph_cas(&t[0], info, (W)&gph_whitehole_info)) return 0;  // somebody evaluates it by now, or sparks it
  W *body;
  if (seen) body = gph_untag(gph_untag(t[2])[1]);
  else {
    body = gph_alloc_side(h, words);
    body[0] = info;
    body[1] = 0;
    for (size_t k = 2; k < words; k++) body[k] = gph_load_relaxed(&t[k]);
  }
  const W made = made_of(h, (W)body, p, site);
  if (words >= 3) {
    // release publishes it; who came by the old info may read it, but will not get the thunk
    gph_store_relaxed(&t[2], made);
    gph_store_release(&t[0], (W)&gph_strand_info);
  } else {  // without free variables there is no room for it
    W *z = gph_alloc_side(h, 3);
    z[0] = (W)&gph_strand_info;
    z[1] = 0;
    z[2] = made;
    gph_tsan_release(z);
    gph_store_release(&t[1], (W)z);
    gph_store_release(&t[0], (W)&gph_ind_info);
    x = (W)z;  // t[1] may be another one by now
  }
  if ((W)t >= gph_old_base) gph_remember(h, t);
  if (site == GPH_SITE_NONE) h->strand_clock->seeing += SEEN_COST;
  return x;
}

// Thunks that x, an object, leads to, without going into what is a strand or seen: their evaluation is seen.
enum { OF_SPARK = 32, OF_VALUE = 8 };
static void see_all(GphHec *h, W x, int most) {
  if (!can_see(h->strand_clock)) return;
  W todo[OF_SPARK];
  int used = 0;
#define REACH(y) \
  do { \
    const W y_ = (y); \
    if (used < most && (y_ & 7) != 7 && (y_ & 7) != GPH_TAG_UPDATE && gph_in_heap((W)gph_untag(y_))) \
      todo[used++] = y_; \
  } while (0)
  REACH(x);
  for (int at = 0; at < used; at++) {
    W *q = gph_untag(todo[at]);
    const GphInfo *i = (const GphInfo *)gph_load_acquire(q);
    switch ((GphKind)i->kind) {
      case GphKind_Con:
        for (unsigned k = 0; k < i->ptrs; k++) REACH(gph_load_relaxed(&q[1 + k]));
        break;
      case GphKind_Fun:
        for (unsigned k = 0; k < i->ptrs; k++) REACH(gph_load_relaxed(&q[1 + k]));
        break;
      case GphKind_Pap:
        REACH(q[1]);
        for (W k = 0; k < q[2]; k++) REACH(gph_load_relaxed(&q[3 + k]));
        break;
      case GphKind_Ind: REACH(gph_load_acquire(&q[1])); break;
      // Whoever claims it writes its first two words alone, and who sees it at the same time writes `made` into the
      // third, which leads to the same.
      case GphKind_Thunk:
        if ((W)i == (W)&gph_strand_info || (W)i == (W)&gph_strand_over_info) break;
        for (unsigned k = 0; k < i->ptrs; k++) REACH(gph_load_relaxed(&q[2 + k]));
        if (at > 0) see(h, (W)q, i, NULL, GPH_SITE_NONE);
        break;
      case GphKind_ThunkAp:
        REACH(gph_load_relaxed(&q[2]));
        for (W k = 0; k < q[3]; k++) REACH(gph_load_relaxed(&q[4 + k]));
        if (at > 0) see(h, (W)q, i, NULL, GPH_SITE_NONE);
        break;
      case GphKind_ThunkSel:
        REACH(gph_load_relaxed(&q[2]));
        if (at > 0) see(h, (W)q, i, NULL, GPH_SITE_NONE);
        break;
      case GphKind_ThunkOnce:  // nobody shares it
      case GphKind_ThunkStatic:
      case GphKind_BlackHole:
      case GphKind_Raise:
      case GphKind_Bytes:
      case GphKind_Array:
      case GphKind_MutVar:
      case GphKind_MVar:
      case GphKind_TVar:
      case GphKind_Weak:
      case GphKind_StableName:
      case GphKind_Thread:
      case GphKind_FetchMe:
      case GphKind_count: break;
    }
  }
#undef REACH
  go_on_seen(h);
}

W gph_strand_spark(GphHec *h, W x, uint32_t site) {
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
  GphStrand *s = running(h);
  switch ((GphKind)i->kind) {
    case GphKind_ThunkStatic: spark_caf(s, x, site); break;
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel: {
      see_all(h, x, OF_SPARK);
      const W y = see(h, x, i, s ? &s->path : &(GphPath){.span = 0}, site);
      if (y) x = y;
      break;
    }
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Raise:
    case GphKind_Bytes:
    case GphKind_Array:
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Weak:
    case GphKind_StableName:
    case GphKind_Thread:
    case GphKind_FetchMe:
    case GphKind_count:
    default: break;
  }
  go_on(h);
  return x;
}

// The running thread has claimed a thunk that was sparked, or whose evaluation is seen. The body, to be entered;
// R->ret[1]: twice the strand's depth; or twice how often it has leant on what has a path, and 1.
W gph_strand_begin_c(GphReg *R, W made) {
  GphHec *h = gph_hec_of(R);
  GphStrands *s = R->thread->strands;
  W *m = gph_untag(made);
  gph_tsan_acquire(m);
  if (m[3] == GPH_SITE_NONE) {
    R->ret[1] = s->stack[s->depth].leans << 1 | 1;
    return m[1];
  }
  look(h);
  const GphPath path = gph_path_at(m[2]);
  GphStrand *n = push(s);
  begin(h, n, (uint32_t)m[3], &path);
  R->ret[1] = (W)s->depth << 1;
  go_on(h);
  return m[1];
}

// The body has a value: what the thunk is to be updated with.
W gph_strand_end_c(GphReg *R, W value, W begun) {
  GphHec *h = gph_hec_of(R);
  GphStrands *s = R->thread->strands;
  look(h);
  if ((begun & 1) == 0) {
    gph_strands_unwind(R->thread, (uint32_t)(begun >> 1));  // none, unless something went by without us
    GPH_ASSERT(s->depth == begun >> 1 && s->depth > 0);
    GphStrand *n = pop(s);
    ended(h, &n->path);
    const W path = store(h, &n->path);
    s->stack[s->depth].leans++;
    go_on(h);
    see_all(h, value, OF_VALUE);
    gph_store_relaxed(&h->strand_clock->taken, h->strand_clock->taken + n->own);
    value = over(h, path, value, 0, n->own);
    go_on(h);
    return value;
  }
  GphStrand *n = &s->stack[s->depth];
  if (n->site == GPH_SITE_NONE || !can_see(h->strand_clock)) return value;
  const bool keep = n->leans != begun >> 1 || n->own - n->kept >= part_of(n);
  see_all(h, value, OF_VALUE);
  if (keep) {
    value = over(h, stands_at(h, n), value, FRUITLESS - SEEN_JOINS, 0);
    h->strand_clock->seeing += KEPT_COST;
  }
  go_on_seen(h);
  return value;
}

// The running thread needs the value that x stands for.
W gph_strand_join_c(GphReg *R, W x) {
  GphHec *h = gph_hec_of(R);
  GphStrands *s = R->thread->strands;
  GphStrand *here = &s->stack[s->depth];
  W *p = (W *)x;
  gph_tsan_acquire(p);
  const W value = p[2];
  const GphPath path = gph_path_at(p[3]);
  if (here->site == GPH_SITE_NONE) return value;
  // relaxed, and not counted exactly: two may come at once
  const W took = gph_load_relaxed(&p[5]);
  if (took) {
    gph_store_relaxed(&p[5], (W)0);
    gph_store_relaxed(&h->strand_clock->needed, h->strand_clock->needed + took);
  }
  here->leans++;
  if (path.span != here->joined && !gph_path_before(&path, &here->path)) {
    look(h);
    const bool later = gph_path_join(&here->path, &path);
    here->joined = path.span;
    go_on(h);
    if (later) return value;
  }
  const W joins = gph_load_relaxed(&p[4]);  // relaxed, and not counted exactly: it need not be
  if (joins < FRUITLESS) gph_store_relaxed(&p[4], joins + 1);
  else {
    gph_store_release(&p[1], value);
    gph_store_release(&p[0], (W)&gph_ind_info);
    if (x >= gph_old_base && value < gph_old_base && value >= gph_young_base) gph_remember(h, p);
  }
  return value;
}

// ---- the end
void gph_strands_stop(GphHec *h) {
  if (!h || !h->current || !h->current->strands) return;
  GphStrands *s = h->current->strands;
  gph_strand_pause(h);
  for (uint32_t k = 0; k <= s->depth; k++)
    if (s->stack[k].site != GPH_SITE_NONE) ended(h, &s->stack[k].path);
}

uint64_t gph_strands_unneeded(void) {
  uint64_t taken = 0, needed = 0;
  for (int i = 0; i < gph_hecs_now(); i++) {
    needed += gph_load_relaxed(&gph_hecs[i]->strand_clock->needed);
    taken += gph_load_relaxed(&gph_hecs[i]->strand_clock->taken);
  }
  return taken > needed ? taken - needed : 0;
}

void gph_strands_total(uint64_t *work, uint64_t *strands, GphPath *longest) {
  memset(work, 0, GPH_SITES * sizeof *work);
  memset(strands, 0, GPH_SITES * sizeof *strands);
  *longest = (GphPath){.span = 0};
  for (int i = 0; i < gph_hecs_now(); i++) {
    GphStrandClock *c = gph_hecs[i]->strand_clock;
    for (int k = 0; k < GPH_SITES; k++) {
      work[k] += gph_load_relaxed(&c->work[k]);
      strands[k] += gph_load_relaxed(&c->strands[k]);
    }
    gph_lock(&c->lock);
    gph_path_join(longest, &c->longest);
    gph_unlock(&c->lock);
  }
}
