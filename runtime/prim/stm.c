// stm.c: software transactional memory.
//
// A transaction keeps a log (GphStmRec) of what it read (expected values) and wrote. Reads do not lock. A commit takes
// the global lock, checks that every expected value still stands, and stores. The first alternative of orElse and the
// body of catchSTM have logs of their own, which are merged into their parent or dropped: an inner log has what was
// written in it, and of what was read in it what no outer one knows. The second alternative takes orElse's place: it
// needs no log, because nothing is left of the whole when it retries, and no record. A transaction that retries waits
// in the watch lists of what it read; a commit takes who watches what it stores off all lists, and then wakes them. A
// transaction whose log is no longer valid may have seen an impossible state: it is run again when it raises, commits,
// retries, or is switched in; at the end of its time slice it is switched out for that, whoever else waits (so it
// cannot loop for ever).
//
// Note [Stale transactions that wait]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// Two that look alike may loop in one value: one of them evaluates it, the other waits for it. The first begins again,
// the value is frozen, and is evaluated on for the second, by a thread that has no log, for ever. So transactions that
// wait for a thunk are in a list, and whoever is at the end of a time slice looks through it when a transaction has
// stored something since (gph_stm_look): somebody evaluates the thunk, so there are time slices. Who is stale is sent
// to its HEC (GPH_MSG_STALE), which takes it off what it waits for.
//    wrong alternative: each commit looks through the list: a thousand that wait for one value make each commit slow
//
// Note [Handlers in transactions]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// With unsafePerformIO there may be handlers in a transaction, and in them something that is to be given back: the lock
// of a table, or of a handle (trace). So may be what runs masked: between takeMVar and the handler, say, where it is
// switched in with the lock. If the transaction went stale and were cut off there, nobody would give it back, unless
// the value is needed again. So it goes on until these have been left. But it may loop there for ever:
// when it has been looked at PATIENT_LOOKS times, and for PATIENT_NS, it is cut off all the same, handlers and all, as
// in GHC, where that happens at once. These are looks at the ends of its own time slices, or of those of the frozen
// thread that evaluates what it waits for: for that one nobody else can end.
//
// Values are compared by address: what is expected stands in the log, so no other value can have its address, and a
// variable that has the same value again is as good as one that never changed. (Of a constructor that two workers of a
// collection copied there may be two: then a transaction is run again for nothing.)
//
// On the stacks: a GphRec for each atomically (root: the action), orElse (root: the second alternative) and catchSTM
// (root: the handler); the body runs from gph_stm_body (stubs.S), which ends in gph_stm_done_c. lock:stm_lock: all
// TVars' values (stores) and watch lists; GphStmRec.watches of a thread in state BLOCKED_STM. TVar:
// [value][watchers][number].
#include "prim/stm.h"
#include "base/delay.h"
#include "base/die.h"
#include "base/os.h"
#include "eval/exception.h"
#include "eval/stack.h"
#include "eval/stubs.h"
#include "prim/prim.h"
#include "prof/strands.h"
#include "sched/hec.h"
#include "sched/hooks.h"
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
  W tvar, expected, value;  // roots
  bool written;
} Entry;
typedef struct Watch {  // in the list of a TVar
  struct Watch *next, *prev;
  GphThread *thread;
  W tvar;  // root
} Watch;
enum {
  FEW = 8,          // entries that are searched one by one, and for which a log has room
  FEW_SPARES = 16,  // logs that a HEC keeps
  FEW_WATCHED = 2   // variables that a log can watch without memory beside it: most that wait do so for one
};
struct GphStmRec {  // owner: its thread
  GphStmRec *parent;
  Entry *entries;
  unsigned used, room;
  // when there are more than FEW: hash table of 2 * room, by the variable's number: position + 1, 0: free
  uint32_t *index;
  Watch *watches;  // lock:stm_lock while its thread is blocked: one for each entry. In few_watches, or allocated
  unsigned watch_count;
  // Note [Stale transactions that wait]: whose it is, while it is in the list. lock:stm_lock, but that the owner of the
  // thread, which alone changes it, reads `waits` without
  GphThread *waits;
  GphStmRec *next_waiting, **link_waiting;
  // of the outermost log, Note [Handlers in transactions]; by the owner of the thread
  unsigned stale_looks;
  int64_t stale_since;
  Entry first[FEW];
  Watch few_watches[FEW_WATCHED];
};

