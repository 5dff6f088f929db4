// later.h: value definitions of a stdlib module whose text is read when somebody needs them. See later.cc.
#pragma once
#include "syntax/token.h"

namespace gphc {

// A definition whose text is not parsed yet: equations of one function or operator, one below the other.
struct Unparsed {
  const Module *module;
  size_t from, to;  // bytes of the file's text
  uint32_t line, col;
};

// What begins at a byte of a file's text where an item of a block does.
struct Equations {
  size_t name;  // where the name stands, without backquotes
  bool symbol;  // +, not f
  size_t to;    // the end of the last line of these equations
};
// False: nothing that may be left for later.
bool find_equations(std::string_view text, size_t from, uint32_t col, Equations *out);

}  // namespace gphc
