// build.cc: the tree-building half of the parser.
//
// What looks alike is parsed as one thing and told apart here, when the whole of it has been seen:
//   build_pattern.cc:
//     expression -> pattern          f (Just !x) ~(a, b) = ...        to_pat
//     expression -> left-hand side   x `op` y = ..., (f . g) x = ..., !x = ..., Just x = ...        binding
//   build_decl.cc:
//     type -> context, head          (Eq a, Show a) => T a            to_context, split_head
//     type -> constructor            a :+: !b, C a {-# UNPACK #-} !b, C { x :: a }                  constructor
// Here: what is what it looks like.
//
// Names of the built-in syntax are the constructors `()`, `[]`, `(,)`, `(,,)` .., in expressions, patterns and types,
// and the type constructors `->` and `*`.
#include "syntax/build.h"

#include <algorithm>

namespace gphc {

// ---- Errors ---------------------------------------------------------------------------------------------------------
void Builder::parse_error(Span s, std::string text) { diags().error(s, diag::ParseError, std::move(text)); }

void Builder::unsupported(Span s, const char *extension, const char *what) {
  diags().error(s, diag::UnsupportedExtension,
                std::string(what) + " needs " + extension + ", which gphc does not implement");
}

void Builder::finish() {
  for (Expr *e : pattern_syntax) {
    if (e->tag == kPatBang)
      parse_error(e->span, "bang pattern in an expression; did you mean to add a space after the `!'?");
    else if (e->tag == kPatLazy)
      parse_error(e->span, "lazy pattern `~' in an expression; did you mean to add a space after the `~'?");
    else if (e->tag == kPatAs) parse_error(e->span, "`@' pattern in an expression");
    else if (e->tag == kPatView) parse_error(e->span, "view pattern `->' in an expression");
  }
}

// ---- Expressions ----------------------------------------------------------------------------------------------------
Expr *Builder::expr_app(Expr *f, Expr *x) {
  for (const Expr *e : {f, x}) {
    const char *what = e->tag == ExprTag::Do || e->tag == ExprTag::MDo        ? "`do' block"
                       : e->tag == ExprTag::Case                              ? "`case' expression"
                       : e->tag == ExprTag::If || e->tag == ExprTag::MultiIf  ? "`if' expression"
                       : e->tag == ExprTag::Lam || e->tag == ExprTag::LamCase ? "lambda expression"
                       : e->tag == ExprTag::Let                               ? "`let' expression"
                                                                              : nullptr;
    if (what && !module->ext("BlockArguments"))
      diags()
          .error(e->span, diag::ParseError,
                 std::string("a ") + what + (e == f ? " is applied to an argument" : " is an argument of a function"))
          .hint("put it into parentheses, write `$' before an argument, or use BlockArguments");
  }
  Expr *e = expr(ExprTag::App, join(f->span, x->span));
  e->a = f;
  e->b = x;
  return e;
}

// An infix chain under construction is an Infix node; nested ones always stand inside Paren.
Expr *Builder::expr_neg(Span minus, Expr *x) {
  Expr *e = expr(ExprTag::Infix, join(minus, x->span));
  e->elems.push_back(expr(ExprTag::Neg, minus));
  e->elems.push_back(x);
  return e;
}

Expr *Builder::expr_infix(Expr *left, Expr *op, Expr *right) {
  Expr *e = left;
  if (left->tag != ExprTag::Infix) {
    e = expr(ExprTag::Infix, left->span);
    e->elems.push_back(left);
  }
  e->ops.push_back(op);
  if (right->tag == ExprTag::Infix) e->elems.append(right->elems);  // only -x
  else e->elems.push_back(right);
  e->span = join(e->span, right->span);
  return e;
}

Expr *Builder::expr_pattern(ExprTag tag, Span s, Expr *sub) {
  Expr *e = expr(tag, s);
  e->a = sub;
  pattern_syntax.push_back(e);
  return e;
}

Expr *Builder::expr_record(Expr *head, Fields *fields, Span s) {
  bool con = head->tag == ExprTag::Con;
  Expr *e = expr(con ? ExprTag::RecCon : ExprTag::RecUpd, s);
  if (con) e->name = head->name;
  else e->a = head;
  e->fields = fields->binds;
  e->wildcard_fields = fields->wildcard;
  if (!con && fields->wildcard) parse_error(s, "`..' in a record update");
  if (!con && fields->binds.empty() && !fields->wildcard) parse_error(s, "empty record update");
  return e;
}

Expr *Builder::expr_lambda(Span s, const Vec<Expr *> &params, Expr *body) {
  Expr *e = expr(ExprTag::Lam, s);
  Match *m = mk<Match>();
  m->span = s;
  m->pats = to_pats(params);
  m->rhs = rhs(body->span, body, nullptr);
  e->matches.push_back(m);
  return e;
}

Expr *Builder::expr_matches(ExprTag tag, Span s, Expr *scrutinee, const Vec<Match *> &alts) {
  Expr *e = expr(tag, s);
  e->a = scrutinee;
  e->matches = alts;
  return e;
}

// Expressions, patterns, types and constructors alike, as in GHC.
void Builder::check_tuple_size(Span s, size_t n) {
  constexpr size_t kMost = 62;
  if (n > kMost) parse_error(s, "a tuple of " + std::to_string(n) + " elements: the most is " + std::to_string(kMost));
}

Expr *Builder::expr_tuple(ExprTag tag, Span s, Vec<Expr *> *elems) {
  check_tuple_size(s, elems->size());
  bool all = true, none = true;
  for (Expr *x : *elems) {
    all = all && x;
    none = none && !x;
  }
  if (none && !elems->empty()) {
    std::string commas(elems->size() - 1, ',');
    return expr_name(ExprTag::Con, name(tag == ExprTag::Tuple ? "(" + commas + ")" : "(#" + commas + "#)", s));
  }
  Expr *e = expr(tag, s);
  e->elems = *elems;
  return e;
}

Expr *Builder::expr_do(ExprTag tag, Span s, Span keyword, Vec<Stmt *> *stmts) {
  Expr *e = expr(tag, s);
  e->stmts = *stmts;
  if (stmts->empty()) {
    diags()
        .error(keyword, diag::LayoutError, "empty `do' block")
        .hint("its statements must be indented more than the enclosing block");
    return e;
  }
  Stmt *last = stmts->back();
  if (last->tag == StmtTag::Bind || last->tag == StmtTag::Let || last->tag == StmtTag::Rec)
    diags()
        .error(last->span, diag::ParseError, "the last statement in a `do' block must be an expression")
        .hint(
            last->tag == StmtTag::Let
                ? "nothing follows that uses what `let' defines: add a statement, or indent it as far as the `let'"
                : "nothing follows that uses what `<-' binds: leave the `<-' away, or add a statement like `return x'");
  return e;
}

Expr *Builder::expr_comprehension(Span s, Expr *result, Vec<Vec<Stmt *>> *branches) {
  Expr *e = expr(branches->size() == 1 ? ExprTag::ListComp : ExprTag::ParComp, s);
  e->a = result;
  if (branches->size() == 1) e->stmts = (*branches)[0];
  else e->branches = *branches;
  return e;
}

// ---- Bindings and statements ----------------------------------------------------------------------------------------
Match *Builder::match(Span s, Expr *pattern, Rhs *r) {
  Match *m = mk<Match>();
  m->span = s;
  m->pats.push_back(to_pat(pattern));
  m->rhs = r;
  return m;
}

Rhs *Builder::rhs(Span s, Expr *body, LocalBinds *where) {
  Rhs *r = mk<Rhs>();
  r->span = s;
  r->alts.push_back(GuardedRhs{body->span, {}, body});
  r->where = where;
  return r;
}

Stmt *Builder::stmt(StmtTag tag, Span s, Expr *pattern, Expr *e) {
  Stmt *st = mk<Stmt>();
  st->tag = tag;
  st->span = s;
  if (pattern) st->pat = to_pat(pattern);
  st->expr = e;
  return st;
}

DeclItem *Builder::signature(Span s, Expr *lhs, HsType *t) {
  Vec<Name> names;
  if (lhs->tag == ExprTag::Var && !lhs->name.qual) names.push_back(lhs->name);
  else {
    diags()
        .error(lhs->span, diag::ParseError, "invalid type signature: the left-hand side must be a variable")
        .hint("a signature has the form  <variable> :: <type>");
    pattern_syntax.erase(
        std::remove_if(pattern_syntax.begin(), pattern_syntax.end(), [&](Expr *e) { return e == lhs; }),
        pattern_syntax.end());
  }
  return signature(s, names, t);
}

DeclItem *Builder::signature(Span s, const Vec<Name> &names, HsType *t) {
  DeclItem *item = mk<DeclItem>();
  item->sig = mk<SigDecl>();
  item->sig->span = s;
  item->sig->names = names;
  item->sig->type = t;
  return item;
}

DeclItem *Builder::fixity(Span s, int assoc, const Token *prec, const Vec<Name> &ops) {
  DeclItem *item = mk<DeclItem>();
  item->fixity = mk<FixityDecl>();
  item->fixity->span = s;
  item->fixity->assoc = assoc;
  item->fixity->prec = 9;
  item->fixity->ops = ops;
  if (prec) {
    if (prec->lit.text.size() != 1) parse_error(prec->span, "precedence out of range: it is a digit from 0 to 9");
    else item->fixity->prec = prec->lit.text[0] - '0';
  }
  return item;
}

DeclItem *Builder::pragma(Span s, PragmaTag tag, const Vec<Name> &names) {
  DeclItem *item = mk<DeclItem>();
  item->pragma = mk<PragmaDecl>();
  item->pragma->span = s;
  item->pragma->tag = tag;
  item->pragma->inl.tag = tag;
  item->pragma->names = names;
  return item;
}

DeclItem *Builder::inline_pragma(Span s, const Token *word, const InlinePragma &phase, const Name &n) {
  std::string_view w = word->occ.str();
  PragmaTag tag = w == "INLINE"                           ? PragmaTag::Inline
                  : w == "INLINABLE" || w == "INLINEABLE" ? PragmaTag::Inlinable
                                                          : PragmaTag::NoInline;
  DeclItem *item = pragma(s, tag, Vec<Name>{n});
  item->pragma->inl = phase;
  item->pragma->inl.tag = tag;
  return item;
}

DeclItem *Builder::deprecation(Span s, const Token *word, const Vec<Name> &names, const Token *text) {
  DeclItem *item = pragma(s, word->occ.str() == "WARNING" ? PragmaTag::Warning : PragmaTag::Deprecated, names);
  item->pragma->string = sym(text->lit.text);
  return item;
}

DeclItem *Builder::unsupported_decl(Span s, const char *extension, const char *what) {
  unsupported(s, extension, what);
  return mk<DeclItem>();
}

// The renamer knows which of them our functional dependencies stand for: rename/determined.cc.
DeclItem *Builder::associated_type(Span s, HsType *head, HsType *rhs) {
  DeclItem *item = mk<DeclItem>();
  item->associated = mk<AssociatedType>();
  *item->associated = {s, head, rhs};
  return item;
}

void Builder::add_item(LocalBinds *to, DeclItem *item) {
  if (item->bind) to->binds.push_back(item->bind);
  if (item->sig) to->sigs.push_back(item->sig);
  if (item->fixity) to->fixities.push_back(item->fixity);
  if (item->pragma) to->pragmas.push_back(item->pragma);
  if (item->associated) to->associated.push_back(*item->associated);
}

void Builder::add_top(DeclItem *item) { add_item(values, item); }

void Builder::add_top(Decl *d) {
  if (d) module->decls.push_back(d);
}

void Builder::add_import(ImportDecl *d) {
  if (module->decls.size() > 1 || !values->binds.empty() || !values->sigs.empty())
    parse_error(d->span, "parse error on input `import': imports come before all other declarations");
  module->imports.push_back(d);
}

}  // namespace gphc
