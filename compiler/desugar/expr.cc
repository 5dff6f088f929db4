// expr.cc: expressions: a case per node; records and do. Applications are apply.cc's, literals literal.cc's, what has
// guards or patterns rhs.cc's.
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

// ---- Records --------------------------------------------------------------------------------------------------------
static bool is_field(const FieldInfo &f, const Name &n) {
  return n.ent ? f.selector == n.ent : f.label && f.label == n.occ;
}

CExpr Desugarer::rec_con(const Expr *e) {
  DataCon *con = static_cast<DataCon *>(e->name.ent);
  CTypes types;
  Vec<Var *> evs;
  bool plain = split_plain_wrap(e->con_wrap, &types, &evs) && types.size() == con->univ.size() + con->exist.size();
  GPHC_CHECK(plain, "record construction of " + con->occ.string() + " with a strange instantiation");
  Vec<CExpr> args;
  for (Var *v : evs) args.push_back(ref(v));
  CTypes arg_types = con_arg_types(con, types);
  for (const FieldInfo &f : con->fields) {
    CExpr value = nullptr;
    for (const FieldBind &b : e->fields)
      if (is_field(f, b.field) || (f.label && f.label == b.field.occ)) value = expr(b.value);
    if (!value)
      value = error_call(KnownVar::recConError, arg_types[args.size()], span_text(e->span) + "|" + f.label.string());
    args.push_back(value);
  }
  return wrap(e->wrap, build_con(con, types, args));
}

CExpr Desugarer::rec_upd(const Expr *e) {
  CTypes in = types(e->con_types), out = types(e->con_types2);
  TyCon *tc = e->upd_cons[0]->tycon;
  const Type *result = mk_tcon_app(tc, out);
  // The new values are shared by the alternatives.
  Vec<CExpr> values;
  std::vector<std::pair<Var *, CExpr>> lets;
  for (const FieldBind &b : e->fields) {
    CExpr v = expr(b.value);
    if (e->upd_cons.size() > 1 && !is_small(v)) {
      Var *x = mk_core_var(b.field.occ.str(), expr_type(v));
      lets.push_back({x, v});
      v = mk_var(x);
    }
    values.push_back(v);
  }
  auto field_value = [&](const FieldInfo &f) -> CExpr {
    for (size_t i = 0; i < e->fields.size(); i++)
      if (is_field(f, e->fields[i].field) || (f.label && f.label == e->fields[i].field.occ)) return values[i];
    return nullptr;
  };
  CExpr scrut = expr(e->a), r;
  if (tc->sort == TyConSort::Newtype) {
    r = mk_cast(values[0], result);
  } else {
    Vec<Alt> alts;
    for (DataCon *con : e->upd_cons) {
      Alt a;
      a.con = con;
      CTypes in_types = in.clone(), out_types = out.clone();
      for (TyVar *v : con->exist) {
        TyVar *x = mk_tyvar(v->occ, v->kind);
        a.ex_tvs.push_back(x);
        in_types.push_back(mk_tvar(x));
        out_types.push_back(mk_tvar(x));
      }
      Vec<CExpr> args;
      CTypes field_types = con_arg_types(con, in_types);
      for (size_t i = 0; i < field_types.size(); i++) {
        Var *x = mk_core_var("f", field_types[i]);
        a.fields.push_back(x);
        CExpr v = i < con->theta.size() ? nullptr : field_value(con->fields[i - con->theta.size()]);
        args.push_back(v ? v : mk_var(x));
      }
      a.body = build_con(con, out_types, args);
      alts.push_back(a);
    }
    if (alts.size() < tc->cons.size()) {
      Alt a;
      a.body = error_call(KnownVar::patError, result, span_text(e->span) + "|record update");
      alts.push_back(a);
    }
    r = mk_case(scrut, mk_core_var("wild", mk_tcon_app(tc, in)), result, alts);
  }
  for (size_t i = lets.size(); i-- > 0;)
    r = is_unlifted(lets[i].first->type) ? mk_eval(lets[i].first, lets[i].second, r)
                                         : mk_let(lets[i].first, lets[i].second, r);
  return wrap(e->wrap, r);
}

