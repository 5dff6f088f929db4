// rename.cc: what happens to a module, in order.
//
//   1 entities   every type, class, constructor, field, method and top-level binder gets its entity (make_entities)
//   2 imports    import lists are resolved against the exports of the modules named, which are done by now
//   3 fixities   of everything defined at the top, before any infix chain is resolved
//   4 bodies     type and class declarations, then instances, foreign declarations, rules, value bindings
//   5 exports    what importers will see
#include <algorithm>

#include "rename/renamer.h"
#include "support/check.h"

namespace gphc {

namespace {

std::unordered_map<const Entity *, Symbol> g_deprecations;

}  // namespace

Symbol deprecation_of(const Entity *e) {
  auto it = g_deprecations.find(e);
  return it == g_deprecations.end() ? Symbol() : it->second;
}

// ---- Entities ------------------------------------------------------------------------------------------------------

// A second definition of a name is reported at `report_at` and otherwise ignored.
void Renamer::define(Entity *e, Span report_at) {
  auto &table = space_of(e) == NameSpace::Value ? m_->scope->values : m_->scope->types;
  Vec<Entity *> &defs = table[e->occ];
  if (!defs.empty())
    report_duplicate("multiple declarations of " + quote({}, e->occ), defs[0]->def, report_at, report_at);
  defs.push_back(e);
}

namespace {

template <class T>
T *mk_entity(const Name &n, Symbol module) {
  T *e = mk<T>();
  e->tag = T::kTag;
  e->occ = n.occ;
  e->module = module;
  e->uniq = fresh_uniq();
  e->def = n.span;
  return e;
}

bool is_strict(const HsType *t, bool strict_data, bool *unpack) {
  while (t->tag == HsTypeTag::Paren) t = t->a;
  if (t->tag != HsTypeTag::Bang) return strict_data;
  *unpack = t->unpack;
  return t->strict || (strict_data && !t->lazy);
}

}  // namespace

void Renamer::make_con(Decl *d, ConDecl &c, TyCon *tc) {
  DataCon *con = mk_entity<DataCon>(c.name, m_->name);
  c.con = con;
  c.name.ent = con;
  con->tycon = tc;
  con->index = uint32_t(tc->cons.size());
  con->infix = c.infix;
  con->record = c.record;
  con->univ = tc->params;
  tc->cons.push_back(con);
  define(con, c.name.span);
  bool strict_data = d->tag == DeclTag::Data && m_->ext("StrictData");
  for (ConField &f : c.fields) {
    FieldInfo info;
    info.strict = is_strict(f.type, strict_data, &info.unpack);
    if (f.labels.empty()) con->fields.push_back(info);
    for (Name &label : f.labels) {
      info.label = label.occ;
      info.selector = nullptr;
      for (const FieldInfo &other : con->fields)
        if (other.label == label.occ)
          report_duplicate("field " + quote({}, label.occ) + " is declared twice", other.selector->def, label.span,
                           label.span);
      // Constructors of one type share a field.
      for (const DataCon *sibling : tc->cons)
        for (const FieldInfo &other : sibling->fields)
          if (other.label == label.occ) info.selector = other.selector;
      if (!info.selector) {
        info.selector = mk_entity<Var>(label, m_->name);
        info.selector->sort = VarSort::Field;
        define(info.selector, label.span);
      }
      if (info.selector->field_cons.empty() || info.selector->field_cons.back() != con)
        info.selector->field_cons.push_back(con);
      label.ent = info.selector;
      con->fields.push_back(info);
    }
  }
}

void Renamer::make_tycon(Decl *d) {
  TyCon *tc = mk_entity<TyCon>(d->name, m_->name);
  tc->sort = d->tag == DeclTag::Data      ? TyConSort::Data
             : d->tag == DeclTag::Newtype ? TyConSort::Newtype
                                          : TyConSort::Synonym;
  tc->params = d->tvs;
  d->name.ent = tc;
  d->tycon = tc;
  define(tc, d->span);
  for (ConDecl *c : d->cons) make_con(d, *c, tc);
}

void Renamer::make_class(Decl *d) {
  Class *cls = mk_entity<Class>(d->name, m_->name);
  cls->params = d->tvs;
  d->name.ent = cls;
  d->cls = cls;
  define(cls, d->span);
  if (!d->body) return;
  for (SigDecl *s : d->body->sigs)
    for (Name &n : s->names) {
      Var *v = mk_entity<Var>(n, m_->name);
      v->sort = VarSort::Method;
      v->cls = cls;
      v->index = uint32_t(cls->methods.size());
      n.ent = v;
      Method method;
      method.sel = v;
      cls->methods.push_back(method);
      sig_of_[v] = s->type;
      define(v, n.span);
    }
}

void Renamer::make_entities() {
  for (PatSynDecl *d : m_->synonyms) make_synonym(d);
  for (Decl *d : m_->decls) {
    switch (d->tag) {
      case DeclTag::Data:
      case DeclTag::Newtype:
      case DeclTag::Synonym:
      case DeclTag::Class: {
        for (size_t i = 0; i < d->vars.size(); i++) {
          for (size_t j = 0; j < i; j++)
            if (d->vars[j].name.occ == d->vars[i].name.occ)
              report_duplicate("type variable " + quote({}, d->vars[i].name.occ) + " is bound twice",
                               d->vars[j].name.span, d->vars[i].name.span, d->vars[j].name.span);
          d->tvs.push_back(new_tyvar(d->vars[i].name));
        }
        if (d->tag == DeclTag::Class) make_class(d);
        else make_tycon(d);
        break;
      }
      case DeclTag::Values: break;
      case DeclTag::Foreign:
        if (d->is_export) break;
        d->foreign_var = mk_entity<Var>(d->name, m_->name);
        d->foreign_var->sort = VarSort::Foreign;
        d->name.ent = d->foreign_var;
        define(d->foreign_var, d->name.span);
        break;
      case DeclTag::Instance:
      case DeclTag::StandaloneDeriving:
      case DeclTag::Default:
      case DeclTag::Rules: break;
    }
  }
}

// ---- Fixities and pragmas of the top --------------------------------------------------------------------------------
void Renamer::top_fixities(const Vec<FixityDecl *> &fixities, FixitySpans *seen) {
  for (FixityDecl *f : fixities)
    for (Name &op : f->ops) {
      if (is_second_fixity(op, seen)) continue;
      bool found = false;
      for (auto *table : {&m_->scope->values, &m_->scope->types}) {
        auto it = table->find(op.occ);
        if (it == table->end()) continue;
        found = true;
        if (!op.ent) op.ent = it->second[0];
        set_fixity(it->second[0], {f->assoc, f->prec});
        const PatSyn *synonym = dyn_cast<PatSyn>(it->second[0]);
        if (synonym && synonym->builder) set_fixity(synonym->builder, {f->assoc, f->prec});
      }
      if (!found)
        diags().error(op.span, diag::BadFixityDecl,
                      "the fixity declaration for " + quote({}, op.occ) + " lacks a definition in this module");
    }
}

void Renamer::module_pragmas() {
  for (PragmaDecl *p : m_->values->pragmas) {
    switch (p->tag) {
      case PragmaTag::Deprecated:
      case PragmaTag::Warning: {
        Symbol text = p->string ? p->string : sym(p->text);
        if (p->names.empty() && !m_->deprecation) m_->deprecation = text;
        for (Name &n : p->names) {
          bool found = false;
          for (auto *table : {&m_->scope->values, &m_->scope->types}) {
            auto it = table->find(n.occ);
            if (it == table->end()) continue;
            found = true;
            n.ent = it->second[0];
            g_deprecations[n.ent] = text;
          }
          if (!found)
            diags().error(n.span, diag::NotInScope,
                          "the pragma names " + quote({}, n.occ) + ", which this module does not define");
        }
        break;
      }
      case PragmaTag::Complete: {
        Vec<Entity *> set;
        for (Name &n : p->names) {
          resolve_con(n);
          if (n.ent) set.push_back(n.ent);
        }
        for (Entity *e : set)
          if (PatSyn *synonym = dyn_cast<PatSyn>(e)) synonym->complete.push_back(set);
        break;
      }
      default: break;
    }
  }
}

// ---- Other declarations --------------------------------------------------------------------------------------------
void Renamer::rename_foreign(Decl *d) {
  if (d->is_export) resolve_var(d->name);
  if (d->sig) rename_sig_type(d->sig);
}

void Renamer::rename_rules(Decl *d) {
  for (RuleDecl *r : d->rules) {
    Scope scope(*this);
    rename_pats(r->vars);
    for (Local &l : value_trail_) used_locals_.insert(l.ent);  // a rule may bind what it does not mention
    rename_expr(r->lhs);
    rename_expr(r->rhs);
  }
}

void Renamer::rename_values() {
  LocalBinds *b = m_->values;
  rename_sigs_and_pragmas(b);
  root_uses_.insert(root_uses_.end(), uses_.begin(), uses_.end());
  std::vector<std::vector<const Entity *>> uses;
  for (Bind *bind : b->binds) {
    uses_.clear();
    if (m_->on_demand && bind->tag == BindTag::Fun && !bind->generated && sig_of_.count(bind->name.ent)) {
      bind->rename_later = new Later([this, bind] { rename_bind(bind); });
      uses.emplace_back();
      continue;
    }
    CrashContext context("renaming " + m_->name.string() + "." + bind->name.occ.string());
    rename_bind(bind);
    std::sort(uses_.begin(), uses_.end(), [](const Entity *x, const Entity *y) { return x->uniq < y->uniq; });
    uses_.erase(std::unique(uses_.begin(), uses_.end()), uses_.end());
    uses_.erase(std::remove_if(uses_.begin(), uses_.end(), [](const Entity *e) { return !e->module; }), uses_.end());
    uses.push_back(uses_);
  }
  uses_.clear();
  group_binds(b, uses);
  if (!warns()) return;
  for (size_t i = 0; i < b->binds.size(); i++) {
    TopBind top;
    std::vector<Name *> names;
    if (b->binds[i]->tag == BindTag::Fun) names.push_back(&b->binds[i]->name);
    else collect_pat_vars(b->binds[i]->pat, &names);
    for (Name *n : names) top.binders.push_back(n->ent);
    for (const PatSynDecl *d : m_->synonyms)
      if (b->binds[i]->generated && d->synonym->matcher == b->binds[i]->name.ent) top.binders.push_back(d->synonym);
    top.uses = uses[i];
    top_binds_.push_back(top);
  }
}

void Renamer::run() {
  if (!m_->scope) m_->scope = new ModuleScope;
  m_->values = nullptr;
  for (Decl *d : m_->decls)
    if (d->tag == DeclTag::Values) m_->values = d->body;
  if (!m_->values) m_->values = mk<LocalBinds>();

  make_entities();
  resolve_imports(m_);
  collect_binders(m_->values, true);  // after the imports: a record pattern's `..` needs its constructor
  synonym_functions();

  FixitySpans fixities;
  top_fixities(m_->values->fixities, &fixities);
  for (Decl *d : m_->decls)
    if (d->tag == DeclTag::Class && d->body) top_fixities(d->body->fixities, &fixities);
  // GADT syntax has no infix form: an operator of two arguments counts as declared infix if it has a fixity
  // declaration, as in GHC.
  for (Decl *d : m_->decls)
    for (ConDecl *c : d->cons)
      if (c->gadt && c->con && !c->record && c->fields.size() == 2 && c->name.occ.str()[0] == ':' && has_fixity(c->con))
        c->con->infix = true;
  module_pragmas();

  rename_type_decls();
  for (Decl *d : m_->decls) {
    switch (d->tag) {
      case DeclTag::Class: rename_class_body(d); break;
      case DeclTag::Instance:
        rename_instance(d);
        if (d->cls) m_->instances.push_back(d);
        break;
      case DeclTag::StandaloneDeriving: rename_instance(d); break;
      case DeclTag::Foreign:
        rename_foreign(d);
        m_->foreigns.push_back(d);
        break;
      case DeclTag::Default:
        for (HsType *t : d->types) rename_type(t);
        m_->defaults.push_back(d);
        break;
      case DeclTag::Rules:
        rename_rules(d);
        m_->rules.push_back(d);
        break;
      case DeclTag::Data:
      case DeclTag::Newtype:
      case DeclTag::Synonym:
      case DeclTag::Values: break;
    }
  }
  rename_values();
  resolve_exports(m_);
  for (ImportDecl *imp : m_->imports)
    if (warns() && imp->target && imp->target->deprecation)
      diags().warn(imp->span, diag::Deprecated,
                   "module `" + imp->module.occ.string() + "' is deprecated: " + imp->target->deprecation.string());
  warn_unused_top();
  warn_unused_imports();
}

// ---- Entry points --------------------------------------------------------------------------------------------------
void rename_module(Module *m) {
  CrashContext context("renaming module " + m->name.string());
  Renamer *r = new Renamer(m);
  r->run();
  if (!m->on_demand) delete r;
}

void rename_program(std::span<Module *const> modules) {
  for (Module *m : modules) rename_module(m);
}

static MainName &the_main_name() {
  static MainName name{sym("Main"), sym("main")};
  return name;
}

const MainName &main_name() { return the_main_name(); }

void set_main_name(const std::string &name) {
  MainName &m = the_main_name();
  m = {sym("Main"), sym("main")};
  size_t dot = name.rfind('.');
  std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
  if (!last.empty() && std::isupper((unsigned char)last[0])) {
    m.module = sym(name);
    return;
  }
  m.function = sym(last);
  if (dot != std::string::npos) m.module = sym(name.substr(0, dot));
}

Var *find_main(Module *m) {
  const auto [module, function] = main_name();
  Span start;
  start.file = m->file;
  start.line = start.col = start.end_line = 1;
  start.end_col = 2;
  if (m->known_as() != module) {
    diags().error(m->span ? m->span : start, diag::NoMain,
                  "the program's module is named `" + m->name.string() + "'; a program starts in a module named `" +
                      module.string() + "'");
    return nullptr;
  }
  const std::string module_text = "module `" + module.string() + "'", function_text = "`" + function.string() + "'";
  const Vec<Candidate> &found = lookup_global(m, {}, function, NameSpace::Value);
  if (found.empty()) {
    for (const ImportExport &item : m->exports)
      if (item.tag == IETag::Var && item.name.occ == function) return nullptr;  // the export list has been reported
    diags()
        .error(start, diag::NoMain, module_text + " does not define " + function_text)
        .hint("add `" + function.string() + " :: IO ()' and its definition");
    return nullptr;
  }
  if (found.size() > 1) {
    Diagnostic &d = diags().error(start, diag::Ambiguous, "there is more than one " + function_text + " in scope");
    for (const Candidate &c : found) d.note(origin_of(m, c));
    return nullptr;
  }
  if (m->has_exports && !m->scope->exports.values.count(function)) {
    diags()
        .error(start, diag::NoMain, module_text + " does not export " + function_text)
        .hint("add " + function_text + " to its export list");
    return nullptr;
  }
  return dyn_cast<Var>(found[0].ent);
}

}  // namespace gphc
