// low.h: the last intermediate form, a small imperative language in which every decision on representation has been
// taken. Back ends are printers of it.
//
// A function has typed local variables (assigned any number of times) and a tree of statements: straight-line code, If,
// Switch, and Join, whose labels are the only targets of Gotos. Values are words with tags as abi.h describes; Ty says
// whether a local is one (Ptr) or a raw word or float. Statements at which a collection may happen carry `roots`: the
// Ptr locals that are live after them (liveness.cc), to be pushed before and popped after; and `reloads`: free
// variables that are live too, but are fetched again from the closure, which is among the roots. A target without a
// root stack may spill them as it likes.
//
// Passes, in order: from_stg.cc builds; effects.cc finds what cannot collect; heap_check.cc gives each straight stretch
// of allocations one HeapCheck; unroll.cc (-O2) copies small loops that poll; liveness.cc fills in roots; same_code.cc
// (-O1) puts together what came out the same; tree_recursion.cc (-O2) finds recursion over trees. lint.cc checks.
// print.cc prints (-ddump-low).
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "stg/stg.h"

namespace gphc::low {

enum class Ty : uint8_t { Ptr, Int, Word, Double, Float };
inline Ty ty_of(Rep r) {
  switch (r) {
    case Rep::Lifted:
    case Rep::Unlifted: return Ty::Ptr;
    case Rep::Int: return Ty::Int;
    case Rep::Double: return Ty::Double;
    case Rep::Float: return Ty::Float;
    case Rep::Word:
    case Rep::Char:
    case Rep::Addr:
    case Rep::Void:
    case Rep::Tuple: return Ty::Word;
  }
  return Ty::Word;
}
inline bool is_float_ty(Ty t) { return t == Ty::Double || t == Ty::Float; }

struct Function;
struct Info;
struct Static;
struct StringLit;

struct Local {
  uint32_t num = 0;  // position in Function::locals
  Ty ty = Ty::Ptr;
  Symbol hint;             // for readers
  uint32_t ptr_index = 0;  // liveness.cc
  int32_t from_self = -1;  // liveness.cc: never assigned but from this payload word of the function's own closure
};

struct Operand {
  enum class Kind : uint8_t { Local, Int, Double, Float, Closure, String, Info } kind = Kind::Int;
  Local *local = nullptr;
  // Int: any raw word, or an immediate value word. Closure: bytes to add, into a data structure
  int64_t i = 0;
  double d = 0;
  Static *obj = nullptr;  // Closure: the static object's address plus its tag
  StringLit *str = nullptr;
  Info *info = nullptr;  // Info: its address, the header of a further object in the payload of a Static
  Ty ty = Ty::Ptr;
};
inline Operand op_local(Local *l) { return {.kind = Operand::Kind::Local, .local = l, .ty = l->ty}; }
inline Operand op_int(int64_t n, Ty ty) { return {.kind = Operand::Kind::Int, .i = n, .ty = ty}; }

// What an object's header points to. StringThunk, StringCaf: `unpackCString# "..."#`, with the address in the payload:
// programs have thousands of them, and they share one piece of code (Info::code is unpackCString# itself). MutVar,
// MVar: the runtime's, as Pap, Ap, Sel and Bytes.
enum class ObjKind : uint8_t {
  Con,
  Fun,
  Thunk,
  ThunkOnce,
  Caf,
  Pap,
  Ap,
  Sel,
  Bytes,
  MutVar,
  MVar,
  StringThunk,
  StringCaf
};
struct Info {
  std::string name;  // C name without suffix: NAME_info. Runtime's own kinds: the whole name
  ObjKind kind = ObjKind::Con;
  uint8_t tag = 0;
  uint16_t arity = 0, con = 0;
  uint8_t home = 0;  // Note [What stays at home] in abi.h
  uint32_t ptrs = 0, nptrs = 0;
  uint32_t arg_mask = 0;
  uint64_t nf = 0;  // Note [Normal form] in abi.h
  std::string shown, source;
  Function *code = nullptr;  // Fun, thunks
  Symbol module;             // null: shared between units (constructors), or the runtime's own
  uint32_t unit = 0;
  int sel = 0;  // Sel
};
inline bool is_thunk(ObjKind k) {
  return k == ObjKind::Thunk || k == ObjKind::ThunkOnce || k == ObjKind::Caf || k == ObjKind::StringThunk ||
         k == ObjKind::StringCaf;
}
inline uint64_t nf_of(const Info *i) { return is_thunk(i->kind) ? 1 : i->nf; }
// A static object: the payload are constants. A data structure (core.h: DataLit) is one Static: the objects follow each
// other, each but the first with its header (Operand::Info) in the payload; all are reachable from the first only.
struct Static {
  std::string name;  // NAME_cl
  Info *info = nullptr;
  uint8_t tag = 0;
  Vec<Operand> payload;  // Operand::Int for raw words
  Symbol module;         // null: a literal, shared between units
  uint32_t unit = 0;
  bool writable = false;
};
// name empty: private to the unit that uses it
struct StringLit {
  std::string_view bytes;
  std::string name;
  Symbol module;
  uint32_t unit = 0;
};

enum class Tag : uint8_t {
#define LOW_STMT(name, what) name,
#include "low/low.def"
#undef LOW_STMT
};
// A field that decides what code comes out is also said in same_code.cc, which puts together what is equal there.
struct Stmt {
  Tag tag;
};
using Block = Vec<Stmt *>;

struct Object {  // of an Alloc
  Local *dst = nullptr;
  Info *info = nullptr;
  uint8_t tag = 0;
  Vec<Operand> payload;  // all words after the info pointer
  uint32_t offset = 0;   // in words from hp at the HeapCheck; heap_check.cc
};
struct Label {
  uint32_t num = 0;
  Vec<Local *> params;
  bool is_loop = false;  // jumped to from its own code
  bool used = false;
  bool is_short = false;  // a loop of few rounds; effects.cc
};
struct Callee {
  enum class Kind : uint8_t { Known, Unknown, Runtime } kind = Kind::Known;
  Function *fn = nullptr;        // Known
  Operand closure{};             // Known with self; Unknown: the function value
  bool evald = false;            // Unknown: certainly evaluated
  const char *symbol = nullptr;  // Runtime
  bool stub = false;             // Runtime: called as it is, and not through gph_rtcall
};

// clang-format off
struct SMove : Stmt { static constexpr auto kTag = Tag::Move; Local *dst; Operand src; };
struct SLoad : Stmt { static constexpr auto kTag = Tag::Load; Local *dst; Operand base; int ptr_tag; uint32_t index; };
struct SPrim : Stmt { static constexpr auto kTag = Tag::Prim; Vec<Local *> dsts; const core::PrimOp *op; Vec<Operand> args; };   // Inline or Call, no other
// small: a Char, never boxed
struct SUnbox : Stmt { static constexpr auto kTag = Tag::Unbox; Local *dst; Operand src; int ptr_tag; bool is_signed; bool small; };
struct SBox : Stmt { static constexpr auto kTag = Tag::Box; Local *dst; Operand src; Info *info; bool is_signed; bool small; };
// Where a type has its constructors' indices: in the immediate, in the info table, or (some have fields, some have none)
// in whichever it is. The one constructor that is held in its immediate (ConLayout::imm) has the index `imm`; -1:
// immediates are nullary constructors.
enum class IndexIn : uint8_t { Immediate, Info, Either };
struct SConIndex : Stmt { static constexpr auto kTag = Tag::ConIndex; Local *dst; Operand x; IndexIn where; int64_t imm; };
struct SSpark : Stmt { static constexpr auto kTag = Tag::Spark; Operand x; Symbol loc; };   // x: a value word; loc: "File.gph:line:col" or null
struct SAlloc : Stmt { static constexpr auto kTag = Tag::Alloc; Vec<Object> objects; };
struct SHeapCheck : Stmt { static constexpr auto kTag = Tag::HeapCheck; uint32_t words; Vec<Local *> roots, reloads; };
struct SHeapBump : Stmt { static constexpr auto kTag = Tag::HeapBump; uint32_t words; };
struct SEval : Stmt { static constexpr auto kTag = Tag::Eval; uint32_t place /* a number in Function::places, from 1 on */; Local *x; Static *obj; Vec<Local *> roots, reloads; };   // obj: what x points to, if known
inline bool is_caf(const SEval &e) { return e.obj && e.obj->info && e.obj->info->kind == ObjKind::Caf; }
struct SCall : Stmt { static constexpr auto kTag = Tag::Call; uint32_t place; Vec<Local *> dsts; Callee callee; Vec<Operand> args; Vec<Local *> roots, reloads; };
struct STailCall : Stmt { static constexpr auto kTag = Tag::TailCall; uint32_t place; Callee callee; Vec<Operand> args; };
struct SForeign : Stmt {
  static constexpr auto kTag = Tag::Foreign;
  Vec<Local *> dsts; const core::ForeignCall *call; Vec<Operand> args; Vec<Rep> arg_reps; Vec<Local *> roots, reloads;
};
struct SReturn : Stmt { static constexpr auto kTag = Tag::Return; Vec<Operand> values; };
struct SReturnEval : Stmt { static constexpr auto kTag = Tag::ReturnEval; uint32_t place; Operand x; };
struct SEnter : Stmt { static constexpr auto kTag = Tag::Enter; Info *info; };
struct SUpdate : Stmt { static constexpr auto kTag = Tag::Update; Info *info; Operand value; };
struct SUpdateEval : Stmt { static constexpr auto kTag = Tag::UpdateEval; Info *info; Operand x; };
// Tests on one operand x. Bit: x & mask; Equal: x == value (words; floats by ==); ConIndex: info->con of a tag-5 pointer == value;
// TagEqual: the pointer tag of x == value.
enum class Test : uint8_t { Bit, Equal, TagEqual, ConIndex };
struct SIf : Stmt { static constexpr auto kTag = Tag::If; Test test; Operand x; Operand value; Block then, otherwise; };
// On: Raw: the word itself; TagBits: x & 7; Index: x >> 3 of an immediate; ConIndex as above.
enum class SwitchOn : uint8_t { Raw, TagBits, Index, ConIndex };
struct SwitchCase { Vec<int64_t> values; Block body; };
struct SSwitch : Stmt { static constexpr auto kTag = Tag::Switch; SwitchOn on; Operand x; Vec<SwitchCase> cases; bool has_default; Block otherwise; };
struct JoinBlock { Label *label; Block body; };
struct SJoin : Stmt { static constexpr auto kTag = Tag::Join; Block body; Vec<JoinBlock> joins; };
struct SGoto : Stmt { static constexpr auto kTag = Tag::Goto; Label *label; Vec<Operand> args; };
struct SLoop : Stmt { static constexpr auto kTag = Tag::Loop; Label *label; Block body; };
struct SKeep : Stmt { static constexpr auto kTag = Tag::Keep; Operand x; };
struct SStop : Stmt { static constexpr auto kTag = Tag::Stop; };
// clang-format on

enum class FnKind : uint8_t { Fun, Thunk, ThunkOnce, Caf };
struct Function {
  std::string name;  // NAME_fn
  Symbol module;
  // all code and data of one top-level binding have the same number, which grows in program order
  uint32_t unit = 0;
  FnKind kind = FnKind::Fun;
  Vec<Local *> params;  // Fun: arguments; tokens are Word locals nobody reads
  Vec<bool> param_is_token;
  Local *self = nullptr;  // null: a top-level function, needs none
  Vec<Local *> locals;    // all, params and self included
  Vec<Ty> ret;
  bool ret_tuple = false;
  Block body;
  Info *info = nullptr;
  uint32_t labels = 0;
  bool huge = false;           // core::IdInfo
  Vec<core::PlaceId> places;   // -g: of its calls and evaluations; places.cc
  bool never_returns = false;  // -g: Note [Callers of what never returns] in from_stg.cc
  // effects.cc
  bool may_gc = true;
  bool is_leaf = false;         // calls nothing but C functions: bounded stack
  bool needs_check = false;     // stack check at the entry
  bool tree_recursive = false;  // tree_recursion.cc
  // liveness.cc: the most words on the root stack at once, and the most of them while other code runs that comes back
  uint32_t max_roots = 0, call_roots = 0;
};

struct Program {
  Vec<Function *> functions;
  Vec<Info *> infos;                                 // module null: constructors, emitted where used
  bool marks_normal = false;                         // objects in normal form are marked: constructors have twins
  bool once = false;                                 // it uses noDuplicate#: what GphProgram says of it
  std::unordered_set<std::string_view> c_functions;  // that it calls by name
  Vec<Static *> statics;
  Vec<StringLit *> strings;  // named ones
  Static *main = nullptr;
  Vec<Static *> known;
  struct Export {
    Symbol c_name;
    Static *closure;
  };
  Vec<Export> exports;
  Symbol main_module;
  Vec<Symbol> modules;  // as core::Program
};

// places.cc: what GphProgram says of the program's functions.
std::string functions_text(const Program &p);
// The number of a place in f; 0: it has no room.
uint32_t place_in(Function *f, core::PlaceId place);
// Of a call or an evaluation; of another statement 0. (A jump has a place for a back end that puts the function into
// itself, which makes a call of it.)
uint32_t place_of(const Stmt *s);
// For the debugger: f's file (empty: not known); of a statement of f with that place (0: any other) the line in it, and
// the column.
std::string_view debug_file(const Function *f);
uint32_t debug_line(const Function *f, uint32_t place);
uint32_t debug_column(uint32_t place);

// The stack check of a function, by the frame that it guarantees; see GPH_STKCHK_BIG, GPH_STKCHK_HUGE in codegen.h.
enum class Frame : uint8_t { Small, Big, Huge };
struct StackCheck {
  bool needed;
  Frame frame;
};
// at_least: what a back end knows or fears of the frame that it makes.
StackCheck stack_check(const Function *f, Frame at_least);
// A function with more locals than kManyLocals is taken to need a large frame, with more than kVeryManyLocals one of
// more than 16 KiB (where the back end cannot find out afterwards, as the one that prints C).
constexpr size_t kManyLocals = 150, kVeryManyLocals = 1000;
constexpr uint32_t kManyRoots = 64, kVeryManyRoots = 1000;

// Where each argument of a function travels; see abi.h. Integer class: the first six in registers, of which the sixth
// is self when there is one; floating: eight; the rest in R->args, in order.
struct ArgPlace {
  enum Where : uint8_t { IntReg, FloatReg, Memory } where;
  uint32_t index;
};
struct ArgLayout {
  Vec<ArgPlace> args;
  ArgPlace self{};
  uint32_t int_regs = 0, float_regs = 0, memory = 0;
};
ArgLayout layout_args(const Vec<Ty> &args, bool has_self);
// Does f's info table need code of its own for unknown calls, which pass all arguments as words? Else f's code does: it
// takes the same registers.
bool needs_call_wrapper(const Function *f);
// What f's stack check says of its arguments: the mask of GPH_MORE in codegen.h.
uint32_t check_mask(const Function *f, const Vec<Ty> &args, const ArgLayout &l);

// How the values of a data type are told apart. See Note [Immediate representation] in abi.h.
struct ConLayout {
  bool nullary = false;
  bool imm = false;  // the constructor whose single field is held in the immediate
  bool imm_signed = false;
  bool imm_small = false;  // a Char: always an immediate
  uint8_t tag = 0;         // pointer tag, when it has fields (after dropping State# fields)
  Vec<Rep> reps;           // of the Core fields
  Vec<uint32_t> word;      // payload index of each field: value words first
  uint32_t ptrs = 0, nptrs = 0;
};
const ConLayout &con_layout(DataCon *con);
bool has_immediate_con(TyCon *tc);

// checks: what stg/evaluated.cc found is checked at run time (-debug); places: Note [Constructors by place] in
// from_stg.cc (-g)
Program *from_stg(stg::Program *p, bool checks, bool places);
void analyse_effects(Program *p);
void insert_heap_checks(Program *p);
void unroll_polls(Program *p);
void compute_roots(Program *p);
void merge_same_code(Program *p);
void find_tree_recursion(Program *p);
void print_program(const Program &p, std::string *out);
std::vector<std::string> lint_program(const Program &p);

// Blocks that fall off their end go on after the statement that holds them.
bool falls_through(const Block &b);

template <class F>
void for_each_block(Stmt *s, F f) {  // each block of a structured statement
  switch (s->tag) {
    case Tag::If:
      f(cast<SIf>(s).then);
      f(cast<SIf>(s).otherwise);
      break;
    case Tag::Switch:
      for (SwitchCase &c : cast<SSwitch>(s).cases) f(c.body);
      if (cast<SSwitch>(s).has_default) f(cast<SSwitch>(s).otherwise);
      break;
    case Tag::Join:
      f(cast<SJoin>(s).body);
      for (JoinBlock &j : cast<SJoin>(s).joins) f(j.body);
      break;
    case Tag::Loop: f(cast<SLoop>(s).body); break;
    default: break;
  }
}

}  // namespace gphc::low
