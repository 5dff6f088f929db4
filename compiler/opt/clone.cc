// clone.cc: see clone.h. The tables hold, for each binder of the expression being copied, its copy. Because binders are
// unique in the program, entries need no scoping: an entry is overwritten when its binder is copied again, and a
// variable whose binder was not met in this copy is told apart by the copy's number in the entry.
#include "opt/clone.h"

#include <unordered_map>

#include "opt/occur_anal.h"
#include "opt/uniq_table.h"

namespace gphc::opt {
namespace {

struct VarEntry {
  uint32_t epoch = 0;
  const Expr *to = nullptr;
};
struct TyEntry {
  uint32_t epoch = 0;
  const Type *to = nullptr;
};
UniqTable<VarEntry> g_vars;
UniqTable<TyEntry> g_tyvars;
uint32_t g_epoch = 0;

class Cloner {
 public:
  explicit Cloner(PlaceId at = 0) : at_(at) { epoch_ = ++g_epoch; }
  void bind_var(const Var *v, const Expr *e) { g_vars[v->uniq] = {epoch_, e}; }
  void bind_tyvar(const TyVar *v, const Type *t) {
    g_tyvars[v->uniq] = {epoch_, t};
    any_types_ = true;
  }

  const Type *type(const Type *t) {
    if (!any_types_ || !t) return t;
    if (t->tag == TypeTag::Con) return t;
    auto it = memo_.find(t);
    if (it != memo_.end()) return it->second;
    const Type *r = type_slow(t);
    memo_[t] = r;
    return r;
  }

