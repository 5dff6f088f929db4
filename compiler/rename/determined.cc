// determined.cc: types that a class determines, such as PrimState m.
//
// Note [Determined types]
// ~~~~~~~~~~~~~~~~~~~~~~~
// GHC's libraries have associated types where ours have functional dependencies: `class PrimMonad m s | m -> s' for
// a class with the type family PrimState m. A module of the stdlib says which family a dependency stands for:
//     type PrimState m = Determined PrimMonad s
// read: PrimState m is the s that PrimMonad determines from its m. What programs write with it is rewritten here,
// before a type is renamed and quantified:
//   - PrimState t is what the instance of PrimMonad for t says, where t has a type constructor at its head: RealWorld
//     for IO, s for ST s;
//   - else it is a type variable whose name is the text "PrimState m", which no program can write: it is quantified
//     and scopes like any other, beside m, and messages show it as it was written;
//   - the constraint PrimMonad m, with one argument too few, is PrimMonad m (PrimState m). For a subclass, whose family
//     would be the same, the declaration names that in the third place: `Determined PrimBase s PrimState';
//   - the constraint PrimState m ~ t puts t for PrimState m;
//   - `type PrimState App = RealWorld' in an instance is the instance's missing argument;
//   - a synonym whose right-hand side has such a type or constraint in it is expanded at once, and never reaches the
//     type checker: its parameters may come to stand at such a place.
// Two families that are each other's inverse undo each other: Immutable (Mutable v) is v.
//
// Not all of type families, of course: nothing is known of PrimState m beyond the constraints at hand, no data type can
// have PrimState m in its fields for a parameter m, and a class can have no such superclass.
#include "rename/renamer.h"

