// blackhole.c: thunks under evaluation: claiming them, waiting for them, the long way of an update.
//
// A thunk under evaluation becomes a black hole: info gph_blackhole_info or gph_eager_blackhole_info, and its result
// word holds the OWNER: the evaluating GphThread | 6.
//
// Note [Claiming thunks]
// ~~~~~~~~~~~~~~~~~~~~~~
// A thunk's info pointer goes   code's info -> whitehole -> (eager) black hole -> indirection   and never back (but see
// Note [Unclaiming]); its result word is garbage at first, then the owner, then the value, and each is stored before
// the info pointer that announces it (release; who reads the info acquires). With several HECs the first step is a CAS,
// so ONE thread has the thunk, and nobody else ever writes its two words:
//   R->eager_blackhole is GPH_CLAIM_ATOMIC   the thunk's code claims on entry (gph_thunk_claim in stubs.S). Who comes
//                                            second enters what the thunk is by then. The default with several HECs. A
//                                            CAS in the cache costs less than the evaluation that it saves:
//                                            decisions/014
//   GPH_CLAIM_LAZY, several HECs             --blackhole=lazy: the thunk is claimed when its thread stops running
//                                            (gph_pause_thread) or, by the same CAS, when it is updated; till then two
//                                            may evaluate it. Who comes second with its value drops that, and goes on
//                                            with the other's (it waits for it if need be): from then on both have the
//                                            same structure. Counted as duplicate evaluations. But two that take the
//                                            same time for each element of a list meet at the next one, too. So with
//                                            --post-check a HEC that finds a duplicate of its own claims on entry
//                                            (atomically) until the next collection (gph_claim_again): what others
//                                            claim and what is claimed otherwise keep the same rules
//   one HEC                                  GPH_CLAIM_LAZY; or GPH_CLAIM_PLAIN for --blackhole=eager: claimed on entry
//                                            by plain stores. Light threads change at safe points only, where
//                                            gph_pause_thread claims all, so here, too, a thunk is evaluated once
// Between the CAS and the black hole there is no safe point, so the collector never sees a whitehole. What is once
// (unsafePerformIO, lazy state threads) needs no more than this: noDuplicate# does nothing for it, and a program that
// contains it claims atomically whatever --blackhole= says.
//
// Freezing (eval/exception.c) gives a thunk to another owner, on the HEC of the old one, while that does not run.
//
// Waiting. A thread W that enters a black hole of thread T posts itself (GPH_MSG_BLACKHOLE) to T's HEC and stops. T's
// HEC, at its next safe point, looks again: if the thunk has its value W runs, else W joins T->waiters, and
// T->attention makes T's updates take the long way (gph_update_c), which wakes who waited for that thunk. W first turns
// an eager black hole into a lazy one (CAS), so that T's inline test before the update fails. That test and the update
// are not atomic, but the message is: T is at a safe point when it is handled, so either T's store is there already, or
// T will see the lazy black hole. No atomic instruction is needed in an update. So who reads a black hole's word may
// find the value in it: the update stores the word first. The word decides.
//
// Note [Private zones]
// ~~~~~~~~~~~~~~~~~~~~
// A CAS for each thunk that is entered costs a lazy program a fifth to a half of its time (each some 25 cycles), and
// most thunks are evaluated by the HEC that made them before any other can know them. So (unless --zones=off) each HEC
// that claims atomically has a ZONE: what it has allocated since anything could last become known to others, in the
// rest of its allocation chunk (R->update_base, R->update_span). A thunk that lies in it is claimed by plain stores.
// Another HEC comes to know an object when a reference to it, or to what refers to it, is stored in something that is
// known already. So
//   - the update of a thunk in the zone changes nothing. Any other thunk's (gph_update and its like see by one
//     comparison that it does not lie there) goes to gph_update_slow, which lets the zone begin anew, at hp, before it
//     stores the value
//   - a store in a mutable variable or array, and par, end the zone (gph_publish, gph_spark_at): they may happen in the
//     middle of a block that is being allocated, of which some lies above hp
//   - all else that stores references, or hands them on, or lets another thread run, is a call of the runtime, with
//     which the zone ends; it begins anew, at hp, when compiled code goes on. (Calls that preserve registers, and those
//     of C functions that do not collect, which may store references all the same (openLoop#), may happen in the
//     middle of a block: with these it only ends.)
// The debug runtime looks, whenever a thunk is claimed by a CAS, whether it lies in the zone of another HEC, and claims
// those in its own zone only if they are as they were.
// With --delay, and in instrumented code (GPH_TSAN_CODE), there are none: each claim is a CAS. decisions/026
#include "eval/blackhole.h"
#include "base/delay.h"
#include "base/die.h"
#include "base/flags.h"
#include "base/os.h"
#include "eval/exception.h"
#include "eval/hooks.h"
#include "eval/stack.h"
#include "eval/waiters.h"
#include "heap/alloc.h"
#include "heap/closure.h"
#include "heap/remember.h"
#include "prof/eventlog.h"
#include "prof/spark_sites.h"
#include "prof/strands.h"
#include <sched.h>
#include <stdlib.h>

