// blackhole.c: thunks under evaluation: claiming them, waiting for them, the long way of an update.
//
// A thunk under evaluation becomes a black hole: info gph_blackhole_info (claimed lazily, when its thread stops running) or
// gph_eager_blackhole_info (on entry, --blackhole=eager|both), and its result word holds the OWNER: the evaluating GphThread | 6.
//
// Waiting. A thread W that enters a black hole of thread T posts itself (GPH_MSG_BLACKHOLE) to T's HEC and stops. T's HEC, at its next
// safe point, looks again: if the thunk has its value W runs, else W joins T->waiters, and T->attention makes T's updates take
// the long way (gph_update_c), which wakes who waited for that thunk. W first turns an eager black hole into a lazy one, so that
// T's inline test before the update fails. That test and the update are not atomic, but the message is: T is at a safe point when
// it is handled, so either T's store is there already, or T will see the lazy black hole. No atomic instruction is needed in an update.
//
// Two threads may evaluate the same thunk (they entered it before either claimed it). The one that claims first owns it; the other's
// claim fails and it goes on as a DUPLICATE (counted; it cannot be cut off at an update entry, because native frames are not marked).
// Whoever finishes first updates. If a duplicate does, it tells the owner's HEC to look through the owner's waiters (GPH_MSG_RECHECK),
// and every thread that stops running with waiters looks through them too. So nobody waits for a thunk that has a value.
//
// Note [Lost updates]
// ~~~~~~~~~~~~~~~~~~~
// Thread A claims a thunk by storing its owner word and then changing the info pointer, while B, which evaluates it too, is between its
// test and its stores:   A: p[1] = A|6;  B: p[1] = value, p[0] = IND;   in some orders this leaves an indirection whose word is an owner. It
// is a black hole all the same: entering it waits for A, A is still evaluating it and will update it. The collector treats it so
// too. (B's value is lost, not wrong; B itself goes on with it.)
// The other way round, an eager claim between B's two stores (B: p[1] = value; A: p[1] = A|6, p[0] = EAGER interleaved so that B's word
// and A's info stay) leaves a black hole whose word is a value. It is an indirection: whoever enters it takes the value, and the
// collector makes it one. So the word decides, and the info only says where to look: who has read the info may find a later word. That is why a
// thunk that raised is an indirection too, to an object that raises the exception (RAISE): an exception in the word would be taken for the value.
// For the same reason every store of a value into the word is a release, and who takes a value from it acquires.
#include "eval/blackhole.h"
#include "base/die.h"
#include "base/flags.h"
#include "eval/exception.h"
#include "gc/remember.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "sched/schedule.h"
#include <stdlib.h>

static inline W load_info(W *p) { return gph_load_acquire(p); }
static inline bool is_owner(W x) { return (x & 7) == GPH_TAG_UPDATE; }
static inline GphThread *thread_of(W owner) { return (GphThread *)(owner & ~(W)7); }

// The owner of a thunk under evaluation, or 0.
static W owner_of(W *p) {
  W i = load_info(p);
  if (i != (W)&gph_blackhole_info && i != (W)&gph_eager_blackhole_info && i != (W)&gph_ind_info) return 0;
  W o = gph_load_acquire(&p[1]);                       // acquire: the thread may be new
  if (!is_owner(o)) return 0;
  gph_tsan_acquire(thread_of(o));
  return o;
}

// ---- entering one
// The running thread needs, to compute a value, that value.
W gph_non_termination_c(GphReg *R) {
  if (gph_program.non_termination == 0) gph_fail(1, "<<loop>>");
  gph_raise(R, gph_program.non_termination);
  return 0;
}

W gph_blackhole_c(GphReg *R, W self) {
  GphHec *h = gph_hec_of(R);
  W *p = gph_untag(self);
  for (;;) {
    W o = owner_of(p);
    if (o == 0) return 0;                              // it has its value by now
    GphThread *t = R->thread;
    if (thread_of(o) == t) return gph_non_termination_c(R);
    // Only an eager claim is turned: its owner's update may have made an indirection of it since owner_of looked. (An indirection with
    // an owner is turned by the owner's HEC.)
    if (load_info(p) == (W)&gph_eager_blackhole_info && !gph_cas(&p[0], (W)&gph_eager_blackhole_info, (W)&gph_blackhole_info)) continue;
    gph_store_seq(&t->msg_owner, thread_of(o));
    gph_block_current(R, GPH_T_BLOCKED_BLACKHOLE, self);
    if (R->status == GPH_WHY_NONE) return 0;           // an exception came instead
    GphHec *to = gph_load_acquire(&thread_of(o)->hec);
    // The owner may have updated p, and even be gone: then its block is still there (blocks are never unmapped) and `to` is
    // stale at worst. gph_handle_blackhole looks at p first.
    if (to == h || to == NULL) {
      gph_thread_save(R);
      gph_handle_blackhole(h, t);
    } else
      gph_post_thread(to, t, GPH_MSG_BLACKHOLE);
    return 0;
  }
}

