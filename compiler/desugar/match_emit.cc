// match_emit.cc: a decision tree as Core, with join points for what several places go to. See Note [No code is copied]
// in match_compile.cc
#include "desugar/match_tree.h"

namespace gphc::desugar {

// Binds a tree that several places go to as a join point around k's result.
CExpr Matcher::with_shared(Tree *t, CExpr code, const std::function<CExpr()> &k) {
  if (t->uses <= 1) {
    t->jump = code;
    return k();
  }
  return share_tail(code, [&](CExpr jump) {
    t->jump = jump;
    return k();
  });
}

CExpr Matcher::emit_all(const std::vector<Tree *> &segments, const std::vector<bool> &cut, CExpr fail) {
  if (segments.empty()) return fail;
  if (!root_->uses) return emit_segments(segments, cut);
  GPHC_CHECK(fail, "a match without alternative for its failure");
  return with_shared(root_, fail, [&] { return emit_segments(segments, cut); });
}

// Each segment stands inside the join points of those after it.
CExpr Matcher::emit_segments(const std::vector<Tree *> &segments, const std::vector<bool> &cut) {
  size_t last = segments.size() - 1;
  if (last == 0) return with_clauses(0, rows_.size(), [&] { return emit(segments[0]); });
  const std::vector<std::pair<size_t, size_t>> ranges = ranges_of(cut);
  std::function<CExpr(size_t)> go = [&](size_t s) -> CExpr {
    CExpr code = with_clauses(ranges[s].first, ranges[s].second, [&] { return emit(segments[s]); });
    if (s == 0) return code;
    return with_shared(segments[s], code, [&] { return go(s - 1); });
  };
  return go(last);
}

void Matcher::collect_vars(const MPat *p, Vec<Var *> *vars, Vec<TyVar *> *tvs) {
  if (!p) return;
  if (p->tag == MTag::Bind) vars->push_back(p->var);
  for (Var *v : p->ex_evs) vars->push_back(v);
  if (p->ev_binds)
    for (const EvBind &b : p->ev_binds->binds) vars->push_back(d_.var(b.var));
  for (TyVar *v : p->ex_tvs) tvs->push_back(v);
  if (p->tag == MTag::Lazy) d_.pat_vars(p->src, vars);
  collect_vars(p->sub, vars, tvs);
  for (const MPat *a : p->args) collect_vars(a, vars, tvs);
}

// Join points for the clauses i..to-1 that several leaves reach.
CExpr Matcher::with_clauses(size_t i, size_t to, const std::function<CExpr()> &k) {
  for (; i < to; i++) {
    if (leaves_[i] <= 1) continue;
    CExpr code = clauses_[i].rhs.build(clause_fail(i));
    if (is_small(code)) {
      bodies_[i] = code;
      continue;
    }
    Vec<Var *> vars, used;
    Vec<TyVar *> tvs;
    for (const MPat *p : patterns_[i]) collect_vars(p, &vars, &tvs);
    VarSet free = free_vars(code);
    for (Var *v : vars)
      if (free.count(v)) used.push_back(v);
    CExpr f = mk_ty_lam(tvs, used.empty() ? code : mk_lam(used, code));
    Var *j = mk_core_var("rhs", expr_type(f));
    info(j).join_arity = int(used.size());
    CTypes ts;
    for (TyVar *v : tvs) ts.push_back(mk_tvar(v));
    Vec<CExpr> args;
    for (Var *v : used) args.push_back(mk_var(v));
    bodies_[i] = mk_app(mk_ty_app(mk_var(j), ts), args);
    return mk_let(j, f, with_clauses(i + 1, to, k));
  }
  return k();
}

// What a shared guarded clause goes on with: it is the last of its segment.
CExpr Matcher::clause_fail(size_t i) {
  if (!clauses_[i].rhs.can_fail) return nullptr;
  Tree *next = falls_.count(i) ? falls_[i] : nullptr;
  GPHC_CHECK(next && next->jump, "a shared guarded clause without a known continuation");
  return next->jump;
}

CExpr Matcher::bind_row(const Row &r, size_t upto, CExpr body) {
  for (size_t k = upto; k-- > 0;) {
    const Bound &b = r.bound[k];
    if (b.evs) {
      body = d_.ev_let(b.evs, body);
    } else if (b.lazy) {
      Vec<Binding> binds;
      d_.lazy_bind(b.lazy, b.value, b.lazy->span, &binds, false);
      body = mk_lets(binds, body);
    } else {
      CExpr value = b.fn ? b.fn(b.value) : b.value;
      const EVar *v = dyn_cast<EVar>(value);
      if (!v || v->var != b.var) body = mk_let(b.var, value, body);
    }
  }
  return r.tvs.empty() ? body : subst_types(body, r.tvs, r.tv_types);
}

CExpr Matcher::emit(Tree *t) {
  if (t->jump) return t->jump;
  switch (t->tag) {
    case TTag::Fail: GPHC_BUG("an unbound failure");
    case TTag::Leaf: {
      size_t i = t->row->clause;
      CExpr body = bodies_.count(i) ? bodies_[i] : clauses_[i].rhs.build(t->fall ? emit(t->fall) : nullptr);
      return bind_row(*t->row, t->row->bound.size(), body);
    }
    case TTag::Force: {
      CExpr body = emit(t->yes);
      return mk_eval(mk_core_var("bang", expr_type(t->value)), t->value, body);
    }
    case TTag::View: {
      auto go = [&] {
        CExpr yes = emit(t->yes);
        CExpr test = bind_row(*t->row, t->row->bound.size(), t->view->fn(t->value));
        bool strict = t->view->sub->tag == MTag::Con || t->view->sub->tag == MTag::Lit ||
                      t->view->sub->tag == MTag::Bang || is_unlifted(t->result->type);
        return strict ? mk_eval(t->result, test, yes) : mk_let(t->result, test, yes);
      };
      if (t->rest->jump || !t->rest->uses) return go();
      CExpr code = emit(t->rest);
      return with_shared(t->rest, code, go);
    }
    case TTag::Switch: {
      Vec<Alt> alts;
      for (Branch &b : t->branches) {
        Alt a;
        a.con = b.con;
        a.is_lit = !b.con;
        a.lit = b.lit;
        a.ex_tvs = b.ex_tvs;
        a.fields = b.fields;
        a.body = emit(b.tree);
        alts.push_back(a);
      }
      if (t->other) {
        Alt a;
        a.body = emit(t->other);
        alts.push_back(a);
      }
      return mk_case(t->value, mk_core_var("wild", expr_type(t->value)), result_, alts);
    }
  }
  GPHC_BUG("emit");
}

}  // namespace gphc::desugar