static inline W load_info(W *p) { return gph_load_acquire(p); }
static inline bool is_owner(W x) { return (x & 7) == GPH_TAG_UPDATE; }
static inline GphThread *thread_of(W owner) { return (GphThread *)(owner & ~(W)7); }

// The owner of a thunk under evaluation, or 0.
static W owner_of(W *p) {
  W i = load_info(p);
  if (i != (W)&gph_blackhole_info && i != (W)&gph_eager_blackhole_info) return 0;
  W o = gph_load_acquire(&p[1]);  // acquire: the thread may be new
  if (!is_owner(o)) return 0;
  gph_tsan_acquire(thread_of(o));
  return o;
}

// ---- entering one
// Note [A value that needs itself]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A thread that needs, to compute a value, that value, gets <<loop>>. But not while somebody may end its wait by
// another exception: a timeout around an endless loop is Nothing, whatever the optimiser made of the loop. (`elem 7
// (repeat 6)` goes round a list that is a circle, or is `let r = 7 == 6 || r in r`.)
//   - A program of one thread is told at once. In one that has forked, and in a spark (its value may be asked for under
//     a timeout, later), who needs itself waits, and asks for a collection.
//   - If nobody can reach it, that one tells it, else a later one or the end of everything (sched/deadlock.c), as in
//     GHC. What it evaluates leads to it, too, as to any owner; but nobody can stop it from there: that does not count
//     (mark_owner in gc/scav.c, and of CAFs gph_cafs_roots), unless somebody waits for it who may be stopped himself
//     (gph_lost_awaited).
//   - It is in nobody's list of waiters, and msg_owner is itself. Told, it goes on, comes back here, and raises: so
//     those who wait for its thunks get that as their value, and it is they who wait on, if there are any others.
//   - In a transaction it may be because of an impossible state; then that begins again.
//   - A spark for which nobody waits is not told: what it has begun is frozen, and whoever needs it later wakes that.
//    wrong alternative: it waits as for any other owner, among its own waiters: a frozen thread that waits for itself
//      would be one that somebody waits for
// atomic, relaxed, never unset: a thread has called fork#, set before that returns; a thread has come here, and waits
uint32_t gph_has_forked, gph_has_needed_itself;

W gph_needs_itself_c(GphReg *R, W self) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread;
  // not by gph_stm_stale alone: a commit may be half-way, and nobody looks again while t waits
  if (t->stm && !gph_stm_valid(t) && gph_stm_stale(R)) {
    R->status = GPH_WHY_YIELD;
    return 0;
  }
  if (t->told || (!gph_load_relaxed(&gph_has_forked) && !t->is_spark)) {
    t->told = 0;
    if (gph_program.non_termination == 0) gph_fail(1, "<<loop>>");
    gph_raise(R, gph_program.non_termination);
    return 0;
  }
  gph_block_current(R, GPH_T_BLOCKED_BLACKHOLE, self);
  gph_store_relaxed(&t->msg_owner, t);  // its own HEC reads it, and who has stopped the world
  gph_store_relaxed(&gph_has_needed_itself, 1u);
  h->ask_lost = true;
  return 0;
}

