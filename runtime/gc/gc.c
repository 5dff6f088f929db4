// gc.c: the collector: two generations, ageing once; what is young is copied, what is old is copied or marked in place. This file: when, in which order, and the book-keeping.
//
//     nursery of each HEC  --survive-->  aged space  --survive-->  old generation
//     (young range)                      (young range)             (old range)
//
// A YOUNG collection copies what is reachable in nursery and aged space; its roots are the threads that ran, the run queues, the entered
// CAFs and the remembered sets. A MAJOR one deals with everything: the old generation is copied, or marked where it is (gc/mark.c), and with -c then
// slid together (gc/compact.c). Large objects change lists instead of being copied. The world is stopped meanwhile (sched/stw.c); the HEC that asked
// for the collection leads it, others may help (gc/parallel.c).
//
// Ageing is essential: a thunk at the front of a lazily consumed list would otherwise be promoted, updated, remembered, and keep
// everything produced afterwards for a whole major cycle.
//
// Order of a collection:
//   1. from-space: every block of it has GPH_BS_FROM in its state already, but for the old generation (major: set now)
//   2. roots; scavenge to the end
//   3. weak pointers: keys that are alive keep values and finalisers alive; repeat
//   4. threads not reached: blocked ones get an exception (and are kept alive), then 2 and 3 again
//   5. dead weak pointers; threads not reached now, finished and frozen ones, are freed; stable names, spark pools
//   6. from-space is freed; with -c, major: the old generation slides, and every reference to it follows; sizes for the next time are decided
#include "gc/gc.h"
#include "gc/compact.h"
#include "gc/copy.h"
#include "gc/evac.h"
#include "gc/mark.h"
#include "gc/parallel.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/remember.h"
#include "gc/roots.h"
#include "gc/sanity.h"
#include "gc/scav.h"
#include "gc/weak.h"
#include "eval/blackhole.h"
#include "eval/stack.h"
#include "heap/alloc.h"
#include "heap/gc_stats.h"
#include "heap/pin.h"
#include "prim/stable.h"
#include "prim/stm.h"
#include "sched/loop.h"
#include "sched/spark.h"
#include "sched/deadlock.h"
#include "prof/spark_sites.h"
#include "prof/eventlog.h"
#include "prof/stats.h"
#include "prof/strands.h"
#include "sched/schedule.h"
#include "sched/stw.h"
#include <stdlib.h>
#include <string.h>

static size_t old_limit;                   // blocks of old generation that make the next collection a major one
static bool overflow_raised;               // -M was exceeded and the exception is out

static double survived = 1;                // the part of the old generation that was alive at the last major collection
static size_t promoted_young;              // words, by the last young collection
static size_t words_at_major, allocated_since;   // the old generation after the last major collection; what was allocated since
static size_t large_before;                // large_old_blocks before the major collection that is running
static size_t old_words;                   // of objects in the groups of the old generation: alive at the last major collection, or promoted since

// What cannot be filled any more: without the holes.
static size_t old_blocks_used(void) { return gph_block_in_use(GPH_SPACE_OLD) - gph_hole_blocks() + gc.large_old_blocks; }

// Groups that were from-space and are it again: somebody has pinned an array in them. See Note [Pinned for a while] in heap/pin.c.
static GphBlock *kept_young, *kept_old;
static void keep(GphBlock *b, GphBlock **kept) {
  gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
  b->link = *kept;
  *kept = b;
}
static void free_or_keep(GphBlock *list, GphBlock **kept) {
  for (GphBlock *b = list, *next; b; b = next) {
    next = b->link;
    if (gc.pins && gph_pinned_in(b)) keep(b, kept);
    else gph_block_free(b);
  }
}

// ---- 1. from-space
static void add_large_from(GphBlock *list) {
  while (list) {
    GphBlock *next = list->link;
    list->link = gc.large_from.link;
    list->back = &gc.large_from;
    if (list->link) list->link->back = list;
    gc.large_from.link = list;
    list = next;
  }
}

