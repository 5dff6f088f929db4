// fvs.cc: free variables and generic walks. free_vars collects occurrences first and removes binders on the way out, by
// a scoped multiset, so shadowing (which does not occur: binders are unique) would still be right.
#include "core/fvs.h"

#include "support/check.h"

namespace gphc::core {

bool is_top_level(const Var *v) { return v->sort != VarSort::Local && v->sort != VarSort::Dict; }

static bool map_args(const Vec<const Expr *> &args, const std::function<const Expr *(const Expr *)> &f,
                     Vec<const Expr *> *out) {
  bool changed = false;
  *out = args;
  for (size_t i = 0; i < args.size(); i++)
    if (const Expr *b = f(args[i]); b != args[i]) out->replace(i, b, &changed);
  return changed;
}

const Expr *map_children(const Expr *e, const std::function<const Expr *(const Expr *)> &f) {
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit: return e;
    case Tag::App: {
      const EApp &x = cast<EApp>(e);
      const Expr *fn = f(x.fn);
      Vec<const Expr *> args;
      bool changed = map_args(x.args, f, &args);
      return changed || fn != x.fn ? mk_app(fn, args) : e;
    }
    case Tag::TyApp: {
      const ETyApp &x = cast<ETyApp>(e);
      const Expr *fn = f(x.fn);
      return fn == x.fn ? e : mk_ty_app(fn, x.types);
    }
    case Tag::Lam: {
      const ELam &x = cast<ELam>(e);
      const Expr *body = f(x.body);
      return body == x.body ? e : mk_lam(x.params, body);
    }
    case Tag::TyLam: {
      const ETyLam &x = cast<ETyLam>(e);
      const Expr *body = f(x.body);
      return body == x.body ? e : mk_ty_lam(x.vars, body);
    }
    case Tag::Let: {
      const ELet &x = cast<ELet>(e);
      const Expr *rhs = f(x.bind.rhs), *body = f(x.body);
      return rhs == x.bind.rhs && body == x.body ? e : mk_let(x.bind.var, rhs, body);
    }
    case Tag::LetRec: {
      const ELetRec &x = cast<ELetRec>(e);
      bool changed = false;
      Vec<Binding> binds = x.binds;
      for (size_t i = 0; i < x.binds.size(); i++) {
        const Binding &b = x.binds[i];
        if (const Expr *rhs = f(b.rhs); rhs != b.rhs) binds.replace(i, {b.var, rhs}, &changed);
      }
      const Expr *body = f(x.body);
      if (!changed && body == x.body) return e;
      return mk_letrec(changed ? binds : binds.clone(), body);
    }
    case Tag::Case: {
      const ECase &x = cast<ECase>(e);
      const Expr *scrut = f(x.scrut);
      bool changed = false;
      Vec<Alt> alts = x.alts;
      for (size_t i = 0; i < x.alts.size(); i++) {
        Alt b = x.alts[i];
        b.body = f(b.body);
        if (b.body != x.alts[i].body) alts.replace(i, b, &changed);
      }
      if (!changed && scrut == x.scrut) return e;
      // Each node has alternatives of its own: opt/case_finish.cc changes them in place.
      return mk_case(scrut, x.binder, x.type, changed ? alts : alts.clone());
    }
    case Tag::ConApp: {
      const EConApp &x = cast<EConApp>(e);
      Vec<const Expr *> args;
      return map_args(x.args, f, &args) ? mk_con_app(x.con, x.types, args) : e;
    }
    case Tag::PrimApp: {
      const EPrimApp &x = cast<EPrimApp>(e);
      Vec<const Expr *> args;
      return map_args(x.args, f, &args) ? mk_prim_app(x.op, x.types, args) : e;
    }
    case Tag::Cast: {
      const ECast &x = cast<ECast>(e);
      const Expr *body = f(x.body);
      return body == x.body ? e : mk_cast(body, x.type);
    }
    case Tag::CCall: {
      const ECCall &x = cast<ECCall>(e);
      Vec<const Expr *> args;
      return map_args(x.args, f, &args) ? mk_ccall(x.call, args, x.type) : e;
    }
    case Tag::Tick: {
      const ETick &x = cast<ETick>(e);
      const Expr *body = f(x.body);
      return body == x.body ? e : mk_tick(x.cost_centre, x.span, body);
    }
  }
  GPHC_BUG("map_children");
}

const Expr *map_children(const Expr *e, const std::function<Binding(const Binding &)> &bind,
                         const std::function<const Expr *(const Expr *)> &f) {
  if (const ELet *l = dyn_cast<ELet>(e)) {
    Binding b = bind(l->bind);
    return mk_let(b.var, b.rhs, f(l->body));
  }
  if (const ELetRec *l = dyn_cast<ELetRec>(e)) {
    Vec<Binding> bs;
    for (const Binding &b : l->binds) bs.push_back(bind(b));
    return mk_letrec(bs, f(l->body));
  }
  return map_children(e, f);
}

namespace {

struct FreeVars {
  VarSet *out;
  bool with_globals;
  std::unordered_set<const Var *> bound;

