// stm.c: software transactional memory.
//
// A transaction keeps a log (GphStmRec) of what it read (expected values) and wrote. Reads do not lock. A commit takes the global lock,
// checks that every expected value still stands, and stores. Two logs are nested: orElse's alternatives and catchSTM's body; they
// are merged into their parent or dropped. A transaction that retries waits in the watch lists of what it read; a commit wakes who watches
// what it stored. A transaction whose log is no longer valid may have seen an impossible state: it is run again when it
// raises, commits, retries, or is switched in (so it cannot loop for ever).
//
// On the stacks: a GphRec for each atomically (root: the action), orElse (roots: second and first alternative) and catchSTM (root: the handler); the
// body runs from gph_stm_body (stubs.S), which ends in gph_stm_done_c.
// lock:stm_lock: all TVars' values (stores), versions and watch lists. TVar: [value][watchers][version].
#include "prim/stm.h"
#include "eval/exception.h"
#include "gc/collector.h"
#include "gc/compact.h"
#include "prim/prim.h"
#include "sched/schedule.h"
#include <stdlib.h>

typedef struct Entry {
  W tvar, expected, value;             // roots
  bool written;
} Entry;
typedef struct Watch {                 // in the list of a TVar
  struct Watch *next, *prev;
  GphThread *thread;
  W tvar;                              // root
} Watch;
struct GphStmRec {
  GphStmRec *parent;
  Entry *entries;
  int used, room;
  Watch *watches;                      // while blocked: one for each entry
  int watch_count;
};
enum { SECOND = 0x100 };               // in GphRec::masked of an orElse: the second alternative runs

static GphLock stm_lock = GPH_LOCK_INIT;

static GphStmRec *rec_new(GphStmRec *parent) {
  GphStmRec *r = calloc(1, sizeof *r);
  r->parent = parent;
  return r;
}
static void rec_free(GphStmRec *r) {
  free(r->entries);
  free(r->watches);
  free(r);
}
static Entry *find(GphStmRec *r, W tvar) {
  for (int i = 0; i < r->used; i++)
    if (r->entries[i].tvar == tvar) return &r->entries[i];
  return NULL;
}
static Entry *add(GphStmRec *r, W tvar, W expected) {
  if (r->used == r->room) {
    r->room = r->room ? 2 * r->room : 8;
    r->entries = realloc(r->entries, (size_t)r->room * sizeof(Entry));
    if (!r->entries) gph_fail(251, "out of memory");
  }
  Entry *e = &r->entries[r->used++];
  *e = (Entry){ .tvar = tvar, .expected = expected, .value = expected };
  return e;
}
static inline W current(W tvar) { return gph_load_acquire(&gph_untag(tvar)[1]); }

static bool valid(GphStmRec *r) {
  for (; r; r = r->parent)
    for (int i = 0; i < r->used; i++)
      if (current(r->entries[i].tvar) != r->entries[i].expected) return false;
  return true;
}
bool gph_stm_valid(GphThread *t) { return valid(t->stm); }

// r into its parent: with what it wrote, or only with what it read.
static GphStmRec *merge(GphStmRec *r, bool writes) {
  GphStmRec *p = r->parent;
  for (int i = 0; i < r->used; i++) {
    Entry *e = &r->entries[i], *o = find(p, e->tvar);
    if (!o) o = add(p, e->tvar, e->expected);
    if (writes && e->written) {
      o->value = e->value;
      o->written = true;
    }
  }
  rec_free(r);
  return p;
}

void gph_stm_abandon_nested(GphThread *t) { t->stm = merge(t->stm, false); }
static void unwatch(GphStmRec *r);
void gph_stm_abandon(GphThread *t) {
  while (t->stm) {
    GphStmRec *p = t->stm->parent;
    if (t->stm->watches) {
      gph_lock(&stm_lock);
      unwatch(t->stm);
      gph_unlock(&stm_lock);
    }
    rec_free(t->stm);
    t->stm = p;
  }
}

