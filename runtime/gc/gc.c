// gc.c: the collector: generational copying, two generations, ageing once. This file: when, in which order, and the book-keeping.
//
//     nursery of each HEC  --survive-->  aged space  --survive-->  old generation
//     (young range)                      (young range)             (old range)
//
// A YOUNG collection copies what is reachable in nursery and aged space; its roots are the threads that ran, the run queues, the entered
// CAFs and the remembered sets. A MAJOR one copies everything. Large objects change lists instead of being copied. The
// world is stopped meanwhile (sched/stw.c) and one HEC does all the work.
//
// Ageing is essential: a thunk at the front of a lazily consumed list would otherwise be promoted, updated, remembered, and keep
// everything produced afterwards for a whole major cycle.
//
// Order of a collection:
//   1. from-space: every block of it has GPH_BS_FROM in its state already, but for the old generation (major: set now)
//   2. roots; scavenge to the end
//   3. weak pointers: keys that are alive keep values and finalisers alive; repeat
//   4. threads not reached: finished ones are freed, blocked ones get an exception (and are kept alive), then 2 and 3 again
//   5. dead weak pointers, stable names, spark pools
//   6. from-space is freed; sizes for the next time are decided
#include "gc/collector.h"
#include "base/flags.h"
#include "base/os.h"
#include "gc/remember.h"
#include "heap/alloc.h"
#include "heap/sanity.h"
#include "sched/deadlock.h"
#include "prof/stats.h"
#include "sched/schedule.h"
#include <stdlib.h>
#include <string.h>

GphBlock *gph_large_aged, *gph_large_old;
GphThread *gph_threads_young, *gph_threads_old;
uint64_t gph_gc_number;
GphGcStats gph_gc_stats;
static GphBlock *aged_blocks;              // survivors of the last collection
static size_t old_limit;                   // blocks of old generation that make the next collection a major one
static bool overflow_raised;               // -M was exceeded and the exception is out
W *gph_caf_list;                           // atomic: entered CAFs, linked through their word 2

static size_t old_blocks_used(void) { return gph_block_in_use(GPH_SPACE_OLD) + gc.large_old_blocks; }

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

static void prepare(GphHec *h, bool major, GphBlock **old_from) {
  gc.major = major;
  gc.promote = gc.failed = false;
  gc.hec = h;
  gc.large_todo = NULL;
  gc.thread_todo = NULL;
  gc.looked_at_words = 0;
  gc.large_from.link = gc.large_from.back = NULL;
  for (int i = 0; i < gph_hecs_used; i++) {
    add_large_from(gph_hecs[i]->large);
    gph_hecs[i]->large = gph_hecs[i]->pinned = NULL;
  }
  add_large_from(gph_large_aged);
  gph_large_aged = NULL;
  *old_from = NULL;
  GphDest *old = &gc.dest[GPH_DEST_OLD];
  gc.dest[GPH_DEST_AGED] = (GphDest){ 0 };
  if (major) {
    for (GphBlock *b = gph_large_old; b; b = b->link) gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
    add_large_from(gph_large_old);
    gph_large_old = NULL;
    gc.large_old_blocks = 0;
    *old_from = old->first;
    for (GphBlock *b = old->first; b; b = b->link) gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
    *old = (GphDest){ 0 };
  } else if (old->last) {
    old->scan = old->last;
    old->last->scan = old->free;
  }
}

// ---- 2. roots
static void scan_cafs(void) {
  for (W *c = gph_caf_list; c; c = (W *)c[2]) {
    if ((c[1] & 7) == GPH_TAG_UPDATE) gph_evac_slot(&((GphThread *)(c[1] & ~(W)7))->handle);
    else gph_evac_slot(&c[1]);
  }
}

static void scan_queue(GphThread *t) {
  for (; t; t = t->next) gph_evac_slot(&t->handle);
}

static void scan_roots(void) {
  gph_timers_scan();                       // before the inboxes: see sched/timer.c
  gph_foreign_scan();
  gph_io_scan();
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    if (h->current) gph_evac_slot(&h->current->handle);
    scan_queue(h->run_head);
    gph_scan_messages(h);
  }
  scan_cafs();
  gph_stable_scan();
  if (gph_flags.spark_root) gph_sparks_scan();
}

static void scan_dirty_threads(void) {
  GphThread *all = NULL;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    for (GphThread *t = h->dirty_threads, *next; t; t = next) {
      next = t->dirty_next;
      t->dirty_next = all;
      all = t;
    }
    h->dirty_threads = NULL;
  }
  for (GphThread *t = all, *next; t; t = next) {
    next = t->dirty_next;
    t->dirty_next = NULL;
    t->dirty = 0;
    // A young handle: scanned when (if) it is reached. Old: nobody will reach it in a young collection.
    if (!gc.major && t->handle >= gph_old_base) gph_scan_thread(t);
  }
}

