// cpr_anal.h: constructed product results. Part of worker_wrap.
#pragma once
#include "opt/demand.h"
#include "opt/pass.h"

namespace gphc::opt {

// Fills StrSig::cpr of every top-level and local function of the program.
void cpr_anal(Program &p);
// Data types whose values may travel as their fields: one constructor, no existentials, no dictionary.
DataCon *product_con(const Type *t, Vec<const Type *> *type_args);
// Should a value of product type with this demand be passed as its fields?
bool unboxes(const Type *t, const Demand &d, int depth);

}  // namespace gphc::opt
