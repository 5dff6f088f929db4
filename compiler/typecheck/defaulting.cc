// defaulting.cc: type variables that only class constraints mention (Haskell 2010 4.3.4, as GHC has it).
//
// A variable v is defaulted when every constraint that mentions it has the form C v, at least one C is numeric, and all are
// classes of the standard libraries. It becomes the first type of the module's default declaration, or of (Integer,
// Double), that is an instance of all of them.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

namespace {

enum class ClassSort : uint8_t { Other, Standard, Numeric };

ClassSort class_sort(const Class *c) {
  static const KnownClass numeric[] = {KnownClass::Num, KnownClass::Real, KnownClass::Integral, KnownClass::Fractional,
                                       KnownClass::Floating, KnownClass::RealFrac, KnownClass::RealFloat};
  static const KnownClass standard[] = {KnownClass::Eq, KnownClass::Ord, KnownClass::Enum, KnownClass::Bounded, KnownClass::Show,
                                        KnownClass::Read, KnownClass::Ix, KnownClass::Semigroup, KnownClass::Monoid, KnownClass::Functor,
                                        KnownClass::Applicative, KnownClass::Monad, KnownClass::MonadFail, KnownClass::IsString,
                                        KnownClass::Foldable, KnownClass::Traversable};
  for (KnownClass k : numeric) if (find_known_class(k) == c) return ClassSort::Numeric;
  for (KnownClass k : standard) if (find_known_class(k) == c) return ClassSort::Standard;
  if (c->occ.str() == "Evaluated" && c->module.str() == "GPH.Eval") return ClassSort::Standard;  // gphc -e
  // System.Random's, as in GHC.
  if (c->occ.str() == "Random" || c->occ.str() == "Uniform" || c->occ.str() == "UniformRange")
    if (c->module.str().starts_with("System.Random")) return ClassSort::Standard;
  return ClassSort::Other;
}

}  // namespace

bool Tc::default_metas(std::vector<std::pair<Wanted *, Implic *>> &stuck, uint32_t above) {
  std::vector<MetaVar *> metas;
  std::unordered_map<MetaVar *, std::vector<Wanted *>> by_meta;
  for (auto &[w, home] : stuck) {
    std::vector<MetaVar *> ms;
    for (const Type *a : w->pred.args) collect_metas(a, 0, ms);
    for (MetaVar *m : ms) {
      std::vector<Wanted *> &ws = by_meta[m];
      if (ws.empty() && m->level > above) metas.push_back(m);
      ws.push_back(w);
    }
  }
  bool progress = false;
  for (MetaVar *m : metas) {
    if (m->ref) continue;
    bool ok = true, numeric = false, is_string = false;
    std::vector<Wanted *> &mine = by_meta[m];
    for (Wanted *w : mine) {
      const Type *arg = w->pred.args.size() == 1 ? repr(w->pred.args[0]) : nullptr;
      ClassSort sort = class_sort(w->pred.cls);
      if (!arg || arg->tag != TypeTag::Meta || sort == ClassSort::Other) { ok = false; break; }
      numeric = numeric || sort == ClassSort::Numeric;
      is_string = is_string || w->pred.cls == find_known_class(KnownClass::IsString);
    }
    if (!ok || mine.empty()) continue;
    std::vector<const Type *> candidates = default_types;
    if (is_string && overloaded_strings && !numeric) candidates = {list_of(known_type(KnownTyCon::Char))};
    else if (!numeric) continue;
    for (const Type *candidate : candidates) {
      bool all = true;
      for (Wanted *w : mine) all = all && entailed(Pred{w->pred.cls, {candidate}}, 0);
      if (!all) continue;
      if (!mod.is_stdlib)
        diags().warn(mine[0]->span, diag::TypeDefaults, "defaulting a type variable to `" + show_type(candidate) + "'");
      m->ref = candidate;
      progress = true;
      break;
    }
  }
  return progress;
}

}  // namespace gphc::check
