// simplify.cc: the simplifier, one round over the whole program. It walks an expression together with its continuation (what
// surrounds it, innermost frame first), as in Peyton Jones & Marlow, "Secrets of the Glasgow Haskell Compiler inliner",
// JFP 2002: the continuation is pushed inwards until it meets something it can react with.
//
//   (\x. e) a            beta: x is bound to a                      case K a of K x -> e      known constructor
//   f a                  inline f, fire a rule                      case (case ..) of ..      case of case, with join points
//   (let b in e) a       the frame goes into the body: lets float outwards
//   e |> T               frames of casts meet, cancel, move past arguments
//
// Requires: occur_anal's facts (VarFacts::occ) for every binder of the input. Establishes: nothing by itself; makes ticks, and the
// runner repeats occur_anal + simplify until there are none or it is tired.
// Preserves: unique binders, lint, sharing: a thunk's work is never copied and never moved under a lambda that may run
// twice; only values and cheap expressions are inlined at several places.
//
// Note [Substitution without environments]: every binder is unique in the program and whatever duplicates an expression
// clones it first (clone.h). So a binder means one thing wherever it occurs, the substitution is one table for the whole
// program, and a suspended argument needs no environment. Binders keep their identity ("in place") from input to output.
// An expression that was simplified already may be walked again (a `Done` substitution that is no atom): the occurrence
// facts of its binders were reset when they were first passed, so nothing is assumed about it.
//
// Note [Jumps drop their continuation]: when a join point is bound, the continuation is made duplicable and pushed into both
// its right-hand side and the body. At a jump the continuation beyond the arguments is therefore the one that the
// right-hand side has already got, and is dropped.
#include "opt/simplify.h"

#include "support/check.h"

