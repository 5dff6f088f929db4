// demand_anal.h: what the two halves of demand_anal share: demand_anal.cc finds demands, demand_apply.cc changes the
// program accordingly.
#pragma once
#include <unordered_map>
#include <vector>

#include "opt/demand.h"
#include "opt/pass.h"

namespace gphc::opt {

// Which fields of con are of its own type: see Note [The demand S] in demand_anal.cc.
uint64_t recursive_fields(const DataCon *con);

// What a recursive group takes apart that is bound outside, and the demand of the group and its scope on it.
struct Invariant {
  Var *var;
  Demand demand;
};
using Invariants = std::unordered_map<uint32_t, std::vector<Invariant>>;  // by the first variable of the group

// Evaluates early what VarFacts::demand and the signatures say is strict, marks what is entered once, takes invariants
// apart before their loops.
void apply_demands(Program &p, PassContext &cx, const Invariants &invariants);

// Demands and signatures, nothing else; and VarFacts::normal_sig of functions at the top level.
void find_normal_demands(Program &p);

}  // namespace gphc::opt
