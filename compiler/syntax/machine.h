// machine.h: the LALR automaton that bison generates, with the two operations that layout and error recovery need
// beside pushing tokens: asking whether a token could be shifted, and returning to an earlier state. See grammar.yy.
#pragma once
#include <string>
#include <vector>
#include "syntax/build.h"

namespace gphc {

class Machine {
 public:
  explicit Machine(Builder *builder);
  ~Machine();
  Machine(const Machine &) = delete;
  // Whether the text read so far, followed by this token, begins some sentence of the grammar. Exact: no reduction is
  // performed, all that the token would cause are simulated.
  bool acceptable(int kind);
  // Whether it would be after closing between one and `most` implicit blocks.
  bool acceptable_after_closing(int kind, size_t most);
  void push(int kind, const Token *token, const Span &span);
  bool too_deep() const { return too_deep_; }
  size_t depth() const;
  // Back to when the stack had `depth` entries. Only for a depth that the stack has not been below since.
  void truncate(size_t depth);

 private:
  Builder *builder_;
  void *state_;
  bool too_deep_ = false;
  // The simulated stack: the real one up to real_, then pushed_.
  const void *real_ = nullptr;
  std::vector<uint16_t> pushed_;
  int simulate(int token);
};

}  // namespace gphc
