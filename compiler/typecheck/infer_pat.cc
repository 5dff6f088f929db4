// infer_pat.cc: patterns. A constructor with existential type variables or a context opens a scope (Implic) that the
// caller closes, with pop_to, when everything to the right of the pattern has been checked.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

// Can matching against the pattern fail? (Then a bind in do needs `fail`.)
bool Tc::can_fail(const Pat *p) {
  switch (p->tag) {
    case PatTag::Wild:
    case PatTag::Var:
    case PatTag::Lazy: return false;
    case PatTag::Bang:
    case PatTag::As:
    case PatTag::Sig:
    case PatTag::Paren:
    case PatTag::View: return can_fail(p->sub);
    case PatTag::Con:
    case PatTag::RecCon: {
      DataCon *c = p->name.ent ? dyn_cast<DataCon>(p->name.ent) : nullptr;
      if (c && c->tycon && c->tycon->cons.size() != 1) return true;
      for (const Pat *a : p->args)
        if (can_fail(a)) return true;
      for (const FieldPat &f : p->fields)
        if (f.pat && can_fail(f.pat)) return true;
      return false;
    }
    case PatTag::Tuple:
    case PatTag::UnboxedTuple:
      for (const Pat *a : p->args)
        if (can_fail(a)) return true;
      return false;
    default: return true;
  }
}

void Tc::pat(Pat *p, const Type *type) {
  p->type = type;
  switch (p->tag) {
    case PatTag::Wild: return;
    case PatTag::Var:
    case PatTag::As: {
      Var *v = p->name.ent && p->name.ent->tag == EntTag::Var ? &cast<Var>(p->name.ent) : nullptr;
      if (v) {
        p->var = v;
        if (v->type) unify(p->span, type, v->type);  // bound by a let or rec, or with a signature
        else v->type = mono(type);
      }
      if (p->tag == PatTag::As) pat(p->sub, type);
      return;
    }
    case PatTag::Lazy: {
      const Implic *before = cur;
      const Pat *inner = p->sub;
      while (inner->tag == PatTag::Paren) inner = inner->sub;
      pat(p->sub, type);
      if (cur != before)
        error(inner->span, diag::RigidEscape,
              "a constructor with existential type variables or a context cannot be matched in a lazy pattern");
      if (repr_kind(kind_of(type))->tag == KindTag::Hash)
        error(p->span, diag::KindMismatch, "a lazy pattern is for lifted types only, not `" + show_tidy(type) + "'");
      return;
    }
    case PatTag::Bang:
    case PatTag::Paren: pat(p->sub, type); return;
    case PatTag::Sig: {
      for (TyVar *v : p->sig_binds) alias[v] = fresh_of(mk_kind_meta(), p->span);
      wildcards = true;
      const Type *t = conv_sigma(p->sig);
      wildcards = false;
      const Type *scrut = repr(type);
      bool poly = scrut->tag == TypeTag::Forall || scrut->tag == TypeTag::Qual;
      bool want_poly = t->tag == TypeTag::Forall || t->tag == TypeTag::Qual;
      if (poly && !want_poly) {
        p->whole = scrut;
        p->type = scrut = instantiate(scrut, p->wrap, p->span, {"a pattern signature", {}});
      }
      unify(p->span, scrut, t);
      pat(p->sub, t);
      return;
    }
    default: break;
  }
  // The rest look into the value.
  if (is_poly(type)) p->whole = type;
  type = instantiate(type, p->wrap, p->span, {"a pattern", {}});
  p->type = type;
  switch (p->tag) {
    case PatTag::Con:
    case PatTag::RecCon: con_pat(p, type); return;
    case PatTag::Tuple:
    case PatTag::UnboxedTuple: {
      size_t n = p->args.size();
      if (p->tag == PatTag::Tuple && n == 0) {
        unify(p->span, mk_tcon(g_builtin.unit), type);
        return;
      }
      TyCon *tc = p->tag == PatTag::Tuple ? tuple_tycon(n) : unboxed_tuple_tycon(n);
      Vec<const Type *> args;
      expect_con_app(p->span, type, tc, args, p->tag == PatTag::UnboxedTuple);
      for (size_t i = 0; i < n; i++) pat(p->args[i], args[i]);
      return;
    }
    case PatTag::List: {
      Vec<const Type *> args;
      expect_con_app(p->span, type, g_builtin.list, args);
      for (Pat *a : p->args) pat(a, args[0]);
      return;
    }
    case PatTag::View: {
      const Type *t = fresh_open(p->span);
      rho(p->view, mk_tfun(type, t));
      pat(p->sub, t);
      return;
    }
    case PatTag::Lit: lit_pat(p, type); return;
    case PatTag::NPlusK: {
      Var *v = p->name.ent && p->name.ent->tag == EntTag::Var ? &cast<Var>(p->name.ent) : nullptr;
      if (v) {
        v->type = type;
        p->var = v;
      }
      p->lit_expr = mk_expr(ExprTag::Lit, p->span);
      p->lit_expr->lit = p->lit;
      number(p->lit_expr, type, false);
      p->eq_expr = known_op(KnownVar::ge, p->span, mk_tfun(type, mk_tfun(type, known_type(KnownTyCon::Bool))),
                            {"an n+k pattern", {}});
      p->minus_expr = known_op(KnownVar::minus, p->span, mk_tfun(type, mk_tfun(type, type)), {"an n+k pattern", {}});
      return;
    }
    default: return;
  }
}

