// pattern.h: patterns in the few forms that the match compiler knows.
#pragma once
#include "desugar/desugarer.h"

namespace gphc::desugar {

using namespace core;

enum class MTag : uint8_t { Wild, Bind, Con, Lit, View, Bang, Lazy, Cast };
using ViewFn = std::function<CExpr(CExpr)>;
struct MPat {
  MTag tag = MTag::Wild;
  const Type *type = nullptr;  // of the value matched; View: of the function's result; Cast: the representation type
  Var *var = nullptr;          // Bind
  ViewFn fn;                   // View: the function; Bind: null, or what to bind instead of the value
  MPat *sub = nullptr;         // Bind (may be null), View, Bang, Cast
  DataCon *con = nullptr;      // Con
  CTypes con_types;
  Vec<TyVar *> ex_tvs;
  Vec<Var *> ex_evs;
  const EvBinds *ev_binds = nullptr;
  Vec<MPat *> args;
  Vec<size_t> turns;          // Con: of each argument, the place in the pattern's text; empty: as they stand
  Literal lit{};              // Lit
  const Pat *src = nullptr;   // Lazy
  PatSyn *synonym = nullptr;  // View: of this pattern synonym
};

class PatternReader {
 public:
  explicit PatternReader(Desugarer &d) : d_(d) {}
  MPat *convert(const Pat *p);

 private:
  MPat *node(MTag tag, const Type *t);
  MPat *con_pat(DataCon *con, const CTypes &types, const Vec<MPat *> &args, const Type *t);
  MPat *lit_pat(CExpr lit);
  MPat *view_pat(ViewFn fn, const Type *t, MPat *sub);
  MPat *true_pat();
  MPat *test_pat(ViewFn fn);
  MPat *boxed(KnownCon con, CExpr lit, const Type *t);
  MPat *float_pat(PrimId eq, CExpr lit);
  MPat *literal(const Pat *p, const Type *t);
  CExpr integer_eq();
  MPat *con_or_newtype(const Pat *p, const Type *t);
  void fields(const Pat *p, DataCon *con, Vec<MPat *> *args, Vec<size_t> *turns);
  MPat *tuple(const Pat *p, const Type *t);
  MPat *convert_inner(const Pat *p);

  Desugarer &d_;
};

}  // namespace gphc::desugar
