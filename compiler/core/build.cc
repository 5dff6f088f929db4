// build.cc: the constructors of Core nodes, and the few questions about types that every pass asks: the type of an
// expression, the representation of a type, what is under a newtype. Nodes are immutable once built; each mk_ checks
// the local invariants of core.h that it can see cheaply (saturation, shape), lint.cc checks the rest.
#include <unordered_map>

#include "core/core.h"
#include "support/check.h"

namespace gphc::core {

TyCon *g_integer_tycon = nullptr;

IdInfo &info(Var *v) {
  if (!v->info) v->info = mk<IdInfo>();
  return *v->info;
}

template <class T>
static T *node() {
  T *e = mk<T>();
  e->tag = T::kTag;
  return e;
}

static_assert(sizeof(EVar) == 2 * sizeof(void *), "a place stands in padding");
const Expr *mk_var(Var *v, PlaceId place) {
  GPHC_CHECK(v != nullptr, "mk_var: null");
  EVar *e = node<EVar>();
  e->place = place;
  e->var = v;
  return e;
}

const Expr *mk_lit(Literal l) {
  ELit *e = node<ELit>();
  e->lit = l;
  return e;
}
const Expr *mk_int_lit(int64_t n) { return mk_lit({.tag = LitTag::Int, .i = n}); }
const Expr *mk_word_lit(uint64_t n) { return mk_lit({.tag = LitTag::Word, .i = int64_t(n)}); }
const Expr *mk_char_lit(uint32_t c) { return mk_lit({.tag = LitTag::Char, .i = int64_t(c)}); }
const Expr *mk_double_lit(double d) { return mk_lit({.tag = LitTag::Double, .d = d}); }
const Expr *mk_float_lit(double d) { return mk_lit({.tag = LitTag::Float, .d = d}); }

static std::string_view keep(std::string_view s) {
  char *p = static_cast<char *>(g_arena.alloc(s.size() + 1));
  memcpy(p, s.data(), s.size());
  p[s.size()] = 0;
  return {p, s.size()};
}
const Expr *mk_string_lit(std::string_view bytes) { return mk_lit({.tag = LitTag::String, .text = keep(bytes)}); }

const Expr *mk_integer_lit(std::string_view decimal) {
  // At most 18 digits: certainly below 2^60.
  if (decimal.size() <= 18)
    return mk_lit({.tag = LitTag::Integer, .i = strtoll(std::string(decimal).c_str(), nullptr, 10)});
  return mk_lit({.tag = LitTag::Integer, .text = keep(decimal)});
}

const Expr *mk_app(const Expr *f, std::span<const Expr *const> args) {
  if (args.empty()) return f;
  EApp *e = node<EApp>();
  if (const EApp *inner = dyn_cast<EApp>(f)) {
    e->fn = inner->fn;
    e->args = inner->args.clone();
  } else {
    e->fn = f;
  }
  e->args.reserve(e->args.size() + args.size());
  for (const Expr *a : args) {
    GPHC_CHECK(a != nullptr, "mk_app: null argument");
    e->args.push_back(a);
  }
  return e;
}
const Expr *mk_app(const Expr *f, std::initializer_list<const Expr *> args) {
  return mk_app(f, std::span<const Expr *const>(args.begin(), args.size()));
}

const Expr *mk_ty_app(const Expr *f, std::span<const Type *const> types) {
  if (types.empty()) return f;
  ETyApp *e = node<ETyApp>();
  if (const ETyApp *inner = dyn_cast<ETyApp>(f)) {
    e->fn = inner->fn;
    e->types = inner->types.clone();
  } else {
    e->fn = f;
  }
  e->types.reserve(e->types.size() + types.size());
  for (const Type *t : types) e->types.push_back(t);
  return e;
}

const Expr *mk_lam(std::span<Var *const> params, const Expr *body) {
  if (params.empty()) return body;
  ELam *e = node<ELam>();
  for (Var *v : params) e->params.push_back(v);
  if (const ELam *inner = dyn_cast<ELam>(body)) {
    e->params.append(inner->params);
    e->body = inner->body;
  } else {
    e->body = body;
  }
  return e;
}

const Expr *mk_ty_lam(std::span<TyVar *const> vars, const Expr *body) {
  if (vars.empty()) return body;
  ETyLam *e = node<ETyLam>();
  for (TyVar *v : vars) e->vars.push_back(v);
  if (const ETyLam *inner = dyn_cast<ETyLam>(body)) {
    e->vars.append(inner->vars);
    e->body = inner->body;
  } else {
    e->body = body;
  }
  return e;
}

const Expr *mk_let(Var *v, const Expr *rhs, const Expr *body) {
  GPHC_CHECK(v && rhs && body, "mk_let: null");
  ELet *e = node<ELet>();
  e->bind = {v, rhs};
  e->body = body;
  return e;
}

const Expr *mk_letrec(const Vec<Binding> &binds, const Expr *body) {
  if (binds.empty()) return body;
  ELetRec *e = node<ELetRec>();
  e->binds = binds;
  e->body = body;
  return e;
}

const Expr *mk_case(const Expr *scrut, Var *binder, const Type *type, const Vec<Alt> &alts) {
  GPHC_CHECK(scrut && binder && type, "mk_case: null");
  for (size_t i = 0; i < alts.size(); i++) {
    GPHC_CHECK(!alts[i].is_default() || i + 1 == alts.size(), "mk_case: the default comes last");
    GPHC_CHECK(alts[i].body != nullptr, "mk_case: alternative without body");
    GPHC_CHECK(!alts[i].con || alts[i].fields.size() == alts[i].con->core_arity(),
               "mk_case: fields of " + alts[i].con->occ.string());
  }
  ECase *e = node<ECase>();
  e->scrut = scrut;
  e->binder = binder;
  e->type = type;
  e->alts = alts;
  return e;
}
const Expr *mk_strict_let(Var *v, const Expr *rhs, const Expr *body) {
  Alt a;
  a.body = body;
  return mk_case(rhs, v, expr_type(body), {a});
}

const Expr *mk_con_app(DataCon *con, std::span<const Type *const> types, std::span<const Expr *const> args) {
  GPHC_CHECK(args.size() == con->core_arity(), "mk_con_app: " + con->occ.string() + " is not saturated");
  GPHC_CHECK(types.size() == con->univ.size() + con->exist.size(),
             "mk_con_app: type arguments of " + con->occ.string());
  EConApp *e = node<EConApp>();
  e->con = con;
  e->types = Vec<const Type *>(types);
  e->args = Vec<const Expr *>(args);
  return e;
}

const Expr *mk_prim_app(const PrimOp *op, std::span<const Type *const> types, std::span<const Expr *const> args) {
  GPHC_CHECK(args.size() == op->arity, std::string("mk_prim_app: ") + op->name + " is not saturated");
  EPrimApp *e = node<EPrimApp>();
  e->op = op;
  e->types = Vec<const Type *>(types);
  e->args = Vec<const Expr *>(args);
  return e;
}

const Expr *mk_cast(const Expr *e, const Type *type) {
  if (const ECast *inner = dyn_cast<ECast>(e)) e = inner->body;
  if (same_type(expr_type(e), type)) return e;
  ECast *c = node<ECast>();
  c->body = e;
  c->type = type;
  return c;
}

const Expr *mk_ccall(const ForeignCall *call, std::span<const Expr *const> args, const Type *type) {
  ECCall *e = node<ECCall>();
  e->call = call;
  e->args = Vec<const Expr *>(args);
  e->type = type;
  return e;
}

const Expr *mk_tick(Symbol cc, Span span, const Expr *body) {
  ETick *e = node<ETick>();
  e->cost_centre = cc;
  e->span = span;
  e->body = body;
  return e;
}

Var *mk_core_var(std::string_view name, const Type *type) { return mk_local_var(sym(name), type); }

Var *clone_var(const Var *v) {
  Var *c = mk<Var>(*v);
  c->uniq = fresh_uniq();
  c->own_name = c->library = false;
  if (v->info) c->info = mk<IdInfo>(*v->info);
  return c;
}

// ---- Types ----------------------------------------------------------------------------------------------------------
static const Type *lit_type(const Literal &l) {
  switch (l.tag) {
    case LitTag::Int: return mk_tcon(g_builtin.int_prim);
    case LitTag::Word: return mk_tcon(g_builtin.word_prim);
    case LitTag::Char: return mk_tcon(g_builtin.char_prim);
    case LitTag::Double: return mk_tcon(g_builtin.double_prim);
    case LitTag::Float: return mk_tcon(g_builtin.float_prim);
    case LitTag::String:
    case LitTag::NullAddr: return mk_tcon(g_builtin.addr_prim);
    case LitTag::Integer:
      GPHC_CHECK(g_integer_tycon, "an Integer literal before Integer is known");
      return mk_tcon(g_integer_tycon);
    case LitTag::Data: return l.data->type;
  }
  GPHC_BUG("lit_type");
}

// Applies a polymorphic type to types. Fewer variables than types in one Forall: goes on with the body.
static const Type *inst_type(const Type *t, std::span<const Type *const> types) {
  while (!types.empty()) {
    const TForall *f = dyn_cast<TForall>(t);
    GPHC_CHECK(f, "type application of " + show_type(t));
    size_t n = f->vars.size() < types.size() ? f->vars.size() : types.size();
    const Type *body = f->body;
    if (n < f->vars.size()) {
      Vec<TyVar *> rest;
      for (size_t i = n; i < f->vars.size(); i++) rest.push_back(f->vars[i]);
      body = mk_forall(rest, body);
    }
    t = subst_type(body, std::span<TyVar *const>(f->vars.begin(), n), types.first(n));
    types = types.subspan(n);
  }
  return t;
}

static const Type *apply_fun_type(const Type *t, size_t n, const Expr *at) {
  for (size_t i = 0; i < n; i++) {
    const TFun *f = dyn_cast<TFun>(t);
    GPHC_CHECK(f, "application of a " + show_type(t) + " in " + show_expr(at));
    t = f->res;
  }
  return t;
}

const Type *expr_type(const Expr *e) {
  switch (e->tag) {
    case Tag::Var: return cast<EVar>(e).var->type;
    case Tag::Lit: return lit_type(cast<ELit>(e).lit);
    case Tag::App: return apply_fun_type(expr_type(cast<EApp>(e).fn), cast<EApp>(e).args.size(), e);
    case Tag::TyApp: return inst_type(expr_type(cast<ETyApp>(e).fn), cast<ETyApp>(e).types);
    case Tag::Lam: {
      const ELam &l = cast<ELam>(e);
      Vec<const Type *> args;
      for (Var *v : l.params) args.push_back(v->type);
      return mk_tfuns(args, expr_type(l.body));
    }
    case Tag::TyLam: return mk_forall(cast<ETyLam>(e).vars, expr_type(cast<ETyLam>(e).body));
    case Tag::Let: return expr_type(cast<ELet>(e).body);
    case Tag::LetRec: return expr_type(cast<ELetRec>(e).body);
    case Tag::Case: return cast<ECase>(e).type;
    case Tag::ConApp: {
      const EConApp &c = cast<EConApp>(e);
      return mk_tcon_app(c.con->tycon, std::span<const Type *const>(c.types.begin(), c.con->univ.size()));
    }
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      return apply_fun_type(inst_type(primop_type(p.op), p.types), p.args.size(), e);
    }
    case Tag::Cast: return cast<ECast>(e).type;
    case Tag::CCall: return cast<ECCall>(e).type;
    case Tag::Tick: return expr_type(cast<ETick>(e).body);
  }
  GPHC_BUG("expr_type");
}