// ---- watching
static void unwatch(GphStmRec *r) {
  for (int i = 0; i < r->watch_count; i++) {
    Watch *w = &r->watches[i];
    if (w->prev) w->prev->next = w->next;
    else gph_untag(w->tvar)[2] = (W)w->next;
    if (w->next) w->next->prev = w->prev;
  }
  free(r->watches);
  r->watches = NULL;
  r->watch_count = 0;
}
static void watch(GphReg *R, GphStmRec *r) {
  r->watches = calloc((size_t)r->used + 1, sizeof(Watch));
  r->watch_count = r->used;
  for (int i = 0; i < r->used; i++) {
    Watch *w = &r->watches[i];
    W *p = gph_untag(r->entries[i].tvar);
    *w = (Watch){ .next = (Watch *)p[2], .thread = R->thread, .tvar = r->entries[i].tvar };
    if (w->next) w->next->prev = w;
    p[2] = (W)w;
    gph_dirty_object(R, p);
  }
}
bool gph_stm_unblock(GphThread *t) {
  gph_lock(&stm_lock);
  bool there = t->stm && t->stm->watches;
  if (there) unwatch(t->stm);
  gph_unlock(&stm_lock);
  return there;
}
void gph_tvar_scan_watchers(GphGcWorker *w, W *p) {
  for (Watch *e = (Watch *)p[2]; e; e = e->next) gph_evac_root(w, &e->thread->handle);
}
bool gph_tvar_watchers_young(W *p) {
  for (Watch *w = (Watch *)p[2]; w; w = w->next)
    if (gph_still_young(gph_load_acquire(&w->thread->handle))) return true;
  return false;
}
void gph_stm_scan(GphGcWorker *w, GphStmRec *r) {
  for (; r; r = r->parent) {
    for (int i = 0; i < r->used; i++) {
      gph_evac_root(w, &r->entries[i].tvar);
      gph_evac_root(w, &r->entries[i].expected);
      gph_evac_root(w, &r->entries[i].value);
    }
    for (int i = 0; i < r->watch_count; i++) gph_evac_root(w, &r->watches[i].tvar);
  }
}

void gph_stm_compact(GphStmRec *r) {
  for (; r; r = r->parent) {
    for (int i = 0; i < r->used; i++) {
      gph_compact_slot(&r->entries[i].tvar);
      gph_compact_slot(&r->entries[i].expected);
      gph_compact_slot(&r->entries[i].value);
    }
    for (int i = 0; i < r->watch_count; i++) gph_compact_slot(&r->watches[i].tvar);
  }
}

// ---- running
static void run_body(GphThread *t, GphRec *rec, W action) {   // t's context is in the GphThread
  t->seg = rec->seg;
  t->seg->dirty = GPH_SEG_DIRTY;
  t->catch_top = (uintptr_t)rec;
  t->rs = rec->rs;
  *--t->rs = action;
  t->masked = (uint8_t)rec->masked;
  uintptr_t *frame = (uintptr_t *)rec - 4;
  frame[0] = frame[1] = frame[2] = 0;
  frame[3] = (uintptr_t)gph_stm_body;
  t->sp = (uintptr_t)frame;
}

void gph_stm_restart(GphThread *t, GphRec *rec) {
  gph_stm_abandon(t);
  t->stm = rec_new(NULL);
  run_body(t, rec, rec->rs[0]);
}

W gph_prim_Atomically(GphReg *R, W action) {
  GphThread *t = R->thread;
  if (t->stm) {
    gph_raise(R, gph_program.nested_atomically);
    return 0;
  }
  t->stm = rec_new(NULL);
  *--R->rs = action;
  gph_push_rec(R, GPH_REC_ATOMICALLY, gph_stm_body);
  *--R->rs = action;
  return 0;
}
W gph_prim_CatchRetry(GphReg *R, W first, W second) {
  GphThread *t = R->thread;
  t->stm = rec_new(t->stm);
  R->rs -= 2;
  R->rs[0] = second;
  R->rs[1] = first;
  gph_push_rec(R, GPH_REC_CATCH_RETRY, gph_stm_body);
  *--R->rs = first;
  return 0;
}
W gph_prim_CatchSTM(GphReg *R, W action, W handler) {
  GphThread *t = R->thread;
  t->stm = rec_new(t->stm);
  *--R->rs = handler;
  gph_push_rec(R, GPH_REC_CATCH_STM, gph_stm_body);
  *--R->rs = action;
  return 0;
}

static bool commit(GphReg *R, GphStmRec *r) {
  GphHec *h = gph_hec_of(R);
  gph_lock(&stm_lock);
  bool ok = valid(r);
  if (ok)
    for (int i = 0; i < r->used; i++) {
      Entry *e = &r->entries[i];
      if (!e->written) continue;
      W *p = gph_untag(e->tvar);
      gph_store_release(&p[1], e->value);
      p[3]++;
      gph_dirty_object(R, p);
      while (p[2]) {
        GphThread *w = ((Watch *)p[2])->thread;
        unwatch(w->stm);
        gph_wake(h, w);
      }
    }
  gph_unlock(&stm_lock);
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
    gph_stm_abandon(t);
    R->rs = rec->rs + 1;
  } else {
    t->stm = merge(t->stm, true);
    R->rs = rec->rs + (rec->kind == GPH_REC_CATCH_RETRY ? 2 : 1);
  }
  R->catch_top = (uintptr_t)rec->prev;
  return result;
}

