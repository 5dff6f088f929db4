// rules.cc: RULES, the user's and the stdlib's, and the few that are built in because their left-hand sides are
// literals.
//
// Matching is first-order: the left-hand side is matched against the call's simplified arguments; a rule variable
// stands for any expression (free of variables bound inside the match), a type variable for any type. When all
// arguments match, the call becomes the rule's right-hand side as a lambda over its variables, applied to what they
// stand for, and is simplified in the call's continuation.
#include <unordered_map>

#include "core/fvs.h"

#include <cstdlib>

#include "opt/sharing.h"
#include "opt/simplify.h"
#include "opt/specialise.h"

namespace gphc::opt {

static bool is_named(const Var *v, const char *module, const char *name) {
  return v->occ.str() == name && v->module.str() == module;
}

// \c n -> c x (c y n), of type (elem -> t -> t) -> t -> t.
static const Expr *unrolled(const Type *elem, const Type *t, const Vec<const Expr *> &elems) {
  Var *c = mk_core_var("c", mk_tfun(elem, mk_tfun(t, t))), *n = mk_core_var("n", t);
  const Expr *r = mk_var(n);
  for (size_t i = elems.size(); i-- > 0;) r = mk_app(mk_var(c), Vec<const Expr *>{elems[i], r});
  return mk_lam(Vec<Var *>{c, n}, r);
}

// A short list literal, for rules that ask for `build g`: that g; else null. `named`: the list is used elsewhere, too.
constexpr size_t kMostElements = 10;
static const Expr *list_as_build(const EConApp *e, bool named) {
  const Type *elem = e->types[0];
  Vec<const Expr *> elems;
  while (e->con == g_builtin.cons) {
    if (elems.size() >= kMostElements || (named && !is_trivial(e->args[0]))) return nullptr;
    elems.push_back(e->args[0]);
    e = dyn_cast<EConApp>(e->args[1]);
    if (!e) return nullptr;
  }
  TyVar *b = mk_tyvar(sym("b"), kind_star());
  return mk_ty_lam(Vec<TyVar *>{b}, unrolled(elem, mk_tvar(b), elems));
}

struct RuleMatch {
  const Rule &rule;
  std::unordered_map<const Var *, const Expr *> vars;
  std::unordered_map<const TyVar *, const Type *> types;
  std::unordered_map<const Var *, const Var *> bound;  // template's lambda-bound to target's

  bool is_rule_var(const Var *v) const {
    for (const Var *x : rule.vars)
      if (x == v) return true;
    return false;
  }
  bool is_rule_tv(const TyVar *v) const {
    for (const TyVar *x : rule.tvs)
      if (x == v) return true;
    return false;
  }

  bool type(const Type *t, const Type *e) {
    if (t->tag == TypeTag::Var && is_rule_tv(static_cast<const TVar *>(t)->var)) {
      const Type *&s = types[static_cast<const TVar *>(t)->var];
      if (s) return same_type(s, e);
      s = e;
      return true;
    }
    if (t->tag != e->tag) return false;
    switch (t->tag) {
      case TypeTag::App:
        return type(static_cast<const TApp *>(t)->fn, static_cast<const TApp *>(e)->fn) &&
               type(static_cast<const TApp *>(t)->arg, static_cast<const TApp *>(e)->arg);
      case TypeTag::Fun:
        return type(static_cast<const TFun *>(t)->arg, static_cast<const TFun *>(e)->arg) &&
               type(static_cast<const TFun *>(t)->res, static_cast<const TFun *>(e)->res);
      case TypeTag::Forall: {
        const TForall *f = static_cast<const TForall *>(t), *g = static_cast<const TForall *>(e);
        if (f->vars.size() != g->vars.size()) return false;
        Vec<const Type *> vars;
        for (TyVar *v : f->vars) vars.push_back(mk_tvar(v));
        return type(f->body, subst_type(g->body, g->vars, vars));
      }
      default: return same_type(t, e);
    }
  }

  bool mentions_bound(const Expr *e) const {
    if (bound.empty()) return false;
    bool found = false;
    std::function<void(const Expr *)> look = [&](const Expr *x) {
      if (const EVar *v = dyn_cast<EVar>(x))
        for (const std::pair<const Var *const, const Var *> &b : bound) found = found || b.second == v->var;
      if (!found) for_each_child(x, look);
    };
    look(e);
    return found;
  }

