// rename_type.cc: type variables and type constructors in signatures and declarations.
//
// A signature without an explicit forall is quantified over its variables that are not in scope: it becomes a Forall
// node marked implicit_forall, whose variables do not scope over the definition. With an explicit outermost forall
// every variable must be bound.
#include "support/scc.h"
#include "rename/renamer.h"

namespace gphc {

// ---- Types ---------------------------------------------------------------------------------------------------------
namespace {

// a `m` b, with a type variable between the backquotes.
bool is_infix_var(const HsType *t) {
  char c = t->tag == HsTypeTag::Infix && !t->name.qual ? t->name.occ.str()[0] : 0;
  return (c >= 'a' && c <= 'z') || c == '_';
}

// Makes m a b of it, in a resolved chain.
void apply_infix_vars(HsType *t) {
  if (t->tag != HsTypeTag::Infix) return;
  apply_infix_vars(t->a);
  apply_infix_vars(t->b);
  if (!is_infix_var(t)) return;
  HsType *f = mk<HsType>(), *app = mk<HsType>();
  f->tag = HsTypeTag::Var;
  f->name = t->name;
  f->span = t->name.span ? t->name.span : t->span;
  app->tag = HsTypeTag::App;
  app->span = t->span;
  app->a = f;
  app->b = t->a;
  t->tag = HsTypeTag::App;
  t->a = app;
}

}  // namespace

// The variables free in t that are not in scope, each once, in order of occurrence.
void Renamer::free_tyvars(const HsType *t, std::vector<Name> *out) const {
  if (!t) return;
  if (is_infix_var(t)) {
    HsType var;
    var.tag = HsTypeTag::Var;
    var.name = t->name;
    free_tyvars(t->a, out);
    free_tyvars(&var, out);
    free_tyvars(t->b, out);
    return;
  }
  if (t->tag == HsTypeTag::Var) {
    if (local_tyvar(t->name.occ)) return;
    for (const Name &n : *out)
      if (n.occ == t->name.occ) return;
    out->push_back(t->name);
    return;
  }
  if (t->tag == HsTypeTag::Forall) {
    std::vector<Name> inner;
    free_tyvars(t->a, &inner);
    for (const Name &n : inner) {
      bool skip = false;
      for (const TyVarBndr &b : t->vars) skip |= b.name.occ == n.occ;
      for (const Name &o : *out) skip |= o.occ == n.occ;
      if (!skip) out->push_back(n);
    }
    return;
  }
  for (const HsType *e : t->elems) free_tyvars(e, out);
  free_tyvars(t->a, out);
  if (t->tag != HsTypeTag::KindSig) free_tyvars(t->b, out);
}

void Renamer::bind_tyvar_bndrs(Vec<TyVarBndr> &vars, Vec<TyVar *> *out) {
  for (size_t i = 0; i < vars.size(); i++) {
    for (size_t j = 0; j < i; j++)
      if (vars[j].name.occ == vars[i].name.occ)
        report_duplicate("type variable " + quote({}, vars[i].name.occ) + " is bound twice", vars[j].name.span,
                         vars[i].name.span, vars[j].name.span);
    if (vars[i].kind) rename_kind(vars[i].kind);
    TyVar *v = new_tyvar(vars[i].name);
    bind_tyvar(v);
    if (out) out->push_back(v);
  }
}

void Renamer::rename_kind(HsType *k) {
  switch (k->tag) {
    case HsTypeTag::Con:
      if (!k->name.qual && k->name.occ.str() == "*") k->name.ent = g_builtin.type_kind;
      else resolve_tycon(k->name);
      return;
    case HsTypeTag::Fun:
      rename_kind(k->a);
      rename_kind(k->b);
      return;
    case HsTypeTag::Paren: rename_kind(k->a); return;
    default:
      diags().error(k->span, diag::BadType, "this is not a kind: kinds are made of `Type', `Constraint' and `->'");
      return;
  }
}

void Renamer::rename_type(HsType *t) {
  switch (t->tag) {
    case HsTypeTag::Var:
      t->name.ent = local_tyvar(t->name.occ);
      if (!t->name.ent && t->name.occ.str().find(' ') != std::string_view::npos)
        diags().error(t->span, diag::BadType,
                      quote({}, t->name.occ) + " cannot stand in a data type or a superclass (TypeFamilies)");
      else if (!t->name.ent)
        diags().error(t->name.span ? t->name.span : t->span, diag::NotInScope,
                      "not in scope: type variable " + quote({}, t->name.occ));
      return;
    case HsTypeTag::Con:
      if (!t->name.ent) resolve_tycon(t->name);  // has one: from elsewhere, by a synonym
      return;
    case HsTypeTag::Qual:
      rename_context(t->elems);
      rename_type(t->a);
      return;
    case HsTypeTag::Infix: {
      HsType *chain = t;
      for (; chain->tag == HsTypeTag::Infix; chain = chain->a) {
        rename_type(chain->b);
        if (!is_infix_var(chain)) resolve_tycon(chain->name);
        else if (!(chain->name.ent = local_tyvar(chain->name.occ)))
          diags().error(chain->name.span ? chain->name.span : chain->span, diag::NotInScope,
                        "not in scope: type variable " + quote({}, chain->name.occ));
      }
      rename_type(chain);
      if (t->a->tag == HsTypeTag::Infix) *t = *resolve_infix(t);
      apply_infix_vars(t);
      return;
    }
    case HsTypeTag::Forall: {
      Scope scope(*this);
      bind_tyvar_bndrs(t->vars, nullptr);
      rename_type(t->a);
      return;
    }
    case HsTypeTag::KindSig:
      rename_type(t->a);
      rename_kind(t->b);
      return;
    case HsTypeTag::Wild: return;
    default: break;
  }
  for (HsType *e : t->elems) rename_type(e);
  if (t->a) rename_type(t->a);
  if (t->b) rename_type(t->b);
}

void Renamer::rename_sig_type(HsType *t) {
  rewrite_determined(t);
  if (t->tag == HsTypeTag::Forall) {
    bind_determined(t);
    rename_type(t);
    return;
  }
  std::vector<Name> free;
  free_tyvars(t, &free);
  if (free.empty()) {
    rename_type(t);
    return;
  }
  Scope scope(*this);
  HsType *body = mk<HsType>(*t);
  *t = HsType{};
  t->tag = HsTypeTag::Forall;
  t->span = body->span;
  t->a = body;
  t->implicit_forall = true;
  for (Name &n : free) {
    TyVarBndr b;
    b.name = n;
    bind_tyvar(new_tyvar(b.name));
    t->vars.push_back(b);
  }
  rename_type(body);
}

// Note [Constraint synonyms]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~
// `type Stack m = (MonadState Int m, MonadIO m)` (ConstraintKinds) is expanded here, where contexts are renamed, and
// never reaches the type checker. Which synonyms these are is seen from their right-hand sides before anything is
// renamed (find_constraint_synonyms).
namespace {

std::unordered_map<const Entity *, const Decl *> g_constraint_synonyms;

// A copy in which `vars` stand for `types`. Nothing in it binds type variables.
HsType *substitute(const HsType *t, const Vec<TyVar *> &vars, const Vec<HsType *> &types) {
  if (!t) return nullptr;
  if (t->tag == HsTypeTag::Var)
    for (size_t i = 0; i < vars.size(); i++)
      if (t->name.ent == vars[i]) {
        HsType *paren = mk<HsType>();
        paren->tag = HsTypeTag::Paren;
        paren->span = types[i]->span;
        paren->a = types[i];
        return paren;
      }
  HsType *c = mk<HsType>(*t);
  c->a = substitute(t->a, vars, types);
  c->b = substitute(t->b, vars, types);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(substitute(e, vars, types));
  return c;
}

HsType *strip(HsType *t) {
  while (t->tag == HsTypeTag::Paren) t = t->a;
  return t;
}

}  // namespace

// See Note [Constraint synonyms]
void Renamer::find_constraint_synonyms() {
  auto is_constraint = [&](HsType *t) {
    for (t = strip(t); t->tag == HsTypeTag::App; t = strip(t->a)) {}
    if (t->tag != HsTypeTag::Con) return false;
    const Vec<Candidate> &found = lookup_global(m_, t->name.qual, t->name.occ, NameSpace::Type);
    return found.size() == 1 && (dyn_cast<Class>(found[0].ent) || g_constraint_synonyms.count(found[0].ent));
  };
  for (bool more = true; more;) {
    more = false;
    for (const Decl *d : m_->decls) {
      if (d->tag != DeclTag::Synonym || !d->tycon || !d->rhs || g_constraint_synonyms.count(d->tycon)) continue;
      HsType *rhs = strip(d->rhs);
      bool all = rhs->tag == HsTypeTag::Tuple ? !rhs->elems.empty() : is_constraint(rhs);
      if (rhs->tag == HsTypeTag::Tuple)
        for (HsType *e : rhs->elems) all = all && is_constraint(e);
      if (!all) continue;
      g_constraint_synonyms[d->tycon] = d;
      more = true;
    }
  }
}

void Renamer::rename_context(Vec<HsType *> &context) {
  for (HsType *c : context) rewrite_determined(c);
  Vec<HsType *> kept;
  for (HsType *c : context) {
    const HsType *s = strip(c);
    if (s->tag == HsTypeTag::Infix && s->name.occ.str() == "~" && !s->name.qual) {
      diags().error(c->span, diag::UnsupportedExtension,
                    "an equality constraint `~' needs GADTs or TypeFamilies, which gphc does not implement");
      continue;
    }
    kept.push_back(c);
  }
  context = kept;
  for (HsType *c : context) rename_type(c);
  expand_context(context, 0);
}

void Renamer::expand_context(Vec<HsType *> &context, int depth) {
  Vec<HsType *> out;
  bool changed = false;
  for (HsType *c : context) {
    Vec<HsType *> args;
    HsType *h = strip(c);
    for (; h->tag == HsTypeTag::App; h = strip(h->a)) args.push_back(h->b);
    auto it =
        h->tag == HsTypeTag::Con && h->name.ent ? g_constraint_synonyms.find(h->name.ent) : g_constraint_synonyms.end();
    if (it == g_constraint_synonyms.end()) {
      out.push_back(c);
      continue;
    }
    changed = true;
    const Decl *d = it->second;
    if (args.size() < d->tvs.size() || depth > 200) {
      diags().error(c->span, diag::BadType,
                    depth > 200
                        ? "the constraint synonym " + quote({}, d->name.occ) + " is defined by itself"
                        : "the constraint synonym " + quote({}, d->name.occ) + " has " + std::to_string(d->tvs.size()) +
                              " parameters, but it is given " + std::to_string(args.size()) + " arguments");
      continue;
    }
    Vec<HsType *> given;
    for (size_t i = args.size(); i-- > 0;) given.push_back(args[i]);
    HsType *rhs = substitute(strip(d->rhs), d->tvs, given);
    Vec<HsType *> parts = rhs->tag == HsTypeTag::Tuple ? rhs->elems : Vec<HsType *>{rhs};
    for (size_t i = d->tvs.size(); i < given.size(); i++)
      for (HsType *&part : parts) {
        HsType *app = mk<HsType>();
        app->tag = HsTypeTag::App;
        app->span = c->span;
        app->a = part;
        app->b = given[i];
        part = app;
      }
    for (HsType *part : parts) part->span = c->span;
    expand_context(parts, depth + 1);
    out.append(parts);
  }
  if (changed) context = out;
}

// ---- Declarations --------------------------------------------------------------------------------------------------
namespace {

bool is_type_decl(const Decl *d) {
  return d->tag == DeclTag::Data || d->tag == DeclTag::Newtype || d->tag == DeclTag::Synonym ||
         d->tag == DeclTag::Class;
}

// The name at the head of a class or type application, through parentheses.
Name *head_name(HsType *t) {
  for (;;) {
    switch (t->tag) {
      case HsTypeTag::Con:
      case HsTypeTag::Infix: return &t->name;
      case HsTypeTag::App:
      case HsTypeTag::Paren:
      case HsTypeTag::Forall:
      case HsTypeTag::Qual:
      case HsTypeTag::KindSig: t = t->a; break;
      default: return nullptr;
    }
  }
}

}  // namespace

void Renamer::rename_class_decl(Decl *d) {
  rename_context(d->context);
  for (Decl::FunDepDecl &fd : d->fundeps) {
    FunDep dep;
    for (auto [names, indices] : {std::pair(&fd.from, &dep.from), std::pair(&fd.to, &dep.to)})
      for (Name &n : *names) {
        bool found = false;
        for (size_t i = 0; i < d->tvs.size(); i++)
          if (d->tvs[i]->occ == n.occ) {
            indices->push_back(uint32_t(i));
            n.ent = d->tvs[i];
            found = true;
          }
        if (!found)
          diags().error(
              fd.from.empty() ? n.span : fd.from[0].span, diag::NotInScope,
              "the functional dependency names " + quote({}, n.occ) + ", which is not a variable of the class");
      }
    d->cls->fundeps.push_back(dep);
  }
  if (!d->body) return;
  for (SigDecl *s : d->body->sigs) rename_sig_type(s->type);
}

void Renamer::rename_type_decl(Decl *d) {
  Scope scope(*this);
  if (d->tycon && is_expanded_synonym(d->tycon)) return;
  for (TyVar *v : d->tvs) bind_tyvar(v);
  for (TyVarBndr &b : d->vars)
    if (b.kind) rename_kind(b.kind);
  if (d->kind_sig) rename_kind(d->kind_sig);
  if (d->tag == DeclTag::Class) {
    rename_class_decl(d);
    return;
  }
  if (d->tag == DeclTag::Synonym) {
    if (d->rhs) rename_type(d->rhs);
    return;
  }
  rename_context(d->context);
  for (ConDecl *con : d->cons) {
    ConDecl &c = *con;
    Scope con_scope(*this);
    bind_tyvar_bndrs(c.exist, c.con ? &c.con->exist : nullptr);
    rename_context(c.context);
    for (ConField &f : c.fields) {
      rewrite_determined(f.type);
      rename_type(f.type);
    }
  }
}

// type T :: k -> Type: the parameters' kinds; what remains is the kind of `data T a :: k`.
void Renamer::attach_kind_signature(KindSigDecl &k) {
  for (Decl *d : m_->decls) {
    if (!is_type_decl(d) || d->name.occ != k.name.occ) continue;
    HsType *rest = strip(k.kind);
    for (TyVarBndr &b : d->vars) {
      if (rest->tag != HsTypeTag::Fun) {
        diags().error(k.name.span, diag::BadType,
                      "the kind signature for " + quote({}, k.name.occ) + " has fewer arguments than its declaration");
        return;
      }
      if (!b.kind) b.kind = rest->a;
      rest = strip(rest->b);
    }
    if (!d->kind_sig && (d->tag == DeclTag::Data || d->tag == DeclTag::Newtype)) d->kind_sig = rest;
    return;
  }
  diags().error(k.name.span, diag::BadSignature,
                "the kind signature for " + quote({}, k.name.occ) + " lacks an accompanying declaration");
}

// Renames the type and class declarations (not the default methods) and sorts them.
void Renamer::rename_type_decls() {
  find_determined();
  find_constraint_synonyms();
  for (KindSigDecl &k : m_->kind_sigs) attach_kind_signature(k);
  std::vector<Decl *> decls;
  std::unordered_map<const Entity *, uint32_t> index;
  for (Decl *d : m_->decls) {
    if (!is_type_decl(d)) continue;
    if (d->tycon) index[d->tycon] = uint32_t(decls.size());
    if (d->cls) index[d->cls] = uint32_t(decls.size());
    decls.push_back(d);
  }
  std::vector<std::vector<uint32_t>> edges(decls.size());
  for (size_t i = 0; i < decls.size(); i++) {
    size_t mark = uses_.size();
    rename_type_decl(decls[i]);
    for (size_t u = mark; u < uses_.size(); u++) {
      auto it = index.find(uses_[u]);
      if (it != index.end()) edges[i].push_back(it->second);
      // For unused-binds a type does not keep itself alive.
      if (uses_[u] != decls[i]->tycon) root_uses_.push_back(uses_[u]);
    }
    uses_.resize(mark);
  }
  for (const std::vector<uint32_t> &component : sccs(edges)) {
    Vec<Decl *> group;
    const Entity *tycon = decls[component[0]]->tycon;
    if (g_constraint_synonyms.count(tycon) || is_expanded_synonym(tycon)) continue;
    for (uint32_t i : component) {
      group.push_back(decls[i]);
      m_->type_decls.push_back(decls[i]);
    }
    m_->type_groups.push_back(group);
  }
  // The classes of deriving clauses order nothing.
  for (Decl *d : decls) {
    if (d->deriv.empty()) continue;
    Scope scope(*this);
    for (TyVar *v : d->tvs) bind_tyvar(v);
    const HsType *renamed = nullptr;
    for (DerivClause &c : d->deriv) {
      if (c.via && c.via != renamed) rename_type(c.via);
      renamed = c.via;
      Scope own(*this);
      std::vector<Name> free;
      free_tyvars(c.cls, &free);
      for (Name &n : free) {
        c.tvs.push_back(new_tyvar(n));
        bind_tyvar(c.tvs[c.tvs.size() - 1]);
      }
      rename_type(c.cls);
      Name *head = head_name(c.cls);
      if (head && head->ent && head->ent->tag != EntTag::Class)
        diags().error(c.span, diag::CannotDerive, describe(head->ent) + " is not a class, so it cannot be derived");
      if (!head) diags().error(c.span, diag::CannotDerive, "only a class can be derived");
    }
  }
}

// instance and deriving instance: quantifies over the variables of context and head, and finds the class.
void Renamer::rename_instance_head(Decl *d) {
  HsType *head = d->head;
  while (head->tag == HsTypeTag::Paren || head->tag == HsTypeTag::Forall) head = head->a;
  if (head->tag == HsTypeTag::Qual) {
    d->context.append(head->elems);
    head = head->a;
    while (head->tag == HsTypeTag::Paren) head = head->a;
  }
  d->head = head;
  rewrite_determined(head);
  for (HsType *c : d->context) rewrite_determined(c);
  solve_determined(d->context, head);
  std::vector<Name> free;
  for (HsType *c : d->context) free_tyvars(c, &free);
  free_tyvars(head, &free);
  for (Name &n : free) {
    TyVar *v = new_tyvar(n);
    d->tvs.push_back(v);
    bind_tyvar(v);
  }
  rename_context(d->context);
  rename_type(head);
  if (d->via) rename_type(d->via);
  Name *name = head_name(head);
  if (!name) {
    diags().error(head->span, diag::BadInstance, "an instance is a class applied to types");
    return;
  }
  if (!name->ent) return;
  d->cls = dyn_cast<Class>(name->ent);
  if (!d->cls)
    diags().error(head->span, diag::BadInstance, describe(name->ent) + " is not a class, so it cannot have instances");
}

}  // namespace gphc
