// abi.h: what generated code, the compiler's Low stage and the runtime agree on. Pure C11, no code.
//
// A VALUE WORD (W) is 64 bits; the low three bits are its tag:
//   000        pointer to an object that may have to be evaluated (thunk, indirection, black hole; also an
//              evaluated object whose tag is not known to the holder)
//   001..101   pointer to an evaluated object. Constructor: its number (from 1) among the constructors WITH fields of
//              its type; 101 = fifth or later, look at info->con. Function: its arity, 101 = five or more (look at
//              info->arity). Pap: 101 too when `arity left` is not tracked: Paps always carry tag 0 or 101 -- see
//              Note [Tags of functions]. Other evaluated kinds (arrays, MutVar, ...): 001.
//   110        on the root stack only: an update entry, the thunk under evaluation; with the sign bit a walk entry
//              (Note [Walk entries])
//   111        an immediate: nullary constructor (declaration index << 3 | 7), or the payload of a constructor with
//              immediate representation (below).
// RAW words (Int#, Word#, Char#, Double#, Addr#) are plain machine words; they live in C locals, arguments, and the
// raw part of objects, never on the root stack.
//
// Note [Immediate representation]
// A data type without nullary constructors in which exactly one constructor has exactly one field, and that field's
// type is Int#, Word# or Char# (or a sized variant), represents that constructor as an immediate (n << 3 | 7) when n
// survives the shift ((n << 3) >> 3 == n, arithmetic for Int#, logical for Word#); otherwise as a boxed object with
// the constructor's ordinary tag. So Int, Word, Char, Int8.., Word8.. and the small case of Integer (IS) need no
// memory. Double and Float (D#, F#) stay boxed. The State# token is the immediate 7 and is passed like a value word.
//
// Note [Tags of functions]
// A tagged function pointer with tag k in 1..4 is a Fun of arity exactly k: an unknown call of k arguments may jump
// through info->call at once. Tag 5 is a Fun of arity >= 5 or a Pap: look at the kind.
//
// Note [Normal form]
// A value is in normal form when it is evaluated and all that is reachable from it through constructors and immutable
// arrays is. Functions, partial applications, mutable and foreign objects and class dictionaries count as they are.
// info->nf says which payload words of a constructor must be looked at: bit i for word i, bit 63 for all from there on;
// words whose type and strictness say that they are in normal form (a strict Int, a dictionary, a MutVar#) are not
// among them. So nf is 0 for what is in normal form in any case. It is not 0 for what is not evaluated. A constructor
// whose object was found to be in normal form (isNormal#, markNormal# in primops.def) gets another info table, its
// twin: equal in everything but nf, which is 0. Looking at it again costs one test. A normal form stays one, so a mark
// is never taken back; several HECs may set it at once; and it publishes nothing (info tables are constant, and what is
// inside was published when it was evaluated), so looking at it is relaxed. Twins are made for programs that set marks:
// the program's last unit then defines its constructors' info tables again, with twins, and the linker prefers these to
// the weak ones in the other units. So code and cached objects are the same with and without.
//
// Note [Walk entries]
// A walk to normal form names the object that it will mark, and does not keep it alive: a list that nobody else needs
// is garbage behind the walk. The name (walkOf#, of type Walk#) is the object's address with GPH_WALK, the tag of
// update entries and the sign bit; it is only ever on the root stack, as a live value word of the walk's frame. The
// collector lists the entries that it meets (gph_walk_entry in gc/copy.c) and, when everything that lives has been
// reached, gives each the new address of its object, or none. So a walk marks what it completed however many
// collections fell into it. To all others who look for update entries these are none: gph_is_update_entry.
//
// Note [What stays at home]
// With -parallel (dist/pack.c) mutable objects and what refers to them never leave their process. A thunk's free
// variable may still be a thunk whose value will be one, and nothing in the heap says so: its type does. Types that
// stay are those that hold mutable objects, addresses, or the state of a lazy state thread
// (compiler/core/home_type.cc). info->home:
//   STAYS  thunk, Fun: the type of a free variable, or of the thunk's value, is one that stays
//   VALUE  thunk: its value may be, or refer to, what stays: its type is such, a function's, or not known. Fun: the
//          same of its result
//   TAKES  Fun: the type of a parameter or of its result is one that stays. So polymorphic code, which does not know
//          the types, is told by the functions that it is given: a thunk that applies one of these, or has it as a free
//          variable, stays
// Application and selector thunks have no info tables of their own. What is known to stay and would be of the first
// kind is a thunk like any other; for selectors there are further tables.
//
// OBJECTS: [info pointer][payload], 8-byte aligned, payload as closure_types.def says.
// Static objects live in the program's data section (below every heap address: programs are linked non-PIE). Static
// constructors and functions refer only to static objects, so the collector need not visit them; an entered CAF puts
// itself on the CAF list, and that list is a root.
#pragma once
#include <stdint.h>
#include <stddef.h>
#include "gph/returns.h"

