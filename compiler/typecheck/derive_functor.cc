// derive_functor.cc: derived Functor, Foldable and Traversable, which follow the structure of the fields' types.
//
// With `a` the type's last parameter, a field of type t is mapped over by
//   t without a          nothing to do
//   a                    the function
//   (t1, .., tn)         component by component
//   s -> r   (Functor)   after the function; in s the variable may occur only to the left of another arrow
//   T .. t'              fmap (foldr, traverse) of T, given that a occurs only in t'
// The instance needs the class for each such T. Foldable has a null, too: of a list whose last element is its outermost
// field it takes no walk.
#include "rename/scope.h"
#include "support/diag.h"
#include "typecheck/derive_build.h"

namespace gphc {

namespace {

struct Walker {
  const Deriving &d;
  const TyVar *last;
  bool failed = false;

  explicit Walker(const Deriving &deriving) : d(deriving) {
    const TVar *v = dyn_cast<TVar>(repr(d.to[d.to.size() - 1]));
    last = v ? v->var : nullptr;
  }

  bool has(const Type *t) const { return mentions_tyvar(t, last); }
  bool is_last(const Type *t) const {
    const TVar *v = dyn_cast<TVar>(repr(t));
    return v && v->var == last;
  }
  Expr *cannot(const char *why) {
    if (!failed)
      diags()
          .error(d.span, diag::CannotDerive,
                 "cannot derive an instance of " + describe(d.cls) + " for " + describe(d.tycon))
          .note(std::string("in a field's type, the type variable `") + last->occ.string() + "' " + why);
    failed = true;
    return d.con(g_builtin.unit_con);
  }
  // The components of a tuple type.
  bool tuple_parts(const Type *t, Vec<const Type *> *parts) const {
    TyCon *tc = split_tcon_app(t, parts);
    return tc && tc->tuple_arity && !tc->is_unboxed_tuple && parts->size() == tc->tuple_arity;
  }
  // T .. t': notes the constraint, and returns t' (null after an error).
  const Type *container(const Type *t) {
    const TApp *app = dyn_cast<TApp>(repr(t));
    if (!app || has(app->fn)) {
      cannot("must be the last argument of a data type");
      return nullptr;
    }
    d.want(app->fn);
    return app->arg;
  }

  // ---- fmap f, applied to x ----
  Expr *map(Var *f, const Type *t, Expr *x) {
    t = repr(t);
    if (!has(t)) return x;
    if (is_last(t)) return d.app(d.var(f), {x});
    Vec<const Type *> parts;
    if (tuple_parts(t, &parts)) {
      std::vector<Var *> vars;
      std::vector<Pat *> pats;
      Expr *result = d.expr(ExprTag::Tuple);
      for (size_t i = 0; i < parts.size(); i++) {
        vars.push_back(d.fresh("t", i));
        pats.push_back(d.pvar(vars[i]));
        result->elems.push_back(map(f, parts[i], d.var(vars[i])));
      }
      return d.match_case(x, {{d.ptuple(pats), result}});
    }
    if (const TFun *fun = dyn_cast<TFun>(t)) {
      Var *y = d.fresh("y");
      return d.lam({y}, map(f, fun->res, d.app(x, {comap(f, fun->arg, d.var(y))})));
    }
    if (t->tag == TypeTag::Forall || t->tag == TypeTag::Qual) return cannot("occurs in a polymorphic type");
    const Type *inner = container(t);
    if (!inner) return x;
    return d.app(d.method(d.cls, "fmap"), {function(inner, [&](Expr *y) { return map(f, inner, y); }, f), x});
  }
  // Where a occurs to the left of an arrow: the variable itself may not.
  Expr *comap(Var *f, const Type *t, Expr *x) {
    t = repr(t);
    if (!has(t)) return x;
    if (const TFun *fun = dyn_cast<TFun>(t)) {
      Var *y = d.fresh("y");
      return d.lam({y}, comap(f, fun->res, d.app(x, {map(f, fun->arg, d.var(y))})));
    }
    return cannot("must not occur in the argument of a function");
  }
  // \y -> body y; just f when the body is f y.
  template <class F>
  Expr *function(const Type *inner, F body, Var *f) {
    if (is_last(inner)) return d.var(f);
    Var *y = d.fresh("y");
    return d.lam({y}, body(d.var(y)));
  }

