// apply.cc: applications. One is taken apart down to its head first, so that constructors and primitive operations are
// saturated where they stand. Arguments of unlifted types that are not mere arithmetic are evaluated before the call,
// by a Case around it.
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

bool split_plain_wrap(const Wrapper &w, CTypes *types, Vec<Var *> *evs) {
  for (const WrapStep &s : w) {
    if (s.tag == WrapTag::TyApp && evs->empty()) types->push_back(core_type(s.type));
    else if (s.tag == WrapTag::EvApp) evs->push_back(s.ev);
    else return false;
  }
  return true;
}

// \rest -> build(args, rest), with the arguments at hand evaluated or shared outside the lambda.
static CExpr eta_expand(const Vec<CExpr> &args, const CTypes &missing,
                        const std::function<CExpr(const Vec<CExpr> &)> &build) {
  Vec<Var *> params;
  Vec<CExpr> all;
  std::vector<std::pair<Var *, CExpr>> lets;
  for (CExpr a : args) {
    if (is_small(a) || missing.empty()) {
      all.push_back(a);
      continue;
    }
    Var *v = mk_core_var("a", expr_type(a));
    lets.push_back({v, a});
    all.push_back(mk_var(v));
  }
  for (const Type *t : missing) {
    Var *v = mk_core_var("eta", t);
    params.push_back(v);
    all.push_back(mk_var(v));
  }
  CExpr e = mk_lam(params, build(all));
  for (size_t i = lets.size(); i-- > 0;)
    e = is_unlifted(lets[i].first->type) && !ok_for_speculation(lets[i].second)
            ? mk_eval(lets[i].first, lets[i].second, e)
            : mk_let(lets[i].first, lets[i].second, e);
  return e;
}

CTypes con_arg_types(DataCon *con, const CTypes &types) {
  Vec<TyVar *> vars = con->univ.clone();
  vars.append(con->exist);
  CTypes out;
  for (const Type *t : con_field_types(con)) out.push_back(subst_type(t, vars, types));
  return out;
}

// The constructor as a function, with all its type and dictionary abstractions.
static CExpr con_function(DataCon *con) {
  Vec<TyVar *> vars = con->univ.clone();
  vars.append(con->exist);
  CTypes types;
  for (TyVar *v : vars) types.push_back(mk_tvar(v));
  return mk_ty_lam(vars, eta_expand({}, con_arg_types(con, types),
                                    [&](const Vec<CExpr> &all) { return build_con(con, types, all); }));
}

CExpr Desugarer::con_head(const Expr *head, const Vec<CExpr> &args) {
  DataCon *con = static_cast<DataCon *>(head->name.ent);
  CTypes types;
  Vec<Var *> evs;
  if (!split_plain_wrap(head->wrap, &types, &evs) || types.size() != con->univ.size() + con->exist.size() ||
      evs.size() != con->theta.size())
    return mk_app(wrap(head->wrap, con_function(con)), args);
  Vec<CExpr> all;
  for (Var *v : evs) all.push_back(ref(v));
  all.append(args);
  if (all.size() > con->core_arity())
    return mk_app(
        eta_expand({}, con_arg_types(con, types), [&](const Vec<CExpr> &xs) { return build_con(con, types, xs); }),
        all);
  CTypes missing, arg_types = con_arg_types(con, types);
  for (size_t i = all.size(); i < con->core_arity(); i++) missing.push_back(arg_types[i]);
  return eta_expand(all, missing, [&](const Vec<CExpr> &xs) { return build_con(con, types, xs); });
}

static CExpr build_prim(const PrimOp *op, const CTypes &types, const Vec<CExpr> &args) {
  if (op == primop(PrimId::Seq)) {
    Var *v = mk_core_var("seq", expr_type(args[0]));
    return mk_eval(v, args[0], args[1]);
  }
  return bind_all_unlifted(args, [&](const Vec<CExpr> &xs) { return mk_prim_app(op, types, xs); });
}

