// weak.c: weak pointers and finalisers. Weak object: [key][value][finaliser or unit][link][C finalisers].
//
// As long as its key is alive a Weak is kept (reachable or not), and its value and finaliser with it. When the key dies
// the Weak becomes a dead one, its C finalisers run at once, and its finaliser is due. A thread for all that a
// collection has found takes those that are due, one after the other (runDueFinalizers in GPH.Exception); if one waits
// for something, the thread of the next collection goes on with the others. Registered in a table: `fresh` ones are
// looked at in every collection, those that are old through and through only in major ones.
#include "gc/weak.h"
#include "base/delay.h"
#include "eval/stack.h"
#include "gc/copy.h"
#include "gc/evac.h"
#include "heap/alloc.h"
#include "heap/visit.h"
#include "prim/prim.h"
#include "sched/hooks.h"
#include "sched/worker.h"
#include <stdlib.h>

typedef struct CFinaliser {
  struct CFinaliser *next;
  void *fn, *ptr, *env;
  bool has_env;
} CFinaliser;
typedef struct {
  W *items;
  size_t used, room;
} Table;
static Table fresh, old, todo;  // lock:weak_lock for fresh; addresses of Weak objects, tag 1
static Table due;               // lock:weak_lock: finalisers; those before next_due have been taken
static size_t next_due;         // lock:weak_lock
static GphLock weak_lock = GPH_LOCK_INIT;
enum { KEY = 1, VALUE, FINALISER, LINK, CFINS };
bool gph_weak_values;

// Is x a mutable object, which has one copy whatever --gc-lock says? Else see Note [Claiming] in evac.c.
static bool mutable_object(W x) {
  if ((x & 7) == 7) return true;
  switch ((GphKind)((const GphInfo *)gph_load_acquire(gph_untag(x)))->kind) {
    case GphKind_MutVar:
    case GphKind_MVar:
    case GphKind_TVar:
    case GphKind_Array:
    case GphKind_Bytes:
    case GphKind_Thread:
    case GphKind_Weak: return true;
    case GphKind_Con:
    case GphKind_Fun:
    case GphKind_Pap:
    case GphKind_Thunk:
    case GphKind_ThunkOnce:
    case GphKind_ThunkAp:
    case GphKind_ThunkSel:
    case GphKind_ThunkStatic:
    case GphKind_Ind:
    case GphKind_BlackHole:
    case GphKind_Raise:
    case GphKind_StableName:
    case GphKind_FetchMe:
    case GphKind_count:
    default: return false;
  }
}

static void put(Table *t, W x) {
  if (t->used == t->room) {
    t->room = t->room ? 2 * t->room : 64;
    t->items = realloc(t->items, t->room * sizeof(W));
    if (!t->items) gph_fail(251, "out of memory");
  }
  t->items[t->used++] = x;
}

void gph_weak_begin(bool major) {
  todo.used = 0;
  for (size_t i = 0; i < fresh.used; i++) put(&todo, fresh.items[i]);
  fresh.used = 0;
  if (major) {
    for (size_t i = 0; i < old.used; i++) put(&todo, old.items[i]);
    old.used = 0;
  }
}

// The object itself, wherever it is now; without keeping it alive.
static W *weak_at(W w) {
  W *p = gph_untag(w);
  return gph_is_forward(p[0]) ? (W *)gph_forward_to(p[0]) : p;
}

bool gph_weak_step(GphGcWorker *worker) {
  GPH_ASSERT(!gc.parallel);
  bool any = false;
  size_t kept = 0;
  for (size_t i = 0; i < todo.used; i++) {
    W w = todo.items[i];
    W *p = weak_at(w);
    if (p[0] == (W)&gph_dead_weak_info) continue;  // finalised by hand
    W key = p[KEY];
    if (!gph_is_alive(&key)) {
      todo.items[kept++] = w;
      continue;
    }
    gph_evac_root(worker, &w);
    p = gph_untag(w);
    p[KEY] = key;
    gph_evac_root(worker, &p[VALUE]);
    gph_evac_root(worker, &p[FINALISER]);
    bool young =
        w < gph_old_base || gph_still_young(p[KEY]) || gph_still_young(p[VALUE]) || gph_still_young(p[FINALISER]);
    put(young ? &fresh : &old, w);
    any = true;
  }
  todo.used = kept;
  return any;
}

// Atomic: that have not run. Relaxed: who ends the program knows of those that were added before.
static uint32_t c_finalisers;
bool gph_c_finalisers_left(void) { return gph_load_relaxed(&c_finalisers) > 0; }

static void run_c_finalisers(W *p) {
  CFinaliser *f = (CFinaliser *)p[CFINS];
  p[CFINS] = 0;
  if (!f) return;
  // The collection may be that of a safe call (performGC), from which C may call Haskell: from these it may not.
  GphWorker *w = gph_worker_self();
  int tidy = 0;
  if (w) {  // else who collects is nobody's worker
    tidy = w->tidy;
    w->tidy = 0;
  }
  while (f) {
    CFinaliser *next = f->next;
    gph_add_relaxed(&c_finalisers, -1u);
    if (f->has_env) ((void (*)(void *, void *))f->fn)(f->env, f->ptr);
    else ((void (*)(void *))f->fn)(f->ptr);
    free(f);
    f = next;
  }
  if (w) w->tidy = tidy;
}