  // ---- foldr f acc, over x ----
  Expr *fold(Var *f, const Type *t, Expr *x, Expr *acc) {
    t = repr(t);
    if (!has(t)) return acc;
    if (is_last(t)) return d.app(d.var(f), {x, acc});
    Vec<const Type *> parts;
    if (tuple_parts(t, &parts)) {
      std::vector<Var *> vars;
      std::vector<Pat *> pats;
      for (size_t i = 0; i < parts.size(); i++) {
        vars.push_back(d.fresh("t", i));
        pats.push_back(d.pvar(vars[i]));
      }
      for (size_t i = parts.size(); i-- > 0;) acc = fold(f, parts[i], d.var(vars[i]), acc);
      return d.match_case(x, {{d.ptuple(pats), acc}});
    }
    if (t->tag == TypeTag::Fun) return cannot("must not occur in a function type");
    if (t->tag == TypeTag::Forall || t->tag == TypeTag::Qual) return cannot("occurs in a polymorphic type");
    const Type *inner = container(t);
    if (!inner) return acc;
    Expr *step = d.var(f);
    if (!is_last(inner)) {
      Var *y = d.fresh("y"), *rest = d.fresh("r");
      step = d.lam({y, rest}, fold(f, inner, d.var(y), d.var(rest)));
    }
    return d.app(d.method(d.cls, "foldr"), {step, acc, x});
  }

  // ---- foldMap f, over x; null when there is nothing ----
  Expr *fold_map(Var *f, const Type *t, Expr *x) {
    t = repr(t);
    if (!has(t)) return nullptr;
    if (is_last(t)) return d.app(d.var(f), {x});
    Vec<const Type *> parts;
    if (tuple_parts(t, &parts)) {
      std::vector<Pat *> pats;
      std::vector<Expr *> pieces;
      for (size_t i = 0; i < parts.size(); i++) {
        Var *v = d.fresh("t", i);
        pats.push_back(d.pvar(v));
        if (Expr *e = fold_map(f, parts[i], d.var(v))) pieces.push_back(e);
      }
      return d.match_case(x, {{d.ptuple(pats), append(pieces)}});
    }
    const Type *inner = t->tag == TypeTag::App ? cast<TApp>(t).arg : nullptr;
    if (!inner) return nullptr;  // reported by fold
    return d.app(d.method(d.cls, "foldMap"), {function(
                                                  inner,
                                                  [&](Expr *y) {
                                                    Expr *e = fold_map(f, inner, y);
                                                    return e ? e : d.var(KnownVar::mempty);
                                                  },
                                                  f),
                                              x});
  }
  Expr *append(const std::vector<Expr *> &pieces) const {
    if (pieces.empty()) return d.var(KnownVar::mempty);
    Expr *out = pieces.back();
    for (size_t i = pieces.size() - 1; i-- > 0;) out = d.app(d.var(KnownVar::mappend), {pieces[i], out});
    return out;
  }

  // ---- null, of x: the fields decide, without a walk, where they can ----
  struct Null {
    bool never;  // there is always something in it
    Expr *test;  // otherwise: whether there is nothing in it; null: there never is
  };
  Null is_null(const Type *t, Expr *x) {
    t = repr(t);
    if (!has(t)) return {false, nullptr};
    if (is_last(t)) return {true, nullptr};
    Vec<const Type *> parts;
    if (tuple_parts(t, &parts)) {
      std::vector<Pat *> pats;
      std::vector<Expr *> tests;
      for (size_t i = 0; i < parts.size(); i++) {
        Var *v = d.fresh("t", i);
        pats.push_back(d.pvar(v));
        Null n = is_null(parts[i], d.var(v));
        if (n.never) return n;
        if (n.test) tests.push_back(n.test);
      }
      return {false, d.match_case(x, {{d.ptuple(pats), all_of(tests)}})};
    }
    const Type *inner = t->tag == TypeTag::App ? cast<TApp>(t).arg : nullptr;
    if (!inner) return {false, nullptr};  // reported by fold
    Var *y = d.fresh("y"), *rest = d.fresh("r");
    Null n = is_null(inner, d.var(y));
    if (n.never) return {false, d.app(d.method(d.cls, "null"), {x})};
    if (!n.test) return n;
    return {false, d.app(d.method(d.cls, "foldr"),
                         {d.lam({y, rest}, all_of({n.test, d.var(rest)})), d.con(KnownCon::True), x})};
  }
  Expr *all_of(const std::vector<Expr *> &tests) const {
    if (tests.empty()) return d.con(KnownCon::True);
    Expr *out = tests.back();
    for (size_t i = tests.size() - 1; i-- > 0;) out = d.app(d.var(KnownVar::and_), {tests[i], out});
    return out;
  }