  void occurrence(const Var *v) {
    if (!with_globals && is_top_level(v)) return;
    if (!bound.count(v)) out->insert(v);
  }
  void walk(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: return occurrence(cast<EVar>(e).var);
      case Tag::Lam: {
        Vec<const Var *> added;
        for (const Var *v : cast<ELam>(e).params) enter(v, &added);
        walk(cast<ELam>(e).body);
        return leave(added);
      }
      case Tag::Let: {
        walk(cast<ELet>(e).bind.rhs);
        Vec<const Var *> added;
        enter(cast<ELet>(e).bind.var, &added);
        walk(cast<ELet>(e).body);
        return leave(added);
      }
      case Tag::LetRec: {
        Vec<const Var *> added;
        for (const Binding &b : cast<ELetRec>(e).binds) enter(b.var, &added);
        for_each_child(e, [this](const Expr *c) { walk(c); });
        return leave(added);
      }
      case Tag::Case: {
        const ECase &x = cast<ECase>(e);
        walk(x.scrut);
        Vec<const Var *> added;
        enter(x.binder, &added);
        for (const Alt &a : x.alts) {
          Vec<const Var *> fields;
          for (const Var *v : a.fields) enter(v, &fields);
          walk(a.body);
          leave(fields);
        }
        return leave(added);
      }
      default: return for_each_child(e, [this](const Expr *c) { walk(c); });
    }
  }
  void enter(const Var *v, Vec<const Var *> *added) {
    if (bound.insert(v).second) added->push_back(v);
  }
  void leave(const Vec<const Var *> &added) {
    for (const Var *v : added) bound.erase(v);
  }
};

struct FreeTyVars {
  TyVarSet *out;
  std::unordered_set<const TyVar *> bound;

  void type(const Type *t) {
    t = repr(t);
    switch (t->tag) {
      case TypeTag::Var:
        if (!bound.count(cast<TVar>(t).var)) out->insert(cast<TVar>(t).var);
        return;
      case TypeTag::Con:
      case TypeTag::Meta: return;
      case TypeTag::App: type(cast<TApp>(t).fn); return type(cast<TApp>(t).arg);
      case TypeTag::Fun: type(cast<TFun>(t).arg); return type(cast<TFun>(t).res);
      case TypeTag::Forall: {
        Vec<const TyVar *> added = enter(cast<TForall>(t).vars);
        type(cast<TForall>(t).body);
        return leave(added);
      }
      case TypeTag::Qual:
        for (const Pred &p : cast<TQual>(t).preds)
          for (const Type *a : p.args) type(a);
        return type(cast<TQual>(t).body);
    }
  }
  Vec<const TyVar *> enter(const Vec<TyVar *> &vs) {
    Vec<const TyVar *> added;
    for (TyVar *v : vs)
      if (bound.insert(v).second) added.push_back(v);
    return added;
  }
  void leave(const Vec<const TyVar *> &added) {
    for (const TyVar *v : added) bound.erase(v);
  }
  void types(const Vec<const Type *> &ts) {
    for (const Type *t : ts) type(t);
  }
  void expr(const Expr *e) {
    Vec<const TyVar *> added;
    switch (e->tag) {
      case Tag::TyApp: types(cast<ETyApp>(e).types); break;
      case Tag::Lam:
        for (Var *v : cast<ELam>(e).params) type(v->type);
        break;
      case Tag::TyLam: added = enter(cast<ETyLam>(e).vars); break;
      case Tag::Let: type(cast<ELet>(e).bind.var->type); break;
      case Tag::LetRec:
        for (const Binding &b : cast<ELetRec>(e).binds) type(b.var->type);
        break;
      case Tag::Case: {
        const ECase &x = cast<ECase>(e);
        type(x.binder->type);
        type(x.type);
        expr(x.scrut);
        for (const Alt &a : x.alts) {
          Vec<const TyVar *> ex = enter(a.ex_tvs);
          for (Var *v : a.fields) type(v->type);
          expr(a.body);
          leave(ex);
        }
        return;
      }
      case Tag::ConApp: types(cast<EConApp>(e).types); break;
      case Tag::PrimApp: types(cast<EPrimApp>(e).types); break;
      case Tag::Cast: type(cast<ECast>(e).type); break;
      case Tag::CCall: type(cast<ECCall>(e).type); break;
      default: break;
    }
    for_each_child(e, [this](const Expr *c) { expr(c); });
    leave(added);
  }
};

}  // namespace

void free_vars(const Expr *e, VarSet *out, bool with_globals) { FreeVars{out, with_globals, {}}.walk(e); }
VarSet free_vars(const Expr *e) {
  VarSet s;
  free_vars(e, &s);
  return s;
}
void free_ty_vars(const Expr *e, TyVarSet *out) { FreeTyVars{out, {}}.expr(e); }
void free_ty_vars(const Type *t, TyVarSet *out) { FreeTyVars{out, {}}.type(t); }

bool occurs_in(const Var *v, const Expr *e) {
  if (const EVar *x = dyn_cast<EVar>(e)) return x->var == v;
  bool found = false;
  for_each_child(e, [&](const Expr *c) { found = found || occurs_in(v, c); });
  return found;
}
bool occurs_in(const TyVar *v, const Type *t) {
  TyVarSet s;
  free_ty_vars(t, &s);
  return s.count(v) > 0;
}

}  // namespace gphc::core
