// apply.c: unknown application (eval/apply): generated-style code, compiled with the pinned registers.
//
// gph_apN(a1 .. aN, f): the fast path (f is a Fun of arity N) has no frame. The others:
//   f needs evaluation       arguments are value words (the back end evaluates f first when one is raw): saved, f
//                            entered
//   arity below N            apply to as many, then the result to the rest
//   arity above N            a Pap
//   f is a Pap               its function is a Fun: as above with the arguments left
// R->args carries arguments beyond the fifth, and those on their way into a Pap.
#include "gph/codegen.h"

extern W gph_pap_c(GphReg *R, W f, W m);

#define CODE(f) (GPH_INFO(f)->call)
#define CALL1(f, a) (((W(*)(W, W))CODE(f))(a, f))
#define CALL2(f, a, b) (((W(*)(W, W, W))CODE(f))(a, b, f))
#define CALL3(f, a, b, c) (((W(*)(W, W, W, W))CODE(f))(a, b, c, f))
#define CALL4(f, a, b, c, d) (((W(*)(W, W, W, W, W))CODE(f))(a, b, c, d, f))
#define CALL5(f, a, b, c, d, e) (((W(*)(W, W, W, W, W, W))CODE(f))(a, b, c, d, e, f))

// f applied to the m words in R->args: too few.
static __attribute__((noinline)) W build_pap(W f, W m) {
  W *p = GPH_PTR(f), fun = f, n = 0;
  if (GPH_INFO(f)->kind == GphKind_Pap) {
    fun = p[1];
    n = p[2];
  }
  W *q = hp;
  if (GPH_UNLIKELY(q + 3 + n + m > GPH_RACY(R->hplim))) return GPH_RT2(gph_pap_c, f, m);
  hp += 3 + n + m;
  q[0] = (W)&gph_pap_info;
  q[1] = fun;
  q[2] = n + m;
  for (W i = 0; i < n; i++) q[3 + i] = p[3 + i];
  for (W i = 0; i < m; i++) q[3 + n + i] = R->args[i];
  return (W)q | 5;
}

// f is a Pap, or a Fun of arity above 5, and gets exactly the arguments it lacks, which are in R->args[0..m).
static __attribute__((noinline)) W call_many(W f, W m) {
  W *p = GPH_PTR(f), fun = f, n = 0, *s = R->args + GPH_MAX_ARGS / 2;
  if (GPH_INFO(f)->kind == GphKind_Pap) {
    fun = p[1];
    n = p[2];
  }
  for (W i = 0; i < m; i++) s[n + i] = R->args[i];
  for (W i = 0; i < n; i++) s[i] = p[3 + i];
  for (W i = 5; i < n + m; i++) R->args[i - 5] = s[i];
  switch (n + m) {
    case 2: return CALL2(fun, s[0], s[1]);
    case 3: return CALL3(fun, s[0], s[1], s[2]);
    case 4: return CALL4(fun, s[0], s[1], s[2], s[3]);
    default: return CALL5(fun, s[0], s[1], s[2], s[3], s[4]);
  }
}

// Arguments that f (evaluated) still wants.
static inline __attribute__((always_inline)) W wants(W f) {
  const GphInfo *i = GPH_INFO(f);
  return i->kind == GphKind_Fun ? i->arity : GPH_INFO(GPH_PTR(f)[1])->arity - GPH_PTR(f)[2];
}

// ---- one argument
static W ap1_eval(W a, W f);
extern W ap1_eval_more(W a, W f);
W gph_ap1(W a, W f) {
  if (GPH_LIKELY(GPH_TAG(f) == 1)) return CALL1(f, a);
  if (GPH_NEEDS_EVAL(f)) return ap1_eval(a, f);
  W w = wants(f);
  if (w > 1) {
    R->args[0] = a;
    return build_pap(f, 1);
  }
  W *p = GPH_PTR(f), fun = p[1];
  switch (p[2]) {
    case 1: return CALL2(fun, p[3], a);
    case 2: return CALL3(fun, p[3], p[4], a);
    case 3: return CALL4(fun, p[3], p[4], p[5], a);
    case 4: return CALL5(fun, p[3], p[4], p[5], p[6], a);
    default: R->args[0] = a; return call_many(f, 1);
  }
}
GPH_MORE(ap1_eval, 3);
static __attribute__((noinline, used)) W ap1_eval(W a, W f) {
  GPH_STKCHK(ap1_eval, a, f);
  // the check may have yielded, and the collector followed an indirection
  if (!GPH_NEEDS_EVAL(f)) return gph_ap1(a, f);
  *--rs = a;
  f = GPH_ENTER(f);
  a = *rs++;
  return gph_ap1(a, f);
}

// For the bodies of control primitives (stubs.S): with a check, which the function itself may not have.
extern W gph_ap1_checked(W a, W f), gph_ap1_checked_more(W a, W f);
GPH_MORE(gph_ap1_checked, 3);
W gph_ap1_checked(W a, W f) {
  GPH_STKCHK(gph_ap1_checked, a, f);
  return gph_ap1(a, f);
}

