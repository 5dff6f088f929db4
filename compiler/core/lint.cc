// lint.cc: Core Lint, a full type check of a program: the proof that the phases before it are innocent. It recomputes
// every type from the leaves and compares it with what binders, cases and casts claim; checks scoping of variables and
// type variables, that each binder is unique, and the invariants listed in core.h (saturation, exhaustive alternatives,
// no lazy binding of unlifted types, join points in tail position). A problem names the top-level binding; checking
// goes on, and the type of an ill-typed part is unknown (null), which agrees with everything.
#include <string_view>
#include <unordered_set>

#include "core/core.h"

namespace gphc::core {

// ---- Casts ----------------------------------------------------------------------------------------------------------
// Structural first (newtypes under other types, recursive newtypes), unfolding a head newtype when that fails. The fuel
// ends the unfolding of recursive newtypes.
static bool coercible_with(const Type *a, const Type *b, int fuel) {
  a = repr(a);
  b = repr(b);
  if (a == b || same_type(a, b)) return true;
  if (fuel <= 0) return false;
  if (const TFun *f = dyn_cast<TFun>(a))
    if (const TFun *g = dyn_cast<TFun>(b))
      return coercible_with(f->arg, g->arg, fuel - 1) && coercible_with(f->res, g->res, fuel - 1);
  if (const TForall *f = dyn_cast<TForall>(a))
    if (const TForall *g = dyn_cast<TForall>(b)) {
      // Quantifiers may be nested on one side: forall a b. t against forall a. N where N unfolds to forall b. t
      size_t n = f->vars.size() < g->vars.size() ? f->vars.size() : g->vars.size();
      auto rest = [n](const TForall *x) {
        Vec<TyVar *> vs;
        for (size_t i = n; i < x->vars.size(); i++) vs.push_back(x->vars[i]);
        return mk_forall(vs, x->body);
      };
      Vec<const Type *> vars;
      for (size_t i = 0; i < n; i++) vars.push_back(mk_tvar(f->vars[i]));
      return coercible_with(rest(f), subst_type(rest(g), {g->vars.begin(), n}, vars), fuel - 1);
    }
  Vec<const Type *> as, bs;
  TyCon *ta = split_tcon_app(a, &as), *tb = split_tcon_app(b, &bs);
  if (ta && ta == tb && as.size() == bs.size()) {
    bool ok = true;
    for (size_t i = 0; ok && i < as.size(); i++) ok = coercible_with(as[i], bs[i], fuel - 1);
    if (ok) return true;
  }
  if (const Type *u = unwrap_newtype_once(a))
    if (coercible_with(u, b, fuel - 1)) return true;
  if (const Type *u = unwrap_newtype_once(b))
    if (coercible_with(a, u, fuel - 1)) return true;
  if (const TApp *x = dyn_cast<TApp>(a))
    if (const TApp *y = dyn_cast<TApp>(b))
      return coercible_with(x->fn, y->fn, fuel - 1) && coercible_with(x->arg, y->arg, fuel - 1);
  return false;
}
bool coercible(const Type *a, const Type *b) { return coercible_with(a, b, 24); }

bool ok_for_speculation(const Expr *e) {
  switch (e->tag) {
    case Tag::Var:
    case Tag::Lit: return true;
    case Tag::Cast: return ok_for_speculation(cast<ECast>(e).body);
    case Tag::TyApp: return ok_for_speculation(cast<ETyApp>(e).fn);
    case Tag::PrimApp:
      if (cast<EPrimApp>(e).op->effect != PrimEffect::Pure) return false;
      for (const Expr *a : cast<EPrimApp>(e).args)
        if (!ok_for_speculation(a)) return false;
      return true;
    case Tag::ConApp:
      if (!cast<EConApp>(e).con->tycon->is_unboxed_tuple) return false;
      for (const Expr *a : cast<EConApp>(e).args)
        if (!ok_for_speculation(a) && is_unlifted(expr_type(a))) return false;
      return true;
    default: return false;
  }
}

namespace {

// Join points that may be called here: the innermost first. They live on the stack, as the check does.
struct JoinScope {
  const Var *join = nullptr;
  const JoinScope *outer = nullptr;
};

// What is in scope and which binders have been met, by uniq. The tables are kept for the next check, there is one after
// each pass: only what is entered is cleared.
class Scope {
 public:
  Scope() {
    if (++check_) return;
    check_ = 1;
    met_.assign(met_.size(), 0);
  }
  bool enter(const Entity *e) {  // false: it is in scope already
    const Entity *&place = at(entered_, e->uniq);
    if (place == e) return false;
    place = e;
    return true;
  }
  void leave(const Entity *e) { at(entered_, e->uniq) = nullptr; }
  bool has(const Entity *e) const { return e->uniq < entered_.size() && entered_[e->uniq] == e; }
  bool meet(uint32_t uniq) {  // false: not for the first time
    uint32_t &when = at(met_, uniq);
    if (when == check_) return false;
    when = check_;
    return true;
  }

