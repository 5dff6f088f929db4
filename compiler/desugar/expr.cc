// expr.cc: expressions. An application is taken apart down to its head first, so that constructors and primitive
// operations are saturated where they stand; the rest is a case per node. Arguments of unlifted types that are not mere arithmetic
// are evaluated before the call, by a Case around it.
#include <cmath>

#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

// ---- Small builders --------------------------------------------------------------------------------------------------
const Type *list_of(const Type *t) { return mk_tapp(mk_tcon(g_builtin.list), t); }

CExpr mk_nil(const Type *elem) {
  const Type *ts[] = {elem};
  return mk_con_app(g_builtin.nil, ts, {});
}
CExpr mk_cons(const Type *elem, CExpr head, CExpr tail) {
  const Type *ts[] = {elem};
  CExpr es[] = {head, tail};
  return mk_con_app(g_builtin.cons, ts, es);
}
const Type *mk_tuple_type(const CTypes &types) {
  if (types.empty()) return mk_tcon(g_builtin.unit);
  return types.size() == 1 ? types[0] : mk_tcon_app(tuple_tycon(types.size()), types);
}
CExpr mk_tuple(const Vec<CExpr> &elems, const CTypes &types) {
  if (elems.empty()) return mk_con_app(g_builtin.unit_con, {}, {});
  return elems.size() == 1 ? elems[0] : mk_con_app(tuple_con(elems.size()), types, elems);
}

static Var *wild(const Type *t) { return mk_core_var("wild", t); }

CExpr mk_if(CExpr c, CExpr yes, CExpr no) {
  Alt f, t;
  f.con = known_con(KnownCon::False);
  f.body = no;
  t.con = known_con(KnownCon::True);
  t.body = yes;
  return mk_case(c, wild(mk_tcon(f.con->tycon)), expr_type(yes), {f, t});
}

CExpr mk_case_one(CExpr scrut, DataCon *con, const CTypes &con_types, const Vec<Var *> &fields, CExpr body) {
  Alt a;
  a.con = con;
  a.fields = fields;
  a.body = body;
  return mk_case(scrut, wild(mk_tcon_app(con->tycon, con_types)), expr_type(body), {a});
}

// A body that scrutinises the new variable at once is joined with the evaluation: its own case binder is never used.
CExpr mk_eval(Var *v, CExpr rhs, CExpr body) {
  if (const ECase *c = dyn_cast<ECase>(body))
    if (const EVar *s = dyn_cast<EVar>(c->scrut); s && s->var == v) return mk_case(rhs, v, c->type, c->alts);
  return mk_strict_let(v, rhs, body);
}

CExpr mk_box(KnownCon con, CExpr prim) {
  CExpr args[] = {prim};
  return mk_con_app(known_con(con), {}, args);
}

bool is_small(CExpr e) {
  switch (e->tag) {
    case Tag::Var: case Tag::Lit: return true;
    case Tag::TyApp: return is_small(cast<ETyApp>(e).fn);
    case Tag::Cast: return is_small(cast<ECast>(e).body);
    case Tag::ConApp: return cast<EConApp>(e).args.empty();
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      if (a.args.size() > 2 || !is_small(a.fn)) return false;
      for (CExpr x : a.args)
        if (!is<EVar>(x) && !is<ELit>(x)) return false;
      return true;
    }
    default: return false;
  }
}

