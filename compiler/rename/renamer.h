// renamer.h: the state of renaming one module. Internal to rename/; the entry points are in rename.h.
//
// rename.cc       the order of things: entities, imports, declarations; main
// rename_bind.cc  bindings: joining equations, signatures, fixities, groups
// rename_expr.cc  expressions and statements
// rename_pat.cc   patterns
// rename_type.cc  types and type declarations
// determined.cc   PrimState m and its like become type variables
// pattern_synonym.cc  pattern synonyms become functions and view patterns
// resolve.cc      local scopes, the meaning of a name, unused and shadowed names
#pragma once
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rename/fixity.h"
#include "rename/rename.h"
#include "rename/scope.h"
#include "support/diag.h"

namespace gphc {

enum class BinderKind : uint8_t { Match, Bind, Quiet };  // how an unused one is reported

class Renamer {
 public:
  explicit Renamer(Module *m) : m_(m) {}
  void run();

  // ---- resolve.cc ----
  struct Local {
    Symbol occ;
    Entity *hidden;
    Entity *ent;
    BinderKind kind;
  };
  // Local names live until the Scope that was open when they were bound is closed.
  class Scope {
   public:
    explicit Scope(Renamer &r) : r_(r), values_(r.value_trail_.size()), types_(r.type_trail_.size()) {}
    ~Scope() { r_.close(values_, types_); }
    Scope(const Scope &) = delete;
    size_t values_mark() const { return values_; }
   private:
    Renamer &r_;
    size_t values_, types_;
  };

 private:
  friend class Scope;
  void close(size_t values, size_t types);
  void bind_value(Var *v, BinderKind kind);
  void bind_tyvar(TyVar *v);
  TyVar *new_tyvar(Name &n);
  Var *new_local(Name &n);
  Entity *local_value(Symbol occ) const;
  Entity *local_tyvar(Symbol occ) const;
  void note_use(const Candidate &c, Span at, bool qualified = false);
  const ImportDecl *needed_import(const Candidate &c) const;
  void note_use(const Entity *e) {
    if (!e->module || e->module == m_->name) uses_.push_back(e);
  }
  Entity *resolve(Name &n, NameSpace ns, const char *what);  // reports; null after an error
  void resolve_var(Name &n);
  void resolve_con(Name &n);
  void resolve_tycon(Name &n);
  std::vector<Symbol> local_names() const;
  bool warns() const { return !m_->is_stdlib; }
  void warn_unused_top();
  void warn_unused_imports();

  // ---- rename.cc ----
  void define(Entity *e, Span report_at);
  void make_entities();
  void make_tycon(Decl *d);
  void make_con(Decl *d, ConDecl &c, TyCon *tc);
  void make_class(Decl *d);
  using FixitySpans = std::unordered_map<Symbol, Span>;  // of the names declared so far
  void top_fixities(const Vec<FixityDecl *> &fixities, FixitySpans *seen);
  void rename_foreign(Decl *d);
  void rename_rules(Decl *d);
  void rename_values();
  void module_pragmas();

  // ---- rename_bind.cc ----
  void join_equations(LocalBinds *b);
  void collect_binders(LocalBinds *b, bool top);  // makes the Vars
  void rename_local_binds(LocalBinds *b);         // binds in the open scope
  void rename_sigs_and_pragmas(LocalBinds *b);
  void rename_bind(Bind *b);
  void rename_equations(Bind *b);
  void group_binds(LocalBinds *b, const std::vector<std::vector<const Entity *>> &uses);
  void rename_match(Match *m);
  void rename_rhs(Rhs *r);
  void method_pragmas(LocalBinds *body, const Class *cls);
  void rename_class_body(Decl *d);
  void rename_instance(Decl *d);
  void rename_pragma(PragmaDecl *p);
  void scope_sig_vars(const HsType *sig);