// A HEC's root unit (Note [Root units] in parallel.c): what its owner filled since the last collection becomes the collector's, before anybody fills it again.
static void prepare_unit(GphHec *h, bool major) {
  GphGcWorker *w = h->gc_worker;
  w->remembered = gph_remember_take(h);
  w->dirty = NULL;
  for (GphThread *t = h->dirty_threads, *next; t; t = next) {
    next = t->dirty_next;
    t->dirty_next = NULL;
    t->dirty = 0;
    // A young handle: scanned when (if) it is reached. Old: nobody will reach it in a young collection.
    if (!major && t->handle >= gph_old_base) {
      t->dirty_next = w->dirty;
      w->dirty = t;
    }
  }
  h->dirty_threads = NULL;
}

static void prepare_worker(GphGcWorker *w, bool major, GphBlock **aged_from, GphBlock **old_from) {
  w->promote = w->failed = w->in_phase = false;
  w->large_todo = w->large_done[0] = w->large_done[1] = NULL;
  w->thread_todo = NULL;
  w->mark_first = w->mark_last = NULL;
  w->ring_first = w->ring_end = 0;
  w->looked_at_words = w->marked_words = 0;
  GphDest *aged = &w->dest[GPH_DEST_AGED];
  if (aged->last) {
    aged->last->link = *aged_from;
    *aged_from = aged->first;
  }
  *aged = (GphDest){ 0 };
  if (!major) return;
  if (gc.marking) {
    gph_mark_prepare(w, old_from);
    return;
  }
  for (GphBlock *b = w->old_groups, *next; b; b = next) {
    next = b->link;
    gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
    b->link = *old_from;
    *old_from = b;
  }
  w->old_groups = NULL;
}

static void prepare(bool major, GphBlock **aged_from, GphBlock **old_from) {
  gc.major = major;
  gc.reach = (major ? gph_heap_end : gph_old_base) - gph_young_base;
  gc.marking = major && gph_mark_choose(gph_block_in_use(GPH_SPACE_OLD));
  if (gc.marking) gph_gc_stats.marked++;
  if (major) gph_holes_forget();
  gc.lock_all = gph_flags.gc_lock_all || gph_load_relaxed(&gph_weak_values) || gph_load_relaxed(&gph_stable_values);
  gc.large_from.link = gc.large_from.back = NULL;
  gc.pins = gph_pins_begin();
  *aged_from = kept_young;
  *old_from = major ? kept_old : NULL;
  kept_young = NULL;
  if (major) kept_old = NULL;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    add_large_from(h->large);
    h->large = h->pinned = NULL;
    prepare_unit(h, major);
    prepare_worker(h->gc_worker, major, aged_from, old_from);
  }
  add_large_from(gph_large_aged);
  gph_large_aged = NULL;
  if (major) {
    for (GphBlock *b = gph_large_old; b; b = b->link) gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
    add_large_from(gph_large_old);
    gph_large_old = NULL;
    large_before = gc.large_old_blocks;
    gc.large_old_blocks = 0;
  }
}

// ---- 2. roots
void gph_gc_scan_unit(GphGcWorker *w, GphHec *h) {
  GphGcWorker *unit = h->gc_worker;
  GPH_GC_CALL(gph_scavenge_remembered, w, unit->remembered);
  for (GphThread *t = unit->dirty, *next; t; t = next) {
    next = t->dirty_next;
    t->dirty_next = NULL;
    GPH_GC_CALL(gph_scan_thread, w, t);
  }
  GphCopying c = gph_copying(w);
  gph_roots_of(&c.v, h, GPH_ROOTS_STRONG);
}

// Everything that can be reached from the roots so far.
static void trace(GphGcWorker *w, int workers, bool roots) {
#ifdef GPH_THREADED
  if (workers > 1) {
    gph_gc_phase(w, roots);
    return;
  }
#endif
  if (roots)
    for (int i = 0; i < gph_hecs_used; i++) gph_gc_scan_unit(w, gph_hecs[i]);
  gph_scavenge_seq(w);
}

// ---- 4. threads
static bool handle_dead(W handle) {
  return gph_in_heap(handle) && (gc.major || handle < gph_old_base) && gph_not_reached(handle, gph_block_state(handle));
}

