// from_core_let.cc: Core's bindings: closures, join points, and what needs neither. See from_core.cc.
#include <algorithm>

#include "stg/from_core.h"

namespace gphc::stg {

void FromCore::fill_function(Closure *c, const core::Expr *rhs) {
  Vec<Var *> params;
  const core::Expr *body;
  peel_lambdas(rhs, &params, &body);
  c->kind = ClosureKind::Fun;
  for (Var *v : params) {
    Id *id = bind_var(v);
    // a Lam: only the call of the rest is strict
    if (id) id->strict = v->info && v->info->strict_param && !is<core::ELam>(body);
    c->params.push_back(id ? id : new_id(v->occ, Rep::Void));
  }
  const Type *result = core::expr_type(body);
  c->ret_tuple = result_reps(result, &c->ret);
  c->ret_home = core::home_of_type(result);
  size_t m = mark();
  c->body = convert(body);
  GPHC_CHECK(mark() == m, "STG: binding left over");
}

static bool is_cheap_prim(const core::Expr *e) {
  e = strip(e);
  if (is<core::EVar>(e) || is<core::ELit>(e)) return true;
  const core::EPrimApp *p = dyn_cast<core::EPrimApp>(e);
  if (!p || p->op->effect != core::PrimEffect::Pure || p->op->impl != core::PrimImpl::Inline) return false;
  for (const core::Expr *a : p->args)
    if (!is_cheap_prim(a)) return false;
  return true;
}

// The closure for `id = rhs`. Further closures that it needs go to `group` (before it); strict parts go to pending_.
Closure *FromCore::make_closure(Id *id, const core::Expr *rhs, Vec<Closure *> *group) {
  Closure *c = id->closure ? id->closure : mk<Closure>();
  c->id = id;
  c->loc = loc_;
  id->closure = c;
  const core::Expr *e = strip_coerce(rhs);
  if (is<core::ELam>(e)) {
    id->evald = true;
    fill_function(c, e);
    return c;
  }
  if (const core::EConApp *con = dyn_cast<core::EConApp>(e); con && !con->con->tycon->is_unboxed_tuple) {
    bool ok = true;
    for (const core::Expr *a : con->args)
      if (core::is_unlifted(core::expr_type(a)) && !is_cheap_prim(a)) ok = false;
    if (ok) {
      c->kind = ClosureKind::Con;
      c->con = con->con;
      id->evald = true;
      for (const core::Expr *a : con->args) {
        Atom atom;
        if (try_atom(a, &atom)) {
          c->args.push_back(atom);
        } else if (core::is_unlifted(core::expr_type(a))) {
          c->args.push_back(atomize(a));
        } else {
          Id *part = new_id(sym("t"), Rep::Lifted, core::expr_type(a));
          group->push_back(make_closure(part, a, group));
          c->args.push_back(id_atom(part));
        }
      }
      return c;
    }
  }
  if (is<core::EApp>(e)) {  // a partial application of a known function is a value
    const core::Expr *head = e;
    Vec<const core::Expr *> args;
    while (const core::EApp *a = dyn_cast<core::EApp>(head)) {
      Vec<const core::Expr *> all = a->args.clone();
      all.append(args);
      args = all;
      head = strip_coerce(a->fn);
    }
    if (const core::EVar *v = dyn_cast<core::EVar>(head)) {
      const Meaning &m = lookup(v->var);
      Id *fn = m.is_tuple ? nullptr : m.atom.id;
      bool plain = true;
      for (const core::Expr *a : args) {
        Atom atom;
        if (core::is_unlifted(core::expr_type(a)) && !try_atom(a, &atom)) plain = false;
      }
      if (fn && fn != id && plain && known_arity(fn) > int(args.size())) {
        c->kind = ClosureKind::Pap;
        c->fn = fn;
        id->evald = true;
        for (const core::Expr *a : args) {
          Atom atom;
          if (!try_atom(a, &atom)) {
            Id *part = new_id(sym("t"), Rep::Lifted, core::expr_type(a));
            group->push_back(make_closure(part, a, group));
            atom = id_atom(part);
          }
          c->args.push_back(atom);
        }
        return c;
      }
    }
  }
  c->kind = ClosureKind::Thunk;
  size_t m = mark();
  c->body = convert(rhs);
  GPHC_CHECK(mark() == m, "STG: binding left over");
  return c;
}

// The right-hand side of a join point, whose parameters p gets.
Expr *FromCore::join_body(const core::Binding &b, JoinPoint *p) {
  size_t n = size_t(core::info(b.var).join_arity);
  Vec<Var *> params;
  const core::Expr *rhs = strip(b.rhs);
  while (params.size() < n) {
    const core::ELam *l = dyn_cast<core::ELam>(rhs);
    GPHC_CHECK(l, "STG: join point with too few lambdas: " + b.var->occ.string());
    size_t take = std::min(n - params.size(), l->params.size());
    for (size_t k = 0; k < take; k++) params.push_back(l->params[k]);
    if (take < l->params.size()) {
      rhs = core::mk_lam(std::span<Var *const>(l->params.begin() + take, l->params.size() - take), l->body);
      break;
    }
    rhs = params.size() < n ? strip(l->body) : l->body;
  }
  for (Var *v : params) {
    if (core::type_rep(v->type) == Rep::Tuple) bind_parts(v, &p->params);
    else if (Id *id = bind_var(v)) {
      id->strict = v->info && v->info->strict_param;
      p->params.push_back(id);
    }
  }
  return convert(rhs);
}

Expr *FromCore::joins(const Vec<core::Binding> &binds, bool rec, const core::Expr *body) {
  EJoin *j = node<EJoin>();
  j->rec = rec;
  for (const core::Binding &b : binds) {
    JoinPoint *p = mk<JoinPoint>();
    p->id = new_id(b.var->occ, Rep::Lifted);
    p->id->join = p;
    env_[b.var].atom = id_atom(p->id);
    j->joins.push_back(p);
  }
  size_t m = mark();
  for (size_t i = 0; i < binds.size(); i++) j->joins[i]->body = join_body(binds[i], j->joins[i]);
  j->body = convert(body);
  GPHC_CHECK(mark() == m, "STG: binding left over");
  return j;
}

Expr *FromCore::let_one(const core::Binding &b, const core::Expr *body) {
  Var *v = b.var;
  Atom a;
  if (try_atom(b.rhs, &a)) {
    alias(v, a);
    return convert(body);
  }
  size_t m = mark();
  if (core::is_unlifted(v->type)) {
    if (core::type_rep(v->type) == Rep::Tuple) {
      Vec<Id *> parts;
      Expr *scrut = convert(b.rhs);
      bind_parts(v, &parts);
      ECase *c = node<ECase>();
      c->scrut = scrut;
      c->binders = parts;
      c->alts.push_back(Alt{.body = convert(body)});
      return c;
    }
    Expr *scrut = convert(b.rhs);
    pending_.push_back({nullptr, scrut, bind_var(v)});
  } else {
    Id *id = new_id(v);
    Vec<Closure *> group;
    Closure *c = make_closure(id, b.rhs, &group);
    if (c->kind == ClosureKind::Thunk && v->info && v->info->single_entry) c->kind = ClosureKind::ThunkOnce;
    env_[v].atom = id_atom(id);
    for (Closure *g : group) pending_.push_back({g, nullptr, nullptr});
    pending_.push_back({c, nullptr, nullptr});
  }
  return wrap(m, convert(body));
}

// A recursive group. Arities first, for partial applications; aliases inside are bindings to thunks.
Expr *FromCore::let_rec(const Vec<core::Binding> &binds, const core::Expr *body) {
  size_t m = mark();
  Vec<Id *> ids;
  for (const core::Binding &b : binds) {
    Id *id = new_id(b.var);
    env_[b.var].atom = id_atom(id);
    ids.push_back(id);
    Vec<Var *> params;
    const core::Expr *rhs;
    if (peel_lambdas(b.rhs, &params, &rhs)) id->evald = true;
  }
  ELet *l = node<ELet>();
  l->rec = true;
  for (size_t i = 0; i < binds.size(); i++) {
    Vec<Closure *> group;
    Closure *c = make_closure(ids[i], binds[i].rhs, &group);
    for (Closure *g : group) l->closures.push_back(g);
    l->closures.push_back(c);
  }
  l->body = convert(body);
  return wrap(m, l);
}

Expr *FromCore::convert_let(const core::Expr *e) {
  Vec<core::Binding> binds;
  const core::Expr *body;
  bool rec = is<core::ELetRec>(e);
  if (rec) {
    binds = cast<core::ELetRec>(e).binds.clone();
    // The group's order depends on how often the simplifier came by, and so on the rest of the program
    // (Note [Names in C] in stable_names.cc).
    std::stable_sort(binds.begin(), binds.end(), [](const core::Binding &a, const core::Binding &b) {
      return a.var->occ.str() < b.var->occ.str();
    });
    body = cast<core::ELetRec>(e).body;
  } else {
    binds.push_back(cast<core::ELet>(e).bind);
    body = cast<core::ELet>(e).body;
  }
  if (core::info(binds[0].var).join_arity >= 0) return joins(binds, rec, body);
  return rec ? let_rec(binds, body) : let_one(binds[0], body);
}

}  // namespace gphc::stg
