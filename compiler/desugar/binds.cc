// binds.cc: bindings, wrappers and evidence.
//
// Note [Shapes of AbsBinds]
// poly = /\tvs. \evs. letrec { ev_binds; binds } in wrap mono, but written so that the optimiser sees functions:
//   nothing abstracted             mono and poly are one variable, the bindings join the enclosing (or top-level)
//                                  letrec
//   one binding, or functions only each poly gets its own right-hand side, in which a mono variable stands for `poly
//                                  @tvs evs` (the alias table): recursion goes through the known, polymorphic function
//   otherwise (a pattern binding   tup = /\tvs. \evs. letrec { .. } in (monos); poly_i = /\tvs. \evs. case tup @tvs evs
//                                  of .. -> mono_i
//   or values bound together)
#include "desugar/desugarer.h"
#include "support/hash.h"

namespace gphc::desugar {

using namespace core;

// ---- Evidence -------------------------------------------------------------------------------------------------------
CExpr Desugarer::evidence(const EvTerm *t) {
  switch (t->tag) {
    case EvTag::Var: return ref(t->var);
    case EvTag::Inst: {
      Vec<CExpr> args;
      for (const EvTerm *a : t->args) args.push_back(evidence(a));
      return mk_app(mk_ty_app(ref(t->inst->dfun), types(t->types)), args);
    }
    case EvTag::Super: {
      CExpr d = evidence(t->dict);
      CTypes args;
      split_tcon_app(expr_type(d), &args);
      return mk_app(mk_ty_app(ref(super_selector(t->cls, t->index)), args), {d});
    }
    case EvTag::CallSite: {
      DataCon *con = known_class(KnownClass::HasCallStack)->dict->cons[0];
      CExpr stack = mk_con_app(known_con(KnownCon::EmptyCallStack), CTypes{}, Vec<CExpr>{});
      if (t->dict) stack = mk_app(ref(con->dict_of->methods[0].sel), {evidence(t->dict)});
      if (t->site)
        stack = mk_con_app(known_con(KnownCon::CallSite), CTypes{}, Vec<CExpr>{mk_string_lit(t->site.str()), stack});
      return mk_con_app(con, CTypes{}, Vec<CExpr>{stack});
    }
    case EvTag::TypeableCon:
    case EvTag::TypeableApp: {
      Class *cls = known_class(KnownClass::Typeable);
      DataCon *con = cls->dict->cons[0];
      CTypes at = {type(t->types[0])};
      if (t->tag == EvTag::TypeableApp) at = {mk_tapp(type(t->types[0]), type(t->types[1]))};
      CExpr rep;
      if (t->tag == EvTag::TypeableCon) {
        // GHC's name of the function type is FUN, which programs see by tyConName and typeRep.
        const bool function = t->tycon == g_builtin.fun;
        const std::string_view module = function ? "GHC.Prim" : t->tycon->module.str();
        const std::string_view name = function ? "FUN" : t->tycon->occ.str();
        Hash128 hash;
        hash.add(module);
        hash.add(name);
        const auto [h, k] = hash.words();
        rep = mk_app(ref(known_var(KnownVar::mkTyConTypeable)),
                     {mk_int_lit(int64_t(h)), mk_int_lit(int64_t(k)), mk_string_lit(module), mk_string_lit(name)});
      } else {
        Vec<CExpr> reps;
        for (size_t i = 0; i < 2; i++) {
          CTypes ts = {type(t->types[i])};
          // typeRep# :: Proxy a -> TypeRep
          CTypes proxy_args;
          TyCon *proxy_con =
              split_tcon_app(cast<TFun>(subst_type(con_field_types(con)[0], con->univ, ts)).arg, &proxy_args);
          CExpr proxy = mk_con_app(proxy_con->cons[0], proxy_args, Vec<CExpr>{});
          reps.push_back(mk_app(mk_ty_app(ref(cls->methods[0].sel), ts), {evidence(t->args[i]), proxy}));
        }
        rep = mk_app(ref(known_var(KnownVar::mkAppTypeable)), reps);
      }
      Var *r = mk_core_var("rep", expr_type(rep));
      const Type *method = subst_type(con_field_types(con)[0], con->univ, at);
      Var *p = mk_core_var("proxy", cast<TFun>(method).arg);
      return mk_let(r, rep, mk_con_app(con, at, Vec<CExpr>{mk_lam(Vec<Var *>{p}, mk_var(r))}));
    }
  }
  GPHC_BUG("evidence");
}

void Desugarer::ev_bindings(const EvBinds *binds, Vec<Binding> *out) {
  if (!binds) return;
  for (const EvBind &b : binds->binds) out->push_back({var(b.var), evidence(b.term)});
}

static bool mentions(const EvTerm *t, const std::unordered_set<const Var *> &vars) {
  if (t->tag == EvTag::Var) return vars.count(t->var) > 0;
  if (t->dict && mentions(t->dict, vars)) return true;
  for (const EvTerm *a : t->args)
    if (mentions(a, vars)) return true;
  return false;
}

// Lets, innermost last, where each term only needs earlier ones; what remains is one letrec around the body.
CExpr Desugarer::ev_let(const EvBinds *binds, CExpr body) {
  if (!binds || binds->binds.empty()) return body;
  std::unordered_set<const Var *> pending;
  for (const EvBind &b : binds->binds) pending.insert(b.var);
  Vec<EvBind> order, left = binds->binds.clone();
  for (bool progress = true; progress && !left.empty();) {
    progress = false;
    Vec<EvBind> next;
    for (const EvBind &b : left) {
      if (mentions(b.term, pending)) {
        next.push_back(b);
        continue;
      }
      order.push_back(b);
      pending.erase(b.var);
      progress = true;
    }
    left = next;
  }
  Vec<Binding> rec;
  for (const EvBind &b : left) rec.push_back({var(b.var), evidence(b.term)});
  body = mk_letrec(rec, body);
  for (size_t i = order.size(); i-- > 0;) body = mk_let(var(order[i].var), evidence(order[i].term), body);
  return body;
}

CExpr Desugarer::wrap(const Wrapper &w, CExpr e, size_t from) {
  for (size_t i = from; i < w.size(); i++) {
    const WrapStep &s = w[i];
    switch (s.tag) {
      case WrapTag::TyApp: {
        const Type *ts[] = {type(s.type)};
        e = mk_ty_app(e, ts);
        break;
      }
      case WrapTag::EvApp: e = mk_app(e, {ref(s.ev)}); break;
      case WrapTag::TyLam: e = mk_ty_lam(Vec<TyVar *>{s.tv}, e); break;
      case WrapTag::EvLam: e = mk_lam(Vec<Var *>{var(s.ev)}, e); break;
      case WrapTag::EvLet: e = ev_let(s.binds, e); break;
      case WrapTag::Eta: {
        Vec<Var *> vars;
        Vec<CExpr> args;
        for (Var *v : s.eta->vars) {
          vars.push_back(var(v));
          args.push_back(mk_var(v));
        }
        e = mk_lam(vars, wrap(s.eta->inner, mk_app(e, args)));
        break;
      }
    }
  }
  return e;
}

// ---- AbsBinds -------------------------------------------------------------------------------------------------------
static bool is_function(const Bind *b) { return b->tag == BindTag::Fun && !b->matches[0]->pats.empty(); }

CExpr Desugarer::bind_rhs(const Bind *b) {
  std::string f = b->name.occ.string();
  const Symbol function = function_, bound = bound_, local = local_;
  if (!top_abs_ && is_function(b)) local_ = b->name.occ;
  const AbsBinds *top = std::exchange(top_abs_, nullptr);
  if (top)
    for (const AbsExport &x : top->exports)
      if (x.mono == b->mono) places_of(x.poly);
  CExpr e = match_function(b->matches, {MatchKind::Function, b->span, "function " + f});
  top_abs_ = top;
  function_ = function;
  bound_ = bound;
  local_ = local;
  return wrap(b->wrap, e);
}

static void note_location(Var *v) {
  if (v->def.file) info(v).loc = location(v->def);
}

CExpr Desugarer::pat_bind_rhs(const Bind *b) {
  if (!rhs_can_fail(b->rhs)) return rhs(b->rhs, nullptr);
  const Type *t = type(b->pat->type);
  // `!x | ..` counts as a function, as in GHC
  const Pat *p = b->pat;
  while (p->tag == PatTag::Paren || p->tag == PatTag::Bang) p = p->sub;
  if (p != b->pat && p->tag == PatTag::Var)
    return rhs(b->rhs, error_call(KnownVar::patError, t, span_text(b->span) + "|function " + p->name.occ.string()));
  return rhs(b->rhs, error_call(KnownVar::guardError, t, span_text(b->span) + "|"));
}

void Desugarer::bind_export(Var *v, CExpr e, bool top, Vec<Binding> *out) {
  if (top) make_global(v);
  out->push_back({var(v), e});
}

static const Pat *strip(const Pat *p) {
  while (p->wrap.empty() && (p->tag == PatTag::Paren || p->tag == PatTag::Sig)) p = p->sub;
  return p;
}

// A local binding that is evaluated when control comes to it: a bang pattern, or any that is not marked lazy under the
// Strict extension.
bool Desugarer::is_strict_bind(const Bind *b) {
  const bool strict = module && strict_module();
  if (b->tag == BindTag::Fun) return strict && !is_function(b);
  const Pat *p = strip(b->pat);
  return p->tag == PatTag::Bang || (strict && p->tag != PatTag::Lazy);
}

// Pattern bindings among others. The variables are bound lazily; if the binding is strict, the match is evaluated once
// all of them are bound.
void Desugarer::pat_bind(const Bind *b, Vec<Binding> *out, Vec<CExpr> *forces) {
  CExpr r = pat_bind_rhs(b);
  if (!forces || !is_strict_bind(b)) return lazy_bind(b->pat, r, b->span, out, true);
  const Pat *p = b->pat;
  while (p->wrap.empty() && (p->tag == PatTag::Paren || p->tag == PatTag::Sig || p->tag == PatTag::Bang)) p = p->sub;
  if (p->tag == PatTag::Var && p->wrap.empty()) {
    forces->push_back(mk_var(var(p->var)));
    return lazy_bind(b->pat, r, b->span, out, true);
  }
  Var *v = mk_core_var("p", expr_type(r));
  out->push_back({v, r});
  lazy_bind(b->pat, mk_var(v), b->span, out, true);
  CExpr unit = mk_tuple({}, {});
  const Type *t = expr_type(unit);
  CExpr fail = error_call(KnownVar::patError, t, span_text(b->span) + "|" + pat_text(b->pat));
  forces->push_back(refresh(match_one(v, strict_pat(b->pat), unit, t, fail, {MatchKind::Quiet, b->span, ""})));
}

CExpr Desugarer::force_all(const Vec<CExpr> &forces, CExpr body) {
  for (size_t i = forces.size(); i-- > 0;) body = mk_eval(mk_core_var("bang", expr_type(forces[i])), forces[i], body);
  return body;
}

// f = g @T, of which the type checker has left f = (g): Note [Synonyms at a type] in typecheck/infer_bind.cc.
static bool is_synonym_at_type(const Bind *b) {
  if (b->tag != BindTag::Fun || !b->matches[0]->pats.empty()) return false;
  const Rhs *r = b->matches[0]->rhs;
  if (r->where || r->alts.size() != 1 || !r->alts[0].guards.empty() || r->alts[0].body->tag != ExprTag::Paren)
    return false;
  const Expr *e = r->alts[0].body;
  while (e->tag == ExprTag::Paren) e = e->a;
  return e->tag == ExprTag::Var;
}

void Desugarer::abs_binds(const AbsBinds *abs, bool top, Vec<Binding> *out, Vec<CExpr> *forces) {
  for (const AbsExport &x : abs->exports) {
    note_location(x.poly);
    for (const Bind *b : abs->binds)
      if (b->tag == BindTag::Fun && b->mono == x.mono) info(x.poly).source_params = int(b->matches[0]->pats.size());
    // Inlined as it is written: what it stands for may have to wait for its arguments. But no work is done twice.
    bool function = !abs->ev_params.empty() || var(x.mono)->type->tag == TypeTag::Fun;
    if (InlineSpec &spec = info(x.poly).inline_spec;
        spec == InlineSpec::None && function && abs->binds.size() == 1 && is_synonym_at_type(abs->binds[0]))
      spec = InlineSpec::Inline;
  }
  if (forces && abs->ev_params.empty())  // with a context it is a function
    for (const AbsExport &x : abs->exports)
      for (const Bind *b : abs->binds)
        if (b->tag == BindTag::Fun && b->mono == x.mono && is_strict_bind(b)) forces->push_back(mk_var(var(x.poly)));
  if (abs->tvs.empty() && abs->ev_params.empty()) return plain_binds(abs, top, out, forces);
  Abstraction a;
  a.abs = abs;
  for (Var *v : abs->ev_params) {
    a.evs.push_back(var(v));
    a.ev_args.push_back(mk_var(v));
  }
  for (TyVar *v : abs->tvs) a.ty_args.push_back(mk_tvar(v));
  bool functions = true;  // each export is a function of its own
  for (const Bind *b : abs->binds) functions = functions && is_function(b);
  for (const AbsExport &x : abs->exports) functions = functions && x.wrap.empty();
  if (functions) abstract_functions(a, top, out);
  else abstract_group(a, top, out, forces);
}

// Nothing is abstracted.
void Desugarer::plain_binds(const AbsBinds *abs, bool top, Vec<Binding> *out, Vec<CExpr> *forces) {
  if (abs->ev_binds)
    for (const EvBind &b : abs->ev_binds->binds)
      if (top) make_global(b.var);
  for (const AbsExport &x : abs->exports) {
    if (x.poly == x.mono) continue;
    bool fun = false;
    for (const Bind *b : abs->binds) fun = fun || (b->tag == BindTag::Fun && b->mono == x.mono);
    if (fun && x.wrap.empty()) {
      alias[x.mono] = mk_var(var(x.poly));
    } else {
      if (top) make_global(x.mono);
      bind_export(x.poly, wrap(x.wrap, ref(x.mono)), top, out);
    }
  }
  if (top)
    for (const Bind *b : abs->binds) {
      Vec<Var *> vars;
      if (b->tag == BindTag::Pat) pat_vars(b->pat, &vars);
      for (Var *v : vars) make_global(v);
    }
  ev_bindings(abs->ev_binds, out);
  for (const Bind *b : abs->binds) {
    if (b->tag == BindTag::Fun) {
      Var *v = b->mono;
      if (auto a = alias.find(v); a != alias.end() && is<EVar>(a->second)) v = cast<EVar>(a->second).var;
      bind_export(v, bind_rhs(b), top, out);
    } else {
      size_t n = out->size();
      pat_bind(b, out, forces);
      if (top)
        for (; n < out->size(); n++) make_global((*out)[n].var);
    }
  }
}

CExpr Desugarer::abstract(const Abstraction &a, CExpr e) {
  return mk_ty_lam(a.abs->tvs, mk_lam(a.evs, ev_let(a.abs->ev_binds, e)));
}

void Desugarer::abstract_functions(const Abstraction &a, bool top, Vec<Binding> *out) {
  const AbsBinds *abs = a.abs;
  for (const AbsExport &x : abs->exports) alias[x.mono] = mk_app(mk_ty_app(mk_var(var(x.poly)), a.ty_args), a.ev_args);
  for (const Bind *b : abs->binds) {
    CExpr f = bind_rhs(b);
    // The evidence inside the function's own lambdas: one function of all arguments.
    const ELam *lam = dyn_cast<ELam>(f);
    CExpr e = lam ? mk_ty_lam(abs->tvs, mk_lam(a.evs, mk_lam(lam->params, ev_let(abs->ev_binds, lam->body))))
                  : abstract(a, f);
    for (const AbsExport &x : abs->exports)
      if (x.mono == b->mono) bind_export(x.poly, e, top, out);
  }
  for (const AbsExport &x : abs->exports) alias.erase(x.mono);
}

// The group is one abstraction, whose value is that of its export, or a tuple from which the exports select.
void Desugarer::abstract_group(const Abstraction &a, bool top, Vec<Binding> *out, Vec<CExpr> *forces) {
  const AbsBinds *abs = a.abs;
  Vec<Binding> inner;
  Vec<CExpr> matches;  // of strict patterns, which are evaluated with the tuple
  for (const Bind *b : abs->binds) {
    if (b->tag == BindTag::Fun) inner.push_back({var(b->mono), bind_rhs(b)});
    else pat_bind(b, &inner, forces && abs->ev_params.empty() ? &matches : nullptr);
  }
  auto with_binds = [&](CExpr body) -> CExpr {
    if (inner.size() == 1) {
      if (const EVar *v = dyn_cast<EVar>(body); v && v->var == inner[0].var && !occurs_in(v->var, inner[0].rhs))
        return inner[0].rhs;
      if (!occurs_in(inner[0].var, inner[0].rhs)) return mk_let(inner[0].var, inner[0].rhs, body);
    }
    return mk_letrec(inner, body);
  };
  if (abs->exports.size() == 1 && matches.empty()) {
    const AbsExport &x = abs->exports[0];
    bind_export(x.poly, abstract(a, with_binds(wrap(x.wrap, ref(x.mono)))), top, out);
    return;
  }
  Vec<CExpr> elems;
  CTypes elem_types;
  for (const AbsExport &x : abs->exports) {
    elems.push_back(ref(x.mono));
    elem_types.push_back(expr_type(elems.back()));
  }
  if (elems.size() == 1) {  // a tuple of one is the value itself
    elems.push_back(mk_tuple({}, {}));
    elem_types.push_back(expr_type(elems.back()));
  }
  CExpr tuple = abstract(a, with_binds(force_all(matches, mk_tuple(elems, elem_types))));
  Var *tup = mk_core_var("tup", expr_type(tuple));
  if (!matches.empty()) forces->push_back(mk_var(tup));
  bind_export(tup, tuple, top, out);
  for (size_t i = 0; i < abs->exports.size(); i++) {
    const AbsExport &x = abs->exports[i];
    Vec<Var *> fields;
    for (size_t k = 0; k < elem_types.size(); k++)
      fields.push_back(k == i ? var(x.mono) : mk_core_var("m", elem_types[k]));
    CExpr body = wrap(x.wrap, mk_var(x.mono));
    bind_export(x.poly,
                abstract(a, mk_case_one(mk_app(mk_ty_app(mk_var(tup), a.ty_args), a.ev_args),
                                        tuple_con(elem_types.size()), elem_types, fields, body)),
                top, out);
  }
}

// ---- Local groups ---------------------------------------------------------------------------------------------------
void Desugarer::pragmas(const LocalBinds *binds) {
  for (const PragmaDecl *p : binds->pragmas)
    for (const Name &n : p->names) {
      if (!n.ent || n.ent->tag != EntTag::Var) continue;
      IdInfo &i = info(static_cast<Var *>(n.ent));
      switch (p->tag) {
        case PragmaTag::Inline: i.inline_spec = InlineSpec::Inline; break;
        case PragmaTag::NoInline: i.inline_spec = InlineSpec::NoInline; break;
        case PragmaTag::Inlinable: i.inline_spec = InlineSpec::Inlinable; break;
        default: continue;
      }
      i.conlike = p->inl.conlike;
      if (p->inl.has_phase) {
        i.phase = p->inl.phase;
        i.phase_before = p->inl.before;
      }
    }
}

CExpr Desugarer::local_binds(const LocalBinds *binds, CExpr body) {
  return local_binds(binds, [body] { return body; });
}

CExpr Desugarer::local_binds(const LocalBinds *binds, const std::function<CExpr()> &body) {
  if (!binds) return body();
  pragmas(binds);
  return local_groups(binds, 0, body);
}

CExpr Desugarer::local_groups(const LocalBinds *binds, size_t i, const std::function<CExpr()> &body) {
  if (i == binds->groups.size()) return body();
  const BindGroup *g = binds->groups[i];
  if (g->abs.size() == 1 && !g->rec) {
    // One binding that may be strict: of an unlifted type, a bang pattern, or an unboxed tuple.
    const AbsBinds *abs = g->abs[0];
    const Bind *b = abs->binds.size() == 1 ? abs->binds[0] : nullptr;
    if (b && abs->tvs.empty() && abs->ev_params.empty()) {
      auto finish = [&](CExpr e) {
        for (const AbsExport &x : abs->exports)
          if (x.poly != x.mono) e = mk_let(var(x.poly), wrap(x.wrap, mk_var(var(x.mono))), e);
        return e;
      };
      if (b->tag == BindTag::Fun && (is_strict_bind(b) || is_unlifted(var(b->mono)->type))) {
        CExpr r = bind_rhs(b);
        return ev_let(abs->ev_binds, mk_eval(b->mono, r, finish(local_groups(binds, i + 1, body))));
      }
      if (b->tag == BindTag::Pat) {
        const Type *t = type(b->pat->type);
        bool tuple = type_rep(t) == Rep::Tuple, strict = is_strict_bind(b);
        if (strict || tuple || is_unlifted(t) || binds_unlifted(b->pat)) {
          CExpr r = pat_bind_rhs(b);
          CExpr rest = finish(local_groups(binds, i + 1, body));
          const Type *result = expr_type(rest);
          CExpr fail = error_call(KnownVar::patError, result, span_text(b->span) + "|" + pat_text(b->pat));
          // The body is already Core: a clause whose right-hand side yields it.
          Clause c{{strict ? strict_pat(b->pat) : b->pat}, {false, [rest](CExpr) { return rest; }}, b->span};
          return ev_let(abs->ev_binds, match_clauses(r, {c}, result, fail, {MatchKind::PatBind, b->span, ""}));
        }
      }
    }
  }
  Vec<Binding> out;
  Vec<CExpr> forces;
  for (const AbsBinds *abs : g->abs) abs_binds(abs, false, &out, &forces);
  CExpr e = force_all(forces, local_groups(binds, i + 1, body));
  return g->rec ? mk_letrec(out, e) : mk_lets(out, e);
}

// The bindings in dependency order; what depends on itself is one letrec.
CExpr mk_lets(const Vec<Binding> &binds, CExpr body) {
  std::unordered_set<const Var *> pending;
  for (const Binding &b : binds) pending.insert(b.var);
  std::vector<std::pair<Binding, VarSet>> left;
  for (const Binding &b : binds) left.push_back({b, binds.size() > 1 ? free_vars(b.rhs) : VarSet()});
  Vec<Binding> order, rec;
  for (bool progress = true; progress && !left.empty();) {
    progress = false;
    std::vector<std::pair<Binding, VarSet>> next;
    for (auto &[b, free] : left) {
      bool ready = binds.size() > 1 || !occurs_in(b.var, b.rhs);
      for (const Var *v : free) ready = ready && !pending.count(v);
      if (!ready) {
        next.push_back({b, std::move(free)});
        continue;
      }
      order.push_back(b);
      pending.erase(b.var);
      progress = true;
    }
    left = std::move(next);
  }
  for (auto &[b, free] : left) rec.push_back(b);
  body = mk_letrec(rec, body);
  for (size_t i = order.size(); i-- > 0;) body = mk_let(order[i].var, order[i].rhs, body);
  return body;
}

bool Desugarer::binds_unlifted(const Pat *p) {
  Vec<Var *> vars;
  pat_vars(p, &vars);
  for (Var *v : vars)
    if (is_unlifted(var(v)->type)) return true;
  return false;
}

}  // namespace gphc::desugar
