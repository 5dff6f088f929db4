// stable.h: stable pointers and names, as far as others must know them. See stable.c.
#pragma once
#include "heap/visit.h"
// atomic: there are stable names of what is no mutable object: its identity matters
extern bool gph_stable_values;
W gph_prim_MakeStablePtr(GphReg *R, W x);  // these three also for calls from C. None uses R or collects
W gph_prim_DeRefStablePtr(GphReg *R, W p);
W gph_prim_FreeStablePtr(GphReg *R, W p);
void gph_stable_ptrs_roots(GphVisitor *v);
void gph_stable_names_roots(GphVisitor *v);
void gph_stable_names_prune(GphIsAlive is_alive);  // collector, world stopped, everything has been reached
