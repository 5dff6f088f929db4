// lost.c: the threads that a collection does not reach. Blocked ones wait for what nobody can do any more: they get an
// exception when the heap is whole again (BlockedIndefinitelyOnMVar and the like), so they are kept alive. The others,
// finished or frozen, are freed.
#include "gc/lost.h"
#include "base/die.h"
#include "eval/blackhole.h"
#include "gc/evac.h"
#include "gc/mark.h"
#include "state/hecs.h"
#include <stdlib.h>
#include <string.h>

static bool handle_dead(W handle) {
  // Note [Threads that have ended] in eval/stack.c
  if (handle == 0) return true;
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
void gph_lost_take_new_threads(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    GphHec *h = gph_hecs[i];
    if (!h->new_threads) continue;
    h->new_threads_last->all_next = gph_threads_young;
    if (gph_threads_young) gph_threads_young->all_prev = h->new_threads_last;
    gph_threads_young = h->new_threads;
    h->new_threads = h->new_threads_last = NULL;
  }
}

// Most of what a thread costs a collection is that it is looked at, for its fields are in no cache by then: so once,
// and what a collection looks at is together (state/thread.h).
//
// Threads of *list that were not reached leave it for *unreached; those that wait for something are in *lost, too (kept
// alive by gc.c). What keeps the lost ones alive may reach the others, and so may finalisers: gph_lost_reap comes back
// to them. Those that were reached, and whose handle is old now, are in the list of old ones.
static void sort_threads(GphThread **list, GphThread **unreached, GphThread **lost) {
  for (GphThread *t = *list, *next; t; t = next) {
    next = t->all_next;
    if (handle_dead(t->handle)) {
      unlink_thread(list, t);
      t->all_next = *unreached;
      *unreached = t;
      if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED || t->state == GPH_T_REMOTE || t->state == GPH_T_FROZEN)
        continue;
      t->gc_next = *lost;
      *lost = t;
    } else if (list == &gph_threads_young && t->handle >= gph_old_base) {
      unlink_thread(list, t);
      link_thread(&gph_threads_old, t);
    }
  }
}

static bool awaited_by_reached(const GphThread *t) {
  for (GphThread *w = t->waiters; w; w = w->next)
    if (!handle_dead(w->handle)) return true;
  return false;
}
static bool take_awaited(GphGcWorker *w, GphThread *list) {
  bool any = false;
  for (GphThread *t = list; t; t = t->all_next)
    if (gph_waits_for_itself(t) && handle_dead(t->handle) && awaited_by_reached(t)) {
      gph_evac_root(w, &t->handle);
      any = true;
    }
  return any;
}
bool gph_lost_awaited(GphGcWorker *w, bool major) {
  GPH_ASSERT(!gc.parallel);
  if (!gph_load_relaxed(&gph_has_needed_itself)) return false;
  const bool old = major && take_awaited(w, gph_threads_old), young = take_awaited(w, gph_threads_young);
  return old || young;
}

static void add_lost(GphCollection *c, GphThread *t) {
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
void gph_lost_find(GphCollection *c) {
  GPH_ASSERT(!gc.parallel && c->lost_count == 0 && !c->unreached);
  GphThread *lost = NULL;
  if (c->major) sort_threads(&gph_threads_old, &c->unreached, &lost);
  sort_threads(&gph_threads_young, &c->unreached, &lost);
  c->lost = c->lost_few;
  c->lost_room = GPH_FEW_LOST;
  for (GphThread *t = lost, *next; t; t = next) {
    next = t->gc_next;
    add_lost(c, t);
  }
}

void gph_lost_reap(GphCollection *c) {
  GPH_ASSERT(!gc.parallel && !c->dead);
  for (GphThread *t = c->unreached, *next; t; t = next) {
    next = t->all_next;
    if (handle_dead(t->handle)) {
      t->all_next = c->dead;
      c->dead = t;
    } else link_thread(t->handle >= gph_old_base ? &gph_threads_old : &gph_threads_young, t);
  }
  c->unreached = NULL;
}

void gph_lost_done(GphCollection *c) {
  if (c->lost != c->lost_few) free(c->lost);
}