// ---- two
static W ap2_eval(W a, W b, W f), ap2_over(W a, W b, W f);
extern W ap2_eval_more(W a, W b, W f), ap2_over_more(W a, W b, W f);
W gph_ap2(W a, W b, W f) {
  if (GPH_LIKELY(GPH_TAG(f) == 2)) return CALL2(f, a, b);
  if (GPH_NEEDS_EVAL(f)) return ap2_eval(a, b, f);
  W w = wants(f);
  if (w < 2) return ap2_over(a, b, f);
  if (w > 2) {
    R->args[0] = a;
    R->args[1] = b;
    return build_pap(f, 2);
  }
  W *p = GPH_PTR(f), fun = p[1];
  switch (p[2]) {
    case 1: return CALL3(fun, p[3], a, b);
    case 2: return CALL4(fun, p[3], p[4], a, b);
    case 3: return CALL5(fun, p[3], p[4], p[5], a, b);
    default:
      R->args[0] = a;
      R->args[1] = b;
      return call_many(f, 2);
  }
}
GPH_MORE(ap2_eval, 7);
static __attribute__((noinline, used)) W ap2_eval(W a, W b, W f) {
  GPH_STKCHK(ap2_eval, a, b, f);
  if (!GPH_NEEDS_EVAL(f)) return gph_ap2(a, b, f);
  rs -= 2;
  rs[0] = a;
  rs[1] = b;
  f = GPH_ENTER(f);
  a = rs[0];
  b = rs[1];
  rs += 2;
  return gph_ap2(a, b, f);
}
GPH_MORE(ap2_over, 7);
static __attribute__((noinline, used)) W ap2_over(W a, W b, W f) {
  GPH_STKCHK(ap2_over, a, b, f);
  *--rs = b;
  f = gph_ap1(a, f);
  b = *rs++;
  return gph_ap1(b, f);
}

extern W gph_ap2_checked(W a, W b, W f), gph_ap2_checked_more(W a, W b, W f);
GPH_MORE(gph_ap2_checked, 7);
W gph_ap2_checked(W a, W b, W f) {
  GPH_STKCHK(gph_ap2_checked, a, b, f);
  return gph_ap2(a, b, f);
}

// ---- three
static W ap3_eval(W a, W b, W c, W f), ap3_over(W a, W b, W c, W f);
extern W ap3_eval_more(W a, W b, W c, W f), ap3_over_more(W a, W b, W c, W f);
W gph_ap3(W a, W b, W c, W f) {
  if (GPH_LIKELY(GPH_TAG(f) == 3)) return CALL3(f, a, b, c);
  if (GPH_NEEDS_EVAL(f)) return ap3_eval(a, b, c, f);
  W w = wants(f);
  if (w < 3) return ap3_over(a, b, c, f);
  if (w > 3) {
    R->args[0] = a;
    R->args[1] = b;
    R->args[2] = c;
    return build_pap(f, 3);
  }
  W *p = GPH_PTR(f), fun = p[1];
  switch (p[2]) {
    case 1: return CALL4(fun, p[3], a, b, c);
    case 2: return CALL5(fun, p[3], p[4], a, b, c);
    default:
      R->args[0] = a;
      R->args[1] = b;
      R->args[2] = c;
      return call_many(f, 3);
  }
}
GPH_MORE(ap3_eval, 15);
static __attribute__((noinline, used)) W ap3_eval(W a, W b, W c, W f) {
  GPH_STKCHK_ROOTS(ap3_eval, 3, a, b, c, f);
  GPH_FRAME_OF(3);
  if (!GPH_NEEDS_EVAL(f)) return gph_ap3(a, b, c, f);
  rs -= 3;
  rs[0] = a;
  rs[1] = b;
  rs[2] = c;
  f = GPH_ENTER(f);
  a = rs[0];
  b = rs[1];
  c = rs[2];
  rs += 3;
  return gph_ap3(a, b, c, f);
}
GPH_MORE(ap3_over, 15);
static __attribute__((noinline, used)) W ap3_over(W a, W b, W c, W f) {
  GPH_STKCHK(ap3_over, a, b, c, f);
  W w = wants(f);
  if (w == 1) {
    rs -= 2;
    rs[0] = b;
    rs[1] = c;
    f = gph_ap1(a, f);
    b = rs[0];
    c = rs[1];
    rs += 2;
    return gph_ap2(b, c, f);
  }
  *--rs = c;
  f = gph_ap2(a, b, f);
  c = *rs++;
  return gph_ap1(c, f);
}

