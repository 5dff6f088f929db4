// specialise_types.h: the types of a call that specialise.cc makes a copy for: what its dictionaries fix of them.
#pragma once
#include <string>
#include <vector>

#include "opt/pass.h"

namespace gphc::opt {

Vec<TyVar *> tyvars_of(const Vec<const Type *> &ts);  // the free ones, each once, in the order of their occurrences
int type_size(const Type *t);
// Appends to a key what tells t from other types; those of `free` count by their places.
void key_ptr(const void *p, std::string *k);
void key_type(const Type *t, const Vec<TyVar *> &free, std::string *k);

// Unification of the variables that stand for the dictionaries' type arguments in one call.
class DictTypes {
 public:
  TyVar *fresh(const Type *actual, Kind *kind);  // a variable for what is `actual` in this call
  const Type *actual(TyVar *v);                  // ... and that again; v itself if it is none
  // A type argument of a parameter's dictionary, p (over the function's variables tvs, which are `types` in this call),
  // is d (over the fresh variables). What that says of tvs goes to `fixed`, which has null for a variable that nothing
  // fixes. False: the types do not fit.
  bool fix(const Type *p, const Type *d, const Vec<TyVar *> &tvs, const Vec<const Type *> &types,
           Vec<const Type *> *fixed);
  const Type *zonk(const Type *t);  // with the fresh variables that have a solution replaced

 private:
  struct Q {
    TyVar *var;
    const Type *actual;
    const Type *solution;
  };
  Q *q_of(const TyVar *v);
  bool unify(const Type *a, const Type *b);
  bool solve(Q *q, const Type *t);
  std::vector<Q> qs_;
};

}  // namespace gphc::opt
