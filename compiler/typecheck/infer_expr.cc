// infer_expr.cc: expressions.
//
// rho(e, expected) checks e against a type without forall at the top, or infers one when expected is null; sigma(e,
// type) checks against any type. Applications are treated as a whole: the head is instantiated, the arguments are
// checked from left to right, then the result is unified with what is expected (the order of GHC 9.0, which decides
// where errors are found).
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

Expr *mk_expr(ExprTag tag, Span s) {
  Expr *e = mk<Expr>();
  e->tag = tag;
  e->span = s;
  return e;
}

Expr *mk_var_expr(Var *v, Span s) {
  Expr *e = mk_expr(ExprTag::Var, s);
  e->name.occ = v->occ;
  e->name.ent = v;
  e->name.span = s;
  return e;
}

const Type *list_of(const Type *t) { return mk_tapp(mk_tcon(g_builtin.list), t); }
const Type *known_type(KnownTyCon id) { return mk_tcon(known_tycon(id)); }

// Functions whose type variables may stand for unlifted types: the primops, and what never returns.
bool is_stdlib_error_like(const Var *v) {
  if (v->sort == VarSort::PrimOp) return true;
  if (v->sort != VarSort::Global || !v->module) return false;
  static const Symbol names[] = {sym("error"),     sym("errorWithoutStackTrace"),
                                 sym("undefined"), sym("runRW#"),
                                 sym("oneShot"),   sym("unsafeCoerce#"),
                                 sym("raise#"),    sym("patError"),
                                 sym("absentErr"), sym("inline"),
                                 sym("noinline"),  sym("lazy")};
  for (Symbol n : names)
    if (v->occ == n) return v->module.str().starts_with("GPH.") || v->module.str().starts_with("GHC.");
  return false;
}

static Expr *strip_parens(Expr *e) {
  while (e->tag == ExprTag::Paren) e = e->a;
  return e;
}

// ---- Checking against any type -------------------------------------------------------------------------------------
void Tc::sigma(Expr *e, const Type *expected, bool reuse) {
  expected = repr(expected);
  if (expected->tag != TypeTag::Forall && expected->tag != TypeTag::Qual) {
    rho(e, expected);
    return;
  }
  // A variable that has just this type needs no abstraction and application (rules match on it).
  Expr *x = strip_parens(e);
  if (x->tag == ExprTag::Var && x->name.ent && x->name.ent->tag == EntTag::Var) {
    Var *v = &cast<Var>(x->name.ent);
    const Type *type = v->type_in_source();
    const TForall *have = type ? dyn_cast<TForall>(type) : nullptr, *want = dyn_cast<TForall>(expected);
    if (!v->check && have && want && have->vars.size() == want->vars.size() &&
        unify_types(type, expected, level, nullptr)) {
      for (Expr *p = e; p != x; p = p->a) p->type = expected;
      x->type = expected;
      return;
    }
  }
  push_implic(e->span);
  Wrapper steps;
  const Type *r = skolemise(expected, reuse, true, steps, nullptr, nullptr);
  rho(e, r);
  pop_implic();
  e->wrap.append(steps);
  e->type = expected;
}

const Type *Tc::result(Expr *e, const Type *actual, const Type *expected) {
  if (expected) unify(e->span, actual, expected);
  e->type = expected ? expected : actual;
  return e->type;
}

