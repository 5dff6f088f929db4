// facts.h: what the analyses of the optimiser know of a variable, one record by uniq. A variable without one has the
// defaults, which are always safe. What outlives the analyses, and is copied with the variable, is core.h's IdInfo.
#pragma once
#include "opt/demand.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

// How a binder occurs.
enum class Occ : uint8_t { Many, Dead, Once };
struct OccInfo {
  Occ kind = Occ::Many;
  bool in_lambda = false;    // an occurrence is under a lambda that may run several times
  bool one_branch = false;   // Once: a single occurrence in the text, not one in each of several branches
  uint8_t branches = 0;      // Once: in how many branches, at most 255
  bool interesting = false;  // an occurrence is called with arguments or scrutinised
  bool field = false;        // of a top-level variable: an occurrence is a constructor's argument
};

struct Unfolding;  // simplify.h

struct VarFacts {
  // occur_anal sets it for every binder; the simplifier resets it where it leaves a binder in its output
  OccInfo occ;
  // simplifier: bound by a case, a strict field, a value; while the variable is in scope of what it visits
  bool evaluated = false;
  Unfolding *unfolding = nullptr;  // simplifier: what is known about the value; likewise
  Demand demand;                   // demand_anal: what the scope puts on the variable; until the next run
  // likewise, of a function at the top level: its signature when normal form is demanded of its result; null: unknown
  const StrSig *normal_sig = nullptr;
  bool scrut_normal = false;  // likewise, of a case's binder: its scrutinee is evaluated to normal form
  // likewise, of a let's variable or a case's binder in a function of whose result normal form is demanded: what it is
  // bound to is evaluated to normal form whenever it is evaluated; surely
  bool normal_within = false, strict_within = false;
};
extern UniqTable<VarFacts> g_facts;

inline OccInfo occ_of(const Var *v) {
  const VarFacts *f = g_facts.find(v->uniq);
  return f ? f->occ : OccInfo{};
}
inline Unfolding *unfolding_of(const Var *v) {
  const VarFacts *f = g_facts.find(v->uniq);
  return f ? f->unfolding : nullptr;
}
inline void set_unfolding_of(const Var *v, Unfolding *u) {
  if (u || unfolding_of(v)) g_facts[v->uniq].unfolding = u;
}
inline bool is_evaluated_var(const Var *v) {
  const VarFacts *f = g_facts.find(v->uniq);
  return f && f->evaluated;
}
inline void set_evaluated_var(const Var *v, bool yes) {
  if (yes || is_evaluated_var(v)) g_facts[v->uniq].evaluated = yes;
}
inline Demand demand_of(const Var *v) {
  const VarFacts *f = g_facts.find(v->uniq);
  return f ? f->demand : Demand{};
}

}  // namespace gphc::opt
