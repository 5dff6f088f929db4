// convert_type.cc: types as written to types, with their kinds checked on the way.
//
// Kinds are inferred by unification: a type variable starts with a kind variable, and settle_kinds, called when a
// signature or a group of declarations is done, makes what is still undetermined * (in the stdlib and under PolyKinds:
// any kind). Synonyms are expanded here. A synonym may stand without its arguments only inside another synonym's
// arguments.
#include <algorithm>
#include <functional>

#include "typecheck/infer.h"

namespace gphc::check {

// ---- Kinds ---------------------------------------------------------------------------------------------------------
Kind *Tc::conv_kind(HsType *t) {
  switch (t->tag) {
    case HsTypeTag::Paren: return conv_kind(t->a);
    case HsTypeTag::Fun: return mk_kind_arrow(conv_kind(t->a), conv_kind(t->b));
    case HsTypeTag::Con:
      if (t->name.ent == g_builtin.constraint_kind) return kind_constraint();
      if (t->name.occ.str() == "#") return kind_hash();
      return kind_star();
    case HsTypeTag::Var: return kind_any();      // a kind variable
    case HsTypeTag::App: return mk_open_kind();  // TYPE r
    default: return kind_star();
  }
}

void Tc::bind_tyvar(const TyVarBndr &b) {
  if (!b.name.ent || b.name.ent->tag != EntTag::TyVar) return;
  TyVar *v = &cast<TyVar>(b.name.ent);
  if (!v->kind) {
    v->kind = b.kind ? conv_kind(b.kind) : mk_kind_meta();
    kind_pending.push_back(v);
  } else if (b.kind) {
    unify_kind(v->kind, conv_kind(b.kind));
  }
}

static Kind *settle(Kind *k, bool poly) {
  k = repr_kind(k);
  if (k->tag == KindTag::Meta) {
    k->res = poly && k->arg != k ? kind_any() : kind_star();
    return k->res;
  }
  if (k->tag != KindTag::Arrow) return k;
  Kind *a = settle(k->arg, poly), *r = settle(k->res, false);
  return a == k->arg && r == k->res ? k : mk_kind_arrow(a, r);
}

void Tc::settle_kinds(bool poly) {
  poly = poly || poly_kinds;
  for (TyVar *v : kind_pending) v->kind = settle(v->kind, poly);
  for (TyCon *c : tycon_pending) c->kind = settle(c->kind, poly);
  kind_pending.clear();
  tycon_pending.clear();
}

bool Tc::expect_kind(HsType *t, Kind *actual, Kind *expected, const Type *type) {
  if (unify_kind(actual, expected)) return true;
  expected = repr_kind(expected);
  std::string want =
      expected->tag == KindTag::Meta && expected->arg == expected ? "a type" : "kind `" + show_kind(expected) + "'";
  error(t->span, diag::KindMismatch,
        "expected " + want + ", but " + (type ? "`" + show_tidy(type) + "'" : std::string("this type")) +
            " has kind `" + show_kind(actual) + "'");
  return false;
}

// ---- Applications --------------------------------------------------------------------------------------------------
static HsType *strip_parens(HsType *t) {
  while (t->tag == HsTypeTag::Paren) t = t->a;
  return t;
}

// Splits head and arguments; `a op b` counts as op applied to a and b.
static HsType *spine(HsType *t, Vec<HsType *> &args) {
  t = strip_parens(t);
  while (t->tag == HsTypeTag::App) {
    args.push_back(t->b);
    t = strip_parens(t->a);
  }
  std::reverse(args.begin(), args.end());
  if (t->tag == HsTypeTag::Infix && t->name.ent) {
    Vec<HsType *> all{t->a, t->b};
    all.append(args);
    args = all;
  }
  return t;
}

static bool has_partial(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Con: return cast<TCon>(t).con->sort == TyConSort::Synonym;
    case TypeTag::App: return has_partial(cast<TApp>(t).fn) || has_partial(cast<TApp>(t).arg);
    case TypeTag::Fun: return has_partial(cast<TFun>(t).arg) || has_partial(cast<TFun>(t).res);
    case TypeTag::Forall: return has_partial(cast<TForall>(t).body);
    case TypeTag::Qual: return has_partial(cast<TQual>(t).body);
    default: return false;
  }
}