const Type *Tc::rho(Expr *e, const Type *expected) {
  switch (e->tag) {
    case ExprTag::Var:
    case ExprTag::Con: return result(e, head(e), expected);
    case ExprTag::Lit: return lit(e, expected);
    case ExprTag::App:
    case ExprTag::AppType: return app(e, expected);
    case ExprTag::Op: return op(e, expected);
    case ExprTag::Paren: return e->type = rho(e->a, expected);
    case ExprTag::Neg: {
      const Type *t = rho(e->a, expected);
      Expr *l = strip_parens(e->a);
      if (l->tag == ExprTag::Lit &&
          (l->lit.tag == LitTag::IntPrim || l->lit.tag == LitTag::DoublePrim || l->lit.tag == LitTag::FloatPrim)) {
        error(e->span, diag::TypeMismatch, "a primitive literal is negated by a minus sign directly before it");
        return e->type = t;
      }
      e->inner = known_op(KnownVar::negate, e->span, mk_tfun(t, t), {"a use of syntactic negation", {}});
      return e->type = t;
    }
    case ExprTag::Lam: {
      Match *m = e->matches[0];
      return e->type = matches(e->matches, m->pats.size(), expected, &e->wrap, e->span, {}, "the lambda expression");
    }
    case ExprTag::LamCase:
      return e->type = matches(e->matches, 1, expected, &e->wrap, e->span, {}, "the function \\case");
    case ExprTag::Let: {
      local_binds(e->binds, false);
      return e->type = rho(e->a, expected);
    }
    case ExprTag::If: {
      const Type *t = expected ? expected : fresh_open(e->span);
      rho(e->a, known_type(KnownTyCon::Bool));
      rho(e->b, t);
      rho(e->c, t);
      return e->type = t;
    }
    case ExprTag::MultiIf: {
      const Type *t = expected ? expected : fresh_open(e->span);
      rhs(e->rhs, t);
      return e->type = t;
    }
    case ExprTag::Case: {
      const Type *scrut = rho(e->a, nullptr);
      const Type *t = expected ? expected : fresh_open(e->span);
      for (Match *m : e->matches) {
        Implic *mark = cur;
        if (!m->pats.empty()) pat(m->pats[0], scrut);
        rhs(m->rhs, t);
        pop_to(mark);
      }
      return e->type = t;
    }
    case ExprTag::Do:
    case ExprTag::MDo: return do_expr(e, expected);
    case ExprTag::ListComp:
    case ExprTag::ParComp: return comprehension(e, expected);
    case ExprTag::Tuple:
    case ExprTag::UnboxedTuple: return tuple(e, expected);
    case ExprTag::List: {
      Vec<const Type *> args;
      const Type *list = expected;
      if (!expected || !match_con_app(expected, g_builtin.list, args)) {
        args = {fresh(e->span)};
        list = list_of(args[0]);
        if (expected) unify(e->span, list, expected);
      }
      for (Expr *x : e->elems) sigma(x, args[0]);
      return e->type = list;
    }
    case ExprTag::ArithSeq: return arith_seq(e, expected);
    case ExprTag::LeftSection:
    case ExprTag::RightSection: return section(e, expected);
    case ExprTag::RecCon: return record_con(e, expected);
    case ExprTag::RecUpd: return record_upd(e, expected);
    case ExprTag::Sig: return result(e, signature(e, nullptr), expected);
    case ExprTag::Hole: {
      const Type *t = expected ? expected : fresh_open(e->span);
      Diagnostic &d = error(e->span, diag::TypedHole, "");
      e->type = t;
      if (!quiet) holes.push_back({e, &d, cur});
      return e->type = t;
    }
    case ExprTag::Infix: break;
  }
  return e->type = expected ? expected : fresh_open(e->span);
}

// ---- Variables and constructors ------------------------------------------------------------------------------------
const Type *Tc::var_sigma(Expr *e, bool *open) {
  if (!e->name.ent) return fresh_open(e->span);
  if (DataCon *c = dyn_cast<DataCon>(e->name.ent)) {
    *open = c->tycon && c->tycon->is_unboxed_tuple;
    return c->type ? c->type : fresh_open(e->span);
  }
  Var *v = dyn_cast<Var>(e->name.ent);
  if (!v) return fresh_open(e->span);
  if (v->check) static_cast<GroupVar *>(v->check)->occs.push_back(e);
  *open = is_stdlib_error_like(v);
  if (v->type) return v->type_in_source();
  if (v->sort == VarSort::Field && !v->field_cons.empty())
    error(
        e->span, diag::BadRecord,
        "the field " + quote(v->occ) + " cannot be used as a function: its type mentions an existential type variable")
        .hint("use pattern matching");
  return fresh_open(e->span);
}

const Type *Tc::signature(Expr *e, TypeArgs *types) {
  const Type *s = conv_sigma(e->sig);
  check_ambiguity(e->sig->span, "the type signature of an expression", s);
  sigma(e->a, s, true);
  return e->type = instantiate(s, e->wrap, e->span, {"an expression type signature", {}}, false, types);
}

