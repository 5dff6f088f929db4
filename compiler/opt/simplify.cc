// simplify.cc: the simplifier, one round over the whole program. It walks an expression together with its continuation
// (what surrounds it, innermost frame first), as in Peyton Jones & Marlow, "Secrets of the Glasgow Haskell Compiler
// inliner", JFP 2002: the continuation is pushed inwards until it meets something it can react with.
//
//   (\x. e) a            beta: x is bound to a                      case K a of K x -> e      known constructor
//   f a                  inline f, fire a rule                      case (case ..) of ..      case of case, with join
//                        points
//   (let b in e) a       the frame goes into the body: lets float outwards
//   e |> T               frames of casts meet, cancel, move past arguments
//
// Requires: occur_anal's facts (VarFacts::occ) for every binder of the input. Establishes: nothing by itself; makes
// ticks, and the runner repeats occur_anal + simplify until there are none or it is tired. Preserves: unique binders,
// lint, sharing: a thunk's work is never copied and never moved under a lambda that may run twice; only values and
// cheap expressions are inlined at several places.
//
// Note [Substitution without environments]: every binder is unique in the program and whatever duplicates an expression
// clones it first (clone.h). So a binder means one thing wherever it occurs, the substitution is one table for the
// whole program, and a suspended argument needs no environment. Binders keep their identity ("in place") from input to
// output. An expression that was simplified already may be walked again (a `Done` substitution that is no atom): the
// occurrence facts of its binders were reset when they were first passed, so nothing is assumed about it.
//
// Note [Jumps drop their continuation]: when a join point is bound, the continuation is made duplicable and pushed into
// both its right-hand side and the body. At a jump the continuation beyond the arguments is therefore the one that the
// right-hand side has already got, and is dropped.
#include "opt/simplify.h"

#include "support/check.h"

namespace gphc::opt {

ContPool g_conts;

const Expr *wrap(const Wraps &w, const Expr *e) {
  for (size_t i = w.size(); i-- > 0;) switch (w[i].kind) {
      case Wrap::Let: e = mk_let(w[i].binds[0].var, w[i].binds[0].rhs, e); break;
      case Wrap::Rec: e = mk_letrec(w[i].binds, e); break;
      case Wrap::Case: {
        Alt a;
        a.body = e;
        e = mk_case(w[i].binds[0].rhs, w[i].binds[0].var, expr_type(e), {a});
        break;
      }
      case Wrap::Alternative: {
        Alt a = w[i].sel->alts[0];
        a.body = e;
        e = mk_case(w[i].sel->scrut, w[i].sel->binder, expr_type(e), {a});
        break;
      }
    }
  return e;
}

static Cont *app_cont(const Expr *arg, bool done, Cont *next) {
  return push({.tag = ContTag::App, .done = done, .arg = arg, .types = {}, .next = next});
}
static Cont *cast_cont(const Type *t, Cont *next) {
  return push({.tag = ContTag::Cast, .types = {}, .type = t, .next = next});
}
static Cont *ty_cont(const Vec<const Type *> &ts, Cont *next) {
  return push({.tag = ContTag::TyApp, .types = ts, .next = next});
}

// A binder that goes to the output as it is; what was known about its occurrences no longer is.
void Simplifier::binder_in_place(Var *v) {
  if (occ_of(v).kind != Occ::Many || occ_of(v).interesting) g_facts[v->uniq].occ = {};
  set_unfolding_of(v, nullptr);
  set_evaluated_var(v, false);
  SubstEntry &s = subst(v);
  if (s.kind != SubstKind::None) s = {};
}

// ---- The walk -------------------------------------------------------------------------------------------------------
// By hand, not by map_children: a child may end up in a continuation, and what is around it changes with it.
const Expr *Simplifier::simpl(const Expr *e, Cont *k) {
  switch (e->tag) {
    case Tag::Var: return simpl_var(e, k);
    case Tag::Lit: return rebuild(e, k);
    case Tag::App: {
      const EApp &a = cast<EApp>(e);
      for (size_t i = a.args.size(); i-- > 0;) k = app_cont(a.args[i], false, k);
      return simpl(a.fn, k);
    }
    case Tag::TyApp: return simpl(cast<ETyApp>(e).fn, ty_cont(cast<ETyApp>(e).types, k));
    case Tag::Lam: return simpl_lam(cast<ELam>(e), 0, k);
    case Tag::TyLam: return simpl_ty_lam(cast<ETyLam>(e), k);
    case Tag::Let: return simpl_let(cast<ELet>(e), k);
    case Tag::LetRec: return simpl_letrec(cast<ELetRec>(e), k);
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      // A strict let of a cheap primitive value that is used once: to its use.
      if (c.alts.size() == 1 && c.alts[0].is_default()) {
        OccInfo o = occ_of(c.binder);
        if ((o.kind == Occ::Dead || (o.kind == Occ::Once && o.one_branch && !o.in_lambda)) && is_speculable(c.scrut) &&
            is_unlifted(c.binder->type)) {
          subst(c.binder) = {c.scrut, SubstKind::Susp};
          return simpl(c.alts[0].body, k);
        }
      }
      return simpl(c.scrut, push({.tag = ContTag::Select, .types = {}, .sel = &c, .next = k}));
    }
    case Tag::ConApp: return simpl_con_app(cast<EConApp>(e), k);
    case Tag::PrimApp: return simpl_prim_app(cast<EPrimApp>(e), k);
    case Tag::Cast: return simpl_cast(cast<ECast>(e), k);
    case Tag::CCall: {
      const ECCall &c = cast<ECCall>(e);
      Vec<const Expr *> args;
      for (const Expr *a : c.args) args.push_back(simpl(a, stop(StopCtx::Arg)));
      return rebuild(mk_ccall(c.call, args, c.type), k);
    }
    case Tag::Tick: {
      const ETick &t = cast<ETick>(e);
      return rebuild(mk_tick(t.cost_centre, t.span, simpl(t.body, stop())), k);
    }
  }
  return e;
}

