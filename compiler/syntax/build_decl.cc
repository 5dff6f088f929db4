// build_decl.cc: types, and types as contexts, heads and constructors: the declarations made of these. See build.cc.
#include "syntax/build.h"

namespace gphc {

namespace {

// `()`, `[]`, `(,)` ..
bool is_built_in(Symbol s) { return s && (s.str()[0] == '(' || s.str()[0] == '['); }

HsType *split_type_app(HsType *t, Vec<HsType *> *args) {
  size_t n = 0;
  for (HsType *x = t; x->tag == HsTypeTag::App; x = x->a) n++;
  args->resize(n);
  HsType *x = t;
  for (; x->tag == HsTypeTag::App; x = x->a) (*args)[--n] = x->b;
  return x;
}

HsType *strip_parens(HsType *t) {
  while (t->tag == HsTypeTag::Paren) t = t->a;
  return t;
}

}  // namespace

// ---- Types ----------------------------------------------------------------------------------------------------------
HsType *Builder::type_app(HsType *f, HsType *x) {
  HsType *t = type(HsTypeTag::App, join(f->span, x->span));
  t->a = f;
  t->b = x;
  return t;
}

HsType *Builder::type_bang(Span s, const Token *unpack, bool strict, HsType *a) {
  HsType *t = type_unary(HsTypeTag::Bang, s, a);
  t->strict = strict;
  t->lazy = !strict;
  t->unpack = unpack && unpack->occ.str() == "UNPACK";
  return t;
}

HsType *Builder::type_tuple(HsTypeTag tag, Span s, Vec<HsType *> *elems) {
  check_tuple_size(s, elems->size());
  HsType *t = type(tag, s);
  t->elems = *elems;
  return t;
}

Vec<HsType *> Builder::to_context(HsType *t) {
  if (t->tag == HsTypeTag::Tuple) return t->elems;
  if (t->tag == HsTypeTag::Con && t->name.occ == sym("()") && !t->name.qual) return {};
  if (t->tag == HsTypeTag::Paren) return to_context(t->a);
  return Vec<HsType *>{t};
}

HsType *Builder::type_qual(HsType *context, HsType *body) {
  HsType *t = type(HsTypeTag::Qual, join(context->span, body->span));
  t->elems = to_context(context);
  t->a = body;
  return t;
}

HsType *Builder::type_forall(Span s, Binders *vars, HsType *body) {
  HsType *t = type(HsTypeTag::Forall, s);
  t->vars = vars->vars;
  t->a = body;
  return t;
}

// T a (b :: k), a :+: b, a `T` b, (a :+: b) c
void Builder::split_head(HsType *t, Decl *d, const char *what) {
  Vec<HsType *> args;
  HsType *head = split_type_app(t, &args);
  while (head->tag == HsTypeTag::Paren) {
    Vec<HsType *> inner;
    HsType *h = split_type_app(head->a, &inner);
    inner.append(args);
    args = inner;
    head = h;
  }
  if (head->tag == HsTypeTag::Infix) {
    Vec<HsType *> both{head->a, head->b};
    both.append(args);
    args = both;
    d->name = head->name;
  } else if (head->tag == HsTypeTag::Con) {
    d->name = head->name;
  } else {
    if (head->tag == HsTypeTag::Var && head->name.occ == sym("family"))
      unsupported(head->span, "TypeFamilies", "a family");
    else parse_error(t->span, std::string("malformed head of a ") + what + " declaration");
    return;
  }
  if (is_built_in(d->name.occ))
    parse_error(d->name.span, "illegal binding of built-in syntax: `" + d->name.occ.string() + "'");
  if (d->name.qual)
    parse_error(d->name.span,
                "qualified name in a binding position: `" + d->name.qual.string() + "." + d->name.occ.string() + "'");
  for (HsType *a : args) {
    a = strip_parens(a);
    TyVarBndr bndr;
    if (a->tag == HsTypeTag::KindSig && a->a->tag == HsTypeTag::Var) {
      bndr.name = a->a->name;
      bndr.kind = a->b;
    } else if (a->tag == HsTypeTag::Var) bndr.name = a->name;
    else {
      parse_error(a->span, std::string("unexpected type in the head of a ") + what +
                               " declaration: a type variable was expected");
      continue;
    }
    d->vars.push_back(bndr);
  }
}

// ---- Declarations ---------------------------------------------------------------------------------------------------
ConDecl *Builder::constructor(Span s, Binders *exist, HsType *context, HsType *body, Vec<ConField> *fields) {
  ConDecl *c = mk<ConDecl>();
  c->span = s;
  if (exist) c->exist = exist->vars;
  if (context) c->context = to_context(context);
  Vec<HsType *> args;
  HsType *head = split_type_app(body, &args);
  if (head->tag == HsTypeTag::Infix && args.empty()) {
    c->name = head->name;
    c->infix = true;
    args = Vec<HsType *>{head->a, head->b};
    if (head->var_op)
      parse_error(head->name.span, "parse error in constructor in data/newtype declaration: `" +
                                       head->name.occ.string() + "' is not a constructor name");
  } else if (head->tag == HsTypeTag::Con) {
    c->name = head->name;
  } else {
    parse_error(body->span, "parse error in constructor in data/newtype declaration");
    return c;
  }
  if (is_built_in(c->name.occ))
    parse_error(c->name.span, "illegal binding of built-in syntax: `" + c->name.occ.string() + "'");
  if (c->name.qual)
    parse_error(c->name.span,
                "qualified name in a binding position: `" + c->name.qual.string() + "." + c->name.occ.string() + "'");
  if (fields) {
    c->record = true;
    c->fields = *fields;
    if (!args.empty()) parse_error(s, "a constructor has either fields in braces or arguments");
  } else {
    for (HsType *a : args) c->fields.push_back(ConField{a->span, {}, a});
  }
  return c;
}

Decl *Builder::data(Span s, bool newtype, HsType *head, HsType *kind, Vec<ConDecl *> *cons, Vec<DerivClause> *deriv) {
  Decl *d = decl(newtype ? DeclTag::Newtype : DeclTag::Data, s);
  if (head->tag == HsTypeTag::Qual) {
    d->context = head->elems;
    head = head->a;
  }
  split_head(head, d, newtype ? "newtype" : "data");
  if (!d->name.occ) return nullptr;
  d->kind_sig = kind;
  if (cons) d->cons = *cons;
  if (deriv) d->deriv = *deriv;
  if (newtype) check_newtype(d);
  return d;
}

void Builder::check_newtype(const Decl *d) {
  bool one = d->cons.size() == 1 && (d->cons[0]->fields.size() == 1 && d->cons[0]->fields[0].labels.size() <= 1);
  if (one && strip_parens(d->cons[0]->fields[0].type)->tag == HsTypeTag::Bang)
    diags().error(d->cons[0]->name.span, diag::BadType, "the field of a newtype has no strictness annotation");
  // GHC shows the constructor when there is one too much in it.
  if (!one)
    diags()
        .error(d->cons.size() == 1 && d->cons[0]->name.span ? d->cons[0]->name.span : d->span, diag::BadType,
               "a newtype has exactly one constructor, with exactly one field")
        .hint("`data' has any number of both");
}

// Note [GADT syntax]
// ~~~~~~~~~~~~~~~~~~
// `data T a where { C :: (Show b) => b -> a -> T a }` is `data T a = forall b. Show b => C b a`: the constructor's
// variables that are arguments of its result are the type's own, under the type's names; the others are existential. A
// result whose arguments are not distinct variables is a real GADT, which is refused.
namespace {

struct Renaming {
  Symbol from, to;
};

HsType *rename_vars(const HsType *t, const std::vector<Renaming> &names) {
  if (!t) return nullptr;
  HsType *c = mk<HsType>(*t);
  if (t->tag == HsTypeTag::Var)
    for (const Renaming &r : names)
      if (r.from == t->name.occ) {
        c->name.occ = r.to;
        break;
      }
  std::vector<Renaming> inner = names;
  for (const TyVarBndr &b : t->vars) inner.insert(inner.begin(), {b.name.occ, b.name.occ});
  c->a = rename_vars(t->a, inner);
  c->b = t->tag == HsTypeTag::KindSig ? t->b : rename_vars(t->b, inner);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(rename_vars(e, inner));
  return c;
}

void mentioned_vars(const HsType *t, std::vector<Symbol> bound, std::vector<Name> *out) {
  if (!t) return;
  for (const TyVarBndr &b : t->vars) bound.push_back(b.name.occ);
  if (t->tag == HsTypeTag::Var) {
    for (Symbol s : bound)
      if (s == t->name.occ) return;
    for (const Name &n : *out)
      if (n.occ == t->name.occ) return;
    out->push_back(t->name);
  }
  for (const HsType *e : t->elems) mentioned_vars(e, bound, out);
  mentioned_vars(t->a, bound, out);
  if (t->tag != HsTypeTag::KindSig) mentioned_vars(t->b, bound, out);
}

}  // namespace

// See Note [GADT syntax]
Decl *Builder::gadt(Span s, bool newtype, HsType *head, HsType *kind, const Vec<GadtCon *> &cons,
                    Vec<DerivClause> *deriv) {
  Decl *d = data(s, false, head, nullptr, nullptr, deriv);
  if (!d) return nullptr;
  d->tag = newtype ? DeclTag::Newtype : DeclTag::Data;
  // data T :: Type -> Type: parameters without names.
  for (; kind; kind = kind->tag == HsTypeTag::Paren ? kind->a : kind->b) {
    if (kind->tag == HsTypeTag::Paren) continue;
    if (kind->tag != HsTypeTag::Fun) break;
    TyVarBndr bndr;
    bndr.name = name("t" + std::to_string(d->vars.size() + 1), kind->span);
    bndr.kind = kind->a;
    d->vars.push_back(bndr);
  }
  d->kind_sig = kind;
  for (const GadtCon *g : cons)
    for (const Name &n : g->names) d->cons.push_back(gadt_constructor(d, *g, n));
  if (newtype) check_newtype(d);
  return d;
}

ConDecl *Builder::gadt_constructor(const Decl *d, const GadtCon &g, const Name &con_name) {
  ConDecl *c = mk<ConDecl>();
  c->span = g.span;
  c->name = con_name;
  c->gadt = true;
  HsType *t = g.type;
  Vec<HsType *> context, args, params;
  std::vector<Name> order;  // variables of an explicit forall
  for (;; t = t->a) {
    if (t->tag == HsTypeTag::Forall)
      for (const TyVarBndr &b : t->vars) order.push_back(b.name);
    else if (t->tag == HsTypeTag::Qual) context.append(t->elems);
    else if (t->tag != HsTypeTag::Paren) break;
  }
  for (; t->tag == HsTypeTag::Fun || t->tag == HsTypeTag::Paren; t = t->tag == HsTypeTag::Fun ? t->b : t->a)
    if (t->tag == HsTypeTag::Fun) args.push_back(t->a);
  const HsType *result = split_type_app(t, &params);
  if (result->tag == HsTypeTag::Infix && params.empty()) params = Vec<HsType *>{result->a, result->b};
  if ((result->tag != HsTypeTag::Con && result->tag != HsTypeTag::Infix) || result->name.occ != d->name.occ ||
      params.size() != d->vars.size()) {
    diags().error(t->span, diag::BadType,
                  "the result of the constructor `" + con_name.occ.string() + "' is not the type `" +
                      d->name.occ.string() + "' applied to its parameters");
    return c;
  }
  std::vector<Renaming> names;
  for (size_t i = 0; i < params.size(); i++) {
    const HsType *p = strip_parens(params[i]);
    if (p->tag == HsTypeTag::KindSig) p = p->a;
    bool plain = p->tag == HsTypeTag::Var;
    for (const Renaming &r : names) plain = plain && r.from != p->name.occ;
    if (!plain) {
      unsupported(params[i]->span, "GADTs", "a constructor whose result is not the type applied to distinct variables");
      return c;
    }
    names.push_back({p->name.occ, d->vars[i].name.occ});
  }
  std::vector<Name> vars = order;
  for (const HsType *each : context) mentioned_vars(each, {}, &vars);
  for (const HsType *each : args) mentioned_vars(each, {}, &vars);
  if (g.fields)
    for (const ConField &f : *g.fields) mentioned_vars(f.type, {}, &vars);
  size_t universals = names.size();
  for (const Name &v : vars) {
    bool universal = false, taken = false;
    for (size_t i = 0; i < universals; i++) universal = universal || names[i].from == v.occ;
    if (universal) continue;
    for (const TyVarBndr &b : d->vars) taken = taken || b.name.occ == v.occ;
    TyVarBndr bndr;
    bndr.name = v;
    if (taken) {
      bndr.name.occ = sym(v.occ.string() + "_" + std::to_string(names.size()));
      names.push_back({v.occ, bndr.name.occ});
    }
    c->exist.push_back(bndr);
  }
  for (const HsType *each : context) c->context.push_back(rename_vars(each, names));
  for (const HsType *each : args) c->fields.push_back(ConField{each->span, {}, rename_vars(each, names)});
  if (g.fields) {
    c->record = true;
    for (const ConField &f : *g.fields) c->fields.push_back(ConField{f.span, f.labels, rename_vars(f.type, names)});
    if (!args.empty()) parse_error(g.span, "a constructor has either fields in braces or arguments");
  }
  return c;
}

Decl *Builder::class_decl(Span s, HsType *head, FunDepList *fundeps, LocalBinds *body) {
  Decl *d = decl(DeclTag::Class, s);
  if (head->tag == HsTypeTag::Qual) {
    d->context = head->elems;
    head = head->a;
  }
  split_head(head, d, "class");
  if (!d->name.occ) return nullptr;
  if (fundeps) d->fundeps = fundeps->deps;
  d->body = body;
  return d;
}

Overlap Builder::overlap(const Token *pragma) {
  std::string_view w = pragma->occ.str();
  return w == "OVERLAPPABLE"  ? Overlap::Overlappable
         : w == "OVERLAPPING" ? Overlap::Overlapping
         : w == "OVERLAPS"    ? Overlap::Overlaps
                              : Overlap::Incoherent;
}

Decl *Builder::instance(DeclTag tag, Span s, Overlap overlap, HsType *t, LocalBinds *body) {
  Decl *d = decl(tag, s);
  d->overlap = overlap;
  while (t->tag == HsTypeTag::Paren) t = t->a;
  if (t->tag == HsTypeTag::Forall) {
    d->vars = t->vars;
    t = t->a;
  }
  if (t->tag == HsTypeTag::Qual) {
    d->context = t->elems;
    t = t->a;
  }
  d->head = t;
  d->body = body;
  return d;
}

Decl *Builder::synonym(Span s, HsType *head, HsType *r) {
  Decl *d = decl(DeclTag::Synonym, s);
  split_head(head, d, "type");
  if (!d->name.occ) return nullptr;
  d->rhs = r;
  return d;
}

// foreign import CALLCONV [SAFETY] ["entity"] name :: type. Without an entity the name is the last of `words`.
Decl *Builder::foreign(Span s, const Token *direction, const Vec<Name> &words_in, const Token *entity, const Name *name,
                       HsType *t) {
  Decl *d = decl(DeclTag::Foreign, s);
  if (direction && direction->occ.str() != "export")
    parse_error(direction->span,
                "parse error on input `" + direction->occ.string() + "': `import' or `export' expected");
  d->is_export = direction != nullptr;
  Vec<Name> words = words_in.clone();
  if (name) d->name = *name;
  else {
    d->name = words.back();
    words.pop_back();
  }
  if (words.empty()) {
    parse_error(d->name.span, "a calling convention (`ccall', `capi' or `prim') is missing");
    return nullptr;
  }
  d->callconv = words[0].occ;
  std::string_view cc = d->callconv.str();
  if (cc != "ccall" && cc != "capi" && cc != "prim" && cc != "stdcall" && cc != "javascript")
    parse_error(words[0].span, "parse error on input `" + words[0].occ.string() +
                                   "': a calling convention (`ccall', `capi' or `prim') was expected");
  else if (cc == "stdcall") d->callconv = sym("ccall");  // of 32 bits: here C has one convention, GHC says
  else if (cc == "javascript")
    diags().error(words[0].span, diag::BadForeign,
                  "the calling convention `" + d->callconv.string() + "' is not supported on this platform");
  for (size_t i = 1; i < words.size(); i++) {
    std::string_view w = words[i].occ.str();
    if (w == "unsafe") d->safe = false;
    else if (w == "interruptible") d->interruptible = true;
    else if (w != "safe")
      parse_error(words[i].span, "parse error on input `" + words[i].occ.string() + "' in a foreign declaration");
  }
  // Without a string the C name is the Haskell name.
  d->entity = entity ? sym(entity->lit.text) : d->name.occ;
  d->sig = t;
  return d;
}

// type T :: k
void Builder::kind_signature(Span s, HsType *head, HsType *kind) {
  if (head->tag == HsTypeTag::Con && !head->name.qual) module->kind_sigs.push_back({head->name, kind});
  else unsupported(s, "TypeFamilies", "a type family");
}

// `type role T nominal`, `type family F a`.
void Builder::bare_type(Span s, HsType *head) {
  Vec<HsType *> args;
  HsType *h = split_type_app(head, &args);
  bool role = h->tag == HsTypeTag::Var && h->name.occ == sym("role");
  bool family = h->tag == HsTypeTag::Var && h->name.occ == sym("family");
  if (role) return;  // coerce looks at the type itself
  if (family) unsupported(s, "TypeFamilies", "a type family");
  else parse_error(s, "a type synonym needs `=' and a type");
}

DerivStrategy Builder::strategy(const Token *t) {
  std::string_view w = t->occ.str();
  if (w == "stock") return DerivStrategy::Stock;
  if (w == "anyclass") return DerivStrategy::AnyClass;
  parse_error(t->span, "parse error on input `" + t->occ.string() + "' in a deriving clause");
  return DerivStrategy::None;
}

DerivClause Builder::via(HsType *cls, const Token *word, HsType *type) {
  if (word->occ.str() != "via") strategy(word);
  return {cls->span, cls, DerivStrategy::Via, type, {}};
}

}  // namespace gphc