static CTypes prim_arg_types(const PrimOp *op, const CTypes &types) {
  const Type *t = primop_type(op);
  if (const TForall *f = dyn_cast<TForall>(t)) t = subst_type(f->body, f->vars, types);
  CTypes out;
  for (uint32_t i = 0; i < op->arity; i++) {
    out.push_back(cast<TFun>(t).arg);
    t = cast<TFun>(t).res;
  }
  return out;
}

CExpr Desugarer::prim_head(const Expr *head, const Vec<CExpr> &args) {
  const PrimOp *op = static_cast<Var *>(head->name.ent)->primop;
  CTypes types;
  Vec<Var *> evs;
  const TForall *poly = dyn_cast<TForall>(primop_type(op));
  size_t n_types = poly ? poly->vars.size() : 0;
  if (!split_plain_wrap(head->wrap, &types, &evs) || types.size() != n_types || !evs.empty()) {
    CTypes own;
    Vec<TyVar *> vars;
    if (poly) vars = poly->vars;
    for (TyVar *v : vars) own.push_back(mk_tvar(v));
    CExpr f = mk_ty_lam(
        vars, eta_expand({}, prim_arg_types(op, own), [&](const Vec<CExpr> &xs) { return build_prim(op, own, xs); }));
    return mk_app(wrap(head->wrap, f), args);
  }
  if (args.size() > op->arity) {
    Vec<CExpr> now, later;
    for (size_t i = 0; i < args.size(); i++) (i < op->arity ? now : later).push_back(args[i]);
    return bind_all_unlifted(later, [&](const Vec<CExpr> &xs) { return mk_app(build_prim(op, types, now), xs); });
  }
  CTypes missing, arg_types = prim_arg_types(op, types);
  for (size_t i = args.size(); i < op->arity; i++) missing.push_back(arg_types[i]);
  return eta_expand(args, missing, [&](const Vec<CExpr> &xs) { return build_prim(op, types, xs); });
}

CExpr Desugarer::placed(CExpr e, Span s) const {
  if (!function_ || !s.file || !is_written(s)) return e;
  return with_place(e, mk_place({function_, bound_, local_, location(s)}));
}

CExpr Desugarer::apply_head(const Expr *head, const Vec<CExpr> &args, const Vec<const Expr *> &) {
  while (head->tag == ExprTag::Paren && head->wrap.empty()) head = head->a;
  if (head->tag == ExprTag::Con) return con_head(head, args);
  if (head->tag == ExprTag::Var && static_cast<Var *>(head->name.ent)->sort == VarSort::PrimOp)
    return prim_head(head, args);
  if (args.empty() && head->tag == ExprTag::Var) {
    Var *v = static_cast<Var *>(head->name.ent);
    CExpr x = placed(ref(v), head->span);
    // opt/spark_places.cc wants to know where
    if (v->module &&
        (v->module.str().starts_with("Control.Parallel") || v->module.str().starts_with("Control.Monad.Par")) &&
        module && !module->is_stdlib)
      x = mk_tick(Symbol(), head->span, x);
    return wrap(head->wrap, x);
  }
  CExpr f = expr(head);
  return bind_all_unlifted(args, [&](const Vec<CExpr> &xs) { return mk_app(f, xs); });
}

CExpr Desugarer::app(const Expr *e) {
  Vec<const Expr *> rev;
  const Expr *h = e;
  for (;;) {
    if (h != e && !h->wrap.empty() && h->tag != ExprTag::Var && h->tag != ExprTag::Con) break;
    if (h->tag == ExprTag::App) {
      rev.push_back(h->b);
      h = h->a;
    } else if (h->tag == ExprTag::Op) {
      rev.push_back(h->b);
      rev.push_back(h->a);
      h = h->op;
      break;
    } else if (h->tag == ExprTag::Paren && h != e) {
      h = h->a;
    } else {
      break;
    }
  }
  Vec<CExpr> args;
  for (size_t i = rev.size(); i-- > 0;) args.push_back(expr(rev[i]));
  return wrap(e->wrap, apply_head(h, args, {}));
}

}  // namespace gphc::desugar
