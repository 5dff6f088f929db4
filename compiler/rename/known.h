// known.h: entities of the stdlib that the compiler refers to by itself (types/known.def). Each is looked up, when
// first asked for, among the top-level definitions of the module that defines it. That module's scope must exist by
// then: the module graph loads all of them for every program, and the renamer goes through them first.
#pragma once
#include <span>

#include "types/type.h"

namespace gphc {

enum class KnownVar : uint16_t {
#define KNOWN_VAR(id, module, name) id,
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
  count_
};
enum class KnownCon : uint16_t {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name) id,
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
  count_
};
enum class KnownTyCon : uint16_t {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name) id,
#define KNOWN_CLASS(id, module, name)
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
  count_
};
enum class KnownClass : uint16_t {
#define KNOWN_VAR(id, module, name)
#define KNOWN_CON(id, module, name)
#define KNOWN_TYCON(id, module, name)
#define KNOWN_CLASS(id, module, name) id,
#include "types/known.def"
#undef KNOWN_VAR
#undef KNOWN_CON
#undef KNOWN_TYCON
#undef KNOWN_CLASS
  count_
};

// known_*: a missing one ends the compile with a message that names it (a broken or incomplete stdlib). find_known_*:
// null when the module is not loaded (yet) or does not define it. `e == find_known_..` is the way to test for one.
Var *known_var(KnownVar id);
DataCon *known_con(KnownCon id);
TyCon *known_tycon(KnownTyCon id);
Class *known_class(KnownClass id);
Var *find_known_var(KnownVar id);
DataCon *find_known_con(KnownCon id);
TyCon *find_known_tycon(KnownTyCon id);
Class *find_known_class(KnownClass id);

// The modules that known.def names, each once, in its order.
std::span<const Symbol> known_modules();

}  // namespace gphc
