// build.h: what the grammar's actions call to make the tree: conversions from expressions to patterns and left-hand
// sides, from types to heads, contexts and constructors, and the errors found on the way. See build.cc.
#pragma once
#include <vector>
#include "syntax/token.h"

namespace gphc {

// One declaration of any sort inside a block; exactly one of the pointers is set.
struct DeclItem {
  Bind *bind = nullptr;
  SigDecl *sig = nullptr;
  FixityDecl *fixity = nullptr;
  PragmaDecl *pragma = nullptr;
  Decl *decl = nullptr;
  AssociatedType *associated = nullptr;
};

// Syntax that only patterns have but that is parsed as an expression first: `!p`, `~p`, `x@p`, `e -> p`. Nodes with
// these tags never leave the parser: to_pat converts them, and those that nothing converted are errors at the end.
constexpr ExprTag kPatBang = ExprTag(200), kPatLazy = ExprTag(201), kPatAs = ExprTag(202), kPatView = ExprTag(203);

// A constructor in GADT syntax: C, D :: type, or C :: { fields } -> type.
struct GadtCon {
  Span span;
  Vec<Name> names;
  Vec<ConField> *fields;
  HsType *type;
};
struct FunDepList {
  Vec<Decl::FunDepDecl> deps;
};
struct Binders {
  Vec<TyVarBndr> vars;
};
struct Fields {
  Vec<FieldBind> binds;
  bool wildcard = false;
};
struct Names {
  Vec<Name> names;
};
struct IEList {
  Vec<ImportExport> items;
};

struct Builder {
  const SourceFile *file;
  Module *module = nullptr;
  LexOptions lex;
  LocalBinds *values = nullptr;  // the module's value declarations
  // Set by one production for the next one up.
  Symbol import_as;
  bool import_hiding = false;
  int commas = 0;
  HsType *unpacked = nullptr;
  std::vector<Expr *> pattern_syntax;  // every node with one of the tags above
  Unparsed *unparsed = nullptr;        // of the binding that is to come

  // Names
  Name name(const Token *t) const { return Name{t->qual, t->occ, t->span, nullptr}; }
  Name name(std::string_view occ, Span s) const { return Name{Symbol(), sym(occ), s, nullptr}; }

  // Expressions
  Expr *expr(ExprTag tag, Span s) {
    Expr *e = mk<Expr>();
    e->tag = tag;
    e->span = s;
    return e;
  }
  Expr *expr_name(ExprTag tag, const Name &n) {
    Expr *e = expr(tag, n.span);
    e->name = n;
    return e;
  }
  Expr *expr_lit(const Token *t) {
    Expr *e = expr(ExprTag::Lit, t->span);
    e->lit = t->lit;
    return e;
  }
  Expr *expr_app(Expr *f, Expr *x);
  Expr *expr_neg(Span minus, Expr *x);
  Expr *expr_infix(Expr *left, Expr *op, Expr *right);
  Expr *expr_pattern(ExprTag tag, Span s, Expr *sub);
  Expr *expr_record(Expr *head, Fields *fields, Span s);
  Expr *expr_lambda(Span s, const Vec<Expr *> &params, Expr *body);
  Expr *expr_matches(ExprTag tag, Span s, Expr *scrutinee, const Vec<Match *> &alts);
  void check_tuple_size(Span s, size_t n);
  Expr *expr_tuple(ExprTag tag, Span s, Vec<Expr *> *elems);
  Expr *expr_do(ExprTag tag, Span s, Span keyword, Vec<Stmt *> *stmts);
  Expr *expr_comprehension(Span s, Expr *result, Vec<Vec<Stmt *>> *branches);

  // Patterns
  Pat *pat(PatTag tag, Span s) {
    Pat *p = mk<Pat>();
    p->tag = tag;
    p->span = s;
    return p;
  }
  Pat *to_pat(Expr *e);
  Pat *app_pat(Expr *e);
  Pat *neg_pat(const Expr *minus, Expr *x);
  Pat *infix_pat(Expr *e);
  Pat *marked_pat(Expr *e);
  Vec<Pat *> to_pats(const Vec<Expr *> &es);