 private:
  template <class T>
  static T &at(std::vector<T> &table, uint32_t i) {
    if (i >= table.size()) table.resize(i + i / 4 + 1024);
    return table[i];
  }
  static inline std::vector<const Entity *> entered_;
  static inline std::vector<uint32_t> met_;  // the last check that met the binder
  static inline uint32_t check_ = 0;
};

class Linter {
 public:
  std::vector<std::string> problems;

  void program(const Program &p) {
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g) {
        if (!scope_.enter(b.var)) problem("bound twice at top level: " + name(b.var));
        binder(b.var);
      }
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g) {
        at_ = b.var;
        const Type *t = expr(b.rhs, {});
        expect(t, b.var->type, "right-hand side", b.rhs);
        bool addr_literal = is<ELit>(b.rhs);
        if (!addr_literal && is_unlifted(b.var->type)) problem("top-level binding of an unlifted type");
      }
    at_ = nullptr;
    for (Var *v : p.roots)
      if (!scope_.has(v)) problem("root " + name(v) + " is not bound");
    if (p.main && !scope_.has(p.main)) problem("main is not bound");
    for (const Vec<Binding> &g : p.groups)
      for (const Binding &b : g) scope_.leave(b.var);
  }

 private:
  static std::string name(const Var *v) {
    return (v->module ? v->module.string() + "." : "") + v->occ.string() + "_" + std::to_string(v->uniq);
  }
  static std::string excerpt(const Expr *e) {
    std::string s = show_expr(e);
    if (s.size() > 400) s = s.substr(0, 400) + " ...";
    return s;
  }
  void problem(std::string what) {
    if (problems.size() < 200) problems.push_back((at_ ? "in " + name(at_) + ": " : "") + what);
  }
  void problem(std::string what, const Expr *e) { problem(what + "\n    " + excerpt(e)); }
  void expect(const Type *got, const Type *want, std::string_view what, const Expr *e) {
    if (got && want && !same_type(got, want)) unexpected(got, want, what, e);
  }
  void unexpected(const Type *got, const Type *want, std::string_view what, const Expr *e) {
    problem(std::string(what) + " has type\n      " + show_type(got) + "\n    not\n      " + show_type(want), e);
  }