namespace gphc::opt {


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

static Cont *app_cont(const Expr *arg, bool done, Cont *next) { return push({.tag = ContTag::App, .done = done, .arg = arg, .types = {}, .next = next}); }
static Cont *cast_cont(const Type *t, Cont *next) { return push({.tag = ContTag::Cast, .types = {}, .type = t, .next = next}); }
static Cont *ty_cont(const Vec<const Type *> &ts, Cont *next) { return push({.tag = ContTag::TyApp, .types = ts, .next = next}); }

// A binder that goes to the output as it is; what was known about its occurrences no longer is.
void Simplifier::binder_in_place(Var *v) {
  if (occ_of(v).kind != Occ::Many || occ_of(v).interesting) g_facts[v->uniq].occ = {};
  set_unfolding_of(v, nullptr);
  set_evaluated_var(v, false);
  SubstEntry &s = subst(v);
  if (s.kind != SubstKind::None) s = {};
}

// ---- The walk --------------------------------------------------------------------------------------------------------
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
        if ((o.kind == Occ::Dead || (o.kind == Occ::Once && o.one_branch && !o.in_lambda)) && is_speculable(c.scrut) && is_unlifted(c.binder->type)) {
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

const Expr *Simplifier::simpl_var(const Expr *e, Cont *k) {
  Var *v = cast<EVar>(e).var;
  SubstEntry s = subst_.get(v->uniq);
  if (s.kind == SubstKind::Susp) return simpl(s.e, k);
  if (s.kind == SubstKind::Copy) return simpl(occur_anal_expr(clone_expr(s.e)), k);
  if (s.kind == SubstKind::Done) {
    if (const EVar *w = dyn_cast<EVar>(s.e)) return simpl_out_var(w->var, k);
    // Output that nothing around it can react with stays as it is: walking it again at each level of a long chain is quadratic.
    if (k->tag == ContTag::Stop) return s.e;
    return simpl(s.e, k);
  }
  return simpl_out_var(v, k);
}

// The output form of an input expression that is trivial.
const Expr *Simplifier::lookup_trivial(const Expr *e) { return simpl(e, stop(StopCtx::Arg)); }

const Expr *Simplifier::simpl_out_var(Var *v, Cont *k) {
  Unfolding *u = unfolding_of(v);
  if (is_join_var(v)) {
    if (!u || !u->may_inline || busy_.get(v->uniq) || inlined_ > inline_limit_ || too_deep(v) || !want_inline(v, u, k) || !cx_.tick()) return rebuild_jump(v, k);
    // Only the arguments go along; see Note [Jumps drop their continuation].
    Vec<Cont *> frames;
    for (int n = v->info->join_arity; n > 0 && (k->tag == ContTag::TyApp || k->tag == ContTag::App); k = k->next) {
      frames.push_back(k);
      n -= k->tag == ContTag::App;
    }
    k = stop();
    for (size_t i = frames.size(); i-- > 0;) { Cont c = *frames[i]; c.next = k; k = push(c); }
  } else if (!u || !u->may_inline || busy_.get(v->uniq) || inlined_ > inline_limit_ || too_deep(v) || !want_inline(v, u, k) || !cx_.tick()) {
    return rebuild_call(v, k);
  }
  inlined_++;
  active_[v->uniq]++;
  nesting_++;
  const Expr *r = inline_body(u, k);
  nesting_--;
  active_[v->uniq]--;
  return r;
}

// Note [Inlinings inside one another]
// What follows a call is simplified inside the inlining of the callee (it is its continuation), so inlinings of one variable
// nest both where code is in sequence (the binds of a long do) and where a recursion unrolls itself through a chain of
// wrappers and join points. The second never ends by itself; a bound on the nesting stops it early, and leaves the rest of
// an honest sequence to the next round.
const Expr *Simplifier::inline_body(Unfolding *u, Cont *k) {
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
    return simpl(clone_expr(body, tvs, types), next);
  }
  return simpl(clone_expr(u->expr), k);
}

// Cast(T) in front of an argument, on a function that takes `fun_arg`: the cast moves behind the argument. Null when T is
// not a function type as written.
Cont *Simplifier::push_cast(Cont *k, const Type *fun_arg) {
  FunView t = fun_view(k->type);
  if (!t.arg) return nullptr;
  Cont *app = k->next;
  const Expr *arg = app->arg;
  if (!same_type(t.arg, fun_arg)) arg = mk_cast(arg, fun_arg);
  return app_cont(arg, app->done, cast_cont(t.res, app->next));
}

// (\x y. e) a: what is left is a lambda, \y. e, which may run many times, and x occurs under it. Occurrence analysis saw one lambda.
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

// \x. f x  =  f, when f is a known function (so that seq cannot tell).
const Expr *Simplifier::eta_reduce(const ELam &l) {
  const EApp *a = dyn_cast<EApp>(l.body);
  if (!a || a->args.size() < l.params.size()) return &l;
  const Expr *h = a->fn;
  while (h->tag == Tag::TyApp) h = cast<ETyApp>(h).fn;
  const EVar *f = dyn_cast<EVar>(h);
  if (!f || is_join_var(f->var) || busy_.get(f->var->uniq)) return &l;
  size_t extra = a->args.size() - l.params.size();
  if (!(f->var->info && f->var->info->arity > int(extra))) return &l;
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
  if (const ECast *c = dyn_cast<ECast>(body)) return rebuild(mk_cast(mk_ty_lam(l.vars, c->body), mk_forall(l.vars, c->type)), k);
  return rebuild(mk_ty_lam(l.vars, body), k);
}

// (e |> forall as. T) @ts: the cast moves behind the types. The foralls on the two sides need not be as long: /\a b. e, cast to
// forall a. N a for a newtype N of a forall, takes one type before the cast's target must be seen through. Null: nothing moves.
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
    return rebuild(mk_con_app(unboxed_tuple_con(2), Vec<const Type *>{st, p.types[0]}, Vec<const Expr *>{args[1], args[0]}), k);
  }
  if (const Expr *r = fold_primop(p.op, p.types, args)) {
    cx_.ticks++;
    return rebuild(r, k);
  }
  const Expr *e = mk_prim_app(p.op, p.types, args), *out;
  if (drop_cont_after_bottom(e, k, &out)) return out;
  return rebuild(e, k);
}

