// derive.cc: which instances a module derives, and for which types; the code of each class is written by its derive_*
// function. See derive.h for the contract.
//
// Note [Stock or newtype]
// ~~~~~~~~~~~~~~~~~~~~~~~
// The classes of the Report, Functor, Foldable, Traversable and Data are written out ("stock"), for newtypes too but of
// Eq, Ord, Ix and Bounded. These, any other class, and Enum where the newtype is not of a shape that has a stock
// instance, are derived for a newtype by taking the representation type's dictionary (GeneralizedNewtypeDeriving), as
// GHC does without the extension, too: which methods an instance of the representation type has of its own shows. The
// class's last parameter may be a type constructor: `newtype App a = App (StateT Int IO a) deriving Monad` needs Monad
// (StateT Int IO), so as many trailing parameters as the class's parameter takes are dropped from both types.
//
// Note [Generic]
// ~~~~~~~~~~~~~~
// There are no generic representations. What programs use them for is NFData: so NFData can be derived as a stock
// class, and `instance NFData T` without methods, for a T that derives Generic, gets the same rnf that the generic
// default has. Deriving Generic itself makes nothing. Under DeriveAnyClass any other class gives an instance of default
// methods.
#include "typecheck/derive.h"

#include <unordered_set>

#include "support/check.h"
#include "support/diag.h"
#include "rename/scope.h"
#include "typecheck/derive_build.h"

namespace gphc {

// ---- Building ------------------------------------------------------------------------------------------------------
bool mentions_tyvar(const Type *t, const TyVar *v) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: return cast<TVar>(t).var == v;
    case TypeTag::Con:
    case TypeTag::Meta: return false;
    case TypeTag::App: return mentions_tyvar(cast<TApp>(t).fn, v) || mentions_tyvar(cast<TApp>(t).arg, v);
    case TypeTag::Fun: return mentions_tyvar(cast<TFun>(t).arg, v) || mentions_tyvar(cast<TFun>(t).res, v);
    case TypeTag::Forall: return mentions_tyvar(cast<TForall>(t).body, v);
    case TypeTag::Qual: return mentions_tyvar(cast<TQual>(t).body, v);
  }
  return false;
}

Rhs *mk_plain_rhs(Span span, Expr *body) {
  Rhs *r = mk<Rhs>();
  r->span = span;
  r->alts.push_back(GuardedRhs{span, {}, body});
  return r;
}

std::vector<Var *> Deriving::fresh_fields(const char *name, const DataCon *c) const {
  std::vector<Var *> out;
  for (size_t i = 0; i < c->fields.size(); i++) out.push_back(fresh(name, i));
  return out;
}

Expr *Deriving::var(Var *v) const {
  Expr *e = expr(ExprTag::Var);
  e->name = Name{{}, v->occ, span, v};
  return e;
}

Expr *Deriving::method(const Class *c, const char *name) const {
  for (const Method &m : c->methods)
    if (m.sel->occ.str() == name) return var(m.sel);
  diags().flush();
  fatal("the standard library is incomplete: class `" + c->occ.string() + "' has no method `" + name + "'");
}

Expr *Deriving::prim(const char *name) const {
  auto &values = prim_module()->scope->exports.values;
  auto it = values.find(sym(name));
  GPHC_CHECK(it != values.end(), std::string("no primop ") + name);
  return var(static_cast<Var *>(it->second));
}

Expr *Deriving::beside_class(const char *name) const {
  const Vec<Candidate> &found = lookup_global(find_module(cls->module), Symbol(), sym(name), NameSpace::Value);
  GPHC_CHECK(found.size() == 1, std::string("no ") + name + " in " + cls->module.string());
  return var(static_cast<Var *>(found[0].ent));
}

Expr *Deriving::con(DataCon *c) const {
  Expr *e = expr(ExprTag::Con);
  e->name = Name{{}, c->occ, span, c};
  return e;
}

namespace {

// The text of a literal lives as long as the tree.
std::string_view keep(std::string_view s) { return Symbol::intern(s).str(); }

}  // namespace

Expr *Deriving::int_lit(int64_t n) const {
  Expr *e = expr(ExprTag::Lit);
  e->lit.tag = LitTag::Integer;
  e->lit.text = keep(std::to_string(n));
  return e;
}

Expr *Deriving::string_lit(std::string_view s) const {
  Expr *e = expr(ExprTag::Lit);
  e->lit.tag = LitTag::String;
  e->lit.text = keep(s);
  return e;
}