  // ---- Scope ----
  void type(const Type *t, const char *what) {
    if (!well_formed(t)) problem(std::string("not a Core type in ") + what + ": " + show_type(t));
    for (const TyVar *v : free_)
      problem(std::string("type variable ") + v->occ.string() + "_" + std::to_string(v->uniq) + " not in scope in " +
              what + ": " + show_type(t));
    free_.clear();
  }
  // No parts of source types; adds the variables that are not in scope to free_.
  bool well_formed(const Type *t) {
    switch (t->tag) {
      case TypeTag::Var: {
        const TyVar *v = cast<TVar>(t).var;
        if (scope_.has(v)) return true;
        for (const TyVar *b : bound_)
          if (b == v) return true;
        for (const TyVar *f : free_)
          if (f == v) return true;
        free_.push_back(v);
        return true;
      }
      case TypeTag::Con: return true;
      case TypeTag::App: return well_formed(cast<TApp>(t).fn) & well_formed(cast<TApp>(t).arg);
      case TypeTag::Fun: return well_formed(cast<TFun>(t).arg) & well_formed(cast<TFun>(t).res);
      case TypeTag::Forall: {
        size_t outer = bound_.size();
        for (const TyVar *v : cast<TForall>(t).vars) bound_.push_back(v);
        bool ok = well_formed(cast<TForall>(t).body);
        bound_.resize(outer);
        return ok;
      }
      case TypeTag::Qual:
      case TypeTag::Meta: return false;
    }
    return false;
  }
  void binder(const Var *v) {
    if (!v->type) return problem("binder without a type: " + name(v));
    if (!scope_.meet(v->uniq)) problem("bound more than once: " + name(v));
    type(v->type, "a binder's type");
  }
  void enter(const Var *v) {
    binder(v);
    scope_.enter(v);
  }
  void leave(const Var *v) { scope_.leave(v); }
  void enter_tys(const Vec<TyVar *> &vs) {
    for (TyVar *v : vs)
      if (!scope_.enter(v)) problem("type variable bound again inside itself: " + v->occ.string());
  }
  void leave_tys(const Vec<TyVar *> &vs) {
    for (TyVar *v : vs) scope_.leave(v);
  }

  // ---- Join points ----
  static bool is_join(const Var *v) { return v->info && v->info->join_arity >= 0; }
  static int value_lambdas(const Expr *e) {
    int n = 0;
    for (;;) {
      if (const ETyLam *l = dyn_cast<ETyLam>(e)) e = l->body;
      else if (const ELam *m = dyn_cast<ELam>(e)) {
        n += int(m->params.size());
        e = m->body;
      } else return n;
    }
  }
  void use(const Var *v, size_t args, const JoinScope &joins) {
    if (!scope_.has(v) && v->sort != VarSort::PrimOp) problem("not in scope: " + name(v) + " :: " + show_type(v->type));
    if (!is_join(v)) return;
    bool found = false;
    for (const JoinScope *j = &joins; j; j = j->outer) found = found || j->join == v;
    if (!found) problem("join point " + name(v) + " not called in tail position");
    if (int(args) != v->info->join_arity)
      problem("join point " + name(v) + " called with " + std::to_string(args) + " arguments, not " +
              std::to_string(v->info->join_arity));
  }

  // ---- Expressions ----
  const Type *instantiate(const Type *t, const Vec<const Type *> &types, const Expr *e) {
    for (const Type *a : types) type(a, "a type argument");
    for (size_t done = 0; t && done < types.size();) {
      const TForall *f = dyn_cast<TForall>(repr(t));
      if (!f) {
        problem("type argument to something of type " + show_type(t), e);
        return nullptr;
      }
      size_t n = std::min(f->vars.size(), types.size() - done);
      Vec<TyVar *> rest;
      for (size_t i = n; i < f->vars.size(); i++) rest.push_back(f->vars[i]);
      t = subst_type(mk_forall(rest, f->body), {f->vars.begin(), n}, {types.begin() + done, n});
      done += n;
    }
    return t;
  }
  const Type *apply(const Type *t, const Vec<const Expr *> &args, const Expr *e) {
    for (const Expr *a : args) {
      const Type *got = expr(a, {});
      if (!t) continue;
      const TFun *f = dyn_cast<TFun>(repr(t));
      if (!f) {
        problem("argument to something of type " + show_type(t), e);
        t = nullptr;
        continue;
      }
      if (got && !same_type(got, f->arg))
        problem("argument has type\n      " + show_type(got) + "\n    not\n      " + show_type(f->arg) + "\n    " +
                    excerpt(a) + "\n    in",
                e);
      t = f->res;
    }
    return t;
  }
  // The function part of an application: a join point's arguments are counted at the outermost App.
  const Type *head(const Expr *fn, size_t args, const JoinScope &joins) {
    if (const EVar *v = dyn_cast<EVar>(fn)) {
      use(v->var, args, joins);
      return v->var->type;
    }
    if (const ETyApp *t = dyn_cast<ETyApp>(fn)) return instantiate(head(t->fn, args, joins), t->types, fn);
    return expr(fn, {});
  }

