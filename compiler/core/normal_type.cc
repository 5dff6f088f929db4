// normal_type.cc: types whose evaluated values are in normal form (Note [Normal form] in runtime/include/gph/abi.h):
// numbers, enumerations, functions, mutable objects, records of strict fields of such types. "No" is always safe.
#include "core/core.h"

namespace gphc::core {

namespace {

constexpr int kMaxDepth = 6;  // of types within types; recursive types are not among them

bool is_flat(const Type *t, int depth) {
  t = unwrap_newtypes(t);
  while (const TForall *f = dyn_cast<TForall>(t)) t = unwrap_newtypes(f->body);
  if (t->tag == TypeTag::Fun || t->tag == TypeTag::Qual) return true;
  Vec<const Type *> args;
  TyCon *tc = split_tcon_app(t, &args);
  if (!tc) return false;
  if (tc == g_builtin.array_prim || tc == g_builtin.small_array_prim || tc->is_unboxed_tuple) return false;
  if (tc->sort == TyConSort::Prim) return type_rep(t) != Rep::Lifted;
  if (tc->sort == TyConSort::Dict) return true;
  if (tc->sort != TyConSort::Data || depth == 0 || args.size() != tc->params.size()) return false;
  for (const DataCon *c : tc->cons) {
    Vec<const Type *> fields = con_field_types(c);
    if (!c->exist.empty() || c->univ.size() != args.size()) return false;
    for (size_t i = c->theta.size(); i < fields.size(); i++) {
      const Type *field = subst_type(fields[i], c->univ, args);
      if (!is_unlifted(field) && !c->fields[i - c->theta.size()].strict) return false;
      if (!is_flat(field, depth - 1)) return false;
    }
  }
  return true;
}

}  // namespace

bool is_normal_type(const Type *t) { return is_flat(t, kMaxDepth); }

}  // namespace gphc::core
