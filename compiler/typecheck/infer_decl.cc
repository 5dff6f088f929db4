// infer_decl.cc: a module as a whole: classes' default methods, instances, derived instances' contexts, default
// declarations, rules.
//
// Order: types and classes group by group; heads of all instances; values; then the bodies of default methods and
// instances, which may use values without signatures.
#include "typecheck/infer.h"

#include <algorithm>

namespace gphc {

void typecheck_module(Module &m) {
  CrashContext context("typechecking module " + m.name.string());
  check::Tc *tc = new check::Tc(m);
  tc->run();
  if (!m.on_demand) delete tc;
}

void check_definition(AbsBinds *abs) {
  if (!abs->check_later) return;
  do_later(&abs->check_later);
  diags().stop_if_errors();
}

namespace check {

static Tc *g_tc;  // for derive_instances' callback

Tc::Tc(Module &m) : mod(m) {
  root = mk<Implic>();
  root->level = 1;
  cur = root;
  level = 1;
  overloaded_strings = m.ext("OverloadedStrings");
  monomorphism = !m.ext("NoMonomorphismRestriction");
  poly_kinds = m.ext("PolyKinds") || m.is_stdlib;
  strict = m.ext("Strict");
  impredicative = m.is_stdlib;
}

void Tc::run() {
  g_tc = this;
  for (Vec<Decl *> &g : mod.type_groups) infer_type_group(g);
  std::vector<DerivedInstance> derived =
      derive_instances(mod, [](HsType *t) { return g_tc->conv_sigma(t, mk_kind_meta()); });
  for (Decl *d : mod.instances)
    if (d->tag == DeclTag::Instance) instance_head(d);
  for (DerivedInstance &d : derived) {
    if (!d.inst || !d.inst->cls) continue;
    if (!d.infer_context) {
      d.inst->context = conv_context(d.decl->context);
      settle_kinds();
    }
    for (TyVar *v : d.inst->vars)
      if (!v->kind) v->kind = kind_star();
    d.decl->cls = d.inst->cls;
    register_instance(d.inst, d.span);
    mod.instances.push_back(d.decl);
  }
  derive_contexts(derived);
  default_decls();
  for (Decl *d : mod.foreigns)
    if (!d->is_export) foreign_decl(d);
  local_binds(mod.values, true);
  for (Vec<Decl *> &g : mod.type_groups)
    for (Decl *d : g)
      if (d->tag == DeclTag::Class) class_defaults(d);
  for (Decl *d : mod.instances)
    if (d->tag == DeclTag::Instance) instance_body(d);
  for (Decl *d : mod.foreigns)
    if (d->is_export) foreign_decl(d);
  for (Decl *d : mod.rules) check_rule(d);
  begin_binding();
  finish_toplevel(root);
  begin_binding();
  zonk_module();
  warn_missing_signatures();
  g_tc = nullptr;
}

// ---- Instance heads ------------------------------------------------------------------------------------------------
static Var *mk_global(const std::string &name, const Type *type, Symbol module, Span s) {
  Var *v = mk_local_var(sym(name), type, s);
  v->sort = VarSort::Global;
  v->module = module;
  return v;
}

static std::string instance_name(const Instance *i) {
  std::string s = i->cls->occ.string();
  for (const Type *t : i->args) {
    TyCon *c = head_tycon(t);
    s += c ? c->occ.string() : "v";
  }
  return s;
}

static void set_dfun_type(Instance *i) {
  i->dfun->type = mk_forall(i->vars, mk_qual(i->context, dict_type(Pred{i->cls, i->args})));
}

void Tc::instance_head(Decl *d) {
  if (!d->head) return;
  size_t before = type_errors;
  for (TyVar *v : d->tvs)
    if (!v->kind) {
      v->kind = mk_kind_meta();
      kind_pending.push_back(v);
    }
  Pred p;
  bool ok = conv_pred(d->head, &p);
  Vec<Pred> context = conv_context(d->context);
  settle_kinds();
  if (!ok || type_errors != before) return;
  if (p.cls == find_known_class(KnownClass::Typeable) && !mod.is_stdlib) {
    error(d->head->span, diag::BadInstance, "every type has its instance of `Typeable': none can be written");
    return;
  }
  Instance *i = d->inst ? d->inst : mk<Instance>();
  i->cls = p.cls;
  i->vars = d->tvs;
  i->args = p.args;
  i->context = context;
  i->module = mod.name;
  i->span = d->head->span;
  i->overlap = d->overlap;
  d->inst = i;
  d->cls = p.cls;
  if (!context.empty() && !mod.is_stdlib) {
    const Type *head = mk_tfuns(i->args, mk_tcon(g_builtin.unit));
    check_ambiguity(join(d->context[0]->span, d->head->span), "the context of the instance `" + show_pred(p) + "'",
                    mk_forall(i->vars, mk_qual(context, head)));
  }
  if (!mod.is_stdlib)
    check_coverage(context.empty() ? d->head->span : join(d->context[0]->span, d->head->span), p, context);
  register_instance(i, d->head->span, d->span);
}

void Tc::register_instance(Instance *inst, Span s, Span whole) {
  if (!inst->dfun) inst->dfun = mk_global("$f" + instance_name(inst), nullptr, mod.name, s);
  set_dfun_type(inst);
  if (inst->overlap == Overlap::None && mod.ext("OverlappingInstances")) inst->overlap = Overlap::Overlaps;
  if (inst->overlap == Overlap::None && mod.ext("IncoherentInstances")) inst->overlap = Overlap::Incoherent;
  for (Instance *o : inst->cls->instances) {
    if (o == inst || o->args.size() != inst->args.size()) continue;
    bool heads = true;
    for (size_t k = 0; k < o->args.size() && heads; k++) heads = head_tycon(o->args[k]) == head_tycon(inst->args[k]);
    // The same head up to names of variables.
    if (!heads || o->vars.size() != inst->vars.size()) continue;
    Vec<const Type *> a{}, b{};
    const Type *ta =
        mk_tcon_app(tuple_tycon(2), std::vector<const Type *>{mk_tcon(g_builtin.unit), mk_tcon(g_builtin.unit)});
    const Type *tb = ta;
    for (size_t k = 0; k < o->args.size(); k++) {
      ta = mk_tfun(ta, o->args[k]);
      tb = mk_tfun(tb, inst->args[k]);
    }
    // Variables in order of first occurrence.
    auto order = [](const Type *t, const Vec<TyVar *> &vs) {
      Vec<TyVar *> out;
      auto walk = [&](auto &self, const Type *x) -> void {
        x = repr(x);
        if (const TVar *v = dyn_cast<TVar>(x)) {
          if (std::find(vs.begin(), vs.end(), v->var) != vs.end() &&
              std::find(out.begin(), out.end(), v->var) == out.end())
            out.push_back(v->var);
        } else if (const TApp *ap = dyn_cast<TApp>(x)) {
          self(self, ap->fn);
          self(self, ap->arg);
        } else if (const TFun *f = dyn_cast<TFun>(x)) {
          self(self, f->arg);
          self(self, f->res);
        }
      };
      walk(walk, t);
      return out;
    };
    if (!same_type(mk_forall(order(ta, o->vars), ta), mk_forall(order(tb, inst->vars), tb))) continue;
    // Shown at the first of two in one file.
    bool later = o->span && o->span.file == s.file;
    error(later ? o->span : s, diag::DuplicateInstance,
          "duplicate instance declarations: `instance " + show_pred(Pred{inst->cls, inst->args}) + "'")
        .note(later ? s : o->span, "the other one");
    return;
  }
  // Types that agree in what determines must agree in what is determined (Jones, 2000; as liberal as GHC: where they
  // can be made equal they agree).
  for (const FunDep &fd : inst->cls->fundeps)
    for (Instance *o : inst->cls->instances) {
      if (o == inst || o->args.size() != inst->args.size()) continue;
      auto fresh_args = [&](const Instance *i) {
        Vec<const Type *> types{}, args{};
        for (TyVar *v : i->vars) types.push_back(fresh_for(v, s));
        for (const Type *a : i->args) args.push_back(subst_type(a, i->vars, types));
        return args;
      };
      Vec<const Type *> a = fresh_args(o), b = fresh_args(inst);
      auto agree = [&](const Vec<uint32_t> &places) {
        UnifyFailure f;
        return std::all_of(places.begin(), places.end(),
                           [&](uint32_t k) { return unify_types(a[k], b[k], level, &f); });
      };
      if (!agree(fd.from) || agree(fd.to)) continue;
      bool later = o->span && o->span.file == s.file;
      error(later ? o->span : s, diag::DuplicateInstance,
            "two instances that contradict a functional dependency of " + quote(inst->cls->occ) + ": `instance " +
                show_pred(Pred{inst->cls, inst->args}) + "'")
          .note(later ? s : o->span, "the other one");
      return;
    }
  inst->cls->instances.push_back(inst);
  if (!mod.is_stdlib && inst->cls->module != mod.name) {
    bool orphan = true;
    auto walk = [&](auto &self, const Type *x) -> void {
      x = repr(x);
      if (const TCon *c = dyn_cast<TCon>(x)) orphan = orphan && c->con->module != mod.name;
      else if (const TApp *ap = dyn_cast<TApp>(x)) {
        self(self, ap->fn);
        self(self, ap->arg);
      } else if (const TFun *f = dyn_cast<TFun>(x)) {
        self(self, f->arg);
        self(self, f->res);
      }
    };
    for (const Type *a : inst->args) walk(walk, a);
    if (orphan)
      diags().warn(whole ? whole : s, diag::OrphanInstance,
                   "orphan instance: `instance " + show_pred(Pred{inst->cls, inst->args}) + "'");
  }
}

// ---- Derived contexts ----------------------------------------------------------------------------------------------
// Reduces a constraint to constraints on type variables, with the instances' contexts as they are now.
bool Tc::simplify_derived(const Pred &p, Vec<Pred> &out, int depth, Pred *culprit) {
  bool var_headed = true;
  for (const Type *a : p.args) {
    const Type *h = repr(a);
    while (h->tag == TypeTag::App) h = repr(cast<TApp>(h).fn);
    var_headed = var_headed && h->tag == TypeTag::Var;
  }
  if (!var_headed || p.args.empty()) {
    Instance *inst;
    Vec<const Type *> types;
    if (p.cls == find_known_class(KnownClass::Typeable)) return true;
    if (depth < 50 && lookup_instance(p, &inst, &types) == Lookup::One) {
      for (const Pred &q : inst->context) {
        Pred r{q.cls, {}};
        for (const Type *a : q.args) r.args.push_back(subst_type(a, inst->vars, types));
        if (!simplify_derived(r, out, depth + 1, culprit)) return false;
      }
      return true;
    }
    bool some_var = false;
    for (const Type *a : p.args) some_var = some_var || !head_tycon(a);
    if (p.args.size() < 2 || !some_var) {
      *culprit = p;
      return false;
    }
  }
  for (const Pred &q : out)
    if (q.cls == p.cls && std::equal(q.args.begin(), q.args.end(), p.args.begin(), p.args.end(), same_type))
      return true;
  out.push_back(p);
  return true;
}

// The superclasses' instances may need what `context` does not say: a written Eq of more than the derived Ord. A
// missing one is reported when the instance is checked.
void Tc::want_superclasses(const Instance &inst, Vec<Pred> &context) {
  for (const Pred &super : subst_preds(inst.cls->supers, inst.cls->params, inst.args)) {
    Vec<Pred> needed;
    Pred culprit;
    if (!simplify_derived(super, needed, 0, &culprit)) continue;
    for (const Pred &p : needed) {
      Vec<Pred> known = context.clone();  // and their superclasses
      bool implied = false;
      for (size_t k = 0; !implied && k < known.size() && k < 200; k++) {
        implied = known[k].cls == p.cls && same_args(known[k].args, p.args);
        known.append(subst_preds(known[k].cls->supers, known[k].cls->params, known[k].args));
      }
      if (!implied) context.push_back(p);
    }
  }
}

void Tc::derive_contexts(std::vector<DerivedInstance> &derived) {
  std::vector<bool> failed(derived.size());
  for (int round = 0; round < 100; round++) {
    bool changed = false;
    for (size_t k = 0; k < derived.size(); k++) {
      DerivedInstance &d = derived[k];
      if (!d.infer_context || !d.inst || !d.inst->cls || failed[k]) continue;
      Vec<Pred> out;
      for (const Pred &p : d.wanted) {
        Pred culprit;
        if (simplify_derived(p, out, 0, &culprit)) continue;
        error(d.span, diag::NoInstance,
              "no instance for `" + show_pred(culprit) + "' arising from the deriving of " + d.inst->cls->occ.string() +
                  " for " + (d.tycon ? d.tycon->occ.string() : std::string("a type")))
            .hint("use a standalone deriving declaration or write the instance");
        failed[k] = true;
        break;
      }
      if (failed[k]) continue;
      want_superclasses(*d.inst, out);
      if (out.size() != d.inst->context.size()) {  // contexts only grow
        d.inst->context = out;
        changed = true;
      }
    }
    if (!changed) break;
  }
  for (size_t k = 0; k < derived.size(); k++) {
    DerivedInstance &d = derived[k];
    if (!d.inst || !d.inst->cls) continue;
    set_dfun_type(d.inst);
    if (failed[k]) d.decl->inst = nullptr;  // reported
  }
}

// ---- Methods -------------------------------------------------------------------------------------------------------
// Checks a method's binding, in a scope that holds the class's or instance's givens, against `type`; `sig` is the
// instance's own signature for it or null; of a default method it is the class's, `type` itself.
void Tc::check_method(AbsBinds *abs, Bind *b, Var *global, const Vec<TyVar *> &tvs, const Vec<Var *> &evs,
                      const Type *type, const Type *sig, EvBinds *binds) {
  CrashContext context("typechecking " + mod.name.string() + "." + global->occ.string());
  abs->tvs = tvs;
  abs->ev_params = evs;
  abs->ev_binds = binds;
  const Type *t = sig ? sig : type;
  Var *mono = mk_local_var(b->name.occ, t, b->name.span);
  b->mono = mono;
  const Type *r = repr(t);
  if (r->tag == TypeTag::Forall || r->tag == TypeTag::Qual) {
    push_implic(b->span);
    Wrapper steps;
    r = skolemise(t, sig != nullptr, true, steps, nullptr, nullptr);  // its own variables: they may be scoped
    fun_bind(b, r);
    pop_implic();
    b->wrap.append(steps);
  } else {
    fun_bind(b, t);
  }
  AbsExport ex{global, mono, {}};
  if (sig && sig != type) {
    push_implic(b->span);
    Wrapper steps;
    const Type *want = skolemise(type, false, true, steps, nullptr, nullptr);
    const Type *have = instantiate(sig, ex.wrap, b->span, {"the signature of", b->name.occ});
    unify(b->span, have, want);
    pop_implic();
    ex.wrap.append(steps);
  }
  abs->exports.push_back(ex);
  abs->binds.push_back(b);
}

// See Note [Definitions on demand] in typecheck.h. `check` fills what defines `poly`.
AbsBinds *Tc::now_or_later(Var *poly, const std::function<void(AbsBinds *)> &check) {
  AbsBinds *abs = mk<AbsBinds>();
  if (!mod.on_demand) {
    check(abs);
    return abs;
  }
  abs->exports.push_back({poly, nullptr, {}});
  abs->check_later = new Later([this, abs, check] {
    abs->exports.clear();
    check(abs);
    begin_binding();
    zonk_definition(abs);
  });
  return abs;
}

void Tc::class_defaults(Decl *d) {
  Class *c = d->cls;
  if (!c || !d->body) return;
  for (PragmaDecl *p : d->body->pragmas)
    if (p->tag == PragmaTag::Minimal) note_minimal(c, p->text);
  ClassElab *elab = mk<ClassElab>();
  d->class_elab = elab;
  elab->defaults.resize(c->methods.size(), nullptr);
  Pred self{c, {}};
  for (TyVar *v : c->params) self.args.push_back(mk_tvar(v));
  for (Bind *b : d->body->binds) {
    if (b->tag != BindTag::Fun || !b->name.ent || b->name.ent->tag != EntTag::Var) continue;
    Var *v = &cast<Var>(b->name.ent);
    if (v->cls != c || v->index >= c->methods.size() || !c->methods[v->index].default_impl || elab->defaults[v->index])
      continue;
    elab->defaults[v->index] = now_or_later(c->methods[v->index].default_impl, [=, this](AbsBinds *abs) {
      begin_binding();
      Implic *i = push_implic(b->span);
      for (TyVar *p : c->params) {
        p->skolem = p->settled = true;
        p->level = level;
      }
      Vec<Var *> evs;
      evs.push_back(mk_ev(self));
      add_given(i, self, evs[0]);
      const Type *type = c->methods[v->index].type;
      check_method(abs, b, c->methods[v->index].default_impl, c->params, evs, type, type, i->binds);
      pop_implic();
      finish_toplevel(i);
    });
  }
}


void Tc::instance_body(Decl *d) {
  Instance *inst = d->inst;
  if (!inst || !inst->dfun) return;
  Class *c = inst->cls;
  Span s = d->head ? d->head->span : inst->span;
  CrashContext context("typechecking instance " + show_pred(Pred{c, inst->args}));
  InstElab *elab = mk<InstElab>();
  d->elab = elab;
  auto open_scope = [this, s, inst](size_t head_size, Vec<Var *> *evs) {
    Implic *i = push_implic(s);
    i->head_size = head_size;
    for (TyVar *v : inst->vars) {
      v->skolem = v->settled = true;
      v->level = level;
    }
    for (const Pred &p : inst->context) {
      evs->push_back(mk_ev(p));
      add_given(i, p, evs->back());
    }
    return i;
  };
  begin_binding();
  Implic *i = open_scope(args_size(inst->args), &elab->ev_params);
  for (const Pred &p : c->supers) {
    Pred q{p.cls, {}};
    for (const Type *a : p.args) q.args.push_back(subst_type(a, c->params, inst->args));
    elab->supers.push_back(emit(q, s, {"the superclasses of an instance declaration", {}, inst}));
    i->wanteds.back()->super = true;
  }
  if (d->via_newtype) {
    Pred q{c, inst->args.clone()};
    q.args.back() = d->newtype_rep;
    elab->rep_dict = emit(q, s, {"a newtype-deriving clause", {}});
    check_same_representation(d);
  }
  elab->ev_binds = i->binds;
  pop_implic();
  finish_toplevel(i);
  std::vector<std::string_view> missing;
  for (Method &m : c->methods) {
    MethodElab me;
    Bind *b = nullptr;
    if (d->body)
      for (Bind *x : d->body->binds)
        if (x->tag == BindTag::Fun && x->name.ent == m.sel) {
          b = x;
          break;
        }
    if (b && m.type) {
      const Type *type = subst_type(m.type, c->params, inst->args);
      me.global = mk_global("$c" + m.sel->occ.string() + "$" + instance_name(inst),
                            mk_forall(inst->vars, mk_qual(inst->context, type)), mod.name, b->name.span);
      new_globals.push_back(me.global);
      me.abs = now_or_later(me.global, [=, this, global = me.global, sel = m.sel](AbsBinds *abs) {
        CrashContext at("typechecking instance " + show_pred(Pred{c, inst->args}));
        begin_binding();
        Vec<Var *> evs;
        Implic *k = open_scope(0, &evs);
        const Type *sig = nullptr;
        for (SigDecl *sd : d->body->sigs)
          for (Name &n : sd->names)
            if (n.ent == sel) sig = conv_sigma(sd->type);
        check_method(abs, b, global, inst->vars, evs, type, sig, k->binds);
        pop_implic();
        finish_toplevel(k);
      });
    } else if (!d->via_newtype) {
      me.use_default = m.default_impl != nullptr;
      me.missing = !me.use_default;
      if (me.missing) missing.push_back(m.sel->occ.str());
    }
    elab->methods.push_back(me);
  }
  if (!mod.is_stdlib && !d->via_newtype && !inst->derived)
    if (std::string lacks = what_it_lacks(d, missing); !lacks.empty())
      diags().warn(
          s, diag::MissingMethods,
          "no explicit implementation for " + lacks + " in the instance `" + show_pred(Pred{c, inst->args}) + "'");
  if (!d->body) return;
  for (Bind *b : d->body->binds) {
    if (b->tag != BindTag::Fun || !b->name.ent) continue;
    bool found = false;
    for (Method &m : c->methods) found = found || b->name.ent == m.sel;
    if (!found)
      error(b->name.span ? b->name.span : b->span, diag::UnknownMethod,
            quote(b->name.occ) + " is not a method of class " + quote(c->occ));
  }
}

// ---- Default declarations ------------------------------------------------------------------------------------------
void Tc::default_decls() {
  if (mod.defaults.empty()) {
    if (TyCon *c = find_known_tycon(KnownTyCon::Integer)) default_types.push_back(mk_tcon(c));
    if (TyCon *c = find_known_tycon(KnownTyCon::Double)) default_types.push_back(mk_tcon(c));
    return;
  }
  for (size_t i = 0; i < mod.defaults.size(); i++) {
    if (i) error(mod.defaults[i]->span, diag::Duplicate, "more than one default declaration");
    for (HsType *t : mod.defaults[i]->types) default_types.push_back(conv_sigma(t, kind_star()));
  }
}

// ---- Rules ---------------------------------------------------------------------------------------------------------
// A rule's left side is inferred; the constraints it leaves become parameters of the rule. A rule that does not check
// is dropped: rules are advice.
void Tc::check_rule(Decl *d) {
  Vec<RuleDecl *> good;
  size_t before = type_errors;
  quiet = true;
  for (RuleDecl *r : d->rules)
    if (r->lhs && r->rhs && rule(r)) good.push_back(r);
  quiet = false;
  type_errors = before;
  d->rules = good;
}

bool Tc::rule(RuleDecl *r) {
  begin_binding();
  size_t before = type_errors;
  Implic *i = push_implic(r->span);
  for (Pat *p : r->vars) {
    if (p->tag == PatTag::Sig)
      for (TyVar *v : p->sig_binds) alias[v] = fresh_of(mk_kind_meta(), p->span);
    pat(p, fresh_open(p->span));
  }
  const Type *t = rho(r->lhs, nullptr);
  solve(i);
  r->lhs_binds = i->binds;
  Vec<Wanted *> params = i->wanteds;
  i->wanteds = {};
  i->binds = mk<EvBinds>();
  r->rhs_binds = i->binds;
  sigma(r->rhs, t);
  std::vector<MetaVar *> ms;
  for (Pat *p : r->vars) collect_metas(p->type, i->level - 1, ms);
  collect_metas(t, i->level - 1, ms);
  for (Wanted *w : params)
    for (const Type *a : w->pred.args) collect_metas(a, i->level - 1, ms);
  size_t n = 0;
  for (MetaVar *m : ms) {
    TyVar *v = mk_tyvar(sym("t" + std::to_string(n++)), zonk_kind(m->kind));
    v->skolem = true;
    v->level = i->level;
    m->ref = mk_tvar(v);
    r->tvs.push_back(v);
  }
  for (Wanted *w : params) {
    r->evs.push_back(w->ev);
    add_given(i, w->pred, w->ev);
  }
  i->solved = nullptr;
  solve(i);
  bool ok = type_errors == before && i->wanteds.empty() && i->children.empty();
  cur = i->parent;
  level = cur->level;
  return ok;
}

}  // namespace check
}  // namespace gphc
