// entry.c: info tables and entry code of the runtime's own kinds of objects. Generated-style code, compiled with the pinned registers.
#include "gph/codegen.h"

extern W gph_blackhole_c(GphReg *R, W self), gph_non_termination_c(GphReg *R), gph_prim_Raise(GphReg *R, W exception), gph_spark_next_c(GphReg *R);

W gph_whnf_value(W self) { return self | GPH_INFO(self)->tag; }   // generated info tables name it too
#define enter_evaluated gph_whnf_value

// A thread that meets a black hole waits in gph_blackhole_c until the thunk was updated (or it should look again).
static W enter_blackhole(W self) {
  W v = __atomic_load_n((W *)self + 1, __ATOMIC_ACQUIRE);
  if ((v & 7) != GPH_TAG_UPDATE) return GPH_NEEDS_EVAL(v) ? GPH_ENTER(v) : v;   // See Note [Lost updates] in eval/blackhole.c
  *--rs = self;
  GPH_RT1(gph_blackhole_c, self);
  self = *rs++;
  return GPH_NEEDS_EVAL(self) ? GPH_ENTER(self) : self;
}

// An indirection to v, which may have to be evaluated: See Note [Indirections to thunks] in eval/stubs.S. Chains of indirections are halved, so that
// entering one again and again does not walk its whole length each time. A store may undo another thread's: both values are right.
static __attribute__((noinline)) W enter_ind_chain(W self, W v) {
  W mark = v;                                           // Brent's: a cycle comes back to it
  unsigned long steps = 0, next_mark = 1024;
  for (;;) {
    if ((W)__atomic_load_n((W *)v, __ATOMIC_ACQUIRE) != (W)&gph_ind_info) return GPH_ENTER(v);
    W w = __atomic_load_n((W *)v + 1, __ATOMIC_ACQUIRE);
    if ((w & 7) == GPH_TAG_UPDATE) return enter_blackhole(v);
    if (self < R->old_base) __atomic_store_n((W *)self + 1, w, __ATOMIC_RELAXED);   // an old one would have to be remembered
    if (!GPH_NEEDS_EVAL(w)) return w;
    if (w == mark) return GPH_RT0(gph_non_termination_c);
    if (++steps == next_mark) {
      mark = w;
      next_mark *= 2;
    }
    self = v;
    v = w;
  }
}

static W enter_ind(W self) {
  W v = __atomic_load_n((W *)self + 1, __ATOMIC_ACQUIRE);   // acquire: it may be a duplicate's, later than the info pointer that brought us here
  if (GPH_LIKELY(!GPH_NEEDS_EVAL(v) && (v & 7) != GPH_TAG_UPDATE)) return v;
  if ((v & 7) == GPH_TAG_UPDATE) return enter_blackhole(self);   // See Note [Lost updates] in eval/blackhole.c
  return enter_ind_chain(self, v);
}

static W enter_raise(W self) { return GPH_RT1(gph_prim_Raise, ((W *)self)[1]); }

static W enter_thunk_sel(W self);
extern W enter_thunk_sel_more(W self);
GPH_MORE(enter_thunk_sel, 0x81);
static __attribute__((used)) W enter_thunk_sel(W self) {
  GPH_STKCHK(enter_thunk_sel, self);
  W s = ((W *)self)[2];
  unsigned field = GPH_INFO(self)->con;
  GPH_THUNK_ENTER(self, NULL);
  if (GPH_NEEDS_EVAL(s)) s = GPH_ENTER(s);
  W x = GPH_FIELD_UNTAGGED(s, field);
  return GPH_NEEDS_EVAL(x) ? gph_update_enter(x) : GPH_UPDATE(NULL, x);
}

static W enter_thunk_ap(W self);
extern W enter_thunk_ap_more(W self);
GPH_MORE(enter_thunk_ap, 0x81);
static __attribute__((used)) W enter_thunk_ap(W self) {
  GPH_STKCHK(enter_thunk_ap, self);
  W *p = (W *)self, f = p[2], n = p[3], a = p[4], r;
  switch (n) {
  case 1:
    GPH_THUNK_ENTER(self, NULL);
    r = gph_ap1(a, f);
    break;
  case 2: {
    W b = p[5];
    GPH_THUNK_ENTER(self, NULL);
    r = gph_ap2(a, b, f);
    break;
  }
  case 3: {
    W b = p[5], c = p[6];
    GPH_THUNK_ENTER(self, NULL);
    r = gph_ap3(a, b, c, f);
    break;
  }
  case 4: {
    W b = p[5], c = p[6], d = p[7];
    GPH_THUNK_ENTER(self, NULL);
    r = gph_ap4(a, b, c, d, f);
    break;
  }
  default: {
    W b = p[5], c = p[6], d = p[7], e = p[8];
    GPH_THUNK_ENTER(self, NULL);
    r = gph_ap5(a, b, c, d, e, f);
    break;
  }
  }
  return GPH_UPDATE(NULL, r);
}

// A spark thread's work: evaluate sparks one after another until there are none or other work waits.
W gph_spark_loop(void) {
  W x;
  while ((x = GPH_RT0(gph_spark_next_c)) != 0)
    if (GPH_NEEDS_EVAL(x)) GPH_ENTER(x);
  return GPH_UNIT;
}

#define INFO(var, kind_, tag_, entry, n) const GphInfo var = { .whnf = entry, .nf = (tag_) == 0 || GphKind_##kind_ == GphKind_Array, .kind = GphKind_##kind_, .tag = tag_, .name = n }
INFO(gph_ind_info, Ind, 0, enter_ind, "IND");
INFO(gph_blackhole_info, BlackHole, 0, enter_blackhole, "BLACKHOLE");
INFO(gph_eager_blackhole_info, BlackHole, 0, enter_blackhole, "EAGER_BLACKHOLE");
INFO(gph_raise_info, Raise, 0, enter_raise, "RAISE");
INFO(gph_pap_info, Pap, 5, enter_evaluated, "PAP");
INFO(gph_thunk_ap_info, ThunkAp, 0, enter_thunk_ap, "AP");
INFO(gph_bytes_info, Bytes, 1, enter_evaluated, "ByteArray#");
INFO(gph_array_info, Array, 1, enter_evaluated, "Array#");
INFO(gph_mutvar_clean_info, MutVar, 1, enter_evaluated, "MutVar#");
INFO(gph_mutvar_dirty_info, MutVar, 1, enter_evaluated, "MutVar#");
INFO(gph_mvar_info, MVar, 1, enter_evaluated, "MVar#");
INFO(gph_mvar_locked_info, MVar, 1, enter_evaluated, "MVar#");
INFO(gph_tvar_info, TVar, 1, enter_evaluated, "TVar#");
INFO(gph_weak_info, Weak, 1, enter_evaluated, "Weak#");
INFO(gph_dead_weak_info, Weak, 1, enter_evaluated, "dead Weak#");
INFO(gph_stable_name_info, StableName, 1, enter_evaluated, "StableName#");
INFO(gph_thread_info, Thread, 1, enter_evaluated, "ThreadId#");
#define SEL(i) { .whnf = enter_thunk_sel, .nf = 1, .kind = GphKind_ThunkSel, .con = i, .name = "SEL" }
const GphInfo gph_thunk_sel_info[GPH_SEL_MAX] = { SEL(0), SEL(1), SEL(2), SEL(3), SEL(4), SEL(5), SEL(6), SEL(7),
                                                  SEL(8), SEL(9), SEL(10), SEL(11), SEL(12), SEL(13), SEL(14), SEL(15) };
