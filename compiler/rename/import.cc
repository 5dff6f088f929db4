// import.cc: import declarations and export lists.
//
// Imports run before a module's bodies are renamed, exports after its own entities exist (an export list may name
// them). Instances are not named: every instance of the program counts everywhere.
#include <algorithm>

#include "rename/scope.h"
#include "support/diag.h"
#include "support/spelling.h"

namespace gphc {

namespace {

Entity *exported(Module *target, NameSpace ns, Symbol occ) {
  auto &table = target->scope->exports.of(ns);
  auto it = table.find(occ);
  return it == table.end() ? nullptr : it->second;
}

// How a list names a constructor or a pattern synonym that belongs to a type.
void hint_part(Diagnostic &d, const Entity *part) {
  std::string name = part->occ.string();
  if (name[0] == ':') name = "(" + name + ")";
  std::string text = describe(part) + ": import it as `" + parent_of(part)->occ.string() + "(" + name + ")'";
  if (part->tag == EntTag::PatSyn) text += ", or as `pattern " + name + "' with PatternSynonyms";
  d.hint("it is the " + text);
}

// Resolves one item of an import list into `listed`. A `hiding` list may name what does not exist.
void resolve_item(Module *m, ImportDecl *imp, ImportExport &item, std::unordered_set<const Entity *> *listed) {
  Module *target = imp->target;
  std::string module_text = "`" + imp->module.occ.string() + "'";
  auto near = [target](NameSpace ns, Symbol occ, Diagnostic &d) {
    d.when_shown = [=](Diagnostic &shown) {
      std::vector<std::string> names;
      for (auto &[name, ent] : target->scope->exports.of(ns)) names.push_back(name.string());
      std::sort(names.begin(), names.end());
      if (std::string word = nearest_word(occ.str(), names); !word.empty()) shown.hint("did you mean `" + word + "'?");
    };
  };
  auto missing = [&](Span at, Symbol occ, std::string text) {
    if (!imp->hiding)
      near(NameSpace::Value, occ,
           diags().error(at, diag::NotExported, "module " + module_text + " does not export " + text));
  };
  if (item.name.qual && item.tag != IETag::Module)
    diags().error(item.name.span, diag::ParseError,
                  "a qualified name in an import list: " + quote(item.name.qual, item.name.occ));
  if (item.tag == IETag::ThingAll && !item.subs.empty())
    diags().error(item.span, diag::ParseError,
                  "`..' beside names in an import list: only an export list adds pattern synonyms to a type's parts");
  switch (item.tag) {
    case IETag::Module: return;
    case IETag::Var: {
      Entity *e = exported(target, NameSpace::Value, item.name.occ);
      if (!e || (!item.pattern_keyword && e->tag != EntTag::Var)) {
        if (e && e->tag != EntTag::Var && parent_of(e) && !imp->hiding)
          hint_part(
              diags().error(item.span, diag::NotExported,
                            "module " + module_text + " does not export " + quote({}, item.name.occ) + " by itself"),
              e);
        else missing(item.span, item.name.occ, quote({}, item.name.occ));
        m->scope->failed.insert(item.name.occ);
        return;
      }
      item.name.ent = e;
      listed->insert(e);
      return;
    }
    case IETag::Thing:
    case IETag::ThingAll:
    case IETag::ThingWith: break;
  }
  Entity *e = exported(target, NameSpace::Type, item.name.occ);
  // `hiding (C)` also hides a data constructor C.
  if (imp->hiding && item.tag == IETag::Thing) {
    Entity *con = exported(target, NameSpace::Value, item.name.occ);
    if (con && con->tag != EntTag::Var) {
      listed->insert(con);
      item.name.ent = con;
    }
  }
  if (!e) {
    Entity *con = exported(target, NameSpace::Value, item.name.occ);
    if (imp->hiding) return;
    m->scope->failed.insert(item.name.occ);
    Diagnostic &d = diags().error(item.span, diag::NotExported,
                                  "module " + module_text + " does not export " + quote({}, item.name.occ));
    if (con && con->tag != EntTag::Var && parent_of(con)) hint_part(d, con);
    else near(NameSpace::Type, item.name.occ, d);
    return;
  }
  item.name.ent = e;
  listed->insert(e);
  // See Note [Determined types] in rename/determined.cc: PrimMonad(..) brings PrimState, too.
  Entity *family = family_of_class(e);
  if (family && exported(target, NameSpace::Type, family->occ) != family) family = nullptr;
  if (item.tag == IETag::ThingAll) {
    if (family) listed->insert(family);
    for (Entity *child : children_of(e))
      if (exported(target, NameSpace::Value, child->occ) == child) listed->insert(child);
  }
  for (Name &sub : item.subs) {
    if (family && family->occ == sub.occ) {
      listed->insert(family);
      continue;
    }
    Entity *child = exported(target, NameSpace::Value, sub.occ);
    if (!child || parent_of(child) != e) {
      missing(sub.span, sub.occ, quote({}, sub.occ) + " as a part of " + describe(e));
      m->scope->failed.insert(sub.occ);
      continue;
    }
    sub.ent = child;
    listed->insert(child);
  }
}

}  // namespace

void resolve_imports(Module *m) {
  for (ImportDecl *imp : m->imports) {
    if (!imp->target) imp->target = find_module(imp->module.occ);
    if (!imp->target || !imp->target->scope || !imp->has_list) continue;
    ImportFilter &filter = m->scope->filters[imp];
    const size_t errors = diags().error_count();
    for (ImportExport &item : imp->items) resolve_item(m, imp, item, &filter.listed);
    filter.wrong = diags().error_count() > errors;
  }
}

// ---- Exports -------------------------------------------------------------------------------------------------------
namespace {

struct Exporter {
  Module *m;
  ExportTable &table;