static void unlink_thread(GphThread **list, GphThread *t) {
  if (t->all_prev) t->all_prev->all_next = t->all_next;
  else *list = t->all_next;
  if (t->all_next) t->all_next->all_prev = t->all_prev;
}
static void link_thread(GphThread **list, GphThread *t) {
  t->all_prev = NULL;
  t->all_next = *list;
  if (*list) (*list)->all_prev = t;
  *list = t;
}
static void take_new_threads(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    for (GphThread *t = gph_hecs[i]->new_threads, *next; t; t = next) {
      next = t->all_next;
      link_thread(&gph_threads_young, t);
    }
    gph_hecs[i]->new_threads = NULL;
  }
}

// Threads of *list that were not reached and wait for something: to *lost (kept alive by gph_gc_run). Finished and frozen ones: What keeps the lost ones
// alive may reach them, and so may finalisers: gph_gc_run comes back to them (reap).
static void sort_threads(GphThread **list, GphThread **lost) {
  for (GphThread *t = *list, *next; t; t = next) {
    next = t->all_next;
    if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED || t->state == GPH_T_REMOTE || t->state == GPH_T_FROZEN || !handle_dead(t->handle)) continue;
    t->gc_next = *lost;
    *lost = t;
  }
}
// Everything has been traced: who was not reached is freed, the others are in the list of their handle's generation.
static void reap(GphThread **list, GphThread **dead) {
  for (GphThread *t = *list, *next; t; t = next) {
    next = t->all_next;
    if (handle_dead(t->handle)) {
      unlink_thread(list, t);
      t->all_next = *dead;
      *dead = t;
    } else if (list == &gph_threads_young && t->handle >= gph_old_base) {
      unlink_thread(list, t);
      link_thread(&gph_threads_old, t);
    }
  }
}

// ---- -M
static size_t heap_bytes(void) { return (gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD)) * GPH_BLOCK_SIZE; }

bool gph_check_heap_limit(GphReg *R, size_t more) {
  if (gph_flags.max_heap == 0 || heap_bytes() + more <= gph_flags.max_heap) return true;
  gph_collect(gph_hec_of(R), GPH_GC_MAJOR);
  return heap_bytes() + more <= gph_flags.max_heap;
}

// ---- 6. sizes
#define MARK_FACTOR 1.6
#define GROWTH_FACTOR 3.0
enum { LITTLE = 4096 };                    // blocks: 16 MiB
#define GROWTH_LEAST 0.05
#define MB_PER_BLOCKS (256.0 / (GPH_MB_BLOCKS - GPH_COPY_BLOCKS / 2))   // what a block costs with its share of its megablock's header, and of what is left over there
// Note [How long -c waits]
// ~~~~~~~~~~~~~~~~~~~~~~~~
// By how many blocks the old generation may grow until the next major collection. The whole heap, with nurseries, their survivors, and what the next major collection
// promotes before it frees anything, is to stay within `factor` times what is alive then.
// What is alive then, nobody knows. If nothing of what will be promoted lived, it would be what is alive now: so with -F. But then a map that only grows is collected, each
// time it has grown by a tenth, to no effect (40 MB of it: 47 major collections, seven times the time of the default). So without -F as much of it is taken to live as lived of
// late: where a fraction d of what was promoted died (the larger one of the last two times), growth by g leaves garbage of d g, and factor (live + (1-d) g) >= live + g.
// But never by more than half of what is alive, since that may be wrong.
// And where all that is promoted replaces something (a map of constant size whose keys change) the room that 1.3 leaves is soon full; then collections would go through
// many times as many words as the program allocates. Without -F they wait until it has allocated as many words as the last one went through; but
// not longer than with a factor of 2.
static struct { double died[2]; size_t promoted, allocated, work; } since_major = { .died = { 1, 1 } };   // words; up to the last major collection, from the one before on
#define GROWTH_MOST 0.5
static double compact_room(double factor, size_t live_words) {
  double all = (double)live_words / (GPH_BLOCK_SIZE / sizeof(W)) * factor;
  double used = (double)(gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD) - gph_hole_blocks()), nurseries = 2 * (double)gph_hecs_used * (double)gph_blocks_for(gph_nursery_size());
  return all / MB_PER_BLOCKS - 2 * GPH_MB_BLOCKS - used - nurseries;   // the last megablock of each range is not full
}
static double compact_growth(double factor, double objects, size_t live_words) {
  double room = compact_room(factor, live_words);
  if (room < objects * GROWTH_LEAST) room = objects * GROWTH_LEAST;
  if (gph_flags.old_factor) return room;
  double died = since_major.died[0] > since_major.died[1] ? since_major.died[0] : since_major.died[1], left = 1 - factor * (1 - died);
  double most = room > objects * GROWTH_MOST ? room : objects * GROWTH_MOST, growth = left * most > room ? room / left : most;
  if (since_major.allocated > 0) {
    double needed = (double)since_major.promoted / (GPH_BLOCK_SIZE / sizeof(W)) * (double)since_major.work / (double)since_major.allocated;
    most = compact_room(2, live_words);
    if (needed > most) needed = most;
    if (growth < needed) growth = needed;
  }
  return growth;
}

