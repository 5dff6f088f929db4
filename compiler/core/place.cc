// place.cc: see place.h.
//
// Note [Places]
// ~~~~~~~~~~~~~
// With -g an occurrence of a variable (EVar) knows where it stands in the source: as the head of an application it is
// the place of the call, else that of the variable's evaluation. Expressions that no variable heads need none: they
// call nothing. So what a pass moves or copies keeps its place by itself, and a pass that replaces a variable hands on
// the place of the one that it replaces. A place that got lost is 0, and what is printed then is the place of the
// function's definition.
//    wrong alternatives: ticks around calls, as GHC's source notes: every pass would have to see through them, or there
//    would be other code with -g; places on the binders of cases: calls are lazy arguments first and get their case,
//    with a binder of the library's, when something strict is inlined around them
// Who inlines a function at an occurrence that has a place P gives P to what has none in the body (so code of the
// library, which has no places, is at the user's call), and what has one gets it inlined at P: a chain, which ends at
// the function that has the code. Places are interned; EVar holds a number, in what was padding.
// From there: stg::EApp and EValue, low::SCall and SEval, whose place is a number in Function::places; both back ends
// write that number as a column into the table of lines (.debug_line): Note [Columns are places] in low/places.cc. The
// reader is runtime/prof/places.c.
#include "core/place.h"

#include <unordered_map>
#include <vector>

#include "core/core.h"
#include "core/fvs.h"

namespace gphc::core {
namespace {

// Longer chains come of recursion; of these the outer end is left out.
constexpr int kLongestChain = 12;

struct Hash {
  size_t operator()(const Place &p) const {
    size_t h = std::hash<Symbol>()(p.function);
    for (size_t x :
         {std::hash<Symbol>()(p.bound), std::hash<Symbol>()(p.local), std::hash<Symbol>()(p.loc), size_t(p.inlined_at)})
      h = h * 0x9e3779b97f4a7c15u + x;
    return h;
  }
};
struct Same {
  bool operator()(const Place &a, const Place &b) const {
    return a.function == b.function && a.bound == b.bound && a.local == b.local && a.loc == b.loc &&
           a.inlined_at == b.inlined_at;
  }
};
std::vector<Place> g_places(1);
std::unordered_map<Place, PlaceId, Hash, Same> g_ids;

int length(PlaceId id) {
  int n = 0;
  for (; id; id = g_places[id].inlined_at) n++;
  return n;
}

}  // namespace

PlaceId mk_place(const Place &p) {
  PlaceId &id = g_ids[p];
  if (!id) {
    id = PlaceId(g_places.size());
    g_places.push_back(p);
  }
  return id;
}

const Place &place_of(PlaceId id) { return g_places[id]; }

PlaceId inlined(PlaceId id, PlaceId at) {
  if (!at) return id;
  if (!id) return at;
  if (length(id) + length(at) > kLongestChain) return id;
  Place p = g_places[id];
  p.inlined_at = inlined(p.inlined_at, at);
  return mk_place(p);
}

PlaceId head_place(const Expr *e) {
  for (;;) switch (e->tag) {
      case Tag::Var: return cast<EVar>(e).place;
      case Tag::App: e = cast<EApp>(e).fn; continue;
      case Tag::TyApp: e = cast<ETyApp>(e).fn; continue;
      case Tag::Cast: e = cast<ECast>(e).body; continue;
      default: return 0;
    }
}

const Expr *with_place(const Expr *e, PlaceId place) {
  if (head_place(e) == place || !place) return e;
  switch (e->tag) {
    case Tag::Var: return mk_var(cast<EVar>(e).var, place);
    case Tag::App: return mk_app(with_place(cast<EApp>(e).fn, place), cast<EApp>(e).args);
    case Tag::TyApp: return mk_ty_app(with_place(cast<ETyApp>(e).fn, place), cast<ETyApp>(e).types);
    case Tag::Cast: return mk_cast(with_place(cast<ECast>(e).body, place), cast<ECast>(e).type);
    default: return e;
  }
}

const Expr *inlined(const Expr *e, PlaceId at) {
  if (!at) return e;
  if (const EVar *v = dyn_cast<EVar>(e)) return mk_var(v->var, inlined(v->place, at));
  return map_children(e, [at](const Expr *x) { return inlined(x, at); });
}

}  // namespace gphc::core
