// pattern_synonym.cc: pattern synonyms.
//
// Note [Pattern synonyms]
// ~~~~~~~~~~~~~~~~~~~~~~~
//   pattern x :< xs <- (uncons -> Just (x, xs)) where x :< xs = cons x xs
// is two functions of the module, which are inferred, generalised and checked against the synonym's signature as any
// other,
//   matcher  \case { (uncons -> Just (x, xs)) -> Just (x, xs); _ -> Nothing }
//   builder  \x xs -> cons x xs
// and its uses are, from the renamer on, a view pattern  (matcher -> Just (p, q))  and the variable builder. So the
// whole pattern is matched before the arguments, as GHC does. The match compiler calls a matcher once for all clauses
// that use it on one value (Pat::synonym says which it is), and knows from COMPLETE pragmas when nothing is left. What
// does not fit: synonyms that bind existential types or dictionaries (a provided context), and synonyms with fields.
#include "rename/known.h"
#include "rename/renamer.h"

namespace gphc {

namespace {

Name known_name(Entity *e, Span s) {
  Name n;
  n.occ = e->occ;
  n.span = s;
  n.ent = e;
  return n;
}

Pat *mk_pat(PatTag tag, Span s) {
  Pat *p = mk<Pat>();
  p->tag = tag;
  p->span = s;
  return p;
}

Pat *con_pat(DataCon *con, const Vec<Pat *> &args, Span s) {
  Pat *p = mk_pat(PatTag::Con, s);
  p->name = known_name(con, s);
  p->args = args;
  return p;
}

Expr *mk_node(ExprTag tag, Span s) {
  Expr *e = mk<Expr>();
  e->tag = tag;
  e->span = s;
  return e;
}

Match *equation(Pat *p, Expr *body, Span s) {
  Match *m = mk<Match>();
  m->span = s;
  m->pats.push_back(p);
  m->rhs = mk<Rhs>();
  m->rhs->span = s;
  m->rhs->alts.push_back(GuardedRhs{s, {}, body});
  return m;
}

HsType *copy(const HsType *t) {
  if (!t) return nullptr;
  HsType *c = mk<HsType>(*t);
  c->a = copy(t->a);
  c->b = copy(t->b);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(copy(e));
  c->vars = t->vars.clone();
  for (TyVarBndr &v : c->vars) v.kind = copy(v.kind);
  return c;
}

HsType *mk_hs_type(HsTypeTag tag, Span s) {
  HsType *t = mk<HsType>();
  t->tag = tag;
  t->span = s;
  return t;
}

}  // namespace

void Renamer::make_synonym(PatSynDecl *d) {
  PatSyn *p = mk<PatSyn>();
  p->tag = EntTag::PatSyn;
  p->occ = d->name.occ;
  p->module = m_->name;
  p->uniq = fresh_uniq();
  p->def = d->name.span;
  p->arity = d->params.size();
  auto function = [&] {
    Var *v = mk_local_var(p->occ, nullptr, d->name.span);
    v->sort = VarSort::Global;
    v->module = m_->name;
    return v;
  };
  p->matcher = function();
  if (!d->builder.empty()) p->builder = function();
  d->name.ent = p;
  d->synonym = p;
  define(p, d->name.span);
}

// See Note [Pattern synonyms]
void Renamer::synonym_functions() {
  auto bind = [&](Var *v, const PatSynDecl *d) {
    Bind *b = mk<Bind>();
    b->tag = BindTag::Fun;
    b->span = d->span;
    b->name = known_name(v, d->name.span);
    b->generated = true;
    m_->values->binds.push_back(b);
    return b;
  };
  for (PatSynDecl *d : m_->synonyms) {
    Span s = d->pat->span;
    Vec<Expr *> params;
    for (const Name &n : d->params) {
      Expr *e = mk_node(ExprTag::Var, n.span);
      e->name = n;
      params.push_back(e);
    }
    Expr *result = params.size() == 1 ? params[0] : mk_node(params.empty() ? ExprTag::Con : ExprTag::Tuple, s);
    if (params.empty()) result->name = known_name(g_builtin.unit_con, s);
    if (params.size() > 1) result->elems = params;
    Expr *just = mk_node(ExprTag::Con, s), *nothing = mk_node(ExprTag::Con, s), *found = mk_node(ExprTag::App, s);
    just->name = known_name(known_con(KnownCon::Just), s);
    nothing->name = known_name(known_con(KnownCon::Nothing), s);
    found->a = just;
    found->b = result;
    Bind *matcher = bind(d->synonym->matcher, d);
    matcher->matches.push_back(equation(d->pat, found, s));
    // without a place: nobody wrote it, so nothing is said where the pattern cannot fail
    matcher->matches.push_back(equation(mk_pat(PatTag::Wild, s), nothing, Span()));
    if (d->builder.empty()) continue;
    bind(d->synonym->builder, d)->matches = d->builder;
    for (const Match *m : d->builder)
      if (m->pats.size() != d->params.size())
        diags().error(m->span, diag::ArityMismatch,
                      describe(d->synonym) + " has " + std::to_string(d->params.size()) +
                          " parameters, but this equation has " + std::to_string(m->pats.size()));
  }
  for (SigDecl *s : m_->synonym_sigs) synonym_signature(s);
}

// forall a. C => D => x -> y -> T  is  forall a. C => T -> Maybe (x, y)  for the matcher, and itself for the builder.
void Renamer::synonym_signature(SigDecl *s) {
  for (Name &n : s->names) {
    PatSynDecl *d = nullptr;
    for (PatSynDecl *each : m_->synonyms)
      if (each->name.occ == n.occ) d = each;
    if (!d) {
      diags().error(n.span, diag::BadSignature,
                    "the signature for the pattern synonym " + quote({}, n.occ) + " lacks an accompanying declaration");
      continue;
    }
    auto add = [&](Var *v, HsType *t) {
      SigDecl *sig = mk<SigDecl>();
      sig->span = s->span;
      sig->names.push_back(known_name(v, n.span));
      sig->type = t;
      m_->values->sigs.push_back(sig);
    };
    if (d->synonym->builder) add(d->synonym->builder, copy(s->type));
    HsType *whole = copy(s->type), **at = &whole;
    size_t contexts = 0;
    for (;;) {
      if ((*at)->tag == HsTypeTag::Paren) *at = (*at)->a;
      else if ((*at)->tag == HsTypeTag::Forall) at = &(*at)->a;
      else if ((*at)->tag == HsTypeTag::Qual) {
        if (contexts++ && !(*at)->elems.empty())
          diags().error(
              (*at)->span, diag::UnsupportedExtension,
              "a pattern synonym with a provided context needs a part of PatternSynonyms that gphc does not implement");
        at = &(*at)->a;
      } else break;
    }
    Vec<HsType *> args;
    HsType *t = *at;
    while (args.size() < d->params.size()) {
      if (t->tag == HsTypeTag::Paren) {
        t = t->a;
        continue;
      }
      if (t->tag != HsTypeTag::Fun) break;
      args.push_back(t->a);
      t = t->b;
    }
    if (args.size() < d->params.size()) {
      diags().error(s->span, diag::BadSignature,
                    describe(d->synonym) + " has " + std::to_string(d->params.size()) +
                        " parameters, but its signature has " + std::to_string(args.size()));
      continue;
    }
    HsType *result =
        args.size() == 1 ? args[0] : mk_hs_type(args.empty() ? HsTypeTag::Con : HsTypeTag::Tuple, s->type->span);
    if (args.empty()) result->name = known_name(g_builtin.unit, s->type->span);
    if (args.size() > 1) result->elems = args;
    HsType *maybe = mk_hs_type(HsTypeTag::Con, s->type->span), *found = mk_hs_type(HsTypeTag::App, s->type->span),
           *fun = mk_hs_type(HsTypeTag::Fun, s->type->span);
    maybe->name = known_name(known_tycon(KnownTyCon::Maybe), s->type->span);
    found->a = maybe;
    found->b = result;
    fun->a = t;
    fun->b = found;
    *at = fun;
    add(d->synonym->matcher, whole);
  }
}

void Renamer::lower_synonyms(Pat *p) {
  if (p->tag != PatTag::Con) return;
  for (Pat *a : p->args) lower_synonyms(a);
  PatSyn *synonym = dyn_cast<PatSyn>(p->name.ent);
  if (!synonym) return;
  if (p->args.size() != synonym->arity) {
    diags().error(p->span, diag::ArityMismatch,
                  describe(synonym) + " has " + std::to_string(synonym->arity) + " arguments, but it is given " +
                      std::to_string(p->args.size()));
    p->tag = PatTag::Wild;
    return;
  }
  Pat *result = p->args.size() == 1 ? p->args[0] : con_pat(g_builtin.unit_con, {}, p->span);
  if (p->args.size() > 1) {
    result = mk_pat(PatTag::Tuple, p->span);
    result->args = p->args;
  }
  p->tag = PatTag::View;
  p->synonym = synonym;
  p->view = mk_node(ExprTag::Var, p->name.span);
  p->view->name = known_name(synonym->matcher, p->name.span);
  p->sub = con_pat(known_con(KnownCon::Just), {result}, p->span);
  p->args = {};
  note_use(synonym->matcher);
}

void Renamer::synonym_expr(Expr *e) {
  PatSyn *synonym = static_cast<PatSyn *>(e->name.ent);
  e->tag = ExprTag::Var;
  e->name.ent = synonym->builder;
  if (synonym->builder) note_use(synonym->builder);
  else
    diags().error(e->span, diag::NotInScope,
                  describe(synonym) + " is used as an expression, but it is defined as a pattern only");
}

}  // namespace gphc
