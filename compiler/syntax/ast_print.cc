// ast_print.cc: the surface tree as text, for -ddump-parsed, -ddump-rn and -ddump-tc.
//
// What it prints after parsing is Haskell again (blocks in explicit braces across lines, infix chains flat), so that it
// can be parsed again. After renaming, names show the module they resolved to; after type checking, binders show their
// types and the evidence that elaboration put in: `@t` type arguments, `%d` dictionaries, `/\a`, `\%d`, `let% { d = ..
// }`.
#include "syntax/lexer.h"

namespace gphc {

namespace {

class Printer {
 public:
  explicit Printer(std::string *out) : out_(*out) {}

  void module(const Module *m) {
    put("module ");
    put(m->name.str());
    if (m->has_exports) {
      put(" (");
      for (size_t i = 0; i < m->exports.size(); i++) {
        if (i) put(", ");
        item(m->exports[i]);
      }
      put(")");
    }
    put(" where {");
    for (const ImportDecl *i : m->imports) {
      line();
      import(i);
      put(";");
    }
    for (const Decl *d : m->decls) decl(d);
    if (m->values) {
      line();
      put("-- renamed bindings");
      local_binds(m->values);
    }
    line();
    put("}\n");
  }

 private:
  std::string &out_;
  size_t indent_ = 0;

  void put(std::string_view s) { out_ += s; }
  void line() {
    out_ += '\n';
    out_.append(indent_, ' ');
  }
  template <class F>
  void nest(F f) {
    indent_ += 2;
    f();
    indent_ -= 2;
  }
  template <class V, class F>
  void commas(const V &v, F f) {
    for (size_t i = 0; i < v.size(); i++) {
      if (i) put(", ");
      f(v[i]);
    }
  }

  // ---- Names --------------------------------------------------------------------------------------------------------
  static bool is_symbolic(std::string_view s) { return !s.empty() && Lexer::is_symbol(s.data()); }
  std::string qualified(const Name &n) {
    if (n.ent) {
      std::string s;
      if (n.ent->module) s = n.ent->module.string() + ".";
      else if (n.ent->uniq && n.ent->tag != EntTag::TyVar)
        return n.ent->occ.string() + (is_symbolic(n.ent->occ.str()) ? "" : "_" + std::to_string(n.ent->uniq));
      return s + n.ent->occ.string();
    }
    return (n.qual ? n.qual.string() + "." : "") + n.occ.string();
  }
  Symbol occ(const Name &n) { return n.ent ? n.ent->occ : n.occ; }
  void name(const Name &n) {
    if (is_symbolic(occ(n).str()) && occ(n).str() != "->") {
      put("(");
      put(qualified(n));
      put(")");
    } else if (occ(n).str() == "->") put("(->)");
    else put(qualified(n));
  }
  void op(const Name &n) {
    if (is_symbolic(occ(n).str())) put(qualified(n));
    else {
      put("`");
      put(qualified(n));
      put("`");
    }
  }

  // ---- Literals -----------------------------------------------------------------------------------------------------
  void character(uint32_t c, char quote) {
    if (c == uint32_t(quote) || c == '\\') {
      put("\\");
      put(std::string(1, char(c)));
      return;
    }
    if (c >= 32 && c < 127) {
      put(std::string(1, char(c)));
      return;
    }
    put("\\" + std::to_string(c) + (quote == '"' ? "\\&" : ""));
  }
  void literal(const HsLit &l) {
    switch (l.tag) {
      case LitTag::Integer: put(l.text); return;
      case LitTag::IntPrim:
        put(l.text);
        put("#");
        return;
      case LitTag::WordPrim:
        put(l.text);
        put("##");
        return;
      case LitTag::Rational:
      case LitTag::DoublePrim:
      case LitTag::FloatPrim: {
        // n/10^k: digits with an exponent.
        size_t slash = l.text.find('/');
        size_t zeros = l.text.size() - slash - 2;
        put(l.text.substr(0, slash));
        put("e-" + std::to_string(zeros));
        if (l.tag == LitTag::DoublePrim) put("##");
        if (l.tag == LitTag::FloatPrim) put("#");
        return;
      }
      case LitTag::Char:
      case LitTag::CharPrim:
        put("'");
        character(l.ch, '\'');
        put(l.tag == LitTag::Char ? "'" : "'#");
        return;
      case LitTag::String:
      case LitTag::StringPrim: {
        put("\"");
        for (size_t i = 0; i < l.text.size();) {
          unsigned char c = (unsigned char)l.text[i];
          if (c < 0x80 || l.tag == LitTag::StringPrim) {
            character(c, '"');
            i++;
            continue;
          }
          size_t n = c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
          uint32_t ch = c & (0xFF >> (n + 1));
          for (size_t k = 1; k < n && i + k < l.text.size(); k++) ch = ch << 6 | ((unsigned char)l.text[i + k] & 0x3F);
          character(ch, '"');
          i += n;
        }
        put(l.tag == LitTag::String ? "\"" : "\"#");
        return;
      }
    }
  }

