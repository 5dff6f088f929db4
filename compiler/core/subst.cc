// subst.cc: substitution with fresh binders; see subst.h. The two maps are persistent Patricia tries keyed by uniq
// (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998): extending copies the path to the new leaf, nothing else.
#include "core/subst.h"

#include "core/fvs.h"
#include "support/check.h"

namespace gphc::core {

namespace {

struct Node {    // bit == 0: leaf
  uint32_t key;  // leaf: the key; branch: the common prefix above `bit`
  uint32_t bit;
  const void *left, *right;  // branch: keys with the bit clear, set; leaf: left = the value
};

const void *find(const Node *n, uint32_t key) {
  while (n) {
    if (!n->bit) return n->key == key ? n->left : nullptr;
    n = static_cast<const Node *>(key & n->bit ? n->right : n->left);
  }
  return nullptr;
}

uint32_t prefix(uint32_t key, uint32_t bit) { return key & ~(bit | (bit - 1)); }

const Node *leaf(uint32_t key, const void *value) { return mk<Node>(key, 0u, value, nullptr); }

const Node *join(const Node *a, uint32_t ka, const Node *b, uint32_t kb) {
  uint32_t bit = 1u << (31 - __builtin_clz(ka ^ kb));
  return ka & bit ? mk<Node>(prefix(ka, bit), bit, b, a) : mk<Node>(prefix(ka, bit), bit, a, b);
}

const Node *insert(const Node *n, uint32_t key, const void *value) {
  if (!n) return leaf(key, value);
  if (!n->bit) return n->key == key ? leaf(key, value) : join(leaf(key, value), key, n, n->key);
  if (prefix(key, n->bit) != n->key) return join(leaf(key, value), key, n, n->key);
  const Node *l = static_cast<const Node *>(n->left), *r = static_cast<const Node *>(n->right);
  return key & n->bit ? mk<Node>(n->key, n->bit, l, insert(r, key, value))
                      : mk<Node>(n->key, n->bit, insert(l, key, value), r);
}

}  // namespace

void Subst::bind(const Var *v, const Expr *e) { vars_ = insert(static_cast<const Node *>(vars_), v->uniq, e); }
void Subst::bind_type(const TyVar *v, const Type *t) { types_ = insert(static_cast<const Node *>(types_), v->uniq, t); }
const Expr *Subst::lookup(const Var *v) const {
  return static_cast<const Expr *>(find(static_cast<const Node *>(vars_), v->uniq));
}
const Type *Subst::lookup_type(const TyVar *v) const {
  return static_cast<const Type *>(find(static_cast<const Node *>(types_), v->uniq));
}

const Type *Subst::type(const Type *t) const {
  if (!types_) return t;
  switch (t->tag) {
    case TypeTag::Var: {
      const Type *r = lookup_type(cast<TVar>(t).var);
      return r ? r : t;
    }
    case TypeTag::Con: return t;
    case TypeTag::App: {
      const TApp &x = cast<TApp>(t);
      const Type *f = type(x.fn), *a = type(x.arg);
      return f == x.fn && a == x.arg ? t : mk_tapp(f, a);
    }
    case TypeTag::Fun: {
      const TFun &x = cast<TFun>(t);
      const Type *a = type(x.arg), *r = type(x.res);
      return a == x.arg && r == x.res ? t : mk_tfun(a, r);
    }
    case TypeTag::Forall: {
      // Fresh variables, so that nothing is captured; but only where something changes.
      TyVarSet free;
      free_ty_vars(t, &free);
      bool touched = false;
      for (const TyVar *v : free) touched = touched || lookup_type(v);
      if (!touched) return t;
      Subst inner = *this;
      Vec<TyVar *> vars = inner.ty_binders(cast<TForall>(t).vars);
      return mk_forall(vars, inner.type(cast<TForall>(t).body));
    }
    case TypeTag::Qual:
    case TypeTag::Meta: break;
  }
  return type(core_type(t));
}

Var *Subst::binder(const Var *v) {
  Var *c = clone_var(v);
  c->type = type(v->type);
  if (c->sort != VarSort::Dict) c->sort = VarSort::Local;  // a clone of a top-level variable is not one
  c->module = Symbol();
  if (c->info) c->info->unfolding = nullptr;
  bind(v, mk_var(c));
  return c;
}
TyVar *Subst::ty_binder(const TyVar *v) {
  TyVar *c = mk_tyvar(v->occ, v->kind);
  bind_type(v, mk_tvar(c));
  return c;
}
Vec<Var *> Subst::binders(std::span<Var *const> vs) {
  Vec<Var *> out;
  for (Var *v : vs) out.push_back(binder(v));
  return out;
}
Vec<TyVar *> Subst::ty_binders(std::span<TyVar *const> vs) {
  Vec<TyVar *> out;
  for (TyVar *v : vs) out.push_back(ty_binder(v));
  return out;
}

Alt Subst::alt(const Alt &a) const {
  Subst s = *this;
  Alt b = a;
  b.ex_tvs = s.ty_binders(a.ex_tvs);
  b.fields = s.binders(a.fields);
  b.body = s.expr(a.body);
  return b;
}

static Vec<const Expr *> exprs(const Subst &s, const Vec<const Expr *> &es) {
  Vec<const Expr *> out;
  out.reserve(es.size());
  for (const Expr *e : es) out.push_back(s.expr(e));
  return out;
}
static Vec<const Type *> types(const Subst &s, const Vec<const Type *> &ts) {
  Vec<const Type *> out;
  out.reserve(ts.size());
  for (const Type *t : ts) out.push_back(s.type(t));
  return out;
}

const Expr *Subst::expr(const Expr *e) const {
  switch (e->tag) {
    case Tag::Var: {
      const EVar &v = cast<EVar>(e);
      const Expr *r = lookup(v.var);
      if (!r) return e;
      const EVar *to = dyn_cast<EVar>(r);
      return to && v.place && to->place != v.place ? mk_var(to->var, v.place) : r;
    }
    case Tag::Lit: return e;
    case Tag::App: return mk_app(expr(cast<EApp>(e).fn), exprs(*this, cast<EApp>(e).args));
    case Tag::TyApp: return mk_ty_app(expr(cast<ETyApp>(e).fn), types(*this, cast<ETyApp>(e).types));
    case Tag::Lam: {
      Subst s = *this;
      Vec<Var *> params = s.binders(cast<ELam>(e).params);
      return mk_lam(params, s.expr(cast<ELam>(e).body));
    }
    case Tag::TyLam: {
      Subst s = *this;
      Vec<TyVar *> vars = s.ty_binders(cast<ETyLam>(e).vars);
      return mk_ty_lam(vars, s.expr(cast<ETyLam>(e).body));
    }
    case Tag::Let: {
      const ELet &x = cast<ELet>(e);
      const Expr *rhs = expr(x.bind.rhs);
      Subst s = *this;
      // let x = y in e: y takes x's place.
      if (is<EVar>(rhs) && !(x.bind.var->info && x.bind.var->info->join_arity >= 0)) {
        s.bind(x.bind.var, rhs);
        return s.expr(x.body);
      }
      Var *v = s.binder(x.bind.var);
      return mk_let(v, rhs, s.expr(x.body));
    }
    case Tag::LetRec: {
      const ELetRec &x = cast<ELetRec>(e);
      Subst s = *this;
      Vec<Binding> binds;
      for (const Binding &b : x.binds) binds.push_back({s.binder(b.var), nullptr});
      for (size_t i = 0; i < binds.size(); i++) binds[i].rhs = s.expr(x.binds[i].rhs);
      return mk_letrec(binds, s.expr(x.body));
    }
    case Tag::Case: {
      const ECase &x = cast<ECase>(e);
      const Expr *scrut = expr(x.scrut);
      Subst s = *this;
      Var *binder = s.binder(x.binder);
      Vec<Alt> alts;
      alts.reserve(x.alts.size());
      for (const Alt &a : x.alts) alts.push_back(s.alt(a));
      return mk_case(scrut, binder, type(x.type), alts);
    }
    case Tag::ConApp:
      return mk_con_app(cast<EConApp>(e).con, types(*this, cast<EConApp>(e).types),
                        exprs(*this, cast<EConApp>(e).args));
    case Tag::PrimApp:
      return mk_prim_app(cast<EPrimApp>(e).op, types(*this, cast<EPrimApp>(e).types),
                         exprs(*this, cast<EPrimApp>(e).args));
    case Tag::Cast: return mk_cast(expr(cast<ECast>(e).body), type(cast<ECast>(e).type));
    case Tag::CCall:
      return mk_ccall(cast<ECCall>(e).call, exprs(*this, cast<ECCall>(e).args), type(cast<ECCall>(e).type));
    case Tag::Tick: return mk_tick(cast<ETick>(e).cost_centre, cast<ETick>(e).span, expr(cast<ETick>(e).body));
  }
  GPHC_BUG("Subst::expr");
}

const Expr *refresh(const Expr *e) { return Subst().expr(e); }
const Expr *subst_var(const Expr *e, const Var *v, const Expr *by) {
  Subst s;
  s.bind(v, by);
  return s.expr(e);
}
const Expr *subst_types(const Expr *e, std::span<TyVar *const> vars, std::span<const Type *const> types) {
  Subst s;
  for (size_t i = 0; i < vars.size(); i++) s.bind_type(vars[i], types[i]);
  return s.expr(e);
}

}  // namespace gphc::core