// What an expansion is about to copy: synonyms of synonyms can double at every level.
static void count_parts(const Type *t) {
  t = repr(t);
  if (const TApp *app = dyn_cast<TApp>(t)) {
    count_type_node();
    count_parts(app->fn);
    count_parts(app->arg);
  } else if (const TFun *fun = dyn_cast<TFun>(t)) {
    count_type_node();
    count_parts(fun->arg);
    count_parts(fun->res);
  }
}

const Type *Tc::expand_partial(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Fun: return mk_tfun(expand_partial(cast<TFun>(t).arg), expand_partial(cast<TFun>(t).res));
    case TypeTag::Forall: return mk_forall(cast<TForall>(t).vars, expand_partial(cast<TForall>(t).body));
    case TypeTag::Qual: return mk_qual(cast<TQual>(t).preds, expand_partial(cast<TQual>(t).body));
    case TypeTag::Con:
    case TypeTag::App: break;
    default: return t;
  }
  std::vector<const Type *> args;
  const Type *h = t;
  for (; h->tag == TypeTag::App; h = repr(cast<TApp>(h).fn)) {
    count_type_node();
    args.push_back(expand_partial(cast<TApp>(h).arg));
  }
  std::reverse(args.begin(), args.end());
  if (const TCon *c = dyn_cast<TCon>(h)) {
    TyCon *tc = c->con;
    size_t n = tc->params.size();
    if (tc->sort == TyConSort::Synonym && tc->synonym_rhs && args.size() >= n) {
      std::span<const Type *const> all(args);
      count_parts(tc->synonym_rhs);
      return expand_partial(mk_tapps(subst_type(tc->synonym_rhs, tc->params, all.subspan(0, n)), all.subspan(n)));
    }
  }
  return mk_tapps(h, args);
}

// The foralls of a synonym get variables of their own at each use: a signature's variables serve as its rigid
// variables.
static bool has_forall(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::App: return has_forall(cast<TApp>(t).fn) || has_forall(cast<TApp>(t).arg);
    case TypeTag::Fun: return has_forall(cast<TFun>(t).arg) || has_forall(cast<TFun>(t).res);
    case TypeTag::Forall: return true;
    case TypeTag::Qual: return has_forall(cast<TQual>(t).body);
    default: return false;
  }
}

static const Type *freshen(const Type *t) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::App: return mk_tapp(freshen(cast<TApp>(t).fn), freshen(cast<TApp>(t).arg));
    case TypeTag::Fun: return mk_tfun(freshen(cast<TFun>(t).arg), freshen(cast<TFun>(t).res));
    case TypeTag::Qual: return mk_qual(cast<TQual>(t).preds, freshen(cast<TQual>(t).body));
    case TypeTag::Forall: {
      const TForall &f = cast<TForall>(t);
      Vec<TyVar *> vars;
      Vec<const Type *> types;
      for (TyVar *v : f.vars) {
        vars.push_back(mk_tyvar(v->occ, v->kind));
        vars.back()->def = v->def;
        types.push_back(mk_tvar(vars.back()));
      }
      return mk_forall(vars, freshen(subst_type(f.body, f.vars, types)));
    }
    default: return t;
  }
}

// An argument of a type constructor, a class, or (where it may be anything that fits once it is expanded) a synonym.
const Type *Tc::conv_part(HsType *t, Kind *expected, bool of_synonym) {
  const Type *r = conv(t, expected);
  if (!of_synonym && is_poly(r))
    error(conv_whole, diag::BadType,
          "the type `" + show_tidy(r) +
              "' has a forall or a context: it cannot stand inside another (ImpredicativeTypes)");
  return r;
}

