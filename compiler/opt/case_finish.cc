// case_finish.cc: what is left to do with a case whose alternatives are done.
//
//   case identity        case x of { True -> True; False -> False }  ==>  x
//   case merge           case x of { A -> e; _ -> case x of { B -> f; .. } }  ==>  case x of { A -> e; B -> f; .. }
//   alike                case x of { A -> e; B -> e }  ==>  case x of { _ -> e }
#include "opt/simplify.h"

namespace gphc::opt {

static bool rebuilds(const Alt &a, const Expr *e, const Var *b, const Var *scrut_var) {
  e = strip_casts(e);
  if (const EVar *v = dyn_cast<EVar>(e)) return v->var == b || (scrut_var && v->var == scrut_var);
  if (a.is_lit) {
    const ELit *l = dyn_cast<ELit>(e);
    return l && same_literal(l->lit, a.lit);
  }
  const EConApp *c = dyn_cast<EConApp>(e);
  if (!c || c->con != a.con || !a.ex_tvs.empty() || !same_type(expr_type(c), b->type)) return false;
  for (size_t i = 0; i < c->args.size(); i++) {
    const EVar *v = dyn_cast<EVar>(c->args[i]);
    if (!v || v->var != a.fields[i]) return false;
  }
  return true;
}

static bool mentions_fields(const Alt &a, Var *b) {
  Vec<Var *> vs = a.fields.clone();
  vs.push_back(b);
  for (bool used : which_occur(vs, a.body))
    if (used) return true;
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

// The binder of a case that was merged is another name of the outer one's. (Fresh binders do no harm, nothing is
// duplicated.)
static void rename_binder(Alt *a, Var *inner, Var *b) {
  if (which_occur({inner}, a->body)[0])
    a->body = clone_expr(a->body, {}, {}, Vec<Var *>{inner}, Vec<const Expr *>{mk_var(b)});
}

// The default alternative scrutinises the same value again: its alternatives join the outer ones. False: it does not.
static bool merge_inner_case(Vec<Alt> *outer, Var *b, const Var *scrut_var) {
  Vec<Alt> &alts = *outer;
  if (alts.empty() || !alts.back().is_default()) return false;
  const ECase *inner = dyn_cast<ECase>(alts.back().body);
  const EVar *iv = inner ? dyn_cast<EVar>(inner->scrut) : nullptr;
  if (!iv || (iv->var != b && iv->var != scrut_var)) return false;
  if (alts.size() == 1 && is_unlifted(b->type)) return false;
  alts.pop_back();
  // A chain of comparisons is merged from its end, one level at a time: what is merged already is neither copied nor
  // moved. The order of literals does not matter, the default stays last.
  if (!inner->alts.empty() && inner->alts.size() > alts.size() && all_literals(alts) && all_literals(inner->alts)) {
    size_t n = 0;
    Vec<Alt> merged = inner->alts;  // the inner case is dropped: its alternatives are changed in place
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
    return true;
  }
  for (Alt x : inner->alts) {
    bool shadowed = false;
    for (const Alt &o : alts)
      shadowed |= (x.con && o.con == x.con) || (x.is_lit && o.is_lit && same_literal(o.lit, x.lit));
    if (shadowed) continue;
    rename_binder(&x, inner->binder, b);
    alts.push_back(x);
  }
  return true;
}

const Expr *Simplifier::finish_case(const Expr *scrut, Var *b, const Type *type, Vec<Alt> alts) {
  const EVar *sv = dyn_cast<EVar>(scrut);
  const Var *scrut_var = sv ? sv->var : nullptr;
  if (merge_inner_case(&alts, b, scrut_var)) cx_.ticks++;
  // Case identity, also of a newtype's contents (Last's (<>)).
  bool identity = !alts.empty();
  if (const EVar *v = dyn_cast<EVar>(strip_casts(scrut))) scrut_var = v->var;
  for (const Alt &a : alts) identity = identity && rebuilds(a, a.body, b, scrut_var);
  if (identity) {
    cx_.ticks++;
    return mk_cast(scrut, type);
  }
  // All alternatives alike and none looks at its pattern.
  if (alts.size() > 1 && expr_size(alts[0].body, 12) < 10) {
    bool alike = true;
    for (const Alt &a : alts) alike = alike && same_small_expr(a.body, alts[0].body, 6);
    for (const Alt &a : alts) alike = alike && !mentions_fields(a, b);  // they are all small now
    if (alike) {
      cx_.ticks++;
      Alt d;
      d.body = alts.back().body;  // that of the default, where there is one
      if (is_speculable(scrut) && (is_unlifted(b->type) || is_value(scrut))) return d.body;
      return mk_case(scrut, b, type, {d});
    }
  }
  // One alternative for a dead pattern of a lifted type that the alternatives do not need stays: it is a seq.
  return mk_case(scrut, b, type, alts);
}

}  // namespace gphc::opt