const Type *newtype_rep(TyCon *tc) {
  static std::unordered_map<TyCon *, const Type *> cache;
  const Type *&t = cache[tc];
  if (!t) t = core_type(tc->cons[0]->fields[0].type);
  return t;
}

static std::unordered_map<const DataCon *, Vec<const Type *>> g_con_field_types;
Vec<const Type *> con_field_types(const DataCon *c) {
  auto it = g_con_field_types.find(c);
  if (it != g_con_field_types.end()) return it->second;
  Vec<const Type *> types;
  for (const Pred &p : c->theta) types.push_back(core_type(dict_type(p)));
  for (const FieldInfo &f : c->fields) types.push_back(core_type(f.type));
  return g_con_field_types[c] = types;
}

void set_con_fields(DataCon *c, const Vec<FieldInfo> &fields) {
  c->fields = fields;
  g_con_field_types.erase(c);
}

const Type *unwrap_newtype_once(const Type *t) {
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (!tc || tc->sort != TyConSort::Newtype || args.size() < tc->params.size() || tc->cons.empty()) return nullptr;
  size_t n = tc->params.size();
  const Type *rep = subst_type(newtype_rep(tc), tc->params, std::span<const Type *const>(args.begin(), n));
  return args.size() == n ? rep : mk_tapps(rep, std::span<const Type *const>(args.begin() + n, args.size() - n));
}

const Type *unwrap_newtypes(const Type *t) {
  t = repr(t);
  Vec<TyCon *> seen;
  for (;;) {
    if (is<TFun>(t) || is<TForall>(t) || is<TVar>(t)) return t;
    TyCon *tc = split_tcon_app(t, nullptr);
    if (!tc || tc->sort != TyConSort::Newtype) return t;
    for (TyCon *s : seen)
      if (s == tc) return t;
    seen.push_back(tc);
    const Type *next = unwrap_newtype_once(t);
    if (!next) return t;
    t = repr(next);
  }
}

Rep type_rep(const Type *t) {
  t = unwrap_newtypes(t);
  while (const TForall *f = dyn_cast<TForall>(t)) t = unwrap_newtypes(f->body);
  if (is<TFun>(t)) return Rep::Lifted;
  TyCon *tc = split_tcon_app(t, nullptr);
  return tc ? tc->rep : Rep::Lifted;
}

bool is_unlifted(const Type *t) {
  // The common cases without unfolding anything.
  t = repr(t);
  if (is<TFun>(t) || is<TVar>(t)) return false;
  return type_rep(t) != Rep::Lifted;
}

}  // namespace gphc::core