  // Bindings and statements
  Match *match(Span s, Expr *pattern, Rhs *rhs);
  Rhs *rhs(Span s, Expr *body, LocalBinds *where);
  Stmt *stmt(StmtTag tag, Span s, Expr *pattern, Expr *e);
  DeclItem *binding(Span s, Expr *lhs, HsType *sig, Rhs *rhs);
  DeclItem *signature(Span s, Expr *lhs, HsType *type);
  DeclItem *signature(Span s, const Vec<Name> &names, HsType *type);
  DeclItem *fixity(Span s, int assoc, const Token *prec, const Vec<Name> &ops);
  DeclItem *pragma(Span s, PragmaTag tag, const Vec<Name> &names);
  DeclItem *inline_pragma(Span s, const Token *word, const InlinePragma &phase, const Name &n);
  DeclItem *deprecation(Span s, const Token *word, const Vec<Name> &names, const Token *text);
  DeclItem *unsupported_decl(Span s, const char *extension, const char *what);
  DeclItem *associated_type(Span s, HsType *head, HsType *rhs);
  void add_item(LocalBinds *to, DeclItem *item);
  void add_top(DeclItem *item);
  void add_top(Decl *d);
  void add_import(ImportDecl *d);

  // Types
  HsType *type(HsTypeTag tag, Span s) {
    HsType *t = mk<HsType>();
    t->tag = tag;
    t->span = s;
    return t;
  }
  HsType *type_name(HsTypeTag tag, const Name &n) {
    HsType *t = type(tag, n.span);
    t->name = n;
    return t;
  }
  HsType *type_app(HsType *f, HsType *x);
  HsType *type_unary(HsTypeTag tag, Span s, HsType *a) {
    HsType *t = type(tag, s);
    t->a = a;
    return t;
  }
  HsType *type_bang(Span s, const Token *unpack, bool strict, HsType *a);
  HsType *type_tuple(HsTypeTag tag, Span s, Vec<HsType *> *elems);
  HsType *type_qual(HsType *context, HsType *body);
  HsType *type_forall(Span s, Binders *vars, HsType *body);
  Vec<HsType *> to_context(HsType *t);
  void split_head(HsType *t, Decl *d, const char *what);

  // Declarations
  Decl *decl(DeclTag tag, Span s) {
    Decl *d = mk<Decl>();
    d->tag = tag;
    d->span = s;
    return d;
  }
  ConDecl *constructor(Span s, Binders *exist, HsType *context, HsType *body, Vec<ConField> *fields);
  Decl *data(Span s, bool newtype, HsType *head, HsType *kind, Vec<ConDecl *> *cons, Vec<DerivClause> *deriv);
  Decl *gadt(Span s, bool newtype, HsType *head, HsType *kind, const Vec<GadtCon *> &cons, Vec<DerivClause> *deriv);
  ConDecl *gadt_constructor(const Decl *d, const GadtCon &g, const Name &name);
  void check_newtype(const Decl *d);
  Decl *class_decl(Span s, HsType *head, FunDepList *fundeps, LocalBinds *body);
  Overlap overlap(const Token *pragma);
  Decl *instance(DeclTag tag, Span s, Overlap overlap, HsType *type, LocalBinds *body);
  Decl *synonym(Span s, HsType *head, HsType *rhs);
  Decl *foreign(Span s, const Token *direction, const Vec<Name> &words, const Token *entity, const Name *name,
                HsType *type);
  void bare_type(Span s, HsType *head);
  void kind_signature(Span s, HsType *head, HsType *kind);
  void pattern_synonym(Span s, Expr *lhs, Expr *rhs, bool both_ways, LocalBinds *builder);
  DerivStrategy strategy(const Token *t);
  DerivClause via(HsType *cls, const Token *word, HsType *type);

  // Errors
  void parse_error(Span s, std::string text);
  void unsupported(Span s, const char *extension, const char *what);
  void finish();  // after the last declaration
};

}  // namespace gphc
