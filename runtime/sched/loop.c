// loop.c: handing out the batches of a parallel loop. Plain C without the heap: testsuite/unit/loop_test.cc runs it
// alone, also under ThreadSanitizer.
//
// Note [Loop scheduling]
// ~~~~~~~~~~~~~~~~~~~~~~
// The batches are divided into STRIPES, one for each HEC, core or socket (--loop-sched=hec, core, socket) or a single
// one (shared). A worker claims by a fetch-add on its home stripe's counter until that is used up, and goes on with the
// nearest other one: same core, same socket, elsewhere, each time in a ring. The caller's stripe is the first part of
// the range, so a loop that gets no help runs in order. A counter may overrun its end by one for each worker that looks
// once too often; batches * 2 < INT64_MAX, so nothing wraps.
//
// With combining (combine, async) stripes are per core, and so are COMBINERS: a worker writes REQUEST into its slot and
// tries to get the combiner's lock; the holder takes as many batches of the core's stripe as there are requests in one
// fetch-add and writes the answers. With async a worker leaves a REQUEST behind when it starts a batch, so that a
// neighbour who collects meanwhile serves it: then its next claim is a load and a store. The holder of the lock is an
// OS thread inside one call, which always comes to its end; who waits yields after a while.
//
// A batch is claimed once, so the result cannot depend on who ran it. When a batch raises, those above it are not
// handed out any more (claims skip them; a lower one still may be claimed, and raise); the lowest batch that raises is
// never skipped, so the exception that the loop raises is the same for every schedule.
//
// Orders: `next` only counts (relaxed). What the workers compute is published by the update of each helper's thunk, for
// which the caller waits. `failed` is lowered by a CAS; a late reader runs a batch for nothing. `run` is CASed by its
// worker between batches and by killers: only one of them wins, see gph_loop_kill.
#include "sched/loop.h"
#include "base/die.h"
#include <sched.h>

static GphLoopStripe *stripes(GphLoop *l) { return (GphLoopStripe *)(l + 1); }
static GphLoopCombiner *combiners(GphLoop *l) { return (GphLoopCombiner *)(stripes(l) + l->stripes); }
static GphLoopWorker *workers(GphLoop *l) { return (GphLoopWorker *)(combiners(l) + l->combiners); }

// ---- places
GphLoopPlaces gph_loop_places;

void gph_loop_places_init(const int *core, const int *package, int n) {
  GphLoopPlaces *p = &gph_loop_places;
  int cores = 0, sockets = 0;
  for (int i = 0; i < GPH_MAX_HECS; i++) {
    if (i >= n) {  // more HECs than processors
      p->core[i] = p->core[i % n];
      p->socket[i] = p->socket[i % n];
      continue;
    }
    p->core[i] = p->socket[i] = -1;
    for (int k = 0; k < i; k++) {
      if (package[k] != package[i]) continue;
      p->socket[i] = p->socket[k];
      if (core[k] == core[i]) p->core[i] = p->core[k];  // cores are numbered within their package
    }
    if (p->socket[i] < 0) p->socket[i] = sockets++;
    if (p->core[i] < 0) p->core[i] = cores++;
    p->socket_of[p->core[i]] = p->socket[i];
  }
}

void gph_loop_places_simulate(int sockets, int cores, int threads) {
  int core[GPH_MAX_HECS], package[GPH_MAX_HECS], n = sockets * cores * threads;
  if (n > GPH_MAX_HECS) n = GPH_MAX_HECS;
  for (int i = 0; i < n; i++) {
    core[i] = i / threads % cores;
    package[i] = i / threads / cores;
  }
  gph_loop_places_init(core, package, n);
}

// numbered by first appearance: the highest so far tells the number
static int groups(const int *of, int hecs) {
  int n = 0;
  for (int i = 0; i < hecs; i++)
    if (of[i] >= n) n = of[i] + 1;
  return n;
}

static int stripe_of(int sched, int hec) {
  const GphLoopPlaces *p = &gph_loop_places;
  switch ((GphLoopSched)sched) {
    case GPH_LOOP_SHARED: return 0;
    case GPH_LOOP_SOCKET: return p->socket[hec];
    case GPH_LOOP_CORE:
    case GPH_LOOP_COMBINE:
    case GPH_LOOP_ASYNC: return p->core[hec];
    case GPH_LOOP_HEC: return hec;
  }
  return 0;
}

static int stripe_count(int sched, int hecs) {
  const GphLoopPlaces *p = &gph_loop_places;
  switch ((GphLoopSched)sched) {
    case GPH_LOOP_SHARED: return 1;
    case GPH_LOOP_SOCKET: return groups(p->socket, hecs);
    case GPH_LOOP_CORE:
    case GPH_LOOP_COMBINE:
    case GPH_LOOP_ASYNC: return groups(p->core, hecs);
    case GPH_LOOP_HEC: return hecs;
  }
  return 1;
}

static bool combining(int sched) { return sched == GPH_LOOP_COMBINE || sched == GPH_LOOP_ASYNC; }

