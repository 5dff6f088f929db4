// stubs.c: what generated code (runtime/include/gph/codegen.h) and assembly (runtime/eval/stubs.S) do to a thunk, in C with atomic operations: relaxed
// where C stores or loads plainly, acquire and release where assembly does (x86-64 has no weaker).
#include "atomics.h"
#define CLIENT
#include "gph/codegen.h"
#include "eval/blackhole.h"
#include "heap/closure.h"
extern W gph_update_c(GphReg *R, W self, W value);

W gph_enter_object(W x) { return GPH_ENTER(x); }
// gph_thunk_claim, and the update entry. 0: somebody else has it.
int gph_thunk_enter(W self, const GphInfo *info) {
  GphReg *reg = (GphReg *)model_current;
  W *p = (W *)self;
  switch (reg->eager_blackhole) {
  case GPH_CLAIM_ATOMIC:
    if (!gph_cas(&p[0], (W)info, (W)&gph_whitehole_info)) return 0;
    // fall through
  case GPH_CLAIM_PLAIN:
    gph_store_release(&p[1], reg->owner);
    gph_store_release(&p[0], (W)&gph_eager_blackhole_info);
    break;
  case GPH_CLAIM_LAZY: break;
  }
  *--reg->rs = self | GPH_TAG_UPDATE;
  return 1;
}
static W update_long(GphReg *reg, W self, W value) {
  if (gph_update_c(reg, self, value)) return value;
  return GPH_ENTER(self);
}
static W update_slow(W self, W value) {
  GphReg *reg = (GphReg *)model_current;
  W *p = (W *)self, i = gph_load_acquire(&p[0]);
  if (i == (W)&gph_blackhole_info) {
    if (gph_load_acquire(&p[1]) != reg->owner || reg->thread->attention) return update_long(reg, self, value);
  } else if (reg->update_base == 0) {
    GphKind kind = ((const GphInfo *)i)->kind;
    if (kind == GphKind_BlackHole || kind == GphKind_Ind || !gph_cas(&p[0], i, (W)&gph_whitehole_info)) return update_long(reg, self, value);
  }
  gph_store_release(&p[1], value);
  gph_store_release(&p[0], (W)&gph_ind_info);
  return value;
}
W gph_update(W r) {
  GphReg *reg = (GphReg *)model_current;
  W self = *reg->rs++ & ~(W)7, *p = (W *)self;
  if (gph_load_relaxed(&p[0]) == (W)&gph_blackhole_info || self - reg->update_base >= reg->update_span) return update_slow(self, r);
  gph_store_release(&p[1], r);
  gph_store_release(&p[0], (W)&gph_ind_info);
  return r;
}
W gph_update_enter(W v) {
  GphReg *reg = (GphReg *)model_current;
  const GphInfo *i = (const GphInfo *)gph_load_acquire((W *)v);
  W self = *reg->rs & ~(W)7, *p = (W *)self;
  if ((i->kind != GphKind_Thunk && i->kind != GphKind_ThunkSel) || self == v) return gph_update(i->whnf(v));
  reg->rs++;
  if (gph_load_acquire(&p[0]) == (W)&gph_blackhole_info || self - reg->update_base >= reg->update_span) {
    W r = update_slow(self, v);
    return GPH_NEEDS_EVAL(r) ? GPH_ENTER(r) : r;
  }
  gph_store_release(&p[1], v);
  gph_store_release(&p[0], (W)&gph_ind_info);
  return i->whnf(v);
}
