// codegen.h, as the model checker has it: without pinned registers, as far as runtime/eval/entry.c needs it. What it and the stubs of
// runtime/eval/stubs.S do to a thunk is in stubs.c.
#pragma once
#include "gph/abi.h"

extern const GphInfo gph_ind_info, gph_blackhole_info, gph_eager_blackhole_info, gph_whitehole_info, gph_thunk_ap_info;
extern W client_back(W result);                  // what gph_rtcall does when the C function is back: go on, or leave to the scheduler
#ifndef CLIENT
extern GphReg *R __asm__("model_current");
#define rs (R->rs)
#endif

#define GPH_LIKELY(c) (c)
#define GPH_UNLIKELY(c) (c)
#define GPH_PTR(x) ((W *)((x) & ~(W)7))
#define GPH_FIELD_UNTAGGED(x, i) (GPH_PTR(x)[1 + (i)])
#define GPH_INFO(x) ((const GphInfo *)GPH_PTR(x)[0])
#define GPH_NEEDS_EVAL(x) (((x) & 7) == 0)
#define GPH_ENTER(x) (((const GphInfo *)__atomic_load_n((W *)(x), __ATOMIC_ACQUIRE))->whnf(x))
#define GPH_STKCHK(f, ...)
#define GPH_MORE(f, mask) struct f##_more_
#define GPH_RT0(f) client_back(f(R))
#define GPH_RT1(f, a) client_back(f(R, a))
#define GPH_RT2(f, a, b) client_back(f(R, a, b))

#define GPH_THUNK_ENTER(self, info) do { if (!gph_thunk_enter(self, info)) return GPH_ENTER(self); } while (0)
#define GPH_UPDATE(info, r) gph_update(r)
extern int gph_thunk_enter(W self, const GphInfo *info);
extern W gph_enter_object(W x), gph_update(W r), gph_update_enter(W x), gph_whnf_value(W self);
extern W gph_ap1(W a, W f), gph_ap2(W a, W b, W f), gph_ap3(W a, W b, W c, W f), gph_ap4(W a, W b, W c, W d, W f),
    gph_ap5(W a, W b, W c, W d, W e, W f);
