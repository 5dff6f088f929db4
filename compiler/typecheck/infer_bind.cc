// infer_bind.cc: bindings: signatures, functions, and generalisation.
//
// A binding with a signature is checked against it; the others of a group are inferred together, monomorphic among
// themselves, then generalised over the type variables that belong to the group (level greater than the surrounding
// one) and over the constraints on them. Under the monomorphism restriction constrained variables stay monomorphic.
#include <algorithm>

#include "rename/rename.h"
#include "typecheck/infer.h"

namespace gphc::check {

// ---- Functions -----------------------------------------------------------------------------------------------------
// Checks the equations of a function of `arity` arguments, or the alternatives of a lambda. Foralls between the
// arguments' types put an Eta step into `wrap`.
const Type *Tc::matches(const Vec<Match *> &ms, size_t arity, const Type *expected, Wrapper *wrap, Span s,
                        Symbol fun_name, const char *what) {
  Implic *outer = cur;
  struct Layer {
    Vec<Var *> vars;
    Wrapper steps;
  };
  std::vector<Layer> layers;
  std::vector<const Type *> args;
  Vec<Var *> vars;  // of the arguments since the last layer
  const Type *t = expected;
  auto peel = [&] {
    push_implic(s);
    Wrapper steps;
    t = skolemise(t, false, true, steps, nullptr, nullptr);
    layers.push_back({vars, steps});
    vars = {};
  };
  if (!t) {
    for (size_t i = 0; i < arity; i++) args.push_back(fresh_open(s));
    t = fresh_open(s);
    expected = mk_tfuns(args, t);
  } else {
    for (size_t i = 0; i < arity; i++) {
      if (i && is_poly(t)) peel();
      const Type *arg, *res;
      if (!split_fun(s, t, &arg, &res)) {
        std::string who = fun_name ? (ms.size() > 1 ? "the equations for " : "the equation for ") + quote(fun_name)
                                   : std::string(what);
        error(s, diag::TypeMismatch,
              who + (fun_name && ms.size() > 1 ? " have " : " has ") + plural(arity, "argument") + ", but its type `" +
                  show_tidy(expected) + "' has " + (i ? "only " + std::to_string(i) : "none"));
        while (args.size() < arity) args.push_back(fresh_open(s));
        t = fresh_open(s);
        break;
      }
      args.push_back(arg);
      vars.push_back(mk_local_var(sym("eta"), arg));
      t = res;
    }
    // The variables of patterns may stand for those of the result.
    if (arity && is_poly(t)) peel();
  }
  for (Match *m : ms) {
    if (m->pats.size() != arity) {
      error(m->span, diag::ArityMismatch,
            (fun_name ? "the equations for " + quote(fun_name) + " have" : std::string(what) + " has") +
                " different numbers of arguments");
      continue;
    }
    Implic *mark = cur;
    for (size_t i = 0; i < arity; i++) pat(m->pats[i], args[i]);
    rhs(m->rhs, t);
    pop_to(mark);
  }
  pop_to(outer);
  Wrapper inner;
  for (size_t i = layers.size(); i-- > 0;) {
    inner.append(layers[i].steps);
    EtaStep *eta = mk<EtaStep>();
    eta->vars = layers[i].vars;
    eta->inner = inner;
    WrapStep step{WrapTag::Eta};
    step.eta = eta;
    inner = {};
    inner.push_back(step);
  }
  wrap->append(inner);
  return expected;
}

void Tc::rhs(Rhs *r, const Type *type) {
  if (r->where) local_binds(r->where, false);
  for (GuardedRhs &g : r->alts) {
    Implic *mark = cur;
    guards(g.guards);
    sigma(g.body, type);
    pop_to(mark);
  }
}

void Tc::fun_bind(Bind *b, const Type *type) {
  do_later(&b->rename_later);
  if (b->matches.empty()) return;  // left unparsed until now, and a syntax error: see parse_equations
  size_t arity = b->matches[0]->pats.size();
  Span s = b->name.span ? b->name.span : b->span;
  matches(b->matches, arity, type, &b->wrap, arity ? b->matches[0]->span : s, b->name.occ, "the definition");
}

// ---- Groups --------------------------------------------------------------------------------------------------------
void Tc::pat_bind_vars(Pat *p, std::vector<Var *> &out) {
  if ((p->tag == PatTag::Var || p->tag == PatTag::As || p->tag == PatTag::NPlusK) && p->name.ent &&
      p->name.ent->tag == EntTag::Var) {
    Var *v = &cast<Var>(p->name.ent);
    if (std::find(out.begin(), out.end(), v) == out.end()) out.push_back(v);
  }
  if (p->sub) pat_bind_vars(p->sub, out);
  for (Pat *a : p->args) pat_bind_vars(a, out);
  for (FieldPat &f : p->fields)
    if (f.pat) pat_bind_vars(f.pat, out);
}

void Tc::local_binds(LocalBinds *b, bool top) {
  if (!b) return;
  signatures(b, top);
  for (BindGroup *g : b->groups) bind_group(g, top);
}

// The program's main must be of type IO t.
bool Tc::is_main(const Var *v) const {
  const auto [module, function] = main_name();
  return v->occ == function && v->module == mod.name && mod.known_as() == module && !mod.is_stdlib;
}

// A pattern binding falls under the monomorphism restriction, so its variables have no class constraints. `!x = e' is
// none (`(!x) = e' is), as in GHC.
static bool is_overloaded(const Type *t) {
  t = repr(t);
  while (const TForall *f = dyn_cast<TForall>(t)) t = repr(f->body);
  return t->tag == TypeTag::Qual;
}

void Tc::signatures(LocalBinds *b, bool top) {
  std::vector<Var *> by_pattern;
  if (monomorphism && !b->sigs.empty())
    for (const Bind *bind : b->binds)
      if (bind->tag == BindTag::Pat && !(bind->pat->tag == PatTag::Bang && bind->pat->sub->tag == PatTag::Var))
        pat_bind_vars(bind->pat, by_pattern);
  for (SigDecl *s : b->sigs) {
    size_t before = type_errors;
    const Type *t = conv_sigma(s->type);
    bool first = true, wrong = type_errors != before;
    if (wrong) {  // uses fit everywhere, the definition is not looked at
      TyVar *a = mk_tyvar(sym("a"), mk_open_kind());
      t = mk_forall({a}, mk_tvar(a));
    }
    for (Name &n : s->names) {
      if (!n.ent || n.ent->tag != EntTag::Var) continue;
      Var *v = &cast<Var>(n.ent);
      v->type = t;
      with_signature.insert(v);
      if (wrong) {
        wrong_signature.insert(v);
        continue;
      }
      if (first) check_ambiguity(s->type->span, "the type signature for " + quote(n.occ), t);
      first = false;
      if (is_overloaded(t) && std::find(by_pattern.begin(), by_pattern.end(), v) != by_pattern.end())
        error(s->span, diag::BadType,
              "the signature for " + quote(n.occ) +
                  " has a class constraint, but a variable of a pattern binding has none: monomorphism restriction");
      if (top && repr_kind(kind_of(t))->tag == KindTag::Hash)
        error(s->span, diag::BadType,
              "a top-level definition cannot be of an unlifted type: " + quote(v->occ) + " :: " + show_type(t));
      if (top && is_main(v) && head_tycon(t) != known_tycon(KnownTyCon::IO))
        error(s->type->span, diag::TypeMismatch,
              "the type of `main' must be `IO t' for some t, not `" + show_tidy(t) + "'");
    }
  }
}

void Tc::bind_group(BindGroup *g, bool top) {
  auto part = [&](const Vec<Bind *> &binds) {
    Vec<Bind *> infer;
    for (Bind *b : binds) {
      bool sig = b->tag == BindTag::Fun && b->name.ent && b->name.ent->tag == EntTag::Var &&
                 with_signature.count(&cast<Var>(b->name.ent));
      if (!sig) infer.push_back(b);
    }
    if (!infer.empty()) {
      if (top) begin_binding();
      infer_binds(infer, g, top);
    }
    if (infer.size() == binds.size()) return;
    for (Bind *b : binds) {
      if (std::find(infer.begin(), infer.end(), b) != infer.end()) continue;
      if (top)
        g->abs.push_back(now_or_later(&cast<Var>(b->name.ent), [=, this](AbsBinds *abs) {
          begin_binding();
          check_sig_bind(b, abs, true);
        }));
      else {
        g->abs.push_back(mk<AbsBinds>());
        check_sig_bind(b, g->abs.back(), false);
      }
    }
  };
  if (g->inference.empty()) part(g->binds);
  else
    for (Vec<Bind *> &bs : g->inference) part(bs);
}

void Tc::check_sig_bind(Bind *b, AbsBinds *abs, bool top) {
  Var *poly = &cast<Var>(b->name.ent);
  if (wrong_signature.count(poly)) return;
  CrashContext context("typechecking " + mod.name.string() + "." + poly->occ.string());
  Implic *i = push_implic(b->span);
  Wrapper steps;
  const Type *r = skolemise(poly->type_in_source(), true, false, steps, &abs->tvs, &abs->ev_params);
  bool same = abs->tvs.empty() && abs->ev_params.empty();
  Var *mono = same ? poly : mk_local_var(poly->occ, r, poly->def);
  b->mono = mono;
  if (is_poly(r)) {  // forall a. forall b. ..
    push_implic(b->span);
    Wrapper inner;
    const Type *r2 = skolemise(r, true, true, inner, nullptr, nullptr);
    fun_bind(b, r2);
    pop_implic();
    b->wrap.append(inner);
  } else {
    fun_bind(b, r);
  }
  pop_implic();
  abs->ev_binds = i->binds;
  abs->exports.push_back({poly, mono, {}});
  abs->binds.push_back(b);
  if (top) finish_toplevel(i);
}

// ---- Inference -----------------------------------------------------------------------------------------------------
static void redirect_pat(Pat *p, const std::vector<std::pair<Var *, Var *>> &monos) {
  if (p->var)
    for (auto &m : monos)
      if (p->var == m.first) {
        p->var = m.second;
        break;
      }
  if (p->sub) redirect_pat(p->sub, monos);
  for (Pat *a : p->args) redirect_pat(a, monos);
  for (FieldPat &f : p->fields)
    if (f.pat) redirect_pat(f.pat, monos);
}

// A group whose types are inferred together.
struct InferGroup {
  const Vec<Bind *> &binds;
  bool top;
  Implic *scope;                   // of its right-hand sides: their wanted constraints
  std::vector<Var *> vars;         // what it binds
  std::vector<Var *> mine;         // without signature
  bool restricted = false;         // the monomorphism restriction: constrained type variables are not generalised
  bool no_gen = false;             // none are
  std::vector<MetaVar *> metas{};  // to be generalised
  Vec<Wanted *> params{};          // constraints on them, which the group abstracts over
};

void Tc::bound_vars(InferGroup *g) {
  for (Bind *b : g->binds) {
    if (b->tag == BindTag::Pat) {
      g->restricted = g->restricted || monomorphism;
      pat_bind_vars(b->pat, g->vars);
    } else if (b->name.ent && b->name.ent->tag == EntTag::Var) {
      g->restricted = g->restricted || (monomorphism && !b->generated && b->matches[0]->pats.empty());
      g->vars.push_back(&cast<Var>(b->name.ent));
    }
  }
  for (Var *v : g->vars) {
    if (with_signature.count(v)) {
      g->no_gen = true;
      continue;
    }
    if (v->type) {
      g->no_gen = true;
      g->mine.push_back(v);
      continue;
    }  // of a rec block, or a second definition
    v->type = fresh_open(v->def);
    v->check = mk<GroupVar>();
    g->mine.push_back(v);
  }
  for (Var *v : g->mine)
    if (g->top && is_main(v)) unify(v->def, v->type, mk_tapp(known_type(KnownTyCon::IO), fresh()));
}

void Tc::infer_right_hand_sides(const InferGroup &g) {
  for (Bind *b : g.binds) {
    if (b->tag == BindTag::Fun) {
      Var *v = b->name.ent && b->name.ent->tag == EntTag::Var ? &cast<Var>(b->name.ent) : nullptr;
      b->mono = v;
      fun_bind(b, v ? v->type : fresh_open(b->span));
    } else {
      const Type *t = fresh_open(b->span);
      Implic *mark = cur;
      // A variable with a polymorphic signature is a part of that type in what is matched.
      std::vector<Var *> vars;
      pat_bind_vars(b->pat, vars);
      bool outer = impredicative;
      for (const Var *v : vars) impredicative = impredicative || (v->type && is_poly(v->type));
      pat(b->pat, t);
      if (cur != mark) {
        error(b->pat->span, diag::RigidEscape,
              "a constructor with existential type variables or a context cannot be matched in a let or where binding")
            .hint("use case, or a do statement");
        pop_to(mark);
      }
      rhs(b->rhs, t);
      impredicative = outer;
    }
  }
}

// What outer variables determine by functional dependencies is not ours either.
static void lower_determined(const Implic *i, uint32_t outer) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Wanted *w : i->wanteds)
      for (const FunDep &fd : w->pred.cls->fundeps) {
        std::vector<MetaVar *> from, to;
        for (uint32_t k : fd.from) collect_metas(w->pred.args[k], outer, from);
        for (uint32_t k : fd.to) collect_metas(w->pred.args[k], outer, to);
        if (!from.empty() || to.empty()) continue;
        for (MetaVar *m : to) m->level = outer;
        changed = true;
      }
  }
}

