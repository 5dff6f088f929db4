// entry.c: info tables and entry code of the runtime's own kinds of objects. Generated-style code, compiled with the
// pinned registers.
#include "gph/codegen.h"

extern W gph_blackhole_c(GphReg *R, W self), gph_needs_itself_c(GphReg *R, W self), gph_yield_processor_c(GphReg *R),
    gph_prim_Raise(GphReg *R, W exception), gph_spark_next_c(GphReg *R, W value);

// --delay (base/delay.h): the object was entered by what its info pointer was; what is it now?
#if defined(GPH_THREADED) && defined(GPH_DEBUG)
#include "state/offsets.h"
extern unsigned gph_delaying;
#define LOOK(place) \
  do { \
    if (__atomic_load_n(&gph_delaying, __ATOMIC_RELAXED)) { \
      int at_ = place; \
      __asm__ volatile("call gph_delay_stub" : "+D"(at_) : : "rax", "r11", "memory", "cc"); \
    } \
  } while (0)
#else
#define LOOK(place) ((void)0)
#endif
#define GPH_INFO_NOW(x) ((const GphInfo *)__atomic_load_n((W *)(x), __ATOMIC_ACQUIRE))
W gph_whnf_value(W self) { return self | GPH_INFO(self)->tag; }  // generated info tables name it too
#define enter_evaluated gph_whnf_value

// Another HEC has the thunk, and is about to say who (gph_thunk_claim): a few instructions, unless the system puts it
// aside just there.
static W enter_whitehole(W self) {
  for (unsigned i = 1; (W)__atomic_load_n((W *)self, __ATOMIC_ACQUIRE) == (W)&gph_whitehole_info; i++) {
    if (i % 1024) __builtin_ia32_pause();
    else GPH_RT0(gph_yield_processor_c);
  }
  return GPH_ENTER(self);
}

// A thread that meets a black hole waits in gph_blackhole_c until the thunk was updated (or it should look again).
static W enter_blackhole(W self) {
  LOOK(GPH_DELAY_HOLE);
  W v = __atomic_load_n((W *)self + 1, __ATOMIC_ACQUIRE);
  if ((v & 7) != GPH_TAG_UPDATE) return GPH_NEEDS_EVAL(v) ? GPH_ENTER(v) : v;  // just being updated
  *--rs = self;
  GPH_RT1(gph_blackhole_c, self);
  self = *rs++;
  return GPH_NEEDS_EVAL(self) ? GPH_ENTER(self) : self;
}

// An indirection to v, which may have to be evaluated: See Note [Indirections to thunks] in eval/stubs.S. Chains of
// indirections are halved, so that entering one again and again does not walk its whole length each time. A store may
// undo another thread's: both values are right.
static __attribute__((noinline)) W enter_ind_chain(W self, W v) {
  W mark = v;  // Brent's: a cycle comes back to it
  unsigned long steps = 0, next_mark = 1024;
  for (;;) {
    if ((W)__atomic_load_n((W *)v, __ATOMIC_ACQUIRE) != (W)&gph_ind_info) return GPH_ENTER(v);
    W w = __atomic_load_n((W *)v + 1, __ATOMIC_ACQUIRE);
    // Publishes w in its turn. An old one that comes to refer to what may be young would have to be remembered.
    if (self < R->old_base || w >= R->old_base || (w & 7) == 7) __atomic_store_n((W *)self + 1, w, __ATOMIC_RELEASE);
    if (!GPH_NEEDS_EVAL(w)) return w;
    if (w == mark) {
      *--rs = self;
      GPH_RT1(gph_needs_itself_c, self);
      self = *rs++;
      return GPH_ENTER(self);
    }
    if (++steps == next_mark) {
      mark = w;
      next_mark *= 2;
    }
    self = v;
    v = w;
  }
}

static W enter_ind(W self) {
  LOOK(GPH_DELAY_IND);
  // acquire: enter_ind_chain may have stored it after the info pointer
  W v = __atomic_load_n((W *)self + 1, __ATOMIC_ACQUIRE);
  return GPH_LIKELY(!GPH_NEEDS_EVAL(v)) ? v : enter_ind_chain(self, v);
}