// Does it go from its binding in the source to its only call? (What is no function is evaluated as it stands there, and
// a lambda belongs to the function that it stands in.)
static bool is_inlined_function(const Var *v, const Expr *rhs) {
  return v->info && v->info->loc && !is_join_var(v) && manifest_arity(rhs) > 0;
}

const Expr *Simplifier::simpl_var(const Expr *e, Cont *k) {
  Var *v = cast<EVar>(e).var;
  const PlaceId place = cast<EVar>(e).place;
  SubstEntry s = subst_.get(v->uniq);
  if (s.kind == SubstKind::Susp) return simpl(is_inlined_function(v, s.e) ? core::inlined(s.e, place) : s.e, k);
  if (s.kind == SubstKind::Copy) return simpl(occur_anal_expr(clone_expr(s.e)), k);
  if (s.kind == SubstKind::Done) {
    if (const EVar *w = dyn_cast<EVar>(s.e)) return simpl_out_var(w->var, place ? place : w->place, k);
    if (is_trivial(s.e)) s.e = with_place(s.e, place);
    if (is_inlined_function(v, s.e)) s.e = core::inlined(s.e, place);
    // Output that nothing around it can react with stays as it is: walking it again at each level of a long chain is
    // quadratic.
    if (k->tag == ContTag::Stop) return s.e;
    return simpl(s.e, k);
  }
  return simpl_out_var(v, place, k);
}

// The output form of an input expression that is trivial.
const Expr *Simplifier::lookup_trivial(const Expr *e) { return simpl(e, stop(StopCtx::Arg)); }

const Expr *Simplifier::simpl_out_var(Var *v, PlaceId place, Cont *k) {
  Unfolding *u = unfolding_of(v);
  if (is_join_var(v)) {
    if (!u || !u->may_inline || busy_.get(v->uniq) || inlined_ > inline_limit_ || too_deep(v) ||
        !want_inline(v, u, k) || !cx_.tick())
      return rebuild_jump(v, k);
    // Only the arguments go along; see Note [Jumps drop their continuation].
    Vec<Cont *> frames;
    for (int n = v->info->join_arity; n > 0 && (k->tag == ContTag::TyApp || k->tag == ContTag::App); k = k->next) {
      frames.push_back(k);
      n -= k->tag == ContTag::App;
    }
    k = stop();
    for (size_t i = frames.size(); i-- > 0;) {
      Cont c = *frames[i];
      c.next = k;
      k = push(c);
    }
  } else if (!u || !u->may_inline || busy_.get(v->uniq) || inlined_ > inline_limit_ || too_deep(v) ||
             !want_inline(v, u, k) || !cx_.tick()) {
    return rebuild_call(v, place, k);
  }
  inlined_++;
  active_[v->uniq]++;
  nesting_++;
  const Expr *r = inline_body(u, is_join_var(v) ? 0 : place, k);
  nesting_--;
  active_[v->uniq]--;
  return r;
}

