// mutvar.c: MutVar#. A MutVar in the old generation is clean or dirty (remembered), told by its info pointer; see
// heap/remember.c.
#include "prim/prim.h"

static inline W *variable(W v) {
  GPH_ASSERT(((const GphInfo *)gph_load_relaxed(gph_untag(v)))->kind == GphKind_MutVar);
  return gph_untag(v);
}

static inline bool swap(GphReg *R, W *p, W old, W new) {
#ifdef GPH_THREADED
  if (!gph_cas(&p[1], old, new)) return false;
#else
  p[1] = new;
#endif
  if ((W)p >= R->old_base) gph_dirty_mutvar_c(R, p);
  return true;
}

// The value that x stands for, as far as it is known: the same one may be seen with its tag and without, or through an
// indirection.
static W settled(W x) {
  for (W next; (x & 7) == 0; x = next) {
    next = gph_value_seen((W *)x, (const GphInfo *)gph_load_acquire((W *)x));
    if (next == 0) break;
  }
  return (W)gph_untag(x);
}

// 0: the variable held `old`, and holds `new` now; 1: it holds something else, which ret[1] says.
W gph_prim_CasMutVar(GphReg *R, W v, W old, W new) {
  W *p = variable(v), seen;
  while (seen = gph_load_acquire(&p[1]), seen == old || settled(seen) == settled(old))
    if (swap(R, p, seen, new)) {
      R->ret[1] = new;
      return 0;
    }
  R->ret[1] = seen;
  return 1;
}

// The thunk  f x  as a generic application.
static W apply_thunk(W *p, W f, W x) {
  p[0] = (W)&gph_thunk_ap_info;
  p[1] = 0;
  p[2] = f;
  p[3] = 1;
  p[4] = x;
  return (W)p;
}

// Has somebody written it, as what follows does, whose thunk has no value yet? Others may evaluate it meanwhile: then
// the answer is old, and as good.
static inline bool pending(W x) {
  for (;;) {
    if (x & 7) return false;
    const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)x);
    if (i->kind == GphKind_BlackHole) return gph_value_seen((W *)x, i) == 0;
    if (i->kind != GphKind_ThunkSel) return i->kind == GphKind_ThunkAp;
    x = gph_load_relaxed((W *)x + 2);  // of a selector this word stays as it is
  }
}

// r = f x (lazily); the variable becomes fst r. What was x is returned, and r in *result; 0 in that, and nothing done,
// if x is pending and it matters.
static inline W modify_fst(GphReg *R, W v, W f, bool whatever, W *result) {
  ROOT(v);
  ROOT(f);
  W *p = gph_alloc(R, 8);
  UNROOT(f);
  UNROOT(v);
  W *var = variable(v), x;
  p[5] = (W)&gph_thunk_sel_info[0];
  p[6] = 0;
  p[7] = (W)p;
  do {
    x = gph_load_acquire(&var[1]);
    apply_thunk(p, f, x);
    if (!whatever && pending(x)) {
      *result = 0;  // the thunks are garbage
      return x;
    }
  } while (!swap(R, var, x, (W)(p + 5)));
  *result = (W)p;
  return x;
}

W gph_prim_AtomicModifyMutVar2(GphReg *R, W v, W f) {
  W r;
  const W x = modify_fst(R, v, f, true, &r);
  R->ret[1] = r;
  return x;
}
// 1, x and r; or 0, x and x if another thread has written x, and is about to evaluate it.
W gph_prim_TryAtomicModifyMutVar2(GphReg *R, W v, W f) {
  W r;
  const W x = modify_fst(R, v, f, false, &r);
  R->ret[1] = x;
  R->ret[2] = r ? r : x;
  return r != 0;
}

// r = f x (lazily); the variable becomes r.
W gph_prim_AtomicModifyMutVar_(GphReg *R, W v, W f) {
  ROOT(v);
  ROOT(f);
  W *p = gph_alloc(R, 5);
  UNROOT(f);
  UNROOT(v);
  W *var = variable(v), x;
  do {
    x = gph_load_acquire(&var[1]);
    apply_thunk(p, f, x);
  } while (!swap(R, var, x, (W)p));
  R->ret[1] = (W)p;
  return x;
}
