// desugar.cc: the program. collect() notes what defines each top-level variable of each module; a reference to one puts
// its definition into the queue; running the queue until it is empty desugars what the roots reach. Classes, instances
// and selectors have no syntax tree to translate: their Core is made here.
//
// Note [Shape of instances]
// dfun = /\vars. \dicts. D:C @args supers.. methods..   directly a constructor, so that selecting from a known instance
// needs no unfolding of local definitions. A field is `$cmethod @vars dicts`, a global of its own; a default method is
// `$dmm @args (dfun @vars dicts)`; a superclass is evidence from the instance's EvBinds, written out in place.
#include "desugar/desugar.h"

#include <algorithm>

#include "desugar/desugarer.h"
#include "rename/scope.h"
#include "typecheck/typecheck.h"

namespace gphc::desugar {

using namespace core;

struct Desugarer::Def {
  enum Sort : uint8_t { Abs, Method, Super, Selector, Inst, Foreign } sort;
  const Module *module = nullptr;
  AbsBinds *abs = nullptr;
  Class *cls = nullptr;
  uint32_t index = 0;
  Var *var = nullptr;
  Decl *decl = nullptr;
  bool done = false, queued = false;
};

static Desugarer *g_desugarer = nullptr;  // one program a run

CExpr error_call(KnownVar fn, const Type *result, const std::string &text) {
  const Type *ts[] = {result};
  return mk_app(mk_ty_app(g_desugarer->ref(known_var(fn)), ts), {mk_string_lit(text)});
}

// ---- Variables ------------------------------------------------------------------------------------------------------
Var *Desugarer::var(Var *v) {
  if (converted_.insert(v).second) {
    GPHC_CHECK(v->type, "no type for " + v->occ.string());
    if (is_top_level(v)) v->source_type = v->type;
    v->type = core_type(v->type);
    if (is_top_level(v)) {
      auto it = defs_.find(v);
      if (it != defs_.end() && !it->second->queued) {
        it->second->queued = true;
        queue_.push_back(it->second);
      }
    }
  }
  return v;
}

CExpr Desugarer::ref(Var *v) {
  auto a = alias.find(v);
  if (a != alias.end()) return a->second;
  if (v->sort == VarSort::PrimOp) return mk_prim_app(v->primop, {}, {});
  return mk_var(var(v));
}

CTypes Desugarer::types(const CTypes &ts) {
  CTypes out;
  for (const Type *t : ts) out.push_back(core_type(t));
  return out;
}

void Desugarer::make_global(Var *v) {
  if (is_top_level(v)) return;
  v->sort = VarSort::Global;
  if (!v->module && module) v->module = module->name;
}

void Desugarer::emit(Var *v, CExpr rhs) {
  GPHC_CHECK(emitted_.insert(v).second, "defined twice: " + v->occ.string());
  out_.push_back({var(v), rhs});
}

// ---- What defines what ----------------------------------------------------------------------------------------------
void Desugarer::define(Var *v, Def *d) {
  d->module = module;
  if (!d->var) d->var = v;
  v->own_name = is_top_level(v);
  v->library = v->own_name && module->is_stdlib;
  defs_[v] = d;
}

void Desugarer::collect(Module *m) {
  module = m;
  auto abs_group = [&](AbsBinds *abs) {
    Def *d = new Def{Def::Abs};
    d->abs = abs;
    for (const AbsExport &x : abs->exports) define(x.poly, d);
  };
  if (m->values) {
    pragmas(m->values);
    for (const BindGroup *g : m->values->groups)
      for (AbsBinds *abs : g->abs) abs_group(abs);
  }
  for (const Vec<Decl *> &g : m->type_groups)
    for (Decl *d : g) collect_type(d);
  for (Decl *d : m->instances) {
    Def *inst = new Def{Def::Inst};
    inst->decl = d;
    define(d->inst->dfun, inst);
    info(d->inst->dfun).is_dfun = true;
    if (!d->elab) continue;
    for (size_t i = 0; i < d->elab->methods.size(); i++)
      if (AbsBinds *abs = d->elab->methods[i].abs) abs_group(abs);
    if (d->body)
      method_pragmas(d, [d](size_t i) { return i < d->elab->methods.size() ? d->elab->methods[i].global : nullptr; });
  }
  for (Decl *d : m->foreigns) {
    if (d->is_export) continue;
    Def *f = new Def{Def::Foreign};
    f->decl = d;
    define(d->foreign_var, f);
  }
}

// Pragmas in the body of a class or an instance name the class's method; they are about its default or the instance's
// own: implementation(i).
void Desugarer::method_pragmas(Decl *d, const std::function<Var *(size_t)> &implementation) {
  for (const PragmaDecl *p : d->body->pragmas)
    for (const Name &n : p->names)
      for (size_t i = 0; i < d->cls->methods.size(); i++)
        if (Var *v = n.ent == d->cls->methods[i].sel ? implementation(i) : nullptr) {
          LocalBinds one;
          PragmaDecl copy = *p;
          Name name = n;
          name.ent = v;
          copy.names = {name};
          one.pragmas.push_back(&copy);
          pragmas(&one);
        }
}

void Desugarer::collect_type(Decl *d) {
  if (d->tycon) {
    std::unordered_set<const Var *> seen;
    for (DataCon *c : d->tycon->cons)
      for (const FieldInfo &f : c->fields)
        if (f.selector && f.selector->type && seen.insert(f.selector).second) {
          Def *s = new Def{Def::Selector};
          define(f.selector, s);
          info(f.selector).is_selector = true;
        }
  }
  if (d->tag != DeclTag::Class || !d->cls) return;
  if (d->body) method_pragmas(d, [d](size_t i) { return d->cls->methods[i].default_impl; });
  for (uint32_t i = 0; i < d->cls->methods.size(); i++) {
    Def *s = new Def{Def::Method};
    s->cls = d->cls;
    s->index = i;
    define(d->cls->methods[i].sel, s);
    info(d->cls->methods[i].sel).is_selector = true;
  }
  if (d->class_elab)
    for (AbsBinds *abs : d->class_elab->defaults)
      if (abs) {
        Def *s = new Def{Def::Abs};
        s->abs = abs;
        for (const AbsExport &x : abs->exports) define(x.poly, s);
      }
}

void Desugarer::places_of(const Var *v) {
  const bool has = places_ && module && !module->is_stdlib && v->def.file;
  function_ = has ? sym(module->name.string() + "." + v->occ.string()) : Symbol();
  bound_ = has ? location(v->def) : Symbol();
}

void Desugarer::run(Def *d) {
  if (d->done) return;
  d->done = d->queued = true;
  module = d->module;
  local_ = {};
  places_of(d->var);
  CrashContext at("desugaring " + (d->module ? d->module->name.string() + "." : std::string()) + d->var->occ.string());
  switch (d->sort) {
    case Def::Abs: {
      check_definition(d->abs);
      Vec<Binding> out;
      top_abs_ = d->abs;
      abs_binds(d->abs, true, &out, nullptr);
      top_abs_ = nullptr;
      for (const Binding &b : out) emit(b.var, b.rhs);
      return;
    }
    case Def::Method: return dict_selector(d->cls, d->cls->supers.size() + d->index, d->var);
    case Def::Super: return dict_selector(d->cls, d->index, d->var);
    case Def::Selector: return selector(d->var);
    case Def::Inst: return instance(d->decl);
    case Def::Foreign: return emit(d->var, foreign_import(d->decl));
  }
}

// ---- Selectors ------------------------------------------------------------------------------------------------------
Var *Desugarer::super_selector(Class *cls, uint32_t index) {
  Vec<Var *> &vs = supers_[cls];
  if (vs.empty()) {
    const Module *here = module;
    module = find_module(cls->module);
    for (uint32_t i = 0; i < cls->supers.size(); i++) {
      CTypes args;
      for (TyVar *v : cls->params) args.push_back(mk_tvar(v));
      const Type *t =
          mk_forall(cls->params, mk_tfun(mk_tcon_app(cls->dict, args), core_type(dict_type(cls->supers[i]))));
      Var *v = mk_core_var("$p" + std::to_string(i + 1) + cls->occ.string(), t);
      v->sort = VarSort::Global;
      v->module = cls->module;
      info(v).is_selector = true;
      Def *d = new Def{Def::Super};
      d->cls = cls;
      d->index = i;
      define(v, d);
      vs.push_back(v);
    }
    module = here;
  }
  return vs[index];
}

// /\params. \d. case d of D:C f1 .. fn -> f_index
void Desugarer::dict_selector(Class *cls, size_t index, Var *sel) {
  DataCon *con = cls->dict->cons[0];
  Vec<TyVar *> params;
  CTypes args;
  for (TyVar *v : cls->params) {
    params.push_back(mk_tyvar(v->occ, v->kind));
    args.push_back(mk_tvar(params.back()));
  }
  Vec<Var *> fields;
  CTypes field_types = con_field_types(con);
  for (const Type *t : field_types) fields.push_back(mk_core_var("f", subst_type(t, con->univ, args)));
  Var *d = mk_core_var("d", mk_tcon_app(cls->dict, args));
  emit(sel, mk_ty_lam(params, mk_lam(Vec<Var *>{d}, mk_case_one(mk_var(d), con, args, fields, mk_var(fields[index])))));
}

void Desugarer::selector(Var *sel) {
  TyCon *tc = sel->field_cons[0]->tycon;
  Vec<TyVar *> params;
  CTypes args;
  for (TyVar *v : tc->params) {
    params.push_back(mk_tyvar(v->occ, v->kind));
    args.push_back(mk_tvar(params.back()));
  }
  Var *r = mk_core_var("r", mk_tcon_app(tc, args));
  CExpr body;
  if (tc->sort == TyConSort::Newtype) {
    body = mk_cast(mk_var(r), subst_type(newtype_rep(tc), tc->params, args));
  } else {
    Vec<Alt> alts;
    const Type *result = nullptr;
    for (DataCon *c : tc->cons) {
      size_t index = c->fields.size();
      for (size_t i = 0; i < c->fields.size(); i++)
        if (c->fields[i].selector == sel) index = i;
      if (index == c->fields.size()) continue;
      Alt a;
      a.con = c;
      Vec<TyVar *> from = c->univ.clone();
      CTypes to = args.clone();
      for (TyVar *v : c->exist) {
        a.ex_tvs.push_back(mk_tyvar(v->occ, v->kind));
        from.push_back(v);
        to.push_back(mk_tvar(a.ex_tvs.back()));
      }
      for (const Type *t : con_field_types(c)) a.fields.push_back(mk_core_var("f", subst_type(t, from, to)));
      Var *x = a.fields[c->theta.size() + index];
      a.body = mk_var(x);
      result = x->type;
      alts.push_back(a);
    }
    GPHC_CHECK(result, "no constructor has the field " + sel->occ.string());
    if (alts.size() < tc->cons.size()) {
      Alt a;
      a.body = error_call(KnownVar::recSelError, result, span_text(sel->def) + "|" + sel->occ.string());
      alts.push_back(a);
    }
    body = mk_case(mk_var(r), mk_core_var("wild", r->type), result, alts);
  }
  emit(sel, mk_ty_lam(params, mk_lam(Vec<Var *>{r}, body)));
}

// ---- Instances ------------------------------------------------------------------------------------------------------
// The evidence variable v of `binds` written out as an expression; null when that would not end.
static const EvTerm *term_of(const EvBinds *binds, const Var *v) {
  if (binds)
    for (const EvBind &b : binds->binds)
      if (b.var == v) return b.term;
  return nullptr;
}
CExpr Desugarer::inline_evidence(const EvBinds *binds, const EvTerm *t, int depth) {
  if (depth > 12) return nullptr;
  switch (t->tag) {
    case EvTag::Var:
      if (const EvTerm *u = term_of(binds, t->var)) return inline_evidence(binds, u, depth + 1);
      return ref(t->var);
    case EvTag::Inst: {
      Vec<CExpr> args;
      for (const EvTerm *a : t->args) {
        args.push_back(inline_evidence(binds, a, depth + 1));
        if (!args.back()) return nullptr;
      }
      return mk_app(mk_ty_app(ref(t->inst->dfun), types(t->types)), args);
    }
    case EvTag::Super: {
      CExpr d = inline_evidence(binds, t->dict, depth + 1);
      if (!d) return nullptr;
      CTypes args;
      split_tcon_app(expr_type(d), &args);
      return mk_app(mk_ty_app(ref(super_selector(t->cls, t->index)), args), {d});
    }
    default: return t->args.empty() ? evidence(t) : nullptr;
  }
}

void Desugarer::instance(Decl *d) {
  Instance *inst = d->inst;
  InstElab *elab = d->elab;
  Class *cls = inst->cls;
  DataCon *con = cls->dict->cons[0];
  CTypes args = types(inst->args), vars;
  Vec<Var *> evs;
  Vec<CExpr> ev_args;
  for (TyVar *v : inst->vars) vars.push_back(mk_tvar(v));
  for (Var *v : elab->ev_params) {
    evs.push_back(var(v));
    ev_args.push_back(mk_var(v));
  }
  CExpr self = mk_app(mk_ty_app(mk_var(var(inst->dfun)), vars), ev_args);
  CTypes field_types;
  for (const Type *t : con_field_types(con)) field_types.push_back(subst_type(t, con->univ, args));
  Vec<CExpr> fields;
  auto ev_expr = [&](Var *v) {
    EvTerm t{};
    t.tag = EvTag::Var;
    t.var = v;
    CExpr e = inline_evidence(elab->ev_binds, &t, 0);
    return e ? e : ev_let(elab->ev_binds, mk_var(var(v)));
  };
  for (Var *s : elab->supers) fields.push_back(ev_expr(s));
  for (size_t i = 0; i < cls->methods.size(); i++) {
    const Type *t = field_types[cls->supers.size() + i];
    const MethodElab *m = i < elab->methods.size() ? &elab->methods[i] : nullptr;
    Span head = d->head ? join(d->context.empty() ? d->head->span : d->context[0]->span, d->head->span) : d->span;
    CExpr e;
    if (elab->rep_dict) {
      CTypes rep_args = args.clone();
      rep_args.back() = type(d->newtype_rep);
      e = mk_cast(mk_app(mk_ty_app(ref(cls->methods[i].sel), rep_args), {ev_expr(elab->rep_dict)}), t);
    } else if (m && m->global) {
      e = mk_app(mk_ty_app(ref(m->global), vars), ev_args);
    } else if (m && m->use_default && cls->methods[i].default_impl) {
      e = mk_app(mk_ty_app(ref(cls->methods[i].default_impl), args), {self});
    } else {
      e = error_call(KnownVar::noMethodError, t, span_text(head) + "|" + cls->methods[i].sel->occ.string());
    }
    fields.push_back(e);
  }
  emit(inst->dfun, mk_ty_lam(inst->vars, mk_lam(evs, mk_con_app(con, args, fields))));
}

// ---- Rules ----------------------------------------------------------------------------------------------------------
void Desugarer::record_rules(Module *m) {
  module = m;
  for (const Decl *d : m->rules)
    for (const RuleDecl *r : d->rules) {
      core::Rule *rule = mk<core::Rule>();
      rule->name = r->name;
      rule->phase = r->has_phase ? r->phase : -1;
      rule->phase_before = r->before;
      rule->tvs = r->tvs;
      for (Var *v : r->evs) rule->vars.push_back(var(v));
      for (const Pat *p : r->vars) {
        while (p->tag == PatTag::Sig || p->tag == PatTag::Paren) p = p->sub;
        rule->vars.push_back(var(p->var));
      }
      CExpr lhs = expr(r->lhs);
      // Evidence that the left side builds from the rule's own is written out in place.
      if (r->lhs_binds) {
        Subst s;
        for (const EvBind &b : r->lhs_binds->binds)
          if (CExpr e = inline_evidence(r->lhs_binds, b.term, 0)) s.bind(var(b.var), e);
        lhs = s.expr(lhs);
      }
      rule->rhs = ev_let(r->rhs_binds, expr(r->rhs));
      if (r->lhs_binds) rule->rhs = ev_let(r->lhs_binds, rule->rhs);
      if (const EApp *a = dyn_cast<EApp>(lhs)) {
        rule->lhs_args = a->args;
        lhs = a->fn;
      }
      if (const ETyApp *a = dyn_cast<ETyApp>(lhs)) {
        rule->lhs_types = a->types;
        lhs = a->fn;
      }
      const EVar *head = dyn_cast<EVar>(lhs);
      if (!head || !is_top_level(head->var)) continue;  // a shape that matching does not handle
      rule->head = head->var;
      rule->library = module->is_stdlib;
      rules_.push_back(rule);
    }
}

// ---- The program ----------------------------------------------------------------------------------------------------
static Var *lookup_in(const char *module, const char *name) {
  Module *m = find_module(sym(module));
  if (!m || !m->scope) return nullptr;
  auto it = m->scope->values.find(sym(name));
  if (it == m->scope->values.end() || it->second.empty() || it->second[0]->tag != EntTag::Var) return nullptr;
  return static_cast<Var *>(it->second[0]);
}

// Collects the modules that have not been; the first time the known closures become roots.
void Desugarer::start(std::span<Module *const> modules) {
  const bool first = !prog;
  if (first) {
    g_desugarer = this;
    prog = mk<Program>();
    g_integer_tycon = find_known_tycon(KnownTyCon::Integer);
  }
  for (Module *m : modules)
    if (collected_.insert(m).second) collect(m);
  if (!first) return;
#define KNOWN_CLOSURE(field, module, occ) prog->known.push_back(lookup_in(module, occ));
#include "gph/known_closures.def"
#undef KNOWN_CLOSURE
  for (Var *v : prog->known)
    if (v) prog->roots.push_back(var(v));
}

void Desugarer::ahead(std::span<Module *const> modules, std::span<Var *const> roots) {
  start(modules);
  for (Var *v : roots) var(v);
  run_queue();
}

Program *Desugarer::program(std::span<Module *const> modules, Var *main, bool keep_all) {
  start(modules);
  if (main) {
    module = nullptr;
    CExpr body = ref(main);
    CTypes args;
    const Type *main_type = main->type;
    if (const TForall *f = dyn_cast<TForall>(main_type)) {  // forever ..: forall a. IO a
      CTypes units;
      for (size_t i = 0; i < f->vars.size(); i++) units.push_back(mk_tcon(g_builtin.unit));
      body = mk_ty_app(body, units);
      main_type = subst_type(f->body, f->vars, units);
    }
    split_tcon_app(main_type, &args);
    GPHC_CHECK(args.size() == 1, "main of type " + show_type(main->type));
    CExpr run = mk_app(mk_ty_app(ref(known_var(KnownVar::topHandler)), args), {body});
    Var *v = mk_core_var("main", expr_type(run));
    v->sort = VarSort::Global;
    v->module = sym(":Main");
    v->own_name = true;
    if (main->def.file) core::info(v).loc = location(main->def);
    emit(v, run);
    prog->main = v;
    prog->roots.push_back(v);
  }
  for (Module *m : modules) {
    module = m;
    for (Decl *d : m->foreigns)
      if (d->is_export) foreign_export(d);
  }
  run_queue();
  // The program's own modules, for their warnings.
  for (Module *m : modules) {
    if (m->is_stdlib) continue;
    for (auto &[v, d] : defs_)
      if (d->module == m && !d->queued && (d->sort == Def::Abs || d->sort == Def::Inst)) own_.push_back(d);
  }
  std::sort(own_.begin(), own_.end(), [](const Def *a, const Def *b) { return a->var->uniq < b->var->uniq; });
  for (Def *d : own_)
    if (!d->done) {
      d->queued = true;
      if (keep_all) prog->roots.push_back(var(d->var));
      run(d);
    }
  run_queue();
  function_ = {};
  for (Module *m : modules) record_rules(m);
  run_queue();
  finish();
  return prog;
}

// Drops what the roots do not reach and gives every binder its own identity. A rule is kept when everything its left
// side mentions is reached; what its right side mentions then is too.
void Desugarer::finish() {
  std::unordered_map<const Var *, size_t> at;
  for (size_t i = 0; i < out_.size(); i++) at[out_[i].first] = i;
  std::vector<bool> live(out_.size(), false);
  std::vector<const Var *> work(prog->roots.begin(), prog->roots.end());
  std::unordered_set<const Var *> reached;
  auto reach = [&](CExpr e) {
    VarSet used;
    free_vars(e, &used, true);
    for (const Var *u : used)
      if (is_top_level(u)) work.push_back(u);
  };
  auto run_out = [&] {
    while (!work.empty()) {
      const Var *v = work.back();
      work.pop_back();
      if (!reached.insert(v).second) continue;
      auto it = at.find(v);
      GPHC_CHECK(it != at.end() || v->sort == VarSort::PrimOp,
                 "nothing defines " + v->module.string() + "." + v->occ.string());
      if (it == at.end()) continue;
      live[it->second] = true;
      reach(out_[it->second].second);
    }
  };
  run_out();
  Vec<core::Rule *> kept;
  for (bool progress = true; progress;) {
    progress = false;
    for (core::Rule *&r : rules_) {
      if (!r) continue;
      VarSet lhs;
      for (CExpr e : r->lhs_args) free_vars(e, &lhs, true);
      bool all = reached.count(r->head) > 0;
      for (const Var *u : lhs) all = all && (!is_top_level(u) || reached.count(u));
      if (!all) continue;
      kept.push_back(r);
      reach(r->rhs);
      run_out();
      r = nullptr;
      progress = true;
    }
  }
  for (size_t i = 0; i < out_.size(); i++) {
    if (!live[i]) continue;
    Vec<Binding> group;
    CrashContext at_binding("giving names to the binders of " + out_[i].first->occ.string());
    group.push_back({out_[i].first, refresh(out_[i].second)});
    prog->groups.push_back(group);
  }
  for (core::Rule *r : kept) {
    info(r->head).rules.push_back(r);
    prog->rules.push_back(r);
  }
  for (Var *v : prog->roots) info(v).is_exported = true;
}

}  // namespace gphc::desugar

namespace gphc {

void desugar_ahead(std::span<Module *const> modules, std::span<Var *const> roots) {
  desugar::g_desugarer = new desugar::Desugarer(false);
  desugar::g_desugarer->ahead(modules, roots);
}

core::Program *desugar_program(std::span<Module *const> modules, Var *main, bool fuse, bool keep_all, bool places) {
  if (desugar::g_desugarer) return desugar::g_desugarer->program(modules, main, keep_all);
  desugar::Desugarer d(fuse, places);
  return d.program(modules, main, keep_all);
}

}  // namespace gphc