// ---- Do -------------------------------------------------------------------------------------------------------------
CExpr Desugarer::do_stmts(const Vec<Stmt *> &stmts, size_t i) {
  const Stmt *s = stmts[i];
  if (i + 1 == stmts.size()) return expr(s->expr);
  switch (s->tag) {
    case StmtTag::Let: return local_binds(s->binds, [&] { return do_stmts(stmts, i + 1); });
    case StmtTag::Bind: {
      CExpr e = expr(s->expr), rest = do_stmts(stmts, i + 1), op = expr(s->bind_op);
      const Type *result = expr_type(rest);
      const Pat *pat = strict_pat(s->pat);
      const Pat *name = plain_var(pat);
      Var *x = name ? var(name->var) : mk_core_var("ds", type(s->pat->type));
      CExpr body = rest;
      if (!name) {
        CExpr fail;
        if (s->fail_op)
          fail = mk_app(expr(s->fail_op),
                        {mk_app(ref(known_var(KnownVar::patFail)), {mk_string_lit(span_text(s->pat->span) + "|")})});
        else fail = error_call(KnownVar::patError, result, span_text(s->pat->span) + "|pattern binding");
        body = match_one(x, pat, rest, result, fail);
      }
      return mk_app(op, {e, mk_lam(Vec<Var *>{x}, body)});
    }
    default: return mk_app(expr(s->bind_op), {expr(s->expr), do_stmts(stmts, i + 1)});
  }
}

// ---- Everything else ------------------------------------------------------------------------------------------------
CExpr Desugarer::lambda_case(const Expr *e) {
  if (e->matches.empty()) {
    const TFun *f = dyn_cast<TFun>(type(e->type));
    Var *x = mk_core_var("ds", f->arg);
    return mk_lam(Vec<Var *>{x},
                  mk_eval(x, mk_var(x), error_call(KnownVar::patError, f->res, span_text(e->span) + "|case")));
  }
  return wrap(e->wrap, match_function(e->matches, {MatchKind::Case, e->span, "case"}));
}

CExpr Desugarer::case_expr(const Expr *e) {
  const Type *t = e->matches.empty() ? type(e->type) : type(e->matches[0]->rhs->alts[0].body->type);
  CExpr fail = error_call(KnownVar::patError, t, span_text(e->span) + "|case");
  if (e->matches.empty()) {
    CExpr s = expr(e->a);
    return mk_eval(mk_core_var("ds", expr_type(s)), s, fail);
  }
  return wrap(e->wrap, match_case(expr(e->a), e->matches, t, fail, {MatchKind::Case, e->span, "case"}));
}

CExpr Desugarer::tuple(const Expr *e) {
  bool unboxed = e->tag == ExprTag::UnboxedTuple;
  Vec<CExpr> elems;
  Vec<Var *> params;
  const Type *t = type(e->type);  // of a section: a function
  for (const Expr *x : e->elems) {
    if (x) {
      elems.push_back(expr(x));
      continue;
    }
    Var *v = mk_core_var("t", cast<TFun>(t).arg);
    t = cast<TFun>(t).res;
    params.push_back(v);
    elems.push_back(mk_var(v));
  }
  CTypes ts;
  for (CExpr x : elems) ts.push_back(expr_type(x));
  if (!params.empty()) {  // sections share what they are given
    std::vector<std::pair<Var *, CExpr>> lets;
    for (CExpr &x : elems)
      if (!is_small(x)) {
        Var *v = mk_core_var("t", expr_type(x));
        lets.push_back({v, x});
        x = mk_var(v);
      }
    CExpr r =
        mk_lam(params, mk_con_app(unboxed ? unboxed_tuple_con(elems.size()) : tuple_con(elems.size()), ts, elems));
    for (size_t i = lets.size(); i-- > 0;) r = mk_let(lets[i].first, lets[i].second, r);
    return wrap(e->wrap, r);
  }
  if (!unboxed && elems.size() < 2) return wrap(e->wrap, mk_tuple(elems, ts));
  return wrap(e->wrap, build_con(unboxed ? unboxed_tuple_con(elems.size()) : tuple_con(elems.size()), ts, elems));
}