// e, which is no function but another name for one, or one with some of its arguments, at that call.
static const Expr *at_call(const Expr *e, PlaceId at) { return with_place(e, core::inlined(core::head_place(e), at)); }

// Note [Inlinings inside one another]
// What follows a call is simplified inside the inlining of the callee (it is its continuation), so inlinings of one
// variable nest both where code is in sequence (the binds of a long do) and where a recursion unrolls itself through a
// chain of wrappers and join points. The second never ends by itself; a bound on the nesting stops it early, and leaves
// the rest of an honest sequence to the next round.
const Expr *Simplifier::inline_body(Unfolding *u, PlaceId at, Cont *k) {
  const bool function = !at || manifest_arity(u->expr) > 0;
  const ETyLam *t = dyn_cast<ETyLam>(u->expr);
  if (t && k->tag == ContTag::TyApp) {
    size_t n = std::min(t->vars.size(), k->types.size());
    std::span<TyVar *const> tvs(t->vars.begin(), n);
    std::span<const Type *const> types(k->types.begin(), n);
    const Expr *body = t->body;
    if (n < t->vars.size()) {
      Vec<TyVar *> rest;
      for (size_t i = n; i < t->vars.size(); i++) rest.push_back(t->vars[i]);
      body = mk_ty_lam(rest, body);
    }
    Cont *next = k->next;
    if (n < k->types.size()) {
      Vec<const Type *> rest;
      for (size_t i = n; i < k->types.size(); i++) rest.push_back(k->types[i]);
      next = ty_cont(rest, next);
    }
    return simpl(function ? clone_expr(body, tvs, types, at) : at_call(clone_expr(body, tvs, types), at), next);
  }
  return simpl(function ? clone_expr(u->expr, at) : at_call(clone_expr(u->expr), at), k);
}

// Cast(T) in front of an argument, on a function that takes `fun_arg`: the cast moves behind the argument. Null when T
// is not a function type as written.
Cont *Simplifier::push_cast(Cont *k, const Type *fun_arg) {
  FunView t = fun_view(k->type);
  if (!t.arg) return nullptr;
  Cont *app = k->next;
  const Expr *arg = app->arg;
  if (!same_type(t.arg, fun_arg)) arg = mk_cast(arg, fun_arg);
  return app_cont(arg, app->done, cast_cont(t.res, app->next));
}

// (\x y. e) a: what is left is a lambda, \y. e, which may run many times, and x occurs under it. Occurrence analysis
// saw one lambda.
void Simplifier::mark_unsaturated(const ELam &l, const Cont *k) {
  size_t n = 0, arrows = l.params.size();  // as many arguments as the innermost cast on the way shows
  for (; n < l.params.size(); k = k->next) {
    if (k->tag == ContTag::Cast) {
      arrows = 0;
      for (FunView f = fun_view(k->type); f.arg; f = fun_view(f.res)) arrows++;
    } else if (k->tag == ContTag::App && arrows > 0) {
      arrows--;
      n++;
    } else {
      break;
    }
  }
  bool once = true;
  for (size_t i = n; i < l.params.size(); i++) once = once && l.params[i]->info && l.params[i]->info->one_shot;
  for (size_t i = 0; !once && i < n; i++) g_facts[l.params[i]->uniq].occ.in_lambda = true;
}