namespace gphc {

namespace {

struct Family {
  Class *cls;
  uint32_t from, to;
  const Entity *same_as;  // the superclass's, or itself
};
struct Synonym {
  const Decl *decl;
  HsType *rhs;  // a copy that knows the entities of its constructors; type variables by name
};
struct Equation {
  std::vector<HsType *> args;  // of the instance's head, likewise; a missing one is null
};

std::unordered_map<const Entity *, Family> g_families;
std::unordered_map<const Entity *, Synonym> g_expanded;
std::unordered_map<const Entity *, const Decl *> g_synonyms;  // the ordinary ones
std::unordered_map<const Entity *, std::vector<Equation>> g_equations;
std::unordered_map<const Entity *, Entity *> g_family_of;  // of a class: the first
std::unordered_set<Symbol> g_names;                        // of all these: what else is looked up in vain

constexpr int kMaxDepth = 200;

HsType *strip(HsType *t) {
  while (t->tag == HsTypeTag::Paren || (t->tag == HsTypeTag::Tuple && t->elems.size() == 1))
    t = t->tag == HsTypeTag::Paren ? t->a : t->elems[0];
  return t;
}

HsType *spine(HsType *t, std::vector<HsType *> *args) {
  t = strip(t);
  for (; t->tag == HsTypeTag::App; t = strip(t->a)) args->insert(args->begin(), t->b);
  return t;
}

HsType *paren(HsType *t) {
  HsType *p = mk<HsType>();
  p->tag = HsTypeTag::Paren;
  p->span = t->span;
  p->a = t;
  return p;
}

HsType *apply_to(HsType *fn, std::span<HsType *const> args) {
  for (HsType *a : args) {
    HsType *app = mk<HsType>();
    app->tag = HsTypeTag::App;
    app->span = fn->span;
    app->a = fn;
    app->b = a;
    fn = app;
  }
  return fn;
}

using Binding = std::unordered_map<Symbol, HsType *>;

HsType *copy(const HsType *t, const Binding &binding) {
  if (!t) return nullptr;
  if (t->tag == HsTypeTag::Var)
    if (auto it = binding.find(t->name.occ); it != binding.end()) return paren(copy(it->second, {}));
  HsType *c = mk<HsType>(*t);
  c->a = copy(t->a, binding);
  c->b = copy(t->b, binding);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(copy(e, binding));
  return c;
}

void set_spans(HsType *t, Span s) {
  if (!t) return;
  t->span = s;
  set_spans(t->a, s);
  set_spans(t->b, s);
  for (HsType *e : t->elems) set_spans(e, s);
}

// An instance's argument against a type: binds the instance's variables.
bool matches(HsType *pattern, HsType *t, Binding *binding) {
  std::vector<HsType *> ps, ts;
  HsType *p = spine(pattern, &ps), *h = spine(t, &ts);
  if (p->tag == HsTypeTag::Var && ps.size() <= ts.size()) {
    size_t rest = ts.size() - ps.size();
    (*binding)[p->name.occ] = apply_to(h, std::span(ts).first(rest));
    ts.erase(ts.begin(), ts.begin() + long(rest));
  } else if (p->tag != HsTypeTag::Con || h->tag != HsTypeTag::Con || !h->name.ent || p->name.ent != h->name.ent ||
             ps.size() != ts.size()) {
    return p->tag == h->tag && p->tag == HsTypeTag::List && p->a && h->a && matches(p->a, h->a, binding);
  }
  for (size_t i = 0; i < ps.size(); i++)
    if (!matches(ps[i], ts[i], binding)) return false;
  return true;
}

// As a user would write it: the name of a determined type variable. Null for what none can be made of.
bool spell(HsType *t, std::string *out, bool atomic) {
  std::vector<HsType *> args;
  HsType *h = spine(t, &args);
  if (h->tag != HsTypeTag::Var && h->tag != HsTypeTag::Con) return false;
  bool parens = atomic && (!args.empty() || h->name.occ.str().find(' ') != std::string_view::npos);
  *out += (parens ? "(" : "") + h->name.occ.string();
  for (HsType *a : args) {
    *out += " ";
    if (!spell(a, out, true)) return false;
  }
  if (parens) *out += ")";
  return true;
}

bool is_determined_var(Symbol occ) { return occ.str().find(' ') != std::string_view::npos; }

// Does the name "PrimState m" mention the variable m?
bool mentions(Symbol occ, Symbol var) {
  std::string_view s = occ.str(), v = var.str();
  for (size_t at = s.find(v); at != std::string_view::npos; at = s.find(v, at + 1)) {
    auto is_part = [](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '\''; };
    if ((at == 0 || !is_part(s[at - 1])) && (at + v.size() == s.size() || !is_part(s[at + v.size()]))) return true;
  }
  return false;
}

void determined_vars(const HsType *t, std::vector<Name> *out) {
  if (!t) return;
  if (t->tag == HsTypeTag::Var && is_determined_var(t->name.occ)) {
    for (const Name &n : *out)
      if (n.occ == t->name.occ) return;
    out->push_back(t->name);
  }
  if (t->tag == HsTypeTag::Forall) {
    std::vector<Name> inner;
    determined_vars(t->a, &inner);
    for (const Name &n : inner) {
      bool bound = false;
      for (const TyVarBndr &b : t->vars) bound |= b.name.occ == n.occ;
      for (const Name &o : *out) bound |= o.occ == n.occ;
      if (!bound) out->push_back(n);
    }
    return;
  }
  for (const HsType *e : t->elems) determined_vars(e, out);
  determined_vars(t->a, out);
  determined_vars(t->b, out);
}

}  // namespace

bool is_expanded_synonym(const Entity *e) { return g_families.count(e) || g_expanded.count(e); }

Entity *family_of_class(const Entity *cls) {
  auto it = g_family_of.find(cls);
  return it == g_family_of.end() ? nullptr : it->second;
}

// What a constructor's name means, if it means one thing; reports nothing.
Entity *Renamer::quiet_tycon(const Name &n) const {
  if (n.ent) return n.ent;
  const Vec<Candidate> &found = lookup_global(m_, n.qual, n.occ, NameSpace::Type);
  return found.size() == 1 ? found[0].ent : nullptr;
}

HsType *Renamer::with_entities(const HsType *t) const {
  if (!t) return nullptr;
  HsType *c = mk<HsType>(*t);
  if (t->tag == HsTypeTag::Con) c->name.ent = quiet_tycon(t->name);
  c->a = with_entities(t->a);
  c->b = with_entities(t->b);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(with_entities(e));
  return c;
}

void Renamer::note_tycon_uses(const HsType *t) {
  if (!t) return;
  if (t->tag == HsTypeTag::Con && !t->name.ent) {
    const Vec<Candidate> &found = lookup_global(m_, t->name.qual, t->name.occ, NameSpace::Type);
    if (found.size() == 1) {
      note_use(found[0], t->name.span, bool(t->name.qual));
      root_uses_.push_back(found[0].ent);
    }
  }
  for (const HsType *e : t->elems) note_tycon_uses(e);
  note_tycon_uses(t->a);
  note_tycon_uses(t->b);
}

bool Renamer::has_determined(const HsType *t) const {
  if (!t) return false;
  if (t->tag == HsTypeTag::Con && g_names.count(t->name.occ)) {
    const Entity *e = quiet_tycon(t->name);
    if (e && (is_expanded_synonym(e) || g_family_of.count(e))) return true;
  }
  for (const HsType *e : t->elems)
    if (has_determined(e)) return true;
  return has_determined(t->a) || has_determined(t->b);
}

// The module's families, the instances of the classes that have some, and the synonyms to expand.
void Renamer::find_determined() {
  for (const Decl *d : m_->decls) {
    if (!m_->is_stdlib || d->tag != DeclTag::Synonym || !d->tycon || !d->rhs) continue;
    std::vector<HsType *> args;
    HsType *h = spine(d->rhs, &args);
    if (h->tag != HsTypeTag::Con || h->name.occ.str() != "Determined" || args.size() < 2) continue;
    Class *cls = dyn_cast<Class>(quiet_tycon(strip(args[0])->name));
    if (!cls) continue;
    Family f{cls, 0, 0, args.size() < 3 ? d->tycon : quiet_tycon(strip(args[2])->name)};
    for (uint32_t i = 0; i < cls->params.size(); i++) {
      if (cls->params[i]->occ == d->tvs[0]->occ) f.from = i;
      if (cls->params[i]->occ == strip(args[1])->name.occ) f.to = i;
    }
    g_families[d->tycon] = f;
    g_family_of.try_emplace(cls, d->tycon);
    g_names.insert(d->tycon->occ);
    g_names.insert(cls->occ);
  }
  for (Decl *d : m_->decls)
    if ((d->tag == DeclTag::Instance || d->tag == DeclTag::Class) && d->body) use_associated(d);
  for (const Decl *d : m_->decls)
    if (d->tag == DeclTag::Synonym && d->tycon && d->rhs && !is_expanded_synonym(d->tycon)) g_synonyms[d->tycon] = d;
  if (g_families.empty()) return;
  for (const Decl *d : m_->decls)
    if (d->tag == DeclTag::Instance) add_equation(d);
  for (bool more = true; more;) {
    more = false;
    for (const Decl *d : m_->decls) {
      if (d->tag != DeclTag::Synonym || !d->tycon || !d->rhs || is_expanded_synonym(d->tycon)) continue;
      if (!has_determined(d->rhs)) continue;
      g_expanded[d->tycon] = {d, with_entities(d->rhs)};
      g_synonyms.erase(d->tycon);
      g_names.insert(d->tycon->occ);
      note_tycon_uses(d->rhs);
      more = true;
    }
  }
}

void Renamer::use_associated(Decl *d) {
  for (const AssociatedType &a : d->body->associated) {
    HsType *head = d->head;
    while (head && (head->tag == HsTypeTag::Paren || head->tag == HsTypeTag::Forall || head->tag == HsTypeTag::Qual))
      head = head->a;
    std::vector<HsType *> args, family_args;
    HsType *h = head ? spine(head, &args) : nullptr, *f = spine(a.head, &family_args);
    const Entity *cls = h && h->tag == HsTypeTag::Con ? quiet_tycon(h->name) : nullptr;
    auto of_class = g_family_of.find(cls);
    const Entity *family = of_class == g_family_of.end() ? nullptr : of_class->second;
    // Like a method's, the name is the class's, in scope or not: Exts.IsList may have been imported qualified.
    if (!family || f->tag != HsTypeTag::Con || f->name.occ != family->occ ||
        args.size() + 1 != g_families[family].cls->params.size()) {
      diags().error(a.span, diag::UnsupportedExtension,
                    "an associated type needs TypeFamilies, which gphc does not implement");
      continue;
    }
    if (quiet_tycon(f->name)) note_tycon_uses(f);
    args.insert(args.begin() + g_families[family].to, paren(a.rhs));
    Span span = head->span;
    *head = *apply_to(h, args);
    head->span = span;
  }
}

void Renamer::add_equation(const Decl *d) {
  HsType *head = d->head;
  while (head->tag == HsTypeTag::Paren || head->tag == HsTypeTag::Forall || head->tag == HsTypeTag::Qual)
    head = head->a;
  std::vector<HsType *> args;
  HsType *h = spine(head, &args);
  if (h->tag != HsTypeTag::Con || !g_names.count(h->name.occ)) return;
  const Class *cls = dyn_cast<Class>(quiet_tycon(h->name));
  if (!cls || !g_family_of.count(cls) || args.size() != cls->params.size()) return;
  Equation e;
  for (HsType *a : args) e.args.push_back(with_entities(a));
  g_equations[cls].push_back(e);
}

// The family applied to `arg`, which is rewritten already.
HsType *Renamer::determined_type(const Entity *family, HsType *arg, Span at, int depth) {
  family = g_families[family].same_as;
  const Family &f = g_families[family];
  arg = strip(arg);
  std::vector<HsType *> args;
  HsType *h = spine(arg, &args);
  if (h->tag == HsTypeTag::Con || h->tag == HsTypeTag::List || h->tag == HsTypeTag::Tuple) {
    HsType *known = with_entities(arg);
    // An ordinary synonym: `type App = StateT Int IO'.
    std::vector<HsType *> known_args;
    HsType *known_head = spine(known, &known_args);
    auto synonym = known_head->tag == HsTypeTag::Con ? g_synonyms.find(known_head->name.ent) : g_synonyms.end();
    if (synonym != g_synonyms.end() && known_args.size() >= synonym->second->vars.size() && depth < kMaxDepth) {
      const Vec<TyVarBndr> &params = synonym->second->vars;
      Binding binding;
      for (size_t i = 0; i < params.size(); i++) binding[params[i].name.occ] = known_args[i];
      HsType *rhs = copy(with_entities(synonym->second->rhs), binding);
      return determined_type(family, apply_to(rhs, std::span(known_args).subspan(params.size())), at, depth + 1);
    }
    for (const Equation &e : g_equations[f.cls]) {
      Binding binding;
      if (!matches(e.args[f.from], known, &binding)) continue;
      HsType *r = copy(e.args[f.to], binding);
      set_spans(r, at);
      rewrite_determined(r, depth + 1);
      return r;
    }
    diags().error(at, diag::NoInstance,
                  "no instance of " + quote({}, f.cls->occ) + " says what " + quote({}, family->occ) + " is here");
    HsType *wild = mk<HsType>();
    wild->tag = HsTypeTag::Tuple;
    wild->span = at;
    return wild;
  }
  std::string text = family->occ.string() + " ";
  if (!spell(arg, &text, true)) {
    diags().error(at, diag::BadType, quote({}, family->occ) + " is applied to what is no type of a class's instance");
    text = family->occ.string() + " _";
  }
  // The inverse undoes: the argument's name is that family's and a variable.
  if (arg->tag == HsTypeTag::Var)
    for (const auto &[other, g] : g_families) {
      std::string prefix = other->occ.string() + " ";
      if (g.cls != f.cls || g.from != f.to || g.to != f.from || !arg->name.occ.str().starts_with(prefix)) continue;
      text = arg->name.occ.string().substr(prefix.size());
    }
  HsType *var = mk<HsType>();
  var->tag = HsTypeTag::Var;
  var->span = at;
  var->name.occ = sym(text);
  var->name.span = at;
  return var;
}

// See Note [Determined types]
void Renamer::rewrite_determined(HsType *t, int depth) {
  if (!t || g_families.empty()) return;
  if (depth > kMaxDepth) {
    diags().error(t->span, diag::BadType, "a synonym in this type is defined by itself");
    return;
  }
  if (t->tag == HsTypeTag::App || t->tag == HsTypeTag::Con) {
    std::vector<HsType *> args;
    HsType *h = spine(t, &args);
    if (h->tag == HsTypeTag::Con && g_names.count(h->name.occ)) {
      Entity *e = quiet_tycon(h->name);
      if (e && is_expanded_synonym(e)) {
        if (!h->name.ent) resolve_tycon(h->name);  // counts as a use
        for (HsType *a : args) rewrite_determined(a, depth + 1);
        auto it = g_expanded.find(e);
        size_t n = it == g_expanded.end() ? 1 : it->second.decl->vars.size();
        if (args.size() < n) {
          diags().error(t->span, diag::BadType,
                        quote({}, e->occ) + " must be applied to " + std::to_string(n) +
                            (n == 1 ? " argument here" : " arguments here"));
          *t = HsType{};
          t->tag = HsTypeTag::Tuple;
          return;
        }
        HsType *r;
        if (it == g_expanded.end()) {
          r = determined_type(e, args[0], t->span, depth);
        } else {
          Binding binding;
          for (size_t i = 0; i < n; i++) binding[it->second.decl->vars[i].name.occ] = args[i];
          r = copy(it->second.rhs, binding);
          rewrite_determined(r, depth + 1);
        }
        Span span = t->span;
        *t = args.size() == n ? *r : *apply_to(paren(r), std::span(args).subspan(n));
        t->span = span;
        return;
      }
      const Class *cls = e ? dyn_cast<Class>(e) : nullptr;
      if (cls && g_family_of.count(cls) && args.size() + 1 == cls->params.size()) {
        const Family &f = g_families[g_family_of[cls]];
        for (HsType *a : args) rewrite_determined(a, depth + 1);
        HsType *made = determined_type(g_family_of[cls], args[f.from < f.to ? f.from : f.from - 1], t->span, depth);
        args.insert(args.begin() + f.to, paren(made));
        Span span = t->span;
        *t = *apply_to(h, args);
        t->span = span;
        return;
      }
    }
    for (HsType *a : args) rewrite_determined(a, depth);
    if (h->tag != HsTypeTag::Con) rewrite_determined(h, depth);
    return;
  }
  rewrite_determined(t->a, depth);
  rewrite_determined(t->b, depth);
  for (HsType *e : t->elems) rewrite_determined(e, depth);
  if (t->tag == HsTypeTag::Qual) solve_determined(t->elems, t->a);
  if (t->tag != HsTypeTag::Forall) return;
  // What is determined by a variable of this forall is bound beside it.
  std::vector<Name> names;
  determined_vars(t->a, &names);
  for (const Name &n : names)
    for (size_t i = 0, k = t->vars.size(); i < k; i++)
      if (mentions(n.occ, t->vars[i].name.occ)) {
        TyVarBndr b;
        b.name = n;
        t->vars.push_back(b);
        break;
      }
}

// PrimState m ~ t in a context: t instead, in the other constraints and in what the context belongs to.
void Renamer::solve_determined(Vec<HsType *> &context, HsType *body) {
  Vec<HsType *> flat;
  for (size_t i = 0; i < context.size(); i++) {
    HsType *c = strip(context[i]);
    if (c->tag != HsTypeTag::Tuple) flat.push_back(context[i]);
    else context.append(c->elems);  // of a synonym
  }
  context = flat;
  for (HsType *constraint : flat) {
    HsType *c = strip(constraint);
    if (c->tag != HsTypeTag::Infix || c->name.occ.str() != "~") continue;
    HsType *a = strip(c->a), *b = strip(c->b);
    if (a->tag != HsTypeTag::Var || !is_determined_var(a->name.occ)) std::swap(a, b);
    if (a->tag != HsTypeTag::Var || !is_determined_var(a->name.occ)) continue;
    Binding binding{{a->name.occ, b}};
    Vec<HsType *> others;
    for (size_t k = 0; k < context.size(); k++)
      if (context[k] != constraint) others.push_back(copy(context[k], binding));
    *body = *copy(body, binding);
    context = others;
    solve_determined(context, body);
    return;
  }
}

// A whole signature with an explicit forall: what is determined by what no forall of it binds (`m' of the instance
// around it) is bound by the outermost one.
void Renamer::bind_determined(HsType *forall) {
  if (g_families.empty()) return;
  std::vector<Name> names;
  determined_vars(forall, &names);
  for (const Name &n : names) {
    if (local_tyvar(n.occ)) continue;
    TyVarBndr b;
    b.name = n;
    forall->vars.push_back(b);
  }
}

}  // namespace gphc
