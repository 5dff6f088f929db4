// infer_stmt.cc: do, list comprehensions and guards.
//
// A do block needs one Monad dictionary, shared by all its statements. `rec` blocks (and mdo) are rewritten into binds
// of mfix here, before they are checked.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

void Tc::guards(const Vec<Stmt *> &stmts) {
  for (Stmt *s : stmts) {
    switch (s->tag) {
      case StmtTag::Bind: pat(s->pat, rho(s->expr, nullptr)); break;
      case StmtTag::Let: local_binds(s->binds, false); break;
      case StmtTag::Body:
      case StmtTag::Last: rho(s->expr, known_type(KnownTyCon::Bool)); break;
      case StmtTag::Rec: break;
    }
  }
}

const Type *Tc::comprehension(Expr *e, const Type *expected) {
  Vec<const Type *> args;
  const Type *list = expected;
  if (!expected || !match_con_app(expected, g_builtin.list, args)) {
    args = {fresh(e->span)};
    list = list_of(args[0]);
    if (expected) unify(e->span, list, expected);
  }
  Implic *mark = cur;
  auto stmts = [&](const Vec<Stmt *> &ss) {
    for (Stmt *s : ss) {
      switch (s->tag) {
        case StmtTag::Bind: {
          const Type *t = fresh(s->expr->span);
          rho(s->expr, list_of(t));
          pat(s->pat, t);
          break;
        }
        case StmtTag::Let: local_binds(s->binds, false); break;
        case StmtTag::Body:
        case StmtTag::Last: rho(s->expr, known_type(KnownTyCon::Bool)); break;
        case StmtTag::Rec: break;
      }
    }
  };
  if (e->tag == ExprTag::ParComp)
    for (Vec<Stmt *> &b : e->branches) stmts(b);
  else stmts(e->stmts);
  sigma(e->a, args[0]);
  pop_to(mark);
  return e->type = list;
}

// A method of a one-parameter class at m, at the type `type`; its dictionary is made at the first use and shared.
Expr *Tc::monad_op(KnownVar id, Span s, const Type *m, Var **dict, const Type *type) {
  Var *v = known_var(id);
  const TForall *f = v->type ? dyn_cast<TForall>(v->type_in_source()) : nullptr;
  const TQual *q = f ? dyn_cast<TQual>(f->body) : nullptr;
  if (v->sort != VarSort::Method || !q || f->vars.size() != 1) return known_op(id, s, type, {"a do statement", {}});
  Expr *e = mk_var_expr(v, s);
  if (!*dict) *dict = emit(Pred{v->cls, {m}}, s, {"a do statement", {}});
  WrapStep ty{WrapTag::TyApp}, ev{WrapTag::EvApp};
  ty.type = m;
  ev.ev = *dict;
  e->wrap.push_back(ty);
  e->wrap.push_back(ev);
  const Type *ms[] = {m};
  e->type = instantiate(subst_type(q->body, f->vars, ms), e->wrap, s, {"a do statement", {}});
  unify(s, e->type, type);
  return e;
}

// ---- rec -----------------------------------------------------------------------------------------------------------
static void stmt_vars(const Vec<Stmt *> &stmts, std::vector<Var *> &out, Tc &tc) {
  for (Stmt *s : stmts) {
    if (s->tag == StmtTag::Bind) tc.pat_bind_vars(s->pat, out);
    if (s->tag == StmtTag::Rec) stmt_vars(s->rec, out, tc);
    if (s->tag == StmtTag::Let)
      for (Bind *b : s->binds->binds) {
        if (b->tag == BindTag::Pat) tc.pat_bind_vars(b->pat, out);
        else if (b->name.ent && b->name.ent->tag == EntTag::Var) {
          Var *v = &cast<Var>(b->name.ent);
          if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
        }
      }
  }
}