  bool literal_list(const Expr *t, const EConApp &e, bool named, int depth);
  bool expr(const Expr *t, const Expr *e, int depth = 0) {
    if (depth > 50) return false;
    while (e->tag == Tag::Tick) e = cast<ETick>(e).body;
    if (const EVar *v = dyn_cast<EVar>(t)) {
      if (is_rule_var(v->var)) {
        const Expr *&s = vars[v->var];
        if (s) return same_small_expr(s, e, 20);
        if (mentions_bound(e)) return false;
        if (!type(v->var->type, expr_type(e))) return false;
        s = e;
        return true;
      }
      const EVar *w = dyn_cast<EVar>(e);
      if (!w) return false;
      auto b = bound.find(v->var);
      if (b != bound.end()) return b->second == w->var;
      if (v->var == w->var) return true;
      return false;
    }
    if (const EVar *w = dyn_cast<EVar>(e); w && t->tag == Tag::App)
      if (const Expr *d = specialised_dict(w->var)) return expr(t, d, depth + 1);
    // Look through a name for something that costs nothing to have twice.
    if (const EVar *w = dyn_cast<EVar>(e)) {
      Unfolding *u = unfolding_of(w->var);
      if (!u || !u->expr || u->stable) return false;
      const Expr *x = u->expr;
      if (x->tag == Tag::ConApp && t->tag == Tag::App) return literal_list(t, cast<EConApp>(x), true, depth);
      // x : build g: what has a name may be used elsewhere, too
      if (const EConApp *c = dyn_cast<EConApp>(t))
        for (const Expr *a : c->args)
          if (a->tag == Tag::App) return false;
      if (x->tag == Tag::ConApp || x->tag == Tag::Lit || x->tag == Tag::Lam || is_trivial(x))
        return expr(t, x, depth + 1);
      if (x->tag == Tag::App) {
        int n;
        // the instance of a polymorphic type is applied to types, too
        const EVar *f = dyn_cast<EVar>(app_head(x, &n));
        if (f && f->var->info && (f->var->info->conlike || f->var->info->is_dfun)) return expr(t, x, depth + 1);
      }
      return false;
    }
    if (t->tag != e->tag) {
      // \x. f x in the rule for f in the program
      if (t->tag == Tag::Cast) return expr(cast<ECast>(t).body, e, depth + 1);
      if (t->tag == Tag::App && e->tag == Tag::ConApp) return literal_list(t, cast<EConApp>(e), false, depth);
      if (e->tag == Tag::Cast) return false;
      return false;
    }
    switch (t->tag) {
      case Tag::Lit: return same_literal(cast<ELit>(t).lit, cast<ELit>(e).lit);
      case Tag::App: {
        const EApp &a = cast<EApp>(t), &b = cast<EApp>(e);
        if (a.args.size() > b.args.size()) return false;
        size_t extra = b.args.size() - a.args.size();
        const Expr *f = b.fn;
        if (extra) {
          Vec<const Expr *> first;
          for (size_t i = 0; i < extra; i++) first.push_back(b.args[i]);
          f = mk_app(b.fn, first);
        }
        if (!expr(a.fn, f, depth + 1)) return false;
        for (size_t i = 0; i < a.args.size(); i++)
          if (!expr(a.args[i], b.args[i + extra], depth + 1)) return false;
        return true;
      }
      case Tag::TyApp: {
        const ETyApp &a = cast<ETyApp>(t), &b = cast<ETyApp>(e);
        if (a.types.size() != b.types.size() || !expr(a.fn, b.fn, depth + 1)) return false;
        for (size_t i = 0; i < a.types.size(); i++)
          if (!type(a.types[i], b.types[i])) return false;
        return true;
      }
      case Tag::ConApp: {
        const EConApp &a = cast<EConApp>(t), &b = cast<EConApp>(e);
        if (a.con != b.con) return false;
        for (size_t i = 0; i < a.types.size(); i++)
          if (!type(a.types[i], b.types[i])) return false;
        for (size_t i = 0; i < a.args.size(); i++)
          if (!expr(a.args[i], b.args[i], depth + 1)) return false;
        return true;
      }
      case Tag::PrimApp: {
        const EPrimApp &a = cast<EPrimApp>(t), &b = cast<EPrimApp>(e);
        if (a.op != b.op) return false;
        for (size_t i = 0; i < a.types.size(); i++)
          if (!type(a.types[i], b.types[i])) return false;
        for (size_t i = 0; i < a.args.size(); i++)
          if (!expr(a.args[i], b.args[i], depth + 1)) return false;
        return true;
      }
      case Tag::Lam: {
        const ELam &a = cast<ELam>(t), &b = cast<ELam>(e);
        if (a.params.size() != b.params.size()) return false;
        for (size_t i = 0; i < a.params.size(); i++) {
          if (!type(a.params[i]->type, b.params[i]->type)) return false;
          bound[a.params[i]] = b.params[i];
        }
        return expr(a.body, b.body, depth + 1);
      }
      case Tag::Cast:
        return type(cast<ECast>(t).type, cast<ECast>(e).type) &&
               expr(cast<ECast>(t).body, cast<ECast>(e).body, depth + 1);
      default: return false;
    }
  }
};

bool RuleMatch::literal_list(const Expr *t, const EConApp &e, bool named, int depth) {
  const EApp &a = cast<EApp>(t);
  const Var *f = called_var(a);
  if (e.con != g_builtin.cons || !f || !is_named(f, "GPH.Base", "build")) return false;
  if (a.fn->tag != Tag::TyApp || !type(cast<ETyApp>(a.fn).types[0], e.types[0])) return false;
  const Expr *g = list_as_build(&e, named);
  return g && expr(a.args[0], g, depth + 1);
}

bool Simplifier::rule_is_active(const Rule *r) const {
  return r->phase < 0 || (r->phase_before ? cx_.phase > r->phase : cx_.phase <= r->phase);
}

// What surrounds argument number i of a call of v.
StopCtx Simplifier::arg_context(const Var *v, size_t i) const {
  if (!v->info || v->info->rules.empty()) return StopCtx::Arg;
  for (const Rule *r : v->info->rules) {
    const EApp *a = i < r->lhs_args.size() ? dyn_cast<EApp>(r->lhs_args[i]) : nullptr;
    const Var *f = a ? called_var(*a) : nullptr;
    if (f && is_named(f, "GPH.Base", "build") && rule_is_active(r)) return StopCtx::ListArg;
  }
  return StopCtx::RuleArg;
}

// Where an active rule asks for a certain form of an argument: bindings around the argument go around the call, and so
// does a case of one alternative if the call evaluates the argument anyway (its signature, pass `strictness`):
//   foldr k z (case n of I# m -> let g = .. in build g)   to   case n of I# m -> let g = .. in foldr k z (build g)
// At most kMaxPeeled: in a chain of calls each one's argument has all the bindings of those inside it.
constexpr size_t kMaxPeeled = 64;
bool Simplifier::peel_for_rules(Var *v, size_t n_types, Vec<const Expr *> *args, Wraps *floats) {
  const StrSig *sig = sig_of(v);
  for (const Rule *r : v->info->rules) {
    if (!rule_is_active(r) || args->size() < r->lhs_args.size() || n_types < r->lhs_types.size()) continue;
    for (size_t i = 0; i < r->lhs_args.size(); i++) {
      if (r->lhs_args[i]->tag == Tag::Var || r->lhs_args[i]->tag == Tag::Lam) continue;
      bool strict =
          sig && !sig->diverges && sig->args.size() <= args->size() && i < sig->args.size() && sig->args[i].strict;
      const Expr *a = (*args)[i];
      for (;;) {
        if (floats->size() > kMaxPeeled) return false;
        if (const ELet *l = dyn_cast<ELet>(a); l && !is_join_var(l->bind.var)) {
          floats->push_back({Wrap::Let, {l->bind}});
          a = l->body;
        } else if (const ELetRec *l = dyn_cast<ELetRec>(a); l && !is_join_var(l->binds[0].var)) {
          floats->push_back({Wrap::Rec, l->binds});
          a = l->body;
        } else if (const ECase *c = dyn_cast<ECase>(a); c && strict && c->alts.size() == 1) {
          floats->push_back({Wrap::Alternative, {}, c});
          a = c->alts[0].body;
        } else break;
      }
      (*args)[i] = a;
    }
  }
  return !floats->empty();
}

// The ends of a strict argument that a case chooses between: nullary constructors, others (`most` of them at most; else
// too_many). What join points end with counts once, jumps to them and what diverges do not.
struct Ends {
  size_t most;
  int nullary = 0;
  Vec<const Expr *> other = {};
  bool too_many = false;
};
static void count_ends(const Expr *e, Ends *ends, int fuel = 100) {
  if (fuel <= 0) ends->too_many = true;
  if (ends->too_many) return;
  switch (e->tag) {
    case Tag::Case:
      for (const Alt &a : cast<ECase>(e).alts) count_ends(a.body, ends, fuel - 1);
      return;
    case Tag::Let:
    case Tag::LetRec: {
      const ELet *l = dyn_cast<ELet>(e);
      for (const Binding &b :
           l ? std::span<const Binding>(&l->bind, 1) : std::span<const Binding>(cast<ELetRec>(e).binds)) {
        if (!is_join_var(b.var)) continue;
        const Expr *rhs = b.rhs;
        if (rhs->tag == Tag::Lam) rhs = cast<ELam>(rhs).body;
        count_ends(rhs, ends, fuel - 1);
      }
      return count_ends(l ? l->body : cast<ELetRec>(e).body, ends, fuel - 1);
    }
    case Tag::ConApp:
      if (cast<EConApp>(e).args.empty()) {
        ends->nullary++;
        return;
      }
      break;
    default: {
      int n = 0;
      const EVar *h = dyn_cast<EVar>(app_head(e, &n));
      if ((h && is_join_var(h->var)) || is_bottoming(e)) return;
    }
  }
  ends->other.push_back(e);
  ends->too_many = ends->other.size() > ends->most;
}
// May e be what the pattern asks for? The same function or constructor.
static bool same_head(const Expr *pattern, const Expr *e) {
  if (const EConApp *p = dyn_cast<EConApp>(pattern)) return e->tag == Tag::ConApp && cast<EConApp>(e).con == p->con;
  int n = 0;
  const EVar *p = dyn_cast<EVar>(app_head(pattern, &n)), *h = dyn_cast<EVar>(app_head(e, &n));
  return p && h && p->var == h->var;
}

// Does a call go into the branches of one of its arguments, where a rule takes it away in all but one of them? foldr k
// z (if c then [x] else []) is if c then foldr k z [x] else foldr k z [], that is if c then k x z else z: the guards of
// a list comprehension or of a do over lists. (With two branches left, k would be called from two places, and not be
// inlined.) And where there is only one end, as in foldr k z (join j y = build g in case .. of { A -> jump j 1; B ->
// jump j 2; _ -> error .. }), a rule that fires there needs no more.
bool Simplifier::distributes(Var *v, size_t n_types, const Vec<const Expr *> &args, size_t *hole) {
  const StrSig *sig = sig_of(v);
  if (!sig || sig->diverges || sig->args.size() > args.size()) return false;
  for (const Rule *r : v->info->rules) {
    if (!rule_is_active(r) || args.size() < r->lhs_args.size() || n_types < r->lhs_types.size()) continue;
    for (size_t i = 0; i < r->lhs_args.size() && i < sig->args.size(); i++) {
      const Expr *pattern = r->lhs_args[i], *a = args[i];
      if (pattern->tag == Tag::Var || pattern->tag == Tag::Lam || !sig->args[i].strict ||
          (a->tag != Tag::Case && a->tag != Tag::Let && a->tag != Tag::LetRec))
        continue;
      Ends ends{.most = 1};
      count_ends(a, &ends);
      if (ends.too_many) continue;
      const EConApp *con = dyn_cast<EConApp>(pattern);
      bool nullary = con && con->args.empty();
      if (nullary ? ends.nullary == 0 : ends.nullary > 0 || ends.other.empty() || !same_head(pattern, ends.other[0]))
        continue;
      *hole = i;
      return true;
    }
  }
  return false;
}

// Of calls, constructors and constants, with no variable but of the top level: it may be copied, and has no binders.
bool Simplifier::is_closed(const Expr *e) const {
  auto all = [&](const Vec<const Expr *> &es) {
    for (const Expr *x : es)
      if (!is_closed(x)) return false;
    return true;
  };
  switch (e->tag) {
    case Tag::Var: return is_top(cast<EVar>(e).var);
    case Tag::Lit: return true;
    case Tag::App: return is_closed(cast<EApp>(e).fn) && all(cast<EApp>(e).args);
    case Tag::TyApp: return is_closed(cast<ETyApp>(e).fn);
    case Tag::Cast: return is_closed(cast<ECast>(e).body);
    case Tag::ConApp: return all(cast<EConApp>(e).args);
    default: return false;
  }
}

// f (case x of { A -> c; B -> e }), f strict  ==>  case x of { A -> f c; B -> f e }, when f c mentions nothing local:
// float_out.cc makes it once. Otherwise the call stays whole, in a join point of what follows the case, where its
// argument varies and it is made each time.
bool Simplifier::constant_in_a_branch(Var *v, const Vec<const Type *> &types, const Vec<const Expr *> &args,
                                      size_t *hole) {
  const StrSig *sig = sig_of(v);
  if (!sig || sig->diverges || sig->args.size() != args.size() || !is_top(v)) return false;
  size_t open = args.size();
  for (size_t i = 0; i < args.size(); i++) {
    if (is_closed(args[i])) continue;
    if (open < args.size() || !sig->args[i].strict ||
        (args[i]->tag != Tag::Case && args[i]->tag != Tag::Let && args[i]->tag != Tag::LetRec))
      return false;
    open = i;
  }
  if (open == args.size() || !is_data_type(expr_type(mk_app(mk_ty_app(mk_var(v), types), args)))) return false;
  Ends ends{.most = 6};
  count_ends(args[open], &ends);
  int closed = ends.nullary;
  for (const Expr *e : ends.other) closed += is_closed(e);
  *hole = open;
  return !ends.too_many && closed > 0 && ends.other.size() + size_t(ends.nullary) > 1;
}

bool Simplifier::try_rules(Var *v, PlaceId place, const Vec<const Type *> &types, const Vec<const Expr *> &args,
                           size_t *used, const Expr **rhs, Vec<const Expr *> *rhs_args) {
  for (Rule *r : v->info->rules) {
    if (!rule_is_active(r)) continue;
    if (args.size() < r->lhs_args.size() || types.size() < r->lhs_types.size()) continue;
    if (types.size() > r->lhs_types.size() && r->lhs_args.size()) continue;
    RuleMatch m{*r, {}, {}, {}};
    bool ok = true;
    for (size_t i = 0; ok && i < r->lhs_types.size(); i++) ok = m.type(r->lhs_types[i], types[i]);
    for (size_t i = 0; ok && i < r->lhs_args.size(); i++) ok = m.expr(r->lhs_args[i], args[i]);
    if (!ok) continue;
    Vec<const Type *> tys;
    for (TyVar *t : r->tvs) {
      const Type *s = m.types[t];
      if (!s) s = mk_tcon(g_builtin.unit);
      tys.push_back(s);
    }
    rhs_args->clear();
    Vec<Var *> params;
    for (Var *x : r->vars) {
      const Expr *e = m.vars[x];
      if (!e) {
        if (occ_of(x).kind == Occ::Dead) continue;
        ok = false;
        break;
      }
      params.push_back(x);
      rhs_args->push_back(e);
    }
    if (!ok || !cx_.tick()) continue;
    ELam *l = mk<ELam>();
    l->tag = Tag::Lam;
    l->params = params;
    l->body = r->rhs;
    *rhs = clone_expr(params.empty() ? r->rhs : l, r->tvs, tys, place);
    *used = r->lhs_args.size();
    return true;
  }
  return false;
}

// ---- Built in -------------------------------------------------------------------------------------------------------

// unpackCString# "..."# -> the bytes
static bool string_literal(const Expr *e, std::string_view *out) {
  const EApp *a = dyn_cast<EApp>(e);
  if (!a || a->args.size() != 1) {
    const EVar *v = dyn_cast<EVar>(e);
    Unfolding *u = v ? unfolding_of(v->var) : nullptr;
    return u && u->expr && u->expr->tag == Tag::App && string_literal(u->expr, out);
  }
  const EVar *f = dyn_cast<EVar>(a->fn);
  if (!f || !is_named(f->var, "GPH.Base", "unpackCString#")) return false;
  const Expr *s = a->args[0];
  if (const EVar *v = dyn_cast<EVar>(s)) {
    Unfolding *u = unfolding_of(v->var);
    if (!u || !u->expr) return false;
    s = u->expr;
  }
  const ELit *l = dyn_cast<ELit>(s);
  if (!l || l->lit.tag != LitTag::String) return false;
  *out = l->lit.text;
  return true;
}

// An Integer literal that a Double (of `bits` bits) holds exactly.
static bool exact_integer(const Expr *e, int bits, double *out) {
  if (const EVar *v = dyn_cast<EVar>(e)) {
    Unfolding *u = unfolding_of(v->var);
    if (!u || !u->expr) return false;
    e = u->expr;
  }
  const ELit *l = dyn_cast<ELit>(e);
  if (!l || l->lit.tag != LitTag::Integer || !l->lit.text.empty() || std::llabs(l->lit.i) >= int64_t(1) << bits)
    return false;
  *out = double(l->lit.i);
  return true;
}

// The low 64 bits of an Integer literal that is not an Int. (A small one is an IS, which is taken apart as such.)
static bool low_bits(const Expr *e, uint64_t *out) {
  if (const EVar *v = dyn_cast<EVar>(e)) {
    Unfolding *u = unfolding_of(v->var);
    if (!u || !u->expr) return false;
    e = u->expr;
  }
  const ELit *l = dyn_cast<ELit>(e);
  if (!l || l->lit.tag != LitTag::Integer) return false;
  if (l->lit.text.empty()) return false;
  *out = 0;
  for (char c : l->lit.text)
    if (c != '-') *out = *out * 10 + uint64_t(c - '0');
  if (l->lit.text[0] == '-') *out = 0 - *out;
  return true;
}

// [x1, x2 .. y] as a literal, if it is short.
static const Expr *short_enumeration(const Type *int_type, int64_t x1, int64_t x2, int64_t y) {
  TyCon *tc = split_tcon_app(int_type, nullptr);
  const __int128 step = __int128(x2) - x1;
  if (!tc || tc->cons.size() != 1 || step == 0) return nullptr;
  const __int128 span = step > 0 ? __int128(y) - x1 : __int128(x1) - y;
  const __int128 n = span < 0 ? 0 : span / (step > 0 ? step : -step) + 1;
  if (n > __int128(kMostElements)) return nullptr;
  const Expr *r = mk_con_app(g_builtin.nil, Vec<const Type *>{int_type}, Vec<const Expr *>{});
  for (int64_t i = int64_t(n); i-- > 0;) {
    const Expr *x = mk_con_app(tc->cons[0], Vec<const Type *>{}, Vec<const Expr *>{mk_int_lit(int64_t(x1 + i * step))});
    r = mk_con_app(g_builtin.cons, Vec<const Type *>{int_type}, Vec<const Expr *>{x, r});
  }
  return r;
}

const Expr *Simplifier::builtin_rule(Var *v, const Vec<const Type *> &types, const Vec<const Expr *> &args,
                                     size_t *used) {
  // A fractional literal at a type that specialisation told us: dividing two exact numbers rounds once, as the function
  // does.
  if (args.size() == 2 && v->module && v->module.str() == "GPH.Float" &&
      (v->occ.str() == "rationalToDouble" || v->occ.str() == "rationalToFloat")) {
    bool is_float = v->occ.str() == "rationalToFloat";
    double n, d;
    const Type *t = v->type;
    while (t->tag == TypeTag::Fun) t = static_cast<const TFun *>(t)->res;
    TyCon *tc = split_tcon_app(t, nullptr);
    if (!tc || tc->cons.size() != 1 || !exact_integer(args[0], is_float ? 24 : 53, &n) ||
        !exact_integer(args[1], is_float ? 24 : 53, &d) || d == 0)
      return nullptr;
    Literal l{is_float ? LitTag::Float : LitTag::Double};
    l.d = is_float ? double(float(n) / float(d)) : n / d;
    *used = 2;
    return mk_con_app(tc->cons[0], Vec<const Type *>{}, Vec<const Expr *>{mk_lit(l)});
  }
  // A literal of a type of fixed size: the constants of hash functions and of generators of random numbers are longer
  // than what is taken apart as IS.
  if (args.size() == 1 && v->module && v->module.str() == "GPH.Integer" &&
      (v->occ.str() == "integerToWord#" || v->occ.str() == "integerToInt#")) {
    uint64_t n;
    if (!low_bits(args[0], &n)) return nullptr;
    *used = 1;
    return v->occ.str() == "integerToWord#" ? mk_word_lit(n) : mk_int_lit(int64_t(n));
  }
  // [1 .. 4] that has not fused by now is a literal, which nobody makes at each turn of a loop.
  if (args.size() >= 2 && cx_.phase <= 1 && v->module && v->module.str() == "GPH.Enum" &&
      (v->occ.str() == "eftInt" || v->occ.str() == "efdtInt")) {
    const size_t want = v->occ.str() == "eftInt" ? 2 : 3;
    int64_t n[3];
    if (args.size() != want) return nullptr;
    for (size_t i = 0; i < want; i++) {
      const ELit *l = dyn_cast<ELit>(args[i]);
      if (!l || l->lit.tag != LitTag::Int) return nullptr;
      n[i] = int64_t(l->lit.i);
    }
    const Type *t = v->type;
    while (t->tag == TypeTag::Fun) t = static_cast<const TFun *>(t)->res;
    Vec<const Type *> elem;
    if (!split_tcon_app(t, &elem) || elem.size() != 1 || (want == 2 && n[0] == INT64_MAX)) return nullptr;
    *used = want;
    return short_enumeration(elem[0], n[0], want == 2 ? n[0] + 1 : n[1], n[want - 1]);
  }
  // Rounding down, a division by a power of two is a shift, and its rest the bits shifted out.
  if (args.size() == 2 && v->module && v->module.str() == "GPH.Classes" &&
      (v->occ.str() == "divInt#" || v->occ.str() == "modInt#")) {
    const ELit *l = dyn_cast<ELit>(args[1]);
    if (!l || l->lit.tag != LitTag::Int || l->lit.i <= 0 || (l->lit.i & (l->lit.i - 1))) return nullptr;
    *used = 2;
    Literal by{LitTag::Int};
    by.i = v->occ.str() == "divInt#" ? __builtin_ctzll(uint64_t(l->lit.i)) : l->lit.i - 1;
    return mk_prim_app(primop(v->occ.str() == "divInt#" ? PrimId::IntSra : PrimId::IntAnd), Vec<const Type *>{},
                       Vec<const Expr *>{args[0], mk_lit(by)});
  }
  // A short string is taken apart as a short list literal is.
  if (args.size() >= 3 && v->occ.str() == "unpackFoldrCString#" && v->module.str() == "GPH.Base" && types.size() == 1) {
    const ELit *l = dyn_cast<ELit>(args[0]);
    const Type *elem = fun_view(expr_type(args[1])).arg;
    TyCon *tc = elem ? split_tcon_app(elem, nullptr) : nullptr;
    if (!l || l->lit.tag != LitTag::String || l->lit.text.size() > kMostElements || !tc || tc->cons.size() != 1)
      return nullptr;
    Vec<const Expr *> elems;
    for (char c : l->lit.text) {
      if (c <= 0) return nullptr;
      elems.push_back(mk_con_app(tc->cons[0], Vec<const Type *>{}, Vec<const Expr *>{mk_char_lit(uint32_t(c))}));
    }
    *used = 1;
    return unrolled(elem, types[0], elems);
  }
  if (args.size() == 2 && v->occ.str() == "eqString" && v->module.str() == "GPH.Base") {
    std::string_view a, b;
    const TFun *f = v->type->tag == TypeTag::Fun ? static_cast<const TFun *>(v->type) : nullptr;
    const TFun *g = f && f->res->tag == TypeTag::Fun ? static_cast<const TFun *>(f->res) : nullptr;
    TyCon *tc = g ? split_tcon_app(g->res, nullptr) : nullptr;
    if (!tc || tc->cons.size() != 2 || !string_literal(args[0], &a) || !string_literal(args[1], &b)) return nullptr;
    *used = 2;
    return mk_con_app(tc->cons[a == b ? 1 : 0], Vec<const Type *>{}, Vec<const Expr *>{});
  }
  return nullptr;
}

}  // namespace gphc::opt
