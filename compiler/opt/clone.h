// clone.h: copies of expressions with fresh binders, for everything that duplicates code (inlining, specialisation).
// The same service as core/subst.h without persistent maps: one traversal with tables by uniq, types rewritten only
// when a type variable is replaced, occurrence facts of binders carried over.
#pragma once
#include "opt/pass.h"

namespace gphc::opt {

// e with fresh binders, and its free variables and type variables replaced as given. at: the copy is for the call there
// (Note [Places] in core/place.cc).
const Expr *clone_expr(const Expr *e, PlaceId at = 0);
const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types, PlaceId at = 0);
const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types,
                       std::span<Var *const> vars, std::span<const Expr *const> by, PlaceId at = 0);

}  // namespace gphc::opt