  // ---- Types --------------------------------------------------------------------------------------------------------
  void binder(const TyVarBndr &b) {
    if (!b.kind) {
      name(b.name);
      return;
    }
    put("(");
    name(b.name);
    put(" :: ");
    type(b.kind);
    put(")");
  }
  void context(const Vec<HsType *> &ts) {
    if (ts.empty()) return;
    put("(");
    commas(ts, [&](const HsType *t) { type(t); });
    put(") => ");
  }
  // clang-format off
  // prec: 0 anything, 1 operand of -> or an operator, 2 argument
  void type(const HsType *t, int prec = 0) {
    auto open = [&](int p) { if (prec > p) put("("); };
    auto close = [&](int p) { if (prec > p) put(")"); };
    switch (t->tag) {
    case HsTypeTag::Var: name(t->name); return;
    case HsTypeTag::Con: if (occ(t->name).str() == "*") put("*"); else name(t->name); return;
    case HsTypeTag::App: open(1); type(t->a, 1); put(" "); type(t->b, 2); close(1); return;
    case HsTypeTag::Fun: open(0); type(t->a, 1); put(" -> "); type(t->b); close(0); return;
    case HsTypeTag::List: put("["); type(t->a); put("]"); return;
    case HsTypeTag::Tuple: put("("); commas(t->elems, [&](const HsType *x) { type(x); }); put(")"); return;
    case HsTypeTag::UnboxedTuple: put("(# "); commas(t->elems, [&](const HsType *x) { type(x); }); put(" #)"); return;
    case HsTypeTag::Forall:
      open(0);
      if (!t->implicit_forall) {
        put("forall");
        for (const TyVarBndr &b : t->vars) { put(" "); binder(b); }
        put(". ");
      }
      type(t->a);
      close(0);
      return;
    case HsTypeTag::Qual: open(0); context(t->elems); type(t->a); close(0); return;
    case HsTypeTag::Bang: if (t->unpack) put("{-# UNPACK #-} "); put(t->strict ? "!" : "~"); type(t->a, 2); return;
    case HsTypeTag::Paren: put("("); type(t->a); put(")"); return;
    case HsTypeTag::KindSig: put("("); type(t->a); put(" :: "); type(t->b); put(")"); return;
    case HsTypeTag::Wild: put("_"); return;
    case HsTypeTag::Infix: open(0); type(t->a, t->a->tag == HsTypeTag::Infix ? 0 : 1); put(" "); op(t->name); put(" "); type(t->b, 1); close(0); return;
    }
  }

