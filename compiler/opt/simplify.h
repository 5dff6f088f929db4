// simplify.h: the simplifier's state and parts. simplify_top.cc goes through the top level; simplify.cc walks;
// simplify_binds.cc deals with bindings; case_opt.cc handles case (con_view.cc, bottoms.cc, case_finish.cc), dupable.cc
// continuations that are copied; inline_decide.cc says whether to inline; rules.cc matches RULES; constant_fold.cc
// evaluates primitive operations; arity.cc counts lambdas.
#pragma once
#include <deque>
#include <vector>

#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/occur_anal.h"

namespace gphc::opt {

// What is known about the value of a variable that is in scope in the output.
struct Guidance;
struct Unfolding {
  // occurrence-analysed; for inlining (if may_inline) or for looking at its constructor
  const Expr *expr = nullptr;
  bool may_inline = false;       // inlining duplicates no work (a value or cheap) and no loop breaker is in the way
  bool stable = false;           // an INLINE template: the source's right-hand side
  bool always = false;           // selectors: inline wherever applied
  bool once = false;             // a top-level function with one call: inline it there whatever its size
  bool breaker = false;          // of a dictionary function that breaks a loop: for known_methods only
  Guidance *guidance = nullptr;  // size, computed when first asked for
  Vec<DataCon *> not_cons;       // evaluated, and none of these
};

// What surrounds the expression being simplified, innermost first.
enum class ContTag : uint8_t { Stop, App, TyApp, Cast, Select, Call };
enum class StopCtx : uint8_t {
  Boring,
  Rhs,
  Arg,
  RuleArg,  // of a function with rules: its form may matter
  ListArg   // of one that an active rule fuses with the list that is made there (`build`)
};
struct CallHole {  // f e1 .. [] .. en, f strict in the hole
  Var *fn;
  PlaceId place;  // of f
  Vec<const Type *> types;
  Vec<const Expr *> args;  // output
  size_t hole;
};
struct Cont {
  ContTag tag = ContTag::Stop;
  bool done = false;  // App: the argument is output already
  // Select: alternatives are small output, to be copied at each use; `next` is a Stop
  bool dup = false;
  StopCtx ctx = StopCtx::Boring;
  const Expr *arg = nullptr;       // App
  Vec<const Type *> types;         // TyApp
  const Type *type = nullptr;      // Cast: the target; Call: the result
  const ECase *sel = nullptr;      // Select
  const CallHole *call = nullptr;  // Call
  Cont *next = nullptr;
};

// Bindings that go around an expression, outermost first.
struct Wrap {
  enum Kind : uint8_t { Let, Rec, Case, Alternative } kind;
  Vec<Binding> binds;          // Let: one. Case: the binder and the scrutinee
  const ECase *sel = nullptr;  // Alternative: a case of one
};
using Wraps = std::vector<Wrap>;

// A saturated constructor application that an expression is known to evaluate to.
struct ConView {
  DataCon *con = nullptr;
  Vec<const Type *> types;
  Vec<const Expr *> args;  // trivial or cheap; may be used several times
  explicit operator bool() const { return con != nullptr; }
};

// What to build inside a binding: a lambda of the caller's, not kept.
class Then {
 public:
  template <class F>
  Then(const F &f) : f_(&f), call_([](const void *p) { return (*static_cast<const F *>(p))(); }) {}
  const Expr *operator()() const { return call_(f_); }

 private:
  const void *f_;
  const Expr *(*call_)(const void *);
};

// Continuations live while one top-level binding is simplified: they were a tenth of a large program's memory.
class ContPool {
 public:
  Cont *make(const Cont &k) {
    if (used_ == all_.size()) all_.emplace_back();
    return &(all_[used_++] = k);
  }
  void clear() { used_ = 0; }

 private:
  std::deque<Cont> all_;
  size_t used_ = 0;
};
extern ContPool g_conts;

inline Cont *push(const Cont &k) { return g_conts.make(k); }

class Simplifier {
 public:
  Simplifier(Program &p, PassContext &cx) : program_(p), cx_(cx) {}
  void run();

 private:
  enum class BoundIn : uint8_t { Let, LetRec, Top };  // where a right-hand side is bound, and what floats out of it is
  enum class SubstKind : uint8_t { None, Susp, Done, Copy };  // Copy: Done, used several times and cloned for each
  struct SubstEntry {
    const Expr *e = nullptr;
    SubstKind kind = SubstKind::None;
  };

