// token.h: what the lexer hands to the layout algorithm and the parser. Token kinds are the parser's (grammar.hh).
#pragma once
#include "support/diag.h"
#include "syntax/ast.h"

namespace gphc {

struct Token {
  int kind = 0;
  Span span;
  Symbol qual, occ;            // names (qualified: qual.occ); pragmas: the word that opened it, upper case
  HsLit lit{};                 // literals; TOK_RAW_PRAGMA: lit.text is the pragma's text
  bool first_on_line = false;  // nothing but white space and comments before it on its line
};

// Positions on the parser's stack: a Span without constructors, as bison's C skeleton wants it.
struct Loc {
  uint32_t line, col, end_line, end_col;
  const SourceFile *file;
  operator Span() const { return Span{file, line, col, end_line, end_col}; }
};

// The language options that change lexing or parsing, from Module::extensions.
struct LexOptions {
  bool magic_hash = false, unboxed_tuples = false, recursive_do = false, unicode_syntax = false, n_plus_k = false,
       pattern_synonyms = false, negative_literals = false, num_decimals = false, hex_floats = false;
  bool star_is_type = true;
};

}  // namespace gphc