Expr *Deriving::apps(Expr *f, const std::vector<Expr *> &args) const {
  for (Expr *a : args) {
    Expr *e = expr(ExprTag::App);
    e->a = f;
    e->b = a;
    f = e;
  }
  return f;
}

Expr *Deriving::app(Expr *f, std::initializer_list<Expr *> args) const { return apps(f, std::vector<Expr *>(args)); }

Expr *Deriving::tuple(std::initializer_list<Expr *> elems) const {
  Expr *e = expr(ExprTag::Tuple);
  for (Expr *x : elems) e->elems.push_back(x);
  return e;
}

Expr *Deriving::lam(const std::vector<Var *> &params, Expr *body) const {
  if (params.empty()) return body;
  Match *m = mk<Match>();
  m->span = span;
  for (Var *v : params) m->pats.push_back(pvar(v));
  m->rhs = mk_plain_rhs(span, body);
  Expr *e = expr(ExprTag::Lam);
  e->matches.push_back(m);
  return e;
}

Expr *Deriving::match_case(Expr *scrut, const std::vector<std::pair<Pat *, Expr *>> &alts) const {
  Expr *e = expr(ExprTag::Case);
  e->a = scrut;
  for (const auto &[p, body] : alts) {
    Match *m = mk<Match>();
    m->span = span;
    m->pats.push_back(p);
    m->rhs = mk_plain_rhs(span, body);
    e->matches.push_back(m);
  }
  return e;
}

Expr *Deriving::con_vars(DataCon *c, const std::vector<Var *> &vars) const {
  std::vector<Expr *> args;
  for (Var *v : vars) args.push_back(var(v));
  return apps(con(c), args);
}

Pat *Deriving::pvar(Var *v) const {
  Pat *p = pat(PatTag::Var);
  p->name = Name{{}, v->occ, span, v};
  return p;
}

Pat *Deriving::pcon(DataCon *c, const std::vector<Pat *> &args) const {
  Pat *p = pat(PatTag::Con);
  p->name = Name{{}, c->occ, span, c};
  for (Pat *a : args) p->args.push_back(a);
  return p;
}

Pat *Deriving::pcon_vars(DataCon *c, const std::vector<Var *> &vars) const {
  std::vector<Pat *> args;
  for (Var *v : vars) args.push_back(pvar(v));
  return pcon(c, args);
}

Pat *Deriving::ptuple(const std::vector<Pat *> &elems) const {
  Pat *p = pat(PatTag::Tuple);
  for (Pat *e : elems) p->args.push_back(e);
  return p;
}

Pat *Deriving::pint(int64_t n) const {
  Pat *lit = pat(PatTag::Lit);
  lit->lit.tag = LitTag::IntPrim;
  lit->lit.text = keep(std::to_string(n));
  return pcon(known_con(KnownCon::I), {lit});
}

void Deriving::equation(const char *name, const std::vector<Pat *> &pats, Expr *body) const {
  Match *m = mk<Match>();
  m->span = span;
  for (Pat *p : pats) m->pats.push_back(p);
  m->rhs = mk_plain_rhs(span, body);
  Vec<Bind *> &binds = out->decl->body->binds;
  if (!binds.empty() && binds.back()->name.occ.str() == name) {
    binds.back()->matches.push_back(m);
    return;
  }
  Bind *b = mk<Bind>();
  b->tag = BindTag::Fun;
  b->span = span;
  b->name = method(cls, name)->name;
  b->matches.push_back(m);
  binds.push_back(b);
}

Var *Deriving::top_level(const std::string &name, Expr *body) const {
  Var *v = mk_local_var(sym(name), nullptr, span);
  v->sort = VarSort::Global;
  v->module = module.name;
  Match *m = mk<Match>();
  m->span = span;
  m->rhs = mk_plain_rhs(span, body);
  Bind *b = mk<Bind>();
  b->tag = BindTag::Fun;
  b->span = span;
  b->name = Name{{}, v->occ, span, v};
  b->matches.push_back(m);
  b->generated = true;
  BindGroup *g = mk<BindGroup>();
  g->binds.push_back(b);
  module.values->groups.push_back(g);
  return v;
}

void Deriving::want(const Type *t) const {
  Pred p;
  p.cls = cls;
  for (size_t i = 0; i + 1 < out->inst->args.size(); i++) p.args.push_back(out->inst->args[i]);
  p.args.push_back(t);
  out->wanted.push_back(p);
}

