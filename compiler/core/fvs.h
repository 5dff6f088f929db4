// fvs.h: free variables of Core expressions, and a walk over all direct children.
#pragma once
#include <functional>
#include <unordered_set>

#include "core/core.h"

namespace gphc::core {

using VarSet = std::unordered_set<const Var *>;
using TyVarSet = std::unordered_set<const TyVar *>;

// Free value variables of e; top-level ones (is_top_level) are left out unless with_globals.
void free_vars(const Expr *e, VarSet *out, bool with_globals = false);
VarSet free_vars(const Expr *e);
// Free type variables of e: in types, in binders' types, in casts.
void free_ty_vars(const Expr *e, TyVarSet *out);
void free_ty_vars(const Type *t, TyVarSet *out);
bool occurs_in(const Var *v, const Expr *e);
bool occurs_in(const TyVar *v, const Type *t);

// Top-level binders carry sort Global (or Method, Field, Foreign ...): assemble() and the float passes set it.
bool is_top_level(const Var *v);

// Calls f on each direct sub-expression of e, in evaluation-irrelevant source order.
template <class F>
void for_each_child(const Expr *e, F &&f) {
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit: return;
    case Tag::App:
      f(cast<EApp>(e).fn);
      for (const Expr *a : cast<EApp>(e).args) f(a);
      return;
    case Tag::TyApp: return f(cast<ETyApp>(e).fn);
    case Tag::Lam: return f(cast<ELam>(e).body);
    case Tag::TyLam: return f(cast<ETyLam>(e).body);
    case Tag::Let: f(cast<ELet>(e).bind.rhs); return f(cast<ELet>(e).body);
    case Tag::LetRec:
      for (const Binding &b : cast<ELetRec>(e).binds) f(b.rhs);
      return f(cast<ELetRec>(e).body);
    case Tag::Case:
      f(cast<ECase>(e).scrut);
      for (const Alt &a : cast<ECase>(e).alts) f(a.body);
      return;
    case Tag::ConApp:
      for (const Expr *a : cast<EConApp>(e).args) f(a);
      return;
    case Tag::PrimApp:
      for (const Expr *a : cast<EPrimApp>(e).args) f(a);
      return;
    case Tag::Cast: return f(cast<ECast>(e).body);
    case Tag::CCall:
      for (const Expr *a : cast<ECCall>(e).args) f(a);
      return;
    case Tag::Tick: return f(cast<ETick>(e).body);
  }
}
// Rebuilds e with each direct sub-expression replaced by f's result; e itself when nothing changed. Binders are kept.
const Expr *map_children(const Expr *e, const std::function<const Expr *(const Expr *)> &f);
// The same, with `bind` for the bindings of a let, which may get other variables.
const Expr *map_children(const Expr *e, const std::function<Binding(const Binding &)> &bind,
                         const std::function<const Expr *(const Expr *)> &f);

}  // namespace gphc::core
