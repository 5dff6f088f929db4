// desugarer.h: the desugarer's state and its parts' interfaces. Private to desugar/.
//
//   desugar.cc         the program: what defines each top-level variable, reachability, classes, instances, the roots
//   binds.cc           bindings: AbsBinds, local groups, pattern bindings; evidence and wrappers
//   expr.cc            expressions, records, do
//   apply.cc           applications: functions, constructors, primitive operations
//   literal.cc         literals
//   rhs.cc             right-hand sides, guards, equations, alternatives
//   build.cc           small pieces of Core
//   pattern.cc         patterns in fewer forms
//   match_compile.cc   pattern matching
//   lazy_pattern.cc    pattern bindings
//   comprehension.cc   list comprehensions
//   foreign.cc         foreign import and export
//   locate.cc          source positions and patterns as texts, as GHC writes them
//
// The Core built here may bind one variable several times (a class's type variables in each method, a variable of a
// mdo); scoping is lexical, so finish() in desugar.cc gives every binder its own identity at the end.
#pragma once
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/core.h"
#include "core/fvs.h"
#include "core/subst.h"
#include "rename/known.h"
#include "support/check.h"
#include "support/diag.h"
#include "syntax/ast.h"

namespace gphc::desugar {

using gphc::Expr;  // the surface expression; Core is CExpr
using gphc::LitTag;
using CExpr = const core::Expr *;
using CTypes = Vec<const Type *>;

// ---- Small builders (build.cc, apply.cc, rhs.cc) --------------------------------------------------------------------
const Type *list_of(const Type *t);
CExpr mk_if(CExpr c, CExpr yes, CExpr no);
CExpr mk_tuple(const Vec<CExpr> &elems, const CTypes &types);  // one element: itself; none: ()
const Type *mk_tuple_type(const CTypes &types);
CExpr mk_nil(const Type *elem);
CExpr mk_cons(const Type *elem, CExpr head, CExpr tail);
CExpr mk_case_one(CExpr scrut, DataCon *con, const CTypes &con_types, const Vec<Var *> &fields, CExpr body);
CExpr mk_eval(Var *v, CExpr rhs, CExpr body);                // mk_strict_let, joined with a Case on v
CExpr mk_lets(const Vec<core::Binding> &binds, CExpr body);  // not recursive, or rarely; in any order
CExpr mk_box(KnownCon con, CExpr prim);                      // I# n
bool is_small(CExpr e);                                      // may be copied instead of shared
// Calls k with an expression that stands for e: e itself when it may stay an argument, else a variable bound by a Case
// around.
CExpr bind_unlifted(CExpr e, const std::function<CExpr(CExpr)> &k);
CExpr bind_all_unlifted(const Vec<CExpr> &es, const std::function<CExpr(const Vec<CExpr> &)> &k);
// Makes e shareable inside k's result, all of whose uses are in tail position: a nullary join point.
CExpr share_tail(CExpr e, const std::function<CExpr(CExpr)> &k);
// The constructor applied to its Core arguments: strict fields are evaluated, newtypes are casts.
CExpr build_con(DataCon *con, const CTypes &types, const Vec<CExpr> &args);
// The variable that a pattern would give its value, when it is nothing but that.
const Pat *plain_var(const Pat *p);
CTypes con_arg_types(DataCon *con, const CTypes &types);
// Type applications, then evidence: the plain shape of an instantiation.
bool split_plain_wrap(const Wrapper &w, CTypes *types, Vec<Var *> *evs);

// ---- Texts (locate.cc) ----------------------------------------------------------------------------------------------
std::string span_text(Span s);       // File.hs:3:5-20, File.hs:(3,5)-(4,9)
std::string source_text(Span s);     // what stands there, white space squeezed
std::string pat_text(const Pat *p);  // x : y : _
Symbol location(Span s);             // File.hs:3:5
CExpr error_call(KnownVar fn, const Type *result, const std::string &text);

// ---- Pattern matching (match_compile.cc) ----------------------------------------------------------------------------
// What is on the right of a clause: Core that may end in `fail`.
struct RhsCode {
  bool can_fail = false;
  // fail is null when !can_fail; it may be used once (share_tail otherwise)
  std::function<CExpr(CExpr fail)> build;
};
struct Clause {
  Vec<Pat *> pats;
  RhsCode rhs;
  Span span;  // for warnings
};
enum class MatchKind : uint8_t { Function, Case, Lambda, PatBind, Quiet };
struct MatchInfo {
  MatchKind kind = MatchKind::Quiet;  // Quiet: no warnings
  Span span;
  std::string what;  // "function f"
};
class Desugarer;

class Desugarer {
 public:
  explicit Desugarer(bool fuse, bool places = false) : fuse_(fuse), places_(places) {}
  core::Program *program(std::span<Module *const> modules, Var *main, bool keep_all);
  void ahead(std::span<Module *const> modules, std::span<Var *const> roots);