static void decide_sizes(bool major, size_t live_words) {
  if (!major) return;
  // What is in gaps between objects does not let more garbage accumulate before the next major collection.
  size_t live = old_blocks_used(), objects = old_words / (GPH_BLOCK_SIZE / sizeof(W)) + gc.large_old_blocks;
  double factor = gph_old_factor(), limit = (double)live + (double)objects * (factor - 1);
  static size_t objects_before;                                      // at the last major collection
  if (gph_flags.old_factor == 0 && !gph_flags.compact) {
    double grown = (double)live + (double)objects * (GROWTH_FACTOR - 1);
    if (survived >= 0.9 && 2 * objects >= 3 * objects_before && (grown <= LITTLE || gph_mark_choose((size_t)grown))) {
      // The heap grows and hardly anything dies: collections are in vain. Fewer of them, unless that would need much more memory for copying.
      limit = grown;
    } else if (survived < 0.8 && gph_mark_choose((size_t)limit)) {
      // Marking moves little and needs no room, so it may come more often, for the sake of memory; but not so that it would be copying again.
      limit = (double)live + (double)objects * (MARK_FACTOR - 1);
      while (!gph_mark_choose((size_t)limit)) limit++;
    }
  }
  objects_before = objects;
  if (gph_flags.compact) limit = (double)live + compact_growth(factor, (double)objects, live_words);
  // With several HECs a collection stops all: one for the little that their nurseries left behind is not worth it.
  size_t least = gph_blocks_for((size_t)512 << 10), half = (size_t)gph_hecs_sharing() * gph_blocks_for(gph_nursery_size()) / 2;
  if (gph_hecs_used > 1 && !gph_flags.compact && least < half) least = half;
  if (gph_flags.suggested_heap) {
    size_t want = gph_blocks_for(gph_flags.suggested_heap);
    if (want / 2 > least) least = want / 2;
  }
  old_limit = limit < (double)least ? least : (size_t)limit;
  if (gph_flags.max_heap) {
    // Room for the copy, if it is copied; never below what is live already.
    size_t max = gph_blocks_for(gph_flags.max_heap), nursery = (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    size_t room = max > nursery + live ? max - nursery - live : 0;
    if (gph_flags.compact) room = max > 2 * nursery ? max - 2 * nursery : 0;
    if (old_limit > room) old_limit = room > live ? room : live + live / 8 + 16;
  }
}

// ---- A collection, phase by phase
enum { FEW = 64 };
typedef struct {                           // the leader's, while it runs
  GphHec *h;
  GphGcWorker *w;
  GphGcKind kind;
  bool major;
  int workers;                             // the most that may take part
  int64_t begun, cpu_begun;                // ns
  uint64_t allocated;                      // bytes since the last collection
  GphBlock *aged_from, *old_from;          // from-space
  GphThread *lost_few[FEW], **lost;        // threads that nobody could wake: they get exceptions when the heap is whole again
  size_t lost_count, lost_room;
  GphThread *dead;                         // threads that are not reached, through all_next
  // What the workers did, in words:
  size_t copied, marked, promoted, looked_at, aged;   // promoted: of copied; aged: likewise
  size_t most;                             // copied or marked by one worker
  int took_part;
  uint64_t live;                           // bytes
  uint64_t balanced;                       // words: GphGcStats.par_balanced_words
  size_t slop;                             // bytes
} Collection;
static size_t expected_words[2];           // what a young and a major collection dealt with the last time

static Collection begin(GphHec *h, GphGcKind kind) {
  Collection c = { .h = h, .w = h->gc_worker, .kind = kind, .begun = gph_os_clock_ns(), .cpu_begun = gph_stats_cpu_ns() };
  gph_log_gc_begins(h);
  if (old_limit == 0) decide_sizes(true, 0);
  c.major = kind != GPH_GC_YOUNG || gph_flags.generations == 1 || old_blocks_used() >= old_limit;
  gph_gc_number++;
  if (kind >= GPH_GC_IDLE) gph_gc_stats.idle++;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    size_t n = gph_nursery_used(e) + e->large_bytes;
    e->allocated += n;
    e->large_bytes = 0;
    c.allocated += n;
  }
  c.workers = gph_gc_choose(c.major, expected_words[c.major]);
  take_new_threads();
  prepare(c.major, &c.aged_from, &c.old_from);
  gph_weak_begin(c.major);
  return c;
}