static void scan_remembered(void) {
  GphRemBuffer *taken[gph_hecs_used];
  for (int i = 0; i < gph_hecs_used; i++) taken[i] = gph_remember_take(gph_hecs[i]);
  W *last = NULL;
  for (int i = 0; i < gph_hecs_used; i++)
    for (GphRemBuffer *b = taken[i], *next; b; b = next) {
      next = b->next;
      if (!gc.major)
        for (W **p = b->items; p < b->end; p++)
          if (*p != last) gph_scavenge_remembered(last = *p);   // threads that block on one MVar remember it one after the other; its queue is long
      free(b);
    }
}

// ---- 4. threads
static bool handle_dead(W handle) {
  return gph_in_heap(handle) && (gc.major || handle < gph_old_base) && (gph_block_state(handle) & GPH_BS_FROM);
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

// Threads of *list that were not reached: finished and frozen ones are moved to *dead, the others to *lost (kept alive by gph_gc_run).
static void sort_threads(GphThread **list, GphThread **dead, GphThread **lost) {
  for (GphThread *t = *list, *next; t; t = next) {
    next = t->all_next;
    if (!handle_dead(t->handle)) {
      if (list == &gph_threads_young && t->handle >= gph_old_base) {
        unlink_thread(list, t);
        link_thread(&gph_threads_old, t);
      }
      continue;
    }
    if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED || t->state == GPH_T_FROZEN) {
      unlink_thread(list, t);
      t->all_next = *dead;
      *dead = t;
    } else {
      t->gc_next = *lost;
      *lost = t;
    }
  }
}

// ---- -M
static size_t heap_bytes(void) { return (gph_block_in_use(GPH_SPACE_YOUNG) + gph_block_in_use(GPH_SPACE_OLD)) * GPH_BLOCK_SIZE; }

void gph_check_heap_limit(GphReg *R, size_t more) {
  if (gph_flags.max_heap && heap_bytes() + more > gph_flags.max_heap) {
    GphHec *h = gph_hec_of(R);
    gph_collect(h, GPH_GC_MAJOR);
    if (heap_bytes() + more > gph_flags.max_heap) gph_heap_overflow(h, true);
  }
}