  // ---- Variables ----
  Var *var(Var *v);                     // with a Core type; a top-level one is wanted from now on
  CExpr ref(Var *v);                    // an occurrence: alias or variable
  CExpr placed(CExpr e, Span s) const;  // whose head stands there
  void places_of(const Var *v);         // what comes is of that top-level variable
  const Type *type(const Type *t) { return core_type(t); }
  CTypes types(const CTypes &ts);

  // ---- Expressions (expr.cc, rhs.cc) ----
  CExpr expr(const Expr *e);
  CExpr rhs(const Rhs *r, CExpr fail);
  bool rhs_can_fail(const Rhs *r);
  CExpr guarded(const GuardedRhs *g, CExpr fail);
  RhsCode rhs_code(const Rhs *r);
  // A function of n arguments from its equations.
  CExpr match_function(const Vec<Match *> &matches, const MatchInfo &info);
  CExpr match_case(CExpr scrut, const Vec<Match *> &matches, const Type *result, CExpr fail, const MatchInfo &info);
  CExpr match_clauses(CExpr scrut, Vec<Clause> clauses, const Type *result, CExpr fail, const MatchInfo &info);
  // Names the value of e for matching: evaluated first when the first pattern would do so anyway, or e is unlifted.
  CExpr bind_scrutinee(CExpr e, const Pat *first, const std::function<CExpr(Var *)> &k);
  static bool is_strict_pat(const Pat *p);
  Pat *strict_pat(Pat *p);  // the Strict extension
  Vec<Pat *> strict_pats(const Vec<Pat *> &ps);
  bool strict_module();
  CExpr string_expr(std::string_view text);
  CExpr list_comp(const Expr *e);  // comprehension.cc

  // ---- Matching (match_compile.cc, lazy_pattern.cc) ----
  // Matches the variables against the clauses, top to bottom; `fail` is what happens when none fits.
  CExpr match(const Vec<Var *> &scruts, const Vec<Clause> &clauses, const Type *result, CExpr fail,
              const MatchInfo &info);
  // One pattern against one variable.
  CExpr match_one(Var *scrut, const Pat *pat, CExpr body, const Type *result, CExpr fail, const MatchInfo &info = {});
  // Bindings of pat's variables by lazy selection from the value of `rhs`.
  void lazy_bind(const Pat *pat, CExpr rhs, Span span, Vec<core::Binding> *out, bool warn);
  bool is_irrefutable(const Pat *pat);
  void pat_vars(const Pat *pat, Vec<Var *> *out);

  // ---- Bindings, evidence (binds.cc) ----
  CExpr local_binds(const LocalBinds *binds, CExpr body);
  CExpr local_binds(const LocalBinds *binds, const std::function<CExpr()> &body);
  CExpr local_groups(const LocalBinds *binds, size_t i, const std::function<CExpr()> &body);
  bool binds_unlifted(const Pat *p);
  // All bindings of one AbsBinds. Top level: evidence and mono variables become top-level too where nothing is
  // abstracted. Local ones: forces gets what is to be evaluated for the strict ones, once all are bound.
  void abs_binds(const AbsBinds *abs, bool top, Vec<core::Binding> *out, Vec<CExpr> *forces);
  bool is_strict_bind(const Bind *b);
  void pat_bind(const Bind *b, Vec<core::Binding> *out, Vec<CExpr> *forces);
  CExpr force_all(const Vec<CExpr> &forces, CExpr body);
  CExpr bind_rhs(const Bind *b);      // of a Fun bind: the wrapped function
  CExpr pat_bind_rhs(const Bind *b);  // of a Pat bind: the value that is matched
  CExpr evidence(const EvTerm *t);
  CExpr ev_let(const EvBinds *binds, CExpr body);
  void ev_bindings(const EvBinds *binds, Vec<core::Binding> *out);
  CExpr wrap(const Wrapper &w, CExpr e, size_t from = 0);
  Var *super_selector(Class *cls, uint32_t index);
  void pragmas(const LocalBinds *binds);

