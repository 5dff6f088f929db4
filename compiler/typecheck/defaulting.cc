// defaulting.cc: type variables that only class constraints mention (Haskell 2010 4.3.4, as GHC has it).
//
// A variable v is defaulted when every constraint that mentions it has the form C v, at least one C is numeric, and all
// are classes of the standard libraries. It becomes the first type of the module's default declaration, or of (Integer,
// Double), that is an instance of all of them. Under ExtendedDefaultRules the classes need not be standard, one of
// Show, Eq, Ord, Foldable and Traversable does instead of a numeric one, and (), or [] for a constructor, are tried
// first. What `gphc -e` evaluates is an action where that is possible: a type `m a` becomes `IO a`.
#include <algorithm>

#include "typecheck/infer.h"

namespace gphc::check {

namespace {

enum class ClassSort : uint8_t { Other, Standard, Numeric };

bool is_evaluated(const Class *c) { return c->occ.str() == "Evaluated" && c->module.str() == "GPH.Eval"; }  // gphc -e

// What ExtendedDefaultRules asks one of the classes to be, beside numeric.
bool is_interactive(const Class *c) {
  static const KnownClass interactive[] = {KnownClass::Show, KnownClass::Eq, KnownClass::Ord, KnownClass::Foldable,
                                           KnownClass::Traversable};
  for (KnownClass k : interactive)
    if (find_known_class(k) == c) return true;
  return is_evaluated(c);
}

ClassSort class_sort(const Class *c) {
  static const KnownClass numeric[] = {KnownClass::Num,        KnownClass::Real,     KnownClass::Integral,
                                       KnownClass::Fractional, KnownClass::Floating, KnownClass::RealFrac,
                                       KnownClass::RealFloat};
  static const KnownClass standard[] = {
      KnownClass::Eq,        KnownClass::Ord,      KnownClass::Enum,        KnownClass::Bounded,
      KnownClass::Show,      KnownClass::Read,     KnownClass::Ix,          KnownClass::Semigroup,
      KnownClass::Monoid,    KnownClass::Functor,  KnownClass::Applicative, KnownClass::Monad,
      KnownClass::MonadFail, KnownClass::IsString, KnownClass::Foldable,    KnownClass::Traversable};
  for (KnownClass k : numeric)
    if (find_known_class(k) == c) return ClassSort::Numeric;
  for (KnownClass k : standard)
    if (find_known_class(k) == c) return ClassSort::Standard;
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
  bool extended = mod.ext("ExtendedDefaultRules");
  if (extended)
    for (auto &[w, home] : stuck) {
      const TApp *app = is_evaluated(w->pred.cls) ? dyn_cast<TApp>(repr(w->pred.args[0])) : nullptr;
      const TMeta *fn = app ? dyn_cast<TMeta>(repr(app->fn)) : nullptr;
      if (fn && fn->meta->level > above && !fn->meta->ref) {
        fn->meta->ref = known_type(KnownTyCon::IO);
        progress = true;
      }
    }
  if (progress) return true;
  for (MetaVar *m : metas) {
    if (m->ref) continue;
    bool ok = true, numeric = false, is_string = false, interactive = false, constructor = false, shown = false;
    std::vector<Wanted *> &mine = by_meta[m];
    for (Wanted *w : mine) {
      const Type *arg = w->pred.args.size() == 1 ? repr(w->pred.args[0]) : nullptr;
      ClassSort sort = class_sort(w->pred.cls);
      numeric = numeric || sort == ClassSort::Numeric;
      if (extended) {
        interactive = interactive || is_interactive(w->pred.cls);
        shown = shown || is_evaluated(w->pred.cls);
        constructor = constructor || w->pred.cls == find_known_class(KnownClass::Foldable) ||
                      w->pred.cls == find_known_class(KnownClass::Traversable);
        if (is_evaluated(w->pred.cls) || (arg && arg->tag == TypeTag::Meta)) continue;
      }
      if (!arg || arg->tag != TypeTag::Meta || sort == ClassSort::Other) {
        ok = false;
        break;
      }
      is_string = is_string || w->pred.cls == find_known_class(KnownClass::IsString);
    }
    if (!ok || mine.empty()) continue;
    std::vector<const Type *> candidates = default_types;
    if (is_string && overloaded_strings && !numeric) candidates = {list_of(known_type(KnownTyCon::Char))};
    else if (!numeric && !interactive) continue;
    if (extended) candidates.insert(candidates.begin(), mk_tcon(constructor ? g_builtin.list : g_builtin.unit));
    for (const Type *candidate : candidates) {
      bool all = !shown || entailed(Pred{find_known_class(KnownClass::Show), {candidate}}, 0);
      for (Wanted *w : mine) all = all && (is_evaluated(w->pred.cls) || entailed(Pred{w->pred.cls, {candidate}}, 0));
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
