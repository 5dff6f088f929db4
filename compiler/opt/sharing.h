// sharing.h: questions of the passes that make values live longer (float_out.cc, cse.cc) or shorter
// (selector_thunks.cc): which values may, and which are sparked.
#pragma once
#include "opt/pass.h"
#include "opt/uniq_table.h"

namespace gphc::opt {

// A value of a flat type cannot hide an unevaluated tail: numbers, tuples of them, unboxed arrays, maps of them.
// Recursion is allowed through strict fields only. To keep one is no space leak; a list, which may be consumed as fast
// as it is made, is not flat. Neither are functions and values of a variable type: nobody knows what they hold on to.
bool is_flat_type(const Type *t);

// What float_out.cc moves: not functions, actions among them (what they hold on to is their own affair, and a call of
// an unknown one is better than a call through a thunk), nor dictionaries.
bool is_data_type(const Type *t);

// Which expressions are made again as cheaply as they are read, one cell after the other in a bounded number of steps:
// [a ..], replicate, map and filter with a cheap function. To share such a list saves little and keeps all of it, so
// float_out.cc leaves it. What it says of others is only that it does not know.
//
// A function is cheap when its calls are of cheap functions, of its parameters (whose costs are counted where they are
// given) and of itself: of itself once on each path (trees are not consumed as they are made), not in a function that
// it gives to another one, and only where no other known function works on the result: in tail position, or suspended.
// So a producer that appends its own results, or takes them apart, is none. Nor is one that may call itself again and
// again without giving a cell (drop, an accumulator) cheap in each round of another: map fact, iterate (drop n), [y | x
// <- xs, y <- ys, x == y]; by itself it is (filter). Nor is one that gives itself what a recursive function makes of
// its argument: each cell then lies under one more layer than the one before (delete x xs; iterate (map f)).
class CheapToMake {
 public:
  explicit CheapToMake(const Program &p);
  // With what goes to `place`, too, where v goes: an expression is as dear as what it is made of, if that is not flat.
  bool operator()(const Expr *e, int place);
  void learn(const Var *f, const Expr *rhs) { rhs_[f->uniq] = rhs; }  // a local function, or a new one
  void goes_to(const Var *v, int place) { place_[v->uniq] = place + 1; }

 private:
  enum class State : uint8_t { Unknown, Open, Cheap, Dear };
  // Who sees the value of an expression: a known function or a case; else nobody but the reader of the cell, when it is
  // in tail position, or suspended in a constructor or given to an unknown function.
  enum class Seen : uint8_t { Used, Tail, Suspended };
  static Seen within(Seen seen) { return seen == Seen::Used ? seen : Seen::Suspended; }
  bool cell(const Expr *e, Seen seen);
  bool cells(const Vec<const Expr *> &es, Seen seen, bool call, bool rounds = false, bool layers = false);
  bool self(const Var *f, Seen seen);
  bool next_round(const Var *f, const Vec<const Expr *> &args);
  bool closes(const Var *f);
  bool function(const Var *v);
  void bind(const Var *v) { inside_[v->uniq] = query_; }
  UniqTable<const Expr *> rhs_;
  UniqTable<State> state_;
  UniqTable<uint32_t> inside_;  // in which query it was bound within what is looked at
  UniqTable<bool> local_;       // of those, local functions being looked at
  UniqTable<int> opened_;       // of functions being looked at: lambdas_ outside
  UniqTable<uint32_t> again_;   // in which query it was bound to what a function being looked at gives for the rest
  UniqTable<int> place_;        // + 1
  UniqTable<bool> recursive_;   // of functions, when they have been looked at: they call themselves,
  UniqTable<bool> loops_;       //   or may take many rounds for one cell, themselves or one that they call
  UniqTable<bool> walks_;       // of functions that have been looked at: they call recursive ones, or are
  UniqTable<bool> layers_;      // they apply an unknown function to what they give themselves (iterate)
  UniqTable<uint32_t> walked_;  // in which query it was bound to what a recursive function makes
  uint32_t query_ = 0;
  int budget_ = 0, depth_ = 0, here_ = -1;
  int lambdas_ = 0;  // given to functions, around here
  // seen since the innermost function being looked at was opened: a call of one that loops
  bool loop_ = false;
  bool walk_ = false;     // and a call of a recursive one, in what is being looked at
  bool applies_ = false;  // and one of an unknown function
  int selves_ = 0;        // calls seen of functions that are being looked at
};

// par# or spark#.
bool is_spark(const PrimOp *op);
// Marks the variables of the program that are sparked, and counts occurrences when asked to.
void find_sparked(const Program &p, UniqTable<bool> *sparked, UniqTable<int> *count = nullptr);

}  // namespace gphc::opt