  const Type *expr(const Expr *e, const JoinScope &joins) {
    switch (e->tag) {
      case Tag::Var:
      case Tag::TyApp: return head(e, 0, joins);
      case Tag::Lit: return expr_type(e);
      case Tag::App: return apply(head(cast<EApp>(e).fn, cast<EApp>(e).args.size(), joins), cast<EApp>(e).args, e);
      case Tag::Lam: {
        const ELam &x = cast<ELam>(e);
        Vec<const Type *> types;
        for (Var *v : x.params) {
          enter(v);
          types.push_back(v->type);
        }
        const Type *t = expr(x.body, {});
        for (Var *v : x.params) leave(v);
        return t ? mk_tfuns(types, t) : nullptr;
      }
      case Tag::TyLam: {
        const ETyLam &x = cast<ETyLam>(e);
        enter_tys(x.vars);
        const Type *t = expr(x.body, joins);
        leave_tys(x.vars);
        return t ? mk_forall(x.vars, t) : nullptr;
      }
      case Tag::Let: return let(cast<ELet>(e), joins);
      case Tag::LetRec: return letrec(cast<ELetRec>(e), joins);
      case Tag::Case: return case_of(cast<ECase>(e), joins);
      case Tag::ConApp: return con_app(cast<EConApp>(e));
      case Tag::PrimApp: {
        const EPrimApp &x = cast<EPrimApp>(e);
        if (x.op == primop(PrimId::Seq)) problem("seq was not expanded", e);
        const Type *t = instantiate(primop_type(x.op), x.types, e);
        if (t && is<TForall>(t)) problem("type arguments missing", e);
        return apply(t, x.args, e);
      }
      case Tag::Cast: {
        const ECast &x = cast<ECast>(e);
        type(x.type, "a cast");
        const Type *t = expr(x.body, joins);
        if (t && !coercible(t, x.type))
          problem("cast from\n      " + show_type(t) + "\n    to\n      " + show_type(x.type), e);
        return x.type;
      }
      case Tag::CCall: {
        const ECCall &x = cast<ECCall>(e);
        for (const Expr *a : x.args) {
          const Type *t = expr(a, {});
          if (t && !is_unlifted(t)) problem("argument of a foreign call has the lifted type " + show_type(t), e);
        }
        type(x.type, "a foreign call");
        return x.type;
      }
      case Tag::Tick: return expr(cast<ETick>(e).body, joins);
    }
    return nullptr;
  }

