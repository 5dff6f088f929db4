// codegen.h: included first by every generated C file (gcc, x86-64). The macros are the contract between the C back end
// (which only prints uses of them) and the runtime (which owns their meaning). See abi.h for the conventions.
//
// Shapes that the back end prints:
//   eval       if (GPH_NEEDS_EVAL(x) && !GPH_IND_VALUE(x)) { PUSH roots; x = GPH_ENTER(x); POP roots }
//   heap check if (GPH_HP_SHORT(bytes)) { PUSH roots; GPH_GC(bytes); POP roots }  then stores at hp[0..], hp += words
//   push/pop   rs -= 2; rs[0] = a; rs[1] = b; ... a = rs[0]; b = rs[1]; rs += 2;
//   thunk code W f(W self) { GPH_STKCHK(f, self); load free variables; GPH_THUNK_ENTER(self, &f_info);
//                            ... r = body ...; return GPH_UPDATE(&f_info, r); }
//   tail call  return g(a, b);     -- always a jump: no address-taken locals, register arguments only
#pragma once
#include "gph/abi.h"
#include "gph/racy.h"
#include <math.h>
#include <string.h>

register W *hp __asm__("r15");
register W *rs __asm__("r14");
register GphReg *R __asm__("r13");

// A statement all of whose code is at the column of the macro: Note [Columns are places] in compiler/low/places.cc.
#define GPH_PLACED(...) __VA_ARGS__

#define GPH_LIKELY(c) __builtin_expect(!!(c), 1)
#define GPH_UNLIKELY(c) __builtin_expect(!!(c), 0)

typedef struct {
  W a, b;
} GphWW;
typedef struct {
  W a;
  double b;
} GphWD;
typedef struct {
  double a;
  W b;
} GphDW;
typedef struct {
  double a, b;
} GphDD;

#define GPH_TAG(x) ((x) & 7)
#define GPH_PTR(x) ((W *)((x) & ~(W)7))
// field i of a constructor or function whose tag is known
#define GPH_FIELD(x, tag, i) (((W *)((x) - (tag)))[1 + (i)])
// the bytes of a byte array, an argument of a foreign function
#define GPH_BYTES(x) ((char *)(x) + 15)
#define GPH_FIELD_UNTAGGED(x, i) (GPH_PTR(x)[1 + (i)])  // ... whose tag is not (tag 5: still 5 if a Con)
#define GPH_INFO(x) ((const GphInfo *)GPH_RACY(GPH_PTR(x)[0]))
#define GPH_NEEDS_EVAL(x) (((x) & 7) == 0)
#define GPH_ENTER(x) (((const GphInfo *)__atomic_load_n((W *)(x), __ATOMIC_ACQUIRE))->whnf(x))

// Immediates. See Note [Immediate representation] in abi.h.
#define GPH_IMM(n) (((W)(n) << 3) | 7)
#define GPH_IS_IMM(x) (((x) & 7) == 7)
#define GPH_IMM_INT(x) ((I)(x) >> 3)
#define GPH_IMM_WORD(x) ((W)(x) >> 3)

#define GPH_HP_SHORT(bytes) GPH_UNLIKELY((W *)((char *)hp + (bytes)) > GPH_RACY(R->hplim))
// A poll in a loop. Not the above: a load that the compiler knows may be taken out of the loop, as far as to behind the
// last GPH_GC.
#define GPH_ASKED() \
  ({ \
    int c_; \
    __asm__ volatile("cmpq %1,%2" : "=@cca"(c_) : "m"(R->hplim), "r"(hp)); \
    GPH_UNLIKELY(c_); \
  })
// Collect or yield; afterwards (bytes) are available at hp. Preserves every register but hp, rs and R: the thread may
// go on on another HEC. Roots must be pushed.
#define GPH_GC(bytes) \
  __asm__ volatile("movl %3, %%r11d\n\tcall gph_gc_stub" \
                   : "+r"(hp), "+r"(rs), "+r"(R) \
                   : "i"(bytes) \
                   : "r11", "memory", "cc")

