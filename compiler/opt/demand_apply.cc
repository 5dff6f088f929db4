// demand_apply.cc: what demand_anal does with the demands that it found: see its essay, Result.
#include <algorithm>
#include <vector>

#include "core/fvs.h"
#include "opt/cpr_anal.h"
#include "opt/demand_anal.h"
#include "opt/expr_util.h"
#include "opt/facts.h"

namespace gphc::opt {

namespace {

class Apply {
 public:
  Apply(PassContext &cx, const Invariants &invariants) : cx_(cx), invariants_(invariants) {}
  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::App: return app(cast<EApp>(e));
      case Tag::Lam:
        for (Var *p : cast<ELam>(e).params) param(p);
        return children(e);
      case Tag::Let: return let(cast<ELet>(e));
      case Tag::LetRec: {
        const Var *first = cast<ELetRec>(e).binds[0].var;
        const Expr *r = children(e);
        auto it = invariants_.find(first->uniq);
        if (it != invariants_.end())
          for (const Invariant &i : it->second) r = take_apart(i.var, i.demand, r, 0);
        return r;
      }
      default: return children(e);
    }
  }

 private:
  const Expr *children(const Expr *e) {
    return map_children(e, [this](const Expr *x) { return expr(x); });
  }
  Vec<const Expr *> all(const Vec<const Expr *> &es) {
    Vec<const Expr *> r;
    r.reserve(es.size());
    for (const Expr *e : es) r.push_back(expr(e));
    return r;
  }
  // See Note [Strict parameters are evaluated by the caller] in stg/evaluated.cc. What is strict because the body
  // diverges is not evaluated before.
  void param(Var *p) {
    if (is_unlifted(p->type)) return;
    Demand d = demand_of(p);
    if (d.strict && d.usage != Usage::Absent) info(p).strict_param = true;
    else if (p->info) p->info->strict_param = false;
  }
  const Expr *let(const ELet &l) {
    Var *v = l.bind.var;
    const Expr *rhs = expr(l.bind.rhs), *body = expr(l.body);
    if (v->info && v->info->join_arity >= 0) return mk_let(v, rhs, body);
    Demand d = demand_of(v);
    if (d.strict && (d.spine || d.normal) && d.usage != Usage::Absent)
      if (const EConApp *c = dyn_cast<EConApp>(rhs)) {
        std::vector<Binding> first;
        rhs = cell(*c, d.normal, &first);
        const Expr *r = mk_let(v, rhs, body);
        for (size_t i = first.size(); i-- > 0;) r = mk_strict_let(first[i].var, first[i].rhs, r);
        if (v->info) v->info->single_entry = false;
        return r;
      }
    if (!is_value(rhs) && d.strict && !is_unlifted(v->type)) {
      cx_.ticks++;
      return mk_strict_let(v, rhs, body);
    }
    if (!is_value(rhs) && d.usage == Usage::Once) info(v).single_entry = true;
    else if (v->info) v->info->single_entry = false;
    return mk_let(v, rhs, body);
  }
  // See Note [The demand S], and Note [The demand N] where it is `normal`, in demand_anal.cc. first: what is evaluated
  // before.
  const Expr *cell(const EConApp &c, bool normal, std::vector<Binding> *first) {
    const uint64_t all = c.con->theta.size() < 64 && !c.con->dict_of ? ~uint64_t(0) << c.con->theta.size() : 0,
                   rest = normal ? all : recursive_fields(c.con);
    Vec<const Expr *> args;
    for (size_t i = 0; i < c.args.size(); i++) {
      const Expr *a = c.args[i];
      if (i >= 64 || !(rest >> i & 1) || is_trivial(a) || is_unlifted(expr_type(a))) {
        args.push_back(a);
      } else if (const EConApp *inner = dyn_cast<EConApp>(a)) {
        args.push_back(cell(*inner, normal, first));
      } else if (is_value(a) || !cx_.tick()) {
        args.push_back(a);
      } else {
        Var *x = mk_core_var("r", expr_type(a));
        first->push_back({x, a});
        args.push_back(mk_var(x));
      }
    }
    return mk_con_app(c.con, c.types, args);
  }
  // case v of K x y -> e, and so on inside of x and y.
  const Expr *take_apart(Var *v, const Demand &d, const Expr *e, int depth) {
    Vec<const Type *> types;
    DataCon *con = product_con(v->type, &types);
    if (!con || depth > 2 || con->core_arity() > kMostInvariantFields || d.fields.size() != con->core_arity()) return e;
    if (std::all_of(d.fields.begin(), d.fields.end(), [](const Demand &f) { return f.usage == Usage::Absent; }))
      return e;
    if (!cx_.tick()) return e;
    Alt a;
    a.con = con;
    for (const Type *t : core::con_field_types(con))
      a.fields.push_back(fresh_like(v, con->univ.empty() ? t : subst_type(t, con->univ, types)));
    for (size_t i = 0; i < a.fields.size(); i++)
      if (d.fields[i].strict && d.fields[i].kind == DmdKind::Prod && !is_unlifted(a.fields[i]->type))
        e = take_apart(a.fields[i], d.fields[i], e, depth + 1);
    a.body = e;
    const Type *data = mk_tcon_app(con->tycon, types);
    return mk_case(mk_cast(mk_var(v), data), mk_core_var("wild", data), expr_type(e), {a});
  }
  const Expr *app(const EApp &a) {
    const Expr *f = expr(a.fn);
    Vec<const Expr *> args = all(a.args);
    const Expr *h = f;
    while (h->tag == Tag::TyApp) h = cast<ETyApp>(h).fn;
    const EVar *v = dyn_cast<EVar>(h);
    const StrSig *s = v ? sig_of(v->var) : nullptr;
    if (!s || s->diverges || s->args.size() > args.size()) return mk_app(f, args);
    Vec<Binding> first;
    for (size_t i = 0; i < s->args.size(); i++) {
      if (!s->args[i].strict || is_trivial(args[i]) || is_value(args[i]) || args[i]->tag == Tag::Lit) continue;
      const Type *t = expr_type(args[i]);
      if (is_unlifted(t)) continue;
      Var *x = mk_core_var("x", t);
      first.push_back({x, args[i]});
      args[i] = mk_var(x);
      cx_.ticks++;
    }
    const Expr *e = mk_app(f, args);
    for (size_t i = first.size(); i-- > 0;) e = mk_strict_let(first[i].var, first[i].rhs, e);
    return e;
  }
  static constexpr size_t kMostInvariantFields = 8;  // more are more than there are registers
  PassContext &cx_;
  const Invariants &invariants_;
};

}  // namespace

void apply_demands(Program &p, PassContext &cx, const Invariants &invariants) {
  Apply apply(cx, invariants);
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) b.rhs = apply.expr(b.rhs);
}

}  // namespace gphc::opt