// The type of the function of an application, instantiated, with the types that are applied to it.
const Type *Tc::head(Expr *e, TypeArgs *types) {
  const Type *t = nullptr;
  if (e->tag == ExprTag::Var || e->tag == ExprTag::Con) {
    bool open = false;
    t = var_sigma(e, &open);
    e->type = instantiate(t, e->wrap, e->span, {"a use of", e->name.ent ? e->name.ent->occ : e->name.occ}, open, types);
  } else {
    e->type = e->tag == ExprTag::Sig ? signature(e, types) : rho(e, nullptr);
  }
  if (types) end_type_args(*types, t ? t : e->type, e->type);
  return e->type;
}

Expr *Tc::known_op(KnownVar id, Span s, const Type *type, Origin o) {
  Expr *e = mk_var_expr(known_var(id), s);
  bool open = false;
  e->type = instantiate(var_sigma(e, &open), e->wrap, s, o);
  unify(s, e->type, type);
  return e;
}

// ---- Applications --------------------------------------------------------------------------------------------------
const Type *Tc::app(Expr *e, const Type *expected) {
  Vec<Expr *> nodes;
  Expr *h = e;
  for (; h->tag == ExprTag::App || h->tag == ExprTag::AppType; h = h->a) {
    nodes.push_back(h);
    if (h->tag == ExprTag::AppType) h->a = strip_parens(h->a);
  }
  std::reverse(nodes.begin(), nodes.end());
  TypeArgs types = type_args(h, nodes, 0);
  const Type *fun = head(h, types.end ? &types : nullptr);
  return app_spine(h, nodes, fun, expected);
}

const Type *Tc::app_spine(Expr *h, const Vec<Expr *> &nodes, const Type *fun, const Type *expected) {
  Expr *e = nodes.back();
  const Type *fun_type = fun;
  size_t given = 0;
  for (size_t i = 0; i < nodes.size(); i++) {
    if (nodes[i]->tag != ExprTag::App) continue;  // a type, which has been used
    const Type *arg, *res;
    if (!split_fun(e->span, fun, &arg, &res)) {
      Expr *f = strip_parens(h);
      std::string name = f->tag == ExprTag::Var || f->tag == ExprTag::Con ? " " + quote(f->name.occ) : "";
      size_t all = size_t(std::count_if(nodes.begin(), nodes.end(), [](Expr *n) { return n->b != nullptr; }));
      std::string applied =
          name + " is applied to " + plural(all, "argument") + ", but its type `" + show_tidy(fun_type) + "'";
      error(e->span, diag::TypeMismatch,
            given == 0 ? "the expression" + applied + " is not a function type"
                       : "the function" + applied + " has only " + std::to_string(given));
      for (; i < nodes.size(); i++) {
        if (nodes[i]->b) rho(nodes[i]->b, nullptr);
        nodes[i]->type = fresh_open(e->span);
      }
      return e->type = expected ? expected : fresh_open(e->span);
    }
    sigma(nodes[i]->b, arg);
    given++;
    TypeArgs types = type_args(h, nodes, i + 1);
    const Type *poly = res;
    if (is_poly(res))
      res = instantiate(res, nodes[i]->wrap, nodes[i]->span, {"an application of", strip_parens(h)->name.occ}, false,
                        &types);
    end_type_args(types, poly, res);
    nodes[i]->type = res;
    fun = res;
  }
  return result(e, fun, expected);
}

const Type *Tc::op(Expr *e, const Type *expected) {
  if (e->op->tag == ExprTag::Var && e->op->name.ent && e->op->name.ent == find_known_var(KnownVar::dollar)) {
    e->tag = ExprTag::App;  // f $ x is f x
    e->op = nullptr;
    return app(e, expected);
  }
  const Type *fun = head(e->op);
  const Type *left, *rest, *right, *res;
  if (split_fun(e->span, fun, &left, &rest) && !is_poly(rest)) {
    sigma(e->a, left);
    if (split_fun(e->span, rest, &right, &res)) {
      sigma(e->b, right);
      if (is_poly(res)) res = instantiate(res, e->wrap, e->span, {"an application of", e->op->name.occ});
      return result(e, res, expected);
    }
    error(e->span, diag::TypeMismatch,
          "the operator " + quote(e->op->name.occ) + " is applied to two arguments, but its type `" + show_tidy(fun) +
              "' has only one");
    rho(e->b, nullptr);
    return e->type = expected ? expected : fresh_open(e->span);
  }
  // A type with a forall between the arguments, or an error: as a prefix application.
  Expr *inner = mk_expr(ExprTag::App, join(e->a->span, e->op->span));
  inner->a = e->op;
  inner->b = e->a;
  e->tag = ExprTag::App;
  e->a = inner;
  e->op = nullptr;
  Vec<Expr *> nodes{inner, e};
  return app_spine(inner->a, nodes, fun, expected);
}

