// pattern.cc: source patterns as constructors, literals, views (functions whose result is matched) and bindings. A
// number that is no machine literal is a test with (==).
#include "desugar/pattern.h"

namespace gphc::desugar {

MPat *PatternReader::node(MTag tag, const Type *t) {
  MPat *m = new MPat;
  m->tag = tag;
  m->type = t;
  return m;
}

MPat *PatternReader::con_pat(DataCon *con, const CTypes &types, const Vec<MPat *> &args, const Type *t) {
  MPat *m = node(MTag::Con, t);
  m->con = con;
  m->con_types = types;
  m->args = args;
  return m;
}

MPat *PatternReader::lit_pat(CExpr lit) {
  MPat *m = node(MTag::Lit, expr_type(lit));
  m->lit = cast<ELit>(lit).lit;
  return m;
}

MPat *PatternReader::view_pat(ViewFn fn, const Type *t, MPat *sub) {
  MPat *m = node(MTag::View, t);
  m->fn = std::move(fn);
  m->sub = sub;
  return m;
}

MPat *PatternReader::true_pat() {
  DataCon *t = known_con(KnownCon::True);
  return con_pat(t, {}, {}, mk_tcon(t->tycon));
}

MPat *PatternReader::test_pat(ViewFn fn) {
  return view_pat(std::move(fn), mk_tcon(known_tycon(KnownTyCon::Bool)), true_pat());
}

MPat *PatternReader::boxed(KnownCon con, CExpr lit, const Type *t) {
  return con_pat(known_con(con), {}, {lit_pat(lit)}, t);
}

// (==##) and not an alternative: 0.0 and -0.0 are equal, NaN equals nothing.
MPat *PatternReader::float_pat(PrimId eq, CExpr lit) {
  return view_pat([eq, lit](CExpr v) { return mk_prim_app(primop(eq), {}, Vec<CExpr>{v, lit}); },
                  mk_tcon(g_builtin.int_prim), lit_pat(mk_int_lit(1)));
}

MPat *PatternReader::literal(const Pat *p, const Type *t) {
  if (p->eq_expr)
    return test_pat([this, p](CExpr v) { return mk_app(d_.expr(p->eq_expr), {v, d_.expr(p->lit_expr)}); });
  TyCon *tc = nullptr;
  CTypes args;
  tc = split_tcon_app(t, &args);
  if (p->lit.tag == gphc::LitTag::String) {
    if (p->lit.text.empty()) return con_pat(g_builtin.nil, args, {}, t);
    return test_pat(
        [this, p](CExpr v) { return mk_app(d_.ref(known_var(KnownVar::eqString)), {v, d_.string_expr(p->lit.text)}); });
  }
  CExpr e = d_.literal(p->lit, t, p->negated, nullptr);
  if (const ELit *l = dyn_cast<ELit>(e)) {
    if (l->lit.tag == core::LitTag::Double) return float_pat(PrimId::DoubleEq, e);
    if (l->lit.tag == core::LitTag::Float) return float_pat(PrimId::FloatEq, e);
    if (l->lit.tag != core::LitTag::Integer) return lit_pat(e);
    if (l->lit.text.empty()) return boxed(KnownCon::IS, mk_int_lit(l->lit.i), t);
    return test_pat([this, e, t](CExpr v) {
      return mk_app(mk_ty_app(d_.ref(known_var(KnownVar::eq)), CTypes{t}), {integer_eq(), v, e});
    });
  }
  CExpr prim = cast<EConApp>(e).args[0];
  if (tc == known_tycon(KnownTyCon::Double))
    return con_pat(cast<EConApp>(e).con, {}, {float_pat(PrimId::DoubleEq, prim)}, t);
  if (tc == known_tycon(KnownTyCon::Float))
    return con_pat(cast<EConApp>(e).con, {}, {float_pat(PrimId::FloatEq, prim)}, t);
  return con_pat(cast<EConApp>(e).con, {}, {lit_pat(prim)}, t);
}

// The Eq dictionary of Integer.
CExpr PatternReader::integer_eq() {
  TyCon *integer = known_tycon(KnownTyCon::Integer);
  for (Instance *i : known_class(KnownClass::Eq)->instances) {
    CTypes args;
    if (split_tcon_app(i->args[0], &args) == integer) return d_.ref(i->dfun);
  }
  GPHC_BUG("no instance Eq Integer");
}

MPat *PatternReader::convert(const Pat *p) {
  if (p->wrap.empty()) return convert_inner(p);
  MPat *sub = convert_inner(p);
  ViewFn fn = [this, p](CExpr v) { return d_.wrap(p->wrap, v); };
  if (sub->tag == MTag::Wild) return sub;
  if (sub->tag == MTag::Bind && !sub->sub && !sub->fn) {
    sub->fn = fn;
    return sub;
  }
  return view_pat(fn, d_.type(p->type), sub);
}

// The fields of a record pattern, in the order of the constructor. They are matched in the order of the text (Report,
// 3.17.2): the fields that it leaves out are not tested, so their turn does not matter.
void PatternReader::fields(const Pat *p, DataCon *con, Vec<MPat *> *args, Vec<size_t> *turns) {
  args->resize(con->fields.size());
  turns->resize(con->fields.size(), p->fields.size());
  for (size_t k = 0; k < p->fields.size(); k++) {
    const FieldPat &fp = p->fields[k];
    for (size_t i = 0; i < con->fields.size(); i++) {
      const FieldInfo &f = con->fields[i];
      if (fp.field.ent != f.selector && !(f.label && f.label == fp.field.occ)) continue;
      (*args)[i] = convert(fp.pat);
      (*turns)[i] = k;
    }
  }
  for (size_t i = 0; i < args->size(); i++) {
    if ((*args)[i]) continue;
    Vec<TyVar *> from = con->univ.clone();
    from.append(con->exist);
    CTypes to = d_.types(p->con_types);
    for (TyVar *v : p->ex_tvs) to.push_back(mk_tvar(v));
    (*args)[i] = node(MTag::Wild, subst_type(d_.type(con->fields[i].type), from, to));
  }
}

MPat *PatternReader::con_or_newtype(const Pat *p, const Type *t) {
  DataCon *con = static_cast<DataCon *>(p->name.ent);
  Vec<MPat *> args;
  Vec<size_t> turns;
  if (p->tag == PatTag::RecCon) fields(p, con, &args, &turns);
  else
    for (const Pat *a : p->args) args.push_back(convert(a));
  if (con->tycon->sort == TyConSort::Newtype) {
    MPat *m = node(MTag::Cast, subst_type(newtype_rep(con->tycon), con->univ, d_.types(p->con_types)));
    m->sub = args[0];
    return m;
  }
  MPat *m = con_pat(con, d_.types(p->con_types), args, t);
  m->turns = turns;
  m->ex_tvs = p->ex_tvs;
  for (Var *v : p->ex_evs) m->ex_evs.push_back(d_.var(v));
  m->ev_binds = p->ev_binds;
  return m;
}

MPat *PatternReader::tuple(const Pat *p, const Type *t) {
  Vec<MPat *> args;
  CTypes ts;
  for (const Pat *a : p->args) args.push_back(convert(a));
  split_tcon_app(t, &ts);
  size_t n = args.size();
  return con_pat(p->tag == PatTag::UnboxedTuple ? unboxed_tuple_con(n)
                 : n == 0                       ? g_builtin.unit_con
                                                : tuple_con(n),
                 ts, args, t);
}

MPat *PatternReader::convert_inner(const Pat *p) {
  const Type *t = d_.type(p->type);
  switch (p->tag) {
    case PatTag::Wild: return node(MTag::Wild, t);
    case PatTag::Var: {
      MPat *m = node(MTag::Bind, t);
      m->var = d_.var(p->var);
      return m;
    }
    case PatTag::As: {
      MPat *m = node(MTag::Bind, t);
      m->var = d_.var(p->var);
      m->sub = convert(p->sub);
      return m;
    }
    case PatTag::Paren:
    case PatTag::Sig: return convert(p->sub);
    case PatTag::Lazy: {
      MPat *sub = convert(p->sub);
      if (sub->tag == MTag::Wild || (sub->tag == MTag::Bind && !sub->sub)) return sub;
      MPat *m = node(MTag::Lazy, t);
      m->src = p->sub;
      return m;
    }
    case PatTag::Bang: {
      MPat *sub = convert(p->sub);
      if (is_unlifted(t)) return sub;
      MPat *m = node(MTag::Bang, t);
      m->sub = sub;
      return m;
    }
    case PatTag::View: {
      MPat *sub = convert(p->sub);
      MPat *m = view_pat([this, p](CExpr v) { return mk_app(d_.expr(p->view), {v}); }, d_.type(p->sub->type), sub);
      m->synonym = p->synonym;
      return m;
    }
    case PatTag::Lit: return literal(p, t);
    case PatTag::NPlusK: {
      MPat *m = node(MTag::Bind, t);
      m->var = d_.var(p->var);
      m->fn = [this, p](CExpr v) { return mk_app(d_.expr(p->minus_expr), {v, d_.expr(p->lit_expr)}); };
      m->sub = test_pat([this, p](CExpr v) { return mk_app(d_.expr(p->eq_expr), {v, d_.expr(p->lit_expr)}); });
      return m;
    }
    case PatTag::Con:
    case PatTag::RecCon: return con_or_newtype(p, t);
    case PatTag::Tuple:
    case PatTag::UnboxedTuple: return tuple(p, t);
    case PatTag::List: {
      CTypes ts;
      split_tcon_app(t, &ts);
      MPat *m = con_pat(g_builtin.nil, ts, {}, t);
      for (size_t i = p->args.size(); i-- > 0;) m = con_pat(g_builtin.cons, ts, {convert(p->args[i]), m}, t);
      return m;
    }
    case PatTag::Infix:
    case PatTag::Neg: break;
  }
  GPHC_BUG("a pattern that the renamer should have resolved");
}

}  // namespace gphc::desugar
