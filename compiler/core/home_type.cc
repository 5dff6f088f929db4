// home_type.cc: may values of a type leave their process (Note [What stays at home] in runtime/include/gph/abi.h)?
//
// A type holds what stays if a primitive one of that sort is reached from it: by the fields of its constructors, its
// arguments (whatever they are for), what its functions return. Not what functions take: what a function's closure
// holds is not in its type, and an action of ST takes the state without having any. The state of a lazy state thread
// has a constructor for the purpose (Control.Monad.ST.Lazy). Dictionaries are left out: their types are about other
// things.
//
// Where neither that nor the opposite can be said: functions, type variables, existential types.
#include <unordered_map>
#include <unordered_set>

#include "core/core.h"

namespace gphc::core {

namespace {

Home worse(Home a, Home b) { return a > b ? a : b; }

bool primitive_stays(const TyCon *tc) {
  const Builtin &b = g_builtin;
  for (const TyCon *c :
       {b.mut_var_prim, b.mvar_prim, b.tvar_prim, b.mutable_array_prim, b.small_mutable_array_prim,
        b.mutable_byte_array_prim, b.weak_prim, b.stable_name_prim, b.stable_ptr_prim, b.thread_id_prim, b.addr_prim})
    if (tc == c) return true;
  return false;
}

Home of_constructor(TyCon *tc);

// cons: where to leave the type constructors that are met; null: their answers are wanted.
Home of_type(const Type *t, bool open, Vec<TyCon *> *cons) {
  t = repr(t);
  switch (t->tag) {
    case TypeTag::Var: return open ? Home::Unknown : Home::Goes;  // else a parameter, of which the argument tells
    case TypeTag::Meta: return Home::Unknown;
    case TypeTag::Fun: return worse(Home::Unknown, of_type(cast<TFun>(t).res, false, cons));
    case TypeTag::Forall: return of_type(cast<TForall>(t).body, open, cons);
    case TypeTag::Qual: return worse(Home::Unknown, of_type(cast<TQual>(t).body, false, cons));
    case TypeTag::Con:
    case TypeTag::App: break;
  }
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (!tc) return Home::Unknown;
  if (tc->sort == TyConSort::Dict) return Home::Goes;
  Home h = Home::Goes;
  if (tc->sort == TyConSort::Prim || tc->is_unboxed_tuple) h = primitive_stays(tc) ? Home::Stays : Home::Goes;
  else if (cons) cons->push_back(tc);
  else h = of_constructor(tc);
  for (const Type *a : args) h = worse(h, of_type(a, open, cons));
  return h;
}

// What the constructors of tc and of all types in their fields say, whatever its arguments are. Recursive types refer
// to each other, so each is looked at for itself.
Home of_constructor(TyCon *tc) {
  static std::unordered_map<const TyCon *, Home> known;
  if (auto it = known.find(tc); it != known.end()) return it->second;
  Home h = Home::Goes;
  Vec<TyCon *> todo;
  std::unordered_set<const TyCon *> seen = {tc};
  todo.push_back(tc);
  while (!todo.empty() && h != Home::Stays) {
    TyCon *c = todo.back();
    todo.pop_back();
    Vec<TyCon *> met;
    if (c->sort == TyConSort::Newtype) h = worse(h, of_type(newtype_rep(c), false, &met));
    else
      for (const DataCon *k : c->cons) {
        if (!k->exist.empty()) h = worse(h, Home::Unknown);
        for (const Type *field : con_field_types(k)) h = worse(h, of_type(field, false, &met));
      }
    for (TyCon *m : met)
      if (seen.insert(m).second) todo.push_back(m);
  }
  return known[tc] = h;
}

}  // namespace

Home home_of_type(const Type *t) { return of_type(t, true, nullptr); }

}  // namespace gphc::core
