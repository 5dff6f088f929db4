// infer.h: the type checker's state and its parts' interfaces. Private to typecheck/.
//
// The algorithm is bidirectional Hindley-Milner with levels. A level is the nesting depth of scopes that generalise or
// bind rigid variables. Every unification variable (MetaVar) carries the level of the scope it was made in; solving a
// variable lowers the levels of those in its solution, so that generalisation at depth n takes exactly the variables
// with level > n, without looking at the environment; and a rigid variable (TyVar with skolem) of a deeper level than
// the unification variable it would be put into is an escape.
//
// Class constraints are collected (emit) in the innermost Implic: a scope with rigid variables, given constraints and a
// place for evidence bindings. An Implic is solved when it is left; what cannot be decided yet moves to the enclosing
// one, or stays behind as its child when it depends on what is local to it. There are no given equalities, so solving
// never has to wait for touchability.
//
// Expression functions take the expected type or null ("infer"), and return the type. Types passed as expected are rho
// types (no forall at the top) in tc_rho, any type in check_sigma.
#pragma once
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rename/known.h"
#include "support/check.h"
#include "support/diag.h"
#include "syntax/ast.h"
#include "typecheck/derive.h"
#include "typecheck/typecheck.h"

namespace gphc::check {

// ---- Kinds (unify.cc) ----------------------------------------------------------------------------------------------
Kind *kind_any();      // of a kind-polymorphic parameter: fits every kind and binds nothing
Kind *mk_open_kind();  // a kind variable that may only become * or #
bool unify_kind(Kind *a, Kind *b);
Kind *zonk_kind(Kind *k);  // undetermined becomes *
Kind *kind_of(const Type *t);

// ---- Unification (unify.cc) ----------------------------------------------------------------------------------------
enum class Clash : uint8_t { None, Mismatch, Occurs, Escape, Kind, Poly };
struct UnifyFailure {
  Clash clash = Clash::None;
  const Type *a = nullptr, *b = nullptr;
};
// Makes two types equal; on failure says where they differ (solutions made before stay).
bool unify_types(const Type *a, const Type *b, uint32_t level, UnifyFailure *failure);
void lower_levels(const Type *t, uint32_t level);  // every unification variable of t to at most level
const Type *mk_meta(uint32_t level, Kind *kind, Span origin = {});
void collect_metas(const Type *t, uint32_t above, std::vector<MetaVar *> &out);  // those with level > above, each once
bool mentions_skolem_above(const Type *t, uint32_t level);
const Type *zonk(const Type *t);  // metas replaced; undetermined ones get undetermined_type

// ---- Constraints (solve.cc) ----------------------------------------------------------------------------------------
struct Origin {                // "arising from " ...
  const char *what = nullptr;  // "a use of", "the literal", "a do statement"
  Symbol name;
  const Instance *super_of = nullptr;  // a superclass that this instance declaration needs
};
struct Wanted {
  Pred pred;
  Var *ev = nullptr;
  Span span;
  Origin origin;
  uint32_t depth = 0;      // of instance resolution
  Wanted *root = nullptr;  // what the resolution began with; null: this
  bool super = false;      // a superclass of the instance that is being checked
};
struct Given {
  Pred pred;
  Var *ev = nullptr;        // null until used, for a superclass
  Given *parent = nullptr;  // superclass number `index` of parent
  uint32_t index = 0;
  // of the largest that it is selected from. See Note [Superclasses of instances] in solve.cc
  size_t size = 0;
};
struct Implic {
  Implic *parent = nullptr;
  uint32_t level = 0;
  Vec<Given *> givens;
  size_t head_size = 0;      // of the instance whose superclasses this scope solves; 0: another scope
  EvBinds *binds = nullptr;  // null for the module's root only
  Vec<Wanted *> wanteds;
  Vec<Implic *> children;                                         // with something unsolved
  std::unordered_map<uint64_t, Vec<Wanted *>> *solved = nullptr;  // to share evidence; see solved_key
  Span span;
};

size_t args_size(const Vec<const Type *> &args);  // type variables and constructors in them
bool same_args(const Vec<const Type *> &a, const Vec<const Type *> &b);
Vec<Pred> subst_preds(const Vec<Pred> &ps, const Vec<TyVar *> &vars, const Vec<const Type *> &types);
bool is_meta_headed(const Type *t);

// ---- What an instance lacks (minimal.cc) ---------------------------------------------------------------------------
void note_minimal(const Class *c, std::string_view pragma);
// As the message says it; "" when it lacks nothing. missing: methods that it does not define and that have no default,
// which counts where the class has no MINIMAL pragma.
std::string what_it_lacks(const Decl *instance, const std::vector<std::string_view> &missing);

inline bool is_poly(const Type *t) {
  t = repr(t);
  return t->tag == TypeTag::Forall || t->tag == TypeTag::Qual;
}

// A variable of the group being inferred: its recursive occurrences, to be redirected when it is generalised.
struct GroupVar {
  Vec<Expr *> occs;
};

struct InferGroup;  // infer_bind.cc

// The types that are applied with `@` at one place of an application: its nodes from `from` to `end`. type_app.cc
struct TypeArgs {
  const Expr *head;
  const Vec<Expr *> &nodes;
  size_t from, end;
  size_t next = from;  // the first that is not used yet
};

struct Tc {
  Module &mod;
  Implic *root = nullptr, *cur = nullptr;
  uint32_t level = 0;
  size_t type_errors = 0;            // reported by this module's check
  size_t errors_before_binding = 0;  // type_errors when the current top-level binding began
  size_t constraint_errors = 0;      // those of type_errors that are about class constraints
  struct Unsolved {
    Wanted *wanted;
    bool ambiguous;
  };
  struct HoleFound {
    Expr *hole;
    Diagnostic *message;
    Implic *scope;
  };
  std::vector<HoleFound> holes;                                   // likewise: their types are known at its end
  std::vector<Unsolved> unsolved;                                 // in the current top-level binding: said at its end
  std::vector<std::pair<const TyVar *, const TyVar *>> confused;  // rigid variables whose clash was reported
  size_t confused_since = 0;                                      // errors_before_binding then
  std::vector<TyVar *> kind_pending;                              // type variables whose kinds are to be zonked
  std::vector<TyCon *> tycon_pending;
  std::unordered_map<TyVar *, const Type *> alias;  // variables bound by pattern signatures
  std::vector<const Type *> default_types;
  std::vector<Var *> new_globals;  // method implementations: zonked at the end
  bool quiet = false;              // errors are counted, not reported (rules)
  bool impredicative;              // See Note [Impredicativity] in unify.cc
  bool overloaded_strings, monomorphism, poly_kinds, strict;

