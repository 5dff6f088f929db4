// core.h: Core, the typed intermediate language: System F with data types, let/letrec, case, casts, primitive
// operations and unboxed primitive types. Everything from the desugarer to STG works on it. See docs/core.md for the
// grammar and typing rules; lint.cc checks them.
//
// Invariants (Core Lint):
//  - Types are core types (no Qual, no Meta, no synonyms); every binder's Var::type is set and is its core type.
//  - Dictionaries are ordinary values of the class's dict TyCon; methods and superclasses are got by Case on the
//    dictionary's DataCon (the desugarer gives each method selector a definition that does so).
//  - ConApp is saturated: `types` = all universal then existential type arguments, `args` = core_arity() values. A
//    constructor used as a function is eta-expanded by the desugarer; strict fields are evaluated there (Case before
//    ConApp). Newtype constructors do not occur: they are Casts.
//  - PrimApp is saturated. A PrimOp used as a function is eta-expanded.
//  - Case evaluates its scrutinee to WHNF (for a lifted type), binds the value to `binder`, then selects. Alternatives
//    are exclusive; Default (con == null, !is_lit), if present, comes LAST; they are exhaustive (the desugarer adds an
//    error default). An unboxed value may be scrutinised too; with Default only: strict let. An unboxed tuple: one
//    ConApp alternative.
//  - Let of an unlifted type: only if the right-hand side is ok-for-speculation (never a call that may fail or allocate
//    a lot); otherwise it is a Case with Default. LetRec never binds unlifted types. Top-level bindings are lifted, or
//    an Addr# literal.
//  - Join points: a Let/LetRec binder whose info->join_arity >= 0 is only tail-called, with exactly that many value
//    (type arguments not counted) arguments, and its right-hand side has at least that many lambdas.
//  - Cast changes the type between two types that are equal up to unfolding newtypes. It costs nothing.
//  - Every binder is unique in the program (uniq), before and after each pass.
#pragma once
#include <string>
#include <vector>

#include "core/place.h"
#include "types/type.h"

namespace gphc::opt {
struct StrSig;
}