static GphLock stm_lock = GPH_LOCK_INIT;
static GphStmRec *waiting;  // lock:stm_lock
uint32_t gph_stm_unlooked;  // stores with stm_lock
// By HECs' owners. Nobody becomes one of several meanwhile.
static inline void lock_stm(void) {
  if (!gph_alone()) gph_lock(&stm_lock);
}
static inline void unlock_stm(void) {
  if (!gph_alone()) gph_unlock(&stm_lock);
}

static void *allocate(void *old, size_t size) {
  void *p = realloc(old, size);
  if (!p) gph_fail(251, "out of memory");
  return p;
}
static GphStmRec *rec_init(GphStmRec *r, GphStmRec *parent) {
  r->parent = parent;
  r->entries = r->first;
  r->used = 0;
  r->room = FEW;
  r->index = NULL;
  r->watches = NULL;
  r->watch_count = 0;
  r->waits = NULL;
  r->stale_looks = 0;
  return r;
}
static __attribute__((noinline)) void wait_no_more(GphStmRec *r) {
  lock_stm();
  GPH_DELAY();
  *r->link_waiting = r->next_waiting;
  if (r->next_waiting) r->next_waiting->link_waiting = r->link_waiting;
  r->waits = NULL;
  unlock_stm();
}
// h: whose thread it is, when it runs there, else NULL: then none of its spare logs is taken, or becomes one.
static inline GphStmRec *rec_new(GphHec *h, GphStmRec *parent) {
  GphStmRec *r = h ? h->stm_spare : NULL;
  if (!r) return rec_init(allocate(NULL, sizeof(GphStmRec)), parent);
  h->stm_spare = r->parent;
  h->stm_spares--;
  r->parent = parent;
  r->stale_looks = 0;
  return r;
}
static __attribute__((noinline)) void rec_delete(GphStmRec *r) {
  if (r->entries != r->first) free(r->entries);
  free(r->index);
  GPH_ASSERT(!r->watches);
  free(r);
}
static inline void rec_free(GphHec *h, GphStmRec *r) {
  if (__builtin_expect(r->waits != NULL, 0)) wait_no_more(r);
  if (h && h->stm_spares < FEW_SPARES && r->room == FEW && !r->watches) {
    r->used = 0;
    r->parent = h->stm_spare;
    h->stm_spare = r;
    h->stm_spares++;
  } else rec_delete(r);
}

// Where in r->index the search for tvar begins. Its address changes, its number does not.
static inline unsigned hash(GphStmRec *r, W tvar) {
  return (unsigned)((gph_untag(tvar)[3] * 0x9e3779b97f4a7c15u) >> 32) & (2 * r->room - 1);
}

static void enter_index(GphStmRec *r, unsigned at) {
  unsigned i = hash(r, r->entries[at].tvar);
  while (r->index[i]) i = (i + 1) & (2 * r->room - 1);
  r->index[i] = at + 1;
}
static __attribute__((noinline)) Entry *find_in_index(GphStmRec *r, W tvar) {
  for (unsigned i = hash(r, tvar); r->index[i]; i = (i + 1) & (2 * r->room - 1))
    if (r->entries[r->index[i] - 1].tvar == tvar) return &r->entries[r->index[i] - 1];
  return NULL;
}
static inline Entry *find(GphStmRec *r, W tvar) {
  if (r->index) return find_in_index(r, tvar);
  for (unsigned i = 0; i < r->used; i++)
    if (r->entries[i].tvar == tvar) return &r->entries[i];
  return NULL;
}
// In r or the nearest outer log that has it.
static inline Entry *find_outwards(GphStmRec *r, W tvar) {
  Entry *e = NULL;
  for (; r && !e; r = r->parent) e = find(r, tvar);
  return e;
}
static __attribute__((noinline)) void more_entries(GphStmRec *r) {
  r->room *= 2;
  Entry *more = allocate(r->entries == r->first ? NULL : r->entries, r->room * sizeof(Entry));
  if (r->entries == r->first) memcpy(more, r->first, sizeof r->first);
  r->entries = more;
  free(r->index);
  r->index = calloc(2 * (size_t)r->room, sizeof *r->index);
  if (!r->index) gph_fail(251, "out of memory");
  for (unsigned i = 0; i < r->used; i++) enter_index(r, i);
}
static inline Entry *add(GphStmRec *r, W tvar, W expected) {
  if (r->used == r->room) more_entries(r);
  Entry *e = &r->entries[r->used++];
  *e = (Entry){.tvar = tvar, .expected = expected, .value = expected};
  if (r->index) enter_index(r, r->used - 1);
  return e;
}
// acquire: pairs with the store in commit
static inline W current(W tvar) { return gph_load_acquire(&gph_untag(tvar)[1]); }

