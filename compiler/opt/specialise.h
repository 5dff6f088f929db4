// specialise.h: the specialiser's state and parts. specialise.cc walks; specialise_dicts.cc knows the dictionaries;
// specialise_call.cc makes copies for calls; specialise_types.cc says how general a copy is.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/specialise_types.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

// A function or dictionary that may get copies.
struct Fn {
  Var *var = nullptr;
  const Expr *rhs = nullptr;  // as it came; walked when reached
  const Expr *walked = nullptr;
  bool local = false;
  bool queued = false;
  bool in_progress = false;
  int depth = 0;  // dictionaries: nesting
  size_t copies = 0;
  bool has_fields = false;
  Vec<const Expr *> fields;               // dictionaries: trivial expressions under the type variables of rhs
  std::vector<Fn *> *siblings = nullptr;  // local: where copies are collected
  Vec<TyVar *> scope;                     // local: type variables in scope where it is bound
};

bool is_dict_con(const Expr *e);  // under type lambdas: the constructor of a dictionary

// A call for which a copy may be made.
struct SpecCall {
  Fn *fn = nullptr;
  const ELam *lam = nullptr;  // of fn's right-hand side, under the type variables tvs
  Vec<TyVar *> tvs;
  // for each parameter that has an argument: the dictionary that it is, and it goes; or null
  Vec<Fn *> known;
  Vec<const Expr *> dicts;  // likewise: that dictionary, as general as the copy is
  Vec<const Type *> fixed;  // for each of tvs: what it is in the copy; null: a parameter there, too
  Vec<TyVar *> free;        // type variables of dicts and fixed, over which the copy abstracts
  bool is_dict = false;     // the call makes a dictionary, of known ones only
};

// Of a dictionary that the specialiser made of a dictionary function at known types and dictionaries, what it is:
// $s$fVec is $fVec @Double $fUnboxDouble. Rules name instances so. Null for all else.
const Expr *specialised_dict(const Var *v);

class Specialiser {
 public:
  Specialiser(Program &p, PassContext &cx, bool late) : p_(p), cx_(cx), late_(late) {}
  void run();

 private:
  // specialise.cc: functions, and the walk
  Fn *fn_of(const Var *v) { return fns_.get(v->uniq); }
  Fn *add(Var *v, const Expr *rhs, bool local);
  void touch(Var *v);
  void note(const Expr *e);
  void reference(Fn *f);
  void walk_templates();
  void walk_fn(Fn *f);
  const Expr *walk_under(const Vec<TyVar *> &tvs, const Expr *e);
  Vec<const Expr *> walk_all(const Vec<const Expr *> &es);
  const Expr *walk_head(const Expr *e);
  const Expr *walk(const Expr *e);
  const Expr *walk_let(const ELet &l);
  const Expr *walk_letrec(const Vec<Binding> &binds, const Expr *body);

  // specialise_dicts.cc
  Fn *known_dict(const Expr *e);
  bool fields_of(Fn *f);
  void keep_template(Var *v, const Expr *a, const Vec<TyVar *> &tvs);
  const Expr *field(const Expr *dict, Fn *f, size_t i);
  int selected_field(const Var *v);
  const Expr *named_dict(const Var *v, const Expr *e, const Vec<const Type *> &types);

  // specialise_call.cc
  const Expr *apply(const Expr *fn, const Vec<const Expr *> &args);
  const Expr *apply_more(const Expr *fn, const Vec<const Expr *> &args, size_t from);
  bool may_copy(const Fn *f) const;
  const Expr *call(Fn *f, const Vec<const Type *> &types, const Vec<const Expr *> &args);
  bool generalise(SpecCall *c, const Vec<const Type *> &types, const Vec<const Expr *> &args, DictTypes *dt);
  Fn *make_copy(const SpecCall &c);
  const Expr *copy_of(const SpecCall &c, const Vec<TyVar *> &tvs, const ELam &l, const Vec<TyVar *> &outer,
                      const Vec<const Type *> &outer_types);
  void copy_info(const SpecCall &c, Var *v, const Vec<TyVar *> &outer, const Vec<const Type *> &outer_types);

  Program &p_;
  PassContext &cx_;
  bool late_;
  UniqTable<Fn *> fns_;
  UniqTable<const Expr *> subst_;
  std::unordered_map<std::string, Fn *> copies_;
  std::vector<Fn *> work_, made_, originals_;
  size_t templates_done_ = 0;  // how many of made_
  Vec<TyVar *> scope_;         // type variables in scope of the walk
};

}  // namespace gphc::opt