int gph_loop_group(int level, int hec) {
  return level <= 0 ? hec : level == 1 ? gph_loop_places.core[hec] : gph_loop_places.socket[hec];
}

// ---- set-up
size_t gph_loop_size(int hecs, GphLoopSched sched) {
  int n = stripe_count((int)sched, hecs);
  return sizeof(GphLoop) + (size_t)n * sizeof(GphLoopStripe) +
         (combining((int)sched) ? (size_t)n * sizeof(GphLoopCombiner) : 0) + (size_t)hecs * sizeof(GphLoopWorker);
}

void gph_loop_setup(GphLoop *l, int64_t batches, int level, int hec, int hecs, GphLoopSched sched) {
  GPH_ASSERT(batches >= 0 && hec >= 0 && hec < hecs);
  int n = stripe_count((int)sched, hecs);
  *l = (GphLoop){.batches = batches,
                 .sched = (int)sched,
                 .stripes = n,
                 .workers = hecs,
                 .combiners = combining((int)sched) ? n : 0,
                 .level = level,
                 .hec = hec,
                 .failed = INT64_MAX};
  int first = stripe_of((int)sched, hec);
  int64_t part = batches / n, more = batches % n, at = 0;
  for (int i = 0; i < n; i++) {
    GphLoopStripe *s = &stripes(l)[(first + i) % n];
    s->next = at;
    at += part + (i < more);
    s->end = at;
  }
  for (int i = 0; i < l->combiners; i++) combiners(l)[i] = (GphLoopCombiner){.cursor = {.home = i, .stripe = i}};
  for (int i = 0; i < hecs; i++)
    workers(l)[i] =
        (GphLoopWorker){.run = GPH_LOOP_BETWEEN, .slot = GPH_LOOP_NONE, .last = GPH_LOOP_NONE, .combiner = -1};
  gph_loop_start(l, 0, hec);
}

void gph_loop_start(GphLoop *l, int worker, int hec) {
  GPH_ASSERT(worker >= 0 && worker < l->workers);
  GphLoopWorker *w = &workers(l)[worker];
  int home = stripe_of(l->sched, hec);
  if (home >= l->stripes) home = 0;  // a HEC that came later (setNumCapabilities)
  w->cursor = (GphLoopCursor){.home = home, .stripe = home};
  w->hec = hec;
  // read by collectors, which only look at slots with a request
  if (l->combiners) gph_store_release(&w->combiner, home);
}

// ---- counters
static int distance(const GphLoop *l, int a, int b) {  // of stripes: 0 one core, 1 one socket, 2 farther
  const GphLoopPlaces *p = &gph_loop_places;
  if (l->sched == GPH_LOOP_SHARED || l->sched == GPH_LOOP_SOCKET) return 2;
  if (l->sched != GPH_LOOP_HEC) return p->socket_of[a] == p->socket_of[b] ? 1 : 2;
  return p->core[a] == p->core[b] ? 0 : p->socket[a] == p->socket[b] ? 1 : 2;
}

// Sets the cursor to the nearest stripe that it has not been at. False: it has been at all.
static bool next_stripe(const GphLoop *l, GphLoopCursor *c) {
  for (; c->distance <= 2; c->distance++, c->offset = 0)
    while (++c->offset < l->stripes) {
      int k = (c->home + c->offset) % l->stripes;
      if (distance(l, c->home, k) != c->distance) continue;
      c->stripe = k;
      return true;
    }
  return false;
}

// Up to `wanted` batches of the cursor's stripe that are not above the failed one: the first of them, and how many in
// *got; NONE when there are none.
static int64_t take_here(GphLoop *l, const GphLoopCursor *c, int64_t wanted, int64_t *got) {
  GphLoopStripe *s = &stripes(l)[c->stripe];
  int64_t last = gph_load_relaxed(&l->failed), next = gph_load_relaxed(&s->next);
  if (next >= s->end || next > last) return GPH_LOOP_NONE;
  int64_t b = gph_add_relaxed(&s->next, wanted);
  if (b >= s->end || b > last) return GPH_LOOP_NONE;
  *got = s->end - b < wanted ? s->end - b : wanted;
  return b;
}

// One batch, wherever there is one.
static int64_t take(GphLoop *l, GphLoopCursor *c) {
  int64_t got;
  for (;;) {
    int64_t b = take_here(l, c, 1, &got);
    if (b != GPH_LOOP_NONE || !next_stripe(l, c)) return b;
  }
}

bool gph_loop_left(GphLoop *l) {
  int64_t last = gph_load_relaxed(&l->failed);
  for (int i = 0; i < l->stripes; i++) {
    int64_t next = gph_load_relaxed(&stripes(l)[i].next);
    if (next < stripes(l)[i].end && next <= last) return true;
  }
  return false;
}

int gph_loop_hec(GphLoop *l, int worker) { return workers(l)[worker].hec; }

