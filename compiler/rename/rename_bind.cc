// rename_bind.cc: value bindings, at the top, local, and in classes and instances.
//
// A set of bindings goes through: adjacent equations of one function become one Bind (join_equations); every binder
// gets its Var and comes into scope (collect_binders); signatures, fixities and pragmas find what they are about;
// right-hand sides are renamed, noting what each uses; the uses give the strongly connected components (group_binds).
//
// Note [Signatures break dependencies]
// ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// A component is one letrec at run time. For inference it is finer: the type of a variable with a signature is known,
// so a use of it ties nothing (Report 4.5.1). BindGroup::inference holds the components that remain without those
// edges: polymorphic recursion, and mutual recursion of a function with a signature and ones without, type-check
// through it.
#include <algorithm>

#include "support/scc.h"
#include "rename/renamer.h"

namespace gphc {

// ---- Equations -----------------------------------------------------------------------------------------------------
void Renamer::join_equations(LocalBinds *b) {
  Vec<Bind *> out;
  for (Bind *bind : b->binds) {
    Bind *last = out.empty() ? nullptr : out.back();
    bool same = last && bind->tag == BindTag::Fun && last->tag == BindTag::Fun && last->name.occ == bind->name.occ &&
                last->name.qual == bind->name.qual && !bind->matches.empty() && !bind->matches[0]->pats.empty() &&
                !last->matches[0]->pats.empty();
    if (!same) {
      out.push_back(bind);
      continue;
    }
    last->matches.append(bind->matches);
    last->span = join(last->span, bind->span);
  }
  b->binds = out;
  for (Bind *bind : b->binds) {
    if (bind->tag != BindTag::Fun) continue;
    size_t arity = bind->matches[0]->pats.size();
    for (Match *m : bind->matches) {
      if (m->pats.size() == arity) continue;
      diags()
          .error(bind->name.span, diag::ArityMismatch,
                 "equations for " + quote({}, bind->name.occ) + " have different numbers of arguments")
          .note(bind->matches[0]->span, std::to_string(arity) + " here")
          .note(m->span, std::to_string(m->pats.size()) + " here");
      break;
    }
  }
}

// ---- Binders -------------------------------------------------------------------------------------------------------
void Renamer::collect_binders(LocalBinds *b, bool top) {
  join_equations(b);
  std::vector<Name *> names;
  for (Bind *bind : b->binds) {
    if (bind->tag == BindTag::Fun) names.push_back(&bind->name);
    else collect_pat_vars(bind->pat, &names);
  }
  if (top) {
    for (Name *n : names) {
      Var *v = mk_local_var(n->occ, nullptr, n->span);
      v->sort = VarSort::Global;
      v->module = m_->name;
      n->ent = v;
      define(v, n->span);
    }
    return;
  }
  std::unordered_map<Symbol, Name *> seen;
  for (Name *n : names) {
    auto [it, fresh] = seen.try_emplace(n->occ, n);
    if (!fresh)
      report_duplicate("conflicting definitions for " + quote({}, n->occ), it->second->span, n->span, it->second->span);
    bind_value(new_local(*n), n->span ? BinderKind::Bind : BinderKind::Quiet);
  }
  std::unordered_map<Symbol, Span> fixities;
  for (FixityDecl *f : b->fixities)
    for (Name &op : f->ops) {
      if (is_second_fixity(op, &fixities)) continue;
      auto it = seen.find(op.occ);
      if (it == seen.end()) {
        diags().error(op.span, diag::BadFixityDecl,
                      "the fixity declaration for " + quote({}, op.occ) + " lacks a definition beside it");
        continue;
      }
      op.ent = it->second->ent;
      set_fixity(op.ent, {f->assoc, f->prec});
    }
}

namespace {

// The binders of b by name.
std::unordered_map<Symbol, Entity *> binders_of(LocalBinds *b) {
  std::unordered_map<Symbol, Entity *> out;
  struct Walk {
    std::unordered_map<Symbol, Entity *> &out;
    void pat(const Pat *p) {
      if (!p) return;
      if ((p->tag == PatTag::Var || p->tag == PatTag::As || p->tag == PatTag::NPlusK) && p->name.ent)
        out.try_emplace(p->name.occ, p->name.ent);
      for (const Pat *a : p->args) pat(a);
      for (const FieldPat &f : p->fields) pat(f.pat);
      pat(p->sub);
    }
  } walk{out};
  for (Bind *bind : b->binds) {
    if (bind->tag == BindTag::Fun) out.try_emplace(bind->name.occ, bind->name.ent);
    else walk.pat(bind->pat);
  }
  return out;
}

}  // namespace

void Renamer::rename_pragma(PragmaDecl *p) {
  if (p->type) rename_sig_type(p->type);
  for (HsType *t : p->types) rename_sig_type(t);
}

// The TyVars of an outermost explicit forall scope over the definition.
void Renamer::scope_sig_vars(const HsType *sig) {
  if (!sig || sig->tag != HsTypeTag::Forall || sig->implicit_forall) return;
  for (const TyVarBndr &b : sig->vars)
    if (TyVar *v = dyn_cast<TyVar>(b.name.ent)) bind_tyvar(v);
}

void Renamer::rename_sigs_and_pragmas(LocalBinds *b) {
  if (b->sigs.empty() && b->pragmas.empty()) return;
  std::unordered_map<Symbol, Entity *> binders = binders_of(b);
  std::unordered_map<Symbol, Span> signed_at, inlined_at;
  for (SigDecl *s : b->sigs) {
    rename_sig_type(s->type);
    for (Name &n : s->names) {
      if (n.ent) {
        sig_of_[n.ent] = s->type;
        continue;
      }  // of a pattern synonym's function
      auto [prev, fresh] = signed_at.try_emplace(n.occ, n.span);
      if (!fresh) {
        report_duplicate("duplicate type signatures for " + quote({}, n.occ), prev->second, n.span, n.span);
        continue;
      }
      auto it = binders.find(n.occ);
      if (it == binders.end()) {
        diags().error(n.span, diag::BadSignature,
                      "the type signature for " + quote({}, n.occ) + " lacks an accompanying binding");
        continue;
      }
      n.ent = it->second;
      sig_of_[n.ent] = s->type;
    }
  }
  for (PragmaDecl *p : b->pragmas) {
    rename_pragma(p);
    switch (p->tag) {
      case PragmaTag::Inline:
      case PragmaTag::NoInline:
      case PragmaTag::Inlinable:
      case PragmaTag::Specialise:
        for (Name &n : p->names) {
          auto it = binders.find(n.occ);
          if (it != binders.end()) {
            n.ent = it->second;
            if (p->tag == PragmaTag::Specialise) continue;
            auto [prev, fresh] = inlined_at.try_emplace(n.occ, n.span);
            if (!fresh)
              report_duplicate("duplicate INLINE pragmas for " + quote({}, n.occ), prev->second, n.span, n.span);
            continue;
          }
          // SPECIALISE may name an imported function.
          if (p->tag == PragmaTag::Specialise && b == m_->values) {
            resolve(n, NameSpace::Value, "");
            continue;
          }
          diags().error(n.span, diag::BadSignature,
                        "the pragma for " + quote({}, n.occ) + " lacks an accompanying binding");
        }
        break;
      default: break;
    }
  }
}

// ---- Bodies --------------------------------------------------------------------------------------------------------
void Renamer::rename_rhs(Rhs *r) {
  Scope scope(*this);
  if (r->where) {
    collect_binders(r->where, false);
    rename_local_binds(r->where);
  }
  for (GuardedRhs &g : r->alts) {
    Scope guard_scope(*this);
    rename_stmts(g.guards);
    rename_expr(g.body);
  }
}

void Renamer::rename_match(Match *m) {
  Scope scope(*this);
  rename_pats(m->pats);
  rename_rhs(m->rhs);
}

void Renamer::rename_equations(Bind *b) {
  for (Match *m : b->matches) {
    std::vector<size_t> chains;
    // A pattern synonym's pattern stands alone: it is no operand.
    for (size_t i = 0; !b->generated && i < m->pats.size() && i < 2; i++)
      if (m->pats[i]->tag == PatTag::Infix) chains.push_back(i);
    rename_match(m);
    for (size_t i : chains) check_left_side(m->span, b->name, m->pats[i], i == 1);
  }
}

void Renamer::rename_bind(Bind *b) {
  if (b->unparsed) parse_equations(b);
  Scope scope(*this);
  if (b->tag == BindTag::Pat) {
    rename_bound_pat(b->pat);
    rename_rhs(b->rhs);
    return;
  }
  auto sig = sig_of_.find(b->name.ent);
  if (sig != sig_of_.end()) scope_sig_vars(sig->second);
  rename_equations(b);
}

void Renamer::rename_local_binds(LocalBinds *b) {
  rename_sigs_and_pragmas(b);
  std::vector<std::vector<const Entity *>> uses;
  for (Bind *bind : b->binds) {
    size_t mark = uses_.size();
    rename_bind(bind);
    uses.emplace_back(uses_.begin() + long(mark), uses_.end());
  }
  group_binds(b, uses);
}

// See Note [Signatures break dependencies]
void Renamer::group_binds(LocalBinds *b, const std::vector<std::vector<const Entity *>> &uses) {
  size_t n = b->binds.size();
  std::unordered_map<const Entity *, uint32_t> index;
  for (uint32_t i = 0; i < n; i++) {
    Bind *bind = b->binds[i];
    std::vector<Name *> names;
    if (bind->tag == BindTag::Fun) names.push_back(&bind->name);
    else collect_pat_vars(bind->pat, &names);
    for (Name *name : names)
      if (name->ent) index[name->ent] = i;
  }
  std::vector<std::vector<uint32_t>> edges(n), untyped(n);
  for (uint32_t i = 0; i < n; i++)
    for (const Entity *e : uses[i]) {
      auto it = index.find(e);
      if (it == index.end()) continue;
      edges[i].push_back(it->second);
      if (!sig_of_.count(e)) untyped[i].push_back(it->second);
    }
  b->groups.clear();
  for (const std::vector<uint32_t> &component : sccs(edges)) {
    BindGroup *group = mk<BindGroup>();
    for (uint32_t i : component) group->binds.push_back(b->binds[i]);
    group->rec = component.size() > 1 || std::find(edges[component[0]].begin(), edges[component[0]].end(),
                                                   component[0]) != edges[component[0]].end();
    if (component.size() == 1) {
      group->inference.push_back(group->binds.clone());
    } else {
      std::vector<std::vector<uint32_t>> inner(component.size());
      std::unordered_map<uint32_t, uint32_t> place;
      for (uint32_t k = 0; k < component.size(); k++) place[component[k]] = k;
      for (uint32_t k = 0; k < component.size(); k++)
        for (uint32_t target : untyped[component[k]]) {
          auto it = place.find(target);
          if (it != place.end()) inner[k].push_back(it->second);
        }
      for (const std::vector<uint32_t> &part : sccs(inner)) {
        Vec<Bind *> binds;
        for (uint32_t k : part) binds.push_back(group->binds[k]);
        group->inference.push_back(binds);
      }
    }
    b->groups.push_back(group);
  }
}

// ---- Classes and instances -----------------------------------------------------------------------------------------
namespace {

Var *method_named(const Class *c, Symbol occ) {
  for (const Method &m : c->methods)
    if (m.sel->occ == occ) return m.sel;
  return nullptr;
}

}  // namespace

// cls is null after an error.
void Renamer::method_pragmas(LocalBinds *body, const Class *cls) {
  for (PragmaDecl *p : body->pragmas) {
    rename_pragma(p);
    for (Name &n : p->names) {
      n.ent = cls ? method_named(cls, n.occ) : nullptr;
      bool inlining = p->tag == PragmaTag::Inline || p->tag == PragmaTag::NoInline || p->tag == PragmaTag::Inlinable;
      if (!inlining || !n.ent) continue;
      bool defined = false;
      for (const Bind *b : body->binds) defined = defined || b->name.occ == n.occ;
      if (!defined)
        diags().error(n.span, diag::BadSignature,
                      "the pragma for " + quote({}, n.occ) + " lacks an accompanying binding");
    }
  }
}

// Default methods. The signatures have been renamed with the class.
void Renamer::rename_class_body(Decl *d) {
  if (!d->body || !d->cls) return;
  Scope scope(*this);
  for (TyVar *v : d->tvs) bind_tyvar(v);
  join_equations(d->body);
  std::unordered_map<Symbol, Span> seen;
  for (Bind *b : d->body->binds) {
    if (b->tag == BindTag::Pat) {
      diags().error(b->span, diag::BadClass,
                    "a class may contain definitions of its methods only, not pattern bindings");
      continue;
    }
    b->name.ent = method_named(d->cls, b->name.occ);
    if (!b->name.ent) {
      diags().error(b->name.span, diag::UnknownMethod,
                    quote({}, b->name.occ) + " is not a method of class " + quote({}, d->cls->occ));
      continue;
    }
    auto [it, fresh] = seen.try_emplace(b->name.occ, b->name.span);
    if (!fresh)
      report_duplicate("conflicting definitions for " + quote({}, b->name.occ), it->second, b->name.span, it->second);
    if (!m_->on_demand) {
      rename_bind(b);
      continue;
    }
    b->rename_later = new Later([this, d, b] {
      Scope class_scope(*this);
      for (TyVar *v : d->tvs) bind_tyvar(v);
      rename_bind(b);
    });
  }
  method_pragmas(d->body, d->cls);
}

void Renamer::rename_instance(Decl *d) {
  Scope scope(*this);
  rename_instance_head(d);
  if (d->tag == DeclTag::StandaloneDeriving || !d->body) return;
  Class *cls = d->cls;
  join_equations(d->body);
  std::unordered_map<const Entity *, HsType *> outer_sigs;
  std::unordered_map<Symbol, Span> seen, signed_at;
  auto method = [&](Name &n) {
    n.ent = cls ? method_named(cls, n.occ) : nullptr;
    if (n.ent && !m_->is_stdlib && !is_visible(n.ent)) {
      diags()
          .error(n.span, diag::UnknownMethod,
                 quote({}, n.occ) + " is not a visible method of class " + quote({}, cls->occ))
          .hint("the import of the class does not bring it: name it there");
      n.ent = nullptr;
      return false;
    }
    if (n.ent || !cls) return n.ent != nullptr;
    Diagnostic &diag = diags().error(n.span, diag::UnknownMethod,
                                     quote({}, n.occ) + " is not a method of class " + quote({}, cls->occ));
    std::string methods;
    for (const Method &m : cls->methods) methods += (methods.empty() ? "" : ", ") + quote({}, m.sel->occ);
    if (cls->methods.size() <= 12)
      diag.note(methods.empty() ? "the class has no methods" : "its methods are " + methods);
    return false;
  };
  for (SigDecl *s : d->body->sigs) {
    rename_sig_type(s->type);
    for (Name &n : s->names) {
      if (!method(n)) continue;
      auto [it, fresh] = signed_at.try_emplace(n.occ, n.span);
      if (!fresh) report_duplicate("duplicate type signatures for " + quote({}, n.occ), it->second, n.span, n.span);
      outer_sigs[n.ent] = s->type;
    }
  }
  method_pragmas(d->body, cls);
  for (Bind *b : d->body->binds) {
    if (b->tag == BindTag::Pat) {
      diags().error(b->span, diag::BadInstance,
                    "an instance may contain definitions of methods only, not pattern bindings");
      continue;
    }
    if (!method(b->name)) continue;
    auto [it, fresh] = seen.try_emplace(b->name.occ, b->name.span);
    if (!fresh)
      report_duplicate("conflicting definitions for " + quote({}, b->name.occ), it->second, b->name.span, it->second);
    // Within an instance the scoped variables are the instance's own and those of its signature, not the class's.
    auto sig = outer_sigs.find(b->name.ent);
    const HsType *own = sig != outer_sigs.end() ? sig->second : nullptr;
    auto rename = [this, b, own] {
      if (b->unparsed) parse_equations(b);
      Scope method_scope(*this);
      if (own) scope_sig_vars(own);
      rename_equations(b);
    };
    if (!m_->on_demand) {
      rename();
      continue;
    }
    b->rename_later = new Later([this, d, rename] {
      Scope instance_scope(*this);
      for (TyVar *v : d->tvs) bind_tyvar(v);
      rename();
    });
  }
}

}  // namespace gphc