  explicit Tc(Module &m);
  void run();

  // ---- messages (message.cc)
  Diagnostic &error(Span s, diag::Kind k, std::string text);
  void report_clash(Span s, const Type *actual, const Type *expected, const UnifyFailure &f);
  void report_unsolved(Wanted *w, bool ambiguous = false);  // at the end of the binding
  void begin_binding();                                     // a top-level one: the one before has ended
  void say_unsolved(Wanted *w);
  void say_ambiguous(Wanted *w);
  void say_hole(const HoleFound &h);

  // ---- scopes and constraints (solve.cc)
  Implic *push_implic(Span s);
  void pop_implic();  // solves; moves or keeps what is left
  void pop_to(Implic *mark) {
    while (cur != mark) pop_implic();
  }
  void add_given(Implic *i, const Pred &p, Var *ev);
  Var *emit(const Pred &p, Span s, Origin o);
  void solve(Implic *i);
  void merge_wanteds(Implic *i);
  void leave_unsolved(Implic *i);  // of a solved scope: floats to the parent, or attaches i to it
  bool floatable(Wanted *w, Implic *i);
  enum class Solved : uint8_t { Yes, Stuck, No };
  Solved solve_one(Wanted *w, Implic *i);
  Solved call_stack(Wanted *w, Implic *i);  // call_stack.cc
  Solved coercible(const Type *a, const Type *b, Class *cls, Implic *i, int depth);
  bool improve(Wanted *w, Implic *i);                    // functional dependencies; true when something was unified
  bool improve_by(const Pred &p, Wanted *w, Implic *i);  // p: w's constraint or a superclass of it
  void improve_pairs(Implic *i);
  size_t improvements = 0;  // how often functional dependencies unified
  Given *find_given(const Pred &p, Implic *i, bool *maybe, bool super = false);
  Var *given_ev(Given *g, Implic *home);
  bool entailed(const Pred &p, int depth);                 // by instances alone
  bool fits(const Type *sigma, const Type *t, Implic *i);  // could something of type sigma stand where t is wanted?
  void finish_toplevel(Implic *i);                         // defaulting and errors for one that belongs to no other
  Var *mk_ev(const Pred &p);

  // ---- instances (match_instance.cc)
  enum class Lookup : uint8_t { None, One, Stuck };
  Lookup lookup_instance(const Pred &p, Instance **inst, Vec<const Type *> *types);

