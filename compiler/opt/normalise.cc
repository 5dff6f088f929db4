// normalise.cc: brings the desugarer's output into the shape that the other passes keep:
//   - an argument of a primitive type is cheap and cannot fail; others are evaluated first by a case around the
//     application:
//         I# (quotInt# x y)   ==>   case quotInt# x y of a { _ -> I# a }
//   - RULES hang on their heads (IdInfo::rules);
//   - INLINE functions have their template (IdInfo::unfolding): the right-hand side as written, with binders of its
//     own.
#include "core/fvs.h"
#include "opt/clone.h"
#include "opt/expr_util.h"
#include "opt/passes.h"

namespace gphc::opt {

namespace {

class Normaliser {
 public:
  const Expr *expr(const Expr *e) {
    switch (e->tag) {
      case Tag::Var:
      case Tag::Lit: return e;
      case Tag::App: {
        const EApp &a = cast<EApp>(e);
        if (a.args.size() == 1 && is_one_shot_mark(a.fn))
          if (const ELam *l = dyn_cast<ELam>(a.args[0])) {  // oneShot (\x -> ..): the promise is the parameter's
            info(l->params[0]).one_shot = true;
            return expr(l);
          }
        const Expr *f = expr(a.fn);
        return with_args(a.args, false, [&](const Vec<const Expr *> &args) { return mk_app(f, args); });
      }
      case Tag::Let: {
        const ELet &l = cast<ELet>(e);
        const Expr *rhs = expr(l.bind.rhs), *body = expr(l.body);
        if (is_unlifted(l.bind.var->type) && !(l.bind.var->info && l.bind.var->info->join_arity >= 0))
          return mk_strict_let(l.bind.var, rhs, body);
        return mk_let(l.bind.var, rhs, body);
      }
      case Tag::ConApp: {
        const EConApp &c = cast<EConApp>(e);
        return with_args(c.args, false,
                         [&](const Vec<const Expr *> &args) { return mk_con_app(c.con, c.types, args); });
      }
      case Tag::PrimApp: {
        const EPrimApp &p = cast<EPrimApp>(e);
        if (PrimId(p.op->index) == PrimId::Seq)
          return mk_strict_let(mk_core_var("seq", expr_type(p.args[0])), expr(p.args[0]), expr(p.args[1]));
        return with_args(p.args, true, [&](const Vec<const Expr *> &args) { return mk_prim_app(p.op, p.types, args); });
      }
      case Tag::CCall: {
        const ECCall &c = cast<ECCall>(e);
        return with_args(c.args, true, [&](const Vec<const Expr *> &args) { return mk_ccall(c.call, args, c.type); });
      }
      default: return map_children(e, [this](const Expr *x) { return expr(x); });
    }
  }

 private:
  static bool is_one_shot_mark(const Expr *f) {
    const Var *v = head_var(f);
    return v && v->occ.str() == "oneShot" && v->module.str() == "GPH.List";
  }
  template <class F>
  const Expr *with_args(const Vec<const Expr *> &in, bool, F build) {
    Vec<const Expr *> args;
    Vec<Binding> first;
    for (const Expr *a : in) {
      a = expr(a);
      bool maybe = !is_trivial(a) && a->tag != Tag::Lam && a->tag != Tag::TyLam &&
                   !(a->tag == Tag::ConApp && !cast<EConApp>(a).con->tycon->is_unboxed_tuple);
      if (maybe && a->tag != Tag::Lit && is_unlifted(expr_type(a)) && !is_speculable(a)) {
        Var *v = mk_core_var("a", expr_type(a));
        first.push_back({v, a});
        a = mk_var(v);
      }
      args.push_back(a);
    }
    const Expr *e = build(args);
    for (size_t i = first.size(); i-- > 0;) e = mk_strict_let(first[i].var, first[i].rhs, e);
    return e;
  }
};

}  // namespace

void normalise(Program &p, PassContext &cx) {
  Normaliser n;
  bool optimising = cx.options->level > 0;
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g) {
      b.rhs = n.expr(b.rhs);
      int k = 0;
      const Expr *r = b.rhs;
      while (r->tag == Tag::TyLam) r = cast<ETyLam>(r).body;
      if (const ELam *l = dyn_cast<ELam>(r)) k = int(l->params.size());
      if (k || b.var->info) info(b.var).arity = k;
      if (optimising && b.var->info && b.var->info->inline_spec == InlineSpec::Inline)
        b.var->info->unfolding = clone_expr(b.rhs);
    }
  for (Rule *r : p.rules) {
    IdInfo &i = info(r->head);
    bool there = false;
    for (Rule *x : i.rules) there |= x == r;
    if (!there && optimising) i.rules.push_back(r);
  }
  if (!optimising) return;
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g)
      if (b.var->info)
        for (Rule *r : b.var->info->rules) {
          r->rhs = n.expr(r->rhs);
          for (const Expr *&a : r->lhs_args) a = n.expr(a);
        }
}

void drop_rules(Program &p, PassContext &) {
  p.rules.clear();
  for (Vec<Binding> &g : p.groups)
    for (Binding &b : g)
      if (b.var->info) {
        b.var->info->rules = {};
        if (!b.var->info->unfolding || b.var->info->is_selector) continue;
        // What it was optimised to is the template from now on: it mentions nothing that the right-hand side does not.
        b.var->info->unfolding = b.var->info->is_loop_breaker ? nullptr : clone_expr(b.rhs);
      }
}

}  // namespace gphc::opt