  // simplify.cc: the walk
  const Expr *simpl(const Expr *e, Cont *k);
  const Expr *simpl_var(const Expr *e, Cont *k);
  const Expr *simpl_out_var(Var *v, PlaceId place, Cont *k);
  const Expr *simpl_lam(const ELam &l, size_t i, Cont *k);
  static void mark_unsaturated(const ELam &l, const Cont *k);
  const Expr *simpl_ty_lam(const ETyLam &l, Cont *k);
  const Expr *simpl_con_app(const EConApp &c, Cont *k);
  const Expr *simpl_prim_app(const EPrimApp &p, Cont *k);
  const Expr *simpl_cast(const ECast &c, Cont *k);
  const Expr *rebuild(const Expr *e, Cont *k);
  const Expr *rebuild_call(Var *v, PlaceId place, Cont *k);
  const Expr *rebuild_jump(Var *v, Cont *k);
  Cont *push_cast(Cont *k, const Type *fun_arg);
  Cont *push_cast_types(const ECast &c, Cont *k);
  const Expr *eta_reduce(const ELam &l);
  void binder_in_place(Var *v);
  const Expr *lookup_trivial(const Expr *e);
  bool drop_cont_after_bottom(const Expr *e, Cont *k, const Expr **out);

  // simplify_binds.cc
  const Expr *simpl_let(const ELet &l, Cont *k);
  const Expr *simpl_letrec(const ELetRec &l, Cont *k);
  const Expr *simpl_join(const ELet &l, Cont *k);
  const Expr *simpl_rec_join(const ELetRec &l, Cont *k);
  const Expr *simpl_join_rhs(const Expr *rhs, int n, Cont *k);
  Var *out_join(Var *j, const Expr *rhs, bool same);
  const Type *join_type(const Type *t, int n, Cont *k);
  static bool occurs_trivially(const Var *v, const Expr *e);
  const Expr *bind_in(Var *x, const Expr *rhs, Then then);
  const Expr *bind_done(Var *x, const Expr *rhs, Then then);
  const Expr *bind_out(Var *x, const Expr *rhs, Then then);
  const Expr *bind_arg(Var *x, Cont *app, Then then);
  bool pre_inline(Var *x, OccInfo o, const Expr *rhs);
  bool goes_to_its_user(const Binding &b);
  bool copy_to_branches(Var *x, OccInfo o, const Expr *rhs);
  const Expr *simpl_rhs(Var *x, const Expr *rhs, bool rec);
  const Expr *complete_rhs(Var *x, const Expr *rhs, BoundIn in, Wraps *floats);
  const Expr *split_cast(Var *x, const Expr *rhs, BoundIn in, Wraps *floats);
  const Expr *anf_con(const Expr *rhs, BoundIn in, Wraps *floats);
  const Expr *anf_partial_app(const Expr *rhs, BoundIn in, Wraps *floats);
  const Expr *name_arg(const Expr *a, const std::string &name, BoundIn in, Wraps *floats);
  void peel(const Expr **e, Wraps *floats);
  void set_unfolding(Var *x, const Expr *rhs, bool top, bool analysed = false);
  const Expr *eta_expand(Var *x, const Expr *rhs, bool rec);
  const Expr *eta_expand_body(const Expr *body);

  // simplify_top.cc
  bool is_settled(const Vec<Binding> &group) const;
  void top_group(Vec<Binding> &group, Vec<Vec<Binding>> *out);
  void to_top_level(Var *v, const Var *from);

  // case_opt.cc
  const Expr *rebuild_case(const Expr *scrut, const ECase &c, bool dup, Cont *k);
  const Expr *choose_default(const Expr *scrut, const ECase &c, const Alt &a, Cont *k);
  const Expr *known_lit(const Literal &l, const Expr *scrut, const ECase &c, Cont *k);
  const Expr *known_con(const ConView &v, const Expr *scrut, const ECase &c, Cont *k);
  const Expr *known_con_in(const EConApp &c, const ECase &sel, bool dup, Cont *k);
  const Expr *bind_fields(const ConView &v, size_t i, const Alt &a, Vec<const Expr *> atoms, const Expr *scrut,
                          const ECase &c, Cont *k);
  const Expr *bind_fields_in(const EConApp &e, size_t i, const Alt &a, const ECase &c, Cont *k);
  const Expr *case_rules(const Expr *scrut, const ECase &c, const ECase **changed);
  const Expr *general_case(const Expr *scrut, const ECase &c, Cont *k);
  void enter_alt(const Alt &a, Var *b, Var *scrut_var, const Vec<DataCon *> &others);
  void refine_default(Vec<Alt> *alts, Var *b, const Vec<DataCon *> &known_not);

  // con_view.cc, case_finish.cc
  ConView con_view(const Expr *e, int depth = 0);
  ConView known_methods(const Expr *scrut, const ECase &c);
  const Expr *finish_case(const Expr *scrut, Var *b, const Type *type, Vec<Alt> alts);

