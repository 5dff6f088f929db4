// nf_walks.h: which functions do nothing but evaluate their argument to normal form (instances of NFData, specialised,
// mostly). Used by nf_marks.cc and nf_workers.cc.
#pragma once
#include <unordered_set>

#include "opt/pass.h"

namespace gphc::opt {

struct NfWalks {
  std::unordered_set<const Var *> all;
  std::unordered_set<const Var *> recursive;  // those that call one of their own group
  // e is the call of one: its argument, a variable. Null otherwise.
  const Expr *argument(const Expr *e, Var **callee = nullptr) const;
  // Is the first thing that evaluating e does the evaluation of x to normal form, but for walks of what has nothing to
  // do with x? The walk may be inlined.
  bool walked_first(const Expr *e, const Var *x) const;
};

// Is this field of a constructor in normal form in any case?
bool is_closed_field(const DataCon &con, size_t field, const Type *type);
bool is_unit(const Type *t);  // the type of what walks return
NfWalks find_nf_walks(const Program &p);

}  // namespace gphc::opt
