// lost.c: the threads that a collection does not reach. Blocked ones wait for what nobody can do any more: they get an
// exception when the heap is whole again (BlockedIndefinitelyOnMVar and the like), so they are kept alive. The others,
// finished or frozen, are freed.
#include "gc/lost.h"
#include "base/die.h"
#include "gc/mark.h"
#include "state/hecs.h"
#include <stdlib.h>
#include <string.h>

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
void gph_lost_take_new_threads(void) {
  for (int i = 0; i < gph_hecs_used; i++) {
    for (GphThread *t = gph_hecs[i]->new_threads, *next; t; t = next) {
      next = t->all_next;
      link_thread(&gph_threads_young, t);
    }
    gph_hecs[i]->new_threads = NULL;
  }
}

// Threads of *list that were not reached and wait for something: to *lost (kept alive by gc.c). Finished and frozen
// ones: what keeps the lost ones alive may reach them, and so may finalisers: reap comes back to them.
static void sort_threads(GphThread **list, GphThread **lost) {
  for (GphThread *t = *list, *next; t; t = next) {
    next = t->all_next;
    if (t->state == GPH_T_FINISHED || t->state == GPH_T_DIED || t->state == GPH_T_REMOTE || t->state == GPH_T_FROZEN ||
        !handle_dead(t->handle))
      continue;
    t->gc_next = *lost;
    *lost = t;
  }
}
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
  GPH_ASSERT(!gc.parallel && c->lost_count == 0);
  GphThread *lost = NULL;
  sort_threads(&gph_threads_young, &lost);
  if (c->major) sort_threads(&gph_threads_old, &lost);
  c->lost = c->lost_few;
  c->lost_room = GPH_FEW_LOST;
  for (GphThread *t = lost, *next; t; t = next) {
    next = t->gc_next;
    add_lost(c, t);
  }
}

void gph_lost_reap(GphCollection *c) {
  GPH_ASSERT(!gc.parallel && !c->dead);
  if (c->major) reap(&gph_threads_old, &c->dead);
  reap(&gph_threads_young, &c->dead);
}

void gph_lost_done(GphCollection *c) {
  if (c->lost != c->lost_few) free(c->lost);
}