CExpr bind_unlifted(CExpr e, const std::function<CExpr(CExpr)> &k) {
  if (ok_for_speculation(e) || is<ELam>(e) || is<ETyLam>(e)) return k(e);
  const Type *t = expr_type(e);
  if (!is_unlifted(t)) return k(e);
  Var *v = mk_core_var("u", t);
  return mk_eval(v, e, k(mk_var(v)));
}
static CExpr bind_all_from(const Vec<CExpr> &es, size_t i, Vec<CExpr> done, const std::function<CExpr(const Vec<CExpr> &)> &k) {
  if (i == es.size()) return k(done);
  return bind_unlifted(es[i], [&](CExpr a) {
    Vec<CExpr> next = done.clone();
    next.push_back(a);
    return bind_all_from(es, i + 1, next, k);
  });
}
CExpr bind_all_unlifted(const Vec<CExpr> &es, const std::function<CExpr(const Vec<CExpr> &)> &k) {
  bool plain = true;
  for (CExpr e : es) plain = plain && (is<EVar>(e) || is<ELit>(e) || is<ELam>(e) || !is_unlifted(expr_type(e)) || ok_for_speculation(e));
  return plain ? k(es) : bind_all_from(es, 0, {}, k);
}

CExpr share_tail(CExpr e, const std::function<CExpr(CExpr)> &k) {
  if (!e || is_small(e)) return k(e);
  Var *j = mk_core_var("fail", expr_type(e));
  info(j).join_arity = 0;
  return mk_let(j, e, k(mk_var(j)));
}

static bool is_evaluated(CExpr e) {
  switch (e->tag) {
    case Tag::Lit: case Tag::ConApp: case Tag::Lam: return true;
    case Tag::Cast: return is_evaluated(cast<ECast>(e).body);
    case Tag::TyLam: return is_evaluated(cast<ETyLam>(e).body);
    default: return false;
  }
}

static CExpr build_con_from(DataCon *con, const CTypes &types, const Vec<CExpr> &args, size_t i, Vec<CExpr> done) {
  size_t dicts = con->theta.size();
  for (; i < args.size(); i++) {
    bool strict = i >= dicts && con->fields[i - dicts].strict;
    CExpr a = args[i];
    if (strict ? !is_evaluated(a) : !(is<EVar>(a) || ok_for_speculation(a) || is<ELam>(a)) && is_unlifted(expr_type(a))) {
      Var *v = mk_core_var("s", expr_type(a));
      done.push_back(mk_var(v));
      return mk_eval(v, a, build_con_from(con, types, args, i + 1, done));
    }
    done.push_back(a);
  }
  return mk_con_app(con, types, done);
}
CExpr build_con(DataCon *con, const CTypes &types, const Vec<CExpr> &args) {
  if (con->tycon->sort == TyConSort::Newtype) return mk_cast(args[0], mk_tcon_app(con->tycon, types));
  return build_con_from(con, types, args, 0, {});
}

// ---- Literals --------------------------------------------------------------------------------------------------------
static uint64_t decimal_mod_2_64(std::string_view s) {
  bool neg = !s.empty() && s[0] == '-';
  uint64_t n = 0;
  for (char c : s)
    if (c >= '0' && c <= '9') n = n * 10 + uint64_t(c - '0');
  return neg ? 0 - n : n;
}
static std::string negate_text(std::string_view s) { return !s.empty() && s[0] == '-' ? std::string(s.substr(1)) : "-" + std::string(s); }

CExpr integer_lit(std::string_view digits, bool negated) { return mk_integer_lit(negated ? negate_text(digits) : std::string(digits)); }

Literal double_literal(std::string_view rational, bool negated, core::LitTag tag) {
  size_t slash = rational.find('/');
  std::string num(rational.substr(0, slash));
  std::string den = slash == std::string_view::npos ? "1" : std::string(rational.substr(slash + 1));
  double d;
  float f;
  if (den[0] == '1' && den.find_first_not_of('0', 1) == std::string::npos) {
    std::string text = num + "e-" + std::to_string(den.size() - 1);
    d = strtod(text.c_str(), nullptr);
    f = strtof(text.c_str(), nullptr);
  } else {
    d = strtod(num.c_str(), nullptr) / strtod(den.c_str(), nullptr);
    f = float(d);
  }
  if (tag == core::LitTag::Float) d = double(f);
  Literal l{tag};
  l.d = negated ? -d : d;
  return l;
}