void Deriving::want_fields() const {
  for (const DataCon *c : tycon->cons)
    for (const FieldInfo &f : c->fields) want(field_type(f));
}

const PrimField *prim_field(const Type *t) {
  static const PrimField kInt{KnownCon::I, "#"}, kWord{KnownCon::W, "##"}, kChar{KnownCon::C, "#"},
      kDouble{KnownCon::D, "##"}, kFloat{KnownCon::F, "#"};
  Vec<const Type *> args;
  const TyCon *tc = split_tcon_app(t, &args);
  if (!tc) return nullptr;
  return tc == g_builtin.int_prim      ? &kInt
         : tc == g_builtin.word_prim   ? &kWord
         : tc == g_builtin.char_prim   ? &kChar
         : tc == g_builtin.double_prim ? &kDouble
         : tc == g_builtin.float_prim  ? &kFloat
                                       : nullptr;
}

void Deriving::want_boxed_fields() const {
  for (const DataCon *c : tycon->cons)
    for (const FieldInfo &f : c->fields)
      if (!prim_field(f.type)) want(field_type(f));
}

Expr *Deriving::boxed(Var *v, const FieldInfo &f) const {
  const PrimField *prim = prim_field(f.type);
  return prim ? app(con(prim->box), {var(v)}) : var(v);
}

bool Deriving::is_enumeration() const {
  for (const DataCon *c : tycon->cons)
    if (!c->fields.empty()) return false;
  return !tycon->cons.empty();
}

// ---- What to derive ------------------------------------------------------------------------------------------------
namespace {

using DeriveFn = void (*)(const Deriving &);
struct Stock {
  KnownClass cls;
  DeriveFn fn;
  size_t dropped;  // parameters of the type that the instance is not about
};
const Stock kStock[] = {
    {KnownClass::Eq, derive_eq, 0},
    {KnownClass::Ord, derive_ord, 0},
    {KnownClass::Show, derive_show, 0},
    {KnownClass::Read, derive_read, 0},
    {KnownClass::Enum, derive_enum, 0},
    {KnownClass::Bounded, derive_bounded, 0},
    {KnownClass::Ix, derive_ix, 0},
    {KnownClass::Functor, derive_functor, 1},
    {KnownClass::Foldable, derive_foldable, 1},
    {KnownClass::Traversable, derive_traversable, 1},
};

// Not in known.def: their modules are loaded only where they are imported. Of NFData see Note [Generic]
const Stock kNFData{KnownClass::count_, derive_nfdata, 0};
bool is_nfdata(const Class *c) { return c->occ.str() == "NFData" && c->module.str() == "Control.DeepSeq"; }
const Stock kData{KnownClass::count_, derive_data, 0};
bool is_data(const Class *c) { return c->occ.str() == "Data" && c->module.str() == "GPH.Data"; }
bool is_generic(const Class *c) { return c->module.str() == "GHC.Generics"; }

const Stock *stock_of(const Class *c) {
  if (is_nfdata(c)) return &kNFData;
  if (is_data(c)) return &kData;
  for (const Stock &s : kStock)
    if (find_known_class(s.cls) == c) return &s;
  return nullptr;
}

// See Note [Stock or newtype]
bool is_of_newtype(const Stock *stock) {
  if (!stock) return true;
  switch (stock->cls) {
    case KnownClass::Eq:
    case KnownClass::Ord:
    case KnownClass::Ix:
    case KnownClass::Bounded: return true;
    default: return false;
  }
}

size_t kind_arity(Kind *k) {
  size_t n = 0;
  for (k = repr_kind(k); k && k->tag == KindTag::Arrow; k = repr_kind(k->res)) n++;
  return n;
}

// Why the stock instance does not exist for this shape of type; empty when it does. In a deriving clause, whose context
// is inferred from the fields, no constructor may bind type variables or dictionaries itself, as in GHC; a standalone
// declaration says the context, and the methods may then use what the constructor holds.
std::string shape_problem(const Deriving &d, KnownClass cls, bool standalone) {
  for (const DataCon *c : d.tycon->cons)
    if (!standalone && cls != KnownClass::count_ && !(c->exist.empty() && c->theta.empty()))
      return "the constructor `" + c->occ.string() + "' has " +
             (c->exist.empty() ? "a context" : "existential type variables") +
             "; a standalone deriving declaration can have it, too";
  switch (cls) {
    case KnownClass::Enum:
      return d.is_enumeration() ? "" : "it is not an enumeration (one or more constructors, all without fields)";
    case KnownClass::Bounded:
    case KnownClass::Ix:
      return d.is_enumeration() || d.tycon->cons.size() == 1
                 ? ""
                 : "it must be an enumeration or have exactly one constructor";
    default: return "";
  }
}

// t without its last argument, which must be the variable v, occurring nowhere else. Null when t is not of that form.
const Type *drop_last(const Type *t, const TyVar *v) {
  t = repr(t);
  const Type *fn = nullptr, *arg = nullptr;
  if (const TApp *a = dyn_cast<TApp>(t)) {
    fn = a->fn;
    arg = a->arg;
  }
  if (const TFun *f = dyn_cast<TFun>(t)) {
    fn = mk_tapp(mk_tcon(g_builtin.fun), f->arg);
    arg = f->res;
  }
  if (!fn) return nullptr;
  const TVar *last = dyn_cast<TVar>(repr(arg));
  return last && last->var == v && !mentions_tyvar(fn, v) ? fn : nullptr;
}

// The arguments of a class applied to types, as written.
Vec<HsType *> class_args(HsType *t) {
  Vec<HsType *> out;
  std::vector<HsType *> reversed;
  for (;;) {
    if (t->tag == HsTypeTag::Paren || t->tag == HsTypeTag::Forall || t->tag == HsTypeTag::Qual) {
      t = t->a;
      continue;
    }
    if (t->tag != HsTypeTag::App) break;
    reversed.push_back(t->b);
    t = t->a;
  }
  for (size_t i = reversed.size(); i-- > 0;) out.push_back(reversed[i]);
  return out;
}

Class *class_head(HsType *t) {
  while (t->tag == HsTypeTag::Paren || t->tag == HsTypeTag::App || t->tag == HsTypeTag::Forall ||
         t->tag == HsTypeTag::Qual)
    t = t->a;
  return t->name.ent ? dyn_cast<Class>(t->name.ent) : nullptr;
}

// Typeable needs no instance: every type has it. Accepted, as GHC does.
bool is_automatic(const Class *c) { return c->occ.str() == "Typeable" || is_generic(c); }

std::unordered_set<const TyCon *> g_generic;  // types that derive Generic

struct Deriver {
  Module &m;
  ConvertType convert;
  std::vector<DerivedInstance> out;

