// subst.h: capture-free substitution over Core. Every binder met is replaced by a fresh one (new uniq), so the result
// shares no binder with its input and "every binder is unique" keeps holding when an expression is duplicated.
//
//   Subst s;
//   s.bind(x, replacement);           s.bind_type(a, type);
//   const Expr *e2 = s.expr(e);
//
// A Subst is a persistent value: copying it is cheap, and extending a copy does not change the original, so a pass can
// carry it down the tree. Facts in the binder's IdInfo are copied to the clone; types and unfoldings in it are
// substituted when the type changes, RULES are kept as they are. A `let x = y` disappears on the way.
#pragma once
#include "core/core.h"

namespace gphc::core {

class Subst {
 public:
  // Extends.
  void bind(const Var *v, const Expr *e);  // v := e (e is in the output's scope: it is not substituted again)
  void bind_type(const TyVar *v, const Type *t);
  // What a variable stands for; null when it is not in the substitution.
  const Expr *lookup(const Var *v) const;
  const Type *lookup_type(const TyVar *v) const;
  bool empty() const { return !vars_ && !types_; }

  // Apply.
  const Type *type(const Type *t) const;
  const Expr *expr(const Expr *e) const;
  // Clone a binder (fresh uniq, substituted type) and extend the substitution with it.
  Var *binder(const Var *v);
  TyVar *ty_binder(const TyVar *v);
  Vec<Var *> binders(std::span<Var *const> vs);
  Vec<TyVar *> ty_binders(std::span<TyVar *const> vs);
  // The alternative with fresh binders and a substituted body.
  Alt alt(const Alt &a) const;

 private:
  // Persistent maps; see subst.cc.
  const void *vars_ = nullptr;
  const void *types_ = nullptr;
};

// e with fresh binders throughout: for duplicating it.
const Expr *refresh(const Expr *e);
const Expr *subst_var(const Expr *e, const Var *v, const Expr *by);
const Expr *subst_types(const Expr *e, std::span<TyVar *const> vars, std::span<const Type *const> types);

}  // namespace gphc::core