// Note [Looking again before waiting]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Threads that walk one lazy list side by side meet at its end: each cell takes 50 ns to evaluate, and whoever comes
// second finds the black hole of the first. To wait as Waiting says costs both some microseconds, and stops the one
// whom all wait for, each time: with 16 HECs the product of two matrices, whose columns all rows share, took three
// times what it takes with one. So a thread looks on for about as long as a wait costs.
//    - Who looks all the time takes the owner's cache lines away, and meets it at every cell: the owner goes at the
//      pace of those lines, and all others with it. So a HEC that has met a black hole just now looks away first, twice
//      as long each time: meanwhile the owner gets ahead, and who reads what it wrote seldom catches up.
//    - Where it was in vain it is not tried the next times, twice as many each time.
//    - It ends when the HEC is asked for something, to stop, say.
//    wrong alternative: only if the black hole is eager, so that its owner is running and nobody waits for it yet. One
//      that waits makes it a lazy one, and all others wait, too: so ended seven of eight runs with 16 HECs
// Not with --scaling, whose strands know by waits who needed whom.
enum { FIRST_LOOK = 1000, LAST_LOOK = 40000, JUST_NOW = 200000, MOST_SKIPPED = 63 };  // ticks; encounters
static bool look_again(GphHec *h, W *p) {
  GphHoleWait *w = &h->hole_wait;
  if (w->skip > 0) {
    w->skip--;
    return false;
  }
  const int64_t ns = h->running_since ? gph_os_clock_ns() : 0;
  const uint64_t began = __builtin_ia32_rdtsc();
  w->away = began - w->last > JUST_NOW ? FIRST_LOOK : w->away < LAST_LOOK / 4 ? 2 * w->away : w->away;
  bool there = false;
  uint64_t now = began;
  for (; now - began < LAST_LOOK && !there && !h->zapped_own && !gph_load_relaxed(&h->interrupted);
       now = __builtin_ia32_rdtsc()) {
    if (now - began >= w->away) {
      const W i = load_info(p);
      there = i != (W)&gph_eager_blackhole_info && i != (W)&gph_blackhole_info && i != (W)&gph_whitehole_info;
    }
    __builtin_ia32_pause();
  }
  w->last = now;
  w->failed = there ? 0 : 2 * w->failed + 1 < MOST_SKIPPED ? 2 * w->failed + 1 : MOST_SKIPPED;
  w->skip = w->failed;
  if (ns) {
    const int64_t took = gph_os_clock_ns() - ns;
    gph_store_relaxed(&w->ns, w->ns + took);
    gph_store_relaxed(&h->ran_ns, h->ran_ns - took);
  }
  return there;
}

W gph_blackhole_c(GphReg *R, W self) {
  GphHec *h = gph_hec_of(R);
  W *p = gph_untag(self);
  bool looked = GPH_SPINS(1) == 0 || GPH_SCALING || gph_alone();
  for (;;) {
    W o = owner_of(p);
    if (o == 0) return 0;  // it has its value by now
    GphThread *t = R->thread;
    if (thread_of(o) == t) return gph_needs_itself_c(R, self);
    if (!looked && gph_load_relaxed(&thread_of(o)->hec) != h) {
      looked = true;
      // twice within a short time: Note [Stealing ahead] in sched/share_steal.c
      if (gph_pool_size(&h->pool) > 0 && __builtin_ia32_rdtsc() - h->hole_wait.last <= JUST_NOW)
        gph_store_relaxed(&h->met, GPH_MET);
      if (!look_again(h, p)) continue;
      if (GPH_LOGS(GPH_LOG_SITES)) gph_site_awaited(h, thread_of(o), p);
      return 0;
    }
    const uint32_t site = gph_load_relaxed(&t->spark_site);
    if (t->spark && gph_spark_wait(R, self)) {
      if (GPH_LOGS(GPH_LOG_SITES)) gph_site_put_back(h, site, thread_of(o), p);
      return 0;
    }
    // A CAS: its owner's update may have made an indirection of it since owner_of looked.
    GPH_DELAY();
    if (load_info(p) == (W)&gph_eager_blackhole_info &&
        !gph_cas(&p[0], (W)&gph_eager_blackhole_info, (W)&gph_blackhole_info))
      continue;
    gph_store_seq(&t->msg_owner, thread_of(o));
    gph_block_current(R, GPH_T_BLOCKED_BLACKHOLE, self);
    if (__builtin_expect(t->stm != NULL, 0)) gph_stm_waits(t);
    if (GPH_LOGS(GPH_LOG_SITES)) gph_site_awaited(h, thread_of(o), p);
    GPH_DELAY();
    GphHec *to = gph_load_acquire(&thread_of(o)->hec);
    // The owner may have updated p, and even be gone: then its block is still there (blocks are never unmapped) and
    // `to` is stale at worst. gph_handle_blackhole looks at p first.
    if (to == h || to == NULL) {
      gph_thread_save(R);
      gph_handle_blackhole(h, t);
    } else gph_post_thread(to, t, GPH_MSG_BLACKHOLE);
    return 0;
  }
}

