// codegen.h: included first by every generated C file (gcc, x86-64). The macros are the contract between the C back end
// (which only prints uses of them) and the runtime (which owns their meaning). See abi.h for the conventions.
//
// Shapes that the back end prints:
//   eval       if (GPH_NEEDS_EVAL(x)) { PUSH roots; x = GPH_ENTER(x); POP roots }          -- out of line, cold-free
//   heap check if (GPH_HP_SHORT(bytes)) { PUSH roots; GPH_GC(bytes); POP roots }  then stores at hp[0..], hp += words
//   push/pop   rs -= 2; rs[0] = a; rs[1] = b; ... a = rs[0]; b = rs[1]; rs += 2;
//   thunk code W f(W self) { GPH_STKCHK(f, self); load free variables; GPH_THUNK_ENTER(self, &f_info);
//                            ... r = body ...; return GPH_UPDATE(&f_info, r); }
//   tail call  return g(a, b);     -- always a jump: no address-taken locals, register arguments only
#pragma once
#include "gph/abi.h"
#include <math.h>
#include <string.h>

register W *hp __asm__("r15");
register W *rs __asm__("r14");
register GphReg *R __asm__("r13");

#define GPH_LIKELY(c) __builtin_expect(!!(c), 1)
#define GPH_UNLIKELY(c) __builtin_expect(!!(c), 0)
#define GPH_COLD __attribute__((cold, noinline))

typedef struct { W a, b; } GphWW;
typedef struct { W a; double b; } GphWD;
typedef struct { double a; W b; } GphDW;
typedef struct { double a, b; } GphDD;

#define GPH_TAG(x) ((x) & 7)
#define GPH_PTR(x) ((W *)((x) & ~(W)7))
#define GPH_FIELD(x, tag, i) (((W *)((x) - (tag)))[1 + (i)])          // field i of a constructor or function whose tag is known
#define GPH_FIELD_UNTAGGED(x, i) (GPH_PTR(x)[1 + (i)])                // ... whose tag is not (tag 5: still 5 if a Con)
#define GPH_THUNK_FIELD(self, i) (((W *)(self))[2 + (i)])             // free variable i of a thunk (self untagged)
#define GPH_INFO(x) ((const GphInfo *)GPH_PTR(x)[0])
#define GPH_NEEDS_EVAL(x) (((x) & 7) == 0)
#define GPH_ENTER(x) (((const GphInfo *)__atomic_load_n((W *)(x), __ATOMIC_ACQUIRE))->whnf(x))

// Immediates. See Note [Immediate representation] in abi.h.
#define GPH_IMM(n) (((W)(n) << 3) | 7)
#define GPH_IS_IMM(x) (((x) & 7) == 7)
#define GPH_IMM_INT(x) ((I)(x) >> 3)
#define GPH_IMM_WORD(x) ((W)(x) >> 3)
#define GPH_FITS_INT(n) ((((I)((W)(n) << 3)) >> 3) == (I)(n))
#define GPH_FITS_WORD(n) (((W)(n) >> 61) == 0)

#define GPH_HP_SHORT(bytes) GPH_UNLIKELY((W *)((char *)hp + (bytes)) > R->hplim)
// Collect or yield; afterwards (bytes) are available at hp. Preserves every register but hp, rs. Roots must be pushed.
#define GPH_GC(bytes) __asm__ volatile("movl %0, %%r11d\n\tcall gph_gc_stub" : : "i"(bytes) : "r11", "memory", "cc")

// Stack check: the first statement of every function that can recurse. `f` is the function, the rest its register arguments.
#define GPH_STKCHK(f, ...) \
  do { int c_; __asm__ volatile("cmpq %1,%%rsp" : "=@ccb"(c_) : "m"(R->splim)); \
       if (GPH_UNLIKELY(c_)) return f##_more(__VA_ARGS__); } while (0)
// Once per function with GPH_STKCHK, after its prototype and `PROTO f_more(...)` with the same C prototype.
// mask: bit i = integer argument register i holds a value word (self included); bits 8..31: bit 8+i = R->args[i] does.
#define GPH_MORE(f, mask) \
  __asm__(".pushsection .text.unlikely,\"ax\"\n" #f "_more:\n\tmovl $" #f ",%r10d\n\tmovl $" #mask ",%r11d\n\tjmp __morestack\n.popsection")
// A function whose frame may pass 512 bytes checks for 16 KiB instead.
#define GPH_STKCHK_BIG(f, ...) \
  do { int c_; __asm__ volatile("leaq -16384(%%rsp),%%rax\n\tcmpq %1,%%rax" : "=@ccb"(c_) : "m"(R->splim) : "rax"); \
       if (GPH_UNLIKELY(c_)) return f##_more(__VA_ARGS__); } while (0)
#define GPH_MORE_BIG(f, mask) \
  __asm__(".pushsection .text.unlikely,\"ax\"\n" #f "_more:\n\tmovl $" #f ",%r10d\n\tmovl $" #mask ",%r11d\n\tjmp __morestack_big\n.popsection")

extern const GphInfo gph_ind_info, gph_blackhole_info, gph_eager_blackhole_info;
// Black-hole on entry if asked to, push the update entry. The free variables must have been loaded before.
#define GPH_THUNK_ENTER(self, info) \
  do { *--rs = (self) | GPH_TAG_UPDATE; if (GPH_UNLIKELY(R->eager_blackhole)) gph_blackhole_eagerly(self, info); } while (0)
// Pop the update entry, overwrite the thunk with an indirection to r, yield r. r is evaluated and tagged.
#define GPH_UPDATE(info, r) gph_update(info, r)
extern void gph_update_slow(W self, W value) __attribute__((no_caller_saved_registers));
extern void gph_blackhole_eagerly(W self, const GphInfo *info) __attribute__((no_caller_saved_registers));
static inline __attribute__((always_inline)) W gph_update(const GphInfo *info, W r) {
  W self = *rs++ & ~(W)7;
  W *p = (W *)self;
  if (GPH_LIKELY(p[0] == (W)info && self < R->old_base)) {
    p[1] = r;
    __atomic_store_n(&p[0], (W)&gph_ind_info, __ATOMIC_RELEASE);
  } else
    gph_update_slow(self, r);
  return r;
}

// Unknown application: f is a value word of any kind (evaluated here), arguments are value words. Tail-callable.
extern W gph_ap1(W a, W f), gph_ap2(W a, W b, W f), gph_ap3(W a, W b, W c, W f), gph_ap4(W a, W b, W c, W d, W f),
    gph_ap5(W a, W b, W c, W d, W e, W f);
#define GPH_CALL1(a, f) ((GPH_TAG(f) == 1 && ((f) - 1, 1)) ? ((W (*)(W, W))GPH_INFO(f)->call)(a, f) : gph_ap1(a, f))

#include "gph/primops.h"