  void cannot(Span at, const Class *cls, const TyCon *tc, const std::string &why) {
    diags()
        .error(at, diag::CannotDerive, "cannot derive an instance of " + describe(cls) + " for " + describe(tc))
        .note(why);
  }

  // di is the instance about its type constructor applied to the first `given` of type_args; the class's arguments
  // before it are more_args.
  static void instance_head(DerivedInstance &di, const Vec<TyVar *> &tvs, const Vec<const Type *> &type_args,
                            size_t given, const Vec<const Type *> &more_args) {
    // Instance variables: all of tvs but those that are dropped.
    for (TyVar *v : tvs) {
      bool keep = true;
      for (size_t i = given; i < type_args.size(); i++) {
        const TVar *arg = dyn_cast<TVar>(repr(type_args[i]));
        if (arg && arg->var == v) keep = false;
      }
      if (keep) di.inst->vars.push_back(v);
    }
    di.decl->tvs = di.inst->vars;
    di.inst->args = more_args.clone();
    Vec<const Type *> head_args;
    for (size_t i = 0; i < given; i++) head_args.push_back(type_args[i]);
    di.inst->args.push_back(mk_tcon_app(di.tycon, head_args));
  }

  // tycon applied to type_args (over tvs) is what the instance is about; more_args are the class's arguments before it.
  void derive(Class *cls, TyCon *tc, const Vec<TyVar *> &tvs, Vec<const Type *> type_args,
              const Vec<const Type *> &more_args, Span at, Decl *standalone, DerivStrategy strategy, const Type *via) {
    DerivedInstance di;
    di.tycon = tc;
    di.span = at;
    di.declared = standalone ? standalone->span : at;
    di.infer_context = !standalone;
    di.inst = mk<Instance>();
    di.inst->cls = cls;
    di.inst->module = m.name;
    di.inst->span = at;
    di.inst->derived = true;
    di.decl = mk<Decl>();
    di.decl->tag = DeclTag::Instance;
    di.decl->span = at;
    di.decl->cls = cls;
    di.decl->inst = di.inst;
    di.decl->body = mk<LocalBinds>();
    if (standalone) {
      di.decl->context = standalone->context;
      di.inst->overlap = standalone->overlap;
    }

    Deriving d{m, &di, tc, cls, at, {}, {}};
    for (size_t i = 0; i < type_args.size() && i < tc->params.size(); i++) {
      d.from.push_back(tc->params[i]);
      d.to.push_back(type_args[i]);
    }
    const Stock *stock = stock_of(cls);
    std::string problem = stock == &kData ? data_problem(d, standalone)
                          : stock         ? shape_problem(d, stock->cls, standalone)
                                          : "";
    if (strategy == DerivStrategy::Newtype && tc->sort != TyConSort::Newtype) {
      cannot(di.declared, cls, tc, "the type is not a newtype");
      return;
    }
    if (strategy == DerivStrategy::Newtype && stock == &kData) {
      cannot(di.declared, cls, tc, "its methods say what the type is, which is not what its representation says");
      return;
    }
    // DeriveAnyClass wins over newtype deriving when a program has both and does not say, as with GHC.
    bool any_class =
        strategy == DerivStrategy::AnyClass || (strategy == DerivStrategy::None && !stock && m.ext("DeriveAnyClass"));
    // NFData is stock here, to say what its default means; a program derives it as any class.
    const bool default_nf = stock == &kNFData && tc->sort == TyConSort::Data && strategy != DerivStrategy::Via;
    if ((any_class || default_nf) && !m.is_stdlib && !m.ext("DeriveAnyClass")) {
      cannot(di.declared, cls, tc,
             describe(cls) + " can be derived as any class only with {-# LANGUAGE DeriveAnyClass #-}");
      return;
    }
    if (any_class && stock == &kNFData) any_class = false;
    bool newtype =
        via || (tc->sort == TyConSort::Newtype && !any_class && strategy != DerivStrategy::Stock &&
                (is_of_newtype(stock) || (!problem.empty() && stock != &kData) || strategy == DerivStrategy::Newtype));
    if (any_class) {
      stock = nullptr;
      problem.clear();
    }
    if (!stock && !newtype && !any_class) {
      cannot(di.declared, cls, tc,
             describe(cls) +
                 " is not a class that can be derived for data types (Eq, Ord, Show, Read, Enum, Bounded, Ix, Functor, "
                 "Foldable, Traversable, Data)");
      return;
    }
    if (!newtype && !problem.empty()) {
      cannot(di.declared, cls, tc, problem);
      return;
    }

    size_t dropped = !stock || newtype
                         ? kind_arity(cls->params.empty() ? nullptr : cls->params[cls->params.size() - 1]->kind)
                         : stock->dropped;
    size_t given = type_args.size();  // standalone: already without the dropped ones
    if (!standalone) {
      if (given < dropped) {
        cannot(di.declared, cls, tc, "the type has fewer parameters than the class expects of it");
        return;
      }
      given -= dropped;
    }
    instance_head(di, tvs, type_args, given, more_args);
    // In a standalone head the dropped parameters have no types yet.
    while (d.to.size() < tc->params.size()) {
      TyVar *param = tc->params[d.to.size()];
      d.from.push_back(param);
      d.to.push_back(mk_tvar(mk_tyvar(param->occ, param->kind)));
    }
    if (tc->params.size() - given != dropped) {
      cannot(di.declared, cls, tc,
             "the type must be applied to " + std::to_string(tc->params.size() - dropped) + " arguments");
      return;
    }

    if (via) {
      di.decl->via_newtype = true;
      di.decl->newtype_rep = via;
      d.want(via);
    } else if (newtype) {
      if (tc->cons.empty() || tc->cons[0]->fields.empty()) return;  // reported elsewhere
      const Type *rep = d.field_type(tc->cons[0]->fields[0]);
      for (size_t i = tc->params.size(); rep && i > given; i--) {
        const TVar *last = dyn_cast<TVar>(repr(d.to[i - 1]));
        rep = last ? drop_last(rep, last->var) : nullptr;
      }
      if (!rep) {
        cannot(di.declared, cls, tc, "the representation type does not end in the type's last parameter");
        return;
      }
      di.decl->via_newtype = true;
      di.decl->newtype_rep = rep;
      d.want(rep);
    } else if (stock) {
      stock->fn(d);
    }
    out.push_back(di);
  }