// Finds metas and params. The other constraints stay wanted, or are solved by defaulting.
void Tc::choose_params(InferGroup *g, uint32_t outer) {
  Implic *i = g->scope;
  std::vector<MetaVar *> &qs = g->metas;
  for (;;) {
    if (!g->restricted) merge_wanteds(i);
    lower_determined(i, outer);
    if (g->restricted)
      for (Wanted *w : i->wanteds)
        for (const Type *a : w->pred.args) lower_levels(a, outer);
    qs.clear();
    for (Var *v : g->mine) collect_metas(v->type, outer, qs);
    auto touches = [&](Wanted *w) {
      std::vector<MetaVar *> ms;
      for (const Type *a : w->pred.args) collect_metas(a, outer, ms);
      for (MetaVar *m : ms)
        if (std::find(qs.begin(), qs.end(), m) != qs.end()) return true;
      return false;
    };
    for (size_t before = qs.size() + 1; !qs.empty() && before != qs.size();) {
      before = qs.size();
      for (Wanted *w : i->wanteds)
        if (touches(w))
          for (const Type *a : w->pred.args) collect_metas(a, outer, qs);
    }
    g->params = {};
    Vec<Wanted *> rest;
    std::vector<std::pair<Wanted *, Implic *>> to_default;
    for (Wanted *w : i->wanteds) {
      if (touches(w)) {
        g->params.push_back(w);
        continue;
      }
      rest.push_back(w);
      std::vector<MetaVar *> ms;
      for (const Type *a : w->pred.args) collect_metas(a, outer, ms);
      if (!ms.empty()) to_default.push_back({w, i});
    }
    if (!to_default.empty() && default_metas(to_default, outer)) {
      solve(i);
      continue;
    }
    i->wanteds = rest;
    return;
  }
}

