// gc.c: the collector: two generations, ageing once; what is young is copied, what is old is copied or marked in place.
// This file: in which order, and the book-keeping; sizes.c says how often.
//
//     nursery of each HEC  --survive-->  aged space  --survive-->  old generation
//     (young range)                      (young range)             (old range)
//
// A YOUNG collection copies what is reachable in nursery and aged space; its roots are the threads that ran, the run
// queues, the entered CAFs and the remembered sets. A MAJOR one deals with everything: the old generation is copied, or
// marked where it is (gc/mark.c), and with -c then slid together (gc/compact.c). Large objects change lists instead of
// being copied. The world is stopped meanwhile (sched/stw.c); the HEC that asked for the collection leads it, others
// may help (gc/parallel.c).
//
// Ageing is essential: a thunk at the front of a lazily consumed list would otherwise be promoted, updated, remembered,
// and keep everything produced afterwards for a whole major cycle.
//
// Order of a collection:
//   1. from-space: every block of it has GPH_BS_FROM in its state already, but for the old generation (major: set now)
//   2. roots; scavenge to the end
//   3. weak pointers: keys that are alive keep values and finalisers alive; repeat
//   4. threads not reached: blocked ones get an exception (and are kept alive), then 2 and 3 again
//   5. dead weak pointers; threads not reached now, finished and frozen ones, are freed; stable names, spark pools
//   6. from-space is freed; with -c, major: the old generation slides, and every reference to it follows; sizes for the
//      next time are decided
#include "gc/gc.h"
#include "gc/census.h"
#include "gc/collection.h"
#include "gc/compact.h"
#include "gc/copy.h"
#include "gc/evac.h"
#include "gc/lost.h"
#include "gc/mark.h"
#include "gc/parallel.h"
#include "base/flags.h"
#include "base/os.h"
#include "heap/remember.h"
#include "gc/roots.h"
#include "gc/sanity.h"
#include "gc/scav.h"
#include "gc/sizes.h"
#include "gc/weak.h"
#include "gc/words.h"
#include "eval/blackhole.h"
#include "eval/stack.h"
#include "heap/alloc.h"
#include "heap/gc_stats.h"
#include "heap/pin.h"
#include "prim/misc.h"
#include "prim/stable.h"
#include "prim/stm.h"
#include "sched/loop.h"
#include "sched/spark.h"
#include "sched/deadlock.h"
#include "sched/hec.h"
#include "prof/spark_sites.h"
#include "prof/eventlog.h"
#include "prof/stats.h"
#include "prof/strands.h"
#include "prof/time_profile.h"
#include "sched/schedule.h"
#include "sched/stw.h"

// Groups that were from-space and are it again: somebody has pinned an array in them. See Note [Pinned for a while] in
// heap/pin.c.
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

// A HEC's root unit (Note [Root units] in parallel.c): what its owner filled since the last collection becomes the
// collector's, before anybody fills it again.
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
  *aged = (GphDest){0};
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

static void prepare(GphCollection *c) {
  const bool major = c->major;
  gc.major = major;
  gc.reach = (major ? gph_heap_end : gph_old_base) - gph_young_base;
  gc.marked_from = gc.marking ? gph_old_base : ~(W)0;
  gc.prefetch = gph_sizes_exceed_caches(major);
  if (gc.marking) gph_gc_stats.marked++;
  if (major) gph_holes_forget();
  gc.lock_all = gph_flags.gc_lock_all || gph_load_relaxed(&gph_weak_values) || gph_load_relaxed(&gph_stable_values);
  gc.large_from.link = gc.large_from.back = NULL;
  gc.pins = gph_pins_begin();
  c->aged_from = kept_young;
  c->old_from = major ? kept_old : NULL;
  kept_young = NULL;
  if (major) kept_old = NULL;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    add_large_from(h->large);
    h->large = h->pinned = NULL;
    prepare_unit(h, major);
    prepare_worker(h->gc_worker, major, &c->aged_from, &c->old_from);
  }
  add_large_from(gph_large_aged);
  gph_large_aged = NULL;
  if (major) {
    for (GphBlock *b = gph_large_old; b; b = b->link)
      gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
    add_large_from(gph_large_old);
    gph_large_old = NULL;
    c->large_before = gc.large_old_blocks;
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

// ---- A collection, phase by phase
static size_t expected_words[2];  // what a young and a major collection dealt with the last time

static GphCollection begin(GphHec *h, GphGcKind kind) {
  GphCollection c = {
      .h = h, .w = h->gc_worker, .kind = kind, .begun = gph_os_clock_ns(), .cpu_begun = gph_stats_cpu_ns()};
  gph_log_gc_begins(h);
  const bool due = gph_sizes_major_due();
  c.major = kind != GPH_GC_YOUNG || gph_flags.generations == 1 || due;
  gph_gc_number++;
  if (kind >= GPH_GC_IDLE) gph_gc_stats.idle++;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    size_t n = gph_nursery_used(e) + e->large_bytes;
    e->allocated += n;
    e->large_bytes = 0;
    c.allocated += n;
  }
  gc.marking = c.major && gph_mark_choose(gph_block_in_use(GPH_SPACE_OLD));
  // the first major one may have much to do already
  c.workers =
      gph_gc_choose(c.major, c.major && expected_words[1] == 0 ? gph_sizes_old_words() : expected_words[c.major]);
  gph_lost_take_new_threads();
  gph_threads_ended_settle();
  gph_cafs_drop_forgotten();
  prepare(&c);
  gph_weak_begin(c.major);
  return c;
}