// ---- Rebuilding: the expression is done, apply what surrounds it ---------------------------------------------------------
const Expr *Simplifier::rebuild(const Expr *e, Cont *k) {
  for (;;) switch (k->tag) {
      case ContTag::Stop: return e;
      case ContTag::Cast:
        if (k->next->tag == ContTag::App) {
          FunView s = fun_view(expr_type(e));
          if (s.arg)
            if (Cont *p = push_cast(k, s.arg)) { k = p; continue; }
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
        for (; k->tag == ContTag::App; k = k->next) args.push_back(k->done ? k->arg : simpl(k->arg, stop(StopCtx::Arg)));
        e = mk_app(e, args);
        continue;
      }
      case ContTag::Select: return rebuild_case(e, *k->sel, k->dup, k->next);
      case ContTag::Call: {
        const CallHole &c = *k->call;
        k = k->next;
        for (size_t i = c.args.size(); i-- > 0;) k = app_cont(i == c.hole ? e : c.args[i], true, k);
        return rebuild_call(c.fn, c.types.empty() ? k : ty_cont(c.types, k));
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

const Expr *Simplifier::rebuild_call(Var *v, Cont *k) {
  Vec<const Type *> types;
  while (k->tag == ContTag::TyApp) { types.append(k->types); k = k->next; }
  Vec<const Expr *> args;
  StopCtx ctx = v->info && !v->info->rules.empty() ? StopCtx::RuleArg : StopCtx::Arg;
  for (; k->tag == ContTag::App; k = k->next) args.push_back(k->done ? k->arg : simpl(k->arg, stop(ctx)));
  size_t used = 0;
  const Expr *rhs = nullptr;
  Vec<const Expr *> rhs_args;
  if (v->info && !v->info->rules.empty() && inlined_ <= inline_limit_) {
    bool fires = try_rules(v, types, args, &used, &rhs, &rhs_args);
    Wraps floats;
    if (!fires) {
      Vec<const Expr *> inner = args.clone();
      if (peel_for_rules(v, types.size(), &inner, &floats) && try_rules(v, types, inner, &used, &rhs, &rhs_args)) {
        fires = true;
        args = inner;
      } else
        floats.clear();
    }
    if (fires) {
      inlined_++;
      for (size_t i = args.size(); i-- > used;) k = app_cont(args[i], true, k);
      for (size_t i = rhs_args.size(); i-- > 0;) k = app_cont(rhs_args[i], true, k);
      // rhs is a lambda over the rule's variables, applied to what they match.
      return wrap(floats, simpl(rhs, k));
    }
  }
  if (size_t hole; inlined_ <= inline_limit_ && (distributes(v, types.size(), args, &hole) || constant_in_a_branch(v, types, args, &hole)) && cx_.tick()) {
    inlined_++;
    const Type *t = expr_type(mk_app(mk_ty_app(mk_var(v), types), args));
    CallHole *call = mk<CallHole>();
    *call = {v, types.clone(), args.clone(), hole};
    return simpl(args[hole], push({.tag = ContTag::Call, .types = {}, .type = t, .call = call, .next = k}));
  }
  if (const Expr *r = builtin_rule(v, types, args, &used)) {
    cx_.ticks++;
    for (size_t i = args.size(); i-- > used;) k = app_cont(args[i], true, k);
    return simpl(r, k);
  }
  const Expr *e = mk_app(mk_ty_app(mk_var(v), types), args), *out;
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

// ---- Bindings --------------------------------------------------------------------------------------------------------
static bool is_lambda(const Expr *e) { return strip_casts(e)->tag == Tag::Lam; }

// May the local x, used once, be replaced by its right-hand side where it is used? (A top-level binding stays until it is
// dead: unfoldings of others mention it. set_unfolding sees to it that a function called once is inlined.)
bool Simplifier::pre_inline(Var *x, OccInfo o, const Expr *rhs) {
  if (o.kind != Occ::Once || !o.one_branch) return false;
  if (const IdInfo *i = x->info) {
    if (i->is_exported || i->is_loop_breaker) return false;
    if (i->inline_spec == InlineSpec::NoInline && !is_active(i)) return false;
    if (i->inline_spec == InlineSpec::Inline && i->unfolding) return false;  // its template will be used
    if (i->inline_spec == InlineSpec::Inline && !o.interesting && is_lambda(rhs)) return false;  // goes where it is called, which may be in several places
    if (!i->rules.empty()) return false;
    if (i->is_dfun) return false;
  }
  if (is_join_var(x)) return !o.in_lambda && cx_.tick();
  if (o.in_lambda && !(o.interesting && is_lambda(rhs))) return false;
  if (is_unlifted(x->type) && !is_speculable(rhs)) return false;
  // An argument goes to its place; when that is a field of a constructor it gets a name again (anf_con): no reason for another round.
  return o.interesting ? cx_.tick() : cx_.spend();
}

// May the thunk x be made anew in each of the several branches that use it? No branch evaluates it twice, so no work is copied,
// only code, and a branch that enters it at once allocates nothing: what is left of a list's tail after a guard.
bool Simplifier::copy_to_branches(Var *x, OccInfo o, const Expr *rhs) {
  constexpr int max_code = 60;
  if (o.kind != Occ::Once || o.one_branch || o.in_lambda || is_join_var(x) || is_unlifted(x->type) || is_value(rhs)) return false;
  if (const IdInfo *i = x->info; i && (i->is_exported || i->is_loop_breaker || i->inline_spec != InlineSpec::None || !i->rules.empty())) return false;
  return expr_size(rhs, max_code) * int(o.branches) <= max_code && cx_.tick();
}

// x = rhs (input) around what `then` builds.
const Expr *Simplifier::bind_in(Var *x, const Expr *rhs, Then then) {
  OccInfo o = occ_of(x);
  if (o.kind == Occ::Dead) { subst(x) = {}; return then(); }
  if (is_trivial(rhs)) {
    const Expr *t = lookup_trivial(rhs);
    if (is_trivial(t)) { subst(x) = {t, SubstKind::Done}; return then(); }
    return bind_done(x, t, then);
  }
  if (pre_inline(x, o, rhs)) {
    subst(x) = {rhs, SubstKind::Susp};
    return then();
  }
  const Expr *r = is_unlifted(x->type) ? simpl(rhs, stop()) : simpl_rhs(x, rhs, false);
  return bind_out(x, r, then);
}

// The same with an argument frame's argument.
const Expr *Simplifier::bind_arg(Var *x, Cont *app, Then then) {
  return app->done ? bind_done(x, app->arg, then) : bind_in(x, app->arg, then);
}

// x = rhs (output); goes straight to its use when there is one.
const Expr *Simplifier::bind_done(Var *x, const Expr *rhs, Then then) {
  OccInfo o = occ_of(x);
  if (o.kind == Occ::Dead) { subst(x) = {}; return then(); }
  bool once = o.kind == Occ::Once && o.one_branch && (!o.in_lambda || (o.interesting && is_lambda(rhs)));
  if (is_trivial(rhs) || (once && (!is_unlifted(x->type) || is_speculable(rhs)))) {
    subst(x) = {rhs, SubstKind::Done};
    return then();
  }
  return bind_out(x, rhs, then);
}

// x = rhs (output) around what `then` builds.
const Expr *Simplifier::bind_out(Var *x, const Expr *rhs, Then then) {
  Wraps floats;
  bool unlifted = is_unlifted(x->type);
  if (!unlifted) rhs = complete_rhs(x, rhs, BoundIn::Let, &floats);
  if (is_trivial(rhs)) {
    subst(x) = {rhs, SubstKind::Done};
    return wrap(floats, then());
  }
  if (floats.empty() && copy_to_branches(x, occ_of(x), rhs)) {
    subst(x) = {rhs, SubstKind::Copy};
    return then();
  }
  binder_in_place(x);
  if (!unlifted) set_unfolding(x, rhs, false);
  floats.push_back({unlifted ? Wrap::Case : Wrap::Let, {{x, rhs}}});
  return wrap(floats, then());
}

// A let's right-hand side, eta-expanded if that pays.
const Expr *Simplifier::simpl_rhs(Var *x, const Expr *rhs, bool rec) {
  const Expr *r = simpl(rhs, stop(StopCtx::Rhs));
  return eta_expand(x, r, rec);
}

static int lambdas_through_casts(const Expr *e) { return manifest_arity(e); }

const Expr *Simplifier::eta_expand(Var *x, const Expr *rhs, bool rec) {
  if (is_trivial(rhs) || rhs->tag == Tag::ConApp || rhs->tag == Tag::Lit) return rhs;
  int have = lambdas_through_casts(rhs);
  int want = rec ? rec_arity(x, rhs, have > 0) : expr_arity(rhs, have > 0);
  if (want <= have) return rhs;
  const Expr *e = eta_expand_to(rhs, x->type, want);
  if (!e || !cx_.tick()) return rhs;
  return simpl(occur_anal_expr(e), stop(StopCtx::Rhs));
}

// Lets at the head of a right-hand side move out of it when that shows a value.
void Simplifier::peel(const Expr **e, Wraps *floats) {
  const Expr *b = *e;
  for (;;) {
    if (const ELet *l = dyn_cast<ELet>(b)) { if (is_join_var(l->bind.var)) return; b = l->body; }
    else if (const ELetRec *r = dyn_cast<ELetRec>(b)) { if (is_join_var(r->binds[0].var)) return; b = r->body; }
    else break;
  }
  if (b == *e || !is_value(b)) return;
  for (b = *e;;) {
    if (const ELet *l = dyn_cast<ELet>(b)) { floats->push_back({Wrap::Let, {l->bind}}); b = l->body; }
    else if (const ELetRec *r = dyn_cast<ELetRec>(b)) { floats->push_back({Wrap::Rec, r->binds}); b = r->body; }
    else break;
  }
  cx_.ticks++;
  *e = b;
}

const Expr *Simplifier::complete_rhs(Var *x, const Expr *rhs, BoundIn in, Wraps *floats) {
  peel(&rhs, floats);
  if (rhs->tag == Tag::Cast) rhs = split_cast(x, rhs, in, floats);
  if (rhs->tag == Tag::ConApp) rhs = anf_con(rhs, in, floats);
  if (rhs->tag == Tag::App && is_value(rhs)) rhs = anf_partial_app(rhs, in, floats);
  return rhs;
}

// x = e |> T: e gets a name of its own, so that x is an atom that goes to its uses, where the cast meets other casts.
const Expr *Simplifier::split_cast(Var *x, const Expr *rhs, BoundIn in, Wraps *floats) {
  const ECast &c = cast<ECast>(rhs);
  if (is_trivial(c.body)) return rhs;
  if (x->info && (!x->info->rules.empty() || (x->info->inline_spec == InlineSpec::Inline && x->info->unfolding))) return rhs;
  const Type *t = expr_type(c.body);
  if (is_unlifted(t)) return rhs;
  Var *w = in == BoundIn::Top ? mk_global_like(x, t, std::string(x->occ.str())) : fresh_like(x, t);
  if (x->info) {
    w->info = mk<IdInfo>(*x->info);
    w->info->is_exported = false;
    w->info->unfolding = nullptr;
    // A loop breaker's right-hand side stays one: x is an atom now, and w calls itself through it.
    if (x->info->inline_spec == InlineSpec::NoInline) x->info->inline_spec = InlineSpec::None;
  }
  top_[w->uniq] = in == BoundIn::Top;
  const Expr *body = complete_rhs(w, c.body, in, floats);
  set_unfolding(w, body, in == BoundIn::Top);
  floats->push_back({Wrap::Let, {{w, body}}});
  return mk_cast(mk_var(w), c.type);
}

// x = K e1 .. en: arguments become atoms, so that x's fields can be used elsewhere.
const Expr *Simplifier::anf_con(const Expr *rhs, BoundIn in, Wraps *floats) {
  const EConApp &c = cast<EConApp>(rhs);
  bool all = true;
  for (const Expr *a : c.args) all = all && is_trivial(a);
  if (all) return rhs;
  Vec<const Expr *> args;
  for (size_t i = 0; i < c.args.size(); i++) {
    bool method = c.con->dict_of && i >= c.con->dict_of->supers.size();
    args.push_back(name_arg(c.args[i], method ? c.con->dict_of->methods[i - c.con->dict_of->supers.size()].sel->occ.string() : "a", in, floats));
  }
  return mk_con_app(c.con, c.types, args);
}

// x = f e1 .. en, too few arguments for f: the same. x is a value and may be copied to its uses, the work in its arguments may not.
const Expr *Simplifier::anf_partial_app(const Expr *rhs, BoundIn in, Wraps *floats) {
  const EApp &app = cast<EApp>(rhs);
  bool all = true;
  for (const Expr *a : app.args) all = all && is_trivial(a);
  if (all || app.fn->tag == Tag::App) return rhs;
  Vec<const Expr *> args;
  for (const Expr *a : app.args) args.push_back(name_arg(a, "a", in, floats));
  return mk_app(app.fn, args);
}

// An argument as an atom; a binding for it joins the floats. A primitive argument has no name at the top level and in a letrec, which bind no
// primitive values: it is cheap and stays where it is, also where other floats and their unfoldings hold it.
const Expr *Simplifier::name_arg(const Expr *a, const std::string &name, BoundIn in, Wraps *floats) {
  if (is_trivial(a)) return a;
  const Type *t = expr_type(a);
  bool unlifted = is_unlifted(t);
  if (unlifted && in != BoundIn::Let) return a;
  Var *v = in == BoundIn::Top ? mk_global_like(nullptr, t, name) : mk_core_var(name, t);
  top_[v->uniq] = in == BoundIn::Top;
  if (!unlifted) {
    a = complete_rhs(v, a, in, floats);
    if (is_trivial(a)) return a;
    set_unfolding(v, a, in == BoundIn::Top);
  }
  floats->push_back({unlifted ? Wrap::Case : Wrap::Let, {{v, a}}});
  return mk_var(v);
}

static bool called_once(const Var *x) {
  OccInfo o = occ_of(x);
  return o.kind == Occ::Once && o.one_branch && o.interesting;
}

// A value, or so cheap that it may be computed at each use.
static bool may_copy_work(const Expr *rhs) {
  return is_cheap(rhs) || (is_value(rhs) && strip_casts(rhs)->tag != Tag::App);
}

// Records what later code may assume about x = rhs.
void Simplifier::set_unfolding(Var *x, const Expr *rhs, bool top, bool analysed) {
  bool join = is_join_var(x);
  if (!join) {
    const Expr *r = rhs;
    while (r->tag == Tag::TyLam) r = cast<ETyLam>(r).body;
    int n = r->tag == Tag::Lam ? int(cast<ELam>(r).params.size()) : 0;
    // What counts for "fewer arguments do no work" is the number of lambdas through casts and type lambdas: a method of a newtype
    // monad is \dict -> (/\a b -> \m k s -> ..) |> T, and the method at one dictionary must count as a value to be inlined.
    if (int arity = manifest_arity(rhs); arity > 0 || x->info) info(x).arity = arity;
    set_evaluated_var(x, is_value(rhs));
    const Expr *b = n > 0 ? cast<ELam>(r).body : r;
    if (!sig_of(x) && (n > 0 || top) && b->tag != Tag::Var && is_bottoming(b)) {
      StrSig *s = mk<StrSig>();
      for (int i = 0; i < n; i++) s->args.push_back(Demand{});
      s->diverges = true;
      info(x).sig = s;
    }
  }
  IdInfo *i = x->info;
  Unfolding *u = nullptr;
  if (i && i->inline_spec == InlineSpec::Inline && i->unfolding && !i->is_loop_breaker) {
    u = mk<Unfolding>();
    u->expr = i->unfolding;
    u->may_inline = u->stable = true;
  } else if (!top && i && i->inline_spec == InlineSpec::Inline && !i->is_loop_breaker && is_active(i) && is_value(rhs)) {
    // A local one (a wrapper): as it is now. occur_anal does not count uses in templates of locals, so there are none.
    u = mk<Unfolding>();
    u->expr = analysed ? rhs : occur_anal_expr(clone_expr(rhs));
    u->may_inline = u->stable = true;
  } else if (rhs->tag == Tag::ConApp || rhs->tag == Tag::Lit || (rhs->tag == Tag::Cast && strip_casts(rhs)->tag == Tag::ConApp)) {
    u = mk<Unfolding>();
    u->expr = rhs;
  } else if (is_trivial(rhs)) {
    u = mk<Unfolding>();
    u->expr = rhs;
    u->may_inline = !(i && i->is_loop_breaker);
  } else if (!(i && (i->is_loop_breaker || (i->inline_spec == InlineSpec::NoInline && !is_active(i)))) && (join || may_copy_work(rhs)) &&
             (expr_size(rhs, 101) <= 100 || (i && i->is_selector) || (top && called_once(x) && expr_size(rhs, 401) <= 400)) && (join || !(is_bottoming(strip_casts(rhs)->tag == Tag::Lam ? cast<ELam>(strip_casts(rhs)).body : rhs)))) {
    u = mk<Unfolding>();
    // A copy: the analysis writes to binders, and the output itself is not rewritten with it.
    u->expr = analysed ? rhs : occur_anal_expr(clone_expr(rhs));
    u->may_inline = true;
    u->always = i && i->is_selector;
    u->once = top && called_once(x);
  }
  set_unfolding_of(x, u);
}

const Expr *Simplifier::simpl_let(const ELet &l, Cont *k) {
  if (is_join_var(l.bind.var)) return simpl_join(l, k);
  return bind_in(l.bind.var, l.bind.rhs, [&] { return simpl(l.body, k); });
}

const Expr *Simplifier::simpl_letrec(const ELetRec &l, Cont *k) {
  if (is_join_var(l.binds[0].var)) return simpl_rec_join(l, k);
  for (const Binding &b : l.binds) binder_in_place(b.var);
  // Loop breakers last: the others can be inlined in them. (Not the other way round: an unsimplified right-hand side is no
  // unfolding, its free variables may have been substituted.)
  Vec<Binding> order;
  for (const Binding &b : l.binds)
    if (!(b.var->info && b.var->info->is_loop_breaker)) order.push_back(b);
  for (const Binding &b : l.binds)
    if (b.var->info && b.var->info->is_loop_breaker) order.push_back(b);
  Vec<Binding> out;
  for (const Binding &b : order) {
    busy_[b.var->uniq] = true;
    Wraps floats;
    const Expr *r = simpl_rhs(b.var, b.rhs, true);
    r = complete_rhs(b.var, r, BoundIn::LetRec, &floats);
    busy_[b.var->uniq] = false;
    for (Wrap &w : floats) out.append(w.binds);
    set_unfolding(b.var, r, false);
    out.push_back({b.var, r});
    if (is_trivial(r) && !occurs_trivially(b.var, r)) subst(b.var) = {r, SubstKind::Done};
  }
  return mk_letrec(out, simpl(l.body, k));
}

bool Simplifier::occurs_trivially(const Var *v, const Expr *e) { return head_var(e) == v; }

// The right-hand side of a join point with n parameters, in the continuation k.
const Expr *Simplifier::simpl_join_rhs(const Expr *rhs, int n, Cont *k) {
  if (n == 0) return simpl(rhs, k);   // type lambdas at its head are what it returns
  if (const ETyLam *t = dyn_cast<ETyLam>(rhs)) return mk_ty_lam(t->vars, simpl_join_rhs(t->body, n, k));
  const ELam &l = cast<ELam>(rhs);
  Vec<Var *> first, rest;
  for (size_t i = 0; i < l.params.size(); i++) (int(i) < n ? first : rest).push_back(l.params[i]);
  for (Var *p : first) binder_in_place(p);
  const Expr *body = simpl(mk_lam(rest, l.body), k);
  // mk_lam would join the parameters with those of a lambda that the join point returns: harmless, arity is kept apart.
  return mk_lam(first, body);
}

Var *Simplifier::out_join(Var *j, const Expr *rhs, bool same) {
  if (same) { binder_in_place(j); return j; }
  Var *v = fresh_like(j, expr_type(rhs));
  v->info = mk<IdInfo>(*j->info);
  v->info->unfolding = nullptr;
  subst(j) = {mk_var(v), SubstKind::Done};
  return v;
}

const Expr *Simplifier::simpl_join(const ELet &l, Cont *k) {
  Var *j = l.bind.var;
  if (pre_inline(j, occ_of(j), l.bind.rhs)) {
    subst(j) = {l.bind.rhs, SubstKind::Susp};
    return simpl(l.body, k);
  }
  Wraps floats;
  bool plain = k->tag == ContTag::Stop;
  Cont *dk = plain ? k : mk_dupable(k, &floats);
  const Expr *rhs = simpl_join_rhs(l.bind.rhs, j->info->join_arity, dk);
  Var *v = out_join(j, rhs, plain);
  set_unfolding(v, rhs, false);
  const Expr *body = simpl(l.body, dk);
  return wrap(floats, mk_let(v, rhs, body));
}

const Expr *Simplifier::simpl_rec_join(const ELetRec &l, Cont *k) {
  Wraps floats;
  bool plain = k->tag == ContTag::Stop;
  Cont *dk = plain ? k : mk_dupable(k, &floats);
  // The new join points' types are those of the old ones with another result, known before the right-hand sides are.
  Vec<Binding> out;
  for (const Binding &b : l.binds) {
    Var *v = b.var;
    if (!plain) {
      v = fresh_like(b.var, join_type(b.var->type, b.var->info->join_arity, dk));
      v->info = mk<IdInfo>(*b.var->info);
      v->info->unfolding = nullptr;
      subst(b.var) = {mk_var(v), SubstKind::Done};
    } else {
      binder_in_place(v);
    }
    out.push_back({v, nullptr});
  }
  // Wrappers and other small ones first, as in simpl_letrec.
  for (bool breakers : {false, true})
    for (size_t i = 0; i < out.size(); i++) {
      const IdInfo *f = l.binds[i].var->info;
      if (f->is_loop_breaker != breakers) continue;
      busy_[out[i].var->uniq] = true;
      out[i].rhs = simpl_join_rhs(l.binds[i].rhs, f->join_arity, dk);
      busy_[out[i].var->uniq] = false;
      if (!breakers) set_unfolding(out[i].var, out[i].rhs, false);
    }
  const Expr *body = simpl(l.body, dk);
  return wrap(floats, mk_letrec(out, body));
}

const Type *Simplifier::join_type(const Type *t, int n, Cont *k) {
  if (n == 0) return result_type(k, t);
  if (t->tag == TypeTag::Forall) return mk_forall(static_cast<const TForall *>(t)->vars, join_type(static_cast<const TForall *>(t)->body, n, k));
  const TFun *f = static_cast<const TFun *>(t);
  return mk_tfun(f->arg, join_type(f->res, n - 1, k));
}

// ---- The top level ---------------------------------------------------------------------------------------------------
// Note [Rounds visit what changed]
// Most bindings are done after one round of a phase; the later rounds are for those where something happened. A binding is passed over when
// nothing was rewritten in it the last time, it is what it was then, and so is all that it can see of the top-level variables it mentions:
// their right-hand sides (nothing was rewritten there since) and the facts in `visible`. A new phase also counts as a change of the variables
// and local binders with INLINE phases or rules. Other passes change facts on binders at will: after one (PassContext::generation) every binding
// is visited. The occurrence analyser keeps what it found out about a binding that was passed over.
namespace {
struct TopState {
  const Expr *rhs = nullptr;         // as the last round left it
  uint32_t generation = 0;
  uint32_t visible = 0;
  bool rewritten = false, breaker = false;
};
UniqTable<TopState> g_top_state;
int g_last_phase = 0;

bool is_breaker(const Var *v) { return v->info && v->info->is_loop_breaker; }

// What code that mentions v depends on, beside its right-hand side.
uint32_t visible(const Var *v) {
  OccInfo o = occ_of(v);
  uint32_t h = uint32_t(o.kind) | uint32_t(o.in_lambda) << 2 | uint32_t(o.one_branch) << 3 | uint32_t(o.interesting) << 4 | uint32_t(is_evaluated_var(v)) << 5;
  if (const IdInfo *i = v->info) {
    h |= uint32_t(i->is_loop_breaker) << 6 | uint32_t(i->inline_spec) << 7 | uint32_t(i->sig != nullptr) << 9;
    h |= uint32_t(i->arity & 0xff) << 10 | uint32_t(i->rules.size() & 0xff) << 18;
  }
  return h;
}
bool depends_on_phase(const Var *v) { return v->info && (v->info->phase >= 0 || !v->info->rules.empty()); }
}  // namespace

// May the group stay as it is? See Note [Rounds visit what changed].
bool Simplifier::is_settled(const Vec<Binding> &group) const {
  for (const Binding &b : group) {
    const TopState s = g_top_state.get(b.var->uniq);
    if (s.generation != cx_.generation || s.rewritten || s.rhs != b.rhs || s.breaker != is_breaker(b.var)) return false;
    if (is_trivial(b.rhs) || (new_phase_ && has_phased_local(b.var))) return false;
    for (const Var *v : top_refs(b.var))
      if (changed_.get(v->uniq)) return false;
  }
  return true;
}

ContPool g_conts;

void Simplifier::top_group(Vec<Binding> &group, Vec<Vec<Binding>> *out) {
  if (is_settled(group)) { out->push_back(group); return; }
  Vec<Binding> done;
  for (Binding &b : group) {
    Var *v = b.var;
    long before = cx_.ticks;
    CrashContext crash("simplifying " + v->occ.string());
    busy_[v->uniq] = true;
    now_ = v;
    g_conts.clear();
    inlined_ = 0;
    inline_limit_ = 500 + 8 * expr_size(b.rhs, 20000);
    const Expr *r = b.rhs;
    if (r->tag != Tag::Lit) {
      r = simpl_rhs(v, r, group.size() > 1 || (v->info && v->info->is_loop_breaker));
      Wraps floats;
      r = complete_rhs(v, r, BoundIn::Top, &floats);
      for (Wrap &w : floats)
        for (const Binding &f : w.binds) {
          to_top_level(f.var, v);
          done.push_back(f);
        }
    }
    busy_[v->uniq] = false;
    set_unfolding(v, r, true);
    done.push_back({v, r});
    forget_occurrences(v);
    TopState &s = g_top_state[v->uniq];
    s.rhs = r;
    s.generation = cx_.generation;
    s.rewritten = cx_.ticks != before;
    s.breaker = is_breaker(v);
    if (s.rewritten) changed_[v->uniq] = true;
    if (!v->library) cx_.own_ticks += cx_.ticks - before;
    if (is_trivial(r) && !occurs_trivially(v, r)) subst(v) = {r, SubstKind::Done};
  }
  if (!done.empty()) out->push_back(done);
}

void Simplifier::to_top_level(Var *v, const Var *from) {
  if (v->sort == VarSort::Local || v->sort == VarSort::Dict) v->sort = VarSort::Global;
  if (!v->module) v->module = from->module;
  v->library = from->library;
  take_place(v, from);
  top_[v->uniq] = true;
}

void Simplifier::run() {
  for (Vec<Binding> &g : program_.groups)
    for (Binding &b : g) {
      top_[b.var->uniq] = true;
      set_unfolding(b.var, b.rhs, true, true);
    }
  new_phase_ = cx_.phase != g_last_phase;
  g_last_phase = cx_.phase;
  for (Vec<Binding> &g : program_.groups)
    for (Binding &b : g) {
      TopState &s = g_top_state[b.var->uniq];
      uint32_t now = visible(b.var);
      changed_[b.var->uniq] = s.generation != cx_.generation || s.rewritten || s.visible != now || (new_phase_ && depends_on_phase(b.var));
      s.visible = now;
    }
  Vec<Vec<Binding>> out;
  for (Vec<Binding> &g : program_.groups) top_group(g, &out);
  program_.groups = out;
}

void simplify(Program &p, PassContext &cx) { Simplifier(p, cx).run(); }

}  // namespace gphc::opt