const Type *Tc::conv_head(HsType *h, const Vec<HsType *> &args, Kind **kind) {
  const Type *fn = nullptr;
  Kind *k = nullptr;
  TyCon *synonym = nullptr;
  bool named = h->tag == HsTypeTag::Var || h->tag == HsTypeTag::Con || h->tag == HsTypeTag::Infix;
  if (named) {
    Entity *e = h->name.ent;
    if (!e) {
      *kind = mk_kind_meta();
      for (HsType *a : args) conv(a, mk_kind_meta());
      return error_type(*kind);
    }
    if (TyVar *v = dyn_cast<TyVar>(e)) {
      auto it = alias.find(v);
      if (it != alias.end()) {
        fn = it->second;
        k = kind_of(fn);
      } else {
        if (!v->kind) {
          v->kind = mk_kind_meta();
          kind_pending.push_back(v);
        }
        fn = mk_tvar(v);
        k = v->kind;
      }
    } else if (TyCon *c = dyn_cast<TyCon>(e)) {
      auto todo = synonym_todo.find(c);
      if (todo != synonym_todo.end()) convert_synonym(todo->second);
      if (!c->kind) c->kind = mk_kind_meta();
      fn = mk_tcon(c);
      k = c->kind;
      if (c->sort == TyConSort::Synonym) synonym = c;
    } else {
      error(h->span, diag::BadType, "the class " + quote(e->occ) + " is used as a type");
      *kind = mk_kind_meta();
      return error_type(*kind);
    }
  } else {
    k = mk_kind_meta();
    fn = conv(h, k);
  }
  std::vector<const Type *> types;
  bool unboxed = fn->tag == TypeTag::Con && cast<TCon>(fn).con->is_unboxed_tuple;
  Span so_far = h->span;
  for (size_t i = 0; i < args.size(); i++) {
    k = repr_kind(k);
    if (k->tag == KindTag::Meta && k->arg != k) {
      k->res = mk_kind_arrow(mk_kind_meta(), mk_kind_meta());
      k = k->res;
    }
    if (k->tag != KindTag::Arrow) {
      Diagnostic &d = error(so_far, diag::KindMismatch,
                            "expected kind `* -> k', but " + quote(sym(show_tidy(mk_tapps(fn, types)))) +
                                " has kind `" + show_kind(k) + "'");
      if (synonym || fn->tag == TypeTag::Con)
        d.note("it is applied to " + plural(args.size(), "argument") + ", but takes " +
               (i ? std::to_string(i) : "none"));
      *kind = mk_kind_meta();
      return error_type(*kind);
    }
    types.push_back(conv_part(args[i], unboxed ? mk_open_kind() : k->arg, synonym != nullptr));
    so_far = join(so_far, args[i]->span);
    k = k->res;
  }
  *kind = k;
  if (synonym) {
    size_t n = synonym->params.size();
    if (types.size() < n || !synonym->synonym_rhs) {
      partial_synonym = true;
      return mk_tapps(fn, types);
    }
    std::span<const Type *const> all(types);
    count_parts(synonym->synonym_rhs);
    const Type *r = subst_type(synonym->synonym_rhs, synonym->params, all.subspan(0, n));
    r = mk_tapps(mk_spelled(r, mk_tapps(mk_tcon(synonym), all.subspan(0, n))), all.subspan(n));
    if (has_forall(synonym->synonym_rhs)) r = freshen(r);
    return partial_synonym ? expand_partial(r) : r;
  }
  return mk_tapps(fn, types);
}

// ---- Types ---------------------------------------------------------------------------------------------------------
Vec<TyVar *> Tc::quantified(HsType *t) {
  Vec<TyVar *> vars;
  for (const TyVarBndr &b : t->vars) {
    bind_tyvar(b);
    if (!b.name.ent || b.name.ent->tag != EntTag::TyVar) continue;
    vars.push_back(&cast<TyVar>(b.name.ent));
    if (!vars.back()->def) vars.back()->def = b.name.span;
  }
  return vars;
}

const Type *Tc::conv(HsType *t, Kind *expected) {
  if (!expected) expected = mk_open_kind();
  if (conv_depth++ == 0) conv_whole = t->span;
  // A signature without an explicit forall lists its variables in its outermost node.
  Vec<TyVar *> implicit;
  if (t->implicit_forall && t->tag != HsTypeTag::Forall) implicit = quantified(t);
  const Type *r = mk_forall(implicit, conv_inner(t, expected));
  conv_depth--;
  if (conv_depth == 0 && partial_synonym) {
    partial_synonym = false;
    r = expand_partial(r);
    if (has_partial(r)) {
      error(t->span, diag::BadType, "a type synonym is used here without all its arguments");
      return error_type(expected);
    }
  }
  return r;
}