  // ---- Evidence --------------------------------------------------------------------------------------------------------
  void evidence(const EvTerm *e) {
    switch (e->tag) {
    case EvTag::Var: put("%" + var(e->var)); return;
    case EvTag::Super: put("super" + std::to_string(e->index) + " ("); evidence(e->dict); put(")"); return;
    case EvTag::TypeableCon: put("typeable " + show_type(e->types[0], 2)); return;
    case EvTag::TypeableApp:
      put("typeable (");
      for (const EvTerm *a : e->args) { evidence(a); put(" "); }
      put(")");
      return;
    case EvTag::CallSite:
      put("callsite \"" + e->site.string() + "\"");
      if (e->dict) { put(" "); evidence(e->dict); }
      return;
    case EvTag::Inst:
      put("(%" + (e->inst->dfun ? var(e->inst->dfun) : std::string("instance")));
      for (const Type *t : e->types) put(" @" + show_type(t, 2));
      for (const EvTerm *a : e->args) { put(" "); evidence(a); }
      put(")");
      return;
    }
  }
  static std::string var(const Var *v) { return v->module ? v->module.string() + "." + v->occ.string() : v->occ.string() + "_" + std::to_string(v->uniq); }
  void ev_binds(const EvBinds *b) {
    if (!b || b->binds.empty()) return;
    put("let% { ");
    for (const EvBind &e : b->binds) { put("%" + var(e.var) + " = "); evidence(e.term); put("; "); }
    put("} ");
  }
  void wrapper_before(const Wrapper &w) {
    for (size_t i = w.size(); i-- > 0;) {
      const WrapStep &s = w[i];
      if (s.tag == WrapTag::TyLam) put("/\\" + s.tv->occ.string() + "_" + std::to_string(s.tv->uniq) + ". ");
      if (s.tag == WrapTag::EvLam) put("\\%" + var(s.ev) + ". ");
      if (s.tag == WrapTag::EvLet) ev_binds(s.binds);
    }
  }
  void wrapper_after(const Wrapper &w) {
    for (const WrapStep &s : w) {
      if (s.tag == WrapTag::TyApp) put(" @" + show_type(s.type, 2));
      if (s.tag == WrapTag::EvApp) put(" %" + var(s.ev));
      if (s.tag == WrapTag::Eta) { put(" eta ("); wrapper_before(s.eta->inner); put("_"); wrapper_after(s.eta->inner); put(")"); }
    }
  }

  // ---- Patterns --------------------------------------------------------------------------------------------------------
  void pats(const Vec<Pat *> &ps) { for (const Pat *p : ps) { put(" "); pat(p, 2); } }
  // prec: 0 anything, 1 operand, 2 argument
  void pat(const Pat *p, int prec = 0) {
    bool typed = p->var && p->var->type && (p->tag == PatTag::Var || p->tag == PatTag::As);
    auto bound = [&] { if (typed) put(" {- :: " + show_type(p->var->type) + " -}"); };
    switch (p->tag) {
    case PatTag::Wild: put("_"); return;
    case PatTag::Var: name(p->name); bound(); return;
    case PatTag::Lit: {
      bool paren = p->negated && prec > 0;
      if (paren) put("(");
      if (p->negated) put("-");
      literal(p->lit);
      if (paren) put(")");
      return;
    }
    case PatTag::Con: {
      bool paren = prec > 1 && (!p->args.empty() || !p->con_types.empty());
      if (paren) put("(");
      name(p->name);
      for (const Type *t : p->con_types) put(" @" + show_type(t, 2));
      for (const Pat *a : p->args) { put(" "); pat(a, 2); }
      if (paren) put(")");
      return;
    }
    case PatTag::RecCon:
      name(p->name);
      put(" {");
      commas(p->fields, [&](const FieldPat &f) { name(f.field); put(" = "); pat(f.pat); });
      if (p->wildcard_fields) put(p->fields.empty() ? ".." : ", ..");
      put("}");
      return;
    case PatTag::Tuple: put("("); commas(p->args, [&](const Pat *a) { pat(a); }); put(")"); return;
    case PatTag::UnboxedTuple: put("(# "); commas(p->args, [&](const Pat *a) { pat(a); }); put(" #)"); return;
    case PatTag::List: put("["); commas(p->args, [&](const Pat *a) { pat(a); }); put("]"); return;
    case PatTag::As: name(p->name); put("@"); pat(p->sub, 2); bound(); return;
    case PatTag::Lazy: put("~"); pat(p->sub, 2); return;
    case PatTag::Bang: put("!"); pat(p->sub, 2); return;
    case PatTag::View: put("("); expr(p->view); put(" -> "); pat(p->sub); put(")"); return;
    case PatTag::NPlusK: put("("); name(p->name); put("+"); literal(p->lit); put(")"); return;
    case PatTag::Sig: if (prec > 0) put("("); pat(p->sub, 1); put(" :: "); if (p->sig) type(p->sig); if (prec > 0) put(")"); return;
    case PatTag::Paren: put("("); pat(p->sub); put(")"); return;
    case PatTag::Neg: if (prec > 0) put("("); put("-"); pat(p->sub, 2); if (prec > 0) put(")"); return;
    case PatTag::Infix:
      if (prec > 1) put("(");
      for (size_t i = 0; i < p->args.size(); i++) { if (i) { put(" "); op(p->ops[i - 1]); put(" "); } pat(p->args[i], p->args[i]->tag == PatTag::Neg ? 0 : 1); }
      if (prec > 1) put(")");
      return;
    }
  }