  // ---- Foreign (foreign.cc) ----
  CExpr foreign_import(const Decl *d);
  void foreign_export(const Decl *d);
  bool entry_from_c(CExpr f, const Type *type, CExpr *entry, std::string *problem);

  const Module *module = nullptr;  // being desugared
  core::Program *prog = nullptr;
  std::unordered_map<const Var *, CExpr> alias;  // mono := poly @tvs evs, inside its AbsBinds

 private:
  struct Def;
  // desugar.cc
  void start(std::span<Module *const> modules);
  void run_queue() {
    for (; next_ < queue_.size(); next_++) run(queue_[next_]);
  }
  void collect(Module *m);
  void collect_type(Decl *d);
  void method_pragmas(Decl *d, const std::function<Var *(size_t)> &implementation);
  void define(Var *v, Def *d);
  void run(Def *d);
  void emit(Var *v, CExpr rhs);
  void make_global(Var *v);
  void selector(Var *sel);
  void dict_selector(Class *cls, size_t index, Var *sel);
  CExpr inline_evidence(const EvBinds *binds, const EvTerm *t, int depth);
  void instance(Decl *d);
  void record_rules(Module *m);
  void finish();
  // binds.cc: the three shapes of an AbsBinds
  // its parameters, and they as arguments
  struct Abstraction {
    const AbsBinds *abs = nullptr;
    Vec<Var *> evs;
    Vec<CExpr> ev_args;
    CTypes ty_args;
  };
  void plain_binds(const AbsBinds *abs, bool top, Vec<core::Binding> *out, Vec<CExpr> *forces);
  CExpr abstract(const Abstraction &a, CExpr e);
  void abstract_functions(const Abstraction &a, bool top, Vec<core::Binding> *out);
  void abstract_group(const Abstraction &a, bool top, Vec<core::Binding> *out, Vec<CExpr> *forces);
  void bind_export(Var *v, CExpr e, bool top, Vec<core::Binding> *out);
  // expr.cc, apply.cc, literal.cc, rhs.cc
  CExpr app(const Expr *e);
  CExpr apply_head(const Expr *head, const Vec<CExpr> &args, const Vec<const Expr *> &sources);
  CExpr con_head(const Expr *head, const Vec<CExpr> &args);
  CExpr prim_head(const Expr *head, const Vec<CExpr> &args);
  CExpr literal(const HsLit &lit, const Type *t, bool negated, const Expr *inner);
  CExpr do_stmts(const Vec<Stmt *> &stmts, size_t i);
  CExpr lambda_case(const Expr *e);
  CExpr case_expr(const Expr *e);
  CExpr tuple(const Expr *e);  // or a section of one
  CExpr right_section(const Expr *e);
  CExpr guards(const Vec<Stmt *> &stmts, size_t i, CExpr body, CExpr fail);
  CExpr rec_con(const Expr *e);
  CExpr rec_upd(const Expr *e);
  // comprehension.cc
  CExpr quals(const Vec<Stmt *> &stmts, size_t i, const Type *elem, const std::function<CExpr()> &result, CExpr tail);
  CExpr fusible_quals(const Vec<Stmt *> &stmts, size_t i, const std::function<CExpr()> &result, Var *c, Var *n);
  CExpr list_quals(const Vec<Stmt *> &stmts, const Type *elem, const std::function<CExpr()> &result);

  friend class PatternReader;
  friend class Matcher;
  std::unordered_map<const Var *, Def *> defs_;
  std::vector<Def *> queue_, own_;
  size_t next_ = 0;  // of queue_
  std::unordered_set<const Module *> collected_;
  std::vector<core::Rule *> rules_;
  std::unordered_set<const Var *> converted_;
  std::unordered_map<const Class *, Vec<Var *>> supers_;
  std::vector<std::pair<Var *, CExpr>> out_;
  std::unordered_set<const Var *> emitted_;
  int comprehension_depth_ = 0;  // how many comprehensions we are in
  bool fuse_;                    // comprehensions by build and foldr
  // -g: Note [Places] in core/place.cc
  bool places_;
  Symbol function_, bound_, local_;    // what is being desugared, as core::Place; null: it gets no places
  const AbsBinds *top_abs_ = nullptr;  // the bindings of the top level that are being desugared, unless we are in one
  const Module *strict_of_ = nullptr;
  bool is_strict_ = false;
};

CExpr integer_lit(std::string_view digits, bool negated);
core::Literal double_literal(std::string_view rational, bool negated, core::LitTag tag);
std::string reduce_rational(std::string_view rational, std::string *denominator);

}  // namespace gphc::desugar
