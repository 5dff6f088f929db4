// from_core.h: the maker of STG. from_core.cc: the program, and what is not said otherwise; from_core_let.cc: bindings,
// which closures they become; from_core_case.cc: cases, unboxed tuples; from_core_app.cc: applications, primitive
// operations.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "stg/stg.h"
#include "support/check.h"

namespace gphc::stg {

template <class T>
T *node() {
  T *e = mk<T>();
  e->tag = T::kTag;
  return e;
}

inline Atom token_atom() { return Atom{}; }
inline Atom id_atom(Id *id) { return Atom{.id = id, .rep = id->rep}; }

Rep lit_rep(const Literal &l);
// Appends the types (the representations) of a result of type t: the components of an unboxed tuple (nested ones
// flattened) without tokens. Returns whether it is an unboxed tuple.
bool result_types(const Type *t, Vec<const Type *> *out);
bool result_reps(const Type *t, Vec<Rep> *out);
Expr *mk_value(const Atom &a, core::PlaceId place = 0);
const core::Expr *strip(const core::Expr *e);         // what stands between an expression and its head
const core::Expr *strip_coerce(const core::Expr *e);  // strip, and through unsafeCoerce#
// "File.gph:line:col"; null when nothing in a file is meant
Symbol location(const Span &s);
bool is_prim(const core::Expr *e, core::PrimId id);

class FromCore {
 public:
  explicit FromCore(bool locations) : locations_(locations) {}
  Program *run(const core::Program &p);

 private:
  // What a Core variable stands for.
  struct Meaning {
    Atom atom;
    bool is_tuple = false;
    Vec<Id *> parts;  // of an unboxed tuple, without tokens
  };
  // Bindings to put around the expression under construction, outermost first.
  struct Pending {
    Closure *closure;  // a Let
    Expr *scrut;       // or a Case with a default
    Id *binder;
  };

  Id *new_id(Symbol occ, Rep rep) {
    Id *id = mk<Id>();
    id->occ = occ;
    id->num = ++counter_;
    id->rep = rep;
    return id;
  }
  Id *new_id(Symbol occ, Rep rep, const Type *type) {
    Id *id = new_id(occ, rep);
    if (rep == Rep::Lifted || rep == Rep::Unlifted) id->home = core::home_of_type(type);
    return id;
  }
  Id *new_id(const Var *v) { return new_id(v->occ, core::type_rep(v->type), v->type); }
  // Binds a variable that is held as a value (not an unboxed tuple); null for a token.
  Id *bind_var(const Var *v) {
    Rep r = core::type_rep(v->type);
    Id *id = r == Rep::Void ? nullptr : new_id(v->occ, r, v->type);
    env_[v].atom = id ? id_atom(id) : token_atom();
    return id;
  }
  void bind_parts(const Var *v, Vec<Id *> *out);
  void alias(const Var *v, const Atom &a) { env_[v].atom = a; }
  const Meaning &lookup(const Var *v);

  Atom lit_atom(const Literal &l) {
    if (l.data && l.data->unpack && !prog_->unpack_string) prog_->unpack_string = lookup(l.data->unpack).atom.id;
    return Atom{.rep = lit_rep(l), .lit = l};
  }

  size_t mark() const { return pending_.size(); }
  Expr *wrap(size_t m, Expr *e);
  Expr *convert(const core::Expr *e);
  Expr *convert_app(const core::Expr *head, const Vec<const core::Expr *> &args);
  Expr *convert_case(const core::ECase &c);
  Expr *tuple_case(const core::ECase &c);
  void tuple_fields(const core::Alt &alt, const Meaning &tuple);
  Expr *token_case(const core::ECase &c);
  Expr *constructed(const core::ECase &c);
  Expr *data_case(const core::ECase &c);
  Expr *convert_prim(const core::EPrimApp &p);
  Expr *convert_let(const core::Expr *e);
  Expr *joins(const Vec<core::Binding> &binds, bool rec, const core::Expr *body);
  Expr *join_body(const core::Binding &b, JoinPoint *p);
  Expr *let_one(const core::Binding &b, const core::Expr *body);
  Expr *let_rec(const Vec<core::Binding> &binds, const core::Expr *body);
  Expr *convert_con(const core::EConApp &c);
  Expr *atoms_to_tuple(const Vec<const core::Expr *> &args);
  void tuple_atoms(const core::Expr *e, Vec<Atom> *out);
  Atom atomize(const core::Expr *e, bool once = false);
  bool try_atom(const core::Expr *e, Atom *out);
  Closure *make_closure(Id *id, const core::Expr *rhs, Vec<Closure *> *group);
  void fill_function(Closure *c, const core::Expr *rhs);
  bool peel_lambdas(const core::Expr *rhs, Vec<Var *> *params, const core::Expr **body);
  int known_arity(const Id *id) const;
  void add_top(const core::Binding &b);
  bool is_known_string(const core::Binding &b, Symbol module, const core::Expr *rhs);
  void convert_top(TopBind *t, const core::Expr *rhs);
  TopBind *new_top(Id *id, Symbol module, const std::string &base);
  Closure *top_part(TopBind *parent, const core::Expr *e);

  Program *prog_ = nullptr;
  uint32_t counter_ = 0;
  std::unordered_map<const Var *, Meaning> env_;
  std::vector<Pending> pending_;
  std::unordered_map<std::string, uint32_t> names_;
  std::vector<std::pair<TopBind *, const core::Expr *>> todo_;
  std::unordered_map<const Var *, const core::Expr *> top_alias_;  // top-level x = y, not yet resolved
  std::unordered_map<std::string, Var *> strings_;                 // see is_known_string
  bool locations_ = false;
  Symbol loc_;  // of what is being converted
  TopBind *top_ = nullptr;
};

}  // namespace gphc::stg