W gph_prim_Retry(GphReg *R) {
  GphThread *t = R->thread;
  gph_thread_save(R);
  for (;;) {
    GphRec *rec = (GphRec *)t->catch_top;
    switch ((GphRecKind)rec->kind) {
    case GPH_REC_CATCH_RETRY:
      gph_cut(gph_hec_of(R), t, rec);
      if (!(rec->masked & SECOND)) {                   // what the first one read counts for waiting
        t->stm = rec_new(merge(t->stm, false));
        rec->masked |= SECOND;
        run_body(t, rec, rec->rs[0]);
        gph_reload(R, t);
        return 0;
      }
      t->stm = merge(t->stm, false);
      t->catch_top = (uintptr_t)rec->prev;
      t->rs = rec->rs + 2;
      break;
    case GPH_REC_CATCH_STM: case GPH_REC_CATCH: case GPH_REC_CATCH_SYNC:
      gph_cut(gph_hec_of(R), t, rec);
      if (rec->kind == GPH_REC_CATCH_STM) t->stm = merge(t->stm, false);
      t->catch_top = (uintptr_t)rec->prev;
      t->rs = rec->rs + 1;
      break;
    case GPH_REC_ATOMICALLY: {
      gph_cut(gph_hec_of(R), t, rec);
      GphStmRec *log = t->stm;
      gph_lock(&stm_lock);
      if (!valid(log)) {
        gph_unlock(&stm_lock);
        gph_stm_restart(t, rec);
        gph_reload(R, t);
        return 0;
      }
      run_body(t, rec, rec->rs[0]);                    // what it does when woken: run_thread starts it with a new log
      gph_reload(R, t);
      if (t->pending && R->masked != 2) {
        gph_unlock(&stm_lock);
        gph_deliver_pending(R);
        return 0;
      }
      gph_block_current(R, GPH_T_BLOCKED_STM, 0);
      gph_thread_mark_dirty(gph_hec_of(R), t);
      t->stm_retry = 1;
      watch(R, log);
      gph_unlock(&stm_lock);
      return 0;
    }
    case GPH_REC_STOP: gph_die("retry# outside atomically#");
    }
  }
}

// A thread is about to run again: a log from before a wait is of no use; a transaction that went stale starts again.
void gph_stm_resume(GphHec *h, GphThread *t) {
  if (t->stm_retry) {
    t->stm_retry = 0;
    gph_stm_abandon(t);
    t->stm = rec_new(NULL);
    return;
  }
  if (valid(t->stm)) return;
  GphRec *rec = (GphRec *)t->catch_top;
  while (rec->kind != GPH_REC_ATOMICALLY && rec->kind != GPH_REC_STOP) rec = rec->prev;
  if (rec->kind == GPH_REC_STOP) return;
  for (GphRec *r = (GphRec *)t->catch_top; r != rec; r = r->prev)
    if (r->kind == GPH_REC_CATCH || r->kind == GPH_REC_CATCH_SYNC) return;              // inside unsafePerformIO: let that end first
  gph_cut(h, t, rec);
  gph_stm_restart(t, rec);
}

// ---- variables
W gph_prim_NewTVar(GphReg *R, W x) {
  ROOT(x);
  W *p = gph_alloc(R, 4);
  UNROOT(x);
  p[0] = (W)&gph_tvar_info;
  p[1] = x;
  p[2] = p[3] = 0;
  return (W)p | 1;
}
W gph_prim_ReadTVarIO(GphReg *R, W v) { return current(v); }

W gph_prim_ReadTVar(GphReg *R, W v) {
  GphThread *t = R->thread;
  if (!t->stm) return current(v);
  for (GphStmRec *r = t->stm; r; r = r->parent) {
    Entry *e = find(r, v);
    if (!e) continue;
    if (r != t->stm) {                                 // an inner log starts from what the outer one sees
      W seen = e->expected, value = e->value;
      e = add(t->stm, v, seen);
      e->value = value;
    }
    return e->value;
  }
  return add(t->stm, v, current(v))->value;
}
W gph_prim_WriteTVar(GphReg *R, W v, W x) {
  GphThread *t = R->thread;
  Entry *e = find(t->stm, v);
  if (!e) {
    gph_prim_ReadTVar(R, v);
    e = find(t->stm, v);
  }
  e->value = x;
  e->written = true;
  gph_thread_mark_dirty(gph_hec_of(R), t);
  return GPH_UNIT;
}