  void clause(Decl *decl, DerivClause &c) {
    Class *cls = class_head(c.cls);
    if (cls && is_generic(cls)) g_generic.insert(decl->tycon);
    if (!cls || is_automatic(cls)) return;
    TyCon *tc = decl->tycon;
    Vec<TyVar *> tvs;
    Vec<const Type *> args, more;
    for (TyVar *p : tc->params) {
      TyVar *v = mk_tyvar(p->occ, p->kind);
      tvs.push_back(v);
      args.push_back(mk_tvar(v));
    }
    for (HsType *t : class_args(c.cls)) {
      const Type *arg = convert(t);
      if (!arg) return;
      more.push_back(subst_type(arg, tc->params, args));
    }
    if (more.size() + 1 != cls->params.size()) {
      diags().error(c.span, diag::CannotDerive,
                    describe(cls) + " takes " + std::to_string(cls->params.size()) + " arguments, so " +
                        std::to_string(cls->params.size() - 1) + " must be given here");
      return;
    }
    tvs.append(c.tvs);
    const Type *via = c.via ? convert(c.via) : nullptr;
    if (c.via && !via) return;
    derive(cls, tc, tvs, args, more, c.span, nullptr, c.strategy, via ? subst_type(via, tc->params, args) : nullptr);
  }

