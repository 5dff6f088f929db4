// builtin.cc: what exists before any module is read: lists, unit, tuples, functions and the primitive types.
//
// They belong to the module GPH.Prim. The names of special syntax ([], (), (,), ->, :) mean these entities in every
// module; the primitive types and the primops must be imported from GPH.Prim (or from what re-exports them).
// Types of unboxed tuples may have fields of any representation: their TyCon's kind says * for each, and the type
// checker does not hold its arguments to it.
#include <unordered_map>
#include <vector>

#include "support/check.h"
#include "types/type.h"

namespace gphc {

Builtin g_builtin;

namespace {

std::vector<TyCon *> g_prim_tycons;
std::unordered_map<Symbol, TyCon *> g_by_name;
std::span<Var *const> g_primop_vars;
std::vector<TyCon *> g_tuples, g_unboxed_tuples;  // by arity; null where not made yet

Kind *kind_of_params(size_t n, Kind *res) {
  for (size_t i = 0; i < n; i++) res = mk_kind_arrow(kind_star(), res);
  return res;
}

TyVar *param(size_t i) {
  std::string name(1, char('a' + i % 26));
  if (i >= 26) name += std::to_string(i / 26);
  return mk_tyvar(sym(name), kind_star());
}

TyCon *mk_tycon(std::string_view name, TyConSort sort, size_t params, Kind *res, Rep rep) {
  TyCon *c = mk<TyCon>();
  c->tag = EntTag::TyCon;
  c->occ = sym(name);
  c->module = prim_module_name();
  c->uniq = fresh_uniq();
  c->sort = sort;
  c->kind = kind_of_params(params, res);
  for (size_t i = 0; i < params; i++) c->params.push_back(param(i));
  c->rep = rep;
  return c;
}

TyCon *mk_prim(std::string_view name, size_t params, Rep rep) {
  TyCon *c = mk_tycon(name, TyConSort::Prim, params, rep == Rep::Lifted ? kind_star() : kind_hash(), rep);
  c->is_abstract = true;
  g_prim_tycons.push_back(c);
  g_by_name[c->occ] = c;
  return c;
}

// Adds a constructor whose fields have the given types over the TyCon's parameters.
DataCon *add_con(TyCon *tc, std::string_view name, const Vec<const Type *> &fields) {
  DataCon *d = mk<DataCon>();
  d->tag = EntTag::DataCon;
  d->occ = sym(name);
  d->module = prim_module_name();
  d->uniq = fresh_uniq();
  d->tycon = tc;
  d->index = uint32_t(tc->cons.size());
  d->univ = tc->params;
  Vec<const Type *> params;
  for (TyVar *v : tc->params) params.push_back(mk_tvar(v));
  for (const Type *t : fields) {
    FieldInfo f;
    f.type = t;
    d->fields.push_back(f);
  }
  d->type = mk_forall(tc->params, mk_tfuns(fields, mk_tcon_app(tc, params)));
  tc->cons.push_back(d);
  return d;
}

TyCon *mk_tuple(size_t n, bool unboxed) {
  std::string commas(n > 0 ? n - 1 : 0, ',');
  // "(# #)" is the empty one; the one-element tuple has no constructor name in the source.
  std::string name = !unboxed ? "(" + commas + ")" : n == 0 ? "(# #)" : n == 1 ? "(#_#)" : "(#" + commas + "#)";
  TyCon *tc =
      mk_tycon(name, TyConSort::Data, n, unboxed ? kind_hash() : kind_star(), unboxed ? Rep::Tuple : Rep::Lifted);
  tc->tuple_arity = uint32_t(n);
  tc->is_unboxed_tuple = unboxed;
  Vec<const Type *> fields;
  for (TyVar *v : tc->params) fields.push_back(mk_tvar(v));
  add_con(tc, name, fields);
  return tc;
}

TyCon *tuple_of(std::vector<TyCon *> &table, size_t n, bool unboxed) {
  if (table.size() <= n) table.resize(n + 1);
  if (!table[n]) {
    table[n] = mk_tuple(n, unboxed);
    g_by_name[table[n]->occ] = table[n];
  }
  return table[n];
}

}  // namespace

Symbol prim_module_name() {
  static Symbol s = sym("GPH.Prim");
  return s;
}

void init_builtin() {
  if (g_builtin.fun) return;
  Builtin &b = g_builtin;
  b.fun = mk_tycon("->", TyConSort::Prim, 2, kind_star(), Rep::Lifted);
  b.list = mk_tycon("[]", TyConSort::Data, 1, kind_star(), Rep::Lifted);
  b.unit = mk_tycon("()", TyConSort::Data, 0, kind_star(), Rep::Lifted);
  for (TyCon *c : {b.fun, b.list, b.unit}) g_by_name[c->occ] = c;
  const Type *elem = mk_tvar(b.list->params[0]);
  b.nil = add_con(b.list, "[]", {});
  b.cons = add_con(b.list, ":", {elem, mk_tapp(mk_tcon(b.list), elem)});
  b.cons->infix = true;
  b.unit_con = add_con(b.unit, "()", {});

  b.int_prim = mk_prim("Int#", 0, Rep::Int);
  b.word_prim = mk_prim("Word#", 0, Rep::Word);
  b.char_prim = mk_prim("Char#", 0, Rep::Char);
  b.double_prim = mk_prim("Double#", 0, Rep::Double);
  b.float_prim = mk_prim("Float#", 0, Rep::Float);
  b.addr_prim = mk_prim("Addr#", 0, Rep::Addr);
  b.state_prim = mk_prim("State#", 1, Rep::Void);
  b.real_world = mk_prim("RealWorld", 0, Rep::Lifted);
  b.array_prim = mk_prim("Array#", 1, Rep::Unlifted);
  b.mutable_array_prim = mk_prim("MutableArray#", 2, Rep::Unlifted);
  b.small_array_prim = mk_prim("SmallArray#", 1, Rep::Unlifted);
  b.small_mutable_array_prim = mk_prim("SmallMutableArray#", 2, Rep::Unlifted);
  b.byte_array_prim = mk_prim("ByteArray#", 0, Rep::Unlifted);
  b.mutable_byte_array_prim = mk_prim("MutableByteArray#", 1, Rep::Unlifted);
  b.mut_var_prim = mk_prim("MutVar#", 2, Rep::Unlifted);
  b.mvar_prim = mk_prim("MVar#", 2, Rep::Unlifted);
  b.tvar_prim = mk_prim("TVar#", 2, Rep::Unlifted);
  b.weak_prim = mk_prim("Weak#", 1, Rep::Unlifted);
  b.stable_name_prim = mk_prim("StableName#", 1, Rep::Unlifted);
  b.stable_ptr_prim = mk_prim("StablePtr#", 1, Rep::Addr);
  b.thread_id_prim = mk_prim("ThreadId#", 0, Rep::Unlifted);
  b.bco_prim = mk_prim("BCO#", 0, Rep::Unlifted);
  mk_prim("Walk#", 0, Rep::Unlifted);  // named by primops.def alone
  b.type_kind = mk_prim("Type", 0, Rep::Lifted);
  b.constraint_kind = mk_prim("Constraint", 0, Rep::Lifted);
}

TyCon *tuple_tycon(size_t n) {
  if (n == 0) return g_builtin.unit;
  GPHC_CHECK(n >= 2, "a tuple of one");
  return tuple_of(g_tuples, n, false);
}
DataCon *tuple_con(size_t n) { return tuple_tycon(n)->cons[0]; }
TyCon *unboxed_tuple_tycon(size_t n) { return tuple_of(g_unboxed_tuples, n, true); }
DataCon *unboxed_tuple_con(size_t n) { return unboxed_tuple_tycon(n)->cons[0]; }

// The tuples' names are made on demand: "(,,)", "(#,#)".
TyCon *find_prim_tycon(Symbol name) {
  auto it = g_by_name.find(name);
  if (it != g_by_name.end()) return it->second;
  std::string_view s = name.str();
  if (s.size() >= 3 && s.front() == '(' && s.back() == ')') {
    std::string_view inner = s.substr(1, s.size() - 2);
    if (inner.size() >= 2 && inner.front() == '#' && inner.back() == '#') {
      inner = inner.substr(1, inner.size() - 2);
      if (inner.empty()) return unboxed_tuple_tycon(0);
      if (inner.find_first_not_of(',') == std::string_view::npos) return unboxed_tuple_tycon(inner.size() + 1);
    } else if (inner.find_first_not_of(',') == std::string_view::npos) {
      return tuple_tycon(inner.size() + 1);
    }
  }
  return nullptr;
}

std::span<TyCon *const> prim_tycons() { return g_prim_tycons; }
void register_primop_vars(std::span<Var *const> vars) { g_primop_vars = vars; }
std::span<Var *const> primop_vars() { return g_primop_vars; }

}  // namespace gphc