const Type *Tc::section(Expr *e, const Type *expected) {
  const Type *fun = head(e->op);
  const Type *left, *rest, *right, *res;
  auto bad = [&]() {
    error(e->span, diag::TypeMismatch,
          "the operator " + quote(e->op->name.occ) + " of a section takes too few arguments: its type is `" +
              show_tidy(fun) + "'");
    rho(e->a, nullptr);
    return e->type = expected ? expected : fresh_open(e->span);
  };
  if (!split_fun(e->span, fun, &left, &rest)) return bad();
  if (e->tag == ExprTag::LeftSection) {
    if (is_poly(rest)) rest = instantiate(rest, e->wrap, e->span, {"an application of", e->op->name.occ});
    sigma(e->a, left);
    return result(e, rest, expected);
  }
  if (is_poly(rest) || !split_fun(e->span, rest, &right, &res)) return bad();
  sigma(e->a, right);
  return result(e, mk_tfun(left, res), expected);
}

// ---- Literals ------------------------------------------------------------------------------------------------------
bool Tc::direct_literal(const Type *t, LitTag tag) {
  t = repr(t);
  if (tag == LitTag::String) {
    const TApp *a = dyn_cast<TApp>(t);
    if (!a) return false;
    const Type *f = repr(a->fn), *c = repr(a->arg);
    return f->tag == TypeTag::Con && cast<TCon>(f).con == g_builtin.list && c->tag == TypeTag::Con &&
           cast<TCon>(c).con == find_known_tycon(KnownTyCon::Char);
  }
  if (t->tag != TypeTag::Con) return false;
  TyCon *c = cast<TCon>(t).con;
  if (c == find_known_tycon(KnownTyCon::Double) || c == find_known_tycon(KnownTyCon::Float))
    return tag == LitTag::Integer || tag == LitTag::Rational;
  if (tag != LitTag::Integer) return false;
  return c == find_known_tycon(KnownTyCon::Int) || c == find_known_tycon(KnownTyCon::Integer) ||
         c == find_known_tycon(KnownTyCon::Word);
}

const Type *Tc::number(Expr *e, const Type *expected, bool rational) {
  if (expected && direct_literal(expected, e->lit.tag)) return e->type = expected;
  const Type *t = expected ? expected : fresh(e->span);
  const Type *arg = known_type(KnownTyCon::Integer);
  if (rational) arg = mk_tapp(known_type(KnownTyCon::Ratio), arg);
  e->inner = known_op(rational ? KnownVar::fromRational : KnownVar::fromInteger, e->span, mk_tfun(arg, t),
                      {"the literal", e->lit.tag == LitTag::Integer ? sym(e->lit.text) : Symbol()});
  return e->type = t;
}

const Type *Tc::lit(Expr *e, const Type *expected) {
  const Type *t = nullptr;
  switch (e->lit.tag) {
    case LitTag::Integer: return number(e, expected, false);
    case LitTag::Rational: return number(e, expected, true);
    case LitTag::Char: t = known_type(KnownTyCon::Char); break;
    case LitTag::String: {
      const Type *string = list_of(known_type(KnownTyCon::Char));
      if (!overloaded_strings || (expected && direct_literal(expected, LitTag::String))) {
        t = string;
        break;
      }
      t = expected ? expected : fresh(e->span);
      e->inner = known_op(KnownVar::fromString, e->span, mk_tfun(string, t), {"a string literal", {}});
      return e->type = t;
    }
    case LitTag::IntPrim: t = mk_tcon(g_builtin.int_prim); break;
    case LitTag::WordPrim: t = mk_tcon(g_builtin.word_prim); break;
    case LitTag::CharPrim: t = mk_tcon(g_builtin.char_prim); break;
    case LitTag::StringPrim: t = mk_tcon(g_builtin.addr_prim); break;
    case LitTag::DoublePrim: t = mk_tcon(g_builtin.double_prim); break;
    case LitTag::FloatPrim: t = mk_tcon(g_builtin.float_prim); break;
  }
  return result(e, t, expected);
}

