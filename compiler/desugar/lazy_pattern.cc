// lazy_pattern.cc: pattern bindings: each variable selects its part from the value when it is asked for.
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

bool Desugarer::is_irrefutable(const Pat *p) {
  switch (p->tag) {
    case PatTag::Wild:
    case PatTag::Var:
    case PatTag::Lazy: return true;
    case PatTag::As:
    case PatTag::Bang:
    case PatTag::Sig:
    case PatTag::Paren:
    case PatTag::View: return is_irrefutable(p->sub);
    case PatTag::Con:
    case PatTag::RecCon: {
      DataCon *c = static_cast<DataCon *>(p->name.ent);
      if (c->tycon->cons.size() != 1) return false;
      for (const Pat *a : p->args)
        if (!is_irrefutable(a)) return false;
      for (const FieldPat &f : p->fields)
        if (!is_irrefutable(f.pat)) return false;
      return true;
    }
    case PatTag::Tuple:
    case PatTag::UnboxedTuple:
      for (const Pat *a : p->args)
        if (!is_irrefutable(a)) return false;
      return true;
    default: return false;
  }
}

void Desugarer::pat_vars(const Pat *p, Vec<Var *> *out) {
  if (p->tag == PatTag::Var || p->tag == PatTag::As || p->tag == PatTag::NPlusK) out->push_back(var(p->var));
  if (p->sub) pat_vars(p->sub, out);
  for (const Pat *a : p->args) pat_vars(a, out);
  for (const FieldPat &f : p->fields) pat_vars(f.pat, out);
}

void Desugarer::lazy_bind(const Pat *pat, CExpr rhs, Span span, Vec<Binding> *out, bool warn) {
  MatchInfo info{warn ? MatchKind::PatBind : MatchKind::Quiet, span, ""};
  const Pat *p = pat;
  while (p->wrap.empty() &&
         (p->tag == PatTag::Paren || p->tag == PatTag::Sig || p->tag == PatTag::Lazy || p->tag == PatTag::Bang))
    p = p->sub;
  if (p->tag == PatTag::Var && p->wrap.empty()) {
    out->push_back({var(p->var), rhs});
    return;
  }
  Vec<Var *> vars;
  pat_vars(p, &vars);
  Var *v;
  if (const EVar *x = dyn_cast<EVar>(rhs)) {
    v = x->var;
  } else {
    v = mk_core_var("p", expr_type(rhs));
    out->push_back({v, rhs});
  }
  if (vars.empty()) return;
  auto failure = [&](const Type *t) {
    return error_call(KnownVar::patError, t, span_text(span) + "|" + pat_text(pat));
  };

  if (vars.size() == 1) {
    // The pattern's variable is bound again inside: give that one a name of its own.
    out->push_back({vars[0], refresh(match_one(v, p, mk_var(vars[0]), vars[0]->type, failure(vars[0]->type), info))});
    return;
  }
  // A constructor over plain variables: one selection each. Else through a tuple of all variables.
  Var *tuple = v;
  DataCon *con = nullptr;
  CTypes con_types;
  Vec<Var *> order;  // of the fields; null: not wanted
  auto plain = [&](const Vec<Pat *> &args) {
    for (const Pat *a : args) {
      while (a->wrap.empty() && (a->tag == PatTag::Paren || a->tag == PatTag::Sig)) a = a->sub;
      if (!a->wrap.empty() || (a->tag != PatTag::Var && a->tag != PatTag::Wild)) return false;
      order.push_back(a->tag == PatTag::Var ? a->var : nullptr);
    }
    return true;
  };
  if (p->wrap.empty() && p->tag == PatTag::Tuple && plain(p->args)) con = tuple_con(p->args.size());
  if (!con) {
    order = vars;
    con = tuple_con(vars.size());
    Vec<CExpr> elems;
    CTypes types;
    for (Var *x : vars) {
      elems.push_back(mk_var(x));
      types.push_back(x->type);
    }
    const Type *t = mk_tuple_type(types);
    tuple = mk_core_var("t", t);
    out->push_back({tuple, refresh(match_one(v, p, mk_tuple(elems, types), t, failure(t), info))});
  }
  split_tcon_app(tuple->type, &con_types);
  for (size_t i = 0; i < order.size(); i++) {
    if (!order[i]) continue;
    Vec<Var *> fields;
    for (size_t k = 0; k < con_types.size(); k++)
      fields.push_back(mk_core_var(k == i ? order[i]->occ.str() : "ds", con_types[k]));
    out->push_back({order[i], mk_case_one(mk_var(tuple), con, con_types, fields, mk_var(fields[i]))});
  }
}

}  // namespace gphc::desugar