// Note [Synonyms at a type]
// ~~~~~~~~~~~~~~~~~~~~~~~~~
// A definition without signature that gives a variable its first types, and nothing else,
//     map = Generic.map @Vector
// has the signature of that variable at those types: what is quantified keeps its name and its place among the
// variables of Generic.map's signature, and types can be given for it. So the stdlib's modules for one kind of vector
// need not repeat the signatures. (An inferred type's variables would be a, b .. in the order in which they occur, and
// without order for `@`.) Test: testsuite/tests/typecheck/types/synonyms_at_a_type.gph.
static const Expr *synonym_at_type(const InferGroup &g) {
  if (g.binds.size() != 1 || g.binds[0]->tag != BindTag::Fun) return nullptr;
  const Match *m = g.binds[0]->matches[0];
  if (!m->pats.empty() || m->rhs->where || m->rhs->alts.size() != 1 || !m->rhs->alts[0].guards.empty()) return nullptr;
  const Expr *e = m->rhs->alts[0].body;
  if (e->tag != ExprTag::AppType) return nullptr;
  while (e->tag == ExprTag::AppType || e->tag == ExprTag::Paren) e = e->a;
  return e->tag == ExprTag::Var ? e : nullptr;
}

// The metas become type variables of abs. Those for which `origin` was instantiated come in the order of its signature.
static void quantify(InferGroup *g, const Expr *origin, AbsBinds *abs) {
  auto add = [&](MetaVar *m, Symbol name, bool inferred) {
    TyVar *v = mk_tyvar(name, zonk_kind(m->kind));
    v->skolem = true;
    v->inferred = inferred;
    v->level = g->scope->level;
    m->ref = mk_tvar(v);
    abs->tvs.push_back(v);
  };
  const Var *from = origin ? dyn_cast<Var>(origin->name.ent) : nullptr;
  if (const TForall *f = from ? dyn_cast<TForall>(repr(from->type)) : nullptr)
    for (size_t k = 0; k < f->vars.size() && k < origin->wrap.size(); k++) {
      const Type *t = origin->wrap[k].type ? repr(origin->wrap[k].type) : nullptr;
      MetaVar *m = t && t->tag == TypeTag::Meta ? cast<TMeta>(t).meta : nullptr;
      if (std::find(g->metas.begin(), g->metas.end(), m) == g->metas.end()) continue;
      std::erase(g->metas, m);
      add(m, f->vars[k]->occ, f->vars[k]->inferred);
    }
  size_t n = 0;
  for (MetaVar *m : g->metas) {
    std::string name(1, char('a' + n % 26));
    if (n >= 26) name += std::to_string(n / 26);
    n++;
    add(m, sym(name), true);
  }
}

