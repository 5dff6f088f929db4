// clone.h: copies of expressions with fresh binders, for everything that duplicates code (inlining, specialisation).
// The same service as core/subst.h without persistent maps: one traversal with tables by uniq, types rewritten only
// when a type variable is replaced, occurrence facts of binders carried over.
#pragma once
#include "opt/pass.h"

namespace gphc::opt {

// e with fresh binders, and its free variables and type variables replaced as given.
const Expr *clone_expr(const Expr *e);
const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types);
const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types,
                       std::span<Var *const> vars, std::span<const Expr *const> by);
Alt clone_alt(const Alt &a);

}  // namespace gphc::opt