// With stm_lock: all that was expected stands at once. Without: if not, then it never will; but a commit may be
// half-way through its stores.
static inline bool valid(GphStmRec *r) {
  for (; r; r = r->parent)
    for (unsigned i = 0; i < r->used; i++)
      if (current(r->entries[i].tvar) != r->entries[i].expected) return false;
  return true;
}
bool gph_stm_valid(GphThread *t) {
  lock_stm();
  bool ok = valid(t->stm);
  unlock_stm();
  return ok;
}

// r into its parent: with what it wrote, or only with what it read. What an outer log has read is not read again: it
// would hide what that one wrote.
static GphStmRec *merge(GphHec *h, GphStmRec *r, bool writes) {
  GphStmRec *p = r->parent;
  for (unsigned i = 0; i < r->used; i++) {
    Entry *e = &r->entries[i];
    if (writes && e->written) {
      Entry *o = find(p, e->tvar);
      if (!o) o = add(p, e->tvar, e->expected);
      o->value = e->value;
      o->written = true;
    } else if (!find_outwards(p, e->tvar)) add(p, e->tvar, e->expected);
  }
  rec_free(h, r);
  return p;
}

void gph_stm_abandon_nested(GphThread *t) {
  GPH_ASSERT(t->stm && t->stm->parent);
  t->stm = merge(NULL, t->stm, false);
}
// t is on no watch list. h: as for rec_new.
static void abandon(GphHec *h, GphThread *t) {
  GPH_ASSERT(!t->stm || !t->stm->watches);
  while (t->stm) {
    GphStmRec *p = t->stm->parent;
    rec_free(h, t->stm);
    t->stm = p;
  }
  t->stm_retry = 0;
}
void gph_stm_abandon(GphThread *t) { abandon(NULL, t); }

void gph_stm_hand_over(GphThread *from, GphThread *to) {
  GPH_ASSERT(!to->stm);
  if (from->stm->waits) wait_no_more(from->stm);
  to->stm = from->stm;
  to->stm_retry = from->stm_retry;
  from->stm = NULL;
  from->stm_retry = 0;
}

// ---- watching; with stm_lock
static void unwatch(GphStmRec *r) {
  for (unsigned i = 0; i < r->watch_count; i++) {
    GPH_DELAY();
    Watch *w = &r->watches[i];
    if (w->prev) w->prev->next = w->next;
    // nothing to remember: who follows in an old variable's list has been
    else gph_set_waiting(gph_untag(w->tvar), w->next);
    if (w->next) w->next->prev = w->prev;
  }
  if (r->watches != r->few_watches) free(r->watches);
  r->watches = NULL;
  r->watch_count = 0;
}
static void watch(GphReg *R, GphStmRec *r) {
  r->watches = r->used <= FEW_WATCHED ? r->few_watches : allocate(NULL, (size_t)r->used * sizeof(Watch));
  r->watch_count = r->used;
  for (unsigned i = 0; i < r->used; i++) {
    GPH_DELAY();
    Watch *w = &r->watches[i];
    W *p = gph_untag(r->entries[i].tvar);
    *w = (Watch){.next = gph_waiting(p), .thread = R->thread, .tvar = r->entries[i].tvar};
    if (w->next) w->next->prev = w;
    gph_set_waiting(p, w);
    gph_dirty_object(R, p);
  }
}
bool gph_stm_unblock(GphThread *t) {
  lock_stm();
  bool there = t->stm && t->stm->watches;
  if (there) unwatch(t->stm);
  unlock_stm();
  return there;
}
void gph_tvar_roots(GphVisitor *v, W *p) {
  for (Watch *e = gph_waiting(p); e; e = e->next) gph_visit_thread(v, e->thread);
}
void gph_stm_roots(GphVisitor *v, GphStmRec *r) {
  for (; r; r = r->parent) {
    for (unsigned i = 0; i < r->used; i++) {
      gph_visit(v, &r->entries[i].tvar);
      gph_visit(v, &r->entries[i].expected);
      gph_visit(v, &r->entries[i].value);
    }
    for (unsigned i = 0; i < r->watch_count; i++) gph_visit(v, &r->watches[i].tvar);
  }
}

