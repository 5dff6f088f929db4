// match_tree.h: decision trees, and what makes them: the match compiler, whose three parts are match_compile.cc (from
// the clauses to a tree), match_warn.cc (what the tree says of the clauses) and match_emit.cc (from the tree to Core).
#pragma once
#include "desugar/pattern.h"

namespace gphc::desugar {

// ---- Rows -----------------------------------------------------------------------------------------------------------
struct Bound {  // what a row has bound so far, in order
  Var *var = nullptr;
  ViewFn fn;
  CExpr value = nullptr;
  const EvBinds *evs = nullptr;
  const Pat *lazy = nullptr;
};
struct Cell {
  MPat *pat;
  CExpr value;
  size_t turn;
};  // pat == null: nothing more to test. See Note [Turns] in match_compile.cc
struct Row {
  size_t clause;
  std::vector<Cell> cells;
  std::vector<Bound> bound;
  Vec<TyVar *> tvs;  // the row's existentials, and what they are called in the tree
  CTypes tv_types;
  bool failed = false;  // See Note [Rows that fail] in match_compile.cc
};

// ---- Trees ----------------------------------------------------------------------------------------------------------
enum class TTag : uint8_t { Fail, Leaf, Switch, View, Force };
struct Tree;
struct Branch {
  DataCon *con = nullptr;
  Literal lit{};
  Vec<TyVar *> ex_tvs;
  Vec<Var *> fields;
  Tree *tree = nullptr;
};
struct Tree {
  TTag tag;
  int uses = 0;
  Row *row = nullptr;            // Leaf, View
  Tree *fall = nullptr;          // Leaf of a clause that can fail
  CExpr value = nullptr;         // Switch, View, Force
  std::vector<Branch> branches;  // Switch; empty con: literals
  Tree *other = nullptr;         // Switch: default
  Var *result = nullptr;         // View: the function's result
  const MPat *view = nullptr;
  Tree *yes = nullptr, *rest = nullptr;  // View: the row goes on, the rows after it. Force: yes
  CExpr jump = nullptr;                  // once a join point has been made of it
};

class Matcher {
 public:
  Matcher(Desugarer &d, const Vec<Clause> &clauses, const Type *result)
      : d_(d), reader_(d), clauses_(clauses), result_(result) {}
  CExpr run(const Vec<Var *> &scruts, CExpr fail, const MatchInfo &info);

 private:
  // ---- Growing: match_compile.cc
  Cell simplify(Row &r, MPat *p, CExpr v, size_t turn);
  Tree *make(TTag tag);
  Tree *use(Tree *t);
  // The rows of each segment, first and behind the last.
  std::vector<std::pair<size_t, size_t>> ranges_of(const std::vector<bool> &cut) const;
  std::vector<Tree *> grow_segments(const std::vector<bool> &cut);
  Tree *grow(std::vector<Row> rows, Tree *fail, size_t from = 0);
  Tree *grow_synonym(std::vector<Row> rows, size_t c, Var *result, Tree *fail);
  Tree *grow_switch(std::vector<Row> &rows, size_t c, Tree *fail);
  static void drop_columns(std::vector<Row> *rows, size_t first, size_t fields);
  void name_fields(Branch *b, const MPat *p, const Row &r);
  Row specialise(const Row &r, size_t c, const Branch &b, bool tested);
  bool fail_row(const Row &r, size_t c, Row *out);

  // ---- Warnings: match_warn.cc
  struct Step {
    CExpr value;
    DataCon *con;
    Literal lit;
    Vec<Var *> fields;
    Vec<DataCon *> excluded;
  };
  static const Var *value_var(CExpr e);
  std::string example(const Var *v, bool atomic);
  bool is_covered() const;
  void witness();
  void warn(const MatchInfo &info);

  // ---- Emission: match_emit.cc
  CExpr with_shared(Tree *t, CExpr code, const std::function<CExpr()> &k);
  CExpr emit_all(const std::vector<Tree *> &segments, const std::vector<bool> &cut, CExpr fail);
  CExpr emit_segments(const std::vector<Tree *> &segments, const std::vector<bool> &cut);
  void collect_vars(const MPat *p, Vec<Var *> *vars, Vec<TyVar *> *tvs);
  CExpr with_clauses(size_t i, size_t to, const std::function<CExpr()> &k);
  CExpr clause_fail(size_t i);
  CExpr bind_row(const Row &r, size_t upto, CExpr body);
  CExpr emit(Tree *t);

  Desugarer &d_;
  PatternReader reader_;
  const Vec<Clause> &clauses_;
  const Type *result_;
  Vec<Var *> scruts_;
  std::vector<Row> rows_;
  std::vector<std::vector<MPat *>> patterns_;
  std::vector<int> leaves_;  // of each clause
  std::unordered_map<size_t, CExpr> bodies_;
  std::unordered_map<size_t, Tree *> falls_;
  Tree *root_ = nullptr;
  int covered_ = 0;  // of its uses: those that a COMPLETE pragma says never happen
  // results of matchers: of which value, by which synonym
  std::unordered_map<const Var *, std::pair<const Var *, const PatSyn *>> tested_;
  int budget_ = 0;
  bool keep_failed_ = false, some_failed_ = false;  // See Note [Rows that fail]
  std::vector<Step> path_;
  std::vector<std::string> witnesses_;
};

}  // namespace gphc::desugar