// 2 and 3.
static void trace_roots(GphCollection *c) {
  GphCopying copying = gph_copying(c->w);
  gph_roots_common(&copying.v, GPH_ROOTS_STRONG);
  trace(c->w, c->workers, true);
  while (gph_weak_step(c->w) || gph_lost_awaited(c->w, c->major)) trace(c->w, c->workers, false);
}

// 4, and the finalisers of what has died.
static void trace_lost_threads(GphCollection *c) {
  gph_lost_find(c);
  for (size_t i = 0; i < c->lost_count; i++) gph_evac_root(c->w, &c->lost[i]->handle);
  trace(c->w, c->workers, false);
  while (gph_weak_step(c->w)) trace(c->w, c->workers, false);
  gph_weak_finish(c->w);
  trace(c->w, c->workers, false);
}

// 5. Everything has been reached.
static void prune(GphCollection *c) {
  gph_lost_reap(c);
  gph_walks_update();
  gph_stable_names_prune(gph_is_alive);
  gph_sparks_prune(gph_is_alive, c->major);
  for (int i = 0; i < gph_hecs_used; i++) gph_sites_prune(gph_hecs[i], c->major);
  gph_loops_prune(gph_is_alive);
  gph_pins_prune(gph_is_alive);
#ifdef GPH_DIST
  gph_imports_prune(gph_is_alive);
#endif
}

// 6.
static void free_from_space(GphCollection *c) {
  for (GphThread *t = c->dead, *next; t; t = next) {
    next = t->all_next;
    gph_stm_abandon(t);  // of a frozen one
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
    free_or_keep(e->side, &kept_young);
    e->side = NULL;
    for (GphBlock **chunk = &e->nursery, *b; gc.pins && (b = *chunk);) {
      if (gph_pinned_in(b)) {
        *chunk = b->link;
        keep(b, &kept_young);
      } else chunk = &b->link;
    }
  }
}

// What a worker copied becomes from-space of the next collection, its large objects the heap's; its words are counted.
static void take_from_worker(GphCollection *c, GphGcWorker *w) {
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
static void take_from_workers(GphCollection *c) {
  for (int i = 0; i < gph_hecs_used; i++) take_from_worker(c, gph_hecs[i]->gc_worker);
  expected_words[c->major] = c->copied + c->marked + c->looked_at;
  for (GphBlock *b = gph_large_aged; b; b = b->link)
    gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
}

static void close_gaps(GphCollection *c) {
  bool compacted = gc.marking && !gc.pins && gph_compact_wanted(c->marked);
  if (compacted) gph_compact();
  else if (gc.marking) gph_mark_sweep(c->marked);
  gph_gc_stats.compacted += compacted;
  for (int i = 0; i < gph_hecs_used; i++) gph_regions_done(gph_hecs[i]->gc_worker);
}

static void reset_nurseries(GphCollection *c) {
  if (gph_flags.generations == 1) gph_nursery_for_live(c->live, gph_mark_choose(gph_blocks_for(c->live)));
  else if (!c->major)
    gph_nursery_adapt(c->allocated, (c->copied + c->looked_at) * sizeof(W), gph_sizes_old_blocks() * GPH_BLOCK_SIZE);
  for (int i = 0; i < gph_hecs_used; i++) gph_nursery_reset(gph_hecs[i]);
}

static void count(GphCollection *c) {
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

static void report(GphCollection *c) {
  GphGcStats *st = &gph_gc_stats;
  size_t traced = c->copied + c->marked;
  // of other HECs' owners: gc_cpu_ns
  int64_t dt = gph_os_clock_ns() - c->begun, dc = gph_stats_cpu_ns() - c->cpu_begun;
  gph_gc_learn(expected_words[c->major], dt, traced ? 100.0 * (double)(traced - c->most) / (double)traced : 0);
  st->collections[c->major]++;
  st->elapsed_ns[c->major] += dt;
  st->cpu_ns[c->major] += dc;
  if (dt > st->max_pause_ns[c->major]) st->max_pause_ns[c->major] = dt;
  gph_stats_collection(c->major, c->allocated, c->copied * sizeof(W), c->live, dc, dt);
  const bool several = c->took_part > 1;
  gph_log_gc_ends(c->h, &(GphGcReport){.major = c->major,
                                       .workers = several ? c->took_part : 1,
                                       .copied = c->copied * sizeof(W),
                                       .most_copied = several ? c->most * sizeof(W) : 0,
                                       .balanced = c->balanced * sizeof(W),
                                       .slop = c->slop,
                                       .live = c->live});
}

void gph_gc_run(GphHec *h, GphGcKind kind) {
  GPH_ASSERT(gph_stw_is_wanted() && !gc.parallel && h->gc_worker);
  if (gph_profile_wanted) gph_profile_collects(true);
  GphCollection c = begin(h, kind);
  trace_roots(&c);
  trace_lost_threads(&c);
  prune(&c);
  free_from_space(&c);
  take_from_workers(&c);
  close_gaps(&c);
  gph_sizes_add_up(&c);
  gph_sizes_decide(c.major, c.live / sizeof(W));
  reset_nurseries(&c);
  count(&c);
  gph_sizes_give_back(&c);
  if (gph_flags.sanity) gph_sanity_check();
  if (c.major) gph_census(h, c.begun);
  if (c.major && gph_load_acquire((W *)&gph_unload)) gph_unload(gph_each_word);
  gph_sizes_look_at_limit(&c);
  report(&c);
  gph_weak_run(h);
  gph_resurrect(h, c.lost, c.lost_count);
  if (gph_profile_wanted) gph_profile_collects(false);
  if (gph_flags.post_check) gph_claim_again();
  gph_lost_done(&c);
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