// ---- running
static void run_body(GphThread *t, GphRec *rec, W action) {  // t's context is in the GphThread
  t->catch_top = (uintptr_t)rec;
  gph_stand_at(t, rec, gph_stm_body);
  gph_thread_push_root(t, action);
}

void gph_stm_restart(GphThread *t, GphRec *rec) {
  gph_stm_abandon(t);
  t->stm = rec_new(NULL, NULL);
  run_body(t, rec, rec->rs[0]);
}

W gph_prim_Atomically(GphReg *R, W action) {
  GphThread *t = R->thread;
  if (t->stm) {
    gph_raise(R, gph_program.nested_atomically);
    return 0;
  }
  t->stm = rec_new(gph_hec_of(R), NULL);
  *--R->rs = action;
  gph_push_rec(R, GPH_REC_ATOMICALLY, gph_stm_body);
  *--R->rs = action;
  return 0;
}
W gph_prim_CatchRetry(GphReg *R, W first, W second) {
  GphThread *t = R->thread;
  t->stm = rec_new(gph_hec_of(R), t->stm);
  *--R->rs = second;
  gph_push_rec(R, GPH_REC_CATCH_RETRY, gph_stm_body);
  *--R->rs = first;
  return 0;
}
W gph_prim_CatchSTM(GphReg *R, W action, W handler) {
  GphThread *t = R->thread;
  t->stm = rec_new(gph_hec_of(R), t->stm);
  *--R->rs = handler;
  gph_push_rec(R, GPH_REC_CATCH_STM, gph_stm_body);
  *--R->rs = action;
  return 0;
}

static bool commit(GphReg *R, GphStmRec *r) {
  GphHec *h = gph_hec_of(R);
  GphThread *woken = NULL, **last = &woken;
  lock_stm();
  bool ok = valid(r);
  if (ok)
    for (unsigned i = 0; i < r->used; i++) {
      Entry *e = &r->entries[i];
      if (!e->written) continue;
      W *p = gph_untag(e->tvar);
      gph_store_release(&p[1], e->value);  // pairs with current
      gph_dirty_object(R, p);
      for (Watch *first; (first = gph_waiting(p));) {
        GphThread *w = first->thread;
        // now it is ours: who wants to kill it finds it on its way (gph_stm_unblock)
        unwatch(w->stm);
        *last = w;
        last = &w->next;
      }
    }
  *last = NULL;
  if (waiting) gph_store_relaxed(&gph_stm_unlooked, 1u);
  unlock_stm();
  while (woken) {
    GphThread *w = woken;
    woken = w->next;
    w->next = NULL;
    if (GPH_SCALING) gph_strand_wakes(h, w);
    gph_wake(h, w);
  }
  // With +RTS -V0 time slices do not end: transactions that this one made stale are to see it now.
  if (gph_flags.tick_ns == 0 && ok && !gph_alone())
    for (int i = 0; i < gph_hecs_now(); i++)
      if (gph_hecs[i] != h) gph_hec_zap(gph_hecs[i]);
  if (gph_flags.tick_ns == 0 && gph_load_relaxed(&gph_stm_unlooked)) gph_stm_look();
  return ok;
}