  // The right-hand side of a join point: its first join_arity lambdas belong to it; the body is in tail position.
  const Type *join_rhs(const Expr *e, int arity, const JoinScope &joins) {
    if (const ETyLam *l = dyn_cast<ETyLam>(e)) {
      enter_tys(l->vars);
      const Type *t = join_rhs(l->body, arity, joins);
      leave_tys(l->vars);
      return t ? mk_forall(l->vars, t) : nullptr;
    }
    const ELam *l = dyn_cast<ELam>(e);
    if (!l || arity == 0) return expr(e, joins);
    if (int(l->params.size()) > arity) return expr(e, {});  // the rest is a lambda: no tail position inside
    Vec<const Type *> types;
    for (Var *v : l->params) {
      enter(v);
      types.push_back(v->type);
    }
    const Type *t = join_rhs(l->body, arity - int(l->params.size()), joins);
    for (Var *v : l->params) leave(v);
    return t ? mk_tfuns(types, t) : nullptr;
  }
  void rhs(const Binding &b, const JoinScope &joins) {
    const Type *t;
    if (is_join(b.var)) {
      if (value_lambdas(b.rhs) < b.var->info->join_arity)
        problem("join point " + name(b.var) + " has too few lambdas", b.rhs);
      t = join_rhs(b.rhs, b.var->info->join_arity, joins);
    } else {
      t = expr(b.rhs, {});
    }
    if (t && !same_type(t, b.var->type)) unexpected(t, b.var->type, "right-hand side of " + name(b.var), b.rhs);
  }
  const Type *let(const ELet &x, const JoinScope &joins) {
    rhs(x.bind, joins);
    if (!is_join(x.bind.var) && is_unlifted(x.bind.var->type) && !ok_for_speculation(x.bind.rhs))
      problem("lazy binding of an unlifted type: " + name(x.bind.var), x.bind.rhs);
    enter(x.bind.var);
    JoinScope inner{x.bind.var, &joins};
    const Type *t = expr(x.body, is_join(x.bind.var) ? inner : joins);
    leave(x.bind.var);
    return t;
  }
  const Type *letrec(const ELetRec &x, const JoinScope &joins) {
    std::vector<JoinScope> more;
    more.reserve(x.binds.size());  // they point to each other
    for (const Binding &b : x.binds) {
      enter(b.var);
      if (is_join(b.var)) {
        more.push_back({b.var, more.empty() ? &joins : &more.back()});
      } else if (is_unlifted(b.var->type)) {
        problem("recursive binding of an unlifted type: " + name(b.var));
      }
    }
    if (!more.empty() && more.size() != x.binds.size())
      problem("a letrec of join points and other bindings: " + name(x.binds[0].var));
    const JoinScope &inner = more.empty() ? joins : more.back();
    for (const Binding &b : x.binds) rhs(b, inner);
    const Type *t = expr(x.body, inner);
    for (const Binding &b : x.binds) leave(b.var);
    return t;
  }