// ---- four
static W ap4_eval(W a, W b, W c, W d, W f), ap4_over(W a, W b, W c, W d, W f);
extern W ap4_eval_more(W a, W b, W c, W d, W f), ap4_over_more(W a, W b, W c, W d, W f);
W gph_ap4(W a, W b, W c, W d, W f) {
  if (GPH_LIKELY(GPH_TAG(f) == 4)) return CALL4(f, a, b, c, d);
  if (GPH_NEEDS_EVAL(f)) return ap4_eval(a, b, c, d, f);
  W w = wants(f);
  if (w < 4) return ap4_over(a, b, c, d, f);
  if (w == 4 && GPH_PTR(f)[2] == 1) return CALL5(GPH_PTR(f)[1], GPH_PTR(f)[3], a, b, c, d);
  R->args[0] = a;
  R->args[1] = b;
  R->args[2] = c;
  R->args[3] = d;
  return w > 4 ? build_pap(f, 4) : call_many(f, 4);
}
GPH_MORE(ap4_eval, 31);
static __attribute__((noinline, used)) W ap4_eval(W a, W b, W c, W d, W f) {
  GPH_STKCHK_ROOTS(ap4_eval, 4, a, b, c, d, f);
  GPH_FRAME_OF(4);
  if (!GPH_NEEDS_EVAL(f)) return gph_ap4(a, b, c, d, f);
  rs -= 4;
  rs[0] = a;
  rs[1] = b;
  rs[2] = c;
  rs[3] = d;
  f = GPH_ENTER(f);
  a = rs[0];
  b = rs[1];
  c = rs[2];
  d = rs[3];
  rs += 4;
  return gph_ap4(a, b, c, d, f);
}
GPH_MORE(ap4_over, 31);
static __attribute__((noinline, used)) W ap4_over(W a, W b, W c, W d, W f) {
  GPH_STKCHK_ROOTS(ap4_over, 3, a, b, c, d, f);
  GPH_FRAME_OF(3);
  rs -= 3;
  rs[0] = b;
  rs[1] = c;
  rs[2] = d;
  switch (wants(f)) {
    case 1:
      f = gph_ap1(a, f);
      b = rs[0];
      c = rs[1];
      d = rs[2];
      rs += 3;
      return gph_ap3(b, c, d, f);
    case 2:
      rs++;
      f = gph_ap2(a, b, f);
      c = rs[0];
      d = rs[1];
      rs += 2;
      return gph_ap2(c, d, f);
    default:
      rs += 2;
      f = gph_ap3(a, b, c, f);
      d = *rs++;
      return gph_ap1(d, f);
  }
}

// ---- five
static W ap5_eval(W a, W b, W c, W d, W e, W f), ap5_over(W a, W b, W c, W d, W e, W f);
extern W ap5_eval_more(W a, W b, W c, W d, W e, W f), ap5_over_more(W a, W b, W c, W d, W e, W f);
W gph_ap5(W a, W b, W c, W d, W e, W f) {
  if (GPH_NEEDS_EVAL(f)) return ap5_eval(a, b, c, d, e, f);
  W w = wants(f);
  if (GPH_LIKELY(w == 5 && GPH_INFO(f)->kind == GphKind_Fun)) return CALL5(f, a, b, c, d, e);
  if (w < 5) return ap5_over(a, b, c, d, e, f);
  R->args[0] = a;
  R->args[1] = b;
  R->args[2] = c;
  R->args[3] = d;
  R->args[4] = e;
  return w > 5 ? build_pap(f, 5) : call_many(f, 5);
}
GPH_MORE(ap5_eval, 63);
static __attribute__((noinline, used)) W ap5_eval(W a, W b, W c, W d, W e, W f) {
  GPH_STKCHK_ROOTS(ap5_eval, 5, a, b, c, d, e, f);
  GPH_FRAME_OF(5);
  if (!GPH_NEEDS_EVAL(f)) return gph_ap5(a, b, c, d, e, f);
  rs -= 5;
  rs[0] = a;
  rs[1] = b;
  rs[2] = c;
  rs[3] = d;
  rs[4] = e;
  f = GPH_ENTER(f);
  a = rs[0];
  b = rs[1];
  c = rs[2];
  d = rs[3];
  e = rs[4];
  rs += 5;
  return gph_ap5(a, b, c, d, e, f);
}
GPH_MORE(ap5_over, 63);
static __attribute__((noinline, used)) W ap5_over(W a, W b, W c, W d, W e, W f) {
  GPH_STKCHK_ROOTS(ap5_over, 4, a, b, c, d, e, f);
  GPH_FRAME_OF(4);
  rs -= 4;
  rs[0] = b;
  rs[1] = c;
  rs[2] = d;
  rs[3] = e;
  switch (wants(f)) {
    case 1:
      f = gph_ap1(a, f);
      b = rs[0];
      c = rs[1];
      d = rs[2];
      e = rs[3];
      rs += 4;
      return gph_ap4(b, c, d, e, f);
    case 2:
      rs++;
      f = gph_ap2(a, b, f);
      c = rs[0];
      d = rs[1];
      e = rs[2];
      rs += 3;
      return gph_ap3(c, d, e, f);
    case 3:
      rs += 2;
      f = gph_ap3(a, b, c, f);
      d = rs[0];
      e = rs[1];
      rs += 2;
      return gph_ap2(d, e, f);
    default:
      rs += 3;
      f = gph_ap4(a, b, c, d, f);
      e = *rs++;
      return gph_ap1(e, f);
  }
}