// Decimal text divided by a small number, when it divides.
static bool divide_text(std::string *s, int by) {
  std::string q;
  int rem = 0;
  for (char c : *s) {
    rem = rem * 10 + (c - '0');
    q += char('0' + rem / by);
    rem %= by;
  }
  if (rem) return false;
  size_t nz = q.find_first_not_of('0');
  *s = nz == std::string::npos ? "0" : q.substr(nz);
  return true;
}

// Denominators are products of 2s and 5s.
std::string reduce_rational(std::string_view rational, std::string *den) {
  size_t slash = rational.find('/');
  std::string num(rational.substr(0, slash));
  *den = slash == std::string_view::npos ? "1" : std::string(rational.substr(slash + 1));
  bool neg = num[0] == '-';
  if (neg) num = num.substr(1);
  if (num.find_first_not_of('0') == std::string::npos) {
    *den = "1";
    return "0";
  }
  for (int p : {2, 5}) {
    std::string n = num, d = *den;
    while (d != "1" && divide_text(&n, p) && divide_text(&d, p)) {
      num = n;
      *den = d;
    }
  }
  return neg ? "-" + num : num;
}

CExpr Desugarer::string_expr(std::string_view text) {
  if (text.empty()) return mk_nil(mk_tcon(known_tycon(KnownTyCon::Char)));
  std::string s;
  for (char c : text)
    if (c) s += c;
    else s += "\xC0\x80";
  return mk_app(ref(known_var(KnownVar::unpackCString)), {mk_string_lit(s)});
}

CExpr Desugarer::literal(const HsLit &lit, const Type *t, bool negated, const Expr *inner) {
  using HT = gphc::LitTag;
  switch (lit.tag) {
    case HT::IntPrim: return mk_int_lit(int64_t(decimal_mod_2_64(lit.text)) * (negated ? -1 : 1));
    case HT::WordPrim: return mk_word_lit(decimal_mod_2_64(lit.text));
    case HT::CharPrim: return mk_char_lit(lit.ch);
    case HT::StringPrim: return mk_string_lit(lit.text);
    case HT::DoublePrim: return mk_lit(double_literal(lit.text, negated, core::LitTag::Double));
    case HT::FloatPrim: return mk_lit(double_literal(lit.text, negated, core::LitTag::Float));
    case HT::Char: return mk_box(KnownCon::C, mk_char_lit(lit.ch));
    case HT::String: {
      CExpr s = string_expr(lit.text);
      return inner ? mk_app(expr(inner), {s}) : s;
    }
    case HT::Integer: case HT::Rational: break;
  }
  bool whole = lit.tag == HT::Integer;
  if (inner) {
    CExpr arg;
    if (whole) {
      arg = integer_lit(lit.text, negated);
    } else {
      std::string den, num = reduce_rational(lit.text, &den);
      CExpr parts[] = {integer_lit(num, negated), integer_lit(den, false)};
      const Type *ts[] = {mk_tcon(known_tycon(KnownTyCon::Integer))};
      arg = mk_con_app(known_con(KnownCon::Ratio), ts, parts);
    }
    return mk_app(expr(inner), {arg});
  }
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (tc == known_tycon(KnownTyCon::Double)) return mk_box(KnownCon::D, mk_lit(double_literal(lit.text, negated, core::LitTag::Double)));
  if (tc == known_tycon(KnownTyCon::Float)) return mk_box(KnownCon::F, mk_lit(double_literal(lit.text, negated, core::LitTag::Float)));
  if (tc == known_tycon(KnownTyCon::Integer)) return integer_lit(lit.text, negated);
  uint64_t n = decimal_mod_2_64(lit.text);
  if (negated) n = 0 - n;
  if (tc == known_tycon(KnownTyCon::Int)) return mk_box(KnownCon::I, mk_int_lit(int64_t(n)));
  if (tc == known_tycon(KnownTyCon::Word)) return mk_box(KnownCon::W, mk_word_lit(n));
  if (tc == g_builtin.int_prim) return mk_int_lit(int64_t(n));
  if (tc == g_builtin.word_prim) return mk_word_lit(n);
  if (tc == g_builtin.double_prim) return mk_lit(double_literal(lit.text, negated, core::LitTag::Double));
  GPHC_BUG("literal of type " + show_type(t));
}