// See Note [Values that nobody looks at] in prof/spark_sites.c. Whoever comes first makes it an indirection like any
// other, and so does who comes at the same time.
static W enter_ind_unseen(W self) {
  __atomic_store_n((W *)self, (W)&gph_ind_info, __ATOMIC_RELEASE);
  return enter_ind(self);
}

#ifdef GPH_TSAN_CODE  // else in stubs.S
W gph_update_enter(W x) {
  const GphInfo *i = GPH_INFO_NOW(x);
  W self = rs[0] & ~(W)7, *p = (W *)self;
  int thunk = i->kind == GphKind_Thunk || i->kind == GphKind_ThunkAp || i->kind == GphKind_ThunkSel ||
              i->kind == GphKind_ThunkStatic;
  if (!thunk || x == self) {
    x = i->whnf(x);
    return GPH_UPDATE(i, x);
  }
  rs++;
  if (GPH_RACY(p[0]) == (W)&gph_blackhole_info || self - R->update_base >= R->update_span) {
    x = gph_update_slow(self, x);
    return GPH_NEEDS_EVAL(x) ? GPH_ENTER(x) : x;
  }
  __atomic_store_n(&p[1], x, __ATOMIC_RELEASE);
  __atomic_store_n(&p[0], (W)&gph_ind_info, __ATOMIC_RELEASE);
  return i->whnf(x);
}
#endif

static W enter_raise(W self) { return GPH_RT1(gph_prim_Raise, ((W *)self)[1]); }

static W enter_thunk_sel(W self);
extern W enter_thunk_sel_more(W self);
GPH_MORE(enter_thunk_sel, 0x81);
static __attribute__((used)) W enter_thunk_sel(W self) {
  GPH_STKCHK(enter_thunk_sel, self);
  LOOK(GPH_DELAY_SELECTOR);
  // once: its info says which field, and another HEC may claim or update it any moment
  const GphInfo *info = GPH_INFO_NOW(self);
  if (GPH_UNLIKELY(info->kind != GphKind_ThunkSel)) return info->whnf(self);
  W s = ((W *)self)[2];
  LOOK(GPH_DELAY_FIELD);
  unsigned field = info->con;
  GPH_THUNK_ENTER(self, info);
  if (GPH_NEEDS_EVAL(s)) s = GPH_ENTER(s);
  W x = GPH_FIELD_UNTAGGED(s, field);
  return GPH_NEEDS_EVAL(x) ? gph_update_enter(x) : GPH_UPDATE(info, x);
}

static W enter_thunk_ap(W self);
extern W enter_thunk_ap_more(W self);
GPH_MORE(enter_thunk_ap, 0x81);
static __attribute__((used)) W enter_thunk_ap(W self) {
  GPH_STKCHK(enter_thunk_ap, self);
  LOOK(GPH_DELAY_AP);
  W *p = (W *)self, f = p[2], n = p[3], a = p[4], r;
  switch (n) {
    case 1:
      GPH_THUNK_ENTER(self, &gph_thunk_ap_info);
      r = gph_ap1(a, f);
      break;
    case 2: {
      W b = p[5];
      GPH_THUNK_ENTER(self, &gph_thunk_ap_info);
      r = gph_ap2(a, b, f);
      break;
    }
    case 3: {
      W b = p[5], c = p[6];
      GPH_THUNK_ENTER(self, &gph_thunk_ap_info);
      r = gph_ap3(a, b, c, f);
      break;
    }
    case 4: {
      W b = p[5], c = p[6], d = p[7];
      GPH_THUNK_ENTER(self, &gph_thunk_ap_info);
      r = gph_ap4(a, b, c, d, f);
      break;
    }
    default: {
      W b = p[5], c = p[6], d = p[7], e = p[8];
      GPH_THUNK_ENTER(self, &gph_thunk_ap_info);
      r = gph_ap5(a, b, c, d, e, f);
      break;
    }
  }
  return GPH_UPDATE(&gph_thunk_ap_info, r);
}