// Is the constraint w a superclass of another one?
bool Tc::is_implied(const Wanted *w, const Vec<Wanted *> &params) {
  for (Wanted *o : params) {
    if (o == w) continue;
    Implic tmp;
    add_given(&tmp, o->pred, o->ev);
    for (size_t k = 1; k < tmp.givens.size(); k++)
      if (tmp.givens[k]->pred.cls == w->pred.cls) {
        bool eq = true;
        for (size_t j = 0; j < w->pred.args.size(); j++)
          eq = eq && same_type(tmp.givens[k]->pred.args[j], w->pred.args[j]);
        if (eq) return true;
      }
  }
  return false;
}

// The group's context: its constraints but for those that others imply. They are given in its scope now.
Vec<Pred> Tc::abstract_context(const InferGroup &g, AbsBinds *abs) {
  Implic *i = g.scope;
  Vec<Pred> preds;
  Vec<Wanted *> implied;
  for (Wanted *w : g.params) {
    if (is_implied(w, g.params)) {
      implied.push_back(w);
      continue;
    }
    preds.push_back(w->pred);
    abs->ev_params.push_back(w->ev);
  }
  for (size_t k = 0; k < preds.size(); k++) add_given(i, preds[k], abs->ev_params[k]);
  for (Wanted *w : implied) i->wanteds.push_back(w);
  if (!i->wanteds.empty() || !i->children.empty()) {
    cur = i;
    level = i->level;
    solve(i);
    cur = i->parent;
    level = cur->level;
  }
  return preds;
}

