// known.cc: looks up the entities of known.def. See known.h.
#include "rename/known.h"

#include "rename/scope.h"
#include "support/diag.h"

namespace gphc {

namespace {

struct Row {
  const char *module, *name;
};

const Row kVars[] = {
#define KNOWN_VAR(id, module, name) {module, name},
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
};
const Row kCons[] = {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name) {module, name},
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
};
const Row kTyCons[] = {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name) {module, name},
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
};
const Row kClasses[] = {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name) {module, name},
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
};

Var *g_vars[size_t(KnownVar::count_)];
DataCon *g_cons[size_t(KnownCon::count_)];
TyCon *g_tycons[size_t(KnownTyCon::count_)];
Class *g_classes[size_t(KnownClass::count_)];

// A definition of the module itself, or failing that something it exports.
Entity *find_entity(const Row &row, NameSpace ns) {
  Module *m = find_module(sym(row.module));
  if (!m || !m->scope) return nullptr;
  Symbol occ = sym(row.name);
  auto &own = ns == NameSpace::Value ? m->scope->values : m->scope->types;
  auto it = own.find(occ);
  if (it != own.end()) return it->second[0];
  auto &ex = m->scope->exports.of(ns);
  auto jt = ex.find(occ);
  return jt == ex.end() ? nullptr : jt->second;
}

template <class T>
T *find_known(T **slot, const Row &row, NameSpace ns) {
  if (!*slot) *slot = dyn_cast<T>(find_entity(row, ns));
  return *slot;
}

[[noreturn]] void missing(const Row &row) {
  diags().flush();
  fatal("the standard library is incomplete: module `" + std::string(row.module) + "' does not define `" + row.name +
        "'");
}

}  // namespace

Var *find_known_var(KnownVar id) { return find_known(&g_vars[size_t(id)], kVars[size_t(id)], NameSpace::Value); }
DataCon *find_known_con(KnownCon id) { return find_known(&g_cons[size_t(id)], kCons[size_t(id)], NameSpace::Value); }
TyCon *find_known_tycon(KnownTyCon id) {
  return find_known(&g_tycons[size_t(id)], kTyCons[size_t(id)], NameSpace::Type);
}
Class *find_known_class(KnownClass id) {
  return find_known(&g_classes[size_t(id)], kClasses[size_t(id)], NameSpace::Type);
}

Var *known_var(KnownVar id) {
  if (Var *v = find_known_var(id)) return v;
  missing(kVars[size_t(id)]);
}
DataCon *known_con(KnownCon id) {
  if (DataCon *c = find_known_con(id)) return c;
  missing(kCons[size_t(id)]);
}
TyCon *known_tycon(KnownTyCon id) {
  if (TyCon *c = find_known_tycon(id)) return c;
  missing(kTyCons[size_t(id)]);
}
Class *known_class(KnownClass id) {
  if (Class *c = find_known_class(id)) return c;
  missing(kClasses[size_t(id)]);
}

std::span<const Symbol> known_modules() {
  static std::vector<Symbol> modules;
  if (modules.empty()) {
    std::unordered_set<Symbol> seen;
    for (std::span<const Row> rows : {std::span<const Row>(kTyCons), std::span<const Row>(kCons),
                                      std::span<const Row>(kClasses), std::span<const Row>(kVars)})
      for (const Row &row : rows)
        if (seen.insert(sym(row.module)).second) modules.push_back(sym(row.module));
  }
  return modules;
}

}  // namespace gphc
