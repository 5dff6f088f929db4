// derive_build.h: building renamed syntax for derived instances. Internal to derive*.cc.
#pragma once
#include <string>

#include "rename/known.h"
#include "rename/rename.h"
#include "typecheck/derive.h"

namespace gphc {

// Everything about one instance while its methods are written.
struct Deriving {
  Module &module;
  DerivedInstance *out;
  TyCon *tycon;
  Class *cls;
  Span span;
  Vec<TyVar *> from;     // the type constructor's parameters ...
  Vec<const Type *> to;  // ... and what they are in this instance
  const Type *field_type(const FieldInfo &f) const { return subst_type(f.type, from, to); }

  // Names and leaves
  Var *fresh(const char *name) const { return mk_local_var(sym(name), nullptr); }
  Var *fresh(const char *name, size_t i) const { return mk_local_var(sym(name + std::to_string(i + 1)), nullptr); }
  std::vector<Var *> fresh_fields(const char *name, const DataCon *c) const;
  Expr *expr(ExprTag tag) const {
    Expr *e = mk<Expr>();
    e->tag = tag;
    e->span = span;
    return e;
  }
  Expr *var(Var *v) const;
  Expr *var(KnownVar id) const { return var(known_var(id)); }
  Expr *method(const Class *c, const char *name) const;
  Expr *prim(const char *name) const;  // a primop
  // Something that is in scope in the class's module: for classes that are not known ones.
  Expr *beside_class(const char *name) const;
  Expr *con(DataCon *c) const;
  Expr *con(KnownCon id) const { return con(known_con(id)); }
  Expr *int_lit(int64_t n) const;
  Expr *string_lit(std::string_view s) const;

  // Expressions
  Expr *app(Expr *f, std::initializer_list<Expr *> args) const;
  Expr *apps(Expr *f, const std::vector<Expr *> &args) const;
  Expr *tuple(std::initializer_list<Expr *> elems) const;
  Expr *lam(const std::vector<Var *> &params, Expr *body) const;
  Expr *match_case(Expr *scrut, const std::vector<std::pair<Pat *, Expr *>> &alts) const;
  // The value of a field for a method's call: a field of a primitive type in its box.
  Expr *boxed(Var *v, const FieldInfo &f) const;
  Expr *con_vars(DataCon *c, const std::vector<Var *> &vars) const;
  Expr *tag_of(Expr *e) const { return app(prim("dataToTag#"), {e}); }           // Int#
  Expr *boxed_tag(Expr *e) const { return app(con(KnownCon::I), {tag_of(e)}); }  // Int
  Expr *to_bool(Expr *int_prim) const { return app(prim("tagToEnum#"), {int_prim}); }
  Expr *tag_compare(const char *op, Var *a, Var *b) const {
    return to_bool(app(prim(op), {tag_of(var(a)), tag_of(var(b))}));
  }

  // Patterns
  Pat *pat(PatTag tag) const {
    Pat *p = mk<Pat>();
    p->tag = tag;
    p->span = span;
    return p;
  }
  Pat *wild() const { return pat(PatTag::Wild); }
  Pat *pvar(Var *v) const;
  Pat *pcon(DataCon *c, const std::vector<Pat *> &args) const;
  Pat *pcon_vars(DataCon *c, const std::vector<Var *> &vars) const;
  Pat *ptuple(const std::vector<Pat *> &elems) const;
  Pat *pint(int64_t n) const;  // I# n#

  // Adds an equation of a method; equations of one method come one after the other.
  void equation(const char *method, const std::vector<Pat *> &pats, Expr *body) const;
  void want(const Type *t) const;  // cls t
  // A definition of the instance's module for its methods to share.
  Var *top_level(const std::string &name, Expr *body) const;
  void want_fields() const;  // cls t for the type of each field
  // the same, but fields of primitive types need nothing: see boxed
  void want_boxed_fields() const;
  bool is_enumeration() const;  // at least one constructor, none with fields
};

// The primitive types that derived Eq, Ord and Show know, as GHC's do. Null: none of them.
struct PrimField {
  KnownCon box;
  const char *suffix;
};  // suffix: of a literal under MagicHash
const PrimField *prim_field(const Type *t);

Rhs *mk_plain_rhs(Span span, Expr *body);
bool mentions_tyvar(const Type *t, const TyVar *v);

// One per class (derive_basic.cc, derive_text.cc, derive_functor.cc, derive_data.cc).
void derive_eq(const Deriving &d);
void derive_ord(const Deriving &d);
void derive_enum(const Deriving &d);
void derive_bounded(const Deriving &d);
void derive_ix(const Deriving &d);
void derive_show(const Deriving &d);
void derive_read(const Deriving &d);
void derive_functor(const Deriving &d);
void derive_foldable(const Deriving &d);
void derive_traversable(const Deriving &d);
void derive_nfdata(const Deriving &d);
void derive_data(const Deriving &d);
// Why there is no such instance; empty when there is one.
std::string data_problem(const Deriving &d, bool standalone);

}  // namespace gphc