typedef uint64_t W;
typedef int64_t I;

enum { GPH_TAG_MASK = 7, GPH_TAG_UNKNOWN = 0, GPH_TAG_MAX = 5, GPH_TAG_UPDATE = 6, GPH_TAG_IMM = 7 };
#define GPH_WALK ((W)1 << 63 | GPH_TAG_UPDATE)
#define GPH_TOKEN ((W)7)  // State# RealWorld, and any other value without information
#define GPH_UNIT ((W)7)   // (): nullary constructor 0

typedef enum GphKind {
#define KIND(name, ...) GphKind_##name,
#include "gph/closure_types.def"
#undef KIND
  GphKind_count
} GphKind;

typedef W (*GphEntry)(W self);

// An info table: a static const struct, told apart by address (no identical-code folding).
typedef struct GphInfo {
  GphEntry whnf;  // eval(self): the value, tagged. Evaluated kinds: self with its tag
  // 0: a value of normal form. Else the payload words that may keep it from that. See Note [Normal form]
  uint64_t nf;
  void *call;    // Fun: code taking `arity` arguments (calling convention below) then self; else NULL
  uint8_t kind;  // GphKind
  uint8_t tag;   // pointer tag of the object when evaluated (Con, Fun, ...); 0 for thunks
  // Fun: number of arguments; Con: 1 when its last value word, and no other, is of its own type (a list's cell); else 0
  uint8_t arity;
  uint8_t home;    // thunks, Fun: GPH_HOME_*. See Note [What stays at home]
  uint16_t con;    // Con: declaration index of the constructor (from 0); ThunkSel: field index
  uint16_t ptrs;   // value words in the payload (after the result word, for thunks)
  uint32_t nptrs;  // raw words after them
  // Fun: bit i set = argument i is a value word (others are raw). Con: payload word i is always evaluated, hence tagged
  uint32_t arg_mask;
  const char *name;  // constructor name as shown, or Module.function
  // "File.gph:line:col" or NULL. Con: of who makes it, a space, and his name: Note [Constructors by place] in
  // compiler/low/from_stg.cc
  const char *source;
  // Con: the other of the pair {ordinary, known to be in normal form}, or NULL. See Note [Normal form]
  const struct GphInfo *twin;
} GphInfo;

enum { GPH_HOME_STAYS = 1, GPH_HOME_VALUE = 2, GPH_HOME_TAKES = 4 };
#define GPH_SEL_MAX 16  // words that selector thunks select

// A place where par# or spark# stands.
// "File.gph:line:column", or ""; Module.function
typedef struct GphSparkSite {
  const char *where, *function;
} GphSparkSite;

// Calling convention of generated code (x86-64; gcc, and LLVM by x86_regcallcc): r15 = hp (next free heap byte), r14 =
// rs (root stack, grows DOWN, points at the last pushed word), r13 = R. All three are global register variables in
// generated files only.
//   - Arguments: SysV C. A function of arity n takes its n arguments, then `self` (the tagged closure pointer): the
//     code of a top-level function just does not declare self. Info->call for an unknown call takes all arguments as W
//     (Double# as bits); where the direct code differs (Double# arguments, more than 5 arguments), info->call is a
//     wrapper.
//   - At most 6 integer arguments (self counted) in registers. The others travel in R->args[0..], read at entry.
//   - Result: none or one word: rax. One double: xmm0. Two components: struct in rax:rdx / xmm0 as SysV returns it.
//     Three and more: the first two so, the rest in R->ret[2..] (as bits). State# components do not count.
//   - Live value words are pushed on the root stack around anything that may collect; nothing else is.
//   - rbx and rbp are callee-saved, as in C; r12 is not. No xmm register is.
#define GPH_MAX_ARGS 64  // R->args
#define GPH_MAX_RET 64   // R->ret

