// build.cc: the tree-building half of the parser.
//
// What looks alike is parsed as one thing and told apart here, when the whole of it has been seen:
//   expression -> pattern          f (Just !x) ~(a, b) = ...        to_pat
//   expression -> left-hand side   x `op` y = ..., (f . g) x = ..., !x = ..., Just x = ...        binding
//   type -> context, head          (Eq a, Show a) => T a            to_context, split_head
//   type -> constructor            a :+: !b, C a {-# UNPACK #-} !b, C { x :: a }                  constructor
//
// Names of the built-in syntax are the constructors `()`, `[]`, `(,)`, `(,,)` .., in expressions, patterns and types,
// and the type constructors `->` and `*`.
#include "syntax/build.h"

#include <algorithm>

namespace gphc {

namespace {

bool is_con_name(Symbol s) {
  std::string_view t = s.str();
  if (t.empty()) return false;
  return t[0] == ':';
}

// The spine of an application: head and arguments.
Expr *split_app(Expr *e, Vec<Expr *> *args) {
  size_t n = 0;
  for (Expr *x = e; x->tag == ExprTag::App; x = x->a) n++;
  args->resize(n);
  Expr *x = e;
  for (; x->tag == ExprTag::App; x = x->a) (*args)[--n] = x->b;
  return x;
}

HsType *split_type_app(HsType *t, Vec<HsType *> *args) {
  size_t n = 0;
  for (HsType *x = t; x->tag == HsTypeTag::App; x = x->a) n++;
  args->resize(n);
  HsType *x = t;
  for (; x->tag == HsTypeTag::App; x = x->a) (*args)[--n] = x->b;
  return x;
}

HsType *strip_parens(HsType *t) {
  while (t->tag == HsTypeTag::Paren) t = t->a;
  return t;
}

bool is_neg_marker(const Expr *e) { return e->tag == ExprTag::Neg && !e->a; }

}  // namespace

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

// ---- Patterns -------------------------------------------------------------------------------------------------------
Vec<Pat *> Builder::to_pats(const Vec<Expr *> &es) {
  Vec<Pat *> ps;
  ps.reserve(es.size());
  for (Expr *e : es) ps.push_back(to_pat(e));
  return ps;
}

Pat *Builder::to_pat(Expr *e) {
  Pat *p = pat(PatTag::Wild, e->span);
  switch (e->tag) {
    case ExprTag::Var:
      if (e->name.qual) {
        parse_error(e->span,
                    "qualified name `" + e->name.qual.string() + "." + e->name.occ.string() + "' in a pattern");
        return p;
      }
      p->tag = PatTag::Var;
      p->name = e->name;
      return p;
    case ExprTag::Hole: return p;
    case ExprTag::Lit:
      p->tag = PatTag::Lit;
      p->lit = e->lit;
      return p;
    case ExprTag::Con:
      p->tag = PatTag::Con;
      p->name = e->name;
      return p;
    case ExprTag::App: {
      Vec<Expr *> args;
      Expr *head = split_app(e, &args);
      if (head->tag != ExprTag::Con) {
        parse_error(e->span, head->tag == ExprTag::Var ? "parse error in pattern: `" + head->name.occ.string() +
                                                             "' is applied, but it is not a constructor"
                                                       : "parse error in pattern");
        to_pats(args);
        return p;
      }
      p->tag = PatTag::Con;
      p->name = head->name;
      p->args = to_pats(args);
      return p;
    }
    case ExprTag::Infix: {
      // n + k
      if (lex.n_plus_k && e->elems.size() == 2 && e->ops.size() == 1 && e->ops[0]->tag == ExprTag::Var &&
          !e->ops[0]->name.qual && e->ops[0]->name.occ == sym("+") && e->elems[0]->tag == ExprTag::Var &&
          e->elems[1]->tag == ExprTag::Lit && e->elems[1]->lit.tag == LitTag::Integer) {
        p->tag = PatTag::NPlusK;
        p->name = e->elems[0]->name;
        p->lit = e->elems[1]->lit;
        return p;
      }
      Vec<Pat *> operands;
      for (size_t i = 0; i < e->elems.size(); i++) {
        if (!is_neg_marker(e->elems[i])) {
          operands.push_back(to_pat(e->elems[i]));
          continue;
        }
        Expr *x = e->elems[i + 1];
        Pat *neg = pat(PatTag::Neg, join(e->elems[i]->span, x->span));
        neg->sub = to_pat(x);
        if (x->tag != ExprTag::Lit || (x->lit.tag != LitTag::Integer && x->lit.tag != LitTag::Rational))
          parse_error(neg->span, "parse error in pattern: only a number can be negated");
        operands.push_back(neg);
        i++;
      }
      if (e->ops.empty()) return operands[0];
      for (Expr *op : e->ops) {
        if (op->tag != ExprTag::Con) {
          Diagnostic &d = diags().error(op->span, diag::ParseError,
                                        "parse error in pattern: `" + op->name.occ.string() + "' is not a constructor");
          if (op->name.occ == sym("+")) d.hint("n+k patterns need {-# LANGUAGE NPlusKPatterns #-}");
          return p;
        }
        p->ops.push_back(op->name);
      }
      p->tag = PatTag::Infix;
      p->args = operands;
      return p;
    }
    case ExprTag::Paren:
      p->tag = PatTag::Paren;
      p->sub = to_pat(e->a);
      return p;
    case ExprTag::Tuple:
    case ExprTag::UnboxedTuple:
    case ExprTag::List:
      p->tag = e->tag == ExprTag::Tuple ? PatTag::Tuple : e->tag == ExprTag::List ? PatTag::List : PatTag::UnboxedTuple;
      for (Expr *x : e->elems) {
        if (!x) {
          parse_error(e->span, "tuple section in a pattern");
          p->tag = PatTag::Wild;
          return p;
        }
        p->args.push_back(to_pat(x));
      }
      return p;
    case ExprTag::RecCon:
      p->tag = PatTag::RecCon;
      p->name = e->name;
      p->wildcard_fields = e->wildcard_fields;
      for (const FieldBind &f : e->fields) p->fields.push_back({f.field, to_pat(f.value), f.pun});
      return p;
    case ExprTag::Sig:
      p->tag = PatTag::Sig;
      p->sub = to_pat(e->a);
      p->sig = e->sig;
      return p;
    default: break;
  }
  ExprTag tag = e->tag;
  if (tag == kPatBang || tag == kPatLazy || tag == kPatAs || tag == kPatView) {
    p->tag = tag == kPatBang   ? PatTag::Bang
             : tag == kPatLazy ? PatTag::Lazy
             : tag == kPatAs   ? PatTag::As
                               : PatTag::View;
    if (tag == kPatAs) p->name = e->name;
    if (tag == kPatView) p->view = e->b;
    p->sub = to_pat(e->a);
    e->tag = ExprTag::Hole;  // converted
    return p;
  }
  parse_error(e->span, "parse error in pattern");
  return p;
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

// lhs [:: sig] rhs: a function clause if the left-hand side defines a variable, else a pattern binding.
DeclItem *Builder::binding(Span s, Expr *lhs, HsType *sig, Rhs *r) {
  DeclItem *item = mk<DeclItem>();
  Bind *bind = mk<Bind>();
  bind->span = s;
  bind->unparsed = unparsed;
  unparsed = nullptr;
  item->bind = bind;
  auto function = [&](const Name &n, bool infix, const Vec<Expr *> &args) {
    bind->tag = BindTag::Fun;
    bind->name = n;
    bind->infix = infix;
    if (n.qual)
      parse_error(n.span, "qualified name in a binding position: `" + n.qual.string() + "." + n.occ.string() + "'");
    if (n.occ == sym("pattern") && !infix && !args.empty() && args[0]->tag == ExprTag::Con && args.size() > 1)
      diags().error(n.span, diag::UnsupportedExtension, "a pattern synonym needs {-# LANGUAGE PatternSynonyms #-}");
    Match *m = mk<Match>();
    m->span = s;
    m->pats = to_pats(args);
    m->rhs = r;
    bind->matches.push_back(m);
    return item;
  };
  if (!sig) {
    // Arguments after a parenthesised left-hand side: (x `op` y) z, ((f x) y) z.
    Vec<Expr *> rest;
    Expr *e = lhs;
    for (;;) {
      if (e->tag == ExprTag::Infix) {
        // The variable operator of the chain is what is defined: x : xs +++ ys.
        size_t at = e->ops.size();
        for (size_t i = 0; i < e->ops.size() && at == e->ops.size(); i++)
          if (e->ops[i]->tag == ExprTag::Var) at = i;
        if (at == e->ops.size()) break;
        // Operands left and right of it; a Neg marker belongs to the operand after it.
        Expr *left = expr(ExprTag::Infix, e->span), *right = expr(ExprTag::Infix, e->span);
        size_t operand = 0;
        for (Expr *x : e->elems) {
          (operand <= at ? left : right)->elems.push_back(x);
          if (!is_neg_marker(x)) operand++;
        }
        for (size_t i = 0; i < e->ops.size(); i++)
          if (i != at) (i < at ? left : right)->ops.push_back(e->ops[i]);
        Vec<Expr *> args;
        for (Expr *side : {left, right}) {
          bool single = side->elems.size() == 1;
          if (!single) side->span = join(side->elems.front()->span, side->elems.back()->span);
          args.push_back(single ? side->elems[0] : side);
        }
        args.append(rest);
        return function(e->ops[at]->name, true, args);
      }
      Vec<Expr *> args;
      Expr *head = split_app(e, &args);
      if (head->tag == ExprTag::Var && (!args.empty() || rest.empty() || e != lhs)) {
        args.append(rest);
        return function(head->name, false, args);
      }
      if (head->tag != ExprTag::Paren || args.empty()) {
        // (f x y) z: only a parenthesis that is itself applied is opened.
        break;
      }
      args.append(rest);
      rest = args;
      e = head->a;
      if (e->tag != ExprTag::Infix && e->tag != ExprTag::App) break;
    }
    // What has arguments and is no constructor application is an error that to_pat reports.
  }
  bind->tag = BindTag::Pat;
  bind->pat = to_pat(lhs);
  if (sig) {
    Pat *p = pat(PatTag::Sig, join(lhs->span, sig->span));
    p->sub = bind->pat;
    p->sig = sig;
    bind->pat = p;
  }
  bind->rhs = r;
  return item;
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

void Builder::add_item(LocalBinds *to, DeclItem *item) {
  if (item->bind) to->binds.push_back(item->bind);
  if (item->sig) to->sigs.push_back(item->sig);
  if (item->fixity) to->fixities.push_back(item->fixity);
  if (item->pragma) to->pragmas.push_back(item->pragma);
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

// ---- Types ----------------------------------------------------------------------------------------------------------
HsType *Builder::type_app(HsType *f, HsType *x) {
  HsType *t = type(HsTypeTag::App, join(f->span, x->span));
  t->a = f;
  t->b = x;
  return t;
}

HsType *Builder::type_bang(Span s, const Token *unpack, bool strict, HsType *a) {
  HsType *t = type_unary(HsTypeTag::Bang, s, a);
  t->strict = strict;
  t->lazy = !strict;
  t->unpack = unpack && unpack->occ.str() == "UNPACK";
  return t;
}

HsType *Builder::type_tuple(HsTypeTag tag, Span s, Vec<HsType *> *elems) {
  check_tuple_size(s, elems->size());
  HsType *t = type(tag, s);
  t->elems = *elems;
  return t;
}

Vec<HsType *> Builder::to_context(HsType *t) {
  if (t->tag == HsTypeTag::Tuple) return t->elems;
  if (t->tag == HsTypeTag::Con && t->name.occ == sym("()") && !t->name.qual) return {};
  if (t->tag == HsTypeTag::Paren) return to_context(t->a);
  return Vec<HsType *>{t};
}

HsType *Builder::type_qual(HsType *context, HsType *body) {
  HsType *t = type(HsTypeTag::Qual, join(context->span, body->span));
  t->elems = to_context(context);
  t->a = body;
  for (HsType *c : t->elems)
    if (strip_parens(c)->tag == HsTypeTag::Infix && strip_parens(c)->name.occ == sym("~"))
      unsupported(c->span, "GADTs or TypeFamilies", "an equality constraint `~'");
  return t;
}

HsType *Builder::type_forall(Span s, Binders *vars, HsType *body) {
  HsType *t = type(HsTypeTag::Forall, s);
  t->vars = vars->vars;
  t->a = body;
  return t;
}

// T a (b :: k), a :+: b, a `T` b, (a :+: b) c
void Builder::split_head(HsType *t, Decl *d, const char *what) {
  Vec<HsType *> args;
  HsType *head = split_type_app(t, &args);
  while (head->tag == HsTypeTag::Paren) {
    Vec<HsType *> inner;
    HsType *h = split_type_app(head->a, &inner);
    inner.append(args);
    args = inner;
    head = h;
  }
  if (head->tag == HsTypeTag::Infix) {
    Vec<HsType *> both{head->a, head->b};
    both.append(args);
    args = both;
    d->name = head->name;
  } else if (head->tag == HsTypeTag::Con) {
    d->name = head->name;
  } else {
    if (head->tag == HsTypeTag::Var && head->name.occ == sym("family"))
      unsupported(head->span, "TypeFamilies", "a family");
    else parse_error(t->span, std::string("malformed head of a ") + what + " declaration");
    return;
  }
  if (d->name.qual)
    parse_error(d->name.span,
                "qualified name in a binding position: `" + d->name.qual.string() + "." + d->name.occ.string() + "'");
  for (HsType *a : args) {
    a = strip_parens(a);
    TyVarBndr bndr;
    if (a->tag == HsTypeTag::KindSig && a->a->tag == HsTypeTag::Var) {
      bndr.name = a->a->name;
      bndr.kind = a->b;
    } else if (a->tag == HsTypeTag::Var) bndr.name = a->name;
    else {
      parse_error(a->span, std::string("unexpected type in the head of a ") + what +
                               " declaration: a type variable was expected");
      continue;
    }
    d->vars.push_back(bndr);
  }
}

// ---- Declarations ---------------------------------------------------------------------------------------------------
ConDecl *Builder::constructor(Span s, Binders *exist, HsType *context, HsType *body, Vec<ConField> *fields) {
  ConDecl *c = mk<ConDecl>();
  c->span = s;
  if (exist) c->exist = exist->vars;
  if (context) c->context = to_context(context);
  Vec<HsType *> args;
  HsType *head = split_type_app(body, &args);
  if (head->tag == HsTypeTag::Infix && args.empty()) {
    c->name = head->name;
    c->infix = true;
    args = Vec<HsType *>{head->a, head->b};
    if (!is_con_name(head->name.occ) && !(head->name.occ.str()[0] >= 'A' && head->name.occ.str()[0] <= 'Z') &&
        (unsigned char)head->name.occ.str()[0] < 0x80)
      parse_error(head->name.span, "parse error in constructor in data/newtype declaration: `" +
                                       head->name.occ.string() + "' is not a constructor name");
  } else if (head->tag == HsTypeTag::Con) {
    c->name = head->name;
  } else {
    parse_error(body->span, "parse error in constructor in data/newtype declaration");
    return c;
  }
  if (c->name.qual)
    parse_error(c->name.span,
                "qualified name in a binding position: `" + c->name.qual.string() + "." + c->name.occ.string() + "'");
  if (fields) {
    c->record = true;
    c->fields = *fields;
    if (!args.empty()) parse_error(s, "a constructor has either fields in braces or arguments");
  } else {
    for (HsType *a : args) c->fields.push_back(ConField{a->span, {}, a});
  }
  return c;
}

Decl *Builder::data(Span s, bool newtype, HsType *head, HsType *kind, Vec<ConDecl *> *cons, Vec<DerivClause> *deriv) {
  Decl *d = decl(newtype ? DeclTag::Newtype : DeclTag::Data, s);
  if (head->tag == HsTypeTag::Qual) {
    d->context = head->elems;
    head = head->a;
  }
  split_head(head, d, newtype ? "newtype" : "data");
  if (!d->name.occ) return nullptr;
  d->kind_sig = kind;
  if (cons) d->cons = *cons;
  if (deriv) d->deriv = *deriv;
  if (newtype) check_newtype(d);
  return d;
}

void Builder::check_newtype(const Decl *d) {
  bool one = d->cons.size() == 1 && (d->cons[0]->fields.size() == 1 && d->cons[0]->fields[0].labels.size() <= 1);
  // GHC shows the constructor when there is one too much in it.
  if (!one)
    diags()
        .error(d->cons.size() == 1 && d->cons[0]->name.span ? d->cons[0]->name.span : d->span, diag::BadType,
               "a newtype has exactly one constructor, with exactly one field")
        .hint("`data' has any number of both");
}

// Note [GADT syntax]
// ~~~~~~~~~~~~~~~~~~
// `data T a where { C :: (Show b) => b -> a -> T a }` is `data T a = forall b. Show b => C b a`: the constructor's
// variables that are arguments of its result are the type's own, under the type's names; the others are existential. A
// result whose arguments are not distinct variables is a real GADT, which is refused.
namespace {

struct Renaming {
  Symbol from, to;
};

HsType *rename_vars(const HsType *t, const std::vector<Renaming> &names) {
  if (!t) return nullptr;
  HsType *c = mk<HsType>(*t);
  if (t->tag == HsTypeTag::Var)
    for (const Renaming &r : names)
      if (r.from == t->name.occ) {
        c->name.occ = r.to;
        break;
      }
  std::vector<Renaming> inner = names;
  for (const TyVarBndr &b : t->vars) inner.insert(inner.begin(), {b.name.occ, b.name.occ});
  c->a = rename_vars(t->a, inner);
  c->b = t->tag == HsTypeTag::KindSig ? t->b : rename_vars(t->b, inner);
  c->elems = {};
  for (const HsType *e : t->elems) c->elems.push_back(rename_vars(e, inner));
  return c;
}

void mentioned_vars(const HsType *t, std::vector<Symbol> bound, std::vector<Name> *out) {
  if (!t) return;
  for (const TyVarBndr &b : t->vars) bound.push_back(b.name.occ);
  if (t->tag == HsTypeTag::Var) {
    for (Symbol s : bound)
      if (s == t->name.occ) return;
    for (const Name &n : *out)
      if (n.occ == t->name.occ) return;
    out->push_back(t->name);
  }
  for (const HsType *e : t->elems) mentioned_vars(e, bound, out);
  mentioned_vars(t->a, bound, out);
  if (t->tag != HsTypeTag::KindSig) mentioned_vars(t->b, bound, out);
}

}  // namespace

// See Note [GADT syntax]
Decl *Builder::gadt(Span s, bool newtype, HsType *head, HsType *kind, const Vec<GadtCon *> &cons,
                    Vec<DerivClause> *deriv) {
  Decl *d = data(s, false, head, nullptr, nullptr, deriv);
  if (!d) return nullptr;
  d->tag = newtype ? DeclTag::Newtype : DeclTag::Data;
  // data T :: Type -> Type: parameters without names.
  for (; kind; kind = kind->tag == HsTypeTag::Paren ? kind->a : kind->b) {
    if (kind->tag == HsTypeTag::Paren) continue;
    if (kind->tag != HsTypeTag::Fun) break;
    TyVarBndr bndr;
    bndr.name = name("t" + std::to_string(d->vars.size() + 1), kind->span);
    bndr.kind = kind->a;
    d->vars.push_back(bndr);
  }
  d->kind_sig = kind;
  for (const GadtCon *g : cons)
    for (const Name &n : g->names) d->cons.push_back(gadt_constructor(d, *g, n));
  if (newtype) check_newtype(d);
  return d;
}

ConDecl *Builder::gadt_constructor(const Decl *d, const GadtCon &g, const Name &con_name) {
  ConDecl *c = mk<ConDecl>();
  c->span = g.span;
  c->name = con_name;
  c->gadt = true;
  HsType *t = g.type;
  Vec<HsType *> context, args, params;
  std::vector<Name> order;  // variables of an explicit forall
  for (;; t = t->a) {
    if (t->tag == HsTypeTag::Forall)
      for (const TyVarBndr &b : t->vars) order.push_back(b.name);
    else if (t->tag == HsTypeTag::Qual) context.append(t->elems);
    else if (t->tag != HsTypeTag::Paren) break;
  }
  for (; t->tag == HsTypeTag::Fun || t->tag == HsTypeTag::Paren; t = t->tag == HsTypeTag::Fun ? t->b : t->a)
    if (t->tag == HsTypeTag::Fun) args.push_back(t->a);
  const HsType *result = split_type_app(t, &params);
  if (result->tag == HsTypeTag::Infix && params.empty()) params = Vec<HsType *>{result->a, result->b};
  if ((result->tag != HsTypeTag::Con && result->tag != HsTypeTag::Infix) || result->name.occ != d->name.occ ||
      params.size() != d->vars.size()) {
    diags().error(t->span, diag::BadType,
                  "the result of the constructor `" + con_name.occ.string() + "' is not the type `" +
                      d->name.occ.string() + "' applied to its parameters");
    return c;
  }
  std::vector<Renaming> names;
  for (size_t i = 0; i < params.size(); i++) {
    const HsType *p = strip_parens(params[i]);
    if (p->tag == HsTypeTag::KindSig) p = p->a;
    bool plain = p->tag == HsTypeTag::Var;
    for (const Renaming &r : names) plain = plain && r.from != p->name.occ;
    if (!plain) {
      unsupported(params[i]->span, "GADTs", "a constructor whose result is not the type applied to distinct variables");
      return c;
    }
    names.push_back({p->name.occ, d->vars[i].name.occ});
  }
  std::vector<Name> vars = order;
  for (const HsType *each : context) mentioned_vars(each, {}, &vars);
  for (const HsType *each : args) mentioned_vars(each, {}, &vars);
  if (g.fields)
    for (const ConField &f : *g.fields) mentioned_vars(f.type, {}, &vars);
  size_t universals = names.size();
  for (const Name &v : vars) {
    bool universal = false, taken = false;
    for (size_t i = 0; i < universals; i++) universal = universal || names[i].from == v.occ;
    if (universal) continue;
    for (const TyVarBndr &b : d->vars) taken = taken || b.name.occ == v.occ;
    TyVarBndr bndr;
    bndr.name = v;
    if (taken) {
      bndr.name.occ = sym(v.occ.string() + "_" + std::to_string(names.size()));
      names.push_back({v.occ, bndr.name.occ});
    }
    c->exist.push_back(bndr);
  }
  for (const HsType *each : context) c->context.push_back(rename_vars(each, names));
  for (const HsType *each : args) c->fields.push_back(ConField{each->span, {}, rename_vars(each, names)});
  if (g.fields) {
    c->record = true;
    for (const ConField &f : *g.fields) c->fields.push_back(ConField{f.span, f.labels, rename_vars(f.type, names)});
    if (!args.empty()) parse_error(g.span, "a constructor has either fields in braces or arguments");
  }
  return c;
}

Decl *Builder::class_decl(Span s, HsType *head, FunDepList *fundeps, LocalBinds *body) {
  Decl *d = decl(DeclTag::Class, s);
  if (head->tag == HsTypeTag::Qual) {
    d->context = head->elems;
    head = head->a;
  }
  split_head(head, d, "class");
  if (!d->name.occ) return nullptr;
  if (fundeps) d->fundeps = fundeps->deps;
  d->body = body;
  return d;
}

Decl *Builder::instance(DeclTag tag, Span s, bool overlap, HsType *t, LocalBinds *body) {
  Decl *d = decl(tag, s);
  d->overlap_pragma = overlap;
  while (t->tag == HsTypeTag::Paren) t = t->a;
  if (t->tag == HsTypeTag::Forall) {
    d->vars = t->vars;
    t = t->a;
  }
  if (t->tag == HsTypeTag::Qual) {
    d->context = t->elems;
    t = t->a;
  }
  d->head = t;
  d->body = body;
  return d;
}

Decl *Builder::synonym(Span s, HsType *head, HsType *r) {
  Decl *d = decl(DeclTag::Synonym, s);
  split_head(head, d, "type");
  if (!d->name.occ) return nullptr;
  d->rhs = r;
  return d;
}

// foreign import CALLCONV [SAFETY] ["entity"] name :: type. Without an entity the name is the last of `words`.
Decl *Builder::foreign(Span s, const Token *direction, const Vec<Name> &words_in, const Token *entity, const Name *name,
                       HsType *t) {
  Decl *d = decl(DeclTag::Foreign, s);
  if (direction && direction->occ.str() != "export")
    parse_error(direction->span,
                "parse error on input `" + direction->occ.string() + "': `import' or `export' expected");
  d->is_export = direction != nullptr;
  Vec<Name> words = words_in.clone();
  if (name) d->name = *name;
  else {
    d->name = words.back();
    words.pop_back();
  }
  if (words.empty()) {
    parse_error(d->name.span, "a calling convention (`ccall', `capi' or `prim') is missing");
    return nullptr;
  }
  d->callconv = words[0].occ;
  std::string_view cc = d->callconv.str();
  if (cc != "ccall" && cc != "capi" && cc != "prim" && cc != "stdcall" && cc != "javascript")
    parse_error(words[0].span, "parse error on input `" + words[0].occ.string() +
                                   "': a calling convention (`ccall', `capi' or `prim') was expected");
  else if (cc == "stdcall" || cc == "javascript")
    diags().error(words[0].span, diag::BadForeign,
                  "the calling convention `" + d->callconv.string() + "' is not supported on this platform");
  for (size_t i = 1; i < words.size(); i++) {
    std::string_view w = words[i].occ.str();
    if (w == "unsafe") d->safe = false;
    else if (w == "interruptible") d->interruptible = true;
    else if (w != "safe")
      parse_error(words[i].span, "parse error on input `" + words[i].occ.string() + "' in a foreign declaration");
  }
  // Without a string the C name is the Haskell name.
  d->entity = entity ? sym(entity->lit.text) : d->name.occ;
  d->sig = t;
  return d;
}

// type T :: k
void Builder::kind_signature(Span s, HsType *head, HsType *kind) {
  if (head->tag == HsTypeTag::Con && !head->name.qual) module->kind_sigs.push_back({head->name, kind});
  else unsupported(s, "TypeFamilies", "a type family");
}

// `type role T nominal`, `type family F a`.
void Builder::bare_type(Span s, HsType *head) {
  Vec<HsType *> args;
  HsType *h = split_type_app(head, &args);
  bool role = h->tag == HsTypeTag::Var && h->name.occ == sym("role");
  bool family = h->tag == HsTypeTag::Var && h->name.occ == sym("family");
  if (role) return;  // coerce looks at the type itself
  if (family) unsupported(s, "TypeFamilies", "a type family");
  else parse_error(s, "a type synonym needs `=' and a type");
}

namespace {

// A left-hand side `P p q` or `p :+ q` as its name and operands; false when it is something else.
bool split_con_pat(const Pat *p, Name *name, Vec<Pat *> *args, bool *infix) {
  while (p->tag == PatTag::Paren) p = p->sub;
  if (p->tag == PatTag::Infix && p->ops.size() == 1) {
    *name = p->ops[0];
    *args = p->args;
    *infix = true;
    return true;
  }
  if (p->tag != PatTag::Con) return false;
  *name = p->name;
  *args = p->args;
  *infix = false;
  return true;
}

// Has the pattern the form of an expression?
bool is_expression(const Pat *p) {
  switch (p->tag) {
    case PatTag::Var:
    case PatTag::Lit: break;
    case PatTag::Con:
    case PatTag::Tuple:
    case PatTag::List:
    case PatTag::Paren:
    case PatTag::Infix:
    case PatTag::Neg: break;
    default: return false;
  }
  for (const Pat *a : p->args)
    if (!is_expression(a)) return false;
  return !p->sub || is_expression(p->sub);
}

}  // namespace

void Builder::pattern_synonym(Span s, Expr *lhs, Expr *right, bool both_ways, LocalBinds *where) {
  PatSynDecl *d = mk<PatSynDecl>();
  d->span = s;
  Vec<Pat *> params;
  if (lhs->tag == ExprTag::RecCon) {
    unsupported(lhs->span, "a part of PatternSynonyms", "a pattern synonym with fields");
    return;
  }
  Pat *head = to_pat(lhs);
  if (!split_con_pat(head, &d->name, &params, &d->infix)) {
    parse_error(lhs->span, "malformed left-hand side of a pattern synonym");
    return;
  }
  if (d->name.qual)
    parse_error(d->name.span,
                "qualified name in a binding position: `" + d->name.qual.string() + "." + d->name.occ.string() + "'");
  for (const Pat *p : params) {
    if (p->tag == PatTag::Var) d->params.push_back(p->name);
    else parse_error(p->span, "the parameters of a pattern synonym are variables");
  }
  d->pat = to_pat(right);
  if (both_ways) {
    if (!is_expression(d->pat))
      parse_error(right->span,
                  "the right-hand side of this pattern synonym is not an expression; write `<-', and `where' for its "
                  "use in expressions");
    Match *m = mk<Match>();
    m->span = s;
    m->pats = params;
    m->rhs = rhs(right->span, right, nullptr);
    d->builder.push_back(m);
  }
  if (where) {
    for (Bind *bind : where->binds) {
      Match *m = mk<Match>();
      m->span = bind->span;
      m->rhs = bind->rhs;
      Name name;
      bool infix;
      if (bind->tag == BindTag::Pat && split_con_pat(bind->pat, &name, &m->pats, &infix) && name.occ == d->name.occ)
        d->builder.push_back(m);
      else
        parse_error(bind->span,
                    "the `where' of a pattern synonym contains equations for `" + d->name.occ.string() + "' only");
    }
    if (where->binds.empty()) parse_error(s, "the `where' of a pattern synonym is empty");
  }
  module->synonyms.push_back(d);
}

DerivStrategy Builder::strategy(const Token *t) {
  std::string_view w = t->occ.str();
  if (w == "stock") return DerivStrategy::Stock;
  if (w == "anyclass") return DerivStrategy::AnyClass;
  if (w == "via") unsupported(t->span, "DerivingVia", "`deriving via'");
  else parse_error(t->span, "parse error on input `" + t->occ.string() + "' in a deriving clause");
  return DerivStrategy::None;
}

}  // namespace gphc