  // ---- Expressions -----------------------------------------------------------------------------------------------------
  void op_expr(const Expr *e) { wrapper_before(e->wrap); op(e->name); wrapper_after(e->wrap); }
  void fields(const Vec<FieldBind> &fs, bool wildcard) {
    put(" {");
    commas(fs, [&](const FieldBind &f) { name(f.field); if (f.value) { put(" = "); expr(f.value); } });
    if (wildcard) put(fs.empty() ? ".." : ", ..");
    put("}");
  }
  // prec: 0 anything, 1 operand of an operator, 2 argument
  void expr(const Expr *e, int prec = 0) {
    bool wrapped = !e->wrap.empty();
    if (wrapped) { put("("); wrapper_before(e->wrap); prec = 0; }
    expr_inner(e, prec);
    if (wrapped) { wrapper_after(e->wrap); put(")"); }
  }
  void expr_inner(const Expr *e, int prec) {
    auto open = [&](int p) { if (prec > p) put("("); };
    auto close = [&](int p) { if (prec > p) put(")"); };
    switch (e->tag) {
    case ExprTag::Var: case ExprTag::Con: name(e->name); return;
    case ExprTag::Hole: put(e->name.occ ? e->name.occ.str() : "_"); return;
    case ExprTag::Lit: literal(e->lit); return;
    case ExprTag::App: open(1); expr(e->a, 1); put(" "); expr(e->b, 2); close(1); return;
    case ExprTag::AppType: open(1); expr(e->a, 1); put(" @("); type(e->sig); put(")"); close(1); return;
    case ExprTag::Infix: {
      open(0);
      size_t next_op = 0;
      bool operand_before = false;
      for (const Expr *x : e->elems) {
        if (operand_before) { put(" "); op_expr(e->ops[next_op++]); put(" "); operand_before = false; }
        if (x->tag == ExprTag::Neg && !x->a) { put("- "); continue; }
        expr(x, next_op == e->ops.size() ? 0 : 1);
        operand_before = true;
      }
      close(0);
      return;
    }
    case ExprTag::Op: open(0); expr(e->a, 1); put(" "); op_expr(e->op); put(" "); expr(e->b, 1); close(0); return;
    case ExprTag::Neg: open(0); put("- "); if (e->a) expr(e->a, 1); close(0); return;
    case ExprTag::Lam:
      open(0);
      put("\\");
      pats(e->matches[0]->pats);
      put(" -> ");
      rhs_body(e->matches[0]->rhs);
      close(0);
      return;
    case ExprTag::Let: open(0); put("let "); local_binds(e->binds); put(" in "); expr(e->a); close(0); return;
    case ExprTag::If: open(0); put("if "); expr(e->a); put(" then "); expr(e->b); put(" else "); expr(e->c); close(0); return;
    case ExprTag::MultiIf: open(0); put("if {"); nest([&] { rhs(e->rhs, "->"); }); put(" }"); close(0); return;
    case ExprTag::Case: open(0); put("case "); expr(e->a); put(" of "); alts(e->matches); close(0); return;
    case ExprTag::LamCase: open(0); put("\\case "); alts(e->matches); close(0); return;
    case ExprTag::Do: case ExprTag::MDo: open(0); put(e->tag == ExprTag::Do ? "do " : "mdo "); stmts(e->stmts); close(0); return;
    case ExprTag::ListComp: put("["); expr(e->a); put(" | "); commas(e->stmts, [&](const Stmt *s) { stmt(s); }); put("]"); return;
    case ExprTag::ParComp:
      put("[");
      expr(e->a);
      for (const Vec<Stmt *> &b : e->branches) { put(" | "); commas(b, [&](const Stmt *s) { stmt(s); }); }
      put("]");
      return;
    case ExprTag::Tuple: put("("); commas(e->elems, [&](const Expr *x) { if (x) expr(x); }); put(")"); return;
    case ExprTag::UnboxedTuple: put("(# "); commas(e->elems, [&](const Expr *x) { if (x) expr(x); }); put(" #)"); return;
    case ExprTag::List: put("["); commas(e->elems, [&](const Expr *x) { expr(x); }); put("]"); return;
    case ExprTag::ArithSeq:
      put("[");
      expr(e->a);
      if (e->b) { put(", "); expr(e->b); }
      put(" .. ");
      if (e->c) expr(e->c);
      put("]");
      return;
    case ExprTag::LeftSection: put("("); expr(e->a); put(" "); op_expr(e->op); put(")"); return;
    case ExprTag::RightSection: put("("); op_expr(e->op); put(" "); expr(e->a); put(")"); return;
    case ExprTag::RecCon: name(e->name); fields(e->fields, e->wildcard_fields); return;
    case ExprTag::RecUpd: open(1); expr(e->a, 2); fields(e->fields, false); close(1); return;
    case ExprTag::Sig: open(0); expr(e->a, 1); put(" :: "); type(e->sig); close(0); return;
    case ExprTag::Paren: put("("); expr(e->a); put(")"); return;
    }
    put("<?>");
  }
  void rhs_body(const Rhs *r) { expr(r->alts[0].body); }
  void alts(const Vec<Match *> &ms) {
    put("{");
    nest([&] {
      for (const Match *m : ms) {
        line();
        for (size_t i = 0; i < m->pats.size(); i++) { if (i) put(" "); pat(m->pats[i], m->pats.size() > 1 ? 2 : 0); }
        rhs(m->rhs, "->");
        put(";");
      }
    });
    put(" }");
  }
  void stmts(const Vec<Stmt *> &ss) {
    put("{");
    nest([&] { for (const Stmt *s : ss) { line(); stmt(s); put(";"); } });
    put(" }");
  }
  void stmt(const Stmt *s) {
    switch (s->tag) {
    case StmtTag::Bind: pat(s->pat); put(" <- "); expr(s->expr); return;
    case StmtTag::Let: put("let "); local_binds(s->binds); return;
    case StmtTag::Body: case StmtTag::Last: expr(s->expr); return;
    case StmtTag::Rec: put("rec "); stmts(s->rec); return;
    }
  }
  void rhs(const Rhs *r, std::string_view arrow) {
    nest([&] {
      for (const GuardedRhs &g : r->alts) {
        if (!g.guards.empty()) { line(); put("| "); commas(g.guards, [&](const Stmt *s) { stmt(s); }); }
        put(" ");
        put(arrow);
        put(" ");
        expr(g.body);
      }
      if (r->where) { line(); put("where "); local_binds(r->where); }
    });
  }

