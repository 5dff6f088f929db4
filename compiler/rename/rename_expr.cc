// rename_expr.cc: expressions and statements.
//
// Note [mdo]
// ~~~~~~~~~~
// In `mdo` every statement may use the variables of later ones. It becomes an ordinary do with rec blocks: a statement
// that uses a variable bound at or after itself starts a block that reaches to that binding; overlapping blocks are
// one. What depends on nothing later stays outside, so that mfix ties no more knots than needed.
#include "rename/renamer.h"

namespace gphc {

// ---- Records -------------------------------------------------------------------------------------------------------
namespace {

Expr *mk_var_expr(Symbol occ, Span span) {
  Expr *e = mk<Expr>();
  e->tag = ExprTag::Var;
  e->span = span;
  e->name.occ = occ;
  e->name.span = span;
  return e;
}

}  // namespace

void Renamer::rename_record_con(Expr *e) {
  resolve_con(e->name);
  DataCon *con = dyn_cast<DataCon>(e->name.ent);
  if (dyn_cast<PatSyn>(e->name.ent)) diags().error(e->span, diag::BadRecord, describe(e->name.ent) + " has no fields");
  for (size_t i = 0; i < e->fields.size(); i++) {
    FieldBind &f = e->fields[i];
    if (con) resolve_field(f.field, con, e->span);
    for (size_t j = 0; j < i; j++)
      if (e->fields[j].field.occ == f.field.occ)
        report_duplicate("field " + quote({}, f.field.occ) + " is given twice", e->fields[j].field.span, {},
                         f.field.span);
    if (!f.value) {
      f.value = mk_var_expr(f.field.occ, f.field.span);
      f.pun = true;
    }
    rename_expr(f.value);
  }
  if (!e->wildcard_fields || !con) return;
  // `..` takes the fields for which there is a local variable of the same name.
  for (const FieldInfo &info : con->fields) {
    if (!info.label || !info.selector || !is_visible(info.selector)) continue;
    bool given = false;
    for (const FieldBind &f : e->fields) given |= f.field.occ == info.label;
    if (given || !local_value(info.label)) continue;
    FieldBind f;
    f.field.occ = info.label;
    f.field.span = e->span;
    f.field.ent = info.selector;
    f.value = mk_var_expr(info.label, e->span);
    f.pun = true;
    note_use(info.selector);
    rename_expr(f.value);
    e->fields.push_back(f);
  }
}

void Renamer::rename_record_update(Expr *e) {
  rename_expr(e->a);
  for (size_t i = 0; i < e->fields.size(); i++) {
    FieldBind &f = e->fields[i];
    for (size_t j = 0; j < i; j++)
      if (e->fields[j].field.occ == f.field.occ)
        report_duplicate("field " + quote({}, f.field.occ) + " is given twice", e->fields[j].field.span, {},
                         f.field.span);
    // A local variable may have the name of the field: in an update the label still means the field.
    Entity *ent = resolve(f.field, NameSpace::Value, "field ");
    const Var *v = ent ? dyn_cast<Var>(ent) : nullptr;
    if (ent && !(v && v->sort == VarSort::Field)) {
      diags().error(f.field.span, diag::BadRecord, quote({}, f.field.occ) + " is not a record field");
      f.field.ent = nullptr;
    }
    if (!f.value) {
      f.value = mk_var_expr(f.field.occ, f.field.span);
      f.pun = true;
    }
    rename_expr(f.value);
  }
}

// ---- Statements ----------------------------------------------------------------------------------------------------
void Renamer::collect_stmt_binders(Stmt *s, std::vector<Name *> *out) {
  switch (s->tag) {
    case StmtTag::Bind: collect_pat_vars(s->pat, out); return;
    case StmtTag::Let:
      join_equations(s->binds);
      for (Bind *b : s->binds->binds) {
        if (b->tag == BindTag::Fun) out->push_back(&b->name);
        else collect_pat_vars(b->pat, out);
      }
      return;
    case StmtTag::Rec:
      for (Stmt *r : s->rec) collect_stmt_binders(r, out);
      return;
    case StmtTag::Body:
    case StmtTag::Last: return;
  }
}

// Statements whose variables are in scope in all of them. uses (may be null): what each statement uses.
void Renamer::rename_rec(Vec<Stmt *> &stmts, std::vector<std::vector<const Entity *>> *uses) {
  std::vector<Name *> names;
  for (Stmt *s : stmts) {
    std::vector<Name *> own;
    if (s->tag == StmtTag::Let) collect_binders(s->binds, false);
    collect_stmt_binders(s, &own);
    for (Name *n : own) {
      for (Name *other : names)
        if (other->occ == n->occ)
          report_duplicate("conflicting definitions for " + quote({}, n->occ) + " in a recursive do", other->span,
                           n->span, other->span);
      names.push_back(n);
      if (s->tag != StmtTag::Let) bind_value(new_local(*n), BinderKind::Match);
    }
  }
  for (Stmt *s : stmts) {
    size_t mark = uses_.size();
    switch (s->tag) {
      case StmtTag::Bind:
        rename_expr(s->expr);
        rename_bound_pat(s->pat);
        break;
      case StmtTag::Let: rename_local_binds(s->binds); break;
      case StmtTag::Rec: rename_rec(s->rec, nullptr); break;
      case StmtTag::Body:
      case StmtTag::Last: rename_expr(s->expr); break;
    }
    if (uses) uses->emplace_back(uses_.begin() + long(mark), uses_.end());
  }
}

void Renamer::rename_stmt(Stmt *s) {
  switch (s->tag) {
    case StmtTag::Bind:
      rename_expr(s->expr);
      rename_pat(s->pat);
      return;
    case StmtTag::Let:
      collect_binders(s->binds, false);
      rename_local_binds(s->binds);
      return;
    case StmtTag::Rec: rename_rec(s->rec, nullptr); return;
    case StmtTag::Body:
    case StmtTag::Last: rename_expr(s->expr); return;
  }
}

void Renamer::rename_stmts(Vec<Stmt *> &stmts) {
  for (Stmt *s : stmts) rename_stmt(s);
}

// See Note [mdo]
Vec<Stmt *> Renamer::segments(const Vec<Stmt *> &stmts, const std::vector<std::vector<const Entity *>> &uses) {
  std::unordered_map<const Entity *, size_t> defined_at;
  for (size_t i = 0; i < stmts.size(); i++) {
    std::vector<Name *> names;
    collect_stmt_binders(stmts[i], &names);
    for (Name *n : names) defined_at[n->ent] = i;
  }
  std::vector<size_t> reach(stmts.size(), 0);  // one past the last statement of a block starting here; 0: none
  for (size_t i = 0; i < stmts.size(); i++)
    for (const Entity *e : uses[i]) {
      auto it = defined_at.find(e);
      if (it == defined_at.end() || it->second < i) continue;
      if (it->second == i && stmts[i]->tag == StmtTag::Let) continue;
      reach[i] = std::max(reach[i], it->second + 1);
    }
  Vec<Stmt *> out;
  for (size_t i = 0; i < stmts.size();) {
    if (!reach[i]) {
      out.push_back(stmts[i++]);
      continue;
    }
    size_t end = reach[i];
    Stmt *rec = mk<Stmt>();
    rec->tag = StmtTag::Rec;
    for (; i < end; i++) {
      end = std::max(end, reach[i]);
      rec->rec.push_back(stmts[i]);
      rec->span = join(rec->span, stmts[i]->span);
    }
    out.push_back(rec);
  }
  return out;
}

void Renamer::rename_do(Expr *e) {
  if (e->stmts.empty()) {
    diags().error(e->span, diag::ParseError, "empty `do' block");
    return;
  }
  Stmt *last = e->stmts.back();
  if (last->tag == StmtTag::Body) last->tag = StmtTag::Last;
  if (last->tag != StmtTag::Last)
    diags().error(last->span, diag::ParseError, "the last statement in a `do' block must be an expression");
  Scope scope(*this);
  if (e->tag == ExprTag::Do) {
    rename_stmts(e->stmts);
    return;
  }
  e->tag = ExprTag::Do;
  if (last->tag != StmtTag::Last) {
    rename_rec(e->stmts, nullptr);
    return;
  }
  Vec<Stmt *> body = e->stmts.clone();
  body.pop_back();
  std::vector<std::vector<const Entity *>> uses;
  rename_rec(body, &uses);
  rename_expr(last->expr);
  e->stmts = segments(body, uses);
  e->stmts.push_back(last);
}

// Each branch sees the outer scope only; the result sees the variables of all.
void Renamer::rename_par_comp(Expr *e) {
  std::vector<Local> all;
  for (Vec<Stmt *> &branch : e->branches) {
    std::vector<Local> own;
    {
      Scope scope(*this);
      rename_stmts(branch);
      for (size_t i = scope.values_mark(); i < value_trail_.size(); i++) {
        Local &l = value_trail_[i];
        if (values_[l.occ] == l.ent) own.push_back(l);  // not hidden by a later statement
        l.kind = BinderKind::Quiet;
      }
    }
    for (Local &l : own) {
      for (Local &other : all)
        if (other.occ == l.occ)
          report_duplicate("conflicting definitions for " + quote({}, l.occ) + " in a parallel comprehension",
                           other.ent->def, l.ent->def, l.ent->def);
      all.push_back(l);
    }
  }
  Scope scope(*this);
  for (Local &l : all) bind_value(static_cast<Var *>(l.ent), BinderKind::Quiet);
  rename_expr(e->a);
}

// ---- Expressions ---------------------------------------------------------------------------------------------------
// Calls inside calls and chains of operators become code of that depth, for which the C compiler's time grows faster
// than the depth.
constexpr size_t kMaxOperators = 20000, kMaxApplications = 20000;

// `_`, or a name with `_` that means nothing: the type checker says what would fit.
void Renamer::hole(Expr *e) {
  e->tag = ExprTag::Hole;
  for (size_t i = value_trail_.size(); i-- > 0;) {
    const Local &l = value_trail_[i];
    used_locals_.insert(l.ent);
    if (local_value(l.occ) != l.ent) continue;  // hidden
    Expr *x = mk<Expr>();
    x->tag = ExprTag::Var;
    x->span = e->span;
    x->name.occ = l.occ;
    x->name.ent = l.ent;
    e->elems.push_back(x);
  }
}

void Renamer::rename_var_expr(Expr *e) {
  if (!e->name.qual && e->name.occ.str().starts_with("_") && !local_value(e->name.occ) &&
      lookup_global(m_, {}, e->name.occ, NameSpace::Value).empty())
    hole(e);
  else resolve_var(e->name);
}

void Renamer::rename_infix(Expr *&e) {
  if (e->ops.size() > kMaxOperators) {
    diags().error(e->ops[kMaxOperators]->span, diag::NestingTooDeep,
                  "an expression of more than " + std::to_string(kMaxOperators) + " operators; the compiler's limit");
    return;
  }
  for (Expr *&x : e->elems)
    if (!(x->tag == ExprTag::Neg && !x->a)) rename_expr(x);
  for (Expr *&op : e->ops) rename_expr(op);
  e = resolve_infix(e);
}

// A long application is a deep chain on the left: it is walked with a loop.
void Renamer::rename_app(Expr *&e) {
  Expr **fn = &e;
  std::vector<Expr *> spine;
  while ((*fn)->tag == ExprTag::App || (*fn)->tag == ExprTag::AppType) {
    spine.push_back(*fn);
    fn = &(*fn)->a;
  }
  if (app_depth_ >= kMaxApplications) {
    if (app_depth_++ == kMaxApplications)
      diags().error(
          e->span, diag::NestingTooDeep,
          "more than " + std::to_string(kMaxApplications) + " applications inside each other; the compiler's limit");
    return;
  }
  app_depth_++;
  rename_expr(*fn);
  for (size_t i = spine.size(); i-- > 0;) {
    if (spine[i]->tag == ExprTag::AppType) {
      rewrite_determined(spine[i]->sig);
      rename_type(spine[i]->sig);
    } else rename_expr(spine[i]->b);
  }
  if (app_depth_ <= kMaxApplications) app_depth_--;
}

void Renamer::rename_expr(Expr *&e) {
  switch (e->tag) {
    case ExprTag::Var: rename_var_expr(e); return;
    case ExprTag::Con:
      resolve_con(e->name);
      if (dyn_cast<PatSyn>(e->name.ent)) synonym_expr(e);
      return;
    case ExprTag::Lit: return;
    case ExprTag::Hole: hole(e); return;
    case ExprTag::Infix: rename_infix(e); return;
    case ExprTag::LeftSection:
    case ExprTag::RightSection:
      rename_expr(e->a);
      rename_expr(e->op);
      check_section(e);
      return;
    case ExprTag::Op:
      rename_expr(e->a);
      rename_expr(e->op);
      rename_expr(e->b);
      return;
    case ExprTag::App:
    case ExprTag::AppType: rename_app(e); return;
    case ExprTag::Lam:
    case ExprTag::LamCase:
      for (Match *m : e->matches) rename_match(m);
      return;
    case ExprTag::Case:
      rename_expr(e->a);
      for (Match *m : e->matches) rename_match(m);
      return;
    case ExprTag::Let: {
      Scope scope(*this);
      collect_binders(e->binds, false);
      rename_local_binds(e->binds);
      rename_expr(e->a);
      return;
    }
    case ExprTag::MultiIf: rename_rhs(e->rhs); return;
    case ExprTag::Do:
    case ExprTag::MDo: rename_do(e); return;
    case ExprTag::ListComp: {
      Scope scope(*this);
      rename_stmts(e->stmts);
      rename_expr(e->a);
      return;
    }
    case ExprTag::ParComp: rename_par_comp(e); return;
    case ExprTag::RecCon: rename_record_con(e); return;
    case ExprTag::RecUpd: rename_record_update(e); return;
    case ExprTag::Sig: {
      rename_sig_type(e->sig);
      Scope scope(*this);
      scope_sig_vars(e->sig);
      rename_expr(e->a);
      return;
    }
    case ExprTag::If:
    case ExprTag::Neg:
    case ExprTag::Paren:
    case ExprTag::Tuple:
    case ExprTag::UnboxedTuple:
    case ExprTag::List:
    case ExprTag::ArithSeq: break;
  }
  if (e->a) rename_expr(e->a);
  if (e->b) rename_expr(e->b);
  if (e->c) rename_expr(e->c);
  for (Expr *&x : e->elems)
    if (x) rename_expr(x);
}

}  // namespace gphc