typedef struct GphSegment GphSegment;
typedef struct GphHec GphHec;
typedef struct GphThread GphThread;
typedef struct GphSparkPool GphSparkPool;

// R: the register table of the running light thread. There is one for each HEC (the first member of GphHec: another HEC
// can always zap hplim and splim safely); the state of the thread is copied in when the thread is switched in and out
// again when it is switched out. A thread may resume on another HEC in the middle of a call, with another r13:
// generated code must not remember R (or anything in it, R->args included) across a call. Offsets up to `seg` are known
// to the assembly stubs (runtime/eval/stubs.S checks them with static assertions).
typedef struct GphReg {
  // 0: heap limit of the current allocation chunk; zapped to 0 to ask for attention (atomic: any HEC)
  W *hplim;
  uintptr_t splim;          // 8: control-stack limit; set to ~0 to ask for attention (atomic: any HEC)
  W *hp;                    // 16: saved r15 while outside generated code
  W *rs;                    // 24: saved r14 while outside generated code
  GphSegment *seg;          // 32: current stack segment
  uintptr_t sp;             // 40: saved rsp of the light thread while outside generated code
  uintptr_t wsp;            // 48: stack of the OS worker that runs this thread, for foreign and runtime calls
  uint64_t status;          // 56: set by a runtime call: 0 = return to generated code, else a GphWhy for the scheduler
  W old_base;               // 64: addresses at or above this are in an old generation: a store there must be remembered
  GphHec *hec;              // 72: owner:HEC, only while running
  GphThread *thread;        // 80
  GphSparkPool *sparks;     // 88: NULL in the plain runtime: par does nothing
  uint8_t eager_blackhole;  // 96: GPH_CLAIM_*: what a thunk's code does on entry
  uint8_t masked;           // 97: asynchronous exceptions: 0 unmasked, 1 interruptible, 2 uninterruptible
  uint8_t zones;            // 98: there are private zones; changes with the world stopped
  uintptr_t catch_top;      // 104: innermost catch record of the thread, on its control stack (eval/exception.c)
  W owner;                  // 112: (address of the GphThread) | 6: what a black hole of this thread holds
  W *rs_limit;              // 120: root-stack limit of the current segment (functions that push many roots check it)
  W **rem_free, **rem_limit;  // 128, 136: the HEC's remembered set: next free slot, end of the buffer
  // 144, 152: thunks in the update_span bytes from update_base on are updated the short way: the young ones (with one
  // HEC), the zone, or none, and then update_base is 0 where several HECs claim lazily: Note [Private zones] in
  // eval/blackhole.c
  W update_base, update_span;
  W zone_end;  // 160: of the allocation chunk, where the zone ends
  // 168: results beyond the registers; ret[0] is also the value a blocked thread is resumed with
  W ret[GPH_MAX_RET];
  W args[GPH_MAX_ARGS];  // arguments beyond the registers
} GphReg;

// GphReg.eager_blackhole. See Note [Claiming thunks] in eval/blackhole.c.
enum { GPH_CLAIM_LAZY, GPH_CLAIM_PLAIN, GPH_CLAIM_ATOMIC };

// What the program tells the runtime (one constant, emitted by the compiler): closures the runtime must be able to
// raise or run. Each is a static closure, tagged; 0 where the program cannot need it.
typedef struct GphProgram {
  W main;  // IO (): the program, already wrapped in the stdlib's top handler
#define KNOWN_CLOSURE(field, module, occ) W field;
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  const char *name;          // the program's module
  const char *rtsopts;       // -rtsopts=: "none", "some", "all"
  const char *with_rtsopts;  // -with-rtsopts=
  // the functions of its own modules (not of the stdlib): for each its symbol without _fn and hash, a tab,
  // "File.gph:line:col", a newline. With -g an empty line and what low/places.cc says of its places
  const char *functions;
  W exports;            // how many foreign exports it has
  uint64_t debug_info;  // compiled with -g
  uint64_t once;        // something in it may happen once only: it uses noDuplicate#
  uint64_t abi_hash;    // GPH_ABI_HASH the objects were compiled with
} GphProgram;
extern const GphProgram gph_program;
#define GPH_ABI_HASH 0x677068000000000cull  // changes with any change of this header
