// zonk.cc: the last walk over a checked module: unification variables are replaced by what they became, everywhere in
// the tree, so that nothing after the type checker meets one. On the way, literals whose type turned out to be a basic
// one lose their overloading, and negated literals are folded.
#include "typecheck/infer.h"

namespace gphc::check {

namespace {

struct Zonker {
  Tc &tc;

  void type(const Type *&t) {
    if (t) t = zonk(t);
  }
  void var(Var *v) {
    if (v && v->type) v->type = zonk(v->type);
  }
  void tyvar(TyVar *v) { v->kind = zonk_kind(v->kind); }
  void types(Vec<const Type *> &ts) {
    for (const Type *&t : ts) t = zonk(t);
  }

  void ev(EvTerm *t) {
    if (!t) return;
    types(t->types);
    for (EvTerm *a : t->args) ev(a);
    ev(t->dict);
  }
  void ev_binds(EvBinds *b) {
    if (!b) return;
    for (EvBind &x : b->binds) {
      var(x.var);
      ev(x.term);
    }
  }
  void wrap(Wrapper &w) {
    for (WrapStep &s : w) {
      type(s.type);
      if (s.tag == WrapTag::EvLam) var(s.ev);
      if (s.tv) tyvar(s.tv);
      ev_binds(s.binds);
      if (s.eta) {
        for (Var *v : s.eta->vars) var(v);
        wrap(s.eta->inner);
      }
    }
  }

  void pat(Pat *p) {
    if (!p) return;
    type(p->type);
    type(p->whole);
    var(p->var);
    types(p->con_types);
    for (TyVar *v : p->ex_tvs) tyvar(v);
    for (Var *v : p->ex_evs) var(v);
    ev_binds(p->ev_binds);
    wrap(p->wrap);
    pat(p->sub);
    for (Pat *a : p->args) pat(a);
    for (FieldPat &f : p->fields) pat(f.pat);
    expr(p->view);
    if (p->tag == PatTag::Lit && p->lit_expr && p->type && tc.direct_literal(p->type, p->lit.tag)) {
      p->lit_expr = nullptr;
      p->eq_expr = nullptr;
    }
    expr(p->lit_expr);
    expr(p->eq_expr);
    expr(p->minus_expr);
  }

  static bool is_zero(std::string_view s) {
    for (char c : s) {
      if (c == '/') return true;
      if (c != '0') return false;
    }
    return true;
  }

  // -5 at a basic type is a literal of its own. Not for Word, where negation wraps, nor for a zero, which Double and
  // Float sign.
  void fold_negation(Expr *e) {
    Expr *l = e->a;
    while (l->tag == ExprTag::Paren) l = l->a;
    if (l->tag != ExprTag::Lit || l->inner || (l->lit.tag != LitTag::Integer && l->lit.tag != LitTag::Rational)) return;
    if (!e->type || !tc.direct_literal(e->type, l->lit.tag) ||
        head_tycon(e->type) == find_known_tycon(KnownTyCon::Word))
      return;
    if (is_zero(l->lit.text) || l->lit.text.starts_with('-')) return;
    size_t n = l->lit.text.size() + 1;
    char *text = static_cast<char *>(g_arena.alloc(n));
    text[0] = '-';
    memcpy(text + 1, l->lit.text.data(), n - 1);
    HsLit lit = l->lit;
    lit.text = std::string_view(text, n);
    e->tag = ExprTag::Lit;
    e->lit = lit;
    e->a = nullptr;
    e->inner = nullptr;
  }

  void expr(Expr *e) {
    if (!e) return;
    type(e->type);
    wrap(e->wrap);
    if (e->tag == ExprTag::Lit && e->inner && tc.direct_literal(e->type, e->lit.tag)) e->inner = nullptr;
    expr(e->a);
    expr(e->b);
    expr(e->c);
    expr(e->op);
    for (Expr *x : e->elems) expr(x);
    for (Match *m : e->matches) match(m);
    rhs(e->rhs);
    binds(e->binds);
    for (Stmt *s : e->stmts) stmt(s);
    for (Vec<Stmt *> &b : e->branches)
      for (Stmt *s : b) stmt(s);
    for (FieldBind &f : e->fields) expr(f.value);
    expr(e->inner);
    types(e->con_types);
    types(e->con_types2);
    wrap(e->con_wrap);
    if (e->tag == ExprTag::Neg) fold_negation(e);
  }

  void stmt(Stmt *s) {
    pat(s->pat);
    expr(s->expr);
    binds(s->binds);
    for (Stmt *r : s->rec) stmt(r);
    expr(s->bind_op);
    expr(s->fail_op);
  }
  void rhs(Rhs *r) {
    if (!r) return;
    binds(r->where);
    for (GuardedRhs &g : r->alts) {
      for (Stmt *s : g.guards) stmt(s);
      expr(g.body);
    }
  }
  void match(Match *m) {
    for (Pat *p : m->pats) pat(p);
    rhs(m->rhs);
  }
  void bind(Bind *b) {
    var(b->mono);
    wrap(b->wrap);
    for (Match *m : b->matches) match(m);
    pat(b->pat);
    rhs(b->rhs);
  }
  void abs(AbsBinds *a) {
    if (!a) return;
    if (a->check_later)
      for (AbsExport &x : a->exports) var(x.poly);
    if (a->check_later) return;
    for (TyVar *v : a->tvs) tyvar(v);
    for (Var *v : a->ev_params) var(v);
    ev_binds(a->ev_binds);
    for (AbsExport &x : a->exports) {
      var(x.poly);
      var(x.mono);
      wrap(x.wrap);
    }
    for (Bind *b : a->binds) bind(b);
  }
  void binds(LocalBinds *b) {
    if (!b) return;
    for (BindGroup *g : b->groups)
      for (AbsBinds *a : g->abs) abs(a);
  }
};

}  // namespace

void Tc::zonk_definition(AbsBinds *abs) { Zonker{*this}.abs(abs); }

void Tc::zonk_module() {
  Zonker z{*this};
  z.binds(mod.values);
  for (Vec<Decl *> &g : mod.type_groups)
    for (Decl *d : g)
      if (d->class_elab)
        for (AbsBinds *a : d->class_elab->defaults) z.abs(a);
  for (Decl *d : mod.instances) {
    if (d->inst && d->inst->dfun) z.var(d->inst->dfun);
    if (!d->elab) continue;
    for (Var *v : d->elab->ev_params) z.var(v);
    z.ev_binds(d->elab->ev_binds);
    for (Var *v : d->elab->supers) z.var(v);
    z.var(d->elab->rep_dict);
    for (MethodElab &m : d->elab->methods) {
      z.var(m.global);
      z.abs(m.abs);
    }
  }
  for (Decl *d : mod.foreigns) {
    z.var(d->foreign_var);
    z.type(d->foreign_type);
    z.wrap(d->foreign_wrap);
  }
  for (Decl *d : mod.rules)
    for (RuleDecl *r : d->rules) {
      for (TyVar *v : r->tvs) z.tyvar(v);
      for (Var *v : r->evs) z.var(v);
      z.ev_binds(r->lhs_binds);
      z.ev_binds(r->rhs_binds);
      for (Pat *p : r->vars) z.pat(p);
      z.expr(r->lhs);
      z.expr(r->rhs);
    }
}

}  // namespace gphc::check
