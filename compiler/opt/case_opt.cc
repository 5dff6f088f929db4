// case_opt.cc: what the simplifier does when a case meets its scrutinee.
//
//   known constructor    case K a b of K x y -> e          ==>  let x = a; y = b in e
//   known value          case x of y { _ -> e }, x evaluated ==> e[x/y]
//   case of case         the outer case is pushed into the inner one's alternatives; when there are several, its own
//                        alternatives become join points first (mk_dupable)
//   case identity        case x of { True -> True; False -> False }  ==>  x
//   case merge           case x of { A -> e; _ -> case x of { B -> f; .. } }  ==>  case x of { A -> e; B -> f; .. }
//   comparison           case x ==# 3# of { 1# -> e; _ -> f }  ==>  case x of { 3# -> e; _ -> f }
//   enumeration          case tagToEnum# t of { False -> e; True -> f }  ==>  case t of { 0# -> e; _ -> f }
//
// Inside an alternative the scrutinised variable and the case binder are known to be the alternative's constructor.
#include <cmath>

#include "opt/simplify.h"

#include "support/check.h"

namespace gphc::opt {

Vec<const Type *> instantiated_fields(const DataCon *con, const Vec<const Type *> &types) {
  Vec<const Type *> generic = core::con_field_types(con), r;
  Vec<TyVar *> from = con->univ.clone();
  from.append(con->exist);
  r.reserve(generic.size());
  for (const Type *t : generic) r.push_back(from.empty() ? t : subst_type(t, from, {types.begin(), from.size()}));
  return r;
}

// The type of the whole, given the type of what stands in the hole. Null when it cannot be told (a cast of a newtype applied).
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

static bool mentions_tyvar(const Type *t, const TyVar *v) {
  switch (t->tag) {
    case TypeTag::Var: return static_cast<const TVar *>(t)->var == v;
    case TypeTag::App: return mentions_tyvar(static_cast<const TApp *>(t)->fn, v) || mentions_tyvar(static_cast<const TApp *>(t)->arg, v);
    case TypeTag::Fun: return mentions_tyvar(static_cast<const TFun *>(t)->arg, v) || mentions_tyvar(static_cast<const TFun *>(t)->res, v);
    case TypeTag::Forall: return mentions_tyvar(static_cast<const TForall *>(t)->body, v);
    default: return false;
  }
}

// ---- What constructor is it? -----------------------------------------------------------------------------------------
ConView Simplifier::con_view(const Expr *e, int depth) {
  if (depth > 20) return {};
  switch (e->tag) {
    case Tag::ConApp: return {cast<EConApp>(e).con, cast<EConApp>(e).types, cast<EConApp>(e).args};
    case Tag::Var: {
      Var *v = cast<EVar>(e).var;
      Unfolding *u = unfolding_of(v);
      if (!u || !u->expr || u->stable) return {};
      const Expr *x = u->expr;
      if (x->tag == Tag::ConApp || x->tag == Tag::Cast || x->tag == Tag::Var || x->tag == Tag::TyApp) {
        ConView r = con_view(x, depth + 1);
        Vec<const Expr *> args;
        for (const Expr *a : r.args) {
          if (!is_trivial(a) && !is_speculable(a)) return {};
          args.push_back(is_trivial(a) ? a : clone_expr(a));
        }
        r.args = args;
        return r;
      }
      return {};
    }
    case Tag::TyApp: {
      // x = /\a. K @a ..
      const ETyApp &t = cast<ETyApp>(e);
      const EVar *v = dyn_cast<EVar>(t.fn);
      Unfolding *u = v ? unfolding_of(v->var) : nullptr;
      const ETyLam *l = u && u->expr ? dyn_cast<ETyLam>(u->expr) : nullptr;
      if (!l || l->vars.size() != t.types.size() || l->body->tag != Tag::ConApp) return {};
      for (const Expr *a : cast<EConApp>(l->body).args)
        if (!is_trivial(a)) return {};
      return con_view(clone_expr(l->body, l->vars, t.types), depth + 1);
    }
    case Tag::Cast: {
      const ECast &c = cast<ECast>(e);
      ConView v = con_view(c.body, depth + 1);
      Vec<const Type *> targs;
      if (!v || !v.con->exist.empty() || split_tcon_app(c.type, &targs) != v.con->tycon || targs.size() != v.con->univ.size()) return {};
      Vec<const Type *> fields = instantiated_fields(v.con, targs);
      Vec<const Expr *> args;
      for (size_t i = 0; i < v.args.size(); i++) args.push_back(mk_cast(v.args[i], fields[i]));
      return {v.con, targs, args};
    }
    case Tag::App: {
      // A dictionary function's result: its fields over the arguments.
      const EApp &a = cast<EApp>(e);
      const Expr *f = a.fn;
      Vec<const Type *> types;
      if (const ETyApp *t = dyn_cast<ETyApp>(f)) { types = t->types; f = t->fn; }
      const EVar *v = dyn_cast<EVar>(f);
      if (!v || !v->var->info || !v->var->info->is_dfun) return {};
      Unfolding *u = unfolding_of(v->var);
      const Expr *b = u ? u->expr : nullptr;
      if (!b) return {};
      Vec<TyVar *> tvs;
      if (const ETyLam *t = dyn_cast<ETyLam>(b)) { tvs = t->vars; b = t->body; }
      const ELam *l = dyn_cast<ELam>(b);
      if (!l || l->params.size() != a.args.size() || l->body->tag != Tag::ConApp || tvs.size() != types.size()) return {};
      for (const Expr *x : a.args)
        if (!is_trivial(x)) return {};
      for (const Expr *x : cast<EConApp>(l->body).args) {
        int n;
        const Expr *h = app_head(x, &n);
        if (h->tag != Tag::Var && !is_trivial(x)) return {};
      }
      const Expr *body = clone_expr(l->body, tvs, types, l->params, a.args);
      return {cast<EConApp>(body).con, cast<EConApp>(body).types, cast<EConApp>(body).args};
    }
    case Tag::Lit: {
      const Literal &l = cast<ELit>(e).lit;
      if (l.tag != LitTag::Integer || !l.text.empty() || !g_integer_tycon) return {};
      for (DataCon *c : g_integer_tycon->cons)
        if (c->occ.str() == "IS") return {c, {}, {mk_int_lit(l.i)}};
      return {};
    }
    default: return {};
  }
}

// ---- Entry: the scrutinee is done -------------------------------------------------------------------------------------
const Expr *Simplifier::rebuild_case(const Expr *scrut, const ECase &c0, bool dup, Cont *k) {
  const ECase *c = &c0;
  if (dup) c = &cast<ECase>(clone_expr(c));
  if (scrut->tag == Tag::Lit && is_unlifted_lit(cast<ELit>(scrut).lit)) return known_lit(cast<ELit>(scrut).lit, scrut, *c, k);
  if (ConView v = con_view(scrut)) {
    bool fits = true;
    for (const Alt &a : c->alts) fits = fits && !a.is_lit && (!a.con || a.con->tycon == v.con->tycon);
    if (fits) return known_con(v, scrut, *c, k);
  }
  if (c->alts.size() == 1 && c->alts[0].is_default()) {
    bool unlifted = is_unlifted(c->binder->type);
    bool dead = occ_of(c->binder).kind == Occ::Dead;
    if (unlifted ? is_trivial(scrut) || (dead && is_speculable(scrut)) : is_value(scrut)) {
      cx_.ticks++;
      return choose_default(scrut, *c, c->alts[0], k);
    }
  }
  // case seq# e s of (# s1, a #) -> case a of alts  ==>  case e of a { alts }: nothing comes between, and e's constructor need not be built. When nothing is made
  // strict any more: before, seq# says that what follows is not evaluated sooner (par and pseq).
  if (const EPrimApp *p = dyn_cast<EPrimApp>(scrut); p && cx_.phase == kLastPhase && PrimId(p->op->index) == PrimId::SeqState && c->alts[0].con && occ_of(c->binder).kind == Occ::Dead) {
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
const Expr *Simplifier::bind_fields(const ConView &v, size_t i, const Alt &a, Vec<const Expr *> atoms, const Expr *scrut, const ECase &c, Cont *k) {
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

// ---- Scrutinees that are better taken apart ---------------------------------------------------------------------------
bool same_literal(const Literal &a, const Literal &b) {
  if (a.tag != b.tag || a.data != b.data) return false;
  switch (a.tag) {
    case LitTag::Double: case LitTag::Float: return a.d == b.d;
    case LitTag::String: return a.text == b.text;
    default: return a.i == b.i && a.text == b.text;
  }
}

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
    case PrimId::IntEq: case PrimId::WordEq: case PrimId::CharEq: eq = true; break;
    case PrimId::IntNe: case PrimId::WordNe: case PrimId::CharNe: break;
    default: return nullptr;
  }
  const Expr *x = p->args[0], *l = p->args[1];
  if (x->tag == Tag::Lit) std::swap(x, l);
  if (l->tag != Tag::Lit || x->tag == Tag::Lit) return nullptr;
  const Expr *yes = nullptr, *no = nullptr;
  for (const Alt &a : c.alts) {
    if (a.is_lit && a.lit.i == 1) yes = a.body;
    else if (a.is_lit && a.lit.i == 0) no = a.body;
    else if (a.is_default()) { if (!yes && !no) return nullptr; (yes ? no : yes) = a.body; }
    else return nullptr;
  }
  if (!yes || !no) return nullptr;
  if (!eq) std::swap(yes, no);
  build(expr_type(l), {lit_alt(cast<ELit>(l).lit, yes), default_alt(no)});
  return x;
}

// e, which never returns, at another type. Null when it is not clear how.
const Expr *Simplifier::retype_bottom(const Expr *e, const Type *t) {
  switch (e->tag) {
    case Tag::PrimApp: {
      const EPrimApp &p = cast<EPrimApp>(e);
      if (PrimId(p.op->index) != PrimId::Raise) return same_type(expr_type(e), t) ? e : nullptr;
      return mk_prim_app(p.op, Vec<const Type *>{p.types[0], t}, p.args);
    }
    case Tag::App: case Tag::TyApp: {
      const Expr *f = e->tag == Tag::App ? cast<EApp>(e).fn : e;
      size_t n = e->tag == Tag::App ? cast<EApp>(e).args.size() : 0;
      const ETyApp *ta = dyn_cast<ETyApp>(f);
      const EVar *v = ta ? dyn_cast<EVar>(ta->fn) : nullptr;
      const TForall *fa = v && v->var->type->tag == TypeTag::Forall ? static_cast<const TForall *>(v->var->type) : nullptr;
      if (!fa || fa->vars.size() != ta->types.size()) return same_type(expr_type(e), t) ? e : nullptr;
      const Type *r = fa->body;
      Vec<const Type *> params;
      for (size_t i = 0; i < n; i++) {
        if (r->tag != TypeTag::Fun) return nullptr;
        params.push_back(static_cast<const TFun *>(r)->arg);
        r = static_cast<const TFun *>(r)->res;
      }
      if (r->tag != TypeTag::Var) return same_type(expr_type(e), t) ? e : nullptr;
      Vec<const Type *> types = ta->types.clone();
      for (size_t i = 0; i < fa->vars.size(); i++)
        if (fa->vars[i] == static_cast<const TVar *>(r)->var) {
          for (const Type *p : params)
            if (mentions_tyvar(p, fa->vars[i])) return same_type(expr_type(e), t) ? e : nullptr;
          types[i] = t;
          const Expr *g = mk_ty_app(mk_var(v->var), types);
          return n ? mk_app(g, cast<EApp>(e).args) : g;
        }
      return nullptr;
    }
    case Tag::Let: {
      const ELet &l = cast<ELet>(e);
      if (l.bind.var->info && l.bind.var->info->join_arity >= 0) return nullptr;
      const Expr *b = retype_bottom(l.body, t);
      return b ? mk_let(l.bind.var, l.bind.rhs, b) : nullptr;
    }
    case Tag::Case: {
      const ECase &c = cast<ECase>(e);
      if (same_type(c.type, t)) return e;
      if (c.alts.size() != 1) return nullptr;
      const Expr *b = retype_bottom(c.alts[0].body, t);
      if (!b) return nullptr;
      Alt a = c.alts[0];
      a.body = b;
      return mk_case(c.scrut, c.binder, t, {a});
    }
    default: return nullptr;
  }
}

// ---- The general case -------------------------------------------------------------------------------------------------
static bool is_trivially_dupable(const Cont *k) {
  for (;; k = k->next) switch (k->tag) {
      case ContTag::Stop: return true;
      case ContTag::Cast: case ContTag::TyApp: continue;
      case ContTag::App: if (k->done && is_trivial(k->arg)) continue; return false;
      case ContTag::Select: return k->dup;
      case ContTag::Call: return false;
    }
}

static Unfolding *evaluated_unfolding(const Expr *e) {
  Unfolding *u = mk<Unfolding>();
  u->expr = e;
  return u;
}

// What holds inside an alternative. Undone by leave_alt.
void Simplifier::enter_alt(const Alt &a, Var *b, Var *scrut_var, const Vec<DataCon *> &others) {
  for (size_t i = 0; i < a.fields.size(); i++) {
    binder_in_place(a.fields[i]);
    if (a.con->theta.size() <= i && a.con->fields[i - a.con->theta.size()].strict && !is_unlifted(a.fields[i]->type)) set_evaluated_var(a.fields[i], true);
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
  if (!tc || tc->sort != TyConSort::Data || tc->cons.empty() || tc->is_unboxed_tuple || types.size() != tc->params.size()) return;
  DataCon *left = nullptr;
  size_t n = 0, impossible = 0;   // constructors without an alternative
  for (DataCon *c : tc->cons) {
    bool gone = false, never = false;
    for (const Alt &a : *alts) gone |= a.con == c;
    for (const DataCon *d : known_not) never |= d == c;
    if (gone) continue;
    if (never) impossible++;
    else { left = c; n++; }
  }
  if (n + impossible == 0 && alts->size() > 1) { alts->pop_back(); cx_.ticks++; return; }
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
  for (size_t i = alts->size() - 1; i > 0 && (*alts)[i - 1].con && (*alts)[i - 1].con->index > (*alts)[i].con->index; i--) std::swap((*alts)[i - 1], (*alts)[i]);
}

static const Expr *unreachable(const Type *t) {
  const Expr *unit = mk_con_app(g_builtin.unit_con, Vec<const Type *>{}, Vec<const Expr *>{});
  return mk_prim_app(primop(PrimId::Raise), Vec<const Type *>{mk_tcon(g_builtin.unit), t}, Vec<const Expr *>{unit});
}

// case e of b { _ -> what is never reached }, which bottom_alt makes.
static bool is_bottom_case(const ECase &c) {
  const EPrimApp *p = c.alts.size() == 1 ? dyn_cast<EPrimApp>(c.alts[0].body) : nullptr;
  return p && PrimId(p->op->index) == PrimId::Raise;
}

const Expr *Simplifier::general_case(const Expr *scrut, const ECase &c, Cont *k) {
  Var *b = c.binder;
  // What is known to diverge only now (signatures come after the first rounds): the alternatives go, and what they jump to is reached less often.
  if (is_bottoming(scrut) && (k->tag != ContTag::Stop || !is_bottom_case(c)))
    if (const Type *type = result_type(k, c.type); type && cx_.tick()) return bottom_alt(scrut, expr_type(scrut), type);
  const EVar *sv = dyn_cast<EVar>(scrut);
  Var *scrut_var = sv ? sv->var : nullptr;
  Vec<DataCon *> known_not;
  if (scrut_var)
    if (Unfolding *u = unfolding_of(scrut_var)) known_not = u->not_cons.clone();
  Vec<Alt> in;
  bool has_default = c.alts.back().is_default();
  for (const Alt &a : c.alts) {
    bool impossible = false;
    for (const DataCon *d : known_not) impossible |= a.con == d;
    if (impossible && has_default) { cx_.ticks++; continue; }
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

// e diverges. What can be reached only after something that diverges is dropped: left in a scrutinee, a jump there would not be in tail position.
const Expr *Simplifier::bottom_alt(const Expr *e, const Type *from, const Type *to) {
  if (const ECase *c = dyn_cast<ECase>(e)) {
    if (is_bottoming(c->scrut)) return bottom_alt(c->scrut, expr_type(c->scrut), to);
    Vec<Alt> alts;
    for (Alt a : c->alts) {
      a.body = bottom_alt(a.body, from, to);
      alts.push_back(a);
    }
    return mk_case(c->scrut, c->binder, to, alts);
  }
  if (const ELet *l = dyn_cast<ELet>(e); l && !is_join_var(l->bind.var)) return mk_let(l->bind.var, l->bind.rhs, bottom_alt(l->body, from, to));
  if (const Expr *r = retype_bottom(e, to)) return r;
  if (same_type(from, to)) return e;
  Alt a;
  Vec<const Type *> parts;
  if (TyCon *tc = split_tcon_app(from, &parts); tc && tc->is_unboxed_tuple) {   // is always taken apart
    a.con = tc->cons[0];
    for (const Type *t : instantiated_fields(a.con, parts)) a.fields.push_back(mk_core_var("f", t));
  }
  a.body = unreachable(to);
  return mk_case(e, mk_core_var("bottom", from), to, {a});
}

// ---- Making a continuation duplicable --------------------------------------------------------------------------------
Cont *Simplifier::mk_dupable(Cont *k, Wraps *floats) {
  switch (k->tag) {
    case ContTag::Stop: return k;
    case ContTag::Cast: case ContTag::TyApp: {
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
      *call = {k->call->fn, k->call->types.clone(), k->call->args.clone(), k->call->hole};
      for (size_t i = 0; i < call->args.size(); i++)
        if (i != call->hole && !(expr_size(call->args[i], 12) < 12 && is_closed(call->args[i]))) call->args[i] = name_arg(call->args[i], "arg", BoundIn::Let, floats);
      Cont c = *k;
      c.next = mk_dupable(k->next, floats);
      c.call = call;
      return push(c);
    }
  }
  return k;
}

// Does e mention one of the variables? Fills the flags.
static void mark_used(const Expr *e, UniqTable<int> &index, Vec<bool> *used) {
  switch (e->tag) {
    case Tag::Var: if (int i = index.get(cast<EVar>(e).var->uniq)) (*used)[i - 1] = true; return;
    case Tag::Lit: return;
    case Tag::App: mark_used(cast<EApp>(e).fn, index, used); for (const Expr *a : cast<EApp>(e).args) mark_used(a, index, used); return;
    case Tag::TyApp: return mark_used(cast<ETyApp>(e).fn, index, used);
    case Tag::Lam: return mark_used(cast<ELam>(e).body, index, used);
    case Tag::TyLam: return mark_used(cast<ETyLam>(e).body, index, used);
    case Tag::Let: mark_used(cast<ELet>(e).bind.rhs, index, used); return mark_used(cast<ELet>(e).body, index, used);
    case Tag::LetRec: for (const Binding &b : cast<ELetRec>(e).binds) mark_used(b.rhs, index, used); return mark_used(cast<ELetRec>(e).body, index, used);
    case Tag::Case: mark_used(cast<ECase>(e).scrut, index, used); for (const Alt &a : cast<ECase>(e).alts) mark_used(a.body, index, used); return;
    case Tag::ConApp: for (const Expr *a : cast<EConApp>(e).args) mark_used(a, index, used); return;
    case Tag::PrimApp: for (const Expr *a : cast<EPrimApp>(e).args) mark_used(a, index, used); return;
    case Tag::CCall: for (const Expr *a : cast<ECCall>(e).args) mark_used(a, index, used); return;
    case Tag::Cast: return mark_used(cast<ECast>(e).body, index, used);
    case Tag::Tick: return mark_used(cast<ETick>(e).body, index, used);
  }
}

static bool is_small_alt(const Expr *e) {
  switch (e->tag) {
    case Tag::Let: case Tag::LetRec: case Tag::Case: case Tag::Lam: case Tag::TyLam: return false;
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
  static UniqTable<int> index;
  for (Alt a : in) {
    enter_alt(a, b, nullptr, a.is_default() ? others : Vec<DataCon *>{});
    if (a.con) others.push_back(a.con);
    a.body = simpl(a.body, next);
    if (!is_small_alt(a.body)) {
      Vec<Var *> candidates = a.fields.clone();
      candidates.push_back(b);
      Vec<bool> used = Vec<bool>::of_size(candidates.size(), false);
      for (size_t i = 0; i < candidates.size(); i++) index[candidates[i]->uniq] = int(i + 1);
      mark_used(a.body, index, &used);
      for (Var *v : candidates) index[v->uniq] = 0;
      Vec<Var *> params;
      Vec<const Expr *> args;
      for (size_t i = 0; i + 1 < candidates.size(); i++)
        if (used[i]) { params.push_back(candidates[i]); args.push_back(mk_var(candidates[i])); }
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

// ---- Finishing touches -----------------------------------------------------------------------------------------------
static bool rebuilds(const Alt &a, const Expr *e, const Var *b, const Var *scrut_var) {
  if (const EVar *v = dyn_cast<EVar>(e)) return v->var == b || (scrut_var && v->var == scrut_var);
  if (a.is_lit) { const ELit *l = dyn_cast<ELit>(e); return l && same_literal(l->lit, a.lit); }
  const EConApp *c = dyn_cast<EConApp>(e);
  if (!c || c->con != a.con || !a.ex_tvs.empty()) return false;
  for (size_t i = 0; i < c->args.size(); i++) {
    const EVar *v = dyn_cast<EVar>(c->args[i]);
    if (!v || v->var != a.fields[i]) return false;
  }
  return true;
}

bool same_small_expr(const Expr *a, const Expr *b, int fuel) {
  if (a == b) return true;
  if (a->tag != b->tag || fuel <= 0) return false;
  switch (a->tag) {
    case Tag::Var: return cast<EVar>(a).var == cast<EVar>(b).var;
    case Tag::Lit: return same_literal(cast<ELit>(a).lit, cast<ELit>(b).lit) && std::signbit(cast<ELit>(a).lit.d) == std::signbit(cast<ELit>(b).lit.d);
    case Tag::App: {
      const EApp &x = cast<EApp>(a), &y = cast<EApp>(b);
      if (x.args.size() != y.args.size() || !same_small_expr(x.fn, y.fn, fuel - 1)) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::TyApp: {
      const ETyApp &x = cast<ETyApp>(a), &y = cast<ETyApp>(b);
      if (x.types.size() != y.types.size() || !same_small_expr(x.fn, y.fn, fuel - 1)) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      return true;
    }
    case Tag::ConApp: {
      const EConApp &x = cast<EConApp>(a), &y = cast<EConApp>(b);
      if (x.con != y.con) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::PrimApp: {
      const EPrimApp &x = cast<EPrimApp>(a), &y = cast<EPrimApp>(b);
      if (x.op != y.op) return false;
      for (size_t i = 0; i < x.types.size(); i++)
        if (!same_type(x.types[i], y.types[i])) return false;
      for (size_t i = 0; i < x.args.size(); i++)
        if (!same_small_expr(x.args[i], y.args[i], fuel - 1)) return false;
      return true;
    }
    case Tag::Cast: return same_type(cast<ECast>(a).type, cast<ECast>(b).type) && same_small_expr(cast<ECast>(a).body, cast<ECast>(b).body, fuel - 1);
    default: return false;
  }
}

static bool mentions_fields(const Alt &a, const Var *b) {
  static UniqTable<int> index;
  Vec<Var *> vs = a.fields.clone();
  Vec<bool> used = Vec<bool>::of_size(vs.size() + 1, false);
  for (size_t i = 0; i < vs.size(); i++) index[vs[i]->uniq] = int(i + 1);
  index[b->uniq] = int(vs.size() + 1);
  mark_used(a.body, index, &used);
  for (Var *v : vs) index[v->uniq] = 0;
  index[b->uniq] = 0;
  for (bool u : used)
    if (u) return true;
  return false;
}

static bool all_literals(const Vec<Alt> &alts) {
  for (const Alt &a : alts)
    if (!a.is_lit && !a.is_default()) return false;
  return true;
}
static bool has_literal(const Vec<Alt> &alts, const Literal &l) {
  for (const Alt &a : alts)
    if (a.is_lit && same_literal(a.lit, l)) return true;
  return false;
}

// The binder of a case that was merged is another name of the outer one's. (Fresh binders do no harm, nothing is duplicated.)
static void rename_binder(Alt *a, Var *inner, Var *b) {
  static UniqTable<int> index;
  Vec<bool> used = Vec<bool>::of_size(1, false);
  index[inner->uniq] = 1;
  mark_used(a->body, index, &used);
  index[inner->uniq] = 0;
  if (used[0]) a->body = clone_expr(a->body, {}, {}, Vec<Var *>{inner}, Vec<const Expr *>{mk_var(b)});
}

const Expr *Simplifier::finish_case(const Expr *scrut, Var *b, const Type *type, Vec<Alt> alts) {
  const EVar *sv = dyn_cast<EVar>(scrut);
  const Var *scrut_var = sv ? sv->var : nullptr;
  // Case merge: the default alternative scrutinises the same value again.
  while (!alts.empty() && alts.back().is_default()) {
    const ECase *inner = dyn_cast<ECase>(alts.back().body);
    const EVar *iv = inner ? dyn_cast<EVar>(inner->scrut) : nullptr;
    if (!iv || (iv->var != b && iv->var != scrut_var)) break;
    if (alts.size() == 1 && is_unlifted(b->type)) break;
    cx_.ticks++;
    alts.pop_back();
    // A chain of comparisons is merged from its end, one level at a time: what is merged already is neither copied nor moved. The order of
    // literals does not matter, the default stays last.
    if (!inner->alts.empty() && inner->alts.size() > alts.size() && all_literals(alts) && all_literals(inner->alts)) {
      size_t n = 0;
      Vec<Alt> merged = inner->alts;   // the inner case is dropped: its alternatives are changed in place
      Alt last = merged.back();
      bool has_default = last.is_default();
      for (const Alt &x : inner->alts) {
        if (x.is_default() || has_literal(alts, x.lit)) continue;
        merged[n++] = x;
      }
      merged.resize(n);
      merged.append(alts);
      if (has_default) merged.push_back(last);
      for (size_t i = 0; i < merged.size(); i++)
        if (i < n || merged[i].is_default()) rename_binder(&merged[i], inner->binder, b);
      alts = merged;
      break;
    }
    for (Alt x : inner->alts) {
      bool shadowed = false;
      for (const Alt &o : alts) shadowed |= (x.con && o.con == x.con) || (x.is_lit && o.is_lit && same_literal(o.lit, x.lit));
      if (shadowed) continue;
      rename_binder(&x, inner->binder, b);
      alts.push_back(x);
    }
    break;
  }
  // Case identity.
  bool identity = !alts.empty() && same_type(type, b->type);
  for (const Alt &a : alts) identity = identity && rebuilds(a, a.body, b, scrut_var);
  if (identity) {
    cx_.ticks++;
    return scrut;
  }
  // All alternatives alike and none looks at its pattern.
  if (alts.size() > 1 && expr_size(alts[0].body, 12) < 10) {
    bool alike = true;
    for (const Alt &a : alts) alike = alike && same_small_expr(a.body, alts[0].body, 6);
    for (const Alt &a : alts) alike = alike && !mentions_fields(a, b);   // they are all small now
    if (alike) {
      cx_.ticks++;
      Alt d;
      d.body = alts.back().body;   // that of the default, where there is one
      if (is_speculable(scrut) && (is_unlifted(b->type) || is_value(scrut))) return d.body;
      return mk_case(scrut, b, type, {d});
    }
  }
  // One alternative for a dead pattern of a lifted type that the alternatives do not need stays: it is a seq.
  return mk_case(scrut, b, type, alts);
}

}  // namespace gphc::opt
