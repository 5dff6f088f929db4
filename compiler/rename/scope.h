// scope.h: what names mean at the top of a module: its own definitions, its imports, and what it exports.
//
// Two name spaces: values (variables, constructors, fields, methods) and types (type constructors and classes). Names
// are looked up lazily through the import declarations, so that importing a big module costs nothing by itself.
#pragma once
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "syntax/ast.h"

namespace gphc {

enum class NameSpace : uint8_t { Value, Type };

struct ExportTable {
  std::unordered_map<Symbol, Entity *> values, types;
  std::vector<Entity *> order;  // as exported, each once
  std::unordered_map<Symbol, Entity *> &of(NameSpace ns) { return ns == NameSpace::Value ? values : types; }
};

// What an import declaration with a list brings in or (hiding) keeps out.
struct ImportFilter {
  std::unordered_set<const Entity *> listed;
  bool wrong = false;  // an item does not exist: an error
};

struct Candidate {
  Entity *ent;
  ImportDecl *via;
};  // via == nullptr: defined in the module itself

struct ModuleScope {
  // The module's own top-level definitions; more than one for a name after a Duplicate error.
  std::unordered_map<Symbol, Vec<Entity *>> values, types;
  ExportTable exports;
  std::unordered_map<const ImportDecl *, ImportFilter> filters;
  std::unordered_map<uint64_t, Vec<Candidate>> cache[2];  // by (qualifier, name), per name space
  std::unordered_map<const ImportDecl *, std::unordered_set<const Entity *>> used_imports;
  // import items that do not exist: reported once, at the import
  std::unordered_set<Symbol> failed;
};

// The loaded module of that name, GPH.Prim included; null when there is none. Modules register when they are parsed.
Module *find_module(Symbol name);
void register_module(Module *m);
std::span<Module *const> all_modules();
// GPH.Prim: a module without source, whose exports are the primitive types and the primops.
Module *prim_module();

// The type or class that an export item T(..) must name to bring along e: constructors, fields, methods. Else null.
Entity *parent_of(const Entity *e);
// The family that is GHC's associated type of the class, or null.
Entity *family_of_class(const Entity *cls);
Vec<Entity *> children_of(const Entity *parent);

NameSpace space_of(const Entity *e);
bool import_provides(Module *m, const ImportDecl *imp, const Entity *e);
// Whether the import brings a name that GHC's module does not have. See Note [Names beyond GHC's] in rename/scope.cc
bool is_beyond_ghc(const ImportDecl *imp, Symbol occ);
// Every meaning of a name at the top of m: distinct entities. qual may be null.
const Vec<Candidate> &lookup_global(Module *m, Symbol qual, Symbol occ, NameSpace ns);

// import.cc: resolves import declarations (targets, item lists) and computes the exports. After the module's own
// entities have been made.
void resolve_imports(Module *m);
void resolve_exports(Module *m);

// "`x'", with its kind of thing: "data constructor `X'", "type `T'".
std::string describe(const Entity *e);
std::string quote(Symbol qual, Symbol occ);
// Where e comes from, for messages: "defined at f.gph:3:1" or "imported from Data.Map".
std::string origin_of(Module *m, const Candidate &c);
// Appends "did you mean" and "M exports it" hints for a name that was not found; `locals` are the local names in scope.
struct Diagnostic;
// The library modules that export a name, also those that nothing has loaded, the likeliest first, for the hint; set by
// the driver.
extern std::vector<std::string> (*g_library_exporters)(Symbol occ, NameSpace ns);
// The library modules that a qualifier like Map is usually given to (Data.Map); likewise.
extern std::vector<std::string> (*g_library_modules)(Symbol qual);
void hint_not_found(Module *m, Symbol qual, Symbol occ, NameSpace ns, std::vector<Symbol> locals, Diagnostic &d);

}  // namespace gphc