// 2 and 3.
static void trace_roots(Collection *c) {
  GphCopying copying = gph_copying(c->w);
  gph_roots_common(&copying.v, GPH_ROOTS_STRONG);
  trace(c->w, c->workers, true);
  while (gph_weak_step(c->w)) trace(c->w, c->workers, false);
}

static void add_lost(Collection *c, GphThread *t) {
  if (c->lost_count == c->lost_room) {
    GphThread **bigger = malloc(2 * c->lost_room * sizeof *bigger);
    if (!bigger) gph_fail(251, "out of memory");
    memcpy(bigger, c->lost, c->lost_room * sizeof *bigger);
    if (c->lost != c->lost_few) free(c->lost);
    c->lost = bigger;
    c->lost_room *= 2;
  }
  c->lost[c->lost_count++] = t;
}
// 4, and the finalisers of what has died.
static void trace_lost_threads(Collection *c) {
  GphThread *lost = NULL;
  sort_threads(&gph_threads_young, &lost);
  if (c->major) sort_threads(&gph_threads_old, &lost);
  c->lost = c->lost_few;
  c->lost_room = FEW;
  for (GphThread *t = lost, *next; t; t = next) {
    next = t->gc_next;
    add_lost(c, t);
  }
  for (size_t i = 0; i < c->lost_count; i++) gph_evac_root(c->w, &c->lost[i]->handle);
  trace(c->w, c->workers, false);
  while (gph_weak_step(c->w)) trace(c->w, c->workers, false);
  gph_weak_finish(c->w);
  trace(c->w, c->workers, false);
}

// 5. Everything has been reached.
static void prune(Collection *c) {
  if (c->major) reap(&gph_threads_old, &c->dead);
  reap(&gph_threads_young, &c->dead);
  gph_walks_update();
  gph_stable_names_prune(gph_is_alive);
  gph_sparks_prune(gph_is_alive);
  for (int i = 0; i < gph_hecs_used; i++) gph_sites_prune(gph_hecs[i], c->major);
  gph_loops_prune(gph_is_alive);
  gph_pins_prune(gph_is_alive);
#ifdef GPH_DIST
  gph_imports_prune(gph_is_alive);
#endif
}

// 6.
static void free_from_space(Collection *c) {
  for (GphThread *t = c->dead, *next; t; t = next) {
    next = t->all_next;
    gph_stm_abandon(t);                                              // of a frozen one
    gph_thread_free(t);
  }
  for (GphBlock *b = gc.large_from.link, *next; b; b = next) {
    next = b->link;
    gph_block_free(b);
  }
  free_or_keep(c->aged_from, &kept_young);
  free_or_keep(c->old_from, &kept_old);
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    gph_block_free_list(e->side);
    e->side = NULL;
    for (GphBlock **chunk = &e->nursery, *b; gc.pins && (b = *chunk);) {
      if (gph_pinned_in(b)) {
        *chunk = b->link;
        keep(b, &kept_young);
      } else
        chunk = &b->link;
    }
  }
}