const Type *Tc::conv_inner(HsType *t, Kind *expected) {
  switch (t->tag) {
    case HsTypeTag::Paren: return conv(t->a, expected);
    case HsTypeTag::Bang:
      error(t->span, diag::BadType, "a strictness annotation can stand only at the type of a constructor's field");
      return conv(t->a, expected);
    case HsTypeTag::Var:
    case HsTypeTag::Con:
    case HsTypeTag::App:
    case HsTypeTag::Infix: {
      Kind *k = nullptr;
      Vec<HsType *> args;
      HsType *h = spine(t, args);
      const Type *r = conv_head(h, args, &k);
      return expect_kind(t, k, expected, r) ? r : error_type(expected);
    }
    case HsTypeTag::Fun: {
      const Type *a = conv_open(t->a), *r = conv_open(t->b);
      expect_kind(t, kind_star(), expected);
      return mk_tfun(a, r);
    }
    case HsTypeTag::List: {
      if (!t->a) {
        expect_kind(t, g_builtin.list->kind, expected);
        return mk_tcon(g_builtin.list);
      }
      const Type *a = conv_part(t->a, kind_star());
      expect_kind(t, kind_star(), expected);
      return list_of(a);
    }
    case HsTypeTag::Tuple: {
      std::vector<const Type *> args;
      if (t->elems.size() == 1) return conv(t->elems[0], expected);
      for (HsType *e : t->elems) args.push_back(conv_part(e, kind_star()));
      expect_kind(t, kind_star(), expected);
      return mk_tcon_app(tuple_tycon(args.size()), args);
    }
    case HsTypeTag::UnboxedTuple: {
      std::vector<const Type *> args;
      for (HsType *e : t->elems) args.push_back(conv_open(e));
      expect_kind(t, kind_hash(), expected);
      return mk_tcon_app(unboxed_tuple_tycon(args.size()), args);
    }
    case HsTypeTag::Forall: {
      Vec<TyVar *> vars = quantified(t);
      return mk_forall(vars, conv(t->a, expected));
    }
    case HsTypeTag::Qual: {
      Vec<Pred> preds = conv_context(t->elems);
      return mk_qual(preds, conv(t->a, expected));
    }
    case HsTypeTag::KindSig: {
      Kind *k = conv_kind(t->b);
      const Type *r = conv(t->a, k);
      expect_kind(t, k, expected);
      return r;
    }
    case HsTypeTag::Wild:
      if (!wildcards)
        error(t->span, diag::BadType, "the wildcard `_' is not allowed in this type")
            .hint("write the type, or leave the signature out: wildcards in signatures are not implemented");
      return fresh_of(expected, t->span);
  }
  return error_type(expected);
}

const Type *Tc::conv_sigma(HsType *t, Kind *expected) {
  const Type *r = conv(t, expected ? expected : mk_open_kind());
  settle_kinds();
  return r;
}

// ---- Contexts ------------------------------------------------------------------------------------------------------
bool Tc::conv_pred(HsType *t, Pred *out) {
  Vec<HsType *> args;
  HsType *h = spine(t, args);
  if (h->tag == HsTypeTag::KindSig) return conv_pred(h->a, out);
  if ((h->tag == HsTypeTag::Infix || h->tag == HsTypeTag::Con) && h->name.occ.str() == "~") {
    error(t->span, diag::BadType, "equality constraints (TypeFamilies, GADTs) are not supported");
    return false;
  }
  if (h->tag != HsTypeTag::Con && h->tag != HsTypeTag::Infix) {
    error(t->span, diag::BadType, "a constraint must be a class applied to types");
    return false;
  }
  if (!h->name.ent) return false;
  Class *c = dyn_cast<Class>(h->name.ent);
  if (!c) {
    error(h->span, diag::BadType, "expected a class, but " + quote(h->name.occ) + " is a type");
    return false;
  }
  if (args.size() != c->params.size()) {
    error(t->span, diag::KindMismatch,
          "the class " + quote(c->occ) + " takes " + plural(c->params.size(), "argument") + ", but is given " +
              std::to_string(args.size()));
    return false;
  }
  out->cls = c;
  out->args = {};
  for (size_t i = 0; i < args.size(); i++) {
    TyVar *p = c->params[i];
    if (!p->kind) {
      p->kind = mk_kind_meta();
      kind_pending.push_back(p);
    }
    out->args.push_back(conv_part(args[i], p->kind));
  }
  return true;
}

Vec<Pred> Tc::conv_context(const Vec<HsType *> &ctx) {
  Vec<Pred> out;
  for (HsType *t : ctx) {
    HsType *s = strip_parens(t);
    if (s->tag == HsTypeTag::Tuple) {
      out.append(conv_context(s->elems));
      continue;
    }
    Pred p;
    if (conv_pred(s, &p)) out.push_back(p);
  }
  return out;
}