  Var *binder(const Var *v) {
    Var *c = clone_var(v);
    c->sort = VarSort::Local;
    c->module = Symbol();
    c->type = type(v->type);
    OccInfo o = occ_of(v);
    if (o.kind != Occ::Many || o.interesting) g_facts[c->uniq].occ = o;
    if (const VarFacts *f = g_facts.find(v->uniq); f && f->normal_within) {
      const bool strict = f->strict_within;
      VarFacts &g = g_facts[c->uniq];
      g.normal_within = true;
      g.strict_within = strict;
    }
    if (c->info) {
      c->info->unfolding = nullptr;
      c->info->is_exported = false;
    }
    bind_var(v, mk_var(c));
    return c;
  }
  TyVar *ty_binder(TyVar *v) {
    TyVar *c = mk_tyvar(v->occ, v->kind);
    c->skolem = v->skolem;
    bind_tyvar(v, mk_tvar(c));
    memo_.clear();
    return c;
  }
  Vec<Var *> binders(const Vec<Var *> &vs) {
    Vec<Var *> r;
    r.reserve(vs.size());
    for (Var *v : vs) r.push_back(binder(v));
    return r;
  }
  Vec<const Type *> types(const Vec<const Type *> &ts) {
    if (!any_types_) return ts;
    Vec<const Type *> r;
    r.reserve(ts.size());
    for (const Type *t : ts) r.push_back(type(t));
    return r;
  }
  Vec<const Expr *> exprs(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(expr(e));
    return r;
  }
  Alt alt(const Alt &a) {
    Alt r = a;
    r.ex_tvs = {};
    for (TyVar *v : a.ex_tvs) r.ex_tvs.push_back(ty_binder(v));
    r.fields = binders(a.fields);
    r.body = expr(a.body);
    return r;
  }

  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::Var: {
        const EVar &v = cast<EVar>(e);
        VarEntry n = g_vars.get(v.var->uniq);
        const Expr *r = n.epoch == epoch_ ? n.to : e;
        const PlaceId place = core::inlined(v.place, at_);
        const EVar *to = dyn_cast<EVar>(r);
        return to && place && to->place != place ? mk_var(to->var, place) : r;
      }
      case Tag::Lit: return e;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        const Expr *f = expr(a.fn);
        return mk_app(f, exprs(a.args));
      }
      case Tag::TyApp: {
        const ETyApp &a = cast<ETyApp>(e);
        return mk_ty_app(expr(a.fn), types(a.types));
      }
      case Tag::Lam: {
        const ELam &l = cast<ELam>(e);
        Vec<Var *> ps = binders(l.params);
        return mk_lam(ps, expr(l.body));
      }
      case Tag::TyLam: {
        const ETyLam &l = cast<ETyLam>(e);
        Vec<TyVar *> vs;
        for (TyVar *v : l.vars) vs.push_back(ty_binder(v));
        return mk_ty_lam(vs, expr(l.body));
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Expr *rhs = expr(l.bind.rhs);
        Var *v = binder(l.bind.var);
        return mk_let(v, rhs, expr(l.body));
      }
      case Tag::LetRec: {
        const ELetRec &l = cast<ELetRec>(e);
        Vec<Binding> bs;
        for (const Binding &b : l.binds) bs.push_back({binder(b.var), nullptr});
        for (size_t i = 0; i < bs.size(); i++) bs[i].rhs = expr(l.binds[i].rhs);
        return mk_letrec(bs, expr(l.body));
      }
      case Tag::Case: {
        const ECase &c = cast<ECase>(e);
        const Expr *s = expr(c.scrut);
        Var *b = binder(c.binder);
        Vec<Alt> alts;
        alts.reserve(c.alts.size());
        for (const Alt &a : c.alts) alts.push_back(alt(a));
        return mk_case(s, b, type(c.type), alts);
      }
      case Tag::ConApp: {
        const EConApp &c = cast<EConApp>(e);
        return mk_con_app(c.con, types(c.types), exprs(c.args));
      }
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        return mk_prim_app(p.op, types(p.types), exprs(p.args));
      }
      case Tag::Cast: {
        const ECast &c = cast<ECast>(e);
        return mk_cast(expr(c.body), type(c.type));
      }
      case Tag::CCall: {
        const ECCall &c = cast<ECCall>(e);
        return mk_ccall(c.call, exprs(c.args), type(c.type));
      }
      case Tag::Tick: {
        const ETick &t = cast<ETick>(e);
        return mk_tick(t.cost_centre, t.span, expr(t.body));
      }
    }
    return e;
  }

 private:
  const Type *type_slow(const Type *t) {
    switch (t->tag) {
      case TypeTag::Var: {
        TyEntry n = g_tyvars.get(static_cast<const TVar *>(t)->var->uniq);
        return n.epoch == epoch_ ? n.to : t;
      }
      case TypeTag::App: {
        const TApp *a = static_cast<const TApp *>(t);
        const Type *f = type(a->fn), *x = type(a->arg);
        return f == a->fn && x == a->arg ? t : mk_tapp(f, x);
      }
      case TypeTag::Fun: {
        const TFun *a = static_cast<const TFun *>(t);
        const Type *x = type(a->arg), *r = type(a->res);
        return x == a->arg && r == a->res ? t : mk_tfun(x, r);
      }
      case TypeTag::Forall: {
        const TForall *f = static_cast<const TForall *>(t);
        Vec<TyVar *> vs;
        std::vector<TyEntry> saved;
        for (TyVar *v : f->vars) {
          saved.push_back(g_tyvars.get(v->uniq));
          TyVar *c = mk_tyvar(v->occ, v->kind);
          g_tyvars[v->uniq] = {epoch_, mk_tvar(c)};
          vs.push_back(c);
        }
        std::unordered_map<const Type *, const Type *> outer;
        outer.swap(memo_);
        const Type *body = type(f->body);
        memo_.swap(outer);
        for (size_t i = 0; i < saved.size(); i++) g_tyvars[f->vars[i]->uniq] = saved[i];
        return mk_forall(vs, body);
      }
      default: return t;
    }
  }

  PlaceId at_;  // what is copied is inlined there
  uint32_t epoch_;
  bool any_types_ = false;
  std::unordered_map<const Type *, const Type *> memo_;
};

}  // namespace

const Expr *clone_expr(const Expr *e, PlaceId at) { return Cloner(at).expr(e); }

const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types, PlaceId at) {
  return clone_expr(e, tvs, types, {}, {}, at);
}

const Expr *clone_expr(const Expr *e, std::span<TyVar *const> tvs, std::span<const Type *const> types,
                       std::span<Var *const> vars, std::span<const Expr *const> by, PlaceId at) {
  Cloner c(at);
  for (size_t i = 0; i < tvs.size(); i++) c.bind_tyvar(tvs[i], types[i]);
  for (size_t i = 0; i < vars.size(); i++) c.bind_var(vars[i], by[i]);
  return c.expr(e);
}

}  // namespace gphc::opt
