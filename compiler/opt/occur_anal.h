// occur_anal.h: what the occurrence analyser keeps from run to run. What it finds out about each binder is
// VarFacts::occ (facts.h).
#pragma once
#include "opt/facts.h"
#include "opt/pass.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

// The top-level variables that its right-hand side, template and rules mention.
const std::vector<Var *> &top_refs(const Var *v);
// Of a top-level variable that occurs once in the text: the top-level binding that it occurs in.
const Var *only_user(const Var *v);
bool has_phased_local(const Var *v);  // a local binder in it is inlined in some phases only
// The simplifier walked the binding: the facts on its binders are gone.
void forget_occurrences(const Var *v);

// Analyses one expression (an inlining template): records the occurrence of its binders, drops dead code, finds join
// points.
const Expr *occur_anal_expr(const Expr *e);

}  // namespace gphc::opt
