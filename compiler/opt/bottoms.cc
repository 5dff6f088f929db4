// bottoms.cc: what the simplifier does with expressions that never return: what would come after them goes, and their
// type is what the place wants.
#include "core/fvs.h"
#include "opt/simplify.h"

namespace gphc::opt {

const Expr *unreachable(const Type *t) {
  const Expr *unit = mk_con_app(g_builtin.unit_con, Vec<const Type *>{}, Vec<const Expr *>{});
  return mk_prim_app(primop(PrimId::Raise), Vec<const Type *>{mk_tcon(g_builtin.unit), t}, Vec<const Expr *>{unit});
}

// case e of b { _ -> what is never reached }
bool is_bottom_case(const ECase &c) {
  const EPrimApp *p = c.alts.size() == 1 ? dyn_cast<EPrimApp>(c.alts[0].body) : nullptr;
  return p && PrimId(p->op->index) == PrimId::Raise;
}

// e, which never returns, at another type. Null when it is not clear how.
const Expr *Simplifier::retype_bottom(const Expr *e, const Type *t) {
  switch (e->tag) {
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      if (PrimId(p.op->index) != PrimId::Raise) return same_type(expr_type(e), t) ? e : nullptr;
      return mk_prim_app(p.op, Vec<const Type *>{p.types[0], t}, p.args);
    }
    case Tag::App:
    case Tag::TyApp: {
      const Expr *f = e->tag == Tag::App ? cast<EApp>(e).fn : e;
      size_t n = e->tag == Tag::App ? cast<EApp>(e).args.size() : 0;
      const ETyApp *ta = dyn_cast<ETyApp>(f);
      const EVar *v = ta ? dyn_cast<EVar>(ta->fn) : nullptr;
      const TForall *fa =
          v && v->var->type->tag == TypeTag::Forall ? static_cast<const TForall *>(v->var->type) : nullptr;
      if (!fa || fa->vars.size() != ta->types.size()) return same_type(expr_type(e), t) ? e : nullptr;
      const Type *r = fa->body;
      Vec<const Type *> params;
      for (size_t i = 0; i < n; i++) {
        if (r->tag != TypeTag::Fun) return nullptr;
        params.push_back(static_cast<const TFun *>(r)->arg);
        r = static_cast<const TFun *>(r)->res;
      }
      if (r->tag != TypeTag::Var) return same_type(expr_type(e), t) ? e : nullptr;
      Vec<const Type *> types = ta->types.clone();
      for (size_t i = 0; i < fa->vars.size(); i++)
        if (fa->vars[i] == static_cast<const TVar *>(r)->var) {
          for (const Type *p : params)
            if (occurs_in(fa->vars[i], p)) return same_type(expr_type(e), t) ? e : nullptr;
          types[i] = t;
          const Expr *g = mk_ty_app(mk_var(v->var, v->place), types);
          return n ? mk_app(g, cast<EApp>(e).args) : g;
        }
      return nullptr;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      if (l.bind.var->info && l.bind.var->info->join_arity >= 0) return nullptr;
      const Expr *b = retype_bottom(l.body, t);
      return b ? mk_let(l.bind.var, l.bind.rhs, b) : nullptr;
    }
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (same_type(c.type, t)) return e;
      if (c.alts.size() != 1) return nullptr;
      const Expr *b = retype_bottom(c.alts[0].body, t);
      if (!b) return nullptr;
      Alt a = c.alts[0];
      a.body = b;
      return mk_case(c.scrut, c.binder, t, {a});
    }
    default: return nullptr;
  }
}

// e diverges. What can be reached only after something that diverges is dropped: left in a scrutinee, a jump there
// would not be in tail position.
const Expr *Simplifier::bottom_alt(const Expr *e, const Type *from, const Type *to) {
  if (const ECase *c = dyn_cast<ECase>(e)) {
    if (is_bottoming(c->scrut)) return bottom_alt(c->scrut, expr_type(c->scrut), to);
    Vec<Alt> alts;
    for (Alt a : c->alts) {
      a.body = bottom_alt(a.body, from, to);
      alts.push_back(a);
    }
    return mk_case(c->scrut, c->binder, to, alts);
  }
  if (const ELet *l = dyn_cast<ELet>(e); l && !is_join_var(l->bind.var))
    return mk_let(l->bind.var, l->bind.rhs, bottom_alt(l->body, from, to));
  if (const Expr *r = retype_bottom(e, to)) return r;
  if (same_type(from, to)) return e;
  Alt a;
  Vec<const Type *> parts;
  if (TyCon *tc = split_tcon_app(from, &parts); tc && tc->is_unboxed_tuple) {  // is always taken apart
    a.con = tc->cons[0];
    for (const Type *t : instantiated_fields(a.con, parts)) a.fields.push_back(mk_core_var("f", t));
  }
  a.body = unreachable(to);
  return mk_case(e, mk_core_var("bottom", from), to, {a});
}

}  // namespace gphc::opt