  const Type *case_of(const ECase &x, const JoinScope &joins) {
    const Type *st = expr(x.scrut, {});
    expect(st, x.binder->type, "scrutinee", &x);
    type(x.type, "a case's type");
    enter(x.binder);
    Vec<const Type *> args;
    TyCon *tc = split_tcon_app(x.binder->type, &args);
    size_t covered = 0;
    bool has_default = false, has_lit = false;
    std::unordered_set<const DataCon *> seen;  // in a large case
    for (const Alt &a : x.alts) {
      if (a.con) {
        if (a.con->tycon != tc || !tc)
          problem("alternative " + a.con->occ.string() + " for a scrutinee of type " + show_type(x.binder->type), &x);
        else if (tc->sort == TyConSort::Newtype) problem("case on a newtype constructor", &x);
        else con_alt(a, args, x);
        bool again = false;
        if (x.alts.size() > 16) again = !seen.insert(a.con).second;
        else
          for (const Alt *b = x.alts.begin(); b != &a; b++) again = again || b->con == a.con;
        if (again) problem("two alternatives for " + a.con->occ.string(), &x);
        covered++;
      } else if (a.is_lit) {
        has_lit = true;
        if (!same_type(expr_type(mk_lit(a.lit)), x.binder->type))
          problem("literal alternative for a " + show_type(x.binder->type), &x);
      } else {
        has_default = true;
      }
      for (TyVar *v : a.ex_tvs) scope_.enter(v);
      for (Var *v : a.fields) enter(v);
      expect(expr(a.body, joins), x.type, "alternative", a.body);
      for (Var *v : a.fields) leave(v);
      leave_tys(a.ex_tvs);
    }
    if (!has_default && (has_lit || !tc || tc->cons.size() != covered || x.alts.empty()))
      problem("alternatives are not exhaustive", &x);
    leave(x.binder);
    return x.type;
  }
  void con_alt(const Alt &a, const Vec<const Type *> &args, const ECase &x) {
    DataCon *c = a.con;
    if (a.ex_tvs.size() != c->exist.size() || a.fields.size() != c->core_arity())
      return problem("alternative " + c->occ.string() + " binds the wrong number of variables", &x);
    Vec<const Type *> to = args;
    if (!c->exist.empty()) {
      to = args.clone();
      for (const TyVar *v : a.ex_tvs) to.push_back(mk_tvar(const_cast<TyVar *>(v)));
    }
    if (args.size() != c->univ.size()) return problem("constructor " + c->occ.string() + " of an unsaturated type", &x);
    Vec<const Type *> types = con_field_types(c);
    for (size_t i = 0; i < types.size(); i++)
      if (!is_instance(a.fields[i]->type, types[i], c, to))
        problem("field " + std::to_string(i) + " of " + c->occ.string() + " bound with type\n      " +
                    show_type(a.fields[i]->type) + "\n    not\n      " + show_type(instance(types[i], c, to)),
                &x);
  }
  // Of a type with the variables of a constructor: what it is for these types; whether a type is that, which is asked
  // so often that it is not made to be compared.
  static const Type *instance(const Type *t, const DataCon *c, const Vec<const Type *> &types) {
    Vec<TyVar *> vars = c->univ.clone();
    vars.append(c->exist);
    return subst_type(t, vars, types);
  }
  static bool is_instance(const Type *got, const Type *t, const DataCon *c, const Vec<const Type *> &types) {
    got = repr(got);
    t = repr(t);
    if (t->tag == TypeTag::Var) {
      const TyVar *v = cast<TVar>(t).var;
      for (size_t i = 0; i < c->univ.size(); i++)
        if (c->univ[i] == v) return same_type(got, types[i]);
      for (size_t i = 0; i < c->exist.size(); i++)
        if (c->exist[i] == v) return same_type(got, types[c->univ.size() + i]);
    }
    if (t->tag == TypeTag::Con) return same_type(got, t);
    if (t->tag == TypeTag::Fun && got->tag == TypeTag::Fun)
      return is_instance(cast<TFun>(got).arg, cast<TFun>(t).arg, c, types) &&
             is_instance(cast<TFun>(got).res, cast<TFun>(t).res, c, types);
    if (t->tag == TypeTag::App && got->tag == TypeTag::App)
      return is_instance(cast<TApp>(got).fn, cast<TApp>(t).fn, c, types) &&
             is_instance(cast<TApp>(got).arg, cast<TApp>(t).arg, c, types);
    return same_type(got, instance(t, c, types));
  }
  const Type *con_app(const EConApp &x) {
    DataCon *c = x.con;
    if (c->tycon->sort == TyConSort::Newtype) problem("a newtype constructor", &x);
    for (const Type *t : x.types) type(t, "a type argument");
    Vec<const Type *> types = con_field_types(c);
    if (x.types.size() != c->univ.size() + c->exist.size() || x.args.size() != types.size()) {
      problem("constructor " + c->occ.string() + " is not saturated", &x);
      return nullptr;
    }
    for (size_t i = 0; i < x.args.size(); i++) {
      const Type *got = expr(x.args[i], {});
      if (got && !is_instance(got, types[i], c, x.types))
        unexpected(got, instance(types[i], c, x.types), "argument " + std::to_string(i) + " of " + c->occ.string(), &x);
    }
    return expr_type(&x);
  }

  const Var *at_ = nullptr;
  Scope scope_;
  std::vector<const TyVar *> bound_, free_;  // of the type that is looked at
};

}  // namespace

std::vector<std::string> lint_program(const Program &p) {
  Linter l;
  l.program(p);
  return std::move(l.problems);
}

}  // namespace gphc::core
