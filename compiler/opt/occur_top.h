// occur_top.h: what the walk over a right-hand side (occur_anal.cc) and the order of the top level (occur_top.cc) know
// of each other.
#pragma once
#include <vector>

#include "opt/occur_anal.h"
#include "opt/use_map.h"

namespace gphc::opt {

// What the last run of the pass found out about a top-level binding, kept for the next one as long as nobody touches
// the binding.
struct TopOccurrences {
  const Expr *rhs = nullptr, *unfolding = nullptr;
  uint32_t generation = 0;  // of the analysis; 0: not valid
  bool phased_local = false;
  UseMap uses;
  // see Note [Loop breakers] in binding_graph.cc: what the right-hand side or template, and the rules' right-hand sides
  // mention
  std::vector<Var *> inlined, ruled;
  std::vector<Var *> refs;
};

void occur_top_level(const Var *v);  // v is bound there
// Analyses the right-hand side, the template and the rules; changes them, and says what they use.
void occur_top_binding(Binding *b, TopOccurrences *t);
void store_occurrence(Var *v, const Use &use);  // in VarFacts::occ

}  // namespace gphc::opt