// What a worker copied becomes from-space of the next collection, its large objects the heap's; its words are counted.
static void take_from_worker(Collection *c, GphGcWorker *w) {
  GphDest *aged = &w->dest[GPH_DEST_AGED], *old = &w->dest[GPH_DEST_OLD];
  size_t aged_now = 0, old_now = old->full_words + (old->last ? (size_t)(old->free - old->last->start) : 0);
  if (aged->last) aged->last->free = aged->free;
  for (GphBlock *b = aged->first; b; b = b->link) {
    aged_now += (size_t)(b->free - b->start);
    gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
  }
  for (int k = 0; k < 2; k++)
    for (GphBlock *b = w->large_done[k], *next; b; b = next) {
      GphBlock **to = k ? &gph_large_old : &gph_large_aged;
      next = b->link;
      b->link = *to;
      *to = b;
      if (k) gc.large_old_blocks += b->blocks;
    }
  c->aged += aged_now;
  c->promoted += old_now;
  c->copied += aged_now + old_now;
  c->marked += w->marked_words;
  c->looked_at += w->looked_at_words;
  if (aged_now + old_now + w->marked_words > c->most) c->most = aged_now + old_now + w->marked_words;
  c->took_part += w->in_phase;
}
static void take_from_workers(Collection *c) {
  for (int i = 0; i < gph_hecs_used; i++) take_from_worker(c, gph_hecs[i]->gc_worker);
  for (GphBlock *b = gph_large_aged; b; b = b->link) gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
}

static void close_gaps(Collection *c) {
  bool compacted = gc.marking && !gc.pins && gph_compact_wanted(c->marked);
  if (compacted) gph_compact();
  else if (gc.marking) gph_mark_sweep(c->marked);
  gph_gc_stats.compacted += compacted;
  for (int i = 0; i < gph_hecs_used; i++) gph_regions_done(gph_hecs[i]->gc_worker);
}

// What became of the old generation, for those who decide sizes; and how much is alive.
static void add_up(Collection *c) {
  // Of what was in the old generation, how much is still alive. Of what this collection promoted nobody knows how much was there: as much as the last one
  // promoted was not.
  if (c->major) survived = old_words + promoted_young ? (double)(c->marked + c->promoted) / (double)(old_words + promoted_young) : 1;
  else promoted_young = c->promoted;
  allocated_since += c->allocated / sizeof(W);
  if (c->major) {
    const size_t block = GPH_BLOCK_SIZE / sizeof(W), before = old_words + large_before * block, after = c->marked + gc.large_old_blocks * block;
    size_t died = before > after ? before - after : 0;
    since_major.promoted = before > words_at_major ? before - words_at_major : 0;
    since_major.died[1] = since_major.died[0];
    since_major.died[0] = died < since_major.promoted ? (double)died / (double)since_major.promoted : 1;
    since_major.allocated = allocated_since;
    since_major.work = c->marked + c->copied;
    words_at_major = after + c->promoted;
    allocated_since = 0;
  }
  old_words = (c->major ? c->marked : old_words) + c->promoted;
  expected_words[c->major] = c->copied + c->marked + c->looked_at;
  c->slop = gph_block_in_use(GPH_SPACE_OLD) * GPH_BLOCK_SIZE - old_words * sizeof(W);
  c->live = (old_words + (uint64_t)gc.large_old_blocks * (GPH_BLOCK_SIZE / sizeof(W))) * sizeof(W);
  c->live += c->aged * sizeof(W);
  for (GphBlock *b = gph_large_aged; b; b = b->link) c->live += (uint64_t)(b->free - b->start) * sizeof(W);
}

static void reset_nurseries(Collection *c) {
  if (gph_flags.generations == 1) gph_nursery_for_live(c->live, gph_mark_choose(gph_blocks_for(c->live)));
  else if (!c->major) gph_nursery_adapt(c->allocated, (c->copied + c->looked_at) * sizeof(W), old_blocks_used() * GPH_BLOCK_SIZE);
  for (int i = 0; i < gph_hecs_used; i++) gph_nursery_reset(gph_hecs[i]);
}

static void count(Collection *c) {
  GphGcStats *st = &gph_gc_stats;
  size_t traced = c->copied + c->marked;
  st->copied_bytes += c->copied * sizeof(W);
  st->traced_words += traced;
  if (c->took_part > 1) {
    c->balanced = (uint64_t)((double)(traced - c->most) * c->took_part / (c->took_part - 1));
    st->parallel[c->major]++;
    st->par_words += traced;
    st->par_balanced_words += c->balanced;
    if (c->took_part > st->most_workers) st->most_workers = c->took_part;
  }
  if (!c->major) return;
  st->live = c->live;
  if (c->live > st->max_live) st->max_live = c->live;
  st->major_samples++;
  if (c->slop > st->max_slop) st->max_slop = c->slop;
}