void gph_thaw(GphHec *h, GphThread *k) {
  if (k->frozen) gph_store_relaxed(&k->frozen, (uint8_t)1);  // somebody waits for it
  if (k->state == GPH_T_FROZEN) {
    k->told = 0;  // who waited when it was told does no more
    k->state = GPH_T_READY;
    gph_run_push(h, k);
  }
}

// Must t's updates take the long way? With --blackhole-wait=poll they need not: who waits for t is looked through when
// t stops running (at the latest at the end of its time slice, or for a collection), as GHC 6.10 did, whose idle HECs
// looked all the time.
static bool wants_attention(const GphThread *t) { return t->frozen || (t->waiters && !gph_flags.bh_poll); }

// Whoever takes w out of a list of waiters, or out of an inbox to wake it, holds it alone: the stores come before it is
// handed on.
void gph_wake_waiter(GphHec *h, GphThread *w) {
  gph_store_seq(&w->msg_owner, (GphThread *)NULL);
  gph_wake(h, w);
}

void gph_handle_blackhole(GphHec *h, GphThread *w) {
  W *p = gph_untag(w->blocked_on);
  W o = (w->blocked_on & 7) ? 0 : owner_of(p);
  if (o == 0) {
    gph_wake_waiter(h, w);
    return;
  }
  GphThread *t = thread_of(o);
  // before looking at `cancel`: pairs with gph_unblock in prim/thread.c
  gph_store_seq(&w->msg_owner, t);
  if (gph_load_seq(&w->cancel)) {
    gph_wake_waiter(h, w);
    return;
  }
  GphHec *to = gph_load_acquire(&t->hec);
  if (to != h) {
    gph_post_thread(to, w, GPH_MSG_BLACKHOLE);
    return;
  }
  // Another claim than the one that w met (Note [Unclaiming]) is eager. t is at a safe point: it has not updated p, and
  // will see this.
  if (load_info(p) == (W)&gph_eager_blackhole_info)
    gph_cas(&p[0], (W)&gph_eager_blackhole_info, (W)&gph_blackhole_info);
  GPH_ASSERT(gph_load_acquire(&t->hec) == h);
  gph_waiters_add(t, w);
  t->attention = wants_attention(t);
  gph_thread_mark_dirty(h, t);
  gph_thaw(h, t);
}

bool gph_waiter_remove(GphThread *owner, GphThread *w) {
  if (!gph_waiters_remove(owner, w)) return false;
  gph_store_seq(&w->msg_owner, (GphThread *)NULL);
  owner->attention = wants_attention(owner);
  return true;
}

// Of a list of those who waited for the owner: whose thunk has a value, or none that evaluates it, runs; who waits for
// another by now is handed on.
static void look_at_waiters(GphHec *h, GphThread *owner, GphThread *list) {
  while (list) {
    GphThread *w = list;
    list = w->next;
    w->next = NULL;
    W o = (w->blocked_on & 7) ? 0 : owner_of(gph_untag(w->blocked_on));
    if (o == ((W)owner | GPH_TAG_UPDATE)) gph_waiters_add(owner, w);
    else if (o == 0) {
      if (GPH_SCALING && (w->blocked_on & 7) == 0) gph_strand_woken(h, owner, w, gph_untag(w->blocked_on));
      gph_wake_waiter(h, w);
    } else gph_handle_blackhole(h, w);
  }
  owner->attention = wants_attention(owner);
}

void gph_recheck_waiters(GphHec *h, GphThread *owner) { look_at_waiters(h, owner, gph_waiters_take(owner, NULL)); }

// t evaluates p no more, and all else as before. With --blackhole-wait=poll what else has its value may not have been
// looked at yet.
static void wake_for(GphHec *h, GphThread *t, W *p) {
  if (t->waiters) look_at_waiters(h, t, gph_waiters_take(t, gph_flags.bh_poll ? NULL : p));
}