// The lambda from its parameter i on.
const Expr *Simplifier::simpl_lam(const ELam &l, size_t i, Cont *k) {
  if (i == l.params.size()) return simpl(l.body, k);
  if (k->tag == ContTag::Cast && k->next->tag == ContTag::App)
    if (Cont *p = push_cast(k, l.params[i]->type)) k = p;
  if (k->tag == ContTag::App) {
    cx_.ticks++;
    if (i == 0) mark_unsaturated(l, k);
    return bind_arg(l.params[i], k, [&] { return simpl_lam(l, i + 1, k->next); });
  }
  Vec<Var *> params;
  for (; i < l.params.size(); i++) {
    binder_in_place(l.params[i]);
    params.push_back(l.params[i]);
  }
  const Expr *body = simpl(l.body, stop());
  if (k->tag != ContTag::Stop || k->ctx != StopCtx::Rhs) body = eta_expand_body(body);
  // Casts move out of lambdas, so that lambdas meet.
  const Expr *r;
  if (const ECast *c = dyn_cast<ECast>(body)) {
    Vec<const Type *> types;
    for (Var *p : params) types.push_back(p->type);
    r = mk_cast(mk_lam(params, c->body), mk_tfuns(types, c->type));
  } else {
    r = mk_lam(params, body);
    r = eta_reduce(cast<ELam>(r));
  }
  return rebuild(r, k);
}

// \x. f x  =  f, when f is a known function (so that seq cannot tell), or a parameter that the function around it
// surely evaluates: continuations that a loop passes on.
const Expr *Simplifier::eta_reduce(const ELam &l) {
  const EApp *a = dyn_cast<EApp>(l.body);
  if (!a || a->args.size() < l.params.size()) return &l;
  const Expr *h = a->fn;
  while (h->tag == Tag::TyApp) h = cast<ETyApp>(h).fn;
  const EVar *f = dyn_cast<EVar>(h);
  if (!f || is_join_var(f->var) || busy_.get(f->var->uniq)) return &l;
  size_t extra = a->args.size() - l.params.size();
  const IdInfo *i = f->var->info;
  if (!i || !(i->arity > int(extra) || (i->strict_param && extra == 0))) return &l;
  for (size_t i = 0; i < l.params.size(); i++) {
    const EVar *x = dyn_cast<EVar>(a->args[extra + i]);
    if (!x || x->var != l.params[i]) return &l;
  }
  for (const Var *p : l.params) {
    if (p == f->var) return &l;
    for (size_t i = 0; i < extra; i++) {
      if (!is_trivial(a->args[i])) return &l;
      if (head_var(a->args[i]) == p) return &l;
    }
  }
  if (extra == 0) return a->fn;
  Vec<const Expr *> first;
  for (size_t i = 0; i < extra; i++) first.push_back(a->args[i]);
  return mk_app(a->fn, first);
}

const Expr *Simplifier::simpl_ty_lam(const ETyLam &l, Cont *k) {
  if (k->tag == ContTag::TyApp) {
    cx_.ticks++;
    size_t n = std::min(l.vars.size(), k->types.size());
    const Expr *body = l.body;
    Cont *next = k->next;
    if (n < l.vars.size()) {
      Vec<TyVar *> rest;
      for (size_t i = n; i < l.vars.size(); i++) rest.push_back(l.vars[i]);
      body = mk_ty_lam(rest, body);
    } else if (n < k->types.size()) {
      Vec<const Type *> rest;
      for (size_t i = n; i < k->types.size(); i++) rest.push_back(k->types[i]);
      next = ty_cont(rest, next);
    }
    return simpl(clone_expr(body, {l.vars.begin(), n}, {k->types.begin(), n}), next);
  }
  const Expr *body = simpl(l.body, stop());
  if (const ECast *c = dyn_cast<ECast>(body))
    return rebuild(mk_cast(mk_ty_lam(l.vars, c->body), mk_forall(l.vars, c->type)), k);
  return rebuild(mk_ty_lam(l.vars, body), k);
}

