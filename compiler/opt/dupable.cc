// dupable.cc: continuations that may be copied. When a case of several alternatives, or a join point, goes into its
// continuation's place, the continuation goes into each of them: its arguments become atoms first, and its big
// alternatives join points (mk_dupable).
#include "opt/simplify.h"

#include "support/check.h"

namespace gphc::opt {

// The type of the whole, given the type of what stands in the hole. Null when it cannot be told (a cast of a newtype
// applied).
const Type *Simplifier::result_type(Cont *k, const Type *hole) {
  for (;; k = k->next) switch (k->tag) {
      case ContTag::Stop: return hole;
      case ContTag::Cast: hole = k->type; break;
      case ContTag::Select: hole = k->sel->type; break;
      case ContTag::Call: hole = k->type; break;
      case ContTag::App:
        if (!hole || hole->tag != TypeTag::Fun) return nullptr;
        hole = static_cast<const TFun *>(hole)->res;
        break;
      case ContTag::TyApp: {
        size_t i = 0;
        while (i < k->types.size()) {
          if (!hole || hole->tag != TypeTag::Forall) return nullptr;
          const TForall *f = static_cast<const TForall *>(hole);
          size_t n = std::min(f->vars.size(), k->types.size() - i);
          const Type *body = f->body;
          if (n < f->vars.size()) {
            Vec<TyVar *> rest;
            for (size_t j = n; j < f->vars.size(); j++) rest.push_back(f->vars[j]);
            body = mk_forall(rest, body);
          }
          hole = subst_type(body, {f->vars.begin(), n}, {k->types.begin() + i, n});
          i += n;
        }
        break;
      }
    }
}

bool is_trivially_dupable(const Cont *k) {
  for (;; k = k->next) switch (k->tag) {
      case ContTag::Stop: return true;
      case ContTag::Cast:
      case ContTag::TyApp: continue;
      case ContTag::App:
        if (k->done && is_trivial(k->arg)) continue;
        return false;
      case ContTag::Select: return k->dup;
      case ContTag::Call: return false;
    }
}

Cont *Simplifier::mk_dupable(Cont *k, Wraps *floats) {
  switch (k->tag) {
    case ContTag::Stop: return k;
    case ContTag::Cast:
    case ContTag::TyApp: {
      Cont c = *k;
      c.next = mk_dupable(k->next, floats);
      return push(c);
    }
    case ContTag::App: {
      Cont c = *k;
      c.next = mk_dupable(k->next, floats);
      if (!c.done) c.arg = simpl(c.arg, stop(StopCtx::Arg));
      c.done = true;
      if (!is_trivial(c.arg)) {
        const Type *t = expr_type(c.arg);
        Var *v = mk_core_var("arg", t);
        const Expr *rhs = c.arg;
        bool unlifted = is_unlifted(t);
        if (!unlifted) rhs = complete_rhs(v, rhs, BoundIn::Let, floats);
        if (is_trivial(rhs)) {
          c.arg = rhs;
        } else {
          if (!unlifted) set_unfolding(v, rhs, false);
          floats->push_back({unlifted ? Wrap::Case : Wrap::Let, {{v, rhs}}});
          c.arg = mk_var(v);
        }
      }
      return push(c);
    }
    case ContTag::Select: return k->dup ? k : dup_select(k, floats);
    case ContTag::Call: {
      CallHole *call = mk<CallHole>();
      *call = {k->call->fn, k->call->place, k->call->types.clone(), k->call->args.clone(), k->call->hole};
      for (size_t i = 0; i < call->args.size(); i++)
        if (i != call->hole && !(expr_size(call->args[i], 12) < 12 && is_closed(call->args[i])))
          call->args[i] = name_arg(call->args[i], "arg", BoundIn::Let, floats);
      Cont c = *k;
      c.next = mk_dupable(k->next, floats);
      c.call = call;
      return push(c);
    }
  }
  return k;
}

static bool is_small_alt(const Expr *e) {
  switch (e->tag) {
    case Tag::Let:
    case Tag::LetRec:
    case Tag::Case:
    case Tag::Lam:
    case Tag::TyLam: return false;
    default: return expr_size(e, 8) < 6;
  }
}

// Each big alternative becomes a join point over what it uses of its pattern; the frame left behind only jumps.
Cont *Simplifier::dup_select(Cont *k, Wraps *floats) {
  const ECase &c = *k->sel;
  Cont *next = mk_dupable(k->next, floats);
  const Type *type = result_type(next, c.type);
  if (!type) GPHC_BUG("duplicating a continuation of unknown type");
  Var *b = c.binder;
  Vec<Alt> in = c.alts.clone();
  refine_default(&in, b, {});
  binder_in_place(b);
  Vec<DataCon *> others;
  Vec<Alt> out;
  out.reserve(in.size());
  for (Alt a : in) {
    enter_alt(a, b, nullptr, a.is_default() ? others : Vec<DataCon *>{});
    if (a.con) others.push_back(a.con);
    a.body = simpl(a.body, next);
    if (!is_small_alt(a.body)) {
      Vec<Var *> candidates = a.fields.clone();
      candidates.push_back(b);
      const Vec<bool> used = which_occur(candidates, a.body);
      Vec<Var *> params;
      Vec<const Expr *> args;
      for (size_t i = 0; i + 1 < candidates.size(); i++)
        if (used[i]) {
          params.push_back(candidates[i]);
          args.push_back(mk_var(candidates[i]));
        }
      const Expr *body = a.body;
      if (used.back() || (params.empty() && !a.ex_tvs.empty())) {
        Var *pb = fresh_like(b, b->type);
        if (used.back()) body = clone_expr(body, {}, {}, Vec<Var *>{b}, Vec<const Expr *>{mk_var(pb)});
        params.push_back(pb);
        args.push_back(mk_var(b));
      }
      // Unboxed tuples and tokens cannot be parameters as they are: the case binder of such a type is never used.
      const Expr *rhs = mk_lam(params, body);
      Vec<const Type *> tys;
      if (!a.ex_tvs.empty()) {
        rhs = mk_ty_lam(a.ex_tvs, rhs);
        for (TyVar *t : a.ex_tvs) tys.push_back(mk_tvar(t));
      }
      Vec<const Type *> param_types;
      for (Var *p : params) param_types.push_back(p->type);
      Var *j = mk_core_var("j", mk_forall(a.ex_tvs, mk_tfuns(param_types, type)));
      info(j).join_arity = int(params.size());
      floats->push_back({Wrap::Let, {{j, rhs}}});
      set_unfolding(j, rhs, false);
      a.body = mk_app(mk_ty_app(mk_var(j), tys), args);
    }
    out.push_back(a);
  }
  // Fresh binders: the originals are parameters of the join points now.
  ECase *n = mk<ECase>(c);
  n->scrut = mk_int_lit(0);
  n->type = type;
  n->alts = out;
  const Expr *t = occur_anal_expr(clone_expr(n));
  return push({.tag = ContTag::Select, .dup = true, .types = {}, .sel = &cast<ECase>(t), .next = stop()});
}

}  // namespace gphc::opt