namespace gphc::core {

enum class Tag : uint8_t { Var, Lit, App, TyApp, Lam, TyLam, Let, LetRec, Case, ConApp, PrimApp, Cast, CCall, Tick };
struct Expr {
  Tag tag;
};

enum class LitTag : uint8_t { Int, Word, Char, Double, Float, String, NullAddr, Integer, Data };
struct DataLit;
// String: Addr# of NUL-terminated bytes; Integer: a lifted Integer of any size; Data: see DataLit
struct Literal {
  LitTag tag;
  int64_t i = 0;                  // Int, Char; Word as bits; Integer when it fits in 61 bits and text is empty
  double d = 0;                   // Double, Float
  std::string_view text{};        // String: bytes; Integer: decimal digits with sign when big
  const DataLit *data = nullptr;  // Data
};
// A large closed data structure of constants, which becomes one static object of the program: constructor applications,
// literals, casts and `unpackCString# "..."`, nested; closed types; fields of strict constructors are values. Passes
// take it as an atom and do not look inside. opt/static_data.cc makes them; they are compared by address.
struct DataLit {
  const Expr *tree;
  const Type *type;
  // unpackCString#, when a string is among it: a use that keeps the function alive; or null
  Var *unpack;
};

inline bool is_unlifted_lit(const Literal &l) { return l.tag != LitTag::Integer && l.tag != LitTag::Data; }

// clang-format off
struct EVar : Expr { static constexpr auto kTag = Tag::Var; PlaceId place; Var *var; };                       // place: Note [Places] in place.cc
struct ELit : Expr { static constexpr auto kTag = Tag::Lit; Literal lit; };
struct EApp : Expr { static constexpr auto kTag = Tag::App; const Expr *fn; Vec<const Expr *> args; };          // value arguments, at least one
struct ETyApp : Expr { static constexpr auto kTag = Tag::TyApp; const Expr *fn; Vec<const Type *> types; };
struct ELam : Expr { static constexpr auto kTag = Tag::Lam; Vec<Var *> params; const Expr *body; };
struct ETyLam : Expr { static constexpr auto kTag = Tag::TyLam; Vec<TyVar *> vars; const Expr *body; };
struct Binding { Var *var; const Expr *rhs; };
struct ELet : Expr { static constexpr auto kTag = Tag::Let; Binding bind; const Expr *body; };
struct ELetRec : Expr { static constexpr auto kTag = Tag::LetRec; Vec<Binding> binds; const Expr *body; };
struct Alt {
  DataCon *con = nullptr;              // constructor alternative
  bool is_lit = false;                 // literal alternative
  Literal lit{};
  Vec<TyVar *> ex_tvs;                 // constructor's existentials
  Vec<Var *> fields;                   // core_arity() variables
  const Expr *body = nullptr;
  bool is_default() const { return !con && !is_lit; }
};
struct ECase : Expr { static constexpr auto kTag = Tag::Case; const Expr *scrut; Var *binder; const Type *type /* of the result */; Vec<Alt> alts; };
struct EConApp : Expr { static constexpr auto kTag = Tag::ConApp; DataCon *con; Vec<const Type *> types; Vec<const Expr *> args; };
struct EPrimApp : Expr { static constexpr auto kTag = Tag::PrimApp; const PrimOp *op; Vec<const Type *> types; Vec<const Expr *> args; };
struct ECast : Expr { static constexpr auto kTag = Tag::Cast; const Expr *body; const Type *type; };
struct ForeignCall {                   // args and result are primitive types; an impure call takes a State# last and returns (# State#, r #) or (# State# #)
  Symbol symbol;                       // C name; null: dynamic, the first argument is the Addr# of the function
  bool safe = false;
  bool interruptible = false;          // safe, and an exception thrown to the thread that waits for it interrupts C's system calls
  bool pure = false;
  Vec<std::string_view> c_arg_types;   // "int64_t", "double", "void *", ...
  std::string_view c_result;           // "void" for none; "&" (pure, no arguments): the value is the address of the symbol
};
struct ECCall : Expr { static constexpr auto kTag = Tag::CCall; const ForeignCall *call; Vec<const Expr *> args; const Type *type; };
struct ETick : Expr { static constexpr auto kTag = Tag::Tick; Symbol cost_centre; Span span; const Expr *body; };
// clang-format on

// Facts about a binder that hold until something changes: a pass that changes a right-hand side must drop or fix what
// no longer does. What is known of a variable between two runs of an analysis only: opt/facts.h.
enum class InlineSpec : uint8_t { None, Inline, NoInline, Inlinable };
struct IdInfo {
  // from the source; set by the desugarer, never dropped
  InlineSpec inline_spec = InlineSpec::None;
  bool phase_before = false;
  int phase = -1;            // INLINE [n] / [~n]
  bool is_dfun = false;      // a dictionary function or dictionary
  bool is_selector = false;  // a method, superclass or record selector: always inline
  bool is_exported = false;  // root of reachability (main, known closures, foreign exports)
  bool conlike = false;
  Vec<struct Rule *> rules;  // RULES whose head is this variable, and specialisations
  Symbol loc;                // "File.gph:line:col", for info tables and spark sites
  // analyses
  int32_t arity = 0;  // value lambdas at the head of the right-hand side (State# counts)
  // patterns left of the = sign: how many arguments (beside dictionaries) INLINE wants
  int32_t source_params = -1;
  int32_t join_arity = -1;           // >= 0: a join point
  const opt::StrSig *sig = nullptr;  // strictness signature and CPR of a function; opt/demand.h
  const Expr *unfolding = nullptr;   // what may be inlined; set by the simplifier
  bool is_loop_breaker = false;
  bool one_shot = false;           // a lambda binder entered at most once
  bool single_entry = false;       // a let-bound thunk that is entered at most once: needs no update
  uint8_t single_entry_arity = 0;  // a function: a call with so many arguments at least
  uint64_t single_entry_args = 0;  // enters these at most once (bit i: argument i)
  bool par_kept = false;           // not inlined until auto-par (opt/par_operands.cc)
  // a lambda's parameter, lifted, that the body surely evaluates (last demand analysis)
  bool strict_param = false;
  // of a huge definition (opt/outline.cc): its code is made quickly rather than well
  bool huge = false;
};
IdInfo &info(Var *v);  // creates it when missing

struct Rule {
  Symbol name;
  bool phase_before = false;
  int phase = -1;
  Vec<TyVar *> tvs;
  Vec<Var *> vars;             // value variables, dictionaries among them
  Vec<const Expr *> lhs_args;  // arguments of the head; type arguments as lhs_types before them
  Vec<const Type *> lhs_types;
  const Expr *rhs = nullptr;
  Var *head = nullptr;
  bool library = false;  // of a module of the stdlib
};

struct Program {
  // top-level bindings; a group is one SCC, in dependency order after occurrence analysis
  Vec<Vec<Binding>> groups;
  Vec<Var *> roots;  // main closure, known closures
  Vec<Rule *> rules;
  Var *main = nullptr;
  struct Export {
    Symbol c_name;
    Var *var;
  };
  // foreign export: entries. See Note [Entries from C] in desugar/foreign.cc
  Vec<Export> exports;
  // C that foreign declarations of the module in the file `source` stand for (driver/foreign_c.h)
  struct CText {
    Symbol source, header, text;
  };
  Vec<CText> c_prototypes;  // of exported functions; header: what C includes for them, without _stub.h
  Vec<CText> c_functions;   // that capi imports call: Note [capi] in desugar/foreign.cc
  Vec<Var *> known;         // in the order of gph/known_closures.def; null where absent
  Vec<Symbol> modules;      // those that are not of the stdlib
  // those that are not of the stdlib; none when one of them mentions unsafeCoerce
  Vec<Symbol> own_modules;
  // rewrites left for what comes behind the optimiser (-dfuel); -1: no limit
  long fuel = -1;
};

// ---- Primitive operations (primops.def) ----------------------------------------------------------------------------
enum class PrimEffect : uint8_t {
  Pure,     // no effect, cannot fail, cheap: may be speculated, duplicated, discarded
  CanFail,  // pure, but only when its precondition holds (quotInt#): never speculated
  Read,     // depends on mutable state: ordered by its State# token, may be discarded
  Write,    // side effect: ordered by its State# token
  Throws,   // raises or may raise (raise#, raiseIO#)
  Control   // seq, par, catch#, ...: evaluation or control; treated one by one
};
enum class PrimImpl : uint8_t { Inline, Call, Runtime, Stub, Special };
struct PrimOp {
  const char *name;       // GHC's name: "+#"
  const char *id;         // enumerator: IntAdd
  int index;              // position in the table
  const char *type_text;  // Core syntax of types; parsed when first asked for
  PrimEffect effect;
  // Inline: `c` is a C expression over $0, $1 ..; Call: a C function that neither allocates nor blocks; Runtime: an
  // entry of the runtime that may collect, block or raise; Stub: likewise, by code of eval/stubs.S; Special: the back
  // end knows it
  PrimImpl impl;
  const char *c;     // C text or symbol
  const char *llvm;  // LLVM instruction, a short cut, or "": the LLVM back end translates `c`
  uint32_t arity;    // value arguments, State# counted
  // par#, spark#: "File.gph:line:col" of who asked for the spark; null: as what it stands in (opt/spark_places.cc)
  Symbol place = {};
};
enum class PrimId : uint16_t {
#define PRIMOP(id, name, arity, type, effect, impl, c, llvm) id,
#include "core/primops.def"
#undef PRIMOP
  count_
};
inline bool runs_in_runtime(const PrimOp *op) { return op->impl == PrimImpl::Runtime || op->impl == PrimImpl::Stub; }
const PrimOp *primop(PrimId id);
const PrimOp *primop_at(PrimId id, Symbol place);  // the same operation, with that place; one for each
const PrimOp *find_primop(Symbol name);            // by GHC's name; null
const Type *primop_type(const PrimOp *op);         // forall .. . a -> b -> r
std::span<const PrimOp> all_primops();
void init_primops();  // makes GPH.Prim's variables; once, after init_builtin
// Reads a type over primitive type constructors, as primops.def writes them.
const Type *parse_type_text(std::string_view text);

// ---- Building (core/build.cc). The only way to make nodes; each asserts its local invariants ------------------------
const Expr *mk_var(Var *v, PlaceId place = 0);
const Expr *mk_lit(Literal l);
const Expr *mk_int_lit(int64_t n);
const Expr *mk_word_lit(uint64_t n);
const Expr *mk_char_lit(uint32_t c);
const Expr *mk_double_lit(double d);
const Expr *mk_float_lit(double d);
const Expr *mk_string_lit(std::string_view bytes);  // Addr#
const Expr *mk_integer_lit(std::string_view decimal);
const Expr *mk_app(const Expr *f, std::span<const Expr *const> args);  // flattens App of App; f itself when no args
const Expr *mk_app(const Expr *f, std::initializer_list<const Expr *> args);
const Expr *mk_ty_app(const Expr *f, std::span<const Type *const> types);
const Expr *mk_lam(std::span<Var *const> params, const Expr *body);  // joins nested lambdas; body when no params
const Expr *mk_ty_lam(std::span<TyVar *const> vars, const Expr *body);
const Expr *mk_let(Var *v, const Expr *rhs, const Expr *body);
const Expr *mk_letrec(const Vec<Binding> &binds, const Expr *body);
const Expr *mk_case(const Expr *scrut, Var *binder, const Type *type, const Vec<Alt> &alts);
const Expr *mk_strict_let(Var *v, const Expr *rhs, const Expr *body);  // a Case with Default only
const Expr *mk_con_app(DataCon *con, std::span<const Type *const> types, std::span<const Expr *const> args);
const Expr *mk_prim_app(const PrimOp *op, std::span<const Type *const> types, std::span<const Expr *const> args);
const Expr *mk_cast(const Expr *e, const Type *type);  // joins casts; drops identities
const Expr *mk_ccall(const ForeignCall *call, std::span<const Expr *const> args, const Type *type);
const Expr *mk_tick(Symbol cc, Span span, const Expr *body);
Var *mk_core_var(std::string_view name, const Type *type);  // local, fresh uniq
Var *clone_var(const Var *v);                               // fresh uniq, same name, type, copied info

const Type *expr_type(const Expr *e);  // computes, does not check
// of a value of this type (newtypes unfolded)
Rep type_rep(const Type *t);
bool is_unlifted(const Type *t);
// Unfolds newtypes at the head until none is left (recursive newtypes: stops at the first repetition).
const Type *unwrap_newtypes(const Type *t);
const Type *unwrap_newtype_once(const Type *t);       // null when the head is not a newtype with all its arguments
const Type *newtype_rep(TyCon *tc);                   // core type of the newtype's field, over its params
Vec<const Type *> con_field_types(const DataCon *c);  // core_arity() core types over univ and exist; computed once
// other fields than declared, before any Core that mentions them is built
void set_con_fields(DataCon *c, const Vec<FieldInfo> &fields);
// a value of it is in normal form as soon as it is evaluated (Note [Normal form] in abi.h)
bool is_normal_type(const Type *t);
// Where may values of a type be: home_type.cc. Goes: anywhere. Unknown: they may refer to what stays, which the type
// does not say.
enum class Home : uint8_t { Goes, Unknown, Stays };
Home home_of_type(const Type *t);
bool ok_for_speculation(const Expr *e);  // may be evaluated although nobody asked: cheap, cannot fail
// Are the two the same up to unfolding newtypes (anywhere)? What a Cast may do.
bool coercible(const Type *a, const Type *b);
// GPH.Types.Integer; set when the desugarer or parse_program first meets it
extern TyCon *g_integer_tycon;

// ---- Other services ------------------------------------------------------------------------------------------------
std::string escape_bytes(std::string_view bytes);  // as a string literal of the text has them
void print_program(const Program &p, std::string *out, bool uniques = true);
std::string show_expr(const Expr *e, bool uniques = true);
Program *parse_program(const SourceFile *file);  // reads what print_program writes; errors to diags()
// Type-checks. Returns the problems (empty: fine), each naming the binding.
std::vector<std::string> lint_program(const Program &p);
int expr_size(const Expr *e, int limit);  // nodes that cost code, saturating at limit

}  // namespace gphc::core