// ---- combining
// With the combiner's lock: answers self's request, and others as long as the home stripe lasts. Its batches go up, so
// one that is left in a slot is above what that worker runs; from other stripes it might be below, and wait behind a
// batch that need not be run if the lower one raises (or never ends).
static void collect(GphLoop *l, GphLoopWorker *self) {
  GphLoopCombiner *k = &combiners(l)[self->combiner];
  if (k->cursor.stripe == k->cursor.home) {
    int64_t asking = 0, got;
    for (int i = 0; i < l->workers; i++) {
      GphLoopWorker *w = &workers(l)[i];
      asking += gph_load_acquire(&w->combiner) == self->combiner && gph_load_acquire(&w->slot) == GPH_LOOP_REQUEST;
    }
    int64_t b = take_here(l, &k->cursor, asking, &got);
    if (b != GPH_LOOP_NONE) {
      gph_store_release(&self->slot, b++);
      for (int i = 0; i < l->workers && --got > 0; i++) {
        GphLoopWorker *w = &workers(l)[i];
        // Requests go away by answers only, and only we answer: there are still as many as counted.
        if (gph_load_acquire(&w->combiner) == self->combiner && gph_load_acquire(&w->slot) == GPH_LOOP_REQUEST)
          gph_store_release(&w->slot, b++);
        else got++;
      }
      return;
    }
  }
  gph_store_release(&self->slot, take(l, &k->cursor));
}

static int64_t combine(GphLoop *l, GphLoopWorker *w) {
  if (gph_load_acquire(&w->slot) == GPH_LOOP_NONE) gph_store_seq(&w->slot, (int64_t)GPH_LOOP_REQUEST);
  GphLoopCombiner *k = &combiners(l)[w->combiner];
  for (int spins = 0;; spins++) {
    int64_t b = gph_load_acquire(&w->slot);
    if (b != GPH_LOOP_REQUEST) {
      if (b != GPH_LOOP_NONE)
        gph_store_release(&w->slot, (int64_t)(l->sched == GPH_LOOP_ASYNC ? GPH_LOOP_REQUEST : GPH_LOOP_NONE));
      return b;
    }
    if (gph_load_relaxed(&k->lock) == 0 && gph_exchange(&k->lock, 1u) == 0) {
      if (gph_load_acquire(&w->slot) == GPH_LOOP_REQUEST) collect(l, w);
      gph_store_release(&k->lock, 0u);
      continue;
    }
    if (spins < 200) gph_pause();
    else sched_yield();
  }
}

// ---- claims
int64_t gph_loop_claim(GphLoop *l, int64_t worker) {
  GPH_ASSERT(worker >= 0 && worker < l->workers);
  GphLoopWorker *w = &workers(l)[worker];
  // A killer has marked it by now, or finds BETWEEN. The mark stays until gph_loop_current.
  int64_t was = gph_load_relaxed(&w->run);
  if (was == GPH_LOOP_KILLED || (was >= 0 && !gph_cas(&w->run, was, (int64_t)GPH_LOOP_BETWEEN))) return GPH_LOOP_KILLED;
  for (;;) {
    int64_t b = l->combiners ? combine(l, w) : take(l, &w->cursor);
    if (b > gph_load_relaxed(&l->failed)) continue;  // claimed before somebody raised
    w->last = b;
    if (b == GPH_LOOP_NONE) return b;
    gph_store_seq(&w->run, b);
    if (b > gph_load_seq(&l->failed)) {  // the killer lowers `failed` first, then looks at `run`
      if (!gph_cas(&w->run, b, (int64_t)GPH_LOOP_BETWEEN)) return GPH_LOOP_KILLED;
      continue;
    }
    return b;
  }
}

int64_t gph_loop_current(GphLoop *l, int64_t worker) {
  GphLoopWorker *w = &workers(l)[worker];
  int64_t was = gph_exchange(&w->run, (int64_t)GPH_LOOP_BETWEEN);
  return was == GPH_LOOP_KILLED ? GPH_LOOP_KILLED : w->last;
}

void gph_loop_fail(GphLoop *l, int64_t batch) {
  int64_t was = gph_load_seq(&l->failed);
  while (batch < was && !gph_cas(&l->failed, was, batch)) was = gph_load_seq(&l->failed);
}

int64_t gph_loop_kill(GphLoop *l, int64_t worker) {
  GPH_ASSERT(worker >= 0 && worker < l->workers);
  GphLoopWorker *w = &workers(l)[worker];
  int64_t b = gph_load_seq(&w->run);
  return b >= 0 && b > gph_load_seq(&l->failed) && gph_cas(&w->run, b, (int64_t)GPH_LOOP_KILLED);
}

int64_t gph_loop_wanted(GphLoop *l, int64_t worker) {
  GphLoopWorker *w = &workers(l)[worker];
  int64_t failed = gph_load_seq(&l->failed), run = gph_load_seq(&w->run), slot = gph_load_seq(&w->slot);
  return failed == INT64_MAX || run <= failed || (slot >= 0 && slot <= failed);
}
