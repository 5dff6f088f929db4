// rhs.cc: right-hand sides and guards, and what matches with them: equations, case, bang patterns and the Strict
// extension.
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

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
      if (fallible(r->alts[i].guards, *this) == 0) n = i + 1;  // what follows is dead
    CExpr e = fail;
    for (size_t i = n; i-- > 0;) e = guarded(&r->alts[i], e);
    return e;
  });
}

RhsCode Desugarer::rhs_code(const Rhs *r) {
  return {rhs_can_fail(r), [this, r](CExpr fail) { return rhs(r, fail); }};
}

const Pat *plain_var(const Pat *p) {
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
    case PatTag::Wild:
    case PatTag::Var:
    case PatTag::Lazy:
    case PatTag::View: return false;
    case PatTag::As:
    case PatTag::Sig:
    case PatTag::Paren: return is_strict_pat(p->sub);
    case PatTag::Con:
    case PatTag::RecCon: {
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
  while (p->tag == PatTag::Paren || p->tag == PatTag::Bang || p->tag == PatTag::Sig || p->tag == PatTag::Lazy)
    p = p->sub;
  if (p->tag == PatTag::UnboxedTuple) return p->args;
  Vec<Pat *> out;
  if (p->tag != PatTag::Wild)
    diags()
        .error(p->span, diag::UnsupportedExtension,
               "a variable for an unboxed tuple, as a pattern among others, is a part of UnboxedTuples that gphc does "
               "not implement")
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

CExpr Desugarer::match_clauses(CExpr scrut, Vec<Clause> clauses, const Type *result, CExpr fail,
                               const MatchInfo &info) {
  const Type *t = expr_type(scrut);
  if (type_rep(t) != Rep::Tuple)
    return bind_scrutinee(scrut, clauses[0].pats[0], [&](Var *v) { return match({v}, clauses, result, fail, info); });
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

CExpr Desugarer::match_case(CExpr scrut, const Vec<Match *> &matches, const Type *result, CExpr fail,
                            const MatchInfo &info) {
  Vec<Clause> clauses;
  for (Match *m : matches) clauses.push_back({strict_pats(m->pats), rhs_code(m->rhs), m->span});
  return match_clauses(scrut, clauses, result, fail, info);
}

CExpr Desugarer::match_function(const Vec<Match *> &matches, const MatchInfo &info) {
  const Match *first = matches[0];
  const Type *result = type(first->rhs->alts[0].body->type);
  if (first->pats.empty())
    return rhs(first->rhs, rhs_can_fail(first->rhs)
                               ? error_call(KnownVar::patError, result, span_text(info.span) + "|" + info.what)
                               : nullptr);
  Vec<Var *> params;
  Vec<Pat *> first_pats = strict_pats(first->pats);
  for (size_t i = 0; i < first->pats.size(); i++) {
    const Pat *p = first_pats[i];
    const Type *whole = first->pats[i]->whole ? first->pats[i]->whole : first->pats[i]->type;
    const Pat *name = plain_var(p);
    if (name && matches.size() == 1) {
      params.push_back(var(name->var));
      continue;
    }
    while (p->tag == PatTag::Paren || p->tag == PatTag::Bang || p->tag == PatTag::Sig) p = p->sub;
    bool named = p->tag == PatTag::Var || p->tag == PatTag::As;
    params.push_back(mk_core_var(named ? p->name.occ.str() : "ds", type(whole)));
  }
  Vec<Clause> clauses;
  for (Match *m : matches) clauses.push_back({strict_pats(m->pats), rhs_code(m->rhs), m->span});
  CExpr fail = error_call(KnownVar::patError, result, span_text(info.span) + "|" + info.what);
  // An unboxed tuple cannot be a column: its components are.
  Vec<Var *> scruts;
  struct Opened {
    Var *param;
    TyCon *tc;
    CTypes parts;
    Vec<Var *> fields;
  };
  std::vector<Opened> opened;
  std::vector<Vec<Pat *>> columns(clauses.size());
  for (size_t i = 0; i < params.size(); i++) {
    if (type_rep(params[i]->type) != Rep::Tuple) {
      scruts.push_back(params[i]);
      for (size_t k = 0; k < clauses.size(); k++) columns[k].push_back(clauses[k].pats[i]);
      continue;
    }
    // Nothing after this passes such an argument; it must be refused here, not compiled wrong.
    diags()
        .error(matches[0]->pats[i]->span, diag::UnsupportedExtension,
               "a parameter that is an unboxed tuple needs a part of UnboxedTuples that gphc does not implement")
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
  for (size_t i = opened.size(); i-- > 0;)
    body = mk_case_one(mk_var(opened[i].param), opened[i].tc->cons[0], opened[i].parts, opened[i].fields, body);
  return mk_lam(params, body);
}

}  // namespace gphc::desugar