// ---- Applications ----------------------------------------------------------------------------------------------------
// Type applications, then evidence: the plain shape of an instantiation.
static bool split_plain_wrap(const Wrapper &w, CTypes *types, Vec<Var *> *evs) {
  for (const WrapStep &s : w) {
    if (s.tag == WrapTag::TyApp && evs->empty()) types->push_back(core_type(s.type));
    else if (s.tag == WrapTag::EvApp) evs->push_back(s.ev);
    else return false;
  }
  return true;
}

// \rest -> build(args, rest), with the arguments at hand evaluated or shared outside the lambda.
static CExpr eta_expand(const Vec<CExpr> &args, const CTypes &missing, const std::function<CExpr(const Vec<CExpr> &)> &build) {
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
    e = is_unlifted(lets[i].first->type) && !ok_for_speculation(lets[i].second) ? mk_eval(lets[i].first, lets[i].second, e)
                                                                               : mk_let(lets[i].first, lets[i].second, e);
  return e;
}

static CTypes con_arg_types(DataCon *con, const CTypes &types) {
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
  return mk_ty_lam(vars, eta_expand({}, con_arg_types(con, types), [&](const Vec<CExpr> &all) { return build_con(con, types, all); }));
}

CExpr Desugarer::con_head(const Expr *head, const Vec<CExpr> &args) {
  DataCon *con = static_cast<DataCon *>(head->name.ent);
  CTypes types;
  Vec<Var *> evs;
  if (!split_plain_wrap(head->wrap, &types, &evs) || types.size() != con->univ.size() + con->exist.size() || evs.size() != con->theta.size())
    return mk_app(wrap(head->wrap, con_function(con)), args);
  Vec<CExpr> all;
  for (Var *v : evs) all.push_back(ref(v));
  all.append(args);
  if (all.size() > con->core_arity()) return mk_app(eta_expand({}, con_arg_types(con, types), [&](const Vec<CExpr> &xs) { return build_con(con, types, xs); }), all);
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
    CExpr f = mk_ty_lam(vars, eta_expand({}, prim_arg_types(op, own), [&](const Vec<CExpr> &xs) { return build_prim(op, own, xs); }));
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

CExpr Desugarer::apply_head(const Expr *head, const Vec<CExpr> &args, const Vec<const Expr *> &) {
  while (head->tag == ExprTag::Paren && head->wrap.empty()) head = head->a;
  if (head->tag == ExprTag::Con) return con_head(head, args);
  if (head->tag == ExprTag::Var && static_cast<Var *>(head->name.ent)->sort == VarSort::PrimOp) return prim_head(head, args);
  if (args.empty() && head->tag == ExprTag::Var) {
    Var *v = static_cast<Var *>(head->name.ent);
    CExpr x = ref(v);
    // opt/spark_places.cc wants to know where
    if (v->module && (v->module.str().starts_with("Control.Parallel") || v->module.str().starts_with("Control.Monad.Par")) && module && !module->is_stdlib) x = mk_tick(Symbol(), head->span, x);
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

// ---- Right-hand sides ------------------------------------------------------------------------------------------------
static bool is_true(const Expr *e) {
  while (e->tag == ExprTag::Paren) e = e->a;
  if (e->tag == ExprTag::Con) return e->name.ent == find_known_con(KnownCon::True);
  if (e->tag != ExprTag::Var || !e->name.ent) return false;
  return e->name.ent->module && e->name.ent->occ.str() == "otherwise" && e->name.ent->module.str() == "GPH.Base";
}

static int fallible(const Vec<Stmt *> &guards, Desugarer &d) {
  int n = 0;
  for (const Stmt *s : guards) {
    if (s->tag == StmtTag::Bind) n += !d.is_irrefutable(s->pat);
    else if (s->tag != StmtTag::Let) n += !is_true(s->expr);
  }
  return n;
}

CExpr Desugarer::guards(const Vec<Stmt *> &stmts, size_t i, CExpr body, CExpr fail) {
  if (i == stmts.size()) return body;
  const Stmt *s = stmts[i];
  CExpr rest = guards(stmts, i + 1, body, fail);
  switch (s->tag) {
    case StmtTag::Let: return local_binds(s->binds, rest);
    case StmtTag::Bind: {
      CExpr e = expr(s->expr);
      const Pat *p = strict_pat(s->pat);
      return bind_scrutinee(e, p, [&](Var *v) { return match_one(v, p, rest, expr_type(rest), fail); });
    }
    default: return is_true(s->expr) ? rest : mk_if(expr(s->expr), rest, fail);
  }
}

CExpr Desugarer::guarded(const GuardedRhs *g, CExpr fail) {
  CExpr body = expr(g->body);
  int n = fallible(g->guards, *this);
  if (n <= 1) return guards(g->guards, 0, body, fail);
  return share_tail(fail, [&](CExpr f) { return guards(g->guards, 0, body, f); });
}

bool Desugarer::rhs_can_fail(const Rhs *r) {
  for (const GuardedRhs &g : r->alts)
    if (fallible(g.guards, *this) == 0) return false;
  return true;
}

CExpr Desugarer::rhs(const Rhs *r, CExpr fail) {
  return local_binds(r->where, [&] {
    size_t n = r->alts.size();
    for (size_t i = 0; i < n; i++)
      if (fallible(r->alts[i].guards, *this) == 0) n = i + 1;   // what follows is dead
    CExpr e = fail;
    for (size_t i = n; i-- > 0;) e = guarded(&r->alts[i], e);
    return e;
  });
}

RhsCode Desugarer::rhs_code(const Rhs *r) {
  return {rhs_can_fail(r), [this, r](CExpr fail) { return rhs(r, fail); }};
}

// The variable that a pattern would give its value, when it is nothing but that.
static const Pat *plain_var(const Pat *p) {
  while (p->wrap.empty() && (p->tag == PatTag::Paren || p->tag == PatTag::Sig)) p = p->sub;
  return p->tag == PatTag::Var && p->wrap.empty() ? p : nullptr;
}

CExpr Desugarer::bind_scrutinee(CExpr e, const Pat *first, const std::function<CExpr(Var *)> &k) {
  const Type *t = expr_type(e);
  if (const EVar *x = dyn_cast<EVar>(e); x && !is_top_level(x->var)) return k(x->var);
  const Pat *name = first ? plain_var(first) : nullptr;
  Var *v = name ? var(name->var) : mk_core_var("ds", t);
  CExpr body = k(v);
  bool strict = is_unlifted(t) || (first && is_strict_pat(first));
  return strict ? mk_eval(v, e, body) : mk_let(v, e, body);
}

bool Desugarer::is_strict_pat(const Pat *p) {
  if (!p->wrap.empty()) return false;
  switch (p->tag) {
    case PatTag::Wild: case PatTag::Var: case PatTag::Lazy: case PatTag::View: return false;
    case PatTag::As: case PatTag::Sig: case PatTag::Paren: return is_strict_pat(p->sub);
    case PatTag::Con: case PatTag::RecCon: {
      DataCon *c = static_cast<DataCon *>(p->name.ent);
      if (c->tycon->sort != TyConSort::Newtype) return true;
      if (p->tag == PatTag::Con) return is_strict_pat(p->args[0]);
      return !p->fields.empty() && is_strict_pat(p->fields[0].pat);
    }
    case PatTag::Lit: return p->lit_expr == nullptr;
    default: return p->tag != PatTag::NPlusK;
  }
}

// Clauses over an unboxed tuple match its components instead.
static Vec<Pat *> tuple_columns(Pat *p, const CTypes &types) {
  while (p->tag == PatTag::Paren || p->tag == PatTag::Bang || p->tag == PatTag::Sig || p->tag == PatTag::Lazy) p = p->sub;
  if (p->tag == PatTag::UnboxedTuple) return p->args;
  Vec<Pat *> out;
  if (p->tag != PatTag::Wild)
    diags().error(p->span, diag::UnsupportedExtension, "a variable for an unboxed tuple, as a pattern among others, is a part of UnboxedTuples that gphc does not implement")
        .hint("write the tuple's components: (# a, b #)");
  for (const Type *t : types) {
    Pat *w = mk<Pat>();
    w->tag = PatTag::Wild;
    w->span = p->span;
    w->type = t;
    out.push_back(w);
  }
  return out;
}

CExpr Desugarer::match_clauses(CExpr scrut, Vec<Clause> clauses, const Type *result, CExpr fail, const MatchInfo &info) {
  const Type *t = expr_type(scrut);
  if (type_rep(t) != Rep::Tuple) return bind_scrutinee(scrut, clauses[0].pats[0], [&](Var *v) { return match({v}, clauses, result, fail, info); });
  Vec<const Type *> parts;
  TyCon *tc = split_tcon_app(t, &parts);
  Vec<Var *> fields;
  for (Clause &c : clauses) c.pats = tuple_columns(c.pats[0], parts);
  for (size_t i = 0; i < parts.size(); i++) {
    const Pat *name = clauses.size() == 1 ? plain_var(clauses[0].pats[i]) : nullptr;
    fields.push_back(name ? var(name->var) : mk_core_var("ds", parts[i]));
  }
  return mk_case_one(scrut, tc->cons[0], parts, fields, match(fields, clauses, result, fail, info));
}

// Under the Strict extension every pattern is a bang pattern, unless it is written with ~: that takes the bang away.
Pat *Desugarer::strict_pat(Pat *p) {
  if (!module || !strict_module()) return p;
  Pat *q = p;
  while (q->tag == PatTag::Paren) q = q->sub;
  if (q->tag == PatTag::Lazy) return q->sub;
  if (q->tag == PatTag::Bang || q->tag == PatTag::UnboxedTuple) return p;
  Pat *b = mk<Pat>();
  b->tag = PatTag::Bang;
  b->span = p->span;
  b->type = p->type;
  b->sub = p;
  return b;
}
Vec<Pat *> Desugarer::strict_pats(const Vec<Pat *> &ps) {
  if (!module || !strict_module()) return ps;
  Vec<Pat *> out;
  for (Pat *p : ps) out.push_back(strict_pat(p));
  return out;
}
bool Desugarer::strict_module() {
  if (strict_of_ != module) {
    strict_of_ = module;
    is_strict_ = module->ext("Strict");
  }
  return is_strict_;
}

CExpr Desugarer::match_case(CExpr scrut, const Vec<Match *> &matches, const Type *result, CExpr fail, const MatchInfo &info) {
  Vec<Clause> clauses;
  for (Match *m : matches) clauses.push_back({strict_pats(m->pats), rhs_code(m->rhs), m->span});
  return match_clauses(scrut, clauses, result, fail, info);
}

CExpr Desugarer::match_function(const Vec<Match *> &matches, const MatchInfo &info) {
  const Match *first = matches[0];
  const Type *result = type(first->rhs->alts[0].body->type);
  if (first->pats.empty()) return rhs(first->rhs, rhs_can_fail(first->rhs) ? error_call(KnownVar::patError, result, span_text(info.span) + "|" + info.what) : nullptr);
  Vec<Var *> params;
  Vec<Pat *> first_pats = strict_pats(first->pats);
  for (size_t i = 0; i < first->pats.size(); i++) {
    const Pat *p = first_pats[i];
    const Pat *name = plain_var(p);
    if (name && matches.size() == 1) {
      params.push_back(var(name->var));
      continue;
    }
    while (p->tag == PatTag::Paren || p->tag == PatTag::Bang || p->tag == PatTag::Sig) p = p->sub;
    bool named = p->tag == PatTag::Var || p->tag == PatTag::As;
    params.push_back(mk_core_var(named ? p->name.occ.str() : "ds", type(first->pats[i]->type)));
  }
  Vec<Clause> clauses;
  for (Match *m : matches) clauses.push_back({strict_pats(m->pats), rhs_code(m->rhs), m->span});
  CExpr fail = error_call(KnownVar::patError, result, span_text(info.span) + "|" + info.what);
  // An unboxed tuple cannot be a column: its components are.
  Vec<Var *> scruts;
  struct Opened { Var *param; TyCon *tc; CTypes parts; Vec<Var *> fields; };
  std::vector<Opened> opened;
  std::vector<Vec<Pat *>> columns(clauses.size());
  for (size_t i = 0; i < params.size(); i++) {
    if (type_rep(params[i]->type) != Rep::Tuple) {
      scruts.push_back(params[i]);
      for (size_t k = 0; k < clauses.size(); k++) columns[k].push_back(clauses[k].pats[i]);
      continue;
    }
    // Nothing after this passes such an argument; it must be refused here, not compiled wrong.
    diags().error(matches[0]->pats[i]->span, diag::UnsupportedExtension, "a parameter that is an unboxed tuple needs a part of UnboxedTuples that gphc does not implement")
        .hint("pass its components one by one");
    Opened o{params[i], nullptr, {}, {}};
    o.tc = split_tcon_app(params[i]->type, &o.parts);
    for (const Type *t : o.parts) o.fields.push_back(mk_core_var("ds", t));
    scruts.append(o.fields);
    for (size_t k = 0; k < clauses.size(); k++) columns[k].append(tuple_columns(clauses[k].pats[i], o.parts));
    opened.push_back(o);
  }
  for (size_t k = 0; k < clauses.size(); k++) clauses[k].pats = columns[k];
  CExpr body = match(scruts, clauses, result, fail, info);
  for (size_t i = opened.size(); i-- > 0;) body = mk_case_one(mk_var(opened[i].param), opened[i].tc->cons[0], opened[i].parts, opened[i].fields, body);
  return mk_lam(params, body);
}

// ---- Records ---------------------------------------------------------------------------------------------------------
static bool is_field(const FieldInfo &f, const Name &n) { return n.ent ? f.selector == n.ent : f.label && f.label == n.occ; }

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
    if (!value) value = error_call(KnownVar::recConError, arg_types[args.size()], span_text(e->span) + "|" + f.label.string());
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
  for (size_t i = lets.size(); i-- > 0;) r = is_unlifted(lets[i].first->type) ? mk_eval(lets[i].first, lets[i].second, r) : mk_let(lets[i].first, lets[i].second, r);
  return wrap(e->wrap, r);
}

// ---- Do --------------------------------------------------------------------------------------------------------------
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
        if (s->fail_op) fail = mk_app(expr(s->fail_op), {mk_app(ref(known_var(KnownVar::patFail)), {mk_string_lit(span_text(s->pat->span) + "|")})});
        else fail = error_call(KnownVar::patError, result, span_text(s->pat->span) + "|pattern binding");
        body = match_one(x, pat, rest, result, fail);
      }
      return mk_app(op, {e, mk_lam(Vec<Var *>{x}, body)});
    }
    default: return mk_app(expr(s->bind_op), {expr(s->expr), do_stmts(stmts, i + 1)});
  }
}