void gph_weak_finish(GphGcWorker *worker) {
  GPH_ASSERT(!gc.parallel);
  for (size_t i = 0; i < todo.used; i++) {
    W *p = weak_at(todo.items[i]);
    W fin = p[FINALISER];
    p[0] = p[0] == (W)&gph_weak_info ? (W)&gph_dead_weak_info : p[0];
    p[KEY] = p[VALUE] = p[FINALISER] = GPH_UNIT;
    run_c_finalisers(p);
    if ((fin & 7) == 7) continue;
    gph_evac_root(worker, &fin);
    put(&due, fin);
  }
  todo.used = 0;
}

void gph_c_finalisers_end(void) {
  Table *all[] = {&fresh, &old};
  for (int k = 0; k < 2; k++)
    for (size_t i = all[k]->used; i-- > 0;) run_c_finalisers(gph_untag(all[k]->items[i]));
}

void gph_weaks_roots(GphVisitor *v) {
  Table *all[] = {&fresh, &old};
  for (int k = 0; k < 2; k++)
    for (size_t i = 0; i < all[k]->used; i++) gph_visit(v, &all[k]->items[i]);
}
void gph_finalisers_roots(GphVisitor *v) {
  for (size_t i = next_due; i < due.used; i++) gph_visit(v, &due.items[i]);
}

void gph_weak_run(GphHec *h) {
  if (next_due < due.used) gph_run_push(h, gph_spawn(&h->reg, gph_program.run_finalizers));
}

// ---- primitives
static W make(GphReg *R, W key, W value, W fin) {
  ROOT(key);
  ROOT(value);
  ROOT(fin);
  W *p = gph_alloc(R, 6);
  UNROOT(fin);
  UNROOT(value);
  UNROOT(key);
  p[0] = (W)&gph_weak_info;
  p[KEY] = key;
  p[VALUE] = value;
  p[FINALISER] = fin;
  p[LINK] = p[CFINS] = 0;
  if (!mutable_object(key)) gph_store_relaxed(&gph_weak_values, true);
  gph_lock(&weak_lock);
  put(&fresh, (W)p | 1);
  gph_unlock(&weak_lock);
  return (W)p | 1;
}
W gph_prim_MkWeak(GphReg *R, W key, W value, W fin) { return make(R, key, value, fin); }
W gph_prim_MkWeakNoFinalizer(GphReg *R, W key, W value) { return make(R, key, value, GPH_UNIT); }

W gph_prim_AddCFinalizerToWeak(GphReg *R, W fn, W ptr, I flag, W env, W w) {
  W *p = gph_untag(w);
  gph_lock(&weak_lock);
  bool alive = p[0] == (W)&gph_weak_info;
  if (alive) {
    CFinaliser *f = malloc(sizeof *f);
    *f = (CFinaliser){
        .next = (CFinaliser *)p[CFINS], .fn = (void *)fn, .ptr = (void *)ptr, .env = (void *)env, .has_env = flag != 0};
    p[CFINS] = (W)f;
    gph_add_relaxed(&c_finalisers, 1u);
  }
  gph_unlock(&weak_lock);
  return alive;
}
// 1 and a finaliser that is due, which is the caller's; or 0.
W gph_prim_NextFinalizer(GphReg *R) {
  R->ret[1] = GPH_UNIT;
  gph_lock(&weak_lock);
  const bool any = next_due < due.used;
  if (any) R->ret[1] = due.items[next_due++];
  if (next_due == due.used) next_due = due.used = 0;
  gph_unlock(&weak_lock);
  return any;
}
W gph_prim_DeRefWeak(GphReg *R, W w) {
  W *p = gph_untag(w);
  // The value first: FinalizeWeak, on another HEC, changes the info before it clears the value.
  W value = gph_load_acquire(&p[VALUE]);
  GPH_DELAY();
  bool alive = gph_load_acquire(&p[0]) == (W)&gph_weak_info;
  R->ret[1] = alive ? value : GPH_UNIT;
  return alive;
}
W gph_prim_FinalizeWeak(GphReg *R, W w) {
  W *p = gph_untag(w);
  gph_lock(&weak_lock);
  bool alive = p[0] == (W)&gph_weak_info;
  W fin = p[FINALISER];
  if (alive) gph_store_release(&p[0], (W)&gph_dead_weak_info);
  gph_unlock(&weak_lock);
  R->ret[1] = GPH_UNIT;
  if (!alive) return 0;
  run_c_finalisers(p);
  p[KEY] = p[FINALISER] = GPH_UNIT;
  gph_store_release(&p[VALUE], GPH_UNIT);  // after the info: gph_prim_DeRefWeak
  if ((fin & 7) == 7) return 0;
  R->ret[1] = fin;
  return 1;
}
