// scope.cc: modules by name, lookup of names at the top of a module, and the texts about names for messages.
#include "rename/scope.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "support/diag.h"
#include "support/spelling.h"

namespace gphc {

namespace {

std::unordered_map<Symbol, Module *> g_modules;
std::vector<Module *> g_module_list;

uint64_t key_of(Symbol qual, Symbol occ) { return (uint64_t(qual.id()) << 32) | occ.id(); }

void add_candidate(Vec<Candidate> &out, Entity *e, ImportDecl *via) {
  for (Candidate &c : out) {
    if (c.ent != e) continue;
    // Of several imports that bring the same thing, blame the one that names it (for unused-imports).
    if (c.via && via && (!c.via->has_list || c.via->hiding) && via->has_list && !via->hiding) c.via = via;
    return;
  }
  out.push_back({e, via});
}

// Note [Names beyond GHC's]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// Modules of the standard library have names that GHC 9.0's modules do not have, most of them from later versions of
// the packages: Data.Ord's clamp, Data.Array.ST's modifyArray. A program written for GHC 9.0 may define such a name, or
// import it from a module of its own, and import the whole of the library's module; it would be ambiguous. So an import
// that does not list a name beyond GHC's brings it only where the name would have no other meaning.
struct Beyond {
  std::string_view module, names;  // separated by single spaces
};
constexpr Beyond kBeyond[] = {
#define BEYOND(module, names) {module, names},
#include "rename/beyond_ghc.def"
#undef BEYOND
};

}  // namespace

// ---- Modules -------------------------------------------------------------------------------------------------------
Module *find_module(Symbol name) {
  if (name == prim_module_name()) return prim_module();
  auto it = g_modules.find(name);
  return it == g_modules.end() ? nullptr : it->second;
}

void register_module(Module *m) {
  g_modules[m->name] = m;
  g_module_list.push_back(m);
}

std::span<Module *const> all_modules() { return g_module_list; }

Module *prim_module() {
  static Module *prim = nullptr;
  if (prim) return prim;
  prim = mk<Module>();
  prim->name = prim_module_name();
  prim->is_stdlib = true;
  prim->scope = new ModuleScope;
  ExportTable &ex = prim->scope->exports;
  for (TyCon *c : prim_tycons()) {
    ex.types[c->occ] = c;
    ex.order.push_back(c);
  }
  for (Var *v : primop_vars()) {
    ex.values[v->occ] = v;
    ex.order.push_back(v);
  }
  return prim;
}

// ---- Entities ------------------------------------------------------------------------------------------------------
NameSpace space_of(const Entity *e) {
  return e->tag == EntTag::Var || e->tag == EntTag::DataCon || e->tag == EntTag::PatSyn ? NameSpace::Value
                                                                                        : NameSpace::Type;
}

Entity *parent_of(const Entity *e) {
  if (const DataCon *d = dyn_cast<DataCon>(e)) return d->tycon;
  if (const PatSyn *p = dyn_cast<PatSyn>(e)) return p->bundled_with;
  if (const Var *v = dyn_cast<Var>(e)) {
    if (v->sort == VarSort::Method) return v->cls;
    if (v->sort == VarSort::Field && !v->field_cons.empty()) return v->field_cons[0]->tycon;
  }
  return nullptr;
}

Vec<Entity *> children_of(const Entity *parent) {
  Vec<Entity *> out;
  if (const Class *c = dyn_cast<Class>(parent))
    for (const Method &m : c->methods) out.push_back(m.sel);
  if (const TyCon *tc = dyn_cast<TyCon>(parent)) {
    for (DataCon *d : tc->cons) out.push_back(d);
    for (PatSyn *p : tc->synonyms) out.push_back(p);
    for (DataCon *d : tc->cons)
      for (const FieldInfo &f : d->fields)
        if (f.selector && f.selector->field_cons[0] == d) out.push_back(f.selector);
  }
  return out;
}

// ---- Lookup --------------------------------------------------------------------------------------------------------
bool import_provides(Module *m, const ImportDecl *imp, const Entity *e) {
  if (!imp->target || !imp->target->scope) return false;
  if (imp->has_list) {
    auto it = m->scope->filters.find(imp);
    bool listed = it != m->scope->filters.end() && it->second.listed.count(e);
    if (listed == imp->hiding) return false;
  }
  ExportTable &ex = imp->target->scope->exports;
  auto &table = ex.of(space_of(e));
  auto it = table.find(e->occ);
  return it != table.end() && it->second == e;
}

bool is_beyond_ghc(const ImportDecl *imp, Symbol occ) {
  if (!imp->target->is_stdlib || (imp->has_list && !imp->hiding)) return false;
  for (const Beyond &row : kBeyond)
    if (row.module == imp->target->name.str())
      return (" " + std::string(row.names) + " ").find(" " + occ.string() + " ") != std::string::npos;
  return false;
}

const Vec<Candidate> &lookup_global(Module *m, Symbol qual, Symbol occ, NameSpace ns) {
  auto &cache = m->scope->cache[int(ns)];
  auto [it, fresh] = cache.try_emplace(key_of(qual, occ));
  Vec<Candidate> &out = it->second;
  if (!fresh) return out;
  if (!qual || qual == m->known_as()) {
    auto &own = ns == NameSpace::Value ? m->scope->values : m->scope->types;
    auto found = own.find(occ);
    // A name defined twice has been reported; the first definition stands for it.
    if (found != own.end()) add_candidate(out, found->second[0], nullptr);
  }
  Vec<Candidate> beyond;  // see Note [Names beyond GHC's]
  for (ImportDecl *imp : m->imports) {
    if (!imp->target || !imp->target->scope) continue;
    if (!qual ? imp->qualified : qual != (imp->as ? imp->as : imp->module.occ)) continue;
    auto &table = imp->target->scope->exports.of(ns);
    auto found = table.find(occ);
    if (found != table.end() && import_provides(m, imp, found->second))
      add_candidate(is_beyond_ghc(imp, occ) ? beyond : out, found->second, imp);
  }
  if (out.empty()) out = beyond;
  return out;
}

// ---- Texts ---------------------------------------------------------------------------------------------------------
std::string quote(Symbol qual, Symbol occ) {
  return "`" + (qual ? qual.string() + "." : std::string()) + occ.string() + "'";
}

std::string describe(const Entity *e) {
  const char *what = "";
  switch (e->tag) {
    case EntTag::DataCon: what = "data constructor "; break;
    case EntTag::PatSyn: what = "pattern synonym "; break;
    case EntTag::TyCon: what = "type "; break;
    case EntTag::Class: what = "class "; break;
    case EntTag::TyVar: what = "type variable "; break;
    case EntTag::Var: {
      const Var *v = static_cast<const Var *>(e);
      what = v->sort == VarSort::Method ? "class method " : v->sort == VarSort::Field ? "field " : "";
    }
  }
  return what + quote({}, e->occ);
}

std::string origin_of(Module *m, const Candidate &c) {
  if (!c.via) {
    if (Span s = as_written(c.ent->def))
      return "defined at " + s.file->path + ":" + std::to_string(s.line) + ":" + std::to_string(s.col);
    return "defined in " + m->known_as().string();
  }
  std::string s = "imported from `" + c.via->module.occ.string() + "'";
  if (c.via->span && !c.via->implicit) s += " at line " + std::to_string(c.via->span.line);
  if (c.ent->module != c.via->target->name && !c.via->target->is_stdlib)
    s += " (defined in `" + c.ent->module.string() + "')";
  return s;
}

namespace {

bool starts_upper(std::string_view s) { return !s.empty() && ((s[0] >= 'A' && s[0] <= 'Z') || s[0] == ':'); }

}  // namespace

std::vector<std::string> (*g_library_exporters)(Symbol, NameSpace) = nullptr;
std::vector<std::string> (*g_library_modules)(Symbol) = nullptr;

// Who would provide exactly this name: the program's modules, then the library's, but not its internal ones.
static std::vector<std::string> exporters_of(const Module *m, Symbol qual, Symbol occ, NameSpace ns) {
  std::vector<std::string> own, library;
  for (Module *other : g_module_list) {
    if (other == m || !other->scope || other->name.str().starts_with("GPH.")) continue;
    if (qual) {
      bool imported_as = false;
      for (ImportDecl *imp : m->imports)
        imported_as |= imp->target == other && qual == (imp->as ? imp->as : imp->module.occ);
      if (!imported_as) continue;
    }
    auto &table = other->scope->exports.of(ns);
    if (table.count(occ)) (other->is_stdlib ? library : own).push_back(other->known_as().string());
  }
  if (!qual && g_library_exporters) library = g_library_exporters(occ, ns);
  own.insert(own.end(), library.begin(), library.end());
  return own;
}

static void search_not_found(Module *m, Symbol qual, Symbol occ, NameSpace ns, const std::vector<Symbol> &locals,
                             Diagnostic &d) {
  std::string_view want = occ.str();
  size_t limit = want.size() <= 2 ? 0 : want.size() <= 4 ? 1 : 2;
  std::vector<std::pair<size_t, std::string>> near;
  std::unordered_set<std::string> seen;
  auto consider = [&](Symbol q, Symbol name) {
    if (starts_upper(name.str()) != starts_upper(want)) return;
    size_t dist = edit_distance(want, name.str(), limit);
    if (dist == 0 || dist > limit) return;
    std::string text = quote(q, name);
    if (seen.insert(text).second) near.push_back({dist, text});
  };
  if (!qual)
    for (Symbol s : locals) consider({}, s);
  auto &own = ns == NameSpace::Value ? m->scope->values : m->scope->types;
  for (auto &[name, ents] : own)
    if (!qual || qual == m->known_as()) consider(qual, name);
  bool qual_known = !qual || qual == m->known_as();
  for (ImportDecl *imp : m->imports) {
    if (!imp->target || !imp->target->scope) {
      qual_known |= qual == (imp->as ? imp->as : imp->module.occ);
      continue;
    }
    if (!qual ? imp->qualified : qual != (imp->as ? imp->as : imp->module.occ)) continue;
    qual_known = true;
    for (auto &[name, ent] : imp->target->scope->exports.of(ns))
      if (import_provides(m, imp, ent)) consider(qual, name);
  }
  // What has a qualifier where it is imported.
  std::vector<std::string> qualified;
  for (ImportDecl *imp : m->imports) {
    if (qual || !imp->qualified || !imp->target || !imp->target->scope) continue;
    auto &table = imp->target->scope->exports.of(ns);
    auto it = table.find(occ);
    if (it == table.end() || !import_provides(m, imp, it->second)) continue;
    std::string text = quote(imp->as ? imp->as : imp->module.occ, occ);
    if (std::find(qualified.begin(), qualified.end(), text) == qualified.end()) qualified.push_back(text);
  }
  if (!qualified.empty()) {
    std::string text = "did you mean " + qualified[0];
    for (size_t i = 1; i < qualified.size() && i < 3; i++) text += " or " + qualified[i];
    d.hint(text + "?");
    return;
  }
  std::vector<std::string> exporters;
  if (qual_known) exporters = exporters_of(m, qual, occ, ns);
  if (!exporters.empty()) {
    // An import that leaves it out comes before the likeliest module.
    const ImportDecl *lacking = nullptr;
    for (const ImportDecl *imp : m->imports)
      if (!lacking && imp->target && imp->has_list &&
          std::find(exporters.begin(), exporters.end(), imp->target->known_as().str()) != exporters.end())
        lacking = imp;
    std::string text =
        "`" + (lacking ? lacking->target->known_as().string() : exporters[0]) + "' exports " + quote({}, occ);
    if (lacking) text += lacking->hiding ? ", but the import hides it" : ", but the import's list does not name it";
    d.hint(text);
  }
  std::sort(near.begin(), near.end());
  if (!near.empty()) {
    std::string text = "did you mean " + near[0].second;
    for (size_t i = 1; i < near.size() && i < 3; i++)
      text += (i + 1 == near.size() || i == 2 ? " or " : ", ") + near[i].second;
    d.hint(text + "?");
  }
  if (!qual_known) {
    d.note("no import is named `" + qual.string() + "'");
    std::vector<std::string> modules = g_library_modules ? g_library_modules(qual) : std::vector<std::string>{};
    if (!modules.empty())
      d.hint("`import qualified " + modules[0] + (modules[0] == qual.str() ? "" : " as " + qual.string()) +
             "' would bring it");
  }
}

void hint_not_found(Module *m, Symbol qual, Symbol occ, NameSpace ns, std::vector<Symbol> locals, Diagnostic &d) {
  d.when_shown = [=, locals = std::move(locals)](Diagnostic &shown) {
    search_not_found(m, qual, occ, ns, locals, shown);
  };
}

}  // namespace gphc