  // bottoms.cc
  const Expr *bottom_alt(const Expr *e, const Type *from, const Type *to);
  const Expr *retype_bottom(const Expr *e, const Type *t);

  // dupable.cc
  Cont *mk_dupable(Cont *k, Wraps *floats);
  Cont *dup_select(Cont *k, Wraps *floats);
  const Type *result_type(Cont *k, const Type *hole);

  // inline_decide.cc
  bool worth_a_copy(Unfolding *u, Cont *k);
  bool worth_a_lambda(const Guidance *g, Cont *k, int n);
  bool want_inline(Var *v, Unfolding *u, Cont *k);
  bool is_active(const IdInfo *i) const;
  bool known_dicts(Cont *k);
  int arg_interest(const Expr *e, bool out, int depth);

  // rules.cc
  bool distributes(Var *v, size_t n_types, const Vec<const Expr *> &args, size_t *hole);
  bool is_closed(const Expr *e) const;
  bool constant_in_a_branch(Var *v, const Vec<const Type *> &types, const Vec<const Expr *> &args, size_t *hole);
  bool peel_for_rules(Var *v, size_t n_types, Vec<const Expr *> *args, Wraps *floats);
  bool rule_is_active(const Rule *r) const;
  StopCtx arg_context(const Var *v, size_t i) const;
  bool try_rules(Var *v, PlaceId place, const Vec<const Type *> &types, const Vec<const Expr *> &args, size_t *used,
                 const Expr **rhs, Vec<const Expr *> *rhs_args);
  const Expr *builtin_rule(Var *v, const Vec<const Type *> &types, const Vec<const Expr *> &args, size_t *used);

  SubstEntry &subst(const Var *v) { return subst_[v->uniq]; }
  bool is_top(const Var *v) const { return top_.get(v->uniq); }
  Cont *stop(StopCtx c = StopCtx::Boring) {
    Cont *k = push({});
    k->ctx = c;
    return k;
  }

  Program &program_;
  PassContext &cx_;
  UniqTable<SubstEntry> subst_;
  UniqTable<bool> top_;
  UniqTable<int> taken_;     // top-level: the size of the thunks that go into it in this round
  UniqTable<bool> changed_;  // top-level: changed since what mentions it was last visited
  bool new_phase_ = false;
  const Var *now_ = nullptr;  // top-level binder whose right-hand side is being simplified
  UniqTable<bool> busy_;      // top-level binder whose right-hand side is being simplified
  static constexpr int kMaxActive = 40, kMaxNesting = 400;  // See Note [Inlinings inside one another]
  UniqTable<int> active_;                                   // how many inlinings of a variable we are inside of
  int nesting_ = 0;                                         // ... of any
  bool too_deep(const Var *v) const { return nesting_ >= kMaxNesting || active_.get(v->uniq) >= kMaxActive; }
  const Expr *inline_body(Unfolding *u, PlaceId at, Cont *k);
  int inlined_ = 0, inline_limit_ = 0;  // in the top-level binding at hand: rules and inlining cannot run away
};

const Expr *wrap(const Wraps &w, const Expr *e);

// dupable.cc: nothing has to be done before it may be copied.
bool is_trivially_dupable(const Cont *k);
// bottoms.cc: raises; stands where control never comes. And: does the case do nothing but evaluate what never returns
// (bottom_alt makes such)?
const Expr *unreachable(const Type *t);
bool is_bottom_case(const ECase &c);
// con_view.cc: the types of a constructor's fields at these types: univ, then exist.
Vec<const Type *> instantiated_fields(const DataCon *con, const Vec<const Type *> &types);

// constant_fold.cc: the value of a primitive operation on output arguments, or null.
const Expr *fold_primop(const PrimOp *op, const Vec<const Type *> &types, const Vec<const Expr *> &args);

// arity.cc: number of value arguments that e takes before it does work that could be shared.
int expr_arity(const Expr *e, bool state_hack, bool pedantic);
int rec_arity(Var *x, const Expr *rhs, bool state_hack, bool pedantic);
// \x1 .. xn y1 .. ym. rhs x1 .. ym with m more lambdas than rhs shows; input for the simplifier. Null when the type
// does not show them.
const Expr *eta_expand_to(const Expr *rhs, const Type *type, int arity);

// inline_decide.cc
struct Guidance {
  int size = 0;             // tens: 10 for a call or allocation; kTooBig when not worth counting
  Vec<int> discounts;       // for each value parameter: what knowing the argument saves
  int result_discount = 0;  // when the result is scrutinised
  bool builds = false;      // the result is a list that what consumes it may fuse with
  int params = 0;
};
constexpr int kTooBig = 1 << 20;
Guidance *guidance_of(Unfolding *u);

}  // namespace gphc::opt