  // ---- defaulting (defaulting.cc)
  bool default_metas(std::vector<std::pair<Wanted *, Implic *>> &stuck, uint32_t above);

  // ---- unification with messages (unify.cc, message.cc)
  const Type *fresh(Span s = {}) { return mono(mk_meta(level, kind_star(), s)); }
  // t, a type or a variable that may stand for types without foralls only. See Note [Impredicativity] in unify.cc
  const Type *mono(const Type *t) {
    if (const TMeta *m = dyn_cast<TMeta>(repr(t)); m && !impredicative) m->meta->mono = true;
    return t;
  }
  const Type *fresh_open(Span s = {}) { return mk_meta(level, mk_open_kind(), s); }
  const Type *fresh_of(Kind *k, Span s = {}) { return mk_meta(level, k, s); }
  bool unify(Span s, const Type *actual, const Type *expected);
  const Type *instantiate(const Type *t, Wrapper &w, Span s, Origin o, bool open = false, TypeArgs *given = nullptr);
  const Type *fresh_for(TyVar *v, Span s, bool open = false);
  // Peels foralls and contexts: rigid variables (the type's own when `reuse`) and givens go into the current scope.
  // The steps to put around the term come innermost first in `steps`. One layer of forall and context unless `all`.
  const Type *skolemise(const Type *t, bool reuse, bool all, Wrapper &steps, Vec<TyVar *> *tvs, Vec<Var *> *evs);
  bool match_fun(const Type *t, const Type **arg, const Type **res);          // looks only
  bool split_fun(Span s, const Type *t, const Type **arg, const Type **res);  // unifies when t is a variable
  bool match_con_app(const Type *t, TyCon *con, Vec<const Type *> &args);     // looks only
  void expect_con_app(Span s, const Type *t, TyCon *con, Vec<const Type *> &args, bool open = false);
  bool split_app(Span s, const Type *t, const Type **fn, const Type **arg);  // t ~ fn arg, fn :: * -> *

  // ---- types as written (convert_type.cc)
  const Type *conv(HsType *t, Kind *expected);  // monotype or nested polytype
  const Type *conv_open(HsType *t) { return conv(t, mk_open_kind()); }
  const Type *conv_sigma(HsType *t, Kind *expected = nullptr);  // a whole signature
  bool conv_pred(HsType *t, Pred *out);
  Vec<Pred> conv_context(const Vec<HsType *> &ctx);
  Kind *conv_kind(HsType *t);
  void bind_tyvar(const TyVarBndr &b);
  void settle_kinds(bool poly = false);  // the pending variables'
  const Type *conv_inner(HsType *t, Kind *expected);
  int conv_depth = 0;
  Span conv_whole;         // of the type that is being converted, all of it
  bool wildcards = false;  // is `_` allowed: in pattern signatures
  Vec<TyVar *> quantified(HsType *t);
  const Type *conv_part(HsType *t, Kind *expected, bool of_synonym = false);
  const Type *conv_head(HsType *t, const Vec<HsType *> &args, Kind **kind);
  bool expect_kind(HsType *t, Kind *actual, Kind *expected, const Type *type = nullptr);
  const Type *error_type(Kind *k) { return fresh_of(k ? k : mk_kind_meta()); }
  bool partial_synonym = false;  // a synonym was left unsaturated in the type being converted
  const Type *expand_partial(const Type *t);
  void check_ambiguity(Span s, const std::string &where, const Type *sigma);
  void check_coverage(Span s, const Pred &head, const Vec<Pred> &context);

  // ---- declarations (kind_infer.cc, infer_decl.cc, foreign_decl.cc)
  void infer_type_group(const Vec<Decl *> &group);
  void start_decl(Decl *d);
  void convert_synonym(Decl *d);
  void finish_data(Decl *d);
  void convert_data(Decl *d);
  void convert_class(Decl *d);
  void finish_class(Decl *d);
  std::unordered_map<TyCon *, Decl *> synonym_todo;  // synonyms of the current group that are not converted yet
  std::vector<TyCon *> synonyms_in_progress;
  void check_superclass_cycle(Decl *d);
  void instance_head(Decl *d);
  void register_instance(Instance *inst, Span s, Span whole = {});
  void derive_contexts(std::vector<DerivedInstance> &derived);
  void want_superclasses(const Instance &inst, Vec<Pred> &context);
  bool simplify_derived(const Pred &p, Vec<Pred> &out, int depth, Pred *culprit);
  void instance_body(Decl *d);
  void check_same_representation(const Decl *d);  // solve.cc
  void class_defaults(Decl *d);
  void check_method(AbsBinds *abs, Bind *b, Var *global, const Vec<TyVar *> &tvs, const Vec<Var *> &evs,
                    const Type *type, const Type *sig, EvBinds *binds);
  void foreign_decl(Decl *d);
  void default_decls();
  void check_rule(Decl *d);
  bool rule(RuleDecl *r);