  void add(Entity *e, Span at) {
    auto &names = table.of(space_of(e));
    auto [it, fresh] = names.try_emplace(e->occ, e);
    if (fresh) {
      table.order.push_back(e);
      return;
    }
    if (it->second != e)
      diags().error(at, diag::Ambiguous,
                    "the export list exports two different things named " + quote({}, e->occ) + ": one of `" +
                        it->second->module.string() + "', one of `" + e->module.string() + "'");
  }

  // The entity an export item names; null after reporting.
  Entity *find(Name &name, NameSpace ns, bool quiet = false) {
    const Vec<Candidate> &found = lookup_global(m, name.qual, name.occ, ns);
    if (found.empty()) {
      if (quiet) return nullptr;
      // GHC: "Not in scope: `x'" at the item
      Diagnostic &d =
          diags().error(name.span, diag::NotInScope,
                        std::string("the export list names ") + (ns == NameSpace::Type ? "the type or class " : "") +
                            quote(name.qual, name.occ) + ", which is not in scope");
      hint_not_found(m, name.qual, name.occ, ns, {}, d);
      return nullptr;
    }
    if (found.size() > 1) {
      Diagnostic &d =
          diags().error(name.span, diag::Ambiguous, "the export of " + quote(name.qual, name.occ) + " is ambiguous");
      for (const Candidate &c : found) d.note("it could be the one " + origin_of(m, c));
      return nullptr;
    }
    if (found[0].via) m->scope->used_imports[found[0].via].insert(found[0].ent);
    name.ent = found[0].ent;
    return found[0].ent;
  }

  bool in_scope(const Entity *e) {
    if (e->module == m->name) return true;
    for (ImportDecl *imp : m->imports)
      if (import_provides(m, imp, e)) return true;
    return false;
  }

  // `import qualified M' makes `M.x' only; another import may make `x'.
  bool in_scope_unqualified(const Entity *e) {
    for (const Candidate &c : lookup_global(m, {}, e->occ, space_of(e)))
      if (c.ent == e) return true;
    return false;
  }

  void item(ImportExport &it) {
    switch (it.tag) {
      case IETag::Var:
        if (Entity *e = find(it.name, NameSpace::Value)) add(e, it.span);
        return;
      case IETag::Module: module_item(it); return;
      case IETag::Thing:
      case IETag::ThingAll:
      case IETag::ThingWith: break;
    }
    Entity *e = find(it.name, NameSpace::Type);
    if (!e) return;
    add(e, it.span);
    if (it.tag == IETag::ThingAll && !it.subs.empty() && !m->is_stdlib && !m->ext("PatternSynonyms"))
      diags().error(it.span, diag::ParseError,
                    "`..' beside names in an export list needs {-# LANGUAGE PatternSynonyms #-}");
    Entity *family = family_of_class(e);
    if (it.tag == IETag::ThingAll) {
      if (family && in_scope(family)) add(family, it.span);
      for (Entity *child : children_of(e))
        if (in_scope(child)) add(child, it.span);
    }
    for (Name &sub : it.subs) {
      if (family && family->occ == sub.occ) {
        add(family, it.span);
        continue;
      }
      Entity *child = nullptr;
      for (Entity *c : children_of(e))
        if (c->occ == sub.occ && in_scope(c)) child = c;
      // A pattern synonym becomes a part of the type here.
      TyCon *tycon = dyn_cast<TyCon>(e);
      const Vec<Candidate> &found = lookup_global(m, sub.qual, sub.occ, NameSpace::Value);
      PatSyn *synonym = !child && tycon && found.size() == 1 ? dyn_cast<PatSyn>(found[0].ent) : nullptr;
      if (synonym) {
        child = synonym;
        synonym->bundled_with = tycon;
        tycon->synonyms.push_back(synonym);
      }
      if (!child) {
        diags().error(it.span, diag::NotExported,
                      describe(e) + " has no constructor, field or method named " + quote({}, sub.occ));
        continue;
      }
      sub.ent = child;
      add(child, it.span);
    }
  }

  // Exports what is in scope both as `x' and as `M.x'.
  void module_item(ImportExport &it) {
    Symbol name = it.name.occ;
    bool known = name == m->known_as();
    if (known) own();
    for (ImportDecl *imp : m->imports) {
      if (name != (imp->as ? imp->as : imp->module.occ)) continue;
      known = true;
      if (!imp->target || !imp->target->scope) continue;
      for (Entity *e : imp->target->scope->exports.order) {
        if (!import_provides(m, imp, e) || (imp->qualified && !in_scope_unqualified(e))) continue;
        add(e, it.span);
        m->scope->used_imports[imp].insert(e);
      }
    }
    if (!known)
      diags().error(it.span, diag::NotExported,
                    "the export list names module `" + name.string() + "', which is not imported");
  }

  void own() {
    for (auto *table_of : {&m->scope->types, &m->scope->values})
      for (auto &[name, ents] : *table_of) add(ents[0], ents[0]->def);
  }
};

}  // namespace

void resolve_exports(Module *m) {
  Exporter ex{m, m->scope->exports};
  if (!m->has_exports) {
    ex.own();
    return;
  }
  for (ImportExport &it : m->exports) ex.item(it);
}

}  // namespace gphc