static void give_back_memory(Collection *c) {
  if (c->major) {
    // What the next major collection will need: growth up to the limit, and room for as much again to copy to. Pages given back before
    // would be cleared by the system once more.
    size_t need = gph_flags.compact ? old_limit : 2 * old_limit, have = gph_block_in_use(GPH_SPACE_OLD);
    // The young range: until then nurseries and their survivors come and go, and large objects, which stay there when they are old.
    size_t young = (gph_flags.compact ? 0 : old_limit) + 4 * (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    gph_block_release((young >> 8) + 4, ((need > have ? need - have : 0) >> 8) + 4);
    gph_stack_release();
  }
  gph_stack_collected(c->major);
}

// -M
static void look_at_limit(Collection *c) {
  if (gph_flags.max_heap == 0) return;
  if (c->live + (uint64_t)gph_hecs_used * gph_flags.nursery > gph_flags.max_heap) {
    if (c->major) gph_heap_overflow(c->h, overflow_raised), overflow_raised = true;
    else old_limit = 0;                                              // look again with a major collection
  } else if (c->major) overflow_raised = false;
  if (!c->major && old_limit == 0) old_limit = 1;
}

static void report(Collection *c) {
  GphGcStats *st = &gph_gc_stats;
  size_t traced = c->copied + c->marked;
  int64_t dt = gph_os_clock_ns() - c->begun, dc = gph_stats_cpu_ns() - c->cpu_begun;   // of other HECs' owners: gc_cpu_ns
  gph_gc_learn(c->major, expected_words[c->major], dt, traced ? 100.0 * (double)c->balanced / (double)traced : 0);
  st->collections[c->major]++;
  st->elapsed_ns[c->major] += dt;
  st->cpu_ns[c->major] += dc;
  if (dt > st->max_pause_ns[c->major]) st->max_pause_ns[c->major] = dt;
  gph_stats_collection(c->major, c->allocated, c->copied * sizeof(W), c->live, dc, dt);
  const bool several = c->took_part > 1;
  gph_log_gc_ends(c->h, &(GphGcReport){ .major = c->major, .workers = several ? c->took_part : 1, .copied = c->copied * sizeof(W), .most_copied = several ? c->most * sizeof(W) : 0,
                                        .balanced = c->balanced * sizeof(W), .slop = c->slop, .live = c->live });
}

void gph_gc_run(GphHec *h, GphGcKind kind) {
  GPH_ASSERT(!gc.parallel && h->gc_worker);
  Collection c = begin(h, kind);
  trace_roots(&c);
  trace_lost_threads(&c);
  prune(&c);
  free_from_space(&c);
  take_from_workers(&c);
  close_gaps(&c);
  add_up(&c);
  decide_sizes(c.major, c.live / sizeof(W));
  reset_nurseries(&c);
  count(&c);
  give_back_memory(&c);
  if (gph_flags.sanity) gph_sanity_check();
  look_at_limit(&c);
  report(&c);
  gph_weak_run(h);
  gph_resurrect(h, c.lost, c.lost_count);
  if (c.lost != c.lost_few) free(c.lost);
}

void gph_collect(GphHec *h, GphGcKind kind) {
  GphReg *R = &h->reg;
  GphThread *t = h->current;
  if (t) {
    if (GPH_SCALING) gph_strand_pause(h);
    gph_thread_save(R);
    gph_pause_thread(h, t);
    gph_log_stopped(t, GPH_STOP_HEAP);
  }
  gph_log_gc_requested(h);
  // Another HEC may have collected while this one waited; that is good enough for a full nursery.
  uint64_t before = gph_load_relaxed(&gph_gc_number);
  gph_stw_begin(h);
  if (kind != GPH_GC_YOUNG || before == gph_gc_number) gph_gc_run(h, kind);
  gph_stw_end(h);
  if (t) {
    gph_log_running(t);
    if (GPH_SCALING) gph_strand_resume(h);
  }
  gph_thread_resumed(h);
}
