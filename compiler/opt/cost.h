// cost.h: how expensive the functions of a program surely are, for auto_par.cc. See Note [What is surely expensive]
// there.
#pragma once
#include "opt/pass.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

class CostAnal {
 public:
  explicit CostAnal(const Program &p);
  int certain(const Expr *e) const;        // the level that evaluating e to WHNF surely has: 0, 1, 2
  bool loops(const Expr *e) const;         // may it call something of level 1, or unknown?
  const Expr *rhs_of(const Var *v) const;  // of a let-bound or top-level function; else null

 private:
  // What is called on a path: functions that are being looked at, by how deep these are nested (at most 2 each); the
  // highest level of others.
  static constexpr int kDepth = 4;
  struct Path {
    uint8_t calls[kDepth] = {};
    uint8_t level = 0;
  };
  struct Function {
    const Expr *rhs = nullptr;
    uint8_t level = 0;
    uint8_t open = 0;  // being looked at, at depth open - 1
    bool recursive = false;
    Path inside;  // what a call of it does to those around it
  };
  static void add(Path *p, const Path &q);
  static int weight(const Path &p);
  void group(const Vec<Binding> &binds);
  Path path(const Expr *e);
  // of a function's body: where tests of numbers do not end it without a loop
  int beyond_base(const Expr *e) const;
  Path call(const Var *f, size_t args) const;
  const Function *function(const Var *f, size_t args) const;

  UniqTable<Function> functions_;
  int depth_ = 0;
};

}  // namespace gphc::opt