// A thunk that was sparked, with +RTS --scaling, and what stands for its value: Note [Strands] in prof/strands.c.
extern W gph_strand_begin_c(GphReg *R, W made), gph_strand_end_c(GphReg *R, W value, W begun),
    gph_strand_join_c(GphReg *R, W self);
extern const GphInfo gph_strand_info;
static W enter_strand(W self);
extern W enter_strand_more(W self);
GPH_MORE(enter_strand, 0x81);
static __attribute__((used)) W enter_strand(W self) {
  GPH_STKCHK(enter_strand, self);
  // Claimed whatever R->eager_blackhole says: a spark is a strand once, and who looks whether it has been begun
  // (gph_spark_room) sees that it has.
  W was = (W)&gph_strand_info;
  if (!__atomic_compare_exchange_n((W *)self, &was, (W)&gph_whitehole_info, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return GPH_ENTER(self);
  // After the claim: who sparks what is only seen (see in prof/strands.c) leaves it as it was, but for this word.
  W made = ((W *)self)[2];
  __atomic_store_n((W *)self + 1, R->owner, __ATOMIC_RELEASE);
  __atomic_store_n((W *)self, (W)&gph_eager_blackhole_info, __ATOMIC_RELEASE);
  *--rs = self | GPH_TAG_UPDATE;
  W x = GPH_RT1(gph_strand_begin_c, made), begun = R->ret[1];
  if (GPH_NEEDS_EVAL(x)) x = GPH_ENTER(x);
  x = GPH_RT2(gph_strand_end_c, x, begun);
  x = GPH_UPDATE(&gph_strand_info, x);
  return GPH_NEEDS_EVAL(x) ? GPH_ENTER(x) : x;
}
static W enter_strand_over(W self) { return GPH_RT1(gph_strand_join_c, self); }

#ifdef GPH_DIST
// An object of another process: Note [Fetching] in dist/fetch.c.
extern W gph_fetch_me_c(GphReg *R, W self), gph_demand_c(GphReg *R, W closure, W value);
static W enter_fetch_me(W self) {
  *--rs = self;
  GPH_RT1(gph_fetch_me_c, self);
  self = *rs++;
  return GPH_NEEDS_EVAL(self) ? GPH_ENTER(self) : self;  // a black hole by now
}
// An IO action: evaluates its free variable, for another process.
static W demand(W token, W self);
extern W demand_more(W token, W self);
GPH_MORE(demand, 0x03);
static __attribute__((used)) W demand(W token, W self) {
  GPH_STKCHK(demand, token, self);
  W x = GPH_FIELD(self, 1, 0);
  *--rs = self;
  if (GPH_NEEDS_EVAL(x)) x = GPH_ENTER(x);
  self = *rs++;
  return GPH_RT2(gph_demand_c, self, x);
}
#endif

// A spark thread's work: evaluate sparks one after another until there are none or other work waits.
W gph_spark_loop(void) {
  W x, value = GPH_UNIT;
  while ((x = GPH_RT1(gph_spark_next_c, value)) != 0) value = GPH_NEEDS_EVAL(x) ? GPH_ENTER(x) : x;
  return GPH_UNIT;
}

#define INFO(var, kind_, tag_, entry, n) \
  const GphInfo var = {.whnf = entry, \
                       .nf = (tag_) == 0 || GphKind_##kind_ == GphKind_Array, \
                       .kind = GphKind_##kind_, \
                       .tag = tag_, \
                       .name = n}
INFO(gph_ind_info, Ind, 0, enter_ind, "IND");
INFO(gph_ind_unseen_info, Ind, 0, enter_ind_unseen, "IND_UNSEEN");
INFO(gph_blackhole_info, BlackHole, 0, enter_blackhole, "BLACKHOLE");
INFO(gph_eager_blackhole_info, BlackHole, 0, enter_blackhole, "EAGER_BLACKHOLE");
INFO(gph_whitehole_info, BlackHole, 0, enter_whitehole, "WHITEHOLE");
INFO(gph_raise_info, Raise, 0, enter_raise, "RAISE");
INFO(gph_pap_info, Pap, 5, enter_evaluated, "PAP");
const GphInfo gph_thunk_ap_info = {
    .whnf = enter_thunk_ap, .nf = 1, .kind = GphKind_ThunkAp, .home = GPH_HOME_VALUE, .name = "AP"};
INFO(gph_bytes_info, Bytes, 1, enter_evaluated, "ByteArray#");
INFO(gph_array_info, Array, 1, enter_evaluated, "Array#");
// Until they are frozen: gph_freeze in gph/prim_functions.def.
const GphInfo gph_mutable_bytes_info = {.whnf = enter_evaluated,
                                        .call = (void *)&gph_bytes_info,
                                        .kind = GphKind_Bytes,
                                        .tag = 1,
                                        .name = "MutableByteArray#"};
const GphInfo gph_mutable_array_info = {.whnf = enter_evaluated,
                                        .nf = 1,
                                        .call = (void *)&gph_array_info,
                                        .kind = GphKind_Array,
                                        .tag = 1,
                                        .name = "MutableArray#"};
INFO(gph_mutvar_clean_info, MutVar, 1, enter_evaluated, "MutVar#");
INFO(gph_mutvar_dirty_info, MutVar, 1, enter_evaluated, "MutVar#");
INFO(gph_mvar_info, MVar, 1, enter_evaluated, "MVar#");
INFO(gph_mvar_locked_info, MVar, 1, enter_evaluated, "MVar#");
INFO(gph_tvar_info, TVar, 1, enter_evaluated, "TVar#");
INFO(gph_weak_info, Weak, 1, enter_evaluated, "Weak#");
INFO(gph_dead_weak_info, Weak, 1, enter_evaluated, "dead Weak#");
INFO(gph_stable_name_info, StableName, 1, enter_evaluated, "StableName#");
INFO(gph_thread_info, Thread, 1, enter_evaluated, "ThreadId#");
#define SEL(i, h) {.whnf = enter_thunk_sel, .nf = 1, .kind = GphKind_ThunkSel, .con = i, .home = h, .name = "SEL"}
#define SELS(h) \
  SEL(0, h), SEL(1, h), SEL(2, h), SEL(3, h), SEL(4, h), SEL(5, h), SEL(6, h), SEL(7, h), SEL(8, h), SEL(9, h), \
      SEL(10, h), SEL(11, h), SEL(12, h), SEL(13, h), SEL(14, h), SEL(15, h)
const GphInfo gph_thunk_sel_info[GPH_SEL_MAX] = {SELS(GPH_HOME_VALUE)};
const GphInfo gph_thunk_sel_home_info[2 * GPH_SEL_MAX] = {SELS(GPH_HOME_STAYS), SELS(GPH_HOME_STAYS | GPH_HOME_VALUE)};
#ifdef GPH_DIST
INFO(gph_fetch_me_info, FetchMe, 0, enter_fetch_me, "FETCH_ME");
const GphInfo gph_demand_info = {.whnf = enter_evaluated,
                                 .call = demand,
                                 .kind = GphKind_Fun,
                                 .tag = 1,
                                 .arity = 1,
                                 .ptrs = 1,
                                 .arg_mask = 1,
                                 .name = "DEMAND"};
#endif
const GphInfo gph_strand_info = {.whnf = enter_strand, .nf = 1, .kind = GphKind_Thunk, .ptrs = 1, .name = "STRAND"};
const GphInfo gph_strand_over_info = {
    .whnf = enter_strand_over, .nf = 1, .kind = GphKind_Thunk, .ptrs = 2, .nptrs = 2, .name = "STRAND_OVER"};
const GphInfo gph_strand_made_info = {
    .whnf = enter_evaluated, .nf = 1, .kind = GphKind_Con, .tag = 1, .ptrs = 2, .nptrs = 1, .name = "STRAND_MADE"};
