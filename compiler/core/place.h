// place.h: where in the source an expression stands, and whom its function was inlined into. Only with -g; without it
// every place is 0. See Note [Places] in place.cc.
#pragma once
#include "support/arena.h"
#include "support/symbol.h"

namespace gphc::core {

struct Expr;
using PlaceId = uint32_t;  // 0: not known
struct Place {
  Symbol function, bound;  // Module.name of the top level; where that is bound
  Symbol local;            // the function in it, if it stands in one
  Symbol loc;              // File.gph:line:col
  PlaceId inlined_at = 0;  // the call of that function; 0: the code is its own
};
PlaceId mk_place(const Place &p);
const Place &place_of(PlaceId id);
// What stood at `id` in a function whose call at `at` was replaced by its body.
PlaceId inlined(PlaceId id, PlaceId at);
// The same with every place in e. The binders stay: e is moved.
const Expr *inlined(const Expr *e, PlaceId at);
// Of the variable at the head of e: what stands for e, or is called instead, has it.
PlaceId head_place(const Expr *e);
const Expr *with_place(const Expr *e, PlaceId place);  // the same e, whose head has that place; 0: as it is

}  // namespace gphc::core