// Inside, the variables of the group are monomorphic.
static void export_polymorphic(const InferGroup &g, const Vec<Pred> &preds, AbsBinds *abs) {
  std::vector<std::pair<Var *, Var *>> monos;
  for (Var *v : g.mine) {
    Var *mono = mk_local_var(v->occ, v->type, v->def);
    monos.push_back({v, mono});
    if (v->check)
      for (Expr *e : static_cast<GroupVar *>(v->check)->occs) e->name.ent = mono;
    v->type = mk_forall(abs->tvs, mk_qual(preds, v->type));
    abs->exports.push_back({v, mono, {}});
  }
  for (Bind *b : g.binds) {
    if (b->tag == BindTag::Pat) {
      redirect_pat(b->pat, monos);
      continue;
    }
    for (auto &m : monos)
      if (b->mono == m.first) {
        b->mono = m.second;
        break;
      }
  }
}

void Tc::infer_binds(const Vec<Bind *> &binds, BindGroup *g, bool top) {
  CrashContext context("typechecking " + mod.name.string() + "." +
                       (binds[0]->tag == BindTag::Fun ? binds[0]->name.occ.string() : "(pattern)"));
  AbsBinds *abs = mk<AbsBinds>();
  Implic *i = push_implic(binds[0]->span);
  InferGroup group{binds, top, i, {}, {}};
  bound_vars(&group);
  const Expr *origin = synonym_at_type(group);  // before its `@` are taken out
  infer_right_hand_sides(group);
  solve(i);
  cur = i->parent;
  level = cur->level;
  uint32_t outer = level;
  for (Var *v : group.mine) {
    Kind *k = repr_kind(kind_of(v->type));
    group.no_gen = group.no_gen || k->tag == KindTag::Hash;
    if (top && k->tag == KindTag::Hash)
      error(v->def, diag::BadType,
            "a top-level definition cannot be of an unlifted type: " + quote(v->occ) + " :: " + show_tidy(v->type));
  }
  if (group.no_gen) {
    for (Var *v : group.mine) lower_levels(v->type, outer);
  } else {
    choose_params(&group, outer);
  }
  if (!group.metas.empty()) {
    quantify(&group, origin, abs);
    export_polymorphic(group, abstract_context(group, abs), abs);
  } else {
    for (Var *v : group.mine) abs->exports.push_back({v, v, {}});
  }
  for (Var *v : group.vars)
    if (with_signature.count(v)) abs->exports.push_back({v, v, {}});
  for (Var *v : group.mine) v->check = nullptr;
  abs->ev_binds = i->binds;
  abs->binds = binds;
  g->abs.push_back(abs);
  leave_unsolved(i);
  if (top) finish_toplevel(i);
}

void Tc::warn_missing_signatures() {
  if (mod.is_stdlib || !mod.values || !diags().is_on(diag::MissingSignature, mod.file)) return;
  for (BindGroup *g : mod.values->groups)
    for (Bind *b : g->binds) {
      Var *v = b->tag == BindTag::Fun && b->name.ent ? dyn_cast<Var>(b->name.ent) : nullptr;
      if (!v || !v->type || b->generated || with_signature.count(v)) continue;
      const Type *t = repr(v->type);
      while (t->tag == TypeTag::Forall) t = repr(cast<TForall>(t).body);
      diags().warn(b->name.span ? b->name.span : b->span, diag::MissingSignature,
                   "top-level definition without a type signature: " + v->occ.string() + " :: " + show_tidy(t));
    }
}

}  // namespace gphc::check