// ---- updating
static void store(GphHec *h, W *p, W info, W value) {
  GPH_DELAY();
  gph_store_release(&p[1], value);  // release: who comes by a black hole looks at the word alone
  GPH_DELAY();
  gph_store_release(&p[0], info);
  if ((W)p >= gph_old_base && value < gph_old_base && value >= gph_young_base) gph_remember(h, p);
}

// May t store p's value? An unclaimed thunk becomes t's (GPH_CLAIM_LAZY). False: somebody else has it, or has updated
// it.
static bool take(GphThread *t, W *p) {
  for (;;) {
    W i = load_info(p);
    if (i == (W)&gph_ind_info || i == (W)&gph_ind_unseen_info) return false;
    if (i == (W)&gph_blackhole_info || i == (W)&gph_eager_blackhole_info)
      return gph_load_acquire(&p[1]) == ((W)t | GPH_TAG_UPDATE);
#ifdef GPH_THREADED
    if (i == (W)&gph_whitehole_info) {
      gph_pause();
      continue;
    }
    if (!gph_cas(&p[0], i, (W)&gph_whitehole_info)) continue;
#endif
    return true;
  }
}

// gph_update_slow (stubs.S) has claimed p by a CAS: there is no waiter, but no room in the remembered set.
W gph_update_owned_c(GphReg *R, W self, W value) {
  store(gph_hec_of(R), gph_untag(self), (W)&gph_ind_info, value);
  return 0;
}

// The long way (stubs.S): CAFs, threads with waiters, thunks that another thread has, full remembered sets. 1: value is
// the thunk's; 0: the thunk has another one, or will have.
W gph_update_c(GphReg *R, W self, W value) {
  GphHec *h = gph_hec_of(R);
  GphThread *t = R->thread;
  W *p = gph_untag(self);
  bool mine = take(t, p), at_once = true;
  if (GPH_SCALING && (W)p < gph_young_base) {
    const W v = gph_strand_caf_updated(h, (W)p, value);
    at_once = v == value || (value & 7) != 0;
    value = v;
  }
  if (mine) store(h, p, (W)&gph_ind_info, value);
  else {
    GPH_COUNT(h->duplicates);
    if (gph_flags.post_check && R->eager_blackhole == GPH_CLAIM_LAZY) R->eager_blackhole = GPH_CLAIM_ATOMIC;
  }
  if (mine) wake_for(h, t, p);
  else if (t->waiters) gph_recheck_waiters(h, t);
  if (t->frozen) {
    // See Note [Freezing] in eval/exception.c: the entry was popped just now, and still stands there.
    if (p == gph_untag(*t->frozen_bottom)) {
      W *real = gph_untag(t->frozen_thunk);
      if (owner_of(real) == ((W)t | GPH_TAG_UPDATE)) store(h, real, (W)&gph_ind_info, value);
      t->frozen_thunk = 0;
      if (t->waiters) gph_recheck_waiters(h, t);
      t->state = GPH_T_FINISHED;
      R->status = GPH_WHY_FINISHED;
    } else if (!t->waiters)
      // stops at the next heap check: here its value is in a register, unknown to the collector
      gph_hec_zap(h);
  }
  return mine && at_once;
}

W gph_yield_processor_c(GphReg *R) {
  sched_yield();
  return 0;
}

W gph_raise_object(GphHec *h, W exception) {
  W *p = gph_alloc_side(h, 2);
  p[0] = (W)&gph_raise_info;
  p[1] = exception;
  return (W)p;
}

void gph_update_raise(GphHec *h, GphThread *t, W *p, W raise) {
  if (!take(t, p)) return;  // whoever has it will find the same, or has
  store(h, p, (W)&gph_ind_info, raise);
  wake_for(h, t, p);
}

void gph_update_fetch_me(GphHec *h, W *p, W value) { store(h, p, (W)&gph_ind_info, value); }

bool gph_update_remote(GphHec *h, GphThread *t, W *p, W value) {
  GPH_ASSERT(t->state == GPH_T_REMOTE);
  store(h, p, (W)&gph_ind_info, value);
  if (gph_load_acquire(&t->hec) != h) return false;
  wake_for(h, t, p);
  return true;
}