// (e |> forall as. T) @ts: the cast moves behind the types. The foralls on the two sides need not be as long: /\a b. e,
// cast to forall a. N a for a newtype N of a forall, takes one type before the cast's target must be seen through.
// Null: nothing moves.
Cont *Simplifier::push_cast_types(const ECast &c, Cont *k) {
  const Type *s = expr_type(c.body);
  if (s->tag != TypeTag::Forall) return nullptr;
  const TForall *f = static_cast<const TForall *>(c.type);
  size_t n = std::min(std::min(f->vars.size(), static_cast<const TForall *>(s)->vars.size()), k->types.size());
  Vec<const Type *> first, later;
  for (size_t i = 0; i < k->types.size(); i++) (i < n ? first : later).push_back(k->types[i]);
  Vec<TyVar *> bound, rest;
  for (size_t i = 0; i < f->vars.size(); i++) (i < n ? bound : rest).push_back(f->vars[i]);
  const Type *target = subst_type(rest.empty() ? f->body : mk_forall(rest, f->body), bound, first);
  return ty_cont(first, cast_cont(target, later.empty() ? k->next : ty_cont(later, k->next)));
}

const Expr *Simplifier::simpl_cast(const ECast &c, Cont *k) {
  if (k->tag == ContTag::Cast) return simpl(c.body, k);
  if (k->tag == ContTag::App) {
    FunView s = fun_view(expr_type(c.body)), t = fun_view(c.type);
    if (s.arg && t.arg) {
      const Expr *arg = k->arg;
      if (!same_type(s.arg, t.arg)) arg = mk_cast(arg, s.arg);
      Cont *next = same_type(s.res, t.res) ? k->next : cast_cont(t.res, k->next);
      return simpl(c.body, app_cont(arg, k->done, next));
    }
  }
  if (k->tag == ContTag::TyApp && c.type->tag == TypeTag::Forall)
    if (Cont *p = push_cast_types(c, k)) return simpl(c.body, p);
  return simpl(c.body, cast_cont(c.type, k));
}

const Expr *Simplifier::simpl_con_app(const EConApp &c, Cont *k) {
  if (k->tag == ContTag::Select && k->sel) return known_con_in(c, *k->sel, k->dup, k->next);
  Vec<const Expr *> args;
  args.reserve(c.args.size());
  for (const Expr *a : c.args) args.push_back(simpl(a, stop(StopCtx::Arg)));
  return rebuild(mk_con_app(c.con, c.types, args), k);
}

const Expr *Simplifier::simpl_prim_app(const EPrimApp &p, Cont *k) {
  Vec<const Expr *> args;
  args.reserve(p.args.size());
  for (const Expr *a : p.args) args.push_back(simpl(a, stop(StopCtx::Arg)));
  if (PrimId(p.op->index) == PrimId::DataToTag)
    if (ConView v = con_view(args[0])) {
      cx_.ticks++;
      return rebuild(mk_int_lit(v.con->index), k);
    }
  if (PrimId(p.op->index) == PrimId::SeqState && is_value(args[0])) {
    cx_.ticks++;
    const Type *st = expr_type(args[1]);
    return rebuild(
        mk_con_app(unboxed_tuple_con(2), Vec<const Type *>{st, p.types[0]}, Vec<const Expr *>{args[1], args[0]}), k);
  }
  if (const Expr *r = fold_primop(p.op, p.types, args)) {
    cx_.ticks++;
    return rebuild(r, k);
  }
  const Expr *e = mk_prim_app(p.op, p.types, args), *out;
  if (drop_cont_after_bottom(e, k, &out)) return out;
  return rebuild(e, k);
}

// ---- Rebuilding: the expression is done, apply what surrounds it ----------------------------------------------------
const Expr *Simplifier::rebuild(const Expr *e, Cont *k) {
  for (;;) switch (k->tag) {
      case ContTag::Stop: return e;
      case ContTag::Cast:
        if (k->next->tag == ContTag::App) {
          FunView s = fun_view(expr_type(e));
          if (s.arg)
            if (Cont *p = push_cast(k, s.arg)) {
              k = p;
              continue;
            }
        }
        e = mk_cast(e, k->type);
        k = k->next;
        continue;
      case ContTag::TyApp:
        e = mk_ty_app(e, k->types);
        k = k->next;
        continue;
      case ContTag::App: {
        Vec<const Expr *> args;
        for (; k->tag == ContTag::App; k = k->next)
          args.push_back(k->done ? k->arg : simpl(k->arg, stop(StopCtx::Arg)));
        e = mk_app(e, args);
        continue;
      }
      case ContTag::Select: return rebuild_case(e, *k->sel, k->dup, k->next);
      case ContTag::Call: {
        const CallHole &c = *k->call;
        k = k->next;
        for (size_t i = c.args.size(); i-- > 0;) k = app_cont(i == c.hole ? e : c.args[i], true, k);
        return rebuild_call(c.fn, c.place, c.types.empty() ? k : ty_cont(c.types, k));
      }
    }
}

