// expr_util.h: questions about expressions that several passes ask. All are syntactic and cheap; "no" is always safe.
#pragma once
#include <span>

#include "opt/facts.h"
#include "opt/pass.h"

namespace gphc::opt {

// Free to copy: a variable, a small literal, a nullary constructor, or those under type application or cast.
bool is_trivial(const Expr *e);
// The variable under type applications and casts, or null.
Var *head_var(const Expr *e);
// Strips type lambdas, casts and ticks.
const Expr *strip_casts(const Expr *e);

// e is a value already: evaluating it does no work (lambda, constructor, partial application, evaluated variable).
inline bool is_join_var(const Var *v) { return v->info && v->info->join_arity >= 0; }
bool is_value(const Expr *e);
// e terminates at once, without effect or failure: may be evaluated early, or not at all.
bool is_speculable(const Expr *e);
// Evaluating e twice costs next to nothing (a value, a primitive comparison, a selection from a variable; with
// `divides`, a division by a known number).
bool is_cheap(const Expr *e, bool divides = false);
// e surely diverges or raises.
bool is_bottoming(const Expr *e);
// The application of spark#, if e is one.
const EPrimApp *spark_of(const Expr *e);
// Evaluating e surely evaluates the value that has these names, or does not return. What is sparked before: Evaluated,
// if it is evaluated after that; Suspended: no, since it has to be a thunk for the spark. Not constant time: fuel
// nodes.
enum class Sparked : uint8_t { Evaluated, Suspended };
bool surely_evaluates(const Expr *e, std::vector<const Var *> names, Sparked sparked, int fuel = 1000);
// No effects: dropping e when its result is unused cannot be observed, given that it terminates.
bool has_no_effect(const PrimOp *op);

// Value lambdas at the head, type lambdas and casts in between not counted (only casts around the whole when
// through_casts).
int manifest_arity(const Expr *e);
// f applied: the head and the numbers of value arguments; looks through type applications only.
const Expr *app_head(const Expr *e, int *value_args);
// The variable that is called, through type applications; or null. The value lambdas at the head, all together, of a
// function.
const Var *called_var(const EApp &a);
uint32_t own_lambdas(const Expr *e);
// In their right-hand sides these functions are only called, in tail position, with all arguments: a call of one of
// them in a tail position makes them join points there.
bool only_tail_calls(std::span<const Binding> binds);
bool is_state_token_type(const Type *t);  // State# s
bool is_dict_type(const Type *t);         // the dictionary of a class, after foralls and arguments
bool is_closed_type(const Type *t);       // no free type variables

// Function types behind newtypes and foralls. `arg_type(t)` of a function type after unwrapping; null when it is none.
struct FunView {
  const Type *arg = nullptr, *res = nullptr;
};
FunView fun_view(const Type *t);  // of a TFun only, nothing unwrapped
// Number of value arguments that a type shows, through foralls and newtypes, at most limit.
int type_arity(const Type *t, int limit);

// For each variable: does e mention it?
Vec<bool> which_occur(const Vec<Var *> &vs, const Expr *e);
// Alike in text, for alternatives and rules' arguments: no binders. fuel: how deep to look.
bool same_literal(const Literal &a, const Literal &b);
bool same_small_expr(const Expr *a, const Expr *b, int fuel);

// Fresh local with a name derived from v's.
Var *fresh_like(const Var *v, const Type *type, const char *suffix = "");
Var *mk_global_like(const Var *v, const Type *type, const std::string &name);
// v, which came out of `from`, has its place in the source if it has none, or one in another file: that of a library
// function that was inlined there.
void take_place(Var *v, const Var *from);

}  // namespace gphc::opt