void Tc::rewrite_rec(Stmt *s) {
  std::vector<Var *> vars;
  stmt_vars(s->rec, vars, *this);
  Span sp = s->span;
  auto tuple_pat = [&]() {
    Pat *t = mk<Pat>();
    t->tag = PatTag::Tuple;
    t->span = sp;
    for (Var *v : vars) {
      Pat *p = mk<Pat>();
      p->tag = PatTag::Var;
      p->span = sp;
      p->name.occ = v->occ;
      p->name.ent = v;
      p->name.span = sp;
      t->args.push_back(p);
    }
    return vars.size() == 1 ? t->args[0] : t;
  };
  Expr *tuple = mk_expr(ExprTag::Tuple, sp);
  for (Var *v : vars) tuple->elems.push_back(mk_var_expr(v, sp));
  Expr *ret = mk_expr(ExprTag::App, sp);
  ret->a = mk_var_expr(known_var(KnownVar::return_), sp);
  ret->b = vars.size() == 1 ? tuple->elems[0] : tuple;
  Stmt *last = mk<Stmt>();
  last->tag = StmtTag::Last;
  last->span = sp;
  last->expr = ret;
  Expr *body = mk_expr(ExprTag::Do, sp);
  body->stmts = s->rec.clone();
  body->stmts.push_back(last);
  Pat *lazy = mk<Pat>();
  lazy->tag = PatTag::Lazy;
  lazy->span = sp;
  lazy->sub = tuple_pat();
  Rhs *r = mk<Rhs>();
  r->span = sp;
  r->alts.push_back(GuardedRhs{sp, {}, body});
  Match *m = mk<Match>();
  m->span = sp;
  m->pats.push_back(lazy);
  m->rhs = r;
  Expr *lam = mk_expr(ExprTag::Lam, sp);
  lam->matches.push_back(m);
  Expr *fix = mk_expr(ExprTag::App, sp);
  fix->a = mk_var_expr(known_var(KnownVar::mfix), sp);
  fix->b = lam;
  s->tag = StmtTag::Bind;
  s->pat = tuple_pat();
  s->expr = fix;
}

// ---- do ------------------------------------------------------------------------------------------------------------
const Type *Tc::do_expr(Expr *e, const Type *expected) {
  bool monadic = false;
  for (Stmt *s : e->stmts) {
    if (s->tag == StmtTag::Rec) rewrite_rec(s);
    monadic = monadic || s->tag == StmtTag::Bind || s->tag == StmtTag::Body;
  }
  const Type *t = expected ? expected : fresh_open(e->span);
  Implic *mark = cur;
  if (!monadic) {
    for (Stmt *s : e->stmts) {
      if (s->tag == StmtTag::Let) local_binds(s->binds, false);
      else rho(s->expr, t);
    }
    pop_to(mark);
    return e->type = t;
  }
  const Type *m, *elem;
  split_app(e->span, t, &m, &elem);
  Var *monad = nullptr, *monad_fail = nullptr;
  for (Stmt *s : e->stmts) {
    switch (s->tag) {
      case StmtTag::Bind: {
        const Type *a = fresh(s->expr->span);
        const Type *ma = mk_tapp(m, a);
        rho(s->expr, ma);
        s->bind_op = monad_op(KnownVar::bind, s->span, m, &monad, mk_tfun(ma, mk_tfun(mk_tfun(a, t), t)));
        if (can_fail(s->pat))
          s->fail_op =
              monad_op(KnownVar::fail, s->pat->span, m, &monad_fail, mk_tfun(list_of(known_type(KnownTyCon::Char)), t));
        pat(s->pat, a);
        break;
      }
      case StmtTag::Body: {
        const Type *a = fresh(s->expr->span);
        const Type *ma = mk_tapp(m, a);
        rho(s->expr, ma);
        s->bind_op = monad_op(KnownVar::then, s->span, m, &monad, mk_tfun(ma, mk_tfun(t, t)));
        break;
      }
      case StmtTag::Let: local_binds(s->binds, false); break;
      case StmtTag::Last: rho(s->expr, t); break;
      case StmtTag::Rec: break;
    }
  }
  pop_to(mark);
  return e->type = t;
}

}  // namespace gphc::check
