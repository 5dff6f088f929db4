// resolve.cc: local scopes, what a name means, and names that nobody uses.
//
// Note [Local scopes]
// ~~~~~~~~~~~~~~~~~~~
// values_ maps a name to its innermost local meaning. Binding a name pushes what it hid on a trail, and closing a scope
// pops the trail back: lookup is one hash, and a scope costs what it binds. Names that the syntax reserves ((), [], :,
// tuples, ->) never go through scopes: they mean the wired-in entities everywhere.
#include <algorithm>

#include "rename/renamer.h"

namespace gphc {

void report_duplicate(const std::string &what, Span first, Span second, Span at) {
  Diagnostic &d = diags().error(at, diag::Duplicate, what);
  if (first) d.note(first, "one is here");
  if (second) d.note(second, "the other is here");
}

bool is_second_fixity(const Name &op, std::unordered_map<Symbol, Span> *seen) {
  auto [it, fresh] = seen->try_emplace(op.occ, op.span);
  if (!fresh) report_duplicate("multiple fixity declarations for " + quote({}, op.occ), it->second, op.span, op.span);
  return !fresh;
}

// ---- Scopes --------------------------------------------------------------------------------------------------------
void Renamer::close(size_t values, size_t types) {
  while (value_trail_.size() > values) {
    Local l = value_trail_.back();
    value_trail_.pop_back();
    values_[l.occ] = l.hidden;
    if (!warns() || l.kind == BinderKind::Quiet || !l.ent->def || l.occ.str().starts_with("_") ||
        used_locals_.count(l.ent))
      continue;
    diags().warn(l.ent->def, l.kind == BinderKind::Match ? diag::UnusedMatch : diag::UnusedBind,
                 "defined but not used: " + quote({}, l.occ));
  }
  while (type_trail_.size() > types) {
    Local l = type_trail_.back();
    type_trail_.pop_back();
    tyvars_[l.occ] = l.hidden;
  }
}

void Renamer::bind_value(Var *v, BinderKind kind) {
  Entity *&slot = values_[v->occ];
  if (warns() && v->def && diags().is_on(diag::Shadowing, m_->file) && !v->occ.str().starts_with("_")) {
    if (slot) {
      diags().warn(v->def, diag::Shadowing,
                   "this " + quote({}, v->occ) + " hides the one " + origin_of(m_, {slot, nullptr}));
    } else {
      const Vec<Candidate> &found = lookup_global(m_, {}, v->occ, NameSpace::Value);
      // A record pun is meant to hide the field; what GHC's modules do not have nobody means to hide.
      const Var *global = found.empty() ? nullptr : dyn_cast<Var>(found[0].ent);
      bool field = global && global->sort == VarSort::Field;
      if (!found.empty() && !field && !(found[0].via && is_beyond_ghc(found[0].via, v->occ)))
        diags().warn(v->def, diag::Shadowing,
                     "this " + quote({}, v->occ) + " hides the one " + origin_of(m_, found[0]));
    }
  }
  value_trail_.push_back({v->occ, slot, v, kind});
  slot = v;
}

void Renamer::bind_tyvar(TyVar *v) {
  Entity *&slot = tyvars_[v->occ];
  type_trail_.push_back({v->occ, slot, v, BinderKind::Quiet});
  slot = v;
}

TyVar *Renamer::new_tyvar(Name &n) {
  TyVar *v = mk_tyvar(n.occ, nullptr);
  v->def = n.span;
  v->inferred = n.occ.str().find(' ') != std::string_view::npos;  // Note [Determined types]: no program names it
  n.ent = v;
  return v;
}

Var *Renamer::new_local(Name &n) {
  Var *v = mk_local_var(n.occ, nullptr, n.span);
  n.ent = v;
  return v;
}

Entity *Renamer::local_value(Symbol occ) const {
  auto it = values_.find(occ);
  return it == values_.end() ? nullptr : it->second;
}

Entity *Renamer::local_tyvar(Symbol occ) const {
  auto it = tyvars_.find(occ);
  return it == tyvars_.end() ? nullptr : it->second;
}

std::vector<Symbol> Renamer::local_names() const {
  std::vector<Symbol> out;
  for (auto &[occ, ent] : values_)
    if (ent) out.push_back(occ);
  return out;
}

// ---- Names ---------------------------------------------------------------------------------------------------------
// The import that a use is put down to when several bring the name unqualified: one that lists it, else the implicit
// Prelude, so that a module imported as a whole and used for nothing beyond the Prelude is redundant.
const ImportDecl *Renamer::needed_import(const Candidate &c) const {
  if (c.via->qualified || c.via->has_list) return c.via;
  const ImportDecl *best = c.via;
  for (const ImportDecl *imp : m_->imports) {
    if (imp->qualified || !import_provides(m_, imp, c.ent)) continue;
    if (imp->has_list && !imp->hiding) return imp;
    if (imp->implicit) best = imp;
  }
  return best;
}

void Renamer::note_use(const Candidate &c, Span at, bool qualified) {
  note_use(c.ent);
  if (!c.via || !warns()) return;
  m_->scope->used_imports[qualified ? c.via : needed_import(c)].insert(c.ent);
  if (Symbol text = deprecation_of(c.ent); text)
    diags().warn(at, diag::Deprecated, "use of " + describe(c.ent) + " (" + origin_of(m_, c) + "): " + text.string());
}

Entity *Renamer::resolve(Name &n, NameSpace ns, const char *what) {
  const Vec<Candidate> &found = lookup_global(m_, n.qual, n.occ, ns);
  if (found.size() == 1) {
    note_use(found[0], n.span, bool(n.qual));
    return n.ent = found[0].ent;
  }
  if (found.empty()) {
    if (m_->scope->failed.count(n.occ)) return nullptr;
    Diagnostic &d =
        diags().error(n.span, diag::NotInScope, std::string("not in scope: ") + what + quote(n.qual, n.occ));
    hint_not_found(m_, n.qual, n.occ, ns, ns == NameSpace::Value ? local_names() : std::vector<Symbol>{}, d);
    return nullptr;
  }
  Diagnostic &d = diags().error(n.span, diag::Ambiguous, "ambiguous name " + quote(n.qual, n.occ));
  for (size_t i = 0; i < found.size(); i++)
    d.note(std::string(i ? "or " : "it could be ") + "`" + found[i].ent->module.string() + "." + n.occ.string() +
           "', " + origin_of(m_, found[i]));
  return nullptr;
}

// A name that the renamer made itself comes with its meaning.
void Renamer::resolve_var(Name &n) {
  if (n.ent) {
    note_use(n.ent);
    return;
  }
  if (!n.qual) {
    if (Entity *e = local_value(n.occ)) {
      n.ent = e;
      note_use(e);
      if (warns()) used_locals_.insert(e);
      return;
    }
  }
  resolve(n, NameSpace::Value, "");
}

void Renamer::resolve_con(Name &n) {
  if (n.ent) return;
  if (!n.qual) {
    if (n.occ == g_builtin.cons->occ) {
      n.ent = g_builtin.cons;
      return;
    }
    char first = n.occ.str().empty() ? ' ' : n.occ.str()[0];
    if (first == '(' || first == '[') {
      TyCon *tc = find_prim_tycon(n.occ);
      if (tc && !tc->cons.empty()) {
        n.ent = tc->cons[0];
        return;
      }
    }
  }
  resolve(n, NameSpace::Value, "data constructor ");
}

void Renamer::resolve_tycon(Name &n) {
  if (n.ent) return;
  if (!n.qual) {
    char first = n.occ.str().empty() ? ' ' : n.occ.str()[0];
    if (first == '(' || first == '[' || n.occ == g_builtin.fun->occ)
      if (TyCon *tc = find_prim_tycon(n.occ)) {
        n.ent = tc;
        return;
      }
  }
  resolve(n, NameSpace::Type, "type constructor or class ");
}

// ---- Warnings ------------------------------------------------------------------------------------------------------

namespace {

// The type constructors that t mentions.
void mentioned_tycons(const HsType *t, std::vector<const TyCon *> *out) {
  if (!t) return;
  if (const TyCon *c = t->name.ent ? dyn_cast<TyCon>(t->name.ent) : nullptr) out->push_back(c);
  mentioned_tycons(t->a, out);
  mentioned_tycons(t->b, out);
  for (const HsType *e : t->elems) mentioned_tycons(e, out);
}

void use_constructors(const TyCon *c, bool fields, std::vector<const Entity *> *uses) {
  for (const DataCon *con : c->cons) {
    uses->push_back(con);
    for (const FieldInfo &f : con->fields)
      if (fields && f.selector) uses->push_back(f.selector);
  }
}

// Derived instances use constructors, and fields where they are in what is shown; a foreign declaration looks through
// newtypes.
void uses_of_declarations(const Module *m, std::vector<const Entity *> *uses) {
  auto derived = [&](const TyCon *c, const HsType *cls) {
    while (cls->tag == HsTypeTag::Paren || cls->tag == HsTypeTag::App) cls = cls->a;
    std::string_view name = cls->name.occ.str();
    if (c && name != "Typeable") use_constructors(c, name == "Show" || name == "Read" || name == "Generic", uses);
  };
  for (const Decl *d : m->decls) {
    for (const DerivClause &c : d->deriv) derived(d->tycon, c.cls);
    std::vector<const TyCon *> types;
    if (d->tag == DeclTag::StandaloneDeriving && d->head) {
      mentioned_tycons(d->head, &types);
      for (const TyCon *c : types) derived(c, d->head);
    } else if (d->tag == DeclTag::Foreign) {
      mentioned_tycons(d->sig, &types);
      for (const TyCon *c : types)
        if (c->sort == TyConSort::Newtype) use_constructors(c, false, uses);
    }
  }
}

}  // namespace

// A top-level binding is used if it can be reached from the exports, instances, classes and rules.
void Renamer::warn_unused_top() {
  if (!warns() || !diags().is_on(diag::UnusedBind, m_->file)) return;
  std::unordered_map<const Entity *, const TopBind *> bind_of;
  for (const TopBind &b : top_binds_)
    for (const Entity *e : b.binders) bind_of[e] = &b;
  std::unordered_set<const Entity *> reached;
  std::vector<const Entity *> work = root_uses_;
  uses_of_declarations(m_, &work);
  if (m_->has_header) {
    for (const Entity *e : m_->scope->exports.order) work.push_back(e);
  } else if (auto main = m_->scope->exports.values.find(main_name().function);
             main != m_->scope->exports.values.end()) {
    work.push_back(main->second);
  }
  while (!work.empty()) {
    const Entity *e = work.back();
    work.pop_back();
    if (!reached.insert(e).second) continue;
    if (const Entity *parent = parent_of(e)) work.push_back(parent);
    auto it = bind_of.find(e);
    if (it != bind_of.end()) work.insert(work.end(), it->second->uses.begin(), it->second->uses.end());
  }
  for (auto *table : {&m_->scope->values, &m_->scope->types})
    for (auto &[occ, ents] : *table) {
      const Entity *e = ents[0];
      if (reached.count(e) || occ.str().starts_with("_")) continue;
      const Var *v = dyn_cast<Var>(e);
      if (v && v->sort == VarSort::Method) continue;
      diags().warn(e->def, diag::UnusedBind, "defined but not used: " + describe(e));
    }
}

void Renamer::warn_unused_imports() {
  if (!warns() || !diags().is_on(diag::UnusedImport, m_->file)) return;
  for (ImportDecl *imp : m_->imports) {
    if (imp->implicit || !is_written(imp->span) || !imp->target ||
        (imp->has_list && !imp->hiding && imp->items.empty()))
      continue;
    if (m_->scope->filters[imp].wrong) continue;  // what uses it may be what was meant
    const std::unordered_set<const Entity *> &used = m_->scope->used_imports[imp];
    std::string name = "`" + imp->module.occ.string() + "'";
    if (used.empty()) {
      diags()
          .warn(imp->span, diag::UnusedImport, "the import of " + name + " is redundant")
          .hint("to import its instances alone, write `import " + imp->module.occ.string() + "()'");
      continue;
    }
    if (!imp->has_list || imp->hiding) continue;
    for (ImportExport &item : imp->items) {
      if (!item.name.ent) continue;
      bool needed = used.count(item.name.ent) != 0;
      for (const Entity *e : used) needed |= parent_of(e) == item.name.ent;
      if (!needed)
        diags().warn(item.span, diag::UnusedImport,
                     "the import of " + quote({}, item.name.occ) + " from " + name + " is redundant");
    }
  }
}

}  // namespace gphc