void gph_thaw(GphHec *h, GphThread *k) {
  if (k->state == GPH_T_FROZEN) {
    k->state = GPH_T_READY;
    gph_run_push(h, k);
  }
}

// Must t's updates take the long way? With --blackhole-wait=poll they need not: who waits for t is looked through when t stops running (at the latest at the end of
// its time slice, or for a collection), as GHC 6.10 did, whose idle HECs looked all the time.
static bool wants_attention(const GphThread *t) { return t->frozen || (t->waiters && !gph_flags.bh_poll); }

void gph_handle_blackhole(GphHec *h, GphThread *w) {
  W *p = gph_untag(w->blocked_on);
  W o = (w->blocked_on & 7) ? 0 : owner_of(p);
  if (o == 0) {
    gph_wake(h, w);
    return;
  }
  GphThread *t = thread_of(o);
  gph_store_seq(&w->msg_owner, t);                     // before looking at `cancel`: pairs with gph_unblock in prim/thread.c
  if (gph_load_seq(&w->cancel)) {
    gph_wake(h, w);
    return;
  }
  GphHec *to = gph_load_acquire(&t->hec);
  if (to != h) {
    gph_post_thread(to, w, GPH_MSG_BLACKHOLE);
    return;
  }
  if (load_info(p) != (W)&gph_blackhole_info) {        // an eager claim came over ours: make it lazy again, look again
    W i = load_info(p);
    gph_cas(&p[0], i, (W)&gph_blackhole_info);
    gph_handle_blackhole(h, w);
    return;
  }
  w->next = t->waiters;
  t->waiters = w;
  t->attention = wants_attention(t);
  gph_thread_mark_dirty(h, t);
  gph_thaw(h, t);
}

bool gph_waiter_remove(GphThread *owner, GphThread *w) {
  for (GphThread **p = &owner->waiters; *p; p = &(*p)->next)
    if (*p == w) {
      *p = w->next;
      w->next = NULL;
      owner->attention = wants_attention(owner);
      return true;
    }
  return false;
}

// Oldest first: waiters are pushed at the front.
static GphThread *reverse(GphThread *t) {
  GphThread *r = NULL;
  while (t) {
    GphThread *next = t->next;
    t->next = r;
    r = t;
    t = next;
  }
  return r;
}

void gph_recheck_waiters(GphHec *h, GphThread *owner) {
  GphThread *list = reverse(owner->waiters), *keep = NULL;
  owner->waiters = NULL;
  while (list) {
    GphThread *w = list;
    list = w->next;
    W o = (w->blocked_on & 7) ? 0 : owner_of(gph_untag(w->blocked_on));
    if (o == ((W)owner | GPH_TAG_UPDATE)) {
      w->next = keep;
      keep = w;
    } else if (o == 0) {
      w->next = NULL;
      gph_wake(h, w);
    } else {
      w->next = NULL;
      gph_handle_blackhole(h, w);
    }
  }
  owner->waiters = keep;
  owner->attention = wants_attention(owner);
}

void gph_waiters_move(GphThread *from, GphThread *to) {
  GphThread *list = reverse(from->waiters), *keep = NULL;
  while (list) {
    GphThread *w = list;
    list = w->next;
    W o = (w->blocked_on & 7) ? 0 : owner_of(gph_untag(w->blocked_on));
    if (o == ((W)to | GPH_TAG_UPDATE)) {
      w->next = to->waiters;
      to->waiters = w;
      w->msg_owner = to;
    } else {
      w->next = keep;
      keep = w;
    }
  }
  from->waiters = keep;
  from->attention = wants_attention(from);
  to->attention = wants_attention(to);
}