// ---- Ambiguity -----------------------------------------------------------------------------------------------------
static void type_vars(const Type *t, std::vector<TyVar *> &out) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var:
      if (std::find(out.begin(), out.end(), cast<TVar>(t).var) == out.end()) out.push_back(cast<TVar>(t).var);
      break;
    case TypeTag::App:
      type_vars(cast<TApp>(t).fn, out);
      type_vars(cast<TApp>(t).arg, out);
      break;
    case TypeTag::Fun:
      type_vars(cast<TFun>(t).arg, out);
      type_vars(cast<TFun>(t).res, out);
      break;
    case TypeTag::Forall: type_vars(cast<TForall>(t).body, out); break;
    case TypeTag::Qual: {
      type_vars(cast<TQual>(t).body, out);
      break;
    }
    default: break;
  }
}

// Adds to `fixed` what the constraints determine from it, by the dependencies of their classes and of those classes'
// superclasses; is_known: what needs no constraint.
static void add_determined(Vec<Pred> preds, std::vector<TyVar *> *fixed, const std::function<bool(TyVar *)> &is_known) {
  for (size_t i = 0; i < preds.size() && preds.size() < 200; i++) {
    Class *c = preds[i].cls;
    for (const Pred &sup : c->supers) {
      if (sup.cls->fundeps.empty() && sup.cls->supers.empty()) continue;
      Pred q{sup.cls, {}};
      for (const Type *a : sup.args) q.args.push_back(subst_type(a, c->params, preds[i].args));
      preds.push_back(q);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Pred &p : preds)
      for (const FunDep &fd : p.cls->fundeps) {
        std::vector<TyVar *> from, to;
        for (uint32_t k : fd.from) type_vars(p.args[k], from);
        for (uint32_t k : fd.to) type_vars(p.args[k], to);
        if (!std::all_of(from.begin(), from.end(), is_known)) continue;
        for (TyVar *v : to)
          if (!is_known(v)) {
            fixed->push_back(v);
            changed = true;
          }
      }
  }
}

// An instance must determine what its class's functional dependencies say: by the types that they start from, or by
// its context (GHC's liberal coverage condition).
void Tc::check_coverage(Span s, const Pred &head, const Vec<Pred> &context) {
  for (const FunDep &fd : head.cls->fundeps) {
    std::vector<TyVar *> fixed, to;
    for (uint32_t k : fd.from) type_vars(head.args[k], fixed);
    for (uint32_t k : fd.to) type_vars(head.args[k], to);
    auto is_known = [&](TyVar *v) { return std::find(fixed.begin(), fixed.end(), v) != fixed.end(); };
    add_determined(context.clone(), &fixed, is_known);
    for (TyVar *v : to)
      if (!is_known(v)) {
        error(s, diag::BadInstance,
              "the instance `" + show_pred(head) + "' does not determine " + quote(v->occ) +
                  ", as a functional dependency of " + quote(head.cls->occ) + " says");
        return;
      }
  }
}

// A constraint of a signature must have its variables fixed by the type to the right of =>, functional dependencies
// counted.
void Tc::check_ambiguity(Span s, const std::string &where, const Type *sigma) {
  Vec<TyVar *> quantified;
  Vec<Pred> preds;
  const Type *t = sigma;
  for (;;) {
    t = repr(t);
    if (const TForall *f = dyn_cast<TForall>(t)) {
      quantified.append(f->vars);
      t = f->body;
    } else if (const TQual *q = dyn_cast<TQual>(t)) {
      preds.append(q->preds);
      t = q->body;
    } else break;
  }
  if (preds.empty() || type_errors || mod.ext("AllowAmbiguousTypes")) return;
  std::vector<TyVar *> fixed;
  type_vars(t, fixed);
  auto known = [&](TyVar *v) {
    return std::find(fixed.begin(), fixed.end(), v) != fixed.end() ||
           std::find(quantified.begin(), quantified.end(), v) == quantified.end();
  };
  add_determined(preds.clone(), &fixed, known);
  for (size_t i = 0; i < preds.size(); i++) {
    std::vector<TyVar *> vs;
    for (const Type *a : preds[i].args) type_vars(a, vs);
    for (TyVar *v : vs)
      if (!known(v)) {
        error(s, diag::AmbiguousType,
              "in " + where + ": the type variable " + quote(v->occ) + " is ambiguous: nothing but the constraint `" +
                  show_pred(preds[i]) + "' mentions it");
        return;
      }
  }
}

}  // namespace gphc::check