// ---- Tuples, sequences ---------------------------------------------------------------------------------------------
const Type *Tc::tuple(Expr *e, const Type *expected) {
  size_t n = e->elems.size();
  bool unboxed = e->tag == ExprTag::UnboxedTuple;
  if (!unboxed && n == 0) return result(e, mk_tcon(g_builtin.unit), expected);
  TyCon *tc = unboxed ? unboxed_tuple_tycon(n) : tuple_tycon(n);
  Vec<const Type *> args;
  bool section = std::find(e->elems.begin(), e->elems.end(), nullptr) != e->elems.end();
  const Type *t;
  if (!section && expected && match_con_app(expected, tc, args)) {
    t = expected;
  } else {
    args = {};
    for (size_t i = 0; i < n; i++) args.push_back(unboxed ? fresh_open(e->span) : fresh(e->span));
    t = mk_tcon_app(tc, args);
    if (section)
      for (size_t i = n; i-- > 0;)
        if (!e->elems[i]) t = mk_tfun(args[i], t);
    if (expected) unify(e->span, t, expected);
  }
  for (size_t i = 0; i < n; i++)
    if (e->elems[i]) sigma(e->elems[i], args[i]);
  return e->type = expected ? expected : t;
}

const Type *Tc::arith_seq(Expr *e, const Type *expected) {
  Vec<const Type *> args;
  const Type *list = expected;
  if (!expected || !match_con_app(expected, g_builtin.list, args)) {
    args = {fresh(e->span)};
    list = list_of(args[0]);
    if (expected) unify(e->span, list, expected);
  }
  const Type *t = args[0], *fun = list;
  KnownVar id = e->b   ? (e->c ? KnownVar::enumFromThenTo : KnownVar::enumFromThen)
                : e->c ? KnownVar::enumFromTo
                       : KnownVar::enumFrom;
  for (Expr *x : {e->a, e->b, e->c})
    if (x) {
      rho(x, t);
      fun = mk_tfun(t, fun);
    }
  e->inner = known_op(id, e->span, fun, {"the arithmetic sequence", {}});
  return e->type = list;
}

// ---- Records -------------------------------------------------------------------------------------------------------
static FieldInfo *find_field(DataCon *c, const Name &n, size_t *index = nullptr) {
  for (size_t i = 0; i < c->fields.size(); i++)
    if ((n.ent && c->fields[i].selector == n.ent) || (!n.ent && c->fields[i].label && c->fields[i].label == n.occ)) {
      if (index) *index = i;
      return &c->fields[i];
    }
  return nullptr;
}

const Type *Tc::record_con(Expr *e, const Type *expected) {
  DataCon *c = e->name.ent ? dyn_cast<DataCon>(e->name.ent) : nullptr;
  if (!c) {
    for (FieldBind &f : e->fields)
      if (f.value) rho(f.value, nullptr);
    return e->type = expected ? expected : fresh(e->span);
  }
  Vec<const Type *> args;
  const Type *t = expected;
  if (!expected || !match_con_app(expected, c->tycon, args)) {
    args = {};
    for (TyVar *v : c->univ) args.push_back(fresh_for(v, e->span));
    t = mk_tcon_app(c->tycon, args);
    if (expected) unify(e->span, t, expected);
  }
  Vec<TyVar *> vars = c->univ.clone();
  Vec<const Type *> types = args.clone();
  for (TyVar *v : c->exist) {
    vars.push_back(v);
    types.push_back(fresh_for(v, e->span));
  }
  for (const Type *a : types) {
    WrapStep s{WrapTag::TyApp};
    s.type = a;
    e->con_wrap.push_back(s);
  }
  for (const Pred &p : c->theta) {
    Pred q{p.cls, {}};
    for (const Type *a : p.args) q.args.push_back(subst_type(a, vars, types));
    WrapStep s{WrapTag::EvApp};
    s.ev = emit(q, e->span, {"a use of", c->occ});
    e->con_wrap.push_back(s);
  }
  e->con_types = args;
  std::vector<bool> given(c->fields.size());
  for (FieldBind &f : e->fields) {
    size_t index;
    FieldInfo *info = find_field(c, f.field, &index);
    if (!info) {
      error(f.field.span ? f.field.span : e->span, diag::BadRecord,
            "constructor " + quote(c->occ) + " does not have field " + quote(f.field.occ));
      if (f.value) rho(f.value, nullptr);
      continue;
    }
    given[index] = true;
    if (f.value) sigma(f.value, subst_type(info->type, vars, types));
  }
  std::string missing;
  for (size_t i = 0; i < c->fields.size(); i++) {
    if (given[i]) continue;
    if (c->fields[i].strict) {
      error(e->span, diag::BadRecord,
            "constructor " + quote(c->occ) + " does not have the required strict field" +
                (c->fields[i].label ? " " + quote(c->fields[i].label) : "s"));
      break;
    }
    if (c->fields[i].label) missing += (missing.empty() ? "" : ", ") + quote(c->fields[i].label);
  }
  if (!missing.empty() && !mod.is_stdlib)
    diags().warn(e->span, diag::MissingFields, "fields of " + quote(c->occ) + " not initialised: " + missing);
  return e->type = t;
}