  // ---- bindings (infer_bind.cc)
  void local_binds(LocalBinds *b, bool top);
  void signatures(LocalBinds *b, bool top);
  void bind_group(BindGroup *g, bool top);
  void check_sig_bind(Bind *b, AbsBinds *abs, bool top);
  AbsBinds *now_or_later(Var *poly, const std::function<void(AbsBinds *)> &check);
  void infer_binds(const Vec<Bind *> &binds, BindGroup *g, bool top);
  void bound_vars(InferGroup *g);
  void infer_right_hand_sides(const InferGroup &g);
  void choose_params(InferGroup *g, uint32_t outer);
  bool is_implied(const Wanted *w, const Vec<Wanted *> &params);
  Vec<Pred> abstract_context(const InferGroup &g, AbsBinds *abs);
  void fun_bind(Bind *b, const Type *type);
  void warn_missing_signatures();
  bool is_main(const Var *v) const;
  void pat_bind_vars(Pat *p, std::vector<Var *> &out);
  const Type *matches(const Vec<Match *> &ms, size_t arity, const Type *expected, Wrapper *wrap, Span s,
                      Symbol fun_name, const char *what);
  void rhs(Rhs *r, const Type *type);
  std::unordered_set<Var *> with_signature, wrong_signature;

  // ---- patterns (infer_pat.cc)
  void pat(Pat *p, const Type *type);
  void con_pat(Pat *p, const Type *type);
  void lit_pat(Pat *p, const Type *type);
  bool can_fail(const Pat *p);

  // ---- expressions (infer_expr.cc, infer_stmt.cc)
  const Type *rho(Expr *e, const Type *expected);
  void sigma(Expr *e, const Type *expected, bool reuse = false);
  const Type *result(Expr *e, const Type *actual, const Type *expected);
  const Type *var(Expr *e, const Type *expected);
  const Type *var_sigma(Expr *e, bool *open);
  const Type *app(Expr *e, const Type *expected);
  const Type *app_spine(Expr *h, const Vec<Expr *> &nodes, const Type *fun, const Type *expected);
  const Type *op(Expr *e, const Type *expected);
  const Type *signature(Expr *e, TypeArgs *types);
  const Type *head(Expr *e, TypeArgs *types = nullptr);
  TypeArgs type_args(const Expr *head, const Vec<Expr *> &nodes, size_t from);  // type_app.cc
  const Type *type_for(TyVar *v, TypeArgs &args, Span s, bool open);
  void end_type_args(TypeArgs &args, const Type *fun, const Type *type);
  const Type *lit(Expr *e, const Type *expected);
  const Type *number(Expr *e, const Type *expected, bool rational);
  const Type *section(Expr *e, const Type *expected);
  const Type *tuple(Expr *e, const Type *expected);
  const Type *record_con(Expr *e, const Type *expected);
  const Type *record_upd(Expr *e, const Type *expected);
  const Type *arith_seq(Expr *e, const Type *expected);
  const Type *do_expr(Expr *e, const Type *expected);
  const Type *comprehension(Expr *e, const Type *expected);
  void rewrite_rec(Stmt *s);
  void guards(const Vec<Stmt *> &stmts);
  Expr *known_op(KnownVar id, Span s, const Type *type, Origin o);  // a known variable used at a type
  Expr *monad_op(KnownVar id, Span s, const Type *m, Var **dict, const Type *type);
  bool direct_literal(const Type *t, LitTag tag);  // is t a type whose literals need no class

  // ---- zonking (zonk.cc)
  void zonk_module();
  void zonk_definition(AbsBinds *abs);
};

Expr *mk_expr(ExprTag tag, Span s);
Expr *mk_var_expr(Var *v, Span s);
bool is_stdlib_error_like(const Var *v);  // error, undefined: their result may be of any representation
const Type *list_of(const Type *t);
const Type *known_type(KnownTyCon id);
TyCon *head_tycon(const Type *t);  // of T t1 .. tn (functions: ->); null
std::string quote(Symbol s);
std::string shortened(std::string text);  // its middle left out when it is very long: a type that grew without bound
std::string show_tidy(const Type *t);     // with small numbers for what is undetermined
std::string plural(size_t n, const char *noun);

}  // namespace gphc::check
