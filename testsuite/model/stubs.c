// stubs.c: what generated code (runtime/include/gph/codegen.h) and assembly (runtime/eval/stubs.S) do to a thunk, in C with atomic operations: relaxed
// where C stores or loads plainly, acquire and release where assembly does (x86-64 has no weaker).
#include "atomics.h"
#define CLIENT
#include "gph/codegen.h"
#include "eval/blackhole.h"
#include "heap/closure.h"
extern W gph_update_c(GphReg *R, W self, W value);

W gph_enter_object(W x) { return GPH_ENTER(x); }
void gph_thunk_enter(W self) {
  GphReg *reg = (GphReg *)model_current;
  *--reg->rs = self | GPH_TAG_UPDATE;
  if (reg->eager_blackhole) {
    gph_store_relaxed((W *)self + 1, reg->owner);
    gph_store_release((W *)self, (W)&gph_eager_blackhole_info);
  }
}
static void update_slow(W self, W value) {
  GphReg *reg = (GphReg *)model_current;
  W *p = (W *)self;
  if (gph_load_acquire(&p[0]) == (W)&gph_blackhole_info && (gph_load_acquire(&p[1]) != reg->owner || reg->thread->attention)) {
    gph_update_c(reg, self, value);
    return;
  }
  gph_store_release(&p[1], value);
  gph_store_release(&p[0], (W)&gph_ind_info);
}
W gph_update(W r) {
  GphReg *reg = (GphReg *)model_current;
  W self = *reg->rs++ & ~(W)7, *p = (W *)self;
  if (gph_load_relaxed(&p[0]) != (W)&gph_blackhole_info) {
    gph_store_release(&p[1], r);
    gph_store_release(&p[0], (W)&gph_ind_info);
  } else
    update_slow(self, r);
  return r;
}
W gph_update_enter(W v) {
  GphReg *reg = (GphReg *)model_current;
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)v);
  W self = *reg->rs & ~(W)7, *p = (W *)self;
  if (i->kind != GphKind_Thunk || self == v) return gph_update(i->whnf(v));
  reg->rs++;
  if (gph_load_acquire(&p[0]) == (W)&gph_blackhole_info) update_slow(self, v);
  else {
    gph_store_release(&p[1], v);
    gph_store_release(&p[0], (W)&gph_ind_info);
  }
  return ((const GphInfo *)gph_load_acquire((W *)v))->whnf(v);
}