  // ---- rename_expr.cc ----
  void rename_expr(Expr *&e);
  void hole(Expr *e);
  void rename_var_expr(Expr *e);
  void rename_infix(Expr *&e);
  void rename_app(Expr *&e);
  // applications around the expression being renamed; beyond the limit after the error about it
  size_t app_depth_ = 0;
  void rename_record_con(Expr *e);
  void rename_record_update(Expr *e);
  void rename_stmts(Vec<Stmt *> &stmts);  // binds in the open scope
  void rename_stmt(Stmt *s);
  void rename_do(Expr *e);
  void rename_par_comp(Expr *e);
  void rename_rec(Vec<Stmt *> &stmts, std::vector<std::vector<const Entity *>> *uses);
  void collect_stmt_binders(Stmt *s, std::vector<Name *> *out);
  Vec<Stmt *> segments(const Vec<Stmt *> &stmts, const std::vector<std::vector<const Entity *>> &uses);

  // ---- rename_pat.cc ----
  // A pattern's variables are either bound as they are met (lambda, case, do) or were made beforehand (bindings, rec).
  void rename_pats(Vec<Pat *> &pats);  // one set of variables: duplicates are reported
  void rename_pat(Pat *&p);            // likewise
  void rename_bound_pat(Pat *&p);      // variables made by collect_pat_vars
  void pat(Pat *&p, bool prebound);
  void collect_pat_vars(Pat *p, std::vector<Name *> *out);
  void expand_record_pat(Pat *p);
  void pat_var(Name &n, bool prebound);
  bool is_visible(const Entity *e);
  Var *resolve_field(Name &n, DataCon *con, Span at);

  // ---- pattern_synonym.cc ----
  void make_synonym(PatSynDecl *d);
  void synonym_functions();  // adds matchers and builders to the module's bindings
  void synonym_signature(SigDecl *s);
  void lower_synonyms(Pat *p);  // the uses at the top of a renamed pattern
  void synonym_expr(Expr *e);

  // ---- rename_type.cc ----
  void rename_type(HsType *t);
  void rename_kind(HsType *k);
  void rename_sig_type(HsType *t);  // quantifies implicitly
  void rename_context(Vec<HsType *> &context);
  void expand_context(Vec<HsType *> &context, int depth);
  void find_constraint_synonyms();
  void attach_kind_signature(KindSigDecl &k);
  void free_tyvars(const HsType *t, std::vector<Name> *out) const;
  void bind_tyvar_bndrs(Vec<TyVarBndr> &vars, Vec<TyVar *> *out);
  void rename_type_decls();
  void rename_type_decl(Decl *d);
  void rename_class_decl(Decl *d);
  void rename_instance_head(Decl *d);

  // ---- determined.cc ----
  Entity *quiet_tycon(const Name &n) const;
  HsType *with_entities(const HsType *t) const;
  void note_tycon_uses(const HsType *t);
  bool has_determined(const HsType *t) const;
  void find_determined();
  void use_associated(Decl *d);
  void add_equation(const Decl *d);
  HsType *determined_type(const Entity *family, HsType *arg, Span at, int depth);
  void rewrite_determined(HsType *t, int depth = 0);
  void bind_determined(HsType *forall);
  static void solve_determined(Vec<HsType *> &context, HsType *body);

  Module *m_;
  std::unordered_map<Symbol, Entity *> values_, tyvars_;  // the innermost local meaning
  std::vector<Local> value_trail_, type_trail_;
  std::vector<const Entity *> uses_;  // entities of this module, in order of use
  std::unordered_set<const Entity *> used_locals_;
  std::vector<Name *> pat_group_;  // variables of the pattern being renamed
  std::unordered_map<const Entity *, HsType *> sig_of_;
  // For unused-binds: what each top-level binding uses, and what everything else uses.
  struct TopBind {
    std::vector<const Entity *> binders, uses;
  };
  std::vector<TopBind> top_binds_;
  std::vector<const Entity *> root_uses_;
};

bool is_expanded_synonym(const Entity *e);  // see Note [Determined types] in rename/determined.cc

// Whether op's is a second fixity declaration, which is reported.
bool is_second_fixity(const Name &op, std::unordered_map<Symbol, Span> *seen);

// "first defined at f.gph:3:1"
void report_duplicate(const std::string &what, Span first, Span second, Span at);

}  // namespace gphc
