// par_code.h: pieces of the code that auto_par.cc makes: boxes for what a thunk holds, the test for a base case, and
// what both are made of.
#pragma once
#include <functional>

#include "opt/cost.h"
#include "opt/expr_util.h"

namespace gphc::opt {

inline const Type *int_type() { return mk_tcon(g_builtin.int_prim); }
const Expr *token();  // of RealWorld
Alt default_alt(const Expr *body);
Alt literal_alt(int64_t n, const Expr *body);
// case op of (# s, x #) -> body x
const Expr *after(const Expr *op, const Type *type, const std::function<const Expr *(Var *)> &body);
// A case like c with another scrutinee and fresh variables; `to` gets what stands for c's binder and fields.
using Renamed = std::unordered_map<const Var *, const Expr *>;
const Expr *rename_case(const ECase &c, const Expr *scrut, const std::function<const Expr *()> &body, Renamed *to);
// A join point for body, with these parameters.
Var *join_point(const char *name, const Vec<Var *> &params, const Expr *body);
// 1 where the call e is at its base case; null: nobody can tell.
const Expr *base_case(const CostAnal &cost, const Expr *e);

// What stands for a value in a thunk: an unlifted result is boxed.
struct Boxes {
  std::unordered_map<int, DataCon *> cons;  // by Rep
  void find(const Expr *e);                 // the boxes in e
  void see(DataCon *c);
  static bool numeric(Rep r) {
    return r == Rep::Int || r == Rep::Word || r == Rep::Char || r == Rep::Double || r == Rep::Float;
  }
  DataCon *box(const Type *t) const {  // null: none is needed, or there is none
    auto it = cons.find(int(type_rep(t)));
    return it == cons.end() || con_field_types(it->second)[0] != t ? nullptr : it->second;
  }
  // Types of what an unboxed tuple holds; itself if it is none.
  static Vec<const Type *> parts(const Type *t);
  bool has(const Type *t) const;           // for each part that wants one
  const Expr *boxed(const Expr *e) const;  // e as a lifted value, for a thunk
  // The case c of what boxed() suspended as v.
  const Expr *unboxed(const ECase &c, Var *v, const std::function<const Expr *()> &body, Renamed *to) const;
};

}  // namespace gphc::opt