static bool mentions_var(const Type *t, TyVar *v) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: return cast<TVar>(t).var == v;
    case TypeTag::App: return mentions_var(cast<TApp>(t).fn, v) || mentions_var(cast<TApp>(t).arg, v);
    case TypeTag::Fun: return mentions_var(cast<TFun>(t).arg, v) || mentions_var(cast<TFun>(t).res, v);
    case TypeTag::Forall: return mentions_var(cast<TForall>(t).body, v);
    case TypeTag::Qual:
      for (const Pred &p : cast<TQual>(t).preds)
        for (const Type *a : p.args)
          if (mentions_var(a, v)) return true;
      return mentions_var(cast<TQual>(t).body, v);
    default: return false;
  }
}

const Type *Tc::record_upd(Expr *e, const Type *expected) {
  auto give_up = [&]() {
    rho(e->a, nullptr);
    for (FieldBind &f : e->fields)
      if (f.value) rho(f.value, nullptr);
    return e->type = expected ? expected : fresh(e->span);
  };
  Var *first = e->fields.empty() || !e->fields[0].field.ent ? nullptr : dyn_cast<Var>(e->fields[0].field.ent);
  if (!first) return give_up();
  if (first->sort != VarSort::Field) {
    error(e->fields[0].field.span, diag::BadRecord, quote(first->occ) + " is not a record field");
    return give_up();
  }
  for (DataCon *c : first->field_cons) {
    bool all = true;
    for (FieldBind &f : e->fields) all = all && find_field(c, f.field);
    if (all) e->upd_cons.push_back(c);
  }
  if (e->upd_cons.empty()) {
    error(e->span, diag::BadRecord, "no constructor has all these fields");
    return give_up();
  }
  TyCon *tc = e->upd_cons[0]->tycon;
  // A type variable may change when no field that is kept mentions it, in any of these constructors.
  Vec<const Type *> in, out;
  for (size_t i = 0; i < tc->params.size(); i++) {
    bool fixed = false;
    for (DataCon *c : e->upd_cons) {
      for (const FieldInfo &f : c->fields) {
        bool updated = false;
        for (FieldBind &b : e->fields) updated = updated || f.selector == b.field.ent;
        fixed = fixed || (!updated && mentions_var(f.type, c->univ[i]));
      }
      for (const Pred &p : c->theta)
        for (const Type *a : p.args) fixed = fixed || mentions_var(a, c->univ[i]);
    }
    in.push_back(fresh_for(tc->params[i], e->span));
    out.push_back(fixed ? in.back() : fresh_for(tc->params[i], e->span));
  }
  const Type *t = mk_tcon_app(tc, out);
  if (expected) unify(e->span, t, expected);
  rho(e->a, mk_tcon_app(tc, in));
  for (FieldBind &f : e->fields) {
    FieldInfo *info = find_field(e->upd_cons[0], f.field);
    for (TyVar *v : e->upd_cons[0]->exist)
      if (mentions_var(info->type, v))
        error(f.field.span, diag::BadRecord,
              "the field " + quote(f.field.occ) + " cannot be updated: its type is existential");
    if (f.value) sigma(f.value, subst_type(info->type, e->upd_cons[0]->univ, out));
  }
  e->con_types = in;
  e->con_types2 = out;
  return e->type = t;
}

}  // namespace gphc::check