// ---- updating
static void tell_owner(GphHec *h, W o) {
  GphMsg *m = malloc(sizeof *m);
  *m = (GphMsg){ .kind = GPH_MSG_RECHECK, .target = thread_of(o) };
  gph_post(gph_load_acquire(&thread_of(o)->hec), m);
}

static void store(GphHec *h, W *p, W info, W value) {
  gph_store_release(&p[1], value);                     // release: see Note [Lost updates]
  gph_store_release(&p[0], info);
  if ((W)p >= gph_old_base && value < gph_old_base && value >= gph_young_base) gph_remember(h, p);
}

// The long way (stubs.S): CAFs, threads with waiters, black holes of other threads, full remembered sets.
W gph_update_c(GphReg *R, W self, W value) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread;
  W *p = gph_untag(self);
  W o = owner_of(p);
  store(h, p, (W)&gph_ind_info, value);
  if (o != 0 && thread_of(o) != t) tell_owner(h, o);
  if (t->waiters) gph_recheck_waiters(h, t);
  if (t->frozen) {
    // See Note [Freezing] in eval/exception.c: the entry was popped just now, so it stood at rs - 1.
    if (R->rs - 1 == t->frozen_bottom) {
      W real = t->block_value;
      if (!(real & 7) && owner_of(gph_untag(real)) == ((W)t | GPH_TAG_UPDATE)) store(h, gph_untag(real), (W)&gph_ind_info, value);
      if (t->waiters) gph_recheck_waiters(h, t);
      t->state = GPH_T_FINISHED;
      R->status = GPH_WHY_FINISHED;
    } else if (!t->waiters)
      gph_hec_zap(h);                                  // stops at the next heap check: here its value is in a register, unknown to the collector
  }
  return 0;
}

W gph_raise_object(GphHec *h, W exception) {
  W *p = gph_alloc_side(h, 2);
  p[0] = (W)&gph_raise_info;
  p[1] = exception;
  return (W)p;
}

void gph_update_raise(GphHec *h, GphThread *t, W *p, W raise) {
  if (p == gph_dummy_updatee) return;
  W i = load_info(p);
  W o = owner_of(p);
  if (o == 0 && i == (W)&gph_ind_info) return;         // a duplicate was faster
  store(h, p, (W)&gph_ind_info, raise);
  if (o != 0 && thread_of(o) != t) tell_owner(h, o);
  if (t->waiters) gph_recheck_waiters(h, t);
}

// ---- lazy claiming, whenever a thread stops running
void gph_pause_thread(GphHec *h, GphThread *t) {
  W me = (W)t | GPH_TAG_UPDATE;
  W *lo = t->rs;
  const W remember = t->handle < gph_old_base ? gph_old_base : ~(W)0;   // an old black hole keeps its young owner alive
  for (GphSegment *s = t->seg; s; s = s->prev) {
    if (s->dirty != GPH_SEG_DIRTY) break;              // control did not come back here since everything in it, and below, was claimed
    for (W *e = lo; e < s->rs_top; e++) {
      if ((*e & 7) != GPH_TAG_UPDATE) continue;
      W *p = gph_untag(*e);
      if ((W)p < gph_young_base) continue;             // a CAF, claimed on entry; or the dummy
      W i = load_info(p);
      if (i == (W)&gph_blackhole_info) {
        if (gph_load_relaxed(&p[1]) != me) GPH_COUNT(h->duplicates);
        else if (gph_flags.blackhole == GPH_BH_LAZY) goto done;   // claimed the last time, and so was all below
      } else if (i == (W)&gph_eager_blackhole_info) {
        W o = gph_load_relaxed(&p[1]);
        if (o == me) {
          if (gph_cas(&p[0], i, (W)&gph_blackhole_info) && (W)p >= remember) gph_remember(h, p);
        } else GPH_COUNT(h->duplicates);
      } else if (i == (W)&gph_ind_info) {
        GPH_COUNT(h->duplicates);
      } else {
#ifdef GPH_THREADED
        gph_store_release(&p[1], me);                  // See Note [Lost updates]
        if (!gph_cas(&p[0], i, (W)&gph_blackhole_info)) GPH_COUNT(h->duplicates);
#else
        p[1] = me;
        p[0] = (W)&gph_blackhole_info;
#endif
        if ((W)p >= remember) gph_remember(h, p);
      }
    }
    s->dirty = GPH_SEG_CLAIMED;
    lo = s->prev_rs;
  }
done:
  if (t->waiters) gph_recheck_waiters(h, t);
}