const Expr *Simplifier::rebuild_jump(Var *v, Cont *k) {
  const Expr *e = mk_var(v);
  Vec<const Expr *> args;
  int n = v->info->join_arity;
  for (; int(args.size()) < n && (k->tag == ContTag::TyApp || k->tag == ContTag::App); k = k->next) {
    if (k->tag == ContTag::TyApp) e = mk_ty_app(e, k->types);
    else args.push_back(k->done ? k->arg : simpl(k->arg, stop(StopCtx::Arg)));
  }
  GPHC_CHECK(int(args.size()) == n, "jump to " + v->occ.string() + " with the wrong number of arguments");
  return mk_app(e, args);
}

const Expr *Simplifier::rebuild_call(Var *v, PlaceId place, Cont *k) {
  Vec<const Type *> types;
  while (k->tag == ContTag::TyApp) {
    types.append(k->types);
    k = k->next;
  }
  Vec<const Expr *> args;
  for (; k->tag == ContTag::App; k = k->next)
    args.push_back(k->done ? k->arg : simpl(k->arg, stop(arg_context(v, args.size()))));
  size_t used = 0;
  const Expr *rhs = nullptr;
  Vec<const Expr *> rhs_args;
  if (v->info && !v->info->rules.empty() && inlined_ <= inline_limit_) {
    bool fires = try_rules(v, place, types, args, &used, &rhs, &rhs_args);
    Wraps floats;
    if (!fires) {
      Vec<const Expr *> inner = args.clone();
      if (peel_for_rules(v, types.size(), &inner, &floats) &&
          try_rules(v, place, types, inner, &used, &rhs, &rhs_args)) {
        fires = true;
        args = inner;
      } else floats.clear();
    }
    if (fires) {
      inlined_++;
      for (size_t i = args.size(); i-- > used;) k = app_cont(args[i], true, k);
      for (size_t i = rhs_args.size(); i-- > 0;) k = app_cont(rhs_args[i], true, k);
      // rhs is a lambda over the rule's variables, applied to what they match.
      return wrap(floats, simpl(rhs, k));
    }
  }
  if (size_t hole; inlined_ <= inline_limit_ &&
                   (distributes(v, types.size(), args, &hole) || constant_in_a_branch(v, types, args, &hole)) &&
                   cx_.tick()) {
    inlined_++;
    const Type *t = expr_type(mk_app(mk_ty_app(mk_var(v), types), args));
    CallHole *call = mk<CallHole>();
    *call = {v, place, types.clone(), args.clone(), hole};
    return simpl(args[hole], push({.tag = ContTag::Call, .types = {}, .type = t, .call = call, .next = k}));
  }
  if (const Expr *r = builtin_rule(v, types, args, &used)) {
    cx_.ticks++;
    for (size_t i = args.size(); i-- > used;) k = app_cont(args[i], true, k);
    return simpl(r, k);
  }
  const Expr *e = mk_app(mk_ty_app(mk_var(v, place), types), args), *out;
  if (drop_cont_after_bottom(e, k, &out)) return out;
  return rebuild(e, k);
}

// What comes after an expression that never returns does not matter.
bool Simplifier::drop_cont_after_bottom(const Expr *e, Cont *k, const Expr **out) {
  if (k->tag != ContTag::Select && k->tag != ContTag::App && k->tag != ContTag::Call) return false;
  if (!is_bottoming(e)) return false;
  const Type *t = result_type(k, expr_type(e));
  if (!t) return false;
  const Expr *r = retype_bottom(e, t);
  if (!r) return false;
  cx_.ticks++;
  *out = r;
  return true;
}

}  // namespace gphc::opt