#ifdef GPH_TSAN_CODE  // by way of stubs.S: 0 if the thunk is the running thread's
W gph_thunk_claim_c(GphReg *R, W self, W info) {
  W *p = (W *)self;
  if (R->eager_blackhole == GPH_CLAIM_ATOMIC && !gph_cas(&p[0], info, (W)&gph_whitehole_info)) return 1;
  gph_store_release(&p[1], R->owner);
  gph_store_release(&p[0], (W)&gph_eager_blackhole_info);
  return 0;
}
#endif

// Note [Unclaiming]
// ~~~~~~~~~~~~~~~~~
// A spark that has done nothing yet and would have to wait is put back (Note [Sparks that wait] in sched/spark.c): its
// thunk goes back to the code's info. Nobody else writes a black hole's words, but for a waiter that turns an eager one
// into a lazy one; so a CAS, and its free variables are still there, since no collection has been in between. What
// others do that came by meanwhile: whoever entered the black hole looks again before it waits (gph_blackhole_c); a
// message on its way to the HEC of the one who gives up finds that the thunk has no owner, and its sender is woken and
// enters the thunk, or another owner, and is posted on; that owner claimed eagerly and nobody turned that claim into a
// lazy one, so gph_handle_blackhole does. The result word of the unclaimed thunk is garbage, as before the claim: an
// owner that is none. The client of the model checker: "black hole, unclaimed".
bool gph_unclaim(GphHec *h, GphThread *t, W *p, W info) {
  W i;
  do {
    i = load_info(p);
    if ((i != (W)&gph_eager_blackhole_info && i != (W)&gph_blackhole_info) ||
        gph_load_relaxed(&p[1]) != ((W)t | GPH_TAG_UPDATE))
      return false;
    GPH_DELAY();
  } while (!gph_cas(&p[0], i, info));
  wake_for(h, t, p);
  return true;
}

// ---- lazy claiming, whenever a thread stops running
// To look through so many words costs about as much as to fork a thread. So large a stack is a deep recursion's, too,
// though its segments are small if it stops often (grow in eval/stack.c).
enum { DEEP_WORDS = 1024, DEEP_BYTES = 96 << 10 };
void gph_pause_thread(GphHec *h, GphThread *t) {
  W me = (W)t | GPH_TAG_UPDATE;
  W *lo = t->rs;
  size_t looked = 0;
  const W remember = t->handle < gph_old_base ? gph_old_base : ~(W)0;  // an old black hole keeps its young owner alive
  for (GphSegment *s = t->seg; s; s = s->prev) {
    // control did not come back here since everything in it, and below, was claimed
    if (s->dirty != GPH_SEG_DIRTY) break;
    for (W *e = lo; (e = gph_next_update_entry(e, s->rs_top)) < s->rs_top; e++) {
      W *p = gph_untag(*e);
      if ((W)p < gph_young_base) continue;  // a CAF, claimed on entry
      W i = load_info(p);
      GPH_DELAY();
      if (i == (W)&gph_blackhole_info) {
        // Claimed the last time, and so was all below; unless it is another thread's, or this one claims on entry: then
        // waiters turn some, and an old one is not remembered yet.
        if (gph_load_relaxed(&p[1]) != me) continue;
        if (h->reg.eager_blackhole == GPH_CLAIM_LAZY) goto done;
        if ((W)p >= remember) gph_remember(h, p);
      } else if (i == (W)&gph_eager_blackhole_info) {
        if (gph_load_relaxed(&p[1]) == me && gph_cas(&p[0], i, (W)&gph_blackhole_info) && (W)p >= remember)
          gph_remember(h, p);
      } else if (take(t, p)) {
        gph_store_release(&p[1], me);
        gph_store_release(&p[0], (W)&gph_blackhole_info);
        if ((W)p >= remember) gph_remember(h, p);
      }
    }
    s->dirty = GPH_SEG_CLAIMED;
    looked += (size_t)(s->rs_top - lo);
    lo = s->prev_rs;
  }
done:
  const unsigned stops = t->stops & GPH_STOPS_MOST;
  t->stops = (uint8_t)((looked >= DEEP_WORDS || t->stack_bytes >= DEEP_BYTES ? GPH_STOPPED_DEEP : 0) |
                       (stops + (stops < GPH_STOPS_MOST)));
  // Else who changed t's thunks has looked: an update (attention), an exception, freezing. There may be a million
  // waiters, and t may stop for a moment only.
  if (gph_flags.bh_poll && t->waiters) gph_recheck_waiters(h, t);
}