  // ---- Bindings --------------------------------------------------------------------------------------------------------
  void bind(const Bind *b) {
    if (b->mono && b->mono->type) { line(); put("-- " + b->name.occ.string() + " :: " + show_type(b->mono->type)); }
    if (b->tag == BindTag::Pat) {
      line();
      pat(b->pat);
      rhs(b->rhs, "=");
      put(";");
      return;
    }
    for (const Match *m : b->matches) {
      line();
      if (!b->wrap.empty()) { put("-- "); wrapper_before(b->wrap); wrapper_after(b->wrap); line(); }
      name(b->name);
      pats(m->pats);
      rhs(m->rhs, "=");
      put(";");
    }
  }
  void abs(const AbsBinds *a) {
    line();
    put("-- exports");
    for (const AbsExport &e : a->exports) put(" " + var(e.poly) + " :: " + (e.poly->type ? show_type(e.poly->type) : "?") + ";");
    line();
    put("-- ");
    for (const TyVar *t : a->tvs) put("/\\" + t->occ.string() + "_" + std::to_string(t->uniq) + " ");
    for (const Var *v : a->ev_params) put("\\%" + var(v) + " ");
    ev_binds(a->ev_binds);
    for (const Bind *b : a->binds) bind(b);
  }
  void inline_phase(const InlinePragma &p) {
    if (!p.has_phase) return;
    put(p.before ? " [~" : " [");
    put(std::to_string(p.phase) + "]");
  }
  void pragma(const PragmaDecl *p) {
    const char *word[] = {"INLINE", "NOINLINE", "INLINABLE", "SPECIALISE", "SPECIALISE instance", "MINIMAL", "SCC", "DEPRECATED", "WARNING", "COMPLETE", "RULES"};
    put("{-# ");
    put(word[size_t(p->tag)]);
    inline_phase(p->inl);
    put(" ");
    commas(p->names, [&](const Name &n) { name(n); });
    if (p->tag == PragmaTag::SpecInstance) type(p->type);
    else if (p->tag == PragmaTag::Specialise) { put(" :: "); commas(p->types, [&](const HsType *t) { type(t); }); }
    put(p->text);
    if (p->string) { HsLit l{LitTag::String, p->string.str(), 0}; put(" "); literal(l); }
    put(" #-}");
  }
  void local_binds(const LocalBinds *b) {
    put("{");
    nest([&] { bind_items(b); });
    put(" }");
  }
  void bind_items(const LocalBinds *b) {
    for (const FixityDecl *f : b->fixities) {
      line();
      put(f->assoc < 0 ? "infixl " : f->assoc > 0 ? "infixr " : "infix ");
      put(std::to_string(f->prec) + " ");
      commas(f->ops, [&](const Name &n) { op(n); });
      put(";");
    }
    for (const SigDecl *s : b->sigs) {
      if (s->names.empty()) continue;
      line();
      commas(s->names, [&](const Name &n) { name(n); });
      put(" :: ");
      type(s->type);
      put(";");
    }
    for (const PragmaDecl *p : b->pragmas) { line(); pragma(p); put(";"); }
    if (b->groups.empty()) {
      for (const Bind *x : b->binds) bind(x);
      return;
    }
    for (const BindGroup *g : b->groups) {
      if (g->rec) { line(); put("-- recursive"); }
      if (g->abs.empty()) for (const Bind *x : g->binds) bind(x);
      else for (const AbsBinds *a : g->abs) abs(a);
    }
  }