// Stack check: the first statement of every function that can recurse. `f` is the function, the rest its register
// arguments.
#define GPH_STKCHK(f, ...) \
  do { \
    int c_; \
    __asm__ volatile("cmpq %1,%%rsp" : "=@ccb"(c_) : "m"(R->splim)); \
    if (GPH_UNLIKELY(c_)) return f##_more(__VA_ARGS__); \
  } while (0)
// Once per function with GPH_STKCHK, after its prototype and `PROTO f_more(...)` with the same C prototype. mask: bit i
// = integer argument register i holds a value word (self included); bits 8..31: bit 8+i = R->args[i] does. Bit 7 must
// be set for the code of a thunk (and a CAF): if it yields here, somebody else may evaluate the thunk, and the
// collector may then replace self by its value: the thread goes on by entering whatever self is then.
#define GPH_MORE(f, mask) \
  __asm__(".pushsection .text.unlikely,\"ax\"\n" #f "_more:\n\tmovl $" #f ",%r10d\n\tmovl $" #mask \
          ",%r11d\n\tjmp __morestack\n.popsection")
// A function whose frame may pass 512 bytes, or that pushes more than 64 roots, checks for 16 KiB and 1024 roots
// instead.
#define GPH_STKCHK_BIG(f, ...) \
  do { \
    int c_, d_; \
    __asm__ volatile("leaq -16384(%%rsp),%%rax\n\tcmpq %1,%%rax" : "=@ccb"(c_) : "m"(R->splim) : "rax"); \
    d_ = rs - 1024 < R->rs_limit; \
    if (GPH_UNLIKELY(c_ | d_)) return f##_more(__VA_ARGS__); \
  } while (0)
// One whose frame may pass 16 KiB, or that pushes more than 1024 roots (a case of thousands of strings): 960 KiB and
// 65536 roots.
#define GPH_STKCHK_HUGE(f, ...) \
  do { \
    int c_, d_; \
    __asm__ volatile("leaq -983040(%%rsp),%%rax\n\tcmpq %1,%%rax" : "=@ccb"(c_) : "m"(R->splim) : "rax"); \
    d_ = rs - 65536 < R->rs_limit; \
    if (GPH_UNLIKELY(c_ | d_)) return f##_more(__VA_ARGS__); \
  } while (0)