void Tc::lit_pat(Pat *p, const Type *type) {
  bool number_lit = p->lit.tag == LitTag::Integer || p->lit.tag == LitTag::Rational;
  bool string_lit = p->lit.tag == LitTag::String && overloaded_strings;
  if ((number_lit || string_lit) && direct_literal(type, p->lit.tag)) return;
  Expr *l = mk_expr(ExprTag::Lit, p->span);
  l->lit = p->lit;
  if (!number_lit && !string_lit) {
    lit(l, type);
    return;
  }
  lit(l, type);
  if (p->negated) {
    Expr *neg = mk_expr(ExprTag::Neg, p->span);
    neg->a = l;
    neg->inner = known_op(KnownVar::negate, p->span, mk_tfun(type, type), {"a negative literal", {}});
    neg->type = type;
    l = neg;
  }
  p->lit_expr = l;
  p->eq_expr = known_op(KnownVar::eq, p->span, mk_tfun(type, mk_tfun(type, known_type(KnownTyCon::Bool))),
                        {"the literal", p->lit.tag == LitTag::Integer ? sym(p->lit.text) : Symbol()});
}

void Tc::con_pat(Pat *p, const Type *type) {
  DataCon *c = p->name.ent ? dyn_cast<DataCon>(p->name.ent) : nullptr;
  if (!c || !c->tycon) {
    for (Pat *a : p->args) pat(a, fresh_open(a->span));
    for (FieldPat &f : p->fields)
      if (f.pat) pat(f.pat, fresh_open(f.pat->span));
    return;
  }
  if (p->tag == PatTag::Con && p->args.size() != c->fields.size()) {
    error(p->span, diag::ArityMismatch,
          "the constructor " + quote(c->occ) + " should have " + plural(c->fields.size(), "argument") +
              ", but has been given " + (p->args.empty() ? "none" : std::to_string(p->args.size())));
    Vec<const Type *> ignored;
    expect_con_app(p->span, type, c->tycon, ignored);
    for (Pat *a : p->args) pat(a, fresh_open(a->span));
    return;
  }
  Vec<const Type *> args;
  expect_con_app(p->span, type, c->tycon, args, c->tycon->is_unboxed_tuple);
  p->con_types = args;
  Vec<TyVar *> vars = c->univ.clone();
  Vec<const Type *> types = args.clone();
  if (!c->exist.empty() || !c->theta.empty()) {
    Implic *i = push_implic(p->span);
    for (TyVar *v : c->exist) {
      TyVar *s = mk_tyvar(v->occ, v->kind);
      s->skolem = s->settled = true;
      s->level = level;
      s->def = p->span;
      p->ex_tvs.push_back(s);
      vars.push_back(v);
      types.push_back(mk_tvar(s));
    }
    for (const Pred &pr : c->theta) {
      Pred q{pr.cls, {}};
      for (const Type *a : pr.args) q.args.push_back(subst_type(a, vars, types));
      Var *ev = mk_ev(q);
      p->ex_evs.push_back(ev);
      add_given(i, q, ev);
    }
    p->ev_binds = i->binds;
  }
  auto field_type = [&](size_t i) {
    const Type *t = c->fields[i].type;
    if (!t) return fresh_open(p->span);
    return types.empty() ? t : subst_type(t, vars, types);
  };
  if (p->tag == PatTag::Con) {
    for (size_t i = 0; i < p->args.size(); i++) pat(p->args[i], field_type(i));
    return;
  }
  for (FieldPat &f : p->fields) {
    size_t i = 0;
    while (i < c->fields.size() &&
           !(f.field.ent ? c->fields[i].selector == f.field.ent : c->fields[i].label == f.field.occ))
      i++;
    if (i == c->fields.size()) {
      error(f.field.span ? f.field.span : p->span, diag::BadRecord,
            "constructor " + quote(c->occ) + " does not have field " + quote(f.field.occ));
      if (f.pat) pat(f.pat, fresh_open(p->span));
      continue;
    }
    if (f.pat) pat(f.pat, field_type(i));
  }
}

}  // namespace gphc::check