  // ---- Declarations ----------------------------------------------------------------------------------------------------
  void item(const ImportExport &i) {
    if (i.type_keyword) put("type ");
    if (i.tag == IETag::Module) put("module ");
    name(i.name);
    if (i.tag == IETag::ThingAll) put("(..)");
    if (i.tag == IETag::ThingWith) { put("("); commas(i.subs, [&](const Name &n) { name(n); }); put(")"); }
  }
  void import(const ImportDecl *i) {
    put("import ");
    if (i->qualified) put("qualified ");
    put(i->module.occ.str());
    if (i->as) { put(" as "); put(i->as.str()); }
    if (!i->has_list) return;
    put(i->hiding ? " hiding (" : " (");
    commas(i->items, [&](const ImportExport &x) { item(x); });
    put(")");
  }
  void head(const Decl *d) {
    context(d->context);
    name(d->name);
    for (const TyVarBndr &b : d->vars) { put(" "); binder(b); }
  }
  void constructor(const ConDecl *c) {
    if (!c->exist.empty()) {
      put("forall");
      for (const TyVarBndr &b : c->exist) { put(" "); binder(b); }
      put(". ");
    }
    context(c->context);
    if (c->infix && c->fields.size() == 2) { type(c->fields[0].type, 1); put(" "); op(c->name); put(" "); type(c->fields[1].type, 1); return; }
    name(c->name);
    if (!c->record) { for (const ConField &f : c->fields) { put(" "); type(f.type, 2); } return; }
    put(" {");
    commas(c->fields, [&](const ConField &f) { commas(f.labels, [&](const Name &n) { name(n); }); put(" :: "); type(f.type); });
    put("}");
  }
  void elaboration(const Decl *d) {
    if (!d->elab) return;
    line();
    put("-- instance");
    for (const Var *v : d->elab->ev_params) put(" \\%" + var(v));
    put(" ");
    ev_binds(d->elab->ev_binds);
    for (const MethodElab &m : d->elab->methods) {
      line();
      put(m.global ? "-- method " + var(m.global) : std::string(m.use_default ? "-- default method" : "-- missing method"));
      if (m.abs) abs(m.abs);
    }
  }
  void decl(const Decl *d) {
    if (d->tag == DeclTag::Values) { if (d->body) bind_items(d->body); return; }
    line();
    switch (d->tag) {
    case DeclTag::Data: case DeclTag::Newtype:
      put(d->tag == DeclTag::Data ? "data " : "newtype ");
      head(d);
      if (d->kind_sig) { put(" :: "); type(d->kind_sig); }
      nest([&] {
        for (size_t i = 0; i < d->cons.size(); i++) { line(); put(i ? "| " : "= "); constructor(d->cons[i]); }
        if (!d->deriv.empty()) { line(); put("deriving ("); commas(d->deriv, [&](const DerivClause &c) { type(c.cls); }); put(")"); }
      });
      break;
    case DeclTag::Synonym: put("type "); head(d); put(" = "); type(d->rhs); break;
    case DeclTag::Class:
      put("class ");
      head(d);
      for (size_t i = 0; i < d->fundeps.size(); i++) {
        put(i ? ", " : " | ");
        for (const Name &n : d->fundeps[i].from) { name(n); put(" "); }
        put("->");
        for (const Name &n : d->fundeps[i].to) { put(" "); name(n); }
      }
      put(" where ");
      local_binds(d->body);
      if (d->class_elab) nest([&] { for (const AbsBinds *a : d->class_elab->defaults) if (a) abs(a); });
      break;
    case DeclTag::Instance: case DeclTag::StandaloneDeriving:
      put(d->tag == DeclTag::Instance ? "instance " : "deriving instance ");
      switch (d->overlap) {
        case Overlap::None: break;
        case Overlap::Overlappable: put("{-# OVERLAPPABLE #-} "); break;
        case Overlap::Overlapping: put("{-# OVERLAPPING #-} "); break;
        case Overlap::Overlaps: put("{-# OVERLAPS #-} "); break;
        case Overlap::Incoherent: put("{-# INCOHERENT #-} "); break;
      }
      context(d->context);
      if (d->head) type(d->head);
      if (d->body) { put(" where "); local_binds(d->body); }
      nest([&] { elaboration(d); });
      break;
    case DeclTag::Default: put("default ("); commas(d->types, [&](const HsType *t) { type(t); }); put(")"); break;
    case DeclTag::Foreign: {
      put(d->is_export ? "foreign export " : "foreign import ");
      put(d->callconv.str());
      if (!d->is_export) put(d->safe ? " safe " : " unsafe ");
      else put(" ");
      HsLit l{LitTag::String, d->entity.str(), 0};
      literal(l);
      put(" ");
      name(d->name);
      put(" :: ");
      type(d->sig);
      break;
    }
    case DeclTag::Rules:
      put("{-# RULES");
      for (size_t i = 0; i < d->rules.size(); i++) {
        const RuleDecl *r = d->rules[i];
        put(i ? " ; " : " ");
        HsLit l{LitTag::String, r->name.str(), 0};
        literal(l);
        if (r->has_phase) put(std::string(r->before ? " [~" : " [") + std::to_string(r->phase) + "]");
        if (!r->vars.empty()) { put(" forall"); for (const Pat *p : r->vars) { put(" "); pat(p, 2); } put("."); }
        put(" ");
        expr(r->lhs);
        put(" = ");
        expr(r->rhs);
      }
      put(" #-}");
      break;
    case DeclTag::Values: break;
    }
    put(";");
  }
  // clang-format on
};

}  // namespace

void print_ast(const Module *m, std::string *out) { Printer(out).module(m); }

}  // namespace gphc