// ---- Everything else -------------------------------------------------------------------------------------------------
CExpr Desugarer::expr(const Expr *e) {
  switch (e->tag) {
    case ExprTag::Var: case ExprTag::Con: return apply_head(e, {}, {});
    case ExprTag::App: case ExprTag::Op: return app(e);
    case ExprTag::Lit: {
      const Type *t = type(e->type);
      return wrap(e->wrap, literal(e->lit, t, false, e->inner));
    }
    case ExprTag::Neg: return wrap(e->wrap, mk_app(expr(e->inner), {expr(e->a)}));
    case ExprTag::Lam: return wrap(e->wrap, match_function(e->matches, {MatchKind::Lambda, e->span, "lambda"}));
    case ExprTag::LamCase: {
      if (e->matches.empty()) {
        const TFun *f = dyn_cast<TFun>(type(e->type));
        Var *x = mk_core_var("ds", f->arg);
        return mk_lam(Vec<Var *>{x}, mk_eval(x, mk_var(x), error_call(KnownVar::patError, f->res, span_text(e->span) + "|\\case")));
      }
      return wrap(e->wrap, match_function(e->matches, {MatchKind::Case, e->span, "\\case"}));
    }
    case ExprTag::Case: {
      const Type *t = e->matches.empty() ? type(e->type) : type(e->matches[0]->rhs->alts[0].body->type);
      CExpr fail = error_call(KnownVar::patError, t, span_text(e->span) + "|case");
      if (e->matches.empty()) {
        CExpr s = expr(e->a);
        return mk_eval(mk_core_var("ds", expr_type(s)), s, fail);
      }
      return wrap(e->wrap, match_case(expr(e->a), e->matches, t, fail, {MatchKind::Case, e->span, "case"}));
    }
    case ExprTag::Let: return wrap(e->wrap, local_binds(e->binds, [&] { return expr(e->a); }));
    case ExprTag::If: return wrap(e->wrap, mk_if(expr(e->a), expr(e->b), expr(e->c)));
    case ExprTag::MultiIf: {
      const Type *t = type(e->rhs->alts[0].body->type);
      return wrap(e->wrap, rhs(e->rhs, rhs_can_fail(e->rhs) ? error_call(KnownVar::guardError, t, span_text(e->span) + "|multi-way if") : nullptr));
    }
    case ExprTag::Do: case ExprTag::MDo: return wrap(e->wrap, do_stmts(e->stmts, 0));
    case ExprTag::ListComp: case ExprTag::ParComp: return wrap(e->wrap, list_comp(e));
    case ExprTag::Tuple: case ExprTag::UnboxedTuple: {
      bool unboxed = e->tag == ExprTag::UnboxedTuple;
      Vec<CExpr> elems;
      Vec<Var *> params;
      const Type *t = type(e->type);   // of a section: a function
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
      if (!params.empty()) {   // sections share what they are given
        std::vector<std::pair<Var *, CExpr>> lets;
        for (CExpr &x : elems)
          if (!is_small(x)) {
            Var *v = mk_core_var("t", expr_type(x));
            lets.push_back({v, x});
            x = mk_var(v);
          }
        CExpr r = mk_lam(params, mk_con_app(unboxed ? unboxed_tuple_con(elems.size()) : tuple_con(elems.size()), ts, elems));
        for (size_t i = lets.size(); i-- > 0;) r = mk_let(lets[i].first, lets[i].second, r);
        return wrap(e->wrap, r);
      }
      if (!unboxed && elems.size() < 2) return wrap(e->wrap, mk_tuple(elems, ts));
      return wrap(e->wrap, build_con(unboxed ? unboxed_tuple_con(elems.size()) : tuple_con(elems.size()), ts, elems));
    }
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
    case ExprTag::RightSection: {
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
    case ExprTag::RecCon: return rec_con(e);
    case ExprTag::RecUpd: return rec_upd(e);
    case ExprTag::Sig: case ExprTag::Paren: return wrap(e->wrap, expr(e->a));
    case ExprTag::Hole: case ExprTag::Infix: break;
  }
  GPHC_BUG("an expression that the type checker should have refused");
}

}  // namespace gphc::desugar
