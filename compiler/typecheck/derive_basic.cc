// derive_basic.cc: derived Eq, Ord, Enum, Bounded, Ix and NFData.
//
// Constructors are compared by their tags (dataToTag#) wherever fields do not matter, so that a type of n constructors
// needs n equations, not n * n.
#include "typecheck/derive_build.h"

namespace gphc {

// ---- Eq ------------------------------------------------------------------------------------------------------------
//   C a1 a2 == C b1 b2 = a1 == b1 && a2 == b2        for each constructor with fields
//   a == b = tag a ==# tag b                         for the rest; False if only one of them can be left
void derive_eq(const Deriving &d) {
  d.want_boxed_fields();
  size_t nullary = 0, cons = d.tycon->cons.size();
  for (DataCon *c : d.tycon->cons) {
    if (c->fields.empty()) {
      nullary++;
      continue;
    }
    std::vector<Var *> a = d.fresh_fields("a", c), b = d.fresh_fields("b", c);
    Expr *body = nullptr;
    for (size_t i = a.size(); i-- > 0;) {
      Expr *eq = d.app(d.method(d.cls, "=="), {d.boxed(a[i], c->fields[i]), d.boxed(b[i], c->fields[i])});
      body = body ? d.app(d.var(KnownVar::and_), {eq, body}) : eq;
    }
    d.equation("==", {d.pcon_vars(c, a), d.pcon_vars(c, b)}, body);
  }
  if (cons == 0) {
    d.equation("==", {d.wild(), d.wild()}, d.con(KnownCon::True));
  } else if (nullary == 1 && cons == 1) {
    d.equation("==", {d.pcon(d.tycon->cons[0], {}), d.pcon(d.tycon->cons[0], {})}, d.con(KnownCon::True));
  } else if (nullary > 0) {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    d.equation("==", {d.pvar(a), d.pvar(b)}, d.tag_compare("==#", a, b));
  } else if (cons > 1) {
    d.equation("==", {d.wild(), d.wild()}, d.con(KnownCon::False));
  }
}

// ---- Ord -----------------------------------------------------------------------------------------------------------
// compare, from which the class makes the other methods. Where a field holds a NaN the other methods are not what
// compare says, so which of them GHC derives shows:
//   up to three constructors: C a1 a2 < C b1 b2 = case compare a1 b1 of { LT -> True; EQ -> a2 < b2; GT -> False },
//   and a <= b = not (b < a), a > b = b < a, a >= b = not (a < b)
namespace {

void derive_less(const Deriving &d) {
  for (DataCon *c : d.tycon->cons) {
    if (c->fields.empty()) continue;
    std::vector<Var *> a = d.fresh_fields("a", c), b = d.fresh_fields("b", c);
    Expr *body = nullptr;
    for (size_t i = a.size(); i-- > 0;) {
      Expr *x = d.boxed(a[i], c->fields[i]), *y = d.boxed(b[i], c->fields[i]);
      if (!body) {
        body = d.app(d.method(d.cls, "<"), {x, y});
        continue;
      }
      body = d.match_case(d.app(d.method(d.cls, "compare"), {x, y}),
                          {{d.pcon(known_con(KnownCon::LT), {}), d.con(KnownCon::True)},
                           {d.pcon(known_con(KnownCon::EQ), {}), body},
                           {d.pcon(known_con(KnownCon::GT), {}), d.con(KnownCon::False)}});
    }
    d.equation("<", {d.pcon_vars(c, a), d.pcon_vars(c, b)}, body);
  }
  if (d.tycon->cons.size() > 1) {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    d.equation("<", {d.pvar(a), d.pvar(b)}, d.tag_compare("<#", a, b));
  }
  for (const auto &[method, swapped, negated] :
       {std::tuple("<=", true, true), std::tuple(">", true, false), std::tuple(">=", false, true)}) {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    Expr *less = d.app(d.method(d.cls, "<"), {d.var(swapped ? b : a), d.var(swapped ? a : b)});
    d.equation(method, {d.pvar(a), d.pvar(b)}, negated ? d.app(d.var(KnownVar::not_), {less}) : less);
  }
}

}  // namespace

void derive_ord(const Deriving &d) {
  d.want_boxed_fields();
  size_t nullary = 0, cons = d.tycon->cons.size();
  for (DataCon *c : d.tycon->cons) {
    if (c->fields.empty()) {
      nullary++;
      continue;
    }
    std::vector<Var *> a = d.fresh_fields("a", c), b = d.fresh_fields("b", c);
    Expr *body = nullptr;
    for (size_t i = a.size(); i-- > 0;) {
      Expr *cmp = d.app(d.method(d.cls, "compare"), {d.boxed(a[i], c->fields[i]), d.boxed(b[i], c->fields[i])});
      if (!body) {
        body = cmp;
        continue;
      }
      DataCon *lt = known_con(KnownCon::LT), *eq = known_con(KnownCon::EQ), *gt = known_con(KnownCon::GT);
      body = d.match_case(cmp, {{d.pcon(lt, {}), d.con(lt)}, {d.pcon(eq, {}), body}, {d.pcon(gt, {}), d.con(gt)}});
    }
    d.equation("compare", {d.pcon_vars(c, a), d.pcon_vars(c, b)}, body);
  }
  if (cons == 0) {
    d.equation("compare", {d.wild(), d.wild()}, d.con(KnownCon::EQ));
  } else if (nullary == 1 && cons == 1) {
    d.equation("compare", {d.pcon(d.tycon->cons[0], {}), d.pcon(d.tycon->cons[0], {})}, d.con(KnownCon::EQ));
  } else if (cons > 1) {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    DataCon *t = known_con(KnownCon::True), *f = known_con(KnownCon::False);
    Expr *order = d.match_case(d.tag_compare("<#", a, b),
                               {{d.pcon(t, {}), d.con(KnownCon::LT)}, {d.pcon(f, {}), d.con(KnownCon::GT)}});
    if (nullary > 0)
      order = d.match_case(d.tag_compare("==#", a, b), {{d.pcon(t, {}), d.con(KnownCon::EQ)}, {d.pcon(f, {}), order}});
    d.equation("compare", {d.pvar(a), d.pvar(b)}, order);
  }
  if (!d.is_enumeration()) {
    if (cons > 0 && cons <= 3) derive_less(d);
    return;
  }
  if (cons == 1) return;
  for (const auto &[method, op] :
       {std::pair("<", "<#"), std::pair("<=", "<=#"), std::pair(">", ">#"), std::pair(">=", ">=#")}) {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    d.equation(method, {d.pvar(a), d.pvar(b)}, d.tag_compare(op, a, b));
  }
}

// ---- Enum ----------------------------------------------------------------------------------------------------------
namespace {

// The constructor numbered by an Int.
Expr *from_tag(const Deriving &d, Expr *n) {
  Var *tag = d.fresh("tag");
  return d.match_case(n, {{d.pcon(known_con(KnownCon::I), {d.pvar(tag)}), d.app(d.prim("tagToEnum#"), {d.var(tag)})}});
}

// \n -> constructor number n
Expr *from_tag_function(const Deriving &d) {
  Var *n = d.fresh("n");
  return d.lam({n}, from_tag(d, d.var(n)));
}

}  // namespace

void derive_enum(const Deriving &d) {
  int64_t last = int64_t(d.tycon->cons.size()) - 1;
  // nodes are never shared: the type checker annotates them
  auto type_name = [&] { return d.string_lit(d.tycon->occ.str()); };
  // GHC's place: the class in the deriving clause, or the whole standalone declaration
  auto fail = [&](Expr *message) {
    Expr *error = d.var(KnownVar::error);
    error->span = d.out->declared;
    return d.app(error, {message});
  };
  DataCon *t = known_con(KnownCon::True), *f = known_con(KnownCon::False);
  // succ and pred step the tag, and fail at the end.
  for (const auto &[method, op, message, bound] : {std::tuple("succ", "+#", KnownVar::succMessage, last),
                                                   std::tuple("pred", "-#", KnownVar::predMessage, int64_t(0))}) {
    Var *a = d.fresh("a");
    Expr *one = d.expr(ExprTag::Lit), *end = d.expr(ExprTag::Lit);
    one->lit.tag = end->lit.tag = LitTag::IntPrim;
    one->lit.text = "1";
    end->lit.text = Symbol::intern(std::to_string(bound)).str();
    Expr *step = d.app(d.prim("tagToEnum#"), {d.app(d.prim(op), {d.tag_of(d.var(a)), one})});
    Expr *at_end = d.to_bool(d.app(d.prim("==#"), {d.tag_of(d.var(a)), end}));
    d.equation(
        method, {d.pvar(a)},
        d.match_case(at_end, {{d.pcon(t, {}), fail(d.app(d.var(message), {type_name()}))}, {d.pcon(f, {}), step}}));
  }
  {
    Var *n = d.fresh("n");
    Expr *in_range = d.app(d.var(KnownVar::and_), {d.app(d.var(KnownVar::ge), {d.var(n), d.int_lit(0)}),
                                                   d.app(d.var(KnownVar::ge), {d.int_lit(last), d.var(n)})});
    Expr *message = d.app(d.var(KnownVar::toEnumMessage), {type_name(), d.var(n), d.int_lit(last)});
    d.equation("toEnum", {d.pvar(n)},
               d.match_case(in_range, {{d.pcon(t, {}), from_tag(d, d.var(n))}, {d.pcon(f, {}), fail(message)}}));
  }
  {
    Var *a = d.fresh("a");
    d.equation("fromEnum", {d.pvar(a)}, d.boxed_tag(d.var(a)));
  }
  {
    Var *a = d.fresh("a");
    Expr *tags = d.app(d.method(d.cls, "enumFromTo"), {d.boxed_tag(d.var(a)), d.int_lit(last)});
    d.equation("enumFrom", {d.pvar(a)}, d.app(d.var(KnownVar::map), {from_tag_function(d), tags}));
  }
  {
    Var *a = d.fresh("a"), *b = d.fresh("b");
    Expr *limit =
        d.match_case(d.tag_compare(">#", a, b), {{d.pcon(t, {}), d.int_lit(0)}, {d.pcon(f, {}), d.int_lit(last)}});
    Expr *tags = d.app(d.method(d.cls, "enumFromThenTo"), {d.boxed_tag(d.var(a)), d.boxed_tag(d.var(b)), limit});
    d.equation("enumFromThen", {d.pvar(a), d.pvar(b)}, d.app(d.var(KnownVar::map), {from_tag_function(d), tags}));
  }
}

// ---- Bounded -------------------------------------------------------------------------------------------------------
void derive_bounded(const Deriving &d) {
  d.want_fields();
  for (const auto &[method, c] :
       {std::pair("minBound", d.tycon->cons.front()), std::pair("maxBound", d.tycon->cons.back())}) {
    std::vector<Expr *> args(c->fields.size());
    for (Expr *&a : args) a = d.method(d.cls, method);
    d.equation(method, {}, d.apps(d.con(c), args));
  }
}

// ---- Ix ------------------------------------------------------------------------------------------------------------
namespace {

void ix_enumeration(const Deriving &d) {
  const Class *num = known_class(KnownClass::Num);
  Var *a = d.fresh("a"), *b = d.fresh("b");
  Expr *tags = d.app(d.var(KnownVar::enumFromTo), {d.boxed_tag(d.var(a)), d.boxed_tag(d.var(b))});
  d.equation("range", {d.ptuple({d.pvar(a), d.pvar(b)})}, d.app(d.var(KnownVar::map), {from_tag_function(d), tags}));

  Var *low = d.fresh("a"), *i = d.fresh("i");
  d.equation("unsafeIndex", {d.ptuple({d.pvar(low), d.wild()}), d.pvar(i)},
             d.app(d.method(num, "-"), {d.boxed_tag(d.var(i)), d.boxed_tag(d.var(low))}));

  Var *lo = d.fresh("a"), *hi = d.fresh("b"), *x = d.fresh("i");
  d.equation("inRange", {d.ptuple({d.pvar(lo), d.pvar(hi)}), d.pvar(x)},
             d.app(d.var(KnownVar::and_), {d.tag_compare(">=#", x, lo), d.tag_compare("<=#", x, hi)}));
}

void ix_product(const Deriving &d) {
  DataCon *c = d.tycon->cons[0];
  size_t n = c->fields.size();
  const Class *num = known_class(KnownClass::Num);
  struct Vars {
    std::vector<Var *> lo, hi, at;
  };
  auto vars = [&] { return Vars{d.fresh_fields("a", c), d.fresh_fields("b", c), d.fresh_fields("i", c)}; };
  auto bounds = [&](const Vars &v) { return d.ptuple({d.pcon_vars(c, v.lo), d.pcon_vars(c, v.hi)}); };
  auto pair = [&](const Vars &v, size_t k) { return d.tuple({d.var(v.lo[k]), d.var(v.hi[k])}); };
  {
    Vars v = vars();
    Expr *comp = d.expr(ExprTag::ListComp);
    comp->a = d.con_vars(c, v.at);
    for (size_t k = 0; k < n; k++) {
      Stmt *s = mk<Stmt>();
      s->tag = StmtTag::Bind;
      s->span = d.span;
      s->pat = d.pvar(v.at[k]);
      s->expr = d.app(d.method(d.cls, "range"), {pair(v, k)});
      comp->stmts.push_back(s);
    }
    if (n == 0) {
      comp = d.expr(ExprTag::List);
      comp->elems.push_back(d.con(c));
    }
    d.equation("range", {bounds(v)}, comp);
  }
  {
    // Row-major: ((i1 * size2) + i2) * size3 + i3, where a dimension's size is one more than the index of its upper
    // bound.
    Vars v = vars();
    Expr *index = n == 0 ? d.int_lit(0) : nullptr;
    for (size_t k = 0; k < n; k++) {
      Expr *at = d.app(d.method(d.cls, "unsafeIndex"), {pair(v, k), d.var(v.at[k])});
      if (!index) {
        index = at;
        continue;
      }
      Expr *size = d.app(d.method(num, "+"),
                         {d.app(d.method(d.cls, "unsafeIndex"), {pair(v, k), d.var(v.hi[k])}), d.int_lit(1)});
      index = d.app(d.method(num, "+"), {d.app(d.method(num, "*"), {index, size}), at});
    }
    d.equation("unsafeIndex", {bounds(v), d.pcon_vars(c, v.at)}, index);
  }
  {
    Vars v = vars();
    Expr *all = nullptr;
    for (size_t k = n; k-- > 0;) {
      Expr *in = d.app(d.method(d.cls, "inRange"), {pair(v, k), d.var(v.at[k])});
      all = all ? d.app(d.var(KnownVar::and_), {in, all}) : in;
    }
    d.equation("inRange", {bounds(v), d.pcon_vars(c, v.at)}, all ? all : d.con(KnownCon::True));
  }
}

}  // namespace

// index is the class's default: unsafeIndex after a check.
void derive_ix(const Deriving &d) {
  d.want_fields();
  if (d.is_enumeration()) ix_enumeration(d);
  else ix_product(d);
}

// ---- NFData --------------------------------------------------------------------------------------------------------
//   rnf (C a1 a2) = case rnf a1 of () -> rnf a2
void derive_nfdata(const Deriving &d) {
  if (d.out->tycon) d.want_fields();
  for (DataCon *c : d.tycon->cons) {
    std::vector<Var *> a = d.fresh_fields("a", c);
    Expr *body = a.empty() ? d.con(g_builtin.unit_con) : nullptr;
    for (size_t i = a.size(); i-- > 0;) {
      Expr *one = d.app(d.method(d.cls, "rnf"), {d.var(a[i])});
      body = body ? d.match_case(one, {{d.pcon(g_builtin.unit_con, {}), body}}) : one;
    }
    d.equation("rnf", {d.pcon_vars(c, a)}, body);
  }
  if (!d.tycon->cons.empty()) return;
  Var *v = d.fresh("v");
  d.equation("rnf", {d.pvar(v)}, d.match_case(d.var(v), {}));
}

}  // namespace gphc
