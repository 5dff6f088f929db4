// case_opt.cc: what the simplifier does when a case meets its scrutinee.
//
//   known constructor    case K a b of K x y -> e          ==>  let x = a; y = b in e
//   known value          case x of y { _ -> e }, x evaluated ==> e[x/y]
//   case of case         the outer case is pushed into the inner one's alternatives; when there are several, its own
//                        alternatives become join points first (dupable.cc)
//   comparison           case x ==# 3# of { 1# -> e; _ -> f }  ==>  case x of { 3# -> e; _ -> f }
//   enumeration          case tagToEnum# t of { False -> e; True -> f }  ==>  case t of { 0# -> e; _ -> f }
//
// What is left to do when the alternatives are done is in case_finish.cc. Inside an alternative the scrutinised
// variable and the case binder are known to be the alternative's constructor.
#include "opt/simplify.h"

#include "support/check.h"

namespace gphc::opt {

const Expr *Simplifier::rebuild_case(const Expr *scrut, const ECase &c0, bool dup, Cont *k) {
  const ECase *c = &c0;
  if (dup) c = &cast<ECase>(clone_expr(c));
  if (scrut->tag == Tag::Lit && is_unlifted_lit(cast<ELit>(scrut).lit))
    return known_lit(cast<ELit>(scrut).lit, scrut, *c, k);
  if (ConView v = con_view(scrut)) {
    bool fits = true;
    for (const Alt &a : c->alts) fits = fits && !a.is_lit && (!a.con || a.con->tycon == v.con->tycon);
    if (fits) return known_con(v, scrut, *c, k);
  }
  if (ConView v = known_methods(scrut, *c)) return known_con(v, scrut, *c, k);
  if (c->alts.size() == 1 && c->alts[0].is_default()) {
    bool unlifted = is_unlifted(c->binder->type);
    bool dead = occ_of(c->binder).kind == Occ::Dead;
    if (unlifted ? is_trivial(scrut) || (dead && is_speculable(scrut)) : is_value(scrut)) {
      cx_.ticks++;
      return choose_default(scrut, *c, c->alts[0], k);
    }
  }
  // case seq# e s of (# s1, a #) -> case a of alts  ==>  case e of a { alts }: nothing comes between, and e's
  // constructor need not be built. When nothing is made strict any more: before, seq# says that what follows is not
  // evaluated sooner (par and pseq).
  if (const EPrimApp *p = dyn_cast<EPrimApp>(scrut); p && cx_.phase == kLastPhase &&
                                                     PrimId(p->op->index) == PrimId::SeqState && c->alts[0].con &&
                                                     occ_of(c->binder).kind == Occ::Dead) {
    Var *token = c->alts[0].fields[0], *value = c->alts[0].fields[1];
    const ECase *inner = dyn_cast<ECase>(c->alts[0].body);
    const EVar *of = inner ? dyn_cast<EVar>(inner->scrut) : nullptr;
    if (of && of->var == value && occ_of(inner->binder).kind == Occ::Dead) {
      cx_.ticks++;
      if (occ_of(value).kind == Occ::Once) g_facts[value->uniq].occ.kind = Occ::Dead;
      ECase *n = mk<ECase>(*inner);
      n->binder = value;
      const Expr *e = p->args[0];
      return bind_done(token, p->args[1], [&] { return rebuild_case(e, *n, false, k); });
    }
  }
  const ECase *changed = nullptr;
  if (const Expr *s = case_rules(scrut, *c, &changed)) {
    cx_.ticks++;
    return rebuild_case(s, *changed, false, k);
  }
  return general_case(scrut, *c, k);
}

const Expr *Simplifier::choose_default(const Expr *scrut, const ECase &c, const Alt &a, Cont *k) {
  if (occ_of(c.binder).kind == Occ::Dead) return simpl(a.body, k);
  return bind_done(c.binder, scrut, [&] { return simpl(a.body, k); });
}

const Expr *Simplifier::known_lit(const Literal &l, const Expr *scrut, const ECase &c, Cont *k) {
  cx_.ticks++;
  for (const Alt &a : c.alts) {
    if (a.is_default()) return choose_default(scrut, c, a, k);
    if (a.is_lit && same_literal(a.lit, l)) return choose_default(scrut, c, a, k);
  }
  GPHC_BUG("no alternative for a literal");
}

// Binds fields from i on to output arguments, then the case binder, then the body.
const Expr *Simplifier::bind_fields(const ConView &v, size_t i, const Alt &a, Vec<const Expr *> atoms,
                                    const Expr *scrut, const ECase &c, Cont *k) {
  if (i < v.args.size()) {
    Var *f = a.fields[i];
    bool binder_dead = occ_of(c.binder).kind == Occ::Dead || is_trivial(scrut);
    if (is_trivial(v.args[i])) {
      atoms.push_back(v.args[i]);
      subst(f) = {v.args[i], SubstKind::Done};
      return bind_fields(v, i + 1, a, atoms, scrut, c, k);
    }
    if (!binder_dead) g_facts[f->uniq].occ = {};
    atoms.push_back(mk_var(f));
    if (binder_dead && occ_of(f).kind == Occ::Dead) return bind_fields(v, i + 1, a, atoms, scrut, c, k);
    return bind_done(f, v.args[i], [&] { return bind_fields(v, i + 1, a, atoms, scrut, c, k); });
  }
  if (occ_of(c.binder).kind == Occ::Dead) return simpl(a.body, k);
  if (is_trivial(scrut)) {
    subst(c.binder) = {scrut, SubstKind::Done};
    return simpl(a.body, k);
  }
  Vec<const Expr *> out;
  for (const Expr *x : atoms) out.push_back(lookup_trivial(x));
  return bind_done(c.binder, mk_con_app(v.con, v.types, out), [&] { return simpl(a.body, k); });
}

static Alt instantiate_ex(const Alt &a, const DataCon *con, const Vec<const Type *> &types) {
  if (a.ex_tvs.empty()) return a;
  // The fields' types mention the existential variables: rename all at once, as a lambda over the fields.
  Alt r = a;
  r.ex_tvs = {};
  if (a.fields.empty()) {
    r.body = clone_expr(a.body, a.ex_tvs, {types.begin() + con->univ.size(), a.ex_tvs.size()});
    return r;
  }
  ELam *l = mk<ELam>();
  l->tag = Tag::Lam;
  l->params = a.fields;
  l->body = a.body;
  const Expr *e = clone_expr(l, a.ex_tvs, {types.begin() + con->univ.size(), a.ex_tvs.size()});
  const ELam &m = cast<ELam>(e);
  Vec<Var *> rest;
  r.fields = {};
  for (size_t i = 0; i < m.params.size(); i++) (i < a.fields.size() ? r.fields : rest).push_back(m.params[i]);
  r.body = mk_lam(rest, m.body);
  return r;
}

const Expr *Simplifier::known_con(const ConView &v, const Expr *scrut, const ECase &c, Cont *k) {
  cx_.ticks++;
  for (const Alt &alt : c.alts) {
    if (alt.is_default()) return choose_default(scrut, c, alt, k);
    if (alt.con != v.con) continue;
    Alt a = instantiate_ex(alt, v.con, v.types);
    return bind_fields(v, 0, a, {}, scrut, c, k);
  }
  GPHC_BUG("no alternative for constructor " + v.con->occ.string());
}

// The same for a constructor whose arguments are still input: they are bound like let bindings.
const Expr *Simplifier::known_con_in(const EConApp &e, const ECase &sel, bool dup, Cont *k) {
  const ECase *c = &sel;
  if (dup) c = &cast<ECase>(clone_expr(c));
  cx_.ticks++;
  for (const Alt &alt : c->alts) {
    if (alt.con != e.con && !alt.is_default()) continue;
    if (alt.is_default()) {
      if (occ_of(c->binder).kind == Occ::Dead) return simpl(alt.body, k);
      return bind_in(c->binder, &e, [&] { return simpl(alt.body, k); });
    }
    Alt a = instantiate_ex(alt, e.con, e.types);
    bool dead = occ_of(c->binder).kind == Occ::Dead;
    if (!dead)
      for (Var *f : a.fields) g_facts[f->uniq].occ = {};
    return bind_fields_in(e, 0, a, *c, k);
  }
  GPHC_BUG("no alternative for constructor " + e.con->occ.string());
}

const Expr *Simplifier::bind_fields_in(const EConApp &e, size_t i, const Alt &a, const ECase &c, Cont *k) {
  if (i < e.args.size()) return bind_in(a.fields[i], e.args[i], [&] { return bind_fields_in(e, i + 1, a, c, k); });
  if (occ_of(c.binder).kind == Occ::Dead) return simpl(a.body, k);
  Vec<const Expr *> out;
  for (Var *f : a.fields) out.push_back(lookup_trivial(mk_var(f)));
  return bind_done(c.binder, mk_con_app(e.con, e.types, out), [&] { return simpl(a.body, k); });
}

// ---- Scrutinees that are better taken apart -------------------------------------------------------------------------
static Alt lit_alt(Literal l, const Expr *body) {
  Alt a;
  a.is_lit = true;
  a.lit = l;
  a.body = body;
  return a;
}
static Alt default_alt(const Expr *body) {
  Alt a;
  a.body = body;
  return a;
}

const Expr *Simplifier::case_rules(const Expr *scrut, const ECase &c, const ECase **changed) {
  const EPrimApp *p = dyn_cast<EPrimApp>(scrut);
  if (!p || occ_of(c.binder).kind != Occ::Dead) return nullptr;
  PrimId id = PrimId(p->op->index);
  auto build = [&](const Type *t, const Vec<Alt> &alts) {
    ECase *n = mk<ECase>(c);
    n->binder = mk_core_var("wild", t);
    g_facts[n->binder->uniq].occ.kind = Occ::Dead;
    n->alts = alts;
    *changed = n;
  };
  if (id == PrimId::TagToEnum) {
    Vec<Alt> alts;
    for (size_t i = 0; i < c.alts.size(); i++) {
      const Alt &a = c.alts[i];
      if (i + 1 == c.alts.size()) alts.push_back(default_alt(a.body));
      else alts.push_back(lit_alt({.tag = LitTag::Int, .i = a.con->index}, a.body));
    }
    build(mk_tcon(g_builtin.int_prim), alts);
    return p->args[0];
  }
  bool eq = false;
  switch (id) {
    case PrimId::IntEq:
    case PrimId::WordEq:
    case PrimId::CharEq: eq = true; break;
    case PrimId::IntNe:
    case PrimId::WordNe:
    case PrimId::CharNe: break;
    default: return nullptr;
  }
  const Expr *x = p->args[0], *l = p->args[1];
  if (x->tag == Tag::Lit) std::swap(x, l);
  if (l->tag != Tag::Lit || x->tag == Tag::Lit) return nullptr;
  const Expr *yes = nullptr, *no = nullptr;
  for (const Alt &a : c.alts) {
    if (a.is_lit && a.lit.i == 1) yes = a.body;
    else if (a.is_lit && a.lit.i == 0) no = a.body;
    else if (a.is_default()) {
      if (!yes && !no) return nullptr;
      (yes ? no : yes) = a.body;
    } else return nullptr;
  }
  if (!yes || !no) return nullptr;
  if (!eq) std::swap(yes, no);
  build(expr_type(l), {lit_alt(cast<ELit>(l).lit, yes), default_alt(no)});
  return x;
}

// ---- The general case -----------------------------------------------------------------------------------------------
static Unfolding *evaluated_unfolding(const Expr *e) {
  Unfolding *u = mk<Unfolding>();
  u->expr = e;
  return u;
}

// What holds inside an alternative. Undone by leave_alt.
void Simplifier::enter_alt(const Alt &a, Var *b, Var *scrut_var, const Vec<DataCon *> &others) {
  for (size_t i = 0; i < a.fields.size(); i++) {
    binder_in_place(a.fields[i]);
    if (a.con->theta.size() <= i && a.con->fields[i - a.con->theta.size()].strict && !is_unlifted(a.fields[i]->type))
      set_evaluated_var(a.fields[i], true);
  }
  Unfolding *u = nullptr;
  bool lifted = !is_unlifted(b->type);
  if (a.con && lifted) {
    Vec<const Type *> types;
    split_tcon_app(b->type, &types);
    for (TyVar *t : a.ex_tvs) types.push_back(mk_tvar(t));
    Vec<const Expr *> args;
    for (Var *f : a.fields) args.push_back(mk_var(f));
    u = evaluated_unfolding(mk_con_app(a.con, types, args));
  } else if (a.is_lit) {
    u = evaluated_unfolding(mk_lit(a.lit));
  } else if (!others.empty()) {
    u = evaluated_unfolding(nullptr);
    u->not_cons = others;
  }
  g_facts[b->uniq].unfolding = u;
  set_evaluated_var(b, lifted);
  if (scrut_var && (u || lifted)) {
    g_facts[scrut_var->uniq].unfolding = u;
    if (lifted) set_evaluated_var(scrut_var, true);
  }
}

// The default alternative of a data type with one constructor left is that constructor's.
void Simplifier::refine_default(Vec<Alt> *alts, Var *b, const Vec<DataCon *> &known_not) {
  if (alts->empty() || !alts->back().is_default()) return;
  Vec<const Type *> types;
  TyCon *tc = split_tcon_app(b->type, &types);
  if (!tc || tc->sort != TyConSort::Data || tc->cons.empty() || tc->is_unboxed_tuple ||
      types.size() != tc->params.size())
    return;
  DataCon *left = nullptr;
  size_t n = 0, impossible = 0;  // constructors without an alternative
  for (DataCon *c : tc->cons) {
    bool gone = false, never = false;
    for (const Alt &a : *alts) gone |= a.con == c;
    for (const DataCon *d : known_not) never |= d == c;
    if (gone) continue;
    if (never) impossible++;
    else {
      left = c;
      n++;
    }
  }
  if (n + impossible == 0 && alts->size() > 1) {
    alts->pop_back();
    cx_.ticks++;
    return;
  }
  if (n != 1 || impossible || alts->size() == 1 || !left->exist.empty()) return;
  cx_.ticks++;
  Alt &a = alts->back();
  a.con = left;
  for (const Type *t : instantiated_fields(left, types)) {
    Var *f = mk_core_var("f", t);
    g_facts[f->uniq].occ.kind = Occ::Dead;
    a.fields.push_back(f);
  }
  // Keep the declaration order of constructors: back ends like it, goldens too.
  for (size_t i = alts->size() - 1; i > 0 && (*alts)[i - 1].con && (*alts)[i - 1].con->index > (*alts)[i].con->index;
       i--)
    std::swap((*alts)[i - 1], (*alts)[i]);
}

const Expr *Simplifier::general_case(const Expr *scrut, const ECase &c, Cont *k) {
  Var *b = c.binder;
  // What is known to diverge only now (signatures come after the first rounds): the alternatives go, and what they jump
  // to is reached less often.
  if (is_bottoming(scrut) && (k->tag != ContTag::Stop || !is_bottom_case(c)))
    if (const Type *type = result_type(k, c.type); type && cx_.tick()) return bottom_alt(scrut, expr_type(scrut), type);
  const EVar *sv = dyn_cast<EVar>(scrut);
  Var *scrut_var = sv ? sv->var : nullptr;
  Vec<DataCon *> known_not;
  if (scrut_var)
    if (Unfolding *u = unfolding_of(scrut_var)) known_not = u->not_cons.clone();
  Vec<Alt> in;
  in.reserve(c.alts.size());
  bool has_default = c.alts.back().is_default();
  for (const Alt &a : c.alts) {
    bool impossible = false;
    for (const DataCon *d : known_not) impossible |= a.con == d;
    if (impossible && has_default) {
      cx_.ticks++;
      continue;
    }
    in.push_back(a);
    // Alternatives stay exhaustive; what cannot happen costs next to nothing.
    if (impossible && !is_unlifted(c.type)) in.back().body = unreachable(c.type);
  }
  refine_default(&in, b, known_not);
  // Alternatives that never return do not need the continuation.
  bool lifted_result = !is_unlifted(c.type);
  Vec<bool> bottoms;
  size_t returning = 0;
  for (const Alt &a : in) {
    bool bot = in.size() > 1 && k->tag != ContTag::Stop && lifted_result && is_bottoming(a.body);
    bottoms.push_back(bot);
    returning += !bot;
  }
  Wraps floats;
  Cont *kk = k;
  if (returning > 1 && !is_trivially_dupable(k)) kk = mk_dupable(k, &floats);
  const Type *type = result_type(kk, c.type);
  GPHC_CHECK(type, "a case applied to an argument is no function");
  Unfolding *saved = scrut_var ? unfolding_of(scrut_var) : nullptr;
  bool saved_eval = scrut_var && is_evaluated_var(scrut_var);
  binder_in_place(b);
  Vec<Alt> out;
  out.reserve(in.size());
  Vec<DataCon *> others = known_not;
  for (size_t i = 0; i < in.size(); i++) {
    Alt a = in[i];
    enter_alt(a, b, scrut_var, a.is_default() ? others : Vec<DataCon *>{});
    if (a.con) others.push_back(a.con);
    if (bottoms[i]) a.body = bottom_alt(simpl(a.body, stop()), c.type, type);
    else a.body = simpl(a.body, kk);
    if (scrut_var) {
      g_facts[scrut_var->uniq].unfolding = saved;
      set_evaluated_var(scrut_var, saved_eval);
    }
    out.push_back(a);
  }
  g_facts[b->uniq].unfolding = nullptr;
  const Expr *e = finish_case(scrut, b, type, out);
  return wrap(floats, e);
}

}  // namespace gphc::opt