// The same by the assembler's name of f (a string), which in generated code is not its C name; f_more's is that name
// with "_more". Each is in a section of its own, so that the linker drops it with the function.
#define GPH_MORE_AS(name, mask) \
  __asm__(".pushsection \".text.unlikely." name "_more\",\"ax\",@progbits\n\"" name "_more\":\n\tmovl $\"" name \
          "\",%r10d\n\tmovl $" #mask ",%r11d\n\tjmp __morestack\n.popsection")
#define GPH_MORE_BIG_AS(name, mask) \
  __asm__(".pushsection \".text.unlikely." name "_more\",\"ax\",@progbits\n\"" name "_more\":\n\tmovl $\"" name \
          "\",%r10d\n\tmovl $" #mask ",%r11d\n\tjmp __morestack_big\n.popsection")
#define GPH_MORE_HUGE_AS(name, mask) \
  __asm__(".pushsection \".text.unlikely." name "_more\",\"ax\",@progbits\n\"" name "_more\":\n\tmovl $\"" name \
          "\",%r10d\n\tmovl $" #mask ",%r11d\n\tjmp __morestack_huge\n.popsection")

extern const GphInfo gph_ind_info, gph_blackhole_info, gph_eager_blackhole_info, gph_whitehole_info;
// Claim the thunk if R->eager_blackhole says so, push the update entry. The free variables must have been loaded
// before. info: what self was entered by. In the threaded runtime another HEC may have been faster: then whatever self
// is by now is entered instead (it returns). gph_thunk_claim (eval/stubs.S) preserves every register but rax and r11.
// See Note [Claiming thunks] in eval/blackhole.c.
#define GPH_THUNK_ENTER(self, info) \
  do { \
    if (GPH_UNLIKELY(R->eager_blackhole)) { \
      W taken_; \
      __asm__ volatile("call gph_thunk_claim" : "=a"(taken_) : "D"(self), "S"(info) : "r11", "memory", "cc"); \
      if (GPH_UNLIKELY(taken_)) return GPH_ENTER(self); \
    } \
    rs -= 1; \
    rs[0] = (self) | GPH_TAG_UPDATE; \
  } while (0)
// Pop the update entry, overwrite the thunk with an indirection to r, yield r. r is evaluated and tagged. Always
// returned at once.
#define GPH_UPDATE(info, r) gph_update(info, r)
// The same for a thunk whose entry was popped, where more is to be done: a thunk that is black-holed lazily (somebody
// may wait for it), or old (must be remembered), all CAFs (they are black-holed on entry), and all thunks where several
// HECs claim lazily: then another one may have been faster, and the result is its value.
extern W gph_update_slow(W self, W value);
static inline __attribute__((always_inline)) W gph_update(const GphInfo *info, W r) {
  W self = rs[0] & ~(W)7;
  rs += 1;
  W *p = (W *)self;
  (void)info;
  if (GPH_UNLIKELY(GPH_RACY(p[0]) == (W)&gph_blackhole_info || self - R->update_base >= R->update_span))
    return gph_update_slow(self, r);
  __atomic_store_n(&p[1], r, __ATOMIC_RELEASE);  // release: who comes by a black hole looks at the word alone
  __atomic_store_n(&p[0], (W)&gph_ind_info, __ATOMIC_RELEASE);
  return r;
}

// Where a thunk's value is that of another one, x, which needs evaluation: the entry is popped and the thunk
// overwritten with an indirection to x before x is entered, in its place: a chain of such thunks needs no stack. (GHC's
// collector squeezes adjacent update frames to that end.) See Note [Indirections to thunks] in eval/stubs.S.
extern W gph_update_enter(W x);

// Unknown application: f is a value word of any kind (evaluated here), arguments are value words. Tail-callable.
extern W gph_ap1(W a, W f), gph_ap2(W a, W b, W f), gph_ap3(W a, W b, W c, W f), gph_ap4(W a, W b, W c, W d, W f),
    gph_ap5(W a, W b, W c, W d, W e, W f);

#include "gph/primops.h"
#ifdef __SANITIZE_THREAD__
#include "gph/tsan.h"
#else
#define GPH_SHIM
#endif

// ==== What the C back end prints beyond the shapes above ============================================================
// (Written by the back end; the runtime owns the meaning and refines the definitions.)
//
// Unknown calls, arity n > 5: info->call takes (a1 .. a5, self) in registers and a6 .. an in R->args[0..]; all words.
// In gph_apN the arguments are words of any kind: once f is known to be a Fun, its arg_mask says which are value words
// (a generic apply that must collect, or builds a Pap, saves them by that mask). An unknown call with raw arguments is
// printed with f evaluated before, and one argument at a time unless the arity is seen to match. Unknown calls keep the
// result registers of what they call (rax, rdx, xmm0, xmm1): gph_apN ends in a jump.
//
// Objects of the runtime's own kinds that generated code builds inline or statically:
//   Pap      { &gph_pap_info, fun tagged, nargs, args ... }                     pointer tag 5; doubles as bits
//   ThunkAp  { &gph_thunk_ap_info, 0, fun, nargs, args ... }                    1 <= nargs <= 5, all value words
//   ThunkSel { &gph_thunk_sel_info[i], 0, selectee }                            selects payload word i (a value word),
//                                                                               i < GPH_SEL_MAX; or
//                                                                               gph_thunk_sel_home_info[i], one that
//                                                                               stays; [GPH_SEL_MAX + i] if its value
//                                                                               may, too
//   Bytes    { &gph_bytes_info, nbytes, limbs ... }                             static: big Integer literals. Pointer
//                                                                               tag 1
//   CAF      { &its_info (kind ThunkStatic), 0, 0, 0 }                          static, writable; its entry starts as
//                                                                               below
// whnf of Con and Fun infos (an evaluated object reached by an untagged pointer): self with info->tag.
extern W gph_whnf_value(W self);
extern const GphInfo gph_pap_info, gph_thunk_ap_info, gph_bytes_info, gph_mutvar_dirty_info, gph_mvar_info;
extern const GphInfo gph_thunk_sel_info[GPH_SEL_MAX], gph_thunk_sel_home_info[2 * GPH_SEL_MAX];
//
// x, untagged and the address of something unevaluated (or of a CAF), becomes its value if that is there: it is an
// indirection to something tagged. To enter it would do the same, but then roots must be saved and code called:
// programs come by values that were thunks all the time (until the next collection takes the indirection out). Its word
// is never an owner (tag 6): it is stored before the info, and nobody claims an indirection. Acquire, both: the value's
// fields are read next, and a chain of indirections may have been halved after the info was stored.
#define GPH_IND_VALUE(x) \
  ({ \
    const W *i_ = (const W *)(x); \
    W v_ = 0; \
    if (__atomic_load_n(i_, __ATOMIC_ACQUIRE) == (W) & gph_ind_info) v_ = __atomic_load_n(i_ + 1, __ATOMIC_ACQUIRE); \
    const int is_ = !GPH_NEEDS_EVAL(v_); \
    if (is_) (x) = v_; \
    is_; \
  })
// CAF code: W f(W self) { GPH_STKCHK(f, self); if (!GPH_CAF_ENTER(self, &f_info)) return GPH_ENTER(self);
//                         ... r = body ...; return GPH_UPDATE(&f_info, r); }
// GPH_CAF_ENTER claims the CAF (another thread may have been faster: 0), puts it on the CAF list with its info changed,
// and pushes the update entry. Never collects.
extern int gph_caf_enter(W self, const GphInfo *info);
#define GPH_CAF_ENTER(self, info) gph_caf_enter(self, info)
//
// Boxing of an Int/Word/Char that does not survive the shift: a two-word object with this info and its tag. Never
// collects, does not touch hp (it allocates elsewhere: a side block), preserves every register: no roots are saved, and
// it may be called between the parts of one allocating block. (An inline call: a C call, even one that preserves
// registers, would cost the caller a frame on its hot path.)
extern W gph_box_slow(W n, const GphInfo *info);
#define gph_box_call(n, info) \
  ({ \
    W b_; \
    __asm__("call gph_box_slow" : "=a"(b_) : "D"(n), "S"(info) : "cc"); \
    b_; \
  })
#define GPH_BOX_INT(n, info) \
  ({ \
    W n_ = (W)(n), r_ = n_ << 3 | 7; \
    if (GPH_UNLIKELY((W)((I)r_ >> 3) != n_)) r_ = gph_box_call(n_, info); \
    r_; \
  })
#define GPH_BOX_WORD(n, info) \
  ({ \
    W n_ = (W)(n), r_ = n_ << 3 | 7; \
    if (GPH_UNLIKELY(r_ >> 3 != n_)) r_ = gph_box_call(n_, info); \
    r_; \
  })
// x is an immediate or a pointer with this tag: one bit that the tag lacks tells them apart.
#define GPH_IMM_NOT(x, tag) (((x) & (7 & ~(tag)) & -(7 & ~(tag))) != 0)
#define GPH_UNBOX_INT(x, tag) (GPH_LIKELY(GPH_IMM_NOT(x, tag)) ? (W)GPH_IMM_INT(x) : GPH_FIELD(x, tag, 0))
#define GPH_UNBOX_WORD(x, tag) (GPH_LIKELY(GPH_IMM_NOT(x, tag)) ? GPH_IMM_WORD(x) : GPH_FIELD(x, tag, 0))
//
// Runtime primops (PrimImpl::Runtime): the C function W c(GphReg *R, arguments without tokens) of primops.def runs on
// the worker's stack through one stub: GPH_RTn(c, a1 .. an) = gph_rtcall(c, a1 .. an). The stub saves hp, rs (and rsp)
// in R, calls c(R, a1 .. an) with rsp = R->wsp (the arguments are in rsi .. r9 already, at most 5), and then, when
// R->status == 0, reloads hp and rs and returns rax; else it goes to the scheduler, which resumes here with R->ret[0]
// as the result. Further components are in R->ret[1..]. May collect: the caller has pushed its own live roots, not the
// arguments (c roots those).
extern const char gph_rtcall_[] __asm__("gph_rtcall");  // data in name only: called through the prototype each use has
// Code of eval/stubs.S, on the thread's stack.
#define GPH_STUB1(c, a) (((W(*)(W))c)(a))
#define GPH_STUB2(c, a, b) (((W(*)(W, W))c)(a, b))
#define GPH_RT0(c) (((W(*)(void *))gph_rtcall_)((void *)(c)))
#define GPH_RT1(c, a) (((W(*)(void *, W))gph_rtcall_)((void *)(c), a))
#define GPH_RT2(c, a, b) (((W(*)(void *, W, W))gph_rtcall_)((void *)(c), a, b))
#define GPH_RT3(c, a, b, d) (((W(*)(void *, W, W, W))gph_rtcall_)((void *)(c), a, b, d))
#define GPH_RT4(c, a, b, d, e) (((W(*)(void *, W, W, W, W))gph_rtcall_)((void *)(c), a, b, d, e))
#define GPH_RT5(c, a, b, d, e, f) (((W(*)(void *, W, W, W, W, W))gph_rtcall_)((void *)(c), a, b, d, e, f))
//
// par# / spark# with the creation site; x is a value word, the result is x. Never collects.
extern void gph_spark_at(W x, const GphSparkSite *site) __attribute__((no_caller_saved_registers));
#define GPH_SPARK_AT(x, site) \
  ({ \
    W x_ = (x); \
    if (R->sparks != NULL) gph_spark_at(x_, site); \
    x_; \
  })
//
// Foreign calls. Unsafe: inline on the worker's stack (rsp <- R->wsp, call, rsp back; rbx holds the light stack). With
// too many arguments for registers, and safe ones: through a shim that reads its arguments from R->args and writes its
// result to R->ret[0] (doubles as bits). gph_safe_ccall may collect (roots are pushed); gph_unsafe_ccall does not.
extern void gph_safe_ccall(void (*shim)(W *args, W *ret));
extern void gph_interruptible_ccall(void (*shim)(W *args, W *ret));
extern void gph_unsafe_ccall(void (*shim)(W *args, W *ret));
//
// foreign export, and "wrapper" imports: C calls a stub that goes to gph_export_enter or gph_callback_enter
// (eval/stubs.S) with a closure, or a stable pointer to one, of type Int -> IO (). It runs with the address of the
// frame that holds the arguments, in a bound thread of its own. See
// Note [Entries from C] in compiler/desugar/foreign.cc.
//
// As GPH_STKCHK for a function that may have more than two words (update entry included) of its own on the root stack
// at once: n = the most it pushes (n <= 64; more: GPH_STKCHK_BIG). GPH_MORE is the same.
#define GPH_STKCHK_ROOTS(f, n, ...) \
  do { \
    int c_, d_; \
    __asm__ volatile("cmpq %1,%%rsp" : "=@ccb"(c_) : "m"(R->splim)); \
    d_ = rs - (n) < R->rs_limit; \
    if (GPH_UNLIKELY(c_ | d_)) return f##_more(__VA_ARGS__); \
  } while (0)
// Note [Frames and roots]
// The two halves of a segment are equally large, and most functions look at rsp only. That does for both halves if no
// activation has more on the root stack than on the control stack while other code runs: its return address and its
// frame. gcc and LLVM align frames to 16 bytes, so two words are sure (the update entry included); who may have n
// of them when it calls what comes back has a frame of n - 1 words at least: this, after the check. Without,
// activations with many roots in small frames take the lead, and others, which look at rsp only, carry it beyond the
// end of the roots' half, into the oldest frames of the segment. (In a scope of its own: gcc makes no tail call where a
// variable is alive that has an address.)
#define GPH_FRAME_OF(n) \
  do { \
    char frame_[8 * ((n) - 1)]; \
    __asm__ volatile("" : : "m"(frame_)); \
  } while (0)
#define GPH_UNREACHABLE() __builtin_unreachable()
