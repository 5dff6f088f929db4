// ast.h: the surface syntax tree. One tree serves parser, renamer and type checker, each filling in what is its own:
//   [parse]   set by the parser            [rename] set by the renamer: names resolved, infix resolved, bindings
//             grouped
//   [check]   set by the type checker: types of binders, evidence (elaboration). The desugarer reads all three.
// Nodes are mutable structs in the arena. Nothing after desugaring includes this file.
//
// ELABORATION, after GHC's design: evidence is named by Vars (sort Dict, type = dict_type). Where something is
// generalised or checked against a polymorphic type, an EvBinds list of that scope binds evidence Vars to EvTerms.
// Where a polymorphic thing is used, the expression's `wrap` applies it to types and evidence.
#pragma once
#include "types/type.h"

namespace gphc {

// ---- Names ---------------------------------------------------------------------------------------------------------
struct Name {
  Symbol qual;            // [parse] module qualifier or null
  Symbol occ;             // [parse]
  Span span;              // [parse]
  Entity *ent = nullptr;  // [rename] what it refers to (or the new entity, at a binding occurrence)
};

// ---- Evidence [check] ----------------------------------------------------------------------------------------------
// the last three: see typecheck/typecheck.h
enum class EvTag : uint8_t { Var, Inst, Super, TypeableCon, TypeableApp, CallSite };
struct EvTerm {
  EvTag tag;
  Var *var = nullptr;        // Var
  Instance *inst = nullptr;  // Inst: inst->dfun applied to types, then to args
  Vec<const Type *> types;
  Vec<EvTerm *> args;
  // Super: superclass number `index` of cls, selected from dict. CallSite: of the stack below; null: the empty one
  EvTerm *dict = nullptr;
  Class *cls = nullptr;
  uint32_t index = 0;
  TyCon *tycon = nullptr;  // TypeableCon
  Symbol site;             // CallSite: the call; null: none
};
struct EvBind {
  Var *var;
  EvTerm *term;
};
struct EvBinds {
  Vec<EvBind> binds;
};  // mutually recursive in general; filled in when the constraints are solved

enum class WrapTag : uint8_t { TyApp, EvApp, TyLam, EvLam, EvLet, Eta };
struct EtaStep;
struct WrapStep {  // applied in order, the first next to the expression
  WrapTag tag;
  const Type *type = nullptr;  // TyApp
  Var *ev = nullptr;           // EvApp, EvLam
  TyVar *tv = nullptr;         // TyLam
  EvBinds *binds = nullptr;    // EvLet: let binds in e
  EtaStep *eta = nullptr;      // Eta: \vars. inner (e vars)
};
using Wrapper = Vec<WrapStep>;
struct EtaStep {
  Vec<Var *> vars;
  Wrapper inner;
};

// ---- Types as written ----------------------------------------------------------------------------------------------
enum class HsTypeTag : uint8_t {
  Var,
  Con,
  App,
  Fun,
  List,
  Tuple,
  UnboxedTuple,
  Forall,
  Qual,
  Bang,
  Paren,
  KindSig,
  Wild,
  Infix
};
struct TyVarBndr {
  Name name;
  struct HsType *kind = nullptr;
};  // kinds are HsTypes: `*`, `Type`, k -> k, Constraint
struct HsType {
  HsTypeTag tag;
  Span span;
  Name name;  // Var, Con; Infix: the operator
  // App fn arg; Fun arg res; List a; Bang a; Paren a; KindSig a :: b; Forall body a; Qual body a; Infix a op b
  HsType *a = nullptr, *b = nullptr;
  Vec<HsType *> elems;  // Tuple, UnboxedTuple; Qual: the context, each a type that must be a class applied
  Vec<TyVarBndr> vars;  // Forall
  bool strict = false, lazy = false, unpack = false;  // Bang: !t, ~t, {-# UNPACK #-} !t
  bool var_op = false;                                // Infix: by its form the operator is no constructor
  bool implicit_forall = false;  // [rename] Forall made by the renamer around a signature without one
};

// ---- Literals ------------------------------------------------------------------------------------------------------
enum class LitTag : uint8_t {
  Integer,
  Rational,
  Char,
  String,
  IntPrim,
  WordPrim,
  CharPrim,
  StringPrim,
  DoublePrim,
  FloatPrim
};
struct HsLit {
  LitTag tag;
  // Integer, IntPrim, WordPrim: decimal digits, '-' first if negative (MagicHash only; any base was converted).
  // String*: the bytes, UTF-8 (StringPrim: bytes). Rational, DoublePrim, FloatPrim: exact "numerator/denominator" in
  // decimal
  std::string_view text;
  uint32_t ch = 0;  // Char, CharPrim
};

// ---- Patterns ------------------------------------------------------------------------------------------------------
enum class PatTag : uint8_t {
  Wild,
  Var,
  Lit,
  Con,
  RecCon,
  Tuple,
  UnboxedTuple,
  List,
  As,
  Lazy,
  Bang,
  View,
  NPlusK,
  Sig,
  Paren,
  Infix,
  Neg
};
struct FieldPat {
  Name field;
  struct Pat *pat;
  bool pun = false;
};  // pun: pat is a Var pattern made by parser/renamer
struct Pat {
  PatTag tag;
  Span span;
  Name name;  // Var, As, NPlusK: the variable; Con, RecCon: the constructor
  // Lit, NPlusK; a negated literal pattern is Neg in the parse, Lit with `negated` after rename
  HsLit lit;
  bool negated = false;
  bool wildcard_fields = false;  // RecCon with `..`; the renamer adds the fields (as puns) and leaves the flag
  Pat *sub = nullptr;            // As, Lazy, Bang, View, Sig, Paren, Neg
  Vec<Pat *> args;               // Con arguments; Tuple, List elements; Infix (flat, [parse] only): operands
  Vec<Name> ops;                 // Infix: operators between the operands; resolved by the renamer into Con
  Vec<FieldPat> fields;          // RecCon
  HsType *sig = nullptr;         // Sig, AppType
  Vec<TyVar *> sig_binds;        // [rename] Sig: type variables that the signature brings into scope
  struct Expr *view = nullptr;   // View: the function
  // [rename] View: it stands for a use of this pattern synonym; `name` is its name as written
  PatSyn *synonym = nullptr;
  // [check]
  const Type *type = nullptr;         // of the value matched (every pattern)
  Var *var = nullptr;                 // Var, As, NPlusK: == name.ent
  Vec<const Type *> con_types;        // Con, RecCon: the TyCon's arguments
  Vec<TyVar *> ex_tvs;                // Con, RecCon: fresh existentials bound here
  Vec<Var *> ex_evs;                  // Con, RecCon: dictionaries bound here, one for each of the constructor's theta
  EvBinds *ev_binds = nullptr;        // Con, RecCon with ex_tvs/ex_evs: bindings that scope over the rest of the match
  struct Expr *lit_expr = nullptr;    // Lit (overloaded), NPlusK: the literal as an elaborated expression of `type`
  struct Expr *eq_expr = nullptr;     // Lit (overloaded): (==) at `type`, elaborated; NPlusK: (>=)
  struct Expr *minus_expr = nullptr;  // NPlusK: (-)
  Wrapper wrap;                       // from the value to the pattern's type, where the value is more polymorphic
  const Type *whole = nullptr;        // the value's type then
};

// ---- Expressions ---------------------------------------------------------------------------------------------------
enum class ExprTag : uint8_t {
  Var,
  Con,
  Lit,
  App,
  AppType,
  Infix,
  Op,
  Neg,
  Lam,
  Let,
  If,
  MultiIf,
  Case,
  LamCase,
  Do,
  MDo,
  ListComp,
  ParComp,
  Tuple,
  UnboxedTuple,
  List,
  ArithSeq,
  LeftSection,
  RightSection,
  RecCon,
  RecUpd,
  Sig,
  Paren,
  Hole
};
struct Match;
struct Rhs;
struct LocalBinds;
struct Stmt;
struct FieldBind {
  Name field;
  struct Expr *value = nullptr;
  bool pun = false;
};
struct Expr {
  ExprTag tag;
  Span span;
  Name name;  // Var, Con, RecCon; Hole
  HsLit lit;  // Lit
  Expr *a = nullptr, *b = nullptr, *c = nullptr;
  // App a b; AppType a sig ([check] makes a Paren of it); Neg a; Let binds in a; If a b c; Case a; LeftSection (a op);
  // RightSection (op a); RecUpd a; Sig a; Paren a; ArithSeq from a then b to c;
  // ListComp/ParComp result a Op (after renaming): a `op` b
  Expr *op = nullptr;  // Op, LeftSection, RightSection: the operator, a Var or Con expression
  // Tuple (null = tuple section), UnboxedTuple, List; Hole [rename]: the local variables in scope, the innermost first;
  // Infix (flat, [parse] only): operands, Neg appears as an operand Expr{Neg} whose a == nullptr directly before the
  // operand it negates
  Vec<Expr *> elems;
  Vec<Expr *> ops;               // Infix: operators between consecutive non-Neg operands
  Vec<Match *> matches;          // Lam (one), LamCase, Case: alternatives (one pattern each)
  Rhs *rhs = nullptr;            // MultiIf: guarded alternatives
  LocalBinds *binds = nullptr;   // Let
  Vec<Stmt *> stmts;             // Do, MDo, ListComp
  Vec<Vec<Stmt *>> branches;     // ParComp
  Vec<FieldBind> fields;         // RecCon, RecUpd
  bool wildcard_fields = false;  // RecCon with `..`; the renamer adds the fields
  HsType *sig = nullptr;         // Sig
  // [check]
  const Type *type = nullptr;  // of the expression before `wrap`... see below
  Wrapper wrap;                // applied to this expression; `type` is the type after it
  // elaborated helper: Lit overloaded: the function (fromInteger/fromRational/fromString at type) to apply, or null
  // when the literal is directly of a known type (Int, Integer, Double, Char, [Char] ...); Neg: negate; ArithSeq: the
  // enumFrom.. function; Sig: see wrap of a
  struct Expr *inner = nullptr;
  Vec<const Type *> con_types;   // RecUpd: type arguments of the input; RecCon: of the constructor
  Vec<const Type *> con_types2;  // RecUpd: type arguments of the result
  Vec<DataCon *> upd_cons;       // RecUpd: the constructors that have all the fields
  Wrapper con_wrap;              // RecCon: instantiation of the constructor
};

// A right-hand side: guarded alternatives and where-bindings that scope over all of them.
struct GuardedRhs {
  Span span;
  Vec<Stmt *> guards;
  Expr *body;
};  // no guards: unguarded
struct Rhs {
  Span span;
  Vec<GuardedRhs> alts;
  LocalBinds *where = nullptr;
};
struct Match {
  Span span;
  Vec<Pat *> pats;
  Rhs *rhs;
};

enum class StmtTag : uint8_t { Bind, Let, Body, Last, Rec };
struct Stmt {
  StmtTag tag;  // guards, do, comprehensions. The renamer turns the final Body of a do into Last
  Span span;
  Pat *pat = nullptr;           // Bind
  Expr *expr = nullptr;         // Bind, Body, Last
  LocalBinds *binds = nullptr;  // Let
  Vec<Stmt *> rec;              // Rec
  // [check] in a do: the elaborated operators
  Expr *bind_op = nullptr;  // Bind: (>>=) at its types; Body: (>>)
  Expr *fail_op = nullptr;  // Bind with a pattern that can fail: fail at its type
};

// ---- Bindings ------------------------------------------------------------------------------------------------------
enum class BindTag : uint8_t { Fun, Pat };
// A stage's work on a definition, kept until somebody needs it.
using Later = std::function<void()>;
inline void do_later(Later **kept) {
  Later *work = *kept;
  *kept = nullptr;
  if (work) (*work)();
}
struct Bind {
  BindTag tag;
  Span span;
  // Fun: what is defined (variable with arguments, or plain variable: then one match without patterns)
  Name name;
  bool infix = false;    // Fun: first equation written infix
  Vec<Match *> matches;  // Fun: equations, joined by the renamer when adjacent
  Pat *pat = nullptr;    // Pat: anything that is not a variable, `!x = e` included
  Rhs *rhs = nullptr;    // Pat
  // [check]
  Var *mono = nullptr;  // Fun: the variable bound inside the AbsBinds
  Wrapper wrap;         // Fun: applied to the right-hand side (its type is mono's)
  // The matcher or builder of a pattern synonym, or what derived methods share: no monomorphism restriction, no missing
  // signature
  bool generated = false;
  struct Unparsed *unparsed = nullptr;  // until parse_equations: see Note [Text read on demand] in syntax/later.cc
  Later *rename_later = nullptr;        // [rename] see Note [Definitions on demand] in typecheck/typecheck.h
};
struct AbsExport {
  Var *poly;
  Var *mono;
  Wrapper wrap;
};  // poly = /\tvs. \evs. wrap (mono)
// One generalised set of bindings: each export's poly = /\tvs \ev_params. letrec ev_binds; binds in mono.
// Without tvs and ev_params, poly may be == mono.
struct AbsBinds {
  Vec<TyVar *> tvs;
  Vec<Var *> ev_params;
  EvBinds *ev_binds = nullptr;
  Vec<AbsExport> exports;
  Vec<Bind *> binds;
  Later *check_later = nullptr;  // what it binds besides `exports` is not known yet: see Note [Definitions on demand]
};
enum class PragmaTag : uint8_t {
  Inline,
  NoInline,
  Inlinable,
  Specialise,
  SpecInstance,
  Minimal,
  Scc,
  Deprecated,
  Warning,
  Complete,
  Rules
};
struct InlinePragma {
  PragmaTag tag;
  bool has_phase = false, before = false;
  int phase = 0;
  bool conlike = false;
};
struct SigDecl {
  Span span;
  Vec<Name> names;
  HsType *type;
};
struct FixityDecl {
  Span span;
  int assoc /* -1 left, 0 none, 1 right */;
  int prec;
  Vec<Name> ops;
};
struct PragmaDecl {
  Span span;
  PragmaTag tag;
  Vec<Name> names;
  InlinePragma inl{};
  HsType *type = nullptr;
  Vec<HsType *> types;
  std::string_view text;
  Symbol string;
};
// One strongly connected component: one letrec. `inference` splits binds at the variables that have signatures (Report
// 4.5.1): infer its elements in order, with the types of all the group's signatures known beforehand.
struct BindGroup {
  Vec<Bind *> binds;
  bool rec = false;
  Vec<Vec<Bind *>> inference;
  Vec<AbsBinds *> abs /* [check]: all of one letrec */;
};
struct AssociatedType {  // type PrimState App = RealWorld
  Span span;
  HsType *head = nullptr, *rhs = nullptr;
};
struct LocalBinds {
  Vec<Bind *> binds;  // [parse]
  Vec<SigDecl *> sigs;
  Vec<FixityDecl *> fixities;
  Vec<PragmaDecl *> pragmas;
  Vec<AssociatedType> associated;  // of a class's or an instance's body
  Vec<BindGroup *> groups;         // [rename] SCCs in dependency order
};

// ---- Declarations --------------------------------------------------------------------------------------------------
struct ConField {
  Span span;
  Vec<Name> labels /* empty: positional */;
  HsType *type;
};
struct ConDecl {
  Span span;
  Name name;
  Vec<TyVarBndr> exist;  // forall
  Vec<HsType *> context;
  Vec<ConField> fields;
  bool record = false, infix = false, gadt = false;
  DataCon *con = nullptr;  // [rename]
};
enum class DerivStrategy : uint8_t { None, Stock, Newtype, AnyClass, Via };
// class, possibly applied: deriving (MonadState S)
struct DerivClause {
  Span span;
  HsType *cls;
  DerivStrategy strategy = DerivStrategy::None;
  HsType *via = nullptr;  // Via; clauses in one pair of parentheses share it
  Vec<TyVar *> tvs;       // of cls only, not of the type: the instance is for all of them
};
enum class DeclTag : uint8_t {
  Data,
  Newtype,
  Synonym,
  Class,
  Instance,
  StandaloneDeriving,
  Default,
  Foreign,
  Rules,
  Values
};
struct Decl {
  DeclTag tag;
  Span span;
  // Data, Newtype, Synonym, Class
  Name name;
  Vec<TyVarBndr> vars;
  // datatype contexts (ignored, as GHC 9 without the extension: an error), class superclasses, instance context
  Vec<HsType *> context;
  HsType *kind_sig = nullptr;  // data T :: k
  Vec<ConDecl *> cons;
  Vec<DerivClause> deriv;
  HsType *rhs = nullptr;  // Synonym
  struct FunDepDecl {
    Vec<Name> from, to;
  };
  Vec<FunDepDecl> fundeps;  // Class
  // Class: signatures and defaults; Instance: methods. Also Values: all value bindings of the module
  LocalBinds *body = nullptr;
  HsType *head = nullptr;  // Instance, StandaloneDeriving: the class applied to types
  Overlap overlap = Overlap::None;
  DerivStrategy strategy = DerivStrategy::None;  // StandaloneDeriving
  HsType *via = nullptr;                         // likewise
  Vec<HsType *> types;                           // Default
  // Foreign
  bool is_export = false, safe = true, interruptible = false;
  Symbol callconv, entity;  // "ccall" | "capi" | "prim"; the string
  HsType *sig = nullptr;
  Var *foreign_var = nullptr;          // [rename]
  const Type *foreign_type = nullptr;  // [check] export: the type it is exported at, and
  Wrapper foreign_wrap;                //         the function's instantiation to it
  // Rules
  std::string_view text;
  Vec<struct RuleDecl *> rules;
  // Instance [rename/check]
  TyCon *tycon = nullptr;           // Data, Newtype, Synonym
  Class *cls = nullptr;             // Class, Instance
  Instance *inst = nullptr;         // Instance (derived ones too)
  Vec<TyVar *> tvs;                 // [rename] Data.. Class: entities of vars; Instance: its type variables
  struct InstElab *elab = nullptr;  // [check] Instance
  struct ClassElab *class_elab = nullptr;
  // [check] Instance made by GeneralizedNewtypeDeriving or DerivingVia: dictionary of the representation, cast
  bool via_newtype = false;
  const Type *newtype_rep = nullptr;  //         the representation type, or that after `via'
};
// pattern P x y = pat | pattern P x y <- pat [where P x y = e ..]
struct PatSynDecl {
  Span span;
  Name name;
  Vec<Name> params;
  Pat *pat = nullptr;
  bool infix = false;
  Vec<Match *> builder;       // its equations; none: it cannot be used as an expression
  PatSyn *synonym = nullptr;  // [rename]
};
struct KindSigDecl {
  Name name;
  HsType *kind;
};  // type T :: kind
struct RuleDecl {  // "name" [phase] forall x (y :: t). lhs = rhs
  Span span;
  Symbol name;
  bool has_phase = false, before = false;
  int phase = 0;
  Vec<Pat *> vars;  // Var or Sig patterns
  Expr *lhs = nullptr, *rhs = nullptr;
  // [check]
  Vec<TyVar *> tvs;
  Vec<Var *> evs;
  EvBinds *lhs_binds = nullptr, *rhs_binds = nullptr;
};
// [check] dfun = /\inst->vars. \ev_params. letrec ev_binds; this = Dict supers methods in this. Each method is a global
// of its own: forall vars. context => method type; dfun's field applies it to vars and ev_params.
struct MethodElab {
  Var *global = nullptr;  // $cmethod; null: use the default
  // binds global (tvs = inst vars, ev_params = inst context [then the method's own, inside])
  AbsBinds *abs = nullptr;
  bool use_default = false;  // field = class default applied to the instance's types and `this`
  bool missing = false;      // no default either: noMethodError
};
struct InstElab {
  Vec<Var *> ev_params;  // one for each of inst->context
  EvBinds *ev_binds = nullptr;
  Vec<Var *> supers;        // evidence of each superclass, bound by ev_binds
  Var *rep_dict = nullptr;  // via_newtype: evidence of the class at newtype_rep, bound by ev_binds
  Vec<MethodElab> methods;  // in class order
};
struct ClassElab {           // default methods: global `$dm` : forall class_vars. C vars => method type
  Vec<AbsBinds *> defaults;  // in class order; null where there is none
};

// ---- Modules -------------------------------------------------------------------------------------------------------
enum class IETag : uint8_t { Var, Thing, ThingAll, ThingWith, Module };
struct ImportExport {
  IETag tag;
  Span span;
  Name name;
  Vec<Name> subs;
  bool type_keyword = false, pattern_keyword = false;
};
struct ImportDecl {
  Span span;
  Name module;  // occ = dotted name
  bool qualified = false, hiding = false, has_list = false, safe = false, source = false, implicit = false;
  Symbol as;
  Vec<ImportExport> items;
  struct Module *target = nullptr;  // [rename]
};
struct ModuleScope;  // rename/scope.h
struct PragmaOption {
  std::string_view text;
  Span span;
};

struct Module {
  // Which module it is: the header's name, or, of one of the program's that the standard library has as well, `main:'
  // and that (driver/module_graph.cc). What the program calls it: known_as().
  Symbol name, written;
  Span span;  // of the header's name, or the file's start
  const SourceFile *file = nullptr;
  bool has_header = false, is_stdlib = false;
  bool on_demand = false;  // see Note [Definitions on demand] in typecheck/typecheck.h
  bool has_exports = false;
  Vec<ImportExport> exports;
  Vec<ImportDecl *> imports;
  Vec<Decl *> decls;            // [parse] Values first holds every value binding, in one Decl
  Vec<Symbol> extensions;       // LANGUAGE pragmas and -X flags in force: "MagicHash", "NoImplicitPrelude", ...
  Vec<PatSynDecl *> synonyms;   // [parse] pattern synonyms, and
  Vec<SigDecl *> synonym_sigs;  //         their signatures
  Vec<KindSigDecl> kind_sigs;   // [parse]
  Vec<PragmaOption> options;    // OPTIONS_GPHC / OPTIONS_GHC words
  Symbol deprecation;
  // [rename]
  ModuleScope *scope = nullptr;
  Vec<Decl *> type_decls;  // data, newtype, synonym, class in dependency order; SCCs in type_groups
  Vec<Vec<Decl *>> type_groups;
  Vec<Decl *> instances;         // instance declarations; derived ones are appended by typecheck/derive.cc
  LocalBinds *values = nullptr;  // top-level bindings, grouped
  Vec<Decl *> foreigns, defaults, rules;
  Symbol known_as() const { return written ? written : name; }
  bool ext(const char *name) const {
    for (Symbol s : extensions)
      if (s.str() == name) return true;
    return false;
  }
};

// Parses one module (after unliterating and CPP). Errors go to diags(); returns null only when nothing could be made of
// it.
// on_demand: of a stdlib module; equations may be left unparsed.
Module *parse_module(const SourceFile *file, std::span<const Symbol> extensions, bool on_demand = false);
// Puts the equations of a definition in place that has been left unparsed. None, after a syntax error in them.
void parse_equations(Bind *bind);
// Reads a file, checks UTF-8, unliterates (.lhs, .lgph), runs CPP when on. Null after reporting.
struct LoadOptions {
  bool cpp = false;
  Vec<std::string_view> cpp_flags;
  std::string_view root;  // of the stdlib, if it is one of its files
};
const SourceFile *load_source(const std::string &path, const LoadOptions &options);
void print_ast(const Module *m, std::string *out);  // -ddump-parsed, -ddump-rn, -ddump-tc (with what is filled in)

}  // namespace gphc
