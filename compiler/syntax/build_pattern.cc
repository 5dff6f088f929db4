// build_pattern.cc: expressions as patterns, and as left-hand sides of declarations. See build.cc.
#include "syntax/build.h"

namespace gphc {

namespace {

// The spine of an application: head and arguments.
Expr *split_app(Expr *e, Vec<Expr *> *args) {
  size_t n = 0;
  for (Expr *x = e; x->tag == ExprTag::App; x = x->a) n++;
  args->resize(n);
  Expr *x = e;
  for (; x->tag == ExprTag::App; x = x->a) (*args)[--n] = x->b;
  return x;
}

bool is_neg_marker(const Expr *e) { return e->tag == ExprTag::Neg && !e->a; }

}  // namespace

// ---- Patterns -------------------------------------------------------------------------------------------------------
Vec<Pat *> Builder::to_pats(const Vec<Expr *> &es) {
  Vec<Pat *> ps;
  ps.reserve(es.size());
  for (Expr *e : es) ps.push_back(to_pat(e));
  return ps;
}

// C p q
Pat *Builder::app_pat(Expr *e) {
  Pat *p = pat(PatTag::Wild, e->span);
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

// A number with a minus in front of it: the marker and what comes after it.
Pat *Builder::neg_pat(const Expr *minus, Expr *x) {
  Pat *p = pat(PatTag::Neg, join(minus->span, x->span));
  p->sub = to_pat(x);
  if (x->tag != ExprTag::Lit || (x->lit.tag != LitTag::Integer && x->lit.tag != LitTag::Rational))
    parse_error(p->span, "parse error in pattern: only a number can be negated");
  return p;
}

// p : q, -1, n + k
Pat *Builder::infix_pat(Expr *e) {
  Pat *p = pat(PatTag::Wild, e->span);
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
    const bool negated = is_neg_marker(e->elems[i]);
    operands.push_back(negated ? neg_pat(e->elems[i], e->elems[i + 1]) : to_pat(e->elems[i]));
    if (negated) i++;
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

// What only patterns have: !p, ~p, x@p, e -> p.
Pat *Builder::marked_pat(Expr *e) {
  Pat *p = pat(e->tag == kPatBang   ? PatTag::Bang
               : e->tag == kPatLazy ? PatTag::Lazy
               : e->tag == kPatAs   ? PatTag::As
                                    : PatTag::View,
               e->span);
  if (e->tag == kPatAs) p->name = e->name;
  if (e->tag == kPatView) p->view = e->b;
  p->sub = to_pat(e->a);
  e->tag = ExprTag::Hole;  // converted
  return p;
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
    case ExprTag::App: return app_pat(e);
    case ExprTag::Infix: return infix_pat(e);
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
  if (e->tag == kPatBang || e->tag == kPatLazy || e->tag == kPatAs || e->tag == kPatView) return marked_pat(e);
  parse_error(e->span, "parse error in pattern");
  return p;
}

// ---- Left-hand sides ------------------------------------------------------------------------------------------------
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

}  // namespace gphc