static void restart_here(GphReg *R, GphRec *rec) {
  GphThread *t = R->thread;
  gph_thread_save(R);
  gph_stm_restart(t, rec);
  gph_reload(R, t);
}

// The body of the innermost record returned `result`.
W gph_stm_done_c(GphReg *R, W result) {
  GphThread *t = R->thread;
  GphRec *rec = (GphRec *)R->catch_top;
  if (rec->kind == GPH_REC_ATOMICALLY) {
    if (!commit(R, t->stm)) {
      restart_here(R, rec);
      return 0;
    }
    GphStmRec *r = t->stm;
    GPH_ASSERT(!r->parent && !r->watches);
    t->stm = NULL;
    t->stm_retry = 0;
    rec_free(gph_hec_of(R), r);
  } else t->stm = merge(gph_hec_of(R), t->stm, true);
  R->rs = rec->rs + 1;
  R->catch_top = (uintptr_t)rec->prev;
  return result;
}

W gph_prim_Retry(GphReg *R) {
  GphThread *t = R->thread;
  GphHec *h = gph_hec_of(R);
  gph_thread_save(R);
  for (;;) {
    GphRec *rec = (GphRec *)t->catch_top;
    switch ((GphRecKind)rec->kind) {
      case GPH_REC_CATCH_RETRY:  // what the first one read counts for waiting
        gph_cut(h, t, rec);
        t->stm = merge(h, t->stm, false);
        t->catch_top = (uintptr_t)rec->prev;
        gph_stand_at(t, rec, gph_second_body);
        gph_reload(R, t);
        return 0;
      case GPH_REC_CATCH_STM:
      case GPH_REC_CATCH:
      case GPH_REC_CATCH_SYNC:
        gph_cut(h, t, rec);
        if (rec->kind == GPH_REC_CATCH_STM) t->stm = merge(h, t->stm, false);
        gph_unwind_past(t, rec);
        break;
      case GPH_REC_ATOMICALLY: {
        gph_cut(h, t, rec);
        GphStmRec *log = t->stm;
        lock_stm();
        if (!valid(log)) {
          unlock_stm();
          gph_stm_restart(t, rec);
          gph_reload(R, t);
          return 0;
        }
        run_body(t, rec, rec->rs[0]);  // what it does when woken: run_thread starts it with a new log
        gph_reload(R, t);
        if (t->pending && R->masked != 2) {
          unlock_stm();
          t->stm_retry = 1;               // if it goes on, in a frozen thread, then with a new log
          if (!gph_deliver_pending(R)) {  // taken back
            gph_stm_restart(t, rec);
            gph_reload(R, t);
          }
          return 0;
        }
        gph_block_current(R, GPH_T_BLOCKED_STM, 0);
        gph_thread_mark_dirty(h, t);
        t->stm_retry = 1;
        watch(R, log);
        unlock_stm();
        return 0;
      }
      case GPH_REC_STOP: gph_die("retry# outside atomically#");
    }
  }
}

// See Note [Handlers in transactions]. A look at a stale transaction in a handler.
enum { PATIENT_LOOKS = 25, PATIENT_NS = 500000000 };
static GphStmRec *outermost(GphStmRec *r) {
  while (r->parent) r = r->parent;
  return r;
}
static void look_at_stale(GphStmRec *log) {
  GphStmRec *r = outermost(log);
  if (r->stale_looks++ == 0) r->stale_since = gph_os_clock_ns();
}
static bool out_of_patience(GphStmRec *log) {
  GphStmRec *r = outermost(log);
  return r->stale_looks >= PATIENT_LOOKS && gph_os_clock_ns() - r->stale_since >= PATIENT_NS;
}

// The record at which the transaction with this log is to begin again, because it went stale, or NULL.
static GphRec *to_restart(GphStmRec *log, uintptr_t catch_top, unsigned masked, bool look) {
  if (valid(log)) return NULL;
  bool handler = false;
  GphRec *rec = (GphRec *)catch_top;
  for (; rec->kind != GPH_REC_ATOMICALLY; rec = rec->prev) {
    if (rec->kind == GPH_REC_STOP) return NULL;
    handler |= rec->kind == GPH_REC_CATCH || rec->kind == GPH_REC_CATCH_SYNC;
  }
  if (!handler && masked == rec->masked) return rec;
  if (look) look_at_stale(log);
  return out_of_patience(log) ? rec : NULL;
}