  void standalone(Decl *decl) {
    if (!decl->cls) return;
    if (is_generic(decl->cls)) {
      HsType *t = decl->head;
      while (t->tag == HsTypeTag::App || t->tag == HsTypeTag::Paren)
        t = t->tag == HsTypeTag::App && t->a->tag == HsTypeTag::Con && t->a->name.ent == decl->cls ? t->b : t->a;
      if (const TyCon *tc = t->name.ent ? dyn_cast<TyCon>(t->name.ent) : nullptr) g_generic.insert(tc);
    }
    if (is_automatic(decl->cls)) return;
    Vec<const Type *> more, type_args;
    for (HsType *t : class_args(decl->head)) {
      const Type *arg = convert(t);
      if (!arg) return;
      more.push_back(arg);
    }
    if (more.size() != decl->cls->params.size() || more.empty()) {
      diags().error(decl->head->span, diag::BadInstance,
                    describe(decl->cls) + " takes " + std::to_string(decl->cls->params.size()) + " arguments");
      return;
    }
    TyCon *tc = split_tcon_app(more.back(), &type_args);
    more.pop_back();
    if (!tc || (tc->sort != TyConSort::Data && tc->sort != TyConSort::Newtype) || tc->is_unboxed_tuple) {
      diags().error(decl->head->span, diag::CannotDerive, "an instance can be derived only for a data type or newtype");
      return;
    }
    const Type *via = decl->via ? convert(decl->via) : nullptr;
    if (decl->via && !via) return;
    derive(decl->cls, tc, decl->tvs, type_args, more, decl->head->span, decl, decl->strategy, via);
  }

  // `instance NFData T` without methods. See Note [Generic]
  void fill_nfdata(Decl *decl) {
    Vec<HsType *> args = class_args(decl->head);
    if (args.size() != 1 || (decl->body && !decl->body->binds.empty())) return;
    HsType *t = args[0];
    while (t->tag == HsTypeTag::Paren || t->tag == HsTypeTag::App) t = t->a;
    TyCon *tc = t->name.ent ? dyn_cast<TyCon>(t->name.ent) : nullptr;
    if (!tc || !g_generic.count(tc)) return;
    if (!decl->body) decl->body = mk<LocalBinds>();
    DerivedInstance di;
    di.decl = decl;
    Instance shape;
    di.inst = &shape;  // the constraints are the user's
    derive_nfdata(Deriving{m, &di, tc, decl->cls, decl->head->span, {}, {}});
  }
};

}  // namespace

std::vector<DerivedInstance> derive_instances(Module &m, ConvertType convert) {
  Deriver d{m, convert, {}};
  for (Decl *decl : m.decls) {
    if (decl->tag == DeclTag::StandaloneDeriving) d.standalone(decl);
    if (decl->tag != DeclTag::Data && decl->tag != DeclTag::Newtype) continue;
    for (DerivClause &c : decl->deriv)
      if (decl->tycon) d.clause(decl, c);
  }
  for (Decl *decl : m.instances)
    if (decl->cls && decl->head && is_nfdata(decl->cls)) d.fill_nfdata(decl);
  return std::move(d.out);
}

}  // namespace gphc