CExpr Desugarer::right_section(const Expr *e) {
  const Type *op_type = type(e->op->type);
  const TFun *f = dyn_cast<TFun>(op_type);
  GPHC_CHECK(f, "operator of type " + show_type(op_type));
  Var *x = mk_core_var("x", f->arg);
  CExpr b = expr(e->a);
  Var *y = nullptr;
  CExpr arg = b;
  if (!is_small(b)) {
    y = mk_core_var("y", expr_type(b));
    arg = mk_var(y);
  }
  CExpr r = mk_lam(Vec<Var *>{x}, apply_head(e->op, {mk_var(x), arg}, {}));
  if (y) r = is_unlifted(y->type) ? mk_eval(y, b, r) : mk_let(y, b, r);
  return wrap(e->wrap, r);
}

CExpr Desugarer::expr(const Expr *e) {
  switch (e->tag) {
    case ExprTag::Var:
    case ExprTag::Con: return apply_head(e, {}, {});
    case ExprTag::App:
    case ExprTag::Op: return app(e);
    case ExprTag::Lit: {
      const Type *t = type(e->type);
      return wrap(e->wrap, literal(e->lit, t, false, e->inner));
    }
    case ExprTag::Neg: return wrap(e->wrap, mk_app(expr(e->inner), {expr(e->a)}));
    case ExprTag::Lam: return wrap(e->wrap, match_function(e->matches, {MatchKind::Lambda, e->span, "lambda"}));
    case ExprTag::LamCase: return lambda_case(e);
    case ExprTag::Case: return case_expr(e);
    case ExprTag::Let: return wrap(e->wrap, local_binds(e->binds, [&] { return expr(e->a); }));
    case ExprTag::If: return wrap(e->wrap, mk_if(expr(e->a), expr(e->b), expr(e->c)));
    case ExprTag::MultiIf: {
      const Type *t = type(e->rhs->alts[0].body->type);
      return wrap(e->wrap, rhs(e->rhs, rhs_can_fail(e->rhs)
                                           ? error_call(KnownVar::guardError, t, span_text(e->span) + "|multi-way if")
                                           : nullptr));
    }
    case ExprTag::Do:
    case ExprTag::MDo: return wrap(e->wrap, do_stmts(e->stmts, 0));
    case ExprTag::ListComp:
    case ExprTag::ParComp: return wrap(e->wrap, list_comp(e));
    case ExprTag::Tuple:
    case ExprTag::UnboxedTuple: return tuple(e);
    case ExprTag::List: {
      CTypes args;
      split_tcon_app(type(e->type), &args);
      CExpr r = mk_nil(args[0]);
      for (size_t i = e->elems.size(); i-- > 0;) r = mk_cons(args[0], expr(e->elems[i]), r);
      return wrap(e->wrap, r);
    }
    case ExprTag::ArithSeq: {
      Vec<CExpr> args;
      for (const Expr *x : {e->a, e->b, e->c})
        if (x) args.push_back(expr(x));
      return wrap(e->wrap, mk_app(expr(e->inner), args));
    }
    case ExprTag::LeftSection: return wrap(e->wrap, apply_head(e->op, {expr(e->a)}, {}));
    case ExprTag::RightSection: return right_section(e);
    case ExprTag::RecCon: return rec_con(e);
    case ExprTag::RecUpd: return rec_upd(e);
    case ExprTag::Sig:
    case ExprTag::Paren: return wrap(e->wrap, expr(e->a));
    case ExprTag::AppType:
    case ExprTag::Hole:
    case ExprTag::Infix: break;
  }
  GPHC_BUG("an expression that the type checker should have refused");
}

}  // namespace gphc::desugar