// See Note [Stale transactions that wait]. t, which has a log, is about to wait for a thunk.
void gph_stm_waits(GphThread *t) {
  GphStmRec *r = t->stm;
  GPH_ASSERT(!r->waits);
  lock_stm();
  r->waits = t;
  r->next_waiting = waiting;
  r->link_waiting = &waiting;
  if (waiting) waiting->link_waiting = &r->next_waiting;
  waiting = r;
  gph_store_relaxed(&gph_stm_unlooked, 1u);  // it may be stale already
  unlock_stm();
}
void gph_stm_look(void) {
  GphMsg *found = NULL;
  lock_stm();
  gph_store_relaxed(&gph_stm_unlooked, 0u);
  for (GphStmRec *r = waiting; r; r = r->next_waiting) {
    if (valid(r)) continue;
    GphMsg *m = malloc(sizeof *m);
    *m = (GphMsg){.kind = GPH_MSG_STALE, .target = r->waits, .next = found};
    found = m;
  }
  if (found) gph_store_relaxed(&gph_stm_unlooked, 1u);  // they may be in handlers, which they may leave
  unlock_stm();
  // Who has gone on meanwhile has not been freed: this HEC is at no safe point. (One HEC: it handles its messages
  // before any thread runs.)
  while (found) {
    GphMsg *m = found;
    found = m->next;
    gph_post(gph_load_relaxed(&m->target->hec), m);  // relaxed: it is sent on if need be
  }
}
// t belongs to h and does not run.
void gph_stm_stale_wait(GphHec *h, GphThread *t) {
  if (t->state != GPH_T_BLOCKED_BLACKHOLE || !t->stm || !t->stm->waits) return;
  GphThread *owner = gph_load_acquire(&t->msg_owner);  // pairs with gph_handle_blackhole
  if (to_restart(t->stm, t->catch_top, t->masked, owner && gph_load_relaxed(&owner->frozen)) &&
      gph_unblock(h, t, false))
    gph_run_push(h, t);
}

// A thread is about to run again: a log from before a wait is of no use; a transaction that went stale starts again.
void gph_stm_resume(GphHec *h, GphThread *t) {
  if (__builtin_expect(t->stm->waits != NULL, 0)) wait_no_more(t->stm);
  if (t->stm_retry) {
    abandon(h, t);
    t->stm = rec_new(h, NULL);
    return;
  }
  GphRec *rec = to_restart(t->stm, t->catch_top, t->masked, false);
  if (!rec) return;
  gph_cut(h, t, rec);
  gph_stm_restart(t, rec);
}
bool gph_stm_stale(GphReg *R) { return to_restart(R->thread->stm, R->catch_top, R->masked, true) != NULL; }

// ---- variables
W gph_prim_NewTVar(GphReg *R, W x) {
  GphHec *h = gph_hec_of(R);
  ROOT(x);
  W *p = gph_alloc(R, 4);
  UNROOT(x);
  p[0] = (W)&gph_tvar_info;
  p[1] = x;
  p[2] = 0;
  p[3] = h->tvars++ << 8 | (W)h->no;  // never changes
  return (W)p | 1;
}
W gph_prim_ReadTVarIO(GphReg *R, W v) { return current(v); }

W gph_prim_ReadTVar(GphReg *R, W v) {
  GphThread *t = R->thread;
  if (!t->stm) return current(v);
  Entry *e = find_outwards(t->stm, v);
  return e ? e->value : add(t->stm, v, current(v))->value;
}
W gph_prim_WriteTVar(GphReg *R, W v, W x) {
  GphThread *t = R->thread;
  Entry *e = find(t->stm, v);
  if (!e) {
    Entry *outer = find_outwards(t->stm->parent, v);
    e = add(t->stm, v, outer ? outer->expected : current(v));
  }
  e->value = x;
  e->written = true;
  return GPH_UNIT;
}
