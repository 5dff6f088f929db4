// occur_anal.h: what the occurrence analyser finds out about each binder, for the simplifier. Kept in a table by uniq; a binder
// without an entry counts as Many, which is always safe.
#pragma once
#include "opt/pass.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

enum class Occ : uint8_t { Many, Dead, Once };
struct OccInfo {
  Occ kind = Occ::Many;
  bool in_lambda = false;      // an occurrence is under a lambda that may run several times
  bool one_branch = false;     // Once: a single occurrence in the text, not one in each of several branches
  uint8_t branches = 0;        // Once: in how many branches, at most 255
  bool interesting = false;    // an occurrence is called with arguments or scrutinised
};

extern UniqTable<OccInfo> g_occ;
inline OccInfo occ_of(const Var *v) { return g_occ.get(v->uniq); }

// What the last run of the pass found out about a top-level binding, kept for the next one as long as nobody touches the binding.
struct TopOccurrences;
extern UniqTable<TopOccurrences *> g_top_occurrences;
// The top-level variables that its right-hand side, template and rules mention.
const std::vector<Var *> &top_refs(const Var *v);
bool has_phased_local(const Var *v);       // a local binder in it is inlined in some phases only
// The simplifier walked the binding: the facts on its binders are gone.
void forget_occurrences(const Var *v);

// Analyses one expression (an inlining template): records the occurrence of its binders, drops dead code, finds join points.
const Expr *occur_anal_expr(const Expr *e);

}  // namespace gphc::opt
