// sharing.h: questions of the passes that make values live longer (float_out.cc, cse.cc) or shorter (selector_thunks.cc): which values may, and which
// are sparked.
#pragma once
#include "opt/pass.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

// A value of a flat type cannot hide an unevaluated tail: numbers, tuples of them, unboxed arrays, maps of them. Recursion is allowed through
// strict fields only. To keep one is no space leak; a list, which may be consumed as fast as it is made, is not flat. Neither are
// functions and values of a variable type: nobody knows what they hold on to.
bool is_flat_type(const Type *t);

// par# or spark#.
bool is_spark(const PrimOp *op);
// Marks the variables of the program that are sparked, and counts occurrences when asked to.
void find_sparked(const Program &p, UniqTable<bool> *sparked, UniqTable<int> *count = nullptr);

}  // namespace gphc::opt
