// rename_pat.cc: patterns. Their variables come into scope from left to right, so that a view pattern's function may
// use those before it: `f n (lookup n -> Just x)`. Patterns of bindings are different: all variables of the binding
// group are in scope everywhere, so they are made first (collect_pat_vars) and the pattern is renamed later.
#include "rename/renamer.h"
#include "support/spelling.h"

namespace gphc {

// ---- Fields --------------------------------------------------------------------------------------------------------

// In scope under any name?
bool Renamer::is_visible(const Entity *e) {
  if (e->module == m_->name) return true;
  for (const ImportDecl *imp : m_->imports)
    if (import_provides(m_, imp, e)) return true;
  return false;
}

// The field that a label of a construction or pattern (at `at`) of `con` means; null after reporting.
Var *Renamer::resolve_field(Name &n, DataCon *con, Span at) {
  const Vec<Candidate> &found = lookup_global(m_, n.qual, n.occ, NameSpace::Value);
  for (const Candidate &c : found)
    for (const FieldInfo &f : con->fields)
      if (f.selector && f.selector == c.ent) {
        note_use(c, n.span);
        n.ent = f.selector;
        return f.selector;
      }
  // A name that means nothing at all is shown itself, as GHC does; a field of another constructor at the whole record.
  Diagnostic &d = diags().error(found.empty() ? n.span : at, diag::BadRecord,
                                "constructor " + quote({}, con->occ) + " does not have field " + quote({}, n.occ));
  std::string fields;
  std::vector<std::string> labels;
  for (const FieldInfo &f : con->fields)
    if (f.label) labels.push_back(f.label.string());
  if (std::string word = nearest_word(n.occ.str(), labels); !word.empty()) d.hint("did you mean `" + word + "'?");
  for (const FieldInfo &f : con->fields)
    if (f.label) fields += (fields.empty() ? "" : ", ") + quote({}, f.label);
  d.note(fields.empty() ? "it has no named fields" : "its fields are " + fields);
  return nullptr;
}

// Resolves the constructor and the labels, and adds what puns and `..` stand for. Does nothing the second time.
void Renamer::expand_record_pat(Pat *p) {
  if (p->name.ent) return;
  resolve_con(p->name);
  DataCon *con = dyn_cast<DataCon>(p->name.ent);
  if (const PatSyn *synonym = dyn_cast<PatSyn>(p->name.ent)) {
    if (!p->fields.empty() || p->wildcard_fields)
      diags().error(p->span, diag::BadRecord, describe(synonym) + " has no fields");
    p->tag = PatTag::Con;  // P {}: whatever its arguments are
    for (size_t i = 0; i < synonym->arity; i++) {
      Pat *any = mk<Pat>();
      any->tag = PatTag::Wild;
      any->span = p->span;
      p->args.push_back(any);
    }
  }
  if (!con) return;
  for (size_t i = 0; i < p->fields.size(); i++) {
    FieldPat &f = p->fields[i];
    resolve_field(f.field, con, p->span);
    for (size_t j = 0; j < i; j++)
      if (p->fields[j].field.occ == f.field.occ)
        report_duplicate("field " + quote({}, f.field.occ) + " occurs twice in this pattern", p->fields[j].field.span,
                         {}, f.field.span);
    if (f.pat) continue;
    Pat *var = mk<Pat>();
    var->tag = PatTag::Var;
    var->span = f.field.span;
    var->name.occ = f.field.occ;
    var->name.span = f.field.span;
    f.pat = var;
    f.pun = true;
  }
  if (!p->wildcard_fields) return;
  for (const FieldInfo &info : con->fields) {
    if (!info.label || !info.selector || !is_visible(info.selector)) continue;
    bool given = false;
    for (const FieldPat &f : p->fields) given |= f.field.occ == info.label;
    if (given) continue;
    Pat *var = mk<Pat>();
    var->tag = PatTag::Var;
    var->span = p->span;
    var->name.occ = info.label;  // no span: an unused one is nobody's fault
    FieldPat f;
    f.field.occ = info.label;
    f.field.span = p->span;
    f.field.ent = info.selector;
    f.pat = var;
    f.pun = true;
    note_use(info.selector);
    p->fields.push_back(f);
  }
}

// ---- Variables -----------------------------------------------------------------------------------------------------

// The binding occurrences in p, in order.
void Renamer::collect_pat_vars(Pat *p, std::vector<Name *> *out) {
  if (!p) return;
  if (p->tag == PatTag::Var || p->tag == PatTag::As || p->tag == PatTag::NPlusK) out->push_back(&p->name);
  if (p->tag == PatTag::RecCon) {
    expand_record_pat(p);
    for (FieldPat &f : p->fields) collect_pat_vars(f.pat, out);
  }
  for (Pat *a : p->args) collect_pat_vars(a, out);
  collect_pat_vars(p->sub, out);
}

void Renamer::pat_var(Name &n, bool prebound) {
  if (prebound) return;
  for (Name *other : pat_group_)
    if (other->occ == n.occ)
      report_duplicate("conflicting definitions for " + quote({}, n.occ) + " in one pattern", other->span, n.span,
                       other->span);
  pat_group_.push_back(&n);
  bind_value(new_local(n), BinderKind::Match);
}

// ---- Patterns ------------------------------------------------------------------------------------------------------
void Renamer::pat(Pat *&p, bool prebound) {
  switch (p->tag) {
    case PatTag::Wild:
    case PatTag::Lit: return;
    case PatTag::Var:
    case PatTag::NPlusK: pat_var(p->name, prebound); return;
    case PatTag::As:
      pat_var(p->name, prebound);
      pat(p->sub, prebound);
      return;
    case PatTag::Con:
      resolve_con(p->name);
      for (Pat *&a : p->args) pat(a, prebound);
      lower_synonyms(p);
      return;
    case PatTag::RecCon:
      expand_record_pat(p);
      if (p->tag == PatTag::Con) {
        pat(p, prebound);
        return;
      }
      for (FieldPat &f : p->fields)
        if (f.pat) pat(f.pat, prebound);
      return;
    case PatTag::Infix:
      for (Pat *&a : p->args)
        if (!(a->tag == PatTag::Neg && !a->sub)) pat(a, prebound);
      for (Name &op : p->ops) resolve_con(op);
      p = resolve_infix(p);
      lower_synonyms(p);
      return;
    case PatTag::View:
      rename_expr(p->view);
      pat(p->sub, prebound);
      return;
    case PatTag::Sig: {
      rewrite_determined(p->sig);
      std::vector<Name> free;
      free_tyvars(p->sig, &free);
      for (Name &n : free) {
        TyVar *v = new_tyvar(n);
        p->sig_binds.push_back(v);
        bind_tyvar(v);
      }
      rename_type(p->sig);
      pat(p->sub, prebound);
      return;
    }
    case PatTag::Neg:
      pat(p->sub, prebound);
      fold_negation(p);
      return;
    case PatTag::Tuple:
    case PatTag::UnboxedTuple:
    case PatTag::List:
    case PatTag::Lazy:
    case PatTag::Bang:
    case PatTag::Paren: break;
  }
  for (Pat *&a : p->args) pat(a, prebound);
  if (p->sub) pat(p->sub, prebound);
}

void Renamer::rename_pats(Vec<Pat *> &pats) {
  std::vector<Name *> outer;
  outer.swap(pat_group_);
  for (Pat *&p : pats) pat(p, false);
  pat_group_.swap(outer);
}

void Renamer::rename_pat(Pat *&p) {
  std::vector<Name *> outer;
  outer.swap(pat_group_);
  pat(p, false);
  pat_group_.swap(outer);
}

void Renamer::rename_bound_pat(Pat *&p) { pat(p, true); }

}  // namespace gphc
