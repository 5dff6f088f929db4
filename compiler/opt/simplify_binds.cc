// simplify_binds.cc: what becomes of a binding that the simplifier meets: it goes, goes to its use, becomes an atom, or
// stays with an unfolding. Arguments are bound as lets are.
#include "opt/simplify.h"

namespace gphc::opt {

static bool is_lambda(const Expr *e) { return strip_casts(e)->tag == Tag::Lam; }

// May the local x, used once, be replaced by its right-hand side where it is used? (Of top-level bindings thunks go:
// goes_to_its_user. A function stays until it is dead: unfoldings of others mention it. set_unfolding sees to it that
// one that is called once is inlined.)
bool Simplifier::pre_inline(Var *x, OccInfo o, const Expr *rhs) {
  if (o.kind != Occ::Once || !o.one_branch) return false;
  if (const IdInfo *i = x->info) {
    if (i->is_exported || i->is_loop_breaker) return false;
    if (i->inline_spec == InlineSpec::NoInline && !is_active(i)) return false;
    if (i->inline_spec == InlineSpec::Inline && i->unfolding) return false;  // its template will be used
    // goes where it is called, which may be in several places
    if (i->inline_spec == InlineSpec::Inline && !o.interesting && is_lambda(rhs)) return false;
    if (!i->rules.empty()) return false;
    if (i->is_dfun) return false;
  }
  if (is_join_var(x)) return !o.in_lambda && cx_.tick();
  if (o.in_lambda && !(o.interesting && is_lambda(rhs))) return false;
  if (is_unlifted(x->type) && !is_speculable(rhs)) return false;
  // An argument goes to its place; when that is a field of a constructor it gets a name again (anf_con): no reason for
  // another round.
  return o.interesting ? cx_.tick() : cx_.spend();
}

// Note [Thunks that one thunk uses]
// A top-level thunk that occurs once, in another thunk of the top level and under no lambda there, is evaluated for
// that one only, as a local one is, and goes where it is used, so that the list that one makes fuses with what the
// other does with it: evens = filter even [1 .. n]; total = sum (map f evens). float-out makes such chains of thunks,
// too, of what it moves out of an action in pieces.
//
// What mentions it is its user's right-hand side only, which the same round comes to later: the groups are in
// dependency order. (A template or a rule would be further occurrences.) So the user may have no unfolding, which
// another binding of its group could have taken before: it is no partial application, nor a constructor, which would
// give it a name at the top level again, as one within the user would (OccInfo::field). Not in the stdlib, whose code
// is to be the same in all programs (Note [Code that programs share] in inline_decide.cc); not what is large, and not
// too much into one: outline.cc cuts up what is huge.
bool Simplifier::goes_to_its_user(const Binding &b) {
  constexpr int kLargest = 400, kMostTaken = 1000;
  const Var *x = b.var;
  OccInfo o = occ_of(x);
  if (o.kind != Occ::Once || !o.one_branch || o.in_lambda || o.field || x->library) return false;
  if (const IdInfo *i = x->info; i && (i->is_exported || i->is_loop_breaker || i->is_dfun || i->is_selector ||
                                       i->inline_spec != InlineSpec::None || !i->rules.empty()))
    return false;
  if (is_dict_type(x->type) || is_value(b.rhs) || is_cheap(b.rhs) || is_trivial(b.rhs) || is_bottoming(b.rhs))
    return false;
  const Var *user = only_user(x);
  if (!user || user->library || unfolding_of(user)) return false;
  int size = expr_size(b.rhs, kLargest + 1) + taken_.get(x->uniq);
  if (size > kLargest || taken_.get(user->uniq) + size > kMostTaken || !cx_.tick()) return false;
  taken_[user->uniq] += size;
  return true;
}

// May the thunk x be made anew in each of the several branches that use it? No branch evaluates it twice, so no work is
// copied, only code, and a branch that enters it at once allocates nothing: what is left of a list's tail after a
// guard.
bool Simplifier::copy_to_branches(Var *x, OccInfo o, const Expr *rhs) {
  constexpr int kMaxCode = 60;
  if (o.kind != Occ::Once || o.one_branch || o.in_lambda || is_join_var(x) || is_unlifted(x->type) || is_value(rhs))
    return false;
  if (const IdInfo *i = x->info;
      i && (i->is_exported || i->is_loop_breaker || i->inline_spec != InlineSpec::None || !i->rules.empty()))
    return false;
  return expr_size(rhs, kMaxCode) * int(o.branches) <= kMaxCode && cx_.tick();
}

// x = rhs (input) around what `then` builds.
const Expr *Simplifier::bind_in(Var *x, const Expr *rhs, Then then) {
  OccInfo o = occ_of(x);
  if (o.kind == Occ::Dead) {
    subst(x) = {};
    return then();
  }
  if (is_trivial(rhs)) {
    const Expr *t = lookup_trivial(rhs);
    if (is_trivial(t)) {
      subst(x) = {t, SubstKind::Done};
      return then();
    }
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
  if (o.kind == Occ::Dead) {
    subst(x) = {};
    return then();
  }
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
static bool pedantic(const OptOptions &o) {
  return has_flag(o, "pedantic-bottoms") && !has_flag(o, "no-pedantic-bottoms");
}

const Expr *Simplifier::eta_expand(Var *x, const Expr *rhs, bool rec) {
  if (is_trivial(rhs) || rhs->tag == Tag::ConApp || rhs->tag == Tag::Lit) return rhs;
  int have = lambdas_through_casts(rhs);
  int want =
      rec ? rec_arity(x, rhs, have > 0, pedantic(*cx_.options)) : expr_arity(rhs, have > 0, pedantic(*cx_.options));
  if (want <= have) return rhs;
  const Expr *e = eta_expand_to(rhs, x->type, want);
  if (!e || !cx_.tick()) return rhs;
  return simpl(occur_anal_expr(e), stop(StopCtx::Rhs));
}

// The body of a lambda that is nobody's right-hand side, an argument most of the time: whoever calls it passes all that
// it can take at once (an action's token). An application is not simplified again: it takes more arguments, and that is
// all; a chain of lambdas, each in an argument of the one before (do, in a monad that is not inlined), would take
// quadratic time.
const Expr *Simplifier::eta_expand_body(const Expr *body) {
  const Expr *b = strip_casts(body);
  if (is_trivial(body) || b->tag == Tag::ConApp || b->tag == Tag::Lit || b->tag == Tag::PrimApp) return body;
  const int want = expr_arity(body, true, pedantic(*cx_.options));
  if (want <= lambdas_through_casts(body)) return body;
  const Expr *e = eta_expand_to(body, expr_type(body), want);
  if (!e || !cx_.tick()) return body;
  return b->tag == Tag::App ? e : simpl(occur_anal_expr(e), stop());
}

// Lets at the head of a right-hand side move out of it when that shows a value.
void Simplifier::peel(const Expr **e, Wraps *floats) {
  const Expr *b = *e;
  for (;;) {
    if (const ELet *l = dyn_cast<ELet>(b)) {
      if (is_join_var(l->bind.var)) return;
      b = l->body;
    } else if (const ELetRec *r = dyn_cast<ELetRec>(b)) {
      if (is_join_var(r->binds[0].var)) return;
      b = r->body;
    } else break;
  }
  if (b == *e || !is_value(b)) return;
  for (b = *e;;) {
    if (const ELet *l = dyn_cast<ELet>(b)) {
      floats->push_back({Wrap::Let, {l->bind}});
      b = l->body;
    } else if (const ELetRec *r = dyn_cast<ELetRec>(b)) {
      floats->push_back({Wrap::Rec, r->binds});
      b = r->body;
    } else break;
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
  if (x->info && (!x->info->rules.empty() || (x->info->inline_spec == InlineSpec::Inline && x->info->unfolding)))
    return rhs;
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
    args.push_back(name_arg(c.args[i],
                            method ? c.con->dict_of->methods[i - c.con->dict_of->supers.size()].sel->occ.string() : "a",
                            in, floats));
  }
  return mk_con_app(c.con, c.types, args);
}

// x = f e1 .. en, too few arguments for f: the same. x is a value and may be copied to its uses, the work in its
// arguments may not.
const Expr *Simplifier::anf_partial_app(const Expr *rhs, BoundIn in, Wraps *floats) {
  const EApp &app = cast<EApp>(rhs);
  bool all = true;
  for (const Expr *a : app.args) all = all && is_trivial(a);
  if (all || app.fn->tag == Tag::App) return rhs;
  Vec<const Expr *> args;
  for (const Expr *a : app.args) args.push_back(name_arg(a, "a", in, floats));
  return mk_app(app.fn, args);
}

// An argument as an atom; a binding for it joins the floats. A primitive argument has no name at the top level and in a
// letrec, which bind no primitive values: it is cheap and stays where it is, also where other floats and their
// unfoldings hold it.
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
    // What counts for "fewer arguments do no work" is the number of lambdas through casts and type lambdas: a method of
    // a newtype monad is \dict -> (/\a b -> \m k s -> ..) |> T, and the method at one dictionary must count as a value
    // to be inlined.
    if (int arity = manifest_arity(rhs); arity > 0 || x->info) info(x).arity = arity;
    set_evaluated_var(x, is_value(rhs));
    const Expr *b = n > 0 ? cast<ELam>(r).body : r;
    if (!sig_of(x) && (n > 0 || top) && b->tag != Tag::Var && is_bottoming(b)) {
      StrSig *s = mk<StrSig>();
      for (int i = 0; i < n; i++) s->args.push_back(Demand{});
      s->diverges = s->raises = true;
      info(x).sig = s;
    }
  }
  IdInfo *i = x->info;
  Unfolding *u = nullptr;
  if (i && i->inline_spec == InlineSpec::Inline && i->unfolding && !i->is_loop_breaker) {
    u = mk<Unfolding>();
    u->expr = i->unfolding;
    u->may_inline = u->stable = true;
  } else if (!top && i && i->inline_spec == InlineSpec::Inline && !i->is_loop_breaker && is_active(i) &&
             is_value(rhs)) {
    // A local one (a wrapper): as it is now. occur_anal does not count uses in templates of locals, so there are none.
    u = mk<Unfolding>();
    u->expr = analysed ? rhs : occur_anal_expr(clone_expr(rhs));
    u->may_inline = u->stable = true;
  } else if (rhs->tag == Tag::ConApp || rhs->tag == Tag::Lit ||
             (rhs->tag == Tag::Cast && strip_casts(rhs)->tag == Tag::ConApp)) {
    u = mk<Unfolding>();
    u->expr = rhs;
  } else if (is_trivial(rhs)) {
    u = mk<Unfolding>();
    u->expr = rhs;
    u->may_inline = !(i && i->is_loop_breaker);
  } else if (!(i && (i->is_loop_breaker || (i->inline_spec == InlineSpec::NoInline && !is_active(i)))) &&
             (join || may_copy_work(rhs)) &&
             (expr_size(rhs, 101) <= 100 || (i && i->is_selector) ||
              (top && called_once(x) && expr_size(rhs, 401) <= 400)) &&
             (join || !(is_bottoming(strip_casts(rhs)->tag == Tag::Lam ? cast<ELam>(strip_casts(rhs)).body : rhs)))) {
    u = mk<Unfolding>();
    // A copy: the analysis writes to binders, and the output itself is not rewritten with it.
    u->expr = analysed ? rhs : occur_anal_expr(clone_expr(rhs));
    u->may_inline = true;
    u->always = i && i->is_selector;
    u->once = top && called_once(x);
  } else if (top && i && i->is_dfun && i->is_loop_breaker) {
    u = mk<Unfolding>();
    u->expr = rhs;
    u->breaker = true;
  } else if (int n; rhs->tag == Tag::App) {
    // A dictionary, or a call of what CONLIKE says is as good as a constructor: rules see through its name.
    const EVar *f = dyn_cast<EVar>(app_head(rhs, &n));
    if (f && f->var->info && (f->var->info->conlike || f->var->info->is_dfun)) {
      u = mk<Unfolding>();
      u->expr = rhs;
    }
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
  // Loop breakers last: the others can be inlined in them. (Not the other way round: an unsimplified right-hand side is
  // no unfolding, its free variables may have been substituted.)
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
  if (n == 0) return simpl(rhs, k);  // type lambdas at its head are what it returns
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
  if (same) {
    binder_in_place(j);
    return j;
  }
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
  if (t->tag == TypeTag::Forall)
    return mk_forall(static_cast<const TForall *>(t)->vars, join_type(static_cast<const TForall *>(t)->body, n, k));
  const TFun *f = static_cast<const TFun *>(t);
  return mk_tfun(f->arg, join_type(f->res, n - 1, k));
}

}  // namespace gphc::opt