// ---- 6. sizes
static void decide_sizes(bool major) {
  if (!major) return;
  size_t live = old_blocks_used();
  double limit = (double)live * gph_flags.old_factor;
  size_t least = gph_blocks_for((size_t)1 << 20);
  if (gph_flags.suggested_heap) {
    size_t want = gph_blocks_for(gph_flags.suggested_heap);
    if (want / 2 > least) least = want / 2;
  }
  old_limit = limit < (double)least ? least : (size_t)limit;
  if (gph_flags.max_heap) {
    // Room for the copy; never below what is live already.
    size_t max = gph_blocks_for(gph_flags.max_heap), nursery = (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    size_t room = max > nursery + live ? max - nursery - live : 0;
    if (old_limit > room) old_limit = room > live ? room : live + live / 8 + 16;
  }
}

void gph_gc_run(GphHec *h, GphGcKind kind) {
  int64_t t0 = gph_os_clock_ns(), c0 = gph_os_cpu_ns();
  if (old_limit == 0) decide_sizes(true);
  bool major = kind != GPH_GC_YOUNG || gph_flags.generations == 1 || old_blocks_used() >= old_limit;
  gph_gc_number++;
  uint64_t allocated = 0;
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    size_t n = gph_nursery_used(e) + e->large_bytes;
    e->allocated += n;
    e->large_bytes = 0;
    allocated += n;
  }

  GphBlock *old_from, *aged_from = aged_blocks;
  take_new_threads();
  prepare(h, major, &old_from);
  gph_weak_begin(major);
  scan_remembered();
  scan_dirty_threads();
  scan_roots();
  gph_scavenge();
  while (gph_weak_step()) gph_scavenge();

  GphThread *dead = NULL, *lost = NULL;
  sort_threads(&gph_threads_young, &dead, &lost);
  if (major) sort_threads(&gph_threads_old, &dead, &lost);
  GphThread *resurrected[64];                                        // exceptions are thrown when the heap is whole again
  size_t n_lost = 0, room = 64;
  GphThread **list = resurrected;
  for (GphThread *t = lost, *next; t; t = next) {
    next = t->gc_next;
    if (n_lost == room) {
      GphThread **bigger = malloc(2 * room * sizeof *bigger);
      memcpy(bigger, list, room * sizeof *bigger);
      if (list != resurrected) free(list);
      list = bigger;
      room *= 2;
    }
    list[n_lost++] = t;
  }
  for (size_t i = 0; i < n_lost; i++) gph_evac_slot(&list[i]->handle);
  gph_scavenge();
  while (gph_weak_step()) gph_scavenge();
  GphThread *no_more = NULL;
  sort_threads(&gph_threads_young, &dead, &no_more);                 // generations of the resurrected
  gph_weak_finish();
  gph_scavenge();
  gph_stable_names_prune();
  gph_sparks_prune();
  gph_loops_prune();

  // from-space goes
  for (GphThread *t = dead, *next; t; t = next) {
    next = t->all_next;
    gph_thread_free(t);
  }
  size_t slop = 0;
  for (GphBlock *b = gc.large_from.link, *next; b; b = next) {
    next = b->link;
    gph_block_free(b);
  }
  gph_block_free_list(aged_from);
  gph_block_free_list(old_from);
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *e = gph_hecs[i];
    gph_block_free_list(e->side);
    e->side = NULL;
  }
  GphDest *aged = &gc.dest[GPH_DEST_AGED], *old = &gc.dest[GPH_DEST_OLD];
  size_t copied = 0;
  if (aged->last) aged->last->free = aged->free;
  if (old->last) old->last->free = old->free;
  for (GphBlock *b = aged->first; b; b = b->link) {
    copied += (size_t)(b->free - b->start);
    gph_block_set_state(b, GPH_BS_FROM | GPH_BS_PROMOTE);
  }
  aged_blocks = aged->first;
  for (GphBlock *b = gph_large_aged; b; b = b->link) gph_block_set_state(b, GPH_BS_FROM | GPH_BS_LARGE | GPH_BS_PROMOTE);
  size_t old_words = old->full_words + (old->last ? (size_t)(old->free - old->last->start) : 0);
  static size_t old_words_before;
  copied += major ? old_words : old_words - old_words_before;
  old_words_before = old_words;
  slop = gph_block_in_use(GPH_SPACE_OLD) * GPH_BLOCK_SIZE - old_words * sizeof(W);

  decide_sizes(major);
  if (!major) gph_nursery_adapt(allocated, (copied + gc.looked_at_words) * sizeof(W));
  for (int i = 0; i < gph_hecs_used; i++) gph_nursery_reset(gph_hecs[i]);
  GphGcStats *st = &gph_gc_stats;
  st->copied_bytes += copied * sizeof(W);
  uint64_t live = (old_words + (uint64_t)gc.large_old_blocks * (GPH_BLOCK_SIZE / sizeof(W))) * sizeof(W);
  for (GphBlock *b = aged_blocks; b; b = b->link) live += (uint64_t)(b->free - b->start) * sizeof(W);
  for (GphBlock *b = gph_large_aged; b; b = b->link) live += (uint64_t)(b->free - b->start) * sizeof(W);
  if (major) {
    st->live = live;
    if (live > st->max_live) st->max_live = live;
    st->major_samples++;
    if (slop > st->max_slop) st->max_slop = slop;
    // What the next major collection will need: growth up to the limit, and room for as much again to copy to. Pages given back before
    // would be cleared by the system once more.
    size_t need = 2 * old_limit, have = gph_block_in_use(GPH_SPACE_OLD);
    // The young range: until then nurseries and their survivors come and go, and large objects, which stay there when they are old.
    size_t young = old_limit + 4 * (size_t)gph_hecs_used * gph_blocks_for(gph_flags.nursery);
    gph_block_release((young >> 8) + 4, ((need > have ? need - have : 0) >> 8) + 4);
    gph_stack_release();
  }
  if (gph_flags.sanity) gph_sanity_check();
  if (gph_flags.max_heap) {
    if (live + (uint64_t)gph_hecs_used * gph_flags.nursery > gph_flags.max_heap) {
      if (major) gph_heap_overflow(h, overflow_raised), overflow_raised = true;
      else old_limit = 0;                                            // look again with a major collection
    } else if (major) overflow_raised = false;
    if (!major && old_limit == 0) old_limit = 1;
  }
  int64_t dt = gph_os_clock_ns() - t0, dc = gph_os_cpu_ns() - c0;
  st->collections[major]++;
  st->elapsed_ns[major] += dt;
  st->cpu_ns[major] += dc;
  if (dt > st->max_pause_ns[major]) st->max_pause_ns[major] = dt;
  gph_stats_collection(major, allocated, copied * sizeof(W), live, dc, dt);
  gph_weak_run(h);
  for (size_t i = 0; i < n_lost; i++) gph_resurrect(h, list[i]);
  if (list != resurrected) free(list);
}

void gph_collect(GphHec *h, GphGcKind kind) {
  GphReg *R = &h->reg;
  GphThread *t = h->current;
  if (t) {
    gph_thread_save(R);
    gph_pause_thread(h, t);
  }
  // Another HEC may have collected while this one waited; that is good enough for a full nursery.
  uint64_t before = gph_load_relaxed(&gph_gc_number);
  gph_stw_begin(h);
  if (kind != GPH_GC_YOUNG || before == gph_gc_number) gph_gc_run(h, kind);
  gph_stw_end(h);
  gph_thread_resumed(h);
}