  // ---- traverse f, over x; null when there is nothing ----
  Expr *traverse(Var *f, const Type *t, Expr *x) {
    t = repr(t);
    if (!has(t)) return nullptr;
    if (is_last(t)) return d.app(d.var(f), {x});
    Vec<const Type *> parts;
    if (tuple_parts(t, &parts)) {
      std::vector<Pat *> pats;
      std::vector<Var *> vars;
      for (size_t i = 0; i < parts.size(); i++) {
        vars.push_back(d.fresh("t", i));
        pats.push_back(d.pvar(vars[i]));
      }
      Expr *body = rebuild(f, tuple_con(parts.size()), vars, [&](size_t i) { return parts[i]; });
      return d.match_case(x, {{d.ptuple(pats), body}});
    }
    if (t->tag == TypeTag::Fun) return cannot("must not occur in a function type");
    if (t->tag == TypeTag::Forall || t->tag == TypeTag::Qual) return cannot("occurs in a polymorphic type");
    const Type *inner = container(t);
    if (!inner) return x;
    return d.app(d.method(d.cls, "traverse"), {function(inner, [&](Expr *y) { return traverse(f, inner, y); }, f), x});
  }
  // The constructor applied to its fields with those that mention a replaced, inside the applicative functor.
  template <class F>
  Expr *rebuild(Var *f, DataCon *c, const std::vector<Var *> &vars, F type_of) {
    std::vector<Expr *> actions, args;
    std::vector<Var *> params;
    for (size_t i = 0; i < vars.size(); i++) {
      Expr *action = traverse(f, type_of(i), d.var(vars[i]));
      if (!action) {
        args.push_back(d.var(vars[i]));
        continue;
      }
      actions.push_back(action);
      params.push_back(d.fresh("z", i));
      args.push_back(d.var(params.back()));
    }
    Expr *result = d.apps(d.con(c), args);
    if (actions.empty()) return d.app(d.var(KnownVar::pure), {result});
    Expr *fn = params.size() == args.size() ? d.con(c) : d.lam(params, result);
    if (actions.size() == 1) return d.app(d.var(KnownVar::fmap), {fn, actions[0]});
    Expr *out = d.app(d.var(KnownVar::liftA2), {fn, actions[0], actions[1]});
    for (size_t i = 2; i < actions.size(); i++) out = d.app(d.var(KnownVar::ap), {out, actions[i]});
    return out;
  }
};

}  // namespace

void derive_functor(const Deriving &d) {
  Walker w(d);
  for (DataCon *c : d.tycon->cons) {
    Var *f = d.fresh("f");
    std::vector<Var *> vars = d.fresh_fields("a", c);
    std::vector<Expr *> args;
    for (size_t i = 0; i < vars.size(); i++) args.push_back(w.map(f, d.field_type(c->fields[i]), d.var(vars[i])));
    d.equation("fmap", {d.pvar(f), d.pcon_vars(c, vars)}, d.apps(d.con(c), args));
  }
  if (!d.tycon->cons.empty()) return;
  Var *v = d.fresh("v");
  d.equation("fmap", {d.wild(), d.pvar(v)}, d.match_case(d.var(v), {}));
}

void derive_foldable(const Deriving &d) {
  Walker w(d);
  for (DataCon *c : d.tycon->cons) {
    Var *f = d.fresh("f"), *z = d.fresh("z");
    std::vector<Var *> vars = d.fresh_fields("a", c);
    Expr *acc = d.var(z);
    for (size_t i = vars.size(); i-- > 0;) acc = w.fold(f, d.field_type(c->fields[i]), d.var(vars[i]), acc);
    d.equation("foldr", {d.pvar(f), d.pvar(z), d.pcon_vars(c, vars)}, acc);
  }
  for (DataCon *c : d.tycon->cons) {
    Var *f = d.fresh("f");
    std::vector<Var *> vars = d.fresh_fields("a", c);
    std::vector<Expr *> pieces;
    for (size_t i = 0; i < vars.size(); i++)
      if (Expr *e = w.fold_map(f, d.field_type(c->fields[i]), d.var(vars[i]))) pieces.push_back(e);
    d.equation("foldMap", {d.pvar(f), d.pcon_vars(c, vars)}, w.append(pieces));
  }
  if (d.tycon->cons.empty()) d.equation("foldMap", {d.wild(), d.wild()}, d.var(KnownVar::mempty));
  for (DataCon *c : d.tycon->cons) {
    std::vector<Var *> vars = d.fresh_fields("a", c);
    std::vector<Expr *> tests;
    bool never = false;
    for (size_t i = 0; i < vars.size(); i++) {
      Walker::Null n = w.is_null(d.field_type(c->fields[i]), d.var(vars[i]));
      never = never || n.never;
      if (n.test) tests.push_back(n.test);
    }
    d.equation("null", {d.pcon_vars(c, vars)}, never ? d.con(KnownCon::False) : w.all_of(tests));
  }
}

void derive_traversable(const Deriving &d) {
  Walker w(d);
  for (DataCon *c : d.tycon->cons) {
    Var *f = d.fresh("f");
    std::vector<Var *> vars = d.fresh_fields("a", c);
    Expr *body = w.rebuild(f, c, vars, [&](size_t i) { return d.field_type(c->fields[i]); });
    d.equation("traverse", {d.pvar(f), d.pcon_vars(c, vars)}, body);
  }
  if (!d.tycon->cons.empty()) return;
  Var *v = d.fresh("v");
  d.equation("traverse", {d.wild(), d.pvar(v)}, d.app(d.var(KnownVar::pure), {d.match_case(d.var(v), {})}));
}

}  // namespace gphc
